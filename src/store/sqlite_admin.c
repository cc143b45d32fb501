/*
 * sqlite_admin.c - checking a SQLite file, and copying it. In WAL mode neither blocks the writer.
 */
#include "store/sqlite_inner.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "text/oserror.h"

enum { PAGES_A_STEP = 64, FAULT_SIZE = 512 };

static sqlite3_stmt *prepare_once(struct store *s, const char *text)
{
    sqlite3_stmt *stmt = NULL;
    sqlite3_prepare_v2(((struct sqlite *)s)->read, text, -1, &stmt, NULL);
    return stmt;
}

static void get_word(sqlite3_stmt *stmt, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(stmt, column);
    snprintf(out, size, "%s", text ? (const char *)text : "");
}

/* ---- checking ---- */

/* SQLite's own check: one row per problem, or "ok". False: the check failed. */
static bool tell_damage(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx,
                        bool *sound)
{
    sqlite3_stmt *stmt = prepare_once(s, "PRAGMA integrity_check");
    while (stmt && sqlite3_step(stmt) == SQLITE_ROW) {
        char what[FAULT_SIZE];
        get_word(stmt, 0, what, sizeof what);
        if (strcmp(what, "ok") != 0) {
            *sound = false;
            fault(ctx, what);
        }
    }
    return stmt && sqlite3_finalize(stmt) == SQLITE_OK;
}

/* Rows whose parent row is missing. */
static bool tell_strays(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx,
                        bool *sound)
{
    sqlite3_stmt *stmt = prepare_once(s, "PRAGMA foreign_key_check");
    while (stmt && sqlite3_step(stmt) == SQLITE_ROW) {
        char table[32], parent[32], what[FAULT_SIZE];
        get_word(stmt, 0, table, sizeof table);
        get_word(stmt, 2, parent, sizeof parent);
        snprintf(what, sizeof what, "a row of %s names a row of %s that is not there", table,
                 parent);
        *sound = false;
        fault(ctx, what);
    }
    return stmt && sqlite3_finalize(stmt) == SQLITE_OK;
}

int sqlite_check(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx)
{
    sqlite3 *db = ((struct sqlite *)s)->read;
    bool sound = true;
    if (tell_damage(s, fault, ctx, &sound) && tell_strays(s, fault, ctx, &sound))
        return sound;
    int code = sqlite3_extended_errcode(db);
    fault(ctx, sqlite_why(db, code));
    return (code & 0xff) == SQLITE_CORRUPT || !sound ? 0 : -1;
}

/* ---- copying ---- */

/* Page by page, as the transaction of `from` sees them. */
static int copy_pages(sqlite3 *from, sqlite3 *to,
                      void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    if (!copy)
        return sqlite3_extended_errcode(to);
    while (sqlite3_backup_step(copy, PAGES_A_STEP) == SQLITE_OK) {
        int all = sqlite3_backup_pagecount(copy);
        on(ctx, (uint64_t)(all - sqlite3_backup_remaining(copy)), (uint64_t)all);
    }
    return sqlite3_backup_finish(copy);
}

static const char *copy_to(sqlite3 *from, sqlite3 *to,
                           void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx)
{
    /* Without our own transaction the copy would start over at every move of the server. */
    int code = sqlite3_exec(from, "BEGIN; SELECT id FROM person LIMIT 1", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return sqlite_why(from, sqlite3_extended_errcode(from));
    code = copy_pages(from, to, on, ctx);
    sqlite3_exec(from, "COMMIT", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return sqlite_why(to, code);
    return sqlite_says(to, "PRAGMA integrity_check(1)", "ok") ? NULL : N_("it is damaged");
}

bool sqlite_sync_path(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    bool fine = true;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    for (int i = 0; fine && i < 2; i++) {
        int fd = open(i ? folder : path, O_RDONLY | O_CLOEXEC);
        fine = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
        if (fd >= 0)
            close(fd);
    }
    return fine;
}

const char *sqlite_copy(sqlite3 *from, const char *path,
                        void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx)
{
    sqlite3 *to = NULL;
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return text_oserror(TEXT_EN, errno);
    close(fd);
    int code = sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, NULL);
    const char *fault = code == SQLITE_OK ? copy_to(from, to, on, ctx) : sqlite_why(to, code);
    sqlite3_close(to);
    if (!fault && !sqlite_sync_path(path))
        fault = text_oserror(TEXT_EN, errno);
    if (fault)
        unlink(path);
    return fault;
}

bool sqlite_backup(struct store *s, const char *path,
                   void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                   char why[STORE_WHY_SIZE])
{
    const char *fault = sqlite_copy(((struct sqlite *)s)->read, path, on, ctx);
    snprintf(why, STORE_WHY_SIZE, "%s", fault ? fault : "");
    return !fault;
}
