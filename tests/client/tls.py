#!/usr/bin/env python3
"""The client's end of TLS (src/client/tls.c) against servers that cut, lie, stay silent and hang up. Prints TAP.

    tls.py TALK MAZO
"""
import contextlib
import os
import random
import socket
import ssl
import subprocess
import sys
import threading
import warnings

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import tap  # noqa: E402
import wsfake  # noqa: E402
from certificates import Authority  # noqa: E402
from tap import case, has, same  # noqa: E402
from wsfake import frame  # noqa: E402

TALK, MAZO = (os.path.abspath(name) for name in sys.argv[1:3])
OURS = Authority()
CERTIFICATE = OURS.make('good')
BROKE = 'closed 1006 the connection broke'


def context(least=ssl.TLSVersion.TLSv1_2, most=ssl.TLSVersion.TLSv1_3):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(CERTIFICATE)
    made.set_alpn_protocols(['http/1.1'])
    made.minimum_version, made.maximum_version = least, most
    return made


class Sealed:
    """The server's end of TLS on a socket, as a socket: sends `step` bytes at a time, changed by `spoil` (a
    function of how much was sent so far, and the bytes). `once`: after its first words it says no more."""

    def __init__(self, raw, how=None, step=65536, spoil=None, once=False):
        raw.settimeout(30)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.raw, self.step, self.spoil, self.once, self.sent = raw, step, spoil, once, 0
        self.inward, self.outward = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = (how or context()).wrap_bio(self.inward, self.outward, server_side=True)
        self.do(self.tls.do_handshake)

    def flush(self):
        data = self.outward.read()
        for at in range(0, len(data), self.step):
            piece = data[at:at + self.step]
            if self.spoil:
                piece = self.spoil(self.sent, piece)
            self.sent += len(piece)
            self.raw.sendall(piece)
        if data and self.once:
            self.raw.shutdown(socket.SHUT_WR)

    def do(self, function, *arguments):
        while True:
            try:
                result = function(*arguments)
                self.flush()
                return result
            except ssl.SSLWantReadError:
                self.flush()
                data = self.raw.recv(65536)
                if not data:
                    raise EOFError from None
                self.inward.write(data)
            except ssl.SSLError:
                self.flush()  # it is told
                raise

    def recv(self, size):
        try:
            return self.do(self.tls.read, size)
        except ssl.SSLZeroReturnError:
            return b''

    def sendall(self, data):
        self.do(self.tls.write, data)

    def settimeout(self, seconds):
        self.raw.settimeout(seconds)

    def bye(self):
        """Say that this was all."""
        try:
            self.tls.unwrap()
        except ssl.SSLError:
            pass
        self.flush()

    def close(self):
        self.raw.close()


class Talk(wsfake.Talk):
    """Our client, and the server that it calls. One in two hundred looks for leaks: that takes three seconds
    on aarch64, and there are many."""
    made = 0

    def __init__(self, host='localhost'):
        self.server, self.port = wsfake.listen()
        env = {**os.environ, 'SSL_CERT_FILE': OURS.file}
        super().__init__([TALK, f'https://{host}:{self.port}'],
                         tap.looking_for_leaks(env) if Talk.made % 200 == 0 else env)
        Talk.made += 1

    def accept(self):
        raw = self.server.accept()[0]
        self.server.close()
        return raw


def meet(host='localhost', how=None, **more):
    talk = Talk(host)
    peer = wsfake.Peer(Sealed(talk.accept(), how, **more)).shake()
    same(talk.hear(), 'opened')
    return talk, peer


def summed(data):
    total = 0
    for byte in data:
        total = (total * 31 + byte) & 0xFFFFFFFF
    return f'message of {len(data)}: {total:08x}'


@case
def names_are_told_and_figures_are_not():
    for host, wanted in (('localhost', 'localhost'), ('127.0.0.1', None)):
        told = []
        how = context()
        how.sni_callback = lambda _, name, __, told=told: told.append(name)
        talk, peer = meet(host, how)
        same((told, peer.sock.tls.selected_alpn_protocol()), ([wanted], 'http/1.1'))
        same(peer.headers['host'], f'{host}:{talk.port}'.encode())
        peer.close()
        same(talk.end(), [BROKE])


