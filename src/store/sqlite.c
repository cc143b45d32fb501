/*
 * sqlite.c - the store in a SQLite file: opening it.
 *
 * Two connections to one file, so that one thread reads while another writes. A lock file beside it
 * keeps other processes out; the system releases it however the process ends. The lock is not on the
 * database: closing that file anywhere in the process would drop SQLite's own locks.
 */
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
    CHECKED_MAX = 64 << 20, /* files up to this size are checked when opened */
};

static char *joined(const char *path, const char *end)
{
    size_t size = strlen(path) + strlen(end) + 1;
    char *whole = malloc(size);
    if (whole)
        snprintf(whole, size, "%s%s", path, end);
    return whole;
}

/* Resolve the path of an existing file. Returns errno or 0. */
static int find_file(struct sqlite *q, const char *path)
{
    struct stat is;
    q->path = realpath(path, NULL);
    if (!q->path || stat(q->path, &is) != 0)
        return errno;
    if (!S_ISREG(is.st_mode))
        return S_ISDIR(is.st_mode) ? EISDIR : EINVAL;
    q->wal = joined(q->path, "-wal");
    return q->wal ? 0 : ENOMEM;
}

/* The same, creating it if missing. An existing file is not opened: closing it would drop the locks of
 * another store in this process. */
static int make_file(struct sqlite *q, const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0 || errno == EEXIST ? find_file(q, path) : errno;
}

/* Returns errno or 0; EWOULDBLOCK: another process holds it. */
static int take_lock(struct sqlite *q)
{
    char *path = joined(q->path, "-lock");
    if (!path)
        return ENOMEM;
    q->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int error = q->lock < 0 ? errno : 0;
    free(path);
    if (q->lock >= 0 && flock(q->lock, LOCK_EX | LOCK_NB) != 0)
        error = errno;
    return error;
}

