#!/usr/bin/env python3
"""A client (src/client/client.c) against a server that breaks, repeats and forgets. Prints TAP."""
import hashlib
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import tap  # noqa: E402
import wsfake  # noqa: E402
from tap import case, same  # noqa: E402
from wsfake import frame  # noqa: E402

VISIT = os.path.abspath(sys.argv[1])


class Fake:
    """A server that says what a test makes it say. It accepts one connection after the other, all of one client."""

    def __init__(self, *arguments, path=''):
        self.listener, self.port = wsfake.listen()
        self.client = subprocess.Popen([VISIT, f'ws://127.0.0.1:{self.port}{path}', *arguments],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                      bufsize=1)

    def accept(self):
        self.peer = wsfake.Peer(self.listener.accept()[0]).shake()
        same(self.hear(), 'state connecting  0 ')
        return self.read()

    def welcome(self, **more):
        """Accept, take the hello, welcome; the hello comes back."""
        hello = self.accept()
        same(hello['type'], 'hello')
        self.say(type='welcome', version=1, player='k3', name='Ana', token='T' * 43, tables=[], **more)
        same([self.hear(), self.hear()], ['state here  0 ', 'welcome k3 Ana ' + 'T' * 43])
        return hello

    def say(self, **message):
        self.peer.text(json.dumps(message))

    def read(self):
        opcode, data = self.peer.read()
        same(opcode, 1)
        return json.loads(data)

    def order(self, line):
        self.client.stdin.write(line + '\n')

    def hear(self):
        return self.client.stdout.readline().rstrip('\n')

    def table(self, status='playing', **more):
        self.say(type='table', table='KZTRA', status=status, commitment='c' * 64, you=0,
                 seats=[{'seat': 0, 'salt': True}], **more)

    def turn(self, number, match=1, kind='event', **more):
        more.update({'events': []} if kind == 'event' else {})
        self.say(type=kind, table='KZTRA', match=match, n=number, view={}, legal=[1, 2],
                 ends_in=None, **more)

    def sit_down(self):
        """Up to the view of a match."""
        self.welcome()
        same(self.read(), {'type': 'join', 'table': 'KZTRA'})
        self.table()
        self.turn(5, kind='view')
        same([self.hear(), self.hear()], ['table playing', 'view 1.5 2 -1'])

    def back(self):
        """The client has lost the connection and comes back."""
        self.peer.close()
        same(self.hear(), 'state waiting  1006 the connection broke')
        return self.welcome()

    def end(self):
        self.order('end')
        rest = [line.rstrip('\n') for line in self.client.stdout]
        self.client.stdin.close()
        same(self.client.wait(timeout=60), 0)
        self.listener.close()
        self.peer.close()
        return rest


class Conversation(Fake):
    """One of conversations.json, which the page has too (web/test/local/conversations.test.mjs)."""

    def __init__(self, steps):
        super().__init__(path='/t/KZTRAB')
        self.ids = {}
        self.welcome()
        for step in steps:
            self.take(step)
        self.end()

    def until(self, begin):
        line = self.hear()
        while not line.startswith(begin):
            assert line or self.client.poll() is None, begin
            line = self.hear()
        return line

    def sent(self, wanted):
        """The next message that fits."""
        message = self.read()
        while message['type'] == 'join' and any(message.get(key) != value for key, value in wanted.items()):
            message = self.read()
        return message

    def take(self, step):
        if 'server' in step:
            self.say(**step['server'], **({'id': self.ids[step['id']]} if 'id' in step else {}))
        elif 'client' in step:
            message = self.sent(step['client'])
            same({key: message.get(key) for key in step['client']}, step['client'])
            if 'id' in step:
                same(message['id'], self.ids.setdefault(step['id'], message['id']))
        elif 'command' in step:
            self.order('do ' + json.dumps(step['command']))
        elif 'sees' in step:
            seen = 'none'
            while seen != step['sees']:  # what was said may not have arrived yet
                self.order('look')
                seen = int(self.until('look').split()[2].split('.')[1].rstrip(','))
        elif 'break' in step:
            self.peer.close()
            self.until('state waiting')
            self.welcome()
        else:
            self.order('tell ping')
            same(self.sent({'type': 'ping'})['type'], 'ping')


@case
def conversations_as_the_page_has_them():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'conversations.json'), encoding='utf-8') as file:
        for one in json.load(file):
            Conversation(one['steps'])


