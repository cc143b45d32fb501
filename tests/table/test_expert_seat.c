/*
 * test_expert_seat.c - experts that think elsewhere play as if they thought at the table, whatever
 * happens there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "table/helper.h"
#include "table/pack.h"
#include "table/expert_seat.h"

/* ---- a pool of thinkers ---- */

enum { POOL = 8 };

struct pool {
    struct expert_seat *thought[POOL];
    bool busy[POOL];
    uint64_t ends[POOL];
    struct mazo_bot_scratch *scratch;
    uint32_t delay; /* the longest thought, in milliseconds */
    int begun, dropped;
};

static void pool_open(struct pool *p, uint32_t delay)
{
    memset(p, 0, sizeof *p);
    p->delay = delay;
    p->scratch = malloc(mazo_bot_scratch_size());
    assert_non_null(p->scratch);
    for (int i = 0; i < POOL; i++) {
        p->thought[i] = malloc(sizeof *p->thought[i]);
        assert_non_null(p->thought[i]);
    }
}

static void pool_close(struct pool *p)
{
    free(p->scratch);
    for (int i = 0; i < POOL; i++)
        free(p->thought[i]);
}

static void pool_begin(struct pool *p, struct bench *b)
{
    int seat = table_thinks(&b->table);
    for (int i = 0; i < POOL && seat >= 0; i++) {
        if (!p->busy[i]) {
            p->busy[i] = true;
            p->ends[i] = b->now + (p->delay ? mazo_fast_below(&b->dice, p->delay) : 0);
            expert_seat_begin(&b->table, seat, p->thought[i]);
            expert_seat_think(p->thought[i], p->scratch);
            p->begun++;
            seat = table_thinks(&b->table);
        }
    }
    assert_int_equal(seat, -1);
}

/* When the next thought ends; and end those that do by now. */
static uint64_t pool_due(const struct pool *p)
{
    uint64_t due = TABLE_NEVER;
    for (int i = 0; i < POOL; i++)
        due = p->busy[i] && p->ends[i] < due ? p->ends[i] : due;
    return due;
}

static void pool_end(struct pool *p, struct bench *b)
{
    for (int i = 0; i < POOL; i++) {
        if (p->busy[i] && p->ends[i] <= b->now) {
            uint32_t commands = b->table.commands;
            p->busy[i] = false;
            bool done = expert_seat_end(&b->table, b->now, p->thought[i]);
            assert_int_equal(b->table.commands, commands + done);
            p->dropped += !done;
        }
    }
}

/* As bench_wait, with the pool beside it. */
static void wait_with(struct pool *p, struct bench *b, uint64_t until)
{
    for (;;) {
        pool_begin(p, b);
        uint64_t due = table_due(&b->table), end = pool_due(p);
        due = end < due ? end : due;
        if (due > until)
            break;
        b->now = due > b->now ? due : b->now;
        while (table_tick(&b->table, b->now)) {
        }
        pool_begin(p, b);
        pool_end(p, b);
    }
    b->now = until;
}

/* ---- the same match ---- */

static struct bench *experts(int sheet, uint64_t dice, bool apart)
{
    struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
    rules.scoring = MAZO_scoring_quick;
    rules.jump_in = sheet == MAZO_SHEET_OFICIAL;
    struct bench *b = bench_new(NULL, dice);
    int seats = sheet == MAZO_SHEET_DUELO ? 2 : 4;
    b->table.apart = apart;
    bench_bot(b, 1, MAZO_BOT_EXPERT);
    bench_bot(b, 2, MAZO_BOT_HARD);
    bench_bot(b, 3, MAZO_BOT_EXPERT);
    table_sit(&b->table, 0,
              &(struct table_player){.sitter = TABLE_PERSON,
                                     .level = MAZO_BOT_EXPERT,
                                     .playouts = 60,
                                     .name = "Ana"});
    bench_open_by(b, &rules, seats, dice);
    return b;
}

/* Ana acts, goes and comes by dice. */
static void ana(struct bench *b)
{
    switch (mazo_fast_below(&b->dice, 16)) {
    case 0:
        table_leave(&b->table, 0, b->now);
        break;
    case 1:
        table_return(&b->table, 0, b->now);
        break;
    default:
        if (!b->table.seat[0].away)
            bench_act(b, 0);
        break;
    }
}

