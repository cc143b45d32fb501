/*
 * sha1.h - SHA-1, for the WebSocket handshake (RFC 6455, 4.2.2) and nothing else.
 *
 * There it proves only that the other side speaks WebSocket; no secret depends on it. libsodium
 * rightly has none.
 */
#ifndef MAZO_SHA1_H
#define MAZO_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { SHA1_SIZE = 20, SHA1_MESSAGE_MAX = 4096 };

/* Of a short message: at most SHA1_MESSAGE_MAX bytes. */
void sha1(const void *message, size_t len, uint8_t out[SHA1_SIZE]);

#endif
