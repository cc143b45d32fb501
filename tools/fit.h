/*
 * fit.h - least squares for the trainers: sums of sparse facts, and their solution.
 */
#ifndef MAZO_FIT_H
#define MAZO_FIT_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* The normal equations of n facts. */
struct fit {
    int n;
    double *matrix; /* n by n */
    double *right;
};

static inline struct fit fit_new(int n)
{
    struct fit f = {n, calloc((size_t)n * (size_t)n, sizeof(double)),
                    calloc((size_t)n, sizeof(double))};
    if (!f.matrix || !f.right)
        abort();
    return f;
}

static inline void fit_free(struct fit *f)
{
    free(f->matrix);
    free(f->right);
}

static inline void fit_clear(struct fit *f)
{
    for (int i = 0; i < f->n; i++)
        f->right[i] = 0;
    for (int i = 0; i < f->n * f->n; i++)
        f->matrix[i] = 0;
}

static inline double *fit_at(struct fit *f, int row, int column)
{
    return &f->matrix[row * f->n + column];
}

static inline void fit_add(struct fit *to, const struct fit *from)
{
    for (int i = 0; i < to->n; i++)
        to->right[i] += from->right[i];
    for (int i = 0; i < to->n * to->n; i++)
        to->matrix[i] += from->matrix[i];
}

/* Solve (matrix + ridge) x = right by Cholesky, in ten-thousandths; the sums are overwritten. */
static inline void fit_solve(struct fit *f, double ridge, int16_t *weight)
{
    double *x = f->right;
    for (int i = 0; i < f->n; i++) {
        double *row = fit_at(f, i, 0);
        row[i] += ridge;
        for (int j = 0; j <= i; j++) {
            const double *other = fit_at(f, j, 0);
            double sum = row[j];
            for (int k = 0; k < j; k++)
                sum -= row[k] * other[k];
            row[j] = i == j ? sqrt(sum) : sum / other[j];
        }
    }
    for (int i = 0; i < f->n; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= *fit_at(f, i, k) * x[k];
        x[i] /= *fit_at(f, i, i);
    }
    for (int i = f->n - 1; i >= 0; i--) {
        for (int k = i + 1; k < f->n; k++)
            x[i] -= *fit_at(f, k, i) * x[k];
        x[i] /= *fit_at(f, i, i);
        weight[i] = (int16_t)fmax(-30000, fmin(30000, round(x[i] * 10000)));
    }
}

#endif
