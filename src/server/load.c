/*
 * load.c - tables from the store into memory and back.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/load.h"

#include <ctype.h>
#include <string.h>

#include "server/due.h"
#include "server/play.h"
#include "server/room_text.h"
#include "server/rooms.h"
#include "server/step.h"
#include "server/stopped.h"

enum {
    DUE_MAX = 256, /* sleeping tables woken at a time */
    OLD_MAX = 100, /* closed at a time */
    DAY_MS = 86400000,
    FULL_FOR_MS = 1000 /* until the next search for a table to put to rest */
};

/* ---- out of the memory ---- */

/* Moves are lines, and lines do not write the row: whose turn it is gets there now. Should it not
 * be kept, whoever asks finds lines that are newer, and has the match replayed. */
static void save_row(struct hub *h, struct room *r)
{
    if (r->now.status == ROOM_PLAYING && !room_is_slow(r) && !r->before) {
        step_save_room(h, r);
        writer_send(h->writer);
        r->ticket = 0;
    }
}

void load_unload(struct hub *h, struct room *r)
{
    save_row(h, r);
    h->metrics.rooms_slept++;
    rooms_drop(h, r);
}

void load_save_all(struct hub *h)
{
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            save_row(h, r);
        }
    }
}

/* Nobody is there, and nothing is going to happen before somebody looks for it again. */
static bool can_sleep(const struct hub *h, const struct room *r)
{
    return r->guest_count == 0 && !r->before && !r->thinking && !r->thought &&
           (r->now.status != ROOM_PLAYING || !room_is_slow(r) ||
            r->now.wakes > hub_now(h) + 2 * HUB_SLEEPERS_EVERY_S * 1000);
}

bool load_make_place(struct hub *h)
{
    if (h->rooms < h->config->tables) {
        return true;
    }
    if (hub_now(h) < h->full_until) {
        return false;
    }
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        h->unload_at = (h->unload_at + 1) & h->room_mask;
        for (struct room *r = LIST_FIRST(&h->by_code[h->unload_at]); r; r = LIST_NEXT(r, by_code)) {
            if (can_sleep(h, r)) {
                load_unload(h, r);
                return true;
            }
        }
    }
    h->full_until = hub_now(h) + FULL_FOR_MS;
    return false;
}

/* ---- from the store ---- */

struct loading {
    struct hub *hub;
    struct room *room;
    bool failed, closed;
};

/* Of a table whose text cannot be read this is known: who sits there, though not where. False: the
 * store has failed. */
static bool seat_people(struct hub *h, struct room *r, const struct store_room *from)
{
    room_release_people(h, &r->now);
    r->now =
        (struct room_state){.match = from->match, .wakes = TABLE_NEVER, .turn_ends = TABLE_NEVER};
    for (int i = 0; i < from->people; i++) {
        struct person *p;
        if (people_by_id(h, from->person[i], &p) == FIND_FAILED) {
            return false;
        }
        if (p) {
            struct seat *s = &r->now.seat[r->now.seats++];
            s->kind = SEAT_PERSON;
            people_set(h, &s->person, p);
        }
    }
    return true;
}

static void take_loaded(void *ctx, const struct store_room *from)
{
    struct loading *l = ctx;
    struct hub *h = l->hub;
    struct room_stop stop;
    l->closed = from->over;
    l->room = rooms_add(h, from->id, from->code);
    if (!l->room) {
        l->failed = true;
        return;
    }
    enum find read = room_text_read(h, l->room, from->text, from->len, &stop);
    l->room->now.version = from->version;
    if (read == FIND_FOUND) {
        return;
    }
    if (read == FIND_NONE && seat_people(h, l->room, from)) {
        stopped_note(h, l->room, &stop);
        l->failed = !stopped_begin(h, l->room, &stop);
    } else {
        l->failed = true;
    }
}

/* False: not now. */
static bool load_match(struct hub *h, struct room *r)
{
    struct room_stop stop;
    enum play_loaded loaded = PLAY_LOADED;
    bool running = r->now.status == ROOM_PLAYING;
    h->playing += running;
    if (running || r->now.status == ROOM_OVER) {
        loaded = play_load(h, r, &stop);
    }
    if (loaded == PLAY_DAMAGED) {
        stopped_note(h, r, &stop);
    }
    return !running || loaded == PLAY_LOADED ||
           (loaded == PLAY_DAMAGED && stopped_begin(h, r, &stop));
}

/* A table that rests on the disk comes back as it was. */
static enum find load(struct hub *h, const char *code, struct room **out)
{
    struct loading l = {.hub = h};
    int found = h->store->ops->room_by_code(h->store, code, take_loaded, &l);
    struct room *r = l.room;
    if (!r) {
        return l.failed ? FIND_FAILED : (enum find)found;
    }
    if (l.failed || found < 0) {
        r->now.status = ROOM_OPEN; /* it was never counted as one that plays */
        rooms_drop(h, r);
        return FIND_FAILED;
    }
    uint64_t now = hub_now(h);
    for (int i = 0; i < r->now.seats; i++) {
        r->now.seat[i].gone_at = now;
    }
    if (!load_match(h, r)) {
        rooms_drop(h, r);
        return FIND_FAILED;
    }
    h->metrics.rooms_loaded++;
    due_schedule(h, r);
    if (l.closed && r->now.status != ROOM_STOPPED && step_begin(r, NULL)) {
        step_save_room(h, r); /* it is somebody's table again */
        step_end(h, r);
    }
    *out = r;
    return FIND_FOUND;
}

enum find load_room(struct hub *h, const char *code, struct room **out)
{
    char upper[STORE_CODE_SIZE];
    size_t len = strlen(code);
    *out = NULL;
    if (len == 0 || len >= sizeof upper) {
        return FIND_NONE;
    }
    for (size_t i = 0; i <= len; i++) {
        upper[i] = (char)toupper((unsigned char)code[i]);
    }
    *out = rooms_in_memory(h, upper);
    if (*out) {
        return FIND_FOUND;
    }
    return load_make_place(h) ? load(h, upper, out) : FIND_FULL;
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
    h->store->ops->rooms_due(h->store, (int64_t)hub_now(h) + HUB_SLEEPERS_EVERY_S * 1000, due.asked,
                             take_due, &due);
    for (int i = 0; i < due.count; i++) {
        struct room *r;
        load_room(h, due.code[i], &r);
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
    if (r->now.status != ROOM_STOPPED && !r->before && step_begin(r, NULL)) {
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

void load_second(struct hub *h, bool minute)
{
    if (minute || h->more_due) {
        h->more_due = wake_due(h);
    }
    if (minute || h->more_old) {
        h->more_old = close_old(h);
    }
}
