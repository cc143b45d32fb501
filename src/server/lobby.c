/*
 * lobby.c - identities, and what can be looked up.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/due.h"
#include "server/emit.h"
#include "server/handlers.h"
#include "server/load.h"
#include "server/queue.h"
#include "server/rooms.h"
#include "server/stopped.h"
#include "text/version.h"

enum {
    PROTOCOL_VERSION = 2,
    LISTED_MAX = 100,
    OWN_MAX = 20,
    OWN_LOADED_MAX = 2,
    HISTORY_MAX = 50,
    BEST_MAX = 50
};

/* ---- connections ---- */

static void sign_in(struct guest *g, struct person *p)
{
    p->guests++;
    g->who = p;
    g->lang = p->lang;
}

/* Somebody has stopped watching this table: is the person still here otherwise? */
static void stop_watching(struct hub *h, struct room *r, struct guest *g)
{
    room_leave(h, r, g);
    int seat = room_seat_of(r, g->who);
    if (seat >= 0 && !room_is_here(r, g->who)) {
        r->now.seat[seat].gone_at = hub_now(h);
        r->now.seat[seat].left = false;
        hub_news(h, NEWS_LOST, g->who, r);
        if (r->before) {
            r->before->seat[seat].gone_at = hub_now(h);
            r->before->seat[seat].left = false;
        }
        emit_table(h, r, NULL);
    } else if (seat < 0 && room_watchers(r) < WATCHERS_TOLD) {
        emit_table(h, r, NULL);
    }
    due_schedule(h, r);
}

void lobby_closed(struct hub *h, struct guest *g)
{
    while (g->rooms > 0) {
        stop_watching(h, g->room[0], g);
    }
    for (uint32_t i = 0; i < h->pending_count; i++) {
        struct pending *p = hub_pending(h, i);
        p->guest = p->guest == g ? NULL : p->guest;
        if (p->room) { /* it may have asked something of a table that it is not watching */
            queue_forget(p->room, g);
        }
    }
    if (g->who) {
        g->who->guests--;
        people_release(h, g->who);
    }
    free(g->hello);
}

/* ---- hello ---- */

/* One of somebody's tables, as the store has it. */
struct own_room {
    char code[STORE_CODE_SIZE];
    int64_t id;
    bool read; /* and what it says: */
    struct glance glance;
};

struct own_rooms {
    int count;
    struct own_room at[OWN_MAX];
};

static void take_own(void *ctx, const struct store_room *room)
{
    struct own_rooms *m = ctx;
    if (m->count < OWN_MAX) {
        struct own_room *one = &m->at[m->count++];
        memcpy(one->code, room->code, STORE_CODE_SIZE);
        one->id = room->id;
        one->read = glance_read(room->text, room->len, &one->glance);
    }
}

/* A seat of -1 is not known any more. */
static void put_own(struct json_out *out, const char *code, const char *title, int seat,
                    const char *status, bool turn)
{
    json_out_open(out, '{');
    json_out_string_at(out, "table", code);
    json_out_string_at(out, "title", title);
    json_out_index_at(out, "seat", seat);
    json_out_string_at(out, "status", status);
    json_out_bool_at(out, "your_turn", turn);
    json_out_close(out, '}');
}

static void put_living(struct hub *h, struct json_out *out, struct room *r, const struct person *p)
{
    int seat = room_seat_of(r, p);
    bool turn = r->now.status == ROOM_PLAYING && room_wake(h, r)->play.game.turn == seat;
    if (seat >= 0) {
        bool known = !r->stop || r->stop->line != STOP_TABLE;
        put_own(out, r->code, r->now.title, known ? seat : -1, room_status_name(r), turn);
    }
}

static void note_newer(void *ctx, const struct store_event *event)
{
    (void)event;
    *(bool *)ctx = true;
}

/* Does the row say whose turn it is? Not if the server could not write it when it ended. */
static bool knows_turn(struct hub *h, const struct glance *g)
{
    bool newer = g->turn < 0;
    if (g->status == ROOM_PLAYING && !newer) {
        h->store->ops->events(h->store, g->match, g->n + 1, note_newer, &newer);
    }
    return g->status != ROOM_PLAYING || !newer;
}

/* Rows are enough; only after the server has died is a match replayed here, and never many. */
static void put_table(struct hub *h, struct json_out *out, const struct own_room *m,
                      const struct person *p, int *loads)
{
    const struct glance *g = &m->glance;
    struct room *r = rooms_in_memory(h, m->code);
    int seat = m->read ? glance_seat_of(g, p->id) : -1;
    bool stopped = m->read && stopped_is_known(h, m->id, g->match);
    bool fresh = !r && m->read && (stopped || knows_turn(h, g));
    if (!r && !fresh && *loads > 0) {
        --*loads;
        load_room(h, m->code, &r);
    }
    if (r) {
        put_living(h, out, r, p);
    } else if (seat >= 0) {
        const char *status = stopped ? "stopped" : glance_statuses[g->status];
        put_own(out, m->code, g->title, seat, status,
                fresh && g->status == ROOM_PLAYING && !stopped && g->turn == seat);
    }
}

