/*
 * viewer.c - a saved match on the screen, step by step.
 */
#include "terminal/pages/viewer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/coach_say.h"
#include "terminal/pages/curve.h"
#include "terminal/screen/mini_card.h"
#include "terminal/screen/pager.h"
#include "mazo/view.h"
#include "session/online.h"
#include "session/save.h"
#include "text/oserror.h"
#include "text/place.h"
#include "text/screen.h"
#include "say/rule_house.h"
#include "say/event_text.h"

enum {
    SEATS_ROW = 4,
    RUN_MS = 900,
    LOOK_MS = 100, /* interval between updates of a growing curve */
    LOG_MAX = 60,
    SENTENCE_MAX = 600,
    CURVE_ROWS = 30, /* height of a screen with room for it */
    CURVE_COLUMNS = 100,
    CURVE_LEAST = 3,
    STEP_PICK = PAGE_PICK + 0x1000 /* STEP_PICK + i: "step i was clicked" */
};

/* ---- opening ---- */

/* The first line of a match that was played at a table says who sat there; one that the
 * referee has written does not. */
void replay_names(const struct roster *roster, enum text_lang lang,
                  char names[MAZO_SEATS_MAX][REPLAY_NAME_MAX])
{
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        if (seat < roster->count && roster->seat[seat].name[0])
            screen_clean(roster->seat[seat].name, names[seat], REPLAY_NAME_MAX);
        else
            snprintf(names[seat], REPLAY_NAME_MAX, text_in(lang, "Seat %d"), seat);
}

/* The seat that played it on a server, by the file's name; else the first person. */
static int own_seat(const char *file, const struct match_reader *m)
{
    int seats = m->play.game.seats, own = online_seat(file);
    for (int seat = 0; own < 0 && seat < m->roster.count; seat++)
        if (strcmp(m->roster.seat[seat].sits, "person") == 0)
            own = seat;
    return own < seats ? own : -1;
}

bool replay_open(struct replay *r, enum text_lang lang, const char *file, const char *text,
                 size_t len)
{
    r->file = file;
    r->path = NULL;
    r->eye = MAZO_SPECTATOR;
    r->runs = r->coached = false;
    r->mistakes = (struct coach_list){0};
    r->watched = MAZO_SPECTATOR;
    r->chances = NULL;
    r->shows_curve = false;
    if (!tape_open(&r->tape, lang, text, len))
        return false;
    replay_names(&r->tape.reader.roster, lang, r->names);
    r->own = own_seat(file, &r->tape.reader);
    return true;
}

void replay_close(struct replay *r)
{
    coach_forget(&r->mistakes);
    free(r->chances);
    tape_close(&r->tape);
}

/* ---- keys ---- */

/* Go to the beginning of this round, or of the one before if already there. */
static void round_back(struct tape *t)
{
    int round = tape_round(t);
    int start = tape_round_start(t, round);
    tape_go(t, start < t->step ? start : tape_round_start(t, round - 1));
}

static void round_on(struct tape *t)
{
    int round = tape_round(t);
    tape_go(t, round + 1 < t->rounds ? tape_round_start(t, round + 1) : t->last);
}

static void next_eye(struct replay *r)
{
    int seats = r->tape.reader.play.game.seats;
    r->eye = r->eye == MAZO_SPECTATOR ? 0 : r->eye + 1 < seats ? r->eye + 1 : MAZO_SPECTATOR;
}

bool replay_key(struct replay *r, uint32_t key)
{
    struct tape *t = &r->tape;
    if (key == TERM_RIGHT || key == 'l' || key == ' ' || key == TERM_ENTER ||
        key == TERM_WHEEL_DOWN) {
        tape_go(t, t->step + 1);
    } else if (key == TERM_LEFT || key == 'h' || key == TERM_BACKSPACE || key == TERM_WHEEL_UP) {
        tape_go(t, t->step - 1);
    } else if (key == TERM_PAGE_DOWN || key == 'n') {
        round_on(t);
    } else if (key == TERM_PAGE_UP || key == 'b') {
        round_back(t);
    } else if (key == TERM_HOME || key == 'g') {
        tape_go(t, 0);
    } else if (key == TERM_END || key == 'G') {
        tape_go(t, t->last);
    } else if (key == 'v' || key == TERM_TAB) {
        next_eye(r);
    } else if (key == 'e') {
        r->eye = MAZO_SPECTATOR;
    } else if (key >= PAGE_PICK && key < PAGE_PICK + MAZO_SEATS_MAX) {
        r->eye = r->eye == (int)(key - PAGE_PICK) ? MAZO_SPECTATOR : (int)(key - PAGE_PICK);
    } else if (key >= STEP_PICK && key <= STEP_PICK + (uint32_t)t->last) {
        tape_go(t, (int)(key - STEP_PICK));
    } else if (key == 'r') {
        r->runs = !r->runs;
        return true;
    } else {
        return false;
    }
    r->runs = false;
    return true;
}

