#!/usr/bin/env python3
"""Clients that mean no good, at a whole `mazo serve`. After each of them an honest table has not
noticed: no gap, no double, and it plays on. Prints TAP.

    hostile.py MAZO [--long] [CASE]..."""
import asyncio
import contextlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wsclient import (CASES, Client, Server, Socket, cancel, case, choose, is_error,  # noqa: E402
                      play, run, same, sanitized)

MAZO = os.path.abspath(sys.argv[1])
LONG = '--long' in sys.argv
SANITIZED = sanitized(MAZO)


@contextlib.asynccontextmanager
async def honest_table(pace=0.0, **options):
    """A server with a table where two people play; at the end they still do, unharmed."""
    server = await Server(MAZO, **options).start()
    ana, bob = await server.guest('Ana'), await server.guest('Bob')
    code = await ana.create(rules='oficial', options={'target': 5000}, seats=3)
    await bob.ask('join', table=code)
    await bob.ask('sit', table=code)
    await ana.ask('start', table=code)
    await ana.flush()
    server.honest = code
    dice = random.Random(1)
    tasks = [asyncio.create_task(play(p, code, dice, pace=pace or 0.005)) for p in (ana, bob)]

    async def plays_on(more=5):
        before = ana.of('event')[-1]['n']
        while ana.of('event')[-1]['n'] < before + more and not any(t.done() for t in tasks):
            assert server.alive(), server.errors()[-4000:]
            await asyncio.sleep(0.02)

    server.plays_on = plays_on
    await plays_on()
    yield server
    await plays_on()
    for task in tasks:
        if task.done():
            task.result()  # a match that is over is fine, anything else is not
    await cancel(tasks)
    await ana.flush()
    await bob.flush()
    for person in (ana, bob):
        same((person.gone, person.of('error')), (None, []))
        numbers = [m['n'] for m in person.of('event')]
        same(numbers, list(range(len(numbers))))
    await ana.close()
    await bob.close()
    await server.stop()


async def answer_to(client, text):
    """What a text, as it is, is answered with; a ping tells when that was nothing."""
    mark = len(client.messages)
    client.socket.send(text)
    await client.flush()
    return [m for _, m in client.messages[mark:] if m['type'] != 'pong']


# ---- messages that are none ----

def sized(size, **fields):
    """A message of exactly this many bytes."""
    text = json.dumps({**fields, 'pad': ''})
    return text[:-2] + 'a' * (size - len(text)) + text[-2:]


@case
async def too_long():
    async with honest_table() as server:
        for size, fits in ((16 * 1024, True), (16 * 1024 + 1, False), (10 ** 6, False)):
            eve = await server.guest('Eve')
            text = sized(size, type='ping')
            same(len(text), size)
            if fits:
                same([a['error'] for a in await answer_to(eve, text)], ['too_long'])
                text = sized(2048, type='ping')
                same(await answer_to(eve, text), [])
                eve.socket.send_fragments(text.encode(), 100)
                await eve.wait(lambda m: m['type'] == 'pong')
                await eve.close()
            else:
                eve.socket.send(text)
                same(await eve.close_code(), 1009)
        eve = await server.guest('Eve')
        eve.socket.send_fragments(b'{' * 40000, 700)
        same(await eve.close_code(), 1009)


@case
async def too_long_for_what_it_is():
    """Each message has its longest size; where its type stands in it makes no difference."""
    limits = longest()
    wrong = ('seat', 'seats', 'version', 'table', 'token', 'name', 'code', 'player', 'before')
    same({name for name, most in limits.items() if most != 2048}, {'create', 'rules', 'do', 'played'})
    async with honest_table() as server:
        eve = await server.guest('Eve')
        for name, most in limits.items():
            for size, first, error in ((most, {'type': name, 'id': 'long'}, None), (most + 1, {'type': name, 'id': 'long'}, 'too_long'),
                                       (most + 1, {'id': 'long', 'list': [{'type': 'do'}], 'say': 'type', 'type': name}, 'too_long')):
                eve.socket.send(sized(size, **first, **dict.fromkeys(wrong, -1)))
                told = await eve.wait(lambda m: m.get('id') == 'long')
                assert told.get('error') == error or size == most and told.get('error') != 'too_long', (name, told)
        same([a['error'] for a in await answer_to(eve, sized(2049, x='create'))], ['too_long'])
        told = (await answer_to(eve, sized(2049, type='chat')))[0]
        same(told['message'], 'This message is too long: it has 2049 bytes, and may have 2048')


