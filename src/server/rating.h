/*
 * rating.h - how players of a match are rated: Elo, by pairs.
 *
 * Winners have beaten everybody else. Only people who played against people count; a match
 * of six is worth no more than one of two.
 */
#ifndef MAZO_SERVER_RATING_H
#define MAZO_SERVER_RATING_H

#include <stdbool.h>

struct rating_entry {
    bool counts; /* a person */
    bool won;
    double rating; /* before, then after */
};

void rating_update(struct rating_entry *entry, int count);

#endif
