#!/usr/bin/env python3
"""A server on a machine that misbehaves: a disk that cannot be read or written, clocks that jump.
faults.c is between the server and its machine. Prints TAP.

    faults.py MAZO FAULTS [CASE]..."""
import asyncio
import fcntl
import json
import os
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from people import ENDLESS, MAZO, hears, my_turn, sit_together, start, until  # noqa: E402
from wsclient import CASES, PATIENCE, Client, Server, Socket, becomes, case, choose, is_error, run, same  # noqa: E402

FAULTS = os.path.abspath(sys.argv[2])


class Faulty(Server):
    """A server whose machine can misbehave."""

    def __init__(self, **options):
        super().__init__(MAZO, **options)
        module = pathlib.Path(self.folder) / 'faults.so'  # LD_PRELOAD takes no path with blanks
        module.symlink_to(FAULTS)
        self.env = {'LD_PRELOAD': str(module), 'MAZO_FAULTS': str(self.folder)}

    def breaks(self, works=0):
        """The disk fails after this many reads and writes."""
        self.put('disk', works)

    def heals(self):
        (self.folder / 'disk').unlink()

    def loses(self):
        """The disk takes what is written, and cannot say that it has it,"""
        self.put('sync', 0)

    def keeps(self):
        """until now."""
        (self.folder / 'sync').unlink()
        (self.folder / 'lost').unlink()

    def stalls(self):
        """Anyone who reads from the disk waits,"""
        self.put('stall', 0)

    def goes_on(self):
        """until now."""
        (self.folder / 'stall').unlink()

    def hangs(self):
        """The disk takes what is written and does not say when it has it."""
        self.put('hang', 0)

    def put(self, name, number):
        (self.folder / 'new').write_text(str(number))
        os.rename(self.folder / 'new', self.folder / name)

    def rows(self, *tables):
        db = sqlite3.connect(self.store, timeout=20)
        found = [db.execute(f'SELECT * FROM {table} ORDER BY 1, 2').fetchall() for table in tables]
        db.close()
        return found

    async def health(self):
        return (await self.get('/healthz'))[0]


async def a_match(server, moves=9, **settings):
    """Ana and Bob, some moves into a match."""
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='duelo', seats=2,
                              **{'options': ENDLESS, **settings})
    await start(ana, code)
    await asyncio.gather(until(ana, code, moves), until(bob, code, moves))
    return ana, bob, code


async def refused_for_now(server, token):
    """Hello with a token that nobody can look up: come back, says the server."""
    client = await Client(server).connect()
    is_error(await client.ask('hello', version=2, token=token), 'store_failed')
    same(await client.close_code(), 1013)


# ---- a disk that is slow ----

@case
async def requests_without_the_disk_do_not_wait_for_it():
    """One table is being read, for as long as that takes; at the others nobody notices."""
    server = await Faulty().start()
    ana, bob, code = await a_match(server)
    here = await bob.create(rules='duelo', seats=2)
    await server.stop()
    await server.restart()
    ana, bob = await server.guest(token=ana.token), await server.guest(token=bob.token)
    await bob.ask('join', table=here)
    server.stalls()
    await becomes(server.health, 503)  # the server is asked, and answers: the store does not
    join = asyncio.create_task(ana.ask('join', table=code))
    leave = asyncio.create_task(ana.ask('leave', table=code))
    hello = asyncio.create_task(server.guest(token=bob.token))
    for text in 'one', 'two', 'three':
        told = bob.expect(lambda m: m['type'] == 'chat')
        bob.send('chat', table=here, text=text)
        same((await told)['text'], text)
    same((await ana.ask('ping'))['type'], 'pong')
    assert not join.done() and not leave.done() and not hello.done()
    server.goes_on()
    same((await join)['table'], code)
    same((await leave)['type'], 'left')  # sent earlier, answered in its turn
    same((await hello).welcome['name'], 'Bob')
    await becomes(server.health, 200)
    await server.stop()


# ---- a disk that cannot be read or written ----

