#!/usr/bin/env python3
"""Runs the tests of the builds that ./check made, shows what failed and what was skipped, and counts.

The last line is "N passed, N failed". A TAP test counts its cases, any other test counts as
one, and so does a build that failed. Skipped cases count as neither; a test that was asked for
by name and is skipped has failed.
"""
import argparse
import json
import os
import platform
import re
import select
import shutil
import subprocess
import sys
import time

BUILD = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "build")
PLAN = re.compile(r"^1\.\.\d+", re.M)
CASE = re.compile(r"^(not )?ok\b(?:[^#\\\n]|\\.)*(?:#\s*(skip|todo))?", re.M | re.I)
# A case, a whole test, or cases that the test has left out.
SKIPPED = re.compile(r"^(?:ok [\d ]*(?:- )?(.*?)|1\.\.0 *)# SKIP(?:PED)? ?(.*)$|^# SKIP (.+)$", re.M)
FINISHED = re.compile(r" *\d+/\d+ (?:\S+ / )?(\S+) +(\S+) +([\d.]+)s")
GOOD = {"OK", "EXPECTEDFAIL"}
RUN_IN = ["gcc", "asan", "tsan", "fuzz"]
# What tests ask for when they run, by how their names begin: TEST_NEEDS in setup.sh has the packages.
# Those of `client` ask for the browser's client, or for npm, which comes with it.
ASKS = {"browser": ("web/",), "browsers": ("web/e2e/firefox", "web/e2e/webkit"),  # these with --long
        "client": ("web/", "wasm/local", "setup/release", "server/foreign"),
        "database": ("store/postgres", "store/failover", "server/nodes", "server/chaos", "server/upgrade"),
        "proxy": ("server/nodes", "terminal/tls"), "python": ("python/", "gpu/run"), "gpu": ("gpu/run",)}
LINES, WIDTH = 60, 300  # shown of what a failed test printed
BUILDS = 2  # whose tests run at the same time
JOBS = 2 + (os.cpu_count() or 1)  # tests of each: most wait more than they compute
EVERY = 60  # seconds between two words on how far we are, where no terminal shows it
# To look for leaks takes seconds at every exit on aarch64. So it is done where one process lives long
# (tests/meson.build, looking_for_leaks() in tests/tap.py), and with --long everywhere that it is cheap.
OPTIONS = {"ASAN_OPTIONS": "abort_on_error=1:allow_addr2line=1:detect_leaks=",
           "UBSAN_OPTIONS": "print_stacktrace=1"}


def tell(english, spanish):
    """The one in the user's language, as say() in setup.sh."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return spanish if re.match(r"es([_.@]|$)", locale) else english


def say(english, spanish):
    print("mazo: " + tell(english, spanish), file=sys.stderr)


def tests_of(build):
    """Meson's description of the tests of a build that is set up."""
    path = os.path.join(BUILD, build, "meson-info", "intro-tests.json")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def look(args):
    """Says which of the names no test has, or only one that --long runs; 0 when there is a test.
    Prints the groups of packages that the tests ask for."""
    found = []
    for name in args.names:
        tests = [test for test in tests_of("gcc") if name in test["name"]]
        chosen = [test["name"] for test in tests if wanted("gcc", test, args)]
        found += chosen
        if chosen:
            continue
        if tests:
            say(f'"{name}" runs with --long only', f"«{name}» solo se ejecuta con --long")
        else:
            say(f'no test has "{name}" in its name', f"ninguna prueba tiene «{name}» en su nombre")
            known = sorted(test["name"] for test in tests_of("gcc"))
            print("mazo: " + " ".join(known), file=sys.stderr)
    print(*(group for group, names in ASKS.items() if any(name.startswith(names) for name in found)))
    return 0 if found else 2


def wanted(build, test, args):
    """Does this test run in this build?"""
    suites = {suite.rpartition(":")[2] for suite in test["suite"]}
    if args.names and not any(name in test["name"] for name in args.names):
        return False
    if build == "fuzz":
        return test["name"].startswith("fuzz/") and "long" in suites
    if build != "gcc" and "release" in suites:
        return False
    if build == "asan" and "covered" in suites and not (args.long or args.names):
        return False
    if build == "tsan":  # what has threads: the network, the writer, experts who think
        return test["name"].startswith(("server/", "store/test_writer")) and "long" not in suites
    if args.quick and not args.names and "slow" in suites:
        return False
    return args.long or "long" not in suites