@case
async def the_longest_that_people_send():
    """A rule-set file with all its comments, every rule as an option, rule cards full of words."""
    def rules(*more):
        return subprocess.run([MAZO, 'rules', 'jackpot', *more], capture_output=True, check=True, timeout=60).stdout.decode()

    options = {}
    for line in rules('--lang', 'en').splitlines():
        name, sign, value = (part.strip() for part in line.partition('='))
        if sign and name[:1] not in '#;' and name != 'base':
            options[name] = {'yes': True, 'no': False}.get(value, int(value) if value.isdigit() else value)
    assert len(options) > 30, options
    words = 'é' * 120
    card = {'text': words, 'effects': [f'dare {words}'] * 4}
    async with honest_table() as server:
        eve, pal = await server.guest('Eve'), await server.guest('Pal')
        for more in ({'ruleset': rules('--lang', 'es')}, {'rules': 'jackpot', 'options': options}):
            told = await eve.ask('create', title='x' * 60, seats=8, bots=['normal:cautious'] * 7, clock=60, **more)
            same((told['type'], told.get('error')), ('table', None), told)
            told = await eve.ask('rules', table=told['table'], title='y' * 60, **more)
            same((told['type'], told.get('title')), ('table', 'y' * 60), told)
        code = await eve.create(rules='jackpot', seats=2, options={'rule_cards': 8})
        await pal.ask('sit', table=code)
        await eve.ask('start', table=code)
        for who in (eve, pal):
            text = {'type': 'do', 'id': 'w1', 'table': code, 'command': {'do': 'write', 'rule_cards': [card] * 4}}
            who.socket.send(json.dumps(text, ensure_ascii=False))
            told = await who.wait(lambda m: m.get('id') == 'w1')
            same(told['type'], 'done', told)


@case
async def no_json():
    texts = ['', ' ', '{', '}', '[]', '[{"type":"ping"}]', 'null', '"ping"', '1', 'ping', '{"type"}',
             "{'type':'ping'}", '{"type":"ping",}', '{"type":"ping"}{"type":"ping"}',
             '{"type":"ping"} x', '{"type":"ping","type":"ping"}', '{"a":1,"a":2,"type":"ping"}',
             '{"type":"ping","x":NaN}', '{"type":"ping","x":1e999}', '{"type":"ping","x":01}',
             '{"type":"ping","x":"\\ud800"}', '{"type":"ping","x":99999999999999999999}',
             '{"type":"ping","x":"\x01"}', '\ufeff{"type":"ping"}', '[' * 16000, '[' * 2000,
             '{"type":"ping","x":"\\u0000"}', '{"a":' * 250 + '1}' * 249,
             '{"type":"ping","x":' + '[' * 7000 + ']' * 7000 + '}',
             '{"type":"ping","x":[' + '{},' * 125 + '0]}', '{"type":"ping"' + ',"a":0' * 300 + '}']
    async with honest_table() as server:
        eve = await server.guest('Eve')
        for text in texts:
            answers = await answer_to(eve, text)
            same([a.get('error') for a in answers], ['bad_json'], text[:60])
        for text in ('{"type":"ping","x":[' + '0,' * 240 + '0]}',  # many, but not too many
                     '{"type":"ping","x":"' + '\\",[{' * 400 + '"}'):  # and what is text counts once
            same(await answer_to(eve, text), [], text[:60])
        for text in ('{}', '{"type":1}', '{"type":null}', '{"type":"nonsense"}', '{"type":"Ping"}',
                     '{"type":""}', '{"type":["ping"]}'):
            answers = await answer_to(eve, text)
            same([a.get('error') for a in answers], ['unknown_type'], text)
        for name in ('', 'x' * 41, 'a b', 'ñ', '"', 1, None, {}, [], True):
            answers = await answer_to(eve, json.dumps({'type': 'tables', 'id': name}))
            same([a.get('error') for a in answers], ['bad_message'], name)
            same('id' in answers[0], False)


@case
async def binary_and_bad_utf8():
    async with honest_table() as server:
        for data, opcode, code in ((b'{"type":"ping"}', 2, 1003), (b'{"type":"\xff\xfe"}', 1, 1007),
                                   (b'\xed\xa0\x80', 1, 1007), (b'\xc0\x80', 1, 1007)):
            eve = await server.guest('Eve')
            eve.socket.send(data, opcode)
            same(await eve.close_code(), code)


# ---- every field of every message ----

