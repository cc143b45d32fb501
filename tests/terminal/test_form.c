/*
 * test_form.c - the form of rules has every row of the matrix, and says what contradicts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "session/setup.h"
#include "terminal/pages/form.h"
#include "terminal/screen/term.h"
#include "say/rule_say.h"
#include "say/rule_text.h"

static struct page page;

static struct form form_of(int sheet, enum text_lang lang)
{
    struct form f;
    const struct mazo_rules *rules = mazo_rules_of_sheet(sheet);
    form_init(&f, lang, rules, rules->seats);
    return f;
}

/* The form as it is drawn, all blanks and line ends as one blank: lines may be broken. */
static const char *drawn(struct form *f, int rows, int columns)
{
    static char text[CANVAS_ROWS_MAX * CANVAS_COLUMNS_MAX * 4];
    struct term *term = term_script("", ".", rows, columns);
    page_init(&page, term, f->lang);
    form_draw(f, &page);
    canvas_dump(&page.canvas, text, sizeof text);
    term->close(term);
    char *to = text;
    for (const char *from = text; *from; from++) {
        bool blank = *from == ' ' || *from == '\n';
        if (!blank || (to > text && to[-1] != ' '))
            *to++ = blank ? ' ' : *from;
    }
    *to = '\0';
    return text;
}

static void assert_drawn(struct form *f, const char *what)
{
    if (!strstr(drawn(f, 40, 120), what))
        fail_msg("\"%s\" is not in:\n%s", what, drawn(f, 40, 120));
}

/* Down through the form: every row comes, with its sentence and value, in both languages. */
static void every_row_is_there(void **state)
{
    (void)state;
    for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
        struct form f = form_of(MAZO_SHEET_JACKPOT, (enum text_lang)lang);
        static const uint8_t first[] =
            {MAZO_RULE_stacking, MAZO_RULE_jump_in, MAZO_RULE_seven_zero,
             MAZO_RULE_draw_until_playable,
             MAZO_RULE_no_bluffing}; /* what most tables ask for */
        uint8_t seen[MAZO_RULE_COUNT] = {0};
        for (int place = 0; place <= MAZO_RULE_COUNT; place++) {
            char text[FORM_MESSAGE_MAX];
            int rule = f.rule;
            if (rule == FORM_MORE) { /* the rest is closed until it is opened */
                assert_int_equal(place, sizeof first);
                assert_null(strstr(drawn(&f, 40, 120), text_in(f.lang, form_group_at(place + 1))));
                assert_true(form_key(&f, TERM_DOWN));
                assert_int_equal(f.rule, FORM_MORE);
                assert_true(form_key(&f, TERM_ENTER) && form_key(&f, TERM_DOWN));
                continue;
            }
            assert_true(place >= (int)sizeof first || rule == first[place]);
            assert_int_equal(seen[rule]++, 0);
            snprintf(text, sizeof text, "%s", text_in(f.lang, mazo_rule_info(rule)->sentence));
            rule_say_capital(text);
            assert_drawn(&f, text);
            assert_drawn(&f, text_in(f.lang, form_group_at(place)));
            form_value(f.lang, rule, mazo_rules_get(&f.rules, rule), text, sizeof text);
            assert_drawn(&f, text);
            assert_true(form_key(&f, TERM_DOWN));
        }
        assert_int_equal(f.rule, form_rule_at(MAZO_RULE_COUNT));
    }
}

