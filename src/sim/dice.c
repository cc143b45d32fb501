/*
 * dice.c - random play.
 */
#include "sim/dice.h"

#include <stddef.h>

static mazo_card nth_kind(uint64_t kinds, uint32_t n) {
    while (n--)
        kinds &= kinds - 1;
    return (mazo_card)__builtin_ctzll(kinds);
}

/* A copy at random where some kind is held three times or more. */
static mazo_card nth_copy(const struct mazo_game *g, uint64_t kinds, struct mazo_rng *dice) {
    uint32_t total = 0;
    for (uint64_t rest = kinds; rest; rest &= rest - 1)
        total += g->copies[g->turn][__builtin_ctzll(rest)];
    uint32_t left = mazo_rng_below(dice, total);
    for (;; kinds &= kinds - 1) {
        mazo_card card = (mazo_card)__builtin_ctzll(kinds);
        if (left < g->copies[g->turn][card])
            return card;
        left -= g->copies[g->turn][card];
    }
}

static bool has_triples(const struct mazo_game *g, uint64_t twice) {
    for (; twice; twice &= twice - 1)
        if (g->copies[g->turn][__builtin_ctzll(twice)] > 2)
            return true;
    return false;
}

/* One of the cards of these kinds in the hand, every copy equally likely. */
static mazo_card pick_card(const struct mazo_game *g, uint64_t kinds, struct mazo_rng *dice) {
    uint64_t twice = g->twice[g->turn] & kinds;
    if (twice && has_triples(g, twice))
        return nth_copy(g, kinds, dice);
    uint32_t once = (uint32_t)__builtin_popcountll(kinds);
    uint32_t all = once + (uint32_t)__builtin_popcountll(twice);
    uint32_t n = all > 1 ? mazo_rng_below(dice, all) : 0;
    return n < once ? nth_kind(kinds, n) : nth_kind(twice, n - once);
}

static void casual_card(const struct mazo_game *g, struct mazo_rng *dice,
                        struct mazo_command *out) {
    uint64_t kinds = mazo_playable(g);
    if (kinds >> MAZO_WILD_FOUR & 1 && g->phase == MAZO_PHASE_play && !mazo_is_clean(g, g->turn))
        kinds &= ~MAZO_BIT(MAZO_WILD_FOUR);
    if (!kinds) {
        bool stock = g->draw_count > 0 || g->discard_count > 1;
        out->type = g->phase == MAZO_PHASE_run ? MAZO_CMD_done : stock ? MAZO_CMD_draw : MAZO_CMD_pass;
        return;
    }
    out->type = MAZO_CMD_play;
    out->card = g->phase == MAZO_PHASE_drawn ? g->drawn : pick_card(g, kinds, dice);
    out->uno = g->size[g->turn] == 2;
    if (mazo_card_is_wild(out->card))
        out->color = (uint8_t)mazo_rng_below(dice, MAZO_COLOR_COUNT);
}

void sim_casual(const struct mazo_game *g, struct mazo_rng *dice, struct mazo_legal *scratch,
                struct mazo_command *out) {
    *out = (struct mazo_command){.seat = g->turn, .color = MAZO_COLOR_NONE};
    switch (g->phase) {
    case MAZO_PHASE_play:
    case MAZO_PHASE_drawn:
    case MAZO_PHASE_run:
        casual_card(g, dice, out);
        break;
    case MAZO_PHASE_struck:
        out->type = MAZO_CMD_accept;
        break;
    case MAZO_PHASE_round_over:
        out->type = MAZO_CMD_next;
        break;
    default:
        mazo_legal(g, g->turn, scratch);
        *out = scratch->at[mazo_rng_below(dice, scratch->count)];
        break;
    }
}

bool sim_any(const struct mazo_game *g, struct mazo_rng *dice, struct mazo_legal *scratch,
             struct mazo_command *out) {
    int seat = g->turn;
    if (mazo_rng_below(dice, 8) == 0)
        seat = (int)mazo_rng_below(dice, g->seats);
    if (mazo_legal(g, seat, scratch) == 0 && mazo_legal(g, g->turn, scratch) == 0)
        return false;
    *out = scratch->at[mazo_rng_below(dice, scratch->count)];
    return true;
}
