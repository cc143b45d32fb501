#!/usr/bin/env python3
"""Compares po/es.po with the sources, po/es_ES.po and po/es_419.po with po/es.po, and prints TAP.

    tools/check_catalogue.py              check
    tools/check_catalogue.py --missing    print entries to fill in, for what is not in the file yet

Texts for the catalogue are the string literals in N_(…) and in the second argument of
text_in(…), anywhere in src/, and the sentences of the lists in include/mazo/*.def. The engine
knows no catalogue: of its files the ones in PLAIN hold nothing but such texts. In web/src they
are the literals in '…' that begin the arguments of t(…), N(…) and tn(…, …).
"""
import pathlib
import re
import sys
import unicodedata

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import po2c  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / 'po' / 'es.po'

# The Spanish of Spain and of America, which have only differences; --missing shows entries of es.po with one of
# these words that have no entry there.
VARIANTS = {'es_ES': re.compile(r'\b(Toma (?:Dos|Cuatro)|Salta|Reversa|Enter)\b'),
            'es_419': re.compile(r'\b([Pp]ill\w+|[Ff]arol(?:es|ero)?|ordenador|enfado|[Rr]ob[aeáéó]\w*)\b')}

# Macros of the .def files whose last arguments people read, and how many of them.
SENTENCES = {'KEY': 1, 'FAULT': 1, 'PHRASE': 1, 'MAZO_X_SHEET': 2}
SENTENCES |= {'MAZO_X_' + name: 1 for name in ('GROUP', 'RULE', 'CHOICE', 'FAULT', 'COMMAND', 'EVENT', 'REASON')}

# Files of the engine whose string literals are all sentences for people.
PLAIN = {ROOT / 'src' / 'engine' / 'position.c'}

# Words no longer used: a pattern for the English, one for the Spanish, and what to write.
LEFT_BEHIND = [(re.compile(english), re.compile(spanish), better) for english, spanish, better in (
    (r'\bwhom\b', '', '"who"'),
    (r'\bany more\b', '', '"no longer", or nothing'),
    (r'[Pp]oints are (good|bad)', '', '"the high score wins", "the low score wins"'),
    ('', r'\b[Uu]na (Salta|Jackpot|Toma|Comodín)|\b[Uu]n Reversa', '"un Salta", "un Toma Dos", "una Reversa"'),
    ('', r'(Salta|Toma Dos)\b[^.]*\. Juégala', '"Juégalo": a Salta, a Toma Dos is masculine'),
    ('', r'se anota|(se|te) llevas? %d puntos|se los lleva quien gana', 'points: always "sumar"'),
    ('', r'[Qq]uien quieras|a tu elección|el jugador que elijas', '"quien tú elijas"'),
    ('', r'quien tiene (más|menos) cartas|que más cartas tenga', '"quien tenga más cartas"'),
    ('', r'limpiamente|[Bb]araja\w* (limpi|just)', '"sin trampas", "verificable"'),
    ('rating', r'[Pp]untuaci', '"nivel (Elo)"; "puntuación" is the score'),
    (r'\bleft\b', r'[Ff]altan %s', 'progress: always "quedan"'),
    ('', r'\bsin (progreso|avance)\b', '"sin mostrar el progreso"'),
    ('', r'¡?[Pp]illad[oa]', 'no gender: "¡Sin UNO!", "si te pillan"'),
    ('', r'\b[Cc]og(e|es|er|en|ido|ida)\b', '"robar", "quitar": "coger" is rude in much of America'),
    ('', r'\b[Dd]eudas?\b', '"cartas pendientes", "por robar"'),
    ('', r'de espectador\b', '"estás mirando"'),
    ('', r'\b[Hh]ojas?\b|\bHOJA\b', '"modo de juego", "modo"'),
    ('', r'\b[Uu]na? \w+ son \w* ?[\d%]', '"tiene"'),
)]

TOKEN = re.compile(r'''
    (?P<comment> /\*.*?\*/ | //[^\n]* | ^[ \t]*\#[ \t]*(?:define|include|undef|ifndef|ifdef)(?:\\\n|[^\n])* )
  | (?P<string> "(?:\\.|[^"\\\n])*" )
  | (?P<char> '(?:\\.|[^'\\\n])*' )
  | (?P<word> [A-Za-z_]\w* )
  | (?P<other> [^\s] )''', re.X | re.S | re.M)


# A call in TypeScript, and the literals that begin its arguments.
SCRIPT_CALL = re.compile(r"""\b(?:tn?|N)\(\s*((?:'(?:\\.|[^'\\\n])*'\s*,?\s*)+)""")
SCRIPT_LITERAL = re.compile(r"""'((?:\\.|[^'\\\n])*)'""")


