/*
 * test_histogram.c - buckets that grow with the value: every figure within 1.6 %.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "client/histogram.h"

static void test_empty(void **state)
{
    static struct histogram s;
    (void)state;
    assert_int_equal(histogram_at(&s, 0.5), 0);
    assert_true(histogram_mean(&s) == 0);
}

static void test_small_ones_are_exact(void **state)
{
    static struct histogram s;
    (void)state;
    for (uint64_t i = 1; i <= 100; i++)
        histogram_add(&s, i);
    assert_int_equal(histogram_at(&s, 0.5), 50);
    assert_int_equal(histogram_at(&s, 0.99), 99);
    assert_int_equal(histogram_at(&s, 1), 100);
    assert_int_equal(s.least, 1);
    assert_true(histogram_mean(&s) == 50.5);
}

/* Alone, every value comes back; between others, within a sixty-fourth. */
static void test_any_size(void **state)
{
    static struct histogram s;
    (void)state;
    for (uint64_t value = 1; value < UINT64_C(1) << 36; value = value * 5 / 4 + 1) {
        histogram_clear(&s);
        histogram_add(&s, value);
        assert_int_equal(histogram_at(&s, 0.5), value);
        histogram_add(&s, value * 100);
        uint64_t found = histogram_at(&s, 0.5);
        assert_true(found >= value && found <= value + value / 64 + 1);
        assert_int_equal(s.most, value * 100);
    }
}

static void test_buckets_follow_each_other(void **state)
{
    (void)state;
    for (int i = 1; i < HISTOGRAM_BUCKETS; i++) {
        static struct histogram s;
        assert_true(histogram_bucket_from(i) > histogram_bucket_from(i - 1));
        histogram_clear(&s);
        histogram_add(&s, histogram_bucket_from(i));
        histogram_add(&s, histogram_bucket_from(i) - 1);
        assert_int_equal(s.bucket[i], 1);
        assert_int_equal(s.bucket[i - 1], 1);
    }
}

static void test_huge(void **state)
{
    static struct histogram s;
    (void)state;
    histogram_add(&s, UINT64_MAX);
    assert_int_equal(histogram_at(&s, 0.5), UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),    cmocka_unit_test(test_small_ones_are_exact),
        cmocka_unit_test(test_any_size), cmocka_unit_test(test_buckets_follow_each_other),
        cmocka_unit_test(test_huge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
