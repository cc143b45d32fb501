/*
 * ending.c - the end of a round or match: points card by card, and the match so far.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say/ranking.h"
#include "say/rule_house.h"
#include "terminal/screen/mini_card.h"
#include "session/history.h"
#include "terminal/pages/pages.h"
#include "terminal/pages/share.h"
#include "terminal/pages/viewer.h"

enum {
    WIDTH_MAX = 112,
    NAME_WIDTH = 14,
    POINTS_WIDTH = 24, /* "= 77   +154   480" */
    CHART_LEAST = 6
};

struct ending {
    struct page *page;
    struct session *session;
    const struct mazo_game *game;
    int reader;
    bool over; /* the match, not only the round */
    bool full; /* every card, and no chart */
    bool cut;  /* some cards did not fit */
    int column, width;
    int sides; /* single seats in their order, or teams, best first */
    struct say_side side[MAZO_SEATS_MAX];
};

/* ---- who is who ---- */

/* Each seat's mark and ink, in the table and in the chart. */
static const char *mark_of(int seat)
{
    static const char *const marks[MAZO_SEATS_MAX] = {"●", "▲", "■", "★", "◆",
                                                      "▼", "x", "o", "+", "#"};
    return marks[seat];
}

static struct canvas_style style_of(int seat)
{
    static const uint8_t inks[] = {INK_ACCENT, INK_GREEN, INK_BLUE, INK_YELLOW, INK_RED, INK_PLAIN};
    return (struct canvas_style){inks[(size_t)seat % sizeof inks], CANVAS_BOLD};
}

/* ---- the hands ---- */

/* "●7 ■+2 20": every card, and what it counts where that is not its number. Returns the rows
 * used, at most `height`; *cut when that is not enough. */
static int draw_cards(struct page *p, int row, int column, int width, int height,
                      const mazo_card *cards, int count, bool *cut)
{
    enum { WIDEST = 9 };
    int at = 0, line = 0;
    for (int i = 0; i < count; i++) {
        char text[24];
        int points = mazo_card_points(cards[i]);
        bool last = line == height - 1;
        if (at + WIDEST > width && !last) {
            line++;
            at = 0;
        } else if (last && at + 2 * WIDEST > width && i + 1 < count) {
            int rest = 0;
            for (int j = i; j < count; j++)
                rest += mazo_card_points(cards[j]);
            snprintf(text, sizeof text, "+%d (%d)", count - i, rest);
            canvas_text(&p->canvas, row + line, column + at, width - at, page_dim, text);
            *cut = true;
            break;
        }
        at += 1 + mini_card_draw(p, row + line, column + at, cards[i]);
        if (mazo_card_is_wild(cards[i]) || mazo_card_value(cards[i]) != points) {
            snprintf(text, sizeof text, "%d", points);
            at += 1 + canvas_text(&p->canvas, row + line, column + at, 3, page_dim, text);
        }
    }
    return line + 1;
}

/* "= 77   +154   480" at the right end. */
static void draw_points(struct page *p, const struct ending *e, int seat, int row)
{
    const struct score_book *book = &e->session->book;
    int column = e->column + e->width - POINTS_WIDTH;
    char text[40];
    if (book->held_points[seat] >= 0 && book->held_count[seat] > 0) {
        snprintf(text, sizeof text, "= %d", (int)book->held_points[seat]);
        canvas_text(&p->canvas, row, column, 8, page_plain, text);
    }
    if (e->game->rules.scoring == MAZO_scoring_quick)
        return;
    if (book->gained[seat] != 0) {
        snprintf(text, sizeof text, "%+d", (int)book->gained[seat]);
        canvas_text(&p->canvas, row, column + 8, 8, page_accent, text);
    }
    snprintf(text, sizeof text, "%7d", (int)e->game->scores[seat]);
    canvas_text(&p->canvas, row, column + POINTS_WIDTH - 7, 7, page_bold, text);
}

