#!/usr/bin/env python3
"""The `mazo` command as people meet it: help, rules, messages, exit codes. Prints TAP."""
import http.server
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
from tap import SHEETS, case, free_port, has, same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMANDS = ['play', 'serve', 'join', 'rules', 'referee', 'replay', 'sim', 'arena', 'bot', 'top', 'store', 'host', 'load', 'site', 'bench']


def run(*args, text='', lang='C', stdout=subprocess.PIPE, home=None):
    """Runs mazo; the environment says the language unless --lang does."""
    env = {key: value for key, value in os.environ.items()
           if not key.startswith('LC_') and key not in ('LANG', 'LANGUAGE')}
    env['LANG'] = lang
    if home:
        env.update(HOME=home, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home, XDG_STATE_HOME=home)
    data = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([MAZO, *args], input=data, stdout=stdout, stderr=subprocess.PIPE,
                          env=env, timeout=60, check=False)
    return done.returncode, (done.stdout or b'').decode(), done.stderr.decode()


def at(number, message):
    """Of standard input."""
    return f'mazo rules: standard input, line {number}: {message}'


def errors_of(text, *args):
    """What `mazo rules --check -` says of a file, without the lines of it that it shows."""
    code, out, err = run('rules', '--check', '-', *args, text=text)
    same((code, out), (1, ''))
    return [line for line in err.splitlines() if not line.startswith('    ')]


@case
def help_in_both_languages():
    for arguments in ([], ['help'], ['--help'], ['-h']):
        code, out, err = run(*arguments)
        same((code, err), (0, ''))
        has(out, 'Usage: mazo', *COMMANDS)
        assert all(len(line) <= 80 for line in out.splitlines()), out
    for arguments in (['--lang', 'es'], ['--lang=es', 'help'], ['-l', 'es', '-h']):
        has(run(*arguments)[1], 'Uso: mazo', 'Órdenes:')
    has(run(lang='es_AR.UTF-8')[1], 'Órdenes:')
    for arguments in (['help', '--help'], ['help', 'help'], ['--'], ['--help', '--lang', 'en']):
        same(run(*arguments), run('help'))
    same(run('--', 'rules', '--help'), run('help', 'rules'))


@case
def spanish_has_the_words_of_spain_and_of_america():
    """By the locale and by choice; what is called the same everywhere stays."""
    spain, america = ('Roba Cuatro', 'Cambio de sentido', 'Pierde turno', 'farol'), ('Toma Cuatro', 'Salta', 'blof', 'atrapar')
    for lang, args, has_words, has_not in (
            ('es_ES.UTF-8', [], spain, ('Toma', 'blof')), ('C', ['--lang', 'es-ES'], spain, ('Toma', 'Reversa')),
            ('es_MX.UTF-8', [], america, ('Roba Cuatro', 'farol', 'pillar')), ('es_ES', ['--lang', 'es-419'], america, ('Roba Cuatro',)),
            ('C', ['-l', 'es'], ('Toma Cuatro', 'farol'), ('Roba Cuatro', 'blof'))):
        code, out, _ = run('rules', '--explain', 'oficial', *args, lang=lang)
        text = ' '.join(out.split())
        same(code, 0)
        has(text, 'Deshazte de todas tus cartas', *has_words)
        for word in has_not:
            assert word not in text, (lang, args, word)


@case
def every_command_has_help_in_both_languages():
    for name in COMMANDS:
        texts = []
        for lang in ('en', 'es'):
            code, out, err = run(name, '--help', '--lang', lang)
            same((code, err), (0, ''))
            same(run('--lang', lang, 'help', name)[1], out)
            assert all(len(line) <= 80 for line in out.splitlines()), out
            texts.append(out)
        # Two blanks end an option and its value (help_pages.py needs that); usage lines have as many placeholders in both languages.
        same(*(re.findall(r'^  (?:-\w, |    )--[\w-]+(?= \S+(?:  |$)|  |$)', text, re.M) for text in texts))
        same(*(len(set(re.findall('[A-ZÁÉÍÓÚÑ]+', text.partition('\n\n')[0]))) for text in texts))
        english = set(texts[0].splitlines())
        shared = [line for line in texts[1].splitlines() if line and line in english
                  and '--help' not in line and not line.lstrip().startswith(('mazo ', '{"'))]
        same(shared, [])


@case
def the_manual_page_has_every_option_and_verb():
    sections = (ROOT / 'docs' / 'mazo.1').read_text().split('\n.Ss mazo ')
    manual = {section.split('\n')[0]: section for section in sections[1:]}
    for name in COMMANDS:
        out = run(name, '--help')[1]
        options = re.findall('^  (?:-.,|   ) --([a-z-]+)', out, re.M)
        has(manual[name], *(f' -{option}' for option in options if option not in ('lang', 'help')))
    for name in 'store', 'host':
        verbs = re.findall(rf'^(?:Usage:|      ) mazo {name} (?:\[OPTION\]\.\.\. )?([a-z]+)', run(name, '--help')[1], re.M)
        assert len(verbs) > 3, name
        has(manual[name], *(f'.It Cm {verb}' for verb in verbs))
        has(sections[0], '.Cm ' + ' | '.join(dict.fromkeys(verbs)))


@case
def every_line_of_the_log_is_documented():
    events = {name for file in (ROOT / 'src' / 'server').rglob('*.c')
              for name in re.findall(r'log_say\("(\w+)"', file.read_text())}
    assert 'stopping' in events
    has((ROOT / 'docs' / 'serving.md').read_text(), *(f'`{name}`' for name in events))


@case
def version():
    code, out, _ = run('--version')
    found = re.fullmatch(r'mazo (\d+\.\d+\.\d+) \(([0-9a-f]{7,}\+?|unknown), (store \d+)\)\n', out)
    assert code == 0 and found, out
    shown = re.search(r'`mazo ([\d.]+) \([0-9a-f]+, (store \d+)\)`', (ROOT / 'docs' / 'serving.md').read_text())
    same(shown.groups(), (found[1], found[3]))


