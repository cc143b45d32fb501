/*
 * change.h - one change of a table: made, stored, then told. A change that cannot be stored has not
 * happened.
 */
#ifndef MAZO_CHANGE_H
#define MAZO_CHANGE_H

#include "server/tables/request.h"

/* One after the other. `q` is the message that is carried out, or NULL: its sender is told when
 * the change cannot be stored. False: out of memory, nothing may be changed. */
bool change_begin(struct room *r, const struct request *q);

/* As change_begin; on failure answers "busy" and returns false. */
bool change_begin_for(const struct request *q);

/* Store the room's settings with this change; or something else. */
void change_save_room(struct hub *h, struct room *r);
void change_put(struct hub *h, struct room *r, const struct store_write *write);

/* For the terminal of the host and the log, once the change is stored. `who` may be NULL. */
void change_news(struct room *r, enum serve_news news, const struct person *who);

/* Done: stored, then told; or told at once where nothing was written. */
void change_end(struct hub *h, struct room *r);

/* Roll it back; only where nothing was written. */
void change_cancel(struct hub *h, struct room *r);

/* Another server has this table now: it leaves the memory. Anyone who is here comes back, and finds it
 * as it is. */
void change_give_up(struct hub *h, struct room *r);

/* The store has it, or not. Returns whether there is still a room: not where it was to be opened by
 * this change, nor where another server has changed it: then it leaves the memory. */
bool change_stored(struct hub *h, struct room *r, enum store_outcome outcome);

#endif
