/*
 * test_sim.c - bots as text, intervals, the sequential test, ratings, and contests that
 * do not depend on the threads that play them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "mazo/rng.h"
#include "sim/contest.h"
#include "table/player.h"
#include "sim/rating.h"
#include "sim/stats.h"

static double chance(uint64_t *dice) { return mazo_fast_word(dice) / 4294967296.0; }

static void near(double found, double wanted, double most)
{
    if (!(fabs(found - wanted) <= most))
        fail_msg("%g is not within %g of %g", found, most, wanted);
}

/* ---- bots as text ---- */

static enum player_fault bot_of(const char *text, struct player *out)
{
    return player_read(text, strlen(text), 77, out);
}

static void bots_are_read(void **state)
{
    (void)state;
    struct player p;
    assert_int_equal(bot_of("normal", &p), PLAYER_FINE);
    assert_int_equal(p.level, MAZO_BOT_NORMAL);
    assert_int_equal(p.playouts, 77);
    assert_int_equal(bot_of("  expert:bluffing@2000\n", &p), PLAYER_FINE);
    assert_int_equal(p.level, MAZO_BOT_EXPERT);
    assert_int_equal(p.style, MAZO_BOT_BLUFFING);
    assert_int_equal(p.playouts, 2000);
    assert_string_equal(p.name, "expert:bluffing@2000");
    assert_int_equal(bot_of("rule-v1", &p), PLAYER_FINE);
    assert_int_equal(bot_of("expert-1@500", &p), PLAYER_YARDSTICK); /* no table of people has it */
    assert_int_equal(p.level, MAZO_BOT_EXPERT_1);
    assert_false(p.outside);

    char buf[PLAYER_NAME_MAX];
    char *words[PLAYER_WORDS_MAX + 1];
    assert_int_equal(bot_of("cmd:./bot.py  --level 3 ", &p), PLAYER_FINE);
    assert_true(p.outside);
    assert_int_equal(player_words(&p, buf, words), 3);
    assert_string_equal(words[0], "./bot.py");
    assert_string_equal(words[2], "3");
    assert_null(words[3]);
    assert_int_equal(bot_of("cmd:'my bots/a'.py \"it's\" '' 'open end", &p), PLAYER_FINE);
    assert_int_equal(player_words(&p, buf, words), 4);
    assert_string_equal(words[0], "my bots/a.py");
    assert_string_equal(words[1], "it's");
    assert_string_equal(words[2], "");
    assert_string_equal(words[3], "open end");
}

static void not_a_bot(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum player_fault fault;
    } cases[] = {
        {"", PLAYER_NO_LEVEL},
        {"Normal ", PLAYER_NO_LEVEL},
        {"normal:", PLAYER_NO_STYLE},
        {"normal:wild", PLAYER_NO_STYLE},
        {"expert@", PLAYER_NO_PLAYOUTS},
        {"expert@0", PLAYER_NO_PLAYOUTS},
        {"expert@-5", PLAYER_NO_PLAYOUTS},
        {"expert@99999999999", PLAYER_NO_PLAYOUTS},
        {"cmd:", PLAYER_NO_COMMAND},
        {"cmd:   ", PLAYER_NO_COMMAND},
    };
    struct player p;
    char text[400];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (bot_of(cases[i].text, &p) != cases[i].fault)
            fail_msg("\"%s\"", cases[i].text);
    memset(text, 'x', sizeof text);
    assert_int_equal(player_read(text, PLAYER_NAME_MAX, 0, &p), PLAYER_TOO_LONG);
    strcpy(text, "cmd:");
    for (int i = 0; i < PLAYER_WORDS_MAX + 3; i++)
        strcat(text, "a ");
    assert_int_equal(bot_of(text, &p), PLAYER_NO_COMMAND);
}

/* ---- statistics ---- */

static void student(void **state)
{
    (void)state;
    near(stats_t(1), 12.706, 0.001);
    near(stats_t(2), 4.303, 0.001);
    near(stats_t(4), 2.776, 0.01);
    near(stats_t(9), 2.262, 0.001);
    near(stats_t(30), 2.042, 0.001);
    near(stats_t(1000000), 1.960, 0.001);
}

/* Deals differ among each other: the rounds of one are all but the same. An interval over rounds
 * would be far too narrow here; ours has to hold the truth in 95 of 100 cases. */
