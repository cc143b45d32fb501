"""`mazo serve`, started by a test. For tests with asyncio there is server/wsclient.py."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.request

from tap import PATIENCE, free_port, looking_for_leaks


class Server:
    """A server with a port and a folder of its own, and its store there. It can be killed and started again. Limits that
    people would not reach are off; `options` are those of `mazo serve`."""

    def __init__(self, mazo, folder=None, store='games.db', leaks=False, **options):
        self.mazo, self.leaks = mazo, leaks
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix='mazo-serve-'))
        self.store = store if store == 'memory' or '://' in store else str(self.folder / store)
        self.options = {'bots-think': 0, 'grace': 0, 'log': 'none', 'rate': 100000,
                        'per-address': 100000, 'opens-a-minute': 0, 'makes-an-hour': 0,
                        'tables-each': 100000, **options}
        self.env = {}
        self.process, self.port = None, free_port()

    def command(self):
        words = [self.mazo, 'serve', '--store', self.store, '--port', str(self.port), '--lang', 'en']
        for name, value in self.options.items():
            words += [f'--{name}'] if value is True else [f'--{name}', str(value)]
        return words

    def how(self):
        """How it is started: where it writes, and its environment."""
        env = looking_for_leaks() if self.leaks else dict(os.environ)
        env['ASAN_OPTIONS'] = env.get('ASAN_OPTIONS', '') + ':abort_on_error=0:exitcode=99'
        return {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': open(self.folder / 'stderr', 'ab'),
                'env': {**env, **self.env}}

    def opened(self, line):
        """Its first line says where it is."""
        found = re.search(rb':(\d+)[/\n]', line)
        assert found, f'the server does not start: {line!r} {self.errors()}'
        self.port = int(found[1])
        return self

    def start(self):
        how = self.how()
        with how['stderr']:
            self.process = subprocess.Popen(self.command(), **how)
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
        return self.opened(line)

    def errors(self):
        return (self.folder / 'stderr').read_text(errors='replace')

    def end(self, number):
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code

    def kill(self):
        """As a power cut would."""
        self.end(signal.SIGKILL)

    def stop(self):
        """SIGTERM; everything must have been in order."""
        code = self.end(signal.SIGTERM)
        assert code == 0, f'{code}: {self.errors()[-4000:]}'

    def address(self, code=''):
        return f'127.0.0.1:{self.port}' + (f'/t/{code}' if code else '')

    def metric(self, name):
        with urllib.request.urlopen(f'http://{self.address()}/metrics') as page:
            return float(re.search(rf'^mazo_{name} (\S+)$', page.read().decode(), re.M)[1])

    def mazo_host(self, *words):
        """`mazo host` at this server; what it says."""
        return subprocess.run([self.mazo, '--lang', 'en', 'host', '--store', self.store, *words], check=True, capture_output=True,
                              text=True, timeout=PATIENCE).stdout

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.stop() if kind is None else self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
