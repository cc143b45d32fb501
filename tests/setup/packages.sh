#!/bin/sh
# packages.sh SUITE [FOLDER BEFORE] - the Debian packages on a bare Debian with systemd: installed, run, upgraded from the release
# before while people play, removed and purged. FOLDER and BEFORE have the packages, made by packaging/deb for this SUITE;
# without them they are built. Prints TAP. $BARE: see tools/machine.sh.
set -eu
self=$(readlink -f -- "$0")
root=$(cd "${self%/*}/../.." && pwd)
suite=${1:?usage: packages.sh SUITE [FOLDER BEFORE]}
. "$root/tools/machine.sh"
last=7cd3cc9a # the release before

machine_or_skip "$self" "$@"
new=${2-$root/build/packages/$suite}
old=${3-$root/build/packages/$suite-before}

# release COMMIT FOLDER - its packages for this suite.
release() {
    rm -rf "$2" && mkdir -p "$2"
    git clone -q "$root" "$2/tree"
    git -C "$2/tree" checkout -q "$1"
    "$2/tree/packaging/release" --archive "$2"
    "$root/packaging/deb" "$2"/mazo-*.tar.xz "$2" "$suite"
    rm -rf "$2/tree"
}
if [ $# = 1 ]; then
    git -C "$root" cat-file -e "$last^{commit}" 2>/dev/null || machine_skip "commit $last is not in this tree: a whole clone has it"
    release HEAD "$new" >&2
    [ -e "$old/SHA256SUMS" ] || LINT=no release "$last" "$old" >&2
fi

# What this needs besides the packages, and what they ask for: fetched now, for there is no network later.
machine_make "$suite" || machine_skip "debootstrap: $(tail -n 1 "$log")"
mkdir "$machine/old" "$machine/new"
cp "$old"/*.deb "$machine/old/"
cp "$new"/*.deb "$machine/new/"
rm -f "$machine"/*/*dbgsym*
printf '#!/bin/sh\nexit 101\n' >"$machine/usr/sbin/policy-rc.d" # nothing starts in this machine yet
chmod 755 "$machine/usr/sbin/policy-rc.d"
machine_inside root 'export DEBIAN_FRONTEND=noninteractive; apt-get update && apt-get install -y --no-install-recommends systemd systemd-sysv dbus gcc libc6-dev pkg-config &&
    apt-get install -y --no-install-recommends --download-only postgresql /old/*.deb && apt-get install -y --no-install-recommends --download-only /new/*.deb' \
    >"$log" 2>&1 || machine_skip "apt-get: $(tail -n 1 "$log")"
rm "$machine/usr/sbin/policy-rc.d"
machine_boot || machine_skip 'systemd does not start here'

files() { # in /srv is what is tried here: the /tmp of Debian 13 is in memory
    machine_booted find / -xdev ! -path '/proc/*' ! -path '/var/*/apt/*' ! -path '/var/log/*' ! -path '/var/lib/dpkg/*' ! -path '/tmp/*' ! -path '/srv/*' | sort
}
files >"$machine.files"

install_from() {
    machine_booted sh -c "apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-confold $1" && is_running
}
state() {
    machine_booted systemctl is-active mazo
}
pid() {
    machine_booted systemctl show -P MainPID mazo
}
status() { # at once after its start the socket may not be there yet
    machine_booted sh -c 'for try in 1 2 3 4 5 6 7 8 9; do mazo host --config /etc/mazo/mazo.ini status && exit; sleep 1; done; exit 1'
}
# table WORD - people at the tables of the server (at_table.py).
table() {
    nsenter --target "$init" --net python3 "$root/tests/setup/at_table.py" "$1" 8117 "$machine.left"
}
is_running() {
    [ "$(state)" = active ] && status && [ "$(machine_booted stat -c %U "/proc/$(pid)")" = mazo ] || {
        machine_booted journalctl -u mazo --no-pager
        return 1
    }
}

install_before() {
    install_from /old/mazo*.deb # by the shell in the machine
}
settings() {
    machine_booted sh -c 'printf "rate = 100000\nbots-think = 0\ngrace = 0\n" >>/etc/mazo/mazo.ini; systemctl restart mazo' &&
        is_running && table fill
}
upgrade() {
    before=$(pid)
    install_from '/new/*.deb' && [ "$(pid)" != "$before" ] && machine_booted grep -q '^rate = 100000' /etc/mazo/mazo.ini
}
unit() {
    machine_booted sh -c 'systemd-analyze verify --man=no /lib/systemd/system/mazo.service && systemd-analyze security --no-pager mazo | tail -n 1'
}
runs() {
    printf '%s\n' '{"do":"new","rules":"duelo","players":2,"seed":7}' '{"do":"state"}' >"$machine/srv/lines"
    machine_booted mazo --version | grep -F "mazo $(ls "$machine/new" | sed -n 's/^mazo_\(.*\)-1.*/\1/p') " &&
        machine_booted sh -ec 'mazo referee </srv/lines | grep "\"phase\":\"play\""
            mazo sim --bots hard,normal --rounds 100 --seed 1
            gzip -t /usr/share/man/man1/mazo-sim.1.gz /usr/share/man/es/man1/mazo-sim.1.gz /usr/share/man/man3/mazo.3.gz'
}
python() {
    machine_booted python3 -c 'import mazo, numpy
games = mazo.VecEnv(64, opponents=["easy"])
games.reset(seed=1)
for _ in range(100):
    games.step(games.sample(numpy.random.default_rng(1)))
print(games.observations.shape)'
}
library() {
    sed -n '/^```c$/,/^```$/{/^```/d;p;}' "$root/docs/library.md" >"$machine/srv/match.c"
    machine_booted sh -ec 'cd /srv
        gcc -Wall -Werror match.c $(pkg-config --cflags --libs mazo) -o match
        ldd match | grep libmazo.so.0
        ./match'
}
node() {
    machine_booted sh -c 'apt-get install -y --no-install-recommends postgresql && pg_ctlcluster $(pg_lsclusters -h | cut -d" " -f1,2) start; cd / &&
        runuser -u postgres -- psql -qc "CREATE ROLE mazo LOGIN PASSWORD '"'secret'"'" &&
        runuser -u postgres -- createdb mazo --owner mazo --encoding UTF8 --template template0 &&
        sed -i "s|^store = .*|store = postgresql://mazo@127.0.0.1/mazo|" /etc/mazo/mazo.ini &&
        printf "127.0.0.1:*:*:mazo:secret\n" >/etc/mazo/pgpass && chown mazo: /etc/mazo/pgpass && chmod 600 /etc/mazo/pgpass &&
        mkdir /etc/systemd/system/mazo.service.d && cp /usr/share/doc/mazo-server/examples/node.conf /etc/systemd/system/mazo.service.d/ &&
        systemctl daemon-reload && systemd-analyze verify --man=no mazo.service && systemctl restart mazo' &&
        is_running && table page && machine_booted runuser -u postgres -- psql -d mazo -tAc 'SELECT count(*) FROM mazo.node' | grep -qx 1
}
remove() {
    machine_booted apt-get remove -y mazo mazo-server libmazo0 libmazo-dev python3-mazo && ! state && [ -e "$machine/var/lib/mazo/server.db" ] &&
        [ -e "$machine/etc/mazo/mazo.ini" ]
}
purge() {
    machine_booted sh -c 'rm -r /etc/systemd/system/mazo.service.d /etc/mazo/pgpass; apt-get purge -y mazo-server
        ! dpkg -l | grep mazo' && files >"$machine.files2" &&
        ! comm -13 "$machine.files" "$machine.files2" | grep -i mazo
}

echo 1..12
machine_try 'the release before is installed, and the server runs' install_before
machine_try 'people play, by settings of their own' settings
machine_try 'upgraded while it runs, with the settings' upgrade
machine_try 'everybody finds their cards and plays on' table on
machine_try 'the page is the browser game' table page
machine_try 'systemd finds nothing wrong with the unit' unit
machine_try 'mazo runs' runs
machine_try 'Python imports it' python
machine_try 'a C program is built and runs' library
machine_try 'a node on a database' node
machine_try 'removed: the matches and settings stay' remove
machine_try 'purged: nothing is left' purge
rm -f "$machine".files* "$machine.left"
exit "$failed"
