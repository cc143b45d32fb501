/*
 * sqlite_inner.h - what the files of the SQLite store share.
 *
 * Only files that include this one know SQLite.
 */
#ifndef MAZO_SQLITE_INNER_H
#define MAZO_SQLITE_INNER_H

#include <sqlite3.h>

#include "store/sql.h"
#include "store/store.h"

enum { SQLITE_WRITES_MAX = 32 };

struct sqlite {
    struct sql sql;
    char *path, *wal;           /* full paths of the file and its write-ahead log */
    int lock;                   /* held while it is open */
    bool temporary;             /* commits do not wait for the disk */
    sqlite3 *write, *read;      /* connections; `write` is NULL for reading only */
    bool conflict;              /* the last batch was refused for its versions */
    struct store_top reserved;  /* the highest numbers given out; the reader's thread */
    int64_t fenced, fence;      /* a match, and the version of its room in this batch */
    struct store_write trace;   /* of a batch in doubt: a write that adds a row, if any */
    char doubt[STORE_WHY_SIZE]; /* why it is in doubt */
    sqlite3_stmt *to[SQLITE_WRITES_MAX], *from[SQL_READ_COUNT];
};

/* ---- sqlite_base.c ---- */

/* The sentence for the last error of a connection; `code` is the result of the call. */
const char *sqlite_why(sqlite3 *db, int code);

/* The number in the first row of a query; false: there is none. */
bool sqlite_number(sqlite3 *db, const char *query, int64_t *out);

/* Is the first row of the query this word? */
bool sqlite_says(sqlite3 *db, const char *query, const char *word);

/* Prepare statements for many uses. */
bool sqlite_prepare(sqlite3 *db, const char *const *text, int count, sqlite3_stmt **out);

/* Its values from ?1 on; those that it does not use are ignored. Fails only when out of memory; then a
 * value is NULL, which the tables refuse. */
void sqlite_bind(sqlite3_stmt *stmt, const struct sql_value *values, int count);

uint64_t sqlite_size(struct store *s);
void sqlite_close(struct store *s);

/* ---- versions: sqlite_schema.c ---- */

/* The version of the file; 0: empty. NULL, or why we cannot use it: it belongs to another program, or
 * is newer. */
const char *sqlite_version(sqlite3 *db, int present, int *out);

/* Upgrade from `version` to `present`. Step i leads from version i to i + 1, in its own transaction.
 * NULL or why. */
const char *sqlite_migrate(sqlite3 *db, const char *const *steps, int version, int present);

/* For a connection that reads a file of that version: stand-ins for what newer versions added. */
bool sqlite_stand_in(sqlite3 *db, int version);

/* Write the version again, in the current transaction: a write without effect. */
int sqlite_stamp(sqlite3 *db);

/* All steps; *present is their number. */
const char *const *sqlite_steps(int *present);

/* ---- sqlite_write.c, sqlite_read.c ---- */

bool sqlite_prepare_writes(struct sqlite *q);
enum store_outcome sqlite_commit(struct store *s, const struct store_write *writes, size_t count,
                                 char why[STORE_WHY_SIZE]);
enum store_outcome sqlite_resolve(struct store *s, char why[STORE_WHY_SIZE]);

bool sqlite_prepare_reads(struct sqlite *q);
extern const struct store_ops sqlite_ops; /* without those of sql.h */
extern const struct sql_driver sqlite_driver;

/* ---- sqlite_admin.c ---- */

int sqlite_check(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx);
/* Sync a file and its folder to the disk. False: see errno. */
bool sqlite_sync_path(const char *path);
/* Copy into a new file and sync it. NULL, or why there is none. */
const char *sqlite_copy(sqlite3 *from, const char *path,
                        void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx);
bool sqlite_backup(struct store *s, const char *path,
                   void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                   char why[STORE_WHY_SIZE]);

#endif
