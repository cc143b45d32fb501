#!/bin/sh
# test_setup.sh CHECKOUT - tests ./mazo, and how ./check counts, on a copy of the scripts around a tiny
# program. Prints TAP.
#
# Nothing outside a temporary folder is touched: where packages are missing, PATH holds
# stand-ins for apt-get, sudo and id.
set -u
checkout=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset LC_ALL LC_MESSAGES CC CFLAGS LDFLAGS
export LANG=C

# The checkout under test, with a space in its path.
top="$work/a checkout"
mkdir -p "$top/tools" "$work/else where"
cp "$checkout/mazo" "$top/"
cp "$checkout/tools/setup.sh" "$top/tools/"
echo "option('tests', type: 'feature')" >"$top/meson_options.txt"
cat >"$top/meson.build" <<'END'
project('mazo', 'c')
executable('mazo', 'main.c')
END
good_program() {
    cat >"$top/main.c" <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("<%s>", argv[i]);
    for (int c; (c = getchar()) != EOF;)
        putchar(c);
    return argc > 1 && argv[1][0] == '7' ? 7 : 0;
}
END
}
good_program
cd "$work/else where" || exit 1

number=0
# is NAME WANT GOT
is() {
    number=$((number + 1))
    if [ "$2" = "$3" ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        printf 'wanted: %s\ngot: %s\n' "$2" "$3" | sed 's/^/# /'
    fi
}
# run COMMAND… - sets out, err, code.
run() {
    out=$("$@" 2>"$work/err")
    code=$?
    err=$(cat "$work/err")
}

run "$top/mazo" one </dev/null
is 'first start: builds and runs' '<one> 0' "$out $code"
is 'first start: says what it does' 'mazo: setting up build' "$err"

before=$(date +%s%N)
run "$top/mazo" one </dev/null
after=$(date +%s%N)
is 'second start: same answer' '<one> 0' "$out $code"
is 'second start: silent' '' "$err"
echo "# a start with nothing to do: $(((after - before) / 1000000)) ms"

# shellcheck disable=SC2016,SC1003
run "$top/mazo" 'two words' '' '"q" $HOME `x` \' '*' -- --help </dev/null
# shellcheck disable=SC2016
is 'arguments arrive as given' '<two words><><"q" $HOME `x` \><*><--><--help>' "$out"
# A browser client that can be built: its help does not need it.
mkdir -p "$top/web"
printf '#!/bin/sh\nmkdir -p "%s/web/dist"; touch "%s/web/dist/index.html"\n' "$top" "$top" >"$top/web/build"
chmod +x "$top/web/build"
touch "$top/web/package.json"
for word in --help -h --version; do
    run "$top/mazo" serve --port 80 "$word" </dev/null
    is "serve $word: builds no client" "<serve><--port><80><$word> no" "$out $([ -e "$top/web/dist" ] && echo yes || echo no)"
done
for word in serve site; do
    run "$top/mazo" "$word" there </dev/null
    is "$word: builds the client" "<$word><there> yes" "$out $([ -e "$top/web/dist" ] && echo yes || echo no)"
    rm -rf "$top/web/dist"
done
rm -r "$top/web"

# A program that is linked anew: the one before stays until then.
mkdir "$work/link"
cat >"$work/link/first" <<'END'
#!/bin/sh
exit 0
END
chmod +x "$work/link/first"
"$checkout/tools/publish.sh" "$work/link/first" "$work/link/published"
missed=0
(
    n=0
    while [ $((n += 1)) -le 60 ]; do
        cp "$work/link/first" "$work/link/second" && "$checkout/tools/publish.sh" "$work/link/second" "$work/link/published" && rm "$work/link/second"
    done
    touch "$work/link/done"
) &
while [ ! -e "$work/link/done" ]; do
    "$work/link/published" 2>/dev/null || missed=$((missed + 1))
done
wait
is 'a program that is replaced is there at every moment' 0 "$missed"
is 'and nothing is left beside it' "$work/link/published" "$(echo "$work/link/published"*)"

run "$top/mazo" 7 </dev/null
is 'exit code' 7 "$code"
out=$(printf 'hello\nthere' | "$top/mazo")
is 'standard input' 'hello
there' "$out"

ln -s "$top/mazo" "$work/absolute"
mkdir "$work/bin"
ln -s '../a checkout/mazo' "$work/bin/second"
ln -s bin/second "$work/first"
run "$work/absolute" s </dev/null
is 'by a symlink' '<s>' "$out$err"
run "$work/first" s </dev/null
is 'by a chain of relative symlinks' '<s>' "$out$err"
run env PATH="$work/bin:$PATH" second s </dev/null
is 'by the search path' '<s>' "$out$err"
run sh -c 'cd "$1" && sh mazo s' - "$top" </dev/null
is 'as sh mazo' '<s>' "$out$err"

echo 'int broken(' >>"$top/main.c"
out=$(printf 'not to be eaten' | { "$top/mazo" 2>"$work/err"; echo "$?"; cat; })
is 'build error: fails, and leaves stdout and stdin alone' '1
not to be eaten' "$out"
is "build error: the compiler's words are shown" yes "$(grep -q 'main.c:.*error' "$work/err" && echo yes)"
good_program
run "$top/mazo" mended </dev/null
is 'after the error is mended' '<mended> 0' "$out $code"

mv "$top" "$work/moved"
top=$work/moved
run "$top/mazo" s </dev/null
is 'a moved checkout' '<s> 0' "$out $code"
echo 'nonsense' >"$top/build/build.ninja"
run "$top/mazo" s </dev/null
is 'a damaged build.ninja' '<s> 0' "$out $code"
rm -rf "$top/build/meson-private"
touch "$top/meson.build"
run "$top/mazo" s </dev/null
is 'a half-emptied build folder' '<s> 0' "$out $code"
rm -rf "$top/build" && mkdir "$top/build" && echo 'left over' >"$top/build/build.ninja"
mkdir "$top/build/other" && : >"$top/build/other/.stamp"
run "$top/mazo" s </dev/null
is 'a build folder of unknown origin' '<s> 0' "$out $code"
is 'other builds inside it stay' yes "$([ -e "$top/build/other/.stamp" ] && echo yes)"

sed -i "1s/.*/project('mazo', 'c', default_options: ['c_std=c11'])/" "$top/meson.build"
run "$top/mazo" s </dev/null
is 'new default_options take effect' '<s> 0 yes' \
    "$out $code $(grep -q std=c11 "$top/build/build.ninja" && echo yes)"

echo "error('no good')" >>"$top/meson.build"
run "$top/mazo" s </dev/null
is 'a bad meson.build: fails' ' 1' "$out $code"
is "a bad meson.build: Meson's words are shown" yes "$(grep -q 'no good' "$work/err" && echo yes)"
sed -i '$d' "$top/meson.build"

rm -rf "$top/build"
"$top/mazo" A >"$work/a" 2>&1 </dev/null &
first=$!
run "$top/mazo" B </dev/null
wait "$first"
is 'two at once: both run' '<B> 0 <A>' "$out $code $(tail -n 1 "$work/a")"
is 'two at once: one sets up' 1 "$(cat "$work/a" "$work/err" | grep -c 'setting up')"

run env CC='cc -O1' "$top/mazo" s </dev/null
is 'CC of two words' '<s> 0' "$out $code"
run env CC='no-such-cc -O1' "$top/mazo" s </dev/null
is 'CC that is not there: code 3' ' 3' "$out $code"
is 'CC that is not there: one sentence' 'mazo: CC=no-such-cc -O1: there is no such compiler' "$err"
run env CC=no-such-cc LANG=es "$top/mazo" s </dev/null
is 'CC that is not there: in Spanish' 'mazo: CC=no-such-cc: no existe ese compilador' "$err"

# As in a checkout that cannot be written (root could write to any folder).
rm -rf "$top/build" && : >"$top/build"
run "$top/mazo" s </dev/null
is 'a checkout that cannot be written: code 1' ' 1' "$out $code"
is 'a checkout that cannot be written: one sentence' \
    "mazo: cannot write to build in $top: make it writable, or copy it elsewhere" "$err"
run env LANG=es "$top/mazo" s </dev/null
is 'a checkout that cannot be written: in Spanish' \
    "mazo: no se puede escribir en build de $top: dale permiso de escritura o cópialo a otro sitio" "$err"
rm -f "$top/build"

# Missing packages. A PATH with the bare minimum, and stand-ins.
bare="$work/bare"
mkdir "$bare"
for tool in sh env cat cksum sed grep find mkdir rm ln tail readlink flock; do
    ln -s "$(command -v "$tool")" "$bare/$tool"
done
stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"$bare/$1"
    chmod +x "$bare/$1"
}
stand_in id 'echo 1000'
rm -rf "$top/build"
all='gcc libc6-dev meson ninja-build pkg-config libinih-dev libjansson-dev libncurses-dev libuv1-dev libwslay-dev libhttp-parser-dev libsodium-dev libsqlite3-dev libpq-dev libqrencode-dev libssl-dev'

