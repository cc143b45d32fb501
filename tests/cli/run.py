#!/usr/bin/env python3
"""The `mazo` command as people meet it: help, rules, messages, exit codes. Prints TAP."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

MAZO = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHEETS = ['sin-reversa', 'duelo', 'oficial', 'penas', 'jackpot']
COMMANDS = ['rules', 'referee', 'replay', 'bench']
CASES = []


def case(function):
    CASES.append(function)
    return function


def run(*args, text='', lang='C', stdout=subprocess.PIPE):
    """Runs mazo; the environment says the language unless --lang does."""
    env = {key: value for key, value in os.environ.items()
           if not key.startswith('LC_') and key not in ('LANG', 'LANGUAGE')}
    env['LANG'] = lang
    data = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([MAZO, *args], input=data, stdout=stdout, stderr=subprocess.PIPE,
                          env=env, timeout=60, check=False)
    return done.returncode, (done.stdout or b'').decode(), done.stderr.decode()


def same(found, wanted):
    assert found == wanted, f'found {found!r}, not {wanted!r}'


def has(text, *parts):
    for part in parts:
        assert part in text, f'{part!r} is not in {text!r}'


def errors_of(text, *args):
    """What `mazo rules --check -` says of a file."""
    code, out, err = run('rules', '--check', '-', *args, text=text)
    same((code, out), (1, ''))
    return err.splitlines()


@case
def help_in_both_languages():
    for arguments in ([], ['help'], ['--help'], ['-h']):
        code, out, err = run(*arguments)
        same((code, err), (0, ''))
        has(out, 'Usage: mazo', *COMMANDS)
    for arguments in (['--lang', 'es'], ['--lang=es', 'help'], ['-l', 'es', '-h']):
        has(run(*arguments)[1], 'Uso: mazo', 'Órdenes:')
    has(run(lang='es_AR.UTF-8')[1], 'Órdenes:')


@case
def every_command_has_help_in_both_languages():
    for name in COMMANDS:
        texts = []
        for lang in ('en', 'es'):
            code, out, err = run(name, '--help', '--lang', lang)
            same((code, err), (0, ''))
            same(run('--lang', lang, 'help', name)[1], out)
            assert all(len(line) <= 100 for line in out.splitlines()), out
            texts.append(out)
        english = set(texts[0].splitlines())
        shared = [line for line in texts[1].splitlines() if line and line in english
                  and '--help' not in line and not line.lstrip().startswith('mazo ')]
        same(shared, [])


@case
def version():
    code, out, _ = run('--version')
    same((code, out.split()[0]), (0, 'mazo'))


@case
def usage_errors_are_exit_code_2():
    for args, said in [
            (['rles'], 'did you mean rules?'), (['zzz'], 'no command "zzz"'),
            (['help', 'benhc'], 'did you mean bench?'), (['--what'], 'unknown option --what'),
            (['--lang', 'fr'], 'en or es'), (['--lang'], 'en or es'),
            (['rules', '--jsn'], 'did you mean --json?'), (['rules', '-x'], 'unknown option -x'),
            (['rules', '--seats'], '--seats needs a value'), (['rules', '-n'], '-n needs a value'),
            (['rules', '--seats', '11', 'duelo'], 'a number from 2 to 10, not "11"'),
            (['rules', '--json=1'], 'takes no value'), (['rules', 'a', 'b', 'c'], 'two rule sets'),
            (['rules', '--check'], 'needs a FILE'), (['rules', '--explain'], 'needs one'),
            (['rules', '--json', '--check', 'x'], 'only one of'), (['rules', '-', '-'], 'only once')]:
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
        has(err, 'the output could not be written')


@case
def the_table_fits_the_screen():
    for lang in ('en', 'es'):
        for more in ([], ['--sentences']):
            code, out, err = run('rules', '--lang', lang, *more)
            same((code, err), (0, ''))
            has(out, *SHEETS, 'drawn_card', 'H-jump-in')
            for line in out.splitlines():
                assert len(line) <= 100 and line == line.rstrip(), line
    rows = run('rules')[1].splitlines()
    assert any(row.startswith('* T3 T4') for row in rows)
    assert any(row.startswith('  E8') for row in rows)


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
         ['-:1: there is no rule called "stack"; did you mean stacking?',
          '-:2: hand_size takes 1 to 15, not "99"', '-:3: hand_size was already set on line 2',
          '-:4: base has to come before the rules',
          '-:5: a rule-set file has no [sections]; write it as a comment',
          '-:6: this is not "name = value"', '-:7: wilds has no value here; it takes 0 to 16',
          '-:8: draw takes any or stuck, not "sutck"', '-:9: seats takes 2 to 10, not "-1"',
          '-:10: numbers takes ten digits of 0 to 7, not "122"',
          '-:11: target takes 50 to 5000, not "99999999999999"',
          '-:12: jump_in takes yes or no, not "maybe"'])
    same(errors_of('base = ofical\n'),
         ['-:1: base takes sin-reversa, duelo, oficial, penas or jackpot, not "ofical"'])
    same(errors_of('hand_size = 99\n', '--lang', 'es'), ['-:1: hand_size admite de 1 a 15, no «99»'])


@case
def contradictions_with_the_line_to_blame():
    for text, line, said in [
            ('teams = yes\nseats = 3\n', 2, 'with 3 seats: teams of two'),
            ('base = sin-reversa\nno_bluffing = yes\n', 2, 'no_bluffing needs'),
            ('base = jackpot\n\nrule_cards = 0\n', 3, 'Jackpot cards need rule_cards'),
            ('rule_cards = 8\n', 1, 'rule_cards need Jackpot cards'),
            ('hand_size = 15\nseats = 10\n', 2, 'with 10 seats: the deck is too small'),
            ('base = jackpot\nseats = 9\n', 2, 'with 9 seats: the number of seats')]:
        errors = errors_of(text)
        same(len(errors), 1)
        has(errors[0], f'-:{line}: {said}')
    code, _, err = run('rules', '--check', '--seats', '9', 'jackpot')
    same((code, err), (1, 'jackpot: with 9 seats: the number of seats is not one these rules allow\n'))
    same(run('rules', '--check', '-', text='teams = on')[1],
         '-: fine (112 cards; seats: 4, 6, 8, 10)\n')


@case
def hostile_files():
    has(errors_of('hand_size = ' + '5' * 300 + '\nstack = 1\n')[0], '-:1: the line is too long')
    same(len(errors_of('hand_size = ' + '5' * 300 + '\nstack = 1\n')), 2)
    same(errors_of(b'a\0b = 1\n'), ['-:1: there is a zero byte in this line'])
    for text in (b'\xff\xfe = 3\n', b'\x1b]0;x\x07 = 1\n', b'hand_size = \x1b[2J\n'):
        assert all(char.isprintable() for line in errors_of(text) for char in line)
    errors = errors_of('a = b\n' * 1000)
    same((len(errors), errors[-1]), (51, '-: and 950 more errors'))
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


@case
def rules_in_sentences():
    has(run('rules', '--explain', 'penas')[1], 'penas: 108 cards; seats: 2 to 10\n',
        '  Cards dealt to each seat: 7.\n', '  No: a Draw Two or Wild Draw Four may be answered')
    has(run('rules', '--explain', 'sin-reversa', '--lang', 'es')[1], '100 cartas',
        '  Quién reparte la primera ronda: un asiento sacado por sorteo.\n', '  Sí: a un Toma Dos')


@case
def the_docs_page_is_up_to_date():
    found = run('rules', '--markdown', '--lang', 'en')[1]
    page = (ROOT / 'docs' / 'rules.md').read_text(encoding='utf-8')
    assert found == page, 'run: mazo rules --markdown --lang en > docs/rules.md'


def main():
    print(f'1..{len(CASES)}')
    failed = 0
    for number, function in enumerate(CASES, 1):
        name = function.__name__.replace('_', ' ')
        try:
            function()
            print(f'ok {number} - {name}')
        except (AssertionError, ValueError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f'not ok {number} - {name}')
            print('# ' + str(error).replace('\n', '\n# '))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
