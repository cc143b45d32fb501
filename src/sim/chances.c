/*
 * chances.c - how likely everybody is to win the match, after every command of a saved match.
 */
#include "sim/chances.h"

#include <errno.h>
#include <stdlib.h>

#include "bot/policy.h"
#include "bot/search.h"
#include "wire/match.h"

static void add_equity(const struct mazo_game *g, double part, double chance[MAZO_SEATS_MAX])
{
    for (int seat = 0; seat < g->seats; seat++)
        chance[seat] += part * search_equity(g, seat);
}

/* The seeds are the same for every position: what differs between two is the position. */
void chances_add(const struct mazo_game *g, uint32_t first, uint32_t end, uint32_t playouts,
                 double chance[MAZO_SEATS_MAX])
{
    const struct policy *policy = policy_for(&g->rules, g->seats);
    bool decided = g->phase < MAZO_PHASE_play || g->phase >= MAZO_PHASE_round_over;
    if (decided && first == 0)
        add_equity(g, 1, chance);
    for (uint32_t i = first; !decided && i < end; i++) {
        struct mazo_game deal = *g;
        uint64_t dice = mazo_fast_seed(i + 1);
        mazo_rng_restart(&deal.rng, dice);
        policy_playout(&deal, policy, &dice);
        add_equity(&deal, 1.0 / playouts, chance);
    }
}

void chances_of(const struct mazo_game *g, uint32_t playouts, double chance[MAZO_SEATS_MAX])
{
    for (int seat = 0; seat < g->seats; seat++)
        chance[seat] = 0;
    chances_add(g, 0, playouts, playouts, chance);
}

static bool is_stopped(const struct chances *chances)
{
    return chances->stop && atomic_load_explicit(chances->stop, memory_order_relaxed);
}

int chances_run(const struct chances *chances, const char *text, size_t len)
{
    double chance[MAZO_SEATS_MAX];
    struct match_reader *match = calloc(1, sizeof *match);
    if (!match)
        return ENOMEM;
    match_begin(match, TEXT_EN, text, len);
    while (!is_stopped(chances) && match_next(match) == MATCH_STEP) {
        const struct mazo_game *g = &match->play.game;
        chances_of(g, chances->playouts, chance);
        chances->at(chances->data, match->commands, g->seats, chance);
    }
    free(match);
    return 0;
}
