"""cases.py - what mazo's environments promise, in a process that run.py begins."""
import copy
import threading

import numpy as np

import mazo
from mazo import _mazo


def refuses(kind, function, *args, **words):
    try:
        function(*args, **words)
    except kind:
        return
    raise AssertionError(f'{function} took {args} {words}')


def play(env, steps, seed=1):
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        table = env.action_masks()
        for game in range(0, env.num_envs, 7):
            ids = env.ids[game, :env.counts[game]]
            assert list(np.flatnonzero(table[game])) == list(ids), (game, ids)
            assert all(mazo.action_name(int(i)) for i in ids), ids
        actions = env.sample(rng)
        assert env.legal(actions).all()
        observations, rewards, terminated, truncated, info = env.step(actions)
        assert observations is env.observations and info['ids'] is env.ids
        assert not (terminated & truncated).any()
        if env.rewards.ndim == 2:
            assert (rewards[terminated].sum(axis=1) < len(rewards[0])).all()
        seen.append((observations.copy(), rewards.copy(), terminated.copy()))
    return seen


def vector():
    for rules in mazo.SHEETS:
        play(mazo.VecEnv(16, rules, others=True, write=True), 100)
    one, two = (play(mazo.VecEnv(16, 'oficial', 4, seed=5), 600) for _ in range(2))
    for a, b in zip(one, two):
        assert all((x == y).all() for x, y in zip(a, b)), 'the same seed plays otherwise'
    assert sum(done.sum() for _, _, done in one) > 3
    env = mazo.VecEnv(8, 'duelo', limit=10)
    assert any(env.step(env.sample(np.random.default_rng(0)))[3].any() for _ in range(10))
    first = env.reset(seed=3)[0].copy()
    env.reset()
    assert (env.reset(seed=3)[0] == first).all()
    house = mazo.VecEnv(8, 'oficial', 4, house={'stacking': True, 'scoring': 'hands', 'jump_in': 1}, others=True)
    play(house, 100)


def opponents():
    for bots in 'easy', 'normal', 'hard', ['easy', None, 'rule-v1']:
        for rules in 'oficial', 'jackpot':
            env = mazo.VecEnv(4, rules, 4, bots, others=True)
            play(env, 30)
            assert set(env.seats) <= ({0} if isinstance(bots, str) else {0, 2}), env.seats
    env = mazo.VecEnv(64, 'duelo', opponents='easy')
    rewards = np.concatenate([r for _, r, _ in play(env, 300)])
    assert (rewards < 0).sum() > (rewards > 0).sum() > 0, 'random play beats easy'


def wrong():
    env = mazo.VecEnv(8)
    before = env.observations.copy()
    for actions in [215] * 8, [1] * 7, [[0] * 8], [-1] * 8, [300] * 8, [0.5] * 8, ['a'] * 8, None, object():
        refuses((ValueError, TypeError), env.step, actions)
    assert (env.observations == before).all()
    refuses(ValueError, mazo.VecEnv, 0)
    refuses(ValueError, mazo.VecEnv, -5)
    refuses(ValueError, mazo.VecEnv, 1 << 40)
    refuses(ValueError, mazo.VecEnv, 4, 'nothing')
    refuses(ValueError, mazo.VecEnv, 4, 'duelo', 11)
    refuses(ValueError, mazo.VecEnv, 4, 'duelo', -1)
    refuses(ValueError, mazo.VecEnv, 4, 'duelo', opponents='nobody')
    refuses(ValueError, mazo.VecEnv, 4, 'duelo', opponents=['easy', 'easy'])
    refuses(ValueError, mazo.VecEnv, 4, house={'nothing': 1})
    refuses(ValueError, mazo.VecEnv, 4, house={'hand_size': 10**6})
    refuses((OverflowError, ValueError, TypeError), mazo.VecEnv, 4, house={'hand_size': -1})
    refuses(ValueError, mazo.VecEnv, 4, house={'scoring': 'nothing'})
    refuses(TypeError, mazo.VecEnv, 4, house={1: 1})
    refuses(ValueError, mazo.VecEnv, 4, reward='gold')
    refuses(ValueError, mazo.VecEnv, 4, limit=1 << 40)
    refuses(TypeError, env.reset, seed='a')
    games = _mazo.Games('duelo', 2, 2)
    refuses(RuntimeError, games.step, None)
    good = [np.zeros(n, np.uint8) for n in (2 * games.observation_size, 64, 2 * _mazo.IDS, 2, 2, 16, 2)]
    for i in range(7):
        bad = list(good)
        bad[i] = np.zeros(good[i].size - 1, np.uint8)
        refuses(ValueError, games.bind, *bad)
        bad[i] = np.zeros(good[i].size * 2, np.uint8)[::2]
        refuses((BufferError, ValueError), games.bind, *bad)
        bad[i] = bytes(good[i].size)
        refuses(BufferError, games.bind, *bad)
        refuses(TypeError, games.bind, *bad[:i])
    games.bind(*good)
    refuses(ValueError, games.step, b'123')
    refuses(TypeError, games.step, 'ab')
    for method in games.legal, games.observe:
        refuses(IndexError, method, 2, 0)
        refuses(IndexError, method, -1, 0)
        refuses(ValueError, method, 0, 2)
        refuses(ValueError, method, 0, -1)
    refuses(IndexError, games.status, 7)
    refuses(IndexError, games.clone, 7)
    refuses(OverflowError, games.act, 0, 1 << 80)
    assert games.act(0, 1 << 20) is False and games.act(0, -1) is False
    refuses(TypeError, _mazo.Games)


