/*
 * tally.h - how often something happened within a minute or an hour.
 *
 *     struct tally misses = {0};
 *     if (tally_now(&misses, now, 60000) < 10) {
 *         misses.count++;
 *     }
 */
#ifndef MAZO_TALLY_H
#define MAZO_TALLY_H

#include <stdint.h>

/* Zeroed, it has counted nothing. */
struct tally {
    uint64_t since; /* when the first was counted */
    uint32_t count;
};

/* The count; it starts again from 0 when `span` has passed since the first. All times in ms. */
static inline uint32_t tally_now(struct tally *t, uint64_t now, uint64_t span)
{
    if (t->count == 0 || now - t->since >= span) {
        t->since = now;
        t->count = 0;
    }
    return t->count;
}

#endif
