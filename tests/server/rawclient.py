"""A server of tests (echo.c) and clients that send it whatever bytes they like."""
import base64
import contextlib
import functools
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import frames  # noqa: E402
from frames import BINARY, CLOSE, MORE, PING, PONG, TEXT  # noqa: E402, F401
from tap import PATIENCE, Skip, case, same, until, run as run_cases  # noqa: E402, F401 (for who uses this file)

KEY = 'dGhlIHNhbXBsZSBub25jZQ=='


def cases(name, values):
    """One case for each value; the function gets it."""
    def note(function):
        for value in values:
            one = functools.partial(function, value)
            one.__name__ = f'{name} {value!r}'.replace('#', 'no.')[:90]
            case(one)
        return function
    return note


class Echo:
    """echo.c with settings."""

    def __init__(self, program, *settings, **options):
        self.process = subprocess.Popen([program, *settings], stdout=subprocess.PIPE, text=True,
                                        **options)
        line = self.process.stdout.readline()
        self.port = int(line or 0)

    def stats(self):
        """The counters, by name."""
        self.process.send_signal(signal.SIGUSR1)
        words = self.process.stdout.readline().split()
        return {name: int(value) for name, value in zip(words[::2], words[1::2])}

    def stop(self):
        """Asks it to stop; its exit code says whether it left anything behind."""
        self.process.terminate()
        return self.ended()

    def ended(self):
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if self.process.poll() is None:
            code = self.stop()
            assert kind or code == 0, f'the server ended with {code}'


frame = functools.partial(frames.frame, key=b'\x01\x02\x03\x04')


def close_frame(code=None, reason=b''):
    return frame(CLOSE, b'' if code is None else struct.pack('!H', code) + reason)


class Raw:
    """A socket with a buffer."""

    def __init__(self, port, host='127.0.0.1', **options):
        self.sock = socket.create_connection((host, port), PATIENCE, **options)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.data = b''

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sock.close()

    def send(self, data):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.sock.sendall(data)

    def dribble(self, data):
        """One byte a packet."""
        for i in range(len(data)):
            self.send(data[i:i + 1])

    def more(self):
        """False: nothing more will come."""
        try:
            some = self.sock.recv(65536)
        except ConnectionResetError:
            some = b''
        self.data += some
        return bool(some)

    def take(self, count):
        while len(self.data) < count:
            assert self.more(), f'closed after {self.data!r}'
        some, self.data = self.data[:count], self.data[count:]
        return some

    def take_until(self, mark):
        while mark not in self.data:
            assert self.more(), f'closed after {self.data[:300]!r}'
        end = self.data.index(mark) + len(mark)
        some, self.data = self.data[:end], self.data[end:]
        return some

    def rest(self):
        """All until the other side closes."""
        while self.more():
            pass
        some, self.data = self.data, b''
        return some

    def reply(self, head_only=False):
        """The next HTTP reply: status, headers in lower case, body."""
        lines = self.take_until(b'\r\n\r\n').decode().split('\r\n')
        status = int(lines[0].split()[1])
        headers = {}
        for line in lines[1:-2]:
            name, value = line.split(': ', 1)
            headers[name.lower()] = value
        length = 0 if head_only or status in (101, 304) else int(headers['content-length'])
        return status, headers, self.take(length)


def request(path='/page', method='GET', version='1.1', headers=(), host='localhost'):
    lines = [f'{method} {path} HTTP/{version}']
    if host is not None:
        lines.append(f'Host: {host}')
    return '\r\n'.join([*lines, *headers, '', '']).encode()


def upgrade(path='/ws', headers=(), key=KEY, version='13', host='localhost', method='GET'):
    extra = [f'Sec-WebSocket-Key: {key}'] if key is not None else []
    extra += [f'Sec-WebSocket-Version: {version}'] if version is not None else []
    return request(path, method, headers=['Upgrade: websocket', 'Connection: Upgrade', *extra,
                                          *headers], host=host)


class WebSocket(Raw):
    """A socket that has been upgraded."""

    def __init__(self, port, path='/ws', headers=(), behind=b'', **options):
        super().__init__(port, **options)
        key = base64.b64encode(os.urandom(16)).decode()
        self.send(upgrade(path, headers, key) + behind)
        status, self.headers, _ = self.reply(True)
        same(status, 101)
        same(self.headers['sec-websocket-accept'], frames.accept_of(key.encode()).decode())

    def frame(self):
        """The next frame: opcode and payload. Frames of a server are whole and not masked."""
        first, second, _, payload = frames.read_frame(self.take)
        assert first & 0xf0 == 0x80, f'fin and no reserved bits, not {first:02x}'
        assert second < 128, 'a server does not mask'
        shortest = 127 if len(payload) >= 65536 else 126 if len(payload) >= 126 else len(payload)
        same(second, shortest, 'the shortest form')
        return first & 15, payload

    def echo(self, payload):
        same(self.frame(), (TEXT, payload.encode() if isinstance(payload, str) else payload))

    def is_alive(self):
        self.send(frame(TEXT, 'still there?'))
        self.echo('still there?')

    def closes(self, code):
        """The server says so, and then closes, with nothing in between."""
        opcode, payload = self.frame()
        same(opcode, CLOSE)
        same(struct.unpack('!H', payload[:2])[0] if payload else None, code)
        same(self.rest(), b'')
