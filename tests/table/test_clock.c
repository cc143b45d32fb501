/*
 * test_clock.c - nothing hangs: the turn clock, leaving and coming back, votes, the next round.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "table/helper.h"

enum { CLOCK_S = 10, CLOCK_MS = CLOCK_S * 1000 };

static const struct mazo_game *game(const struct bench *b) { return &b->table.play.game; }

/* ---- a seat that does not answer ---- */

/* Ana alone against a bot, in one position. */
static struct bench *ana_and_bot(const char *sheet, const char *more)
{
    static char line[800];
    struct bench *b = bench_new(NULL, 4);
    bench_person(b, 0, "Ana");
    bench_bot(b, 1, MAZO_BOT_NORMAL);
    snprintf(line, sizeof line,
             "{\"do\":\"position\",\"rules\":\"%s\",\"options\":{\"turn_clock\":%d},"
             "\"hands\":[[\"R5\",\"G1\",\"G2\",\"W\"],[\"R1\",\"B2\",\"B3\"]],\"turn\":0,"
             "\"draw\":[\"Y5\",\"Y6\",\"Y7\",\"Y8\",\"B7\",\"B8\",\"B9\",\"G9\"],%s}",
             sheet, CLOCK_S, more);
    bench_position(b, line);
    return b;
}

/* What the table does for Ana when her time is up. */
static void idle(const char *sheet, const char *more, int phase, int command)
{
    struct bench *b = ana_and_bot(sheet, more);
    assert_int_equal(game(b)->phase, phase);
    assert_true(table_awaits(&b->table, 0));
    assert_int_equal(table_due(&b->table), 1000 + CLOCK_MS);
    bench_wait(b, 1000 + CLOCK_MS - 1);
    assert_int_equal(b->table.commands, 0);
    assert_false(b->table.seat[0].away);
    b->now++;
    assert_true(table_tick(&b->table, b->now));
    assert_int_equal(b->table.last.command.type, command);
    assert_int_equal(b->table.last.command.seat, 0);
    assert_true(b->table.seat[0].away);
    bench_free(b);
}

static void what_who_does_nothing_does(void **state)
{
    (void)state;
    const char *top = "\"discard\":[\"R9\"]";
    idle("oficial", top, MAZO_PHASE_play, MAZO_CMD_draw);
    idle("penas", top, MAZO_PHASE_play, MAZO_CMD_play); /* T2: no drawing while one can play */
    idle("oficial",
         "\"discard\":[\"B9\",\"W+4\"],\"color\":\"R\",\"phase\":\"struck\",\"pending\":4",
         MAZO_PHASE_struck, MAZO_CMD_accept);
    idle("duelo", "\"discard\":[\"R9\"],\"phase\":\"drawn\",\"drawn\":\"R5\"", MAZO_PHASE_drawn,
         MAZO_CMD_keep);
    idle("oficial", "\"discard\":[\"W\"],\"turned_up\":true", MAZO_PHASE_color, MAZO_CMD_color);
}

static void the_color_most_held(void **state)
{
    (void)state;
    struct bench *b = ana_and_bot("oficial", "\"discard\":[\"W\"],\"turned_up\":true");
    bench_wait(b, 1000 + CLOCK_MS);
    assert_int_equal(game(b)->color, MAZO_GREEN);
    bench_free(b);
}

/* People who never answer but are never given up: their time runs out in every phase. */
static void every_phase_has_a_default(void **state)
{
    (void)state;
    bool seen[MAZO_PHASE_COUNT] = {false};
    for (int match = 0; match < 40; match++) {
        struct mazo_rules rules = *mazo_rules_of_sheet(match % MAZO_SHEET_COUNT);
        rules.turn_clock = CLOCK_S;
        rules.scoring = MAZO_scoring_quick;
        struct bench *b = bench_new(NULL, (uint64_t)match);
        for (int i = 0; i < 3; i++)
            bench_person(b, i, "Nadie");
        bench_open_by(b, &rules, 3, (uint64_t)match);
        while (game(b)->phase != MAZO_PHASE_match_over) {
            int phase = game(b)->phase;
            for (int i = 0; i < 3 && b->table.commands < 600; i++) /* then bots end it */
                table_return(&b->table, i, b->now);
            uint64_t due = table_due(&b->table);
            bool by_clock = due == b->table.turn_ends;
            assert_true(due < TABLE_NEVER);
            b->now = due > b->now ? due : b->now;
            if (table_tick(&b->table, b->now) && by_clock) {
                seen[phase] = true;
                assert_true(b->table.seat[b->table.last.command.seat].away);
            }
        }
        assert_int_equal(game(b)->phase, MAZO_PHASE_match_over);
        bench_free(b);
    }
    for (int phase = 0; phase < MAZO_PHASE_round_over; phase++)
        if (!seen[phase])
            fail_msg("phase %s never came", mazo_phase_name(phase));
}