@case
async def nobody_is_forgotten():
    """The store cannot be read: nobody loses identity or seat, and numbers go on where they were."""
    server = await Faulty(log='json').start()
    ana, bob, code = await a_match(server)
    await server.stop()
    await server.restart()  # nobody is in memory, and nothing of the file
    people, rooms, seats = server.rows('person', 'room', 'seat')
    server.breaks()
    for who in (ana, bob, ana):
        await refused_for_now(server, who.token)
    await becomes(server.health, 503)
    stranger = await Client(server).connect()
    answer = await stranger.ask('hello', version=2, name='Eva')
    assert answer['error'] in ('not_stored', 'store_failed'), answer  # it has a number in stock, or not
    server.heals()
    eva = await stranger.ask('hello', version=2, name='Eva')
    same(eva['type'], 'welcome')
    await becomes(server.health, 200)
    again = await server.guest(token=ana.token)
    same((again.player, again.name), (ana.player, 'Ana'))
    same([t['table'] for t in again.welcome['tables']], [code])
    told = await again.ask('join', table=code)
    same((told['status'], told['you'], told['seats'][1]['name']), ('playing', 0, 'Bob'))
    bob = await server.guest(token=bob.token)
    same((await bob.ask('join', table=code))['you'], 1)
    await asyncio.gather(until(again, code, 15), until(bob, code, 15))
    await again.create(rules='oficial', seats=2)
    now = server.rows('person', 'room', 'seat')
    same([row[:4] for row in now[0][:2]], [row[:4] for row in people])
    same([row[3] for row in now[0]], ['Ana', 'Bob', 'Eva'])
    same([row[0] for row in now[1][:1]], [rooms[0][0]])
    assert now[1][1][0] > rooms[0][0], 'a number was given away twice'
    same([row for row in now[2] if row in seats], seats)
    await server.stop()


@case
async def a_mute_that_is_not_stored_does_not_count():
    server = await Faulty().start()
    ana, bob, code = await a_match(server, moves=1)
    server.breaks()
    is_error(await bob.ask('mute', table=code, player=ana.player, on=True), 'not_stored')
    same((await hears(ana, bob, code, 'still heard'), bob.of('muted')), (True, []))
    server.heals()
    same((await bob.ask('mute', table=code, player=ana.player, on=True))['type'], 'table')
    same(await hears(ana, bob, code, 'not now'), False)
    await server.stop()


@case
async def wherever_reading_fails_nothing_is_lost():
    """The disk fails at the first read, at the second, ...: an answer is right, or says so."""
    server = await Faulty().start()
    ana, bob, code = await a_match(server, moves=150)  # more than hello looks at
    await server.stop()
    kept = server.rows('person', 'room', 'seat', 'match', 'event')
    works, answers = 0, []
    every = {('error', None), ('welcome', 'error'), ('welcome', 'table')}
    while not every <= set(answers) and len(answers) < 100:  # it reads other things too, so the same number is not the same read
        await server.restart()
        server.breaks(works)
        client = await Client(server).connect()
        hello = await client.ask('hello', version=2, token=ana.token)
        join = {}
        if hello['type'] == 'welcome':
            same(hello['player'], ana.player)
            join = await client.ask('join', table=code)
        if join.get('type') == 'table':
            same((join['you'], [s['name'] for s in join['seats']]), (0, ['Ana', 'Bob']))
        elif join:
            is_error(join, 'store_failed')
        else:
            is_error(hello, 'store_failed')
        answers.append((hello['type'], join.get('type')))
        server.heals()
        await server.stop()
        works = 0 if answers[-1] == ('welcome', 'table') else works + 1
    same(set(answers), every)
    same(server.rows('person', 'seat', 'match', 'event'), [kept[0]] + kept[2:])
    same([row[0] for row in server.rows('room')[0]], [row[0] for row in kept[1]])
    await server.restart()
    bob = await server.guest(token=bob.token)
    same((await bob.ask('join', table=code))['you'], 1)
    await server.stop()


@case
async def what_comes_behind_a_hello_waits_until_the_player_is_stored():
    """A client that does not wait for its welcome, and is not welcome: it is at no table, and the table goes on."""
    server = await Faulty().start()
    ana, bob, code = await a_match(server)
    server.breaks()
    eva = await Client(server).connect()
    eva.send('hello', id='hello', version=2, lang='en', name='Eva')
    is_error(await eva.ask('join', table=code), 'hello_first')
    assert eva.last('error') and eva.messages[0][1]['id'] == 'hello', eva.messages
    server.heals()
    assert await hears(ana, bob, code, 'Are you there?')
    same((await ana.ask('join', table=code))['watchers'], 0)
    eva.send('hello', id='again', version=2, lang='en', name='Eva')
    same((await eva.ask('join', table=code))['type'], 'table')  # now it is one after the other
    same([m['type'] for _, m in eva.messages[2:4]], ['welcome', 'table'])
    await server.stop()


