#!/usr/bin/env python3
"""sbom.py - what Mazo is made of, as SPDX 2.3 in JSON: the packages inside the browser game, as web/package-lock.json
names them, and the libraries that tools/setup.sh asks for."""
import json
import os
import pathlib
import re
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The licences of the C libraries; each is linked as the system has it.
LICENSES = {'libinih': 'BSD-3-Clause', 'libjansson': 'MIT', 'libncurses': 'X11-distribute-modifications-variant',
            'libuv1': 'MIT', 'libwslay': 'MIT', 'libllhttp': 'MIT', 'libsodium': 'ISC', 'libsqlite3': 'blessing',
            'libpq': 'PostgreSQL', 'libqrencode': 'LGPL-2.1-or-later', 'libssl': 'Apache-2.0'}


def inside():
    """npm packages that travel in the browser game, and wasi-libc, of which parts are in mazo.wasm."""
    lock = json.loads((ROOT / 'web' / 'package-lock.json').read_text())
    for path, package in sorted(lock['packages'].items()):
        if path and not package.get('dev'):
            yield path.removeprefix('node_modules/'), package['version'], package['license']
    yield 'wasi-libc', None, 'CC0-1.0 AND MIT AND BSD-2-Clause'


def libraries():
    """The C libraries that the program is linked with."""
    needs = re.search(r'^BUILD_NEEDS="(.*?)"', (ROOT / 'tools' / 'setup.sh').read_text(), re.M | re.S)[1]
    for word in needs.split():
        name = word.split('=')[0].split('|')[0]
        if name.startswith('lib') and name != 'libc6-dev':
            name = name.removesuffix('-dev')
            yield name, None, LICENSES[name]


def package(name, version, licence):
    return {'SPDXID': 'SPDXRef-' + re.sub(r'[^A-Za-z0-9.]+', '-', name), 'name': name,
            'versionInfo': version or 'as the system has it', 'licenseConcluded': licence, 'licenseDeclared': licence,
            'copyrightText': 'NOASSERTION', 'filesAnalyzed': False, 'downloadLocation': 'NOASSERTION'}


def main():
    version = re.search(r"^  version: '([^']+)'", (ROOT / 'meson.build').read_text(), re.M)[1]
    mazo = package('mazo', version, 'MIT')
    held, linked = [package(*one) for one in inside()], [package(*one) for one in libraries()]
    seconds = int(os.environ.get('SOURCE_DATE_EPOCH') or time.time())
    relations = [('SPDXRef-DOCUMENT', 'DESCRIBES', mazo)]
    relations += [(mazo['SPDXID'], 'CONTAINS', one) for one in held]
    relations += [(mazo['SPDXID'], 'DYNAMIC_LINK', one) for one in linked]
    json.dump({'spdxVersion': 'SPDX-2.3', 'dataLicense': 'CC0-1.0', 'SPDXID': 'SPDXRef-DOCUMENT', 'name': f'mazo-{version}',
               'documentNamespace': f'https://spdx.org/spdxdocs/mazo-{version}-{seconds}',
               'creationInfo': {'created': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(seconds)),
                                'creators': ['Tool: mazo-tools-sbom']},
               'packages': [mazo, *held, *linked],
               'relationships': [{'spdxElementId': a, 'relationshipType': how, 'relatedSpdxElement': b['SPDXID']}
                                 for a, how, b in relations]}, sys.stdout, indent=1)
    print()


main()
