#!/usr/bin/env python3
"""Which commit a program says it is of, however its tree came here. Prints TAP.

    commit.py [CASE]..."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from tap import Skip, case, run, same  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
ME = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example', '-c', 'init.defaultBranch=main']


def git(folder, *words):
    if not shutil.which('git'):
        raise Skip('git is not installed')
    return subprocess.run(['git', '-C', folder, *ME, *words], check=True, capture_output=True, text=True).stdout.strip()


def plant(folder):
    """A tree with what matters here."""
    (folder / 'tools').mkdir(parents=True)
    for name in 'tools/commit.py', 'tools/commit.txt', '.gitattributes':
        shutil.copy(ROOT / name, folder / name)
    (folder / 'tools' / 'commit.txt').write_text('$Format:%h$\n')  # this test may run in an archive
    (folder / 'x.c').write_text('int x;\n')


def commit(folder):
    git(folder, 'add', '-A')
    git(folder, 'commit', '-qm', 'x')
    return git(folder, 'rev-parse', '--short=7', 'HEAD')


def says(folder, wanted=''):
    """What it writes, and what it depends on."""
    out, needs = folder / 'out.c', folder / 'out.d'
    subprocess.run([sys.executable, folder / 'tools' / 'commit.py', folder, wanted, out, needs], check=True)
    found = re.search(r'cli_commit\[\] = "(.*)";', out.read_text())[1], needs.read_text().split(':')[1].strip()
    out.unlink()
    needs.unlink()
    return found


@case
def git_knows():
    with tempfile.TemporaryDirectory(prefix='mazo commit ') as folder:
        tree = pathlib.Path(folder) / 'tree'
        plant(tree)
        git(tree, 'init', '-q')
        first = commit(tree)
        found, needs = says(tree)
        same(found, first)
        needs = pathlib.Path(needs.replace('\\ ', ' '))
        before = needs.read_text()  # it changes with the next commit
        (tree / 'x.c').write_text('int y;\n')
        same(says(tree)[0], first + '+')
        (tree / 'new.txt').write_text('not of the program')
        second = commit(tree)
        assert second != first and needs.read_text() != before
        (tree / 'untracked').write_text('')
        same(says(tree)[0], second)
        git(tree, 'worktree', 'add', '-q', str(tree.parent / 'other'), first)
        found, needs = says(tree.parent / 'other')
        same((found, pathlib.Path(needs.replace('\\ ', ' ')).exists()), (first, True))


@case
def an_archive_knows():
    with tempfile.TemporaryDirectory() as folder:
        tree, unpacked = pathlib.Path(folder) / 'tree', pathlib.Path(folder) / 'unpacked'
        plant(tree)
        git(tree, 'init', '-q')
        short = commit(tree)
        git(tree, 'archive', '-o', f'{folder}/x.tar', 'HEAD')
        unpacked.mkdir()
        subprocess.run(['tar', '-xf', f'{folder}/x.tar', '-C', unpacked], check=True)
        same(says(unpacked), (short, ''))


@case
def without_git_the_commit_is_unknown():
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / 'tree'
        plant(tree)
        same(says(tree), ('unknown', ''))
        same(says(tree, '1234567'), ('1234567', ''))  # -Dcommit=
        same(says(tree, 'a"b\\'), ('ab', ''))


@case
def another_repository_around_it_is_not_asked():
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / 'vendor' / 'mazo'
        plant(tree)
        git(folder, 'init', '-q')
        commit(folder)
        same(says(tree), ('unknown', ''))


if __name__ == '__main__':
    sys.exit(run())
