/*
 * catalogue.h - the tables that tools/po2c.py makes of po/, one per language.
 */
#ifndef MAZO_CATALOGUE_H
#define MAZO_CATALOGUE_H

#include <stddef.h>

struct text_entry {
    const char *english; /* the key; a table is sorted by it, as strcmp sorts */
    const char *other;
};

extern const struct text_entry text_es[];
extern const size_t text_es_count;

#endif
