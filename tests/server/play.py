#!/usr/bin/env python3
"""What `mazo serve` promises to people who play, through real sockets: whole matches, ids that
count once, coming back, restarts, bots, a full disk. Prints TAP.

    play.py MAZO [--long] [CASE]..."""
import asyncio
import json
import os
import pathlib
import random
import resource
import signal
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from people import (ENDLESS, LONG, MAZO, QUICK, SHEETS, match_file, moments, my_turn, play_out,  # noqa: E402
                    replay, settled, sit_together, start, two_windows, until)
from wsclient import CASES, Client, Server, cancel, case, choose, is_error, play, run, same  # noqa: E402


# ---- matches ----

@case
async def whole_matches_of_all_sheets():
    server = await Server(MAZO, leaks=True).start()
    people = [await server.guest(name) for name in ('Ana', 'Bob', 'Cleo')]
    for sheet in SHEETS:
        seated = people[:2] if sheet == 'duelo' else people
        code = await sit_together(seated[0], seated[1:], rules=sheet, options={} if LONG else QUICK,
                                  bots=[] if sheet == 'duelo' else ['hard'])
        for person in seated:
            salted = await person.ask('salt', table=code, salt=os.urandom(32).hex())
            same(salted['seats'][salted['you']]['salt'], True)
        promised = salted['commitment']
        await start(seated[0], code)
        end = await play_out(code, *seated)
        same(end['commitment'], promised)
        for person in seated:
            numbers = [m['n'] for m in person.of('event') if m['table'] == code]
            same(numbers, list(range(end['n'] + 1)), 'no gap, no double')
            for told in person.of('table'):
                if told['table'] == code and told['status'] != 'over':
                    same(told['key'], None)
        path = await match_file(server, end['key'])
        status, out, err = replay(path, '--json')
        same((status, json.loads(out)['commands']), (0, end['n']), err)
        same(json.loads(out)['phase'], 'match_over')
        status, out, err = replay(path, '--verify')
        same(status, 0, out + err)
    await server.stop()


@case
async def a_seat_gives_its_salt_once():
    server = await Server(MAZO).start()
    ana = await server.guest('Ana')
    twin = await server.guest(token=ana.token)
    code = await ana.create(rules='duelo', bots=['easy'], options=QUICK)
    await twin.ask('join', table=code)
    first, second = os.urandom(32).hex(), os.urandom(32).hex()
    same((await ana.ask('salt', table=code, salt=first))['type'], 'table')
    same((await ana.ask('salt', table=code, salt=first.upper()))['type'], 'table', 'sent again')
    same((await twin.ask('salt', table=code, salt=second))['error'], 'salted')
    await start(ana, code)
    end = await play_out(code, ana)
    path = await match_file(server, end['key'])
    same(json.loads(path.read_text().splitlines()[0])['fair']['salts'][0], first)
    await server.stop()


@case
async def the_match_file_only_after_the_end():
    server = await Server(MAZO).start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='duelo', bots=['easy'], options=QUICK)
    await start(ana, code)
    await until(ana, code, 4)
    await server.stop()
    db = sqlite3.connect(server.store)
    key = db.execute('SELECT key FROM match').fetchone()[0]
    db.close()
    await server.restart()
    same((await server.get(f'/m/{key}'))[0], 404)
    for wrong in ('', 'x', 'a' * 200, '../x', '%00', key + 'a', key[:-1]):
        same((await server.get(f'/m/{wrong}'))[0] in (400, 404), True, wrong)
    ana = await server.guest(token=ana.token)
    await ana.ask('join', table=code)
    end = await play_out(code, ana)
    same(end['key'], key)
    await match_file(server, key)
    await server.stop()


# ---- ids ----

@case
async def a_command_counts_once():
    server = await Server(MAZO).start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', bots=['easy', 'easy'], seats=3)
    await start(ana, code)
    before = await my_turn(ana, code)
    command = choose(before, 0, random.Random(3))
    first = ana.expect(lambda m: m.get('id') == 'once' and m['type'] == 'done')
    for _ in range(3):  # the second and third come while the first is being stored
        ana.send('do', id='once', table=code, command=command)
    answer = await first
    same(answer['n'], before['n'] + 1)
    await settled(ana)
    answers = [m for _, m in ana.messages if m.get('id') == 'once']
    same(answers, [answer] * 3)
    same(await ana.do(code, command, id='once'), answer, 'again')
    ana.drop()
    ana = await server.guest(token=ana.token)
    same(await ana.do(code, command, id='once'), answer, 'after a reconnect, before join')
    await ana.ask('join', table=code)
    same(await ana.do(code, {'do': 'draw'}, id='once'), answer, 'whatever else it says')
    await settled(ana)
    n = ana.last('table')['n']
    await server.kill()
    await server.restart()
    ana = await server.guest(token=ana.token)
    told = await ana.ask('join', table=code)
    same(told['n'], n, 'what was told is there')
    same(await ana.do(code, command, id='once'), answer, 'after kill -9')
    await play_out(code, ana)
    await server.stop()