static bool is_over(const struct bench *b)
{
    return b->table.play.game.phase == MAZO_PHASE_match_over;
}

/* Thought through at once, elsewhere: every line is the same as thought through here. */
static void at_once_it_is_the_same_match(void **state)
{
    (void)state;
    for (int match = 0; match < 10; match++) {
        struct bench *here = experts(match % MAZO_SHEET_COUNT, (uint64_t)match, false);
        struct bench *there = experts(match % MAZO_SHEET_COUNT, (uint64_t)match, true);
        struct pool pool;
        pool_open(&pool, 0);
        for (int i = 0; i < 3000 && !is_over(here); i++) {
            ana(here);
            bench_wait(here, here->now + 700);
            ana(there);
            wait_with(&pool, there, there->now + 700);
            assert_int_equal(there->len, here->len);
            assert_int_equal(table_due(&there->table), table_due(&here->table));
        }
        assert_true(is_over(here));
        assert_memory_equal(there->log, here->log, here->len);
        assert_true(pool.begun > 0);
        assert_int_equal(pool.dropped, 0);
        pool_close(&pool);
        bench_free(here);
        bench_free(there);
    }
}

/* Thoughts that take longer than Ana is away, in any order; the table sleeps in between. */
static void late_thoughts_do_no_harm(void **state)
{
    (void)state;
    static char room[TABLE_PACK_MAX];
    int dropped = 0;
    for (int match = 0; match < 15; match++) {
        struct bench *b = experts(match % MAZO_SHEET_COUNT, (uint64_t)match, true);
        struct mazo_bot_scratch *scratch = b->table.scratch;
        struct pool pool;
        b->table.scratch = NULL; /* no bot can think at the table */
        pool_open(&pool, 4000);
        for (int i = 0; i < 5000 && !is_over(b); i++) {
            ana(b);
            wait_with(&pool, b, b->now + mazo_fast_below(&b->dice, 700));
            if (i % 3 == 0)
                table_unpack(&b->table, room, table_pack(&b->table, room));
        }
        assert_true(is_over(b));
        dropped += pool.dropped;
        pool_close(&pool);
        b->table.scratch = scratch;
        bench_free(b);
    }
    assert_true(dropped > 10);
}

/* ---- moments ---- */

#define IN_TURN                                                                                    \
    "{\"do\":\"position\",\"rules\":\"penas\",\"hands\":[[\"R5\",\"G1\",\"G2\"],"                  \
    "[\"R1\",\"B2\",\"B3\"],[\"R2\",\"B4\",\"B5\"]],\"turn\":0,\"discard\":[\"R9\"],"              \
    "\"draw\":[\"Y5\",\"Y6\",\"Y7\",\"Y8\",\"B7\",\"B8\",\"B9\",\"G9\"]}"

/* Ana with an expert behind her, and others. */
static struct bench *ana_in(const char *position)
{
    struct bench *b = bench_new(NULL, 4);
    b->table.apart = true;
    table_sit(&b->table, 0,
              &(struct table_player){.sitter = TABLE_PERSON,
                                     .level = MAZO_BOT_EXPERT,
                                     .playouts = 60,
                                     .name = "Ana"});
    bench_person(b, 1, "Eva");
    bench_person(b, 2, "Leo");
    bench_position(b, position);
    return b;
}

/* Ana has gone, and her stand-in is to move. */
static void ana_goes(struct bench *b)
{
    table_leave(&b->table, 0, b->now);
    assert_int_equal(table_thinks(&b->table), -1);
    b->now = table_due(&b->table);
    assert_false(table_tick(&b->table, b->now));
    assert_int_equal(table_thinks(&b->table), 0);
    assert_true(table_due(&b->table) > b->now);
}

