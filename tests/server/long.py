#!/usr/bin/env python3
"""Long matches: what they may cost, and where they end. Prints TAP.

    long.py MAZO [CASE]..."""
import asyncio
import json
import os
import pathlib
import re
import socket
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from longmatch import lengthen  # noqa: E402
from wsclient import CASES, PATIENCE, Server, Skip, case, play, run, same, sanitized  # noqa: E402

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


async def with_long_match(**options):
    """A server, Ana, and her match of many moves, which is on the disk; and its file."""
    server = await Server(MAZO, **{'moves': 0, **options}).start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=2, options={'target': 5000}, bots=['easy'])
    await ana.ask('start', table=code)
    await server.stop()
    file = lengthen(MAZO, server.store, code, MOVES, server.folder / 'long.mazo')
    await server.restart()
    return server, await server.guest(token=ana.token), code, file.encode()


def end_match(server):
    """The match has results, as the store sees it: anybody may have its file. Its key."""
    db = sqlite3.connect(server.store)
    match, key = db.execute('SELECT id, key FROM match').fetchone()
    db.execute("INSERT INTO result VALUES (?, 0, NULL, 'Ana', 0, 1, 1, 0)", [match])
    db.commit()
    db.close()
    return key


class Reader:
    """Reads a match link no faster than told to."""

    async def open(self, server, key, method='GET', version='1.1', buffer=4096):
        self.sock = socket.socket()
        self.sock.setblocking(False)
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.loop = asyncio.get_running_loop()
        await self.loop.sock_connect(self.sock, ('127.0.0.1', server.port))
        await self.ask(key, method, version)
        return self

    async def ask(self, key, method='GET', version='1.1'):
        await self.loop.sock_sendall(self.sock, f'{method} /m/{key} HTTP/{version}\r\nHost: 127.0.0.1\r\n'
                                     '\r\n'.encode())
        self.data = b''
        while b'\r\n\r\n' not in self.data:
            more = await asyncio.wait_for(self.loop.sock_recv(self.sock, 512), PATIENCE)
            assert more, self.data
            self.data += more
        self.head, _, self.data = self.data.partition(b'\r\n\r\n')
        self.length = int(re.search(rb'Content-Length: (\d+)', self.head)[1])

    async def rest(self):
        """The whole body, or what comes of it before the connection ends."""
        try:
            while len(self.data) < self.length:
                more = await asyncio.wait_for(self.loop.sock_recv(self.sock, 65536), PATIENCE)
                if not more:
                    break
                self.data += more
        except ConnectionError:
            pass
        return self.data


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


@case
async def whether_a_file_is_open_is_found_out_beside_the_network():
    server, ana, _, _ = await with_long_match()
    db = sqlite3.connect(server.store)
    key, = db.execute('SELECT key FROM match').fetchone()
    db.close()
    await ana.flush()
    before = cpu(server)
    same((await server.get(f'/m/{key}'))[0], 404)
    network, others = (a - b for a, b in zip(cpu(server), before))
    assert network < others / 4, f'{network / 1e6} ms, the others {others / 1e6} ms'
    await server.stop()


# ---- match files ----

@case
async def a_match_link_gives_the_whole_file():
    server, _, _, file = await with_long_match()
    key = end_match(server)
    for version in '1.1', '1.0':
        reader = await Reader().open(server, key, version=version, buffer=65536)
        same((reader.length, await reader.rest() == file), (len(file), True), version)
    reader = await Reader().open(server, key, 'HEAD')
    same((reader.length, reader.data), (len(file), b''))
    await reader.ask(key)  # over the same connection
    same(await reader.rest() == file, True)
    await reader.ask('nobody')
    same(reader.head.split()[1], b'404')
    await server.stop()


@case
async def a_slow_reader_holds_one_piece():
    server, _, _, file = await with_long_match()
    key = end_match(server)
    assert len(file) > 1000000, len(file)
    await (await Reader().open(server, key)).rest()
    before = server.rss()
    readers = [await Reader().open(server, key) for _ in range(50)]
    grown = (server.rss() - before) * 1024
    assert sanitized(MAZO) or grown < 50 * len(file) / 5, f'{grown / 50:.0f} bytes each, of a file of {len(file)}'
    for reader in readers:
        same(await reader.rest() == file, True)
    await server.stop()


