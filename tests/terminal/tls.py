#!/usr/bin/env python3
"""`mazo join` through TLS: a real `mazo serve` behind HAProxy and nginx, with the files of packaging/ and an
authority of our own. Prints TAP.

    tls.py MAZO
"""
import fcntl
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import join  # noqa: E402
from join import MAZO, Person, QUICK, Screen, code_of, environment, play_out, serve  # noqa: E402
import tap  # noqa: E402
from certificates import Authority  # noqa: E402
from tap import case, same  # noqa: E402

tap.CASES.clear()  # those of join.py: here its people and its server are wanted
PACKAGING = pathlib.Path(__file__).resolve().parent.parent.parent / 'packaging'
PAST = ('20200101000000Z', '20200201000000Z')
FUTURE = ('20890101000000Z', '20900201000000Z')
OURS = Authority()
OTHER = Authority('Somebody else')
GOOD = OURS.make('good')


def program(name):
    path = shutil.which(name, path=os.environ.get('PATH', '') + ':/usr/sbin:/usr/local/sbin')
    if not path:
        raise tap.Skip(f'{name} is not there')
    return path


def changed(text, *changes):
    for old, new in changes:
        assert old in text, f'{old!r} is not in the file of packaging/'
        text = text.replace(old, new)
    return text


AS_WE_ARE = ('    user haproxy\n', ''), ('    group haproxy\n', '')  # only root may change its user


class Proxy:
    """HAProxy with packaging/haproxy.cfg. It gets its sockets from here, open: no port is taken by others.
    `ports` has the port of every certificate, and of "plain"."""

    def __init__(self, server, **certificates):
        haproxy = program('haproxy')
        self.sockets = {name: socket.create_server(('127.0.0.1', 0))
                        for name in ('plain', *certificates)}
        self.ports = {name: sock.getsockname()[1] for name, sock in self.sockets.items()}
        binds = [f'bind fd@{self.sockets[name].fileno()} ssl crt {file} alpn http/1.1'
                 for name, file in certificates.items()]
        self.folder = tempfile.TemporaryDirectory(prefix='mazo-haproxy-')
        config = pathlib.Path(self.folder.name, 'haproxy.cfg')
        config.write_text(changed(
            (PACKAGING / 'haproxy.cfg').read_text(),
            *AS_WE_ARE,
            ('bind :80', f'bind fd@{self.sockets["plain"].fileno()}'),
            ('bind :443 ssl crt /etc/haproxy/uno.example.pem alpn http/1.1', '\n    '.join(binds)),
            ('127.0.0.1:8117 check', f'127.0.0.1:{server.port} check inter 100ms')))
        self.command = [haproxy, '-db', '-q', '-f', str(config)]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL,
                                        pass_fds=[sock.fileno() for sock in self.sockets.values()])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def url(self, certificate='good', code='', host='localhost', scheme='https'):
        return f'{scheme}://{host}:{self.ports[certificate]}/' + (f't/{code}' if code else '')

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.kill()
        for sock in self.sockets.values():
            sock.close()
        self.folder.cleanup()


def told(*arguments, lang='en', **more):
    """The exit status of a visit that comes to nothing, and what it says."""
    run = subprocess.run([MAZO, '--lang', lang, *arguments], text=True, capture_output=True,
                         stdin=subprocess.DEVNULL, timeout=join.LIMIT, check=False,
                         env=environment(tempfile.gettempdir(), XDG_STATE_HOME='/nonexistent', **more))
    return run.returncode, run.stderr or run.stdout[:run.returncode * 9999]


def refused(url, *more, lang='en', **env):
    code, said = told('join', '--plain', *more, url, lang=lang, **env)
    same(code, 1, said)
    return said.strip()


