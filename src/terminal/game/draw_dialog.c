/*
 * draw_dialog.c - questions in the middle of the table, and the curtain.
 */
#include "terminal/game/state.h"
#include "terminal/game/write.h"

#include <stdio.h>
#include <string.h>

#include "terminal/screen/page.h"
#include "say/effect_say.h"
#include "say/event_text.h"

struct frame {
    int row, column, width; /* of the inside */
};

/* An empty frame in the middle, with room for this many rows and columns. */
static struct frame open_frame(struct game *g, int rows, int width, const char *title)
{
    const struct layout *l = &g->layout;
    int least = title ? canvas_width(title) + 2 : 0;
    width = width < least ? least : width;
    width = width > l->columns - 6 ? l->columns - 6 : width;
    bool alone = g->dialog == DIALOG_CURTAIN || g->dialog == DIALOG_VOTE;
    int row = (l->rows - rows - 2) / 2, column = (l->columns - width - 4) / 2;
    bool beside = width + 4 + l->wide <= l->log_width && rows + 2 <= l->log_rows;
    int top = beside ? l->log_row : l->middle, space = beside ? l->log_rows : l->middle_rows;
    int note = g->guide || rows + 2 + g->note_rows > space ? 0 : g->note_rows;
    if (rows + 2 <= space && !alone) /* seats, note and hand can still be seen */
        row = top + note + (space - note - rows - 2) / 2;
    if (beside && !alone)
        column = l->log_column + l->wide;       /* and so can the piles */
    if (g->guide && width + 4 < l->piles_width) /* the lesson's caption must stay readable */
        column = l->edge_column + (l->wide ? (l->edge_columns - width - 4) / 2 : 2);
    row = row < 0 ? 0 : row;
    canvas_fill(&g->canvas, row, column - 1, rows + 2, width + 6, ink(INK_PLAIN, 0), " ");
    canvas_box(&g->canvas, row, column, rows + 2, width + 4, ink(INK_ACCENT, CANVAS_BOLD), title);
    game_zone(g, row, column, rows + 2, width + 4, ACT_NONE, 0);
    return (struct frame){.row = row + 1, .column = column + 2, .width = width};
}

static void draw_entry(struct game *g, const struct frame *f, int line, bool selected, int shade,
                       const char *text)
{
    struct canvas_style style = ink(shade, selected ? CANVAS_REVERSE | CANVAS_BOLD : CANVAS_BOLD);
    canvas_fill(&g->canvas, f->row + line, f->column, 1, f->width, style, " ");
    canvas_text(&g->canvas, f->row + line, f->column + 1, f->width - 2, style, text);
}

static void draw_colors(struct game *g)
{
    const char *letters = text_in(g->lang, N_("RGBY"));
    char text[80], shape[SHAPE_SIZE];
    struct frame f = open_frame(g, MAZO_COLOR_COUNT, 24, text_in(g->lang, N_("Which color?")));
    for (int color = 0; color < MAZO_COLOR_COUNT; color++) {
        snprintf(text, sizeof text, "%c  %s  %s", letters[color], color_shape(g, color, shape),
                 say_color_name(g->lang, color));
        draw_entry(g, &f, color, g->dialog_at == color, color_ink(color), text);
        game_zone(g, f.row + color, f.column, 1, f.width, ACT_COLOR, color);
    }
}

/* The reason for asking for a seat. */
static const char *seat_title(const struct game *g)
{
    if (g->dialog != DIALOG_SEAT)
        return g->ask.title;
    return text_in(g->lang, g->dialog_for == ACT_CATCH    ? N_("Catch who?")
                            : g->dialog_for == ACT_ACCUSE ? N_("Who made suggestions?")
                                                          : N_("Who takes the keyboard?"));
}

static void draw_seat_list(struct game *g)
{
    enum act act = g->dialog == DIALOG_SEAT ? (enum act)g->dialog_for : ACT_SEAT;
    uint16_t seats = game_seats_for(g, act);
    int count = 0, line = 0;
    char text[120];
    for (int seat = 0; seat < g->view.seats; seat++)
        count += seats >> seat & 1;
    struct frame f = open_frame(g, count, 36, seat_title(g));
    for (int seat = 0; seat < g->view.seats; seat++) {
        if (!(seats >> seat & 1))
            continue;
        snprintf(text, sizeof text, "%d  %s (%d)", line + 1, game_name(g, seat),
                 g->view.size[seat]);
        draw_entry(g, &f, line, g->dialog_at % count == line, INK_PLAIN, text);
        game_zone(g, f.row + line, f.column, 1, f.width, ACT_SEAT, seat);
        line++;
    }
}

