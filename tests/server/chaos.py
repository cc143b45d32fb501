#!/usr/bin/env python3
"""chaos.py MAZO FAILOVER [--long] - three servers, HAProxy, a database with two standbys, and players, while machines are
killed, frozen and cut off at random, the primary of the database among them. Nothing that anybody was told may be lost or
happen twice, and every table must come to its end. Prints TAP.

Where that is allowed each of them is on a machine of its own, a network namespace whose cables are pulled out. Elsewhere all
of them are on loopback, and the cables are relays that stop carrying.

MAZO_CHAOS_SEED repeats a run as far as that is possible; MAZO_CHAOS_S is how many seconds the faults last; MAZO_CHAOS_END=kill_primary
(or, on machines of their own, cut_primary) is the end of the first primary, and early."""
import asyncio
import contextlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))
from network import Place, own_network  # noqa: E402
from nodes import MAZO, Load, Node, Proxy  # noqa: E402
from postgres import Cluster, Link, tools  # noqa: E402
from wsclient import run, same  # noqa: E402

FAILOVER = os.path.abspath(sys.argv[2])
LONG = '--long' in sys.argv
SECONDS = float(os.environ.get('MAZO_CHAOS_S') or (120 if LONG else 20))
END = os.environ.get('MAZO_CHAOS_END')
SEED = int(os.environ.get('MAZO_CHAOS_SEED') or random.SystemRandom().randrange(10 ** 6))


class Wire(Link):
    """A cable that can be pulled out for a while."""

    async def unplugged(self, seconds):
        self.flows.clear()
        await asyncio.sleep(seconds)
        self.flows.set()


class Relayed:
    """A server, and relays to it from the proxy and from it to the three databases."""
    host = '127.0.0.1'

    def __init__(self, cluster):
        self.cables = [Wire(s.port) for s in cluster.all()]
        hosts = ','.join(f'127.0.0.1:{c.port}' for c in self.cables)
        self.address = f'postgresql://mazo@{hosts}/mazo'
        self.node = Node(self)
        self.front = Wire(self.node.port)
        self.port = self.front.port

    async def unplugged(self, bridge, seconds):
        cables = [self.front] if bridge == 'front' else self.cables
        await asyncio.gather(*(cable.unplugged(seconds) for cable in cables))


class Machine:
    """A server on a machine of its own."""

    def __init__(self, cluster):
        place = Place('front', 'back')
        self.host, self.unplugged = place.address('front'), place.unplugged
        self.node = Node(cluster, listen=self.host)
        self.node.within = place.command()
        self.port = self.node.port


class Chaos:
    def __init__(self, cluster, machines):
        self.cluster, self.machines = cluster, machines
        self.dice = random.Random(SEED)
        self.standing = True  # the first primary
        self.done = {}

    def pause(self, most=3.0):
        return asyncio.sleep(self.dice.uniform(0.2, most))

    async def kill(self):
        node = self.dice.choice(self.machines).node
        await node.kill()
        await self.pause(2)
        await node.restart()

    async def freeze(self):
        """It misses what happens, and comes back with old ideas."""
        node = self.dice.choice(self.machines).node
        node.signal(signal.SIGSTOP)
        await self.pause(6)
        node.signal(signal.SIGCONT)

    async def cut_from_players(self):
        await self.dice.choice(self.machines).unplugged('front', self.dice.uniform(0.2, 4))

    async def cut_from_database(self):
        await self.dice.choice(self.machines).unplugged('back', self.dice.uniform(0.2, 4))

    async def cut_a_database(self):
        """Any of them, from everybody: without the primary nobody can commit."""
        await self.dice.choice(self.cluster.all()).place.unplugged('back', self.dice.uniform(0.2, 4))

    async def kill_standby(self):
        """Only while there is another one to confirm commits."""
        if self.standing:
            standby = self.dice.choice(self.cluster.standbys)
            standby.kill()
            await self.pause(1)
            await asyncio.to_thread(standby.start)

    async def kill_primary(self):
        self.cluster.kill()
        await self.fail_over()

    async def cut_primary(self):
        """It lives on behind a broken cable, and when that is mended it still believes that it is the primary."""
        self.cluster.primary.place.pull('back')
        await self.fail_over()
        self.cluster.primary.place.plug('back')

    async def fail_over(self):
        """Once: a standby takes the primary's place, by the script."""
        self.standing = False
        env = {**os.environ, 'PATH': f'{tools()}:{os.environ["PATH"]}'}
        done = await asyncio.to_thread(subprocess.run, [FAILOVER, *(s.address for s in self.cluster.standbys)],
                                       capture_output=True, text=True, check=False, env=env)
        same(done.returncode, 0, done.stdout + done.stderr)

    async def rage(self):
        until = time.monotonic() + SECONDS
        primary_dies = until - SECONDS * (0.9 if END else self.dice.uniform(0.3, 0.7))
        kinds = [self.kill, self.freeze, self.cut_from_players, self.cut_from_database, self.kill_standby]
        ends = [self.kill_primary]
        if OWN_NETWORK:
            kinds.append(self.cut_a_database)
            ends.append(self.cut_primary)
        ends = [getattr(self, END)] if END else ends
        while time.monotonic() < until:
            kind = self.dice.choice(ends if self.standing and time.monotonic() > primary_dies else kinds)
            await kind()
            self.done[kind.__name__] = self.done.get(kind.__name__, 0) + 1
            await self.pause(1.5)