@case
def usage_errors_are_exit_code_2():
    for args, said in [
            (['rles'], 'did you mean rules?'), (['zzz'], 'no command "zzz"'),
            (['help', 'benhc'], 'did you mean bench?'), (['--what'], 'unknown option --what'),
            (['--lang', 'fr'], 'en, es, es-ES or es-419'), (['--lang'], 'en, es, es-ES or es-419'),
            (['rules', '--jsn'], 'did you mean --json?'), (['rules', '-x'], 'unknown option -x'),
            (['rules', '--seats'], '--seats needs a value'), (['play', '-n'], '-n needs a value'),
            (['rules', '--seats', '11', 'duelo'], 'a number from 2 to 10, not "11"'),
            (['rules', '--json=1'], 'takes no value'), (['rules', 'a', 'b', 'c'], 'two rule sets'),
            (['rules', '--check'], 'needs a FILE'), (['rules', '--explain'], 'needs one'),
            (['rules', '--json', '--check', 'x'], 'only one of'), (['rules', '-', '-'], 'only once'),
            (['help', 'rules', 'extra'], 'unexpected argument extra'),
            (['--version', 'x'], 'unexpected argument x'),
            (['rules', '--seats', '5'], '--seats goes with --check only'),
            (['rules', '--sentences', 'oficial'], '--sentences is for tables'),
            (['referee', 'x'], 'nothing but options'), (['replay', 'a', 'b'], 'one match file')]:
        code, out, err = run(*args)
        same((code, out), (2, ''))
        has(err, said, '--help')
    has(run('rles', lang='es')[2], '¿querías decir rules?')


@case
def messages_are_safe_for_a_terminal():
    err = run('\x1b[31m')[2] + run('rules', '--\x1b[2J')[2] + run('rules', 'a\x07\x9bb')[2]
    assert '\x1b' not in err and '\x07' not in err and '\x9b' not in err, repr(err)


@case
def a_full_disk_is_noticed():
    if not os.path.exists('/dev/full'):
        return
    for args in (['rules'], ['rules', 'oficial'], ['--version'], ['rules', '--json']):
        with open('/dev/full', 'wb') as full:
            code, _, err = run(*args, stdout=full)
        same(code, 1)
        has(err, 'the output could not be written: the disk is full')


@case
def the_table_fits_the_screen():
    for lang in ('en', 'es'):
        for more in ([], ['--sentences']):
            code, out, err = run('rules', '--lang', lang, *more)
            same((code, err), (0, ''))
            has(out, *SHEETS, 'drawn_card', *(['H-jump-in: '] if more else []))
            for line in out.splitlines():
                assert len(line) <= 80 and line == line.rstrip(), line
    rows = run('rules', 'oficial', 'penas')[1].splitlines()  # with room for the ids
    assert any(row[2:].startswith('T3 T4 ') for row in rows)


@case
def a_letter_means_one_thing():
    """In the help of every command. A letter that is something else elsewhere is refused."""
    meant = {}
    for name in COMMANDS:
        for letter, word in re.findall('^  -([a-z]), --([a-z-]+)', run(name, '--help')[1], re.M):
            meant.setdefault(letter, set()).add(word)
    same({letter: words for letter, words in meant.items() if len(words) > 1}, {})
    has(' '.join(sorted(meant)), *'bcefghjlnopqrstvw')
    for arguments in (('rules', '-c', 'x'), ('sim', '-m'), ('load', '-t', '3'), ('serve', '-p', '80')):
        code, out, err = run(*arguments)
        same((code, out), (2, ''), arguments)
        has(err, f'unknown option {arguments[1]}\n')


@case
def a_sheet_written_and_read_is_the_same():
    with tempfile.TemporaryDirectory() as folder:
        for sheet in SHEETS:
            for lang in ('en', 'es'):
                path = os.path.join(folder, 'x.ini')
                text = run('rules', sheet, '--lang', lang)[1]
                pathlib.Path(path).write_text(text, encoding='utf-8')
                same(run('rules', sheet, path)[1], f'{sheet} and {path} say the same.\n')
                same(run('rules', path, '--lang', lang)[1], text)


@case
def differences():
    same(run('rules', 'duelo', 'OFICIAL')[1].split('\n')[2:],
         ['The table', '  J1    seats         2      4', '',
          'The deck', '  D5    wilds         4      8', '',
          'Setting up a round', '  S2    first_dealer  lot    highest', '',
          'A turn', '  T3 T4 drawn_card    may    must', ''])


@case
def a_good_file():
    text = '\ufeffbase = duelo\r\n  stacking = sí ; yes\r\nHand-Size: 5 # five\r\n\n# end'
    same(run('rules', '--check', '-', text=text)[:2], (0, '-: fine (108 cards; seats: 2 to 10)\n'))
    found = json.loads(run('rules', '--json', 'duelo', '-', text=text)[1])
    same([(rule['name'], rule['values']) for rule in found],
         [('hand_size', {'duelo': 7, '-': 5}), ('stacking', {'duelo': False, '-': True})])
    same(run('rules', '-', 'oficial', text='')[1], '- and oficial say the same.\n')
    same(run('rules', '--check', '-', text='; ' + 'c' * 5000)[0], 0)


@case
def every_error_with_its_line():
    same(errors_of('stack = yes\nhand_size = 99\nhand-size = 5\nbase = duelo\n[deck]\nno equals\n'
                   'wilds =\ndraw = sutck\nseats = -1\nnumbers = 122\ntarget = 99999999999999\n'
                   'jump_in = maybe\n'),
         [at(1, 'there is no rule called "stack"; did you mean stacking?'),
          at(2, 'hand_size takes 1 to 15, not "99"'), at(3, 'hand_size was already set on line 2'),
          at(4, 'base has to come before the rules'),
          at(5, 'a rule-set file has no [sections]; write it as a comment'),
          at(6, 'this is not "name = value"'), at(7, 'wilds has no value here; it takes 0 to 16'),
          at(8, 'draw takes any or stuck, not "sutck"'), at(9, 'seats takes 2 to 10, not "-1"'),
          at(10, 'numbers takes ten digits of 0 to 7, not "122"'),
          at(11, 'target takes 50 to 5000, not "99999999999999"'),
          at(12, 'jump_in takes yes or no, not "maybe"')])
    same(errors_of('base = ofical\n'),
         [at(1, 'base takes sin-reversa, duelo, oficial, penas or jackpot, not "ofical"')])
    same(errors_of('hand_size = 99\n', '--lang', 'es'), ['mazo rules: la entrada estándar, línea 1: hand_size admite de 1 a 15, no «99»'])


