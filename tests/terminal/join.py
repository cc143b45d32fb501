#!/usr/bin/env python3
"""`mazo join` against a real `mazo serve`: whole matches, lost connections, looking on. Prints TAP.

    join.py MAZO [NAME]...     all cases but the slow ones, or the cases whose name contains one of these

Every case has a server of its own on a free port of this machine, and every person has folders
of its own. A script that understands the questions of the plain game plays.
"""
import base64
import fcntl
import hashlib
import itertools
import json
import os
import pathlib
import re
import select
import signal
import socket
import sqlite3
import stat
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
from frames import frame, read_frame  # noqa: E402
from relay import Relay, pump  # noqa: E402
from serve import Server, free_port  # noqa: E402
from tap import case  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
LIMIT = 3 * tap.PATIENCE


def slow(function):
    """Only where it is named."""
    return case(function) if any(name in function.__name__ for name in sys.argv[2:]) else function


def environment(home, **more):
    env = {key: value for key, value in os.environ.items()
           if not key.startswith(('LC_', 'XDG_')) and key not in ('LANG', 'LANGUAGE', 'NO_COLOR')}
    env.update(HOME=str(home), LC_ALL='C.UTF-8', TERM='dumb', USER='eva', **more)
    return env


def serve(**options):
    return Server(MAZO, **options)


class Person:
    """A `mazo join`, by pipes. What was said is in `said`; `seen` of it has been looked at."""

    def __init__(self, *arguments, home=None, lang='en', leaks=False, **more):
        self.folder = None if home else tempfile.TemporaryDirectory(prefix='mazo-join-')
        self.home = home or self.folder.name
        env = environment(self.home, **more)
        self.process = subprocess.Popen(
            [MAZO, '--lang', lang, 'join', '--plain', *arguments], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=tap.looking_for_leaks(env) if leaks else env)
        self.said, self.seen, self.asked, self.question = '', 0, 0, ''
        os.set_blocking(self.process.stdout.fileno(), False)
        self.rest = b''

    def read(self, seconds=0.05):
        if select.select([self.process.stdout], [], [], seconds)[0]:
            self.rest += os.read(self.process.stdout.fileno(), 65536)
            text = self.rest.decode(errors='ignore')
            self.said += text
            self.rest = self.rest[len(text.encode()):]

    def type(self, line):
        self.process.stdin.write(line.encode() + b'\n')
        self.process.stdin.flush()

    def wait_for(self, pattern, others=()):
        """Read until it has been said since the last call; the others go on reading too."""
        end = time.monotonic() + LIMIT
        while not (found := re.search(pattern, self.said[self.seen:])):
            ended = self.process.poll() is not None
            self.read()
            for other in others:
                other.read(0)
            if ended and not re.search(pattern, self.said[self.seen:]):
                raise AssertionError(f'{pattern!r} does not come, it has ended: {self.said[-600:]}')
            assert time.monotonic() < end, f'{pattern!r} does not come; last: {self.said[-600:]}'
        self.seen += found.end()
        return found

    def answer(self):
        """Answer the question that is open, if there is one; true when it has been."""
        self.read(0.01)
        if not self.said.endswith('> ') or len(self.said) == self.asked:
            return False
        last = self.said[self.asked:]
        reply = reply_to(last)
        if reply is None and 'lost: trying again' in last and 'is back' in last:
            last, reply = self.question, reply_to(self.question)  # typed before it was read
        if reply is None:
            return False
        self.asked, self.question = len(self.said), last
        self.type(reply)
        return True

    def finish(self):
        self.process.stdin.close()
        end = time.monotonic() + LIMIT
        while self.process.poll() is None:
            self.read()
            assert time.monotonic() < end, 'it does not end'
        self.read()
        self.process.stdout.close()
        return self.process.returncode

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except OSError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def reply_to(text):
    """What to type when this has been said last."""
    questions = re.findall('Which color|Play it or keep|must be played|[(, ]accept|Press Enter|'
                           'Your turn.*', text)
    question = questions[-1] if questions else ''
    fitting = re.findall(r'^ +(\d+)  (.*) \(fits', text, re.M)
    if 'Which color' in question:
        return 'red'
    if 'Play it or keep' in question or 'must be played' in question:
        return 'play'
    if 'accept' in question:
        return 'accept'
    if 'Your turn' in question:
        return fitting[0][0] if fitting else 'pass' if 'pass' in question else 'draw'
    if 'Press Enter' in question:
        return ''
    return None


def play_out(*people, until=r'wins? the match'):
    """All play until everybody has been told."""
    end = time.monotonic() + LIMIT
    while not all(re.search(until, person.said[person.seen:]) for person in people):
        for person in people:
            person.answer()
            assert person.process.poll() is None, person.said[-600:]
        assert time.monotonic() < end, [person.said[-400:] for person in people]


def code_of(person):
    return person.wait_for(r'/t/([A-Z0-9]+)')[1]


QUICK = ('--create', '--rules', 'duelo', '--set', 'scoring=quick')


def verify(person, what):
    """`mazo replay --verify` on this person's computer."""
    done = subprocess.run([MAZO, '--lang', 'en', 'replay', '--verify', '--json', what], capture_output=True, text=True,
                          timeout=LIMIT, env=environment(person.home), check=False)
    return done.returncode, json.loads(done.stdout)


def check_receipt(person, url, commitment):
    """What was kept of the shuffle is found, agrees, and is nobody else's to read."""
    kept = pathlib.Path(person.home) / '.local/state/mazo/servers/shuffles'
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600, kept
    words = kept.read_text(encoding='utf-8').splitlines()[0].split()
    assert words[0] == commitment and words[4] == url.rsplit('/', 1)[1], words
    code, found = verify(person, url)
    assert (code, found['kept'], found['proved'], found['deal']) == (0, True, True, words[1]), found
    kept.write_text(' '.join([*words[:2], 'ab' * 32, *words[3:]]) + '\n', encoding='utf-8')
    code, found = verify(person, url)
    assert (code, found['kept'], found['proved']) == (1, False, False), found  # our salt is not in it
    kept.unlink()
    code, found = verify(person, url)
    assert (code, found['ok'], found['proved']) == (0, True, False), found


def kept_online(home):
    """The files of matches at servers, as the record finds them."""
    return sorted(pathlib.Path(home).glob('.local/state/mazo/*-online*.mazo'))


@case
def a_player_who_does_not_open_the_random_numbers_is_named():
    with serve(**{'open-within': 10}) as server, Person(*QUICK, '--seats', '2', '--name', 'Ana',
                                                        server.address()) as ana:
        code = code_of(ana)
        with Person('--name', 'Luis', server.address(code)) as luis:
            luis.wait_for('You have a seat')
            luis.type('say ready')  # what he commits to goes before it
            ana.wait_for('Luis: ready')
            luis.process.send_signal(signal.SIGSTOP)
            ana.type('start')
            ana.wait_for('The cards are being shuffled')
            ana.wait_for('Luis did not reveal their random numbers: the deal starts over')
            ana.wait_for('You are dealt')  # without his numbers
            luis.process.send_signal(signal.SIGCONT)
            luis.wait_for('Your random numbers were not revealed in time')
            play_out(ana, luis)
            ana.wait_for(r'wins? the match')
            url = ana.wait_for(r'The match: (\S+)')[1]
            code, found = verify(ana, url)
            assert (code, found['proved'], found['again'], found['salts']) == (0, True, 1, 1), found


