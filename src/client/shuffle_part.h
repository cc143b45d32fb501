/*
 * shuffle_part.h - a client's part in the fair shuffle (wire/fair.h), and what it may insist on later.
 *
 * shuffle_part_hear looks at every message `table` and says what is to be sent: first the hash of a salt;
 * when the deal has its code, the salt itself. A salt is opened for one deal code and no other:
 * with the same salt and other hashes the server could choose among deals.
 */
#ifndef MAZO_SHUFFLE_PART_H
#define MAZO_SHUFFLE_PART_H

#include <jansson.h>
#include "wire/fair.h"
#include "wire/table_info.h"

/* What a player has seen of a shuffle. Keep it until the match file is available. */
struct shuffle_seen {
    int match; /* at its table; 0: none */
    char commitment[FAIR_HEX];
    char deal[FAIR_HEX]; /* the deal code before we opened; "": none, by rule 1 */
    char salt[FAIR_HEX]; /* our salt; "": none was given */
    int again;           /* how often the deal started over after we had opened */
};

struct shuffle_part {
    struct shuffle_seen next;  /* the deal to come */
    struct shuffle_seen dealt; /* the match that is played, or was */
    char hash[FAIR_HEX];       /* of next.salt */
    int seat;
    uint8_t sent; /* on this connection: enum shuffle_act */
};

enum shuffle_act {
    SHUFFLE_NOTHING,
    SHUFFLE_COMMIT, /* send `hash` */
    SHUFFLE_OPEN,   /* send `next.salt` */
    SHUFFLE_REFUSE  /* the server wants to know the salt for another deal: do not send it */
};

/* What to do about a `table` message; `message` is its JSON. */
enum shuffle_act shuffle_part_hear(struct shuffle_part *p, const struct table_info *t,
                                   const json_t *message);

/* The connection ended, or the message may have been lost: send it again. */
void shuffle_part_resend(struct shuffle_part *p);

#endif
