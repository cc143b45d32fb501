#!/usr/bin/env python3
"""replay.py MAZO: match files of every revision of the rules replay, move for move.

The files under tests/matches were written by the releases of their time and are never written
again. One that no longer replays means that a user's saved match, table or link no longer opens.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from tap import case, has, run, same  # noqa: E402

MAZO = sys.argv[1]
FILES = sorted(HERE.glob("revision-*/*.mazo"))


def replay(path, *options):
    done = subprocess.run([MAZO, "replay", "--lang", "en", *options, path], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def of_revision(number):
    return [path for path in FILES if path.parent.name == f"revision-{number}"]


def newest():
    return max(int(path.parent.name.rpartition("-")[2]) for path in FILES)


def every_file_replays(number):
    files = of_revision(number)
    assert len(files) > 100, f"only {len(files)} files of revision {number}"
    for path in files:
        lines = len(path.read_text().splitlines())
        status, out, err = replay(path, "--json")
        same((path.name, status, err), (path.name, 0, ""))
        said = json.loads(out)
        same((path.name, said["commands"], said["revision"]), (path.name, lines - 1, number))


for revision in range(1, newest() + 1):
    def check(number=revision):
        every_file_replays(number)
    check.__name__ = f"every_match_of_revision_{revision}_replays"
    case(check)


@case
def every_sheet_and_command_is_among_them():
    for number in range(1, newest() + 1):
        text = "".join(path.read_text() for path in of_revision(number))
        for sheet in ("sin-reversa", "duelo", "oficial", "penas", "jackpot"):
            has(text, f'"rules":"{sheet}"')
        for command in ("play draw keep accept challenge uno catch color choose throw done write accuse admit "
                        "vote pass next").split():
            has(text, f'"do":"{command}"')


@case
def a_new_match_names_the_newest_revision():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "new.mazo"
        subprocess.run([MAZO, "referee", "--log", path], input='{"do":"new","rules":"duelo","seed":1}\n', text=True,
                       capture_output=True, check=True)
        same(json.loads(path.read_text())["revision"], newest())


@case
def rules_of_a_later_release_are_refused_with_a_sentence():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "later.mazo"
        lines = FILES[0].read_text().splitlines()
        head = json.loads(lines[0])
        path.write_text("\n".join([json.dumps({**head, "revision": 99}), *lines[1:]]) + "\n")
        status, _, err = replay(path)
        same(status, 1)
        has(err, "newer Mazo", "revision 99")


if __name__ == "__main__":
    sys.exit(run())
