#!/usr/bin/env python3
"""What the Mazo before this one has written, and the two side by side on one database. Prints TAP.

    upgrade.py MAZO [--long] [CASE]...
    upgrade.py MAZO --write     puts down what MAZO writes now, as tests/server/previous/COMMIT.sql and .json

Without --long the other version is a store that it left. With --long it is built from git: three servers behind HAProxy
become new ones while people play."""
import asyncio
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))
from nodes import Load, Node, Proxy, knows, moved_on  # noqa: E402
from people import ENDLESS, MAZO, QUICK, match_file, play_out, replay, settled, sit_together, start, until  # noqa: E402
from postgres import Postgres  # noqa: E402
from tap import SHEETS, Skip  # noqa: E402
from wsclient import Client, Server, run, same  # noqa: E402

ROOT = HERE.parents[1]
PREVIOUS = '5219cce'  # the commit before this line of work; another release: --write its store, and name it here
KEPT = HERE / 'previous'
CASES = []  # not those of nodes.py


def case(function):
    CASES.append(function)
    return function


# ---- what it left ----

async def fill(server):
    """People and tables of every kind; returns how they were left."""
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    tables = {}
    for sheet in SHEETS:
        code = await sit_together(ana, [bob], rules=sheet, options=ENDLESS)
        await start(ana, code)
        await asyncio.gather(until(ana, code, 12), until(bob, code, 12))
        tables[code] = {'rules': sheet, 'status': 'playing'}
    over = await sit_together(ana, [bob], rules='oficial', options=QUICK)
    await start(ana, over)
    await play_out(over, ana, bob)
    tables[over] = {'rules': 'oficial', 'status': 'over'}
    waiting = await ana.create(rules='duelo', seats=3, bots=['hard:cautious'], public=True, title='Mesa de Ana')
    await ana.ask('salt', table=waiting, salt='ab' * 32)
    tables[waiting] = {'rules': 'duelo', 'status': 'open'}
    slow = await sit_together(ana, [bob], rules='oficial', seats=3, bots=['hard'], clock=7200)
    await start(ana, slow)
    await settled(ana)
    tables[slow] = {'rules': 'oficial', 'status': 'playing'}
    await ana.ask('mute', table=slow, player=bob.player, on=True)
    await ana.flush()
    await bob.flush()
    for code, left in tables.items():
        seen = [m for _, m in ana.messages if m.get('table') == code and m['type'] in ('event', 'view')]
        left['n'] = seen[-1]['n'] if seen else 0
        left['hand'] = seen[-1]['view']['hand'] if seen and left['status'] == 'playing' else None
    return {'ana': ana.token, 'bob': bob.token, 'muted': bob.player, 'tables': tables}


async def write():
    """--write."""
    server = await Server(MAZO).start()
    commit = subprocess.run([MAZO, '--version'], capture_output=True, text=True, check=True).stdout
    commit = (re.search(r'\((\w+)', commit) or [0, PREVIOUS])[1]
    left = await fill(server)
    await server.stop()
    db = sqlite3.connect(server.store)
    left['user_version'] = db.execute('PRAGMA user_version').fetchone()[0]
    (KEPT / f'{commit}.sql').write_text('\n'.join(db.iterdump()) + '\n')
    (KEPT / f'{commit}.json').write_text(json.dumps(left, indent=1, ensure_ascii=False) + '\n')
    shutil.rmtree(server.folder)


def put_back(path, name=PREVIOUS):
    """The store as it was left, and what is known of it."""
    left = json.loads((KEPT / f'{name}.json').read_text())
    db = sqlite3.connect(path)
    db.executescript((KEPT / f'{name}.sql').read_text())
    db.execute(f"PRAGMA user_version = {left['user_version']}")
    db.execute(f"PRAGMA application_id = {int.from_bytes(b'mazo', 'big')}")
    db.commit()
    db.close()
    return left


async def play_on(server, left):
    """Everybody comes back, finds what was there, and plays."""
    Client.serial += 10000  # ids of commands in that store count once, and were given in another process
    ana, bob = await server.guest(token=left['ana']), await server.guest(token=left['bob'])
    same((ana.name, bob.name, ana.welcome['muted']), ('Ana', 'Bob', [left['muted']]))
    same({t['table'] for t in ana.welcome['tables']}, set(left['tables']))
    for code, was in left['tables'].items():
        told = await ana.ask('join', table=code)
        both = any(s.get('name') == 'Bob' for s in told['seats'])
        same((told['status'], told['rules'], told['you'], told['n']), (was['status'], was['rules'], 0, was['n']), code)
        if both:
            same((await bob.ask('join', table=code))['you'], 1)
        if was['status'] == 'playing':
            await ana.flush()
            same([m for m in ana.of('view') if m['table'] == code][-1]['view']['hand'], was['hand'])
            await asyncio.gather(*(until(who, code, was['n'] + 10) for who in ((ana, bob) if both else (ana,))))
        if was['status'] == 'over':
            told = await ana.ask('rematch', table=code)
            same(told['status'], 'open', told)
        if was['status'] != 'playing':
            await start(ana, code)
            await asyncio.gather(*(until(who, code, 5) for who in ((ana, bob) if both else (ana,))))
    return ana, bob


