/*
 * frames.h - WebSocket frames of a client, with buffers and readers (net/ws.h) that all links of a
 * thread share. No sockets here.
 */
#ifndef MAZO_FRAMES_H
#define MAZO_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ws_reader;

struct frames {
    struct ws_reader *reader; /* borrowed while a message is unfinished, or NULL */
    bool said_bye;            /* nothing is sent after it */
    int code;                 /* code of the close frame: received, or sent after an invalid frame */
    /* A whole text message, NUL-terminated. */
    void (*message)(void *ctx, const char *text, size_t len);
    /* Bytes for the socket. */
    void (*write)(void *ctx, const uint8_t *data, size_t len);
    void *ctx;
};

/* What frames_read found. */
enum frames_state {
    FRAMES_FINE,
    FRAMES_BYE, /* the peer has closed, and we have answered */
    FRAMES_BAD  /* invalid: a close frame was sent with the right code, in `code` */
};

/* Reference counted. */
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

/* Return what was borrowed. */
void frames_end(struct frames *f);

#endif
