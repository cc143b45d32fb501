#!/usr/bin/env python3
"""help_pages.py MAZO FOLDER - manual pages of every command, in English and Spanish, and completions for bash, zsh and fish,
into FOLDER (share). All of it is made from what `mazo help` prints, so it says what the program does.

`meson install` runs it as `help_pages.py MAZO DATADIR` and names the place in its environment."""
import copy
import os
import pathlib
import re
import subprocess
import sys
import time

OPTION = re.compile(r'  (?:-(\w), |    )--([\w-]+)(?: (\S+))?(?: {2,}(.*))?$')
SECTIONS = {'en': ('NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'NOTES', 'COMMANDS', 'SEE ALSO'),
            'es': ('NOMBRE', 'SINOPSIS', 'DESCRIPCIÓN', 'OPCIONES', 'NOTAS', 'ÓRDENES', 'VÉASE TAMBIÉN')}
COMMON = {'lang', 'help'}
ROOT = pathlib.Path(__file__).resolve().parent.parent


class Help:
    """What `mazo help COMMAND` says, in its parts: forms, about, options, notes."""

    def __init__(self, mazo, lang, command=''):
        words = [mazo, 'help', *command.split(), '--lang', lang]
        text = subprocess.run(words, check=True, capture_output=True, text=True, encoding='utf-8').stdout
        if not command:  # its first line says what it is
            self.title, text = text.split('\n\n', 1)
        forms, rest = text.rstrip().split('\n\n', 1)
        self.forms = [re.sub(r'^\w+:', '', line).strip() for line in forms.splitlines()]
        self.about, _, rest = rest.partition('\n\n' + (re.findall(r'^(?:Options|Opciones):$', rest, re.M) or ['\n'])[0] + '\n')
        options, _, self.notes = rest.partition('\n\n')
        self.options = self.read(options)

    @staticmethod
    def read(text):
        """[letter, name, value, sentence] of each option; a sentence may go on in the next lines."""
        found = []
        for line in text.splitlines():
            option = OPTION.match(line)
            if option:
                found.append([part or '' for part in option.groups()])
            else:
                found[-1][3] = f'{found[-1][3]} {line.strip()}'.strip()
        return found

    def commands(self):
        """Of `mazo help`: [(name, sentence)]."""
        return re.findall(r'^  (\w+) +(.+)$', '\n'.join([self.about, self.notes]), re.M)

    def verbs(self):
        """What must come first: "list" of `mazo store list`."""
        words = [form.split()[2:] for form in self.forms]
        first = [next((word for word in form if re.fullmatch('[a-z]+', word)), '') for form in words]
        return list(dict.fromkeys(first)) if all(first) else []


# ---- manual pages ----

def roff(text):
    text = text.replace('\\', '\\e').replace('-', '\\-')
    return re.sub(r"^([.'])", r'\\&\1', text, flags=re.M)


def paragraphs(text):
    """Filled, but for lines that begin with a blank."""
    out = []
    for part in re.split(r'\n\n', text):
        lines = roff(part)
        out.append('.PP')
        out.append(f'.nf\n{lines}\n.fi' if re.search('^ ', part, re.M) else lines)
    return out


def today():
    return time.strftime('%Y-%m-%d', time.gmtime(int(os.environ.get('SOURCE_DATE_EPOCH') or time.time())))


def options(said):
    out = []
    for letter, option, value, text in said.options:
        short = f'\\fB\\-{letter}\\fR, ' if letter else ''
        value = f' \\fI{roff(value)}\\fR' if value else ''
        out.append(f'.TP\n{short}\\fB\\-\\-{roff(option)}\\fR{value}\n{roff(text)}')
    return out


def page(name, sentence, lang, said, others, version):
    """A manual page of one command."""
    title = dict(zip(SECTIONS['en'], SECTIONS[lang]))
    out = [f'.\\" Made by tools/help_pages.py from `mazo help`.\n.TH "{name.upper()}" 1 "{today()}" "mazo {version}"',
           f'.SH {title["NAME"]}\n{roff(name)} \\- {roff(sentence)}', f'.SH {title["SYNOPSIS"]}\n.nf']
    out += [roff(form) for form in said.forms] + [f'.fi\n.SH {title["DESCRIPTION"]}', *paragraphs(said.about)[1:]]
    if said.options:
        out += [f'.SH {title["OPTIONS"]}', *options(said)]
    if said.notes:
        out += [f'.SH {title["NOTES"]}', *paragraphs(said.notes)[1:]]
    out.append(f'.SH "{title["SEE ALSO"]}"\n' + ', '.join(f'\\fB{roff(other)}\\fR(1)' for other in others if other != name))
    return '\n'.join(out) + '\n'


def whole(frame, front, commands, others, version):
    """The page of all commands: a frame by hand, with @play@ where the options and notes of `mazo help play` go."""
    parts = {name: '\n'.join([*options(own(said)), *(paragraphs(said.notes) if said.notes else [])]) for name, _, said in commands}
    parts['formas'] = '\n'.join(roff(form) for form in [*front.forms, '', *(form for _, _, said in commands for form in said.forms)])
    parts['comunes'] = '\n'.join(options(own(commands[0][2], True)))
    parts['otras'] = ', '.join(f'\\fB{roff(other)}\\fR(1)' for other in others if other != 'mazo')
    parts['fecha'], parts['version'] = today(), version
    text = re.sub(r'^\.\\".*\n', '', frame, flags=re.M)
    for name, part in parts.items():
        assert f'@{name}@' in text, f'docs/es/mazo.1 has no @{name}@'
        text = text.replace(f'@{name}@', part)
    return '.\\" Made by tools/help_pages.py from docs/es/mazo.1 and `mazo help`.\n' + text


def own(said, common=False):
    """With its own options only, or with those that every command has."""
    other = copy.copy(said)
    other.options = [option for option in said.options if (option[1] in COMMON) == common]
    return other


def write_pages(mazo, share, version):
    for lang in 'en', 'es':
        folder = share / 'man' / ('' if lang == 'en' else lang) / 'man1'
        folder.mkdir(parents=True, exist_ok=True)
        front = Help(mazo, lang)
        others = ['mazo'] + [f'mazo-{name}' for name, _ in front.commands()]
        commands = [(name, sentence, Help(mazo, lang, name)) for name, sentence in front.commands()]
        for name, sentence, said in commands:
            (folder / f'mazo-{name}.1').write_text(page(f'mazo-{name}', sentence, lang, said, others, version))
        if lang != 'en':  # docs/mazo.1 is the English one
            frame = (ROOT / 'docs/es/mazo.1').read_text(encoding='utf-8')
            (folder / 'mazo.1').write_text(whole(frame, front, commands, others, version), encoding='utf-8')


# ---- completions ----

HELP = 'what a command does, and its options'


def values(option, sheets, levels):
    """The words that may stand for an option's value, and whether files may."""
    _, name, value, text = option
    if value in ('LANG', 'WORD'):  # its sentence lists them: "none, text or json (text)"
        listed = re.search(r'(?:[\w-]+, )+[\w-]+ or [\w-]+', re.sub(r' \([^)]*\)', '', text))[0]
        return re.split(', | or ', listed), False
    if value == 'RULES':
        return sheets, True
    return levels if name == 'bots' else [], value in ('FILE', 'PATH')


def operands(said, sheets, levels):
    """The words that may stand after the command, besides options and files."""
    taken = ' '.join(said.forms).split()
    return sheets if 'X' in taken else levels if 'BOT' in taken else []


def language(commands):
    """--lang, which may also stand before the command."""
    return next(option for option in commands[0][2].options if option[1] == 'lang')


def bash(commands, known, after):
    cases, taken = [], {}
    for name, _, said in commands:
        words = ' '.join([*after(said), *(f'--{option[1]}' for option in said.options)])
        cases.append(f'    {name}) words="{words}"; verbs="{" ".join(said.verbs())}" ;;')
        for letter, option, value, text in said.options:
            if value:
                words, files = known((letter, option, value, text))
                where = '*" ' if option in COMMON else f'"{name} '
                forms = [f'{where}--{option}"', *([f'{where}-{letter}"'] if letter else [])]
                taken.setdefault((' '.join(words), files), set()).update(forms)
    reply = 'COMPREPLY=($(compgen {how}-W "{words}" -- "$cur")); return'
    before = [f'    {" | ".join(sorted(options))}) ' + reply.format(how='-f ' if files else '', words=words) + ' ;;'
              for (words, files), options in sorted(taken.items())]
    names = ' '.join(name for name, _, _ in commands)
    return '\n'.join(['# bash completion of mazo: made by tools/help_pages.py', '_mazo() {',
                      '    local cur=${COMP_WORDS[COMP_CWORD]} word words verbs= past=()', '    COMPREPLY=()',
                      '    cur=${cur#=} # bash takes --lang=es for three words',
                      '    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [ "$word" = "=" ] || past+=("$word"); done',
                      '    case ${past[0]} in --lang | -l) [ ${#past[@]} = 1 ] || past=("${past[@]:2}") ;; esac',
                      '    if [ ${#past[@]} = 0 ]; then',
                      '        ' + reply.format(how='', words=f'{names} help --lang --help --version'), '    fi',
                      '    case "${past[0]} ${past[${#past[@]}-1]}" in', *before,
                      f'    "help help") {reply.format(how="", words=names)} ;;', '    esac',
                      '    case ${past[0]} in', *cases, '    *) return ;;', '    esac',
                      '    [ ${#past[@]} != 1 ] || words="$verbs $words"',
                      '    COMPREPLY=($(compgen -f -W "$words" -- "$cur"))', '}',
                      'complete -o filenames -F _mazo mazo', ''])


def quoted(text, special):
    return re.sub(f'([{re.escape(special)}])', r'\\\1', text).replace("'", "'\\''")


def zsh_action(words, files):
    if files and words:
        return f'{{_alternative "w\\:word\\:({" ".join(words)})" "f\\:file\\:_files"}}'
    return '_files' if files else f'({" ".join(words)})' if words else ' '


def zsh_option(option, known):
    letter, name, value, text = option
    tail = f"[{quoted(text, '[]:')}]" + (f':{quoted(value, ":")}:{zsh_action(*known(option))}' if value else '') + "'"
    end = '=' if value else ''
    return (f"'(-{letter} --{name})'{{-{letter},--{name}{end}}}'" if letter else f"'--{name}{end}") + tail


def zsh(commands, known, after):
    out = ['#compdef mazo', '# Made by tools/help_pages.py.', 'local -a commands; local state line',
           f"_arguments -C {zsh_option(language(commands), known)} '(-)1: :->command' '(-)*:: :->rest'",
           'case $state in', 'command)', '    commands=(']
    out += [f"        '{name}:{quoted(sentence, ':')}'" for name, sentence, _ in commands]
    names = ' '.join(name for name, _, _ in commands)
    out += [f"        'help:{HELP}'", '    )', '    _describe command commands ;;', 'rest)', '    case $line[1] in',
            f"    help)\n        _arguments -S '1: :({names})' ;;"]
    for name, _, said in commands:
        out.append(f'    {name})\n        _arguments -S \\')
        out += [f'            {zsh_option(option, known)} \\' for option in said.options]
        verbs = said.verbs()
        first = f"'1: :({' '.join(verbs)})' " if verbs else ''
        out.append(f"            {first}'*: :{zsh_action(after(said), True)}' ;;")
    return '\n'.join([*out, '    esac ;;', 'esac', ''])


def fish_option(when, option, known):
    letter, name, value, text = option
    words, files = known(option) if value else ([], False)
    takes = ('-r ' if files else '-x ') + (f"-a '{' '.join(words)}' " if words else '') if value else ''
    short = f'-s {letter} ' if letter else ''
    text = text.replace('\\', '\\\\').replace("'", "\\'")
    return f"complete -c mazo -n '{when}' {short}-l {name} {takes}-d '{text}'"


def fish(commands, known, after):
    names = ' '.join(name for name, _, _ in commands)
    no_command = f'not __fish_seen_subcommand_from {names} help'
    out = ['# Made by tools/help_pages.py.', fish_option(no_command, language(commands), known),
           f"complete -c mazo -n '{no_command}' -f -a help -d '{HELP}'",
           f"complete -c mazo -n '__fish_seen_subcommand_from help' -f -a '{names}'"]
    for name, sentence, said in commands:
        text = sentence.replace("'", "\\'")
        out.append(f"complete -c mazo -n '{no_command}' -f -a {name} -d '{text}'")
        when = f'__fish_seen_subcommand_from {name}'
        if verbs := ' '.join(said.verbs()):  # first one of them, no file
            out.append(f"complete -c mazo -n '{when}; and not __fish_seen_subcommand_from {verbs}' -f -a '{verbs}'")
        out += [f"complete -c mazo -n '{when}' -a '{' '.join(words)}'"] if (words := after(said)) else []
        out += [fish_option(when, option, known) for option in said.options]
    return '\n'.join(out) + '\n'


def write_completions(mazo, share):
    commands = [(name, sentence, Help(mazo, 'en', name)) for name, sentence in Help(mazo, 'en').commands()]
    sheets = re.findall(r'^MAZO_X_SHEET\(\w+, "([^"]+)"', (ROOT / 'include/mazo/sheets.def').read_text(), re.M)
    notes = next(said.notes for name, _, said in commands if name == 'sim')
    levels = re.search(r'^Levels: ([\w-]+(?:,\s[\w-]+)*)[,.]', notes, re.M)[1].replace(',', '').split()  # not what follows in words
    for path, make in (('bash-completion/completions/mazo', bash), ('zsh/site-functions/_mazo', zsh),
                       ('fish/vendor_completions.d/mazo.fish', fish)):
        file = share / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(make(commands, lambda option: values(option, sheets, levels), lambda said: operands(said, sheets, levels)))


def main():
    mazo, share = sys.argv[1], pathlib.Path(sys.argv[2])
    if 'MESON_INSTALL_DESTDIR_PREFIX' in os.environ:
        share = pathlib.Path(os.environ['MESON_INSTALL_DESTDIR_PREFIX']) / share
        mazo = pathlib.Path(os.environ['MESON_BUILD_ROOT']) / mazo
    os.environ['ASAN_OPTIONS'] = 'detect_leaks=0:' + os.environ.get('ASAN_OPTIONS', '')
    version = subprocess.run([mazo, '--version'], check=True, capture_output=True, text=True).stdout.split()[1]
    write_pages(mazo, share, version)
    write_completions(mazo, share)


main()
