/*
 * sqlite_read.c - questions to the file, on the reader's connection.
 *
 * Statements are reset as soon as they have answered: one left open would keep
 * the write-ahead log from being emptied.
 */
#include "store/sqlite_inner.h"

#include <assert.h>
#include <string.h>
#include <sys/statvfs.h>

enum from {
    TOP = SQLITE_SEATS + 1,
    PERSON_HASH,
    PERSON_KEY,
    PERSON_ID,
    MUTES,
    ROOM_CODE,
    ROOM_OLD_CODE,
    ROOMS_OF,
    MATCH_ID,
    MATCH_KEY,
    RESULTS,
    OPENING,
    EVENTS,
    HISTORY,
    BEST,
    USED,
    ROOMS_DUE, /* from here on not for older files, which have not these indexes */
    ROOMS_IDLE,
    FROM_COUNT
};
static_assert((int)FROM_COUNT <= (int)SQLITE_READS_MAX, "room for all statements");

#define PERSON_COLUMNS "SELECT " SQLITE_PERSON " FROM person "
#define ROOM_COLUMNS "SELECT " SQLITE_ROOM " FROM room "
#define MATCH_COLUMNS "SELECT id, room, key, began, rules FROM match "

static const char *const texts[FROM_COUNT] = {
    [TOP] = "SELECT (SELECT max(id) FROM person), (SELECT max(id) FROM room),"
            " (SELECT max(id) FROM match)",
    [PERSON_HASH] = PERSON_COLUMNS "WHERE hash = ?1",
    [PERSON_KEY] = PERSON_COLUMNS "WHERE key = ?1",
    [PERSON_ID] = PERSON_COLUMNS "WHERE id = ?1 AND key IS NOT NULL",
    [MUTES] = "SELECT m.muted, p.key FROM mute AS m JOIN person AS p ON p.id = m.muted"
              " WHERE m.person = ?1 ORDER BY m.muted",
    [ROOM_CODE] = ROOM_COLUMNS "WHERE code = ?1 AND over = 0",
    [ROOM_OLD_CODE] = ROOM_COLUMNS "WHERE code = ?1 AND over = 1 ORDER BY id DESC LIMIT 1",
    /* By indexes that hold only these: tables that are over, or wait for nobody, are not visited. */
    [ROOMS_DUE] = ROOM_COLUMNS "INDEXED BY room_due WHERE over = 0 AND due <> 0 AND due <= ?1"
                               " ORDER BY due LIMIT ?2",
    [ROOMS_IDLE] = ROOM_COLUMNS "INDEXED BY room_idle WHERE over = 0 AND due = 0 AND touched < ?1"
                                " ORDER BY touched LIMIT ?2",
    [ROOMS_OF] = ROOM_COLUMNS "WHERE id IN (SELECT room FROM seat WHERE person = ?1)"
                              " ORDER BY touched DESC, id DESC LIMIT 50",
    [SQLITE_SEATS] = "SELECT person FROM seat WHERE room = ?1 ORDER BY place LIMIT 10",
    [MATCH_ID] = MATCH_COLUMNS "WHERE id = ?1",
    [MATCH_KEY] = MATCH_COLUMNS "WHERE key = ?1",
    [RESULTS] = "SELECT r.person, r.name, r.seat, r.points, r.won, r.at, r.rating, p.key"
                " FROM result AS r LEFT JOIN person AS p ON p.id = r.person WHERE r.match = ?1"
                " ORDER BY r.seat LIMIT 10",
    [OPENING] = "SELECT n, at, person, id, text FROM event WHERE match = ?1 AND n = 0",
    [EVENTS] = "SELECT n, at, person, id, text FROM event WHERE match = ?1 AND n >= ?2 ORDER BY n"
               " LIMIT ?3",
    [HISTORY] = "SELECT m.key, m.rules, r.at, (SELECT count(*) FROM result WHERE match = r.match),"
                " r.points, r.won, r.rating FROM result AS r JOIN match AS m ON m.id = r.match"
                " WHERE r.person = ?1 AND r.at < ?2 ORDER BY r.at DESC LIMIT ?3",
    [BEST] = PERSON_COLUMNS "WHERE matches >= 5 ORDER BY rating DESC, id LIMIT ?1",
    [USED] = "SELECT (c.page_count - f.freelist_count) * p.page_size FROM pragma_page_count AS c,"
             " pragma_freelist_count AS f, pragma_page_size AS p",
};

bool sqlite_prepare_reads(struct sqlite *q)
{
    return sqlite_prepare(q->read, texts, q->write ? FROM_COUNT : ROOMS_DUE, q->from);
}

