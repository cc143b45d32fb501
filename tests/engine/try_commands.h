/*
 * try_commands.h - commands right and wrong, tried on copies of a game.
 *
 * Which of them are legal is told by the lists of mazo_legal, and where a list
 * cannot have them all (throw, write, next, tally) by rules of its own.
 */
#ifndef MAZO_TRY_COMMANDS_H
#define MAZO_TRY_COMMANDS_H

#include "engine/random_play.h"

/* Can the seat in turn do what the phase asks for, and not just talk? */
bool try_can_go_on(const struct mazo_game *g);

/* Every listed command of every seat is carried out by mazo_apply and by
 * mazo_apply_legal alike; the seat in turn has one unless the match is over. */
void try_listed(struct random_play *t);

/* Commands at random, and listed ones spoilt in one place: what is not legal
 * is refused and changes nothing. */
void try_wrong(struct random_play *t);

#endif