/* A seat's hand and points; returns the rows used. */
static int draw_seat(struct page *p, struct ending *e, int seat, int row, int height)
{
    const struct score_book *book = &e->session->book;
    int used = 1, column = e->column + NAME_WIDTH + 2;
    int winner = e->game->round_winner;
    if (!e->game->rules.teams)
        canvas_text(&p->canvas, row, e->column, 1, style_of(seat), mark_of(seat));
    canvas_text(&p->canvas, row, e->column + 2, NAME_WIDTH - 1,
                seat == e->reader ? page_accent : page_plain, e->session->names[seat]);
    if (book->held_points[seat] >= 0 && book->held_count[seat] > 0) {
        used = draw_cards(p, row, column, e->width - NAME_WIDTH - 3 - POINTS_WIDTH, height,
                          book->held[seat], book->held_count[seat], &e->cut);
    } else if (seat == winner) {
        canvas_text(&p->canvas, row, column, 30, page_accent, text_in(p->lang, "out of cards"));
    }
    bool known = !e->session->remote || seat == e->session->remote->seat;
    if (e->over && book->held_points[seat] < 0 && e->game->size[seat] > 0 && known) {
        /* a quick match counts nothing, but everybody wants to see */
        used = mini_card_draw_hand(p, row, column, e->width - NAME_WIDTH - 3, 2,
                                   e->game->copies[seat]);
    }
    draw_points(p, e, seat, row);
    return used;
}

/* "● Ana and Carmen   154": above the two. */
static void draw_team(struct page *p, const struct ending *e, const struct say_side *side, int row)
{
    char text[320], points[16];
    int first = __builtin_ctz(side->seats);
    score_names(p->lang, e->session->names, side->seats, text, sizeof text);
    canvas_text(&p->canvas, row, e->column, 1, style_of(first), mark_of(first));
    canvas_text(&p->canvas, row, e->column + 2, e->width - 12, page_bold, text);
    if (e->game->rules.scoring != MAZO_scoring_quick) {
        snprintf(points, sizeof points, "%7d", side->points);
        canvas_text(&p->canvas, row, e->column + e->width - 7, 7, page_accent, points);
    }
}

/* After one round lines would be straight, so bars are drawn, if they fit. */
static bool has_chart(const struct ending *e)
{
    const struct score_book *book = &e->session->book;
    return book->rounds > book->first && e->game->rules.scoring != MAZO_scoring_quick;
}

static bool has_bars(const struct ending *e)
{
    const struct score_book *book = &e->session->book;
    return book->rounds == book->first && e->game->rules.scoring != MAZO_scoring_quick;
}

/* The groups to show, and their order. */
static void find_sides(struct ending *e)
{
    e->sides = say_ranking(&e->game->pub, e->side);
    for (int seat = 0; seat < e->sides && !e->game->rules.teams; seat++)
        e->side[seat] = (struct say_side){.seats = (uint16_t)(1u << seat)};
}

/* One line per seat, two if hands are large and there is room; returns the row below. */
static int draw_hands(struct page *p, struct ending *e, int row)
{
    int seats = e->session->book.seats, space = p->canvas.rows - row - 3;
    int heads = e->game->rules.teams ? e->sides : 0;
    int height = e->full || !has_chart(e)                   ? space
                 : space >= 2 * seats + heads + CHART_LEAST ? 2
                                                            : 1;
    e->cut = false;
    for (int i = 0; i < e->sides; i++) {
        if (heads > 0)
            draw_team(p, e, &e->side[i], row++);
        for (int seat = 0; seat < seats; seat++)
            if (e->side[i].seats >> seat & 1)
                row += draw_seat(p, e, seat, row, height);
    }
    return row;
}

/* ---- the chart ---- */

struct chart {
    int row, column, height, width;
    int first, count; /* rounds, from the book */
    int32_t most;
};

/* Points of these seats (bits) together. */
static int32_t total_after(const struct score_book *book, int round, unsigned seats)
{
    int32_t sum = 0;
    for (int seat = 0; seat < book->seats && round >= 0; seat++)
        sum += seats >> seat & 1 ? book->total[round][seat] : 0;
    return sum;
}

