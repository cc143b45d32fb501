/*
 * test_ask.c - what a player is asked in each phase, in both languages; and that every option can be typed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "mazo/mazo.h"
#include "say/ask.h"
#include "terminal/plain/typed.h"
#include "wire/game_driver.h"

enum { LINES_MAX = 4, TEXT_MAX = 900 };

static const char *const names[MAZO_SEATS_MAX] = {"Ana", "Luis", "Eva", "Leo"};

#define PILE "\"draw\":[\"R5\",\"B6\",\"Y3\",\"Y4\",\"G1\",\"B2\",\"R1\"]"
#define POSITION(rules, hand, rest)                                                                \
    "{\"do\":\"position\",\"rules\":\"" rules "\",\"hands\":[[" hand "],[\"R1\",\"R2\",\"Y9\"]],"  \
    "\"turn\":0," PILE "," rest "}"
#define RULE_CARD(effect)                                                                          \
    "\"discard\":[\"R2\"],\"spins\":[\"any\"],"                                                    \
    "\"rule_cards\":[{\"text\":\"x\",\"effects\":[\"" effect "\"]}]"
#define LEVER                                                                                      \
    "{\"do\":\"play\",\"seat\":0,\"card\":\"RJ\"}", "{\"do\":\"choose\",\"seat\":0,\"who\":0}"

/* Lines of a match, who is asked, and with what: "title|sentence|labels". */
static const struct {
    const char *lines[LINES_MAX];
    int seat;
    bool hints;
    int marked;
    const char *en, *es;
} cases[] = {
    {{POSITION("duelo", "\"G1\",\"R2\",\"B3\"", "\"discard\":[\"R9\"]")},
     0,
     true,
     0,
     "Your turn|Your turn: play a card, or draw one.|D draw",
     "Te toca|Te toca: juega una carta o roba una.|R robar"},
    {{POSITION("oficial", "\"G1\",\"B3\",\"B4\"", "\"discard\":[\"R9\"]")},
     0,
     true,
     0,
     "Your turn|Your turn: nothing fits, draw a card.|D draw",
     NULL},
    /* without hints the words do not tell that nothing fits */
    {{POSITION("oficial", "\"G1\",\"B3\",\"B4\"", "\"discard\":[\"R9\"]")},
     0,
     false,
     0,
     "Your turn|Your turn: play a card, or draw one.|D draw",
     NULL},
    {{POSITION("oficial", "\"G1\",\"B3\",\"B4\"", "\"discard\":[\"R9\"]")},
     1,
     true,
     0,
     "Ana's turn|Ana's turn.|",
     "Le toca a Ana|Le toca a Ana.|"},
    {{POSITION("duelo", "\"G1\",\"B2\",\"B3\"", "\"discard\":[\"R9\"]"),
      "{\"do\":\"draw\",\"seat\":0}"},
     0,
     true,
     0,
     "Your turn|You drew this card: red 5. Play it or keep it.|play it, K keep it",
     "Te toca|Has robado esta carta: 5 rojo. Juégala o guárdala.|jugarla, G guardarla"},
    {{POSITION("oficial", "\"W+4\",\"G2\",\"G3\"", "\"discard\":[\"R9\"]"),
      "{\"do\":\"play\",\"seat\":0,\"card\":\"W+4\",\"color\":\"G\"}"},
     1,
     true,
     0,
     "Draw 4 cards|Draw 4 cards, or challenge. If Ana had a red card, they draw 4; if not, you draw "
     "6.|A accept 4 cards, L challenge",
     "Roba 4 cartas|Roba 4 cartas o desafía. Si Ana tenía una carta de color rojo, roba 4; si no, "
     "robas tú 6.|A aceptar 4 cartas, D desafiar"},
    {{POSITION("jackpot", "\"RJ\",\"G7\",\"Y2\",\"B9\"", RULE_CARD("give 2 chosen")),
      "{\"do\":\"play\",\"seat\":0,\"card\":\"RJ\"}"},
     0,
     true,
     0,
     "Who carries out the rule card?|Who carries out the rule card?|",
     NULL},
    {{POSITION("jackpot", "\"RJ\",\"G7\",\"Y2\",\"B9\"", RULE_CARD("give 2 chosen")), LEVER,
      "{\"do\":\"choose\",\"seat\":0,\"who\":1}"},
     0,
     true,
     1,
     "Give cards|Choose 2 cards to give to Luis.|V give 1 card",
     "Dar cartas|Elige 2 cartas para dárselas a Luis.|T dar 1 carta"},
    {{POSITION("jackpot", "\"RJ\",\"G7\",\"Y2\",\"B9\"", RULE_CARD("discard 2")), LEVER},
     0,
     true,
     2,
     "Throw cards|Choose 2 cards to throw.|T throw 2 cards",
     NULL},
    {{POSITION("jackpot", "\"RJ\",\"R7\",\"Y2\",\"B9\"", RULE_CARD("run")), LEVER},
     0,
     false,
     0,
     "Play cards while any fits|Play cards while any fits, then end the run.|E end the run",
     "Juega cartas mientras encaje alguna|Juega cartas mientras encaje alguna y termina la "
     "tanda.|T terminar"},
    {{POSITION("jackpot", "\"RJ\",\"G7\",\"Y2\",\"B9\"", RULE_CARD("dare Sing")), LEVER},
     0,
     true,
     0,
     "Your dare|Perform your dare, then say that it is done.|E done!",
     "Tu reto|Cumple el reto y luego di que está hecho.|H ¡hecho!"},
    {{POSITION("jackpot", "\"RJ\",\"G7\",\"Y2\",\"B9\"", RULE_CARD("color")), LEVER},
     0,
     true,
     0,
     "Which color?|Which color?|",
     "¿Qué color?|¿Qué color?|"},
};

