/*
 * matches.c - what players do with the match at their table: the shuffle, the start, moves.
 */
#include <stdio.h>
#include <string.h>

#include "server/messages/handlers.h"
#include "server/tables/emit.h"
#include "server/play/opening.h"
#include "server/play/room_match.h"
#include "server/tables/room.h"
#include "server/tables/space.h"
#include "server/tables/change.h"
#include "server/tables/reserve.h"

/* ---- before a match ---- */

/* Once the deal has its code no part can be added, and a player who missed opening twice gives
 * none. */
static bool may_give(const struct room *r, const struct seat *s)
{
    return r->now.opening != OPENING_SALTS && s->missed < SEAT_MISSED_MAX;
}

static void refuse_part(const struct request *q, const struct seat *s)
{
    request_error(
        q, "salted",
        s->missed < SEAT_MISSED_MAX
            ? N_("This seat has already given its part of the shuffle")
            : N_("Your random numbers were missing twice: this deal goes on without them"));
}

/* Clients give their part on their own: it may come when the match it was meant for is over. */
static bool is_over(struct request *q)
{
    if (q->room->now.status != ROOM_OPEN) {
        request_error(q, "running", N_("The match is over: ask for a rematch first"));
        return true;
    }
    return false;
}

/* The hash of a salt that is opened later. The last one counts: a player may have several devices,
 * and that one is connected. */
void matches_commit(struct request *q)
{
    struct room *r = q->room;
    struct seat *s = &r->now.seat[room_seat_of(r, q->guest->who)];
    char hash[FAIR_HEX];
    if (is_over(q))
        return;
    if (!fair_take(request_text(q, "hash"), hash)) {
        request_error(q, "bad_message", N_("A hash has 64 hex digits and comes before the deal"));
        return;
    }
    if (!may_give(r, s) || s->salt[0]) {
        refuse_part(q, s);
        return;
    }
    if (!change_begin_for(q))
        return;
    memcpy(s->hash, hash, sizeof s->hash);
    tables_changed(q);
}

/* Opens what was committed to. Older clients commit to nothing and give their salt right away. */
void matches_salt(struct request *q)
{
    struct room *r = q->room;
    struct seat *s = &r->now.seat[room_seat_of(r, q->guest->who)];
    char salt[FAIR_HEX], hash[FAIR_HEX];
    if (is_over(q))
        return;
    if (!fair_take(request_text(q, "salt"), salt)) {
        request_error(q, "bad_message", N_("A salt has 64 hex digits and comes before the deal"));
        return;
    }
    fair_hash_salt(salt, hash);
    bool same = strcmp(hash, s->hash) == 0;
    if (same ? !s->salt[0] && r->now.opening != OPENING_SALTS
             : s->hash[0] || !may_give(r, s)) { /* too early; or another device has given one */
        refuse_part(q, s);
        return;
    }
    if (!change_begin_for(q))
        return;
    memcpy(s->hash, hash, sizeof s->hash);
    memcpy(s->salt, salt, sizeof s->salt);
    tables_changed(q);
}

static const char no_finished_match[] = N_("There is no finished match");

/* Deals again as soon as everybody here has given a new part of the shuffle. False: the guest was
 * told why. */
static bool deal_again(struct request *q)
{
    struct room *r = q->room;
    struct wire_error why;
    room_move_on(r);
    if (!play_prepare(q->hub, r, (enum text_lang)q->guest->lang, &why)) {
        change_cancel(q->hub, r);
        request_error(q, why.word, why.message);
        return false;
    }
    opening_gather(q->hub, r);
    return true;
}

void matches_again(struct request *q)
{
    struct room *r = q->room;
    if (r->now.status != ROOM_OVER) {
        request_error(q, "not_running", no_finished_match);
        return;
    }
    if (!change_begin_for(q))
        return;
    r->now.seat[room_seat_of(r, q->guest->who)].again = request_flag(q, "on", true);
    tables_changed(q);
}

