#!/usr/bin/env python3
"""What a release carries besides the sources: the browser game, notices, a list of what it is made of. Prints TAP.

    release.py MAZO BUILD [CASE]..."""
import fnmatch
import functools
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from serve import Server  # noqa: E402
from tap import SHEETS, Skip, case, has, run, same, until  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAZO, BUILD = sys.argv.pop(1), sys.argv.pop(1)
FOLDER = tempfile.TemporaryDirectory()
TEMP = pathlib.Path(FOLDER.name)
CLIENT = ROOT / 'web' / 'dist' / 'index.html'


def client():
    if not CLIENT.exists():
        raise Skip('the browser client is not built')


def pages(folder, given):
    """What tools/embed.py writes for this folder."""
    out = folder / 'pages.c'
    subprocess.run([ROOT / 'tools' / 'embed.py', out, folder / 'pages.d', given, ROOT / 'web' / 'static' / 'index.html'], check=True)
    return out.read_text()


@case
def the_program_knows_whether_it_has_the_browser_game():
    client()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        has(pages(folder, CLIENT.parent), 'pages_have_client = true', '"/licenses.txt"')
        has(pages(folder, '-'), 'pages_have_client = false')
        has(pages(folder, folder / 'web' / 'dist'), 'pages_have_client = false')


@case
def a_server_without_it_says_so():
    with Server(MAZO, store='memory') as server:
        with urllib.request.urlopen(f'http://127.0.0.1:{server.port}/') as answer:
            page = answer.read().decode()
        same('browser game' in server.errors(), 'id="app"' not in page)


@case
def a_set_up_that_wants_it_fails_without_it():
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / 'tree'
        shutil.copytree(ROOT, tree, symlinks=True, ignore=lambda where, names: [
            name for name in names if name in ('build', '.git', 'node_modules', 'dist', 'matches', 'corpus', 'golden')])
        said = subprocess.run(['meson', 'setup', tree / 'build', tree, '-Dclient=enabled', '-Dtests=disabled'],
                              capture_output=True, text=True, check=False)
        assert said.returncode != 0
        has(said.stdout, 'The browser game is missing: run web/build first')


@case
def what_travels_inside_is_named():
    notices = (ROOT / 'web' / 'NOTICES').read_text()
    lock = json.loads((ROOT / 'web' / 'package-lock.json').read_text())['packages']
    inside = {path.removeprefix('node_modules/') for path, package in lock.items() if path and not package.get('dev')}
    said = subprocess.run([ROOT / 'tools' / 'sbom.py'], check=True, capture_output=True, text=True,
                          env={**os.environ, 'SOURCE_DATE_EPOCH': '0'}).stdout
    bill = json.loads(said)
    held = {r['relatedSpdxElement'] for r in bill['relationships'] if r['relationshipType'] == 'CONTAINS'}
    same({p['name'] for p in bill['packages'] if p['SPDXID'] in held}, inside | {'wasi-libc'})
    for name in inside | {'wasi-libc'}:
        assert re.search(rf'^== .*{re.escape(name)}\b.* ==$', notices, re.M), name
    same((ROOT / 'LICENSES' / 'MIT.txt').read_text(), (ROOT / 'LICENSE').read_text())


@case
def a_release_holds_the_browser_game():
    client()
    if not (ROOT / '.git').exists():
        raise Skip('not a checkout')
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        (tree / 'tools').mkdir()
        subprocess.run([ROOT / 'tools' / 'dist.sh'], check=True, env={**os.environ, 'MESON_DIST_ROOT': folder})
        same(sorted(f.name for f in (tree / 'web' / 'dist').iterdir()), sorted(f.name for f in CLIENT.parent.iterdir()))
        has((tree / 'web' / 'dist' / 'licenses.txt').read_text(), 'preact', 'The Mazo authors')
        assert re.fullmatch('[0-9a-f]{7}\n', (tree / 'tools' / 'commit.txt').read_text())
        same(json.loads((tree / 'sbom.spdx.json').read_text())['spdxVersion'], 'SPDX-2.3')


@functools.cache
def installed():
    """A folder with what `meson install` installs."""
    root = TEMP / 'root'
    subprocess.run(['meson', 'install', '-C', BUILD, '--no-rebuild', '--destdir', root], check=True, capture_output=True)
    prefix = next(root.rglob('bin/mazo')).parent.parent
    return prefix, {str(f.relative_to(prefix)) for f in prefix.rglob('*') if f.is_file()}


