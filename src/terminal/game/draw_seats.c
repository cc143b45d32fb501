/*
 * draw_seats.c - the other players: rows above the table, or around it with their cards as fans, and the
 * points of all.
 */
#include "terminal/game/state.h"

#include <stdio.h>
#include <string.h>

#include "say/ranking.h"
#include "session/score.h"

/* What to say of a seat besides its cards, most urgent first; NULL: nothing. */
static const char *note(const struct game *g, int seat, struct canvas_style *style)
{
    const struct mazo_view *v = &g->view;
    *style = ink(INK_YELLOW, CANVAS_REVERSE | CANVAS_BOLD);
    if (v->catchable >> seat & 1)
        return N_(" has not said UNO! ");
    if (v->said >> seat & 1 && v->size[seat] == 1)
        return N_(" UNO! ");
    *style = ink(INK_DIM, 0);
    if (g->table->seat[seat].away)
        return N_("away: a bot plays");
    if (v->lose_turn >> seat & 1)
        return N_("loses the next turn");
    if (v->phase == MAZO_PHASE_write)
        return v->written >> seat & 1 ? N_("has written") : N_("is writing");
    if (g->viewer != MAZO_SPECTATOR && seat != g->viewer &&
        mazo_partner(&v->pub, g->viewer) == seat)
        return N_("your partner");
    return NULL;
}

/* Its cards, except those still flying. */
static int shown_size(const struct game *g, int seat)
{
    int size = g->view.size[seat] - motion_on_the_way(g, seat);
    return size < 0 ? 0 : size;
}

static void draw_backs(struct game *g, int row, int column, int width, int size)
{
    char count[12];
    snprintf(count, sizeof count, " %d", size);
    int space = width - canvas_width(count);
    int shown = size < space ? size : space;
    canvas_fill(&g->canvas, row, column, 1, shown, ink(INK_ACCENT, 0), "▮");
    canvas_text(&g->canvas, row, column + shown, canvas_width(count), ink(INK_PLAIN, CANVAS_BOLD),
                count);
}

/* A seat in one line, where there is no room for more: name, cards, points or what is urgent. */
static void draw_short_seat(struct game *g, int seat, int row, int column, int width)
{
    const struct mazo_view *v = &g->view;
    struct canvas_style style;
    bool turn = v->turn == seat && v->phase < MAZO_PHASE_round_over;
    const char *text = note(g, seat, &style);
    bool urgent = text && style.flags & CANVAS_REVERSE;
    canvas_text(&g->canvas, row, column, 1, ink(INK_ACCENT, CANVAS_BOLD), turn ? "▶" : " ");
    canvas_text(&g->canvas, row, column + 1, width - 10,
                ink(turn ? INK_ACCENT : INK_PLAIN, CANVAS_BOLD), game_name(g, seat));
    canvas_format(&g->canvas, row, column + width - 9, 4, urgent ? style : ink(INK_ACCENT, 0),
                  "▮%d%s", v->size[seat], urgent ? "!" : "");
    canvas_format(&g->canvas, row, column + width - 5, 4, ink(INK_DIM, 0), "%4d",
                  (int)v->scores[seat]);
    game_zone(g, row, column, 1, width, ACT_SEAT, seat);
}

static void draw_seat(struct game *g, int seat, int row, int column, int width)
{
    if (g->layout.seat_lines == 1) {
        draw_short_seat(g, seat, row, column, width);
        return;
    }
    const struct mazo_view *v = &g->view;
    const struct layout *l = &g->layout;
    bool turn = v->turn == seat && v->phase < MAZO_PHASE_round_over && v->phase != MAZO_PHASE_write;
    char score[16] = "";
    struct canvas_style style;
    if (v->rules.scoring != MAZO_scoring_quick)
        snprintf(score, sizeof score, "%d", (int)v->scores[seat]);
    int points = canvas_width(score);
    canvas_text(&g->canvas, row, column, 1, ink(INK_ACCENT, CANVAS_BOLD), turn ? "▶" : " ");
    canvas_text(&g->canvas, row, column + 2, width - points - 4,
                turn ? ink(INK_ACCENT, CANVAS_BOLD) : ink(INK_PLAIN, CANVAS_BOLD),
                game_name(g, seat));
    canvas_text(&g->canvas, row, column + width - points - 1, points, ink(INK_DIM, 0), score);
    const char *text = note(g, seat, &style);
    int backs = width - 3;
    if (text && l->seat_lines == 2) {
        int wide = canvas_width(text_in(g->lang, text));
        wide = wide > width - 9 ? width - 9 : wide;
        canvas_text(&g->canvas, row + 1, column + width - wide - 1, wide, style,
                    text_in(g->lang, text));
        backs -= wide + 1;
    } else if (text) {
        canvas_text(&g->canvas, row + 2, column + 2, width - 3, style, text_in(g->lang, text));
    }
    draw_backs(g, row + 1, column + 2, backs, shown_size(g, seat));
    game_zone(g, row, column, l->seat_lines, width, ACT_SEAT, seat);
}