@case
async def a_player_who_was_not_removed_after_all_hears_the_table():
    server = await Faulty().start()
    ana, bob, code = await a_match(server)
    server.breaks()
    is_error(await ana.ask('remove', table=code, player=bob.player), 'not_stored')
    same(await bob.close_code(), 1012)  # comes back, and finds the table as it is
    server.heals()
    bob = await server.guest(token=bob.token)
    same((await bob.ask('join', table=code))['you'], 1)
    assert await hears(ana, bob, code, 'Sorry')
    same(bob.of('error'), [])
    await server.stop()


@case
async def a_table_that_cannot_be_opened_is_refused():
    """Opening one, or going to one that rests, has an answer; the server still listens, and stops."""
    server = await Faulty().start()
    ana, bob, code = await a_match(server)
    await server.stop()
    await server.restart()
    ana = await server.guest(token=ana.token)
    await server.guest('Eva')  # what was read of the file is old now
    server.breaks()
    for _ in range(3):
        is_error(await ana.ask('create', rules='oficial', seats=2), 'not_stored')
        is_error(await ana.ask('join', table=code), 'store_failed')
        same((await ana.ask('ping'))['type'], 'pong')
    same(await server.health(), 503)
    await server.stop()
    same(await ana.close_code(), 1001)
    server.heals()
    await server.restart()
    ana = await server.guest(token=ana.token)
    same((await ana.ask('join', table=code))['you'], 0)
    same(len(server.rows('room')[0]), 1)
    await server.stop()


async def against_bots(server):
    """Ana, and two bots who wait for her turn."""
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=3, bots=['easy', 'easy'], options=ENDLESS)
    await start(ana, code)
    return ana, code


async def in_doubt(server, ana, code):
    """A move whose commit cannot be synced: the number before it, and the future of its answer."""
    bob = await server.guest('Bob')
    moment = await my_turn(ana, code)
    server.loses()
    name = ana.new_id()
    answer = ana.expect(lambda m: m.get('id') == name)
    ana.send('do', id=name, table=code, command=choose(moment, moment['view']['seat'], random.Random(1)))
    await becomes(lambda: asyncio.sleep(0, (server.folder / 'lost').exists()), True)
    is_error(await bob.ask('create', rules='duelo', seats=2), 'not_stored')  # it cannot wait for the move
    assert not answer.done(), answer
    return moment['n'], answer


async def after_kill(server, ana, code):
    """Ana is back, and the number of her match."""
    await server.kill()
    await server.restart()
    ana = await server.guest(token=ana.token)
    await ana.ask('join', table=code)
    await ana.flush()
    return ana, ana.of('view')[0]['n']


@case
async def nobody_hears_of_a_move_before_it_is_known_to_be_stored():
    """The server is killed while a commit is in doubt: the move is there or not, and nobody was told."""
    server = await Faulty().start()
    ana, code = await against_bots(server)
    n, answer = await in_doubt(server, ana, code)
    await server.kill()
    server.keeps()
    await asyncio.wait([answer], timeout=PATIENCE)
    assert answer.exception(), answer
    same(ana.of('error') + ana.of('refused'), [])
    ana, now = await after_kill(server, ana, code)
    assert now >= n, (now, n)
    await my_turn(ana, code)
    await server.stop()


@case
async def a_move_that_was_refused_does_not_count_after_a_restart():
    """When the disk is well again the answer comes, and is still true after kill -9."""
    server = await Faulty().start()
    ana, code = await against_bots(server)
    for _ in range(3):
        n, answer = await in_doubt(server, ana, code)
        server.keeps()
        told = await asyncio.wait_for(answer, PATIENCE)
        ana, now = await after_kill(server, ana, code)
        is_error(told, 'not_stored')
        same(now, n)
    await server.stop()


@case
async def a_table_is_listed_once_it_is_stored():
    server = await Faulty().start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    await ana.create(rules='duelo', seats=2)  # it has numbers in stock now
    server.loses()
    name = ana.new_id()
    answer = ana.expect(lambda m: m.get('id') == name)
    ana.send('create', id=name, rules='duelo', seats=2, public=True)
    await becomes(lambda: asyncio.sleep(0, (server.folder / 'lost').exists()), True)
    same((await bob.ask('tables'))['tables'], [])
    server.keeps()
    is_error(await asyncio.wait_for(answer, PATIENCE), 'not_stored')
    await server.stop()


