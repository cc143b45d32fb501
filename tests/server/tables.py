#!/usr/bin/env python3
"""What `mazo serve` promises around the match, through real sockets: hosts, seats, rules, talk, lookups and
clocks. Prints TAP.

    tables.py MAZO [--long] [CASE]..."""
import asyncio
import contextlib
import json
import pathlib
import random
import re
import signal
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from people import (ENDLESS, MAZO, QUICK, hears, long_case, match_file, moments, my_turn, play_out,  # noqa: E402
                    replay, sit_together, start, until)
from wsclient import CASES, Client, Server, case, choose, is_error, run, same  # noqa: E402


# ---- tables ----

@case
async def the_host_starts_kicks_hands_over():
    server = await Server(MAZO).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await sit_together(ana, [bob, eva], rules='oficial', seats=3, options=QUICK)
    for kind, fields in (('start', {}), ('kick', {'seat': 0}), ('host', {'seat': 1}),
                         ('seat', {'seat': 2, 'to': 'hard'}), ('rules', {'rules': 'penas'}),
                         ('rematch', {})):
        is_error(await bob.ask(kind, table=code, **fields), 'not_host')
    is_error(await ana.ask('kick', table=code, seat=0), 'no_seat')
    is_error(await ana.ask('kick', table=code, seat=9), 'no_seat')
    told = await ana.ask('kick', table=code, seat=2)
    same((told['seats'][2]['sits'], told['seats'][2]['kicked']), ('open', 'Eva'))  # not of her own accord
    same((await eva.ask('join', table=code))['you'], None)
    told = await eva.ask('sit', table=code)
    assert 'kicked' not in told['seats'][2], told['seats'][2]
    told = await eva.ask('stand', table=code)
    assert 'kicked' not in told['seats'][2], told['seats'][2]
    await eva.ask('sit', table=code)
    told = await ana.ask('host', table=code, seat=1)
    same(told['host'], bob.player)
    is_error(await ana.ask('start', table=code), 'not_host')
    await start(bob, code)
    is_error(await bob.ask('rules', table=code, rules='penas'), 'running')
    is_error(await bob.ask('start', table=code), 'running')
    told = await bob.ask('kick', table=code, seat=2)
    same((told['seats'][2]['sits'], told['status']), ('bot', 'playing'))
    same((await eva.ask('join', table=code))['you'], None)
    is_error(await eva.do(code, {'do': 'draw'}), 'not_seated')
    same((told['seats'][2]['name'], told['seats'][2]['kicked']), ('Carmen', 'Eva'))
    is_error(await bob.ask('readmit', table=code, seat=1), 'no_seat')
    is_error(await ana.ask('readmit', table=code, seat=2), 'not_host')
    told = await bob.ask('readmit', table=code, seat=2)
    same((told['seats'][2]['sits'], told['seats'][2]['player']), ('person', eva.player))
    same((await eva.ask('join', table=code))['you'], 2)
    is_error(await bob.ask('readmit', table=code, seat=2), 'no_seat')
    await bob.ask('kick', table=code, seat=2)
    end = await play_out(code, ana, bob)
    path = await match_file(server, end['key'])
    same(replay(path)[0], 0)
    is_error(await bob.ask('start', table=code), 'running')
    is_error(await ana.ask('rematch', table=code), 'not_host')
    told = await bob.ask('rematch', table=code)
    same((told['status'], told['key'], told['match']), ('open', None, 1))
    assert told['commitment'] != end['commitment']
    await start(bob, code)
    await ana.flush()
    same((ana.last('table')['match'], ana.of('event')[-1]['match']), (2, 2))
    is_error(await bob.do(code, {'do': 'draw'}, match=1), 'not_running')
    is_error(await ana.ask('host', table=code, seat=0), 'not_host')
    again = await play_out(code, ana, bob, match=2)
    assert again['key'] != end['key']
    await match_file(server, again['key'])
    await server.stop()


@case
async def a_vote_says_when_it_ends():
    server = await Server(MAZO, vote=20).start()
    people = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    ana, bob, eva = people
    code = await sit_together(ana, [bob, eva], rules='penas', seats=3, options={'target': 5000})
    await start(ana, code)
    same([m for m in ana.of('event') if 'vote_ends_in' in m], [])
    await ana.do(code, {'do': 'accuse', 'who': 1})
    for person in people:
        await person.flush()
        assert 15000 < person.of('event')[-1]['vote_ends_in'] <= 20000, person.of('event')[-1]
    n = ana.of('event')[-1]['n']
    await eva.ask('join', table=code, match=1, since=n - 1)
    await eva.flush()
    assert 0 < eva.of('event')[-1]['vote_ends_in'] <= 20000, 'told again'
    await bob.ask('join', table=code)
    await bob.flush()
    assert 0 < bob.last('view')['vote_ends_in'] <= 20000
    await bob.do(code, {'do': 'admit'})
    await ana.flush()
    same([m['n'] for m in ana.of('event') if 'vote_ends_in' in m], [n])
    await server.stop()