def protocol():
    """{message: {field: (type, least, most, needed)}}, as the server documents it."""
    text = subprocess.run([MAZO, 'serve', '--protocol'], capture_output=True, check=True,
                          timeout=60).stdout.decode()
    messages = {}
    for part in re.split(r'^### `', text, flags=re.M)[1:]:
        name = part.split('`')[0]
        fields = messages[name] = {}
        for row in re.finditer(r'^\| `(\w+)`(\??) \| ([a-z ]+?)(?:, (?:(\d+) to )?(?:at most )?(\d+)'
                               r'(?: bytes)?)? \|', part, re.M):
            field, optional, kind, least, most = row.groups()
            fields[field] = (kind, int(least or most or 0), int(most or 0), not optional)
    return messages


def longest():
    """{message: bytes}, as the server documents it."""
    text = subprocess.run([MAZO, 'serve', '--protocol'], capture_output=True, check=True, timeout=60).stdout.decode()
    found = {}
    for part in re.split(r'^### `', text, flags=re.M)[1:]:
        most = re.search(r'^At most (\d+) bytes', part, re.M)
        found[part.split('`')[0]] = int(most[1]) if most else 2048
    return found


def wrong_values(kind, least, most):
    """Values that a field of this kind cannot have."""
    every = {'number': 1, 'text': 'x', 'text of several lines': 'x', 'true or false': True,
             'object': {}, 'list': []}
    wrong = [v for k, v in every.items() if k.split()[0] != kind.split()[0] or k[:4] != kind[:4]]
    if kind == 'number':
        wrong += [least - 1, most + 1, 1.5, -2 ** 63, 2 ** 63 - 1, '1', True]
    elif kind.startswith('text'):
        wrong += ['x' * (most + 1), 0]
        wrong += [''] if least else []
        if kind == 'text':
            wrong += ['a\nb', '\x1b[31m', '\u202eevil', '\u2066x', '\x7f', '\x85', 'a\u2028b', 'a\tb']
    elif kind == 'list':
        wrong += [['x'] * (most + 1), {}, 'x']
    return wrong


def fine_value(field, kind, least, table):
    known = {'table': table, 'version': 1, 'seat': 0, 'to': 'easy', 'salt': 'ab' * 32, 'face': '👏',
             'command': {'do': 'draw'}, 'player': 'x', 'lang': 'en', 'rules': 'oficial',
             'ruleset': 'base = duelo\n', 'bots': ['easy'], 'match': 1, 'since': 0}
    if field in known:
        return known[field]
    return {'number': max(1, least), 'text': 'x' * max(1, least), 'true or false': True, 'object': {},
            'list': [], 'text of several lines': 'x'}[kind]


@case
async def wrong_types_in_every_field():
    messages = protocol()
    assert len(messages) >= 20 and len(messages['create']) >= 8, messages
    async with honest_table() as server:
        eve = await server.guest('Eve')
        table = await eve.create(rules='oficial')
        tried = 0
        for name, fields in messages.items():
            for field, (kind, least, most, needed) in fields.items():
                values = wrong_values(kind, least, most) + ([None] if needed else [])
                for value in values:
                    text = {'type': name}
                    for other, (k, low, _, must) in fields.items():
                        if must or other == 'table':
                            text[other] = fine_value(other, k, low, table)
                    text[field] = value
                    answer = await eve.ask(text.pop('type'), **text)
                    told = 'bad_name' if (name, field) == ('name', 'name') and isinstance(value, str) else 'bad_message'
                    same((answer['type'], answer.get('error')), ('error', told), (name, field, value))
                    tried += 1
                if needed:
                    text = {f: fine_value(f, k, low, table) for f, (k, low, _, must)
                            in fields.items() if must and f != field}
                    is_error(await eve.ask(name, **text), 'bad_message')
        assert tried > 400, tried
        assert (await eve.ask('join', table=table))['you'] == 0


@case
async def before_hello():
    async with honest_table() as server:
        eve = await Client(server).connect()
        for name, fields in protocol().items():
            text = {f: fine_value(f, k, low, server.honest) for f, (k, low, _, must)
                    in fields.items() if must}
            if name not in ('hello', 'ping'):
                is_error(await eve.ask(name, **text), 'no_code' if name == 'take' else 'hello_first')
        is_error(await eve.ask('hello', version=3), 'bad_version')
        is_error(await eve.ask('hello', version=1, token='x'), 'bad_token')
        same((await eve.ask('hello', version=1))['type'], 'welcome')
        is_error(await eve.ask('hello', version=1), 'bad_message')


