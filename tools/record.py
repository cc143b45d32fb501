#!/usr/bin/env python3
"""Usage: tools/record.py MAZO FILE.svg [LANG]

Plays the beginning of a match in tmux, as a person would, and writes what the terminal showed as a moving
picture: an SVG of text, which a browser animates by itself. The same seed plays the same match.
"""
import html
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROWS, COLUMNS, SECONDS, PAUSE = 26, 90, 40, 0.25
WIDTH, HEIGHT = 8, 17
COLORS = ['#1d2021', '#e5484d', '#46a758', '#ffc53d', '#3e8bff', '#b07ae8', '#35b8b8', '#d8d8d2',
          '#8a8a84', '#ff6369', '#63c174', '#ffd60a', '#70b8ff', '#d19dff', '#4ccce6', '#ffffff']
PAPER, INK = '#1d2021', '#d8d8d2'


def tmux(*words):
    return subprocess.run(['tmux', '-L', f'mazo-record-{PAUSE}', *words], capture_output=True, text=True, check=True).stdout


def color(codes, at):
    """The color of 38;5;N or 38;2;R;G;B, and how many numbers it took."""
    if codes[at + 1] == 2:
        return '#%02x%02x%02x' % tuple(codes[at + 2:at + 5]), 5
    number = codes[at + 2]
    if number < 16:
        return COLORS[number], 3
    if number >= 232:
        return '#%02x%02x%02x' % ((8 + 10 * (number - 232),) * 3), 3
    number -= 16
    levels = [0, 95, 135, 175, 215, 255]
    return '#%02x%02x%02x' % (levels[number // 36], levels[number // 6 % 6], levels[number % 6]), 3


def apply(codes, style):
    at = 0
    while at < len(codes):
        code, used = codes[at], 1
        if code == 0:
            style.update(ink=INK, paper=None, bold=False, reverse=False, dim=False)
        elif code in (1, 22):
            style['bold'], style['dim'] = code == 1, False
        elif code == 2:
            style['dim'] = True
        elif code in (7, 27):
            style['reverse'] = code == 7
        elif code in (38, 48):
            style['ink' if code == 38 else 'paper'], used = color(codes, at)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style['ink'] = COLORS[code - (30 if code < 40 else 82)]
        elif 40 <= code <= 47:
            style['paper'] = COLORS[code - 40]
        elif code in (39, 49):
            style['ink' if code == 39 else 'paper'] = INK if code == 39 else None
        at += used


def line_to_svg(line):
    """A line of tmux with its escapes as pieces of SVG, without their place."""
    style, column, out = {}, 0, []
    apply([0], style)
    for piece in re.split(r'(\x1b\[[0-9;]*m|\x0e|\x0f)', line):
        if piece.startswith('\x1b'):
            apply([int(n or 0) for n in piece[2:-1].split(';')], style)
            continue
        if not piece or piece in '\x0e\x0f':
            continue
        ink, paper = (PAPER, style['ink']) if style['reverse'] else (style['ink'], style['paper'])
        if paper:
            out.append(f'<rect x="{column * WIDTH}" y="-13" width="{len(piece) * WIDTH}" height="{HEIGHT}" fill="{paper}"/>')
        if piece.strip():
            start = len(piece) - len(piece.lstrip())
            text = piece.strip()
            extra = ' font-weight="bold"' if style['bold'] else ''
            extra += ' opacity=".6"' if style['dim'] else ''
            out.append(f'<text x="{(column + start) * WIDTH}" fill="{ink}" textLength="{len(text) * WIDTH}"{extra}>{html.escape(text)}</text>')
        column += len(piece)
    return ''.join(out)


def keys_for(screen):
    """What a hasty player presses."""
    if 'U: say UNO' in screen or 'press U' in screen:
        return ['u', 'Enter']
    for words in ('Your turn', 'Which color', 'Choose', 'Enter'):
        if words in screen:
            return ['Enter']
    return []


def record(mazo, lang):
    """[seconds, lines] of every screen that differed from the one before."""
    frames, start, pressed = [], time.monotonic(), 0
    with tempfile.TemporaryDirectory() as home:
        tmux('new-session', '-d', '-x', str(COLUMNS), '-y', str(ROWS),
             f"env HOME={home} XDG_STATE_HOME={home} XDG_CONFIG_HOME={home} TERM=xterm-256color {mazo} play --new --rules oficial "
             f"--seats 3 --bots normal --seed 12 --name Eva --lang {lang}")
        try:
            while time.monotonic() - start < SECONDS:
                lines = tmux('capture-pane', '-e', '-p').split('\n')[:ROWS]
                now = time.monotonic() - start
                if any(lines) and (not frames or frames[-1][1] != lines):
                    frames.append([now, lines])
                screen = tmux('capture-pane', '-p')
                if frames and now - max(frames[-1][0], pressed) > 1.1 and keys_for(screen):
                    tmux('send-keys', *keys_for(screen))
                    pressed = now
                time.sleep(PAUSE / 3)
        finally:
            tmux('kill-server')
    return frames


def write(frames, path):
    """Every line is there once for each time that it is shown."""
    first, total = frames[0][0], frames[-1][0] + 2.5 - frames[0][0]
    shown = []  # row, svg, from, until
    for row in range(ROWS):
        before = None
        for at, (when, lines) in enumerate(frames):
            svg = line_to_svg(lines[row]) if row < len(lines) else ''
            if svg != before:
                shown.append([row, svg, when - first, total])
                if before is not None:
                    shown[-2][3] = when - first
            before = svg
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDTH + 20} {ROWS * HEIGHT + 20}" '
           f'font-family="ui-monospace,DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="13.3">',
           f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/><style>g{{visibility:hidden;animation:{total:.2f}s step-end infinite}}']
    names = {}
    for _, svg, start, end in shown:
        if svg and (start, end) not in names:
            names[start, end] = f'k{len(names)}'
            begin = '' if start == 0 else '0%{visibility:hidden}'
            out.append(f'@keyframes {names[start, end]}{{{begin}{100 * start / total:.2f}%{{visibility:visible}}'
                       + (f'{100 * end / total:.2f}%{{visibility:hidden}}' if end < total else '') + '}')
            out.append(f'.{names[start, end]}{{animation-name:{names[start, end]}}}')
    out.append('</style>')
    for row, svg, start, end in shown:
        if svg:
            out.append(f'<g class="{names[start, end]}" transform="translate(10 {row * HEIGHT + 23})">{svg}</g>')
    out.append('</svg>')
    pathlib.Path(path).write_text('\n'.join(out) + '\n', encoding='utf-8')


def main():
    frames = record(sys.argv[1], sys.argv[3] if len(sys.argv) > 3 else 'en')
    write(frames, sys.argv[2])
    print(f'{len(frames)} screens, {pathlib.Path(sys.argv[2]).stat().st_size} bytes')


if __name__ == '__main__':
    main()
