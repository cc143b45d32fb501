"""One game in the shape of PettingZoo's turn-based environments (AEC)."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .actions import ACTIONS, Rules
from .state import State
from .vec import Box, Discrete


class AECEnv:
    """Agents are 'player_0' and so on. An observation is a dict of 'observation' and 'action_mask'. As in PettingZoo, agents
    that are done take None once."""

    metadata: dict[str, Any] = {'name': 'mazo_v0', 'is_parallelizable': False, 'render_modes': ['human', 'ansi']}

    def __init__(self, rules: str = 'duelo', seats: int | None = None, *, house: Rules | None = None, match: bool = False,
                 others: bool = False, write: bool = False, reward: str = 'win', render_mode: str | None = None) -> None:
        self._make = lambda seed: State(rules, seats, house=house, seed=seed, match=match, others=others, write=write,
                                        reward=reward)
        self._seed = 0
        self._state = self._make(0)
        self.render_mode = render_mode
        self.possible_agents = [f'player_{i}' for i in range(self._state.num_players())]
        self.max_num_agents = len(self.possible_agents)
        self._size = len(self._state.observation_tensor(0))
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def unwrapped(self) -> AECEnv:
        return self

    def action_space(self, agent: str) -> Discrete:
        self._index(agent)
        return Discrete(ACTIONS)

    def observation_space(self, agent: str) -> dict[str, Box]:
        self._index(agent)
        return {'observation': Box(0, 255, (self._size,)), 'action_mask': Box(0, 1, (ACTIONS,))}

    def _index(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f'there is no agent {agent!r}')
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        del options
        self._seed = self._seed + 1 if seed is None else seed
        self._state = self._make(self._seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._state.current_player()]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self._index(agent)
        mask = np.zeros(ACTIONS, np.int8)
        if not self._state.is_terminal() and seat == self._state.current_player():
            mask[self._state.legal_actions()] = 1
        return {'observation': self._state.observation_tensor(seat), 'action_mask': mask}

    def last(self, observe: bool = True) -> tuple[dict[str, NDArray[Any]] | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise ValueError('reset() first: no agent is left')
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise ValueError(f'{agent} must act')
        self._state.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        for i, reward in enumerate(self._state.rewards()):
            self.rewards[self.possible_agents[i]] = reward
            self._cumulative_rewards[self.possible_agents[i]] += reward
        if self._state.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._state.current_player()]
        if self.render_mode == 'human':
            print(self.render())

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise ValueError(f'{agent} is done: its only action is None')
        self.agents.remove(agent)
        for of in self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos:
            del of[agent]  # type: ignore[attr-defined]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def render(self) -> str:
        return str(self._state)

    def close(self) -> None:
        """Does nothing; here because other environments have it."""
