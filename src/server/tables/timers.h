/*
 * timers.h - when tables have something to do: a heap of them, the next one first.
 */
#ifndef MAZO_TIMERS_H
#define MAZO_TIMERS_H

#include "server/tables/room.h"

/* When to look at the room next; TABLE_NEVER: not at all. */
void due_set(struct hub *h, struct room *r, uint64_t due);

/* Set it from the room's state: after every change, and when people come or go. */
void timers_schedule(struct hub *h, struct room *r);

/* When an unused table leaves memory. Not shortly before its clock runs out, which nobody would
 * notice in time; TABLE_NEVER: not at all. */
uint64_t due_sleep(const struct hub *h, const struct room *r);

#endif
