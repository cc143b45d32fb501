/*
 * link.h - the client's end of a WebSocket, on libuv: for `mazo join`, `mazo load` and tests.
 *
 * ws://HOST:PORT/PATH, http://…, HOST:PORT and, with TLS, wss://…, https://… and HOST:443 are
 * understood. Nothing blocks. All links of a thread share their buffers and
 * the contexts of wslay: one that rests costs half a kilobyte.
 */
#ifndef MAZO_LINK_H
#define MAZO_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "text/text.h"

/* Reason: the host name cannot be found. */
extern const char link_no_host[];

/* Reason: the server redirects to another address. */
extern const char link_moved[];

enum {
    LINK_MESSAGE_MAX = 256 * 1024, /* longest incoming message */
    LINK_QUEUE_MAX = 256 * 1024,   /* longest outgoing queue */
    LINK_PORT = 8117,              /* port if the address has none */
    LINK_URL_SIZE = 280,
    LINK_WHY_SIZE = 400
};

struct link;

struct link_handlers {
    void (*opened)(struct link *l, void *ctx);
    void (*message)(struct link *l, void *ctx, const char *text, size_t len); /* NUL-terminated */
    /* Called exactly once, even if the link never opened; from the loop, never from within a call
     * of ours. `code` is the close code, or 1006. `why` is for link_reason. */
    void (*closed)(struct link *l, void *ctx, int code, const char *why);
};

struct link_address {
    char host[256];
    int port;
    bool secure;    /* TLS */
    const char *ca; /* authorities to trust, as tls_open takes it; link_parse leaves it NULL */
    char path[256]; /* "/ws" unless the URL says more */
    char code[16];  /* table code, if the URL is a table's link: …/t/CODE; else "" */
};

/* False: not an address that we can use; `why` is a key of the catalogue. */
bool link_parse(const char *url, struct link_address *out, const char **why);

/* "https://uno.example", "http://[::1]:8117": without the port where it is the usual one. */
char *link_url(const struct link_address *address, char buf[LINK_URL_SIZE]);

/* The same without the scheme, as in HTTP's Host. */
char *link_host(const struct link_address *address, char buf[LINK_URL_SIZE]);

/* A redirect from plain HTTP most likely means TLS: then true, and `address` is updated. Only from
 * the usual port to the usual port. */
bool link_follow(struct link_address *address, const char *why);

/* An error of libuv as a key of the catalogue, or in the system's own words. */
const char *link_error(int error);

/* A reason with outside text in it: the key has one "%s". Valid until the next call in this thread. */
const char *link_detail(const char *key, const char *detail);

/* The text of `why`: a key of the catalogue, a reason from link_detail, or a system error. */
char *link_reason(const char *why, enum text_lang lang, char *buf, size_t size);

/* Why the server at `address` cannot be reached, as a sentence that names it. */
char *link_explain(const struct link_address *address, const char *why, enum text_lang lang,
                   char *buf, size_t size);

/* `from`: the local address to bind, or NULL (a load generator may need several). NULL: no
 * memory. The link frees itself after `closed`. */
struct link *link_open(uv_loop_t *loop, const struct link_address *address, const char *from,
                       const struct link_handlers *handlers, void *ctx);

/* False: not open, or over LINK_QUEUE_MAX; nothing is sent. */
bool link_send(struct link *l, const char *text, size_t len);

/* Close with this code; 0: hang up without a close frame. */
void link_close(struct link *l, int code);

size_t link_queued(const struct link *l);

/* Bytes received and sent, frames included. */
void link_bytes(const struct link *l, uint64_t *in, uint64_t *out);

#endif