@case
def two_people_play_a_whole_match_and_once_more():
    with serve() as server, Person(*QUICK, '--seats', '2', '--name', 'Ana', server.address(),
                                    leaks=True) as ana:
        code = code_of(ana)
        ana.wait_for('When everybody is here')
        assert not re.search('[0-9a-f]{64}', ana.said), ana.said  # read aloud only when asked for
        ana.type('shuffle')
        commitment = ana.wait_for(r'commitment: ([0-9a-f]{64})')[1]
        with Person('--name', 'Luis', server.address(code)) as luis:
            luis.wait_for(r'Ana: is here, host')
            luis.wait_for('Wait for the host')
            luis.type('baraja')
            luis.wait_for(r'commitment: ' + commitment)
            luis.type('say ready')  # his salt for the shuffle goes before it
            ana.wait_for('Luis: ready')
            ana.type('start')
            play_out(ana, luis)
            for person in (ana, luis):
                person.wait_for(r'wins? the match')
                person.wait_for('To check the shuffle')
                person.wait_for(r'Shuffle checked: nobody could choose the cards\.')
                person.wait_for('The match is saved among your past matches')
                person.type('shuffle')
                person.wait_for(r'Shuffle commitment: ' + commitment)
            url = re.search(r'The match: (\S+)', ana.said)[1]
            first = json.loads(urllib.request.urlopen(url).read().splitlines()[0])
            assert first['fair']['commitment'] == commitment, first
            secret = first['fair']['secret']
            made = hashlib.sha256(f'mazo secret 1\n{secret}\n'.encode()).hexdigest()
            assert made == commitment
            assert all(len(salt) == 64 for salt in first['fair']['salts']), first['fair']
            for seat, person in enumerate((ana, luis)):
                check_receipt(person, url, commitment)
                kept, = kept_online(person.home)
                assert kept.name.endswith(f'-duelo-online{seat}-{url.rsplit("/", 1)[1]}.mazo'), kept
                assert kept.read_bytes() == urllib.request.urlopen(url).read(), kept
            ana.type('start')  # once deals again, with everybody's part in the shuffle
            play_out(ana, luis)
            for person in (ana, luis):
                person.wait_for(r'wins? the match')
            url = ana.wait_for(r'The match: (\S+)')[1]
            again = json.loads(urllib.request.urlopen(url).read().splitlines()[0])['fair']
            assert again['secret'] != secret and all(len(salt) == 64 for salt in again['salts']), again
            luis.wait_for('The match is saved')
            assert len(kept_online(luis.home)) == 2
            ana.type('rematch')  # only opens the table
            ana.wait_for('When everybody is here')
            for person in (ana, luis):
                person.type('q')
                assert person.finish() == 0


class Forger(Relay):
    """The way to a server, on which match files lose their first salt for another one."""

    def carry(self, near):
        head = near.recv(65536)
        far = self.reach()
        far.sendall(head)
        if head.startswith(b'GET /m/'):
            with far.makefile('rb') as answer:
                near.sendall(re.sub(rb'"salts":\["..', lambda m: b'"salts":["%02x' % (int(m[0][-2:], 16) ^ 1), answer.read()))
            near.close()
            return
        threading.Thread(target=pump, args=(near, far), daemon=True).start()
        pump(far, near)


@case
def a_file_with_another_salt_is_found_out():
    with serve() as server:
        forger = Forger(server.port)
        with Person(*QUICK, '--seats', '2', '--bots', 'easy', '--name', 'Ana', f'127.0.0.1:{forger.port}') as ana:
            ana.wait_for('When everybody is here')
            ana.type('start')
            play_out(ana)
            ana.wait_for(r'Shuffle checked: the cards were NOT shuffled fairly\.')
            ana.wait_for('It does not count among your past matches')
            ana.type('q')
            assert ana.finish() == 0
            assert not kept_online(ana.home)
        with Person(*QUICK, '--seats', '2', '--bots', 'easy', '--guest', server.address()) as eva:  # keeps nothing
            eva.wait_for('When everybody is here')
            eva.type('start')
            play_out(eva)
            eva.wait_for(r'Shuffle checked: the match file agrees with itself\. No more was kept here\.')
            assert not kept_online(eva.home)


@case
def a_server_that_is_full_says_so():
    with serve(tables=1) as server, Person(*QUICK, '--seats', '2', '--name', 'Ana',
                                                   server.address()) as ana:
        code_of(ana)
        with Person('--name', 'Luis', server.address('BCDFGH')) as luis:
            luis.wait_for('This server is full: try again later')
            tap.until(lambda: luis.process.poll() is not None)


@case
def nobody_sees_the_cards_of_another():
    """What one is told of the other's draws names no card; a hand is only one's own."""
    with serve() as server, Person(*QUICK, '--seats', '2', '--name', 'Ana',
                                    server.address()) as ana:
        code = code_of(ana)
        with Person('--name', 'Luis', server.address(code)) as luis, \
                Person('--watch', '--name', 'Eva', server.address(code)) as eva:
            eva.wait_for('Luis')
            ana.wait_for('When everybody is here')
            ana.wait_for('Luis sits down')
            ana.type('start')
            play_out(ana, luis)
            eva.wait_for('wins the match')
            assert 'Your cards' not in eva.said
            assert re.search(r'(Ana|Luis) plays', eva.said)
            assert re.search(r'(Ana|Luis) draws a card\.\n', eva.said) or 'draws a card' not in eva.said
            luis.wait_for('The match is saved')
            assert not kept_online(eva.home), 'who only watches has not played'
            for person, other in ((ana, 'Luis'), (luis, 'Ana'), (eva, 'Ana'), (eva, 'Luis')):
                assert not re.search(other + r' draws a card:', person.said), person.said


@case
def a_server_that_is_killed_loses_nothing():
    with serve() as server, Person(*QUICK, '--seats', '2', '--name', 'Ana',
                                    server.address()) as ana:
        code = code_of(ana)
        with Person('--name', 'Luis', server.address(code)) as luis:
            ana.wait_for('Luis sits down')
            ana.type('start')
            for _ in range(3):
                play_out(ana, luis, until='(plays|play) a')
                for person in (ana, luis):
                    person.wait_for('(plays|play) a')
            server.kill()
            for person in (ana, luis):
                person.wait_for('The connection is lost: trying again')
            server.start()
            for person in (ana, luis):
                person.wait_for('The connection is back')
            play_out(ana, luis)
            for person in (ana, luis):
                person.wait_for('wins? the match')
                person.wait_for('The match: http')


@case
def anyone_who_closes_the_terminal_finds_the_seat_again():
    with serve() as server, tempfile.TemporaryDirectory() as folder:
        code = None
        with Person(*QUICK, '--seats', '2', '--bots', 'easy', '--name', 'Ana', server.address(),
                    home=folder) as ana:
            code = code_of(ana)
            ana.wait_for('When everybody is here')
            ana.type('start')
            ana.wait_for('Your cards')
        token = pathlib.Path(folder, '.local/state/mazo/servers', f'127.0.0.1_{server.port}')
        assert stat.S_IMODE(token.stat().st_mode) == 0o600, oct(token.stat().st_mode)
        with Person(server.address(), home=folder) as ana:  # the list shows her own table
            ana.wait_for(code + ': you have a seat')
            ana.type(code.lower())
            ana.wait_for('rules of duelo')
            play_out(ana)
            ana.wait_for('The match is saved')
        kept = kept_online(folder)
        assert len(kept) == 1, kept
        with Person(server.address(code), home=folder) as ana:  # and once more: it is there already
            ana.wait_for('The match is saved')
            assert kept_online(folder) == kept
        with Person('--guest', server.address(), code.lower(), home=folder) as stranger:
            stranger.wait_for('No free seat')


def servers(folder):
    """What is kept about servers: names of files and their lines."""
    there = pathlib.Path(folder, '.local/state/mazo/servers')
    return {p.name.partition('_')[2].partition('.')[2] or 'token': p.read_text().split() for p in there.iterdir() if p.suffix != '.lock' and p.name != 'used'}


def lend(server, home):
    """What `mazo join --lend` says, and its code."""
    with Person('--lend', server.address(), home=home, leaks=True) as person:
        status = person.finish()
        found = re.search(r'/#code=([A-Z]{8})', person.said)
        return status, person.said, found and found[1]


@case
def a_code_takes_one_to_another_terminal():
    with serve() as server, tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as there:
        status, said, code = lend(server, here)
        assert status == 1 and 'nobody has played on that server from here' in said, said
        with Person(*QUICK, '--seats', '2', '--name', 'Ana', server.address(), home=here) as ana:
            table = code_of(ana)
            status, said, code = lend(server, here)  # while she plays
            assert status == 0 and 'becomes Ana' in said and f'{code[:4]} {code[4:]}' in said, said
        for name, home in (('Ana', here), ('Luis', there)):
            with Person('--name', name, server.address(), home=home) as person:
                person.wait_for('Type the code')
        anas, luises = servers(here)['token'], servers(there)['token']
        for answer in ('n', ''):
            with Person('--take', code, server.address(), home=there, leaks=True) as person:
                person.wait_for('Continue here as Ana\\? At this computer you are Luis')
                person.type(answer)
                person.wait_for('Nothing has been changed')
                assert person.finish() == 1
        assert servers(there) == {'token': luises}, 'declined'
        with Person('--take', f'{code[:4].lower()}-{code[4:]}', server.address(), home=there) as person:
            person.wait_for('Continue here as Ana')
            person.type('y')
            person.wait_for(table + ': you have a seat')
        assert servers(there) == {'token': anas, 'kept': luises}, servers(there)
        with Person('--take', code, server.address(), home=there) as person:
            person.wait_for('wrong, too old or already used')
            assert person.finish() == 1
        for bad in ('KZTR', 'KZTRMWABC', 'KZTRMWA1', ''):
            with Person('--take', bad, server.address(), home=there) as person:
                person.wait_for('is not a code of another device')
                assert person.finish() == 2
        assert anas[0] not in said, 'the token is never shown'


