#!/usr/bin/env python3
"""The real program on a pseudo-terminal: keys, mouse, sizes, signals, whole matches. Prints TAP.

    pty.py STAGE MAZO [CASE]...    STAGE plays a scene at its terminal, see stage.c
"""
import fcntl
import json
import os
import pathlib
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
from screen import Screen  # noqa: E402
from tap import SHEETS, case  # noqa: E402

STAGE = os.path.abspath(sys.argv[1])
MAZO = os.path.abspath(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
POSITION = ('{"do":"position","rules":"oficial","hands":[["R5","R7","W","G1"],["R4","B1"],'
            '["R4","RS"]],"discard":["R2"],"draw":["Y1","G3","B2","B5"],"turn":0}')


class Game:
    """The program in a terminal of its own."""

    def __init__(self, opening=POSITION, lang='en', rows=24, columns=80, term='xterm-256color',
                 names='Ana Beto Clara Dario', pace='', locale='C.UTF-8', people=1, job=False, ignored=(), command=None, **env):
        self.scene = tempfile.NamedTemporaryFile('w', suffix='.scene')
        self.scene.write(f'people {people}\nnames {names}\n{pace}\nopen {opening}\nkeys\n')
        self.scene.flush()
        self.master, slave = os.openpty()
        os.set_blocking(self.master, False)
        self.resize(rows, columns)
        self.slave = slave
        self.before = termios.tcgetattr(slave)
        self.output, self.seen = b'', 0
        keep = {k: v for k, v in os.environ.items() if not k.startswith('LC_') and k != 'NO_COLOR'}
        keep.update(TERM=term, LC_ALL=locale, **env)
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for fd in (0, 1, 2):
                os.dup2(slave, fd)
            os.closerange(3, 64)
            if job:
                be_a_shell()
            for number in ignored:
                signal.signal(number, signal.SIG_IGN)
            command = command or [STAGE, self.scene.name, '-', '0', '0', lang]
            os.execve(command[0], command, keep)
        self.status = None

    def job(self):
        """The process that the shell has started."""
        children = pathlib.Path(f'/proc/{self.pid}/task/{self.pid}/children').read_text().split()
        return int(children[0])

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))

    def read(self, seconds):
        """What comes within that time; returns the new bytes."""
        new = b''
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.master], [], [], left)[0]:
                break
            try:
                part = os.read(self.master, 65536)
            except OSError:
                break
            if not part:
                break
            new += part
        self.output += new
        return new

    def wait_for(self, *texts):
        """Read until one of the texts has come since the last call; returns everything until then."""
        def has_come():
            return any(text.encode() in self.output[self.seen:] for text in texts)
        end = time.monotonic() + tap.PATIENCE
        while not has_come():
            assert time.monotonic() < end, f'{texts!r} does not come; last: {self.output[-300:]!r}'
            ended = self.ended()
            self.read(0.01)
            assert not ended or has_come(), f'{texts!r} does not come, the program has ended: {self.status}'
        new, self.seen = self.output[self.seen:], len(self.output)
        return new

    def shows(self, text, rows=24, columns=80):
        """Read until the text stands on the screen, whatever its colors."""
        screen, fed = Screen(rows, columns), 0

        def is_there():
            nonlocal fed
            self.read(0.01)
            screen.feed(self.output[fed:])
            fed = len(self.output)
            return text in screen.text()
        tap.until(is_there, f'{text!r} is not shown')

    def send(self, keys):
        """Until all is taken, or the program has ended: one that looks for leaks at its end reads no more."""
        data = keys.encode() if isinstance(keys, str) else keys
        while data and not self.ended():
            try:
                data = data[os.write(self.master, data):]
            except BlockingIOError:
                self.read(0.01)

    def ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = status if pid else None
        return self.status is not None

    def finish(self):
        """Wait for the end; returns the exit status, or minus the signal."""
        end = time.monotonic() + tap.PATIENCE
        while not self.ended():
            assert time.monotonic() < end, f'it does not end; last: {self.output[-300:]!r}'
            self.read(0.02)
        self.read(0.05)
        return os.waitstatus_to_exitcode(self.status)

    def modes(self):
        return termios.tcgetattr(self.slave)

    def close(self):
        if not self.ended():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)
        os.close(self.slave)
        self.scene.close()


