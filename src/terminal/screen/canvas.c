/*
 * canvas.c - a screen in memory: text, frames, and the whole as lines.
 */
#include "terminal/screen/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "text/utf8.h"

/* ---- characters ---- */

/* The character at `text`: its bytes, and its columns in *width (0: a combining mark). A bad
 * byte or a control character counts as one column and is drawn as "?". */
static int character(const char *text, int *width, bool *bad)
{
    int length = utf8_length(text, strlen(text));
    const unsigned char *s = (const unsigned char *)text;
    *bad = length == 0 || s[0] < 0x20 || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0);
    if (*bad) {
        *width = 1;
        return length == 0 ? 1 : length;
    }
    unsigned number = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++)
        number = number << 6 | (s[i] & 0x3fu);
    int columns = wcwidth((wchar_t)number);
    *width = columns < 0 ? 1 : columns; /* -1: the locale does not know it */
    return length;
}

int canvas_width(const char *text)
{
    int total = 0, width;
    bool bad;
    while (*text) {
        text += character(text, &width, &bad);
        total += width;
    }
    return total;
}

/* ---- cells ---- */

static bool inside(const struct canvas *c, int row, int column)
{
    return row >= 0 && row < c->rows && column >= 0 && column < c->columns;
}

static void blank(struct canvas_cell *cell) { *cell = (struct canvas_cell){.text = " "}; }

/* Drawing over half of a wide character erases the other half. */
static void part(struct canvas *c, int row, int column)
{
    if (c->cell[row][column].text[0] == '\0' && column > 0)
        blank(&c->cell[row][column - 1]);
    if (column + 1 < c->columns && c->cell[row][column + 1].text[0] == '\0')
        blank(&c->cell[row][column + 1]);
}

static void put_cells(struct canvas *c, int row, int column, int width, struct canvas_style style,
                      const char *text, size_t length)
{
    if (!inside(c, row, column))
        return;
    part(c, row, column);
    struct canvas_cell *cell = &c->cell[row][column];
    blank(cell);
    cell->style = style;
    if (width == 2) {
        if (!inside(c, row, column + 1))
            return; /* half a character is not drawn */
        part(c, row, column + 1);
        cell[1] = (struct canvas_cell){.text = "", .style = style};
    }
    memcpy(cell->text, text, length);
    cell->text[length] = '\0';
}

/* A combining mark joins the cell before it, where there is room. */
static void join(struct canvas *c, int row, int column, const char *text, size_t length)
{
    if (!inside(c, row, column))
        return;
    char *before = c->cell[row][column].text;
    size_t used = strlen(before);
    if (used > 0 && used + length < sizeof c->cell[0][0].text) {
        memcpy(before + used, text, length);
        before[used + length] = '\0';
    }
}

void canvas_clear(struct canvas *c, int rows, int columns)
{
    c->rows = rows < 0 ? 0 : rows > CANVAS_ROWS_MAX ? CANVAS_ROWS_MAX : rows;
    c->columns = columns < 0 ? 0 : columns > CANVAS_COLUMNS_MAX ? CANVAS_COLUMNS_MAX : columns;
    for (int row = 0; row < c->rows; row++)
        for (int column = 0; column < c->columns; column++)
            blank(&c->cell[row][column]);
}

/* ---- text ---- */

/* `length` bytes of text, without checking their total width. */
static int put_text(struct canvas *c, int row, int column, int width, struct canvas_style style,
                    const char *text, size_t length)
{
    int used = 0, columns;
    bool bad;
    for (const char *end = text + length; text < end;) {
        int bytes = character(text, &columns, &bad);
        if (used + columns > width)
            break;
        if (columns == 0)
            join(c, row, column + used - 1, text, (size_t)bytes);
        else
            put_cells(c, row, column + used, columns, style, bad ? "?" : text,
                      bad ? 1 : (size_t)bytes);
        used += columns;
        text += bytes;
    }
    return used;
}

int canvas_text(struct canvas *c, int row, int column, int width, struct canvas_style style,
                const char *text)
{
    if (width <= 0)
        return 0;
    if (canvas_width(text) <= width)
        return put_text(c, row, column, width, style, text, strlen(text));
    int used = put_text(c, row, column, width - 1, style, text, strlen(text));
    return used + put_text(c, row, column + used, 1, style, "…", strlen("…"));
}

/* Bytes of the first line when text is broken at `width` columns; *next is where the second line
 * begins. */
static size_t line_of(const char *text, int width, size_t *next)
{
    size_t at = 0, end = 0; /* `end`: of the last word that fits as a whole */
    int used = 0, columns;
    bool bad;
    while (text[at] && text[at] != '\n') {
        int bytes = character(text + at, &columns, &bad);
        if (used + columns > width && text[at] != ' ') {
            end = end > 0  ? end
                  : at > 0 ? at
                           : (size_t)bytes; /* a word longer than a line is cut */
            for (*next = end; text[*next] == ' ';)
                ++*next;
            return end;
        }
        if (text[at] == ' ' && used > 0 && text[at - 1] != ' ')
            end = at;
        used += columns;
        at += (size_t)bytes;
    }
    *next = text[at] == '\n' ? at + 1 : at;
    return at;
}

