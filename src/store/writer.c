/*
 * writer.c - groups of writes on their way to the store.
 *
 * A group is what was put between two calls of writer_send. The network's thread fills it and queues
 * it; the writer's thread writes it and returns it to be filled again, or, if it was not kept, adds it
 * to the failed ones with the reason. So the lock is held for moments only, and reporting a failure
 * allocates nothing.
 */
#include "store/writer.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text/text.h"

enum {
    BATCH_MAX = 4096,         /* writes in a commit, unless one group has more */
    BLAME_MAX = 8,            /* bad groups found in a batch; then the rest fails with them */
    SPARE_MAX = 256,          /* empty groups kept for reuse */
    SPARE_WRITES_MAX = 64,    /* and the largest worth keeping */
    SPARE_TEXT_MAX = 1 << 15, /* bytes */
    PACE_MS = 4,              /* from the start of a commit to the next */
    RESOLVE_MS = 200,         /* between two calls of `resolve` */
    RESOLVES_QUIET = 10,      /* calls; after these, what waits behind the batch is refused */
    FAREWELL_US = 10000000,   /* how long a stopping server tries */
};

struct group {
    struct group *next;
    uint64_t first, tickets; /* the number of the first, and how many */
    struct store_write *write;
    size_t count, cap;
    char *text; /* the texts of the writes, one after the other */
    size_t used, capacity;
    bool failed, conflict; /* not kept, and why */
    char why[STORE_WHY_SIZE];
};

struct line {
    struct group *head, **end;
    size_t count;
};

struct writer {
    struct store *store;
    void (*wake)(void *ctx);
    void *ctx;
    pthread_t thread;

    /* The network's thread only. */
    struct group *open;
    uint64_t tickets;

    /* Under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct line queue, failed, spare;
    uint64_t decided, refused; /* up to these tickets; refused: while queued */
    bool ending;
    struct writer_stats stats;

    /* The writer's thread only: the batch. */
    struct group **group;
    size_t *from; /* where the writes of each group begin, and where the last end */
    size_t groups, groups_cap;
    struct store_write *write;
    size_t writes_cap;
    int blamed;
};

/* ---- groups ---- */

static void line_init(struct line *l) { *l = (struct line){.end = &l->head}; }

static void line_put(struct line *l, struct group *g)
{
    g->next = NULL;
    *l->end = g;
    l->end = &g->next;
    l->count++;
}

static struct group *line_take(struct line *l)
{
    struct group *g = l->head;
    if (g) {
        l->head = g->next;
        l->end = l->head ? l->end : &l->head;
        l->count--;
    }
    return g;
}

static void group_free(struct group *g)
{
    if (g) {
        free(g->write);
        free(g->text);
        free(g);
    }
}

static void line_free(struct line *l)
{
    for (struct group *g; (g = line_take(l));)
        group_free(g);
}

/* Keep for reuse, or free it if it has grown too large. */
static void lay_by(struct writer *w, struct group *g)
{
    if (w->spare.count >= SPARE_MAX || g->cap > SPARE_WRITES_MAX || g->capacity > SPARE_TEXT_MAX) {
        group_free(g);
        return;
    }
    g->tickets = g->count = g->used = 0;
    g->failed = g->conflict = false;
    line_put(&w->spare, g);
}

static bool group_reserve(struct group *g, size_t text)
{
    if (g->count == g->cap) {
        size_t cap = g->cap ? g->cap * 2 : 4;
        struct store_write *more = realloc(g->write, cap * sizeof *more);
        if (!more)
            return false;
        g->write = more;
        g->cap = cap;
    }
    if (g->capacity - g->used < text) {
        size_t capacity = (g->used + text) * 2;
        char *more = realloc(g->text, capacity);
        if (!more)
            return false;
        g->text = more;
        g->capacity = capacity;
    }
    return true;
}

static void fail(struct group *g, const char *why)
{
    g->failed = true;
    snprintf(g->why, sizeof g->why, "%s", why);
}

