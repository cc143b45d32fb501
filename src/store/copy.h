/*
 * copy.h - copying a store into an empty one of any kind, and comparing the two.
 */
#ifndef MAZO_STORE_COPY_H
#define MAZO_STORE_COPY_H

#include "store/store.h"

struct store_copied {
    uint64_t people, rooms, matches, lines, results;
};

/* No one else may write to either. `on` gets the progress: people, rooms and matches. False, and why
 * (English, in the catalogue): `to` is incomplete; discard it. */
bool store_copy(struct store *from, struct store *to,
                void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                struct store_copied *out, char why[STORE_WHY_SIZE]);

#endif
