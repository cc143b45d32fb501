#!/usr/bin/env python3
"""Everything that was sent to everybody, compared with the match file, which knows every card: no
message held a card that its reader may not know. Prints TAP.

    secret.py MAZO [--long] [--matches N]"""
import argparse
import asyncio
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wsclient import Client, Server, choose, run  # noqa: E402
from tap import SHEETS  # noqa: E402

OPTIONS = argparse.ArgumentParser()
OPTIONS.add_argument('mazo', type=os.path.abspath)
OPTIONS.add_argument('--long', action='store_true')
OPTIONS.add_argument('--matches', type=int)
OPTIONS = OPTIONS.parse_args()
MATCHES = OPTIONS.matches or (2000 if OPTIONS.long else 12)
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CARD = re.compile(r'^(?:[RGBY](?:[0-9SRJ]|\+2)|W|W\+4|WJ)$')


def who_sees():
    """{event: all, the seat, who, both}, as docs/notation.md promises."""
    rows = re.findall(r'^\| `(\w+)` \| (?:`\w+` ?)* ?\| (all|the seat|who|both) \|',
                      (ROOT / 'docs' / 'notation.md').read_text(), re.M)
    return dict(rows)


SEES = who_sees()


def may_see(event, viewer):
    sees = SEES[event['event']]
    return sees == 'all' or (sees == 'the seat' and event['seat'] == viewer) or \
        (sees == 'who' and event['who'] == viewer) or \
        (sees == 'both' and viewer in (event['seat'], event['who']))


# ---- the truth ----

