#!/usr/bin/env python3
"""embed.py OUT.c OUT.d FOLDER FILE... - files as a table in C (src/server/pages/pages.h).

The files are those in FOLDER, the browser client as web/build makes it; where it has not been
built, or FOLDER is "-", the FILEs. OUT.d tells ninja when to look again.

A name with a dot, eight hex digits and another dot is taken to change with its content, so that
browsers may keep it for ever. The same files give the same table.
"""
import gzip
import hashlib
import os
import re
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}


# Compilers read a string ten times faster than a list of numbers.
PLAIN = set(range(32, 127)) - set(b'"\\?')
ESCAPED = [chr(byte) if byte in PLAIN else f"\\{byte:03o}" for byte in range(256)]


def as_c(name, data):
    rows = ["".join(ESCAPED[byte] for byte in data[i:i + 64]) for i in range(0, len(data), 64)]
    return f"static const unsigned char {name}[] =\n" + "\n".join(f'"{row}"' for row in rows or [""]) + ";\n"


def has_client(folder):
    return folder != "-" and os.path.exists(os.path.join(folder, "index.html"))


def chosen(folder, others):
    """What to put in, sorted by name."""
    if has_client(folder):
        others = [os.path.join(folder, name) for name in os.listdir(folder)]
    return sorted(others, key=os.path.basename)


def write_depfile(path, out, folder, files):
    """The folder above changes when the client is built for the first time or taken away."""
    with open(path, "w", encoding="utf-8") as f:
        names = [name.replace(" ", "\\ ") for name in [os.path.dirname(folder) or "."] + files]
        f.write(f"{out}: {' '.join(names)}\n")


def main():
    out, depfile, folder = sys.argv[1:4]
    files = chosen(folder, sys.argv[4:])
    write_depfile(depfile, out, folder, files)
    text = ['/* Made by tools/embed.py. */\n#include "server/pages/pages.h"\n'
            '#pragma GCC diagnostic ignored "-Woverlength-strings"\n']
    table = []
    for number, path in enumerate(files):
        with open(path, "rb") as f:
            data = f.read()
        name = os.path.basename(path)
        packed = gzip.compress(data, 9, mtime=0)
        if len(packed) >= len(data):
            packed = b""
        etag = hashlib.sha256(data).hexdigest()[:16]
        lasts = "true" if re.search(r"[.-][0-9A-Za-z]{8}\.[a-z]+$", name) else "false"
        kind = TYPES.get(os.path.splitext(name)[1], "application/octet-stream")
        text.append(as_c(f"body{number}", data))
        text.append(as_c(f"gzip{number}", packed))
        table.append(f'    {{"/{name}", "{kind}", "\\"{etag}\\"", {lasts}, body{number}, '
                     f"{len(data)}, gzip{number}, {len(packed)}}},\n")
    text.append("const struct page pages[] = {\n" + "".join(table) + "};\n")
    text.append(f"const int page_count = {len(files)};\n")
    text.append(f"const bool pages_have_client = {'true' if has_client(folder) else 'false'};\n")
    with open(out, "w", encoding="utf-8") as f:
        f.write("".join(text))


main()
