/*
 * test_window.c - the fair UNO window: catches wait, the player's own call comes first, no crying wolf.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "table/helper.h"

/* Seat 0 is about to play its last card but one; seat 1 is next. All are people. */
static struct bench *three(const char *sheet, const char *options)
{
    static char line[600];
    struct bench *b = bench_new(NULL, 6);
    bench_person(b, 0, "Ana");
    bench_person(b, 1, "Bea");
    bench_person(b, 2, "Carl");
    snprintf(line, sizeof line,
             "{\"do\":\"position\",\"rules\":\"%s\",\"options\":{%s},\"hands\":[[\"R5\",\"G1\"],"
             "[\"R1\",\"B2\",\"B3\",\"R7\"],[\"R2\",\"Y2\",\"Y3\",\"R7\"]],\"discard\":[\"R9\"],"
             "\"draw\":[\"Y5\",\"Y6\",\"Y7\",\"Y8\",\"B7\",\"B8\",\"B9\",\"G9\"],\"turn\":0}",
             sheet, options);
    bench_position(b, line);
    return b;
}

static const char silent[] = "{\"do\":\"play\",\"seat\":0,\"card\":\"R5\"}";
static const char says[] = "{\"do\":\"uno\",\"seat\":0}";
static const char bea_catches[] = "{\"do\":\"catch\",\"seat\":1,\"who\":0}";
static const char carl_catches[] = "{\"do\":\"catch\",\"seat\":2,\"who\":0}";
static const char bea_plays[] = "{\"do\":\"play\",\"seat\":1,\"card\":\"R1\"}";

static int size(const struct bench *b, int seat) { return b->table.play.game.size[seat]; }

static int last_type(const struct bench *b) { return b->table.last.command.type; }

static void a_catch_waits(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    assert_int_equal(bench_do(b, silent), TABLE_DONE);
    b->now += 400;
    assert_int_equal(bench_do(b, carl_catches), TABLE_WAITS);
    assert_true(bench_why.message[0] != '\0');
    assert_int_equal(size(b, 0), 1);
    assert_int_equal(table_due(&b->table), 1000 + table_pace_human.grace);
    bench_wait(b, 1000 + table_pace_human.grace - 1);
    assert_int_equal(size(b, 0), 1);
    bench_wait(b, 1000 + table_pace_human.grace);
    assert_int_equal(size(b, 0), 3);
    assert_int_equal(b->table.last.command.seat, 2);
    bench_free(b);
}

static void your_own_call_comes_first(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    bench_do(b, silent);
    b->now += 10;
    assert_int_equal(bench_do(b, carl_catches), TABLE_WAITS);
    b->now += 1400;
    assert_int_equal(bench_do(b, says), TABLE_DONE);
    bench_wait(b, b->now + 10000);
    assert_int_equal(size(b, 0), 1);
    assert_int_equal(last_type(b), MAZO_CMD_uno);
    /* Carl was right when he said it: no pause for him. */
    assert_int_equal(b->table.seat[2].catch_after, 0);
    bench_free(b);
}

static void too_late_to_say_it(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    bench_do(b, silent);
    assert_int_equal(bench_do(b, carl_catches), TABLE_WAITS);
    b->now += table_pace_human.grace; /* nobody has ticked in the meantime */
    assert_int_equal(bench_do(b, says), TABLE_REFUSED);
    assert_int_equal(size(b, 0), 3);
    bench_free(b);
}

/* One call, one command: a caller that stores each line misses none. */
static void a_due_catch_is_a_command_of_its_own(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    bench_do(b, silent);
    assert_int_equal(bench_do(b, carl_catches), TABLE_WAITS);
    assert_false(table_catch(&b->table, b->now + table_pace_human.grace - 1));
    b->now += table_pace_human.grace;
    assert_true(table_catch(&b->table, b->now));
    assert_int_equal(b->table.commands, 2);
    assert_int_equal(last_type(b), MAZO_CMD_catch);
    assert_int_equal(b->table.last.command.seat, 2);
    assert_false(table_catch(&b->table, b->now));
    assert_int_equal(bench_do(b, bea_plays), TABLE_DONE);
    assert_int_equal(b->table.commands, 3);
    bench_free(b);
}

static void after_the_grace_a_catch_counts_at_once(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    bench_do(b, silent);
    bench_wait(b, b->now + table_pace_human.grace);
    assert_int_equal(bench_do(b, carl_catches), TABLE_DONE);
    assert_int_equal(size(b, 0), 3);
    bench_free(b);
}

