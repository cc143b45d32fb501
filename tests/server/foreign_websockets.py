#!/usr/bin/env python3
"""python3-websockets as a client of our server: foreign_websockets.py PORT. Says what it saw."""
import asyncio
import sys

import websockets

URL = f'ws://127.0.0.1:{sys.argv[1]}/ws'


async def echoes():
    async with websockets.connect(URL, subprotocols=['chat', 'mazo.v1']) as socket:
        assert socket.subprotocol == 'mazo.v1'
        for length in (0, 1, 125, 126, 127, 4096, 16384):
            text = 'é' * (length // 2) + 'x' * (length % 2)
            await socket.send(text)
            assert await socket.recv() == text, length
        await socket.send(['one ', 'two ', '', 'three'])
        assert await socket.recv() == 'one two three'
        await asyncio.wait_for(await socket.ping(b'\x00\xff'), 30)
        await socket.close(4321, 'adiós')
        assert socket.close_code == 4321


async def closes(message, code):
    async with websockets.connect(URL) as socket:
        await socket.send(message)
        try:
            await socket.recv()
        except websockets.ConnectionClosed as end:
            assert end.rcvd.code == code, end
        else:
            assert False, 'not closed'


async def many():
    sockets = await asyncio.gather(*(websockets.connect(URL) for _ in range(50)))
    for i, socket in enumerate(sockets):
        await socket.send(f'I am {i}')
    for i, socket in enumerate(sockets):
        assert await socket.recv() == f'I am {i}'
        await socket.close()


async def refused(**options):
    try:
        async with websockets.connect(URL, **options):
            assert False, 'was let in'
    except websockets.InvalidHandshake as error:  # told in one way up to websockets 13, in another from 14 on
        status = error.status_code if hasattr(error, 'status_code') else error.response.status_code
        assert status == 403, error


async def main():
    await echoes()
    await closes('/close 4001', 4001)
    await closes(b'binary', 1003)
    await closes('x' * 16385, 1009)
    await many()
    await refused(origin='http://evil.example')
    print('fine')


asyncio.run(main())
