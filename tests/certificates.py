"""An authority of our own, for tests of TLS, and certificates of every kind from it. Needs openssl."""
import pathlib
import subprocess
import tempfile

CONFIG = '''
[ca]
default_ca = test
[test]
dir = .
database = index.txt
new_certs_dir = .
serial = serial
crlnumber = crlnumber
default_md = sha256
default_days = 2
default_crl_days = 2
policy = any
unique_subject = no
[any]
commonName = optional
'''


class Authority:
    """With the names of files: `file` is its certificate, `make` makes another's."""

    def __init__(self, name='Mazo test authority'):
        self.there = tempfile.TemporaryDirectory(prefix='mazo-ca-')
        self.path = pathlib.Path(self.there.name)
        (self.path / 'ca.cnf').write_text(CONFIG)
        (self.path / 'index.txt').touch()
        for number in ('serial', 'crlnumber'):
            (self.path / number).write_text('01\n')
        self.file = str(self.path / 'ca.pem')
        self.key('ca')
        self.openssl('req', '-x509', '-key', 'ca.key', '-subj', f'/CN={name}', '-days', '2',
                     '-out', 'ca.pem')

    def openssl(self, *arguments):
        done = subprocess.run(['openssl', *arguments], cwd=self.path, text=True, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        assert done.returncode == 0, (arguments, done.stdout)

    def key(self, name):
        self.openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256',
                     '-out', f'{name}.key')

    def whole(self, name):
        """Certificate and key in one file, as HAProxy wants them."""
        file = self.path / f'{name}.pem'
        file.write_text((self.path / f'{name}.crt').read_text() +
                        (self.path / f'{name}.key').read_text())
        return str(file)

    def make(self, name, names='DNS:localhost,IP:127.0.0.1,IP:::1', dates=()):
        """Its file. `dates`: first and last moment, as 20200101000000Z."""
        self.key(name)
        self.openssl('req', '-new', '-key', f'{name}.key', '-subj', '/CN=localhost',
                     '-out', f'{name}.csr')
        (self.path / 'more.cnf').write_text(
            'basicConstraints = CA:FALSE\n' + (f'subjectAltName = {names}\n' if names else ''))
        when = ('-startdate', dates[0], '-enddate', dates[1]) if dates else ()
        self.openssl('ca', '-batch', '-notext', '-config', 'ca.cnf', '-keyfile', 'ca.key', '-cert',
                     'ca.pem', '-in', f'{name}.csr', '-out', f'{name}.crt', '-extfile', 'more.cnf',
                     *when)
        return self.whole(name)

    def make_own(self, name):
        """One that has signed itself."""
        self.key(name)
        self.openssl('req', '-x509', '-key', f'{name}.key', '-subj', '/CN=localhost', '-days', '2',
                     '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-out', f'{name}.crt')
        return self.whole(name)

    def revoke(self, name):
        """A file with the authority and its list of what is revoked."""
        self.openssl('ca', '-config', 'ca.cnf', '-keyfile', 'ca.key', '-cert', 'ca.pem',
                     '-revoke', f'{name}.crt')
        self.openssl('ca', '-config', 'ca.cnf', '-keyfile', 'ca.key', '-cert', 'ca.pem', '-gencrl',
                     '-out', 'ca.crl')
        file = self.path / 'ca+crl.pem'
        file.write_text((self.path / 'ca.pem').read_text() + (self.path / 'ca.crl').read_text())
        return str(file)
