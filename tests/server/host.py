#!/usr/bin/env python3
"""The person who runs a server: `mazo host`, and the socket behind it. Prints TAP.

    host.py MAZO [CASE]..."""
import asyncio
import contextlib
import json
import os
import pathlib
import random
import select
import signal
import socket
import stat
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from people import ENDLESS, MAZO, QUICK, play_out, sit_together, start, until  # noqa: E402
from tap import has  # noqa: E402
from wsclient import CASES, PATIENCE, Client, Server, case, is_error, run, same  # noqa: E402


class Hosted(Server):
    """A server, and the command that looks after it."""

    def __init__(self, **options):
        super().__init__(MAZO, **options)
        self.control = pathlib.Path(options.get('control', self.store + '-control'))

    async def ran(self, *words, lang='en', uid=None):
        """Status, output and errors of `mazo host`."""
        process = await asyncio.create_subprocess_exec(
            MAZO, '--lang', lang, 'host', '--control', str(self.control), *words,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, user=uid)
        out, err = await asyncio.wait_for(process.communicate(), 4 * PATIENCE)
        return process.returncode, out.decode(), err.decode()

    async def done(self, *words, **how):
        """What it prints; it must go well."""
        code, out, err = await self.ran(*words, **how)
        same((code, err), (0, ''))
        return out

    async def asked(self, *words):
        return json.loads(await self.done('--json', *words))

    def dial(self):
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(self.control))
        line.settimeout(PATIENCE)
        return line

    def order(self, text):
        """A line to the socket itself, and its answer."""
        with self.dial() as line:
            return ask(line, text)


def ask(line, text):
    """The answer; None: the server has hung up."""
    try:
        line.sendall(text if isinstance(text, bytes) else (json.dumps(text) + '\n').encode())
    except ConnectionError:
        return None
    return read_line(line)


def read_line(line):
    """The next answer; None: the server has hung up."""
    found = b''
    while not found.endswith(b'\n'):
        try:
            piece = line.recv(65536)
        except ConnectionError:
            piece = b''
        if not piece:
            return None
        found += piece
    return json.loads(found)


async def eventually(question, why):
    async def ask():
        while not (answer := question()):
            await asyncio.sleep(0.02)
        return answer
    try:
        return await asyncio.wait_for(ask(), PATIENCE)
    except asyncio.TimeoutError as error:
        raise AssertionError(why) from error


async def eventually_metric(server, name, least):
    async def ask():
        while await server.metric(name) < least:
            await asyncio.sleep(0.05)
    await asyncio.wait_for(ask(), PATIENCE)


# ---- the socket ----

@case
async def only_the_servers_user_opens_the_socket():
    server = await Hosted().start()
    mode = server.control.stat().st_mode
    same((stat.S_ISSOCK(mode), stat.S_IMODE(mode)), (True, 0o600))
    server.folder.chmod(0o755)
    if os.geteuid() == 0:
        code, _, err = await server.ran('status', uid=65534)
        same((code, 'only the user who runs the server' in err), (1, True), err)
        server.control.chmod(0o777)  # a file system that knows no modes
        code, out, err = await server.ran('status', uid=65534)
        same((code, out, 'ended the connection' in err), (1, '', True), err)
    await server.done('status')
    await server.stop()
    same(server.control.exists(), False, 'it goes with the server')


