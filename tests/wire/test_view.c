/*
 * test_view.c - views and events go through JSON and come back as they were, and a client that
 * has nothing but the JSON can offer the right moves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <jansson.h>

#include "table/helper.h"
#include "wire/json_write.h"
#include "wire/view_read.h"

enum { ROOM = 256 * 1024 };

static char buf[ROOM];
static struct json_out out;

static int views, events_read;
static bool phases[MAZO_PHASE_COUNT], events_seen[MAZO_EVENT_COUNT];

static json_t *parsed(void)
{
    json_error_t error;
    assert_false(out.full);
    json_t *object = json_loadb(out.buf, out.len, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        fail_msg("%s: %s", error.text, out.buf);
    return object;
}

/* ---- there and back ---- */

static void same_command(const struct mazo_command *a, const struct mazo_command *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->card, b->card);
    assert_int_equal(a->color, b->color);
    assert_int_equal(a->who, b->who);
    assert_int_equal(a->uno, b->uno);
    assert_int_equal(a->yes, b->yes);
    assert_int_equal(a->count, b->count);
    assert_ptr_equal(a->rule_cards, b->rule_cards); /* ideas of the sheet */
    if (a->type == MAZO_CMD_throw && a->count > 0)
        assert_memory_equal(a->cards, b->cards, a->count);
}

/* A game made from the view lets the seat do what the true one does. */
static void same_moves(const struct mazo_view *view, const struct mazo_legal *legal)
{
    static struct mazo_game game;
    static struct mazo_legal guess;
    uint64_t dice = mazo_fast_seed((uint64_t)views);
    mazo_resample(view, &dice, &game);
    mazo_legal(&game, view->seat, &guess);
    assert_int_equal(guess.count, legal->count);
    for (int i = 0; i < legal->count; i++) {
        struct mazo_command a = mazo_legal_at(&guess, i), b = mazo_legal_at(legal, i);
        same_command(&a, &b);
    }
}

static void view_comes_back(const struct table *t, int seat)
{
    static struct mazo_view view, back;
    static struct say_texts texts, back_texts;
    static struct mazo_legal legal;
    struct wire_error why;
    mazo_view_of(&t->play.game, seat, &view);
    table_texts(t, seat, &texts);
    mazo_legal(&t->play.game, seat, &legal);
    json_out_init(&out, buf, ROOM);
    wire_put_view(&out, TEXT_ES, &view, &texts, &legal);
    json_t *object = parsed();
    if (!wire_read_view(json_object_get(object, "view"), &back, &back_texts, &why))
        fail_msg("%s: %s", why.message, out.buf);
    json_decref(object);
    if (memcmp(&back, &view, sizeof view) != 0) {
        size_t at = 0;
        while (((char *)&back)[at] == ((char *)&view)[at])
            at++;
        fail_msg("byte %zu of %zu: %s", at, sizeof view, out.buf);
    }
    assert_memory_equal(&back_texts, &texts, sizeof texts);
    same_moves(&back, &legal);
    phases[view.phase] = true;
    views++;
}

static void same_event(const struct mazo_event *a, const struct mazo_event *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->who, b->who);
    assert_int_equal(a->card, b->card);
    assert_int_equal(a->color, b->color);
    assert_int_equal(a->detail, b->detail);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->points, b->points);
    assert_true(a->has_cards == b->has_cards || a->count == 0);
    events_seen[a->type] = true;
}

static void events_come_back(const struct table *t, int seat)
{
    static struct mazo_events back;
    struct wire_error why;
    struct mazo_event event;
    const mazo_card *cards;
    json_out_init(&out, buf, ROOM);
    json_out_open(&out, '[');
    for (int i = 0; table_event(t, i, seat, &event, &cards); i++)
        wire_put_event(&out, &t->play.events, &event, t->play.game.rule_cards, &t->play.texts);
    json_out_close(&out, ']');
    json_t *list = parsed();
    if (!wire_read_events(list, &back, &why))
        fail_msg("%s: %s", why.message, out.buf);
    json_decref(list);
    assert_int_equal(back.count, t->play.events.count);
    for (int i = 0; table_event(t, i, seat, &event, &cards); i++) {
        same_event(&event, &back.at[i]);
        if (cards && event.count > 0)
            assert_memory_equal(cards, back.cards + back.at[i].first, event.count);
        events_read++;
    }
}

