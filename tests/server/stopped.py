#!/usr/bin/env python3
"""Tables that cannot be continued: a stored match that does not replay, is of a newer Mazo, or whose
table cannot be read. Anyone who comes is told why, nothing stored is touched, and all other tables go
on. Prints TAP.

    stopped.py MAZO [CASE]..."""
import asyncio
import json
import os
import pathlib
import random
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wsclient import CASES, PATIENCE, Server, case, play, run, same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
ENDLESS = {'target': 5000}


class World:
    """Ana and Bob in a match that gets spoilt, and Ana in another that does not."""

    async def begin(self, spoil, **settings):
        self.server = await Server(MAZO, log='json').start()
        self.ana, self.bob = await self.server.guest('Ana'), await self.server.guest('Bob')
        self.code = await self.ana.create(title='Spoilt', public=True,
                                          **{'rules': 'duelo', 'options': ENDLESS, **settings})
        await self.bob.ask('join', table=self.code)
        await self.bob.ask('sit', table=self.code)
        await self.ana.ask('start', table=self.code)
        await asyncio.gather(*(play(p, self.code, random.Random(3), stop=lambda m: m['n'] >= 9)
                               for p in (self.ana, self.bob)))
        self.other = await self.ana.create(rules='duelo', options={'target': 50}, bots=['easy'])
        await self.ana.ask('start', table=self.other)
        await self.server.stop()
        db = sqlite3.connect(self.server.store)
        self.room, self.match = db.execute('SELECT id, match FROM room WHERE code = ?',
                                           [self.code]).fetchone()
        self.key = db.execute('SELECT key FROM match WHERE id = ?', [self.match]).fetchone()[0]
        spoil(db, self)
        db.commit()
        db.close()
        self.kept = self.rows()
        await self.come_back()
        return self

    async def come_back(self, **options):
        await self.server.restart(**options)
        self.ana = await self.server.guest(token=self.ana.token)
        self.bob = await self.server.guest(token=self.bob.token, lang='es')

    def rows(self):
        """All that the store has of the table and its match."""
        db = sqlite3.connect(self.server.store)
        found = [db.execute(f'SELECT * FROM {table} WHERE {column} = ? ORDER BY 1, 2',
                            [self.room if column in ('id', 'room') else self.match]).fetchall()
                 for table, column in (('room', 'id'), ('seat', 'room'), ('match', 'room'),
                                       ('event', 'match'), ('result', 'match'))]
        db.close()
        return found

    def lines(self):
        return b''.join(row[-1].encode() + b'\n' for row in self.kept[3])

    def log(self, event):
        entries = [json.loads(line) for line in self.server.errors().splitlines()]
        return [e for e in entries if e['event'] == event]

    async def close(self):
        """As the person who runs the server: the command's status, and what it prints."""
        process = await asyncio.create_subprocess_exec(
            MAZO, '--lang', 'en', 'host', '--control', self.server.store + '-control', 'close', self.code,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        out, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        return process.returncode, out.decode()

    async def end(self):
        """The other match has gone on, and nothing was written of this one."""
        await self.ana.ask('join', table=self.other)
        await play(self.ana, self.other, random.Random(1))
        await self.server.stop()
        same(self.rows(), self.kept)


def change_line(n, **keys):
    """Other values in line n of the match file, which are counted from 1."""
    def spoil(db, world):
        where = 'WHERE match = ? AND n = ?', [world.match, n - 1]
        line = json.loads(db.execute(f'SELECT text FROM event {where[0]}', where[1]).fetchone()[0])
        text = json.dumps({**line, **keys}, separators=(',', ':'))
        db.execute(f'UPDATE event SET text = ? {where[0]}', [text, *where[1]])
    return spoil


def change_room(text=None, **keys):
    def spoil(db, world):
        room = json.loads(db.execute('SELECT text FROM room WHERE id = ?', [world.room]).fetchone()[0])
        db.execute('UPDATE room SET text = ? WHERE id = ?',
                   [text if text is not None else json.dumps({**room, **keys}), world.room])
    return spoil


def plain(answer):
    """What an error says besides its sentence."""
    return {k: v for k, v in answer.items() if k not in ('id', 'message')}


def listed(client, code):
    return [t for t in client.welcome['tables'] if t['table'] == code]


WRONG = change_line(5, hash='0123456789abcdef')


# ---- what is told ----

@case
async def a_damaged_line_is_told_to_everybody():
    world = await World().begin(WRONG)
    ana, bob, code = world.ana, world.bob, world.code
    cleo = await world.server.guest('Cleo')
    stopped = {'type': 'error', 'table': code, 'error': 'stopped', 'why': 'bad_match',
               'key': world.key, 'rematch': False}
    told = await ana.ask('join', table=code)
    same(plain(told), {**stopped, 'rematch': True}, 'the host')
    assert told['message'].startswith('This match cannot be continued. Line 5 of its file is '
                                      'damaged: the game does not match the file'), told
    assert told['message'].endswith('0123456789abcdef. The file is kept.'), told
    told = await bob.ask('join', table=code.lower(), match=1, since=4)
    same(plain(told), stopped, 'a player')
    assert told['message'].startswith('Esta partida no puede continuar. La línea 5 de su archivo '), told
    same(plain(await cleo.ask('join', table=code)), stopped, 'a spectator')
    for message in ({'type': 'sit'}, {'type': 'start'}, {'type': 'chat', 'text': 'Hello?'},
                    {'type': 'do', 'command': {'do': 'draw'}}, {'type': 'kick', 'seat': 1},
                    {'type': 'host', 'seat': 1}, {'type': 'rules', 'clock': 60},
                    {'type': 'stand'}, {'type': 'mute', 'player': ana.player, 'on': True}):
        same((await bob.ask(**{'kind': message.pop('type'), 'table': code, **message}))['error'],
             'stopped', message)
    same((await bob.ask('leave', table=code))['type'], 'left')
    await ana.ask('name', name='Anita')  # told to all her tables, but not of this one
    await cleo.flush()
    same([m for p in (ana, bob, cleo) for m in p.of('table')], [])
    for _ in range(15):  # does not count as guessing codes
        same((await cleo.ask('join', table=code))['error'], 'stopped')
    await world.end()


@case
async def it_is_listed_and_marked():
    world = await World().begin(WRONG)
    same(listed(world.ana, world.code)[0]['status'], 'playing', 'not opened yet')
    await world.bob.ask('join', table=world.code)
    same(listed(await world.server.guest(token=world.ana.token), world.code),
         [{'table': world.code, 'title': 'Spoilt', 'seat': 0, 'status': 'stopped',
           'your_turn': False}])
    same(listed(world.bob, world.code)[0]['seat'], 1)
    same([t['status'] for t in listed(world.ana, world.other)], ['playing'])
    await world.ana.ask('join', table=world.code)
    same((await world.bob.ask('tables'))['tables'], [], 'nobody is invited there')
    _, _, body = await world.server.get('/status')
    same([t['status'] for t in json.loads(body)['list'] if t['table'] == world.code], ['stopped'])
    await world.ana.ask('join', table=world.other)
    same(await world.server.metric('matches_running'), 1)
    same(await world.server.metric('tables_stopped'), 1)
    await world.end()


@case
async def its_file_can_be_had_as_it_is():
    world = await World().begin(WRONG)
    for _ in range(2):  # whether or not anybody has asked for the table
        status, head, body = await world.server.get(f'/m/{world.key}')
        same((status, body), (200, world.lines()), head)
        assert 'no-cache' in head and 'immutable' not in head, head
        await world.ana.ask('join', table=world.code)
    await world.end()


# ---- what else can be wrong ----

@case
async def a_match_of_a_newer_mazo_keeps_its_cards_secret():
    for marks, why, sentence in (
            ({'mazo': 99}, 'bad_match', 'This match file has format 99, but this program knows only 1'),
            ({'revision': 99}, 'newer_rules', 'This needs a newer Mazo: it uses revision 99 of '
             'the rules, and this program knows only up to 2')):
        world = await World().begin(change_line(1, **marks))
        told = await world.ana.ask('join', table=world.code)
        same((told['error'], told['why'], told['key']), ('stopped', why, None))
        same(told['message'], f'This match cannot be continued. {sentence}. Its file is kept.')
        same((await world.server.get(f'/m/{world.key}'))[0], 404, 'it can be resumed some day')
        await world.end()


@case
async def a_command_of_a_newer_mazo_keeps_its_cards_secret_too():
    for keys, why in (({'do': 'teleport'}, 'unknown_command'), ({'seat': 'left'}, 'bad_field')):
        world = await World().begin(change_line(4, **keys))
        told = await world.ana.ask('join', table=world.code)
        same((told['error'], told['why'], told['key']), ('stopped', why, None))
        same((await world.server.get(f'/m/{world.key}'))[0], 404)
        await world.end()


@case
async def lines_that_are_missing():
    def no_lines(db, world):
        db.execute('DELETE FROM event WHERE match = ?', [world.match])

    def a_gap(db, world):
        db.execute('DELETE FROM event WHERE match = ? AND n = 3', [world.match])

    for spoil, opens in ((no_lines, False), (a_gap, True)):
        world = await World().begin(spoil)
        told = await world.bob.ask('join', table=world.code)
        same((told['error'], told['key']), ('stopped', world.key if opens else None), spoil.__name__)
        same((await world.server.get(f'/m/{world.key}'))[0], 200 if opens else 404)
        await world.end()


@case
async def a_table_that_cannot_be_read():
    damaged = ('This table cannot be opened: what the server has stored of it is damaged, or a newer '
               'Mazo has written it. Nothing is deleted.')
    for spoil, why, message in (
            (change_room(''), 'bad_json', damaged),
            (change_room('{"version":1'), 'bad_json', damaged),
            (change_room('[]'), 'bad_table', damaged),
            (change_room(version=2), 'bad_table', damaged),
            (change_room(seats=[{'sits': 'person', 'person': 1}, {'sits': 'throne'}]), 'bad_table',
             damaged),
            (change_room(rules='tarot'), 'unknown_rules', None)):
        world = await World().begin(spoil)
        told = await world.ana.ask('join', table=world.code)
        same(plain(told), {'type': 'error', 'table': world.code, 'error': 'stopped', 'why': why,
                           'key': None, 'rematch': False})
        same(message or told['message'], told['message'])
        assert 'tarot' in told['message'] or message, told
        same(listed(await world.server.guest(token=world.bob.token), world.code),
             [{'table': world.code, 'title': '', 'seat': None, 'status': 'stopped',
               'your_turn': False}])
        same((await world.server.get(f'/m/{world.key}'))[0], 404, 'the match is sound')
        same((await world.ana.ask('rematch', table=world.code))['error'], 'not_host')
        same([e['why'] for e in world.log('table_unreadable')], [why])
        await world.end()


# ---- what happens to it ----

@case
async def the_log_says_it_once():
    world = await World().begin(WRONG)
    for person in (world.ana, world.bob, world.ana):
        await person.ask('join', table=world.code)
    said = {'room': str(world.room), 'match': world.key, 'line': '5', 'why': 'bad_match'}
    same([{k: e[k] for k in said} for e in world.log('match_unreadable')], [said])
    await world.server.stop()
    await world.come_back(**{'sleep-after': 1})  # and forgets empty tables
    await world.bob.ask('join', table=world.code)
    await world.bob.ask('leave', table=world.code)
    same(len(world.log('match_unreadable')), 2, 'once more after another start')
    while await world.server.metric('tables') > 0:
        await asyncio.sleep(0.05)
    same((await world.bob.ask('join', table=world.code))['error'], 'stopped')
    same(len(world.log('match_unreadable')), 2, 'loaded again')
    await world.end()


@case
async def its_clock_does_nothing():
    def spoil(db, world):
        WRONG(db, world)
        db.execute('UPDATE room SET due = 1 WHERE id = ?', [world.room])

    world = await World().begin(spoil, clock=7200)
    while not world.log('match_unreadable'):  # by its clock, before anybody asks
        await asyncio.sleep(0.05)
    same((await world.ana.ask('join', table=world.code))['error'], 'stopped')
    same(len(world.log('match_unreadable')), 1)
    await world.end()


@case
async def the_host_can_play_another_match_there():
    world = await World().begin(WRONG)
    ana, bob, code = world.ana, world.bob, world.code
    same((await bob.ask('rematch', table=code))['error'], 'not_host')
    await bob.ask('join', table=code)
    heard = bob.expect(lambda m: m['type'] == 'table')
    opened = await ana.ask('rematch', table=code)
    same((opened['status'], opened['you'], opened['title']), ('open', 0, 'Spoilt'))
    same([s.get('name') for s in opened['seats']], ['Ana', 'Bob'])
    same((await heard)['you'], 1, 'anyone who waits there is told')
    await ana.ask('rules', table=code, options={'target': 50})
    same((await ana.ask('start', table=code))['match'], 2)
    ends = await asyncio.gather(play(ana, code, random.Random(1), match=2),
                                play(bob, code, random.Random(2), match=2))
    assert ends[0]['key'] not in (None, world.key), ends
    same((await world.server.get(f'/m/{world.key}'))[2], world.lines(), 'the old file is there')
    await world.server.stop()
    old = [row for row in world.rows()[2] if row[0] == world.match]
    same((old, world.rows()[3]), (world.kept[2], world.kept[3]))


@case
async def the_server_s_owner_can_close_it():
    world = await World().begin(WRONG)
    ana, bob, code = world.ana, world.bob, world.code
    await ana.ask('join', table=code)
    told = ana.expect(lambda m: m['type'] == 'error')
    same(await world.close(), (0, 'The table is closed.\n'))
    same(plain(await asyncio.wait_for(told, PATIENCE)), {'type': 'error', 'table': code, 'error': 'closed'})
    for _ in range(2):  # before and after a restart
        same((await bob.ask('join', table=code))['error'], 'closed')
        same(listed(await world.server.guest(token=bob.token), code), [])
        same((await world.close())[0], 1, 'closed already')
        same((await world.server.get(f'/m/{world.key}'))[2], world.lines())
        await world.server.stop()
        await world.come_back()
        bob = world.bob
    await world.server.stop()
    now, before = world.rows(), world.kept
    same((now[2:], now[1]), (before[2:], []), 'the match is as it was')
    db = sqlite3.connect(world.server.store)
    text = json.loads(db.execute('SELECT text FROM room WHERE id = ?', [world.room]).fetchone()[0])
    db.close()
    same((text['closed'], text['status'], text['title'], len(text['seats'])), (True, 'playing', 'Spoilt', 2))


@case
async def a_table_that_cannot_be_read_is_closed_as_it_is():
    def text_of(world):
        db = sqlite3.connect(world.server.store)
        text = db.execute('SELECT text, over FROM room WHERE id = ?', [world.room]).fetchone()
        db.close()
        return text

    for spoil in (change_room('{"version":1'), change_room(version=2)):
        world = await World().begin(spoil)
        text, _ = text_of(world)
        same(await world.close(), (0, 'The table is closed.\n'))
        same((await world.bob.ask('join', table=world.code))['error'], 'stopped', 'nobody can read that it is closed')
        same(listed(await world.server.guest(token=world.bob.token), world.code), [])
        await world.server.stop()
        same(text_of(world), (text, 1), 'nothing is deleted')


@case
async def a_match_that_is_over_is_no_harm():
    """There is nothing to continue: the table can be opened again, and its file be had."""
    server = await Server(MAZO, log='json').start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='duelo', options={'target': 50}, bots=['easy'])
    await ana.ask('start', table=code)
    end = await play(ana, code, random.Random(1))
    await server.stop()
    db = sqlite3.connect(server.store)
    db.execute("UPDATE event SET text = replace(text, '\"hash\":\"', '\"hash\":\"0') WHERE n = 4")
    db.commit()
    db.close()
    await server.restart()
    ana = await server.guest(token=ana.token)
    told = await ana.ask('join', table=code)
    same((told['status'], told['key']), ('over', end['key']))
    same((await server.get(f'/m/{end["key"]}'))[0], 200)
    same((await ana.ask('rematch', table=code))['status'], 'open')
    await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
