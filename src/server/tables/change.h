/*
 * change.h - one change of a table: made, stored, then told. A change that cannot be stored has not
 * happened.
 */
#ifndef MAZO_CHANGE_H
#define MAZO_CHANGE_H

#include "server/tables/request.h"

/* Begin a change; only one at a time. `q` is the message being carried out, or NULL: its sender is
 * told if the change cannot be stored. False: out of memory, nothing may be changed. */
bool change_begin(struct room *r, const struct request *q);

/* As change_begin; on failure answers "busy" and returns false. */
bool change_begin_for(const struct request *q);

/* Store the room's settings, or another write, with this change. */
void change_save_room(struct hub *h, struct room *r);
void change_put(struct hub *h, struct room *r, const struct store_write *write);

/* For the terminal of the host and the log, once the change is stored. `who` may be NULL. */
void change_news(struct room *r, enum serve_news news, const struct person *who);

/* Done: stored, then told; or told at once where nothing was written. */
void change_end(struct hub *h, struct room *r);

/* Roll it back; only where nothing was written. */
void change_cancel(struct hub *h, struct room *r);

/* Another server has claimed this table: drop it here. Everybody here reconnects and finds the
 * current state. */
void change_give_up(struct hub *h, struct room *r);

/* The store has kept the change, or not. False if the room is gone: it was to be opened by this
 * change, or another server has changed it. */
bool change_stored(struct hub *h, struct room *r, enum store_outcome outcome);

#endif
