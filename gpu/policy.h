/*
 * policy.h - a small network that chooses: from the bytes that the seat may know (env.h), in whole
 * numbers, so that it chooses the same on every machine.
 */
#ifndef MAZO_GPU_POLICY_H
#define MAZO_GPU_POLICY_H

#include "kernels.h"

static inline void add_input(const struct mazo_gpu_policy *p, int input, int32_t *sums)
{
    for (int i = 0; i < MAZO_GPU_HIDDEN; i++)
        sums[i] += p->input[input][i];
}

static inline void add_kinds(const struct mazo_gpu_policy *p, int first, uint64_t kinds,
                             int32_t *sums)
{
    for (; kinds; kinds &= kinds - 1)
        add_input(p, first + lowest_card(kinds), sums);
}

static inline void add_table(const struct mazo_gpu_policy *p, const uint8_t *seen, int32_t *sums)
{
    if (seen[MAZO_OBSERVED_top] < MAZO_KIND_COUNT)
        add_input(p, MAZO_INPUT_top + seen[MAZO_OBSERVED_top], sums);
    if (seen[MAZO_OBSERVED_drawn] < MAZO_KIND_COUNT)
        add_input(p, MAZO_INPUT_drawn + seen[MAZO_OBSERVED_drawn], sums);
    if (seen[MAZO_OBSERVED_pending])
        add_input(p, MAZO_INPUT_pending, sums);
    add_input(p, MAZO_INPUT_color + at_most(seen[MAZO_OBSERVED_color], MAZO_COLOR_COUNT), sums);
    add_input(p, MAZO_INPUT_phase + seen[MAZO_OBSERVED_phase], sums);
    for (int i = 0; i < MAZO_INPUT_SEATS && i < seen[MAZO_OBSERVED_seats]; i++) {
        int player = MAZO_OBSERVED_players + i * MAZO_OBSERVED_player_size;
        int cards = at_most(seen[player + MAZO_PLAYER_cards], MAZO_INPUT_SIZES - 1);
        add_input(p, MAZO_INPUT_cards + i * MAZO_INPUT_SIZES + cards, sums);
    }
}

/* The hidden layer for the seat that is asked. */
static inline void see(const struct mazo_gpu_policy *p, const struct mazo_env *env, int32_t *hidden)
{
    enum { MOST = 255 };
    uint8_t seen[MAZO_OBSERVATION_MAX];
    uint64_t held = 0, twice = 0;
    observe(env, env->asked, true, seen);
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        held |= (uint64_t)(seen[MAZO_OBSERVED_hand + card] > 0) << card;
        twice |= (uint64_t)(seen[MAZO_OBSERVED_hand + card] > 1) << card;
    }
    for (int i = 0; i < MAZO_GPU_HIDDEN; i++)
        hidden[i] = p->bias[i];
    add_kinds(p, MAZO_INPUT_hand, held, hidden);
    add_kinds(p, MAZO_INPUT_twice, twice, hidden);
    add_table(p, seen, hidden);
    for (int i = 0; i < MAZO_GPU_HIDDEN; i++)
        hidden[i] = hidden[i] < 0 ? 0 : at_most(hidden[i], MOST);
}

/* Gumbel's distribution at 64 equally likely places, times 256: the largest of values with such
 * noise added is one drawn by the softmax of the values. */
static inline int32_t gumbel(uint64_t *dice)
{
    static const int16_t at[64] = {-404, -339, -301, -273, -250, -230, -212, -195, -180, -165, -152,
                                   -138, -126, -113, -101, -89,  -78,  -67,  -55,  -44,  -33,  -22,
                                   -11,  0,    10,   21,   32,   43,   54,   65,   77,   88,   100,
                                   111,  123,  135,  148,  160,  173,  187,  200,  214,  229,  244,
                                   259,  275,  292,  310,  328,  348,  369,  391,  414,  440,  468,
                                   499,  533,  572,  617,  670,  737,  825,  958,  1241};
    return at[mazo_fast_word(dice) >> 26];
}

/* The legal action chosen by the policy. */
static inline int policy_choice(const struct mazo_gpu_policy *p, const struct mazo_env *env,
                                uint64_t *dice)
{
    int32_t hidden[MAZO_GPU_HIDDEN], best = INT32_MIN;
    int choice = MAZO_ACTION_NONE;
    see(p, env, hidden);
    for (int word = 0; word < MAZO_MASK_WORDS; word++)
        for (uint64_t rest = env->mask[word]; rest; rest &= rest - 1) {
            int action = word * 64 + lowest_card(rest);
            int32_t value = p->offset[action] + gumbel(dice) * p->noise / 256;
            for (int i = 0; i < MAZO_GPU_HIDDEN; i++)
                value += hidden[i] * p->action[action][i] >> MAZO_GPU_SHIFT;
            if (value > best) {
                best = value;
                choice = action;
            }
        }
    return choice;
}

#endif
