/*
 * test_program_seat.c - programs at the table: one that plays, and those that do not.
 */

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "table/helper.h"
#include "table/program_answer.h"
#include "table/program_seat.h"

/* The path of docs/examples/bot.py comes from Meson. */
static const char good_bot[] = "python3 '" EXAMPLE_BOT "'";

static struct program_seat *at_seat_1(struct bench *b, const char *program, bool fine)
{
    struct program_seat *o = malloc(sizeof *o);
    struct table_player p = {.sitter = TABLE_PROGRAM, .level = MAZO_BOT_NORMAL};
    assert_non_null(o);
    snprintf(p.program, sizeof p.program, "%s", program);
    table_sit(&b->table, 1, &p);
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    rules.target = 50;
    rules.hand_size = 4;
    bench_open_by(b, &rules, 3, 8);
    assert_int_equal(program_seat_init(o, &b->table, 1, OUTSIDE_LIMIT_MS, b->now), fine);
    return o;
}

static void leave_alone(struct bench *b, struct program_seat *o)
{
    program_seat_end(o);
    free(o);
    bench_free(b);
}

/* Until the program is in turn. */
static void to_its_turn(struct bench *b)
{
    for (int i = 0; i < 1000 && !table_awaits(&b->table, 1); i++)
        bench_wait(b, b->now + 100);
    assert_true(table_awaits(&b->table, 1));
}

/* Wait until the program has something to say: real time, but no longer than it takes. */
static void listen(const struct program_seat *o)
{
    bool sends;
    int fd = program_seat_fd(o, &sends);
    if (fd >= 0) {
        struct pollfd end = {.fd = fd, .events = sends ? POLLOUT : POLLIN};
        assert_true(poll(&end, 1, 20000) > 0);
    }
}

