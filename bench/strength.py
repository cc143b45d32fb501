#!/usr/bin/env python3
"""Usage: bench/strength.py MAZO [--seconds N] [--results FILE]

Plays matches of every level against the one below, on every sheet, with two and with four seats, and
writes them to bench/results/strength.json. bench/figures.py makes the table of docs/bots.md from it.

`easy`, `normal` and `hard` need a minute for 2400 matches of each kind. Matches of `expert` are played
deal by deal, each with a seed of its own, until N seconds of processor time are spent (1800): stop it
when you like, and run it again to go on. When a bot has changed, delete the file and begin anew.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SHEETS = ['sin-reversa', 'duelo', 'oficial', 'penas', 'jackpot']
PAIRS = [('normal', 'easy'), ('hard', 'normal'), ('expert', 'hard')]
SEATS = [2, 4]
DEALS = {2: 3, 4: 1}  # of expert matches in turn: with four seats a deal takes three times as long
QUICK = 2400
SEED = 5


def arguments(one, other, sheet, seats, matches, seed):
    return ['sim', '--matches', '--rules', sheet, '--seats', str(seats), '--bots', f'{one},{other}',
            '--rounds', str(matches), '--seed', str(seed)]


def play(mazo, *row):
    said = subprocess.run([mazo, *arguments(*row), '--threads', '1', '--json', '--quiet'], check=True,
                          stdout=subprocess.PIPE).stdout
    return json.loads(said)['groups'][0]


def kept(path):
    if path.exists():
        return json.loads(path.read_text())
    return {'quick': {}, 'deals': {}}


def as_text(results):
    """JSON with one line for each row of the table."""
    parts = []
    for key, value in results.items():
        rows = ',\n'.join(f'  {json.dumps(name)}: {json.dumps(row)}' for name, row in value.items()) if isinstance(value, dict) else None
        parts.append(f' {json.dumps(key)}: ' + (f'{{\n{rows}\n }}' if rows else json.dumps(value)))
    return '{\n' + ',\n'.join(parts) + '\n}\n'


def keep(path, results, mazo):
    results['machine'] = f'{os.cpu_count()} cores ({platform.machine()})'
    results['date'] = datetime.date.today().isoformat()
    results['version'] = subprocess.run([mazo, '--version'], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    part = path.with_suffix('.part')
    part.write_text(as_text(results))
    part.rename(path)


def quick(mazo, results):
    """One call for each row: share of matches that each player of the level wins, and its interval."""
    for one, other in PAIRS[:-1]:
        for sheet in SHEETS:
            for seats in SEATS:
                name = f'{one} {other} {sheet} {seats}'
                if name not in results['quick']:
                    got = play(mazo, one, other, sheet, seats, QUICK, SEED)
                    results['quick'][name] = [got['win_rate'], got['ci95'], got['ms_per_move']]


def slow(mazo, results):
    """A few deals of every row, each in every rotation of the seats: wins of the experts, their moves and milliseconds."""
    one, other = PAIRS[-1]
    for sheet in SHEETS:
        for seats in SEATS:
            deals = results['deals'].setdefault(f'{one} {other} {sheet} {seats}', [])
            for _ in range(DEALS[seats]):
                got = play(mazo, one, other, sheet, seats, seats, SEED + len(deals))
                deals.append([got['wins'], got['moves'], round(got['ms_per_move'] * got['moves'])])


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('mazo')
    parser.add_argument('--seconds', type=float, default=1800)
    parser.add_argument('--results', type=pathlib.Path, default=HERE / 'results' / 'strength.json')
    asked = parser.parse_args()
    asked.results.parent.mkdir(parents=True, exist_ok=True)
    results = kept(asked.results)
    quick(asked.mazo, results)
    keep(asked.results, results, asked.mazo)
    while spent() < asked.seconds:
        slow(asked.mazo, results)
        keep(asked.results, results, asked.mazo)


if __name__ == '__main__':
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
