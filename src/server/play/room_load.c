/*
 * room_load.c - tables from the store into memory and back.
 */
#include "server/play/room_load.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/timers.h"
#include "server/hub/guess.h"
#include "server/hub/hub.h"
#include "server/hub/people.h"
#include "server/play/opening.h"
#include "server/play/room_match.h"
#include "server/tables/queue.h"
#include "server/stored/store_queries.h"
#include "server/tables/catch_up.h"
#include "server/tables/request.h"
#include "server/tables/room_text.h"
#include "server/tables/rooms.h"
#include "server/tables/change.h"
#include "server/tables/stopped.h"

enum {
    DAY_MS = 86400000,
    FULL_FOR_MS = 1000 /* delay before searching again for a table to unload */
};

struct upkeep {
    bool asked;              /* the store, which has not answered yet */
    bool more_due, more_old; /* more tables to wake or close than could be at once */
    uint32_t unload_at;      /* where the search for tables to unload continues, */
    uint64_t full_until;     /* and until when it is known to find none */
};

void load_init(struct hub *h) { h->upkeep = hub_alloc(sizeof *h->upkeep); }

/* ---- out of the memory ---- */

/* Moves are stored as lines, without the row: update whose turn it is there now. If that fails,
 * readers still find the newer lines. */
static bool is_behind(const struct room *r)
{
    return r->now.status == ROOM_PLAYING && !room_is_slow(r) && !room_is_busy(r);
}

static void drop(struct hub *h, struct room *r)
{
    h->metrics.rooms_slept++;
    rooms_drop(h, r);
}

/* It is dropped once its row is stored: nobody may read it before. */
void load_unload(struct hub *h, struct room *r)
{
    if (is_behind(r) && change_begin(r, NULL)) {
        change_save_room(h, r);
        r->leaves = true;
        change_end(h, r);
    } else {
        drop(h, r);
    }
}

/* Not found or unavailable: tell the waiting clients. */
static void miss(struct hub *h, struct room *r, enum find found)
{
    r->missing = true;
    r->found = found;
    h->calls->inbox(h, r);
    rooms_drop(h, r);
}

/* Tell everybody there, and everybody whose message waits. */
static void close_now(struct hub *h, struct room *r)
{
    for (uint32_t i = 0; i < r->guest_count; i++) {
        struct request q = {.hub = h, .guest = r->guests[i], .room = r};
        request_missing(&q, FIND_CLOSED, NULL, NULL);
    }
    h->metrics.rooms_closed++;
    miss(h, r, FIND_CLOSED);
}

bool load_stays(struct hub *h, struct room *r)
{
    if (r->now.closed) {
        close_now(h, r);
        return false;
    }
    bool leaves = r->leaves && r->guest_count == 0 && r->in_count == 0;
    r->leaves = false;
    if (leaves)
        drop(h, r);
    return !leaves;
}

uint64_t load_save_all(struct hub *h)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            if (is_behind(r)) {
                change_save_room(h, r);
                writer_send(h->writer);
                last = r->ticket;
                r->ticket = 0;
            }
        }
    }
    return last;
}

/* Idle: no one connected and no timer pending. */
static bool can_sleep(const struct hub *h, const struct room *r)
{
    return r->guest_count == 0 && !room_is_busy(r) && !r->thinking && !r->thought &&
           (r->now.status != ROOM_PLAYING || !room_is_slow(r) ||
            r->now.wakes > hub_now(h) + 2 * HUB_SLEEPERS_EVERY_S * 1000);
}

bool load_make_place(struct hub *h)
{
    if (h->rooms < h->config->tables)
        return true;
    if (hub_now(h) < h->upkeep->full_until)
        return false;
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        h->upkeep->unload_at = (h->upkeep->unload_at + 1) & h->room_mask;
        for (struct room *r = LIST_FIRST(&h->by_code[h->upkeep->unload_at]); r;
             r = LIST_NEXT(r, by_code)) {
            if (can_sleep(h, r)) {
                load_unload(h, r);
                return true;
            }
        }
    }
    h->upkeep->full_until = hub_now(h) + FULL_FOR_MS;
    return false;
}

/* ---- from the store ---- */

