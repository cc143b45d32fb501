"""Test programs in Python: their cases, one after the other, told as TAP.

    @case
    def what_must_be_so():
        same(found, wanted)

    sys.exit(run())
"""
import os
import pathlib
import platform
import random
import re
import signal
import socket
import sys
import time
import traceback

# nohup and some CI ignore signals, and what we start would inherit that.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

# Not every program that a test starts looks for leaks where that takes seconds: see looking_for_leaks().
if platform.machine() != 'x86_64':
    os.environ['ASAN_OPTIONS'] = 'detect_leaks=0:' + os.environ.get('ASAN_OPTIONS', '')

LISTS = pathlib.Path(__file__).resolve().parent.parent / 'include' / 'mazo'
SHEETS = re.findall(r'^MAZO_X_SHEET\(\w+, "([^"]+)"', (LISTS / 'sheets.def').read_text(), re.M)
# Every house rule that is yes or no: the rows that begin with no.
FLAGS = re.findall(r'^MAZO_X_RULE\(\w+, flag, (\w+), "[^"]*", 0, 1, 0,', (LISTS / 'rules.def').read_text(), re.M)
CASES = []
PORTS = range(20000, 32000)  # below those that Linux gives to connections on their way out
LENT = []  # the locks of those that we use
# Seconds until something that never comes is called missing; no measure of anything. edits.py has less: its edits make tests wait in vain.
PATIENCE = int(os.environ.get('PATIENCE', '120'))


class Skip(Exception):
    """A case that cannot run here, and why."""


def case(function):
    CASES.append(function)
    return function


def same(found, wanted, about=''):
    assert found == wanted, f'{about}{": " if about else ""}found {found!r}, not {wanted!r}'


def has(text, *parts):
    for part in parts:
        assert part in text, f'{part!r} is not in {text!r}'


def until(question, why='it never came to that'):
    """Wait until the answer is true, and return it."""
    end = time.monotonic() + PATIENCE
    while not (answer := question()):
        assert time.monotonic() < end, why
        time.sleep(0.02)
    return answer


def free_port():
    """A port for a server that this program starts, also when it is killed and started again: the name of an abstract
    socket keeps other tests away from it until we end."""
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):  # not from the dice that a test may have seeded
        lock = socket.socket(socket.AF_UNIX)
        try:
            lock.bind(f'\0mazo-test-port-{port}')
            with socket.socket() as trial:
                trial.bind(('127.0.0.1', port))
        except OSError:
            lock.close()
            continue
        LENT.append(lock)
        return port
    raise AssertionError(f'none of the ports from {PORTS.start} to {PORTS.stop - 1} is free')


def interrupt(process):
    """SIGINT, as soon as the program is ready for it."""
    status = pathlib.Path(f'/proc/{process.pid}/status')
    until(lambda: int(status.read_text().split('SigCgt:')[1].split()[0], 16) >> signal.SIGINT - 1 & 1,
          'it does not catch SIGINT')
    process.send_signal(signal.SIGINT)


def sanitized(program):
    """Was it built with a sanitizer? Then it is slow, and its memory says nothing."""
    return re.search(b'__[at]san_init', pathlib.Path(program).read_bytes()) is not None


def looking_for_leaks(env=None):
    """The environment for a program that shall look for leaks at its end, where it was built to. That takes
    seconds on some machines, so it is for programs that have lived long."""
    options = (env or os.environ).get('ASAN_OPTIONS', '')
    return {**(env or os.environ), 'ASAN_OPTIONS': options + ':detect_leaks=1'}


def title(function):
    return function.__name__.replace('_', ' ')


def named(cases, names):
    """The cases with one of `names` in theirs, or all."""
    return [c for c in cases if not names or any(name in c.__name__ for name in names)]


def run(names=()):
    """Runs the cases that are named so; what the program is to return."""
    cases = named(CASES, names)
    failed = not cases
    print(f'1..{len(cases)}', flush=True)
    for number, function in enumerate(cases, 1):
        try:
            function()
            print(f'ok {number} - {title(function)}')
        except Skip as reason:
            print(f'ok {number} - {title(function)} # SKIP {reason}')
        except Exception:  # pylint: disable=broad-except
            failed = True
            print(f'not ok {number} - {title(function)}')
            print('# ' + traceback.format_exc()[-8000:].rstrip().replace('\n', '\n# '))
        sys.stdout.flush()
    return int(failed)