@case
def an_error_in_a_file_shows_the_line_and_where_in_it():
    same(run('rules', '--check', '-', text='base = duelo\nhand_size = 99\n  staking = yes\nno equals\n')[2].splitlines(),
         [at(2, 'hand_size takes 1 to 15, not "99"'), '    hand_size = 99', '                ^',
          at(3, 'there is no rule called "staking"; did you mean stacking?'), '      staking = yes', '      ^',
          at(4, 'this is not "name = value"'), '    no equals', '    ^'])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'mine.ini')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('base = duelo\nstack = sí\n')
        has(run('rules', path, '--lang', 'es')[2], 'línea 2: ', '\n    stack = sí\n    ^\n')
        path = os.path.join(folder, 'match.mazo')
        with open(os.path.join(os.path.dirname(__file__), '../matches/revision-1/duelo_4.mazo'), encoding='utf-8') as file:
            lines = file.read().splitlines()[:3]
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join([*lines, '{"do":"play","seat":0,"card":"R55"}', '']))
        shown = ', line 4: ', '\n    {"do":"play","seat":0,"card":"R55"}\n', '                                 ^\n'
        has(run('replay', '--json', path)[2], f'mazo replay: {path}', *shown)
        code, _, err = run('play', '--plain', '--resume', path)
        same(code, 1)
        has(err, f'mazo play: {path}', *shown)
        path = os.path.join(folder, 'bots')
        for lang, place, why in ('en', 'line 3', 'there is no bot "esy"'), ('es', 'línea 3', 'no hay ningún bot «esy»'):
            pathlib.Path(path).write_text('# who plays\nnormal\n  esy\n')
            code, _, err = run('arena', '--file', path, '--lang', lang)
            same((code, err.splitlines()[1:]), (1, ['      esy', '      ^']))
            has(err, f'mazo arena: {path}, {place}: {why}')
        pathlib.Path(path).write_text('easy\neasy\n')
        same(run('arena', '--file', path, 'hard')[2], f'mazo arena: {path}, line 2: easy appears twice\n    easy\n    ^\n')
        same(run('arena', '--file', path, '--seats', '2')[0], 1)
        pathlib.Path(path).write_text('easy\nnormal\n')
        same(run('arena', '--file', path, 'esy')[0], 2)  # not in the file
        has(run('sim', '--merge', path)[2], f'mazo sim: {path}, line 1: this is not the file of a part', '\n    easy\n    ^\n')


@case
def wherever_a_table_is_printed_there_is_json():
    same(json.loads(run('bench', '--signature', '--json')[1]), {'signature': int(run('bench', '--signature')[1])})
    bot = f'cmd:python3 {ROOT / "docs" / "examples" / "bot.py"}'
    code, out, err = run('bot', 'check', '--rounds', '2', '--quiet', '--json', bot)
    report = json.loads(out)
    same((code, err), (0, ''))
    same([(trial['rules'], trial['house'], trial['seats']) for trial in report['trials']][-4:],
         [('jackpot', None, 4), ('oficial', 'stacking=yes,jump_in=yes,seven_zero=yes,draw_until_playable=yes', 3),
          ('oficial', 'uno_late=1,must_play=yes', 2), ('jackpot', None, 3)])
    same(sum(trial['questions'] for trial in report['trials']), report['questions'])
    same((report['program'], report['wrong'], report['offence'], report['stopped']), (bot, 0, None, False))
    assert {'play', 'drawn', 'write'} <= set(report['phases']), report['phases']
    code, out, err = run('bot', 'check', '--rounds', '2', '--quiet', '--json', 'cmd:echo no')
    report = json.loads(out)
    same((code, report['offence']['what'], report['wrong'] > 0), (1, 'lied', True))


@case
def settings_with_the_line_to_blame():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'mazo.conf')
        for text, line, said, dicho in [
                ('port = abc\nfoo = 1\n', 1, 'port takes a number', 'port admite un número'),
                ('\nfoo = 1\nport = abc\n', 2, 'there is no setting foo', 'no existe el ajuste foo'),
                ('tables = 5\nx\nport = abc\n', 2, 'this is not "name = value"', 'esto no es «nombre = valor»'),
                ('[programs]\na = b\n[foo]\nport = 1', 4, 'there is no section [foo]', 'no existe la sección [foo]'),
                (f'# {"x" * 300}\n\x1b[31m = 1', 2, 'there is no setting ', 'no existe el ajuste '),
                ('[programs]\na = ' + 'b' * 300 + '\n[foo]\nport = 1', 2, 'a line is a text of at most ', 'una línea es un texto de '),
                ('port = 1\n\0foo = 1', 2, 'a line is a text of at most ', 'una línea es un texto de '),
                ('log = verbose', 1, 'log takes none, text or json', 'log admite none, text o json')]:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            for lang, place, why in (('en', f'line {line}: ', said), ('es', f'línea {line}: ', dicho)):
                code, _, err = run('serve', '--lang', lang, '--config', path)
                same(code, 1)
                has(err, f'{path}, {place}{why}')
                assert '\x1b' not in err, err
                if (shown := text.split('\n')[line - 1]).isprintable() and len(shown) < 100:
                    has(err, f'\n    {shown}\n    ^\n')