def random_message(dice, messages, tables, tokens):
    """Nearly right: what a broken or clever client could send."""
    # (wrong codes would keep everybody from that address out of tables)
    name = dice.choice([m for m in messages if m not in ('hello', 'ping', 'take')])
    text = {'type': name}
    for field, (kind, least, most, must) in messages[name].items():
        if not must and dice.random() < 0.6:
            continue
        if field == 'table':
            text[field] = dice.choice(tables)
        elif field == 'player':
            text[field] = dice.choice(tokens)
        elif field == 'to':
            text[field] = dice.choice(['open', 'closed', 'easy', 'hard:cautious', 'expert', 'x'])
        elif field == 'rules':
            text[field] = dice.choice(['oficial', 'duelo', 'penas', 'jackpot', 'sin-reversa', 'x'])
        elif field == 'command':
            text[field] = dice.choice(
                [{'do': d} for d in ('draw', 'keep', 'accept', 'challenge', 'uno', 'next', 'pass',
                                     'tally', 'done', 'admit', 'state', 'new')] +
                [{'do': 'play', 'card': c, 'color': dice.choice('RGBY')}
                 for c in ('W', 'W+4', 'R5', 'G+2', 'BS', 'YR', 'WJ')] +
                [{'do': d, 'who': dice.randrange(11)} for d in ('catch', 'accuse', 'choose')] +
                [{'do': 'throw', 'cards': ['R1'] * dice.randrange(5)}, {'do': 'vote', 'yes': True},
                 {'do': 'write', 'rule_cards': [{'text': 'x', 'effects': ['draw 2']}] * 2}])
        elif kind == 'number':
            text[field] = dice.choice([least, most, dice.randint(least, min(most, 10))])
        elif kind == 'list':
            text[field] = [dice.choice(['easy', 'normal', 'open', 'closed', 'x', 3])
                           for _ in range(dice.randrange(5))]
        elif kind == 'object':
            text[field] = dice.choice([{}, {'target': 50}, {'stacking': True}, {'x': 1}])
        elif field == 'salt':
            text[field] = dice.choice(['ab' * 32, 'zz' * 32])
        elif field == 'ruleset':
            text[field] = dice.choice(['base = duelo\nhand_size = 3\n', 'x', '= = =\n[x]\n'])
        else:
            text[field] = fine_value(field, kind, least, tables[0])
    if dice.random() < 0.9:
        text['id'] = f'm{dice.randrange(60)}'
    return text


@case
async def monkeys():
    """Anything, at any time, by several guests at a few tables of theirs; some just hang up."""
    messages = protocol()
    async with honest_table(leaks=True) as server:
        dice = random.Random(7)
        keepers = [await server.guest(f'M{i}') for i in range(4)]
        tables = [await k.create(rules=r, seats=3) for k, r in
                  zip(keepers, ('oficial', 'jackpot', 'penas', 'duelo'))]
        tokens = [k.player for k in keepers]

        async def monkey(keeper):
            client = keeper
            for i in range(1500 if LONG else 300):
                text = random_message(dice, messages, tables, tokens)
                if text['type'] == 'create' and dice.random() < 0.8:
                    continue
                client.socket.send(json.dumps(text))
                if i % 20 == 0:
                    await client.flush()
                if dice.random() < 0.03:  # leaves in the middle of it
                    client.drop()
                    client = await Client(server, token=keeper.token).open()
            await client.flush()
            client.drop()

        await asyncio.gather(*(monkey(k) for k in keepers))
        for table in tables:
            watcher = await server.guest('W')
            told = await watcher.ask('join', table=table)
            same(told['type'], 'table')
            watcher.drop()


# ---- coming and going too fast ----

@case
async def hit_and_run():
    """Ask something of a table that is being stored, and be gone before the answer."""
    async with honest_table() as server:
        eve, pal = await server.guest('Eve'), await server.guest('Pal')
        table = await eve.create(rules='oficial', options={'target': 5000}, seats=2)
        await pal.ask('sit', table=table)
        await eve.ask('start', table=table)
        await eve.close()
        await pal.close()
        for i in range(150):
            runners = [await Client(server, token=who.token).open() for who in (eve, pal, eve)]
            for who in runners:
                for kind, more in (('do', {'command': {'do': 'draw'}}), ('join', {}),
                                   ('do', {'command': {'do': 'keep'}}), ('chat', {'text': 'x'}),
                                   ('kick', {'seat': 9}), ('host', {'seat': 0}), ('leave', {})):
                    who.send(kind, table=table, id=f'{kind}{i}', **more)
                await asyncio.sleep(0)
            for who in runners:
                who.drop()
        guest = await server.guest('Ghost')
        for i in range(100):  # a new identity that is gone before it is stored
            ghost = await Client(server).connect()
            ghost.send('hello', version=1)
            ghost.send('create', rules='oficial')
            ghost.send('join', table=table)
            await asyncio.sleep(0)
            ghost.drop()
        await guest.flush()


