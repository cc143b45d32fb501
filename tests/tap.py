"""Test programs in Python: their cases, one after the other, told as TAP.

    @case
    def what_must_be_so():
        same(found, wanted)

    sys.exit(run())
"""
import signal
import sys
import traceback

# nohup and some CI ignore signals, and what we start would inherit that.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

CASES = []


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


def title(function):
    return function.__name__.replace('_', ' ')


def run(names=()):
    """Runs the cases with one of `names` in theirs, or all; what the program is to return."""
    cases = [c for c in CASES if not names or any(name in c.__name__ for name in names)]
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
