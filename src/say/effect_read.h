/*
 * effect_read.h - a rule card from the line in which a person writes it.
 */
#ifndef MAZO_EFFECT_READ_H
#define MAZO_EFFECT_READ_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/game.h"
#include "text/text.h"
#include "say/rule_card_text.h"

/* A rule card as a person writes it on one line:
 *   3                            the third idea
 *   draw 2; take 1 most; skip    effects, as say_effect_read takes them
 *   draw 2; skip = Bad luck!     and what people read on the card
 *   Sing a song                  anything else is a dare
 * False, with a sentence in `why`, if it is none of these. */
bool say_rule_card_read(enum text_lang lang, const char *line, struct mazo_rule_card *card,
                        struct say_card_text *text, char *why, size_t size);

#endif
