/*
 * cli_table.c - rows of cells in columns that are as wide as what they hold.
 */
#include "cli/cli_table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "text/oserror.h"
#include "text/screen.h"

enum { LINE_SIZE = 4096 };

static const char *head_of(const struct cli_table *t, int column)
{
    const char *head = t->columns[column].head;
    return *head ? text_in(t->lang, head) : "";
}

static bool needs_own_line(const struct cli_table *t, int column, int width)
{
    return column == 0 && t->columns[0].most && width > t->columns[0].most;
}

static void widen(struct cli_table *t, int column, int width)
{
    if (width > t->width[column] && !needs_own_line(t, column, width))
        t->width[column] = width;
}

void cli_table_begin(struct cli_table *t, enum text_lang lang, const struct cli_column *columns,
                     int count)
{
    *t = (struct cli_table){.lang = lang, .columns = columns, .count = count};
    for (int i = 0; i < count; i++) {
        t->width[i] = columns[i].least;
        widen(t, i, screen_width(head_of(t, i)));
    }
}

void cli_table_end(struct cli_table *t)
{
    for (int i = 0; i < t->cells; i++)
        free(t->cell[i]);
    free(t->cell);
}

static void die(const struct cli_table *t)
{
    fprintf(stderr, "mazo: %s\n", text_oserror(t->lang, ENOMEM));
    exit(EXIT_BAD);
}

/* Takes over `text`, which malloc gave, or NULL. */
static void add_cell(struct cli_table *t, char *text)
{
    if (t->cells == t->space) {
        t->space = t->space ? 2 * t->space : 64;
        char **more = realloc(t->cell, (size_t)t->space * sizeof *more);
        if (!more)
            die(t);
        t->cell = more;
    }
    if (!text)
        die(t);
    widen(t, t->cells % t->count, screen_width(text));
    t->cell[t->cells++] = text;
}

void cli_table_add_text(struct cli_table *t, const char *text) { add_cell(t, strdup(text)); }

void cli_table_add(struct cli_table *t, const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    bool fits = vasprintf(&text, format, args) >= 0;
    va_end(args);
    add_cell(t, fits ? text_decimals(t->lang, text) : NULL);
}

int cli_table_rows(const struct cli_table *t) { return t->cells / t->count; }

static const char *cell_of(const struct cli_table *t, int row, int column)
{
    return row < 0 ? head_of(t, column) : t->cell[row * t->count + column];
}

/* The first `count` cells of a row, without the first one if it has a line of its own. */
static char *write_cells(const struct cli_table *t, int row, int count, char *buf, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < count && used < size; i++) {
        const char *cell = cell_of(t, row, i);
        cell = needs_own_line(t, i, screen_width(cell)) ? "" : cell;
        int blanks = t->width[i] - screen_width(cell);
        bool left = t->columns[i].align == CLI_LEFT;
        used += (size_t)snprintf(buf + used, size - used, "%s%*s%s%*s", i ? " " : "",
                                 left ? 0 : blanks, "", cell, left ? blanks : 0, "");
    }
    used = used < size ? used : size - 1;
    while (used > 0 && buf[used - 1] == ' ')
        used--;
    buf[used] = '\0';
    return buf;
}

char *cli_table_line(const struct cli_table *t, int row, char *buf, size_t size)
{
    return write_cells(t, row, t->count, buf, size);
}

static void print_row(const struct cli_table *t, int row)
{
    char line[LINE_SIZE];
    int last = t->count - 1;
    if (needs_own_line(t, 0, screen_width(cell_of(t, row, 0))))
        puts(cell_of(t, row, 0));
    write_cells(t, row, t->count, line, sizeof line);
    if (t->columns[last].align == CLI_RIGHT || screen_width(line) <= cli_columns()) {
        puts(line);
    } else {
        puts(write_cells(t, row, last, line, sizeof line));
        cli_print_paragraph(t->width[0] + 1, cli_columns(), 0, cell_of(t, row, last));
    }
}

void cli_table_print(const struct cli_table *t)
{
    for (int row = -1; row < cli_table_rows(t); row++)
        print_row(t, row);
}

const char *cli_bytes(enum text_lang lang, double bytes, char buf[CLI_BYTES_SIZE])
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    for (; bytes >= 1024 && unit < 4; unit++)
        bytes /= 1024;
    snprintf(buf, CLI_BYTES_SIZE, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
    return text_decimals(lang, buf);
}

char *cli_clip(const char *text, int width, char *buf, size_t size)
{
    size_t len = strlen(text);
    if (screen_width(text) <= width && len < size)
        return memcpy(buf, text, len + 1);
    len = len < size - 4 ? len : size - 4; /* room for "…" */
    do {
        while (len > 0 && (text[len] & 0xC0) == 0x80)
            len--; /* inside a character */
        snprintf(buf, size, "%.*s…", (int)len, text);
    } while (screen_width(buf) > width && len-- > 0);
    return buf;
}

void cli_print_padded(const char *text, int width)
{
    int blanks = width - screen_width(text);
    printf("%s%*s", text, blanks > 0 ? blanks : 0, "");
}

const char *cli_status_word(enum text_lang lang, const char *word)
{
    static const struct {
        const char *word, *shown;
    } known[] = {{"open", N_("is open")},
                 {"playing", N_("is playing")},
                 {"over", N_("is over")},
                 {"closed", N_("is closed")},
                 {"stopped", N_("is stopped")}};
    for (size_t i = 0; lang != TEXT_EN && i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].word, word) == 0)
            return text_in(lang, known[i].shown);
    return text_in(lang, word);
}
