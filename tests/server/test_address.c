/*
 * test_address.c - addresses written, read and counted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>

#include "server/network/address.h"

enum { MINUTE = 60 * 1000 };

static void text_of_addresses(void **state)
{
    static const struct {
        const char *text, *wanted; /* NULL: is none */
    } rows[] = {
        {"127.0.0.1", "127.0.0.1"},
        {"::1", "::1"},
        {"2001:DB8:0:0::1", "2001:db8::1"},
        {"::ffff:10.1.2.3", "10.1.2.3"},
        {"10.1.2", NULL},
        {"10.1.2.3:80", NULL},
        {"[::1]", NULL},
        {"fe80::1%eth0", NULL},
        {"unknown", NULL},
        {"", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char out[NET_ADDRESS_SIZE];
        bool fine = address_read(rows[i].text, out);
        assert_int_equal(fine, rows[i].wanted != NULL);
        if (fine)
            assert_string_equal(out, rows[i].wanted);
    }
    assert_true(address_is_loopback("127.9.9.9") && address_is_loopback("::1"));
    assert_false(address_is_loopback("128.0.0.1") || address_is_loopback("::2"));
}

static bool is_public(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return address_is_public((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return address_is_public((const struct sockaddr *)&six);
}

static void where_a_server_may_connect(void **state)
{
    /* First and last address of what is special, and the neighbors that are not; "": there is none. */
    static const char *const rows[][4] = {
        {"", "0.0.0.0", "0.255.255.255", "1.0.0.0"},
        {"9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"},
        {"100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"},
        {"126.255.255.255", "127.0.0.1", "127.255.255.255", "128.0.0.0"},
        {"169.253.255.255", "169.254.0.0", "169.254.169.254", "169.255.0.0"},
        {"172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"},
        {"191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"},
        {"192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"},
        {"192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"},
        {"192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"},
        {"198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"},
        {"198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"},
        {"203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"},
        {"223.255.255.255", "224.0.0.0", "255.255.255.255", ""},
        {"", "::", "::1", ""},
        {"", "::7f00:1", "1fff:ffff::", "2001:200::"},
        {"2001:db7:ffff::", "2001:db8::", "2001:db8:ffff::", "2001:db9::"},
        {"2001:ffff::", "2002:7f00:1::", "2002:ffff::", "2003::"},
        {"3ffe:ffff::", "3fff::", "3fff:fff::", "3fff:1000::"},
        {"3fff:ffff::", "4000::", "fc00::1", ""},
        {"", "fe80::1", "ff02::1", ""},
        {"::ffff:9.255.255.255", "::ffff:10.0.0.0", "::ffff:127.0.0.1", "::ffff:11.0.0.0"},
        {"64:ff9b::8.8.8.8", "64:ff9b::10.0.0.1", "64:ff9b:1::8.8.8.8", "64:ff9b::1.1.1.1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int j = 0; j < 4; j++)
            if (rows[i][j][0] && is_public(rows[i][j]) != (j == 0 || j == 3))
                fail_msg("%s", rows[i][j]);
    assert_false(address_is_public(&(struct sockaddr){.sa_family = AF_UNIX}));
}

static void so_many_at_once(void **state)
{
    struct address_book *b = address_book_new();
    (void)state;
    struct address_entry *first = address_enter(b, "10.0.0.1", 0, 2, 0);
    struct address_entry *second = address_enter(b, "10.0.0.1", 0, 2, 0);
    assert_non_null(first);
    assert_ptr_equal(first, second);
    assert_null(address_enter(b, "10.0.0.1", 0, 2, 0));
    assert_non_null(address_enter(b, "10.0.0.2", 0, 2, 0));
    address_leave(b, first);
    assert_non_null(address_enter(b, "10.0.0.1", 0, 2, 0));
    address_book_free(b);
}

static void so_many_a_minute(void **state)
{
    struct address_book *b = address_book_new();
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct address_entry *e = address_enter(b, "::1", 5, 0, 3);
        assert_non_null(e);
        address_leave(b, e);
    }
    assert_null(address_enter(b, "::1", 5 + MINUTE - 1, 0, 3));
    address_expire(b, 5 + MINUTE - 1); /* too early to forget it */
    assert_null(address_enter(b, "::1", 5 + MINUTE - 1, 0, 3));
    assert_non_null(address_enter(b, "::1", 5 + MINUTE, 0, 3));
    address_book_free(b);
}

static void of_ipv6_the_net(void **state)
{
    struct address_book *b = address_book_new();
    (void)state;
    assert_non_null(address_enter(b, "2001:db8::1", 0, 1, 0));
    assert_null(address_enter(b, "2001:db8::ffff:1", 0, 1, 0));
    assert_non_null(address_enter(b, "2001:db8:0:1::1", 0, 1, 0));
    /* Bytes of an IPv4 address are not an IPv6 network. */
    assert_non_null(address_enter(b, "::", 0, 1, 0));
    assert_non_null(address_enter(b, "0.0.0.0", 0, 1, 0));
    address_book_free(b);
}

/* Anyone who comes from everywhere does not stay in memory: who is gone is forgotten. */
static void a_hundred_thousand_addresses(void **state)
{
    struct address_book *b = address_book_new();
    char text[NET_ADDRESS_SIZE];
    (void)state;
    struct address_entry *stays = address_enter(b, "9.9.9.9", 0, 1, 0);
    for (unsigned i = 0; i < 100000; i++) {
        snprintf(text, sizeof text, "10.%u.%u.%u", i >> 16, i >> 8 & 255, i & 255);
        struct address_entry *e = address_enter(b, text, i, 1, 1);
        assert_non_null(e);
        address_leave(b, e);
    }
    assert_null(address_enter(b, "10.0.0.1", 50, 1, 1));       /* still known */
    assert_non_null(address_enter(b, "10.1.134.0", 50, 1, 1)); /* came when the book was full */
    address_expire(b, 100000 + MINUTE);
    assert_null(address_enter(b, "9.9.9.9", 100000 + MINUTE, 1, 0)); /* is still here */
    address_leave(b, stays);
    assert_non_null(address_enter(b, "9.9.9.9", 100000 + MINUTE, 1, 0));
    address_book_free(b);
}

/* 600 an hour, but not at once: 120, then one every six seconds. */
static void charged_with_a_burst(void **state)
{
    struct address_book *b = address_book_new();
    uint64_t now = 1000;
    (void)state;
    struct address_entry *e = address_enter(b, "10.0.0.1", now, 0, 0);
    struct address_entry *other = address_enter(b, "10.0.0.2", now, 0, 0);
    for (int i = 0; i < 120; i++)
        assert_true(address_charge(e, now, 600, 120));
    assert_false(address_charge(e, now, 600, 120));
    assert_true(address_charge(other, now, 600, 120));
    address_leave(b, e);
    now += MINUTE - 1; /* gone, but not forgotten */
    address_expire(b, now + 5 * MINUTE);
    e = address_enter(b, "10.0.0.1", now, 0, 0);
    for (int i = 0; i < 9; i++)
        assert_true(address_charge(e, now, 600, 120));
    assert_false(address_charge(e, now, 600, 120));
    int made = 0;
    for (int i = 0; i < 3600; i++) {
        now += 1000;
        made += address_charge(e, now, 600, 120);
    }
    assert_int_equal(made, 600);
    for (int i = 0; i < 1000; i++)
        assert_true(address_charge(e, now, 0, 1));   /* no limit */
    assert_true(address_charge(other, now, 5, 120)); /* never more at once than in an hour */
    for (int i = 0; i < 4; i++)
        assert_true(address_charge(other, now, 5, 120));
    assert_false(address_charge(other, now, 5, 120));
    address_book_free(b);
}

static void a_mark_of_an_address(void **state)
{
    struct address_book *a = address_book_new(), *b = address_book_new();
    (void)state;
    uint32_t mark = address_mark(address_enter(a, "10.0.0.1", 0, 0, 0));
    assert_in_range(mark, 1, 65536);
    assert_int_equal(mark, address_mark(address_enter(b, "10.0.0.1", 0, 0, 0)));
    assert_int_not_equal(mark, address_mark(address_enter(b, "10.0.0.2", 0, 0, 0)));
    assert_int_equal(address_mark(address_enter(a, "2001:db8::1", 0, 0, 0)),
                     address_mark(address_enter(b, "2001:db8::2", 0, 0, 0)));
    address_book_free(a);
    address_book_free(b);
}

static void wrong_codes_are_remembered_for_a_minute(void **state)
{
    struct address_book *b = address_book_new();
    (void)state;
    struct address_entry *e = address_enter(b, "10.0.0.1", 0, 0, 0);
    struct tally *misses = address_misses(e);
    assert_int_equal(tally_now(misses, 2 * MINUTE, MINUTE), 0);
    misses->count = 60;
    address_leave(b, e); /* gone for long, but not forgotten */
    address_expire(b, 3 * MINUTE - 1);
    e = address_enter(b, "10.0.0.1", 3 * MINUTE - 1, 0, 0);
    assert_int_equal(tally_now(address_misses(e), 3 * MINUTE - 1, MINUTE), 60);
    struct address_entry *other = address_enter(b, "10.0.0.2", 3 * MINUTE - 1, 0, 0);
    assert_int_equal(tally_now(address_misses(other), 3 * MINUTE - 1, MINUTE), 0);
    assert_int_equal(tally_now(address_misses(e), 3 * MINUTE, MINUTE), 0);
    address_book_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_of_addresses),
        cmocka_unit_test(where_a_server_may_connect),
        cmocka_unit_test(so_many_at_once),
        cmocka_unit_test(so_many_a_minute),
        cmocka_unit_test(of_ipv6_the_net),
        cmocka_unit_test(a_hundred_thousand_addresses),
        cmocka_unit_test(charged_with_a_burst),
        cmocka_unit_test(a_mark_of_an_address),
        cmocka_unit_test(wrong_codes_are_remembered_for_a_minute),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
