/*
 * postgres_read.c - questions to the database, on the reader's connection.
 *
 * An answer is in memory when the question returns, so callbacks may ask anything.
 */
#include "store/postgres_inner.h"

#include <stdio.h>

#include "text/text.h"

#define ALIVE "NOT over"
#define OVER "over"
#define PEOPLE POSTGRES_PEOPLE
#define LATER(a, b) "greatest(" a ", " b ")"
#define SIZE(column) "length(" column ")"
#define BY_INDEX(name) ""
#define UNATTENDED                                                                                 \
    " AND (owner = $3 OR due < $1 - $4::int8 OR NOT EXISTS (SELECT 1 FROM node"                    \
    " WHERE node.id = owner AND node.at > now() - $5::int8 * interval '1 ms'))"

const char *const postgres_reads[POSTGRES_READ_COUNT] = {
#define READ(name, text) [SQL_##name] = text,
#include "store/reads.def"
    /* A line before which one is missing, or whose match is. */
    [POSTGRES_STRAYS] = "SELECT e.match, e.n FROM event AS e WHERE CASE WHEN e.n = 0 THEN"
                        " NOT EXISTS (SELECT 1 FROM match AS m WHERE m.id = e.match) ELSE"
                        " NOT EXISTS (SELECT 1 FROM event AS b WHERE b.match = e.match"
                        " AND b.n = e.n - 1) END LIMIT 20",
    [POSTGRES_SIZE] = "SELECT pg_database_size(current_database())",
    /* The highest number that is there counts too: a copy brings its own. */
    [POSTGRES_RESERVE] =
        "UPDATE counter SET"
        " person = greatest(person, (SELECT max(id) FROM person)) + $1::int8,"
        " room = greatest(room, (SELECT max(id) FROM room)) + $1::int8,"
        " match = greatest(match, (SELECT max(id) FROM match)) + $1::int8"
        " RETURNING person - $1::int8 + 1, room - $1::int8 + 1, match - $1::int8 + 1",
    [POSTGRES_CLAIM] = "SELECT * FROM claim($1, $2)",
    [POSTGRES_BEAT] = "WITH mine AS (INSERT INTO node VALUES ($1, now(), $2) ON CONFLICT (id)"
                      " DO UPDATE SET at = now(), listed = $2) SELECT listed FROM node"
                      " WHERE id <> $1 AND at > now() - $3::int8 * interval '1 ms'",
    /* Notes that have been read go. One about a room that came back is not passed on. */
    [POSTGRES_MOVED] = "WITH read AS (SELECT string_to_array($2, ' ')::int8[] AS seq),"
                       " gone AS (DELETE FROM moved USING read WHERE moved.seq = ANY (read.seq))"
                       " SELECT m.seq, m.room, r.id IS NULL OR r.owner <> $1 FROM moved AS m"
                       " LEFT JOIN room AS r ON r.id = m.room CROSS JOIN read"
                       " WHERE m.node = $1 AND m.seq <> ALL (read.seq) ORDER BY m.seq LIMIT 150",
    [POSTGRES_TIDY] = "WITH gone AS (DELETE FROM node WHERE at < now() - interval '1 hour'),"
                      " old AS (DELETE FROM moved WHERE at < now() - interval '1 hour')"
                      " SELECT 1",
};

/* ---- the cursor ---- */

/* A connection lost since the last question is made again at once. */
static void *ask_statement(struct store *s, int statement, const struct sql_value *values,
                           int count)
{
    struct postgres *q = (struct postgres *)s;
    struct pg_rows *rows = NULL;
    enum pg_answer answer = PG_LOST;
    for (int i = 0; answer == PG_LOST && i < 2; i++) {
        if (!postgres_connect(q, &q->read))
            return NULL;
        answer = pg_ask(&q->read, statement, values, count, POSTGRES_ASK_MS, &rows);
    }
    return rows;
}

static bool next(struct sql_rows *rows) { return ++rows->row < pg_count(rows->answer); }

static int64_t number(const struct sql_rows *rows, int column)
{
    return pg_number(rows->answer, rows->row, column);
}

static double real(const struct sql_rows *rows, int column)
{
    return pg_real(rows->answer, rows->row, column);
}

static const char *bytes(const struct sql_rows *rows, int column, size_t *len)
{
    return pg_bytes(rows->answer, rows->row, column, len);
}

static bool end(void *answer)
{
    pg_free(answer);
    return true;
}

const struct sql_driver postgres_driver = {.ask = ask_statement,
                                           .next = next,
                                           .number = number,
                                           .real = real,
                                           .bytes = bytes,
                                           .end = end};

/* ---- for `mazo store` ---- */

/* What the database itself promises need not be checked: only the lines, whose order our functions
 * keep. */
static int check(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx)
{
    struct sql_rows rows = sql_ask(s, POSTGRES_STRAYS, NULL, 0);
    while (sql_next(&rows)) {
        char what[128];
        snprintf(what, sizeof what, "line %lld of match %lld has nothing before it",
                 (long long)sql_number(&rows, 1), (long long)sql_number(&rows, 0));
        fault(ctx, what);
    }
    int strays = sql_end(&rows);
    if (strays < 0)
        fault(ctx, ((struct postgres *)s)->read.why);
    return strays < 0 ? -1 : !strays;
}

static bool backup(struct store *s, const char *path,
                   void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                   char why[STORE_WHY_SIZE])
{
    (void)s, (void)path, (void)on, (void)ctx;
    snprintf(why, STORE_WHY_SIZE, "%s",
             N_("a database is backed up with pg_dump; see docs/operations.md"));
    return false;
}

static uint64_t size(struct store *s)
{
    struct sql_rows rows = sql_ask(s, POSTGRES_SIZE, NULL, 0);
    uint64_t size = sql_next(&rows) ? (uint64_t)sql_number(&rows, 0) : 0;
    sql_end(&rows);
    return size;
}

static void space(struct store *s, struct store_space *out)
{
    *out = (struct store_space){.used = size(s), .left = UINT64_MAX};
}

const struct store_ops postgres_ops = {
    .commit = postgres_commit,
    .resolve = postgres_resolve,
    .reserve = postgres_reserve,
    .room_claim = postgres_room_claim,
    .heartbeat = postgres_heartbeat,
    .check = check,
    .backup = backup,
    .size = size,
    .space = space,
    .close = postgres_close,
};
