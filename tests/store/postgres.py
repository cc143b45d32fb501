#!/usr/bin/env python3
"""postgres.py TEST_STORE TEST_DOUBT - a store in a real PostgreSQL database: what store.h promises of every store,
and what becomes of a commit when the connection breaks in the middle of it."""
import os
import pathlib
import random
import re
import selectors
import socket
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from postgres import Postgres, tools  # noqa: E402
from tap import Skip, case, run, same  # noqa: E402

STORE, DOUBT = sys.argv[1:3]


class Breaker:
    """A way to the database that breaks: after so many bytes to the server, or before an answer comes back."""

    def __init__(self, port, dice):
        self.to, self.dice, self.breaks = port, dice, 0
        self.socket = socket.create_server(('127.0.0.1', 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(near,), daemon=True).start()

    def carry(self, near):
        far = socket.create_connection(('127.0.0.1', self.to))
        budget = self.dice.randrange(6000, 60000)  # bytes until it breaks; connecting takes some thousand
        choose = selectors.DefaultSelector()
        choose.register(near, selectors.EVENT_READ, far)
        choose.register(far, selectors.EVENT_READ, near)
        with near, far:
            while budget > 0:
                for key, _ in choose.select():
                    try:
                        data = key.fileobj.recv(65536)
                        if not data:
                            return
                        budget -= len(data)
                        if budget > 0 or (key.fileobj is near and self.dice.random() < 0.7):
                            key.data.sendall(data)  # the last of it may arrive, and its answer never
                    except OSError:
                        return
            self.breaks += 1


@case
def all_promises_hold():
    with Postgres() as server:
        env = {**os.environ, 'MAZO_TEST_POSTGRES': server.address, 'CMOCKA_MESSAGE_OUTPUT': 'TAP'}
        done = subprocess.run([STORE], env=env, capture_output=True, text=True, check=False)
        out = done.stdout + done.stderr
        same(done.returncode, 0, out)
        assert out.count('\nok ') >= 30, out


@case
def what_a_broken_commit_says_is_so():
    with Postgres() as server:
        breaker = Breaker(server.port, random.Random(1))
        address = server.address.replace(str(server.port), str(breaker.port))
        done = subprocess.run([DOUBT, address, '400'], capture_output=True, text=True, check=False)
        same(done.returncode, 0, done.stdout + done.stderr)
        kept, refused, unknown = map(int, re.findall(r'\d+', done.stdout))
        same(kept, 400)
        assert unknown > 0, f'no commit was ever in doubt: {done.stdout}, {breaker.breaks} breaks'
        same(server.sql('SELECT count(*), max(n) FROM mazo.event'), '400|399')
        print(f'# {breaker.breaks} breaks, {refused} refused, {unknown} in doubt')


if __name__ == '__main__':
    try:
        tools()
    except Skip as why:
        print(f'1..0 # SKIP {why}')
        sys.exit(0)
    sys.exit(run())
