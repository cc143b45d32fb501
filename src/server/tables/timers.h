/*
 * timers.h - when tables have something to do: a heap of them, the next one first.
 */
#ifndef MAZO_TIMERS_H
#define MAZO_TIMERS_H

#include "server/tables/room.h"

/* When the room is to be looked at; TABLE_NEVER: not at all. */
void due_set(struct hub *h, struct room *r, uint64_t due);

/* Set it by what the room says: after every change of it or of who is here. */
void timers_schedule(struct hub *h, struct room *r);

/* When an unused table leaves the memory, until a guest asks for it. Not just before its clock runs
 * out, which no one would notice in time; TABLE_NEVER: not at all. */
uint64_t due_sleep(const struct hub *h, const struct room *r);

#endif
