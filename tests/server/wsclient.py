"""A server under test, and clients for it: WebSocket by hand, then the protocol on top.

Only the standard library. `Socket` sends and receives frames and can be as rude as a test wants;
`Client` says hello, asks and remembers everything that it was told; `Server` is a `mazo serve`."""
import asyncio
import base64
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import sys
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import changes  # noqa: E402
import serve  # noqa: E402
from frames import CLOSE, PING, PONG, TEXT, frame  # noqa: E402
from tap import CASES, PATIENCE, Skip, case, named, same, sanitized, title  # noqa: E402, F401 (some for who uses this file)


class Closed(Exception):
    """The connection is gone; `code` is that of the close frame, or None."""

    def __init__(self, code, reason=''):
        super().__init__(f'closed: {code} {reason}')
        self.code = code
        self.reason = reason


# ---- frames ----

class Socket:
    """One WebSocket connection."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.code = None

    @classmethod
    async def open(cls, port, path='/ws', headers=(), receive_buffer=0, address='127.0.0.1'):
        sock = socket.socket()
        sock.setblocking(False)
        if receive_buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            await asyncio.get_running_loop().sock_connect(sock, (address, port))
            limit = 2 ** 21 if not receive_buffer else 2 ** 12
            reader, writer = await asyncio.open_connection(sock=sock, limit=limit)
        except OSError:
            sock.close()
            raise
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f'GET {path} HTTP/1.1', f'Host: 127.0.0.1:{port}', 'Upgrade: websocket',
                 'Connection: Upgrade', f'Sec-WebSocket-Key: {key}', 'Sec-WebSocket-Version: 13',
                 *headers]
        writer.write(('\r\n'.join(lines) + '\r\n\r\n').encode())
        try:
            head = await reader.readuntil(b'\r\n\r\n')
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            writer.transport.abort()
            raise Closed(None, 'no answer to the upgrade') from error
        if b' 101 ' not in head.split(b'\r\n', 1)[0]:
            writer.transport.abort()
            raise Closed(None, head.split(b'\r\n', 1)[0].decode())
        return cls(reader, writer)

    def send(self, data, opcode=TEXT, **how):
        self.writer.write(frame(opcode, data, key=os.urandom(4), **how))

    def send_fragments(self, data, size):
        parts = [data[i:i + size] for i in range(0, len(data), size)] or [b'']
        for i, part in enumerate(parts):
            self.send(part, TEXT if i == 0 else 0, fin=i == len(parts) - 1)

    async def drain(self):
        try:
            await self.writer.drain()
        except ConnectionError as error:
            raise Closed(self.code, 'reset') from error

    async def _frame(self):
        head = await self.reader.readexactly(2)
        size = head[1] & 127
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), 'big')
        elif size == 127:
            size = int.from_bytes(await self.reader.readexactly(8), 'big')
        assert not head[1] & 128, 'a server does not mask'
        return head[0] & 15, await self.reader.readexactly(size)

    async def receive(self):
        """The next text; pings are answered. Raises Closed."""
        try:
            while True:
                opcode, data = await self._frame()
                if opcode == TEXT:
                    return data.decode()
                if opcode == PING:
                    self.send(data, PONG)
                elif opcode == CLOSE:
                    self.code = int.from_bytes(data[:2], 'big') if len(data) >= 2 else 1005
                    self.send(data[:2], CLOSE)
                    raise Closed(self.code, data[2:].decode())
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise Closed(self.code, 'end') from error

    def abort(self):
        """Gone without a word."""
        self.writer.transport.abort()


# ---- the protocol ----

class Client:
    """A connection that has said hello. `messages` is all it was told, as (text, parsed);
    parsed events have whole views, whatever the text has."""
    serial = 0
    reading = set()  # asyncio itself does not hold its tasks

    def __init__(self, server, token=None, name=None, lang='en', version=2):
        self.server, self.token, self.name, self.lang = server, token, name, lang
        self.version, self.views = version, changes.Views()
        self.messages, self.waiters = [], []
        self.socket = self.task = self.gone = None
        self.heard = asyncio.Event()

    async def open(self, **how):
        """Connect and say hello; returns self."""
        await self.connect(**how)
        hello = {'version': self.version, 'lang': self.lang}
        if self.token:
            hello['token'] = self.token
        if self.name:
            hello['name'] = self.name
        welcome = await self.ask('hello', **hello)
        assert welcome['type'] == 'welcome', welcome
        self.token = welcome.get('token', self.token)
        self.player, self.name = welcome['player'], welcome['name']
        self.welcome = welcome
        return self

    async def connect(self, **how):
        self.socket = await Socket.open(self.server.port, **how)
        self.task = asyncio.create_task(self._read())
        self.reading.add(self.task)
        self.task.add_done_callback(self.reading.discard)
        return self

    async def _read(self):
        try:
            while True:
                text = await self.socket.receive()
                self._take(text)
        except Closed as error:
            self.gone = error
        except asyncio.CancelledError:
            self.gone = Closed(None, 'cancelled')
        for _, future in self.waiters:
            if not future.done():
                future.set_exception(self.gone)
        self.waiters.clear()
        self.heard.set()
        self.socket.abort()

    def _take(self, text):
        message = self.views.complete(json.loads(text))
        self.messages.append((text, message))
        self.heard.set()
        for waiter in list(self.waiters):
            if waiter[0](message):
                self.waiters.remove(waiter)
                if not waiter[1].done():
                    waiter[1].set_result(message)

    @classmethod
    def new_id(cls):
        cls.serial += 1
        return f'c{cls.serial}'

    def send(self, kind, **fields):
        if self.gone:
            raise self.gone
        self.socket.send(json.dumps({'type': kind, **fields}))

    def expect(self, test):
        """A future of the next message that passes."""
        future = asyncio.get_running_loop().create_future()
        if self.gone:
            future.set_exception(self.gone)
            future.exception()  # looked at: anyone who sends finds out anyway
        else:
            self.waiters.append((test, future))
        return future

    async def wait(self, test):
        """The next message that passes."""
        return await asyncio.wait_for(self.expect(test), PATIENCE)

    async def ask(self, kind, **fields):
        """Send, and wait for what answers it."""
        name = fields.pop('id', None) or self.new_id()
        answer = self.expect(lambda m: m.get('id') == name)
        dealt = self.expect(lambda m: m['type'] == 'event') if kind == 'start' else None
        self.send(kind, id=name, **fields)
        found = await asyncio.wait_for(answer, PATIENCE)
        if dealt and found['type'] == 'table':
            await asyncio.wait_for(dealt, PATIENCE)  # the cards follow the table
        elif dealt:
            dealt.cancel()
        return found

    async def do(self, table, command, **fields):
        return await self.ask('do', table=table, command=command, **fields)

    async def create(self, **fields):
        answer = await self.ask('create', **fields)
        assert answer['type'] == 'table', answer
        return answer['table']

    async def flush(self):
        """Everything that was sent before has been answered, and everything told."""
        await self.ask('ping')

    def of(self, kind, start=0):
        return [m for _, m in self.messages[start:] if m['type'] == kind]

    def last(self, kind):
        found = self.of(kind)
        return found[-1] if found else None

    async def close_code(self):
        await asyncio.wait_for(self.task, PATIENCE)
        return self.gone.code

    async def close(self, code=1000):
        if self.task and not self.task.done():
            self.socket.send(code.to_bytes(2, 'big'), CLOSE)
            try:
                await asyncio.wait_for(asyncio.shield(self.task), PATIENCE)
            except asyncio.TimeoutError:
                pass
            self.drop()

    def drop(self):
        """Gone without a word."""
        if self.socket:
            self.socket.abort()
        if self.task:
            self.task.cancel()


# ---- playing ----

QUARRELS = ('accuse', 'vote', 'admit', 'tally')


def choose(message, seat, dice):
    """What to do after an event or a view, or None. Lays cards where it can: matches end."""
    view, legal = message['view'], message['legal']
    mine = [c for c in legal if c['do'] not in QUARRELS]
    if not mine or (view['phase'] == 'write' and seat in view.get('written', [])):
        return None
    urgent = [c for c in mine if c['do'] in ('uno', 'catch')]
    if view['turn'] != seat and view['phase'] not in ('write', 'round_over'):
        return dice.choice(urgent) if urgent and dice.random() < 0.5 else None
    plays = [c for c in mine if c['do'] == 'play']
    said = [c for c in plays if c.get('uno')]
    must = [c for c in mine if c['do'] not in ('uno', 'catch')]
    command = dict(dice.choice(said or plays or must or mine))
    command.pop('seat', None)
    return command


async def play(client, table, dice=random, match=None, stop=None, pace=0):
    """Play one's seat until the match is over; returns the last `table` message."""
    at = 0
    for i, (_, m) in enumerate(client.messages):
        if m.get('table') == table and m['type'] in ('view', 'event', 'table'):
            at = i if m['type'] != 'table' else at
    while True:
        newest = status = None
        while at < len(client.messages):
            message = client.messages[at][1]
            at += 1
            if message.get('table') != table:
                continue
            if message['type'] in ('event', 'view'):
                newest = message
            elif message['type'] == 'table':
                status = message
        if status and status['status'] == 'over' and status['match'] >= (match or 1):
            return status
        if stop and newest and stop(newest):
            return newest
        if newest and newest['view']['seat'] is not None:
            command = choose(newest, newest['view']['seat'], dice)
            if command:
                if pace:
                    await asyncio.sleep(pace)
                client.send('do', id=client.new_id(), table=table, command=command)
        if at == len(client.messages):
            if client.gone:
                raise client.gone
            client.heard.clear()
            await asyncio.wait_for(client.heard.wait(), PATIENCE)