static bool exec(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static bool connect_as(const char *path, int how, sqlite3 **out)
{
    if (sqlite3_open_v2(path, out, how | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return false; /* one thread each */
    sqlite3_extended_result_codes(*out, 1);
    sqlite3_busy_timeout(*out, BUSY_MS);
    /* A file may come from anywhere: its schema must not run anything. */
    sqlite3_db_config(*out, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(*out, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return exec(*out, "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY");
}

static bool connect_to(const char *path, sqlite3 **out)
{
    return connect_as(path, SQLITE_OPEN_READWRITE, out);
}

/* Checking a large file would delay the start too long; damage shows when that part is read. */
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
    if (!connect_to(q->path, &q->write))
        return last_fault(q->write);
    return sqlite3_db_readonly(q->write, "main") != 0 ? text_oserror(TEXT_EN, EACCES) : NULL;
}

static bool set_up_writer(const struct sqlite *q)
{
    return sqlite_says(q->write, "PRAGMA journal_mode = WAL", "wal") &&
           exec(q->write,
                q->temporary ? "PRAGMA synchronous = OFF" : "PRAGMA synchronous = FULL") &&
           exec(q->write, "PRAGMA foreign_keys = ON;"
                          "PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 16777216;"
                          "PRAGMA cache_size = -8192");
}

/* ---- older versions ---- */

static void ignore(void *ctx, uint64_t done, uint64_t all) { (void)ctx, (void)done, (void)all; }

/* Copy to FILE.v1, or FILE.v1-2 and so on if that exists. NULL or why. */
static const char *keep_copy(struct sqlite *q, int version)
{
    size_t size = strlen(q->path) + 32;
    char *part = joined(q->path, ".part"), *copy = malloc(size);
    const char *why = text_oserror(TEXT_EN, ENOMEM);
    if (part && copy) {
        unlink(part); /* of an interrupted copy */
        why = sqlite_copy(q->write, part, ignore, NULL);
        snprintf(copy, size, "%s.v%d", q->path, version);
        for (int i = 2; access(copy, F_OK) == 0; i++) /* no race: we hold the lock */
            snprintf(copy, size, "%s.v%d-%d", q->path, version, i);
        if (!why && (rename(part, copy) != 0 || !sqlite_sync_path(copy)))
            why = text_oserror(TEXT_EN, errno);
    }
    free(part);
    if (why) {
        free(copy);
        return strcmp(why, text_oserror(TEXT_EN, ENOSPC)) == 0
                   ? N_("it is of an older version, and the disk is too full for a copy, which is made "
                        "before it is brought up to date")
                   : N_("it is of an older version, and no copy of it can be made before it is brought "
                        "up to date");
    }
    q->sql.store.copy = copy;
    q->sql.store.was = version;
    q->sql.store.now = store_version();
    return NULL;
}

static const char *bring_up(struct sqlite *q, int version)
{
    int present;
    const char *const *steps = sqlite_steps(&present);
    const char *why = version > 0 && version < present ? keep_copy(q, version) : NULL;
    return why ? why : sqlite_migrate(q->write, steps, version, present);
}

/* ---- opening ---- */

/* Changes nothing until the file is known to be ours and sound. NULL or why. */
static const char *open_writer(struct sqlite *q)
{
    int version;
    const char *why;
    if ((why = connect_writer(q)) || (why = sqlite_version(q->write, store_version(), &version)))
        return why;
    if (!sound(q))
        return N_("it is damaged");
    if (!set_up_writer(q))
        return last_fault(q->write);
    if ((why = bring_up(q, version)))
        return why;
    return sqlite_prepare_writes(q) ? NULL : last_fault(q->write);
}

static const char *open_reader(struct sqlite *q)
{
    bool fine = connect_to(q->path, &q->read) &&
                exec(q->read, "PRAGMA query_only = ON; PRAGMA cache_size = -4096") &&
                sqlite_prepare_reads(q);
    return fine ? NULL : last_fault(q->read);
}

/* Upgrade under the lock. NULL or why. */
static const char *update_admin(struct sqlite *q, int version)
{
    int error = take_lock(q);
    const char *why = error == EWOULDBLOCK ? N_("an older version of Mazo is using it")
                      : error              ? text_oserror(TEXT_EN, error)
                                           : NULL;
    if (!why)
        why = bring_up(q, version);
    if (q->lock >= 0) {
        close(q->lock);
        q->lock = -1;
    }
    return why;
}

static const char *open_admin(struct sqlite *q, const char *path)
{
    int version, present = store_version();
    const char *why;
    int error = find_file(q, path);
    if (error != 0)
        return text_oserror(TEXT_EN, error);
    if ((why = connect_writer(q)) || (why = sqlite_version(q->write, present, &version)))
        return why;
    if (version == 0)
        return N_("it is empty");
    if (!set_up_writer(q))
        return last_fault(q->write);
    if (version < present && (why = update_admin(q, version)))
        return why;
    return sqlite_prepare_writes(q) ? open_reader(q) : last_fault(q->write);
}

static const char *open_all(struct sqlite *q, const char *path)
{
    int error = make_file(q, path);
    if (error != 0)
        return text_oserror(TEXT_EN, error);
    error = take_lock(q);
    if (error != 0) {
        return error == EWOULDBLOCK ? N_("another process is using it")
                                    : text_oserror(TEXT_EN, error);
    }
    const char *why = open_writer(q);
    return why ? why : open_reader(q);
}

/* ---- files without a name ---- */

enum { FOLDER_SIZE = 1024 };

/* A new folder for a database called "db". False: see errno. */
static bool make_folder(char folder[FOLDER_SIZE])
{
    const char *const places[] = {getenv("TMPDIR"), "/tmp", "/dev/shm"};
    bool made = false;
    for (size_t i = 0; !made && i < sizeof places / sizeof places[0]; i++) {
        if (places[i] && places[i][0]) {
            snprintf(folder, FOLDER_SIZE, "%s/mazo-XXXXXX", places[i]);
            made = mkdtemp(folder);
        }
    }
    return made;
}

/* SQLite keeps using its open files; in WAL mode it opens none by name later. */
static void drop_names(const char *folder)
{
    static const char *const names[] = {"db", "db-wal", "db-shm", "db-lock"};
    char path[FOLDER_SIZE + 16];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static const char *open_temporary(struct sqlite *q, const char *path)
{
    (void)path;
    char folder[FOLDER_SIZE], file[FOLDER_SIZE + 16];
    if (!make_folder(folder))
        return text_oserror(TEXT_EN, errno);
    snprintf(file, sizeof file, "%s/db", folder);
    q->temporary = true;
    const char *why = open_all(q, file);
    drop_names(folder);
    return why;
}

/* ---- reading only ---- */

static bool has_log(const struct sqlite *q)
{
    struct stat is;
    return stat(q->wal, &is) == 0 && is.st_size > 0;
}

/* Can SQLite create files beside it, as it does to read a log? */
static bool is_writable(const struct sqlite *q)
{
    char *folder = joined(q->path, "");
    if (!folder)
        return false;
    *(strrchr(folder, '/') + 1) = '\0';
    bool fine = access(q->path, W_OK) == 0 && access(folder, W_OK) == 0;
    free(folder);
    return fine;
}

/* For a file that cannot change: neither writes nor locks. */
static bool connect_fixed(struct sqlite *q)
{
    char *uri = malloc(3 * strlen(q->path) + sizeof "file:?immutable=1"), *to = uri;
    if (!uri)
        return false;
    to += sprintf(to, "file:");
    for (const char *at = q->path; *at; at++)
        to += sprintf(to, strchr("%?#", *at) ? "%%%02x" : "%c", (unsigned char)*at);
    sprintf(to, "?immutable=1");
    bool fine = connect_as(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &q->read);
    free(uri);
    return fine;
}

/* NULL or why. */
static const char *prepare_look(struct sqlite *q)
{
    int version;
    const char *why = sqlite_version(q->read, store_version(), &version);
    if (why)
        return why;
    if (version == 0)
        return N_("it is empty");
    bool fine = sqlite_stand_in(q->read, version) && exec(q->read, "PRAGMA query_only = ON") &&
                sqlite_prepare_reads(q);
    return fine ? NULL : last_fault(q->read);
}

static bool copy_bytes(const char *from, const char *to)
{
    char part[1 << 16];
    ssize_t n = 0;
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    while (out >= 0 && (n = read(in, part, sizeof part)) > 0 && write(out, part, (size_t)n) == n) {
    }
    int error = errno;
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    errno = n > 0 ? ENOSPC : error;
    return out >= 0 && n == 0;
}

/* Read file and log from a temporary copy: without its index the log cannot be read on a read-only
 * disk. NULL or why. */
static const char *look_at_copy(struct sqlite *q)
{
    const char *why;
    char folder[FOLDER_SIZE], path[FOLDER_SIZE + 16], wal[FOLDER_SIZE + 16];
    if (!make_folder(folder))
        return text_oserror(TEXT_EN, errno);
    snprintf(path, sizeof path, "%s/db", folder);
    snprintf(wal, sizeof wal, "%s/db-wal", folder);
    if (!copy_bytes(q->path, path) || !copy_bytes(q->wal, wal))
        why = text_oserror(TEXT_EN, errno);
    else
        why = connect_to(path, &q->read) ? prepare_look(q) : last_fault(q->read);
    drop_names(folder);
    return why;
}

static const char *open_look(struct sqlite *q, const char *path)
{
    int error = find_file(q, path);
    if (error != 0)
        return text_oserror(TEXT_EN, error);
    bool log = has_log(q), writable = is_writable(q);
    bool fine = log        ? connect_as(q->path, SQLITE_OPEN_READONLY, &q->read)
                : writable ? connect_to(q->path, &q->read) /* removes the files it creates */
                           : connect_fixed(q);
    const char *why = fine ? prepare_look(q) : last_fault(q->read);
    int code = why ? sqlite3_errcode(q->read) : SQLITE_OK;
    if (!log || (code != SQLITE_CANTOPEN && code != SQLITE_READONLY))
        return why;
    sqlite3_close(q->read);
    q->read = NULL;
    return look_at_copy(q);
}

static struct store *open_by(const char *(*way)(struct sqlite *q, const char *path),
                             const char *path, char why[STORE_WHY_SIZE])
{
    struct sqlite *q = calloc(1, sizeof *q);
    const char *fault = text_oserror(TEXT_EN, ENOMEM);
    if (q) {
        sql_begin(&q->sql, &sqlite_driver, &sqlite_ops);
        q->lock = -1;
        fault = way(q, path);
    }
    snprintf(why, STORE_WHY_SIZE, "%s", fault ? fault : "");
    if (fault && q)
        sqlite_close(&q->sql.store);
    return fault ? NULL : &q->sql.store;
}

struct store *store_sqlite(const char *path, enum store_use use, char why[STORE_WHY_SIZE])
{
    return open_by(use == STORE_LOOK    ? open_look
                   : use == STORE_ADMIN ? open_admin
                                        : open_all,
                   path, why);
}

struct store *store_temporary(char why[STORE_WHY_SIZE])
{
    return open_by(open_temporary, NULL, why);
}
