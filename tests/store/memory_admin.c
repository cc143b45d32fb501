/*
 * memory_admin.c - looking after the store in memory: what is due, old, or all there is.
 */
#include "memory_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- in order ---- */

/* An item and its sort key. */
struct place {
    int64_t key;
    struct hash_table_link *link;
};

static int by_key(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    return (a->key > b->key) - (a->key < b->key);
}

/* All things of a chain in the order of a key, without those whose key is negative. The
 * caller frees *out. False: no memory. */
static bool sorted(const struct memory *m, const struct hash_table *c,
                   int64_t (*key)(const struct memory *m, const struct hash_table_link *link),
                   struct place **out, size_t *count)
{
    *count = 0;
    *out = malloc((c->count + 1) * sizeof **out);
    if (!*out)
        return false;
    for (struct hash_table_link *link = NULL; (link = hash_table_walk(c, link));) {
        struct place it = {.key = key(m, link), .link = link};
        if (it.key >= 0)
            (*out)[(*count)++] = it;
    }
    qsort(*out, *count, sizeof **out, by_key);
    return true;
}

static int64_t key_of_due(const struct memory *m, const struct hash_table_link *link)
{
    const struct store_room *is = &HOLDER(room, by_id, link)->is;
    (void)m;
    return is->over || is->due == 0 ? -1 : is->due;
}

static int64_t key_of_idle(const struct memory *m, const struct hash_table_link *link)
{
    const struct store_room *is = &HOLDER(room, by_id, link)->is;
    (void)m;
    return is->over || is->due != 0 ? -1 : is->touched;
}

static int64_t key_of_use(const struct memory *m, const struct hash_table_link *link)
{
    return memory_used_at(m, &HOLDER(room, by_id, link)->is);
}

static int64_t key_of_person(const struct memory *m, const struct hash_table_link *link)
{
    const struct person *p = HOLDER(person, by_id, link);
    (void)m;
    return p->gone ? -1 : p->is.id;
}

static int64_t key_of_match(const struct memory *m, const struct hash_table_link *link)
{
    (void)m;
    return HOLDER(match, by_id, link)->is.id;
}

/* ---- questions ---- */

/* With a node's number: without the rooms that another one looks after. */
static int tell_until(struct store *s,
                      int64_t (*key)(const struct memory *m, const struct hash_table_link *link),
                      int64_t last, int64_t me, int most, store_room_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    struct place *list;
    size_t count;
    int told = 0;
    if (!sorted(m, &m->room_id, key, &list, &count))
        return memory_leave(m, -1);
    for (size_t i = 0; i < count && told < most && list[i].key <= last; i++) {
        const struct room *r = HOLDER(room, by_id, list[i].link);
        if (!me || list[i].key < last - STORE_OVERDUE_MS || !memory_is_owned_elsewhere(m, r, me)) {
            found(ctx, &r->is);
            told++;
        }
    }
    free(list);
    return memory_leave(m, told > 0);
}

int memory_rooms_due(struct store *s, int64_t by, int most, store_room_found *found, void *ctx)
{
    return tell_until(s, key_of_due, by, ((struct node *)s)->number, most, found, ctx);
}

int memory_rooms_idle(struct store *s, int64_t before, int most, store_room_found *found, void *ctx)
{
    return tell_until(s, key_of_idle, before - 1, 0, most, found, ctx);
}

static uint64_t bytes_of(const struct match *it)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < it->events; i++)
        sum += it->event[i].len;
    return sum;
}

static void tell_entry(const struct memory *m, const struct room *r, store_entry_found *found,
                       void *ctx)
{
    struct store_entry entry = {.room = r->is,
                                .used = memory_used_at(m, &r->is),
                                .bytes = r->is.len};
    for (struct hash_table_link *link = NULL; (link = hash_table_walk(&m->match_id, link));) {
        const struct match *it = HOLDER(match, by_id, link);
        if (it->is.room == r->is.id) {
            entry.matches++;
            entry.bytes += bytes_of(it);
        }
    }
    found(ctx, &entry);
}

int memory_rooms(struct store *s, store_entry_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    struct place *list;
    size_t count;
    if (!sorted(m, &m->room_id, key_of_use, &list, &count))
        return memory_leave(m, -1);
    for (size_t i = count; i > 0; i--)
        tell_entry(m, HOLDER(room, by_id, list[i - 1].link), found, ctx);
    free(list);
    return memory_leave(m, count > 0);
}

int memory_people(struct store *s, store_person_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    struct place *list;
    size_t count;
    if (!sorted(m, &m->person_id, key_of_person, &list, &count))
        return memory_leave(m, -1);
    for (size_t i = 0; i < count; i++)
        found(ctx, &HOLDER(person, by_id, list[i].link)->is);
    free(list);
    return memory_leave(m, count > 0);
}

int memory_matches(struct store *s, store_kept_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    struct place *list;
    size_t count;
    if (!sorted(m, &m->match_id, key_of_match, &list, &count))
        return memory_leave(m, -1);
    for (size_t i = 0; i < count; i++) {
        const struct match *it = HOLDER(match, by_id, list[i].link);
        struct store_kept kept = {.match = it->is,
                                  .ended = memory_ended_at(it),
                                  .lines = (uint32_t)it->events,
                                  .bytes = bytes_of(it)};
        found(ctx, &kept);
    }
    free(list);
    return memory_leave(m, count > 0);
}

/* Where did that person sit? -1: no result says it, -2: nowhere. */
static int seat_in(const struct match *it, int64_t person)
{
    for (int i = 0; i < it->results; i++)
        if (it->result[i].person == person)
            return it->result[i].seat;
    for (size_t i = 0; i < it->events; i++)
        if (it->event[i].person == person)
            return -1;
    return -2;
}

int memory_matches_of(struct store *s, int64_t person,
                      void (*found)(void *ctx, int64_t match, int seat), void *ctx)
{
    struct memory *m = memory_enter(s);
    int any = 0;
    for (struct hash_table_link *link = NULL; (link = hash_table_walk(&m->match_id, link));) {
        const struct match *it = HOLDER(match, by_id, link);
        int seat = seat_in(it, person);
        if (seat >= -1) {
            found(ctx, it->is.id, seat);
            any = 1;
        }
    }
    return memory_leave(m, any);
}

int memory_check(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx)
{
    (void)s;
    (void)fault;
    (void)ctx;
    return 1;
}

bool memory_backup(struct store *s, const char *path,
                   void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                   char why[STORE_WHY_SIZE])
{
    (void)s;
    (void)path;
    (void)on;
    (void)ctx;
    snprintf(why, STORE_WHY_SIZE, "%s", "it is not a file");
    return false;
}
