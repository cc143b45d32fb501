/*
 * emit.c - every byte that goes to people at a table.
 */
#include "server/tables/emit.h"

#include "server/tables/timers.h"
#include "server/hub/hub.h"
#include "server/network/net.h"
#include "server/tables/names.h"
#include "server/tables/queue.h"
#include "server/tables/catch_up.h"
#include "server/tables/room.h"
#include "table/player.h"
#include "wire/json_write.h"
#include "wire/table_info.h"

enum { PAST_BYTES_MAX = 16 * 1024, MISSED_BYTES_MAX = NET_QUEUE_MAX / 4 * 3 };

enum { BOT_SIZE = 64 };

/* Sending to this many costs as much as a message. */
enum { GUESTS_A_MESSAGE = 32 };

enum {
    CROWD_MS = 250,           /* a crowd gets the table, and talk, at most this often; */
    TALK_BYTES_MAX = 8 * 1024 /* or as soon as this much has been said */
};

/* The seat whose view a guest gets. People who sit down after a match were not dealt its cards. */
static int viewer(const struct room *r, const struct guest *g)
{
    int seat = room_seat_of(r, g->who);
    bool late = seat >= 0 && r->now.status == ROOM_OVER && r->now.dealt[seat] != g->who->id;
    return seat < 0 || late ? MAZO_SPECTATOR : seat;
}

/* Milliseconds until then; -1: never. */
static int64_t time_until(const struct hub *h, uint64_t then)
{
    uint64_t now = hub_now(h);
    if (then == TABLE_NEVER)
        return -1;
    return then > now ? (int64_t)(then - now) : 0;
}

/* ---- the table as everybody sees it ---- */

static void fill_person(const struct room *r, const struct seat *s, struct table_info_seat *out)
{
    out->player = s->person->key;
    out->here = room_is_here(r, s->person);
    out->away = s->away;
    out->left = s->gone_at && s->left;
    out->committed = s->hash[0] != '\0';
    out->hash = s->hash;
    out->opened = s->salt[0] != '\0';
    out->missed = s->missed;
    out->again = s->again;
    out->won = r->now.series.matches ? (int)room_wins(r, s->person) : 0;
}

/* `bot` is a buffer for the bot's name. */
static void fill_seat(const struct room *r, int seat, const char *name, char bot[BOT_SIZE],
                      struct table_info_seat *out)
{
    const struct seat *s = &r->now.seat[seat];
    out->sits = (enum seat_kind)s->kind;
    out->name = name;
    out->face = r->now.face[seat];
    out->kicked = s->kicked.name;
    if (s->kind == SEAT_PERSON) {
        fill_person(r, s, out);
    } else if (s->kind == SEAT_BOT) {
        player_write(s->level, s->style, 0, bot, BOT_SIZE);
        out->bot = bot;
        out->gives = room_is_free(r, seat);
        out->kicked = s->kicked.id ? s->kicked.name : "";
    } else if (s->kind == SEAT_PROGRAM) {
        out->away = s->away;
        out->waits = r->waits >> seat & 1;
    }
}

/* The deal is waiting for the players' salts; or for new hashes, and then it has no code yet. */
static void fill_opening(const struct hub *h, const struct room *r, struct fair *fair,
                         struct table_info *out)
{
    uint64_t now = hub_now(h), ends = r->now.opening_ends;
    if (r->now.opening == OPENING_SALTS)
        room_fair(r, fair);
    out->opening = r->now.opening != OPENING_NOT;
    out->deal = fair->deal;
    out->ends_in = ends > now ? (int64_t)(ends - now) : 0;
}

static void put_table(struct json_out *out, struct hub *h, const struct room *r,
                      const struct guest *g, const char *id)
{
    const struct room_state *s = &r->now;
    char bot[MAZO_SEATS_MAX][BOT_SIZE];
    struct names names;
    struct watching watching;
    struct fair fair = {0};
    struct table_info t = {.id = id ? id : "",
                           .code = r->code,
                           .title = s->title,
                           .rules = s->rules,
                           .listed = s->listed,
                           .fills = s->fills,
                           .deals_in = -1,
                           .status = (enum room_status)s->status,
                           .host = s->host ? s->host->key : "",
                           .you = room_seat_of(r, g->who),
                           .seats = s->seats,
                           .watchers = room_watchers(r),
                           .commitment = s->commitment,
                           .again = s->again,
                           .match = s->matches,
                           .n = s->n,
                           .key = s->status == ROOM_OVER ? s->match_key : "",
                           .series = s->series.matches,
                           .programs = h->config->programs};
    names_at(r, &names);
    names_watching(r, &names, &watching);
    t.watching = watching.count;
    for (int i = 0; i < t.watching; i++)
        t.watches[i] = (struct table_info_watcher){watching.who[i]->key, watching.name[i]};
    for (int i = 0; i < s->seats; i++)
        fill_seat(r, i, names.seat[i], bot[i], &t.seat[i]);
    if (s->opening)
        fill_opening(h, r, &fair, &t);
    if (s->deals_at)
        t.deals_in = time_until(h, s->deals_at);
    for (int i = 0; i < t.programs; i++)
        t.program[i] = h->config->program[i].name;
    table_info_put(out, &t);
}