static void draw_shown(struct game *g)
{
    char title[120];
    int width = g->layout.columns - 10;
    int need = g->shown_count * 5;
    snprintf(title, sizeof title, text_in(g->lang, N_("Only you see this: the hand of %s")),
             game_name(g, g->shown_seat));
    struct frame f = open_frame(g, 6, need < width ? (need > 44 ? need : 44) : width, title);
    draw_fan(g, f.row, f.column, f.width, g->shown, g->shown_count, g->shown_proof);
    for (int i = 0; i < g->shown_count; i++) {
        if (g->shown_proof & MAZO_BIT(g->shown[i])) {
            canvas_text(&g->canvas, f.row + 4, f.column, f.width, ink(INK_ACCENT, CANVAS_BOLD),
                        text_in(g->lang, N_("Thick frame: what proves the bluff")));
        }
    }
    canvas_text(&g->canvas, f.row + 5, f.column, f.width, ink(INK_DIM, 0),
                text_in(g->lang, N_("Press any key to continue")));
}

static void draw_quit(struct game *g)
{
    const char *question =
        g->session->remote && g->viewer != MAZO_SPECTATOR
            ? text_in(g->lang, N_("Leave the table? A bot plays for you until you come back; "
                                  "if only bots are left, the match waits."))
        : g->session->remote
            ? text_in(g->lang, N_("Leave the table?"))
            : text_in(g->lang, N_("Leave the table? The match is saved: you can resume it later."));
    const char *yes = text_in(g->lang, N_("Y yes, leave")), *no = text_in(g->lang, N_("N no, stay"));
    int lines = canvas_wrap_lines(question, 46);
    struct frame f = open_frame(g, lines + 2, 46, NULL);
    canvas_wrap(&g->canvas, f.row, f.column, f.width, lines, ink(INK_PLAIN, CANVAS_BOLD), question);
    int at = canvas_text(&g->canvas, f.row + lines + 1, f.column, 20,
                         ink(INK_ACCENT, CANVAS_REVERSE | CANVAS_BOLD), yes);
    game_zone(g, f.row + lines + 1, f.column, 1, at, ACT_OK, 0);
    canvas_text(&g->canvas, f.row + lines + 1, f.column + at + 3, 20,
                ink(INK_PLAIN, CANVAS_REVERSE), no);
    game_zone(g, f.row + lines + 1, f.column + at + 3, 1, canvas_width(no), ACT_CANCEL, 0);
}

/* An answer that can be clicked; returns the column behind it. */
static int draw_answer(struct game *g, int row, int column, enum act act, const char *label)
{
    char text[80];
    snprintf(text, sizeof text, " %s ", label);
    int width = canvas_text(&g->canvas, row, column, canvas_width(text),
                            ink(INK_ACCENT, CANVAS_REVERSE | CANVAS_BOLD), text);
    game_zone(g, row, column, 1, width, act, 0);
    return column + width + 2;
}

/* The vote goes round; all hands are hidden. */
static void draw_vote(struct game *g)
{
    const struct layout *l = &g->layout;
    char title[120], text[400];
    bool accused = game_polls_accused(g);
    draw_vote_words(g, title, sizeof title, text, sizeof text);
    canvas_fill(&g->canvas, 0, 0, l->rows, l->columns, ink(INK_DIM, 0), "░");
    struct frame f = open_frame(g, 7, 50, title);
    int at = f.column;
    canvas_wrap(&g->canvas, f.row, f.column, f.width, 3, ink(INK_PLAIN, 0), text);
    snprintf(text, sizeof text,
             text_in(g->lang, accused ? N_("%s, do you admit it?") : N_("%s, what do you say?")),
             game_name(g, g->voter));
    canvas_text(&g->canvas, f.row + 3, f.column, f.width, ink(INK_ACCENT, CANVAS_BOLD), text);
    if (accused) {
        at = draw_answer(g, f.row + 5, at, ACT_ADMIT, say_label(g->lang, MAZO_CMD_admit, false));
        draw_answer(g, f.row + 5, at, ACT_CANCEL, text_in(g->lang, N_("N no")));
    } else {
        at = draw_answer(g, f.row + 5, at, ACT_GUILTY, say_label(g->lang, MAZO_CMD_vote, true));
        at = draw_answer(g, f.row + 5, at, ACT_INNOCENT, say_label(g->lang, MAZO_CMD_vote, false));
        draw_answer(g, f.row + 5, at, ACT_CANCEL, text_in(g->lang, N_("A abstain")));
    }
    if (g->table->vote_ends != TABLE_NEVER && g->table->vote_ends > g->now) {
        canvas_format(&g->canvas, f.row + 6, f.column, f.width, ink(INK_DIM, 0),
                      text_in(g->lang, N_("%d s left to vote")),
                      game_seconds_until(g, g->table->vote_ends));
    }
}

