"""wsfake.py - the server's end of a WebSocket, byte by byte, for tests that need a bad one."""
import socket
import subprocess

import frames
from frames import accept_of, frame


class Peer:
    """One connection that has been accepted."""

    def __init__(self, sock):
        self.sock = sock
        self.sock.settimeout(30)
        self.buf = b""
        self.masks = []

    def fill(self):
        data = self.sock.recv(65536)
        if not data:
            raise EOFError
        self.buf += data

    def take(self, count):
        while len(self.buf) < count:
            self.fill()
        data, self.buf = self.buf[:count], self.buf[count:]
        return data

    def read_head(self):
        while b"\r\n\r\n" not in self.buf:
            self.fill()
        head, self.buf = self.buf.split(b"\r\n\r\n", 1)
        lines = head.split(b"\r\n")
        self.request = lines[0].decode()
        self.headers = {}
        for line in lines[1:]:
            name, value = line.split(b":", 1)
            self.headers[name.strip().lower().decode()] = value.strip()
        return self.headers

    def answer(self, accept=None, more=b"", tail=b"", status=b"101 Switching Protocols"):
        accept = accept or accept_of(self.headers["sec-websocket-key"])
        self.sock.sendall(b"HTTP/1.1 " + status + b"\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                          b"sec-websocket-accept: " + accept + b"\r\n" + more + b"\r\n" + tail)

    def shake(self, **how):
        self.read_head()
        self.answer(**how)
        return self

    def send(self, data):
        self.sock.sendall(data)

    def text(self, text):
        self.send(frame(1, text.encode()))

    def read(self):
        """The next frame: opcode, data. It must be masked."""
        first, second, key, data = frames.read_frame(self.take)
        assert second & 0x80, "not masked"
        self.masks.append(key)
        return first & 0x0F, data

    def is_over(self):
        """Has the other side closed the socket?"""
        try:
            while True:
                self.fill()
        except (EOFError, ConnectionError):
            return True

    def close(self):
        self.sock.close()


def listen(host="127.0.0.1"):
    server = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind((host, 0))
    server.listen(64)
    server.settimeout(30)
    return server, server.getsockname()[1]


class Talk:
    """Our client, by its standard input and output."""

    def __init__(self, command, env=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                        env=env)

    def say(self, line):
        self.process.stdin.write(line + '\n')

    def hear(self):
        return self.process.stdout.readline().rstrip('\n')

    def end(self):
        lines = [line.rstrip('\n') for line in self.process.stdout]
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        assert code == 0, code
        return lines
