#!/usr/bin/env python3
"""What each message costs the thread that everybody shares, with its dearest contents.

    bench/message_cost.py MAZO [--rounds N] [--markdown] [--instructions] [CASE]...

Starts a server of its own and sends a few dozen of each message, valid and not. Reads the processor
time of the network's thread from /proc/PID/task/PID/schedstat, so other programs on the machine matter
little; prints the lowest of several rounds, in microseconds, and how many pings that is. With --instructions
it counts thousands of instructions in their place, by callgrind: slower, without the kernel's part, and the same
on a busy machine. Measure a release build: meson setup build/rel --buildtype=release."""
import asyncio
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'tests' / 'server'))
from wsclient import Client, Server, play  # noqa: E402

CROWD = 250     # watchers of a full table
LISTED = 1000   # public tables, in memory
LONGEST = 16384     # bytes of any message,
LONG = 8192         # of rules and commands,
SHORT = 2048        # and of the others: docs/security.md
COUNTS = '--instructions' in sys.argv
UNIT = 'kI' if COUNTS else 'us'
CASES = []
DEAREST = 3000 if COUNTS else 500  # six instructions per nanosecond: this server's mix on a core of 2.5 GHz and more
REST_S = 0.4    # what a crowd is told later belongs to the message, too


def case(title):
    def add(function):
        CASES.append((title, function))
        return function
    return add


def padded(fields, make, filler, key='x', longest=SHORT):
    """The message as long as that: many `filler(i)` in what `make` opens and closes."""
    head, tail = json.dumps({**fields, key: 0})[:-2] + make[0], make[1] + '}'
    parts, size = [], len(head) + len(tail)
    for i in itertools.count():
        part = filler(i)
        size += len(part) + 1
        if size > longest:
            return head + ','.join(parts) + tail
        parts.append(part)


class Watcher(Client):
    """Is there, reads, and does not look at it."""
    blind = False

    def _take(self, text):
        if not self.blind:
            super()._take(text)


