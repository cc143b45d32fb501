/*
 * kernels.h - the kernels, and what goes in and out of them.
 *
 * A thread plays the games whose numbers are its own. A game of a number is the same wherever it is
 * played: its dice come from the number alone.
 */
#ifndef MAZO_GPU_KERNELS_H
#define MAZO_GPU_KERNELS_H

#include "mazo/env.h"
#include "target.h"

struct mazo_gpu_job {
    struct mazo_rules rules;
    int32_t seats;
    uint32_t rounds;  /* of each thread */
    uint32_t longest; /* decisions after which policies give a round up; 0: never */
    uint8_t deal_together, answer_together; /* threads of a warp; a matter of speed only */
    uint64_t first;                         /* the number of the first game */
};

/* Results of a thread's games. */
struct mazo_gpu_tally {
    uint64_t rounds, decisions, given_up;
    uint64_t hash; /* of the dice of the games and of the player, after each round */
    uint32_t won[MAZO_SEATS_MAX];
};

/* The inputs of the network, each on or off. */
enum {
    MAZO_INPUT_hand = 0,   /* the kinds that the seat holds */
    MAZO_INPUT_twice = 64, /* and those it holds twice or more */
    MAZO_INPUT_top = 128,
    MAZO_INPUT_drawn = 192,
    MAZO_INPUT_phase = 256,
    MAZO_INPUT_color = MAZO_INPUT_phase + MAZO_PHASE_COUNT,
    MAZO_INPUT_pending = MAZO_INPUT_color + MAZO_COLOR_COUNT + 1,
    MAZO_INPUT_cards = MAZO_INPUT_pending + 1, /* how many cards each of the first seats holds */
    MAZO_INPUT_SEATS = 4,
    MAZO_INPUT_SIZES = 11,
    MAZO_INPUT_END = MAZO_INPUT_cards + MAZO_INPUT_SEATS * MAZO_INPUT_SIZES,
    MAZO_GPU_INPUTS = 320, /* some are free */
    MAZO_GPU_HIDDEN = 32,
    MAZO_GPU_SHIFT = 6 /* products are divided by 2 to the power of this */
};

_Static_assert((int)MAZO_INPUT_END <= (int)MAZO_GPU_INPUTS, "every input has a row");

/* A network of whole numbers: the rows of the inputs that are on are added up, sums are cut to 0 to
 * 255, and a legal action is worth their product with its row. */
struct mazo_gpu_policy {
    int16_t bias[MAZO_GPU_HIDDEN];
    int16_t input[MAZO_GPU_INPUTS][MAZO_GPU_HIDDEN];
    int16_t action[MAZO_ACTION_COUNT][MAZO_GPU_HIDDEN];
    int32_t offset[MAZO_ACTION_COUNT];
    int32_t noise; /* 0: the best action is taken; 256: one by the softmax of value / 256 */
};

/* Random play, as in `mazo bench`, for this many rounds. */
KERNEL mazo_gpu_play(const struct mazo_gpu_job *job, struct mazo_gpu_tally *tallies);

/* Self-play, a round at a time: seat s is played by policies[s % count], which sees what the seat may
 * know. */
KERNEL mazo_gpu_play_policy(const struct mazo_gpu_job *job, const struct mazo_gpu_policy *policies,
                            int32_t count, struct mazo_gpu_tally *tallies);

/* Envs on the card: begin them; move and write, as mazo_env_step. `wrong` has an entry for each. */
KERNEL mazo_gpu_start(const struct mazo_gpu_job *job, const struct mazo_env_options *options,
                      struct mazo_env *envs, int32_t count);
KERNEL mazo_gpu_step(struct mazo_env *envs, int32_t count, const uint8_t *actions,
                     const struct mazo_env_out *out, uint32_t *wrong);

#endif