# ---- the server ----

class Server(serve.Server):
    """`mazo serve`, with clients in the same loop."""
    everything = []
    host = '127.0.0.1'

    def __init__(self, mazo, **how):
        super().__init__(mazo, **how)
        self.stopping = False

    async def start(self, preexec=None):
        how = self.how()
        with how['stderr']:
            self.process = await asyncio.create_subprocess_exec(*self.command(), preexec_fn=preexec, **how)
        self.stopping = False
        Server.everything.append(self)
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        if not line:
            await self.process.wait()
        return self.opened(line)

    def alive(self):
        return self.process is not None and self.process.returncode is None

    def signal(self, number):
        self.stopping |= number == signal.SIGTERM
        os.kill(self.process.pid, number)

    async def kill(self):
        """As a power cut would."""
        if self.alive():
            self.signal(signal.SIGKILL)
            await self.process.wait()

    async def stop(self):
        """SIGTERM; everything must have been in order."""
        if self.alive():
            if not self.stopping:
                self.signal(signal.SIGTERM)
            await asyncio.wait_for(self.process.wait(), PATIENCE)
        assert self.process.returncode == 0, f'{self.process.returncode}: {self.errors()[-4000:]}'

    async def restart(self, **options):
        self.options.update(options)
        return await self.start()

    def rss(self):
        """Resident memory in KiB."""
        status = pathlib.Path(f'/proc/{self.process.pid}/status').read_text()
        return int(re.search(r'VmRSS:\s+(\d+)', status)[1])

    async def get(self, path, *headers):
        """Status, head and body."""
        reader, writer = await asyncio.open_connection(self.host, self.port, limit=2 ** 24)
        lines = [f'GET {path} HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close', *headers, '', '']
        writer.write('\r\n'.join(lines).encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        head, _, body = answer.partition(b'\r\n\r\n')
        return int(head.split()[1]), head.decode(), body

    async def metric(self, name):
        _, _, body = await self.get('/metrics')
        return float(re.search(rf'^mazo_{name} (\S+)$', body.decode(), re.M)[1])

    def client(self, **how):
        return Client(self, **how)

    async def guest(self, name=None, token=None, **how):
        return await Client(self, name=name, token=token, **how).open()


# ---- TAP ----

def is_error(answer, word):
    same((answer['type'], answer.get('error')), ('error', word), answer)


async def becomes(question, wanted=True):
    """Wait until the answer is this."""
    async def ask():
        while await question() != wanted:
            await asyncio.sleep(0.05)
    await asyncio.wait_for(ask(), PATIENCE)


async def cancel(tasks):
    """Until they are: wait_for may swallow the first try when its answer comes just then."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.1)


def end_all():
    """Whatever a failed test has left running."""
    for server in Server.everything:
        if server.alive():
            server.process.kill()


def run(cases, arguments=()):
    """Run coroutine functions one after the other; those with one of `arguments` in their names, or all."""
    wanted = named(cases, [word for word in arguments if not word.startswith('--')])

    async def all_of_them():
        failed = not wanted
        patience = PATIENCE * (200 if '--long' in sys.argv else 20)
        print(f'1..{len(wanted)}', flush=True)
        for number, function in enumerate(wanted, 1):
            name = title(function)
            try:
                await asyncio.wait_for(function(), patience)
                print(f'ok {number} - {name}', flush=True)
            except Skip as reason:
                print(f'ok {number} - {name} # SKIP {reason}', flush=True)
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f'not ok {number} - {name}')
                for line in traceback.format_exc().splitlines():
                    print('#', line)
                for server in Server.everything:
                    tail = server.errors()[-3000:] if (server.folder / 'stderr').exists() else ''
                    for line in tail.splitlines():
                        print('# stderr:', line)
                print(end='', flush=True)
            await cancel(asyncio.all_tasks() - {asyncio.current_task()})
            end_all()
            for server in Server.everything:
                await server.process.wait()
                shutil.rmtree(server.folder, ignore_errors=True)
            Server.everything.clear()
        return failed
    return 1 if asyncio.run(all_of_them()) else 0