@case
async def a_listed_table_is_shown_as_it_is_stored():
    """Also to the person who runs the server."""
    server = await Faulty().start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await ana.create(rules='duelo', seats=2, public=True, title='Before')
    server.loses()
    name = ana.new_id()
    answer = ana.expect(lambda m: m.get('id') == name)
    ana.send('rules', id=name, table=code, rules='jackpot', seats=4, title='After')
    await becomes(lambda: asyncio.sleep(0, (server.folder / 'lost').exists()), True)
    listed = (await bob.ask('tables'))['tables']
    same([(t['title'], t['rules'], t['seats'], t['free']) for t in listed], [('Before', 'duelo', 2, 1)])
    shown = subprocess.run([MAZO, 'host', '--store', server.store, '--json', 'tables'], capture_output=True, check=True, timeout=PATIENCE)
    shown = json.loads(shown.stdout)
    same((shown['title'], shown['rules'], shown['seats']), ('Before', 'duelo', 2))
    server.keeps()
    is_error(await asyncio.wait_for(answer, PATIENCE), 'not_stored')
    await server.stop()


@case
async def leaving_during_a_failing_step_is_noticed():
    """Bob's connection is lost while Ana's move is in doubt: what is told about him does not depend on it."""
    server = await Faulty().start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='duelo', seats=2, options=ENDLESS)
    await start(ana, code)
    while ana.of('event')[-1]['view']['turn'] != 0:
        await bob.do(code, choose(bob.of('event')[-1], 1, random.Random(1)))
        await ana.flush()
    _, answer = await in_doubt(server, ana, code)
    gone = ana.expect(lambda m: m['type'] == 'table' and not m['seats'][1]['here'] and not m['seats'][1]['away'])
    bob.drop()
    await becomes(lambda: server.metric('connections'), 2)
    server.keeps()
    is_error(await asyncio.wait_for(answer, PATIENCE), 'not_stored')
    await asyncio.wait_for(gone, PATIENCE)
    await server.stop()


async def fail_now_and_then(server, load):
    """From when all tables play, until the load has ended."""
    async def grows(name, by):
        least = await server.metric(name) + by
        while load.returncode is None and await server.metric(name) < least:
            await asyncio.sleep(0.01)
    await grows('matches_running', 12)
    while load.returncode is None:
        server.breaks()
        await grows('steps_failed_total', 8)
        server.heals()
        await grows('store_commits_total', 100)


@case
async def every_table_plays_on_after_failures():
    """Also where it was a catch that could not be stored, and a move of the same player waited for its answer."""
    server = await Faulty(log='json').start()
    load = await asyncio.create_subprocess_exec(
        MAZO, 'load', '-q', '--breaks', '--pace', '0.02', '--tables', '12', '--matches', '1', '--set', 'target=50', '--lang', 'en',
        f'http://127.0.0.1:{server.port}', stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    try:
        await asyncio.wait_for(fail_now_and_then(server, load), PATIENCE)
        said = (await load.communicate())[0].decode()
        same(load.returncode, 0, said)
    finally:
        if load.returncode is None:
            load.kill()
    await figures_are_rows(server)
    await server.stop()


async def figures_are_rows(server):
    """Whatever was taken back: only what is stored was counted and logged."""
    assert await server.metric('steps_failed_total') > 0
    rooms, matches, events, results = server.rows('room', 'match', 'event', 'result')
    counted = [await server.metric(f'{name}_total') for name in ('tables_opened', 'matches', 'commands')]
    same(counted, [len(rooms), len(matches), len([e for e in events if e[1] > 0])])
    same([server.errors().count(f'"event":"{name}"') for name in ('table_opened', 'match_over')],
         [len(rooms), len({r[0] for r in results})])
    assert await server.metric('durable_seconds_count') <= await server.metric('steps_total')


def top(server):
    done = subprocess.run([MAZO, '--lang', 'en', 'top', '--once', f'127.0.0.1:{server.port}'], capture_output=True, text=True,
                          timeout=PATIENCE, check=True)
    return done.stdout.splitlines()


@case
async def while_nothing_can_be_stored_figures_stand_still():
    """Bots try again twice a second, and it does not look like play. `mazo top` says first of all what is wrong."""
    server = await Faulty(log='json').start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=3, bots=['easy', 'easy'], options=ENDLESS)
    await start(ana, code)
    moment = await my_turn(ana, code)
    same(top(server)[1], '')
    server.breaks()
    command = choose(moment, moment['view']['seat'], random.Random(1))
    answer = asyncio.create_task(ana.do(code, command))
    await becomes(server.health, 503)
    same((await server.metric('store_well'), top(server)[1]), (0, 'THE STORE IS FAILING: what cannot be saved does not count.'))
    status = json.loads((await server.get('/status'))[2])
    same((status['moves'], [t['n'] for t in status['list']]), (moment['n'], [moment['n']]))
    same(await server.metric('commands_total'), moment['n'])
    server.heals()
    if 'error' in await answer:
        await ana.do(code, command)
    await becomes(server.health, 200)
    same(top(server)[1], '')
    await server.stop()


