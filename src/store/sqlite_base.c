/*
 * sqlite_base.c - sentences for errors, small queries, and closing a SQLite file.
 */
#include "store/sqlite_inner.h"

#include <errno.h>
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
    case SQLITE_CONSTRAINT_VTAB: /* our own use: there are no virtual tables */
        return N_("somebody else has changed it");
    case SQLITE_CONSTRAINT_FOREIGNKEY:
        return N_("it belongs to something that is missing");
    default:
        return N_("it is not what the store expects");
    }
}

/* The system's error for a failed file. SQLite reports it for some calls only; a commit fails in the
 * write-ahead log, which remembers it. A full quota is not a broken disk. */
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

bool sqlite_number(sqlite3 *db, const char *query, int64_t *out)
{
    sqlite3_stmt *stmt = NULL;
    bool found = sqlite3_prepare_v2(db, query, -1, &stmt, NULL) == SQLITE_OK &&
                 sqlite3_step(stmt) == SQLITE_ROW;
    *out = found ? sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_finalize(stmt);
    return found;
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

/* ---- the rest ---- */

static void bind_one(sqlite3_stmt *stmt, int at, const struct sql_value *v)
{
    switch (v->kind) {
    case SQL_NULL:
        sqlite3_bind_null(stmt, at);
        break;
    case SQL_NUMBER:
        sqlite3_bind_int64(stmt, at, v->number);
        break;
    case SQL_REAL:
        sqlite3_bind_double(stmt, at, v->real);
        break;
    case SQL_WORD:
        sqlite3_bind_text(stmt, at, v->bytes, -1, SQLITE_STATIC);
        break;
    case SQL_TEXT:
        sqlite3_bind_text64(stmt, at, v->bytes ? v->bytes : "", v->len, SQLITE_STATIC, SQLITE_UTF8);
        break;
    case SQL_BYTES:
        sqlite3_bind_blob64(stmt, at, v->bytes, v->len, SQLITE_STATIC);
    }
}

void sqlite_bind(sqlite3_stmt *stmt, const struct sql_value *values, int count)
{
    int known = sqlite3_bind_parameter_count(stmt);
    for (int i = 0; i < count && i < known; i++)
        bind_one(stmt, i + 1, &values[i]);
}

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
    for (int i = 0; i < SQL_READ_COUNT; i++)
        sqlite3_finalize(q->from[i]);
    for (int i = 0; i < SQLITE_WRITES_MAX; i++)
        sqlite3_finalize(q->to[i]);
    sqlite3_close(q->read);
    sqlite3_close(q->write); /* the last to close empties the write-ahead log */
    if (q->lock >= 0)
        close(q->lock);
    free(q->sql.store.copy);
    free(q->path);
    free(q->wal);
    free(q);
}