@case
async def a_file_that_breaks_off_shows():
    server, _, _, file = await with_long_match()
    key = end_match(server)
    reader, other = await Reader().open(server, key), await Reader().open(server, key)
    db = sqlite3.connect(server.store)
    db.execute('DELETE FROM event WHERE n > ?', [MOVES - 10])
    db.commit()
    db.close()
    read = await reader.rest()
    same((reader.length, file.startswith(read), len(read) < len(file)), (len(file), True, True))
    await server.stop()  # in the middle of the other one
    assert len(await other.rest()) < len(file)


@case
async def mazo_replay_says_that_a_file_has_broken_off():
    async def answer(reader, writer):
        await reader.readuntil(b'\r\n\r\n')
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"mazo":1,')
        writer.close()
    async with await asyncio.start_server(answer, '127.0.0.1', 0) as server:
        port = server.sockets[0].getsockname()[1]
        replay = await asyncio.create_subprocess_exec(
            MAZO, 'replay', f'http://127.0.0.1:{port}/m/KEY', '--lang', 'en',
            stderr=asyncio.subprocess.PIPE)
        _, said = await asyncio.wait_for(replay.communicate(), PATIENCE)
    assert b'the connection broke' in said, said


# ---- limits ----

def legal_moves(client, code):
    """Answers whatever is asked of it, in the newest event or view; keeps the match going."""
    newest = [m for m in client.of('event') + client.of('view') if m['table'] == code]
    newest = max(newest, key=lambda m: (m['match'], m['n']), default=None)
    legal = [c for c in newest['legal'] if c['do'] not in ('uno', 'catch')] if newest else []
    view = newest['view'] if newest else {}
    if not legal or (view['turn'] != view['seat'] and view['phase'] != 'round_over'):
        return None
    draw = [c for c in legal if c['do'] in ('draw', 'keep', 'pass', 'accept')]
    return {k: v for k, v in (draw or legal)[0].items() if k != 'seat'}


async def play_until(clients, code, done):
    """All of them play and draw, until `done` is true."""
    while not done():
        for client in clients:
            command = legal_moves(client, code)
            if command and not done():
                await client.do(code, command)
        await clients[0].flush()


def notices(client, word):
    return [m for m in client.of('notice') if m['word'] == word]


@case
async def a_match_that_is_too_long_ends_as_it_stands():
    server = await Server(MAZO, moves=60, log='json').start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob', lang='es')
    code = await ana.create(rules='oficial', seats=2, options={'target': 5000})
    await bob.ask('join', table=code)
    await bob.ask('sit', table=code)
    await ana.ask('start', table=code)
    await play_until([ana, bob], code, lambda: notices(ana, 'nearly_too_long'))
    same([m['n'] for m in ana.of('event')][-1], 54)
    warning = notices(ana, 'nearly_too_long')[0]
    assert warning['table'] == code and '90 %' in warning['text'], warning
    assert notices(bob, 'nearly_too_long')[0]['text'].startswith('Esta partida'), bob.of('notice')
    cleo = await server.guest('Cleo')
    await cleo.ask('join', table=code)
    assert '90 %' in notices(cleo, 'nearly_too_long')[0]['text'], cleo.messages
    await play_until([ana, bob], code, lambda: ana.last('table')['status'] == 'open')
    await cleo.flush()
    same([m['n'] for m in ana.of('event')][-1], 60)
    for client in ana, bob, cleo:
        same(len(notices(client, 'too_long')), 1, client.name)
        same([(s['sits'], s.get('name')) for s in client.last('table')['seats']],
             [('person', 'Ana'), ('person', 'Bob')])
    same((await ana.do(code, {'do': 'draw'}))['error'], 'not_running')

    # It is kept whole, for everybody, and changes no rating.
    past = (await ana.ask('history'))['matches']
    same([(m['won'], m['rating']) for m in past], [(False, 1500)])
    status, _, file = await server.get(f'/m/{past[0]["key"]}')
    same((status, file.count(b'\n')), (200, 61))
    (server.folder / 'cut.mazo').write_bytes(file)
    replay = await asyncio.create_subprocess_exec(MAZO, 'replay', '--verify', str(server.folder / 'cut.mazo'),
                                                  stdout=asyncio.subprocess.DEVNULL)
    same(await replay.wait(), 0)
    same((await ana.ask('player', player=ana.player))['matches'], 1)
    same(await server.metric('matches_too_long_total'), 1)
    same(await server.metric('matches_running'), 0)
    assert '"match_too_long"' in server.errors(), server.errors()

    # Another match at the same table, after a restart too.
    await ana.ask('start', table=code)
    same(ana.last('event')['match'], 2)
    await server.stop()
    await server.restart()
    ana = await server.guest(token=ana.token)
    same((await ana.ask('join', table=code))['status'], 'playing')
    await server.stop()


