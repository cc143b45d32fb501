/*
 * writer.h - the thread that writes the store.
 *
 * Writes put while a commit runs share the next one, so that many cost hardly more than one. The
 * caller does not wait: it gets a ticket, and writer_reap says which tickets are durable.
 */
#ifndef MAZO_WRITER_H
#define MAZO_WRITER_H

#include "store/store.h"

struct writer;

/* The writer's thread calls `wake` when there is something to reap; like a signal handler it may do
 * very little (uv_async_send). NULL: no memory or no thread. */
struct writer *writer_start(struct store *store, void (*wake)(void *ctx), void *ctx);

/* Queue a write and a copy of its text. Writes without writer_send between them are a group: all are
 * kept, or none. Returns the ticket, 1 and up. Never fails: out of memory, the ticket is reaped as
 * failed. Only one thread may call these functions, the network's. */
uint64_t writer_put(struct writer *w, const struct store_write *write);

/* Write what was put so far. */
void writer_send(struct writer *w);

/* Returns the ticket up to which everything is decided. It calls `failed` for each group that was not
 * kept: first and last ticket, STORE_REFUSED or STORE_CONFLICT, and why (English, in the catalogue).
 * While a commit is in doubt, groups behind it are refused too, with tickets above the one returned.
 * A refused group does not harm others in the same commit. */
uint64_t writer_reap(struct writer *w,
                     void (*failed)(void *ctx, uint64_t first, uint64_t last,
                                    enum store_outcome outcome, const char *why),
                     void *ctx);

struct writer_stats {
    uint64_t commits;
    uint64_t writes, failures; /* kept, and not */
    uint64_t queued;           /* sent and undecided now */
    uint64_t commit_us;        /* of the last commit */
    uint64_t slowest_us;       /* since the last look */
};
void writer_look(struct writer *w, struct writer_stats *out);

/* Write everything and end the thread. The store stays open. False: a failure was not reaped. */
bool writer_end(struct writer *w);

#endif
