#!/usr/bin/env python3
"""The plain game as people, pipes and accidents meet it. Prints TAP.

    plain.py MAZO [NAME]...     all cases, or the cases whose name contains one of these
    plain.py MAZO --update      write transcripts/*.txt, what a person hears of a match: read the diff aloud

A script that understands the questions plays whole matches, in both languages; it also types
nonsense. Every case has folders of its own for what mazo keeps.
"""
import difflib
import json
import os
import pathlib
import random
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
from tap import SHEETS, case  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
UPDATE = '--update' in sys.argv
COLORS = {'red': 'red', 'green': 'green', 'blue': 'blue', 'yellow': 'yellow',
          'rojo': 'red', 'roja': 'red', 'verde': 'green', 'azul': 'blue',
          'amarillo': 'yellow', 'amarilla': 'yellow'}
NONSENSE = ['', 'xyzzy', '99', '-1', '0', 'draw draw', 'catch', 'catch nobody', 'play', 'R99',
            'uno uno uno', 'choose 99', 'throw 1 1', 'vote perhaps', 'accept me', '5 5 5 5',
            '\x1b[2J', 'ñandú', 'a' * 5000, 'blue', 'rojo', 'hand', 'mesa', 'score', 'log',
            'help', 'ayuda', 'reglas', 'keep', 'challenge', 'accept', 'done', 'pass', '%s%n',
            'color', 'color a', 'W', 'comodín', 'wild', 'uno', 'catch 1', 'pillar 2', 'admit',
            'accuse 2', 'vote yes', '3 rojo', 'throw none', 'next', b'\xff\xfe\x00'.decode('latin1')]
SECONDS = tap.PATIENCE


class Folders:
    """A home without anything in it."""

    def __init__(self):
        self.there = tempfile.TemporaryDirectory(prefix='mazo-plain-')
        self.path = pathlib.Path(self.there.name)
        self.env = {key: value for key, value in os.environ.items()
                    if not key.startswith(('LC_', 'XDG_')) and key not in ('LANG', 'LANGUAGE')}
        self.env.update(HOME=str(self.path), LANG='C', TERM='dumb', USER='eva')

    def matches(self, end):
        return sorted((self.path / '.local/state/mazo').glob('*' + end))

    def config(self):
        return self.path / '.config/mazo/table.ini'


class Game:
    """A mazo under way. With a terminal of its own, or pipes."""

    def __init__(self, folders, *args, terminal=False, env=None, limit=None):
        self.said = ''
        self.master = None
        command = [MAZO, *args]
        environment = {**folders.env, **(env or {})}

        def prepare():
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            if terminal:
                os.setsid()
                import fcntl
                import termios
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        if terminal:
            self.master, slave = os.openpty()
            self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave,
                                            env=environment, preexec_fn=prepare, cwd=folders.path)
            os.close(slave)
            self.to = self.out = self.master
        else:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                            env=environment, preexec_fn=prepare, cwd=folders.path)
            self.to, self.out = self.process.stdin.fileno(), self.process.stdout.fileno()

    def read(self, until):
        """What it says up to a text that ends it, or to its end."""
        fresh, deadline = '', time.monotonic() + SECONDS
        data = b''
        while not any(fresh.endswith(text) for text in until):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.out], [], [], left)[0]:
                raise AssertionError(f'no answer within {SECONDS} s; last: {fresh[-600:]!r}')
            try:
                more = os.read(self.out, 65536)
            except OSError:  # a terminal whose other side is closed
                more = b''
            if not more:
                break
            data += more
            fresh = data.decode('utf-8', 'replace').replace('\r\n', '\n')
        self.said += fresh
        return fresh

    def prompt(self):
        """Up to the next question."""
        return self.read(('> ', 'Enter.\n', '[Y/n] ', '[S/n] '))

    def type(self, line):
        try:
            os.write(self.to, line.encode('utf-8', 'replace') + b'\n')
        except BrokenPipeError:
            pass

    def ask(self, line):
        self.type(line)
        return self.prompt()

    def end(self):
        """Wait for its end; what was left to say."""
        if self.master is None and not self.process.stdin.closed:
            self.process.stdin.close()
        text = self.read(())
        code = self.process.wait(SECONDS)
        if self.master is not None:
            os.close(self.master)
        else:
            self.process.stdout.close()
        return code, text

    def kill(self, number):
        self.process.send_signal(number)
        if self.master is None and number == signal.SIGKILL:
            self.process.stdin.close()
        return self.end() if number != signal.SIGKILL else (self.process.wait(SECONDS), '')


# ---- a player that understands the questions ----

def card(name):
    """(color or None, value) of a card's full name in either language."""
    words = name.lower().split()
    colors = [COLORS[word] for word in words if word in COLORS]
    value = ' '.join(word for word in words if word not in COLORS)
    if value.startswith(('wild', 'comod')):
        return None, value
    return (colors[0] if colors else None), value