/* Every word and flag by the arrows, every number at its ends; `d` brings the sheet's back. */
static void every_value_can_be_set(void **state)
{
    (void)state;
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        const struct mazo_rule_info *info = mazo_rule_info(rule);
        struct form f = form_of(MAZO_SHEET_PENAS, TEXT_ES);
        uint32_t first = mazo_rules_get(&f.rules, rule);
        f.rule = rule;
        if (info->type == MAZO_TYPE_flag || info->type == MAZO_TYPE_choice) {
            for (uint32_t i = 0; i <= info->most - info->least; i++) {
                uint32_t before = mazo_rules_get(&f.rules, rule);
                assert_true(form_key(&f, TERM_RIGHT));
                assert_int_not_equal(mazo_rules_get(&f.rules, rule), before);
            }
            assert_int_equal(mazo_rules_get(&f.rules, rule), first); /* all the way round */
            assert_true(form_key(&f, TERM_LEFT));
        } else if (info->type == MAZO_TYPE_number) {
            char text[20];
            snprintf(text, sizeof text, "%lu", (unsigned long)info->most);
            assert_true(form_set(&f, text));
            assert_true(form_key(&f, TERM_RIGHT));
            assert_int_equal(mazo_rules_get(&f.rules, rule), info->most);
            assert_true(form_key(&f, TERM_LEFT));
            assert_true(mazo_rules_get(&f.rules, rule) < info->most);
            snprintf(text, sizeof text, "%lu", (unsigned long)info->most + 1);
            assert_false(form_set(&f, text));
            assert_true(f.message[0] != '\0');
        } else {
            assert_true(form_set(&f, "1111122222"));
            assert_false(form_set(&f, "12"));
        }
        assert_int_equal(setup_changes(&f.rules), mazo_rules_get(&f.rules, rule) != first);
        assert_true(form_key(&f, 'd'));
        assert_int_equal(mazo_rules_get(&f.rules, rule), first);
    }
}

/* Change every row that can be changed alone, save, open: the same rules again. */
static void round_trip_through_a_file(void **state)
{
    (void)state;
    static const char path[] = "./test_form.ini";
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
            struct form f = form_of(sheet, sheet % 2 ? TEXT_EN : TEXT_ES);
            struct form again = form_of(MAZO_SHEET_DUELO, TEXT_EN);
            f.rule = rule;
            form_key(&f, TERM_RIGHT);
            if (!setup_changes(&f.rules))
                form_key(&f, TERM_LEFT);
            if (mazo_rules_check(&f.rules, f.seats) != MAZO_FAULT_none)
                continue;
            again.seats = f.seats;
            assert_true(form_save(&f, path));
            if (!form_load(&again, path))
                fail_msg("%s", again.message);
            for (int i = 0; i < MAZO_RULE_COUNT; i++)
                assert_int_equal(mazo_rules_get(&f.rules, i), mazo_rules_get(&again.rules, i));
            assert_int_equal(f.rules.sheet, again.rules.sheet);
        }
    }
    remove(path);
}

static void files_that_are_none(void **state)
{
    (void)state;
    struct form f = form_of(MAZO_SHEET_OFICIAL, TEXT_EN);
    struct mazo_rules before = f.rules;
    assert_false(form_load(&f, "./there/is/no/such.ini"));
    assert_true(f.message[0] != '\0');
    assert_false(form_save(&f, "./there/is/no/such.ini"));
    assert_true(f.message[0] != '\0');
    assert_memory_equal(&f.rules, &before, sizeof before);
}

/* Ways into contradictions, by the names of rule-set files: the form says the sentence. */
static void contradictions_are_shown(void **state)
{
    (void)state;
    static const struct {
        int sheet, seats;
        const char *rule, *value;
        enum mazo_rules_fault fault;
    } cases[] = {
        {MAZO_SHEET_OFICIAL, 3, "teams", "yes", MAZO_FAULT_teams_seats},
        {MAZO_SHEET_SIN_REVERSA, 4, "no_bluffing", "yes", MAZO_FAULT_no_bluff},
        {MAZO_SHEET_OFICIAL, 4, "jackpots", "2", MAZO_FAULT_rule_cards_missing},
        {MAZO_SHEET_OFICIAL, 4, "rule_cards", "8", MAZO_FAULT_rule_cards_idle},
        {MAZO_SHEET_JACKPOT, 8, "rule_cards", "7", MAZO_FAULT_rule_cards_few},
        {MAZO_SHEET_OFICIAL, 10, "hand_size", "15", MAZO_FAULT_deck_small},
        {MAZO_SHEET_OFICIAL, 4, "numbers", "7777777777", MAZO_FAULT_deck_big},
        {MAZO_SHEET_JACKPOT, 9, "hand_size", "5", MAZO_FAULT_seats},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
            struct form f;
            char text[FORM_MESSAGE_MAX];
            form_init(&f, (enum text_lang)lang, mazo_rules_of_sheet(cases[i].sheet),
                      cases[i].seats);
            f.rule = mazo_rule_by_name(cases[i].rule);
            assert_true(form_set(&f, cases[i].value));
            assert_int_equal(mazo_rules_check(&f.rules, f.seats), cases[i].fault);
            snprintf(text, sizeof text, "%s.",
                     text_in(f.lang, mazo_rules_fault_text(cases[i].fault)));
            rule_say_capital(text);
            assert_drawn(&f, text);
        }
    }
}

