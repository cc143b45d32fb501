/*
 * test_verifier.c - a witness says nothing about honest tables of all sheets, and finds each lie.
 *
 * Games are played by chance; every message is made as the server makes it, read back and shown
 * to the witness for every seat and a watcher.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/verifier.h"
#include "wire/json_write.h"

enum { SEATS = 4, EYES = SEATS + 1, TEXT_SIZE = 256 * 1024 };

/* A table and its guests. */
struct bench {
    struct mazo_game game;
    struct mazo_events events;
    struct say_texts texts;
    uint64_t dice;
    int64_t n;
    struct faults faults;
    struct verifier *witness;
    struct verifier_table table;
    struct verifier_seat who[EYES];
    char text[TEXT_SIZE];
};

static struct bench bench;

/* The message for one seat, as JSON. */
static json_t *message(struct bench *b, int seat)
{
    struct mazo_view view;
    struct mazo_legal legal = {0};
    struct json_out out;
    mazo_view_of(&b->game, seat, &view);
    if (seat < SEATS)
        mazo_legal(&b->game, seat, &legal);
    json_out_init(&out, b->text, sizeof b->text);
    json_out_open(&out, '{');
    json_out_open_at(&out, "events", '[');
    for (int i = 0; i < b->events.count; i++) {
        struct mazo_event event;
        mazo_event_for(&b->events.at[i], seat, &event);
        wire_put_event(&out, &b->events, &event, view.rule_cards, &b->texts);
    }
    json_out_close(&out, ']');
    wire_put_view_keys(&out, TEXT_EN, &view, &b->texts, &legal);
    json_out_close(&out, '}');
    assert_false(out.full);
    json_t *m = json_loadb(out.buf, out.len, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(m);
    return m;
}

typedef void lie_fn(json_t *message);

static void show_to(struct bench *b, int eye, lie_fn *lie)
{
    int seat = eye < SEATS ? eye : MAZO_SPECTATOR;
    json_t *m = message(b, seat);
    if (lie)
        lie(m);
    const struct client_turn turn = {.match = 1,
                                     .n = b->n,
                                     .events = json_object_get(m, "events"),
                                     .view = json_object_get(m, "view"),
                                     .legal = json_object_get(m, "legal"),
                                     .ends_in = -1};
    verifier_events(b->witness, seat, &turn, "TEST");
    verifier_turn(b->witness, &b->table, &b->who[eye], seat, &turn, "TEST");
    json_decref(m);
}

static void show_all(struct bench *b)
{
    for (int eye = 0; eye < EYES; eye++)
        show_to(b, eye, NULL);
}

static void begin(struct bench *b, const struct mazo_rules *rules, uint64_t seed)
{
    uint8_t bytes[32] = {(uint8_t)seed, (uint8_t)(seed >> 8)};
    memset(b, 0, sizeof *b);
    b->dice = mazo_fast_seed(seed);
    b->witness = verifier_new(&b->faults, TEXT_EN);
    assert_non_null(b->witness);
    mazo_events_clear(&b->events);
    mazo_init(&b->game, rules, SEATS, bytes, false, &b->events);
    show_all(b);
}

static void keep_texts(struct bench *b, const struct mazo_command *c)
{
    struct say_card_text texts[MAZO_RULE_CARDS_MAX];
    for (int i = 0; i < c->count; i++)
        say_idea_text(TEXT_EN, say_idea_of(&c->rule_cards[i]), &texts[i]);
    say_texts_write(&b->texts, &b->game, c->seat, texts, c->count);
}

/* A legal command of anybody, the seat in turn more often than others. */
static bool step(struct bench *b)
{
    struct mazo_legal legal;
    int seat = b->game.turn;
    if (mazo_fast_below(&b->dice, 4) == 0 || mazo_legal(&b->game, seat, &legal) == 0)
        seat = (int)mazo_fast_below(&b->dice, SEATS);
    if (b->game.phase == MAZO_PHASE_match_over)
        return false;
    if (mazo_legal(&b->game, seat, &legal) == 0)
        return true;
    struct mazo_command c = mazo_legal_at(&legal, (int)mazo_fast_below(&b->dice, legal.count));
    mazo_events_clear(&b->events);
    assert_int_equal(mazo_apply(&b->game, &c, &b->events), MAZO_ERR_ok);
    if (c.type == MAZO_CMD_write)
        keep_texts(b, &c);
    b->n++;
    return true;
}

static void print_faults(const struct faults *f)
{
    for (int i = 0; i < FAULT_COUNT; i++) {
        if (f->count[i]) {
            print_message("%s: %llu, %s\n", fault_name(i), (unsigned long long)f->count[i],
                          f->example[i]);
        }
    }
}

static void play_honestly(const struct mazo_rules *rules, uint64_t seed, int steps)
{
    struct bench *b = &bench;
    begin(b, rules, seed);
    for (int i = 0; i < steps; i++) {
        int64_t before = b->n;
        if (!step(b))
            break;
        if (b->n > before)
            show_all(b);
        print_faults(&b->faults);
        assert_int_equal(faults_all(&b->faults), 0);
    }
    verifier_free(b->witness);
}

static void test_honest_tables(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            play_honestly(mazo_rules_of_sheet(sheet), seed, 250);
}

/* House rules under which hands wander. */
static void test_wandering_hands(void **state)
{
    static const char *const rules[] = {"seven_zero", "jump_in", "stacking"};
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct mazo_rules house = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
        int rule = mazo_rule_by_name(rules[i]);
        if (rule < 0)
            fail_msg("there is no rule %s", rules[i]);
        assert_true(mazo_rules_set(&house, rule, 1));
        for (uint64_t seed = 1; seed <= 2; seed++)
            play_honestly(&house, seed, 250);
    }
}