@case
def two_people_play_through_haproxy_and_lose_nothing():
    with serve(**{'behind-proxy': True}) as server, Proxy(server, good=GOOD) as proxy, \
            Person(*QUICK, '--seats', '2', '--name', 'Ana', '--ca', OURS.file, proxy.url(),
                   leaks=True) as ana:
        link = ana.wait_for(r'https://localhost:\d+/t/([A-Z0-9]+)')  # to be pasted as it is
        with Person('--name', 'Luis', '--ca', OURS.file, link[0].replace('https', 'wss')) as luis:
            ana.wait_for('Luis sits down')
            ana.type('start')
            play_out(ana, luis, until='(plays|play) a')
            for kill, start in ((server.kill, server.start), (proxy.kill, proxy.start)):
                kill()
                for person in (ana, luis):
                    person.wait_for('The connection is lost: trying again')
                start()
                for person in (ana, luis):
                    person.wait_for('The connection is back')
            play_out(ana, luis)
            for person in (ana, luis):
                person.wait_for('wins? the match')
            match = ana.wait_for(r'The match: (https://\S+)')[1]
            ana.type('q')
            same(ana.finish(), 0)
        code, said = told('replay', '--json', '--ca', OURS.file, match)
        same((code, said), (0, ''))
        code, said = told('replay', '--json', match)
        same(code, 1)
        tap.has(said, f'cannot reach localhost:{proxy.ports["good"]}: its certificate is from')


@case
def on_the_screen_by_an_address_in_figures():
    with serve(**{'behind-proxy': True}) as server, Proxy(server, good=GOOD) as proxy, \
            tempfile.TemporaryDirectory() as home, \
            Screen('--lang', 'en', 'join', '--ca', OURS.file, *QUICK, '--seats', '2', '--bots', 'easy',
                   '--name', 'Ana', proxy.url(host='127.0.0.1'), home=home) as ana:
        ana.wait_for('Deal the cards')
        ana.send('g')
        ana.wait_for('round 1')
        ana.send('q')
        ana.wait_for('Leave the table')
        ana.send('y')
        same(ana.finish(), 0)


@case
def load_through_haproxy():
    with serve(**{'behind-proxy': True}) as server, \
            Proxy(server, good=GOOD) as proxy:
        code, said = told('load', '--tables', '2', '--matches', '1', '--pace', '0', '--quiet', '--ca',
                          OURS.file, proxy.url())
        same((code, said), (0, ''))
        code, said = told('load', '--tables', '1', '--quiet', proxy.url())
        same(code, 1)
        tap.has(said, 'not trusted here: Mazo test authority')