static void who_comes_first_catches(void **state)
{
    (void)state;
    for (int swap = 0; swap < 2; swap++) {
        struct bench *b = three("oficial", "");
        bench_do(b, silent);
        assert_int_equal(bench_do(b, swap ? carl_catches : bea_catches), TABLE_WAITS);
        assert_int_equal(bench_do(b, swap ? bea_catches : carl_catches), TABLE_WAITS);
        /* asking again does not cost the place in the queue */
        assert_int_equal(bench_do(b, swap ? carl_catches : bea_catches), TABLE_WAITS);
        bench_wait(b, b->now + 5000);
        assert_int_equal(b->table.last.command.seat, swap ? 2 : 1);
        assert_int_equal(size(b, 0), 3); /* once */
        bench_free(b);
    }
}

static void crying_wolf_costs_a_pause(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    assert_int_equal(bench_do(b, carl_catches), TABLE_REFUSED);
    assert_string_equal(bench_why.word, "nothing_to_catch");
    bench_do(b, silent);
    b->now += table_pace_human.catch_pause - 1;
    assert_int_equal(bench_do(b, carl_catches), TABLE_REFUSED);
    assert_string_equal(bench_why.word, "too_soon");
    assert_int_equal(bench_do(b, bea_catches), TABLE_DONE); /* his pause is his own */
    bench_free(b);

    b = three("oficial", "");
    assert_int_equal(bench_do(b, carl_catches), TABLE_REFUSED);
    bench_do(b, silent);
    b->now += table_pace_human.catch_pause;
    assert_int_equal(bench_do(b, carl_catches), TABLE_DONE);
    bench_free(b);
}

static void a_little_late_costs_nothing(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    bench_do(b, silent);
    bench_wait(b, b->now + table_pace_human.grace);
    assert_int_equal(bench_do(b, bea_catches), TABLE_DONE);
    b->now += 100;
    assert_int_equal(bench_do(b, carl_catches), TABLE_REFUSED); /* Bea was faster */
    assert_string_equal(bench_why.word, "nothing_to_catch");
    assert_int_equal(b->table.seat[2].catch_after, 0);
    b->now += table_pace_human.grace;
    assert_int_equal(bench_do(b, carl_catches), TABLE_REFUSED); /* and this is noise */
    assert_int_equal(b->table.seat[2].catch_after, b->now + table_pace_human.catch_pause);
    bench_free(b);
}

static void the_next_card_waits_for_a_waiting_catch(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    bench_do(b, silent);
    b->now += 100;
    assert_int_equal(bench_do(b, carl_catches), TABLE_WAITS);
    b->now += 100;
    assert_int_equal(bench_do(b, bea_plays), TABLE_WAITS);
    assert_false(table_awaits(&b->table, 1));
    assert_int_equal(b->table.commands, 1);
    bench_wait(b, 1000 + table_pace_human.grace);
    assert_int_equal(size(b, 0), 3); /* caught first */
    assert_int_equal(size(b, 1), 3); /* and then the card */
    assert_int_equal(last_type(b), MAZO_CMD_play);
    assert_int_equal(b->table.commands, 3);
    bench_free(b);

    /* said in time: the card is played at once, not at the end of the grace */
    b = three("oficial", "");
    bench_do(b, silent);
    bench_do(b, carl_catches);
    assert_int_equal(bench_do(b, bea_plays), TABLE_WAITS);
    b->now += 50;
    assert_int_equal(bench_do(b, says), TABLE_DONE);
    assert_int_equal(table_due(&b->table), b->now);
    bench_wait(b, b->now);
    assert_int_equal(size(b, 1), 3);
    assert_int_equal(size(b, 0), 1);
    bench_free(b);
}

static void nobody_can_cut_the_grace_short(void **state)
{
    (void)state;
    /* Bea catches and plays in one go: Ana still has her time. */
    struct bench *b = three("oficial", "");
    bench_do(b, silent);
    assert_int_equal(bench_do(b, bea_catches), TABLE_WAITS);
    assert_int_equal(bench_do(b, bea_plays), TABLE_WAITS);
    b->now += 1000;
    assert_int_equal(bench_do(b, says), TABLE_DONE);
    bench_wait(b, b->now + 5000);
    assert_int_equal(size(b, 0), 1);
    assert_int_equal(size(b, 1), 3);
    bench_free(b);
}