class Progress:
    """What runs, and how much is left: a line that is rewritten, or one a minute in a log."""

    def __init__(self, plan):
        self.plan = plan  # (build, name) -> seconds that it may take, in the order of the starts
        self.total = len(plan)
        self.began = self.last = time.monotonic()
        self.started = {}
        self.guessed = self.took = 1.0
        self.terminal = sys.stdout.isatty()

    def running(self, builds):
        """Meson starts them in order, a few at a time."""
        now = time.monotonic()
        names = [key for build in builds for key in [key for key in self.plan if key[0] == build][:JOBS]]
        for key in names:
            self.started.setdefault(key, now)
        return names

    def finish(self, build, name, result, seconds):
        guessed = self.plan.pop((build, name), 0)
        if result != "SKIP":
            self.guessed += guessed
            self.took += seconds

    def minutes_left(self, running):
        now, slower = time.monotonic(), self.took / self.guessed
        left = {key: slower * seconds for key, seconds in self.plan.items()}
        for key in running:
            left[key] = max(0, left[key] - (now - self.started[key]))
        return max(sum(left.values()) / (BUILDS * JOBS), *left.values(), 0, 0) / 60

    def show(self, builds):
        now = time.monotonic()
        running = self.running(builds)
        if now - self.last < (1 if self.terminal else EVERY) or not running:
            return
        self.last = now
        names = ", ".join(name if build == "gcc" else f"{name} ({build})" for build, name in running)
        done = self.total - len(self.plan)
        so_far, left = (now - self.began) / 60, self.minutes_left(running)
        text = tell(f"{done} of {self.total} tests, {so_far:.0f} min, about {left:.0f} to go; now {names}",
                    f"{done} de {self.total} pruebas, {so_far:.0f} min, faltan unos {left:.0f}; ahora {names}")
        if self.terminal:
            text = text[:shutil.get_terminal_size().columns - 1]
            print(f"\r\033[K{text}", end="", flush=True)
        else:
            print(text, flush=True)

    def line(self, text):
        print(("\r\033[K" if self.terminal else "") + text, end="\n" if text else "", flush=True)


def log_of(build):
    return os.path.join(BUILD, build, "meson-logs", "testlog.json")


def records_of(build):
    """Meson's records of the tests that ran last."""
    try:
        with open(log_of(build), encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
    except (OSError, ValueError):
        return []
    for record in records:
        record["name"] = record["name"].rpartition(" / ")[2]
    return records


def plan(builds, args):
    """The tests to run, and how long each took the last time or may take (its priority)."""
    tests = {}
    for build in builds:
        took = {record["name"]: record["duration"] for record in records_of(build) if "duration" in record}
        for test in tests_of(build):
            if wanted(build, test, args):
                name = test["name"]
                tests[build, name] = took.get(name, max(1, test["priority"]))
    # What takes long begins with what its short form does.
    return {key: seconds for key, seconds in tests.items() if (key[0], key[1] + "/long") not in tests}


class Run:
    """Meson, running the tests of one build."""

    def __init__(self, build, progress):
        tests = [name for where, name in progress.plan if where == build]
        if os.path.exists(log_of(build)):
            os.remove(log_of(build))
        # Their time limits are for a quiet machine.
        command = ["meson", "test", "-C", os.path.join(BUILD, build), "--no-rebuild", "-t", "6",
                   "--num-processes", str(JOBS)] + tests
        self.build, self.progress, self.said, self.pending = build, progress, [], b""
        self.meson = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT)

    def hear(self):
        """What it says now; False when that was all."""
        more = os.read(self.meson.stdout.fileno(), 65536)
        *lines, self.pending = (self.pending + more).split(b"\n")
        for line in lines if more else [self.pending]:
            self.note(line.decode(errors="replace"))
        if not more:
            self.meson.stdout.close()
            self.meson.wait()
        return bool(more)

    def note(self, line):
        self.said.append(line)
        finished = FINISHED.match(line)
        if finished:
            self.progress.finish(self.build, finished[1], finished[2], float(finished[3]))
            if finished[2] not in GOOD | {"SKIP"}:
                self.progress.line(f"{finished[2]}: {finished[1]} ({self.build})")

    def records(self):
        """Meson's record of each test."""
        return records_of(self.build) or [{"name": "meson test", "result": "ERROR", "stderr": "\n".join(self.said)}]