@case
async def ids_belong_to_a_seat():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2)
    await start(ana, code)
    await bob.flush()
    for person in (ana, bob) * 2:
        seat = 0 if person is ana else 1
        moment = [m for _, m in person.messages if m['type'] == 'event'][-1]
        while moment['view']['turn'] != seat:
            other = bob if person is ana else ana
            theirs = [m for _, m in other.messages if m['type'] == 'event'][-1]
            await other.do(code, choose(theirs, 1 - seat, random.Random(1)))
            await person.flush()
            moment = [m for _, m in person.messages if m['type'] == 'event'][-1]
        answer = await person.do(code, choose(moment, seat, random.Random(2)),
                                 id=f'same{person.serial // 1000}')
        assert answer['type'] in ('done', 'waits'), answer
        await ana.flush()
        await bob.flush()
    await server.stop()


# ---- coming back ----

@case
async def resume_tells_exactly_what_was_missed():
    server = await Server(MAZO).start()
    for sheet in SHEETS:
        ana, twin, code = await two_windows(server, rules=sheet, clock=600, options=ENDLESS)
        await until(ana, code, 10)
        await twin.flush()
        seen = twin.of('event')[-1]['n']
        twin.drop()
        await until(ana, code, seen + 60)
        await settled(ana)
        live = moments(ana, code)
        for since in (seen, 0, seen + 1, max(live) - 1, max(live)):
            twin = await server.guest(token=ana.token)
            await twin.ask('join', table=code, match=1, since=since)
            await twin.flush()
            told = moments(twin, code)
            if max(live) - since > 20 and not told:  # too many, or too much
                same([m['n'] for m in twin.of('view')], [max(live)], 'a view')
                continue
            same(sorted(told), list(range(since + 1, max(live) + 1)), 'exactly the rest')
            same(twin.of('view'), [])
            for n, moment in told.items():
                same(moment, live[n], f'{sheet} {n}')
            await twin.close()
        await ana.close()
    await server.stop()


@case
async def coming_back_replays_a_match_once():
    """What is dear is done once for all who come back, and goes on with the match."""
    server = await Server(MAZO).start()
    ana, twin, code = await two_windows(server, rules='oficial', clock=600, options=ENDLESS)
    for number in (40, 200, 420):
        await until(ana, code, number)
        await settled(ana)
        live = moments(ana, code)
        for back in (1, 30, 7, 90) * 3:
            await twin.ask('join', table=code, match=1, since=max(live) - back)
            await twin.flush()
            told = {n: m for n, m in moments(twin, code).items() if n > max(live) - back}
            same(told, {n: live[n] for n in told})
            same(max(told), max(live))
        same(await server.metric('matches_replayed_total'), 1)
    await twin.close()
    await ana.close()
    await server.stop()


@case
async def changes_are_the_whole_view():
    """Who speaks version 1 is told whole views, and they say the same."""
    server = await Server(MAZO).start()
    for sheet in SHEETS:
        ana = await server.guest('Ana')
        old = await server.guest(token=ana.token, version=1)
        same((ana.welcome['version'], old.welcome['version']), (2, 1))
        code = await ana.create(rules=sheet, clock=600, options=ENDLESS)
        await old.ask('join', table=code)
        await start(ana, code)
        await until(ana, code, 80)
        await settled(ana)
        await old.flush()
        same(moments(ana, code), moments(old, code))
        sizes = {client: sum(len(text) for text, m in client.messages if m['type'] == 'event')
                 for client in (ana, old)}
        assert sizes[ana] * 3 < sizes[old] * 2, sizes
        assert all('changes' not in text for text, m in old.messages if m['type'] == 'event')
        await ana.close()
        await old.close()
    await server.stop()


