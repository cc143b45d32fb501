"""Machines for tests: network namespaces, joined by cables that can be pulled out. All of it is inside the process that
has called own_network(), so nothing is left when that ends, however it ends."""
import asyncio
import os
import subprocess
import sys

INSIDE = 'MAZO_TEST_NETWORK'
BRIDGES = {'front': 1, 'back': 2}  # a machine's address: 10.77.bridge.number


def ip(*words):
    done = subprocess.run(['ip', *words], capture_output=True, text=True, check=False,
                          env={**os.environ, 'PATH': os.environ['PATH'] + ':/usr/sbin:/sbin'})
    assert done.returncode == 0, f'ip {" ".join(words)}: {done.stderr}'


def own_network():
    """Starts this program again where it may make machines, and is true there. Where that is not allowed, it says why."""
    if os.environ.get(INSIDE):
        subprocess.run(['mount', '-t', 'tmpfs', 'tmpfs', '/run'], check=True)  # for the names of machines
        ip('link', 'set', 'lo', 'up')
        for bridge, n in BRIDGES.items():
            ip('link', 'add', bridge, 'type', 'bridge')
            ip('link', 'set', bridge, 'up')
            ip('address', 'add', f'10.77.{n}.1/24', 'dev', bridge)
        return True
    alone = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
    if os.geteuid() != 0:
        alone += ['--user', '--map-current-user', '--keep-caps']
    os.environ[INSIDE] = 'yes'
    try:
        tried = subprocess.run([*alone, sys.executable, __file__], capture_output=True, text=True, check=False)
        why = (tried.stderr.splitlines() or ['?'])[-1]
    except OSError as error:
        why = error
    else:
        if tried.returncode == 0:
            sys.stdout.flush()
            os.execvp(alone[0], [*alone, sys.executable, *sys.argv])
    del os.environ[INSIDE]
    print(f'# this machine does not allow a network for tests: {why}')
    return False


class Place:
    """A machine, with a cable to each of the bridges that are named."""
    count = 1

    def __init__(self, *bridges):
        Place.count += 1
        self.number = Place.count
        self.name = f'place{self.number}'
        ip('netns', 'add', self.name)
        ip('-n', self.name, 'link', 'set', 'lo', 'up')
        for bridge in bridges:
            ip('link', 'add', self.end(bridge), 'type', 'veth', 'peer', 'name', bridge, 'netns', self.name)
            ip('link', 'set', self.end(bridge), 'master', bridge, 'up')
            ip('-n', self.name, 'address', 'add', f'{self.address(bridge)}/24', 'dev', bridge)
            ip('-n', self.name, 'link', 'set', bridge, 'up')

    def end(self, bridge):
        return f'{bridge}{self.number}'

    def address(self, bridge):
        return f'10.77.{BRIDGES[bridge]}.{self.number}'

    def command(self, user=None):
        """What starts a program there, in front of its own words."""
        words = ['nsenter', f'--net=/run/netns/{self.name}']
        return words + (['--setgid', str(user.pw_gid), '--setuid', str(user.pw_uid)] if user else [])

    def pull(self, bridge):
        """Whatever is sent is lost from now on, and neither side is told."""
        ip('link', 'set', self.end(bridge), 'down')

    def plug(self, bridge):
        ip('link', 'set', self.end(bridge), 'up')

    async def unplugged(self, bridge, seconds):
        self.pull(bridge)
        await asyncio.sleep(seconds)
        self.plug(bridge)


if __name__ == '__main__':  # does all of it work here?
    own_network()
    place = Place(*BRIDGES)
    subprocess.run([*place.command(), 'true'], check=True)
    place.pull('back')
    place.plug('back')