static void a_program_plays(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 2);
    struct program_seat *o = at_seat_1(b, good_bot, true);
    int acted = 0;
    while (b->table.play.game.phase != MAZO_PHASE_match_over) {
        acted += program_seat_tick(o, &b->table, b->now);
        listen(o);
        acted += program_seat_tick(o, &b->table, b->now);
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
    struct program_seat *o = at_seat_1(b, "cat", true);
    to_its_turn(b);
    uint32_t before = b->table.commands;
    bool acted = program_seat_tick(o, &b->table, b->now);
    for (int i = 0; i < 50 && !acted; i++) {
        listen(o);
        acted = program_seat_tick(o, &b->table, b->now);
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
    struct program_seat *o = at_seat_1(b, "sleep 1000", true);
    to_its_turn(b);
    assert_false(program_seat_tick(o, &b->table, b->now));
    assert_int_equal(program_seat_due(o), b->now + OUTSIDE_LIMIT_MS + PROGRAM_START_MS);
    assert_false(program_seat_tick(o, &b->table, program_seat_due(o) - 1));
    assert_false(b->table.seat[1].away);
    assert_false(program_seat_tick(o, &b->table, program_seat_due(o)));
    assert_true(b->table.seat[1].away);
    assert_int_equal(program_seat_due(o), TABLE_NEVER);
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
        struct program_seat *o = at_seat_1(b, programs[i], true);
        int rounds = 0, failures = 0;
        b->table.play.game.rules.target = 5000;
        while (rounds < OUTSIDE_PATIENCE + 3) {
            uint16_t round = b->table.play.game.round;
            program_seat_tick(o, &b->table, b->now);
            listen(o);
            program_seat_tick(o, &b->table, b->now);
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
    struct program_seat *o = at_seat_1(b, "yes", true);
    for (int i = 0; i < 1000 && !o->failed; i++) {
        program_seat_tick(o, &b->table, b->now);
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
    struct program_seat *o = at_seat_1(b, "  ", false);
    assert_true(b->table.seat[1].away);
    assert_false(program_seat_tick(o, &b->table, b->now));
    leave_alone(b, o);
}

/* An answer to a question that the table has left behind is not a lie. */
static void too_late_is_no_lie(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 2);
    struct program_seat *o = at_seat_1(b, good_bot, true);
    to_its_turn(b);
    program_seat_tick(o, &b->table, b->now);
    assert_true(o->asks);
    assert_true(table_stand_in(&b->table, 1, b->now)); /* a bot moves for it */
    while (o->asks) {
        listen(o);
        program_seat_tick(o, &b->table, b->now);
    }
    assert_int_equal(o->lies, 0);
    leave_alone(b, o);
}

/* A catch that is due comes before the answer, in a call of its own. */
static void a_due_catch_comes_before_the_answer(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 2);
    struct program_seat *o = at_seat_1(b, good_bot, true);
    bench_person(b, 0, "Ana");
    bench_person(b, 2, "Carl");
    bench_position(b, "{\"do\":\"position\",\"rules\":\"oficial\",\"turn\":0,\"hands\":[[\"R5\","
                      "\"G1\"],[\"R1\",\"B2\",\"B3\"],[\"R2\",\"Y2\",\"Y3\"]],\"discard\":[\"R9\"],"
                      "\"draw\":[\"Y5\",\"Y6\",\"Y7\",\"Y8\",\"B7\"]}");
    bench_do(b, "{\"do\":\"play\",\"seat\":0,\"card\":\"R5\"}");
    assert_int_equal(bench_do(b, "{\"do\":\"catch\",\"seat\":2,\"who\":0}"), TABLE_WAITS);
    b->now += table_pace_human.grace;
    for (int seat = 2; seat > 0; seat--) { /* Carl's catch, then the program's move */
        uint32_t before = b->table.commands;
        while (!program_seat_tick(o, &b->table, b->now))
            listen(o);
        assert_int_equal(b->table.commands, before + 1);
        assert_int_equal(b->table.last.command.seat, seat);
    }
    assert_int_equal(o->lies, 0);
    leave_alone(b, o);
}

static const char *word_of(const struct mazo_game *g, const struct mazo_legal *legal,
                           const char *text)
{
    static struct wire_line line;
    static struct wire_error why;
    bool curious = false;
    enum program_said said = program_answer_read(TEXT_EN, g->turn, false, legal, text, strlen(text),
                                                 &line, &curious, &why);
    assert_int_equal(curious, strstr(text, "\"tell\":true") != NULL);
    if (said == PROGRAM_SAID_COMMAND && program_answer_judge(TEXT_EN, g, &line.command, &why))
        return "fine";
    return said == PROGRAM_SAID_WAIT ? "wait" : why.word;
}

/* A command of the list, with its seat or without, or its place; everything else has a reason. */
static void answers_are_commands_or_places(void **state)
{
    (void)state;
    static const uint8_t seed[32] = {7};
    struct mazo_game g;
    struct mazo_legal legal;
    struct wire_line line;
    struct wire_error why;
    char text[64];
    mazo_init(&g, mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2, seed, true, NULL);
    mazo_legal(&g, g.turn, &legal);
    assert_string_equal(word_of(&g, &legal, "0"), "fine");
    snprintf(text, sizeof text, " %d ", legal.count - 1);
    assert_string_equal(word_of(&g, &legal, text), "fine");
    snprintf(text, sizeof text, "%d", legal.count);
    assert_string_equal(word_of(&g, &legal, text), "bad_value");
    assert_string_equal(word_of(&g, &legal, "{\"do\":\"draw\"}"), "fine");
    assert_string_equal(word_of(&g, &legal, "{\"do\":\"draw\",\"tell\":true}"), "fine");
    snprintf(text, sizeof text, "{\"do\":\"draw\",\"seat\":%d}", g.turn);
    assert_string_equal(word_of(&g, &legal, text), "fine");
    snprintf(text, sizeof text, "{\"do\":\"draw\",\"seat\":%d}", 1 - g.turn);
    assert_string_equal(word_of(&g, &legal, text), "not_legal");
    assert_string_equal(word_of(&g, &legal, "{\"do\":\"wait\"}"), "not_legal");
    assert_string_equal(word_of(&g, &legal, "{\"do\":\"accuse\",\"who\":0}"), "not_legal");
    assert_string_equal(word_of(&g, &legal, "{\"do\":\"state\"}"), "not_legal");
    for (const char *const *bad =
             (const char *const[]){"", "-", "{", "[]", "[0]", "1.5", "\"0\"", "null", "{\"do\":1}",
                                   "-1", "99999999999999999999", "{\"do\":\"draw\"}}", NULL};
         *bad; bad++)
        assert_true(strncmp(word_of(&g, &legal, *bad), "bad_", 4) == 0 ||
                    strcmp(word_of(&g, &legal, *bad), "unknown_command") == 0);
    snprintf(text, sizeof text, "{ \"do\" : \"wait\" }");
    assert_int_equal(program_answer_read(TEXT_EN, 1 - g.turn, true, &legal, text, strlen(text),
                                         &line, &(bool){false}, &why),
                     PROGRAM_SAID_WAIT);
}

/* Starts a program that leaves a process behind in a session of its own; its number. */
static pid_t start_with_stray(struct program *p, struct player *player)
{
    static const char line[] =
        "cmd:sh -c 'setsid sleep 1000 </dev/null >/dev/null 2>&1 & echo $!; exec cat'";
    assert_int_equal(player_read(line, strlen(line), 0, player), PLAYER_FINE);
    program_init(p, player);
    assert_int_equal(program_start(p), 0);
    struct pollfd end = {.fd = p->from, .events = POLLIN};
    assert_int_equal(poll(&end, 1, 60000), 1);
    char text[32] = "";
    assert_true(read(p->from, text, sizeof text - 1) > 0);
    return (pid_t)strtol(text, NULL, 10);
}

/* Until it has left the group of its program. */
static void until_apart(pid_t pid)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    while (getpgid(pid) != pid) {
        assert_int_equal(kill(pid, 0), 0);
        nanosleep(&moment, NULL);
    }
}

/* Until it has ended, and init, whose child it has become, has noticed. */
static void until_gone(pid_t pid)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    while (kill(pid, 0) == 0)
        nanosleep(&moment, NULL);
}

static void who_leaves_the_group_ends_with_its_program(void **state)
{
    static struct program one, other;
    static struct player players[2];
    (void)state;
    pid_t first = start_with_stray(&one, &players[0]);
    pid_t second = start_with_stray(&other, &players[1]);
    until_apart(first);
    until_apart(second);
    program_end(&one);
    until_gone(first);
    assert_int_equal(kill(second, 0), 0);
    assert_int_equal(kill(other.pid, 0), 0);
    program_end(&other);
    until_gone(second);
}

static void what_is_not_there_cannot_be_started(void **state)
{
    static struct program p;
    static struct player player;
    static const char line[] = "cmd:/nowhere/bot";
    (void)state;
    assert_int_equal(player_read(line, strlen(line), 0, &player), PLAYER_FINE);
    program_init(&p, &player);
    assert_int_equal(program_start(&p), ENOENT);
    assert_int_equal(p.pid, 0);
    program_end(&p);
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
        cmocka_unit_test(a_due_catch_comes_before_the_answer),
        cmocka_unit_test(answers_are_commands_or_places),
        cmocka_unit_test(who_leaves_the_group_ends_with_its_program),
        cmocka_unit_test(what_is_not_there_cannot_be_started),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