static void hear(void *ctx, const struct table *t)
{
    (void)ctx;
    for (int seat = 0; seat < t->seats; seat++) {
        view_comes_back(t, seat);
        events_come_back(t, seat);
    }
    view_comes_back(t, MAZO_SPECTATOR);
    events_come_back(t, MAZO_SPECTATOR);
}

/* A wrong card (P2), an accusation: what bots and legal lists leave out. */
static void make_trouble(struct bench *b)
{
    struct mazo_command c = {.type = MAZO_CMD_play,
                             .seat = (uint8_t)mazo_fast_below(&b->dice, b->table.seats),
                             .color = MAZO_RED};
    uint64_t hand = b->table.play.game.have[c.seat];
    do {
        c.card = (mazo_card)mazo_fast_below(&b->dice, MAZO_KIND_COUNT);
    } while (hand && !(hand >> c.card & 1));
    table_do(&b->table, b->now, &c, NULL, &bench_why);
}

/* What the effect does not take is nothing, as in a card that was read. */
static void tidy(struct mazo_effect *e)
{
    const char *takes = mazo_effect_takes(e->type);
    e->n = strchr(takes, 'n') ? e->n : 0;
    e->other = strchr(takes, 'w') ? e->other : 0;
}

/* Rule cards of any effects, with texts of their own. */
static void write_rule_cards(struct bench *b, int seat)
{
    struct mazo_rule_card cards[MAZO_RULE_CARDS_MAX];
    static struct say_card_text texts[MAZO_RULE_CARDS_MAX];
    int each = mazo_rule_cards_each(&b->table.play.game);
    memset(texts, 0, sizeof texts);
    for (int i = 0; i < each; i++) {
        snprintf(texts[i].text, sizeof texts[i].text, "Haz \"algo\" %d/%d", seat, i);
        do {
            cards[i] = (struct mazo_rule_card){.count = (uint8_t)(1 + i % MAZO_EFFECTS_MAX)};
            for (int j = 0; j < cards[i].count; j++) {
                cards[i].effect[j] =
                    (struct mazo_effect){.type = (uint8_t)mazo_fast_below(&b->dice,
                                                                          MAZO_EFFECT_COUNT),
                                         .n = (uint8_t)mazo_fast_below(&b->dice, 4),
                                         .other = (uint8_t)mazo_fast_below(&b->dice,
                                                                           MAZO_OTHER_COUNT)};
                bool dares = cards[i].effect[j].type == MAZO_EFFECT_dare;
                memset(texts[i].dare[j], 0, sizeof texts[i].dare[j]);
                strcpy(texts[i].dare[j], dares ? "¡Canta!" : "");
                tidy(&cards[i].effect[j]);
            }
        } while (!mazo_rule_card_is_valid(&cards[i]));
    }
    struct mazo_command c = {.type = MAZO_CMD_write,
                             .seat = (uint8_t)seat,
                             .count = (uint8_t)each,
                             .rule_cards = cards};
    table_do(&b->table, b->now, &c, texts, &bench_why);
}

static void a_match(int match)
{
    struct mazo_rules rules;
    struct bench *b = bench_new(NULL, (uint64_t)match);
    int sheet = match % MAZO_SHEET_COUNT, seats = sheet == MAZO_SHEET_DUELO ? 2 : 2 + match % 5;
    if (match < 4 * MAZO_SHEET_COUNT)
        rules = *mazo_rules_of_sheet(sheet);
    else
        bench_house_rules(&b->dice, sheet, seats, &rules);
    while (mazo_rules_check(&rules, seats) != MAZO_FAULT_none)
        seats++;
    for (int i = 0; i < seats; i += 1 + match % 2)
        bench_person(b, i, "Ana");
    b->table.heard = hear;
    bench_open_by(b, &rules, seats, (uint64_t)match);
    for (int i = 0; i < seats && b->table.play.game.phase == MAZO_PHASE_write; i++)
        write_rule_cards(b, i);
    for (uint32_t i = 10; i <= 100 && b->table.play.game.phase != MAZO_PHASE_match_over; i += 10) {
        make_trouble(b);
        bench_play(b, i);
    }
    bench_free(b);
}