@case
def every_way_a_certificate_can_be_wrong_has_a_sentence():
    with serve(**{'behind-proxy': True}) as server, Proxy(
            server, good=GOOD, old=OURS.make('old', dates=PAST),
            early=OURS.make('early', dates=FUTURE), revoked=OURS.make('revoked'),
            named=OURS.make('named', 'DNS:uno.example,DNS:*.friend.example,IP:10.0.0.1'),
            many=OURS.make('many', ','.join(f'DNS:host{i}.example' for i in range(50))),
            nameless=OURS.make('nameless', ''), hostile=OURS.make('hostile', 'DNS:a\x1b[2Jb'),
            own=OURS.make_own('own'), other=OTHER.make('other')) as proxy:
        sentences = {
            'old': ('its certificate expired on 2020-02-01', 'su certificado caducó el 2020-02-01'),
            'early': ('its certificate is not valid before 2089-01-01: is the clock of this computer right?',
                      'su certificado no vale antes del 2089-01-01: ¿va bien el reloj de este ordenador?'),
            'named': ('its certificate is not for this host but for uno.example, *.friend.example, 10.0.0.1',
                      'su certificado no es de este servidor, sino de uno.example, *.friend.example, 10.0.0.1'),
            'nameless': ('its certificate names no host', 'su certificado no nombra ningún servidor'),
            'own': ('its certificate is self-signed: nobody else vouches for it (to trust it: --ca FILE)',
                    'su certificado está autofirmado: nadie más responde por él (para confiar en él: --ca ARCHIVO)'),
            'other': ('its certificate is from an authority that is not trusted here: Somebody else '
                      '(to trust it: --ca FILE)',
                      'su certificado es de una autoridad en la que aquí no se confía: Somebody else '
                      '(para confiar en ella: --ca ARCHIVO)'),
        }
        for kind, (english, spanish) in sentences.items():
            where = f'localhost:{proxy.ports[kind]}'
            for lang, wanted in (('en', f'mazo join: cannot reach {where}: {english}'),
                                 ('es', f'mazo join: no se puede conectar con {where}: {spanish}')):
                same(refused(proxy.url(kind), '--ca', OURS.file, lang=lang), wanted)
        tap.has(refused(proxy.url('many'), '--ca', OURS.file), 'host0.example, host1.example', ', …')
        assert '\x1b' not in refused(proxy.url('hostile'), '--ca', OURS.file)
        # A name is not enough where figures were asked for, nor the other way round.
        only = OURS.make('only', 'DNS:localhost')
        with Proxy(server, good=only) as strict:
            tap.has(refused(strict.url(host='127.0.0.1'), '--ca', OURS.file), 'but for localhost')
        # With a list of what is revoked in the file; and without.
        listed = OURS.revoke('revoked')
        tap.has(refused(proxy.url('revoked'), '--ca', listed), 'its certificate has been revoked')
        with Person('--ca', listed, proxy.url()) as ana:
            ana.wait_for('table')
        # Who the system trusts: not us, unless it is told so.
        tap.has(refused(proxy.url()), 'not trusted here: Mazo test authority')
        tap.has(refused(proxy.url('other'), SSL_CERT_FILE=OURS.file), 'not trusted here: Somebody else')
        nothing = str(OURS.path / 'nothing')
        tap.has(refused(proxy.url('other'), **dict.fromkeys(('SSL_CERT_FILE', 'SSL_CERT_DIR'), nothing)),
                'no list of authorities to trust')
        for kind, file in (('own', OURS.path / 'own.crt'), ('other', OTHER.path / 'other.crt')):
            with Person('--ca', str(file), proxy.url(kind)) as ana:  # this very certificate
                ana.wait_for('table')
        for file in (nothing, __file__):
            tap.has(refused(proxy.url(), '--ca', file), 'no certificates could be read from ')


@case
def a_server_that_speaks_no_tls_or_only_tls():
    with serve() as server, Proxy(server, good=GOOD) as proxy:
        where = f'localhost:{server.port}'
        same(refused(f'https://{where}/'),
             f'mazo join: cannot reach {where}: it does not speak TLS on this port: try http://, or another port')
        # The proxy sends anyone who comes by http to https.
        tap.has(refused(proxy.url('plain', scheme='http')),
                'it has moved to another address: use the one your browser shows')
        tap.has(refused(proxy.url('good', scheme='http')), 'the connection broke')
    with socket.create_server(('127.0.0.1', 0)) as rude:
        def hang_up():
            with rude.accept()[0] as peer:
                peer.recv(1)
                peer.recv(65536)
        thread = threading.Thread(target=hang_up)
        thread.start()
        tap.has(refused(f'wss://127.0.0.1:{rude.getsockname()[1]}'), 'it hung up during the TLS handshake')
        thread.join()


