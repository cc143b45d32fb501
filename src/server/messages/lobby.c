/*
 * lobby.c - identities, and what can be looked up.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/bans.h"
#include "server/tables/timers.h"
#include "server/tables/emit.h"
#include "server/hub/guess.h"
#include "server/messages/handlers.h"
#include "server/hub/hub.h"
#include "server/hub/lend.h"
#include "server/tables/await_store.h"
#include "server/tables/names.h"
#include "server/network/net.h"
#include "server/cluster/peers.h"
#include "server/hub/people.h"
#include "server/tables/push.h"
#include "server/tables/queue.h"
#include "server/stored/store_queries.h"
#include "server/tables/room.h"
#include "server/tables/rooms.h"
#include "server/tables/reserve.h"
#include "server/tables/stopped.h"
#include "server/stored/summary.h"
#include "text/look.h"
#include "mazo/library.h"

enum { LIST_COST = 2 }; /* in messages */

enum { PROTOCOL_VERSION = 2 };

/* ---- connections ---- */

static void sign_in(struct guest *g, struct person *p)
{
    p->guests++;
    LIST_INSERT_HEAD(&p->here, g, same);
    g->who = p;
    g->lang = p->lang;
}

static void sign_out(struct hub *h, struct guest *g)
{
    struct person *p = g->who;
    LIST_REMOVE(g, same);
    g->who = NULL;
    p->guests--;
    people_release(h, p);
}

/* A guest has stopped watching this table: does the person still have it open elsewhere? */
static void stop_watching(struct hub *h, struct room *r, struct guest *g)
{
    room_leave(h, r, g);
    int seat = room_seat_of(r, g->who);
    if (seat >= 0 && !room_is_here(r, g->who)) {
        r->now.seat[seat].gone_at = hub_now(h);
        r->now.seat[seat].left = false;
        char name[STORE_NAME_SIZE];
        names_of(r, g->who, name);
        room_news(h, NEWS_LOST, name, r);
        if (r->before) {
            r->before->seat[seat].gone_at = hub_now(h);
            r->before->seat[seat].left = false;
        }
        emit_aside(h, r);
    } else if (seat < 0 && room_watchers(r) < WATCHERS_TOLD) {
        emit_aside(h, r);
    }
    timers_schedule(h, r);
}

void lobby_closed(struct hub *h, struct guest *g)
{
    while (g->rooms > 0)
        stop_watching(h, g->room[0], g);
    for (uint32_t i = 0; i < h->pending_count; i++) {
        struct pending *p = hub_pending(h, i);
        p->guest = p->guest == g ? NULL : p->guest;
        if (p->room) /* it may have asked about a table that it is not watching */
            queue_forget(p->room, g);
    }
    for (struct room *r = LIST_FIRST(&h->loading); r; r = LIST_NEXT(r, by_loading))
        queue_forget(r, g);
    await_forget(g);
    days_forget(g);
    queue_free_guest(g);
    if (g->who)
        sign_out(h, g);
    free(g->hello);
}

/* ---- hello ---- */

/* Seat -1: no longer known. */
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
    bool turn = r->now.status == ROOM_PLAYING && room_wake(h, r)->play.game.turn == seat &&
                !r->now.seat[seat].away;
    if (seat >= 0) {
        bool known = !r->stop || r->stop->line != STOP_TABLE;
        put_own(out, r->code, r->now.title, known ? seat : -1, table_info_status[r->now.status],
                turn);
    }
}

/* No table is loaded for this: its row says enough, unless the server could not write it when it
 * ended. */
static void put_table(struct hub *h, struct json_out *out, const struct own_room *m,
                      const struct person *p)
{
    const struct summary *g = &m->summary;
    struct room *r = rooms_in_memory(h, m->code);
    int seat = m->read ? summary_seat_of(g, p->id) : -1;
    if (r && !r->loading) {
        put_living(h, out, r, p);
    } else if (seat >= 0) {
        bool stopped = stopped_is_known(h, m->id, g->match);
        put_own(out, m->code, g->title, seat, stopped ? "stopped" : table_info_status[g->status],
                !stopped && !m->newer && g->status == ROOM_PLAYING && g->turn == seat);
    }
}