class World:
    """The server, who is there, and its clock."""

    def __init__(self, server):
        self.server = server
        self.watchers, self.ids, self.answers, self.resting, self.counted = [], itertools.count(), set(), 0.0, 0.0

    def cpu_us(self):
        pid = self.server.process.pid
        if COUNTS:
            return self.instructions(pid)
        return int(pathlib.Path(f'/proc/{pid}/task/{pid}/schedstat').read_text().split()[0]) / 1e3

    def instructions(self, pid):
        """Thousands, of the first thread; each dump has what came since the last."""
        subprocess.run(['callgrind_control', '-d', str(pid)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        for path in pathlib.Path(self.server.mazo).parent.glob('out.*-01'):
            self.counted += int(re.findall(r'^(?:summary|totals): (\d+)', path.read_text(), re.M)[-1]) / 1e3
            path.unlink()
        return self.counted

    async def start(self):
        self.ana = await self.server.guest('Ana')
        self.eve = await self.server.guest('Eve')
        self.full = await self.ana.create(rules='oficial', seats=10, title='x' * 60)
        self.idle = await self.ana.create(rules='oficial', seats=10)
        self.quiet = await Client(self.server, name='Quiet').open()
        for _ in range(CROWD - 1):  # one may still come
            await self.watch(self.full)
        await asyncio.sleep(1)
        before = self.cpu_us()
        await asyncio.sleep(2)
        self.resting = (self.cpu_us() - before) / 2  # a second

    async def watch(self, *codes):
        person = await Watcher(self.server).open()
        for code in codes:
            await person.ask('join', table=code)
        person.blind = True
        self.watchers.append(person)

    async def send(self, client, texts, at_once=40, ids=(), rest=REST_S):
        """Microseconds for each of the texts; those with ids are answered."""
        await client.flush()
        await asyncio.sleep(REST_S)
        start, before, since = len(client.messages), self.cpu_us(), time.monotonic()
        for i in range(0, len(texts), at_once):
            for text in texts[i:i + at_once]:
                client.socket.send(text)
            await client.socket.drain()
            await client.flush()
            while not {*ids[i:i + at_once]} <= {m.get('id') for _, m in client.messages[start:]}:
                client.heard.clear()
                await asyncio.wait_for(client.heard.wait(), 20)
        await asyncio.sleep(rest)
        self.answers |= {m.get('error', m['type']) for _, m in client.messages[start:] if not ids or m.get('id') in ids} - {'pong'}
        return (self.cpu_us() - before - self.resting * (time.monotonic() - since)) / len(texts)

    async def each(self, client, messages, at_once=40, rest=REST_S):
        """Microseconds for each of the messages, (kind, fields)."""
        ids = [f'm{next(self.ids)}' for _ in messages]
        texts = [json.dumps({'type': kind, 'id': name, **fields}) for name, (kind, fields) in zip(ids, messages)]
        return await self.send(client, texts, at_once, ids, rest)

    async def ask(self, client, kind, count=40, at_once=40, **fields):
        return await self.each(client, [(kind, fields)] * count, at_once)

    async def get(self, path, count=40, headers=''):
        """Microseconds for each request over one connection."""
        reader, writer = await asyncio.open_connection('127.0.0.1', self.server.port, limit=2 ** 24)
        before = self.cpu_us()
        for _ in range(count):
            writer.write(f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n'.encode())
            head = (await reader.readuntil(b'\r\n\r\n')).decode().lower()
            await reader.readexactly(int(head.split('content-length: ')[1].split()[0]))
        writer.close()
        return (self.cpu_us() - before) / count


# ---- any message ----

@case('`ping`')
async def ping(w):
    return await w.ask(w.eve, 'ping', 400)


@case('`ping` with a text of 2 KB')
async def long_text(w):
    return await w.send(w.eve, [padded({'type': 'ping'}, '""', lambda i: 'x' * 63)] * 40)


@case('`ping` refused: a text of 16 KB')
async def too_long(w):
    return await w.send(w.eve, [padded({'type': 'ping'}, '""', lambda i: 'x' * 63, longest=LONGEST)] * 40)


@case('`ping` with 2 KB of keys')
async def many_keys(w):
    return await w.send(w.eve, [padded({'type': 'ping'}, '{}', lambda i: f'"{i:x}":0')] * 40)


@case('`ping` with 2 KB of keys, the last one twice')
async def keys_twice(w):
    text = padded({'type': 'ping'}, '{}', lambda i: f'"{i:x}":0')
    return await w.send(w.eve, [text[:-8] + ',"0":0}}'] * 40)


@case('`ping` with 2 KB of empty objects')
async def many_objects(w):
    return await w.send(w.eve, [padded({'type': 'ping'}, '[]', lambda i: '{}')] * 40)


@case('`ping` with 2 KB of objects with a key')
async def small_objects(w):
    return await w.send(w.eve, [padded({'type': 'ping'}, '[]', lambda i: '{"":0}')] * 40)


@case('`ping` with 2 KB of empty lists')
async def many_lists(w):
    return await w.send(w.eve, [padded({'type': 'ping'}, '[]', lambda i: '[]')] * 40)


@case('`ping` with 2 KB of numbers')
async def many_numbers(w):
    return await w.send(w.eve, [padded({'type': 'ping'}, '[]', lambda i: '1e9')] * 40)


@case('`ping` with 2 KB of escapes')
async def many_escapes(w):
    return await w.send(w.eve, [padded({'type': 'ping'}, ('["', '"]'), lambda i: '\\u00e9' * 9)] * 40)


@case('lists in lists, too deep')
async def deep(w):
    return await w.send(w.eve, ['{"type":"ping","x":' + '[' * 2000] * 40)


@case('objects in objects, too deep')
async def deep_objects(w):
    return await w.send(w.eve, ['{"a":' * 400] * 40)


# ---- people ----

@case('`hello` with an unknown token')
async def unknown(w):
    stranger = await Client(w.server).connect()
    took = await w.ask(stranger, 'hello', version=2, token='x' * 43)
    await stranger.close()
    return took


@case('a connection, and a new player')
async def newcomer(w):
    before = w.cpu_us()
    people = [await w.server.guest('N') for _ in range(20)]
    took = (w.cpu_us() - before) / 20
    for one in people:
        one.drop()
    return took


@case('a connection, and a player with 20 tables')
async def regular(w):
    if not hasattr(w, 'regular'):
        w.regular = await w.server.guest('Regular')
        for _ in range(20):
            if len(w.regular.of('table')) % 8 == 7:
                await w.regular.close()
                w.regular = await w.server.guest(token=w.regular.token)
            await w.regular.create()
    await asyncio.sleep(0.05)
    before = w.cpu_us()
    people = [await w.server.guest(token=w.regular.token) for _ in range(20)]
    took = (w.cpu_us() - before) / 20
    for one in people:
        one.drop()
    return took


@case('`name`, seated at 8 tables of 100 watchers each')
async def name(w):
    if not hasattr(w, 'known'):
        w.known = await w.server.guest('Known')
        codes = [await w.known.create(rules='oficial', seats=10) for _ in range(8)]
        for _ in range(100):
            await w.watch(*codes)
    return await w.each(w.known, [('name', {'name': f'Known {i}'}) for i in range(20)], 5)


@case('`history`, 50 matches')
async def history(w):
    return await w.ask(w.past, 'history')


@case('`best`')
async def best(w):
    return await w.ask(w.past, 'best')


@case('`player`')
async def player(w):
    return await w.ask(w.eve, 'player', player=w.ana.player)


@case('`player`, unknown')
async def no_player(w):
    return await w.ask(w.eve, 'player', player='x' * 16)


# ---- tables ----

@case(f'`tables`, of {LISTED} public ones')
async def tables(w):
    if not getattr(w, 'listed', 0):
        w.listed = [await w.server.guest(f'Host {i}') for i in range(LISTED // 8)]
        for host in w.listed:
            for _ in range(8):
                await host.create(public=True, title='x' * 60)
    return await w.ask(w.eve, 'tables', 40, 2)


@case('`create`, as the sheet says')
async def create(w):
    return await creating(w)


async def creating(w, **fields):
    """Each is left again: a connection can watch eight tables only."""
    took, rounds = 0.0, 6
    for _ in range(rounds):
        host = await w.server.guest('Host')
        took += await w.ask(host, 'create', 6, 6, **fields)
        await host.close()
    return took / rounds


@case('`create` with every rule in a rule set')
async def create_ruleset(w):
    return await creating(w, ruleset=w.rule_set)


@case('`create` with every rule as an option')
async def create_options(w):
    return await creating(w, options=w.options)


@case('`create` with 1000 lines, most of them comments')
async def create_comments(w):
    return await creating(w, ruleset=(';' * 5 + '\n') * 1000)


@case('`create` refused: 3900 empty lines')
async def create_empty(w):
    return await creating(w, ruleset='\n' * 3900)


@case('`create` refused: 1500 lines of `a=b`')
async def create_nonsense(w):
    return await creating(w, ruleset='a=b\n' * 1500)


@case('`create` refused: lines of `stackinnnnng_hand = 1`')
async def create_near(w):
    return await creating(w, ruleset='stackinnnnng_hand = 1\n' * 300)


@case('`create` refused: comments, and an error in the 1000th line')
async def create_late(w):
    return await creating(w, ruleset=(';' * 4 + '\n') * 999 + 'stackinnnnng_hand=1')


@case('`create` refused: 8 KB of options')
async def create_bad_options(w):
    text = padded({'type': 'create'}, '{}', lambda i: f'"stackinnnnng_hand{i:x}":1', 'options', LONG)
    return await w.send(w.eve, [text] * 40)


@case('`create` refused: an option that is 7.9 KB long')
async def create_long_option(w):
    return await w.ask(w.eve, 'create', options={'x' * 7900: 1})


@case('`create` refused: nine bots of 860 bytes')
async def create_long_bots(w):
    return await w.ask(w.eve, 'create', 6, 6, seats=10, bots=['x' * 860] * 9)


@case('`rules` with every rule in a rule set')
async def rules(w):
    return await w.ask(w.ana, 'rules', 36, 6, table=w.idle, ruleset=w.rule_set)


@case('`rules` refused: 1500 lines of `a=b`')
async def rules_nonsense(w):
    return await w.ask(w.ana, 'rules', 36, 6, table=w.idle, ruleset='a=b\n' * 1500)


@case(f'`rules` at a table with {CROWD} watchers')
async def rules_full(w):
    return await w.ask(w.ana, 'rules', 12, 6, table=w.full, rules='oficial')


@case(f'`seat` at a table with {CROWD} watchers')
async def seat_full(w):
    return await w.ask(w.ana, 'seat', 12, 6, table=w.full, seat=9, to='hard:cautious')


@case(f'`sit` and `stand`, at a table with {CROWD} watchers')
async def sit_full(w):
    return await w.each(w.quiet, [('sit', {'table': w.full}), ('stand', {'table': w.full})] * 6, 6)


@case(f'`join` and `leave`, at a table with {CROWD} watchers')
async def join_full(w):
    return await w.each(w.quiet, [('join', {'table': w.full}), ('leave', {'table': w.full})] * 12, 6)


@case('`join` of a table that does not exist')
async def join_nothing(w):
    guest = await w.server.guest('G')  # sixty a minute would be too many, from all who are here
    took = await w.each(guest, [('join', {'table': f'A{next(w.ids):05}'}) for _ in range(8)], 8)
    await guest.close()
    return took


# ---- talk ----

@case(f'`chat`, five lines of 300 bytes, at a table with {CROWD} watchers')
async def chat(w):
    return await talk(w, 5)


@case(f'`chat`, one line of 300 bytes alone, at a table with {CROWD} watchers')
async def chat_alone(w):
    return await talk(w, 1)


async def talk(w, lines):
    """Five are what one person may say at once."""
    took = 0.0
    for _ in range(3):
        guest = await w.server.guest('G')
        await guest.ask('sit', table=w.full)
        took += await w.send(guest, [json.dumps({'type': 'chat', 'table': w.full, 'text': 'x' * 300})] * lines, lines)
        await guest.ask('stand', table=w.full)
        await guest.close()
    return took / 3


@case('`mute` on and off')
async def mute(w):
    return await w.each(w.ana, [('mute', {'table': w.full, 'player': w.eve.player, 'on': on}) for on in (True, False)] * 6, 4)


# ---- matches ----

@case('`start`, ten seats')
async def start(w):
    codes = [await w.host10.create(rules='oficial', seats=10) for _ in range(6)]
    took = await w.each(w.host10, [('start', {'table': code}) for code in codes], 6, rest=0.05)  # before bots move
    for code in codes:
        await w.host10.ask('leave', table=code)
    return took


@case('`join` with `past`, in a long round')
async def past(w):
    return await w.ask(w.eve, 'join', 24, 6, table=w.running, past=True)


@case('`join` with `since`, 128 moves ago')
async def since(w):
    n = w.n - 120
    return await w.ask(w.eve, 'join', 12, 2, table=w.running, match=1, since=n)


@case('`do`, refused')
async def do_refused(w):
    return await w.ask(w.player1, 'do', 24, 6, table=w.running, command={'do': 'play', 'card': 'W+4', 'color': 'R'})


@case('`do` with 8 KB of nonsense')
async def do_nonsense(w):
    text = padded({'type': 'do', 'id': 'q', 'table': w.running}, '{}', lambda i: f'"{i:x}":0', 'command', LONG)
    return await w.send(w.player1, [text] * 24, 6)


@case('`do`: a throw of 400 cards')
async def do_throw(w):
    return await w.ask(w.player1, 'do', 24, 6, table=w.running, command={'do': 'throw', 'cards': ['R1'] * 400})


@case('`do`: rule cards of 7.8 KB')
async def do_write(w):
    card = {'text': 'x' * 3800, 'effects': ['draw 2']}
    return await w.ask(w.writer, 'do', 24, 6, table=w.writing, command={'do': 'write', 'rule_cards': [card, card]})


@case('`do`: two rule cards with 200 effects each')
async def do_effects(w):
    card = {'text': 'x', 'effects': ['dare x'] * 200}
    return await w.ask(w.writer, 'do', 24, 6, table=w.writing, command={'do': 'write', 'rule_cards': [card, card]})


# ---- HTTP ----

@case('`GET /`')
async def get_page(w):
    return await w.get('/')


@case('`GET` of the largest file')
async def get_file(w):
    return await w.get(w.largest)


@case('`GET` of nothing, with 8 KB of headers')
async def get_headers(w):
    return await w.get('/x', headers=''.join(f'x{i}: 0\r\n' for i in range(850)))


@case('`GET /healthz`')
async def get_health(w):
    return await w.get('/healthz')


@case('`GET /m/KEY`, a match of some hundred moves')
async def get_match(w):
    return await w.get('/m/' + w.key)


@case('`GET /metrics` (from this machine only)')
async def get_metrics(w):
    return await w.get('/metrics')


@case('`GET /status` (from this machine only)')
async def get_status(w):
    return await w.get('/status')


# ---- all of them ----

async def prepare(w, mazo):
    """Matches to look at, rules to send."""
    text = subprocess.run([mazo, 'rules', 'oficial'], capture_output=True, text=True, check=True).stdout
    w.rule_set = '\n'.join(line for line in text.splitlines() if line and line[0] not in '#;')[:12000]
    w.options = {}
    for line in w.rule_set.splitlines():
        name, _, value = (part.strip() for part in line.partition('='))
        if name != 'base':
            w.options[name] = {'yes': True, 'no': False}.get(value, int(value) if value.isdigit() else value)
    w.host10 = await w.server.guest('Host')
    w.past = w.player1 = await w.server.guest('Player')
    w.running = await w.player1.create(rules='oficial', seats=10, bots=['easy'] * 9, options={'target': 5000})
    await w.player1.ask('start', table=w.running)
    stopped = await play(w.player1, w.running, random.Random(1), stop=lambda m: m['n'] > 300 and m['view']['turn'] == 0)
    w.n = stopped['n']
    w.writer = await w.server.guest('Writer')
    w.writing = await w.writer.create(rules='jackpot', seats=2)
    other = await w.server.guest('Other')
    await other.ask('sit', table=w.writing)
    await w.writer.ask('start', table=w.writing)
    code = await w.past.create(rules='duelo', options={'target': 500}, bots=['easy'])
    await w.past.ask('start', table=code)
    w.key = (await play(w.past, code))['key']
    _, _, page = await w.server.get('/')
    files = re.findall(r'(?:src|href)="(/[^"]+)"', page.decode())
    sizes = [(len((await w.server.get(f))[2]), f) for f in files]
    w.largest = max(sizes)[1]


def counting(mazo):
    """A program that is `mazo`, its server under callgrind."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix='mazo-cost-'))
    path = folder / 'mazo'
    path.write_text(f'#!/bin/sh\n[ "$1" = serve ] || exec {mazo} "$@"\n'
                    f'exec valgrind --tool=callgrind --separate-threads=yes --callgrind-out-file={folder}/out {mazo} "$@"\n')
    path.chmod(0o700)
    return str(path)


async def main():
    words = [a for a in sys.argv[2:] if not a.startswith('--')]
    rounds = int(sys.argv[sys.argv.index('--rounds') + 1]) if '--rounds' in sys.argv else 3
    words = [a for a in words if not a.isdigit()]
    mazo = os.path.abspath(sys.argv[1])
    server = await Server(counting(mazo) if COUNTS else mazo, **{'listed-each': 0}).start()
    world = World(server)
    await world.start()
    await prepare(world, mazo)
    wanted = [c for c in CASES if c[0] == '`ping`' or not words or any(word in c[0] or word in c[1].__name__ for word in words)]
    lowest = {}
    for title, function in wanted:
        world.answers.clear()
        lowest[title] = min([await function(world) for _ in range(rounds)])
        if 'too_fast' in world.answers:
            sys.exit(f'{title}: refused, and not measured')
        print(f'{lowest[title]:9.1f} {UNIT} {lowest[title] / lowest["`ping`"]:7.1f}  {title}  {" ".join(sorted(world.answers))}', flush=True)
    dear = [title for title in lowest if lowest[title] > DEAREST and ' alone' not in title]  # that is done 32 people at a time
    print(f'{len(dear)} above {DEAREST} {UNIT}')
    if '--markdown' in sys.argv:
        for title, took in sorted(lowest.items(), key=lambda one: -one[1]):
            print(f'| {title} | {took / 1000:.2f} | {took / lowest["`ping`"]:.0f} |')
    server.process.kill()
    await server.process.wait()
    return 1 if dear else 0


if __name__ == '__main__':
    sys.exit(asyncio.run(main()))
