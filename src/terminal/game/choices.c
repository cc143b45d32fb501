/*
 * choices.c - what the viewer can do now, with the keys for it.
 *
 * The first letter of a label is its key, in every language: translations
 * choose their own. tests/terminal holds them against each other.
 */
#include "terminal/game/state.h"

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

static void add_offer(struct game *g, bool now, enum act act, const char *label)
{
    if (now && g->offer_count < OFFERS_MAX)
        g->offer[g->offer_count++] = (struct offer){.act = (uint8_t)act, .label = label};
}

/* The act of an option; ACT_NONE: no key for it. */
static enum act act_of(const struct say_option *o)
{
    static const uint8_t acts[MAZO_CMD_COUNT] = {
        [MAZO_CMD_draw] = ACT_DRAW,     [MAZO_CMD_keep] = ACT_KEEP,
        [MAZO_CMD_accept] = ACT_ACCEPT, [MAZO_CMD_challenge] = ACT_CHALLENGE,
        [MAZO_CMD_uno] = ACT_UNO,       [MAZO_CMD_catch] = ACT_CATCH,
        [MAZO_CMD_throw] = ACT_THROW,   [MAZO_CMD_done] = ACT_DONE,
        [MAZO_CMD_accuse] = ACT_ACCUSE, [MAZO_CMD_admit] = ACT_ADMIT,
        [MAZO_CMD_vote] = ACT_INNOCENT, [MAZO_CMD_pass] = ACT_PASS,
    };
    return o->yes ? ACT_GUILTY : (enum act)acts[o->command];
}

/* P3: bots neither vote nor admit anything, so another person is needed. */
static bool can_convict(const struct game *g)
{
    int people = 0;
    for (int seat = 0; seat < g->view.seats; seat++)
        people += g->table->seat[seat].player.sitter == TABLE_PERSON;
    return people > 1;
}

/* What the table asks of the viewer. */
static void offer_answers(struct game *g)
{
    struct say_asked asked = {.lang = g->lang,
                              .view = &g->view,
                              .legal = &g->legal,
                              .names = g->session->names,
                              .hints = g->hints,
                              .marked = g->marked_count};
    say_ask(&asked, &g->ask);
    for (int i = 0; i < g->ask.count; i++) {
        enum act act = act_of(&g->ask.option[i]);
        add_offer(g, act != ACT_NONE && (act != ACT_ACCUSE || can_convict(g)), act,
                  g->ask.option[i].label);
    }
}

/* On a server: does the viewer host, with a player to kick, remove or let back? */
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
    const char *hints = g->hints ? N_("H hide hints") : N_("H show hints");
    g->offer_count = 0;
    offer_answers(g);
    add_offer(g, plays, ACT_HINTS, text_in(g->lang, hints));
    add_offer(g, g->session->remote != NULL, ACT_SAY, text_in(g->lang, N_("S say something")));
    add_offer(g, is_host(g), ACT_HOST, text_in(g->lang, N_("W who plays")));
    add_offer(g, several && !over, ACT_OTHER, text_in(g->lang, N_("O other player")));
    add_offer(g, true, ACT_HELP, text_in(g->lang, N_("? help")));
    add_offer(g, true, ACT_QUIT, text_in(g->lang, N_("Q leave")));
}
