/*
 * sqlite_write.c - batches into the file, each one transaction.
 *
 * The functions for the kinds return SQLite's result codes; our own refusals use the matching one.
 */
#include "store/sqlite_inner.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>

#include "text/oserror.h"

enum to {
    BEGIN,
    COMMIT,
    ROLLBACK,
    PERSON,
    PERSON_STATE,
    ROOM_SAME,
    ROOM,
    SEATS,
    SEATS_CLEAR,
    SEAT,
    MATCH,
    MATCH_THERE,
    EVENT,
    EVENT_THERE,
    FENCE,
    RESULT,
    RATING,
    MUTE,
    UNMUTE,
    FORGET_MUTES,
    BAN,
    UNBAN,
    FORGET_BANS,
    DAILY,
    FORGET_DAYS,
    FORGET_PUSHES,
    FORGET_SEATS,
    FORGET_RESULTS,
    FORGET_PERSON,
    TO_COUNT
};
static_assert((int)TO_COUNT <= (int)SQLITE_WRITES_MAX, "room for all statements");

static const char *const texts[TO_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PERSON] = "INSERT INTO person (id, key, hash, name, lang, since, seen, rating)"
               " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (id) DO UPDATE"
               " SET name = ?4, lang = ?5, seen = ?7 WHERE key IS NOT NULL",
    [PERSON_STATE] = "SELECT key IS NOT NULL FROM person WHERE id = ?1",
    /* The usual change of a room; it touches no index. */
    [ROOM_SAME] = "UPDATE room SET touched = ?3, due = ?4, listed = ?5, match = ?7, text = ?8,"
                  " version = version + 1"
                  " WHERE id = ?1 AND code = ?2 AND over = ?6 AND ?9 IN (0, version)",
    [ROOM] = "INSERT INTO room (id, code, touched, due, listed, over, match, text)"
             " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
             " WHERE ?9 = 0 OR EXISTS (SELECT 1 FROM room WHERE id = ?1)"
             " ON CONFLICT (id) DO UPDATE SET code = ?2, touched = ?3, due = ?4, listed = ?5,"
             " over = ?6, match = ?7, text = ?8, version = version + 1 WHERE ?9 IN (0, version)",
    [SEATS] = "SELECT person FROM seat WHERE room = ?1 ORDER BY place",
    [SEATS_CLEAR] = "DELETE FROM seat WHERE room = ?1",
    [SEAT] = "INSERT INTO seat (room, place, person) VALUES (?1, ?2, ?3)",
    [MATCH] = "INSERT INTO match (id, room, key, began, rules) VALUES (?1, ?2, ?3, ?4, ?5)",
    [MATCH_THERE] = "SELECT 1 FROM match WHERE id = ?1",
    [EVENT] = "INSERT INTO event (match, n, at, person, id, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [EVENT_THERE] = "SELECT 1 FROM event WHERE match = ?1 AND n = ?2",
    [FENCE] = "SELECT 1 FROM match AS m JOIN room AS r ON r.id = m.room"
              " WHERE m.id = ?1 AND r.version = ?2",
    [RESULT] = "INSERT INTO result (match, seat, person, name, points, won, at, rating)"
               " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, coalesce(?8,"
               " (SELECT rating + ?9 FROM person WHERE id = ?3), 0))",
    [RATING] = "UPDATE person SET rating = rating + ?2, matches = matches + 1, wins = wins + ?3"
               " WHERE id = ?1",
    [MUTE] = "INSERT INTO mute (person, muted) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [UNMUTE] = "DELETE FROM mute WHERE person = ?1 AND muted = ?2",
    [FORGET_MUTES] = "DELETE FROM mute WHERE person = ?1 OR muted = ?1",
    [BAN] = "INSERT INTO ban (person, address, until, at, why) VALUES (?1, ?2, ?3, ?4, ?5)",
    [UNBAN] = "DELETE FROM ban WHERE person IS ?1 AND address IS ?2",
    [FORGET_BANS] = "DELETE FROM ban WHERE person = ?1",
    [FORGET_PUSHES] = "DELETE FROM push WHERE person = ?1",
    [DAILY] = "INSERT INTO daily (day, person, at, place, lead, rounds, mark)"
              " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING",
    [FORGET_DAYS] = "DELETE FROM daily WHERE person = ?1",
    [FORGET_SEATS] = "DELETE FROM seat WHERE person = ?1",
    [FORGET_RESULTS] = "UPDATE result SET person = NULL, name = '' WHERE person = ?1",
    [FORGET_PERSON] = "UPDATE person SET key = NULL, hash = NULL, name = '', lang = '', since = 0,"
                      " seen = 0, rating = 0, matches = 0, wins = 0 WHERE id = ?1",
};