@case
async def flooding():
    async with honest_table(pace=0.15, rate=20) as server:
        for what in ('{"type":"ping"}', '{"type":"tables"}'):
            eve = await server.guest('Eve')
            for _ in range(400):
                eve.socket.send(what)
            same(await eve.close_code(), 4029)
        assert await server.metric('cut_rate_total') >= 2


@case
async def work_is_charged_to_its_sender():
    """Long messages, refused rule sets: not read any faster than time pays for them, and nothing is lost."""
    async with honest_table(pace=0.15, rate=20) as server:
        nonsense = json.dumps({'type': 'create', 'ruleset': 'stackinnnnng_hand = 1\n' * 300})
        refused = json.dumps({'type': 'create', 'rules': 'oficial', 'options': {'nonsense': 1}})
        for text, word in (('x' * 16000, 'too_long'), (nonsense, 'bad_rules'), (refused, 'bad_options')):
            eve = await server.guest('Eve')
            count, before = 0, await server.metric('paused_total')
            while await server.metric('paused_total') == before:
                count += 1
                eve.socket.send(text)
                while len(eve.of('error')) < count:
                    await asyncio.sleep(0.01)
            same({m['error'] for m in eve.of('error')}, {word})
            await server.plays_on(5)
            eve.socket.send(text)  # waits, and is answered
            while len(eve.of('error')) < count + 1:
                await asyncio.sleep(0.01)
            same((eve.gone, len(eve.of('error'))), (None, count + 1))
            eve.drop()


@case
async def refused_rule_sets_from_many_connections_of_one_address():
    """The address pays, and another one is not concerned."""
    async with honest_table(pace=0.15, rate=20, **{'per-address': 100, 'behind-proxy': True}) as server:
        text = json.dumps({'type': 'create', 'ruleset': 'a = b\n' * 990})
        people = [await Client(server, name='E').open(**at('10.0.0.7')) for _ in range(60)]
        count = 0
        while await server.metric('paused_total') < 10:  # on a slow machine an address can pay for more than one each
            count += 1
            for person in people:  # each of them less than it might alone
                person.socket.send(text)
            for person in people:
                while len(person.of('error')) < count:
                    await asyncio.sleep(0.01)
        before = await server.metric('paused_total')
        other = await Client(server, name='O').open(**at('10.0.0.8'))
        same((await other.ask('create', ruleset='a = b\n' * 990))['error'], 'bad_rules')
        await other.flush()
        await server.plays_on(5)
        for person in people:  # waits, and is answered
            person.socket.send(text)
        for person in people:
            while len(person.of('error')) <= count:
                await asyncio.sleep(0.01)
        assert await server.metric('paused_total') > before
        same({p.gone for p in (*people, other)}, {None})


@case
async def slow_readers():
    async with honest_table() as server:
        code = server.honest
        await server.plays_on(60)
        sleepers = []
        for _ in range(4):
            sock = await Socket.open(server.port, receive_buffer=2048)
            sock.send(json.dumps({'type': 'hello', 'version': 1}))
            for _ in range(200):
                sock.send(json.dumps({'type': 'join', 'table': code, 'match': 1, 'since': 0}))
            sleepers.append(sock)
        while await server.metric('cut_slow_total') < 4:
            await server.plays_on(1)
        for sock in sleepers:
            sock.abort()


@case
async def half_open():
    async with honest_table() as server:
        held = []
        for i in range(120):
            reader, writer = await asyncio.open_connection('127.0.0.1', server.port)
            held.append(writer)
            head = (b'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: '
                    b'Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
                    b'Sec-WebSocket-Version: 13\r\n\r\n')
            writer.write((b'', b'GET', head[:50], head, head + b'\x81', head + b'\x81\xfe\x40\x00abcd')
                         [i % 6])
        await server.plays_on(20)
        same((await server.get('/healthz'))[0], 200)
        for writer in held:
            writer.transport.abort()


# ---- who one is ----

@case
async def forged_tokens():
    async with honest_table() as server:
        victim = await server.guest('Victim')
        table = await victim.create()
        token = victim.token
        swapped = token.swapcase()
        forged = [token[:-1], token + 'A', token[1:], swapped, 'A' * 43, victim.player, table,
                  token[:20] + ('A' if token[20] != 'A' else 'B') + token[21:], ' ' + token,
                  token + '=', '%' * 43, "' OR 1=1 --", '../../etc/passwd', '*']
        for text in forged:
            eve = await Client(server).connect()
            answer = await eve.ask('hello', version=1, token=text)
            assert answer.get('error') in ('bad_token', 'bad_message'), (text, answer)
            is_error(await eve.ask('history'), 'hello_first')
            await eve.close()
        everything = ''.join(t for t, _ in victim.messages)
        same(everything.count(token), 1, 'told once')
        eve = await server.guest('Eve')
        await eve.ask('join', table=table)
        await eve.ask('player', player=victim.player)
        assert token not in ''.join(t for t, _ in eve.messages)
        twin = await Client(server, token=token).open()  # another device of the same person
        same(twin.player, victim.player)
        assert 'token' not in twin.welcome
        stored = b''.join(p.read_bytes() for p in server.folder.glob('games.db*') if p.is_file())
        assert token.encode() not in stored, 'kept hashed'