/* ---- the log ---- */

/* Sentences of the last steps, the newest last. */
struct log {
    int count;
    char line[LOG_MAX][SENTENCE_MAX];
    bool now[LOG_MAX]; /* belongs to the current step */
};

static void add_line(struct log *log, const char *text, bool now)
{
    if (log->count == LOG_MAX) {
        memmove(log->line[0], log->line[1], sizeof log->line - sizeof log->line[0]);
        memmove(log->now, log->now + 1, sizeof log->now - sizeof log->now[0]);
        log->count--;
    }
    snprintf(log->line[log->count], SENTENCE_MAX, "%s", text);
    log->now[log->count++] = now;
}

/* Adds the current step as the eye may see it; with every hand open, everything. */
static void add_step(const struct replay *r, struct log *log, bool now)
{
    const struct wire_game *w = &r->tape.reader.play;
    const char *names[MAZO_SEATS_MAX];
    struct mazo_view view;
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        names[seat] = r->names[seat];
    mazo_view_of(&w->game, r->eye, &view);
    struct tell tell = {.lang = r->tape.reader.lang,
                        .reader = r->eye,
                        .chips = true,
                        .names = names,
                        .texts = &w->texts,
                        .rule_cards = r->eye == MAZO_SPECTATOR ? w->game.rule_cards
                                                               : view.rule_cards};
    for (int i = 0; i < w->events.count; i++) {
        struct mazo_event event = w->events.at[i];
        char text[SENTENCE_MAX];
        if (r->eye != MAZO_SPECTATOR)
            mazo_event_for(&w->events.at[i], r->eye, &event);
        say_tell(&tell, &event, w->events.cards, text, sizeof text);
        if (text[0])
            add_line(log, text, now);
    }
}

/* Fills `height` lines with steps; the tape returns to where it was. */
static void make_log(struct replay *r, struct log *log, int height)
{
    int step = r->tape.step;
    log->count = 0;
    tape_go(&r->tape, step - height);
    for (;;) {
        add_step(r, log, r->tape.step == step);
        if (r->tape.step == step)
            return;
        tape_go(&r->tape, r->tape.step + 1);
    }
}

/* ---- drawing ---- */

static void draw_middle(struct page *p, const struct mazo_game *g, int row, int column)
{
    struct canvas *c = &p->canvas;
    char text[160];
    int at = column;
    at += canvas_text(c, row, at, 20, page_dim, text_in(p->lang, "On top"));
    at += 1 + mini_card_draw(p, row, at + 1, g->top);
    if (g->color < MAZO_COLOR_COUNT) {
        struct canvas_style style = {mini_card_ink(g->color), CANVAS_BOLD};
        snprintf(text, sizeof text, "%s %s", mini_card_shape(p, g->color),
                 say_color_name(p->lang, g->color));
        at += 2 + canvas_text(c, row, at + 2, 20, style, text);
    }
    snprintf(text, sizeof text, text_in(p->lang, "Draw pile %d · discards %d"), g->draw_count,
             g->discard_count);
    at += 3 + canvas_text(c, row, at + 3, 60, page_plain, text);
    at += 3 + canvas_text(c, row, at + 3, 30, page_plain,
                          g->direction > 0 ? text_in(p->lang, "↓ downwards")
                                           : text_in(p->lang, "↑ upwards"));
    if (g->pending > 0) {
        snprintf(text, sizeof text, text_in(p->lang, "due: %d"), g->pending);
        canvas_text(c, row, at + 3, 20, page_bad, text);
    }
}

/* Marks behind a name: the dealer, and players who have said UNO. */
static void draw_marks(struct page *p, const struct mazo_game *g, int seat, int row, int column)
{
    if (g->said >> seat & 1)
        canvas_text(&p->canvas, row, column, 7, page_bad, "UNO!");
    else if (g->dealer == seat)
        canvas_text(&p->canvas, row, column, 7, page_dim, text_in(p->lang, "deals"));
}

