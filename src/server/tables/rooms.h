/*
 * rooms.h - the tables in memory, by their codes.
 */
#ifndef MAZO_ROOMS_H
#define MAZO_ROOMS_H

#include "server/tables/room.h"

struct room *rooms_in_memory(const struct hub *h, const char *code); /* or NULL */

/* A new table, with a number and a code from the stock, which must have one. NULL: no memory. */
struct room *rooms_make(struct hub *h);

/* Add an empty room to memory. NULL: no memory. */
struct room *rooms_add(struct hub *h, int64_t id, const char *code);

/* Note what is being read for it; NULL: nothing. */
void rooms_loading(struct hub *h, struct room *r, struct read_room *q);

/* Drop it from memory. */
void rooms_drop(struct hub *h, struct room *r);

#endif