@case
async def bots_stop_at_the_limit_too():
    server = await Server(MAZO, moves=30).start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=4, bots=['expert', 'easy', 'hard'])
    await ana.ask('start', table=code)
    await play_until([ana], code, lambda: ana.last('table')['status'] == 'open')
    same(ana.last('event')['n'], 30)
    await ana.ask('start', table=code)
    await play_until([ana], code, lambda: ana.last('table')['status'] == 'open')
    same((ana.last('event')['match'], ana.last('event')['n']), (2, 30))
    await server.stop()


@case
async def a_file_may_not_grow_without_end():
    server, ana, code, file = await with_long_match(**{'match-size': 1})
    assert len(file) > 1024 * 1024, len(file)
    await ana.ask('join', table=code)
    await play_until([ana], code, lambda: ana.last('table')['status'] == 'open')
    same(len(notices(ana, 'too_long')), 1)
    same(len((await ana.ask('history'))['matches']), 1)
    await server.stop()


# ---- the store ----

async def until_metric(server, name, test):
    """Wait until a figure is as it should be."""
    while not test(await server.metric(name)):
        await asyncio.sleep(0.05)


@case
async def a_full_store_takes_nothing_new_and_matches_end():
    server, ana, long, _ = await with_long_match(log='json')
    open_table = await ana.create(rules='duelo', bots=['easy'])
    over = await ana.create(rules='duelo', options={'target': 50}, bots=['easy'])
    await ana.ask('start', table=over)
    await play(ana, over)
    running = await ana.create(rules='duelo', options={'target': 50}, bots=['easy'])
    await ana.ask('start', table=running)
    await server.stop()

    await server.restart(**{'store-size': 1})
    ana = await server.guest(token=ana.token, lang='es')
    await until_metric(server, 'store_full_ratio', lambda full: full >= 1)
    for answer in (await ana.ask('create', rules='duelo'), await ana.ask('start', table=open_table),
                   await ana.ask('rematch', table=over)):
        same((answer['type'], answer['error']), ('error', 'full'), answer)
        assert answer['message'].startswith('A este servidor no le queda sitio'), answer
    same((await server.get('/healthz'))[0], 200)
    same((await ana.ask('join', table=over))['status'], 'over')
    await ana.ask('join', table=running)
    same((await play(ana, running))['status'], 'over')  # it ends, and is stored
    events = [json.loads(line)['event'] for line in server.errors().splitlines()]
    same([e for e in events if e.startswith('store')], ['store_full'])

    db = sqlite3.connect(server.store)  # the file stays as large as it is
    db.execute('DELETE FROM event WHERE n > 1000')
    db.commit()
    db.close()
    await until_metric(server, 'store_full_ratio', lambda full: full < 0.9)
    await ana.create(rules='duelo')
    await server.stop()


@case
async def a_disk_that_is_nearly_full_is_noticed():
    server = await Server(MAZO, log='json').start()
    ana = await server.guest('Ana')
    disk = os.statvfs(server.folder)
    left = disk.f_bavail * disk.f_frsize >> 20
    await server.stop()
    for reserve, ratio, word in ((left // 3, 0.9, 'store_nearly_full'), (left * 2, 1, 'store_full')):
        await server.restart(**{'disk-reserve': reserve})
        ana = await server.guest(token=ana.token)
        await until_metric(server, 'store_full_ratio', lambda full: full >= 0.8)
        full = await server.metric('store_full_ratio')
        assert abs(full - ratio) < 0.05, (full, ratio)
        same((await ana.ask('create', rules='duelo')).get('error'), 'full' if ratio == 1 else None)
        said = [json.loads(line) for line in server.errors().splitlines()]
        last = [entry for entry in said if entry['event'].startswith('store')][-1]
        assert last['event'] == word and abs(int(last['percent']) - 100 * ratio) < 5, last
        assert int(last['disk_free']) >> 20 <= left + 1024, last
        await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