@case
def a_token_that_the_server_does_not_know_is_kept():
    with tempfile.TemporaryDirectory() as folder:
        tokens = []
        with serve() as server:
            for _ in range(2):  # the same address, and a server that knows nobody
                with Person('--name', 'Ana', server.address(), home=folder) as ana:
                    ana.wait_for('Type the code')
                tokens += servers(folder)['token']
                server.kill()
                pathlib.Path(server.store).rename(server.folder / f'{len(tokens)}.db')
                server.start()
            assert servers(folder) == {'token': [tokens[1]], 'kept': [tokens[0]]}, (tokens, servers(folder))


@case
def leaving_hands_the_seat_to_a_bot_until_one_is_back():
    with serve() as server, tempfile.TemporaryDirectory() as folder:
        with Person(*QUICK, '--seats', '2', '--name', 'Ana', server.address()) as ana:
            code = code_of(ana)
            with Person('--name', 'Luis', server.address(code), home=folder) as luis:
                ana.wait_for('Luis sits down')
                ana.type('start')
                luis.wait_for('Your turn|goes on|rules of duelo')
                luis.type('quit')
                assert luis.finish() == 0
            assert ana.wait_for(r'Luis has (left|lost)[^\n]*')[0] == 'Luis has left: a bot takes over.'
            with Person(server.address(code), home=folder) as luis:
                play_out(ana, luis)


@case
def the_end_says_for_whom_a_bot_played():
    with serve() as server, Person(*QUICK, '--seats', '2', '--name', 'Ana', server.address()) as ana:
        code = code_of(ana)
        with Person('--name', 'Luis', server.address(code)) as luis:
            ana.wait_for('Luis sits down')
            ana.type('start')
            luis.wait_for('Your turn|goes on|rules of duelo')
            luis.type('quit')
            assert luis.finish() == 0
        play_out(ana, until='At the end a bot played for Luis')


@case
def leaving_the_waiting_room_is_told_as_leaving():
    with serve() as server, Person(*QUICK, '--seats', '2', '--name', 'Ana',
                                    server.address()) as ana:
        code = code_of(ana)
        with Person('--name', 'Luis', server.address(code)) as luis:
            ana.wait_for('Luis sits down')
            luis.wait_for('You have a seat')
            luis.type('quit')
            assert luis.finish() == 0
            left = ana.wait_for(r'Luis has (left|lost)[^\n]*')[0]
            assert left == 'Luis has left.', left
        with Person('--name', 'Eva', '--watch', server.address(code)) as eva:
            eva.wait_for('Luis: has left')


@case
def two_terminals_of_one_home_are_two_people():
    with serve() as server, tempfile.TemporaryDirectory() as folder:
        other = r'You are on this server in another terminal too\. Here you are a different person\.'
        with Person(*QUICK, '--seats', '3', '--name', 'Ana', server.address(), home=folder) as ana:
            code = code_of(ana)
            with Person('--name', 'Luis', server.address(code), home=folder) as luis:
                luis.wait_for(other)
                assert ana.wait_for(r'Luis [^\n]*|A player is now called[^\n]*')[0] == 'Luis sits down.'
            ana.wait_for('Luis has lost the connection')
            with Person(server.address(code), home=folder) as luis:  # the same second person again
                luis.wait_for(other)
                ana.wait_for('Luis is back')
                with Person(server.address(code), home=folder):  # nobody has given this one a name
                    ana.wait_for(r'\w+ 3 sits down')
        with Person(server.address(), home=folder) as ana:
            ana.wait_for(code + ': you have a seat')
            assert not re.search(other, ana.said), ana.said


@case
def bots_of_a_server_have_names():
    with serve() as server, Person(*QUICK, '--seats', '2', '--bots', 'easy', '--name', 'Eva',
                                    server.address()) as eva:
        name = eva.wait_for(r'(\S+): bot: easy')[1]
        assert name != 'Bot', eva.said
        eva.wait_for('When everybody is here')
        eva.type('start')
        eva.wait_for(rf'You have \d+ cards, {name} \d')  # before her turn, no matter who begins
        assert 'Bot 2' not in eva.said, eva.said


@case
def people_talk_and_the_host_rules_the_table():
    with serve() as server, Person('--create', '--seats', '3', '--public', '--name', 'Ana',
                                    server.address()) as ana:
        code = code_of(ana)
        with Person('--name', 'Luis', server.address(), lang='es') as luis:
            luis.wait_for(f'{code}: oficial, asientos: 3, libres: 2')
            luis.type(code)
            luis.wait_for('Espera a que el anfitrión reparta')
            luis.type('di ¡hola, Ana!')
            ana.wait_for('Luis: ¡hola, Ana!')
            ana.type('react 6')
            luis.wait_for('Ana lo celebra')
            luis.type('start')  # is not for him
            luis.wait_for('> ?.*anfitri')
            ana.type('seat 3 hard')
            ana.type('rules jackpot')
            luis.wait_for('La mesa: jackpot')
            ana.type('clock 45')
            luis.wait_for('45 s por turno')
            ana.type('table')
            ana.wait_for('bot: hard')
            ana.type('xyzzy')
            ana.wait_for('"xyzzy" is not understood here')
            ana.type('seat 3 easy')
            ana.wait_for(r'Seat 3: Carmen, bot: easy')  # the host reads what has become of it
            ana.type('clock 86400')
            luis.wait_for('1 día por turno')
            ana.type('kick 2')
            luis.wait_for('Te han echado: estás mirando')
            luis.wait_for('Escribe «sentarme» para ocupar un asiento libre')
            ana.wait_for('Luis was removed')
            server.mazo_host('say', 'Paramos a las diez')
            ana.wait_for('Message from the server: Paramos a las diez')
            luis.wait_for('Mensaje del servidor: Paramos a las diez')


@case
def a_host_whose_table_is_full_is_told_how_to_free_a_seat():
    """Its link would only let friends watch."""
    hint = 'Every seat is taken. For a friend, type: seat'
    with serve() as server, Person('--create', '--seats', '3', '--name', 'Ana', server.address()) as ana:
        code_of(ana)
        for seat, to, told in ((2, 'hard', ''), (3, 'easy', f'{hint} 3 open'), (3, 'open', ''), (3, 'closed', f'{hint} 2 open'), (2, 'closed', '')):
            ana.type(f'seat {seat} {to}')
            ana.wait_for(rf'Seat {seat}:.* {"free" if to == "open" else to}')
            ana.type('table')
            ana.type('xyzzy')
            found = ana.wait_for(r'To share: .*\n((?:.*\n)*?).*"xyzzy" is not understood')
            assert (hint in found[1]) == bool(told) and told in found[1], (seat, to, found[0])


@case
def quick_phrases_are_read_in_each_ones_language():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Person('--create', '--seats', '3', '--name', 'Ana', server.address()) as ana:
        code = code_of(ana)
        with Person('--name', 'Luis', server.address(code), lang='es') as luis, \
                Screen('--lang', 'es', 'join', '--name', 'Eva', server.address(code), home=home) as eva:
            for one in (luis, eva):
                one.wait_for('Espera a que')
            luis.type('di')
            luis.wait_for(r'cada persona en su idioma: ¡Hola!; ¡Suerte!; .*¡Hasta pronto!')
            luis.type('di GRACIAS')
            ana.wait_for('Luis: Thanks!')
            eva.wait_for('Luis: ¡Gracias!')
            luis.type('di gracias, Ana')  # more than the phrase
            ana.wait_for('Luis: gracias, Ana')
            eva.send('s\x1bOB\x1bOB\r')  # the second one
            ana.wait_for('Eva: Good luck!')
            ana.type('start')
            luis.wait_for('oficial')
            eva.wait_for('ronda 1')
            ana.type('say well played')
            luis.wait_for('Ana: ¡Bien jugado!')
            eva.send('e\x1bOB\x1bOA\r')
            ana.wait_for('Eva: Hello!')


