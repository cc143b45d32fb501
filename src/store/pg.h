/*
 * pg.h - a connection to PostgreSQL. Only pg.c knows libpq.
 *
 * Questions are prepared statements with binary values; a batch of them goes out in one piece and
 * comes back in one piece (a pipeline), so that a commit costs one round trip however much is in
 * it. Nothing waits longer than it is allowed to. A connection that is lost is made again by
 * anyone who needs it next.
 */
#ifndef MAZO_PG_H
#define MAZO_PG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PG_VALUES_MAX = 12, PG_WHY_SIZE = 256 };

/* The values of a statement, $1 and on. They point into what the caller owns. */
struct pg_values {
    int count;
    const char *at[PG_VALUES_MAX];
    int len[PG_VALUES_MAX];
    uint64_t number[PG_VALUES_MAX]; /* in the order of the network */
};

void pg_put_number(struct pg_values *v, int64_t n);
void pg_put_real(struct pg_values *v, double n);
void pg_put_bytes(struct pg_values *v, const void *bytes, size_t len);
void pg_put_word(struct pg_values *v, const char *word);
void pg_put_null(struct pg_values *v);

/* How a batch, or a question, went. */
enum pg_answer {
    PG_DONE,
    PG_REFUSED, /* the database says no: nothing of it is kept */
    PG_LOST     /* the connection broke, or the answer took too long */
};

struct pg_rows; /* what a question found */

struct pg {
    void *conn;          /* PGconn; NULL: not connected */
    const char *address; /* as for libpq: one URI, perhaps with several hosts */
    const char *const *statements;
    int count;                              /* of statements */
    bool some;                              /* an older database does not know them all */
    bool (*greet)(struct pg *c, void *ctx); /* on each new connection, before it is used; or NULL */
    void *ctx;
    uint64_t tried_at;     /* the last time that it could not be reached */
    unsigned host;         /* of several, the one to begin with */
    int64_t timeline;      /* for anyone who greets: which primary this is */
    bool alone;            /* the standbys did not confirm a commit, though it is reported as one */
    bool aborted;          /* a statement of the batch was refused */
    bool conflict;         /* it was refused because somebody else was first: a line of a match
                            * that is there, or MZ003 */
    char state[6];         /* SQLSTATE of what was refused last */
    char why[PG_WHY_SIZE]; /* and a sentence of ours, English, in the catalogue */
};

/* Connect, if it is not connected: at most so many milliseconds. False: why. After a failure it
 * is not tried again for a moment, so that asking often costs nothing. */
bool pg_connect(struct pg *c, int ms);
void pg_close(struct pg *c);

/* Connect to each of several hosts for a moment, so that greet() has seen them all. There is time for
 * slow ones: this is for the start. */
void pg_visit(struct pg *c);

/* Plain SQL, perhaps many statements, without values or rows; the second: one number is the answer. */
enum pg_answer pg_run(struct pg *c, const char *sql, int ms);
enum pg_answer pg_run_number(struct pg *c, const char *sql, int ms, int64_t *out);

/* Not this host any more: the next connection begins with another one. */
void pg_leave(struct pg *c);

/* One statement, by its number. After PG_DONE *rows is to be freed. */
enum pg_answer pg_ask(struct pg *c, int statement, const struct pg_values *v, int ms,
                      struct pg_rows **rows);

/* A batch: begin, add statements, end. It is one transaction. PG_LOST by pg_batch_end: nobody knows
 * whether it was kept. */
bool pg_batch_begin(struct pg *c);
bool pg_batch_add(struct pg *c, int statement, const struct pg_values *v);
enum pg_answer pg_batch_end(struct pg *c, int ms);

/* Was the last refusal a deadlock, or the like, which a second try may not meet? */
bool pg_is_jam(const struct pg *c);

/* Rows. A value that is NULL is 0 or "". Bytes have a NUL behind them. */
int pg_count(const struct pg_rows *rows);
int64_t pg_number(const struct pg_rows *rows, int row, int column);
double pg_real(const struct pg_rows *rows, int row, int column);
const char *pg_bytes(const struct pg_rows *rows, int row, int column, size_t *len);
void pg_free(struct pg_rows *rows);

#endif
