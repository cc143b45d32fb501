/*
 * test_remote.c - a match far away, seen through its messages, is the match as it is.
 *
 * A match between bots is played at a table here. What a server would send of it
 * to a seat and to a spectator goes through JSON into a session of its own, which must
 * then show, allow and tell the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "terminal/remote/remote.h"
#include "text/span.h"
#include "wire/json_write.h"

enum { SEATS = 3, TEXT_SIZE = 256 * 1024, COMMANDS = 900 };

/* Who looks at the match, through the wire. */
struct watcher {
    int seat; /* or MAZO_SPECTATOR */
    struct remote remote;
    struct session session;
    int heard;
};

struct watching {
    struct watcher watcher[2];
    int moments;
};

static char text[TEXT_SIZE];

/* ---- a server in a few lines ---- */

static json_t *table_message(int seat, const struct mazo_rules *rules)
{
    json_t *message = json_pack(
        "{s:s,s:s,s:s,s:s,s:{},s:b,s:s,s:s,s:o,s:[{s:s,s:s,s:s,s:b},{s:s,s:s,s:s,s:b},{s:s,s:s}],"
        "s:i,s:s,s:i}",
        "type", "table", "table", "KZTRA", "title", "", "rules", mazo_sheet_name(rules->sheet),
        "options", "public", 0, "status", "playing", "host", "k0", "you",
        seat < SEATS ? json_integer(seat) : json_null(), "seats", "sits", "person", "name", "Ana",
        "player", "k0", "here", 1, "sits", "person", "name", "Luis", "player", "k1", "here", 1,
        "sits", "bot", "bot", "hard", "watchers", 1, "commitment", "00", "match", 1);
    assert_non_null(message);
    return message;
}

static json_t *moment(const struct table *t, int seat, bool event)
{
    static struct mazo_view view;
    static struct say_texts texts;
    static struct mazo_legal legal;
    const mazo_card *cards;
    struct mazo_event e;
    struct json_out out;
    table_view(t, seat, &view);
    table_texts(t, seat, &texts);
    json_out_init(&out, text, sizeof text);
    legal.count = 0;
    wire_put_view(&out, TEXT_EN, &view, &texts, &legal);
    assert_false(out.full);
    json_t *message = json_loads(text, 0, NULL);
    assert_non_null(message);
    json_object_set_new(message, "type", json_string(event ? "event" : "view"));
    json_object_set_new(message, "match", json_integer(1));
    json_object_set_new(message, "n", json_integer(t->commands));
    if (event) {
        json_out_init(&out, text, sizeof text);
        json_out_open(&out, '[');
        for (int i = 0; table_event(t, i, seat, &e, &cards); i++)
            wire_put_event(&out, &t->play.events, &e, view.rule_cards, &texts);
        json_out_close(&out, ']');
        assert_false(out.full);
        json_object_set_new(message, "events", json_loads(text, 0, NULL));
    }
    return message;
}

/* ---- what must be the same ---- */

static void tell_all(const struct table *t, const struct session *names, int seat, char *buf,
                     size_t size)
{
    const mazo_card *cards;
    struct mazo_event e;
    struct tell tell;
    size_t used = 0;
    session_teller(names, &t->play, seat, &tell);
    buf[0] = '\0';
    for (int i = 0; table_event(t, i, seat, &e, &cards) && used < size; i++) {
        char line[600];
        if (say_tell(&tell, &e, t->play.events.cards, line, sizeof line) > 0)
            used += (size_t)snprintf(buf + used, size - used, "%s\n", line);
    }
}

static void put_legal(const struct table *t, int seat, char *buf, size_t size)
{
    static struct mazo_legal legal;
    struct json_out out;
    mazo_legal(&t->play.game, seat, &legal);
    json_out_init(&out, buf, size);
    wire_put_legal(&out, TEXT_EN, &legal);
    assert_false(out.full);
}

