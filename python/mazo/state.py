"""One game with the names of OpenSpiel: Game makes states, State is copied, asked and moved."""
from __future__ import annotations

import operator
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from . import _mazo
from .actions import ACTIONS, Rules, action_name, reward_number, seats_of

TERMINAL = -4  # pyspiel.PlayerId.TERMINAL


class State:
    """One game. Chance is inside: there are no chance nodes, the seed decides the cards, and a clone has the same future.
    To look ahead without knowing hidden cards use resample_from_infostate()."""

    def __init__(self, rules: str = 'duelo', seats: int | None = None, *, house: Rules | None = None, seed: int = 0,
                 match: bool = False, others: bool = False, write: bool = False, reward: str = 'win') -> None:
        self._games = _mazo.Games(rules, 1, seats_of(rules, seats), seed, None if house is None else dict(house), None, match,
                                  others, write, reward_number(reward))
        self._history: list[tuple[int, int]] = []
        self._returns = [0.0] * self._games.seats

    def _like(self, games: _mazo.Games) -> State:
        other = State.__new__(State)
        other._games = games
        other._history = list(self._history)
        other._returns = list(self._returns)
        return other

    def num_players(self) -> int:
        return self._games.seats

    def num_distinct_actions(self) -> int:
        return ACTIONS

    def is_terminal(self) -> bool:
        return self._games.status(0)[2]

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def current_player(self) -> int:
        """The seat that is asked, or -4 at the end."""
        seat, _, over, _, _ = self._games.status(0)
        return TERMINAL if over else seat

    def phase(self) -> str:
        """What the game waits for: 'play', 'drawn', 'struck', ..."""
        return self._games.status(0)[1]

    def _seat(self, player: int | None) -> int:
        seat = self.current_player() if player is None else operator.index(player)
        if seat == TERMINAL:
            raise ValueError('the game is over; name a player')
        return seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order. For a player who is not the one asked: what that player could do out of turn."""
        return [] if self.is_terminal() else list(self._games.legal(0, self._seat(player)))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(ACTIONS)]

    def apply_action(self, action: int) -> None:
        action = operator.index(action)
        seat = self.current_player()
        if seat == TERMINAL:
            raise ValueError('the game is over')
        if not 0 <= action < ACTIONS or not self._games.act(0, action):
            raise ValueError(f'{action} ({action_name(action) or "no action"}) is not legal now')
        self._history.append((seat, action))
        for i, reward in enumerate(self._games.rewards(0)):
            self._returns[i] += reward

    def child(self, action: int) -> State:
        other = self.clone()
        other.apply_action(action)
        return other

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """action_to_string(player, action) or action_to_string(action)"""
        return action_name(player if action is None else action)

    def rewards(self) -> list[float]:
        """Of the last action."""
        return self._games.rewards(0)

    def returns(self) -> list[float]:
        return list(self._returns)

    def player_return(self, player: int) -> float:
        return self._returns[player]

    def history(self) -> list[int]:
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """(player, action)"""
        return list(self._history)

    def observation_tensor(self, player: int | None = None) -> NDArray[np.uint8]:
        """What the player may know, as bytes: docs/learning.md."""
        return np.frombuffer(self._games.observe(0, self._seat(player)), np.uint8)

    def observation_string(self, player: int | None = None) -> str:
        return self._games.observe(0, self._seat(player)).hex()

    def clone(self) -> State:
        return self._like(self._games.clone(0))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float] | int) -> State:
        """A state that the player could be in: what it sees stays, the rest is dealt anew. `sampler` is a function
        that gives a number from 0 to 1, or a seed."""
        seed = int(sampler() * 2**53) if callable(sampler) else operator.index(sampler)
        return self._like(self._games.resample(0, operator.index(player), seed))

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._games.status(0) == other._games.status(0)

    def __hash__(self) -> int:
        return self._games.status(0)[4]

    def __str__(self) -> str:
        seat, phase, over, steps, _ = self._games.status(0)
        return f'{steps} actions, over' if over else f'{steps} actions, {phase}, player {seat} is asked'


class Game:
    """A game in the sense of OpenSpiel: rules that make new states, each with cards of its own."""

    def __init__(self, rules: str = 'duelo', seats: int | None = None, *, house: Rules | None = None, seed: int = 0,
                 match: bool = False, others: bool = False, write: bool = False, reward: str = 'win') -> None:
        self._new = lambda number: State(rules, seats, house=house, seed=number, match=match, others=others, write=write,
                                         reward=reward)
        self._seed = seed
        self._first = self._new(seed)

    def new_initial_state(self) -> State:
        self._seed += 1
        return self._new(self._seed - 1)

    def num_players(self) -> int:
        return self._first.num_players()

    def num_distinct_actions(self) -> int:
        return ACTIONS

    def observation_tensor_shape(self) -> list[int]:
        return [self.observation_tensor_size()]

    def observation_tensor_size(self) -> int:
        return len(self._first.observation_tensor(0))
