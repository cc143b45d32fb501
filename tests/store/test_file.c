/*
 * test_file.c - SQLite files that are damaged, foreign, older, newer, in use, or out of room.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "helper.h"
#include "store/sqlite_inner.h"
#include "store/writer.h"

struct place {
    char folder[FOLDER_SIZE], path[FOLDER_SIZE + 16];
};

static int begin(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    make_folder(p->folder);
    snprintf(p->path, sizeof p->path, "%s/mazo.db", p->folder);
    *state = p;
    return 0;
}

static int end(void **state)
{
    struct place *p = *state;
    drop_folder(p->folder);
    free(p);
    return 0;
}

static struct store *opened(const char *path)
{
    char why[STORE_WHY_SIZE];
    struct store *s = store_sqlite(path, STORE_SERVE, why);
    if (!s)
        fail_msg("not opened: %s", why);
    return s;
}

static const char no_store[] = "it is not a store of Mazo, or its beginning is damaged";

static void not_opened(const char *path, const char *expected)
{
    char why[STORE_WHY_SIZE];
    assert_null(store_sqlite(path, STORE_SERVE, why));
    assert_string_equal(why, expected);
}

static void on_file(const char *path, const char *sql)
{
    sqlite3 *db;
    char *why = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
    sqlite3_close(db);
}

static int64_t number_of(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t found = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return found;
}

static int64_t number_in(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    int64_t found = number_of(db, sql);
    sqlite3_close(db);
    return found;
}

static void count_event(void *ctx, const struct store_event *event)
{
    assert_int_equal(event->n, *(uint32_t *)ctx);
    ++*(uint32_t *)ctx;
}

static uint32_t events_of(struct store *s, int64_t match)
{
    uint32_t count = 0;
    assert_true(s->ops->events(s, match, 0, count_event, &count) >= 0);
    return count;
}

/* A store with a match of that many events. */
static void fill(const char *path, uint32_t events)
{
    struct store *s = opened(path);
    struct store_write batch[50];
    KEEP(s, a_match(1));
    for (uint32_t n = 0; n < events;) {
        size_t count = 0;
        for (; count < 50 && n < events; n++)
            batch[count++] = an_event(1, n);
        keep(s, batch, count);
    }
    s->ops->close(s);
}

/* ---- opening ---- */

static void a_new_file_is_for_its_owner_only(void **state)
{
    struct place *p = *state;
    struct stat is;
    char beside[FOLDER_SIZE + 32];
    mode_t mask = umask(0);
    struct store *s = opened(p->path);
    KEEP(s, a_person(1));
    umask(mask);
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    for (int i = 0; i < 4; i++) {
        snprintf(beside, sizeof beside, "%s%s", p->path, ends[i]);
        assert_int_equal(stat(beside, &is), 0);
        assert_int_equal(is.st_mode & 0777, 0600);
    }
    assert_true(s->ops->size(s) > 4096);
    s->ops->close(s);
    assert_int_equal(number_in(p->path, "PRAGMA application_id"), 0x6d617a6f);
    assert_int_equal(number_in(p->path, "PRAGMA user_version"), 7);
}

