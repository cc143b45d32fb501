#!/usr/bin/env python3
"""`kill -9` at random moments under load, again and again, on the same store: whatever any client
was told is there afterwards, every table plays on, and clients need no more than to come back with
their token and the last number they saw. Prints TAP.

    kill.py MAZO [--long] [--times N] [--seed N]"""
import argparse
import asyncio
import json
import os
import pathlib
import random
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wsclient import Client, Closed, Server, cancel, choose, run  # noqa: E402
from tap import SHEETS  # noqa: E402

OPTIONS = argparse.ArgumentParser()
OPTIONS.add_argument('mazo', type=os.path.abspath)
OPTIONS.add_argument('--long', action='store_true')
OPTIONS.add_argument('--times', type=int)
OPTIONS.add_argument('--tables', type=int, default=12)
OPTIONS.add_argument('--seed', type=int, default=int.from_bytes(os.urandom(3), 'big'))
OPTIONS = OPTIONS.parse_args()
TIMES = OPTIONS.times or (200 if OPTIONS.long else 10)


class Person:
    """An identity, and everything that it was told on any of its connections."""

    def __init__(self, token):
        self.token = token
        self.events = {}  # (match, n): the event without what depends on the time
        self.done = {}    # id: (match, n)
        self.sent = {}    # id: the command

    def hear(self, event):
        """The same moment is told in the same words, whenever and to whichever window."""
        key = event['match'], event['n']
        plain = {k: v for k, v in event.items() if k != 'ends_in'}
        assert self.events.setdefault(key, plain) == plain, (self.events[key], plain)

    def answered(self, name, match, n):
        assert self.done.setdefault(name, (match, n)) == (match, n), (name, self.done[name], n)


class Window:
    """One connection of a person at a table, which comes back as often as it must."""

    def __init__(self, server, person, table, dice, acts):
        self.server, self.person, self.table, self.dice = server, person, table, dice
        self.acts = acts
        self.match, self.n = 0, -1  # the last that was seen
        self.last_id = None
        self.returns = 0
        self.over = set()

    def take(self, m):
        """One message. What does not follow on the last is a lost or doubled move."""
        if m['type'] == 'event':
            fresh = m['match'] > self.match
            assert fresh or (m['match'], m['n']) == (self.match, self.n + 1), \
                f'{self.table}: {m["match"]}/{m["n"]} after {self.match}/{self.n}'
            assert not fresh or m['n'] == 0 or self.match == 0, 'the beginning is missing'
            self.person.hear(m)
            self.match, self.n = m['match'], m['n']
        elif m['type'] == 'view':
            assert (m['match'], m['n']) >= (self.match, self.n), 'something was lost'
            self.match, self.n = m['match'], m['n']
        elif m['type'] == 'done':
            self.person.answered(m['id'], self.match, m['n'])
        elif m['type'] == 'table':
            assert m['match'] >= self.match, 'a match was lost'
            assert m['status'] == 'open' or m['match'] > self.match or m['n'] >= self.n, \
                'something was lost'
            if m['status'] == 'over':
                self.over.add(m['key'])

    def act(self, client, moment):
        command = choose(moment, moment['view']['seat'], self.dice)
        if command and self.acts:
            self.last_id = client.new_id()
            self.person.sent[self.last_id] = (moment['match'], command)
            client.send('do', id=self.last_id, table=self.table, match=moment['match'],
                        command=command)

    async def once(self):
        """From one connection to its end."""
        client = await Client(self.server, token=self.person.token).open()
        try:
            at = len(client.messages)
            where = {'match': self.match, 'since': self.n} if self.match else {}
            client.send('join', table=self.table, id='join', **where)
            if self.last_id:  # was it accepted? Sent again it counts once
                match, command = self.person.sent[self.last_id]
                client.send('do', id=self.last_id, table=self.table, match=match, command=command)
            moment = None
            while True:
                fresh = None
                while at < len(client.messages):
                    m = client.messages[at][1]
                    at += 1
                    assert m.get('error') not in ('bad_token', 'no_table', 'not_seated'), m
                    self.take(m)
                    if m['type'] in ('event', 'view'):
                        fresh = moment = m
                    elif m['type'] == 'table' and self.acts and m['you'] == 0:
                        if m['status'] == 'over':
                            client.send('rematch', table=self.table)
                        elif m['status'] == 'open':
                            client.send('start', table=self.table)
                if fresh:
                    self.act(client, fresh)
                if client.gone:
                    raise client.gone
                if at == len(client.messages):
                    client.heard.clear()
                    try:
                        await asyncio.wait_for(client.heard.wait(), 3)
                    except asyncio.TimeoutError:
                        # Anyone who came back and missed nothing asks where the match stands.
                        client.send('join', table=self.table)
        finally:
            client.drop()

    async def live(self):
        while True:
            try:
                await self.once()
            except (Closed, OSError):
                self.returns += 1
                await asyncio.sleep(self.dice.random() * 0.02)


