#!/usr/bin/env python3
"""sixth.py: a new sheet is a few lines of sheets.def, and a new rule the lines of docs/adding-a-rule.md.

Adds a sheet to a copy of the project, changes nothing else, builds the program and the list that
the browser's client takes, and asks for the sheet by name wherever a sheet can be named.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from tap import case, has, run, same  # noqa: E402

SHEET = """MAZO_X_SHEET(RAPIDA, "rapida", "Quick", "Three cards each, and the first without cards wins.")
MAZO_X_SET(RAPIDA, hand_size, 3)
MAZO_X_SET(RAPIDA, scoring, MAZO_scoring_quick)
MAZO_X_SET(RAPIDA, last_card_draws, 0)

"""
VIEWS = ([], ["--sentences"], ["rapida", "jackpot"], ["--sentences", "rapida", "jackpot"], ["rapida"],
         ["--explain", "rapida"], ["--help"])
LEFT_OUT = shutil.ignore_patterns(".git", "build", "node_modules", "__pycache__", "revision-*", "corpus", "golden")


def a_copy(folder):
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT, symlinks=True, dirs_exist_ok=True)
    path = folder / "include" / "mazo" / "sheets.def"
    text = path.read_text()
    at = text.index("#undef MAZO_X_SHEET")
    path.write_text(text[:at] + SHEET + text[at:])


def build(folder):
    out = folder / "build"
    for words in (["meson", "setup", out, folder, "-Dtests=disabled", "--buildtype=debug", "-Db_lto=false"],
                  ["ninja", "-C", out, "mazo"]):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return out / "mazo"


def said(*words, text=""):
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    same(done.returncode, 0, f"{words}: {done.stderr}")
    return done.stdout


@case
def a_sixth_sheet_is_played_everywhere():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        a_copy(folder)
        mazo = build(folder)
        has(said(mazo, "rules"), "rapida", "jackpot")
        for view in VIEWS:
            for lang in "en", "es":
                words = [mazo, "rules", *view, "--lang", lang]
                same([line for line in said(*words).splitlines() if len(line) > 80], [], words)
        has(said(mazo, "rules", "rapida"), "base = rapida")
        has(said(mazo, "rules", "--explain", "rapida", "--lang", "en"), "3 cards", "rapida")
        line = '{"do":"new","rules":"rapida","players":2,"seed":1}\n'
        answer = json.loads(said(mazo, "referee", text=line).splitlines()[0])
        same([len(hand) for hand in answer["state"]["hands"]], [3, 3])
        result = json.loads(said(mazo, "sim", "--rules", "rapida", "--bots", "easy,normal", "--rounds", "20", "--seed", "1", "--json"))
        same(result["rules"], "rapida")
        listed = said("node", "--input-type=module", "-e",
                      f'import {{ sheets }} from "{folder}/web/sheets.mjs"; console.log(JSON.stringify(sheets))')
        same([one["title"] for one in json.loads(listed) if one["id"] == "rapida"], ["Quick"])


@case
def the_worked_example_plays():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(ROOT, folder, ignore=LEFT_OUT, symlinks=True, dirs_exist_ok=True)
        patch = "".join(re.findall(r"^```diff\n(.*?)^```$", (ROOT / "docs" / "adding-a-rule.md").read_text(), re.M | re.S))
        subprocess.run(["git", "apply"], input=patch, text=True, cwd=folder, check=True)
        told = said(folder / "tests" / "rules" / "run.py", build(folder), folder / "tests" / "rules" / "h.t", "-k", "H-double-skip")
        same(len(re.findall("^ok ", told, re.M)), 15)


if __name__ == "__main__":
    sys.exit(run())
