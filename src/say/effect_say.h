/*
 * effect_say.h - what a rule card makes a player do, in words.
 */
#ifndef MAZO_EFFECT_SAY_H
#define MAZO_EFFECT_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/view.h"
#include "text/text.h"
#include "say/rule_card_text.h"

/* "Draw 2 cards.", "Take a card from the player on your left.": returns what snprintf would.
 * `dare` is the text of a dare. */
int say_effect(enum text_lang lang, const struct mazo_effect *effect, const char *dare, char *buf,
               size_t size);

/* All effects of a card, one sentence after the other. */
int say_effects(enum text_lang lang, const struct mazo_rule_card *card,
                const struct say_card_text *text, char *buf, size_t size);

/* What an effect is called in lists ("draw cards") and how it is typed ("draw 2"). */
const char *say_effect_title(enum text_lang lang, int type);
const char *say_effect_usage(enum text_lang lang, int type);

/* enum mazo_effect_type that is being carried out; -1: none. */
int say_effect_now(const struct mazo_view *v);

/* What a player is chosen for, for the catalogue: "Swap hands with who?" */
const char *say_choose(const struct mazo_view *v);

enum { WIRE_DOES_SIZE = MAZO_EFFECTS_MAX * (WIRE_TEXT_MAX + 2) };

/* What the card does where its text does not say it, or "": anybody may write "Nothing happens." */
const char *say_card_does(enum text_lang lang, const struct mazo_rule_card *card,
                          const struct say_card_text *text, char *buf, size_t size);

/* The text as a reader reads it; where it only says what the card does, in the reader's language. */
const char *say_card_text(enum text_lang lang, const struct mazo_rule_card *card,
                          const struct say_card_text *text, char *buf, size_t size);

#endif
