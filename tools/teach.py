#!/usr/bin/env python3
"""teach.py NAME ROWS... - fits a network of src/bot/net.h to rows of tools/try_choices and prints it as C.

Needs PyTorch (python3-torch) and a graphics card, or patience. What a choice is worth counts as its difference from the mean of its decision's
choices: chance that all of them share drops out. The weights are rounded while it learns, so the whole numbers are what was fitted.

  --begin FILE   what was written before, to go on from
  --net FILE     where to write it (standard output)
"""
import argparse
import re
import sys
import time

import numpy
import torch

ROW, SHOWN = 96, 88
FIRST, SECOND, ENDS = 64, 32, 4
USUAL = 54.0  # points: about as much as a round

parser = argparse.ArgumentParser()
parser.add_argument('name')
parser.add_argument('rows', nargs='+')
parser.add_argument('--facts', type=int, default=717, help='NET_FACTS of net.h')
parser.add_argument('--passes', type=float, default=3)
parser.add_argument('--batch', type=int, default=16384)
parser.add_argument('--rate', type=float, default=3e-3)
parser.add_argument('--begin')
parser.add_argument('--net')
parser.add_argument('--seed', type=int, default=1)
options = parser.parse_args()
device = 'cuda' if torch.cuda.is_available() else 'cpu'
torch.manual_seed(options.seed)
torch.backends.cuda.matmul.allow_tf32 = True
FACTS = options.facts


def told(*words):
    print(*words, file=sys.stderr, flush=True)