@case
def byte_by_byte_and_long_ones():
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        talk, peer = meet(how=context(version, version), step=1)
        for text in ('hello', '', '¡hola!'):
            peer.text(text)
            same(talk.hear(), f'message {text}|{len(text.encode())}')
        peer.sock.step = 65536
        for size in (16383, 16384, 16385, 65536, 262144):
            data = bytes(97 + i % 26 for i in range(size))
            peer.send(frame(1, data))
            same(talk.hear(), summed(data))
            talk.say('y' * min(size, 19000))
            same(peer.read(), (1, b'y' * min(size, 19000)))
        peer.send(frame(8, b'\x03\xe8'))
        same(peer.read(), (8, b'\x03\xe8'))
        same(peer.sock.recv(1), b'')  # and the client says that this was all
        same(talk.end(), ['closed 1000 the server has closed the connection'])
        peer.close()


@case
def ends_of_every_kind():
    talk, peer = meet()
    peer.sock.bye()  # inside TLS, not in the WebSocket
    same(talk.end(), ['closed 1006 the server has closed the connection'])
    talk, peer = meet()
    peer.send(frame(1, b'x' * 500)[:300])
    peer.close()
    same(talk.end(), [BROKE])
    talk, peer = meet()
    peer.sock.raw.sendall(b'\x17\x03\x03\x01\x00' + b'half a record')
    peer.sock.raw.shutdown(socket.SHUT_WR)  # half closed, in the middle of a record
    same(talk.end(), [BROKE])
    peer.close()
    talk, peer = meet()
    talk.say('/close 0')
    same(talk.end(), ['closed 1006 the connection is closed'])
    same(peer.sock.recv(1), b'')
    peer.close()


@case
def a_server_that_does_not_read():
    talk, peer = meet()
    talk.say('/flood 100000')
    same(talk.hear(), 'flooded some, bounded')
    for _ in range(200):
        same(peer.read(), (1, b'f' * 1000))
    peer.close()
    assert talk.end()[-1].startswith('closed 1006')


@case
def a_server_that_asks_and_does_not_read():
    talk, peer = meet()
    pings = frame(9, b'p' * 125) * 1000

    def ask():
        try:
            while True:
                peer.sock.tls.write(pings)
                peer.sock.flush()
        except OSError:
            pass
    asking = threading.Thread(target=ask)
    asking.start()
    same(talk.end()[-1], 'closed 1006 the server sends pings but does not read the answers')
    asking.join()
    peer.close()


def answered(*answers):
    """What the client says when the server answers its first words so, in these pieces."""
    talk = Talk()
    raw = talk.accept()
    raw.recv(65536)
    with contextlib.suppress(OSError):  # it may have had enough and hung up
        for answer in answers:
            raw.sendall(answer)
        raw.shutdown(socket.SHUT_WR)
    said = talk.end()
    raw.close()
    same(len(said), 1)
    return said[0].removeprefix('closed 1006 ')


@case
def answers_that_are_no_handshake():
    no_tls = 'it does not speak TLS on this port: try http://, or another port'
    for noise in (b'HTTP/1.1 400 Bad Request\r\n\r\n', b'SSH-2.0-OpenSSH\r\n', b'\x00' * 50, b'\xff', b'H'):
        same(answered(noise), no_tls)
    same(answered(b'\x15\x03\x03\x00\x02\x02\x70'), 'it has no certificate for this host')
    has(answered(b'\x15\x03\x03\x00\x02\x02\x28'), 'the TLS connection failed: ', 'handshake failure')
    same(answered(b''), 'it hung up during the TLS handshake')
    same(answered(b'\x16\x03\x03'), 'it hung up during the TLS handshake')
    alerts = [b'\x15\x03\x03\x00\x02\x02' + bytes([alert]) for alert in (0, 10, 70, 80, 255)]
    for noise in (*alerts, b'\x16\x03\x03\xff\xff' + b'x' * 70000, b'\x16\x03\x03\x00\x04\x02\x00\x00\x00',
                  b'\x16\x03\x03\x00\x00' * 100, b'\x16\x09\x09\x00\x05hello', b'\x16' + os.urandom(3000),
                  b'\x15\x03\x03\x00\x02\x01\x00', b'\x15\x03\x03\x00\x02\x01\x5a' * 50,
                  b'\x16\x03\x03\x40\x00\x0b\xff\xff\xff' + b'\x00' * 16380):
        said = answered(noise)
        assert said.startswith(('the TLS connection failed: ', 'it hung up')) or \
            said == 'the server has closed the connection', (noise[:20], said)