@case
async def status_says_which_mazo_it_is():
    server = await Hosted().start()
    version = subprocess.run([MAZO, '--version'], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout.strip()
    assert (await server.done('status')).startswith(f'{version}, port {server.port}, process {server.process.pid}, '), version
    found = await server.asked('status')
    same(f"mazo {found['version']} ({found['commit']}, store {found['store']})", version)
    await server.stop()


@case
async def a_dead_servers_socket_is_replaced_and_a_living_ones_is_not():
    server = await Hosted(control='/tmp/mazo-host-test-%d' % os.getpid(), log='text').start()
    await server.kill()
    same(server.control.exists(), True)
    await server.restart()
    same((await server.asked('status'))['pid'], server.process.pid)
    other = await Hosted(control=str(server.control), log='text').start()
    assert 'control_failed' in other.errors() and 'another server uses it' in other.errors(), other.errors()
    same((await server.asked('status'))['pid'], server.process.pid)
    await other.stop()
    same((await server.asked('status'))['pid'], server.process.pid, 'still there when the other has gone')
    await server.stop()
    server.control.write_text('not a socket')
    await server.restart()
    same(server.control.read_text(), 'not a socket', 'other files are left alone')
    await server.stop()
    server.control.unlink()


@case
async def hostile_lines_do_no_harm():
    server = await Hosted(leaks=True).start()
    ana = await server.guest('Ana')
    for text, word in [(b'\n', 'bad_json'), (b'{"do":\n', 'bad_json'), (b'[]\n', 'bad_json'), (b'\x00\xff\n', 'bad_json'),
                       (b'{"do":"say"}\n', 'bad_text'), (b'{"do":"say","text":7}\n', 'bad_text'),
                       ({'do': 'say', 'text': 'a\nb'}, 'bad_text'), ({'do': 'say', 'text': 'x' * 301}, 'bad_text'),
                       ({'do': 'say', 'text': '\x1b[2J'}, 'bad_text'), ({'do': 'say', 'text': 'a\u202eb'}, 'bad_text'),
                       ({'do': 'say', 'text': 'x', 'table': 'NOBODY'}, 'no_table'),
                       ({'do': 'say', 'text': 'x', 'table': 'A' * 3000}, 'no_table'),
                       ({'do': 'drain', 'wait_s': -1}, 'bad_message'), ({'do': 'drain', 'wait_s': 2 ** 60}, 'bad_message'),
                       ({'do': 'fly'}, 'unknown_type'), ({'do': 'close'}, 'no_table'), ({'do': 'close', 'table': 'x' * 99}, 'no_table'),
                       ({'do': 'ban'}, 'bad_message'), ({'do': 'ban', 'player': 'x' * 99}, 'bad_message'), ({'do': 'ban', 'player': 'nobody'}, 'no_player'),
                       ({'do': 'ban', 'address': '1.2.3.4/8'}, 'bad_message'), ({'do': 'ban', 'address': '1.2.3.4/64'}, 'bad_message'),
                       ({'do': 'ban', 'address': 'x', 'player': 'y'}, 'bad_message'), ({'do': 'ban', 'address': '1.2.3.4', 'for_s': -1}, 'bad_message'),
                       ({'do': 'ban', 'address': '1.2.3.4', 'why': 'a\nb'}, 'bad_text'), ({'do': 'kick', 'player': 'nobody'}, 'no_player'),
                       ({'do': 'tables', 'from': -5}, None), ({'do': 'bans', 'from': 2 ** 62}, None), ({'do': 'status', 'do ': 1, 'lang': 5}, None), ({}, 'unknown_type'),
                       (b'{"do":"status","do":"drain"}\n', 'bad_json'), (b'[' * 4000 + b'\n', 'bad_json'),
                       (b'x' * 5000, 'too_long')]:
        same(server.order(text).get('error'), word, text[:60] if isinstance(text, bytes) else text)
    with server.dial() as line:  # many at once are answered in their order, and one by one
        line.sendall(b'{"do":"status"}\n{"do":"fly"}\n' * 50)
        with line.makefile() as reader:
            answers = [json.loads(reader.readline()) for _ in range(100)]
        same([a.get('error') for a in answers], [None, 'unknown_type'] * 50)
    dice = random.Random(7)
    for _ in range(60):  # nonsense, and hanging up in the middle
        with server.dial() as line:
            with contextlib.suppress(ConnectionError):  # eight that it has not yet seen off are there
                line.sendall(dice.randbytes(dice.randrange(1, 3000)) + b'\n' * dice.randrange(2))
    await all_places_are_free(server)
    await ana.flush()
    same(ana.of('notice'), [])
    await server.stop()


async def all_places_are_free(server):
    """Eight at once are answered, and a ninth is not. Those that have just hung up may still count for a moment."""
    with contextlib.ExitStack() as lines:
        def one_more():
            with contextlib.ExitStack() as line:
                answer = ask(line.enter_context(server.dial()), {'do': 'status'})
                if answer:
                    lines.push(line.pop_all())
                return answer
        for number in range(8):
            await eventually(one_more, f'only {number} connections have a place')
        same(server.order({'do': 'status'}), None, 'a ninth connection is not accepted')


def hang_up(server, how):
    with server.dial() as line, contextlib.suppress(ConnectionError, BlockingIOError):
        if how == 'in the middle of a line':
            line.sendall(b'{"do":"sta')
        elif how == 'after half of the connection':
            line.shutdown(socket.SHUT_WR)
            line.recv(1)
        elif how == 'without reading the answer':
            line.sendall(b'{"do":"status"}\n{"do":"bans"}\n{"do"')
        elif how == 'while the store is asked':
            line.sendall(b'{"do":"ban","player":"nobody"}\n')
        elif how == 'while the answer waits to be read':
            line.setblocking(False)
            while select.select([], [line], [], 0.2)[1]:  # until neither side can write
                line.send(b'{"do":"status"}\n' * 200)


@case
async def every_way_to_hang_up_leaves_the_place_free():
    server = await Hosted(leaks=True).start()
    for how in ('at once', 'in the middle of a line', 'after half of the connection', 'without reading the answer', 'while the store is asked',
                'while the answer waits to be read'):
        for _ in range(10):
            hang_up(server, how)
        await all_places_are_free(server)
    with contextlib.ExitStack() as lines:  # refused, again and again
        for _ in range(40):
            line = lines.enter_context(server.dial())
            with contextlib.suppress(ConnectionError):
                line.sendall(b'{"do"')
    await all_places_are_free(server)
    await server.stop()


@case
async def a_silent_connection_keeps_no_place():
    """Without a word, with half a line, byte by byte, or without reading the answers."""
    server = await Hosted(leaks=True).start()
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(server.dial()) for _ in range(8)]
        for line in lines[2:4]:
            line.sendall(b'{"do":"sta')
        same(ask(lines[4], {'do': 'status'})['ok'], True)
        for line in lines[6:]:
            line.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while select.select([], [line], [], 0.2)[1]:
                    line.send(b'{"do":"status"}\n' * 200)
        same(server.order({'do': 'status'}), None, 'all places are taken')

        def free_again():
            with contextlib.suppress(ConnectionError):
                lines[5].sendall(b' ')
            return all_places_answer(server)
        await eventually(free_again, 'the places stay taken')
        same([read_line(line) for line in lines[:6]], [None] * 6)
    await server.stop()


