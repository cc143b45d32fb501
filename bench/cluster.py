#!/usr/bin/env python3
"""cluster.py MAZO [ROUNDS [LOADS [NAME]...]] - what a move costs with SQLite, with PostgreSQL, and with three servers behind HAProxy.

Takes turns, so that whatever else the machine does falls on all alike, and prints a line for each round and the medians.
`mazo load` plays at pace 0 with all its checks on and takes processor time too: where there are as few cores as here,
processor time for each move says more than moves a second."""
import asyncio
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / 'tests'), str(ROOT / 'tests' / 'server')]
from nodes import MAZO, Node, Proxy, Server  # noqa: E402
from postgres import Postgres  # noqa: E402

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
LOADS = int(sys.argv[3]) if len(sys.argv) > 3 else 1  # processes that play; one fills a core
TABLES, SECONDS = 60, 15


def cpu(pids):
    """Seconds that these processes have used."""
    ticks = 0
    for pid in pids:
        fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()
        ticks += int(fields[11]) + int(fields[12]) + int(fields[13]) + int(fields[14])
    return ticks / 100


async def figures(servers, database):
    made = [(await s.metric('commands_total'), await s.metric('cpu_seconds_total')) for s in servers]
    other = cpu([database.process.pid, *database.children()]) if database else 0
    return sum(m for m, _ in made), sum(c for _, c in made), other


async def play(port):
    load = await asyncio.create_subprocess_exec(MAZO, 'load', f'http://127.0.0.1:{port}', '--tables', str(TABLES), '--pace', '0', '-d',
                                                str(SECONDS + 10), '--verify', '8', '--quiet', '--json', '--breaks',
                                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    out = (await load.communicate())[0].decode()
    if load.returncode:
        print(out[-1500:], flush=True)


async def measure(name, servers, port, database=None):
    loads = [asyncio.create_task(play(port)) for _ in range(LOADS)]
    while await servers[0].metric('commands_total') == 0:
        await asyncio.sleep(0.1)
    await asyncio.sleep(5)  # tables have found their server
    before = await figures(servers, database)
    await asyncio.sleep(SECONDS)
    moves, server, other = (b - a for a, b in zip(before, await figures(servers, database)))
    await asyncio.gather(*loads)
    found = moves / SECONDS, server / moves * 1e6, other / moves * 1e6
    print(f'{name:<10} {found[0]:7.0f} moves/s {found[1]:7.0f} µs a move in the servers {found[2]:7.0f} in the database', flush=True)
    for s in servers:
        await s.stop()
    return found


async def behind_proxy(name, count):
    with Postgres() as database:
        nodes = [await Node(database).start() for _ in range(count)]
        async with Proxy(nodes) as proxy:
            return await measure(name, nodes, proxy.port, database)


async def one_round(found):
    names = sys.argv[4:] or list(found)
    if 'sqlite' in names:
        found['sqlite'].append(await measure('sqlite', *alone(await Server(MAZO).start())))
    if 'postgres' in names:
        with Postgres() as database:
            found['postgres'].append(await measure('postgres', *alone(await Node(database).start()), database))
    for name, count in ('one', 1), ('three', 3):
        if name in names:
            found[name].append(await behind_proxy(name, count))


def alone(server):
    return [server], server.port


async def main():
    found = {'sqlite': [], 'postgres': [], 'one': [], 'three': []}
    for _ in range(ROUNDS):
        await one_round(found)
    for name, rows in found.items():
        if rows:
            print(f'{name:<10} medians:', *(f'{statistics.median(column):.0f}' for column in zip(*rows)))


asyncio.run(main())