@contextlib.asynccontextmanager
async def everything(quorum=True):
    """The databases, the servers and the proxy."""
    places = [Place('back') if OWN_NETWORK else None for _ in range(3)]
    with Cluster(quorum, places) as cluster:
        machines = [(Machine if OWN_NETWORK else Relayed)(cluster) for _ in range(3)]
        for machine in machines:
            await machine.node.start()
        async with Proxy(machines) as proxy:
            yield cluster, machines, proxy


def play(proxy, *options):
    return Load(proxy.port, '--tables', '12', '--seats', '3', '--watchers', '1', '--pace', '0.1', '--seed', str(SEED), *options)


async def whatever_dies_nothing_is_lost():
    print(f'# seed {SEED}, {SECONDS:.0f} s, {"in network namespaces" if OWN_NETWORK else "through relays"}')
    async with everything() as (cluster, machines, proxy):
        matches = max(1, int(SECONDS / 12))
        load = play(proxy, '--matches', str(matches))
        chaos = Chaos(cluster, machines)
        await chaos.rage()
        code, found, _ = await load.result()
        print(f'# {chaos.done}')
        print(f'# {found["moves"]} moves, {found["matches"]} matches, {found["breaks"]} breaks, '
              f'back after {found["back_ms"]["p50"]:.0f} ms (half), {found["back_ms"]["max"]:.0f} ms (longest)')
        same((code, found['faults'], found['matches']), (0, 0, 12 * matches), found)
        for machine in machines:
            await machine.node.stop()
        done = subprocess.run([MAZO, 'store', 'check', cluster.writable().address, '--lang', 'en'], capture_output=True, text=True, check=False)
        same(done.returncode, 0, done.stdout + done.stderr)


async def written(database, more):
    """So many moves later."""
    async def count():
        return int(await asyncio.to_thread(database.sql, 'SELECT count(*) FROM mazo.event'))
    goal = await count() + more
    while await count() < goal:
        await asyncio.sleep(0.1)


async def without_a_quorum_it_is_lost_and_seen():
    """Commits wait for no standby, and the primary dies with what these have not received: the players must notice."""
    async with everything(quorum=False) as (cluster, machines, proxy):
        load = play(proxy, '-d', '600')
        await written(cluster.primary, 200)
        if OWN_NETWORK:
            for standby in cluster.standbys:
                standby.place.pull('back')
        else:
            cluster.freeze()
        await written(cluster.primary, 200)
        cluster.kill()
        if OWN_NETWORK:
            for standby in cluster.standbys:
                standby.place.plug('back')
        await Chaos(cluster, machines).fail_over()
        await written(cluster.writable(), 400)
        load.process.send_signal(signal.SIGINT)
        code, found, _ = await load.result()
        faults = {name: fault['count'] for name, fault in found['faults_by_kind'].items()}
        print(f'# {found["moves"]} moves; {faults}')
        assert code == 1 and faults.keys() & {'apart', 'doubled', 'lost'}, found  # more than a table that stands still


if __name__ == '__main__':
    OWN_NETWORK = own_network()
    cases = [whatever_dies_nothing_is_lost, without_a_quorum_it_is_lost_and_seen]
    sys.exit(run(cases[:1 + LONG]))