/* ---- rows ---- */

static sqlite3_stmt *ask(struct store *s, enum from which, int64_t first)
{
    sqlite3_stmt *stmt = ((struct sqlite *)s)->from[which];
    sqlite3_bind_int64(stmt, 1, first);
    return stmt;
}

static sqlite3_stmt *ask_word(struct store *s, enum from which, const char *word)
{
    sqlite3_stmt *stmt = ((struct sqlite *)s)->from[which];
    sqlite3_bind_text(stmt, 1, word, -1, SQLITE_STATIC);
    return stmt;
}

/* No more rows: 1, if there were any, 0, or -1. */
static int answered(sqlite3_stmt *stmt, bool any)
{
    return sqlite3_reset(stmt) == SQLITE_OK ? any : -1;
}

/* ---- persons ---- */

/* From the file, not from what is remembered of it: anyone who asks wants to know whether it can be
 * read. */
static int top(struct store *s, struct store_top *out)
{
    struct sqlite *q = (struct sqlite *)s;
    sqlite3_stmt *stmt = q->from[TOP];
    *out = (struct store_top){0};
    sqlite3_db_release_memory(q->read);
    if (sqlite3_step(stmt) == SQLITE_ROW) {
        out->person = sqlite3_column_int64(stmt, 0);
        out->room = sqlite3_column_int64(stmt, 1);
        out->match = sqlite3_column_int64(stmt, 2);
    }
    return answered(stmt, true);
}

static int64_t take(int64_t *reserved, int64_t last, int64_t count)
{
    last = *reserved > last ? *reserved : last;
    *reserved = last + count;
    return last + 1;
}

/* One server has the file: what it gives away, nobody else does. */
static int reserve(struct store *s, int64_t count, struct store_top *first)
{
    struct store_top *reserved = &((struct sqlite *)s)->reserved, last;
    if (top(s, &last) < 0)
        return -1;
    first->person = take(&reserved->person, last.person, count);
    first->room = take(&reserved->room, last.room, count);
    first->match = take(&reserved->match, last.match, count);
    return 1;
}

static int heartbeat(struct store *s, const char *listed, size_t len,
                     void (*moved)(void *ctx, int64_t room),
                     void (*others)(void *ctx, const char *listed, size_t len), void *ctx)
{
    (void)s, (void)listed, (void)len, (void)moved, (void)others, (void)ctx;
    return 1;
}

static int one_person(sqlite3_stmt *stmt, struct store_person *out)
{
    bool found = sqlite3_step(stmt) == SQLITE_ROW;
    if (found)
        sqlite_get_person(stmt, out);
    return answered(stmt, found);
}

static int person_by_hash(struct store *s, const uint8_t hash[STORE_HASH_SIZE],
                          struct store_person *out)
{
    sqlite3_stmt *stmt = ((struct sqlite *)s)->from[PERSON_HASH];
    sqlite3_bind_blob(stmt, 1, hash, STORE_HASH_SIZE, SQLITE_STATIC);
    return one_person(stmt, out);
}

static int person_by_key(struct store *s, const char *key, struct store_person *out)
{
    return one_person(ask_word(s, PERSON_KEY, key), out);
}

static int person_by_id(struct store *s, int64_t id, struct store_person *out)
{
    return one_person(ask(s, PERSON_ID, id), out);
}

static int mutes(struct store *s, int64_t person, store_mute_found *found, void *ctx)
{
    sqlite3_stmt *stmt = ask(s, MUTES, person);
    bool any = false;
    for (; sqlite3_step(stmt) == SQLITE_ROW; any = true) {
        struct store_mute mute = {.person = person, .muted = sqlite3_column_int64(stmt, 0)};
        sqlite_get_word(stmt, 1, mute.key, sizeof mute.key);
        found(ctx, &mute);
    }
    return answered(stmt, any);
}

/* Asked seldom: the statement is made when it is needed. */
static int bans(struct store *s, store_ban_found *found, void *ctx)
{
    static const char text[] =
        "SELECT b.person, b.address, b.until, b.at, b.why, p.key, p.name FROM ban AS b"
        " LEFT JOIN person AS p ON p.id = b.person"
        " ORDER BY b.at, b.person, b.address";
    sqlite3_stmt *stmt = NULL;
    bool any = false;
    int code = sqlite3_prepare_v2(((struct sqlite *)s)->read, text, -1, &stmt, NULL);
    if (code != SQLITE_OK)
        return -1;
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
        struct store_ban ban = {.person = sqlite3_column_int64(stmt, 0),
                                .until = sqlite3_column_int64(stmt, 2),
                                .at = sqlite3_column_int64(stmt, 3)};
        sqlite_get_word(stmt, 1, ban.address, sizeof ban.address);
        sqlite_get_word(stmt, 4, ban.why, sizeof ban.why);
        sqlite_get_word(stmt, 5, ban.key, sizeof ban.key);
        sqlite_get_word(stmt, 6, ban.name, sizeof ban.name);
        found(ctx, &ban);
        any = true;
    }
    sqlite3_finalize(stmt);
    return code == SQLITE_DONE ? any : -1;
}

