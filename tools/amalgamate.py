#!/usr/bin/env python3
"""amalgamate.py FOLDER: libmazo as two files, mazo.h and mazo.c, to copy into a project of one's own.

Every header and source of the library is put where it is included, for the first time only; a list (.def) each time.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^#include "([^"]+)"\n?', re.M)
STATIC = re.compile(r'^(?:static|ENGINE|HOT|COLD)\b[^;{}()=]*?\b(\w+)\(', re.M)
ATTRIBUTE = re.compile(r'__attribute__\(\(.*?\)\)')

MEMORY = """#if __STDC_HOSTED__
#include <string.h>
#else
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif
"""


def found(name, near):
    for folder in (near, ROOT / 'include', ROOT / 'src'):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(name)


def inlined(path, seen):
    """The text of a file, with the text of all that it includes in its place."""
    if path.suffix != '.def':
        if path in seen:
            return ''
        seen.add(path)
    text = INCLUDE.sub(lambda match: inlined(found(match[1], path.parent), seen), path.read_text())
    if path.suffix == '.def':  # what its head says is said in the repository
        return re.sub(r'^/\*.*?^ \*/\n', '', text, count=1, flags=re.M | re.S)
    return text


def head(what):
    licence = (ROOT / 'LICENSE').read_text().rstrip().replace('\n', '\n * ').replace(' * \n', ' *\n')
    version = re.search(r'MAZO_VERSION "([^"]+)"', (ROOT / 'include/mazo/library.h').read_text())[1]
    return f'/*\n * {what} of libmazo {version}, made by tools/amalgamate.py. Its manual is docs/library.md.\n *\n * {licence}\n */\n'


def main():
    folder = pathlib.Path(sys.argv[1])
    seen = set()
    public = ''.join(inlined(path, seen) for path in sorted((ROOT / 'include/mazo').glob('*.h')))
    engine, bots = (inlined(ROOT / 'src' / name, seen) for name in ('engine/engine.c', 'bot/bots.c'))
    own = [set(STATIC.findall(ATTRIBUTE.sub('', text))) for text in (engine, bots)]
    renamed = ''.join(f'#define {name} bots_{name}\n' for name in sorted(own[0] & own[1]))
    source = (engine + renamed + bots).replace('#define MAZO_ONE_FILE\n', '').replace('#include <string.h>\n', '')
    (folder / 'mazo.h').write_text(head('mazo.h') + public)
    (folder / 'mazo.c').write_text(head('mazo.c') + '#define MAZO_ONE_FILE\n#include "mazo.h"\n\n' + MEMORY + source)


if __name__ == '__main__':
    main()
