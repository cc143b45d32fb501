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

/* The next command of the seat in turn. `scratch` may be used as memory for it. */
void sim_casual(const struct mazo_game *g, struct mazo_rng *dice, struct mazo_legal *scratch,
                struct mazo_command *out);

/* Any legal command of any seat that has one. False: the match is over. */
bool sim_any(const struct mazo_game *g, struct mazo_rng *dice, struct mazo_legal *scratch,
             struct mazo_command *out);

#endif