bool sqlite_prepare_writes(struct sqlite *q)
{
    return sqlite_prepare(q->write, texts, TO_COUNT, q->to);
}

/* ---- one statement ---- */

/* Run and reset: SQLITE_DONE, SQLITE_ROW if it found a row, or an error. */
static int step(sqlite3_stmt *stmt)
{
    int code = sqlite3_step(stmt);
    int fault = sqlite3_reset(stmt);
    return fault != SQLITE_OK ? fault : code;
}

static int put_values(struct sqlite *q, enum to which, const struct sql_value *values, int count)
{
    sqlite_bind(q->to[which], values, count);
    return step(q->to[which]);
}

#define PUT(q, which, ...) put_values(q, which, SQL_VALUES(__VA_ARGS__))

/* ---- the kinds ---- */

static int write_person(struct sqlite *q, const struct store_person *p)
{
    return PUT(q, PERSON, SQL_NUMBER_OF(p->id), SQL_WORD_OF(p->key),
               SQL_BYTES_OF(p->hash, STORE_HASH_SIZE), SQL_WORD_OF(p->name), SQL_WORD_OF(p->lang),
               SQL_NUMBER_OF(p->since), SQL_NUMBER_OF(p->seen), SQL_REAL_OF(p->rating));
}

/* SQLITE_DONE: found; *here is false if forgotten. */
static int look_at_person(struct sqlite *q, int64_t id, bool *here)
{
    sqlite3_stmt *stmt = q->to[PERSON_STATE];
    sqlite3_bind_int64(stmt, 1, id);
    int code = sqlite3_step(stmt);
    *here = code == SQLITE_ROW && sqlite3_column_int(stmt, 0);
    int fault = sqlite3_reset(stmt);
    if (fault != SQLITE_OK)
        return fault;
    return code == SQLITE_ROW ? SQLITE_DONE : SQLITE_CONSTRAINT_FOREIGNKEY;
}

/* Do the same people sit there already? Most writes of a room change none. */
static bool same_people(struct sqlite *q, const struct store_room *r, int people)
{
    sqlite3_stmt *stmt = q->to[SEATS];
    int i = 0;
    sqlite3_bind_int64(stmt, 1, r->id);
    while (sqlite3_step(stmt) == SQLITE_ROW &&
           (i >= people || sqlite3_column_int64(stmt, 0) == r->person[i]))
        i++;
    bool all = sqlite3_reset(stmt) == SQLITE_OK && i == people;
    return all;
}

static int write_seats(struct sqlite *q, const struct store_room *r)
{
    int people = r->over ? 0 : r->people;
    if (r->people < 0 || r->people > STORE_SEATS_MAX)
        return SQLITE_CONSTRAINT_CHECK;
    if (same_people(q, r, people))
        return SQLITE_DONE;
    int code = PUT(q, SEATS_CLEAR, SQL_NUMBER_OF(r->id));
    for (int i = 0; code == SQLITE_DONE && i < people; i++) {
        bool here;
        code = look_at_person(q, r->person[i], &here);
        if (code == SQLITE_DONE && here)
            code = PUT(q, SEAT, SQL_NUMBER_OF(r->id), SQL_NUMBER_OF(i),
                       SQL_NUMBER_OF(r->person[i]));
    }
    return code;
}

static int put_room(struct sqlite *q, enum to which, const struct store_room *r)
{
    return PUT(q, which, SQL_NUMBER_OF(r->id), SQL_WORD_OF(r->code), SQL_NUMBER_OF(r->touched),
               SQL_NUMBER_OF(r->due), SQL_NUMBER_OF(r->listed), SQL_NUMBER_OF(r->over),
               SQL_NUMBER_OF(r->match), SQL_TEXT_OF(r->text, r->len), SQL_NUMBER_OF(r->version));
}

