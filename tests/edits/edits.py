#!/usr/bin/env python3
"""edits.py MAZO FAULTS [-k WORD] [--texts]: does a test notice when the code does something else?

Each case is one small edit of the server, the table, the store, the engine or the browser's code, and the test that must
fail with it. The edited file is compiled and linked with the rest of the build in place of the original; the test runs on the result.
An edit that lives is a promise that no test defends. --texts only looks whether every edit still meets its line.
TAP, one case for each edit.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / 'tests'))
from cases import CASES  # noqa: E402
from planted import edited_program, met  # noqa: E402

LONGEST = 600  # seconds for one run of a test


def in_browser(file, old, new, test, folder):
    """The page's unit tests, on a copy of its sources."""
    for name in ('src', 'test', 'wasm'):
        shutil.copytree(ROOT / 'web' / name, folder / 'web' / name)
    (folder / 'web' / 'node_modules').symlink_to(ROOT / 'web' / 'node_modules')
    for name in ('po', 'tests'):
        (folder / name).symlink_to(ROOT / name)
    source = folder / file
    source.write_text(source.read_text().replace(old, new, 1))
    return ['node', '--test', f'test/local/{test}'], folder / 'web'


def program_of(args, test):
    """`server/play.py CASE` is a test of the whole program, `table/test_clock` a program of its own."""
    name = test.split()[0]
    if name.endswith('.py'):
        return args.mazo
    flat = name.replace('/', '_')
    own = args.mazo.parent / 'tests' / name.split('/')[0] / flat
    return own if own.exists() else args.mazo.parent / 'tests' / flat


def command_of(args, test, program):
    name, *words = test.split()
    if not name.endswith('.py'):
        return [program]
    own = [args.faults] if name == 'server/faults.py' else []
    return [sys.executable, ROOT / 'tests' / name, program, *own, *words]


def passes(command, where):
    """Whether the test passes, and what it says against it."""
    env = {**os.environ, 'PATIENCE': str(LONGEST // 25), 'CHANGES': str(ROOT / 'tests/client/changes.json')}
    try:
        done = subprocess.run([str(c) for c in command], cwd=where, capture_output=True, text=True, errors='replace',
                              timeout=LONGEST, check=False, env=env)
    except subprocess.TimeoutExpired:  # it fails in ./check too
        return False, [f'error: it does not end in {LONGEST} seconds']
    lines = (done.stdout + done.stderr).strip().splitlines()
    return done.returncode == 0, [line for line in lines if 'not ok' in line or 'FAILED' in line or 'rror' in line]


def fails_anyway(args, test):
    """Without an edit: what the test says against the code as it is, or nothing."""
    if test not in args.baseline:
        if test.endswith('.mjs'):
            fine, said = passes(['node', '--test', f'test/local/{test}'], ROOT / 'web')
        else:
            fine, said = passes(command_of(args, test, program_of(args, test)), args.mazo.parent)
        args.baseline[test] = '' if fine else f'it fails without the edit too: {said[:1]}'
    return args.baseline[test]


def found(args, case):
    """Whether the test fails because of the edit, and what it says."""
    _, file, old, new, test = case
    if anyway := fails_anyway(args, test):
        return False, [anyway]
    with tempfile.TemporaryDirectory() as name:
        if file.startswith('web/'):
            command, where = in_browser(file, old, new, test, pathlib.Path(name))
        else:
            program = edited_program(program_of(args, test), args.mazo.parent, file, old, new, pathlib.Path(name))
            command, where = command_of(args, test, program), args.mazo.parent
        fine, said = passes(command, where)
        return not fine, said


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('mazo', type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument('faults', type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument('-k', default='', help='only cases with this in their name')
    parser.add_argument('--texts', action='store_true')
    args = parser.parse_args()
    args.baseline = {}
    cases = [case for case in CASES if args.k in case[0]]
    print(f'1..{len(cases)}', flush=True)
    bad = 0
    for number, case in enumerate(cases, 1):
        said = []
        try:
            fine, said = (met(case[1], case[2]), []) if args.texts else found(args, case)
        except (ValueError, StopIteration, subprocess.SubprocessError) as error:
            fine, said = False, [repr(error)[:400]]
        bad += not fine
        print(f"{'ok' if fine else 'not ok'} {number} - {case[0]}")
        for line in said[:1]:
            print(f'# {line[:200]}', flush=True)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
