#!/usr/bin/env python3
"""Several servers on one database, alone and behind HAProxy. Prints TAP.

    nodes.py MAZO [CASE]..."""
import asyncio
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))
from people import ENDLESS, MAZO, hears, my_turn, play_out, sit_together, start, until  # noqa: E402
from postgres import Link, Postgres  # noqa: E402
from tap import Skip, free_port  # noqa: E402
from wsclient import CASES, PATIENCE, Client, Closed, Server, becomes, case, choose, is_error, run, same  # noqa: E402

ROOT = HERE.parent.parent


class Node(Server):
    """One of several servers."""

    def __init__(self, database, **options):
        super().__init__(MAZO, **{'behind-proxy': True}, **options)
        self.options.setdefault('control', str(self.folder / 'control'))
        self.store = database.address
        self.within = []  # what leads to another machine

    def command(self):
        return [*self.within, *super().command()]

    async def order(self, *words):
        """What `mazo host` prints; it must go well."""
        process = await asyncio.create_subprocess_exec(MAZO, '--lang', 'en', 'host', '--control', self.options['control'], *words,
                                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = await asyncio.wait_for(process.communicate(), 4 * PATIENCE)
        same((process.returncode, err), (0, b''))
        return out.decode()


async def nodes_of(database, count):
    return [await Node(database).start() for _ in range(count)]


async def becomes_metric(node, name, wanted):
    await becomes(lambda: node.metric(name), wanted)


async def knows(node, others):
    """The node has heard of this many others."""
    await becomes_metric(node, 'nodes', others)


async def at(node, who, code):
    """The same person again, at the address of a table."""
    client = Client(node, token=who.token)
    await client.open(path=f'/ws/{code}')
    return client


class Proxy:
    """HAProxy with the file that we ship, but for addresses and certificates."""

    def __init__(self, nodes):
        if not shutil.which('haproxy', path=os.environ['PATH'] + ':/usr/sbin'):
            raise Skip('haproxy is not installed')
        self.port = free_port()
        self.folder = tempfile.TemporaryDirectory()
        text = (ROOT / 'packaging' / 'haproxy-nodes.cfg').read_text()
        text = re.sub(r'^ *(user|group|bind :443|http-request redirect|http-request deny deny_status).*\n', '', text, flags=re.M)
        text = text.replace('maxconn 9000', 'maxconn 4000').replace('bind :80', f'bind 127.0.0.1:{self.port}')
        for name, node in zip('abc', nodes):
            text = re.sub(rf'server {name} \S+', f'server {name} {node.host}:{node.port}', text)
        text = re.sub(r'^ *server . 192\.0\.2.*\n', '', text, flags=re.M)  # fewer than three
        path = pathlib.Path(self.folder.name) / 'haproxy.cfg'
        path.write_text(text)
        self.begin(shutil.which('haproxy', path=os.environ['PATH'] + ':/usr/sbin'), '-db', '-f', path)

    def begin(self, *command):
        """What it says goes to a file: with a pipe that is not read it would stop when that is full."""
        self.said = pathlib.Path(self.folder.name) / 'stderr'
        with open(self.said, 'w') as out:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=out)

    async def __aenter__(self):
        async def ask():
            while (await self.page('/healthz')) != b'200':
                assert self.process.poll() is None, self.said.read_text()
                await asyncio.sleep(0.05)
        await asyncio.wait_for(ask(), PATIENCE)
        return self

    async def __aexit__(self, *_):
        self.process.terminate()
        self.process.wait()

    async def page(self, path):
        try:
            reader, writer = await asyncio.open_connection('127.0.0.1', self.port)
            writer.write(f'GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'.encode())
            line = await reader.readline()
            writer.close()
            return line.split()[1] if line else b''
        except OSError:
            return b''


