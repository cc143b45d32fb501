#!/usr/bin/env python3
"""What `mazo serve` promises to people while a crowd takes all that it can get, through real sockets. Prints TAP.

    crowd.py MAZO [--long] [CASE]..."""
import asyncio
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from people import ENDLESS, MAZO, QUICK, hears, play_out, start, until  # noqa: E402
from wsclient import CASES, Client, Server, cancel, case, is_error, run, same  # noqa: E402

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
    """Anyone who has ninety tables of experts does not keep the experts of another table from moving."""
    server = await Server(MAZO, store='memory', leaks=True, **{'behind-proxy': True}).start()
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
    assert await server.metric('thoughts_waiting') <= 32 + 1, 'of one address, and his'
    assert await server.metric('thoughts_plain_total') > 0
    assert await server.metric('thought_wait_seconds_count') >= searched
    await server.stop()


# ---- programs ----

BOT = '''
import json, os, random, sys
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
for line in sys.stdin:
    legal = json.loads(line)["legal"]
    plays = [c for c in legal if c["do"] == "play"]
    print(json.dumps(random.choice(plays or legal or [{"do": "wait"}])), flush=True)
'''
STUCK = 'import time\nwhile True:\n    time.sleep(1)\n'
FLOOD = 'while True:\n    print("{}" * 1000)\n'


async def with_programs(**options):
    """A server with programs that write down the number of every process."""
    server = Server(MAZO, **{'behind-proxy': True}, **options)
    rows = []
    for name, text in (('mine', BOT), ('other', BOT), ('stuck', STUCK), ('flood', FLOOD)):
        (server.folder / f'{name}.py').write_text(text)
        rows.append(f'{name} = {sys.executable} {server.folder}/{name}.py {server.folder}/{name}.pids\n')
    (server.folder / 'serve.conf').write_text('[programs]\n' + ''.join(rows))
    server.options['config'] = server.folder / 'serve.conf'
    return await server.start()


def started(server, name='mine'):
    path = server.folder / f'{name}.pids'
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def seat_of_program(client, code):
    return [s for m in client.of('table') if m['table'] == code for s in m['seats'] if s['sits'] == 'program'][-1]


@case
async def the_log_says_what_a_program_did_wrong():
    """Once in a round, with a reason and without cards."""
    server = Server(MAZO, log='json')
    texts = {'liar': 'import sys\nfor line in sys.stdin:\n    print(\'{"do":"draw","seat":9}\', flush=True)\n',
             'dead': 'import sys\nsys.stdin.readline()\nsys.exit(3)\n', 'none': ''}
    rows = []
    for name, text in texts.items():
        (server.folder / f'{name}.py').write_text(text)
        rows.append(f'{name} = {sys.executable} {server.folder}/{name}.py\n' if text else f'{name} = /nowhere/bot\n')
    (server.folder / 'serve.conf').write_text('[programs]\n' + ''.join(rows))
    server.options['config'] = server.folder / 'serve.conf'
    await server.start()
    ana = await Client(server, name='Ana').open()
    code = await ana.create(rules='oficial', seats=4, options=ENDLESS, bots=[f'program:{name}' for name in texts])
    await start(ana, code)
    wanted = {'program_lied': ('liar', 'not_legal'), 'program_died': ('dead', 'it '), 'program_not_started': ('none', 'no such file')}
    found, moves = {}, 0
    while len(found) < len(wanted):
        moves += 10
        await until(ana, code, moves)
        lines = [json.loads(line) for line in server.errors().splitlines() if line.startswith('{')]
        found = {line['event']: line for line in lines if line.get('event') in wanted}
    for event, line in found.items():
        same(line['program'], wanted[event][0])
        assert wanted[event][1] in line['why'], line
    await server.stop()


