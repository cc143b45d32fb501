/*
 * rule_lines.h - the rules as players read them: one line per sentence, with the rule ids
 * of docs/sheets.md that it says and the rules under which it is true.
 */
#ifndef MAZO_RULE_LINES_H
#define MAZO_RULE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/rules.h"
#include "text/text.h"

enum { RULE_LIST_MAX = 600 };

/* "1 × 0, 2 × 1–9": what replaces %s in a line. */
struct rule_list {
    char text[RULE_LIST_MAX];
    size_t used;
};

struct rule_line {
    const char *ids;                          /* blanks between; NULL: the title of a group */
    bool (*when)(const struct mazo_rules *r); /* NULL: always */
    const char *text;                         /* N_ */
    const char *one;                          /* N_: where the number is 1; NULL: `text` */
    int number;                               /* the rule whose value %d is; 0: there is none */
    void (*list)(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang);
};

extern const struct rule_line rule_lines[];
extern const int rule_line_count;

/* Lists for %s, and the time per turn; with nothing in it the line is not said. */
void rule_list_colored(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang);
void rule_list_wild(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang);
void rule_list_signs(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang);
void rule_list_points(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang);
void rule_list_clock(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang);
void rule_list_ideas(struct rule_list *out, const struct mazo_rules *r, enum text_lang lang);

#endif