/* Shows only whose turn it is to sit down, and how a vote ended. */
static void draw_curtain(struct game *g)
{
    const struct layout *l = &g->layout;
    char text[160];
    snprintf(text, sizeof text, text_in(g->lang, N_("Pass the keyboard to %s.")),
             game_name(g, g->next_viewer));
    canvas_fill(&g->canvas, 0, 0, l->rows, l->columns, ink(INK_DIM, 0), "░");
    int lines = g->news[0] ? canvas_wrap_lines(g->news, 50) + 1 : 0;
    struct frame f = open_frame(g, 5 + lines, 50, "Mazo");
    if (lines > 0) {
        canvas_wrap(&g->canvas, f.row + 1, f.column, f.width, lines, ink(INK_PLAIN, CANVAS_BOLD),
                    g->news);
        f.row += lines;
    }
    int width = canvas_width(text);
    canvas_text(&g->canvas, f.row + 1, f.column + (f.width - width) / 2, f.width,
                ink(INK_ACCENT, CANVAS_BOLD), text);
    snprintf(text, sizeof text,
             text_in(g->lang, N_("%s: press Enter when nobody else is looking.")),
             game_name(g, g->next_viewer));
    width = canvas_width(text);
    canvas_text(&g->canvas, f.row + 3, f.column + (f.width - width) / 2, f.width, ink(INK_PLAIN, 0),
                text);
    if (game_is_late(g)) { /* the player who has just played */
        snprintf(text, sizeof text, " %s: %s ", game_name(g, g->viewer),
                 say_label(g->lang, MAZO_CMD_uno, false));
        width = canvas_width(text);
        canvas_text(&g->canvas, f.row + 4, f.column + (f.width - width) / 2, f.width,
                    ink(INK_YELLOW, CANVAS_REVERSE | CANVAS_BOLD), text);
    }
}

/* ---- writing rule cards ---- */

/* Keys in words, three spaces between them, each of which can be clicked. */
static void draw_hints(struct game *g, int row, int column, const char *text, const enum act *acts)
{
    for (int i = 0; *text; i++) {
        const char *end = strstr(text, "   ");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        char part[80];
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        int width = canvas_text(&g->canvas, row, column, g->layout.columns - column - 2,
                                ink(INK_DIM, 0), part);
        if (acts[i] != ACT_NONE)
            game_zone(g, row, column, 1, width, acts[i], 0);
        column += width + 3;
        text += length + (end ? 3 : 0);
    }
}

static void draw_typing(struct game *g, int row, int width)
{
    struct canvas *c = &g->canvas;
    int cursor;
    const char *text = page_text_from(g->writing.typed, g->writing.typed_at, width - 4, &cursor);
    canvas_box(c, row, 2, 3, width, ink(INK_ACCENT, 0), NULL);
    canvas_text(c, row + 1, 4, width - 4, ink(INK_PLAIN, CANVAS_BOLD), text);
    g->cursor_row = row + 1;
    g->cursor_column = 4 + cursor;
    static const enum act acts[] = {ACT_OK, ACT_CANCEL};
    draw_hints(g, row + 4, 4, text_in(g->lang, N_("Enter: ready   Esc: back")), acts);
}

