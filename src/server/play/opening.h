/*
 * opening.h - between `start` and the deal: the players' programs open their salts.
 *
 * Everybody who committed to a salt sees all the hashes and the deal code, and sends the salt. When
 * all are there the cards are dealt. If some do not come in time the table names those players, draws
 * another secret, collects new hashes and starts over. A player who misses it SEAT_MISSED_MAX times
 * has no part in this deal, so it ends. Until then seats and rules cannot change.
 *
 * The room's row says where it stands, so another server or a restarted one continues it.
 */
#ifndef MAZO_OPENING_H
#define MAZO_OPENING_H

#include "server/tables/room.h"

/* The host deals: wait for the salts, within a change. False: there are none to wait for. */
bool opening_begin(struct hub *h, struct room *r);

/* Another match follows immediately: first everybody here gives a new part of the shuffle. */
void opening_gather(struct hub *h, struct room *r);

/* Continue, if it is time; begins and ends its own changes. */
void opening_tick(struct hub *h, struct room *r);

/* Its table was just loaded, or the machine was suspended: the time to open starts again. */
void opening_resume(struct hub *h, struct room *r);

#endif
