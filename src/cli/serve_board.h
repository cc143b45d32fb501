/*
 * serve_board.h - what `mazo serve` shows at a terminal: what happens, and below it who sits where.
 *
 * The board is drawn again where it stands. On a terminal that cannot do that, a table is printed again
 * when something at it has changed.
 */
#ifndef MAZO_CLI_SERVE_BOARD_H
#define MAZO_CLI_SERVE_BOARD_H

#include <stdbool.h>
#include "server/hub/config.h"
#include "text/text.h"

enum { BOARD_SIZE = 16 * 1024 };

struct serve_board {
    enum text_lang lang;
    bool wipes;                             /* the terminal can go back up */
    bool drawn;                             /* it is on the screen now */
    int tables, out;                        /* tables since the last end; tables without room */
    char now[BOARD_SIZE], next[BOARD_SIZE]; /* as shown; as being built */
};

void serve_board_begin(struct serve_board *b, enum text_lang lang);

/* For struct serve_host. */
void serve_board_table(struct serve_board *b, const struct serve_table *table);

/* Before something else is printed, and after it. */
void serve_board_hide(struct serve_board *b);
void serve_board_show(struct serve_board *b);

#endif