static void compare(const struct table *t, struct watcher *w)
{
    static struct mazo_view real, seen;
    static char told[100000], retold[100000];
    table_view(t, w->seat, &real);
    table_view(&w->session.table, w->seat, &seen);
    assert_memory_equal(&real, &seen, sizeof real);
    if (w->seat < SEATS) {
        put_legal(t, w->seat, told, sizeof told);
        put_legal(&w->session.table, w->seat, retold, sizeof retold);
        assert_string_equal(told, retold);
    }
    tell_all(t, &w->session, w->seat, told, sizeof told);
    tell_all(&w->session.table, &w->session, w->seat, retold, sizeof retold);
    assert_string_equal(told, retold);
}

static void count_heard(void *ctx, struct session *s)
{
    struct watcher *w = ctx;
    assert_ptr_equal(s, &w->session);
    w->heard++;
}

static void send_on(struct watcher *w, json_t *message)
{
    json_array_append_new(w->remote.inbox, message);
}

static void on_heard(void *ctx, const struct table *t)
{
    struct watching *watching = ctx;
    for (int i = 0; i < 2; i++) {
        struct watcher *w = &watching->watcher[i];
        send_on(w, moment(t, w->seat, watching->moments > 0));
        if (watching->moments == 0) {
            assert_true(remote_has_match(&w->remote));
            assert_true(remote_mirror_begin(&w->remote, &w->session));
            w->session.heard = count_heard, w->session.ctx = w;
        } else {
            assert_true(remote_step(&w->remote, &w->session));
            assert_int_equal(w->heard, watching->moments);
            compare(t, w);
        }
    }
    watching->moments++;
}

static void begin_watcher(struct watcher *w, int seat, const struct mazo_rules *rules)
{
    memset(w, 0, sizeof *w);
    w->seat = seat;
    w->remote.state = REMOTE_READY;
    w->remote.requested.watch = true;
    w->remote.table.you = -1;
    w->remote.dice = 7;
    setup_init(&w->remote.setup, TEXT_EN);
    w->remote.inbox = json_array();
    send_on(w, table_message(seat, rules));
    remote_step(&w->remote, NULL);
    assert_int_equal(w->remote.table.you, seat < SEATS ? seat : -1);
}

/* A match of bots, whole or as far as time allows, by this sheet. */
static void play(int sheet, uint64_t seed)
{
    static struct table table;
    static struct watching watching;
    static struct wire_opening opening;
    struct wire_error why;
    const struct mazo_rules *rules = mazo_rules_of_sheet(sheet);
    memset(&watching, 0, sizeof watching);
    begin_watcher(&watching.watcher[0], (int)(seed % SEATS), rules);
    begin_watcher(&watching.watcher[1], MAZO_SPECTATOR, rules);
    table_init(&table, TEXT_EN, &table_pace_none, NULL, seed);
    table.heard = on_heard, table.ctx = &watching;
    opening = (struct wire_opening){.has_seed = true};
    mazo_position_init(&opening.position, rules, SEATS);
    mazo_seed_from_number(seed, opening.position.seed);
    for (int seat = 0; seat < SEATS; seat++)
        table_sit(&table, seat,
                  &(struct table_player){.sitter = TABLE_BOT, .level = MAZO_BOT_EASY});
    assert_true(table_open(&table, WIRE_NEW, &opening, 0, &why));
    while (table.commands < COMMANDS && table_tick(&table, UINT32_MAX)) {
    }
    assert_true(watching.moments > 40);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(watching.watcher[i].session.book.rounds,
                         table.play.game.round - (table.play.game.phase < MAZO_PHASE_round_over));
        json_decref(watching.watcher[i].remote.inbox);
    }
}

static void test_every_sheet(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            play(sheet, seed);
}

/* ---- the table around the match ---- */

static void test_table_is_read(void **state)
{
    struct remote_table t;
    json_t *message = table_message(1, mazo_rules_of_sheet(MAZO_SHEET_PENAS));
    (void)state;
    json_object_set_new(message, "options",
                        json_pack("{s:b,s:i,s:s}", "stacking", 1, "target", 200, "scoring",
                                  "hands"));
    assert_true(remote_table_read(message, TEXT_EN, &t));
    assert_int_equal(t.you, 1);
    assert_int_equal(t.rules.sheet, MAZO_SHEET_PENAS);
    assert_int_equal(t.rules.target, 200);
    assert_true(t.rules.stacking);
    assert_int_equal(t.rules.scoring, MAZO_scoring_hands);
    assert_string_equal(t.seat[1].name, "Luis");
    assert_false(remote_is_host(&t));
    assert_int_equal(t.seat[2].sits, SEAT_BOT);
    json_decref(message);
}

