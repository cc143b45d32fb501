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
    char *path, *wal;      /* whole paths of the file and its write-ahead log */
    int lock;              /* held while it is open */
    bool temporary;        /* commits do not wait for the disk */
    sqlite3 *write, *read; /* the writer's connection, or NULL: it is not changed; the reader's */
    bool conflict;         /* why the last batch was refused */
    struct store_top reserved; /* the highest numbers given away, for the reader's thread */
    int64_t fenced, fence;     /* a match, and the version that its room has in this batch */
    struct store_write trace;  /* of a batch in doubt: a write that left a new row, if it has one */
    char doubt[STORE_WHY_SIZE]; /* and why it is in doubt */
    sqlite3_stmt *to[SQLITE_WRITES_MAX], *from[SQL_READ_COUNT];
};

/* ---- sqlite_base.c ---- */

/* The sentence for what went wrong last on a connection; `code` is what a call returned. */
const char *sqlite_why(sqlite3 *db, int code);

/* Did a write fail because the file may not grow? */
bool sqlite_no_room(sqlite3 *db, int code);

/* The number that a query gives; false: it failed. */
bool sqlite_number(sqlite3 *db, const char *query, int64_t *out);

/* Does the first row of the query say this word? */
bool sqlite_says(sqlite3 *db, const char *query, const char *word);

/* Prepare statements that will be used for long. */
bool sqlite_prepare(sqlite3 *db, const char *const *text, int count, sqlite3_stmt **out);

uint64_t sqlite_size(struct store *s);
void sqlite_close(struct store *s);

/* ---- versions: sqlite_schema.c ---- */

/* Which version is the file? 0: it is empty. NULL, or why it is not for us: it belongs to
 * another program, or is newer than the present version. */
const char *sqlite_version(sqlite3 *db, int present, int *out);

/* From that version to the present one. Step i leads from version i to i + 1, in a transaction of
 * its own. NULL or why. */
const char *sqlite_migrate(sqlite3 *db, const char *const *steps, int version, int present);

/* For a connection that only reads a file of that version: what newer versions have, and it has not. */
bool sqlite_stand_in(sqlite3 *db, int version);

/* Write the version again, in the transaction under way: a change that changes nothing. */
int sqlite_stamp(sqlite3 *db);

/* All steps there are; *present is how many. */
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
/* Wait until the disk has a file, and its name in the folder. False: see errno. */
bool sqlite_sync_path(const char *path);
/* Page by page into a new file, which is on the disk when this returns. NULL, or why there is none. */
const char *sqlite_copy(sqlite3 *from, const char *path,
                        void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx);
bool sqlite_backup(struct store *s, const char *path,
                   void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                   char why[STORE_WHY_SIZE]);

#endif