/* And once they are given up, bots play on to the end without them. */
static void a_table_without_people(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
        rules.turn_clock = CLOCK_S;
        rules.target = 60;
        struct bench *b = bench_new(NULL, 3);
        bench_person(b, 0, "Nadie");
        bench_person(b, 1, "Nadie");
        bench_open_by(b, &rules, 3, 5);
        bench_wait(b, UINT64_C(100000000));
        assert_int_equal(game(b)->phase, MAZO_PHASE_match_over);
        assert_true(b->table.seat[0].away && b->table.seat[1].away);
        bench_free(b);
    }
}

static void a_command_brings_one_back(void **state)
{
    (void)state;
    struct bench *b = ana_and_bot("oficial", "\"discard\":[\"R9\"]");
    bench_wait(b, 1000 + CLOCK_MS);
    assert_true(b->table.seat[0].away);
    while (game(b)->turn == 0) /* the stand-in */
        bench_wait(b, b->now + 100);
    while (game(b)->turn != 0) /* the bot */
        bench_wait(b, b->now + 100);
    assert_false(table_awaits(&b->table, 0));
    assert_true(table_due(&b->table) < b->now + 3000);
    assert_int_equal(bench_do(b, "{\"do\":\"draw\",\"seat\":0}"), TABLE_DONE);
    assert_false(b->table.seat[0].away);
    bench_free(b);
}

static void leaving_and_returning(void **state)
{
    (void)state;
    struct bench *b = ana_and_bot("oficial", "\"discard\":[\"R9\"]");
    table_leave(&b->table, 0, b->now);
    assert_true(table_due(&b->table) <= b->now + 3000);
    table_return(&b->table, 0, b->now + 500);
    assert_true(table_awaits(&b->table, 0));
    assert_int_equal(table_due(&b->table), 1000 + CLOCK_MS); /* no fresh time by going out */
    table_leave(&b->table, 0, b->now + 600);
    table_leave(&b->table, 1, b->now + 600); /* a bot does not leave */
    assert_false(b->table.seat[1].away);
    table_leave(&b->table, 99, b->now + 600);
    table_return(&b->table, -1, b->now + 600);
    bench_wait(b, 60000);
    assert_true(b->table.commands > 5); /* they play on without her */
    assert_true(b->table.seat[0].away);
    bench_free(b);
}

static void talking_does_not_stop_the_clock(void **state)
{
    (void)state;
    struct bench *b = ana_and_bot("penas", "\"discard\":[\"R9\"]");
    for (int i = 0; i < 9; i++) {
        b->now += 1000;
        bench_do(b, i % 2 ? "{\"do\":\"accuse\",\"seat\":0,\"who\":1}"
                          : "{\"do\":\"play\",\"seat\":0,\"card\":\"G1\"}");
        while (table_tick(&b->table, b->now)) {
        }
    }
    assert_true(b->table.commands > 8);
    assert_int_equal(table_due(&b->table), 1000 + CLOCK_MS);
    bench_free(b);
}

static void writing_takes_its_time(void **state)
{
    (void)state;
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_JACKPOT);
    rules.turn_clock = CLOCK_S;
    struct bench *b = bench_new(NULL, 3);
    bench_person(b, 0, "Ana");
    bench_person(b, 1, "Bea");
    bench_open_by(b, &rules, 3, 5);
    bench_wait(b, 100000); /* the bot has written */
    assert_int_equal(game(b)->written, 4);
    assert_true(table_awaits(&b->table, 0) && table_awaits(&b->table, 1));
    bench_act(b, 1);
    assert_int_equal(table_due(&b->table), 1000 + TABLE_WRITE_MS);
    bench_wait(b, 1000 + TABLE_WRITE_MS);
    assert_true(game(b)->phase > MAZO_PHASE_write);
    assert_true(b->table.seat[0].away);
    assert_false(b->table.seat[1].away);
    assert_string_not_equal(b->table.play.texts.card[0].text, ""); /* ideas, with their words */
    bench_free(b);
}

