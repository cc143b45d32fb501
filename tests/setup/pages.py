#!/usr/bin/env python3
"""What the pages show is what there is: output of commands, snippets, settings, names, and figures. Prints TAP.

    pages.py MAZO BUILD [--long] [CASE]...     --long: every cell of the table of strength too
"""
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import tomllib
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tests'), str(ROOT / 'tests' / 'setup'), str(ROOT / 'bench')]
from docs import PAGES  # noqa: E402
from figures import share  # noqa: E402
from serve import Server  # noqa: E402
from tap import CASES, Skip, case, has, run, same  # noqa: E402

CASES.clear()  # those of docs.py

MAZO, BUILD = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
LONG = '--long' in sys.argv
PATIENCE = '20000'  # milliseconds for an answer of a program, however busy the machine is
STRENGTH = json.loads((ROOT / 'bench' / 'results' / 'strength.json').read_text(encoding='utf-8'))
FIGURES = tomllib.loads((ROOT / 'bench' / 'results' / 'figures.toml').read_text(encoding='utf-8'))


def page(name):
    return (ROOT / name).read_text(encoding='utf-8')


def blocks(text, language):
    return re.findall(rf'^ *```{language}\n(.*?)^ *```$', text, re.M | re.S)


def spans(text):
    """What stands between backticks in the text."""
    return re.findall(r'`([^`\n]+)`', re.sub(r'^ *```.*?^ *```$', '', text, flags=re.M | re.S))


def commands(text):
    """What people are to type: console blocks, indented lines, and what stands between backticks."""
    typed = [line for block in blocks(text, 'console') for line in re.findall(r'^ *[\w=]*[$#] (.*)', block, re.M)]
    return typed + re.findall(r'^ {4}(?:\$ )?(\S.*)', re.sub(r'^ *```.*?^ *```$', '', text, flags=re.M | re.S), re.M) + spans(text)


def done(*words, **more):
    """What a command prints; it must succeed."""
    result = subprocess.run([str(word) for word in words], text=True, capture_output=True, check=False,
                            env={**os.environ, 'LC_ALL': 'C.UTF-8'}, **more)
    same(result.returncode, 0, f'{" ".join(map(str, words))}\n{result.stderr}')
    return result.stdout


def mazo(words, **more):
    """What a command line of a page prints, here `mazo` or `./mazo`."""
    return done(MAZO, *shlex.split(words)[1:], **more)


def tests():
    """The names of all tests, and the files that are built."""
    info = pathlib.Path(BUILD) / 'meson-info'
    targets = json.loads((info / 'intro-targets.json').read_text())
    return ({test['name'] for test in json.loads((info / 'intro-tests.json').read_text())},
            {str(pathlib.Path(name).relative_to(BUILD)) for target in targets for name in target['filename'] if name.startswith(BUILD)})


@case
def output_is_what_the_command_prints():
    """Lines may be left out, where an ellipsis says so."""
    tried = 0
    for name, block in ((name, block) for name in PAGES for block in blocks(page(name), 'console')):
        for command, shown in re.findall(r'^\$ ((?:\./)?mazo .*)\n((?:[^$#\n].*\n|\n)+)', block, re.M):
            tried += 1
            printed = iter(mazo(command, cwd=ROOT).splitlines())
            for line in shown.splitlines():
                assert not line or line.strip() == '…' or line in printed, f'{name.name}: {command} does not print (there): {line}'
    assert tried >= 2, 'no page shows what a command prints'


@case
def files_in_commands_are_there():
    known, built = tests()
    wrong = []
    for name in PAGES:
        for path in re.findall(r'(?<![\w./~-])(?:\./)?((?:build/\w+|tests|tools|bench|packaging|python|web|gpu|fuzz)/[\w./-]*\w)(?![\w*…])', '\n'.join(commands(page(name)))):
            inside = re.sub(r'^build/(gcc|rel|own|edit)/', '', path)
            made = re.match(r'build/(gpu|lib|mazo|release|w\.h|wheel|yardstick|own$|edit$|gcc$)|web/dist|.*(NAME|-N)$', path)
            if not (made or inside in built | {'mazo'} or (ROOT / path).exists() or any(path in test for test in known)):
                wrong.append(f'{name.relative_to(ROOT)}: {path}')
    same(sorted(set(wrong)), [])


@case
def tests_that_tables_name_are_there():
    known, tried = tests()[0], 0
    for name in ('docs/security.md', 'docs/releases.md'):
        for table in re.findall(r'^\|.*\| test \|\n((?:\|.*\n)+)', page(name), re.M):
            for word in re.findall(r'`([a-z_0-9/]+)`(?=[^|]*\|$)', table, re.M):
                tried += 1
                assert any(word in test for test in known), f'{name}: there is no test {word}'
    assert tried > 60, tried