static int write_room(struct sqlite *q, const struct store_room *r)
{
    int code = put_room(q, ROOM_SAME, r);
    if (code == SQLITE_DONE && sqlite3_changes(q->write) == 0) {
        code = put_room(q, ROOM, r);
        q->conflict = code == SQLITE_DONE && sqlite3_changes(q->write) == 0;
        code = q->conflict ? SQLITE_CONSTRAINT_VTAB : code;
    }
    return code == SQLITE_DONE ? write_seats(q, r) : code;
}

static int write_match(struct sqlite *q, const struct store_match *m)
{
    return PUT(q, MATCH, SQL_NUMBER_OF(m->id), SQL_NUMBER_OF(m->room), SQL_WORD_OF(m->key),
               SQL_NUMBER_OF(m->began), SQL_WORD_OF(m->rules));
}

/* The event before it, or its match, must exist. */
static int event_follows(struct sqlite *q, const struct store_event *e)
{
    int code = e->n == 0
                   ? PUT(q, MATCH_THERE, SQL_NUMBER_OF(e->match))
                   : PUT(q, EVENT_THERE, SQL_NUMBER_OF(e->match), SQL_NUMBER_OF((int64_t)e->n - 1));
    return code == SQLITE_DONE ? SQLITE_CONSTRAINT_FOREIGNKEY : code;
}

/* Asked once for consecutive lines of one match. */
static int event_is_current(struct sqlite *q, const struct store_event *e)
{
    if (!e->version || (e->match == q->fenced && e->version == q->fence))
        return SQLITE_ROW;
    int code = PUT(q, FENCE, SQL_NUMBER_OF(e->match), SQL_NUMBER_OF(e->version));
    if (code == SQLITE_DONE) {
        q->conflict = true;
        return SQLITE_CONSTRAINT_VTAB;
    }
    q->fenced = e->match;
    q->fence = e->version;
    return code;
}

static int write_event(struct sqlite *q, const struct store_event *e)
{
    int code = event_is_current(q, e);
    code = code == SQLITE_ROW ? event_follows(q, e) : code;
    if (code != SQLITE_ROW)
        return code;
    code = PUT(q, EVENT, SQL_NUMBER_OF(e->match), SQL_NUMBER_OF(e->n), SQL_NUMBER_OF(e->at),
               SQL_NUMBER_OF(e->person), SQL_NUMBER_OF((int64_t)e->id),
               SQL_TEXT_OF(e->text, e->len));
    q->conflict = code == SQLITE_CONSTRAINT_PRIMARYKEY;
    return code;
}

static int write_rating(struct sqlite *q, const struct store_result *r)
{
    return PUT(q, RATING, SQL_NUMBER_OF(r->person), SQL_REAL_OF(r->copied ? 0 : r->delta),
               SQL_NUMBER_OF(r->won));
}

static int write_result(struct sqlite *q, const struct store_result *r)
{
    bool here = false;
    int code = r->person != 0 ? look_at_person(q, r->person, &here) : SQLITE_DONE;
    const struct sql_value person = {.kind = here ? SQL_NUMBER : SQL_NULL, .number = r->person};
    const struct sql_value rating = {.kind = r->copied ? SQL_REAL : SQL_NULL, .real = r->rating};
    if (code != SQLITE_DONE)
        return code;
    code = PUT(q, RESULT, SQL_NUMBER_OF(r->match), SQL_NUMBER_OF(r->seat), person,
               SQL_WORD_OF(here || r->person == 0 ? r->name : ""), SQL_NUMBER_OF(r->points),
               SQL_NUMBER_OF(r->won), SQL_NUMBER_OF(r->at), rating, SQL_REAL_OF(r->delta));
    return code == SQLITE_DONE && here ? write_rating(q, r) : code;
}

static int write_mute(struct sqlite *q, const struct store_mute *m)
{
    bool here, other = false;
    int code = look_at_person(q, m->person, &here);
    code = code == SQLITE_DONE ? look_at_person(q, m->muted, &other) : code;
    if (code != SQLITE_DONE || !here || !other)
        return code;
    return PUT(q, m->off ? UNMUTE : MUTE, SQL_NUMBER_OF(m->person), SQL_NUMBER_OF(m->muted));
}

