/*
 * stats.h - how sure a figure is.
 *
 * Rounds of one deal are played with the same cards and so are not independent
 * trials; the deals are. All intervals are over deals: the mean of a deal's
 * rounds is one observation, and the interval is that of a mean of independent
 * observations (cluster-robust, with Student's t where the deals are few).
 *
 * Where all deals gave the same, or there is but one, they show no spread. That does not make
 * their figure certain: some other outcome may only be rare enough not to have come up yet.
 */
#ifndef MAZO_STATS_H
#define MAZO_STATS_H

#include <stdbool.h>
#include <stdint.h>
#include "mazo/rules.h"

enum { STATS_VALUES_MAX = 3 * MAZO_SEATS_MAX };

/* Sums over deals of some values and of their products. */
struct stats_sums {
    int values;
    int64_t deals;
    double sum[STATS_VALUES_MAX];
    double product[STATS_VALUES_MAX][STATS_VALUES_MAX]; /* the lower half: [i][j], j <= i */
};

struct stats_interval {
    double mean, low, high;
};

void stats_add(struct stats_sums *s, const double value[]);

/* Covariance of two values from deal to deal; 0 for fewer than two deals. */
double stats_covariance(const struct stats_sums *s, int i, int j);

/* The 95 % interval of the mean of a weighted sum of the values. False: the deals show no
 * spread, so there is none; low and high are the mean then. */
bool stats_interval(const struct stats_sums *s, const double weight[], struct stats_interval *out);

/* A rate's interval: cut at 0 and 1. Where the deals show no spread it is as wide as a deal of
 * another outcome, whichever, may be likely (stats_unseen): Clopper and Pearson's interval where
 * all or none were won. */
void stats_rate(const struct stats_sums *s, const double weight[], struct stats_interval *out);

/* Upper bound (97.5 %) for the probability of an event not seen in this many deals. */
double stats_unseen(int64_t deals);

/* The 97.5 % quantile of Student's t. */
double stats_t(int64_t freedom);

/* Expected score of a player who is that many Elo points better. */
double stats_score_of_elo(double elo);

/* A sequential test between two strengths, for both errors 5 %. */
enum stats_verdict { STATS_OPEN, STATS_WEAKER, STATS_STRONGER };

enum { STATS_SPRT_DEALS = 30 }; /* before these it decides nothing */

/* The log-likelihood ratio of elo1 against elo0 when the values' weighted mean is the score
 * (Michel Van den Bergh's normal approximation with the spread between deals), and what
 * it says. */
enum stats_verdict stats_sprt(const struct stats_sums *s, int value, double elo0, double elo1,
                              double *llr);

#endif
