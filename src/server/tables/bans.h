/*
 * bans.h - who may not come: persons and addresses, as the store has them.
 *
 * A ban holds at once at this server, and at the others on the same store within two seconds: each reads the list that
 * often. A banned person loses all seats, as after a kick.
 */
#ifndef MAZO_BANS_H
#define MAZO_BANS_H

#include "server/hub/people.h"

enum { BANS_MAX = 10000 };

/* The list as the store has it, read after everything up to this ticket was decided; ignored if we have changed it
 * since. Takes the memory of `list`. */
void bans_take(struct hub *h, struct store_ban *list, int count, uint64_t decided);

/* Add, remove or replace the ban of a person or address. False: no memory. */
bool bans_set(struct hub *h, const struct store_ban *ban);

/* The ban of this person (may be NULL) or of this connection's address; NULL: none. */
const struct store_ban *bans_of(const struct hub *h, const struct guest *g, const struct person *p);

/* Tell a guest and close the connection. `id` is that of the answered message, or NULL. */
void bans_refuse(struct hub *h, struct guest *g, const struct store_ban *ban, const char *id);

/* Disconnect everybody who is banned now; evict_second takes their seats. */
void bans_enforce(struct hub *h);

/* Remove expired bans from memory and store: an address is kept no longer than needed. */
void bans_expire(struct hub *h);

#endif