static bool knows_a_dare(const struct bench *b, int seats)
{
    struct mazo_view view;
    for (int seat = 0; seat < seats; seat++) {
        mazo_view_of(game(b), seat, &view);
        for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++)
            if (view.rule_cards[i].count > 0 &&
                view.rule_cards[i].effect[0].type == MAZO_EFFECT_dare)
                return true;
    }
    return false;
}

static void bots_dare_only_people_who_see_each_other(void **state)
{
    (void)state;
    for (int people = 1; people <= 2; people++) {
        int dares = 0;
        for (uint64_t seed = 1; seed <= 40; seed++) {
            struct bench *b = bench_new(NULL, seed);
            for (int i = 0; i < people; i++)
                bench_person(b, i, i ? "Bea" : "Ana");
            bench_bot(b, 3, (int)(seed % MAZO_BOT_LEVEL_COUNT));
            bench_open(b, MAZO_SHEET_JACKPOT, 4, seed);
            bench_wait(b, 100000); /* the bots have written */
            assert_int_equal(game(b)->written, people == 1 ? 14 : 12);
            dares += knows_a_dare(b, 4);
            bench_free(b);
        }
        assert_true(people == 1 ? dares == 0 : dares > 0);
    }
}

static void a_stand_in_for_one_move(void **state)
{
    (void)state;
    struct bench *b = ana_and_bot("oficial", "\"discard\":[\"R9\"]");
    assert_false(table_stand_in(&b->table, 1, b->now));
    assert_true(table_stand_in(&b->table, 0, b->now));
    assert_false(b->table.seat[0].away);
    assert_int_equal(b->table.commands, 1);
    bench_free(b);
}

/* A catch that waits is not robbed of its chance by a clock. */
static void the_clock_waits_for_a_catch(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 4);
    for (int i = 0; i < 3; i++)
        bench_person(b, i, "Ana");
    bench_position(b, "{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"turn_clock\":1},"
                      "\"hands\":[[\"R5\",\"G1\"],[\"R1\",\"B2\"],[\"B3\",\"B4\"]],\"turn\":0,"
                      "\"discard\":[\"R9\"],\"draw\":[\"Y5\",\"Y6\",\"Y7\",\"Y8\"]}");
    bench_do(b, "{\"do\":\"play\",\"seat\":0,\"card\":\"R5\"}");
    assert_int_equal(bench_do(b, "{\"do\":\"catch\",\"seat\":2,\"who\":0}"), TABLE_WAITS);
    bench_wait(b, 1000 + 1499); /* the clock of one second is over */
    assert_int_equal(b->table.commands, 1);
    bench_wait(b, 1000 + 1500);
    assert_int_equal(game(b)->size[0], 3);
    assert_int_equal(b->table.commands, 3); /* caught, then drawn */
    bench_free(b);
}

/* ---- votes ---- */

static struct bench *quarrel(int people)
{
    struct bench *b = bench_new(NULL, 4);
    for (int i = 0; i < people; i++)
        bench_person(b, i, "Ana");
    bench_position(
        b,
        "{\"do\":\"position\",\"rules\":\"penas\",\"hands\":[[\"R5\",\"G1\"],[\"R1\",\"B2\"],"
        "[\"B3\",\"B4\"],[\"Y1\",\"Y2\"]],\"turn\":0,\"discard\":[\"R9\"],\"draw\":[\"Y5\",\"Y6\","
        "\"Y7\",\"Y8\"]}");
    assert_int_equal(bench_do(b, "{\"do\":\"accuse\",\"seat\":0,\"who\":1}"), TABLE_DONE);
    return b;
}

