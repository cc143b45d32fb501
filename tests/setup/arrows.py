#!/usr/bin/env python3
"""arrows.py [FOLDER] - the source is as docs/tour.md draws it: includes and calls only go down.

The table "From the top down" in the tour lists the folders; a folder uses only those below it. Includes are read as they stand. A call is any mention, outside comments and strings, of a function that another file
defines and does not keep to itself. Inside a folder the files have an order too, from the bottom up: that of engine.c,
and elsewhere that of the folder's meson.build. A header stands where the lowest file stands that defines something of it.
"""
import collections
import functools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / 'tests'))
from tap import case, has, run, same  # noqa: E402

SRC = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / 'src'
BLANK = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
DEFINED = re.compile(r'^(?!static|ENGINE|typedef|extern|#|\s|return|else)[a-z][\w \t*]*?\b(\w+)\([^;{}]*\)\s*\{', re.M)
DATA = re.compile(r'^(?!static|typedef|extern|#|\s|return|struct \w+ \{|enum)[a-z][\w \t*]*?\b(\w+)(?:\[[^\]\n]*\])* = ', re.M)
INLINE = re.compile(r'^static inline [^;{]*\{.*?^\}', re.M | re.S)
TAG = re.compile(r'\b(?:struct|enum|union)\s+\w+')  # may be called as a function is
KEPT = re.compile(r'^(?:static|ENGINE)[\w \t*]*?\b(\w+)\([^;{}]*\)\s*\{', re.M)

INNER = re.compile(r'^ENGINE[\w \t*]*?\b(\w+)\(', re.M)  # what core.h declares: the engine is compiled as one file

# Their types are what files below them work with too.
SHARED = {'bot/bot.h', 'bot/search.h', 'client/crowd.h', 'engine/core.h', 'server/network/net.h', 'store/store.h',
          'terminal/game/game.h', 'wire/json_read.h'}

WASM = 'system format sha256 ini jansson exports learned exports_words exports_replay exports_table exports_daily exports_record exports_lesson'  # tools/wasm.sh compiles what is there


@functools.cache
def sources():
    return sorted(f.relative_to(SRC) for e in ('*.c', '*.h') for f in SRC.rglob(e))


def folder(file):
    return str(file.parent)


@functools.cache
def bare(file):
    """The code of a file, without comments and strings."""
    return BLANK.sub(' ', (SRC / file).read_text())


def includes():
    """(from, to): files, as far as they are ours."""
    for file in sources():
        for name in re.findall(r'^#include ["<]([^">]+)[">]', (SRC / file).read_text(), re.M):
            near = file.parent / name
            if (SRC / name).exists() and '/' in name:
                yield file, pathlib.Path(name)
            elif (SRC / near).exists():
                yield file, near
            elif name.startswith('mazo/'):
                yield file, pathlib.Path('engine/mazo.h')


@functools.cache
def calls(kept=False, wasm=False):
    """(from, to, function): `kept` counts static functions too, for files that are compiled as one. `wasm` is never
    linked with the others."""
    found = []
    code = {file: TAG.sub(' ', bare(file)) for file in sources()}
    home = collections.defaultdict(set)
    for file, text in code.items():
        if file.suffix == '.c' and (folder(file) == 'wasm') == wasm:
            for name in DEFINED.findall(bare(file)) + DATA.findall(bare(file)) + (KEPT.findall(text) if kept else []):
                home[name].add(file)
    one = {name: next(iter(files)) for name, files in home.items() if len(files) == 1}
    inner = {folder(file): set(INNER.findall(text)) for file, text in code.items() if INNER.search(text)}
    for file, text in code.items():
        if file.suffix == '.c' or INLINE.search(text):
            own = set(KEPT.findall(text)) | (set() if kept else inner.get(folder(file), set()))
            if file.suffix == '.h':
                text = ' '.join(INLINE.findall(text))
            used = set(re.findall(r'\b([a-z]\w+)\(' if kept else r'\b[a-z]\w+\b', text))
            for name in sorted(used & one.keys() - own):
                if one[name] != file:
                    found.append((file, one[name], name))
    return found


def drawn():
    """The folders of the tour, top first."""
    text = (ROOT / 'docs' / 'tour.md').read_text()
    table = text.split('## From the top down')[1].split('\n## ')[0]
    rows = re.findall(r'^\| `([\w/]+)` \|', table, re.M)
    assert len(rows) > 10, 'the tour has no table of the folders'
    return rows


def arrows():
    """(from, to): folders, and an example of each."""
    found = {}
    for a, b in includes():
        found.setdefault((folder(a), folder(b)), f'{a} includes {b}')
    for a, b, name in calls():
        found.setdefault((folder(a), folder(b)), f'{a} calls {name}() of {b}')
    return {pair: why for pair, why in found.items() if pair[0] != pair[1]}


@case
def every_folder_is_in_the_tour():
    same({folder(f) for f in sources()} - {'wasm/include', 'wasm/include/sys'}, set(drawn()))


@case
def every_folder_around_the_source_is_in_the_tour():
    listed = subprocess.run(['git', '-C', ROOT, 'ls-files', '*/*'], capture_output=True, text=True, check=False)
    folders = {'/'.join(file.split('/')[:2 if file.startswith('tests/') else 1]) for file in listed.stdout.split()}
    folders = {name for name in folders if (ROOT / name).is_dir() and not name.startswith('.')}
    tour = (ROOT / 'docs' / 'tour.md').read_text()
    same([name for name in sorted(folders) if not re.search(rf'(?<![\w/]){name}\b', tour)], [])