@case
def play_now_finds_people_and_else_bots():
    with serve(**{'fill-after': 600}) as server, tempfile.TemporaryDirectory() as home:
        with Person('--quick', '--name', 'Ana', server.address()) as ana:
            code = code_of(ana)
            assert 'oficial' in ana.said, ana.said
            ana.wait_for(r'The cards are dealt in \d+ seconds, and bots take the free seats\. "help" lists')
            with Person('--quick', '--rules', 'duelo', '--name', 'Beto', server.address()) as beto:
                assert code_of(beto) != code, 'another sheet'
            with Person('--name', 'Luis', server.address(), lang='es') as luis:
                luis.wait_for('«jugar» para jugar ya')
                luis.type('jugar')
                assert code_of(luis) == code
                luis.wait_for('Se reparte en \\d+ segundos')
            with Screen('--lang', 'en', 'join', '--name', 'Eva', server.address(), home=home) as eva:
                eva.wait_for('oficial, with anyone; bots take the free seats')
                eva.send('\r')
                eva.wait_for(code)
                ana.wait_for('Eva sits down')
                eva.wait_for(r'dealt in \d+ seconds')
    with serve(**{'fill-after': 1}) as server:
        with Person('--quick', '--rules', 'duelo', '--name', 'Ana', server.address()) as ana:
            ana.wait_for('UNO by the rules of duelo')
            ana.type('q')
            assert ana.finish() == 0
            assert 'To return: mazo join' in ana.said, ana.said
        for wrong in (('--rules', 'nosuch'), ('--set', 'stacking=yes'), ('--watch',), ('--create',), ('KZTRAB',)):
            with Person('--quick', server.address(), *wrong) as ana:
                assert ana.finish() == 2, (wrong, ana.said)


@case
def a_host_kicks_in_a_match_and_everybody_is_told():
    with serve() as server, Person('--create', '--seats', '3', '--name', 'Ana', server.address()) as ana:
        code = code_of(ana)
        with Person('--name', 'Luis', server.address(code), lang='es') as luis:
            ana.wait_for('Luis sits down')
            with Person('--name', 'Eva', server.address(code)) as eva:
                ana.wait_for('Eva sits down')
                eva.wait_for('You have a seat')
                ana.type('start')
                for one in (ana, luis, eva):
                    one.wait_for('oficial')
                luis.type('echar eva')  # is not for him
                luis.wait_for('anfitri')
                ana.type('kick nobody')
                ana.wait_for('There is no player "nobody" here')
                ana.type('kick luis')
                ana.wait_for('Luis was removed: a bot plays on', others=(luis, eva))
                eva.wait_for('Luis was removed: a bot plays on', others=(luis, ana))
                luis.wait_for('Te han echado: estás mirando', others=(eva, ana))
                ana.type('readmit 2')
                luis.wait_for('Tienes asiento', others=(eva, ana))


@case
def a_vote_shows_its_time_and_its_count():
    with serve(vote=3000) as server, tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'en', 'join', '--create', '--rules', 'penas', '--seats', '3', '--name', 'Ana',
                   server.address(), home=home) as ana:
        code = ana.wait_for(r'/t/([A-Z0-9]+)')[1].decode()
        with Person('--name', 'Luis', server.address(code)) as luis, Person('--name', 'Eva', server.address(code)) as eva:
            for one in (luis, eva):
                one.wait_for('You have a seat')
            ana.send('g')
            for one in (luis, eva):
                one.wait_for('penas')
            luis.type('accuse eva')
            eva.wait_for('You can admit it')
            eva.wait_for(r'[23][0-9]{3} seconds left to vote')
            ana.wait_for(r'Guilty:[^0-9]+1')
            ana.wait_for(r'[23][0-9]{3}')
            eva.type('table')
            eva.wait_for('Luis accuses you of making suggestions. Guilty: 1, innocent: 0')
            eva.wait_for(r'[23][0-9]{3} seconds left to vote')


@case
def a_host_kicks_in_a_match_on_the_screen():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'en', 'join', *QUICK, '--seats', '2', '--name', 'Ana', server.address(), home=home) as ana:
        code = ana.wait_for(r'/t/([A-Z0-9]+)')[1].decode()
        with Person('--name', 'Luis', server.address(code)) as luis:
            ana.wait_for('Luis sits down')
            luis.wait_for('You have a seat')
            ana.begin()
            ana.send('w')
            ana.wait_for('Remove Luis')
            ana.send('\r')  # nothing is marked first
            ana.wait_for('W who plays')
            ana.send('w')
            ana.wait_for('Remove Luis')
            ana.send('j\r')
            luis.wait_for('You were removed')
            ana.wait_for('Luis was removed')
            ana.send('w')
            ana.wait_for('Give the seat back to Luis')
            ana.send('j\r')
            luis.wait_for('You have a seat')


@case
def a_host_plays_again_with_one_key():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'es', 'join', *QUICK, '--seats', '2', '--bots', 'easy', '--set', 'hand_size=1',
                   '--set', 'turn_clock=5',  # then a bot plays for her
                   '--name', 'Ana', server.address(), home=home) as ana:
        ana.wait_for('Repartir')
        ana.send('c')
        copied = base64.b64decode(ana.wait_for(r'\x1b\]52;c;([A-Za-z0-9+/=]+)\x07')[1]).decode()
        assert re.fullmatch(rf'http://{server.address()}/t/[A-Z0-9]+', copied), copied
        ana.send('g')
        ana.wait_for('v.*ver la partida.*c.*consejos')  # once its file is here
        ana.send('v')
        ana.wait_for('punto de vista')
        ana.send('q')
        ana.wait_for('volver a la mesa')
        ana.send('\r')
        ana.wait_for('cambiar la mesa')
        ana.send('c')
        copied = base64.b64decode(ana.wait_for(r'\x1b\]52;c;([A-Za-z0-9+/=]+)\x07')[1]).decode()
        assert re.fullmatch(rf'http://{server.address()}/m/\w+', copied), copied
        ana.wait_for('El enlace de la partida est')
        ana.send('g')
        ana.wait_for('ronda 1')
        with Screen('--lang', 'es', home=home) as menu:  # the first one counts
            menu.wait_for('te llamas')
            menu.send('\r')
            menu.wait_for('Partida con bots')
            menu.send('jjjjjj\r')
            menu.wait_for('En servidores')
            menu.send('\x1b')
            menu.wait_for('Partida con bots')
            menu.send('k\r')
            menu.wait_for('en línea · ')


@case
def a_host_removes_for_good():
    with serve() as server, Person('--create', '--seats', '2', '--name', 'Ana', server.address()) as ana:
        code = code_of(ana)
        with Person('--name', 'Luis', server.address(code), lang='es') as luis:
            ana.wait_for('Luis sits down')
            ana.type('remove')
            ana.wait_for('not understood here')
            ana.type('remove eva')  # has said nothing, and is not even there
            ana.wait_for('Remove who')
            ana.type('remove luis')
            luis.wait_for('te ha echado de esta mesa')
        with Person('--name', 'Beto', server.address(code)) as beto:
            ana.wait_for('Beto sits down')
            beto.wait_for('You have a seat')
            with Person('--name', 'Eva Luz', server.address(code)) as eva:
                eva.wait_for("you're watching")
                ana.type('start')
                for one in (ana, beto, eva):
                    one.wait_for('by the rules of oficial')
                eva.type('help')
                eva.wait_for("You're watching. You can type table, log")
                eva.type('table')
                eva.wait_for('In the draw pile')
                eva.type('say play the red one')
                ana.wait_for('Eva Luz: play the red one', others=(beto,))
                ana.type('remove EVA luz')
                eva.wait_for('The host has removed you from this table')
                ana.type('remove 2')
                beto.wait_for('The host has removed you from this table')


@case
def a_host_removes_for_good_on_the_screen():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'en', 'join', *QUICK, '--seats', '2', '--name', 'Ana', server.address(), home=home) as ana:
        code = ana.wait_for(r'/t/([A-Z0-9]+)')[1].decode()
        with Person('--name', 'Luis', server.address(code)) as luis:
            ana.wait_for('Luis sits down')
            luis.wait_for('You have a seat')
            ana.send('jj\r')  # the second seat
            ana.wait_for('Remove for good')
            ana.send('jjj\r')
            luis.wait_for('The host has removed you from this table')
        with Person('--name', 'Beto', server.address(code)) as beto:
            ana.wait_for('Beto sits down')
            beto.wait_for('You have a seat')
            with Person('--name', 'Eva', server.address(code)) as eva:
                eva.wait_for("you're watching")
                ana.begin()
                eva.type('say hello there')
                ana.wait_for('hello')
                for who, row in ((eva, 'jj'), (beto, 'j')):
                    ana.send('w')
                    ana.wait_for('Remove somebody for good')
                    ana.send('jj\r')
                    ana.wait_for('neither come back nor watch')
                    ana.send(f'{row}\r')
                    who.wait_for('The host has removed you from this table')
                    ana.wait_for('leave')  # the table again