static int write_ban(struct sqlite *q, const struct store_ban *b)
{
    bool here = true;
    int code = b->person ? look_at_person(q, b->person, &here) : SQLITE_DONE;
    if (code != SQLITE_DONE || !here)
        return code;
    const struct sql_value person = {.kind = b->person ? SQL_NUMBER : SQL_NULL,
                                     .number = b->person};
    const struct sql_value address = {.kind = b->person ? SQL_NULL : SQL_WORD, .bytes = b->address};
    code = PUT(q, UNBAN, person, address);
    if (code != SQLITE_DONE || b->off)
        return code;
    return PUT(q, BAN, person, address, SQL_NUMBER_OF(b->until), SQL_NUMBER_OF(b->at),
               SQL_WORD_OF(b->why));
}

static int write_daily(struct sqlite *q, const struct store_daily *d)
{
    bool here;
    int code = look_at_person(q, d->person, &here);
    if (code != SQLITE_DONE || !here)
        return code;
    return PUT(q, DAILY, SQL_NUMBER_OF(d->day), SQL_NUMBER_OF(d->person), SQL_NUMBER_OF(d->at),
               SQL_NUMBER_OF(d->place), SQL_NUMBER_OF(d->lead), SQL_WORD_OF(d->rounds),
               SQL_NUMBER_OF((int64_t)d->mark));
}

static int forget(struct sqlite *q, int64_t person)
{
    int code = PUT(q, FORGET_SEATS, SQL_NUMBER_OF(person));
    code = code == SQLITE_DONE ? PUT(q, FORGET_MUTES, SQL_NUMBER_OF(person)) : code;
    code = code == SQLITE_DONE ? PUT(q, FORGET_BANS, SQL_NUMBER_OF(person)) : code;
    code = code == SQLITE_DONE ? PUT(q, FORGET_DAYS, SQL_NUMBER_OF(person)) : code;
    code = code == SQLITE_DONE ? PUT(q, FORGET_PUSHES, SQL_NUMBER_OF(person)) : code;
    code = code == SQLITE_DONE ? PUT(q, FORGET_RESULTS, SQL_NUMBER_OF(person)) : code;
    return code == SQLITE_DONE ? PUT(q, FORGET_PERSON, SQL_NUMBER_OF(person)) : code;
}

/* ---- rare writes: statements are prepared when needed ---- */

/* Run a statement: SQLITE_DONE, SQLITE_ROW if it found a row, or an error. */
static int run_once(sqlite3 *db, const char *text, const struct sql_value *values, int count)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(db, text, -1, &stmt, NULL);
    if (code != SQLITE_OK)
        return code;
    sqlite_bind(stmt, values, count);
    code = sqlite3_step(stmt);
    int fault = sqlite3_finalize(stmt);
    return fault != SQLITE_OK ? fault : code;
}

#define RUN(db, text, ...) run_once(db, text, SQL_VALUES(__VA_ARGS__))

/* Stops at the first error. */
static int run_each(sqlite3 *db, const char *const *steps, size_t count, int64_t first)
{
    int code = SQLITE_DONE;
    for (size_t i = 0; code == SQLITE_DONE && i < count; i++)
        code = RUN(db, steps[i], SQL_NUMBER_OF(first));
    return code;
}

static int write_push(struct sqlite *q, const struct store_push *p)
{
    bool here;
    int code = look_at_person(q, p->person, &here);
    if (code != SQLITE_DONE || !here)
        return code;
    if (p->off)
        return RUN(q->write, "DELETE FROM push WHERE endpoint = ?1 AND person = ?2",
                   SQL_TEXT_OF(p->endpoint, p->len), SQL_NUMBER_OF(p->person));
    code = RUN(q->write,
               "INSERT INTO push (endpoint, person, key, secret, at) VALUES (?1, ?2, ?3, ?4, ?5)"
               " ON CONFLICT (endpoint) DO UPDATE SET person = ?2, key = ?3, secret = ?4, at = ?5",
               SQL_TEXT_OF(p->endpoint, p->len), SQL_NUMBER_OF(p->person),
               SQL_BYTES_OF(p->key, sizeof p->key), SQL_BYTES_OF(p->secret, sizeof p->secret),
               SQL_NUMBER_OF(p->at));
    if (code != SQLITE_DONE)
        return code;
    return RUN(q->write,
               "DELETE FROM push WHERE person = ?1 AND endpoint NOT IN (SELECT endpoint FROM push"
               " WHERE person = ?1 ORDER BY at DESC, endpoint DESC LIMIT ?2)",
               SQL_NUMBER_OF(p->person), SQL_NUMBER_OF(STORE_PUSHES_MAX));
}