run env PATH="$bare" "$top/mazo" s </dev/null
is 'no apt-get: code 3, stdout clean' ' 3' "$out $code"
is 'no apt-get: one sentence' "mazo: missing packages: $all (no apt-get here to install them)" "$err"

# Systems with packages of their own.
while read -r tool command names; do
    stand_in "$tool" 'exit 1'
    run env PATH="$bare" "$top/mazo" s </dev/null
    is "$tool: names its own packages" "mazo: packages are missing; as root: $(echo "$command" | tr _ ' ') $names 3" "$err $code"
    rm "$bare/$tool"
done <<'END'
apk apk_add gcc musl-dev bsd-compat-headers meson samurai pkgconf inih-dev jansson-dev ncurses-dev libuv-dev wslay-dev llhttp-dev libsodium-dev sqlite-dev libpq-dev libqrencode-dev openssl-dev
dnf dnf_install gcc glibc-devel meson ninja-build pkgconf-pkg-config inih-devel jansson-devel ncurses-devel libuv-devel wslay-devel llhttp-devel libsodium-devel sqlite-devel libpq-devel qrencode-devel openssl-devel
END
is 'every package has a name there' "$(sh -c 'root=$1; . "$1/tools/setup.sh"; echo "$NAMES" | sort' sh "$top" | cut -d' ' -f1 | tr '\n' ' ')" \
    "$(sh -c 'root=$1; . "$1/tools/setup.sh"; echo $BUILD_NEEDS' sh "$top" | tr ' ' '\n' | sed 's/=.*//' | tr '|' '\n' | sort | tr '\n' ' ')"

