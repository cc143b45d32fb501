#!/bin/sh
# container.sh SUITE - the server in a container, on a base that debootstrap makes: built from the archive of a release by podman,
# docker or buildah, whichever works here, and run: its user, its health, its page, and matches that outlive the container (buildah
# only builds). With podman also compose.yml (compose.py). Images and containers have a place of their own, which goes with the test.
# Prints TAP. $BARE: see tools/machine.sh.
set -eu
self=$(readlink -f -- "$0")
root=$(cd "${self%/*}/../.." && pwd)
suite=${1:?usage: container.sh SUITE}
. "$root/tools/machine.sh"

machine_or_skip "$self" "$@"
for client in podman docker buildah ''; do
    [ -z "$client" ] || ! "$client" info >/dev/null 2>&1 || break
done
[ "$client" ] || machine_skip 'no podman, docker or buildah that works'
export DISABLE_HC_SYSTEMD=true # we ask for the health, no timer of systemd's

tool() {
    case $client in
    podman) podman --root "$machine.store" --runroot "$machine.run" --storage-driver vfs --cgroup-manager cgroupfs --events-backend file "$@" ;;
    buildah) buildah --root "$machine.store" --runroot "$machine.run" --storage-driver vfs "$@" ;;
    docker) docker "$@" ;;
    esac
}
leave() {
    case $client in
    buildah) tool rm --all ;;
    *) tool rm -f -v mazo-test && tool volume rm mazo-test ;;
    esac >/dev/null 2>&1 || :
    [ "$client" != docker ] || docker rmi -f mazo-test mazo-test-base >/dev/null 2>&1 || :
    rm -rf --one-file-system "$machine.store" "$machine.run" "$machine.made"
    machine_leave
}
umount /sys/fs/cgroup/unified 2>/dev/null || : # crun refuses both kinds of control groups at once; the mount is back when this ends

machine_make "$suite" || machine_skip "debootstrap: $(tail -n 1 "$log")"
trap leave EXIT
mkdir "$machine.made"
git clone -q "$root" "$machine.made/tree"
"$machine.made/tree/packaging/release" --archive "$machine.made" >&2
rm -rf "$machine.made/tree"

build() {
    tar -C "$machine" --one-file-system -cf "$machine.made/base.tar" . && base && rm "$machine.made/base.tar" || return
    [ "$client" = docker ] || set -- --format docker --layers=false --isolation chroot
    tool build "$@" --network host --build-arg BASE=mazo-test-base -t mazo-test -f "$root/packaging/Containerfile" "$machine.made"
}
base() {
    case $client in
    buildah)
        printf 'FROM scratch\nADD base.tar /\n' >"$machine.made/Base"
        tool build -t mazo-test-base -f "$machine.made/Base" "$machine.made"
        ;;
    *) tool import "$machine.made/base.tar" mazo-test-base ;;
    esac
}
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
start() {
    [ "$client" = docker ] || set -- --cgroups=disabled --ulimit nofile="$(ulimit -n):$(ulimit -n)" --ulimit nproc=1000:1000 # no more than we may have
    tool run -d --name mazo-test "$@" --network host -v mazo-test:/var/lib/mazo mazo-test \
        --store /var/lib/mazo/server.db --port "$port" --rate 100000 --bots-think 0 --grace 0
    until well; do
        [ "$(tool inspect -f '{{.State.Running}}' mazo-test)" = true ] || { tool logs mazo-test && return 1; }
        sleep 1
    done
}
well() {
    case $client in
    podman) tool healthcheck run mazo-test ;;
    docker) [ "$(tool inspect -f '{{.State.Health.Status}}' mazo-test)" = healthy ] ;;
    esac
}
mazo() {
    tool exec mazo-test mazo host --control /var/lib/mazo/control "$@"
}
# table WORD - people at its tables (at_table.py).
table() {
    python3 "$root/tests/setup/at_table.py" "$1" "$port" "$machine.made/left"
}
user() {
    [ "$(tool exec mazo-test id -un)" = mazo ] && [ "$(tool exec mazo-test stat -c %U /proc/1 /var/lib/mazo/server.db | sort -u)" = mazo ] &&
        ! tool exec mazo-test sh -c 'touch /usr/bin/mazo' && mazo status
}
again() { # no time to say goodbye, and nothing of it is left but the volume
    tool kill -s KILL mazo-test && tool rm -f mazo-test && ! well && start && table on
}
stop() {
    tool stop -t 20 mazo-test && [ "$(tool inspect -f '{{.State.ExitCode}}' mazo-test)" = 0 ]
}