static void tell_table(struct hub *h, struct room *r, struct guest *g, const char *id)
{
    struct json_out out;
    json_out_init(&out, h->out, sizeof h->out);
    put_table(&out, h, r, g, id);
    queue_tell(r, g, out.buf, out.len);
}

static bool has_seat(const struct room_state *s, const struct person *p)
{
    int i = 0;
    while (i < s->seats && (s->seat[i].kind != SEAT_PERSON || s->seat[i].person != p))
        i++;
    return i < s->seats;
}

/* Players are told at once, including one who loses the seat by this change. */
static bool is_player(const struct room *r, const struct guest *g)
{
    return has_seat(&r->now, g->who) || (r->before && has_seat(r->before, g->who));
}

/* All spectators get the same bytes, made once. */
static void tell_watchers(struct hub *h, struct room *r, const struct guest *asker)
{
    struct json_out out = {0};
    r->now.crowd = 0;
    for (uint32_t i = 0; i < r->guest_count; i++) {
        struct guest *g = r->guests[i];
        if (g == asker || is_player(r, g))
            continue;
        if (out.len == 0) {
            json_out_init(&out, h->out, sizeof h->out);
            put_table(&out, h, r, g, NULL);
        }
        queue_tell(r, g, out.buf, out.len);
    }
}

/* For a crowd, several changes in a row become one message. */
static void tell_crowd_later(struct hub *h, struct room *r)
{
    if (!r->now.crowd) {
        r->now.crowd = hub_now(h) + CROWD_MS;
        timers_schedule(h, r);
    }
}

void emit_table(struct hub *h, struct room *r, const struct request *q)
{
    const struct guest *asker = q ? q->guest : NULL;
    if (r->now.status == ROOM_STOPPED)
        return; /* everybody there knows why, and nothing changes */
    room_set_deal(h, r);
    bool answered = false;
    for (uint32_t i = 0; i < r->guest_count; i++) {
        struct guest *g = r->guests[i];
        answered |= g == asker;
        if (g == asker || is_player(r, g))
            tell_table(h, r, g, g == asker ? q->id : NULL);
    }
    if (q && !answered) /* a player at a connection that has not joined */
        tell_table(h, r, q->guest, q->id);
    if (room_watchers(r) > WATCHERS_TOLD)
        tell_crowd_later(h, r);
    else
        tell_watchers(h, r, asker);
    if (q)
        net_spend(q->guest->conn, emit_cost(r));
}

void emit_aside(struct hub *h, struct room *r)
{
    r->owed = r->before != NULL;
    emit_table(h, r, NULL);
}

/* ---- talk ---- */

static void talk_to_all(struct room *r)
{
    for (uint32_t i = 0; i < r->guest_count; i++)
        queue_hear(r, r->guests[i]);
    queue_talk_over(r);
}

bool emit_talk(struct hub *h, struct room *r, const struct guest *speaker, const char *text,
               size_t len)
{
    if (!queue_talk(r, speaker->who->id, text, len))
        return false;
    if (room_watchers(r) <= WATCHERS_TOLD || r->talk_bytes > TALK_BYTES_MAX) {
        talk_to_all(r);
        return true;
    }
    for (uint32_t i = 0; i < r->guest_count; i++) {
        struct guest *g = r->guests[i];
        if (g == speaker || is_player(r, g))
            queue_hear(r, g);
    }
    if (!r->talk_due) {
        r->talk_due = hub_now(h) + CROWD_MS;
        timers_schedule(h, r);
    }
    return true;
}

/* ---- what waits ---- */

