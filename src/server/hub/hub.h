/*
 * hub.h - what the whole server shares: its clock, its store, its tables and people in memory.
 *
 * One thread does everything. A change of a table (a command, a person sits down) goes from
 * change_begin to change_end. If it wrote something, its messages wait until the store has it. Until
 * then, and while the table is being read, the table takes nothing else: messages wait in its inbox.
 * Nothing here waits for the store: one thread writes it (store/writer.h), another reads it
 * (store/reader.h).
 *
 * The folders, lowest first; meson.build has the order of the files in each:
 *
 *   network    sockets, HTTP, WebSocket; knows nothing of the game
 *   stored     what is asked of the store, on the reader's thread
 *   hub        what everything shares: clock, configuration, log, people
 *   tables     one table: who sits there, its changes, and every byte that leaves it (emit.c)
 *   cluster    what servers on the same store tell each other; a server about to stop
 *   play       the match at a table: begun, moved, ended, read from the store
 *   messages   a handler for each message in protocol.def
 *   pages      HTTP: pages, match files, metrics
 *   operation  orders of the person who runs the server
 *   serve.c    the loop that owns all this: start, stop, time
 */
#ifndef MAZO_HUB_H
#define MAZO_HUB_H

#include <sys/queue.h>

#include "server/hub/config.h"
#include "server/hub/lend.h"
#include "server/hub/metrics.h"
#include "server/network/net.h"
#include "server/network/tally.h"
#include "server/stored/store_queries.h"
#include "store/store.h"
#include "store/writer.h"
#include "table/pack.h"
#include "table/table.h"
#include "wire/json_read.h"

enum {
    HUB_OUT_SIZE = 256 * 1024, /* longest outgoing message */
    HUB_FAILURES_EVERY_MS = 10000,
    HUB_SILENCE_MS = 5000,    /* after this long without an answer the store counts as down */
    HUB_SLEEPERS_EVERY_S = 60 /* how often sleeping tables are searched for deadlines */
};

LIST_HEAD(guest_list, guest);
LIST_HEAD(person_list, person);
LIST_HEAD(room_list, room);
LIST_HEAD(order_list, order);
struct hub;
struct request;
struct handed;

/* A change that waits for the store. */
struct pending {
    uint64_t ticket;
    struct room *room;               /* or */
    struct guest *guest;             /* a new identity, or with */
    struct muting *muting;           /* who asked for it; or */
    struct handed *handed;           /* a result of a deal of the day; or */
    struct subscribing *subscribing; /* where a browser takes messages; all NULL: gone, or */
    struct order *order;             /* of the person who runs the server, or NULL */
    bool closes;                     /* a table unused for long */
    uint64_t since;                  /* when it was sent */
    enum store_outcome outcome;
};

/* Calls from lower files into higher ones. */
struct hub_calls {
    void (*inbox)(struct hub *h, struct room *r);        /* its table takes messages again */
    void (*resume)(struct hub *h, struct guest *g);      /* and so does this guest */
    void (*again)(struct hub *h, const struct await *l); /* the message of a lookup */
};

/* About to stop: see drain.h. */
struct drain {
    bool on, at_once;
    uint64_t since, stop_at; /* at the latest; 0: when the matches are over */
};

/* Tables by when they are due: see timers.c. */
struct due_heap {
    struct room **at;
    uint32_t count, cap;
};

/* What several files share. What belongs to one file, the hub only points to; serve.c puts the hub
 * into a struct with the handles of the loop. */
struct hub {
    uv_loop_t *loop;
    const struct hub_calls *calls;
    const struct config *config;
    const struct serve_host *host;
    struct net *net;
    struct writer *writer;
    struct reader *reader;
    uint32_t readings; /* asked, not reaped */
    uint64_t decided;  /* everything up to this ticket is known to be kept or refused */
    struct metrics metrics;
    uint64_t wall;  /* milliseconds since 1970 at the start, */
    uint64_t start; /* when the loop's clock said this; */
    bool stopping;
    uv_async_t woken;      /* see hub_wake */
    struct tally previews; /* of links to tables: see site.c */
    struct drain drain;
    struct local *local;       /* see control.h; NULL: none */
    struct order_list waiting; /* orders that wait for a table */
    struct store_ban *bans;    /* see bans.h */
    int ban_count;
    uint64_t ban_ticket;       /* of our last change */
    bool evicts;               /* an evicted person still sits at a table that has a change under way */
    struct awake *awake;       /* in room.c */
    struct reserve *reserve;   /* in reserve.c */
    struct stopped *stopped;   /* in stopped.c */
    struct thinking *thinking; /* in think.c */
    struct days *days;         /* in days.c */
    struct upkeep *upkeep;     /* in room_load.c */
    struct peers *peers;       /* in peers.c */
    struct push *push;         /* in push.c; NULL: no key is set */
    bool unwell;               /* the store could not be read, */
    uint64_t well_at;          /* and when it last could */
    uint64_t store_bytes;
    struct store_space space; /* see space.h, */
    uint32_t space_percent;   /* used space of the store in percent, */
    int space_level;          /* and 0: there is room, 1: not much, 2: none */
    int nodes;                /* other servers on the same store */
    uint64_t failed_at;       /* when a commit failed, unless one has succeeded since; or 0 */
    struct guest_list guests;
    struct lends lends; /* codes for other devices */
    struct person_list *by_key, *by_hash;
    struct room_list *by_code, loading;
    uint32_t person_mask, room_mask; /* hash table sizes minus one */
    uint32_t people, rooms, playing;
    uint32_t programs, kept; /* playing; kept for a rematch */
    struct room_list with_programs;
    struct due_heap heap;
    struct pending *pending; /* a ring, in the order of tickets */
    uint32_t pending_at, pending_count, pending_cap;
    bool wrote; /* something was queued since writer_send */
    struct mazo_bot_scratch *scratch;
    struct wire_line command; /* the command being read */
    char out[HUB_OUT_SIZE];
    char line[WIRE_LINE_MAX + 2];
};

/* Milliseconds since 1970 by the loop's clock (CLOCK_MONOTONIC), which never goes back or jumps.
 * Time that the machine was suspended is added when it wakes. All deadlines and times in the store use it. */
uint64_t hub_now(const struct hub *h);

/* Zeroed memory for state that a file keeps; if there is none the server does not start. */
void *hub_alloc(size_t size);

/* A slot of a hash table, by a key or a code. */
uint32_t hub_slot(const char *text, uint32_t mask);

/* Let the loop reap what other threads have done. They may call it. */
void hub_wake(void *hub);

/* Wait for the writer. Then serve.c calls change_stored for the room or lobby_stored for the guest;
 * or, if a mute or a push was put into the result, talk_stored or pushes_stored. */
struct pending *hub_await(struct hub *h, uint64_t ticket, struct room *room, struct guest *guest);

/* Ask the store; `done` gets the hub. */
void hub_read(struct hub *h, struct reading *q);

/* Can the store be read and written, as far as we know? */
bool hub_store_is_well(const struct hub *h);

/* The waiting changes, from 0 on, in the order of their tickets. */
struct pending *hub_pending(const struct hub *h, uint32_t i);

#endif