class Player:
    def __init__(self, seed, lang, nonsense=0.05):
        self.dice = random.Random(seed)
        self.lang = lang
        self.nonsense = nonsense
        self.hand, self.marked, self.top, self.color = {}, set(), '', None
        self.question = ''
        self.refused = 0

    def look(self, text):
        """Take in a block of lines; the last question counts."""
        lines = text.split('\n')
        listing = False
        for line in lines:
            found = re.match(r'(?:On top|En la mesa): (.+?)\.(?: (?:The color is|El color es) (\w+)\.)?'
                             r'(?: No color.*| Aún no.*)?$', line)
            if found:
                self.top = found.group(1)
                named = found.group(2)
                self.color = COLORS[named] if named else card(self.top)[0]
            if line in ('Your cards:', 'Tus cartas:'):
                self.hand, self.marked, listing = {}, set(), True
            else:
                found = re.match(r' +(\d+)  (.+?)(?: \(([^)]*)\))?$', line)
                if listing and found:
                    self.hand[int(found.group(1))] = found.group(2)
                    if found.group(3):
                        self.marked.add(int(found.group(1)))
                else:
                    listing = False
        asked = [line for line in lines if re.search(QUESTION, line)]
        self.refused = 0 if asked else self.refused + 1
        self.question = asked[-1] if asked else self.question
        self.block = text

    def word(self, english, spanish):
        return english if self.dice.random() < 0.5 else spanish

    def color_word(self):
        return self.dice.choice(list(COLORS))

    def fitting(self):
        if self.marked:
            return sorted(self.marked)
        fit = []
        for number, name in self.hand.items():
            color, value = card(name)
            if color is None or color == self.color or value == card(self.top)[1]:
                fit.append(number)
        return fit

    def play_card(self, number):
        color, value = card(self.hand[number])
        how = self.dice.random()
        text = str(number) if how < 0.7 else self.hand[number]
        if how >= 0.7 and re.match(r'\d', text) and color is None:
            text = str(number)
        if color is None:
            if text != str(number) and re.match('wild|comod', text.lower()):
                text += ' ' + self.color_word()
            elif self.dice.random() < 0.6:
                text = f'{value} {self.color_word()}'
        if len(self.hand) == 2 and self.dice.random() < 0.8:
            text = 'uno ' + text if self.dice.random() < 0.5 else text + ' uno'
        return text

    def rule_cards(self):
        return ['draw 2; skip', 'roba 2; quita 1 más', 'Canta una canción', 'take 1 left = Thief!', 'discard 2; color',
                'give 1 chosen; reverse', 'swap fewest; dare Dance', 'run']

    def answer(self):
        q, roll = self.question, self.dice.random()
        if roll < self.nonsense and 'Enter' not in q:
            return self.dice.choice(NONSENSE)
        if re.search('Press Enter|Pulsa Enter|Pass the terminal|Pasa la terminal', q):
            return ''
        if re.search(r'Rule card \d|Carta de regla \d', q):
            return self.dice.choice([str(self.dice.randint(1, 8)), *self.rule_cards()])
        if re.search('Which color|Qué color', q):
            return self.color_word()
        if re.search('accept|aceptar', q):
            return self.struck(q)
        if re.search(WHO, q):
            listed = re.findall(r'^ +(\d+)  ', self.block[self.block.rindex(q):], re.M)
            return self.dice.choice(listed or ['1', '2', '3'])
        if re.search('each color|cada color', q):
            return self.dice.choice(['throw none', 'tirar nada', f'throw {self.dice.choice(list(self.hand))}'])
        found = re.search(r'(?:Choose|Elige) (\d+) ', q)
        if found:
            chosen = self.dice.sample(sorted(self.hand), int(found.group(1)))
            return self.word('throw ', 'tirar ') + ' '.join(map(str, chosen))
        if re.search('end the run|termina la tanda', q):
            fit = self.fitting()
            return self.play_card(self.dice.choice(fit)) if fit and self.refused < 2 else self.word('end', 'terminar')
        if re.search('Perform your dare|Cumple el reto', q):
            return self.word('done', 'hecho')
        if re.search('You drew this|Has (?:rob|tom)ado', q):
            if re.search('must|hay que', q) or self.dice.random() < 0.8:
                return self.word('play', 'jugar')
            return self.word('keep', 'guardarla')
        if re.search('pass\\)|pasar\\)', q):
            return self.word('pass', 'pasar')
        fit = self.fitting()
        if fit and (self.refused < 6 or self.dice.random() < 0.5):
            return self.play_card(self.dice.choice(fit))
        return self.word('draw', 'robar')

    def struck(self, q):
        draws = [n for n, name in self.hand.items() if re.search('(?i)draw|toma|roba', name)]
        if re.search('on top|encima', q) and draws and self.dice.random() < 0.7:
            return self.play_card(self.dice.choice(draws))
        if re.search('challenge\\b|desafiar', q) and self.dice.random() < 0.4:
            return self.word('challenge', 'desafiar')
        return self.word('accept', 'aceptar')


WHO = ('(?:Swap hands with|Take cards from|Give cards to) who|Who carries out|The rule card says|'
       '¿(?:Con|A) quién (?:cambias|le)|¿Quién cumple|La carta de regla dice')
QUESTION = ('Your turn|Te toca|You drew this|Has (?:rob|tom)ado esta|You must draw|Tienes que (?:robar|tomar)|Draw \\d|(?:Roba|Toma) \\d|Which color|'
            f'Qué color|{WHO}|each color|cada color|'
            r'Choose \d|Elige \d|end the run|termina la tanda|Perform your dare|Cumple el reto|'
            r'Rule card \d|Carta de regla \d|Press Enter|Pulsa Enter|Pass the terminal|Pasa la terminal')