static void every_commit_reaches_the_disk(void **state)
{
    struct place *p = *state;
    struct sqlite *q = (struct sqlite *)opened(p->path);
    assert_int_equal(number_of(q->write, "PRAGMA synchronous"), 2);
    assert_int_equal(number_of(q->write, "PRAGMA foreign_keys"), 1);
    assert_int_equal(number_of(q->write, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"),
                     1);
    assert_int_equal(number_of(q->read, "PRAGMA query_only"), 1);
    sqlite_close(&q->sql.store);
}

/* Not even kill -9 leaves anything behind: there is no name while it is open. Enough commits for the
 * write-ahead log to begin again. */
static void a_temporary_store_has_no_name(void **state)
{
    struct place *p = *state;
    char why[STORE_WHY_SIZE], *before = getenv("TMPDIR"), *old = before ? strdup(before) : NULL;
    struct store_space space;
    setenv("TMPDIR", p->folder, 1);
    struct store *s = store_open("memory", STORE_SERVE, why);
    if (!s)
        fail_msg("%s", why);
    assert_int_equal(rmdir(p->folder), 0); /* it is empty */
    assert_int_equal(number_of(((struct sqlite *)s)->write, "PRAGMA synchronous"), 0);
    KEEP(s, a_match(1));
    for (uint32_t n = 0; n < 3000; n++)
        KEEP(s, an_event(1, n));
    assert_int_equal(events_of(s, 1), 3000);
    s->ops->space(s, &space);
    assert_true(space.used > 0 && space.left > 0 && space.left < UINT64_MAX);
    s->ops->close(s);
    s = store_open("memory", STORE_SERVE, why); /* TMPDIR is gone: somewhere else, and empty */
    assert_non_null(s);
    assert_int_equal(events_of(s, 1), 0);
    s->ops->close(s);
    assert_int_equal(access(p->folder, F_OK), -1);
    if (old)
        setenv("TMPDIR", old, 1);
    else
        unsetenv("TMPDIR");
    free(old);
}

static void places_where_no_file_can_be(void **state)
{
    struct place *p = *state;
    char path[FOLDER_SIZE + 64];
    not_opened(p->folder, "it is a folder");
    snprintf(path, sizeof path, "%s/no/such", p->folder);
    not_opened(path, "there is no such file");
    not_opened("", "there is no such file");
    not_opened("/dev/null", "wrong type of file");
    fill(p->path, 1);
    snprintf(path, sizeof path, "%s/under", p->path);
    not_opened(path, "part of the path is not a folder");
}

static void an_empty_file_is_a_new_store(void **state)
{
    struct place *p = *state;
    close(open(p->path, O_WRONLY | O_CREAT, 0600));
    fill(p->path, 3);
    struct store *s = opened(p->path);
    assert_int_equal(events_of(s, 1), 3);
    s->ops->close(s);
}

static void one_process_at_a_time(void **state)
{
    struct place *p = *state;
    char link[FOLDER_SIZE + 32];
    int ready[2], stay[2], status;
    char byte;
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(stay), 0);
    pid_t child = fork();
    if (child == 0) {
        char why[STORE_WHY_SIZE];
        close(stay[1]); /* so that it ends with us, should we fail */
        bool fine = store_sqlite(p->path, STORE_SERVE, why) != NULL && write(ready[1], "x", 1) == 1;
        _exit(fine && read(stay[0], &byte, 1) >= 0 ? 0 : 1);
    }
    close(ready[1]);
    close(stay[0]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    not_opened(p->path, "another process is using it");
    snprintf(link, sizeof link, "%s/link.db", p->folder);
    assert_int_equal(symlink(p->path, link), 0);
    not_opened(link, "another process is using it"); /* by whatever name */
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    close(stay[1]);
    fill(p->path, 2); /* the lock is gone with it */
    struct store *s = opened(p->path);
    not_opened(p->path, "another process is using it"); /* nor twice in one process */
    KEEP(s, an_event(1, 2));
    s->ops->close(s);
}

/* ---- whose, which version ---- */

static void foreign_files_are_left_alone(void **state)
{
    struct place *p = *state;
    on_file(p->path, "CREATE TABLE recipes (name); INSERT INTO recipes VALUES ('paella')");
    not_opened(p->path, "it belongs to another program");
    assert_int_equal(number_in(p->path, "SELECT count(*) FROM recipes"), 1);
    assert_int_equal(number_in(p->path, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 0);
    on_file(p->path, "DROP TABLE recipes; PRAGMA application_id = 7");
    not_opened(p->path, "it belongs to another program");
}

static void newer_files_are_refused(void **state)
{
    struct place *p = *state;
    fill(p->path, 4);
    on_file(p->path, "PRAGMA user_version = 8");
    not_opened(p->path, "a newer version of Mazo has written it");
    on_file(p->path, "PRAGMA user_version = 7");
    struct store *s = opened(p->path);
    assert_int_equal(events_of(s, 1), 4);
    s->ops->close(s);
}

static void older_files_are_brought_up_step_by_step(void **state)
{
    struct place *p = *state;
    static const char *const steps[] = {
        "CREATE TABLE a (x); INSERT INTO a VALUES (1), (2)",
        "ALTER TABLE a ADD COLUMN y; UPDATE a SET y = x * 10",
        "CREATE TABLE b AS SELECT sum(y) AS z FROM a",
    };
    sqlite3 *db;
    int version;
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    assert_null(sqlite_version(db, 3, &version));
    assert_int_equal(version, 0);
    assert_null(sqlite_migrate(db, steps, 0, 1)); /* as the first release left it */
    on_file(p->path, "INSERT INTO a VALUES (5)");
    assert_null(sqlite_version(db, 3, &version));
    assert_int_equal(version, 1);
    assert_null(sqlite_migrate(db, steps, version, 3));
    assert_int_equal(number_of(db, "SELECT z FROM b"), 80);
    assert_null(sqlite_version(db, 3, &version));
    assert_int_equal(version, 3);
    assert_null(sqlite_migrate(db, steps, version, 3)); /* nothing to do */
    sqlite3_close(db);
}

static void a_step_that_fails_leaves_the_version_before(void **state)
{
    struct place *p = *state;
    static const char *const steps[] = {
        "CREATE TABLE a (x)",
        "CREATE TABLE b (x); INSERT INTO a VALUES (1)",
        "CREATE TABLE c (x); INSERT INTO a VALUES (2); INSERT INTO nowhere VALUES (3)",
    };
    sqlite3 *db;
    int version;
    assert_int_equal(sqlite3_open(p->path, &db), SQLITE_OK);
    assert_non_null(sqlite_migrate(db, steps, 0, 3));
    assert_null(sqlite_version(db, 3, &version));
    assert_int_equal(version, 2);
    assert_int_equal(number_of(db, "SELECT count(*) FROM a"), 1);
    assert_int_equal(number_of(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'c'"), 0);
    assert_int_equal(sqlite3_get_autocommit(db), 1);
    sqlite3_close(db);
}

/* A file as that version left it, with some tables: a match that went on for long after its room was
 * written. */
static void make_version(const char *path, int version)
{
    int present;
    const char *const *steps = sqlite_steps(&present);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_true(sqlite_says(db, "PRAGMA journal_mode = WAL", "wal"));
    assert_null(sqlite_migrate(db, steps, 0, 1));
    sqlite3_close(db);
    on_file(path,
            "INSERT INTO room VALUES (1, 'OLD', 100, 0, 0, 0, 1, '{}'),"
            " (2, 'NEW', 300, 0, 0, 0, 0, '{}'), (3, 'DUE', 50, 700, 0, 0, 2, '{}'),"
            " (4, 'GONE', 20, 0, 0, 1, 0, '{}');"
            "INSERT INTO match VALUES (1, 1, 'm1', 90, 'oficial'), (2, 3, 'm2', 50, 'oficial');"
            "INSERT INTO event VALUES (1, 0, 90, 0, 0, 'a'), (1, 1, 500, 0, 0, 'b')");
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_null(sqlite_migrate(db, steps, 1, version));
    sqlite3_close(db);
}

static void the_first_version_is_brought_up(void **state)
{
    struct place *p = *state;
    int present = store_version();
    make_version(p->path, 1);
    struct store *s = opened(p->path);
    assert_int_equal(events_of(s, 1), 2);
    s->ops->close(s);
    assert_int_equal(number_in(p->path, "PRAGMA user_version"), present);
    assert_int_equal(number_in(p->path, "SELECT touched FROM room WHERE id = 1"), 500);
    assert_int_equal(number_in(p->path, "SELECT touched FROM room WHERE id = 2"), 300);
    assert_int_equal(number_in(p->path, "SELECT touched FROM room WHERE id = 4"), 20);
}

/* As it was, and what is beside it. */
static void copy_is(const struct place *p, const char *name, int version)
{
    char path[FOLDER_SIZE + 32];
    snprintf(path, sizeof path, "%s/%s", p->folder, name);
    assert_int_equal(number_in(path, "PRAGMA user_version"), version);
    assert_int_equal(number_in(path, "SELECT count(*) FROM room"), 4);
    assert_int_equal(number_in(path, "SELECT touched FROM room WHERE id = 3"), 50);
    check_soundness(path);
}

static void an_older_file_is_copied_before_it_is_brought_up(void **state)
{
    struct place *p = *state;
    char path[FOLDER_SIZE + 32], part[FOLDER_SIZE + 32];
    snprintf(part, sizeof part, "%s.part", p->path);
    for (int i = 0; i < 2; i++) { /* a copy that is there stays */
        make_version(p->path, 1);
        close(open(part, O_WRONLY | O_CREAT, 0600)); /* of one that was cut short */
        struct store *s = opened(p->path);
        snprintf(path, sizeof path, i ? "%s.v1-2" : "%s.v1", p->path);
        assert_string_equal(s->copy, path);
        assert_int_equal(s->was, 1);
        assert_int_equal(s->now, store_version());
        s->ops->close(s);
        assert_int_equal(access(part, F_OK), -1);
        s = opened(p->path);
        assert_null(s->copy);
        assert_int_equal(s->was, 0);
        s->ops->close(s);
        unlink(p->path);
    }
    copy_is(p, "mazo.db.v1", 1);
    copy_is(p, "mazo.db.v1-2", 1);
    struct store *s = opened(p->path); /* a new one has nothing to copy */
    assert_null(s->copy);
    s->ops->close(s);
}

/* ---- only to look ---- */

struct picture {
    char names[2048];
    char bytes[1 << 20];
    size_t size;
};

/* All files of the folder, with what is in them. */
static void take_picture(const struct place *p, struct picture *out)
{
    struct dirent **list;
    int count = scandir(p->folder, &list, NULL, alphasort);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < count; i++) {
        char path[FOLDER_SIZE + 300];
        snprintf(path, sizeof path, "%s/%s", p->folder, list[i]->d_name);
        strcat(strcat(out->names, list[i]->d_name), " ");
        int fd = strstr(list[i]->d_name, "-shm") ? -1 : open(path, O_RDONLY);
        ssize_t n = fd < 0 ? 0 : read(fd, out->bytes + out->size, sizeof out->bytes - out->size);
        out->size += n > 0 ? (size_t)n : 0;
        if (fd >= 0)
            close(fd);
        free(list[i]);
    }
    free(list);
}

static void count_entry(void *ctx, const struct store_entry *entry)
{
    assert_true(entry->room.version >= 1);
    ++*(int *)ctx;
}

static void count_kept(void *ctx, const struct store_kept *match)
{
    (void)match;
    ++*(int *)ctx;
}

static void no_fault(void *ctx, const char *what)
{
    (void)ctx;
    fail_msg("%s", what);
}

/* Everything that `mazo store list` and `check` ask. */
static void look_through(const char *path)
{
    char why[STORE_WHY_SIZE];
    struct store *s = store_sqlite(path, STORE_LOOK, why);
    struct store_found found;
    struct store_write w = a_person(1);
    int rooms = 0, matches = 0;
    if (!s)
        fail_msg("%s", why);
    assert_int_equal(s->ops->rooms(s, count_entry, &rooms), 1);
    assert_int_equal(s->ops->matches(s, count_kept, &matches), 1);
    assert_int_equal(rooms, 4);
    assert_int_equal(matches, 2);
    assert_int_equal(events_of(s, 1), 2);
    assert_int_equal(s->ops->match_by_id(s, 1, &found), 1);
    assert_int_equal(s->ops->check(s, no_fault, NULL), 1);
    assert_false(store_commit(s, &w, 1, why));
    assert_string_equal(why, "the disk is read-only");
    s->ops->close(s);
}

static void a_look_changes_nothing(void **state)
{
    struct place *p = *state;
    static struct picture before, after;
    for (int version = 1; version <= store_version(); version++) {
        make_version(p->path, version);
        take_picture(p, &before);
        look_through(p->path);
        take_picture(p, &after);
        assert_string_equal(after.names, before.names);
        assert_memory_equal(after.bytes, before.bytes, before.size);
        assert_int_equal(number_in(p->path, "PRAGMA user_version"), version);
        unlink(p->path);
    }
}

/* A server was killed: what it wrote last is in the log, and stays there. */
static void leave_log(const struct place *p)
{
    char from[2][FOLDER_SIZE + 32], command[4 * FOLDER_SIZE + 200];
    sqlite3 *db;
    snprintf(from[0], sizeof from[0], "%s/other.db", p->folder);
    snprintf(from[1], sizeof from[1], "%s/other.db-wal", p->folder);
    make_version(from[0], 1);
    on_file(from[0], "DELETE FROM room WHERE id = 4; DELETE FROM event WHERE n = 1");
    assert_int_equal(sqlite3_open(from[0], &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "INSERT INTO room VALUES (4, 'GONE', 20, 0, 0, 1, 0, '{}');"
                                  "INSERT INTO event VALUES (1, 1, 500, 0, 0, 'b')",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    snprintf(command, sizeof command, "cp '%s' '%s' && cp '%s' '%s-wal'", from[0], p->path, from[1],
             p->path);
    assert_int_equal(system(command), 0);
    sqlite3_close(db);
    unlink(from[0]);
}

static void a_look_reads_the_log_and_leaves_it(void **state)
{
    struct place *p = *state;
    static struct picture before, after;
    char shm[FOLDER_SIZE + 32];
    leave_log(p);
    snprintf(shm, sizeof shm, "%s-shm", p->path);
    take_picture(p, &before);
    look_through(p->path);
    unlink(shm); /* the index of the log is made anew whenever it is needed */
    take_picture(p, &after);
    assert_string_equal(after.names, before.names);
    assert_memory_equal(after.bytes, before.bytes, before.size);
}

/* A statement finds rooms by this index: it neither goes through all of them nor sorts any. */
static void goes_by(struct sqlite *q, enum sql_read which, const char *index)
{
    char plan[4000] = "",
         *text = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sqlite3_sql(q->from[which]));
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_prepare_v2(q->read, text, -1, &stmt, NULL), SQLITE_OK);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        size_t used = strlen(plan);
        snprintf(plan + used, sizeof plan - used, "%s\n", sqlite3_column_text(stmt, 3));
    }
    sqlite3_finalize(stmt);
    sqlite3_free(text);
    if (!strstr(plan, index) || strstr(plan, "SCAN r") || strstr(plan, "TEMP B-TREE"))
        fail_msg("%s: %s", index, plan);
}

/* What is asked every minute, and for every table, must not depend on how many there ever were. */
static void only_rooms_that_are_due_or_idle_are_visited(void **state)
{
    struct place *p = *state;
    struct sqlite *q = (struct sqlite *)opened(p->path);
    goes_by(q, SQL_ROOMS_DUE, "SEARCH room USING INDEX room_due");
    goes_by(q, SQL_ROOMS_IDLE, "SEARCH room USING INDEX room_idle");
    goes_by(q, SQL_ROOM_CODE, "INDEX room_code (code");
    goes_by(q, SQL_ROOM_CODE, "INDEX room_old_code (code");
    sqlite_close(&q->sql.store);
}

/* ---- while a server runs ---- */

static void count_progress(void *ctx, uint64_t done, uint64_t all)
{
    assert_true(done <= all);
    ++*(int *)ctx;
}

static void a_file_in_use_is_administered(void **state)
{
    struct place *p = *state;
    char why[STORE_WHY_SIZE];
    assert_null(store_sqlite(p->path, STORE_ADMIN, why));
    assert_string_equal(why, "there is no such file");
    assert_int_equal(access(p->path, F_OK), -1); /* and it is not made */
    close(open(p->path, O_CREAT | O_RDWR, 0600));
    assert_null(store_sqlite(p->path, STORE_ADMIN, why));
    assert_string_equal(why, "it is empty");
    struct store *server = opened(p->path);
    KEEP(server, a_person(1), a_match(1), an_event(1, 0));
    struct store *s = store_sqlite(p->path, STORE_ADMIN, why);
    assert_non_null(s);
    KEEP(server, an_event(1, 1));
    assert_int_equal(events_of(s, 1), 2);
    KEEP(s, a_farewell(1));
    struct store_person nobody;
    assert_int_equal(server->ops->person_by_id(server, 1, &nobody), 0);
    not_opened(p->path, "another process is using it");
    server->ops->close(server);
    server = opened(p->path); /* who looks after it does not keep it from others */
    server->ops->close(server);
    s->ops->close(s);
}

static void an_older_file_waits_until_it_is_free(void **state)
{
    struct place *p = *state;
    char why[STORE_WHY_SIZE];
    struct store *server = opened(p->path);
    on_file(p->path, "DROP INDEX match_room; DROP INDEX room_due; DROP INDEX room_idle;"
                     "ALTER TABLE room DROP COLUMN version; DROP TABLE mute; DROP TABLE ban;"
                     "DROP TABLE push; DROP TABLE daily;"
                     "PRAGMA user_version = 1");
    assert_null(store_sqlite(p->path, STORE_ADMIN, why));
    assert_string_equal(why, "an older version of Mazo is using it");
    server->ops->close(server);
    struct store *s = store_sqlite(p->path, STORE_ADMIN, why);
    assert_non_null(s);
    server = opened(p->path);
    server->ops->close(server);
    s->ops->close(s);
}

static void a_copy_is_of_one_moment(void **state)
{
    struct place *p = *state;
    char why[STORE_WHY_SIZE], to[FOLDER_SIZE + 32];
    int told = 0;
    fill(p->path, 20000);
    snprintf(to, sizeof to, "%s/copy.db", p->folder);
    struct store *server = opened(p->path), *s = store_sqlite(p->path, STORE_ADMIN, why);
    if (!s->ops->backup(s, to, count_progress, &told, why))
        fail_msg("%s", why);
    assert_true(told > 0);
    assert_false(s->ops->backup(s, to, count_progress, &told, why));
    assert_string_equal(why, "it already exists");
    KEEP(server, an_event(1, 20000));
    s->ops->close(s);
    server->ops->close(server);
    struct store *copy = opened(to);
    assert_int_equal(events_of(copy, 1), 20000);
    copy->ops->close(copy);
}

/* The server goes on writing between the steps of the copy, which still ends. */
static void write_more(void *ctx, uint64_t done, uint64_t all)
{
    struct store **server = ctx;
    static uint32_t n = 20000;
    (void)done, (void)all;
    KEEP(*server, an_event(1, n));
    n++;
}

static void a_copy_ends_while_the_server_writes(void **state)
{
    struct place *p = *state;
    char why[STORE_WHY_SIZE], to[FOLDER_SIZE + 32];
    fill(p->path, 20000);
    snprintf(to, sizeof to, "%s/copy.db", p->folder);
    struct store *server = opened(p->path), *s = store_sqlite(p->path, STORE_ADMIN, why);
    assert_true(s->ops->backup(s, to, write_more, &server, why));
    s->ops->close(s);
    assert_true(events_of(server, 1) > 20000);
    server->ops->close(server);
    struct store *copy = opened(to);
    assert_int_equal(events_of(copy, 1), 20000);
    copy->ops->close(copy);
}

static void note_fault(void *ctx, const char *what) { snprintf(ctx, 200, "%s", what); }

static void a_check_names_what_is_wrong(void **state)
{
    struct place *p = *state;
    char why[STORE_WHY_SIZE], fault[200] = "";
    fill(p->path, 20);
    on_file(p->path, "PRAGMA foreign_keys = OFF; INSERT INTO seat VALUES (77, 0, 1)");
    struct store *s = store_sqlite(p->path, STORE_ADMIN, why);
    assert_int_equal(s->ops->check(s, note_fault, fault), 0);
    assert_string_equal(fault, "a row of seat names a row of room that is not there");
    s->ops->close(s);
}

/* ---- damage ---- */

static void overwrite(const char *path, off_t at, const char *bytes, size_t count)
{
    int fd = open(path, O_WRONLY);
    assert_int_equal(pwrite(fd, bytes, count, at), count);
    close(fd);
}

static void refuses_a_file_that_is_not_a_database(void **state)
{
    struct place *p = *state;
    static char noise[10000];
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (char)(i * 7919 >> 3);
    close(open(p->path, O_WRONLY | O_CREAT, 0600));
    overwrite(p->path, 0, noise, sizeof noise);
    not_opened(p->path, no_store);
    overwrite(p->path, 0, "SQLite format 3", 16);
    not_opened(p->path, no_store);
}

static void a_cut_file_is_refused(void **state)
{
    struct place *p = *state;
    struct stat is;
    fill(p->path, 2000);
    assert_int_equal(stat(p->path, &is), 0);
    assert_int_equal(truncate(p->path, is.st_size / 2), 0);
    not_opened(p->path, "it is damaged");
    assert_int_equal(truncate(p->path, 50), 0);
    not_opened(p->path, "it is damaged");
}

/* Whichever page is overwritten: it is refused, or harmless (a free page). Never a crash, and
 * never a store that gives other events than were written. */
static void no_overwritten_page_goes_unnoticed(void **state)
{
    struct place *p = *state;
    char noise[4096], whole[4096];
    struct stat is;
    int refused = 0;
    fill(p->path, 1000);
    memset(noise, 0xa5, sizeof noise);
    assert_int_equal(stat(p->path, &is), 0);
    for (off_t at = 0; at < is.st_size; at += 4096) {
        char why[STORE_WHY_SIZE];
        int fd = open(p->path, O_RDONLY);
        assert_int_equal(pread(fd, whole, sizeof whole, at), sizeof whole);
        close(fd);
        overwrite(p->path, at, noise, sizeof noise);
        struct store *s = store_sqlite(p->path, STORE_SERVE, why);
        if (s) {
            assert_int_equal(events_of(s, 1), 1000);
            s->ops->close(s);
        } else {
            assert_string_equal(why, at == 0 ? no_store : "it is damaged");
            refused++;
        }
        overwrite(p->path, at, whole, sizeof whole);
    }
    assert_true(refused > 10);
    struct store *s = opened(p->path);
    assert_int_equal(events_of(s, 1), 1000);
    s->ops->close(s);
}

static void a_missing_table_is_damage(void **state)
{
    struct place *p = *state;
    fill(p->path, 1);
    on_file(p->path, "DROP TABLE seat");
    not_opened(p->path, "it is damaged");
}

/* ---- no room ---- */

/* Runs in a child, which may spoil its world; the number says where it went wrong. */
static int in_child(const struct place *p, int (*act)(const struct place *p))
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(act(p));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void limit_files(rlim_t size)
{
    struct rlimit now;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &now);
    now.rlim_cur = size < now.rlim_max ? size : now.rlim_max;
    setrlimit(RLIMIT_FSIZE, &now);
}

/* Batches of three until there is no room; then there is again. */
static int fill_up(const struct place *p, const char *expected,
                   void (*make_room)(const struct place *p))
{
    char why[STORE_WHY_SIZE] = "";
    struct store *s = store_sqlite(p->path, STORE_SERVE, why);
    struct store_write w[3] = {a_match(1)};
    uint32_t kept = 0;
    bool fine = s && store_commit(s, w, 1, why);
    if (!fine)
        return 1;
    for (; fine; kept += fine ? 3 : 0) {
        for (uint32_t i = 0; i < 3; i++)
            w[i] = an_event(1, kept + i);
        fine = store_commit(s, w, 3, why);
    }
    if (strcmp(why, expected) != 0) {
        fprintf(stderr, "# %s\n", why);
        return 2;
    }
    for (int i = 0; i < 5; i++) /* still none */
        if (events_of(s, 1) != kept || kept < 10 || store_commit(s, w, 3, why))
            return 3;
    make_room(p);
    if (!store_commit(s, w, 3, why) || events_of(s, 1) != kept + 3)
        return 4;
    s->ops->close(s);
    s = store_sqlite(p->path, STORE_SERVE, why);
    return s && events_of(s, 1) == kept + 3 ? 0 : 5;
}

static void lift_limit(const struct place *p)
{
    (void)p;
    limit_files(RLIM_INFINITY);
}

static int fill_file(const struct place *p)
{
    limit_files(200000);
    return fill_up(p, "the file would become too large", lift_limit);
}

static void without_room_nothing_is_half_written(void **state)
{
    struct place *p = *state;
    assert_int_equal(in_child(p, fill_file), 0);
    struct store *s = opened(p->path);
    assert_int_equal(events_of(s, 1) % 3, 0);
    s->ops->close(s);
    assert_int_equal(number_in(p->path,
                               "SELECT integrity_check = 'ok' FROM pragma_integrity_check"),
                     1);
}

static void drop_ballast(const struct place *p)
{
    char path[FOLDER_SIZE + 16];
    snprintf(path, sizeof path, "%s/ballast", p->folder);
    unlink(path);
}

/* A disk of half a megabyte, in a world of its own. */
static bool mount_small(const char *folder)
{
    return unshare(CLONE_NEWNS) == 0 && mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", folder, "tmpfs", 0, "size=600k") == 0;
}

static int fill_disk(const struct place *p)
{
    char path[FOLDER_SIZE + 16];
    static const char ballast[200000];
    if (!mount_small(p->folder))
        return 98;
    snprintf(path, sizeof path, "%s/ballast", p->folder);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    if (write(fd, ballast, sizeof ballast) != sizeof ballast)
        return 99;
    close(fd);
    return fill_up(p, "the disk is full", drop_ballast);
}

static void a_full_disk_is_no_disaster(void **state)
{
    assert_int_equal(in_child(*state, fill_disk), 0);
}

static int open_only(const struct place *p)
{
    char why[STORE_WHY_SIZE] = "";
    limit_files(8000);
    struct store *s = store_sqlite(p->path, STORE_SERVE, why);
    return s ? 1 : strcmp(why, "the file would become too large") == 0 ? 0 : 2;
}

static void without_room_it_is_not_opened(void **state)
{
    struct place *p = *state;
    assert_int_equal(in_child(p, open_only), 0);
    struct store *s = opened(p->path); /* what was begun does no harm */
    s->ops->close(s);
}

/* On a disk that became read-only nothing is written, and nothing opened. */
static int go_read_only(const struct place *p)
{
    char why[STORE_WHY_SIZE] = "";
    struct store_write e = an_event(1, 0);
    if (!mount_small(p->folder))
        return 99;
    fill(p->path, 0);
    if (mount("none", p->folder, "tmpfs", MS_REMOUNT | MS_RDONLY, "size=600k") != 0)
        return 98;
    struct store *s = store_sqlite(p->path, STORE_SERVE, why);
    if (s || strcmp(why, "the disk is read-only") != 0) {
        fprintf(stderr, "# %s\n", why);
        return 1;
    }
    if (mount("none", p->folder, "tmpfs", MS_REMOUNT, "size=600k") != 0)
        return 97;
    s = store_sqlite(p->path, STORE_SERVE, why);
    return s && store_commit(s, &e, 1, why) ? 0 : 2;
}

static void a_read_only_disk_is_said(void **state)
{
    assert_int_equal(in_child(*state, go_read_only), 0);
}

static bool mount_again(const struct place *p, unsigned long how)
{
    return mount("none", p->folder, "tmpfs", MS_REMOUNT | how, "size=600k") == 0;
}

/* A medium that cannot be written: a file alone, and one with a log but without its index. */
static int look_at_medium(const struct place *p)
{
    for (int log = 0; log < 2; log++) {
        if (!mount_small(p->folder))
            return 99;
        if (log)
            leave_log(p);
        else
            make_version(p->path, 1);
        if (!mount_again(p, MS_RDONLY))
            return 98;
        look_through(p->path);
        char why[STORE_WHY_SIZE];
        if (store_sqlite(p->path, STORE_SERVE, why))
            return 1;
        umount(p->folder);
    }
    return 0;
}

static void a_read_only_disk_can_be_looked_at(void **state)
{
    assert_int_equal(in_child(*state, look_at_medium), 0);
}

static int upgrade_without_room(const struct place *p)
{
    char path[FOLDER_SIZE + 16], why[STORE_WHY_SIZE] = "";
    if (!mount_small(p->folder))
        return 99;
    make_version(p->path, 1);
    snprintf(path, sizeof path, "%s/ballast", p->folder);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    static const char ballast[4096];
    while (write(fd, ballast, sizeof ballast) > 0) {
    }
    if (ftruncate(fd, lseek(fd, 0, SEEK_END) - 40960) != 0) /* enough to open it */
        return 98;
    close(fd);
    struct store *s = store_sqlite(p->path, STORE_SERVE, why);
    if (s || strncmp(why, "it is of an older version, and the disk is too full", 51) != 0) {
        fprintf(stderr, "# %s\n", why);
        return 1;
    }
    drop_ballast(p);
    if (number_in(p->path, "PRAGMA user_version") != 1)
        return 2;
    s = store_sqlite(p->path, STORE_SERVE, why);
    return s && s->was == 1 ? 0 : 3;
}

static void a_full_disk_keeps_an_older_file(void **state)
{
    assert_int_equal(in_child(*state, upgrade_without_room), 0);
}

static int try_mounting(const struct place *p) { return mount_small(p->folder) ? 0 : 1; }

/* Left out, for cmocka 1.1.5 tells of a skipped case as if it had failed. */
static bool leaves_out_mounts(void)
{
    void *place;
    begin(&place);
    bool left_out = in_child(place, try_mounting) != 0;
    if (left_out)
        cmocka_set_skip_filter("a_*_disk_*");
    end(&place);
    return left_out;
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
#define TEST(test) {#test, test, begin, end, NULL}
        TEST(a_new_file_is_for_its_owner_only),
        TEST(every_commit_reaches_the_disk),
        TEST(a_temporary_store_has_no_name),
        TEST(places_where_no_file_can_be),
        TEST(an_empty_file_is_a_new_store),
        TEST(one_process_at_a_time),
        TEST(foreign_files_are_left_alone),
        TEST(newer_files_are_refused),
        TEST(older_files_are_brought_up_step_by_step),
        TEST(a_step_that_fails_leaves_the_version_before),
        TEST(the_first_version_is_brought_up),
        TEST(an_older_file_is_copied_before_it_is_brought_up),
        TEST(a_look_changes_nothing),
        TEST(a_look_reads_the_log_and_leaves_it),
        TEST(only_rooms_that_are_due_or_idle_are_visited),
        TEST(a_file_in_use_is_administered),
        TEST(an_older_file_waits_until_it_is_free),
        TEST(a_copy_is_of_one_moment),
        TEST(a_copy_ends_while_the_server_writes),
        TEST(a_check_names_what_is_wrong),
        TEST(refuses_a_file_that_is_not_a_database),
        TEST(a_cut_file_is_refused),
        TEST(no_overwritten_page_goes_unnoticed),
        TEST(a_missing_table_is_damage),
        TEST(without_room_nothing_is_half_written),
        TEST(a_full_disk_is_no_disaster),
        TEST(a_read_only_disk_is_said),
        TEST(a_read_only_disk_can_be_looked_at),
        TEST(a_full_disk_keeps_an_older_file),
        TEST(without_room_it_is_not_opened),
    };
    bool left_out = leaves_out_mounts();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (left_out) /* at the end: TAP's first line is its version */
        puts("# SKIP a full disk, a read-only disk: nothing may be mounted here");
    return failed;
}
