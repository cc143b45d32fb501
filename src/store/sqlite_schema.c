/*
 * sqlite_schema.c - the tables, and upgrading older files.
 *
 * Never change a step that has been released: add one.
 */
#include "store/sqlite_inner.h"

#include <assert.h>
#include <stdio.h>

#include "text/text.h"

/* "mazo": tools such as `file` recognize it. */
enum { APPLICATION_ID = 0x6d617a6f };

/* A forgotten person keeps the number, so that it is not given out again, but has neither key nor
 * token. Bots have no person in a result. */
static const char version_1[] =
    "CREATE TABLE person ("
    " id INTEGER PRIMARY KEY, key TEXT UNIQUE, hash BLOB UNIQUE,"
    " name TEXT NOT NULL, lang TEXT NOT NULL, since INTEGER NOT NULL, seen INTEGER NOT NULL,"
    " rating REAL NOT NULL, matches INTEGER NOT NULL DEFAULT 0, wins INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"
    "CREATE INDEX person_rated ON person (rating DESC, id) WHERE matches >= 5;"

    "CREATE TABLE room ("
    " id INTEGER PRIMARY KEY, code TEXT NOT NULL, touched INTEGER NOT NULL, due INTEGER NOT NULL,"
    " listed INTEGER NOT NULL, over INTEGER NOT NULL, match INTEGER NOT NULL, text TEXT NOT NULL"
    ") STRICT;"
    "CREATE UNIQUE INDEX room_code ON room (code) WHERE over = 0;"
    "CREATE INDEX room_old_code ON room (code) WHERE over = 1;"

    "CREATE TABLE seat ("
    " room INTEGER NOT NULL REFERENCES room (id), place INTEGER NOT NULL,"
    " person INTEGER NOT NULL REFERENCES person (id), PRIMARY KEY (room, place)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX seat_person ON seat (person);"

    "CREATE TABLE match ("
    " id INTEGER PRIMARY KEY, room INTEGER NOT NULL, key TEXT NOT NULL UNIQUE,"
    " began INTEGER NOT NULL, rules TEXT NOT NULL"
    ") STRICT;"

    "CREATE TABLE event ("
    " match INTEGER NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, person INTEGER NOT NULL,"
    " id INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (match, n)"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE result ("
    " match INTEGER NOT NULL REFERENCES match (id), seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 9),"
    " person INTEGER REFERENCES person (id), name TEXT NOT NULL, points INTEGER NOT NULL,"
    " won INTEGER NOT NULL, at INTEGER NOT NULL, rating REAL NOT NULL, PRIMARY KEY (match, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX result_person ON result (person, at) WHERE person IS NOT NULL;";

/* Servers ask every minute which rooms are due or idle, `mazo store` for the matches of a room. A move
 * does not write the room unless turns last for hours, so these indexes cost it nothing.
 *
 * Before, moves did not touch the room. */
static const char version_2[] =
    "UPDATE room SET touched = max(touched, coalesce((SELECT at FROM event"
    " WHERE event.match = room.match ORDER BY n DESC LIMIT 1), 0)) WHERE over = 0 AND match <> 0;"
    "CREATE INDEX room_due ON room (due) WHERE over = 0 AND due <> 0;"
    "CREATE INDEX room_idle ON room (touched) WHERE over = 0 AND due = 0;"
    "CREATE INDEX match_room ON match (room);";

/* A write of a room names the version it replaces. */
static const char version_3[] = "ALTER TABLE room ADD COLUMN version INTEGER NOT NULL DEFAULT 1;";

/* The people a person has muted; by the index, those who have muted a person to be forgotten. */
static const char version_4[] =
    "CREATE TABLE mute ("
    " person INTEGER NOT NULL REFERENCES person (id), muted INTEGER NOT NULL REFERENCES person (id),"
    " PRIMARY KEY (person, muted)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX mute_muted ON mute (muted);";

/* Banned people and addresses. */
static const char version_5[] =
    "CREATE TABLE ban ("
    " person INTEGER UNIQUE REFERENCES person (id), address TEXT UNIQUE, until INTEGER NOT NULL,"
    " at INTEGER NOT NULL, why TEXT NOT NULL, CHECK ((person IS NULL) <> (address IS NULL))"
    ") STRICT;";

/* Where browsers of a person take messages while no page is open. */
static const char version_6[] =
    "CREATE TABLE push ("
    " endpoint TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person (id),"
    " key BLOB NOT NULL, secret BLOB NOT NULL, at INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX push_person ON push (person);";

/* Results of the deals of the day. */
static const char version_7[] =
    "CREATE TABLE daily ("
    " day INTEGER NOT NULL, person INTEGER NOT NULL REFERENCES person (id), at INTEGER NOT NULL,"
    " place INTEGER NOT NULL, lead INTEGER NOT NULL, rounds TEXT NOT NULL, mark INTEGER NOT NULL,"
    " PRIMARY KEY (day, person), UNIQUE (day, mark)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX daily_best ON daily (day, place, lead DESC, at);"
    "CREATE INDEX daily_person ON daily (person);";

static const char *const steps[] = {version_1, version_2, version_3,
                                    version_4, version_5, version_6, version_7};

/* What replaces the additions of a step for a reader of an older file; NULL: reads do not need them. */
static const char *const stand_ins[] =
    {NULL,
     NULL,
     "CREATE TEMP VIEW room AS SELECT *, 1 AS version FROM main.room",
     "CREATE TEMP TABLE mute (person INTEGER, muted INTEGER)",
     "CREATE TEMP TABLE ban (person INTEGER, address TEXT, until INTEGER, at INTEGER, why TEXT)",
     "CREATE TEMP TABLE push (endpoint TEXT, person INTEGER, key BLOB, secret BLOB, at INTEGER)",
     "CREATE TEMP TABLE daily (day INTEGER, person INTEGER, at INTEGER, place INTEGER, lead INTEGER,"
     " rounds TEXT, mark INTEGER)"};
static_assert(sizeof stand_ins == sizeof steps, "one for each step");

const char *const *sqlite_steps(int *present)
{
    *present = (int)(sizeof steps / sizeof steps[0]);
    return steps;
}

int store_version(void) { return (int)(sizeof steps / sizeof steps[0]); }

bool sqlite_stand_in(sqlite3 *db, int version)
{
    bool fine = true;
    for (int i = version; fine && i < store_version(); i++)
        fine = !stand_ins[i] || sqlite3_exec(db, stand_ins[i], NULL, NULL, NULL) == SQLITE_OK;
    return fine;
}

static bool step_on(sqlite3 *db, const char *step, int version)
{
    char mark[128];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             APPLICATION_ID, version);
    return sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, step, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, mark, NULL, NULL, NULL) == SQLITE_OK;
}