@case
def nginx_too():
    nginx = program('nginx')
    with serve(**{'behind-proxy': True}) as server, tempfile.TemporaryDirectory(prefix='mazo-nginx-') as folder:
        with socket.create_server(('127.0.0.1', 0)) as free:
            port = free.getsockname()[1]
        site = changed((PACKAGING / 'nginx.conf').read_text(),
                       ('listen 443 ssl', f'listen 127.0.0.1:{port} ssl'),
                       ('/etc/ssl/certs/uno.example.pem', GOOD),
                       ('/etc/ssl/private/uno.example.key', str(OURS.path / 'good.key')),
                       ('127.0.0.1:8117', f'127.0.0.1:{server.port}'))
        temps = ''.join(f'{kind}_temp_path {folder}/{kind};\n'
                        for kind in ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))
        user = 'user root;\n' if os.getuid() == 0 else ''
        pathlib.Path(folder, 'nginx.conf').write_text(
            f'{user}daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/log;\nevents {{}}\n'
            f'http {{\naccess_log off;\n{temps}{site}}}\n')
        with subprocess.Popen([nginx, '-p', folder, '-c', f'{folder}/nginx.conf'],
                              stderr=subprocess.DEVNULL) as process:
            try:
                def is_up():
                    assert process.poll() is None, pathlib.Path(folder, 'log').read_text()
                    with socket.socket() as sock:
                        return sock.connect_ex(('127.0.0.1', port)) == 0
                tap.until(is_up)
                with Person(*QUICK, '--seats', '2', '--bots', 'easy', '--name', 'Ana', '--ca', OURS.file,
                            f'https://localhost:{port}/') as ana:
                    code_of(ana)
                    ana.wait_for('When everybody is here')
                    ana.type('start')
                    play_out(ana)
                tap.has(refused(f'https://localhost:{port}/'), 'not trusted here')
                # By http at the same port nginx answers 400.
                tap.has(refused(f'http://localhost:{port}/'), 'no Mazo server')
            finally:
                process.send_signal(signal.SIGTERM)


def bring_up_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        request = struct.pack('16sH14x', b'lo', 0x41)  # IFF_UP, IFF_RUNNING
        fcntl.ioctl(sock, 0x8914, request)  # SIOCSIFFLAGS


def play_at_the_usual_ports():
    """In a network of our own. HAProxy as shipped, but for the certificate."""
    bring_up_loopback()
    with serve(**{'behind-proxy': True}) as server, tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder, 'haproxy.cfg')
        config.write_text(changed((PACKAGING / 'haproxy.cfg').read_text(),
                                  *AS_WE_ARE, ('/etc/haproxy/uno.example.pem', GOOD),
                                  ('127.0.0.1:8117', f'127.0.0.1:{server.port}')))
        with subprocess.Popen([program('haproxy'), '-db', '-q', '-f', str(config)],
                              stderr=subprocess.DEVNULL) as proxy:
            try:
                tap.until(lambda: socket.socket().connect_ex(('127.0.0.1', 443)) == 0)
                with Person(*QUICK, '--seats', '2', '--bots', 'easy', '--ca', OURS.file, '--name', 'Ana',
                            'http://localhost') as ana:
                    code = ana.wait_for(r'https://localhost/t/([A-Z0-9]+)\s')[1]  # it is where it was sent to
                    ana.wait_for('When everybody is here')
                    ana.type('start')
                    play_out(ana)
                    match = ana.wait_for(r'The match: (https://localhost/m/\S+)')[1]
                    with Person('--watch', '--ca', OURS.file, f'https://localhost/t/{code}') as eva:
                        eva.wait_for('Ana')
                for link in (match, match.replace('https', 'http').replace('/m/', '/r/')):
                    same(told('replay', '--json', '--ca', OURS.file, link), (0, ''))
            finally:
                proxy.kill()


@case
def at_the_usual_ports_http_is_followed_to_https():
    alone = ['unshare', '--map-root-user', '--net']
    if subprocess.run([*alone, 'true'], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        raise tap.Skip('this machine does not allow a network for tests')
    program('haproxy')
    run = subprocess.run([*alone, sys.executable, __file__, MAZO, '--inside'], text=True, check=False,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    same(run.returncode, 0, run.stdout)


if '--inside' in sys.argv:
    play_at_the_usual_ports()
else:
    sys.exit(tap.run(sys.argv[2:]))
