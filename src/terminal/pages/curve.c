/*
 * curve.c - values over time as a curve. A cell of braille has two by four dots.
 */
#include "terminal/pages/curve.h"

#include <stdlib.h>

enum { DOTS_ACROSS = 2, DOTS_DOWN = 4, EIGHTHS = 8 };

int curve_column(int column, int width, int i, int count)
{
    return column + (count > 1 ? (int)((int64_t)i * (width - 1) / (count - 1)) : 0);
}

/* The value at place x of `most`, from 0 to 1. */
static double at(curve_value *value, const void *ctx, int count, int x, int most)
{
    int i = most > 1 ? (int)((int64_t)x * (count - 1) / (most - 1)) : 0;
    double v = value(ctx, i);
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

/* ---- braille ---- */

/* The dot at column `x` and row `y`, in dots, from the top. */
static uint8_t dot(int x, int y)
{
    static const uint8_t bits[DOTS_DOWN][DOTS_ACROSS] = {{0x01, 0x08},
                                                         {0x02, 0x10},
                                                         {0x04, 0x20},
                                                         {0x40, 0x80}};
    return bits[y % DOTS_DOWN][x % DOTS_ACROSS];
}

static void put_braille(struct page *p, int row, int column, struct canvas_style style,
                        unsigned bits)
{
    char text[4] = {(char)0xe2, (char)(0xa0 | bits >> 6), (char)(0x80 | (bits & 63)), '\0'};
    if (bits)
        canvas_text(&p->canvas, row, column, 1, style, text);
}

/* One column of cells: the line through its dots, without gaps where it is steep. */
static void draw_dots(struct page *p, int row, int column, int height, int width, int cell,
                      struct canvas_style style, curve_value *value, const void *ctx, int count)
{
    uint8_t bits[CANVAS_ROWS_MAX] = {0};
    int down = height * DOTS_DOWN - 1, across = width * DOTS_ACROSS;
    for (int i = 0; i < DOTS_ACROSS; i++) {
        int x = cell * DOTS_ACROSS + i;
        int y = (int)((1 - at(value, ctx, count, x, across)) * down + 0.5);
        int before = x > 0 ? (int)((1 - at(value, ctx, count, x - 1, across)) * down + 0.5) : y;
        for (int dy = y; dy != before; dy += before > y ? 1 : -1)
            bits[dy / DOTS_DOWN] |= dot(x, dy);
        bits[y / DOTS_DOWN] |= dot(x, y);
    }
    for (int i = 0; i < height; i++)
        put_braille(p, row + i, column + cell, style, bits[i]);
}

/* ---- bars ---- */

static void draw_bar(struct page *p, int row, int column, int height, struct canvas_style style,
                     double v)
{
    static const char *const blocks[] = {"", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int full = (int)(v * height * EIGHTHS + 0.5);
    full = full < 1 ? 1 : full;
    for (int i = 0; i < height && full > 0; i++, full -= EIGHTHS) {
        int part = full < EIGHTHS ? full : EIGHTHS;
        const char *text = !p->term->ascii ? blocks[part] : part > EIGHTHS / 2 ? "#" : ".";
        canvas_text(&p->canvas, row + height - 1 - i, column, 1, style, text);
    }
}

void curve_draw(struct page *p, int row, int column, int height, int width,
                struct canvas_style style, curve_value *value, const void *ctx, int count)
{
    if (count < 1 || height < 1 || height > CANVAS_ROWS_MAX)
        return;
    for (int i = 0; i < width; i++)
        if (p->term->letters)
            draw_bar(p, row, column + i, height, style, at(value, ctx, count, i, width));
        else
            draw_dots(p, row, column, height, width, i, style, value, ctx, count);
}
