/*
 * room_match.c - matches at a table: begun, moved, ended.
 */
#include "server/play/room_match.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/cluster/drain.h"
#include "server/hub/config.h"
#include "server/tables/timers.h"
#include "server/tables/emit.h"
#include "server/hub/hub.h"
#include "server/play/length.h"
#include "server/tables/names.h"
#include "server/hub/people.h"
#include "server/tables/programs.h"
#include "server/stored/rating.h"
#include "server/tables/catch_up.h"
#include "server/tables/room.h"
#include "server/tables/change.h"
#include "server/tables/reserve.h"
#include "server/tables/think.h"
#include "table/player.h"

enum {
    RESTART_GRACE_MS = 20000, /* clocks that ran out while the server was down */
    ACCUSE_PAUSE_MS = 30000   /* P3: accusations of one seat */
};

/* ---- what the table accepts ---- */

static void remember_id(struct seat *s, uint64_t id, uint32_t n)
{
    s->ids[s->id_at] = id;
    s->ns[s->id_at] = n;
    s->id_at = (uint8_t)((s->id_at + 1) % SEAT_IDS_MAX);
}

uint64_t play_hash_id(const char *id)
{
    uint64_t hash;
    unsigned char bytes[16];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)id, strlen(id), NULL, 0);
    memcpy(&hash, bytes, sizeof hash);
    return hash ? hash : 1;
}

/* The seat that sent a command, and the hash of its id; 0: the table or a bot did it. */
struct sender {
    int seat;
    uint64_t id;
};

/* A command from the table itself may be one that it had held back. */
static struct sender sender_of_last(const struct room *r, const struct table *t)
{
    const struct mazo_command *c = &t->last.command;
    const struct seat *s = c->seat < r->now.seats ? &r->now.seat[c->seat] : NULL;
    return (struct sender){c->seat, s && s->wait_type == c->type ? s->wait_id : 0};
}

static void remember_sender(struct room *r, struct sender from, struct store_event *e)
{
    if (from.seat >= r->now.seats)
        return;
    struct seat *s = &r->now.seat[from.seat];
    if (from.id) {
        e->person = s->person ? s->person->id : 0;
        e->id = from.id;
        remember_id(s, from.id, e->n);
    }
    s->wait_id = 0;
}

/* Store and announce the opening or the command that the table has just accepted; `was` is the game
 * before a command. */
static void store_and_tell(struct hub *h, struct room *r, const struct table *t, struct sender from,
                           const struct mazo_game *was)
{
    struct json_out out;
    struct store_write w = {.kind = STORE_EVENT};
    bool opening = t->last.kind != WIRE_COMMAND;
    r->now.n = opening ? 0 : r->now.n + 1;
    json_out_init(&out, h->line, sizeof h->line);
    table_put_line(t, &out);
    r->now.bytes = (opening ? 0 : r->now.bytes) + out.len;
    r->now.warned = opening ? 0 : r->now.warned;
    w.event = (struct store_event){.match = r->now.match,
                                   .n = r->now.n,
                                   .at = (int64_t)hub_now(h),
                                   .version = r->now.version,
                                   .text = out.buf,
                                   .len = out.len - 1};
    if (!opening) {
        remember_sender(r, from, &w.event);
        r->tally.commands++;
    }
    change_put(h, r, &w);
    emit_event(h, r, t, was);
    catch_up_add(h, r, &w.event);
}

/* ---- at rest ---- */

void play_ask(struct hub *h, struct replay_table *out)
{
    config_pace(h->config, &out->pace);
    randombytes_buf(&out->dice, sizeof out->dice);
    out->now = hub_now(h);
}

static void prepare(struct hub *h, struct table *t)
{
    struct replay_table how;
    play_ask(h, &how);
    table_init(t, TEXT_EN, &how.pace, h->scratch, how.dice);
    t->apart = true;
}

/* ---- the end of a match ---- */

