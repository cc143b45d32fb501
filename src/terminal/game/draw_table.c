/*
 * draw_table.c - the table: title, piles, log, what is asked, keys.
 */
#include "terminal/game/state.h"

#include <stdio.h>
#include <string.h>

#include "mazo/rules.h"
#include "terminal/screen/mini_card.h"
#include "terminal/screen/page.h"
#include "say/effect_say.h"
#include "say/rule_house.h"
#include "say/event_text.h"
#include "text/span.h"

/* ---- the title ---- */

static void draw_clock(struct game *g)
{
    if (g->table->turn_ends == TABLE_NEVER)
        return;
    uint64_t left = g->table->turn_ends > g->now ? g->table->turn_ends - g->now : 0;
    uint64_t seconds = (left + 999) / 1000;
    char text[TEXT_SPAN_SIZE + 2], span[TEXT_SPAN_SIZE];
    if (seconds < 3600) {
        snprintf(text, sizeof text, " %d:%02d ", (int)(seconds / 60), (int)(seconds % 60));
    } else {
        snprintf(text, sizeof text, " %s ",
                 text_span(g->lang, seconds - seconds % 60, span, sizeof span));
    }
    int width = canvas_width(text);
    canvas_text(&g->canvas, 0, g->layout.columns - width, width,
                ink(seconds <= 10 ? INK_RED : INK_PLAIN, CANVAS_REVERSE | CANVAS_BOLD), text);
}

/* "oficial + stacking, 7-0", without the target, which the title has anyway. */
static void name_rules(const struct game *g, int columns, char *buf, size_t size)
{
    struct mazo_rules rules = g->view.rules;
    rules.target = mazo_rules_of_sheet(rules.sheet)->target;
    rule_house_name(&rules, g->lang, columns, buf, size);
}

void draw_header(struct game *g)
{
    enum { CLOCK = 12 };
    const struct mazo_view *v = &g->view;
    char text[400], target[60] = "", round[60] = "", rules[200];
    if (v->rules.scoring != MAZO_scoring_quick)
        snprintf(target, sizeof target, text_in(g->lang, N_(" · to %d points")), v->rules.target);
    if (v->round > 0)
        snprintf(round, sizeof round, text_in(g->lang, N_(" · round %d")), v->round);
    int rest = canvas_width(" Mazo · ") + canvas_width(round) + canvas_width(target) +
               (g->table->turn_ends == TABLE_NEVER ? 0 : CLOCK);
    name_rules(g, g->layout.columns - rest, rules, sizeof rules);
    snprintf(text, sizeof text, " Mazo · %s%s%s", rules, round, target);
    canvas_fill(&g->canvas, 0, 0, 1, g->layout.columns, ink(INK_ACCENT, CANVAS_REVERSE), " ");
    canvas_text(&g->canvas, 0, 0, g->layout.columns, ink(INK_ACCENT, CANVAS_REVERSE | CANVAS_BOLD),
                text);
    draw_clock(g);
}

/* ---- piles ---- */

static void draw_labels(struct game *g, int row, int draw_column, int top_column, int columns)
{
    const struct mazo_view *v = &g->view;
    char text[80], shape[SHAPE_SIZE];
    canvas_format(&g->canvas, row, draw_column, top_column - draw_column - 1, ink(INK_PLAIN, 0),
                  text_in(g->lang, v->draw_count == 1 ? N_("%d card") : N_("%d cards")),
                  v->draw_count);
    if (v->color < MAZO_COLOR_COUNT) {
        snprintf(text, sizeof text, "%s %s", color_shape(g, v->color, shape),
                 say_color_name(g->lang, v->color));
        canvas_text(&g->canvas, row, top_column, columns, ink(color_ink(v->color), CANVAS_BOLD),
                    text);
    }
}

