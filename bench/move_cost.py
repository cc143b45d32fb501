#!/usr/bin/env python3
"""move_cost.py BUILD [--seconds N] [--times N] [--rules SHEET]: what a durable move costs the server.

The floor (bench/floor.c: the same messages without a game) and a server with 200 tables of 4 at
pace 0, SQLite durable, one after the other, --times times. Prints processor time per move of both,
and their ratio. The machine should have nothing else to do: with few moves a second, few share a
commit, and each pays more for it.
"""
import argparse
import json
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile

TABLES = 200


def floor(build, seconds):
    out = subprocess.run([build / 'bench' / 'floor', str(TABLES), str(seconds)], check=True, capture_output=True, text=True)
    return float(re.search(r'([\d.]+) us of', out.stdout)[1])


def server(mazo, seconds, rules):
    """Microseconds per move, and moves per second."""
    with tempfile.TemporaryDirectory() as folder:
        serve = subprocess.Popen([mazo, 'serve', '--port', '0', '--store', f'{folder}/games.db', '--connections', '5000',
                                  '--per-address', '5000', '--opens-a-minute', '0', '--makes-an-hour', '0', '--rate',
                                  '1000', '--lang', 'en', '--log', 'none'], stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r'http://\S+', serve.stdout.readline())[0]
            done = subprocess.run([mazo, 'load', address, '--tables', str(TABLES), '--pace', '0', '--duration', str(seconds),
                                   '--rules', rules, '--pid', str(serve.pid), '--quiet', '--json'],
                                  check=True, capture_output=True, text=True)
        finally:
            serve.terminate()
            serve.wait()
    told = json.loads(done.stdout)
    return told['server']['cpu_percent'] * 1e4 / told['moves_per_s'], told['moves_per_s']


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('build', type=pathlib.Path, help='a build folder with mazo and bench/floor')
    parser.add_argument('--seconds', type=int, default=15)
    parser.add_argument('--times', type=int, default=3)
    parser.add_argument('--rules', default='oficial')
    args = parser.parse_args()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    ratios = []
    for _ in range(args.times):
        least = floor(args.build, args.seconds)
        cost, rate = server(args.build / 'mazo', args.seconds, args.rules)
        ratios.append(cost / least)
        print(f'floor {least:.1f} us, server {cost:.0f} us at {rate:.0f} moves per second: {cost / least:.2f} times', flush=True)
    print(f'median: {statistics.median(ratios):.2f} times')


if __name__ == '__main__':
    main()