@case
async def every_table_that_it_left_is_continued():
    server = Server(MAZO)
    left = put_back(server.store)
    await server.start()
    ana, _ = await play_on(server, left)
    past = (await ana.ask('history', player=ana.player))['matches']
    same(len(past), 1)
    code, out, _ = replay(await match_file(server, past[0]['key']), '--verify')
    same(code, 0, out)
    await server.stop()
    checked = subprocess.run([MAZO, 'store', 'check', server.store, '--lang', 'en'], capture_output=True, text=True, check=False)
    same(checked.returncode, 0, checked.stdout + checked.stderr)


def add_keys(path):
    """As a newer Mazo may: keys that this one does not know, in rows of tables and in the first lines of matches."""
    db = sqlite3.connect(path)
    rows = db.execute('SELECT id, text FROM room').fetchall()
    for number, text in rows:
        room = json.loads(text)
        room['from_the_future'] = {'a': [1]}
        for seat in room['seats']:
            seat['mood'] = 'good'
        db.execute('UPDATE room SET text = ? WHERE id = ?', (json.dumps(room), number))
    db.commit()
    db.close()
    return len(rows)


@case
async def unknown_keys_are_left_alone():
    """What makes the next upgrade possible: a server of this version takes a table from a newer one."""
    server = await Server(MAZO).start()
    left = await fill(server)
    await server.stop()
    assert add_keys(server.store) > 5
    await server.restart()
    await play_on(server, left)
    await server.stop()


# ---- side by side ----

def previous():
    """The program before this one, built once from the history of this tree."""
    folder = ROOT / 'build' / f'previous-{PREVIOUS}'
    if not shutil.which('git') or subprocess.run(['git', '-C', ROOT, 'cat-file', '-e', f'{PREVIOUS}^{{commit}}'], check=False,
                                                 capture_output=True).returncode:
        raise Skip(f'commit {PREVIOUS} is not in this tree: a whole clone has it')
    program = folder / 'build' / 'mazo'
    if not program.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        archive = subprocess.run(['git', '-C', ROOT, 'archive', PREVIOUS], check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(['tar', '-x', '-C', folder], input=archive, check=True)
        for words in (['meson', 'setup', 'build', '--buildtype=debug', '-Doptimization=1', '-Db_lto=false', '-Dtests=disabled'],
                      ['ninja', '-C', 'build', 'mazo']):
            done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
            same(done.returncode, 0, (done.stdout + done.stderr)[-3000:])
    return str(program)


class Old(Node):
    """A server of the version before, without the options that it does not know."""

    def __init__(self, database, program):
        super().__init__(database)
        self.mazo = program
        known = subprocess.run([program, 'serve', '--help', '--lang', 'en'], capture_output=True, text=True, check=True).stdout
        self.all = self.options
        self.options = {name: value for name, value in self.options.items() if f'--{name}' in known}

    async def upgrade(self):
        await self.stop()
        self.mazo, self.options = MAZO, self.all
        return await self.start()


async def commits(nodes):
    """Which node is done?"""
    pages = [(await node.get('/metrics'))[2].decode() for node in nodes]
    return ['commit="' in page for page in pages]


async def side_by_side(faults):
    """Three servers of the version before, and players; nothing that `faults` does is noticed as a loss."""
    program = await asyncio.to_thread(previous)
    with Postgres() as database:
        nodes = [await Old(database, program).start() for _ in range(3)]
        async with Proxy(nodes) as proxy:
            load = Load(proxy.port, '--tables', '12', '--seats', '3', '--pace', '0.05', '--matches', '6')

            async def play():
                """A while later, and they still play."""
                await moved_on(nodes, by=100)
                same(load.process.poll(), None, 'all matches are over: it takes more matches')
            await play()
            await faults(nodes, play)
            code, found, said = await load.result()
        same((code, found['faults']), (0, 0), said)
        for node in nodes:
            await node.stop()
        checked = subprocess.run([MAZO, 'store', 'check', database.address, '--lang', 'en'], capture_output=True, text=True, check=False)
        same(checked.returncode, 0, checked.stdout + checked.stderr)


async def a_rolling_upgrade():
    """One after the other; for a while old and new ones play side by side, and the new ones bring up the database."""
    async def faults(nodes, play):
        same(await commits(nodes), [False] * 3)
        for i, node in enumerate(nodes):
            await node.upgrade()
            await knows(node, 2)
            same(await commits(nodes), [True] * (i + 1) + [False] * (2 - i))
            await play()
            print(f'# {i + 1} of 3 are new', flush=True)
    await side_by_side(faults)


async def a_new_server_dies_in_the_middle_of_an_upgrade():
    """Its tables go to old ones, and come back."""
    async def faults(nodes, play):
        await nodes[0].upgrade()
        await play()
        await nodes[0].kill()
        await play()
        await nodes[0].start()
        await play()
        for node in nodes[1:]:
            await node.upgrade()
            await play()
    await side_by_side(faults)


if __name__ == '__main__':
    if '--write' in sys.argv:
        asyncio.run(write())
        sys.exit()
    if '--long' in sys.argv:
        CASES = [a_rolling_upgrade, a_new_server_dies_in_the_middle_of_an_upgrade]
    sys.exit(run(CASES, sys.argv[2:]))