static void intervals_cover(void **state)
{
    (void)state;
    enum { REPEATS = 4000 };
    static const int sizes[] = {5, 20, 200};
    uint64_t dice = mazo_fast_seed(5);
    for (int i = 0; i < 3; i++) {
        int covered = 0;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            struct stats_sums s = {.values = 2};
            struct stats_interval found;
            const double first[] = {1, 0};
            for (int deal = 0; deal < sizes[i]; deal++) {
                double luck = 0.1 + 0.6 * chance(&dice); /* 0.4 on the average */
                double rate = 0.8 * luck + 0.2 * 0.4 * 2 * chance(&dice);
                const double value[] = {rate, 1 - rate};
                stats_add(&s, value);
            }
            stats_rate(&s, first, &found);
            covered += found.low <= 0.4 && 0.4 <= found.high;
        }
        near((double)covered / REPEATS, 0.95, 0.015);
    }
}

static void certain_things(void **state)
{
    (void)state;
    struct stats_sums s = {.values = 2};
    struct stats_interval found;
    const double all[] = {1, 0}, both[] = {0.5, 0.5};
    for (int i = 0; i < 20; i++)
        stats_add(&s, all);
    stats_rate(&s, all, &found); /* Clopper and Pearson: 20 of 20 */
    near(found.mean, 1, 0);
    near(found.low, 0.8316, 0.0005);
    near(found.high, 1, 0);
    stats_rate(&s, both, &found); /* so far always exactly a half between the two */
    near(found.low, 0.5 * 0.8316, 0.0005);
    near(found.high, 1 - 0.5 * 0.8316, 0.0005);
    assert_false(stats_interval(&s, both, &found)); /* of what has no bounds nothing can be said */
    near(found.low, found.high, 0);
}

/* Most deals of two bots end one all. As long as all do, or there is but one deal, the spread says
 * nothing; the interval must still hold the truth. */
static void few_deals_are_not_certain(void **state)
{
    (void)state;
    enum { REPEATS = 4000 };
    static const int sizes[] = {1, 2, 3, 5, 10, 30};
    uint64_t dice = mazo_fast_seed(9);
    const double one[] = {1};
    for (int i = 0; i < 6; i++) {
        for (double apart = 0.1; apart < 1; apart += 0.2) {
            double truth = 0.5 + apart / 4;
            int covered = 0;
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                struct stats_sums s = {.values = 1};
                struct stats_interval found;
                for (int deal = 0; deal < sizes[i]; deal++) {
                    double value = chance(&dice) >= apart ? 0.5 : chance(&dice) < 0.75 ? 1 : 0;
                    stats_add(&s, &value);
                }
                stats_rate(&s, one, &found);
                assert_true(found.low < found.mean || found.mean == 0);
                assert_true(found.high > found.mean || found.mean == 1);
                covered += found.low <= truth && truth <= found.high;
            }
            assert_true(covered >= REPEATS * 0.9);
        }
    }
}

/* How often the test says "stronger" of a player of that strength. */
static double stronger(double elo, uint64_t *dice, int *longest)
{
    enum { REPEATS = 300 };
    int count = 0;
    double score = stats_score_of_elo(elo);
    for (int i = 0; i < REPEATS; i++) {
        struct stats_sums s = {.values = 1};
        enum stats_verdict verdict = STATS_OPEN;
        double llr;
        while (verdict == STATS_OPEN) {
            double mean = ((chance(dice) < score) + (chance(dice) < score)) / 2.0;
            stats_add(&s, &mean);
            verdict = stats_sprt(&s, 0, 0, 50, &llr);
        }
        *longest = s.deals > *longest ? (int)s.deals : *longest;
        count += verdict == STATS_STRONGER;
    }
    return (double)count / REPEATS;
}

static void the_sequential_test(void **state)
{
    (void)state;
    uint64_t dice = mazo_fast_seed(6);
    int longest = 0;
    assert_true(stronger(0, &dice, &longest) < 0.1);
    assert_true(stronger(50, &dice, &longest) > 0.9);
    assert_true(longest < 5000);
    longest = 0;
    assert_true(stronger(300, &dice, &longest) > 0.99);
    assert_true(longest < 100);
}

/* ---- ratings ---- */