@case
def contradictions_with_the_line_to_blame():
    for text, line, said in [
            ('teams = yes\nseats = 3\n', 2, 'with 3 seats: teams of two'),
            ('base = sin-reversa\nno_bluffing = yes\n', 2, 'no_bluffing needs'),
            ('base = jackpot\n\nrule_cards = 0\n', 3, 'Jackpot cards need rule_cards'),
            ('rule_cards = 8\n', 1, 'rule_cards need Jackpot cards'),
            ('hand_size = 15\nseats = 10\n', 2, 'with 10 seats: the deck is too small'),
            ('base = jackpot\nseats = 9\n', 2, 'these rules are for 2 to 8 seats, not 9')]:
        errors = errors_of(text)
        same(len(errors), 1)
        has(errors[0], f'standard input, line {line}: {said}')
    code, _, err = run('rules', '--check', '--seats', '9', 'jackpot')
    same((code, err), (1, 'mazo rules: jackpot: these rules are for 2 to 8 seats, not 9\n'))
    same(run('rules', '--check', '-', text='teams = on')[1],
         '-: fine (112 cards; seats: 4, 6, 8, 10)\n')


@case
def rules_without_effect_get_a_note():
    for text, note, nota in [
            ('target_is = loss', 'target_is has no effect: it is for scoring = hands', 'es para scoring = hands'),
            ('scoring = quick\ntarget = 200', 'target has no effect', 'target no tiene efecto'),
            ('uno_penalty = 0\nuno_late = 5', 'uno_late has no effect', 'uno_late no tiene efecto'),
            ('stacking = yes\ndraw_twos = 0\nwild_fours = 0', 'stacking has no effect', 'stacking no tiene efecto'),
            ('seven_zero = yes\nnumbers = 0222222022', 'seven_zero has no effect', 'seven_zero no tiene efecto'),
            ('base = penas\nfirst_dealer = highest', 'first_dealer has no effect', 'first_dealer no tiene efecto'),
            ('base = penas\nmust_play = yes\ndraw = any', 'draw = any has no effect', 'draw = any no tiene efecto'),
            ('base = sin-reversa\ndraw_until_playable = yes', 'drawn_card = keep has no effect', 'drawn_card = keep no tiene'),
            ('base = sin-reversa\nmust_play = yes', 'must_play is only about the hand', 'must_play solo vale para la mano')]:
        for lang, said in (('en', '-: note: ' + note), ('es', nota)):
            code, out, err = run('rules', '--check', '-', '--lang', lang, text=text)
            same((code, err, out.count('\n')), (0, '', 2))
            has(out.splitlines()[1], said)
    for sheet in SHEETS:
        same(run('rules', '--check', sheet)[1].count('\n'), 1)


@case
def help_in_words_holds_for_every_sheet():
    with tempfile.TemporaryDirectory() as home:
        for lang, said in (('en', 'or uno, and then 3'), ('es', 'o uno, y luego 3')):
            out = run('play', '--plain', '--new', '--rules', 'penas', '--fast', '--lang', lang,
                      text='help\nquit\n', home=home)[1]
            has(out, said)


@case
def the_rows_say_what_the_engine_does():
    rows = {row['name']: row['sentence'] for row in json.loads(run('rules', '--json')[1])}
    has(rows['must_play'], 'no keeping a drawn card that may be played')
    has(rows['draw_until_playable'], 'drawn_card says whether')
    has(rows['jump_in'], 'while no cards are due')
    has(rows['seven_zero'], 'not as a last card')


@case
def hostile_files():
    has(errors_of('hand_size = ' + '5' * 300 + '\nstack = 1\n')[0], at(1, 'the line is too long'))
    same(len(errors_of('hand_size = ' + '5' * 300 + '\nstack = 1\n')), 2)
    same(errors_of(b'a\0b = 1\n'), [at(1, 'there is a zero byte in this line')])
    for text in (b'\xff\xfe = 3\n', b'\x1b]0;x\x07 = 1\n', b'hand_size = \x1b[2J\n'):
        assert all(char.isprintable() for line in errors_of(text) for char in line)
    errors = errors_of('a = b\n' * 1000)
    same((len(errors), errors[-1]), (51, 'mazo rules: standard input: and 950 more errors'))
    same(run('rules', '--check', '-', text='\n' * 70000)[0], 1)
    same(run('rules', '--check', '-', text='\n' * 60000)[0], 0)


@case
def files_that_cannot_be_read():
    with tempfile.TemporaryDirectory() as folder:
        for name, said in [('ofical', 'did you mean oficial?'), (folder, 'it is a folder'),
                           ('zzz', 'the sheets are'), (folder + '/x.ini', 'there is no such file')]:
            code, out, err = run('rules', name)
            same((code, out), (1, ''))
            has(err, f'{name}: ', said)
            same(run('replay', name)[0], 1)
    has(run('rules', '')[2], '"": there is no sheet and no file with that name')
    has(run('replay', '')[2], '"" cannot be read')


@case
def rules_in_sentences():
    def told(*args, text=''):
        return ' '.join(run('rules', '--explain', *args, text=text)[1].replace('\xa0', ' ').split())

    penas = told('penas')
    has(penas, 'penas: 108 cards; seats: 2 to 10', ' Everybody is dealt 7 cards,',
        '1 × 0, 2 × 1–9, 2 × Draw Two', 'If the drawn card fits you may play it right away',
        'If you say UNO late, before anybody catches you, it costs a card.', 'Skip: the next player loses the turn.')
    for left_out in ('may answer', 'Teams', 'seconds', '1222222222', 'identical', ';0', '0 is', '{', '}'):
        assert left_out not in penas, left_out
    has(penas, 'that is a bluff.', 'the challenger draws six and loses the turn.',
        'are worth: number cards their face value, Draw Two 20, Skip 20, Reverse 20, Wild 50, Wild Draw Four 50.')
    assert 'lever' not in penas and 'Jackpot' not in penas, penas
    has(told('jackpot'), '2 × 1–5, 1 × 6–9', 'And 8 rule cards', 'pulls the lever', '- Draw four:',
        'Wild Jackpot: it goes on anything', 'Jackpot 40', 'Wild Jackpot 50.')
    has(told('jackpot', '--lang', 'es'), 'tira de la palanca', '- Roba cuatro:', 'roba seis y pierde el turno')
    for left_out in ('bluff,', 'Reverse 20', 'challenger'):
        assert left_out not in told('sin-reversa'), left_out
    has(told('-', text='base = duelo\nstacking = yes\n'), 'draws them and two more')
    assert 'a bluff' not in told('-', text='base = duelo\nno_bluffing = yes\n')
    assert 'Wild Jackpot:' not in told('-', text='base = jackpot\nwild_jackpots = 0\n')
    assert 'it costs' not in told('duelo').replace('it costs nothing', '')
    has(told('sin-reversa', '--lang', 'es'), '100 cartas', 'Acumular: si te toca un Toma Dos o un Comodín',
        'Di UNO antes de jugar tu penúltima carta', 'La primera ronda la reparte un jugador elegido por sorteo')
    own = told('-', text='uno_penalty = 0\nscoring = quick\nstacking = yes\nwild_fours = 0\n')
    has(own, 'Nobody has to say UNO.', 'may answer with either')
    for left_out in ('caught', 'reach', 'legal', 'bluff,', 'in a hand count', 'lever'):
        assert left_out not in own, left_out
    for line in run('rules', '--explain', 'jackpot')[1].splitlines():
        assert len(line) <= 80, line


