/*
 * sqlite_admin.c - looking after the file: what is in it, a check, a copy.
 *
 * All of this is asked seldom, so statements are made when they are needed. Reads are long, but in
 * WAL mode they keep nobody from writing.
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

#define BYTES(column) "length(CAST(" column " AS BLOB))"

/* ---- what is in it ---- */

static sqlite3_stmt *ask(struct store *s, const char *text)
{
    sqlite3_stmt *stmt = NULL;
    sqlite3_prepare_v2(((struct sqlite *)s)->read, text, -1, &stmt, NULL);
    return stmt;
}

/* No more rows: 1, if there were any, 0, or -1. */
static int answered(sqlite3_stmt *stmt, bool any)
{
    return stmt && sqlite3_finalize(stmt) == SQLITE_OK ? any : -1;
}

/* The room of that number; false: it cannot be read, or has gone since. */
static bool get_entry(struct store *s, sqlite3_stmt *stmt, int64_t id, struct store_entry *out)
{
    sqlite3_bind_int64(stmt, 1, id);
    bool fine = sqlite3_step(stmt) == SQLITE_ROW && sqlite_get_room(s, stmt, &out->room);
    out->matches = fine ? sqlite3_column_int(stmt, 9) : 0;
    out->bytes = fine ? (uint64_t)sqlite3_column_int64(stmt, 10) : 0;
    return fine;
}

/* The order first, without the texts: a store can be larger than the memory. */
int sqlite_rooms(struct store *s, store_entry_found *found, void *ctx)
{
    sqlite3_stmt *order = ask(s,
                              "SELECT id, max(touched, " SQLITE_LAST_LINE_AT ") AS used FROM room"
                              " ORDER BY used DESC, id DESC");
    sqlite3_stmt *one = ask(
        s,
        "SELECT " SQLITE_ROOM ", (SELECT count(*) FROM match WHERE match.room = room.id), " BYTES(
            "text") " + coalesce((SELECT sum(" BYTES("e.text") ") FROM match AS m"
                                                               " JOIN event AS e ON e.match = m.id WHERE m.room = room.id), 0)"
                                                               " FROM room WHERE id = ?1");
    bool any = false, fine = order && one;
    while (fine && sqlite3_step(order) == SQLITE_ROW) {
        struct store_entry entry = {.used = sqlite3_column_int64(order, 1)};
        if (get_entry(s, one, sqlite3_column_int64(order, 0), &entry)) {
            found(ctx, &entry);
            any = true;
        }
        fine = sqlite3_reset(one) == SQLITE_OK;
    }
    sqlite3_finalize(one);
    int answer = answered(order, any);
    return fine ? answer : -1;
}

int sqlite_people(struct store *s, store_person_found *found, void *ctx)
{
    sqlite3_stmt *stmt = ask(s, "SELECT " SQLITE_PERSON
                                " FROM person WHERE key IS NOT NULL ORDER BY id");
    struct store_person person;
    bool any = false;
    for (; stmt && sqlite3_step(stmt) == SQLITE_ROW; any = true) {
        sqlite_get_person(stmt, &person);
        found(ctx, &person);
    }
    return answered(stmt, any);
}

int sqlite_matches(struct store *s, store_kept_found *found, void *ctx)
{
    sqlite3_stmt *stmt =
        ask(s, "SELECT m.id, m.room, m.key, m.began, m.rules,"
               " coalesce((SELECT max(at) FROM result WHERE result.match = m.id), 0), count(e.n),"
               " coalesce(sum(" BYTES(
                   "e.text") "), 0)"
                             " FROM match AS m LEFT JOIN event AS e ON e.match = m.id GROUP BY m.id"
                             " ORDER BY m.id");
    bool any = false;
    for (; stmt && sqlite3_step(stmt) == SQLITE_ROW; any = true) {
        struct store_kept kept = {
            .match = {.id = sqlite3_column_int64(stmt, 0),
                      .room = sqlite3_column_int64(stmt, 1),
                      .began = sqlite3_column_int64(stmt, 3)},
            .ended = sqlite3_column_int64(stmt, 5),
            .lines = (uint32_t)sqlite3_column_int64(stmt, 6),
            .bytes = (uint64_t)sqlite3_column_int64(stmt, 7),
        };
        sqlite_get_word(stmt, 2, kept.match.key, sizeof kept.match.key);
        sqlite_get_word(stmt, 4, kept.match.rules, sizeof kept.match.rules);
        found(ctx, &kept);
    }
    return answered(stmt, any);
}

int sqlite_matches_of(struct store *s, int64_t person,
                      void (*found)(void *ctx, int64_t match, int seat), void *ctx)
{
    sqlite3_stmt *stmt = ask(s, "SELECT match, seat FROM result WHERE person = ?1 UNION ALL"
                                " SELECT DISTINCT match, -1 FROM event WHERE person = ?1 AND"
                                " match NOT IN (SELECT match FROM result WHERE person = ?1)");
    bool any = false;
    if (stmt)
        sqlite3_bind_int64(stmt, 1, person);
    for (; stmt && sqlite3_step(stmt) == SQLITE_ROW; any = true)
        found(ctx, sqlite3_column_int64(stmt, 0), sqlite3_column_int(stmt, 1));
    return answered(stmt, any);
}

/* ---- sound? ---- */

/* What SQLite itself finds, a row each; "ok" is nothing. False: it could not look. */
static bool tell_damage(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx,
                        bool *sound)
{
    sqlite3_stmt *stmt = ask(s, "PRAGMA integrity_check");
    while (stmt && sqlite3_step(stmt) == SQLITE_ROW) {
        char what[FAULT_SIZE];
        sqlite_get_word(stmt, 0, what, sizeof what);
        if (strcmp(what, "ok") != 0) {
            *sound = false;
            fault(ctx, what);
        }
    }
    return answered(stmt, true) == 1;
}

/* Rows that belong to something that is not there. */
static bool tell_strays(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx,
                        bool *sound)
{
    sqlite3_stmt *stmt = ask(s, "PRAGMA foreign_key_check");
    while (stmt && sqlite3_step(stmt) == SQLITE_ROW) {
        char table[32], parent[32], what[FAULT_SIZE];
        sqlite_get_word(stmt, 0, table, sizeof table);
        sqlite_get_word(stmt, 2, parent, sizeof parent);
        snprintf(what, sizeof what, "a row of %s names a row of %s that is not there", table,
                 parent);
        *sound = false;
        fault(ctx, what);
    }
    return answered(stmt, true) == 1;
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

/* ---- a copy ---- */

/* Page by page, all of the moment that the transaction of `from` sees. */
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
    /* Without a transaction of ours the copy would begin again at every move of the server. */
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