static void draw_writing_list(struct game *g, int row, int rows)
{
    char buf[600], text[620];
    struct writing *w = &g->writing;
    int lines = write_lines(w);
    int first = w->at >= rows ? w->at - rows + 1 : 0;
    struct frame f = {.row = row, .column = 2, .width = g->layout.columns - 4};
    for (int i = 0; i < rows && first + i < lines; i++) {
        int line = first + i;
        const char *words = write_line(w, line, buf, sizeof buf);
        snprintf(text, sizeof text, "%c  %s", write_row_key(line), words);
        struct canvas_style style = w->at == line ? ink(INK_ACCENT, CANVAS_REVERSE | CANVAS_BOLD)
                                                  : ink(INK_PLAIN, 0);
        canvas_fill(&g->canvas, f.row + i, f.column, 1, f.width, style, " ");
        canvas_text(&g->canvas, f.row + i, f.column + 1, f.width - 2, style, text);
        game_zone(g, f.row + i, f.column, 1, f.width, ACT_WRITE, line);
    }
    if (first > 0)
        canvas_text(&g->canvas, row, f.column + f.width - 1, 1, ink(INK_ACCENT, CANVAS_BOLD), "▲");
    if (first + rows < lines) {
        canvas_text(&g->canvas, row + rows - 1, f.column + f.width - 1, 1,
                    ink(INK_ACCENT, CANVAS_BOLD), "▼");
    }
}

static int draw_words(struct game *g, int row, int shade, const char *text)
{
    return canvas_wrap(&g->canvas, row, 2, g->layout.columns - 4, 3, ink(shade, 0), text);
}

/* The card so far: its text and, where that does not say it, what it does. */
static int draw_written(struct game *g, int row)
{
    const struct writing *w = &g->writing;
    const char *text = w->texts[w->card].text;
    char does[WIRE_TEXT_MAX + 1], whole[WIRE_TEXT_MAX + 80];
    int width = g->layout.columns - 4;
    int lines = *text ? canvas_wrap(&g->canvas, row, 2, width, 2, ink(INK_PLAIN, 0), text) : 0;
    if (!write_does(w, w->card, does, sizeof does)[0])
        return lines;
    snprintf(whole, sizeof whole, text_in(g->lang, N_("What it does: %s")), does);
    return lines + canvas_wrap(&g->canvas, row + lines, 2, width, 2, ink(INK_DIM, 0), whole);
}

static void draw_writing(struct game *g)
{
    char title[120];
    const struct layout *l = &g->layout;
    struct writing *w = &g->writing;
    int lines;
    if (w->count == 0)
        write_begin(w, g->lang, mazo_rule_cards_each(&g->table->play.game));
    draw_header(g);
    canvas_text(&g->canvas, 2, 2, l->columns - 4, ink(INK_ACCENT, CANVAS_BOLD),
                write_title(w, title, sizeof title));
    if (w->page == WRITE_CARDS) {
        lines = draw_words(g, 3, INK_DIM, g->ask.sentence);
    } else if (w->page == WRITE_TEXT && w->fresh) {
        lines = draw_words(g, 3, INK_DIM,
                           text_in(g->lang,
                                   N_("Write what the card says; then choose what it does. Without "
                                      "your own text it simply says what it does.")));
    } else {
        lines = w->page == WRITE_IDEAS ? 0 : draw_written(g, 3);
    }
    int row = 4 + (lines > 1 ? lines : 1);
    if (write_types(w))
        draw_typing(g, row, l->columns - 4);
    else
        draw_writing_list(g, row, l->rows - row - 3);
    const char *wrong = g->message[0] ? g->message : w->wrong;
    canvas_wrap(&g->canvas, l->rows - 2, 2, l->columns - 4, 1, ink(INK_RED, CANVAS_BOLD), wrong);
    if (!write_types(w)) {
        static const enum act acts[] = {ACT_NONE, ACT_OK, ACT_CANCEL, ACT_HELP, ACT_QUIT};
        draw_hints(g, l->rows - 1, 2,
                   text_in(g->lang, N_("▲ ▼ move   Enter select   Esc back   ? help   Q leave")),
                   acts);
    }
}

void draw_dialog(struct game *g)
{
    switch (game_dialog(g)) {
    case DIALOG_COLOR:
        draw_colors(g);
        break;
    case DIALOG_SEAT:
        draw_seat_list(g);
        break;
    case DIALOG_SHOWN:
        draw_shown(g);
        break;
    case DIALOG_QUIT:
        draw_quit(g);
        break;
    case DIALOG_CURTAIN:
        draw_curtain(g);
        break;
    case DIALOG_VOTE:
        draw_vote(g);
        break;
    case DIALOG_WRITE:
        draw_writing(g);
        break;
    default:
        break;
    }
}
