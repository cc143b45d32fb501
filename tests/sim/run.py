#!/usr/bin/env python3
"""`mazo sim` and `mazo arena`: figures, repeatability, programs that misbehave. Prints TAP."""
import csv
import io
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
from tap import SHEETS, case, has, same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# Programs that play, and that do not. MARK stands in each command line: none may be left.
MARK = f'mazo-test-{os.getpid()}'
PROGRAMS = {
    'dies': 'sys.stdin.readline(); sys.exit(3)',
    'tires': "[print(json.dumps(json.loads(line)['legal'][0]), flush=True)"
             " for line, _ in zip(sys.stdin, range(25))]",
    'stalls': 'time.sleep(1000)',
    'nonsense': "[print('{\"do\":\"dance\",\"seat\":0}', flush=True) for line in sys.stdin]",
    'cheats': "[print(json.dumps(dict(json.loads(line)['legal'][0], seat=9)), flush=True)"
              " for line in sys.stdin]",
    'endless': "\nwhile True: print('y' * 100)",
    'lineless': "\nwhile True: sys.stdout.write('y' * 100)",
    'empty': '\nwhile True: print()',
    'counts': "open(sys.argv[0] + '.starts', 'a').write('x')\n"
              "[print(json.dumps(json.loads(line)['legal'][0]), flush=True) for line in sys.stdin]",
    'places': "[print(n % len(json.loads(line)['legal']), flush=True) for n, line in enumerate(sys.stdin)]",
    'seatless': "\nfor line in sys.stdin:\n    c = json.loads(line)['legal'][0]\n    del c['seat']\n    print(json.dumps(c), flush=True)",
    'first': "[print(json.dumps(json.loads(line)['legal'][0]), flush=True) for line in sys.stdin]",
}
FOLDER = tempfile.TemporaryDirectory()


def program(name):
    path = pathlib.Path(FOLDER.name) / f'{MARK}-{name}.py'
    modules = [module for module in ('json', 'sys', 'time') if module in PROGRAMS[name]]
    path.write_text(f'import {", ".join(modules or ["sys"])}\n{PROGRAMS[name]}\n', encoding='utf-8')
    return f'cmd:{sys.executable} -IS {path}'  # they are started by the hundred, and so in half the time


def release_case(function):
    """Who wins, and how often: sanitizers would tell nothing new."""
    return function if tap.sanitized(MAZO) else case(function)


def run(*args, code=0, text='', env=None):
    env = dict(env or os.environ, LC_ALL='C')
    done = subprocess.run([MAZO, *args], input=text.encode(), capture_output=True, env=env,
                          timeout=2 * tap.PATIENCE, check=False)
    assert done.returncode == code, f'exit {done.returncode}, not {code}: {done.stderr.decode()}'
    return done.stdout.decode(), done.stderr.decode()


def figures(*args, code=0, env=None):
    return json.loads(run(*args, '--json', code=code, env=env)[0])


def timeless(found):
    """The figures without what depends on the machine."""
    if isinstance(found, dict):
        return {key: timeless(value) for key, value in found.items()
                if key not in ('ms_per_move', 'seconds', 'cpu_seconds')}
    return [timeless(value) for value in found] if isinstance(found, list) else found


def left_over():
    """Programs of this test that still run."""
    found = []
    for path in pathlib.Path('/proc').glob('[0-9]*/cmdline'):
        try:
            if MARK.encode() in path.read_bytes():
                found.append(path)
        except OSError:
            pass
    return found


@case
def an_interval_holds_its_estimate():
    """Also where a program always fails and many rounds end without a winner."""
    scarce = 'numbers=1111111111,wild_fours=0,wilds=0,reverses=0,skips=0,draw_twos=0,hand_size=15'
    said = figures('sim', '--bots', f'{program("dies")},normal', '--options', scarce, '--rounds', '20')
    assert said['blocked'] > 0
    for bot in said['bots']:
        low, high = bot['ci95']
        assert low <= bot['win_rate'] <= high, bot
        same(bot['win_rate'], bot['wins'] / said['rounds'])


