/*
 * rule_house.h - what a table plays differently from its sheet, in a few words.
 *
 * Every front end names a table's rules with these: "oficial + stacking, 7-0". Another scoring that
 * the sheet itself offers is not a house rule; nor are the seats, and the turn clock has a place of
 * its own on every screen.
 */
#ifndef MAZO_RULE_HOUSE_H
#define MAZO_RULE_HOUSE_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/rules.h"
#include "text/text.h"

enum { RULE_HOUSE_SIZE = 1000 };

/* The same table without house rules. */
void rule_house_base(const struct mazo_rules *rules, struct mazo_rules *base);

bool rule_house_any(const struct mazo_rules *rules);

/* "stacking, 7-0", or "": the best known first, as many as fit into this many columns, and
 * then how many more: "stacking, +2", or "…" without room for one. Zero columns: all of them. */
void rule_house_list(const struct mazo_rules *rules, enum text_lang lang, int columns, char *buf,
                     size_t size);

/* "oficial + stacking, 7-0", or "oficial". */
void rule_house_name(const struct mazo_rules *rules, enum text_lang lang, int columns, char *buf,
                     size_t size);

#endif
