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
#include "say/rule_notes.h"
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
        if (strcmp(house[i].id, id) != 0)
            continue;
        if (house[i].flag && rules.sheet != MAZO_SHEET_SIN_REVERSA && says(&rules, id))
            return false;
        if (strcmp(id, "H-no-bluffing") == 0) /* where every Wild Draw Four is legal: refused */
            set(&rules, "wild_four", "no_color");
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
        if (line[0] == '#' || length == 0)
            continue;
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
    {"oficial", "stacking=yes", "the next player stacks (explained below), or draws two", NULL},
    {"oficial", "", "Skip: the player who would begin is skipped.", NULL},
    {"oficial", "", "When the draw pile is empty", NULL},
    {"oficial", "", "challenger draws six", NULL},
    {"oficial", "no_bluffing=yes", "!challenger draws", NULL},
    {"sin-reversa", "", "!challenger", NULL},
    {"oficial", "stacking=yes", "draws them and two more", NULL},
    {"oficial", "uno_penalty=0", "Nobody has to say UNO.", NULL},
    {"oficial", "uno_penalty=0", "!Say UNO", NULL},
    {"jackpot", "uno_penalty=0", "!need no UNO", NULL},
    {"oficial", "uno_penalty=1", "A player who is caught without UNO draws a card.", NULL},
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
    {"jackpot", "", "A player who plays a Jackpot card on their turn",
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
    {"oficial", "seven_zero=yes", "!run, moves no hands", "!tanda, no mueve ninguna mano"},
    /* house rules together */
    {"oficial", "jump_in=yes", "has done nothing yet and no cards are due",
     "y no haya cartas pendientes de robar, cualquiera"},
    {"oficial", "jump_in=yes", "even the player who has just played",
     "incluso quien acaba de jugar"},
    {"oficial", "jump_in=yes", "A jump-in also ends the time to catch",
     "se cuela, también se acaba"},
    {"sin-reversa", "jump_in=yes", "!A jump-in also ends", "!también se acaba el tiempo"},
    {"oficial", "jump_in=yes", "you can say UNO only together with the card",
     "solo puedes decir UNO junto con la carta"},
    {"oficial", "must_play=yes stacking=yes", "nobody has to stack",
     "nadie está obligado a acumular"},
    {"oficial", "must_play=yes", "!nobody has to stack", "!obligado a acumular"},
    {"oficial", "must_play=yes", "!If you do not play it", "!Si no la juegas"},
    {"oficial", "must_play=yes", "If it does not fit, you keep it", "Si no encaja, te la quedas"},
    {"oficial", "scoring=quick teams=yes", "!points add up", "!puntos se suman"},
    {"oficial", "scoring=quick teams=yes", "When one of them wins, both do",
     "gana uno, ganan los dos"},
    {"oficial", "teams=yes", "Their points add up", "Sus puntos se suman"},
    {"oficial", "scoring=hands teams=yes", "When the points of a team together reach 500",
     "la suma de un equipo llega a 500"},
    {"oficial", "scoring=hands teams=yes", "!When somebody reaches", "!Cuando alguien llega"},
    {"sin-reversa", "teams=yes", "the team with the most loses", "pierde el equipo que tiene más"},
    {"oficial", "seven_zero=yes", "is your last card you win the round, and no hands move",
     "y no se mueve ninguna mano"},
    {"oficial", "seven_zero=yes", "swap hands with another player", "la de otro jugador"},
    {"oficial", "no_bluffing=yes", "No bluffing: a Wild Draw Four that is not legal",
     "No hay faroles: un Comodín Toma Cuatro que no es legal"},
    {"oficial", "seven_zero=yes", "a swap leaves you with one card",
     "al cambiar las manos te quedas con una"},
    {"jackpot", "", "cards taken from you, leave you with one", "te quitan cartas"},
    {"oficial", "seven_zero=yes numbers=1111111011", "!Seven:", "!Siete:"},
    {"oficial", "seven_zero=yes numbers=0111111111", "!Zero:", "!Cero:"},
    {"oficial", "draw_twos=0 wild_fours=0", "!drawing for a draw card", "!por robar lo que manda"},
    {"penas", "draw_twos=0 wild_fours=0", "!takes a Wild Draw Four", "!acepte un"},
    /* one reading only */
    {"oficial", "", "before you play it: that of the top card",
     "antes de jugarlo: el de la carta de arriba"},
    {"penas", "", "The color that you name now does not matter",
     "El color que eliges ahora no importa"},
    {"oficial", "", "draws two cards and loses the turn. With two players you play",
     "roba dos cartas y pierde el turno. Entre dos"},
    {"duelo", "", "draws four cards and loses the turn. With two players you play",
     "roba cuatro cartas y pierde el turno. Entre dos"},
    {"oficial", "", "players tied for the highest draw again",
     "empatan en el más alto roban otra vez"},
    {"sin-reversa", "", "!at the latest", "!último momento"},
    {"oficial", "", "!nobody can win any more", "!ya nadie puede ganar"},
    {"penas", "", "fewer than two people besides the accused", "hay menos de dos personas"},
    {"sin-reversa", "", "loses the turn, or stacks (explained below)",
     "o acumula (se explica más abajo)"},
    /* whose scoring is it? */
    {"sin-reversa", "",
     "scored another way:\n- The first without cards wins the match.\nHouse rules",
     "de otra manera:\n- El primero que se queda sin cartas gana la partida.\nLas reglas de la casa"},
    {"sin-reversa", "scoring=quick",
     "scored another way:\n- Everybody adds up their own hand; at the target, the player with the most points loses.\nHouse rules",
     NULL},
    {"oficial", "",
     "scored another way:\n- Everybody adds up their own hand; at the target, the player with the fewest points wins.\nHouse rules",
     NULL},
    {"jackpot", "", "scored another way:", "puntuar de otra manera:"},
    {"duelo", "", "!scored another way:", "!puntuar de otra manera:"},
    {"penas", "", "!scored another way:", "!puntuar de otra manera:"},
    {"oficial", "turn_clock=60", "You have 60 s per turn;", "Tienes 60 s por turno;"},
    {"oficial", "turn_clock=86400", "You have 1 day per turn;", "Tienes 1 día por turno;"},
    /* what beginners ask */
    {"oficial", "", "red, green, blue and yellow:", "rojo, verde, azul y amarillo:"},
    {"oficial", "", "Skip\u00a0⊘ (S), Reverse\u00a0⇄ (R)", "todos los colores (W+4)"},
    {"sin-reversa", "", "!⇄", "!⇄"},
    {"oficial", "", "The program deals", "las da el programa"},
    {"oficial", "", "your left is the first of the others on the screen",
     "primero de los demás en la pantalla"},
    {"oficial", "", "Nobody has to challenge", "Nadie está obligado a desafiar"},
    {"sin-reversa", "", "!Nobody has to challenge", "!Nadie está obligado a desafiar"},
    {"penas", "", "press U or the UNO button, or type uno",
     "pulsa U o el botón UNO, o escribe uno"},
    {"oficial", "", "If nobody catches you, nothing happens", "Si nadie te pilla, no pasa nada"},
    {"oficial", "uno_penalty=0", "!press U", "!pulsa U"},
    {"duelo", "", "The sheet itself does not mention UNO", "Las reglas de este modo no mencionan UNO"},
    {"duelo", "uno_penalty=0", "!does not mention UNO", "!no menciona UNO"},
    {"oficial", "", "!does not mention UNO", "!no menciona UNO"},
    {"duelo", "", "you keep it and your turn is over", "te la quedas y tu turno acaba"},
    {"oficial", "", "No rule forbids talking about it.", "prohíbe hablar de ella."},
    {"oficial", "teams=yes", "talking about it, between partners either",
     "tampoco entre compañeros"},
    {"penas", "", "!No rule forbids", "!Ninguna regla prohíbe"},
    {"oficial", "", "6 to 20 rounds on average with four",
     "de media de 6 a 20 rondas entre cuatro"},
    {"oficial", "target=200", "!rounds with four", "!rondas entre cuatro"},
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
            const char *words = lang == TEXT_EN   ? cases[i].en
                                : lang == TEXT_ES ? cases[i].es
                                                  : NULL;
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

/* What differs from the lesson; "" where nothing does. */
static void lesson_differences_are_told(void **state)
{
    static const struct {
        const char *sheet, *rules, *en, *es;
    } tables[] = {
        {"oficial", "", "", ""},
        {"oficial", "jump_in=yes", "An identical card can be played out of turn.", NULL},
        {"sin-reversa", "", "There is no Reverse. A draw card can be answered with another one.",
         "No hay Reversa. A una carta de robar"},
        {"sin-reversa", "", "The low score wins", "Gana quien tiene menos puntos"},
        {"sin-reversa", "", "nobody can challenge it", "nadie puede desafiarlo"},
        {"penas", "", "only number cards of the color count", "solo cuentan las cartas de número"},
        {"penas", "", "Saying UNO late costs cards.", "Decir UNO tarde cuesta cartas."},
        {"jackpot", "", "pull a lever", "una palanca"},
        {"duelo", "", "may be played; you need not", "sin obligación"},
    };
    char text[2000];
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        struct mazo_rules rules = *mazo_rules_of_sheet(mazo_sheet_by_name(tables[i].sheet));
        set_all(&rules, tables[i].rules);
        for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
            const char *words = lang == TEXT_EN   ? tables[i].en
                                : lang == TEXT_ES ? tables[i].es
                                                  : NULL;
            int length = rule_notes_lesson(&rules, (enum text_lang)lang, text, sizeof text);
            assert_int_equal(length, strlen(text));
            if (words && (*words ? !strstr(text, words) : *text)) {
                fail_msg("%s %s: \"%s\", not \"%s\"", tables[i].sheet, tables[i].rules, text,
                         words);
            }
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
        cmocka_unit_test(lesson_differences_are_told),
    };
    if (count != 2) {
        fprintf(stderr, "usage: test_rule_say IDS.TXT\n");
        return 1;
    }
    ids_file = words[1];
    return cmocka_run_group_tests_name("wire/test_rule_say", tests, NULL, NULL);
}
