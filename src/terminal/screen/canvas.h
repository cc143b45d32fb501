/*
 * canvas.h - a screen in memory: a grid of characters with styles.
 *
 * Everything is drawn here first; only curses.c puts a canvas onto a real
 * terminal. So screens can be kept as text and compared in tests.
 * Drawing outside the grid does nothing. Wide characters take two cells.
 */
#ifndef MAZO_CANVAS_H
#define MAZO_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CANVAS_ROWS_MAX = 100, CANVAS_COLUMNS_MAX = 300 };

enum canvas_color {
    INK_PLAIN,
    INK_RED,
    INK_GREEN,
    INK_BLUE,
    INK_YELLOW,
    INK_DIM,
    INK_ACCENT,
    INK_COUNT
};

enum { CANVAS_BOLD = 1, CANVAS_REVERSE = 2, CANVAS_UNDERLINE = 4 };

struct canvas_style {
    uint8_t ink;   /* enum canvas_color */
    uint8_t flags; /* CANVAS_BOLD | ... */
};

struct canvas_cell {
    char text[8]; /* a character with its marks, UTF-8; "" is the right half of a wide one */
    struct canvas_style style;
};

struct canvas {
    int rows, columns;
    struct canvas_cell cell[CANVAS_ROWS_MAX][CANVAS_COLUMNS_MAX];
};

/* A blank canvas; sizes are limited to what it can hold. */
void canvas_clear(struct canvas *c, int rows, int columns);

/* Text from (row, column) on, cut at `width` columns (with "…" as its last); returns the columns used. */
int canvas_text(struct canvas *c, int row, int column, int width, struct canvas_style style,
                const char *text);
void canvas_format(struct canvas *c, int row, int column, int width, struct canvas_style style,
                   const char *format, ...) __attribute__((format(printf, 6, 7)));

/* The same with words broken into lines, at most `height` of them; returns the lines used. */
int canvas_wrap(struct canvas *c, int row, int column, int width, int height,
                struct canvas_style style, const char *text);

/* How many lines the text takes at `width` columns. */
int canvas_wrap_lines(const char *text, int width);

/* A frame of line characters, with a title in its upper edge unless NULL. */
void canvas_box(struct canvas *c, int row, int column, int height, int width,
                struct canvas_style style, const char *title);

/* Fill with one character. */
void canvas_fill(struct canvas *c, int row, int column, int height, int width,
                 struct canvas_style style, const char *text);

/* The canvas as lines of text without styles, right blanks cut off; returns its length as snprintf. */
size_t canvas_dump(const struct canvas *c, char *buf, size_t size);

/* The styles of the same grid, one letter per cell: . r g b y d a for the inks, a capital for bold
 * (* for bold plain), 0 to 6 for the inks reversed, _ for any underlined. */
size_t canvas_dump_styles(const struct canvas *c, char *buf, size_t size);

/* Columns that the text takes on a canvas. */
int canvas_width(const char *text);

#endif
