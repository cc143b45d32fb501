/*
 * test_table_info.c - the message `table`: what is written is read again, key by key.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "wire/table_info.h"

#define HEX "abababababababababababababababababababababababababababababababab"

static char text[16384];

/* One seat of each kind, every member set. */
static struct table_info everything(void)
{
    struct table_info t = {.id = "q1",
                           .code = "KZTRAB",
                           .title = "Viernes \"de cartas\"",
                           .listed = true,
                           .fills = true,
                           .deals_in = 9876,
                           .status = ROOM_OVER,
                           .host = "host-key",
                           .you = 2,
                           .seats = 5,
                           .watchers = 17,
                           .watching = 2,
                           .watches = {{"eva-key", "Eva"}, {"wim-key", "Wim \"W\""}},
                           .commitment = HEX,
                           .opening = true,
                           .deal = HEX,
                           .ends_in = 4321,
                           .again = 3,
                           .match = 12,
                           .n = 345,
                           .key = "match-key",
                           .series = 7,
                           .programs = 2,
                           .program = {"clever", "slow"}};
    t.rules = *mazo_rules_of_sheet(mazo_sheet_by_name("penas"));
    t.rules.turn_clock = 45;
    t.seat[0] = (struct table_info_seat){.sits = SEAT_OPEN, .kicked = "Eva"};
    t.seat[1] = (struct table_info_seat){.sits = SEAT_CLOSED, .kicked = ""};
    t.seat[2] = (struct table_info_seat){.sits = SEAT_PERSON,
                                         .name = "Ana",
                                         .player = "ana-key",
                                         .hash = HEX,
                                         .here = true,
                                         .away = true,
                                         .left = true,
                                         .committed = true,
                                         .opened = true,
                                         .missed = 2,
                                         .again = true,
                                         .won = 4};
    t.seat[3] = (struct table_info_seat){.sits = SEAT_BOT,
                                         .name = "Bruno",
                                         .bot = "hard:cautious",
                                         .kicked = "Luis",
                                         .gives = true};
    t.seat[4] = (struct table_info_seat){.sits = SEAT_PROGRAM,
                                         .name = "clever",
                                         .away = true,
                                         .waits = true};
    return t;
}

static json_t *written(const struct table_info *t)
{
    struct json_out out;
    json_out_init(&out, text, sizeof text);
    table_info_put(&out, t);
    assert_false(out.full);
    json_t *message = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(message);
    return message;
}

static void same_text(const char *a, const char *b) { assert_string_equal(a ? a : "", b ? b : ""); }

static void same_seat(const struct table_info_seat *a, const struct table_info_seat *b)
{
    assert_int_equal(a->sits, b->sits);
    same_text(a->name, b->name);
    same_text(a->player, b->player);
    same_text(a->bot, b->bot);
    same_text(a->kicked, b->kicked);
    same_text(a->hash, b->hash);
    assert_int_equal(a->here, b->here);
    assert_int_equal(a->away, b->away);
    assert_int_equal(a->left, b->left);
    assert_int_equal(a->committed, b->committed);
    assert_int_equal(a->opened, b->opened);
    assert_int_equal(a->waits, b->waits);
    assert_int_equal(a->missed, b->missed);
    assert_int_equal(a->again, b->again);
    assert_int_equal(a->won, b->won);
    assert_int_equal(a->gives, b->gives);
}

static void same(const struct table_info *a, const struct table_info *b)
{
    same_text(a->id, b->id);
    same_text(a->code, b->code);
    same_text(a->title, b->title);
    assert_memory_equal(&a->rules, &b->rules, sizeof a->rules);
    assert_int_equal(a->listed, b->listed);
    assert_int_equal(a->fills, b->fills);
    assert_int_equal(a->fills ? a->deals_in : -1, b->deals_in);
    assert_int_equal(a->status, b->status);
    same_text(a->host, b->host);
    assert_int_equal(a->you, b->you);
    assert_int_equal(a->seats, b->seats);
    for (int i = 0; i < a->seats; i++)
        same_seat(&a->seat[i], &b->seat[i]);
    assert_int_equal(a->watchers, b->watchers);
    assert_int_equal(a->watching, b->watching);
    for (int i = 0; i < a->watching; i++) {
        same_text(a->watches[i].player, b->watches[i].player);
        same_text(a->watches[i].name, b->watches[i].name);
    }
    same_text(a->commitment, b->commitment);
    assert_int_equal(a->opening, b->opening);
    same_text(a->deal, b->deal);
    assert_int_equal(a->ends_in, b->ends_in);
    assert_int_equal(a->again, b->again);
    assert_int_equal(a->match, b->match);
    assert_int_equal(a->n, b->n);
    same_text(a->key, b->key);
    assert_int_equal(a->series, b->series);
    assert_int_equal(a->programs, b->programs);
    for (int i = 0; i < a->programs; i++)
        same_text(a->program[i], b->program[i]);
}

