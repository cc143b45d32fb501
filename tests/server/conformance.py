#!/usr/bin/env python3
"""WebSocket as RFC 6455 wants it, in the order of the Autobahn suite. Prints TAP.

usage: conformance.py ECHO
"""
import struct
import sys

from rawclient import (BINARY, CLOSE, MORE, PING, PONG, TEXT, Echo, WebSocket, case, cases,
                       close_frame, frame, run_cases, same)

LIMIT = 16384
server = Echo(sys.argv[1], 'rate=1000000', 'burst=1000000', 'per_address=0', 'opens_a_minute=0')


def connect(**options):
    return WebSocket(server.port, **options)


def answers(data, code):
    """These bytes end the connection with this code."""
    with connect() as client:
        client.send(data)
        client.closes(code)


# ---- 1, 9: lengths ----

@cases('text of length', [0, 1, 125, 126, 127, 128, 1000, LIMIT - 1, LIMIT])
def text_of_length(length):
    with connect() as client:
        client.send(frame(TEXT, 'x' * length))
        client.echo('x' * length)
        client.is_alive()


@cases('too long:', [LIMIT + 1, 65535, 65536, 1 << 20])
def too_long(length):
    answers(frame(TEXT, 'x' * length), 1009)


@cases('declared as longer than all memory:', [1 << 32, (1 << 63) - 1])
def declared_huge(length):
    answers(frame(TEXT, 'x', length=length), 1009)


@case
def the_highest_bit_of_a_length_must_be_zero():
    answers(frame(TEXT, 'x', length=1 << 63), 1002)


@cases('length not in its shortest form:', [(0, 16), (125, 16), (126, 64), (65535, 64)])
def long_form(value):
    length, form = value
    answers(frame(TEXT, 'x' * length, form=form), 1002)


@cases('mask', [b'\x00\x00\x00\x00', b'\xff\xff\xff\xff', b'\x80\x00\x7f\x01'])
def masks(mask):
    with connect() as client:
        client.send(frame(TEXT, 'ñandú ' * 50, key=mask))
        client.echo('ñandú ' * 50)


@case
def a_frame_that_is_not_masked():
    answers(frame(TEXT, 'hello', key=None), 1002)


@case
def a_ping_that_is_not_masked():
    answers(frame(PING, key=None), 1002)


# ---- 2: pings and pongs ----

@cases('ping with a payload of', [0, 1, 125])
def ping(length):
    payload = bytes(range(256))[256 - length:]
    with connect() as client:
        client.send(frame(PING, payload))
        same(client.frame(), (PONG, payload))


@cases('control frame of 126 bytes, opcode', [CLOSE, PING, PONG])
def control_too_long(opcode):
    answers(frame(opcode, b'\x03\xe8' + b'x' * 124), 1002)


@cases('control frame in pieces, opcode', [CLOSE, PING, PONG])
def control_in_pieces(opcode):
    answers(frame(opcode, fin=False), 1002)


@case
def a_pong_that_nobody_asked_for():
    with connect() as client:
        client.send(frame(PONG, b'why not') + frame(PONG))
        client.is_alive()


@case
def ten_pings_at_once():
    with connect() as client:
        client.send(b''.join(frame(PING, f'ping {i}') for i in range(10)))
        for i in range(10):
            same(client.frame(), (PONG, f'ping {i}'.encode()))


@case
def a_ping_byte_by_byte():
    with connect() as client:
        client.dribble(frame(PING, b'\x00\xff\xfe'))
        same(client.frame(), (PONG, b'\x00\xff\xfe'))


# ---- 3: reserved bits ----

@cases('reserved bits of a text', range(1, 8))
def reserved_bits(bits):
    answers(frame(TEXT, 'hello', rsv=bits), 1002)


@cases('reserved bits in a control frame', [(PING, 4), (PONG, 2), (CLOSE, 1)])
def reserved_bits_of_control(value):
    opcode, bits = value
    answers(frame(opcode, rsv=bits), 1002)


@case
def reserved_bits_after_good_messages():
    with connect() as client:
        client.send(frame(TEXT, 'one') + frame(PING, 'two') + frame(TEXT, 'three', rsv=3))
        client.echo('one')
        same(client.frame(), (PONG, b'two'))
        client.closes(1002)


@case
def reserved_bits_of_a_later_piece():
    answers(frame(TEXT, 'one', fin=False) + frame(MORE, 'two', rsv=4), 1002)


# ---- 4: opcodes ----

@cases('reserved opcode', [3, 4, 5, 6, 7, 11, 12, 13, 14, 15])
def reserved_opcode(opcode):
    answers(frame(opcode), 1002)


@cases('reserved opcode with payload', [3, 7, 11, 15])
def reserved_opcode_with_payload(opcode):
    answers(frame(opcode, 'payload'), 1002)


# ---- 5: fragmentation ----

