/*
 * key.c - the meaning of a key or click in the present state.
 */
#include "terminal/game/state.h"
#include "terminal/game/write.h"
#include "terminal/pages/pages.h"

#include <string.h>

#include "say/phrase.h"
#include "terminal/screen/page.h"

static uint32_t lower(uint32_t key) { return key >= 'A' && key <= 'Z' ? key + 32 : key; }

/* Is this key the first letter of the label? */
static bool is_key_of(uint32_t key, const char *label)
{
    return key < 128 && lower(key) == lower((unsigned char)label[0]);
}

/* The offer with that key, or ACT_NONE. D draws in every language, as in the browser. */
static enum act offered(const struct game *g, uint32_t key)
{
    enum act draws = ACT_NONE;
    for (int i = 0; i < g->offer_count; i++) {
        if (is_key_of(key, g->offer[i].label))
            return (enum act)g->offer[i].act;
        if (g->offer[i].act == ACT_DRAW && lower(key) == 'd')
            draws = ACT_DRAW;
    }
    return draws;
}

/* ORDER as they are listed; letter keys are in the key line. */
static const char *const keys[] = {
    N_("◀ ▶|choose a card; Home and End: the first and the last"),
    N_("Tab|the next card that fits; Shift-Tab: the one before"),
    N_("0 to 9|the next card with that number"),
    N_("Space|while bots think: hurry them"),
    N_("Enter, Space|play the chosen card, or mark it when you throw cards; a second click does "
       "the same"),
    N_("letters|what the last line offers: draw, say UNO, catch… A click there does the same"),
    N_("PgUp PgDn|scroll back through what has happened"),
    N_("Esc|close a question"),
    NULL,
};

enum { KEY_TAB = 1 };
static const char tab_without_hints[] = N_("Tab|the next card; Shift-Tab: the one before");

static void act(struct game *g, enum act what, int arg)
{
    if (what == ACT_HELP) {
        const char *shown[sizeof keys / sizeof *keys];
        memcpy(shown, keys, sizeof keys);
        shown[KEY_TAB] = g->hints ? keys[KEY_TAB] : tab_without_hints;
        terminal_help(g->term, g->lang, shown, &g->view.rules);
    } else if (what == ACT_HOST) {
        terminal_players(g->term, g->session);
    } else if ((what == ACT_OK && g->dialog == DIALOG_QUIT) || (what == ACT_QUIT && g->guide)) {
        g->leaving = true;
        g->end = PLAY_LEFT;
    } else if (what == ACT_QUIT && g->session->save.error != 0) {
        g->leaving = terminal_rescue(g->term, g->session);
        g->end = PLAY_LEFT;
    } else if (what != ACT_NONE) {
        game_act(g, what, arg);
    }
}

/* ---- the hand ---- */

static void move_to(struct game *g, int index)
{
    if (g->hand_count > 0) {
        g->selected = (index + g->hand_count) % g->hand_count;
        game_say(g, false, "");
    }
}

/* The next card that fits, in this direction; if none does, or hints are off, simply the next. */
static void move_to_fitting(struct game *g, int step)
{
    for (int i = 1; i <= g->hand_count && g->hints; i++) {
        int at = (g->selected + (step + g->hand_count) * i) % g->hand_count;
        if (g->fits & MAZO_BIT(g->hand[at])) {
            move_to(g, at);
            return;
        }
    }
    move_to(g, g->selected + step);
}

/* The next card with that number; those that fit first. */
static void move_to_number(struct game *g, int number)
{
    for (int pass = g->hints ? 0 : 1; pass < 2; pass++) {
        for (int i = 1; i <= g->hand_count; i++) {
            int at = (g->selected + i) % g->hand_count;
            mazo_card card = g->hand[at];
            bool fits = pass == 1 || g->fits & MAZO_BIT(card);
            if (!mazo_card_is_wild(card) && mazo_card_value(card) == number && fits) {
                move_to(g, at);
                return;
            }
        }
    }
}

static void scroll_log(struct game *g, int lines)
{
    g->log_back += lines;
    g->log_back = g->log_back > game_log(g)->count - 1 ? game_log(g)->count - 1 : g->log_back;
    g->log_back = g->log_back < 0 ? 0 : g->log_back;
}

/* Enter without a dialog: play the selected card, or answer the only question. */
static void press_enter(struct game *g)
{
    if (game_own_turn(g) && g->view.phase == MAZO_PHASE_dare)
        game_act(g, ACT_DONE, 0);
    else if (g->hand_count > 0)
        game_act(g, ACT_CARD, g->selected);
}

/* The same as Enter; but while waiting for bots it hurries them. */
static void press_space(struct game *g)
{
    if (game_may_hurry(g) && !game_may_jump_in(g))
        g->hurries = true, g->hurried = UINT32_MAX;
    else if (g->now >= g->deaf_until)
        press_enter(g);
}

