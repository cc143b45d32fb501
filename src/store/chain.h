/*
 * chain.h - finding things by a hash.
 *
 * Whatever is to be found carries a link for each way in which it is found, so
 * nothing is allocated for an entry and adding one cannot fail.
 */
#ifndef MAZO_CHAIN_H
#define MAZO_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chain_link {
    struct chain_link *next; /* in the same bucket */
    uint64_t hash;
};

struct chain {
    struct chain_link **bucket;
    size_t buckets; /* a power of two */
    size_t count;
};

/* False: no memory. */
bool chain_init(struct chain *c);
/* The links belong to others. */
void chain_free(struct chain *c);

void chain_add(struct chain *c, struct chain_link *link, uint64_t hash);
/* `link` must be there. */
void chain_cut(struct chain *c, struct chain_link *link);

/* One with that hash, and the next with the same; NULL when there are no more. Different things
 * may share a hash: look. */
struct chain_link *chain_find(const struct chain *c, uint64_t hash);
struct chain_link *chain_more(const struct chain_link *link);

/* All of them, in no order: begin with NULL. The one after `link` may be asked for only while
 * `link` lives. */
struct chain_link *chain_walk(const struct chain *c, const struct chain_link *link);

uint64_t chain_hash(const void *bytes, size_t len);
uint64_t chain_hash_number(int64_t number);

#endif