@cases('pieces of', [1, 2, 3, 64, 1000])
def pieces(size):
    text = ('día ' * 80).encode()
    with connect() as client:
        parts = [text[i:i + size] for i in range(0, len(text), size)]
        for i, part in enumerate(parts):
            client.send(frame(MORE if i else TEXT, part, fin=i == len(parts) - 1))
        client.echo(text)
        client.is_alive()


@cases('empty pieces', ['first', 'last', 'between', 'all'])
def empty_pieces(which):
    parts = {'first': ['', 'ab'], 'last': ['ab', ''], 'between': ['a', '', 'b'],
             'all': ['', '', '']}[which]
    with connect() as client:
        client.send(b''.join(frame(MORE if i else TEXT, part, fin=i == len(parts) - 1)
                             for i, part in enumerate(parts)))
        client.echo(''.join(parts))
        client.is_alive()


@case
def a_ping_between_pieces():
    with connect() as client:
        client.send(frame(TEXT, 'one ', fin=False) + frame(PING, 'now'))
        same(client.frame(), (PONG, b'now'))
        client.send(frame(MORE, 'two ', fin=False) + frame(PING) + frame(PONG, 'x'))
        same(client.frame(), (PONG, b''))
        client.send(frame(MORE, 'three'))
        client.echo('one two three')


@case
def a_close_between_pieces():
    with connect() as client:
        client.send(frame(TEXT, 'one ', fin=False) + close_frame(1000))
        client.closes(1000)


@cases('a piece of nothing: fin', [False, True])
def piece_of_nothing(fin):
    answers(frame(MORE, 'x', fin=fin), 1002)


@case
def a_piece_after_a_whole_message():
    with connect() as client:
        client.send(frame(TEXT, 'one') + frame(MORE, 'two'))
        client.echo('one')
        client.closes(1002)


@cases('a new message between pieces: fin', [False, True])
def new_message_between(fin):
    answers(frame(TEXT, 'one', fin=False) + frame(TEXT, 'two', fin=fin), 1002)


@case
def pieces_up_to_the_limit():
    with connect() as client:
        client.send(frame(TEXT, 'x' * (LIMIT - 1), fin=False) + frame(MORE, 'y'))
        client.echo('x' * (LIMIT - 1) + 'y')


@case
def pieces_over_the_limit():
    answers(frame(TEXT, 'x' * LIMIT, fin=False) + frame(MORE, 'y'), 1009)


@case
def pieces_over_the_limit_without_an_end():
    answers(frame(TEXT, 'x' * 6000, fin=False) + frame(MORE, 'x' * 6000, fin=False) * 3, 1009)


@cases('binary: fin', [True, False])
def binary(fin):
    answers(frame(BINARY, b'\x00\x01', fin=fin), 1003)


@case
def empty_binary():
    answers(frame(BINARY), 1003)


# ---- 6: UTF-8 ----

GOOD = ['κόσμε', '\x00', '\x7f', '\x80', '\u07ff', '\u0800', '\uffff', '\ufffe', '\U00010000',
        '\U0010ffff', '\ud7ff\ue000', '\ufdd0', '\U0001f600', 'a\u0301']
BAD = [b'\x80', b'\xbf', b'\xc0\x80', b'\xc0\xaf', b'\xc1\xbf', b'\xe0\x80\xaf', b'\xe0\x9f\xbf',
       b'\xf0\x80\x80\xaf', b'\xf0\x8f\xbf\xbf', b'\xed\xa0\x80', b'\xed\xbf\xbf',
       b'\xed\xa0\x80\xed\xb0\x80', b'\xf4\x90\x80\x80', b'\xf5\x80\x80\x80', b'\xf8\x88\x80\x80\x80',
       b'\xfe', b'\xff', b'ok\xc3', b'ok\xe2\x82', b'ok\xf0\x9f\x98', b'\xc3\x28', b'\xe2\x28\xa1',
       b'\xce\xba\xe1\xbd\xb9\xed\xa0\x80edited']


@cases('valid UTF-8', GOOD)
def valid_utf8(text):
    with connect() as client:
        client.send(frame(TEXT, text))
        client.echo(text)


@cases('not UTF-8', BAD)
def invalid_utf8(data):
    answers(frame(TEXT, data), 1007)


@cases('not UTF-8, byte by byte', BAD[5:9] + BAD[17:20])
def invalid_utf8_by_byte(data):
    with connect() as client:
        client.dribble(frame(TEXT, data))
        client.closes(1007)


@cases('characters split over pieces', ['κόσμε', '\U0001f600\U0001f0cf', 'aé€\U00010000'])
def split_characters(text):
    data = text.encode()
    for at in range(1, len(data)):
        with connect() as client:
            client.send(frame(TEXT, data[:at], fin=False) + frame(PING, 'p') +
                        frame(MORE, data[at:]))
            same(client.frame(), (PONG, b'p'))
            client.echo(text)


@case
def not_utf8_over_two_pieces():
    answers(frame(TEXT, b'\xe0', fin=False) + frame(MORE, b'\x80\xaf'), 1007)


@case
def a_bad_first_piece_is_not_waited_for():
    answers(frame(TEXT, b'ok \xff', fin=False), 1007)


