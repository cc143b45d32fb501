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

/* Limit in MiB for a match file from a server, which may be anybody's. */
enum { FETCH_MATCH_MIB = 32 };

struct fetch {
    int status;      /* 200, …; 0: no answer */
    char *body;      /* NUL-terminated; the caller frees it; NULL if there is none */
    size_t len;      /* its size without the NUL */
    const char *why; /* with status 0: for link_reason */
    bool too_long;   /* more than `most` bytes came; status is 0 */
    int retry_after; /* seconds, as the answer says; 0: it does not */
};

/* GET `path` from the server at `address` (whose own path is not used), at most `most` bytes. True:
 * status 200. Follows where link_follow allows. */
bool fetch_get(const struct link_address *address, const char *path, int ms, size_t most,
               struct fetch *out);

struct fetch_request {
    const char *bytes; /* all of it */
    size_t len;
    int ms;                  /* within this time, */
    size_t most;             /* and at most this many bytes of an answer */
    const atomic_bool *stop; /* true: end within a tenth of a second; or NULL */
};

/* Send any request to one of the addresses that the caller looked up for the name in `address`.
 * Follows nothing. `out` is zeroed first; its body belongs to the caller, who ignores SIGPIPE. */
void fetch_from(const struct link_address *address, const struct sockaddr *to,
                const struct fetch_request *request, struct fetch *out);

#endif
