# shellcheck shell=sh disable=SC2030,SC2031,SC2034,SC2154
# setup.sh - what ./mazo and ./check share: find missing packages, set up, build.
#
# Sourced with $root set to the checkout. All it says goes to stderr, and when there is
# nothing to do it says nothing. Three things have to be known to change it:
#  - a build folder is good while its .stamp matches and ninja finds nothing to do;
#  - whatever is wrong with its set-up (moved, copied, half made, another Meson) is cured by
#    emptying it once and setting it up again;
#  - packages are looked at only when there is something to build.

# Debian package = what proves it is there, however it came: a command, a file, a header, a
# pkg-config module or a module of Debian's Python. A new dependency is one word more here.
# A|B=P|Q: either will do, and the first that apt knows is installed.
compiler=${CC:-cc}
compiler=${compiler%%[ 	]*} # CC='gcc -m64' is gcc
BUILD_NEEDS="gcc=$compiler libc6-dev=sys/queue.h meson=meson ninja-build=ninja pkg-config=pkg-config
    libinih-dev=inih.pc libjansson-dev=jansson.pc libncurses-dev=ncursesw.pc
    libuv1-dev=libuv.pc libwslay-dev=wslay/wslay.h
    libllhttp-dev|libhttp-parser-dev=libllhttp.pc|http_parser.h
    libsodium-dev=libsodium.pc libsqlite3-dev=sqlite3.pc libpq-dev=libpq.pc
    libqrencode-dev=libqrencode.pc
    libssl-dev=libssl.pc"
CHECK_NEEDS="clang=clang lld=wasm-ld wasi-libc=/usr/lib/wasm32-wasi/libc.a nodejs=node
    libclang-rt-dev=-fsanitize=fuzzer libcmocka-dev=cmocka.pc
    clang-format=clang-format mandoc=mandoc
    python3-websockets=websockets.py openssl=openssl
    iproute2=ip parallel=parallel musl-tools=musl-gcc"

# What only some tests ask for, and only when they run: GROUP:PACKAGE=PROOF. ASKS in run_tests.py
# says which tests are of which group.
TEST_NEEDS="browser:chromium-headless-shell=chromium-headless-shell
    browsers:firefox-esr=firefox-esr browsers:webkit2gtk-driver=WebKitWebDriver browsers:xvfb=Xvfb
    database:postgresql=/usr/bin/pg_ctlcluster proxy:haproxy=/usr/sbin/haproxy
    python:python3-numpy=numpy.py python:python3-dev=python3.pc
    gpu:clang-19=clang-19 gpu:llvm-19=llc-19"

# The browser client, which `mazo serve` and `mazo site` hand out.
CLIENT_NEEDS="nodejs=node npm=npm clang=clang lld=wasm-ld wasi-libc=/usr/lib/wasm32-wasi/libc.a"

needs=$BUILD_NEEDS

# say ENGLISH SPANISH
say() {
    case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
    es | es[_.@]*) printf 'mazo: %s\n' "$2" >&2 ;;
    *) printf 'mazo: %s\n' "$1" >&2 ;;
    esac
}