void emit_tick(struct hub *h, struct room *r)
{
    uint64_t now = hub_now(h);
    if (room_is_busy(r))
        return;
    if (r->owed)
        emit_aside(h, r);
    if (r->now.crowd && now >= r->now.crowd)
        tell_watchers(h, r, NULL);
    if (r->talk_due && now >= r->talk_due)
        talk_to_all(r);
}

uint32_t emit_cost(const struct room *r) { return r->guest_count / GUESTS_A_MESSAGE; }

void emit_table_to(const struct request *q) { tell_table(q->hub, q->room, q->guest, q->id); }

void emit_notice(struct hub *h, struct room *r, struct guest *g, const char *word, const char *text)
{
    struct json_out out;
    json_out_init(&out, h->out, sizeof h->out);
    json_out_open(&out, '{');
    json_out_string_at(&out, "type", "notice");
    if (r)
        json_out_string_at(&out, "table", r->code);
    json_out_string_at(&out, "word", word);
    json_out_string_at(&out, "text", text);
    json_out_close(&out, '}');
    if (r)
        queue_tell(r, g, out.buf, out.len);
    else
        net_send(g->conn, out.buf, out.len);
}

/* ---- the match ---- */

enum moment_kind { MOMENT_EVENT, MOMENT_VIEW, MOMENT_PAST /* a view with the round so far */ };

/* A message about the match, for everybody who sees it from one seat. */
struct moment {
    enum moment_kind kind;
    int seat;
    uint32_t n;
    int64_t ends_in;             /* -1: no clock */
    int64_t vote_ends_in;        /* -1: no vote is open */
    const struct mazo_game *was; /* what the receivers know: send only changes; NULL: send all */
};

/* The texts of rule cards as this seat may know them; they are large, and most matches have none. */
static const struct say_texts *texts_for(const struct table *t, int seat)
{
    static const struct say_texts none;
    static struct say_texts known;
    if (t->play.game.rules.rule_cards == 0)
        return &none;
    table_texts(t, seat, &known);
    return &known;
}

static void put_events(struct json_out *out, const struct table *t, int seat,
                       const struct mazo_view *view, const struct say_texts *texts)
{
    const mazo_card *cards;
    struct mazo_event event;
    json_out_open_at(out, "events", '[');
    for (int i = 0; table_event(t, i, seat, &event, &cards); i++)
        wire_put_event(out, &t->play.events, &event, view->rule_cards, texts);
    json_out_close(out, ']');
}

/* The round so far, for a guest who joins in the middle of it: the events of its last numbers,
 * PAST_MAX at most. */
static void put_past(struct json_out *out, struct hub *h, struct room *r, int seat)
{
    static struct match_reader m;
    static struct table then;
    static struct mazo_view view;
    int64_t n;
    json_out_open_at(out, "past", '[');
    struct json_out round = *out;
    if (catch_up_begin(h, r, &m, &n)) {
        uint16_t number = 0;
        while (n < r->now.n && match_next(&m) == MATCH_STEP) {
            n++;
            if (m.play.game.round != number || out->len - round.len > PAST_BYTES_MAX) {
                *out = round; /* another round, or it is too long: leave out what came before */
                number = m.play.game.round;
            }
            if (n + PAST_MAX <= r->now.n)
                continue;
            table_show(&then, &m.play);
            table_view(&then, seat, &view);
            json_out_open(out, '{');
            json_out_int_at(out, "n", n);
            put_events(out, &then, seat, &view, texts_for(&then, seat));
            json_out_close(out, '}');
        }
    }
    json_out_close(out, ']');
}

/* The view and the legal commands, or only what changed in them; [] and a missing clock are
 * omitted. */
static void put_changes(struct json_out *out, const struct moment *m, const struct mazo_view *view,
                        const struct say_texts *texts, const struct mazo_legal *legal)
{
    static struct mazo_view was;
    mazo_view_of(m->was, m->seat, &was);
    wire_put_changes(out, &was, view, texts);
    if (legal->count > 0) {
        json_out_key(out, "legal");
        wire_put_legal(out, TEXT_EN, legal);
    }
    if (m->ends_in >= 0)
        json_out_int_at(out, "ends_in", m->ends_in);
}

static void put_whole(struct json_out *out, const struct moment *m, const struct mazo_view *view,
                      const struct say_texts *texts, const struct mazo_legal *legal)
{
    wire_put_view_keys(out, TEXT_EN, view, texts, legal);
    json_out_index_at(out, "ends_in", m->ends_in);
}

