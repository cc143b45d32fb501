/*
 * tables.c - what clients do at tables: open one, sit down, change the rules, move.
 *
 * Every handler is a change: it begins one, changes r->now, tells, and ends it.
 */
#include <stdio.h>
#include <string.h>

#include "server/hub/config.h"
#include "server/tables/emit.h"
#include "server/messages/handlers.h"
#include "server/hub/hub.h"
#include "server/play/length.h"
#include "server/play/room_load.h"
#include "server/tables/await_store.h"
#include "server/network/net.h"
#include "server/cluster/peers.h"
#include "server/hub/people.h"
#include "server/play/room_match.h"
#include "server/tables/queue.h"
#include "server/stored/listing.h"
#include "server/stored/store_queries.h"
#include "server/tables/catch_up.h"
#include "server/tables/room.h"
#include "server/tables/rooms.h"
#include "server/tables/seating.h"
#include "server/tables/space.h"
#include "server/tables/change.h"
#include "server/tables/reserve.h"
#include "server/tables/stopped.h"
#include "table/player.h"
#include "text/look.h"
#include "wire/json_in.h"
#include "wire/json_write.h"
#include "wire/ruleset.h"

/* In messages: what it costs to have a match played again, its last moves, rules read, a table made. */
enum { REPLAY_COST = 8, PAST_COST = 4, RULES_COST = 4, CREATE_COST = 2 };

enum { RULESET_LINES_MAX = 1000 };

void tables_changed(const struct request *q)
{
    change_save_room(q->hub, q->room);
    emit_table(q->hub, q->room, q);
    change_end(q->hub, q->room);
}

/* ---- rules ---- */

/* Empty lines take time too, so all of them count. */
static bool is_long(const char *text)
{
    int lines = 0;
    while ((text = strchr(text, '\n')) != NULL) {
        text++;
        lines++;
    }
    return lines > RULESET_LINES_MAX;
}

/* Reads a rule-set file; the answer has its first error. */
static bool read_ruleset(const struct request *q, int seats, struct mazo_rules *out)
{
    static struct ruleset_errors errors;
    char message[RULESET_MESSAGE_MAX + 32];
    const char *text = request_text(q, "ruleset");
    enum text_lang lang = (enum text_lang)q->guest->lang;
    if (is_long(text)) {
        request_error(q, "bad_rules", N_("A rule set has 1000 lines at most"));
        return false;
    }
    if (ruleset_read_first(text, strlen(text), seats, lang, out, &errors))
        return true;
    snprintf(message, sizeof message, text_in(lang, N_("Line %d: %s")), errors.at[0].line,
             errors.at[0].message);
    request_error(q, "bad_rules", message);
    return false;
}

/* The rules as a referee would read them: a sheet and options, on top of `out`. */
static bool read_options(const struct request *q, int seats, struct mazo_rules *out)
{
    struct mazo_rules base = *out;
    struct wire_error why;
    struct json_in r = {.lang = (enum text_lang)q->guest->lang,
                        .rules = &base,
                        .revision = -1,
                        .err = &why};
    if (json_in_rules(&r, q->json, out) && json_in_check_rules(&r, out, seats))
        return true;
    request_error(q, "bad_options", why.message);
    return false;
}

/* What `create` and `rules` say about the rules. *seats becomes the number of seats. */
static bool read_rules(const struct request *q, const struct mazo_rules *base, int *seats,
                       struct mazo_rules *out)
{
    int64_t wanted = request_number(q, "seats", *seats);
    const char *sheet = request_text(q, "rules");
    int named = sheet ? mazo_sheet_by_name(sheet) : -1;
    *out = *base;
    if (request_text(q, "ruleset") || json_object_get(q->json, "options"))
        net_spend(q->guest->conn, RULES_COST); /* also if they are refused */
    if (named >= 0)
        *out = *mazo_rules_of_sheet(named);
    if (request_text(q, "ruleset") && !read_ruleset(q, (int)wanted, out))
        return false;
    if (wanted == 0)
        wanted = out->seats;
    if (!read_options(q, (int)wanted, out))
        return false;
    if (named >= 0 && !json_object_get(json_object_get(q->json, "options"), "turn_clock"))
        out->turn_clock = base->turn_clock; /* the host's choice, not the sheet's */
    out->turn_clock = (uint32_t)request_number(q, "clock", out->turn_clock);
    enum mazo_rules_fault fault = mazo_rules_check(out, (int)wanted);
    if (fault != MAZO_FAULT_none) {
        request_error(q, "bad_rules", mazo_rules_fault_text(fault));
        return false;
    }
    *seats = (int)wanted;
    return true;
}