@case
def the_docs_pages_are_up_to_date():
    for lang, name in ('en', 'rules.md'), ('es', 'es/reglas.md'):
        found = run('rules', '--markdown', '--lang', lang)[1]
        page = (ROOT / 'docs' / name).read_text(encoding='utf-8')
        assert found == page, f'run: mazo rules --markdown --lang {lang} > docs/{name}'


def ask(*lines, args=(), lang='en'):
    """What the referee answers to these lines."""
    code, out, err = run('referee', '--lang', lang, *args, text='\n'.join(lines) + '\n')
    same((code, err), (0, ''))
    return [json.loads(line) for line in out.splitlines()]


def refused(line, word, *said, before=()):
    answers = ask(*before, line)
    same([answer['ok'] for answer in answers], [True] * len(before) + [False])
    same(answers[-1]['error'], word)
    has(answers[-1]['message'], *said)


def rule_card(effect):
    return ('{"do":"position","rules":"jackpot","hands":[["R1"],["R2"]],"discard":["R1"],"draw":[],'
            '"turn":0,"rule_cards":[{"effects":["' + effect + '"]}]}')


@case
def the_referee_says_what_would_be_right():
    refused('{"do":"plya"}', 'unknown_command', 'did you mean "play"?')
    refused('{"do":"nwe"}', 'unknown_command', 'did you mean "new"?')
    refused('{"do":"new","rules":"ofical"}', 'unknown_rules', 'did you mean "oficial"?')
    refused('{"do":"new","rules":"zzz"}', 'unknown_rules', 'the sheets are sin-reversa, duelo')
    refused('{"do":"new"}', 'missing_field', '"rules"')
    refused('{"do":"new","rules":"oficial","options":{"stack":true}}', 'unknown_option', '"stacking"?')
    refused('{"do":"new","rules":"oficial","options":{"hand_size":99}}', 'bad_option',
            'hand_size takes 1 to 15, not "99"')
    refused('{"do":"new","rules":"oficial","options":{"hand_size":[]}}', 'bad_option', 'hand_size takes 1 to 15')
    refused('{"do":"new","rules":"jackpot","players":9}', 'bad_rules', '2 to 8 seats, not 9')
    refused('{"do":"new","rules":"oficial","seed":99999999999999999999}', 'bad_json', 'too large')
    for effect, said in [('drwa 2', 'did you mean "draw"?'), ('draw 99', 'from 1 to 20'),
                         ('draw', 'from 1 to 20'), ('discard_to 21', 'from 0 to 20'),
                         ('take 2', 'most, fewest, left, right or chosen'), ('swap', '"swap most"'),
                         ('dare', 'one line'), ('run 2', 'takes no number'), ('zzzzz', 'no effect "zzzzz"')]:
        refused(rule_card(effect), 'bad_rule_cards', said)
    refused('{"do":"position","rules":"duelo","hands":[[],[]],"discard":["W"],"draw":[],"turn":0}',
            'bad_position', 'This position cannot be set up: ')
    start = ('{"do":"position","rules":"%s","hands":[["%s","B1"],["R2","R3"]],"discard":["R7"],'
             '"draw":["R1","R2","R3","R4","R5"],"turn":0}')
    play = '{"do":"play","seat":0,"card":"%s","color":"G"}'
    for sheet, card, command, word, said in [
            ('oficial', 'W+4', 'draw', 'not_now', '"accept" the cards due, or "challenge"'),
            ('sin-reversa', 'R+2', 'draw', 'not_now', 'or "play" a Draw Two'),
            ('sin-reversa', 'R+2', 'challenge', 'no_challenge', 'A Draw Two cannot be challenged'),
            ('sin-reversa', 'W+4', 'challenge', 'no_challenge', 'nobody may challenge')]:
        refused('{"do":"%s","seat":1}' % command, word, said, before=[start % (sheet, card), play % card])
    refused('{"do":"challenge","seat":0}', 'not_now', 'only a Wild Draw Four',
            before=[start % ('oficial', 'R+2'), play % 'R+2'])
    refused('{"do":"catch","seat":1,"who":1}', 'bad_choice', 'catch yourself',
            before=[start % ('oficial', 'R5')])
    has(ask('{"do":"nwe"}', lang='es')[0]['message'], 'No existe la orden «nwe»; ¿querías decir «new»?')


