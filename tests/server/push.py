#!/usr/bin/env python3
"""Turns that are told by Web Push, at a whole `mazo serve`, with a push service of our own on loopback. Prints TAP.

    push.py MAZO [CASE]..."""
import asyncio
import base64
import contextlib
import json
import os
import pathlib
import random
import sqlite3
import ssl
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wsclient import CASES, PATIENCE, Server, becomes, case, is_error, play, run, same  # noqa: E402
from certificates import Authority  # noqa: E402
from tap import free_port, has  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
HOUR = 3600
CONTACT = 'mailto:host@uno.example'
NODE = subprocess.Popen(['node', pathlib.Path(__file__).with_name('push_open.mjs')],
                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def browser(**what):
    """Asks push_open.mjs."""
    NODE.stdin.write(json.dumps(what) + '\n')
    NODE.stdin.flush()
    return json.loads(NODE.stdout.readline())


class Service:
    """A push service: what it answers is in the path, /201/…; `came` is what it was sent, as (path, headers, body)."""

    def __init__(self, authority):
        self.port, self.came, self.ends = free_port(), [], 0
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(authority.make('push'))
        self.news = asyncio.Condition()

    async def start(self):
        self.server = await asyncio.start_server(self.take, '127.0.0.1', self.port, ssl=self.context)
        return self

    async def take(self, reader, writer):
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            lines = (await reader.readuntil(b'\r\n\r\n')).decode().split('\r\n')
            headers = {k.lower(): v for k, v in (line.split(': ', 1) for line in lines[1:] if line)}
            body = await reader.readexactly(int(headers['content-length']))
            method, path, _ = lines[0].split(' ')
            same(method, 'POST')
            async with self.news:
                self.came.append((path, headers, body))
                self.news.notify_all()
            status = path.split('/')[1]
            again = sum(one[0] == path for one in self.came) > 1
            if status == 'hang':
                await reader.read()  # until the other side hangs up
            else:
                status, more = {'later': ('201', '') if again else ('429', 'Retry-After: 1\r\n'),
                                'moved': ('307', f'Location: https://localhost:{self.port}/201/moved\r\n'),
                                }.get(status, (status, ''))
                writer.write(f'HTTP/1.1 {status} x\r\n{more}Content-Length: 0\r\n\r\n'.encode())
                await writer.drain()
        writer.close()
        async with self.news:
            self.ends += 1
            self.news.notify_all()

    async def count(self, number, path=''):
        """So many have come; those are returned."""
        def there():
            return [one for one in self.came if one[0].startswith(path)]
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(lambda: len(there()) >= number), PATIENCE)
        same(len(there()), number)
        return there()

    async def ended(self, number):
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(lambda: self.ends >= number), PATIENCE)


@contextlib.asynccontextmanager
async def serving(anywhere=True, **options):
    """A server that pushes, and the push service."""
    authority = Authority()
    service = await Service(authority).start()
    authority.key('push-key')  # as docs/serving.md says
    server = Server(MAZO, leaks=True, **{'push-key': authority.path / 'push-key.key', 'push-contact': CONTACT,
                                         **({'push-anywhere': True} if anywhere else {}), **options})
    server.env['SSL_CERT_FILE'] = authority.file
    await server.start()
    server.service = service
    yield server
    if server.process.returncode is None:
        await server.stop()
    service.server.close()


async def subscribe(who, where, wanted='subscribed'):
    """A browser of this person takes messages there; what it can open them by."""
    keys = browser(do='make')
    endpoint = where if '://' in where else f'https://localhost:{who.server.service.port}{where}'
    answer = await who.ask('subscribe', endpoint=endpoint, key=keys['key'], secret=keys['secret'])
    same(answer['type'] if answer['type'] != 'error' else answer['error'], wanted, endpoint)
    return {**keys, 'endpoint': endpoint}


