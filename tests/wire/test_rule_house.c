/*
 * test_rule_house.c - house rules get a name at every table, and a ≠ in the rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "say/rule_house.h"
#include "say/rule_say.h"
#include "say/rule_text.h"
#include "text/screen.h"

static struct mazo_rules table(int sheet, const char *settings)
{
    struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
    char copy[400], *rest = copy;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *one = strtok_r(copy, " ", &rest); one; one = strtok_r(NULL, " ", &rest)) {
        uint32_t value = 0;
        char *equals = strchr(one, '=');
        assert_non_null(equals);
        *equals = '\0';
        int rule = mazo_rule_by_name(one);
        assert_true(rule >= 0 && rule_text_read(rule, equals + 1, &value));
        assert_true(mazo_rules_set(&rules, rule, value));
    }
    return rules;
}

static void expect(int sheet, const char *settings, enum text_lang lang, int columns,
                   const char *wanted)
{
    struct mazo_rules rules = table(sheet, settings);
    char name[RULE_HOUSE_SIZE];
    rule_house_name(&rules, lang, columns, name, sizeof name);
    assert_string_equal(name, wanted);
}

static void tables_have_names(void **state)
{
    (void)state;
    expect(MAZO_SHEET_OFICIAL, "", TEXT_EN, 0, "oficial");
    expect(MAZO_SHEET_OFICIAL, "seven_zero=yes stacking=yes", TEXT_EN, 0,
           "oficial + stacking, 7-0");
    expect(MAZO_SHEET_OFICIAL, "seven_zero=yes stacking=yes", TEXT_ES, 0,
           "oficial + acumular, 7-0");
    expect(MAZO_SHEET_SIN_REVERSA, "stacking=no", TEXT_ES, 0, "sin-reversa + sin acumular");
    expect(MAZO_SHEET_OFICIAL, "uno_penalty=0", TEXT_EN, 0, "oficial + no UNO call");
    expect(MAZO_SHEET_OFICIAL, "uno_penalty=4", TEXT_EN, 0, "oficial + forgotten UNO: +4");
    expect(MAZO_SHEET_OFICIAL, "wilds=2 skips=0 target=200", TEXT_EN, 0,
           "oficial + to 200 points, other cards");
}

static void what_the_sheet_offers_is_no_house_rule(void **state)
{
    (void)state;
    expect(MAZO_SHEET_SIN_REVERSA, "scoring=quick", TEXT_EN, 0, "sin-reversa");
    expect(MAZO_SHEET_SIN_REVERSA, "scoring=quick target=200", TEXT_EN, 0, "sin-reversa");
    expect(MAZO_SHEET_OFICIAL, "scoring=hands", TEXT_EN, 0, "oficial");
    expect(MAZO_SHEET_OFICIAL, "scoring=quick", TEXT_EN, 0, "oficial + one round");
    expect(MAZO_SHEET_OFICIAL, "seats=6 seats_max=8 turn_clock=30", TEXT_EN, 0, "oficial");
}

static void names_fit_into_a_line(void **state)
{
    (void)state;
    static const char all[] = "stacking=yes seven_zero=yes jump_in=yes must_play=yes";
    expect(MAZO_SHEET_OFICIAL, all, TEXT_EN, 33, "oficial + stacking, 7-0, 2 more");
    expect(MAZO_SHEET_OFICIAL, all, TEXT_EN, 40, "oficial + stacking, 7-0, jump-in, 1 more");
    expect(MAZO_SHEET_OFICIAL, all, TEXT_EN, 45, "oficial + stacking, 7-0, jump-in, forced play");
    expect(MAZO_SHEET_OFICIAL, all, TEXT_EN, 26, "oficial + stacking, 3 more");
    expect(MAZO_SHEET_OFICIAL, all, TEXT_EN, 25, "oficial + …");
    struct mazo_rules rules = table(MAZO_SHEET_OFICIAL, all);
    for (int columns = 11; columns < 60; columns++) {
        char name[RULE_HOUSE_SIZE];
        rule_house_name(&rules, TEXT_ES, columns, name, sizeof name);
        assert_true(screen_width(name) <= columns);
    }
}

/* Whatever a rule is changed to has a name, in both languages. */
static void every_value_has_a_name(void **state)
{
    (void)state;
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        const struct mazo_rule_info *info = mazo_rule_info(rule);
        bool choice = info->type == MAZO_TYPE_flag || info->type == MAZO_TYPE_choice;
        bool aside = rule == MAZO_RULE_seats || rule == MAZO_RULE_seats_max ||
                     rule == MAZO_RULE_turn_clock;
        for (int sheet = 0; sheet < MAZO_SHEET_COUNT && !aside; sheet++) {
            for (uint32_t value = info->least; value <= info->most && (choice || value < 9);
                 value++) {
                struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
                char en[RULE_HOUSE_SIZE], es[RULE_HOUSE_SIZE];
                mazo_rules_set(&rules, rule, value);
                rule_house_list(&rules, TEXT_EN, 0, en, sizeof en);
                rule_house_list(&rules, TEXT_ES, 0, es, sizeof es);
                if (!!en[0] != rule_house_any(&rules) || !!es[0] != !!en[0] ||
                    (en[0] && strcmp(en, es) == 0 && strcmp(en, "7-0") != 0))
                    fail_msg("%s=%u: \"%s\", \"%s\"", info->name, (unsigned)value, en, es);
            }
        }
    }
}