def all_places_answer(server, kept=None):
    """Whether there is room for eight; `kept` keeps their connections."""
    with contextlib.ExitStack() as stack:
        answered = all([ask(stack.enter_context(server.dial()), {'do': 'status'}) for _ in range(8)])
        if answered and kept:
            kept.push(stack.pop_all())
        return answered


def sockets_of(pid):
    found = set()
    for fd in pathlib.Path(f'/proc/{pid}/fd').iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.add(os.readlink(fd))
    return {link for link in found if link.startswith('socket:')}


# ---- a message ----

@case
async def a_message_reaches_every_table_and_only_the_named_one():
    server = await Hosted().start()
    ana, bob, eva = [await server.guest(name) for name in ('Ana', 'Bob', 'Eva')]
    code = await ana.create()
    await bob.create()
    told = [p.expect(lambda m: m['type'] == 'notice') for p in (ana, bob, eva)]
    same(await server.done('say', 'Paramos a las diez 🌙'), 'Shown on 3 connections.\n')
    for one in told:
        same(await asyncio.wait_for(one, PATIENCE), {'type': 'notice', 'word': 'host', 'text': 'Paramos a las diez 🌙'})
    told = ana.expect(lambda m: m['type'] == 'notice')
    same(await server.done('say', '--table', code.lower(), 'Bravo', lang='es'), 'Se ha mostrado en 1 conexiones.\n')
    same(await asyncio.wait_for(told, PATIENCE), {'type': 'notice', 'table': code, 'word': 'host', 'text': 'Bravo'})
    await bob.flush()
    same(len(bob.of('notice')), 1)
    status, _, err = await server.ran('say', '--table', 'QQQQQQ', 'x', lang='es')
    same((status, 'En una mesa con este código no hay nadie' in err), (1, True), err)
    await server.stop()


# ---- draining ----

