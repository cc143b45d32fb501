/*
 * memory_node.c - several nodes on one memory: numbers, owners of rooms, heartbeats.
 */
#include "memory_inner.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- going ---- */

static void drop_node(struct node *n)
{
    struct node **at = &n->memory->nodes;
    while (*at != n)
        at = &(*at)->next;
    *at = n->next;
    free(n->listed);
    free(n->moved);
    free(n);
}

void memory_close(struct store *s)
{
    struct memory *m = memory_enter(s);
    drop_node((struct node *)s);
    bool last = !m->nodes;
    memory_leave(m, 0);
    if (last)
        memory_free(m);
}

/* ---- time ---- */

void store_memory_clock(struct store *s, int64_t (*now)(void *ctx), void *ctx)
{
    struct memory *m = memory_enter(s);
    m->now = now;
    m->now_ctx = ctx;
    memory_leave(m, 0);
}

static int64_t now_ms(const struct memory *m)
{
    struct timespec now;
    if (m->now)
        return m->now(m->now_ctx);
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct node *find_node(const struct memory *m, int64_t number)
{
    struct node *n = m->nodes;
    while (n && n->number != number)
        n = n->next;
    return n;
}

static bool lives(const struct node *n, int64_t now, int64_t ms)
{
    return n && n->beats && now - n->heard < ms;
}

bool memory_is_owned_elsewhere(const struct memory *m, const struct room *r, int64_t me)
{
    return r->owner != me && lives(find_node(m, r->owner), now_ms(m), STORE_LIVES_MS);
}

/* ---- questions ---- */

static int64_t take(int64_t *reserved, int64_t top, int64_t count)
{
    int64_t last = *reserved > top ? *reserved : top;
    *reserved = last + count;
    return last + 1;
}

int memory_reserve(struct store *s, int64_t count, struct store_top *first)
{
    struct memory *m = memory_enter(s);
    first->person = take(&m->reserved.person, m->top.person, count);
    first->room = take(&m->reserved.room, m->top.room, count);
    first->match = take(&m->reserved.match, m->top.match, count);
    return memory_leave(m, 1);
}

/* The node that had the room will hear of it. False: no memory. */
static bool tell_owner(const struct memory *m, const struct room *r, int64_t me)
{
    struct node *n = r->owner != me ? find_node(m, r->owner) : NULL;
    if (n && n->moved_count == n->moved_cap) {
        size_t cap = n->moved_cap ? n->moved_cap * 2 : 16;
        int64_t *more = realloc(n->moved, cap * sizeof *more);
        if (!more)
            return false;
        n->moved = more;
        n->moved_cap = cap;
    }
    if (n)
        n->moved[n->moved_count++] = r->is.id;
    return true;
}

int memory_room_claim(struct store *s, const char *code, store_room_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    struct room *r = memory_room_code(m, code);
    int64_t me = ((struct node *)s)->number;
    if (r && !tell_owner(m, r, me))
        return memory_leave(m, -1);
    if (r) {
        r->owner = me;
        r->is.version++;
        found(ctx, &r->is);
    }
    return memory_leave(m, r != NULL);
}

static bool keep_list(struct node *n, const char *listed, size_t len)
{
    char *copy = malloc(len + 1);
    if (!copy)
        return false;
    if (len > 0)
        memcpy(copy, listed, len);
    free(n->listed);
    n->listed = copy;
    n->listed_len = len;
    return true;
}

/* Skip rooms that have come back. */
static void tell_moved(const struct memory *m, struct node *n,
                       void (*moved)(void *ctx, int64_t room), void *ctx)
{
    int64_t *list = n->moved;
    size_t count = n->moved_count;
    n->moved = NULL;
    n->moved_count = n->moved_cap = 0;
    for (size_t i = 0; i < count; i++) {
        const struct room *r = memory_room(m, list[i]);
        if (!r || r->owner != n->number)
            moved(ctx, list[i]);
    }
    free(list);
}

int memory_heartbeat(struct store *s, const char *listed, size_t len,
                     void (*moved)(void *ctx, int64_t room),
                     void (*others)(void *ctx, const char *listed, size_t len), void *ctx)
{
    struct memory *m = memory_enter(s);
    struct node *me = (struct node *)s;
    if (!keep_list(me, listed, len))
        return memory_leave(m, -1);
    me->heard = now_ms(m);
    me->beats = true;
    tell_moved(m, me, moved, ctx);
    for (const struct node *n = m->nodes; n; n = n->next)
        if (n != me && lives(n, me->heard, STORE_HEARD_MS))
            others(ctx, n->listed, n->listed_len);
    return memory_leave(m, 1);
}