@case
async def resume_with_a_view():
    server = await Server(MAZO).start()
    ana, twin, code = await two_windows(server, rules='oficial', options=ENDLESS)
    await until(ana, code, 130)
    await settled(ana)
    n = ana.of('event')[-1]['n']
    for match, since in ((1, n - 101), (2, n), (0, n), (1, n + 1), (1, 10 ** 9), (7, 0)):
        await twin.close()
        twin = await server.guest(token=ana.token)
        await twin.ask('join', table=code, match=match, since=since)
        await twin.flush()
        same(twin.of('event'), [])
        same([m['n'] for m in twin.of('view')], [n], (match, since))
    await twin.close()
    twin = await server.guest(token=ana.token)
    await twin.ask('join', table=code, match=1, since=n - 20)
    await twin.flush()
    same([m['n'] for m in twin.of('event')], list(range(n - 19, n + 1)))
    same({k: v for k, v in twin.of('event')[-1].items() if k != 'ends_in'}, moments(ana, code)[n])
    await server.stop()


@case
async def a_view_brings_the_round_so_far():
    """Exactly what the same viewer was told of it at the time, and nothing where it is not asked for."""
    server = await Server(MAZO).start()
    ana, eva = await server.guest('Ana'), await server.guest('Eva')
    code = await ana.create(rules='oficial', options=ENDLESS)
    await eva.ask('join', table=code)
    await start(ana, code)
    for _ in range(2):
        await until(ana, code, ana.of('event')[-1]['n'] + 40)
        await settled(ana)
        await eva.flush()
        n = ana.of('event')[-1]['n']
        for person in (ana, eva):
            live = [m for m in person.of('event') if m['view']['round'] == person.of('event')[-1]['view']['round']]
            wanted = [{'n': m['n'], 'events': m['events']} for m in live][-60:]
            twin = await server.guest(token=person.token)
            await twin.ask('join', table=code, past=True)
            await twin.flush()
            same(twin.of('view')[-1]['n'], n)
            same(twin.of('view')[-1]['past'], wanted)
            await twin.ask('join', table=code)
            await twin.flush()
            assert 'past' not in twin.of('view')[-1]
            await twin.close()
    await server.stop()


@case
async def missed_events_fit_the_queue():
    """Anyone who comes back over a thin line must not be cut off for not reading fast enough."""
    server = await Server(MAZO).start()
    for sheet in ('oficial', 'jackpot'):
        ana, twin, code = await two_windows(server, rules=sheet, options=ENDLESS)
        await until(ana, code, 110)
        await settled(ana)
        n = ana.of('event')[-1]['n']
        told = 0
        for missed in (1, 10, 20, 40, 60, 80, 100):
            twin = await server.guest(token=ana.token)
            mark = len(twin.messages)
            await twin.ask('join', table=code, match=1, since=n - missed)
            await twin.flush()
            texts = [t for t, m in twin.messages[mark:] if m['type'] in ('event', 'view')]
            assert sum(len(t.encode()) for t in texts) < 60 * 1024, len(texts)
            same([m for _, m in twin.messages if m['type'] in ('event', 'view')][-1]['n'], n)
            told = max(told, len(texts))
            await twin.close()
        assert told >= 10, told
        await ana.close()
    await server.stop()


@case
async def a_watcher_resumes_too():
    server = await Server(MAZO).start()
    ana, watcher = await server.guest('Ana'), await server.guest('Wim')
    code = await ana.create(rules='oficial')
    await watcher.ask('join', table=code)
    await start(ana, code)
    await until(ana, code, 30)
    await settled(ana)
    await watcher.flush()
    live = moments(watcher, code)
    other = await server.guest('Willy')
    await other.ask('join', table=code, match=1, since=0)
    await other.flush()
    same(moments(other, code), {n: m for n, m in live.items() if n > 0})
    await server.stop()


@case
async def the_end_is_not_missed():
    """The match ends while one is away, the server starts anew: the rest is still told."""
    server = await Server(MAZO).start()
    ana, twin, code = await two_windows(server, rules='duelo', options=QUICK)
    await until(ana, code, 3)
    await twin.flush()
    twin.drop()
    seen = twin.of('event')[-1]['n']
    end = await play_out(code, ana)
    last = [m for _, m in ana.messages if m['type'] == 'done'][-1]
    await server.kill()
    await server.restart()
    live = moments(ana, code)
    twin = await server.guest(token=ana.token)
    told = await twin.ask('join', table=code, match=1, since=max(seen, end['n'] - 20))
    await twin.flush()
    same((told['status'], told['n'], told['key']), ('over', end['n'], end['key']))
    told = moments(twin, code)
    same(sorted(told), list(range(max(seen, end['n'] - 20) + 1, end['n'] + 1)))
    same(told, {n: live[n] for n in told})
    same(await twin.do(code, {'do': 'draw'}, id=last['id']), last, 'the last command, sent again')
    await server.stop()


