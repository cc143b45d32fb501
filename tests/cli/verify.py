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


FOLDER = tempfile.TemporaryDirectory(prefix='mazo-verify-')
ENV = {**os.environ, 'XDG_STATE_HOME': FOLDER.name}
SHUFFLES = pathlib.Path(FOLDER.name) / 'mazo' / 'servers' / 'shuffles'


def verify(text, *args, lang='en', file='-'):
    if file != '-':
        file = str(pathlib.Path(FOLDER.name) / file)
        pathlib.Path(file).write_text(text, encoding='utf-8')
    done = subprocess.run([MAZO, 'replay', '--lang', lang, '--verify', *args, file], input=text, env=ENV,
                          capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def found(text, *args, **how):
    code, out, _ = verify(text, '--json', *args, **how)
    return {'code': code, **json.loads(out)}


MATCH = kept({'do': 'new', 'rules': 'oficial', 'players': 3, 'seed': SEED})


@case
def a_fair_match():
    code, out, err = verify(fair(MATCH))
    same((code, err), (0, ''))
    assert COMMITMENT in out and 'If that is the commitment' in out and 'NO' not in out, out
    assert 'Salts of players: 2' in out, out
    code, out, _ = verify(fair(MATCH), '--commitment', COMMITMENT.upper())
    assert code == 0 and 'could not change its secret' in out and 'shuffled fairly' not in out, out
    assert 'by this older rule a host who also played could still choose' in out, out
    code, out, _ = verify(fair(MATCH), lang='es')
    assert code == 0 and 'un anfitrión que también jugara' in out and 'sí:' in out, out


@case
def for_programs():
    code, out, _ = verify(fair(MATCH), '--json', '--commitment', COMMITMENT)
    same(json.loads(out), {'ok': True, 'fair': True, 'dealt': True, 'commitment': COMMITMENT,
                           'promise': True, 'seed': True, 'salts': 2, 'rule': 1, 'deal': None, 'opened': True,
                           'proved': False, 'yours': True})
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
    what = found(fair(text, secret=other))
    same((what['ok'], what['promise'], what['seed']), (False, False, True))


@case
def all_of_it_was_made_anew():
    """Everything fits together; only who has kept the commitment can tell."""
    other = '77' * 32
    text = kept({'do': 'new', 'rules': 'oficial', 'players': 3,
                 'seed': sha256('mazo seed 1', other, *SALTS)})
    text = fair(text, secret=other, commitment=sha256('mazo secret 1', other))
    same(verify(text)[0], 0)
    code, out, _ = verify(text, '--commitment', COMMITMENT)
    assert code == 1 and 'NO: it is neither the commitment' in out, out
    assert 'NOT shuffled fairly, unless the code is mistyped or the file is of another match' in ' '.join(out.split()), out
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
    same(verify(MATCH, '--salt', 'x')[0], 2)
    done = subprocess.run([MAZO, 'replay', '--salt', SALTS[0], '-'], input=MATCH,
                          capture_output=True, text=True, timeout=60, check=False)
    same(done.returncode, 2)


# ---- rule 2 ----

def hash_of(salt):
    return salt and sha256('mazo salt 2', salt)


def seed_of(salts, secret=SECRET):
    return sha256('mazo seed 2', secret, *salts)


def match_2(salts=None, secret=SECRET, **options):
    salts = salts or SALTS
    return kept({'do': 'new', 'rules': 'oficial', 'players': 3, 'seed': seed_of(salts, secret), 'options': options})


def fair_2(text, salts=None, hashes=None, **changes):
    salts = salts or SALTS
    hashes = hashes or [hash_of(salt) for salt in salts]
    return fair(text, rule=2, salts=[salt or None for salt in salts], hashes=[h or None for h in hashes], **changes)


def deal_code(text):
    """As the players' programs worked it out before the salts were opened."""
    head = json.loads(text.split('\n', 1)[0])
    about = json.dumps({key: head[key] for key in ('rules', 'revision', 'options')}, separators=(',', ':'))
    return sha256('mazo deal 2', about, head['fair']['commitment'], *(h or '' for h in head['fair']['hashes']))


MATCH_2 = fair_2(match_2())


@case
def rule_2_with_the_deal_code():
    deal = deal_code(MATCH_2)
    code, out, err = verify(MATCH_2, '--commitment', deal.upper(), '--salt', SALTS[0].upper())
    same((code, err), (0, ''))
    assert 'The cards were shuffled fairly: nobody could choose them' in out and 'NO' not in out, out
    assert f'Deal code: {deal}' in out and 'yes: your salt is in it' in out, out
    same(found(MATCH_2, '--commitment', deal, '--salt', SALTS[0]),
         {'code': 0, 'ok': True, 'fair': True, 'dealt': True, 'commitment': COMMITMENT, 'promise': True,
          'seed': True, 'salts': 2, 'rule': 2, 'deal': deal, 'opened': True, 'proved': True, 'yours': True,
          'salt': True})
    code, out, _ = verify(MATCH_2, '--commitment', deal, lang='es')
    assert code == 0 and 'se barajaron sin trampas: nadie pudo elegirlas' in out, out


@case
def rule_2_says_no_more_than_it_proves():
    for args in ((), ('--salt', SALTS[0]), ('--commitment', COMMITMENT)):
        code, out, _ = verify(MATCH_2, *args)
        assert code == 0 and 'The file agrees with itself. It proves more only' in out, out
        assert 'shuffled fairly' not in out, out
        same(found(MATCH_2, *args)['proved'], False)


@case
def the_options_are_part_of_the_deal_code():
    """Text, numbers, yes and no; and other rules are another code."""
    text = fair_2(match_2(target=50, beginner='lot', stacking=True))
    deal = deal_code(text)
    same(found(text)['deal'], deal)
    same(json.loads(text.split('\n')[0])['options'], {'beginner': 'lot', 'stacking': True, 'target': 50})
    same(found(fair_2(match_2(target=51, beginner='lot', stacking=True)), '--commitment', deal)['yours'], False)


@case
def a_salt_was_replaced():
    """The victim's salt, with everything made anew around it: the file agrees with itself."""
    other = ['cd' * 32, '', SALTS[2]]
    text = fair_2(match_2(other), other)
    same(verify(text)[0], 0)
    code, out, _ = verify(text, '--salt', SALTS[0])
    assert code == 1 and 'NO: your salt is not in it' in out and 'NOT shuffled fairly' in out, out
    code, out, _ = verify(text, '--commitment', deal_code(MATCH_2))
    assert code == 1 and 'NO: it is neither the commitment nor the deal code' in out, out
    text = fair_2(match_2(other), other, [hash_of(salt) for salt in SALTS])  # with the old hashes
    code, out, _ = verify(text)
    assert code == 1 and 'NO: the hashes do not match' in out, out
    same((found(text)['opened'], found(text)['seed']), (False, True))
    for salts, hashes in ((SALTS, [hash_of(SALTS[0]), '', '']), (['', '', SALTS[2]], None)):
        same(verify(fair_2(match_2(salts), salts, hashes or [hash_of(s) for s in SALTS]))[0], 1)


def first_hand(salts):
    seed = seed_of(salts)
    state = referee([json.dumps({'do': 'new', 'rules': 'oficial', 'players': 3, 'seed': seed})])[0]['state']
    return state['hands'][2]


@case
def a_host_who_plays_cannot_choose_the_cards():
    """The attack: the host knows the secret, sees the other salt, and tries salts for the third seat until the
    hand is good. By rule 1 no check could tell. Now the deal code gives it away, for it was fixed before."""
    honest = [SALTS[0], '', '77' * 32]
    deal = deal_code(fair_2(match_2(honest), honest))
    same(found(fair_2(match_2(honest), honest), '--commitment', deal)['proved'], True)

    def wilds(salts):
        return sum(card.startswith('W') for card in first_hand(salts))
    tries = [[SALTS[0], '', f'{i:064x}'] for i in range(60)]
    chosen = max(tries, key=wilds)
    assert wilds(chosen) > wilds(honest), 'the attack brings something'
    text = fair_2(match_2(chosen), chosen)
    same(verify(text, '--salt', SALTS[0])[0], 0)  # it agrees with itself, and the victim's salt is there,
    assert 'shuffled fairly' not in verify(text, '--salt', SALTS[0])[1]  # which proves nothing yet
    code, out, _ = verify(text, '--commitment', deal, '--salt', SALTS[0])
    assert code == 1 and 'NOT shuffled fairly' in out, out
    text = fair_2(match_2(chosen), chosen, [hash_of(salt) for salt in honest])  # with the code as it was
    same((deal_code(text), verify(text)[0]), (deal, 1))


@case
def kept_receipts_are_found():
    SHUFFLES.parent.mkdir(parents=True, exist_ok=True)
    deal = deal_code(MATCH_2)
    line = f'{COMMITMENT} {deal} {SALTS[0]} 0 KEY'
    SHUFFLES.write_text(f'nonsense\n{"ab" * 32} - - 0 OTHER\n{line}\n', encoding='utf-8')
    code, out, _ = verify(MATCH_2)
    assert code == 0 and 'yes: it is the shuffle that mazo join saw and kept' in out, out
    assert 'nobody could choose them' in out, out
    same([found(MATCH_2)[key] for key in ('kept', 'proved', 'again')], [True, True, 0])
    SHUFFLES.write_text(line.replace(' 0 KEY', ' 2 KEY') + '\n', encoding='utf-8')
    assert 'the deal started over, 2 times' in verify(MATCH_2)[1]
    other = [SALTS[0], '', '99' * 32]  # our salt is there, and the secret is the same
    code, out, _ = verify(fair_2(match_2(other), other))
    assert code == 1 and 'NO: it is not the shuffle that mazo join saw' in out, out
    # All of it another one: only the name of the match is left.
    text = fair_2(match_2(['88' * 32, '', ''], '66' * 32), ['88' * 32, '', ''], secret='66' * 32,
                  commitment=sha256('mazo secret 1', '66' * 32))
    same(verify(text)[0], 0)
    same(verify(text, file='KEY.mazo')[0], 1)
    SHUFFLES.write_text(f'{COMMITMENT} - {SALTS[0]} 0 -\n', encoding='utf-8')  # of a match by rule 1
    code, out, _ = verify(fair(MATCH))
    assert code == 0 and 'could still choose' in out and 'it is the shuffle that mazo join' in out, out
    SHUFFLES.unlink()


@case
def what_is_damaged_by_rule_2():
    for changes in ({'rule': 3}, {'rule': None}, {'rule': '2'}, {'hashes': 7}, {'hashes': [None]}):
        code, _, err = verify(fair(match_2(), **{'rule': 2, 'hashes': [None] * 3, **changes}))
        assert code == 1 and 'fair shuffle' in err, err


if __name__ == '__main__':
    sys.exit(tap.run())