stand_in apt-get 'echo "$*" >>"'"$work"'/calls"; echo "E: no network" >&2; exit 100'
run env PATH="$bare" "$top/mazo" s </dev/null
is 'no root, no sudo: code 3' ' 3' "$out $code"
is 'no root, no sudo: one sentence' "mazo: missing packages: $all (neither root nor sudo)" "$err"
is 'no root, no sudo: apt-get is left alone' no "$([ -e "$work/calls" ] || echo no)"
run env PATH="$bare" LANG=es_MX.UTF-8 "$top/mazo" s </dev/null
is 'in Spanish' "mazo: faltan paquetes: $all (ni root ni sudo)" "$err"
run env PATH="$bare" LANG=es_MX.UTF-8 LC_ALL=en_US "$top/mazo" s </dev/null
is 'LC_ALL comes first' "mazo: missing packages: $all (neither root nor sudo)" "$err"

stand_in sudo 'exec "$@"'
run env PATH="$bare" "$top/mazo" s </dev/null
is 'no network: code 3' ' 3' "$out $code"
is 'no network: names them, then one sentence' "mazo: installing packages: $all
mazo: missing packages: $all (apt-get: no network)" "$err"
is 'no network: tried, then tried to update' 'install update' \
    "$(sed 's/.* \(install\|update\).*/\1/' "$work/calls" | tr '\n' ' ' | sed 's/ $//')"

# The tools appear: as if apt-get had installed them, by the second try, after an update.
# The compiler is new, and with it the headers; pkg-config answers for the other libraries. Only
# after the update apt knows the better of two packages.
: >"$work/calls"
for tool in meson ninja python3 as ld ar; do
    ln -s "$(command -v "$tool")" "$bare/$tool"
done
stand_in pkg-config 'case $* in *libllhttp) [ -e "'"$bare"'/cc" ] ;; esac'
stand_in apt-cache '[ "$*" = "show libllhttp-dev" ] && [ -e "'"$work"'/updated" ]'
stand_in apt-get '
echo "$*" >>"'"$work"'/calls"
case $* in
*update*) : >"'"$work"'/updated" ;;
*install*) [ -e "'"$work"'/updated" ] && ln -s "'"$(command -v cc)"'" "'"$bare"'/cc" ;;
esac'
run env PATH="$bare" "$top/mazo" s </dev/null
is 'packages installed after an update: builds and runs' '<s> 0' "$out $code"
is 'only what is missing is asked for' 'gcc libc6-dev libwslay-dev libhttp-parser-dev
gcc libc6-dev libwslay-dev libllhttp-dev' "$(sed -n 's/.*--no-install-recommends //p' "$work/calls")"
is 'and says so' "mazo: installing packages: gcc libc6-dev libwslay-dev libhttp-parser-dev
mazo: installing packages: gcc libc6-dev libwslay-dev libllhttp-dev
mazo: setting up build" "$err"

# Tools that came by other means: no apt-get, no root, and yet it builds.
rm -rf "$top/build" "$bare/apt-get" "$bare/sudo"
run env PATH="$bare" "$top/mazo" s </dev/null
is 'not Debian, tools are there: builds and runs' '<s> 0' "$out $code"

