#!/usr/bin/env python3
"""commit.py ROOT COMMIT OUTPUT DEPFILE: writes a C file that says which commit this tree is, with a "+" where files differ
from it.

COMMIT, if it is not empty, wins: packages give it (-Dcommit=). Then git. Then commit.txt beside this script, which
`git archive` fills in. Else "unknown". DEPFILE names what changes with every commit, so that ninja looks again."""
import os
import pathlib
import subprocess
import sys


def git(root, *words):
    """What git says, or nothing."""
    try:
        done = subprocess.run(['git', '-C', root, *words], capture_output=True, text=True, check=False,
                              env={**os.environ, 'GIT_OPTIONAL_LOCKS': '0'})
    except OSError:
        return ''
    return done.stdout.strip() if done.returncode == 0 else ''


def is_ours(root):
    """Not a tree that was unpacked inside the repository of something else."""
    top = git(root, 'rev-parse', '--show-toplevel')
    return top != '' and os.path.samefile(top, root)


def from_archive():
    path = pathlib.Path(__file__).resolve().with_name('commit.txt')
    text = path.read_text().strip() if path.exists() else ''
    return text if text.isalnum() else 'unknown'  # not "$Format:%h$"


def main(root, commit, output, depfile):
    changes = ''
    if not commit and is_ours(root):
        commit = git(root, 'describe', '--always', '--abbrev=7', '--exclude=*', '--dirty=+')
        changes = os.path.join(root, git(root, 'rev-parse', '--git-path', 'logs/HEAD'))
    shown = ''.join(c for c in commit or from_archive() if c.isalnum() or c in '+-._')
    text = f'/* Written by tools/commit.py. */\n#include "cli/cli.h"\n\nconst char cli_commit[] = "{shown}";\n'
    out = pathlib.Path(output)
    if not out.exists() or out.read_text() != text:  # else nothing is linked again
        out.write_text(text)
    changes = changes.replace(' ', '\\ ')
    pathlib.Path(depfile).write_text(f'{output}: {changes}\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