@case
def functions_that_pages_call_are_there():
    sources = ''.join(file.read_text(encoding='utf-8') for folder in ('src', 'include', 'tests/store') for file in (ROOT / folder).rglob('*.[chd]*') if file.is_file())
    known, wrong = set(re.findall(r'\b\w+(?=\()', sources)), []
    for name in PAGES:
        code = blocks(page(name), 'c') + [span for span in spans(page(name)) if not span.startswith(('http', '/'))]
        called = set(re.findall(r'\b((?:mazo|table|writer|store|wire|expert_seat|program_seat|daily|record|room)_\w+)\(', '\n'.join(code)))
        wrong += [f'{name.relative_to(ROOT)}: {word}()' for word in sorted(called - known)]
    same(wrong, [])


@case
def lines_for_the_referee_are_understood():
    lines = [block.replace(',\n', ',').strip() for block in blocks(page('docs/notation.md'), 'json') if block.startswith('{"do":') and '…' not in block]
    assert len(lines) >= 2, lines
    for line in lines:
        same(json.loads(mazo('mazo referee', input=line + '\n'))['ok'], True, line)


@case
def the_bot_of_ten_minutes_plays():
    text = page('docs/bot-in-ten-minutes.md')
    with tempfile.TemporaryDirectory() as folder:
        bot = pathlib.Path(folder) / 'bot.sh'
        script, = blocks(text, 'sh')
        bot.write_text(script)
        bot.chmod(0o755)
        question, = (block for block in blocks(text, 'json') if '"legal"' in block)
        answer = int(done(bot, input=question))
        has(json.loads(question)['legal'][answer], 'do')
        play, check = (next(line for line in commands(text) if line.startswith(word)) for word in ('mazo sim', 'mazo bot check'))
        found = json.loads(mazo(f'{play} --strict --json --time-limit {PATIENCE}', cwd=folder))
        best = max(found['bots'], key=lambda one: one['wins'])
        same(best['name'], 'cmd:./bot.sh')  # "It beats `random`"
        has(mazo(f'{check} --rounds 2 --quiet --time-limit {PATIENCE}', cwd=folder), 'All its answers were right.')


@case
def files_with_settings_and_keys_are_taken():
    """The settings of serving.md and operations.md, the key for notifications and the certificate, made as the page says."""
    if not shutil.which('openssl'):
        raise Skip('openssl is not installed')
    with tempfile.TemporaryDirectory() as folder:
        typed = commands(page('docs/serving.md'))
        for word in ('openssl req', 'cat cert.pem', '(umask 077 && openssl genpkey'):
            done('sh', '-c', next(line for line in typed if line.startswith(word)), cwd=folder)
        done('openssl', 'x509', '-in', 'uno.example.pem', '-noout', cwd=folder)
        push = shlex.split(next(line for line in typed if '--push-key' in line))[2:]
        for name in ('docs/serving.md', 'docs/operations.md'):
            settings, = (block for block in blocks(page(name), 'ini') if 'store =' in block)
            (pathlib.Path(folder) / 'mazo.ini').write_text(settings)
            server = Server(MAZO, folder=folder, listen='127.0.0.1', config=f'{folder}/mazo.ini')
            server.options.update({'url': f'http://127.0.0.1:{server.port}', 'push-key': f'{folder}/push.pem', 'push-contact': push[-1]})
            server.start()
            with urllib.request.urlopen(f'http://{server.address()}/healthz') as answer:
                same(answer.status, 200)
            server.stop()


@case
def the_query_for_a_stopped_match_is_one():
    query = re.search(r'sqlite3 server.db "(.*?)"', page('docs/serving.md'))[1]
    with Server(MAZO) as server, sqlite3.connect(server.store) as store:
        same(store.execute(query).fetchall(), [])


@case
def the_games_of_learning_md_step():
    """Its first example, a thousand steps long; and the sizes that the page names."""
    text = page('docs/learning.md')
    example = blocks(text, 'c')[0]
    assert 'for (;;) {' in example
    declared, steps = example.split('\n\nfor', 1)
    program = ('#include <stdio.h>\n#include <stdlib.h>\n#include <mazo/mazo.h>\n#include <mazo/env.h>\n' + declared + '\nint main(void)\n{\nfor'
               + steps.replace('for (;;)', 'for (int n = 0; n < 1000; n++)')
               + 'printf("%d %d %d %zu\\n", MAZO_OBSERVED_player_size, MAZO_LEVER_size,\n'
               'mazo_observation_size(mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2), sizeof(struct mazo_env));\n}\n')
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / 'learn.c'
        source.write_text(program)
        done('cc', '-std=c11', '-Wall', '-Werror', f'-I{ROOT}/include', source, ROOT / 'src' / 'engine' / 'engine.c', '-o', source.with_suffix(''))
        player, lever, duelo, size = map(int, done(source.with_suffix('')).split())
    text = ' '.join(text.split())
    has(text, f'{player} bytes for each player', f'{lever} bytes more', f'{duelo} bytes for two seats of `duelo`', f'A game takes {size / 1024:.0f} KB')


