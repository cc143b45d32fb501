/*
 * sha1.c - SHA-1 as FIPS 180-4 describes it, in one go, and the WebSocket handshake's use of it.
 */
#include "net/sha1.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64 };

static uint32_t turn(uint32_t word, int bits) { return word << bits | word >> (32 - bits); }

/* The function and the constant of the twenty steps around step t. */
static uint32_t mix(int t, uint32_t b, uint32_t c, uint32_t d)
{
    if (t < 20)
        return (b & c) + (~b & d) + 0x5a827999u;
    if (t < 40)
        return (b ^ c ^ d) + 0x6ed9eba1u;
    if (t < 60)
        return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu;
    return (b ^ c ^ d) + 0xca62c1d6u;
}

static void digest(uint32_t state[5], const uint8_t block[BLOCK])
{
    uint32_t w[80];
    for (int t = 0; t < 16; t++) {
        const uint8_t *p = block + 4 * t;
        w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int t = 16; t < 80; t++)
        w[t] = turn(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int t = 0; t < 80; t++) {
        uint32_t next = turn(a, 5) + mix(t, b, c, d) + e + w[t];
        e = d;
        d = c;
        c = turn(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

void sha1(const void *data, size_t len, uint8_t out[SHA1_SIZE])
{
    uint32_t state[5] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
    const uint8_t *bytes = data;
    size_t whole = len / BLOCK * BLOCK, rest = len - whole;
    for (size_t i = 0; i < whole; i += BLOCK)
        digest(state, bytes + i);
    /* The rest, a one bit, zeros, and the length in bits in the last eight bytes. */
    uint8_t end[2 * BLOCK] = {0};
    size_t size = rest + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    if (rest > 0)
        memcpy(end, bytes + whole, rest);
    end[rest] = 0x80;
    for (int i = 0; i < 8; i++)
        end[size - 1 - (size_t)i] = (uint8_t)((uint64_t)len * 8 >> (8 * i));
    for (size_t i = 0; i < size; i += BLOCK)
        digest(state, end + i);
    for (int i = 0; i < SHA1_SIZE; i++)
        out[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

void ws_accept_of(const char *key, char out[WS_ACCEPT_SIZE])
{
    char text[128];
    uint8_t sum[SHA1_SIZE];
    int len = snprintf(text, sizeof text, "%.64s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1(text, (size_t)len, sum);
    sodium_bin2base64(out, WS_ACCEPT_SIZE, sum, sizeof sum, sodium_base64_VARIANT_ORIGINAL);
}