/* Below the seats: the direction of play. */
static void draw_direction(struct game *g)
{
    const struct layout *l = &g->layout;
    const char *arrow = g->view.direction > 0 ? "▶" : "◀";
    int row = l->middle - 1;
    canvas_fill(&g->canvas, row, 0, 1, l->columns, ink(INK_DIM, 0), "─");
    for (int column = 6; column < l->columns - 2; column += 12)
        canvas_text(&g->canvas, row, column, 1, ink(INK_ACCENT, 0), arrow);
}

static void draw_rows(struct game *g, const uint8_t *seat, int count)
{
    const struct layout *l = &g->layout;
    for (int i = 0; i < count; i++) {
        int row = l->seat_row + i / l->seat_columns * l->seat_lines;
        draw_seat(g, seat[i], row, l->seat_column + i % l->seat_columns * l->seat_width,
                  l->seat_width);
    }
    draw_direction(g);
}

/* ---- around the table ---- */

enum { FAN_ROWS = 3, BACK_COLUMNS = 4 };

/* The backs of a hand, one over the other, and their number on the last one. */
static void draw_backs_fanned(struct game *g, int row, int column, int width, int size)
{
    struct canvas *c = &g->canvas;
    char count[12];
    if (size == 0)
        return;
    int step = 2 * (size - 1) + BACK_COLUMNS <= width ? 2 : 1;
    int most = (width - BACK_COLUMNS) / step + 1;
    int shown = size < most ? size : most;
    int at = column + (width - (shown - 1) * step - BACK_COLUMNS) / 2;
    for (int i = 0; i < shown; i++) {
        canvas_box(c, row, at + i * step, FAN_ROWS, BACK_COLUMNS, ink(INK_ACCENT, 0), NULL);
        canvas_fill(c, row + 1, at + i * step + 1, 1, BACK_COLUMNS - 2, ink(INK_ACCENT, 0), "░");
    }
    snprintf(count, sizeof count, "%2d", size);
    canvas_text(c, row + 1, at + (shown - 1) * step + 1, 2, ink(INK_PLAIN, CANVAS_BOLD), count);
}

static void draw_centered(struct game *g, int row, int column, int width, struct canvas_style style,
                          const char *text)
{
    int wide = canvas_width(text);
    canvas_text(&g->canvas, row, column + (wide < width ? (width - wide) / 2 : 0), width, style,
                text);
}

/* Name, fan and note. */
static void draw_around(struct game *g, int seat, int row, int column, int width)
{
    const struct mazo_view *v = &g->view;
    struct canvas_style style;
    char name[120];
    bool turn = v->turn == seat && v->phase < MAZO_PHASE_round_over && v->phase != MAZO_PHASE_write;
    const char *text = note(g, seat, &style);
    snprintf(name, sizeof name, "%s%s", turn ? "▶ " : "", game_name(g, seat));
    draw_centered(g, row, column, width - 1, ink(turn ? INK_ACCENT : INK_PLAIN, CANVAS_BOLD), name);
    draw_backs_fanned(g, row + 1, column, width - 1, shown_size(g, seat));
    if (text)
        draw_centered(g, row + 1 + FAN_ROWS, column, width - 1, style, text_in(g->lang, text));
    game_zone(g, row, column, 2 + FAN_ROWS, width, ACT_SEAT, seat);
}

/* The edge of the table shows the color in play, with arrows for the direction. */
static void draw_edge(struct game *g)
{
    const struct layout *l = &g->layout;
    struct canvas *c = &g->canvas;
    bool right = g->view.direction > 0;
    struct canvas_style edge = ink(color_ink(g->view.color), 0), way = ink(INK_ACCENT, CANVAS_BOLD);
    int row = l->edge_row, column = l->edge_column, rows = l->edge_rows, columns = l->edge_columns;
    if (edge.ink == INK_PLAIN)
        edge.ink = INK_DIM;
    canvas_box(c, row, column, rows, columns, edge, NULL);
    for (int i = 1; i <= 3; i++) {
        int at = column + columns * i / 4;
        canvas_text(c, row, at, 1, way, right ? "▶" : "◀");
        canvas_text(c, row + rows - 1, at, 1, way, right ? "◀" : "▶");
    }
    canvas_text(c, row + rows / 2, column, 1, way, right ? "▲" : "▼");
    canvas_text(c, row + rows / 2, column + columns - 1, 1, way, right ? "▼" : "▲");
}

