#!/usr/bin/env python3
"""How long a server stops for everybody while one player joins a long match.

    bench/long_match.py MAZO [MOVES]

A stored match of MOVES moves (100000) is joined after a restart, first without and then with the round
so far, while another client sends one ping after the other: the longest wait for a pong, the
usual one, and the CPU time of the network's thread and of all others."""
import asyncio
import os
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'tests' / 'server'))
from longmatch import lengthen  # noqa: E402
from wsclient import Server, cancel  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
MOVES = int(sys.argv[2]) if len(sys.argv) > 2 else 100000


def cpu_ms(server):
    used = {int(task.name): int((task / 'schedstat').read_text().split()[0]) / 1e6
            for task in pathlib.Path(f'/proc/{server.process.pid}/task').iterdir()}
    return used.pop(server.process.pid), sum(used.values())


async def ping(client, waits):
    while True:
        began = time.perf_counter()
        await client.flush()
        waits.append((time.perf_counter() - began) * 1e3)


async def measure(server, ana, code, **fields):
    bea, waits = await server.guest('Bea'), []
    pinging = asyncio.create_task(ping(bea, waits))
    await asyncio.sleep(1)
    usual, before, began = statistics.median(waits), cpu_ms(server), time.perf_counter()
    waits.clear()
    answer = await ana.ask('join', table=code, **fields)
    assert answer['n'] >= MOVES, answer
    await ana.flush()
    took = (time.perf_counter() - began) * 1e3
    network, others = (a - b for a, b in zip(cpu_ms(server), before))
    await cancel([pinging])
    await bea.close()
    print(f'join {fields or ""}: answered after {took:.0f} ms; longest ping {max(waits):.1f} ms, usual '
          f'{usual:.2f} ms; CPU: network {network:.1f} ms, other threads {others:.1f} ms', flush=True)


async def main():
    server = await Server(MAZO, moves=0).start() if '--moves' in os.popen(f'{MAZO} serve --help').read() \
        else await Server(MAZO).start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=2, options={'target': 5000}, bots=['easy'])
    await ana.ask('start', table=code)
    await server.stop()
    file = lengthen(MAZO, server.store, code, MOVES, server.folder / 'long.mazo')
    print(f'{MOVES} moves, {len(file) / 1e6:.1f} MB', flush=True)
    await server.restart()
    ana = await server.guest(token=ana.token)
    await measure(server, ana, code)
    await measure(server, ana, code, past=True)
    await server.stop()


asyncio.run(main())
