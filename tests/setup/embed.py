#!/usr/bin/env python3
"""libmazo as docs/library.md hands it out: installed without the program, and as two files. Prints TAP.

    embed.py [--write]     --write: tests/engine/abi.txt, what the binary interface is now
"""
import filecmp
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import PATIENCE, Skip, case, has, run, same  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TEMP = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(TEMP.name)
EXAMPLES = ROOT / 'docs' / 'examples' / 'library'
ABI = ROOT / 'tests' / 'engine' / 'abi.txt'
STRICT = ['-std=c11', '-pedantic', '-Wall', '-Wextra', '-Werror', '-O1']
STRICTER = ['-std=c++11', '-pedantic', '-Wall', '-Wextra', '-Werror', '-O1']
BARE = ['-ffreestanding', '-nostdlib', '-fno-stack-protector']


def done(*words, **more):
    """What a command prints; it must succeed."""
    result = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, timeout=10 * PATIENCE, **more)
    assert result.returncode == 0, f'{" ".join(map(str, words))}: {result.returncode}\n{result.stdout}{result.stderr}'
    return result.stdout


def there(compiler):
    return [name for name in compiler if shutil.which(name)]


@functools.cache
def installed(where):
    """libmazo from a copy of what it is made of, in a folder of that name: no library of the program is to be found."""
    tree = FOLDER / where / 'tree'
    for name in ('include', 'src/engine', 'src/bot'):
        shutil.copytree(ROOT / name, tree / name)
    for name in ('meson.build', 'meson_options.txt', 'src/libmazo.map'):
        shutil.copy(ROOT / name, tree / name)
    env = dict(os.environ, PKG_CONFIG_LIBDIR=str(FOLDER / 'none'))
    said = done('meson', 'setup', tree / 'build', tree, '--buildtype=release', '-Dprogram=false', '-Dcpu_tuning=false', env=env)
    same(re.findall(r'.*[Dd]ependency.*', said), [])
    done('meson', 'install', '-C', tree / 'build', '--destdir', FOLDER / where / 'root', env=env)
    return FOLDER / where / 'root' / 'usr' / 'local'


def flags():
    prefix = installed('one')
    return done('pkg-config', '--define-variable', f'prefix={prefix}', '--cflags', '--libs', 'mazo',
                env=dict(os.environ, PKG_CONFIG_PATH=str(prefix / 'lib/pkgconfig'))).split()


@functools.cache
def two_files():
    folder = FOLDER / 'two'
    folder.mkdir()
    done(ROOT / 'tools/amalgamate.py', folder)
    return folder


@functools.cache
def example(language):
    """The program of docs/library.md."""
    text, = re.findall(rf'```{language}\n(.*?)```', (ROOT / 'docs/library.md').read_text(), re.S)
    file = FOLDER / f'match.{language}'
    file.write_text(text)
    return file


def played(*words, **more):
    out = FOLDER / 'program'
    done(*words, '-o', out)
    return done(out, **more)


@case
def the_installed_library_links_with_every_compiler():
    """Shared and static, C and C++."""
    lib = installed('one') / 'lib'
    for compiler in there(['gcc', 'clang', 'g++', 'clang++']):
        file = example('cpp' if '++' in compiler else 'c')
        strict = STRICTER if '++' in compiler else STRICT
        shared = played(compiler, *strict, file, *flags(), env=dict(os.environ, LD_LIBRARY_PATH=str(lib)))
        static = played(compiler, *strict, file, *(word for word in flags() if word != '-lmazo'), lib / 'libmazo.a')
        has(shared, 'seat 0: ')
        same(shared, static)


@case
def two_installs_are_the_same_bytes():
    one, two = installed('one'), installed('two, a longer way off')
    names = sorted(str(path.relative_to(one)) for path in one.rglob('*') if path.is_file())
    same(sorted(str(path.relative_to(two)) for path in two.rglob('*') if path.is_file()), names)
    has(' '.join(names), 'lib/libmazo.so.0')
    same([name for name in names if not filecmp.cmp(one / name, two / name, shallow=False)], [])


