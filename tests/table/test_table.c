/*
 * test_table.c - whole matches: people who act by dice, bots, all sheets, house rules; the same
 * calls give the same match; what is out of order is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "table/helper.h"

static struct mazo_rules short_rules(int sheet)
{
    struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
    rules.target = 100;
    return rules;
}

static void must_be_over(struct bench *b)
{
    assert_int_equal(b->table.play.game.phase, MAZO_PHASE_match_over);
    assert_int_equal(table_due(&b->table), TABLE_NEVER);
    assert_int_equal(b->lines, b->table.commands + 1);
    bench_free(b);
}

static void bots_play_whole_matches(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        struct bench *b = bench_new(NULL, 5);
        for (int i = 0; i < 4; i++)
            bench_bot(b, i, MAZO_BOT_EASY + i);
        bench_open(b, sheet, 4, 7);
        bench_play(b, UINT32_MAX);
        must_be_over(b);
    }
}

static void any_number_of_people_and_bots(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        for (int seats = 2; seats <= 8; seats++) {
            struct mazo_rules rules = short_rules(sheet);
            struct bench *b = bench_new(NULL, (uint64_t)(sheet * 10 + seats));
            for (int i = 0; i < seats; i++)
                if ((i + seats) % 3 == 0)
                    bench_person(b, i, "Ana");
                else
                    bench_bot(b, i, MAZO_BOT_RANDOM + (i + seats) % 5);
            bench_open_by(b, &rules, seats, (uint64_t)seats);
            bench_play(b, UINT32_MAX);
            must_be_over(b);
        }
    }
}

static void house_rules(void **state)
{
    (void)state;
    uint64_t dice = mazo_fast_seed(3);
    for (int match = 0; match < 60; match++) {
        int seats = 2 + match % 7;
        struct mazo_rules rules;
        bench_house_rules(&dice, match % MAZO_SHEET_COUNT, seats, &rules);
        struct bench *b = bench_new(match % 2 ? NULL : &table_pace_none, (uint64_t)match);
        for (int i = 0; i < seats; i += 2)
            bench_person(b, i, "Luis");
        bench_open_by(b, &rules, seats, (uint64_t)match);
        bench_play(b, 3000); /* some house rules have no end in sight */
        bench_free(b);
    }
}

static struct bench *same_match(uint64_t dice, uint64_t seed)
{
    struct bench *b = bench_new(NULL, dice);
    struct mazo_rules rules = short_rules(MAZO_SHEET_JACKPOT);
    bench_person(b, 1, "Eva");
    bench_bot(b, 2, MAZO_BOT_EXPERT);
    bench_open_by(b, &rules, 3, seed);
    bench_play(b, UINT32_MAX);
    return b;
}

static void same_calls_same_match(void **state)
{
    (void)state;
    struct bench *a = same_match(8, 9), *b = same_match(8, 9);
    assert_int_equal(a->len, b->len);
    assert_memory_equal(a->log, b->log, a->len);
    assert_int_equal(a->now, b->now);
    struct bench *c = same_match(10, 9);
    assert_true(c->len != a->len || memcmp(a->log, c->log, a->len) != 0);
    bench_free(a);
    bench_free(b);
    bench_free(c);
}

/* ---- hostile commands ---- */

static const mazo_card some_cards[MAZO_CARDS_MAX] = {1, 2, 3, 200, 255, 14, 15};
static struct mazo_rule_card some_rules[256];

static struct mazo_command any_command(uint64_t *dice)
{
    struct mazo_command c = {.type = (uint8_t)mazo_fast_below(dice, MAZO_CMD_COUNT + 3),
                             .seat = (uint8_t)mazo_fast_below(dice, 12),
                             .card = (uint8_t)mazo_fast_below(dice, 256),
                             .color = (uint8_t)mazo_fast_below(dice, 6),
                             .who = (uint8_t)mazo_fast_below(dice, 12),
                             .uno = mazo_fast_below(dice, 2),
                             .yes = mazo_fast_below(dice, 2),
                             .count = (uint8_t)mazo_fast_below(dice, 10)};
    if (mazo_fast_below(dice, 10) == 0) {
        c.color = c.who = c.seat = (uint8_t)mazo_fast_word(dice);
        c.count = (uint8_t)mazo_fast_word(dice);
    }
    c.cards = mazo_fast_below(dice, 2) && c.count < MAZO_CARDS_MAX ? some_cards : NULL;
    c.rule_cards = mazo_fast_below(dice, 2) ? some_rules : NULL;
    return c;
}

