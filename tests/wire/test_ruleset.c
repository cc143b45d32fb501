/*
 * test_ruleset.c - values as text, and rule sets written and read again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "mazo/rng.h"
#include "mazo/rules.h"
#include "text/near.h"
#include "say/rule_text.h"
#include "wire/ruleset.h"
#include "text/screen.h"

static void assert_same_rules(const struct mazo_rules *a, const struct mazo_rules *b)
{
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++)
        if (mazo_rules_get(a, rule) != mazo_rules_get(b, rule))
            fail_msg("%s differs", mazo_rule_info(rule)->name);
    assert_int_equal(a->sheet, b->sheet);
}

static uint32_t any_value(struct mazo_rng *rng, int rule)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    if (info->type == MAZO_TYPE_copies)
        return mazo_rng_below(rng, UINT32_C(1) << 30);
    return info->least + mazo_rng_below(rng, info->most - info->least + 1);
}

static void every_value_reads_back(void **state)
{
    (void)state;
    uint8_t seed[32];
    struct mazo_rng rng;
    mazo_seed_from_number(1, seed);
    mazo_rng_init(&rng, seed, true);
    for (int i = 0; i < 20000; i++) {
        int rule = i % MAZO_RULE_COUNT;
        uint32_t value = any_value(&rng, rule);
        uint32_t read = ~value;
        char buf[40];
        assert_in_range(rule_text_write(rule, value, buf, sizeof buf), 1, sizeof buf - 1);
        assert_true(rule_text_read(rule, buf, &read));
        assert_int_equal(read, value);
    }
}

static void what_is_no_value(void **state)
{
    (void)state;
    static const struct {
        int rule;
        const char *text;
    } bad[] = {
        {MAZO_RULE_stacking, ""},
        {MAZO_RULE_stacking, "yess"},
        {MAZO_RULE_stacking, "2"},
        {MAZO_RULE_hand_size, ""},
        {MAZO_RULE_hand_size, "0"},
        {MAZO_RULE_hand_size, "16"},
        {MAZO_RULE_hand_size, "+7"},
        {MAZO_RULE_hand_size, " 7"},
        {MAZO_RULE_hand_size, "7x"},
        {MAZO_RULE_hand_size, "4294967303"},
        {MAZO_RULE_draw, "0"},
        {MAZO_RULE_draw, "an"},
        {MAZO_RULE_numbers, "122222222"},
        {MAZO_RULE_numbers, "12222222222"},
        {MAZO_RULE_numbers, "1222222228"},
        {MAZO_RULE_numbers, "122222222 "},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint32_t value = 77;
        assert_false(rule_text_read(bad[i].rule, bad[i].text, &value));
        assert_int_equal(value, 77);
    }
}

static void words_in_any_case(void **state)
{
    (void)state;
    static const char *const yes[] = {"yes", "YES", "true", "On", "1", "si", "sí", "SÍ", "Sí"};
    uint32_t value = 0;
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++, value = 0) {
        assert_true(rule_text_read(MAZO_RULE_stacking, yes[i], &value));
        assert_int_equal(value, 1);
    }
    assert_true(rule_text_read(MAZO_RULE_wild_four, "No-Number", &value));
    assert_int_equal(value, MAZO_wild_four_no_number);
}

static void ranges(void **state)
{
    (void)state;
    char buf[80];
    rule_text_range(MAZO_RULE_drawn_card, TEXT_EN, buf, sizeof buf);
    assert_string_equal(buf, "keep, may or must");
    rule_text_range(MAZO_RULE_drawn_card, TEXT_ES, buf, sizeof buf);
    assert_string_equal(buf, "keep, may o must");
    assert_int_equal(rule_text_range(MAZO_RULE_drawn_card, TEXT_EN, buf, 6), 17);
    assert_string_equal(buf, "keep,");
}

/* From each sheet many times: change a few rows, and where that can be played write and read it. */
static void what_is_written_reads_back(void **state)
{
    (void)state;
    static char text[RULESET_TEXT_MAX];
    static struct ruleset_errors errors;
    uint8_t seed[32];
    struct mazo_rng rng;
    int tried = 0;
    mazo_seed_from_number(2, seed);
    mazo_rng_init(&rng, seed, true);
    for (int i = 0; i < 4000; i++) {
        struct mazo_rules rules = *mazo_rules_of_sheet(i % MAZO_SHEET_COUNT);
        struct mazo_rules read = *mazo_rules_of_sheet((i + 1) % MAZO_SHEET_COUNT);
        for (uint32_t n = mazo_rng_below(&rng, 6); n > 0; n--) {
            int rule = (int)mazo_rng_below(&rng, MAZO_RULE_COUNT);
            assert_true(mazo_rules_set(&rules, rule, any_value(&rng, rule)));
        }
        int length = ruleset_write(&rules, i % 2 ? TEXT_ES : TEXT_EN, text, sizeof text);
        assert_in_range(length, 1, sizeof text - 1);
        bool fine = mazo_rules_check(&rules, rules.seats) == MAZO_FAULT_none;
        assert_int_equal(ruleset_read(text, (size_t)length, 0, TEXT_EN, &read, &errors), fine);
        assert_int_equal(errors.count, !fine);
        assert_same_rules(&read, fine ? &rules : mazo_rules_of_sheet((i + 1) % MAZO_SHEET_COUNT));
        tried += fine;
    }
    assert_in_range(tried, 500, 4000);
}

