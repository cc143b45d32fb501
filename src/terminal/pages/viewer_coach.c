/*
 * viewer_coach.c - the coach in the viewer: the costliest decisions, with a way to go to each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/history.h"
#include "sim/coach_why.h"
#include "terminal/screen/mini_card.h"
#include "terminal/pages/curve.h"
#include "terminal/pages/viewer.h"
#include "say/event_text.h"

enum {
    PLAYOUTS = 400,
    LOOK_MS = 200,
    COST_WIDTH = 7,
    NAME_WIDTH = 12,
    FIRST_ROW = 2,
    BELOW = 6,
    CHIP_WIDTH = 5
};

/* ---- while it thinks ---- */

struct thinking {
    struct replay *replay;
    struct page *page;
    const char *names[MAZO_SEATS_MAX];
    const char *text;
    int passes; /* passes through the match: for the chances, for the decisions */
    uint64_t looked_at;
    atomic_bool stop;
    bool no_memory;
};

static void keep(void *data, const struct coach_decision *d)
{
    struct thinking *t = data;
    t->no_memory |= d->cost > 0 && !coach_keep(&t->replay->mistakes, t->page->lang, t->names, d);
}

static void show_progress(void *data, int64_t done, int64_t all)
{
    static const struct page_hint hints[] = {{TERM_ESCAPE, "Esc", N_("stop")}};
    struct thinking *t = data;
    struct page *p = t->page;
    uint64_t now = p->term->now(p->term);
    if (now < t->looked_at + LOOK_MS)
        return;
    int width = p->canvas.columns - 8;
    char where[80];
    int64_t once = all / t->passes;
    t->looked_at = now;
    page_begin(p, text_in(p->lang, t->passes > 1 ? "The coach" : N_("The chance to win")));
    canvas_wrap(&p->canvas, 3, 4, width, 3, page_plain, text_in(p->lang, t->text));
    snprintf(where, sizeof where, text_in(p->lang, "Looking at move %lld of %lld"),
             (long long)(done > once ? done - once : done), (long long)once);
    canvas_text(&p->canvas, 6, 4, width, page_dim, where);
    canvas_fill(&p->canvas, 7, 4, 1, width, page_dim, "─");
    canvas_fill(&p->canvas, 7, 4, 1, all > 0 ? (int)(width * done / all) : 0, page_accent, "━");
    page_hints(p, hints, 1);
    if (page_leaves(page_read(p, 0)))
        atomic_store(&t->stop, true);
}

static void show_second_half(void *data, int64_t done, int64_t all)
{
    show_progress(data, done + all, 2 * all);
}

/* Works out the missing chances of everybody. False: given up, or no memory. */
static bool find_chances(struct thinking *t)
{
    struct replay *r = t->replay;
    while (!t->stop && replay_think(r))
        show_progress(t, replay_known(r), (int64_t)t->passes * r->tape.last);
    return r->chances && !t->stop;
}

bool replay_find_chances(struct replay *r, struct page *p)
{
    struct thinking t = {.replay = r,
                         .page = p,
                         .text = N_("Working out everybody's chance to win, step by step."),
                         .passes = 1,
                         .looked_at = p->term->now(p->term)};
    return find_chances(&t);
}

/* False: given up, or no memory. */
static bool think(struct replay *r, struct page *p)
{
    struct thinking t = {.replay = r,
                         .page = p,
                         .text = N_("An expert replays every decision, knowing what the player "
                                    "knew. This takes a while."),
                         .passes = 2,
                         .looked_at = p->term->now(p->term)};
    const struct match_reader *m = &r->tape.reader;
    unsigned people = 0;
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++) {
        t.names[seat] = r->names[seat];
        people |= (unsigned)(strcmp(m->roster.seat[seat].sits, "person") == 0) << seat;
    }
    struct coach_report report;
    struct coach coach = {.playouts = PLAYOUTS,
                          .seat = COACH_EVERYBODY,
                          .stop = &t.stop,
                          .decided = keep,
                          .progress = show_second_half,
                          .data = &t};
    if (!find_chances(&t) || coach_run(&coach, m->text, m->len, &report) != 0 || t.no_memory ||
        t.stop) {
        coach_forget(&r->mistakes);
        return false;
    }
    coach_sort(&r->mistakes, people >> r->watched & 1 ? 1u << r->watched : people);
    r->coached = true;
    if (r->path && r->own >= 0) { /* the person that the record is about */
        const struct coach_tally *own = &report.player[r->own];
        history_coached(r->path, own->decisions, own->cost);
    }
    return true;
}