static void put_own_tables(const struct request *q, struct json_out *out)
{
    json_out_open_at(out, "tables", '[');
    for (int i = 0; q->lookup && i < q->lookup->count; i++)
        put_table(q->hub, out, &q->lookup->own[i], q->guest->who);
    json_out_close(out, ']');
}

static void put_welcome(const struct request *q, struct json_out *out, const char *token)
{
    const struct person *p = q->guest->who;
    request_begin(q, out, "welcome");
    json_out_int_at(out, "version", q->guest->version);
    json_out_string_at(out, "server", "mazo " MAZO_VERSION);
    json_out_string_at(out, "player", p->key);
    json_out_string_at(out, "name", p->name);
    json_out_string_at(out, "lang", p->lang == TEXT_EN ? "en" : "es");
    if (token)
        json_out_string_at(out, "token", token);
    if (p->mutes_known) {
        json_out_open_at(out, "muted", '[');
        for (int i = 0; i < p->mutes; i++)
            json_out_string(out, p->mute[i].key);
        json_out_close(out, ']');
    }
    if (push_public(q->hub))
        json_out_string_at(out, "push", push_public(q->hub));
    put_own_tables(q, out);
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
    struct person *p = people_make(h, name, reserve_person(h), token, &ticket);
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
        sign_out(h, g);
        request_not_stored(&q);
    }
    free(g->hello);
    g->hello = NULL;
    h->calls->resume(h, g);
}

/* An address at its limit of connections still takes a person with a seat: spectators in the same
 * house must not cost them the seat. `p` may be NULL. */
static bool may_stay(const struct request *q, struct person *p)
{
    struct guest *g = q->guest;
    if (!net_is_spare(g->conn))
        return true;
    if (p && p->seats > 0) {
        net_keep(g->conn);
        return true;
    }
    request_error(q, "full", N_("Too many connections from your address. Try again later"));
    net_close(g->conn, NET_CLOSE_LATER, "too many from this address");
    if (p)
        people_release(q->hub, p);
    return false;
}

/* `p` may be NULL: the address alone. */
static bool is_banned(const struct request *q, struct person *p)
{
    const struct store_ban *ban = bans_of(q->hub, q->guest, p);
    if (!ban)
        return false;
    q->guest->banned = true;
    bans_refuse(q->hub, q->guest, ban, q->id);
    if (p)
        people_release(q->hub, p);
    return true;
}

/* Checks that need no lookup; false: an error was sent. */
static bool is_fine(const struct request *q, char name[STORE_NAME_SIZE])
{
    const char *given = request_text(q, "name");
    enum look look = given ? look_clean(given, name, STORE_NAME_SIZE) : LOOK_FINE;
    if (q->guest->who)
        request_error(q, "bad_message", N_("You have already said hello"));
    else if (request_number(q, "version", 0) > PROTOCOL_VERSION)
        request_error(q, "bad_version", N_("This server speaks versions 1 and 2 of the protocol"));
    else if (look != LOOK_FINE)
        request_error(q, "bad_name", look_why(look));
    else
        return true;
    return false;
}

/* A person comes back. `name` may be "", `lang` -1. */
static void greet(struct request *q, struct person *p, const char *name, int lang)
{
    struct json_out out;
    sign_in(q->guest, p);
    if ((name[0] && strcmp(name, p->name) != 0) || (lang >= 0 && lang != p->lang)) {
        if (name[0])
            memcpy(p->name, name, strlen(name) + 1);
        q->guest->lang = p->lang = lang >= 0 ? (uint8_t)lang : p->lang;
        people_save(q->hub, p);
    }
    q->hub->metrics.resumed++;
    put_welcome(q, &out, NULL);
    request_send(q, &out);
}

