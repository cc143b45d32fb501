/*
 * rule_say.h - a rule set in words: what is played at a table, made from the matrix.
 *
 * `mazo rules`, the help of the game and the forms all say it with these.
 */
#ifndef MAZO_RULE_SAY_H
#define MAZO_RULE_SAY_H

#include <stddef.h>
#include "mazo/rules.h"
#include "text/text.h"

enum rule_say_part {
    RULE_SAY_TITLE,   /* the first: the name, the deck, the seats */
    RULE_SAY_GROUP,   /* the title of a group of rules */
    RULE_SAY_SENTENCE /* one rule */
};

typedef void rule_say_fn(void *ear, enum rule_say_part part, const char *text);

/* Say what these rules mean, part after part. */
void rule_say(const struct mazo_rules *rules, enum text_lang lang, const char *title,
              rule_say_fn *say, void *ear);

/* "2 to 10", "4, 6, 8": the numbers of seats for which these rules can be played. */
void rule_say_seats(const struct mazo_rules *rules, enum text_lang lang, char *buf, size_t size);

/* Give the text a capital letter. */
void rule_say_capital(char *text);

#endif
