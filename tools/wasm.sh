#!/bin/sh
# wasm.sh OUT.wasm [first] - the game as WebAssembly, for the browser: src/wasm/exports.h says what is in it.
# With `first` only what a first game needs: smaller, for a first visit.
#
# Needs clang, lld, wasi-libc and python3 as Debian has them; CLANG names another clang, WASI another
# folder than /usr with wasi-libc in it. OUT.wasm.from lists what it was made from: while none of that
# is newer there is nothing to do, and what the browser client was built with is copied. OUT.wasm.d
# says the same to ninja.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
out=$(realpath -- "${1:?usage: tools/wasm.sh OUT.wasm [first]}")
first=${2:-}
clang=${CLANG:-clang}
wasi=${WASI:-/usr}
cd "$root"

fresh() { # FILE
    # shellcheck disable=SC2046 # names are words
    [ -e "$1" ] && [ -e "$1.from" ] && newer=$(find $(cat "$1.from") -newer "$1" 2>&1) && [ -z "$newer" ]
}
escape() { # PATH
    printf '%s' "$1" | sed 's/ /\\ /g'
}

# Bots add up doubles: the same sums as elsewhere, so no fused products. The TLS model is for errno.
flags="--target=wasm32-wasi -std=c11 -D_GNU_SOURCE -flto -mbulk-memory -ffp-contract=off -fno-stack-protector
    -fvisibility=hidden -ftls-model=local-exec
    -DNDEBUG -Wall -Wextra -Wconversion -Wshadow -Wno-enum-float-conversion
    -Isrc/wasm/include -Iinclude -Isrc -nostdlibinc -isystem $wasi/include/wasm32-wasi"

# Bots live on the speed of the engine; for the rest fewer bytes are worth more.
level() { # FILE
    case $1 in
    src/bot/bot.c | src/bot/deals.c | src/bot/habits.c | src/bot/search.c | src/bot/signs.c | src/bot/stakes.c | src/bot/style.c) echo -Oz ;; # what they call is fast
    src/engine/* | src/bot/*) echo -O2 ;;
    *) echo -Oz ;;
    esac
}

compile() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' INT TERM
    sources=
    for file in src/engine/engine.c src/bot/*.c src/table/*.c src/say/*.c src/wire/*.c \
        src/text/text.c src/text/near.c src/text/number.c src/text/screen.c src/text/span.c src/text/utf8.c src/sim/chances.c src/sim/coach.c src/sim/coach_why.c \
        src/wasm/*.c; do
        case $file in
        src/bot/bots.c) ;; # for libmazo
        src/table/strays.c | src/table/program.c | src/table/program_answer.c | src/table/program_seat.c | src/table/pack.c | src/table/daily_check.c) ;; # processes, many tables
        src/wire/referee.c | src/wire/ruleset_write.c) ;;
        *) sources="$sources $file" ;;
        esac
    done
    if [ "$first" ]; then
        # shellcheck disable=SC2086 # names are words
        sources=$(printf '%s\n' $sources | grep -v -e /lesson -e /record -e /exports_lesson -e /exports_record -e /exports_replay \
            -e /chances -e /coach)
        flags="$flags -DEXPORTS_FIRST -DBOT_WITHOUT_NET"
    fi

    # With __wasm_call_ctors exported (there are none) the module is not a command, in which every
    # call from outside would end in libc's exit().
    # shellcheck disable=SC2086,SC2046 # flags and names are words
    {
        python3 tools/po2c.py po/es.po "$work/es_po.c" $sources src/engine/*.c include/mazo/*.def
        for file in $sources "$work/es_po.c"; do
            object=$work/$(echo "$file" | tr / _)
            $clang $flags $(level "$file") -MD -MF "$object.d" -c "$file" -o "$object.o"
        done
        $clang --target=wasm32-wasi -nostdlib -flto -O2 "$work"/*.o "$wasi/lib/wasm32-wasi/libc.a" \
            -o "$work/out.wasm" \
            -Wl,--no-entry,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576 \
            -Wl,--export=__wasm_call_ctors
    }
    {
        printf '%s\n' tools/wasm.sh tools/po2c.py tools/check_catalogue.py po/es.po
        sed 's/^[^ ]*://; s/\\$//' "$work"/*.d | tr -s ' ' '\n' | grep -e '^src/' -e '^include/'
    } | sort -u >"$out.from"
    mv "$work/out.wasm" "$out"
}

made=web/wasm/${first:+first-}mazo.wasm
if fresh "$out"; then
    :
elif fresh "$made"; then
    cp "$made" "$out"
    cp "$made.from" "$out.from"
else
    compile
fi
folder=$(escape "$root")
{
    escape "$out"
    printf :
    while read -r name; do
        printf ' %s/%s' "$folder" "$name"
    done <"$out.from"
} >"$out.d"
