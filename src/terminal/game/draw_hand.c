/*
 * draw_hand.c - hands: your own, fanned, and hands that are shown.
 */
#include "terminal/game/state.h"

#include <stdio.h>
#include <string.h>

enum { STEP_LEAST = 3, MARGIN = 1 };

/* The layout of a hand: cards from `first` on, `step` columns apart. */
struct fan {
    int first, count, step, column;
};

/* As many as fit, the selected one among them. */
static struct fan spread(const struct game *g, int width)
{
    const struct layout *l = &g->layout;
    struct fan fan = {.count = g->hand_count, .step = l->card_columns};
    int space = width - l->card_columns;
    if (fan.count > 1 && (fan.count - 1) * fan.step > space)
        fan.step = space / (fan.count - 1) > STEP_LEAST ? space / (fan.count - 1) : STEP_LEAST;
    int most = space / fan.step + 1;
    if (fan.count > most) {
        fan.count = most;
        fan.first = g->selected - most / 2;
        fan.first = fan.first > g->hand_count - most ? g->hand_count - most : fan.first;
        fan.first = fan.first < 0 ? 0 : fan.first;
    }
    fan.column = (l->columns - (fan.count - 1) * fan.step - l->card_columns) / 2;
    return fan;
}

/* Its place in the throw, from 1; 0: not marked. */
static int mark_of(const struct game *g, int index)
{
    for (int i = 0; i < g->marked_count; i++)
        if (g->marked[i] == index)
            return i + 1;
    return 0;
}

static bool throws(const struct game *g)
{
    return game_own_turn(g) && g->view.phase == MAZO_PHASE_throw;
}

/* Does this card stand out? */
static bool stands_out(const struct game *g, int index)
{
    if (throws(g))
        return mark_of(g, index) > 0;
    return g->hints && g->fits & MAZO_BIT(g->hand[index]);
}

static void draw_one(struct game *g, const struct fan *fan, int i, bool on_top)
{
    const struct layout *l = &g->layout;
    int index = fan->first + i;
    int column = fan->column + i * fan->step;
    bool up = stands_out(g, index);
    int row = l->hand_row + (up ? 0 : 1);
    bool filled = up || (!g->hints && !throws(g) && game_own_turn(g));
    int flags = (filled ? CARD_FILLED : 0) | (index == g->selected ? CARD_SELECTED : 0);
    if (motion_arrives(g, index))
        draw_back(g, row, column, l->card_rows, l->card_columns);
    else
        draw_card(g, row, column, l->card_rows, l->card_columns, g->hand[index], MAZO_COLOR_NONE,
                  flags);
    int seen = on_top || i == fan->count - 1 ? l->card_columns : fan->step;
    game_zone(g, row, column, l->card_rows, seen, ACT_CARD, index);
    if (mark_of(g, index)) {
        char number[8];
        snprintf(number, sizeof number, "%d", mark_of(g, index));
        canvas_text(&g->canvas, row, column + 1, 2, ink(INK_ACCENT, CANVAS_REVERSE | CANVAS_BOLD),
                    number);
    }
}

static void draw_more(struct game *g, const struct fan *fan)
{
    const struct layout *l = &g->layout;
    char text[24];
    int before = fan->first, after = g->hand_count - fan->first - fan->count;
    if (before > 0) {
        snprintf(text, sizeof text, "◀%d", before);
        canvas_text(&g->canvas, l->hand_row, 0, 4, ink(INK_ACCENT, CANVAS_BOLD), text);
        game_zone(g, l->hand_row, 0, l->card_rows, 1, ACT_CARD, before - 1);
    }
    if (after > 0) {
        snprintf(text, sizeof text, "%d▶", after);
        int width = canvas_width(text);
        canvas_text(&g->canvas, l->hand_row, l->columns - width, width,
                    ink(INK_ACCENT, CANVAS_BOLD), text);
        game_zone(g, l->hand_row, l->columns - 1, l->card_rows, 1, ACT_CARD,
                  fan->first + fan->count);
    }
}