/* Whose turn comes next, and how many cards that player must draw. */
static void draw_state(struct game *g, int row, int column, int width)
{
    const struct mazo_view *v = &g->view;
    char text[120];
    int next = mazo_seat_after(&v->pub, v->turn);
    if (v->phase == MAZO_PHASE_struck) {
        snprintf(text, sizeof text, text_in(g->lang, N_(" %d cards to draw: %s ")), v->pending,
                 game_name(g, v->turn));
        canvas_text(&g->canvas, row, column, width, ink(INK_RED, CANVAS_REVERSE | CANVAS_BOLD),
                    text);
    } else if (v->phase < MAZO_PHASE_round_over && v->phase != MAZO_PHASE_write) {
        const char *arrow = v->direction > 0 ? "▶" : "◀";
        snprintf(text, sizeof text, text_in(g->lang, N_("%s then %s")), arrow, game_name(g, next));
        canvas_text(&g->canvas, row, column, width, ink(INK_DIM, 0), text);
    }
}

/* The sizes of the piles, and where the first one begins. */
struct piles {
    int row, column, rows, columns, gap;
};

static struct piles place_piles(const struct game *g)
{
    const struct layout *l = &g->layout;
    struct piles p = {.rows = l->middle_rows >= 9 ? 6 : 5, .columns = 9, .column = 2};
    p.gap = l->columns >= 76 ? 4 : 3;
    if (l->wide ? l->middle_rows >= 12 && l->piles_width >= 44 : l->large)
        p.rows = 9, p.columns = 17, p.gap = 5;
    else if (l->wide && l->middle_rows >= 10)
        p.rows = 7, p.columns = 11, p.gap = 5;
    if (l->wide)
        p.column = l->edge_column + (l->edge_columns - 2 * p.columns - 1 - p.gap) / 2;
    p.row = l->middle + (l->middle_rows - p.rows - 2) / 2;
    p.row = p.row < l->middle ? l->middle : p.row;
    return p;
}

static void draw_piles(struct game *g)
{
    const struct layout *l = &g->layout;
    const struct mazo_view *v = &g->view;
    struct piles p = place_piles(g);
    int back = p.columns + 1; /* an even width, for the name on it */
    int top = p.column + back + p.gap;
    if (v->draw_count > 0) {
        if (v->draw_count > 1)
            draw_back(g, p.row, p.column + 1, p.rows, back);
        draw_back(g, p.row, p.column, p.rows, back);
    } else {
        canvas_box(&g->canvas, p.row, p.column, p.rows, back, ink(INK_DIM, 0), NULL);
    }
    enum act act = game_can(g, ACT_ACCEPT) ? ACT_ACCEPT : ACT_DRAW;
    if (game_can(g, act))
        game_zone(g, p.row, p.column, p.rows, back + 1, act, 0);
    bool under = motion_covers_top(g);
    mazo_card card = under ? g->motion.under : v->top;
    if (card != MAZO_CARD_NONE)
        draw_card(g, p.row, top, p.rows, p.columns, card, under ? g->motion.under_color : v->color,
                  CARD_FILLED | CARD_BIG);
    g->layout.pile_row = p.row, g->layout.pile_rows = p.rows, g->layout.pile_columns = p.columns;
    g->layout.draw_column = p.column, g->layout.top_column = top;
    int end = l->wide ? l->edge_column + l->edge_columns - 1 : l->piles_width;
    draw_labels(g, p.row + p.rows, p.column, top, end - top);
    if (p.row + p.rows + 1 < l->middle + l->middle_rows)
        draw_state(g, p.row + p.rows + 1, p.column, end - p.column - 1);
}

/* ---- the log, and the note over it ---- */

/* A frame at the top of the log with a text; returns the rows it takes. */
static int draw_note(struct game *g, const char *title, const char *text)
{
    const struct layout *l = &g->layout;
    int width = l->log_width;
    int lines = canvas_wrap_lines(text, width - 4);
    lines = lines > l->log_rows - 3 ? l->log_rows - 3 : lines;
    canvas_box(&g->canvas, l->log_row, l->log_column, lines + 2, width,
               ink(INK_ACCENT, CANVAS_BOLD), title);
    canvas_wrap(&g->canvas, l->log_row + 1, l->log_column + 2, width - 4, lines,
                ink(INK_PLAIN, CANVAS_BOLD), text);
    return lines + 2;
}