/* Where a write keeps its text, or NULL for kinds without one. */
static const char **text_of(struct store_write *write, size_t *len)
{
    switch (write->kind) {
    case STORE_ROOM:
        *len = write->room.len;
        return &write->room.text;
    case STORE_EVENT:
    case STORE_OPENING:
        *len = write->event.len;
        return &write->event.text;
    case STORE_PUSH:
        *len = write->push.len;
        return &write->push.endpoint;
    default:
        *len = 0;
        return NULL;
    }
}

/* ---- the network's thread ---- */

uint64_t writer_put(struct writer *w, const struct store_write *write)
{
    struct group *g = w->open;
    struct store_write copy = *write;
    size_t len;
    const char **text = text_of(&copy, &len);
    w->tickets++;
    if (g->tickets++ == 0)
        g->first = w->tickets;
    if (g->failed || !group_reserve(g, len)) {
        fail(g, N_("there is not enough memory"));
        return w->tickets;
    }
    if (text && len > 0) {
        memcpy(g->text + g->used, *text, len);
        g->used += len;
    }
    g->write[g->count++] = copy;
    return w->tickets;
}

static void queue_open(struct writer *w, struct group *next)
{
    w->stats.queued += w->open->tickets;
    line_put(&w->queue, w->open);
    w->open = next;
    pthread_cond_signal(&w->work);
}

void writer_send(struct writer *w)
{
    if (w->open->tickets == 0)
        return;
    pthread_mutex_lock(&w->lock);
    struct group *next = line_take(&w->spare);
    next = next ? next : calloc(1, sizeof *next);
    if (next) /* else it is sent with the next: there is always a group to fill */
        queue_open(w, next);
    pthread_mutex_unlock(&w->lock);
}

uint64_t writer_reap(struct writer *w,
                     void (*failed)(void *ctx, uint64_t first, uint64_t last,
                                    enum store_outcome outcome, const char *why),
                     void *ctx)
{
    struct line gone;
    line_init(&gone);
    pthread_mutex_lock(&w->lock);
    uint64_t decided = w->decided;
    for (struct group *g; (g = line_take(&w->failed));)
        line_put(&gone, g);
    pthread_mutex_unlock(&w->lock);
    for (struct group *g; (g = line_take(&gone));) {
        failed(ctx, g->first, g->first + g->tickets - 1,
               g->conflict ? STORE_CONFLICT : STORE_REFUSED, g->why);
        pthread_mutex_lock(&w->lock);
        lay_by(w, g);
        pthread_mutex_unlock(&w->lock);
    }
    return decided;
}

void writer_look(struct writer *w, struct writer_stats *out)
{
    pthread_mutex_lock(&w->lock);
    *out = w->stats;
    w->stats.slowest_us = 0;
    pthread_mutex_unlock(&w->lock);
}

/* ---- the writer's thread ---- */

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Make room for one more group in the batch. */
static bool batch_reserve(struct writer *w, size_t writes)
{
    if (w->groups == w->groups_cap) {
        size_t cap = w->groups_cap ? w->groups_cap * 2 : 64;
        struct group **group = realloc(w->group, cap * sizeof *group);
        w->group = group ? group : w->group;
        size_t *from = realloc(w->from, (cap + 1) * sizeof *from);
        w->from = from ? from : w->from;
        if (!group || !from)
            return false;
        w->groups_cap = cap;
    }
    size_t needed = (w->groups ? w->from[w->groups] : 0) + writes;
    if (needed > w->writes_cap) {
        size_t cap = needed < BATCH_MAX ? BATCH_MAX : needed;
        struct store_write *more = realloc(w->write, cap * sizeof *more);
        if (!more)
            return false;
        w->write = more;
        w->writes_cap = cap;
    }
    return true;
}

