#!/usr/bin/env python3
"""`mazo store` beside a server that runs, and what a server puts away by itself. Prints TAP.

    store.py MAZO [CASE]..."""
import asyncio
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from people import ENDLESS, MAZO, QUICK, match_file, play_out, replay, sit_together, start, until  # noqa: E402
from wsclient import CASES, Server, becomes, case, choose, is_error, play, run, same  # noqa: E402

DAY = 86400000


def store(*words, text='', lang='en'):
    done = subprocess.run([MAZO, '--lang', lang, 'store', *map(str, words)], input=text.encode(),
                          capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def has(text, *parts):
    for part in parts:
        assert part in text, f'{part!r} is not in {text!r}'


def sql(server, text, *values):
    db = sqlite3.connect(server.store, timeout=20)
    rows = db.execute(text, values).fetchall()
    db.commit()
    db.close()
    return rows


async def two_matches(server):
    """Ana and Bob: one match that is over, one that runs."""
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    done = await sit_together(ana, [bob], rules='oficial', seats=2, options=QUICK)
    await start(ana, done)
    end = await play_out(done, ana, bob)
    runs = await sit_together(ana, [bob], rules='penas', seats=3, options=ENDLESS)
    await start(ana, runs)
    return ana, bob, done, runs, end['key']


@case
async def a_store_in_use_is_listed():
    server = await Server(MAZO).start()
    ana, bob, done, runs, _ = await two_matches(server)
    code, out, err = store('list', server.store)
    same((code, err), (0, ''))
    lines = {line.split()[0]: line for line in out.splitlines()}
    has(lines[done], 'oficial', 'over', 'KiB', 'Ana, Bob')
    has(lines[runs], 'penas', 'playing', 'Ana, Bob, 1 bot')
    has(out, '2 tables, 0 of them closed')
    listed = {table['table']: table for table in json.loads(store('list', '--json', server.store)[1])}
    same((listed[runs]['rules'], listed[runs]['state'], [seat.get('name') for seat in listed[runs]['seats']]),
         ('penas', 'playing', ['Ana', 'Bob', None]))
    same({person['name'] for person in json.loads(store('list', '--people', '--json', server.store)[1])}, {'Ana', 'Bob'})
    sql(server, "UPDATE person SET name = 'Wilhelmina Archibald ' || name")
    for lang in ('en', 'es'):
        out = store('list', server.store, lang=lang)[1].replace(str(server.store), '')
        has(' '.join(out.split()), 'Wilhelmina Archibald Ana, Wilhelmina Archibald Bob, 1 bot')
        assert all(len(line) <= 80 for line in out.splitlines()), out
    sql(server, "UPDATE person SET name = replace(name, 'Wilhelmina Archibald ', '')")
    code, out, err = store('list', '--people', server.store, lang='es')
    same((code, err), (0, ''))
    has(out, 'Ana', 'Bob', '2 personas', 'NOMBRE')
    text = sql(server, 'SELECT text FROM room WHERE code = ?', done)[0][0]
    sql(server, "UPDATE room SET text = 'broken' WHERE code = ?", done)
    head, *rows = [line for line in store('list', server.store)[1].splitlines() if line.startswith(('TABLE', done, runs))]
    has('\n'.join(rows), ' unreadable ')  # wider than the usual words: no column moves
    same([re.search(r'\d (B|KiB)', row).end() for row in rows], 2 * [head.index('SIZE') + 4])
    sql(server, 'UPDATE room SET text = ? WHERE code = ?', text, done)
    waits = await sit_together(ana, [bob], rules='duelo', seats=2)
    lines = {line.split()[0]: line for line in store('list', server.store, lang='es')[1].splitlines()}
    has(lines[waits], 'abierta')
    await server.stop()


def make_first_version(server):
    """What a server has stored, as the first release would have; a server of today would bring it up."""
    db = sqlite3.connect(server.store)
    db.executescript('DROP INDEX match_room; DROP INDEX room_due; DROP INDEX room_idle; DROP TABLE mute; DROP TABLE ban; DROP TABLE push; DROP TABLE daily;'
                     'ALTER TABLE room DROP COLUMN version; PRAGMA user_version = 1')
    db.close()
    pathlib.Path(f'{server.store}-lock').unlink()


@case
async def looking_at_an_old_store_leaves_it_old():
    """Nor does it need to be writable. A server says that it brings it up, and keeps a copy."""
    server = await Server(MAZO).start()
    await two_matches(server)
    await server.stop()
    make_first_version(server)
    folder = server.folder / 'medium'
    folder.mkdir()
    path = folder / 'old.db'
    shutil.move(server.store, path)
    before = path.read_bytes()
    for mode in 0o644, 0o444:
        path.chmod(mode)
        folder.chmod(0o755 if mode == 0o644 else 0o555)
        server.folder.chmod(0o755)

        def drop_privileges():
            if mode == 0o444 and os.getuid() == 0:
                os.setuid(65534)
        for words, says in ((['list'], '2 tables'), (['list', '--people'], 'Ana'), (['check'], 'all sound'),
                            (['prune', '--dry-run'], '')):
            done = subprocess.run([MAZO, '--lang', 'en', 'store', *words, str(path)], capture_output=True,
                                  timeout=60, check=False, text=True, preexec_fn=drop_privileges)
            same(done.returncode, 0, done.stderr)
            has(done.stdout, says)
            assert 'version' not in done.stderr, done.stderr
        same((path.read_bytes() == before, os.listdir(folder)), (True, ['old.db']))
    folder.chmod(0o755)
    path.chmod(0o644)
    copy = server.folder / 'copy.db'
    same(store('backup', copy, path)[0], 0)
    same(sqlite3.connect(copy).execute('PRAGMA user_version').fetchone(), (1,))
    shutil.move(path, server.store)
    await server.restart()
    has(server.errors(), f'{server.store} was brought from version 1 to ', f'{server.store}.v1')
    await server.stop()
    same(sqlite3.connect(f'{server.store}.v1').execute('PRAGMA user_version').fetchone(), (1,))
    code, out, err = store('list', server.store)
    same((code, err), (0, ''))
    has(out, '2 tables')


@case
async def a_table_that_cannot_be_continued_is_listed_so():
    """Its match is of later rules, or its first line is damaged."""
    server = await Server(MAZO).start()
    _, _, _, runs, _ = await two_matches(server)
    (match,), = sql(server, 'SELECT match FROM room WHERE code = ?', runs)
    (text,), = sql(server, 'SELECT text FROM event WHERE match = ? AND n = 0', match)
    for spoilt in (json.dumps({**json.loads(text), 'revision': 99}), '{'):
        sql(server, 'UPDATE event SET text = ? WHERE match = ? AND n = 0', spoilt, match)
        for lang, words in (('en', 'stopped'), ('es', 'parada')):
            code, out, err = store('list', server.store, lang=lang)
            same((code, err), (0, ''))
            lines = {line.split()[0]: line for line in out.splitlines()}
            has(lines[runs], words, 'penas', 'Ana, Bob, 1 bot')
            assert 'playing' not in out and 'en juego' not in out, out
            has(out, ': 1. `mazo store check`')
    sql(server, 'UPDATE event SET text = ? WHERE match = ? AND n = 0', text, match)
    out = store('list', server.store)[1]
    assert 'playing' in out and 'continued' not in out, out
    await server.stop()


@case
async def a_table_changed_by_another_server_is_read_again():
    """As another server on the same store would: first the room, then the next line of its match."""
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', seats=2, options=ENDLESS)
    sql(server, 'UPDATE room SET version = version + 1 WHERE code = ?', code)
    ana.send('rules', id='r', table=code, rules='duelo', seats=2)
    same((await ana.close_code(), await bob.close_code()), (1012, 1012))
    same(await server.metric('steps_conflict_total'), 1)
    ana, bob = await server.guest(token=ana.token), await server.guest(token=bob.token)
    found = await ana.ask('join', table=code)
    same((found['type'], found['rules']), ('table', 'oficial'), found)
    await bob.ask('join', table=code)
    same((await ana.ask('rules', table=code, rules='duelo', seats=2, options=ENDLESS))['rules'], 'duelo')
    await start(ana, code)
    await asyncio.gather(ana.flush(), bob.flush())
    sql(server, "INSERT INTO event SELECT match, 1, 0, 0, 0, 'x' FROM room WHERE code = ?", code)
    moves = {who: choose(who.last('event'), seat, random.Random(1)) for seat, who in enumerate((ana, bob))}
    turn = ana if moves[ana] else bob
    turn.send('do', id='d', table=code, command=moves[turn])
    same((await ana.close_code(), await bob.close_code()), (1012, 1012))
    same(await server.metric('steps_conflict_total'), 2)
    await server.stop()


@case
async def a_store_in_use_is_backed_up():
    server = await Server(MAZO).start()
    ana, bob, _, runs, key = await two_matches(server)
    copy = server.folder / 'copy.db'
    code, out, err = store('backup', copy, server.store)
    same((code, err), (0, ''))
    has(out, 'copy.db', 'checked')
    same(os.stat(copy).st_mode & 0o777, 0o600)
    await asyncio.gather(until(ana, runs, 12), until(bob, runs, 12))
    code, out, err = store('backup', copy, server.store, text='\n')
    same((code, out), (1, ''))
    has(err, 'already exists', 'Nothing has been changed')
    same(store('backup', copy, server.store, text='y\n')[0], 0)
    same(store('backup', '--yes', copy, server.store)[0], 0)
    code, _, err = store('backup', '--yes', server.store, server.store)
    same(code, 1)
    has(err, 'the store itself')
    code, _, err = store('backup', server.folder, server.store)
    same(code, 1)
    has(err, str(server.folder), 'it is a folder')
    code, _, err = store('backup', server.folder / 'none' / 'x.db', server.store)
    same(code, 1)
    has(err, 'none/x.db', 'the folder does not exist')
    same([p.name for p in server.folder.iterdir() if 'part' in p.name], [])
    await server.stop()
    other = await Server(MAZO, folder=server.folder, store='copy.db').start()
    ana = await other.guest(token=ana.token)
    same((await ana.ask('join', table=runs))['status'], 'playing')
    await match_file(other, key)
    await other.stop()


@case
async def a_check_finds_nothing_wrong_and_then_what_is():
    server = await Server(MAZO).start()
    _, _, done, runs, key = await two_matches(server)
    code, out, err = store('check', server.store)
    same((code, err), (0, ''))
    has(out, '2 tables and 2 matches, all sound')
    await server.stop()
    (text,), = sql(server, 'SELECT text FROM event WHERE match = 1 AND n = 3')
    line = json.loads(text)
    line['hash'] = '0' * 16
    sql(server, 'UPDATE event SET text = ? WHERE match = 1 AND n = 3', json.dumps(line))
    sql(server, "UPDATE room SET text = '{' WHERE code = ?", runs)
    sql(server, 'UPDATE room SET match = 77 WHERE code = ?', done)
    code, out, err = store('check', server.store)
    same((code, err), (1, ''))
    has(out, f'match {key}, line 4:', f'table {runs}: it cannot be read',
        f'table {done}: its match is missing', 'faults: 3')
    same(len(store('check', server.store, lang='es')[1].splitlines()), 4)
    size = os.path.getsize(server.store)
    with open(server.store, 'r+b') as file:
        for page in range(3, size // 4096):  # all but the beginning
            file.seek(page * 4096 + 8)
            file.write(b'\xff' * 64)
    code, out, err = store('check', server.store)
    same(code, 1)
    has(out + err, server.store)


@case
async def old_tables_are_pruned_and_links_stay():
    server = await Server(MAZO).start()
    ana, _, done, runs, key = await two_matches(server)
    young = await ana.create(rules='oficial', seats=2)
    await ana.ask('start', table=young)  # its numbers are the highest
    code, out, err = store('prune', '--yes', server.store)
    same((code, out), (0, ''))
    has(err, 'more than 365 days ago: 0 tables')
    await server.stop()
    sql(server, 'UPDATE room SET touched = touched - ? WHERE code <> ?', 400 * DAY, young)
    sql(server, 'UPDATE event SET at = at - ? WHERE match < 3', 400 * DAY)
    sql(server, 'UPDATE result SET at = at - ?', 400 * DAY)
    await server.restart()
    has(store('prune', '--dry-run', server.store)[2], ': 2 tables; finished matches whose moves go: 0')
    has(store('prune', '--dry-run', '--older', 500, server.store)[2], ': 0 tables')
    same(store('prune', server.store, text='n\n')[0], 1)
    same(sql(server, 'SELECT count(*) FROM room'), [(3,)])
    code, _, err = store('prune', '--yes', server.store)
    same(code, 0, err)
    same(sql(server, 'SELECT code FROM room'), [(young,)])
    path = await match_file(server, key)  # finished: its link still works
    same(replay(path)[0], 0)
    same(sql(server, 'SELECT DISTINCT match FROM event ORDER BY match'), [(1,), (3,)])
    ana = await server.guest(token=ana.token)
    for code in (done, runs):
        is_error(await ana.ask('join', table=code), 'no_table')
    same((await ana.ask('join', table=young))['status'], 'playing')
    same(store('check', server.store)[0], 0)
    has(store('prune', '--dry-run', '--older', 0, server.store)[2], 'more than 0 days ago: 1 table;')  # everything
    code, _, err = store('prune', '--yes', '--replays', server.store)
    same(code, 0, err)
    has(err, 'finished matches whose moves go: 1')
    same((await server.get(f'/m/{key}'))[0], 404)
    same(len((await ana.ask('history'))['matches']), 1)  # the result stays
    same(store('check', server.store)[0], 0)
    await server.stop()


@case
async def a_person_is_forgotten():
    server = await Server(MAZO).start()
    ana, bob, _, runs, key = await two_matches(server)
    again = await server.guest('Bob')  # another one
    code, out, err = store('forget', 'Bob', server.store)
    same((code, out), (1, ''))
    has(err, '2 people called Bob', bob.player, again.player)
    code, _, err = store('forget', 'Nobody', server.store)
    same(code, 1)
    has(err, server.store, 'nobody called Nobody')
    code, _, err = store('forget', bob.player, server.store, text='no\n')
    same(code, 1)
    has(err, 'Nothing has been changed')
    token = bob.token
    await bob.close()
    code, out, err = store('forget', '--yes', bob.player, server.store)
    same(code, 0, err)
    has(err, 'Bob', 'with 1 match behind', 'In 2 matches the seat')
    path = await match_file(server, key)
    text = path.read_text()
    assert 'Bob' not in text and 'Player 2' in text, text[:600]
    has(store('list', server.store)[1], 'Ana, Player 2')  # the seat stays
    same(replay(path)[0], 0)
    same(replay(path, '--verify')[0], 0)
    same(sql(server, "SELECT count(*) FROM person WHERE name = 'Bob'"), [(1,)])
    same(sql(server, "SELECT count(*) FROM event WHERE text LIKE '%Bob%'"), [(0,)])
    same(sql(server, "SELECT count(*) FROM result WHERE name = 'Bob'"), [(0,)])
    await server.stop()
    await server.restart()
    stranger = await server.client(token=token).connect()
    is_error(await stranger.ask('hello', version=1, token=token), 'bad_token')
    ana = await server.guest(token=ana.token)
    same((await ana.ask('join', table=runs))['seats'][1]['sits'], 'open')
    same(store('check', server.store)[0], 0)
    await server.stop()


# ---- what the server does by itself ----

@case
async def old_tables_are_closed_and_their_link_opens_them():
    server = await Server(MAZO).start()
    ana, bob, done, runs, _ = await two_matches(server)
    young = await ana.create(rules='oficial', seats=2)
    slow = await sit_together(ana, [bob], rules='oficial', seats=2, clock=86400)
    await ana.ask('start', table=slow)  # its clock runs
    await server.stop()
    sql(server, 'UPDATE room SET touched = touched - ? WHERE code <> ?', 91 * DAY, young)
    await server.restart(**{'close-after': 0})
    same(len((await server.guest(token=ana.token)).welcome['tables']), 4)
    same(await server.metric('tables_closed_total'), 0)
    await server.stop()
    del server.options['close-after']
    await server.restart()

    async def two_closed():
        return sql(server, 'SELECT count(*) FROM room WHERE over = 1') == [(2,)]
    await becomes(two_closed)
    same(await server.metric('tables_closed_total'), 2)
    ana = await server.guest(token=ana.token)
    same({t['table'] for t in ana.welcome['tables']}, {young, slow})
    has(store('list', server.store)[1], '2 of them closed')
    told = await ana.ask('join', table=runs)
    same((told['status'], told['you'], told['seats'][1]['name']), ('playing', 0, 'Bob'))
    same((await ana.ask('join', table=done))['status'], 'over')
    bob = await server.guest(token=bob.token)
    same({t['table'] for t in bob.welcome['tables']}, {runs, done, slow})
    same(sql(server, 'SELECT count(*) FROM room WHERE over = 1'), [(0,)])
    await server.stop()


def turns(client):
    return {t['table']: t['your_turn'] for t in client.welcome['tables']}


@case
async def hello_reads_rows_and_replays_nothing():
    server = await Server(MAZO).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    codes = []
    for i in range(6):
        codes.append(await sit_together(ana, [bob], rules='oficial', seats=2, options=ENDLESS))
        await start(ana, codes[-1])
        turn = i % 2  # until it is that seat's
        await asyncio.gather(*(play(who, codes[-1], random.Random(i),
                                    stop=lambda m: m['view']['turn'] == turn)
                               for who in (ana, bob)))
    for who in (ana, bob):
        who.drop()  # who leaves is played for
    told = [turns(await server.guest(token=who.token)) for who in (ana, bob)]  # from memory
    same(told[0], {code: not their for code, their in told[1].items()})
    assert set(told[0].values()) == {True, False}, told
    await server.stop()
    await server.restart()
    same([turns(await server.guest(token=who.token)) for who in (ana, bob)], told)
    same(await server.metric('tables_loaded_total'), 0)
    same(await server.metric('tables'), 0)
    await server.kill()
    await server.restart()  # all rows are as the last end left them
    same([turns(await server.guest(token=who.token)) for who in (ana, bob)], told)
    same(await server.metric('tables_loaded_total'), 0)
    ana, bob = await server.guest(token=ana.token), await server.guest(token=bob.token)
    for code in codes:
        for who in (ana, bob):
            await who.ask('join', table=code)
        await asyncio.gather(*(play(who, code, random.Random(3), stop=lambda m: m['n'] >= 9)
                               for who in (ana, bob)))
    await server.kill()
    await server.restart()  # now the lines are newer than the rows: whose turn it is is not known
    ana = await server.guest(token=ana.token)
    same(turns(ana), {code: False for code in codes})
    same(await server.metric('tables_loaded_total'), 0)
    await server.stop()


@case
async def empty_tables_make_room():
    server = await Server(MAZO, tables=3).start()
    ana = await server.guest('Ana')
    codes = [await ana.create(rules='oficial', seats=2) for _ in range(3)]
    is_error(await ana.ask('create'), 'full')
    await ana.ask('start', table=codes[0])
    await ana.ask('leave', table=codes[0])

    async def opened():
        answer = await ana.ask('create', rules='oficial', seats=2)
        codes.append(answer.get('table'))
        return answer['type'] == 'table'
    await becomes(opened)  # it looks once a second when it was full
    same(await server.metric('tables'), 3)
    is_error(await ana.ask('join', table=codes[0]), 'full')  # it rests, and is not said to be gone
    is_error(await ana.ask('join', table='ZZZZZZ'), 'full')
    eva = await server.guest('Eva')
    await ana.ask('leave', table=codes[1])

    async def found():
        return (await eva.ask('join', table=codes[0])).get('status') == 'playing'
    await becomes(found)
    bob = await server.guest('Bob')
    await eva.ask('leave', table=codes[0])

    async def missing():
        return (await bob.ask('join', table='ZZZZZZ')).get('error') == 'no_table'
    await becomes(missing)
    await server.stop()


@case
async def mistakes_name_the_file():
    server = Server(MAZO)
    for words in (['list'], ['check'], ['prune'], ['forget', 'Ana'], ['backup', 'x.db']):
        code, out, err = store(*words, server.folder / 'none.db')
        same((code, out), (1, ''))
        has(err, f'{server.folder}/none.db', 'there is no such file')
        assert not (server.folder / 'none.db').exists()
    (server.folder / 'text.db').write_text('not a database, but long enough to look at ' * 100)
    code, _, err = store('list', server.folder / 'text.db')
    same(code, 1)
    has(err, 'text.db', 'it is not a store of Mazo, or its beginning is damaged')
    for words in ([], ['lsit'], ['list', 'a', 'b'], ['forget'], ['backup'], ['check', '--yes'],
                  ['prune', '--older', '-1'], ['list', '--replays'], ['check', '--json']):
        code, out, err = store(*words)
        same((code, out), (2, ''), words)
        has(err, 'mazo store --help')
    has(store('lsit')[2], 'did you mean list?')
    shutil.rmtree(server.folder)


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