void draw_vote_words(const struct game *g, char *title, size_t title_size, char *text, size_t size)
{
    struct mazo_view v = g->view;
    struct say_asked asked = {.lang = g->lang, .view = &v, .names = g->session->names};
    struct say_ask vote;
    if (g->dialog == DIALOG_VOTE) /* for everybody at this terminal */
        v.seat = MAZO_SPECTATOR;
    say_vote(&asked, &vote);
    snprintf(title, title_size, text_in(g->lang, N_("A vote on %s")), game_name(g, v.accused));
    snprintf(text, size, "%s. %s", vote.title, vote.sentence);
}

/* Time left to vote; nothing without a clock. */
static void add_time_left(const struct game *g, char *text, size_t size)
{
    char left[80];
    int seconds = game_seconds_until(g, g->table->vote_ends);
    if (g->table->vote_ends != TABLE_NEVER && seconds > 0) {
        snprintf(left, sizeof left, text_in(g->lang, N_("%d s left to vote")), seconds);
        snprintf(text + strlen(text), size - strlen(text), ". %s", left);
    }
}

/* A rule card that is being carried out, or a vote; returns the rows it takes. */
static int draw_notes(struct game *g)
{
    const struct mazo_view *v = &g->view;
    char title[120], text[400], card[2 * WIRE_DOES_SIZE];
    if (g->guide)
        return draw_note(g, text_in(g->lang, N_("Lesson")), g->guide->caption(g->guide->ctx));
    if (v->accused != MAZO_SEAT_NONE) {
        draw_vote_words(g, title, sizeof title, text, sizeof text);
        add_time_left(g, text, sizeof text);
        return draw_note(g, title, text);
    }
    if (v->rule_card < v->rule_card_count && v->phase < MAZO_PHASE_round_over && !game_spins(g)) {
        snprintf(title, sizeof title, text_in(g->lang, N_("Rule card for %s")),
                 game_name(g, v->actor));
        return draw_note(g, title, game_rule_card(g, card, sizeof card));
    }
    return 0;
}

/* The newest lines, last one at the bottom; those of the latest command stand out. */
static void draw_log(struct game *g, int taken)
{
    const struct layout *l = &g->layout;
    const struct log *log = game_log(g);
    const struct log_line *newest = game_log_line(log, 0);
    int row = l->log_row + l->log_rows;
    int least = l->log_row + taken;
    for (int back = g->log_back; row > least; back++) {
        const struct log_line *line = game_log_line(log, back);
        if (!line)
            break;
        if (game_spins(g) && line->waits && line->command >= g->spun_command)
            continue;
        int width = l->log_width - 2;
        int lines = canvas_wrap_lines(line->text, width);
        bool last = line->command == newest->command;
        int fits = row - lines >= least ? lines : 0;
        row -= fits ? fits : row - least + 1;
        if (fits) {
            canvas_text(&g->canvas, row, l->log_column, 1, ink(INK_ACCENT, 0), last ? "▸" : " ");
            canvas_wrap(&g->canvas, row, l->log_column + 2, width, lines,
                        last ? ink(INK_PLAIN, CANVAS_BOLD) : ink(INK_DIM, 0), line->text);
            mini_card_chips(&g->canvas, g->term, g->lang, row, l->log_column + 2, lines, width,
                            last);
        }
    }
    if (g->log_back > 0) {
        canvas_text(&g->canvas, l->log_row + l->log_rows - 1, l->columns - 3, 2,
                    ink(INK_ACCENT, CANVAS_BOLD), "▼");
    }
}

void draw_middle(struct game *g)
{
    draw_piles(g);
    g->note_rows = draw_notes(g);
    draw_log(g, g->note_rows);
}

/* ---- what is asked ---- */

/* The question, unless a dialog shows it. If it needs two lines and cards are marked, only its
 * title: the second line says what Enter does. */
static const char *question(const struct game *g)
{
    uint8_t dialog = game_dialog(g);
    bool narrow = canvas_width(g->ask.sentence) > g->layout.columns - 2;
    if (g->dialog == DIALOG_NONE && dialog != DIALOG_NONE)
        return "";
    return narrow && g->view.phase == MAZO_PHASE_throw ? g->ask.title : g->ask.sentence;
}