def states():
    rng = np.random.default_rng(2)
    for number, rules in enumerate(mazo.SHEETS * 4):
        state = mazo.State(rules, 3 if rules != 'duelo' else 2, seed=number, others=number > 9, match=number % 2 == 0)
        for _ in range(400):
            if state.is_terminal():
                break
            player = state.current_player()
            legal = state.legal_actions()
            assert legal and sum(state.legal_actions_mask()) == len(legal)
            if state.phase() != 'round_over':
                other = state.resample_from_infostate(player, int(rng.integers(1 << 40)))
                assert other.observation_string(player) == state.observation_string(player)
                assert set(other.legal_actions(player)) - {214} == set(legal) - {214}, (other.legal_actions(player), legal)
            action = int(rng.choice(legal))
            twin, child = copy.deepcopy(state), state.child(action)
            state.apply_action(action)
            assert child == state and hash(child) == hash(state)
            assert twin.legal_actions() == legal and len(twin.history()) + 1 == len(state.history())
        if state.is_terminal():
            assert state.current_player() == -4 and state.legal_actions() == [] and max(state.returns()) == 1
            refuses(ValueError, state.apply_action, 0)
            refuses(ValueError, state.observation_tensor)
    state = mazo.Game('oficial', 4).new_initial_state()
    refuses(ValueError, state.apply_action, 215)
    refuses(ValueError, state.apply_action, 999)
    refuses(TypeError, state.apply_action, 'draw')
    refuses(ValueError, state.observation_tensor, 4)
    refuses(ValueError, state.resample_from_infostate, 9, 1)


def turns():
    rng = np.random.default_rng(3)
    for rules in mazo.SHEETS:
        env = mazo.AECEnv(rules, 2, others=True)
        refuses(ValueError, env.step, 0)
        env.reset(seed=4)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter(10000):
            observation, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            if terminated or truncated:
                env.step(None)
                continue
            refuses(ValueError, env.step, None)
            env.step(int(rng.choice(np.flatnonzero(observation['action_mask']))))
        assert not env.agents and sum(totals.values()) == 0, totals
        refuses(ValueError, env.observe, 'player_9')


def threads():
    """The lock is free during a step: two threads with games of their own go on, and games of another are refused."""
    envs = [mazo.VecEnv(256, seed=i) for i in range(2)]
    workers = [threading.Thread(target=play, args=(env, 20)) for env in envs]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    shared, faults = mazo.VecEnv(2048), []

    def hammer():
        for _ in range(50):
            try:
                shared._games.step(None)
                shared._games.reset(1)
            except RuntimeError as fault:
                faults.append(str(fault))
    workers = [threading.Thread(target=hammer) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert set(faults) <= {'another thread is using these games'}, faults


for part in vector, opponents, wrong, states, turns, threads:
    part()
print('all well')