# How ./check runs tests, counts and says what was skipped.
mkdir "$top/check"
cp "$checkout/tools/run_tests.py" "$top/tools/"
cat >"$top/check/meson.build" <<'END'
project('check', version: '1', license: 'MIT')
sh = find_program('sh')
test('good', sh, args: ['-c', 'printf "1..2\nok 1 - a\nok 2 - b # SKIP no moon\n# 3 s\n"'], protocol: 'tap')
test('left/out', sh, args: ['-c', 'printf "# SKIP c, d: no stars\n1..1\nok 1 - e\n"'], protocol: 'tap')
test('whole', sh, args: ['-c', 'echo "1..0 # SKIP no sun"'], protocol: 'tap')
test('plain', sh, args: ['-c', 'echo no sky; exit 77'])
test('lasts', sh, args: ['-c', 'sleep 3'], suite: 'slow', priority: 3)
test('bad', sh, args: ['-c', 'printf "1..2\nok 1 - f\n# fine\nnot ok 2 - g\n# why\n"; exit 1'], protocol: 'tap', suite: 'long')
END
meson setup "$top/build/gcc" "$top/check" >/dev/null
# tests ARGUMENTS… - as ./check calls it; sets out, err, code.
tests() {
    run python3 "$top/tools/run_tests.py" --built gcc "$@" </dev/null
}
tests
is 'check: skipped cases count as neither' '3 passed, 0 failed 0' "$(echo "$out" | tail -n 1) $code"
is 'check: every skip is listed with its reason' '== skipped:
good: b: no moon
left/out: c, d: no stars
plain: no sky
whole: no sun' "$(echo "$out" | sed -n '/^== /,/^$/p' | sed '/^$/d')"
run env LANG=es python3 "$top/tools/run_tests.py" --built gcc </dev/null
is 'check: in Spanish' '== omitido:' "$(echo "$out" | grep '^== ')"
tests --quick
is 'check --quick: without what is slow' '2 passed, 0 failed 0' "$(echo "$out" | tail -n 1) $code"
tests --quick -- lasts
is 'check --quick NAME: with it' '1 passed, 0 failed 0' "$(echo "$out" | tail -n 1) $code"
tests -- whole
is 'check NAME: what cannot run has failed' '0 passed, 1 failed 1' "$(echo "$out" | tail -n 1) $code"
is 'check NAME: and why is said' '1..0 # SKIP no sun' "$(echo "$out" | sed -n '/^== failed: whole /{n;p;}')"
tests -- plain
is 'check NAME: no TAP, no difference' '0 passed, 1 failed 1' "$(echo "$out" | tail -n 1) $code"
tests --long
is 'check: a failure' '4 passed, 1 failed 1' "$(echo "$out" | tail -n 1) $code"
is 'check: of a failed test only the failed case is shown' 'not ok 2 - g
# why' "$(echo "$out" | sed -n '/^== failed: bad /,/^$/{/^[#n]/p;}')"
tests --look -- nobody
is 'check NAME: an unknown one is told' '2 mazo: no test has "nobody" in its name' "$code $(echo "$err" | head -n 1)"
tests --look -- bad
is 'check NAME: one for --long, too' '2 mazo: "bad" runs with --long only' "$code $err"
out=$(script -qec "python3 '$top/tools/run_tests.py' --built gcc -- lasts" /dev/null </dev/null | tr '\r' '\n')
is 'check: at a terminal a line says what runs' yes \
    "$(echo "$out" | grep -q '0 of 1 tests, 0 min, about 0 to go; now lasts' && echo yes)"

# What the tests of a name ask for, and only that is installed.
cat >"$top/build/gcc/meson-info/intro-tests.json" <<'END'
[{"name": "rules/run", "suite": ["mazo"]}, {"name": "server/nodes", "suite": ["mazo:slow"]}, {"name": "web/e2e/pages", "suite": ["mazo"]}]
END
tests --look -- rules
is 'check NAME: a rule test asks for nothing' ' 0' "$out $code"
tests --look -- nodes pages
is 'check NAME: others for a browser, a database, a proxy' 'browser client database proxy' "$out"
is 'check: every group of packages has tests' "$(sed -n "s/^groups='\(.*\)'/\1/p" "$checkout/check")" \
    "$(python3 -c 'import sys; sys.path.insert(0, sys.argv[1]); import run_tests; print(*run_tests.ASKS)' "$top/tools")"
stand_in sudo 'exec "$@"'
stand_in apt-get 'echo "$*" >>"'"$work"'/calls"; ln -s "'"$bare"'/sh" "'"$bare"'/chromium-headless-shell"'
for groups in '' browser; do
    : >"$work/calls"
    # shellcheck disable=SC2016
    run env PATH="$bare" sh -c 'root=$1; shift; . "$root/tools/setup.sh"; install_for "$@"' sh "$top" $groups
    is "check NAME: packages of the groups: ${groups:-none}" "${groups:+chromium-headless-shell} 0" \
        "$(sed -n 's/.*--no-install-recommends //p' "$work/calls") $code"
done

echo "1..$number"
