#!/usr/bin/env python3
"""HTTP as browsers, proxies and crooks speak it to us. Prints TAP.

usage: plain_http.py ECHO
"""
import re
import sys

from rawclient import (Raw, Echo, TEXT, WebSocket, case, cases, frame, request, run_cases, same,
                       upgrade)

BIG = 4 * 1024 * 1024
server = Echo(sys.argv[1], 'per_address=0', 'opens_a_minute=0', 'origin=https://friend.example')


def connect():
    return Raw(server.port)


def ask(*args, **options):
    """One request on a connection of its own."""
    with connect() as client:
        client.send(request(*args, **options))
        return client.reply(options.get('method') == 'HEAD')


def told(path='/tell', headers=()):
    """What the handler got, by lines."""
    status, _, body = ask(path, headers=headers)
    same(status, 200)
    return body.decode().split('\n')


def refuses(data, status):
    """These bytes are answered with this, once, and the connection is closed."""
    with connect() as client:
        client.send(data)
        found, headers, _ = client.reply()
        same((found, headers['connection']), (status, 'close'))
        same(client.rest(), b'')


def head(*lines):
    return '\r\n'.join([*lines, '', '']).encode('latin-1')


# ---- replies ----

@case
def a_page():
    status, headers, body = ask('/page')
    same((status, body), (200, b'<p>page</p>'))
    same(headers['content-type'], 'text/html; charset=utf-8')
    same(headers['cache-control'], 'max-age=60')
    same(headers['etag'], '"v1"')
    assert re.fullmatch(r'\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT', headers['date'])


@case
def what_is_not_there():
    status, headers, _ = ask('/nothing')
    same((status, headers['cache-control']), (404, 'no-store'))


@case
def head_has_no_body():
    with connect() as client:
        client.send(request('/page', 'HEAD') + request('/page'))
        status, headers, _ = client.reply(True)
        same((status, headers['content-length']), (200, '11'))
        same(client.reply()[0], 200)


