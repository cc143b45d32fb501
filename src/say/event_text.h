/*
 * event_text.h - what happened, as sentences for one reader.
 *
 * "You draw 2 cards: R5 and B7", "Ana draws 2 cards", "Ana plays the red 5".
 * The events must have passed through mazo_event_for for that reader; what
 * they hide is not told. Logs, screen readers and the browser use the same.
 */
#ifndef MAZO_EVENT_TEXT_H
#define MAZO_EVENT_TEXT_H

#include <stddef.h>
#include "mazo/event.h"
#include "mazo/game.h"
#include "text/text.h"
#include "say/rule_card_text.h"

struct tell {
    enum text_lang lang;
    int reader;                    /* the seat addressed as "you"; MAZO_SPECTATOR: nobody */
    const char *const *names;      /* of the seats */
    const struct say_texts *texts; /* of rule cards; may be NULL */
    const struct mazo_rule_card
        *rule_cards; /* those that the reader may see, by number; may be NULL */
    bool chips;      /* cards as "{R7}", for a screen that draws them (rule_say_mark) */
};

/* One sentence, without a full stop's line end; "" where an event needs none.
 * `cards` are the list's. Returns its length as snprintf would. */
int say_tell(const struct tell *tell, const struct mazo_event *event, const mazo_card *cards,
             char *buf, size_t size);

/* "red 5", "blue Skip", "Wild Draw Four"; "5 rojo", "Salta azul": a card's name in full. */
int say_card_full_name(enum text_lang lang, mazo_card card, char *buf, size_t size);
/* "a yellow 5", likewise. */
int say_card_with_article(enum text_lang lang, mazo_card card, char *buf, size_t size);

/* "red", "rojo"; "Skip", "Salta". */
const char *say_color_name(enum text_lang lang, int color);
const char *say_symbol_name(enum text_lang lang, int value);

#endif