@case
async def another_players_seat():
    async with honest_table() as server:
        ana, eve = await server.guest('Ana'), await server.guest('Eve')
        table = await ana.create(rules='oficial', seats=2)
        await eve.ask('join', table=table)
        await eve.ask('sit', table=table)
        await ana.ask('start', table=table)
        people = [ana, eve]
        for i in range(20):
            await ana.flush()
            await eve.flush()
            moment = ana.of('event')[-1]
            turn = moment['view']['turn']
            if moment['view']['phase'] in ('round_over', 'match_over'):
                break
            other = people[1 - turn]
            command = {'do': 'draw', 'seat': turn}
            answer = await other.do(table, command)
            same(answer['type'], 'refused', answer)
            mine = people[turn].of('event')[-1]
            command = {**choose(mine, turn, random.Random(i)), 'seat': 1 - turn}
            answer = await people[turn].do(table, command)
            same(answer['type'], 'done', answer)
            await ana.flush()
            actors = {e.get('seat') for e in ana.of('event')[-1]['events'][:1]}
            same(actors, {turn}, 'it counts as one\'s own')
        stranger = await server.guest('S')
        for seat in (0, 1, None, 9, -1, 'x'):
            is_error(await stranger.do(table, {'do': 'draw', 'seat': seat}), 'not_seated')


@case
async def host_messages_by_others():
    async with honest_table() as server:
        eve = await server.guest('Eve')
        for table in (server.honest,):
            await eve.ask('join', table=table)
            for kind, more in (('kick', {'seat': 0}), ('kick', {'seat': 1}), ('host', {'seat': 0}),
                               ('start', {}), ('rematch', {}), ('rules', {'rules': 'duelo'}),
                               ('seat', {'seat': 2, 'to': 'open'})):
                is_error(await eve.ask(kind, table=table, **more), 'not_host')
            for kind, more in (('stand', {}), ('salt', {'salt': 'ab' * 32}),
                               ('do', {'command': {'do': 'draw'}})):
                is_error(await eve.ask(kind, table=table, **more), 'not_seated')
            is_error(await eve.ask('sit', table=table), 'running')


@case
async def guessing_codes():
    async with honest_table() as server:
        eve = await server.guest('Eve')
        answers = [await eve.ask('join', table=f'AAAA{i:02}') for i in range(30)]
        words = [a['error'] for a in answers]
        same(words[:10], ['no_table'] * 10)
        same(set(words[10:]), {'too_fast'})
        is_error(await eve.ask('join', table=server.honest), 'too_fast')
        for kind, more in (('chat', {'text': 'x'}), ('leave', {}), ('sit', {})):
            is_error(await eve.ask(kind, table=server.honest, **more), 'too_fast')


def at(address):
    return {'headers': (f'X-Forwarded-For: {address}',)}


def wrong_codes(start=0):
    return (f'AAA{i:03}' for i in range(start, 1000))


async def guesses(guests, codes, rounds):
    """What they are answered, when all guess at once, so often."""
    words = []
    for _ in range(rounds):
        words += await asyncio.gather(*(g.ask('join', table=next(codes)) for g in guests))
    return [w['error'] for w in words]


async def use_up(server, address, codes):
    """Wrong codes of one person after another, until one who has never missed is refused."""
    while True:
        eve = await Client(server, name='Eve').open(**at(address))
        for i in range(10):
            if (await eve.ask('join', table=next(codes)))['error'] == 'too_fast':
                if i == 0:
                    return eve
                break


@case
async def guessing_codes_over_many_connections():
    """One person, thirty connections, all at once: ten guesses in all. Another person is not concerned."""
    async with honest_table() as server:
        eve, ana = await server.guest('Eve'), await server.guest('Ana')
        twins = [await server.guest(token=eve.token) for _ in range(30)]
        codes = wrong_codes()
        words = await guesses(twins, codes, 4)
        same((words.count('no_table'), words.count('too_fast')), (10, 110))
        is_error(await ana.ask('join', table='AAAAAA'), 'no_table')