async def sit(server, clock=24 * HOUR, **how):
    """Ana and Beto at a table whose turns last a day; nobody has anything to do but those two."""
    ana, beto = await server.guest('Ana'), await server.guest('Beto', **how)
    code = await ana.create(seats=2, clock=clock, title='Los lunes', options={'target': 5000})
    await beto.ask('join', table=code)
    same((await beto.ask('sit', table=code))['type'], 'table')
    same((await ana.ask('start', table=code)).get('status'), 'playing')
    return ana, beto, code


async def to(seat, who, code):
    """`who` plays until it is this seat's turn."""
    return await play(who, code, random.Random(3),
                      stop=lambda m: m['view']['turn'] == seat and not m['view']['phase'].endswith('_over'))


async def back(server, who, code):
    """The same person, connected again and at the table."""
    again = await server.guest(token=who.token)
    same((await again.ask('join', table=code))['type'], 'table')
    return again


async def close(who):
    """The page is closed, and the server knows."""
    open_now = await who.server.metric('connections')
    await who.close()
    await figure(who.server, 'connections', open_now - 1)


async def with_ana_to_move(server, **how):
    """It is Ana's turn."""
    ana, beto, code = await sit(server, **how)
    await to(0, beto, code)
    return ana, beto, code


def opened(keys, one):
    """What a browser reads in what came, with who vouches for it."""
    _, headers, body = one
    found = browser(do='open', **keys, body=base64.urlsafe_b64encode(body).decode(), authorization=headers['authorization'])
    return {**found, 'said': json.loads(found['text'])}


async def told(server, keys, *names):
    """The last of these messages has come, and there were no others. Each turn has another name."""
    def found():
        return [opened(keys, one)['said']['name'] for one in server.service.came]
    async with server.service.news:
        await asyncio.wait_for(server.service.news.wait_for(lambda: names[-1] in found()), PATIENCE)
    same(found(), list(names))


def pushes(server):
    with contextlib.closing(sqlite3.connect(server.store)) as db:
        return db.execute('SELECT endpoint, person FROM push ORDER BY endpoint').fetchall()


async def figure(server, name, wanted):
    """The figure is, or becomes, this."""
    await becomes(lambda: server.metric(name), wanted)


@case
async def a_turn_is_told_once():
    async with serving() as server:
        ana, beto, code = await with_ana_to_move(server, lang='es')
        same(beto.welcome['push'], ana.welcome['push'])
        keys = await subscribe(beto, '/201/beto')
        await close(beto)
        await to(1, ana, code)
        [one] = await server.service.count(1)
        headers, found = one[1], opened(keys, one)
        same(found['said'], {'table': code, 'title': 'Los lunes', 'name': 'Beto', 'text': 'Te toca'})
        same((found['true'], found['public'], found['head']), (True, ana.welcome['push'], {'typ': 'JWT', 'alg': 'ES256'}))
        claims = found['claims']
        same((claims['aud'], claims['sub']), (f'https://localhost:{server.service.port}', CONTACT))
        assert time.time() < claims['exp'] < time.time() + 24 * HOUR, claims
        assert 23 * HOUR < int(headers['ttl']) <= 24 * HOUR, headers
        same((headers['content-encoding'], headers['content-length']), ('aes128gcm', str(len(one[2]))))
        # He looks, and looks away; Ana writes; somebody watches: it is the same turn.
        beto = await back(server, beto, code)
        await close(beto)
        ana.send('chat', table=code, text='¿Y?')
        watcher = await server.guest('Carla')
        await watcher.ask('join', table=code)
        await ana.flush()
        # The next turn is another one.
        beto = await back(server, beto, code)
        await beto.ask('name', name='Beto II')
        await to(0, beto, code)
        await close(beto)
        await to(1, ana, code)
        await told(server, keys, 'Beto', 'Beto II')
        await figure(server, 'pushes_sent_total', 2)


