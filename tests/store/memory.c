/*
 * memory.c - a store in memory: it keeps every promise of store.h except to survive the process.
 */
#include <stdlib.h>

#include "memory_inner.h"

/* NULL: no memory. */
static struct node *add_node(struct memory *m)
{
    struct node *n = calloc(1, sizeof *n);
    if (n) {
        n->store.ops = &memory_ops;
        n->memory = m;
        n->number = ++m->last_node;
        n->next = m->nodes;
        m->nodes = n;
    }
    return n;
}

struct store *store_memory_join(struct store *first)
{
    struct memory *m = memory_enter(first);
    struct node *n = add_node(m);
    memory_leave(m, 0);
    return n ? &n->store : NULL;
}

struct store *store_memory(void)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m->lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    struct node *node = add_node(m);
    if (!node || !hash_table_init(&m->person_id) || !hash_table_init(&m->person_key) ||
        !hash_table_init(&m->person_hash) || !hash_table_init(&m->room_id) ||
        !hash_table_init(&m->room_code) || !hash_table_init(&m->match_id) ||
        !hash_table_init(&m->match_key)) {
        free(node);
        memory_free(m);
        return NULL;
    }
    return &node->store;
}
