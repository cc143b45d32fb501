/*
 * reader.h - the thread that reads the store, so that no other has to wait for it.
 *
 * A question is a struct of the asker with `reading` as its first member: `read` fills it in on the
 * reader's thread, and `done` gets it back on the thread that asked.
 */
#ifndef MAZO_READER_H
#define MAZO_READER_H

#include <sys/queue.h>

#include "store/store.h"

struct reader;

struct reading {
    void (*read)(struct reading *q, struct store *store); /* may only touch q */
    void (*done)(struct reading *q, void *ctx);           /* q is the asker's again */
    STAILQ_ENTRY(reading) next;
};
STAILQ_HEAD(readings, reading);

/* Removes and returns the first of a list, or NULL. */
static inline struct reading *readings_take(struct readings *list)
{
    struct reading *q = STAILQ_FIRST(list);
    if (q)
        STAILQ_REMOVE_HEAD(list, next);
    return q;
}

/* The reader's thread calls `wake` when there is something to reap; like a signal handler it may do
 * very little. NULL: no memory or no thread. */
struct reader *reader_start(struct store *store, void (*wake)(void *ctx), void *ctx);

/* Questions are answered in order. */
void reader_ask(struct reader *r, struct reading *q);

/* Call `done` of all answered questions; returns how many. */
uint32_t reader_reap(struct reader *r, void *ctx);

/* End the thread. Every question must have been reaped. */
void reader_end(struct reader *r);

#endif