@case
async def sigterm_and_all_is_as_it_was():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    waiting = await ana.create(rules='penas', title='Martes', public=True, clock=90,
                               bots=['hard:cautious'], options={'target': 77})
    code = await sit_together(ana, [bob], rules='oficial', bots=['normal'])
    await start(ana, code)
    await asyncio.gather(until(ana, code, 12), until(bob, code, 12))
    before = {}
    for table in (waiting, code):
        before[table] = await ana.ask('join', table=table)
    server.signal(signal.SIGTERM)
    for person in (ana, bob):
        same(await person.close_code(), 1001)
        same(person.messages[-1][1]['type'], 'bye')
    await server.stop()
    last = max(moments(ana, code))
    await server.restart()
    ana, bob = await server.guest(token=ana.token), await server.guest(token=bob.token)
    same(sorted(t['table'] for t in ana.welcome['tables']), sorted([waiting, code]))
    await bob.ask('join', table=code, match=1, since=last)
    for table in (waiting, code):
        after = await ana.ask('join', table=table, match=1, since=last)
        for told in (before[table], after):
            told.pop('id')
            told['n'] = 0
            for seat in told['seats']:
                seat.pop('here', None)
        same(after, before[table])
    for person in (ana, bob):
        told = [m for m in person.of('event') + person.of('view') if m['n'] <= last]
        same(told, [], 'nothing was missed')  # the bot may have moved since
        await person.ask('join', table=code)
    await play_out(code, ana, bob)
    await server.stop()


@case
async def a_leavers_seat_is_played_and_handed_back():
    # A bot that thought nothing could end the match before Ana's play is cancelled.
    server = await Server(MAZO, **{'leave-after': 1, 'bots-think': 50}).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2)
    await start(ana, code)
    bob.drop()
    gone = await ana.wait(lambda m: m['type'] == 'table' and not m['seats'][1]['here'])
    same((gone['seats'][1]['away'], gone['seats'][1]['left']), (False, False), 'not at once')
    playing = asyncio.create_task(play(ana, code, random.Random(4)))
    await ana.wait(lambda m: m['type'] == 'table' and m['seats'][1]['away'])
    mark = ana.of('event')[-1]['n']
    await ana.wait(lambda m: m['type'] == 'event' and m['n'] > mark + 6)
    await cancel([playing])
    bob = await server.guest(token=bob.token)
    back = await bob.ask('join', table=code)
    same((back['you'], back['seats'][1]['here'], back['seats'][1]['away']), (1, True, False))
    await settled(bob)
    mine = [m for _, m in bob.messages if m['type'] in ('view', 'event')][-1]
    same(mine['view']['seat'], 1)
    left = await bob.ask('leave', table=code)
    same(left['type'], 'left')
    await ana.flush()
    seat = ana.last('table')['seats'][1]
    same((seat['away'], seat['left']), (True, True), 'a bot plays at once for anyone who leaves')
    back = await bob.ask('join', table=code)
    same((back['seats'][1]['away'], back['seats'][1]['left']), (False, False))
    await play_out(code, ana, bob)
    await server.stop()


@case
async def an_empty_table_waits_sleeps_and_comes_back():
    server = await Server(MAZO, **{'leave-after': 1, 'sleep-after': 1}).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', bots=['normal'])
    await start(ana, code)
    await asyncio.gather(until(ana, code, 9), until(bob, code, 9))
    await settled(ana)
    view = [m for _, m in ana.messages if m['type'] in ('view', 'event')][-1]
    same(await server.metric('tables'), 1)
    ana.drop()
    bob.drop()
    while await server.metric('tables') != 0:
        await asyncio.sleep(0.1)
    same(await server.metric('people'), 0)
    ana = await server.guest(token=ana.token)
    await ana.ask('join', table=code)
    await ana.flush()
    same(ana.last('view')['view'], view['view'], 'nothing has changed')
    bob = await server.guest(token=bob.token)
    await bob.ask('join', table=code)
    await play_out(code, ana, bob)
    await server.stop()


