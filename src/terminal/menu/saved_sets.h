/*
 * saved_sets.h - rule sets that the person here has saved: they stand among the sheets.
 */
#ifndef MAZO_SAVED_SETS_H
#define MAZO_SAVED_SETS_H

#include "mazo/rules.h"
#include "text/text.h"

enum { SAVED_SETS_MAX = 16, SAVED_SET_NAME = 60 };

struct saved_sets {
    int count;
    struct {
        char name[SAVED_SET_NAME]; /* its file name without the extension */
        struct mazo_rules rules;
    } at[SAVED_SETS_MAX]; /* by name */
};

/* Find the sets in the settings folder that can be read and played. */
void saved_sets_find(struct saved_sets *s, enum text_lang lang);

/* The set with exactly these rules, or -1. */
int saved_sets_of(const struct saved_sets *s, const struct mazo_rules *rules);

#endif