@case
async def guessing_codes_as_many_people():
    """One address, a new person each time: sixty guesses in all. Another address is not affected."""
    async with honest_table(**{'behind-proxy': True}) as server:
        people = [await Client(server, name=f'E{i}').open(**at('10.0.0.7')) for i in range(10)]
        codes = wrong_codes()
        words = await guesses(people, codes, 9)
        same((words.count('no_table'), words.count('too_fast')), (60, 30))
        other = await Client(server).open(**at('10.0.0.8'))
        is_error(await other.ask('join', table='AAAAAA'), 'no_table')
        same((await other.ask('join', table=server.honest))['type'], 'table')


@case
async def a_guessing_neighbor():
    """Behind the same address people get to their own tables, asleep or not, and to public ones."""
    server = await Server(MAZO, **{'behind-proxy': True}).start()
    here, codes = at('10.0.0.7'), wrong_codes()
    ana = await Client(server, name='Ana').open(**here)
    table, public = await ana.create(), await ana.create(public=True)
    await ana.ask('start', table=table)
    wim = await Client(server, name='Wim').open(**here)
    await wim.ask('join', table=table)
    eve = await use_up(server, '10.0.0.7', codes)
    for code in (table, 'AAAAAA'):  # whether it is there or not
        is_error(await eve.ask('join', table=code), 'too_fast')
    for one in (ana, await Client(server, token=ana.token).open(**here)):
        same((await one.ask('join', table=table))['you'], 0)
        is_error(await one.ask('join', table='AAAAAA'), 'too_fast')
    wim.send('chat', table=table, text='hi')
    await wim.flush()
    same((wim.of('error'), wim.last('chat')['text']), ([], 'hi'), 'who watches stays')
    same((await eve.ask('sit', table=public))['you'], 1, 'no code has to be guessed')
    await server.kill()
    await server.restart()
    eve = await use_up(server, '10.0.0.7', codes)
    same(await server.metric('tables'), 0)
    is_error(await eve.ask('join', table=table), 'too_fast')
    ana = await Client(server, token=ana.token).open(**here)
    same((await ana.ask('join', table=table))['you'], 0, 'her table slept on the disk')
    await server.stop()


@case
async def right_codes_of_sleeping_tables_are_no_guesses():
    server = await Server(MAZO, **{'tables-each': 100}).start()
    ana = await server.guest('Ana')
    tables = []
    for _ in range(12):
        tables.append(await ana.create())
        await ana.ask('leave', table=tables[-1])
    await server.kill()
    await server.restart()
    eve = await server.guest('Eve')
    for table in tables:
        same((await eve.ask('join', table=table))['type'], 'table')
        await eve.ask('leave', table=table)
    is_error(await eve.ask('join', table='AAAAAA'), 'no_table')
    await server.stop()


@case
async def a_crowd_leaves_room_for_the_players():
    server = await Server(MAZO).start()
    ana, eve = await server.guest('Ana'), await server.guest('Eve')
    code = await ana.create(rules='oficial')
    crowd = [await server.guest(token=eve.token) for _ in range(251)]
    words = [(await one.ask('join', table=code)).get('error', '') for one in crowd]
    same(words, [''] * 250 + ['full'])
    ana.drop()
    ana = await server.guest(token=ana.token)
    same((await ana.ask('join', table=code))['you'], 0)
    late = await server.guest('Late')
    is_error(await late.ask('join', table=code), 'full')
    same((await late.ask('sit', table=code))['you'], 1, 'and anyone who wants to play gets in too')
    await server.stop()


@case
async def a_thousand_tables():
    async with honest_table(tables=40, **{'tables-each': 5}) as server:
        eve = await server.guest('Eve')
        answers = [await eve.ask('create') for _ in range(8)]
        same([a['type'] for a in answers], ['table'] * 5 + ['error'] * 3)
        is_error(answers[-1], 'too_many_tables')
        twin = await server.guest(token=eve.token)
        is_error(await twin.ask('create'), 'too_many_tables')
        await eve.close()
        await twin.close()
        for _ in range(20):  # anyone who goes leaves no table in the way
            ghost = await server.guest('G')
            same([(await ghost.ask('create')).get('error') for _ in range(4)], [None] * 4)
            await ghost.close()
        assert await server.metric('tables') <= 40
        words, ghosts = [], [await server.guest('G') for _ in range(12)]
        for ghost in ghosts:
            words += [(await ghost.ask('create')).get('error') for _ in range(4)]
        same((words[:20], words[-1]), ([None] * 20, 'full'))
        assert await server.metric('tables') <= 40
        await server.plays_on(5)
        for ghost in ghosts:
            ghost.drop()


