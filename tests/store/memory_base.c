/*
 * memory_base.c - what is in the memory: found, and taken out.
 */
#include "memory_inner.h"

#include <stdlib.h>
#include <string.h>

/* ---- looking up ---- */

uint64_t memory_hash(const char *text) { return hash_table_of(text, strlen(text)); }

struct person *memory_person(const struct memory *m, int64_t id)
{
    struct hash_table_link *link = hash_table_find(&m->person_id, hash_table_of_number(id));
    return link ? HOLDER(person, by_id, link) : NULL;
}

struct room *memory_room(const struct memory *m, int64_t id)
{
    struct hash_table_link *link = hash_table_find(&m->room_id, hash_table_of_number(id));
    return link ? HOLDER(room, by_id, link) : NULL;
}

struct match *memory_match(const struct memory *m, int64_t id)
{
    struct hash_table_link *link = hash_table_find(&m->match_id, hash_table_of_number(id));
    return link ? HOLDER(match, by_id, link) : NULL;
}

struct person *memory_person_key(const struct memory *m, const char *key)
{
    struct hash_table_link *link = hash_table_find(&m->person_key, memory_hash(key));
    while (link && strcmp(HOLDER(person, by_key, link)->is.key, key) != 0)
        link = hash_table_more(link);
    return link ? HOLDER(person, by_key, link) : NULL;
}

struct person *memory_person_hash(const struct memory *m, const uint8_t *hash)
{
    struct hash_table_link *link = hash_table_find(&m->person_hash,
                                                   hash_table_of(hash, STORE_HASH_SIZE));
    while (link && memcmp(HOLDER(person, by_hash, link)->is.hash, hash, STORE_HASH_SIZE) != 0)
        link = hash_table_more(link);
    return link ? HOLDER(person, by_hash, link) : NULL;
}

struct match *memory_match_key(const struct memory *m, const char *key)
{
    struct hash_table_link *link = hash_table_find(&m->match_key, memory_hash(key));
    while (link && strcmp(HOLDER(match, by_key, link)->is.key, key) != 0)
        link = hash_table_more(link);
    return link ? HOLDER(match, by_key, link) : NULL;
}

struct room *memory_room_code(const struct memory *m, const char *code)
{
    struct room *best = NULL;
    struct hash_table_link *link = hash_table_find(&m->room_code, memory_hash(code));
    for (; link; link = hash_table_more(link)) {
        struct room *r = HOLDER(room, by_code, link);
        if (strcmp(r->is.code, code) == 0 &&
            (!best || (best->is.over && (!r->is.over || r->is.id > best->is.id))))
            best = r;
    }
    return best;
}

struct memory *memory_enter(struct store *s)
{
    struct memory *m = ((struct node *)s)->memory;
    pthread_mutex_lock(&m->lock); /* recursive: callbacks may ask more */
    return m;
}

int memory_leave(struct memory *m, int found)
{
    pthread_mutex_unlock(&m->lock);
    return found;
}

/* ---- taking out ---- */

void memory_drop_person(struct memory *m, struct person *p)
{
    hash_table_cut(&m->person_id, &p->by_id);
    if (!p->gone) {
        hash_table_cut(&m->person_key, &p->by_key);
        hash_table_cut(&m->person_hash, &p->by_hash);
    }
    free(p->past);
    free(p->room);
    free(p->mute);
    free(p);
}

void memory_drop_room(struct memory *m, struct room *r)
{
    hash_table_cut(&m->room_id, &r->by_id);
    hash_table_cut(&m->room_code, &r->by_code);
    free((char *)r->is.text);
    free(r);
}

void memory_drop_match(struct memory *m, struct match *it)
{
    hash_table_cut(&m->match_id, &it->by_id);
    hash_table_cut(&m->match_key, &it->by_key);
    for (size_t i = 0; i < it->events; i++)
        free((char *)it->event[i].text);
    free(it->event);
    free(it);
}

void memory_free(struct memory *m)
{
    for (struct hash_table_link *link = hash_table_walk(&m->room_id, NULL), *next; link;
         link = next) {
        next = hash_table_walk(&m->room_id, link);
        memory_drop_room(m, HOLDER(room, by_id, link));
    }
    for (struct hash_table_link *link = hash_table_walk(&m->match_id, NULL), *next; link;
         link = next) {
        next = hash_table_walk(&m->match_id, link);
        memory_drop_match(m, HOLDER(match, by_id, link));
    }
    for (struct hash_table_link *link = hash_table_walk(&m->person_id, NULL), *next; link;
         link = next) {
        next = hash_table_walk(&m->person_id, link);
        memory_drop_person(m, HOLDER(person, by_id, link));
    }
    hash_table_free(&m->person_id);
    hash_table_free(&m->person_key);
    hash_table_free(&m->person_hash);
    hash_table_free(&m->room_id);
    hash_table_free(&m->room_code);
    hash_table_free(&m->match_id);
    hash_table_free(&m->match_key);
    free(m->ban);
    free(m->daily);
    for (struct push *p = m->pushes, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    pthread_mutex_destroy(&m->lock);
    free(m);
}
