#!/usr/bin/env python3
"""run.py - gpu/build and the loader for Python. The kernels are compiled for a graphics card wherever LLVM can do it;
only a machine with such a card can run that, so here the loader plays on the processor."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests'))
from tap import Skip, case, has, run, same  # noqa: E402

FOLDER = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
PLACE = pathlib.Path(FOLDER.name)
KERNELS = ['mazo_gpu_play', 'mazo_gpu_play_policy', 'mazo_gpu_start', 'mazo_gpu_step']
LOADER = ROOT / 'gpu' / 'mazo_gpu.py'
SCRIPT = '''
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import mazo_gpu
games = mazo_gpu.Games(sys.argv[2], 'cpu')
env = mazo_gpu.Env(100, 'jackpot', 4, games=games, masks=True, others=True)
rng = np.random.default_rng(1)
rounds = 0
for _ in range(2000):
    env.step(env.ids[np.arange(100), rng.integers(0, env.counts)])
    assert not env.wrong.any()
    rounds += int(env.done.sum())
    assert (env.rewards[env.done > 0] != 0).all() and not env.rewards[env.done == 0].any()
    bits = np.unpackbits(env.masks.view(np.uint8).reshape(100, 32), axis=1, bitorder='little')
    assert (bits.sum(axis=1) == env.counts).all()
before = env.observations.copy()
env.step(np.full(100, 255, np.uint8))
assert env.wrong.all() and (before == env.observations).all()
assert rounds > 300, rounds
best, random = mazo_gpu.random_policy(1, noise=0), mazo_gpu.random_policy(2)
one = games.play('duelo', 2, 8, 5, np.concatenate([best, random]), longest=500)
assert (one == games.play('duelo', 2, 8, 5, np.concatenate([best, random]), longest=500)).all()
assert (one['rounds'] == 5).all()
'''


def python(*words):
    return subprocess.run(['/usr/bin/python3', *map(str, words)], capture_output=True, text=True, check=False)


@case
def build_makes_the_kernels():
    done = subprocess.run([str(ROOT / 'gpu' / 'build'), str(PLACE)], capture_output=True, text=True, check=False)
    if done.returncode == 3:
        has(done.stderr, 'clang-19')
        raise Skip('no LLVM here that makes code for graphics cards: the processor only')
    same(done.returncode, 0)
    text = (PLACE / 'mazo.ptx').read_text()
    same(sorted(re.findall(r'\.entry (\w+)', text)), sorted(KERNELS))
    same(re.findall(r'\.extern .*', text), [])


def play(*words):
    done = python(LOADER, '--folder', PLACE, '--device', 'cpu', '--threads', 16, '--rounds', 10, *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@case
def the_same_number_is_the_same_games():
    one, two, other = play('--seed', 3), play('--seed', 3), play('--seed', 4)
    same([one['rounds'], one['hash'] == two['hash'], one['hash'] == other['hash']], [160, True, False])
    same(sum(one['won'][:4]), 160)
    same(play('--rules', 'duelo', '--seats', 2, '--policy', '--longest', 3)['given_up'], 160)


@case
def envs_of_the_loader():
    done = python('-c', SCRIPT, LOADER.parent, PLACE)
    assert done.returncode == 0, done.stderr


@case
def errors_are_told():
    for words, text in ((['--rules', 'bridge'], 'unknown sheet: bridge'), (['--seats', '11'], 'seats')):
        done = python(LOADER, '--folder', PLACE, '--device', 'cpu', *words)
        same(done.returncode, 1)
        has(done.stderr, text)
    done = python(LOADER, '--folder', PLACE / 'nowhere')
    same(done.returncode, 1)
    has(done.stderr, 'gpu/build')


if __name__ == '__main__':
    if python('-c', 'import numpy').returncode:
        print('1..0 # SKIP needs python3-numpy')
        sys.exit()
    sys.exit(run(sys.argv[1:]))
