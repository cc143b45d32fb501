#!/usr/bin/env python3
"""backend.py [FOLDER]: makes the wheel, with a C compiler and nothing else; also the PEP 517 backend that pip calls.

    backend.py --into FOLDER     the same as files, for a package of a distribution

The same sources give the same bytes. CC and CFLAGS are heeded; MAZO_TUNED=1 uses all that this processor has.
"""
import base64
import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
NAME = 'mazo'
FLAGS = ['-std=c11', '-D_GNU_SOURCE', '-O2', '-DNDEBUG', '-fPIC', '-shared', '-fvisibility=hidden', '-ffp-contract=off']
MADE = (2026, 1, 1, 0, 0, 0)


def version():
    """The one of the whole project."""
    return re.search(r"version: '([^']+)'", (ROOT / 'meson.build').read_text(encoding='utf-8')).group(1)


def compile_to(path, extra=()):
    """The extension: our file, engine and bots in one piece each."""
    flags = FLAGS + (['-march=native'] if os.environ.get('MAZO_TUNED') else []) + shlex.split(os.environ.get('CFLAGS', ''))
    sources = [HERE / 'mazo' / '_mazo.c', ROOT / 'src' / 'engine' / 'engine.c', ROOT / 'src' / 'bot' / 'bots.c']
    places = ['-I', ROOT / 'include', '-I', ROOT / 'src', '-I', sysconfig.get_paths()['include']]
    # No path of this machine in the result.
    same = [f'-ffile-prefix-map={ROOT}=.']
    subprocess.run([*shlex.split(os.environ.get('CC', 'cc')), *flags, *same, *extra, *places, *sources, '-o', path, '-lm'],
                   check=True)


def tag():
    return 'cp311-abi3-' + sysconfig.get_platform().replace('-', '_').replace('.', '_')


def metadata():
    text = (f'Metadata-Version: 2.1\nName: {NAME}\nVersion: {version()}\nSummary: UNO for programs that learn\n'
            'License: MIT\nRequires-Python: >=3.11\nRequires-Dist: numpy\n')
    wheel = f'Wheel-Version: 1.0\nGenerator: mazo\nRoot-Is-Purelib: false\nTag: {tag()}\n'
    return {'METADATA': text.encode(), 'WHEEL': wheel.encode()}


def contents(extra=('-Wl,--build-id=none', '-s')):
    """(name in the wheel, bytes)"""
    files = {}
    for path in sorted((HERE / 'mazo').iterdir()):
        if path.suffix in ('.py', '.pyi') or path.name == 'py.typed':
            files[f'{NAME}/{path.name}'] = path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder) / '_mazo.abi3.so'
        compile_to(library, extra)
        files[f'{NAME}/_mazo.abi3.so'] = library.read_bytes()
    info = f'{NAME}-{version()}.dist-info'
    files.update({f'{info}/{name}': data for name, data in metadata().items()})
    files[f'{info}/licenses/LICENSE'] = (ROOT / 'LICENSE').read_bytes()
    return files, info


def record(files, info):
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
        lines.append(f'{name},sha256={digest},{len(data)}\n')
    return ''.join(lines) + f'{info}/RECORD,,\n'


def build_wheel(folder, config_settings=None, metadata_directory=None):
    files, info = contents()
    files[f'{info}/RECORD'] = record(files, info).encode()
    name = f'{NAME}-{version()}-{tag()}.whl'
    with zipfile.ZipFile(pathlib.Path(folder) / name, 'w', zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, MADE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith('.so') else 0o644) << 16
            wheel.writestr(entry, data)
    return name


def install_into(folder):
    """Whose files these are is for the package manager to know: without licences and RECORD."""
    files, _ = contents(())
    for name, data in files.items():
        if '/licenses/' not in name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)


def main():
    if sys.argv[1:2] == ['--into']:
        install_into(pathlib.Path(sys.argv[2]))
        return
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else '.')
    folder.mkdir(parents=True, exist_ok=True)
    print(folder / build_wheel(folder))


if __name__ == '__main__':
    main()
