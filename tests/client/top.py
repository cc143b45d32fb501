#!/usr/bin/env python3
"""`mazo top` against a small server of figures: as text, in a pipe, live at a terminal. Prints TAP.

    top.py MAZO [--write]    --write puts down what is shown now as what must be shown
"""
import fcntl
import http.server
import json
import os
import pathlib
import pty
import re
import select
import socket
import struct
import subprocess
import sys
import termios
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402
from relay import Relay  # noqa: E402
from serve import Server  # noqa: E402
from tap import case, same  # noqa: E402

MAZO = os.path.abspath(sys.argv[1])
HERE = pathlib.Path(__file__).resolve().parent


def table(code, status, match, number, idle, people=4, rules='oficial'):
    return {'table': code, 'rules': rules, 'status': status, 'seats': 4, 'people': people,
            'watchers': 4, 'match': match, 'n': number, 'idle_s': idle}


STATUS = {'version': '0.1.0', 'commit': '5219cce', 'store': 4, 'up_s': 93784, 'connections': 10000, 'people': 9000, 'tables': 2500,
          'playing': 2480, 'moves': 780000, 'moves_per_s': 833, 'commit_us': 2400, 'queued': 3,
          'rss': 98000000, 'cpu_ms': 21570320,
          'list': [table('KZTRA', 'playing', 1, 120, 0), table('AB…', 'open', 0, 0, 75, people=1),
                   table('MN…', 'over', 3, 401, 7300, rules='jackpot')]}

METRICS = '''# HELP mazo_connections open WebSocket connections
# TYPE mazo_connections gauge
mazo_connections 10000
mazo_received_bytes_total 93784000
mazo_sent_bytes_total 1.2e9
mazo_commands_refused_total 5
mazo_errors_total 12
mazo_connections_refused_total 1
mazo_cut_slow_total 2
mazo_cut_rate_total 3
mazo_cut_idle_total 4
mazo_durable_seconds_bucket{le="0.001"} 10
mazo_durable_seconds_bucket{le="0.005"} 600
mazo_durable_seconds_bucket{le="0.02"} 995
mazo_durable_seconds_bucket{le="+Inf"} 1000
mazo_durable_seconds_sum 4.5
mazo_durable_seconds_count 1000
mazo_store_bytes 12345678
mazo_something_new{kind="x"} 7
'''


