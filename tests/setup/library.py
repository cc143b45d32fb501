#!/usr/bin/env python3
"""libmazo as its users have it: installed, and with the example of README.md. Prints TAP.

    library.py BUILD CC     installs what is built in BUILD into a folder of its own
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import PATIENCE, SHEETS, Skip, case, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD, CC = sys.argv[1], sys.argv[2].split()
SEEDS = 100
TEMP = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(TEMP.name)


def done(*words, **more):
    """What a command prints; it must succeed."""
    result = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, **more)
    assert result.returncode == 0, f'{" ".join(map(str, words))}: {result.returncode}\n{result.stderr}'
    return result.stdout


def installed():
    """The folder that has lib and include, as pkg-config finds them there."""
    done('meson', 'install', '-C', BUILD, '--no-rebuild', '--tags', 'devel', '--destdir', FOLDER / 'root')
    found, = (FOLDER / 'root').rglob('mazo.pc')
    return found.parent.parent.parent


def flags():
    """What README.md has people type, where it is not installed for everybody."""
    prefix = installed()
    said = done('pkg-config', '--define-variable', f'prefix={prefix}', '--cflags', '--libs', 'mazo',
                env=dict(os.environ, PKG_CONFIG_PATH=str(prefix / 'lib' / 'pkgconfig')))
    return said.split()


def example(readme):
    """The program of a README; the sheet's name and the seed come from the command line."""
    text, = re.findall(r'```c\n(#include <stdio.h>\n#include <mazo/mazo.h>\n.*?)```', (ROOT / readme).read_text(), re.S)
    for now, then in (('int main(void)', 'int main(int argc, char **argv)'),
                      ('(7, seed)', '(strtoull(argv[argc - 1], 0, 10), seed)'),
                      ('MAZO_SHEET_OFICIAL', 'mazo_sheet_by_name(argv[1])'),
                      ('#include <stdio.h>', '#include <stdio.h>\n#include <stdlib.h>')):
        assert text.count(now) == 1, (readme, now)
        text = text.replace(now, then)
    source = FOLDER / f'{readme}.c'
    source.write_text(text)
    return source


def compiled(readme, compiler, *more):
    out = FOLDER / f'{readme}.{"-".join(pathlib.Path(word).name for word in compiler)}{"".join(more)}'
    language = ['-x', 'c++'] if '++' in compiler[-1] else []
    done(*compiler, '-Wall', '-Wextra', *language, example(readme), *(['-x', 'none'] if language else []),
         *more, *flags(), '-o', out)
    return out


@case
def the_example_ends_with_every_sheet():
    """Each entry of the legal list can be played as it stands, the throws of jackpot too."""
    for readme in ('README.md', 'README.es.md'):
        program = compiled(readme, CC)
        for sheet in SHEETS:
            for seed in range(SEEDS if readme == 'README.md' else 5):
                said = done(program, sheet, seed, timeout=PATIENCE)
                assert said.count('\n') == 4, (sheet, seed, said)


@case
def it_links_with_other_compilers():
    tried = 0
    for compiler in ('gcc', 'clang', 'g++', 'clang++'):
        if shutil.which(compiler):
            tried += 1
            for more in ([], ['-fno-lto']):
                done(compiled('README.md', [compiler], *more), 'oficial', 7)
    if not tried:
        raise Skip('neither gcc nor clang')


@case
def the_archive_has_no_bytecode():
    """Another gcc takes bytecode for its own, and stops."""
    if not shutil.which('readelf'):
        raise Skip('readelf is not installed')
    archive, = installed().rglob('libmazo.a')
    sections = done('readelf', '-SW', archive)
    assert '.text' in sections, sections
    assert '.gnu.lto' not in sections, 'libmazo.a has sections of link-time optimization'


sys.exit(run())