static void try_anything(struct bench *b)
{
    struct table *t = &b->table;
    uint64_t hash = mazo_hash(&t->play.game);
    uint32_t commands = t->commands;
    struct mazo_command c = any_command(&b->dice);
    enum table_answer answer = table_do(t, b->now, &c, NULL, &bench_why);
    if (answer == TABLE_REFUSED) {
        assert_int_equal(mazo_hash(&t->play.game), hash);
        assert_int_equal(t->commands, commands);
        assert_true(bench_why.message[0] != '\0');
        assert_string_not_equal(bench_why.word, "ok");
        assert_null(strstr(bench_why.message, "eat "));     /* people have names, */
        assert_null(strstr(bench_why.message, "\"play\"")); /* and speak no protocol */
    } else {
        assert_true(c.type != MAZO_CMD_tally && c.type < MAZO_CMD_COUNT);
        assert_true(c.type == MAZO_CMD_next || t->seat[c.seat].player.sitter == TABLE_PERSON);
    }
}

static void anything_may_come_in(void **state)
{
    (void)state;
    for (int i = 0; i < 256; i++) {
        some_rules[i].count = (uint8_t)(i % 7);
        some_rules[i].effect[0].type = (uint8_t)(i * 3);
    }
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        struct mazo_rules rules = short_rules(sheet);
        struct bench *b = bench_new(NULL, 77);
        bench_person(b, 0, "Ana");
        bench_person(b, 2, "Luis");
        struct mazo_command c = {.type = MAZO_CMD_draw};
        assert_int_equal(table_do(&b->table, b->now, &c, NULL, &bench_why), TABLE_REFUSED);
        assert_string_equal(bench_why.word, "no_game");
        bench_open_by(b, &rules, 3, 5);
        for (uint32_t most = 1; most < 250; most++) {
            for (int i = 0; i < 300; i++)
                try_anything(b);
            bench_play(b, most);
        }
        assert_non_null(memchr(b->log, '\n', b->len));
        bench_free(b);
    }
}

static void commands_out_of_order(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 1);
    bench_person(b, 0, "Ana");
    bench_position(
        b,
        "{\"do\":\"position\",\"rules\":\"penas\",\"hands\":[[\"R5\",\"G1\",\"G2\"],[\"B1\","
        "\"B2\"],[\"Y1\",\"Y2\"]],\"discard\":[\"R7\"],\"draw\":[\"Y3\",\"Y4\",\"Y5\",\"Y6\",\"G3\"],"
        "\"turn\":0}");
    assert_int_equal(bench_do(b, "{\"do\":\"draw\",\"seat\":1}"), TABLE_REFUSED);
    assert_string_equal(bench_why.word, "bad_seat"); /* a bot's */
    assert_int_equal(bench_do(b, "{\"do\":\"draw\",\"seat\":7}"), TABLE_REFUSED);
    assert_string_equal(bench_why.word, "bad_seat");
    assert_int_equal(bench_do(b, "{\"do\":\"keep\",\"seat\":0}"), TABLE_REFUSED);
    assert_string_equal(bench_why.word, "not_now");
    assert_int_equal(bench_do(b, "{\"do\":\"next\"}"), TABLE_REFUSED);
    assert_string_equal(bench_why.word, "round_running");
    assert_int_equal(bench_do(b, "{\"do\":\"accuse\",\"seat\":0,\"who\":1}"), TABLE_DONE);
    assert_int_equal(bench_do(b, "{\"do\":\"tally\"}"), TABLE_REFUSED);
    assert_int_equal(b->table.commands, 1);
    /* P2: a mistake is accepted, and says what it cost. */
    assert_int_equal(bench_do(b, "{\"do\":\"play\",\"seat\":0,\"card\":\"G1\"}"), TABLE_DONE);
    assert_true(bench_why.message[0] != '\0');
    assert_true(table_awaits(&b->table, 0));
    struct mazo_command c = {.type = MAZO_CMD_play, .seat = 0, .card = 5};
    assert_true(table_would(&b->table, &c));
    c.card = 16 + 1;
    assert_false(table_would(&b->table, &c));
    bench_free(b);
}

/* ---- secrets ---- */