@cases('every reply is guarded:', [('/page', 200), ('/nothing', 404), ('/..', 400)])
def guarded(value):
    path, wanted = value
    status, headers, _ = ask(path)
    same(status, wanted)
    same(headers['x-content-type-options'], 'nosniff')
    same(headers['x-frame-options'], 'DENY')
    same(headers['referrer-policy'], 'no-referrer')
    same(headers['cross-origin-opener-policy'], 'same-origin')
    same(headers['cross-origin-resource-policy'], 'same-origin')
    assert 'camera=()' in headers['permissions-policy']
    policy = headers['content-security-policy']
    for part in ("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval';", "style-src 'self';",
                 "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
        assert part in policy, policy
    assert 'unsafe-inline' not in policy and '*' not in policy, policy


@case
def the_policy_names_the_websocket_of_the_own_host():
    headers = ask('/page', host='mazo.example:8080')[1]
    assert headers['content-security-policy'].endswith(
        "connect-src 'self' ws://mazo.example:8080 wss://mazo.example:8080")


@cases('known already:', ['"v1"', '"v0", "v1"', 'W/"v1"', '*', '"v0",W/"v1" , "v2"'])
def known_already(tags):
    with connect() as client:
        client.send(request('/page', headers=[f'If-None-Match: {tags}']) + request('/page'))
        status, headers, _ = client.reply()
        same((status, headers['etag']), (304, '"v1"'))
        assert 'content-length' not in headers and 'content-type' not in headers
        same(client.reply()[0], 200)


@cases('not known yet:', ['"v2"', '"v11"', 'v1', '"xv1"', ''])
def not_known_yet(tags):
    same(ask('/page', headers=[f'If-None-Match: {tags}'])[0], 200)


@cases('takes gzip:', ['gzip', 'deflate, gzip', 'br;q=1, GZIP;q=0.5', 'gzip ; q=1', 'gzip;q=0.001'])
def takes_gzip(value):
    _, headers, body = ask('/gzip', headers=[f'Accept-Encoding: {value}'])
    same((headers.get('content-encoding'), body), ('gzip', b'\x1f\x8b'))


@cases('does not take gzip:', ['', 'br', 'gzip;q=0', 'gzip;q=0.000', 'xgzip', 'gzipx', 'gzip; q=0, br'])
def does_not_take_gzip(value):
    _, headers, body = ask('/gzip', headers=[f'Accept-Encoding: {value}'])
    same((headers.get('content-encoding'), body), (None, b'plain'))


@case
def the_handler_gets_what_was_asked():
    lines = told('/tell/a%20b?x=%20&y', ['Accept-Language: es, en', 'Accept-Encoding: gzip'])
    same(lines[:6], ['GET', '/tell/a b', 'x=%20&y', 'localhost', 'gzip 1', 'local 1'])
    same(lines[6:8], ['address 127.0.0.1', 'language es, en'])


@cases('not local:', [['X-Forwarded-For: 127.0.0.1'], ['Forwarded: for=127.0.0.1'], ['Via: 1.1 x']])
def by_a_proxy(headers):
    same(told(headers=headers)[5], 'local 0')


@case
def a_name_that_was_pointed_at_us_is_not_local():
    lines = ask('/tell', host='evil.example')[2].decode().split('\n')
    same(lines[5], 'local 0')


@case
def forwarded_addresses_are_not_believed_unless_told_so():
    same(told(headers=['X-Forwarded-For: 9.9.9.9'])[6], 'address 127.0.0.1')


# ---- connections ----

@case
def requests_one_after_the_other():
    with connect() as client:
        for _ in range(5):
            client.send(request('/page'))
            status, headers, _ = client.reply()
            same((status, headers['connection']), (200, 'keep-alive'))


@case
def requests_at_once():
    with connect() as client:
        client.send(b''.join(request(f'/tell/{i}') for i in range(50)))
        for i in range(50):
            same(client.reply()[2].split(b'\n')[1], f'/tell/{i}'.encode())


@case
def requests_byte_by_byte():
    with connect() as client:
        client.dribble(request('/tell/a%20b?q', headers=['Accept-Language: es']) + request('/page'))
        lines = client.reply()[2].decode().split('\n')
        same((lines[1], lines[2], lines[7]), ('/tell/a b', 'q', 'language es'))
        same(client.reply()[0], 200)


@cases('says that it closes:', ['close', 'Close', 'keep-alive, close', 'foo,close'])
def says_close(value):
    with connect() as client:
        client.send(request(headers=[f'Connection: {value}']))
        same(client.reply()[1]['connection'], 'close')
        same(client.rest(), b'')


@case
def http_1_0_closes():
    with connect() as client:
        client.send(request(version='1.0', host=None))
        same(client.reply()[1]['connection'], 'close')
        same(client.rest(), b'')


@case
def http_1_0_that_keeps():
    with connect() as client:
        client.send(request(version='1.0', headers=['Connection: keep-alive']) * 2)
        same(client.reply()[1]['connection'], 'keep-alive')
        same(client.reply()[0], 200)


@case
def a_big_reply_and_more_requests_behind_it():
    with connect() as client:
        client.send(request('/big') + request('/tell/1') + request('/big') + request('/tell/2'))
        same(len(client.reply()[2]), BIG)
        same(client.reply()[2].split(b'\n')[1], b'/tell/1')
        same(len(client.reply()[2]), BIG)
        same(client.reply()[2].split(b'\n')[1], b'/tell/2')


@case
def a_big_reply_and_then_the_end():
    with connect() as client:
        client.send(request('/big', headers=['Connection: close']))
        same(client.reply()[2], b'b' * BIG)
        same(client.rest(), b'')


@case
def a_client_hangs_up_in_the_middle_of_a_big_reply():
    for _ in range(5):
        with connect() as client:
            client.send(request('/big'))
            client.take(1000)
    same(ask()[0], 200)


@case
def half_closed_clients_get_their_answer():
    with connect() as client:
        client.send(request())
        client.sock.shutdown(1)
        same(client.reply()[0], 200)


@case
def empty_lines_before_a_request():
    with connect() as client:
        client.send(b'\r\n\r\n' + request())
        same(client.reply()[0], 200)


# ---- names and paths ----

@case
def names_in_any_case():
    for data in (b'GET /tell HTTP/1.1\r\nhost: low\r\naccept-encoding: gzip\r\n\r\n',
                 b'GET /tell HTTP/1.1\r\nHOST:low\r\nACCEPT-ENCODING:gzip \t\r\n\r\n'):
        with connect() as client:
            client.send(data)
            lines = client.reply()[2].decode().split('\n')
            same((lines[3], lines[4]), ('low', 'gzip 1'))


@cases('empty value, then a header:', ['X:', 'X: ', 'X: \t ', 'X:\r\nY:'])
def empty_value(line):
    same(told(headers=[line, 'Accept-Encoding: gzip'])[4], 'gzip 1')


@cases('path', [('/tell/%41', '/tell/A'), ('/tell/%c3%B1', '/tell/ñ'), ('/tell/a+b', '/tell/a+b'),
                ('/tell//x', '/tell//x'), ('/tell/...', '/tell/...'), ('/tell/.x', '/tell/.x'),
                ('/tell/%25', '/tell/%'), ('/tell/a%2fb', '/tell/a/b'), ('/tell/%3F', '/tell/?'),
                ('http://localhost/tell/x', '/tell/x')])
def decoded(value):
    same(told(value[0])[1], value[1])


@cases('path refused:', ['/..', '/../etc/passwd', '/tell/../x', '/tell/..', '/./x', '/tell/.',
                         '/%2e%2e/x', '/tell/%2e%2E', '/..%2fx', '/tell%2f..%2f..', '/tell/..%5cx',
                         '/a\\b', '/%00', '/tell/%0a', '/tell/%7f', '/%', '/%4', '/%zz', '/%c3',
                         '/%ff', '/%ed%a0%80', '/%c0%af', '*', 'tell', '/x#y', 'http://localhost',
                         'http://localhost?/x', 'http:///x', 'ftp://localhost/x', '/x?a\tb', '/x?ñ',
                         '/ñ'])
def path_refused(path):
    refuses(request(path), 400)


# ---- what we do not take ----

@cases('method', ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND'])
def method_refused(method):
    with connect() as client:
        client.send(request(method=method))
        status, headers, _ = client.reply()
        same((status, headers['allow'], headers['connection']), (405, 'GET, HEAD', 'close'))
        same(client.rest(), b'')


@case
def connect_is_no_method_of_ours():
    refuses(head('CONNECT localhost:80 HTTP/1.1', 'Host: localhost'), 405)


@cases('bad request', [
    b'hello\r\n\r\n', b'GET\r\n\r\n', b'get /page HTTP/1.1\r\n\r\n',
    b'GET  /page HTTP/1.1 x\r\n\r\n', b'GET /page HTTP/1.1\r\nHost localhost\r\n\r\n',
    b'GET /page HTTP/x.1\r\n\r\n', b'GET /page HTXP/1.1\r\nHost: x\r\n\r\n',
    b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', b'\x00\x00\x00',
    b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', b'{"type":"hello"}\r\n\r\n',
    b'GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n', b'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'])
def bad_request(data):
    refuses(data, 400)


@cases('version', ['2.0', '1.2', '0.9', '3.0'])
def version_refused(version):
    refuses(request(version=version), 505)


@case
def a_request_of_the_year_1991():
    refuses(b'GET /page\r\n\r\n', 505)


@cases('header', [
    'Host : x', ' Host: x', 'X Y: z', 'X: a\r\n b', 'X: a\r\n\tb', 'X: a\nY: b', 'X: a\rY: b',
    'X: \x00', 'X: a\x00b', 'X: \x01', 'X: a\x1f', 'X: \x7f', 'X: a\r\rY: b', 'X\x7f: a', 'X(: a', ': a', 'no colon', 'X[]: a', 'Host: other'])
def header_refused(line):
    refuses(head('GET /page HTTP/1.1', 'Host: localhost', line), 400)


@cases('host', ['', 'a b', 'a/b', 'x"', "a'", 'a;b', 'a,b', 'user@host', 'x' * 256, '<script>'])
def host_refused(host):
    refuses(request(host=host), 400)


@case
def no_host():
    refuses(request(host=None), 400)


@case
def lines_that_end_in_lf_only():
    refuses(b'GET /page HTTP/1.1\nHost: localhost\n\n', 400)


# ---- bodies, and requests inside them ----

INNER = request('/tell/smuggled')


@cases('body', [('Content-Length: 5',), ('Content-Length: 4000000000',),
                (f'Content-Length: {len(INNER)}',), ('content-length: 1',)])
def body_refused(lines):
    refuses(request(headers=lines) + INNER, 413)


@cases('body of doubtful length', [
    ('Transfer-Encoding: chunked',), ('Transfer-Encoding: identity',), ('Transfer-Encoding:',),
    ('transfer-encoding: xchunked',), ('Transfer-Encoding: chunked', 'Content-Length: 5'),
    ('Content-Length: 5', 'Transfer-Encoding: chunked'), ('Content-Length: 5', 'Content-Length: 6'),
    ('Content-Length: 0', 'Content-Length: 5'), ('Content-Length: 5, 5',), ('Content-Length: -1',),
    ('Content-Length: +5',), ('Content-Length: 0x5',), ('Content-Length: 5 5',),
    ('Content-Length: 99999999999999999999',), ('Content-Length:',), ('Content-Length: a',),
    ('Transfer-Encoding : chunked',), ('Transfer-Encoding: chunked', 'Transfer-Encoding: x'),
    ('Transfer-Encoding: \x0bchunked',), ('X: y\r\n Transfer-Encoding: chunked',)])
def body_in_doubt(lines):
    refuses(request(headers=lines) + b'0\r\n\r\n' + INNER, 400)


@case
def a_body_of_nothing_is_none():
    with connect() as client:
        client.send(request(headers=['Content-Length: 0']) + request('/tell/next'))
        same(client.reply()[0], 200)
        same(client.reply()[2].split(b'\n')[1], b'/tell/next')


@case
def a_post_with_a_body_is_answered_before_the_body():
    refuses(request(method='POST', headers=['Content-Length: 5']) + b'hello' + INNER, 405)


@case
def nobody_is_told_to_continue():
    refuses(request(headers=['Content-Length: 5', 'Expect: 100-continue']), 413)


# ---- sizes ----

def long_head(length):
    plain = request('/tell', headers=['X: '])
    return request('/tell', headers=['X: ' + 'x' * (length - len(plain))])


@case
def a_head_of_8192_bytes():
    same(len(long_head(8192)), 8192)
    with connect() as client:
        client.send(long_head(8192) + request())
        same(client.reply()[0], 200)
        same(client.reply()[0], 200)


@cases('a head of', [8193, 9000, 100000])
def long_heads(length):
    refuses(long_head(length), 431)


@case
def a_path_without_end():
    refuses(b'GET /' + b'x' * 9000, 431)


@case
def a_thousand_headers():
    refuses(request(headers=['a: b'] * 2000), 431)


@case
def empty_lines_without_end():
    refuses(b'\r\n' * 5000, 431)


# ---- upgrades ----

@case
def an_upgrade():
    with WebSocket(server.port, headers=['Sec-WebSocket-Extensions: permessage-deflate']) as client:
        same(client.headers['upgrade'], 'websocket')
        same(client.headers['connection'], 'Upgrade')
        assert 'sec-websocket-extensions' not in client.headers
        assert 'sec-websocket-protocol' not in client.headers
        client.send(frame(TEXT, '/path'))
        client.echo('/ws')


@case
def the_example_of_the_rfc():
    with connect() as client:
        client.send(upgrade(key='dGhlIHNhbXBsZSBub25jZQ=='))
        same(client.reply()[1]['sec-websocket-accept'], 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=')


@cases('upgrade with', [
    ('connection: keep-alive, upgrade', 'upgrade: WebSocket'),
    ('CONNECTION: Upgrade', 'UPGRADE: foo, websocket'),
    ('Connection: keep-alive', 'Connection: Upgrade', 'Upgrade: websocket')])
def upgrade_spelt(lines):
    with connect() as client:
        client.send(request('/ws', headers=[*lines, 'sec-websocket-version: 13',
                                            'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==']))
        same(client.reply()[0], 101)


@cases('subprotocol', [('mazo.v1', True), ('chat, mazo.v1', True), ('MAZO.V2', False),
                       ('mazo.v11', False)])
def subprotocol(value):
    offered, wanted = value
    with WebSocket(server.port, headers=[f'Sec-WebSocket-Protocol: {offered}']) as client:
        same(client.headers.get('sec-websocket-protocol'), 'mazo.v1' if wanted else None)


@cases('no key of a WebSocket:', [None, '', 'x', 'dGhlIHNhbXBsZSBub25jZQ=', 'dGhlIHNhbXBsZSBub25jZQ',
                                  'dGhlIHNhbXBsZSBub25jZQ!!', 'dGhlIHNhbXBsZSBub25jZTE=',
                                  'A' * 24, 'A' * 5000])
def bad_key(key):
    refuses(upgrade(key=key), 400)


@case
def two_keys():
    refuses(upgrade(headers=['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==']), 400)


@cases('unknown version:', [None, '', '8', '14', '13, 8', '013'])
def bad_version(version):
    with connect() as client:
        client.send(upgrade(version=version))
        status, headers, _ = client.reply()
        same((status, headers['sec-websocket-version']), (426, '13'))


@case
def an_upgrade_by_post():
    refuses(upgrade(method='POST'), 405)


@case
def an_upgrade_by_head():
    with connect() as client:
        client.send(upgrade(method='HEAD'))
        same(client.reply(True)[0], 400)


@cases('no upgrade:', [('Upgrade: websocket',), ('Connection: Upgrade',),
                       ('Upgrade: websocket', 'Connection: keep-alive'),
                       ('Upgrade: xwebsocket', 'Connection: Upgrade'),
                       ('Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings',
                        'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'),
                       ('Upgrade: TLS/1.0', 'Connection: Upgrade')])
def no_upgrade(lines):
    with connect() as client:
        client.send(request(headers=lines) + request())
        status, headers, _ = client.reply()
        same((status, headers.get('upgrade')), (200, None))
        same(client.reply()[0], 200)


@case
def http_1_0_does_not_upgrade():
    with connect() as client:
        client.send(upgrade('/page').replace(b'HTTP/1.1', b'HTTP/1.0'))
        same(client.reply()[0], 200)


@cases('origin allowed:', [('http://game.example:8080', 'game.example:8080'),
                           ('http://game.example', 'game.example'),
                           ('http://GAME.example', 'game.EXAMPLE'),
                           ('https://game.example', 'game.example'),
                           ('https://game.example', 'game.example:443'),
                           ('http://game.example:80', 'game.example'),
                           ('http://[::1]:8080', '[::1]:8080'),
                           ('https://friend.example', 'game.example')])
def origin_allowed(value):
    origin, host = value
    with connect() as client:
        client.send(upgrade(headers=[f'Origin: {origin}'], host=host))
        same(client.reply()[0], 101)


@cases('origin refused:', [('http://evil.example', 'game.example'),
                           ('http://game.example:81', 'game.example'),
                           ('http://game.example.evil', 'game.example'),
                           ('http://xgame.example', 'game.example'),
                           ('http://game.exampl', 'game.example'),
                           ('game.example', 'game.example'), ('null', 'null'),
                           ('ftp://game.example', 'game.example'),
                           ('http://friend.example', 'game.example'),
                           ('https://friend.example.evil', 'game.example'),
                           ('http://', 'game.example')])
def origin_refused(value):
    origin, host = value
    refuses(upgrade(headers=[f'Origin: {origin}'], host=host), 403)


@case
def two_origins():
    refuses(upgrade(headers=['Origin: http://localhost', 'Origin: http://evil.example']), 400)


@case
def nothing_is_left_behind():
    same(server.stop(), 0)


if __name__ == '__main__':
    sys.exit(run_cases())
