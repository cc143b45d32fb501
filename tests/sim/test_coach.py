#!/usr/bin/env python3
"""`mazo replay --coach`: bad choices are found, good ones cost nothing, luck adds up. Prints TAP."""
import json
import os
import pathlib
import pty
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
from tap import SHEETS, case, has, same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
SOCIAL = ('accuse', 'admit', 'vote', 'tally')
FOLDER = tempfile.TemporaryDirectory()
COMMANDS = 30 if tap.sanitized(MAZO) else 90

# Enough cards to draw that the round can go on.
STOCK = ['B1', 'G2', 'Y3', 'B4', 'G6', 'Y7', 'B8', 'G9', 'Y0', 'B2', 'G3', 'Y4', 'B6', 'G7', 'Y8', 'B9'] * 3


def mazo(*args, code=0, text=''):
    done = subprocess.run([MAZO, *args], input=text.encode(), capture_output=True,
                          env=dict(os.environ, LC_ALL='C'), timeout=250, check=False)
    assert done.returncode == code, f'exit {done.returncode}, not {code}: {done.stderr.decode()}'
    return done.stdout.decode(), done.stderr.decode()


def near(found, wanted, most=2e-5):
    assert abs(found - wanted) <= most, f'{found} is not within {most} of {wanted}'


def keep(*lines):
    """A match file of these lines; all must be accepted."""
    path = os.path.join(FOLDER.name, f'{len(os.listdir(FOLDER.name))}.mazo')
    text = ''.join(line if isinstance(line, str) else json.dumps(line) + '\n' for line in lines)
    for answer in mazo('referee', '--log', path, text=text)[0].splitlines():
        assert json.loads(answer)['ok'], answer
    return path


def position(hands, top, rules='duelo', **more):
    return {'do': 'position', 'rules': rules, 'hands': hands, 'discard': [top], 'draw': STOCK,
            'turn': 0, 'options': {'scoring': 'quick'}, 'seed': 1, **more}


