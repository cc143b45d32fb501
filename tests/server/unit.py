#!/usr/bin/env python3
"""What systemd says about the unit that we ship. Prints TAP.

    unit.py MAZO mazo.service [CASE]..."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from wsclient import CASES, Server, case, run, same  # noqa: E402

EXPOSURE_MOST = 12  # tenths; 9 with systemd 252, which calls up to 1.9 "OK"


def analyze(*arguments):
    done = subprocess.run(['systemd-analyze', '--no-pager', *arguments], capture_output=True, check=False,
                          timeout=60, text=True)
    return done.returncode, done.stdout + done.stderr


def with_our_program(path):
    text, count = re.subn(r'^ExecStart=\S+', f'ExecStart="{os.path.abspath(sys.argv[1])}"', path.read_text(), flags=re.M)
    same(count, 1)
    return text


@case
async def the_unit_is_understood():
    """Alone, and with what one of several servers adds."""
    shipped = pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / 'mazo.service'
        unit.write_text(with_our_program(shipped))
        for added in None, 'mazo-node.conf':
            if added:
                unit.with_suffix('.service.d').mkdir()
                (unit.with_suffix('.service.d') / added).write_text(with_our_program(shipped.parent / added))
            status, said = analyze('verify', str(unit))
            said = [line for line in said.splitlines() if line.startswith(('mazo.service', folder))]
            same((status, said), (0, []))


@case
async def the_unit_waits_until_the_server_has_stopped():
    """For the store, then for the clients."""
    code = (pathlib.Path(__file__).resolve().parents[2] / 'src/server/serve.c').read_text()
    needs = sum(int(re.search(rf'\b{name} = (\d+)', code)[1]) for name in ('ANSWER_MS', 'STOP_MS'))
    given = int(re.search(r'^TimeoutStopSec=(\d+)$', pathlib.Path(sys.argv[2]).read_text(), re.M)[1])
    assert given * 1000 > needs + 5000, (given, needs)


@case
async def alerts_and_dashboard_know_our_figures():
    """A figure that does not exist raises no alert and draws nothing."""
    server = await Server(sys.argv[1], store='memory').start()
    page = (await server.get('/metrics'))[2].decode()
    there = set(re.findall(r'^(mazo_[a-z_0-9]+)', page, re.M))
    assert 'mazo_info{version="1.0.0",commit="' in page and re.search(r'^mazo_info\{.*,store="\d+"\} 1$', page, re.M), page
    for name in 'prometheus-alerts.yml', 'grafana-dashboard.json':
        named = set(re.findall(r'\bmazo_[a-z_0-9]+', (pathlib.Path(sys.argv[2]).parent / name).read_text()))
        assert len(named) > 5, name
        same(named - there, set(), name)
    await server.stop()


@case
async def the_unit_gives_away_little():
    status, said = analyze('security', '--offline=true', f'--threshold={EXPOSURE_MOST}', sys.argv[2])
    for line in said.splitlines():
        if line.startswith(('✗', '→')):
            print('#', line)
    same(status, 0, said.splitlines()[-1])


if __name__ == '__main__':
    if not shutil.which('systemd-analyze'):
        print('1..0 # SKIP systemd-analyze is not installed')
        sys.exit(0)
    sys.exit(run(CASES, sys.argv[3:]))
