#!/usr/bin/env python3
"""The tables of the deals of the day: what counts, and what is refused. Prints TAP.

    days.py MAZO [CASE]..."""
import asyncio
import contextlib
import datetime
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wsclient import CASES, PATIENCE, Server, becomes, case, is_error, run, same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
WRITE = next(path for path in (folder / 'tests/server/write_daily' for folder in (pathlib.Path(MAZO).parent, pathlib.Path.cwd()))
             if path.exists())  # an edited program lies elsewhere: tests/edits
PART = 6000


def day(shift=0):
    return str(datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=shift))


@functools.cache
def match(date, dice=1, *bot):
    """A match file of that day; `dice` decides what the person does."""
    return subprocess.run([WRITE, date, str(dice), *bot], stdout=subprocess.PIPE, check=True, timeout=60).stdout.decode()


def parts(text):
    cut = [text[i:i + PART] for i in range(0, len(text), PART)]
    return [{'part': i, 'of': len(cut), 'text': part} for i, part in enumerate(cut)]


async def hand_in(who, text):
    """The answer to the last part."""
    *some, last = parts(text)
    for part in some:
        answer = await who.ask('played', **part)
        same((answer['type'], answer.get('part')), ('part', part['part']), answer)
    return await who.ask('played', **last)


@contextlib.asynccontextmanager
async def serving(**options):
    server = await Server(MAZO, leaks=True, **options).start()
    yield server
    await server.stop()


def names(table):
    return [(one['rank'], one['name']) for one in table['players']]


@case
async def a_match_that_was_played_counts():
    today = day()
    async with serving() as server:
        ana, beto = await server.guest('Ana'), await server.guest('Beto')
        same(await ana.ask('day', id='empty', day=today),
             {'type': 'day', 'id': 'empty', 'day': today, 'open': True, 'played': 0, 'players': []})
        table = await hand_in(ana, match(today))
        same((table['type'], table['played'], names(table)), ('day', 1, [(1, 'Ana')]), table)
        own = {key: table['players'][0][key] for key in ('rank', 'place', 'lead', 'rounds')}
        same((table['you'], table['players'][0]['player']), (own, ana.player))
        assert (own['place'] == 1) == (own['lead'] > 0) and set(own['rounds']) <= set('wnlb') and own['rounds'], own
        seen = await beto.ask('day', day=today)
        same((seen['players'], 'you' in seen), (table['players'], False))
        await server.stop()
        await server.restart()
        ana = await server.guest(token=ana.token)
        again = await ana.ask('day', day=today)
        same((again['you'], again['players']), (own, table['players']))


@case
async def the_best_come_first():
    today = day()
    async with serving() as server:
        people = [await server.guest(f'P{i}') for i in range(6)]
        for i, who in enumerate(people):
            table = await hand_in(who, match(today, i))
            same(table['you']['rank'], 1 + sum((one['place'], -one['lead']) < (table['you']['place'], -table['you']['lead'])
                                               for one in table['players']), table)
        results = [(one['place'], -one['lead']) for one in table['players']]
        same((table['played'], results), (6, sorted(results)))
        assert len(set(results)) > 1, results
        ranks = [1 + results.index(one) for one in results]
        same([one['rank'] for one in table['players']], ranks)


@case
async def only_the_first_result_counts():
    today = day()
    async with serving() as server:
        ana, eve = await server.guest('Ana'), await server.guest('Eve')
        first = await hand_in(ana, match(today, 1))
        second = await hand_in(ana, match(today, 2))
        same((second['you'], second['players']), (first['you'], first['players']))
        # What Ana has played is not Eve's, whatever name the file says.
        for name in 'Eva', 'Eve':
            is_error(await hand_in(eve, match(today, 1).replace('"Eva"', f'"{name}"')), 'not_yours')
        same((await eve.ask('day', day=today))['played'], 1)
        same((await hand_in(eve, match(today, 2)))['played'], 2)


@case
async def tomorrow_is_today_somewhere():
    async with serving() as server:
        ana = await server.guest('Ana')
        same((await hand_in(ana, match(day(1))))['day'], day(1))
        for date in day(-3), day(4):
            is_error(await hand_in(ana, match(date)), 'wrong_day')
            table = await ana.ask('day', day=date)
            same((table['open'], table['played']), (False, 0))
        for date in '2025-12-31', '2026-02-30', '2026-11-1x':
            is_error(await ana.ask('day', day=date), 'no_day')


def lies(today):
    """What somebody might try; nothing of it replays as it is."""
    text = match(today)
    first, *played = [json.loads(line) for line in text.splitlines()]
    other = 'penas' if first['rules'] == 'oficial' else 'oficial'
    yield 'a hash that is wrong', text.replace(played[5]['hash'], '0' * 16)
    yield 'other cards', text.replace(first['seed'], first['seed'][::-1])
    yield 'no seed of a day', text.replace(first['seed'], '11' * 32)
    yield 'bots who help', match(today, 1, 'random')
    yield 'another sits there', text.replace('"sits":"bot"', '"sits":"person"', 1)
    yield 'the person sits elsewhere', text.replace('"sits":"person"', '"sits":"bot"', 1)
    yield 'another sheet', text.replace(f'"rules":"{first["rules"]}"', f'"rules":"{other}"')
    yield 'a house rule', text.replace('"target":', '"hand_size":1,"target":', 1)
    yield 'a match that is not over', ''.join(text.splitlines(True)[:-1])
    yield 'half a line', text[:-9]
    yield 'nothing', '\n'
    yield 'no match', 'what?'
    yield 'a command too many', text + text.splitlines(True)[-1]