@case
def old_tls_is_refused():
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')  # Python knows that it is old
        how = context(ssl.TLSVersion.MINIMUM_SUPPORTED, ssl.TLSVersion.TLSv1_1)
    how.set_ciphers('ALL:@SECLEVEL=0')
    talk = Talk()
    try:
        Sealed(talk.accept(), how)
        raise AssertionError('it was taken')
    except (ssl.SSLError, OSError, EOFError):
        pass
    has(talk.end()[0], 'closed 1006 the TLS connection failed: ')


@case
def a_bit_that_is_not_as_it_was():
    """In the first words of the server, which then hangs up. No crash, and nobody is let in."""
    dice = random.Random(7)
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        reasons = set()
        for _ in range(80):
            where, bit = dice.randrange(800), 1 << dice.randrange(8)

            def spoil(sent, data, where=where, bit=bit):
                at = where - sent
                return data[:at] + bytes([data[at] ^ bit]) + data[at + 1:] if 0 <= at < len(data) else data
            talk = Talk()
            raw = talk.accept()
            try:
                Sealed(raw, context(version, version), spoil=spoil, once=True)
            except (ssl.SSLError, OSError, EOFError):
                pass
            said = talk.end()
            same(len(said), 1)
            assert said[0].startswith('closed 1006 '), said
            reasons.add(said[0])
            raw.close()
        assert 'closed 1006 the TLS connection failed: decryption failed or bad record mac' in reasons or \
            len(reasons) > 3, reasons  # it was looked at


@case
def a_handshake_that_never_ends():
    silent, slow, late = Talk(), Talk(), Talk()
    dumb = silent.accept()
    raw = slow.accept()
    raw.sendall(b'\x16\x03\x03\x40\x00')
    sealed = Sealed(late.accept())  # TLS is agreed on, but there is no answer to the request
    while slow.process.poll() is None:
        try:
            raw.sendall(b'\x02')
        except OSError:
            break
        try:
            slow.process.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            pass
    for talk in (silent, slow, late):
        same(talk.end(), ['closed 1006 connection timed out'])
    for sock in (dumb, raw, sealed):
        sock.close()


def fetched(answer, whole):
    """What `mazo replay` makes of a page over TLS, that ends well or is cut off."""
    server, port = wsfake.listen()

    def serve():
        sealed = Sealed(server.accept()[0])
        sealed.recv(65536)
        sealed.sendall(answer)
        if whole:
            sealed.bye()
        sealed.close()
    serving = threading.Thread(target=serve)
    serving.start()
    run = subprocess.run([MAZO, '--lang', 'en', 'replay', '--json', '--ca', OURS.file,
                          f'https://localhost:{port}/m/KEY'], text=True, capture_output=True,
                         stdin=subprocess.DEVNULL, timeout=tap.PATIENCE, check=False)
    serving.join()
    server.close()
    return run.returncode, run.stderr


@case
def a_page_that_is_cut_off():
    body = b'{"mazo":1}\n'
    page = b'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n' + body
    code, said = fetched(page, whole=False)
    same(code, 1)
    has(said, 'cannot reach localhost:', 'the connection broke')
    code, said = fetched(page, whole=True)
    assert code == 1 and 'cannot reach' not in said, said  # it is read; whether it is a match is another matter
    length = b'HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n'
    for whole in True, False:  # less came than was promised
        has(fetched(length % 500 + body, whole=whole)[1], 'the connection broke')
    assert 'cannot reach' not in fetched(length % len(body) + body, whole=False)[1]  # all was there


sys.exit(tap.run(sys.argv[3:]))