static void all_have_voted(void **state)
{
    (void)state;
    struct bench *b = quarrel(3); /* the bot at seat 3 abstains */
    assert_int_equal(table_due(&b->table), 1000 + table_pace_human.vote);
    assert_int_equal(bench_do(b, "{\"do\":\"vote\",\"seat\":2,\"yes\":true}"), TABLE_DONE);
    assert_int_equal(table_due(&b->table), b->now);
    assert_true(table_tick(&b->table, b->now));
    assert_int_equal(b->table.last.command.type, MAZO_CMD_tally);
    assert_int_equal(game(b)->size[1], 4);
    bench_free(b);
}

static void not_all_have_voted(void **state)
{
    (void)state;
    struct bench *b = quarrel(4);
    bench_do(b, "{\"do\":\"vote\",\"seat\":2,\"yes\":true}");
    assert_int_equal(table_due(&b->table), 1000 + table_pace_human.vote);
    bench_wait(b, 1000 + table_pace_human.vote);
    assert_int_equal(game(b)->accused, MAZO_SEAT_NONE);
    assert_int_equal(game(b)->size[1], 4);
    bench_free(b);

    b = quarrel(4); /* who goes abstains */
    bench_do(b, "{\"do\":\"vote\",\"seat\":2,\"yes\":false}");
    table_leave(&b->table, 3, b->now);
    assert_true(table_tick(&b->table, b->now));
    assert_int_equal(game(b)->accused, MAZO_SEAT_NONE);
    assert_int_equal(game(b)->size[1], 2);
    bench_free(b);
}

static void time_to_admit_it(void **state)
{
    (void)state;
    struct bench *b = quarrel(2); /* nobody else can vote: only her own word can convict her */
    assert_int_equal(table_due(&b->table), 1000 + table_pace_human.vote);
    assert_int_equal(bench_do(b, "{\"do\":\"admit\",\"seat\":1}"), TABLE_DONE);
    assert_int_equal(game(b)->size[1], 4);
    bench_free(b);

    b = quarrel(1); /* a bot never admits */
    assert_int_equal(table_due(&b->table), b->now);
    bench_wait(b, b->now);
    assert_int_equal(game(b)->accused, MAZO_SEAT_NONE);
    bench_free(b);
}

/* ---- the next round ---- */

static struct bench *last_card(const struct table_pace *pace, int clock)
{
    static char line[400];
    struct bench *b = bench_new(pace, 4);
    bench_person(b, 0, "Ana");
    snprintf(
        line, sizeof line,
        "{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"turn_clock\":%d},\"hands\":"
        "[[\"R5\"],[\"R1\"]],\"turn\":0,\"discard\":[\"R9\"],\"draw\":[\"Y5\"],\"uno\":[true,true]}",
        clock);
    bench_position(b, line);
    assert_int_equal(bench_do(b, "{\"do\":\"play\",\"seat\":0,\"card\":\"R5\"}"), TABLE_DONE);
    assert_int_equal(game(b)->phase, MAZO_PHASE_round_over);
    return b;
}

static void the_next_round(void **state)
{
    (void)state;
    struct bench *b = last_card(NULL, 0);
    assert_int_equal(table_due(&b->table), TABLE_NEVER); /* Ana looks at the points */
    table_leave(&b->table, 0, b->now);
    bench_wait(b, b->now + table_pace_human.think);
    assert_int_equal(game(b)->round, 2);
    bench_free(b);

    b = last_card(NULL, 5);
    assert_int_equal(table_due(&b->table), 1000 + TABLE_NEXT_MS);
    bench_free(b);

    struct table_pace pace = table_pace_human;
    pace.next = 3000;
    b = last_card(&pace, 0);
    assert_int_equal(table_due(&b->table), 4000);
    bench_wait(b, 4000);
    assert_int_equal(game(b)->round, 2);
    bench_free(b);
}

static void time_does_not_go_back(void **state)
{
    (void)state;
    struct bench *b = ana_and_bot("oficial", "\"discard\":[\"R9\"]");
    b->now = 5000;
    assert_int_equal(bench_do(b, "{\"do\":\"play\",\"seat\":0,\"card\":\"R5\"}"), TABLE_DONE);
    assert_false(table_tick(&b->table, 10));
    assert_int_equal(b->table.now, 5000);
    assert_true(table_due(&b->table) >= 5000 + table_pace_human.think);
    assert_true(table_tick(&b->table, UINT64_MAX)); /* and it may be very late */
    while (table_tick(&b->table, UINT64_MAX)) {
    }
    bench_free(b);
}

