#!/usr/bin/env python3
"""The server in a container: the files say what they should; container.sh builds and runs one. Prints TAP.

    container.py MAZO [CASE]..."""
import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests'))
from tap import Skip, case, free_port, has, interrupt, run, same, until  # noqa: E402

MAZO = pathlib.Path(sys.argv[1]).resolve()
STEPS = re.sub(r'\\\n\s*', '', (ROOT / 'packaging' / 'Containerfile').read_text()).splitlines()


def step(name):
    """The words of the last ENTRYPOINT, CMD or HEALTHCHECK."""
    line = [line for line in STEPS if line.startswith(name + ' ')][-1]
    return json.loads(line[line.index('['):])


def compose():
    try:
        import yaml
    except ImportError as error:
        raise Skip('python3-yaml is not installed') from error
    return yaml.safe_load((ROOT / 'packaging' / 'compose.yml').read_text())


@case
def what_the_container_runs_is_well():
    """Its command line, with our folder as the volume, on loopback."""
    with tempfile.TemporaryDirectory() as folder:
        def words(name):
            line = [w.replace('/var/lib/mazo', folder).replace('0.0.0.0', '127.0.0.1') for w in step(name)]
            return [MAZO] + line[1:] if line[0] == 'mazo' else line

        def well():
            return subprocess.run(words('HEALTHCHECK'), capture_output=True, check=False).returncode == 0
        assert not well(), 'well, and nothing runs'
        with subprocess.Popen([*words('ENTRYPOINT'), *words('CMD'), '--port', str(free_port())],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            until(lambda: well() or server.poll() is not None)
            same(server.poll(), None, 'it ended')
            interrupt(server)
            same(server.wait(), 0)
        assert not well(), 'well after its end'
        assert (pathlib.Path(folder) / 'server.db').exists()


@case
def what_it_copies_is_there():
    """The archive of a release, and what is asked of it."""
    made = re.findall(r'"\$out/(mazo-[^"]*)"', (ROOT / 'packaging' / 'release').read_text())
    for line in STEPS:
        if line.startswith('COPY ') and '--from' not in line:
            for name in line.split()[1:-1]:
                assert any(fnmatch.fnmatch(file, name) for file in made), name
    for path in re.findall(r'\btree/(packaging/\w+)', '\n'.join(STEPS)):
        assert (ROOT / path).exists(), path
    same([line for line in STEPS if line.startswith(('USER', 'VOLUME'))], ['USER mazo', 'VOLUME /var/lib/mazo'])


@case
def the_servers_are_where_the_proxy_looks():
    services = compose()['services']
    proxy = (ROOT / 'packaging' / 'haproxy-nodes.cfg').read_text()
    nodes = {name: one for name, one in services.items() if one['image'] == 'mazo'}
    same({f"{name} {one['networks']['table']['ipv4_address']}:8117" for name, one in nodes.items()},
         set(re.findall(r'^ +server (.*)$', proxy, re.M)))
    options = subprocess.run([MAZO, 'serve', '--help'], check=True, capture_output=True, text=True).stdout
    for one in nodes.values():
        has(options, *(word for word in one['command'] if word.startswith('--')))
    for place in services['proxy']['volumes']:
        ours, theirs = place.split(':')[:2]
        assert (ROOT / 'packaging' / ours).exists() or f' {theirs} ' in proxy, place


if __name__ == '__main__':
    sys.exit(run(sys.argv[2:]))
