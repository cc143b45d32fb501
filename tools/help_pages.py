#!/usr/bin/env python3
"""help_pages.py MAZO FOLDER - manual pages of every command, in English and Spanish, and completions for bash, zsh and fish,
into FOLDER (share). All of it is made from what `mazo help` prints, so it says what the program does.

`meson install` runs it as `help_pages.py MAZO DATADIR` and names the place in its environment."""
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


def page(name, sentence, lang, said, others, version):
    """A manual page of one command, or of them all."""
    title = dict(zip(SECTIONS['en'], SECTIONS[lang]))
    day = time.strftime('%Y-%m-%d', time.gmtime(int(os.environ.get('SOURCE_DATE_EPOCH') or time.time())))
    out = [f'.\\" Made by tools/help_pages.py from `mazo help`.\n.TH "{name.upper()}" 1 "{day}" "mazo {version}"',
           f'.SH {title["NAME"]}\n{roff(name)} \\- {roff(sentence)}', f'.SH {title["SYNOPSIS"]}\n.nf']
    out += [roff(form) for form in said.forms] + [f'.fi\n.SH {title["DESCRIPTION"]}', *paragraphs(said.about)[1:]]
    if said.options:
        out.append(f'.SH {title["OPTIONS"]}')
    for letter, option, value, text in said.options:
        short = f'\\fB\\-{letter}\\fR, ' if letter else ''
        value = f' \\fI{roff(value)}\\fR' if value else ''
        out.append(f'.TP\n{short}\\fB\\-\\-{roff(option)}\\fR{value}\n{roff(text)}')
    if said.notes:
        out += [f'.SH {title["NOTES"]}', *paragraphs(said.notes)[1:]]
    out.append(f'.SH "{title["SEE ALSO"]}"\n' + ', '.join(f'\\fB{roff(other)}\\fR(1)' for other in others if other != name))
    return '\n'.join(out) + '\n'


def write_pages(mazo, share, version):
    for lang in 'en', 'es':
        folder = share / 'man' / ('' if lang == 'en' else lang) / 'man1'
        folder.mkdir(parents=True, exist_ok=True)
        front = Help(mazo, lang)
        others = ['mazo'] + [f'mazo-{name}' for name, _ in front.commands()]
        for name, sentence in front.commands():
            (folder / f'mazo-{name}.1').write_text(page(f'mazo-{name}', sentence, lang, Help(mazo, lang, name), others, version))
        if lang != 'en':  # docs/mazo.1 is the English one
            (folder / 'mazo.1').write_text(page('mazo', front.title.partition(': ')[2].rstrip('.'), lang, front, others, version))


# ---- completions ----

def values(value, sheets, levels):
    """The words that may stand for this placeholder, and whether files may."""
    if value == 'LANG':
        return ['en', 'es'], False
    if value == 'RULES':
        return sheets, True
    if value in ('A,B,...', 'BOT'):
        return levels, False
    return [], value in ('FILE', 'PATH')


def bash(commands, known):
    cases = []
    for name, _, said in commands:
        names = ' '.join(f'--{option[1]}' for option in said.options)
        cases.append(f'    {name}) words="{names}"; verbs="{" ".join(said.verbs())}" ;;')
    taken = {}
    for _, _, said in commands:
        for letter, option, value, _ in said.options:
            if value:
                taken.setdefault((' '.join(known(value)[0]), known(value)[1]), set()).update({f'--{option}'})
    reply = 'COMPREPLY=($(compgen {how}-W "{words}" -- "$cur")); return'
    before = [f'    {" | ".join(sorted(options))}) ' + reply.format(how='-f ' if files else '', words=words) + ' ;;'
              for (words, files), options in sorted(taken.items())]
    names = ' '.join(name for name, _, _ in commands)
    return '\n'.join(['# bash completion of mazo: made by tools/help_pages.py', '_mazo() {',
                      '    local cur=${COMP_WORDS[COMP_CWORD]} words verbs=', '    COMPREPLY=()',
                      '    if [ "$COMP_CWORD" = 1 ]; then', f'        words="{names} help --lang --help --version"',
                      '        COMPREPLY=($(compgen -W "$words" -- "$cur")); return', '    fi',
                      '    case ${COMP_WORDS[COMP_CWORD - 1]} in', *before,
                      f'    help) {reply.format(how="", words=names)} ;;', '    esac',
                      '    case ${COMP_WORDS[1]} in', *cases, '    *) return ;;', '    esac',
                      '    [ "$COMP_CWORD" != 2 ] || words="$verbs $words"',
                      '    COMPREPLY=($(compgen -f -W "$words" -- "$cur"))', '}',
                      'complete -o filenames -F _mazo mazo', ''])


