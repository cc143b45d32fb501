/*
 * rule_card_text.h - what people have written on the rule cards.
 *
 * The engine knows only what a rule card does. Its text, and what a dare asks
 * for, are kept here, under the same number as in struct mazo_game.
 */
#ifndef MAZO_RULE_CARD_TEXT_H
#define MAZO_RULE_CARD_TEXT_H

#include "mazo/game.h"
#include "text/text.h"
#include "say/notation.h"

enum { WIRE_TEXT_MAX = 240, WIRE_IDEA_COUNT = 8 };

/* One card. Empty where nothing is written. */
struct say_card_text {
    char text[WIRE_TEXT_MAX + 1];
    char dare[MAZO_EFFECTS_MAX][WIRE_DARE_MAX + 1]; /* of each effect that is a dare */
};

struct say_texts {
    struct say_card_text card[MAZO_RULE_CARDS_MAX];
};

/* The seat has written these `count` cards: keep their texts. */
void say_texts_write(struct say_texts *texts, const struct mazo_game *g, int seat,
                     const struct say_card_text *cards, int count);

/* An idea of the sheet, 1 to WIRE_IDEA_COUNT, as it is written on a card. */
void say_idea_text(enum text_lang lang, int number, struct say_card_text *out);

/* The text of a rule card, for a reader: an idea of the sheet in the reader's language, anything else as it is. */
const char *say_written(enum text_lang lang, const char *text);

/* The idea that this card is, or 0. */
int say_idea_of(const struct mazo_rule_card *card);

#endif
