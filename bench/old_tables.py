#!/usr/bin/env python3
"""What old tables cost a server: the scan of every minute, and the hello of a person who has many.

    bench/old_tables.py MAZO [ROOMS] [OLD_DAYS]

First 20 tables in the middle of a match, put to rest; then how long their owner's hello takes after a
restart, and how much CPU the server needs for it. Then ROOMS tables more (300000), last used OLD_DAYS
ago (1), and the longest that a ping waits in 65 seconds, against the usual wait."""
import asyncio
import os
import pathlib
import random
import sqlite3
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'tests' / 'server'))
from wsclient import Server, play  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
ROOMS = int(sys.argv[2]) if len(sys.argv) > 2 else 300000
DAYS = int(sys.argv[3]) if len(sys.argv) > 3 else 1
TABLES, EVENTS, HELLOS, SECONDS = 20, 200, 7, 65


def cpu_ms(server):
    fields = pathlib.Path(f'/proc/{server.process.pid}/schedstat').read_text().split()
    return int(fields[0]) / 1e6


async def begin(server):
    """Somebody with 20 matches under way."""
    ana = await server.guest('Ana')
    for i in range(TABLES):
        code = await ana.create(rules='oficial', seats=4, options={'target': 5000})
        await ana.ask('start', table=code)
        await play(ana, code, random.Random(i), stop=lambda m: m['n'] >= EVENTS)
        await ana.ask('leave', table=code)
    return ana.token


async def hello(server, token):
    waits, costs = [], []
    for _ in range(HELLOS):
        await server.stop()
        await server.restart()
        client = await server.client(token=token).connect()
        await client.socket.drain()
        await asyncio.sleep(1.2)  # the server's own beginning is over
        before, began = cpu_ms(server), time.perf_counter()
        welcome = await client.ask('hello', version=1, token=token)
        waits.append((time.perf_counter() - began) * 1e3)
        costs.append(cpu_ms(server) - before)
        assert len(welcome['tables']) == TABLES, welcome
        await client.close()
    print(f'hello with {TABLES} old tables: {statistics.median(waits):.2f} ms, '
          f'{statistics.median(costs):.2f} ms of CPU', flush=True)


def fill(path):
    db = sqlite3.connect(path)
    text, = db.execute('SELECT text FROM room LIMIT 1').fetchone()
    touched = int(time.time() * 1000) - DAYS * 86400000
    db.execute('BEGIN')
    db.executemany('INSERT INTO room (id, code, touched, due, listed, over, match, text)'
                   ' VALUES (?, ?, ?, 0, 0, 0, 0, ?)',
                   ((1000 + i, f'Z{i:06d}', touched + i, text.replace('"playing"', '"over"'))
                    for i in range(ROOMS)))
    db.execute('COMMIT')
    db.close()


async def scan(server):
    client = await server.guest('Bea')
    waits, end = [], time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        began = time.perf_counter()
        await client.flush()
        waits.append((time.perf_counter() - began) * 1e3)
        await asyncio.sleep(0.002)
    print(f'{ROOMS} tables, used {DAYS} days ago: the longest ping {max(waits):.1f} ms, '
          f'the usual {statistics.median(waits):.2f} ms', flush=True)


async def main():
    server = await Server(MAZO).start()
    token = await begin(server)
    await hello(server, token)
    if ROOMS:
        await server.stop()
        fill(server.store)
        await server.restart()
        await asyncio.sleep(5)
        await scan(server)
    await server.stop()


asyncio.run(main())