static int put_away(struct sqlite *q, const struct store_old *old)
{
    int code = RUN(
        q->write,
        "UPDATE room SET over = 1, version = version + 1 WHERE id = ?1 AND over = 0 AND touched <= ?2",
        SQL_NUMBER_OF(old->id), SQL_NUMBER_OF(old->at));
    if (code != SQLITE_DONE || sqlite3_changes(q->write) == 0)
        return code;
    return RUN(q->write, "DELETE FROM seat WHERE room = ?1", SQL_NUMBER_OF(old->id));
}

static int drop_room(struct sqlite *q, const struct store_old *old)
{
    static const char is_old[] =
        "SELECT 1 FROM room WHERE id = ?1 AND max(touched, coalesce((SELECT at FROM event"
        " WHERE event.match = room.match ORDER BY n DESC LIMIT 1), 0)) < ?2"
        " AND id < (SELECT max(id) FROM room)"
        " AND NOT EXISTS (SELECT 1 FROM match WHERE room = ?1 AND id ="
        " (SELECT max(id) FROM match))";
    static const char *const steps[] = {
        "DELETE FROM event WHERE match IN (SELECT id FROM match WHERE room = ?1"
        " AND NOT EXISTS (SELECT 1 FROM result WHERE result.match = match.id))",
        "DELETE FROM match WHERE room = ?1"
        " AND NOT EXISTS (SELECT 1 FROM result WHERE result.match = match.id)",
        "DELETE FROM seat WHERE room = ?1",
        "DELETE FROM room WHERE id = ?1",
    };
    int code = RUN(q->write, is_old, SQL_NUMBER_OF(old->id), SQL_NUMBER_OF(old->at));
    return code == SQLITE_ROW ? run_each(q->write, steps, sizeof steps / sizeof steps[0], old->id)
                              : code;
}

static int cut_match(struct sqlite *q, const struct store_old *old)
{
    return RUN(q->write,
               "DELETE FROM event WHERE match = ?1"
               " AND (SELECT max(at) FROM result WHERE result.match = ?1) < ?2",
               SQL_NUMBER_OF(old->id), SQL_NUMBER_OF(old->at));
}

static int write_opening(struct sqlite *q, const struct store_event *e)
{
    return RUN(q->write, "UPDATE event SET text = ?2 WHERE match = ?1 AND n = 0",
               SQL_NUMBER_OF(e->match), SQL_TEXT_OF(e->text, e->len));
}

/* ---- all or nothing ---- */

static int write_one(struct sqlite *q, const struct store_write *write)
{
    switch (write->kind) {
    case STORE_PERSON:
        return write_person(q, &write->person);
    case STORE_ROOM:
        return write_room(q, &write->room);
    case STORE_MATCH:
        return write_match(q, &write->match);
    case STORE_EVENT:
        return write_event(q, &write->event);
    case STORE_RESULT:
        return write_result(q, &write->result);
    case STORE_MUTE:
        return write_mute(q, &write->mute);
    case STORE_BAN:
        return write_ban(q, &write->ban);
    case STORE_DAILY:
        return write_daily(q, &write->daily);
    case STORE_PUSH:
        return write_push(q, &write->push);
    case STORE_FORGET:
        return forget(q, write->forget);
    case STORE_AWAY:
        return put_away(q, &write->old);
    case STORE_DROP:
        return drop_room(q, &write->old);
    case STORE_CUT:
        return cut_match(q, &write->old);
    case STORE_OPENING:
        return write_opening(q, &write->event);
    }
    return SQLITE_MISUSE;
}

static void roll_back(struct sqlite *q)
{
    if (!sqlite3_get_autocommit(q->write)) /* some errors roll back by themselves */
        step(q->to[ROLLBACK]);
}