@case
def few_deals_are_not_certain():
    """Nor are deals that all gave the same, whatever they gave."""
    for args in (['easy,random', '--rounds', '4', '--seed', '3'], ['easy,random', '--rounds', '2'],
                 ['easy,easy', '--rounds', '40'], ['hard,random', '--rounds', '6', '--set', 'scoring=quick']):
        said = figures('sim', '--bots', *args)
        for bot in said['bots'] + said['groups']:
            low, high = bot['ci95']
            assert low <= bot['win_rate'] <= high and high - low > 0.1, (args, bot)
            sure = bot['points_ci95']
            assert sure is None if said['deals'] == 1 or 'scoring=quick' in args else sure[0] < sure[1], (args, bot)
    assert not re.search(r'(\d+\.\d\d) - \1\s', run('sim', '--bots', 'easy,random', '--rounds', '4', '--seed', '3')[0])
    row = next(csv.DictReader(io.StringIO(run('sim', '--bots', 'easy,random', '--rounds', '2', '--csv')[0])))
    same((row['points_low'], row['points_high']), ('', ''))
    assert row['ci95_low'] < row['ci95_high'] and float(row['ms_per_move']) >= 0 and row['lied'] == '0', row
    for bot in figures('arena', 'easy', 'normal', '--rounds', '4')['bots']:
        assert bot['ci95'][1] - bot['ci95'][0] > 200, bot


def wrapped(name, script):
    """A program that is a shell script; COMMAND there is that of the program `name`."""
    path = pathlib.Path(FOLDER.name) / f'{MARK}-{name}.sh'
    path.write_text(script.replace('COMMAND', program(name).removeprefix('cmd:')), encoding='utf-8')
    return f'cmd:sh {path}'


@case
def the_time_of_programs_counts():
    """Also that of what they start themselves, which is ended with them."""
    PROGRAMS['busy'] = """
import time
for line in sys.stdin:
    end = time.process_time() + 0.02
    while time.process_time() < end:
        pass
    print(json.dumps(json.loads(line)['legal'][0]), flush=True)
"""
    for bot in (program('busy'), wrapped('busy', 'COMMAND\ntrue\n'), wrapped('busy', '(COMMAND; true)\ntrue\n')):
        said = figures('sim', '--bots', f'{bot},normal', '--rounds', '2', '--time-limit', '20000')
        same(said['bots'][0]['lost'], 0)
        assert said['cpu_seconds'] >= 0.02 * said['bots'][0]['moves'] > 0, (bot, said)
    same(left_over(), [])


def is_gone(pid):
    try:
        return pathlib.Path(f'/proc/{pid}/stat').read_text(encoding='utf-8').rsplit(')', 1)[1].split()[0] == 'Z'
    except OSError:
        return True


@case
def processes_of_a_program_end_with_it():
    """Also if it calls setsid, and if its parent has ended before; and nobody else does."""
    left = pathlib.Path(FOLDER.name) / 'left'
    sleeper = f'setsid sh -c "echo \\$\\$ >>{left}; exec sleep 1000" </dev/null >/dev/null 2>&1'
    play = f'while ! [ -s {left} ]; do sleep 0.01; done\nCOMMAND\ntrue\n'
    for script in (f'{sleeper} &\n{play}', f'({sleeper} &)\n{play}'):
        left.write_text('')
        # A shell that becomes mazo: this child is mazo's, but no program's.
        done = subprocess.run(['sh', '-c', 'sleep 1000 >/dev/null 2>&1 & echo $! >"$0"; exec "$@"', f'{left}.own',
                               MAZO, 'sim', '--json', '--bots', f'{wrapped("first", script)},normal', '--rounds', '2',
                               '--threads', '2', '--time-limit', '20000'], stdout=subprocess.PIPE, check=True, timeout=300)
        own = int(pathlib.Path(f'{left}.own').read_text())
        pids = [int(pid) for pid in left.read_text().split()]
        try:
            same(json.loads(done.stdout)['bots'][0]['lost'], 0)
            assert pids, 'no program has started a sleeper'
            same([pid for pid in pids if not is_gone(pid)], [])
            assert not is_gone(own), 'a process that no program had started was killed'
        finally:
            for pid in [*pids, own]:
                if not is_gone(pid):
                    os.kill(pid, signal.SIGKILL)
    same(left_over(), [])