/* Of a table whose text cannot be read only this is known: who sits there, not where. */
static bool seat_people(struct hub *h, struct room *r, const struct read_room *q)
{
    room_release_people(h, &r->now);
    r->now =
        (struct room_state){.match = q->row.match, .wakes = TABLE_NEVER, .turn_ends = TABLE_NEVER};
    for (int i = 0; i < q->row.people; i++) {
        const struct store_person *from = query_person(&q->people, q->row.person[i]);
        struct person *p = from ? people_take(h, from) : NULL;
        if (p) {
            struct seat *s = &r->now.seat[r->now.seats++];
            s->kind = SEAT_PERSON;
            people_set(h, &s->person, p);
        } else if (from) {
            return false;
        }
    }
    return true;
}

/* The row. False: no memory. */
static bool fill(struct hub *h, struct room *r, const struct read_room *q)
{
    struct room_stop stop;
    uint64_t now = hub_now(h);
    r->id = q->row.id;
    enum find read = room_text_read(h, r, q, &stop);
    if (read == FIND_NONE) {
        if (!seat_people(h, r, q))
            return false;
        stopped_note(h, r, &stop);
        read = stopped_begin(h, r, &stop) ? FIND_FOUND : FIND_FAILED;
    }
    r->now.version = q->row.version;
    for (int i = 0; i < r->now.seats; i++)
        r->now.seat[i].gone_at = now;
    opening_resume(h, r);
    return read == FIND_FOUND;
}

/* Its match. False: no memory. */
static bool fill_match(struct hub *h, struct room *r, const struct read_room *q)
{
    bool running = r->now.status == ROOM_PLAYING;
    if (!running && r->now.status != ROOM_OVER)
        return true;
    if (q->table.packed) {
        play_load(h, r, q);
        return true;
    }
    stopped_note(h, r, &q->table.stop);
    return !running || stopped_begin(h, r, &q->table.stop);
}

/* A table from the store is back as it was. */
static void take_room(struct hub *h, struct room *r, const struct read_room *q)
{
    if (!fill(h, r, q)) {
        r->now.status = ROOM_OPEN; /* it was not counted as playing */
        miss(h, r, FIND_FAILED);
        return;
    }
    if (r->now.closed) {
        r->now.status = ROOM_OPEN;
        miss(h, r, FIND_CLOSED);
        return;
    }
    h->playing += r->now.status == ROOM_PLAYING;
    if (!fill_match(h, r, q)) {
        miss(h, r, FIND_FAILED);
        return;
    }
    h->metrics.rooms_loaded++;
    timers_schedule(h, r);
    bool later = r->now.status == ROOM_PLAYING && room_deadline(r) != q->row.due;
    if ((q->row.over || later) && r->now.status != ROOM_STOPPED && change_begin(r, NULL)) {
        change_save_room(h, r); /* this server has it, or others would think it overdue */
        change_end(h, r);
    }
    h->calls->inbox(h, r);
}

/* The table exists: the clients waiting for it have not guessed a wrong code. */
static void pardon(const struct hub *h, const struct room *r)
{
    for (const struct queued *l = r->in; l; l = l->next)
        if (l->guest)
            guess_right(h, l->guest);
}

static void loaded(struct reading *reading, void *ctx)
{
    struct hub *h = ctx;
    struct read_room *q = (struct read_room *)reading;
    struct room *r = q->room;
    if (r)
        rooms_loading(h, r, NULL);
    if (r && q->found != FIND_NONE)
        pardon(h, r);
    if (r && q->found == FIND_FOUND) {
        take_room(h, r, q);
    } else if (r) {
        h->metrics.unread += q->found == FIND_FAILED;
        miss(h, r, q->found);
    }
    query_room_free(q);
}

static enum find begin_loading(struct hub *h, const char *code, struct room **out)
{
    struct read_room *q = calloc(1, sizeof *q);
    struct room *r = q ? rooms_add(h, 0, code) : NULL;
    if (!r) {
        free(q);
        return FIND_FAILED;
    }
    q->reading.read = query_room;
    q->reading.done = loaded;
    play_ask(h, &q->table);
    memcpy(q->code, code, strlen(code) + 1);
    rooms_loading(h, r, q);
    hub_read(h, &q->reading);
    *out = r;
    return FIND_LOADING;
}

/* In capitals; false: not a code. */
static bool clean(const char *code, char out[STORE_CODE_SIZE])
{
    size_t len = strlen(code);
    if (len == 0 || len >= STORE_CODE_SIZE)
        return false;
    for (size_t i = 0; i <= len; i++)
        out[i] = (char)toupper((unsigned char)code[i]);
    return true;
}

struct room *load_in_memory(const struct hub *h, const char *code)
{
    char upper[STORE_CODE_SIZE];
    return clean(code, upper) ? rooms_in_memory(h, upper) : NULL;
}

