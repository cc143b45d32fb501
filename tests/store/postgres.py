#!/usr/bin/env python3
"""postgres.py MAZO TEST_DOUBT TEST_RACE TEST_STORE… - a store in a real PostgreSQL database: what store.h promises of every store,
and what becomes of a commit when the connection breaks in the middle of it."""
import contextlib
import os
import pathlib
import random
import re
import selectors
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from postgres import Postgres, main  # noqa: E402
from relay import Relay  # noqa: E402
from serve import Server  # noqa: E402
from tap import case, has, run, same, until  # noqa: E402

MAZO, DOUBT, RACE, *STORES = sys.argv[1:]


class Breaker(Relay):
    """A way to the database that breaks: after a number of bytes to the server, or before an answer comes back."""

    def __init__(self, port, dice):
        self.dice, self.breaks = dice, 0
        super().__init__(port)

    def carry(self, near):
        far = self.reach()
        budget = self.dice.randrange(6000, 40000)  # bytes until it breaks; connecting takes some thousand
        choose = selectors.DefaultSelector()
        choose.register(near, selectors.EVENT_READ, far)
        choose.register(far, selectors.EVENT_READ, near)
        with near, far:
            while budget > 0:
                for key, _ in choose.select():
                    try:
                        data = key.fileobj.recv(65536)
                        if not data:
                            return
                        budget -= len(data)
                        if budget > 0 or (key.fileobj is near and self.dice.random() < 0.7):
                            key.data.sendall(data)  # the last of it may arrive, and its answer never
                    except OSError:
                        return
            self.breaks += 1


@case
def all_promises_hold():
    with Postgres() as server:
        env = {**os.environ, 'MAZO_TEST_POSTGRES': server.address, 'CMOCKA_MESSAGE_OUTPUT': 'TAP'}
        count = 0
        for program in STORES:
            done = subprocess.run([program], env=env, capture_output=True, text=True, check=False)
            out = done.stdout + done.stderr
            same(done.returncode, 0, out)
            count += out.count('\nok ')
        assert count >= 40, count


@case
def what_a_broken_commit_says_is_so():
    with Postgres() as server:
        mazo('prune', '--yes', server.address)  # makes the tables: too many bytes for a connection that breaks
        breaker = Breaker(server.port, random.Random(1))
        address = server.address.replace(str(server.port), str(breaker.port))
        done = subprocess.run([DOUBT, address, '150'], capture_output=True, text=True, check=False)
        same(done.returncode, 0, done.stdout + done.stderr)
        kept, refused, unknown = map(int, re.findall(r'\d+', done.stdout))
        same(kept, 150)
        assert unknown > 0, f'no commit was ever in doubt: {done.stdout}, {breaker.breaks} breaks'
        same(server.sql('SELECT count(*), max(n) FROM mazo.event'), '150|149')
        print(f'# {breaker.breaks} breaks, {refused} refused, {unknown} in doubt')


def serve(store):
    return Server(MAZO, store=store)


def load(server, *words):
    done = subprocess.run([MAZO, 'load', '-q', '--pace', '0.02', '--tables', '5', '--set', 'target=100', '--lang', 'en', *words, server.address()],
                          capture_output=True, text=True, check=False)
    same(done.returncode, 0, done.stdout + done.stderr)


def mazo(*words, code=0):
    done = subprocess.run([MAZO, 'store', *words, '--lang', 'en'], capture_output=True, text=True, check=False)
    same(done.returncode, code, done.stdout + done.stderr)
    return done.stdout + done.stderr


def on_file(path, sql):
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        return db.execute(sql).fetchall()


@case
def a_server_plays_on_while_the_database_dies_and_comes_back():
    with Postgres() as database, serve(database.address) as server:
        def trouble():
            for _ in range(2):
                before = int(database.sql('SELECT count(*) FROM mazo.event'))
                until(lambda: int(database.sql('SELECT count(*) FROM mazo.event')) > before + 50)
                database.stop(signal.SIGQUIT)
                database.start()
        thread = threading.Thread(target=trouble)
        thread.start()
        load(server, '--matches', '2')
        thread.join()
        mazo('check', database.address)


