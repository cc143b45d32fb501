#!/usr/bin/env python3
"""What an idle connection costs the server in memory. Prints TAP.

usage: memory.py ECHO [CONNECTIONS]
"""
import os
import resource
import socket
import subprocess
import sys

LIMIT = 1024  # bytes a connection, all the process gained
KEY = 'dGhlIHNhbXBsZSBub25jZQ=='
HEAD = ('GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
        f'Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n'
        'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n'
        'Accept-Language: es-ES,es;q=0.8\r\n\r\n').encode()
PING = b'\x89\x80\x00\x00\x00\x00'
HELLO = b'\x81\x85\x00\x00\x00\x00hello'


def resident(process):
    """Bytes of memory the process has."""
    with open(f'/proc/{process.pid}/statm', encoding='ascii') as file:
        return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')


def read(sock, count):
    data = b''
    while len(data) < count:
        more = sock.recv(count - len(data))
        assert more, 'closed'
        data += more
    return data


def connect(port, count):
    """Opens many at once, a hundred under way at a time."""
    sockets = []
    while len(sockets) < count:
        some = []
        for _ in range(min(100, count - len(sockets))):
            some.append(socket.create_connection(('127.0.0.1', port)))
            some[-1].sendall(HEAD)
        for sock in some:
            answer = b''
            while b'\r\n\r\n' not in answer:
                more = sock.recv(4096)
                assert more, 'closed'
                answer += more
            assert b' 101 ' in answer, answer
        sockets += some
    return sockets


def talk(sockets):
    """Everybody says something, the frames in one piece, and is at rest again."""
    for sock in sockets:
        sock.sendall(HELLO + PING)
    for sock in sockets:
        assert read(sock, 9) == b'\x81\x05hello\x8a\x00'


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = min(count, hard - 200)
    print('1..1')
    with subprocess.Popen([sys.argv[1], 'connections=20000', 'per_address=20000',
                           'opens_a_minute=0', 'ping_ms=600000'], stdout=subprocess.PIPE,
                          text=True) as server:
        try:
            port = int(server.stdout.readline())
            before = resident(server)
            sockets = connect(port, count)
            idle = (resident(server) - before) / count
            talk(sockets)
            rest = (resident(server) - before) / count
            print(f'# {count} connections: {idle:.0f} bytes each after the upgrade, '
                  f'{rest:.0f} after a first message of everybody')
            good = max(idle, rest) < LIMIT
            print(('ok' if good else 'not ok') + ' 1 - an idle connection costs little')
        finally:
            server.terminate()
            server.wait(60)
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
