/*
 * push.h - Web Push to people whose turn it is: where turns last hours, once per turn, and only
 * while they have no connection here. The server that has the table sends it.
 */
#ifndef MAZO_PUSH_H
#define MAZO_PUSH_H

#include "server/hub/hub.h"

enum { PUSHES_AN_HOUR = 60 /* per person */ };

/* False: no threads. Without a key h->push stays NULL, and nothing is sent. */
bool push_init(struct hub *h);
void push_free(struct hub *h);

/* The public key of the server, for browsers; NULL: it has none. */
const char *push_public(const struct hub *h);

/* A stored change gave the turn to the seats in its tally. */
void push_turns(struct hub *h, const struct room *r);

/* Collect what the threads have finished. */
void push_reap(struct hub *h);

#endif
