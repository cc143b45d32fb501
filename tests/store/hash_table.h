/*
 * hash_table.h - finding things by a hash.
 *
 * Whatever is to be found carries a link for each way in which it is found, so
 * nothing is allocated for an entry and adding one cannot fail.
 */
#ifndef MAZO_HASH_TABLE_H
#define MAZO_HASH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_table_link {
    struct hash_table_link *next; /* in the same bucket */
    uint64_t hash;
};

struct hash_table {
    struct hash_table_link **bucket;
    size_t buckets; /* a power of two */
    size_t count;
};

/* False: no memory. */
bool hash_table_init(struct hash_table *c);
/* The links belong to others. */
void hash_table_free(struct hash_table *c);

void hash_table_add(struct hash_table *c, struct hash_table_link *link, uint64_t hash);
/* `link` must be there. */
void hash_table_cut(struct hash_table *c, struct hash_table_link *link);

/* One with that hash, and the next with the same; NULL when there are no more. Different things
 * may share a hash: look. */
struct hash_table_link *hash_table_find(const struct hash_table *c, uint64_t hash);
struct hash_table_link *hash_table_more(const struct hash_table_link *link);

/* All of them, in no order: begin with NULL. The one after `link` may be asked for only while
 * `link` lives. */
struct hash_table_link *hash_table_walk(const struct hash_table *c,
                                        const struct hash_table_link *link);

uint64_t hash_table_of(const void *bytes, size_t len);
uint64_t hash_table_of_number(int64_t number);

#endif