static int best(struct store *s, int most, store_person_found *found, void *ctx)
{
    sqlite3_stmt *stmt = ask(s, BEST, most < 0 ? 0 : most);
    struct store_person person;
    bool any = false;
    for (; sqlite3_step(stmt) == SQLITE_ROW; any = true) {
        sqlite_get_person(stmt, &person);
        found(ctx, &person);
    }
    return answered(stmt, any);
}

/* ---- rooms ---- */

static int tell_rooms(struct store *s, sqlite3_stmt *stmt, store_room_found *found, void *ctx)
{
    struct store_room room;
    bool any = false, fine = true;
    for (; fine && sqlite3_step(stmt) == SQLITE_ROW; any = true) {
        fine = sqlite_get_room(s, stmt, &room);
        if (fine)
            found(ctx, &room);
    }
    int answer = answered(stmt, any);
    return fine ? answer : -1;
}

static int room_by_code(struct store *s, const char *code, store_room_found *found, void *ctx)
{
    int alive = tell_rooms(s, ask_word(s, ROOM_CODE, code), found, ctx);
    return alive != 0 ? alive : tell_rooms(s, ask_word(s, ROOM_OLD_CODE, code), found, ctx);
}

static int rooms_by_time(struct store *s, enum from which, int64_t time, int most,
                         store_room_found *found, void *ctx)
{
    sqlite3_stmt *stmt = ask(s, which, time);
    sqlite3_bind_int(stmt, 2, most < 0 ? 0 : most);
    return tell_rooms(s, stmt, found, ctx);
}

static int rooms_due(struct store *s, int64_t by, int most, store_room_found *found, void *ctx)
{
    return rooms_by_time(s, ROOMS_DUE, by, most, found, ctx);
}

static int rooms_idle(struct store *s, int64_t before, int most, store_room_found *found, void *ctx)
{
    return rooms_by_time(s, ROOMS_IDLE, before, most, found, ctx);
}

static int rooms_of(struct store *s, int64_t person, store_room_found *found, void *ctx)
{
    return tell_rooms(s, ask(s, ROOMS_OF, person), found, ctx);
}

/* ---- matches ---- */

static bool get_results(struct store *s, struct store_found *out)
{
    sqlite3_stmt *stmt = ask(s, RESULTS, out->match.id);
    for (; sqlite3_step(stmt) == SQLITE_ROW; out->results++) {
        struct store_result *r = &out->result[out->results];
        r->match = out->match.id;
        r->person = sqlite3_column_int64(stmt, 0);
        sqlite_get_word(stmt, 1, r->name, sizeof r->name);
        r->seat = sqlite3_column_int(stmt, 2);
        r->points = sqlite3_column_int(stmt, 3);
        r->won = sqlite3_column_int(stmt, 4);
        r->at = sqlite3_column_int64(stmt, 5);
        r->rating = sqlite3_column_double(stmt, 6);
        sqlite_get_word(stmt, 7, out->person_key[out->results], STORE_KEY_SIZE);
    }
    out->over = out->results > 0;
    return answered(stmt, true) == 1;
}

static int one_match(struct store *s, sqlite3_stmt *stmt, struct store_found *out)
{
    bool found = sqlite3_step(stmt) == SQLITE_ROW;
    if (found) {
        *out = (struct store_found){.match = {.id = sqlite3_column_int64(stmt, 0),
                                              .room = sqlite3_column_int64(stmt, 1),
                                              .began = sqlite3_column_int64(stmt, 3)}};
        sqlite_get_word(stmt, 2, out->match.key, sizeof out->match.key);
        sqlite_get_word(stmt, 4, out->match.rules, sizeof out->match.rules);
    }
    int answer = answered(stmt, found);
    return answer != 1 || get_results(s, out) ? answer : -1;
}

static int match_by_id(struct store *s, int64_t id, struct store_found *out)
{
    return one_match(s, ask(s, MATCH_ID, id), out);
}

