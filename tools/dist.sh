#!/bin/sh
# dist.sh - adds to a tree in $MESON_DIST_ROOT, without git, what a release has besides what is committed: the
# browser game, so that it builds without npm and without a network, its commit, and a list of what it
# is made of. `meson dist` and packaging/release run it.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
tree=${MESON_DIST_ROOT:?}
[ -e "$root/web/dist/index.html" ] || {
    echo 'mazo: the browser game is missing: run web/build first' >&2
    exit 1
}
mkdir -p "$tree/web/dist"
cp "$root"/web/dist/* "$tree/web/dist/"
git -C "$root" rev-parse --short=7 HEAD >"$tree/tools/commit.txt"
python3 "$root/tools/sbom.py" >"$tree/sbom.spdx.json"