/* The person who was dealt the cards of this seat, with the rating before the match. A kicked
 * person in memory: with the latest rating, since other matches may have ended. */
static struct rating_entry dealt_to(const struct hub *h, const struct seat *s)
{
    const struct person *p = s->kicked.id ? people_by_key(h, s->kicked.key) : s->person;
    return (struct rating_entry){.person = p ? p->id : s->kicked.id,
                                 .matches = p ? p->matches : s->kicked.matches,
                                 .rating = p ? p->rating : s->kicked.rating,
                                 .kicked_by = s->kicked_by};
}

/* `rated`: it has come to its end. If not, it has no winner and changes no rating. */
static void store_results(struct hub *h, struct room *r, const struct table *t, bool rated)
{
    const struct mazo_game *g = &t->play.game;
    struct rating_entry entry[MAZO_SEATS_MAX];
    double before[MAZO_SEATS_MAX];
    int64_t person[MAZO_SEATS_MAX];
    for (int i = 0; i < g->seats; i++) {
        entry[i] = dealt_to(h, &r->now.seat[i]);
        person[i] = entry[i].person;
        entry[i].person = r->now.seat[i].filled ? 0 : person[i]; /* the cards were a bot's */
        entry[i].won = rated && g->winners >> i & 1;
        before[i] = entry[i].rating;
    }
    rating_update(entry, g->seats);
    r->now.series.matches += rated;
    for (int i = 0; i < g->seats; i++) {
        struct seat *s = &r->now.seat[i];
        struct store_write w = {.kind = STORE_RESULT};
        w.result = (struct store_result){.match = r->now.match,
                                         .person = person[i],
                                         .seat = i,
                                         .points = g->scores[i],
                                         .won = entry[i].won,
                                         .at = (int64_t)hub_now(h),
                                         .delta = entry[i].rating - before[i]};
        snprintf(w.result.name, sizeof w.result.name, "%s",
                 s->kicked.id             ? s->kicked.name
                 : s->filled && s->person ? s->person->name
                                          : t->seat[i].player.name);
        change_put(h, r, &w);
        s->won = entry[i].won;
        s->gained = w.result.delta;
        if (s->won && person[i])
            room_count_win(r, person[i]);
    }
}

/* The match has reached its limit: it ends as it stands, and the table is open for another one. */
static void cut_off(struct hub *h, struct room *r, const struct table *t)
{
    store_results(h, r, t, false);
    think_drop(h, r);
    programs_keep(h, r);
    h->playing--;
    room_open_again(h, r);
    change_save_room(h, r);
    change_news(r, NEWS_CUT, NULL);
    emit_table(h, r, NULL);
    emit_turn(h, r, t);
    length_tell_end(h, r);
}

/* After something was done to the table: what follows for the room. */
static void finish(struct hub *h, struct room *r, struct table *t)
{
    if (t->play.game.phase != MAZO_PHASE_match_over && r->now.status == ROOM_PLAYING &&
        length_percent(h, r) >= 100) {
        cut_off(h, r, t);
        return;
    }
    bool was_away[MAZO_SEATS_MAX], changed = false;
    for (int i = 0; i < r->now.seats; i++)
        was_away[i] = r->now.seat[i].away;
    struct mazo_game was = t->play.game;
    if (programs_tick(h, r, t)) { /* a program has answered already: ask again */
        store_and_tell(h, r, t, sender_of_last(r, t), &was);
        r->due_now = true;
    }
    think_begin(h, r, t);
    room_rest(h, r);
    for (int i = 0; i < r->now.seats; i++)
        changed |= was_away[i] != r->now.seat[i].away;
    if (t->play.game.phase == MAZO_PHASE_match_over && r->now.status == ROOM_PLAYING) {
        store_results(h, r, t, true);
        r->now.status = ROOM_OVER;
        h->playing--;
        programs_keep(h, r);
        change_save_room(h, r);
        changed = true;
        change_news(r, NEWS_OVER, NULL);
    } else if (room_is_slow(r) && r->ticket) {
        change_save_room(h, r); /* the deadline is data */
    }
    if (changed)
        emit_table(h, r, NULL);
    emit_turn(h, r, t);
    if (r->now.status == ROOM_PLAYING)
        length_warn(h, r);
}

