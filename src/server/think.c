/*
 * think.c - experts think in the pool, and all of them get their turn.
 *
 * A table has one thought at a time. Some are under way, the others wait (turns.h). Where many
 * wait, each gets less time; where too many do, the bot plays as a hard one would, at once. So a
 * bot answers within a bound whatever others do.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/hub.h"

#include <stdlib.h>
#include <string.h>

enum {
    THINKERS = 4,        /* as many threads as the pool of libuv has */
    PLAYOUTS_LEAST = 500 /* fewer and `hard` plays as well */
};

struct job {
    struct turn turn; /* first */
    uv_work_t work;
    struct hub *hub;
    char code[STORE_CODE_SIZE];
    int64_t match;
    uint64_t asked; /* when, in nanoseconds */
    struct thought thought;
};

static void think(uv_work_t *work)
{
    struct job *job = work->data;
    struct bot_scratch *scratch = malloc(bot_scratch_size());
    if (scratch) {
        thought_think(&job->thought, scratch);
        free(scratch);
    }
}

/* The search is left out. */
static void think_at_once(struct hub *h, struct room *r, struct job *job)
{
    job->thought.bot.level = BOT_HARD;
    thought_think(&job->thought, h->scratch);
    h->metrics.thoughts_plain++;
    r->thinking = NULL;
    r->thought = job;
}

static void limit_budget(struct hub *h, struct job *job)
{
    uint32_t load = turns_load(&h->turns, &job->turn);
    uint32_t *playouts = &job->thought.bot.playouts;
    if (load > TURNS_LIGHT) {
        *playouts = *playouts * TURNS_LIGHT / load;
        *playouts = *playouts < PLAYOUTS_LEAST ? PLAYOUTS_LEAST : *playouts;
        h->metrics.thoughts_short++;
    }
}

static void thought_out(uv_work_t *work, int status);

/* As many as can. */
static void start_some(struct hub *h)
{
    while (h->thinkers < THINKERS && h->turns.count > 0) {
        struct job *job = (struct job *)turns_take(&h->turns);
        limit_budget(h, job);
        metrics_wait(&h->metrics.thought, (uv_hrtime() - job->asked) / 1000);
        if (uv_queue_work(h->loop, &job->work, think, thought_out) == 0) {
            h->thinkers++;
        } else {
            struct room *r = rooms_in_memory(h, job->code);
            think_at_once(h, r, job); /* who waits has a table: see think_drop */
            play_schedule(h, r);
        }
    }
}

static void thought_out(uv_work_t *work, int status)
{
    struct job *job = work->data;
    struct hub *h = job->hub;
    struct room *r = rooms_in_memory(h, job->code);
    (void)status;
    h->thinkers--;
    h->metrics.thoughts++;
    if (!h->stopping) {
        start_some(h);
    }
    if (r && r->thinking == job) {
        r->thinking = NULL;
        r->thought = job;
        play_tick(h, r);
    } else {
        free(job);
    }
}

void think_owner(const struct room *r, struct turn *out)
{
    const struct guest *best = NULL;
    for (uint32_t i = 0; i < r->guest_count && !(best && best->who == r->now.host); i++) {
        const struct guest *g = r->guests[i];
        best = g->who == r->now.host || rooms_seat_of(r, g->who) >= 0 ? g : best;
    }
    out->address = best ? net_address_key(best->conn) : 0;
    out->person = r->now.host ? r->now.host->id : 0;
}

void think_begin(struct hub *h, struct room *r, struct table *t)
{
    int seat = r->thinking || r->thought ? -1 : table_thinks(t);
    struct job *job = seat < 0 ? NULL : malloc(sizeof *job);
    if (!job) {
        return;
    }
    job->hub = h;
    job->work.data = job;
    job->match = r->now.match;
    job->asked = uv_hrtime();
    memcpy(job->code, r->code, sizeof job->code);
    think_owner(r, &job->turn);
    thought_begin(t, seat, &job->thought);
    r->thinking = job;
    if (turns_put(&h->turns, &job->turn)) {
        start_some(h);
    } else {
        think_at_once(h, r, job);
    }
}

bool think_end(struct hub *h, struct room *r, struct table *t)
{
    struct job *job = r->thought;
    r->thought = NULL;
    bool moved = job && job->match == r->now.match && thought_end(t, hub_now(h), &job->thought);
    free(job);
    return moved;
}

void think_drop(struct hub *h, struct room *r)
{
    if (r->thinking && turns_drop(&h->turns, &r->thinking->turn)) {
        free(r->thinking);
    }
    r->thinking = NULL; /* one under way is thrown away when it comes */
    free(r->thought);
    r->thought = NULL;
}