/* Nothing to play and nothing to draw: no whole deck either. */
static void a_blocked_round(void)
{
    struct bench *b = bench_new(NULL, 1);
    b->table.heard = hear;
    bench_position(b, "{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"G1\",\"G2\"],"
                      "[\"B2\",\"B3\"]],\"discard\":[\"R9\"],\"draw\":[],\"turn\":0}");
    bench_play(b, 4);
    bench_free(b);
}

/* The lever is pulled, and no rule card comes out. */
static void an_empty_dispenser(void)
{
    struct bench *b = bench_new(NULL, 1);
    bench_person(b, 0, "Ana");
    b->table.heard = hear;
    bench_position(b,
                   "{\"do\":\"position\",\"rules\":\"jackpot\",\"hands\":[[\"RJ\",\"G1\",\"G2\"],"
                   "[\"B2\",\"B3\"]],\"discard\":[\"R9\"],\"draw\":[\"B1\"],\"turn\":0,"
                   "\"spins\":[\"right\"]}");
    assert_int_equal(bench_do(b, "{\"do\":\"play\",\"seat\":0,\"card\":\"RJ\"}"), TABLE_DONE);
    bench_free(b);
}

static void there_and_back(void **state)
{
    (void)state;
    a_blocked_round();
    an_empty_dispenser();
    for (int match = 0; match < 80; match++)
        a_match(match);
    print_message("# %d views, %d events\n", views, events_read);
    assert_true(views > 10000);
    for (int i = 0; i < MAZO_PHASE_COUNT; i++)
        if (!phases[i])
            fail_msg("phase %s never came", mazo_phase_name(i));
    for (int i = 0; i < MAZO_EVENT_COUNT; i++)
        if (!events_seen[i])
            fail_msg("event %s never came", mazo_event_name(i));
}

/* ---- what is not a view ---- */

/* A view with everything in it that can be cut away or exchanged. */
static json_t *a_view(int sheet, uint32_t commands)
{
    static struct mazo_view view;
    static struct say_texts texts;
    static const struct mazo_legal legal = {0};
    struct bench *b = bench_new(NULL, 3);
    bench_open(b, sheet, sheet == MAZO_SHEET_DUELO ? 2 : 4, 3);
    bench_play(b, commands);
    mazo_view_of(&b->table.play.game, b->table.play.game.turn, &view);
    table_texts(&b->table, view.seat, &texts);
    json_out_init(&out, buf, ROOM);
    wire_put_view(&out, TEXT_EN, &view, &texts, &legal);
    bench_free(b);
    return parsed();
}

/* Whatever is read must be one that can be played on from. */
static bool read_harmlessly(const json_t *view)
{
    static struct mazo_view back;
    static struct say_texts texts;
    static struct mazo_game game;
    static struct mazo_legal legal;
    struct wire_error why;
    uint64_t dice = 5;
    if (!wire_read_view(view, &back, &texts, &why)) {
        assert_string_not_equal(why.word, "ok");
        assert_true(why.message[0]);
        return false;
    }
    mazo_resample(&back, &dice, &game);
    assert_null(mazo_check(&game));
    for (int i = 0; i < 60 && mazo_legal(&game, game.turn, &legal) > 0; i++) {
        struct mazo_command c = mazo_legal_at(&legal, (int)mazo_fast_below(&dice, legal.count));
        assert_int_equal(mazo_apply(&game, &c, NULL), MAZO_ERR_ok);
    }
    return true;
}