@case
async def the_list_says_whose_table_it_is_and_how_long_a_turn_lasts():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await ana.create(rules='oficial', seats=3, clock=86400, public=True, title='Slow')
    [listed] = (await bob.ask('tables'))['tables']
    same((listed['table'], listed['host'], listed['clock'], listed['free']), (code, 'Ana', 86400, 2))
    same(listed['options'], {'turn_clock': 86400})
    many = {'numbers': '1222222223', 'draw_twos': 5, 'skips': 6, 'reverses': 6, 'wilds': 6, 'wild_fours': 6, 'hand_size': 8,
            'target': 600, 'jump_in': True, 'seven_zero': True, 'stacking': True, 'draw_until_playable': True, 'uno_penalty': 3,
            'no_bluffing': True}
    answer = await ana.ask('rules', table=code, options=many)
    same(answer['type'], 'table', answer)
    [listed] = (await bob.ask('tables'))['tables']
    same((listed['table'], 'options' in listed), (code, False), 'nearly every rule: they have no room')
    await server.stop()


def loses(message):
    """How to lose: draw, and play nothing that can be kept."""
    for wanted in ('draw', 'keep', 'accept', 'pass', 'next', 'color', 'play'):
        for command in message['legal']:
            if command['do'] == wanted:
                return {k: v for k, v in command.items() if k != 'seat'}
    return {'do': 'next'} if message['view']['phase'] == 'round_over' else None


@case
async def a_player_who_left_gets_what_the_bot_made_of_it():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2, options={'scoring': 'quick'})
    await start(ana, code)
    await bob.ask('leave', table=code)
    while ana.last('table')['status'] != 'over':
        newest = [m for _, m in ana.messages if m['type'] in ('view', 'event')][-1]
        command = (newest['view']['turn'] == 0 or newest['view']['phase'] == 'round_over') and loses(newest)
        if command:
            await ana.do(code, command)
        await ana.flush()
    same(ana.of('event')[-1]['view']['match_winners'], [1])
    same([s['away'] for s in ana.last('table')['seats']], [False, True], 'the result pages can say so')
    back = await bob.ask('join', table=code)
    same([s['away'] for s in back['seats']], [False, True], 'also when Bob is back')
    same([m['won'] for m in (await bob.ask('history'))['matches']], [True], 'the cards were dealt to Bob')
    same([m['won'] for m in (await ana.ask('history'))['matches']], [False])
    same([s['away'] for s in (await ana.ask('rematch', table=code))['seats']], [False, False])
    await server.stop()


@case
async def a_connection_that_has_not_joined_is_answered_too():
    """A player's second window may change the table; it waits for its answer."""
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='duelo')
    for who, kind, fields in ((bob, 'commit', {'hash': 'ab' * 32}), (ana, 'rules', {'rules': 'oficial', 'seats': 3}),
                              (ana, 'seat', {'seat': 2, 'to': 'hard'}), (ana, 'swap', {'seat': 0, 'with': 2}),
                              (bob, 'stand', {})):
        window = await server.guest(token=who.token)
        same((await window.ask(kind, table=code, **fields)).get('table'), code, kind)
        await window.flush()
        same(len(window.of('table')), 1, 'once, and it hears no more')
    await server.stop()


@case
async def a_removed_player_cannot_come_back():
    server = await Server(MAZO).start()
    ana, bob, eva, wim = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva', 'Wim')]
    code = await sit_together(ana, [bob, eva], rules='oficial', seats=3, options=QUICK, public=True)
    await wim.ask('join', table=code)
    is_error(await bob.ask('remove', table=code, player=wim.player), 'not_host')
    is_error(await ana.ask('remove', table=code, player=ana.player), 'no_player')
    is_error(await ana.ask('remove', table=code, player='nobody'), 'no_player')
    told = await ana.ask('remove', table=code, player=wim.player)  # a spectator
    same(told['watchers'], 0)
    await wim.flush()
    is_error(wim.last('error'), 'removed')
    is_error(await wim.ask('join', table=code), 'removed')
    is_error(await wim.ask('sit', table=code), 'removed')
    is_error(await wim.ask('chat', table=code, text='x'), 'not_here')
    told = await ana.ask('remove', table=code, player=bob.player)  # a player, before the match
    same(told['seats'][1]['sits'], 'open')
    is_error(await bob.ask('sit', table=code), 'removed')
    await start(ana, code)
    told = await ana.ask('remove', table=code, player=eva.player)  # and in it
    same((told['seats'][2]['sits'], told['seats'][2]['kicked']), ('bot', 'Eva'))
    mark = len(eva.messages)
    await until(ana, code, 6)
    await eva.flush()
    same([m['type'] for _, m in eva.messages[mark:] if m['type'] in ('event', 'view', 'table')], [], 'Eva sees nothing of it')
    await server.kill()
    await server.start()
    ana, bob, eva = [await server.guest(token=p.token) for p in (ana, bob, eva)]
    await ana.ask('join', table=code)
    for person in (bob, eva):
        is_error(await person.ask('join', table=code), 'removed')
    await ana.ask('readmit', table=code, seat=2)
    same((await eva.ask('join', table=code))['you'], 2, 'Eva may again')
    is_error(await bob.ask('join', table=code), 'removed')
    for i in range(32):  # the list has an end
        extra = await server.guest(f'Extra {i}')
        await ana.ask('remove', table=code, player=extra.player)
    same((await bob.ask('join', table=code))['type'], 'table')
    await server.stop()


