/*
 * frames.h - WebSocket frames of a client, with contexts of wslay that many links share.
 *
 * A context is large (two buffers of 4 KiB) and is needed only between the first byte of a
 * message and its last. So a link borrows one when bytes come or go, and gives it back as soon
 * as it rests between two messages. One thread; no sockets here.
 */
#ifndef MAZO_FRAMES_H
#define MAZO_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frames_slot;

struct frames {
    struct frames_slot *slot; /* borrowed, or NULL */
    bool heard_bye;           /* one has come in; its code is in `code` */
    int code;
    /* A whole text message, NUL-terminated. False: no more of this piece, please. */
    bool (*message)(void *ctx, const char *text, size_t len);
    /* Bytes for the socket. */
    void (*write)(void *ctx, const uint8_t *data, size_t len);
    void *ctx;
};

/* What frames_read found. */
enum frames_state {
    FRAMES_FINE,
    FRAMES_BYE, /* the other side has closed, and we have answered */
    FRAMES_BAD  /* not a WebSocket: a close frame was sent with the right code, in `code` */
};

/* The shared contexts and buffers live as long as somebody holds them. */
void frames_hold(void);
void frames_let_go(void);

/* 64 KiB for reading from a socket, valid until the next read. */
char *frames_buffer(size_t *size);

/* Bytes from the socket. `message` and `write` are called from here. */
enum frames_state frames_read(struct frames *f, const char *data, size_t len);

/* Send: false when there is no memory or good-bye has been said. */
bool frames_text(struct frames *f, const char *text, size_t len);
bool frames_ping(struct frames *f);
bool frames_bye(struct frames *f, int code);

/* Give back what is borrowed. */
void frames_end(struct frames *f);

#endif