@case
def a_rule_set_file_can_be_played():
    with tempfile.TemporaryDirectory() as folder:
        path, kept = os.path.join(folder, 'mine.ini'), os.path.join(folder, 'x.mazo')
        pathlib.Path(path).write_text('base = duelo\nhand_size = 3\nstacking = yes\nseats = 3\n')
        args = ['--rules', path, '--log', kept]
        answer, = ask('{"do":"new","seed":1}', args=args)
        same((answer['state']['rules'], [len(hand) for hand in answer['state']['hands']]),
             ('duelo', [3, 3, 3]))
        opened = json.loads(pathlib.Path(kept).read_text())
        same((opened['rules'], opened['options']), ('duelo', {'seats': 3, 'hand_size': 3, 'stacking': True}))
        has(run('replay', kept)[1], 'Rules: duelo\n', 'With: hand_size = 3\n', 'With: stacking = yes\n')
        hands = [sorted(len(hand) for hand in answer['state']['hands'])[:3] for answer in ask(
            '{"do":"new","options":{"hand_size":2},"players":4}', '{"do":"new","rules":"oficial"}',
            args=['--rules', path])] # one may have drawn for the first card
        same(hands, [[2] * 3, [7] * 3])
        same(ask('{"do":"new"}', args=['--rules', 'JACKPOT'])[0]['state']['phase'], 'write')
        pathlib.Path(path).write_text('hand_size = 99\n')
        code, out, err = run('referee', '--rules', path, text='{"do":"new"}\n')
        same((code, out, err), (1, '', f'mazo referee: {path}, line 1: hand_size takes 1 to 15, not "99"\n    hand_size = 99\n                ^\n'))
        same(run('referee', '--rules', '-')[0], 1)


@case
def damaged_match_files():
    with tempfile.TemporaryDirectory() as folder:
        kept = os.path.join(folder, 'x.mazo')
        state = ask('{"do":"new","rules":"duelo","seed":3}', args=['--log', kept])[0]['state']
        lines = ['{"do":"new","rules":"duelo","seed":3}']
        for _ in range(4): # draw and keep, by turns
            lines.append(json.dumps(next(c for c in state['legal'] if c['do'] in ('draw', 'keep'))))
            state = ask(*lines, args=['--log', kept])[-1]['state']
        text = pathlib.Path(kept).read_text().splitlines(keepends=True)
        same(run('replay', kept)[0], 0)
        code, _, err = run('replay', '-', text=''.join(text[:2] + text[3:]))
        same(code, 1)
        has(err, 'standard input, line 3: this command is refused: ')
        for empty in ('', '\n\n'):
            same(run('replay', '-', text=empty), (1, '', 'mazo replay: standard input: there is no match in this file\n'))
        has(run('referee', '--log', folder + '/no/x')[2], 'there is no such folder')


@case
def one_point():
    with tempfile.TemporaryDirectory() as folder:
        kept = os.path.join(folder, 'x.mazo')
        ask('{"do":"position","rules":"duelo","hands":[["R5"],["R6"]],"discard":["R7"],"draw":[],'
            '"turn":0,"scores":[1,2]}', args=['--log', kept])
        has(run('replay', kept)[1], 'Seat 0: 1 point\n', 'Seat 1: 2 points\n')
        has(run('replay', kept, '--lang', 'es')[1], 'Asiento 0: 1 punto\n')


@case
def figures_fit_80_columns():
    for lang in ('en', 'es'):
        for more in (['--bots', 'easy,hard,normal'], [], ['--matches', '--set', 'target=50'],
                     ['--bots', 'hard:cautious,hard:cautious,normal:bluffing,hard:cautious']):
            out = run('sim', '-q', '--lang', lang, '--rounds', '30', *more)[1]
            assert all(len(line) <= 80 for line in out.splitlines()), out


@case
def output_fits_80_columns():
    """Every command that prints for people, in both languages; `store list` with many players is in tests/server/store.py."""
    with tempfile.TemporaryDirectory() as home:
        kept = os.path.join(home, 'match.mazo')
        run('referee', '--log', kept, text='{"do":"new","rules":"duelo","players":2,"seed":7}\n')
        for lang in ('en', 'es'):
            for args in (['rules'], ['rules', 'oficial', 'jackpot'], *(['rules', '--explain', sheet] for sheet in SHEETS),
                         ['arena', '-q', '--rounds', '4', 'easy', 'normal:cautious', 'hard'],
                         ['bench', '--rounds', '50'], ['replay', kept], ['store', 'list'],
                         ['replay', '--verify', kept], ['--version'], ['help']):
                code, out, err = run('--lang', lang, *args, home=home)
                assert code in (0, 1) and (out or err), (args, err)
                for line in (out + err).replace(home, '~').splitlines():
                    assert len(line) <= 80, (args, line)


@case
def small_words_at_the_command_line():
    for args, said in ((['play', '--set', 'stackin=yes'], 'mazo play: there is no rule called "stackin"; did you mean stacking?'),
                       (['serve', '--port', '99999'], 'mazo serve: --port takes a number'),
                       (['top', '--once', '127.0.0.1:1'], 'mazo top: cannot reach 127.0.0.1:1: connection refused')):
        has(run(*args)[2], said)
    same(run('load', '127.0.0.1:1')[2], 'mazo load: cannot reach 127.0.0.1:1: connection refused\n')
    same(run('bench', '--json', '--rounds', '50')[2], '')  # no progress without a terminal


@case
def every_sign_has_a_plain_one():
    folder = ROOT / 'src' / 'terminal'
    plain = set(re.findall(r'\{"(.)",', (folder / 'screen' / 'ascii.c').read_text(encoding='utf-8')))
    texts = [(ROOT / 'po' / 'es.po').read_text(encoding='utf-8')]
    texts += [re.sub(r'/\*.*?\*/', '', path.read_text(encoding='utf-8'), flags=re.S) for path in folder.rglob('*.c')]
    found = {sign for text in texts for sign in text if '\x7f' < sign < '\U0001f000'}  # reactions have words
    same(sorted(found - plain), [])


@case
def house_rules_are_set_everywhere():
    for option in ('--set', '--options', '-o'):
        out = run('sim', '-q', '--json', '--bots', 'easy,easy', '--rounds', '2', option, 'hand_size=2')[1]
        same(json.loads(out)['options'], {'hand_size': 2})
    for name in ('play', 'join', 'sim', 'arena', 'load'):
        out = run(name, '--help')[1]
        has(out, '-o, --set ')
        assert '--options' not in out, out