static void add(char *line, size_t size, const char *text)
{
    size_t used = strlen(line);
    snprintf(line + used, size - used, "%s%s", used > 1 ? " · " : "", text);
}

/* Something urgent to say, or NULL. */
static const char *urgent(const struct game *g)
{
    int seat = g->viewer, size = g->view.size[seat];
    if (g->view.said >> seat & 1 && size <= 2)
        return N_(" UNO said ");
    if (g->uno)
        return N_(" UNO with the next card ");
    if (g->view.catchable >> seat & 1)
        return N_(" Say UNO now: press U ");
    if (size == 2 && game_own_turn(g) && game_can(g, ACT_UNO) && (g->fits || !g->hints))
        return N_(" Two cards: say UNO, press U! ");
    return NULL;
}

/* "Ana · 7 cards · 120 points" */
static void own_words(const struct game *g, char *line, size_t size)
{
    char part[80];
    int seat = g->viewer, count = g->view.size[seat];
    snprintf(line, size, " %s%s", game_own_turn(g) ? "▶ " : "", game_name(g, seat));
    snprintf(part, sizeof part, text_in(g->lang, count == 1 ? N_("%d card") : N_("%d cards")),
             count);
    add(line, size, part);
    if (g->view.rules.scoring != MAZO_scoring_quick) {
        snprintf(part, sizeof part, text_in(g->lang, N_("%d points")), (int)g->view.scores[seat]);
        add(line, size, part);
    }
    snprintf(line + strlen(line), size - strlen(line), " ");
}

static void draw_own_line(struct game *g)
{
    const struct layout *l = &g->layout;
    char line[200];
    own_words(g, line, sizeof line);
    canvas_fill(&g->canvas, l->own_row, 0, 1, l->columns, ink(INK_DIM, 0), "─");
    int used = 2 + canvas_text(&g->canvas, l->own_row, 2, l->columns - 4,
                               ink(game_own_turn(g) ? INK_ACCENT : INK_PLAIN, CANVAS_BOLD), line);
    if (urgent(g)) {
        const char *text = text_in(g->lang, urgent(g));
        int width = canvas_width(text);
        int at = l->columns - width - 2 > used + 1 ? l->columns - width - 2 : used + 1;
        canvas_text(&g->canvas, l->own_row, at, l->columns - at,
                    ink(INK_YELLOW, CANVAS_REVERSE | CANVAS_BOLD), text);
        if (game_can(g, ACT_UNO))
            game_zone(g, l->own_row, at, 1, width, ACT_UNO, 0);
    }
}

void draw_hand(struct game *g)
{
    const struct layout *l = &g->layout;
    if (g->viewer == MAZO_SPECTATOR)
        return;
    draw_own_line(g);
    struct fan fan = spread(g, l->columns - 2 * MARGIN);
    for (int i = 0; i < fan.count; i++)
        draw_one(g, &fan, i, false);
    int on_top = g->selected - fan.first;
    if (on_top >= 0 && on_top < fan.count)
        draw_one(g, &fan, on_top, true);
    draw_more(g, &fan);
}

int draw_fan(struct game *g, int row, int column, int width, const mazo_card *cards, int count,
             uint64_t marked)
{
    int rows = 4, columns = 5, step = columns;
    if (count > 1 && (count - 1) * step + columns > width) {
        step = (width - columns) / (count - 1);
        step = step < STEP_LEAST ? STEP_LEAST : step;
    }
    for (int i = 0; i < count && i * step + columns <= width; i++) {
        draw_card(g, row, column + i * step, rows, columns, cards[i], MAZO_COLOR_NONE,
                  CARD_FILLED | (marked & MAZO_BIT(cards[i]) ? CARD_SELECTED : 0));
    }
    return count > 0 ? (count - 1) * step + columns : 0;
}
