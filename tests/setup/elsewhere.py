#!/usr/bin/env python3
"""Every source of the program as the compilers of other systems read it: with musl (Alpine), and where zig is installed as
FreeBSD's and macOS's too. Of the libraries it takes the headers of this machine; only the engine and the bots, which need none, are linked and play. Prints TAP.

    elsewhere.py [CASE]...     $ZIG: which zig"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import PATIENCE, Skip, case, run, same  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMP = tempfile.TemporaryDirectory()
HEADERS = pathlib.Path(TEMP.name) / 'include'
LIBRARIES = ('ini.h jansson.h jansson_config.h uv.h uv wslay llhttp.h http_parser.h sodium.h sodium sqlite3.h qrencode.h curses.h ncurses_dll.h unctrl.h '
             'libpq-fe.h postgres_ext.h pg_config_ext.h openssl').split()
HTTP = ['-DMAZO_LLHTTP'] if pathlib.Path('/usr/include/llhttp.h').exists() else []  # Debian 12 has its predecessor
FLAGS = [*HTTP, '-std=c11', '-D_GNU_SOURCE', '-c', '-Wall', '-Werror', f'-I{ROOT}/include', f'-I{ROOT}/src', '-isystem']
SOURCES = sorted(file for file in (ROOT / 'src').rglob('*.c') if 'wasm' not in file.parts)
ZIG = os.environ.get('ZIG') or shutil.which('zig')


def headers(folder, *more):
    """A folder with the headers of our libraries, and none of libc but these."""
    folder.mkdir(parents=True)
    machine = subprocess.run(['cc', '-print-multiarch'], capture_output=True, text=True, check=True).stdout.strip()
    for place in ('/usr/include/postgresql', '/usr/include', f'/usr/include/{machine}'):
        for name in (*LIBRARIES, *more):
            found = pathlib.Path(place, name)
            if found.is_dir():  # OpenSSL's are in two places
                shutil.copytree(found, folder / name, dirs_exist_ok=True)
            elif found.exists():
                (folder / name).parent.mkdir(exist_ok=True)
                shutil.copy(found, folder / name)
    return folder


def compiles(*compiler):
    """Every source does, with these words before it."""
    def said(file):
        out = pathlib.Path(TEMP.name, '-'.join(file.parts[-3:]) + '.o')
        result = subprocess.run([*compiler, '-o', out, file], capture_output=True, text=True, check=False, timeout=10 * PATIENCE,
                                env={**os.environ, 'ZIG_GLOBAL_CACHE_DIR': TEMP.name, 'ZIG_LOCAL_CACHE_DIR': TEMP.name})
        return '' if result.returncode == 0 else result.stderr or f'{file}: {result.returncode}'

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        same('\n'.join(filter(None, pool.map(said, SOURCES))), '')


def by_zig(target):
    if not ZIG:
        raise Skip('zig is not installed')
    folder = HEADERS / 'zig'
    compiles(ZIG, 'cc', '-target', target, *FLAGS, folder if folder.exists() else headers(folder))


@case
def as_musl_reads_it():
    if not shutil.which('musl-gcc'):
        raise Skip('musl-gcc is not installed')
    compiles('musl-gcc', *FLAGS, headers(HEADERS / 'musl', 'sys/queue.h'))  # Alpine: bsd-compat-headers


@case
def with_musl_it_plays_the_same():
    """The engine and every bot, linked with musl: the signatures that glibc's have."""
    if not shutil.which('musl-gcc'):
        raise Skip('musl-gcc is not installed')
    compiler = ['musl-gcc', '-static', '-O1', '-std=c11', '-D_GNU_SOURCE', f'-I{ROOT}/include', f'-I{ROOT}/src']
    main = pathlib.Path(TEMP.name, 'main.c')
    main.write_text('#include <stdio.h>\n#include "sim/bench.h"\nint main(void) { printf("%llu", (unsigned long long)sim_signature()); }\n')
    programs = {'engine': [main, ROOT / 'src/sim/bench.c', ROOT / 'src/sim/random_player.c'],
                'bots': [ROOT / 'tests/bot/test_signature.c', ROOT / 'src/bot/bots.c']}
    said = {}
    for name, files in programs.items():
        program = pathlib.Path(TEMP.name, name)
        made = subprocess.run([*compiler, ROOT / 'src/engine/engine.c', *files, '-lm', '-o', program], capture_output=True, text=True, check=False)
        same(made.returncode, 0, made.stderr)
        said[name] = subprocess.run([program, ROOT / 'tests/bot/signatures.txt'], capture_output=True, text=True, check=False)
    same(said['engine'].stdout, (ROOT / 'bench/signature.txt').read_text().strip())
    same(said['bots'].returncode, 0, said['bots'].stdout)


@case
def as_freebsd_reads_it():
    by_zig('x86_64-freebsd')


@case
def as_macos_reads_it():
    by_zig('aarch64-macos')


sys.exit(run(sys.argv[1:]))
