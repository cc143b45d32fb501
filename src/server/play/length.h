/*
 * length.h - how long a match may become: moves, and bytes of its file (`moves` and `match-size` in
 * config.def). Players are warned; at the limit room_match.c ends the match as it stands.
 */
#ifndef MAZO_LENGTH_H
#define MAZO_LENGTH_H

#include "server/tables/room.h"

/* Percent of the nearer limit; 0: there is none. */
uint32_t length_percent(const struct hub *h, const struct room *r);

/* Within a change: warn everybody there if the match has come nearer to its limit, from 90 percent on. */
void length_warn(struct hub *h, struct room *r);

/* The same, to a guest who has just come. */
void length_warn_guest(struct hub *h, struct room *r, struct guest *g);

/* Within a change: tell everybody there that it has reached its limit. */
void length_tell_end(struct hub *h, struct room *r);

#endif