static void write_prompt(const struct game *g, char *buf, size_t size)
{
    if (g->dialog == DIALOG_PASSING) {
        snprintf(buf, size,
                 text_in(g->lang, N_("%s is next. Your cards are hidden in %d s, or at any key")),
                 game_name(g, g->next_viewer), game_seconds_until(g, g->hide_at));
    } else if (game_spins(g)) {
        snprintf(buf, size, "%s",
                 text_in(g->lang,
                         g->lever_at ? N_("Your lever: Enter pulls it") : N_("The spinner turns")));
    } else {
        snprintf(buf, size, "%s", question(g));
    }
}

/* The chat line being typed, instead of the question. */
static void draw_talk(struct game *g)
{
    const struct layout *l = &g->layout;
    int cursor, width = l->columns - 4;
    const char *text = page_text_from(g->talk, g->talk_at, width, &cursor);
    canvas_text(&g->canvas, l->prompt_row, 1, 2, ink(INK_ACCENT, CANVAS_BOLD), ">");
    canvas_text(&g->canvas, l->prompt_row, 3, width, ink(INK_PLAIN, CANVAS_BOLD), text);
    const char *faces = text_in(g->lang, N_("A number alone: 1 applause 2 laughter 3 surprise "
                                            "4 tears 5 anger 6 hooray"));
    if (canvas_width(faces) > l->columns - 2)
        faces = text_in(g->lang, N_("1 applause 2 laughter 3 surprise 4 tears 5 anger 6 hooray"));
    canvas_text(&g->canvas, l->prompt_row + 1, 1, l->columns - 2, ink(INK_DIM, 0), faces);
    g->cursor_row = l->prompt_row;
    g->cursor_column = 3 + cursor;
}

static bool is_marked(const struct game *g)
{
    for (int i = 0; i < g->marked_count; i++)
        if (g->marked[i] == g->selected)
            return true;
    return false;
}

/* What Enter does with the chosen card, or NULL. With hints on, nothing is promised for a card that
 * does not fit. */
static const char *enter_does(const struct game *g)
{
    uint8_t phase = g->view.phase;
    bool plays = mazo_is_card_phase(phase) || phase == MAZO_PHASE_run;
    if (g->hand_count == 0 || game_spins(g) || game_dialog(g) != DIALOG_NONE)
        return NULL;
    bool fits = g->fits & MAZO_BIT(g->hand[g->selected]);
    if (!game_own_turn(g))
        return game_may_jump_in(g) && fits ? N_("Enter: jump in with %s   ◀ ▶ choose") : NULL;
    if (phase == MAZO_PHASE_throw)
        return is_marked(g) ? N_("Enter: unmark %s   ◀ ▶ choose")
                            : N_("Enter: mark %s   ◀ ▶ choose");
    return phase == MAZO_PHASE_dare || (plays && g->hints && !fits) ? NULL
                                                                    : N_("Enter: %s   ◀ ▶ choose");
}

void draw_prompt(struct game *g)
{
    const struct layout *l = &g->layout;
    const struct session_remote *remote = g->session->remote;
    const char *trouble = remote ? remote->trouble(remote->ctx) : NULL;
    char text[400];
    if (g->dialog == DIALOG_SAY) {
        draw_talk(g);
        return;
    }
    if (!trouble && game_is_played_for(g))
        trouble = text_in(g->lang, N_("A bot plays for you: press a key to take over"));
    if (trouble) {
        canvas_wrap(&g->canvas, l->prompt_row, 1, l->columns - 2, 2, ink(INK_RED, CANVAS_BOLD),
                    trouble);
        return;
    }
    if (g->message[0]) {
        canvas_wrap(&g->canvas, l->prompt_row, 1, l->columns - 2, 2,
                    ink(g->refused ? INK_RED : INK_ACCENT, CANVAS_BOLD), g->message);
        return;
    }
    write_prompt(g, text, sizeof text);
    int lines = canvas_wrap(&g->canvas, l->prompt_row, 1, l->columns - 2, 2,
                            ink(game_own_turn(g) ? INK_PLAIN : INK_DIM,
                                game_own_turn(g) ? CANVAS_BOLD : 0),
                            text);
    if (lines == 1 && game_may_hurry(g) && !g->hurries && !enter_does(g)) {
        canvas_text(&g->canvas, l->prompt_row + 1, 1, l->columns - 2, ink(INK_DIM, 0),
                    text_in(g->lang, N_("Space: hurry the bots")));
    }
    if (lines == 1 && enter_does(g)) {
        char card[80];
        say_card_full_name(g->lang, g->hand[g->selected], card, sizeof card);
        canvas_format(&g->canvas, l->prompt_row + 1, 1, l->columns - 2, ink(INK_DIM, 0),
                      text_in(g->lang, enter_does(g)), card);
    }
}