static struct mazo_view view;
static struct say_ask ask;

static void ask_seat(enum text_lang lang, size_t i)
{
    static struct wire_game w;
    static struct wire_line line;
    static struct mazo_legal legal;
    memset(&w, 0, sizeof w);
    for (int n = 0; n < LINES_MAX && cases[i].lines[n]; n++) {
        struct wire_error why;
        const char *text = cases[i].lines[n];
        if (!wire_read_line(TEXT_EN, text, strlen(text), &line, &why) ||
            !wire_game_do(&w, TEXT_EN, &line, &why))
            fail_msg("%s: %s", text, why.message);
    }
    mazo_view_of(&w.game, cases[i].seat, &view);
    mazo_legal(&w.game, cases[i].seat, &legal);
    struct say_asked asked = {.lang = lang,
                              .view = &view,
                              .legal = &legal,
                              .names = names,
                              .hints = cases[i].hints,
                              .marked = cases[i].marked};
    say_ask(&asked, &ask);
}

static void compare(enum text_lang lang, size_t i, const char *wanted)
{
    char found[TEXT_MAX];
    ask_seat(lang, i);
    snprintf(found, sizeof found, "%s|%s|", ask.title, ask.sentence);
    for (int n = 0; n < ask.count; n++) {
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used, "%s%s", n ? ", " : "", ask.option[n].label);
    }
    if (wanted)
        assert_string_equal(found, wanted);
}

static void every_phase_asks_in_both_languages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        compare(TEXT_EN, i, cases[i].en);
        compare(TEXT_ES, i, cases[i].es);
    }
}

/* The plain game shows the first word of a label: it must mean that command when it is typed. */
static void the_first_word_of_a_label_can_be_typed(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof cases[0]); i++) {
        enum text_lang lang = i % 2 ? TEXT_ES : TEXT_EN;
        ask_seat(lang, i / 2);
        for (int n = 0; n < ask.count; n++) {
            static struct typed typed;
            struct typed_at at = {.lang = lang, .view = &view, .names = names};
            char line[SAY_LABEL_SIZE + 4];
            typed_fold(say_label_words(ask.option[n].label), line, SAY_LABEL_SIZE);
            char *word = line + strspn(line, " ");
            word[strcspn(word, " ")] = '\0';
            if (ask.option[n].command == MAZO_CMD_throw)
                strcat(word, " 1");
            typed_read(&at, word, &typed);
            assert_int_equal(typed.kind, TYPED_COMMAND);
            assert_int_equal(typed.command.type, ask.option[n].command);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_phase_asks_in_both_languages),
        cmocka_unit_test(the_first_word_of_a_label_can_be_typed),
    };
    return cmocka_run_group_tests_name("wire/test_ask", tests, NULL, NULL);
}
