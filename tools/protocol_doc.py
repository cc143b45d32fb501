#!/usr/bin/env python3
"""protocol_doc.py MAZO FILE [--write]: is the table of messages in the doc that of the program?"""
import subprocess
import sys

BEGIN = "<!-- from here on made by `mazo serve --protocol` -->\n"
END = "<!-- until here -->\n"


def main():
    program, path = sys.argv[1:3]
    made = subprocess.run([program, "serve", "--protocol"], capture_output=True, text=True, check=True).stdout
    with open(path, encoding="utf-8") as f:
        text = f.read()
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    fresh = head + BEGIN + made + END + tail
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as f:
            f.write(fresh)
        return 0
    print("1..1")
    print("ok 1 - docs/protocol.md shows the messages" if fresh == text else
          "not ok 1 - docs/protocol.md is old: tools/protocol_doc.py MAZO docs/protocol.md --write")
    return fresh != text


sys.exit(main())