/* A table at which bots of these strengths win by Luce's rule, `seats` rounds a deal. */
static void luce_table(const double strength[], int deals, uint64_t *dice, struct rating_table *t)
{
    struct stats_sums s = {.values = t->seats};
    double sum = 0;
    for (int i = 0; i < t->seats; i++)
        sum += strength[t->bot[i]];
    for (int deal = 0; deal < deals; deal++) {
        double value[MAZO_SEATS_MAX] = {0};
        for (int round = 0; round < t->seats; round++) {
            double left = chance(dice) * sum;
            int i = 0;
            while (i < t->seats - 1 && left >= strength[t->bot[i]])
                left -= strength[t->bot[i++]];
            value[i] += 1.0 / t->seats;
        }
        stats_add(&s, value);
    }
    rating_table_set(t, t->seats, &s);
}

static void ratings_cover(void **state)
{
    (void)state;
    enum { REPEATS = 400 };
    static const double strength[] = {1, 2, 3, 0.5};
    uint64_t dice = mazo_fast_seed(7);
    int covered = 0, asked = 0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        struct rating_table tables[] = {{.seats = 2, .bot = {0, 1}},
                                        {.seats = 2, .bot = {1, 2}},
                                        {.seats = 3, .bot = {0, 2, 3}},
                                        {.seats = 4, .bot = {0, 1, 2, 3}}};
        struct stats_interval found[4];
        for (int i = 0; i < 4; i++)
            luce_table(strength, 150, &dice, &tables[i]);
        assert_true(rating_of(tables, 4, 4, 0, found));
        near(found[0].mean, 0, 1e-9);
        for (int i = 1; i < 4; i++) {
            double truth = 400 * log10(strength[i]);
            covered += found[i].low <= truth && truth <= found[i].high;
            asked++;
        }
    }
    near((double)covered / asked, 0.95, 0.025);
}

/* Two deals that ended one all say next to nothing; more of them say more. */
static void few_deals_give_no_rating(void **state)
{
    (void)state;
    struct rating_table t = {.seats = 2, .bot = {0, 1}};
    struct stats_sums s = {.values = 2};
    struct stats_interval found[2];
    const double half[] = {0.5, 0.5};
    for (int i = 0; i < 200; i++) {
        stats_add(&s, half);
        rating_table_set(&t, 2, &s);
        assert_true(rating_of(&t, 1, 2, 0, found));
        assert_true(i != 1 || found[1].high > 250);
    }
    near(found[1].mean, 0, 1e-6);
    assert_true(found[1].high > 0 && found[1].high < 10);
}

static void ratings_stay_finite(void **state)
{
    (void)state;
    struct rating_table t = {.seats = 2, .bot = {0, 1}};
    struct stats_sums s = {.values = 2};
    struct stats_interval found[2];
    const double always[] = {1, 0};
    for (int i = 0; i < 50; i++)
        stats_add(&s, always);
    rating_table_set(&t, 2, &s);
    assert_true(rating_of(&t, 1, 2, -1, found));
    near(found[0].mean + found[1].mean, 0, 1e-6);
    assert_true(found[0].mean > 200 && found[0].mean < 2000);
    assert_true(found[0].high - found[0].low > 100); /* who knows by how much */
    assert_false(rating_of(&t, 0, 2, -1, found));
}

/* ---- contests ---- */

static void contest_of(struct sim_contest *c, const struct player players[], int seats, int sheet)
{
    *c = (struct sim_contest){.rules = *mazo_rules_of_sheet(sheet),
                              .seats = seats,
                              .seed = 3,
                              .deals = 130,
                              .threads = 1,
                              .time_limit_ms = 1000};
    for (int i = 0; i < seats; i++)
        c->players[i] = &players[i];
}