def play(opening, seed, commands, choose=None):
    """A match kept as it is played, by the one that `choose` names, else by chance."""
    path = os.path.join(FOLDER.name, f'{len(os.listdir(FOLDER.name))}.mazo')
    dice = random.Random(seed)
    with subprocess.Popen([MAZO, 'referee', '--log', path], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as referee:
        def ask(line):
            referee.stdin.write(json.dumps(line) + '\n')
            referee.stdin.flush()
            return json.loads(referee.stdout.readline())
        state = ask(opening)['state']
        for _ in range(commands):
            if state['phase'] == 'match_over':
                break
            legal = [c for c in state['legal'] if c['do'] not in SOCIAL]
            state = ask((choose or dice.choice)(legal))['state']
        referee.stdin.close()
        referee.wait()
    return path


def coach(path, *args, playouts=600, code=0):
    return json.loads(mazo('replay', '--coach', '--json', '--playouts', str(playouts), path, *args,
                           code=code)[0])


@case
def anyone_who_draws_instead_of_winning_is_told():
    path = keep(position([['R5'], ['G1', 'G2']], 'R7', uno=[True, False]), {'do': 'draw', 'seat': 0})
    found, = coach(path)['decisions']
    same((found['round'], found['command'], found['seat'], found['agree']), (1, 1, 0, False))
    same((found['done']['do'], found['best']['card']), ('draw', 'R5'))
    assert found['cost'] > 0.1 and found['cost'] > 2 * found['se'] > 0, found
    near(found['cost'], found['difference'])
    text = mazo('replay', '--coach', '--playouts', '600', path)[0]
    has(text, 'The costliest decisions, in chances to win the match\n', 'Round 1\n', ' % ± ')
    has(' '.join(text.split()), 'Round 1, step 1: Seat 0 drew a card; the expert would have played a red 5.',
        'Step 1: Seat 0 drew a card; the expert would have played a red 5.')
    assert text.index('costliest') < text.index('as expert mistakes') < text.index('Round 1\n'), text


@case
def anyone_who_wins_at_once_has_done_well():
    path = keep(position([['R5'], ['G1', 'G2']], 'R7', uno=[True, False]),
                {'do': 'play', 'seat': 0, 'card': 'R5'})
    found = coach(path)
    same([(d['agree'], d['cost'], d['se']) for d in found['decisions']], [(True, 0, 0)])
    zero, one = found['players']
    same((zero['decisions'], zero['agreed'], zero['mistakes'], zero['cost']), (1, 1, 0, 0))
    same((zero['start'], zero['result'], zero['skill'], zero['luck']), (0.5, 1, 0, 0.5))
    same((one['decisions'], one['result'], one['luck']), (0, 0, -0.5))
    has(mazo('replay', '--coach', path)[0], 'No decision cost anything.')


@case
def a_seat_without_a_choice_is_not_judged():
    path = keep(position([['R5', 'R6'], ['G1', 'G2']], 'B7'), {'do': 'draw', 'seat': 0})
    same(coach(path)['decisions'], [])


@case
def forgotten_uno_is_named_and_costs():
    start = position([['R5', 'B6'], ['G1', 'G2', 'Y5', 'Y6']], 'R7')
    move = {'do': 'play', 'seat': 0, 'card': 'R5'}
    caught = coach(keep(start, move, {'do': 'catch', 'seat': 1, 'who': 0}), playouts=6000)['decisions'][0]
    same((caught['notes'], caught['agree']), (['uno_forgotten', 'caught'], False))
    assert caught['cost'] > 0.05, caught
    missed = coach(keep(start, move), playouts=6000)['decisions'][0]
    same((missed['notes'], missed['cost']), (['uno_forgotten'], caught['cost']))
    for lines in ([dict(move, uno=True)], [move, {'do': 'uno', 'seat': 0}]):
        found = coach(keep(start, *lines))['decisions'][0]
        same((found['notes'], found['cost']), ([], 0))
    path = keep(start, move, {'do': 'catch', 'seat': 1, 'who': 0})
    has(' '.join(mazo('replay', '--coach', path, '--playouts', '300')[0].split()),
        'played a red 5 (UNO not said, and caught); the expert would have said UNO.')
    has(mazo('replay', '--coach', path, '--playouts', '300', '--lang', 'es')[0], 'sin decir UNO')


@case
def bluffs_and_lost_challenges_are_named():
    hands = [['R5', 'R6', 'R8', 'W+4', 'Y2', 'Y3', 'Y5'], ['G1', 'G2', 'Y5', 'B3']]
    start = position(hands, 'R7', rules='oficial')
    move = {'do': 'play', 'seat': 0, 'card': 'W+4', 'color': 'B'}
    first = coach(keep(start, move))['decisions'][0]
    same((first['notes'], first['agree']), (['bluff'], False))
    has(' '.join(mazo('replay', '--coach', '--playouts', '200', keep(start, move))[0].split()),
        'played a Wild Draw Four (blue) (a bluff)')
    clean = position([['W+4', 'Y2', 'Y3'], ['G1', 'G2', 'Y5', 'B3']], 'R7', rules='oficial')
    path = keep(clean, move, {'do': 'challenge', 'seat': 1})
    found = coach(path)['decisions']
    same([d['notes'] for d in found], [[], ['challenge_lost']])
    has(mazo('replay', '--coach', '--playouts', '200', path)[0], 'challenged (the challenge failed)')


@case
def a_wrong_card_is_named_and_costs():
    path = keep(position([['R5', 'B6', 'B9'], ['G1', 'G2', 'Y5']], 'R7', rules='penas'),
                {'do': 'play', 'seat': 0, 'card': 'B6'})
    found, = coach(path, playouts=4000)['decisions']
    same(found['notes'], ['misplay'])
    assert found['cost'] > 0, found


@case
def every_sheet_and_luck_adds_up():
    for number, sheet in enumerate(SHEETS):
        for players, teams in ((2, False), (3, False), (4, True)):
            path = play({'do': 'new', 'rules': sheet, 'players': players, 'seed': 5 + number,
                         'options': {'teams': teams, 'hand_size': 4}}, number, COMMANDS)
            found = coach(path, playouts=15)
            assert found['decisions'], sheet
            for p in found['players']:
                near(p['start'], 0.5 if teams else 1 / players)
                near(p['change'], p['skill'] + p['luck'])
                near(p['result'] - p['start'], p['change'])
                near(p['change'], sum(r['players'][p['seat']]['change'] for r in found['rounds']))
                near(p['cost'], sum(d['cost'] for d in found['decisions'] if d['seat'] == p['seat']), 1e-4)
                same(p['agreed'], sum(d['agree'] for d in found['decisions'] if d['seat'] == p['seat']))
            near(sum(p['skill'] for p in found['players']), 0, 1e-4)
            near(sum(p['luck'] for p in found['players']), 0, 1e-4)
            mazo('replay', '--coach', '--playouts', '5', path)


@case
def one_seat_is_judged_as_among_all():
    path = play({'do': 'new', 'rules': 'oficial', 'players': 3, 'seed': 4}, 1, 60)
    everybody, one = coach(path, playouts=100), coach(path, '--seat', '1', playouts=100)
    same(one['decisions'], [d for d in everybody['decisions'] if d['seat'] == 1])
    same([p['seat'] for p in one['players']], [1])
    assert 'luck' not in one['players'][0] and 'luck' in everybody['players'][1]
    assert 'luck' not in mazo('replay', '--coach', '--seat', '1', '--playouts', '5', path)[0]
    has(mazo('replay', '--coach', '--seat', '3', path, code=2)[1], 'no seat 3')


@case
def the_same_file_gives_the_same_answers():
    path = play({'do': 'new', 'rules': 'duelo', 'players': 2, 'seed': 9}, 2, 60)
    for args in (['--json'], ['--lang', 'en'], ['--lang', 'es']):
        args = ['replay', '--coach', '--playouts', '150', *args, path]
        same(mazo(*args)[0], mazo(*args)[0])  # how far it is, said on a slow machine, goes to stderr


@case
def following_the_expert_costs_nothing():
    lines = [{'do': 'new', 'rules': 'duelo', 'players': 2, 'seed': 3, 'options': {'scoring': 'quick'}}]
    for _ in range(14):
        answer = mazo('referee', text=''.join(json.dumps(line) + '\n' for line in lines))[0].splitlines()[-1]
        legal = [c for c in json.loads(answer)['state']['legal'] if c['do'] not in SOCIAL]
        if not legal:
            break
        lines.append(legal[-1])
        last = coach(keep(*lines), playouts=100)['decisions'][-1:]
        if last and last[0]['command'] == len(lines) - 1:
            lines[-1] = last[0]['best']
    found = coach(keep(*lines), playouts=100)
    assert len(found['decisions']) > 3
    same([(p['agreed'] - p['decisions'], p['cost']) for p in found['players']], [(0, 0), (0, 0)])


@case
def random_play_costs():
    path = play({'do': 'new', 'rules': 'duelo', 'players': 2, 'seed': 3}, 7, 80)
    assert sum(p['cost'] for p in coach(path, playouts=200)['players']) > 0.1


# One round of random, normal, hard and expert: bench/coach.c, the 54th match. Seat 2 plays by chance.
RANDOM = pathlib.Path(__file__).resolve().parent / 'matches' / 'random.mazo'


@case
def skill_is_the_sum_of_all_differences():
    """Not of those above their noise: that praised who made many mistakes too small to see."""
    found = coach(RANDOM, playouts=1500)
    sums = [[d['difference'] for d in found['decisions'] if d['seat'] == seat] for seat in range(4)]
    noise = [sum(d['se'] ** 2 for d in found['decisions'] if d['seat'] == seat) for seat in range(4)]
    for seat, p in enumerate(found['players']):
        others = [s for s in range(4) if s != seat]
        near(p['skill'], -sum(sums[seat]) + sum(sum(sums[s]) for s in others) / 3, 1e-4)
        near(p['skill_error'], 2.5 * (noise[seat] + sum(noise[s] for s in others) / 9) ** 0.5, 1e-4)
    random_player = found['players'][2]
    assert random_player['cost'] == 0 and random_player['skill'] < 0, random_player


def skill_at(row):
    """Behind the cost."""
    return row.index('%') + 1


@case
def a_figure_within_its_noise_is_not_shown():
    found = coach(RANDOM, playouts=400)['players']
    for lang in ('en', 'es'):
        text = mazo('replay', '--coach', '--playouts', '400', '--lang', lang, RANDOM)[0]
        rows = [line.split() for line in text.splitlines() if re.match(r'Bot \d +\d', line)]
        same(len(rows), 4, text)
        for p, row in zip(found, rows):
            clear = abs(p['skill']) > p['skill_error']
            shown = row[skill_at(row)]
            same(shown, f'{100 * p["skill"]:+.1f}'.replace('.', ',' if lang == 'es' else '.') if clear else '–', text)
        assert rows[2][skill_at(rows[2])] == '–', rows[2]  # by chance, and it was the best of the four
        has(text, '\n–: ')


@case
def progress_is_told_in_words():
    master, slave = pty.openpty()
    with subprocess.Popen([MAZO, 'replay', '--coach', '--playouts', '20000', RANDOM], stdout=subprocess.DEVNULL,
                          stderr=slave, env=dict(os.environ, LC_ALL='C')) as slow:
        os.close(slave)  # so that reading fails, and does not wait, when the program has ended
        shown = ''
        while not re.search(r'looking at move \d+ of 55, (\d+:\d\d|\?) left', shown):
            shown += os.read(master, 4096).decode()
        slow.terminate()
    os.close(master)


@case
def both_languages():
    path = keep(position([['R5'], ['G1', 'G2']], 'R7', uno=[True, False]), {'do': 'draw', 'seat': 0})
    has(mazo('replay', '--coach', '--lang', 'es', path)[0], 'Ronda 1\n',
        'Paso 1: Asiento 0 robó; el experto habría jugado un 5 rojo.', 'Los errores más caros', 'suerte', ',0 %')


@case
def people_come_first_and_have_names():
    path = keep(position([['R5'], ['R6']], 'R7', uno=[True, True]), {'do': 'draw', 'seat': 0},
                {'do': 'draw', 'seat': 1})
    lines = pathlib.Path(path).read_text(encoding='utf-8').splitlines()
    opening = json.loads(lines[0])
    opening['table'] = {'seats': [{'name': 'Ramón', 'sits': 'bot', 'bot': 'easy'},
                                  {'name': 'Ana Karenina de los Ríos', 'sits': 'person', 'bot': 'easy'}]}
    lines[0] = json.dumps(opening, ensure_ascii=False)
    for lang in ('en', 'es'):
        text = mazo('replay', '--coach', '--playouts', '600', '--lang', lang, '-', text='\n'.join(lines) + '\n')[0]
        worst = text.split('\n\n')[1]
        has(worst, 'Ana Karenina', 'Ramón')
        assert worst.index('Ana') < worst.index('Ramón'), worst
        assert all(len(line) <= 80 for line in text.splitlines()), text
    has(mazo('replay', '-', text='\n'.join(lines) + '\n')[0], 'Ramón: 0 points\n')


@case
def damaged_files_and_bad_options():
    path = play({'do': 'new', 'rules': 'duelo', 'players': 2, 'seed': 9}, 2, 12)
    lines = pathlib.Path(path).read_text(encoding='utf-8').splitlines(keepends=True)
    out, err = mazo('replay', '--coach', '-', text=''.join(lines[:3] + lines[4:]), code=1)
    same(out, '')
    has(err, 'line ')
    out = mazo('replay', '--coach', '--json', '-', text=''.join(lines[:3] + lines[4:]), code=1)[0]
    same(json.loads(out)['ok'], False)
    has(mazo('replay', '--coach', '-', text='', code=1)[1], 'no match')
    for args in (['--coach', '--states'], ['--seat', '0'], ['--playouts', '5'], ['--coach', '--playouts', '0'],
                 ['--coach', '--seat', 'x']):
        mazo('replay', *args, path, code=2)
    has(mazo('replay', '--coach', '--playouts', '5', '-', text=''.join(lines) + '{"do":"dr')[1], 'cut off')


@case
def an_interrupt_prints_what_there_is():
    path = play({'do': 'new', 'rules': 'oficial', 'players': 4, 'seed': 2}, 3, 400)
    with subprocess.Popen([MAZO, 'replay', '--coach', '--json', '--playouts', '2000', path],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        tap.interrupt(program)
        out = program.communicate(timeout=tap.PATIENCE)[0]
    same(program.returncode, 130)
    found = json.loads(out)
    assert found['stopped'] and found['judged'] < found['commands'], found


if __name__ == '__main__':
    sys.exit(tap.run())
