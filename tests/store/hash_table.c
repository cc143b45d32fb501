/*
 * hash_table.c - buckets of links, doubled when they fill up.
 */
#include "hash_table.h"

#include <stdlib.h>

enum { BUCKETS_FIRST = 64 };

bool hash_table_init(struct hash_table *c)
{
    *c = (struct hash_table){.bucket = calloc(BUCKETS_FIRST, sizeof *c->bucket)};
    c->buckets = c->bucket ? BUCKETS_FIRST : 0;
    return c->bucket;
}

void hash_table_free(struct hash_table *c)
{
    free(c->bucket);
    *c = (struct hash_table){0};
}

static struct hash_table_link **bucket_of(const struct hash_table *c, uint64_t hash)
{
    return &c->bucket[hash & (c->buckets - 1)];
}

/* Without memory the chains only grow longer. */
static void grow(struct hash_table *c)
{
    struct hash_table bigger = {.buckets = c->buckets * 2, .count = c->count};
    bigger.bucket = calloc(bigger.buckets, sizeof *bigger.bucket);
    if (!bigger.bucket)
        return;
    for (size_t i = 0; i < c->buckets; i++) {
        for (struct hash_table_link *link = c->bucket[i], *next; link; link = next) {
            struct hash_table_link **to = bucket_of(&bigger, link->hash);
            next = link->next;
            link->next = *to;
            *to = link;
        }
    }
    free(c->bucket);
    *c = bigger;
}

void hash_table_add(struct hash_table *c, struct hash_table_link *link, uint64_t hash)
{
    if (c->count >= c->buckets)
        grow(c);
    struct hash_table_link **to = bucket_of(c, hash);
    *link = (struct hash_table_link){.next = *to, .hash = hash};
    *to = link;
    c->count++;
}

void hash_table_cut(struct hash_table *c, struct hash_table_link *link)
{
    struct hash_table_link **at = bucket_of(c, link->hash);
    while (*at != link)
        at = &(*at)->next;
    *at = link->next;
    c->count--;
}

static struct hash_table_link *with_hash(struct hash_table_link *link, uint64_t hash)
{
    while (link && link->hash != hash)
        link = link->next;
    return link;
}

struct hash_table_link *hash_table_find(const struct hash_table *c, uint64_t hash)
{
    return with_hash(*bucket_of(c, hash), hash);
}

struct hash_table_link *hash_table_more(const struct hash_table_link *link)
{
    return with_hash(link->next, link->hash);
}

struct hash_table_link *hash_table_walk(const struct hash_table *c,
                                        const struct hash_table_link *link)
{
    if (link && link->next)
        return link->next;
    for (size_t i = link ? (link->hash & (c->buckets - 1)) + 1 : 0; i < c->buckets; i++)
        if (c->bucket[i])
            return c->bucket[i];
    return NULL;
}

/* The last steps of splitmix64: every bit of the number reaches the low ones. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* FNV-1a. */
uint64_t hash_table_of(const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return mix(hash);
}

uint64_t hash_table_of_number(int64_t number) { return mix((uint64_t)number); }
