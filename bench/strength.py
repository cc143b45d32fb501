#!/usr/bin/env python3
"""Usage: bench/strength.py MAZO FOLDER [--slice N] [ROW]…

Plays the rows of docs/bots.md that take hours, in slices of 500 rounds with seeds of their own. Each
finished slice is a file in FOLDER (what `mazo sim --json` said), so the work can be stopped at any
time and goes on where it was; several at once share the work. Prints the table at the end, and
with no more to do only that. A change of a bot wants a new FOLDER.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

# name: rounds, arguments of `mazo sim`. The one that is measured comes first.
ROWS = {
    'duelo-hard': (20000, '--rules duelo --bots expert,hard'),
    'duelo-rule-v1': (20000, '--rules duelo --bots expert,rule-v1'),
    'four-hard': (12000, '--rules oficial --seats 4 --bots expert,hard,hard,hard'),
    'duelo-random': (20000, '--rules duelo --bots expert,random'),
    'four-normal': (8000, '--rules oficial --seats 4 --bots expert,normal,normal,normal'),
    'four-rule-v1': (4000, '--rules oficial --seats 4 --bots expert,rule-v1,rule-v1,rule-v1'),
    'four-random': (2000, '--rules oficial --seats 4 --bots expert,random,random,random'),
    'oficial-hard': (2000, '--rules oficial --bots expert,hard'),
    'sin-reversa-hard': (2000, '--rules sin-reversa --seats 2 --bots expert,hard'),
    'penas-hard': (2000, '--rules penas --seats 2 --bots expert,hard'),
    'jackpot-hard': (2000, '--rules jackpot --seats 2 --bots expert,hard'),
}
FIRST_SEED = 5000


def slices(folder, name, size):
    for i in range(ROWS[name][0] // size):
        yield FIRST_SEED + i, folder / f'{name}.{FIRST_SEED + i}.{size}.json'


def play(mazo, folder, name, size):
    for seed, path in slices(folder, name, size):
        mine = path.with_suffix('.taken')
        if path.exists():
            continue
        try:
            owner = int(mine.read_text() or 0) if mine.exists() else 0
            if owner and pathlib.Path(f'/proc/{owner}').exists():
                continue
            mine.write_text(str(os.getpid()))
        except ValueError:
            continue
        print(f'{name}: seed {seed}', file=sys.stderr, flush=True)
        said = subprocess.run([mazo, 'sim', *ROWS[name][1].split(), '--rounds', str(size), '--seed', str(seed),
                               '--threads', '1', '--json', '--quiet'], check=True, stdout=subprocess.PIPE).stdout
        part = path.with_suffix('.part')
        part.write_bytes(said)
        part.rename(path)
        mine.unlink()


def row(folder, name, size):
    """The sum of the slices; the interval of each is over its deals, which are independent."""
    rounds = wins = moves = 0
    square = time = 0.0
    for _, path in slices(folder, name, size):
        if path.exists():
            said = json.loads(path.read_text())
            first = said['groups'][0]
            half = (first['ci95'][1] - first['ci95'][0]) / 2
            rounds += said['rounds']
            wins += first['wins']
            moves += first['moves']
            time += first['ms_per_move'] * first['moves']
            square += (half * said['rounds']) ** 2
    if rounds:
        print(f'{name:18} {100 * wins / rounds:6.2f} % ± {100 * square ** .5 / rounds:.2f}'
              f'  {rounds:6} of {ROWS[name][0]} rounds  {time / moves:6.2f} ms a move')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('mazo')
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('rows', nargs='*', metavar='ROW', help=', '.join(ROWS))
    parser.add_argument('--slice', type=int, default=500)
    parser.add_argument('--table', action='store_true', help='only the table of what there is')
    asked = parser.parse_args()
    unknown = [name for name in asked.rows if name not in ROWS]
    if unknown:
        parser.error(f'no such row: {unknown[0]}')
    asked.folder.mkdir(parents=True, exist_ok=True)
    names = asked.rows or list(ROWS)
    for name in () if asked.table else names:
        play(asked.mazo, asked.folder, name, asked.slice)
    for name in names:
        row(asked.folder, name, asked.slice)


if __name__ == '__main__':
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
