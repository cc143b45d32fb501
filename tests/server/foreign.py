#!/usr/bin/env python3
"""Clients that we did not write: Debian's python3-websockets and Node's ws. Prints TAP.

usage: foreign.py ECHO FOLDER    (ws is installed into FOLDER, once)
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from rawclient import PATIENCE, Echo, Skip, case, run_cases, same

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = pathlib.Path(sys.argv[2])
PYTHONS = [sys.executable, '/usr/bin/python3']
server = Echo(sys.argv[1], 'rate=10000', 'burst=10000', 'per_address=0', 'opens_a_minute=0')


def says_fine(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=4 * PATIENCE, check=False)
    same((done.returncode, done.stdout.strip(), done.stderr), (0, 'fine', ''))


@case
def python_websockets():
    for python in PYTHONS:
        if shutil.which(python) and subprocess.run([python, '-c', 'import websockets'],
                                                   capture_output=True, check=False).returncode == 0:
            says_fine(python, HERE / 'foreign_websockets.py', str(server.port))
            return
    raise Skip('python3-websockets is not installed')


def installed_ws():
    """Installs what the lock file names, unless it is there."""
    lock = json.loads((HERE / 'package-lock.json').read_text(encoding='utf-8'))
    wanted = lock['packages']['node_modules/ws']['version']
    found = FOLDER / 'node_modules' / 'ws' / 'package.json'
    if found.exists() and json.loads(found.read_text(encoding='utf-8'))['version'] == wanted:
        return
    if not shutil.which('npm'):
        raise Skip('no npm here')
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in ('package.json', 'package-lock.json', '.npmrc'):
        shutil.copy(HERE / name, FOLDER / name)
    try:
        done = subprocess.run(['npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts'], cwd=FOLDER,
                              capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired as error:
        raise Skip('npm gets no answer') from error
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if 'error' in line] or ['npm failed']
        raise Skip(lines[0][:100].replace('#', ''))


@case
def node_ws():
    if not shutil.which('node'):
        raise Skip('no node here')
    installed_ws()
    says_fine('node', HERE / 'foreign.mjs', str(server.port), str(FOLDER) + os.sep)


@case
def nothing_is_left_behind():
    same(server.stop(), 0)


if __name__ == '__main__':
    sys.exit(run_cases())
