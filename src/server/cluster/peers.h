/*
 * peers.h - what servers on the same store tell each other: that they live, their public tables, and
 * which tables have moved.
 *
 * A table that another server has claimed leaves the memory here. Anyone who is at it is told to come
 * again, and the proxy leads them all to the same server.
 */
#ifndef MAZO_PEERS_H
#define MAZO_PEERS_H

#include "server/tables/room.h"
#include "wire/json_out.h"

void peers_init(struct hub *h);
void peers_free(struct hub *h);

/* Ask and tell, unless that is under way. */
void peers_ask(struct hub *h);

/* The public tables, of all servers, as values of a JSON array, chosen and ordered by listing.h. */
void peers_put_tables(struct hub *h, struct json_out *out);

/* The code of another server's table that suits a "play now" by this sheet better than *most
 * (listing_suits), which is updated; NULL: there is none. */
const char *peers_quick(const struct hub *h, int sheet, int *most);

/* How many public tables here have this person as host. */
uint32_t peers_public_of(const struct hub *h, const struct person *p);

#endif
