#!/usr/bin/env python3
"""A bot for Mazo, to start one's own from.

    mazo sim --bots 'cmd:docs/examples/bot.py,easy' --rounds 200
    mazo arena easy normal cmd:docs/examples/bot.py

Mazo starts this program and asks one question a line on its standard input:

    {"view":{...},"legal":[...]}

`view` is the game as this seat may see it (own cards in "hand", the others' counts in "sizes", the
top card in "top", ...), `legal` holds every command it may give now. The answer is one of them, on
one line. Anyone who is asked out of turn (view["turn"] is another seat) may also answer
{"do":"wait"}. Answer each question once and say nothing else on standard output; standard error is
free. `flush` matters: without it the answer stays in a buffer, and the time runs out.
"""
import json
import sys


def color_of(card):
    return None if card.startswith('W') else card[0]


def worth(command, view):
    """The higher the better."""
    what = command['do']
    if what == 'catch':
        return 1000
    if what in ('play', 'color'):
        card = command.get('card', '')
        color = command.get('color') or color_of(card)
        same = sum(color_of(held) == color for held in view['hand'])
        wild = card.startswith('W')
        says_uno = bool(command.get('uno')) or len(view['hand']) != 2
        return 100 + 10 * same - (80 if wild else 0) + (500 if says_uno else 0)
    if what in ('accept', 'done', 'choose', 'throw', 'write'):
        return 50
    return 0


def answer(question):
    view, legal = question['view'], question['legal']
    best = max(legal, key=lambda command: worth(command, view))
    if view['turn'] != view['seat'] and best['do'] not in ('catch', 'play', 'write'):
        return {'do': 'wait'}
    return best


def main():
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == '__main__':
    main()
