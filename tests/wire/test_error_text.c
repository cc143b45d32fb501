/*
 * test_error_text.c - a refusal gives the reason that holds: positions, a command, the sentence.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "mazo/mazo.h"
#include "say/error_text.h"
#include "wire/game_driver.h"

enum { LINES_MAX = 4, TEXT_MAX = 400 };

static const char *const names[MAZO_SEATS_MAX] = {"Ana", "Luis", "Eva", "Leo"};

/* The last line is refused. The sentences are for programs and for people; they only have to
 * begin so, and NULL is not looked at. */
static const struct {
    const char *lines[LINES_MAX];
    const char *en, *es, *person_en, *person_es;
} cases[] = {
    /* a drawn card that must be played cannot be kept */
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"G1\",\"B2\"],[\"R1\",\"R2\"]],"
      "\"discard\":[\"R9\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],\"turn\":0}",
      "{\"do\":\"draw\",\"seat\":0}", "{\"do\":\"draw\",\"seat\":0}"},
     "\"draw\" is not possible now: seat 0 must play the card just drawn",
     "Ahora no se puede hacer «draw»: el asiento 0 tiene que jugar la carta",
     "First play the card that you have drawn\n",
     "Antes juega la carta que has robado\n"},
    {{"{\"do\":\"position\",\"rules\":\"duelo\",\"hands\":[[\"G1\",\"B2\"],[\"R1\",\"R2\"]],"
      "\"discard\":[\"R9\"],\"draw\":[\"R5\",\"B6\",\"Y3\"],\"turn\":0}",
      "{\"do\":\"draw\",\"seat\":0}", "{\"do\":\"draw\",\"seat\":0}"},
     "\"draw\" is not possible now: seat 0 must play or keep",
     NULL,
     "First play the card that you have drawn, or keep it",
     NULL},
    /* challenges that there is no ground for */
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"no_bluffing\":true},"
      "\"hands\":[[\"W+4\",\"G2\",\"G3\"],[\"R1\",\"R2\"]],\"discard\":[\"R9\"],"
      "\"draw\":[\"R5\",\"B6\",\"Y3\",\"Y4\"],\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"W+4\",\"color\":\"G\"}",
      "{\"do\":\"challenge\",\"seat\":1}"},
     "There are no bluffs at this table",
     "En esta mesa no hay faroles",
     "There are no bluffs at this table",
     "En esta mesa no hay faroles"},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"first_wild_four\":\"counts\"},"
      "\"hands\":[[\"G1\",\"G2\"],[\"R1\",\"R2\"]],\"discard\":[\"W+4\"],"
      "\"draw\":[\"R5\",\"B6\",\"Y3\",\"Y4\",\"Y5\"],\"turn\":1,\"turned_up\":true}",
      "{\"do\":\"color\",\"seat\":1,\"color\":\"G\"}", "{\"do\":\"challenge\",\"seat\":1}"},
     "Nobody played this Wild Draw Four",
     "Este Comodín Toma Cuatro no lo ha jugado nadie",
     "Nobody played this Wild Draw Four",
     "Este Comodín Toma Cuatro no lo ha jugado nadie"},
    {{"{\"do\":\"position\",\"rules\":\"sin-reversa\",\"hands\":[[\"R+2\",\"G2\",\"G3\"],"
      "[\"R1\",\"R2\"]],\"discard\":[\"R9\"],\"draw\":[\"R5\",\"B6\",\"Y3\",\"Y4\"],\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"R+2\"}", "{\"do\":\"challenge\",\"seat\":1}"},
     "A Draw Two cannot be challenged",
     "Un Toma Dos no se puede desafiar",
     "A Draw Two cannot be challenged",
     "Un Toma Dos no se puede desafiar"},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"W+4\",\"G2\",\"G3\"],[\"R1\","
      "\"R2\"],[\"R3\",\"R4\"]],\"discard\":[\"R9\"],\"draw\":[\"R5\",\"B6\",\"Y3\",\"Y4\"],"
      "\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"W+4\",\"color\":\"G\"}",
      "{\"do\":\"challenge\",\"seat\":2}"},
     "It is seat 1's turn: only the player who would have to draw can challenge",
     "Le toca al asiento 1: solo puede desafiar quien",
     "Only Luis, who would have to draw",
     "Solo puede desafiar Luis"},
    /* no stacking here */
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"W+4\",\"G2\",\"G3\"],[\"W+4\","
      "\"R2\"]],\"discard\":[\"R9\"],\"draw\":[\"R5\",\"B6\",\"Y3\",\"Y4\"],\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"W+4\",\"color\":\"G\"}",
      "{\"do\":\"play\",\"seat\":1,\"card\":\"W+4\",\"color\":\"R\"}"},
     "No stacking at this table, so \"play\" is not possible: seat 1 must \"accept\" the cards due,"
     " or \"challenge\"",
     "En esta mesa no se acumula",
     "No stacking at this table: accept the cards you must draw, or",
     "En esta mesa no se acumula: acepta"},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"no_bluffing\":true},"
      "\"hands\":[[\"W+4\",\"G2\",\"G3\"],[\"G+2\",\"R2\"]],\"discard\":[\"R9\"],"
      "\"draw\":[\"R5\",\"B6\",\"Y3\",\"Y4\"],\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"W+4\",\"color\":\"G\"}",
      "{\"do\":\"play\",\"seat\":1,\"card\":\"G+2\"}"},
     "No stacking at this table, so \"play\" is not possible: seat 1 must \"accept\" the cards due\n",
     "En esta mesa no se acumula",
     "No stacking at this table: accept the cards you must draw\n",
     "En esta mesa no se acumula: acepta las cartas que te tocan\n"},
    /* catching a player who owed nothing */
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"uno_penalty\":0},"
      "\"hands\":[[\"R1\",\"G2\"],[\"R5\",\"R2\"]],\"discard\":[\"R9\"],\"draw\":[\"B6\"],"
      "\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"R1\"}", "{\"do\":\"catch\",\"seat\":1,\"who\":0}"},
     "At this table nobody has to say UNO",
     "En esta mesa",
     "At this table nobody has to say UNO",
     "En esta mesa"},
    {{"{\"do\":\"position\",\"rules\":\"sin-reversa\",\"options\":{\"seven_zero\":true},"
      "\"hands\":[[\"R7\",\"G2\"],[\"R5\",\"R2\",\"B1\"]],\"discard\":[\"R9\"],\"draw\":[\"B6\"],"
      "\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"R7\"}", "{\"do\":\"choose\",\"seat\":0,\"who\":1}",
      "{\"do\":\"catch\",\"seat\":0,\"who\":1}"},
     "Seat 1 did not have to say UNO",
     "El asiento 1 no tenía que decir UNO",
     "Luis did not have to say UNO",
     "Luis no tenía que decir UNO"},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"seven_zero\":true},"
      "\"hands\":[[\"R7\",\"G2\"],[\"R5\",\"R2\",\"B1\"]],\"discard\":[\"R9\"],\"draw\":[\"B6\"],"
      "\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"R7\"}", "{\"do\":\"choose\",\"seat\":0,\"who\":1}",
      "{\"do\":\"catch\",\"seat\":0,\"who\":1}"},
     "It is too late to catch seat 1, or UNO was never due",
     "Es tarde para pillar al asiento 1, o",
     "It is too late to catch Luis, or UNO was never due",
     "Es tarde para pillar a Luis, o"},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"R1\",\"G2\"],[\"R5\",\"R2\","
      "\"R3\"]],\"discard\":[\"R9\"],\"draw\":[\"B6\"],\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"R1\"}",
      "{\"do\":\"play\",\"seat\":1,\"card\":\"R5\"}", "{\"do\":\"catch\",\"seat\":1,\"who\":0}"},
     "It is too late to catch seat 0\n",
     NULL,
     "It is too late to catch Ana\n",
     NULL},
    /* passing and drawing */
    {{"{\"do\":\"position\",\"rules\":\"penas\",\"hands\":[[\"R1\",\"G2\"],[\"R5\",\"R2\"]],"
      "\"discard\":[\"R9\"],\"draw\":[\"B6\"],\"turn\":0}",
      "{\"do\":\"pass\",\"seat\":0}"},
     "You may pass only when no card fits: R1 fits",
     NULL,
     "Not now: you have a card that fits",
     NULL},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"R1\",\"G2\"],[\"R5\",\"R2\"]],"
      "\"discard\":[\"R9\"],\"draw\":[\"B6\"],\"turn\":0}",
      "{\"do\":\"pass\",\"seat\":0}"},
     "You may not pass while there are cards to draw",
     NULL,
     NULL,
     NULL},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"B1\",\"G2\"],[\"R5\",\"R2\"]],"
      "\"discard\":[\"R9\"],\"draw\":[],\"turn\":0}",
      "{\"do\":\"draw\",\"seat\":0}"},
     "There is no card left to draw: pass",
     "No quedan cartas que robar: pasa",
     "There is no card left to draw: pass",
     "No quedan cartas que robar: pasa"},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"R1\",\"G2\"],[\"R5\",\"R2\"]],"
      "\"discard\":[\"R9\"],\"draw\":[],\"turn\":0}",
      "{\"do\":\"draw\",\"seat\":0}"},
     "There is no card left to draw: play one that fits",
     "No quedan cartas que robar: juega una que encaje",
     NULL,
     NULL},
    /* out of turn where one can jump in */
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"jump_in\":true},"
      "\"hands\":[[\"R1\",\"G2\"],[\"R5\",\"R2\"]],\"discard\":[\"R9\"],\"draw\":[\"B6\"],"
      "\"turn\":0}",
      "{\"do\":\"play\",\"seat\":1,\"card\":\"R5\"}"},
     "It is seat 0's turn: only a card identical to the top one",
     "Le toca al asiento 0: solo te cuelas con una carta idéntica",
     "Ana's turn: only a card identical to the top one",
     "Le toca a Ana: solo te cuelas con una carta idéntica"},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"options\":{\"jump_in\":true,"
      "\"stacking\":true},\"hands\":[[\"R+2\",\"G2\",\"G3\"],[\"R5\",\"R2\"],[\"R+2\",\"B1\"]],"
      "\"discard\":[\"R9\"],\"draw\":[\"B6\"],\"turn\":0}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"R+2\"}",
      "{\"do\":\"play\",\"seat\":2,\"card\":\"R+2\"}"},
     "It is seat 1's turn: nobody can jump in while cards are due",
     "Le toca al asiento 1: nadie se cuela mientras",
     "Luis's turn: nobody can jump in while",
     "Le toca a Luis: nadie se cuela mientras"},
    {{"{\"do\":\"position\",\"rules\":\"duelo\",\"options\":{\"jump_in\":true},"
      "\"hands\":[[\"G2\",\"G3\"],[\"R9\",\"B2\"]],\"discard\":[\"R9\"],\"draw\":[\"R6\",\"B6\"],"
      "\"turn\":0}",
      "{\"do\":\"draw\",\"seat\":0}", "{\"do\":\"play\",\"seat\":1,\"card\":\"R9\"}"},
     "It is seat 0's turn, which has begun: nobody can jump in now",
     "Le toca al asiento 0, que ya ha empezado",
     "Ana's turn has begun: nobody can jump in now",
     "Ana ya ha empezado su turno"},
    {{"{\"do\":\"position\",\"rules\":\"oficial\",\"hands\":[[\"R1\",\"G2\"],[\"R5\",\"R2\"]],"
      "\"discard\":[\"R9\"],\"draw\":[\"B6\"],\"turn\":0}",
      "{\"do\":\"play\",\"seat\":1,\"card\":\"R5\"}"},
     "It is seat 0's turn\n",
     NULL,
     "Ana's turn\n",
     NULL},
    /* giving is not throwing */
    {{"{\"do\":\"position\",\"rules\":\"jackpot\",\"hands\":[[\"RJ\",\"G2\",\"G3\"],[\"R5\","
      "\"R2\",\"B1\"]],\"discard\":[\"R9\"],\"draw\":[\"B6\",\"B7\"],\"turn\":0,"
      "\"spins\":[\"left\"],\"rule_cards\":[{\"text\":\"x\",\"effects\":[\"give 2 left\"]}]}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"RJ\"}",
      "{\"do\":\"throw\",\"seat\":1,\"cards\":[\"R5\"]}"},
     "You must give exactly 2 cards",
     "Tienes que dar exactamente 2 cartas",
     "You must give exactly 2 cards",
     "Tienes que dar exactamente 2 cartas"},
    {{"{\"do\":\"position\",\"rules\":\"jackpot\",\"hands\":[[\"RJ\",\"G2\",\"G3\"],[\"R5\","
      "\"R2\",\"B1\"]],\"discard\":[\"R9\"],\"draw\":[\"B6\",\"B7\"],\"turn\":0,"
      "\"spins\":[\"left\"],\"rule_cards\":[{\"text\":\"x\",\"effects\":[\"give 2 left\"]}]}",
      "{\"do\":\"play\",\"seat\":0,\"card\":\"RJ\"}", "{\"do\":\"draw\",\"seat\":1}"},
     "\"draw\" is not possible now: seat 1 must pick the cards to give",
     "Ahora no se puede hacer «draw»: el asiento 1 tiene que elegir las cartas que da",
     "First choose the cards to give",
     "Antes elige las cartas que das"},
    /* a text alone is a rule card too */
    {{"{\"do\":\"new\",\"rules\":\"jackpot\",\"players\":4,\"seed\":1}",
      "{\"do\":\"write\",\"seat\":0,\"rule_cards\":[{\"text\":\"x\",\"effects\":[\"run\"]}]}"},
     "Each player writes exactly 2 rule cards, each with a text or 1 to 4 effects",
     "Cada jugador escribe exactamente 2 cartas de regla, cada una con un texto o",
     NULL,
     NULL},
    {{"{\"do\":\"new\",\"rules\":\"jackpot\",\"players\":8,\"seed\":1}",
      "{\"do\":\"write\",\"seat\":0,\"rule_cards\":[]}"},
     "Each player writes exactly one rule card, with a text or",
     "Cada jugador escribe exactamente una carta de regla, con un texto o",
     NULL,
     NULL},
};

