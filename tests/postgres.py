"""PostgreSQL servers for tests: each with its own folder and port on loopback, or on a machine of a network that the test
has made; gone afterwards. One alone, or a primary with two standbys."""
import atexit
import glob
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading

from tap import Skip, free_port, until


def tools():
    """The folder of the newest PostgreSQL here; MAZO_POSTGRES names another."""
    found = sorted(glob.glob('/usr/lib/postgresql/*/bin'), key=lambda p: int(p.split('/')[-2]))
    folder = os.environ.get('MAZO_POSTGRES') or (found[-1] if found else '')
    if not os.path.exists(os.path.join(folder, 'initdb')):
        raise Skip('PostgreSQL is not installed')
    return folder


class Postgres:
    """`with Postgres() as p:` and p.address is for --store. It does not run as root: there it belongs to postgres."""
    first = None

    def __init__(self, settings='', place=None):
        self.tools = tools()
        self.place, self.host = place, place.address('back') if place else '127.0.0.1'
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='mazo-pg-'))
        self.data = self.folder / 'data'
        self.port = free_port()
        self.settings = settings
        self.process = None
        self.user, self.who = None, {}
        if os.geteuid() == 0:
            self.user = pwd.getpwnam('postgres')
            self.who = {'user': self.user.pw_uid, 'group': self.user.pw_gid, 'extra_groups': []}
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)

    def call(self, *words):
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                cwd=self.folder, text=True, **self.who)

    def run(self, tool, *words):
        done = self.call(os.path.join(self.tools, tool), *words)
        out = done.communicate()[0]
        assert done.returncode == 0, f'{tool}: {out}'
        return out

    def configure(self):
        with open(self.data / 'postgresql.conf', 'a') as out:
            out.write(f"\nlisten_addresses = '{self.host}'\nport = {self.port}\nmax_connections = 60\n"
                      f"unix_socket_directories = '{self.folder}'\nshared_buffers = 32MB\n{self.settings}\n")

    @classmethod
    def blank(cls):
        """The data of a database without tables, made once for each test program: the others are copies of it."""
        if not cls.first:
            first = cls.first = Postgres()
            atexit.register(shutil.rmtree, first.folder, ignore_errors=True)
            first.run('initdb', '-D', first.data, '-A', 'trust', '-U', 'mazo', '-E', 'UTF8', '--locale=C', '--no-sync')
            first.configure()
            first.start()
            first.sql('CREATE DATABASE mazo', database='postgres')
            first.stop()
        return cls.first.data

    def __enter__(self):
        self.run('/bin/cp', '-a', self.blank(), self.data)
        if self.place:
            with open(self.data / 'pg_hba.conf', 'a') as out:
                out.write('host all,replication all samenet trust\n')
        self.configure()
        self.start()
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def address(self):
        return f'postgresql://mazo@{self.host}:{self.port}/mazo'

    def start(self):
        self.log = open(self.folder / 'log', 'a')
        words, who = [os.path.join(self.tools, 'postgres'), '-D', self.data], self.who
        if self.place:
            words, who = [*self.place.command(self.user), *words], {}
        self.process = subprocess.Popen(words, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL, cwd=self.folder, **who)
        until(self.is_ready, f'PostgreSQL does not start: {(self.folder / "log").read_text()[-2000:]}')

    def is_ready(self):
        assert self.process.poll() is None, (self.folder / 'log').read_text()[-2000:]
        return subprocess.run([os.path.join(self.tools, 'pg_isready'), '-q', '-h', self.host, '-p', str(self.port)],
                              check=False).returncode == 0

    def stop(self, how=signal.SIGINT):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait()
        self.process = None
        self.log.close()

    def children(self):
        out = pathlib.Path(f'/proc/{self.process.pid}/task/{self.process.pid}/children').read_text()
        return [int(pid) for pid in out.split()]

    def kill(self):
        """kill -9, and all that it has started: nobody says goodbye."""
        self.process.send_signal(signal.SIGSTOP)  # it starts nothing more
        for pid in self.children() + [self.process.pid]:
            os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def sql(self, text, database='mazo'):
        """What psql prints, without frames."""
        return self.run('psql', '-h', self.host, '-p', str(self.port), '-U', 'mazo', '-d', database, '-v',
                        'ON_ERROR_STOP=1', '-At', '-c', text).strip()


class Link:
    """A way from a standby to its primary that can be frozen: what is on its way then never arrives if it is cut."""

    def __init__(self, port):
        self.to, self.sockets, self.flows = port, [], threading.Event()
        self.flows.set()
        self.door = socket.create_server(('127.0.0.1', 0))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near = self.door.accept()[0]
                far = socket.create_connection(('127.0.0.1', self.to))
            except OSError:
                if self.door.fileno() < 0:
                    return
                near.close()
                continue
            self.sockets += [near, far]
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=pair, daemon=True).start()

    def carry(self, one, other):
        try:
            while data := one.recv(65536):
                self.flows.wait()
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.door.close()
        for end in self.sockets:
            end.close()
        self.flows.set()


class Cluster:
    """A primary and two standbys; commits wait for one of them, unless `quorum` is False. Each on its own machine where
    there are `places` for them; otherwise with links between them."""

    def __init__(self, quorum=True, places=(None, None, None)):
        names = "ANY 1 (db1, db2, db3)" if quorum else ''
        common = f"wal_keep_size = 256MB\nsynchronous_standby_names = '{names}'\nwal_retrieve_retry_interval = 200ms\n"
        self.primary = Postgres(f"cluster_name = 'db1'\n{common}", places[0])
        self.quorum, self.link = quorum, []
        self.standbys = [Postgres('', place) for place in places[1:]]

    def __enter__(self):
        # The first commit would wait for a standby.
        settings, self.primary.settings = self.primary.settings, ''
        self.primary.__enter__()
        for i, standby in enumerate(self.standbys, 2):
            host, port = self.primary.host, self.primary.port
            if not standby.place:
                self.link.append(Link(port))
                port = self.link[-1].port
            standby.run('pg_basebackup', '-D', standby.data, '-d', self.primary.address, '-c', 'fast', '--no-sync')
            standby.settings = settings.replace('db1', f'db{i}', 1) + \
                f"primary_conninfo = 'user=mazo host={host} port={port}'\n"
            (standby.data / 'standby.signal').touch()
            if standby.user:
                os.chown(standby.data / 'standby.signal', standby.user.pw_uid, standby.user.pw_gid)
            standby.configure()
            standby.start()
        self.primary.stop(signal.SIGINT)
        self.primary.settings = settings
        self.primary.configure()
        self.primary.start()
        until(lambda: self.primary.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == '2')
        return self

    def __exit__(self, *_):
        for link in self.link:
            link.cut()
        for server in self.all():
            server.__exit__()

    def all(self):
        return [self.primary, *self.standbys]

    @property
    def address(self):
        hosts = ','.join(f'{server.host}:{server.port}' for server in self.all())
        return f'postgresql://mazo@{hosts}/mazo'

    def freeze(self):
        for link in self.link:
            link.flows.clear()

    def kill(self):
        """The primary is gone, with all that was on its way."""
        self.primary.kill()
        for link in self.link:
            link.cut()

    def writable(self):
        """The one that is the primary now."""
        found = [s for s in self.all()
                 if s.process and s.process.poll() is None and s.sql('SELECT pg_is_in_recovery()') == 'f']
        return found[-1]  # an old one may still be there


def main(run, *words):
    """All cases, or none where there is no PostgreSQL."""
    try:
        tools()
    except Skip as why:
        print(f'1..0 # SKIP {why}')
        return 0
    return run(*words)
