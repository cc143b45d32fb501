/*
 * guess.h - short codes that people type in, and that others could guess: of tables, and the like.
 *
 *     if (!guess_allowed(h, g)) {
 *         request_error(q, "too_fast", N_("Too many wrong codes: wait a minute"));
 *         return;
 *     }
 *     guess_begin(h, g);  // before anything is looked up
 *     ...
 *     guess_right(h, g);  // once it was found, or could not be looked up
 *
 * A guess counts from the moment it is made, so that many at once do not slip through. Wrong ones
 * count for a minute: for the person, over all connections, and for the address, over all people
 * there. The limit of an address is higher: a whole school may be behind it.
 */
#ifndef MAZO_GUESS_H
#define MAZO_GUESS_H

#include <stdbool.h>

enum {
    GUESS_EACH_MAX = 10,   /* wrong codes a minute of one person, */
    GUESS_ADDRESS_MAX = 60 /* and from one address */
};

struct guest;
struct hub;

/* May this guest try another code? Before hello, only the limit of the address counts. */
bool guess_allowed(const struct hub *h, const struct guest *g);

/* Count a try; and take it back if the code was right. `g` is still connected. */
void guess_begin(const struct hub *h, struct guest *g);
void guess_right(const struct hub *h, struct guest *g);

#endif
