/*
 * cli_table.h - rows of cells in columns that are as wide as what they hold.
 *
 * Add the cells row by row, then print the table: head, rows, and no blanks at the ends of lines.
 * When memory runs out, the program says so and ends.
 */
#ifndef MAZO_CLI_TABLE_H
#define MAZO_CLI_TABLE_H

#include <stddef.h>
#include "text/text.h"

enum { CLI_TABLE_COLUMNS = 65, CLI_BYTES_SIZE = 24 };

enum cli_align { CLI_LEFT, CLI_RIGHT };

struct cli_column {
    const char *head; /* N_(), or "" */
    enum cli_align align;
    int least; /* the column is at least this wide */
    int most;  /* only the first column: a wider cell gets a line of its own; 0: no limit */
};

struct cli_table {
    enum text_lang lang;
    const struct cli_column *columns;
    int count;                    /* of columns */
    int width[CLI_TABLE_COLUMNS]; /* of each, as of the cells added so far */
    int cells, space;
    char **cell;
};

/* An empty table; `columns` must outlive it. */
void cli_table_begin(struct cli_table *t, enum text_lang lang, const struct cli_column *columns,
                     int count);

/* The next cell. Figures get a decimal comma where the language has one. */
void cli_table_add(struct cli_table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same for text, which is left as it is. */
void cli_table_add_text(struct cli_table *t, const char *text);

int cli_table_rows(const struct cli_table *t);

/* One row as a line of at most `size` bytes, or (row -1) the heads. Returns `buf`. */
char *cli_table_line(const struct cli_table *t, int row, char *buf, size_t size);

/* Print heads and rows. If the last column is aligned to the left and its cell does not fit the
 * terminal, the cell goes to lines of its own. */
void cli_table_print(const struct cli_table *t);

void cli_table_end(struct cli_table *t);

/* What the status of a table is called: "open" and the other words of the protocol. */
const char *cli_status_word(enum text_lang lang, const char *word);

/* "850 B", "1.2 MiB", with the decimal comma of the language. Returns `buf`. */
const char *cli_bytes(enum text_lang lang, double bytes, char buf[CLI_BYTES_SIZE]);

/* A text cut to `width` columns, with "…" where something is missing. Returns `buf`. */
char *cli_clip(const char *text, int width, char *buf, size_t size);

/* Print a text, and blanks up to `width`. */
void cli_print_padded(const char *text, int width);

#endif