@case
async def the_table_of_a_host_who_has_gone_is_taken_over():
    server = await Server(MAZO).start()
    ana, bob, eva, wim = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva', 'Wim')]
    code = await sit_together(ana, [bob, eva], rules='oficial', seats=3, options=QUICK)
    await wim.ask('join', table=code)
    is_error(await bob.ask('host', table=code, seat=1), 'not_host')
    await ana.ask('leave', table=code)
    is_error(await wim.ask('host', table=code, seat=1), 'not_host')  # watches only
    is_error(await bob.ask('host', table=code, seat=2), 'not_host')  # for himself alone
    is_error(await bob.ask('start', table=code), 'not_host')
    same((await bob.ask('host', table=code, seat=1))['host'], bob.player)
    is_error(await eva.ask('host', table=code, seat=2), 'not_host')  # Bob is here
    same((await ana.ask('join', table=code))['host'], bob.player)
    is_error(await ana.ask('start', table=code), 'not_host')
    await start(bob, code)
    await server.stop()


async def until_bobs_turn():
    """A match of Ana and Bob, played by Ana until it is Bob's turn: their server, both, and the code of the table."""
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2)
    await start(ana, code)
    while (moment := ana.last('event'))['view']['turn'] == 0:
        await ana.do(code, choose(moment, 0, random.Random(1)))
        await ana.flush()
    return server, ana, bob, code


@case
async def anyone_who_is_sent_away_stays_away_after_a_restart():
    server, ana, bob, code = await until_bobs_turn()
    await ana.ask('host', table=code, seat=0)
    server.signal(signal.SIGSTOP)  # the kick is stored, and its bot has not moved when we kill it
    ana.send('kick', table=code, seat=1, id='kick')
    await ana.socket.drain()
    server.signal(signal.SIGCONT)
    await ana.wait(lambda m: m.get('id') == 'kick')
    await server.kill()
    await server.restart()
    ana = await server.guest(token=ana.token)
    told = await ana.ask('join', table=code)
    same((told['seats'][1]['sits'], told['seats'][1]['kicked']), ('bot', 'Bob'))
    await play_out(code, ana)
    await server.stop()


@case
async def a_command_counts_once_after_a_kick_and_a_restart():
    """Bob's move was stored, its answer was lost: he sends it again when he is back at his seat."""
    server, ana, bob, code = await until_bobs_turn()
    await bob.flush()
    move = choose([m for _, m in bob.messages if m['type'] == 'event'][-1], 1, random.Random(1))
    done = await bob.do(code, move, id='once')
    same(done['type'], 'done')
    await ana.ask('kick', table=code, seat=1)
    await server.kill()
    await server.restart()
    ana, bob = await server.guest(token=ana.token), await server.guest(token=bob.token)
    for who in (ana, bob):
        await who.ask('join', table=code)
    await ana.ask('readmit', table=code, seat=1)
    again = await bob.do(code, move, id='once')
    same((again['type'], again.get('n')), ('done', done['n']), str(again))
    await server.stop()


@case
async def a_command_counts_once_after_a_kick():
    """As above, but the server kept running, and a bot had the seat."""
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2)
    await start(ana, code)
    while (moment := bob.of('event')[-1])['view']['turn'] != 1:
        await ana.do(code, choose(ana.of('event')[-1], 0, random.Random(1)))
        await ana.flush()
        await bob.flush()
    move = choose(moment, 1, random.Random(1))
    done = await bob.do(code, move, id='once')
    await ana.ask('kick', table=code, seat=1)
    await bob.ask('join', table=code)
    await ana.ask('readmit', table=code, seat=1)
    again = await bob.do(code, move, id='once')
    same((again['type'], again.get('n')), ('done', done['n']), str(again))
    await server.stop()


@case
async def a_host_cannot_cancel_a_loss_by_kicking():
    """The match counts for the kicked player, also after a restart; the host gains nothing by it."""
    server = await Server(MAZO).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await sit_together(ana, [bob, eva], rules='oficial', seats=3, options=QUICK)
    await start(ana, code)
    await ana.ask('kick', table=code, seat=1)
    await server.kill()
    await server.restart()
    ana, eva = await server.guest(token=ana.token), await server.guest(token=eva.token)
    for who in (ana, eva):
        await who.ask('join', table=code)
    await ana.ask('host', table=code, seat=2)  # it is still she who kicked
    await play_out(code, ana, eva)
    same([(await ana.ask('player', player=who.player))['matches'] for who in (ana, bob, eva)], [1, 1, 1])
    same(len((await (await server.guest(token=bob.token)).ask('history'))['matches']), 1)
    with contextlib.closing(sqlite3.connect(server.store)) as db:
        found = {name: rest for name, *rest in db.execute('SELECT name, wins, rating FROM person')}
    same(sum(wins for wins, _ in found.values()), 1)
    assert found['Ana'][1] <= 1500 and (found['Bob'][1] > 1500) == (found['Bob'][0] == 1), found
    await server.stop()


@case
async def the_seat_of_another_shows_no_hand_of_theirs():
    """After a match people change seats: the cards of the last one stay those of the people who were dealt them."""
    server = await Server(MAZO).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await sit_together(ana, [bob, eva], rules='oficial', seats=3, options=QUICK)
    await start(ana, code)
    await play_out(code, ana, bob, eva)
    await ana.ask('kick', table=code, seat=1)
    await ana.ask('kick', table=code, seat=2)
    await eva.ask('sit', table=code, seat=1)
    for _ in range(2):  # also by what the store has
        again = [await server.guest(token=who.token) for who in (ana, eva)]
        for who in again:
            await who.ask('join', table=code)
            await who.flush()
        views = [who.last('view')['view'] for who in again]
        same([(who.last('table')['you'], view['seat']) for who, view in zip(again, views)], [(0, 0), (1, None)])
        same(views[1]['hand'], [])
        await server.kill()
        await server.restart()
    await server.stop()


