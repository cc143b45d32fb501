#!/usr/bin/env python3
"""Clients that are slow, silent, too many, too loud, or do not read. Prints TAP.

Nothing here measures time: a limit is short, and the test waits until it strikes.
usage: limits.py ECHO
"""
import os
import resource
import socket
import struct
import sys
import time

from rawclient import (CLOSE, MORE, PATIENCE, PING, PONG, TEXT, Raw, Echo, Skip, WebSocket, case,
                       close_frame, frame, request, run_cases, same, until, upgrade)

ECHO = sys.argv[1]


def serve(*settings, **options):
    return Echo(ECHO, *settings, **options)


def turned_away(port):
    """A connection that is told so at once, and closed."""
    with Raw(port) as client:
        return client.rest().startswith(b'HTTP/1.1 503 ')


# ---- slow and silent ----

@case
def a_head_that_does_not_end():
    with serve('head_ms=300') as server:
        with Raw(server.port) as client:
            client.send(b'GET /page HTTP/1.1\r\nHost: x\r\n')
            same(client.reply()[0], 408)
            same(client.rest(), b'')
        same(server.stats()['bad_requests'], 1)


@case
def a_head_that_comes_drop_by_drop():
    with serve('head_ms=1000') as server:
        with Raw(server.port) as client:
            client.sock.settimeout(0.1)
            sent = 0
            while not client.data:
                client.send(b'GET /page HTTP/1.1\r\nX: ' if sent == 0 else b'x')
                sent += 1
                assert sent < PATIENCE * 10, 'never cut off'
                try:
                    client.more()
                except TimeoutError:
                    pass
            client.sock.settimeout(PATIENCE)
            same(client.reply()[0], 408)


@case
def a_connection_that_says_nothing():
    with serve('head_ms=300') as server:
        with Raw(server.port) as client:
            same(client.rest(), b'')
        same(server.stats()['cut_idle'], 1)


@case
def a_kept_connection_that_asks_no_more():
    with serve('idle_ms=300', 'head_ms=60000') as server:
        with Raw(server.port) as client:
            client.send(request())
            same(client.reply()[0], 200)
            same(client.rest(), b'')


@case
def a_reply_that_nobody_reads():
    with serve('idle_ms=500') as server:
        with Raw(server.port) as client:
            client.send(request('/big') * 5)
            until(lambda: server.stats()['cut_slow'] == 1, 'never cut off')
            same(server.stats()['http'], 0)


@case
def silence_is_asked_with_pings_and_answers_keep_it():
    with serve('ping_ms=1000') as server:
        with WebSocket(server.port) as client:
            for i in range(4):
                same(client.frame(), (PING, b''))
                client.send(frame(PONG, b'') if i % 2 else frame(TEXT, 'here'))
                if i % 2 == 0:
                    client.echo('here')
            client.is_alive()
            same(server.stats()['cut_idle'], 0)


@case
def a_client_that_is_not_there_any_more():
    with serve('ping_ms=300') as server:
        with WebSocket(server.port) as client:
            same(client.frame(), (PING, b''))
            same(client.frame(), (PING, b''))
            same(client.rest(), b'')
        same(server.stats()['cut_idle'], 1)


@case
def a_message_that_does_not_end():
    with serve('ping_ms=500') as server:
        with WebSocket(server.port) as client:
            client.send(frame(TEXT, 'x' * 100)[:20])
            client.sock.settimeout(0.1)
            for _ in range(PATIENCE * 10):
                client.send(b'x' if client.data.count(b'x') < 50 else b'')
                try:
                    client.more()
                except TimeoutError:
                    continue
                if b'\x03\xf0message without end' in client.data:
                    break
            else:
                raise AssertionError('never cut off')
            same(server.stats()['cut_idle'], 1)


