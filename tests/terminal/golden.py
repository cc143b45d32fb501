#!/usr/bin/env python3
"""golden.py - scenes played by scripted keys; their screens must be as they were.

    golden.py STAGE            compare: TAP
    golden.py STAGE --update   write the screens anew, then look at the diff

A scene (scenes/*.scene) is a position and keys. Each is played at 80x24 in Spanish and at
120x40 in English; a line "also COLUMNSxROWS LANG [mono|ascii]" in it adds one more. A key in
braces, {draw}, is the first letter of that label in the language that is played. The screens
lie in golden/, with a letter for the style of every cell below the text.
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LABELS = {
    "draw": "D draw", "keep": "K keep it", "accept": "A accept %d cards", "bluff": "L challenge",
    "throw": "T throw %d cards", "give": "V give %d cards", "end": "E end the run", "done": "E done!", "pass": "P pass",
    "uno": "U UNO!", "catch": "C catch!", "guilty": "G guilty", "innocent": "I innocent",
    "admit": "M admit it", "accuse": "X accuse", "hints": "H hide hints", "other": "O other player",
    "say": "S say something", "help": "? help", "quit": "Q leave", "yes": "Y yes, leave", "no": "N no, stay",
    "deny": "N no", "abstain": "A abstain",
}
COLORS = {"red": 0, "green": 1, "blue": 2, "yellow": 3}


def spanish():
    text = (ROOT / "po/es.po").read_text()
    return dict(re.findall(r'^msgid "(.*)"\nmsgstr "(.*)"$', text, re.M))


def key(name, lang, catalogue):
    if name in COLORS:
        return (catalogue["RGBY"] if lang == "es" else "RGBY")[COLORS[name]].lower()
    label = LABELS[name]
    return (catalogue[label] if lang == "es" else label)[0].lower()


ALWAYS = ["uno", "catch", "guilty", "innocent", "admit", "accuse", "hints", "say", "other", "help",
          "quit"]
PHASES = [["draw", "pass"], ["keep"], ["accept", "bluff"], ["throw"], ["give"], ["end"], ["done"]]
DIALOGS = [["yes", "no"], ["admit", "deny"], ["guilty", "innocent", "abstain"]]


def ambiguous(catalogue):
    """Labels that can be offered together and have the same key."""
    wrong = []
    for lang in ("en", "es"):
        for together in [phase + ALWAYS for phase in PHASES] + DIALOGS:
            keys = [key(name, lang, catalogue) for name in together]
            wrong += [f"{lang}: {name} has the key of another"
                      for i, name in enumerate(together) if keys[i] in keys[:i]]
        colors = [key(name, lang, catalogue) for name in COLORS]
        wrong += [f"{lang}: colors share a key"] if len(set(colors)) < len(COLORS) else []
    return wrong


def play(stage, scene, size, lang, look, folder, catalogue):
    """The shots of a scene as {file name: text}, or what went wrong."""
    text = re.sub(r"^also .*\n", "", scene.read_text(), flags=re.M)
    text = re.sub(r"\{(\w+)\}", lambda m: key(m.group(1), lang, catalogue), text)
    folder = pathlib.Path(folder)
    (folder / "now.scene").write_text(text)
    columns, rows = size.split("x")
    command = [stage, folder / "now.scene", folder, rows, columns, lang] + ([look] if look else [])
    home = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT,
                         env={**os.environ, **home, "USER": "", "TZ": "UTC"})
    if run.returncode != 0:
        return run.stderr or f"exit status {run.returncode}"
    tail = f"{size}.{lang}" + (f".{look}" if look else "")
    return {f"{scene.stem}.{shot.stem}.{tail}.screen": shot.read_text()
            for shot in sorted(folder.glob("*.screen"))}


def main():
    stage = os.path.abspath(sys.argv[1])
    update = "--update" in sys.argv
    golden = HERE / "golden"
    catalogue = spanish()
    number = 0
    kept = set()
    results = []
    for scene in sorted((HERE / "scenes").glob("*.scene")):
        runs = [("80x24", "es", ""), ("120x40", "en", "")]
        for size, lang, look in re.findall(r"^also (\d+x\d+) (\w+) ?(\w*)$", scene.read_text(), re.M):
            runs.append((size, lang, look))
        for size, lang, look in runs:
            with tempfile.TemporaryDirectory() as folder:
                shots = play(stage, scene, size, lang, look, folder, catalogue)
            wrong = [shots] if isinstance(shots, str) else []
            for name, text in {} if wrong else shots.items():
                kept.add(name)
                path = golden / name
                if update:
                    path.write_text(text)
                old = path.read_text() if path.exists() else ""
                if old != text:
                    wrong += difflib.unified_diff(old.splitlines(), text.splitlines(),
                                                  name, "now", lineterm="", n=1)
            if not wrong and not shots:
                wrong = ["the scene takes no shot"]
            results.append((f"{scene.stem} at {size} in {lang} {look}".strip(), wrong))
    stale = sorted(p.name for p in golden.glob("*.screen") if p.name not in kept)
    if update:
        for name in stale:
            (golden / name).unlink()
        stale = []
    results.append(("every key has one meaning", ambiguous(catalogue)))
    results.append(("every golden screen has its scene", stale))
    print(f"1..{len(results)}")
    for number, (name, wrong) in enumerate(results, 1):
        print(("not ok" if wrong else "ok"), number, "-", name)
        for line in wrong:
            print("#", line)
    return 1 if any(wrong for _, wrong in results) else 0


if __name__ == "__main__":
    sys.exit(main())
