/*
 * net.h - the network: a listener, HTTP, WebSocket. Knows nothing of the game.
 *
 * Only net*.c, http.c, net/ws.c and the client's link know libuv, the HTTP parser and wslay.
 * One thread. What comes from outside is measured here before anybody else
 * sees it: sizes, rates, times, origins. What goes out is queued within bounds:
 * a client that does not read is cut off (4008) and others do not notice.
 */
#ifndef MAZO_NET_H
#define MAZO_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum {
    NET_HEAD_MAX = 8 * 1024,     /* of a request, line and headers */
    NET_MESSAGE_MAX = 16 * 1024, /* of a WebSocket message */
    NET_QUEUE_MAX = 64 * 1024,   /* bytes waiting for one client */
    NET_ADDRESS_SIZE = 48
};

/* Close codes of our own. */
enum {
    NET_CLOSE_GOING = 1001, /* the server stops: come back in a moment */
    NET_CLOSE_POLICY = 1008,
    NET_CLOSE_AGAIN = 1012,  /* connect again, to find things as they are now */
    NET_CLOSE_LATER = 1013,  /* cannot serve anybody now: try again */
    NET_CLOSE_BANNED = 4003, /* do not come back before the ban is over */
    NET_CLOSE_SLOW = 4008,   /* does not read: come back and ask for the rest */
    NET_CLOSE_RATE = 4029    /* too many messages */
};

struct net_limits {
    uint32_t connections;    /* in all */
    uint32_t per_address;    /* of one address, */
    uint32_t spare;          /* extra connections beyond that: see net_is_spare */
    uint32_t head_ms;        /* for a whole request head */
    uint32_t idle_ms;        /* of a kept-alive HTTP connection */
    uint32_t ping_ms;        /* ping after this much silence; drop after two unanswered */
    uint32_t rate, burst;    /* messages or requests per second on one connection; how many at once */
    uint32_t opens_a_minute; /* new connections of one address, 0: no limit */
    uint32_t makes_an_hour;  /* net_charge per hour and address, 0: no limit, */
    uint32_t makes_at_once;  /* and how many of those at once */
    bool trust_forwarded;    /* the last X-Forwarded-For is the address: behind our own proxy */
    const char *const *origins; /* allowed besides our own host, NULL-ended; "*": all */
};
extern const struct net_limits net_limits_default;

struct tally;
struct net;
struct net_conn; /* a WebSocket connection */

struct net_request {
    const char *method; /* "GET", "HEAD" (others are answered 405 by us) */
    const char *path;   /* decoded, starts with "/", no "..", no query; UTF-8 */
    const char *query;  /* undecoded, "" if there is none */
    const char *host;
    bool secure; /* a proxy says that the client came by https */
    bool takes_gzip;
    const char *language; /* Accept-Language, or "" */
    const char *code;     /* X-Code, or "": a secret that must not stand in an address */
    char address[NET_ADDRESS_SIZE];
    bool local; /* from this machine, and by no proxy */
};

/* A request that is answered later. */
struct net_later;

/* A body sent in pieces. `next` asks for one when all previous ones are out; net_piece delivers it.
 * `end` is called once, when no more are wanted, but never while one has been asked for. */
struct net_source {
    void (*next)(void *ctx);
    void (*end)(void *ctx);
    void *ctx;
};

/* The answer; zeroed before the handler. `body` is copied before the handler's caller returns,
 * unless `keeps`: then it stays valid forever (static files). */
struct net_reply {
    int status;        /* 0: not found */
    const char *type;  /* "text/html; charset=utf-8" */
    const char *cache; /* Cache-Control, NULL: no-store */
    const char *etag;  /* with the quotes, or NULL */
    const char *more;  /* further header lines, each with its end, or NULL */
    const void *body;
    size_t len;
    size_t piece;             /* bytes of it in `body`, `source` has the rest; 0: all */
    struct net_source source; /* only for net_answer */
    bool keeps, gzip;
    struct net_later *later;  /* from net_wait: the reply comes later, by net_answer */
    void (*free)(void *body); /* called once the body has been copied or sent, or NULL */
};

