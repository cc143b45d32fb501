/*
 * test_outside.c - programs at the table: one that plays, and those that do not.
 */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "table/helper.h"
#include "table/outside.h"

/* The path of docs/examples/bot.py comes from Meson. */
static const char good_bot[] = "python3 '" EXAMPLE_BOT "'";

static struct outside *at_seat_1(struct bench *b, const char *program, bool fine)
{
    struct outside *o = malloc(sizeof *o);
    struct table_player p = {.sitter = TABLE_PROGRAM, .level = BOT_NORMAL};
    assert_non_null(o);
    snprintf(p.program, sizeof p.program, "%s", program);
    table_sit(&b->table, 1, &p);
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    rules.target = 50;
    rules.hand_size = 4;
    bench_open_by(b, &rules, 3, 8);
    assert_int_equal(outside_init(o, &b->table, 1, OUTSIDE_LIMIT_MS, b->now), fine);
    return o;
}

static void leave_alone(struct bench *b, struct outside *o)
{
    outside_end(o);
    free(o);
    bench_free(b);
}

/* Until the program is in turn. */
static void to_its_turn(struct bench *b)
{
    for (int i = 0; i < 1000 && !table_awaits(&b->table, 1); i++) {
        bench_wait(b, b->now + 100);
    }
    assert_true(table_awaits(&b->table, 1));
}

/* Wait until the program has something to say: real time, but no longer than it takes. */
static void listen(const struct outside *o)
{
    bool sends;
    int fd = outside_fd(o, &sends);
    if (fd >= 0) {
        struct pollfd end = {.fd = fd, .events = sends ? POLLOUT : POLLIN};
        assert_true(poll(&end, 1, 20000) > 0);
    }
}

static void a_program_plays(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 2);
    struct outside *o = at_seat_1(b, good_bot, true);
    int acted = 0;
    while (b->table.play.game.phase != MAZO_PHASE_match_over) {
        acted += outside_tick(o, &b->table, b->now);
        listen(o);
        acted += outside_tick(o, &b->table, b->now);
        bench_wait(b, o->asks ? b->now : b->now + 50);
        assert_true(b->now < UINT64_C(100000000));
    }
    assert_true(acted > 3);
    assert_int_equal(o->lies, 0);
    assert_int_equal(o->failures, 0);
    assert_false(b->table.seat[1].away);
    leave_alone(b, o);
}

/* `cat` says what it hears: JSON, but no command. */
static void nonsense_costs_the_move(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 2);
    struct outside *o = at_seat_1(b, "cat", true);
    to_its_turn(b);
    uint32_t before = b->table.commands;
    bool acted = outside_tick(o, &b->table, b->now);
    for (int i = 0; i < 50 && !acted; i++) {
        listen(o);
        acted = outside_tick(o, &b->table, b->now);
    }
    assert_true(acted);
    assert_true(b->table.commands > before);
    assert_true(o->lies > 0);
    assert_int_equal(b->table.last.command.seat, 1);
    assert_false(b->table.seat[1].away);
    leave_alone(b, o);
}

static void who_stalls_is_away(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 2);
    struct outside *o = at_seat_1(b, "sleep 1000", true);
    to_its_turn(b);
    assert_false(outside_tick(o, &b->table, b->now));
    assert_int_equal(outside_due(o), b->now + OUTSIDE_LIMIT_MS + PROGRAM_START_MS);
    assert_false(outside_tick(o, &b->table, outside_due(o) - 1));
    assert_false(b->table.seat[1].away);
    assert_false(outside_tick(o, &b->table, outside_due(o)));
    assert_true(b->table.seat[1].away);
    assert_int_equal(outside_due(o), TABLE_NEVER);
    bench_wait(b, b->now + 20000);
    assert_true(b->table.commands > 2); /* the stand-in plays */
    leave_alone(b, o);
}

static void who_dies_gets_another_round(void **state)
{
    (void)state;
    static const char *const programs[] = {"true", "./there-is-no-such-program"};
    for (int i = 0; i < 2; i++) {
        struct bench *b = bench_new(NULL, 2);
        struct outside *o = at_seat_1(b, programs[i], true);
        int rounds = 0, failures = 0;
        b->table.play.game.rules.target = 5000;
        while (rounds < OUTSIDE_PATIENCE + 3) {
            uint16_t round = b->table.play.game.round;
            outside_tick(o, &b->table, b->now);
            listen(o);
            outside_tick(o, &b->table, b->now);
            assert_true(o->failures <= failures + 1);
            if (o->failures > failures) { /* away for the rest of the round */
                failures = o->failures;
                assert_true(b->table.seat[1].away);
            }
            bench_wait(b, b->now + 500);
            rounds += b->table.play.game.round != round;
        }
        assert_int_equal(o->failures, OUTSIDE_PATIENCE);
        assert_true(b->table.seat[1].away);
        leave_alone(b, o);
    }
}

static void who_talks_too_much_is_ended(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 2);
    struct outside *o = at_seat_1(b, "yes", true);
    for (int i = 0; i < 1000 && !o->failed; i++) {
        outside_tick(o, &b->table, b->now);
        listen(o);
        bench_wait(b, b->now + (o->asks ? 0 : 100));
    }
    assert_true(o->failed);
    assert_int_equal(o->program.pid, 0);
    leave_alone(b, o);
}

static void no_command_line(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 2);
    struct outside *o = at_seat_1(b, "  ", false);
    assert_true(b->table.seat[1].away);
    assert_false(outside_tick(o, &b->table, b->now));
    leave_alone(b, o);
}

/* An answer to a question that the table has left behind is not a lie. */
static void too_late_is_no_lie(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 2);
    struct outside *o = at_seat_1(b, good_bot, true);
    to_its_turn(b);
    outside_tick(o, &b->table, b->now);
    assert_true(o->asks);
    assert_true(table_stand_in(&b->table, 1, b->now)); /* somebody else moves for it */
    while (o->asks) {
        listen(o);
        outside_tick(o, &b->table, b->now);
    }
    assert_int_equal(o->lies, 0);
    leave_alone(b, o);
}

static void waiting_is_an_answer(void **state)
{
    (void)state;
    assert_true(outside_is_wait("{\"do\":\"wait\"}"));
    assert_true(outside_is_wait(" { \"do\" : \"wait\" } "));
    assert_false(outside_is_wait("{\"do\":\"wait\"}}"));
    assert_false(outside_is_wait("{\"do\":\"wai"));
    assert_false(outside_is_wait(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_plays),
        cmocka_unit_test(nonsense_costs_the_move),
        cmocka_unit_test(who_stalls_is_away),
        cmocka_unit_test(who_dies_gets_another_round),
        cmocka_unit_test(who_talks_too_much_is_ended),
        cmocka_unit_test(no_command_line),
        cmocka_unit_test(too_late_is_no_lie),
        cmocka_unit_test(waiting_is_an_answer),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
