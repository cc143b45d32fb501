/*
 * test_commit.c - store_commit: what it says when the store does not know at once what became of a batch.
 *
 * The pauses between its questions are this program's own nanosleep, which counts them and returns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "helper.h"
#include "store/store.h"

static long long slept_ms;

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    (void)left;
    slept_ms += (long long)wanted->tv_sec * 1000 + wanted->tv_nsec / 1000000;
    return 0;
}

/* In doubt about its batch for `questions`, or for ever where that is less than 0. */
struct doubtful {
    struct store store;
    int questions;
    enum store_outcome then;
};

static enum store_outcome is_cut_off(struct store *s, const struct store_write *writes,
                                     size_t count, char *why)
{
    (void)s, (void)writes, (void)count;
    snprintf(why, STORE_WHY_SIZE, "the connection is lost");
    return STORE_UNKNOWN;
}

static enum store_outcome is_asked(struct store *s, char *why)
{
    struct doubtful *d = (struct doubtful *)s;
    if (d->questions != 0) {
        d->questions--;
        snprintf(why, STORE_WHY_SIZE, "the connection is refused");
        return STORE_UNKNOWN;
    }
    snprintf(why, STORE_WHY_SIZE, "%s", d->then == STORE_KEPT ? "" : "the disk is full");
    return d->then;
}

static bool commits(int questions, enum store_outcome then, char why[STORE_WHY_SIZE])
{
    static const struct store_ops ops = {.commit = is_cut_off, .resolve = is_asked};
    struct doubtful d = {.store.ops = &ops, .questions = questions, .then = then};
    struct store_write e = an_event(1, 0);
    slept_ms = 0;
    return store_commit(&d.store, &e, 1, why);
}

static void a_doubt_that_ends_is_not_told(void **state)
{
    char why[STORE_WHY_SIZE];
    (void)state;
    assert_true(commits(20, STORE_KEPT, why));
    assert_false(commits(20, STORE_REFUSED, why));
    assert_string_equal(why, "the disk is full");
}

/* A player who reads "not stored" tries again. */
static void a_doubt_that_stays_is_told_as_one(void **state)
{
    char why[STORE_WHY_SIZE];
    (void)state;
    assert_false(commits(-1, STORE_KEPT, why));
    assert_non_null(strstr(why, "it is not known whether this was stored"));
    assert_int_equal(slept_ms, 30000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_doubt_that_ends_is_not_told),
        cmocka_unit_test(a_doubt_that_stays_is_told_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
