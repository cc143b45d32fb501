#!/usr/bin/env python3
"""learn.py [SECONDS]: a small learner against `easy`, for a minute on one core, with NumPy alone.

An actor and a critic, both linear in what the seat sees: after each step the value of what came is compared with
what was expected, and the actions that did better than expected become more likely. Then it plays without learning, and so
does a player that takes any legal action.
"""
import sys
import time

import numpy as np

import mazo

GAMES, RATE_ACTOR, RATE_CRITIC, DISCOUNT = 256, 0.1, 0.02, 0.995
KINDS = [kind for kind in range(64) if kind & 15 < 14 or kind in (14, 15, 30)]


def features(seen):
    """Small numbers of what the bytes say: the hand, the color, the top card, the phase, how many cards each holds."""
    hand = seen[:, KINDS] * np.float32(0.5)
    color = np.eye(5, dtype=np.float32)[np.minimum(seen[:, 134], 4)]
    phase = np.eye(11, dtype=np.float32)[seen[:, 130]]
    mine, other = seen[:, 160], seen[:, 184]
    few = np.stack([mine <= 1, mine == 2, mine == 3, other <= 1, other == 2, other == 3], axis=1).astype(np.float32)
    sizes = np.stack([mine, other], axis=1).astype(np.float32) / 10
    return np.concatenate([hand, color, phase, few, sizes, np.ones((len(seen), 1), np.float32)], axis=1)


def chances(x, weights, masks):
    """How likely each action is: nothing but the legal ones."""
    scores = np.where(masks, x @ weights, -1e9)
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    return scores / scores.sum(axis=1, keepdims=True)


def choose(likely, rng):
    """An action for each game, by these chances."""
    sums = likely.cumsum(axis=1)
    at = (sums < rng.random((len(sums), 1), dtype=np.float32) * sums[:, -1:]).sum(axis=1)
    return np.minimum(at, 255).astype(np.uint8)


def learn(seconds, rng):
    env = mazo.VecEnv(GAMES, 'duelo', opponents='easy')
    x = features(env.observations)
    actor = np.zeros((x.shape[1], 256), np.float32)
    critic = np.zeros(x.shape[1], np.float32)
    rows, steps, end = np.arange(GAMES), 0, time.process_time() + seconds
    while time.process_time() < end:
        likely = chances(x, actor, env.action_masks())
        actions = choose(likely, rng)
        seen, rewards, over, _, _ = env.step(np.where(env.legal(actions), actions, env.ids[:, 0]))
        after = features(seen)
        surprise = rewards + DISCOUNT * np.where(over, 0, after @ critic) - x @ critic
        step = -likely * surprise[:, None]
        step[rows, actions] += surprise
        actor += RATE_ACTOR / GAMES * (x.T @ step) * 10
        critic += RATE_CRITIC / GAMES * (surprise @ x)
        x = after
        steps += GAMES
    return actor, steps


def win_rate(actor, rounds, rng):
    """The share of rounds that it wins against `easy`."""
    env = mazo.VecEnv(GAMES, 'duelo', opponents='easy', seed=10**6)
    won = played = 0
    while played < rounds:
        if actor is None:
            actions = env.sample(rng)
        else:
            actions = chances(features(env.observations), actor, env.action_masks()).argmax(axis=1).astype(np.uint8)
        _, rewards, _, _, _ = env.step(actions)
        won += int((rewards > 0).sum())
        played += int((rewards != 0).sum())
    return won / played


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    rng = np.random.default_rng(1)
    print(f'any legal action: {win_rate(None, 4000, rng):.1%} of rounds against easy')
    actor, steps = learn(seconds, rng)
    print(f'after {seconds:.0f} s and {steps} decisions: {win_rate(actor, 4000, rng):.1%}')


if __name__ == '__main__':
    main()