struct net_handlers {
    /* An upgraded connection; `path` of its request. May set net_set_user. */
    void (*opened)(void *ctx, struct net_conn *c, const char *path, const char *address);
    /* A whole text message, valid UTF-8, NUL-terminated. Binary ones are refused by us (1003). */
    void (*message)(void *ctx, struct net_conn *c, const char *text, size_t len);
    /* Once for each opened connection; nothing may be sent after it. */
    void (*closed)(void *ctx, struct net_conn *c);
    /* Everything that is not an upgrade. */
    void (*request)(void *ctx, const struct net_request *r, struct net_reply *reply);
    void *ctx;
};

/* The request being handled will be answered by net_answer, exactly once, whether or not anybody is
 * still waiting. NULL: no memory. */
struct net_later *net_wait(struct net *n);
void net_answer(struct net_later *later, struct net_reply *reply);

/* The next piece of a body, freed by `free`. 0 bytes: it is unavailable, and the connection is
 * closed so that the client notices. `later` is gone once the source has ended. */
void net_piece(struct net_later *later, void *body, size_t len, void (*free)(void *body));

struct net_stats {
    uint64_t accepted, refused; /* connections since the start */
    uint32_t http, websockets;  /* now */
    uint64_t requests, messages_in, messages_out, bytes_in, bytes_out, writes;
    uint64_t cut_slow, cut_rate, cut_idle, paused, cut_protocol, bad_requests, bad_origins;
};

/* Listen on `host`:`port` (port 0: any; net_port tells). NULL, and a libuv error code; what was
 * opened is then freed by the next run of the loop. */
struct net *net_listen(uv_loop_t *loop, const char *host, int port, const struct net_limits *limits,
                       const struct net_handlers *handlers, int *error);
int net_port(const struct net *n);
const struct net_stats *net_stats(const struct net *n);

/* Stop listening; open connections are closed with 1001. `done` when all are gone (at most
 * `ms` later, then by force). */
void net_stop(struct net *n, uint32_t ms, void (*done)(void *ctx), void *ctx);

/* A text message. What cannot be sent at once is queued; over NET_QUEUE_MAX the connection is
 * closed with 4008 (`closed` is called later, from the loop, never from here). */
void net_send(struct net_conn *c, const char *text, size_t len);

/* Charge the connection for this many more messages. A connection over its limit, or whose address
 * has spent as much as ten connections may, is not read until it has paid by waiting. Nothing sent
 * is lost. One far over its limit is cut off (4029). */
void net_spend(struct net_conn *c, uint32_t messages);

/* What is sent from now on goes out in one piece with net_flush. */
void net_gather(struct net_conn *c);
void net_flush(struct net_conn *c);

/* For one of a crowd, before net_send: its messages go out within a moment, together with those
 * that follow, so that the crowd is not served all at once. Their order stays. */
void net_later(struct net_conn *c);

/* Close with a code and a short reason; `closed` comes later, from the loop. */
void net_close(struct net_conn *c, int code, const char *reason);

/* As many open files as this process may have; returns how many. A connection needs one. */
uint32_t net_raise_files(void);

void net_set_user(struct net_conn *c, void *user);
void *net_user(const struct net_conn *c);
const char *net_address(const struct net_conn *c);

/* The group its address is counted in, as text; "": unknown. */
void net_address_group(const struct net_conn *c, char out[NET_ADDRESS_SIZE]);

/* Rate-limit bucket of its address: equal for addresses that share limits. */
uint64_t net_address_key(const struct net_conn *c);

/* A small number for its address, the same on every server; some addresses share one. Never 0. */
uint32_t net_address_mark(const struct net_conn *c);

/* It was accepted beyond the limit of its address, and is closed soon unless it is kept. */
bool net_is_spare(const struct net_conn *c);
void net_keep(struct net_conn *c);

/* Count one more thing stored for this address: false if it has had too many. */
bool net_charge(struct net_conn *c);

/* Wrong codes from its address: see guess.h. Times are those of the loop. */
struct tally *net_misses(const struct net_conn *c);

size_t net_queued(const struct net_conn *c);

#endif
