/*
 * postgres_base.c - connecting to the database, and closing it.
 */
#include "store/postgres_inner.h"

#include <stdlib.h>

bool postgres_connect(struct postgres *q, struct pg *c)
{
    if (c->conn && c->timeline < atomic_load(&q->timeline))
        pg_leave(c);
    return pg_connect(c, POSTGRES_CONNECT_MS);
}

void postgres_close(struct store *s)
{
    struct postgres *q = (struct postgres *)s;
    pg_close(&q->read);
    pg_close(&q->write);
    free(q->address);
    free(q);
}
