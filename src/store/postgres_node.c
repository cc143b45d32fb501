/*
 * postgres_node.c - several servers on one database: numbers, who has a room, and which servers live.
 *
 * A note for a node is a row that the node itself deletes, so none is lost with a connection.
 */
#include "store/postgres_inner.h"

#include <stdio.h>

enum { TIDY_EVERY = 1000 };

int postgres_reserve(struct store *s, int64_t count, struct store_top *first)
{
    struct sql_rows rows = SQL_ASK(s, POSTGRES_RESERVE, SQL_NUMBER_OF(count));
    if (sql_next(&rows)) {
        first->person = sql_number(&rows, 0);
        first->room = sql_number(&rows, 1);
        first->match = sql_number(&rows, 2);
    }
    return sql_end(&rows) == 1 ? 1 : -1;
}

int postgres_room_claim(struct store *s, const char *code, store_room_found *found, void *ctx)
{
    struct sql_rows rows = SQL_ASK(s, POSTGRES_CLAIM, SQL_WORD_OF(code),
                                   SQL_NUMBER_OF(((struct sql *)s)->node));
    return sql_tell_rooms(rows, found, ctx);
}

/* ---- heartbeats ---- */

static bool beat(struct store *s, const char *listed, size_t len,
                 void (*others)(void *ctx, const char *listed, size_t len), void *ctx)
{
    struct sql_rows rows = SQL_ASK(s, POSTGRES_BEAT, SQL_NUMBER_OF(((struct sql *)s)->node),
                                   SQL_BYTES_OF(listed, len), SQL_NUMBER_OF(STORE_HEARD_MS));
    while (sql_next(&rows)) {
        const char *theirs = sql_text(&rows, 0, &len);
        others(ctx, theirs, len);
    }
    return sql_end(&rows) >= 0;
}

/* The notes in `told` were read the last time; afterwards it has those found now. */
static bool read_moved(struct store *s, void (*moved)(void *ctx, int64_t room), void *ctx)
{
    struct postgres *q = (struct postgres *)s;
    struct sql_rows rows = SQL_ASK(s, POSTGRES_MOVED, SQL_NUMBER_OF(q->sql.node),
                                   SQL_WORD_OF(q->told));
    size_t used = 0;
    if (rows.answer)
        q->told[0] = '\0';
    while (sql_next(&rows)) {
        used += (size_t)snprintf(q->told + used, sizeof q->told - used, used ? " %lld" : "%lld",
                                 (long long)sql_number(&rows, 0));
        if (sql_number(&rows, 2))
            moved(ctx, sql_number(&rows, 1));
    }
    return sql_end(&rows) >= 0;
}

static bool tidy(struct store *s)
{
    struct sql_rows rows = sql_ask(s, POSTGRES_TIDY, NULL, 0);
    return sql_end(&rows) >= 0;
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