static void draw_hand(struct page *p, const struct replay *r, int seat, int row, int column,
                      int width, int height)
{
    const struct mazo_game *g = &r->tape.reader.play.game;
    if (r->eye == MAZO_SPECTATOR || r->eye == seat) {
        mini_card_draw_hand(p, row, column, width, height, g->copies[seat]);
        return;
    }
    for (int i = 0; i < g->size[seat] && i * 3 + 3 < width; i++)
        mini_card_draw(p, row, column + 3 * i, MAZO_CARD_NONE);
}

/* The seats, each with its hand; returns the row below them. */
static int draw_seats(struct page *p, const struct replay *r, int row, int column, int width)
{
    const struct mazo_game *g = &r->tape.reader.play.game;
    int height = p->canvas.rows - SEATS_ROW - 8 >= 2 * g->seats ? 2 : 1;
    bool over = g->phase == MAZO_PHASE_round_over || g->phase == MAZO_PHASE_match_over;
    for (int seat = 0; seat < g->seats; seat++, row += height) {
        bool turn = g->turn == seat && !over;
        char text[80];
        canvas_text(&p->canvas, row, column, 1, page_accent, turn ? "►" : " ");
        canvas_text(&p->canvas, row, column + 2, 13,
                    r->eye == seat ? page_accent
                    : turn         ? page_bold
                                   : page_plain,
                    r->names[seat]);
        draw_marks(p, g, seat, row, column + 16);
        snprintf(text, sizeof text, "%2d", g->size[seat]);
        canvas_text(&p->canvas, row, column + 24, 3, page_bold, text);
        snprintf(text, sizeof text, text_in(p->lang, "%d pts"), (int)g->scores[seat]);
        canvas_text(&p->canvas, row, column + 35 - canvas_width(text), 10, page_dim, text);
        draw_hand(p, r, seat, row, column + 36, width - 36, height);
        page_area(p, row, column, 1, 35, PAGE_PICK + (uint32_t)seat);
    }
    return row;
}

/* The newest lines that fit, each in full. */
static void draw_log(struct page *p, const struct log *log, int row, int column, int width,
                     int height)
{
    int first = log->count, lines = 0;
    while (first > 0) {
        int more = canvas_wrap_lines(log->line[first - 1], width - 2);
        if (lines + more > height)
            break;
        lines += more;
        first--;
    }
    for (int i = first; i < log->count; i++) {
        if (log->now[i])
            canvas_text(&p->canvas, row, column, 1, page_accent, "►");
        lines = canvas_wrap(&p->canvas, row, column + 2, width - 2, height,
                            log->now[i] ? page_bold : page_dim, log->line[i]);
        mini_card_chips(&p->canvas, p->term, p->lang, row, column + 2, lines, width - 2,
                        log->now[i]);
        row += lines;
    }
}

static void draw_title(struct page *p, const struct replay *r)
{
    const struct tape *t = &r->tape;
    char text[400], rules[200], where[120];
    const char *slash = strrchr(r->file, '/'), *file = slash ? slash + 1 : r->file;
    snprintf(where, sizeof where, text_in(p->lang, "round %d of %d · step %d of %d"),
             tape_round(t) + 1, t->rounds, t->step, t->last);
    int space = p->canvas.columns - canvas_width(file) - canvas_width(where) - 15;
    rule_house_name(&t->reader.play.game.rules, p->lang, space > 1 ? space : 1, rules,
                    sizeof rules);
    snprintf(text, sizeof text, "%s · %s", file, rules);
    page_begin(p, text);
    page_title_right(p, where);
}

/* The progress bar: rounds, turning points, the current step. */
static void draw_bar(struct page *p, const struct replay *r, int row, int column, int width)
{
    const struct tape *t = &r->tape;
    struct replay_turns turns;
    replay_draw_line(p, r, row, column, width);
    replay_turns(r, &turns);
    for (int i = turns.count - 1; i >= 0; i--) {
        bool rose = turns.at[i].change > 0;
        struct canvas_style style = {rose ? INK_GREEN : INK_RED, CANVAS_BOLD};
        canvas_text(&p->canvas, row, curve_column(column, width, turns.at[i].step, t->last + 1), 1,
                    style, rose ? "△" : "▼");
    }
    canvas_text(&p->canvas, row, curve_column(column, width, t->step, t->last + 1), 1, page_accent,
                "●");
}

/* ---- the chance to win ---- */

/* Height of the curve; 0: no room. */
static int curve_height(const struct page *p, int space)
{
    int height = (space - 1) / 3;
    bool fits = p->canvas.rows >= CURVE_ROWS && p->canvas.columns >= CURVE_COLUMNS;
    return !fits || height < CURVE_LEAST ? 0 : height;
}

