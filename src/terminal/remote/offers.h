/*
 * offers.h - servers to choose from: those played on last, then those that the local network tells of.
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

/* Those played on last, and no others yet. */
void offers_begin(struct offers *o);

/* What the local network has answered. A server that is offered already keeps its place. */
void offers_add(struct offers *o, const struct local_server *found, int count);

#endif