@case
async def seats_and_rules_before_the_match():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await ana.create(rules='oficial', seats=4)
    for to, sits in (('hard:cautious', 'bot'), ('closed', 'closed'), ('open', 'open'),
                     ('expert', 'bot'), ('easy', 'bot')):
        told = await ana.ask('seat', table=code, seat=3, to=to)
        same(told['seats'][3]['sits'], sits)
    for to in ('genius', 'hard:mad', 'program:rm', 'cmd:rm -rf x', 'expert@100000', 'person', ''):
        answer = await ana.ask('seat', table=code, seat=3, to=to)
        assert answer['error'] in ('bad_bot', 'bad_message'), answer
    answer = await ana.ask('rules', table=code, seats=12)
    same((answer['error'], answer['message']), ('bad_message', '"seats" must be 2 to 10'))
    is_error(await ana.ask('seat', table=code, seat=0, to='easy'), 'no_seat')
    is_error(await ana.ask('seat', table=code, seat=7, to='easy'), 'no_seat')
    told = await bob.ask('sit', table=code, seat=2)
    same(told['you'], 2)
    is_error(await bob.ask('sit', table=code, seat=0), 'seat_taken')
    same((await bob.ask('sit', table=code, seat=1))['you'], 1)
    told = await ana.ask('rules', table=code, rules='penas', seats=6, clock=30, title='Seis',
                         public=True)
    same((told['rules'], len(told['seats']), told['clock'], told['title'], told['public']),
         ('penas', 6, 30, 'Seis', True))
    same((await bob.ask('sit', table=code, seat=5))['you'], 5)
    told = await ana.ask('rules', table=code, rules='duelo', seats=2)
    same([s['sits'] for s in told['seats']], ['person', 'person'])
    answer = await ana.ask('rules', table=code, rules='nonsense')
    same(answer['type'], 'error', answer)
    is_error(await ana.ask('rules', table=code, options={'nonsense': 1}), 'bad_options')
    is_error(await ana.ask('rules', table=code, options={'target': 'much'}), 'bad_options')
    same((await bob.ask('stand', table=code))['you'], None)
    told = await ana.ask('stand', table=code)
    same(told['you'], None)
    same((await bob.ask('sit', table=code, seat=0))['you'], 0)
    await server.stop()


@case
async def settings_of_a_table():
    """Message by message what the page says that plays without a server: web/test/local/server.test.mjs has the same file."""
    server = await Server(MAZO).start()
    ana = await server.guest('Ana')
    code = None
    for message, wanted in json.loads((pathlib.Path(__file__).parent / 'settings.json').read_text()):
        told = await ana.ask(message['type'], **({'table': code} if code else {}), **{k: v for k, v in message.items() if k != 'type'})
        code = code or told['table']
        if 'seats' in told:
            told['seats'] = [s['name'] if s['sits'] == 'person' else s.get('bot', s['sits']) for s in told['seats']]
        same({key: told.get(key) for key in wanted}, wanted, message)
    await server.stop()


@case
async def tables_by_a_rule_set():
    server = await Server(MAZO).start()
    ana = await server.guest('Ana')
    text = 'base = oficial\nseats = 3\nstacking = yes\nhand_size = 3\ntarget = 50\n'
    code = await ana.create(ruleset=text)
    told = ana.last('table')
    same((told['options'].get('hand_size'), len(told['seats'])), (3, 3), told)
    await start(ana, code)
    await play_out(code, ana)
    answer = await ana.ask('create', ruleset='base = oficial\nstacking = perhaps\n')
    is_error(answer, 'bad_rules')
    assert '2' in answer['message'], answer
    answer = await ana.ask('create', ruleset='base = /etc/passwd\n')
    is_error(answer, 'bad_rules')
    same((await ana.ask('create', ruleset='\n' * 1000))['type'], 'table')
    answer = await ana.ask('create', ruleset='\n' * 1001)
    same((answer['error'], answer['message']), ('bad_rules', 'A rule set has 1000 lines at most'))
    told = await ana.ask('create', ruleset=text, options={'target': 60}, seats=2, clock=7)
    same((told['options']['target'], len(told['seats']), told['clock']), (60, 2, 7), told)
    await server.stop()


