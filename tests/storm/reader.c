/*
 * reader.c - the server's reader: a question is answered some time after it was asked, and the server
 * hears of the answer some time after that, if it still lives.
 */
#include "store/reader.h"

#include <stdlib.h>

#include "storm.h"

struct reader {
    struct store *store;
    void (*wake)(void *ctx);
    void *ctx;
    struct home *home;
    struct readings asked, read, answered; /* `read` has one at most, on its way back */
};

struct reader *reader_start(struct store *store, void (*wake)(void *ctx), void *ctx)
{
    struct reader *r = calloc(1, sizeof *r);
    if (!r)
        abort();
    *r = (struct reader){.store = store, .wake = wake, .ctx = ctx, .home = clock_home()};
    STAILQ_INIT(&r->asked);
    STAILQ_INIT(&r->read);
    STAILQ_INIT(&r->answered);
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
    STAILQ_CONCAT(&r->answered, &r->read);
    r->wake(r->ctx);
    if (!STAILQ_EMPTY(&r->asked))
        clock_at(r->home, later(r), read_one, r, 0);
}

static void read_one(void *ctx, uint64_t id)
{
    struct reader *r = ctx;
    (void)id;
    if (storm_now < r->home->cut) {
        clock_at(r->home, later(r), read_one, r, 0);
        return;
    }
    struct reading *q = readings_take(&r->asked);
    q->read(q, r->store);
    STAILQ_INSERT_TAIL(&r->read, q, next);
    clock_at(r->home, later(r), told, r, 0);
}

void reader_ask(struct reader *r, struct reading *q)
{
    bool idle = STAILQ_EMPTY(&r->asked) && STAILQ_EMPTY(&r->read);
    STAILQ_INSERT_TAIL(&r->asked, q, next);
    if (idle)
        clock_at(r->home, later(r), read_one, r, 0);
}

uint32_t reader_reap(struct reader *r, void *ctx)
{
    struct readings list = STAILQ_HEAD_INITIALIZER(list);
    uint32_t count = 0;
    STAILQ_CONCAT(&list, &r->answered);
    for (struct reading *q; (q = readings_take(&list)); count++)
        q->done(q, ctx);
    return count;
}

void reader_doom(struct reader *r)
{
    STAILQ_CONCAT(&r->answered, &r->read);
    for (struct reading *q; (q = readings_take(&r->asked));) {
        q->read(q, r->store); /* which fails */
        STAILQ_INSERT_TAIL(&r->answered, q, next);
    }
}

void reader_end(struct reader *r)
{
    clock_forget(r);
    free(r);
}