static enum store_outcome say(enum store_outcome outcome, const char *text,
                              char why[STORE_WHY_SIZE])
{
    snprintf(why, STORE_WHY_SIZE, "%s", text);
    return outcome;
}

/* Is the batch in doubt after this error of COMMIT? If the sync or the log's index fails, all of it may
 * be in the log: unseen now, but the next server finds it. Two errors leave nothing: a row is refused
 * before the log is written; and after a failed write the last frame, which makes it a commit, is
 * missing. */
static bool is_doubt(int code)
{
    return (code & 0xff) != SQLITE_CONSTRAINT && code != SQLITE_FULL && code != SQLITE_IOERR_WRITE;
}

/* Does this write add a row that cannot have existed before? */
static bool leaves_trace(const struct store_write *write)
{
    return write->kind == STORE_EVENT || write->kind == STORE_MATCH || write->kind == STORE_RESULT;
}

static enum store_outcome doubt(struct sqlite *q, const struct store_write *writes, size_t count,
                                const char *why)
{
    q->trace = (struct store_write){.kind = STORE_PERSON};
    for (size_t i = 0; i < count && !leaves_trace(&q->trace); i++)
        q->trace = writes[i];
    return say(STORE_UNKNOWN, why, q->doubt);
}

enum store_outcome sqlite_commit(struct store *s, const struct store_write *writes, size_t count,
                                 char why[STORE_WHY_SIZE])
{
    struct sqlite *q = (struct sqlite *)s;
    if (!q->write)
        return say(STORE_REFUSED, text_oserror(TEXT_EN, EROFS), why);
    q->conflict = false;
    int code = step(q->to[BEGIN]);
    for (size_t i = 0; code == SQLITE_DONE && i < count; i++) {
        q->fenced = i > 0 && writes[i].kind == STORE_EVENT ? q->fenced : 0;
        code = write_one(q, &writes[i]);
    }
    bool written = code == SQLITE_DONE;
    code = written ? step(q->to[COMMIT]) : code;
    if (code == SQLITE_DONE)
        return say(STORE_KEPT, "", why);
    say(STORE_UNKNOWN, sqlite_why(q->write, code), why);
    bool unknown = written && is_doubt(code);
    roll_back(q);
    return unknown ? doubt(q, writes, count, why) : q->conflict ? STORE_CONFLICT : STORE_REFUSED;
}

/* SQLITE_ROW: the batch in doubt was kept. Without a trace to look for we assume it was not. */
static int look_for_trace(struct sqlite *q)
{
    const struct store_write *w = &q->trace;
    switch (w->kind) {
    case STORE_EVENT:
        return PUT(q, EVENT_THERE, SQL_NUMBER_OF(w->event.match), SQL_NUMBER_OF(w->event.n));
    case STORE_MATCH:
        return PUT(q, MATCH_THERE, SQL_NUMBER_OF(w->match.id));
    case STORE_RESULT:
        return RUN(q->write, "SELECT 1 FROM result WHERE match = ?1 AND seat = ?2",
                   SQL_NUMBER_OF(w->result.match), SQL_NUMBER_OF(w->result.seat));
    default:
        return SQLITE_DONE;
    }
}

/* Look for the batch in a new transaction. Once that one is on the disk its answer is final: it takes
 * the batch's place in the log, so that no recovery can find the batch. Reading alone is not enough:
 * the shared index of the log does not know the batch, and what the system reads back after a failed
 * sync may not be on the disk. */
enum store_outcome sqlite_resolve(struct store *s, char why[STORE_WHY_SIZE])
{
    struct sqlite *q = (struct sqlite *)s;
    int code = step(q->to[BEGIN]), found = SQLITE_DONE;
    if (code == SQLITE_DONE)
        code = found = look_for_trace(q);
    if (code == SQLITE_DONE || code == SQLITE_ROW)
        code = sqlite_stamp(q->write);
    if (code == SQLITE_OK)
        code = step(q->to[COMMIT]);
    if (code != SQLITE_DONE) {
        say(STORE_UNKNOWN, sqlite_why(q->write, code), why);
        roll_back(q);
        return STORE_UNKNOWN;
    }
    return found == SQLITE_ROW ? say(STORE_KEPT, "", why) : say(STORE_REFUSED, q->doubt, why);
}
