/*
 * test_library.c - what the library refuses, and what it makes of a view.
 *
 * The fuzzer gives its functions anything; here are the answers.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

#include "mazo/mazo.h"

static struct mazo_game game;
static struct mazo_position position;

static int begin(void **state)
{
    static const uint8_t seed[32] = {1};
    (void)state;
    return mazo_init(&game, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 2, seed, false, NULL) !=
           MAZO_FAULT_none;
}

static void apply(int type, int seat, int card, int color, int who)
{
    struct mazo_command c = {.type = (uint8_t)type,
                             .seat = (uint8_t)seat,
                             .card = (mazo_card)card,
                             .color = (uint8_t)color,
                             .who = (uint8_t)who};
    assert_int_equal(mazo_apply(&game, &c, NULL), MAZO_ERR_ok);
}

/* Numbers at three seats, red 5 on the pile, and the draw pile red. */
static void set_table(void)
{
    mazo_position_init(&position, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 3);
    for (int i = 0; i < 7; i++) {
        position.hands[1][mazo_card_of(MAZO_GREEN, i)] = 1;
        position.hands[2][mazo_card_of(MAZO_YELLOW, i)] = 1;
    }
    position.hands[0][MAZO_WILD_FOUR] = 1;
    position.hands[0][mazo_card_of(MAZO_BLUE, 3)] = 1;
    position.discard[position.discard_count++] = mazo_card_of(MAZO_RED, 5);
    while (position.draw_count < 20)
        position.draw[position.draw_count++] = mazo_card_of(MAZO_RED, 7);
}

static int cards_in_game(void)
{
    int cards = game.draw_count + game.discard_count;
    for (int seat = 0; seat < game.seats; seat++)
        cards += game.size[seat];
    return cards;
}

static void test_no_more_cards_than_fit(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MAZO_CARDS_MAX; i++) {
        bool room = cards_in_game() < MAZO_CARDS_MAX;
        assert_int_equal(mazo_put_card(&game, i & 1, 1), room);
    }
    assert_null(mazo_check(&game));
    assert_false(mazo_put_card(&game, 2, 1));
    assert_false(mazo_take_card(&game, 0, MAZO_CARD_NONE));
    assert_true(mazo_take_card(&game, 0, 1));
    assert_false(mazo_put_card(&game, 0, MAZO_CARD_NONE));
}

static void test_hand_of_another_size(void **state)
{
    struct mazo_game other = game, before = game;
    uint8_t hidden[MAZO_KIND_COUNT];
    (void)state;
    mazo_put_card(&other, 1, 1);
    memset(hidden, 9, sizeof hidden);
    assert_false(mazo_take_hand(&game, &other, 1, hidden));
    assert_memory_equal(&game, &before, sizeof game);
}

static void test_scores_that_can_be_added(void **state)
{
    (void)state;
    game.scores[0] = game.scores[1] = 1 << 30;
    assert_non_null(mazo_check(&game));
}

static void test_scores_stay_in_range(void **state)
{
    (void)state;
    set_table();
    memset(position.hands[0], 0, sizeof position.hands[0]);
    position.hands[0][mazo_card_of(MAZO_RED, 3)] = 1;
    assert_null(mazo_set_position(&game, &position, NULL));
    game.scores[0] = 1 << 28;
    assert_null(mazo_check(&game));
    apply(MAZO_CMD_play, 0, mazo_card_of(MAZO_RED, 3), MAZO_COLOR_NONE, 0);
    assert_int_equal(game.round_winner, 0);
    assert_null(mazo_check(&game));
}

static void test_positions_that_are_refused(void **state)
{
    struct mazo_game before = game;
    (void)state;
    set_table();
    position.color = 9;
    assert_non_null(mazo_set_position(&game, &position, NULL));
    position.color = MAZO_COLOR_NONE;
    position.said = 1 << 3;
    assert_non_null(mazo_set_position(&game, &position, NULL));
    position.said = 0;
    position.hands[3][1] = 1;
    assert_non_null(mazo_set_position(&game, &position, NULL));
    assert_memory_equal(&game, &before, sizeof game);
    position.hands[3][1] = 0;
    assert_null(mazo_set_position(&game, &position, NULL));
}

