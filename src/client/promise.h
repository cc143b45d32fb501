/*
 * promise.h - a client's part in the fair shuffle (wire/fair.h), and what it may insist on later.
 *
 * promise_hear looks at every message `table` and says what is to be sent: first the hash of a salt;
 * when the deal has its code, the salt itself. A salt is opened for one deal code and no other:
 * with the same salt and other hashes the server could choose among deals.
 */
#ifndef MAZO_PROMISE_H
#define MAZO_PROMISE_H

#include <jansson.h>
#include "wire/fair.h"

/* What one has seen of a shuffle. It is worth keeping until the match file can be had. */
struct promise_kept {
    int match; /* at its table; 0: none */
    char commitment[FAIR_HEX];
    char deal[FAIR_HEX]; /* the deal code before we opened; "": none, by rule 1 */
    char salt[FAIR_HEX]; /* ours; "": none was given */
    int again;           /* how often the deal started over after we had opened */
};

struct promise {
    struct promise_kept next;  /* the deal to come */
    struct promise_kept dealt; /* the match that is played, or was */
    char hash[FAIR_HEX];       /* of next.salt */
    int seat;
    uint8_t sent; /* on this connection: enum promise_act */
};

enum promise_act {
    PROMISE_NOTHING,
    PROMISE_COMMIT, /* send `hash` */
    PROMISE_OPEN,   /* send `next.salt` */
    PROMISE_REFUSE  /* the server wants to know the salt for another deal: do not send it */
};

/* What to do about a message `table`. */
enum promise_act promise_hear(struct promise *p, const json_t *table);

/* The connection has ended, or the message may have been lost: it is sent again. */
void promise_resend(struct promise *p);

#endif