/* ---- deadlines across a restart ---- */

/* Ana is asked at a time of this century and has a week; the table is taken up again. */
static struct bench *taken_up(uint64_t now, uint32_t clock)
{
    static char line[800];
    struct bench *b = bench_new(NULL, 4), *again = bench_new(NULL, 5);
    int at;
    b->now = now;
    bench_person(b, 0, "Ana");
    bench_person(b, 1, "Eva");
    snprintf(line, sizeof line,
             "{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"turn_clock\":%u},"
             "\"hands\":[[\"R5\",\"G1\",\"G2\"],[\"R1\",\"B2\"]],\"turn\":0,\"discard\":[\"R9\"],"
             "\"draw\":[\"Y5\",\"Y6\",\"Y7\",\"Y8\"]}",
             (unsigned)clock);
    bench_position(b, line);
    assert_int_equal(table_due(&b->table), clock ? now + clock * UINT64_C(1000) : TABLE_NEVER);
    assert_true(table_resume(&again->table, b->log, b->len, now, &bench_why, &at));
    again->now = now;
    bench_free(b);
    return again;
}

static void a_clock_goes_on_after_a_restart(void **state)
{
    (void)state;
    const uint64_t asked = UINT64_C(1790000000000), week = UINT64_C(604800000);
    struct bench *b = taken_up(asked, 604800);
    table_set_began(&b->table, asked, asked + 5000, 60000);
    assert_int_equal(table_due(&b->table), asked + week);
    table_set_began(&b->table, asked, asked + week - 1000, 60000); /* nearly over: some grace */
    assert_int_equal(table_due(&b->table), asked + week + 59000);
    table_set_began(&b->table, asked, asked + 3 * week, 60000); /* long over */
    assert_int_equal(table_due(&b->table), asked + 3 * week + 60000);
    b->now = asked + 3 * week;
    assert_int_equal(bench_do(b, "{\"do\":\"catch\",\"seat\":0,\"who\":1}"), TABLE_REFUSED);
    table_leave(&b->table, 1, b->now); /* a fresh plan keeps it */
    assert_int_equal(table_due(&b->table), asked + 3 * week + 60000);
    bench_free(b);
}

static void a_grace_is_no_longer_than_the_clock(void **state)
{
    (void)state;
    const uint64_t asked = UINT64_C(1790000000000);
    struct bench *b = taken_up(asked, CLOCK_S);
    table_set_began(&b->table, asked, asked + 90000, 60000);
    assert_int_equal(table_due(&b->table), asked + 90000 + CLOCK_MS);
    table_set_began(&b->table, asked + 99999999, asked + 91000, 1000); /* not in the future */
    assert_int_equal(table_due(&b->table), asked + 91000 + CLOCK_MS);
    bench_free(b);
    b = taken_up(asked, 0);
    table_set_began(&b->table, asked - 5, asked + 90000, 60000);
    assert_int_equal(b->table.began, asked - 5);
    assert_int_equal(table_due(&b->table), TABLE_NEVER);
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_who_does_nothing_does),
        cmocka_unit_test(the_color_most_held),
        cmocka_unit_test(every_phase_has_a_default),
        cmocka_unit_test(a_table_without_people),
        cmocka_unit_test(a_command_brings_one_back),
        cmocka_unit_test(leaving_and_returning),
        cmocka_unit_test(talking_does_not_stop_the_clock),
        cmocka_unit_test(writing_takes_its_time),
        cmocka_unit_test(bots_dare_only_people_who_see_each_other),
        cmocka_unit_test(a_stand_in_for_one_move),
        cmocka_unit_test(the_clock_waits_for_a_catch),
        cmocka_unit_test(all_have_voted),
        cmocka_unit_test(not_all_have_voted),
        cmocka_unit_test(time_to_admit_it),
        cmocka_unit_test(the_next_round),
        cmocka_unit_test(time_does_not_go_back),
        cmocka_unit_test(a_clock_goes_on_after_a_restart),
        cmocka_unit_test(a_grace_is_no_longer_than_the_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
