/*
 * svg.h - what the pictures of figures are drawn with: SVG with its own style sheet, light or
 * dark as the reader's screen is.
 *
 * Classes of texts: big, head, soft, small; end and mid for where they stand. Of lines: grid,
 * even. Of rectangles: paper, bar. Colors to use in more of them: --ink, --soft, --grid, --mark,
 * --bar, --even.
 */
#ifndef MAZO_SVG_H
#define MAZO_SVG_H

#include <stdbool.h>
#include <stdio.h>

/* The head of a picture and its paper. `more` is added to the style sheet. */
void svg_begin(FILE *out, double width, double height, const char *more);

/* The end. False, and errno set, when not all could be written. */
bool svg_end(FILE *out);

void svg_text(FILE *out, double x, double y, const char *class, const char *text);
void svg_line(FILE *out, double x1, double y1, double x2, double y2, const char *class);
void svg_rect(FILE *out, double x, double y, double width, double height, const char *class);

/* Tick step (1, 2 or 5 times a power of ten) for about this many ticks. */
double svg_step(double span, int ticks);

#endif
