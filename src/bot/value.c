/*
 * value.c - the facts of a position, and their sum.
 */
#include "bot/value.h"

#include <stddef.h>

#include "bot/weights_value.h"

static const uint8_t bucket[VALUE_SIZES] = {0, 0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7, 7, 7, 7};

static inline int seat_held(const struct mazo_game *g, int seat, uint64_t kinds)
{
    return mazo_count_bits(g->have[seat] & kinds) + mazo_count_bits(g->twice[seat] & kinds);
}

/* One hand, counted. */
struct side {
    int size, bucket, distance;
    int fits, of_color, wilds, colors, sharp;
};

static inline void count_side(const struct mazo_game *g, int seat, struct side *h)
{
    const uint64_t sharp = MAZO_OF_VALUE(MAZO_SKIP) | MAZO_OF_VALUE(MAZO_REVERSE) |
                           MAZO_OF_VALUE(MAZO_DRAW_TWO);
    int away = mazo_seat_at(&g->pub, (seat - g->turn) * g->direction);
    h->size = capped(g->size[seat], VALUE_SIZES - 1);
    h->bucket = bucket[h->size];
    h->distance = capped(away, VALUE_DISTANCES - 1);
    h->fits = capped(seat_held(g, seat, g->fits), 3);
    h->wilds = capped(seat_held(g, seat, MAZO_WILDS), 3);
    h->sharp = capped(seat_held(g, seat, sharp), 3);
    h->of_color = 0;
    h->colors = 0;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        h->colors += (g->have[seat] & MAZO_OF_COLOR(color)) != 0;
    if (g->color < MAZO_COLOR_COUNT)
        h->of_color = capped(seat_held(g, seat, MAZO_OF_COLOR(g->color)), 4);
}

/* The other players by their cards. */
struct others {
    int rival; /* who has the fewest; of several the first in turn */
    int least, second, third;
};

static inline void rank_others(const struct mazo_game *g, int seat, struct others *o)
{
    *o = (struct others){.least = VALUE_SIZES, .second = VALUE_SIZES, .third = VALUE_SIZES};
    for (int i = 0, other = g->turn; i < g->seats; i++) {
        int size = capped(g->size[other], VALUE_SIZES - 1);
        if (other != seat && size < o->least) {
            o->third = o->second;
            o->second = o->least;
            o->least = size;
            o->rival = other;
        } else if (other != seat && size < o->second) {
            o->third = o->second;
            o->second = size;
        } else if (other != seat && size < o->third) {
            o->third = size;
        }
        other = mazo_seat_after(&g->pub, other);
    }
}

/* The facts, listed in `out` and counted, or their weights added up. One body
 * for both, compiled twice. */
static inline __attribute__((always_inline)) int
describe_seat(const struct mazo_game *g, int seat, bool lists, const int16_t *weight, uint16_t *out)
{
    struct side own, his;
    struct others o;
    int sum = 0, n = 0;
    rank_others(g, seat, &o);
    count_side(g, seat, &own);
    count_side(g, o.rival, &his);
    int second = bucket[capped(o.second, VALUE_SIZES - 1)];
    int third = bucket[capped(o.third, VALUE_SIZES - 1)] / 2;
#define FACT(index) (lists ? (void)(out[n++] = (uint16_t)(index)) : (void)(sum += weight[index]))
    FACT(VALUE_AT_SIZES + (own.distance * VALUE_SIZES + own.size) * VALUE_SIZES + his.size);
    FACT(VALUE_AT_REST + (own.bucket * VALUE_BUCKETS + second) * 4 + third);
    FACT(VALUE_AT_FITS + (own.fits * VALUE_DISTANCES + own.distance) * VALUE_BUCKETS + own.bucket);
    FACT(VALUE_AT_RIVAL_FITS + (his.fits * VALUE_DISTANCES + his.distance) * VALUE_BUCKETS +
         his.bucket);
    FACT(VALUE_AT_WILDS + own.wilds * VALUE_BUCKETS + own.bucket);
    FACT(VALUE_AT_RIVAL_WILDS + his.wilds * VALUE_BUCKETS + his.bucket);
    FACT(VALUE_AT_COLORS + own.colors * VALUE_BUCKETS + own.bucket);
    FACT(VALUE_AT_RIVAL_COLORS + his.colors * VALUE_BUCKETS + his.bucket);
    FACT(VALUE_AT_SHARP + own.sharp * VALUE_BUCKETS + own.bucket);
    FACT(VALUE_AT_RIVAL_SHARP + his.sharp * VALUE_BUCKETS + his.bucket);
    FACT(VALUE_AT_BOTH + (own.of_color * 5 + his.of_color) * 2 + (own.distance == 0));
#undef FACT
    return lists ? n : sum;
}

int value_facts(const struct mazo_game *g, int seat, uint16_t out[VALUE_FACTS_OF_ONE])
{
    return describe_seat(g, seat, true, NULL, out);
}

int value_of(const struct mazo_game *g, const struct value_weights *w, int seat)
{
    return describe_seat(g, seat, false, w->weight, NULL);
}

const struct value_weights *value_for(const struct mazo_rules *rules, int seats)
{
    if (rules->jackpots || rules->wild_jackpots)
        return NULL;
    return seats == 2 ? &value_two : &value_more;
}
