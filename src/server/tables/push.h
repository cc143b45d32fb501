/*
 * push.h - people who are told by Web Push that it is their turn: where turns last hours, once for each, and only while
 * they have no connection here. The server that has the table tells them.
 */
#ifndef MAZO_PUSH_H
#define MAZO_PUSH_H

#include "server/hub/hub.h"

enum { PUSHES_AN_HOUR = 60 /* turns of one person that are told */ };

/* False: no threads. Where the host has set no key, h->push stays NULL, and nothing is told. */
bool push_init(struct hub *h);
void push_free(struct hub *h);

/* The public key of the server, for browsers; NULL: it has none. */
const char *push_public(const struct hub *h);

/* A change is stored that gave the turn to the seats in its tally. */
void push_turns(struct hub *h, const struct room *r);

/* What the threads have done. */
void push_reap(struct hub *h);

#endif
