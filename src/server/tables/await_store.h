/*
 * await_store.h - messages that need something from the store before they can be answered.
 *
 *     if (!q->lookup) {
 *         await_ask(q, query_best, &(struct await_for){0}); // this message is handled again with the answer
 *         return;
 *     }
 *
 * Until the answer is there the guest's next messages wait.
 */
#ifndef MAZO_AWAIT_STORE_H
#define MAZO_AWAIT_STORE_H

#include "server/tables/request.h"

/* What to look for; see struct await for what each function reads. */
struct await_for {
    const uint8_t *hash;
    const char *key;
    int64_t person, before; /* for query_hello: the last decided ticket */
    int32_t day;
};
void await_ask(const struct request *q, void (*read)(struct reading *q, struct store *s),
               const struct await_for *what);

/* The guest has gone: drop the answer. */
void await_forget(struct guest *g);

#endif
