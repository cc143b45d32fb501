/*
 * rule_text.h - one rule's value as text: "yes", "7", "must", "1222222222"; names of rules.
 *
 * Rule-set files, the referee's options and command lines all read and write
 * values through here, so the same words work everywhere.
 */
#ifndef MAZO_RULE_TEXT_H
#define MAZO_RULE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "text/text.h"

/* Read a value of that rule; false if it is not a value of it. Flags take
 * yes/no, true/false, on/off, 1/0, si/sí; words are read in any case. */
bool rule_text_read(int rule, const char *text, uint32_t *out);

/* Write the value; returns what snprintf would. */
int rule_text_write(int rule, uint32_t value, char *buf, size_t size);

/* What the rule takes, for error messages: "yes or no", "1 to 15", "keep, may or must". */
int rule_text_range(int rule, enum text_lang lang, char *buf, size_t size);

enum { RULE_TEXT_SHEETS_SIZE = 256 };

/* "sin-reversa, duelo, oficial, penas or jackpot" */
void rule_text_sheets(enum text_lang lang, char *buf, size_t size);

/* The sheet or the rule that may have been meant by a misspelt name, or NULL. */
const char *rule_text_near_sheet(const char *name);
const char *rule_text_near_rule(const char *name);

#endif