def script_texts(path):
    """(text, line) of every text for the catalogue in a file of TypeScript."""
    source = path.read_text(encoding='utf-8')
    found = []
    for call in SCRIPT_CALL.finditer(source):
        line = source.count('\n', 0, call.start()) + 1
        for literal in SCRIPT_LITERAL.findall(call.group(1)):
            text = re.sub(r'\\(.)', lambda m: '\n' if m[1] == 'n' else m[1], literal)
            found.append((text, line))
    return found


def tokens_of(path):
    """(kind, text, line) of every token but comments and macro definitions."""
    text = path.read_text(encoding='utf-8')
    return [(match.lastgroup, match.group(), text.count('\n', 0, match.start()) + 1)
            for match in TOKEN.finditer(text) if match.lastgroup != 'comment']


def arguments(tokens, start):
    """The arguments of the call whose "(" is at `start`, each a list of tokens."""
    depth, found = 0, [[]]
    for token in tokens[start:]:
        if token[1] in '([{' and token[0] == 'other':
            depth += 1
            if depth == 1:
                continue
        elif token[1] in ')]}' and token[0] == 'other':
            depth -= 1
            if depth == 0:
                return found
        if token[1] == ',' and depth == 1:
            found.append([])
        else:
            found[-1].append(token)
    return found


def literals(tokens):
    """The texts in an argument; literals side by side are one."""
    texts, last = [], None
    for kind, text, line in tokens:
        if kind == 'string':
            if last == 'string':
                texts[-1] = (texts[-1][0] + po2c.unquote(text), texts[-1][1])
            else:
                texts.append((po2c.unquote(text), line))
        last = kind
    return texts


def texts_of(path):
    """(text, line) of every text for the catalogue in a file."""
    if path.suffix in ('.ts', '.tsx'):
        return script_texts(path)
    tokens = tokens_of(path)
    if path in PLAIN:
        return literals(tokens)
    found = []
    for i, (kind, word, _) in enumerate(tokens[:-1]):
        if kind != 'word' or tokens[i + 1][1] != '(':
            continue
        if path.suffix == '.def':
            if word in SENTENCES:
                for argument in arguments(tokens, i + 1)[-SENTENCES[word]:]:
                    found += literals(argument)
        elif word == 'N_':
            found += literals(arguments(tokens, i + 1)[0])
        elif word == 'text_in':
            args = arguments(tokens, i + 1)
            if len(args) == 2:
                found += literals(args[1])
    return found


def used_texts():
    """Every text of the sources, with the first place where it stands."""
    files = sorted((ROOT / 'include' / 'mazo').glob('*.def'))
    files += sorted(path for path in (ROOT / 'src').rglob('*') if path.suffix in ('.c', '.h', '.def'))
    files += sorted(path for path in (ROOT / 'web' / 'src').rglob('*')
                    if path.suffix in ('.ts', '.tsx'))
    used = {}
    for path in files:
        for text, line in texts_of(path):
            if text:
                used.setdefault(text, f'{path.relative_to(ROOT)}:{line}')
    return used


def conversions(text):
    """The printf conversions, in the order of their arguments."""
    found = re.findall(r'%(?:(\d+)\$)?[-+#0]*(\*|\d+)?(?:\.(\*|\d+))?(hh|h|ll|l|z|j|t)?([a-zA-Z%])',
                       text)
    found = [conversion for conversion in found if conversion[4] != '%']
    found.sort(key=lambda conversion: int(conversion[0] or 0))
    return [(width == '*', precision == '*', length, kind)
            for _, width, precision, length, kind in found]


def braces(text):
    """The names in braces, which values take the place of."""
    return set(re.findall(r'\{\w+\}', text))


def edges(text):
    """The white space around a text, which a translation keeps."""
    return text[:len(text) - len(text.lstrip())], text[len(text.rstrip()):]


def po_literal(text):
    """A text as msgid: several lines where it has several."""
    def one(part):
        return '"' + part.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n') + '"'
    lines = text.splitlines(keepends=True)
    return one(text) if len(lines) < 2 else '""\n' + '\n'.join(map(one, lines))


def problems(used, entries):
    """Five lists of sentences: missing, missing in the page, unused, wrong, left behind."""
    known = {}
    missing, page, unused, wrong, old = [], [], [], [], []
    for entry in entries:
        place = f'{CATALOGUE.relative_to(ROOT)}:{entry.line}'
        if entry.english in known:
            wrong.append(f'{place}: "{entry.english}" is there twice')
        known[entry.english] = entry
        if entry.english not in used:
            unused.append(f'{place}: nothing says "{entry.english}" now')
        elif not entry.other or 'fuzzy' in entry.flags:
            missing.append(f'{place}: "{entry.english}" is not translated')
        elif conversions(entry.english) != conversions(entry.other):
            wrong.append(f'{place}: other conversions (%…) than in "{entry.english}"')
        elif braces(entry.english) != braces(entry.other):
            wrong.append(f'{place}: other names in braces than in "{entry.english}"')
        elif edges(entry.english) != edges(entry.other):
            wrong.append(f'{place}: other white space around it than in "{entry.english}"')
        old += [f'{place}: "{entry.other}": write {better}' for english, spanish, better in LEFT_BEHIND
                if english.search(entry.english) and spanish.search(entry.other)]
    for text, place in used.items():
        if text not in known:
            (page if place.startswith('web/') else missing).append(
                f'{place}: "{text}" is not in the catalogue')
    return missing, page, unused, wrong, old


