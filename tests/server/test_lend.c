/*
 * test_lend.c - codes for another device: how long they work, how many there are, what is left of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server/hub/lend.h"

static struct lends l;
static const struct lends nothing;

static int setup(void **state)
{
    (void)state;
    l = nothing;
    return 0;
}

static const struct lend *make_at(int player, uint64_t address, const char *place, uint64_t now)
{
    struct lend whose = {.address = address, .name = "Ana"};
    snprintf(whose.player, sizeof whose.player, "p%d", player);
    snprintf(whose.token, sizeof whose.token, "token-of-%d", player);
    return lend_make(&l, &whose, place, now);
}

static void works_until_its_time_is_over(void **state)
{
    (void)state;
    char code[LEND_LETTERS + 1];
    memcpy(code, make_at(1, 1, "", 1000)->code, sizeof code);
    assert_int_equal(strlen(code), LEND_LETTERS);
    struct lend *found = lend_find(&l, code, 1000 + LEND_MS - 1);
    assert_string_equal(found->token, "token-of-1");
    assert_string_equal(found->player, "p1");
    assert_string_equal(found->name, "Ana");
    assert_null(lend_find(&l, code, 1000 + LEND_MS));
}

static void leaves_nothing_in_memory(void **state)
{
    (void)state;
    make_at(1, 1, "", 1000);
    lend_expire(&l, 1000 + LEND_MS - 1);
    assert_memory_not_equal(&l, &nothing, sizeof l);
    lend_expire(&l, 1000 + LEND_MS);
    assert_memory_equal(&l, &nothing, sizeof l);
    const struct lend *one = make_at(2, 1, "", 1000);
    lend_end(lend_find(&l, one->code, 1000));
    assert_memory_equal(&l, &nothing, sizeof l);
}

static void free_places_have_no_code(void **state)
{
    (void)state;
    assert_null(lend_find(&l, "\0\0\0\0\0\0\0\0", 0));
    assert_null(lend_find(&l, "AAAAAAAA", 0));
}

static void begins_as_the_address_does(void **state)
{
    (void)state;
    assert_memory_equal(make_at(1, 1, "KZTR", 1)->code, "KZTR", 4);
    const struct lend *one = make_at(2, 1, "kztr", 1);
    assert_memory_equal(one->code, "KZTR", 4);
    char small[] = "kztr----";
    memcpy(small + 4, one->code + 4, 4);
    assert_ptr_equal(lend_find(&l, small, 1), one);
    static const char *const others[] = {"", "KZT", "KZTRA", "KZT1", "KZTE", "\xc3\xb1ZT"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        one = make_at(3, 1, others[i], 1);
        assert_int_equal(strspn(one->code, "ABCDFGHJKLMNPRSTVWXYZ"), LEND_LETTERS);
    }
}

static void a_new_code_ends_the_last(void **state)
{
    (void)state;
    char first[LEND_LETTERS + 1], other[LEND_LETTERS + 1];
    memcpy(other, make_at(2, 1, "", 1)->code, sizeof other);
    memcpy(first, make_at(1, 1, "", 1)->code, sizeof first);
    const struct lend *second = make_at(1, 1, "", 2);
    assert_null(lend_find(&l, first, 2));
    assert_string_equal(lend_find(&l, second->code, 2)->player, "p1");
    assert_string_equal(lend_find(&l, other, 2)->player, "p2");
}

static void there_are_not_too_many(void **state)
{
    (void)state;
    int player = 0;
    while (player < LENDS_EACH)
        assert_non_null(make_at(++player, 1, "", 1));
    assert_null(make_at(++player, 1, "", 1)); /* of this address */
    while (player <= LENDS_MAX) {
        player++;
        assert_non_null(make_at(player, (uint64_t)player, "", 1));
    }
    assert_null(make_at(++player, 9999, "", 1)); /* of all */
    assert_non_null(make_at(++player, 9999, "", 1 + LEND_MS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(works_until_its_time_is_over, setup),
        cmocka_unit_test_setup(leaves_nothing_in_memory, setup),
        cmocka_unit_test_setup(free_places_have_no_code, setup),
        cmocka_unit_test_setup(begins_as_the_address_does, setup),
        cmocka_unit_test_setup(a_new_code_ends_the_last, setup),
        cmocka_unit_test_setup(there_are_not_too_many, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
