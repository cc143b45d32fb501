/*
 * form.h - the rules of a table as a form, made from the rule matrix.
 *
 * There is no code for a rule here but for the order: a new row of rules.def is a new row of the form.
 */
#ifndef MAZO_FORM_H
#define MAZO_FORM_H

#include "mazo/rules.h"
#include "terminal/screen/page.h"

enum { FORM_MESSAGE_MAX = 480, FORM_VALUE_MAX = 240, FORM_MORE = MAZO_RULE_COUNT };

struct form {
    enum text_lang lang;
    struct mazo_rules rules;
    int seats;                      /* at the table, for contradictions */
    int rule;                       /* the marked row; FORM_MORE: the one that opens the rest */
    bool open;                      /* all rules are shown, not only the popular ones */
    int top;                        /* the first visible line */
    char message[FORM_MESSAGE_MAX]; /* message of the last key, or "" */
    char path[256];                 /* of the file last saved or opened */
};

/* The rule at this row (or FORM_MORE), and its group (N_). */
int form_rule_at(int place);
const char *form_group_at(int place);

void form_init(struct form *f, enum text_lang lang, const struct mazo_rules *rules, int seats);

/* Give the form a key; false: it does not use it, or must ask something first. */
bool form_key(struct form *f, uint32_t key);

/* Set the marked row from a text as in rule-set files; false, and `message` says why. */
bool form_set(struct form *f, const char *text);

/* Write the rules into a file, or take them from one; false, and `message` says why. */
bool form_save(struct form *f, const char *path);
bool form_load(struct form *f, const char *path);

/* A number of changes in words: "as the sheet", "2 changes". */
void form_say_changes(enum text_lang lang, int changes, char *buf, size_t size);

/* "stacking, 7-0", or "as the sheet". */
void form_say_house(enum text_lang lang, const struct mazo_rules *rules, char *buf, size_t size);

/* A value as the reader reads it: "yes", "7", "may be played at once". */
void form_value(enum text_lang lang, int rule, uint32_t value, char *buf, size_t size);

void form_draw(struct form *f, struct page *p);

/* Show the form until the reader is done. *rules changes only to rules that a table of `seats` can
 * play. */
void form_run(struct page *p, struct mazo_rules *rules, int seats);

#endif
