"""A stored match made longer than anybody would play it: for tests and measurements."""
import json
import sqlite3
import subprocess


def choose(state):
    """A legal command that brings the end of the round no nearer."""
    legal = state['legal']
    mine = len(state['hands'][legal[0].get('seat', 0)])
    order = ['play', 'draw'] if mine > 12 else ['draw', 'keep', 'accept', 'pass', 'play']
    for word in order + ['keep', 'accept', 'pass']:
        for command in legal:
            if command['do'] == word and (word != 'play' or mine > 2):
                return command
    return legal[0]


def commands(mazo, opening, count, log):
    """Play `count` commands after an opening line; their lines of a match file."""
    with subprocess.Popen([mazo, 'referee', '--log', str(log)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as referee:
        line = opening
        for _ in range(count + 1):
            referee.stdin.write(line + '\n')
            referee.stdin.flush()
            answer = json.loads(referee.stdout.readline())
            assert answer['ok'], answer
            line = json.dumps(choose(answer['state']))
        referee.stdin.close()
    lines = log.read_text().splitlines()[1:]
    assert len(lines) == count, len(lines)
    return lines


def lengthen(mazo, store, code, count, log):
    """The match at this table has `count` moves; the server must not be running. Its file."""
    db = sqlite3.connect(store)
    match, = db.execute('SELECT match FROM room WHERE code = ?', [code]).fetchone()
    opening, at = db.execute('SELECT text, at FROM event WHERE match = ? AND n = 0',
                             [match]).fetchone()
    lines = commands(mazo, opening, count, log)
    db.execute('DELETE FROM event WHERE match = ? AND n > 0', [match])
    db.executemany('INSERT INTO event VALUES (?, ?, ?, 0, 0, ?)',
                   [(match, n + 1, at, line) for n, line in enumerate(lines)])
    db.commit()
    db.close()
    return opening + '\n' + ''.join(line + '\n' for line in lines)