def play(game, player, most=20000):
    """Answer until it ends; how many answers it took."""
    for count in range(most):
        text = game.prompt()
        if game.process.poll() is not None or not text.endswith(('> ', '.\n', '] ')):
            game.said += ''
            return count
        player.look(text)
        game.type(player.answer())
    raise AssertionError(f'not over after {most} answers; question: {player.question!r}')


def replayed(folders, path):
    done = subprocess.run([MAZO, 'replay', '--json', str(path)], env=folders.env, timeout=SECONDS,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def whole_match(sheet, lang, *args, seed=1, end=None):
    folders = Folders()
    game = Game(folders, 'play', '--plain', '--rules', sheet, '--lang', lang, '--seed', str(seed),
                '--set', 'target=100', *args,
                env=tap.looking_for_leaks(folders.env) if sheet == 'jackpot' else None)
    play(game, Player(seed, lang))
    code, _ = game.end()
    assert code == 0, (code, game.said[-800:])
    over = end or ('match' if lang == 'en' else 'partida')
    last = game.said[-1500:]
    assert over in last, last
    kept = folders.matches('.mazo')
    assert len(kept) == 1 and not folders.matches('.open'), kept
    assert '"match_over"' in replayed(folders, kept[0])
    return game.said


OTHER_LANGUAGE = {
    'en': r'\b(el|la|los|las|tu|tus|juega|juegas|roba|robas|cartas|carta|gana|ronda|turno|puntos|una|con|por)\b',
    'es': r'\b(the|your|you|plays?|draws?|cards?|wins?|and|of|round|turn|points|with|says?|left|most|throw|take)\b'}
QUOTED = re.compile('"[^"\n]*"|«[^»\n]*»')


def reads_aloud(said, lang):
    """Nothing that a screen reader stumbles over: words of the other language, signs, lines without an end."""
    for line in said.replace('\n> ', '\n').splitlines()[:-1]:  # the last one names the file
        text = QUOTED.sub('…', line)
        found = re.search(OTHER_LANGUAGE[lang], text, re.I)
        assert not found, (found[0], line)
        if re.match('  [^ \\d]', line):  # the rules name the signs that cards have on screens
            continue
        found = re.search(r'[][{}<>|=_→·*#~^%\\]|\(null\)|(?<!\w)[+-]|\d[-+]|^\d|: \d+[.!]?$', text)
        assert not found, (found[0], line)
        assert not re.search('[.][»"]?[.]', line), line
        item = line.startswith(' ') or line == ''  # of a list: a card, a player, what can be typed
        assert item or re.search('[.!?:)…]$', text), f'no end: {line}'


def matches_of(sheet):
    def both_languages():
        for lang in ('en', 'es'):
            said = whole_match(sheet, lang, seed=3)
            reads_aloud(said, lang)
    both_languages.__name__ = f'whole_matches_by_{sheet}_in_both_languages'
    return both_languages


for one in SHEETS:
    case(matches_of(one))


# ---- transcripts: what a person hears of a whole match, to be read by people ----

TRANSCRIPTS = pathlib.Path(__file__).resolve().parent / 'transcripts'
SHORT = ('--seats', '3', '--names', 'Eva,Ana,Luis', '--set', 'target=50')


class Reader(Player):
    """Types what its language has for it, and asks for everything once."""

    def __init__(self, seed, lang):
        super().__init__(seed, lang, nonsense=0)
        self.asks = ['table', 'log', 'score', 'hand'] if lang == 'en' else ['mesa', 'historial', 'puntos', 'mano']
        self.cards = ['take 1 left = Thief!', 'swap fewest; dare Dance'] if lang == 'en' else ['quitar 1 izquierda = ¡Ladrón!', 'cambiar menos; reto Baila']

    def word(self, english, spanish):
        return english if self.lang == 'en' else spanish

    def color_word(self):
        return self.dice.choice(['red', 'green', 'blue', 'yellow'] if self.lang == 'en' else ['rojo', 'verde', 'azul', 'amarillo'])

    def rule_cards(self):
        return [self.cards.pop()]

    def answer(self):
        if re.search('You drew this|Has (?:rob|tom)ado', self.question) and re.search('type "uno"|escribe «uno»', self.block):
            return 'uno'
        if self.asks and re.search('^(Your turn|Te toca)', self.question) and self.dice.random() < 0.3:
            return self.asks.pop(0)
        return super().answer()


def transcript(sheet, lang, seed):
    folders = Folders()
    game = Game(folders, 'play', '--plain', '--rules', sheet, '--lang', lang, '--seed', str(seed), *SHORT)
    reader, lines = Reader(seed, lang), ''
    while True:
        text = game.prompt()
        lines += text
        if game.process.poll() is not None or not text.endswith(('> ', '.\n')):
            break
        reader.look(text)
        typed = reader.answer()
        lines += typed + '\n' if text.endswith('> ') else ''
        game.type(typed)
    code, rest = game.end()
    assert code == 0, (code, lines[-800:])
    return re.sub(r'/\S+/mazo/\d{4}-\S+\.mazo', 'MATCH.mazo', lines + rest)


SEEDS = {}  # of the short ones: 1 where none is said


def transcripts_of(sheet):
    def reads_as_it_was_read():
        for lang in ('en', 'es'):
            said = transcript(sheet, lang, SEEDS.get(sheet, 1))
            file = TRANSCRIPTS / f'{sheet}.{lang}.txt'
            if UPDATE:
                file.parent.mkdir(exist_ok=True)
                file.write_text(said)
            now, then = said.splitlines(), file.read_text().splitlines() if file.exists() else []
            assert now == then, '\n'.join(difflib.unified_diff(then, now, file.name, 'now', lineterm='', n=1))
    reads_as_it_was_read.__name__ = f'a_match_by_{sheet}_reads_as_it_was_read'
    return reads_as_it_was_read


for one in SHEETS:
    case(transcripts_of(one))


@case
def whole_matches_in_the_spanish_of_spain_and_of_america():
    """Each as it is called there; cards are typed under both names."""
    for lang, here, not_here in (('es-ES', 'Roba Dos', 'Toma Dos|Reversa|Salta|blof'), ('es-419', 'Toma Dos', 'Roba Dos|Cambio de sentido|pill|farol')):
        said = whole_match('duelo', lang, seed=3)
        reads_aloud(said, 'es')
        assert here in said and not re.search(not_here, QUOTED.sub('', said.replace('pillar 2', ''))), re.search(f'.*({not_here}).*', said)


@case
def other_tables_are_played_to_the_end():
    whole_match('oficial', 'en', '--seats', '2', '--bots', 'easy', '--scoring', 'quick')
    said = whole_match('oficial', 'es', '--seats', '10', '--set', 'jump_in=yes,seven_zero=yes,stacking=yes')
    assert said.startswith('Mazo: UNO con las reglas de oficial, acumular, 7-0, colarse, a 100 puntos, 10 jugadores.'), said[:200]
    said = whole_match('penas', 'en', '--seats', '4', '--set', 'teams=yes', '--bots', 'hard,random', '--names', 'Eva,Ana,Luis,Noé')
    assert 'Your partner is Luis: your points are added up.' in said[:400], said[:400]
    whole_match('duelo', 'es', '--set', 'draw_until_playable=yes', '--set', 'hand_size=3')


@case
def accusing_among_bots_says_why_not():
    game = Game(Folders(), 'play', '--plain', '--rules', 'penas', '--lang', 'en', '--seed', '3', '--seats', '3', '--names', 'Eva,Ana,Luis')
    game.prompt()
    text = game.ask('accuse ana')
    assert 'Bots do not vote' in text and 'suggestions' not in text, text
    game.kill(signal.SIGKILL)


@case
def several_people_share_the_terminal():
    for sheet, lang in (('oficial', 'en'), ('jackpot', 'es'), ('penas', 'en')):
        said = whole_match(sheet, lang, '--people', '3', '--seats', '4', '--names', 'Eva,Ana,Noé,Bot',
                           '--scoring', 'quick')
        parts = re.split(r'(?:Pass the terminal to|Pasa la terminal a) (\w+).*\n', said)
        assert len(parts) > 6, said[:500]
        for name in ('Eva', 'Ana', 'Noé'):
            assert name in parts[1::2], parts[1::2]


def resumed(opening, lang):
    """A game from a position: Eva, who sits here, and Ana, a bot."""
    folders = Folders()
    path = folders.path / 'position.mazo'
    subprocess.run([MAZO, 'referee', '--log', path], input=json.dumps(opening) + '\n', text=True, check=True, stdout=subprocess.DEVNULL)
    first, *rest = path.read_text().splitlines()
    seats = [{'name': 'Eva', 'sits': 'person', 'bot': 'normal'}, {'name': 'Ana', 'sits': 'bot', 'bot': 'normal'}]
    path.write_text('\n'.join([json.dumps({**json.loads(first), 'table': {'seats': seats}}), *rest]) + '\n')
    game = Game(folders, 'play', '--plain', '--fast', '--lang', lang, '--resume', str(path))
    game.folders = folders
    return game


@case
def what_a_position_asks_is_said_in_words():
    """The price and the color of a challenge, whose turn it is, and giving cards, in both languages."""
    pile = ['Y1', 'G3', 'B2', 'B5', 'G5', 'R9', 'GS', 'G7', 'G1', 'B0', 'Y3', 'Y4', 'R1', 'R2', 'G9']
    struck = {'do': 'position', 'rules': 'duelo', 'hands': [['R5', 'B7', 'W', 'GS', 'Y2'], ['R4', 'G2', 'Y9', 'B1']],
              'discard': ['R7', 'W+4'], 'color': 'G', 'draw': pile, 'turn': 0, 'phase': 'struck'}
    gives = {'do': 'position', 'rules': 'jackpot', 'hands': [['RJ', 'G7', 'Y2', 'B9'], ['R4', 'B1', 'W']],
             'discard': ['R2'], 'draw': pile, 'turn': 0, 'spins': ['any'],
             'rule_cards': [{'text': 'A present', 'effects': ['give 2 chosen']}]}
    words = {
        'en': ('If Ana had a red card, they draw 4; if not, you draw 6. (accept or challenge)', 'table', '1  you: 5 cards, 0 points, your turn\n',
               'Choose 2 cards to give to Ana. (give 1 2)', 'give', 'You give Ana 2 cards'),
        'es': ('Si Ana tenía una carta de color rojo, roba 4; si no, robas tú 6. (aceptar o desafiar)', 'mesa', '1  tú: 5 cartas, 0 puntos, te toca\n',
               'Elige 2 cartas para dárselas a Ana. (dar 1 2)', 'dar', 'Le das 2 cartas a Ana')}
    for lang, (price, table, turn, ask, give, given) in words.items():
        game = resumed(struck, lang)
        assert price in game.prompt(), game.said
        assert turn in game.ask(table), game.said
        game.kill(signal.SIGKILL)
        game = resumed(gives, lang)
        game.prompt()
        game.ask('1')  # the lever
        game.ask('1')  # for Eva
        assert ask in game.ask('2'), game.said
        assert given in game.ask(f'{give} 1 2'), game.said
        game.kill(signal.SIGKILL)


@case
def votes_are_called_for():
    """P3: an accusation says who can answer it, and how; that is what they type."""
    folders = Folders()
    game = Game(folders, 'play', '--plain', '--fast', '--rules', 'penas', '--people', '3', '--seats', '3',
                '--names', 'Eva,Ana,Noé', '--seed', '3')
    sits = re.search(r'Pass the terminal to (\w+)', game.prompt()).group(1)
    game.type('')
    game.prompt()
    accused, other = (name for name in ('Eva', 'Ana', 'Noé') if name != sits)
    text = game.ask(f'accuse {accused}')
    assert f'{accused} can admit it: "{accused}: admit"' in text, text
    assert f'{other} can vote: "{other}: vote yes" or' in text, text
    assert f'{sits} can vote' not in text, text
    text = game.ask(f'{other}: vote yes')
    assert f'{accused} draws 2 cards' in text, text
    text = game.ask(f'{other}: admit')
    assert 'There is no vote now' in text, text
    game.kill(signal.SIGKILL)


@case
def bots_alone_can_be_looked_at():
    folders = Folders()
    game = Game(folders, 'play', '--plain', '--people', '0', '--seed', '5', '--scoring', 'quick')
    code, text = game.end()
    assert code == 0 and 'wins the match' in text, text[-300:]


@case
def programs_sit_at_the_table():
    """One that plays, one that dies at once and one that talks nonsense: nobody waits for long."""
    folders = Folders()
    bot = pathlib.Path(__file__).resolve().parents[2] / 'docs/examples/bot.py'
    good = folders.path / 'bot.py'
    good.write_text(bot.read_text())
    bots = f'cmd:python3 {good},cmd:false,cmd:yes'
    game = Game(folders, 'play', '--plain', '--fast', '--people', '0', '--seats', '3', '--rules',
                'duelo', '--seed', '5', '--scoring', 'quick', '--bots', bots)
    code, text = game.end()
    assert code == 0 and 'wins the match' in text, text[-300:]
    kept = folders.matches('.mazo')[0].read_text()
    assert '"sits":"program"' in kept, kept[:400]
    replayed(folders, folders.matches('.mazo')[0])


# ---- accidents ----

def begin(folders, *args, answers=25, seed=2, **how):
    """A match of which some answers have been given; the game, its player, the last question."""
    game = Game(folders, 'play', '--plain', '--seed', str(seed), *args, **how)
    player = Player(seed, 'en', nonsense=0)
    text = game.prompt()
    for _ in range(answers):
        player.look(text)
        text = game.ask(player.answer())
    return game, player, text


def state_of(game):
    """Hand and table, as it shows them now."""
    return game.ask('hand') + game.ask('table')


def assert_recalls(after, said):
    """The last sentences of the match are told again, as they were told."""
    told = after.split('On top: ')[0].splitlines()[1:]
    assert told, after
    for line in told:
        assert f'\n{line}\n' in said.replace('\n> ', '\n'), (line, said[-2000:])


def goes_on_as(folders, before, said, *args):
    game = Game(folders, 'play', '--plain', *args)
    question = game.prompt()
    assert 'Resume the match against' in question, question
    after = game.ask('y')
    assert 'Resuming the match' in after, after
    assert_recalls(after, said)
    assert state_of(game) == before
    return game


@case
def a_new_match_is_not_resumed():
    """Bots have written their rule cards before the person reads the first line."""
    game = Game(Folders(), 'play', '--plain', '--rules', 'jackpot', '--seats', '3', '--seed', '3')
    text = game.prompt()
    assert 'UNO by the rules of jackpot' in text and 'Resuming' not in text, text
    game.kill(signal.SIGKILL)


@case
def a_question_names_the_numbers_of_cards_that_may_be_typed():
    """Where a wrong card is part of the game (penas), all of them."""
    for sheet in 'oficial', 'penas':
        game, player = Game(Folders(), 'play', '--plain', '--rules', sheet, '--seed', '5'), Player(5, 'en', nonsense=0)
        named = set()
        for _ in range(60):
            text = game.prompt()
            player.look(text)
            if found := re.search(r'^Your turn: .*\((?:(?:1 to )?(\d+)\b)?.*\)$', text, re.M):
                may = sheet == 'penas' or player.marked
                assert found[1] == (str(len(player.hand)) if may else None), text
                named.add(found[1])
            game.type(player.answer())
        assert len(named) > 3 and (None in named) == (sheet == 'oficial'), named
        game.kill(signal.SIGKILL)


@case
def a_stray_word_is_no_rule_card():
    """Somebody who types a move, or "start" once more, is asked; who means it says that it is a dare."""
    for lang, strays, asked, dare, second in (
            ('en', ('start', 'accept', 'red 5', 'W'), '"{}" is not a rule card. For a dare, type: dare {}', 'dare start', 'Rule card 2 of'),
            ('es', ('empezar', 'aceptar', 'rojo 5'), '«{}» no es una carta de regla. Si es un reto, escribe: reto {}', 'reto empezar',
             'Carta de regla 2 de')):
        game = Game(Folders(), '--lang', lang, 'play', '--plain', '--rules', 'jackpot', '--seats', '3', '--seed', '3')
        game.prompt()
        for stray in strays:
            tap.same(game.ask(stray), asked.format(stray, stray) + '\n> ')
        tap.has(game.ask(dare), second)
        game.kill(signal.SIGKILL)


@case
def kill_9_loses_nothing():
    for answers in (0, 1, 7, 30, 120):
        folders = Folders()
        game, _, _ = begin(folders, answers=answers)
        before = state_of(game)
        game.kill(signal.SIGKILL)
        again = goes_on_as(folders, before, game.said)
        play_on = Player(9, 'en')
        play_on.look(again.ask('table') + again.ask('hand') + again.ask(''))
        again.type(play_on.answer())
        play(again, play_on)
        assert again.end()[0] == 0
        assert '"match_over"' in replayed(folders, folders.matches('.mazo')[0])


@case
def signals_end_it_in_order():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        folders = Folders()
        game, _, _ = begin(folders, answers=9)
        before = state_of(game)
        code, text = game.kill(number)
        assert code == 128 + number, code
        assert 'The match is saved to' in text, text
        goes_on_as(folders, before, game.said).kill(signal.SIGKILL)


@case
def the_end_of_input_and_quit_keep_the_match():
    for leave in (None, 'q', 'quit', 'salir'):
        folders = Folders()
        game, _, _ = begin(folders, answers=9)
        before = state_of(game)
        if leave:
            game.type(leave)
        code, text = game.end()
        assert code == 0 and 'The match is saved to' in text, (code, text)
        goes_on_as(folders, before, game.said).kill(signal.SIGKILL)


@case
def a_word_leaves_while_the_input_stays_open():
    """At a turn, between two people and where bots play alone."""
    people = ('--people', '2', '--seats', '2', '--names', 'Eva,Ana')
    for leave in ('q', 'Q', 'quit', 'salir'):
        for args in ((), people, ('--people', '0')):
            # Bots alone are not waited for where a pipe reads.
            folders = Folders()
            game = Game(folders, 'play', '--plain', '--seed', '3', *args, terminal='0' in args)
            if '0' not in args:
                game.prompt()
            game.type(leave)
            text = game.read(())  # to its end; the input is not closed yet
            assert 'The match is saved to' in text, (leave, args, text[-300:])
            assert 'wins the match' not in text, (leave, args, text[-300:])
            code, _ = game.end()
            assert code == 0 and len(folders.matches('.open')) == 1, (leave, args, code)


@case
def a_cut_last_line_is_left_out():
    folders = Folders()
    game, _, _ = begin(folders, answers=12)
    before = state_of(game)
    game.kill(signal.SIGKILL)
    path = folders.matches('.open')[0]
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"do":"play","se')
    again = goes_on_as(folders, before, game.said)
    assert path.read_bytes() == whole
    again.type('quit')
    again.end()
    path.write_bytes(whole[:-1])  # only the line's end is missing
    again = goes_on_as(folders, before, game.said)
    player = Player(1, 'en', nonsense=0)
    player.look(again.ask(''))
    again.ask(player.answer())
    again.type('quit')
    again.end()
    replayed(folders, folders.matches('.open')[0])


@case
def the_match_played_last_is_offered_not_the_one_started_last():
    folders = Folders()
    for sheet in ('duelo', 'oficial'):
        begin(folders, '--rules', sheet, '--new', answers=1)[0].kill(signal.SIGKILL)
    older, newer = sorted(folders.matches('.open'), key=lambda path: 'duelo' not in path.name)
    past = time.time() - 3600
    os.utime(newer, (past, past))
    os.utime(older, (past + 1800, past + 1800))
    game = Game(folders, 'play', '--plain', '--lang', 'en')
    assert '(duelo, round' in game.prompt(), game.said
    game.kill(signal.SIGKILL)


@case
def a_declined_match_is_kept_and_not_offered_again():
    folders = Folders()
    game, _, _ = begin(folders, answers=9)
    before = state_of(game)
    game.kill(signal.SIGKILL)
    game = Game(folders, 'play', '--plain')
    game.prompt()
    text = game.ask('n')
    assert 'It is saved: mazo play --resume' in text and 'Round 1' in text, text
    game.type('quit')
    game.end()
    kept = folders.matches('.mazo')
    assert len(kept) == 1
    game = Game(folders, 'play', '--plain', '--resume', str(kept[0]))
    assert 'Resuming the match' in game.prompt()
    assert state_of(game) == before
    game.kill(signal.SIGKILL)
    assert len(folders.matches('.open')) == 2


@case
def two_at_once_do_not_write_one_file():
    folders = Folders()
    game, _, _ = begin(folders, answers=5)
    path = folders.matches('.open')[0]
    other = Game(folders, 'play', '--plain', '--resume', str(path))
    code, text = other.end()
    assert code == 1 and 'another terminal' in text, (code, text)
    other = Game(folders, 'play', '--plain')
    assert 'Resume' not in other.prompt()
    assert len(folders.matches('.open')) == 2
    other.kill(signal.SIGKILL)
    game.kill(signal.SIGKILL)


@case
def a_full_disk_is_told_once_and_the_game_goes_on():
    folders = Folders()
    game = Game(folders, 'play', '--plain', '--seed', '4', '--scoring', 'quick', limit=1500)
    play(game, Player(4, 'en'))
    code, _ = game.end()
    assert code == 0, (code, game.said[-500:])
    assert game.said.count('cannot be saved') == 1, game.said[-500:]
    assert 'could not be saved' in game.said and 'wins the match' in game.said
    path, = folders.matches('.open')
    replayed(folders, path)  # what is there is whole


@case
def after_a_full_disk_another_place_has_all_of_the_match():
    folders = Folders()
    game, player, text = begin(folders, answers=12, limit=1500)
    assert 'cannot be saved' in game.said
    before = state_of(game)
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE,
                     (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    there = str(folders.path / 'other.mazo')
    game.ask('quit')
    game.ask('/dev/null/x')
    game.type(there)
    assert game.end()[0] == 0 and f'--resume {there}' in game.said, game.said[-500:]
    assert not folders.matches('.open'), 'the cut copy would be offered'
    again = Game(folders, 'play', '--plain', '--resume', there)
    assert 'Resuming the match' in again.prompt()
    assert state_of(again) == before
    again.kill(signal.SIGKILL)


@case
def when_there_is_room_again_nothing_is_missing():
    folders = Folders()
    game, player, text = begin(folders, answers=12, limit=1500)
    assert 'cannot be saved' in game.said
    resource.prlimit(game.process.pid, resource.RLIMIT_FSIZE,
                     (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    player.look(text)
    game.ask(player.answer())
    before = state_of(game)
    game.kill(signal.SIGKILL)
    goes_on_as(folders, before, game.said).kill(signal.SIGKILL)


@case
def without_a_folder_the_game_goes_on():
    folders = Folders()
    for env in ({'XDG_STATE_HOME': '/dev/null/x'}, {'HOME': '', 'XDG_STATE_HOME': ''}):
        game = Game(folders, 'play', '--plain', '--seed', '4', '--scoring', 'quick', env=env)
        play(game, Player(4, 'en'))
        assert game.end()[0] == 0
        assert game.said.count('cannot be saved') == 1, game.said[:500]
    assert 'cannot be saved: the folder does not exist.' in game.said, game.said[:500]


@case
def damaged_matches_are_refused_with_a_line():
    folders = Folders()
    game, _, _ = begin(folders, answers=6)
    game.kill(signal.SIGKILL)
    path = folders.matches('.open')[0]
    lines = path.read_text().split('\n')
    lines[3] = lines[3].replace('"hash":"', '"hash":"0', 1).replace('"}', '"}')
    path.write_text('\n'.join(lines))
    code, text = Game(folders, 'play', '--plain', '--resume', str(path)).end()
    assert code == 1 and 'line 4' in text, (code, text)
    game = Game(folders, 'play', '--plain')  # and it is not offered
    assert 'Resume' not in game.prompt()
    game.kill(signal.SIGKILL)
    for text, word in (('', 'no match'), ('nonsense\n', 'line 1')):
        path.write_text(text)
        code, said = Game(folders, 'play', '--plain', '--resume', str(path)).end()
        assert code == 1 and word in said, said
    code, said = Game(folders, 'play', '--plain', '--resume', '/nowhere/at/all').end()
    assert code == 1 and 'cannot be read' in said, said


# ---- the last table is remembered ----

def table_of(folders, *args, env=None):
    game = Game(folders, 'play', '--plain', '--new', *args, env=env)
    game.prompt()
    text = game.ask('table')
    rules = game.ask('rules')
    game.kill(signal.SIGKILL)
    return text, rules


@case
def the_last_table_is_the_next():
    folders = Folders()
    first = table_of(folders, '--rules', 'penas', '--seats', '5', '--bots', 'easy,hard:cautious',
                     '--name', 'Noé', '--set', 'target=250', '--set', 'stacking=yes', '--seed', '6')
    second = table_of(folders, '--seed', '6')
    assert first == second, (first, second)
    assert 'easy' in first[0] and 'hard' in first[0] and '250' in first[1]
    assert 'Noé' in folders.config().read_text()
    third = table_of(folders, '--rules', 'duelo')
    assert '  3  ' not in third[0], third[0]


@case
def what_is_asked_for_once_is_not_kept():
    folders = Folders()
    table_of(folders, '--name', 'Noé')
    text, _ = table_of(folders, '--fast', '--people', '2', '--names', 'Uno,Visita')
    assert 'Uno' in text or 'Visita' in text, text  # the one who is not asked first
    kept = folders.config().read_text()
    assert 'fast = no' in kept and 'name = Noé' in kept, kept
    text, _ = table_of(folders, '--people', '1')
    assert 'Visita' not in text and 'Luis' in text, text


@case
def bad_settings_never_stop_a_game():
    for content in (b'\xff\xfe\x00\x01', b'[table\nseats = 99\npeople=-3', b'seats = 4\n' * 9000,
                    b'[table]\nseats = 9\n[rules]\nbase = jackpot\n', b'[rules]\nteams = yes\n[table]\nseats = 3\n',
                    b'[table]\nname.1 = ' + b'x' * 500 + b'\nbot.2 = cmd:rm\nlang = xx\n'):
        folders = Folders()
        folders.config().parent.mkdir(parents=True)
        folders.config().write_bytes(content)
        text, _ = table_of(folders)
        assert 'Round 1' in text, text
    folders = Folders()
    text, _ = table_of(folders, env={'XDG_CONFIG_HOME': '/dev/null'})
    assert 'Round 1' in text, text


@case
def misuse_is_told():
    folders = Folders()
    for args, words in (
            (['--rules', 'ofical'], 'did you mean oficial?'),
            (['--bots', 'hrad'], 'did you mean hard?'),
            (['--set', 'staking=yes'], 'did you mean stacking?'),
            (['--set', 'target=7'], '50 to 5000'),
            (['--scoring', 'most'], 'winner, hands or quick'),
            (['--seats', '11'], '2 to 10'),
            (['--people', '5', '--seats', '4'], 'do not fit'),
            (['--names', 'Ana,ana'], 'two players are called'),
            (['--bots', 'cmd:'], 'cmd:'),
            (['--rules', 'jackpot', '--seats', '9'], 'cannot be played'),
            (['--resume', 'x', '--seats', '4'], '--resume'),
            (['--sead', '4'], 'did you mean --seed?'),
            (['now'], 'unexpected argument')):
        code, text = Game(folders, 'play', '--plain', *args).end()
        assert code in (1, 2) and words in text, (args, code, text)
    assert not folders.matches('.open') and not folders.config().exists()


# ---- at a terminal ----

@case
def a_dumb_terminal_plays_line_by_line():
    folders = Folders()
    game = Game(folders, terminal=True, env={'LANG': 'es_ES.UTF-8'})
    game.read(('¿Cómo te llamas? ',))
    game.type('Noé')
    text = game.prompt()
    assert 'Mazo: UNO con las reglas de oficial' in text and '\x1b' not in text, text
    game.type('salir')
    code, text = game.end()
    assert code == 0 and 'guardada' in text, text
    game = Game(folders, terminal=True)
    assert 'Resume the match' in game.prompt()
    os.write(game.to, b'\x03')
    assert game.end()[0] == 130


@case
def a_whole_match_at_a_terminal():
    folders = Folders()
    game = Game(folders, 'play', '--plain', '--fast', '--scoring', 'quick', '--seed', '8', terminal=True)
    play(game, Player(8, 'en', nonsense=0))
    assert game.end()[0] == 0 and 'the match' in game.said


@case
def the_hand_is_hidden_before_the_next_person_sits_down():
    folders = Folders()
    game = Game(folders, 'play', '--plain', '--fast', '--people', '2', '--names', 'Eva,Ana', '--seats', '2',
                '--rules', 'duelo', '--seed', '5', terminal=True, env={'TERM': 'xterm'})
    player = Player(5, 'en', nonsense=0)
    seen = 0
    for _ in range(60):
        text = game.prompt()
        player.look(text)
        found = re.search(r'Pass the terminal to (\w+), and press Enter\.\n$', text)
        if found:
            blank = text[:found.start()]
            assert blank.endswith('\n' * 20 + '\x1b[H\x1b[2J\x1b[3J'), blank[-80:]
            seen += 1
        game.type(player.answer())
        if seen == 8:
            break
    assert seen == 8, game.said[-500:]
    game.kill(signal.SIGKILL)


@case
def a_hang_up_of_the_terminal_keeps_the_match():
    folders = Folders()
    game = Game(folders, 'play', '--plain', '--fast', '--seed', '2', terminal=True)
    game.prompt()
    before = state_of(game).split('> ')
    os.close(game.master)
    game.process.wait(SECONDS)
    again = Game(folders, 'play', '--plain')
    assert 'Resume' in again.prompt()
    again.ask('y')
    after = state_of(again)
    for line in re.findall(r'^ +\d+  .*$', before[0], re.M):
        assert line in after, (line, after)
    again.kill(signal.SIGKILL)


@case
def pipes_get_no_pauses():
    folders = Folders()
    start = time.monotonic()
    game = Game(folders, 'play', '--plain', '--seed', '3', '--rules', 'oficial', '--bots', 'easy')
    play(game, Player(3, 'en', nonsense=0))
    answers = game.said.count('> ')
    assert game.end()[0] == 0
    assert time.monotonic() - start < answers, 'a second an answer is a pause'


if __name__ == '__main__':
    sys.exit(tap.run(['reads_as_it_was_read'] if UPDATE else sys.argv[2:]))