void matches_rematch(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    bool deals = request_flag(q, "deal", false) && r->now.status == ROOM_OVER;
    if (r->now.status != ROOM_OVER && r->now.status != ROOM_STOPPED) {
        request_error(q, "not_running", no_finished_match);
        return;
    }
    if (!space_is_there(q) || !change_begin_for(q))
        return;
    room_enter(r, q->guest, true);
    room_open_again(h, r);
    if (deals && !deal_again(q))
        return;
    emit_turn(h, r, NULL);
    tables_changed(q);
}

void matches_start(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    struct wire_error why = {.word = "ok"};
    if (is_over(q))
        return;
    if (!space_is_there(q) || !reserve_is_ready(q) || !change_begin_for(q))
        return;
    room_forget_misses(r);
    if (play_prepare(h, r, (enum text_lang)q->guest->lang, &why) && opening_begin(h, r)) {
        tables_changed(q);
    } else if (strcmp(why.word, "ok") == 0 && play_deal(h, r, q, &why)) {
        change_news(r, NEWS_DEALT, NULL);
        change_end(h, r);
    } else {
        change_cancel(h, r);
        request_error(q, why.word, why.message);
    }
}

/* ---- moves ---- */

/* The number that a command of this seat got, or -1. */
static int64_t number_of(const struct seat *s, uint64_t id)
{
    for (int i = 0; i < SEAT_IDS_MAX; i++)
        if (s->ids[i] == id)
            return s->ns[i];
    return -1;
}

static void say_done(struct request *q, int64_t n, const char *message)
{
    struct json_out out;
    request_begin(q, &out, "done");
    json_out_int_at(&out, "n", n);
    if (message[0])
        json_out_string_at(&out, "message", message);
    request_send(q, &out);
}

static bool read_command(struct request *q, int seat)
{
    struct wire_error why;
    enum text_lang lang = (enum text_lang)q->guest->lang;
    json_t *command = json_object_get(q->json, "command");
    struct wire_line *line = &q->hub->command;
    json_object_set_new(command, "seat", json_integer(seat));
    bool fine = wire_read_object(NULL, lang, command, line, &why);
    if (fine && line->kind == WIRE_COMMAND)
        return true;
    if (fine) {
        why.word = "unknown_command";
        snprintf(why.message, sizeof why.message, "%s", text_in(lang, N_("Not a command")));
    }
    request_refuse(q, &why);
    return false;
}

static void answer(struct request *q, int seat, enum table_answer what,
                   const struct wire_error *why)
{
    struct json_out out;
    int64_t n = number_of(&q->room->now.seat[seat], play_hash_id(q->id));
    if (what == TABLE_REFUSED && n >= 0) {
        say_done(q, n,
                 ""); /* it had waited, was sent again, and was carried out in this very change */
    } else if (what == TABLE_REFUSED) {
        request_refuse(q, why);
    } else if (what == TABLE_DONE) {
        say_done(q, n, why->message);
    } else {
        request_begin(q, &out, "waits");
        json_out_string_at(&out, "message", why->message);
        request_send(q, &out);
    }
}

void matches_do(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    struct wire_error why = {.word = "ok"};
    int seat = room_seat_of(r, q->guest->who);
    if (!q->id) {
        request_error(q, "bad_message", N_("A command needs an id"));
        return;
    }
    int64_t n = number_of(&r->now.seat[seat], play_hash_id(q->id));
    if (n >= 0) { /* sent again, it is answered as before */
        h->metrics.repeated++;
        say_done(q, n, "");
        return;
    }
    if (r->now.status != ROOM_PLAYING ||
        request_number(q, "match", r->now.matches) != (int64_t)r->now.matches) {
        request_error(q, "not_running", N_("This match is not running"));
        return;
    }
    if (!read_command(q, seat))
        return;
    if (!change_begin_for(q))
        return;
    enum table_answer what = play_do(h, r, seat, q, &h->command, &why);
    answer(q, seat, what, &why);
    change_end(h, r);
}