@case
def a_new_player_is_asked_for_a_name():
    with serve() as server:
        for options, question in (((), 'Welcome'), (('--plain',), "What's your name")):
            with tempfile.TemporaryDirectory() as home:
                with Screen('--lang', 'en', 'join', *options, '--create', '--seats', '3', server.address(), home=home) as ana:
                    ana.wait_for(question)
                    ana.send('Marta\r')
                    ana.wait_for('1 Marta:? .*you')
                kept = pathlib.Path(home, '.config/mazo/table.ini').read_text(encoding='utf-8')
                assert re.search('^name = Marta$', kept, re.M), kept
                with Screen('--lang', 'en', 'join', *options, server.address(), home=home) as ana:
                    ana.wait_for('you have a seat')  # not asked again


@case
def the_form_of_a_new_table_is_the_table_that_opens():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'en', 'join', '--name', 'Luis', server.address(), home=home) as luis:
        luis.wait_for(f'127.0.0.1:{server.port}')
        luis.wait_for('Open a table')
        luis.send('j\r')
        luis.wait_for('1 Luis')
        names = [luis.wait_for(rf'{seat} ([^\s\x1b]+)')[1].decode() for seat in (2, 3, 4)]
        luis.wait_for('a open the table')
        luis.send('a')
        luis.wait_for('Deal the cards')
        luis.wait_for('1 Luis')
        for seat, name in zip((2, 3, 4), names):
            luis.wait_for(f'{seat} {name}')
        assert 'Luis' not in names, names


@case
def a_new_name_is_not_a_new_connection():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'en', 'join', '--name', 'Luis', server.address(), home=home) as luis:
        luis.wait_for('Open a table')
        luis.send('j\r')
        luis.wait_for('1 Luis')
        luis.send('jjj\r')
        luis.wait_for('Who sits here')
        luis.send('Lola\r')
        luis.wait_for('(a open the table|d deal)')
        luis.send('g')
        seen = luis.wait_for('To share').string
        luis.send('sanything\r')
        seen += luis.wait_for('Lola: anything').string
        assert b'is back' not in seen, seen


@case
def a_spectator_is_told_of_a_free_seat():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Person('--create', '--seats', '2', '--bots', 'easy', '--name', 'Ana', server.address()) as ana:
        code = code_of(ana)
        with Screen('--lang', 'en', 'join', '--name', 'Luis', server.address(code), home=home) as luis, \
                Person('--name', 'Eva', server.address(code)) as eva:
            luis.wait_for("No free seat: you're watching")
            eva.wait_for("No free seat: you're watching")
            ana.type('seat 2 open')
            ana.wait_for('Seat 2: free')
            eva.wait_for('A seat is free')
            eva.wait_for('Type "sit" to take a free seat')
            luis.wait_for('A seat is free: sit down')
            luis.send('\r')
            ana.wait_for('Luis sits down')


@case
def what_cannot_be_joined_is_said_in_a_sentence():
    def told(*arguments):
        run = subprocess.run([MAZO, '--lang', 'en', 'join', '--plain', *arguments], text=True,
                             capture_output=True, stdin=subprocess.DEVNULL, timeout=LIMIT,
                             env=environment(tempfile.gettempdir(), XDG_STATE_HOME='/dev/null/x'))
        return run.returncode, run.stderr
    with serve() as server:
        port = server.port
        code, text = told(server.address('NOSUCH'))
        assert code == 1 and text.startswith('mazo join: '), text
    code, text = told(f'127.0.0.1:{port}')  # the server has gone
    assert code == 1 and text.startswith('mazo join: '), text
    for arguments in ((), ('a:1', 'b', 'c'), ('a:1', '?!'), ('a:1', '--rules', 'duelo'),
                      ('a:1', 'KZTRA', '--create'), ('a:1', '--name', '\x1b[2J'),
                      ('a:1', '--create', '--seats', '2', '--bots', 'easy,easy'),
                      ('a:1', '--create', '--bots', 'cmd:x'), ('a:1', '--seats', '1')):
        code, text = told(*arguments)
        assert code == 2 and text.startswith('mazo join: ') and '\x1b' not in text, (arguments, text)


@case
def without_an_address_the_last_servers_are_offered():
    with serve() as one, serve() as other, tempfile.TemporaryDirectory() as home:
        for server in (one, other, one):
            with Person('--name', 'Eva', server.address(), home=home) as eva:
                eva.wait_for('There are no public tables')
                eva.type('quit')
                assert eva.finish() == 0
        for typed, server in (('2', other), ('', other), (one.address(), one)):  # the last one is the first
            with Person(home=home) as eva:
                eva.wait_for(rf'1  http://127.0.0.1:(?:{one.port}|{other.port})\n +2  http://127.0.0.1:(?:{one.port}|{other.port})\n')
                eva.wait_for('Enter for the first')
                eva.type(typed)
                eva.wait_for('Type the code of a table')
                eva.type('open')
                assert eva.wait_for(r'http://127.0.0.1:([0-9]+)/t/')[1] == str(server.port), eva.said
                eva.type('quit')
                eva.finish()
        with Person('--guest', '--name', 'Ana', one.address()) as ana:  # leaves nothing here
            ana.wait_for('There are no public tables')
            assert not list(pathlib.Path(ana.home).rglob('used'))


class Network:
    """A local network with these lines of tests/terminal/avahi.c in it, None: without a daemon."""

    def __init__(self, *servers, taken=None, library=True):
        self.folder = tempfile.TemporaryDirectory(prefix='mazo-avahi-')
        self.path = pathlib.Path(self.folder.name)
        if servers != (None,):
            (self.path / 'servers').write_text(''.join(f'{line}\n' for line in servers))
        if taken:
            (self.path / 'taken').write_text(taken)
        fake = pathlib.Path(MAZO).parent / 'tests' / 'libavahi-client.so.3'
        assert fake.exists(), fake
        if not library:
            (self.path / fake.name).touch()  # what cannot be loaded
        self.env = {'MAZO_AVAHI': str(self.path), 'LD_LIBRARY_PATH': str(fake.parent if library else self.path)}

    def log(self):
        log = self.path / 'log'
        return log.read_text().splitlines() if log.exists() else []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.folder.cleanup()


@case
def the_local_network_is_asked_for_servers():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Network('192.168.77.5 8117 carmen-pc', f'127.0.0.1 {server.port} salón', '192.168.77.5 8117 carmen-pc', '10.0.0.9 0 lost', '127.0.0.9 8117 itself') as network:
        with Person('--name', 'Eva', home=home, **network.env) as eva:
            eva.wait_for(rf'^On the local network:\n   1  http://192.168.77.5:8117  carmen-pc\n   2  http://127.0.0.1:{server.port}  salón\nWhich one')
            eva.type('2')
            eva.wait_for('There are no public tables')
            eva.type('quit')
            assert eva.finish() == 0
        assert network.log() == ['free'], network.log()
        with Person(home=home, lang='es', **network.env) as eva:  # after the last servers
            eva.wait_for(rf'1  http://127.0.0.1:{server.port}\nEn la red local:\n   1  http://127.0.0.1:{server.port}  salón\n   2  http://192.168.77.5:8117  carmen-pc\n¿')


@case
def names_in_the_local_network_are_cleaned():
    long = 'x' * 70
    hostile = '10.0.0.1 1 \x1b[2Jgone', '10.0.0.2 2 Ma\u200brta \u2060 B', '10.0.0.3 3 \u202eevil', f'10.0.0.4 4 {long}'
    with Network(*hostile, *(f'10.1.0.{i} 5 many' for i in range(40))) as network, Person(**network.env) as eva:
        eva.wait_for('Which one')
        lines = eva.said.splitlines()[1:-1]
        assert lines[:4] == ['   1  http://10.0.0.1:1', '   2  http://10.0.0.2:2  Marta B', '   3  http://10.0.0.3:3', '   4  http://10.0.0.4:4'], lines
        assert len(lines) == 16 and '\x1b' not in eva.said, lines


@case
def a_network_without_servers_is_not_mentioned():
    for network in Network(), Network(None), Network('10.0.0.1 8117 unseen', library=False):
        with network, Person(**network.env) as eva:
            eva.wait_for('you have not played on a server from here yet')
            assert eva.finish() == 2 and 'network' not in eva.said and 'unseen' not in eva.said, eva.said