static void without_a_catch_the_next_card_closes_the_window(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    bench_do(b, silent);
    assert_int_equal(bench_do(b, bea_plays), TABLE_DONE); /* U3 */
    assert_int_equal(bench_do(b, carl_catches), TABLE_REFUSED);
    assert_string_equal(bench_why.word, "nothing_to_catch");
    bench_free(b);

    b = three("sin-reversa", ""); /* as long as there is one card */
    bench_do(b, silent);
    assert_int_equal(bench_do(b, carl_catches), TABLE_WAITS);
    assert_int_equal(bench_do(b, bea_plays), TABLE_DONE);
    bench_wait(b, b->now + 5000);
    assert_int_equal(size(b, 0), 3);
    bench_free(b);
}

static void a_second_thought_replaces_the_first(void **state)
{
    (void)state;
    struct bench *b = three("oficial", "");
    bench_do(b, silent);
    bench_do(b, carl_catches);
    assert_int_equal(bench_do(b, bea_plays), TABLE_WAITS);
    assert_int_equal(bench_do(b, "{\"do\":\"draw\",\"seat\":1}"), TABLE_WAITS);
    bench_wait(b, b->now + 5000);
    assert_int_equal(size(b, 1), 5);
    assert_int_equal(b->table.commands, 3);
    bench_free(b);
}

static void two_cards_wait_in_their_order(void **state)
{
    (void)state;
    /* Carl plays the same R5 out of turn, but Bea's R1 came first: his comes too late, is
     * left undone, and does not cost him a card though mistakes do here (P2). */
    struct bench *b = three("penas", "\"jump_in\":true");
    struct mazo_game *g = &b->table.play.game;
    g->copies[2][7] = 0; /* his R7 becomes an R5 */
    g->copies[2][5] = 1;
    g->have[2] = (g->have[2] & ~MAZO_BIT(7)) | MAZO_BIT(5);
    bench_do(b, silent);
    assert_int_equal(bench_do(b, bea_catches), TABLE_WAITS);
    assert_int_equal(bench_do(b, bea_plays), TABLE_WAITS);
    assert_int_equal(bench_do(b, "{\"do\":\"play\",\"seat\":2,\"card\":\"R5\"}"), TABLE_WAITS);
    bench_wait(b, b->now + 5000);
    assert_int_equal(size(b, 0), 3);
    assert_int_equal(size(b, 1), 3);
    assert_int_equal(size(b, 2), 4);
    assert_int_equal(b->table.play.game.turn, 2);
    assert_int_equal(b->table.commands, 3);
    bench_free(b);
}

static void late_costs_one_where_it_costs(void **state)
{
    (void)state;
    struct bench *b = three("penas", "");
    bench_do(b, silent);
    bench_do(b, carl_catches);
    assert_int_equal(bench_do(b, says), TABLE_DONE); /* U5, P1 */
    bench_wait(b, b->now + 5000);
    assert_int_equal(size(b, 0), 2);
    bench_free(b);
}

/* ---- bots ---- */

static struct bench *with_bots(int level, int person)
{
    struct bench *b = bench_new(NULL, 12);
    for (int i = 0; i < 3; i++)
        bench_bot(b, i, level);
    bench_person(b, person, "Ana");
    bench_position(
        b, "{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"R5\",\"G1\"],"
           "[\"R1\",\"B2\",\"B3\",\"R7\"],[\"R2\",\"Y2\",\"Y3\",\"R8\"]],\"discard\":[\"R9\"],"
           "\"draw\":[\"Y5\",\"Y6\",\"Y7\",\"Y8\",\"B7\",\"B8\",\"B9\",\"G9\"],\"turn\":0}");
    return b;
}

static void bots_catch_after_the_grace(void **state)
{
    (void)state;
    for (int level = MAZO_BOT_NORMAL; level <= MAZO_BOT_EXPERT; level++) {
        struct bench *b = with_bots(level, 0);
        bench_do(b, silent);
        bench_wait(b, 1000 + table_pace_human.grace + table_pace_human.react - 1);
        assert_int_equal(size(b, 0), 1);
        assert_int_equal(b->table.commands, 1); /* nor has the next bot moved */
        bench_wait(b, 1000 + table_pace_human.grace + table_pace_human.react +
                          table_pace_human.react_more + table_pace_human.think +
                          table_pace_human.think_more);
        assert_int_equal(size(b, 0), 3);
        bench_free(b);
    }
}

