/*
 * random_player.h - players that choose at random: the yardstick of speed and of tests.
 *
 * sim_casual plays as a hurried person would: a card that fits, each copy
 * equally likely, a draw only when nothing fits, UNO said, no bluff, no
 * challenge. sim_any takes any legal command, even silly ones.
 */
#ifndef MAZO_RANDOM_PLAYER_H
#define MAZO_RANDOM_PLAYER_H

#include "mazo/game.h"

struct sim_random {
    uint64_t state; /* of the fast generator */
    uint64_t many;  /* kinds of which the deck has more than two */
};

/* Dice for games by these rules. */
void sim_random_init(struct sim_random *dice, const struct mazo_rules *rules, uint64_t seed);

/* ---- sim_casual: here, so that the command it makes need not go through memory ---- */

/* Rarely needed parts. */
mazo_card sim_nth_copy(const struct mazo_game *g, uint64_t kinds, struct sim_random *dice);
void sim_answer(const struct mazo_game *g, struct sim_random *dice, struct mazo_legal *scratch,
                struct mazo_command *out);

/* The n-th kind of the set, by selection: how many steps it takes is what no
 * branch predictor can know. */
static inline mazo_card nth_kind(uint64_t kinds, uint32_t n)
{
#ifdef __BMI2__
    return (mazo_card)__builtin_ctzll(__builtin_ia32_pdep_di(UINT64_C(1) << n, kinds));
#else
    kinds &= kinds - (n > 0); /* a compiler would branch on `?` */
    kinds &= kinds - (n > 1);
    kinds &= kinds - (n > 2);
    kinds &= kinds - (n > 3);
    for (uint32_t i = 4; i < n; i++)
        kinds &= kinds - 1;
    return (mazo_card)__builtin_ctzll(kinds);
#endif
}

/* One of the cards of these kinds in the hand, every copy equally likely. */
static inline __attribute__((always_inline)) mazo_card
pick_card(const struct mazo_game *g, uint64_t kinds, struct sim_random *dice)
{
    uint64_t twice = g->twice[g->turn] & kinds;
    if (twice & dice->many)
        return sim_nth_copy(g, kinds, dice);
    uint32_t once = (uint32_t)__builtin_popcountll(kinds);
    uint32_t all = once + (uint32_t)__builtin_popcountll(twice);
    uint32_t n = mazo_fast_below(&dice->state, all);
    bool second = n >= once;
    return nth_kind(second ? twice : kinds, second ? n - once : n);
}

/* Nothing to play: draw, or pass when there is nothing to draw. */
static inline int without_card(const struct mazo_game *g)
{
    if (g->phase == MAZO_PHASE_run)
        return MAZO_CMD_done;
    return g->draw_count > 0 || g->discard_count > 1 ? MAZO_CMD_draw : MAZO_CMD_pass;
}

/* A card to play that is not a bluff, or MAZO_CARD_NONE. */
static inline __attribute__((always_inline)) mazo_card casual_card(const struct mazo_game *g,
                                                                   struct sim_random *dice)
{
    uint64_t kinds = g->have[g->turn] & g->fits;
    if (kinds >> MAZO_WILD_FOUR & 1 && !mazo_is_clean(g, g->turn))
        kinds &= ~MAZO_BIT(MAZO_WILD_FOUR);
    return kinds ? pick_card(g, kinds, dice) : MAZO_CARD_NONE;
}

static inline void casual_play(const struct mazo_game *g, mazo_card card, struct sim_random *dice,
                               struct mazo_command *out)
{
    out->type = MAZO_CMD_play;
    out->card = card;
    out->uno = g->size[g->turn] == 2;
    if (MAZO_WILDS >> card & 1)
        out->color = (uint8_t)mazo_fast_below(&dice->state, MAZO_COLOR_COUNT);
}

/* The next command of the seat in turn. `scratch` may be used as memory for it. */
static inline __attribute__((always_inline)) void sim_casual(const struct mazo_game *g,
                                                             struct sim_random *dice,
                                                             struct mazo_legal *scratch,
                                                             struct mazo_command *out)
{
    struct mazo_command answer;
    *out = (struct mazo_command){.seat = g->turn, .color = MAZO_COLOR_NONE};
    if (g->phase == MAZO_PHASE_play || g->phase == MAZO_PHASE_run) {
        mazo_card card = casual_card(g, dice);
        if (card != MAZO_CARD_NONE)
            casual_play(g, card, dice, out);
        else
            out->type = (uint8_t)without_card(g);
    } else if (g->phase != MAZO_PHASE_drawn) {
        sim_answer(g, dice, scratch, &answer); /* not into *out, which may live in registers */
        *out = answer;
    } else if (mazo_playable(g)) {
        casual_play(g, g->drawn, dice, out);
    } else {
        out->type = MAZO_CMD_keep;
    }
}

/* Any legal command of any seat that has one. False: the match is over. */
bool sim_any(const struct mazo_game *g, struct sim_random *dice, struct mazo_legal *scratch,
             struct mazo_command *out);

#endif
