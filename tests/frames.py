"""WebSocket frames as bytes, good ones and bad ones; and what both ends of the upgrade compute."""
import base64
import hashlib
import struct

GUID = b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
MORE, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


def accept_of(key):
    """The answer to the key of an upgrade, both as bytes."""
    return base64.b64encode(hashlib.sha1(key + GUID).digest())


def mask(data, key):
    """XOR with the four bytes, as one big number. Done twice, it is the data again."""
    size = len(data)
    stretched = (key * (size // 4 + 1))[:size]
    return (int.from_bytes(data, 'big') ^ int.from_bytes(stretched, 'big')).to_bytes(size, 'big')


def frame(opcode, payload=b'', fin=True, rsv=0, key=None, length=None, form=None):
    """The bytes of a frame. A client masks it with the four bytes `key`, a server does not. `length` and `form` (7, 16 or
    64 bits) may lie."""
    if isinstance(payload, str):
        payload = payload.encode()
    length = len(payload) if length is None else length
    form = form or (7 if length < 126 else 16 if length < 65536 else 64)
    first, masked = (0x80 if fin else 0) | rsv << 4 | opcode, 0x80 if key else 0
    if form == 7:
        head = struct.pack('!BB', first, masked | length)
    elif form == 16:
        head = struct.pack('!BBH', first, masked | 126, length)
    else:
        head = struct.pack('!BBQ', first, masked | 127, length)
    return head + (key + mask(payload, key) if key else payload)


def read_frame(take):
    """The next frame: both bytes of its head, the key (b'' where it is not masked) and the payload, unmasked.
    `take` gives that many bytes."""
    first, second = take(2)
    size = second & 127
    if size == 126:
        size, = struct.unpack('!H', take(2))
    elif size == 127:
        size, = struct.unpack('!Q', take(8))
    key = take(4) if second & 128 else b''
    payload = take(size)
    return first, second, key, mask(payload, key) if key else payload
