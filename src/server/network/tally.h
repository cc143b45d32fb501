/*
 * tally.h - how often something happened within a minute or an hour, and what is owed for it.
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

/* Work that a client has caused. Time pays it off. Zeroed, nothing is owed. */
struct debt {
    uint64_t owed, at; /* the amount, and when it was */
};

/* `more` is owed, after what the time since has paid at `a_ms`. Returns what is owed now. */
static inline uint64_t debt_add(struct debt *d, uint64_t now, uint64_t more, uint64_t a_ms)
{
    uint64_t paid = (now - d->at) * a_ms;
    d->owed = (d->owed > paid ? d->owed - paid : 0) + more;
    d->at = now;
    return d->owed;
}

#endif
