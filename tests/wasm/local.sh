#!/bin/sh
# local.sh NODE WEB - the tests of WEB/src/local. The client may have been built after Meson was
# here, so what is missing is looked for now; 77 says "skipped".
cd "$2" || exit
[ -e node_modules/esbuild ] || {
    echo 'the packages of web/ are not there (web/build)'
    exit 77
}
exec "$1" --test test/local/*.test.mjs