@case
def every_command_has_its_pages():
    prefix, files = installed()
    commands = re.findall(r'^  (\w+) ', subprocess.run([prefix / 'bin' / 'mazo', 'help', '--lang', 'en'], check=True,
                                                       capture_output=True, text=True).stdout, re.M)
    assert 'serve' in commands
    wanted = {f'share/man/{lang}man1/mazo-{name}.1' for name in commands for lang in ('', 'es/')}
    same(wanted | {'share/man/es/man1/mazo.1', 'share/man/man1/mazo.1', 'share/man/man3/mazo.3'}, {f for f in files if '/man' in f})
    if shutil.which('mandoc'):
        for page in sorted(files):
            if page.startswith('share/man/') and page.endswith('.1') and page != 'share/man/man1/mazo.1':
                subprocess.run(['mandoc', '-T', 'lint', '-W', 'warning', prefix / page], check=True)
    text = (prefix / 'share/man/es/man1/mazo-serve.1').read_text()
    has(text, '.SH NOMBRE\nmazo\\-serve', '\\fB\\-c\\fR, \\fB\\-\\-config\\fR \\fIARCHIVO\\fR')
    whole = (prefix / 'share/man/es/man1/mazo.1').read_text()
    english = (ROOT / 'docs/mazo.1').read_text()
    same(re.findall(r'^\.SS mazo (\w+)', whole, re.M), re.findall(r'^\.Ss mazo (\w+)', english, re.M))
    same(len(re.findall(r'^\.SH ', whole, re.M)), len(re.findall(r'^\.Sh ', english, re.M)) + 1)  # and the other pages
    assert not re.search('@[a-z]+@', whole)
    for section in re.split(r'^\.SS mazo ', whole, flags=re.M)[1:]:  # every option of every command
        name = section.split()[0]
        own = re.findall(r'^\.TP\n(.*\\-\\-.*)$', (prefix / f'share/man/es/man1/mazo-{name}.1').read_text(), re.M)
        has(section, *(line for line in own if not re.search(r'\\-\\-(lang|help)\b', line)))
    for name in commands:  # the same options in both
        same(*(re.findall(r'^\.TP\n.*?\\-\\-([\w\\-]+)\\fR', (prefix / f'share/man/{lang}man1/mazo-{name}.1').read_text(), re.M)
               for lang in ('', 'es/')))


@case
def bash_completes():
    if not shutil.which('bash'):
        raise Skip('bash is not installed')
    prefix, _ = installed()
    script = prefix / 'share/bash-completion/completions/mazo'
    (TEMP / 'a_file').touch()

    def completed(*words):
        """What a Tab after these offers."""
        line = f'. "$0"; COMP_WORDS=(mazo "$@"); COMP_CWORD=$#; _mazo; echo "${{COMPREPLY[*]}}"'
        return subprocess.run(['bash', '-c', line, script, *words], check=True, capture_output=True, text=True, cwd=TEMP).stdout.split()

    same(completed('re'), ['replay', 'referee'] if completed('re')[0] == 'replay' else ['referee', 'replay'])
    same(completed('help', 'se'), ['serve'])
    same(completed('store', 'li'), ['list'])
    has(completed('store', ''), 'backup', '--json')
    same(completed('sim', '--rules', 'jack'), ['jackpot'])
    same(completed('sim', '--play'), ['--playouts'])
    levels = ['random', 'rule-v1', 'easy', 'normal', 'hard', 'expert']
    for words in (('play', '--bots'), ('play', '-b'), ('join', '-b'), ('sim', '--bots')):
        same(completed(*words, ''), levels)
    has(completed('arena', ''), *levels, '--rounds')
    has(completed('rules', ''), *SHEETS, '--json')
    has(completed('load', '-r', ''), *SHEETS, 'a_file')
    same(completed('sim', '-r', 'jack'), ['jackpot'])
    same(completed('play', '--names', ''), [])
    same(completed('play', '--scoring', ''), ['winner', 'hands', 'quick'])
    same(completed('serve', '--log', ''), ['none', 'text', 'json'])
    same(completed('referee', '--log', 'a_'), ['a_file'])
    for words in (('--lang',), ('-l',), ('play', '--lang'), ('help', 'play', '-l'), ('--lang', 'es', 'play', '-l'), ('play', '--lang', '=')):
        same(completed(*words, ''), ['en', 'es', 'es-ES', 'es-419'])
    for words in (('--lang', 'es'), ('-l', 'es'), ('--lang', '=', 'es')):
        same(completed(*words, 'ref'), ['referee'])
        same(completed(*words, 'store', 'li'), ['list'])
        same(completed(*words, 'help', 'se'), ['serve'])
    same(completed('play', '--rules', '='), completed('play', '--rules', ''))  # the = is the word before the cursor
    for file in 'zsh/site-functions/_mazo', 'fish/vendor_completions.d/mazo.fish':
        text = (prefix / 'share' / file).read_text()
        has(text, ' '.join(levels) + (')' if 'zsh' in file else "'"), 'en es es-ES es-419')
        assert 'November' not in text


