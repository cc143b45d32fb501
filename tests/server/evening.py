#!/usr/bin/env python3
"""An evening among friends at `mazo serve`, through real sockets: one match after another, who won how many,
tables that deal by themselves, what people say. Prints TAP.

    evening.py MAZO [CASE]..."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from people import MAZO, QUICK, commit, match_file, opens, play_out, replay, sit_together, start, table_where  # noqa: E402
from wsclient import CASES, Server, case, is_error, run, same  # noqa: E402


def wins(table):
    """Of each person who sits there."""
    return {seat['name']: seat.get('won') for seat in table['seats'] if seat['sits'] == 'person'}


def sitters(table):
    return [seat.get('name') for seat in table['seats']]


async def dealt_again(host, code, *others):
    """Asked for at once: everybody commits anew, then opens."""
    told = await host.ask('rematch', table=code, deal=True)
    same((told['status'], told['opening']['deal']), ('open', None), told)
    opening = host.expect(table_where(lambda m: m.get('opening', {}).get('deal')))
    people = [host, *others]
    salts = await commit(code, *people)
    await opening
    await opens(code, *zip(people, salts))
    await host.flush()
    return host.last('table')


@case
async def one_match_after_another():
    server = await Server(MAZO, leaks=True).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await sit_together(ana, [bob, eva], rules='oficial', seats=4, options=QUICK)
    same((ana.last('table').get('series'), wins(ana.last('table'))), (None, {'Ana': None, 'Bob': None, 'Eva': None}))
    is_error(await bob.ask('again', table=code), 'not_running')
    await start(ana, code)
    is_error(await bob.ask('again', table=code), 'running')
    end = await play_out(code, ana, bob, eva)
    winners = [p.name for p in (ana, bob, eva) if wins(end)[p.name]]
    same((end['series'], sum(wins(end).values())), (1, len(winners)))
    wim = await server.guest('Wim')
    await wim.ask('join', table=code)
    is_error(await wim.ask('again', table=code), 'not_seated')
    told = await bob.ask('again', table=code)
    same([seat.get('again') for seat in told['seats']], [None, True, None, None])
    told = await eva.ask('again', table=code)
    told = await eva.ask('again', table=code, on=False)
    await ana.flush()
    same([seat.get('again') for seat in ana.last('table')['seats']], [None, True, None, None])
    is_error(await bob.ask('rematch', table=code, deal=True), 'not_host')
    before = sitters(end)
    told = await dealt_again(ana, code, bob, eva)
    same((told['status'], told['match'], told['series']), ('playing', 2, 1))
    same([name for name in sitters(told) if name in ('Ana', 'Bob', 'Eva')], ['Ana', 'Bob', 'Eva'])
    same((sitters(told), [seat.get('face') for seat in told['seats']]), (['Ana', before[3], 'Bob', 'Eva'], [None, 3, 1, 2]))
    same([seat.get('again') for seat in told['seats']], [None] * 4)
    end = await play_out(code, ana, bob, eva, match=2, seed=8)
    same(end['series'], 2)
    path = await match_file(server, end['key'])
    same(replay(path, '--verify')[0], 0)
    score = wins(end)
    await server.kill()
    await server.restart()
    back = await server.guest(token=bob.token)
    told = await back.ask('join', table=code)
    same((told['series'], wins(told)), (2, score))
    same([(seat['name'], seat.get('face')) for seat in told['seats']], [(seat['name'], seat.get('face')) for seat in end['seats']])
    await server.stop()


@case
async def a_rematch_waits_for_nobody_who_has_gone():
    server = await Server(MAZO, **{'open-within': 600}).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2, options=QUICK)
    await start(ana, code)
    await play_out(code, ana, bob)
    await bob.ask('leave', table=code)
    await dealt_again(ana, code)
    await server.stop()


@case
async def partners_stay_partners():
    server = await Server(MAZO).start()
    people = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva', 'Leo')]
    code = await sit_together(people[0], people[1:], rules='oficial', seats=4, options={**QUICK, 'teams': True})
    await start(people[0], code)
    end = await play_out(code, *people)
    same(sorted(wins(end).values()), [0, 0, 1, 1])
    told = await dealt_again(people[0], code, *people[1:])
    same(sitters(told), ['Ana', 'Leo', 'Eva', 'Bob'])
    await server.stop()


async def dealt_by_itself(code, *people):
    """They are here and have committed; now the table asks for the salts."""
    opening = people[0].expect(table_where(lambda m: m.get('opening', {}).get('deal')))
    salts = await commit(code, *people)
    await opening
    await opens(code, *zip(people, salts))
    await people[0].flush()
    return people[0].last('table')


@case
async def play_now_finds_people():
    server = await Server(MAZO, **{'fill-after': 600}).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    here = await ana.ask('quick')
    code = here['table']
    same((here['fill'], here['public'], here['clock'], here['you'], len(here['seats'])), (True, True, 30, 0, 4))
    assert 590000 < here['deals_in'] <= 600000, here
    same((await ana.ask('quick'))['table'], code, 'asked twice')
    is_error(await bob.ask('quick', rules='chess'), 'bad_rules')
    other = await eva.ask('quick', rules='duelo')
    same((other['table'] != code, other['rules']), (True, 'duelo'))
    there = await bob.ask('quick', rules='oficial')
    same((there['table'], there['you']), (code, 1))
    leo = await server.guest('Leo')
    dealt = eva.expect(table_where(lambda m: 'opening' in m))
    same((await leo.ask('quick', rules='duelo'))['table'], other['table'])
    await dealt  # nobody else can come: at once
    listed = {t['table']: t for t in (await eva.ask('tables'))['tables']}
    same((listed[code]['fill'], listed[code]['free'], listed[code]['people']), (True, 2, 2))
    await ana.ask('rules', table=code, options={'stacking': True})
    same((await eva.ask('quick', rules='oficial'))['table'] not in (code, other['table']), True, 'house rules are not what was asked for')
    await ana.ask('rules', table=code, rules='oficial')
    await ana.ask('remove', table=code, player=bob.player)
    same((await bob.ask('quick'))['table'] != code, True, 'sent away for good')
    wim = await server.guest('Wim')
    same((await wim.ask('sit', table=code))['you'], 1)
    await wim.ask('leave', table=code)
    await ana.flush()
    same([s['sits'] for s in ana.last('table')['seats']], ['person', 'open', 'open', 'open'])
    await ana.ask('rules', table=code, fill=False)
    await ana.flush()
    same([ana.last('table').get(key) for key in ('fill', 'deals_in')], [None, None])
    await server.stop()


@case
async def bots_fill_the_seats_and_give_them_back():
    server = await Server(MAZO, leaks=True, **{'fill-after': 1}).start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await ana.create(rules='oficial', seats=3, public=True, fill=True, options=QUICK)
    is_error(await bob.ask('sit', table=code, seat=7), 'seat_taken')
    told = await dealt_by_itself(code, ana)
    same([(s['sits'], s.get('gives')) for s in told['seats']], [('person', None), ('bot', True), ('bot', True)])
    same((await bob.ask('tables'))['tables'][0]['free'], 2)
    is_error(await ana.ask('sit', table=code), 'running')
    rating = (await bob.ask('player', player=bob.player))['rating']
    sees = bob.expect(lambda m: m['type'] == 'view')
    told = await bob.ask('sit', table=code, seat=2)
    same([(s['sits'], s.get('gives')) for s in told['seats']], [('person', None), ('bot', True), ('person', None)])
    view = (await sees)['view']
    same((view['seat'], len(view['hand'])), (2, view['sizes'][2]))
    is_error(await eva.ask('sit', table=code, seat=2), 'running')
    await server.kill()
    await server.restart()
    ana, bob = await server.guest(token=ana.token), await server.guest(token=bob.token)
    for person in (ana, bob):
        await person.ask('join', table=code)
    end = await play_out(code, ana, bob)
    same((await bob.ask('player', player=bob.player))['rating'], rating, 'the cards were dealt to a bot')
    same((await bob.ask('history'))['matches'][0]['key'], end['key'])
    same(replay(await match_file(server, end['key']), '--verify')[0], 0)
    await bob.ask('leave', table=code)
    told = await ana.ask('rematch', table=code)
    same([s['sits'] for s in told['seats']], ['person', 'open', 'open'])
    await server.stop()


@case
async def a_table_that_cannot_be_dealt_stays_open():
    """One player and closed seats: the table no longer fills up by itself, and the host can change it."""
    server = await Server(MAZO, **{'fill-after': 1}).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await ana.create(rules='oficial', seats=3, fill=True)
    stays = ana.expect(table_where(lambda m: 'fill' not in m))
    for seat in (1, 2):
        await ana.ask('seat', table=code, seat=seat, to='closed')
    same((await stays)['status'], 'open')
    await bob.ask('join', table=code)
    await server.stop()


@case
async def spectators_have_names():
    server = await Server(MAZO).start()
    ana, wim = await server.guest('Ana'), await server.guest('Ana')
    code = await ana.create(rules='oficial')
    same(ana.last('table').get('watching'), None)
    told = await wim.ask('join', table=code)
    twin = await server.guest(token=wim.token)
    await twin.ask('join', table=code)
    same((told['watching'], told['watchers']), ([{'player': wim.player, 'name': 'Ana (2)'}], 1))
    named = ana.expect(table_where(lambda m: m.get('watching', [{}])[0].get('name') == 'Wim'))
    await wim.ask('name', name='Wim')
    named = await named
    same((named['watchers'], len(named['watching'])), (2, 1), 'two windows of one person')
    told = await ana.ask('remove', table=code, player=wim.player)
    same((told['watchers'], told.get('watching')), (0, None))
    crowd = [await server.guest(f'W{i}') for i in range(21)]
    for one in crowd:
        await one.ask('join', table=code)
    told = await ana.ask('rules', table=code, title='A crowd')
    same((told['watchers'], told.get('watching')), (21, None))
    await server.stop()


@case
async def phrases_are_read_by_everybody():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana', lang='es'), await server.guest('Bob', lang='en')
    code = await sit_together(ana, [bob], rules='oficial')
    for person, text in ((ana, '¡Hola!'), (bob, 'Hello!')):
        hears = [one.expect(lambda m: m['type'] == 'chat') for one in (ana, bob)]
        person.send('chat', table=code, text='not what is read', phrase='hello')
        for told in hears:
            told = await told
            same((told['name'], told['phrase'], told['text']), (person.name, 'hello', text))
    is_error(await ana.ask('chat', table=code, text='x', phrase='howdy'), 'bad_text')
    await server.stop()


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