static void a_key_is_missing(void **state)
{
    (void)state;
    /* Keys that are there only when they mean something. */
    const char *may_miss = "catchable lose_turn rest used rule_cards dispenser_count written "
                           "rule_cards_each match_winners match_losers revision";
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        for (uint32_t commands = 0; commands < 30; commands += 3) {
            json_t *object = a_view(sheet, commands), *view = json_object_get(object, "view");
            json_t *copy = json_deep_copy(view), *value;
            const char *key;
            assert_true(read_harmlessly(view));
            json_object_foreach(copy, key, value)
            {
                json_object_del(view, key);
                if (read_harmlessly(view) && !strstr(may_miss, key))
                    fail_msg("a view without \"%s\"", key);
                json_object_set(view, key, value);
            }
            json_decref(copy);
            json_decref(object);
        }
    }
}

/* Every value in turn is something else: refused, or harmless. */
static void a_value_is_another(void **state)
{
    (void)state;
    const char *const others[] = {"null",
                                  "true",
                                  "-1",
                                  "0",
                                  "9",
                                  "255",
                                  "256",
                                  "100000",
                                  "\"\"",
                                  "\"R5\"",
                                  "\"WJ\"",
                                  "[]",
                                  "[[],{}]",
                                  "[300,-1]",
                                  "{}",
                                  "[0,1,2,3]",
                                  "9223372036854775807",
                                  "1.5",
                                  "[\"W\",\"W\",\"W\"]",
                                  "{\"number\":9,\"effects\":[\"draw 1\"]}",
                                  "[{\"number\":1,\"effects\":[\"draw 1\"]}]",
                                  "\"throw\"",
                                  "\"drawn\"",
                                  "\"struck\"",
                                  "\"color\"",
                                  "\"run\"",
                                  "\"match_over\""};
    int read = 0, refused = 0;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        for (uint32_t commands = 0; commands < 60; commands += 4) {
            json_t *object = a_view(sheet, commands), *view = json_object_get(object, "view");
            json_t *copy = json_deep_copy(view), *value;
            const char *key;
            json_object_foreach(copy, key, value)
            {
                for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
                    json_object_set_new(view, key, json_loads(others[i], JSON_DECODE_ANY, NULL));
                    *(read_harmlessly(view) ? &read : &refused) += 1;
                }
                json_object_set(view, key, value);
            }
            json_decref(copy);
            json_decref(object);
        }
    }
    print_message("# %d refused, %d read\n", refused, read);
    assert_true(refused > 10000);
}

static void what_is_no_list_of_events(void **state)
{
    (void)state;
    static struct mazo_events events;
    struct wire_error why;
    const char *const bad[] = {
        "{}",
        "[1]",
        "[{}]",
        "[{\"event\":\"none\"}]",
        "[{\"event\":\"uno\"}]",
        "[{\"event\":\"uno\",\"seat\":10}]",
        "[{\"event\":\"drew\",\"seat\":1,\"cards\":[\"Z\"]}]",
        "[{\"event\":\"drew\",\"seat\":1,\"count\":100000,\"for\":\"turn\"}]",
        "[{\"event\":\"drew\",\"seat\":1,\"count\":1,\"for\":\"fun\"}]",
        "[{\"event\":\"spun\",\"seat\":1,\"face\":\"none\"}]",
        "[{\"event\":\"rule_card\",\"seat\":1,\"rule_card\":{\"number\":8}}]",
        "[{\"event\":\"reversed\",\"direction\":2}]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_t *list = json_loads(bad[i], 0, NULL);
        assert_non_null(list);
        if (wire_read_events(list, &events, &why))
            fail_msg("%s", bad[i]);
        json_decref(list);
    }
    json_t *many = json_array(); /* more cards than there is room for */
    for (int i = 0; i < 20; i++) {
        json_t *event = json_loads("{\"event\":\"threw\",\"seat\":1,\"cards\":[]}", 0, NULL);
        for (int n = 0; n < MAZO_CARDS_MAX; n++)
            json_array_append_new(json_object_get(event, "cards"), json_string("R5"));
        json_array_append_new(many, event);
    }
    assert_false(wire_read_events(many, &events, &why));
    json_decref(many);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(a_key_is_missing),
        cmocka_unit_test(a_value_is_another),
        cmocka_unit_test(what_is_no_list_of_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