static int chart_row(const struct chart *k, int32_t points)
{
    int64_t up = (int64_t)(points > 0 ? points : 0) * (k->height - 1) / k->most;
    return k->row + k->height - 1 - (int)up;
}

static int chart_column(const struct chart *k, int round)
{
    return k->column + (round + 1) * (k->width - 1) / k->count;
}

static void draw_line(struct canvas *c, const struct chart *k, const struct score_book *book,
                      unsigned seats)
{
    int seat = __builtin_ctz(seats);
    struct canvas_style style = style_of(seat);
    for (int round = -1; round < k->count; round++) {
        int x = chart_column(k, round);
        int32_t here = total_after(book, round, seats);
        if (round + 1 < k->count) {
            int next = chart_column(k, round + 1);
            int32_t there = total_after(book, round + 1, seats);
            for (int i = x + 1; i < next; i++) {
                int32_t points = here + (there - here) * (i - x) / (next - x);
                canvas_text(c, chart_row(k, points), i, 1, (struct canvas_style){style.ink, 0},
                            "·");
            }
        }
        if (round >= 0)
            canvas_text(c, chart_row(k, here), x, 1, style, mark_of(seat));
    }
}

static void draw_axes(struct canvas *c, const struct chart *k, int target)
{
    char text[16];
    int goal = chart_row(k, target);
    for (int row = k->row; row < k->row + k->height; row++)
        canvas_text(c, row, k->column - 1, 1, page_dim, "│");
    canvas_fill(c, k->row + k->height, k->column - 1, 1, k->width + 1, page_dim, "─");
    canvas_fill(c, goal, k->column, 1, k->width, page_dim, "─");
    snprintf(text, sizeof text, "%5d", target);
    canvas_text(c, goal, k->column - 7, 5, page_dim, text);
    canvas_text(c, k->row + k->height - 1, k->column - 3, 1, page_dim, "0");
    for (int round = 0; round < k->count; round++) {
        snprintf(text, sizeof text, "%d", round + 1 + k->first);
        int step = k->count > k->width / 4 ? 5 : 1; /* not every number has room */
        if ((round + 1 + k->first) % step == 0)
            canvas_text(c, k->row + k->height + 1, chart_column(k, round), 4, page_dim, text);
    }
}

/* The totals after every round, one line per seat or team; the reader's is drawn on top. */
static void draw_chart(struct page *p, const struct ending *e, int row)
{
    const struct score_book *book = &e->session->book;
    struct chart k = {.row = row + 1,
                      .column = e->column + 7,
                      .height = p->canvas.rows - row - 5,
                      .width = e->width - 9,
                      .first = book->first - 1,
                      .count = book->rounds - book->first + 1,
                      .most = e->game->rules.target};
    if (!has_chart(e) || k.height < CHART_LEAST - 1)
        return;
    for (int i = 0; i < k.count; i++) {
        for (int j = 0; j < e->sides; j++) {
            int32_t points = total_after(book, i, e->side[j].seats);
            k.most = points > k.most ? points : k.most;
        }
    }
    canvas_text(&p->canvas, row, e->column, e->width, page_bold,
                text_in(p->lang, "The match so far, round by round"));
    draw_axes(&p->canvas, &k, e->game->rules.target);
    unsigned own = 0;
    for (int i = e->sides - 1; i >= 0; i--)
        if (e->reader < book->seats && e->side[i].seats >> e->reader & 1)
            own = e->side[i].seats;
        else
            draw_line(&p->canvas, &k, book, e->side[i].seats);
    if (own)
        draw_line(&p->canvas, &k, book, own);
}

