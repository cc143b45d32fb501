/*
 * sqlite_inner.h - what the files of the SQLite store share.
 *
 * Only files that include this one know SQLite.
 */
#ifndef MAZO_SQLITE_INNER_H
#define MAZO_SQLITE_INNER_H

#include <sqlite3.h>

#include "store/store.h"

enum { SQLITE_WRITES_MAX = 32, SQLITE_READS_MAX = 24 };

struct sqlite {
    struct store store;
    char *path, *wal;      /* whole paths of the file and its write-ahead log */
    int lock;              /* held while it is open */
    bool temporary;        /* commits do not wait for the disk */
    sqlite3 *write, *read; /* the writer's connection, or NULL: it is not changed; the reader's */
    bool conflict;         /* why the last batch was refused */
    struct store_top reserved; /* the highest numbers given away, for the reader's thread */
    int64_t fenced, fence;     /* a match, and the version that its room has in this batch */
    struct store_write trace;  /* of a batch in doubt: a write that left a new row, if it has one */
    char doubt[STORE_WHY_SIZE]; /* and why it is in doubt */
    sqlite3_stmt *to[SQLITE_WRITES_MAX], *from[SQLITE_READS_MAX];
};

/* ---- sqlite_base.c ---- */

/* The sentence for what went wrong last on a connection; `code` is what a call returned. */
const char *sqlite_why(sqlite3 *db, int code);

/* Did a write fail because the file may not grow? */
bool sqlite_no_room(sqlite3 *db, int code);

/* Does the first row of the query say this word? */
bool sqlite_says(sqlite3 *db, const char *query, const char *word);

/* Prepare statements that will be used for long. */
bool sqlite_prepare(sqlite3 *db, const char *const *text, int count, sqlite3_stmt **out);

void sqlite_get_word(sqlite3_stmt *stmt, int column, char *out, size_t size);
void sqlite_get_person(sqlite3_stmt *stmt, struct store_person *out);
bool sqlite_get_room(struct store *s, sqlite3_stmt *stmt, struct store_room *out);

/* What a row begins with, for the two above; and who sits in a room is asked by this statement,
 * the first of sqlite_read.c. */
#define SQLITE_PERSON "id, key, hash, name, lang, since, seen, rating, matches, wins"
#define SQLITE_ROOM "id, code, touched, due, listed, over, match, text, version"
enum { SQLITE_SEATS };

/* When the last line of a room's match was written. */
#define SQLITE_LAST_LINE_AT                                                                        \
    "coalesce((SELECT at FROM event WHERE event.match = room.match ORDER BY n DESC LIMIT 1), 0)"

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
extern const struct store_ops sqlite_ops;

/* ---- sqlite_admin.c ---- */

int sqlite_rooms(struct store *s, store_entry_found *found, void *ctx);
int sqlite_people(struct store *s, store_person_found *found, void *ctx);
int sqlite_matches(struct store *s, store_kept_found *found, void *ctx);
int sqlite_matches_of(struct store *s, int64_t person,
                      void (*found)(void *ctx, int64_t match, int seat), void *ctx);
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
