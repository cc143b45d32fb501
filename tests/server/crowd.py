#!/usr/bin/env python3
"""What `mazo serve` promises to people while a crowd takes all that it can get, through real sockets. Prints TAP.

    crowd.py MAZO [--long] [CASE]..."""
import asyncio
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from people import ENDLESS, MAZO, start, until  # noqa: E402
from wsclient import CASES, Client, Server, case, run, same  # noqa: E402

EVENT = re.compile(r'"type":"event","table":"(\w+)"')


class Hoarder(Client):
    """Opens tables and never moves, so that a bot does; of events it only counts which table they are of."""

    def __init__(self, *arguments, **how):
        super().__init__(*arguments, **how)
        self.tables = {}

    def _take(self, text):
        event = EVENT.search(text[:80])
        if not event:
            super()._take(text)
        elif event[1] in self.tables:
            self.tables[event[1]] += 1

    async def ask(self, kind, **fields):
        self.send(kind, id=(name := self.new_id()), **fields)
        return await self.wait(lambda m: m.get('id') == name)

    async def hoard(self, count, **settings):
        for _ in range(count):
            code = await self.create(clock=1, options=ENDLESS, **settings)
            self.tables[code] = 0
            same((await self.ask('start', table=code))['status'], 'playing')


def at(address):
    return {'headers': (f'X-Forwarded-For: {address}',)}


@case
async def experts_of_one_table_beside_many():
    """Whoever has ninety tables of experts does not keep the experts of another table from moving."""
    server = await Server(MAZO, store='memory', **{'behind-proxy': True}).start()
    crowd = [await Hoarder(server, name=f'Many {i}').open(**at('10.0.0.7')) for i in range(12)]
    bob = await Client(server, name='Bob').open(**at('10.0.0.8'))
    for hoarder in crowd:
        await hoarder.hoard(8, rules='oficial', seats=4, bots=['expert'] * 3)
    while min(n for hoarder in crowd for n in hoarder.tables.values()) < 8:
        await asyncio.sleep(0.05)
    code = await bob.create(rules='oficial', seats=4, bots=['expert'] * 3, options=ENDLESS)
    before = await server.metric('thoughts_total')
    await start(bob, code)
    await until(bob, code, 60)
    searched = await server.metric('thoughts_total') - before
    experts = sum(e.get('seat', 0) > 0 for m in bob.of('event') for e in m['events'][:1])
    print(f'# {searched:.0f} searches of all, {experts} moves of the table with one owner', flush=True)
    assert searched < 40 * experts, (searched, experts)
    assert await server.metric('thoughts_waiting') <= 32, 'of one address'
    assert await server.metric('thoughts_plain_total') > 0
    assert await server.metric('thought_wait_seconds_count') >= searched
    await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, [a for a in sys.argv[2:] if a != '--long']))