@case
async def a_program_joins_from_outside():
    """`mazo join --bot` sits down and plays; one that lies or dies does not hold up the table."""
    server = await Server(MAZO).start()
    ana = await Client(server, name='Ana').open()
    code = await ana.create(rules='oficial', seats=3, options=QUICK)
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    (server.folder / 'liar.sh').write_text('while read -r line; do echo 999; done\n')
    bots = [subprocess.Popen([MAZO, 'join', server.address(code), '--lang', 'en', '--bot', program], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
            for program in (f'cmd:{sys.executable} {root}/docs/examples/bot.py', f'sh {server.folder}/liar.sh')]
    for bot in bots:
        line = await asyncio.to_thread(bot.stdout.readline)
        assert 'sits at table' in line, line
    await ana.ask('start', table=code)  # until the cards are there: both open their salts first
    await play_out(code, ana)
    out, err = await asyncio.to_thread(bots[1].communicate)
    same(bots[1].returncode, 1)
    assert 'failed 5 times in a row' in err, err
    bots[0].send_signal(signal.SIGINT)
    out, err = await asyncio.to_thread(bots[0].communicate)
    same((bots[0].returncode, err), (130, ''))
    assert 'The match is over' in out, out
    await server.stop()


@case
async def a_program_from_outside_ends_with_its_table():
    server = await Server(MAZO).start()
    ana = await Client(server, name='Ana').open()
    code = await ana.create(rules='oficial', seats=3)
    bots = []
    for seat in (1, 2):
        bots.append(subprocess.Popen([MAZO, 'join', server.address(code), '--lang', 'en', '--bot', 'sh -c cat'], stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True))
        assert f'seat {seat + 1}.' in await asyncio.to_thread(bots[-1].stdout.readline)
    seats = (await ana.ask('join', table=code))['seats']
    await ana.ask('remove', table=code, player=seats[1]['player'])
    out, err = await asyncio.to_thread(bots[0].communicate)
    same((bots[0].returncode, 'The host has removed you from this table' in err), (1, True), err)
    await asyncio.to_thread(server.mazo_host, 'close', code)
    out, err = await asyncio.to_thread(bots[1].communicate)
    same((bots[1].returncode, 'This table was closed' in err), (1, True), out + err)
    await server.stop()


@case
async def programs_from_outside_write_rule_cards():
    """All write at once: a program that is asked again before the server has its answer does not complain."""
    server = await Server(MAZO).start()
    ana = await Client(server, name='Ana').open()
    code = await ana.create(rules='jackpot', seats=5, options=QUICK)
    (server.folder / 'first.sh').write_text('while read -r line; do echo 0; done\n')
    bots = [subprocess.Popen([MAZO, 'join', server.address(code), '--lang', 'en', '--bot', f'sh {server.folder}/first.sh'],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    for bot in bots:
        await asyncio.to_thread(bot.stdout.readline)
    await ana.ask('start', table=code)
    await play_out(code, ana)
    for bot in bots:
        bot.send_signal(signal.SIGINT)
        out, err = await asyncio.to_thread(bot.communicate)
        same((bot.returncode, err), (130, ''))
    await server.stop()


@case
async def programs_of_one_host_and_of_one_address():
    server = await with_programs(**{'programs-at-once': 3, 'programs-each': 2})
    ana, twin = [await Client(server, name=name).open(**at('10.0.0.7')) for name in ('Ana', 'Ani')]
    eva = await Client(server, name='Eva', lang='es').open(**at('10.0.0.8'))
    code = await ana.create(rules='oficial', seats=4, bots=['program:mine'] * 3)
    answer = await ana.ask('start', table=code)
    is_error(answer, 'busy')
    same(answer['message'], 'At most 2 programs can play at one table here')
    await ana.ask('seat', table=code, seat=1, to='easy')
    await start(ana, code)
    same(await server.metric('programs'), 2)
    for who in (ana, twin):  # another name at the same address does not help
        other = await who.create(rules='oficial', seats=2, bots=['program:mine'])
        answer = await who.ask('start', table=other)
        is_error(answer, 'busy')
        assert answer['message'].startswith('Too many programs play at your tables already'), answer
    theirs = await eva.create(rules='oficial', seats=3, bots=['program:mine'] * 2)
    answer = await eva.ask('start', table=theirs)
    is_error(answer, 'busy')
    assert answer['message'].startswith('Todos los sitios para programas están ocupados'), answer
    await eva.ask('seat', table=theirs, seat=1, to='easy')
    await start(eva, theirs)
    same(await server.metric('programs'), 3)
    await server.stop()


@case
async def a_program_without_a_place_is_played_for():
    """Fewer places after a restart: a bot plays, everybody is told, and the program comes when it can."""
    server = await with_programs()
    ana, eva = [await Client(server, name=name).open(**at(f'10.0.0.{i}')) for i, name in enumerate(('Ana', 'Eva'))]
    codes = {}
    for who in (ana, eva):
        codes[who] = await who.create(rules='oficial', seats=2, bots=['program:mine'],
                                      options=ENDLESS if who is eva else {'target': 100})
        await start(who, codes[who])
        await until(who, codes[who], 4)
    await server.kill()
    await server.restart(**{'programs-at-once': 1})
    back = {}
    for i, who in enumerate((ana, eva)):
        back[who] = await Client(server, token=who.token).open(**at(f'10.0.0.{i}'))
        await back[who].ask('join', table=codes[who])
    same([seat_of_program(back[who], codes[who])['waits'] for who in (ana, eva)], [False, True])
    same(await server.metric('programs'), 1)
    same(seat_of_program(back[eva], codes[eva])['away'], True)
    n = back[eva].last('view')['n']
    await until(back[eva], codes[eva], n + 20)
    playing = asyncio.create_task(play_out(codes[eva], back[eva]))
    await play_out(codes[ana], back[ana])
    while seat_of_program(back[eva], codes[eva])['waits']:
        await back[eva].flush()
    same(seat_of_program(back[eva], codes[eva])['away'], False)
    await cancel([playing])
    await server.stop()


@case
async def a_program_that_is_no_longer_configured_is_played_for():
    server = await with_programs()
    ana = await Client(server, name='Ana').open(**at('10.0.0.7'))
    code = await ana.create(rules='oficial', seats=2, bots=['program:mine'], options=QUICK)
    await server.stop()
    (server.folder / 'serve.conf').write_text('')
    await server.restart()
    ana = await Client(server, token=ana.token).open(**at('10.0.0.7'))
    await ana.ask('join', table=code)
    await start(ana, code)
    same(seat_of_program(ana, code)['away'], True)
    await play_out(code, ana)
    await server.stop()


@case
async def a_rematch_keeps_the_program():
    server = await with_programs(**{'programs-at-once': 1})
    ana = await Client(server, name='Ana').open(**at('10.0.0.7'))
    code = await ana.create(rules='oficial', seats=2, bots=['program:mine'], options=QUICK)
    for match in (1, 2, 3):
        await start(ana, code)
        await play_out(code, ana, match=match)
        same((await server.metric('programs'), await server.metric('programs_kept')), (0, 1))
        await ana.ask('rematch', table=code)
    same((len(started(server)), await server.metric('programs_again_total')), (1, 2))
    os.kill(started(server)[0], signal.SIGKILL)  # it has died: another one is started
    while ' Z ' not in pathlib.Path(f'/proc/{started(server)[0]}/stat').read_text():
        await asyncio.sleep(0.01)
    await start(ana, code)
    same(seat_of_program(ana, code)['away'], False)
    await play_out(code, ana, match=4)
    same(len(started(server)), 2)
    other = await ana.create(rules='oficial', seats=2, bots=['program:other'], options=QUICK)
    await start(ana, other)  # a place that is only kept is given away
    same((await server.metric('programs'), await server.metric('programs_kept')), (1, 0))
    await play_out(other, ana)
    await ana.ask('rematch', table=code)
    await ana.ask('seat', table=code, seat=1, to='easy')
    await start(ana, code)
    await play_out(code, ana, match=5)
    same(len(started(server)), 2)
    await server.stop()
    for name in ('mine', 'other'):
        for pid in started(server, name):
            assert not pathlib.Path(f'/proc/{pid}').exists(), 'ended with the server'


@case
async def programs_that_hang_or_talk_without_end():
    server = await with_programs()
    ana = await Client(server, name='Ana').open(**at('10.0.0.7'))
    code = await ana.create(rules='oficial', seats=3, bots=['program:stuck', 'program:flood'], options=QUICK)
    await start(ana, code)
    await ana.flush()
    end = await play_out(code, ana)
    same(end['status'], 'over')
    same((await server.metric('programs'), await server.metric('programs_kept')), (0, 0))
    assert any(s['away'] for m in ana.of('table') for s in m['seats'] if s['sits'] == 'program')
    await server.stop()


# ---- the public list ----

async def listed(guest):
    return [t['table'] for t in (await guest.ask('tables'))['tables']]


@case
async def one_address_does_not_hide_the_tables_of_others():
    """Sixty people of one address open public tables; twenty honest ones come after them, all listed."""
    server = await Server(MAZO, store='memory', **{'behind-proxy': True}).start()
    crowd = [await Client(server, name=f'S{i}').open(**at('10.0.0.7')) for i in range(60)]
    for spammer in crowd:
        for _ in range(3):
            await spammer.create(public=True, seats=10, rules='oficial')
    honest = []
    for i in range(20):
        host = await Client(server, name=f'H{i}').open(**at(f'10.0.1.{i}'))
        honest.append(await host.create(public=True))
    seen = await listed(crowd[0])
    same((len(set(seen)), len(seen)), (30, 30))
    same(seen[:20], honest[::-1], 'the newest first')
    await server.stop()


@case
async def the_order_of_the_list():
    server = await Server(MAZO, store='memory', **{'listed-each': 0}).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    playing, old, fuller, new, private = [await ana.create(rules='oficial', seats=3, public=public)
                                          for public in (True, True, True, True, False)]
    await bob.ask('sit', table=fuller)
    await start(ana, playing)
    same(await listed(bob), [fuller, new, old, playing])
    await ana.ask('rules', table=private, public=True)
    same(await listed(bob), [fuller, private, new, old, playing])
    await server.stop()


@case
async def public_tables_of_one_person():
    server = await Server(MAZO, store='memory').start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    codes = [await ana.create(public=True) for _ in range(3)]
    twin = await server.guest(token=ana.token)
    answer = await twin.ask('create', public=True)
    is_error(answer, 'too_many_tables')
    same(answer['message'], 'You have too many public tables: leave one, or do not list this one')
    code = await ana.create()
    is_error(await ana.ask('rules', table=code, public=True), 'too_many_tables')
    same((await ana.ask('rules', table=codes[0], public=True))['public'], True, 'it is already')
    await bob.create(public=True)
    await ana.ask('rules', table=codes[0], public=False)
    same((await ana.ask('rules', table=code, public=True))['public'], True)
    same(set(await listed(bob)) & {code, *codes}, {code, *codes[1:]})
    await server.stop()


@case
async def a_school_plays_but_one_address_cannot_open_hundreds_of_tables_at_once():
    """By the settings as they are."""
    server = Server(MAZO, store='memory', **{'behind-proxy': True})
    for name in ('rate', 'per-address', 'opens-a-minute', 'makes-an-hour', 'tables-each'):
        del server.options[name]
    await server.start()
    pupils = [await Client(server, name=f'P{i}').open(**at('10.0.0.7')) for i in range(30)]
    for pupil in pupils:
        await start(pupil, await pupil.create(rules='oficial', seats=2, bots=['easy']))
    made = 0
    for pupil in pupils:
        for _ in range(5):
            if (answer := await pupil.ask('create'))['type'] == 'error':
                break
            made += 1
    is_error(answer, 'too_many_tables')
    same(answer['message'], 'Too many new tables and players from your address: wait a few minutes')
    assert 60 <= made < 150, made  # 120 at once, and one more every six seconds
    other = await Client(server, name='Other').open(**at('10.0.0.8'))
    await other.create()
    await server.stop()


# ---- watchers ----

@case
async def a_crowd_hears_everything_in_order():
    server = await Server(MAZO, store='memory').start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=3, bots=['easy', 'easy'], options=QUICK)
    crowd = [await server.guest(f'W{i}') for i in range(40)]
    for one in crowd:
        await one.ask('join', table=code)
    await start(ana, code)
    end = await play_out(code, ana)
    ana.send('chat', table=code, text='bye')
    for one in crowd:
        while not one.of('chat'):
            await asyncio.sleep(0.01)
        same([m['n'] for m in one.of('event')], list(range(end['n'] + 1)))
        same(one.messages[-1][1]['type'], 'chat')
    await server.stop()


async def in_front_of_a_crowd(count=30):
    """Ana and Bob at a table of four seats, and people who watch."""
    server = await Server(MAZO, store='memory').start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await ana.create(rules='oficial', seats=4, options=QUICK)
    await bob.ask('sit', table=code)
    crowd = [await server.guest(f'W{i}') for i in range(count)]
    for one in crowd:
        await one.ask('join', table=code)
    for one in (ana, bob, *crowd):
        await one.flush()
    return server, code, ana, bob, crowd


async def comes(question):
    while not question():
        await asyncio.sleep(0.01)


@case
async def a_crowd_gets_many_changes_at_once():
    server, code, ana, bob, crowd = await in_front_of_a_crowd()
    marks = {one: len(one.of('table')) for one in (ana, bob, *crowd)}
    levels, begin = ['easy', 'hard'] * 6, time.monotonic()
    for level in levels:
        await ana.ask('seat', table=code, seat=3, to=level)
    for one in (ana, bob):  # who sits there sees every one of them
        await comes(lambda one=one: len(one.of('table')) - marks[one] == len(levels))
        same([m['seats'][3]['bot'] for m in one.of('table')[marks[one]:]], levels)
    ana.send('seat', table=code, seat=2, to='easy')
    for one in crowd:  # the others see how it ends
        await comes(lambda one=one: one.of('table')[-1]['seats'][2]['sits'] == 'bot')
    most = (time.monotonic() - begin) / 0.25 + 1
    for one in crowd:
        assert len(one.of('table')) - marks[one] <= most, (one.of('table')[marks[one]:], most)
    await server.stop()


@case
async def a_crowd_gets_a_table_before_what_follows():
    """The deal comes after the table that it belongs to; and who loses a seat hears it at once."""
    server, code, ana, bob, crowd = await in_front_of_a_crowd()
    ana.send('seat', table=code, seat=2, to='hard')
    await start(ana, code)
    for one in crowd:
        await comes(lambda one=one: one.of('event'))
        before = [m for _, m in one.messages if m['type'] in ('table', 'event')]
        table = before[[m['type'] for m in before].index('event') - 1]
        same((table['status'], table['match'], table['seats'][2]['bot']), ('playing', 1, 'hard'))
    mark = len(bob.messages)
    same((await ana.ask('kick', table=code, seat=1))['type'], 'table')
    await bob.flush()
    same([m['you'] for _, m in bob.messages[mark:] if m['type'] == 'table'][:1], [None])
    for one in crowd:
        await comes(lambda one=one: one.of('table')[-1]['seats'][1]['sits'] == 'bot')
    await server.stop()


@case
async def a_crowd_gets_several_lines_in_one_write():
    server, code, ana, bob, crowd = await in_front_of_a_crowd(60)
    quiet, speaker = crowd[0], crowd[1]
    await quiet.ask('mute', table=code, player=bob.player, on=True)
    writes, begin = await server.metric('sent_writes_total'), time.monotonic()
    said = [f'{who.name} {i}' for i in range(5) for who in (ana, bob, speaker)]
    for i in range(5):
        for who in (ana, bob, speaker):
            await hears(who, ana, code, f'{who.name} {i}')  # players, and who says it, at once
            await asyncio.sleep(0.025)
    sat = crowd[2]
    await sat.ask('sit', table=code)  # a spectator who sits down misses nothing and hears nothing twice
    for one in (ana, bob, *crowd):
        own = [text for text in said if one is not quiet or not text.startswith('Bob')]
        await comes(lambda one=one, own=own: len(one.of('chat')) >= len(own))
        await one.flush()
        same([m['text'] for m in one.of('chat')], own)
    writes, rounds = await server.metric('sent_writes_total') - writes, (time.monotonic() - begin) / 0.25 + 2
    most = rounds * len(crowd) + 3 * len(said) + 2 * len(crowd) + 20  # and answers to pings, chats and requests
    assert writes <= most, (writes, most)
    await server.stop()


@case
async def watchers_do_not_keep_players_out():
    server = await Server(MAZO, store='memory').start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await ana.create(rules='oficial', seats=3, bots=['easy'])
    await bob.ask('sit', table=code)
    await start(ana, code)
    bob.drop()
    wim = [await server.guest('Wim')]
    while (answer := await wim[-1].ask('join', table=code))['type'] == 'table':
        wim.append(await server.guest(token=wim[0].token))
    is_error(answer, 'full')
    same(len(wim), 251)
    back, twin = await server.guest(token=bob.token), await server.guest(token=bob.token)
    for window in (back, twin):
        same((await window.ask('join', table=code))['you'], 1)
    windows = [back, twin]
    while (answer := await windows[-1].ask('join', table=code))['type'] == 'table':
        windows.append(await server.guest(token=bob.token))
    is_error(answer, 'full')  # one player cannot take the places of the others either
    same(len(windows), 17)
    twin = await server.guest(token=ana.token)
    same((await twin.ask('join', table=code))['you'], 0)
    await server.stop()


@case
async def a_seated_player_returns_to_a_full_address():
    server = await Server(MAZO, store='memory', **{'per-address': 16}).start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=2, bots=['easy'])
    await start(ana, code)
    crowd = [await server.guest(f'Wim {i}') for i in range(15)]
    await crowd[0].ask('join', table=code)
    gone = crowd[0].expect(lambda m: m['type'] == 'table' and not m['seats'][0]['here'])
    ana.drop()
    await gone
    crowd.append(await server.guest('Wim 15'))
    for token in (None, crowd[0].token):  # a new guest, and one without a seat
        more = await Client(server, token=token).connect()
        hello = {'token': token} if token else {}
        is_error(await more.ask('hello', version=2, **hello), 'full')
        same(await more.close_code(), 1013)
    back = await server.guest(token=ana.token)
    same((await back.ask('join', table=code))['you'], 0)
    silent = await Client(server).connect()  # anyone who does not say who it is goes, too
    same(await silent.close_code(), 1013)
    await back.flush()
    await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
