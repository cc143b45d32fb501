"""What the tests of whole tables share: people who sit down, play on and are asked what they saw."""
import asyncio
import hashlib
import os
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wsclient import PATIENCE, case, choose, play, same  # noqa: E402
from tap import SHEETS  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
LONG = '--long' in sys.argv
QUICK = {'target': 50}  # a round or two
ENDLESS = {'target': 5000}


def long_case(function):
    return case(function) if LONG else function


def replay(path, *arguments):
    done = subprocess.run([MAZO, 'replay', *arguments, str(path)], capture_output=True, check=False,
                          timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


async def match_file(server, key):
    """Download it; returns its path."""
    status, head, body = await server.get(f'/m/{key}')
    same(status, 200, head)
    path = server.folder / f'{key}.mazo'
    path.write_bytes(body)
    return path


async def sit_together(host, others, **settings):
    """A table of these people, opened by the first."""
    code = await host.create(**settings)
    for other in others:
        await other.ask('join', table=code)
        same((await other.ask('sit', table=code))['type'], 'table')
    return code


async def hears(speaker, listener, code, text):
    """Says something; does it arrive?"""
    told = speaker.expect(lambda m: m['type'] == 'chat' and m['text'] == text)
    speaker.send('chat', table=code, text=text)
    await asyncio.wait_for(told, PATIENCE)
    await listener.flush()
    return text in [m['text'] for m in listener.of('chat')]


async def start(host, code):
    answer = await host.ask('start', table=code)
    same(answer.get('status'), 'playing', answer)
    await host.flush()  # the cards come after it


async def play_out(code, *people, seed=1, **how):
    ends = await asyncio.gather(*(play(p, code, random.Random(seed + i), **how)
                                  for i, p in enumerate(people)))
    return ends[0]


async def until(client, code, number, seed=5):
    """Play until the number is reached."""
    return await play(client, code, random.Random(seed), stop=lambda m: m['n'] >= number)


def moments(client, code, match=1):
    """The last event told for each number, without what depends on the time."""
    found = {}
    for _, m in client.messages:
        if m['type'] == 'event' and m['table'] == code and m['match'] == match:
            found[m['n']] = {k: v for k, v in m.items() if k != 'ends_in'}
    return found


async def settled(client):
    """Wait until the match stands still because a person must act."""
    def waits_for_a_person():
        view = [m for _, m in client.messages if m['type'] in ('event', 'view')][-1]['view']
        return view['phase'] in ('write', 'round_over', 'match_over') or \
            client.last('table')['seats'][view['turn']]['sits'] == 'person'
    seen = -1
    while seen != len(client.of('event')) or not waits_for_a_person():
        seen = len(client.of('event'))
        await client.flush()
        await asyncio.sleep(0.05)
        await client.flush()


async def my_turn(client, code):
    """The newest moment, once it is this person's turn; others at the table are bots."""
    while True:
        moment = [m for _, m in client.messages if m['type'] in ('event', 'view')][-1]
        view = moment['view']
        if choose(moment, view['seat'], random.Random(1)) and \
                (view['turn'] == view['seat'] or view['phase'] == 'round_over'):
            return moment
        await client.wait(lambda m: m['type'] == 'event' and m['table'] == code)


async def two_windows(server, **settings):
    """One person at two connections, in a match against a bot; the second sees what came."""
    ana = await server.guest('Ana')
    twin = await server.guest(token=ana.token)
    code = await ana.create(**settings)
    await twin.ask('join', table=code)
    await start(ana, code)
    return ana, twin, code


def sha256(*lines):
    return hashlib.sha256(''.join(line + '\n' for line in lines).encode()).hexdigest()


async def commit(code, *people):
    """New salts, shown by their hashes."""
    salts = []
    for person in people:
        salts.append(os.urandom(32).hex())
        told = await person.ask('commit', table=code, hash=sha256('mazo salt 2', salts[-1]))
        seat = told['seats'][told['you']]
        same((seat['hash'], seat['salt'], seat['opened']),
             (sha256('mazo salt 2', salts[-1]), True, False), told)
    return salts


def table_where(test):
    return lambda m: m['type'] == 'table' and test(m)


async def opens(code, *pairs):
    """These players open their salts, and the cards are dealt."""
    dealt = [person.expect(lambda m: m['type'] == 'event' and m['n'] == 0) for person, _ in pairs]
    for person, salt in pairs:
        told = await person.ask('salt', table=code, salt=salt)
        same(told['seats'][told['you']]['opened'], True, told)
    for event in dealt:
        await event