@case
async def one_identity_on_two_connections():
    server = await Server(MAZO).start()
    ana, twin, code = await two_windows(server, rules='oficial')
    same((twin.player, twin.last('table')['you']), (ana.player, 0))
    same(twin.last('table')['watchers'], 0)
    for i in range(6):
        who = (ana, twin)[i % 2]
        moment = await my_turn(who, code)
        answer = await who.do(code, choose(moment, 0, random.Random(i)))
        assert answer['type'] == 'done', answer
    await settled(ana)
    await twin.flush()
    same([t for t, m in ana.messages if m['type'] == 'event'],
         [t for t, m in twin.messages if m['type'] == 'event'], 'the same bytes')
    twin.drop()
    await settled(ana)
    same(ana.last('table')['seats'][0]['here'], True, 'still here')
    await server.stop()


@case
async def spectators():
    server = await Server(MAZO).start()
    ana, wim = await server.guest('Ana'), await server.guest('Wim')
    code = await ana.create(rules='oficial')
    await start(ana, code)
    told = await wim.ask('join', table=code.lower())
    same((told['you'], told['watchers'], told['table']), (None, 1, code))
    await ana.flush()
    same(ana.last('table')['watchers'], 1)  # at once
    await wim.flush()
    view = wim.last('view')
    same((view['view']['seat'], view['view']['hand'], view['legal']), (None, [], []))
    is_error(await wim.do(code, {'do': 'draw'}), 'not_seated')
    is_error(await wim.ask('sit', table=code), 'running')
    await play_out(code, ana)
    await wim.flush()
    same([m['n'] for m in wim.of('event')][-1], ana.of('event')[-1]['n'])
    for m in wim.of('event'):
        same((m['view']['hand'], m['legal']), ([], []))
        for event in m['events']:
            assert event['event'] not in ('dealt', 'drew') or 'cards' not in event, event
    same((await wim.ask('leave', table=code))['type'], 'left')
    await server.stop()


# ---- bots and programs ----

BOT = '''
import json, random, sys
for line in sys.stdin:
    legal = json.loads(line)["legal"]
    plays = [c for c in legal if c["do"] == "play"]
    print(json.dumps(random.choice(plays or legal or [{"do": "wait"}])), flush=True)
'''


@case
async def programs_of_the_configuration():
    server = Server(MAZO)
    (server.folder / 'bot.py').write_text(BOT)
    (server.folder / 'dies.py').write_text('print("nonsense")\n')
    (server.folder / 'serve.conf').write_text(
        '; ours\nleave-after = 7\ntitle-is = x\n[programs]\n')
    server.options['config'] = server.folder / 'serve.conf'
    try:
        await server.start()
        raise RuntimeError('a wrong file is taken')
    except AssertionError:
        same(server.process.returncode != 0, True)
    (server.folder / 'serve.conf').write_text(
        f'leave-after = 7\n[programs]\nmine = {sys.executable} {server.folder}/bot.py\n'
        f'dies = {sys.executable} {server.folder}/dies.py\n')
    await server.start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=3, bots=['program:mine', 'program:dies'],
                            options={'target': 60})
    told = ana.last('table')
    same((told['programs'], [s['sits'] for s in told['seats']]),
         (['mine', 'dies'], ['person', 'program', 'program']))
    assert str(server.folder) not in json.dumps(told)
    is_error(await ana.ask('seat', table=code, seat=2, to='program:other'), 'bad_bot')
    await start(ana, code)
    end = await play_out(code, ana)
    for text, _ in ana.messages:
        assert 'bot.py' not in text, 'the command line stays here'
    path = await match_file(server, end['key'])
    assert 'bot.py' not in path.read_text()
    same(replay(path)[0], 0)
    done = {m['id']: m['n'] for m in ana.of('done')}
    same(len(set(done.values())), len(done), 'every command has a number of its own')
    await ana.ask('rematch', table=code)
    await start(ana, code)
    await until(ana, code, 5)
    await server.kill()
    await server.restart()
    ana = await server.guest(token=ana.token)
    await ana.ask('join', table=code)
    await play_out(code, ana, match=2)
    await server.stop()