@case
async def drain_waits_for_the_match_and_opens_no_new_table():
    server = await Hosted(log='text').start()
    ana = await server.guest('Ana', lang='es')
    bob = await server.guest('Bob')
    code = await sit_together(ana, [bob], rules='oficial', options=QUICK, seats=2)
    other = await bob.create(rules='oficial', options=ENDLESS, seats=2)
    await start(ana, code)
    told = [p.expect(lambda m: m['type'] == 'notice') for p in (ana, bob)]
    drained = asyncio.create_task(server.ran('drain'))
    texts = [(await asyncio.wait_for(one, PATIENCE))['text'] for one in told]
    assert texts[0].startswith('El servidor va a parar: puedes acabar') and texts[1].startswith('The server is about to stop: you can'), texts
    same((await server.get('/healthz'))[::2], (200, b'draining\n'), 'clients whose connection breaks come back to it')
    same(await server.metric('draining'), 1)
    is_error(await bob.ask('create'), 'draining')
    answer = await ana.ask('create')
    same(answer['message'], 'El servidor va a parar: aquí no se abre ninguna mesa más por ahora')
    warned = bob.expect(lambda m: m['type'] == 'notice' and m.get('table') == other)
    await start(bob, other)  # who sits there plays on; it is not waited for
    same((await asyncio.wait_for(warned, PATIENCE))['text'],
         'The server is about to stop: if that happens during this match, it goes on when the server is back.')
    status = await server.asked('status')
    same((status['draining'], status['playing'], status['waits_for']), (True, 2, 1))
    twin = await server.guest(token=bob.token)  # who loses the connection can still come back
    await twin.ask('join', table=code)
    same(drained.done(), False)
    end = await play_out(code, ana, bob)
    same(end['status'], 'over')
    same(await ana.close_code(), 1001)
    code, out, err = await asyncio.wait_for(drained, PATIENCE)
    same((code, err), (0, ''))
    assert 'waits for one match' in out and out.endswith('The server has stopped.\n'), out
    same(await asyncio.wait_for(server.process.wait(), PATIENCE), 0)
    assert 'event=stopping why=drained' in server.errors(), server.errors()
    before = [m['n'] for m in bob.of('event') if m['table'] == other][-1]
    await server.restart()
    bob = await server.guest(token=bob.token)
    told = await bob.ask('join', table=other)
    same((told['status'], told['n'] >= before), ('playing', True), 'the match that was not waited for goes on')
    await server.stop()


@case
async def drain_has_a_limit_and_can_be_taken_back():
    server = await Hosted().start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', bots=['easy'], seats=2, options=ENDLESS)
    await start(ana, code)
    await until(ana, code, 3)
    drained = asyncio.create_task(server.ran('drain', lang='es'))
    await ana.wait(lambda m: m['type'] == 'notice')
    same(await server.done('undrain'), 'The server goes on: new tables can be opened.\n')
    status, out, err = await asyncio.wait_for(drained, PATIENCE)
    same((status, 'el servidor sigue en marcha' in err), (1, True), out + err)
    await ana.create()
    before = await ana.ask('join', table=code)
    assert (await server.ran('drain', '--wait', '1s'))[1].endswith('The server has stopped.\n')
    same(await asyncio.wait_for(server.process.wait(), PATIENCE), 0)
    await server.restart()
    ana = await server.guest(token=ana.token)
    same((await ana.ask('join', table=code))['n'], before['n'], 'the match is as it was')
    same((await server.get('/healthz'))[2], b'ok\n', 'it has stopped draining')
    assert (await server.ran('drain', '--at-once'))[1].endswith('The server has stopped.\n')
    same(await asyncio.wait_for(server.process.wait(), PATIENCE), 0)