@case
def fish_completes():
    if not shutil.which('fish'):
        raise Skip('fish is not installed')
    prefix, _ = installed()
    script = prefix / 'share/fish/vendor_completions.d/mazo.fish'
    folder = TEMP / 'fish'
    folder.mkdir()
    (folder / 'a_file').touch()

    def completed(line):
        words = ['fish', '--no-config', '-c', f'source {script}; complete -C "{line}"']
        out = subprocess.run(words, check=True, capture_output=True, text=True, cwd=folder, env={**os.environ, 'HOME': str(folder)}).stdout
        return [row.split('\t')[0] for row in out.splitlines()]

    has(completed('mazo '), 'help', 'play', 'store')
    same(completed('mazo re'), ['referee', 'replay'])
    same(completed('mazo --lang es ref'), ['referee'])
    same(completed('mazo help se'), ['serve'])
    same(completed('mazo store '), ['backup', 'check', 'copy', 'forget', 'list', 'prune'])
    same(completed('mazo bot '), ['check'])
    has(completed('mazo store check a_'), 'a_file')
    has(completed('mazo bench --'), '--json', '--signature')
    same(completed('mazo sim --rules jack'), ['jackpot'])
    same(completed('mazo serve --log '), ['json', 'none', 'text'])
    same(completed('mazo play --lang '), ['en', 'es', 'es-419', 'es-ES'])
    same(completed('mazo play --names '), [])


@case
def zsh_completes():
    if not shutil.which('zsh'):
        raise Skip('zsh is not installed')
    prefix, _ = installed()
    folder = TEMP / 'zsh'
    folder.mkdir()
    env = {**os.environ, 'HOME': str(folder), 'TERM': 'dumb', 'LC_ALL': 'C.UTF-8'}
    begin = f'fpath=({prefix}/share/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D; bindkey -e; LISTMAX=500; stty cols 100; PS1=; print REA""DY\n'
    for line, *wanted in (('mazo ', 'help', 'store +-- what a server stores', 'top'), ('mazo sto', 'mazo store $'), ('mazo help se', 'mazo help serve $'),
                          ('mazo store ', 'backup +check +copy +forget +list +prune'), ('mazo --lang es ref', 'mazo --lang es referee $'),
                          ('mazo sim --rules jack', 'mazo sim --rules jackpot $'), ('mazo play --bots ', 'easy +expert +hard +normal'),
                          ('mazo serve --log ', 'json +none +text'), ('mazo bench --sig', 'mazo bench --signature $')):
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execvpe('zsh', ['zsh', '-f'], env)
        seen = b''

        def text():
            nonlocal seen
            if select.select([terminal], [], [], 0.05)[0]:
                seen += os.read(terminal, 65536)
            return re.sub(r'\x1b\[[0-9;?]*[a-zA-Z]|[\r\x07]', '', seen.decode(errors='replace'))

        os.write(terminal, begin.encode())
        until(lambda: 'READY' in text())
        seen = b''
        os.write(terminal, line.encode() + b'\t')
        until(lambda: all(re.search(part, text(), re.M) for part in wanted), f'{line}: {wanted}')
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)



@case
def the_packages_take_everything_that_is_installed():
    """A file that no package installs would make dh_missing fail; a pattern that nothing matches, dh_install."""
    prefix, files = installed()
    debian = ROOT / 'packaging' / 'debian'
    patterns = [line.split()[0] for list_ in debian.glob('*.install') if 'python3' not in list_.name for line in list_.read_text().splitlines()]
    patterns = [p.removeprefix('usr/').replace('lib/*/', 'lib/') for p in patterns if p.startswith('usr/')]
    left = {f for f in files if not any(re.match(fnmatch.translate(p) + '|' + re.escape(p) + '/', f) for p in patterns)}
    same((left, [p for p in patterns if not list(prefix.glob(p))]), (set(), []))


sys.exit(run())