def at_a_terminal(*args, lang='en'):
    """What a server says at a terminal until it is interrupted there, and its exit code."""
    master, slave = pty.openpty()
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            [MAZO, '--lang', lang, 'serve', '--port', '0', '--store', 'memory', *args], stdin=slave, stdout=slave,
            stderr=slave, env={**os.environ, 'HOME': folder}) as process:
        os.close(slave)
        said = b''
        while b'Ctrl-C' not in said:
            said += os.read(master, 4096)
        tap.interrupt(process)
        try:
            while more := os.read(master, 4096):
                said += more
        except OSError:  # the other end is closed
            pass
        os.close(master)
        return said.decode(), process.wait(timeout=tap.PATIENCE)


@case
def a_server_at_a_terminal():
    said, code = at_a_terminal()
    same(code, 0)
    has(said, 'Mazo is at http://127.0.0.1:', '--public', 'Mazo has stopped.')
    assert 'stopping' not in said and '█' not in said and '▀' not in said, said
    said = at_a_terminal('--url', 'http://cards.example/')[0]
    has(said, 'Mazo is at http://cards.example/')
    assert '█' in said or '▀' in said, said


@case
def a_server_says_that_links_may_become_too_large_for_replay():
    for size, lang, told in (('33', 'en', 'takes matches of up to 32 MiB'), ('0', 'es', 'acepta partidas de hasta 32 MiB'), ('32', 'en', None)):
        said = at_a_terminal('--match-size', size, lang=lang)[0]
        same((told or '32 MiB') in said, bool(told), said)


@case
def a_server_says_whether_anything_is_saved():
    """In memory: nothing, said once. In a file: the tables."""
    for lang, nothing, saved in ('en', 'Nothing is saved', 'saved'), ('es', 'No se guarda nada', 'guarda'):
        said = at_a_terminal(lang=lang)[0]
        has(said, nothing)
        same(said.count(saved), 1, said)
        with tempfile.TemporaryDirectory() as folder:
            said = at_a_terminal('--store', os.path.join(folder, 'x.db'), lang=lang)[0]
        assert nothing not in said and said.count(saved) == 2, said


@case
def a_server_that_is_not_there_is_named():
    place = f'127.0.0.1:{free_port()}'
    for args in (['load', '-q', place], ['join', place], ['replay', f'http://{place}/m/KEY']):
        same(run(*args), (1, '', f'mazo {args[0]}: cannot reach {place}: connection refused\n'))
        has(run(*args, '--lang', 'es')[2], f'no se puede conectar con {place}: conexión rechazada')
    for args in (['join', 'nohost.invalid:80'], ['replay', 'http://nohost.invalid/m/KEY']):
        same(run(*args), (1, '', f'mazo {args[0]}: cannot find host "nohost.invalid"\n'))


@case
def a_name_that_is_refused_says_why():
    for name, why in (('\u200b\u3164', 'That name has no characters that can be seen: "\u200b\u3164"'),
                      ('\u202eanA', 'That name has characters that cannot be shown: "?anA"'),
                      ('ñ' * 24, f'That name is too long: 47 letters at most, fewer with accents or emoji: "{"ñ" * 24}"')):
        for args in (['join', '127.0.0.1:1', '--name', name], ['play', '--name', name], ['play', '--names', f'Ana,{name}']):
            code, out, err = run(*args)
            same((code, out, err.splitlines()[0]), (2, '', f'mazo {args[0]}: {why}'))


class Matches(http.server.BaseHTTPRequestHandler):
    """Serves one match, where Mazo does."""
    file = b''

    def do_GET(self):  # pylint: disable=invalid-name
        if self.path == '/games/m/HUGE':
            self.pour()
            return
        found = self.path == '/games/m/KEY1'
        self.send_response(200 if found else 404)
        self.end_headers()
        self.wfile.write(self.file if found else b'There is nothing here.')

    def pour(self):
        """Lines of a match without end, as far as the client takes them."""
        self.send_response(200)
        self.end_headers()
        type(self).poured = 0
        try:
            while self.poured < 300 << 20:
                self.wfile.write(self.file * 1000)
                type(self).poured += len(self.file) * 1000
        except OSError:
            pass

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


@case
def the_link_of_a_match_is_a_match():
    with tempfile.TemporaryDirectory() as folder:
        kept = os.path.join(folder, 'x.mazo')
        ask('{"do":"new","rules":"duelo","seed":3}', args=['--log', kept])
        Matches.file = pathlib.Path(kept).read_bytes()
        with http.server.ThreadingHTTPServer(('127.0.0.1', 0), Matches) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            place = f'http://127.0.0.1:{server.server_port}/games'
            for link in ('/m/KEY1', '/r/KEY1', '/r/KEY1/?x#y'):
                same(run('replay', place + link), run('replay', kept))
            for link, said in (('/m/NONE', 'there is no match at'), ('/t/KEY1', 'is not the link of a match')):
                code, out, err = run('replay', place + link)
                same((code, out), (1, ''))
                has(err, said, place + link)
            has(run('replay', place.replace('http:', 'https:') + '/m/KEY1')[2], 'does not speak TLS')
            same(run('replay', place + '/m/HUGE'),
                 (1, '', f'mazo replay: {place}/m/HUGE is larger than 32 MiB: download it, and replay the file\n'))
            assert Matches.poured < 64 << 20, Matches.poured
            server.shutdown()


@case
def system_errors_are_in_spanish_too():
    for args, which in ((['rules'], 1), (['referee'], 0)):
        script = f'exec "$@" {which}>&-' if which else 'exec "$@" <&-'
        done = subprocess.run(['sh', '-c', script, '-', MAZO, *args, '--lang', 'es'], check=False,
                              stdout=subprocess.DEVNULL if which == 0 else None,
                              stdin=subprocess.DEVNULL if which else None,
                              stderr=subprocess.PIPE, timeout=60)
        same(done.returncode, 1)
        has(done.stderr.decode(), 'se ha cerrado')