/* ---- what it found ---- */

static bool names_color(const struct mazo_command *c)
{
    return mazo_card_is_wild(c->card) && c->color < MAZO_COLOR_COUNT;
}

/* The columns of the chip of a card that is played, and of its color. */
static int card_width(const struct page *p, const struct mazo_command *c)
{
    return CHIP_WIDTH + (names_color(c) ? 1 + canvas_width(say_color_name(p->lang, c->color)) : 0);
}

static int draw_card(struct page *p, int row, int column, int width, const struct mazo_command *c)
{
    char color[40];
    if (width < CHIP_WIDTH)
        return canvas_text(&p->canvas, row, column - 1, 1, page_plain, "…");
    int used = mini_card_draw(p, row, column, c->card);
    if (names_color(c)) {
        snprintf(color, sizeof color, " %s", say_color_name(p->lang, c->color));
        used += canvas_text(&p->canvas, row, column + used, width - used, page_plain, color);
    }
    return used;
}

/* "played [4]": a card as a chip, everything else in words; returns the columns used. */
static int draw_deed(struct page *p, int row, int column, int width, const struct coach_found *f)
{
    const char *verb = coach_verb(p->lang, &f->done, false), *hole = strstr(verb, "%s");
    if (f->done.type != MAZO_CMD_play || !hole)
        return canvas_text(&p->canvas, row, column, width, page_plain, f->done_words);
    char text[COACH_DEED_MAX];
    snprintf(text, sizeof text, "%.*s", (int)(hole - verb), verb);
    int used = canvas_text(&p->canvas, row, column, width, page_plain, text);
    used += draw_card(p, row, column + used, width - used, &f->done);
    return used + canvas_text(&p->canvas, row, column + used, width - used, page_plain, hole + 2);
}

/* "played [4] · the expert: [5]"; what the expert would play has its room first. */
static void draw_both(struct page *p, int row, int column, int width, const struct coach_found *f)
{
    const char *expert = text_in(p->lang, " · the expert: ");
    bool plays = f->best.type == MAZO_CMD_play;
    int best = plays ? card_width(p, &f->best) : canvas_width(f->best_short);
    int most = plays || best < width / 2 ? best : width / 2;
    int used = draw_deed(p, row, column, width - canvas_width(expert) - most, f);
    used += canvas_text(&p->canvas, row, column + used, width - used, page_dim, expert);
    if (plays)
        draw_card(p, row, column + used, width - used, &f->best);
    else
        canvas_text(&p->canvas, row, column + used, width - used, page_plain, f->best_short);
}

static void draw_row(struct page *p, const struct replay *r, const struct coach_found *f, int row,
                     bool marked)
{
    struct canvas *c = &p->canvas;
    char cost[24];
    int column = 2;
    coach_percent(p->lang, f->decision.cost, false, cost, sizeof cost);
    canvas_text(c, row, column, 1, page_accent, marked ? "►" : " ");
    canvas_text(c, row, column + 2 + COST_WIDTH - canvas_width(cost), COST_WIDTH, page_bad, cost);
    column += 4 + COST_WIDTH;
    canvas_text(c, row, column, NAME_WIDTH, marked ? page_bold : page_plain,
                r->names[f->decision.seat]);
    column += NAME_WIDTH + 1;
    draw_both(p, row, column, c->columns - 2 - column, f);
}

/* ---- the chance to win ---- */

/* This seat's moments on the line below the curve. */
static void draw_moments(struct page *p, const struct replay *r, int row, int column, int width,
                         int at)
{
    int steps = r->tape.last + 1;
    replay_draw_line(p, r, row, column, width);
    for (int i = r->mistakes.count - 1; i >= 0; i--) {
        const struct coach_decision *d = &r->mistakes.at[i].decision;
        if (d->seat == r->watched) {
            canvas_text(&p->canvas, row, curve_column(column, width, d->command, steps), 1,
                        page_bad, "●");
        }
    }
    canvas_text(&p->canvas, row, curve_column(column, width, at, steps), 1, page_mark, "▲");
}

/* The chances of the watched seat, with the costly moves below. */
static void draw_chances(struct page *p, const struct replay *r, int height, int at)
{
    int row = FIRST_ROW, width = p->canvas.columns - 4;
    char text[160];
    snprintf(text, sizeof text,
             text_in(p->lang, N_("%s's chance to win, to someone who sees "
                                 "every hand")),
             r->names[r->watched]);
    canvas_text(&p->canvas, row, 2, width, page_bold, text);
    replay_draw_curve(p, r, row + 1, 2, height, width, at);
    draw_moments(p, r, row + 1 + height, 2 + REPLAY_SCALE, width - REPLAY_SCALE, at);
}

