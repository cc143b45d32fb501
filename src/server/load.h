/*
 * load.h - tables from the store into memory and back.
 *
 * A table where nobody has been for a while (sleep-after) leaves the memory. One
 * that nobody has used for long (close-after) is closed: nothing looks for it any
 * more, and it is not among anybody's tables. Both come back as they were when
 * somebody asks for them.
 */
#ifndef MAZO_LOAD_H
#define MAZO_LOAD_H

#include "server/room.h"

/* The room with that code, from memory or from the store; *out is NULL where none is found. */
enum find load_room(struct hub *h, const char *code, struct room **out);

/* Is there a place in memory for one more table? If not, one where nobody is leaves it. */
bool load_make_place(struct hub *h);

/* Nobody has been there for a while: out of the memory. */
void load_unload(struct hub *h, struct room *r);

/* The server stops: the rows of all tables are brought up to date. */
void load_save_all(struct hub *h);

/* Every second; `minute`: and a minute is over. Sleeping tables that are due are loaded, old ones
 * closed. */
void load_second(struct hub *h, bool minute);

#endif
