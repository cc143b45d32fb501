/*
 * reader.h - the thread that reads the store, so that nobody else waits for it.
 *
 * A question is a struct that its asker makes, with `reading` as its first member: `read` fills in
 * the rest on the reader's thread, and `done` gets it back on the thread that asked.
 */
#ifndef MAZO_READER_H
#define MAZO_READER_H

#include <sys/queue.h>

#include "store/store.h"

struct reader;

struct reading {
    void (*read)(struct reading *q, struct store *store); /* may touch nothing but q */
    void (*done)(struct reading *q, void *ctx);           /* and q is the asker's again */
    STAILQ_ENTRY(reading) next;
};
STAILQ_HEAD(readings, reading);

/* The first of a list, which it leaves; or NULL. */
static inline struct reading *readings_take(struct readings *list)
{
    struct reading *q = STAILQ_FIRST(list);
    if (q)
        STAILQ_REMOVE_HEAD(list, next);
    return q;
}

/* `wake` is called from the reader's thread when there is something to reap; it may do no more
 * than a signal. NULL: no memory or no thread. */
struct reader *reader_start(struct store *store, void (*wake)(void *ctx), void *ctx);

/* They are answered in the order in which they were asked. */
void reader_ask(struct reader *r, struct reading *q);

/* Call `done` of all that have been answered; returns how many. */
uint32_t reader_reap(struct reader *r, void *ctx);

/* End the thread. Everything asked must have been reaped. */
void reader_end(struct reader *r);

#endif
