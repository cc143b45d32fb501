#!/usr/bin/env python3
"""failover.py MAZO TEST_DOUBT SCRIPT [CASE]… - the primary of a replicated database is killed while people play, a standby
is promoted by the script that we ship, and everything that anybody was told is in the database, once. With replication
that nobody waits for, the same test must find losses."""
import asyncio
import hashlib
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / 'server')]
from postgres import Cluster, Postgres, main, tools  # noqa: E402
from tap import case, has, run, same, until  # noqa: E402
from wsclient import Client, Server, choose  # noqa: E402

MAZO, DOUBT, SCRIPT = map(os.path.abspath, sys.argv[1:4])
TABLES = 8


def fail_over(*words, code=0):
    env = {**os.environ, 'PATH': f'{tools()}:{os.environ["PATH"]}'}
    done = subprocess.run([SCRIPT, *words], capture_output=True, text=True, check=False, env=env)
    same(done.returncode, code, done.stdout + done.stderr)
    return done.stdout + done.stderr


# ---- people ----

class Table:
    """One person and bots. Remembers what the server has confirmed: ids of commands, and numbers of events."""

    def __init__(self, server, dice):
        self.server, self.dice = server, dice
        self.done, self.told, self.over, self.refused = {}, set(), set(), 0
        self.match = 0

    async def open(self):
        self.client = await Client(self.server, name='Ana').open()
        self.code = await self.client.create(rules='duelo', seats=3, bots=['easy'] * 2, options={'target': 100})
        return self

    def take(self, m):
        """One message; True: look again what there is to do."""
        if m['type'] == 'done':
            self.done[m['id']] = self.match, m['n']
        elif m['type'] in ('event', 'view'):
            self.match, self.moment = m['match'], m
            if m['type'] == 'event':
                self.told.add((m['match'], m['n']))
        elif m['type'] == 'table':
            self.status = m['status']
            if m['status'] == 'over':
                self.over.add(m['key'])
        self.refused += m.get('error') == 'not_stored'
        return m['type'] != 'done'  # after another error too: the match may have ended

    def act(self):
        if self.status != 'playing':
            self.client.send('rematch' if self.status == 'over' else 'start', table=self.code, id=Client.new_id())
        elif command := choose(self.moment, self.moment['view']['seat'], self.dice):
            self.client.send('do', id=Client.new_id(), table=self.code, match=self.match, command=command)

    async def live(self):
        """Until it is canceled. A refused command is tried again."""
        at, self.status, self.moment = 0, 'open', None
        while True:
            look, refused = at == 0, self.refused
            for _, m in self.client.messages[at:]:
                look |= self.take(m)
            at = len(self.client.messages)
            if look:
                await asyncio.sleep(0.3 if self.refused > refused else 0.02)
                self.act()
            if at == len(self.client.messages):
                assert not self.client.gone, self.client.gone
                self.client.heard.clear()
                await self.client.heard.wait()


def lost(database, tables):
    """What was confirmed and is not there. Nothing may be there twice, nor under another number."""
    rows = database.sql('SELECT r.code, m.id, e.n, e.id FROM mazo.room AS r JOIN mazo.match AS m ON m.room = r.id'
                        ' JOIN mazo.event AS e ON e.match = m.id ORDER BY m.id, e.n')
    there, ids, numbers = set(), {}, {}
    for row in rows.splitlines():
        code, match, n, name = row.split('|')
        number = numbers.setdefault(code, {}).setdefault(match, len(numbers.get(code, {})) + 1)
        same((code, number, int(n)) in there, False)
        there.add((code, number, int(n)))
        if name != '0':
            ids.setdefault((code, int(name)), []).append((number, int(n)))
    missing = 0
    for t in tables:
        missing += sum((t.code, *key) not in there for key in t.told)
        for name, key in t.done.items():
            digest = hashlib.blake2b(name.encode(), digest_size=16).digest()[:8]
            found = ids.get((t.code, int.from_bytes(digest, 'little', signed=True)), [])
            assert len(found) < 2, (t.code, name, found)
            assert not found or found == [key], (t.code, name, found, key)
            missing += not found
    return missing


class Play:
    """A server on the database, and people at its tables."""

    def __init__(self, address):
        self.server = Server(MAZO)
        self.server.store = address

    async def __aenter__(self):
        await self.server.start()
        self.tables = [await Table(self.server, random.Random(i)).open() for i in range(TABLES)]
        self.tasks = [asyncio.create_task(t.live()) for t in self.tables]
        return self

    async def __aexit__(self, *_):
        for task in self.tasks:
            task.cancel()
        await self.server.kill()

    async def until(self, question, why):
        end = time.monotonic() + 120
        while not question():
            for task in self.tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < end, why
            await asyncio.sleep(0.02)

    async def all_play_on(self, moves=10):
        before = [len(t.done) for t in self.tables]
        await self.until(lambda: all(len(t.done) >= n + moves for t, n in zip(self.tables, before)), 'they do not play on')

    def confirmed(self):
        return sum(len(t.done) for t in self.tables)


async def aside(function, *words):
    return await asyncio.get_running_loop().run_in_executor(None, function, *words)


# ---- the primary dies ----

async def die_and_fail_over(cluster, play):
    """First one standby hears nothing, then both, then the primary dies. What was confirmed is with one of them; or,
    where nobody waits for them, with nobody."""
    await play.all_play_on()
    cluster.link[0].flows.clear()
    await play.all_play_on()
    before = play.confirmed()
    cluster.freeze()
    if cluster.quorum:
        await play.until(lambda: cluster.primary.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") != '0',
                         'nobody waits for a standby')
    else:
        await play.until(lambda: play.confirmed() > before + 50, 'they do not play on')
    began = time.monotonic()
    cluster.kill()
    said = await aside(fail_over, *(s.address for s in cluster.standbys))
    has(said, 'is the primary', 'follows')
    print(f'# the script took {time.monotonic() - began:.1f} s')
    return began


