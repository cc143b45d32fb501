/*
 * draw.c - the whole screen: the place of every part, and the order of drawing.
 */
#include "terminal/game/state.h"

#include <stdio.h>

#include "say/ranking.h"

enum { SEAT_MOST = 32, WIDE_ROWS = 30, WIDE_COLUMNS = 100, SEAT_LINES = 5 };

/* The others around the table; points and log beside it. */
static void lay_out_wide(struct game *g, int others)
{
    struct layout *l = &g->layout;
    struct say_side sides[MAZO_SEATS_MAX];
    int side = l->columns * 3 / 10;
    side = side < 34 ? 34 : side > 48 ? 48 : side;
    int table = l->columns - side;
    l->side_seats = others >= 10 ? 3 : others >= 6 ? 2 : others >= 2 ? 1 : 0;
    l->side_width = l->side_seats == 0 ? 1 : table >= 100 ? 20 : table >= 76 ? 16 : 13;
    l->seat_lines = SEAT_LINES;
    l->seat_columns = others - 2 * l->side_seats;
    l->seat_row = 1;
    l->seat_rows = l->seat_columns > 0;
    l->seat_width = l->seat_columns > 0 ? (table - 2) / l->seat_columns : 0;
    l->seat_width = l->seat_width > SEAT_MOST ? SEAT_MOST : l->seat_width;
    l->seat_column = (table - l->seat_width * l->seat_columns) / 2;
    l->edge_row = 1 + l->seat_rows * SEAT_LINES;
    l->edge_rows = l->own_row - l->edge_row;
    l->edge_column = 1 + l->side_width;
    l->edge_columns = table - 2 * l->edge_column;
    l->middle = l->edge_row + 1, l->middle_rows = l->edge_rows - 2;
    l->piles_width = l->edge_columns - 2;
    l->log_column = table + 1, l->log_width = side - 2;
    if (g->view.rules.scoring != MAZO_scoring_quick)
        l->score_rows = say_ranking(&g->view.pub, sides);
    l->log_row = l->score_rows > 0 ? 2 + l->score_rows : 1;
    l->log_rows = l->own_row - l->log_row;
}

/* The others in rows above the piles; the log beside those. */
static void lay_out_narrow(struct game *g, int others)
{
    struct layout *l = &g->layout;
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
    l->log_row = l->middle, l->log_rows = l->middle_rows;
    l->log_width = l->columns - l->log_column - 1;
}

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
    l->wide = l->rows >= WIDE_ROWS && l->columns >= WIDE_COLUMNS;
    if (l->wide)
        lay_out_wide(g, others);
    else
        lay_out_narrow(g, others);
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
        draw_scores(g);
        draw_middle(g);
        draw_hand(g);
        draw_prompt(g);
        draw_keys(g);
        draw_motion(g);
        draw_dialog(g);
    }
    g->term->show(g->term, &g->canvas, g->cursor_row, g->cursor_column);
}
