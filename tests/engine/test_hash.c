/*
 * test_hash.c - the hash depends on everything that the future depends on.
 *
 * A game in the middle of a match, with a rule card under way, is changed in
 * one place at a time.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

#include "mazo/mazo.h"
#include "sim/random_player.h"

_Static_assert(sizeof(struct mazo_game) <= 2048, "a game is at most 2 KiB");

static struct mazo_game game;
static uint64_t hash;

/* Play until rule cards have been used and another one is being carried out. */
static void set_up(struct mazo_game *g)
{
    static struct mazo_legal legal;
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_JACKPOT);
    struct mazo_command c;
    struct sim_random dice;
    uint8_t seed[32] = {1, 2, 3, 4};
    sim_random_init(&dice, &rules, 4);
    for (int tries = 0;; tries++) {
        seed[31] = (uint8_t)tries;
        mazo_init(g, &rules, 4, seed, false, NULL);
        while (g->phase != MAZO_PHASE_match_over) {
            if (g->used_count >= 2 && g->dispenser_count >= 2 && g->purpose && g->rule_card < 8 &&
                g->rng.left)
                return;
            sim_casual(g, &dice, &legal, &c);
            assert_int_equal(mazo_apply(g, &c, NULL), MAZO_ERR_ok);
        }
    }
}

static int start(void **state)
{
    (void)state;
    set_up(&game);
    game.spin_count = 2; /* as a position leaves them */
    hash = mazo_hash(&game);
    return 0;
}

/* Change any one byte of the piece at `at`, one after the other. */
static void change_bytes(const char *name, size_t at, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        struct mazo_game other = game;
        ((uint8_t *)&other)[at + i] ^= 1;
        if (mazo_hash(&other) == hash)
            fail_msg("byte %d of %s makes no difference", (int)i, name);
    }
}

#define CHANGE(field) change_bytes(#field, offsetof(struct mazo_game, field), sizeof game.field)

static void test_table(void **state)
{
    (void)state;
    CHANGE(phase), CHANGE(turn), CHANGE(top), CHANGE(color), CHANGE(dead);
    CHANGE(ordered), CHANGE(drawn), CHANGE(must), CHANGE(pending), CHANGE(striker), CHANGE(dirty);
    CHANGE(color_before), CHANGE(challengeable), CHANGE(passes), CHANGE(said), CHANGE(catchable),
        CHANGE(lose_turn);
    CHANGE(dealer), CHANGE(beginner), CHANGE(round_winner), CHANGE(round), CHANGE(winners);
    CHANGE(losers), CHANGE(written), CHANGE(accuser), CHANGE(accused), CHANGE(voted);
    CHANGE(voted_yes), CHANGE(purpose), CHANGE(lever), CHANGE(lever_opens), CHANGE(actor);
    CHANGE(rule_card), CHANGE(effect), CHANGE(target), CHANGE(owed), CHANGE(each_left);
    CHANGE(run_draws), CHANGE(run_skips), CHANGE(rules_seen);
    CHANGE(draw_count), CHANGE(discard_count), CHANGE(dispenser_count), CHANGE(used_count);
}

static void test_directions(void **state)
{
    struct mazo_game other = game;
    (void)state;
    other.direction = (int8_t)-game.direction;
    assert_true(mazo_hash(&other) != hash);
    other = game;
    other.each_direction = (int8_t)-game.each_direction;
    assert_true(mazo_hash(&other) != hash);
}

static void test_seats(void **state)
{
    (void)state;
    for (int seat = 0; seat < game.seats; seat++) {
        CHANGE(scores[seat]);
        for (int card = 0; card < MAZO_KIND_COUNT; card++)
            if (game.copies[seat][card])
                CHANGE(copies[seat][card]);
    }
}

/* The same cards in other hands, or one kind in place of another. */
static void test_hands(void **state)
{
    struct mazo_game other = game;
    (void)state;
    other.have[0] = game.have[1];
    other.have[1] = game.have[0];
    memcpy(other.copies[0], game.copies[1], MAZO_KIND_COUNT);
    memcpy(other.copies[1], game.copies[0], MAZO_KIND_COUNT);
    assert_true(mazo_hash(&other) != hash);
}

static void test_piles(void **state)
{
    (void)state;
    for (int i = 0; i < game.draw_count; i++)
        CHANGE(pile[i]);
    for (int i = 1; i <= game.discard_count; i++)
        CHANGE(pile[MAZO_CARDS_MAX - i]);
}

static void test_rule_cards(void **state)
{
    (void)state;
    for (int i = 0; i < game.rule_card_count; i++)
        for (int j = 0; j < game.rule_cards[i].count; j++)
            CHANGE(rule_cards[i].effect[j]);
    for (int i = 0; i < game.dispenser_count; i++)
        CHANGE(dispenser[i]);
    for (int i = 0; i < game.used_count; i++)
        CHANGE(used[i]);
    for (int i = 0; i < game.spin_count; i++)
        CHANGE(spins[i]);
}

static void test_generator(void **state)
{
    (void)state;
    CHANGE(rng.key), CHANGE(rng.counter), CHANGE(rng.left), CHANGE(rng.fast);
}

static void test_rules(void **state)
{
    (void)state;
#define MAZO_X_RULE(storage, type, name, ids, least, most, first, sentence) CHANGE(rules.name);
#include "mazo/rules.def"
    CHANGE(rules.sheet), CHANGE(rules.revision);
}

/* What follows from other fields, what players can tell from public acts, and what is beyond
 * the counts does not matter. */
static void test_room_to_spare(void **state)
{
    struct mazo_game other = game;
    (void)state;
    memset(other.pile + other.draw_count, 99,
           (size_t)(MAZO_CARDS_MAX - other.draw_count - other.discard_count));
    memset(other.copies[other.seats], 0, sizeof other.copies[0]);
    memset(other.shown, 1, sizeof other.shown);
    memset(other.declined, 1, sizeof other.declined);
    memset(other.struck_hand, 1, sizeof other.struck_hand);
    other.fits = 1;
    assert_true(mazo_hash(&other) == hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),         cmocka_unit_test(test_directions),
        cmocka_unit_test(test_seats),         cmocka_unit_test(test_hands),
        cmocka_unit_test(test_piles),         cmocka_unit_test(test_rule_cards),
        cmocka_unit_test(test_generator),     cmocka_unit_test(test_rules),
        cmocka_unit_test(test_room_to_spare),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
