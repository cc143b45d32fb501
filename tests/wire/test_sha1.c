/*
 * test_sha1.c - the digest against the published examples and every length around a block's end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "net/sha1.h"

static void hex_of(const void *data, size_t len, char out[2 * SHA1_SIZE + 1])
{
    uint8_t sum[SHA1_SIZE];
    sha1(data, len, sum);
    for (int i = 0; i < SHA1_SIZE; i++)
        sprintf(out + 2 * i, "%02x", sum[i]);
}

static void test_examples(void **state)
{
    (void)state;
    char hex[2 * SHA1_SIZE + 1];
    hex_of("", 0, hex);
    assert_string_equal(hex, "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    hex_of("abc", 3, hex);
    assert_string_equal(hex, "a9993e364706816aba3e25717850c26c9cd0d89d");
    char *million = malloc(1000000);
    assert_non_null(million);
    memset(million, 'a', 1000000);
    hex_of(million, 1000000, hex);
    assert_string_equal(hex, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    free(million);
}

/* The digests of 0 to 130 letters, one after the other, digested once more (hashlib says the same). */
static void test_lengths(void **state)
{
    (void)state;
    char hex[2 * SHA1_SIZE + 1], letters[130], all[131 * 2 * SHA1_SIZE + 1];
    memset(letters, 'x', sizeof letters);
    for (size_t len = 0; len <= sizeof letters; len++)
        hex_of(letters, len, all + len * 2 * SHA1_SIZE);
    hex_of(all, sizeof all - 1, hex);
    assert_string_equal(hex, "264556ac95806d1e869b3f1fad8691f6633bcdfa");
}

static void test_accept(void **state)
{
    (void)state;
    char out[WS_ACCEPT_SIZE];
    ws_accept_of("dGhlIHNhbXBsZSBub25jZQ==", out);
    assert_string_equal(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_accept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
