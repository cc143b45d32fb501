#!/usr/bin/env python3
"""test_symbols.py LIBMAZO.A: is the engine the freestanding library that it says it is?

What it needs from outside, what it shows, what it includes, that it keeps nothing between calls,
and that every public header stands alone, for C and for C++.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NEEDS = {"memcpy", "memmove", "memset", "memcmp"}
HEADERS = {"float.h", "stdint.h", "stdbool.h", "stddef.h", "limits.h", "string.h"}
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow",
          "-Wstrict-prototypes", "-Werror", "-fsyntax-only"]


def run(*command, text=None):
    """(fine, what it printed)"""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def symbols(archive):
    """(kind, name) of every symbol of the machine code, whatever else is in the archive."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["ar", "x", str(archive)], cwd=folder, check=True)
        text = ""
        for member in pathlib.Path(folder).iterdir():
            text += subprocess.run(["readelf", "-sW", str(member)], capture_output=True, text=True,
                                   check=True).stdout
            text += subprocess.run(["readelf", "-SW", str(member)], capture_output=True, text=True,
                                   check=True).stdout
    return text


def table(text):
    """(bind, section, name) of the symbols in what readelf printed."""
    rows = re.findall(r"^\s*\d+: [0-9a-f]+ +\S+ +(\S+) +(\S+) +(\S+) +(\S+) +(\S+)$", text, re.M)
    return [(bind, section, name) for _, bind, _, section, name in rows]


def check_needs(text):
    """It calls nothing but four functions of memory."""
    rows = table(text)
    found = {name for _, section, name in rows if section == "UND"}
    own = {name for _, section, name in rows if section != "UND"}
    return sorted(found - NEEDS - own)


def check_names(text):
    """All that is seen from outside is called mazo_…"""
    found = {name for bind, section, name in table(text) if bind != "LOCAL" and section != "UND"}
    wrong = sorted(name for name in found if not name.startswith("mazo_") and
                   not name.startswith("__gnu_lto"))
    return wrong if found else ["no symbols found at all"]


def check_globals(text):
    """It has no memory of its own: nothing that can be written."""
    rows = re.findall(r"\] (\.\S+) +(\w+) +[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) +[0-9a-f]+ +(\w*)", text)
    return [f"{name}: {size} bytes" for name, _, size, flags in rows
            if int(size, 16) and "W" in flags and not name.startswith(".data.rel.ro")]


def check_includes():
    """Of the library's headers only those that need no library."""
    wrong = []
    files = sorted((ROOT / "src" / "engine").glob("*.[ch]"))
    files += sorted((ROOT / "src" / "bot").glob("*.[ch]"))
    files += sorted((ROOT / "include" / "mazo").glob("*.*"))
    for path in files:
        for name in re.findall(r"^\s*#\s*include\s*<([^>]+)>", path.read_text(), re.M):
            if name not in HEADERS:
                wrong.append(f"{path.relative_to(ROOT)}: <{name}>")
        for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', path.read_text(), re.M):
            if not name.startswith("mazo/") and not (path.parent / name).exists() and not name.startswith("bot/"):
                wrong.append(f'{path.relative_to(ROOT)}: "{name}"')
    return wrong


def check_headers(compiler, flags, language):
    """Each public header compiles by itself, and twice in a row."""
    wrong = []
    for header in sorted((ROOT / "include" / "mazo").glob("*.h")):
        line = f'#include "mazo/{header.name}"\n'
        fine, said = run(compiler, *flags, "-I", str(ROOT / "include"), "-x", language, "-",
                         text=line * 2 + "int nothing;\n")
        if not fine:
            wrong.append(f"{header.name}: {said[:400]}")
    return wrong


def checks(archive):
    """(name, faults or None: skipped)"""
    text = symbols(archive)
    yield check_needs.__doc__, check_needs(text)
    yield check_names.__doc__, check_names(text)
    yield check_globals.__doc__, check_globals(text)
    yield check_includes.__doc__, check_includes()
    for compiler in ("gcc", "clang"):
        name = f"every public header stands alone: {compiler}"
        yield name, check_headers(compiler, STRICT, "c") if shutil.which(compiler) else None
    for compiler in ("g++", "clang++"):
        flags = ["-std=c++11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
        name = f"every public header is C++ too: {compiler}"
        fine = shutil.which(compiler) and run(compiler, *flags, "-x", "c++", "-",
                                              text="#include <cstdint>\n")[0]
        yield name, check_headers(compiler, flags, "c++") if fine else None


def main():
    results = list(checks(pathlib.Path(sys.argv[1]).resolve()))
    print(f"1..{len(results)}")
    failed = 0
    for number, (name, faults) in enumerate(results, 1):
        if faults is None:
            print(f"ok {number} - {name} # SKIP not installed")
            continue
        failed += bool(faults)
        print(f"{'not ok' if faults else 'ok'} {number} - {name}")
        for fault in faults:
            print("# " + fault.replace("\n", "\n# "))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