@case
def hello_with_and_without_a_token():
    server = Fake()
    same(server.welcome(), {'type': 'hello', 'version': 2, 'lang': 'es', 'name': 'Ana'})
    same(server.back(), {'type': 'hello', 'version': 2, 'lang': 'es', 'token': 'T' * 43})
    same(server.end(), [])
    server = Fake('S' * 43)
    same(server.welcome()['token'], 'S' * 43)
    server.end()


@case
def comes_back_with_what_it_has_seen():
    server = Fake(path='/t/kztra')
    server.sit_down()
    server.turn(6)
    server.turn(7)
    same([server.hear(), server.hear()], ['event 1.6', 'event 1.7'])
    server.back()
    same(server.peer.request, 'GET /ws/KZTRA HTTP/1.1')
    same(server.read(), {'type': 'join', 'table': 'KZTRA', 'match': 1, 'since': 7})
    server.table()
    server.turn(8)
    same([server.hear(), server.hear()], ['table playing', 'event 1.8'])
    server.order('look')
    same(server.hear(), 'look KZTRA 1.8, 0 unanswered, salt of 0, bytes')
    server.end()


@case
def unanswered_commands_are_sent_again():
    server = Fake(path='/t/KZTRA')
    server.sit_down()
    server.order('do {"do":"draw","seat":0}')
    first = server.hear().split()[1]
    same(server.read(), {'type': 'do', 'id': first, 'table': 'KZTRA', 'match': 1,
                         'command': {'do': 'draw', 'seat': 0}})
    server.order('do {"do":"uno","seat":0}')
    second = server.hear().split()[1]
    assert first != second
    same(server.read()['id'], second)
    server.say(type='done', id=first, table='KZTRA', n=6)
    same(server.hear(), f'done {first} 6  ')
    server.say(type='done', id=first, table='KZTRA', n=6)  # nobody hears that twice
    server.say(type='waits', id=second, table='KZTRA', message='in a moment')
    same(server.hear(), f'waits {second} -1  in a moment')
    server.order('do {"do":"pass","seat":0}')
    third = server.hear().split()[1]
    same(server.read()['id'], third)
    server.peer.close()
    same(server.hear(), 'state waiting  1006 the connection broke')
    server.order('do {"do":"keep","seat":0}')  # while away
    fourth = server.hear().split()[1]
    server.welcome()
    same(server.read()['type'], 'join')
    server.table()
    same(server.hear(), 'table playing')
    same([server.read()['id'] for _ in range(3)], [second, third, fourth])
    server.table()  # and not once more
    server.say(type='refused', id=third, table='KZTRA', error='uno_not_now', message='no')
    server.say(type='error', id=fourth, error='busy', message='later')
    same([server.hear(), server.hear(), server.hear()],
         ['table playing', f'refused {third} -1 uno_not_now no', f'refused {fourth} -1 busy later'])
    server.order('tell ping')
    same(server.read()['type'], 'ping')
    server.end()


@case
def what_waits_is_forgotten_when_something_happens():
    server = Fake(path='/t/KZTRA')
    server.sit_down()
    server.order('do {"do":"catch","seat":0,"who":1}')
    first = server.hear().split()[1]
    server.read()
    server.say(type='waits', id=first, table='KZTRA', message='in a moment')
    server.turn(6)
    same([server.hear(), server.hear()], [f'waits {first} -1  in a moment', 'event 1.6'])
    server.back()
    same(server.read()['since'], 6)
    server.table()
    same(server.hear(), 'table playing')
    server.order('tell ping')
    same(server.read()['type'], 'ping')
    server.end()


@case
def gaps_and_repetitions():
    server = Fake(path='/t/KZTRA')
    server.sit_down()
    server.turn(6)
    server.turn(6)
    server.turn(4)
    same([server.hear() for _ in range(3)],
         ['event 1.6', 'error again an event came twice ', 'error again an event came twice '])
    server.turn(9)
    server.turn(10)
    same(server.hear(), 'error gap an event is missing ')
    same(server.read(), {'type': 'join', 'table': 'KZTRA', 'match': 1, 'since': 6})
    server.turn(7)
    server.turn(8)
    same([server.hear(), server.hear()], ['event 1.7', 'event 1.8'])
    server.turn(1, match=2)  # a match of which nothing is known
    same(server.hear(), 'error gap an event is missing ')
    same(server.read()['since'], 8)
    server.turn(1, match=2, kind='view')
    server.turn(2, match=2)
    server.turn(9, match=1)
    server.turn(0, match=3)  # the deal of the next match
    server.turn(1, match=3)
    same([server.hear() for _ in range(5)],
         ['view 2.1 2 -1', 'event 2.2', 'error again an event came twice ', 'event 3.0',
          'event 3.1'])
    server.end()


