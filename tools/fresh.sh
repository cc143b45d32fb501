#!/bin/sh
# fresh.sh SUITE USER [COMMAND…] - tries the project on a bare Debian, as a stranger would. Prints TAP.
#
#   sudo tools/fresh.sh trixie ana                      ./mazo rules, then ./check
#   sudo tools/fresh.sh bookworm root './check --quick'
#   sudo ARCH=amd64 tools/fresh.sh trixie ana './mazo rules'
#
# The machine is a chroot with the smallest Debian that debootstrap makes, git, sudo, and a clone of
# what is committed here, in a folder with a blank in its name. USER is root, or somebody who may
# use sudo; neither may mount anything. It takes 5 GB in $FRESH (/var/tmp) until the end; KEEP=yes leaves
# it there (machine.sh). ARCH is another architecture than this machine's, where an emulator runs its programs (qemu-user-static).
set -eu
self=$(readlink -f -- "$0")
suite=${1:?usage: fresh.sh SUITE USER [COMMAND…]}
user=${2:?usage: fresh.sh SUITE USER [COMMAND…]}
. "${self%/*}/machine.sh"

machine_or_skip "$self" "$@"
shift 2
[ $# -gt 0 ] || set -- './mazo rules >/dev/null' ./check

move_in() {
    home=/root
    if [ "$user" != root ]; then
        home=/home/$user
        chroot "$machine" useradd -m -s /bin/bash "$user"
        echo "$user ALL=(ALL) NOPASSWD: ALL" >"$machine/etc/sudoers.d/$user"
    fi
    [ ! -e "$HOME/.npmrc" ] || install -m 644 "$HOME/.npmrc" "$machine$home/.npmrc"
    git -C "${self%/*}" -c safe.directory='*' bundle create -q "$machine/tmp/mazo.bundle" HEAD
    machine_inside "$user" "git -c advice.detachedHead=false -c init.defaultBranch=main clone -q /tmp/mazo.bundle 'un mazo'"
}

machine_make "$suite" || machine_skip "debootstrap: $(tail -n 1 "$log")"
move_in
echo "1..$(($# + 1))"
machine_try 'nothing can be mounted' machine_inside "$user" '! sudo mount -t tmpfs none /mnt'
for command in "$@"; do
    machine_try "$suite, $user: $command" machine_inside "$user" "cd 'un mazo' && $command"
done
exit "$failed"
