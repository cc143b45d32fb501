/*
 * test_fair.c - the fair shuffle: what sha256sum says, and what a file keeps of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "table/helper.h"
#include "wire/fair.h"
#include "say/notation.h"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define ABABS "abababababababababababababababababababababababababababababababab"

/* printf 'mazo secret 1\n000…0\n' | sha256sum */
#define COMMITMENT "ec9a87316bd2496d6ff81deba5d9728742b7c0d28894167018eb71aaf18f287d"

/* printf 'mazo seed 1\n000…0\nabab…\n\n' | sha256sum */
#define SEED "f1d40bb9dbe2b623f2e56b92c04d7dece3b8b4c95814c1af0b3750742703e74c"

/* The same by rule 2: printf 'mazo salt 2\nabab…\n' | sha256sum */
#define HASH "ab8ad1b64f80339cbcfbc8c5afa34f1e4e13e5085e0129e21b6f2e88f0d8a724"

/* printf 'mazo deal 2\n%s\n%s\n%s\n\n' "$ABOUT" ec9a…287d ab8a…a724 | sha256sum */
#define ABOUT                                                                                      \
    "\"rules\":\"oficial\",\"revision\":3,"                                                        \
    "\"options\":{\"target\":50,\"stacking\":\"no\",\"jump_in\":true}"
#define DEAL "701454affbf8c456b6f14165707e3e067202bf191b8f419ad3b0a86e0563b4e8"

/* printf 'mazo seed 2\n000…0\nabab…\n\n' | sha256sum */
#define SEED_2 "66d9eaa3b5432eea48d233d22218f6b69721b66a165b9f04b3603920f40cb6e0"

static struct fair known(void)
{
    return (struct fair){.is_there = true,
                         .rule = 1,
                         .commitment = COMMITMENT,
                         .secret = ZEROS,
                         .seats = 2,
                         .salt = {ABABS, ""}};
}

static void as_sha256sum_says(void **state)
{
    (void)state;
    struct fair f = known();
    char hex[FAIR_HEX];
    uint8_t seed[FAIR_SIZE];
    fair_commit(f.secret, hex);
    assert_string_equal(hex, COMMITMENT);
    fair_seed(&f, seed);
    say_seed_write(seed, hex);
    assert_string_equal(hex, SEED);
    assert_true(fair_keeps_promise(&f));
    assert_true(fair_makes(&f, seed));
    f.salt[1][0] = '0'; /* anything of it is another: another seed */
    assert_false(fair_makes(&f, seed));
    f = known();
    f.seats = 3;
    assert_false(fair_makes(&f, seed));
    f = known();
    f.secret[63] = '1';
    assert_false(fair_keeps_promise(&f));
    assert_false(fair_makes(&f, seed));
}

static struct fair known_2(void)
{
    struct fair f = known();
    f.rule = 2;
    memcpy(f.hash[0], HASH, sizeof HASH);
    return f;
}

static void as_sha256sum_says_by_rule_2(void **state)
{
    (void)state;
    struct fair f = known_2();
    char hex[FAIR_HEX];
    uint8_t seed[FAIR_SIZE];
    fair_hash_salt(ABABS, hex);
    assert_string_equal(hex, HASH);
    fair_seal(&f, "{" ABOUT "}");
    assert_string_equal(f.deal, DEAL);
    fair_seed(&f, seed);
    say_seed_write(seed, hex);
    assert_string_equal(hex, SEED_2);
    assert_true(fair_checks(&f, seed));
    /* Whatever the deal code stands for, another of it is another code. */
    struct fair other = known_2();
    fair_seal(&other, "{}");
    assert_string_not_equal(other.deal, DEAL);
    other = known_2();
    other.seats = 3;
    fair_seal(&other, "{" ABOUT "}");
    assert_string_not_equal(other.deal, DEAL);
    other = known_2();
    memcpy(other.hash[1], HASH, sizeof HASH);
    fair_seal(&other, "{" ABOUT "}");
    assert_string_not_equal(other.deal, DEAL);
}

