/*
 * test_table.c - whole matches at the table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "table/helper.h"

static void bots_play_whole_matches(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        struct bench *b = bench_new(NULL, 5);
        for (int i = 0; i < 4; i++) {
            bench_bot(b, i, BOT_RANDOM + i + 2);
        }
        bench_open(b, sheet, 4, 7);
        bench_play(b, UINT32_MAX);
        assert_int_equal(b->table.play.game.phase, MAZO_PHASE_match_over);
        assert_int_equal(table_due(&b->table), TABLE_NEVER);
        bench_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_play_whole_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
