/*
 * rules_print.h - rule sets side by side: as a table, as sentences, for documents and programs.
 */
#ifndef MAZO_RULES_PRINT_H
#define MAZO_RULES_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/rules.h"
#include "text/text.h"

/* A rule set with the name shown above it. */
struct rules_column {
    char title[60];
    struct mazo_rules rules;
};

/* The columns to print, and how. */
struct rules_table {
    enum text_lang lang;
    bool differences; /* only the rows in which they differ */
    bool sentences;   /* each row with its sentence */
    int count;        /* at least 1 */
    struct rules_column at[MAZO_SHEET_COUNT];
};

/* The rows in which the columns differ. */
int rules_count_differences(const struct rules_table *table);

void rules_print_table(const struct rules_table *table);
void rules_print_markdown(const struct rules_table *table);
void rules_print_sentences(const struct rules_column *column, enum text_lang lang);

/* False when there is no memory for it. */
bool rules_print_json(const struct rules_table *table);

#endif