@case
def figures_of_other_pages_have_a_source():
    """docs/figures.md lists them; each stands in its page, and what makes it is there (see the other cases)."""
    known = tests()[0]
    for of in FIGURES['elsewhere']:
        has(' '.join(page(of['page']).split()), of['figure'])
        made = re.findall(r'`([^`]+)`', of['made'])
        assert made or '(#' in of['made'], f'{of["figure"]}: made by what?'
        for word in made:
            assert ' ' in word or '/' not in word or (ROOT / word).exists() or any(word in test for test in known), f'{of["figure"]}: there is no {word}'


@case
def measured_figures_say_how():
    """A section with an interval, microseconds or a rate names a command, leads to docs/figures.md, or its figure is listed there."""
    listed, wrong = {of['figure'] for of in FIGURES['elsewhere']}, []
    for name in PAGES:
        if name.relative_to(ROOT).as_posix() in ('docs/figures.md', 'docs/decisions.md', 'bench/bots.md'):  # the list itself, what was thought and tried at a time
            continue
        for section in re.split(r'^##+ ', re.sub(r'^ *```.*?^ *```$', '', page(name), flags=re.M | re.S), flags=re.M):
            found = re.search(r'± \d|\d µs|\d (?:rounds|moves|steps|decisions|playouts) (?:per|a) second', section)
            how = re.search(r'figures\.md#|`(?:\./)?(?:mazo (?:sim|bench|replay)|build/|bench/|tools/|gpu/)', section)
            if found and not how and not any(figure in ' '.join(section.split()) for figure in listed):
                wrong.append(f'{name.relative_to(ROOT)}: {section.splitlines()[0]}: {found[0]}')
    same(wrong, [])


@case
def sizes_are_those_of_now():
    sizes = dict(re.findall(r'^struct (\w+) (\d+)$', page('tests/engine/abi.txt'), re.M))
    has(page('docs/engine.md'), f"{int(sizes['mazo_game']) / 1024:.1f} KiB")
    measure = pathlib.Path(BUILD) / 'tests' / 'table' / 'table_test_pack'
    if not measure.exists():
        raise Skip('table_test_pack is not built')
    rows = next(of['rows'] for part in FIGURES['section'] for of in part['figure'] if of['title'] == 'A table at rest')
    whole, *packed = (int(size) for size in re.findall(r'(\d+) bytes', done(measure, '--measure')))
    same(sorted(int(row[1].replace(',', '')) for row in rows), sorted(packed))
    has(' '.join(page('docs/table.md').split()), f'may happen: {round(whole / 1000)} KB', f'about {min(packed) / 1000:.0f} KB')


def cell(one, other, sheet, seats):
    """(share of the matches won, half its interval), as the table of strength has it."""
    found = json.loads(mazo(f'mazo sim --matches --rules {sheet} --seats {seats} --bots {one},{other} --rounds 2400 --seed 5 --json'))
    low, high = found['bots'][0]['ci95']
    return found['bots'][0]['win_rate'], (high - low) / 2


@case
def what_the_readme_says_of_hard_is_won_again():
    command, = set(re.findall(r'`\./(mazo sim [^`]*)`', page('README.md') + page('README.es.md')))
    found = json.loads(mazo(f'{command} --json'))
    low, high = found['bots'][0]['ci95']
    won = share(found['bots'][0]['win_rate'], (high - low) / 2)
    has(page('README.md'), f'| {won} | `./{command}` |')
    has(page('README.es.md'), f'| {won.replace(".", ",")} | `./{command}` |')
    has(page('docs/bots.md'), f'| {won} |')


@case
def every_cell_of_the_table_of_strength_is_won_again():
    if not LONG:
        raise Skip('with --long')
    for name, (rate, (low, high), _) in STRENGTH['quick'].items():
        one, other, sheet, seats = name.split()
        same(share(*cell(one, other, sheet, seats)), share(rate, (high - low) / 2), name)


if __name__ == '__main__':
    sys.exit(run([word for word in sys.argv[3:] if word != '--long']))
