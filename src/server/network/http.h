/*
 * http.h - HTTP/1.1 without sockets: request heads in, reply heads out.
 *
 * wire/http_parse.h splits the bytes; what a request may contain is decided here. Bodies are never
 * accepted, so we and a proxy cannot disagree about where one ends.
 */
#ifndef MAZO_HTTP_H
#define MAZO_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "server/network/net.h"
#include "net/http_parse.h"

/* All strings point into the head, and are "" where the client did not send them. */
struct http_request {
    const char *method, *path, *query, *host;
    const char *origin, *if_none_match, *language;
    const char *key, *version; /* Sec-WebSocket- */
    const char *forwarded;     /* the last address of X-Forwarded-For */
    const char *code;          /* X-Code: a secret that must not appear in an address */
    bool proxied;              /* a proxy between us and the client has left its mark */
    bool secure;               /* the client speaks https to the proxy */
    bool takes_gzip;
    bool keep_alive;
    bool websocket; /* asks for an upgrade to it */
    bool speaks_us; /* offers the subprotocol mazo.v1 */
};

/* A head being read. */
struct http_in {
    struct http_parse parse;
    struct http_request request;
    size_t used;           /* of buffer */
    size_t url, url_len;   /* where it is in the buffer */
    size_t name, name_len; /* of the header that is being read */
    size_t value, value_len;
    bool in_value, whole, upgrade, says_close, says_keep, has_body, spoilt;
    char last; /* byte */
    char buffer[NET_HEAD_MAX + 1];
};

enum { HTTP_MORE = 0, HTTP_WHOLE = 1 };

void http_init(struct http_in *h);

/* The next bytes of a head; *eaten of them belonged to it. HTTP_MORE, HTTP_WHOLE (h->request is
 * filled in), or the status to refuse it with: then nothing more can be read. */
int http_push(struct http_in *h, const char *data, size_t len, size_t *eaten);

enum { HTTP_REPLY_HEAD_MAX = 4096 };

/* Write the head of a reply. Where If-None-Match names its tag it becomes a 304 without body.
 * `q` is NULL where the request was not understood. Returns the length; `keep_alive` tells the
 * client whether it may ask again. */
size_t http_reply_head(char out[HTTP_REPLY_HEAD_MAX], const struct http_request *q,
                       struct net_reply *reply, bool keep_alive, time_t now);

/* The name of a status: "Not Found"; "" for one that we never send. */
const char *http_phrase(int status);

/* May a page of this origin open a WebSocket here? Its own host and those in the list may;
 * a client without an origin is not a browser. */
bool http_origin_is_fine(const char *origin, const char *host, const char *const *allowed);

/* Is this a name for this machine that nobody could point here through DNS? */
bool http_host_is_local(const char *host);

#endif