# have PROOF
have() {
    case $1 in
    *'|'*) have "${1%%|*}" || have "${1#*|}" ;;
    *.pc) pkg-config --exists "${1%.pc}" ;;
    *.py) /usr/bin/python3 -c "import ${1%.py}" ;;
    *.h) echo "#include <$1>" | ${CC:-cc} -E - ;;
    /*) [ -e "$1" ] ;; # a command that is not in everybody's PATH, or a library of another machine
    -*) echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | clang "$1" -x c - -o /dev/null ;;
    *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

# A compiler that the user has named is not ours to install.
named_compiler() {
    [ -z "${CC-}" ] || have "$compiler" || {
        say "CC=$CC: there is no such compiler" "CC=$CC: no existe ese compilador"
        return 3
    }
}

# lacking PACKAGE=PROOF… - the packages that are not there; of either A|B the one to install.
lacking() {
    for word in "$@"; do
        have "${word#*=}" || choose "${word%%=*}"
    done
}

# choose PACKAGE|PACKAGE… - the first that apt knows, or else the last.
choose() {
    if [ "${1#*|}" = "$1" ] || apt-cache show "${1%%|*}" >/dev/null 2>&1; then
        printf ' %s' "${1%%|*}"
    else
        choose "${1#*|}"
    fi
}

# What Alpine and Fedora call the packages of BUILD_NEEDS: Debian apk dnf. sys/queue.h has a package of its own where libc is musl.
NAMES="gcc gcc gcc
libc6-dev musl-dev,bsd-compat-headers glibc-devel
meson meson meson
ninja-build samurai ninja-build
pkg-config pkgconf pkgconf-pkg-config
libinih-dev inih-dev inih-devel
libjansson-dev jansson-dev jansson-devel
libncurses-dev ncurses-dev ncurses-devel
libuv1-dev libuv-dev libuv-devel
libwslay-dev wslay-dev wslay-devel
libllhttp-dev llhttp-dev llhttp-devel
libhttp-parser-dev llhttp-dev llhttp-devel
libsodium-dev libsodium-dev libsodium-devel
libsqlite3-dev sqlite-dev sqlite-devel
libpq-dev libpq-dev libpq-devel
libqrencode-dev libqrencode-dev qrencode-devel
libssl-dev openssl-dev openssl-devel"

# install_by_hand COMMAND COLUMN - without apt-get: which packages of this system to install, by its own
# names where we know them.
install_by_hand() {
    theirs=
    for package in $missing; do
        name=$(echo "$NAMES" | sed -n "/^$package /{s/.* \([^ ]*\) \([^ ]*\)\$/\\$2/;s/,/ /g;p;}")
        theirs="$theirs ${name:-$package}"
    done
    say "packages are missing; as root: $1$theirs" "faltan paquetes; como root: $1$theirs"
    exit 3
}

# give_up ENGLISH SPANISH - packages are missing and this is why they stay so.
give_up() {
    say "missing packages:$missing ($1)" "faltan paquetes:$missing ($2)"
    exit 3
}

# Runs with the builder's lock closed (9<&-), or a service that a package starts would keep it.
apt() {
    ${sudo:+sudo} env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300 "$@" \
        >>"$root/build/apt.log" 2>&1 9<&-
}

# What is missing may have another name after an update.
install_missing() {
    # shellcheck disable=SC2086 # words
    missing=$(lacking $needs)
    [ "$missing" = "$said" ] || say "installing packages:$missing" "instalando paquetes:$missing"
    said=$missing
    # shellcheck disable=SC2086 # words
    apt install --no-install-recommends $missing
}

# Install what is missing of $needs.
install_packages() {
    # shellcheck disable=SC2086 # words
    missing=$(lacking $needs)
    [ "$missing" ] || return 0
    have apt-get || ! have apk || install_by_hand 'apk add' 1
    have apt-get || ! have dnf || install_by_hand 'dnf install' 2
    have apt-get || give_up 'no apt-get here to install them' 'aquí no hay apt-get que los instale'
    sudo=
    if [ "$(id -u)" != 0 ]; then
        have sudo || give_up 'neither root nor sudo' 'ni root ni sudo'
        sudo=yes
    fi
    mkdir -p "$root/build"
    : >"$root/build/apt.log"
    said=
    install_missing || { apt update && install_missing; } ||
        give_up "apt-get: $(apt_error)" "apt-get: $(apt_error)"
    # shellcheck disable=SC2086 # words
    missing=$(lacking $needs)
    [ -z "$missing" ] || give_up 'installed, but still not found' 'instalados, pero no aparecen'
}

# install_for GROUP… - what the tests of these groups ask for. Returns 3 where it stays missing.
install_for() (
    needs=
    for word in $TEST_NEEDS; do
        case " $* " in
        *" ${word%%:*} "*) needs="$needs ${word#*:}" ;;
        esac
    done
    install_packages
)

# Why, in apt's words: the network first, or else its last error.
apt_error() {
    log=$root/build/apt.log
    sed -n 's/^[WE]: Failed to fetch [^ ]* *//p' "$log" | grep -m 1 'resolv\|connect' ||
        sed -n 's/^\(E\|sudo\): //p' "$log" | tail -n 1
}