/* The texts of a group lie in the order of its writes. */
static void batch_add(struct writer *w, struct group *g)
{
    size_t at = w->groups ? w->from[w->groups] : 0, len;
    const char *texts = g->text;
    for (size_t i = 0; i < g->count; i++) {
        struct store_write *write = &w->write[at + i];
        *write = g->write[i];
        const char **text = text_of(write, &len);
        if (text) {
            *text = len > 0 ? texts : "";
            texts += len;
        }
    }
    w->from[w->groups] = at;
    w->group[w->groups++] = g;
    w->from[w->groups] = at + g->count;
}

/* Under the lock. */
static void take_batch(struct writer *w, struct line *out)
{
    size_t writes = 0;
    line_init(out);
    while (w->queue.head && (writes == 0 || writes + w->queue.head->count <= BATCH_MAX)) {
        writes += w->queue.head->count;
        line_put(out, line_take(&w->queue));
    }
}

static bool is_ending(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    bool ending = w->ending;
    pthread_mutex_unlock(&w->lock);
    return ending;
}

/* What waits behind a batch in doubt was never sent to the store, so we can refuse it. */
static void refuse_queued(struct writer *w, const char *why)
{
    pthread_mutex_lock(&w->lock);
    bool any = w->queue.head;
    for (struct group *g; (g = line_take(&w->queue));) {
        fail(g, why);
        w->refused = g->first + g->tickets - 1;
        w->stats.queued -= g->tickets;
        w->stats.failures += g->tickets;
        line_put(&w->failed, g);
    }
    pthread_mutex_unlock(&w->lock);
    if (any && w->wake)
        w->wake(w->ctx);
}

/* Wait until the outcome is known. Give up only when stopping: the next start will see what was
 * committed. */
static enum store_outcome resolve(struct writer *w, char why[STORE_WHY_SIZE])
{
    enum store_outcome outcome = STORE_UNKNOWN;
    uint64_t until = 0;
    for (int asked = 0; outcome == STORE_UNKNOWN && (!until || now_us() < until); asked++) {
        if (asked >= RESOLVES_QUIET)
            refuse_queued(w, why);
        nanosleep(&(struct timespec){.tv_nsec = RESOLVE_MS * 1000000L}, NULL);
        outcome = w->store->ops->resolve(w->store, why);
        if (!until && is_ending(w))
            until = now_us() + FAREWELL_US;
    }
    return outcome;
}

static enum store_outcome commit(struct writer *w, size_t from, size_t to, char why[STORE_WHY_SIZE])
{
    size_t first = w->from[from], count = w->from[to] - first;
    uint64_t began = now_us();
    enum store_outcome outcome = w->store->ops->commit(w->store, w->write + first, count, why);
    outcome = outcome == STORE_UNKNOWN ? resolve(w, why) : outcome;
    uint64_t took = now_us() - began;
    pthread_mutex_lock(&w->lock);
    w->stats.commit_us = took;
    w->stats.slowest_us = took > w->stats.slowest_us ? took : w->stats.slowest_us;
    if (outcome == STORE_KEPT) {
        w->stats.commits++;
        w->stats.writes += count;
    }
    pthread_mutex_unlock(&w->lock);
    return outcome;
}

/* A refused group must not take the others with it: search for it by halves. If the store itself
 * fails, all are refused, and the search soon ends. A batch in doubt is never committed again, nor
 * anything after it; only a stopping server gets there. */
static void settle(struct writer *w, size_t from, size_t to, char why[STORE_WHY_SIZE])
{
    if (w->blamed >= BLAME_MAX) {
        for (size_t i = from; i < to; i++)
            fail(w->group[i], why);
        return;
    }
    enum store_outcome outcome = commit(w, from, to, why);
    if (outcome == STORE_KEPT)
        return;
    if (outcome == STORE_UNKNOWN) {
        w->blamed = BLAME_MAX;
        settle(w, from, to, why);
    } else if (to - from == 1) {
        fail(w->group[from], why);
        w->group[from]->conflict = outcome == STORE_CONFLICT;
        w->blamed += outcome != STORE_CONFLICT; /* which says nothing about the store */
    } else {
        size_t middle = from + (to - from) / 2;
        settle(w, from, middle, why);
        settle(w, middle, to, why);
    }
}