/* Into h->out. */
static size_t put_moment(struct hub *h, struct room *r, const struct table *t,
                         const struct moment *m)
{
    static struct mazo_view view;
    static struct mazo_legal legal;
    const struct say_texts *texts = texts_for(t, m->seat);
    struct json_out out;
    table_view(t, m->seat, &view);
    legal.count = 0;
    if (m->seat < t->play.game.seats)
        mazo_legal(&t->play.game, m->seat, &legal);
    json_out_init(&out, h->out, sizeof h->out);
    json_out_open(&out, '{');
    json_out_string_at(&out, "type", m->kind == MOMENT_EVENT ? "event" : "view");
    json_out_string_at(&out, "table", r->code);
    json_out_int_at(&out, "match", r->now.matches);
    json_out_int_at(&out, "n", m->n);
    if (m->kind == MOMENT_EVENT)
        put_events(&out, t, m->seat, &view, texts);
    (m->was ? put_changes : put_whole)(&out, m, &view, texts, &legal);
    if (m->vote_ends_in >= 0)
        json_out_int_at(&out, "vote_ends_in", m->vote_ends_in);
    if (m->kind == MOMENT_PAST)
        put_past(&out, h, r, m->seat);
    json_out_close(&out, '}');
    return out.len;
}

static int64_t time_left(const struct hub *h, const struct table *t)
{
    return time_until(h, t->turn_ends);
}

static void set_told(struct guest *g, const struct room *r, uint32_t n)
{
    struct told *told = room_told(r, g);
    *told = (struct told){r->now.matches, n, (uint8_t)viewer(r, g), told->talk};
}

/* Does g know the match as it was before the last event, from the same seat? */
static bool knows(struct guest *g, const struct room *r, int seat)
{
    const struct told *t = room_told(r, g);
    return g->version >= 2 && r->now.n > 0 && t->match == r->now.matches && t->n == r->now.n - 1 &&
           t->seat == seat;
}

/* Everybody with the same seat and the same knowledge gets the same bytes, made once. Tables that
 * go out later (emit_tick) are sent first. */
void emit_event(struct hub *h, struct room *r, const struct table *t, const struct mazo_game *was)
{
    bool told[2][MAZO_SEATS_MAX + 1] = {{false}};
    if (r->now.crowd)
        tell_watchers(h, r, NULL);
    for (uint32_t i = 0; i < r->guest_count; i++) {
        int seat = viewer(r, r->guests[i]), slot = seat < MAZO_SEATS_MAX ? seat : MAZO_SEATS_MAX;
        bool known = knows(r->guests[i], r, seat);
        if (told[known][slot])
            continue;
        told[known][slot] = true;
        struct moment m = {.kind = MOMENT_EVENT,
                           .seat = seat,
                           .n = r->now.n,
                           .ends_in = time_left(h, t),
                           .vote_ends_in = time_until(h, t->vote_ends),
                           .was = known ? was : NULL};
        size_t len = put_moment(h, r, t, &m);
        for (uint32_t j = i; j < r->guest_count; j++) {
            struct guest *g = r->guests[j];
            if (viewer(r, g) == seat && knows(g, r, seat) == known)
                queue_tell(r, g, h->out, len);
        }
    }
    for (uint32_t i = 0; i < r->guest_count; i++)
        set_told(r->guests[i], r, r->now.n);
}

static bool watches(const struct guest *g, const struct room *r)
{
    for (int i = 0; i < g->rooms; i++)
        if (g->room[i] == r)
            return true;
    return false;
}

static void put_turn(struct hub *h, const struct room *r, int seat, bool turn, struct json_out *out)
{
    json_out_init(out, h->out, sizeof h->out);
    json_out_open(out, '{');
    json_out_string_at(out, "type", "turn");
    json_out_string_at(out, "table", r->code);
    json_out_string_at(out, "title", r->now.title);
    json_out_index_at(out, "seat", seat);
    json_out_string_at(out, "status", table_info_status[r->now.status]);
    json_out_bool_at(out, "your_turn", turn);
    json_out_close(out, '}');
}

static void tell_elsewhere(struct hub *h, struct room *r, const struct person *p, int seat,
                           bool turn)
{
    struct json_out out = {0};
    for (struct guest *g = LIST_FIRST(&p->here); g; g = LIST_NEXT(g, same)) {
        if (watches(g, r))
            continue;
        if (out.len == 0)
            put_turn(h, r, seat, turn, &out);
        queue_tell(r, g, out.buf, out.len);
    }
}

