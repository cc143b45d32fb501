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

/* One more, one less, or another one about the same person or address. False: no memory. */
bool bans_set(struct hub *h, const struct store_ban *ban);

/* The ban of this person (or NULL) or of the address of this connection; NULL: there is none. */
const struct store_ban *bans_of(const struct hub *h, const struct guest *g, const struct person *p);

/* Tell a guest, and hang up. `id` is that of the message which is answered, or NULL. */
void bans_refuse(struct hub *h, struct guest *g, const struct store_ban *ban, const char *id);

/* Hang up on everybody who is banned by now; their seats go with evict_second. */
void bans_enforce(struct hub *h);

/* Bans that are over leave memory and store: an address is kept no longer than it is needed. */
void bans_expire(struct hub *h);

#endif
