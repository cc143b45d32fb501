/*
 * offer.c - what the one who looks can do now, with the keys for it.
 *
 * The first letter of a label is its key, in every language: translations
 * choose their own. tests/terminal holds them against each other.
 */
#include "terminal/game/state.h"

#include <string.h>

static void offer(struct game *g, enum act act, const char *label)
{
    if (g->offer_count < OFFERS_MAX) {
        g->offer[g->offer_count++] = (struct offer){.act = (uint8_t)act,
                                                    .label = text_in(g->lang, label)};
    }
}

static bool legal(const struct game *g, int type)
{
    for (int i = 0; i < g->legal.count; i++) {
        if (g->legal.at[i].type == type) {
            return true;
        }
    }
    return false;
}

bool game_can(const struct game *g, enum act act)
{
    for (int i = 0; i < g->offer_count; i++) {
        if (g->offer[i].act == act) {
            return true;
        }
    }
    return false;
}

uint16_t game_seats_for(const struct game *g, enum act act)
{
    uint16_t seats = 0;
    int type = act == ACT_CATCH    ? MAZO_CMD_catch
               : act == ACT_ACCUSE ? MAZO_CMD_accuse
                                   : MAZO_CMD_choose;
    if (act == ACT_OTHER) {
        return (uint16_t)(g->people & ~(1u << g->viewer));
    }
    for (int i = 0; i < g->legal.count; i++) {
        if (g->legal.at[i].type == type) {
            seats |= (uint16_t)(1u << g->legal.at[i].who);
        }
    }
    return seats;
}

/* What the phase asks of the one whose turn it is. */
static void offer_turn(struct game *g)
{
    const struct mazo_view *v = &g->view;
    /* Where wrong moves are part of the game the keys must not tell which are right. */
    if (v->phase == MAZO_PHASE_play && (legal(g, MAZO_CMD_draw) || !g->hints)) {
        offer(g, ACT_DRAW, N_("D draw"));
    }
    if (legal(g, MAZO_CMD_keep)) {
        offer(g, ACT_KEEP, N_("K keep it"));
    }
    if (legal(g, MAZO_CMD_accept)) {
        offer(g, ACT_ACCEPT, N_("A accept"));
    }
    if (legal(g, MAZO_CMD_challenge)) {
        offer(g, ACT_CHALLENGE, N_("B bluff!"));
    }
    if (v->phase == MAZO_PHASE_throw) {
        offer(g, ACT_THROW, N_("T throw them"));
    }
    if (v->phase == MAZO_PHASE_run && (legal(g, MAZO_CMD_done) || !g->hints)) {
        offer(g, ACT_DONE, N_("E end the run"));
    }
    if (v->phase == MAZO_PHASE_dare) {
        offer(g, ACT_DONE, N_("E done!"));
    }
    if (legal(g, MAZO_CMD_pass)) {
        offer(g, ACT_PASS, N_("P pass"));
    }
}

static void offer_any_time(struct game *g)
{
    bool two = g->view.size[g->viewer] == 2 && g->view.rules.jump_in && g->view.rules.uno_penalty;
    bool late = g->view.catchable >> g->viewer & 1;
    if ((legal(g, MAZO_CMD_uno) && (late || g->view.size[g->viewer] == 2)) ||
        (two && !(g->view.said >> g->viewer & 1))) {
        offer(g, ACT_UNO, N_("U UNO!"));
    }
    if (legal(g, MAZO_CMD_catch)) {
        offer(g, ACT_CATCH, N_("C catch!"));
    }
    if (legal(g, MAZO_CMD_vote)) {
        offer(g, ACT_GUILTY, N_("G guilty"));
        offer(g, ACT_INNOCENT, N_("I innocent"));
    }
    if (legal(g, MAZO_CMD_admit)) {
        offer(g, ACT_ADMIT, N_("M admit it"));
    }
    if (legal(g, MAZO_CMD_accuse)) {
        offer(g, ACT_ACCUSE, N_("X accuse"));
    }
}

void game_offers(struct game *g)
{
    bool plays = g->viewer != MAZO_SPECTATOR;
    g->offer_count = 0;
    if (plays && g->view.phase < MAZO_PHASE_round_over && g->view.phase != MAZO_PHASE_write) {
        if (game_own_turn(g)) {
            offer_turn(g);
        }
        offer_any_time(g);
    }
    if (plays) {
        offer(g, ACT_HINTS, g->hints ? N_("H hide hints") : N_("H show hints"));
    }
    if (g->session->remote) {
        offer(g, ACT_SAY, N_("S say something"));
    }
    if ((g->people & (g->people - 1)) != 0 && g->view.phase < MAZO_PHASE_round_over) {
        offer(g, ACT_OTHER, N_("O other player"));
    }
    offer(g, ACT_HELP, N_("? help"));
    offer(g, ACT_QUIT, N_("Q leave"));
}
