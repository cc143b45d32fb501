/*
 * bench.h - the engine's speed, and a signature of its play.
 */
#ifndef MAZO_BENCH_H
#define MAZO_BENCH_H

#include <stdint.h>
#include "mazo/rules.h"

/* Two ways through the same rounds. */
enum sim_path {
    SIM_PLAYOUT, /* mazo_apply_legal: what bots look ahead with */
    SIM_FULL     /* legal list, mazo_apply, events: what a table does */
};

struct sim_speed {
    double seconds; /* of processor time */
    long rounds;
    double turns_per_round;  /* a turn: a card played or drawn, or a pass */
    double points_per_round; /* what the others hold when a round is won */
    uint64_t hash;           /* hash over the final states of all rounds */
};

/* Play `rounds` rounds at random, in matches one after the other. */
void sim_speed_of(const struct mazo_rules *rules, int seats, enum sim_path path, long rounds,
                  struct sim_speed *out);

/* Depends on every state of a fixed set of matches of every sheet, with house rules too: the same
 * on every platform; changes when any rule plays differently. */
uint64_t sim_signature(void);

#endif
