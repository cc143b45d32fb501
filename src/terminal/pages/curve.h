/*
 * curve.h - values over time as a curve: in braille, or as bars where a font has none.
 */
#ifndef MAZO_CURVE_H
#define MAZO_CURVE_H

#include "terminal/screen/page.h"

/* The i-th of the values, from 0 to 1. */
typedef double curve_value(const void *ctx, int i);

/* Draw `count` values in this many cells, the first at the left edge and the last at the right. */
void curve_draw(struct page *p, int row, int column, int height, int width,
                struct canvas_style style, curve_value *value, const void *ctx, int count);

/* The column of the i-th of `count`. */
int curve_column(int column, int width, int i, int count);

#endif