int sqlite_stamp(sqlite3 *db)
{
    char mark[48];
    int64_t version;
    if (!sqlite_number(db, "PRAGMA user_version", &version))
        return sqlite3_extended_errcode(db);
    snprintf(mark, sizeof mark, "PRAGMA user_version = %d", (int)version);
    return sqlite3_exec(db, mark, NULL, NULL, NULL);
}

const char *sqlite_version(sqlite3 *db, int present, int *out)
{
    int64_t owner, version, things;
    if (!sqlite_number(db, "PRAGMA application_id", &owner) ||
        !sqlite_number(db, "PRAGMA user_version", &version) ||
        !sqlite_number(db, "SELECT count(*) FROM sqlite_schema", &things))
        return sqlite_why(db, sqlite3_extended_errcode(db));
    *out = (int)version;
    if (owner != APPLICATION_ID && (owner != 0 || *out != 0 || things != 0))
        return N_("it belongs to another program");
    return *out > present ? N_("a newer version of Mazo has written it") : NULL;
}

const char *sqlite_migrate(sqlite3 *db, const char *const *list, int version, int present)
{
    for (; version < present; version++) {
        if (version < 0 || !step_on(db, list[version], version + 1)) {
            const char *why = sqlite_why(db, sqlite3_extended_errcode(db));
            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
            return why;
        }
    }
    return NULL;
}