/* Whatever a server sends in place of a value, the table is refused or the value left out. */
static void test_nonsense_is_refused(void **state)
{
    static const char *const keys[] = {"table",  "title", "rules", "options", "public",
                                       "status", "host",  "you",   "seats",   "commitment",
                                       "match",  "key",   "n",     "watchers"};
    static const char *const values[] =
        {"null",           "-1",      "1e300",      "[]",          "{}",  "\"\"",
         "\"\\u001b[2J\"", "[1,2,3]", "[{},{},{}]", "99999999999", "true"};
    (void)state;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            struct remote_table t;
            json_t *message = table_message(0, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL));
            json_object_set_new(message, keys[k], json_loads(values[v], JSON_DECODE_ANY, NULL));
            if (remote_table_read(message, TEXT_EN, &t)) {
                assert_true(t.you >= -1 && t.you < t.seats);
                assert_null(strchr(t.title, '\033'));
                assert_null(strchr(t.code, '\033'));
            }
            json_decref(message);
        }
    }
}

/* A quick phrase is read in the reader's language; one of a newer server by its text. */
static void test_phrases_are_read_in_ones_own_language(void **state)
{
    static const char *const cases[][3] = {{"hello", "¡Hola!", "Luis: Hello!"},
                                           {"of_1999", "¡Feliz año!", "Luis: ¡Feliz año!"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct watcher w;
        begin_watcher(&w, 0, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL));
        send_on(&w, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "type", "chat", "table", "KZTRAB",
                              "player", "p1", "name", "Luis", "text", cases[i][1], "phrase",
                              cases[i][0]));
        assert_true(remote_step(&w.remote, NULL));
        assert_string_equal(w.remote.line[(w.remote.lines - 1) % REMOTE_LINES_MAX], cases[i][2]);
        json_decref(w.remote.inbox);
    }
}

struct told {
    int count;
    char line[20][REMOTE_LINE_SIZE];
};

static void keep_told(void *ctx, const char *line)
{
    struct told *told = ctx;
    snprintf(told->line[told->count++], REMOTE_LINE_SIZE, "%s", line);
}

static void test_changes_are_told(void **state)
{
    struct remote_table before, now;
    struct told told = {0};
    json_t *message = table_message(0, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL));
    (void)state;
    assert_true(remote_table_read(message, TEXT_EN, &before));
    now = before;
    remote_compare(&before, &now, TEXT_EN, keep_told, &told);
    assert_int_equal(told.count, 0);
    now.seat[1].here = false;
    remote_compare(&before, &now, TEXT_EN, keep_told, &told);
    assert_int_equal(told.count, 1);
    assert_string_equal(told.line[0], "Luis has lost the connection.");
    now.seat[1].sits = SEAT_OPEN;
    now.seat[1].player[0] = '\0';
    remote_compare(&before, &now, TEXT_EN, keep_told, &told);
    assert_string_equal(told.line[1], "Luis has left the seat.");
    remote_compare(&now, &before, TEXT_EN, keep_told, &told);
    assert_string_equal(told.line[2], "Luis sits down.");
    now = before;
    before.seat[1].sits = now.seat[1].sits = SEAT_PROGRAM;
    now.seat[1].waits = true;
    remote_compare(&before, &now, TEXT_EN, keep_told, &told);
    assert_string_equal(told.line[3], "No place is free for Luis: a bot plays until there is one.");
    remote_compare(&now, &before, TEXT_EN, keep_told, &told);
    assert_string_equal(told.line[4], "There is a place for Luis now.");
    assert_int_equal(told.count, 5);
    json_decref(message);
}