@case
def a_store_moves_to_a_database_and_back_without_loss():
    with Postgres() as database, tempfile.TemporaryDirectory() as folder:
        first, second = f'{folder}/first.db', f'{folder}/second.db'
        with serve(first) as server:
            load(server, '--matches', '1')
            has(mazo('copy', database.address, first, code=1), 'another process is using it')
        on_file(first, "INSERT INTO daily SELECT 300, id, 7, 1, id, 'wl', id FROM person WHERE key IS NOT NULL")
        on_file(first, 'INSERT INTO mute SELECT a.id, b.id FROM person AS a, person AS b WHERE b.id IN (1, 2, a.id + 1)')
        on_file(first, "INSERT INTO push SELECT 'https://push.example/' || id, id, zeroblob(65), zeroblob(16), id FROM person")
        mazo('forget', '--yes', '1', first)
        has(mazo('copy', database.address, first), 'compared')
        has(mazo('copy', database.address, first, code=1), 'there is something in it already')
        has(mazo('copy', second, database.address), 'compared')
        for words in (['list'], ['list', '--people'], ['check']):
            seen = [mazo(*words, place).replace(place, '') for place in (first, database.address, second)]
            same(seen[1].splitlines()[:-1], seen[0].splitlines()[:-1])
            same(seen[2].splitlines()[:-1], seen[0].splitlines()[:-1])
        mutes = on_file(first, 'SELECT person, muted FROM mute ORDER BY 1, 2')
        assert (3, 2) in mutes and not any(1 in pair for pair in mutes), mutes
        same(on_file(second, 'SELECT person, muted FROM mute ORDER BY 1, 2'), mutes)
        same(database.sql('SELECT person, muted FROM mazo.mute ORDER BY 1, 2').split(), [f'{a}|{b}' for a, b in mutes])
        pushes = on_file(first, 'SELECT endpoint, person, length(key), length(secret), at FROM push ORDER BY person')
        assert len(pushes) > 1 and not any(row[1] == 1 for row in pushes), pushes
        same(on_file(second, 'SELECT endpoint, person, length(key), length(secret), at FROM push ORDER BY person'), pushes)
        days = on_file(first, 'SELECT * FROM daily ORDER BY person')
        assert days and all(person != 1 for _, person, *_ in days), days
        same(on_file(second, 'SELECT * FROM daily ORDER BY person'), days)
        same(database.sql('SELECT * FROM mazo.daily ORDER BY person').split(), ['|'.join(map(str, row)) for row in days])
        with serve(database.address) as server:
            load(server, '--matches', '1')


@case
def an_older_database_is_brought_up():
    """As the version before mutes has left it; who only looks at it leaves it so."""
    with Postgres() as database:
        with serve(database.address) as server:
            load(server, '--matches', '1')
        people = database.sql('SELECT count(*) FROM mazo.person')
        functions = "SELECT proname, prosrc, pg_get_function_identity_arguments(oid) FROM pg_proc WHERE pronamespace = 'mazo'::regnamespace ORDER BY 1, 3"
        newest = database.sql(functions)
        database.sql("CREATE FUNCTION mazo.put_event(bigint, bigint, bigint, bigint, bigint, bytea) RETURNS void LANGUAGE sql AS ''")
        database.sql("CREATE OR REPLACE FUNCTION mazo.forget(p bigint) RETURNS void LANGUAGE sql AS ''")
        database.sql('DROP TABLE mazo.daily; DROP FUNCTION mazo.put_daily; DROP TABLE mazo.push; DROP FUNCTION mazo.put_push; DROP TABLE mazo.ban; DROP FUNCTION mazo.put_ban; DROP TABLE mazo.mute; DROP FUNCTION mazo.put_mute; DELETE FROM mazo.version WHERE n >= 3')
        for words in (['list'], ['list', '--people'], ['check'], ['prune', '--dry-run']):
            assert 'version' not in mazo(*words, database.address), words
        same(database.sql('SELECT max(n) FROM mazo.version').split(), ['2'])
        same(database.sql("SELECT to_regclass('mazo.mute') IS NULL").split(), ['t'])
        has(mazo('forget', '--yes', '1', database.address), 'was brought from version 3 to ', 'No copy was made')
        same(database.sql('SELECT count(*) FROM mazo.mute; SELECT max(n) FROM mazo.version').split(), ['0', '6'])
        same(database.sql('SELECT count(*) FROM mazo.person'), people)
        same(database.sql(functions), newest)


