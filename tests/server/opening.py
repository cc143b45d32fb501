#!/usr/bin/env python3
"""The fair shuffle as `mazo serve` runs it, through real sockets: players commit to their salts, open them
when the host deals, and are named when they do not. Prints TAP.

    opening.py MAZO [--long] [CASE]..."""
import asyncio
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from people import (ENDLESS, MAZO, QUICK, commit, match_file, opens, play_out, replay, sha256, sit_together,  # noqa: E402
                    start, table_where)
from wsclient import CASES, PATIENCE, Server, case, is_error, run, same  # noqa: E402

PATIENT = {'open-within': 600}  # nobody is late, however busy the machine is
HASTY = {'open-within': 10}  # somebody has to be; for those who are not it is long: 10 s for their salts, 5 s for new hashes


def deal_code(table):
    """As anybody can work it out from what the table says."""
    about = {key: table[key] for key in ('rules', 'revision', 'options')}
    return sha256('mazo deal 2', json.dumps(about, separators=(',', ':')), table['commitment'],
                  *(seat.get('hash') or '' for seat in table['seats']))


async def begin(host, code):
    """`start`, where players have committed."""
    host.send('start', id='start', table=code)
    told = await host.wait(lambda m: m.get('id') == 'start')
    same((told.get('status'), told.get('opening', {}).get('deal')), ('open', deal_code(told)), told)
    return told


def fair_of(path):
    return json.loads(path.read_text().splitlines()[0])['fair']


@case
async def the_deal_waits_for_the_salts():
    server = await Server(MAZO, leaks=True, **PATIENT).start()
    ana, bob, wim = [await server.guest(name) for name in ('Ana', 'Bob', 'Wim')]
    code = await sit_together(ana, [bob], rules='oficial', seats=3, options={**QUICK, 'beginner': 'lot', 'stacking': True})
    await wim.ask('join', table=code)
    salts = await commit(code, ana, bob)
    is_error(await bob.ask('salt', table=code, salt=salts[1]), 'salted')  # nobody has dealt
    told = await begin(ana, code)
    same([seat['sits'] for seat in told['seats']], ['person', 'person', 'bot'])
    await wim.flush()
    same(wim.last('table')['opening']['deal'], told['opening']['deal'])
    for kind, fields in (('start', {}), ('rules', {'rules': 'penas'}), ('seat', {'seat': 2, 'to': 'hard'}),
                         ('kick', {'seat': 1}), ('stand', {})):
        is_error(await ana.ask(kind, table=code, **fields), 'opening')
    is_error(await wim.ask('sit', table=code), 'opening')
    is_error(await bob.ask('commit', table=code, hash='ab' * 32), 'salted')
    is_error(await bob.ask('salt', table=code, salt='ab' * 32), 'salted')  # not what he committed to
    is_error(await bob.ask('salt', table=code, salt=salts[0]), 'salted')
    await opens(code, (bob, salts[1].upper()), (ana, salts[0]))
    await ana.flush()
    playing = ana.last('table')
    same((playing['status'], playing.get('opening')), ('playing', None))
    end = await play_out(code, ana, bob)
    for person in (ana, bob, wim):
        await person.flush()
        heard = '\n'.join(text for text, _ in person.messages)
        same([salt in heard for salt in salts], [False, False])
    path = await match_file(server, end['key'])
    fair = fair_of(path)
    same((fair['rule'], fair['salts'], fair['hashes']),
         (2, [*salts, None], [seat.get('hash') for seat in told['seats']]))
    same(fair['commitment'], told['commitment'])
    same(json.loads(path.read_text().splitlines()[0])['seed'],
         sha256('mazo seed 2', fair['secret'], *salts, ''))
    status, out, err = replay(path, '--verify')
    same(status, 0, out + err)
    await server.stop()


@case
async def a_player_whom_the_server_sends_away_goes_after_the_deal():
    """The deal code names every seat: while salts are being opened for it, nobody loses one."""
    server = await Server(MAZO, **PATIENT).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await sit_together(ana, [bob, eva], rules='duelo', options=ENDLESS, seats=3)
    salts = await commit(code, ana, bob, eva)
    begun = await begin(ana, code)
    same((await ana.ask('salt', table=code, salt=salts[0]))['opening']['deal'], begun['opening']['deal'])
    await asyncio.to_thread(server.mazo_host, 'kick', eva.player)
    told = await ana.ask('join', table=code)
    same((told['opening']['deal'], [seat['name'] for seat in told['seats']]), (begun['opening']['deal'], ['Ana', 'Bob', 'Eva']))
    await opens(code, (bob, salts[1]), (eva, salts[2]))
    while ana.last('table')['seats'][2]['sits'] != 'bot':
        await ana.wait(table_where(lambda m: True))
    same(ana.last('table')['status'], 'playing')
    await server.stop()