static int match_by_key(struct store *s, const char *key, struct store_found *out)
{
    return one_match(s, ask_word(s, MATCH_KEY, key), out);
}

static int tell_lines(sqlite3_stmt *stmt, int64_t match, store_event_found *found, void *ctx)
{
    bool any = false;
    for (; sqlite3_step(stmt) == SQLITE_ROW; any = true) {
        struct store_event event = {
            .match = match,
            .n = (uint32_t)sqlite3_column_int64(stmt, 0),
            .at = sqlite3_column_int64(stmt, 1),
            .person = sqlite3_column_int64(stmt, 2),
            .id = (uint64_t)sqlite3_column_int64(stmt, 3),
            .text = (const char *)sqlite3_column_text(stmt, 4),
            .len = (size_t)sqlite3_column_bytes(stmt, 4),
        };
        if (!event.text) { /* no memory */
            sqlite3_reset(stmt);
            return -1;
        }
        found(ctx, &event);
    }
    return answered(stmt, any);
}

static int opening(struct store *s, int64_t match, store_event_found *found, void *ctx)
{
    return tell_lines(ask(s, OPENING, match), match, found, ctx);
}

static int some_events(struct store *s, int64_t match, uint32_t from, uint32_t most,
                       store_event_found *found, void *ctx)
{
    sqlite3_stmt *stmt = ask(s, EVENTS, match);
    sqlite3_bind_int64(stmt, 2, from);
    sqlite3_bind_int64(stmt, 3, most);
    return tell_lines(stmt, match, found, ctx);
}

static int events(struct store *s, int64_t match, uint32_t from, store_event_found *found,
                  void *ctx)
{
    return some_events(s, match, from, UINT32_MAX, found, ctx);
}

static int history(struct store *s, int64_t person, int64_t before, int most,
                   store_past_found *found, void *ctx)
{
    sqlite3_stmt *stmt = ask(s, HISTORY, person);
    bool any = false;
    sqlite3_bind_int64(stmt, 2, before ? before : INT64_MAX);
    sqlite3_bind_int(stmt, 3, most < 0 ? 0 : most);
    for (; sqlite3_step(stmt) == SQLITE_ROW; any = true) {
        struct store_past past = {
            .at = sqlite3_column_int64(stmt, 2),
            .seats = sqlite3_column_int(stmt, 3),
            .points = sqlite3_column_int(stmt, 4),
            .won = sqlite3_column_int(stmt, 5),
            .rating = sqlite3_column_double(stmt, 6),
        };
        sqlite_get_word(stmt, 0, past.match, sizeof past.match);
        sqlite_get_word(stmt, 1, past.rules, sizeof past.rules);
        found(ctx, &past);
    }
    return answered(stmt, any);
}

/* Pages that are free stay in the file, until they are used again. */
static void space(struct store *s, struct store_space *out)
{
    struct sqlite *q = (struct sqlite *)s;
    sqlite3_stmt *stmt = q->from[USED];
    struct statvfs disk;
    out->used = sqlite3_step(stmt) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_reset(stmt);
    bool known = (q->lock >= 0 ? fstatvfs(q->lock, &disk) : statvfs(q->path, &disk)) == 0;
    out->left = known ? (uint64_t)disk.f_bavail * disk.f_frsize : UINT64_MAX;
}

/* A file without a name cannot be asked for its size. */
static uint64_t size(struct store *s)
{
    struct store_space now;
    if (!((struct sqlite *)s)->temporary)
        return sqlite_size(s);
    space(s, &now);
    return now.used;
}

const struct store_ops sqlite_ops = {
    .commit = sqlite_commit,
    .resolve = sqlite_resolve,
    .top = top,
    .reserve = reserve,
    .person_by_hash = person_by_hash,
    .person_by_key = person_by_key,
    .person_by_id = person_by_id,
    .mutes = mutes,
    .bans = bans,
    .room_by_code = room_by_code,
    .room_claim = room_by_code,
    .heartbeat = heartbeat,
    .rooms_due = rooms_due,
    .rooms_idle = rooms_idle,
    .rooms_of = rooms_of,
    .match_by_id = match_by_id,
    .match_by_key = match_by_key,
    .opening = opening,
    .events = events,
    .some_events = some_events,
    .history = history,
    .best = best,
    .rooms = sqlite_rooms,
    .people = sqlite_people,
    .matches = sqlite_matches,
    .matches_of = sqlite_matches_of,
    .check = sqlite_check,
    .backup = sqlite_backup,
    .size = size,
    .space = space,
    .close = sqlite_close,
};