/* ---- seats ---- */

static bool set_bot(struct request *q, struct seat *s, const char *text)
{
    struct hub *h = q->hub;
    struct player player;
    if (strcmp(text, "open") == 0 || strcmp(text, "closed") == 0) {
        seat_clear(h, s, text[0] == 'o' ? SEAT_OPEN : SEAT_CLOSED);
    } else if (strncmp(text, "program:", 8) == 0 && config_program(h->config, text + 8)) {
        seat_clear(h, s, SEAT_PROGRAM);
        snprintf(s->program, sizeof s->program, "%s", text + 8);
    } else if (player_read(text, strlen(text), 0, &player) == PLAYER_FINE && !player.outside &&
               player.playouts == 0) {
        seat_clear(h, s, SEAT_BOT);
        s->level = player.level;
        s->style = player.style;
    } else {
        request_error(q, "bad_bot",
                      N_("A seat is open, closed, a bot such as hard:cautious, or program:NAME"));
        return false;
    }
    return true;
}

/* ---- opening a table ---- */

static bool may_open(struct request *q)
{
    struct person *p = q->guest->who;
    uint64_t now = hub_now(q->hub);
    if (now - p->made_since > 3600000) {
        p->made_since = now;
        p->made = 0;
    }
    if (!space_is_there(q))
        return false;
    if (!load_make_place(q->hub)) {
        request_missing(q, FIND_FULL, NULL, NULL);
        return false;
    }
    if (p->made >= q->hub->config->tables_each) {
        request_error(q, "too_many_tables", N_("You have opened too many tables: wait a while"));
        return false;
    }
    if (!net_charge(q->guest->conn)) {
        request_error(q, "too_many_tables",
                      N_("Too many new tables and players from your address: wait a few minutes"));
        return false;
    }
    p->made++;
    return true;
}

/* Tell a host who has reached the limit of listed tables. */
static bool may_list(const struct request *q, bool listed)
{
    uint32_t most = q->hub->config->listed_each;
    if (listed || !request_flag(q, "public", false) || !most ||
        peers_public_of(q->hub, q->guest->who) < most)
        return true;
    request_error(q, "too_many_tables",
                  N_("You have too many public tables: leave one, or do not list this one"));
    return false;
}

static void read_listing(const struct request *q, struct room_state *s)
{
    const char *title = request_text(q, "title");
    s->listed = request_flag(q, "public", s->listed);
    s->fills = request_flag(q, "fill", s->fills);
    if (title)
        look_clean(title, s->title, sizeof s->title); /* nothing else can be wrong with it */
}

static bool seat_bots(struct request *q, struct room *r)
{
    const json_t *bots = json_object_get(q->json, "bots");
    size_t count = json_array_size(bots);
    for (size_t i = 0; i < count && i + 1 < r->now.seats; i++) {
        const char *text = json_string_value(json_array_get(bots, i));
        struct seat *s = &r->now.seat[r->now.seats - 1 - i];
        if (!set_bot(q, s, text && strlen(text) < 64 ? text : ""))
            return false;
    }
    return true;
}

/* Begins a change with a new table: this guest is host, at seat 0. NULL: not possible, and the
 * guest was told why. */
static struct room *begin_table(struct request *q, const struct mazo_rules *rules, int seats)
{
    struct hub *h = q->hub;
    if (q->guest->rooms == GUEST_ROOMS_MAX) {
        request_error(q, "too_many_tables", N_("You are watching too many tables"));
        return NULL;
    }
    if (!reserve_is_ready(q) || !may_open(q))
        return NULL;
    struct room *r = rooms_make(h);
    if (!r || !change_begin(r, q)) {
        if (r)
            rooms_drop(h, r);
        request_busy(q);
        return NULL;
    }
    r->now.rules = *rules;
    r->now.seats = (uint8_t)seats;
    seat_sit(h, &r->now.seat[0], q->guest->who);
    people_set(h, &r->now.host, q->guest->who);
    return r;
}