@case
async def chat_reactions_and_mute():
    server = await Server(MAZO).start()
    ana, bob, wim = [await server.guest(name) for name in ('Ana', 'Bob', 'Wim')]
    code = await sit_together(ana, [bob], rules='oficial')
    is_error(await wim.ask('chat', table=code, text='hola'), 'not_here')
    await wim.ask('join', table=code)
    ana.send('chat', table=code, text='¡Hola! 👋 "x" \\ </script>')
    for person in (ana, bob, wim):
        while not person.of('chat'):
            await person.flush()
        said = person.last('chat')
        same((said['text'], said['name'], said['seat'], said['player']),
             ('¡Hola! 👋 "x" \\ </script>', 'Ana', 0, ana.player))
    wim.send('react', table=code, face='👏')
    await wim.flush()
    await ana.flush()
    same((ana.last('reaction')['face'], ana.last('reaction')['seat']), ('👏', None))
    for face in ('x', '<b>', '💩'):
        answer = await wim.ask('react', table=code, face=face)
        same(answer['type'], 'error')
    await bob.ask('mute', table=code, player=wim.player, on=True)
    for i in range(12):
        wim.send('chat', table=code, text=f'number {i}')
    await wim.flush()
    assert 2 <= len(wim.of('chat', 0)) <= 6, 'five at once'
    assert any(m.get('error') == 'too_fast' for m in wim.of('error'))
    await bob.flush()
    same([m for m in bob.of('chat') if m['player'] == wim.player], [])
    same(len(ana.of('chat')), len(wim.of('chat')))
    await bob.ask('mute', table=code, player=wim.player, on=False)
    while True:
        wim.send('chat', table=code, text='audible')
        await wim.flush()
        if wim.last('chat')['text'] == 'audible':
            break
        await asyncio.sleep(0.3)
    await bob.flush()
    same(bob.last('chat')['text'], 'audible')
    await server.stop()


@case
async def a_mute_belongs_to_the_person():
    """On every connection at once, after coming back, and after a crash of the server."""
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial')
    old = await server.guest(token=bob.token, version=1)
    await old.ask('join', table=code)
    same((bob.welcome['muted'], old.welcome['muted']), ([], []))
    same((await bob.ask('mute', table=code, player=ana.player, on=True))['type'], 'table')
    await old.flush()
    for client in bob, old:
        same(client.of('muted'), [{'type': 'muted', 'player': ana.player, 'on': True}])
        same(await hears(ana, client, code, f'to {client.version}'), False)
    same(ana.of('muted'), [])
    await bob.ask('mute', table=code, player=ana.player, on=True)  # again: it is so already
    same(len(bob.of('muted')), 1)
    await server.kill()
    await server.restart()
    ana, bob, twin = [await server.guest(token=who.token) for who in (ana, bob, bob)]
    same((ana.welcome['muted'], bob.welcome['muted']), ([], [ana.player]))
    same((await bob.ask('name', name='Bob II'))['muted'], [ana.player])
    for client in ana, bob, twin:
        await client.ask('join', table=code)
    same(await hears(ana, bob, code, 'after the crash'), False)
    await twin.ask('mute', table=code, player=ana.player, on=False)
    same(await hears(ana, bob, code, 'and now'), True)
    same((await server.guest(token=bob.token)).welcome['muted'], [])
    is_error(await bob.ask('mute', table=code, player='nobody', on=True), 'no_player')
    await server.stop()


@case
async def a_hundred_people_can_be_muted():
    """However fast they are sent; and the one too many is told so."""
    server = await Server(MAZO).start()
    ana = await server.guest('Ana')
    code = await ana.create()
    people = []
    for i in range(101):
        person = await server.guest(f'P{i}')
        people.append(person.player)
        await person.close()
    answers = []
    for some in people[:60], people[60:]:  # no more can wait at once
        answers += await asyncio.gather(*(ana.ask('mute', table=code, player=p, on=True) for p in some))
    same(sorted(a['type'] for a in answers), ['error'] + ['table'] * 100)
    late = people[[a['type'] for a in answers].index('error')]
    is_error(await ana.ask('mute', table=code, player=late, on=True), 'too_many_muted')
    same(sorted((await server.guest(token=ana.token)).welcome['muted']), sorted(set(people) - {late}))
    await ana.ask('mute', table=code, player=people[0 if late != people[0] else 1], on=False)
    same((await ana.ask('mute', table=code, player=late, on=True))['type'], 'table')
    await server.stop()


@case
async def names():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await ana.create()
    await bob.ask('join', table=code)
    same((await ana.ask('name', name='  Señora Ñ  '))['name'], 'Señora Ñ')
    await bob.flush()
    same(bob.last('table')['seats'][0]['name'], 'Señora Ñ')
    same((await ana.ask('name', name='   '))['type'], 'error')
    again = await server.guest(token=ana.token)
    same(again.name, 'Señora Ñ')
    es = await Client(server, lang='es').open()
    same(es.name, 'Jugador')
    await server.stop()
    await server.restart()
    same((await server.guest(token=ana.token)).name, 'Señora Ñ')
    await server.stop()


@case
async def names_that_cannot_be_seen_or_shown():
    server = await Server(MAZO).start()
    ana = await server.guest('Ana')
    for name, why in [(one, 'no characters that can be seen') for one in
                      ('\u200b', '\u2060\ufeff', '\u3164', '\u2800', '\u00ad', '\u115f', '\u034f', '\U000e0041',
                       '\ufff9', '', ' \u00a0 ')] + \
                     [(one, 'characters that cannot be shown') for one in
                      ('\u202eanA', 'A\u2066na', 'A\u061cna', 'A\x1b[1mna', 'A\tna', 'A\nna')] + \
                     [(one, 'too long') for one in ('x' * 48, 'ñ' * 24, '😀' * 12, 'x' * 1900)]:
        newcomer = await Client(server).connect()
        for answer in (await ana.ask('name', name=name), await newcomer.ask('hello', version=2, lang='en', name=name)):
            is_error(answer, 'bad_name')
            assert why in answer['message'], (name, answer)
    same((await ana.ask('player', player=ana.player))['name'], 'Ana')
    for name, wanted in (('Ana\u200b', 'Ana'), ('\ufeffSeñora\u00a0 \u2800Ñ', 'Señora Ñ'), ('👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'),
                         ('ñ' * 23 + 'x', 'ñ' * 23 + 'x')):
        same((await ana.ask('name', name=name))['name'], wanted)
    for title in ('\u200b', '\u2800 ', '\u202eanA'):
        is_error(await ana.ask('create', title=title), 'bad_message')
    code = await ana.create(title='A\u200b  table')
    same(ana.last('table')['title'], 'A table')
    is_error(await ana.ask('chat', table=code, text='\u2060'), 'bad_message')
    await server.stop()


