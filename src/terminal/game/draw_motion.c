/*
 * draw_motion.c - animations, drawn over the screen: cards, the color that runs along the table,
 * flashes, the spinner.
 */
#include "terminal/game/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLYING_ROWS = 4, FLYING_COLUMNS = 5 };

/* ---- places ---- */

static const struct zone *zone_of(const struct game *g, enum act act, int arg)
{
    for (int i = 0; i < g->zone_count; i++)
        if (g->zone[i].act == act && g->zone[i].arg == arg)
            return &g->zone[i];
    return NULL;
}

/* The middle of the zone, for a card of that size. */
static struct place inside(int row, int column, int rows, int columns)
{
    return (struct place){row + (rows - FLYING_ROWS) / 2, column + (columns - FLYING_COLUMNS) / 2};
}

/* The card's own place in the hand of the viewer, or the middle of the hand. */
static struct place in_hand(const struct game *g, mazo_card card)
{
    const struct layout *l = &g->layout;
    for (int i = g->hand_count - 1; i >= 0; i--) {
        const struct zone *z = g->hand[i] == card ? zone_of(g, ACT_CARD, i) : NULL;
        if (z)
            return (struct place){z->row, z->column};
    }
    return inside(l->hand_row, 0, l->card_rows, l->columns);
}

static struct place place_of(const struct game *g, int where, mazo_card card)
{
    const struct layout *l = &g->layout;
    const struct zone *z = zone_of(g, ACT_SEAT, where);
    if (where == PLACE_TOP)
        return inside(l->pile_row, l->top_column, l->pile_rows, l->pile_columns);
    if (where == PLACE_DRAW)
        return inside(l->pile_row, l->draw_column, l->pile_rows, l->pile_columns + 1);
    if (where == g->viewer)
        return in_hand(g, card);
    return z ? inside(z->row, z->column, z->height, z->width)
             : inside(l->middle, l->edge_column, l->middle_rows, l->piles_width);
}

/* ---- cards ---- */

/* Fast at first, slower on arrival. */
static int between(int from, int to, int age)
{
    int whole = FLIGHT_MS + FRAME_MS, left = whole - age;
    return to + (from - to) * left * left / (whole * whole);
}

static void draw_flight(struct game *g, const struct flight *f)
{
    if (g->now < f->starts || g->now >= f->starts + FLIGHT_MS)
        return;
    int age = (int)(g->now - f->starts) + FRAME_MS;
    struct place from = f->place.row >= 0 ? f->place : place_of(g, f->from, f->card);
    struct place to = place_of(g, f->to, f->card);
    int row = between(from.row, to.row, age), column = between(from.column, to.column, age);
    row = row < 1 ? 1 : row;
    if (f->card == MAZO_CARD_NONE)
        draw_back(g, row, column, FLYING_ROWS, FLYING_COLUMNS);
    else
        draw_card(g, row, column, FLYING_ROWS, FLYING_COLUMNS, f->card, MAZO_COLOR_NONE,
                  CARD_FILLED);
}

/* ---- the color ---- */

static void tint(struct game *g, int row, int column, struct canvas_style style)
{
    struct canvas *c = &g->canvas;
    if (row >= 0 && row < c->rows && column >= 0 && column < c->columns)
        c->cell[row][column].style = style;
}

/* The i-th cell of the edge, clockwise from its upper left corner. */
static struct place on_edge(const struct layout *l, int i)
{
    int right = l->edge_columns - 1, down = l->edge_rows - 1;
    int row = l->edge_row, column = l->edge_column;
    if (i < right)
        return (struct place){row, column + i};
    if (i < right + down)
        return (struct place){row + i - right, column + right};
    if (i < 2 * right + down)
        return (struct place){row + down, column + 2 * right + down - i};
    return (struct place){row + 2 * (right + down) - i, column};
}

/* From the player who named it, both ways around the table. */
static void wash_edge(struct game *g, int age)
{
    const struct layout *l = &g->layout;
    int around = 2 * (l->edge_rows + l->edge_columns - 2), start = 0, least = INT32_MAX;
    struct place seat = place_of(g, g->motion.wash_seat, MAZO_CARD_NONE);
    for (int i = 0; i < around; i++) {
        struct place p = on_edge(l, i);
        int away = 2 * abs(p.row - seat.row) + abs(p.column - seat.column);
        if (away < least)
            least = away, start = i;
    }
    int front = around / 2 * age / WASH_MS;
    for (int i = 0; i < around; i++) {
        struct place p = on_edge(l, i);
        int away = abs(i - start) < around - abs(i - start) ? abs(i - start)
                                                            : around - abs(i - start);
        int flags = away <= front && away > front - around / 8 ? CANVAS_REVERSE | CANVAS_BOLD : 0;
        int color = away <= front ? g->motion.wash : g->motion.under_color;
        tint(g, p.row, p.column, ink(color_ink(color), flags));
    }
}

/* Without an edge: outwards along the lines above and below the piles. */
static void wash_lines(struct game *g, int age)
{
    const struct layout *l = &g->layout;
    int rows[2] = {l->middle - 1, l->own_row}, middle = l->columns / 2;
    int front = middle * age / WASH_MS, width = l->columns / 6;
    for (int i = 0; i < 2; i++) {
        for (int column = 0; column < l->columns; column++) {
            int away = abs(column - middle);
            if (away <= front && away > front - width &&
                strcmp(g->canvas.cell[rows[i]][column].text, "─") == 0)
                tint(g, rows[i], column,
                     ink(color_ink(g->motion.wash), CANVAS_REVERSE | CANVAS_BOLD));
        }
    }
}