@case
async def a_server_stops_amid_a_match_that_cannot_be_stored():
    server = await Faulty(log='json').start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=3, bots=['easy', 'easy'], options=ENDLESS)
    await start(ana, code)
    moment = await my_turn(ana, code)
    server.breaks()
    command = choose(moment, moment['view']['seat'], random.Random(1))
    for _ in range(2):
        is_error(await ana.do(code, command), 'not_stored')
    await becomes(server.health, 503)
    ana.send('do', id=ana.new_id(), table=code, command=command)  # and while it fails once more
    await server.stop()
    server.heals()
    await server.restart()
    ana = await server.guest(token=ana.token)
    same((await ana.ask('join', table=code))['status'], 'playing')
    same(await server.health(), 200)
    await server.stop()


IN_DOUBT = 'stopped without an answer from the store'


async def stop_in_doubt(*signals):
    """Ana moves, the disk does not answer, and the server is stopped: it ends, and says what it does not know."""
    server = await Faulty(log='json').start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=3, bots=['easy', 'easy'], options=ENDLESS)
    await start(ana, code)
    moment = await my_turn(ana, code)
    server.hangs()
    ana.send('do', id=ana.new_id(), table=code, command=choose(moment, moment['view']['seat'], random.Random(1)))

    async def waiting():
        return await server.metric('steps_waiting')
    await becomes(waiting, 1)
    for number in signals:
        server.signal(number)
        await becomes(lambda: asyncio.sleep(0, '"stopping"' in server.errors()), True)
    same(await asyncio.wait_for(server.process.wait(), PATIENCE), 1)
    said = server.errors()
    assert IN_DOUBT in said and '"stopped_in_doubt","changes":"1"' in said, said
    (server.folder / 'hang').unlink()
    await server.restart()
    ana = await server.guest(token=ana.token)
    told = await ana.ask('join', table=code)
    assert told['n'] >= moment['n'], (told, moment)  # what was told is there
    await my_turn(ana, code)
    await server.stop()


@case
async def a_second_signal_ends_a_server_whose_disk_hangs():
    await stop_in_doubt(signal.SIGTERM, signal.SIGINT)


@case
async def a_server_whose_disk_hangs_stops_by_itself():
    await stop_in_doubt(signal.SIGTERM)


@case
async def a_disk_that_hangs_at_the_very_end_holds_up_no_stop():
    """Every move is stored; SQLite still tidies its file, and the disk does not answer."""
    server = await Faulty().start()
    ana, _, code = await a_match(server)
    n = (await ana.ask('join', table=code))['n']
    silent = await Socket.open(server.port)  # a connection that the server waits for
    bye = ana.expect(lambda m: m['type'] == 'bye')
    server.signal(signal.SIGTERM)
    await bye
    server.hangs()
    await server.stop()
    silent.abort()
    (server.folder / 'hang').unlink()
    await server.restart()
    ana = await server.guest(token=ana.token)
    same((await ana.ask('join', table=code))['n'], n)
    await server.stop()


@case
async def a_store_that_cannot_be_read_at_the_start_is_named():
    """Wherever reading fails, it is the store that is blamed, and never the port."""
    server = await Faulty().start()
    await a_match(server)
    await server.stop()
    works, said = 0, []
    while True:
        server.breaks(works)
        process = await asyncio.create_subprocess_exec(
            *server.command(), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **server.env})
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        if line:
            break
        text = (await process.stderr.read()).decode()
        same(await process.wait(), 1, text)
        assert text.startswith(f'mazo serve: {server.store}: '), text
        said.append(text.split(': ')[2].strip())
        works += 1
    process.kill()
    await process.wait()
    assert 'it cannot be read' in said, said


