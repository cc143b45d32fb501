/*
 * histogram.h - how a measure is spread: counts in buckets that grow with the value.
 *
 * Each power of two has 64 buckets, so that every figure is right within 1.6 % whatever its
 * size, and adding one costs a few instructions. Values are what the caller likes
 * (here microseconds), up to a thousand million and more.
 */
#ifndef MAZO_HISTOGRAM_H
#define MAZO_HISTOGRAM_H

#include <stdint.h>

enum {
    HISTOGRAM_STEPS = 64,
    HISTOGRAM_POWERS = 31,
    HISTOGRAM_BUCKETS = HISTOGRAM_STEPS * (HISTOGRAM_POWERS + 1)
};

struct histogram {
    uint64_t count, sum, least, most;
    uint64_t bucket[HISTOGRAM_BUCKETS];
};

void histogram_clear(struct histogram *h);
void histogram_add(struct histogram *h, uint64_t value);

/* The quantile: a part of 0 to 1 of all values is at most this; 0 if there are none. */
uint64_t histogram_at(const struct histogram *h, double part);

double histogram_mean(const struct histogram *h);

/* The lowest value of a bucket. */
uint64_t histogram_bucket_from(int bucket);

#endif