/* Does the sentence begin so? A newline at the end: it is the whole sentence. */
static bool begins(const char *sentence, const char *wanted)
{
    size_t length = strlen(wanted);
    return !(wanted[length - 1] == '\n')
               ? strncmp(sentence, wanted, length) == 0
               : strlen(sentence) == length - 1 && strncmp(sentence, wanted, length - 1) == 0;
}

/* All lines but the last are carried out; the last is read and stays in *line. */
static void play(struct wire_game *w, const char *const *lines, struct wire_line *line)
{
    struct wire_error why;
    memset(w, 0, sizeof *w);
    for (int i = 0; i < LINES_MAX && lines[i]; i++) {
        bool last = i + 1 == LINES_MAX || !lines[i + 1];
        if (!wire_read_line(TEXT_EN, lines[i], strlen(lines[i]), line, &why) ||
            (!last && !wire_game_do(w, TEXT_EN, line, &why)))
            fail_msg("%s: %s", lines[i], why.message);
    }
}

static int compare(const struct wire_game *w, const struct wire_line *line, enum text_lang lang,
                   const char *const *to, const char *wanted)
{
    char text[TEXT_MAX];
    const struct mazo_command *c = &line->command;
    enum mazo_error e = mazo_judge(&w->game, c);
    assert_int_not_equal(e, MAZO_ERR_ok);
    say_explain_to(lang, to, &w->game, c, e, text, sizeof text);
    if (!wanted || begins(text, wanted))
        return 0;
    print_message("# not: %s\n#   but: %s\n", wanted, text);
    return 1;
}

static void reasons_hold(void **state)
{
    static struct wire_game w;
    static struct wire_line line;
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        play(&w, cases[i].lines, &line);
        wrong += compare(&w, &line, TEXT_EN, NULL, cases[i].en);
        wrong += compare(&w, &line, TEXT_ES, NULL, cases[i].es);
        wrong += compare(&w, &line, TEXT_EN, names, cases[i].person_en);
        wrong += compare(&w, &line, TEXT_ES, names, cases[i].person_es);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_hold),
    };
    return cmocka_run_group_tests_name("wire/test_error_text", tests, NULL, NULL);
}