/* The progress of each seat or team. */
static void draw_bars(struct page *p, const struct ending *e, int row)
{
    enum { POINTS = 7 };
    struct canvas *c = &p->canvas;
    int target = (int)e->game->rules.target, most = target, space = c->rows - row - 3;
    int column = e->column + NAME_WIDTH + 2, width = e->width - NAME_WIDTH - 3 - POINTS;
    char text[320];
    if (!has_bars(e) || space < e->sides + 1)
        return;
    for (int i = 0; i < e->sides; i++) {
        int points = total_after(&e->session->book, 0, e->side[i].seats);
        most = points > most ? points : most;
    }
    snprintf(text, sizeof text, text_in(p->lang, "On the way to %d points"), target);
    canvas_text(c, row++, e->column, e->width, page_bold, text);
    for (int i = 0; i<e->sides; i++, row += space> 2 * e->sides ? 2 : 1) {
        int seat = __builtin_ctz(e->side[i].seats);
        int points = total_after(&e->session->book, 0, e->side[i].seats);
        int filled = points > 0 ? (int)((int64_t)points * width / most) : 0;
        canvas_text(c, row, e->column, 1, style_of(seat), mark_of(seat));
        score_names(p->lang, e->session->names, e->side[i].seats, text, sizeof text);
        canvas_text(c, row, e->column + 2, NAME_WIDTH - 1, page_plain, text);
        canvas_fill(c, row, column, 1, width, page_dim, "─");
        canvas_fill(c, row, column, 1, filled, style_of(seat), "━");
        if (most > target)
            canvas_text(c, row, column + (int)((int64_t)target * width / most), 1, page_accent,
                        "┼");
        snprintf(text, sizeof text, "%*d", POINTS, points);
        canvas_text(c, row, column + width + 1, POINTS, page_bold, text);
    }
}

/* ---- the page ---- */

/* The sentences on top: who has won; returns the row below them. */
static int draw_verdict(struct page *p, const struct ending *e, int row)
{
    const struct session *s = e->session;
    struct score_lines lines = {.aloud = false};
    score_round(&s->book, e->game, p->lang, s->names, e->reader, &lines);
    if (lines.count > 0)
        row += canvas_wrap(&p->canvas, row, e->column, e->width, 2, page_bold, lines.line[0]);
    if (e->over) {
        score_match(&s->book, e->game, p->lang, s->names, e->reader, &lines);
        score_stood_in(e->game, session_stood_in(s), p->lang, s->names, e->reader, &lines);
        for (int i = 0; i < lines.count; i++)
            row += canvas_wrap(&p->canvas, row, e->column, e->width, 2, page_accent, lines.line[i]);
    }
    return row + 1;
}

/* Is there a file with the whole match, for the coach? */
static bool has_file(const struct ending *e)
{
    return e->session->save.path[0] && e->session->save.error == 0;
}

/* Is it a deal of the day, which can be shared? */
static bool is_daily(const struct ending *e)
{
    return e->over && e->session->table.daily && has_file(e);
}

static void share(struct page *p, const struct ending *e)
{
    struct record *r = malloc(sizeof *r);
    if (r && history_read(e->session->save.path, r))
        page_share(p, r);
    free(r);
}

static void draw_hints(struct page *p, const struct ending *e)
{
    const struct session_remote *remote = e->session->remote;
    struct page_hint hints[6] = {{TERM_ENTER, N_("Enter"), N_("next round")},
                                 {'m', "m", N_("to the menu; the match is saved")}};
    int count = 2;
    if (e->session->save.error != 0)
        hints[1].label = N_("to the menu");
    if (remote) {
        hints[0].label = e->over ? N_("back to the table") : N_("next round");
        hints[1].label = N_("leave the table");
        if (!e->over && remote->seat == MAZO_SPECTATOR)
            hints[0] = hints[--count]; /* players answer it, spectators cannot */
    } else if (e->over) {
        hints[0].label = N_("play again");
        hints[1].label = N_("to the menu");
    }
    if (e->over && (!remote || e->session->save.path[0]))
        hints[count++] = (struct page_hint){'v', "v", N_("view replay")};
    if (is_daily(e))
        hints[count++] = (struct page_hint){'s', "s", N_("share the result")};
    if (has_file(e))
        hints[count++] = (struct page_hint){'c', "c", N_("coach: what did I miss?")};
    if (has_chart(e) && (e->cut || e->full)) {
        const char *label = e->full ? N_("the chart") : N_("all cards");
        hints[count++] = (struct page_hint){'a', "a", label};
    }
    page_hints(p, hints, count);
}

