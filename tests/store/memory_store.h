/*
 * memory_store.h - a store in memory with several nodes and a clock of its own: a test double.
 */
#ifndef MAZO_TEST_MEMORY_STORE_H
#define MAZO_TEST_MEMORY_STORE_H

#include "store/store.h"

/* An empty store. NULL: out of memory. */
struct store *store_memory(void);

/* Another node on the same memory, which the last node to close frees. NULL: out of memory. */
struct store *store_memory_join(struct store *first);

/* The time in milliseconds for all nodes on this memory, instead of the system's. */
void store_memory_clock(struct store *s, int64_t (*now)(void *ctx), void *ctx);

#endif
