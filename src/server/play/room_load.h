/*
 * room_load.h - tables from the store into memory and back.
 *
 * A table unused for a while (sleep-after) leaves the memory. One unused for long (close-after)
 * is closed: it has no timers and is in nobody's list of tables. Both come back as they were when
 * a client asks for them.
 */
#ifndef MAZO_ROOM_LOAD_H
#define MAZO_ROOM_LOAD_H

#include "server/tables/room.h"

void load_init(struct hub *h);

/* The room with that code. FIND_LOADING: it is on its way from the store, and its inbox takes what
 * comes until then. *out is NULL where it is neither found nor on its way. */
enum find load_room(struct hub *h, const char *code, struct room **out);

/* It, if it is in memory or on its way; else NULL. */
struct room *load_in_memory(const struct hub *h, const char *code);

/* Is there a place in memory for one more table? If not, an unused one leaves it. */
bool load_make_place(struct hub *h);

/* It is unused: out of the memory, once what has to be stored is. Then
 * load_stays is asked, and false when it has gone. */
void load_unload(struct hub *h, struct room *r);
bool load_stays(struct hub *h, struct room *r);

/* Read the last moves of its match (catch_up.h); until then the table is busy. False: no memory. */
bool load_recent(struct hub *h, struct room *r);

/* The server stops: the rows of all tables are brought up to date. The last ticket; 0: there is none. */
uint64_t load_save_all(struct hub *h);

/* Every second; `minute`: and a minute is over. Sleeping tables that are due are loaded, old ones
 * closed. */
void load_second(struct hub *h, bool minute);

#endif
