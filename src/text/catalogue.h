/*
 * catalogue.h - the tables that tools/po2c.py makes of po/, one per language.
 */
#ifndef MAZO_CATALOGUE_H
#define MAZO_CATALOGUE_H

#include <stddef.h>
#include "text/text.h"

struct text_entry {
    const char *english; /* the key; a table is sorted by it, as strcmp sorts */
    const char *other;
};

extern const struct text_entry text_es[];
extern const size_t text_es_count;
extern const struct text_entry text_es_ES[]; /* what is not as in text_es */
extern const size_t text_es_ES_count;
extern const struct text_entry text_es_419[];
extern const size_t text_es_419_count;

/* The variant of Spain or of America, or NULL. In the browser: src/wasm/learned.c. */
const char *text_of_variant(enum text_lang lang, const char *english);

#endif