/* Every hash is that of a salt, and every salt has its hash. */
static void a_hash_and_its_salt(void **state)
{
    (void)state;
    struct fair f = known_2();
    assert_true(fair_opens(&f));
    memcpy(f.salt[0], ZEROS, sizeof ZEROS);
    assert_false(fair_opens(&f));
    f.salt[0][0] = '\0';
    assert_false(fair_opens(&f));
    f = known_2();
    memcpy(f.salt[1], ABABS, sizeof ABABS);
    assert_false(fair_opens(&f));
    memcpy(f.hash[1], HASH, sizeof HASH);
    assert_true(fair_opens(&f));
    f.rule = 1; /* which knows no hashes */
    f.hash[0][0] = 'x';
    assert_true(fair_opens(&f));
}

static void every_secret_is_another(void **state)
{
    (void)state;
    struct fair a, b;
    fair_begin(&a);
    fair_begin(&b);
    assert_true(a.is_there);
    assert_true(fair_is_salt(a.secret));
    assert_true(fair_keeps_promise(&a));
    assert_string_not_equal(a.secret, b.secret);
    assert_string_not_equal(a.commitment, b.commitment);
}

static void what_is_a_salt(void **state)
{
    (void)state;
    assert_true(fair_is_salt(ZEROS));
    assert_true(fair_is_salt(SEED));
    assert_true(fair_is_salt("ABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB"));
    assert_false(fair_is_salt(""));
    assert_false(fair_is_salt(ZEROS "0"));
    assert_false(fair_is_salt(&ZEROS[1]));
    assert_false(fair_is_salt("g000000000000000000000000000000000000000000000000000000000000000"));
}

/* A match whose seed is made of it: the first line says so, and the file replays. */
static void file_of(struct fair f, const char *text)
{
    static struct match_reader m;
    static struct wire_opening opening;
    struct bench *b = bench_new(&table_pace_none, 1);
    mazo_position_init(&opening.position, mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2);
    opening.has_seed = true;
    fair_seed(&f, opening.position.seed);
    b->table.fair = &f;
    assert_true(table_open(&b->table, WIRE_NEW, &opening, b->now, &bench_why));
    b->table.fair = NULL;
    bench_play(b, 30);
    assert_non_null(strstr(b->log, text));
    match_begin(&m, TEXT_EN, b->log, b->len);
    while (match_next(&m) == MATCH_STEP) {
    }
    assert_int_equal(m.commands, b->table.commands);
    assert_int_equal(m.fair.seats, f.seats);
    assert_string_equal(m.fair.commitment, f.commitment);
    assert_string_equal(m.fair.secret, f.secret);
    assert_memory_equal(m.fair.salt, f.salt, sizeof f.salt);
    assert_memory_equal(m.fair.hash, f.hash, sizeof f.hash);
    assert_true(fair_checks(&m.fair, opening.position.seed));
    assert_int_equal(m.fair.deal[0] != '\0', f.rule == 2);
    bench_free(b);
}

static void the_file_keeps_it(void **state)
{
    (void)state;
    file_of(known(), "\"fair\":{\"commitment\":\"" COMMITMENT "\",\"secret\":\"" ZEROS
                     "\",\"salts\":[\"" ABABS "\",null]}");
    file_of(known_2(), "\"fair\":{\"rule\":2,\"commitment\":\"" COMMITMENT "\",\"secret\":\"" ZEROS
                       "\",\"hashes\":[\"" HASH "\",null],\"salts\":[\"" ABABS "\",null]}");
}

/* Read a line with this under "fair". */
static bool reads(const char *what, struct fair *f)
{
    char line[1000];
    struct wire_error why = {.word = "ok"};
    int len = snprintf(line, sizeof line, "{\"do\":\"new\",%s%s}", ABOUT, what);
    bool fine = fair_read(TEXT_ES, line, (size_t)len, f, &why);
    assert_true(fine || (strcmp(why.word, "bad_match") == 0 && why.message[0]));
    return fine;
}

