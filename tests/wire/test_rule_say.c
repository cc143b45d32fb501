/*
 * test_rule_say.c - every rule of docs/sheets.md is told to players, under every sheet it is of.
 *
 * The ids and their sheets are those of tests/rules/ids.txt, whose path is the argument.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "mazo/mazo.h"
#include "say/rule_say.h"
#include "say/rule_text.h"

enum { LINE_MAX_BYTES = 400, IDS_MAX = 16 * 1024 };

static const char *ids_file;

/* What has been heard: the ids with a blank before and behind each, and the sentences. */
struct heard {
    char ids[IDS_MAX], text[4 * IDS_MAX];
    int groups, sentences;
};

static void hear(void *ctx, enum rule_say_part part, const char *ids, const char *text)
{
    struct heard *h = ctx;
    h->groups += part == RULE_SAY_GROUP;
    h->sentences += part == RULE_SAY_SENTENCE;
    size_t used = strlen(h->ids), length = strlen(h->text);
    snprintf(h->ids + used, sizeof h->ids - used, " %s ", ids);
    snprintf(h->text + length, sizeof h->text - length, "%s\n", text);
}

static void listen(const struct mazo_rules *rules, enum text_lang lang, struct heard *h)
{
    memset(h, 0, sizeof *h);
    rule_say(rules, lang, "x", hear, h);
}

static bool says(const struct mazo_rules *rules, const char *id)
{
    static struct heard h;
    char word[LINE_MAX_BYTES + 2];
    listen(rules, TEXT_EN, &h);
    snprintf(word, sizeof word, " %s ", id);
    return strstr(h.ids, word) != NULL;
}

static void set(struct mazo_rules *rules, const char *name, const char *value)
{
    uint32_t number = 0;
    int rule = mazo_rule_by_name(name);
    assert_true(rule >= 0 && rule_text_read(rule, value, &number));
    assert_true(mazo_rules_set(rules, rule, number));
}

/* House rules are told where they are in force; the flags among them nowhere else. */
static const struct {
    const char *id, *rule, *value;
    bool flag;
} house[] = {
    {"H-stacking", "stacking", "yes", true},
    {"H-seven-zero", "seven_zero", "yes", true},
    {"H-jump-in", "jump_in", "yes", true},
    {"H-draw-until", "draw_until_playable", "yes", true},
    {"H-must-play", "must_play", "yes", true},
    {"H-no-bluffing", "no_bluffing", "yes", true},
    {"H-uno-penalty", "uno_penalty", "4", false},
    {"H-hand-size", "hand_size", "5", false},
    {"H-turn-clock", "turn_clock", "30", true},
    {"H-teams", "teams", "yes", true},
};

static bool is_told(const char *id, int sheet)
{
    struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
    for (size_t i = 0; i < sizeof house / sizeof house[0]; i++) {
        if (strcmp(house[i].id, id) != 0) {
            continue;
        }
        if (house[i].flag && rules.sheet != MAZO_SHEET_SIN_REVERSA && says(&rules, id)) {
            return false;
        }
        if (strcmp(id, "H-no-bluffing") == 0) { /* where every Wild Draw Four is legal: refused */
            set(&rules, "wild_four", "no_color");
        }
        set(&rules, house[i].rule, house[i].value);
    }
    return says(&rules, id);
}

/* "all -sin-reversa", "oficial jackpot" */
static bool names_sheet(const char *words, int sheet)
{
    char name[40], without[41];
    snprintf(name, sizeof name, "%s", mazo_sheet_name(sheet));
    snprintf(without, sizeof without, "-%s", name);
    const char *left_out = strstr(words, without);
    const char *named = strstr(words, name);
    return (strncmp(words, "all", 3) == 0 && !left_out) || (named && !left_out);
}

static void every_id_has_its_sentence(void **state)
{
    (void)state;
    FILE *file = fopen(ids_file, "r");
    char line[LINE_MAX_BYTES];
    int seen = 0, missing = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        size_t length = strcspn(line, " \n");
        if (line[0] == '#' || length == 0) {
            continue;
        }
        line[length] = '\0';
        for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
            if (names_sheet(line + length + 1, sheet) && !is_told(line, sheet)) {
                print_message("# %s: no sentence says %s\n", mazo_sheet_name(sheet), line);
                missing++;
            }
        }
        seen++;
    }
    fclose(file);
    assert_true(seen > 70);
    assert_int_equal(missing, 0);
}