@case
def a_server_announces_itself_when_asked():
    host = socket.gethostname()[:62]
    for taken, name in (None, host), (host, host + ' #2'):
        with Network(taken=taken) as network:
            server = serve(public=True, announce=True)
            server.env = network.env
            with server:
                server.metric('tables')  # it has begun
                assert network.log() == [f'announce {server.port} {name} _mazo._tcp', 'commit'], network.log()
            assert network.log()[2:] == ['free'], network.log()
    with Network() as network:
        with serve(public=True) as server:
            server.metric('tables')
        assert network.log() == []
    with Network(None) as network:
        server = serve(public=True, announce=True)
        server.env = network.env
        with server:
            server.metric('tables')
            assert 'not announced on the local network: Avahi is not running here' in server.errors(), server.errors()
    answer = subprocess.run([MAZO, '--lang', 'en', 'serve', '--announce'], capture_output=True, text=True, timeout=LIMIT)
    assert answer.returncode == 2 and '--announce goes with --public' in answer.stderr, answer


class Screen:
    """The program at a terminal."""

    def __init__(self, *arguments, home, term='xterm-256color', **more):
        self.master, slave = os.openpty()
        self.resize(30, 100)
        env = environment(home, **more)
        env['TERM'] = term
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for fd in (0, 1, 2):
                os.dup2(slave, fd)
            os.closerange(3, 64)
            os.execve(MAZO, [MAZO, *arguments], env)
        os.close(slave)
        self.new = self.all = b''

    def read(self, seconds=0.05):
        if select.select([self.master], [], [], seconds)[0]:
            try:
                new = os.read(self.master, 65536)
                self.new += new
                self.all += new
            except OSError:
                pass

    def wait_for(self, pattern):
        """Words may be parted by cursor movements: blanks stand for those too."""
        spaced = pattern.replace(' ', r'(?:\s|\x1b\[[0-9;]*[A-Za-z]|\x1b\(B)+').encode()
        end = time.monotonic() + LIMIT
        while not (found := re.search(spaced, self.new)):
            self.read()
            assert time.monotonic() < end, f'{pattern!r} does not come: {self.new[-500:]!r}'
        self.new = self.new[found.end():]
        return found

    def send(self, keys):
        os.write(self.master, keys.encode())

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))

    def begin(self):
        """The host deals, and is asked for a color first when the first card is a Wild."""
        self.send('g')
        if b'color' in self.wait_for('W who plays|Which color')[0]:
            self.send('\r')
            self.wait_for('W who plays')

    def finish(self):
        """Wait for the end; returns the exit status."""
        end = time.monotonic() + LIMIT
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = None
                return os.waitstatus_to_exitcode(status)
            assert time.monotonic() < end, f'it does not end: {self.new[-500:]!r}'
            self.read(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)


@case
def the_screen_has_room_game_and_talk():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'en', 'join', *QUICK, '--set', 'wilds=0', '--set', 'wild_fours=0',  # nothing is asked at once
                   '--seats', '3', '--bots', 'easy', '--name', 'Ana', server.address(), home=home) as ana:
        ana.wait_for('Deal the cards')
        code = ana.wait_for(r'/t/([A-Z0-9]+)')[1].decode()
        with Person('--name', 'Luis', server.address(code)) as luis:
            ana.wait_for('Luis sits down')
            ana.send('shello there\r')
            luis.wait_for('Ana: hello there')
            ana.send('g')
            ana.wait_for('round 1')
            ana.wait_for('say something')
            ana.send('sgood luck\r')
            luis.wait_for('Ana: Good luck!')
            luis.type('say thank you')
            ana.wait_for('(?:Luis)?: thank you')  # the row may have begun with this name before
            ana.send('s2\r')
            luis.wait_for('Ana laughs')
            server.mazo_host('say', 'tea is ready')
            ana.wait_for('Message from the server: tea is ready')
            server.kill()
            ana.wait_for('connection is lost')
            server.start()
            ana.wait_for('connection is back')
            ana.send('q')
            ana.wait_for('Leave the table')
            ana.send('y')
            luis.wait_for('Ana has left: a bot takes over')
            ana.wait_for(f'To return: mazo join http://{server.address(code)}')
        assert ana.finish() == 0


@case
def a_match_that_is_too_long_leads_back_to_the_waiting_room():
    with serve(moves=10) as server, \
            Person(*QUICK, '--seats', '2', '--name', 'Ana', server.address()) as ana:
        code = code_of(ana)
        with tempfile.TemporaryDirectory() as home, Person('--name', 'Luis', server.address(code)) as luis, \
                Screen('--lang', 'en', 'join', '--watch', '--name', 'Cleo', server.address(code), home=home) as cleo:
            luis.wait_for('You have a seat')
            cleo.wait_for('waits? for|Waiting for|host')
            ana.type('start')
            cleo.wait_for('round 1')
            play_out(ana, luis, until='so it ends here, without a winner')
            for person in ana, luis:
                assert re.search('This match has 90 % of the length', person.said), person.said
            cleo.wait_for('This match is as long as this server')
            ana.wait_for('When everybody is here')
            ana.type('start')
            luis.wait_for('Round 1')
            cleo.wait_for('round 1')


@case
def anyone_who_comes_back_on_the_screen_reads_the_round_so_far():
    with serve() as server, tempfile.TemporaryDirectory() as home:
        with Person(*QUICK, '--seats', '2', '--bots', 'easy', '--name', 'Ana', server.address(),
                    home=home) as ana:
            code = code_of(ana)
            ana.wait_for('When everybody is here')
            ana.type('start')
            play_out(ana, until='You (play|draw) a')
            played = re.search(r'You (?:play|draw) a', ana.said)[0].removesuffix(' a')  # cards are drawn there
        with Screen('--lang', 'en', 'join', server.address(code), home=home) as ana:
            ana.wait_for(re.escape(played).replace('\\ ', ' '))


@case
def anyone_who_comes_back_right_after_the_deal_reads_it():
    with serve() as server, tempfile.TemporaryDirectory() as home:
        with Person('--clock', '0', '--seats', '2', '--create', '--name', 'Ana', server.address(), home=home) as ana:
            code = code_of(ana)
            with Person('--name', 'Luis', server.address(code)):
                ana.wait_for('Luis sits down')
                ana.type('start')
                ana.wait_for('You are dealt')
        with Screen('--lang', 'en', 'join', server.address(code), home=home) as ana:
            ana.wait_for('You are dealt')
        with Person(server.address(code), home=home) as ana:
            ana.wait_for('You are dealt')


def press_keys(screen, until, *others):
    """The chosen card or answer; else draw, or accept; at the end of a round go on."""
    end = time.monotonic() + LIMIT
    for key in itertools.cycle('\rda'):
        if until in screen.new:
            return
        screen.send(key)
        screen.read(0.03)
        for other in others:
            other.read(0)
        assert time.monotonic() < end, screen.new[-500:]


@slow
def rounds_and_the_end_of_a_match_on_the_screen_with_a_spectator():
    for options in (('--rules', 'duelo'), QUICK[1:]):
        quick = 'scoring=quick' in options
        with serve() as server, tempfile.TemporaryDirectory() as home, \
                tempfile.TemporaryDirectory() as other, \
                Screen('--lang', 'en', 'join', '--create', *options, '--bots', 'easy', '--name',
                       'Ana', server.address(), home=home) as ana:
            ana.wait_for('Deal the cards')
            code = ana.wait_for(r'/t/([A-Z0-9]+)')[1].decode()
            with Screen('--lang', 'en', 'join', '--watch', '--name', 'Eva', server.address(code), home=other) as eva:
                eva.wait_for('Wait for the host')
                ana.send('g')
                for person in (ana, eva):
                    person.wait_for('round 1')
                if not quick:
                    press_keys(ana, b'Round 1 is over', eva)
                    press_keys(ana, b'round 2', eva)
                    continue
                press_keys(ana, b'The match is over', eva)  # in the log; then a page about it
                for person in (ana, eva):
                    person.wait_for('back to the table')
                    person.send('\r')
                    person.wait_for(r'The match: http://127.0.0.1:\d+/m/')
                ana.send('g')  # once more: the table is open again
                eva.wait_for('Fair shuffle, commitment')
                for person in (ana, eva):
                    person.send('q')
                    person.wait_for('Leave the table')
                    person.send('\r')
                    assert person.finish() == 0


def stop_match(server, ana):
    """Play on, and spoil what the server has stored of it: it cannot be continued."""
    store, count = server.store, 0
    while count < 5:
        ana.answer()
        with sqlite3.connect(store) as db:
            count = db.execute('SELECT count(*) FROM event').fetchone()[0]
        db.close()
    server.kill()
    with sqlite3.connect(store) as db:
        db.execute("""UPDATE event SET text = replace(text, '"hash":"', '"hash":"0') WHERE n = 3""")
    db.close()
    server.start()


