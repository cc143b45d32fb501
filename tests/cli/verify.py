#!/usr/bin/env python3
"""`mazo replay --verify` on files that are fair and files that were tampered with. Prints TAP."""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
from tap import case, same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
SECRET = '5e' * 32
SALTS = ['ab' * 32, '', '01' * 32]


def sha256(*lines):
    return hashlib.sha256(''.join(line + '\n' for line in lines).encode()).hexdigest()


COMMITMENT = sha256('mazo secret 1', SECRET)
SEED = sha256('mazo seed 1', SECRET, *SALTS)


def kept(opening):
    """The file of a match that begins so, some commands long."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'match'
        lines = [json.dumps(opening)]
        for _ in range(12):
            state = referee(lines)[-1]['state']
            lines.append(json.dumps(state['legal'][0]))
        referee(lines, '--log', str(path))
        return path.read_text(encoding='utf-8')


def referee(lines, *args):
    done = subprocess.run([MAZO, 'referee', *args], input='\n'.join(lines) + '\n',
                          capture_output=True, text=True, timeout=60, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def fair(text, **changes):
    """The file with its key "fair", and what of it is changed."""
    first, rest = text.split('\n', 1)
    head = json.loads(first)
    head['fair'] = {'commitment': COMMITMENT, 'secret': SECRET,
                    'salts': [salt or None for salt in SALTS], **changes}
    return json.dumps(head) + '\n' + rest


def verify(text, *args, lang='en'):
    done = subprocess.run([MAZO, 'replay', '--lang', lang, '--verify', *args, '-'], input=text,
                          capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


MATCH = kept({'do': 'new', 'rules': 'oficial', 'players': 3, 'seed': SEED})


@case
def a_fair_match():
    code, out, err = verify(fair(MATCH))
    same((code, err), (0, ''))
    assert COMMITMENT in out and 'if that is the commitment' in out and 'NO' not in out, out
    assert 'Salts of players: 2' in out, out
    code, out, _ = verify(fair(MATCH), '--commitment', COMMITMENT.upper())
    assert code == 0 and 'The cards were shuffled fairly.' in out, out
    code, out, _ = verify(fair(MATCH), lang='es')
    assert code == 0 and 'se barajaron limpiamente' in out and 'sí:' in out, out


@case
def for_programs():
    code, out, _ = verify(fair(MATCH), '--json', '--commitment', COMMITMENT)
    same(json.loads(out), {'ok': True, 'fair': True, 'dealt': True, 'commitment': COMMITMENT,
                           'promise': True, 'seed': True, 'salts': 2, 'yours': True})
    same(code, 0)
    code, out, _ = verify(MATCH, '--json')
    same((code, json.loads(out)), (1, {'ok': False, 'fair': False, 'dealt': True}))


@case
def a_file_that_says_nothing():
    code, out, _ = verify(MATCH)
    assert code == 1 and 'does not record' in out, out
    same(verify(MATCH, lang='es')[0], 1)


@case
def the_secret_was_exchanged():
    """Secret and seed fit together, but not the commitment: the server changed its mind."""
    other = '77' * 32
    text = kept({'do': 'new', 'rules': 'oficial', 'players': 3,
                 'seed': sha256('mazo seed 1', other, *SALTS)})
    code, out, _ = verify(fair(text, secret=other))
    assert code == 1 and 'NO: the commitment does not match' in out and 'NOT shuffled fairly' in out, out
    found = json.loads(verify(fair(text, secret=other), '--json')[1])
    same((found['ok'], found['promise'], found['seed']), (False, False, True))


@case
def all_of_it_was_made_anew():
    """Everything fits together; only who has kept the commitment can tell."""
    other = '77' * 32
    text = kept({'do': 'new', 'rules': 'oficial', 'players': 3,
                 'seed': sha256('mazo seed 1', other, *SALTS)})
    text = fair(text, secret=other, commitment=sha256('mazo secret 1', other))
    same(verify(text)[0], 0)
    code, out, _ = verify(text, '--commitment', COMMITMENT)
    assert code == 1 and 'NO: it is not the commitment' in out, out
    same(json.loads(verify(text, '--commitment', COMMITMENT, '--json')[1])['yours'], False)


@case
def a_salt_was_changed():
    for salts in ([None, None, SALTS[2]], [SALTS[0], SALTS[2], None], [SALTS[2], None, SALTS[0]]):
        code, out, _ = verify(fair(MATCH, salts=salts))
        assert code == 1 and 'NO: the seed does not match' in out, out
    code, _, err = verify(fair(MATCH, salts=[SALTS[0], None]))
    assert code == 1 and '2 salts' in err, err


@case
def another_seed():
    other = 'cd' * 32
    text = kept({'do': 'new', 'rules': 'oficial', 'players': 3, 'seed': other})
    code, out, _ = verify(fair(text))
    assert code == 1 and 'NO: the seed does not match' in out, out


@case
def a_deal_that_does_not_follow():
    """Another seed written into the file: the hashes tell."""
    other = 'cd' * 32
    text = kept({'do': 'new', 'rules': 'oficial', 'players': 3, 'seed': other})
    code, _, err = verify(fair(text.replace(other, SEED)))
    assert code == 1 and 'line 1' in err, err


@case
def cards_laid_out_by_hand():
    text = kept({'do': 'position', 'rules': 'oficial', 'turn': 0, 'seed': SEED,
                 'hands': [['R1', 'R2', 'R3', 'R4']] * 3, 'discard': ['R5'],
                 'draw': ['B1', 'B2', 'B3', 'B4', 'G1', 'G2', 'G3', 'Y1', 'Y2', 'Y3']})
    code, out, _ = verify(fair(text))
    assert code == 1 and 'laid out by hand' in out, out


@case
def what_is_damaged():
    for changes in ({'secret': 'x'}, {'commitment': None}, {'salts': 7}):
        code, _, err = verify(fair(MATCH, **changes))
        assert code == 1 and 'fair shuffle' in err, err
        code, out, _ = verify(fair(MATCH, **changes), '--json')
        same((code, json.loads(out)['ok']), (1, False))


@case
def the_command_line():
    for args in (['--commitment', 'x'], ['--states'], ['--coach']):
        same(verify(MATCH, *args)[0], 2)
    done = subprocess.run([MAZO, 'replay', '--commitment', COMMITMENT, '-'], input=MATCH,
                          capture_output=True, text=True, timeout=60, check=False)
    same(done.returncode, 2)


if __name__ == '__main__':
    sys.exit(tap.run())
