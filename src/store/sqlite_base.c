/*
 * sqlite_base.c - what went wrong, what rows say, and the end of a store in a SQLite file.
 */
#include "store/sqlite_inner.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/oserror.h"

/* ---- what went wrong ---- */

static const char *why_refused(int code)
{
    switch (code) {
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
    case SQLITE_CONSTRAINT_UNIQUE:
        return N_("it already exists");
    case SQLITE_CONSTRAINT_VTAB: /* our own: no table here is virtual */
        return N_("somebody else has changed it");
    case SQLITE_CONSTRAINT_FOREIGNKEY:
        return N_("it belongs to something that is missing");
    default:
        return N_("it is not what the store expects");
    }
}

/* What the system said when a file failed. SQLite tells it for some calls only; a commit fails
 * in the write-ahead log, which remembers it. A full quota is not a broken disk. */
static int system_error(sqlite3 *db)
{
    sqlite3_file *log = NULL;
    int error = 0;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log && log->pMethods)
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
    error = error ? error : sqlite3_system_errno(db);
    return error ? error : EIO;
}

bool sqlite_no_room(sqlite3 *db, int code)
{
    int error = code == SQLITE_IOERR_WRITE ? system_error(db) : 0;
    return code == SQLITE_FULL || error == ENOSPC || error == EDQUOT || error == EFBIG;
}

const char *sqlite_why(sqlite3 *db, int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return text_oserror(TEXT_EN, ENOSPC);
    case SQLITE_NOMEM:
        return text_oserror(TEXT_EN, ENOMEM);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return text_oserror(TEXT_EN, EBUSY);
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return text_oserror(TEXT_EN, EACCES);
    case SQLITE_CONSTRAINT:
        return why_refused(code);
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        return text_oserror(TEXT_EN, system_error(db));
    case SQLITE_NOTADB:
        return N_("it is not a store of Mazo, or its beginning is damaged");
    default:
        return N_("it is damaged");
    }
}

bool sqlite_prepare(sqlite3 *db, const char *const *text, int count, sqlite3_stmt **out)
{
    for (int i = 0; i < count; i++)
        if (sqlite3_prepare_v3(db, text[i], -1, SQLITE_PREPARE_PERSISTENT, &out[i], NULL) !=
            SQLITE_OK)
            return false;
    return true;
}

bool sqlite_says(sqlite3 *db, const char *query, const char *word)
{
    sqlite3_stmt *stmt = NULL;
    bool yes = sqlite3_prepare_v2(db, query, -1, &stmt, NULL) == SQLITE_OK &&
               sqlite3_step(stmt) == SQLITE_ROW && sqlite3_column_text(stmt, 0) &&
               strcmp((const char *)sqlite3_column_text(stmt, 0), word) == 0;
    sqlite3_finalize(stmt);
    return yes;
}

/* ---- rows ---- */

/* Files may be damaged or made by others: nothing in them is believed to be short. */
void sqlite_get_word(sqlite3_stmt *stmt, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(stmt, column);
    snprintf(out, size, "%s", text ? (const char *)text : "");
}

void sqlite_get_person(sqlite3_stmt *stmt, struct store_person *out)
{
    const void *hash = sqlite3_column_blob(stmt, 2);
    *out = (struct store_person){
        .id = sqlite3_column_int64(stmt, 0),
        .since = sqlite3_column_int64(stmt, 5),
        .seen = sqlite3_column_int64(stmt, 6),
        .rating = sqlite3_column_double(stmt, 7),
        .matches = sqlite3_column_int(stmt, 8),
        .wins = sqlite3_column_int(stmt, 9),
    };
    if (hash && sqlite3_column_bytes(stmt, 2) == STORE_HASH_SIZE)
        memcpy(out->hash, hash, STORE_HASH_SIZE);
    sqlite_get_word(stmt, 1, out->key, sizeof out->key);
    sqlite_get_word(stmt, 3, out->name, sizeof out->name);
    sqlite_get_word(stmt, 4, out->lang, sizeof out->lang);
}

static bool get_people(struct store *s, struct store_room *out)
{
    sqlite3_stmt *stmt = ((struct sqlite *)s)->from[SQLITE_SEATS];
    sqlite3_bind_int64(stmt, 1, out->id);
    out->people = 0;
    while (sqlite3_step(stmt) == SQLITE_ROW)
        out->person[out->people++] = sqlite3_column_int64(stmt, 0);
    return sqlite3_reset(stmt) == SQLITE_OK;
}

bool sqlite_get_room(struct store *s, sqlite3_stmt *stmt, struct store_room *out)
{
    *out = (struct store_room){
        .id = sqlite3_column_int64(stmt, 0),
        .touched = sqlite3_column_int64(stmt, 2),
        .due = sqlite3_column_int64(stmt, 3),
        .listed = sqlite3_column_int(stmt, 4),
        .over = sqlite3_column_int(stmt, 5),
        .match = sqlite3_column_int64(stmt, 6),
        .text = (const char *)sqlite3_column_text(stmt, 7),
        .len = (size_t)sqlite3_column_bytes(stmt, 7),
        .version = sqlite3_column_int64(stmt, 8),
    };
    sqlite_get_word(stmt, 1, out->code, sizeof out->code);
    return out->text && get_people(s, out);
}

/* ---- the rest ---- */

uint64_t sqlite_size(struct store *s)
{
    struct sqlite *q = (struct sqlite *)s;
    struct stat file, wal;
    uint64_t size = stat(q->path, &file) == 0 ? (uint64_t)file.st_size : 0;
    return size + (stat(q->wal, &wal) == 0 ? (uint64_t)wal.st_size : 0);
}

void sqlite_close(struct store *s)
{
    struct sqlite *q = (struct sqlite *)s;
    for (int i = 0; i < SQLITE_READS_MAX; i++)
        sqlite3_finalize(q->from[i]);
    for (int i = 0; i < SQLITE_WRITES_MAX; i++)
        sqlite3_finalize(q->to[i]);
    sqlite3_close(q->read);
    sqlite3_close(q->write); /* the last one empties the write-ahead log */
    if (q->lock >= 0)
        close(q->lock);
    free(q->store.copy);
    free(q->path);
    free(q->wal);
    free(q);
}
