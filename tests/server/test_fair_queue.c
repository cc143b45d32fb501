/*
 * test_fair_queue.c - a queue in which asking more often makes no one else wait.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "server/hub/fair_queue.h"

static struct fair_queue q;
static struct turn at[TURNS_MAX + 1];

static int setup(void **state)
{
    (void)state;
    q = (struct fair_queue){0};
    return 0;
}

static bool put(int which, uint64_t address, int64_t person)
{
    at[which] = (struct turn){.address = address, .person = person};
    return fair_queue_put(&q, &at[which]);
}

static long take(void)
{
    struct turn *t = fair_queue_take(&q);
    return t ? t - at : -1;
}

static void first_come_first_served(void **state)
{
    (void)state;
    assert_int_equal(take(), -1);
    for (int i = 0; i < 5; i++)
        assert_true(put(i, 1, 1));
    for (int i = 0; i < 5; i++)
        assert_int_equal(take(), i);
    assert_int_equal(take(), -1);
}

/* Eight tables of one person, all the time, and one of another: every second turn is hers. */
static void one_table_beside_many(void **state)
{
    int hers = 0;
    (void)state;
    for (int i = 0; i < TURNS_PERSON_MAX; i++)
        assert_true(put(i, 1, 1));
    assert_true(put(8, 2, 2));
    for (int i = 0; i < 100; i++) {
        long next = take();
        hers += next == 8;
        assert_true(put((int)next, next == 8 ? 2 : 1, next == 8 ? 2 : 1));
    }
    assert_int_equal(hers, 50);
}

/* New names do not help: the address counts first, and its people share what it gets. */
static void people_of_one_address_share(void **state)
{
    int count[3] = {0};
    (void)state;
    for (int i = 0; i < 9; i++)
        assert_true(put(i, 1, i < 8 ? 1 : 2));
    assert_true(put(9, 2, 3));
    for (int i = 0; i < 100; i++) {
        long next = take();
        uint64_t address = at[next].address;
        int64_t person = at[next].person;
        count[person - 1]++;
        assert_true(put((int)next, address, person));
    }
    assert_int_equal(count[0], 25);
    assert_int_equal(count[1], 25);
    assert_int_equal(count[2], 50);
}

static void what_waits_is_bounded(void **state)
{
    int waits = 0;
    (void)state;
    for (int i = 0; i < TURNS_PERSON_MAX; i++)
        assert_true(put(waits++, 1, 1));
    assert_false(put(waits, 1, 1));
    for (int i = TURNS_PERSON_MAX; i < TURNS_ADDRESS_MAX; i++)
        assert_true(put(waits++, 1, 2 + i));
    assert_false(put(waits, 1, 1000));
    while (waits < TURNS_MAX) {
        assert_true(put(waits, (uint64_t)(2 + waits), 1));
        waits++;
    }
    assert_false(put(waits, 999, 999));
    assert_true(fair_queue_drop(&q, &at[3]));
    assert_false(fair_queue_drop(&q, &at[3]));
    assert_true(put(3, 999, 999));
    for (; waits > 0; waits--)
        assert_true(take() >= 0);
    assert_int_equal(q.count, 0);
}

static void load(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++)
        assert_true(put(i, 1, 1));
    put(6, 2, 2);
    assert_int_equal(fair_queue_load(&q, &at[0]), 5); /* its address */
    assert_int_equal(fair_queue_load(&q, &at[6]), 1); /* a quarter of all */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(first_come_first_served, setup),
        cmocka_unit_test_setup(one_table_beside_many, setup),
        cmocka_unit_test_setup(people_of_one_address_share, setup),
        cmocka_unit_test_setup(what_waits_is_bounded, setup),
        cmocka_unit_test_setup(load, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
