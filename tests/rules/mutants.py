#!/usr/bin/env python3
"""mutants.py MAZO [-k RULE] [-j JOBS]: does a test notice when a rule is another one?

Every value of every sheet is changed in a copy of the headers: a flag
flipped, a number one higher or lower, a choice for each of the others. The engine compiled with it
and linked with the rest of the build is a mutant, and run.py must fail on it. A mutant that lives
is a rule that no test defends. TAP, one case a row of the matrix.
"""
import argparse
import concurrent.futures
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LISTS = ROOT / "include" / "mazo"
RULES = (LISTS / "rules.def").read_text()
SHEETS = (LISTS / "sheets.def").read_text()
LONGEST = 900  # seconds for one run of the tests

# No rule of play: the engine carries them for the programs around it.
NOT_PLAYED = {"turn_clock": "the table keeps the clock"}

# Mutants that play the same game.
SAME = {("seats_max", "JACKPOT", "9"): "nine seats are refused anyway: there are eight rule cards"}


def split(text):
    """The arguments of a macro call, without those inside brackets and quotes torn apart."""
    parts, depth, quoted = [""], 0, False
    for char in text:
        quoted ^= char == '"'
        depth += (char == "(") - (char == ")") if not quoted else 0
        if char == "," and depth == 0 and not quoted:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts]


def calls(macro, text):
    """(start, end, arguments) of every call of the macro; start and end frame the arguments."""
    for match in re.finditer(rf"^{macro}\(", text, re.M):
        at, depth = match.end(), 1
        while depth:
            depth += (text[at] == "(") - (text[at] == ")")
            at += 1
        yield match.end(), at - 1, split(text[match.end():at - 1])


WORDS = [arguments[:2] for _, _, arguments in calls("MAZO_X_CHOICE", RULES)]


def place(rule, word):
    """The number behind MAZO_draw_stuck."""
    words = [one for of, one in WORDS if of == rule]
    return words.index(word.removeprefix(f"MAZO_{rule}_"))


def changes(kind, rule, least, most, value):
    """What the value could be instead."""
    if kind == "copies":
        digits = split(re.fullmatch(r"MAZO_COPIES\((.*)\)", value, re.S).group(1))
        for at in (0, 1, 7, 9):  # every digit the sheets treat differently
            other = digits.copy()
            other[at] = "1" if digits[at] != "1" else "2"
            yield f"MAZO_COPIES({', '.join(other)})"
        return
    low, high = int(least), int(most)
    number = place(rule, value) if kind == "choice" else int(value)
    if kind == "choice":
        yield from (str(other) for other in range(low, high + 1) if other != number)
    elif kind == "flag":
        yield str(1 - number)
    else:
        yield str(number + 1 if number < high else number - 1)


def mutants():
    """(rule, sheet, from, to, sheets.def) of every mutant."""
    own = {(sheet, rule): (start, end, value) for start, end, (sheet, rule, value) in calls("MAZO_X_SET", SHEETS)}
    last = SHEETS.index("#undef")
    for _, _, (_, kind, rule, _, least, most, first, _) in calls("MAZO_X_RULE", RULES):
        for _, _, (sheet, *_) in calls("MAZO_X_SHEET", SHEETS):
            start, end, value = own.get((sheet, rule), (last, last, first))
            for other in changes(kind, rule, least, most, value):
                call = f"{sheet}, {rule}, {other}"
                if (rule, sheet, other) not in SAME:
                    line = call if start < end else f"MAZO_X_SET({call})\n"
                    yield rule, sheet, value, other, SHEETS[:start] + line + SHEETS[end:]


def link_command(program, engine, mutant):
    """How the build links the program, with another engine."""
    lines = subprocess.run(["ninja", "-t", "commands", program.name], cwd=program.parent, text=True,
                           capture_output=True, check=True).stdout.splitlines()
    words = [word for word in shlex.split(lines[-1]) if not word.startswith("-flto")]
    words[words.index("-o") + 1] = str(mutant)
    return [str(engine) if word in ("libmazo.a", "libengine.a") else word for word in words] + ["-fno-lto"]


def build(program, text, folder):
    """The program with another matrix."""
    shutil.copytree(ROOT / "include", folder / "include")
    (folder / "include" / "mazo" / "sheets.def").write_text(text)
    engine, mutant = folder / "engine.o", folder / "mazo"
    subprocess.run(["cc", "-std=c11", "-O1", "-I", folder / "include", "-c",
                    ROOT / "src" / "engine" / "engine.c", "-o", engine], check=True)
    subprocess.run(link_command(program, engine, mutant), cwd=program.parent, check=True)
    return mutant


def survives(program, text):
    """True when no test fails. Stops at the first that does."""
    with tempfile.TemporaryDirectory() as name:
        mutant = build(program, text, pathlib.Path(name))
        with subprocess.Popen([sys.executable, "-u", HERE / "run.py", mutant, "--together"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as tests:
            for line in tests.stdout:
                if line.startswith(("not ok", "Bail out")):
                    tests.kill()
                    return False
            return tests.wait(LONGEST) == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("-k", default="", help="only rules whose name has this in it")
    parser.add_argument("-j", type=int, default=2, help="how many at a time")
    args = parser.parse_args()
    every = [mutant for mutant in mutants() if args.k in mutant[0]]
    names = list(dict.fromkeys(mutant[0] for mutant in every))
    tried = [mutant for mutant in every if mutant[0] not in NOT_PLAYED]
    print(f"1..{len(names)}", flush=True)
    failed = 0
    program = args.program.resolve()
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        results = zip(tried, pool.map(lambda mutant: survives(program, mutant[4]), tried))
        for number, name in enumerate(names, 1):
            if name in NOT_PLAYED:
                print(f"ok {number} - {name} # SKIP {NOT_PLAYED[name]}")
                continue
            own = [next(results) for mutant in tried if mutant[0] == name]
            alive = [mutant for mutant, lives in own if lives]
            failed += bool(alive)
            print(f"{'not ok' if alive else 'ok'} {number} - {name}: {len(own)} mutants")
            for _, sheet, old, new, _ in alive:
                print(f"# lives: {sheet}, {old} made {new}")
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
