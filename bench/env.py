#!/usr/bin/env python3
"""env.py [SECONDS]: steps a second of mazo.VecEnv, with actions that NumPy chooses from the lists of legal ids.

One thread, processor time. Masks, observations, rewards and the ends of episodes are written in each step. For bench/env.c, the
same in C, run the program beside it in the same minute.
"""
import os
import pathlib
import shutil
import sys
import tempfile
import time

for name in 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS':
    os.environ[name] = '1'
os.environ['MAZO_TUNED'] = '1'
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'python'))
import backend  # noqa: E402


def measure(env, seconds, rng):
    """Million steps a second."""
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(max(1, 65536 // env.num_envs)):
            env.step(env.sample(rng))
            steps += env.num_envs
    return steps / (time.process_time() - start) / 1e6


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder) / 'mazo'
        shutil.copytree(ROOT / 'python' / 'mazo', place)
        backend.compile_to(place / '_mazo.abi3.so', ['-finline-limit=400'])
        sys.path.insert(0, folder)
        import mazo  # pylint: disable=import-outside-toplevel,import-error
        import numpy as np  # pylint: disable=import-outside-toplevel
        rng = np.random.default_rng(1)
        print('million steps a second, NumPy chooses')
        for games in 1, 64, 4096:
            for rules, seats in ('duelo', 2), ('oficial', 4), ('jackpot', 4):
                print(f'{rules + ", " + str(seats):14} {games:5} games  {measure(mazo.VecEnv(games, rules, seats), seconds, rng):6.2f}', flush=True)
        for bot in 'easy', 'normal':
            print(f'duelo against {bot:8} 4096 games  {measure(mazo.VecEnv(4096, opponents=bot), seconds, rng):6.2f} (decisions of yours)', flush=True)


if __name__ == '__main__':
    main()