/* All but the times. */
static void assert_same_score(const struct sim_score *a, const struct sim_score *b)
{
    assert_int_equal(a->rounds, b->rounds);
    assert_int_equal(a->turns, b->turns);
    assert_memory_equal(a->wins, b->wins, sizeof a->wins);
    assert_memory_equal(a->lengths, b->lengths, sizeof a->lengths);
    assert_memory_equal(&a->sums, &b->sums, sizeof a->sums);
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        assert_int_equal(a->tally[i].moves, b->tally[i].moves);
    assert_string_equal(a->bug, "");
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static struct sim_score one, more;
    struct player players[3];
    struct sim_contest c;
    bot_of("normal", &players[0]);
    bot_of("easy", &players[1]);
    bot_of("rule-v1", &players[2]);
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        contest_of(&c, players, 3, sheet);
        assert_int_equal(sim_contest_run(&c, &one), 0);
        assert_int_equal(one.rounds, 3 * 130);
        assert_int_equal(one.wins[0] + one.wins[1] + one.wins[2] + one.blocked, one.rounds);
        for (c.threads = 2; c.threads <= 5; c.threads++) {
            assert_int_equal(sim_contest_run(&c, &more), 0);
            assert_same_score(&one, &more);
        }
    }
}

/* The same bot everywhere: each rotation is the same game again, so everybody wins as often. */
static void the_same_bots_are_even(void **state)
{
    (void)state;
    static struct sim_score score;
    struct player players[4];
    struct sim_contest c;
    struct stats_interval rate;
    unsigned groups[MAZO_SEATS_MAX];
    for (int i = 0; i < 4; i++)
        bot_of("easy", &players[i]);
    contest_of(&c, players, 4, MAZO_SHEET_OFICIAL);
    assert_int_equal(sim_contest_run(&c, &score), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(score.wins[i], c.deals);
        sim_win_rate(&score, 1u << i, &rate);
        near(rate.mean, 0.25, 1e-12);
        near(rate.high - rate.low, stats_unseen(c.deals), 1e-6); /* who counts does not know why */
    }
    assert_int_equal(sim_groups(&c, groups), 1);
    assert_int_equal(groups[0], 15);
}

static void groups_by_name(void **state)
{
    (void)state;
    struct player players[4];
    struct sim_contest c;
    unsigned groups[MAZO_SEATS_MAX];
    bot_of("easy", &players[0]);
    bot_of("normal", &players[1]);
    bot_of("easy", &players[2]);
    bot_of("easy:cautious", &players[3]);
    contest_of(&c, players, 4, MAZO_SHEET_OFICIAL);
    assert_int_equal(sim_groups(&c, groups), 3);
    assert_int_equal(groups[0], 5);
    assert_int_equal(groups[1], 2);
    assert_int_equal(groups[2], 8);
    near(sim_even(&c), 0.25, 0);
    c.rules.teams = 1;
    near(sim_even(&c), 0.5, 0);
}

static void a_test_stops_early(void **state)
{
    (void)state;
    static struct sim_score one, more;
    struct player players[2];
    struct sim_contest c;
    bot_of("normal", &players[0]);
    bot_of("easy", &players[1]);
    contest_of(&c, players, 2, MAZO_SHEET_DUELO);
    c.deals = 100000;
    c.sprt = true;
    c.elo1 = 20;
    assert_int_equal(sim_contest_run(&c, &one), 0);
    assert_int_equal(one.verdict, STATS_STRONGER);
    assert_true(one.deals >= STATS_SPRT_DEALS && one.deals < 5000);
    c.threads = 3;
    assert_int_equal(sim_contest_run(&c, &more), 0);
    assert_same_score(&one, &more);
}

static void matches_are_played_out(void **state)
{
    (void)state;
    static struct sim_score score;
    struct player players[2];
    struct sim_contest c;
    bot_of("normal", &players[0]);
    bot_of("easy", &players[1]);
    contest_of(&c, players, 2, MAZO_SHEET_OFICIAL);
    c.deals = 10;
    c.matches = true;
    assert_int_equal(sim_contest_run(&c, &score), 0);
    assert_int_equal(score.wins[0] + score.wins[1], 20);
    struct stats_interval points[2];
    sim_points(&score, 1, &points[0]);
    sim_points(&score, 2, &points[1]);
    assert_true(points[0].mean + points[1].mean >= 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_are_read),
        cmocka_unit_test(not_a_bot),
        cmocka_unit_test(student),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(few_deals_are_not_certain),
        cmocka_unit_test(certain_things),
        cmocka_unit_test(the_sequential_test),
        cmocka_unit_test(ratings_cover),
        cmocka_unit_test(few_deals_give_no_rating),
        cmocka_unit_test(ratings_stay_finite),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(the_same_bots_are_even),
        cmocka_unit_test(groups_by_name),
        cmocka_unit_test(a_test_stops_early),
        cmocka_unit_test(matches_are_played_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