static void table_key(struct game *g, uint32_t key)
{
    if (key >= '0' && key <= '9') {
        move_to_number(g, (int)(key - '0'));
        return;
    }
    switch (key) {
    case TERM_LEFT:
    case TERM_RIGHT:
        move_to(g, g->selected + (key == TERM_RIGHT ? 1 : -1));
        break;
    case TERM_HOME:
        move_to(g, 0);
        break;
    case TERM_END:
        move_to(g, g->hand_count - 1);
        break;
    case TERM_TAB:
    case TERM_DOWN:
        move_to_fitting(g, 1);
        break;
    case TERM_BACK_TAB:
    case TERM_UP:
        move_to_fitting(g, -1);
        break;
    case TERM_PAGE_UP:
    case TERM_WHEEL_UP:
        scroll_log(g, 3);
        break;
    case TERM_PAGE_DOWN:
    case TERM_WHEEL_DOWN:
        scroll_log(g, -3);
        break;
    case TERM_ESCAPE:
        game_act(g, ACT_CANCEL, 0);
        break;
    case ' ':
        press_space(g);
        break;
    case TERM_ENTER:
        press_enter(g);
        break;
    default:
        act(g, offered(g, key), 0);
    }
}

/* While the spinner turns nothing can be answered, because the answers would give away where it
 * stops. Other keys pull the lever, or stop it. */
static void spinning_key(struct game *g, uint32_t key)
{
    enum act what = offered(g, key);
    if (what == ACT_QUIT || what == ACT_HELP)
        act(g, what, 0);
    else
        motion_end(g);
}

/* ---- dialogs ---- */

/* The i-th seat of those that can be chosen. */
static int seat_at(uint16_t seats, int i)
{
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        if (seats >> seat & 1 && i-- == 0)
            return seat;
    return MAZO_SEAT_NONE;
}

/* Up and down in a list of `count`; true when the key was one of those. */
static bool move_in_list(struct game *g, uint32_t key, int count)
{
    bool next = key == TERM_DOWN || key == TERM_RIGHT || key == TERM_TAB;
    bool last = key == TERM_UP || key == TERM_LEFT || key == TERM_BACK_TAB;
    if (next || last)
        g->dialog_at = (uint8_t)((g->dialog_at + (next ? 1 : count - 1)) % count);
    return next || last;
}

static void color_key(struct game *g, uint32_t key)
{
    const char *letters = text_in(g->lang, N_("RGBY"));
    if (move_in_list(g, key, MAZO_COLOR_COUNT))
        return;
    if (key == TERM_ENTER || key == ' ')
        game_act(g, ACT_COLOR, g->dialog_at);
    else if (key == TERM_ESCAPE && g->dialog == DIALOG_COLOR)
        game_act(g, ACT_CANCEL, 0);
    else if (key >= '1' && key <= '4')
        game_act(g, ACT_COLOR, (int)(key - '1'));
    for (int color = 0; color < MAZO_COLOR_COUNT; color++) {
        if (is_key_of(key, letters + color)) {
            game_act(g, ACT_COLOR, color);
            return;
        }
    }
    if (g->dialog != DIALOG_COLOR) {
        enum act what = offered(g, key);
        act(g, what == ACT_QUIT || what == ACT_HELP ? what : ACT_NONE, 0);
    }
}

static void seat_key(struct game *g, uint32_t key)
{
    bool asked = g->dialog == DIALOG_SEAT; /* otherwise the phase asks, and there is no way back */
    uint16_t seats = game_seats_for(g, asked ? (enum act)g->dialog_for : ACT_SEAT);
    int count = __builtin_popcount(seats);
    if (count == 0 || move_in_list(g, key, count)) {
        g->dialog = count == 0 && asked ? (uint8_t)DIALOG_NONE : g->dialog;
        return;
    }
    if (key == TERM_ENTER || key == ' ') {
        game_act(g, ACT_SEAT, seat_at(seats, g->dialog_at % count));
    } else if (key >= '1' && key <= '9' && (int)(key - '1') < count) {
        game_act(g, ACT_SEAT, seat_at(seats, (int)(key - '1')));
    } else if (key == TERM_ESCAPE && asked) {
        game_act(g, ACT_CANCEL, 0);
    } else if (!asked) {
        enum act what = offered(g, key);
        act(g, what == ACT_QUIT || what == ACT_HELP || what == ACT_CATCH ? what : ACT_NONE, 0);
    }
}

static void quit_key(struct game *g, uint32_t key)
{
    if (key == TERM_ENTER || is_key_of(key, text_in(g->lang, N_("Y yes, leave")))) {
        g->leaving = true;
        g->end = PLAY_LEFT;
    } else if (key == TERM_ESCAPE || is_key_of(key, text_in(g->lang, N_("N no, stay")))) {
        g->dialog = DIALOG_NONE;
    }
}

/* Several people vote: the voter presses the letter of the answer. */
static void vote_key(struct game *g, uint32_t key)
{
    bool accused = game_polls_accused(g);
    if (accused && is_key_of(key, say_label(g->lang, MAZO_CMD_admit, false)))
        game_act(g, ACT_ADMIT, 0);
    else if (!accused && is_key_of(key, say_label(g->lang, MAZO_CMD_vote, true)))
        game_act(g, ACT_GUILTY, 0);
    else if (!accused && is_key_of(key, say_label(g->lang, MAZO_CMD_vote, false)))
        game_act(g, ACT_INNOCENT, 0);
    else if (key == TERM_ESCAPE ||
             is_key_of(key, text_in(g->lang, accused ? N_("N no") : N_("A abstain"))))
        game_act(g, ACT_CANCEL, 0);
}

