/*
 * chi.h - are counts as even as chance makes them?
 *
 * The seeds of the tests are fixed, so nothing here is left to luck: a sum that
 * passes today passes for ever, until a generator or its use changes.
 */
#ifndef MAZO_CHI_H
#define MAZO_CHI_H

#include <math.h>
#include <stddef.h>

/* Sum of squares over `n` counts; the mean of it is n - 1. */
static inline double chi_square(const long *counts, const double *expected, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double off = (double)counts[i] - expected[i];
        sum += expected[i] > 0 ? off * off / expected[i] : off * off;
    }
    return sum;
}

/* Neither too far from even nor, as with a counter in place of chance, too near. */
static inline int chi_is_likely(double sum, size_t n)
{
    double freedom = (double)(n - 1), spread = sqrt(2 * freedom);
    return sum < freedom + 5 * spread && (n < 20 || sum > freedom - 5 * spread);
}

static inline int chi_is_even(const long *counts, size_t n)
{
    double all = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        all += (double)counts[i];
    for (size_t i = 0; i < n; i++) {
        double off = (double)counts[i] - all / (double)n;
        sum += off * off / (all / (double)n);
    }
    return chi_is_likely(sum, n);
}

#endif
