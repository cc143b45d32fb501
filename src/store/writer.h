/*
 * writer.h - the thread that writes the store.
 *
 * Whatever is put while a commit runs goes into the next one, so that many
 * commits cost hardly more than one. Nobody waits: the caller gets a ticket, and
 * writer_reap says which tickets are durable.
 */
#ifndef MAZO_WRITER_H
#define MAZO_WRITER_H

#include "store/store.h"

struct writer;

/* `wake` is called from the writer's thread when there is something to reap; it may do no more
 * than a signal (uv_async_send). NULL: no memory or no thread. */
struct writer *writer_start(struct store *store, void (*wake)(void *ctx), void *ctx);

/* Queue a write; its texts are copied. Writes put one after the other without writer_send
 * between them are a group: all of them are kept, or none. Returns the ticket, 1 and more,
 * growing. Never fails: without memory the ticket is reaped as failed.
 * All functions here are for one thread, the network's. */
uint64_t writer_put(struct writer *w, const struct store_write *write);

/* What was put so far may be written now. */
void writer_send(struct writer *w);

/* Their outcome: up to which ticket everything is decided. `failed` is called with the
 * tickets of groups that were not kept, first and last, whether it was STORE_REFUSED or
 * STORE_CONFLICT, and why (English, in the catalogue). While it is not known whether a commit was
 * kept, what came after it is refused so, with later tickets than the one returned.
 * A group that the store refuses does not harm those that would have shared its commit. */
uint64_t writer_reap(struct writer *w,
                     void (*failed)(void *ctx, uint64_t first, uint64_t last,
                                    enum store_outcome outcome, const char *why),
                     void *ctx);

struct writer_stats {
    uint64_t commits;
    uint64_t writes, failures; /* kept, and not */
    uint64_t queued;           /* now: sent, not decided */
    uint64_t commit_us;        /* of the last commit */
    uint64_t slowest_us;       /* since the last look */
};
void writer_look(struct writer *w, struct writer_stats *out);

/* Write everything, end the thread. The store stays open. False: something was not kept that
 * has not been reaped. */
bool writer_end(struct writer *w);

#endif