@case
def a_match_that_cannot_be_continued_is_told_in_a_sentence():
    told = r'This match cannot be continued\. Line 4 of its file is damaged: '
    file = r'The match: (http://127\.0\.0\.1:\d+/m/\w+)'
    with serve() as server, tempfile.TemporaryDirectory() as home:
        with Person('--create', '--rules', 'duelo', '--bots', 'easy', '--name', 'Ana',
                    server.address(), home=home) as ana:
            code = code_of(ana)
            ana.type('start')
            stop_match(server, ana)
            ana.wait_for(told)  # at the table
            link = ana.wait_for(file)[1]
            assert ana.finish() == 1
        with urllib.request.urlopen(link, timeout=LIMIT) as answer:
            assert len(answer.read().splitlines()) >= 5
        for arguments, lang in (((), 'en'), (('--watch', '--guest'), 'es')):  # by its link
            with Person(*arguments, server.address(code), home=home, lang=lang) as eva:
                eva.wait_for(told if lang == 'en' else 'Esta partida no puede continuar')
                assert eva.finish() == 1
        with Person(server.address(), home=home) as ana:  # by the list
            ana.wait_for(f'{code}: cannot be continued')
            ana.type(code)
            ana.wait_for(told)
            ana.wait_for('> $')
            ana.type('quit')
            assert ana.finish() == 0
        with Screen('--lang', 'en', 'join', server.address(), home=home) as ana:
            ana.wait_for(f'{code} .*cannot be continued')
            ana.send('jjj\r')
            ana.wait_for(told)
            ana.wait_for(file)
            ana.send('\x1b')
            assert ana.finish() == 0


@case
def house_rules_are_named_in_the_list_and_in_the_room():
    rules = ['--set', 'stacking=yes', '--set', 'seven_zero=yes']
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Person('--create', '--public', '--seats', '2', '--name', 'Ana', *rules, server.address()) as ana:
        code = code_of(ana)
        assert f'Table {code}: oficial, stacking, 7-0, 2 seats' in ana.said, ana.said
        with Person(server.address()) as bob:
            bob.wait_for(rf'{code}: oficial, stacking, 7-0, 2 seats')
            bob.type(code)
            bob.wait_for(rf'Table {code}: oficial, stacking, 7-0, 2 seats')
        with Screen('--lang', 'en', 'join', '--name', 'Eva', server.address(), home=home) as eva:
            eva.wait_for(rf'{code}')
            eva.wait_for(r'oficial \+ stacking, 7-0 ·')
            eva.send('jjj\r')
            eva.wait_for(r'oficial \+ stacking, 7-0 · 2')


@case
def the_menu_lists_servers_as_join_does():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Network('192.168.77.5 8117 carmen-pc', f'127.0.0.1 {server.port} salón') as network:
        for known in False, True:
            with Screen('--lang', 'en', home=home, **network.env) as eva:
                if not known:
                    eva.wait_for('your name')
                    eva.send('\x15Eva\r')
                eva.wait_for('Quick game')
                eva.send('jjj\r')
                eva.wait_for('Type an address')
                if known:  # where it was played stays first
                    eva.wait_for(rf'http://127.0.0.1:{server.port} .*salón · on the local network')
                    eva.wait_for(r'http://192.168.77.5:8117 .*carmen-pc · on the local network')
                    eva.send('\r')
                else:
                    eva.wait_for(r'http://192.168.77.5:8117 .*carmen-pc · on the local network')
                    eva.wait_for(rf'http://127.0.0.1:{server.port} .*salón · on the local network')
                    eva.send('jj\r')
                eva.wait_for('There are no public tables')
                eva.send('\x1b')
                eva.wait_for('Quick game')
    with tempfile.TemporaryDirectory() as home, Network() as network, Screen('--lang', 'es', home=home, **network.env) as eva:
        eva.wait_for('te llamas')
        eva.send('\r')
        eva.wait_for('Mesa nueva')
        eva.send('jjj\r')
        eva.wait_for('En la red local no hay ninguna mesa')
        eva.send('\r')
        eva.wait_for('El enlace de la mesa')
        eva.send('127.0.0.1:1\r')
        eva.wait_for('conexión rechazada')
        eva.send('\r')
        eva.wait_for('actualizar')
        eva.send('\x1b')
        eva.wait_for('Mesa nueva')


@case
def the_terminal_of_a_server_shows_who_sits_where():
    for term in 'xterm-256color', 'dumb':
        with tempfile.TemporaryDirectory() as home, \
                Screen('--lang', 'en', 'serve', '--store', 'memory', '--port', str(free_port()), home=home, term=term) as host:
            port = host.wait_for(r'Mazo is at http://127.0.0.1:(\d+)/')[1].decode()
            host.wait_for('Only this machine can connect. Use --public')
            with Person('--create', '--seats', '3', '--set', 'stacking=yes', '--name', 'Ana', f'127.0.0.1:{port}') as ana:
                code = code_of(ana)
                host.wait_for(rf'  {code}  oficial \+ stacking · open\s+1 Ana \(host\) · 2 free · 3 free\s')
                with Person('--name', 'Luis', f'127.0.0.1:{port}', code) as luis:
                    if term != 'dumb':  # the lines are wiped and drawn again below the news
                        host.wait_for(r'\x1b\[4A\r\x1b\[J')
                    host.wait_for(f'Luis sits down at table {code}.')
                    host.wait_for(r'1 Ana \(host\) · 2 Luis · 3 free')
                    ana.type('seat 3 hard')
                    host.wait_for(r'1 Ana \(host\) · 2 Luis · 3 \w+ \(bot\)')
                host.wait_for(r'1 Ana \(host\) · 2 Luis \(away\)')
            host.send('\x03')
            host.wait_for('Mazo has stopped')
            assert host.finish() == 0
            assert term != 'dumb' or b'\x1b' not in host.all, host.all
    with serve(log='text') as server, Person('--create', '--name', 'Ana', server.address()) as ana:  # a pipe gets its address only
        code_of(ana)
        out = server.process.stdout.fileno()
        os.set_blocking(out, False)
        assert 'event=table_opened' in server.errors() and not select.select([out], [], [], 0)[0]


@case
def the_list_of_tables_stays_behind_a_window():
    with serve() as server, tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'en', 'join', '--name', 'Eva', server.address(), home=home) as eva:
        eva.wait_for('There are no public tables')
        eva.send('jj\r')
        eva.wait_for('Its code')
        eva.resize(40, 120)
        eva.wait_for('Play now')
        eva.wait_for('Its code')


@case
def a_closed_table_leads_back_to_the_list():
    """By its link there is no list to go back to, and the program ends."""
    told = 'This table was closed by the people who run the server'
    with serve() as server, tempfile.TemporaryDirectory() as home:
        with Person('--create', '--public', '--rules', 'duelo', '--seats', '2', '--name', 'Ana', server.address()) as ana:
            code = code_of(ana)
            with Person(server.address(), home=home, leaks=True) as eva:  # in the waiting room
                eva.wait_for(code)
                eva.type(code)
                eva.wait_for('Ana')
                server.mazo_host('close', code)
                ana.wait_for(told)
                assert ana.finish() == 1
                eva.wait_for(told)
                eva.wait_for('There are no public tables')
                eva.type('open')
                eva.wait_for(r'4  free')  # for friends, though bots sat there last
                code = code_of(eva)
                eva.type('start')  # and in the middle of a match
                tap.until(eva.answer)
                server.mazo_host('close', code)
                eva.wait_for(told)
                eva.wait_for('There are no public tables')
                eva.type('quit')
                assert eva.finish() == 0
        with Person('--create', '--public', '--seats', '2', '--name', 'Ana', server.address()) as ana, \
                Screen('--lang', 'en', 'join', server.address(), home=home) as eva:
            code = code_of(ana)
            eva.wait_for('Type the code of a table')
            eva.send('r')
            eva.wait_for(code)
            eva.send('jjj\r')
            ana.wait_for('sits down')
            server.mazo_host('close', code)
            eva.wait_for(told)
            eva.send('\x1b')
            assert eva.finish() == 0