/* ---- beginning ---- */

static void sit_all(struct hub *h, struct room *r, struct table *t)
{
    struct names names;
    for (int i = 0; i < r->now.seats; i++) {
        memset(&r->now.seat[i].kicked, 0, sizeof r->now.seat[i].kicked);
        r->now.seat[i].kicked_by = 0;
        r->now.dealt[i] = r->now.seat[i].person ? r->now.seat[i].person->id : 0;
    }
    names_at(r, &names);
    for (int i = 0; i < r->now.seats; i++) {
        struct seat *s = &r->now.seat[i];
        struct table_player player = {.sitter = TABLE_BOT, .level = s->level, .style = s->style};
        memcpy(player.name, names.seat[i], sizeof player.name);
        if (s->kind == SEAT_PERSON) {
            player.sitter = TABLE_PERSON;
            player.level = r->now.stand_in;
            player.style = MAZO_BOT_PLAIN;
        } else if (s->kind == SEAT_PROGRAM) {
            player.sitter = TABLE_PROGRAM;
            player.level = MAZO_BOT_NORMAL;
            memcpy(player.program, s->program, sizeof s->program);
        }
        s->id_at = 0;
        s->wait_id = s->accuse_after = 0;
        memset(s->ids, 0, sizeof s->ids);
        s->away = false;
        s->gone_at = s->kind != SEAT_PERSON || room_is_here(r, s->person) ? 0 : hub_now(h);
        table_sit(t, i, &player);
    }
}

/* Open seats get bots, closed ones go. */
static void settle_seats(struct room *r)
{
    struct room_state *s = &r->now;
    int count = 0;
    for (int i = 0; i < s->seats; i++) {
        if (s->seat[i].kind == SEAT_CLOSED)
            continue;
        if (s->seat[i].kind == SEAT_OPEN) {
            s->seat[i].kind = SEAT_BOT;
            s->seat[i].filled = s->fills;
            s->seat[i].level = MAZO_BOT_NORMAL;
            s->seat[i].style = MAZO_BOT_PLAIN;
        }
        room_swap(s, i, count++);
    }
    memset(&s->seat[count], 0, (size_t)(s->seats - count) * sizeof s->seat[0]); /* were closed */
    s->seats = (uint8_t)count;
}

static void put_match(struct hub *h, struct room *r)
{
    struct store_write w = {.kind = STORE_MATCH};
    people_random_key(r->now.match_key, 20);
    r->now.match = reserve_match(h);
    w.match = (struct store_match){.id = r->now.match, .room = r->id, .began = (int64_t)hub_now(h)};
    memcpy(w.match.key, r->now.match_key, sizeof w.match.key);
    snprintf(w.match.rules, sizeof w.match.rules, "%s", mazo_sheet_name(r->now.rules.sheet));
    change_put(h, r, &w);
}

bool play_prepare(struct hub *h, struct room *r, enum text_lang lang, struct wire_error *why)
{
    settle_seats(r);
    r->prepared = hub_now(h);
    drain_warn(h, r);
    enum mazo_rules_fault fault = mazo_rules_check(&r->now.rules, r->now.seats);
    if (r->now.seats < MAZO_SEATS_MIN || fault != MAZO_FAULT_none) {
        return wire_refuse(why, "bad_rules", "%s",
                           r->now.seats < MAZO_SEATS_MIN ? N_("At least two have to play")
                                                         : mazo_rules_fault_text(fault));
    }
    return programs_fit(h, r, lang, why);
}

