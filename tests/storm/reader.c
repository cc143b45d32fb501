/*
 * reader.c - the server's reader: a question is answered some time after it was asked, and the server
 * hears of the answer some time after that, if it still lives.
 */
#define _POSIX_C_SOURCE 200809L
#include "store/reader.h"

#include <stdlib.h>

#include "storm.h"

struct list {
    struct reading *first, **end;
};

struct reader {
    struct store *store;
    void (*wake)(void *ctx);
    void *ctx;
    struct home *home;
    struct list asked, read, answered; /* `read` has one at most, on its way back */
};

static void put(struct list *l, struct reading *q)
{
    q->next = NULL;
    *l->end = q;
    l->end = &q->next;
}

static struct reading *take(struct list *l)
{
    struct reading *q = l->first;
    if (q) {
        l->first = q->next;
        l->end = l->first ? l->end : &l->first;
    }
    return q;
}

struct reader *reader_start(struct store *store, void (*wake)(void *ctx), void *ctx)
{
    struct reader *r = calloc(1, sizeof *r);
    if (!r) {
        abort();
    }
    *r = (struct reader){.store = store, .wake = wake, .ctx = ctx, .home = clock_home()};
    r->asked.end = &r->asked.first;
    r->read.end = &r->read.first;
    r->answered.end = &r->answered.first;
    return r;
}

static uint64_t later(const struct reader *r)
{
    uint64_t at = storm_now + (happens(weather.read) ? dice(3 * SECOND) : dice(4));
    return at > r->home->cut ? at : r->home->cut;
}

static void read_one(void *ctx, uint64_t id);

static void told(void *ctx, uint64_t id)
{
    struct reader *r = ctx;
    (void)id;
    put(&r->answered, take(&r->read));
    r->wake(r->ctx);
    if (r->asked.first) {
        clock_at(r->home, later(r), read_one, r, 0);
    }
}

static void read_one(void *ctx, uint64_t id)
{
    struct reader *r = ctx;
    (void)id;
    if (storm_now < r->home->cut) {
        clock_at(r->home, later(r), read_one, r, 0);
        return;
    }
    struct reading *q = take(&r->asked);
    q->read(q, r->store);
    put(&r->read, q);
    clock_at(r->home, later(r), told, r, 0);
}

void reader_ask(struct reader *r, struct reading *q)
{
    bool idle = !r->asked.first && !r->read.first;
    put(&r->asked, q);
    if (idle) {
        clock_at(r->home, later(r), read_one, r, 0);
    }
}

uint32_t reader_reap(struct reader *r, void *ctx)
{
    struct list list = r->answered;
    uint32_t count = 0;
    r->answered.first = NULL;
    r->answered.end = &r->answered.first;
    for (struct reading *q; (q = take(&list)); count++) {
        q->done(q, ctx);
    }
    return count;
}

void reader_doom(struct reader *r)
{
    for (struct reading *q; (q = take(&r->read));) {
        put(&r->answered, q);
    }
    for (struct reading *q; (q = take(&r->asked));) {
        q->read(q, r->store); /* which fails */
        put(&r->answered, q);
    }
}

void reader_end(struct reader *r)
{
    clock_forget(r);
    free(r);
}