def load():
    parts = []
    for path in options.rows:
        part = numpy.fromfile(path, dtype=numpy.int16)
        part = part[:len(part) // ROW * ROW].reshape(-1, ROW)
        starts = numpy.flatnonzero(part[:, SHOWN] > 0)
        last = starts[-1]  # may have been cut off
        if last + part[last, SHOWN] > len(part):
            part = part[:last]
        parts.append(torch.from_numpy(part).to(device))
    return torch.cat(parts)


class Rounded(torch.autograd.Function):
    """Rounds to 64ths; the slope is that of no rounding."""

    @staticmethod
    def forward(context, x, most, down):
        x = x * 64
        x = torch.floor(x) if down else torch.round(x)
        return torch.clamp(x, -most, most) / 64

    @staticmethod
    def backward(context, slope):
        return slope, None, None


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        def start(rows, columns, spread):
            return torch.nn.Parameter(torch.randn(rows, columns) * spread)
        self.first = start(FACTS + 1, FIRST, 0.12)
        self.first_bias = torch.nn.Parameter(torch.full((FIRST,), 0.3))
        self.second = start(FIRST, SECOND, 0.15)
        self.second_bias = torch.nn.Parameter(torch.full((SECOND,), 0.3))
        self.third = start(SECOND, ENDS, 0.01)
        self.of_policy = torch.nn.Parameter(torch.tensor([1.0, 1.0, -0.5, -0.3]))

    def forward(self, facts, opinion, rounds):
        def whole(x, most, down=False):
            return Rounded.apply(x, most, down) if rounds else x
        x = torch.zeros(len(facts), FACTS + 1, device=facts.device)
        x.scatter_(1, facts, 1.0)
        x[:, FACTS] = 0
        x = torch.clamp(x @ whole(self.first, 127) + whole(self.first_bias, 32000), 0, 127 / 64)
        x = x @ whole(self.second, 127) + whole(self.second_bias, 32000)
        x = torch.clamp(whole(x, 1e9, True), 0, 127 / 64)
        return x @ self.third + opinion[:, None] * self.of_policy


rows = load()
starts = torch.nonzero(rows[:, SHOWN] > 0).flatten()
counts = rows[starts, SHOWN].long()
told(f'{len(rows)} rows, {len(starts)} decisions, {device}')
order = torch.randperm(len(starts), device=device)
test, learn = order[:len(order) // 40], order[len(order) // 40:]
SCALE = torch.tensor([1e-4, 0.1 / USUAL, 0.1 / USUAL, 0.1 / USUAL], device=device)
WEIGHT = torch.tensor([1.0, 0.4, 0.4, 0.4], device=device)


def batch_of(decisions):
    n = counts[decisions]
    group = torch.repeat_interleave(torch.arange(len(n), device=device), n)
    begin = torch.cumsum(n, 0) - n
    at = starts[decisions][group] + torch.arange(len(group), device=device) - begin[group]
    part = rows[at]
    facts = part[:, :SHOWN].long()
    facts[facts < 0] = FACTS
    opinion = part[:, SHOWN + 1].float() * 1e-4
    worth = part[:, SHOWN + 2:SHOWN + 2 + ENDS].float() * SCALE
    return facts, opinion, worth, group, n


def centered(x, group, n):
    mean = torch.zeros(len(n), x.shape[1], device=device).index_add_(0, group, x) / n[:, None]
    return x - mean[group]


def best_of(value, group, n):
    """The row of each decision that has the largest value."""
    most = torch.full((len(n),), -1e9, device=device)
    most = most.scatter_reduce(0, group, value, 'amax')
    hit = torch.nonzero(value == most[group]).flatten()
    best = torch.zeros(len(n), dtype=torch.long, device=device)
    best[group[hit.flip(0)]] = hit.flip(0)
    return best


def tell(net, rounds):
    """Of decisions it has not seen: what is left unexplained, and what the net's choice wins more than the policy's."""
    left, base, gain, points, differ, total = torch.zeros(ENDS, device=device), torch.zeros(ENDS, device=device), 0, 0, 0, 0
    squares = 0
    with torch.no_grad():
        for i in range(0, len(test), options.batch):
            facts, opinion, worth, group, n = batch_of(test[i:i + options.batch])
            guess = net(facts, opinion, rounds)
            true = centered(worth, group, n)
            left += ((centered(guess, group, n) - true) ** 2).sum(0)
            base += (true ** 2).sum(0)
            was = best_of(opinion, group, n)
            now = best_of(guess[:, 0], group, n)
            more = worth[now, 0] - worth[was, 0]
            gain += more.sum().item()
            squares += (more ** 2).sum().item()
            swing = guess[:, 1] - guess[:, 2]
            now = best_of(swing, group, n)
            points += ((worth[now, 1] - worth[now, 2]) - (worth[was, 1] - worth[was, 2])).sum().item() * USUAL
            differ += (now != was).sum().item()
            total += len(n)
    return (f'explained {[round(1 - x, 4) for x in (left / base).tolist()]}, a decision wins {100 * gain / total:.3f} +- '
            f'{196 * squares ** 0.5 / total:.3f} % more rounds, {points / total:.3f} points; other choice {differ / total:.3f}')


UNIT = torch.tensor([1e4, USUAL * 100, USUAL * 100, USUAL * 100], device=device)


def go_on_from(net, path):
    """What was written before."""
    with open(path) as file:
        text = file.read()
    for name, scale in ('first', 64), ('first_bias', 64), ('second', 64), ('second_bias', 64), ('third', 1), ('of_policy', 4096):
        to = getattr(net, name)
        block = re.search(r'\.%s = ([{}0-9,\s-]*)' % name, text).group(1)
        values = torch.tensor([float(x) for x in re.findall(r'-?\d+', block)], device=device) / scale
        if name == 'third':
            values = (values.reshape(ENDS, SECOND) / UNIT[:, None]).t()
        elif name == 'second':
            values = values.reshape(SECOND, FIRST).t()
        elif name == 'of_policy':
            values = values / UNIT * 1e4
        with torch.no_grad():
            (to[:FACTS] if name == 'first' else to).copy_(values.reshape(-1, FIRST) if name == 'first' else values)


net = Net().to(device)
if options.begin:
    go_on_from(net, options.begin)
    told('begins with', tell(net, True))
steps = int(options.passes * len(learn) / options.batch) + 1
adam = torch.optim.Adam(net.parameters(), lr=options.rate)
plan = torch.optim.lr_scheduler.OneCycleLR(adam, options.rate, total_steps=steps + 1, pct_start=0.1)
begun = time.time()
mixed = None
for step in range(steps):
    at = step * options.batch % len(learn)
    if mixed is None or at + options.batch > len(learn) or at < options.batch:
        mixed = learn[torch.randperm(len(learn), device=device)]
        at = min(at, max(0, len(learn) - options.batch))
    facts, opinion, worth, group, n = batch_of(mixed[at:at + options.batch])
    rounds = step > steps // 2
    error = centered(net(facts, opinion, rounds), group, n) - centered(worth, group, n)
    loss = ((error ** 2) * WEIGHT).mean()
    adam.zero_grad(set_to_none=True)
    loss.backward()
    adam.step()
    plan.step()
    with torch.no_grad():
        net.first.clamp_(-127 / 64, 127 / 64)
        net.second.clamp_(-127 / 64, 127 / 64)
    if step % max(1, steps // 6) == 0 or step == steps - 1:
        told(f'{step} of {steps}, {time.time() - begun:.0f} s: {tell(net, rounds)}')

with torch.no_grad():
    def whole(x, scale, most):
        return torch.clamp(torch.round(x * scale), -most, most).int().cpu().numpy()
    parts = {
        'first': whole(net.first[:FACTS], 64, 127),
        'first_bias': whole(net.first_bias, 64, 32000),
        'second': whole(net.second.t(), 64, 127),
        'second_bias': whole(net.second_bias, 64, 32000),
        'third': whole((net.third * UNIT).t(), 1, 32000),
        'of_policy': whole(net.of_policy * UNIT / 1e4, 4096, 32000),
    }


def block(values):
    if values.ndim == 1:
        lines, line = [], ''
        for value in values.tolist():
            if len(line) > 130:
                lines.append(line)
                line = ''
            line += f'{value},'
        return '{' + '\n'.join(lines + [line]) + '}'
    return '{' + ',\n'.join(block(row) for row in values) + '}'


lines = [f'/* Written by tools/teach.py {options.name}; do not edit. */', '/* clang-format off */',
         f'static const struct net {options.name} = {{']
lines += [f'.{name} = {block(values)},' for name, values in parts.items()] + ['};']
if options.net:
    with open(options.net, 'w') as out:
        print('\n'.join(lines), file=out)
else:
    print('\n'.join(lines), flush=True)