static void put_welcome(const struct request *q, struct json_out *out, const char *token)
{
    struct hub *h = q->hub;
    struct person *p = q->guest->who;
    struct own_rooms own_rooms = {0};
    int loads = OWN_LOADED_MAX;
    request_begin(q, out, "welcome");
    json_out_int_at(out, "version", q->guest->version);
    json_out_string_at(out, "server", "mazo " MAZO_VERSION);
    json_out_string_at(out, "player", p->key);
    json_out_string_at(out, "name", p->name);
    json_out_string_at(out, "lang", p->lang == TEXT_EN ? "en" : "es");
    if (token) {
        json_out_string_at(out, "token", token);
    }
    h->store->ops->rooms_of(h->store, p->id, take_own, &own_rooms);
    json_out_open_at(out, "tables", '[');
    for (int i = 0; i < own_rooms.count; i++) {
        put_table(h, out, &own_rooms.at[i], p, &loads);
    }
    json_out_close(out, ']');
}

/* A new identity is sent once it is stored. */
static void make_identity(struct request *q, const char *name, int lang)
{
    struct hub *h = q->hub;
    struct guest *g = q->guest;
    char token[TOKEN_LENGTH + 1];
    uint64_t ticket;
    struct json_out out;
    if (!net_charge(g->conn)) {
        request_error(q, "too_fast", N_("Too many new players from this address: wait a while"));
        return;
    }
    struct person *p = people_make(h, name, token, &ticket);
    if (!p) {
        request_busy(q);
        return;
    }
    p->lang = (uint8_t)lang;
    sign_in(g, p);
    put_welcome(q, &out, token);
    json_out_close(&out, '}');
    g->hello = strdup(out.buf);
    snprintf(g->hello_id, sizeof g->hello_id, "%s", q->id ? q->id : "");
    hub_await(h, ticket, NULL, g);
}

void lobby_stored(struct hub *h, struct guest *g, bool kept)
{
    struct request q = {.hub = h, .guest = g, .id = g->hello_id[0] ? g->hello_id : NULL};
    if (kept && g->hello) {
        net_send(g->conn, g->hello, strlen(g->hello));
    } else {
        struct person *p = g->who;
        g->who = NULL;
        p->guests--;
        people_release(h, p);
        request_not_stored(&q);
    }
    free(g->hello);
    g->hello = NULL;
}

/* An address has no more connections left, but for who has a seat at a table: nobody shall lose it
 * because others watch from the same house. `p` may be NULL. */
static bool may_stay(const struct request *q, struct person *p)
{
    struct guest *g = q->guest;
    if (!net_is_spare(g->conn)) {
        return true;
    }
    if (p && p->seats > 0) {
        net_keep(g->conn);
        return true;
    }
    request_error(q, "full", N_("Too many connections from your address. Try again later"));
    net_close(g->conn, NET_CLOSE_LATER, "too many from this address");
    if (p) {
        people_release(q->hub, p);
    }
    return false;
}

void lobby_hello(struct request *q)
{
    struct guest *g = q->guest;
    const char *token = request_text(q, "token"), *given = request_text(q, "name");
    const char *lang_name = request_text(q, "lang");
    char name[STORE_NAME_SIZE] = "";
    struct json_out out;
    int lang = lang_name ? text_lang_by_name(lang_name) : -1;
    if (lang >= 0) {
        g->lang = (uint8_t)lang;
    }
    if (g->who) {
        request_error(q, "bad_message", N_("You have already said hello"));
        return;
    }
    int64_t version = request_number(q, "version", 0);
    if (version > PROTOCOL_VERSION) {
        request_error(q, "bad_version", N_("This server speaks versions 1 and 2 of the protocol"));
        return;
    }
    g->version = (uint8_t)version;
    if (given && !people_clean_name(given, name)) {
        request_error(q, "bad_name", N_("A name is one line of 1 to 47 bytes"));
        return;
    }
    if (!token && may_stay(q, NULL)) {
        const char *nobody = text_in((enum text_lang)g->lang, N_("Player"));
        make_identity(q, name[0] ? name : nobody, g->lang);
    }
    if (!token) {
        return;
    }
    struct person *p;
    enum find found = people_find(q->hub, token, &p);
    if (!p) {
        request_missing(q, found, "bad_token", N_("This identity is not known here"));
        if (found == FIND_FAILED) {
            net_close(g->conn, NET_CLOSE_LATER, "store failed"); /* it comes back, and is itself */
        }
        return;
    }
    if (!may_stay(q, p)) {
        return;
    }
    sign_in(g, p);
    if ((name[0] && strcmp(name, p->name) != 0) || (lang >= 0 && lang != p->lang)) {
        if (name[0]) {
            memcpy(p->name, name, sizeof name);
        }
        g->lang = p->lang = lang >= 0 ? (uint8_t)lang : p->lang;
        people_save(q->hub, p);
    }
    q->hub->metrics.resumed++;
    put_welcome(q, &out, NULL);
    request_send(q, &out);
}

