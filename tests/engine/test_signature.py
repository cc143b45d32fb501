#!/usr/bin/env python3
"""test_signature.py MAZO [--long]: does the engine play as it did, no matter who compiles it?

The signature of `mazo bench --signature` stands in bench/signature.txt. When a change of play is
meant, write the new one and say in the commit what plays differently:

    build/mazo bench --signature > bench/signature.txt
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAIN = r"""
#include <inttypes.h>
#include <stdio.h>
#include "sim/bench.h"
int main(void) { return printf("%" PRIu64 "\n", sim_signature()) < 0; }
"""
QUICK = [  # to optimize takes ten times as long
    ["gcc", "-O0", "-funsigned-char"],
    ["clang", "-O0", "-fsigned-char"],
]
ALL = [
    ["gcc", "-O0"],
    ["gcc", "-O3"],
    ["gcc", "-O1", "-fsigned-char", "-fwrapv"],
    ["gcc", "-O1", "-funsigned-char"],
    ["gcc", "-Os", "-m32"],
    ["clang", "-O0"],
    ["clang", "-O3"],
]


def signature_by(compiler, *flags):
    """What engine and simulator say when compiled so; None where that cannot be."""
    if not shutil.which(compiler):
        return None
    sources = ["src/engine/engine.c", "src/sim/bench.c", "src/sim/random_player.c"]
    with tempfile.TemporaryDirectory() as folder:
        main = pathlib.Path(folder) / "main.c"
        main.write_text(MAIN)
        if "-m32" in flags and subprocess.run(
                [compiler, *flags, "-o", f"{folder}/try", "-x", "c", "-"], capture_output=True,
                input=b"#include <stdio.h>\nint main(void) { return 0; }", check=False).returncode:
            return None
        subprocess.run([compiler, "-std=c11", "-D_GNU_SOURCE", *flags, "-I", ROOT / "include", "-I", ROOT / "src",
                        *(ROOT / source for source in sources), main, "-o", f"{folder}/signature"],
                       check=True)
        return subprocess.run([f"{folder}/signature"], capture_output=True, text=True,
                              check=True).stdout.strip()


def main():
    golden = (ROOT / "bench" / "signature.txt").read_text().split()[0]
    said = subprocess.run([sys.argv[1], "bench", "--signature"], capture_output=True, text=True,
                          check=True).stdout.strip()
    builds = ALL if "--long" in sys.argv else QUICK
    print(f"1..{1 + len(builds)}")
    results = [("mazo bench --signature", said)]
    results += [(" ".join(build), signature_by(*build)) for build in builds]
    failed = 0
    for number, (name, is_now) in enumerate(results, 1):
        if is_now is None:
            print(f"ok {number} - {name} # SKIP not installed")
            continue
        fine = is_now == golden
        failed += not fine
        print(f"{'ok' if fine else 'not ok'} {number} - {name}")
        if not fine:
            print(f"# {is_now}, and bench/signature.txt says {golden}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
