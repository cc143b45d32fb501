/*
 * ws.h - WebSocket (RFC 6455) without sockets, for a server and for clients: bytes in, messages out.
 *
 * wslay reads the frames. Its context is nearly 9 KB, so a connection borrows one from a pool
 * while bytes of an unfinished message are about; between messages, which is nearly always, it
 * owns nothing.
 */
#ifndef MAZO_WS_H
#define MAZO_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WS_KEY_SIZE = 25,    /* Sec-WebSocket-Key with its NUL: 16 bytes in base64 */
    WS_ACCEPT_SIZE = 29, /* Sec-WebSocket-Accept with its NUL: 20 bytes in base64 */
    WS_HEADER_MAX = 10,  /* frame header from a server; a client adds a mask */
    WS_REASON_MAX = 123
};

enum ws_opcode { WS_MORE = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10 };

/* What a server answers to this Sec-WebSocket-Key, which has at most 64 bytes (RFC 6455, 4.2.2). */
void ws_accept_of(const char *key, char out[WS_ACCEPT_SIZE]);

/* The answer to a Sec-WebSocket-Key; false: not a key (16 bytes in base64). */
bool ws_accept(const char *key, char out[WS_ACCEPT_SIZE]);

/* The header of an unmasked frame of `len` bytes; returns its length. */
size_t ws_header(uint8_t out[WS_HEADER_MAX], enum ws_opcode opcode, size_t len);

/* The payload of a close frame; returns its length. `reason` is cut at WS_REASON_MAX. */
size_t ws_close_payload(uint8_t out[2 + WS_REASON_MAX], int code, const char *reason);

struct ws_handlers {
    /* A frame begins: 0, or the close code with which to refuse it. */
    int (*frame)(void *ctx, enum ws_opcode opcode);
    /* A whole text message, valid UTF-8, NUL-terminated. */
    void (*message)(void *ctx, const char *text, size_t len);
    /* Send this: the answer to a ping. */
    void (*pong)(void *ctx, const uint8_t *data, size_t len);
};

struct ws_pool;   /* contexts, for all connections that have the same handlers */
struct ws_reader; /* one of them, borrowed */

/* Which end reads. A client's frames come masked, a server's do not. */
enum ws_role { WS_SERVER, WS_CLIENT };

struct ws_pool *ws_pool_new(enum ws_role role, const struct ws_handlers *handlers,
                            size_t message_max);
void ws_pool_free(struct ws_pool *p);

enum ws_end {
    WS_GOES_ON,
    WS_CLOSED, /* closed by the peer: send `code` back (0: without a code) */
    WS_FAILED  /* the peer broke the protocol: `code` says how */
};
struct ws_verdict {
    enum ws_end end;
    int code;
};

/* The next bytes. *reader is NULL at first and whenever no message is unfinished; after anything
 * but WS_GOES_ON it is NULL too, and nothing more can be read. */
struct ws_verdict ws_push(struct ws_pool *p, struct ws_reader **reader, void *ctx, const void *data,
                          size_t len);

/* Release what an unfinished message used. */
void ws_drop(struct ws_pool *p, struct ws_reader **reader);

#endif