bool play_deal(struct hub *h, struct room *r, const struct request *q, struct wire_error *why)
{
    static struct wire_opening opening;
    struct fair fair;
    struct table *t = room_wake_empty(h, r);
    settle_seats(r); /* a person may have been forgotten since it was prepared */
    room_fair(r, &fair);
    opening = (struct wire_opening){.has_seed = true};
    mazo_position_init(&opening.position, &r->now.rules, r->now.seats);
    fair_seed(&fair, opening.position.seed);
    prepare(h, t);
    t->lang = r->now.host ? (enum text_lang)r->now.host->lang : TEXT_ES;
    t->fair = &fair;
    sit_all(h, r, t);
    put_match(h, r);
    r->now.matches++;
    r->now.status = ROOM_PLAYING;
    r->now.opening = OPENING_NOT;
    h->playing++;
    emit_table(h, r, q);
    bool opened = table_open(t, WIRE_NEW, &opening, hub_now(h), why);
    if (opened)
        store_and_tell(h, r, t, (struct sender){0}, NULL);
    t->fair = NULL;
    if (opened) {
        programs_again(h, r, t);
        change_save_room(h, r);
        finish(h, r, t);
    }
    return opened;
}

/* ---- loading ---- */

static void remember_ids(struct room *r, const struct read_lines *lines)
{
    for (size_t i = 0; i < lines->id_count; i++) {
        const struct read_id *one = &lines->ids[i];
        for (int j = 0; j < r->now.seats; j++) {
            struct seat *s = &r->now.seat[j];
            int64_t whose = s->person ? s->person->id : s->kicked.id; /* who may be back by now */
            if (whose && whose == one->person)
                remember_id(s, one->id, one->n);
        }
    }
}

void play_load(struct hub *h, struct room *r, const struct read_room *q)
{
    uint64_t now = hub_now(h);
    struct table *t = room_wake_empty(h, r);
    prepare(h, t);
    table_unpack(t, q->table.packed, q->table.len);
    remember_ids(r, &q->lines);
    r->now.n = q->lines.count - 1;
    r->now.bytes = q->lines.bytes;
    r->now.warned = (uint8_t)length_percent(h, r); /* guests who join are warned anyway */
    for (int i = 0; i < r->now.seats; i++)
        if (r->now.seat[i].kind == SEAT_BOT)
            table_replace(t, i, now); /* kicked since the match began */
        else if (r->now.seat[i].filled)
            table_readmit(t, i);
    table_set_began(t, (uint64_t)q->lines.last_at, now, RESTART_GRACE_MS);
    bool running = r->now.status == ROOM_PLAYING;
    if (running)
        programs_start(h, r, t);
    room_rest(h, r);
    if (room_is_slow(r)) /* it was told before the table left memory */
        emit_turn_known(r, t);
    r->due_now = running; /* programs want to be asked, and experts to think */
}

void play_suspended(struct hub *h, struct room *r, uint64_t slept)
{
    uint64_t now = hub_now(h);
    for (int i = 0; i < r->now.seats; i++) {
        struct seat *s = &r->now.seat[i];
        s->gone_at = s->gone_at ? now : 0;
    }
    if (r->now.status != ROOM_PLAYING || room_is_busy(r))
        return; /* a change under way has just begun its turn */
    table_suspended(room_wake(h, r), slept, now, RESTART_GRACE_MS);
    room_rest(h, r);
    timers_schedule(h, r);
}

/* ---- moving ---- */

/* Catches that waited come before what a person does now. */
static void try_catches(struct hub *h, struct room *r, struct table *t, uint64_t now)
{
    struct mazo_game was = t->play.game;
    while (table_catch(t, now)) {
        store_and_tell(h, r, t, sender_of_last(r, t), &was);
        was = t->play.game;
    }
}

