/*
 * offers.h - servers to choose from: those used last, then those on the local network.
 */
#ifndef MAZO_OFFERS_H
#define MAZO_OFFERS_H

#include <stdbool.h>
#include "net/local_network.h"
#include "session/servers.h"

enum { OFFERS_MAX = SERVERS_KEPT + LOCAL_FOUND_MAX };

struct offer {
    char url[SERVERS_URL_SIZE];
    char name[LOCAL_NAME_SIZE]; /* in the local network, or "" */
    bool used, here;            /* played on before; in the local network now */
};

struct offers {
    int count;
    struct offer at[OFFERS_MAX];
};

/* Start with the servers used last. */
void offers_begin(struct offers *o);

/* Add what the local network answered. A server already offered keeps its place. */
void offers_add(struct offers *o, const struct local_server *found, int count);

#endif