enum find load_room(struct hub *h, const char *code, struct room **out)
{
    char upper[STORE_CODE_SIZE];
    *out = NULL;
    if (!clean(code, upper))
        return FIND_NONE;
    struct room *r = rooms_in_memory(h, upper);
    if (!r)
        return load_make_place(h) ? begin_loading(h, upper, out) : FIND_FULL;
    if (r->missing)
        return r->found;
    *out = r;
    return r->loading ? FIND_LOADING : FIND_FOUND;
}

/* ---- the last moves ---- */

static void lines_read(struct reading *reading, void *ctx)
{
    struct hub *h = ctx;
    struct read_room *q = (struct read_room *)reading;
    struct room *r = q->room;
    if (r) {
        rooms_loading(h, r, NULL);
        if (q->found == FIND_FOUND && q->lines.count > r->now.n + 1) {
            change_give_up(h, r); /* another server has continued it */
        } else {
            r->sure = true;
            catch_up_take(h, r, q);
            timers_schedule(h, r);
            h->calls->inbox(h, r);
        }
    }
    query_room_free(q);
}

bool load_recent(struct hub *h, struct room *r)
{
    struct read_room *q = calloc(1, sizeof *q);
    if (!q)
        return false;
    q->reading.read = query_match;
    q->reading.done = lines_read;
    q->match = r->now.match;
    rooms_loading(h, r, q);
    hub_read(h, &q->reading);
    return true;
}

/* ---- closed ---- */

/* A guest is watching, so it is used. */
static void touch(struct hub *h, struct room *r)
{
    if (r->now.status != ROOM_STOPPED && !room_is_busy(r) && change_begin(r, NULL)) {
        change_save_room(h, r);
        change_end(h, r);
    }
}

/* True: there may be more. */
static bool close_old(struct hub *h, const struct read_upkeep *q)
{
    int closed = 0;
    for (int i = 0; i < q->old_count; i++) {
        struct room *r = rooms_in_memory(h, q->old[i].code);
        struct store_write w = {.kind = STORE_AWAY,
                                .old = {.id = q->old[i].id, .at = q->old[i].touched}};
        if (r && (r->guest_count > 0 || room_is_busy(r))) {
            touch(h, r);
            continue;
        }
        if (r)
            rooms_drop(h, r);
        uint64_t ticket = writer_put(h->writer, &w);
        writer_send(h->writer);
        hub_await(h, ticket, NULL, NULL)->closes = true;
        closed++;
    }
    return closed == OLD_MAX;
}

/* ---- due ---- */

/* True: there may be more. Tables that cannot be continued stay due forever. */
static bool wake_due(struct hub *h, const struct read_upkeep *q)
{
    int woken = 0;
    for (int i = 0; i < q->due_count; i++) {
        struct room *r;
        if (!rooms_in_memory(h, q->due[i].code) &&
            !stopped_is_known(h, q->due[i].id, q->due[i].match)) {
            load_room(h, q->due[i].code, &r);
            woken++;
        }
    }
    return q->due_count == q->due_most && woken > 0;
}

static void looked(struct reading *reading, void *ctx)
{
    struct hub *h = ctx;
    struct read_upkeep *q = (struct read_upkeep *)reading;
    h->upkeep->asked = false;
    if (q->due_by)
        h->upkeep->more_due = wake_due(h, q);
    if (q->idle_before)
        h->upkeep->more_old = close_old(h, q);
    free(q->due);
    free(q);
}

void load_second(struct hub *h, bool minute)
{
    bool due = minute || h->upkeep->more_due;
    bool old = (minute || h->upkeep->more_old) && h->config->close_days > 0;
    int64_t now = (int64_t)hub_now(h);
    struct read_upkeep *q = (due || old) && !h->upkeep->asked ? calloc(1, sizeof *q) : NULL;
    if (!q)
        return;
    q->reading.read = query_upkeep;
    q->reading.done = looked;
    q->due_by = due ? now + HUB_SLEEPERS_EVERY_S * 1000 : 0;
    q->idle_before = old ? now - (int64_t)h->config->close_days * DAY_MS : 0;
    q->due_most = DUE_MAX + (int)stopped_count(h);
    q->due = calloc((size_t)q->due_most, sizeof *q->due);
    if (!q->due) {
        free(q);
        return;
    }
    h->upkeep->asked = true;
    hub_read(h, &q->reading);
}
