/*
 * draw_card.c - a card, small or big, from the front or from behind.
 *
 * Colour is never alone: every colour has its shape, and its letter where the
 * terminal has no colours. A card that fits is filled, others are outlines.
 */
#include "terminal/state.h"

#include <stdio.h>
#include <string.h>

int color_ink(int color)
{
    return color >= 0 && color < MAZO_COLOR_COUNT ? color + INK_RED : INK_PLAIN;
}

/* ORDER enum mazo_color */
static const char *const shapes[MAZO_COLOR_COUNT] = {"●", "▲", "■", "★"};

/* The shape; with its letter, or the letter alone, where that is not enough. */
const char *color_shape(const struct game *g, int color, char buf[SHAPE_SIZE])
{
    if (color < 0 || color >= MAZO_COLOR_COUNT) {
        return "◆";
    }
    snprintf(buf, SHAPE_SIZE, "%s%.*s", g->term->ascii ? "" : shapes[color],
             g->term->ascii || g->term->letters ? 1 : 0, text_in(g->lang, N_("RGBY")) + color);
    return buf;
}

/* What is printed in the corner: at most two columns. */
static const char *corner(mazo_card card, char buf[4])
{
    if (card == MAZO_WILD || card == MAZO_WILD_FOUR || card == MAZO_WILD_JACKPOT) {
        return card == MAZO_WILD ? "W" : card == MAZO_WILD_FOUR ? "+4" : "WJ";
    }
    switch (mazo_card_value(card)) {
    case MAZO_SKIP:
        return "⊘";
    case MAZO_REVERSE:
        return "⇄";
    case MAZO_DRAW_TWO:
        return "+2";
    case MAZO_JACKPOT:
        return "J";
    default:
        snprintf(buf, 4, "%d", mazo_card_value(card) % 10);
        return buf;
    }
}

static void heavy_box(struct canvas *c, int row, int column, int rows, int columns,
                      struct canvas_style style)
{
    canvas_fill(c, row, column, 1, columns, style, "━");
    canvas_fill(c, row + rows - 1, column, 1, columns, style, "━");
    canvas_fill(c, row, column, rows, 1, style, "┃");
    canvas_fill(c, row, column + columns - 1, rows, 1, style, "┃");
    canvas_fill(c, row, column, 1, 1, style, "┏");
    canvas_fill(c, row, column + columns - 1, 1, 1, style, "┓");
    canvas_fill(c, row + rows - 1, column, 1, 1, style, "┗");
    canvas_fill(c, row + rows - 1, column + columns - 1, 1, 1, style, "┛");
}

/* The four shapes of a wild, each in its colour. */
static void four_shapes(struct game *g, int row, int column, int width, struct canvas_style style)
{
    char buf[SHAPE_SIZE];
    int step = width >= 7 ? 2 : 1;
    int used = 3 * step + 1;
    for (int i = 0; i < MAZO_COLOR_COUNT; i++) {
        struct canvas_style own = style;
        if (!(style.flags & CANVAS_REVERSE)) {
            own.ink = (uint8_t)color_ink(i);
        }
        canvas_text(&g->canvas, row, column + (width - used) / 2 + i * step, 1, own,
                    g->term->ascii ? color_shape(g, i, buf) : shapes[i]);
    }
}

/* The face of a card with room for more than a corner. */
static void big_face(struct game *g, int row, int column, int rows, int columns, mazo_card card,
                     int color, struct canvas_style style)
{
    char buf[4];
    const char *value = corner(card, buf);
    int wide = canvas_width(value);
    int middle = row + rows / 2;
    canvas_text(&g->canvas, row + 1, column + 2, 2, style, value);
    canvas_text(&g->canvas, row + rows - 2, column + columns - 2 - wide, 2, style, value);
    if (mazo_card_is_wild(card)) {
        four_shapes(g, middle, column + 1, columns - 2, style);
        return;
    }
    char mark[SHAPE_SIZE];
    const char *shape = color_shape(g, color, mark);
    int count = columns >= 11 ? 3 : 1;
    int width = canvas_width(shape);
    int used = count * width + (count - 1) * 2;
    for (int i = 0; i < count; i++) {
        canvas_text(&g->canvas, middle, column + (columns - used) / 2 + i * (width + 2), width,
                    style, shape);
    }
}

void draw_card(struct game *g, int row, int column, int rows, int columns, mazo_card card,
               int color, int flags)
{
    char buf[4], mark[SHAPE_SIZE];
    struct canvas *c = &g->canvas;
    bool filled = flags & CARD_FILLED;
    int shade = color_ink(mazo_card_is_wild(card) ? color : mazo_card_color(card));
    struct canvas_style style = ink(shade, (filled ? CANVAS_REVERSE | CANVAS_BOLD : 0) |
                                               (flags & CARD_SELECTED ? CANVAS_BOLD : 0));
    canvas_fill(c, row, column, rows, columns, style, " ");
    if (flags & (CARD_SELECTED | CARD_BIG)) {
        heavy_box(c, row, column, rows, columns, style);
    } else {
        canvas_box(c, row, column, rows, columns, style, NULL);
    }
    if (rows >= 5) {
        int of = mazo_card_is_wild(card) ? MAZO_COLOR_NONE : mazo_card_color(card);
        big_face(g, row, column, rows, columns, card, of, style);
        return;
    }
    canvas_text(c, row + 1, column + 1, 2, style, corner(card, buf));
    canvas_text(c, row + 2, column + 1, 2, style,
                color_shape(g, mazo_card_is_wild(card) ? MAZO_COLOR_NONE : mazo_card_color(card),
                            mark));
}

void draw_back(struct game *g, int row, int column, int rows, int columns)
{
    struct canvas *c = &g->canvas;
    canvas_box(c, row, column, rows, columns, ink(INK_ACCENT, 0), NULL);
    canvas_fill(c, row + 1, column + 1, rows - 2, columns - 2, ink(INK_ACCENT, 0), "░");
    if (columns >= 8) {
        canvas_text(c, row + rows / 2, column + (columns - 6) / 2, 6, ink(INK_ACCENT, CANVAS_BOLD),
                    " MAZO ");
    }
}