@case
async def new_faces_without_end():
    """A client that comes as a new person each time fills neither the disk nor the tables."""
    async with honest_table(**{'makes-an-hour': 12}) as server:
        words = []
        for _ in range(6):
            ghost = await Client(server).connect()
            words.append((await ghost.ask('hello', version=1, name='G')).get('error'))
            words.append((await ghost.ask('create')).get('error'))
            await ghost.close()
        same((words[0], words[-2:]), (None, ['too_fast', 'hello_first']), words)
        await server.plays_on(5)


@case
async def windows_at_one_table():
    async with honest_table() as server:
        crowd = [await server.guest('C') for _ in range(260)]
        answers = [await c.ask('join', table=server.honest) for c in crowd]
        assert {a.get('error') for a in answers[255:]} == {'full'}, answers[-1]
        await server.plays_on(5)
        eve = crowd[-1]
        tables = [await eve.create() for _ in range(8)]
        is_error(await eve.ask('create'), 'too_many_tables')
        is_error(await eve.ask('join', table=server.honest), 'too_many_tables')
        await eve.ask('leave', table=tables[0])
        for c in crowd:
            c.drop()


# ---- text that people see ----

@case
async def text_that_deceives():
    async with honest_table() as server:
        eve = await server.guest('Eve')
        table = await eve.create()
        for bad in ('a\nb', '\x1b[2J', '\x9b31m', '\u202eevil', '\u2066x\u2069', '\u200fx',
                    '\u061cx', 'a\u2028b', '\x7f', ' ', '\u00a0', '\u200b', '\u3164', ''):
            for kind, more in (('name', {'name': bad}), ('chat', {'table': table, 'text': bad}),
                               ('create', {'title': bad}), ('rules', {'table': table, 'title': bad})):
                if kind == 'rules' and bad == '':
                    continue  # no title
                is_error(await eve.ask(kind, **more), 'bad_name' if kind == 'name' else 'bad_message')
            other = await Client(server).connect()
            same((await other.ask('hello', version=1, name=bad))['type'], 'error')
            await other.close()
        cards = [{'text': '\u202eevil', 'effects': ['draw 2']}] * 2
        table = await eve.create(rules='jackpot', seats=2, bots=['easy'])
        await eve.ask('start', table=table)
        same((await eve.do(table, {'do': 'write', 'rule_cards': cards}))['type'], 'refused')
        cards = [{'effects': ['dare a\x1bb']}] * 2
        same((await eve.do(table, {'do': 'write', 'rule_cards': cards}))['type'], 'refused')


@case
async def other_rules_when_it_is_over():
    """More seats than the match had, other people on them: the last view is still asked for."""
    async with honest_table() as server:
        ana, eve = await server.guest('Ana'), await server.guest('Eve')
        table = await ana.create(rules='duelo', options={'target': 50}, bots=['easy'])
        await ana.ask('start', table=table)
        await play(ana, table)
        same((await ana.ask('rules', table=table, rules='jackpot', seats=8))['status'], 'over')
        for seat in (7, 4, 2, 1, 3):
            answer = await eve.ask('sit', table=table, seat=seat)
            await eve.ask('join', table=table)
            await eve.ask('join', table=table, match=1, since=0)
            await eve.flush()
            if answer['type'] == 'table':
                same(eve.last('table')['you'], seat)
        await ana.ask('stand', table=table)
        await eve.ask('join', table=table)
        is_error(await eve.do(table, {'do': 'draw'}), 'not_running')


# ---- memory ----

@case
async def memory_is_bounded():
    """The same nuisance again and again costs no more than once."""
    if SANITIZED:
        return
    async with honest_table(**{'sleep-after': 1}) as server:
        async def nuisance():
            ghosts = []
            for i in range(40):
                ghost = await server.guest(f'G{i}')
                table = await ghost.create(rules='jackpot', bots=['hard', 'hard'])
                await ghost.ask('start', table=table)
                ghost.send('chat', table=table, text='x' * 300)
                ghost.socket.send('{"type":' + '[' * 2000)
                await ghost.ask('join', table='XXXXXX')
                ghosts.append(ghost)
            await asyncio.gather(*(g.flush() for g in ghosts))
            for ghost in ghosts:
                ghost.drop()
            while await server.metric('tables') > 1:
                await asyncio.sleep(0.1)
        for _ in range(3):
            await nuisance()
        before = server.rss()
        for _ in range(10 if LONG else 4):
            await nuisance()
        after = server.rss()
        assert after < before + 4096, (before, after)


if __name__ == '__main__':
    sys.exit(run(CASES, sys.argv[2:]))
