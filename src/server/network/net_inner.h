/*
 * net_inner.h - shared by the files of the network, in their order. No other file includes it.
 *
 * A connection begins with HTTP and may become a WebSocket. It is always in one slot of the wheel,
 * and ends in one way only: net_drop, whose callback frees it.
 */
#ifndef MAZO_NET_INNER_H
#define MAZO_NET_INNER_H

#include <sys/queue.h>

#include "net/ws.h"
#include "server/network/address.h"
#include "server/network/http.h"
#include "server/network/net.h"

enum {
    NET_TICK_MS = 100, /* how exact time-outs are */
    NET_SLOTS = 256,
    NET_LISTENERS_MAX = 4,
    NET_FILES_SPARED = 64,
    NET_KERNEL_QUEUE = 128 * 1024,
    NET_READ_SIZE = 32 * 1024,
    NET_MESSAGE_COST = 1000, /* cost in a connection's bucket: a message, a ping, a request */
    NET_FRAGMENT_COST = 125, /* a further piece of a message */
    NET_LATER_MS = 20,       /* delay of messages to a crowd, */
    NET_LATER_SLICE = 32,    /* how many of them are served without a break, */
    NET_LATER_BYTES = 16384, /* and how much may be queued for each */
    NET_LONG_BYTES = 1024,   /* every 1024 bytes of a message beyond this cost as much as a message */
    NET_SHARE = 10,          /* this many connections may use up what an address is allowed */
    NET_PAUSE_MS = 5000,     /* the longest pause in reading a connection */
    NET_LINGER_MS = 2000,    /* wait for the peer's close frame; */
    NET_FAREWELL_MS = 30000  /* while the peer is still reading */
};

enum net_state {
    NET_READS,   /* HTTP: waits for a request or reads one */
    NET_WAITS,   /* HTTP: the reply is not known yet, reading pauses */
    NET_REPLIES, /* HTTP: the reply is being sent, reading pauses */
    NET_TALKS,   /* WebSocket */
    NET_LEAVES,  /* WebSocket: our close frame is out, theirs not yet in */
    NET_LINGERS, /* closing: further input is discarded */
    NET_GONE     /* closed, waits for libuv's callback */
};

/* Queued bytes, and perhaps a borrowed body. */
struct net_block {
    uv_write_t write;
    size_t len, size;
    const void *body;
    size_t body_len;
    void (*free_body)(void *body);
    void *owned; /* what free_body gets */
    char data[];
};

LIST_HEAD(net_list, net_conn);
TAILQ_HEAD(net_crowd, net_conn);

struct net_conn {
    uv_tcp_t tcp;
    struct net *net;
    LIST_ENTRY(net_conn) wheel;
    TAILQ_ENTRY(net_conn) late;
    void *user;
    struct address_entry *entry; /* NULL until it is counted */
    struct net_block *flight;    /* libuv has it */
    struct net_block *waits;     /* collects what follows until that is through */
    struct http_in *http;        /* while a head is being read, or its answer is not known */
    struct net_later *later;     /* of that answer, or of the rest of it; or NULL */
    struct ws_reader *reader;    /* while a message is unfinished */
    char *rest;                  /* bytes that came behind a request whose reply is on its way */
    size_t rest_len;
    uint64_t since;    /* when the state began, or a head, or an unfinished message */
    uint64_t heard;    /* time of the last input */
    uint64_t refilled; /* when the bucket was */
    size_t seen;       /* bytes queued at the last check */
    uint64_t pauses;   /* not read before this time, or 0 */
    struct debt debt;  /* thousandths of messages: see net_spend */
    uint32_t bucket;   /* thousandths of messages it may still send at once */
    uint32_t due;      /* tick of its next check */
    uint8_t state;     /* enum net_state */
    uint8_t pings;     /* without an answer */
    bool in_wheel;
    bool keep_alive;
    bool opened;  /* `closed` is owed */
    bool shut;    /* our side */
    bool gathers; /* until net_flush */
    bool is_late; /* in the crowd that is served later */
    bool spare;   /* see net.h */
    char address[NET_ADDRESS_SIZE];
};

/* A request whose answer, or the next piece of it, comes later. */
struct net_later {
    struct net_conn *conn;    /* NULL: gone */
    struct net_source source; /* of an answer that comes in pieces, */
    size_t left;              /* and bytes that it still owes */
    bool asked;               /* for the next one */
};

/* Calls from lower files into higher ones. */
struct net_calls {
    uv_close_cb gone;
    uv_read_cb read;
    void (*sent)(struct net_conn *c); /* a reply that had to wait */
    void (*due)(struct net_conn *c, uint64_t now);
};

struct net {
    uv_loop_t *loop;
    struct net_limits limits;
    struct net_handlers handlers;
    struct net_stats stats;
    uv_tcp_t listener[NET_LISTENERS_MAX];
    int listeners;
    int port;
    uv_timer_t timer, later;
    struct net_crowd crowd; /* connections for which something waits until `later`, */
    uint32_t late, served;  /* how many, and how many of them get it now */
    uint32_t tick;          /* the last one checked */
    uint32_t count;         /* of connections */
    int handles;            /* own open handles: listeners and timer */
    uint64_t stops_at;      /* 0: does not stop */
    uint64_t expired;       /* when old addresses were last dropped */
    void (*done)(void *ctx);
    void *done_ctx;
    const struct net_calls *calls;
    struct net_conn *asking; /* whose request is being handled */
    struct address_book *book;
    struct ws_pool *pool;
    struct net_list slot[NET_SLOTS];
    char buffer[NET_READ_SIZE];
};

/* net_conn.c */
void net_drop(struct net_conn *c);
void net_shut(struct net_conn *c); /* our side */
void net_enter_state(struct net_conn *c, enum net_state state);
/* The bucket refills over time: can the connection pay this too? */
bool net_pays(struct net_conn *c, uint32_t cost);
/* Connections allowed per address, spare ones included; 0: no limit. */
uint32_t net_most(const struct net *n);
void net_read_on(struct net_conn *c);
void net_read_off(struct net_conn *c);

/* net_out.c: false when out of memory; the connection is then dropped. */
bool net_out(struct net_conn *c, const void *head, size_t head_len, const void *data, size_t len);
bool net_out_reply(struct net_conn *c, const char *head, size_t head_len, struct net_reply *reply,
                   bool with_body);
bool net_out_is_empty(const struct net_conn *c);
void net_out_free(struct net_conn *c);
void net_out_hurry(struct net_conn *c); /* it leaves the crowd: what is queued goes out now */

/* net_time.c */
void net_clock_on(struct net *n);
void net_wheel_put(struct net_conn *c, uint64_t at);
void net_wheel_take(struct net_conn *c);
/* Everything is queued: check later whether the peer still reads. */
void net_farewell(struct net_conn *c);
/* The same; once it is out, shut down our side and wait a little for theirs. */
void net_linger(struct net_conn *c);

/* net_ws.c */
extern const struct ws_handlers net_ws_handlers;
void net_ws_open(struct net_conn *c, const struct http_request *q);
void net_ws_read(struct net_conn *c, const char *data, size_t len);
void net_ws_due(struct net_conn *c, uint64_t now);

/* net_http.c */
void net_http_read(struct net_conn *c, const char *data, size_t len);
void net_http_sent(struct net_conn *c);
void net_http_due(struct net_conn *c, uint64_t now);
void net_http_refuse(struct net_conn *c, int status);
void net_http_gone(struct net_conn *c);

#endif
