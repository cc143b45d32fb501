/*
 * think.h - experts think in the pool, and all of them get their turn.
 *
 * A table has one thought at a time. Some are under way, the others wait (fair_queue.h). Where many
 * wait, each gets less time; where too many do, the bot plays as a hard one would, at once. So a
 * bot answers within a bound whatever others do.
 */
#ifndef MAZO_THINK_H
#define MAZO_THINK_H

#include "server/tables/room.h"

void think_init(struct hub *h);

/* Experts waiting for a thread. */
uint32_t think_waiting(const struct hub *h);

/* Within a change, after each command: an expert who has to move starts thinking. When it is done
 * the room is due, and think_end makes its move: true if it did. */
void think_begin(struct hub *h, struct room *r, struct table *t);
bool think_end(struct hub *h, struct room *r, struct table *t);

/* The position has changed: drop the thought. */
void think_drop(struct hub *h, struct room *r);

#endif