@case
async def a_hash_that_comes_after_start_is_not_waited_for():
    """A guest on a slow line sits down as the host deals: the match begins without his part, and says so."""
    server = await Server(MAZO, **PATIENT).start()
    for hashes in (1, 0):  # of the guests who were there before
        ana, bob = await server.guest('Ana'), await server.guest('Bob')
        code = await sit_together(ana, [bob], rules='oficial', seats=2, options=QUICK)
        salts = await commit(code, *[ana][:hashes])
        if salts:
            await begin(ana, code)
            is_error(await bob.ask('commit', table=code, hash='ab' * 32), 'salted')
            await opens(code, (ana, salts[0]))
        else:
            await start(ana, code)
            is_error(await bob.ask('commit', table=code, hash='ab' * 32), 'running')
        end = await play_out(code, ana, bob)
        same(fair_of(await match_file(server, end['key']))['salts'], [*salts, None, None][:2])
    await server.stop()


@case
async def a_player_who_does_not_open_is_named_and_the_deal_starts_over():
    server = await Server(MAZO, **HASTY).start()
    ana, bob = [await server.guest(name) for name in ('Ana', 'Bob')]
    code = await sit_together(ana, [bob], rules='duelo', options=QUICK)
    secrets = set()
    for misses in (1, 2):
        salts = await commit(code, ana, bob)
        over = bob.expect(table_where(lambda m: m.get('again') == misses))
        opening = bob.expect(table_where(lambda m: m.get('opening', {}).get('deal')))
        if misses == 1:
            await begin(ana, code)
        secrets.add((await opening)['commitment'])
        await ana.ask('salt', table=code, salt=salts[0])
        told = await over
        same([(seat.get('missed'), seat['hash'], seat['opened']) for seat in told['seats']],
             [(None, None, False), (misses, None, False)])
        same((told['status'], told['opening']['deal']), ('open', None))
        secrets.add(told['commitment'])
    is_error(await bob.ask('commit', table=code, hash='ab' * 32), 'salted')
    is_error(await bob.ask('salt', table=code, salt='ab' * 32), 'salted')
    opening = ana.expect(table_where(lambda m: m.get('opening', {}).get('deal')))
    salts = await commit(code, ana)
    same(deal_code(await opening), ana.last('table')['opening']['deal'])
    await opens(code, (ana, salts[0]))
    same(len(secrets), 3, 'each time another secret')
    await bob.flush()
    same(bob.last('table')['seats'][1]['missed'], 2, 'still said in the match')
    end = await play_out(code, ana, bob)
    path = await match_file(server, end['key'])
    same(fair_of(path)['salts'], [salts[0], None])
    same(replay(path, '--verify')[0], 0)
    told = await ana.ask('rematch', table=code)
    same((told.get('again'), told['seats'][1].get('missed')), (None, None))
    await commit(code, ana, bob)
    await server.stop()


@case
async def absent_players_do_not_hold_up_a_deal():
    server = await Server(MAZO, **HASTY).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await sit_together(ana, [bob, eva], rules='oficial', seats=3, options=ENDLESS)
    salts = await commit(code, ana, bob, eva)
    bob.drop()  # before the deal: it is not his turn to open anything
    await ana.wait(table_where(lambda m: not m['seats'][1]['here']))
    told = await begin(ana, code)
    same([bool(seat['hash']) for seat in told['seats']], [True, False, True])
    over = ana.expect(table_where(lambda m: m.get('again') == 1))
    eva.drop()  # in the middle of it
    await ana.ask('salt', table=code, salt=salts[0])
    same([seat.get('missed') for seat in (await over)['seats']], [None, None, 1])
    opening = ana.expect(table_where(lambda m: m.get('opening', {}).get('deal')))
    salts = await commit(code, ana)
    told = await opening  # after a moment, without the two
    same([bool(seat['hash']) for seat in told['seats']], [True, False, False])
    dealt = ana.expect(lambda m: m['type'] == 'event' and m['n'] == 0)
    is_error(await ana.ask('salt', table=code, salt='ab' * 32), 'salted')
    ana.send('salt', table=code, salt=salts[0])
    await dealt
    await server.stop()


@case
async def a_deal_happens_with_all_players_away():
    server = await Server(MAZO, **HASTY).start()
    ana, wim = await server.guest('Ana'), await server.guest('Wim')
    code = await ana.create(rules='duelo', bots=['easy'], options=ENDLESS)
    await wim.ask('join', table=code)
    await commit(code, ana)
    playing = wim.expect(table_where(lambda m: m['status'] == 'playing'))
    await begin(ana, code)
    ana.drop()
    told = await playing
    same((told['seats'][0]['missed'], told['again']), (1, 1))
    await server.stop()


