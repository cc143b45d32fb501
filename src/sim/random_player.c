/*
 * random_player.c - random play.
 */
#include "sim/random_player.h"

void sim_random_init(struct sim_random *dice, const struct mazo_rules *rules, uint64_t seed)
{
    dice->state = mazo_fast_seed(seed);
    dice->many = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        if (mazo_deck_copies(rules, (mazo_card)card) > 2)
            dice->many |= MAZO_BIT(card);
}

/* A copy at random where some kind may be held three times or more. */
mazo_card sim_nth_copy(const struct mazo_game *g, uint64_t kinds, struct sim_random *dice)
{
    uint32_t total = 0;
    for (uint64_t rest = kinds; rest; rest &= rest - 1)
        total += g->copies[g->turn][__builtin_ctzll(rest)];
    uint32_t left = mazo_fast_below(&dice->state, total);
    for (;; kinds &= kinds - 1) {
        mazo_card card = (mazo_card)__builtin_ctzll(kinds);
        if (left < g->copies[g->turn][card])
            return card;
        left -= g->copies[g->turn][card];
    }
}

/* Phases in which the player does not choose a card to play. */
void sim_answer(const struct mazo_game *g, struct sim_random *dice, struct mazo_legal *scratch,
                struct mazo_command *out)
{
    *out = (struct mazo_command){.seat = g->turn, .color = MAZO_COLOR_NONE};
    if (g->phase == MAZO_PHASE_struck) {
        out->type = MAZO_CMD_accept;
    } else if (g->phase == MAZO_PHASE_round_over) {
        out->type = MAZO_CMD_next;
    } else {
        mazo_legal(g, g->turn, scratch);
        *out = mazo_legal_at(scratch, (int)mazo_fast_below(&dice->state, scratch->count));
    }
}

bool sim_any(const struct mazo_game *g, struct sim_random *dice, struct mazo_legal *scratch,
             struct mazo_command *out)
{
    int seat = g->turn;
    if (mazo_fast_below(&dice->state, 8) == 0)
        seat = (int)mazo_fast_below(&dice->state, g->seats);
    if (mazo_legal(g, seat, scratch) == 0 && mazo_legal(g, g->turn, scratch) == 0)
        return false;
    *out = mazo_legal_at(scratch, (int)mazo_fast_below(&dice->state, scratch->count));
    return true;
}
