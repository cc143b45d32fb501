#!/usr/bin/env python3
"""The client's end of a WebSocket (src/client) against servers good, foreign and bad. Prints TAP."""
import os
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import tap  # noqa: E402
import wsfake  # noqa: E402
from tap import case, same  # noqa: E402
from wsfake import frame  # noqa: E402

TALK = os.path.abspath(sys.argv[1])


def talk_to(*arguments):
    return wsfake.Talk([TALK, *arguments])


def meet(**how):
    """A client and the server's end of its connection, after the handshake."""
    server, port = wsfake.listen()
    talk = talk_to(f'ws://127.0.0.1:{port}')
    peer = wsfake.Peer(server.accept()[0])
    server.close()
    peer.shake(**how)
    return talk, peer


def summed(data):
    total = 0
    for byte in data:
        total = (total * 31 + byte) & 0xFFFFFFFF
    return f'message of {len(data)}: {total:08x}'


def parse(url):
    return subprocess.run([TALK, '--parse', url], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.rstrip('\n')


@case
def addresses():
    for url, wanted in {
            'ws://ana:8000': 'ana 8000 /ws ', 'http://10.0.0.1:80/': '10.0.0.1 80 /ws ',
            'http://ana': 'ana 80 /ws ', 'ana:9': 'ana 9 /ws ', 'ana': 'ana 8117 /ws ',
            'HTTP://ana:1/t/kztra': 'ana 1 /ws/KZTRA KZTRA',
            'http://ana:1/t/KZTRA/?x=1#y': 'ana 1 /ws/KZTRA KZTRA',
            'ws://ana:1/ws': 'ana 1 /ws ', 'ws://ana:1/ws/AB': 'ana 1 /ws/AB AB',
            'http://ana/mazo/t/AB': 'ana 80 /mazo/ws/AB AB', 'http://ana/mazo': 'ana 80 /mazo/ws ',
            'ws://[::1]:7': '::1 7 /ws ', 'https://ana': 'TLS ana 443 /ws ', 'ana:443': 'TLS ana 443 /ws ',
            'http://ana:443': 'ana 443 /ws ',
            'WSS://ana:9/ws': 'TLS ana 9 /ws ', 'https://[::1]/': 'TLS ::1 443 /ws ',
            'https://ana/t/kztra?x#y': 'TLS ana 443 /ws/KZTRA KZTRA'}.items():
        same(parse(url), wanted)
    for url in ('', ':80', 'ftp://ana', 'https://', 'httpss://ana', 'ana:0', 'ana:65536', 'ana:99999999999', 'ana:x', 'ana:',
                'http://ana:80x', 'http://u:p@ana', 'ws://[::1', 'http://ana/t/', 'a b', 'ana/\u00e9',
                'http://ana/t/AB%0d%0aX', 'http://ana/a b', 'http://ana/t/' + 'A' * 16,
                'http://' + 'a' * 300, 'http://ana/' + 'a' * 300, 'a\r\nX: y'):
        found = parse(url)
        assert found.startswith('no: ') or (url == 'http://ana/t/' and found), (url, found)


@case
def handshake_says_what_it_must():
    server, port = wsfake.listen()
    talk = talk_to(f'http://127.0.0.1:{port}/t/kztra')
    peer = wsfake.Peer(server.accept()[0])
    head = peer.read_head()
    same(peer.request, 'GET /ws/KZTRA HTTP/1.1')
    same(head['host'], f'127.0.0.1:{port}'.encode())
    same((head['upgrade'], head['connection'], head['sec-websocket-version']),
         (b'websocket', b'Upgrade', b'13'))
    assert 'sec-websocket-extensions' not in head
    peer.answer()
    same(talk.hear(), 'opened')
    talk.say('¡hola!')
    same(peer.read(), (1, '¡hola!'.encode()))
    peer.send(frame(8, b'\x03\xe8'))
    same(peer.read(), (8, b'\x03\xe8'))
    same(talk.end(), ['closed 1000 the server has closed the connection'])


@case
def head_and_first_message_in_one_piece():
    talk, peer = meet(tail=frame(1, b'first') + frame(1, b'second')[:3])
    same([talk.hear(), talk.hear()], ['opened', 'message first|5'])
    peer.send(frame(1, b'second')[3:])
    same(talk.hear(), 'message second|6')
    peer.close()
    same(talk.end(), ['closed 1006 the connection broke'])


@case
def head_byte_by_byte():
    server, port = wsfake.listen()
    talk = talk_to(f'127.0.0.1:{port}')
    peer = wsfake.Peer(server.accept()[0])
    peer.read_head()
    accept = wsfake.accept_of(peer.headers['sec-websocket-key'])
    for byte in (b'HTTP/1.1 101 Yes\r\nUPGRADE: WebSocket\r\nConnection: keep-alive, upgrade\r\n'
                 b'X-Long: ' + b'x' * 500 + b'\r\nSec-WebSocket-Accept:  ' + accept + b'\r\n\r\n'):
        peer.send(bytes([byte]))
    same(talk.hear(), 'opened')
    for byte in frame(1, b'a') + frame(1, b'') + frame(1, b'x' * 126):
        peer.send(bytes([byte]))
    same([talk.hear(), talk.hear(), talk.hear()],
         ['message a|1', 'message |0', summed(b'x' * 126)])
    peer.close()
    talk.end()


@case
def answers_that_are_no_upgrade():
    nothing = 'there is no Mazo server at this address'
    for how, why in (
            ({'accept': b'AAAAAAAAAAAAAAAAAAAAAAAAAAA='}, nothing),
            ({'more': b'Sec-WebSocket-Extensions: permessage-deflate\r\n'}, nothing),
            ({'more': b'Sec-WebSocket-Protocol: chat\r\n'}, nothing),
            ({'status': b'200 OK'}, nothing), ({'status': b'404 Not Found'}, nothing),
            ({'status': b'503 Busy'}, 'the server accepts no more connections from here: try again in a moment'),
            ({'status': b'403 No'}, 'the server does not let us in'),
            ({'more': b'X: ' + b'x' * 9000 + b'\r\n'}, nothing)):
        talk, peer = meet(**how)
        same((how, talk.end()), (how, [f'closed 1006 {why}']))
        peer.close()


@case
def noise_instead_of_an_answer():
    for noise in (b'SSH-2.0-OpenSSH\r\n', b'\x00' * 50, b'HTTP/1.1 101 X\r\n\r\n', b'x' * 20000):
        server, port = wsfake.listen()
        talk = talk_to(f'127.0.0.1:{port}')
        peer = wsfake.Peer(server.accept()[0])
        peer.read_head()
        peer.send(noise)
        same(talk.end(), ['closed 1006 there is no Mazo server at this address'])
        peer.close()


@case
def nobody_there():
    server, port = wsfake.listen()
    server.close()
    same(talk_to(f'127.0.0.1:{port}').end(), ['closed 1006 connection refused'])
    same(talk_to(f'127.0.0.1:{port}', 'nonsense').end(), ['closed 1006 address not available'])
    assert 'closed 1006' in talk_to('mazo.invalid:80').end()[0]


@case
def a_name_with_several_addresses():
    """localhost is ::1 too in many places; only 127.0.0.1 answers here."""
    server, port = wsfake.listen()
    talk = talk_to(f'localhost:{port}')
    peer = wsfake.Peer(server.accept()[0]).shake()
    same(talk.hear(), 'opened')
    peer.close()
    talk.end()


@case
def bound_to_an_address():
    server, port = wsfake.listen()
    talk = talk_to(f'127.0.0.1:{port}', '127.0.0.2')
    sock, where = server.accept()
    same(where[0], '127.0.0.2')
    wsfake.Peer(sock).shake().close()
    same(talk.end()[0], 'opened')


@case
def lengths():
    talk, peer = meet()
    same(talk.hear(), 'opened')
    for size in (0, 1, 125, 126, 127, 4095, 4096, 4097, 65535, 65536, 262144):
        data = bytes(97 + i % 26 for i in range(size))
        peer.send(frame(1, data))
        same(talk.hear(), summed(data) if size > 60 else f'message {data.decode()}|{size}')
    for size in (1, 125, 126, 127, 8000, 16384):
        talk.say('y' * size)
        same(peer.read(), (1, b'y' * size))
    same(len(set(peer.masks)), len(peer.masks))
    peer.close()
    talk.end()


@case
def fragments_with_pings_between():
    talk, peer = meet()
    same(talk.hear(), 'opened')
    peer.send(frame(1, b'one, ', fin=False) + frame(9, b'are you there?') + frame(0, b'two, ', fin=False))
    same(peer.read(), (10, b'are you there?'))
    talk.say('meanwhile')
    same(peer.read(), (1, b'meanwhile'))
    peer.send(frame(10, b'unasked pong') + frame(0, b'three'))
    same(talk.hear(), 'message one, two, three|15')
    # Half a character at the end of a frame is not an error, as long as the rest follows.
    peer.send(frame(1, '¡'.encode()[:1], fin=False))
    peer.send(frame(0, '¡'.encode()[1:]))
    same(talk.hear(), 'message ¡|2')
    peer.close()
    talk.end()


BAD = {
    'reserved bits': (frame(1, b'x', rsv=4), 1002),
    'reserved data opcode': (frame(3, b'x'), 1002),
    'reserved control opcode': (frame(11, b'x'), 1002),
    'masked by a server': (frame(1, b'x', key=b'abcd'), 1002),
    'continuation of nothing': (frame(0, b'x'), 1002),
    'text inside of a text': (frame(1, b'x', fin=False) + frame(1, b'y'), 1002),
    'ping in fragments': (frame(9, b'x', fin=False), 1002),
    'ping too long': (frame(9, b'x' * 126), 1002),
    'close with a code that is none': (frame(8, b'\x03\xed'), 1002),
    'not UTF-8': (frame(1, b'\xff\xfe'), 1007),
    'cut UTF-8': (frame(1, '¡'.encode()[:1]), 1007),
    'surrogate': (frame(1, b'\xed\xa0\x80'), 1007),
    'too long': (b'\x81\x7f' + (262145).to_bytes(8, 'big') + b'x', 1009),
    'much too long': (b'\x81\x7f\x7f' + b'\xff' * 7 + b'x', 1009),
    'too long in pieces': ((frame(1, b'x' * 200000, fin=False) + frame(0, b'x' * 100000)), 1009),
    'binary': (frame(2, b'x'), 1003),
}


@case
def not_a_websocket():
    for name, (data, code) in BAD.items():
        talk, peer = meet()
        same(talk.hear(), 'opened')
        peer.send(data)
        said = talk.end()
        same((name, said), (name, [f'closed {code} the server sent something that is not a Mazo message']))
        opcode, told = peer.read()
        same((name, opcode), (name, 8))
        assert told == code.to_bytes(2, 'big') or (told == b'' and code == 1002), (name, told)
        assert peer.is_over()
        peer.close()


@case
def we_say_good_bye():
    talk, peer = meet()
    same(talk.hear(), 'opened')
    talk.say('/close 1000')
    same(peer.read(), (8, b'\x03\xe8'))
    peer.text('too late to be heard')
    peer.send(frame(8, b'\x03\xe8'))
    same(talk.end(), ['closed 1000 the server has closed the connection'])
    talk, peer = meet()
    same(talk.hear(), 'opened')
    talk.say('/close 4321')
    same(peer.read(), (8, (4321).to_bytes(2, 'big')))  # and the server does not answer
    same(talk.end(), ['closed 1006 the connection is closed'])
    talk, peer = meet()
    same(talk.hear(), 'opened')
    talk.say('/close 0')
    same(talk.end(), ['closed 1006 the connection is closed'])
    assert peer.is_over()


@case
def good_bye_with_half_a_message_in_hand():
    talk, peer = meet()
    same(talk.hear(), 'opened')
    peer.send(frame(1, b'x' * 1000)[:500])
    talk.say('/close 0')
    same(talk.end(), ['closed 1006 the connection is closed'])
    peer.close()


@case
def a_server_that_does_not_read():
    talk, peer = meet()
    same(talk.hear(), 'opened')
    talk.say('/flood 100000')
    same(talk.hear(), 'flooded some, bounded')
    got = 0
    while got < 200:  # now it reads again: everything is there, in order
        same(peer.read(), (1, b'f' * 1000))
        got += 1
    peer.close()
    assert talk.end()[-1].startswith('closed 1006')


@case
def a_server_that_asks_and_does_not_read():
    talk, peer = meet()
    same(talk.hear(), 'opened')
    peer.sock.settimeout(60)
    try:
        while True:
            peer.send(frame(9, b'p' * 125) * 1000)
    except OSError:
        pass
    same(talk.end(), ['closed 1006 the server sends pings but does not read the answers'])
    peer.close()


@case
def close_codes_are_told():
    for code in (1001, 4001, 4008, 4029):
        talk, peer = meet()
        peer.send(frame(8, code.to_bytes(2, 'big') + b'reason'))
        same(talk.end()[-1], f'closed {code} the server has closed the connection')
        peer.close()
    talk, peer = meet()
    peer.send(frame(8))
    same(talk.end()[-1], 'closed 1005 the server has closed the connection')
    peer.close()


@case
def a_foreign_server():
    """Debian's python3-websockets at the other end."""
    script = '''
import asyncio, websockets
async def serve(ws, path=None):
    async for text in ws:
        await ws.send(text[::-1] if len(text) < 60 else str(len(text)))
        if text == "end":
            await ws.close(4321, "as asked")
async def main():
    server = await websockets.serve(serve, "127.0.0.1", 0, ping_interval=0.05)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.sleep(120)
asyncio.run(main())
'''
    for python in (sys.executable, '/usr/bin/python3'):
        if subprocess.run([python, '-c', 'import websockets'], stderr=subprocess.DEVNULL,
                          check=False).returncode == 0:
            break
    else:
        raise tap.Skip('python3-websockets is not there')
    with subprocess.Popen([python, '-c', script], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as foreign:
        try:
            talk = talk_to('ws://127.0.0.1:' + foreign.stdout.readline().strip())
            same(talk.hear(), 'opened')
            talk.say('¿qué tal?')
            same(talk.hear(), 'message ?lat éuq¿|11')
            talk.say('z' * 16000)
            same(talk.hear(), 'message 16000|5')
            threading.Event().wait(0.3)  # some pings
            talk.say('end')
            same(talk.hear(), 'message dne|3')
            same(talk.end(), ['closed 4321 the server has closed the connection'])
        finally:
            foreign.kill()


sys.exit(tap.run())
