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
    int rule;                       /* the row that is marked; FORM_MORE: the one that opens the rest */
    bool open;                      /* all rules are there, not only the popular ones */
    int top;                        /* the first line that is seen */
    char message[FORM_MESSAGE_MAX]; /* what the last key has brought, or "" */
    char path[256];                 /* of the file last saved or opened */
};

/* The rows: which rule (or FORM_MORE) stands at a place, and the group it stands in (N_). */
int form_rule_at(int place);
const char *form_group_at(int place);

void form_init(struct form *f, enum text_lang lang, const struct mazo_rules *rules, int seats);

/* The key goes to the form; false: it knows none such, or must ask something first. */
bool form_key(struct form *f, uint32_t key);

/* Set the marked row from a text as in rule-set files; false, and `message` says why. */
bool form_set(struct form *f, const char *text);

/* Write the rules into a file, or take them from one; false, and `message` says why. */
bool form_save(struct form *f, const char *path);
bool form_load(struct form *f, const char *path);

/* So many in words: "as the sheet", "2 changes". */
void form_say_changes(enum text_lang lang, int changes, char *buf, size_t size);

/* "stacking, 7-0", or "as the sheet". */
void form_say_house(enum text_lang lang, const struct mazo_rules *rules, char *buf, size_t size);

/* A value as the reader reads it: "yes", "7", "may be played at once". */
void form_value(enum text_lang lang, int rule, uint32_t value, char *buf, size_t size);

void form_draw(struct form *f, struct page *p);

/* Show the form until the reader is done with it. *rules is changed only to rules that a table
 * of `seats` can play by. */
void form_run(struct page *p, struct mazo_rules *rules, int seats);

#endif
