#!/usr/bin/env python3
"""run.py - mazo for Python: the environments, what they refuse, and the wheel. Needs Debian's python3-numpy.

The cases run in processes of their own, once with the address sanitizer.
"""
import ast
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests'))
sys.path.insert(0, str(ROOT / 'python'))
import backend  # noqa: E402
from tap import Skip, case, has, run, same  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
PLACE = pathlib.Path(FOLDER.name)


def python(*words, place=PLACE / 'wheel', env=None):
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False,
                          env={**os.environ, 'PYTHONPATH': str(place), **(env or {})})
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


@case
def two_wheels_are_the_same_bytes():
    names = [backend.build_wheel(folder) for folder in (PLACE, tempfile.mkdtemp(dir=PLACE)) if os.makedirs(folder, exist_ok=True) is None]
    made = sorted(PLACE.rglob('*.whl'))
    same([len(made), made[0].read_bytes() == made[1].read_bytes(), names[0] == names[1]], [2, True, True])
    with zipfile.ZipFile(made[0]) as wheel:
        wheel.extractall(PLACE / 'wheel')
        assert str(ROOT).encode() not in wheel.read('mazo/_mazo.abi3.so'), 'a path of this machine is in the wheel'


@case
def pip_installs_it_from_the_file():
    wheel = next(PLACE.glob('*.whl'))
    try:
        python('-c', 'import pip')
    except AssertionError as reason:
        raise Skip('no pip here') from reason
    python('-m', 'pip', 'install', '--no-index', '--no-deps', '--target', str(PLACE / 'there'), str(wheel))
    python('-c', 'import mazo; print(mazo.VecEnv(2).observations.shape)', place=PLACE / 'there')


@case
def environments_do_what_they_promise():
    has(python(str(HERE / 'cases.py')), 'all well')


@case
def nothing_is_read_or_written_where_it_must_not_be():
    library = subprocess.run(['gcc', '-print-file-name=libasan.so'], capture_output=True, text=True, check=False).stdout.strip()
    if not shutil.which('gcc') or not os.path.isabs(library):
        raise Skip('no gcc with a sanitizer here')
    shutil.copytree(PLACE / 'wheel', PLACE / 'asan')
    os.environ['CC'] = 'gcc'
    backend.compile_to(PLACE / 'asan' / 'mazo' / '_mazo.abi3.so',
                       ['-O1', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-UNDEBUG'])
    has(python(str(HERE / 'cases.py'), place=PLACE / 'asan',
               env={'LD_PRELOAD': library, 'ASAN_OPTIONS': 'detect_leaks=0', 'PYTHONMALLOC': 'malloc'}), 'all well')


@case
def the_types_are_those_of_the_module():
    """Every name of the C module is in its .pyi, and the other way round."""
    text = (ROOT / 'python' / 'mazo' / '_mazo.pyi').read_text(encoding='utf-8')
    tree = ast.parse(text)
    games = next(node for node in tree.body if isinstance(node, ast.ClassDef))
    typed = {getattr(node, 'name', None) or node.target.id for node in games.body} - {'__new__'}
    code = 'from mazo import _mazo; print(*[n for n in dir(_mazo.Games) if n[0] != "_"])'
    same(set(python('-c', code).split()), typed)


@case
def the_examples_of_the_page_run():
    text = (ROOT / 'docs' / 'learning.md').read_text(encoding='utf-8')
    examples = re.findall(r'^```python\n(.*?)^```', text, re.M | re.S)
    assert examples, 'docs/learning.md has no example in Python'
    for example in examples:
        python('-c', example)


if __name__ == '__main__':
    if not importlib.util.find_spec('numpy') or not os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h')):
        print('1..0 # SKIP needs python3-numpy and python3-dev')
        sys.exit()
    sys.exit(run(sys.argv[1:]))