@case
async def connected_players_get_no_push():
    async with serving() as server:
        ana, beto, code = await with_ana_to_move(server)
        await subscribe(beto, '/201/beto')
        await subscribe(ana, '/201/ana')
        await to(1, ana, code)  # he is at the table
        await to(0, beto, code)
        await beto.ask('leave', table=code)  # he looks at something else
        await to(1, ana, code)
        await beto.ask('join', table=code)
        await to(0, beto, code)
        await close(beto)
        await to(1, ana, code)
        [(path, *_)] = await server.service.count(1)
        same(path, '/201/beto')
        await figure(server, 'pushes_sent_total', 1)


@case
async def quick_tables_tell_nobody():
    async with serving() as server:
        host, quick, other = await with_ana_to_move(server, clock=600)
        ana, beto, code = await with_ana_to_move(server)
        await subscribe(quick, '/201/quick')
        await subscribe(beto, '/201/slow')
        await close(quick)
        await close(beto)
        await to(1, host, other)
        await to(1, ana, code)
        [(path, *_)] = await server.service.count(1)
        same(path, '/201/slow')
        await figure(server, 'pushes_sent_total', 1)


@case
async def a_browser_that_is_gone_is_forgotten():
    async with serving() as server:
        ana, beto, code = await with_ana_to_move(server)
        for where in ('/404/a', '/410/b', '/403/c', '/201/d'):
            await subscribe(beto, where)
        await close(beto)
        await to(1, ana, code)
        await server.service.count(4)
        await figure(server, 'pushes_gone_total', 2)
        await figure(server, 'pushes_failed_total', 1)
        async def left():
            return len(pushes(server))
        await becomes(left, 2)
        same([endpoint[-6:] for endpoint, _ in pushes(server)], ['/201/d', '/403/c'])


@case
async def services_that_want_less_are_asked_again():
    async with serving() as server:
        ana, beto, code = await with_ana_to_move(server)
        await subscribe(beto, '/later/beto')
        await subscribe(beto, '/moved/beto')  # nothing is followed
        await close(beto)
        await to(1, ana, code)
        first, second = await server.service.count(2, '/later')
        assert first[2] != second[2], 'a salt is used once'
        await figure(server, 'pushes_sent_total', 1)
        await figure(server, 'pushes_failed_total', 1)
        same(len(server.service.came), 3)


@case
async def a_service_that_hangs_holds_up_nobody():
    async with serving() as server:
        ana, beto, code = await with_ana_to_move(server)
        port = server.service.port
        for i in range(6):
            await subscribe(beto, f'https://127.0.0.1:{port}/hang/{i}')
        await subscribe(beto, '/201/beto')
        await close(beto)
        await to(1, ana, code)
        await server.service.count(1, '/201')
        await server.service.count(2, '/hang')  # two at a time
        beto = await back(server, beto, code)
        await to(0, beto, code)
        await figure(server, 'pushes_sent_total', 1)
        same(server.service.ends, 1)
        await server.stop()
        await server.service.ended(3)


@case
async def private_addresses_are_refused():
    async with serving(anywhere=False) as server:
        ana, beto, code = await with_ana_to_move(server)
        for host in ('127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.169.254', '[::1]', '[fe80::1]', '[::ffff:127.0.0.1]',
                     '[fd00::1]', '0', '2130706433', '0x7f.1', f'localhost:{server.service.port}', 'push.example:80'):
            await subscribe(beto, f'https://{host}/x', 'bad_push')
        await subscribe(beto, 'https://localhost/x')  # a name is looked up when something is sent
        await close(beto)
        await to(1, ana, code)
        await figure(server, 'pushes_private_total', 1)
        await figure(server, 'pushes_failed_total', 0)
        same(server.service.came, [])


