"""A PostgreSQL server for tests: its own folder, its own port on loopback, gone afterwards."""
import glob
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile

from tap import Skip, until


def tools():
    """The folder of the newest PostgreSQL here; MAZO_POSTGRES names another."""
    found = sorted(glob.glob('/usr/lib/postgresql/*/bin'), key=lambda p: int(p.split('/')[-2]))
    folder = os.environ.get('MAZO_POSTGRES') or (found[-1] if found else '')
    if not os.path.exists(os.path.join(folder, 'initdb')):
        raise Skip('PostgreSQL is not installed')
    return folder


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


class Postgres:
    """`with Postgres() as p:` and p.address is for --store. It does not run as root: there it belongs to postgres."""

    def __init__(self, settings=''):
        self.tools = tools()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='mazo-pg-'))
        self.data = self.folder / 'data'
        self.port = free_port()
        self.settings = settings
        self.process = None
        self.user = None
        if os.geteuid() == 0:
            self.user = pwd.getpwnam('postgres')
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)

    def call(self, *words):
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                user=self.user and self.user.pw_uid, group=self.user and self.user.pw_gid,
                                extra_groups=[] if self.user else None, cwd=self.folder, text=True)

    def run(self, tool, *words):
        done = self.call(os.path.join(self.tools, tool), *words)
        out = done.communicate()[0]
        assert done.returncode == 0, f'{tool}: {out}'
        return out

    def __enter__(self):
        self.run('initdb', '-D', self.data, '-A', 'trust', '-U', 'mazo', '-E', 'UTF8', '--locale=C', '--no-sync')
        with open(self.data / 'postgresql.conf', 'a') as out:
            out.write(f"\nlisten_addresses = '127.0.0.1'\nport = {self.port}\nmax_connections = 60\n"
                      f"unix_socket_directories = '{self.folder}'\nshared_buffers = 32MB\n{self.settings}\n")
        self.start()
        self.sql('CREATE DATABASE mazo', database='postgres')
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def address(self):
        return f'postgresql://mazo@127.0.0.1:{self.port}/mazo'

    def start(self):
        self.log = open(self.folder / 'log', 'a')
        self.process = subprocess.Popen([os.path.join(self.tools, 'postgres'), '-D', self.data], stdout=self.log,
                                        stderr=self.log, stdin=subprocess.DEVNULL, cwd=self.folder,
                                        user=self.user and self.user.pw_uid, group=self.user and self.user.pw_gid,
                                        extra_groups=[] if self.user else None)
        until(self.is_ready, f'PostgreSQL does not start: {(self.folder / "log").read_text()[-2000:]}')

    def is_ready(self):
        assert self.process.poll() is None, (self.folder / 'log').read_text()[-2000:]
        return subprocess.run([os.path.join(self.tools, 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', str(self.port)],
                              check=False).returncode == 0

    def stop(self, how=signal.SIGINT):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait()
        self.process = None
        self.log.close()

    def sql(self, text, database='mazo'):
        """What psql prints, without frames."""
        return self.run('psql', '-h', '127.0.0.1', '-p', str(self.port), '-U', 'mazo', '-d', database, '-v',
                        'ON_ERROR_STOP=1', '-At', '-c', text).strip()