/* The server reads a stranger's text no further than it has to; the command line tells all. */
static void only_the_first_error(void **state)
{
    (void)state;
    static char text[4 * 3000 + 1];
    static struct ruleset_errors errors;
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_DUELO);
    for (int i = 0; i < 3000; i++)
        memcpy(text + (size_t)i * 4, "a=b\n", 5);
    assert_false(ruleset_read(text, strlen(text), 0, TEXT_EN, &rules, &errors));
    assert_int_equal(errors.count, RULESET_ERRORS_MAX);
    assert_int_equal(errors.left_out, 3000 - RULESET_ERRORS_MAX);
    struct ruleset_error first = errors.at[0];
    assert_false(ruleset_read_first(text, strlen(text), 0, TEXT_EN, &rules, &errors));
    assert_int_equal(errors.count, 1);
    assert_int_equal(errors.left_out, 0);
    assert_int_equal(errors.at[0].line, 1);
    assert_string_equal(errors.at[0].message, first.message);
    assert_same_rules(&rules, mazo_rules_of_sheet(MAZO_SHEET_DUELO));
}

/* Each kind of error ends it, and lines without anything are still counted. */
static void the_first_error_wherever_it_is(void **state)
{
    static const struct {
        const char *text, *found;
        int line;
    } tries[] = {
        {"\n\n;x\n\nstackin = yes\nb = 1\n", "did you mean stacking?", 5},
        {"\n \n# x\n[x]\n[y]\n", "no [sections]", 4},
        {"nothing\nnothing\n", "this is not", 1},
        {"hand_size = 0\nhand_size = 0\n", "hand_size takes", 1},
        {"base = x\nbase = y\n", "base takes", 1},
        {"stacking = yes\n\nstacking = no\nx\n", "already set on line 1", 3},
        {"seats_max = 4\nseats = 5\n", "for 2 to 4 seats", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        static struct ruleset_errors errors;
        struct mazo_rules rules;
        const char *text = tries[i].text;
        assert_false(ruleset_read_first(text, strlen(text), 0, TEXT_EN, &rules, &errors));
        assert_int_equal(errors.count, 1);
        assert_int_equal(errors.at[0].line, tries[i].line);
        assert_non_null(strstr(errors.at[0].message, tries[i].found));
    }
}

static void writing_into_little_room(void **state)
{
    (void)state;
    static char text[RULESET_TEXT_MAX];
    char little[10];
    const struct mazo_rules *rules = mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    int length = ruleset_write(rules, TEXT_EN, text, sizeof text);
    assert_int_equal(ruleset_write(rules, TEXT_EN, little, sizeof little), length);
    assert_memory_equal(little, text, sizeof little - 1);
    assert_int_equal(little[sizeof little - 1], '\0');
}

static void nearest_words(void **state)
{
    (void)state;
    static const char *const known[] = {"stacking", "seats", "seats_max", "wilds"};
    static const struct {
        const char *typed, *best;
    } tries[] = {
        {"stackin", "stacking"},
        {"satcking", "stacking"},
        {"SEATS-MAX", "seats_max"},
        {"wild", "wilds"},
        {"stack", "stacking"},
        {"zebra", NULL},
        {"", NULL},
        {"s", NULL},
    };
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct text_near near;
        text_near_begin(&near, tries[i].typed);
        for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
            text_near_offer(&near, known[k]);
        if (tries[i].best) {
            assert_non_null(near.best);
            assert_string_equal(near.best, tries[i].best);
        } else {
            assert_null(near.best);
        }
    }
}

static void cleaning(void **state)
{
    (void)state;
    char buf[12];
    assert_string_equal(screen_clean("año 7", buf, sizeof buf), "año 7");
    assert_string_equal(screen_clean("a\x1b[2J\xff", buf, sizeof buf), "a?[2J?");
    assert_string_equal(screen_clean("0123456789abc", buf, sizeof buf), "01234567...");
    assert_string_equal(screen_clean("0123456ñ", buf, sizeof buf), "0123456...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_reads_back),
        cmocka_unit_test(what_is_no_value),
        cmocka_unit_test(words_in_any_case),
        cmocka_unit_test(ranges),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(only_the_first_error),
        cmocka_unit_test(the_first_error_wherever_it_is),
        cmocka_unit_test(writing_into_little_room),
        cmocka_unit_test(nearest_words),
        cmocka_unit_test(cleaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