@case
def includes_and_calls_go_down_the_tour():
    order = drawn()
    same([f'{a} -> {b}: {why}' for (a, b), why in sorted(arrows().items()) if order.index(b) <= order.index(a)], [])


def order_of(where):
    """The files of a folder, lowest first."""
    if where == 'engine':
        return re.findall(r'^#include "(\w+\.c)"', (SRC / 'engine' / 'engine.c').read_text(), re.M) + ['engine.c']
    if where == 'wasm':
        return [name + '.c' for name in WASM.split()]
    build, _, inside = where.partition('/')
    return re.findall(rf"'{inside}/?(\w+\.c)'", (SRC / build / 'meson.build').read_text())


@functools.cache
def heights():
    """Where each file stands in its folder; a header where the lowest file stands that defines
    something of it."""
    found, defined = {}, collections.defaultdict(dict)
    for where in drawn():
        for i, name in enumerate(order_of(where)):
            file = pathlib.Path(where) / name
            if (SRC / file).exists():  # else it is generated
                found[file] = i
                for word in DEFINED.findall(bare(file)) + DATA.findall(bare(file)):
                    defined[where].setdefault(word, i)
    for file in sources():
        if file.suffix == '.h':
            own = defined[folder(file)]
            words = set(re.findall(r'\b[a-z]\w+\b', TAG.sub(' ', bare(file))))
            found[file] = min((own[word] for word in words & own.keys()), default=-1)
    return found


@case
def every_file_has_its_place_in_its_folder():
    same(set(sources()) - set(heights()), set())


@case
def calls_inside_a_folder_go_down():
    height = heights()
    kinds = ('engine', calls(kept=True)), ('wasm', calls(wasm=True)), ('', calls())
    same([f'{a} calls {name}() of {b}' for only, found in kinds for a, b, name in found
          if folder(a) == folder(b) and only in ('', folder(a)) and height[a] < height[b]], [])


@case
def includes_inside_a_folder_go_down():
    height = heights()
    same([f'{a} includes {b}' for a, b in includes()
          if folder(a) == folder(b) and b in height and height[a] < height[b] and str(b) not in SHARED], [])


def unincluded():
    """(file, header): inside a folder a file gets the header of what it calls from elsewhere. It may come by the header
    of its own name, or by one that several files share and none has the name of."""
    given, names, declared = collections.defaultdict(set), set(), collections.defaultdict(set)
    for a, b in includes():
        given[a].add(b)
    for file in sources():
        if file.suffix == '.h':
            for word in re.findall(r'\b[a-z]\w+\b', TAG.sub(' ', bare(file))):
                declared[folder(file), word].add(file)
        else:
            names.add(file.with_suffix('.h'))
    for a, b, name in calls():
        if folder(a) == folder(b) and a.suffix == '.c' and len(declared[folder(a), name]) == 1:
            near = {header for header in given[a] if header.stem == a.stem or header not in names}
            wanted = min(declared[folder(a), name])
            if wanted not in given[a].union(*(given[header] for header in near)):
                yield a, wanted


@case
def files_include_what_they_call():
    same(sorted({f'{a} lacks {b}' for a, b in unincluded()}), [])


def broken(file, line):
    """What this test says of a copy of the source with one line more."""
    with tempfile.TemporaryDirectory() as name:
        copy = pathlib.Path(name) / 'src'
        shutil.copytree(SRC, copy)
        with open(copy / file, 'a') as out:
            out.write(line)
        return subprocess.run([sys.executable, __file__, copy], capture_output=True, text=True).stdout


@case
def one_file_of_the_server_asks_the_store():
    """Anyone who asks waits for the disk or the database: only the reader's thread may. At the start there is no one to wait."""
    asks = {file.name: len(re.findall(r'ops->', bare(file))) for file in sources() if str(file).startswith('server/')}
    same({name: count for name, count in asks.items() if count and name != 'store_queries.c'}, {'serve.c': 1})


@case
def an_include_that_goes_up_is_seen():
    if SRC == ROOT / 'src':
        has(broken('text/near.c', '\n#include "wire/json_out.h"\n'), 'text -> wire: text/near.c includes wire/json_out.h')


@case
def an_include_in_angles_is_seen():
    if SRC == ROOT / 'src':
        has(broken('text/near.c', '\n#include <wire/json_out.h>\n'), 'text/near.c includes wire/json_out.h')


@case
def a_header_that_calls_up_is_seen():
    if SRC == ROOT / 'src':
        has(broken('say/notation.h', '\nstatic inline void up(void)\n{\n    json_out_clear(0);\n}\n'),
            'say/notation.h calls json_out_clear()')


@case
def data_from_above_is_seen():
    if SRC == ROOT / 'src':
        has(broken('text/near.c', '\nint up(void) { return sqlite_ops.commit != 0; }\n'),
            'text/near.c calls sqlite_ops')


@case
def a_call_that_goes_up_is_seen():
    if SRC == ROOT / 'src':
        has(broken('say/event_text.c', '\nvoid up(void) { json_out_clear(0); }\n'), 'say -> wire: say/event_text.c calls json_out_clear()')


@case
def what_goes_up_inside_a_folder_is_seen():
    if SRC == ROOT / 'src':
        found = broken('server/tables/room.c', '\n#include "server/tables/emit.h"\nvoid up(void) { emit_table(0); change_give_up(0); }\n')
        has(found, 'server/tables/room.c calls emit_table() of server/tables/emit.c')
        has(found, 'server/tables/room.c includes server/tables/emit.h')
        has(found, 'server/tables/room.c lacks server/tables/change.h')


if __name__ == '__main__':
    del sys.argv[1:]
    sys.exit(run())
