/*
 * room.c - one table: who sits there, who watches, its match at rest and awake.
 */
#include "server/tables/room.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/hub/config.h"
#include "server/hub/hub.h"
#include "server/hub/log.h"
#include "server/network/net.h"
#include "table/expert_seat.h"
#include "wire/json_write.h"

enum { SLOW_CLOCK_S = 3600 }; /* turns of an hour and more: by correspondence */

bool room_news(const struct hub *h, enum serve_news news, const char *who, const struct room *r)
{
    if (!h->host || !h->host->news)
        return false;
    h->host->news(h->host->ctx, news, who, r->code);
    return true;
}

bool room_is_slow(const struct room *r) { return r->now.rules.turn_clock >= SLOW_CLOCK_S; }

int64_t room_deadline(const struct room *r)
{
    return room_is_slow(r) && r->now.turn_ends != TABLE_NEVER ? (int64_t)r->now.turn_ends : 0;
}

void room_new_secret(struct room *r)
{
    struct fair fair;
    fair_begin(&fair);
    memcpy(r->now.secret, fair.secret, sizeof r->now.secret);
    memcpy(r->now.commitment, fair.commitment, sizeof r->now.commitment);
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        r->now.seat[i].salt[0] = r->now.seat[i].hash[0] = '\0';
}

void room_fair(const struct room *r, struct fair *out)
{
    char about[FAIR_ABOUT_SIZE];
    struct json_out text;
    *out = (struct fair){.is_there = true, .rule = FAIR_RULE, .seats = r->now.seats};
    memcpy(out->secret, r->now.secret, sizeof out->secret);
    memcpy(out->commitment, r->now.commitment, sizeof out->commitment);
    for (int i = 0; i < out->seats; i++) {
        memcpy(out->salt[i], r->now.seat[i].salt, sizeof out->salt[i]);
        memcpy(out->hash[i], r->now.seat[i].hash, sizeof out->hash[i]);
    }
    json_out_init(&text, about, sizeof about);
    json_out_open(&text, '{');
    wire_put_rules(&text, &r->now.rules);
    json_out_close(&text, '}');
    fair_seal(out, about);
}

void room_forget_misses(struct room *r)
{
    r->now.again = 0;
    for (int i = 0; i < r->now.seats; i++)
        r->now.seat[i].missed = 0;
}

bool room_is_opened(const struct room *r)
{
    for (int i = 0; i < r->now.seats; i++) {
        const struct seat *s = &r->now.seat[i];
        bool waits = r->now.opening == OPENING_SALTS
                         ? s->hash[0] && !s->salt[0]
                         : s->kind == SEAT_PERSON && !s->hash[0] && s->missed < SEAT_MISSED_MAX &&
                               (r->now.again || room_is_here(r, s->person));
        if (waits)
            return false;
    }
    return true;
}

/* ---- who is there ---- */

static uint32_t connections_of(const struct room *r, const struct person *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->guest_count; i++)
        count += r->guests[i]->who == p;
    return count;
}

struct told *room_told(const struct room *r, struct guest *g)
{
    int i = 0;
    while (i < g->rooms - 1 && g->room[i] != r)
        i++;
    return &g->told[i];
}

enum find room_enter(struct room *r, struct guest *g, bool sits)
{
    for (int i = 0; i < g->rooms; i++)
        if (g->room[i] == r)
            return FIND_FOUND;
    if (g->rooms == GUEST_ROOMS_MAX)
        return FIND_NONE;
    if (sits ? connections_of(r, g->who) >= SEAT_GUESTS_MAX : room_watchers(r) >= ROOM_WATCHERS_MAX)
        return FIND_FULL;
    if (r->guest_count == r->guest_cap) {
        uint32_t cap = r->guest_cap ? r->guest_cap * 2 : 4;
        struct guest **more = realloc(r->guests, cap * sizeof *more);
        if (!more)
            return FIND_FAILED;
        r->guests = more;
        r->guest_cap = cap;
    }
    r->guests[r->guest_count++] = g;
    g->told[g->rooms] = (struct told){.talk = r->talked};
    g->room[g->rooms++] = r;
    return FIND_FOUND;
}