static void only_what_a_seat_may_see(void **state)
{
    (void)state;
    struct bench *b = bench_new(&table_pace_none, 4);
    struct table *t = &b->table;
    bench_person(b, 0, "Ana");
    bench_person(b, 1, "Luis");
    bench_open(b, MAZO_SHEET_JACKPOT, 2, 3);
    static struct say_card_text texts[4] = {{.text = "secreto"},
                                            {.text = "b"},
                                            {.text = "c"},
                                            {.text = "d"}};
    struct mazo_rule_card cards[4];
    for (int i = 0; i < 4; i++)
        cards[i] = (struct mazo_rule_card){.count = 1, .effect = {{.type = MAZO_EFFECT_skip}}};
    struct mazo_command c = {.type = MAZO_CMD_write, .seat = 0, .count = 4, .rule_cards = cards};
    memcpy(texts[1].text, "\x1b[2J", 5);
    assert_int_equal(table_do(t, b->now, &c, texts, &bench_why), TABLE_REFUSED);
    memcpy(texts[1].text, "b", 2);
    assert_int_equal(table_do(t, b->now, &c, texts, &bench_why), TABLE_DONE);
    static struct say_texts seen;
    table_texts(t, 0, &seen);
    assert_string_equal(seen.card[0].text, "secreto");
    table_texts(t, 1, &seen);
    assert_string_equal(seen.card[0].text, "");
    table_texts(t, MAZO_SPECTATOR, &seen);
    assert_string_equal(seen.card[0].text, "");
    c.seat = 1;
    assert_int_equal(table_do(t, b->now, &c, NULL, &bench_why), TABLE_DONE);

    struct mazo_event event;
    const mazo_card *shown;
    int dealt = 0;
    for (int i = 0; table_event(t, i, 0, &event, &shown); i++) {
        if (event.type == MAZO_EVENT_dealt) {
            assert_int_equal(shown != NULL, event.seat == 0);
            assert_int_equal(event.count, 7);
            dealt++;
        }
    }
    assert_int_equal(dealt, 2);
    struct mazo_view view;
    table_view(t, 1, &view);
    assert_int_equal(view.seat, 1);
    bench_free(b);
}

static void names_are_cleaned(void **state)
{
    (void)state;
    static const struct {
        const char *given, *kept;
    } cases[] = {
        {"Ana", "Ana"},
        {"  Ana \t Luis ", "Ana Luis"},
        {"A\x1b[31mna", "A [31mna"},
        {"Mu\xc3\xb1oz\xff", "Mu\xc3\xb1oz"},
        {"\xe2\x80\xae"
         "evil",
         "evil"},
        {"", "Player 1"},
        {" \n", "Player 1"},
        {"123456789012345678901234567890123456789012345\xc3\xb1\xc3\xb1",
         "123456789012345678901234567890123456789012345\xc3\xb1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench *b = bench_new(NULL, 1);
        bench_person(b, 0, cases[i].given);
        bench_open(b, MAZO_SHEET_DUELO, 2, 1);
        assert_string_equal(b->table.seat[0].player.name, cases[i].kept);
        assert_string_equal(b->table.seat[1].player.name, "Bot 2");
        bench_free(b);
    }
}

/* A refusal is for a person: names, cards written out, what to do first. */
static void refusals_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *given, *told;
    } cases[] = {
        {"{\"do\":\"play\",\"seat\":1,\"card\":\"R4\"}", "Ana's turn"},
        {"{\"do\":\"accept\",\"seat\":0}", "That is not possible now: play a card or draw one"},
        {"{\"do\":\"play\",\"seat\":0,\"card\":\"B7\"}", "You do not have this card: blue 7"},
        {"{\"do\":\"play\",\"seat\":0,\"card\":\"G1\"}",
         "green 1 does not match: the color is red and the number is 2"},
        {"{\"do\":\"catch\",\"seat\":0,\"who\":1}", "There is nothing to catch Beto for"},
        {"{\"do\":\"vote\",\"seat\":0,\"yes\":true}", "There is no vote now"},
    };
    struct bench *b = bench_new(NULL, 1);
    bench_person(b, 0, "Ana");
    bench_person(b, 1, "Beto");
    bench_position(b, "{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"R5\",\"G1\"],"
                      "[\"R4\",\"B2\"]],\"turn\":0,\"discard\":[\"R2\"],\"draw\":[\"Y5\",\"Y6\"]}");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(bench_do(b, cases[i].given), TABLE_REFUSED);
        assert_string_equal(bench_why.message, cases[i].told);
    }
    bench_free(b);

    b = bench_new(NULL, 1); /* P2: out of turn it is a misplay */
    bench_person(b, 0, "Ana");
    bench_person(b, 1, "Beto");
    bench_position(b, "{\"do\":\"position\",\"rules\":\"penas\",\"hands\":[[\"R5\",\"G1\"],"
                      "[\"R4\",\"B2\"]],\"turn\":0,\"discard\":[\"R2\"],\"draw\":[\"Y5\",\"Y6\"]}");
    assert_int_equal(bench_do(b, "{\"do\":\"play\",\"seat\":1,\"card\":\"R4\"}"), TABLE_DONE);
    assert_string_equal(bench_why.message, "Ana's turn. The card is taken back and costs 1 card");
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_play_whole_matches),
        cmocka_unit_test(any_number_of_people_and_bots),
        cmocka_unit_test(house_rules),
        cmocka_unit_test(same_calls_same_match),
        cmocka_unit_test(anything_may_come_in),
        cmocka_unit_test(commands_out_of_order),
        cmocka_unit_test(only_what_a_seat_may_see),
        cmocka_unit_test(names_are_cleaned),
        cmocka_unit_test(refusals_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