def run(builds, progress):
    """Runs the tests of all builds, of BUILDS at once; yields them one by one as they come to their end."""
    waiting = [build for build in builds if any(where == build for where, _ in progress.plan)]
    running = {}
    while waiting or running:
        while waiting and len(running) < BUILDS:
            one = Run(waiting.pop(0), progress)
            running[one.meson.stdout] = one
        for stream in select.select(list(running), [], [], 1)[0]:
            if not running[stream].hear():
                yield running.pop(stream)
        progress.show([one.build for one in running.values()])


def has_plan(record):
    return bool(PLAN.search(record.get("stdout") or ""))


def count(record):
    """(passed, failed) of one test."""
    text, result, is_tap = record.get("stdout") or "", record["result"], has_plan(record)
    if result == "SKIP" and (is_tap or record.get("returncode") == 77):
        return 0, 0
    passed = failed = 0
    if is_tap:
        for bad, mark in CASE.findall(text):
            if not mark:
                passed, failed = passed + (not bad), failed + bool(bad)
    if result in GOOD:
        return passed or int(not is_tap), failed
    return passed, failed or 1  # one more where it died, hung, or did not keep to its plan


def skips(record):
    """What of it was skipped, and why."""
    text, name = (record.get("stdout") or "").strip(), record["name"]
    if record["result"] == "SKIP" and not has_plan(record):
        return [f"{name}: {text.rpartition(chr(10))[2]}"]
    return [": ".join(filter(None, [name, (case or "").strip(), (why or cases).strip()]))
            for case, why, cases in SKIPPED.findall(text)]


def shorten(text, first):
    """The first or the last lines of a text, none too long."""
    lines = [line if len(line) <= WIDTH else line[:WIDTH] + "..." for line in text.splitlines()]
    if len(lines) <= LINES:
        return lines
    left_out = f"... {len(lines) - LINES} more lines"
    return lines[:LINES] + [left_out] if first else [left_out] + lines[-LINES:]


def show(build, record):
    """What a failed test printed; of TAP only what is about failed cases."""
    print(f"\n== failed: {record['name']} ({build}, {record['result']}, "
          f"exit code {record.get('returncode')}; all of it in build/{build}/meson-logs/testlog.txt)")
    text, is_tap = record.get("stdout") or "", has_plan(record)
    if is_tap:  # cases that are fine, with their remarks, and the plan
        text = re.sub(r"^(?:TAP version|1\.\.[1-9]|ok\b).*\n(?:#.*\n)*", "", text, flags=re.M)
    for line in shorten(text, is_tap) + shorten(record.get("stderr") or "", False):
        print(line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--built", nargs="*", default=[])
    parser.add_argument("--broken", nargs="*", default=[])
    parser.add_argument("--look", action="store_true", help="only look whether the names are known")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    if args.look:
        return look(args)

    OPTIONS["ASAN_OPTIONS"] += str(int(args.long and platform.machine() == "x86_64"))
    for name, options in OPTIONS.items():
        os.environ.setdefault(name, options)
    total_passed, total_failed = 0, len(args.broken)
    failures, skipped = [], set()
    builds = [build for build in RUN_IN if build in args.built]
    progress = Progress(plan(builds, args))
    for one in run(builds, progress):
        for record in one.records():
            passed, failed = count(record)
            skipped.update(skips(record))
            if args.names and not passed + failed:
                failed = 1
            total_passed, total_failed = total_passed + passed, total_failed + failed
            if failed:
                failures.append((one.build, record))
    progress.line("")
    for build, record in failures:
        show(build, record)
    for build in args.broken:
        print(f"\n== failed: build/{build} does not compile (see above)")
    if skipped:
        print(tell("\n== skipped:", "\n== omitido:"), *sorted(skipped), sep="\n")
    print(f"\n{total_passed} passed, {total_failed} failed")
    return 0 if total_passed and not total_failed else 1


if __name__ == "__main__":
    sys.exit(main())