@case
def what_changes_is_what_came_last():
    """A number that comes again may be seen from another seat; the next event follows upon it."""
    server = Fake(path='/t/KZTRA')
    server.sit_down()
    event = {'type': 'event', 'table': 'KZTRA', 'match': 1, 'events': [], 'legal': []}
    server.say(**event, n=6, view={'top': 'R1'})
    server.say(**event, n=6, view={'top': 'R2'})
    server.say(**event, n=7, changes={'turn': 1})
    same([server.hear() for _ in range(3)], ['event 1.6 R1', 'error again an event came twice ', 'event 1.7 R2'])
    server.end()


@case
def salt_comes_by_itself_once_a_match():
    server = Fake(path='/t/KZTRA')
    server.welcome()
    server.read()
    seats = [{'seat': 0, 'salt': False}]
    table = {'type': 'table', 'table': 'KZTRA', 'status': 'open', 'seats': seats}
    server.say(**table, commitment='a' * 64, you=None)
    server.say(**table, commitment='a' * 64, you=0)
    salt = server.read()
    same((salt['type'], salt['table'], len(salt['salt'])), ('salt', 'KZTRA', 64))
    server.say(**table, commitment='a' * 64, you=0)  # it is on the way already
    server.peer.close()
    same([server.hear() for _ in range(4)], ['table open'] * 3 +
         ['state waiting  1006 the connection broke'])
    server.welcome()
    server.read()
    server.say(**table, commitment='a' * 64, you=0)
    same(server.read(), salt)  # the same one: it may have arrived
    server.say(**{**table, 'status': 'playing'}, commitment='b' * 64, you=0)
    server.say(**{**table, 'status': 'over'}, commitment='b' * 64, you=0)  # too late, and too early
    server.say(**table, commitment='c' * 64, you=0)
    other = server.read()
    assert other['salt'] != salt['salt']
    server.say(type='error', error='not_stored', message='')
    server.say(**table, commitment='c' * 64, you=0)
    same(server.read(), other)
    server.end()


def sha256(*lines):
    return hashlib.sha256(''.join(line + '\n' for line in lines).encode()).hexdigest()


def open_table(commitment, *hashes, opening=None, **more):
    """A table before the deal, as a server tells it that knows hashes."""
    table = {'type': 'table', 'table': 'KZTRA', 'status': 'open', 'you': 0, 'match': 0,
             'rules': 'oficial', 'revision': 3, 'options': {'target': 50, 'stacking': 'no', 'jump_in': True},
             'commitment': commitment * 64,
             'seats': [{'seat': i, 'salt': bool(h), 'hash': h, 'opened': False} for i, h in enumerate(hashes)]}
    if opening:
        about = '{"rules":"oficial","revision":3,"options":{"target":50,"stacking":"no","jump_in":true}}'
        code = sha256('mazo deal 2', about, table['commitment'], *(h or '' for h in hashes))
        table['opening'] = {'deal': code if opening == 'right' else 'e' * 64, 'ends_in': 9000}
    return {**table, **more}


@case
def a_salt_is_opened_for_the_deal_that_was_shown():
    server = Fake(path='/t/KZTRA')
    server.welcome()
    server.read()
    server.say(**open_table('a', None, None))
    commit = server.read()
    own = commit['hash']
    same(commit, {'type': 'commit', 'table': 'KZTRA', 'hash': own})
    server.say(**open_table('a', None, 'b' * 64))  # it is on the way already
    server.say(**open_table('a', own, 'b' * 64))
    server.say(**open_table('a', own, 'b' * 64, opening='right'))
    salt = server.read()
    same((salt['type'], sha256('mazo salt 2', salt['salt'])), ('salt', own))
    server.say(**open_table('a', own, 'b' * 64, opening='right'))
    server.peer.close()
    same([server.hear() for _ in range(6)], ['table open'] * 5 +
         ['state waiting  1006 the connection broke'])
    server.welcome()
    server.read()
    server.say(**open_table('a', own, 'b' * 64, opening='right'))
    same(server.read(), salt)  # the same one, for the same deal
    server.say(**open_table('a', own, 'b' * 64, status='playing', match=1))
    same([server.hear(), server.hear()], ['table open', 'table playing'])
    server.order('shuffle')
    same(server.hear(), f'shuffle 1 {"a" * 64} {sha256_of_deal("a", own, "b" * 64)} {salt["salt"]} 0')
    server.end()


def sha256_of_deal(commitment, *hashes):
    return open_table(commitment, *hashes, opening='right')['opening']['deal']