# What compose.yml asks for, of Debian's packages and with the settings that its images have; podman-compose too.
images() {
    machine_inside root 'cd /srv && apt-get update && apt-get download podman-compose python3-dotenv' || return
    for package in "$machine"/srv/*.deb; do dpkg -x "$package" "$machine.made/compose" || return; done
    cat >"$machine.made/podman" <<END
#!/bin/sh
podman='podman --root $machine.store --runroot $machine.run --network-config-dir $machine.run/networks --storage-driver vfs --cgroup-manager cgroupfs --events-backend file'
if [ "\$1 \$2" = 'wait --condition=healthy' ]; then # podman before 4.4 does not know it
    until \$podman healthcheck run "\$3"; do sleep 1; done
    exit
fi
exec \$podman "\$@"
END
    chmod 755 "$machine.made/podman"
    mkdir "$machine.made/images"
    cat >"$machine.made/images/proxy" <<'END'
FROM mazo-test-base
RUN apt-get update && apt-get install -y --no-install-recommends haproxy
CMD ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
END
    cat >"$machine.made/images/db" <<'END'
FROM mazo-test-base
RUN apt-get update && apt-get install -y --no-install-recommends postgresql && ln -s /usr/lib/postgresql/*/bin/* /usr/local/bin/
COPY start /start
ENTRYPOINT ["sh", "/start"]
END
    cat >"$machine.made/images/start" <<'END'
set -eu
data=/var/lib/postgresql/data
install -d -o postgres -m 700 $data /run/postgresql
pg() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
if [ ! -e $data/PG_VERSION ]; then
    install -o postgres -m 600 /dev/null /tmp/password
    echo "$POSTGRES_PASSWORD" >/tmp/password
    pg initdb -D $data -U "$POSTGRES_USER" --pwfile /tmp/password -E UTF8 --locale C -A scram-sha-256 --auth-local trust
    echo 'host all all all scram-sha-256' >>$data/pg_hba.conf
    pg pg_ctl -D $data -w -o '-c listen_addresses=' start
    pg createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
    pg pg_ctl -D $data -w stop
fi
exec setpriv --reuid postgres --regid postgres --clear-groups postgres -D $data -c 'listen_addresses=*'
END
    for image in proxy:haproxy:lts db:postgres:17; do
        tool build --format docker --layers=false --isolation chroot --network host -t "${image#*:}" -f "$machine.made/images/${image%%:*}" "$machine.made/images" || return
    done
    tool tag mazo-test mazo
}

if [ "$client" = buildah ]; then
    echo 1..2
    machine_try "$suite: built from the archive of a release by buildah" build
    machine_try 'mazo runs' tool run "$(tool from mazo-test)" -- mazo --version
    exit "$failed"
fi
together=0
[ "$client" != podman ] || ! command -v openssl >/dev/null || ! python3 -c 'import yaml' 2>/dev/null || together=2
echo "1..$((7 + together))"
machine_try "$suite: built from the archive of a release by $client" build
machine_try 'it runs, and is well' start
machine_try 'as a user of its own, who changes nothing but the volume' user
machine_try 'the page is the browser game' table page
machine_try 'people play' table fill
machine_try 'a new container on the same volume: everybody finds their cards and plays on' again
machine_try 'it stops in order' stop
if [ "$together" != 0 ]; then
    machine_try 'images for compose.yml, from Debian' images
    machine_try 'compose.yml: three servers behind HAProxy on PostgreSQL, two of them lost' unshare --net python3 "$root/tests/setup/compose.py" "$machine.made"
fi
exit "$failed"
