#!/usr/bin/env python3
"""compose.py FOLDER - packaging/compose.yml, started: three servers behind HAProxy on PostgreSQL, in a network of this process's own
(unshare --net). Part of container.sh: FOLDER has `podman`, which knows the images, and podman-compose in `compose`."""
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests'))
from tap import has, same, until  # noqa: E402

FOLDER = pathlib.Path(sys.argv[1])
FILES = FOLDER / 'packaging'
ENV = {**os.environ, 'MAZO_URL': 'https://localhost', 'MAZO_PASSWORD': 'a secret', 'PYTHONPATH': str(FOLDER / 'compose/usr/lib/python3/dist-packages')}
RUN = '--cgroups=disabled --ulimit nofile=20000:20000 --ulimit nproc=1000:1000'  # no more than a machine of tests may have


def done(*words, **more):
    print('$', *words, flush=True)
    result = subprocess.run(words, env=ENV, text=True, stdout=subprocess.PIPE, check=False, **more)
    print(result.stdout)
    same(result.returncode, 0, ' '.join(map(str, words)))
    return result.stdout


def compose(*words):
    done(sys.executable, FOLDER / 'compose/usr/bin/podman-compose', '--podman-path', FOLDER / 'podman', '--podman-run-args', RUN,
         '-f', FILES / 'compose.yml', *words)


def inside(name, *words):
    return done(FOLDER / 'podman', 'exec', f'mazo_{name}_1', *words)


def page(path):
    """(status, text) through the proxy, by TLS. Ten times a second is more often than it allows one address."""
    time.sleep(0.5)
    ways = urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=FILES / 'cert.pem'))
    try:
        with urllib.request.build_opener(*ways).open(f'https://localhost{path}') as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ''
    except OSError as error:  # not there yet
        return 0, str(error)


def nodes():
    return int(inside('db', 'psql', '-U', 'mazo', '-d', 'mazo', '-tAc', "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'mazo' AND table_name = 'node'")
               ) and int(inside('db', 'psql', '-U', 'mazo', '-d', 'mazo', '-tAc', 'SELECT count(*) FROM mazo.node'))


def main():
    subprocess.run(['ip', 'link', 'set', 'lo', 'up'], check=True)
    FILES.mkdir()
    for name in ('compose.yml', 'haproxy-nodes.cfg'):
        shutil.copy(ROOT / 'packaging' / name, FILES)
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost',
                    '-keyout', FILES / 'key.pem', '-out', FILES / 'cert.pem'], check=True, capture_output=True)
    (FILES / 'uno.example.pem').write_text((FILES / 'cert.pem').read_text() + (FILES / 'key.pem').read_text())
    try:
        compose('up', '-d')
        until(lambda: nodes() == 3, 'there are no three servers at the database')
        until(lambda: page('/healthz')[0] == 200, 'the proxy finds no server')
        has(page('/')[1], 'id="app"')
        for node in 'abc':
            has(inside(node, 'mazo', 'load', 'http://127.0.0.1:8117', '--tables', '2', '--pace', '0', '--matches', '1', '--set', 'target=50', '--rate', '100', '--quiet'), 'No faults.')
        done(FOLDER / 'podman', 'kill', '-s', 'KILL', 'mazo_a_1', 'mazo_b_1')
        until(lambda: page('/healthz')[0] == 200, 'the proxy does not find the third')
        has(inside('c', 'mazo', 'store', 'check', 'postgresql://mazo@db/mazo'), '6 tables and 6 matches, all sound')
        compose('down', '-v', '-t', '20')
    finally:
        subprocess.run([FOLDER / 'podman', 'rm', '-fa'], capture_output=True, check=False)


main()
