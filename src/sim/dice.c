/*
 * dice.c - random play.
 */
#include "sim/dice.h"

#include <stddef.h>

void sim_dice_init(struct sim_dice *dice, const struct mazo_rules *rules, uint64_t seed)
{
    dice->state = mazo_fast_seed(seed);
    dice->many = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        if (mazo_deck_copies(rules, (mazo_card)card) > 2) {
            dice->many |= MAZO_BIT(card);
        }
    }
}

/* The n-th kind of the set, by selection: how many steps it takes is what no
 * branch predictor can know. */
static inline mazo_card nth_kind(uint64_t kinds, uint32_t n)
{
#ifdef __BMI2__
    return (mazo_card)__builtin_ctzll(__builtin_ia32_pdep_di(UINT64_C(1) << n, kinds));
#else
    kinds = n > 0 ? kinds & (kinds - 1) : kinds;
    kinds = n > 1 ? kinds & (kinds - 1) : kinds;
    kinds = n > 2 ? kinds & (kinds - 1) : kinds;
    kinds = n > 3 ? kinds & (kinds - 1) : kinds;
    for (uint32_t i = 4; i < n; i++) {
        kinds &= kinds - 1;
    }
    return (mazo_card)__builtin_ctzll(kinds);
#endif
}

/* A copy at random where some kind may be held three times or more. */
static mazo_card nth_copy(const struct mazo_game *g, uint64_t kinds, struct sim_dice *dice)
{
    uint32_t total = 0;
    for (uint64_t rest = kinds; rest; rest &= rest - 1) {
        total += g->copies[g->turn][__builtin_ctzll(rest)];
    }
    uint32_t left = mazo_fast_below(&dice->state, total);
    for (;; kinds &= kinds - 1) {
        mazo_card card = (mazo_card)__builtin_ctzll(kinds);
        if (left < g->copies[g->turn][card]) {
            return card;
        }
        left -= g->copies[g->turn][card];
    }
}

/* One of the cards of these kinds in the hand, every copy equally likely. */
static inline mazo_card pick_card(const struct mazo_game *g, uint64_t kinds, struct sim_dice *dice)
{
    uint64_t twice = g->twice[g->turn] & kinds;
    if (twice & dice->many) {
        return nth_copy(g, kinds, dice);
    }
    uint32_t once = (uint32_t)__builtin_popcountll(kinds);
    uint32_t all = once + (uint32_t)__builtin_popcountll(twice);
    uint32_t n = mazo_fast_below(&dice->state, all);
    bool second = n >= once;
    return nth_kind(second ? twice : kinds, second ? n - once : n);
}

/* Nothing to lay: draw, or pass when there is nothing to draw. */
static int without_card(const struct mazo_game *g)
{
    if (g->phase == MAZO_PHASE_run) {
        return MAZO_CMD_done;
    }
    return g->draw_count > 0 || g->discard_count > 1 ? MAZO_CMD_draw : MAZO_CMD_pass;
}

static void casual_card(const struct mazo_game *g, struct sim_dice *dice, struct mazo_command *out)
{
    uint64_t kinds = g->have[g->turn] & g->fits;
    if (kinds >> MAZO_WILD_FOUR & 1 && g->phase == MAZO_PHASE_play && !mazo_is_clean(g, g->turn)) {
        kinds &= ~MAZO_BIT(MAZO_WILD_FOUR);
    }
    if (!kinds) {
        out->type = (uint8_t)without_card(g);
        return;
    }
    out->type = MAZO_CMD_play;
    out->card = pick_card(g, kinds, dice);
}

/* Phases in which no card is laid. */
static void casual_answer(const struct mazo_game *g, struct sim_dice *dice,
                          struct mazo_legal *scratch, struct mazo_command *out)
{
    if (g->phase == MAZO_PHASE_struck) {
        out->type = MAZO_CMD_accept;
    } else if (g->phase == MAZO_PHASE_round_over) {
        out->type = MAZO_CMD_next;
    } else {
        mazo_legal(g, g->turn, scratch);
        *out = scratch->at[mazo_fast_below(&dice->state, scratch->count)];
    }
}

void sim_casual(const struct mazo_game *g, struct sim_dice *dice, struct mazo_legal *scratch,
                struct mazo_command *out)
{
    *out = (struct mazo_command){.seat = g->turn, .color = MAZO_COLOR_NONE};
    if (g->phase == MAZO_PHASE_play || g->phase == MAZO_PHASE_run) {
        casual_card(g, dice, out);
    } else if (g->phase == MAZO_PHASE_drawn) {
        out->type = mazo_playable(g) ? MAZO_CMD_play : MAZO_CMD_keep;
        out->card = g->drawn;
    } else {
        casual_answer(g, dice, scratch, out);
        return;
    }
    out->uno = g->size[g->turn] == 2;
    if (MAZO_WILDS >> (out->card & 63) & 1) {
        out->color = (uint8_t)mazo_fast_below(&dice->state, MAZO_COLOR_COUNT);
    }
}

bool sim_any(const struct mazo_game *g, struct sim_dice *dice, struct mazo_legal *scratch,
             struct mazo_command *out)
{
    int seat = g->turn;
    if (mazo_fast_below(&dice->state, 8) == 0) {
        seat = (int)mazo_fast_below(&dice->state, g->seats);
    }
    if (mazo_legal(g, seat, scratch) == 0 && mazo_legal(g, g->turn, scratch) == 0) {
        return false;
    }
    *out = scratch->at[mazo_fast_below(&dice->state, scratch->count)];
    return true;
}
