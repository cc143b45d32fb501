/*
 * catch_up.h - the last moves of a match, for anyone who comes back in the middle of it.
 *
 * To replay a match from its first line takes long: the reader's thread does it for the first who
 * asks, and leaves the game as it was some moves ago, and the lines since. Everybody after that is told
 * from there: RECENT_LINES and some more are replayed at most. Tables that no guest comes back to keep
 * nothing.
 */
#ifndef MAZO_CATCH_UP_H
#define MAZO_CATCH_UP_H

#include "server/tables/room.h"
#include "wire/match.h"

enum {
    MISSED_MAX = 100, /* events sent again at most; beyond that, a view */
    PAST_MAX = 60     /* numbers of a round that a view can include */
};

/* Are they in memory? If not, load_recent reads them, and catch_up_take gets what was read. */
bool catch_up_is_there(const struct room *r);
void catch_up_take(struct hub *h, struct room *r, struct read_room *q);

/* Start to replay the last moves of the room's match; *n is the number before the first of them.
 * Whatever may be asked for is included. False: they could not be read. */
bool catch_up_begin(struct hub *h, struct room *r, struct match_reader *m, int64_t *n);

/* Append a line; forget all lines. */
void catch_up_add(struct hub *h, struct room *r, const struct store_event *line);
void catch_up_drop(struct room *r);

#endif
