# shellcheck shell=sh disable=SC2154
# machine.sh - a bare Debian in a folder, for tools/fresh.sh, packaging/deb and tests/setup/packages.py.
#
# Sourced, as root, in a mount namespace of its own: `machine_apart "$0" "$@"` does that. `machine` is the folder, in $FRESH (/var/tmp);
# `log` is what its making said. It goes with the script that has made it; KEEP=yes leaves it there. Mirror, proxy
# and certificates are those of this machine. With $BARE, $BARE/SUITE is a bare Debian to copy instead of fetching one.

# machine_lacks - prints what stands in the way of one here, if anything does.
machine_lacks() {
    if [ "$(id -u)" != 0 ]; then
        echo 'a bare machine needs root'
    elif ! command -v debootstrap >/dev/null; then
        echo 'a bare machine needs debootstrap'
    elif ! unshare --mount true 2>/dev/null; then
        echo 'nothing may be mounted here'
    fi
}

# machine_skip WHY - the whole test is left out.
machine_skip() {
    echo "1..0 # SKIP $1"
    exit
}

# machine_or_skip SCRIPT ARGUMENTS… - for a test: left out where no machine can be made, else apart.
machine_or_skip() {
    lacks=$(machine_lacks)
    [ -z "$lacks" ] || machine_skip "$lacks"
    machine_apart "$@"
}

# machine_apart SCRIPT ARGUMENTS… - starts the script again where its mounts end with it.
machine_apart() {
    if [ -z "${MACHINE_APART-}" ]; then
        MACHINE_APART=yes exec unshare --mount --propagation private "$@"
    fi
}

# Debian's mirror as apt knows it here; where there is none, debootstrap knows one.
# shellcheck disable=SC2016 # apt fills it in
machine_mirror() {
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' \
        2>/dev/null | head -n 1
}

# machine_make SUITE - the smallest Debian that debootstrap makes, git and sudo. Fails where it does not; $log says why.
machine_make() {
    machine=$(mktemp -d "${FRESH:-/var/tmp}/mazo-fresh.XXXXXX")
    log=$machine.log
    chmod 755 "$machine" # mktemp's is for its owner only
    trap machine_leave EXIT
    trap 'exit 1' HUP INT TERM
    if [ -d "${BARE:-/none}/$1" ]; then
        cp -a "$BARE/$1/." "$machine"
    else
        # shellcheck disable=SC2046 # none, or one word
        debootstrap ${ARCH:+--arch="$ARCH"} --variant=minbase --include=ca-certificates,git,sudo \
            "$1" "$machine" $(machine_mirror) >"$log" 2>&1 || return 1
    fi
    for file in /etc/apt/apt.conf.d/*; do # a package's own would be in its way when it is installed there
        dpkg-query -S "$file" >/dev/null 2>&1 || cp "$file" "$machine/etc/apt/apt.conf.d/" 2>/dev/null || :
    done
    for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
        cp -L "$file" "$machine$file" 2>/dev/null || :
    done
    mount -t proc proc "$machine/proc"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$machine/dev/pts"
    mount -t tmpfs tmpfs "$machine/dev/shm"
}

machine_leave() {
    if [ "${booted-}" ]; then # `unshare --fork` ignores TERM
        { kill -KILL "$booted" && wait "$booted"; } 2>/dev/null || :
    fi
    umount "$machine/proc" "$machine/dev/pts" "$machine/dev/shm" 2>/dev/null || :
    [ "${KEEP-}" ] || rm -rf --one-file-system "$machine" "$machine.boot" "$log"
}

# machine_inside USER COMMAND - at home.
machine_inside() {
    inside_home=/root
    [ "$1" = root ] || inside_home=/home/$1
    env -i HOME="$inside_home" USER="$1" PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=xterm-256color \
        LANG=C.UTF-8 NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
        ${http_proxy+http_proxy="$http_proxy"} ${https_proxy+https_proxy="$https_proxy"} \
        ${no_proxy+no_proxy="$no_proxy"} \
        setpriv --bounding-set=-sys_admin --inh-caps=-all \
        chroot --userspec="$1:$1" "$machine" sh -c "cd && $2" </dev/null
}

# machine_boot - systemd runs in it, as the first process of namespaces of its own: without the network from then on, but for
# loopback. It has to be installed there. What has been started ends with the machine.
machine_boot() {
    cat >"$machine.boot" <<END
mount --bind '$machine' '$machine'
cd '$machine'
mount -t tmpfs tmpfs dev
mount -t tmpfs tmpfs run
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t proc proc proc
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs tmpfs dev/shm
mknod -m 666 dev/null c 1 3; mknod -m 666 dev/zero c 1 5; mknod -m 666 dev/full c 1 7
mknod -m 666 dev/random c 1 8; mknod -m 666 dev/urandom c 1 9; mknod -m 666 dev/tty c 5 0
ln -s pts/ptmx dev/ptmx; ln -s /proc/self/fd dev/fd
pivot_root . mnt
umount -l mnt
exec env -i container=chroot PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . /lib/systemd/systemd systemd.unit=basic.target
END
    unshare --mount --pid --fork --kill-child --uts --ipc --cgroup --net sh "$machine.boot" >/dev/null 2>&1 </dev/null &
    booted=$!
    until init=$(pgrep -P "$booted") && machine_booted true && machine_booted systemctl is-system-running --wait | grep -q 'running\|degraded'; do
        kill -0 "$booted" || return 1
        sleep 1
    done
}

# machine_booted COMMAND… - as root in the machine that runs.
machine_booted() {
    nsenter --target "$init" --all --root --wd env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@" </dev/null
}

# machine_try NAME COMMAND… - one case of a test; `number` and `failed` count them.
number=0
failed=0
machine_try() {
    number=$((number + 1))
    title=$1
    shift
    begun=$(date +%s)
    status=0
    "$@" >"$log" 2>&1 || status=$?
    took="# $(($(date +%s) - begun)) s; $(tail -n 1 "$log")"
    if [ "$status" = 0 ]; then
        printf 'ok %s - %s\n%s\n' "$number" "$title" "$took"
    else
        printf 'not ok %s - %s\n%s\n' "$number" "$title" "$took"
        tail -n 100 "$log" | sed 's/^/# /'
        failed=1
    fi
}