@case
async def waiting_for_the_end_can_be_interrupted():
    """The command has lost its connection while it was stopped, and finds no place: that is not the end of the server."""
    server = await Hosted().start()
    ana = await server.guest('Ana')
    code = await ana.create(rules='oficial', bots=['easy'], seats=2, options=ENDLESS)
    await start(ana, code)
    told = ana.expect(lambda m: m['type'] == 'notice')  # it may come before we hear that the command has begun
    drain = await asyncio.create_subprocess_exec(MAZO, '--lang', 'en', 'host', '--control', str(server.control), 'drain',
                                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    await asyncio.wait_for(told, PATIENCE)
    same(await asyncio.wait_for(drain.stdout.readline(), PATIENCE), b'It is about to stop, and waits for one match. No new tables open.\n')
    drain.send_signal(signal.SIGSTOP)
    lost = sockets_of(drain.pid)
    with contextlib.ExitStack() as others:
        await eventually(lambda: all_places_answer(server, others), 'it keeps its place')
        drain.send_signal(signal.SIGCONT)
        await eventually(lambda: not lost & sockets_of(drain.pid), 'it does not ask again')
    await eventually(lambda: server.order({'do': 'status'}), 'the places stay taken')
    await server.done('undrain')
    out, err = await asyncio.wait_for(drain.communicate(), PATIENCE)
    same((drain.returncode, b'stopped' in out, b'the server goes on' in err), (1, False, True), out + err)
    await server.stop()


@case
async def players_play_on_after_the_restart():
    """The only server waits for what is played, not for the next matches: those go on after it, and nobody loses more than time."""
    server = await Hosted().start()
    load = await asyncio.create_subprocess_exec(
        MAZO, 'load', f'http://127.0.0.1:{server.port}', '--json', '--quiet', '--breaks', '--tables', '6', '--matches', '6', '--pace', '0.02',
        '--set', 'target=50', stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    await eventually_metric(server, 'commands_total', 100)
    assert (await server.ran('drain'))[1].endswith('The server has stopped.\n')
    await server.restart()
    out, err = await asyncio.wait_for(load.communicate(), 4 * PATIENCE)
    found = json.loads(out)
    same((load.returncode, found['faults'], found['matches']), (0, 0, 36), found)
    await server.stop()


@case
async def an_empty_server_drains_at_once():
    """A match without company stands still, and one by correspondence lasts for days."""
    server = await Hosted().start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    left = await sit_together(ana, [], rules='oficial', bots=['easy'], seats=2, options=ENDLESS)
    slow = await sit_together(bob, [], rules='oficial', bots=['easy'], seats=2, options=ENDLESS, clock=86400)
    await start(ana, left)
    await start(bob, slow)
    await ana.close()
    same(await server.done('drain'), 'It is about to stop, and has no matches to wait for.\nThe server has stopped.\n')
    same(await asyncio.wait_for(server.process.wait(), PATIENCE), 0)


# ---- tables ----

@case
async def the_tables_say_who_is_there():
    server = await Hosted(**{'behind-proxy': True}).start()
    ana = await Client(server, name='Ana').open(headers=['X-Forwarded-For: 192.0.2.7'])
    bob = await Client(server, name='Bob').open(headers=['X-Forwarded-For: 2001:db8:1:2:3:4:5:6'])
    code = await ana.create(title='Martes', seats=3, rules='oficial')
    await bob.ask('join', table=code)
    found = json.loads(await server.done('--json', 'tables'))
    same((found['table'], found['title'], found['status'], found['watchers']), (code, 'Martes', 'open', 1))
    same(found['people'], [{'seat': 0, 'name': 'Ana', 'player': ana.player, 'address': '192.0.2.7', 'here': True, 'host': True}])
    same(found['watching'], [{'name': 'Bob', 'player': bob.player, 'address': '2001:db8:1:2::/64'}])
    has(await server.done('tables', lang='es'), 'oficial, abierta, jugada 0')
    text = await server.done('tables')
    for part in (code, 'Martes', ana.player, '192.0.2.7', 'Ana', bob.player, '2001:db8:1:2::/64', 'Bob'):
        assert part in text, text
    await server.stop()


@case
async def many_tables_come_in_pages():
    server = await Hosted().start()
    ana = await server.guest('Ana')
    codes = set()
    for i in range(60):  # 8 at a time can be watched
        codes.add(code := await ana.create(title=f'{i:03} ' + 'ñ' * 28))
        await ana.ask('leave', table=code)
    found = [json.loads(line)['table'] for line in (await server.done('--json', 'tables')).splitlines()]
    same((set(found), len(found)), (codes, 60))
    same(server.order({'do': 'tables', 'from': 10 ** 9})['tables'], [])
    await server.stop()


@case
async def a_closed_table_stays_closed():
    """In the middle of a match, asleep on the disk, and after a restart."""
    server = await Hosted(**{'sleep-after': 1}).start()
    ana, bob, eva = [await server.guest(name, lang=lang) for name, lang in (('Ana', 'es'), ('Bob', 'en'), ('Eva', 'en'))]
    code = await sit_together(ana, [bob], rules='oficial', options=ENDLESS, seats=2)
    await eva.ask('join', table=code)
    await start(ana, code)
    await asyncio.gather(until(ana, code, 6), until(bob, code, 6))
    asleep = await eva.create()
    await eva.ask('leave', table=asleep)
    told = [p.expect(lambda m: m['type'] == 'error') for p in (ana, bob, eva)]
    same(await server.done('close', code.lower()), 'The table is closed.\n')
    sentences = [await asyncio.wait_for(one, PATIENCE) for one in told]
    same([(m['error'], m['table']) for m in sentences], [('closed', code)] * 3)
    same(sentences[0]['message'], 'Quienes llevan el servidor han cerrado esta mesa')
    is_error(await ana.do(code, {'do': 'draw'}), 'closed')
    is_error(await bob.ask('join', table=code), 'closed')
    same(await server.metric('matches_running'), 0)
    async def left():
        while await server.metric('tables') > 0:
            await asyncio.sleep(0.05)
    await asyncio.wait_for(left(), PATIENCE)
    same(await server.done('close', asleep), 'The table is closed.\n')
    status, _, err = await server.ran('close', asleep)
    same((status, 'closed already' in err), (1, True), err)
    await server.kill()
    await server.restart()
    ana, eva = await server.guest(token=ana.token), await server.guest(token=eva.token)
    same((ana.welcome['tables'], eva.welcome['tables']), ([], []))
    for person, table in ((ana, code), (eva, asleep)):
        is_error(await person.ask('join', table=table), 'closed')
    same((await ana.ask('history'))['matches'], [], 'a match that was not finished has no results')
    await server.stop()
    done = subprocess.run([MAZO, '--lang', 'en', 'store', 'check', server.store], capture_output=True, text=True, check=False, timeout=PATIENCE)
    same(done.returncode, 0, done.stdout + done.stderr)
    done = subprocess.run([MAZO, '--lang', 'en', 'store', 'list', server.store], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert code in done.stdout and 'closed' in done.stdout, done.stdout


# ---- people ----

@case
async def a_banned_player_has_to_go_and_stays_out():
    server = await Hosted().start()
    ana, bob, eva = await server.guest('Ana'), await server.guest('Bob', lang='es'), await server.guest('Eva')
    code = await sit_together(bob, [ana, eva], rules='oficial', options=ENDLESS, seats=3)
    await start(bob, code)
    waiting = await bob.create()
    seen = ana.expect(lambda m: m['type'] == 'table' and m['table'] == code and m['seats'][0]['sits'] == 'bot')
    said = bob.expect(lambda m: m['type'] == 'error')
    same(await server.done('ban', '--for', '7d', '--why', 'Insultos', bob.player), 'Banned.\n')
    said = await asyncio.wait_for(said, PATIENCE)
    same(said['error'], 'banned')
    assert said['message'].startswith('No puedes entrar en este servidor hasta el 20') and said['message'].endswith('Motivo: Insultos'), said
    same(await bob.close_code(), 4003)
    seen = await asyncio.wait_for(seen, PATIENCE)
    same((seen['seats'][0]['kicked'], seen['host']), ('Bob', ana.player), 'a bot plays on, and another player is host')
    again = await Client(server, token=bob.token).connect()
    answer = await again.ask('hello', version=2, token=bob.token, lang='en')
    same((answer['error'], answer['until'], await again.close_code()), ('banned', said['until'], 4003))
    listed = json.loads(await server.done('--json', 'bans'))
    same((listed['player'], listed['name'], listed['why'], listed['until']), (bob.player, 'Bob', 'Insultos', said['until']))
    await server.kill()
    await server.restart()
    again = await Client(server, token=bob.token).connect()
    is_error(await again.ask('hello', version=2, token=bob.token), 'banned')
    same(await server.done('unban', bob.player), 'No longer banned.\n')
    bob = await server.guest(token=bob.token)
    same([t['table'] for t in bob.welcome['tables']], [], 'the seats are gone')
    same((await bob.ask('join', table=waiting))['you'], None)
    await server.stop()


@case
async def an_address_is_banned_as_the_limits_count_it():
    server = await Hosted(**{'behind-proxy': True}).start()
    def at(address):
        return {'headers': [f'X-Forwarded-For: {address}']}
    ana = await Client(server, name='Ana').open(**at('2001:db8:1:2::77'))
    bob = await Client(server, name='Bob').open(**at('192.0.2.7'))
    silent = await Client(server).connect(**at('2001:db8:1:2::99'))
    await server.done('ban', '--address', '2001:db8:1:2:3:4:5:6')
    same([await ana.close_code(), await silent.close_code()], [4003, 4003])
    for address, word in (('2001:db8:1:2:ffff::1', 'banned'), ('2001:db8:1:3::1', None), ('192.0.2.8', None)):
        guest = await Client(server).connect(**at(address))
        same((await guest.ask('hello', version=2)).get('error'), word, address)
    await bob.flush()
    await server.done('ban', '--address', '192.0.2.7', '--for', '1s')
    same(await bob.close_code(), 4003)
    async def back():
        while True:
            guest = await Client(server).connect(**at('192.0.2.7'))
            if (await guest.ask('hello', version=2)).get('error') != 'banned':
                return
            await asyncio.sleep(0.1)
    await asyncio.wait_for(back(), PATIENCE)  # when its time is up
    same(await server.done('unban', '--address', '2001:db8:1:2::/64'), 'No longer banned.\n')
    await Client(server, token=ana.token).open(**at('2001:db8:1:2::77'))
    await server.stop()


@case
async def a_kicked_player_loses_the_seats_and_may_stay():
    server = await Hosted().start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await sit_together(ana, [bob], seats=3)
    seen = bob.expect(lambda m: m['type'] == 'table' and m['you'] is None)
    same(await server.done('kick', bob.player), 'That player loses all seats.\n')
    same((await asyncio.wait_for(seen, PATIENCE))['seats'][1]['sits'], 'open')
    same((await bob.ask('sit', table=code))['you'], 1)
    await server.stop()


@case
async def a_forgotten_player_leaves_no_ban():
    server = await Hosted().start()
    ana = await server.guest('Ana')
    await server.done('ban', ana.player)
    await server.done('ban', '--address', '192.0.2.7')
    await server.stop()
    subprocess.run([MAZO, 'store', 'forget', '--yes', ana.player, server.store], check=True, capture_output=True, timeout=PATIENCE)
    await server.restart()
    same([json.loads(line)['address'] for line in (await server.done('--json', 'bans')).splitlines()], ['192.0.2.7'])
    await server.stop()


@case
async def mazo_host_says_what_it_does_not_understand():
    server = await Hosted().start()
    for words, code, said in [([], 2, 'say what to do'), (['dran'], 2, 'did you mean drain?'), (['say'], 2, 'say needs one more'),
                              (['status', 'x'], 2, 'unexpected argument x'), (['ban'], 2, 'name the key'), (['ban', 'x', '--address', 'y'], 2, 'name the key'),
                              (['ban', 'x', '--for', 'ever'], 2, 'not "ever"'), (['close'], 2, 'close needs one more'), (['drain', '--wait', '7'], 2, 'not "7"'),
                              (['drain', '--wait', '1m', '--at-once'], 2, 'only one of'), (['say', ''], 1, 'one line of 1 to 300')]:
        status, out, err = await server.ran(*words)
        same((status, out, said in err), (code, '', True), err)
    await server.stop()
    for words, said in [(['--store', '/nonexistent/x.db'], 'no server listens there'),
                        (['--control', 'none'], 'no control socket'), (['--control', 'x' * 200], 'long')]:
        done = subprocess.run([MAZO, '--lang', 'en', 'host', *words, 'status'], capture_output=True, text=True, check=False, timeout=PATIENCE)
        same((done.returncode, done.stdout, said in done.stderr), (1, '', True), done.stderr)


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
