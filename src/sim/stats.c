/*
 * stats.c - means, intervals, a sequential test.
 */
#include "sim/stats.h"

#include <math.h>

void stats_add(struct stats_sums *s, const double value[])
{
    s->deals++;
    for (int i = 0; i < s->values; i++) {
        s->sum[i] += value[i];
        for (int j = 0; j <= i; j++)
            s->product[i][j] += value[i] * value[j];
    }
}

double stats_covariance(const struct stats_sums *s, int i, int j)
{
    double n = (double)s->deals;
    if (s->deals < 2)
        return 0;
    double product = i >= j ? s->product[i][j] : s->product[j][i];
    return (product - s->sum[i] * s->sum[j] / n) / (n - 1);
}

/* Cornish and Fisher's expansion; exact for one and two degrees, where it is poor. */
double stats_t(int64_t freedom)
{
    const double z = 1.959963984540054, n = (double)freedom;
    if (freedom <= 1)
        return 12.7062;
    if (freedom == 2)
        return 4.30265;
    double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

static double variance(const struct stats_sums *s, const double weight[])
{
    double sum = 0;
    for (int i = 0; i < s->values; i++)
        for (int j = 0; weight[i] != 0 && j < s->values; j++)
            sum += weight[j] != 0 ? weight[i] * weight[j] * stats_covariance(s, i, j) : 0;
    return sum > 1e-12 ? sum : 0;
}

bool stats_interval(const struct stats_sums *s, const double weight[], struct stats_interval *out)
{
    double n = (double)s->deals, mean = 0;
    for (int i = 0; i < s->values; i++)
        mean += s->deals ? weight[i] * s->sum[i] / n : 0;
    double half = s->deals ? stats_t(s->deals - 1) * sqrt(variance(s, weight) / n) : 0;
    *out = (struct stats_interval){.mean = mean, .low = mean - half, .high = mean + half};
    return half > 0;
}

double stats_unseen(int64_t deals) { return deals > 0 ? 1 - pow(0.025, 1 / (double)deals) : 1; }

void stats_rate(const struct stats_sums *s, const double weight[], struct stats_interval *out)
{
    if (!stats_interval(s, weight, out)) { /* the unseen deals may all be lost, or all be won */
        double unseen = stats_unseen(s->deals);
        out->low = out->mean * (1 - unseen);
        out->high = out->mean + (1 - out->mean) * unseen;
    }
    out->low = out->low < 0 ? 0 : out->low;
    out->high = out->high > 1 ? 1 : out->high;
}

double stats_score_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

static double log_likelihood_ratio(const struct stats_sums *s, int value, double elo0, double elo1)
{
    double n = (double)s->deals;
    double spread = stats_covariance(s, value, value);
    double s0 = stats_score_of_elo(elo0), s1 = stats_score_of_elo(elo1);
    if (s->deals < 2)
        return 0;
    spread = spread > 1 / (n + 1) / 4 ? spread : 1 / (n + 1) / 4; /* all deals alike so far */
    return n * (s1 - s0) * (2 * s->sum[value] / n - s0 - s1) / (2 * spread);
}

enum stats_verdict stats_sprt(const struct stats_sums *s, int value, double elo0, double elo1,
                              double *llr)
{
    const double bound = 2.9444389791664403; /* log(0.95 / 0.05) */
    *llr = log_likelihood_ratio(s, value, elo0, elo1);
    if (s->deals < STATS_SPRT_DEALS || (*llr > -bound && *llr < bound))
        return STATS_OPEN;
    return *llr > 0 ? STATS_STRONGER : STATS_WEAKER;
}