/* In a match and before it; the player who was kicked, the others, and a spectator. */
static void test_a_kick_is_told(void **state)
{
    static const struct {
        int you, sits, status;
        const char *line;
    } cases[] = {
        {0, SEAT_BOT, ROOM_PLAYING, "Luis was removed: a bot plays on."},
        {-1, SEAT_BOT, ROOM_PLAYING, "Luis was removed: a bot plays on."},
        {0, SEAT_OPEN, ROOM_OPEN, "Luis was removed."},
        {1, SEAT_BOT, ROOM_PLAYING, "You were removed: you're watching."},
        {1, SEAT_OPEN, ROOM_OPEN, "You were removed: you're watching."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct remote_table before, now;
        struct told told = {0};
        json_t *message = table_message(0, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL));
        json_t *seat = json_array_get(json_object_get(message, "seats"), 1);
        assert_true(remote_table_read(message, TEXT_EN, &before));
        json_object_set_new(seat, "kicked", json_string("Luis"));
        assert_true(remote_table_read(message, TEXT_EN, &now));
        before.you = now.you = cases[i].you;
        before.status = now.status = (uint8_t)cases[i].status;
        before.seat[1].kicked[0] = '\0';
        now.seat[1].sits = (uint8_t)cases[i].sits;
        now.seat[1].player[0] = '\0';
        now.you = now.you == 1 ? -1 : now.you;
        remote_compare(&before, &now, TEXT_EN, keep_told, &told);
        assert_string_equal(told.line[0], cases[i].line);
        assert_int_equal(told.count, 1);
        json_decref(message);
    }
}

static void test_a_free_seat_is_told(void **state)
{
    struct remote_table before, now;
    struct told told = {0};
    json_t *message = table_message(MAZO_SPECTATOR, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL));
    (void)state;
    assert_true(remote_table_read(message, TEXT_EN, &before));
    before.status = ROOM_OPEN;
    now = before;
    now.seat[2].sits = SEAT_OPEN;
    remote_compare(&before, &now, TEXT_EN, keep_told, &told);
    assert_int_equal(told.count, 1);
    assert_string_equal(told.line[0], "A seat is free.");
    remote_compare(&now, &now, TEXT_EN, keep_told, &told);
    before.you = now.you = 0; /* not to a player who has one */
    remote_compare(&before, &now, TEXT_EN, keep_told, &told);
    assert_int_equal(told.count, 1);
    json_decref(message);
}

static void test_long_clocks_are_told_in_words(void **state)
{
    static const struct {
        uint32_t seconds;
        const char *english, *spanish;
    } spans[] = {
        {45, "45 s", "45 s"},      {90, "90 s", "90 s"},
        {300, "5 min", "5 min"},   {330, "5 min 30 s", "5 min 30 s"},
        {7200, "2 h", "2 h"},      {86340, "23 h 59 min", "23 h 59 min"},
        {86400, "1 day", "1 día"}, {604799, "6 days 23 h", "6 días 23 h"},
    };
    struct remote_table table;
    char buf[TEXT_SPAN_SIZE], line[160];
    json_t *message = table_message(0, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL));
    (void)state;
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        assert_string_equal(text_span(TEXT_EN, spans[i].seconds, buf, sizeof buf),
                            spans[i].english);
        assert_string_equal(text_span(TEXT_ES, spans[i].seconds, buf, sizeof buf),
                            spans[i].spanish);
    }
    assert_true(remote_table_read(message, TEXT_ES, &table));
    table.rules.turn_clock = 86400;
    remote_table_text(&table, TEXT_ES, 0, line, sizeof line);
    assert_non_null(strstr(line, "1 día por turno"));
    json_decref(message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_sheet),
        cmocka_unit_test(test_table_is_read),
        cmocka_unit_test(test_nonsense_is_refused),
        cmocka_unit_test(test_phrases_are_read_in_ones_own_language),
        cmocka_unit_test(test_changes_are_told),
        cmocka_unit_test(test_a_kick_is_told),
        cmocka_unit_test(test_a_free_seat_is_told),
        cmocka_unit_test(test_long_clocks_are_told_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
