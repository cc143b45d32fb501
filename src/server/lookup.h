/*
 * lookup.h - messages that need something from the store before they can be answered.
 *
 *     if (!q->lookup) {
 *         lookup_ask(q, reads_best, &(struct lookup_for){0}); // this message is handled again with the answer
 *         return;
 *     }
 *
 * Until the answer is there the guest's next messages wait.
 */
#ifndef MAZO_LOOKUP_H
#define MAZO_LOOKUP_H

#include "server/request.h"

/* What to look for; see struct lookup for what each function reads. */
struct lookup_for {
    const uint8_t *hash;
    const char *key;
    int64_t person, before; /* of reads_hello: the last ticket that is decided */
};
void lookup_ask(const struct request *q, void (*read)(struct reading *q, struct store *s),
                const struct lookup_for *what);

/* The guest has gone: nobody waits for its answer. */
void lookup_forget(struct guest *g);

#endif
