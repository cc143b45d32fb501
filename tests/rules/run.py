#!/usr/bin/env python3
"""Black-box rule tests: talks to `mazo referee` and checks what it answers.

    run.py PATH_TO_MAZO [FILES...] [-k PATTERN] [-v] [--together]

FILES are .t files (and props.py); without any, all that lie beside this script.
Output is TAP; the exit status is 1 when something failed. The format of a .t
file is described in README.md.
"""
import argparse
import collections
import importlib.util
import itertools
import json
import os
import re
import select
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from tap import SHEETS  # noqa: E402
TIMEOUT = 60.0  # to look for leaks at the end takes long on a busy machine
PHASES = "write play drawn struck color choose throw run dare round_over match_over".split()
STATE_KEYS = """rules phase turn direction color top pending hands uno draw_count discard_count
    scores dealer round round_winner match_winners match_losers legal""".split()
CARD = re.compile(r"^(?:[RGBY](?:[0-9]|S|R|\+2|J)|W|W\+4|WJ)$")
RULE_ID = re.compile(r"^(?:[DSTAWXUPJE][0-9]+|H-[a-z-]+|N[0-9])$")


class Failure(Exception):
    """A check that does not hold; the text is shown as it is."""


# ---------------------------------------------------------------- the referee

class Referee:
    """A `mazo referee` process, or a new match in that of another one. ask() sends a line and checks
    what every answer must be like."""

    def __init__(self, mazo, other=None, env=None):
        self.child = other.child if other else subprocess.Popen(
            [mazo, "referee", "--lang", "en"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True, env=env)
        for pipe in (self.child.stdin, self.child.stdout):
            os.set_blocking(pipe.fileno(), False)
        self.pending = b""
        self.log = []            # (line sent, answer) in order
        self.state = None        # the state in the last answer
        self.before = None       # the one before it
        self.answer = None
        self.opened = set()      # sheets opened with success

    def send_raw(self, data):
        """Sends bytes; returns the next line that comes back."""
        out, into = self.child.stdout.fileno(), self.child.stdin.fileno()
        deadline = time.monotonic() + TIMEOUT
        while data or b"\n" not in self.pending:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Failure(f"no answer in {TIMEOUT:.0f} s")
            readable, writable, _ = select.select([out], [into] if data else [], [], left)
            if readable:
                chunk = os.read(out, 1 << 16)
                if not chunk:
                    raise Failure("the referee closed its output: " + self.last_words())
                self.pending += chunk
            if writable:
                try:
                    data = data[os.write(into, data[:1 << 15]):]
                except BrokenPipeError:
                    raise Failure("the referee has stopped reading: " + self.last_words())
        line, self.pending = self.pending.split(b"\n", 1)
        return line

    def last_words(self):
        self.child.stdin.close()
        try:
            status = self.child.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            return "it still runs"
        return f"exit status {status}; " + self.child.stderr.read()[-2000:].decode("utf-8", "replace")

    def ask(self, what):
        """what: an object, a text or bytes. Returns the answer, well-formed and with its invariants checked."""
        text = what if isinstance(what, (str, bytes)) else json.dumps(what, separators=(",", ":"))
        data = text if isinstance(text, bytes) else text.encode()
        shown = text if len(text) < 2000 else str(text[:100]) + f"… ({len(text)} characters)"
        self.log.append((shown, None))
        line = self.send_raw(data + b"\n")
        try:
            answer = json.loads(line, parse_constant=lambda word: 1 / 0)
        except (ValueError, ZeroDivisionError):
            raise Failure(f"the answer is not JSON: {line[:300]!r}")
        self.log[-1] = (shown, answer)
        try:
            command = json.loads(data)
        except (ValueError, RecursionError):
            command = None
        self.before, self.answer = self.state, answer
        check_answer(answer, self.before)
        opening = isinstance(command, dict) and command.get("do") in ("new", "position")
        dealing = isinstance(command, dict) and command.get("do") in ("new", "position", "next")
        if answer["ok"]:
            self.state = answer["state"]
            if opening:
                self.opened.add(command["rules"])
            if opening and command["do"] == "position":
                given = sum(map(len, command["hands"])) + len(command["discard"]) + len(command["draw"])
                if given != count_cards(self.state):
                    raise Failure(f"{given} cards in the position, {count_cards(self.state)} in the state")
            elif not dealing and self.before and self.before["phase"] != "write" \
                    and count_cards(self.before) != count_cards(self.state):
                raise Failure(f"{count_cards(self.before)} cards before, {count_cards(self.state)} after")
        return answer

    def close(self, check=True):
        if self.child.poll() is None and not check:
            os.killpg(self.child.pid, signal.SIGKILL)
        try:
            self.child.stdin.close()
        except OSError:
            pass
        try:
            status = self.child.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(self.child.pid, signal.SIGKILL)
            self.child.wait()
            status = "still running after the end of its input"
        os.set_blocking(self.child.stdout.fileno(), True)
        rest, words = self.pending + self.child.stdout.read(), self.child.stderr.read()
        self.child.stdout.close()
        self.child.stderr.close()
        if check and status != 0:
            raise Failure(f"exit status at the end: {status}; {words[-2000:].decode('utf-8', 'replace')}")
        if check and rest:
            raise Failure(f"more than one line for an answer: {rest[:300]!r}")


def count_cards(state):
    return sum(map(len, state["hands"])) + state["draw_count"] + state["discard_count"]


def demand(condition, text):
    if not condition:
        raise Failure(text)


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def check_answer(answer, before):
    """What docs/notation.md promises of every answer."""
    demand(isinstance(answer, dict) and isinstance(answer.get("ok"), bool), "an answer without ok")
    if not answer["ok"]:
        demand(re.match(r"^[a-z][a-z0-9_]*$", str(answer.get("error"))), "ok:false without an error word")
        demand(isinstance(answer.get("message"), str) and answer["message"], "ok:false without a message")
        if before is not None:
            demand(answer.get("state") == before, "an error, and yet the state changed:\n"
                   + difference(before, answer.get("state")))
        return
    demand(isinstance(answer.get("events"), list), "no list of events")
    for event in answer["events"]:
        demand(isinstance(event, dict) and isinstance(event.get("event"), str), f"a nameless event: {event}")
    demand(isinstance(answer.get("state"), dict), "no state")
    check_state(answer["state"])


def check_state(state):
    missing = [key for key in STATE_KEYS if key not in state]
    demand(not missing, f"the state lacks {' '.join(missing)}")
    seats = len(state["hands"])
    demand(state["phase"] in PHASES, f"unknown phase {state['phase']}")
    for key in "turn", "dealer", "pending", "draw_count", "discard_count", "round":
        demand(is_int(state[key]) and state[key] >= 0, f"{key} is {state[key]}")
    demand(state["turn"] < seats and state["dealer"] < seats, "turn or dealer is not a seat")
    demand(state["direction"] in (1, -1), f"direction is {state['direction']}")
    demand(state["color"] in ("R", "G", "B", "Y", None), f"color is {state['color']}")
    demand(state["phase"] == "struck" or state["pending"] == 0, f"pending {state['pending']} in {state['phase']}")
    demand(len(state["uno"]) == seats == len(state["scores"]), "uno or scores have another length than hands")
    demand(all(isinstance(said, bool) for said in state["uno"]), "uno is not a list of booleans")
    demand(state["round_winner"] is None or is_int(state["round_winner"]), "round_winner is not a seat")
    for card in itertools.chain([state["top"]] if state["top"] else [], *state["hands"]):
        demand(isinstance(card, str) and CARD.match(card), f"no card: {card}")
    for command in state["legal"]:
        demand(isinstance(command, dict) and "do" in command, f"no command in legal: {command}")
        demand(command.get("seat", state["turn"]) == state["turn"], f"legal for another seat: {command}")
    if state["phase"] not in ("round_over", "match_over"):
        demand(state["legal"], "nothing is legal")
    over = state["phase"] == "match_over"
    demand(over or not (state["match_winners"] or state["match_losers"]), "a match winner before the match is over")


def difference(left, right):
    if not isinstance(left, dict) or not isinstance(right, dict):
        return f"  {left}\n  {right}"
    return "\n".join(f"  {key}: {json.dumps(left.get(key))} -> {json.dumps(right.get(key))}"
                     for key in {**left, **right} if left.get(key) != right.get(key))


# ------------------------------------------------------------------ comparing

def mismatch(want, have, path=""):
    """None when `want` is a part of `have`, otherwise where it is not."""
    if isinstance(want, dict):
        if not isinstance(have, dict):
            return f"{path or 'answer'}: want an object, have {json.dumps(have)}"
        for key, value in want.items():
            if key not in have:
                return f"{path}.{key}: not there"
            found = mismatch(value, have[key], f"{path}.{key}")
            if found:
                return found
        return None
    if isinstance(want, list) and isinstance(have, list):
        if path.endswith(("match_winners", "match_losers")):
            want, have = sorted(want), sorted(have)
        if all(isinstance(item, str) for item in want + have):
            same = collections.Counter(want) == collections.Counter(have)
            return None if same else f"{path}: want {json.dumps(want)}, have {json.dumps(have)}"
        if len(want) != len(have):
            return f"{path}: want {len(want)} entries, have {json.dumps(have)}"
        for index, (one, other) in enumerate(zip(want, have)):
            found = mismatch(one, other, f"{path}[{index}]")
            if found:
                return found
        return None
    if type(want) is type(have) and want == have:
        return None
    return f"{path}: want {json.dumps(want)}, have {json.dumps(have)}"


# --------------------------------------------------------------- short forms

def value_of(word):
    try:
        return json.loads(word)
    except ValueError:
        return word


def cards_of(text):
    return [] if text.strip() == "-" else text.split()


def command_of(words, seat):
    """`play W+4 G uno` and its like, as a command object."""
    do, rest = words[0], list(words[1:])
    command = {"do": do, "seat": seat}
    if do == "play":
        command["card"] = rest.pop(0)
        for word in rest:
            command.update({"uno": True} if word == "uno" else {"color": word})
    elif do in ("catch", "choose", "accuse"):
        command["who"] = int(rest[0])
    elif do == "color":
        command["color"] = rest[0]
    elif do == "throw":
        command["cards"] = cards_of(" ".join(rest))
    elif do == "vote":
        command["yes"] = rest[0] == "yes"
    elif rest:
        raise ValueError(f"too many words: {' '.join(words)}")
    return command


def deck(rules):
    """How often a card is in a sheet's deck (D1-D8), to keep the positions in here possible."""
    have = collections.Counter()
    for color in "RGBY":
        for number in range(10):
            twice = 1 <= number <= (5 if rules == "jackpot" else 9)
            have[f"{color}{number}"] = 2 if twice else 1
        for symbol in ["S", "+2"] + ([] if rules == "sin-reversa" else ["R"]):
            have[color + symbol] = 2
        if rules == "jackpot":
            have[color + "J"] = 4
    have["W"] = {"oficial": 8, "jackpot": 2}.get(rules, 4)
    have["W+4"] = 4
    if rules == "jackpot":
        have["WJ"] = 2
    return have


def position_of(text):
    """`oficial; hands R5 B7 / G2 W; discard B3 R7; draw Y1; turn 1; options stacking=true`"""
    rules, *parts = [part.strip() for part in text.split(";")]
    opening = {"do": "position", "rules": rules, "turn": 0}
    for part in filter(None, parts):
        key, _, rest = part.partition(" ")
        if key == "hands":
            opening[key] = [cards_of(hand) for hand in rest.split("/")]
        elif key in ("discard", "draw"):
            opening[key] = cards_of(rest)
        elif key == "spins":
            opening[key] = rest.split()
        elif key == "rule":
            card = {"text": rest, "effects": [effect.strip() for effect in rest.split(",")]}
            opening.setdefault("rule_cards", []).append(card)
        elif key == "options":
            opening[key] = {name: value_of(value) for name, value in (pair.split("=") for pair in rest.split())}
        elif key in ("scores", "uno"):
            opening[key] = [value_of(word) for word in rest.split()]
        else:
            opening[key] = value_of(rest)
    used = collections.Counter(itertools.chain(opening["discard"], opening["draw"], *opening["hands"]))
    if used - deck(rules):
        raise ValueError(f"more cards than the deck of {rules} has: {used - deck(rules)}")
    return opening


# ------------------------------------------------------------------- .t files

class Case:
    def __init__(self, where, title):
        self.where, self.title = where, title
        self.sheets, self.loops, self.lines = None, [], []

    def variants(self, lets):
        """Every variant of the case: its title and its lines with the $NAMES filled in."""
        axes = [[{"RULES": sheet} for sheet in self.sheets]] if self.sheets else []
        axes += self.loops
        for choice in itertools.product(*axes):
            names = {name: value for part in choice for name, value in part.items()}
            # a title that starts with the ids gets the sheet and the loop's values behind it
            note = " ".join(names.values())
            yield self.title + (f" [{note}]" if note else ""), \
                [(number, fill(line, {**lets, **names})) for number, line in self.lines]


def fill(text, names):
    def one(match):
        name = match[1] or match[2]
        if name not in names:
            raise ValueError(f"${name} is not known")
        return names[name]
    while "$" in text:
        text = re.sub(r"\$(?:\{([A-Z][A-Z0-9_]*)\}|([A-Z][A-Z0-9_]*))", one, text)
    return text


def sheets_of(words):
    chosen = []
    for word in words:
        if word == "all":
            chosen += SHEETS
        elif word.startswith("-") and word[1:] in SHEETS:
            chosen.remove(word[1:])
        elif word in SHEETS:
            chosen.append(word)
        else:
            raise ValueError(f"unknown sheet {word}")
    return chosen


def loop_of(line):
    """`@for A,B 1,2 3,4`, or `@each A,B 1 : 2 | 3 : 4` for values with blanks in them."""
    mark, names, rest = line.split(" ", 2)
    names = names.split(",")
    rows = [row.split(",") for row in rest.split()] if mark == "@for" else \
        [[value.strip() for value in row.split(" : ")] for row in rest.split("|")]
    if len(names) == 1:
        rows = [[row.strip()] for row in (rest.split() if mark == "@for" else rest.split("|"))]
    if any(len(row) != len(names) for row in rows):
        raise ValueError("a row of another length")
    return [dict(zip(names, row)) for row in rows]


def read_cases(path):
    cases, lets = [], {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            try:
                if line.startswith("## "):
                    cases.append(Case(f"{os.path.basename(path)}:{number}", line[3:].strip()))
                elif not line.strip() or line.startswith("#"):
                    continue
                elif line.startswith("@let "):
                    _, name, value = line.split(" ", 2)
                    lets[name] = value
                elif line.startswith("@sheets "):
                    cases[-1].sheets = sheets_of(line.split()[1:])
                elif line.startswith(("@for ", "@each ")):
                    cases[-1].loops.append(loop_of(line))
                else:
                    cases[-1].lines.append((number, line))
            except (ValueError, IndexError) as problem:
                sys.exit(f"{path}:{number}: {problem}")
    return cases, lets


class Player:
    """Plays the lines of one case."""

    def __init__(self, referee):
        self.referee = referee
        self.settled = True      # the last answer's ok was looked at, or no answer yet
        self.position = {}       # the last one, for `with`

    def settle(self):
        if not self.settled:
            answer = self.referee.answer
            self.settled = True
            demand(answer["ok"], f"refused: {answer.get('error')}: {answer.get('message')}")

    def send(self, what):
        self.settle()
        self.referee.ask(what)
        self.settled = False

    def line(self, line):
        mark, _, rest = line.partition(" ")
        if mark == ">":
            return self.send(rest)
        if mark == "position":
            self.position = position_of(rest)
            return self.send(self.position)
        if mark == "with":
            return self.send({**self.position, **json.loads(rest)})
        if mark in ("next", "state"):
            return self.send({"do": mark})
        if mark.isdigit():
            return self.send(command_of(rest.split(), int(mark)))
        check = getattr(self, {"=": "check_part", ":": "check_words"}.get(mark, f"check_{mark}"), None)
        if check is None:
            raise ValueError(f"what is `{mark}`?")
        if mark not in ("=", "error", "not"):
            self.settle()
        return check(rest)

    def check_part(self, rest):
        want = json.loads(rest)
        if "ok" in want:
            self.settled = True
        self.settle()
        found = mismatch(want, self.referee.answer)
        demand(not found, found)

    def check_not(self, rest):
        self.settle()
        demand(mismatch(json.loads(rest), self.referee.answer), "it is so")

    def check_words(self, rest):
        want = {}
        for pair in rest.split():
            key, _, value = pair.partition("=")
            want[key] = value_of(value) if key not in ("top", "color") or value == "null" else value
        found = mismatch(want, self.referee.state)
        demand(not found, found)

    def check_error(self, rest):
        self.settled = True
        answer = self.referee.answer
        demand(not answer["ok"], "accepted, it should be refused")
        if rest:
            demand(answer["error"] == rest.strip(), f"want the error {rest.strip()}, have {answer['error']}")

    def check_same(self, _):
        demand(self.referee.state == self.referee.before,
               "the state changed:\n" + difference(self.referee.before, self.referee.state))

    def check_hand(self, rest):
        seat, _, cards = rest.partition(" ")
        found = mismatch(cards_of(cards), self.referee.state["hands"][int(seat)], f"hand of {seat}")
        demand(not found, found)

    def check_size(self, rest):
        seat, size = map(int, rest.split())
        have = len(self.referee.state["hands"][seat])
        demand(have == size, f"seat {seat}: want {size} cards, have {have}")

    def check_gain(self, rest):
        """gain SEAT N [SEAT N]...: how many cards more than before the last command (a played card is one less);
        the seats that are not named must have as many as before."""
        words = [int(word) for word in rest.split()]
        want = dict(zip(words[::2], words[1::2]))
        old, new = self.referee.before["hands"], self.referee.state["hands"]
        have = {seat: len(new[seat]) - len(old[seat]) for seat in range(len(new))}
        for seat in have:
            demand(have[seat] == want.get(seat, 0),
                   f"seat {seat}: want {want.get(seat, 0):+d} cards, have {have[seat]:+d}")

    def check_total(self, rest):
        have = count_cards(self.referee.state)
        demand(have == int(rest), f"want {rest} cards in all, have {have}")

    def legal(self, rest):
        want = json.loads(rest) if rest.startswith("{") else command_of(rest.split(), self.referee.state["turn"])
        return [entry for entry in self.referee.state["legal"] if not mismatch(want, entry)]

    def check_can(self, rest):
        demand(self.legal(rest), f"not in legal: {rest}\n  legal: {json.dumps(self.referee.state['legal'])}")

    def check_cannot(self, rest):
        demand(not self.legal(rest), f"in legal, should not be: {rest}")

    def check_plays(self, rest):
        have = {entry["card"] for entry in self.referee.state["legal"] if entry["do"] == "play"}
        want = set(cards_of(rest))
        demand(have == want, f"legal plays: want {sorted(want)}, have {sorted(have)}")

    def check_event(self, rest):
        want = json.loads(rest)
        demand(any(not mismatch(want, event) for event in self.referee.answer["events"]),
               f"no such event: {rest}\n  events: {json.dumps(self.referee.answer['events'])}")


class Together:
    """One referee for all cases that begin with a match of their own. At its end it looks for leaks,
    where it was built to."""
    OPENING = re.compile(r'position |> *{"do":"(new|position)"')

    def __init__(self, mazo):
        self.mazo, self.first, self.cases = mazo, None, 0

    def referee(self, lines):
        """None: this case needs its own."""
        if not lines or not self.OPENING.match(lines[0][1]):
            return None
        if self.first is None or self.first.child.poll() is not None:
            options = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=1"
            self.first = Referee(self.mazo, env={**os.environ, "ASAN_OPTIONS": options})
        self.cases += 1
        return Referee(self.mazo, self.first)

    def end(self, report):
        if self.cases:
            problem = None
            try:
                self.first.close()
            except Failure as failure:
                problem = str(failure)
            report.result(f"one referee for {self.cases} cases ends well", problem)


def run_case(mazo, lines, together):
    """Returns (problem or None, the referee)."""
    shared = together and together.referee(lines)
    referee = shared or Referee(mazo)
    player = Player(referee)
    at, text = lines[0] if lines else (0, "")
    try:
        for at, text in lines:
            player.line(text)
        player.settle()
        if not shared:
            referee.close()
        return None, referee
    except Failure as problem:
        if referee.child.poll() is None:
            referee.close(check=False)
        return f"line {at}: {text}\n{problem}", referee
    except (ValueError, KeyError, IndexError, TypeError) as problem:
        referee.close(check=False)
        return f"line {at}: {text}\nthe test cannot be read: {problem!r}", referee


# ------------------------------------------------------------------------ TAP

class Report:
    def __init__(self, verbose):
        self.count, self.failed, self.verbose = 0, 0, verbose
        self.covered = collections.defaultdict(set)

    def cover(self, title, referees):
        for word in title.split():
            if not RULE_ID.match(word):
                break
            for referee in referees:
                self.covered[word] |= referee.opened

    def result(self, title, problem, log=()):
        self.count += 1
        self.failed += problem is not None
        print(f"{'not ok' if problem else 'ok'} {self.count} - {title}")
        if problem:
            print_comment(problem)
        if (problem and log) or self.verbose:
            for sent, answer in log if self.verbose else log[-6:]:
                print_comment(f"> {sent}\n< {json.dumps(answer)}")
        sys.stdout.flush()


def print_comment(text):
    for line in text.split("\n"):
        print("#   " + line)


def missing_ids(covered):
    """The (id, sheet) pairs of ids.txt that no case stands for."""
    missing = []
    with open(os.path.join(HERE, "ids.txt"), encoding="utf-8") as file:
        for line in file:
            name, *sheets = line.split("#")[0].split() or [None]
            for sheet in sheets_of(sheets) if name else []:
                if sheet not in covered[name]:
                    missing.append(f"{name} ({sheet})")
    return missing


def run_file(path, mazo, pattern, report, together):
    cases, lets = read_cases(path)
    for case in cases:
        for title, lines in case.variants(lets):
            if pattern and not pattern.search(title):
                continue
            problem, referee = run_case(mazo, lines, together)
            report.cover(title, [referee])
            report.result(title, problem and f"{case.where}, {problem}", referee.log)


def run_props(path, mazo, pattern, report, _):
    """props.py: functions that were given a title; each gets open(), which starts a referee."""
    spec = importlib.util.spec_from_file_location("props", path)
    props = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(props)
    for title, body in props.CASES:
        if pattern and not pattern.search(title):
            continue
        referees, problem = [], None

        def start():
            referees.append(Referee(mazo))
            return referees[-1]
        try:
            body(start)
            for referee in referees:
                referee.close()
        except (Failure, AssertionError) as failure:
            problem = str(failure) or repr(failure)
        for referee in referees:
            if referee.child.poll() is None:
                referee.close(check=False)
        report.cover(title, referees)
        log = [entry for referee in referees for entry in referee.log[-4:]][-4:]
        report.result(title, problem, log if problem else ())


def main():
    sys.modules.setdefault("run", sys.modules[__name__])
    parser = argparse.ArgumentParser(description="rule tests for `mazo referee`")
    parser.add_argument("mazo")
    parser.add_argument("files", nargs="*")
    parser.add_argument("-k", metavar="PATTERN", help="only the cases whose title matches")
    parser.add_argument("-v", action="store_true", help="show every line sent and answered")
    parser.add_argument("--together", action="store_true", help="one process for many cases")
    arguments = parser.parse_args()
    mazo = os.path.abspath(arguments.mazo)
    if not os.access(mazo, os.X_OK):
        sys.exit(f"{arguments.mazo} cannot be run")
    pattern = re.compile(arguments.k) if arguments.k else None
    files = arguments.files or sorted(os.path.join(HERE, name) for name in os.listdir(HERE)
                                      if name.endswith(".t") or name == "props.py")
    report = Report(arguments.v)
    together = Together(mazo) if arguments.together else None
    print("TAP version 13")
    for path in files:
        (run_props if path.endswith(".py") else run_file)(path, mazo, pattern, report, together)
    if together:
        together.end(report)
    if not arguments.files and not pattern:
        missing = missing_ids(report.covered)
        report.result("every rule of ids.txt has a case, on every sheet it names",
                      "without a case: " + ", ".join(missing) if missing else None)
    print(f"1..{report.count}")
    if report.failed:
        print(f"# {report.failed} of {report.count} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
