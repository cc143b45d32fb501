/*
 * viewer_coach.c - the coach in the viewer: the costliest decisions, and the way to each.
 */
#include <stdio.h>
#include <string.h>

#include "terminal/screen/mini_card.h"
#include "terminal/pages/viewer.h"
#include "say/event_text.h"

enum {
    PLAYOUTS = 400,
    LOOK_MS = 200,
    COST_WIDTH = 7,
    NAME_WIDTH = 12,
    FIRST_ROW = 3,
    BELOW = 5,
    CHIP_WIDTH = 5
};

/* ---- while it thinks ---- */

struct thinking {
    struct replay *replay;
    struct page *page;
    const char *names[MAZO_SEATS_MAX];
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
    t->looked_at = now;
    page_begin(p, text_in(p->lang, "The coach"));
    canvas_wrap(&p->canvas, 3, 4, width, 3, page_plain,
                text_in(p->lang, "An expert replays every decision, knowing what the player "
                                 "knew. This takes a while."));
    snprintf(where, sizeof where, text_in(p->lang, "Looking at move %lld of %lld"), (long long)done,
             (long long)all);
    canvas_text(&p->canvas, 6, 4, width, page_dim, where);
    canvas_fill(&p->canvas, 7, 4, 1, width, page_dim, "─");
    canvas_fill(&p->canvas, 7, 4, 1, all > 0 ? (int)(width * done / all) : 0, page_accent, "━");
    page_hints(p, hints, 1);
    if (page_leaves(page_read(p, 0)))
        atomic_store(&t->stop, true);
}

/* False: given up, or no memory. */
static bool think(struct replay *r, struct page *p)
{
    struct thinking t = {.replay = r, .page = p, .looked_at = p->term->now(p->term)};
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
                          .progress = show_progress,
                          .data = &t};
    if (coach_run(&coach, m->text, m->len, &report) != 0 || t.no_memory || t.stop) {
        coach_forget(&r->mistakes);
        return false;
    }
    coach_sort(&r->mistakes, people);
    r->coached = true;
    return true;
}

/* ---- what it found ---- */

/* "played [4]": a card as a chip, everything else in words; returns the columns used. */
static int draw_deed(struct page *p, int row, int column, const struct mazo_command *c,
                     const char *words, bool expert)
{
    const char *verb = coach_verb(p->lang, c, expert), *hole = strstr(verb, "%s");
    int width = p->canvas.columns - 2 - column, at = column;
    if (c->type != MAZO_CMD_play || !hole)
        return canvas_text(&p->canvas, row, at, width, page_plain, words);
    char text[COACH_DEED_MAX];
    snprintf(text, sizeof text, "%.*s", (int)(hole - verb), verb);
    at += canvas_text(&p->canvas, row, at, width, page_plain, text);
    if (p->canvas.columns - 2 - at < CHIP_WIDTH)
        return at - column + canvas_text(&p->canvas, row, at - 1, 1, page_plain, "…");
    at += mini_card_draw(p, row, at, c->card);
    if (mazo_card_is_wild(c->card) && c->color < MAZO_COLOR_COUNT) {
        snprintf(text, sizeof text, " %s", say_color_name(p->lang, c->color));
        at += canvas_text(&p->canvas, row, at, width, page_plain, text);
    }
    at += canvas_text(&p->canvas, row, at, width, page_plain, hole + 2);
    return at - column;
}

static void draw_row(struct page *p, const struct replay *r, const struct coach_found *f, int row,
                     bool marked)
{
    struct canvas *c = &p->canvas;
    char cost[24];
    int column = 2, width = c->columns - 4;
    coach_percent(p->lang, f->decision.cost, false, cost, sizeof cost);
    canvas_text(c, row, column, 1, page_accent, marked ? "►" : " ");
    canvas_text(c, row, column + 2 + COST_WIDTH - canvas_width(cost), COST_WIDTH, page_bad, cost);
    column += 4 + COST_WIDTH;
    canvas_text(c, row, column, NAME_WIDTH, marked ? page_bold : page_plain,
                r->names[f->decision.seat]);
    column += NAME_WIDTH + 1;
    column += draw_deed(p, row, column, &f->done, f->done_words, false);
    column += canvas_text(c, row, column, width, page_dim, text_in(p->lang, "; the expert "));
    draw_deed(p, row, column, &f->best, f->best_words, true);
}

/* The one that is marked, in full. */
static void draw_whole(struct page *p, const struct replay *r, const struct coach_found *f, int row)
{
    char text[COACH_TEXT_MAX], cost[24], error[24];
    int length = snprintf(text, sizeof text, text_in(p->lang, "Round %d, step %d"),
                          f->decision.round, f->decision.command);
    snprintf(text + length, sizeof text - (size_t)length, " · %s %s",
             coach_percent(p->lang, f->decision.cost, false, cost, sizeof cost),
             coach_error(p->lang, 2 * f->decision.error, error, sizeof error));
    canvas_text(&p->canvas, row, 4, p->canvas.columns - 6, page_dim, text);
    coach_say(p->lang, r->names[f->decision.seat], f, text, sizeof text);
    canvas_wrap(&p->canvas, row + 1, 4, p->canvas.columns - 6, 2, page_plain, text);
}

static void draw(struct replay *r, struct page *p, int at, int *top, int count)
{
    static const struct page_hint hints[] = {{TERM_DOWN, "↓", N_("down")},
                                             {TERM_UP, "↑", N_("back up")},
                                             {TERM_ENTER, N_("Enter"), N_("go to this step")},
                                             {TERM_ESCAPE, "Esc", N_("close")}};
    int height = p->canvas.rows - FIRST_ROW - BELOW;
    page_begin(p, text_in(p->lang, "The coach"));
    canvas_text(&p->canvas, 1, 2, p->canvas.columns - 4, page_dim,
                text_in(p->lang, "What each decision cost in chances to win; people first"));
    *top = page_scroll(*top, at, count, height);
    for (int i = *top; i < count && i < *top + height; i++) {
        draw_row(p, r, &r->mistakes.at[i], FIRST_ROW + i - *top, i == at);
        page_area(p, FIRST_ROW + i - *top, 0, 1, p->canvas.columns, PAGE_PICK + (uint32_t)i);
    }
    draw_whole(p, r, &r->mistakes.at[at], p->canvas.rows - BELOW + 1);
    page_hints(p, hints, 4);
}

void replay_coach(struct replay *r, struct page *p)
{
    int at = 0, top = 0;
    if (!r->coached && !think(r, p))
        return;
    int count = r->mistakes.count;
    if (count == 0) {
        page_say(p, text_in(p->lang, "The coach"), text_in(p->lang, "No decision cost anything."));
        return;
    }
    for (;;) {
        draw(r, p, at, &top, count);
        uint32_t key = page_read(p, -1);
        bool picked = key >= PAGE_PICK && key < PAGE_PICK + (uint32_t)count;
        if (picked || key == TERM_ENTER) {
            at = picked ? (int)(key - PAGE_PICK) : at;
            tape_go(&r->tape, r->mistakes.at[at].decision.command);
            return;
        }
        if (page_leaves(key) || key == 'c')
            return;
        page_move(key, &at, count);
    }
}
