/*
 * test_listing.c - which public tables are listed, and in which order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/stored/listing.h"

static const struct listing_limits limits = {.most = 100, .each = 3, .of_mark = 10};

static struct listed table(int64_t id, int64_t host, uint32_t mark, uint32_t people, bool waits)
{
    return (struct listed){.id = id, .host = host, .mark = mark, .people = people, .waits = waits};
}

static void waiting_tables_first_then_fullest_then_newest(void **state)
{
    struct listed list[] = {
        table(1, 1, 1, 1, true), table(2, 2, 2, 9, false), table(3, 3, 3, 3, true),
        table(4, 4, 4, 1, true), table(5, 5, 5, 2, false),
    };
    static const int64_t wanted[] = {3, 4, 1, 2, 5};
    (void)state;
    assert_int_equal(listing_choose(list, 5, &limits), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(list[i].id, wanted[i]);
    assert_int_equal(listing_choose(NULL, 0, &limits), 0);
}

/* A thousand tables of one address, under new names each, newer and fuller than those of others. */
static void no_table_is_pushed_out(void **state)
{
    static struct listed list[1020];
    int honest = 0, spam = 0;
    (void)state;
    for (int i = 0; i < 20; i++)
        list[i] = table(i, 1 + i, 1 + (uint32_t)i, 1, true);
    for (int i = 20; i < 1020; i++)
        list[i] = table(i, 1000 + i, 999, 9, true);
    size_t count = listing_choose(list, 1020, &limits);
    assert_int_equal(count, 30);
    for (size_t i = 0; i < count; i++) {
        honest += list[i].mark < 999;
        spam += list[i].mark == 999;
    }
    assert_int_equal(honest, 20);
    assert_int_equal(spam, 10);
    assert_int_equal(list[0].id, 1019); /* the newest of theirs */
}

/* One person at many addresses; and tables that count for no one. */
static void a_person_has_three(void **state)
{
    static struct listed list[40];
    (void)state;
    for (int i = 0; i < 40; i++)
        list[i] = table(i, 7, 1 + (uint32_t)i, 1, true);
    assert_int_equal(listing_choose(list, 40, &limits), 3);
    for (int i = 0; i < 40; i++)
        list[i] = table(i, 0, 0, 1, true);
    assert_int_equal(listing_choose(list, 40, &limits), 40);
    struct listing_limits none = {.most = 25};
    for (int i = 0; i < 40; i++)
        list[i] = table(i, 7, 1, 1, true);
    assert_int_equal(listing_choose(list, 40, &none), 25);
}

static void lists_of_other_servers(void **state)
{
    static const char fresh[] =
        "[{\"table\":\"AAAAAA\",\"free\":2,\"people\":1,\"status\":\"open\","
        "\"by\":{\"id\":5,\"host\":6,\"mark\":7}},"
        "{\"table\":\"BBBBBB\",\"free\":0,\"people\":4,\"status\":\"open\"}]";
    struct listed *list = NULL;
    size_t count = 0;
    (void)state;
    assert_true(listing_read(fresh, strlen(fresh), &list, &count));
    assert_true(listing_read("[]", 2, &list, &count));
    assert_true(listing_read("nonsense", 8, &list, &count));
    assert_int_equal(count, 2);
    assert_true(list[0].id == 5 && list[0].host == 6 && list[0].mark == 7 && list[0].waits);
    assert_string_equal(list[0].text,
                        "{\"table\":\"AAAAAA\",\"free\":2,\"people\":1,\"status\":\"open\"}");
    assert_true(list[1].host == 0 && list[1].mark == 0 && list[1].people == 4 && !list[1].waits);
    listing_free(list, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_tables_first_then_fullest_then_newest),
        cmocka_unit_test(no_table_is_pushed_out),
        cmocka_unit_test(a_person_has_three),
        cmocka_unit_test(lists_of_other_servers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
