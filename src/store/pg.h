/*
 * pg.h - a connection to PostgreSQL. Only pg.c knows libpq.
 *
 * Statements are prepared and take binary values. A batch goes out and comes back in one piece (a
 * pipeline), so that a commit costs one round trip whatever its size. Every call has a deadline. A lost
 * connection is restored by the next call that needs it.
 */
#ifndef MAZO_PG_H
#define MAZO_PG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "store/sql.h"

enum { PG_VALUES_MAX = 12, PG_WHY_SIZE = 256 };

/* The outcome of a statement or a batch. */
enum pg_answer {
    PG_DONE,
    PG_REFUSED, /* the database refused it: nothing is kept */
    PG_LOST     /* the connection broke, or the answer took too long */
};

struct pg_rows; /* the answer to a statement */

struct pg {
    void *conn;          /* PGconn; NULL: not connected */
    const char *address; /* a URI for libpq, perhaps with several hosts */
    const char *const *statements;
    int count;                              /* of statements */
    bool some;                              /* an older database may not know them all */
    bool (*greet)(struct pg *c, void *ctx); /* called on each new connection, or NULL */
    void *ctx;
    uint64_t tried_at;     /* the last failure to connect */
    unsigned host;         /* the one to try first */
    int64_t timeline;      /* set by greet: which primary this is */
    bool alone;            /* a commit was reported, but no standby confirmed it */
    bool aborted;          /* a statement of the batch was refused */
    bool conflict;         /* because another writer was first: the line of the match exists, or
                            * MZ003 */
    char state[6];         /* SQLSTATE of the last refusal */
    char why[PG_WHY_SIZE]; /* and our sentence for it, English, in the catalogue */
};

/* Connect within `ms` milliseconds, if not connected. False: why. After a failure it does not try again
 * for a moment, so that frequent calls cost nothing. */
bool pg_connect(struct pg *c, int ms);
void pg_close(struct pg *c);

/* At the start: connect briefly to each of several hosts, slow ones too, so that greet() sees them all. */
void pg_visit(struct pg *c);

/* Plain SQL, one or more statements; the second returns the number that it answers. */
enum pg_answer pg_run(struct pg *c, const char *sql, int ms);
enum pg_answer pg_run_number(struct pg *c, const char *sql, int ms, int64_t *out);

/* Skip this host on the next connect. */
void pg_leave(struct pg *c);

/* One statement, by its number, with its values from $1 on. After PG_DONE free *rows. */
enum pg_answer pg_ask(struct pg *c, int statement, const struct sql_value *values, int count,
                      int ms, struct pg_rows **rows);

/* A batch: begin, add statements, end. It is one transaction. After PG_LOST from pg_batch_end it may be
 * kept or not. */
bool pg_batch_begin(struct pg *c);
bool pg_batch_add(struct pg *c, int statement, const struct sql_value *values, int count);
enum pg_answer pg_batch_end(struct pg *c, int ms);

/* Was the last refusal a deadlock or the like, worth a retry? */
bool pg_is_jam(const struct pg *c);

/* Rows. A NULL value is 0 or "". Bytes have a NUL behind them. */
int pg_count(const struct pg_rows *rows);
int64_t pg_number(const struct pg_rows *rows, int row, int column);
double pg_real(const struct pg_rows *rows, int row, int column);
const char *pg_bytes(const struct pg_rows *rows, int row, int column, size_t *len);
void pg_free(struct pg_rows *rows);

#endif
