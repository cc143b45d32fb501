/*
 * upgrade.h - asking a server for a WebSocket, and reading its answer. No sockets here.
 */
#ifndef MAZO_UPGRADE_H
#define MAZO_UPGRADE_H

#include <stdbool.h>
#include <stddef.h>

#include "client/link.h"
#include "net/http_parse.h"
#include "net/ws.h"

enum { UPGRADE_HEAD_MAX = 8 * 1024, UPGRADE_REQUEST_MAX = 1024 };

enum upgrade_step { UPGRADE_MORE, UPGRADE_DONE, UPGRADE_BAD };

struct upgrade {
    struct http_parse parse;
    size_t seen;                 /* bytes of the answer so far */
    char accept[WS_ACCEPT_SIZE]; /* the required Sec-WebSocket-Accept */
    bool is_accepted;            /* and it did */
    bool is_odd;                 /* an extension or a subprotocol that we did not ask for */
    bool is_over;                /* the head is complete */
    bool in_value;               /* inside a header's value */
    char name[32], value[64];    /* the current header, cut if longer */
    size_t name_len, value_len;
};

/* The request, with a fresh key, into `buf`: its length. */
int upgrade_begin(struct upgrade *u, const struct link_address *address,
                  char buf[UPGRADE_REQUEST_MAX]);

/* Read a piece of the answer. Done: `used` bytes of it were the head, the rest are frames.
 * Bad: `why` is a key of the catalogue. */
enum upgrade_step upgrade_read(struct upgrade *u, const char *data, size_t len, size_t *used,
                               const char **why);

#endif