static void a_person_can_be_faster_than_bots(void **state)
{
    (void)state;
    struct bench *b = with_bots(MAZO_BOT_HARD, 0);
    bench_do(b, silent);
    bench_wait(b, b->now + 1400);
    assert_int_equal(bench_do(b, says), TABLE_DONE);
    bench_wait(b, b->now + 1000);
    assert_int_equal(size(b, 0), 1);
    bench_free(b);
}

/* A bot that strikes at two seats: with two players it is the catcher's own turn. */
static void a_thinking_bot_catches_in_its_own_turn(void **state)
{
    (void)state;
    for (int level = MAZO_BOT_NORMAL; level <= MAZO_BOT_EXPERT; level++) {
        struct bench *b = bench_new(NULL, 3);
        bench_person(b, 0, "Ana");
        bench_bot(b, 1, level);
        bench_position(
            b, "{\"do\":\"position\",\"rules\":\"duelo\",\"hands\":[[\"R5\",\"G1\"],"
               "[\"R1\",\"B2\",\"B3\",\"R7\"]],\"discard\":[\"R9\"],\"draw\":[\"Y5\",\"Y6\",\"Y7\","
               "\"Y8\",\"B7\"],\"turn\":0}");
        bench_do(b, silent);
        bench_wait(b, b->now + 6000);
        assert_int_equal(size(b, 0), 3);
        bench_free(b);
    }
}

static void bots_hurry_when_nobody_can_be_caught(void **state)
{
    (void)state;
    struct bench *b = with_bots(MAZO_BOT_NORMAL, 0);
    assert_int_equal(bench_do(b, "{\"do\":\"play\",\"seat\":0,\"card\":\"R5\",\"uno\":true}"),
                     TABLE_DONE);
    assert_true(table_due(&b->table) >= b->now + table_pace_human.think);
    assert_true(table_due(&b->table) <
                b->now + table_pace_human.think + table_pace_human.think_more);
    bench_free(b);
}

/* Whose turn it is can play first, and so can people who want to jump in. */
static void bots_let_people_jump_in_first(void **state)
{
    (void)state;
    for (uint64_t dice = 1; dice < 40; dice++) {
        struct bench *b = bench_new(NULL, dice);
        bench_person(b, 0, "Ana");
        bench_bot(b, 1, MAZO_BOT_HARD);
        bench_position(b,
                       "{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"jump_in\":true},"
                       "\"hands\":[[\"R5\",\"G1\",\"B1\"],[\"R9\",\"B2\",\"B3\",\"R7\"]],"
                       "\"discard\":[\"R9\"],\"draw\":[\"Y5\",\"Y6\",\"Y7\",\"Y8\"],\"turn\":0}");
        uint64_t due = table_due(&b->table);
        assert_in_range(due, b->now + 1500, b->now + 2000);
        bench_wait(b, due);
        assert_int_equal(last_type(b), MAZO_CMD_play);
        assert_int_equal(b->table.last.command.seat, 1);
        bench_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_catch_waits),
        cmocka_unit_test(your_own_call_comes_first),
        cmocka_unit_test(too_late_to_say_it),
        cmocka_unit_test(a_due_catch_is_a_command_of_its_own),
        cmocka_unit_test(after_the_grace_a_catch_counts_at_once),
        cmocka_unit_test(who_comes_first_catches),
        cmocka_unit_test(crying_wolf_costs_a_pause),
        cmocka_unit_test(a_little_late_costs_nothing),
        cmocka_unit_test(the_next_card_waits_for_a_waiting_catch),
        cmocka_unit_test(nobody_can_cut_the_grace_short),
        cmocka_unit_test(without_a_catch_the_next_card_closes_the_window),
        cmocka_unit_test(a_second_thought_replaces_the_first),
        cmocka_unit_test(two_cards_wait_in_their_order),
        cmocka_unit_test(late_costs_one_where_it_costs),
        cmocka_unit_test(bots_catch_after_the_grace),
        cmocka_unit_test(a_person_can_be_faster_than_bots),
        cmocka_unit_test(a_thinking_bot_catches_in_its_own_turn),
        cmocka_unit_test(bots_hurry_when_nobody_can_be_caught),
        cmocka_unit_test(bots_let_people_jump_in_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