/* "Ana's chance to win: 43.5 % (−12.0 %)". */
static void write_chance(const struct replay *r, enum text_lang lang, char *buf, size_t size)
{
    const char *name = r->names[replay_subject(r)];
    char now[24], by[24];
    double change;
    if (r->tape.step >= replay_known(r)) {
        snprintf(buf, size,
                 text_in(lang, N_("%s's chance to win: worked out as far as step %d of %d")), name,
                 replay_known(r) > 0 ? replay_known(r) - 1 : 0, r->tape.last);
        return;
    }
    coach_percent(lang, replay_chance(r, r->tape.step, &change), false, now, sizeof now);
    coach_percent(lang, change, true, by, sizeof by);
    if (r->tape.step == 0)
        snprintf(buf, size, text_in(lang, N_("%s's chance to win: %s")), name, now);
    else
        snprintf(buf, size, text_in(lang, N_("%s's chance to win: %s (this step: %s)")), name, now,
                 by);
}

/* Makes each column clickable: it goes to that step. */
static void add_steps(struct page *p, const struct replay *r, int row, int column, int height,
                      int width)
{
    for (int i = 0; i < width; i++) {
        int step = width > 1 ? (int)((int64_t)i * r->tape.last / (width - 1)) : 0;
        page_area(p, row, column + i, height, 1, STEP_PICK + (uint32_t)step);
    }
}

/* Draws the curve, if there is room, and the line below. Returns the row after it. */
static int draw_way(struct page *p, struct replay *r, int row, int width, int space)
{
    int column = 2, height = curve_height(p, space);
    r->shows_curve = height > 0;
    if (height == 0) {
        draw_bar(p, r, row, column, width);
        add_steps(p, r, row, column, 1, width);
        return row + 1;
    }
    char text[200];
    write_chance(r, p->lang, text, sizeof text);
    canvas_text(&p->canvas, row, column, width, page_bold, text);
    replay_draw_curve(p, r, row + 1, column, height, width, r->tape.step);
    column += REPLAY_SCALE;
    width -= REPLAY_SCALE;
    draw_bar(p, r, row + 1 + height, column, width);
    add_steps(p, r, row + 1, column, height + 1, width);
    return row + height + 2;
}

static void draw_eye(struct page *p, const struct replay *r, int row, int column, int width)
{
    char text[120];
    if (r->eye == MAZO_SPECTATOR) {
        canvas_text(&p->canvas, row, column, width, page_dim,
                    text_in(p->lang, "Every hand is shown. v: only what one player saw"));
        return;
    }
    snprintf(text, sizeof text, text_in(p->lang, "What %s saw. v: the next; e: every hand"),
             r->names[r->eye]);
    canvas_text(&p->canvas, row, column, width, page_accent, text);
}

void replay_draw(void *replay)
{
    static const struct page_hint hints[] = {
        {TERM_ESCAPE, "Esc", N_("close")}, {TERM_RIGHT, "→", N_("forward")},
        {TERM_LEFT, "←", N_("backward")},  {TERM_PAGE_DOWN, "n/b", N_("round")},
        {'t', "t/T", N_("turning point")}, {'c', "c", N_("coach")},
        {'p', "p", N_("play on")},         {'?', "?", N_("help")},
        {'v', "v", N_("point of view")},   {'r', "r", N_("run")},
    };
    struct replay *r = replay;
    struct page *p = r->page;
    struct log log;
    draw_title(p, r);
    int width = p->canvas.columns - 4, column = 2;
    draw_middle(p, &r->tape.reader.play.game, 2, column);
    int row = draw_seats(p, r, SEATS_ROW, column, width) + 1;
    int below = page_hints(p, hints, sizeof hints / sizeof hints[0]);
    row = draw_way(p, r, row, width, below - row - 2);
    int height = below - row - 2;
    make_log(r, &log, height);
    draw_log(p, &log, row, column, width, height);
    draw_eye(p, r, below - 1, column, width);
}

/* ---- the whole ---- */