@case
def the_protocol_is_described_in_full():
    page = (ROOT / 'docs' / 'notation.md').read_text(encoding='utf-8')
    words = set(re.findall(r'`"?([a-z_]+)', page)) | set(re.findall(r'"([a-z_]+)"', page))
    lists = {'commands': 'MAZO_X_COMMAND', 'phases': 'MAZO_X_PHASE', 'events': 'MAZO_X_EVENT', 'errors': 'MAZO_X_ERROR',
             'effects': 'MAZO_X_EFFECT', 'reasons': 'MAZO_X_REASON'}
    for name, macro in lists.items():
        text = (ROOT / 'include' / 'mazo' / f'{name}.def').read_text(encoding='utf-8')
        found = re.findall(rf'^{macro}\((\w+)', text, re.M)
        assert len(found) > 5, name
        same([word for word in found if word not in words], [])
    header = (ROOT / 'include' / 'mazo' / 'game.h').read_text(encoding='utf-8')
    found = re.findall(r'MAZO_(?:FACE|OTHER|PURPOSE)_([a-z_]+)', header)
    assert len(found) > 15
    same([word for word in found if word not in words and word != 'none'], [])
    for name in ('json_write.c', 'match.c', 'referee.c', 'fair.c'):
        text = (ROOT / 'src' / 'wire' / name).read_text(encoding='utf-8')
        keys = re.findall(r'(?:_at|_key)\((?:&\w+->)?\w+, "(\w+)"', text)
        assert len(keys) > 3, name
        same([key for key in keys if key not in words | {'changes', 'gone'}], [])  # these are docs/protocol.md's
    text = (ROOT / 'include' / 'mazo' / 'public.def').read_text(encoding='utf-8')
    text += (ROOT / 'src' / 'wire' / 'view_fields.c').read_text(encoding='utf-8')
    own = {'seats', 'said', 'winners', 'losers', 'voted_yes', 'used_count'}  # other keys tell these
    rows = re.findall(r'^(?:MAZO_X_PUBLIC\(\w+, |    \{")(\w+)', text, re.M)
    assert len(rows) > 50
    same([key for key in rows if key not in words | own], [])
    refusals = ''.join((ROOT / 'src' / 'wire' / name).read_text(encoding='utf-8')
                       for name in ('json_in.c', 'json_read.c'))
    same([word for word in re.findall(r'fail\(\w*r, "(\w+)"', refusals) if word not in words], [])
    # Every event has the keys that its row says.
    key_of = {'s': 'seat', 'w': 'who', 'c': 'card', 'o': 'color', 'n': 'count', 'p': 'points',
              'd': 'direction', 'k': 'cards', 'f': 'face', 'r': 'rule_card', 'e': 'error', 'y': 'yes',
              'u': 'uno', 'x': 'for'}
    events = (ROOT / 'include' / 'mazo' / 'events.def').read_text(encoding='utf-8')
    for name, letters in re.findall(r'^MAZO_X_EVENT\((\w+), "(\w*)"', events, re.M):
        keys = ' '.join(f'`{key_of[letter]}`' for letter in letters)
        has(page, f'| `{name}` | {keys} |' if keys else f'| `{name}` | | all |')


@case
def every_word_of_a_refusal_is_described():
    stable = (ROOT / 'docs' / 'protocol.md').read_text(encoding='utf-8').split('Stable words in `error`: ')[1]
    stable = set(stable.split('Close codes')[0].replace(',', ' ').split())
    page = (ROOT / 'docs' / 'notation.md').read_text(encoding='utf-8')
    stable |= set(re.findall(r'`([a-z_]+)`', page.split('### Errors')[1].split('## Rule cards')[0]))
    found = set()
    for file in [*(ROOT / 'src' / 'server').rglob('*.c'), *(ROOT / 'src' / 'table').glob('*.c')]:
        found |= set(re.findall(r'(?:request_error|wire_refuse|answer)\(\w+,\s*"([a-z_]+)"', file.read_text(encoding='utf-8')))
    assert len(found) > 20, found
    # Not refusals of a command: what a stopped table says in `why`, and the answer to one that waits.
    same(sorted(found - stable - {'bad_match', 'waits'}), [])


@case
def the_example_of_the_readme_compiles():
    warnings = ['-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-I', str(ROOT / 'include')]
    for name in ('README.md', 'README.es.md'):
        page = (ROOT / name).read_text(encoding='utf-8')
        example = re.search(r'^```c\n(.*?)^```', page, re.M | re.S).group(1)
        for compiler, language in (('cc', 'c'), ('clang++', 'c++'), ('g++', 'c++')):
            if shutil.which(compiler):
                done = subprocess.run([compiler, *warnings, '-x', language, '-'], check=False,
                                      input=example, capture_output=True, text=True, timeout=60)
                same((compiler, done.returncode, done.stderr), (compiler, 0, ''))


@case
def commands_that_pages_show_exist():
    """Every `mazo COMMAND --option` of the pages is one that this program has."""
    pages = [*ROOT.glob('*.md'), *ROOT.glob('docs/**/*.md'), *ROOT.glob('bench/*.md'), *ROOT.glob('docs/examples/*')]
    helps, wrong = {}, []
    for page in (page for page in pages if page.is_file()):
        text = page.read_text(encoding='utf-8')
        code = re.findall(r'`([^`\n]+)`', text) + re.findall(r'^(?:    |\$ |# +|//? +)(.*mazo .*)$', text, re.M)
        for command, rest in re.findall(r'(?:^|[ /(])mazo(?: --lang \w+)? ([a-z]+)\b([^|;&)\n]*)', '\n'.join(code), re.M):
            if command not in COMMANDS:
                continue
            helps[command] = helps.get(command) or run(command, '--help')[1]
            wrong += [f'{page.name}: mazo {command} {option}' for option in re.findall(r'(?<= )--[a-z][a-z-]+', rest)
                      if not re.search(rf'{option}\b', helps[command])]
    assert len(helps) > 8, helps.keys()
    same(sorted(set(wrong)), [])


@case
def the_help_of_the_referee_names_every_command():
    text = (ROOT / 'include' / 'mazo' / 'commands.def').read_text(encoding='utf-8')
    out = run('referee', '--help')[1]
    for name, sentence in re.findall(r'^MAZO_X_COMMAND\((\w+), "\w*", "(.*)"\)', text, re.M):
        assert re.search(rf'^  {name}\b.*  {re.escape(sentence)}$', out, re.M), name


if __name__ == '__main__':
    sys.exit(tap.run())
