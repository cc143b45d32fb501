/*
 * rule_notes.h - remarks about a rule set: rules without effect beside the others, and differences
 * from the lesson.
 */
#ifndef MAZO_RULE_NOTES_H
#define MAZO_RULE_NOTES_H

#include <stddef.h>
#include "mazo/rules.h"
#include "text/text.h"

typedef void rule_note_fn(void *ctx, const char *text);

/* Say which rules that differ from the sheet have no effect, or less than their name promises. */
void rule_notes(const struct mazo_rules *rules, enum text_lang lang, rule_note_fn *note, void *ctx);

/* Write, sentence after sentence, in what these rules differ from the lesson's; "" if nowhere.
 * Returns the length as snprintf would. */
int rule_notes_lesson(const struct mazo_rules *rules, enum text_lang lang, char *buf, size_t size);

#endif
