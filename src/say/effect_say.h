/*
 * effect_say.h - what a rule card makes a player do, in words; and from words.
 */
#ifndef MAZO_EFFECT_SAY_H
#define MAZO_EFFECT_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/game.h"
#include "text/text.h"
#include "say/texts.h"

/* "Draw 2 cards.", "Take a card from the player on your left.": returns what snprintf would.
 * `dare` is the text of a dare. */
int say_effect(enum text_lang lang, const struct mazo_effect *effect, const char *dare, char *buf,
               size_t size);

/* All effects of a card, one sentence after the other. */
int say_effects(enum text_lang lang, const struct mazo_rule_card *card,
                const struct say_card_text *text, char *buf, size_t size);

/* What an effect is called in lists ("draw cards") and how it is typed ("draw N"). */
const char *say_effect_title(enum text_lang lang, int type);
int say_effect_usage(int type, char *buf, size_t size);

/* A rule card as a person writes it on one line:
 *   3                            the third idea
 *   draw 2; take 1 most; skip    effects, as say_effect_read takes them
 *   draw 2; skip = Bad luck!     and what people read on the card
 *   Sing a song                  anything else is a dare
 * False, with a sentence in `why`, if it is none of these. */
bool say_rule_card_read(enum text_lang lang, const char *line, struct mazo_rule_card *card,
                        struct say_card_text *text, char *why, size_t size);

#endif
