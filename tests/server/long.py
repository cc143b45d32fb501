#!/usr/bin/env python3
"""Long matches: what they may cost, and where they end. Prints TAP.

    long.py MAZO [CASE]..."""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from longmatch import lengthen  # noqa: E402
from wsclient import CASES, Server, Skip, case, run, same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
MOVES = 20000


def cpu(server):
    """Nanoseconds that the network's thread has used, and all other threads together."""
    pid = server.process.pid
    try:
        used = {int(task.name): int((task / 'schedstat').read_text().split()[0])
                for task in pathlib.Path(f'/proc/{pid}/task').iterdir()}
    except OSError as error:
        raise Skip(f'no schedstat: {error}') from error
    return used.pop(pid), sum(used.values())


async def with_long_match(moves=MOVES, **options):
    """A server, Ana, and her match of many moves, which is on the disk; and its file."""
    server = await Server(MAZO, **options).start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=2, options={'target': 5000}, bots=['easy'])
    await ana.ask('start', table=code)
    await server.stop()
    file = lengthen(MAZO, server.store, code, moves, server.folder / 'long.mazo')
    await server.restart()
    return server, await server.guest(token=ana.token), code, file


# ---- replaying ----

@case
async def a_long_match_is_replayed_beside_the_network():
    server, ana, code, _ = await with_long_match()
    for fields in ({}, {'past': True}, {'match': 1, 'since': MOVES - 50}):
        await ana.flush()
        before = cpu(server)
        table = await ana.ask('join', table=code, **fields)
        same((table['status'], table['n'] >= MOVES), ('playing', True), fields)
        await ana.flush()
        network, others = (a - b for a, b in zip(cpu(server), before))
        if 'match' not in fields:  # the last moves are in memory by then
            assert network < others / 4, f'{fields}: {network / 1e6} ms, the others {others / 1e6} ms'
    same(await server.metric('matches_replayed_total'), 1)
    await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
