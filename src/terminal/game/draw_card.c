/*
 * draw_card.c - a card, small or big, from the front or from behind.
 *
 * Color is never alone: every color has its shape, and its letter where the
 * terminal has no colors. A card that fits is filled, others are outlines.
 */
#include "terminal/game/state.h"

#include <stdio.h>
#include <string.h>

int color_ink(int color)
{
    return color >= 0 && color < MAZO_COLOR_COUNT ? color + INK_RED : INK_PLAIN;
}

/* ORDER enum mazo_color */
static const char *const shapes[MAZO_COLOR_COUNT] = {"●", "▲", "■", "★"};

/* The shape; with or as a letter where that is not enough. */
const char *color_shape(const struct game *g, int color, char buf[SHAPE_SIZE])
{
    if (color < 0 || color >= MAZO_COLOR_COUNT)
        return "◆";
    snprintf(buf, SHAPE_SIZE, "%s%.*s", g->term->ascii ? "" : shapes[color],
             g->term->ascii || g->term->letters ? 1 : 0, text_in(g->lang, N_("RGBY")) + color);
    return buf;
}

/* What is printed in the corner: at most two columns. */
static const char *corner(mazo_card card, char buf[4])
{
    if (card == MAZO_WILD || card == MAZO_WILD_FOUR || card == MAZO_WILD_JACKPOT)
        return card == MAZO_WILD ? "W" : card == MAZO_WILD_FOUR ? "+4" : "WJ";
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

/* The four shapes of a wild, each in its color. */
static void four_shapes(struct game *g, int row, int column, int width, struct canvas_style style)
{
    char buf[SHAPE_SIZE];
    int step = width >= 7 ? 2 : 1;
    int used = 3 * step + 1;
    for (int i = 0; i < MAZO_COLOR_COUNT; i++) {
        struct canvas_style own = style;
        if (!(style.flags & CANVAS_REVERSE))
            own.ink = (uint8_t)color_ink(i);
        canvas_text(&g->canvas, row, column + (width - used) / 2 + i * step, 1, own,
                    g->term->ascii ? color_shape(g, i, buf) : shapes[i]);
    }
}

/* ---- big cards ---- */

enum { GLYPH_ROWS = 5, GLYPH_COUNT = 15 };

/* ORDER 0 to 9, +, Skip, Reverse, J, W */
/* clang-format off */
static const char *const glyphs[GLYPH_COUNT][GLYPH_ROWS] = {
    {"###", "# #", "# #", "# #", "###"}, {" # ", "## ", " # ", " # ", "###"},
    {"###", "  #", "###", "#  ", "###"}, {"###", "  #", " ##", "  #", "###"},
    {"# #", "# #", "###", "  #", "  #"}, {"###", "#  ", "###", "  #", "###"},
    {"###", "#  ", "###", "# #", "###"}, {"###", "  #", "  #", " # ", " # "},
    {"###", "# #", "###", "# #", "###"}, {"###", "# #", "###", "  #", "###"},
    {"   ", " # ", "###", " # ", "   "},
    {" ### ", "#  ##", "# # #", "##  #", " ### "},
    {"   # ", "#####", "     ", "#####", " #   "},
    {"  ##", "   #", "   #", "#  #", " ## "},
    {"#   #", "#   #", "# # #", "## ##", "#   #"},
};
/* clang-format on */

/* One glyph, each of its dots two columns wide; returns the columns. */
static int draw_glyph(struct game *g, int row, int column, int glyph, struct canvas_style style)
{
    for (int i = 0; i < GLYPH_ROWS; i++) {
        for (int j = 0; glyphs[glyph][i][j]; j++)
            if (glyphs[glyph][i][j] == '#')
                canvas_fill(&g->canvas, row + i, column + 2 * j, 1, 2, style, "█");
    }
    return 2 * (int)strlen(glyphs[glyph][0]);
}

/* The one or two glyphs of a card. */
static int glyphs_of(mazo_card card, int out[2])
{
    int value = mazo_card_value(card);
    bool draws = card == MAZO_WILD_FOUR || (!mazo_card_is_wild(card) && value == MAZO_DRAW_TWO);
    if (draws) {
        out[0] = 10, out[1] = card == MAZO_WILD_FOUR ? 4 : 2;
        return 2;
    }
    out[0] = card == MAZO_WILD           ? 14
             : card == MAZO_WILD_JACKPOT ? 13
             : value == MAZO_SKIP        ? 11
             : value == MAZO_REVERSE     ? 12
             : value == MAZO_JACKPOT     ? 13
                                         : value;
    return 1;
}

/* The top card where there is much room. */
static void huge_face(struct game *g, int row, int column, int rows, int columns, mazo_card card,
                      struct canvas_style style)
{
    char mark[SHAPE_SIZE];
    int which[2];
    int count = glyphs_of(card, which), width = 0;
    for (int i = 0; i < count; i++)
        width += 2 * (int)strlen(glyphs[which[i]][0]) + (i > 0);
    int at = column + (columns - width) / 2;
    for (int i = 0; i < count; i++)
        at += draw_glyph(g, row + (rows - GLYPH_ROWS) / 2, at, which[i], style) + 1;
    if (mazo_card_is_wild(card)) {
        four_shapes(g, row + 1, column + 1, 9, style);
        four_shapes(g, row + rows - 2, column + columns - 10, 9, style);
        return;
    }
    const char *shape = color_shape(g, mazo_card_color(card), mark);
    canvas_text(&g->canvas, row + 1, column + 2, 2, style, shape);
    canvas_text(&g->canvas, row + rows - 2, column + columns - 2 - canvas_width(shape), 2, style,
                shape);
}

/* A card with room for its value in two corners. */
static void big_face(struct game *g, int row, int column, int rows, int columns, mazo_card card,
                     struct canvas_style style)
{
    char buf[4], mark[SHAPE_SIZE];
    const char *value = corner(card, buf);
    int middle = row + rows / 2;
    canvas_text(&g->canvas, row + 1, column + 2, 2, style, value);
    canvas_text(&g->canvas, row + rows - 2, column + columns - 2 - canvas_width(value), 2, style,
                value);
    if (mazo_card_is_wild(card)) {
        four_shapes(g, middle, column + 1, columns - 2, style);
        return;
    }
    const char *shape = color_shape(g, mazo_card_color(card), mark);
    int width = canvas_width(shape);
    canvas_text(&g->canvas, middle, column + (columns - width) / 2, width, style, shape);
}

/* A card of a hand: what matters is at its left edge, the next card covers the rest. */
static void hand_face(struct game *g, int row, int column, int rows, int columns, mazo_card card,
                      struct canvas_style style)
{
    char buf[4], mark[SHAPE_SIZE];
    int color = mazo_card_is_wild(card) ? MAZO_COLOR_NONE : mazo_card_color(card);
    const char *value = corner(card, buf), *shape = color_shape(g, color, mark);
    canvas_text(&g->canvas, row + 1, column + 1, 2, style, value);
    canvas_text(&g->canvas, row + 2, column + 1, 2, style, shape);
    if (rows >= 6) {
        canvas_text(&g->canvas, row + rows - 2, column + columns - 1 - canvas_width(value), 2,
                    style, value);
        canvas_text(&g->canvas, row + rows - 3, column + columns - 1 - canvas_width(shape), 2,
                    style, shape);
    }
}

/* ---- cards ---- */

/* The frame of a wild has a color in every corner. */
static void color_frame(struct canvas *c, int row, int column, int rows, int columns)
{
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            bool edge = i == 0 || j == 0 || i == rows - 1 || j == columns - 1;
            int at_row = row + i, at_column = column + j;
            if (edge && at_row >= 0 && at_row < c->rows && at_column >= 0 &&
                at_column < c->columns) {
                int color = (i >= (rows + 1) / 2) * 2 + (j >= (columns + 1) / 2);
                c->cell[at_row][at_column].style.ink = (uint8_t)color_ink(color);
            }
        }
    }
}

void draw_card(struct game *g, int row, int column, int rows, int columns, mazo_card card,
               int color, int flags)
{
    struct canvas *c = &g->canvas;
    bool filled = flags & CARD_FILLED;
    int shade = color_ink(mazo_card_is_wild(card) ? color : mazo_card_color(card));
    struct canvas_style style = ink(shade, (filled ? CANVAS_REVERSE | CANVAS_BOLD : 0) |
                                               (flags & CARD_SELECTED ? CANVAS_BOLD : 0));
    canvas_fill(c, row, column, rows, columns, style, " ");
    if (flags & (CARD_SELECTED | CARD_BIG))
        heavy_box(c, row, column, rows, columns, style);
    else
        canvas_box(c, row, column, rows, columns, style, NULL);
    if (shade == INK_PLAIN)
        color_frame(c, row, column, rows, columns);
    if (!(flags & CARD_BIG))
        hand_face(g, row, column, rows, columns, card, style);
    else if (rows >= 9)
        huge_face(g, row, column, rows, columns, card, style);
    else
        big_face(g, row, column, rows, columns, card, style);
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