def quoted(text, special):
    return re.sub(f'([{re.escape(special)}])', r'\\\1', text).replace("'", "'\\''")


def zsh(commands, known):
    out = ['#compdef mazo', '# Made by tools/help_pages.py.', 'local -a commands; local state line',
           "_arguments -C '1: :->command' '*:: :->rest'", 'case $state in', 'command)', '    commands=(']
    out += [f"        '{name}:{quoted(sentence, ':')}'" for name, sentence, _ in commands]
    out += ['    )', '    _describe command commands ;;', 'rest)', '    case $line[1] in']
    for name, _, said in commands:
        out.append(f'    {name})\n        _arguments -S \\')
        for letter, option, value, text in said.options:
            words, files = known(value) if value else ([], False)
            action = '_files' if files and not words else f'({" ".join(words)})' if words else ' '
            if files and words:
                action = f'{{_alternative "w\\:word\\:({" ".join(words)})" "f\\:file\\:_files"}}'
            tail = f"[{quoted(text, '[]:')}]" + (f':{quoted(value, ":")}:{action}' if value else '') + "'"
            end = '=' if value else ''
            short = f"'(-{letter} --{option})'{{-{letter},--{option}{end}}}'" if letter else f"'--{option}{end}"
            out.append(f'            {short}{tail} \\')
        verbs = said.verbs()
        out.append(f"            '1: :({' '.join(verbs)})' '*: :_files' ;;" if verbs else "            '*: :_files' ;;")
    return '\n'.join([*out, '    esac ;;', 'esac', ''])


def fish(commands, known):
    out = ['# Made by tools/help_pages.py.']
    for name, sentence, said in commands:
        text = sentence.replace("'", "\\'")
        out.append(f"complete -c mazo -n __fish_use_subcommand -f -a {name} -d '{text}'")
        for verb in said.verbs():
            out.append(f"complete -c mazo -n '__fish_seen_subcommand_from {name}' -a {verb}")
        for letter, option, value, text in said.options:
            words, files = known(value) if value else ([], False)
            takes = ('-r ' if files else '-x ') + (f"-a '{' '.join(words)}' " if words else '') if value else ''
            short = f'-s {letter} ' if letter else ''
            text = text.replace('\\', '\\\\').replace("'", "\\'")
            out.append(f"complete -c mazo -n '__fish_seen_subcommand_from {name}' {short}-l {option} {takes}-d '{text}'")
    return '\n'.join(out) + '\n'


def write_completions(mazo, share):
    commands = [(name, sentence, Help(mazo, 'en', name)) for name, sentence in Help(mazo, 'en').commands()]
    sheets = re.findall(r'^MAZO_X_SHEET\(\w+, "([^"]+)"', (ROOT / 'include/mazo/sheets.def').read_text(), re.M)
    levels = re.search(r'^Levels: ([^.]+)\.', next(said.notes for name, _, said in commands if name == 'sim'), re.M)[1].split(', ')
    for path, make in (('bash-completion/completions/mazo', bash), ('zsh/site-functions/_mazo', zsh),
                       ('fish/vendor_completions.d/mazo.fish', fish)):
        file = share / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(make(commands, lambda value: values(value, sheets, levels)))


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
