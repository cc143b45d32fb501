#!/usr/bin/env python3
"""Usage: tools/lines.py [FOLDER]...

Counts the lines of C (.c, .h, .def) in src and include, or in the folders that you name: code, comments and blank
lines of every folder that has such files. A line with code and a comment is code.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def without_comments(text):
    """The text with every comment replaced by the line feeds in it."""
    return TOKEN.sub(lambda found: found[0] if found[0][0] in '"\'' else '\n' * found[0].count('\n'), text)


def count(text):
    """Lines of code, of comments, blank ones."""
    kept = without_comments(text).splitlines()
    lines = text.splitlines()
    code = sum(1 for line in kept if line.strip())
    blank = sum(1 for line in lines if not line.strip())
    return code, len(lines) - code - blank, blank


def folders(names):
    sums = {}
    for name in names:
        for file in sorted((ROOT / name).rglob('*')):
            if file.suffix in ('.c', '.h', '.def'):
                row = sums.setdefault(str(file.parent.relative_to(ROOT)), [0, 0, 0, 0])
                for i, number in enumerate((1, *count(file.read_text(encoding='utf-8')))):
                    row[i] += number
    return sums


def main():
    if any(name.startswith('-') for name in sys.argv[1:]):
        sys.exit(__doc__.strip())
    sums = folders(sys.argv[1:] or ['include', 'src'])
    sums['all'] = [sum(column) for column in zip(*sums.values())]
    print(f"{'':24}{'files':>7}{'code':>8}{'comment':>9}{'blank':>8}{'lines':>8}")
    for name, (files, code, comment, blank) in sums.items():
        print(f'{name:24}{files:7}{code:8}{comment:9}{blank:8}{code + comment + blank:8}')


if __name__ == '__main__':
    main()