class Figures:
    """A server that answers with these pages."""

    def __init__(self, status=None, metrics=METRICS, code=200, port=0):
        figures = self
        self.pages = {'/status': status or json.dumps(STATUS, ensure_ascii=False),
                      '/metrics': metrics}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = figures.pages.get(self.path, '').encode()
                self.send_response(code)
                self.send_header('Content-Length', str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', port), Handler)
        self.port = self.server.server_address[1]
        self.url = f'http://127.0.0.1:{self.port}'
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def top(*arguments, lang='en'):
    done = subprocess.run([MAZO, '--lang', lang, 'top', *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


@case
def one_look_as_text():
    with Figures() as server:
        for lang in ('en', 'es'):
            code, out, err = top(server.url, '--once', lang=lang)
            same((code, err), (0, ''))
            out = out.replace(str(server.port), 'PORT')
            golden = HERE / f'top.{lang}.txt'
            if '--write' in sys.argv:
                golden.write_text(out)
            same(out, golden.read_text())
            assert all(len(line) <= 80 for line in out.splitlines()), out
        same(top(f'127.0.0.1:{server.port}')[1].replace(str(server.port), 'PORT'),
             (HERE / 'top.en.txt').read_text())


@case
def one_look_as_json():
    """Servers that answer have figures, the others an error."""
    with Figures(metrics=METRICS) as server:
        gone = Figures()
        gone.stop()
        code, out, err = top(server.url, '--json')
        found, = json.loads(out)
        same((code, err), (0, ''))
        wanted = {'url': server.url, 'connections': 10000, 'playing': 2480, 'store_fails': False, 'p50_ms': 5, 'p99_ms': 20,
                  'errors': 12, 'store_bytes': 12345678}
        same({key: found[key] for key in wanted}, wanted)
        same([(t['table'], t['status'], t['n']) for t in found['last_tables']][0], ('KZTRA', 'playing', 120))
        code, out, err = top(server.url, gone.url, '--json')
        same((code, err, ['error' in one for one in json.loads(out)]), (1, '', [False, True]))
        same(sorted(json.loads(out)[1]), ['error', 'url'])
    with Figures(json.dumps({**STATUS, 'store_well': False}), metrics='mazo_errors_total 1e99\n') as server:
        found, = json.loads(top(server.url, '--json')[1])
        same((found['store_fails'], found['p50_ms'], found['errors']), (True, None, 1e99))


@case
def a_store_that_fails_comes_first():
    with Figures(json.dumps({**STATUS, 'store_well': False})) as server:
        for lang, said in ('en', 'THE STORE IS FAILING'), ('es', 'EL ALMACÉN FALLA'):
            assert top(server.url, lang=lang)[1].splitlines()[1].startswith(said)
        screen = Screen(server.url)
        screen.until('THE STORE IS FAILING')
        same(screen.end(), 0)
    with Figures(json.dumps({**STATUS, 'store_well': True})) as server:
        same(top(server.url)[1].splitlines()[1], '')


@case
def a_store_without_room_comes_first_too():
    for full, said in (0.79, ''), (0.8, 'The store is nearly full.'), (1.2, 'THE STORE IS FULL: '):
        with Figures(metrics=METRICS + f'mazo_store_full_ratio {full}\n') as server:
            line = top(server.url)[1].splitlines()[1]
            assert line.startswith(said) and bool(line) == bool(said), line


@case
def an_older_server_does_not_name_its_commit():
    status = {key: value for key, value in STATUS.items() if key not in ('commit', 'store')}
    with Figures(json.dumps(status)) as server:
        assert 'mazo 0.1.0, up for' in top(server.url)[1]


@case
def an_empty_server():
    status = {**STATUS, 'list': [], 'up_s': 0, 'connections': 0, 'cpu_ms': 0}
    with Figures(json.dumps(status), '# none\n') as server:
        code, out, _ = top(server.url)
        same(code, 0)
        assert 'p50 -' in out and '0 at the door' in out, out


@case
def a_store_slower_than_the_histogram():
    slow = METRICS.replace('} 995', '} 900').replace('} 600', '} 400')
    with Figures(metrics=slow) as server:
        same([line for line in top(server.url)[1].splitlines() if 'p50' in line],
             ['Until announced p50 ≤ 20 ms, p99 > 20 ms'])
    with Figures(metrics='mazo_durable_seconds_bucket{le="+Inf"} 7\n') as server:
        assert 'p50 -, p99 -' in top(server.url)[1]


@case
def no_figures():
    for server, part in (
            (Figures(code=403), 'own machine'), (Figures(code=404), 'no Mazo server'),
            (Figures('nonsense'), 'no Mazo server'), (Figures('[]'), 'no Mazo server'),
            (Figures('{"version":7,"list":[]}'), 'no Mazo server'),
            (Figures('{"version":"1","list":{}}'), 'no Mazo server'),
            (Figures('x' * 2000000), 'no Mazo server')):
        with server:
            code, out, err = top(server.url)
            same((code, out), (1, ''))
            assert part in err, (part, err)
    code, _, err = top(server.url)
    assert code == 1 and 'refused' in err, err
    same(top('ftp://ana')[0], 2)
    same(top('127.0.0.1', 'ftp://ana')[0], 2)
    same(top(*['127.0.0.1'] * 33)[0], 2)


def unused_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def several(servers, *arguments, lang='en'):
    """Exit code and output; the servers appear as PORT1, PORT2, …"""
    code, out, err = top(*(f'http://127.0.0.1:{port}' for port in servers), *arguments, lang=lang)
    same(err, '')
    for i, port in enumerate(servers, 1):
        out = out.replace(str(port), f'PORT{i}')
    return code, out


def row(out, label):
    return next(line for line in out.splitlines() if line.startswith(label)).split(None, 1)[1]


SLOW = METRICS.replace('} 995', '} 900').replace('_total 1\n', '_total 10\n')
SMALL = {**STATUS, 'version': '0.2.0', 'commit': 'abcdef0+', 'store': 5, 'up_s': 50, 'connections': 30,
         'people': 20, 'tables': 10, 'playing': 8, 'moves_per_s': 7, 'commit_us': 8100, 'cpu_ms': 5000}


@case
def several_servers_as_text():
    failing = json.dumps({**SMALL, 'store_well': False})
    with Figures() as a, Figures(failing, SLOW) as b, \
            Figures(json.dumps(SMALL), METRICS + 'mazo_draining 1\n') as c:
        for lang in ('en', 'es'):
            code, out = several([a.port, b.port, unused_port(), c.port], '--once', lang=lang)
            same(code, 1)  # one does not answer
            golden = HERE / f'top_many.{lang}.txt'
            if '--write' in sys.argv:
                golden.write_text(out)
            same(out, golden.read_text())
            assert all(len(line) <= 80 for line in out.splitlines()), out


@case
def sums_of_several_servers():
    with Figures() as a, Figures(json.dumps(SMALL), SLOW) as b:
        code, out = several([a.port, b.port])
        same((code, out.splitlines()[0]), (0, '2 of 2 servers answer.'))
        same(row(out, 'Connections'), '10030, of 9020 people')
        same(row(out, 'Tables'), '2510, of which 2488 are playing')
        same(row(out, 'Moves'), '840.0 per second')
        same(row(out, 'Until announced'), 'announced p50 ≤ 5 ms, p99 > 20 ms (the slowest server)')
        same(row(out, 'Store'), 'commit 8.1 ms (the slowest server), 6 waiting')
        same(row(out, 'Processor'), '33.0 % of a core')
        same(row(out, 'Turned away').split()[1], '11')


@case
def servers_in_trouble_come_first():
    def order(out):
        return re.findall('PORT[0-9]', out)

    with Figures() as a, Figures(json.dumps({**STATUS, 'store_well': False})) as b:
        for lang, said in ('en', 'THE STORE IS FAILING at 1.'), ('es', 'EL ALMACÉN FALLA en 1.'):
            code, out = several([a.port, b.port, unused_port()], lang=lang)
            same((code, order(out)), (1, ['PORT3', 'PORT2', 'PORT1']))
            assert said in out.splitlines()[0], out
        same(several([a.port, b.port])[1].splitlines()[0], '2 of 2 servers answer; THE STORE IS FAILING at 1.')
    with Figures(json.dumps({**STATUS, 'commit': 'é' * 40})) as a:
        line = several([a.port, a.port])[1].splitlines()[-1]
        assert line.startswith('127.0.0.1:PORT1  0.1.0 ééééééé… ') and len(line) == 76, line
    code, out = several([unused_port(), unused_port()])
    same((code, out.splitlines()[0]), (1, '0 of 2 servers answer.'))


@case
def servers_are_asked_side_by_side():
    """None answers before all have been asked; one hangs and never does."""
    together = threading.Barrier(3)

    class Waiting(dict):
        def get(self, path, usual=None):
            if path == '/status':
                together.wait(tap.PATIENCE)
            return super().get(path, usual)

    with Figures() as a, Figures() as b, Figures() as c, socket.create_server(('127.0.0.1', 0)) as hangs:
        for server in a, b, c:
            server.pages = Waiting(server.pages)
        code, out = several([hangs.getsockname()[1], a.port, b.port, c.port])
        same((code, out.splitlines()[0]), (1, '3 of 4 servers answer.'))


@case
def a_draining_server_says_so():
    with Figures(metrics=METRICS + 'mazo_draining 1\n') as server:
        same(top(server.url)[1].splitlines()[1], 'The server is about to stop.')


@case
def what_comes_is_not_obeyed():
    bad = {**STATUS, 'version': '\x1b[31mred', 'up_s': -5, 'rss': 2 ** 62, 'cpu_ms': 'x',
           'list': [7, {}, table('\x1b]0;title\x07', '\n' * 50, -1, -1, -1)] +
           [table(f'T{i}', 'playing', 1, i, 0) for i in range(200)]}
    bounds = ''.join(f'mazo_durable_seconds_bucket{{le="{i}"}} 5\n' for i in range(100))
    with Figures(json.dumps(bad), bounds + 'mazo_durable_seconds_bucket{le="\nmazo_errors_total') as server:
        code, out, err = top(server.url)
        same((code, err), (0, ''))
        assert '\x1b' not in out and '\x07' not in out, out
        with Figures(json.dumps({**bad, 'commit': '\x1b' * 300}), bounds) as other:
            out = top(server.url, other.url)[1]
            assert '\x1b' not in out and '\x07' not in out, out


class Screen:
    """`mazo top` at a terminal, and what is drawn there."""

    def __init__(self, *arguments, lang='en', columns=100, rows=30):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM='xterm-256color', LC_ALL='C.UTF-8')
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
            os.execv(MAZO, [MAZO, '--lang', lang, 'top', *arguments])
        self.seen = ''

    def until(self, text):
        end = time.monotonic() + tap.PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, f'{text!r} was not drawn: {self.seen[-2000:]!r}'
            if select.select([self.fd], [], [], 0.2)[0]:
                data = os.read(self.fd, 65536).decode(errors='replace')
                self.seen += re.sub(r'\x1b[\[(][0-9;?]*[A-Za-z]|\x1b[=>]', '', data)

    def key(self, keys):
        self.seen = ''
        os.write(self.fd, keys.encode())

    def end(self):
        os.write(self.fd, b'q')
        end = time.monotonic() + tap.PATIENCE
        while time.monotonic() < end:
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    os.read(self.fd, 65536)
                except OSError:
                    pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
        raise AssertionError('it did not end')


@case
def live():
    server = Figures()
    screen = Screen(server.url)
    for text in (f'Mazo · 127.0.0.1:{server.port}', 'mazo 0.1.0', '10000', 'KZTRA', 'order: latest first'):
        screen.until(text)
    screen.key('o')
    screen.until('most moves')
    server.pages['/status'] = json.dumps({**STATUS, 'up_s': 93785, 'connections': 4321})
    screen.until('4321')
    server.stop()
    screen.until('refused')
    with Figures(port=server.port):
        screen.seen = ''
        screen.until('10000')
        same(screen.end(), 0)


@case
def the_title_fits_a_narrow_terminal():
    """Address, version and uptime side by side; where they do not fit, the address."""
    with Figures() as server:
        for columns, right in (80, '(5219cce, store 4), en marcha: 1 d 02:03'), (60, ''):
            screen = Screen(server.url, lang='es', columns=columns)
            screen.until(f'Mazo · 127.0.0.1:{server.port}')
            screen.until(right)
            screen.until('Conexiones')
            same(screen.end(), 0)


@case
def live_over_several_servers():
    server = Figures()
    with Figures(json.dumps(SMALL)) as other:
        screen = Screen(server.url, other.url)
        for text in ('2 of 2 servers answer.', '10030', f'127.0.0.1:{other.port}'):
            screen.until(text)
        server.stop()
        screen.seen = ''
        screen.until('refused')
        screen.seen = ''
        with Figures(json.dumps({**STATUS, 'connections': 50000}), port=server.port):
            screen.until('50030')
            screen.key('j')
            same(screen.end(), 0)


@case
def a_low_terminal_has_room_for_the_servers():
    """The one in trouble is in sight, the others by scrolling."""
    with Figures() as one, Figures(json.dumps(SMALL)) as two, Figures(json.dumps(SMALL)) as three:
        gone = Figures()
        gone.stop()
        screen = Screen(one.url, two.url, three.url, gone.url, columns=60, rows=12)
        screen.until(f'127.0.0.1:{gone.port}: connection refused')
        screen.until(f'127.0.0.1:{two.port}')
        assert f'127.0.0.1:{three.port}' not in screen.seen, screen.seen
        screen.key('j')
        screen.until(str(three.port))
        same(screen.end(), 0)


@case
def two_of_our_own_servers_one_through_a_tunnel():
    with Server(MAZO, store='memory') as near, Server(MAZO, store='memory') as far:
        tunnel = Relay(far.port)
        code, out, _ = top(f'http://{near.address()}', f'http://127.0.0.1:{tunnel.port}', '--once')
    same((code, out.splitlines()[0]), (0, '2 of 2 servers answer.'))
    lines = [line.split() for line in out.splitlines()[-2:]]
    named = subprocess.run([MAZO, '--version'], capture_output=True, text=True, check=True).stdout
    version, commit, store = re.match(r'mazo (\S+) \((\S+), store (\d+)\)', named).groups()
    same([line[:4] for line in lines],
         [[f'127.0.0.1:{port}', version, commit, store] for port in (near.port, tunnel.port)])


@case
def our_own_server():
    with Server(MAZO, store='memory') as server:
        url = f'http://{server.address()}'
        code, out, _ = top(url, '--once')
        same(code, 0)
        named = subprocess.run([MAZO, '--version'], capture_output=True, text=True, check=True).stdout.strip()
        assert out.startswith(f'{url}: {named}, up for ') and '0, of which 0 are playing' in out, out


sys.exit(tap.run())