static void draw(void *ctx)
{
    struct ending *e = ctx;
    struct page *p = e->page;
    char title[80], rules[200];
    snprintf(title, sizeof title,
             e->over ? text_in(p->lang, "The match is over") : text_in(p->lang, "Round %d is over"),
             e->game->round);
    page_begin(p, title);
    rule_house_name(&e->game->rules, p->lang, p->canvas.columns - canvas_width(title) - 14, rules,
                    sizeof rules);
    page_title_right(p, rules);
    e->column = page_middle(p, WIDTH_MAX, &e->width);
    find_sides(e);
    int row = draw_verdict(p, e, 2);
    row = draw_hands(p, e, row) + 1;
    if (!e->full)
        draw_chart(p, e, row);
    draw_bars(p, e, row);
    const struct session_remote *remote = e->session->remote;
    if (remote && remote->trouble(remote->ctx)) {
        canvas_text(&p->canvas, p->canvas.rows - 2, e->column, e->width, page_bad,
                    remote->trouble(remote->ctx));
    }
    draw_hints(p, e);
}

/* Have the others on the server gone on without us? */
static bool goes_on(const struct ending *e)
{
    return e->session->left || e->game->phase < MAZO_PHASE_round_over;
}

/* Shows the match step by step, or first what the coach says. True: play the match at
 * session->next; never while we sit at a server's table. */
static bool look_back(struct page *p, const struct ending *e, bool coached)
{
    struct session *s = e->session;
    if (!replay_show(p, s->save.path, coached, e->reader, s->next))
        return false;
    if (s->remote) {
        page_say(p, text_in(p->lang, "Play on from here"),
                 text_in(p->lang,
                         N_("This match is saved. Leave the table: mazo offers it when you "
                            "start it.")));
    }
    return !s->remote;
}

static enum ending_choice run_ending(struct page *p, struct ending *e)
{
    for (;;) {
        page_show(p, draw, e);
        uint32_t key = page_read(p, -1);
        if (p->gone)
            return ENDING_GONE;
        if (e->session->remote && session_tick(e->session, session_now()) && goes_on(e))
            return e->session->left ? ENDING_AGAIN : ENDING_DEALT;
        if (key == TERM_ENTER || key == ' ' || key == 'n' || key == 'r') {
            if (e->over || !e->session->remote || e->session->remote->seat != MAZO_SPECTATOR)
                return e->over ? ENDING_AGAIN : ENDING_NEXT;
        } else if (key == 'c' && has_file(e)) {
            if (look_back(p, e, true))
                return ENDING_ON;
        } else if (key == 's' && is_daily(e)) {
            share(p, e);
        } else if (key == 'a') {
            e->full = !e->full && e->cut; /* and once more: the chart again */
        } else if (key == 'v' && e->over && e->session->save.path[0]) {
            if (look_back(p, e, false))
                return ENDING_ON;
        } else if (key == 'm' || page_leaves(key)) {
            return ENDING_MENU;
        }
    }
}

enum ending_choice terminal_ending(struct term *term, struct session *session, int reader)
{
    const struct mazo_game *g = &session->table.play.game;
    struct ending e = {.session = session,
                       .game = g,
                       .reader = reader,
                       .over = g->phase == MAZO_PHASE_match_over};
    struct page *page = calloc(1, sizeof *page);
    if (!page)
        return e.over ? ENDING_MENU : ENDING_NEXT;
    page_init(page, term, session->setup.lang);
    e.page = page;
    enum ending_choice choice = run_ending(page, &e);
    free(page);
    return choice;
}