@case
async def names_that_look_alike_have_numbers():
    server = await Server(MAZO).start()
    people = [await server.guest(name) for name in ('Ana', 'ana\u200b', 'Ana (2)', '\u0410na', 'Bob')]
    watcher = await server.guest('Ána')
    code = await sit_together(people[0], people[1:], rules='oficial', seats=6, options=QUICK)
    await people[0].ask('seat', table=code, seat=5, to='hard')
    await watcher.ask('join', table=code)
    wanted = ['Ana', 'ana (3)', 'Ana (2)', '\u0410na (4)', 'Bob']
    same([seat['name'] for seat in watcher.last('table')['seats'][:5]], wanted)
    for who, name in ((people[3], wanted[3]), (watcher, 'Ána (5)')):
        who.send('chat', table=code, text='hola')
        await people[4].wait(lambda m, n=name: m['type'] == 'chat' and m['name'] == n)
    await people[1].ask('name', name='x' * 47)
    await people[4].ask('name', name='X' * 47)
    await watcher.flush()
    same([seat['name'] for seat in watcher.last('table')['seats'][:5]],
         ['Ana', 'x' * 47, 'Ana (2)', '\u0410na (3)', 'X' * 43 + ' (2)'])
    await people[1].ask('name', name='Carmen')
    await people[4].ask('name', name='Félix')
    await start(people[0], code)
    end = await play_out(code, *people)
    told = [seat['name'] for seat in people[0].last('table')['seats']]
    same((told[:4], told[4]), (['Ana', 'Carmen', 'Ana (2)', '\u0410na (3)'], 'Félix'))
    assert told[5] not in ('Félix', 'Carmen'), told
    path = await match_file(server, end['key'])
    roster = json.loads(path.read_text(encoding='utf-8').splitlines()[0])['table']['seats']
    same([seat['name'] for seat in roster[:5]], told[:5])
    await server.stop()


@case
async def names_from_before_there_was_a_rule():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2)
    await server.stop()
    with contextlib.closing(sqlite3.connect(server.store)) as db, db:
        db.execute("UPDATE person SET name = 'Ana' || char(8203) WHERE name = 'Bob'")
        db.execute("UPDATE person SET name = char(12644) WHERE name = 'Ana'")
    await server.restart()
    ana = await server.guest(token=ana.token)
    await ana.ask('join', table=code)
    same([seat['name'] for seat in ana.last('table')['seats']], ['?', 'Ana'])
    same((await ana.ask('player', player=ana.player))['name'], '?')
    await server.stop()


@case
async def the_host_lets_players_change_places():
    """With teams that is how partners are chosen. Each takes along what is theirs, a bot its level."""
    server = await Server(MAZO).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await sit_together(ana, [bob, eva], rules='oficial', seats=4, bots=['hard:cautious'], options={'teams': True, **QUICK})
    is_error(await bob.ask('swap', table=code, seat=1, **{'with': 2}), 'not_host')
    is_error(await ana.ask('swap', table=code, seat=1, **{'with': 4}), 'no_seat')
    before = (await ana.ask('join', table=code))['seats']
    told = await ana.ask('swap', table=code, seat=0, **{'with': 3})
    same([s['name'] for s in told['seats']][1:], ['Bob', 'Eva', 'Ana'])
    same((told['you'], told['host'], told['seats'][0]['bot']), (3, ana.player, 'hard:cautious'))
    same(told['seats'][3].get('hash'), before[0].get('hash'), 'the part of the shuffle comes along')
    await bob.flush()
    same(bob.last('table')['seats'][3].get('player'), ana.player)
    told = await ana.ask('swap', table=code, seat=1, **{'with': 2})
    same([s.get('player') for s in told['seats']][1:], [eva.player, bob.player, ana.player])
    await start(ana, code)
    is_error(await ana.ask('swap', table=code, seat=1, **{'with': 2}), 'running')
    end = await play_out(code, ana, bob, eva)
    path = await match_file(server, end['key'])
    same(replay(path)[0], 0)
    same([s.get('player') for s in end['seats']][1:], [eva.player, bob.player, ana.player])
    await server.stop()


def compressed(states):
    return [one for one, before in zip(states, [None, *states]) if one != before]