static void draw_wash(struct game *g)
{
    const struct motion *m = &g->motion;
    if (m->wash >= MAZO_COLOR_COUNT || g->now >= m->wash_at + WASH_MS)
        return;
    int age = g->now > m->wash_at ? (int)(g->now - m->wash_at) : 0;
    if (g->layout.wide)
        wash_edge(g, age);
    else if (g->now >= m->wash_at)
        wash_lines(g, age);
}

/* ---- what flashes ---- */

/* Flashes three times over the name. */
static void draw_flash(struct game *g)
{
    const struct motion *m = &g->motion;
    const struct zone *z = zone_of(g, ACT_SEAT, m->flash_seat);
    if (g->now < m->flash_at || (g->now - m->flash_at) / (FLASH_MS / 6) % 2 == 1)
        return;
    bool own = m->flash_seat == g->viewer;
    if (!own && !z)
        return;
    const char *text = text_in(g->lang, m->flash);
    int row = own ? g->layout.own_row : z->row, column = own ? 0 : z->column;
    int width = own ? g->layout.columns : z->width - 1, wide = canvas_width(text);
    struct canvas_style style = ink(INK_YELLOW, CANVAS_REVERSE | CANVAS_BOLD);
    canvas_fill(&g->canvas, row, column, 1, width, style, " ");
    canvas_text(&g->canvas, row, column + (width > wide ? (width - wide) / 2 : 0), width, style,
                text);
}

/* ---- the spinner ---- */

enum { REEL_ROWS = 5, REEL_FACES = 14, SEEN_MS = 4000 };

static const char *const faces[MAZO_FACE_COUNT] = {N_("any player"),        N_("the right"),
                                                   N_("the left"),          N_("everybody"),
                                                   N_("one of each color"), N_("draw four")};

static int reel_width(const struct game *g)
{
    int widest = 0;
    for (int i = 0; i < MAZO_FACE_COUNT; i++) {
        int width = canvas_width(text_in(g->lang, faces[i]));
        widest = width > widest ? width : widest;
    }
    return widest + 6;
}

/* The face in the window; the reel slows down until it shows the result. */
static int face_now(const struct game *g)
{
    int left = g->lever_at ? SPIN_MS : SPIN_MS - (int)(g->now - g->spun_at);
    int more = REEL_FACES * left / SPIN_MS * left / SPIN_MS;
    return (g->face + MAZO_FACE_COUNT * REEL_FACES - more) % MAZO_FACE_COUNT;
}

/* In the middle of the table: three faces, the lever beside them. */
static void draw_reel(struct game *g)
{
    const struct layout *l = &g->layout;
    struct canvas *c = &g->canvas;
    struct canvas_style frame = ink(INK_YELLOW, CANVAS_BOLD);
    int width = reel_width(g), face = face_now(g), down = g->lever_at ? 0 : 2;
    int row = l->middle + (l->middle_rows - REEL_ROWS) / 2;
    int column = l->edge_column + (l->piles_width - width - 3) / 2;
    row = row < l->middle ? l->middle : row;
    column = column < 0 ? 0 : column;
    canvas_fill(c, row, column, REEL_ROWS, width + 3, ink(INK_PLAIN, 0), " ");
    canvas_box(c, row, column, REEL_ROWS, width, frame, "Jackpot");
    for (int i = -1; i <= 1; i++) {
        const char *text = text_in(g->lang, faces[(face + i + MAZO_FACE_COUNT) % MAZO_FACE_COUNT]);
        struct canvas_style style = i ? ink(INK_DIM, 0)
                                      : ink(INK_YELLOW, CANVAS_REVERSE | CANVAS_BOLD);
        canvas_fill(c, row + 2 + i, column + 1, 1, width - 2, style, " ");
        canvas_text(c, row + 2 + i, column + (width - canvas_width(text)) / 2, width - 2, style,
                    text);
    }
    canvas_text(c, row + 2, column, 1, frame, "▶");
    canvas_text(c, row + 2, column + width - 1, 1, frame, "◀");
    canvas_fill(c, row + 1, column + width + 1, 3, 1, ink(INK_DIM, 0), "│");
    canvas_text(c, row + 1 + down, column + width + 1, 1, ink(INK_RED, CANVAS_BOLD), "●");
}

/* The result, for a while. */
static void draw_spinner(struct game *g)
{
    const struct layout *l = &g->layout;
    char text[80];
    if (game_spins(g)) {
        draw_reel(g);
    } else if (g->spun_at > 0 && g->now < g->spun_at + SEEN_MS) {
        snprintf(text, sizeof text, " ▶ %s ", text_in(g->lang, faces[g->face]));
        canvas_text(&g->canvas, l->middle, l->edge_column + 2, l->piles_width - 3,
                    ink(INK_YELLOW, CANVAS_REVERSE | CANVAS_BOLD), text);
    }
}

void draw_motion(struct game *g)
{
    for (int i = 0; motion_is_on(g) && i < g->motion.count; i++)
        draw_flight(g, &g->motion.flight[i]);
    if (motion_is_on(g))
        draw_wash(g);
    if (motion_flashes(g))
        draw_flash(g);
    draw_spinner(g);
}