static void comes_back(const struct table_info *t)
{
    struct table_info read;
    json_t *message = written(t);
    assert_true(table_info_read(message, &read));
    same(t, &read);
    json_decref(message);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct table_info t = everything();
    comes_back(&t);
    t.opening = false;
    t.deal = "";
    t.ends_in = 0;
    t.again = 0;
    t.id = t.key = t.commitment = t.title = "";
    t.you = -1;
    t.programs = 0;
    t.seat[2].hash = "";
    t.seat[2].missed = 0;
    for (int status = ROOM_OPEN; status <= ROOM_OVER; status++) {
        t.status = (enum room_status)status;
        comes_back(&t);
    }
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        t.rules = *mazo_rules_of_sheet(sheet);
        comes_back(&t);
    }
}

/* No key is there that nobody reads: without it a message is another one, or no table. */
static void every_key_is_read(void **state)
{
    (void)state;
    static char whole[sizeof text];
    static const char *const said_again[] = {"type", "revision", "clock"};
    const struct table_info t = everything();
    json_t *all = written(&t), *value;
    const char *key;
    memcpy(whole, text, sizeof whole);
    json_object_foreach(all, key, value)
    {
        struct table_info less;
        json_t *message = json_copy(all);
        json_object_del(message, key);
        bool fine = table_info_read(message, &less);
        json_decref(written(&less));
        bool same_as_all = fine && strcmp(whole, text) == 0;
        if (same_as_all != (table_info_word(key, said_again, 3) >= 0))
            fail_msg("%s", key);
        json_decref(message);
    }
    json_decref(all);
}

static void less_than_a_table_is_said_to_be_less(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int seats;
    } cases[] = {
        {"{}", 0},
        {"[]", 0},
        {"{\"table\":\"A\",\"status\":\"open\",\"rules\":\"oficial\",\"seats\":[]}", 0},
        {"{\"table\":\"A\",\"status\":\"open\",\"rules\":\"unheard\",\"seats\":[{\"sits\":\"open\"},"
         "{\"sits\":\"open\"}]}",
         2},
        {"{\"table\":\"A\",\"status\":\"stopped\",\"rules\":\"oficial\",\"seats\":[{\"sits\":\"open\"},"
         "{\"sits\":\"open\"}]}",
         2},
        {"{\"table\":\"A\",\"status\":\"open\",\"rules\":\"oficial\",\"seats\":[{\"sits\":\"robot\"},"
         "{\"sits\":\"open\"}]}",
         2},
        {"{\"table\":7,\"status\":\"open\",\"rules\":\"oficial\",\"you\":9,\"seats\":[{\"sits\":\"open\"},3]}",
         2},
        {"{\"table\":\"A\",\"status\":\"open\",\"rules\":\"oficial\",\"seats\":[0,0,0,0,0,0,0,0,0,0,0,0]}",
         MAZO_SEATS_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table_info t;
        json_t *message = json_loads(cases[i].text, 0, NULL);
        assert_non_null(message);
        assert_false(table_info_read(message, &t));
        assert_int_equal(t.seats, cases[i].seats);
        assert_int_equal(t.you, -1);
        assert_non_null(t.code);
        json_decref(message);
    }
}

/* A server of before the hashes: a seat has none, which is not the same as not yet. */
static void an_older_server_knows_no_hashes(void **state)
{
    (void)state;
    struct table_info t = everything(), read;
    json_t *message = written(&t);
    json_object_del(json_array_get(json_object_get(message, "seats"), 2), "hash");
    assert_true(table_info_read(message, &read));
    assert_null(read.seat[2].hash);
    json_decref(message);
    t.seat[2].hash = "";
    message = written(&t);
    assert_true(table_info_read(message, &read));
    assert_string_equal(read.seat[2].hash, "");
    json_decref(message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(every_key_is_read),
        cmocka_unit_test(less_than_a_table_is_said_to_be_less),
        cmocka_unit_test(an_older_server_knows_no_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