# What a set-up depends on besides the files Meson watches: the processor, because the build is
# tuned to it, and default_options, because Meson reads them the first time only.
stamp_of() {
    cpu=$(sed -n '/^model name/{p;q;}' /proc/cpuinfo 2>/dev/null || :)
    defaults=$(sed -n '/default_options/,/]/p' "$root/meson.build" | cksum)
    # shellcheck disable=SC2086 # words
    echo "$root|" $needs "|${CC-}|$*|$cpu|$defaults"
}

configured() {
    [ -r "$dir/.stamp" ] && [ "$(cat "$dir/.stamp")" = "$want" ]
}

fresh() {
    configured && [ "$(cd "$dir" && ninja -n 2>&1)" = 'ninja: no work to do.' ]
}

# Empty the folder but for other builds inside it, and set it up.
set_up() {
    say "setting up ${dir#"$root"/}" "preparando ${dir#"$root"/}"
    mkdir -p "$dir" &&
        find "$dir" -mindepth 1 -maxdepth 1 ! -name apt.log ! -exec test -e '{}/.stamp' ';' \
            -exec rm -rf '{}' + &&
        if ! meson setup "$dir" "$root" "$@" >"$dir/setup.log" 2>&1; then
            cat "$dir/setup.log" >&2
            return 1
        fi &&
        echo "$want" >"$dir/.stamp"
}

compile() {
    quiet=--quiet
    [ ! -t 2 ] || quiet=
    (cd "$dir" && ninja build.ninja >setup.log 2>&1) || return
    [ -z "${set_up_only-}" ] || return 0
    fresh || (cd "$dir" && ninja $quiet >&2)
}

# After a failed compile(): is the set-up to blame, and not the sources or a meson.build?
broken() {
    case $(cd "$dir" && ninja -n 2>&1) in
    *'ninja: error'* | *Regenerating*) ;;
    *) return 1 ;;
    esac
    if grep -q '^[^ ]*meson[^ ]*:[0-9]*:[0-9]*: ERROR' "$dir/setup.log"; then
        cat "$dir/setup.log" >&2
        return 1
    fi
}

writable() {
    if ! mkdir -p "$dir" 2>/dev/null || ! [ -w "$dir" ]; then
        say "cannot write to ${dir#"$root"/} in $root: make it writable, or copy it elsewhere" \
            "no se puede escribir en ${dir#"$root"/} de $root: dale permiso de escritura o cópialo a otro sitio"
        return 1
    fi
}

make_fresh() {
    writable || return 1
    install_packages
    if configured; then
        compile && return
        broken || return 1
    fi
    set_up "$@" && compile
}

# One at a time; the file locked is one that is always there.
locked() (
    if command -v flock >/dev/null; then
        exec 9<"$root/meson.build"
        flock -w 1 9 || {
            say 'waiting for another build' 'esperando a otra compilación'
            flock 9
        }
    fi
    fresh || make_fresh "$@" 9<&-
)

# build FOLDER MESON-OPTIONS… - bring $root/FOLDER up to date.
# Returns 3 where packages are missing, 1 where it does not compile.
# With set_up_only=yes: as far as it can be told what would be built.
build() {
    dir=$root/$1
    shift
    want=$(stamp_of "$@")
    fresh || locked "$@" </dev/null
}

# build/mazo, as ./mazo runs it.
build_program() {
    build build --buildtype=release -Dtests=disabled
}

client_fresh() {
    [ -e "$root/web/dist/index.html" ] &&
        [ -z "$(cd "$root" && find web/src web/public web/NOTICES web/*.mjs web/package-lock.json src include po \
            tools/wasm.sh -newer web/dist/index.html -type f 2>/dev/null | head -n 1)" ]
}

# web/dist, for build_program to put into the program. Returns 3 where packages are missing, 1 where
# it does not build.
build_client() {
    client_fresh || (
        needs=$CLIENT_NEEDS
        dir=$root/build
        writable || exit 1
        if command -v flock >/dev/null; then
            exec 9<"$root/web/package.json"
            flock 9
        fi
        client_fresh && exit
        install_packages
        say 'building the browser client' 'compilando el cliente para navegadores'
        "$root/web/build" >"$root/build/client.log" 2>&1 9<&- </dev/null || {
            tail -n 20 "$root/build/client.log" >&2
            exit 1
        }
    )
}