static void write_dialog_key(struct game *g, uint32_t key)
{
    if (!write_types(&g->writing) && (key == 'q' || key == 'Q' || key == '?')) {
        act(g, key == '?' ? ACT_HELP : ACT_QUIT, 0);
        return;
    }
    write_key(&g->writing, key);
    if (g->writing.ready)
        game_act(g, ACT_WRITE, 0);
}

/* Text that was not sent stays when the line is closed. */
static void say_key(struct game *g, uint32_t key)
{
    if (key == TERM_ENTER || key == TERM_ESCAPE) {
        g->dialog = DIALOG_NONE;
        if (key == TERM_ENTER && g->talk[0]) {
            g->session->remote->say(g->session->remote->ctx, g->talk);
            g->talk[0] = '\0';
            g->talk_at = 0;
        }
    } else if (!page_text_ready(g->talk, sizeof g->talk, &g->talk_at, key, &g->talk_ready, g->lang,
                                phrase_at)) {
        page_text_key(g->talk, sizeof g->talk, &g->talk_at, key);
    }
}

/* The curtain goes up for the next person. */
static void lift_curtain(struct game *g)
{
    g->viewer = g->next_viewer;
    g->dialog = DIALOG_NONE;
    g->hand_count = g->selected = 0;
    g->writing.count = 0;
    g->uno = false;
    g->log_back = 0;
    g->news[0] = '\0';
    game_say(g, false, "");
    game_look(g);
}

/* A last chance to say UNO; the screen stays. */
static void say_uno_late(struct game *g)
{
    uint8_t dialog = g->dialog, next = g->next_viewer;
    bool visiting = g->visiting;
    game_act(g, ACT_UNO, 0);
    g->dialog = dialog, g->next_viewer = next, g->visiting = visiting;
}

/* Only Enter lifts it, and not immediately: a key meant for the last hand must not show another
 * one. */
static void curtain_key(struct game *g, uint32_t key)
{
    enum { DEAF_MS = 1000 };
    if (game_is_late(g) && is_key_of(key, say_label(g->lang, MAZO_CMD_uno, false)))
        say_uno_late(g);
    else if (key == TERM_ENTER && g->now >= g->curtain_at + DEAF_MS)
        lift_curtain(g);
}

/* ---- clicks ---- */

static void click(struct game *g, int row, int column)
{
    for (int i = g->zone_count - 1; i >= 0; i--) {
        const struct zone *z = &g->zone[i];
        if (row < z->row || row >= z->row + z->height || column < z->column ||
            column >= z->column + z->width)
            continue;
        if (z->act == ACT_CARD && g->selected != z->arg &&
            !(game_own_turn(g) && g->view.phase == MAZO_PHASE_throw)) {
            move_to(g, z->arg); /* a second click plays it */
        } else if (game_dialog(g) == DIALOG_WRITE && (z->act == ACT_OK || z->act == ACT_CANCEL)) {
            write_dialog_key(g, z->act == ACT_OK ? TERM_ENTER : TERM_ESCAPE);
        } else if (z->act == ACT_WRITE) {
            write_pick(&g->writing, z->arg);
            if (g->writing.ready)
                game_act(g, ACT_WRITE, 0);
        } else {
            act(g, (enum act)z->act, z->arg);
        }
        return;
    }
}

void game_key(struct game *g, struct term_input in)
{
    uint8_t dialog = g->layout.small ? (uint8_t)DIALOG_NONE : game_dialog(g);
    if (game_is_played_for(g))
        session_return(g->session, g->viewer, g->now);
    g->motion.until = 0; /* animations end; the spinner has its own keys */
    if (dialog == DIALOG_CURTAIN) {
        curtain_key(g, in.key);
    } else if (game_spins(g) && dialog == DIALOG_NONE) {
        spinning_key(g, in.key);
    } else if (dialog == DIALOG_PASSING && offered(g, in.key) == ACT_UNO) {
        say_uno_late(g);
    } else if (dialog == DIALOG_PASSING) {
        g->dialog = DIALOG_CURTAIN;
    } else if (dialog == DIALOG_SHOWN) {
        g->dialog = DIALOG_NONE;
        game_look(g);
    } else if (in.key == TERM_CLICK) {
        click(g, in.row, in.column);
    } else if (dialog == DIALOG_COLOR) {
        color_key(g, in.key);
    } else if (dialog == DIALOG_SEAT) {
        seat_key(g, in.key);
    } else if (dialog == DIALOG_QUIT) {
        quit_key(g, in.key);
    } else if (dialog == DIALOG_VOTE) {
        vote_key(g, in.key);
    } else if (dialog == DIALOG_WRITE) {
        write_dialog_key(g, in.key);
    } else if (dialog == DIALOG_SAY) {
        say_key(g, in.key);
    } else {
        table_key(g, in.key);
    }
}