static void show_help(const struct replay *r, struct page *p)
{
    static const char *const keys[] = {
        N_("→ l Space|one step forward"),
        N_("← h|one step back"),
        N_("n PgDn|to the next round"),
        N_("b PgUp|to the beginning of this round, then of the one before"),
        N_("t T|to the next step where the chance to win turned most, or to the one before; a click "
           "on the curve goes to that step"),
        N_("Home g|to the beginning"),
        N_("End G|to the end"),
        N_("v Tab|point of view: every hand, or only what one player saw; clicking a name does "
           "the same"),
        N_("e|every hand"),
        N_("r|play by itself, or stop"),
        N_("p|play on from here against bots, from the seat whose point of view it is"),
        N_("c|the coach: the chance to win step by step, which decisions cost most, what an expert "
           "would have done"),
    };
    struct pager *g = malloc(sizeof *g);
    if (!g)
        return;
    const struct mazo_rules *rules = &r->tape.reader.play.game.rules;
    pager_clear(g);
    pager_add(g, PAGER_HEAD, text_in(p->lang, "Keys"));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        pager_add(g, PAGER_KEYS, text_in(p->lang, keys[i]));
    pager_add_rules(g, p->lang, rules);
    pager_show(g, p, text_in(p->lang, "Help"));
    free(g);
}

/* Waits for a key, or for the next step when it runs by itself; meanwhile works out unknown
 * chances, if they are visible. */
static uint32_t read_key(struct replay *r, struct page *p)
{
    struct term *t = p->term;
    uint64_t now = t->now(t), drawn = now, due = now + RUN_MS;
    int rows = t->rows, columns = t->columns;
    while (r->shows_curve && replay_think(r)) {
        uint32_t key = page_read(p, 0);
        now = t->now(t);
        if (key != TERM_NONE || (r->runs && now >= due))
            return key;
        if (now < drawn + LOOK_MS && rows == t->rows && columns == t->columns)
            continue;
        page_show(p, replay_draw, r);
        rows = t->rows, columns = t->columns, drawn = now;
    }
    if (r->shows_curve)
        page_show(p, replay_draw, r);
    return page_read(p, r->runs ? (int)(due > now ? due - now : 0) : -1);
}

/* Go to the next turning point, else to the end; or backwards. */
static void go_to_turn(struct replay *r, struct page *p, int direction)
{
    if (!replay_find_chances(r, p))
        return;
    int step = replay_turn_from(r, r->tape.step, direction);
    tape_go(&r->tape, step >= 0 ? step : direction > 0 ? r->tape.last : 0);
}

/* Show it until the reader leaves; true: `next` is to be played. */
static bool show(struct replay *r, struct page *p, char next[SAVE_PATH_MAX])
{
    for (;;) {
        page_show(p, replay_draw, r);
        uint32_t key = read_key(r, p);
        if (key == TERM_NONE && r->runs) {
            tape_go(&r->tape, r->tape.step + 1);
            r->runs = r->tape.step < r->tape.last;
        } else if (key == '?') {
            show_help(r, p);
        } else if (key == 'c') {
            r->runs = false;
            replay_coach(r, p);
        } else if (key == 't' || key == 'T') {
            r->runs = false;
            go_to_turn(r, p, key == 't' ? 1 : -1);
        } else if (key == 'p') {
            r->runs = false;
            if (replay_play_on(r, p, next))
                return true;
        } else if (!replay_key(r, key) && page_leaves(key)) {
            return false;
        }
    }
}

int terminal_replay(struct term *term, enum text_lang lang, const char *file, const char *text,
                    size_t len, char next[SAVE_PATH_MAX])
{
    struct page *page = calloc(1, sizeof *page);
    struct replay *r = calloc(1, sizeof *r);
    int code = -1;
    next[0] = '\0';
    if (page && r && replay_open(r, lang, file, text, len)) {
        page_init(page, term, lang);
        r->page = page;
        show(r, page, next);
        replay_close(r);
        code = 0;
    }
    free(r);
    free(page);
    return code;
}

bool replay_show(struct page *p, const char *path, bool coached, int reader,
                 char next[SAVE_PATH_MAX])
{
    char name[100], why[700];
    const char *slash = strrchr(path, '/');
    size_t size = 0;
    bool plays = false;
    screen_clean(slash ? slash + 1 : path, name, sizeof name);
    errno = 0;
    char *text = save_read(path, &size);
    struct replay *r = calloc(1, sizeof *r);
    if (!text || !r) {
        page_say(p, name, text_oserror(p->lang, errno ? errno : ENOMEM));
    } else if (replay_open(r, p->lang, name, text, size)) {
        r->page = p;
        r->watched = reader;
        r->path = path;
        plays = (!coached || replay_coach(r, p)) && show(r, p, next);
        replay_close(r);
        p->draw = NULL; /* r goes */
    } else {
        text_place(p->lang, name, r->tape.reader.line, r->tape.reader.why.message, why, sizeof why);
        page_say(p, name, why);
    }
    free(r);
    free(text);
    return plays;
}