static void end_table(struct request *q, struct room *r)
{
    room_enter(r, q->guest, true);
    q->room = r;
    change_news(r, NEWS_OPENED, q->guest->who);
    tables_changed(q);
}

void tables_create(struct request *q)
{
    struct hub *h = q->hub;
    net_spend(q->guest->conn, CREATE_COST);
    struct mazo_rules rules, base;
    int seats = 0;
    base = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    if (!read_rules(q, &base, &seats, &rules))
        return;
    struct room *r = may_list(q, false) ? begin_table(q, &rules, seats) : NULL;
    if (!r)
        return;
    read_listing(q, &r->now);
    if (!seat_bots(q, r)) {
        change_cancel(h, r);
        rooms_drop(h, r);
        return;
    }
    end_table(q, r);
}

/* ---- coming and going ---- */

/* False: not possible, and the guest was told why. */
static bool enter(const struct request *q, bool sits)
{
    switch (room_enter(q->room, q->guest, sits)) {
    case FIND_FOUND:
        return true;
    case FIND_NONE:
        request_error(q, "too_many_tables", N_("You are watching too many tables"));
        break;
    case FIND_FULL:
        request_error(q, "full",
                      sits ? N_("You have this table open too many times: close one of them")
                           : N_("Too many people are watching this table"));
        break;
    default:
        request_busy(q);
        break;
    }
    return false;
}

void tables_say_removed(const struct request *q)
{
    request_error(q, "removed", N_("The host has removed you from this table"));
}

/* True: the guest was told. */
static bool is_removed(const struct request *q)
{
    bool removed = room_is_removed(q->room, q->guest->who);
    if (removed)
        tables_say_removed(q);
    return removed;
}

/* The last moves have to be read first: the message is handled again then. */
static bool waits_for_recent(const struct request *q)
{
    struct room *r = q->room;
    int64_t since = request_number(q, "since", -1);
    uint32_t match = (uint32_t)request_number(q, "match", 0);
    bool past = request_flag(q, "past", false);
    /* The guest has seen more than we have. */
    bool ahead = match > r->now.matches || (match == r->now.matches && since > r->now.n);
    bool needs = ahead ? !r->sure
                       : emit_needs_recent(r, match, since, past) && !catch_up_is_there(r);
    r->sure = false;
    if (!r->now.packed || !needs || !load_recent(q->hub, r))
        return false;
    net_spend(q->guest->conn, REPLAY_COST);
    return queue_wait(r, q->guest, q->text, q->len);
}

void tables_join(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    if (r->now.status == ROOM_STOPPED) {
        /* and is told when the host opens it again */
        room_enter(r, q->guest, room_seat_of(r, q->guest->who) >= 0);
        stopped_tell(q);
        return;
    }
    if (is_removed(q) || waits_for_recent(q) || !change_begin_for(q))
        return;
    uint32_t before = r->guest_count;
    int seat = room_seat_of(r, q->guest->who);
    if (!enter(q, seat >= 0)) {
        change_end(h, r);
        return;
    }
    if (seat >= 0) {
        if (r->now.seat[seat].gone_at)
            change_news(r, NEWS_BACK, q->guest->who);
        play_return(h, r, seat);
    }
    if (seat >= 0 || (r->guest_count > before && room_watchers(r) <= WATCHERS_TOLD))
        emit_table(h, r, q);
    else
        emit_table_to(q);
    if (r->now.packed) {
        int64_t since = request_number(q, "since", -1);
        bool past = request_flag(q, "past", false);
        net_spend(q->guest->conn, past || since >= 0 ? PAST_COST : 0);
        if (since >= 0) {
            emit_missed(h, r, q->guest, (uint32_t)request_number(q, "match", 0), (uint32_t)since,
                        past);
        } else {
            emit_view(h, r, room_wake(h, r), q->guest, past);
        }
        length_warn_guest(h, r, q->guest);
    }
    change_end(h, r);
}

