/*
 * local_network.h - servers that announce themselves on the local network (DNS-SD, "_mazo._tcp").
 *
 * Avahi does it, where its library and daemon are installed; elsewhere nothing is found and
 * nothing is announced.
 */
#ifndef MAZO_LOCAL_NETWORK_H
#define MAZO_LOCAL_NETWORK_H

#include <stdint.h>

enum { LOCAL_FOUND_MAX = 16, LOCAL_NAME_SIZE = 64, LOCAL_URL_SIZE = 64 };

struct local_server {
    char url[LOCAL_URL_SIZE];
    char name[LOCAL_NAME_SIZE]; /* its own name, cleaned; "" if it cannot be shown */
};

/* Ask the network and wait for answers, a second and a half at most. Returns how many. */
int local_network_find(struct local_server found[LOCAL_FOUND_MAX]);

/* The same in the background. NULL: no Avahi here. */
struct local_search *local_network_search(void);

/* Becomes readable once there is a result. */
int local_network_search_fd(const struct local_search *search);

/* How many were found; -1: not known yet, or already returned. */
int local_network_search_result(struct local_search *search,
                                struct local_server found[LOCAL_FOUND_MAX]);

/* With or without a result; NULL is fine. */
void local_network_search_end(struct local_search *search);

/* Announce a server on all addresses of this machine until it is withdrawn. NULL without Avahi. */
struct local_announcement *local_network_announce(uint16_t port);

/* NULL is fine. */
void local_network_withdraw(struct local_announcement *announced);

#endif
