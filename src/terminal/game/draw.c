/*
 * draw.c - the whole screen: the place of every part, and the order of drawing.
 */
#include "terminal/game/state.h"

#include <stdio.h>

enum { SEAT_MOST = 32 };

/* From top to bottom: a title, the other seats, piles and log, your hand, the question, keys. */
static void lay_out(struct game *g)
{
    struct layout *l = &g->layout;
    int others = g->viewer == MAZO_SPECTATOR ? g->view.seats : g->view.seats - 1;
    *l = (struct layout){.rows = g->term->rows, .columns = g->term->columns};
    l->rows = l->rows > CANVAS_ROWS_MAX ? CANVAS_ROWS_MAX : l->rows;
    l->columns = l->columns > CANVAS_COLUMNS_MAX ? CANVAS_COLUMNS_MAX : l->columns;
    l->small = l->rows < LEAST_ROWS || l->columns < LEAST_COLUMNS;
    l->large = l->rows >= 34 && l->columns >= 96;
    l->card_rows = l->large ? 6 : 4;
    l->card_columns = l->large ? 7 : 5;
    l->key_row = l->rows - 1;
    l->prompt_row = l->key_row - 2;
    l->hand_row = l->prompt_row - l->card_rows - 1;
    l->own_row = l->hand_row - 1;
    if (g->viewer == MAZO_SPECTATOR)
        l->own_row = l->prompt_row;
    int columns = l->columns / 15 < 5 ? l->columns / 15 : others <= 6 && l->columns >= 96 ? 6 : 5;
    columns = l->columns >= 150 ? 10 : columns;
    l->seat_rows = (others + columns - 1) / columns;
    l->seat_columns = (others + l->seat_rows - 1) / l->seat_rows;
    l->seat_width = l->columns / l->seat_columns > SEAT_MOST ? SEAT_MOST
                                                             : l->columns / l->seat_columns;
    l->seat_column = (l->columns - l->seat_width * l->seat_columns) / 2;
    l->seat_row = 1;
    int space = l->own_row - 2 - 7; /* seven rows for the piles */
    l->seat_lines = space >= 3 * l->seat_rows ? 3 : space >= 2 * l->seat_rows ? 2 : 1;
    l->middle = l->seat_row + l->seat_rows * l->seat_lines + 1;
    l->middle_rows = l->own_row - l->middle;
    l->piles_width = l->large ? 48 : l->columns >= 76 ? 34 : 28;
    l->log_column = l->piles_width + 1;
    l->log_width = l->columns - l->log_column - 1;
}

static void draw_too_small(struct game *g)
{
    char text[200];
    snprintf(text, sizeof text,
             text_in(g->lang, N_("This window is %d×%d. Please make it at least %d×%d: the game "
                                 "waits for you.")),
             g->term->columns, g->term->rows, LEAST_COLUMNS, LEAST_ROWS);
    canvas_wrap(&g->canvas, g->layout.rows / 3, 1, g->layout.columns - 2, g->layout.rows,
                ink(INK_PLAIN, 0), text);
}

void game_draw(struct game *g)
{
    uint8_t dialog = game_dialog(g);
    lay_out(g);
    canvas_clear(&g->canvas, g->layout.rows, g->layout.columns);
    g->zone_count = 0;
    g->cursor_row = -1;
    if (g->layout.small) {
        draw_too_small(g);
    } else if (dialog == DIALOG_CURTAIN || dialog == DIALOG_WRITE || dialog == DIALOG_VOTE) {
        draw_dialog(g); /* nothing behind it */
    } else {
        draw_header(g);
        draw_seats(g);
        draw_middle(g);
        draw_hand(g);
        draw_prompt(g);
        draw_keys(g);
        draw_dialog(g);
    }
    g->term->show(g->term, &g->canvas, g->cursor_row, g->cursor_column);
}