# Keys that no word of their label has, because they are the same everywhere or every letter of it was taken.
FREE_KEYS = {'q', 'x', '?'}


def hints(tokens):
    """(key, label) of every {'k', "k", N_("label")} of a page and of every label that begins with its key."""
    found = []
    for i, (kind, text, line) in enumerate(tokens):
        if kind == 'char' and tokens[i - 1][1] == '{' and tokens[i + 1][1] == ',' and len(text) == 3:
            labels = literals(arguments(tokens, i - 1)[2]) if len(arguments(tokens, i - 1)) == 3 else []
            found += [(text[1], label, line) for label, line in labels]
        elif kind == 'string' and re.match('"[A-Z] (?=\\S)', text) and (tokens[i - 2][1], tokens[i + 1][1]) == ('N_', ')'):
            found.append((po2c.unquote(text)[0], po2c.unquote(text), line))
    return found


def key_problems(entries):
    """Keys on a screen that the words beside them do not contain, in English and in each Spanish: sentences."""
    spanish = [{entry.english: entry.other for entry in some} for some in
               (entries, *(po2c.read_po(ROOT / 'po' / f'{name}.po') for name in VARIANTS))]
    found = []
    for path in sorted((ROOT / 'src').rglob('*.c')):
        for key, english, line in hints(tokens_of(path)):
            labels = {english, *(texts[english] for texts in spanish if english in texts)}
            begins = english[:2] == key + ' '  # then each language has its own
            if begins and not all(re.match(r'\w ', label) for label in labels):
                continue  # a sentence: "A card …"
            for label in labels:
                one, words = (label[0], label[2:]) if begins else (key, label)
                if one.lower() not in plain(words) and key.lower() not in FREE_KEYS:
                    found.append(f'{path.relative_to(ROOT)}:{line}: the key {one} is not in "{words}"')
    return found


def plain(text):
    """Small letters without accents."""
    return unicodedata.normalize('NFD', text).lower()


def variant_problems(entries, name, words):
    """What is wrong with po/NAME.po: sentences."""
    common = {entry.english: entry.other for entry in entries}
    own = {entry.english: entry for entry in po2c.read_po(ROOT / 'po' / f'{name}.po')}
    found = []
    for english, entry in own.items():
        place, other = f'po/{name}.po:{entry.line}', common.get(english)
        if other is None:
            found.append(f'{place}: po/es.po does not have "{english}"')
        elif entry.other == other or not entry.other:
            found.append(f'{place}: "{english}" is not another text than in po/es.po')
        elif words.search(entry.other):
            found.append(f'{place}: "{words.search(entry.other)[0]}" is another word there')
        elif (conversions(other), braces(other), edges(other)) != (
                conversions(entry.other), braces(entry.other), edges(entry.other)):
            found.append(f'{place}: other conversions, braces or white space than in po/es.po')
    return found


def main():
    used = used_texts()
    entries = po2c.read_po(CATALOGUE)
    if sys.argv[1:] == ['--missing']:
        known = {entry.english for entry in entries}
        for text, place in used.items():
            if text not in known:
                print(f'\n#: {place.rsplit(":", 1)[0]}\nmsgid {po_literal(text)}\nmsgstr ""')
        for name, words in VARIANTS.items():
            own = {entry.english for entry in po2c.read_po(ROOT / 'po' / f'{name}.po')}
            for entry in entries:
                if words.search(entry.other) and entry.english not in own:
                    print(f'\n# po/{name}.po\nmsgid {po_literal(entry.english)}\nmsgstr {po_literal(entry.other)}')
        return 0
    names = ['every text is translated', 'every text of the page is translated',
             'every entry is used', 'every entry is well made', 'no word that we left behind', 'every key is in its label',
             *(f'po/{name}.po has what differs, and only that' for name in VARIANTS)]
    checked = [*problems(used, entries), key_problems(entries),
               *(variant_problems(entries, name, words) for name, words in VARIANTS.items())]
    print(f'1..{len(names)}')
    failed = 0
    for number, (name, found) in enumerate(zip(names, checked), 1):
        print(f'{"not ok" if found else "ok"} {number} - {name}')
        for sentence in found:
            print('# ' + sentence.replace('\n', '\\n'))
        failed += bool(found)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