class Referee:
    """Plays match files again and tells every card."""

    def __init__(self):
        self.process = subprocess.Popen([OPTIONS.mazo, 'referee'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.lock = asyncio.Lock()

    def replay(self, text):
        """[(events, state)] after every line."""
        answers = []
        for line in text.splitlines():
            self.process.stdin.write(line + b'\n')
            self.process.stdin.flush()
            answer = json.loads(self.process.stdout.readline())
            assert answer['ok'], answer
            answers.append((answer['events'], answer['state']))
        return answers

    def end(self):
        self.process.stdin.close()
        self.process.wait()


# ---- what was told ----

def strings(value, path=()):
    """Every string of a message, with the keys that lead to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(inner, path + (key,))
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, path)
    elif isinstance(value, str):
        yield path, value


# Where cards may stand at all; each of these is looked at below.
PLACES = {('events', 'cards'), ('events', 'card'), ('view', 'hand'), ('view', 'top'),
          ('view', 'discards'), ('view', 'drawn'), ('view', 'others', 'shown'),
          ('view', 'others', 'declined'), ('legal', 'card'), ('legal', 'cards')}


class Reader:
    """Checks all that one viewer was told of one match, in the order of its numbers."""

    def __init__(self, viewer, truth, secrets):
        self.viewer, self.truth, self.secrets = viewer, truth, secrets
        self.cards = 0

    def check_events(self, told, full):
        assert len(told) == len(full), (told, full)
        for mine, true in zip(told, full):
            if true.get('cards') and not may_see(true, self.viewer):
                expected = {k: v for k, v in true.items() if k != 'cards'}
                expected['count'] = len(true['cards'])
                assert mine == expected, (self.viewer, mine, true)
            else:
                assert mine == true, (self.viewer, mine, true)

    def check_view(self, view, legal, state, known):
        own = state['hands'][self.viewer] if self.viewer is not None else []
        assert view['seat'] == self.viewer
        assert view['hand'] == own, (view['hand'], own)
        assert view['top'] == state['top']
        assert view['sizes'] == [len(hand) for hand in state['hands']]
        public = known['public']
        for card, count in collections.Counter(view['discards']).items():
            assert count <= public[card], (card, count, public[card])
        if 'drawn' in view:
            drawn = state.get('drawn') if state['turn'] == self.viewer else None
            assert view['drawn'] == drawn, (view['drawn'], state)
        for other in view['others']:
            for card in other['shown']:
                assert card in known['seen'], (self.viewer, other, known['seen'])
        for command in legal:
            for card in [command.get('card')] + command.get('cards', []):
                assert card is None or card in own, (command, own)
        self.cards += len(own) + len(view['discards'])

    def check(self, messages, known):
        for text, m in messages:
            for secret in self.secrets:
                assert secret not in text, 'the secret of the shuffle'
            for path, value in strings(m):
                assert not CARD.match(value) or path in PLACES, (path, value)
            if m['type'] in ('event', 'view'):
                events, state = self.truth[m['n']]
                if m['type'] == 'event':
                    self.check_events(m['events'], events)
                self.check_view(m['view'], m['legal'], state, known[m['n']])


def learn(truth, viewer):
    """By number: public cards since the deal, and every kind that the viewer has seen so far."""
    public, seen, all_known = collections.Counter(), set(), []
    for events, state in truth:
        for event in events:
            if event['event'] == 'dealer':
                public, seen = collections.Counter(), set()
            cards = event.get('cards', []) + [c for c in [event.get('card')] if c]
            if may_see(event, viewer):
                seen.update(cards)
            if SEES[event['event']] == 'all':
                public.update(cards)
        if viewer is not None:
            seen.update(state['hands'][viewer])
        all_known.append({'public': public.copy(), 'seen': set(seen)})
    return all_known


def check_rule_cards(messages, viewer, truth):
    """What others have written is not told before the card comes out."""
    out, by_number = set(), []
    for events, _ in truth:
        out |= {e['rule_card'].get('text') for e in events if 'rule_card' in e}
        by_number.append(set(out))
    for text, m in messages:
        for mark, seat in re.findall(r'(mark-(\d)-[0-9a-f]+)', text):
            assert int(seat) == viewer or mark in by_number[m['n']], (viewer, mark)


# ---- matches ----

async def take_part(client, code, dice, seat):
    """Play until the end; rule cards carry a mark of who wrote them."""
    at = 0
    while True:
        newest = None
        while at < len(client.messages):
            m = client.messages[at][1]
            at += 1
            if m['type'] in ('event', 'view') and m['table'] == code:
                newest = m
            elif m['type'] == 'table' and m['table'] == code and m['status'] == 'over':
                return m
        if newest:
            command = choose(newest, newest['view']['seat'], dice) if newest['legal'] else None
            if command:
                if command['do'] == 'write':
                    for card in command['rule_cards']:
                        card['text'] = f'mark-{seat}-{dice.randrange(2 ** 40):010x}'
                client.send('do', id=client.new_id(), table=code, command=command)
        if at == len(client.messages):
            if client.gone:
                raise client.gone
            client.heard.clear()
            await asyncio.wait_for(client.heard.wait(), 120)


async def come_and_go(server, token, code, dice, records):
    """Windows that open in the middle, with a number or without, and close again."""
    n = None
    while True:
        window = await Client(server, token=token).open()
        where = {'match': 1, 'since': max(0, n - dice.randrange(10))} if n is not None else {}
        told = await window.ask('join', table=code, **where)
        await asyncio.sleep(0.1 + dice.random() * 0.4)
        await window.flush()
        n = max([m['n'] for _, m in window.messages if m['type'] in ('event', 'view')], default=n)
        records.append(window.messages)
        window.drop()
        if told['status'] == 'over':
            return


async def one_match(server, referee, number):
    dice = random.Random(number)
    sheet = SHEETS[number % len(SHEETS)]
    people = [await server.guest(name) for name in ('Ana', 'Bob', 'Cleo')[:2 + (sheet != 'duelo')]]
    watcher = await server.guest('Wim')
    target = {'target': 50 + dice.randrange(100)}
    options = {**target, **dice.choice([{}, {'stacking': True}, {'bluff': True}])}
    seats = 2 if sheet == 'duelo' else dice.choice([3, 4])
    answer = await people[0].ask('create', rules=sheet, options=options, seats=seats)
    if answer['type'] == 'error':
        answer = await people[0].ask('create', rules=sheet, options=target, seats=seats)
    code = answer['table']
    for other in people[1:] + [watcher]:
        await other.ask('join', table=code)
    for other in people[1:]:
        await other.ask('sit', table=code)
    await people[0].ask('start', table=code)
    records = {seat: [p.messages] for seat, p in enumerate(people)}
    records[None] = [watcher.messages]
    gone = await server.guest('Late')
    jobs = [take_part(p, code, dice, seat) for seat, p in enumerate(people)]
    jobs += [come_and_go(server, people[0].token, code, dice, records[0]),
             come_and_go(server, gone.token, code, dice, records[None])]
    end = (await asyncio.gather(*jobs))[0]
    await watcher.flush()
    status, _, body = await server.get(f'/m/{end["key"]}')
    assert status == 200
    async with referee.lock:  # beside the clients, which must not be late
        cards, commands = await asyncio.to_thread(check_all, referee, body, records)
    for client in people + [watcher, gone]:
        client.drop()
    return sum(len(m) for streams in records.values() for m in streams), cards, commands


def check_all(referee, body, records):
    """Hold what everybody was told against the match file; how many cards that were."""
    truth = referee.replay(body)
    opening = json.loads(body.split(b'\n', 1)[0])
    secrets = [opening['seed'], opening['fair']['secret']]
    cards = 0
    for viewer, streams in records.items():
        known = learn(truth, viewer)
        for messages in streams:
            reader = Reader(viewer, truth, secrets)
            reader.check(messages, known)
            cards += reader.cards
            check_rule_cards(messages, viewer, truth)
    return cards, len(truth)


async def no_seat_is_told_what_another_may_see():
    assert len(SEES) > 40 and SEES['dealt'] == 'the seat', SEES
    server = await Server(OPTIONS.mazo, leaks=True).start()
    referee = Referee()
    numbers = iter(range(MATCHES))
    sums = [0, 0, 0]

    async def worker():
        for number in numbers:
            for i, more in enumerate(await one_match(server, referee, number)):
                sums[i] += more
            if number % 100 == 99:
                print(f'# {number + 1}: {sums[0]} messages', flush=True)
    await asyncio.gather(*(worker() for _ in range(4)))
    referee.end()
    await server.stop()
    print(f'# {MATCHES} matches, {sums[2]} commands, {sums[0]} messages, {sums[1]} cards in them',
          flush=True)
    assert sums[1] > 100 * MATCHES, 'it looks at something'


async def a_leak_would_be_found():
    """The checker itself: a hand, a drawn card, a legal card of another's is no longer overlooked."""
    referee = Referee()
    lines = b'{"do":"new","rules":"duelo","players":2,"seed":7}\n{"do":"state"}\n'
    truth = referee.replay(lines.splitlines()[0])
    referee.end()
    state = truth[0][1]
    reader = Reader(1, truth, ['feed' * 16])
    known = learn(truth, 1)
    view = {'seat': 1, 'hand': state['hands'][1], 'top': state['top'], 'sizes': [7, 7],
            'discards': [state['top']], 'others': []}
    events = []
    for event in truth[0][0]:
        if 'cards' in event and not may_see(event, 1):
            event = {**{k: v for k, v in event.items() if k != 'cards'}, 'count': len(event['cards'])}
        events.append(event)
    fine = {'type': 'event', 'n': 0, 'events': events, 'view': view, 'legal': []}
    other = next(c for c in state['hands'][0] if c not in state['hands'][1])
    leaks = [{**fine, 'view': {**view, 'hand': state['hands'][0]}}, {**fine, 'x': other},
             {**fine, 'events': truth[0][0]}, {**fine, 'view': {**view, 'discards': [other] * 3}},
             {**fine, 'view': {**view, 'drawn': other}}, {**fine, 'secret': 'feed' * 16},
             {**fine, 'legal': [{'do': 'play', 'card': other}]},
             {**fine, 'view': {**view, 'others': [{'seat': 0, 'shown': [other]}]}}]
    reader.check([(json.dumps(fine), fine)], known)
    for leak in leaks:
        try:
            reader.check([(json.dumps(leak), leak)], known)
        except AssertionError:
            continue
        raise RuntimeError(f'overlooked: {leak}')


if __name__ == '__main__':
    sys.exit(run([a_leak_would_be_found, no_seat_is_told_what_another_may_see]))
