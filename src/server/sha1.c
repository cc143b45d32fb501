/*
 * sha1.c - SHA-1 as FIPS 180-4 describes it, for messages that are there as a whole.
 */
#include "server/sha1.h"

#include <assert.h>
#include <string.h>

enum { BLOCK = 64, LENGTH_AT = 56 };

static uint32_t rotate(uint32_t x, int bits) { return x << bits | x >> (32 - bits); }

static uint32_t mix(int round, uint32_t b, uint32_t c, uint32_t d)
{
    if (round < 20) {
        return ((b & c) | (~b & d)) + 0x5a827999;
    }
    if (round < 40) {
        return (b ^ c ^ d) + 0x6ed9eba1;
    }
    if (round < 60) {
        return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    }
    return (b ^ c ^ d) + 0xca62c1d6;
}

static void take_block(uint32_t h[5], const uint8_t *block)
{
    uint32_t w[80];
    for (int i = 0; i < 16; i++, block += 4) {
        w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 |
               block[3];
    }
    for (int i = 16; i < 80; i++) {
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    }
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 80; i++) {
        uint32_t next = rotate(a, 5) + mix(i, b, c, d) + e + w[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

void sha1(const void *message, size_t len, uint8_t out[SHA1_SIZE])
{
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    const uint8_t *at = message;
    uint8_t last[2 * BLOCK] = {0};
    size_t left = len;
    assert(len <= SHA1_MESSAGE_MAX);
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK) {
        take_block(h, at);
    }
    if (left > 0) {
        memcpy(last, at, left);
    }
    last[left] = 0x80;
    size_t blocks = left < LENGTH_AT ? 1 : 2;
    uint64_t bits = (uint64_t)len * 8;
    for (size_t i = 0; i < 8; i++) {
        last[blocks * BLOCK - 1 - i] = (uint8_t)(bits >> (8 * i));
    }
    for (size_t i = 0; i < blocks; i++) {
        take_block(h, last + i * BLOCK);
    }
    for (int i = 0; i < SHA1_SIZE; i++) {
        out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
    }
}
