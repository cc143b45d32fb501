/*
 * stopped.h - tables that cannot be continued: why, noted once, told to anyone who comes.
 *
 * Such a table is in memory as ROOM_STOPPED. Nothing of it is written, so the
 * store keeps it as it was found: a newer Mazo, or a person with a backup, can
 * still resume it. Two people change that: the host, who opens the table for another
 * match, and the person who runs the server, who closes it. The lines of the old match
 * stay even then.
 */
#ifndef MAZO_STOPPED_H
#define MAZO_STOPPED_H

#include "server/stored/match_restore.h"
#include "server/tables/request.h"

void stopped_init(struct hub *h);
void stopped_free(struct hub *h);

/* Tables found since the start. */
uint32_t stopped_count(const struct hub *h);

/* Make the room ROOM_STOPPED. False: no memory. */
bool stopped_begin(struct hub *h, struct room *r, const struct room_stop *stop);

/* Log it once per start. Was it logged already? */
void stopped_note(struct hub *h, const struct room *r, const struct room_stop *stop);
bool stopped_is_known(const struct hub *h, int64_t room, int64_t match);

/* The answer to a guest who joins the room of `q`. */
void stopped_tell(const struct request *q);

#endif