class Load:
    """`mazo load` through a proxy, with all its checks."""

    def __init__(self, port, *options):
        self.process = subprocess.Popen([MAZO, 'load', f'http://127.0.0.1:{port}', '--json', '--quiet', '--breaks', '--lang', 'en',
                                         '--set', 'target=50', *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    async def result(self):
        out, err = await asyncio.to_thread(self.process.communicate, timeout=20 * PATIENCE)
        assert out, err
        return self.process.returncode, json.loads(out), err


async def moves(nodes):
    return sum([await node.metric('commands_total') for node in nodes if node.alive()])


async def moved_on(nodes, by=200):
    """So many moves later."""
    async def ask():
        goal = await moves(nodes) + by
        while await moves(nodes) < goal:
            await asyncio.sleep(0.1)
    await asyncio.wait_for(ask(), 4 * PATIENCE)


class Nginx(Proxy):
    """nginx with the file that we ship, in the same way."""

    def __init__(self, nodes):
        nginx = shutil.which('nginx', path=os.environ['PATH'] + ':/usr/sbin')
        if not nginx:
            raise Skip('nginx is not installed')
        self.port = free_port()
        self.folder = tempfile.TemporaryDirectory()
        text = (ROOT / 'packaging' / 'nginx-nodes.conf').read_text()
        text = re.sub(r'^ *(server_name|ssl_certificate).*\n', '', text, flags=re.M)
        text = text.replace('listen 443 ssl', f'listen 127.0.0.1:{self.port}')
        for number, node in zip((11, 12, 13), nodes):
            text = text.replace(f'192.0.2.{number}:8117', f'127.0.0.1:{node.port}')
        paths = ''.join(f'{kind}_temp_path {self.folder.name};\n' for kind in ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))
        path = pathlib.Path(self.folder.name) / 'nginx.conf'
        path.write_text(f'daemon off; pid {self.folder.name}/pid; error_log stderr;\nevents {{}}\n'
                        f'http {{ access_log off;\n{paths}{text}}}\n')
        self.begin(nginx, '-c', path)


# ---- two servers, no proxy ----

@case
async def a_table_goes_where_its_players_go():
    """Ana opens a table at one server, Bob comes to it at the other: Ana is asked to come again, and nothing is lost."""
    with Postgres() as database:
        here, there = await nodes_of(database, 2)
        await knows(here, 1)
        await knows(there, 1)
        ana = await here.guest('Ana')
        code = await ana.create(rules='oficial', seats=2, options=ENDLESS)
        bob = await there.guest('Bob')
        bob.send('join', id='x', table=code)  # at /ws: it is not taken away from Ana
        same(await bob.close_code(), 1012)
        same(await here.metric('tables'), 1)
        bob = await at(there, bob, code)
        same((await bob.ask('join', table=code))['seats'][0]['name'], 'Ana')
        same(await ana.close_code(), 1012)
        same(await here.metric('tables'), 0)
        ana = await at(there, ana, code)
        same((await ana.ask('join', table=code))['you'], 0)
        same((await bob.ask('sit', table=code))['you'], 1)
        await start(ana, code)
        await asyncio.gather(until(ana, code, 20), until(bob, code, 20))
        back = await at(here, bob, code)  # and back again in the middle of a match
        told = await back.ask('join', table=code)
        same((told['status'], told['you']), ('playing', 1))
        assert told['n'] >= 20, told
        same([await ana.close_code(), await bob.close_code()], [1012, 1012])
        ana = await at(here, ana, code)
        await ana.ask('join', table=code)
        await asyncio.gather(until(ana, code, 40), until(back, code, 40))
        for node in here, there:
            await node.stop()


@case
async def everybody_sees_all_public_tables():
    with Postgres() as database:
        here, there = await nodes_of(database, 2)
        ana, bob = await here.guest('Ana'), await there.guest('Bob')
        codes = {await ana.create(rules='oficial', seats=2, public=True), await bob.create(rules='duelo', seats=2, public=True)}

        async def lists():
            return [{t['table'] for t in (await who.ask('tables'))['tables']} for who in (ana, bob)]
        await becomes(lists, [codes, codes])
        await there.kill()
        await knows(here, 0)  # and its tables are gone from the list
        same(len((await ana.ask('tables'))['tables']), 1)
        await here.stop()


@case
async def play_now_finds_people_at_the_other_server():
    with Postgres() as database:
        here, there = await nodes_of(database, 2)
        ana, bob, eva = await here.guest('Ana'), await there.guest('Bob'), await there.guest('Eva')
        code = (await ana.ask('quick'))['table']
        await ana.ask('create', public=True, options={'stacking': True}, fill=True)  # by house rules: not what is asked for

        async def is_listed():
            return code in {t['table'] for t in (await bob.ask('tables'))['tables']}
        await becomes(is_listed)
        same((await bob.ask('quick', rules='duelo', elsewhere=True))['type'], 'table', 'nobody waits for that elsewhere')
        led = await bob.ask('quick', elsewhere=True)
        same((led['type'], led['table']), ('elsewhere', code))
        came = ana.expect(lambda m: m['type'] == 'table' and m['table'] == code and m['seats'][1].get('name') == 'Bob')
        moved = await at(here, bob, code)
        same((await moved.ask('quick'))['table'], code)
        await asyncio.wait_for(came, PATIENCE)
        same((await eva.ask('quick'))['type'], 'table', 'who cannot go elsewhere')
        for node in here, there:
            await node.stop()


@case
async def one_address_at_two_servers_has_no_more_tables_in_the_list():
    """Ten of one address, of all servers together; what servers tell each other about that stays between them."""
    with Postgres() as database:
        here, there = await nodes_of(database, 2)

        async def people(node, address, count):
            return [await Client(node, name='P').open(headers=(f'X-Forwarded-For: {address}',)) for _ in range(count)]
        spam = [await p.create(public=True) for node in (here, there) for p in await people(node, '10.0.0.7', 12)]
        hosts = [(await people(node, f'10.0.1.{i}', 1))[0] for i, node in enumerate((here, there, there))]
        honest = {await host.create(public=True) for host in hosts}

        async def lists():
            return [(await who.ask('tables'))['tables'] for who in hosts]

        async def all_are_listed():
            return all(honest <= {t['table'] for t in seen} for seen in await lists())
        await becomes(all_are_listed)
        for seen in await lists():
            same((len(seen), len({t['table'] for t in seen} & set(spam))), (13, 10))
            same({key for t in seen for key in t},
                 {'table', 'title', 'rules', 'options', 'seats', 'free', 'people', 'status', 'clock', 'host'})
        for node in here, there:
            await node.stop()


@case
async def numbers_and_ratings_are_shared():
    """People, tables and matches made at two servers have different numbers; points won at both add up."""
    with Postgres() as database:
        here, there = await nodes_of(database, 2)
        people = [await node.guest(name) for node, name in ((here, 'Ana'), (there, 'Bob'), (here, 'Eva'), (there, 'Leo'))]
        for node, pair in (here, (people[0], people[2])), (there, (people[1], people[3])):
            code = await pair[0].create(rules='oficial', seats=2, options={'target': 50})
            await pair[1].ask('join', table=code)
            await pair[1].ask('sit', table=code)
            await start(pair[0], code)
            await play_out(code, *pair)
        for table, count in ('person', 4), ('room', 2), ('match', 2):
            same(database.sql(f'SELECT count(DISTINCT id) FROM mazo.{table}').strip(), str(count))
        same(database.sql('SELECT round(rating::numeric, 1) FROM mazo.person ORDER BY rating').split(),
             ['1499.7', '1499.7', '1500.3', '1500.3'])  # little: they were all new
        for node in here, there:
            await node.stop()


@case
async def mutes_hold_on_all_servers():
    with Postgres() as database:
        here, there = await nodes_of(database, 2)
        ana, bob = await here.guest('Ana'), await here.guest('Bob')
        away = await there.guest(token=bob.token)
        code = await sit_together(ana, [bob], rules='oficial')
        same((await bob.ask('mute', table=code, player=ana.player, on=True))['type'], 'table')
        bob = await at(there, bob, code)  # another connection has this person in memory already
        same((away.welcome['muted'], bob.welcome['muted']), ([], [ana.player]))
        await bob.ask('join', table=code)
        same(await ana.close_code(), 1012)
        ana = await at(there, ana, code)
        await ana.ask('join', table=code)
        same(await hears(ana, bob, code, 'muted'), False)
        await bob.ask('mute', table=code, player=ana.player, on=False)
        await away.flush()
        same(away.of('muted'), [{'type': 'muted', 'player': ana.player, 'on': False}])
        same(await hears(ana, bob, code, 'not any more'), True)
        same((await here.guest(token=bob.token)).welcome['muted'], [])
        for node in here, there:
            await node.stop()


@case
async def bans_hold_on_all_servers():
    with Postgres() as database:
        here, there = await nodes_of(database, 2)
        ana, bob = await there.guest('Ana'), await there.guest('Bob')
        code = await sit_together(ana, [bob], rules='oficial', seats=3)
        seen = ana.expect(lambda m: m['type'] == 'table' and m['seats'][1]['sits'] == 'open')
        said = bob.expect(lambda m: m['type'] == 'error')
        same(await here.order('ban', '--why', 'Insults', bob.player), 'Banned.\n')
        same((await asyncio.wait_for(said, PATIENCE))['error'], 'banned')
        same(await bob.close_code(), 4003)
        same((await asyncio.wait_for(seen, PATIENCE))['table'], code, 'and loses the seat')
        for node in here, there:
            again = await Client(node).connect()
            is_error(await again.ask('hello', version=2, token=bob.token), 'banned')
        same(await there.order('unban', bob.player), 'No longer banned.\n')

        async def refused():
            return (await (await Client(here).connect()).ask('hello', version=2, token=bob.token)).get('error')
        await becomes(refused, None)
        for node in here, there:
            await node.stop()


@case
async def a_drained_server_hands_its_tables_over():
    """It says that it is not well, and stops; the match goes on at the other. Nobody is told or refused anything."""
    with Postgres() as database:
        here, there = await nodes_of(database, 2)
        await knows(here, 1)
        await knows(there, 1)
        ana, bob = await here.guest('Ana'), await here.guest('Bob')
        code = await sit_together(ana, [bob], rules='oficial', seats=2, options=ENDLESS)
        await start(ana, code)
        await asyncio.gather(until(ana, code, 10), until(bob, code, 10))
        drained = asyncio.create_task(here.order('drain'))
        await becomes_metric(here, 'draining', 1)
        same((await here.get('/healthz'))[::2], (503, b'draining\n'))
        eva = await here.guest('Eva')
        other = await eva.create(rules='oficial', seats=2, bots=['easy'], options=ENDLESS)
        await start(eva, other)
        same((await there.get('/healthz'))[::2], (200, b'ok\n'))
        same([await p.close_code() for p in (ana, bob, eva)], [1001, 1001, 1001])
        same([p.of('notice') for p in (ana, bob, eva)], [[], [], []])
        assert (await drained).endswith('The server has stopped.\n'), drained.result()
        same(await asyncio.wait_for(here.process.wait(), PATIENCE), 0)
        ana, bob = await at(there, ana, code), await at(there, bob, code)
        back = [await p.ask('join', table=code) for p in (ana, bob)]
        same([(m['status'], m['you']) for m in back], [('playing', 0), ('playing', 1)])
        assert back[0]['n'] >= 10, back
        await asyncio.gather(until(ana, code, 30), until(bob, code, 30))
        eva = await at(there, eva, other)
        same((await eva.ask('join', table=other))['status'], 'playing')
        await there.stop()


async def stop_cut_off(*signals):
    """A move is on its way to a database that does not answer, and the server is stopped."""
    with Postgres() as database:
        link = Link(database.port)
        node = Node(database, log='json')
        node.store = database.address.replace(str(database.port), str(link.port))
        await node.start()
        ana = await node.guest('Ana')
        code = await ana.create(rules='oficial', seats=3, bots=['easy', 'easy'], options=ENDLESS)
        await start(ana, code)
        moment = await my_turn(ana, code)
        link.flows.clear()
        ana.send('do', id=ana.new_id(), table=code, command=choose(moment, moment['view']['seat'], random.Random(1)))
        await becomes_metric(node, 'steps_waiting', 1)
        for number in signals:
            node.signal(number)
            while '"stopping"' not in node.errors():
                await asyncio.sleep(0.05)
        same(await asyncio.wait_for(node.process.wait(), PATIENCE), 1)
        assert 'stopped without an answer from the store' in node.errors(), node.errors()
        link.flows.set()
        await node.restart()
        ana = await at(node, ana, code)
        told = await ana.ask('join', table=code)
        assert told['n'] >= moment['n'], (told, moment)
        await my_turn(ana, code)
        await node.stop()
        link.cut()


@case
async def a_server_cut_off_from_its_database_stops_by_itself():
    await stop_cut_off(signal.SIGTERM)


@case
async def a_second_signal_ends_a_server_cut_off_from_its_database():
    await stop_cut_off(signal.SIGTERM, signal.SIGINT)


# ---- behind a proxy ----

async def under_load(kind, faults, tables=12, matches=2):
    """Three servers behind a proxy, and players; whatever `faults` does, no player finds a fault."""
    with Postgres() as database:
        nodes = await nodes_of(database, 3)
        async with kind(nodes) as proxy:
            load = Load(proxy.port, '--tables', str(tables), '--seats', '3', '--pace', '0.05', '--matches', str(matches))
            await moved_on(nodes)
            await faults(nodes)
            code, found, _ = await load.result()
        same((code, found['faults']), (0, 0), found)
        for node in nodes:
            if node.alive():
                await node.stop()


@case
async def a_server_dies():
    """kill -9: its tables go on elsewhere, and everything that was acknowledged is there."""
    async def faults(nodes):
        for node in nodes:
            await node.kill()
            await moved_on(nodes)
            await node.restart()
            await moved_on(nodes)
    await under_load(Proxy, faults)


@case
async def nobody_notices_that_a_server_is_drained():
    """Tables are opened and matches begin all the time, and each server in turn is drained: nobody is refused anything."""
    async def faults(nodes):
        for node in nodes:
            drained = await node.order('drain')
            assert drained.endswith('The server has stopped.\n'), drained
            await node.restart()
            await moved_on(nodes)
    await under_load(Proxy, faults, matches=8)


@case
async def while_the_database_is_away_players_are_told():
    """HAProxy finds no healthy server. A player still comes back, and a move is refused with a sentence."""
    with Postgres() as database:
        nodes = await nodes_of(database, 3)
        async with Proxy(nodes) as proxy:
            door = Server(MAZO)  # not started: an address
            door.port = proxy.port
            ana = await Client(door, name='Ana').open()
            code = await ana.create(rules='oficial', seats=2, bots=['easy'], options=ENDLESS)
            ana = await at(door, ana, code)
            await ana.ask('join', table=code)
            await start(ana, code)
            await my_turn(ana, code)
            database.stop(signal.SIGQUIT)

            async def try_to_move():
                while not ana.gone:
                    await asyncio.sleep(0.05)
                while True:
                    try:
                        client = await at(door, ana, code)
                        if (await client.ask('join', table=code)).get('status') == 'playing':
                            moment = await my_turn(client, code)
                            command = choose(moment, moment['view']['seat'], random.Random(1))
                            return client, command, await client.do(code, command)
                    except (OSError, Closed, AssertionError):  # or "store_failed", from a server that does not know her
                        pass
                    await asyncio.sleep(0.05)
            ana, command, answer = await asyncio.wait_for(try_to_move(), PATIENCE)
            is_error(answer, 'not_stored')
            database.start()

            async def play():
                while (await ana.do(code, command)).get('error') == 'not_stored':
                    await asyncio.sleep(0.2)
            await asyncio.wait_for(play(), PATIENCE)


@case
async def a_code_for_another_device_is_found():
    """Both devices open /ws/ and the first letters of the code: whichever server that is, it is one."""
    with Postgres() as database:
        nodes = await nodes_of(database, 3)
        async with Proxy(nodes) as proxy:
            ana = await nodes[0].guest('Ana')
            for place in ('ABCD', 'KZTR', 'WXYZ', 'HJKL', 'MNPR', 'BBBB'):
                first = await at(proxy, ana, place)
                code = (await first.ask('lend', token=ana.token))['code']
                other = await Client(proxy).connect(path=f'/ws/{code[:4].lower()}')
                same((await other.ask('take', code=code))['token'], ana.token)
        for node in nodes:
            await node.stop()


@case
async def nginx_leads_there_too():
    await under_load(Nginx, lambda nodes: nodes[0].kill(), tables=6, matches=1)


@case
async def an_upgrade_of_all_servers():
    """One after the other is stopped and started again: every match goes on."""
    async def faults(nodes):
        for node in nodes:
            await node.stop()
            await node.restart()
            await moved_on(nodes)
    await under_load(Proxy, faults)


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
