"""Many games at once, in the shape of Gymnasium's vector environments."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _mazo
from .actions import ACTIONS, Opponents, Rules, reward_number, seats_of


@dataclass(frozen=True)
class Discrete:
    """Numbers below n, as Gymnasium's space of this name."""
    n: int


@dataclass(frozen=True)
class MultiDiscrete:
    """Arrays of numbers below those of nvec."""
    nvec: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self.nvec),)


@dataclass(frozen=True)
class Box:
    """Arrays of this shape, with values from low to high."""
    low: int
    high: int
    shape: tuple[int, ...]
    dtype: type = np.uint8


def _bots(opponents: Opponents, seats: int) -> list[str | None] | None:
    if opponents is None:
        return None
    if isinstance(opponents, str):
        return [None] + [opponents] * (seats - 1)
    bots = [None, *opponents]
    if len(bots) != seats:
        raise ValueError(f'{seats} seats need {seats - 1} opponents, not {len(bots) - 1}')
    return bots


class VecEnv:
    """`num_envs` games of one sheet. A step moves all of them; a game that has ended begins anew in the same step.

    Without opponents you play all seats, and rewards have a column for each; with opponents you are seat 0, and
    rewards are yours. All arrays are written by the next step: copy what you keep. An opponent is a name of
    mazo.BOTS, or None for a seat that you play as well.

    `action` of a game must be one of `ids[game, :counts[game]]`; `seats` says who is asked.
    """

    metadata: dict[str, Any] = {'autoreset_mode': 'SameStep', 'render_modes': []}

    def __init__(self, num_envs: int = 64, rules: str = 'duelo', seats: int | None = None, opponents: Opponents = None, *,
                 house: Rules | None = None, seed: int = 0, match: bool = False, others: bool = False, write: bool = False,
                 reward: str = 'win', limit: int = 0) -> None:
        players = seats_of(rules, seats)
        bots = _bots(opponents, players)
        self._games = _mazo.Games(rules, num_envs, players, seed, None if house is None else dict(house), bots, match, others,
                                  write, reward_number(reward), limit)
        self.num_envs = num_envs
        self.num_seats = players
        self._one = bots is not None and bots.count(None) == 1
        self._seed = seed
        size = self._games.observation_size
        self.observations: NDArray[np.uint8] = np.zeros((num_envs, size), np.uint8)
        self.masks: NDArray[np.uint64] = np.zeros((num_envs, ACTIONS // 64), np.uint64)
        self.ids: NDArray[np.uint8] = np.zeros((num_envs, _mazo.IDS), np.uint8)
        self.counts: NDArray[np.uint8] = np.zeros(num_envs, np.uint8)
        self.seats: NDArray[np.uint8] = np.zeros(num_envs, np.uint8)
        self.all_rewards: NDArray[np.float32] = np.zeros((num_envs, players), np.float32)
        self.done: NDArray[np.uint8] = np.zeros(num_envs, np.uint8)
        self._games.bind(self.observations, self.masks, self.ids, self.counts, self.seats, self.all_rewards, self.done)
        self._rows = np.arange(num_envs, dtype=np.intp) * _mazo.IDS
        self._flat = self.ids.reshape(-1)
        self.single_action_space = Discrete(ACTIONS)
        self.action_space = MultiDiscrete((ACTIONS,) * num_envs)
        self.single_observation_space = Box(0, 255, (size,))
        self.observation_space = Box(0, 255, (num_envs, size))
        self._games.step(None)

    @property
    def rewards(self) -> NDArray[np.float32]:
        """Of the last step: yours, or those of all seats."""
        return self.all_rewards[:, 0] if self._one else self.all_rewards

    def _info(self) -> dict[str, Any]:
        return {'ids': self.ids, 'counts': self.counts, 'seats': self.seats, 'masks': self.masks}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """New episodes. The same seed gives the same cards; without one they differ each time."""
        del options
        self._seed = self._seed + self.num_envs if seed is None else seed
        self._games.reset(self._seed)
        self._games.step(None)
        return self.observations, self._info()

    def step(self, actions: Any) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_],
                                          dict[str, Any]]:
        """observations, rewards, terminations, truncations, info. ValueError if an action is not legal; the other games have
        moved then."""
        given = np.asarray(actions)
        if given.dtype != np.uint8:
            if given.dtype.kind not in 'iu' or (given.size and (given.min() < 0 or given.max() >= ACTIONS)):
                raise ValueError(f'actions must be whole numbers from 0 to {ACTIONS - 1}')
            given = given.astype(np.uint8)
        if given.shape != (self.num_envs,):
            raise ValueError(f'actions must have the shape ({self.num_envs},), not {given.shape}')
        legal = self.legal(given) if self._games.step(np.ascontiguousarray(given)) else None
        if legal is not None:
            raise ValueError('there were actions that are not legal; choose from ids[game, :counts[game]]')
        return self.observations, self.rewards, self.done == 1, self.done == 2, self._info()

    def legal(self, actions: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which of these actions are legal now, one for each game."""
        words = self.masks[np.arange(self.num_envs), actions >> 6]
        return (words >> (actions & np.uint8(63)).astype(np.uint64) & np.uint64(1)).astype(bool)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as a table of truth values; `ids` is much faster."""
        octets = self.masks.astype('<u8', copy=False).view(np.uint8)
        return np.unpackbits(octets, axis=1, bitorder='little').view(bool)

    def sample(self, rng: np.random.Generator) -> NDArray[np.uint8]:
        """A legal action for each game, all equally likely."""
        at = (rng.random(self.num_envs, dtype=np.float32) * self.counts).astype(np.intp)
        at += self._rows
        return self._flat.take(at)

    def close(self) -> None:
        """Does nothing; here because other environments have it."""
