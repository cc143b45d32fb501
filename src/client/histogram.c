/*
 * histogram.c - buckets that grow with the value.
 */
#include "client/histogram.h"

#include <string.h>

enum { STEP_BITS = 6 }; /* HISTOGRAM_STEPS is two to this */

static int bucket_of(uint64_t value)
{
    if (value < HISTOGRAM_STEPS)
        return (int)value;
    int shift = 63 - __builtin_clzll(value) - STEP_BITS;
    if (shift >= HISTOGRAM_POWERS)
        return HISTOGRAM_BUCKETS - 1;
    return HISTOGRAM_STEPS * shift + (int)(value >> shift);
}

uint64_t histogram_bucket_from(int bucket)
{
    if (bucket < 2 * HISTOGRAM_STEPS)
        return (uint64_t)bucket;
    int shift = bucket / HISTOGRAM_STEPS - 1;
    return (uint64_t)(bucket - HISTOGRAM_STEPS * shift) << shift;
}

void histogram_clear(struct histogram *h) { memset(h, 0, sizeof *h); }

void histogram_add(struct histogram *h, uint64_t value)
{
    h->least = h->count == 0 || value < h->least ? value : h->least;
    h->most = value > h->most ? value : h->most;
    h->count++;
    h->sum += value;
    h->bucket[bucket_of(value)]++;
}

uint64_t histogram_at(const struct histogram *h, double part)
{
    uint64_t seen = 0;
    double wanted = part * (double)h->count;
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        seen += h->bucket[i];
        if (h->bucket[i] > 0 && (double)seen >= wanted) {
            uint64_t last = i + 1 < HISTOGRAM_BUCKETS ? histogram_bucket_from(i + 1) - 1 : h->most;
            last = last < h->most ? last : h->most;
            return last > h->least ? last : h->least;
        }
    }
    return h->most;
}

double histogram_mean(const struct histogram *h)
{
    return h->count ? (double)h->sum / (double)h->count : 0;
}