@case
async def lies_are_refused():
    today = day()
    async with serving() as server:
        ana = await server.guest('Ana')
        for what, text in lies(today):
            assert text != match(today), what
            answer = await hand_in(ana, text)
            same((answer['type'], answer.get('error')), ('error', 'bad_match'), f'{what}: {answer}')
            assert answer['message'], what
        es = await server.guest('Bea', lang='es')
        same((await hand_in(es, match(today, 1, 'random')))['message'], 'un bot habría jugado otra cosa')
        same((await ana.ask('day', day=today))['played'], 0)


async def sealed(who, text):
    """Hand it in with the hashes that the refusals name; returns what is wrong beyond them."""
    while True:
        answer = await hand_in(who, text)
        is_error(answer, 'bad_match')
        found = re.search(r'its hash is (\w{16}), the file says (\w{16})', answer['message'])
        if not found:
            return answer['message']
        text = text.replace(found[2], found[1])


@case
async def a_lie_with_right_hashes_is_one_too():
    today = day()
    async with serving() as server:
        ana = await server.guest('Ana')
        lines = match(today).splitlines(True)
        for own in False, True:  # a bot's move, and the person's
            at = next(i for i, line in enumerate(lines) if '"play"' in line and ('"seat":0' in line) == own)
            instead = json.dumps({'do': 'draw', 'seat': json.loads(lines[at])['seat'], 'hash': json.loads(lines[at])['hash']})
            why = await sealed(ana, ''.join(lines[:at]) + instead + '\n' + ''.join(lines[at + 1:]))
            assert why == 'a bot would have played otherwise' or why.startswith('this command is refused'), why
        same((await ana.ask('day', day=today))['played'], 0)


@case
async def parts_come_in_their_order():
    today = day()
    async with serving() as server:
        ana, other = await server.guest('Ana'), None
        text = match(today)
        many = max(3, len(parts(text)))
        pieces = [{'part': i, 'of': many, 'text': text[i * len(text) // many:(i + 1) * len(text) // many]} for i in range(many)]
        other = await server.guest(token=ana.token)
        is_error(await ana.ask('played', **pieces[1]), 'bad_message')
        await ana.ask('played', **pieces[0])
        is_error(await other.ask('played', **pieces[1]), 'bad_message')  # another connection has its own
        is_error(await ana.ask('played', **pieces[2]), 'bad_message')
        is_error(await ana.ask('played', **{**pieces[1], 'of': many + 1}), 'bad_message')
        for broken in {'part': many, 'of': many}, {'part': 24, 'of': 24}, {'text': ''}, {'text': 'x' * 7001}, {'text': None}:
            is_error(await ana.ask('played', **{**pieces[1], **broken}), 'bad_message')
        for piece in pieces[:-1]:
            same((await ana.ask('played', **piece))['type'], 'part')  # from the beginning
        same((await ana.ask('played', **pieces[-1]))['type'], 'day')


@case
async def leaving_meanwhile_loses_nothing():
    today = day()
    async with serving() as server:
        people = [await server.guest(f'P{i}') for i in range(5)]
        for i, who in enumerate(people[:4]):
            *some, last = parts(match(today, i))
            for part in some:
                await who.ask('played', **part)
            if i < 3:
                who.send('played', **last)
                who.send('played', **last)  # one at a time
            if i == 2:
                await who.wait(lambda m: m.get('error') in ('busy', 'bad_message'))
            who.drop()
        # Those who wait when they go are dropped; nobody is counted twice, and the server goes on.
        last = people[4]
        table = await hand_in(last, match(today, 9))
        same(table['type'], 'day')
        assert table['played'] <= 4 and 'P3' not in [one['name'] for one in table['players']], table


@case
async def a_person_who_is_forgotten_is_not_in_the_table():
    today = day()
    async with serving() as server:
        ana, beto = await server.guest('Ana'), await server.guest('Beto')
        await hand_in(ana, match(today, 1))
        await hand_in(beto, match(today, 2))
        await ana.close()
        await beto.close()
        await server.stop()
        listed = subprocess.run([MAZO, '--lang', 'en', 'store', 'list', '--people', server.store], stdout=subprocess.PIPE, check=True, timeout=60)
        number = next(line.split()[0] for line in listed.stdout.decode().splitlines() if 'Ana' in line)
        subprocess.run([MAZO, 'store', 'forget', '--yes', number, server.store], capture_output=True, check=True, timeout=60)
        await server.start()
        same(names(await (await server.guest('Eve')).ask('day', day=today)), [(1, 'Beto')])


@case
async def many_at_once_are_all_answered():
    today = day()
    async with serving() as server:
        people = await asyncio.gather(*(server.guest(f'P{i}') for i in range(12)))
        files = [match(today, i % 6) for i in range(12)]
        answers = await asyncio.wait_for(asyncio.gather(*(hand_in(who, text) for who, text in zip(people, files))), PATIENCE)
        kinds = [a.get('error', a['type']) for a in answers]
        assert set(kinds) <= {'day', 'not_yours'} and kinds.count('day') >= 6, kinds

        async def played():
            return (await people[0].ask('day', day=today))['played']
        await becomes(played, 6)


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