# ---- clocks ----

HOUR = 3600000


async def ends_in(client, code):
    """Milliseconds on the clock of the one to move, told anew."""
    seen = len(client.messages)
    await client.ask('join', table=code)
    await client.flush()
    return [m for m in client.of('view', seen) if m['table'] == code][-1]['ends_in']


def about(found, wanted):
    """Some seconds may have passed, and no more."""
    assert wanted - PATIENCE * 1000 < found <= wanted, f'{found}, not about {wanted}'


@case
async def setting_the_clock_moves_no_deadline():
    """By an hour, forward or back: at a table in memory, at one that sleeps, after a restart."""
    server = await Faulty(**{'sleep-after': 1}).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2, clock=10 * 3600)
    await start(ana, code)
    for step in (HOUR, -HOUR, 0):
        server.put('wall', step)
        about(await ends_in(ana, code), 10 * HOUR)
        for who in (ana, bob):
            await who.close()

        async def tables():
            return await server.metric('tables')
        await becomes(tables, 0)
        ana, bob = await server.guest(token=ana.token), await server.guest(token=bob.token)
        about(await ends_in(ana, code), 10 * HOUR)
        await bob.ask('join', table=code)
    await server.stop()
    server.put('wall', -30 * 24 * HOUR)  # what is stored lies in the future now
    await server.restart()
    ana = await server.guest(token=ana.token)
    about(await ends_in(ana, code), 10 * HOUR)
    await server.stop()
    server.put('wall', 30 * 24 * HOUR)  # and now long ago: there is a grace
    await server.restart()
    ana = await server.guest(token=ana.token)
    found = await ends_in(ana, code)
    assert 0 < found <= 20000, found
    await server.stop()


@case
async def a_machine_that_was_suspended_is_like_one_restarted():
    """The time counts, but nobody loses a turn at once for it, nor is taken for gone."""
    server = await Faulty(**{'leave-after': 60}).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    slow = await sit_together(ana, [bob], rules='oficial', seats=2, clock=10 * 3600)
    quick = await sit_together(ana, [bob], rules='oficial', seats=2, clock=60)
    for code in (slow, quick):
        await start(ana, code)
    numbers = [m['n'] for m in ana.of('event')]
    bob.drop()
    await ana.wait(lambda m: m['type'] == 'table' and not m['seats'][1]['here'])
    server.put('slept', 3 * HOUR)

    async def counted():
        return await ends_in(ana, slow) < 8 * HOUR
    await becomes(counted, True)
    about(await ends_in(ana, slow), 7 * HOUR)
    found = await ends_in(ana, quick)
    assert 0 < found <= 60000, found
    same([m['n'] for m in ana.of('event')], numbers, 'nothing was played for anybody')
    same([s['away'] for s in ana.last('table')['seats']], [False, False])
    await server.stop()


@case
async def a_vote_outlasts_a_machine_that_was_suspended():
    server = await Faulty(vote=600).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await sit_together(ana, [bob, eva], rules='penas', seats=3, clock=10 * 3600, options={'target': 5000})
    await start(ana, code)
    await ana.do(code, {'do': 'accuse', 'who': 1})
    n = ana.of('event')[-1]['n']
    server.put('slept', 3 * HOUR)

    async def counted():
        return await ends_in(ana, code) < 8 * HOUR
    await becomes(counted, True)
    await ana.flush()
    same(ana.of('event')[-1]['n'], n, 'the votes are not counted yet')
    found = ana.last('view')['vote_ends_in']
    assert 0 < found <= 600000, found
    await eva.do(code, {'do': 'vote', 'yes': True})
    await ana.flush()
    assert 'convicted' in [e['event'] for e in ana.of('event')[-1]['events']], ana.of('event')[-1]
    await server.stop()


