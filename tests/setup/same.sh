#!/bin/sh
# same.sh [SUITE…] - the release of what is committed, made twice: in folders of another name and length, from clones of their own, with the browser
# game built in each. Every file must have the same bytes. Packages: for this Debian, or for the SUITEs in bare machines. Prints TAP.
set -eu
root=$(cd "$(dirname "$(readlink -f -- "$0")")/../.." && pwd)
[ -e "$root/.git" ] || { echo '1..0 # SKIP not a checkout' && exit; }
[ $# -gt 0 ] || lacks=$(dpkg-checkbuilddeps -d "$("$root/packaging/deb" --needs)" "$root/packaging/debian/control" 2>&1) || { echo "1..0 # SKIP $lacks" && exit; }
folder=$(mktemp -d "${FRESH:-/var/tmp}/mazo-same.XXXXXX")
trap '[ "${KEEP-}" ] || rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

echo 1..1
for place in one 'two, a longer way off'; do
    mkdir "$folder/$place"
    git clone -q "$root" "$folder/$place/mazo"
    "$folder/$place/mazo/packaging/release" "$folder/$place/out" "$@" >&2
    rm -rf "$folder/$place/mazo"
    sed 's/^/# /' "$folder/$place/out/SHA256SUMS"
done
if diff -r "$folder/one/out" "$folder/two, a longer way off/out"; then
    echo 'ok 1 - the same bytes'
else
    echo 'not ok 1 - the same bytes'
    exit 1
fi