@case
def messages_that_overlap_are_no_message_without_end():
    with serve('ping_ms=1000', 'rate=1000', 'burst=1000') as server:
        with WebSocket(server.port) as client:
            text = frame(TEXT, 'again')
            client.send(text[:4])
            for _ in range(50):
                client.send(text[4:] + text[:4])
                client.echo('again')
                time.sleep(0.05)
            same(server.stats()['cut_idle'], 0)


# ---- too many ----

@case
def connections_in_all():
    with serve('connections=5') as server:
        some = [WebSocket(server.port) for _ in range(5)]
        assert turned_away(server.port)
        same(server.stats()['refused'], 1)
        some.pop().sock.close()
        until(lambda: server.stats()['websockets'] == 4, 'still counted')
        WebSocket(server.port).is_alive()


@case
def connections_of_one_address():
    with serve('per_address=3', 'host=0.0.0.0') as server:
        some = [WebSocket(server.port) for _ in range(3)]
        assert turned_away(server.port)
        with WebSocket(server.port, source_address=('127.0.0.2', 0)) as other:
            other.is_alive()
        some.pop().sock.close()
        until(lambda: server.stats()['websockets'] == 2, 'still counted')
        WebSocket(server.port).is_alive()


@case
def connections_of_one_address_within_a_minute():
    with serve('opens_a_minute=4', 'host=0.0.0.0') as server:
        for _ in range(4):
            with Raw(server.port) as client:
                client.send(request())
                same(client.reply()[0], 200)
        assert turned_away(server.port)
        with WebSocket(server.port, source_address=('127.0.0.3', 0)) as other:
            other.is_alive()


@case
def no_files_left():
    with serve('hog=5', preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))) \
            as server:
        some = [Raw(server.port) for _ in range(30)]
        for client in some[:3]:
            client.send(request())
            same(client.reply()[0], 200)
        spent = cpu_of(server.process.pid)
        time.sleep(1)
        assert cpu_of(server.process.pid) - spent < 0.5, 'it spins'
        for client in some:
            client.sock.close()
        until(lambda: server.stats()['http'] == 0, 'still open')
        with Raw(server.port) as client:
            client.send(request())
            same(client.reply()[0], 200)


def cpu_of(pid):
    """Seconds that a process has computed."""
    with open(f'/proc/{pid}/stat', encoding='ascii') as file:
        fields = file.read().rpartition(')')[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


@case
def fewer_files_than_connections():
    limit = 100
    with serve('connections=1000', 'per_address=0', preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_NOFILE, (limit, limit))) as server:
        some = [WebSocket(server.port) for _ in range(limit - 64)]
        assert turned_away(server.port)
        some[0].is_alive()


# ---- too loud ----

@case
def more_messages_than_allowed():
    with serve('rate=1', 'burst=10') as server:
        with WebSocket(server.port) as client:
            client.send(frame(TEXT, 'x') * 12)
            for _ in range(10):
                client.echo('x')
            client.closes(4029)
        same(server.stats()['cut_rate'], 1)


@case
def more_requests_than_allowed():
    with serve('rate=1', 'burst=10') as server:
        with Raw(server.port) as client:
            client.send(request() * 30)
            for _ in range(10):
                same(client.reply()[0], 200)
            status, headers, _ = client.reply()
            same((status, headers['connection']), (429, 'close'))
            same(client.rest(), b'')


@case
def requests_of_a_proxy_are_many_peoples():
    with serve('trust', 'rate=1', 'burst=10') as server:
        with Raw(server.port) as client:
            client.send(request() * 30)
            for _ in range(30):
                same(client.reply()[0], 200)


@case
def the_bucket_fills_again():
    with serve('rate=10', 'burst=2') as server:
        with WebSocket(server.port) as client:
            for _ in range(10):
                client.send(frame(TEXT, 'x'))
                client.echo('x')
                time.sleep(0.12)


@case
def pings_count_too():
    with serve('rate=1', 'burst=10') as server:
        with WebSocket(server.port) as client:
            client.send(frame(PING) * 12)
            for _ in range(10):
                same(client.frame(), (PONG, b''))
            client.closes(4029)