/* ---- in the rules ---- */

struct heard {
    int house, stars, sentences; /* told first; marked; in all */
    bool open;                   /* in the section of house rules */
    bool lead;                   /* whose last sentence is followed by points */
    char first[1000];
};

static void hear(void *ctx, enum rule_say_part part, const char *ids, const char *text)
{
    struct heard *h = ctx;
    (void)ids;
    h->open = part == RULE_SAY_HOUSE || (h->open && part == RULE_SAY_SENTENCE);
    if (part == RULE_SAY_SENTENCE && h->open) {
        h->lead = text[strlen(text) - 1] == ':';
        h->house += !h->lead;
        assert_null(strstr(text, "≠"));
    } else if (part == RULE_SAY_SENTENCE) {
        h->sentences++;
        text += strncmp(text, "- ", 2) == 0 ? 2 : 0;
        h->stars += strncmp(text, "≠ ", strlen("≠ ")) == 0;
    } else if (part == RULE_SAY_TITLE) {
        snprintf(h->first, sizeof h->first, "%s", text);
    }
}

static struct heard listen(int sheet, const char *settings)
{
    struct mazo_rules rules = table(sheet, settings);
    struct heard h = {0};
    rule_say(&rules, TEXT_EN, NULL, hear, &h);
    assert_int_equal(h.house, h.stars);
    assert_false(h.lead);
    assert_true(h.sentences > 30);
    return h;
}

static void changed_sentences_come_first_and_are_marked(void **state)
{
    (void)state;
    assert_int_equal(listen(MAZO_SHEET_OFICIAL, "").stars, 0);
    assert_int_equal(listen(MAZO_SHEET_SIN_REVERSA, "scoring=quick").stars, 0);
    assert_int_equal(listen(MAZO_SHEET_OFICIAL, "turn_clock=30").stars, 0);
    assert_in_range(listen(MAZO_SHEET_OFICIAL, "jump_in=yes").stars, 1, 4);
    assert_int_equal(listen(MAZO_SHEET_OFICIAL, "target=200").stars, 1);
    assert_int_equal(listen(MAZO_SHEET_OFICIAL, "first_wild_four=counts").stars, 1);
    assert_int_equal(listen(MAZO_SHEET_DUELO, "scoring=hands").stars, 2);
    assert_int_equal(listen(MAZO_SHEET_PENAS, "scoring=quick").stars, 2);
    struct heard h = listen(MAZO_SHEET_OFICIAL, "stacking=yes seven_zero=yes");
    assert_true(h.stars > 3 && h.stars < 14);
    assert_ptr_equal(strstr(h.first, "oficial + stacking, 7-0: 112 cards"), h.first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_have_names),
        cmocka_unit_test(what_the_sheet_offers_is_no_house_rule),
        cmocka_unit_test(names_fit_into_a_line),
        cmocka_unit_test(every_value_has_a_name),
        cmocka_unit_test(changed_sentences_come_first_and_are_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
