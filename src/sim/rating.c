/*
 * rating.c - Newton's method on a concave function, and a sandwich.
 */
#include "sim/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 200 };

/* Square matrices of `n` rows, one behind the other. */
struct work {
    int n;
    double theta[RATING_BOTS_MAX];                     /* log strengths */
    double gradient[RATING_BOTS_MAX];                  /* of the log likelihood */
    double bend[RATING_BOTS_MAX * RATING_BOTS_MAX];    /* its second derivative, negative */
    double inverse[RATING_BOTS_MAX * RATING_BOTS_MAX]; /* of that */
    double spread[RATING_BOTS_MAX * RATING_BOTS_MAX];  /* of the gradient, from deal to deal */
    double cov[RATING_BOTS_MAX * RATING_BOTS_MAX];     /* of theta */
};

/* What the imagined deal adds to the spread: the winner wins it by the shares so far. */
static double imagined(int seats, const struct stats_sums *sums, int i, int j)
{
    double all = (double)sums->deals + 1;
    double p = (sums->sum[i] + 1.0 / seats) / all, q = (sums->sum[j] + 1.0 / seats) / all;
    return (i == j ? p : 0) - p * q;
}

void rating_table_set(struct rating_table *table, int seats, const struct stats_sums *sums)
{
    double deals = (double)sums->deals, of_deal = seats;
    table->seats = seats;
    table->rounds = deals * of_deal;
    for (int i = 0; i < seats; i++) {
        table->wins[i] = sums->sum[i] * of_deal;
        for (int j = 0; j < seats; j++) {
            double seen = deals * stats_covariance(sums, i, j);
            table->covariance[i][j] = of_deal * of_deal * (seen + imagined(seats, sums, i, j));
        }
    }
}

static void add_table(struct work *w, const struct rating_table *t)
{
    double p[MAZO_SEATS_MAX], sum = 0, most = w->theta[t->bot[0]];
    for (int i = 1; i < t->seats; i++)
        most = fmax(most, w->theta[t->bot[i]]);
    for (int i = 0; i < t->seats; i++) {
        p[i] = exp(w->theta[t->bot[i]] - most);
        sum += p[i];
    }
    for (int i = 0; i < t->seats; i++)
        p[i] /= sum;
    for (int i = 0; i < t->seats; i++) {
        int row = t->bot[i] * w->n;
        w->gradient[t->bot[i]] += t->wins[i] - t->rounds * p[i];
        w->bend[row + t->bot[i]] += t->rounds * p[i];
        for (int j = 0; j < t->seats; j++) {
            w->bend[row + t->bot[j]] -= t->rounds * p[i] * p[j];
            w->spread[row + t->bot[j]] += t->covariance[i][j];
        }
    }
}

static void differentiate(struct work *w, const struct rating_table *tables, int count)
{
    size_t size = (size_t)w->n * (size_t)w->n * sizeof(double);
    memset(w->bend, 0, size);
    memset(w->spread, 0, size);
    for (int i = 0; i < w->n; i++) { /* the imagined round */
        double p = 1 / (1 + exp(-w->theta[i]));
        w->gradient[i] = 0.5 - p;
        w->bend[i * w->n + i] = w->spread[i * w->n + i] = p * (1 - p);
    }
    for (int i = 0; i < count; i++)
        add_table(w, &tables[i]);
}

static void swap_rows(double *m, int n, int a, int b)
{
    for (int i = 0; i < n && a != b; i++) {
        double kept = m[a * n + i];
        m[a * n + i] = m[b * n + i];
        m[b * n + i] = kept;
    }
}

/* Gauss and Jordan, with the largest pivot. False if there is none. */
static bool invert(const double *from, int n, double *left, double *out)
{
    memcpy(left, from, (size_t)n * (size_t)n * sizeof *left);
    for (int i = 0; i < n * n; i++)
        out[i] = i % (n + 1) == 0;
    for (int col = 0; col < n; col++) {
        int best = col;
        for (int row = col + 1; row < n; row++)
            best = fabs(left[row * n + col]) > fabs(left[best * n + col]) ? row : best;
        if (fabs(left[best * n + col]) < 1e-300)
            return false;
        swap_rows(left, n, col, best);
        swap_rows(out, n, col, best);
        double by = 1 / left[col * n + col];
        for (int i = 0; i < n; i++) {
            left[col * n + i] *= by;
            out[col * n + i] *= by;
        }
        for (int row = 0; row < n; row++) {
            double times = left[row * n + col];
            for (int i = 0; row != col && i < n; i++) {
                left[row * n + i] -= times * left[col * n + i];
                out[row * n + i] -= times * out[col * n + i];
            }
        }
    }
    return true;
}

/* One step uphill, not too far at once; how far it went. */
static double climb(struct work *w)
{
    double most = 0, step[RATING_BOTS_MAX];
    for (int i = 0; i < w->n; i++) {
        step[i] = 0;
        for (int j = 0; j < w->n; j++)
            step[i] += w->inverse[i * w->n + j] * w->gradient[j];
        most = fmax(most, fabs(step[i]));
    }
    for (int i = 0; i < w->n; i++)
        w->theta[i] += most > 1 ? step[i] / most : step[i];
    return most;
}

/* inverse * spread * inverse */
static void sandwich(struct work *w)
{
    int n = w->n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            w->bend[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                w->bend[i * n + j] += w->spread[i * n + k] * w->inverse[k * n + j];
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            w->cov[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                w->cov[i * n + j] += w->inverse[i * n + k] * w->bend[k * n + j];
        }
    }
}

/* The rating of a bot against the anchor, or against the mean of all. */
static void rate(const struct work *w, int bot, int anchor, struct stats_interval *out)
{
    const double elo = 400 / log(10), z = 1.959963984540054;
    double weight[RATING_BOTS_MAX] = {0}, mean = 0, var = 0;
    for (int i = 0; i < w->n; i++) {
        weight[i] = (i == bot ? 1.0 : 0.0) - (anchor < 0 ? 1.0 / w->n : i == anchor ? 1.0 : 0.0);
        mean += weight[i] * w->theta[i];
    }
    for (int i = 0; i < w->n; i++)
        for (int j = 0; j < w->n; j++)
            var += weight[i] * weight[j] * w->cov[i * w->n + j];
    double half = z * sqrt(var > 0 ? var : 0);
    *out = (struct stats_interval){.mean = elo * mean,
                                   .low = elo * (mean - half),
                                   .high = elo * (mean + half)};
}

bool rating_of(const struct rating_table *tables, int count, int bots, int anchor,
               struct stats_interval out[])
{
    struct work *w = calloc(1, sizeof *w);
    bool fine = w && count > 0 && bots <= RATING_BOTS_MAX;
    double moved = 1;
    for (int i = 0; fine && i < ROUNDS_MAX && moved > 1e-10; i++) {
        w->n = bots;
        differentiate(w, tables, count);
        fine = invert(w->bend, bots, w->cov, w->inverse);
        moved = fine ? climb(w) : 0;
    }
    if (fine) {
        sandwich(w);
        for (int i = 0; i < bots; i++)
            rate(w, i, anchor, &out[i]);
    }
    free(w);
    return fine;
}
