#!/usr/bin/env python3
"""Usage: bench/figures.py [--check]

Writes what was measured, bench/results/, as pages: docs/figures.md, and the table of strength in docs/bots.md.
With --check it writes nothing and says whether the pages are what it would write.
"""
import json
import math
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / 'bench' / 'results'
BEGIN, END = '<!-- from here on written by bench/figures.py -->\n', '<!-- until here -->\n'
HEAD = '''# Figures

What was measured, when, where and how to repeat it. `bench/figures.py` writes this page from `bench/results`; other pages link to it.
[bench/README.md](../bench/README.md) says what each program of `bench/` measures. A machine's neighbors change a figure by a third from minute to minute,
so compare two figures only when one run took both. How strong the bots are is in [bots.md](bots.md#how-strong).
'''


ELSEWHERE = '''
## Figures in other pages

What was measured and stands elsewhere, with the command or the test that makes it. `tests/setup/pages.py` compares this list with the pages, and plays again what
comes out the same everywhere.

'''


def table(columns, rows):
    lines = [columns, ['---'] * len(columns), *rows]
    return ''.join('| ' + ' | '.join(str(cell) for cell in line) + ' |\n' for line in lines)


def where(text, machines):
    """The text with the short names of machines written out."""
    return re.sub(r'\b(' + '|'.join(machines) + r')\b', lambda found: machines[found[0]], text)


def figure(of, machines):
    named = lambda text: where(text, machines)  # noqa: E731
    taken = [of['date'], named(of['machine']), f"recorded in {of['commit']}"]
    return (f"\n### {of['title']}\n\n{named(of['about'])}\n\n"
            + table(of['columns'], [[named(cell) for cell in row] for row in of['rows']])
            + f"\n{'; '.join(part for part in taken if part)}. Repeat it with\n\n    {of['command']}\n")


def elsewhere(of):
    path = of['page'].removeprefix('docs/') if of['page'].startswith('docs/') else f"../{of['page']}"
    return [f"[{of['page']}]({path})", of['figure'], of['made']]


def figures():
    kept = tomllib.loads((RESULTS / 'figures.toml').read_text(encoding='utf-8'))
    text = HEAD
    for section in kept['section']:
        text += f"\n## {section['title']}\n" + ''.join(figure(of, kept['machines']) for of in section['figure'])
    return text + ELSEWHERE + table(['page', 'figure', 'made by'], [elsewhere(of) for of in kept['elsewhere']])


def share(rate, half):
    return f'{100 * rate:.1f} % ± {100 * half:.1f}'


def of_deals(deals, seats):
    """What each expert wins of the matches, the interval over deals, and its milliseconds per move."""
    experts = seats // 2
    rates = [wins / seats / experts for wins, _, _ in deals]
    mean = sum(rates) / len(rates)
    spread = math.sqrt(sum((rate - mean) ** 2 for rate in rates) / (len(rates) - 1) / len(rates))
    half = 1.96 * spread or 1 - 0.025 ** (1 / len(rates))  # all deals alike: what did not come up may still be this likely
    return mean, half, sum(ms for _, _, ms in deals) / sum(moves for _, moves, _ in deals)


def strength_row(kept, one, other, seats, sheets):
    cells, times = [], []
    for sheet in sheets:
        name = f'{one} {other} {sheet} {seats}'
        if name in kept['quick']:
            rate, (low, high), ms = kept['quick'][name]
            half = (high - low) / 2
        else:
            rate, half, ms = of_deals(kept['deals'][name], seats)
        cells.append(share(rate, half))
        times.append(ms)
    mean = sum(times) / len(times)
    cost = f'{mean:.0f} ms' if mean >= 1 else f'{1000 * mean:.1f} µs' if mean >= 1e-3 else f'{1000 * mean:.2f} µs'
    return [f'`{one}` against `{other}`', seats, *cells, cost]


def strength():
    kept = json.loads((RESULTS / 'strength.json').read_text(encoding='utf-8'))
    sheets = list(dict.fromkeys(name.split()[2] for name in kept['quick']))
    pairs = [name.split()[:2] for name in (*kept['quick'], *kept['deals'])]
    pairs = list(dict.fromkeys(map(tuple, pairs)))
    rows = [strength_row(kept, *pair, seats, sheets) for pair in pairs for seats in (2, 4)]
    columns = ['share of matches won', 'seats', *(f'`{sheet}`' for sheet in sheets), 'per move']
    taken = f"\n{kept['version']}, {kept['date']}, {kept['machine']} that others were using too: 2400 matches in each cell of the first four rows.\n"
    if not kept['deals']:
        return table(columns, rows) + taken
    counts = {seats: sorted({len(deals) * seats for name, deals in kept['deals'].items() if name.endswith(str(seats))}) for seats in (2, 4)}
    said = {seats: ' to '.join(str(count) for count in dict.fromkeys((found[0], found[-1]))) for seats, found in counts.items()}
    return table(columns, rows) + f"{taken[:-2]}, {said[2]} with two seats and {said[4]} with four in those of `expert`.\n"


def pages():
    bots = ROOT / 'docs' / 'bots.md'
    text = bots.read_text(encoding='utf-8')
    head, rest = text.split(BEGIN)
    return {ROOT / 'docs' / 'figures.md': figures(), bots: head + BEGIN + strength() + END + rest.split(END)[1]}


def main():
    check = '--check' in sys.argv[1:]
    old = 0
    made = pages()
    if check:
        print(f'1..{len(made)}')
    for number, (path, text) in enumerate(made.items(), 1):
        if check:
            fresh = path.exists() and path.read_text(encoding='utf-8') == text
            print(f"{'ok' if fresh else 'not ok'} {number} - docs/{path.name} is what bench/figures.py writes")
            old += not fresh
        else:
            path.write_text(text, encoding='utf-8')
    return old > 0


if __name__ == '__main__':
    sys.exit(main())