static void test_nothing_fits_on_what_is_no_card(void **state)
{
    (void)state;
    for (int card = 0; card <= UINT8_MAX; card++) {
        bool fits = mazo_fits_on((mazo_card)card, MAZO_RED);
        assert_int_equal(fits, mazo_card_is_valid((mazo_card)card));
    }
}

/* W5: anyone who is caught after a Wild Draw Four draws cards that do not make it a bluff. */
static void test_caught_after_a_wild_four(void **state)
{
    struct mazo_view view;
    struct mazo_game deal;
    uint64_t dice = 5;
    int guilty[2] = {0, 0}, rounds = 2000;
    (void)state;
    set_table();
    assert_null(mazo_set_position(&game, &position, NULL));
    apply(MAZO_CMD_play, 0, MAZO_WILD_FOUR, MAZO_BLUE, 0);
    for (int caught = 0; caught < 2; caught++) {
        assert_true(mazo_view_of(&game, 1, &view));
        assert_int_equal(view.size[0], caught ? 3 : 1);
        assert_int_equal(view.struck_since, caught ? 2 : 0);
        for (int i = 0; i < rounds; i++) {
            mazo_resample(&view, &dice, &deal);
            assert_null(mazo_check(&deal));
            guilty[caught] += deal.dirty;
        }
        if (!caught)
            apply(MAZO_CMD_catch, 2, MAZO_CARD_NONE, MAZO_COLOR_NONE, 0);
    }
    assert_true(guilty[0] > rounds / 8 && guilty[0] < rounds / 2);
    assert_in_range(guilty[1], guilty[0] - rounds / 16, guilty[0] + rounds / 16);
}

/* P2, W5: a wrong card is shown to all; what a challenge showed to one seat stays that seat's secret. */
static void test_a_wrong_card_shows_only_itself(void **state)
{
    struct mazo_view view;
    mazo_card wrong = (mazo_card)mazo_card_of(MAZO_BLUE, 3),
              secret = (mazo_card)mazo_card_of(MAZO_BLUE, 4);
    (void)state;
    set_table();
    position.rules = *mazo_rules_of_sheet(MAZO_SHEET_PENAS);
    position.hands[0][secret] = 1;
    assert_null(mazo_set_position(&game, &position, NULL));
    apply(MAZO_CMD_play, 0, MAZO_WILD_FOUR, MAZO_GREEN, 0);
    apply(MAZO_CMD_challenge, 1, MAZO_CARD_NONE, MAZO_COLOR_NONE, 0);
    assert_true(mazo_view_of(&game, 1, &view));
    assert_int_equal(view.shown[0], MAZO_BIT(wrong) | MAZO_BIT(secret));
    while (game.turn != 0)
        apply(game.phase == MAZO_PHASE_drawn ? MAZO_CMD_keep : MAZO_CMD_draw, game.turn,
              MAZO_CARD_NONE, MAZO_COLOR_NONE, 0);
    apply(MAZO_CMD_play, 0, wrong, MAZO_COLOR_NONE, 0);
    assert_true(mazo_view_of(&game, 2, &view));
    assert_int_equal(view.shown[0], MAZO_BIT(wrong));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_no_more_cards_than_fit, begin),
        cmocka_unit_test_setup(test_hand_of_another_size, begin),
        cmocka_unit_test_setup(test_scores_that_can_be_added, begin),
        cmocka_unit_test_setup(test_scores_stay_in_range, begin),
        cmocka_unit_test_setup(test_positions_that_are_refused, begin),
        cmocka_unit_test_setup(test_nothing_fits_on_what_is_no_card, begin),
        cmocka_unit_test_setup(test_caught_after_a_wild_four, begin),
        cmocka_unit_test_setup(test_a_wrong_card_shows_only_itself, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
