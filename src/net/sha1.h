/*
 * sha1.h - the digest that the WebSocket handshake is made with (RFC 6455, 4.2.2).
 *
 * It protects nothing there and must protect nothing here: secrets use libsodium.
 */
#ifndef MAZO_SHA1_H
#define MAZO_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum {
    SHA1_SIZE = 20,
    WS_KEY_SIZE = 25,   /* Sec-WebSocket-Key with its NUL: 16 bytes in base64 */
    WS_ACCEPT_SIZE = 29 /* Sec-WebSocket-Accept with its NUL: 20 bytes in base64 */
};

void sha1(const void *data, size_t len, uint8_t out[SHA1_SIZE]);

/* What a server answers to this Sec-WebSocket-Key, which has at most 64 bytes. */
void ws_accept_of(const char *key, char out[WS_ACCEPT_SIZE]);

#endif
