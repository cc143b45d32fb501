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

/* The room with that code. FIND_LOADING: it is being read, and its inbox takes messages until then.
 * *out is NULL if it is neither found nor being read. */
enum find load_room(struct hub *h, const char *code, struct room **out);

/* The room, if it is in memory or being read; else NULL. */
struct room *load_in_memory(const struct hub *h, const char *code);

/* Is there room in memory for one more table? If not, an unused one is unloaded. */
bool load_make_place(struct hub *h);

/* Unload an unused room once everything is stored. Then load_stays is asked, and returns false when
 * the room has gone. */
void load_unload(struct hub *h, struct room *r);
bool load_stays(struct hub *h, struct room *r);

/* Read the last moves of its match (catch_up.h); until then the table is busy. False: no memory. */
bool load_recent(struct hub *h, struct room *r);

/* The server is stopping: bring the rows of all tables up to date. Returns the last ticket; 0:
 * there is none. */
uint64_t load_save_all(struct hub *h);

/* Every second; `minute`: a minute has passed, too. Loads sleeping tables that are due, closes old
 * ones. */
void load_second(struct hub *h, bool minute);

#endif