/* By a token. */
static void recognise(struct request *q, const char *token, const char *name, int lang)
{
    uint8_t hash[STORE_HASH_SIZE];
    people_hash_token(token, hash);
    if (!q->lookup) {
        await_ask(q, query_hello,
                  &(struct await_for){.hash = hash, .before = (int64_t)q->hub->decided});
        return;
    }
    struct person *p = people_by_hash(q->hub, hash); /* a new one may not be stored yet */
    enum find found = q->lookup->found;
    if (!p && found == FIND_FOUND) {
        p = people_take(q->hub, &q->lookup->who);
        found = p ? found : FIND_FAILED;
    }
    if (!p) {
        request_missing(q, found, "bad_token", N_("This identity is not known here"));
        if (found == FIND_FAILED) /* coming back as the same person */
            net_close(q->guest->conn, NET_CLOSE_LATER, "store failed");
    } else if (!is_banned(q, p) && may_stay(q, p)) {
        if (found == FIND_FOUND && q->lookup->mutes >= 0)
            people_set_mutes(p, q->lookup->mute, q->lookup->mutes, (uint64_t)q->lookup->before);
        greet(q, p, name, lang);
    }
}

void lobby_hello(struct request *q)
{
    struct guest *g = q->guest;
    const char *token = request_text(q, "token"), *lang_name = request_text(q, "lang");
    char name[STORE_NAME_SIZE] = "";
    int lang = lang_name ? text_lang_by_name(lang_name) : -1;
    if (lang >= 0)
        g->lang = (uint8_t)lang;
    if (!is_fine(q, name) || is_banned(q, NULL))
        return;
    g->version = (uint8_t)request_number(q, "version", 0);
    if (token) {
        recognise(q, token, name, lang);
    } else if (may_stay(q, NULL) && reserve_is_ready(q)) {
        const char *nobody = text_in((enum text_lang)g->lang, N_("Player"));
        make_identity(q, name[0] ? name : nobody, g->lang);
    }
}

void lobby_name(struct request *q)
{
    struct person *p = q->guest->who;
    struct json_out out;
    char name[STORE_NAME_SIZE];
    if (!q->lookup) {
        await_ask(q, query_own, &(struct await_for){.person = p->id});
        return;
    }
    enum look look = look_clean(request_text(q, "name"), name, sizeof name);
    if (look != LOOK_FINE) {
        request_error(q, "bad_name", look_why(look));
        return;
    }
    memcpy(p->name, name, sizeof name);
    people_save(q->hub, p);
    put_welcome(q, &out, NULL);
    request_send(q, &out);
    for (int i = 0; i < q->guest->rooms; i++) {
        emit_aside(q->hub, q->guest->room[i]);
        net_spend(q->guest->conn, emit_cost(q->guest->room[i]));
    }
}

/* ---- another device ---- */

void lobby_lend(struct request *q)
{
    const char *token = request_text(q, "token");
    struct person *p = q->guest->who;
    uint8_t hash[STORE_HASH_SIZE];
    struct lend whose = {.address = net_address_key(q->guest->conn)};
    struct json_out out;
    people_hash_token(token, hash);
    if (sodium_memcmp(hash, p->hash, sizeof hash) != 0) {
        request_error(q, "bad_token", N_("This is not your token"));
        return;
    }
    snprintf(whose.token, sizeof whose.token, "%s", token);
    memcpy(whose.player, p->key, sizeof whose.player);
    memcpy(whose.name, p->name, sizeof whose.name);
    const struct lend *lent = lend_make(&q->hub->lends, &whose, q->guest->code, hub_now(q->hub));
    sodium_memzero(&whose, sizeof whose);
    if (!lent) {
        request_error(q, "too_fast", N_("Too many codes for other devices: wait a few minutes"));
        return;
    }
    q->guest->lends = true;
    request_begin(q, &out, "lent");
    json_out_string_at(&out, "code", lent->code);
    json_out_int_at(&out, "ends_in", LEND_MS);
    request_send(q, &out);
}