class Dawdler(Relay):
    """The way to a server, on which `commit` and `leave` stay behind until the next table is there: `passed` is set when
    they are over."""

    def __init__(self, port):
        super().__init__(port)
        self.opened, self.passed = threading.Event(), threading.Event()

    def carry(self, near):
        far = self.reach()
        threading.Thread(target=self.back, args=(far, near), daemon=True).start()
        far.sendall(near.recv(65536))
        late = b''
        with near.makefile('rb') as said:
            while said.peek(1):
                first, _, key, text = read_frame(said.read)
                same = frame(first & 15, text, key=key)
                if not self.passed.is_set() and re.search(b'"(commit|leave)"', text):
                    late += same
                    continue
                self.opened.clear()
                far.sendall(same)
                if b'"create"' in text:
                    self.opened.wait()
                    far.sendall(late)
                    self.passed.set()

    def back(self, far, near):
        try:
            while data := far.recv(65536):
                near.sendall(data)
                if b'"type":"table"' in data:
                    self.opened.set()
        except OSError:
            pass  # the client has gone


@case
def an_answer_about_the_table_before_closes_no_other():
    """What the server says of a closed table that one leaves may come when the next one is open, and more than once."""
    told = 'This table was closed by the people who run the server'
    with serve() as server:
        way = Dawdler(server.port)
        with Person('--create', '--public', '--rules', 'duelo', '--seats', '2', '--name', 'Ana', server.address()) as ana:
            code = code_of(ana)
            with Person(f'127.0.0.1:{way.port}') as eva:
                eva.wait_for(code)
                eva.type(code)
                eva.wait_for('You have a seat')
                server.mazo_host('close', code)
                eva.wait_for(told)
                eva.type('open')
                eva.wait_for('To share')
                assert way.passed.wait(LIMIT)
                eva.type('start')
                tap.until(eva.answer)
                assert eva.said.count(told) == 1, eva.said
                eva.type('quit')


class Holder(Relay):
    """The way to a server, on which `leave` stays behind until `passes` is set; `held` says that it waits."""

    def __init__(self, port):
        super().__init__(port)
        self.held, self.passes = threading.Event(), threading.Event()

    def carry(self, near):
        far = self.reach()
        threading.Thread(target=self.back, args=(far, near), daemon=True).start()
        far.sendall(near.recv(65536))
        with near.makefile('rb') as said:
            while said.peek(1):
                first, _, key, text = read_frame(said.read)
                if b'"leave"' in text:
                    self.held.set()
                    self.passes.wait()
                far.sendall(frame(first & 15, text, key=key))


@case
def what_is_said_of_a_table_that_one_leaves_leads_nobody_back():
    """Until the server hears of it, it tells what happens there."""
    with serve() as server:
        way = Holder(server.port)
        with Person('--create', '--public', '--rules', 'duelo', '--seats', '3', '--name', 'Ana', server.address()) as ana:
            code = code_of(ana)
            with Person(f'127.0.0.1:{way.port}') as eva, Person(server.address(code), '--name', 'Luis') as luis:
                eva.wait_for(code)
                eva.type(code)
                eva.wait_for('You have a seat')
                luis.wait_for('You have a seat')
                eva.type('quit')
                assert way.held.wait(LIMIT)
                luis.type('say one')
                luis.type('stand')
                luis.type('say two')  # the table, and what is said there, are on their way to Eva
                ana.wait_for('Luis: two')
                way.passes.set()
                eva.wait_for('Type the code of a table')
                eva.type('open')
                assert code_of(eva) != code
                assert not re.search('Luis: (one|two)', eva.said) and eva.said.count('You have a seat') == 1, eva.said


@case
def a_table_that_could_not_be_opened_leaves_nothing_behind():
    """At the next one there is a seat, as always."""
    with serve(tables=1) as server, Person('--create', '--public', '--seats', '2', '--name', 'Ana', server.address()) as ana:
        code = code_of(ana)
        with Person(server.address()) as eva:
            eva.wait_for(code)
            eva.type('open')
            eva.wait_for('This server is full')
            eva.type(code)
            eva.wait_for('You have a seat')


@case
def a_server_that_knows_nothing_any_longer_has_no_table_either():
    with serve() as server:
        with Person('--create', '--public', '--seats', '2', '--name', 'Ana', server.address()) as ana:
            code = code_of(ana)
            with Person(server.address()) as eva:
                eva.wait_for(code)
                eva.type(code)
                eva.wait_for('You have a seat')
                server.kill()
                server.store = str(server.folder / 'other.db')
                server.start()
                eva.wait_for('There are no public tables')
                eva.type('open')
                assert code_of(eva) != code


@case
def a_banned_player_is_told_and_does_not_try_again():
    with serve() as server, tempfile.TemporaryDirectory() as home:
        with Person('--create', '--seats', '2', '--name', 'Ana', server.address(), home=home) as ana:
            code_of(ana)
            table = json.loads(server.mazo_host('--json', 'tables'))
            server.mazo_host('ban', '--why', 'Insults', table['people'][0]['player'])
            ana.wait_for('You are banned from this server. Reason: Insults')
            assert ana.finish() == 1
            assert 'trying again' not in ana.said, ana.said
        with Person(server.address(), home=home, lang='es') as ana:  # nor later
            ana.wait_for('No puedes entrar en este servidor.*Motivo: Insults')
            assert ana.finish() == 1


@case
def a_server_at_a_terminal_says_who_comes_and_goes():
    with tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'en', 'serve', '--port', '0', '--store', 'memory', home=home) as shown:
        port = shown.wait_for(r'http://127\.0\.0\.1:(\d+)/')[1].decode()
        shown.wait_for('Use --public to let in friends')
        with Person(*QUICK, '--seats', '2', '--name', 'Ana', f'127.0.0.1:{port}') as ana:
            code = code_of(ana)
            shown.wait_for(f'Ana has opened table {code}')
            with Person('--name', 'Luis', f'127.0.0.1:{port}', code) as luis:
                shown.wait_for(f'Luis sits down at table {code}')
                ana.wait_for('Luis sits down')
                ana.type('start')
                shown.wait_for(f'The cards are dealt at table {code}')
                luis.wait_for('rules of duelo')
                luis.type('quit')
                assert luis.finish() == 0
            shown.wait_for(f'Luis has left table {code}')
        shown.wait_for(f'Ana has lost the connection to table {code}')
        assert b'event=' not in shown.new, shown.new
        shown.send('\x03')
        shown.wait_for('Mazo has stopped')
        assert shown.finish() == 0


@case
def the_plain_game_asks_for_a_name_once():
    with tempfile.TemporaryDirectory() as home:
        with Screen('--lang', 'en', 'play', '--plain', home=home) as game:
            game.wait_for("What's your name")
            game.send(' Marta \r')
            game.wait_for('Your cards|Play goes|goes to the left')
            game.send('quit\r')
            assert game.finish() == 0
        kept = pathlib.Path(home, '.config/mazo/table.ini').read_text()
        assert re.search('^name = Marta$', kept, re.M), kept
        with Screen('--lang', 'en', 'play', '--plain', home=home) as game:
            game.wait_for('Resume the match')
            game.send('n\r')
            game.wait_for('Your cards|Play goes|goes to the left')
            assert b'call you' not in game.new
            game.send('quit\r')
            assert game.finish() == 0


@case
def the_menu_leads_to_a_server_and_back():
    with serve() as server, tempfile.TemporaryDirectory() as home:
        with Person('--create', '--seats', '2', server.address(), home=home) as eva:
            code = code_of(eva)
        with Screen('--lang', 'en', home=home) as menu:
            menu.wait_for("What's your name")
            menu.send('\r')
            menu.wait_for('Join a table')
            menu.send('jjj\r')
            menu.wait_for('you have played there')  # the first row is to type another
            menu.send('k\r')
            menu.wait_for('The link of the table')
            menu.send(server.address() + '\r')
            menu.wait_for('The tables of this server')
            menu.wait_for(f'{code} .*you have a seat')
            menu.send('\x1b')
            menu.wait_for('Quick game')
            menu.send('q')
            assert menu.finish() == 0
        kept = pathlib.Path(home, '.config/mazo/table.ini').read_text()
        assert f'server = {server.address()}' in kept, kept


@case
def the_list_of_tables_counts_free_seats_one_by_one():
    with serve() as server, tempfile.TemporaryDirectory() as home:
        for seats in ('2', '3'):
            with Person('--create', '--public', '--seats', seats, server.address()) as eva:
                code_of(eva)
                with Screen('--lang', 'es', 'join', '--name', 'Luis', server.address(), home=home) as lobby:
                    lobby.wait_for('1 libre · ' if seats == '2' else '2 libres · ')


if __name__ == '__main__':
    sys.exit(tap.run(sys.argv[2:]))