@case
async def programs_are_counted():
    server = Server(MAZO, **{'programs-at-once': 2})
    (server.folder / 'bot.py').write_text(BOT)
    (server.folder / 'serve.conf').write_text(f'[programs]\nmine = {sys.executable} {server.folder}/bot.py\n')
    server.options['config'] = server.folder / 'serve.conf'
    await server.start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=3, bots=['program:mine', 'program:mine'], options=QUICK)
    other = await ana.create(rules='oficial', seats=2, bots=['program:mine'], options=QUICK)
    await start(ana, code)
    same(await server.metric('programs'), 2)
    for _ in range(3):
        is_error(await ana.ask('start', table=other), 'busy')
    same([m['status'] for m in ana.of('table') if m['table'] == other][-1], 'open')
    await play_out(code, ana)
    same(await server.metric('programs'), 0)
    await start(ana, other)
    await play_out(other, ana)
    await server.stop()


@case
async def experts_think_elsewhere():
    server = await Server(MAZO, leaks=True).start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='duelo', bots=['expert'], options=QUICK)
    await start(ana, code)
    end = await play_out(code, ana)
    assert await server.metric('thoughts_total') > 0
    same(replay(await match_file(server, end['key']))[0], 0)
    code = await ana.create(rules='oficial', seats=3, bots=['expert', 'expert'], options=QUICK)
    await start(ana, code)
    for way in (server.stop, server.kill, server.kill):  # while they think
        await way()
        await server.restart()
        ana = await server.guest(token=ana.token)
        await ana.ask('join', table=code)
        await ana.flush()
        await my_turn(ana, code)
        moment = [m for _, m in ana.messages if m['type'] in ('event', 'view')][-1]
        ana.send('do', id=ana.new_id(), table=code, command=choose(moment, 0, random.Random(1)))
        await ana.wait(lambda m: m['type'] == 'event')
    await server.stop()


# ---- the disk ----

def small_disk():
    """A limit on files is an error to the server, not a signal."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


@case
async def a_full_disk_is_no_lie():
    server = await Server(MAZO).start(preexec=small_disk)
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='duelo', seats=2, options=QUICK)
    await start(ana, code)
    await settled(bob)
    pid, forever = server.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    for turn in range(6):
        moment = [m for _, m in ana.messages if m['type'] == 'event'][-1]
        who, other = (ana, bob) if moment['view']['turn'] == 0 else (bob, ana)
        moment = [m for _, m in who.messages if m['type'] == 'event'][-1]
        seat = moment['view']['seat']
        command = choose(moment, seat, random.Random(turn))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        mark = len(other.messages)
        for _ in range(2):
            answer = await who.do(code, command, id=f'full{turn}')
            is_error(answer, 'not_stored')
        await other.flush()
        same([m['type'] for _, m in other.messages[mark:]], ['pong'], 'nobody hears of it')
        newcomer = await Client(server).connect()
        is_error(await newcomer.ask('hello', version=1), 'not_stored')
        is_error(await who.ask('create', rules='oficial'), 'not_stored')
        resource.prlimit(pid, resource.RLIMIT_FSIZE, forever)
        answer = await who.do(code, command, id=f'full{turn}')
        same((answer['type'], answer['n']), ('done', moment['n'] + 1))
        same((await newcomer.ask('hello', version=1))['type'], 'welcome')
        await other.flush()
        await who.flush()
    await play_out(code, ana, bob)
    await server.stop()


@case
async def bots_wait_for_a_full_disk():
    """Bots, experts too, cannot move while nothing can be stored; then they go on."""
    server = await Server(MAZO).start(preexec=small_disk)
    pid, forever = server.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', seats=3, bots=['expert', 'normal'], options=QUICK)
    await start(ana, code)
    playing = asyncio.create_task(play(ana, code, random.Random(9)))

    async def cut():
        while not playing.done():
            await asyncio.sleep(0.1)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            await asyncio.sleep(0.1)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, forever)
            moment = [m for _, m in ana.messages if m['type'] == 'event'][-1]
            command = choose(moment, 0, random.Random(1))
            if command and not playing.done():  # what was not stored is sent again
                ana.send('do', id=ana.new_id(), table=code, command=command)
    await asyncio.gather(playing, cut())
    numbers = [m['n'] for m in ana.of('event')]
    same(numbers, list(range(len(numbers))))
    same((await ana.ask('player', player=ana.player))['matches'], 1)
    end = ana.last('table')
    same(replay(await match_file(server, end['key']))[0], 0)
    await server.stop()


@case
async def one_server_a_store():
    server = await Server(MAZO).start()
    other = Server(MAZO, folder=server.folder)
    try:
        await other.start()
        raise RuntimeError('two servers on one store')
    except AssertionError:
        pass
    assert other.process.returncode not in (0, 99), other.process.returncode
    ana = await server.guest('Ana')
    await ana.create()
    await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
