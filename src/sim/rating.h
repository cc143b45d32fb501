/*
 * rating.h - one rating per bot from the results of many tables.
 *
 * The model is Bradley and Terry's, for more than two seats Luce's: at a table
 * each bot wins with a probability in proportion to its strength. Ratings are
 * the likeliest strengths on Elo's scale, 400 points a factor of ten. One
 * imagined half-won round a bot against an average one keeps a bot that wins or
 * loses everything finite. Intervals are sandwich estimates: the spread comes
 * from the deals (stats.h), not from the belief that rounds are independent.
 * One imagined deal a table, in which one bot wins every round, keeps a few deals
 * that all gave the same from looking certain.
 */
#ifndef MAZO_RATING_H
#define MAZO_RATING_H

#include <stdbool.h>
#include <stdint.h>
#include "mazo/rules.h"
#include "sim/stats.h"

enum { RATING_BOTS_MAX = 64 };

/* Results of one table. */
struct rating_table {
    int seats;
    uint8_t bot[MAZO_SEATS_MAX]; /* who sat there */
    double rounds;
    double wins[MAZO_SEATS_MAX];                       /* they add up to the rounds */
    double covariance[MAZO_SEATS_MAX][MAZO_SEATS_MAX]; /* of these sums */
};

/* From the sums of a contest whose first `seats` values are shares of the wins. */
void rating_table_set(struct rating_table *table, int seats, const struct stats_sums *sums);

/* Ratings with 95 % intervals, so that `anchor` has 0, or with -1 their mean. False: there
 * was no memory, or nothing to go by. */
bool rating_of(const struct rating_table *tables, int count, int bots, int anchor,
               struct stats_interval out[]);

#endif