void room_leave(struct hub *h, struct room *r, struct guest *g)
{
    for (uint32_t i = 0; i < r->guest_count; i++) {
        if (r->guests[i] == g) {
            r->guests[i] = r->guests[--r->guest_count];
            break;
        }
    }
    for (int i = 0; i < g->rooms; i++) {
        if (g->room[i] == r) {
            g->room[i] = g->room[--g->rooms];
            g->told[i] = g->told[g->rooms];
            break;
        }
    }
    r->touched = hub_now(h);
}

int room_seat_of(const struct room *r, const struct person *p)
{
    for (int i = 0; p && i < r->now.seats; i++)
        if (r->now.seat[i].kind == SEAT_PERSON && r->now.seat[i].person == p)
            return i;
    return -1;
}

bool room_is_removed(const struct room *r, const struct person *p)
{
    for (int i = 0; i < ROOM_REMOVED_MAX && r->now.removed[i]; i++)
        if (r->now.removed[i] == p->id)
            return true;
    return false;
}

void room_set_removed(struct room *r, int64_t person, bool removed)
{
    int64_t was[ROOM_REMOVED_MAX];
    int count = 0;
    memcpy(was, r->now.removed, sizeof was);
    memset(r->now.removed, 0, sizeof was);
    if (removed)
        r->now.removed[count++] = person;
    for (int i = 0; i < ROOM_REMOVED_MAX && count < ROOM_REMOVED_MAX; i++)
        if (was[i] != person)
            r->now.removed[count++] = was[i];
}

uint32_t room_wins(const struct room *r, const struct person *p)
{
    const struct series_wins *w = r->now.series.wins;
    for (int i = 0; i < ROOM_SERIES_MAX && w[i].person; i++)
        if (w[i].person == p->id)
            return w[i].won;
    return 0;
}

void room_count_win(struct room *r, int64_t person)
{
    struct series_wins *w = r->now.series.wins;
    int at = 0, fewest = 0;
    for (; at < ROOM_SERIES_MAX && w[at].person && w[at].person != person; at++)
        fewest = w[at].won < w[fewest].won ? at : fewest;
    at = at < ROOM_SERIES_MAX ? at : fewest; /* too many people for one evening */
    w[at].won = w[at].person == person ? w[at].won + 1 : 1;
    w[at].person = person;
}

int room_count(const struct room *r, enum seat_kind kind)
{
    int count = 0;
    for (int i = 0; i < r->now.seats; i++)
        count += r->now.seat[i].kind == kind;
    return count;
}

bool room_is_here(const struct room *r, const struct person *p) { return connections_of(r, p) > 0; }

bool room_is_successor(const struct room *r, const struct person *p)
{
    return room_seat_of(r, p) >= 0 && (!r->now.host || !room_is_here(r, r->now.host));
}

bool room_has_company(const struct room *r)
{
    for (uint32_t i = 0; i < r->guest_count; i++)
        if (room_seat_of(r, r->guests[i]->who) >= 0)
            return true;
    return false;
}

const struct room *room_as_stored(const struct room *r, struct room *copy)
{
    if (!r->before)
        return r;
    *copy = *r;
    copy->now = *r->before;
    return copy;
}

uint32_t room_watchers(const struct room *r)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->guest_count; i++)
        count += room_seat_of(r, r->guests[i]->who) < 0;
    return count;
}

void room_release_people(struct hub *h, struct room_state *s)
{
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        people_set(h, &s->seat[i].person, NULL);
    people_set(h, &s->host, NULL);
}

/* A connection of the host, or of a player there; or NULL. */
static const struct guest *keeper(const struct room *r)
{
    const struct guest *best = NULL;
    for (uint32_t i = 0; i < r->guest_count && !(best && best->who == r->now.host); i++) {
        const struct guest *g = r->guests[i];
        best = g->who == r->now.host || room_seat_of(r, g->who) >= 0 ? g : best;
    }
    return best;
}

uint32_t room_mark(const struct room *r)
{
    const struct guest *g = keeper(r);
    return g ? net_address_mark(g->conn) : 0;
}

void room_owner(const struct room *r, struct turn *out)
{
    const struct guest *best = keeper(r);
    out->address = best ? net_address_key(best->conn) : 0;
    out->person = r->now.host ? r->now.host->id : 0;
}