/* The devices that show a code of this player learn that it is used. */
static void say_taken(struct hub *h, const char *player)
{
    static const char taken[] = "{\"type\":\"taken\"}";
    const struct person *p = people_by_key(h, player);
    for (struct guest *g = p ? LIST_FIRST(&p->here) : NULL; g; g = LIST_NEXT(g, same)) {
        if (g->lends) {
            g->lends = false;
            net_send(g->conn, taken, sizeof taken - 1);
        }
    }
}

void lobby_take(struct request *q)
{
    struct hub *h = q->hub;
    bool look = request_flag(q, "look", false);
    struct json_out out;
    if (!guess_allowed(h, q->guest)) {
        request_error(q, "too_fast", N_("Too many wrong codes: wait a minute"));
        return;
    }
    struct lend *lent = lend_find(&h->lends, request_text(q, "code"), hub_now(h));
    if (!lent) {
        guess_begin(h, q->guest);
        request_error(q, "no_code",
                      N_("That code is wrong, too old or already used. Make a new one"));
        return;
    }
    request_begin(q, &out, "identity");
    json_out_string_at(&out, "player", lent->player);
    json_out_string_at(&out, "name", lent->name);
    if (!look)
        json_out_string_at(&out, "token", lent->token);
    request_send(q, &out);
    if (!look) {
        say_taken(h, lent->player);
        lend_end(lent);
    }
}

void lobby_ping(struct request *q)
{
    struct json_out out;
    request_begin(q, &out, "pong");
    request_send(q, &out);
}

/* ---- looking things up ---- */

void lobby_tables(struct request *q)
{
    struct json_out out;
    net_spend(q->guest->conn, LIST_COST);
    request_begin(q, &out, "tables");
    json_out_open_at(&out, "tables", '[');
    peers_put_tables(q->hub, &out);
    json_out_close(&out, ']');
    request_send(q, &out);
}

void lobby_mine(struct request *q)
{
    struct json_out out;
    if (!q->lookup) {
        await_ask(q, query_own, &(struct await_for){.person = q->guest->who->id});
        return;
    }
    request_begin(q, &out, "mine");
    put_own_tables(q, &out);
    request_send(q, &out);
}

static void put_past(struct json_out *out, const struct store_past *past)
{
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
    struct json_out out;
    if (!q->lookup) {
        await_ask(q, query_history,
                  &(struct await_for){.person = q->guest->who->id,
                                      .before = request_number(q, "before", 0)});
        return;
    }
    request_begin(q, &out, "history");
    json_out_open_at(&out, "matches", '[');
    for (int i = 0; i < q->lookup->count; i++)
        put_past(&out, &q->lookup->past[i]);
    json_out_close(&out, ']');
    request_send(q, &out);
}

static void put_rated(struct json_out *out, const struct store_person *p)
{
    char name[STORE_NAME_SIZE];
    people_show_name(p->name, name);
    json_out_string_at(out, "player", p->key);
    json_out_string_at(out, "name", name);
    json_out_int_at(out, "rating", (int64_t)(p->rating + 0.5));
    json_out_int_at(out, "matches", p->matches);
    json_out_int_at(out, "wins", p->wins);
}

void lobby_player(struct request *q)
{
    struct json_out out;
    if (!q->lookup) {
        await_ask(q, query_by_key, &(struct await_for){.key = request_text(q, "player")});
        return;
    }
    if (q->lookup->found != FIND_FOUND) {
        request_missing(q, q->lookup->found, "no_player", N_("There is no such player"));
        return;
    }
    request_begin(q, &out, "player");
    put_rated(&out, &q->lookup->who);
    request_send(q, &out);
}

void lobby_best(struct request *q)
{
    struct json_out out;
    if (!q->lookup) {
        await_ask(q, query_best, &(struct await_for){0});
        return;
    }
    request_begin(q, &out, "best");
    json_out_open_at(&out, "players", '[');
    for (int i = 0; i < q->lookup->count; i++) {
        json_out_open(&out, '{');
        put_rated(&out, &q->lookup->best[i]);
        json_out_close(&out, '}');
    }
    json_out_close(&out, ']');
    request_send(q, &out);
}
