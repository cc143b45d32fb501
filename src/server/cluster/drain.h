/*
 * drain.h - a server that is about to stop.
 *
 * Alone it opens no new tables, waits for the matches that are being played, and answers /healthz as
 * ever: players whose connection breaks must be able to come back. At the tables that are there people
 * can go on playing: a match that they begin now is not waited for, and goes on after the restart. With other servers on the same
 * store it says there that it is not well, so that the proxy sends people elsewhere, and stops as
 * soon as the proxy can have noticed: their tables go on at the others. Until then it refuses
 * nothing, and players see a reconnect at most.
 */
#ifndef MAZO_DRAIN_H
#define MAZO_DRAIN_H

#include "server/hub/hub.h"

enum { DRAIN_MOVE_MS = 3000 }; /* until a proxy has noticed; HAProxy asks twice a second */

/* Begin, or change how long to wait: `most_ms` at most; 0: as long as it takes. */
void drain_begin(struct hub *h, bool at_once, uint64_t most_ms);
void drain_end(struct hub *h);

/* Matches to wait for: they had begun, players are there, and their turns do not last for hours. */
uint32_t drain_left(const struct hub *h);

/* Do tables go on at other servers? */
bool drain_moves(const struct hub *h);

/* May no new table be opened here? */
bool drain_refuses(const struct hub *h);

/* A match is about to begin: tell the table if it may be interrupted. */
void drain_warn(struct hub *h, struct room *r);

/* Is it time to stop? */
bool drain_is_over(const struct hub *h);

#endif