@case
def a_salt_is_opened_once():
    """The server knows it now: for another deal there is another one."""
    server = Fake(path='/t/KZTRA')
    server.welcome()
    server.read()
    unfair = 'error unfair the server wants a salt for another deal than it showed '
    server.say(**open_table('a', None, None))
    own = server.read()['hash']
    server.say(**open_table('a', own, None, opening='wrong'))  # not the code of what it says
    server.say(**open_table('a', own, 'b' * 64, opening='right'))
    salt = server.read()['salt']
    server.say(**open_table('a', own, 'c' * 64, opening='right'))
    server.say(**open_table('d', own, 'b' * 64, opening='right'))  # another secret: not our deal
    same([server.hear() for _ in range(6)], ['table open', unfair, 'table open', 'table open', unfair, 'table open'])
    silent = 'error started_over the deal started over, and the server does not say so '
    same([server.hear(), server.hear()], [silent, 'table open'])
    server.say(**open_table('d', None, None, again=1))
    commit = server.read()
    assert commit['type'] == 'commit' and commit['hash'] != own, commit
    server.say(**open_table('d', commit['hash'], None, opening='right'))
    other = server.read()['salt']
    assert other != salt
    server.say(**open_table('d', commit['hash'], None, status='playing', match=1))
    same([server.hear() for _ in range(3)], ['table open', 'table open', 'table playing'])
    server.order('shuffle')
    same(server.hear(), f'shuffle 1 {"d" * 64} {sha256_of_deal("d", commit["hash"], None)} {other} 1')
    server.end()


@case
def a_deal_that_started_over_without_us_is_not_ours():
    server = Fake(path='/t/KZTRA')
    server.welcome()
    server.read()
    server.say(**open_table('a', None, None))
    own = server.read()['hash']
    server.say(**open_table('a', own, None, opening='right'))
    same(server.read()['type'], 'salt')
    server.say(**open_table('d', None, 'b' * 64, status='playing', match=1))
    same([server.hear() for _ in range(3)], ['table open', 'table open', 'table playing'])
    server.order('shuffle')
    same(server.hear(), f'shuffle 1 {"d" * 64}   1')
    server.end()


@case
def a_salt_that_was_never_opened_is_not_claimed():
    server = Fake(path='/t/KZTRA')
    server.welcome()
    server.read()
    server.say(**open_table('a', None, None))
    same(server.read()['type'], 'commit')
    server.say(**open_table('a', None, 'b' * 64, status='playing', match=1))
    same([server.hear(), server.hear()], ['table open', 'table playing'])
    server.order('shuffle')
    same(server.hear(), f'shuffle 1 {"a" * 64}   0')
    server.end()


@case
def creator_is_at_the_table():
    server = Fake()
    server.welcome()
    server.order('do {}')
    same(server.hear(), 'id none')
    server.table(status='open')  # one that it never asked for, or has left
    server.order('send {"type":"create","id":"opens"}')
    same(server.read(), {'type': 'create', 'id': 'opens'})
    server.table(status='over')
    server.table(status='open', id='opens')
    same(server.hear(), 'table open')
    server.order('look')
    same(server.hear(), 'look KZTRA 0.-1, 0 unanswered, salt of 0, bytes')
    server.say(type='table', table='OTHER', status='open')
    server.say(type='chat', table='KZTRA', text='hi')
    same(server.hear(), 'other chat')
    server.order('leave')
    same(server.read(), {'type': 'leave', 'table': 'KZTRA'})
    server.order('look')
    same(server.hear(), 'look  0.-1, 0 unanswered, salt of 0, bytes')
    server.table(status='open')  # said before `leave` arrived
    server.say(type='error', table='KZTRA', error='not_seated', message='')
    same(server.hear(), 'other past')
    server.order('look')
    same(server.hear(), 'look  0.-1, 0 unanswered, salt of 0, bytes')
    server.order('join ABC')
    same(server.read(), {'type': 'join', 'table': 'ABC'})
    server.say(type='error', table='KZTRA', error='not_stored', message='')  # it is not our way to ABC that failed
    server.say(type='error', table='ABC', error='full', message='')
    same([server.hear(), server.hear()], ['other past', 'error full  '])
    server.end()


@case
def for_good():
    for word in ('bad_token', 'bad_version'):
        server = Fake('S' * 43)
        server.accept()
        server.say(type='error', error=word, message='no')
        if word == 'bad_version':  # it tries the version before
            same(server.read()['version'], 1)
            server.say(type='error', error=word, message='no')
        same(server.hear(), f'error {word} no ')
        same(server.peer.read(), (8, b'\x03\xe8'))
        server.peer.send(frame(8, b'\x03\xe8'))
        same(server.hear(), f'state over {word} 1000 the server has closed the connection')
        server.end()
    server = Fake('', 'stays away')
    server.welcome()
    server.peer.close()
    same(server.hear(), 'state over  1006 the connection broke')
    server.end()


