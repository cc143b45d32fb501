/*
 * idle.c - tables where nobody is: put to rest, woken when their clock runs out, closed in the end.
 *
 * A table where nobody has been for a while (sleep-after) leaves the memory. One
 * that nobody has used for long (close-after) is closed: nothing looks for it any
 * more, and it is not among anybody's tables. Both come back as they were when
 * somebody asks for them.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/hub.h"

#include <string.h>

enum {
    DUE_MAX = 256, /* sleeping tables woken at a time */
    OLD_MAX = 100, /* closed at a time */
    DAY_MS = 86400000,
    FULL_FOR_MS = 1000 /* until the next search for a table to put to rest */
};

/* ---- to rest ---- */

/* Moves are lines, and lines do not write the row: whose turn it is gets there now. Should it not
 * be kept, whoever asks finds lines that are newer, and has the match replayed. */
static void save_row(struct hub *h, struct room *r)
{
    if (r->now.status == ROOM_PLAYING && !play_is_slow(r) && !r->before) {
        step_save_room(h, r);
        writer_send(h->writer);
        r->ticket = 0;
    }
}

void idle_sleep(struct hub *h, struct room *r)
{
    save_row(h, r);
    h->metrics.rooms_slept++;
    rooms_drop(h, r);
}

void idle_save_all(struct hub *h)
{
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (struct room *r = h->by_code[i]; r; r = r->next_by_code) {
            save_row(h, r);
        }
    }
}

/* Nobody is there, and nothing is going to happen before somebody looks for it again. */
static bool can_sleep(const struct hub *h, const struct room *r)
{
    return r->guest_count == 0 && !r->before && !r->thinking && !r->thought &&
           (r->now.status != ROOM_PLAYING || !play_is_slow(r) ||
            r->now.wakes > hub_now(h) + 2 * SLEEPERS_EVERY_S * 1000);
}

bool idle_make_room(struct hub *h)
{
    if (h->rooms < h->config->tables) {
        return true;
    }
    if (hub_now(h) < h->full_until) {
        return false;
    }
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        h->sweep = (h->sweep + 1) & h->room_mask;
        for (struct room *r = h->by_code[h->sweep]; r; r = r->next_by_code) {
            if (can_sleep(h, r)) {
                idle_sleep(h, r);
                return true;
            }
        }
    }
    h->full_until = hub_now(h) + FULL_FOR_MS;
    return false;
}

/* ---- due ---- */

struct due_rooms {
    const struct hub *hub;
    int asked, told, count;
    char code[DUE_MAX][STORE_CODE_SIZE];
};

static void take_due(void *ctx, const struct store_room *room)
{
    struct due_rooms *d = ctx;
    d->told++;
    if (d->count < DUE_MAX && !rooms_in_memory(d->hub, room->code) &&
        !stopped_is_known(d->hub, room->id, room->match)) {
        memcpy(d->code[d->count++], room->code, STORE_CODE_SIZE);
    }
}

/* True: there may be more. Tables that cannot be continued stay due for ever. */
static bool wake_due(struct hub *h)
{
    struct due_rooms due = {.hub = h, .asked = DUE_MAX + (int)h->stopped_count};
    h->store->ops->rooms_due(h->store, (int64_t)hub_now(h) + SLEEPERS_EVERY_S * 1000, due.asked,
                             take_due, &due);
    for (int i = 0; i < due.count; i++) {
        struct room *r;
        rooms_find(h, due.code[i], &r);
    }
    return due.told == due.asked && due.count > 0;
}

/* ---- closed ---- */

struct old_rooms {
    int count;
    struct {
        int64_t id, touched;
        char code[STORE_CODE_SIZE];
    } at[OLD_MAX];
};

static void take_old(void *ctx, const struct store_room *room)
{
    struct old_rooms *o = ctx;
    o->at[o->count].id = room->id;
    o->at[o->count].touched = room->touched;
    memcpy(o->at[o->count++].code, room->code, STORE_CODE_SIZE);
}

/* Somebody is watching it after all: it is used. */
static void touch(struct hub *h, struct room *r)
{
    if (r->now.status != ROOM_STOPPED && !r->before && step_begin(h, r, NULL)) {
        step_save_room(h, r);
        step_end(h, r);
    }
}

/* True: there may be more. */
static bool close_old(struct hub *h)
{
    struct old_rooms old = {0};
    int closed = 0;
    if (h->config->close_days == 0) {
        return false;
    }
    h->store->ops->rooms_idle(h->store,
                              (int64_t)hub_now(h) - (int64_t)h->config->close_days * DAY_MS,
                              OLD_MAX, take_old, &old);
    for (int i = 0; i < old.count; i++) {
        struct room *r = rooms_in_memory(h, old.at[i].code);
        struct store_write w = {.kind = STORE_AWAY,
                                .old = {.id = old.at[i].id, .at = old.at[i].touched}};
        if (r && (r->guest_count > 0 || r->before)) {
            touch(h, r);
            continue;
        }
        if (r) {
            rooms_drop(h, r);
        }
        writer_put(h->writer, &w);
        writer_send(h->writer);
        closed++;
    }
    h->metrics.rooms_closed += (uint64_t)closed;
    return closed == OLD_MAX;
}

void idle_second(struct hub *h, bool minute)
{
    if (minute || h->more_due) {
        h->more_due = wake_due(h);
    }
    if (minute || h->more_old) {
        h->more_old = close_old(h);
    }
}