def interface():
    """The sizes of the structs, and what the shared library shows."""
    names = 'rules game view legal command events event position env'.split()
    source = FOLDER / 'sizes.c'
    source.write_text('#include <stdio.h>\n#include <mazo/mazo.h>\nint main(void)\n{\n' + ''.join(
        f'    printf("struct mazo_{name} %zu\\n", sizeof(struct mazo_{name}));\n' for name in names) + '}\n')
    sizes = played('cc', source, f'-I{installed("one")}/include')
    library = installed('one') / 'lib' / 'libmazo.so.0'
    soname, = re.findall(r'SONAME.*\[(.*)\]', done('readelf', '-d', library))
    symbols = re.findall(r' T (\S+)', done('nm', '-D', '--defined-only', library))
    return '\n'.join([soname, *sizes.split('\n')[:-1], *sorted(symbols)]) + '\n'


@case
def the_binary_interface_is_what_is_written_down():
    """Another size: raise the number in meson.build and src/libmazo.map if the last release had this one; then --write."""
    if not shutil.which('readelf'):
        raise Skip('readelf is not installed')
    same(interface().split('\n'), ABI.read_text().split('\n'))


@case
def the_manual_page_names_what_there_is():
    """Functions, headers and the number of the library."""
    text = (ROOT / 'docs/mazo.3').read_text()
    same(set(re.findall(r'^\.Fn (\w+)', text, re.M)) - set(re.findall(r'^(\w+)@', ABI.read_text(), re.M)), set())
    headers = {file.name for file in (ROOT / 'include/mazo').glob('*.h')} - {'mazo.h'}
    same(set(re.findall(r'mazo/(\w+\.h)', text)) - {'mazo.h'}, headers)
    has(text, ABI.read_text().split('\n')[0])


@case
def two_files_are_enough():
    """The amalgamation, and the same match by all compilers."""
    said = set()
    (FOLDER / 'own' / 'mazo').mkdir(parents=True)
    shutil.copy(two_files() / 'mazo.h', FOLDER / 'own/mazo/mazo.h')
    for compiler in there(['gcc', 'clang', 'clang-19', 'musl-gcc']):
        static = ['-static'] if compiler == 'musl-gcc' else []
        said.add(played(compiler, *STRICT, *static, f'-I{FOLDER}/own', example('c'), two_files() / 'mazo.c'))
    for compiler in there(['g++', 'clang++']):
        done('cc', '-O1', '-c', two_files() / 'mazo.c', '-o', FOLDER / 'mazo.o')
        has(played(compiler, *STRICTER, f'-I{FOLDER}/own', example('cpp'), FOLDER / 'mazo.o'), 'seat 2: ')
    same(len(said), 1)


@case
def a_match_without_a_c_library():
    files = [EXAMPLES / 'tiny.c', EXAMPLES / 'memory.c', two_files() / 'mazo.c']
    for compiler in there(['gcc', 'clang']):
        said = played(compiler, *STRICT, *BARE, '-static', '-Os', '-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections',
                      f'-I{two_files()}', *files)
        has(said, '\nend\n')
        code = done('size', FOLDER / 'program').split('\n')[1].split()[0]
        print(f'# {compiler}: {code} bytes of code and constants')


@case
def a_match_in_a_bare_page():
    if not (shutil.which('clang') and shutil.which('wasm-ld') and shutil.which('node')):
        raise Skip('needs clang, lld and node')
    wasm = FOLDER / 'page.wasm'
    done('clang', '--target=wasm32', '-O2', *BARE[:2], '-Wl,--no-entry', f'-I{two_files()}', EXAMPLES / 'page.c', EXAMPLES / 'memory.c',
         two_files() / 'mazo.c', '-o', wasm)
    script, = re.findall(r'<script type="module">\n(.*?)</script>', (EXAMPLES / 'page.html').read_text(), re.S)
    page = FOLDER / 'page.mjs'
    page.write_text("import { readFileSync } from 'node:fs'\nconst out = {}, document = { getElementById: () => out }\n"
                    'const fetch = async name => ({ arrayBuffer: async () => readFileSync(new URL(name, import.meta.url)) })\n'
                    + script + 'console.log(out.textContent)\n')
    has(done('node', page), '\nphase 10\n')
    size, said = wasm.stat().st_size, int(re.search(r'module of some (\d+) kB', (ROOT / 'docs/library.md').read_text())[1])
    assert abs(size - 1000 * said) < 150 * said, f'{size} bytes of WebAssembly: docs/library.md says {said} kB'


if sys.argv[1:] == ['--write']:
    ABI.write_text(interface())
else:
    sys.exit(run())