@case
def a_character_without_its_end_over_two_pieces():
    answers(frame(TEXT, b'\xf0\x9f', fin=False) + frame(MORE, b'\x98'), 1007)


@case
def a_character_cut_by_the_end_of_a_message_is_not_completed_by_the_next():
    answers(frame(TEXT, b'\xc3') + frame(TEXT, b'\xa9'), 1007)


# ---- 7: farewell ----

@case
def close_without_a_code():
    answers(close_frame(), None)


@cases('close with code', [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000,
                           4999])
def good_code(code):
    answers(close_frame(code, b'because'), code)


@cases('close with a code that is none:', [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000,
                                           2999, 5000, 65535])
def bad_code(code):
    answers(close_frame(code), 1002)


@case
def close_with_half_a_code():
    answers(frame(CLOSE, b'\x03'), 1002)


@cases('close with a reason of', [0, 1, 123])
def reason_of_length(length):
    answers(close_frame(1000, b'r' * length), 1000)


@case
def close_with_a_reason_that_is_too_long():
    answers(close_frame(1000, b'r' * 124), 1002)


@case
def close_with_a_reason_in_utf8():
    answers(close_frame(1000, 'adiós 👋'.encode()), 1000)


@case
def close_with_a_reason_that_is_not_utf8():
    answers(close_frame(1000, b'\xce\xba\xff'), 1007)


@case
def close_with_a_reason_that_is_not_utf8_byte_by_byte():
    with connect() as client:
        client.dribble(close_frame(1000, b'\xce\xba\xff'))
        client.closes(1007)


@case
def close_byte_by_byte():
    """In ASCII, for wslay 1.1.1 skips bytes wherever the packets part (docs/decisions.md)."""
    with connect() as client:
        client.dribble(close_frame(4321, b'goodbye'))
        client.closes(4321)


@case
def nothing_after_close_is_answered():
    with connect() as client:
        client.send(close_frame(1000) + frame(TEXT, 'late') + frame(PING) + close_frame(1001))
        client.closes(1000)


@case
def a_message_before_close_is_answered():
    with connect() as client:
        client.send(frame(TEXT, 'first') + close_frame(1000))
        client.echo('first')
        client.closes(1000)


@case
def the_server_closes_first():
    with connect() as client:
        client.send(frame(TEXT, '/close 4001'))
        opcode, payload = client.frame()
        same((opcode, payload), (CLOSE, struct.pack('!H', 4001) + b'as you wish'))
        client.send(frame(TEXT, 'no longer heard') + frame(PING) + close_frame(4001))
        same(client.rest(), b'')


@case
def the_server_closes_first_and_nobody_answers():
    with connect() as client:
        client.send(frame(TEXT, '/close 4001'))
        same(client.frame()[0], CLOSE)
        same(client.rest(), b'')


@case
def both_close_at_once():
    with connect() as client:
        client.send(frame(TEXT, '/close 1000') + close_frame(1001))
        client.closes(1000)


# ---- bytes and packets ----

@case
def all_byte_by_byte():
    with connect() as client:
        client.dribble(frame(TEXT, 'día') + frame(TEXT, 'a' * 130) + frame(PING, 'p') +
                       frame(TEXT, 'b', fin=False) + frame(PING) + frame(MORE, 'c'))
        client.echo('día')
        client.echo('a' * 130)
        same(client.frame(), (PONG, b'p'))
        same(client.frame(), (PONG, b''))
        client.echo('bc')
        client.is_alive()


@case
def a_hundred_messages_in_one_packet():
    with connect() as client:
        client.send(b''.join(frame(TEXT, f'message {i}') for i in range(100)))
        for i in range(100):
            client.echo(f'message {i}')


@case
def messages_cut_anywhere():
    data = b''.join(frame(TEXT, 'x' * i) for i in range(120, 132))
    for size in (1, 5, 6, 7, 127, 131, 1000):
        with connect() as client:
            for i in range(0, len(data), size):
                client.send(data[i:i + size])
            for i in range(120, 132):
                client.echo('x' * i)


@case
def a_message_behind_the_handshake():
    with connect(behind=frame(TEXT, 'hurry') + frame(TEXT, 'up')[:3]) as client:
        client.echo('hurry')
        client.send(frame(TEXT, 'up')[3:])
        client.echo('up')


@case
def the_server_speaks_first():
    with connect(path='/greet') as client:
        client.echo('hello')


@case
def connections_do_not_mix():
    some = [connect() for _ in range(20)]
    for i, client in enumerate(some):
        client.send(frame(TEXT, f'I am {i}')[:5 + i % 3])
    for i, client in reversed(list(enumerate(some))):
        client.send(frame(TEXT, f'I am {i}')[5 + i % 3:])
    for i, client in enumerate(some):
        client.echo(f'I am {i}')
        client.sock.close()


@case
def nothing_is_left_behind():
    same(server.stop(), 0)


if __name__ == '__main__':
    sys.exit(run_cases())
