#!/usr/bin/env python3
"""scratch.py: what is kept survives new rows, phases and events.

Builds the engine and the reader of match files with a rule row (no flag, which the signature would
play by, and zero in every sheet), a phase and an event more, each in the middle of its list, and asks: do the match files of all revisions replay,
and is the bench signature what it was?
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from tap import case, run, same  # noqa: E402

FILES = sorted((ROOT / "tests" / "matches").glob("revision-*/*.mazo"))
ROW = """MAZO_X_RULE(uint8_t, number, scratch_row, "X1", 0, 1, 0, "a rule without effect")
"""
PHASE = "MAZO_X_PHASE(scratch, 11)\n"
EVENT = 'MAZO_X_EVENT(scratch, "s", a, "something that never happens")\n'


def insert(path, before, what):
    text = path.read_text()
    at = text.index(before)
    path.write_text(text[:at] + what + text[at:])


LANGUAGES = ["es", "es_ES", "es_419"]


def a_copy(folder):
    """The sources that replaying needs, for changing."""
    for name in ("include", "src", "po", "tools"):
        shutil.copytree(ROOT / name, folder / name)
    return folder / "include" / "mazo"


def sources(folder):
    names = ["src/engine/engine.c", "src/sim/bench.c", "src/sim/random_player.c"]
    names += [f"{name}_po.c" for name in LANGUAGES]
    names += [str(path.relative_to(folder)) for part in ("text", "say", "wire")
              for path in sorted((folder / "src" / part).glob("*.c"))]
    return [folder / name for name in names] + [ROOT / "tests" / "matches" / "scratch.c"]


def build(folder):
    """The program, compiled with nothing between it and the lists in `folder`."""
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "jansson", "inih", "libsodium"], check=True,
                           capture_output=True, text=True).stdout.split()
    for name in LANGUAGES:
        subprocess.run([sys.executable, folder / "tools" / "po2c.py", folder / "po" / f"{name}.po", folder / f"{name}_po.c"],
                       check=True)

    def compile_one(source):
        out = folder / (source.stem + f"_{source.parent.name}.o")
        subprocess.run([os.environ.get("CC", "cc").split()[0], "-std=c11", "-D_GNU_SOURCE", "-O1", "-I", folder / "include", "-I",
                        folder / "src", *(flag for flag in flags if flag.startswith("-I")), "-c", source, "-o", out],
                       check=True)
        return out
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compile_one, sources(folder)))
    libraries = [flag for flag in flags if not flag.startswith("-I")]
    subprocess.run(["cc", *objects, "-o", folder / "scratch", *libraries], check=True)
    return folder / "scratch"


@case
def a_new_row_phase_and_event_change_nothing_that_is_kept():
    with tempfile.TemporaryDirectory() as name:
        lists = a_copy(pathlib.Path(name))
        insert(lists / "rules.def", "MAZO_X_RULE(uint8_t, flag, seven_zero", ROW)
        insert(lists / "phases.def", "MAZO_X_PHASE(struck", PHASE)
        insert(lists / "events.def", "MAZO_X_EVENT(drew", EVENT)
        done = subprocess.run([build(pathlib.Path(name)), *FILES], capture_output=True, text=True, check=False)
        signature = (ROOT / "bench" / "signature.txt").read_text().split()[0]
        same(done.stdout.splitlines(), [f"{len(FILES)} of {len(FILES)} replay; signature {signature}"])


@case
def a_changed_rule_would_be_seen():
    """The files can tell: with another value in one sheet, some no longer replay."""
    with tempfile.TemporaryDirectory() as name:
        lists = a_copy(pathlib.Path(name))
        insert(lists / "sheets.def", "MAZO_X_SET(OFICIAL, wilds", "MAZO_X_SET(OFICIAL, uno_penalty, 3)\n")
        done = subprocess.run([build(pathlib.Path(name)), *FILES], capture_output=True, text=True, check=False)
        same(done.returncode, 1)


if __name__ == "__main__":
    sys.exit(run())
