"""The names of actions, and what all environments ask of their arguments."""
from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Union

from ._mazo import ACTIONS

Rules = Mapping[str, Union[int, str]]
Opponents = Union[str, Sequence[Union[str, None]], None]

REWARDS = {'win': 0, 'points': 1}
COLORS = ('red', 'green', 'blue', 'yellow')
VALUES = (*map(str, range(10)), 'skip', 'reverse', 'draw-two', 'jackpot')
PLAIN = ('draw', 'keep', 'accept', 'challenge', 'pass', 'done', 'uno', 'admit', 'vote-yes', 'vote-no', 'wait', 'next')


def _kind(kind: int) -> str:
    special = {14: 'wild', 15: 'wild-four', 30: 'wild-jackpot'}
    return special.get(kind) or f'{COLORS[kind >> 4]} {VALUES[kind & 15]}' if kind in special or kind & 15 < 14 else ''


def _play(action: int) -> str:
    color, value = COLORS[action >> 4 & 3], action & 15
    card = f'{color} {VALUES[value]}' if value < 14 else f"{('wild', 'wild-four')[value - 14]} {color}"
    return f"play {card}{' uno' if action >= 64 else ''}"


def action_name(action: int) -> str:
    """'play red 7', 'draw', 'catch 1' (that many seats to the left); '' where there is no such action."""
    action = operator.index(action)
    if 0 <= action < 128:
        return _play(action)
    if 128 <= action < 192:
        kind = _kind(action - 128)
        return f'throw {kind}' if kind else ''
    if 192 <= action < 200:
        return f"play wild-jackpot {COLORS[action & 3]}{' uno' if action >= 196 else ''}"
    if 200 <= action < 204:
        return f'color {COLORS[action - 200]}'
    if 204 <= action < 204 + len(PLAIN):
        return PLAIN[action - 204]
    for first, count, word in (220, 10, 'catch'), (230, 10, 'choose'), (240, 8, 'write'):
        if first <= action < first + count:
            return f'{word} {action - first}'
    return ''


def reward_number(reward: str) -> int:
    if reward not in REWARDS:
        raise ValueError(f'reward must be one of {", ".join(REWARDS)}, not {reward!r}')
    return REWARDS[reward]


def seats_of(rules: str, seats: int | None) -> int:
    """The number of seats; by default two in the sheet for two, else four."""
    if seats is None:
        return 2 if rules == 'duelo' else 4
    return operator.index(seats)


__all__ = ['ACTIONS', 'Opponents', 'Rules', 'action_name']