@case
def a_program_ends_with_a_mazo_that_is_killed():
    left = pathlib.Path(FOLDER.name) / 'deaf'
    PROGRAMS['deaf'] = f"""
import os, time
open({str(left)!r}, 'w').write(str(os.getpid()))
time.sleep(1000)
"""
    with subprocess.Popen([MAZO, 'sim', '--bots', f'{program("deaf")},normal', '--rounds', '2', '--time-limit', '500000'],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as mazo:
        tap.until(lambda: left.exists() and left.read_text())
        mazo.kill()
    pid = int(left.read_text())
    try:
        tap.until(lambda: is_gone(pid))
    finally:
        if not is_gone(pid):
            os.kill(pid, signal.SIGKILL)


@case
def the_figures_have_their_shape():
    found = figures('sim', '--rules', 'duelo', '--bots', 'normal,easy', '--rounds', '301',
                    '--seed', '5', env=tap.looking_for_leaks())
    same((found['rules'], found['rounds'], found['seed'], found['seats']), ('duelo', 302, 5, 2))
    same([bot['name'] for bot in found['bots']], ['normal', 'easy'])
    for bot in found['bots']:
        assert {'wins', 'win_rate', 'ci95', 'ms_per_move', 'points'} <= bot.keys()
        assert bot['ci95'][0] <= bot['win_rate'] <= bot['ci95'][1]
        same(round(bot['wins'] / found['rounds'], 6), bot['win_rate'])
    same(sum(bot['wins'] for bot in found['bots']) + found['blocked'], found['rounds'])
    same(sum(found['lengths']), found['rounds'])


@release_case
def the_same_seed_gives_the_same_result():
    for sheet in SHEETS:
        args = ['sim', '--rules', sheet, '--bots', 'normal,easy,rule-v1', '--rounds', '600']
        first = timeless(figures(*args, '--threads', '1'))
        for threads in ('1', '2', '3'):
            same(timeless(figures(*args, '--threads', threads)), first)
        assert timeless(figures(*args, '--seed', '2')) != first


def parts_of(count, *args):
    return ''.join(run('sim', *args, '--quiet', '--part', f'{part}/{count}')[0] for part in range(count, 0, -1))


@release_case
def parts_are_exactly_the_whole():
    for args in (['--bots', 'hard,easy', '--rounds', '4001', '--rules', 'duelo'],
                 ['--bots', 'normal,easy,random', '--rounds', '300', '--rules', 'jackpot', '--seed', '7'],
                 ['--bots', 'easy', '--seats', '4', '--matches', '--rounds', '60', '--set', 'teams=yes'],
                 ['--bots', f'{program("first")},easy', '--rounds', '40', '--time-limit', '20000'],
                 ['--bots', 'expert,easy', '--playouts', '20', '--rounds', '20']):
        whole = figures('sim', *args)
        for count, threads in ((1, '1'), (3, '2'), (50, '1')):
            parts = parts_of(count, *args, '--threads', threads)
            same(timeless(json.loads(run('sim', '--merge', '-', '--json', text=parts)[0])), timeless(whole), args)


@case
def parts_that_do_not_fit_are_named():
    args = ['--bots', 'normal,easy', '--rounds', '40']
    first, second = parts_of(2, *args).splitlines()
    for text, message in ((first, '1 of 2 parts are missing, the first of them is 1'),
                          (f'{first}\n{second}\n{first}', 'this part was given twice'),
                          (f'{first}\n' + parts_of(2, *args, '--seed', '2'), 'this part is of another run'),
                          (f'{first}\n' + parts_of(3, *args), 'this part is of another run'),
                          ('', 'these files hold no parts'),
                          ('{"sim_part":1}', 'not the file of a part'),
                          (f'{second}\n' + first.replace('"wins":[', '"wins":[1.5,'), 'the file is damaged'),
                          (f'{second}\n' + first.replace('"deals":[', '"deals":[9223372036854775807,'), 'the file is damaged'),
                          (f'{second}\n{first[:200]}', 'not the file of a part')):
        has(run('sim', '--merge', '-', text=text, code=1)[1], message)
    damaged = '\n'.join(part.replace('"bots":["normal"', '"bots":["none"') for part in (first, second))
    has(run('sim', '--merge', '-', text=damaged, code=1)[1], 'the file is damaged')
    for wrong in ('0/2', '3/2', '1/', '/2', '1/2/3', '1', '-1/2', '1/1000000'):
        has(run('sim', *args, '--part', wrong, code=2)[1], 'takes a part and how many there are')
    has(run('sim', '--merge', code=2)[1], 'takes the files of all parts')
    has(run('sim', '--merge', '--bots', 'easy,easy', 'x', code=2)[1], 'plays nothing')
    has(run('sim', *args, '--part', '1/2', '--json', code=2)[1], 'printed by --merge')
    has(run('sim', *args, '--part', '1/2', '--sprt', '0,5', code=2)[1], 'needs the whole run')


@case
def gnu_parallel_spreads_a_run():
    args = ['--bots', 'normal,easy', '--rounds', '200', '--json']
    script = ROOT / 'docs' / 'examples' / 'parallel.sh'
    done = subprocess.run([script, '5', *args[:-1]], capture_output=True, check=False, timeout=tap.PATIENCE,
                          env=dict(os.environ, LC_ALL='C', MAZO=MAZO), text=True)
    same(done.returncode, 0, done.stderr)
    whole = run('sim', *args[:-1])[0]
    cut = re.compile(r' +[\d.]+$|^[\d.]+ s; .*$', re.M)  # times
    same(cut.sub('', done.stdout), cut.sub('', whole))


@case
def thinking_bots_repeat_too():
    args = ['sim', '--rules', 'duelo', '--bots', 'expert@60,hard', '--rounds', '12']
    same(timeless(figures(*args, '--threads', '1')), timeless(figures(*args, '--threads', '3')))


@case
def one_against_three():
    found = figures('sim', '--bots', 'normal,easy,easy,easy', '--rounds', '400')
    same([group['seats'] for group in found['groups']], [1, 3])
    same(found['groups'][1]['wins'], sum(bot['wins'] for bot in found['bots'][1:]))
    same(found['groups'][0]['win_rate'], found['bots'][0]['win_rate'])
    same(found['even'], 0.25)
    has(run('sim', '--bots', 'normal,easy,easy,easy', '--rounds', '40')[0], 'easy (each of 3)',
        'An even share is 25.00 %')


@case
def equal_bots_are_exactly_even():
    found = figures('sim', '--bots', 'easy', '--seats', '5', '--rounds', '500')
    same([bot['wins'] for bot in found['bots']], [100] * 5)


@case
def every_sheet_and_house_rule_is_played():
    for sheet in SHEETS:
        for options in ('jump_in', 'seven_zero,jump_in=yes', 'draw_until_playable', 'teams=yes'):
            for bots in ('normal,easy,random,rule-v1', 'hard,hard:bluffing,hard,normal:vengeful'):
                found = figures('sim', '--rules', sheet, '--options', options, '--bots', bots,
                                '--rounds', '80')
                same((found['rounds'], found['endless']), (80, 0))
        found = figures('sim', '--rules', sheet, '--bots', 'normal,easy,hard', '--matches',
                        '--rounds', '6')
        assert sum(bot['wins'] for bot in found['bots']) >= 6


@case
def a_sequential_test_stops():
    found = figures('sim', '--bots', 'normal,easy', '--sprt', '0,20', '--rounds', '100000')
    same(found['sprt']['accepted'], 'elo1')
    assert 60 <= found['rounds'] < 10000
    same(figures('sim', '--bots', 'easy,normal', '--sprt', '0,20')['sprt']['accepted'], 'elo0')


@case
def tables_and_pictures():
    picture = pathlib.Path(FOLDER.name) / 'plot.svg'
    out, _ = run('sim', '--bots', 'normal,cmd:docs/x,easy', '--csv', code=1)
    out, _ = run('sim', '--bots', 'normal,easy,easy', '--rounds', '300', '--csv', '--plot',
                 str(picture))
    rows = list(csv.DictReader(io.StringIO(out)))
    same([row['name'] for row in rows], ['normal', 'easy', 'easy'])
    assert 0 < float(rows[0]['ci95_low']) < float(rows[0]['win_rate']) < 1
    texts = [node.firstChild.data for node in
             xml.dom.minidom.parse(str(picture)).getElementsByTagName('text')]
    has(' '.join(texts), 'normal', 'easy ×2', 'Win rate', 'Turns per round')
    spanish = run('sim', '--bots', 'normal,easy', '--rounds', '20', '--lang', 'es', '--plot', str(picture))[0]
    assert re.search(r'normal +\d+ +\d+,\d\d %', spanish) and not re.search(r'\d\.\d', spanish), spanish
    has(picture.read_text(encoding='utf-8'), 'Porcentaje de victorias', 'prefers-color-scheme')
    has(run('sim', '--bots', 'normal,easy', '--rounds', '20', '--plot', '/nowhere/x.svg',
            code=1)[1], '/nowhere/x.svg')


@case
def wrong_command_lines():
    for args, message in [
            ([], 'say who plays'), (['--bots', 'norml,easy'], 'did you mean normal?'),
            (['--bots', 'normal:mad'], 'the styles are'), (['--bots', 'expert@x'], 'playouts'),
            (['--bots', 'cmd:'], 'a program'), (['--bots', 'normal,easy', '--seats', '3'], 'share'),
            (['--bots', 'normal', '--sprt', '5'], '--sprt takes'),
            (['--bots', 'normal,easy,easy', '--sprt', '0,5'], 'for two bots'),
            (['--bots', 'normal,easy', '--json', '--csv'], 'either --json or --csv'),
            (['--bots', ','.join(['easy'] * 11)], 'at most 10'),
            (['--bots', 'easy', 'more'], 'unexpected argument')]:
        has(run('sim', *args, code=2)[1], message)
    for args, message in [
            (['--rules', 'nothing'], 'nothing'), (['--options', 'stak=1'], 'stak'),
            (['--options', 'target=no'], 'target takes 50 to 5000, not "no"'), (['--options', 'teams'], 'teams')]:
        has(run('sim', '--bots', 'normal,easy', *args, code=1)[1], message)
    has(run('sim', '--bots', 'cmd:/nowhere/bot,easy', code=1)[1], '/nowhere/bot')


@case
def ctrl_c_prints_what_there_is():
    bots = 'normal,' + program('counts')
    starts = pathlib.Path(bots.split()[-1] + '.starts')
    with subprocess.Popen([MAZO, 'sim', '--bots', bots, '--rounds', '100000000', '--threads', '1',
                           '--json'], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as child:
        tap.until(lambda: starts.exists() and starts.stat().st_size > 1)  # the first deals are over
        tap.interrupt(child)
        out, err = child.communicate(timeout=tap.PATIENCE)
        same(child.returncode, 130)
    found = json.loads(out)
    same(found['stopped'], True)
    has(err.decode(), f"stopped after {found['rounds']} of 100000000 rounds")
    assert found['rounds'] == 2 * found['deals'] > 0, found
    same(left_over(), [])


@release_case
def a_program_plays():
    # Copied, for a command line is split at blanks and the checkout's path may have some.
    sample = f"cmd:{sys.executable} {shutil.copy(f'{ROOT}/docs/examples/bot.py', FOLDER.name)}"
    for sheet in SHEETS:
        found = figures('sim', '--rules', sheet, '--bots', sample + ',easy,easy', '--rounds', '24',
                        '--options', 'jump_in', '--time-limit', '20000')
        bot = found['bots'][0]
        same((bot['lost'], bot['died'], bot['stalled'], bot['lied']), (0, 0, 0, 0))
        assert bot['moves'] > 24
    assert figures('sim', '--bots', sample + ',random', '--rounds', '40')['bots'][0]['win_rate'] > .5
    same(left_over(), [])


@case
def programs_that_misbehave_lose_moves():
    for name, kind in [('dies', 'died'), ('stalls', 'stalled'), ('nonsense', 'lied'),
                       ('cheats', 'lied'), ('endless', 'lied'), ('lineless', 'lied'),
                       ('empty', None)]:
        found = figures('sim', '--bots', program(name) + ',easy', '--rounds', '2', '--threads', '1',
                        '--time-limit', '100')
        bot = found['bots'][0]
        same(found['rounds'], 2)
        assert bot['lost'] > 0, name
        assert kind is None or bot[kind] > 0, f'{name}: {bot}'
        same(left_over(), [])
    has(run('sim', '--bots', program('dies') + ',easy', '--rounds', '8')[0], 'lost', 'died')


def offence_of(name, *args):
    return figures('sim', '--bots', program(name) + ',easy', '--rounds', '4', '--time-limit', '20000', *args)['bots'][0]['offence']


@case
def what_a_program_did_wrong_first_is_explained():
    """Question, answer, reason and status: the person who writes it need not guess."""
    lies = offence_of('cheats')
    same((lies['what'], lies['why']), ('lied', 'That is the command of another seat'))
    question, answer = json.loads(lies['question']), json.loads(lies['answer'])
    same(dict(question['legal'][0], seat=9), answer)
    dead = offence_of('dies')
    same((dead['what'], dead['why'], dead['answer']), ('died', 'it ended with status 3', None))
    stalls = figures('sim', '--bots', program('stalls') + ',easy', '--rounds', '2', '--time-limit', '1')
    same(stalls['bots'][0]['offence']['what'], 'stalled')
    has(offence_of('nonsense')['why'], 'dance')
    same(offence_of('endless')['what'], 'lied')
    same(offence_of('first'), None)
    played = ['sim', '--bots', program('cheats') + ',easy', '--rounds', '2', '--time-limit', '20000']
    has(run(*played)[1], 'did wrong: That is the command of another seat', 'It was asked: {"view":', '"seat": 9')
    has(run(*played, '--lang', 'es')[1], 'hizo mal: Esa jugada es de otro asiento', 'Contestó:')


@case
def a_trace_has_every_question():
    path = pathlib.Path(FOLDER.name) / 'trace'
    played = ['sim', '--bots', program('first') + ',easy', '--rounds', '6', '--time-limit', '20000', '--json', '--trace']
    found = json.loads(run(*played, str(path))[0])
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    same(len(lines), found['bots'][0]['moves'])
    for line in lines:
        same((line['verdict'], line['why']), ('fine', None))
        assert json.loads(line['answer']) in line['question']['legal'] and line['us'] > 0, line
    for nowhere in ('/nowhere/t', '/dev/full'):
        has(run(*played, nowhere, code=1)[1], nowhere)


@case
def strict_ends_at_the_first_offence():
    played = ['--rounds', '1000000', '--time-limit', '20000', '--strict']
    has(run('sim', '--bots', program('cheats') + ',easy', *played, code=1)[1], 'That is the command of another seat')
    run('sim', '--bots', program('first') + ',easy', '--rounds', '4', *played[2:])


@case
def answers_may_be_places_and_lack_a_seat():
    for name in ('places', 'seatless'):
        for rules in ('duelo', 'jackpot'):
            bot = figures('sim', '--rules', rules, '--bots', program(name) + ',easy', '--rounds', '12', '--time-limit', '20000')['bots'][0]
            same((bot['lost'], bot['lied'], bot['died'], bot['stalled']), (0, 0, 0, 0), bot['offence'])


@case
def a_program_that_asks_is_told_of_rounds():
    path = pathlib.Path(FOLDER.name) / 'news'
    PROGRAMS['curious'] = (f"\nfor line in sys.stdin:\n    said = json.loads(line)\n    if 'news' in said:\n"
                           f"        open({str(path)!r}, 'a').write(line)\n    else:\n"
                           "        print(json.dumps(dict(said['legal'][0], tell=True)), flush=True)")
    bots = program('curious') + ',easy'
    found = figures('sim', '--bots', bots, '--rounds', '2', '--matches', '--set', 'target=50', '--threads', '1', '--time-limit', '20000')
    same((found['bots'][0]['lost'], found['bots'][0]['lied']), (0, 0), found['bots'][0]['offence'])
    news = [json.loads(line) for line in path.read_text().splitlines()]
    last = next(n for n in news if n['news'] == 'match_over')  # the very last may find a machine too busy to read it
    assert max(last['scores']) >= 50 and len(last['match_winners']) == 1 and last['winner'] in (0, 1), last
    for before, after in zip(news, news[1:]):
        if before['news'] == 'round_over':
            same((after['news'], after['round']), ('round_begins', before['round'] + 1))


@case
def a_bot_is_checked_on_all_sheets():
    folder, examples = pathlib.Path(FOLDER.name), ROOT / 'docs' / 'examples'
    subprocess.run(['cc', '-D_GNU_SOURCE', '-std=c11', '-o', folder / 'bot', examples / 'bot.c'], check=True)
    bots = [f'cmd:{folder}/bot', f'cmd:{examples}/bot.sh', f'cmd:{sys.executable} -IS {examples}/bot.py']
    bots += [f'cmd:node {examples}/bot.mjs'] if shutil.which('node') else []
    check = ['bot', 'check', '--quiet', '--rounds', '2', '--time-limit', '20000']
    for bot in bots:
        has(run(*check, bot)[0], *SHEETS, 'All its answers were right.', 'play drawn struck')
    out, err = run(*check, program('cheats')[4:], code=1)
    has(out, 'Wrong: ')
    has(err, 'That is the command of another seat')
    has(run('bot', 'check', 'cmd:/nowhere/bot', code=1)[1], '/nowhere/bot')
    for words in (['check'], ['eat', 'cmd:x'], []):
        has(run('bot', *words, code=2)[1], 'say what to check')
    same(left_over(), [])


@release_case
def a_lost_move_is_a_loss():
    for name in ('nonsense', 'dies'):
        bot = figures('sim', '--bots', program(name) + ',easy', '--rounds', '12')['bots'][0]
        assert bot['win_rate'] < 0.1, f'{name}: {bot}'
    ranks = [bot['name'] for bot in
             figures('arena', program('dies'), 'normal', 'easy', '--rounds', '12')['bots']]
    same(ranks, ['normal', 'easy', program('dies')])
    for command in ('sim', 'arena'):
        has(' '.join(run(command, '--help')[0].split()), 'loses its move', '5 seconds longer')


@release_case
def programs_do_not_depend_on_threads():
    for name in ('dies', 'tires'):
        args = ['sim', '--bots', program(name) + ',easy', '--rounds', '24', '--time-limit', '20000']
        first = timeless(figures(*args, '--threads', '1'))
        assert first['bots'][0]['died'] > 5, first
        for threads in ('2', '3'):
            same(timeless(figures(*args, '--threads', threads)), first)


def interrupted(*args):
    """What a command prints that is stopped while it waits for a program."""
    with subprocess.Popen([MAZO, *args, '--time-limit', '600000'], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=dict(os.environ, LC_ALL='C')) as child:
        tap.until(left_over)
        tap.interrupt(child)
        out, _ = child.communicate(timeout=tap.PATIENCE)
        same(child.returncode, 130)
    same(left_over(), [])
    return out.decode()


@case
def nothing_finished_gives_no_figures():
    bots = ['--bots', 'normal,' + program('stalls')]
    has(interrupted('sim', *bots), 'no deal was finished')
    found = json.loads(interrupted('sim', *bots, '--json'))
    same((found['stopped'], found['deals'], found['bots'][0]['win_rate']), (True, 0, None))
    same(len(interrupted('sim', *bots, '--csv').splitlines()), 1)
    has(interrupted('arena', program('stalls'), 'normal'), 'nothing to rate')
    found = json.loads(interrupted('arena', program('stalls'), 'normal', '--json'))
    same((found['stopped'], found['tables']), (True, []))
    same([bot['elo'] for bot in found['bots']], [None, None])
    has(run('sim', '--bots', 'normal,easy', '--rounds', '2')[0], '2 rounds, one deal with every')


@case
def an_arena_rates():
    args = ['arena', 'random', 'easy', 'normal', 'rule-v1', '--rounds', '400']
    found = figures(*args)
    names = [bot['name'] for bot in found['bots']]
    same((sorted(names), names[-1]), (['easy', 'normal', 'random', 'rule-v1'], 'random'))
    same((found['anchor'], found['bots'][-1]['elo']), ('random', 0))
    elos = [bot['elo'] for bot in found['bots']]
    same(elos, sorted(elos, reverse=True))
    assert all(bot['ci95'][0] <= bot['elo'] <= bot['ci95'][1] for bot in found['bots'])
    same(len(found['tables']), 6)
    same(timeless(figures(*args, '--threads', '3')), timeless(found))
    has(run(*args)[0], 'How often the row beats the column', '1. ', '4. random')


@case
def a_round_that_nobody_wins_is_no_win():
    """In the arena as in `mazo sim`; only the ratings share it, and the reader is told."""
    args = ['--rounds', '4', '--threads', '1']
    found = figures('arena', 'random', 'cmd:/bin/false', *args)
    assert found['blocked'] > 0, 'choose other rounds'
    bots = {bot['name']: bot for bot in found['bots']}
    table = found['tables'][0]
    for name, wins in zip(table['bots'], table['wins']):
        same((bots[name]['wins'], bots[name]['win_rate']), (wins, round(wins / table['rounds'], 6)))
    same((sum(table['wins']) + table['blocked'], table['blocked']), (table['rounds'], found['blocked']))
    same(bots['cmd:/bin/false']['wins'], 0)
    out = run('arena', 'random', 'cmd:/bin/false', *args)[0]
    has(' '.join(out.split()), f"Nobody won {found['blocked']} of 4 rounds: no win for anybody")
    assert re.search(r'^ 2\. cmd:/bin/false +0\.00 +-$', out, re.M), out
    assert re.search(rf'^ 1\. random +- +{100 * bots["random"]["win_rate"]:.2f}$', out, re.M), out


@case
def tables_for_people():
    """With the decimal comma in Spanish, the point in America, and a blank between columns whatever they hold."""
    slow = wrapped('first', 'sleep 1.1')  # more than 1000 ms a move, of which it has one a round
    for args in (['arena', 'random', slow, '--rounds', '2'],
                 ['sim', '--bots', 'random,' + slow, '--rounds', '2']):
        out = run('--lang', 'es', *args, '--time-limit', '20000')[0].replace(str(FOLDER.name), '')
        assert re.search(r'\d,\d\d', out) and not re.search(r'\d\.\d', out), out
        assert not re.search(r'\d[.,]\d+[.,]\d', out), out
    america = run('--lang', 'es-419', 'sim', '--bots', 'random,random', '--rounds', '2')[0]
    assert re.search(r'\d\.\d', america) and not re.search(r'\d,\d', america), america
    picture = pathlib.Path(FOLDER.name) / 'es.svg'
    run('sim', '--bots', 'normal,easy', '--rounds', '20', '--lang', 'es', '--plot', str(picture))
    texts = [node.firstChild.data for node in
             xml.dom.minidom.parse(str(picture)).getElementsByTagName('text')]
    assert any(re.search(r'\d,\d', text) for text in texts), texts
    assert not any(re.search(r'\d\.\d', text) for text in texts), texts


@case
def an_arena_of_more_seats():
    found = figures('arena', 'easy', 'normal', 'rule-v1', 'hard', '--seats', '3', '--rounds', '300')
    same((len(found['tables']), found['anchor']), (4, 'mean'))
    assert abs(sum(bot['elo'] for bot in found['bots'])) < 0.01
    same(found['bots'][-1]['name'], 'easy')


@case
def an_arena_survives_its_guests():
    path = pathlib.Path(FOLDER.name) / 'bots.txt'
    path.write_text('# who comes\n\neasy\n  ' + program('first') + '\n' + program('dies') + '\n' +
                    program('endless') + '\n', encoding='utf-8')
    found = figures('arena', '--file', str(path), '--rounds', '4', '--time-limit', '20000', 'normal')
    same(len(found['bots']), 5)
    lost = {bot['name'].rsplit('-', 1)[-1]: bot.get('lost', 0) for bot in found['bots']}
    assert lost['dies.py'] > 0 and lost['endless.py'] > 0 and lost['first.py'] == 0, lost
    same(left_over(), [])
    for args, message in [(['easy'], 'fewer bots'), (['easy', 'easy'], 'twice'),
                          (['easy', 'normal', '--seats', '3'], 'fewer bots')]:
        has(run('arena', *args, code=2)[1], message)
    has(run('arena', 'random', 'easy', 'normal', 'hard', '--seats', '4', '--set', 'teams=yes', code=1)[1], 'partners win together')


if __name__ == '__main__':
    sys.exit(tap.run(sys.argv[2:]))