enum table_answer play_do(struct hub *h, struct room *r, int seat, const struct request *q,
                          const struct wire_line *line, struct wire_error *why)
{
    struct table *t = room_wake(h, r);
    struct seat *s = &r->now.seat[seat];
    const struct mazo_command *c = &line->command;
    uint64_t now = hub_now(h);
    if (c->type == MAZO_CMD_accuse && now < s->accuse_after) {
        wire_refuse(why, "too_soon", "%s",
                    text_in(q->guest->lang, N_("Wait a moment before you accuse somebody again")));
        return TABLE_REFUSED;
    }
    t->lang = (enum text_lang)q->guest->lang;
    try_catches(h, r, t, now);
    struct sender from = {seat, play_hash_id(q->id)};
    struct mazo_game was = t->play.game;
    enum table_answer answer = table_do(t, now, c, line->rule_texts, why);
    if (answer == TABLE_DONE)
        store_and_tell(h, r, t, from, &was);
    if (answer == TABLE_WAITS) {
        s->wait_id = from.id;
        s->wait_type = c->type;
    } else if (answer == TABLE_DONE && c->type == MAZO_CMD_accuse) {
        s->accuse_after = now + ACCUSE_PAUSE_MS;
    }
    finish(h, r, t);
    return answer;
}

/* A bot plays for players who stay disconnected, if others are waiting. */
static void send_away(struct hub *h, struct room *r, struct table *t)
{
    uint64_t now = hub_now(h);
    for (int i = 0; i < r->now.seats; i++) {
        const struct seat *s = &r->now.seat[i];
        if (s->kind == SEAT_PERSON && s->gone_at && !t->seat[i].away && !room_is_slow(r) &&
            now >= s->gone_at + (uint64_t)h->config->leave_s * 1000)
            table_leave(t, i, now);
    }
}

void play_tick(struct hub *h, struct room *r)
{
    if (r->kept_until && hub_now(h) >= r->kept_until)
        programs_end(h, r);
    if (room_is_busy(r) || r->now.status != ROOM_PLAYING || h->stopping ||
        !(room_has_company(r) || room_is_slow(r)) || !change_begin(r, NULL))
        return;
    struct table *t = room_wake(h, r);
    r->due_now = false;
    send_away(h, r, t);
    if (r->waits)
        programs_start(h, r, t); /* is there a place now? */
    struct mazo_game was = t->play.game;
    if (think_end(h, r, t) || programs_tick(h, r, t) || table_tick(t, hub_now(h)))
        store_and_tell(h, r, t, sender_of_last(r, t), &was);
    finish(h, r, t);
    change_end(h, r);
}

void play_return(struct hub *h, struct room *r, int seat)
{
    struct seat *s = &r->now.seat[seat];
    bool alone = true;
    for (int i = 0; i < r->now.seats; i++)
        alone &= i == seat || r->now.seat[i].kind != SEAT_PERSON || r->now.seat[i].gone_at != 0;
    bool slept = s->gone_at && alone && !room_is_slow(r);
    s->gone_at = 0;
    if (r->now.status != ROOM_PLAYING)
        return;
    struct table *t = room_wake(h, r);
    uint64_t now = hub_now(h);
    table_return(t, seat, now);
    if (slept) { /* the clock was stopped while nobody was there */
        for (int i = 0; i < r->now.seats; i++)
            r->now.seat[i].gone_at = r->now.seat[i].gone_at ? now : 0;
        table_set_began(t, now, now, 0);
    }
    room_rest(h, r);
}

void play_leave(struct hub *h, struct room *r, int seat)
{
    if (r->now.status == ROOM_PLAYING) {
        table_leave(room_wake(h, r), seat, hub_now(h));
        room_rest(h, r);
    }
}

void play_replace(struct hub *h, struct room *r, int seat)
{
    table_replace(room_wake(h, r), seat, hub_now(h));
    room_rest(h, r);
}

void play_readmit(struct hub *h, struct room *r, int seat)
{
    table_readmit(room_wake(h, r), seat);
    if (room_is_here(r, r->now.seat[seat].person)) {
        play_return(h, r, seat);
    } else {
        r->now.seat[seat].gone_at = hub_now(h);
        play_leave(h, r, seat);
    }
}