static void write_batch(struct writer *w, const struct line *batch)
{
    char why[STORE_WHY_SIZE] = "";
    w->groups = 0;
    w->blamed = 0;
    for (struct group *g = batch->head; g; g = g->next) {
        if (!g->failed && !batch_reserve(w, g->count))
            fail(g, N_("there is not enough memory"));
        if (!g->failed)
            batch_add(w, g);
    }
    if (w->groups > 0)
        settle(w, 0, w->groups, why);
}

/* Under the lock. */
static void publish(struct writer *w, struct line *batch)
{
    for (struct group *g; (g = line_take(batch));) {
        w->stats.queued -= g->tickets;
        w->decided = g->first + g->tickets - 1;
        if (g->failed) {
            w->stats.failures += g->tickets;
            line_put(&w->failed, g);
        } else {
            lay_by(w, g);
        }
    }
    w->decided = w->refused > w->decided ? w->refused : w->decided;
}

/* By the monotonic clock; not clock_nanosleep, which macOS lacks. */
static void sleep_until(const struct timespec *when)
{
    struct timespec now, rest;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t left = ((int64_t)when->tv_sec - now.tv_sec) * 1000000000 + when->tv_nsec -
                       now.tv_nsec;
        if (left <= 0)
            return;
        rest.tv_sec = (time_t)(left / 1000000000);
        rest.tv_nsec = (long)(left % 1000000000);
        nanosleep(&rest, NULL);
    }
}

/* Under the lock. False: that was all. Under load commits start PACE_MS apart, so that more moves share
 * one: ten cost nearly the same as one. A single move does not wait. */
static bool await_work(struct writer *w, struct timespec *next)
{
    while (!w->queue.head && !w->ending)
        pthread_cond_wait(&w->work, &w->lock);
    if (!w->ending) {
        pthread_mutex_unlock(&w->lock);
        sleep_until(next);
        clock_gettime(CLOCK_MONOTONIC, next);
        next->tv_nsec += PACE_MS * 1000000L;
        next->tv_sec += next->tv_nsec / 1000000000L;
        next->tv_nsec %= 1000000000L;
        pthread_mutex_lock(&w->lock);
    }
    return w->queue.head;
}

static void *write_until_end(void *arg)
{
    struct writer *w = arg;
    struct line batch;
    struct timespec next = {0};
    pthread_mutex_lock(&w->lock);
    while (await_work(w, &next)) {
        take_batch(w, &batch);
        pthread_mutex_unlock(&w->lock);
        write_batch(w, &batch);
        pthread_mutex_lock(&w->lock);
        publish(w, &batch);
        pthread_mutex_unlock(&w->lock);
        if (w->wake)
            w->wake(w->ctx);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- beginning and end ---- */

/* Other threads get the signals: none may interrupt a write. */
static bool start_thread(struct writer *w)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&w->thread, NULL, write_until_end, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

struct writer *writer_start(struct store *store, void (*wake)(void *ctx), void *ctx)
{
    struct writer *w = calloc(1, sizeof *w);
    if (!w || !(w->open = calloc(1, sizeof *w->open))) {
        free(w);
        return NULL;
    }
    w->store = store;
    w->wake = wake;
    w->ctx = ctx;
    line_init(&w->queue);
    line_init(&w->failed);
    line_init(&w->spare);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->work, NULL);
    if (!start_thread(w)) {
        pthread_cond_destroy(&w->work);
        pthread_mutex_destroy(&w->lock);
        free(w->open);
        free(w);
        return NULL;
    }
    return w;
}

bool writer_end(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    if (w->open->tickets > 0)
        queue_open(w, NULL);
    w->ending = true;
    pthread_cond_signal(&w->work);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    bool kept = !w->failed.head;
    group_free(w->open);
    line_free(&w->failed);
    line_free(&w->spare);
    pthread_cond_destroy(&w->work);
    pthread_mutex_destroy(&w->lock);
    free(w->group);
    free(w->from);
    free(w->write);
    free(w);
    return kept;
}
