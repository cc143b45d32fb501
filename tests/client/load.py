#!/usr/bin/env python3
"""`mazo load` against a server of our own, one that is killed, and one that lies. Prints TAP.

    load.py MAZO [--long]    with --long only what takes long
"""
import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import xml.dom.minidom

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import changes  # noqa: E402
import tap  # noqa: E402
from frames import TEXT, frame, read_frame  # noqa: E402
from relay import Relay  # noqa: E402
from serve import Server  # noqa: E402
from tap import same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
LONG = '--long' in sys.argv


def case(function):
    return function if LONG else tap.case(function)


def long_case(function):
    return tap.case(function) if LONG else function


def serve(**options):
    return Server(MAZO, **options)


def load(*arguments, lang='en'):
    env = tap.looking_for_leaks() if '--plot' in arguments else None
    done = subprocess.run([MAZO, '--lang', lang, 'load', *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=250, check=False, env=env)
    return done.returncode, done.stdout, done.stderr


def figures(*arguments):
    code, out, err = load('--json', *arguments)
    assert out, err
    return code, json.loads(out)


def no_faults(found):
    same((found['faults'], found['faults_by_kind']), (0, {}))


@case
def the_command_line():
    for arguments, part in (
            ([], 'say which server'), (['wss://ana'], 'another machine'), (['http://ana:80'], 'another machine'),
            (['http://127.0.0.1.example:80'], 'another machine'), (['a b'], 'not the address'),
            (['127.0.0.1', '--pace', 'x'], '--pace'), (['127.0.0.1', '--pace', '-1'], '--pace'),
            (['127.0.0.1', '--pace', 'nan'], '--pace'), (['127.0.0.1', '--tables', '0'], '--tables'),
            (['127.0.0.1', '--tables', '10000', '--seats', '10'], 'too many'),
            (['127.0.0.1', '--seats', '3', '--rules', 'nothing'], 'nothing')):
        code, out, err = load(*arguments)
        same((arguments, code, out), (arguments, 2, ''))
        assert part in err, (arguments, err)
    code, _, err = load('127.0.0.1:1', '--pid', '4194304')
    same(code, 1)
    assert 'process' in err, err


@case
def nobody_there():
    with socket.socket() as sock:
        sock.bind(('127.0.0.1', 0))
        code, found = figures(f'127.0.0.1:{sock.getsockname()[1]}', '--tables', '1')
    same((code, found['connections'], list(found['faults_by_kind'])), (1, 0, ['connect']))


@case
def too_few_files():
    done = subprocess.run(['sh', '-c', 'ulimit -n 100; exec "$0" load 127.0.0.1 --tables 100', MAZO],
                          stderr=subprocess.PIPE, text=True, check=False, env={'LANG': 'C'})
    same(done.returncode, 1)
    assert '400 connections' in done.stderr and 'ulimit' in done.stderr, done.stderr


@case
def whole_matches():
    with serve() as server, tempfile.TemporaryDirectory() as folder:
        plot = pathlib.Path(folder, 'load.svg')
        code, found = figures(f'http://{server.address()}', '--tables', '3', '--seats', '2',
                              '--pace', '0', '--matches', '2', '--options', 'target=60',
                              '--watchers', '1', '--pid', str(server.process.pid),
                              '--plot', str(plot))
        no_faults(found)
        same((code, found['matches'], found['connections'], found['stopped']), (0, 6, 9, False))
        assert found['rounds'] >= 6 and found['moves'] > 50, found
        assert found['looked_at'] > found['moves'], found  # by three players
        assert found['all_ms']['count'] > 20, found
        assert 0 < found['own_ms']['p50'] <= found['all_ms']['p99_9'] <= found['all_ms']['max'], found
        assert found['server']['rss'] > 1000000 and found['generator']['rss'] > 1000000, found
        assert xml.dom.minidom.parse(str(plot)).documentElement.tagName == 'svg'


@long_case
def every_sheet():
    with serve() as server:
        for rules in ('sin-reversa', 'duelo', 'penas', 'jackpot'):
            code, found = figures(server.address(), '--tables', '3', '--pace', '0',
                                  '--duration', '2', '--rules', rules)
            no_faults(found)
            assert code == 0 and found['moves'] > 10, (rules, found)


@case
def no_table_stands_still_at_a_pace():
    """A move held up for a catch is made as soon as that is decided: the next player hears of both at once."""
    with serve() as server:
        code, found = figures(server.address(), '--tables', '12', '--pace', '0.02', '--matches', '2',
                              '--options', 'target=100', '--seed', '2', '--addresses', '4')
        no_faults(found)
        same((code, found['matches']), (0, 24))


@case
def for_people():
    with serve() as server:
        arguments = [server.address(), '--tables', '2', '--pace', '0.05', '--duration', '1']
        for lang, parts in (('en', ('2 tables of 4', 'p99.9', 'command to all events', 'No faults.')),
                            ('es', ('2 mesas de 4 en 127.0.0.1:', 'una jugada cada 0,1 s', 'p99.9', 'Sin fallos.'))):
            code, out, _ = load(*arguments, lang=lang)
            same(code, 0)
            for part in parts:
                assert part in out, (part, out)
            assert all(len(line) <= 100 for line in out.splitlines()), out


@long_case
def connections_that_are_hung_up():
    with serve() as server:
        code, found = figures(server.address(), '--tables', '3', '--pace', '0.02',
                              '--duration', '5', '--drops', '600', '--options', 'target=100')
        no_faults(found)
        assert code == 0 and found['breaks'] > 5 and found['back_ms']['count'] > 5, found


@long_case
def a_server_that_is_killed():
    with serve() as server:
        with subprocess.Popen([MAZO, 'load', server.address(), '--tables', '3', '--pace', '0.03',
                               '--breaks', '--json'], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as process:
            for _ in range(3):
                tap.until(lambda: server.metric('commands_total') > 5)
                server.kill()
                server.start()
            tap.until(lambda: server.metric('commands_total') > 5)
            tap.interrupt(process)
            found = json.loads(process.communicate(timeout=tap.PATIENCE)[0])
        no_faults(found)
        assert found['breaks'] >= 12 and found['moves'] > 10, found


@long_case
def a_guest_who_is_not_let_in_again_is_named():
    """A table where nothing goes on because the server takes no more connections from one address."""
    with serve() as first:
        with subprocess.Popen([MAZO, 'load', first.address(), '--tables', '2', '--pace', '0.03',
                               '--breaks', '--json', '--duration', '40', '--lang', 'en'], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            tap.until(lambda: first.metric('commands_total') > 5)
            first.kill()
            first.options['per-address'] = 1
            first.start()
            found = json.loads(process.communicate(timeout=tap.PATIENCE)[0])
        stalled = found['faults_by_kind']['stalled']['example']
        assert re.search(r'[34] of 4 not connected: the server accepts no more connections from here', stalled), found


@case
def stopped_by_hand():
    with serve() as server:
        with subprocess.Popen([MAZO, 'load', server.address(), '--tables', '2', '--json'],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            tap.until(lambda: server.metric('commands_total') > 5)
            tap.interrupt(process)
            out = process.communicate(timeout=tap.PATIENCE)[0]
        same((process.returncode, json.loads(out)['stopped']), (130, True))


# ---- a server that lies ----


def exactly(sock, count, buf):
    while len(buf) < count:
        data = sock.recv(65536)
        if not data:
            raise EOFError
        buf += data
    data = bytes(buf[:count])
    del buf[:count]
    return data


class Liar(Relay):
    """Passes everything on between load and server, and changes what the server says.
    Events come with whole views, so that lies are easy to tell."""

    def __init__(self, port, lie):
        self.lie = lie
        super().__init__(port)

    def back(self, far, near):
        try:
            self.lie_on(far, near)
        except (EOFError, OSError):
            pass
        for one in (far, near):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def lie_on(self, far, near):
        buf, views = bytearray(), changes.Views()
        while b'\r\n\r\n' not in buf:
            buf += far.recv(65536) or b'\r\n\r\n'
        head = buf.index(b'\r\n\r\n') + 4
        near.sendall(bytes(buf[:head]))
        del buf[:head]
        while True:
            first, _, _, data = read_frame(lambda count: exactly(far, count, buf))
            if first & 15 == TEXT:
                message = views.complete(json.loads(data))
                for told in self.lie(message):
                    near.sendall(frame(TEXT, json.dumps(told)))
            else:
                near.sendall(frame(first & 15, data))


def is_turn(message, seat, number):
    return (message['type'] == 'event' and message['n'] == number and message['view']['seat'] == seat)


def lies_once(change, seat=1, number=3):
    """A lie in one message to one seat."""
    def lie(message):
        if is_turn(message, seat, number):
            return change(message)
        return [message]
    return lie


def other_view(message):
    message['view']['draw_count'] += 1
    return [message]


def other_score(message):
    message['view']['scores'][0] = 77
    return [message]


def other_legal(message):
    message['legal'] = [{'do': 'draw', 'seat': 1}, {'do': 'pass', 'seat': 1}]
    return [message]


def other_hand(message):
    hand = message['view']['hand']
    hand[0] = 'R1' if hand[0] != 'R1' else 'R2'
    return [message]


def shown_cards(message):
    for event in message['events']:
        if event['event'] == 'dealt' and 'count' in event:
            event['cards'] = ['R1'] * event.pop('count')
    return [message]


def wrong_number(message):
    """Two commands of different players get the same number."""
    if message['type'] == 'done' and message['n'] == 4:
        message['n'] = 3
    return [message]


def no_answer(message):
    return [] if message['type'] in ('done', 'refused') and message.get('n') == 3 else [message]


def one_left_out():
    """Once, and where the other player is to move, so that there is a next one."""
    gone = []

    def lie(message):
        if message['type'] == 'event' and message['n'] == 0:
            gone.clear()  # another match: the one before may have ended with the lie
        if (message['type'] == 'event' and message['view']['seat'] == 1 and not gone and
                message['n'] >= 2 and message['view']['turn'] != 1):
            gone.append(message)
            return []
        return [message]
    return lie


LIES = {
    'cards': lies_once(other_view),
    'apart': lies_once(other_score),
    'legal': lies_once(other_legal),
    'hand': lies_once(other_hand),
    'leak': lies_once(shown_cards, number=0),
    'again': lies_once(lambda message: [message, message]),
    'gap': one_left_out(),
    'bad_view': lies_once(lambda message: [{**message, 'view': {**message['view'], 'top': 'Z9'}}]),
    'bad_message': lies_once(lambda message: [{'type': 'event', 'table': message['table']}, message]),
    'doubled': wrong_number,
}


def find_lie(server, kind, lie):
    for seconds in (1, 5, 30):  # a slow machine may not have come to the lie
        liar = Liar(server.port, lie)
        code, found = figures(f'127.0.0.1:{liar.port}', '--tables', '1', '--seats', '2', '--pace', '0.05',
                              '--duration', str(seconds))
        liar.listener.close()
        if kind in found['faults_by_kind']:
            break
    assert code == 1 and kind in found['faults_by_kind'], (kind, found['faults_by_kind'])
    assert found['faults_by_kind'][kind]['example'], found


@case
def lies_are_found():
    with serve() as server:
        for kind, lie in LIES.items():
            find_lie(server, kind, lie)


@case
def a_guest_who_hears_late_begins_no_match():
    """One of two hears that the match is on when the other one knows that it is over: it still counts once."""
    known = threading.Event()

    def late(message):
        if message['type'] != 'table' or message['status'] != 'over':
            return [message]
        if message['you'] == 0:
            known.set()
            return [message]
        known.wait(tap.PATIENCE)
        known.clear()
        return [{**message, 'status': 'playing'}, message]

    with serve() as server:
        liar = Liar(server.port, late)
        code, found = figures(f'127.0.0.1:{liar.port}', '--tables', '1', '--seats', '2', '--pace', '0', '--matches', '3',
                              '--options', 'target=60')
        liar.listener.close()
        same((code, found['matches'], server.metric('matches_total')), (0, 3, 3))


@long_case
def silence_is_found():
    with serve() as server:
        find_lie(server, 'unanswered', no_answer)


sys.exit(tap.run())