@case
def several_servers_no_copy_while_they_run_and_clear_sentences():
    with Postgres() as database:
        def refused(address):
            done = subprocess.run([MAZO, 'serve', '--port', '0', '--store', address, '--lang', 'en'],
                                  capture_output=True, text=True, check=False, timeout=60)
            same(done.returncode, 1)
            return done.stderr
        with serve(database.address), serve(database.address):
            has(mazo('copy', database.address, database.address, code=1), 'another process is using it')
        has(refused(database.address + '-not'), 'there is no such database')
        has(refused(database.address.replace('mazo@', 'nobody:secret@')), 'does not accept the name')
        for name in ('nobody:secret@', 'nobody:not@secret@'):
            assert 'secret' not in refused(database.address.replace('mazo@', name)), name
        assert 'secret' not in refused(database.address + '-not?password=secret')
        has(refused('postgresql://mazo@127.0.0.1:1/mazo'), 'cannot be reached')
        number = subprocess.run([MAZO, '--version'], capture_output=True, text=True, check=True).stdout
        same(int(re.search(r'store (\d+)', number)[1]), 1 + int(database.sql('SELECT max(n) FROM mazo.version')))
        database.sql('UPDATE mazo.version SET n = 1000')
        has(refused(database.address), 'a newer version')
        has(mazo('list', database.address, code=1), 'a newer version')
        database.sql('DROP SCHEMA mazo CASCADE')
        has(mazo('list', database.address, code=1), 'it is empty')


@case
def a_server_stays_while_a_newer_one_changes_the_database():
    """The next start is refused; the one that runs plays on, with new connections too."""
    with Postgres() as database, serve(database.address) as server:
        load(server, '--matches', '1')
        database.sql('INSERT INTO mazo.version VALUES (1000)')
        database.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'mazo'")
        load(server, '--matches', '1')
        done = subprocess.run([MAZO, 'serve', '--port', '0', '--store', database.address, '--lang', 'en'],
                              capture_output=True, text=True, check=False, timeout=60)
        has(done.stderr, 'a newer version of Mazo has written it')


@case
def a_host_that_does_not_answer_does_not_hold_up_the_next():
    with Postgres() as database, socket.create_server(('127.0.0.1', 0)) as silent:  # connected to, and that is all
        mazo('prune', '--yes', database.address)  # makes the tables
        hosts = f'127.0.0.1:{silent.getsockname()[1]},127.0.0.1:{database.port}'
        mazo('list', database.address.replace(f'127.0.0.1:{database.port}', hosts))
        hosts = f'127.0.0.1:1,127.0.0.1:{database.port}'
        mazo('list', database.address.replace(f'127.0.0.1:{database.port}', hosts))


@case
def two_nodes_that_stand_in_each_others_way_both_get_through():
    """Both change the same two people, in the opposite order, again and again."""
    with Postgres('deadlock_timeout = 10ms') as database:
        subprocess.run([DOUBT, database.address, '0', '1'], stdout=subprocess.DEVNULL, check=True)  # the people, by one of them
        programs = [subprocess.Popen([DOUBT, database.address, '100', order], stdout=subprocess.PIPE, text=True)
                    for order in ('1', '2')]
        for program in programs:
            out = program.communicate()[0]
            same(program.returncode, 0, out)
        same(database.sql('SELECT rating, matches FROM mazo.person ORDER BY id').splitlines(), ['1700|200', '1700|200'])
        same(database.sql("SELECT deadlocks FROM pg_stat_database WHERE datname = 'mazo'"), '0')


@case
def nodes_that_all_think_the_table_is_theirs():
    with Postgres() as database:
        done = subprocess.run([RACE, database.address, '600'], capture_output=True, text=True, check=False)
        same(done.returncode, 0, done.stdout + done.stderr)
        kept, late = map(int, re.findall(r'\d+', done.stdout))
        same(kept, 600)
        assert late > 50, done.stdout
        print(f'# {late} were too late')


@case
def news_survive_a_connection_that_breaks():
    with Postgres() as database:
        breaker = Breaker(database.port, random.Random(2))
        broken = database.address.replace(str(database.port), str(breaker.port))
        done = subprocess.run([RACE, database.address, '200', broken], capture_output=True, text=True, check=False)
        same(done.returncode, 0, done.stdout + done.stderr)
        assert breaker.breaks > 5, breaker.breaks
        same(database.sql('SELECT count(*) FROM mazo.moved'), '0')
        print(f'# {breaker.breaks} breaks')


if __name__ == '__main__':
    sys.exit(main(run))
