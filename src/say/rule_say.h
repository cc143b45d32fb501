/*
 * rule_say.h - a rule set in words: what is played at a table, enough to play by.
 *
 * `mazo rules --explain`, the help of the game, the browser's panel and docs/rules.md all say it
 * with these; the sentences are in rule_lines.c. A card between braces, {R7}, is to be drawn, as
 * a chip or a picture; the words behind it say the same.
 */
#ifndef MAZO_RULE_SAY_H
#define MAZO_RULE_SAY_H

#include <stddef.h>
#include "mazo/rules.h"
#include "text/text.h"

enum rule_say_part {
    RULE_SAY_TITLE,   /* the first: the name, the deck, the seats */
    RULE_SAY_HOUSE,   /* the title of the house rules; those come twice, first and in their group */
    RULE_SAY_GROUP,   /* the title of a group of rules */
    RULE_SAY_SENTENCE /* one rule */
};

/* `ids`: of the rules in docs/sheets.md that the sentence says, blanks between. */
typedef void rule_say_fn(void *ctx, enum rule_say_part part, const char *ids, const char *text);

/* Say what these rules mean, part after part. `title` is the name of their file; NULL: the table's own
 * name, with its house rules. Where the table has house rules they come first, and
 * a ≠ marks their sentences among the others. */
void rule_say(const struct mazo_rules *rules, enum text_lang lang, const char *title,
              rule_say_fn *say, void *ctx);

/* Without the cards that are to be drawn: words only. */
void rule_say_words(char *text);

/* The bytes of a card to be drawn at the beginning of the text; 0: there is none. */
size_t rule_say_mark(const char *text, mazo_card *card);

/* "2 to 10", "4, 6, 8": the numbers of seats for which these rules can be played. */
void rule_say_seats(const struct mazo_rules *rules, enum text_lang lang, char *buf, size_t size);

/* Give the text a capital letter. */
void rule_say_capital(char *text);

#endif
