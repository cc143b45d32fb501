#!/usr/bin/env python3
"""Runs the tests of the builds that ./check made, shows what failed, and counts.

The last line is "N passed, N failed". A TAP test counts its cases, any other test counts as
one, and so does a build that failed. Skipped cases count as neither.
"""
import argparse
import json
import os
import re
import subprocess
import sys

BUILD = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "build")
PLAN = re.compile(r"^1\.\.\d+", re.M)
CASE = re.compile(r"^(not )?ok\b(?:[^#\\\n]|\\.)*(?:#\s*(skip|todo))?", re.M | re.I)
GOOD = {"OK", "EXPECTEDFAIL"}
RUN_IN = ["gcc", "asan", "fuzz"]
LINES, WIDTH = 60, 300  # shown of what a failed test printed


def say(english, spanish):
    """Prints it in the user's language, as say() in setup.sh."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    print("mazo: " + (spanish if re.match(r"es([_.@]|$)", locale) else english), file=sys.stderr)


def tests_of(build):
    """Meson's description of the tests of a build that is set up."""
    path = os.path.join(BUILD, build, "meson-info", "intro-tests.json")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def look(names, long):
    """Says which of the names no test has, or only one that --long runs; 0 when there is a test."""
    found = False
    for name in names:
        tests = [test for test in tests_of("gcc") if name in test["name"]]
        if any(wanted("gcc", test, names, long) for test in tests):
            found = True
        elif tests:
            say(f'"{name}" runs with --long only', f"«{name}» solo se ejecuta con --long")
        else:
            say(f'no test has "{name}" in its name', f"ninguna prueba tiene «{name}» en su nombre")
            known = sorted(test["name"] for test in tests_of("gcc"))
            print("mazo: " + " ".join(known), file=sys.stderr)
    return 0 if found else 2


def wanted(build, test, names, long):
    """Does this test run in this build?"""
    suites = {suite.rpartition(":")[2] for suite in test["suite"]}
    if names and not any(name in test["name"] for name in names):
        return False
    if build == "fuzz":
        return test["name"].startswith("fuzz/") and "long" in suites
    if build == "asan" and "release" in suites:
        return False
    return long or "long" not in suites


def run(build, names, long):
    """Runs the tests of one build; returns Meson's record of each."""
    folder = os.path.join(BUILD, build)
    tests = [test["name"] for test in tests_of(build) if wanted(build, test, names, long)]
    log = os.path.join(folder, "meson-logs", "testlog.json")
    if os.path.exists(log):
        os.remove(log)
    if not tests:
        return []
    print(f"== tests: {build}", flush=True)
    slower = "1" if build == "gcc" else "5"
    command = ["meson", "test", "-C", folder, "--no-rebuild", "-t", slower] + tests
    said = []
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as meson:
        for line in meson.stdout:
            said.append(line)
            if re.match(r" *\d+/\d+ ", line):
                print(line, end="", flush=True)
    if not os.path.exists(log):
        return [{"name": "meson test", "result": "ERROR", "stderr": "".join(said)}]
    with open(log, encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    for record in records:
        record["name"] = record["name"].rpartition(" / ")[2]
    return records


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
    if is_tap:
        text = re.sub(r"^(ok|1\.\.).*\n?", "", text, flags=re.M)
    for line in shorten(text, is_tap) + shorten(record.get("stderr") or "", False):
        print(line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--built", nargs="*", default=[])
    parser.add_argument("--broken", nargs="*", default=[])
    parser.add_argument("--look", action="store_true", help="only look whether the names are known")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    if args.look:
        return look(args.names, args.long)

    os.environ.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    total_passed, total_failed = 0, len(args.broken)
    failures = []
    for build in filter(args.built.__contains__, RUN_IN):
        for record in run(build, args.names, args.long):
            passed, failed = count(record)
            total_passed, total_failed = total_passed + passed, total_failed + failed
            if failed:
                failures.append((build, record))
    for build, record in failures:
        show(build, record)
    for build in args.broken:
        print(f"\n== failed: build/{build} does not compile (see above)")
    if args.names and not total_passed + total_failed:
        say("no test has such a name", "ninguna prueba tiene ese nombre")
    print(f"\n{total_passed} passed, {total_failed} failed")
    return 0 if total_passed and not total_failed else 1


if __name__ == "__main__":
    sys.exit(main())