/* Every brace is a card of the deck, and behind it stand words. */
static void cards_are_of_the_deck(void **state)
{
    (void)state;
    static struct heard h;
    int marks = 0;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
            const struct mazo_rules *rules = mazo_rules_of_sheet(sheet);
            listen(rules, (enum text_lang)lang, &h);
            for (const char *at = h.text; (at = strchr(at, '{')); at++) {
                mazo_card card;
                size_t length = rule_say_mark(at, &card);
                assert_true(length > 0);
                assert_true(mazo_deck_copies(rules, card) > 0);
                assert_true(at[length] == ' ' || strncmp(at + length, "\u00a0", 2) == 0);
                marks++;
            }
            rule_say_words(h.text);
            assert_null(strpbrk(h.text, "{}"));
            assert_null(strstr(h.text, "  "));
        }
    }
    assert_true(marks > 100);
}

/* Both languages tell the same rules, and no group is empty. */
static void languages_agree(void **state)
{
    (void)state;
    static struct heard en, es;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        listen(mazo_rules_of_sheet(sheet), TEXT_EN, &en);
        listen(mazo_rules_of_sheet(sheet), TEXT_ES, &es);
        assert_string_equal(en.ids, es.ids);
        assert_int_equal(en.groups, es.groups);
        assert_int_equal(en.sentences, es.sentences);
        assert_true(en.sentences > 40 && strlen(en.text) + 1000 < sizeof en.text);
        assert_true(strlen(es.text) + 1000 < sizeof es.text);
    }
}

/* Words that must, or must not, be there under some rules; "!" before the latter. */
static void sentences_follow_the_rules(void **state)
{
    static const struct {
        const char *sheet, *rule, *value, *words;
    } cases[] = {
        {"sin-reversa", NULL, NULL, "Say UNO before you play"},
        {"oficial", NULL, NULL, "Say UNO as you play"},
        {"oficial", NULL, NULL,
         "Reverse: the direction of play changes. With two players you play"},
        {"sin-reversa", NULL, NULL, "!Reverse"},
        {"oficial", NULL, NULL, "Draw Two: the next player draws two cards and loses the turn."},
        {"oficial", "stacking", "yes", "draws two cards and loses the turn, or stacks."},
        {"oficial", NULL, NULL, "Skip: the player who would begin is skipped."},
        {"oficial", NULL, NULL, "When the draw pile is empty"},
        {"oficial", NULL, NULL, "challenger draws six"},
        {"oficial", "no_bluffing", "yes", "!challenger draws"},
        {"sin-reversa", NULL, NULL, "!challenger"},
        {"oficial", "stacking", "yes", "draws them and two more"},
        {"oficial", "uno_penalty", "0", "Nobody has to say UNO."},
        {"oficial", "uno_penalty", "0", "!Say UNO"},
        {"jackpot", "uno_penalty", "0", "!need no UNO"},
        {"oficial", "uno_penalty", "1", "Whoever is caught draws a card."},
        {"penas", NULL, NULL, "The cards for a Draw Two do not count."},
        {"penas", "stacking", "yes", "!The cards for a Draw Two do not count."},
        {"penas", NULL, NULL, "taken back and costs a card"},
        {"penas", "wrong_card", "0", "refused with the reason"},
        {"oficial", "scoring", "quick", "!Cards left in a hand are worth"},
        {"oficial", "scoring", "quick", "- The winner of a round scores"},
        {"oficial", "scoring", "quick", "!- The first without cards"},
        {"oficial", "teams", "yes", "what the other teams hold"},
        {"oficial", "must_play", "yes", "!even if you hold one that fits"},
        {"oficial", "target", "200", "reach 200 points"},
        {"sin-reversa", "must_play", "yes", "The card you draw goes into your hand"},
        {"sin-reversa", "draw_until_playable", "yes", "If the drawn card fits you may play it"},
        {"oficial", "wild_fours", "0", "!is legal when"},
        {"jackpot", "jackpots", "0", "!{YJ}"},
        {"jackpot", NULL, NULL, "Jackpot\u00a040"},
    };
    (void)state;
    static struct heard h;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct mazo_rules rules = *mazo_rules_of_sheet(mazo_sheet_by_name(cases[i].sheet));
        if (cases[i].rule) {
            set(&rules, cases[i].rule, cases[i].value);
        }
        listen(&rules, TEXT_EN, &h);
        bool absent = cases[i].words[0] == '!';
        if ((strstr(h.text, cases[i].words + absent) == NULL) != absent) {
            fail_msg("%s %s: %s", cases[i].sheet, cases[i].rule ? cases[i].rule : "",
                     cases[i].words);
        }
    }
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_id_has_its_sentence),
        cmocka_unit_test(cards_are_of_the_deck),
        cmocka_unit_test(languages_agree),
        cmocka_unit_test(sentences_follow_the_rules),
    };
    if (count != 2) {
        fprintf(stderr, "usage: test_rule_say IDS.TXT\n");
        return 1;
    }
    ids_file = words[1];
    return cmocka_run_group_tests_name("wire/test_rule_say", tests, NULL, NULL);
}
