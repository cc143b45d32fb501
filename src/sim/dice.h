/*
 * dice.h - players without a mind: the yardstick of speed and of tests.
 *
 * sim_casual plays as a hurried person would: a card that fits, each copy
 * equally likely, a draw only when nothing fits, UNO said, no bluff, no
 * challenge. sim_any takes any legal command, even silly ones.
 */
#ifndef MAZO_DICE_H
#define MAZO_DICE_H

#include "mazo/game.h"

struct sim_dice {
    uint64_t state; /* of the fast generator */
    uint64_t many;  /* kinds of which the deck has more than two */
};

/* Dice for games by these rules. */
void sim_dice_init(struct sim_dice *dice, const struct mazo_rules *rules, uint64_t seed);

/* The next command of the seat in turn. `scratch` may be used as memory for it. */
void sim_casual(const struct mazo_game *g, struct sim_dice *dice, struct mazo_legal *scratch,
                struct mazo_command *out);

/* Any legal command of any seat that has one. False: the match is over. */
bool sim_any(const struct mazo_game *g, struct sim_dice *dice, struct mazo_legal *scratch,
             struct mazo_command *out);

#endif