@case
async def players_elsewhere_hear_that_it_is_their_turn():
    """On a connection that is not at the table: when the turn comes and when it has passed, through a whole match."""
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=3, bots=['easy'], options=QUICK, title='Tres')
    other = await server.guest(token=bob.token)
    same(other.welcome['tables'], [{'table': code, 'title': 'Tres', 'seat': 1, 'status': 'open', 'your_turn': False}])
    await start(ana, code)
    await play_out(code, ana, bob)
    await other.flush()
    views = [m['view'] for _, m in sorted(moments(ana, code).items())]
    states = [('over', False) if v['phase'] == 'match_over' else ('playing', v['turn'] == 1) for v in views]
    same([(m['status'], m['your_turn']) for m in other.of('turn')], compressed(states))
    assert all((m['table'], m['title'], m['seat']) == (code, 'Tres', 1) for m in other.of('turn'))
    same(ana.of('turn') + bob.of('turn'), [], 'who is at the table sees it there')
    same((await other.ask('mine'))['tables'], [{'table': code, 'title': 'Tres', 'seat': 1, 'status': 'over', 'your_turn': False}])
    await server.stop()


@case
async def players_elsewhere_hear_that_they_were_removed_or_that_the_table_opens_again():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=3, bots=['easy'], options=QUICK, title='Tres')
    other = await server.guest(token=bob.token)
    await start(ana, code)
    await play_out(code, ana, bob)
    await ana.ask('rematch', table=code)
    await other.flush()
    about = {'type': 'turn', 'table': code, 'title': 'Tres', 'your_turn': False}
    same(other.of('turn')[-1], {**about, 'seat': 1, 'status': 'open'})
    await ana.ask('kick', table=code, seat=1)  # in the lobby
    await other.flush()
    same(other.of('turn')[-1], {**about, 'seat': None, 'status': 'open'})
    same((await other.ask('mine'))['tables'], [])
    await bob.ask('sit', table=code, seat=1)
    await start(ana, code)
    await other.flush()
    same((other.of('turn')[-1]['seat'], other.of('turn')[-1]['status']), (1, 'playing'))
    await ana.ask('remove', table=code, player=bob.player)
    await other.flush()
    same(other.of('turn')[-1], {**about, 'seat': None, 'status': 'playing'})
    same(ana.of('turn') + bob.of('turn'), [], 'who is at the table sees it there')
    await server.stop()


@case
async def whose_turn_it_is_by_correspondence():
    """A player who has left the table hears it, and can ask; a turn that a bot takes is not announced."""
    server = await Server(MAZO).start()
    for clock, mine in ((86400, True), (60, False)):
        ana, bob = await server.guest('Ana'), await server.guest('Bob')
        code = await sit_together(ana, [bob], rules='duelo', seats=2, clock=clock, options=ENDLESS)
        await start(ana, code)
        await bob.flush()
        if not mine:
            await bob.ask('leave', table=code)
            await until(ana, code, 12)
            await bob.flush()
            same([m for m in bob.of('turn') if m['your_turn']], [])
            continue
        while True:
            view = [m for _, m in ana.messages if m['type'] in ('event', 'view')][-1]['view']
            if view['turn'] == 0:
                break
            moment = await my_turn(bob, code)
            await bob.do(code, choose(moment, 1, random.Random(1)))
            await ana.flush()
        await bob.ask('leave', table=code)
        heard = bob.expect(lambda m: m['type'] == 'turn' and m['your_turn'])
        while not heard.done():
            moment = await my_turn(ana, code)
            if moment['view']['turn'] == 0:
                await ana.do(code, choose(moment, 0, random.Random(1)))
            await bob.flush()
        same((await bob.ask('mine'))['tables'][0]['your_turn'], True)
    await server.stop()


@case
async def the_public_list():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    same((await bob.ask('tables'))['tables'], [])
    code = await ana.create(rules='penas', public=True, title='Todos', seats=4, bots=['hard'], options={'stacking': True})
    await ana.create(rules='duelo')
    same((await bob.ask('tables'))['tables'],
         [{'table': code, 'title': 'Todos', 'rules': 'penas', 'seats': 4, 'free': 2, 'people': 1,
           'status': 'open', 'options': {'stacking': True}, 'clock': 0, 'host': 'Ana'}])
    await start(ana, code)
    listed = (await bob.ask('tables'))['tables'][0]
    same((listed['status'], listed['free']), ('playing', 0))
    await ana.close()
    while (await bob.ask('tables'))['tables']:
        await asyncio.sleep(0.02)
    await server.stop()


@case
async def a_preview_shows_a_picture_that_can_be_fetched():
    """The address is the one that the host of the server has said, else the one that the client asks for."""
    for options, wanted in ({}, 'http://127.0.0.1/'), ({'url': 'https://uno.example:8443/'}, 'https://uno.example:8443/'):
        server = Server(MAZO, store='memory', **options)
        port = server.port
        await server.start()
        server.port = port  # the first line names the other address
        status, _, body = await server.get('/t/ABCDFG')
        picture = re.search(r'og:image" content="([^"]+)', body.decode())
        same(status, 200)
        if picture:  # without the browser client there is another page, and no preview
            assert picture[1].startswith(wanted) and '//' not in picture[1][8:], picture[1]
        await server.stop()


