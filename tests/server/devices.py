#!/usr/bin/env python3
"""Codes to continue on another device, and links to scan, at a whole `mazo serve`. Prints TAP.

    devices.py MAZO [CASE]..."""
import contextlib
import os
import pathlib
import sys
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import qr  # noqa: E402
from wsclient import CASES, Client, Server, case, is_error, run, same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])


@contextlib.asynccontextmanager
async def serving(**options):
    server = await Server(MAZO, leaks=True, **options).start()
    yield server
    await server.stop()


async def stranger(server, place='ABCD'):
    """A connection that has not said hello."""
    return await Client(server).connect(path=f'/ws/{place}')


async def lend(server, who, place='ABCD'):
    """A code of this person, and the connection that has asked for it."""
    client = await Client(server, token=who.token).open(path=f'/ws/{place}')
    lent = await client.ask('lend', token=who.token)
    same((lent['type'], lent['ends_in'], lent['code'][:4]), ('lent', 300000, place), lent)
    same(len(lent['code']), 8)
    return lent['code'], client


@case
async def a_code_works_once():
    async with serving() as server:
        ana = await server.guest('Ana')
        code, shows = await lend(server, ana)
        tablet = await stranger(server)
        for _ in range(2):  # looking changes nothing
            seen = await tablet.ask('take', code=code, look=True)
            same((seen['type'], seen['player'], seen['name'], 'token' in seen),
                 ('identity', ana.player, 'Ana', False))
        same(shows.of('taken'), [])
        taken = shows.expect(lambda m: m['type'] == 'taken')
        mine = await tablet.ask('take', code=code.lower())
        same((mine['player'], mine['name'], mine['token']), (ana.player, 'Ana', ana.token))
        same(await taken, {'type': 'taken'})
        for look in (True, False):
            is_error(await tablet.ask('take', code=code, look=look), 'no_code')
        welcome = await tablet.ask('hello', version=2, token=mine['token'])
        same((welcome['player'], welcome['name']), (ana.player, 'Ana'))
        await ana.flush()
        same(ana.of('taken'), [], 'told only where the code is shown')


@case
async def only_ones_own_identity():
    async with serving() as server:
        ana, eve = await server.guest('Ana'), await server.guest('Eve')
        nobody = await stranger(server)
        is_error(await nobody.ask('lend', token=ana.token), 'hello_first')
        for token in (ana.token, eve.token[:-1], eve.token + 'A', 'x', eve.player):
            is_error(await eve.ask('lend', token=token), 'bad_token')
        of_ana, _ = await lend(server, ana)
        of_eve, _ = await lend(server, eve)
        assert of_ana != of_eve
        same((await nobody.ask('take', code=of_eve))['token'], eve.token)
        same((await nobody.ask('take', code=of_ana))['token'], ana.token)


@case
async def a_new_code_ends_the_last():
    async with serving() as server:
        ana = await server.guest('Ana')
        first, _ = await lend(server, ana)
        second, _ = await lend(server, ana, 'WXYZ')
        tablet = await stranger(server)
        is_error(await tablet.ask('take', code=first), 'no_code')
        same((await tablet.ask('take', code=second))['token'], ana.token)


@case
async def the_device_that_has_made_it_may_be_gone():
    async with serving() as server:
        ana = await server.guest('Ana')
        code, shows = await lend(server, ana)
        await shows.close()
        await ana.close()
        tablet = await stranger(server)
        same((await tablet.ask('take', code=code))['token'], ana.token)


@case
async def guessing_is_limited():
    async with serving() as server:
        ana = await server.guest('Ana')
        code, _ = await lend(server, ana)
        eve = await stranger(server)
        for i in range(10):
            is_error(await eve.ask('take', code=f'ABCDXXX{"ABCDFGHJKL"[i]}', look=i % 2 == 0), 'no_code')
        for one in (eve, await stranger(server)):  # another connection does not help
            is_error(await one.ask('take', code='ABCDXXXM'), 'too_fast')
            is_error(await one.ask('take', code=code), 'too_fast')


@case
async def codes_of_one_address_are_limited():
    async with serving() as server:
        people = [await server.guest(f'P{i}') for i in range(21)]
        for who in people[:20]:
            await lend(server, who)
        is_error(await people[20].ask('lend', token=people[20].token), 'too_fast')
        await lend(server, people[0])  # in place of the last


@case
async def a_restart_forgets_codes():
    async with serving() as server:
        ana = await server.guest('Ana')
        code, _ = await lend(server, ana)
        await server.stop()
        await server.restart()
        tablet = await stranger(server)
        is_error(await tablet.ask('take', code=code), 'no_code')
        same((await server.guest(token=ana.token)).player, ana.player)


@case
async def nothing_is_written_down():
    for log in ('text', 'json'):
        async with serving(log=log) as server:
            ana = await server.guest('Ana')
            await ana.create()  # something to be logged
            codes = [(await lend(server, ana))[0] for _ in range(2)]
            tablet = await stranger(server)
            await tablet.ask('take', code=codes[1])
            await tablet.ask('take', code=codes[0])
            await ana.ask('lend', token='x' + ana.token)
            await server.stop()
            written = b''.join(p.read_bytes() for p in server.folder.iterdir())
            assert 'table' in server.errors(), server.errors()
            for secret in (ana.token, *codes, codes[1][4:] + '"'):
                assert secret.encode() not in written, secret
            await server.start()


# ---- links to scan ----

@case
async def a_picture_leads_to_the_table_and_to_the_other_device():
    for options, base in ({}, 'http://127.0.0.1'), ({'url': 'https://uno.example:8443/'}, 'https://uno.example:8443'):
        server = Server(MAZO, leaks=True, **options)
        port = server.port
        await server.start()
        server.port = port  # the first line names the other address
        for path, headers, link in (('/qr/KZTRAB.svg', [], '/t/KZTRAB'),
                                    ('/qr/code.svg', ['X-Code: KZTRMWAB'], '/#code=KZTRMWAB')):
            status, head, body = await server.get(path, *headers)
            same(status, 200)
            for line in ('Content-Type: image/svg+xml', 'Cache-Control: no-store', "Content-Security-Policy: default-src 'none'"):
                assert line in head, head
            assert len(body) < 8192, len(body)
            same(xml.etree.ElementTree.fromstring(body).tag, '{http://www.w3.org/2000/svg}svg')
            same(qr.read(body.decode()), base + link)
        await server.stop()


@case
async def an_invalid_code_has_no_picture():
    async with serving() as server:
        for name in ('KZTRAB', '.svg', 'kztrab.svg', 'KZ%20AB.svg', 'K"<B.svg', 'K' * 12 + '.svg', 'KZTRAB.svg/x', 'code.svg', ''):
            same((await server.get(f'/qr/{name}'))[0], 404, name)
        for code in ('', 'kztrmwab', 'KZTR MWAB', 'K' * 12, 'KZTR/../x'):
            same((await server.get('/qr/code.svg', f'X-Code: {code}'))[0], 404, code)
        same((await server.get('/qr/code.svg', 'X-Code: KZTRMWAB', 'X-Code: KZTRMWAB'))[0], 400, 'twice')


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