void emit_unseated(struct hub *h, struct room *r, const struct person *p)
{
    tell_elsewhere(h, r, p, -1, false);
}

static bool has_turn(const struct room *r, const struct table *t, int seat)
{
    return r->now.status == ROOM_PLAYING && t->play.game.turn == seat && !r->now.seat[seat].away;
}

static uint8_t to_say(const struct room *r, bool turn)
{
    return (uint8_t)(1 + r->now.status * 2 + turn);
}

void emit_turn_known(struct room *r, const struct table *t)
{
    for (int i = 0; i < r->now.seats; i++)
        r->now.seat[i].said = to_say(r, has_turn(r, t, i));
}

void emit_turn(struct hub *h, struct room *r, const struct table *t)
{
    for (int i = 0; i < r->now.seats; i++) {
        struct seat *s = &r->now.seat[i];
        bool turn = has_turn(r, t, i);
        uint8_t said = to_say(r, turn);
        if (s->person && s->said != said) {
            r->tally.turns |= (uint32_t)turn << i;
            s->said = said;
            tell_elsewhere(h, r, s->person, i, turn);
        }
    }
}

void emit_view(struct hub *h, struct room *r, const struct table *t, struct guest *g, bool past)
{
    struct moment m = {.kind = past ? MOMENT_PAST : MOMENT_VIEW,
                       .seat = viewer(r, g),
                       .n = r->now.n,
                       .ends_in = time_left(h, t),
                       .vote_ends_in = time_until(h, t->vote_ends)};
    queue_tell(r, g, h->out, put_moment(h, r, t, &m));
    set_told(g, r, r->now.n);
}

void emit_hand(struct hub *h, struct room *r, const struct person *p)
{
    for (uint32_t i = 0; i < r->guest_count; i++)
        if (r->guests[i]->who == p)
            emit_view(h, r, room_wake(h, r), r->guests[i], false);
}

/* ---- what a guest has missed ---- */

/* Send the events after `since`. False: they cannot be read, or are more than may be queued for a
 * slow client. */
static bool tell_again(struct hub *h, struct room *r, struct guest *g, uint32_t since,
                       int64_t ends_in, int64_t vote_ends_in)
{
    static struct match_reader m;
    static struct table then;
    static struct mazo_game was;
    int64_t n;
    size_t told = 0;
    if (!catch_up_begin(h, r, &m, &n))
        return false;
    while (n < r->now.n && told <= MISSED_BYTES_MAX) {
        was = m.play.game;
        if (match_next(&m) != MATCH_STEP) {
            catch_up_drop(r); /* a line of this very change is not in the store yet */
            return false;
        }
        if (++n > since) {
            struct moment moment = {.kind = MOMENT_EVENT,
                                    .seat = viewer(r, g),
                                    .n = (uint32_t)n,
                                    .ends_in = n == r->now.n ? ends_in : -1,
                                    .vote_ends_in = n == r->now.n ? vote_ends_in : -1,
                                    .was = told && g->version >= 2 ? &was : NULL};
            table_show(&then, &m.play);
            size_t len = put_moment(h, r, &then, &moment);
            queue_tell(r, g, h->out, len);
            h->metrics.missed++;
            told += len;
        }
    }
    set_told(g, r, r->now.n);
    return told <= MISSED_BYTES_MAX;
}

bool emit_needs_recent(const struct room *r, uint32_t match, int64_t since, bool past)
{
    bool missed = match == r->now.matches && since >= 0 && since < r->now.n &&
                  r->now.n - since <= MISSED_MAX;
    bool all = match == r->now.matches && since == r->now.n;
    return missed || (past && !all);
}

void emit_missed(struct hub *h, struct room *r, struct guest *g, uint32_t match, uint32_t since,
                 bool past)
{
    const struct table *t = room_wake(h, r);
    bool same = match == r->now.matches && since <= r->now.n;
    room_told(r, g)->match = 0; /* we do not know which seat's view g has */
    if (same && since == r->now.n)
        return; /* nothing */
    struct queued **told = r->out_end;
    if (!same || r->now.n - since > MISSED_MAX ||
        !tell_again(h, r, g, since, time_left(h, t), time_until(h, t->vote_ends))) {
        queue_untell(r, told);
        emit_view(h, r, room_wake(h, r), g, past);
    }
}