def pauses(server, count, before=lambda: None):
    """The server's store fails this often, at hello or later; returns the pauses that the client made."""
    found = []
    for _ in range(count):
        before()
        server.say(type='error', error='store_failed', message='try again')
        same(server.hear(), 'error store_failed try again ')
        same(server.peer.read(), (8, b'\x03\xe8'))
        server.peer.send(frame(8, b'\x03\xf5'))  # 1013: later
        word, _, ms = server.hear().rpartition(' in ')
        assert word.startswith('state waiting '), word
        found.append(int(ms))
        server.order('drop')  # come at once
    return found


@case
def a_store_that_fails_is_asked_again_and_the_token_kept():
    server = Fake('S' * 43, 'pauses')
    made = pauses(server, 5, lambda: same(server.accept()['token'], 'S' * 43))
    assert made[4] >= 2000 > 250 >= made[0], made  # half of it is left to chance
    same(server.welcome()['token'], 'S' * 43)
    server.peer.close()
    assert int(server.hear().rpartition(' in ')[2]) <= 250, 'all is well again'
    same(server.welcome()['token'], 'T' * 43)
    server.end()


@case
def a_table_that_cannot_be_read_is_asked_for_again():
    server = Fake('S' * 43, 'pauses', path='/t/KZTRA')

    def join():
        server.welcome()
        same(server.read(), {'type': 'join', 'table': 'KZTRA'})
    made = pauses(server, 5, join)
    assert made[4] >= 2000 > 250 >= made[0], made
    join()
    server.table()
    same(server.hear(), 'table playing')
    server.say(type='error', error='not_stored', message='said at the table')
    same(server.hear(), 'error not_stored said at the table ')
    server.turn(5, kind='view')
    same(server.hear(), 'view 1.5 2 -1')
    server.end()


@case
def the_server_stops_for_a_moment():
    server = Fake()
    server.welcome()
    server.say(type='bye', in_ms=50)
    server.peer.send(frame(8, (1001).to_bytes(2, 'big')))
    same([server.hear(), server.hear()],
         ['other bye', 'state waiting  1001 the server has closed the connection'])
    server.welcome()
    server.order('drop')
    same(server.hear(), 'state waiting  1006 the connection is closed')
    server.order('drop')  # now, please
    server.welcome()
    server.end()


@case
def tries_until_a_server_is_there():
    server = Fake()
    server.welcome()
    server.listener.close()
    server.peer.close()
    same(server.hear(), 'state waiting  1006 the connection broke')
    for _ in range(2):
        same([server.hear(), server.hear()],
             ['state connecting  0 ', 'state waiting  1006 connection refused'])
    server.end()


@case
def nonsense():
    server = Fake(path='/t/KZTRA')
    server.sit_down()
    said = ['', '[]', '{}', '{"type":7}', 'null', '{"type":"view"', '{"type":"a","type":"b"}',
            '{"type":"event","table":"KZTRA"}', '[' * 3000,
            '{"type":"event","table":"KZTRA","match":1,"n":6,"view":{},"legal":[]}',
            '{"type":"view","table":"KZTRA","match":1,"n":6,"view":[],"legal":[]}',
            '{"type":"view","table":"KZTRA","match":0,"n":6,"view":{},"legal":[]}',
            '{"type":"view","table":"KZTRA","match":1,"n":"6","view":{},"legal":[]}',
            '{"type":"table"}', '{"type":"table","table":"A\\r\\nB"}']
    for text in said:
        server.peer.text(text)
        found = server.hear()
        assert found.startswith('error bad_message'), (text, found)
    for text in ('{"type":"done"}', '{"type":"done","id":5,"n":"x"}', '{"type":"refused","id":""}',
                 '{"type":"table","table":"KZTRA","you":99,"seats":7,"commitment":5}',
                 '{"type":"welcome","token":"' + 'x' * 500 + '"}'):
        server.peer.text(text)
    server.turn(6)
    found = server.hear()
    while found != 'event 1.6':
        found = server.hear()
    server.end()


@case
def queue_of_commands_is_bounded():
    server = Fake(path='/t/KZTRA')
    server.sit_down()
    for i in range(9):
        server.order('do {"do":"draw"}')
        same(server.hear() == 'id none', i == 8)
    server.order('do ' + '{"x":"' + 'x' * 15500 + '"}')
    same(server.hear(), 'id none')
    server.end()


sys.exit(tap.run())