/* A bot gives its hand and its points to a person, in the middle of the match. */
static void take_over(struct hub *h, struct room *r, int seat, struct person *p)
{
    struct seat *s = &r->now.seat[seat];
    seat_change(h, s, SEAT_PERSON);
    people_set(h, &s->person, p);
    s->filled = true;
    r->now.dealt[seat] = p->id;
    play_readmit(h, r, seat);
}

void tables_sit(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    int64_t wanted = request_number(q, "seat", -1);
    int own = room_seat_of(r, q->guest->who), seat = -1;
    bool playing = r->now.status == ROOM_PLAYING;
    for (int i = 0; i < r->now.seats && seat < 0; i++)
        if (room_is_free(r, i) && (wanted < 0 || wanted == i))
            seat = i;
    if (own >= 0 && (wanted < 0 || wanted == own))
        seat = own;
    if (is_removed(q))
        return;
    if (playing && (seat < 0 || own >= 0)) {
        request_error(q, "running", N_("Not while a match is running"));
        return;
    }
    if (seat < 0) {
        request_error(q, wanted < 0 ? "no_seat" : "seat_taken", N_("This seat is not free"));
        return;
    }
    if (!change_begin_for(q))
        return;
    if (!enter(q, true)) {
        change_end(h, r);
        return;
    }
    if (playing)
        take_over(h, r, seat, q->guest->who);
    if (seat != own) {
        if (own >= 0)
            seat_clear(h, &r->now.seat[own], SEAT_OPEN);
        if (!playing)
            seat_sit(h, &r->now.seat[seat], q->guest->who);
        change_save_room(h, r);
        change_news(r, NEWS_SAT, q->guest->who);
    }
    emit_table(h, r, q);
    if (playing)
        emit_hand(h, r, q->guest->who);
    change_end(h, r);
}

/* ---- play now ---- */

enum { QUICK_CLOCK_S = 30 }; /* strangers do not wait long */

/* A table that fills up by itself, by the rules of the sheet as they are. */
static bool is_quick(const struct room *r, const struct mazo_rules *sheet)
{
    struct mazo_rules rules = r->now.rules;
    struct json_out out;
    char text[16];
    if (!r->now.fills || !r->now.listed || r->now.closed || rules.sheet != sheet->sheet)
        return false;
    rules.turn_clock = sheet->turn_clock;
    json_out_init(&out, text, sizeof text);
    wire_put_options(&out, &rules);
    return out.len == 2;
}

/* How well it suits; 0: not at all. A table where this person already sits comes first. */
static int suits(const struct room *r, const struct person *p, const struct mazo_rules *sheet)
{
    int people = room_count(r, SEAT_PERSON);
    bool sits = room_seat_of(r, p) >= 0, open = r->now.status == ROOM_OPEN;
    if (r->loading || r->missing || r->moved || !is_quick(r, sheet))
        return 0;
    if (sits)
        return open ? 3 * MAZO_SEATS_MAX : 0;
    if (!(open || r->now.status == ROOM_PLAYING) || r->now.opening || !room_has_company(r) ||
        room_free_seats(r) == 0 || room_is_removed(r, p))
        return 0;
    return listing_suits(people, open);
}