@case
async def a_guest_keeps_few_messages_waiting():
    """While a change is being stored the table takes eight messages of each guest, and refuses the others at once."""
    server = await Faulty().start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=3, bots=['easy', 'easy'], options=ENDLESS)
    await start(ana, code)
    moment = await my_turn(ana, code)
    server.hangs()
    ana.send('do', id='move', table=code, command=choose(moment, moment['view']['seat'], random.Random(1)))

    async def waiting():
        return await server.metric('steps_waiting')
    await becomes(waiting, 1)
    for i in range(20):
        ana.send('join', id=f'join{i}', table=code)

    def answered(busy):
        return [m['id'] for _, m in ana.messages if str(m.get('id', '')).startswith('join') and (m.get('error') == 'busy') == busy]
    await becomes(lambda: asyncio.sleep(0, len(answered(True))), 12)
    same(answered(True), [f'join{i}' for i in range(8, 20)])
    (server.folder / 'hang').unlink()
    await becomes(lambda: asyncio.sleep(0, len(answered(False))), 8)
    same(len(answered(True)), 12)
    await server.stop()


# ---- clients of a server whose disk fails ----

class Terminal:
    """A `mazo join`, line by line, in this home."""

    async def start(self, server, home, *words):
        env = {k: v for k, v in os.environ.items() if not k.startswith(('LC_', 'LANG', 'XDG_'))}
        self.process = await asyncio.create_subprocess_exec(
            MAZO, '--lang', 'en', 'join', '--plain', *words, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            env={**env, 'HOME': str(home), 'LC_ALL': 'C.UTF-8', 'TERM': 'dumb', 'USER': 'eva'})
        self.said = ''
        return self

    async def says(self, *parts):
        """Wait until it has said these, one after the other."""
        at = 0
        for part in parts:
            while (found := self.said.find(part, at)) < 0:
                more = await asyncio.wait_for(self.process.stdout.read(65536), PATIENCE)
                assert more, f'{part!r} does not come, it has ended: {self.said[-600:]}'
                self.said += more.decode(errors='replace')
            at = found + len(part)

    async def end(self):
        self.process.stdin.close()
        await asyncio.wait_for(self.process.communicate(), PATIENCE)


TROUBLE = 'The server cannot read or write its data: trying again'


def tokens(home):
    return {p.name: p.read_bytes() for p in home.rglob('*') if p.is_file()}


@case
async def the_terminal_keeps_its_identity_and_tries_again():
    server = await Faulty().start()
    home = server.folder / 'home'
    home.mkdir()
    ana = await server.guest('Ana')
    code = await ana.create(rules='duelo', seats=2, options=ENDLESS)
    link = f'127.0.0.1:{server.port}/t/{code}'
    seated = ana.expect(lambda m: m['type'] == 'table' and m['seats'][1].get('here'))
    eva = await Terminal().start(server, home, link)
    await asyncio.wait_for(seated, PATIENCE)
    player = ana.last('table')['seats'][1]['player']
    await eva.end()
    kept = tokens(home)
    await server.stop()
    await server.restart()
    server.breaks()
    eva = await Terminal().start(server, home, link)
    await eva.says(TROUBLE)
    same(tokens(home), kept)
    server.heals()
    ana = await server.guest(token=ana.token)
    await ana.ask('join', table=code)
    if not ana.last('table')['seats'][1]['here']:
        await ana.wait(lambda m: m['type'] == 'table' and m['seats'][1]['here'])
    same(ana.last('table')['seats'][1]['player'], player)
    await eva.says(TROUBLE, 'The server is well again', code)
    same(eva.said.count(TROUBLE), 1, 'told once, however often it is tried')
    same(tokens(home), kept)
    server.breaks()  # a new player, who wants a table of her own
    other = server.folder / 'other'
    other.mkdir()
    fay = await Terminal().start(server, other, '--create', f'127.0.0.1:{server.port}')
    await fay.says(TROUBLE)
    server.heals()
    await fay.says(TROUBLE, 'The server is well again')
    same(len(server.rows('room')[0]), 2)
    same(len(server.rows('person')[0]), 3)
    await eva.end()
    await fay.end()
    await server.stop()


@case
async def a_slow_log_reader_delays_nobody():
    """The other end of a pipe has stopped reading: lines are lost, and counted, and people play on."""
    server = Server(MAZO, log='text')
    path = server.folder / 'stderr'
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 4096)
    await server.start()
    path.unlink()
    ana = await server.guest('Ana')
    for _ in range(100):
        await ana.ask('leave', table=await ana.create(rules='oficial', seats=2))
    assert b'table_opened' in os.read(reader, 65536)
    await ana.create(rules='oficial', seats=2)
    said = os.read(reader, 65536).decode()
    lost = int(re.search(r'event=lines_lost count=(\d+)\n.*event=table_opened', said)[1])
    assert 0 < lost < 100, said
    os.close(reader)
    await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[3:]))