@case
def empty_pieces_without_end():
    with serve('rate=1', 'burst=10') as server:
        with WebSocket(server.port) as client:
            client.send(frame(TEXT, fin=False) + frame(MORE, fin=False) * 1000)
            client.closes(4029)


# ---- too dear ----

def spends(client, messages):
    client.send(frame(TEXT, f'/spend {messages}'))
    client.echo('spent')


@case
def work_within_the_credit_is_not_noticed():
    with serve('rate=1', 'burst=20') as server:
        with WebSocket(server.port) as client:
            spends(client, 12)
            spends(client, 7)
            client.is_alive()
        same(server.stats()['paused'], 0)


@case
def an_expensive_client_is_not_read_for_a_while():
    """And nothing is lost, nor do others wait."""
    with serve('rate=20', 'burst=60') as server:
        with WebSocket(server.port) as client, WebSocket(server.port) as other:
            spends(client, 80)
            same(server.stats()['paused'], 1)
            client.send(frame(TEXT, 'later'))
            other.is_alive()
            client.echo('later')
        same((server.stats()['paused'], server.stats()['cut_rate']), (1, 0))


@case
def far_too_much_work_at_once():
    with serve('rate=1', 'burst=20') as server:
        with WebSocket(server.port) as client:
            client.send(frame(TEXT, '/spend 12') * 8)
            for _ in range(3):
                client.echo('spent')
            client.closes(4029)
        same(server.stats()['cut_rate'], 1)


@case
def work_of_one_address():
    """Over many connections: as much as two of the twenty that it may have. Others are read."""
    with serve('rate=2', 'burst=20', 'per_address=20', 'host=0.0.0.0') as server:
        some = [WebSocket(server.port) for _ in range(5)]
        for client in some[:4]:
            spends(client, 10)
        same(server.stats()['paused'], 0)
        spends(some[4], 10)
        same(server.stats()['paused'], 1)
        with WebSocket(server.port, source_address=('127.0.0.2', 0)) as other:
            spends(other, 20)
            other.is_alive()
        for client in some:
            client.is_alive()
        same((server.stats()['paused'], server.stats()['cut_rate']), (1, 0))


@case
def long_messages_cost_more():
    with serve('rate=1', 'burst=30') as server:
        with WebSocket(server.port) as client:
            for _ in range(2):
                client.send(frame(TEXT, 'x' * 15000))
                client.echo('x' * 15000)
            same(server.stats()['paused'], 0)
            client.send(frame(TEXT, 'x' * 5000))
            client.echo('x' * 5000)
            same(server.stats()['paused'], 1)


# ---- a crowd ----

@case
def later_messages_come_in_order():
    """To more than are served at once, before the close frame too; all of them get it."""
    with serve('rate=1000', 'burst=1000', 'per_address=0', 'opens_a_minute=0') as server:
        crowd = [WebSocket(server.port) for _ in range(150)]
        for client in crowd:
            client.send(frame(TEXT, '/later a') + frame(TEXT, 'b') + frame(TEXT, '/later c'))
        crowd[0].send(frame(TEXT, '/close 4321'))
        crowd.pop().sock.close()
        for client in crowd:
            for text in 'abc':
                client.echo(text)
        crowd[0].closes(4321)
        for client in crowd[1:]:
            client.is_alive()


@case
def a_crowd_is_not_served_in_one_go():
    with serve('rate=1000', 'burst=1000', 'per_address=0', 'opens_a_minute=0') as server:
        crowd = [WebSocket(server.port) for _ in range(300)]
        same(server.stats()['most_writes'] <= 64, True)  # nobody has got anything but the upgrade
        for client in crowd:
            client.send(frame(TEXT, '/later a'))
        for client in crowd:
            client.echo('a')
        assert server.stats()['most_writes'] <= 64 + 8, server.stats()


@case
def much_that_is_sent_later():
    with serve('rate=100000', 'burst=100000') as server:
        with WebSocket(server.port) as client:
            client.send(frame(TEXT, '/later ' + 'x' * 9000) * 30)
            for _ in range(30):
                client.echo('x' * 9000)
        same(server.stats()['cut_slow'], 0)