async def quorum():
    with Cluster() as cluster:
        async with Play(cluster.address) as play:
            load = await asyncio.create_subprocess_exec(
                MAZO, 'load', '-q', '--pace', '0.02', '--tables', '5', '--matches', '2', '--set', 'target=100', '--lang', 'en',
                f'http://127.0.0.1:{play.server.port}', stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            began = await die_and_fail_over(cluster, play)
            at = play.confirmed()
            await play.until(lambda: play.confirmed() > at, 'nobody plays on')
            print(f'# {time.monotonic() - began:.1f} s until the first move is confirmed again')
            await play.all_play_on()
            said = (await load.communicate())[0].decode()
            same(load.returncode, 0, said)
            primary = cluster.writable()
            same(lost(primary, play.tables), 0)
            print(f'# {play.confirmed()} commands confirmed, {sum(t.refused for t in play.tables)} refused')
        done = subprocess.run([MAZO, 'store', 'check', cluster.address, '--lang', 'en'], capture_output=True, text=True, check=False)
        same(done.returncode, 0, done.stdout + done.stderr)


async def cut_off():
    with Cluster() as cluster:
        async with Play(cluster.address) as play:
            await play.all_play_on()
            for link in cluster.link:
                link.cut()
            await aside(fail_over, *(s.address for s in cluster.standbys))
            await play.all_play_on()
            before = set.union(*(t.over for t in play.tables))
            await play.until(lambda: all(t.over - before for t in play.tables), 'no match ends')
            waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            left = cluster.primary.sql(waiting)
            late = Server(MAZO)  # one that has seen nothing of all that
            late.store = cluster.address
            await late.start()
            try:
                same(cluster.primary.sql(waiting), left)  # it has not tried to commit there
                for t in play.tables:  # read where it was written: the old primary still answers
                    for key in t.over - before:
                        same([(await server.get(f'/m/{key}'))[0] for server in (play.server, late)], [200, 200])
            finally:
                await late.kill()
            same(lost(cluster.writable(), play.tables), 0)
            waits = int(cluster.primary.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'mazo'"))
            assert waits < 10, f'{waits} sessions are left at the old primary'


async def no_quorum():
    with Cluster(quorum=False) as cluster:
        async with Play(cluster.address) as play:
            await die_and_fail_over(cluster, play)
            missing = lost(cluster.writable(), play.tables)
            assert missing > 0, 'the test cannot see losses'
            print(f'# {missing} commands and events lost, {play.confirmed()} commands confirmed')


@case
def nothing_that_was_confirmed_is_lost():
    asyncio.run(quorum())


@case
def a_primary_that_is_cut_off_is_left():
    asyncio.run(cut_off())


@case
def without_a_quorum_moves_are_lost():
    asyncio.run(no_quorum())


# ---- the script ----

@case
def the_script_changes_nothing_where_it_might_lose_something():
    with Cluster() as cluster:
        one, two = (s.address for s in cluster.standbys)
        has(fail_over('-n', one, two), 'would stop receiving')
        cluster.kill()
        cluster.standbys[1].stop(signal.SIGQUIT)
        has(fail_over(one, two, code=1), 'nothing was changed')
        has(fail_over(one, code=2), 'Usage')
        same(cluster.standbys[0].sql('SELECT pg_is_in_recovery()'), 't')
        same('detached' in cluster.standbys[0].sql('SHOW primary_conninfo'), False)
        has(fail_over('--accept-loss', one, two), 'is the primary', 'no standby is left')
        cluster.standbys[1].start()
        has(fail_over(one, two), 'already', 'follows')  # run again, it finishes what it began
        cluster.standbys[0].sql('CREATE TABLE confirmed ()')


@case
def an_old_primary_that_comes_back_is_of_no_use_to_anybody():
    with Cluster() as cluster:
        fail_over('--old', cluster.primary.address, *(s.address for s in cluster.standbys))
        done = subprocess.run([MAZO, 'store', 'prune', '--yes', cluster.address, '--lang', 'en'], capture_output=True, text=True, check=False)
        same(done.returncode, 0, done.stdout + done.stderr)  # which makes the tables
        same(cluster.primary.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'mazo'"), '0')
        until(lambda: sum(s.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'mazo'") == '1'
                          for s in cluster.standbys) == 2)


# ---- doubt ----

@case
def a_commit_that_no_standby_has_confirmed_is_in_doubt():
    """The wait is canceled: the database then calls it a success, with a warning."""
    with Postgres("cluster_name = 'db1'") as database:
        doubt = subprocess.Popen([DOUBT, database.address, '400'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        until(lambda: database.sql("SELECT to_regclass('mazo.event') IS NOT NULL") == 't' and
              database.sql('SELECT count(*) FROM mazo.event') > '0')
        database.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        database.sql('SELECT pg_reload_conf()')
        waits = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'mazo'"
        until(lambda: database.sql(f'SELECT count(*) {waits}') != '0')
        n = database.sql(f'SELECT count(pg_cancel_backend(pid)) {waits}')
        same(n, '1')
        until(lambda: database.sql(f'SELECT count(*) {waits}') != '0')  # it asks, and that has to be confirmed too
        same(doubt.poll(), None)
        database.sql('ALTER SYSTEM RESET synchronous_standby_names')
        database.sql('SELECT pg_reload_conf()')
        said = doubt.communicate()[0]
        same(doubt.returncode, 0, said)
        kept, _, unknown = map(int, re.findall(r'\d+', said))
        same(kept, 400)
        assert unknown > 0, said


if __name__ == '__main__':
    sys.exit(main(run, sys.argv[4:]))