int canvas_wrap(struct canvas *c, int row, int column, int width, int height,
                struct canvas_style style, const char *text)
{
    int lines = 0;
    while (width > 0 && lines < height && *text) {
        size_t next;
        size_t length = line_of(text, width, &next);
        if (lines == height - 1 && text[next])
            canvas_text(c, row + lines, column, width, style, text);
        else
            put_text(c, row + lines, column, width, style, text, length);
        lines++;
        text += next;
    }
    return lines;
}

int canvas_wrap_lines(const char *text, int width)
{
    int lines = 0;
    while (width > 0 && *text) {
        size_t next;
        line_of(text, width, &next);
        lines++;
        text += next;
    }
    return lines;
}

/* ---- areas ---- */

void canvas_fill(struct canvas *c, int row, int column, int height, int width,
                 struct canvas_style style, const char *text)
{
    int columns;
    bool bad;
    size_t bytes = (size_t)character(text, &columns, &bad);
    for (int i = 0; i < height; i++)
        for (int j = 0; columns > 0 && j + columns <= width; j += columns)
            put_cells(c, row + i, column + j, columns, style, bad ? "?" : text, bad ? 1 : bytes);
}

void canvas_box(struct canvas *c, int row, int column, int height, int width,
                struct canvas_style style, const char *title)
{
    int right = column + width - 1, bottom = row + height - 1;
    if (width < 2 || height < 2)
        return;
    canvas_fill(c, row, column + 1, 1, width - 2, style, "─");
    canvas_fill(c, bottom, column + 1, 1, width - 2, style, "─");
    canvas_fill(c, row + 1, column, height - 2, 1, style, "│");
    canvas_fill(c, row + 1, right, height - 2, 1, style, "│");
    canvas_fill(c, row, column, 1, 1, style, "╭");
    canvas_fill(c, row, right, 1, 1, style, "╮");
    canvas_fill(c, bottom, column, 1, 1, style, "╰");
    canvas_fill(c, bottom, right, 1, 1, style, "╯");
    if (title && width > 6) {
        canvas_fill(c, row, column + 2, 1, 1, style, " ");
        int used = canvas_text(c, row, column + 3, width - 6, style, title);
        canvas_fill(c, row, column + 3 + used, 1, 1, style, " ");
    }
}

/* ---- the whole as text ---- */

struct dump {
    char *buf;
    size_t size, len;
};

static void add(struct dump *d, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++, d->len++)
        if (d->len + 1 < d->size)
            d->buf[d->len] = text[i];
}

static size_t end_dump(struct dump *d)
{
    if (d->size > 0)
        d->buf[d->len < d->size ? d->len : d->size - 1] = '\0';
    return d->len;
}

size_t canvas_dump(const struct canvas *c, char *buf, size_t size)
{
    struct dump d = {.buf = buf, .size = size};
    for (int row = 0; row < c->rows; row++) {
        int last = c->columns;
        while (last > 0 && strcmp(c->cell[row][last - 1].text, " ") == 0)
            last--;
        for (int column = 0; column < last; column++) {
            const char *text = c->cell[row][column].text;
            add(&d, text, strlen(text));
        }
        add(&d, "\n", 1);
    }
    return end_dump(&d);
}

static char style_letter(const struct canvas_cell *cell)
{
    unsigned ink = cell->style.ink < INK_COUNT ? cell->style.ink : INK_PLAIN;
    if (cell->style.flags & CANVAS_UNDERLINE)
        return '_';
    if (cell->style.flags & CANVAS_REVERSE)
        return "0123456"[ink];
    if (strcmp(cell->text, " ") == 0)
        return ' '; /* ink on nothing cannot be seen */
    return (cell->style.flags & CANVAS_BOLD ? "*RGBYDA" : ".rgbyda")[ink];
}

size_t canvas_dump_styles(const struct canvas *c, char *buf, size_t size)
{
    struct dump d = {.buf = buf, .size = size};
    for (int row = 0; row < c->rows; row++) {
        int last = c->columns;
        while (last > 0 && style_letter(&c->cell[row][last - 1]) == ' ')
            last--;
        for (int column = 0; column < last; column++) {
            char letter = style_letter(&c->cell[row][column]);
            add(&d, &letter, 1);
        }
        add(&d, "\n", 1);
    }
    return end_dump(&d);
}

void canvas_format(struct canvas *c, int row, int column, int width, struct canvas_style style,
                   const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    canvas_text(c, row, column, width, style, text);
}
