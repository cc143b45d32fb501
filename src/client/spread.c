/*
 * spread.c - buckets that grow with the value.
 */
#include "client/spread.h"

#include <string.h>

enum { STEP_BITS = 6 }; /* SPREAD_STEPS is two to this */

static int bucket_of(uint64_t value)
{
    if (value < SPREAD_STEPS) {
        return (int)value;
    }
    int shift = 63 - __builtin_clzll(value) - STEP_BITS;
    if (shift >= SPREAD_POWERS) {
        return SPREAD_BUCKETS - 1;
    }
    return SPREAD_STEPS * shift + (int)(value >> shift);
}

uint64_t spread_bucket_from(int bucket)
{
    if (bucket < 2 * SPREAD_STEPS) {
        return (uint64_t)bucket;
    }
    int shift = bucket / SPREAD_STEPS - 1;
    return (uint64_t)(bucket - SPREAD_STEPS * shift) << shift;
}

void spread_clear(struct spread *s) { memset(s, 0, sizeof *s); }

void spread_add(struct spread *s, uint64_t value)
{
    s->least = s->count == 0 || value < s->least ? value : s->least;
    s->most = value > s->most ? value : s->most;
    s->count++;
    s->sum += value;
    s->bucket[bucket_of(value)]++;
}

void spread_merge(struct spread *s, const struct spread *from)
{
    if (from->count == 0) {
        return;
    }
    s->least = s->count == 0 || from->least < s->least ? from->least : s->least;
    s->most = from->most > s->most ? from->most : s->most;
    s->count += from->count;
    s->sum += from->sum;
    for (int i = 0; i < SPREAD_BUCKETS; i++) {
        s->bucket[i] += from->bucket[i];
    }
}

uint64_t spread_at(const struct spread *s, double part)
{
    uint64_t seen = 0;
    double wanted = part * (double)s->count;
    for (int i = 0; i < SPREAD_BUCKETS; i++) {
        seen += s->bucket[i];
        if (s->bucket[i] > 0 && (double)seen >= wanted) {
            uint64_t last = i + 1 < SPREAD_BUCKETS ? spread_bucket_from(i + 1) - 1 : s->most;
            last = last < s->most ? last : s->most;
            return last > s->least ? last : s->least;
        }
    }
    return s->most;
}

double spread_mean(const struct spread *s)
{
    return s->count ? (double)s->sum / (double)s->count : 0;
}
