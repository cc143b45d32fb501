#!/usr/bin/env python3
"""at_table.py fill|on|page PORT FILE: people at the tables of an installed server, for packages.sh. `fill` sits them down and writes how it left
them; `on` finds them so after an upgrade, and plays on; `page`: does it serve the browser game?"""
import asyncio
import json
import pathlib
import sys

WORD, PORT, FILE = sys.argv[1:]
sys.argv[1:] = ['mazo']  # as people.py wants it
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'server'))
from upgrade import Server, fill, play_on  # noqa: E402
from tap import has, until  # noqa: E402


async def main():
    server = Server('mazo')
    server.port = int(PORT)
    if WORD == 'fill':
        pathlib.Path(FILE).write_text(json.dumps(await fill(server)))
    elif WORD == 'on':
        await play_on(server, json.loads(pathlib.Path(FILE).read_text()))
    else:
        has((await server.get('/'))[2].decode(), 'id="app"')


if __name__ == '__main__':
    asyncio.run(main())