static struct room *best_table(const struct request *q, const struct mazo_rules *sheet, int *most)
{
    struct room *best = NULL;
    *most = 0;
    for (uint32_t i = 0; i <= q->hub->room_mask; i++) {
        for (struct room *r = LIST_FIRST(&q->hub->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            int fit = suits(r, q->guest->who, sheet);
            best = fit > *most ? r : best;
            *most = fit > *most ? fit : *most;
        }
    }
    return best;
}

static void lead_elsewhere(struct request *q, const char *code)
{
    struct json_out out;
    request_begin(q, &out, "elsewhere");
    json_out_string_at(&out, "table", code);
    request_send(q, &out);
}

void tables_quick(struct request *q)
{
    const char *name = request_text(q, "rules");
    int sheet = name ? mazo_sheet_by_name(name) : MAZO_SHEET_OFICIAL;
    net_spend(q->guest->conn, CREATE_COST);
    if (sheet < 0) {
        request_error(q, "bad_rules", N_("There is no such rule sheet"));
        return;
    }
    struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
    int most;
    struct room *r = best_table(q, &rules, &most);
    const char *code = request_flag(q, "elsewhere", false) ? peers_quick(q->hub, sheet, &most)
                                                           : NULL;
    q->room = r;
    if (code) {
        lead_elsewhere(q, code);
    } else if (r && room_is_busy(r)) {
        if (!queue_wait(r, q->guest, q->text, q->len))
            request_busy(q);
    } else if (r) {
        tables_sit(q);
    } else {
        rules.turn_clock = QUICK_CLOCK_S;
        r = begin_table(q, &rules, rules.seats);
        if (!r)
            return;
        r->now.listed = r->now.fills = true;
        end_table(q, r);
    }
}

static void get_up(struct hub *h, struct room *r, int seat)
{
    const struct person *p = r->now.seat[seat].person;
    bool hosted = r->now.host == p;
    seat_clear(h, &r->now.seat[seat], SEAT_OPEN);
    if (hosted)
        seat_find_host(h, r);
}

void tables_stand(struct request *q)
{
    struct room *r = q->room;
    if (!change_begin_for(q))
        return;
    get_up(q->hub, r, room_seat_of(r, q->guest->who));
    tables_changed(q);
}

/* Closing the page keeps the seat, unless strangers at that table are waiting for players. */
static void go_away(struct hub *h, struct room *r, int seat)
{
    if (r->now.fills && r->now.status == ROOM_OPEN && !r->now.opening) {
        get_up(h, r, seat);
        change_save_room(h, r);
        return;
    }
    r->now.seat[seat].gone_at = hub_now(h);
    r->now.seat[seat].left = true;
    if (!room_is_slow(r))
        play_leave(h, r, seat);
}

void tables_leave(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    struct json_out out;
    int seat = room_seat_of(r, q->guest->who);
    room_leave(h, r, q->guest);
    if (!change_begin_for(q))
        return;
    if (seat >= 0 && !room_is_here(r, q->guest->who)) {
        change_news(r, NEWS_LEFT, q->guest->who);
        go_away(h, r, seat);
        emit_table(h, r, NULL);
    } else if (seat < 0 && room_watchers(r) < WATCHERS_TOLD) {
        emit_table(h, r, NULL);
    }
    request_begin(q, &out, "left");
    request_send(q, &out);
    change_end(h, r);
}

/* ---- before a match ---- */

void tables_seat(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    int64_t seat = request_number(q, "seat", 0);
    if (seat >= r->now.seats || r->now.seat[seat].kind == SEAT_PERSON) {
        request_error(q, "no_seat", N_("There is no such seat, or somebody sits there"));
        return;
    }
    if (!change_begin_for(q))
        return;
    if (set_bot(q, &r->now.seat[seat], request_text(q, "to")))
        tables_changed(q);
    else
        change_end(h, r);
}

void tables_swap(struct request *q)
{
    struct room_state *s = &q->room->now;
    int64_t one = request_number(q, "seat", 0), other = request_number(q, "with", 0);
    if (one >= s->seats || other >= s->seats) {
        request_error(q, "no_seat", N_("There is no such seat"));
        return;
    }
    if (!change_begin_for(q))
        return;
    room_swap(s, (int)one, (int)other);
    tables_changed(q);
}

/* Other seats: people move up, and no one loses a seat. */
static bool resize(struct request *q, struct room *r, int seats)
{
    struct room_state *s = &r->now;
    int at = 0;
    if (room_count(r, SEAT_PERSON) > seats) {
        request_error(q, "no_seat", N_("More players are already seated than that"));
        return false;
    }
    for (int i = 0; i < s->seats && s->seats > seats; i++) {
        if (s->seat[i].kind == SEAT_PERSON)
            room_swap(s, at, i);
        at += s->seat[at].kind == SEAT_PERSON;
    }
    for (int i = s->seats; i < seats; i++)
        memset(&s->seat[i], 0, sizeof s->seat[i]);
    s->seats = (uint8_t)seats;
    return true;
}

void tables_rules(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    struct mazo_rules rules;
    int seats = r->now.seats;
    if (!read_rules(q, &r->now.rules, &seats, &rules) || !may_list(q, r->now.listed))
        return;
    if (!change_begin_for(q))
        return;
    if (resize(q, r, seats)) {
        r->now.rules = rules;
        read_listing(q, &r->now);
        tables_changed(q);
    } else {
        change_end(h, r);
    }
}