# ---- who does not read ----

def flooded(server, client, other=None):
    """Asks for 100 KB more without reading any; True: it was too much."""
    for _ in range(2):
        client.send(frame(TEXT, '/flood 50'))
    if other:
        other.is_alive()
    return server.stats()['cut_slow'] == 1


@case
def a_client_that_does_not_read_is_cut_off_and_others_are_not():
    with serve('rate=100000', 'burst=100000') as server:
        with WebSocket(server.port) as client, WebSocket(server.port) as other:
            until(lambda: flooded(server, client, other), 'never cut off')
            until(lambda: server.stats()['open'] == 1, 'still open')
            other.is_alive()


@case
def a_client_that_reads_late_hears_why():
    with serve('rate=100000', 'burst=100000') as server:
        with WebSocket(server.port) as client:
            until(lambda: flooded(server, client), 'never cut off')
            count = 0
            opcode, payload = client.frame()
            while opcode == TEXT:
                same(payload, b'x' * 1000)
                count += 1
                opcode, payload = client.frame()
            assert count > 64, count
            same((opcode, payload[:2]), (CLOSE, struct.pack('!H', 4008)))


@case
def a_slow_reader_gets_everything():
    with serve('rate=100000', 'burst=100000') as server:
        with WebSocket(server.port) as client:
            for _ in range(40):
                client.send(frame(TEXT, '/flood 20'))
                for _ in range(20):
                    client.echo('x' * 1000)
            same(server.stats()['cut_slow'], 0)


def ends_after_all(client, code, count=0, echoes=0):
    """Everything that was sent before comes, in order, and then the close frame with its code."""
    client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2 ** 20)  # a small one is slow
    while (got := client.frame()) != (TEXT, b'full'):
        same((got[0], got[1].strip()), (TEXT, str(count).encode()))
        count += 1
    assert count > 32, count
    for _ in range(echoes):
        client.echo('?')
    opcode, payload = client.frame()
    same((opcode, payload[:2]), (CLOSE, struct.pack('!H', code)))
    client.send(close_frame(code))
    same(client.rest(), b'')


def small(server):
    """A client into whose system little fits, and the server's queue for it is half full."""
    client = WebSocket(server.port)
    client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.send(frame(TEXT, '/fill'))
    return client


@case
def what_waits_comes_before_the_close_frame_of_either_side():
    ways = {4321: frame(TEXT, '/close 4321'), 1002: b'\x83\x80\0\0\0\0',  # no such opcode
            1000: close_frame(1000), 4029: frame(TEXT, '?') * 20}
    for code, end in ways.items():
        with serve('rate=0', 'burst=20') as server, small(server) as client:
            client.send(end)
            server.stats()  # it has read all of that
            ends_after_all(client, code, echoes=19 if code == 4029 else 0)
            until(lambda: server.stats()['open'] == 0, 'still open')
            same(server.stats()['cut_slow'], 0)


@case
def what_waits_comes_before_the_server_stops():
    server = serve('stop_ms=60000')
    with small(server) as client:
        same(client.frame()[1].strip(), b'0')
        server.process.terminate()
        ends_after_all(client, 1001, count=1)
    same(server.ended(), 0)


@case
def a_slow_reader_gets_everything():
    """For longer than the server waits for one who stands still."""
    with serve() as server, small(server) as client:
        client.send(frame(TEXT, '/close 4321'))
        begin = time.monotonic()
        while time.monotonic() < begin + 5 and b'full' not in client.data:
            client.data += client.sock.recv(256)
            time.sleep(0.01)
        assert b'full' not in client.data, 'too fast: it shows nothing'
        ends_after_all(client, 4321)


@case
def pings_of_one_who_does_not_read():
    with serve('rate=10000000', 'burst=1000000') as server:
        with WebSocket(server.port) as client:
            def goes_on():
                client.send(frame(PING, 'x' * 125) * 200)
                return server.stats()['cut_slow'] == 1
            until(goes_on, 'never cut off')