/* ---- the whole ---- */

/* Finds the position before the decision, and the reason from there. */
static void find_why(struct replay *r, enum text_lang lang, const struct coach_found *f, char *buf,
                     size_t size)
{
    const char *names[MAZO_SEATS_MAX];
    int step = r->tape.step;
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        names[seat] = r->names[seat];
    tape_go(&r->tape, f->decision.command - 1);
    coach_why(lang, names, &r->tape.reader.play.game, &f->done, &f->best, buf, size);
    tape_go(&r->tape, step);
}

/* The marked decision in full. */
static void draw_whole(struct page *p, struct replay *r, const struct coach_found *f, int row)
{
    char text[2 * COACH_TEXT_MAX], cost[24], error[24], why[COACH_TEXT_MAX];
    int length = snprintf(text, sizeof text, text_in(p->lang, "Round %d, step %d"),
                          f->decision.round, f->decision.command);
    snprintf(text + length, sizeof text - (size_t)length, " · %s %s",
             coach_percent(p->lang, f->decision.cost, false, cost, sizeof cost),
             coach_error(p->lang, 2 * f->decision.error, error, sizeof error));
    canvas_text(&p->canvas, row, 4, p->canvas.columns - 6, page_dim, text);
    coach_say(p->lang, r->names[f->decision.seat], f, text, sizeof text);
    find_why(r, p->lang, f, why, sizeof why);
    length = (int)strlen(text);
    snprintf(text + length, sizeof text - (size_t)length, " %s", why);
    canvas_wrap(&p->canvas, row + 1, 4, p->canvas.columns - 6, BELOW - 3, page_plain, text);
}

static void draw(struct replay *r, struct page *p, int at, int *top, int count)
{
    static const struct page_hint hints[] = {{TERM_DOWN, "↓", N_("down")},
                                             {TERM_UP, "↑", N_("back up")},
                                             {TERM_ENTER, N_("Enter"), N_("go to this step")},
                                             {'v', "v", N_("view of another player")},
                                             {TERM_ESCAPE, "Esc", N_("close")}};
    int curve = p->canvas.rows / 6, first = FIRST_ROW + curve + 3;
    int height = p->canvas.rows - first - BELOW;
    page_begin(p, text_in(p->lang, "The coach"));
    canvas_text(&p->canvas, 1, 2, p->canvas.columns - 4, page_dim,
                text_in(p->lang, "What each decision cost in chances to win; people first"));
    draw_chances(p, r, curve, at < count ? r->mistakes.at[at].decision.command : r->tape.step);
    *top = page_scroll(*top, at, count, height);
    for (int i = *top; i < count && i < *top + height; i++) {
        draw_row(p, r, &r->mistakes.at[i], first + i - *top, i == at);
        page_area(p, first + i - *top, 0, 1, p->canvas.columns, PAGE_PICK + (uint32_t)i);
    }
    if (count > 0) {
        draw_whole(p, r, &r->mistakes.at[at], p->canvas.rows - BELOW);
        page_hints(p, hints, sizeof hints / sizeof hints[0]);
    } else {
        canvas_text(&p->canvas, first, 4, p->canvas.columns - 6, page_plain,
                    text_in(p->lang, "No decision cost anything."));
        page_hints(p, hints + 3, 2);
    }
}

bool replay_coach(struct replay *r, struct page *p)
{
    int at = 0, top = 0;
    r->watched = replay_subject(r);
    if (!r->coached && !think(r, p))
        return false;
    int count = r->mistakes.count, seats = r->tape.reader.play.game.seats;
    for (;;) {
        draw(r, p, at, &top, count);
        uint32_t key = page_read(p, -1);
        bool picked = key >= PAGE_PICK && key < PAGE_PICK + (uint32_t)count;
        if (picked || (key == TERM_ENTER && count > 0)) {
            at = picked ? (int)(key - PAGE_PICK) : at;
            tape_go(&r->tape, r->mistakes.at[at].decision.command);
            return true;
        }
        if (page_leaves(key) || key == 'c')
            return false;
        if (key == 'v') {
            r->watched = (r->watched + 1) % seats;
            r->eye = r->eye < seats ? r->watched : r->eye;
        } else if (count > 0) {
            page_move(key, &at, count);
        }
    }
}
