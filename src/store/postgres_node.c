/*
 * postgres_node.c - what several servers on one database need of each other: numbers, whose a room
 * is, and who lives.
 *
 * News for a node are rows that it takes away itself, so none is lost with a connection.
 */
#include "store/postgres_inner.h"

#include <stdio.h>
#include <string.h>

enum { TIDY_EVERY = 1000 };

int postgres_reserve(struct store *s, int64_t count, struct store_top *first)
{
    struct pg_values v = {0};
    pg_put_number(&v, count);
    struct pg_rows *rows = postgres_ask(s, POSTGRES_RESERVE, &v);
    if (rows && pg_count(rows) > 0) {
        first->person = pg_number(rows, 0, 0);
        first->room = pg_number(rows, 0, 1);
        first->match = pg_number(rows, 0, 2);
    }
    return postgres_answered(rows) == 1 ? 1 : -1;
}

int postgres_room_claim(struct store *s, const char *code, store_room_found *found, void *ctx)
{
    struct pg_values v = {0};
    pg_put_word(&v, code);
    pg_put_number(&v, ((struct postgres *)s)->node);
    return postgres_tell_rooms(postgres_ask(s, POSTGRES_CLAIM, &v), found, ctx);
}

/* ---- heartbeats ---- */

static bool beat(struct store *s, const char *listed, size_t len,
                 void (*others)(void *ctx, const char *listed, size_t len), void *ctx)
{
    struct pg_values v = {0};
    pg_put_number(&v, ((struct postgres *)s)->node);
    pg_put_bytes(&v, listed, len);
    struct pg_rows *rows = postgres_ask(s, POSTGRES_BEAT, &v);
    for (int i = 0; rows && i < pg_count(rows); i++) {
        const char *theirs = pg_bytes(rows, i, 0, &len);
        others(ctx, theirs, len);
    }
    return postgres_answered(rows) >= 0;
}

/* What is in `told` has been read the last time; what is found now is in it afterwards. */
static bool read_moved(struct store *s, void (*moved)(void *ctx, int64_t room), void *ctx)
{
    struct postgres *q = (struct postgres *)s;
    struct pg_values v = {0};
    pg_put_number(&v, q->node);
    pg_put_word(&v, q->told);
    struct pg_rows *rows = postgres_ask(s, POSTGRES_MOVED, &v);
    if (!rows)
        return false;
    q->told[0] = '\0';
    size_t used = 0;
    for (int i = 0; i < pg_count(rows); i++) {
        used += (size_t)snprintf(q->told + used, sizeof q->told - used, i ? " %lld" : "%lld",
                                 (long long)pg_number(rows, i, 0));
        if (pg_number(rows, i, 2))
            moved(ctx, pg_number(rows, i, 1));
    }
    pg_free(rows);
    return true;
}

static bool tidy(struct store *s)
{
    struct pg_values none = {0};
    struct pg_rows *rows = postgres_ask(s, POSTGRES_TIDY, &none);
    return postgres_answered(rows) >= 0;
}

int postgres_heartbeat(struct store *s, const char *listed, size_t len,
                       void (*moved)(void *ctx, int64_t room),
                       void (*others)(void *ctx, const char *listed, size_t len), void *ctx)
{
    struct postgres *q = (struct postgres *)s;
    bool fine = beat(s, listed, len, others, ctx) && read_moved(s, moved, ctx);
    if (fine && ++q->beats % TIDY_EVERY == 0)
        fine = tidy(s);
    return fine ? 1 : -1;
}
