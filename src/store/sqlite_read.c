/*
 * sqlite_read.c - questions to the file, on the reader's connection.
 *
 * Statements are reset as soon as they have answered: one left open would keep
 * the write-ahead log from being emptied.
 */
#include "store/sqlite_inner.h"

#include <sys/statvfs.h>

#define ALIVE "over = 0"
#define OVER "over = 1"
#define PEOPLE                                                                                     \
    "(SELECT group_concat(person, ' ') FROM"                                                       \
    " (SELECT person FROM seat WHERE seat.room = room.id ORDER BY place LIMIT 10))"
#define LATER(a, b) "max(" a ", " b ")"
#define SIZE(column) "length(CAST(" column " AS BLOB))"
#define BY_INDEX(name) "INDEXED BY " name " "
#define UNATTENDED "" /* there is one server */

static const char *const texts[SQL_READ_COUNT] = {
#define READ(name, text) [SQL_##name] = text,
#include "store/reads.def"
};

bool sqlite_prepare_reads(struct sqlite *q)
{
    return sqlite_prepare(q->read, texts, q->write ? SQL_READ_COUNT : SQL_ROOMS_DUE, q->from);
}

/* ---- the cursor ---- */

/* SQL_TOP must read the disk: the server asks it to see
 * whether the file can be read. */
static void *ask_statement(struct store *s, int statement, const struct sql_value *values,
                           int count)
{
    struct sqlite *q = (struct sqlite *)s;
    sqlite3_stmt *stmt = q->from[statement];
    sqlite_bind(stmt, values, count);
    if (statement == SQL_TOP)
        sqlite3_db_release_memory(q->read);
    return stmt;
}

static bool next(struct sql_rows *rows) { return sqlite3_step(rows->answer) == SQLITE_ROW; }

static int64_t number(const struct sql_rows *rows, int column)
{
    return sqlite3_column_int64(rows->answer, column);
}

static double real(const struct sql_rows *rows, int column)
{
    return sqlite3_column_double(rows->answer, column);
}

static const char *bytes(const struct sql_rows *rows, int column, size_t *len)
{
    const void *at = sqlite3_column_type(rows->answer, column) == SQLITE_BLOB
                         ? sqlite3_column_blob(rows->answer, column)
                         : sqlite3_column_text(rows->answer, column);
    *len = (size_t)sqlite3_column_bytes(rows->answer, column);
    return at;
}

static bool end(void *answer) { return sqlite3_reset(answer) == SQLITE_OK; }

const struct sql_driver sqlite_driver = {.ask = ask_statement,
                                         .next = next,
                                         .number = number,
                                         .real = real,
                                         .bytes = bytes,
                                         .end = end};

/* ---- one server, one file ---- */

static int64_t reserve_numbers(int64_t *reserved, int64_t last, int64_t count)
{
    last = *reserved > last ? *reserved : last;
    *reserved = last + count;
    return last + 1;
}

static int reserve(struct store *s, int64_t count, struct store_top *first)
{
    struct store_top *reserved = &((struct sqlite *)s)->reserved, last;
    if (s->ops->top(s, &last) < 0)
        return -1;
    first->person = reserve_numbers(&reserved->person, last.person, count);
    first->room = reserve_numbers(&reserved->room, last.room, count);
    first->match = reserve_numbers(&reserved->match, last.match, count);
    return 1;
}

static int heartbeat(struct store *s, const char *listed, size_t len,
                     void (*moved)(void *ctx, int64_t room),
                     void (*others)(void *ctx, const char *listed, size_t len), void *ctx)
{
    (void)s, (void)listed, (void)len, (void)moved, (void)others, (void)ctx;
    return 1;
}

/* Free pages stay in the file until they are used again. */
static void space(struct store *s, struct store_space *out)
{
    struct sqlite *q = (struct sqlite *)s;
    struct statvfs disk;
    int64_t used;
    sqlite_number(
        q->read,
        "SELECT (c.page_count - f.freelist_count) * p.page_size FROM pragma_page_count AS c,"
        " pragma_freelist_count AS f, pragma_page_size AS p",
        &used);
    out->used = (uint64_t)used;
    bool known = (q->lock >= 0 ? fstatvfs(q->lock, &disk) : statvfs(q->path, &disk)) == 0;
    out->left = known ? (uint64_t)disk.f_bavail * disk.f_frsize : UINT64_MAX;
}

/* A file without a name cannot be asked for its size. */
static uint64_t size(struct store *s)
{
    struct store_space now;
    if (!((struct sqlite *)s)->temporary)
        return sqlite_size(s);
    space(s, &now);
    return now.used;
}

const struct store_ops sqlite_ops = {
    .commit = sqlite_commit,
    .resolve = sqlite_resolve,
    .reserve = reserve,
    .heartbeat = heartbeat,
    .check = sqlite_check,
    .backup = sqlite_backup,
    .size = size,
    .space = space,
    .close = sqlite_close,
};