/* ---- lies ---- */

static json_t *view_of(json_t *m) { return json_object_get(m, "view"); }

static void one_card_more(json_t *m)
{
    json_object_set_new(view_of(m), "draw_count",
                        json_integer(json_integer_value(json_object_get(view_of(m), "draw_count")) +
                                     1));
}

static void another_card(json_t *m)
{
    json_t *hand = json_object_get(view_of(m), "hand");
    const char *first = json_string_value(json_array_get(hand, 0));
    json_array_set_new(hand, 0, json_string(strcmp(first, "R1") == 0 ? "R2" : "R1"));
}

static void other_turn(json_t *m)
{
    json_int_t turn = json_integer_value(json_object_get(view_of(m), "turn"));
    json_object_set_new(view_of(m), "turn", json_integer((turn + 1) % SEATS));
}

static void no_legal(json_t *m) { json_array_clear(json_object_get(m, "legal")); }

static void score(json_t *m)
{
    json_array_set_new(json_object_get(view_of(m), "scores"), 0, json_integer(77));
}

/* Another player's cards come with the deal. */
static void leak(json_t *m)
{
    size_t i;
    json_t *event;
    json_array_foreach(json_object_get(m, "events"), i, event)
    {
        if (strcmp(json_string_value(json_object_get(event, "event")), "dealt") == 0 &&
            !json_object_get(event, "cards")) {
            json_object_del(event, "count");
            json_object_set_new(event, "cards",
                                json_pack("[s,s,s,s,s,s,s]", "R1", "R2", "R3", "R4", "R5", "R6",
                                          "R7"));
            return;
        }
    }
}

static void nonsense(json_t *m) { json_object_set_new(view_of(m), "phase", json_string("zzz")); }

static void no_events(json_t *m) { json_array_clear(json_object_get(m, "events")); }

static void expect(lie_fn *lie, enum fault fault)
{
    struct bench *b = &bench;
    begin(b, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 5);
    assert_int_equal(faults_all(&b->faults), 0);
    memset(&b->who[2], 0, sizeof b->who[2]);
    show_to(b, 2, lie); /* the deal once more, with a lie in it */
    if (b->faults.count[fault] == 0) {
        print_faults(&b->faults);
        fail_msg("%s was not found", fault_name((int)fault));
    }
    verifier_free(b->witness);
}

static void test_lies(void **state)
{
    (void)state;
    expect(one_card_more, FAULT_cards);
    expect(another_card, FAULT_hand);
    expect(other_turn, FAULT_apart);
    expect(no_legal, FAULT_legal);
    expect(score, FAULT_apart);
    expect(leak, FAULT_leak);
    expect(nonsense, FAULT_bad_view);
    expect(no_events, FAULT_hand);
    expect(no_events, FAULT_apart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_honest_tables),
        cmocka_unit_test(test_wandering_hands),
        cmocka_unit_test(test_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
