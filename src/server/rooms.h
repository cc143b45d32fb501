/*
 * rooms.h - the tables in memory, by their codes.
 */
#ifndef MAZO_ROOMS_H
#define MAZO_ROOMS_H

#include "server/room.h"

struct room *rooms_in_memory(const struct hub *h, const char *code); /* or NULL */

/* A new table, with a code that no other has; *out is NULL where the store has failed. */
enum find rooms_make(struct hub *h, struct room **out);

/* One more in memory, empty. NULL: no memory. */
struct room *rooms_add(struct hub *h, int64_t id, const char *code);
void rooms_drop(struct hub *h, struct room *r);

#endif
