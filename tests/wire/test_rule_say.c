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

/* Words that must, or must not, be there under some rules, in both languages; "!" before the
 * latter. NULL: not looked for. */
static const struct {
    const char *sheet, *rules, *en, *es;
} cases[] = {
    {"sin-reversa", "", "Say UNO before you play", NULL},
    {"oficial", "", "Say UNO as you play", NULL},
    {"oficial", "", "Reverse: the direction of play changes. With two players you play", NULL},
    {"sin-reversa", "", "!Reverse", NULL},
    {"oficial", "", "Draw Two: the next player draws two cards and loses the turn.", NULL},
    {"oficial", "stacking=yes", "draws two cards and loses the turn, or stacks.", NULL},
    {"oficial", "", "Skip: the player who would begin is skipped.", NULL},
    {"oficial", "", "When the draw pile is empty", NULL},
    {"oficial", "", "challenger draws six", NULL},
    {"oficial", "no_bluffing=yes", "!challenger draws", NULL},
    {"sin-reversa", "", "!challenger", NULL},
    {"oficial", "stacking=yes", "draws them and two more", NULL},
    {"oficial", "uno_penalty=0", "Nobody has to say UNO.", NULL},
    {"oficial", "uno_penalty=0", "!Say UNO", NULL},
    {"jackpot", "uno_penalty=0", "!need no UNO", NULL},
    {"oficial", "uno_penalty=1", "Whoever is caught draws a card.", NULL},
    {"penas", "", "The cards for a Draw Two do not count.", NULL},
    {"penas", "stacking=yes", "!The cards for a Draw Two do not count.", NULL},
    {"penas", "", "taken back and costs a card", NULL},
    {"penas", "wrong_card=0", "refused with the reason", NULL},
    {"oficial", "scoring=quick", "!Cards left in a hand are worth", NULL},
    {"oficial", "scoring=quick", "- The winner of a round scores", NULL},
    {"oficial", "scoring=quick", "!- The first without cards", NULL},
    {"oficial", "teams=yes", "what the other teams hold", NULL},
    {"oficial", "must_play=yes", "!even if you hold one that fits", NULL},
    {"oficial", "target=200", "reach 200 points", NULL},
    {"sin-reversa", "must_play=yes", "The card you draw goes into your hand", NULL},
    {"sin-reversa", "draw_until_playable=yes", "If the drawn card fits you may play it", NULL},
    {"oficial", "wild_fours=0", "!is legal when", NULL},
    {"jackpot", "jackpots=0", "!{YJ}", NULL},
    {"jackpot", "", "Jackpot\u00a040", NULL},
    /* a bluff needs a card that fits, so "you may draw instead" was never true */
    {"penas", "", "!does not count as one", "!no cuenta como tal"},
    {"oficial", "must_play=yes", "!does not count as one", "!no cuenta como tal"},
    /* jackpot: which cards pull the lever, who is next, what nobody draws for */
    {"jackpot", "", "Whoever plays a Jackpot card on their turn",
     "Quien juega una carta Jackpot en su turno"},
    {"jackpot", "", "played in a run pulls nothing", "en una tanda, no mueve la palanca"},
    {"jackpot", "", "the player after you draws, and loses their next turn",
     "roba por ellos y pierde su próximo turno"},
    {"jackpot", "", "the player after the one who pulled the lever",
     "detrás de quien tiró de la palanca"},
    {"jackpot", "", "in it are for the player after you",
     "son para el jugador que va después de ti"},
    {"jackpot", "", "!The next player takes the combined", "!El siguiente jugador sufre"},
    {"jackpot", "", "given for a rule card nobody draws", "por una carta de regla no roba nadie"},
    {"jackpot", "last_card_draws=no", "!rule card nobody draws", "!regla no roba nadie"},
    {"jackpot", "", "never yourself", "nunca tú"},
    {"jackpot", "", "a Reverse gives you no second turn", "una Reversa no te da otro turno"},
    {"jackpot", "", "(8)\u00a0High-five everyone", "(6)\u00a0Cacarea"},
    {"jackpot", "", "- You give cards to another player", "- Das cartas a otro jugador"},
    {"jackpot", "", "- Everybody else draws cards. You lose", "Pierdes tu próximo turno. Cambia"},
    {"jackpot", "", "Nobody checks it", "Nadie lo comprueba"},
    {"jackpot", "stacking=yes", "nobody can stack on them", "nadie puede acumular sobre ellas"},
    {"jackpot", "", "!nobody can stack on them", "!nadie puede acumular sobre ellas"},
    {"jackpot", "seven_zero=yes", "moves no hands", "no mueve ninguna mano"},
    {"oficial", "seven_zero=yes", "!moves no hands", "!no mueve ninguna mano"},
    /* NEW */
};

/* "stacking=yes teams=yes" */
static void set_all(struct mazo_rules *rules, const char *text)
{
    char copy[LINE_MAX_BYTES], *rest = copy, *word;
    snprintf(copy, sizeof copy, "%s", text);
    while ((word = strtok_r(rest, " ", &rest))) {
        char *value = strchr(word, '=');
        assert_non_null(value);
        *value = '\0';
        set(rules, word, value + 1);
    }
}

static void sentences_follow_the_rules(void **state)
{
    (void)state;
    static struct heard h;
    int wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct mazo_rules rules = *mazo_rules_of_sheet(mazo_sheet_by_name(cases[i].sheet));
        set_all(&rules, cases[i].rules);
        for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
            const char *words = lang == TEXT_ES ? cases[i].es : cases[i].en;
            listen(&rules, (enum text_lang)lang, &h);
            bool absent = words && words[0] == '!';
            if (words && (strstr(h.text, words + absent) == NULL) != absent) {
                print_message("# %s %s: %s\n", cases[i].sheet, cases[i].rules, words);
                wrong++;
            }
        }
    }
    assert_int_equal(wrong, 0);
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