@case
async def a_server_that_is_drained_waits_for_the_deal_and_the_match():
    """The host has dealt, and no card is there yet: that match has begun."""
    server = await Server(MAZO, leaks=True, **PATIENT).start()
    ana, bob = [await server.guest(name) for name in ('Ana', 'Bob')]
    code = await sit_together(ana, [bob], rules='oficial', seats=2, options=QUICK)
    salts = await commit(code, ana, bob)
    await begin(ana, code)

    async def host(*words):
        return await asyncio.create_subprocess_exec(MAZO, '--lang', 'en', 'host', '--control', server.store + '-control', *words,
                                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    async def status():
        return json.loads((await asyncio.wait_for((await host('--json', 'status')).communicate(), PATIENCE))[0])
    told = bob.expect(lambda m: m['type'] == 'notice')
    drained = await host('drain')
    await asyncio.wait_for(told, PATIENCE)
    begun = (await status())['up_s']
    while (now := await status())['up_s'] < begun + 3:  # it looks once a second whether it can stop
        same(now['waits_for'], 1)
    await opens(code, (bob, salts[1]), (ana, salts[0]))
    same((await play_out(code, ana, bob))['status'], 'over')
    out, err = await asyncio.wait_for(drained.communicate(), PATIENCE)
    same((drained.returncode, err), (0, b''))
    assert b'waits for one match' in out and out.endswith(b'The server has stopped.\n'), out
    same(await asyncio.wait_for(server.process.wait(), PATIENCE), 0)


@case
async def an_opening_survives_a_restart():
    server = await Server(MAZO, **PATIENT).start()
    ana, bob = [await server.guest(name) for name in ('Ana', 'Bob')]
    code = await sit_together(ana, [bob], rules='duelo', options=QUICK)
    salts = await commit(code, ana, bob)
    told = await begin(ana, code)
    await ana.ask('salt', table=code, salt=salts[0])
    await server.kill()
    await server.restart()
    ana, bob = [await server.guest(token=person.token) for person in (ana, bob)]
    for person in (ana, bob):
        again = await person.ask('join', table=code)
        same((again['opening']['deal'], deal_code(again)), (told['opening']['deal'],) * 2)
        same([seat['opened'] for seat in again['seats']], [True, False])
    await opens(code, (bob, salts[1]))
    end = await play_out(code, ana, bob)
    path = await match_file(server, end['key'])
    same(fair_of(path)['salts'], salts)
    same(replay(path, '--verify')[0], 0)
    await server.stop()


@case
async def starting_over_survives_a_restart():
    """While new hashes are awaited: guests who are back give theirs, and the deal goes on."""
    server = await Server(MAZO, **HASTY).start()
    ana, bob = [await server.guest(name) for name in ('Ana', 'Bob')]
    code = await sit_together(ana, [bob], rules='duelo', options=QUICK)
    salts = await commit(code, ana, bob)
    over = ana.expect(table_where(lambda m: m.get('again') == 1))
    await begin(ana, code)
    await ana.ask('salt', table=code, salt=salts[0])
    told = await over
    await server.kill()
    await server.restart(**PATIENT)
    ana, bob = [await server.guest(token=person.token) for person in (ana, bob)]
    for person in (ana, bob):
        again = await person.ask('join', table=code)
        same((again['opening']['deal'], again['again'], again['seats'][1]['missed']), (None, 1, 1))
        same(again['commitment'], told['commitment'])
    opening = ana.expect(table_where(lambda m: m.get('opening', {}).get('deal')))
    salts = await commit(code, ana, bob)
    await opening
    await opens(code, (ana, salts[0]), (bob, salts[1]))
    await server.stop()


@case
async def older_clients_give_their_salt_openly():
    server = await Server(MAZO, **PATIENT).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await sit_together(ana, [bob, eva], rules='oficial', seats=3, options=QUICK)
    given = os.urandom(32).hex()
    told = await bob.ask('salt', table=code, salt=given)
    same((told['seats'][1]['salt'], told['seats'][1]['opened']), (True, True))
    is_error(await bob.ask('commit', table=code, hash='ab' * 32), 'salted')
    salts = await commit(code, ana)
    await begin(ana, code)
    is_error(await eva.ask('salt', table=code, salt='ab' * 32), 'salted')  # too late for this deal
    await opens(code, (ana, salts[0]))
    end = await play_out(code, ana, bob, eva)
    path = await match_file(server, end['key'])
    same(fair_of(path)['salts'], [salts[0], given, None])
    same(replay(path, '--verify')[0], 0)
    await ana.ask('rematch', table=code)
    await bob.ask('salt', table=code, salt=given)
    await start(ana, code)  # nobody has anything to open: dealt at once
    await server.stop()


@case
async def the_last_commitment_of_a_seat_counts():
    """A player who comes back, or sits at two devices: the one that is here can open it."""
    server = await Server(MAZO, **PATIENT).start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='duelo', bots=['easy'], options=QUICK)
    await commit(code, ana)
    twin = await server.guest(token=ana.token)
    await twin.ask('join', table=code)
    salts = await commit(code, twin)
    await begin(ana, code)
    await opens(code, (twin, salts[0]))
    await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