def be_a_shell():
    """Go on in a child that is a job of its own: only jobs can be stopped."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        return
    os.waitpid(child, 0)
    os._exit(0)


def state_of(pid):
    return pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()[0]


def restored(game):
    assert game.modes() == game.before, 'the line settings are not as they were'


@case
def d_draws_in_every_language():
    for lang, turn, drawn in (('en', 'Your turn', 'You draw'), ('es', 'Te toca', 'Robas')):
        game = Game(lang=lang)
        game.wait_for(turn)
        game.send('d')
        game.wait_for(drawn)
        os.kill(game.pid, signal.SIGTERM)
        game.finish()
        game.close()


@case
def plays_resizes_and_leaves_on_every_terminal():
    for term in ('xterm-256color', 'xterm', 'vt100', 'linux', 'screen'):
        game = Game(term=term)
        game.wait_for('Your turn')
        assert game.modes() != game.before, f'{term}: the terminal was not taken'
        game.send('\r')
        game.wait_for('You play')
        game.resize(40, 120)
        os.kill(game.pid, signal.SIGWINCH)
        game.wait_for('leave')
        game.send('q')
        game.wait_for('Leave the table?')
        game.send('y')
        assert game.finish() == 0, term
        restored(game)
        game.close()


@case
def follows_a_size_that_is_too_small():
    game = Game()
    game.wait_for('Your turn')
    game.resize(10, 40)
    os.kill(game.pid, signal.SIGWINCH)
    game.wait_for('This window is')
    game.resize(24, 80)
    os.kill(game.pid, signal.SIGWINCH)
    game.wait_for('Your turn')
    game.close()


@case
def signals_leave_the_terminal_as_it_was():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        game = Game()
        game.wait_for('Your turn')
        os.kill(game.pid, number)
        assert game.finish() == 0, number
        restored(game)
        assert b'\x1b[?1049l' in game.output, 'the other screen is still there'
        game.close()


@case
def the_help_says_what_tab_does_here():
    for sheet, words in (('oficial', 'the next card that fits'), ('penas', 'the next card; Shift-Tab')):
        game = Game(POSITION.replace('oficial', sheet))
        game.wait_for('Your turn')
        game.send('?')
        game.wait_for(words)
        game.close()


@case
def signals_that_are_ignored_stay_ignored():
    game = Game(ignored=(signal.SIGTERM, signal.SIGHUP, signal.SIGINT))
    game.wait_for('Your turn')
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        os.kill(game.pid, number)
    game.send('q')  # it still answers
    game.wait_for('eave the')
    assert not game.ended()
    game.close()


@case
def a_crash_leaves_the_terminal_as_it_was():
    game = Game(ASAN_OPTIONS='handle_segv=0')
    game.wait_for('Your turn')
    os.kill(game.pid, signal.SIGSEGV)
    assert game.finish() == -signal.SIGSEGV
    restored(game)
    assert b'\x1b[?1049l' in game.output, 'the other screen is still there'
    assert b'\x1b[?1000l' in game.output, 'the mouse is still ours'
    game.close()


@case
def the_end_of_the_line_ends_the_game():
    game = Game()
    game.wait_for('Your turn')
    game.send(b'\x04')
    assert game.finish() == 0
    restored(game)
    game.close()


@case
def stops_and_goes_on():
    game = Game(job=True)
    game.wait_for('Your turn')
    job = game.job()
    game.send(b'\x1a')
    tap.until(lambda: game.read(0.02) is not None and state_of(job) == 'T', 'it does not stop')
    restored(game)
    os.kill(job, signal.SIGCONT)
    game.wait_for('Your turn')
    assert game.modes() != game.before, 'the terminal was not taken again'
    game.send('\r')
    game.wait_for('You play')
    os.kill(job, signal.SIGTERM)
    game.finish()
    game.close()


@case
def without_colors_when_they_are_not_wanted():
    color = re.compile(rb'\x1b\[(?:[0-9;]*;)?(?:3[0-79]|4[0-79]|38;5|48;5)[0-9;]*m')
    game = Game(NO_COLOR='1')
    game.wait_for('Your turn')
    found = color.search(re.sub(rb'\x1b\[39;49m', b'', game.output))
    assert not found, found
    assert '●R'.encode() in game.output, 'no letter for the color'
    game.close()
    game = Game()
    game.wait_for('Your turn')
    assert color.search(game.output), 'no colors where they are wanted'
    game.close()


@case
def only_ascii_where_there_is_no_more():
    game = Game(locale='C', lang='es')
    game.wait_for('Te toca')
    assert not [b for b in game.output if b > 126], 'not ASCII'
    game.close()


@case
def nothing_moves_on_a_line_that_is_blocked():
    own_line = 14  # a card that flies from the hand to the pile crosses it
    game = Game(pace='moves')
    game.wait_for('Your turn')
    syscall = pathlib.Path(f'/proc/{game.pid}/syscall')
    termios.tcflow(game.slave, termios.TCOOFF)
    game.send('\x1bOC')  # to the next card: what it changes cannot be written
    tap.until(lambda: syscall.read_text().split()[1:2] == ['0x1'], 'it does not write')
    termios.tcflow(game.slave, termios.TCOON)
    screen = Screen(24, 80)
    game.send('\r')
    game.wait_for('You play')
    game.read(0.3)
    for at in range(len(game.output)):
        screen.feed(game.output[at:at + 1])
        line = screen.text().splitlines()[own_line:own_line + 1]
        assert not line or not set(line[0]) & set('╭╮│╰╯'), screen.text()
    game.close()


@case
def the_mouse_plays_a_card():
    game = Game()
    game.wait_for('Your turn')
    click = '\x1b[<0;38;18M\x1b[<0;38;18m'  # the second card of four: choose it, then play it
    game.send(click)
    game.wait_for('\u251b')  # the frame around it
    game.send(click)
    game.shows('You play  ●7')
    game.close()


@case
def a_double_click_plays_a_card():
    game = Game()
    game.wait_for('Your turn')
    game.send('\x1b[<0;38;18M\x1b[<0;38;18m' * 2)
    game.shows('You play  ●7')
    game.close()


@case
def control_u_clears_a_text():
    game = Game('{"do":"new","rules":"jackpot","players":4,"seed":3}')
    game.wait_for('Write your 2')
    game.send('\r9')  # a rule of one's own: its text is typed
    game.wait_for('its text')
    game.send('wrong\x15Sing!\r')
    game.wait_for('Its text: Sing!')
    game.close()


@case
def does_nothing_while_it_waits():
    game = Game()
    game.wait_for('Your turn')
    while game.read(0.3):
        pass

    def ticks():
        fields = pathlib.Path(f'/proc/{game.pid}/stat').read_text().rsplit(')', 1)[1].split()
        return int(fields[11]) + int(fields[12])

    before = ticks()
    assert not game.read(2.0), 'it writes though nothing happens'
    used = (ticks() - before) / os.sysconf('SC_CLK_TCK')
    assert used <= 0.04, f'{used} s of processor time in 2 s'
    game.close()


class Robot:
    """Plays a match. It presses the same keys whatever happens, except where cards are to be thrown: there it must read
    how many, because Enter also takes a mark away."""
    RIGHT = '\x1bOC'
    THROWS = ('T throw none', 'T throw %d cards', 'V give %d cards')
    LABELS = ('D draw', 'K keep it', 'A accept %d cards', 'L challenge', 'T throw %d cards', 'E end the run', 'E done!', 'P pass')

    def __init__(self, game, lang):
        self.game, self.lang = game, lang
        self.screen, self.fed = Screen(24, 80), 0
        catalogue = (ROOT / 'po/es.po').read_text()
        self.spanish = dict(re.findall(r'^msgid "(.*)"\nmsgstr "(.*)"$', catalogue, re.M))

    def say(self, text):
        return self.spanish[text] if self.lang == 'es' else text

    def key(self, label):
        return self.say(label)[0].lower()

    def press(self, keys):
        """Until the program has taken them all: keys that wait in the line answer a screen that has gone."""
        self.game.send(keys)
        end = time.monotonic() + tap.PATIENCE
        while not self.game.ended() and struct.unpack('i', fcntl.ioctl(self.game.slave, termios.FIONREAD, bytes(4)))[0]:
            assert time.monotonic() < end, f'the keys are not taken:\n{self.look()}'
            self.game.read(0.004)
        self.game.read(0.004)

    def look(self):
        self.screen.feed(self.game.output[self.fed:])
        self.fed = len(self.game.output)
        return self.screen.text()

    def throws(self, shown):
        return any(self.say(label)[2:].split('%d')[0] in shown.splitlines()[-1] for label in self.THROWS)

    def owed(self, shown):
        """The cards that the screen asks to mark, where none is marked yet; else None."""
        if not any(self.say(label)[2:].replace('%d', '0') in shown.splitlines()[-1] for label in self.THROWS):
            return None
        found = re.search(self.say('Choose %d cards to throw.').split('%d')[0] + r'(\d+) ', shown)
        return int(found[1]) if found else 0

    def throw(self, shown):
        """Escape takes all marks away; from there, each Enter marks another card."""
        owed = self.owed(shown)
        self.press('\x1b' if owed is None else ('\r' + self.RIGHT) * owed + self.key('T throw %d cards'))

    def play(self, seconds):
        """Until the program has ended; false: it does not."""
        play = self.key('U UNO!') + '\t\r1' + self.key('C catch!')
        letters = ''.join(self.key(label) for label in self.LABELS) + '1'
        end = time.monotonic() + seconds
        while not self.game.ended() and time.monotonic() < end:
            shown = self.look()
            if self.throws(shown):
                self.throw(shown)
            else:
                self.press(play)
                self.press(letters)
        return self.game.ended()


def play_match(sheet, lang, seed=11):
    """A whole match of three."""
    options = '{"target":60}' if sheet != 'penas' else '{"target":50}'
    opening = f'{{"do":"new","rules":"{sheet}","options":{options},"players":3,"seed":{seed}}}'
    env = {'ASAN_OPTIONS': tap.looking_for_leaks()['ASAN_OPTIONS']} if sheet == 'jackpot' else {}
    game = Game(opening, lang=lang, pace='pace none\nmoves', rows=24, columns=80, **env)
    robot = Robot(game, lang)
    game.wait_for(robot.say('Q leave')[2:])
    if sheet == 'jackpot':  # an idea for each card, then hand them in
        robot.press('\r1\r2\r')
    if sheet == 'penas':
        robot.press(robot.key('H show hints'))  # else every key is a mistake
    over = robot.play(tap.PATIENCE)
    assert over, f'{sheet} in {lang}: the match does not end:\n{robot.look()}'
    code = game.finish()
    restored(game)
    game.close()
    assert code == 0, f'{sheet} in {lang}: exit status {code}: {game.output[-600:]!r}'


@case
def whole_matches_in_spanish():
    for sheet in SHEETS:
        play_match(sheet, 'es')


@case
def whole_matches_in_english():
    for sheet in SHEETS:
        play_match(sheet, 'en')


def finished_match(sheet, home, *more):
    """A whole match of bots: the path of its file."""
    command = [MAZO, 'play', '--rules', sheet, '--people', '0', '--seats', '2', '--bots', 'easy', '--plain', '--fast',
               '--new', '--seed', '3', '--set', 'target=50', '--set', 'hand_size=3', '--lang', 'en', *more]
    folders = {name: home for name in ('HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME')}
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=tap.PATIENCE,
                         env={**os.environ, **folders})
    assert run.returncode == 0 and 'wins the match' in run.stdout, run.stdout[-300:] + run.stderr
    return next(pathlib.Path(home).rglob('*.mazo'))


@case
def every_page_of_the_viewer_shows_whole_matches():
    for sheet in SHEETS:
        with tempfile.TemporaryDirectory() as home:
            match = finished_match(sheet, home)
            game = Game(command=[MAZO, 'replay', str(match), '--lang', 'en'], HOME=home)
            last = game.wait_for('point of view').decode()
            game.send('GnbvveLnnbbrr')  # through rounds, points of view, running
            game.send('?')
            game.wait_for('Keys')
            game.send('\x1b')
            game.wait_for('point of view')
            game.send('c')
            found = game.wait_for('people first', 'No decision cost').decode()
            if 'people first' in found:
                game.send('jjk\r')  # to the step of a mistake, and the list once more
                game.wait_for('point of view')
                game.send('c')
                game.wait_for('people first')
            game.send('\x1b')
            game.wait_for('point of view')
            game.send('q')
            assert game.finish() == 0, (sheet, last)
            restored(game)
            game.close()


@case
def the_coach_says_where_it_is():
    with tempfile.TemporaryDirectory() as home:
        match = finished_match('oficial', home, '--set', 'target=500')
        for lang, words in (('en', r'Looking at move \d+ of \d+'), ('es', r'Mira la jugada \d+ de \d+')):
            game = Game(command=[MAZO, 'replay', str(match), '--lang', lang], HOME=home)
            game.wait_for('Mazo')
            game.send('c')
            shown = game.wait_for(words.split()[0]) + game.wait_for('━')
            assert re.search(words, re.sub(r'\x1b\[[0-9;?]*[a-zA-Z]', '', shown.decode())), shown[-500:]
            game.send('\x1b')
            game.send('q')
            game.finish()
            game.close()


@case
def the_viewer_has_the_curve_and_its_turns():
    match = ROOT / 'tests/terminal/matches/oficial.mazo'
    with tempfile.TemporaryDirectory() as home:
        folders = {name: home for name in ('HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME')}
        game = Game(command=[MAZO, 'replay', str(match), '--lang', 'en'], rows=30, columns=100, **folders)
        game.shows("Ana's chance to win: 9.1 %", 30, 100)  # worked out without a key
        game.shows('⣆⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀', 30, 100)  # to the end of the match
        for keys, step in (('t', 35), ('t', 37), ('T', 35), ('TT', 0), ('\x1b[<0;98;19M\x1b[<0;98;19m', 134)):
            game.send(keys)  # the last is a click at the end of the line
            game.shows(f'step {step} of 134', 30, 100)
        game.send('Tp')
        game.shows('You take the seat of Ana', 30, 100)
        game.send('\r')
        game.shows('Your turn', 30, 100)
        game.close()


@case
def plays_on_from_a_position():
    with tempfile.TemporaryDirectory() as home:
        folders = {name: home for name in ('HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME')}
        match = finished_match('oficial', home)
        before = match.read_text()
        game = Game(command=[MAZO, 'replay', str(match), '--lang', 'en'], **folders)
        game.wait_for('play on')
        game.send('Gp')
        game.wait_for('The match is over here')
        game.send('\rgllllvvp')
        game.wait_for('You take the seat of')
        game.send('\r')
        game.wait_for('hide hints')
        game.send('q')
        game.wait_for('Leave the table?')
        game.send('y')
        game.wait_for('Quick game')
        game.send('q')
        assert game.finish() == 0
        game.close()
        new, = pathlib.Path(home).rglob('*-oficial-again.open')
        assert match.read_text() == before, 'the old match has changed'
        first, *rest = new.read_text().splitlines()
        assert rest[:4] == before.splitlines()[1:5], 'it begins differently'
        assert [seat['sits'] for seat in json.loads(first)['table']['seats']] == ['bot', 'person'], first


def kept_match(home, name, *changes):
    """The match of the tests as if it had been played here; `changes` are pairs of texts."""
    text = (pathlib.Path(__file__).parent / 'matches/oficial.mazo').read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    file = pathlib.Path(home) / 'mazo' / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


@case
def the_record_counts_the_matches_that_are_kept():
    with tempfile.TemporaryDirectory() as home:
        folders = {name: home for name in ('HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME')}
        person = ('"name":"Ana","sits":"bot"', '"name":"Ana","sits":"person"')
        kept_match(home, '2026-01-01-000000-oficial.mazo', person)
        kept_match(home, '2026-01-02-000000-oficial-again.mazo', person)
        kept_match(home, '2026-01-03-000000-oficial.mazo')  # nobody of us sat there
        coached = '{"file":"2026-01-01-000000-oficial.mazo","decisions":7,"cost":238720}'
        (pathlib.Path(home) / 'mazo/record.jsonl').write_text(coached + '\n')  # by the coach, right after the match
        online = kept_match(home, '2026-01-04-000000-oficial-online1-key.mazo', person)
        for _ in range(2):  # the second time from what was kept of it
            game = Game(command=[MAZO, '--lang', 'en'], **folders)
            game.wait_for("What's your name?")
            game.send('\r')
            game.wait_for('Quick game')
            game.send('jjjjjj\r')
            game.shows('of 2')
            game.shows('On servers')
            game.shows('3.4 %')  # a decision
            game.shows('Beginner')
            game.send('\x1b')
            game.shows('Quick game')
            game.send('k\r')
            game.shows('oficial · ')
            game.shows(' · you: place ')
            game.shows('oficial · online · ')
            game.send('\x1b')
            game.shows('Quick game')
            game.send('q')
            assert game.finish() == 0
            game.close()
            lines = (pathlib.Path(home) / 'mazo/record.jsonl').read_text().splitlines()
            found = {line['file']: line['record'] for line in map(json.loads, lines) if 'record' in line}
            assert len(lines) - 1 == len(found) == 2 and all(one['sheet'] == 'oficial' for one in found.values()), lines
            assert sorted((one['online'], one['you']) for one in found.values()) == [(False, 0), (True, 1)], lines
            assert found[online.name]['you'] == 1, lines
            for file in pathlib.Path(home).glob('mazo/table.ini'):
                file.unlink()  # so that the name is asked again


@case
def the_record_can_be_erased():
    with tempfile.TemporaryDirectory() as home:
        folders = {name: home for name in ('HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME')}
        person = ('"name":"Ana","sits":"bot"', '"name":"Ana","sits":"person"')
        old = kept_match(home, '2026-01-01-000000-oficial.mazo', person)
        game = Game(command=[MAZO, '--lang', 'en'], **folders)
        game.wait_for("What's your name?")
        game.send('\r')
        game.wait_for('Quick game')
        for answer in '\r', 'j\r':  # kept, then erased
            game.send('jjjjjj\r' if answer == '\r' else '\r')
            game.shows('of 1')
            game.send('x')
            game.shows('Erase your record?')
            game.send(answer)
        game.shows('It begins anew')
        game.send('\r')
        game.shows('Quick game')
        game.send('\r')
        game.shows('Nothing yet')
        line, = (pathlib.Path(home) / 'mazo/record.jsonl').read_text().splitlines()
        assert list(json.loads(line)) == ['erased'] and old.exists(), line
        # What is finished from now on counts.
        new = kept_match(home, '2026-01-02-000000-oficial.mazo', person)
        os.utime(new, (time.time() + 10, time.time() + 10))
        game.send('\r')
        game.shows('Quick game')
        game.send('\r')
        game.shows('of 1')
        game.send('\x1b')
        game.shows('Quick game')
        game.send('q')
        assert game.finish() == 0
        game.close()


@case
def the_deal_of_the_day_begins_from_the_menu():
    with tempfile.TemporaryDirectory() as home:
        folders = {name: home for name in ('HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME')}
        game = Game(command=[MAZO, '--lang', 'en'], **folders)
        game.wait_for("What's your name?")
        game.send('\x15Zoe\r')
        game.wait_for('Quick game')
        game.send('j\r')
        game.wait_for('against')
        game.send('\r')
        game.wait_for('leave')
        os.kill(game.pid, signal.SIGHUP)
        game.finish()
        game.close()
        kept, = pathlib.Path(home).rglob('*.open')
        first = json.loads(kept.read_text().splitlines()[0])
        assert bytes.fromhex(first['seed']).startswith(b'mazo day 1 20'), first
        assert first['table']['seats'][0] == {'name': 'Zoe', 'sits': 'person', 'bot': 'normal'}, first
        game = Game(command=[MAZO, '--lang', 'en'], **folders)  # who has seen its cards does not begin anew
        game.wait_for('Quick game')
        game.send('jj\r')
        game.wait_for('against')
        game.shows('Resume')
        game.send('\r')
        game.wait_for('leave')
        game.close()
        assert list(pathlib.Path(home).rglob('*.open')) == [kept]


@case
def a_hang_up_loses_nothing():
    with tempfile.TemporaryDirectory() as home:
        folders = {'XDG_STATE_HOME': home, 'XDG_CONFIG_HOME': home, 'HOME': home}
        game = Game(command=[MAZO, 'play', '--rules', 'duelo', '--seed', '4', '--lang', 'en',
                             '--fast', '--new'], **folders)
        game.wait_for('leave')
        for _ in range(5):
            game.send('\t\r1dk')
            game.read(0.1)
        os.kill(game.pid, signal.SIGHUP)
        game.finish()
        restored(game)
        game.close()
        kept = list(pathlib.Path(home).rglob('*.open'))
        assert len(kept) == 1, kept
        lines = kept[0].read_text().splitlines()
        assert len(lines) > 3 and all('"hash"' in line for line in lines), lines
        game = Game(command=[MAZO, 'play', '--resume', str(kept[0]), '--lang', 'en'], **folders)
        game.wait_for('leave')
        game.close()


@case
def a_match_that_cannot_be_kept_finds_another_place():
    with tempfile.TemporaryDirectory() as home:
        there = f'{home}/saved.mazo'
        folders = {'XDG_STATE_HOME': '/dev/null/x', 'XDG_CONFIG_HOME': home, 'HOME': home}
        game = Game(command=[MAZO, 'play', '--seed', '4', '--lang', 'en', '--new'], **folders)
        game.wait_for('leave')
        game.send('q')
        assert b'The match is saved' not in game.wait_for('leave now')
        game.send('\r')
        game.wait_for('Name of the file')
        game.send(f'\x15/dev/null/y\r')
        game.wait_for('does not work either')
        game.send(f'\r\x15{there}\r')
        game.wait_for('Quick game')
        game.send('q')
        assert game.finish() == 0
        assert f'mazo play --resume {there}'.encode() in game.output, game.output[-300:]
        game.close()
        game = Game(command=[MAZO, 'play', '--resume', there, '--lang', 'en'], **folders)
        game.wait_for('leave')
        game.close()


@case
def a_match_that_cannot_be_kept_is_called_lost():
    with tempfile.TemporaryDirectory() as home:
        folders = {'XDG_STATE_HOME': '/dev/null/x', 'XDG_CONFIG_HOME': home, 'HOME': home}
        game = Game(command=[MAZO, 'play', '--seed', '4', '--lang', 'en', '--new'], **folders)
        game.wait_for('leave')
        game.send('q')
        game.wait_for('it is lost')
        game.send('jj\r')  # stay
        game.wait_for('Your turn')
        game.send('qj\r')
        game.wait_for('Quick game')
        game.send('q')
        assert game.finish() == 0 and b'It is lost.' in game.output, game.output[-300:]
        game.close()


@case
def the_first_run_asks_the_name():
    with tempfile.TemporaryDirectory() as home:
        folders = {'HOME': home, 'XDG_STATE_HOME': home, 'XDG_CONFIG_HOME': home, 'USER': 'eva'}
        game = Game(command=[MAZO, '--lang', 'en'], **folders)
        game.wait_for("What's your name?")
        game.send('\x15Zoe\r')
        game.wait_for('Quick game')
        game.send('q')
        assert game.finish() == 0
        game.close()
        game = Game(command=[MAZO, '--lang', 'en'], **folders)
        game.wait_for('Quick game')  # and not again
        assert b"What's your name?" not in game.output
        game.send('\r')
        game.wait_for('Zoe')
        game.close()


@case
def a_damaged_match_leads_back_to_the_menu():
    with tempfile.TemporaryDirectory() as home:
        folders = {'HOME': home, 'XDG_STATE_HOME': f'{home}/state', 'XDG_CONFIG_HOME': home}
        match = pathlib.Path(__file__).parent / 'matches/oficial.mazo'
        lines = match.read_text().splitlines()[:9]
        lines[2] = 'nonsense'
        kept = pathlib.Path(home) / 'state/mazo/2026-01-01-000000-oficial.open'
        kept.parent.mkdir(parents=True)
        kept.write_text('\n'.join(lines) + '\n')
        game = Game(command=[MAZO, '--lang', 'en'], **folders)
        game.wait_for("What's your name?")
        game.send('\r')
        game.wait_for('Past matches')
        game.send('jjjjj\r')
        game.wait_for('not over')
        game.send('\r')
        game.wait_for('cannot be played')
        game.send('\r')
        game.wait_for('Quick game')
        game.close()


if __name__ == '__main__':
    sys.exit(tap.run(sys.argv[3:]))