/* In seating order: the next one on the left, up that side, over the top, and down on the right. */
static void draw_ring(struct game *g, const uint8_t *seat, int count)
{
    const struct layout *l = &g->layout;
    int side = l->side_seats, top = count - 2 * side;
    int height = side > 0 ? l->edge_rows / side : 0;
    for (int i = 0; i < count; i++) {
        bool left = i < side;
        if (left || i >= side + top) {
            int up = left ? side - 1 - i : i - side - top;
            int row = l->edge_row + up * height + (height - l->seat_lines + 1) / 2;
            draw_around(g, seat[i], row, left ? 1 : l->edge_column + l->edge_columns + 1,
                        l->side_width);
        } else {
            draw_around(g, seat[i], l->seat_row, l->seat_column + (i - side) * l->seat_width,
                        l->seat_width);
        }
    }
    draw_edge(g);
}

/* The seat after the viewer comes first. */
void draw_seats(struct game *g)
{
    bool looks_on = g->viewer == MAZO_SPECTATOR;
    uint8_t seat[MAZO_SEATS_MAX];
    int count = looks_on ? g->view.seats : g->view.seats - 1;
    for (int i = 0; i < count; i++)
        seat[i] = (uint8_t)(looks_on ? i : mazo_seat_at(&g->view.pub, g->viewer + 1 + i));
    if (g->layout.wide)
        draw_ring(g, seat, count);
    else
        draw_rows(g, seat, count);
}

/* ---- the points of all ---- */

/* "▶ Ana ━━━━━─────  120", the line as long as the way to the target. */
static void draw_points(struct game *g, const struct say_side *side, int row, int column, int width)
{
    enum { POINTS = 5, NAME_MOST = 20, BAR_LEAST = 6 };
    const struct mazo_view *v = &g->view;
    char name[200];
    bool own = g->viewer != MAZO_SPECTATOR && side->seats >> g->viewer & 1;
    bool turn = v->turn < v->seats && side->seats >> v->turn & 1 &&
                v->phase < MAZO_PHASE_round_over;
    int names = width - POINTS - 3 < NAME_MOST ? width - POINTS - 3 : NAME_MOST;
    names = width - names - POINTS - 4 < BAR_LEAST ? width - POINTS - 4 - BAR_LEAST : names;
    int bar = width - names - POINTS - 4;
    score_names(g->lang, g->session->names, side->seats, name, sizeof name);
    canvas_text(&g->canvas, row, column, 1, ink(INK_ACCENT, CANVAS_BOLD), turn ? "▶" : " ");
    canvas_text(&g->canvas, row, column + 2, names,
                own ? ink(INK_ACCENT, CANVAS_BOLD) : ink(INK_PLAIN, 0), name);
    canvas_format(&g->canvas, row, column + width - POINTS, POINTS, ink(INK_PLAIN, CANVAS_BOLD),
                  "%5d", side->points);
    int64_t part = v->rules.target > 0 ? (int64_t)bar * side->points / v->rules.target : 0;
    int done = part < 0 ? 0 : part > bar ? bar : (int)part;
    canvas_fill(&g->canvas, row, column + 3 + names, 1, bar, ink(INK_DIM, 0), "─");
    canvas_fill(&g->canvas, row, column + 3 + names, 1, done,
                ink(own ? INK_ACCENT : INK_PLAIN, CANVAS_BOLD), "━");
}

/* Best first, at the top of the side; a quick match has no points. */
void draw_scores(struct game *g)
{
    const struct layout *l = &g->layout;
    struct say_side sides[MAZO_SEATS_MAX];
    if (!l->wide)
        return;
    canvas_fill(&g->canvas, 1, l->log_column - 1, l->own_row - 1, 1, ink(INK_DIM, 0), "│");
    if (l->score_rows == 0)
        return;
    int count = say_ranking(&g->view.pub, sides);
    for (int i = 0; i < count && i < l->score_rows; i++)
        draw_points(g, &sides[i], 1 + i, l->log_column, l->log_width);
    canvas_fill(&g->canvas, 1 + l->score_rows, l->log_column - 1, 1, l->log_width + 2,
                ink(INK_DIM, 0), "─");
    canvas_text(&g->canvas, 1 + l->score_rows, l->log_column - 1, 1, ink(INK_DIM, 0), "├");
}
