#!/usr/bin/env python3
"""Makes a C table of a gettext catalogue: po2c.py po/es.po es_po.c [SOURCE]...

The table is called text_es after the file, and sorted by the bytes of its keys, so that
src/text/text.c can search it. Of the format it knows what po/ uses: comments, msgid and msgstr.
With sources, only what they say is in it.
"""
import ast
import os
import sys


class Entry:
    """A message: its line, its comments' flags, its two texts."""

    def __init__(self, line):
        self.line = line
        self.flags = set()
        self.english = None
        self.other = None


def unquote(literal):
    """The text of a C-like string literal of a .po file."""
    if len(literal) < 2 or literal[0] != '"' or literal[-1] != '"':
        raise ValueError('a text has to stand in quotes')
    return ast.literal_eval(literal)


def read_po(path):
    """All entries but the header, in the order of the file."""
    entries = []
    entry = None
    part = None
    flags = set()
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            try:
                if line.startswith('#,'):
                    flags |= {flag.strip() for flag in line[2:].split(',')}
                elif not line or line.startswith('#'):
                    continue
                elif line.startswith('msgid '):
                    entry = Entry(number)
                    entry.flags, flags = flags, set()
                    entry.english = unquote(line[6:].strip())
                    entries.append(entry)
                    part = 'english'
                elif line.startswith('msgstr ') and part == 'english':
                    entry.other = unquote(line[7:].strip())
                    part = 'other'
                elif line.startswith('"') and part:
                    setattr(entry, part, getattr(entry, part) + unquote(line))
                else:
                    raise ValueError('not understood')
            except (ValueError, SyntaxError) as error:
                sys.exit(f'{path}:{number}: {error}')
    for entry in entries:
        if entry.other is None:
            sys.exit(f'{path}:{entry.line}: no msgstr')
    return [entry for entry in entries if entry.english]


def quote(text):
    """A C string literal. Whatever is not plain ASCII is written in octal."""
    out = ''
    for byte in text.encode():
        char = chr(byte)
        if char in '"\\?':
            out += '\\' + char
        elif char == '\n':
            out += '\\n'
        elif 32 <= byte < 127:
            out += char
        else:
            out += f'\\{byte:03o}'
    return f'"{out}"'


def said_by(paths):
    """The texts for the catalogue in these files."""
    import pathlib
    import check_catalogue  # which needs this module too
    return {text for path in paths
            for text, _ in check_catalogue.texts_of(pathlib.Path(path).resolve())}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    source, target = sys.argv[1:3]
    name = os.path.splitext(os.path.basename(source))[0]
    used = [entry for entry in read_po(source) if entry.other and 'fuzzy' not in entry.flags]
    if len(sys.argv) > 3:
        said = said_by(sys.argv[3:])
        used = [entry for entry in used if entry.english in said]
    used.sort(key=lambda entry: entry.english.encode())
    with open(target, 'w', encoding='ascii') as out:
        out.write(f'/* Made by tools/po2c.py from {os.path.basename(source)}. */\n')
        out.write(f'#include "text/catalogue.h"\n\nconst struct text_entry text_{name}[] = {{\n')
        for entry in used:
            out.write(f'    {{{quote(entry.english)},\n     {quote(entry.other)}}},\n')
        out.write(f'}};\n\nconst size_t text_{name}_count = {len(used)};\n')


if __name__ == '__main__':
    main()
