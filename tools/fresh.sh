#!/bin/sh
# fresh.sh SUITE USER [COMMAND…] - tries the project on a bare Debian, as a stranger would. Prints TAP.
#
#   sudo tools/fresh.sh trixie ana                      ./mazo rules, then ./check
#   sudo tools/fresh.sh bookworm root './check --quick'
#   sudo ARCH=amd64 tools/fresh.sh trixie ana './mazo rules'
#
# The machine is a chroot with the smallest Debian that debootstrap makes, git, sudo, and a clone of
# what is committed here, in a folder with a blank in its name. USER is root, or somebody who may
# use sudo; neither may mount anything. Mirror, proxy and certificates are those of this machine.
# It takes 5 GB in $FRESH (/var/tmp) until the end; KEEP=yes leaves it there. ARCH is another
# architecture than this machine's, where an emulator runs its programs (qemu-user-static).
set -eu
self=$(readlink -f -- "$0")
suite=${1:?usage: fresh.sh SUITE USER [COMMAND…]}
user=${2:?usage: fresh.sh SUITE USER [COMMAND…]}

skip() {
    echo "1..0 # SKIP $1"
    exit
}
if [ -z "${FRESH_APART-}" ]; then
    [ "$(id -u)" = 0 ] || skip 'a bare machine needs root'
    command -v debootstrap >/dev/null || skip 'a bare machine needs debootstrap'
    unshare --mount true 2>/dev/null || skip 'nothing may be mounted here'
    FRESH_APART=yes exec unshare --mount --propagation private "$self" "$@" # mounts end with us
fi
shift 2
[ $# -gt 0 ] || set -- './mazo rules >/dev/null' ./check

machine=$(mktemp -d "${FRESH:-/var/tmp}/mazo-fresh.XXXXXX")
log=$machine.log
# shellcheck disable=SC2317 # by the trap
leave() {
    umount "$machine/proc" "$machine/dev/pts" "$machine/dev/shm" 2>/dev/null || :
    [ "${KEEP-}" ] || rm -rf --one-file-system "$machine" "$log"
}
trap leave EXIT
trap 'exit 1' HUP INT TERM

# Debian's mirror as apt knows it here; where there is none, debootstrap knows one.
# shellcheck disable=SC2016 # apt fills it in
mirror() {
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' \
        2>/dev/null | head -n 1
}

make_machine() {
    chmod 755 "$machine" # mktemp's is for its owner only
    # shellcheck disable=SC2046 # none, or one word
    debootstrap ${ARCH:+--arch="$ARCH"} --variant=minbase --include=ca-certificates,git,sudo \
        "$suite" "$machine" $(mirror) >"$log" 2>&1 || skip "debootstrap: $(tail -n 1 "$log")"
    cp -r /etc/apt/apt.conf.d "$machine/etc/apt/" 2>/dev/null || :
    for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
        cp -L "$file" "$machine$file" 2>/dev/null || :
    done
    mount -t proc proc "$machine/proc"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$machine/dev/pts"
    mount -t tmpfs tmpfs "$machine/dev/shm"
}

# inside COMMAND - as USER, at home.
inside() {
    env -i HOME="$home" USER="$user" PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=xterm-256color \
        LANG=C.UTF-8 NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
        ${http_proxy+http_proxy="$http_proxy"} ${https_proxy+https_proxy="$https_proxy"} \
        ${no_proxy+no_proxy="$no_proxy"} \
        setpriv --bounding-set=-sys_admin --inh-caps=-all \
        chroot --userspec="$user:$user" "$machine" sh -c "cd && $1" </dev/null
}

move_in() {
    home=/root
    if [ "$user" != root ]; then
        home=/home/$user
        chroot "$machine" useradd -m -s /bin/bash "$user"
        echo "$user ALL=(ALL) NOPASSWD: ALL" >"$machine/etc/sudoers.d/$user"
    fi
    [ ! -e "$HOME/.npmrc" ] || install -m 644 "$HOME/.npmrc" "$machine$home/.npmrc"
    git -C "${self%/*}" -c safe.directory='*' bundle create -q "$machine/tmp/mazo.bundle" HEAD
    inside "git -c advice.detachedHead=false -c init.defaultBranch=main clone -q /tmp/mazo.bundle 'un mazo'"
}

# try NAME COMMAND - one case.
number=0
failed=0
try() {
    number=$((number + 1))
    begun=$(date +%s)
    status=0
    inside "$2" >"$log" 2>&1 || status=$?
    took="# $(($(date +%s) - begun)) s; $(tail -n 1 "$log")"
    if [ "$status" = 0 ]; then
        printf 'ok %s - %s\n%s\n' "$number" "$1" "$took"
    else
        printf 'not ok %s - %s\n%s\n' "$number" "$1" "$took"
        tail -n 100 "$log" | sed 's/^/# /'
        failed=1
    fi
}

make_machine
move_in
echo "1..$(($# + 1))"
try 'nothing can be mounted' '! sudo mount -t tmpfs none /mnt'
for command in "$@"; do
    try "$suite, $user: $command" "cd 'un mazo' && $command"
done
exit "$failed"