@case
def clients_hang_up():
    with serve('per_address=0', 'opens_a_minute=0', 'rate=1000', 'burst=1000') as server:
        for i in range(60):
            client = WebSocket(server.port)
            if i % 3 == 0:
                client.send(frame(TEXT, '/flood 60') + frame(TEXT, 'half')[:5])
            if i % 3 != 1:
                client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
            client.sock.close()
        until(lambda: server.stats()['open'] == 0, 'still open')
        same(server.stats()['http'], 0)


# ---- addresses ----

@case
def behind_a_proxy_that_we_trust():
    with serve('trust', 'per_address=2') as server:
        def by_proxy(value):
            return WebSocket(server.port, headers=[f'x-forwarded-for: {value}'])
        first = by_proxy('6.6.6.6, 10.0.0.1')
        first.send(frame(TEXT, '/address'))
        first.echo('10.0.0.1')
        second = by_proxy('10.0.0.1')
        with Raw(server.port) as client:
            client.send(upgrade(headers=['X-Forwarded-For: 10.0.0.1']))
            same(client.reply()[0], 429)
        other = by_proxy('::ffff:10.0.0.2')
        other.send(frame(TEXT, '/address'))
        other.echo('10.0.0.2')
        for client in (first, second, other):
            client.is_alive()
        with Raw(server.port) as client:
            client.send(request('/tell', headers=['X-Forwarded-For: nonsense']))
            assert b'address 127.0.0.1\n' in client.reply()[2]


@case
def one_net_of_ipv6_is_one_address():
    with serve('trust', 'per_address=1') as server:
        with WebSocket(server.port, headers=['X-Forwarded-For: 2001:db8::1']) as client:
            client.is_alive()
            with Raw(server.port) as other:
                other.send(upgrade(headers=['X-Forwarded-For: 2001:db8::2']))
                same(other.reply()[0], 429)
            with WebSocket(server.port, headers=['X-Forwarded-For: 2001:db8:0:1::1']) as other:
                other.is_alive()


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as sock:
            sock.bind(('::1', 0))
        return True
    except OSError:
        return False


@case
def ipv6():
    if not has_ipv6():
        raise Skip('no IPv6 here')
    for host in ('::1', '::'):
        with serve(f'host={host}') as server:
            with WebSocket(server.port, host='::1') as client:
                client.send(frame(TEXT, '/address'))
                client.echo('::1')
            if host == '::':
                with WebSocket(server.port) as client:
                    client.send(frame(TEXT, '/address'))
                    client.echo('127.0.0.1')


@case
def localhost_by_name():
    with serve('host=localhost') as server:
        WebSocket(server.port).is_alive()


@case
def a_port_that_is_taken():
    with serve() as server:
        other = serve(f'port={server.port}', stderr=-3)
        same((other.port, other.process.wait(PATIENCE)), (0, 1))
        other.process.stdout.close()


# ---- the end ----

@case
def the_server_stops():
    server = serve()
    some = [WebSocket(server.port) for _ in range(5)]
    kept = Raw(server.port)
    kept.send(request())
    kept.reply()
    server.process.terminate()
    for client in some:
        opcode, payload = client.frame()
        same((opcode, payload[:2]), (CLOSE, struct.pack('!H', 1001)))
        client.send(close_frame(1001))
        same(client.rest(), b'')
        client.sock.close()
    same(kept.rest(), b'')
    same(server.ended(), 0)


@case
def the_server_stops_by_force():
    server = serve('stop_ms=300', 'rate=100000', 'burst=100000')
    with WebSocket(server.port) as client, Raw(server.port) as half:
        half.send(b'GET / HTTP/1.1\r\n')
        client.send(frame(TEXT, '/flood 50'))
        client.frame()
        same(server.stop(), 0)


if __name__ == '__main__':
    sys.exit(run_cases())
