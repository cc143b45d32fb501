/*
 * choices.c - what the one who looks can do now, with the keys for it.
 *
 * The first letter of a label is its key, in every language: translations
 * choose their own. tests/terminal holds them against each other.
 */
#include "terminal/game/state.h"

#include <string.h>

#include "say/effect_say.h"

static bool legal(const struct game *g, int type)
{
    for (int i = 0; i < g->legal.count; i++)
        if (g->legal.at[i].type == type)
            return true;
    return false;
}

bool game_can(const struct game *g, enum act act)
{
    for (int i = 0; i < g->offer_count; i++)
        if (g->offer[i].act == act)
            return true;
    return false;
}

uint16_t game_seats_for(const struct game *g, enum act act)
{
    uint16_t seats = 0;
    int type = act == ACT_CATCH    ? MAZO_CMD_catch
               : act == ACT_ACCUSE ? MAZO_CMD_accuse
                                   : MAZO_CMD_choose;
    if (act == ACT_OTHER)
        return (uint16_t)(g->people & ~(1u << g->viewer));
    for (int i = 0; i < g->legal.count; i++)
        if (g->legal.at[i].type == type)
            seats |= (uint16_t)(1u << g->legal.at[i].who);
    return seats;
}

static void offer(struct game *g, bool now, enum act act, const char *label)
{
    if (now && g->offer_count < OFFERS_MAX) {
        g->offer[g->offer_count++] = (struct offer){.act = (uint8_t)act,
                                                    .label = text_in(g->lang, label)};
    }
}

/* What the phase asks of the one whose turn it is. */
static void offer_turn(struct game *g)
{
    uint8_t phase = g->view.phase;
    /* Where wrong moves are part of the game the keys must not tell which are right. */
    bool draws = legal(g, MAZO_CMD_draw) || !g->hints, ends = legal(g, MAZO_CMD_done) || !g->hints;
    offer(g, phase == MAZO_PHASE_play && draws, ACT_DRAW, N_("D draw"));
    offer(g, legal(g, MAZO_CMD_keep), ACT_KEEP, N_("K keep it"));
    offer(g, legal(g, MAZO_CMD_accept), ACT_ACCEPT, N_("A accept"));
    offer(g, legal(g, MAZO_CMD_challenge), ACT_CHALLENGE, N_("B bluff!"));
    bool gives = g->view.target < g->view.seats && say_effect_now(&g->view) == MAZO_EFFECT_give;
    offer(g, phase == MAZO_PHASE_throw, ACT_THROW, gives ? N_("T give them") : N_("T throw them"));
    offer(g, phase == MAZO_PHASE_run && ends, ACT_DONE, N_("E end the run"));
    offer(g, phase == MAZO_PHASE_dare, ACT_DONE, N_("E done!"));
    offer(g, legal(g, MAZO_CMD_pass), ACT_PASS, N_("P pass"));
}

/* P3: bots neither vote nor admit anything, so it takes another person. */
static bool can_convict(const struct game *g)
{
    int people = 0;
    for (int seat = 0; seat < g->view.seats; seat++)
        people += g->table->seat[seat].player.sitter == TABLE_PERSON;
    return people > 1;
}

static void offer_any_time(struct game *g)
{
    bool two = g->view.size[g->viewer] == 2;
    bool jumps = two && g->view.rules.jump_in && g->view.rules.uno_penalty;
    bool late = g->view.catchable >> g->viewer & 1;
    bool uno = (legal(g, MAZO_CMD_uno) && (late || two)) ||
               (jumps && !(g->view.said >> g->viewer & 1));
    offer(g, uno, ACT_UNO, N_("U UNO!"));
    offer(g, legal(g, MAZO_CMD_catch), ACT_CATCH, N_("C catch!"));
    offer(g, legal(g, MAZO_CMD_vote), ACT_GUILTY, N_("G guilty"));
    offer(g, legal(g, MAZO_CMD_vote), ACT_INNOCENT, N_("I innocent"));
    offer(g, legal(g, MAZO_CMD_admit), ACT_ADMIT, N_("M admit it"));
    offer(g, legal(g, MAZO_CMD_accuse) && can_convict(g), ACT_ACCUSE, N_("X accuse"));
}

/* Of a table far away, where there is somebody to kick, to remove or to let back. */
static bool is_host(const struct game *g)
{
    const struct session_remote *remote = g->session->remote;
    const char *who;
    for (int seat = 0; remote && seat < g->view.seats; seat++)
        if (remote->order_for(remote->ctx, seat, &who) != SESSION_NO_ORDER)
            return true;
    return remote && remote->removable(remote->ctx, 0);
}

void game_offers(struct game *g)
{
    bool plays = g->viewer != MAZO_SPECTATOR, over = g->view.phase >= MAZO_PHASE_round_over;
    bool several = (g->people & (g->people - 1)) != 0;
    g->offer_count = 0;
    if (game_own_turn(g))
        offer_turn(g);
    if (plays && !over && g->view.phase != MAZO_PHASE_write)
        offer_any_time(g);
    offer(g, plays, ACT_HINTS, g->hints ? N_("H hide hints") : N_("H show hints"));
    offer(g, g->session->remote != NULL, ACT_SAY, N_("S say something"));
    offer(g, is_host(g), ACT_HOST, N_("W who plays"));
    offer(g, several && !over, ACT_OTHER, N_("O other player"));
    offer(g, true, ACT_HELP, N_("? help"));
    offer(g, true, ACT_QUIT, N_("Q leave"));
}