#define FAIR(commitment, salts)                                                                    \
    ",\"fair\":{\"commitment\":" commitment ",\"secret\":\"" ZEROS "\",\"salts\":" salts "}"

static void what_is_damaged_is_refused(void **state)
{
    (void)state;
    static struct fair f;
    assert_true(reads("", &f));
    assert_false(f.is_there);
    assert_true(reads(FAIR("\"" COMMITMENT "\"", "[null,null]"), &f));
    assert_true(f.is_there);
    assert_int_equal(f.seats, 2);
    assert_true(
        reads(FAIR("\"ABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABABAB\"", "[]"),
              &f));
    assert_string_equal(f.commitment, ABABS); /* the seed is made of lower case */
    assert_false(reads(",\"fair\":7", &f));
    assert_false(reads(",\"fair\":null", &f));
    assert_false(reads(",\"fair\":{}", &f));
    assert_false(reads(FAIR("\"\"", "[]"), &f));
    assert_false(reads(FAIR("7", "[]"), &f));
    assert_false(reads(FAIR("\"" COMMITMENT "\"", "7"), &f));
    assert_false(reads(FAIR("\"" COMMITMENT "\"", "[\"\"]"), &f));
    assert_false(reads(FAIR("\"" COMMITMENT "\"", "[0,0,0]"), &f));
    assert_false(reads(FAIR("\"" COMMITMENT "\"", "[null,null,null,null,null,null,null,null,null,"
                                                  "null,null]"),
                       &f));
}

#define FAIR_2(rule, hashes, salts)                                                                \
    ",\"fair\":{\"rule\":" rule ",\"commitment\":\"" COMMITMENT "\",\"secret\":\"" ZEROS           \
    "\",\"hashes\":" hashes ",\"salts\":" salts "}"

static void what_is_damaged_is_refused_by_rule_2(void **state)
{
    (void)state;
    static struct fair f;
    assert_true(reads(FAIR_2("2", "[\"" HASH "\",null]", "[\"" ABABS "\",null]"), &f));
    assert_int_equal(f.rule, 2);
    assert_string_equal(f.deal, DEAL);
    assert_true(reads(FAIR_2("1", "7", "[]"), &f)); /* which knows no hashes */
    assert_string_equal(f.deal, "");
    assert_false(reads(FAIR_2("3", "[]", "[]"), &f));
    assert_false(reads(FAIR_2("0", "[]", "[]"), &f));
    assert_false(reads(FAIR_2("null", "[]", "[]"), &f));
    assert_false(reads(FAIR_2("\"2\"", "[]", "[]"), &f));
    assert_false(reads(FAIR_2("2", "7", "[]"), &f));
    assert_false(reads(FAIR_2("2", "[null]", "[]"), &f));
    assert_false(reads(FAIR_2("2", "[\"\"]", "[null]"), &f));
    assert_false(reads(FAIR("\"" COMMITMENT "\"", "[],\"rule\":2"), &f));
    /* And without the rules it was for. */
    struct wire_error why;
    const char *line = "{\"do\":\"new\",\"rules\":\"oficial\",\"options\":{}" FAIR_2("2", "[]",
                                                                                     "[]") "}";
    assert_false(fair_read(TEXT_EN, line, strlen(line), &f, &why));
    line = "{\"do\":\"new\",\"rules\":\"oficial\",\"revision\":1,\"options\":{\"a\":[]}" FAIR_2(
        "2", "[]", "[]") "}";
    assert_false(fair_read(TEXT_EN, line, strlen(line), &f, &why));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_sha256sum_says),
        cmocka_unit_test(as_sha256sum_says_by_rule_2),
        cmocka_unit_test(a_hash_and_its_salt),
        cmocka_unit_test(every_secret_is_another),
        cmocka_unit_test(what_is_a_salt),
        cmocka_unit_test(the_file_keeps_it),
        cmocka_unit_test(what_is_damaged_is_refused),
        cmocka_unit_test(what_is_damaged_is_refused_by_rule_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
