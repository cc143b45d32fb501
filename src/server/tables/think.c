/*
 * think.c - experts search on the thread pool.
 */
#include "server/tables/think.h"

#include <stdlib.h>

#include "server/tables/timers.h"
#include "server/hub/hub.h"
#include "server/hub/metrics.h"
#include "server/hub/fair_queue.h"
#include "table/expert_seat.h"

enum {
    THINKERS = 4,        /* threads in libuv's pool */
    PLAYOUTS_LEAST = 500 /* with fewer, `hard` plays as well */
};

struct job {
    struct turn turn; /* first */
    uv_work_t work;
    struct hub *hub;
    struct room *room; /* NULL: no longer wanted */
    int64_t match;
    uint64_t asked; /* when, in nanoseconds */
    struct expert_seat thought;
};

struct thinking {
    struct fair_queue waiting;
    uint32_t under_way;
};

void think_init(struct hub *h) { h->thinking = hub_alloc(sizeof *h->thinking); }

uint32_t think_waiting(const struct hub *h) { return h->thinking->waiting.count; }

static void think(uv_work_t *work)
{
    struct job *job = work->data;
    struct mazo_bot_scratch *scratch = malloc(mazo_bot_scratch_size());
    if (scratch) {
        expert_seat_think(&job->thought, scratch);
        free(scratch);
    }
}

/* Answer without a search. */
static void think_at_once(struct hub *h, struct job *job)
{
    job->thought.bot.level = MAZO_BOT_HARD;
    expert_seat_think(&job->thought, h->scratch);
    h->metrics.thoughts_plain++;
    job->room->thinking = NULL;
    job->room->thought = job;
}

static void limit_budget(struct hub *h, struct job *job)
{
    uint32_t load = fair_queue_load(&h->thinking->waiting, &job->turn);
    uint32_t *playouts = &job->thought.bot.playouts;
    if (load > TURNS_LIGHT) {
        *playouts = *playouts * TURNS_LIGHT / load;
        *playouts = *playouts < PLAYOUTS_LEAST ? PLAYOUTS_LEAST : *playouts;
        h->metrics.thoughts_short++;
    }
}

static void on_thought(uv_work_t *work, int status);

/* Start as many as possible. */
static void start_some(struct hub *h)
{
    while (h->thinking->under_way < THINKERS && h->thinking->waiting.count > 0) {
        struct job *job = (struct job *)fair_queue_take(&h->thinking->waiting);
        limit_budget(h, job);
        metrics_wait(&h->metrics.thought, (uv_hrtime() - job->asked) / 1000);
        if (uv_queue_work(h->loop, &job->work, think, on_thought) == 0) {
            h->thinking->under_way++;
        } else {
            think_at_once(h, job);
            due_set(h, job->room, hub_now(h));
        }
    }
}

static void on_thought(uv_work_t *work, int status)
{
    struct job *job = work->data;
    struct hub *h = job->hub;
    struct room *r = job->room;
    (void)status;
    h->thinking->under_way--;
    h->metrics.thoughts++;
    if (!h->stopping)
        start_some(h);
    if (r) {
        r->thinking = NULL;
        r->thought = job;
        due_set(h, r, hub_now(h));
    } else {
        free(job);
    }
}

void think_begin(struct hub *h, struct room *r, struct table *t)
{
    int seat = r->thinking || r->thought ? -1 : table_thinks(t);
    struct job *job = seat < 0 ? NULL : malloc(sizeof *job);
    if (!job)
        return;
    job->hub = h;
    job->work.data = job;
    job->match = r->now.match;
    job->asked = uv_hrtime();
    job->room = r;
    room_owner(r, &job->turn);
    expert_seat_begin(t, seat, &job->thought);
    r->thinking = job;
    if (fair_queue_put(&h->thinking->waiting, &job->turn))
        start_some(h);
    else
        think_at_once(h, job);
}

bool think_end(struct hub *h, struct room *r, struct table *t)
{
    struct job *job = r->thought;
    r->thought = NULL;
    bool moved = job && job->match == r->now.match && expert_seat_end(t, hub_now(h), &job->thought);
    free(job);
    return moved;
}

void think_drop(struct hub *h, struct room *r)
{
    if (r->thinking && fair_queue_drop(&h->thinking->waiting, &r->thinking->turn))
        free(r->thinking);
    else if (r->thinking)
        r->thinking->room = NULL; /* being searched: dropped when it comes back */
    r->thinking = NULL;
    free(r->thought);
    r->thought = NULL;
}
