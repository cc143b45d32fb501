/*
 * sqlite.c - the store in a SQLite file: opening it.
 *
 * Two connections to one file, so that the network reads while the writer
 * writes. A lock file beside it keeps other processes out; the system gives it
 * back however the process ends. It is a file of its own because SQLite's locks
 * on the database are lost when anybody in the process closes that file.
 */
#define _DEFAULT_SOURCE /* flock, realpath */
#include "store/sqlite_inner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/oserror.h"

enum {
    BUSY_MS = 5000,
    CHECKED_MAX = 64 << 20, /* files up to here are looked through when they are opened */
};

static char *joined(const char *path, const char *end)
{
    size_t size = strlen(path) + strlen(end) + 1;
    char *whole = malloc(size);
    if (whole) {
        snprintf(whole, size, "%s%s", path, end);
    }
    return whole;
}

/* The file is there, and its whole path known. A file that is there already is not opened:
 * closing it would take the locks of another store in this process. Returns errno or 0. */
static int find_file(struct sqlite *q, const char *path)
{
    struct stat is;
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
    } else if (errno != EEXIST) {
        return errno;
    }
    q->path = realpath(path, NULL);
    if (!q->path || stat(q->path, &is) != 0) {
        return errno;
    }
    if (!S_ISREG(is.st_mode)) {
        return S_ISDIR(is.st_mode) ? EISDIR : EINVAL;
    }
    q->wal = joined(q->path, "-wal");
    return q->wal ? 0 : ENOMEM;
}

/* Returns errno or 0; EWOULDBLOCK: another process has it. */
static int take_lock(struct sqlite *q)
{
    char *path = joined(q->path, "-lock");
    if (!path) {
        return ENOMEM;
    }
    q->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int error = q->lock < 0 ? errno : 0;
    free(path);
    if (q->lock >= 0 && flock(q->lock, LOCK_EX | LOCK_NB) != 0) {
        error = errno;
    }
    return error;
}

static bool exec(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static bool connect_to(const char *path, sqlite3 **out)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX; /* each has one thread */
    if (sqlite3_open_v2(path, out, flags, NULL) != SQLITE_OK) {
        return false;
    }
    sqlite3_extended_result_codes(*out, 1);
    sqlite3_busy_timeout(*out, BUSY_MS);
    /* A file may come from anywhere: its schema must not run anything. */
    sqlite3_db_config(*out, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(*out, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return exec(*out, "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY");
}

/* Looking through a large file takes longer than people wait for a server; its damage shows
 * when the place is read. */
static bool sound(const struct sqlite *q)
{
    return sqlite_size((struct store *)q) > CHECKED_MAX ||
           sqlite_says(q->write, "PRAGMA quick_check(1)", "ok");
}

static const char *last_fault(sqlite3 *db)
{
    return sqlite_why(db, db ? sqlite3_extended_errcode(db) : SQLITE_NOMEM);
}

/* NULL or why. */
static const char *connect_writer(struct sqlite *q)
{
    if (!connect_to(q->path, &q->write)) {
        return last_fault(q->write);
    }
    return sqlite3_db_readonly(q->write, "main") != 0 ? text_oserror(TEXT_EN, EACCES) : NULL;
}

static bool set_up_writer(const struct sqlite *q)
{
    return sqlite_says(q->write, "PRAGMA journal_mode = WAL", "wal") &&
           exec(q->write, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                          "PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 16777216;"
                          "PRAGMA cache_size = -8192");
}

/* Nothing in the file is changed before we know that it is ours and sound. NULL or why. */
static const char *open_writer(struct sqlite *q)
{
    int version, present;
    const char *const *steps = sqlite_steps(&present), *why;
    if ((why = connect_writer(q)) || (why = sqlite_version(q->write, present, &version))) {
        return why;
    }
    if (!sound(q)) {
        return N_("it is damaged");
    }
    if (!set_up_writer(q)) {
        return last_fault(q->write);
    }
    if ((why = sqlite_migrate(q->write, steps, version, present))) {
        return why;
    }
    return sqlite_prepare_writes(q) ? NULL : last_fault(q->write);
}

static const char *open_reader(struct sqlite *q)
{
    bool fine = connect_to(q->path, &q->read) &&
                exec(q->read, "PRAGMA query_only = ON; PRAGMA cache_size = -4096") &&
                sqlite_prepare_reads(q);
    return fine ? NULL : last_fault(q->read);
}

/* The lock, only for as long as the file is brought to the present version. NULL or why. */
static const char *update_admin(struct sqlite *q, int version)
{
    int present, error = take_lock(q);
    const char *const *steps = sqlite_steps(&present);
    const char *why = error == EWOULDBLOCK ? N_("an older version of Mazo is using it")
                      : error              ? text_oserror(TEXT_EN, error)
                                           : NULL;
    if (!why) {
        why = sqlite_migrate(q->write, steps, version, present);
    }
    if (q->lock >= 0) {
        close(q->lock);
        q->lock = -1;
    }
    return why;
}

static const char *open_admin(struct sqlite *q, const char *path)
{
    int version, present;
    const char *why;
    sqlite_steps(&present);
    int error = access(path, F_OK) == 0 ? find_file(q, path) : errno;
    if (error != 0) {
        return text_oserror(TEXT_EN, error);
    }
    if ((why = connect_writer(q)) || (why = sqlite_version(q->write, present, &version))) {
        return why;
    }
    if (version == 0) {
        return N_("it is empty");
    }
    if (!set_up_writer(q)) {
        return last_fault(q->write);
    }
    if (version < present && (why = update_admin(q, version))) {
        return why;
    }
    return sqlite_prepare_writes(q) ? open_reader(q) : last_fault(q->write);
}

static const char *open_all(struct sqlite *q, const char *path)
{
    int error = find_file(q, path);
    if (error != 0) {
        return text_oserror(TEXT_EN, error);
    }
    error = take_lock(q);
    if (error != 0) {
        return error == EWOULDBLOCK ? N_("another process is using it")
                                    : text_oserror(TEXT_EN, error);
    }
    const char *why = open_writer(q);
    return why ? why : open_reader(q);
}

static struct store *open_by(const char *(*way)(struct sqlite *q, const char *path),
                             const char *path, char why[STORE_WHY_SIZE])
{
    struct sqlite *q = calloc(1, sizeof *q);
    const char *fault = text_oserror(TEXT_EN, ENOMEM);
    if (q) {
        q->store.ops = &sqlite_ops;
        q->lock = -1;
        fault = way(q, path);
    }
    snprintf(why, STORE_WHY_SIZE, "%s", fault ? fault : "");
    if (fault && q) {
        sqlite_close(&q->store);
    }
    return fault ? NULL : &q->store;
}

struct store *store_sqlite(const char *path, char why[STORE_WHY_SIZE])
{
    return open_by(open_all, path, why);
}

struct store *store_sqlite_admin(const char *path, char why[STORE_WHY_SIZE])
{
    return open_by(open_admin, path, why);
}
