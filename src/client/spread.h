/*
 * spread.h - how a measure is spread: counts in buckets that grow with the value.
 *
 * Each power of two has 64 buckets, so that every figure is right within 1.6 % whatever its
 * size, and adding one costs a few instructions. Values are what the caller likes
 * (here microseconds), up to a thousand million and more.
 */
#ifndef MAZO_SPREAD_H
#define MAZO_SPREAD_H

#include <stdint.h>

enum { SPREAD_STEPS = 64, SPREAD_POWERS = 31, SPREAD_BUCKETS = SPREAD_STEPS * (SPREAD_POWERS + 1) };

struct spread {
    uint64_t count, sum, least, most;
    uint64_t bucket[SPREAD_BUCKETS];
};

void spread_clear(struct spread *s);
void spread_add(struct spread *s, uint64_t value);

/* Add all that `from` has. */
void spread_merge(struct spread *s, const struct spread *from);

/* The value that a part of 0 to 1 of all stay below or at; 0 if there are none. */
uint64_t spread_at(const struct spread *s, double part);

double spread_mean(const struct spread *s);

/* The lowest value of a bucket. */
uint64_t spread_bucket_from(int bucket);

#endif