/* ---- keys ---- */

/* Width of the key line; less important offers are dropped one by one. */
static int keys_width(const struct game *g, unsigned left_out)
{
    int width = 0;
    for (int i = 0; i < g->offer_count; i++)
        width += left_out >> g->offer[i].act & 1 ? 0 : canvas_width(g->offer[i].label) + 4;
    return width;
}

static void draw_key(struct game *g, int column, const struct offer *o)
{
    bool urgent = o->act == ACT_UNO || o->act == ACT_CATCH;
    int row = g->layout.key_row, width = canvas_width(o->label) + 2;
    char first[4];
    snprintf(first, sizeof first, " %c ", o->label[0]);
    canvas_text(&g->canvas, row, column, 3,
                ink(urgent ? INK_YELLOW : INK_PLAIN, CANVAS_REVERSE | CANVAS_BOLD), first);
    canvas_text(&g->canvas, row, column + 3, width - 3,
                ink(urgent ? INK_YELLOW : INK_PLAIN, urgent ? CANVAS_BOLD : 0), o->label + 1);
    game_zone(g, row, column, 1, width, (enum act)o->act, 0);
}

/* The keys of a dialog, instead of the table's; "" if the dialog shows them itself. */
static const char *dialog_keys(const struct game *g)
{
    switch (game_dialog(g)) {
    case DIALOG_COLOR:
    case DIALOG_SEAT:
        return g->dialog == DIALOG_NONE ? N_("▲ ▼ move   Enter choose")
                                        : N_("▲ ▼ move   Enter choose   Esc back");
    case DIALOG_QUIT:
        return N_("Enter leave   Esc stay");
    case DIALOG_SAY:
        return N_("Enter send   ▲ ▼ phrases   Esc back");
    default:
        return "";
    }
}

/* Acts that are not possible now, though the table offers them: bits of enum act. */
static unsigned without(const struct game *g)
{
    const unsigned always = 1u << ACT_HELP | 1u << ACT_QUIT;
    uint8_t dialog = game_dialog(g);
    if (game_spins(g) || (dialog == DIALOG_COLOR && g->dialog == DIALOG_NONE))
        return ~always;
    if (dialog == DIALOG_SEAT && g->dialog == DIALOG_NONE)
        return ~(always | 1u << ACT_CATCH);
    if (dialog == DIALOG_PASSING)
        return ~(1u << ACT_UNO);
    return dialog == DIALOG_NONE ? 0 : ~0u;
}

void draw_keys(struct game *g)
{
    static const enum act least[] = {ACT_HOST, ACT_HINTS, ACT_OTHER, ACT_ACCUSE, ACT_SAY, ACT_QUIT};
    const struct layout *l = &g->layout;
    unsigned left_out = without(g);
    const char *keys = dialog_keys(g);
    int column = 1;
    if (*keys) {
        column += 3 + canvas_text(&g->canvas, l->key_row, column, l->columns - 2, ink(INK_PLAIN, 0),
                                  text_in(g->lang, keys));
    }
    for (size_t i = 0; i < sizeof least / sizeof *least; i++)
        if (keys_width(g, left_out) > l->columns)
            left_out |= 1u << least[i];
    for (int i = 0; i < g->offer_count; i++) {
        if (!(left_out >> g->offer[i].act & 1)) {
            draw_key(g, column, &g->offer[i]);
            column += canvas_width(g->offer[i].label) + 4;
        }
    }
}