@case
async def a_preview_names_host_sheet_and_seats():
    """Previews of private tables are rationed, so that guessing codes yields little."""
    server = await Server(MAZO, store='memory').start()
    ana = await server.guest('<i>"Ana" & co')
    code, listed = [await ana.create(rules='penas', seats=4, bots=['hard'], public=public) for public in (False, True)]

    async def title(which, *head):
        body = (await server.get(f'/t/{which}', *head))[2].decode()
        found = re.search(r'og:title" content="([^"]*)"', body)
        return found and found[1]

    unknown = await title('QQQQQQ')
    if unknown:
        named = 'Mazo: &lt;i>&quot;Ana&quot; &amp; co is waiting for you · Penalties · free seats: 2 of 4'
        same(await title(code), named)
        while await title(code) == named:
            pass
        same(await title(code), unknown)
        same(await title(listed), named)
    await server.stop()


@case
async def every_figure_is_described():
    server = await Server(MAZO).start()
    while b'store_disk_free_bytes' not in (body := (await server.get('/metrics'))[2]):
        await asyncio.sleep(0.05)  # that one comes with the first look at the disk
    docs = pathlib.Path(__file__).resolve().parents[2] / 'docs' / 'serving.md'
    table = docs.read_text().split('### Figures')[1].split('\n##')[0]
    rows = [line.split('|')[1] for line in table.splitlines() if line.startswith('| `')]
    same(sorted(name for row in rows for name in re.findall('`([a-z_]+)`', row)),
         sorted(re.findall(r'^# HELP mazo_(\w+)', body.decode(), re.M)))
    await server.stop()


@case
async def history_ratings_and_the_best():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='duelo', options=QUICK, seats=2)
    keys, won = [], 0
    for match in range(1, 7):
        await start(ana, code)
        end = await play_out(code, ana, bob, match=match, seed=match)
        keys.append(end['key'])
        last = ana.of('event')[-1]['view']
        won += 0 in last['match_winners']
        await ana.ask('rematch', table=code)
    past = (await ana.ask('history'))['matches']
    same([m['key'] for m in past], keys[::-1])
    same(sum(m['won'] for m in past), won)
    same([m['seats'] for m in past], [2] * 6)
    theirs = (await bob.ask('history'))['matches']
    same([m['won'] for m in theirs], [not m['won'] for m in past])
    me = await bob.ask('player', player=ana.player)
    same((me['matches'], me['wins'], me['rating'], me['name']), (6, won, past[0]['rating'], 'Ana'))
    you = await ana.ask('player', player=bob.player)
    same(me['rating'] + you['rating'], 3000, 'what one wins the other loses')
    best = (await ana.ask('best'))['players']
    same([p['rating'] for p in best], sorted([me['rating'], you['rating']], reverse=True))
    same((await ana.ask('history', before=past[2]['at']))['matches'], past[3:])
    same((await ana.ask('player', player='nobody'))['type'], 'error')
    stranger = await server.guest('New')
    same((await stranger.ask('history'))['matches'], [])
    await server.stop()
    await server.restart()
    bob = await server.guest(token=bob.token)
    me.pop('id')
    again = await bob.ask('player', player=ana.player)
    again.pop('id')
    same(again, me)
    same((await bob.ask('history'))['matches'], theirs)
    await server.stop()


# ---- time ----

@case
async def the_clock_runs_out():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2, clock=1)
    await start(ana, code)
    same([m for m in ana.of('event') if m['ends_in'] is None or m['ends_in'] > 1000], [])
    told = await ana.wait(lambda m: m['type'] == 'table' and
                          (m['seats'][0]['away'] or m['seats'][1]['away']))
    seat = 0 if told['seats'][0]['away'] else 1
    who = (ana, bob)[seat]
    await who.ask('join', table=code)
    same(who.last('table')['seats'][seat]['away'], False)
    await server.stop()


@case
async def correspondence_survives_a_restart():
    server = await Server(MAZO, **{'leave-after': 1, 'sleep-after': 1}).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2, clock=86400)
    await start(ana, code)
    ends = ana.of('event')[-1]['ends_in']
    assert 86300000 < ends <= 86400000
    ana.drop()
    bob.drop()
    while await server.metric('tables') != 0:
        await asyncio.sleep(0.1)
    await server.kill()
    db = sqlite3.connect(server.store)  # ten hours go by
    past = 10 * 3600 * 1000
    db.execute('UPDATE event SET at = at - ?', (past,))
    db.execute('UPDATE room SET due = due - ?', (past,))
    db.commit()
    db.close()
    await server.restart()
    bob = await server.guest(token=bob.token)
    told = await bob.ask('join', table=code)
    await bob.flush()
    same([s['away'] for s in told['seats']], [False, False], 'hours are theirs')
    now = bob.last('view')['ends_in']
    assert ends - past - 60000 < now <= ends - past, (ends, now)
    await server.stop()


@long_case
async def correspondence_whose_time_is_over():
    server = await Server(MAZO, **{'sleep-after': 1}).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2, clock=3600)
    await start(ana, code)
    n = ana.of('event')[-1]['n']
    await server.kill()
    db = sqlite3.connect(server.store)
    db.execute('UPDATE event SET at = at - 7200000')
    db.execute('UPDATE room SET due = due - 7200000')
    db.commit()
    db.close()
    await server.restart()  # nobody comes; a little grace, then it goes on
    while await server.metric('commands_total') == 0:
        await asyncio.sleep(1)
    eva = await server.guest('Eva')  # only looks: a player who comes back is no longer away
    told = await eva.ask('join', table=code)
    assert told['n'] > n and any(s['away'] for s in told['seats']), told
    await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