/* Through the page: rules that contradict each other are not taken along. */
static void run(const char *keys, struct mazo_rules *rules, int seats)
{
    struct term *term = term_script(keys, ".", 24, 80);
    page_init(&page, term, TEXT_EN);
    form_run(&page, rules, seats);
    term->close(term);
}

/* A title that reaches what stands on the right ends before it. */
static void a_long_title_is_cut(void **state)
{
    (void)state;
    static char text[4000];
    struct term *term = term_script("", ".", 24, 80);
    page_init(&page, term, TEXT_EN);
    page_begin(&page, "2026-11-18-170438-sin-reversa.mazo · sin-reversa · a long title");
    page_title_right(&page, "round 1 of 1 · step 18 of 28");
    canvas_dump(&page.canvas, text, sizeof text);
    assert_non_null(strstr(text, "… round 1 of 1"));
    term->close(term);
}

static void leaving_the_form(void **state)
{
    (void)state;
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    run("<end><right><end><right><esc><down><enter>", &rules, 3); /* teams, with three */
    assert_int_equal(setup_changes(&rules), 0);
    run("<end><right><end><right><esc>", &rules, 4);
    assert_int_equal(rules.teams, 1);
    run("<end><right><end><up><enter><backspace><backspace><backspace>250<enter><esc>", &rules, 4);
    assert_int_equal(rules.target, 250);
    run("<end><right><end><up><enter><backspace><backspace><backspace>2<enter><esc>", &rules, 4);
    assert_int_equal(rules.target, 250); /* 2 is not a target */
    run("D<esc>", &rules, 4);
    assert_int_equal(setup_changes(&rules), 0);
}

static void the_mouse(void **state)
{
    (void)state;
    struct form f = form_of(MAZO_SHEET_OFICIAL, TEXT_EN);
    assert_true(form_key(&f, PAGE_PICK + MAZO_RULE_jump_in));
    assert_int_equal(f.rule, MAZO_RULE_jump_in);
    assert_int_equal(f.rules.jump_in, 0);
    assert_true(form_key(&f, PAGE_PICK + MAZO_RULE_jump_in)); /* once more: change it */
    assert_int_equal(f.rules.jump_in, 1);
    assert_true(form_key(&f, PAGE_PICK + MAZO_RULE_target));
    assert_false(form_key(&f, PAGE_PICK + MAZO_RULE_target)); /* a number is typed */
    /* The rows are where they seem to be. */
    drawn(&f, 24, 80);
    int found = 0;
    for (int i = 0; i < page.area_count; i++)
        found += page.area[i].key == PAGE_PICK + MAZO_RULE_target;
    assert_int_equal(found, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_there),        cmocka_unit_test(every_value_can_be_set),
        cmocka_unit_test(round_trip_through_a_file), cmocka_unit_test(files_that_are_none),
        cmocka_unit_test(contradictions_are_shown),  cmocka_unit_test(a_long_title_is_cut),
        cmocka_unit_test(leaving_the_form),          cmocka_unit_test(the_mouse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