static void crossed_by_coming_back(void **state)
{
    (void)state;
    struct bench *b = ana_in(IN_TURN);
    struct pool pool;
    pool_open(&pool, 0);
    struct expert_seat *first = pool.thought[0], *second = pool.thought[1];
    ana_goes(b);
    expert_seat_begin(&b->table, 0, first);
    assert_int_equal(table_thinks(&b->table), -1);
    expert_seat_think(first, pool.scratch);
    table_return(&b->table, 0, b->now);
    assert_int_equal(table_thinks(&b->table), -1);
    assert_false(expert_seat_end(&b->table, b->now, first)); /* she is back: nobody moves for her */
    assert_int_equal(b->table.commands, 0);
    assert_true(table_awaits(&b->table, 0));
    ana_goes(b);
    expert_seat_begin(&b->table, 0, second);
    expert_seat_think(second, pool.scratch);
    assert_false(expert_seat_end(&b->table, b->now, first)); /* and not by what was dropped */
    assert_int_equal(table_thinks(&b->table), -1);
    assert_true(expert_seat_end(&b->table, b->now, second));
    assert_false(expert_seat_end(&b->table, b->now, second));
    assert_int_equal(b->table.commands, 1);
    assert_int_equal(table_thinks(&b->table), -1);
    pool_close(&pool);
    bench_free(b);
}

/* Something is said: the position is another one, and the bot thinks again, at once. */
static void crossed_by_talk(void **state)
{
    (void)state;
    struct bench *b = ana_in(IN_TURN);
    struct pool pool;
    pool_open(&pool, 0);
    struct expert_seat *th = pool.thought[0];
    ana_goes(b);
    expert_seat_begin(&b->table, 0, th);
    expert_seat_think(th, pool.scratch);
    assert_int_equal(bench_do(b, "{\"do\":\"accuse\",\"seat\":1,\"who\":2}"), TABLE_DONE);
    uint64_t dice = b->table.seat[0].bot.dice;
    assert_false(expert_seat_end(&b->table, b->now, th));
    assert_int_equal(b->table.seat[0].bot.dice, dice);
    assert_int_equal(table_thinks(&b->table), 0);
    expert_seat_begin(&b->table, 0, th);
    expert_seat_think(th, pool.scratch);
    assert_true(expert_seat_end(&b->table, b->now, th));
    assert_int_equal(b->table.last.command.seat, 0);
    pool_close(&pool);
    bench_free(b);
}

/* Ana's time is up where she is asked for a color: her stand-in thinks about it. */
static void the_clock_leaves_it_to_a_thought(void **state)
{
    (void)state;
    struct bench *b = ana_in("{\"do\":\"position\",\"rules\":\"oficial\",\"options\":"
                             "{\"turn_clock\":10},\"hands\":[[\"R5\",\"G1\"],[\"R1\",\"B2\"],"
                             "[\"B3\",\"B4\"]],\"turn\":0,\"discard\":[\"W\"],\"turned_up\":true,"
                             "\"draw\":[\"Y5\",\"Y6\",\"Y7\",\"Y8\"]}");
    struct pool pool;
    pool_open(&pool, 0);
    assert_int_equal(b->table.play.game.phase, MAZO_PHASE_color);
    b->now += 10000;
    assert_false(table_tick(&b->table, b->now));
    assert_int_equal(table_thinks(&b->table), 0);
    wait_with(&pool, b, b->now);
    assert_int_equal(b->table.last.command.type, MAZO_CMD_color);
    assert_int_equal(pool.begun, 1);
    pool_close(&pool);
    bench_free(b);
}

/* What is asked for at once is done at once, without a scratch. */
static void a_stand_in_at_once(void **state)
{
    (void)state;
    struct bench *b = ana_in(IN_TURN);
    struct mazo_bot_scratch *scratch = b->table.scratch;
    b->table.scratch = NULL;
    assert_true(table_stand_in(&b->table, 0, b->now));
    assert_int_equal(b->table.commands, 1);
    assert_int_equal(b->table.seat[0].bot.level, MAZO_BOT_EXPERT);
    b->table.scratch = scratch;
    bench_free(b);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_once_it_is_the_same_match),
        cmocka_unit_test(late_thoughts_do_no_harm),
        cmocka_unit_test(crossed_by_coming_back),
        cmocka_unit_test(crossed_by_talk),
        cmocka_unit_test(the_clock_leaves_it_to_a_thought),
        cmocka_unit_test(a_stand_in_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