void lobby_name(struct request *q)
{
    struct person *p = q->guest->who;
    struct json_out out;
    if (!people_clean_name(request_text(q, "name"), p->name)) {
        request_error(q, "bad_name", N_("A name is one line of 1 to 47 bytes"));
        return;
    }
    people_save(q->hub, p);
    put_welcome(q, &out, NULL);
    request_send(q, &out);
    for (int i = 0; i < q->guest->rooms; i++) {
        emit_table(q->hub, q->guest->room[i], NULL);
    }
}

void lobby_ping(struct request *q)
{
    struct json_out out;
    request_begin(q, &out, "pong");
    request_send(q, &out);
}

/* ---- looking things up ---- */

static void put_listed(struct json_out *out, const struct room *r)
{
    json_out_open(out, '{');
    json_out_string_at(out, "table", r->code);
    json_out_string_at(out, "title", r->now.title);
    json_out_string_at(out, "rules", mazo_sheet_name(r->now.rules.sheet));
    json_out_int_at(out, "seats", r->now.seats);
    json_out_int_at(out, "free", r->now.status == ROOM_PLAYING ? 0 : room_count(r, SEAT_OPEN));
    json_out_int_at(out, "people", room_count(r, SEAT_PERSON));
    json_out_string_at(out, "status", room_status_name(r));
    json_out_close(out, '}');
}

void lobby_tables(struct request *q)
{
    struct hub *h = q->hub;
    struct json_out out;
    int count = 0;
    request_begin(q, &out, "tables");
    json_out_open_at(&out, "tables", '[');
    for (uint32_t i = 0; i <= h->room_mask && count < LISTED_MAX; i++) {
        for (const struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            if (count < LISTED_MAX && r->now.listed && r->now.seats > 0 && r->guest_count > 0 &&
                r->now.status != ROOM_STOPPED) {
                put_listed(&out, r);
                count++;
            }
        }
    }
    json_out_close(&out, ']');
    request_send(q, &out);
}

static void put_past(void *ctx, const struct store_past *past)
{
    struct json_out *out = ctx;
    json_out_open(out, '{');
    json_out_string_at(out, "key", past->match);
    json_out_string_at(out, "rules", past->rules);
    json_out_int_at(out, "at", past->at);
    json_out_int_at(out, "seats", past->seats);
    json_out_int_at(out, "points", past->points);
    json_out_bool_at(out, "won", past->won);
    json_out_int_at(out, "rating", (int64_t)(past->rating + 0.5));
    json_out_close(out, '}');
}

void lobby_history(struct request *q)
{
    struct store *s = q->hub->store;
    struct json_out out;
    request_begin(q, &out, "history");
    json_out_open_at(&out, "matches", '[');
    s->ops->history(s, q->guest->who->id, request_number(q, "before", 0), HISTORY_MAX, put_past,
                    &out);
    json_out_close(&out, ']');
    request_send(q, &out);
}

static void put_rated(struct json_out *out, const char *key, const char *name, double rating,
                      int matches, int wins)
{
    json_out_string_at(out, "player", key);
    json_out_string_at(out, "name", name);
    json_out_int_at(out, "rating", (int64_t)(rating + 0.5));
    json_out_int_at(out, "matches", matches);
    json_out_int_at(out, "wins", wins);
}

void lobby_player(struct request *q)
{
    struct json_out out;
    struct person *p;
    enum find found = people_by_key(q->hub, request_text(q, "player"), &p);
    if (!p) {
        request_missing(q, found, "no_player", N_("There is no such player"));
        return;
    }
    request_begin(q, &out, "player");
    put_rated(&out, p->key, p->name, p->rating, p->matches, p->wins);
    request_send(q, &out);
    people_release(q->hub, p);
}

static void put_best(void *ctx, const struct store_person *p)
{
    struct json_out *out = ctx;
    json_out_open(out, '{');
    put_rated(out, p->key, p->name, p->rating, p->matches, p->wins);
    json_out_close(out, '}');
}

void lobby_best(struct request *q)
{
    struct store *s = q->hub->store;
    struct json_out out;
    request_begin(q, &out, "best");
    json_out_open_at(&out, "players", '[');
    s->ops->best(s, BEST_MAX, put_best, &out);
    json_out_close(&out, ']');
    request_send(q, &out);
}
