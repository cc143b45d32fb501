/*
 * update.c - updates the viewer's state after every event.
 */
#include "terminal/game/state.h"

#include "say/notation.h"

enum { PASSING_MS = 3000 };

static void sort_hand(struct game *g)
{
    g->hand_count = 0;
    if (g->viewer == MAZO_SPECTATOR)
        return;
    for (int i = 0; i < MAZO_CARD_NAMES; i++) {
        mazo_card card = mazo_card_at(i);
        for (int n = g->view.hand[card]; n > 0 && g->hand_count < MAZO_CARDS_MAX; n--)
            g->hand[g->hand_count++] = card;
    }
}

/* Keep the selected card if it is still there, else its neighbor. */
static void keep_selected(struct game *g, mazo_card before)
{
    if (before != MAZO_CARD_NONE) {
        for (int i = 0; i < g->hand_count; i++) {
            if (g->hand[i] == before) {
                g->selected = g->selected < g->hand_count && g->hand[g->selected] == before
                                  ? g->selected
                                  : i;
                return;
            }
        }
    }
    g->selected = g->selected >= g->hand_count ? g->hand_count - 1 : g->selected;
    g->selected = g->selected < 0 ? 0 : g->selected;
}

static void find_fits(struct game *g)
{
    g->fits = 0;
    for (int i = 0; i < g->legal.count; i++)
        if (g->legal.at[i].type == MAZO_CMD_play)
            g->fits |= MAZO_BIT(g->legal.at[i].card);
}

/* At the beginning of your turn the cursor is on a card that can be played. */
static void select_for_turn(struct game *g)
{
    mazo_card wanted = g->view.phase == MAZO_PHASE_drawn ? g->view.drawn : MAZO_CARD_NONE;
    if (g->hand_count == 0 || (wanted == MAZO_CARD_NONE && (!g->hints || !g->fits)) ||
        (g->hints && wanted == MAZO_CARD_NONE && g->fits & MAZO_BIT(g->hand[g->selected])))
        return;
    for (int i = 0; i < g->hand_count; i++) {
        if (wanted == MAZO_CARD_NONE ? g->fits & MAZO_BIT(g->hand[i]) : g->hand[i] == wanted) {
            g->selected = i;
            return;
        }
    }
}

/* Several people: does the keyboard go to another player? */
static void pass_keyboard(struct game *g)
{
    int seat = game_awaited(g);
    bool busy = g->dialog == DIALOG_SHOWN || g->dialog == DIALOG_QUIT ||
                g->dialog == DIALOG_PASSING || g->dialog == DIALOG_CURTAIN ||
                g->dialog == DIALOG_VOTE;
    if ((g->people & (g->people - 1)) == 0 || seat == MAZO_SEAT_NONE || seat == g->viewer || busy ||
        g->visiting || g->table->play.game.phase >= MAZO_PHASE_round_over)
        return;
    g->next_viewer = (uint8_t)seat;
    g->dialog = g->viewer == MAZO_SPECTATOR ? DIALOG_CURTAIN : DIALOG_PASSING;
    g->hide_at = g->now + PASSING_MS;
}

void game_look(struct game *g)
{
    mazo_card before = g->selected < g->hand_count ? g->hand[g->selected] : MAZO_CARD_NONE;
    int cards = g->hand_count;
    uint8_t turn = g->view.turn, phase = g->view.phase;
    bool fitted = g->fits != 0;
    bool was_over = phase >= MAZO_PHASE_round_over;
    game_poll(g);
    pass_keyboard(g);
    table_view(g->table, g->viewer, &g->view);
    mazo_legal(&g->table->play.game, g->viewer == MAZO_SPECTATOR ? -1 : g->viewer, &g->legal);
    g->dealing = g->dealing && g->view.phase >= MAZO_PHASE_round_over;
    if (!was_over && g->view.phase >= MAZO_PHASE_round_over)
        g->over_at = g->now;
    sort_hand(g);
    keep_selected(g, before);
    find_fits(g);
    if (game_may_jump_in(g) && !fitted)
        select_for_turn(g);
    if (game_own_turn(g) &&
        (g->view.turn != turn || g->view.phase != phase || g->hand_count != cards)) {
        select_for_turn(g);
        g->dialog_at = g->view.phase == MAZO_PHASE_color ? game_main_color(g) : g->dialog_at;
    }
    if (!game_own_turn(g) || g->view.phase != MAZO_PHASE_throw)
        g->marked_count = 0;
    if (g->viewer != MAZO_SPECTATOR && g->view.size[g->viewer] != 2)
        g->uno = false;
    game_offers(g);
}
