/*
 * timers.c - when tables have something to do.
 */
#include "server/tables/timers.h"

#include <stdlib.h>

#include "server/hub/hub.h"
#include "table/program_seat.h"

enum { PROGRAM_LISTEN_MS = 20 }; /* how often a thinking program is checked */

/* ---- the heap ---- */

static void place(struct hub *h, uint32_t at, struct room *r)
{
    h->heap.at[at - 1] = r;
    r->heap_at = at;
}

static void sift_up(struct hub *h, uint32_t at, struct room *r)
{
    while (at > 1 && h->heap.at[at / 2 - 1]->due > r->due) {
        place(h, at, h->heap.at[at / 2 - 1]);
        at /= 2;
    }
    place(h, at, r);
}

static void sift_down(struct hub *h, uint32_t at, struct room *r)
{
    for (;;) {
        uint32_t child = at * 2;
        if (child < h->heap.count && h->heap.at[child]->due < h->heap.at[child - 1]->due)
            child++;
        if (child > h->heap.count || h->heap.at[child - 1]->due >= r->due)
            break;
        place(h, at, h->heap.at[child - 1]);
        at = child;
    }
    place(h, at, r);
}

static void remove_due(struct hub *h, struct room *r)
{
    uint32_t at = r->heap_at;
    struct room *last = h->heap.at[--h->heap.count];
    r->heap_at = 0;
    if (last == r)
        return;
    sift_down(h, at, last);
    sift_up(h, last->heap_at, last);
}

static void insert_due(struct hub *h, struct room *r)
{
    if (h->heap.count == h->heap.cap) {
        uint32_t cap = h->heap.cap ? h->heap.cap * 2 : 256;
        struct room **more = realloc(h->heap.at, cap * sizeof(struct room *));
        if (!more)
            abort(); /* without a timer the players of this table would hang */
        h->heap.at = more;
        h->heap.cap = cap;
    }
    h->heap.count++;
    sift_up(h, h->heap.count, r);
}

void due_set(struct hub *h, struct room *r, uint64_t due)
{
    if (r->heap_at)
        remove_due(h, r);
    r->due = due;
    if (due != TABLE_NEVER)
        insert_due(h, r);
}

/* ---- when ---- */

static uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }

uint64_t due_sleep(const struct hub *h, const struct room *r)
{
    uint64_t at = r->touched + (uint64_t)h->config->sleep_s * 1000;
    if (r->guest_count > 0 || r->thinking)
        return TABLE_NEVER;
    if (room_is_slow(r) && r->now.status == ROOM_PLAYING && r->now.wakes >= at &&
        r->now.wakes - at <= HUB_SLEEPERS_EVERY_S * 1000)
        at = r->now.wakes + 1000;
    return at;
}

void timers_schedule(struct hub *h, struct room *r)
{
    uint64_t due = TABLE_NEVER, now = hub_now(h);
    if (room_is_busy(r))
        return; /* when it is stored, or read */
    if (r->now.status == ROOM_PLAYING && (room_has_company(r) || room_is_slow(r))) {
        due = r->thought || r->due_now ? now : r->now.wakes;
        for (int i = 0; i < r->now.seats; i++) {
            const struct seat *s = &r->now.seat[i];
            if (s->kind == SEAT_PERSON && s->gone_at && !s->away && !room_is_slow(r))
                due = earlier(due, s->gone_at + (uint64_t)h->config->leave_s * 1000);
            if (r->program[i] && r->program[i]->asks)
                due = earlier(due, now + PROGRAM_LISTEN_MS);
        }
    }
    if (r->now.opening)
        due = room_is_opened(r) ? now : r->now.opening_ends;
    else if (r->now.deals_at)
        due = earlier(due, r->now.deals_at);
    due = earlier(due, due_sleep(h, r));
    due = r->now.crowd ? earlier(due, r->now.crowd) : due;
    due = r->talk_due ? earlier(due, r->talk_due) : due;
    due = r->owed ? now : due;
    due = r->kept_until ? earlier(due, r->kept_until) : due;
    if (due < r->not_before && now < r->not_before)
        due = r->not_before;
    due_set(h, r, due);
}