/* ---- its match ---- */

struct awake {
    struct table table;
    const struct room *room; /* whose match it is, or NULL */
    unsigned char packing[TABLE_PACK_MAX];
};

void room_init(struct hub *h) { h->awake = hub_alloc(sizeof *h->awake); }

struct table *room_wake(struct hub *h, const struct room *r)
{
    if (h->awake->room != r)
        table_unpack(room_wake_empty(h, r), r->now.packed, r->now.pack_len);
    return &h->awake->table;
}

struct table *room_wake_empty(struct hub *h, const struct room *r)
{
    h->awake->room = r;
    return &h->awake->table;
}

void room_forget_awake(struct hub *h, const struct room *r)
{
    if (h->awake->room == r)
        h->awake->room = NULL;
}

void room_rest(struct hub *h, struct room *r)
{
    const struct table *t = &h->awake->table;
    size_t len = table_pack(t, h->awake->packing);
    void *packed = malloc(len);
    if (!packed) {
        log_say("out_of_memory", NULL);
        abort(); /* the store has everything; do not continue with a half-unpacked table */
    }
    memcpy(packed, h->awake->packing, len);
    if (!r->before || r->before->packed != r->now.packed)
        free(r->now.packed);
    r->now.packed = packed;
    r->now.pack_len = (uint32_t)len;
    r->now.wakes = table_due(t);
    r->now.turn_ends = t->turn_ends;
    r->due_now |= !r->thinking && !r->thought && table_thinks(t) >= 0; /* time has passed */
    for (int i = 0; i < r->now.seats; i++)
        r->now.seat[i].away = t->seat[i].away;
}

void room_open_again(struct hub *h, struct room *r)
{
    if (!r->before || r->before->packed != r->now.packed)
        free(r->now.packed); /* otherwise the change still holds it */
    r->now.packed = NULL;
    r->now.pack_len = 0;
    room_forget_awake(h, r);
    r->now.status = ROOM_OPEN;
    r->now.n = 0;
    r->now.match = 0;
    r->now.match_key[0] = '\0';
    r->now.wakes = r->now.turn_ends = TABLE_NEVER;
    room_forget_misses(r);
    room_new_secret(r);
    for (int i = 0; i < r->now.seats; i++) {
        struct seat *s = &r->now.seat[i];
        s->away = s->again = false;
        bool gone = r->now.fills && s->kind == SEAT_PERSON && s->person != r->now.host &&
                    !room_is_here(r, s->person);
        if (gone)
            people_set(h, &s->person, NULL);
        if (gone || (s->filled && s->kind == SEAT_BOT))
            memset(s, 0, sizeof *s);
        s->filled = false;
    }
}

bool room_is_free(const struct room *r, int seat)
{
    const struct seat *s = &r->now.seat[seat];
    return r->now.status == ROOM_PLAYING ? s->filled && s->kind == SEAT_BOT : s->kind == SEAT_OPEN;
}

int room_free_seats(const struct room *r)
{
    int count = 0;
    for (int i = 0; i < r->now.seats; i++)
        count += room_is_free(r, i);
    return count;
}

void room_set_deal(const struct hub *h, struct room *r)
{
    struct room_state *s = &r->now;
    uint64_t now = hub_now(h);
    if (!s->fills || s->status != ROOM_OPEN || s->opening || !room_has_company(r))
        s->deals_at = 0;
    else if (room_free_seats(r) == 0)
        s->deals_at = now;
    else if (s->deals_at <= now)
        s->deals_at = now + (uint64_t)h->config->fill_s * 1000;
}

void room_swap(struct room_state *s, int one, int other)
{
    struct seat seat = s->seat[one];
    uint8_t face = s->face[one];
    s->seat[one] = s->seat[other];
    s->face[one] = s->face[other];
    s->seat[other] = seat;
    s->face[other] = face;
}

void room_move_on(struct room *r)
{
    struct room_state *s = &r->now;
    int half = s->seats / 2;
    if (s->rules.teams)
        for (int i = 1; i < half; i += 2)
            room_swap(s, i, i + half);
    else
        for (int i = s->seats - 1; i > 1; i--)
            room_swap(s, i, i - 1);
}