class Newcomer:
    """Makes identities and tables all the time: what it was told must be there for ever."""

    def __init__(self, server):
        self.server = server
        self.tables = []

    async def live(self):
        while True:
            try:
                client = await Client(self.server, name='New').open()
                table = await client.create(rules='duelo', title='T')
                self.tables.append((client.token, table))
                client.drop()
                await asyncio.sleep(0.05)
            except (Closed, OSError):
                await asyncio.sleep(0.02)

    async def check(self, sample):
        for token, table in sample:
            client = await Client(self.server, token=token).open()
            told = await client.ask('join', table=table)
            assert (told['type'], told.get('you')) == ('table', 0), told
            client.drop()


async def set_up(server, dice):
    """Tables of two people, one of them with two windows, and bots."""
    windows = []
    for i in range(OPTIONS.tables):
        sheet = SHEETS[i % len(SHEETS)]
        ana, bob = await server.guest('Ana'), await server.guest('Bob')
        code = await ana.create(rules=sheet, options={'target': 300}, clock=60 if i % 2 else 0)
        await bob.ask('join', table=code)
        await bob.ask('sit', table=code)
        a, b = Person(ana.token), Person(bob.token)
        ana.drop()
        bob.drop()
        for person, acts in ((a, True), (a, False), (b, True)):
            windows.append(Window(server, person, code, random.Random(dice.random()), acts))
    return windows


async def all_play_on(windows, tasks):
    """Every window hears of something new."""
    before = [(w.match, w.n) for w in windows]
    began = time.monotonic()
    while any((w.match, w.n) == old for w, old in zip(windows, before)):
        for task in tasks:
            if task.done():
                task.result()
        if time.monotonic() - began > 120:
            stuck = [(w.table, w.match, w.n, w.acts) for w, old in zip(windows, before)
                     if (w.match, w.n) == old]
            raise AssertionError(f'does not play on: {stuck}')
        await asyncio.sleep(0.01)


def check_store(path, windows):
    """Everything that was told is in the file, under its number, once."""
    db = sqlite3.connect(path)
    rooms = dict(db.execute('SELECT code, id FROM room'))
    told = 0
    for w in windows:
        matches = [row[0] for row in
                   db.execute('SELECT id FROM match WHERE room = ? ORDER BY id', (rooms[w.table],))]
        lines = {}
        for number, match in enumerate(matches, 1):
            rows = list(db.execute('SELECT n, text FROM event WHERE match = ? ORDER BY n', (match,)))
            assert [n for n, _ in rows] == list(range(len(rows))), 'a gap'
            for n, text in rows:
                lines[number, n] = json.loads(text)
        for key in w.person.events:
            assert key in lines, (w.table, key)
            told += 1
        for name, key in w.person.done.items():
            _, command = w.person.sent[name]
            line = lines[key]
            for field in ('do', 'card', 'who', 'uno', 'yes'):
                if field in command:
                    assert line.get(field) == command[field], (command, line)
        places = list(w.person.done.values())
        assert len(places) == len(set(places)), 'two commands under one number'
    db.close()
    return told


async def kills():
    dice = random.Random(OPTIONS.seed)
    began = time.monotonic()
    server = await Server(OPTIONS.mazo).start()
    windows = await set_up(server, dice)
    newcomer = Newcomer(server)
    tasks = [asyncio.create_task(w.live()) for w in windows + [newcomer]]
    await all_play_on(windows, tasks)
    for _ in range(TIMES):
        await asyncio.sleep(dice.random() ** 2 * 0.4)
        await server.kill()
        await server.start()
        await all_play_on(windows, tasks)
        await newcomer.check(dice.sample(newcomer.tables, min(3, len(newcomer.tables))))
    await newcomer.check(newcomer.tables[-50:])
    for w in windows:
        for key in list(w.over)[:3]:
            assert (await server.get(f'/m/{key}'))[0] == 200, key
    await cancel(tasks)
    await server.stop()
    told = check_store(server.store, windows)
    commands = sum(len(w.person.done) for w in windows if w.acts)
    returns = sum(w.returns for w in windows)
    print(f'# {TIMES} kills, {len(windows)} windows, {told} events told, {commands} commands done, '
          f'{returns} reconnects, {len(newcomer.tables)} other tables, '
          f'{time.monotonic() - began:.0f} s, seed {OPTIONS.seed}', flush=True)


if __name__ == '__main__':
    sys.exit(run([kills]))
