/*
 * fetch.h - one page of a server, over HTTP: for `mazo top` and `mazo replay`, and what the server itself asks of others.
 *
 * It waits, but not longer than the given time. The answer is bounded and not trusted.
 */
#ifndef MAZO_FETCH_H
#define MAZO_FETCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "client/link.h"

/* MiB of a match file from a server, which may be anybody's. */
enum { FETCH_MATCH_MIB = 32 };

struct fetch {
    int status;      /* 200, …; 0: no answer */
    char *body;      /* NUL-terminated; the caller frees it; NULL if there is none */
    size_t len;      /* of it, its NUL not counted */
    const char *why; /* with status 0: for link_reason */
    bool too_long;   /* more than `most` bytes came; status is 0 */
    int retry_after; /* seconds, as the answer says; 0: it does not */
};

/* GET `path` of the server at `address` (whose own path is not used), at most `most` bytes.
 * True: status 200. Where link_follow knows the way, it is followed. */
bool fetch_get(const struct link_address *address, const char *path, int ms, size_t most,
               struct fetch *out);

struct fetch_request {
    const char *bytes; /* all of it */
    size_t len;
    int ms;                  /* within this time, */
    size_t most;             /* and at most this many bytes of an answer */
    const atomic_bool *stop; /* true: end within a tenth of a second; or NULL */
};

/* Any request to one of the addresses that the name in `address` stands for: the caller has looked it up. Nothing is
 * followed. `out` is zeroed; its body is the caller's. The caller ignores SIGPIPE. */
void fetch_from(const struct link_address *address, const struct sockaddr *to,
                const struct fetch_request *request, struct fetch *out);

#endif
