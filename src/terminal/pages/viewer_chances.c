/*
 * viewer_chances.c - the chance to win in the viewer: worked out between keys, as a curve, with
 * turning points.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/chances.h"
#include "terminal/pages/curve.h"
#include "terminal/pages/viewer.h"

/* PART: playouts between two checks of the keyboard. Very long matches get fewer per step. */
enum { PLAYOUTS = CHANCES_PLAYOUTS, LEAST_PLAYOUTS = 40, PLAYOUTS_MAX = 80000, PART = 20 };

struct viewer_chances {
    struct match_reader match; /* at the step being worked out */
    uint32_t playouts, done;   /* of that step */
    double sum[MAZO_SEATS_MAX];
    int known;     /* the steps before this one */
    float value[]; /* of each seat, after each step */
};

/* ---- working them out ---- */

static struct viewer_chances *begin(const struct tape *t)
{
    size_t values = ((size_t)t->last + 1) * MAZO_SEATS_MAX;
    struct viewer_chances *c = calloc(1, sizeof *c + values * sizeof c->value[0]);
    if (c) {
        int each = PLAYOUTS_MAX / (t->last + 1);
        c->playouts = (uint32_t)(each < LEAST_PLAYOUTS ? LEAST_PLAYOUTS
                                 : each > PLAYOUTS     ? PLAYOUTS
                                                       : each);
        match_begin(&c->match, TEXT_EN, t->reader.text, t->reader.len);
        match_next(&c->match);
    }
    return c;
}

bool replay_think(struct replay *r)
{
    struct viewer_chances *c = r->chances ? r->chances : (r->chances = begin(&r->tape));
    if (!c || c->known > r->tape.last)
        return false;
    uint32_t end = c->done + PART < c->playouts ? c->done + PART : c->playouts;
    chances_add(&c->match.play.game, c->done, end, c->playouts, c->sum);
    c->done = end;
    if (end == c->playouts) {
        for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
            c->value[c->known * MAZO_SEATS_MAX + seat] = (float)c->sum[seat];
            c->sum[seat] = 0;
        }
        c->done = 0;
        c->known++;
        match_next(&c->match);
    }
    return c->known <= r->tape.last;
}

int replay_known(const struct replay *r) { return r->chances ? r->chances->known : 0; }

/* ---- whose ---- */

int replay_subject(const struct replay *r)
{
    int seats = r->tape.reader.play.game.seats;
    return r->eye < seats ? r->eye : r->watched < seats ? r->watched : r->own >= 0 ? r->own : 0;
}

/* ---- where it turns ---- */

static double change_at(const struct replay *r, int seat, int step)
{
    const float *value = r->chances->value;
    return value[step * MAZO_SEATS_MAX + seat] - value[(step - 1) * MAZO_SEATS_MAX + seat];
}

static double size_of(double change) { return change < 0 ? -change : change; }

/* Keep the largest; the list is sorted by size. */
static void put_turn(struct replay_turns *t, int step, double change)
{
    int at = t->count < REPLAY_TURNS_MAX ? t->count++ : REPLAY_TURNS_MAX;
    for (; at > 0 && size_of(change) > size_of(t->at[at - 1].change); at--)
        if (at < REPLAY_TURNS_MAX)
            t->at[at] = t->at[at - 1];
    if (at < REPLAY_TURNS_MAX)
        t->at[at] = (struct replay_turn){step, change};
}

static bool has_turn(const struct replay_turns *t, int step)
{
    for (int i = 0; i < t->count; i++)
        if (t->at[i].step == step)
            return true;
    return false;
}

void replay_turns(const struct replay *r, struct replay_turns *out)
{
    static const double least = 0.1; /* smaller changes are noise, or uninteresting */
    int seat = replay_subject(r);
    out->count = 0;
    for (int step = 1; step < replay_known(r); step++)
        if (size_of(change_at(r, seat, step)) >= least)
            put_turn(out, step, change_at(r, seat, step));
    for (int i = 0; i < r->mistakes.count; i++) {
        const struct coach_decision *d = &r->mistakes.at[i].decision;
        if (d->seat == seat && !has_turn(out, d->command))
            put_turn(out, d->command, -d->cost);
    }
}

int replay_turn_from(const struct replay *r, int step, int direction)
{
    struct replay_turns turns;
    int found = -1;
    replay_turns(r, &turns);
    for (int i = 0; i < turns.count; i++) {
        int at = turns.at[i].step;
        if ((at - step) * direction > 0 && (found < 0 || (found - at) * direction > 0))
            found = at;
    }
    return found;
}

/* ---- the curve ---- */

struct subject {
    const struct viewer_chances *chances;
    int seat;
};

static double chance_at(const void *ctx, int i)
{
    const struct subject *s = ctx;
    return s->chances->value[i * MAZO_SEATS_MAX + s->seat];
}

double replay_chance(const struct replay *r, int step, double *change)
{
    int seat = replay_subject(r);
    *change = step > 0 ? change_at(r, seat, step) : 0;
    return r->chances->value[step * MAZO_SEATS_MAX + seat];
}

/* A line through the curve at the marked step. */
static void draw_mark(struct page *p, int row, int column, int height)
{
    for (int i = row; i < row + height; i++) {
        struct canvas_cell *cell = &p->canvas.cell[i][column];
        if (cell->text[0] == ' ' || !cell->text[0])
            canvas_text(&p->canvas, i, column, 1, page_dim, "│");
        else
            cell->style = page_mark;
    }
}

void replay_draw_curve(struct page *p, const struct replay *r, int row, int column, int height,
                       int width, int step)
{
    int known = replay_known(r), last = r->tape.last + 1;
    struct subject s = {r->chances, replay_subject(r)};
    canvas_text(&p->canvas, row, column, REPLAY_SCALE, page_dim, "100 %");
    canvas_text(&p->canvas, row + height - 1, column, REPLAY_SCALE, page_dim, "  0 %");
    column += REPLAY_SCALE;
    width -= REPLAY_SCALE;
    if (known > 0) {
        int so_far = known < last ? curve_column(1, width, known - 1, last) : width;
        curve_draw(p, row, column, height, so_far, page_accent, chance_at, &s, known);
    }
    draw_mark(p, row, curve_column(column, width, step, last), height);
}

void replay_draw_line(struct page *p, const struct replay *r, int row, int column, int width)
{
    const struct tape *t = &r->tape;
    canvas_fill(&p->canvas, row, column, 1, width, page_dim, "─");
    for (int i = 0; i < t->rounds; i++)
        canvas_text(&p->canvas, row, curve_column(column, width, t->round_at[i], t->last + 1), 1,
                    page_dim, "┼");
}