@case
async def subscriptions_are_checked():
    async with serving() as server:
        ana = await server.guest('Ana')
        for endpoint in ('http://push.example/x', 'https://push.example', 'https://', 'https:///x', 'HTTPS://push.example/x',
                         'https://a@push.example/x', 'https://push.example/a b', 'https://push.example/x#y', 'https://[::1/x',
                         'https://push.example:0/x', 'https://push.example:70000/x', 'https://push.example:/x', 'ftp://x/y',
                         'https://push_example/x', 'https://' + 'a' * 256 + '/x', 'https://push.example/"x"', 'https://ñ.es/x'):
            await subscribe(ana, endpoint, 'bad_push')
        await subscribe(ana, 'https://push.example/' + 'x' * 980, 'bad_message')
        keys = browser(do='make')
        fine = {'endpoint': 'https://push.example/x', 'key': keys['key'], 'secret': keys['secret']}
        for name, value, word in (('key', 'B' * 87, 'bad_push'), ('key', keys['key'][:-1], 'bad_message'), ('key', '!' * 87, 'bad_push'),
                                  ('key', keys['key'].replace(keys['key'][40], 'A' if keys['key'][40] != 'A' else 'B'), 'bad_push'),
                                  ('secret', '+' * 22, 'bad_push'), ('secret', 'AA', 'bad_message'), ('endpoint', 7, 'bad_message')):
            is_error(await ana.ask('subscribe', **{**fine, name: value}), word)
        same(pushes(server), [])
        for i in range(10):
            await subscribe(ana, f'https://push.example/{i}')
        same([endpoint[-1] for endpoint, _ in pushes(server)], list('23456789'))


@case
async def an_address_is_of_who_gave_it_last():
    async with serving() as server:
        ana, beto = await server.guest('Ana'), await server.guest('Beto')
        await subscribe(ana, 'https://push.example/x')
        [(_, first)] = pushes(server)
        await subscribe(beto, 'https://push.example/x')
        [(_, second)] = pushes(server)
        assert first != second
        for who, left in ((ana, 1), (beto, 0), (beto, 0)):
            same((await who.ask('unsubscribe', endpoint='https://push.example/x'))['type'], 'unsubscribed')
            same(len(pushes(server)), left)


@case
async def a_restart_keeps_them_and_tells_no_turn_twice():
    async with serving() as server:
        ana, beto, code = await with_ana_to_move(server)
        keys = await subscribe(beto, '/201/beto')
        await close(beto)
        await to(1, ana, code)
        await server.service.count(1)
        await figure(server, 'pushes_sent_total', 1)
        await server.kill()
        await server.start()
        ana = await back(server, ana, code)  # the table is read, and it is still his turn
        ana.send('chat', table=code, text='¿Y?')
        await ana.flush()
        beto = await back(server, beto, code)
        await beto.ask('name', name='Beto II')
        await to(0, beto, code)
        await close(beto)
        await to(1, ana, code)
        await told(server, keys, 'Beto', 'Beto II')


@case
async def without_a_key_nothing_is_offered():
    server = await Server(MAZO, leaks=True).start()
    ana = await server.guest('Ana')
    assert 'push' not in ana.welcome
    keys = browser(do='make')
    is_error(await ana.ask('subscribe', endpoint='https://push.example/x', key=keys['key'], secret=keys['secret']), 'no_push')
    await server.stop()


@case
async def keys_that_cannot_be_used_are_named():
    authority = Authority()
    authority.openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384', '-out', 'other.pem')
    key = authority.path / 'ca.key'
    for words, why in (((key,), 'goes with --push-contact'), ((key, '--push-contact', 'ana@uno.example'), 'goes with --push-contact'),
                       ((authority.path / 'none', '--push-contact', CONTACT), 'none'),
                       ((authority.file, '--push-contact', CONTACT), 'P-256'),
                       ((authority.path / 'other.pem', '--push-contact', CONTACT), 'P-256')):
        done = subprocess.run([MAZO, 'serve', '--lang', 'en', '--store', 'memory', '--port', '0', '--push-key', *words],
                              capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert done.returncode, done
        has(done.stderr, why)


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
