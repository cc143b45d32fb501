/*
 * postgres_read.c - questions to the database, on the reader's connection.
 *
 * An answer is in memory when the question returns, so callbacks may ask whatever they like.
 */
#include "store/postgres_inner.h"

#include <string.h>

enum from {
    TOP = POSTGRES_ADMIN_COUNT,
    PERSON_HASH,
    PERSON_KEY,
    PERSON_ID,
    MUTES,
    BANS,
    ROOM_CODE,
    ROOMS_DUE,
    ROOMS_IDLE,
    ROOMS_OF,
    MATCH_ID,
    MATCH_KEY,
    RESULTS,
    OPENING,
    EVENTS,
    HISTORY,
    BEST,
    FROM_COUNT
};

#define PERSON_COLUMNS "SELECT " POSTGRES_PERSON " FROM person "
#define ROOM_COLUMNS "SELECT " POSTGRES_ROOM " FROM room "
#define MATCH_COLUMNS "SELECT id, room, key, began, rules FROM match "

const char *const postgres_reads[FROM_COUNT] = {
    [POSTGRES_ROOM_ORDER] = "SELECT id, greatest(touched, last_line_at(match)) AS used FROM room"
                            " ORDER BY used DESC, id DESC",
    [POSTGRES_ROOM_ENTRY] =
        "SELECT " POSTGRES_ROOM ", (SELECT count(*) FROM match WHERE match.room = room.id),"
        " length(text)::int8 + coalesce((SELECT sum(length(e.text))::int8 FROM match AS m"
        " JOIN event AS e ON e.match = m.id WHERE m.room = room.id), 0)"
        " FROM room WHERE id = $1",
    [POSTGRES_PEOPLE] = PERSON_COLUMNS "WHERE key IS NOT NULL AND id > $1 ORDER BY id LIMIT 500",
    [POSTGRES_MATCHES] =
        "SELECT m.id, m.room, m.key, m.began, m.rules,"
        " coalesce((SELECT max(at) FROM result WHERE result.match = m.id), 0),"
        " (SELECT count(*) FROM event AS e WHERE e.match = m.id),"
        " coalesce((SELECT sum(length(text))::int8 FROM event AS e WHERE e.match = m.id), 0)"
        " FROM match AS m WHERE m.id > $1 ORDER BY m.id LIMIT 500",
    [POSTGRES_MATCHES_OF] = "SELECT match, seat FROM result WHERE person = $1 UNION ALL"
                            " SELECT DISTINCT match, -1::int8 FROM event WHERE person = $1 AND"
                            " match NOT IN (SELECT match FROM result WHERE person = $1)",
    /* A line before which one is missing, or whose match is. */
    [POSTGRES_STRAYS] = "SELECT e.match, e.n FROM event AS e WHERE CASE WHEN e.n = 0 THEN"
                        " NOT EXISTS (SELECT 1 FROM match AS m WHERE m.id = e.match) ELSE"
                        " NOT EXISTS (SELECT 1 FROM event AS b WHERE b.match = e.match"
                        " AND b.n = e.n - 1) END LIMIT 20",
    [POSTGRES_SIZE] = "SELECT pg_database_size(current_database())",
    /* The highest number that is there counts too: a copy brings its own. */
    [POSTGRES_RESERVE] =
        "UPDATE counter SET"
        " person = greatest(person, (SELECT max(id) FROM person)) + $1::int8,"
        " room = greatest(room, (SELECT max(id) FROM room)) + $1::int8,"
        " match = greatest(match, (SELECT max(id) FROM match)) + $1::int8"
        " RETURNING person - $1::int8 + 1, room - $1::int8 + 1, match - $1::int8 + 1",
    [POSTGRES_CLAIM] = "SELECT * FROM claim($1, $2)",
    [POSTGRES_BEAT] = "WITH mine AS (INSERT INTO node VALUES ($1, now(), $2) ON CONFLICT (id)"
                      " DO UPDATE SET at = now(), listed = $2)"
                      " SELECT listed FROM node WHERE id <> $1 AND at > now() - interval '5 s'",
    /* Notes that have been read go; one that came back meanwhile is not gone. */
    [POSTGRES_MOVED] = "WITH read AS (SELECT string_to_array($2, ' ')::int8[] AS seq),"
                       " gone AS (DELETE FROM moved USING read WHERE moved.seq = ANY (read.seq))"
                       " SELECT m.seq, m.room, r.id IS NULL OR r.owner <> $1 FROM moved AS m"
                       " LEFT JOIN room AS r ON r.id = m.room CROSS JOIN read"
                       " WHERE m.node = $1 AND m.seq <> ALL (read.seq) ORDER BY m.seq LIMIT 150",
    [POSTGRES_TIDY] = "WITH gone AS (DELETE FROM node WHERE at < now() - interval '1 hour')"
                      ", old AS (DELETE FROM moved WHERE at < now() - interval '1 hour') SELECT 1",
    [TOP] = "SELECT (SELECT max(id) FROM person), (SELECT max(id) FROM room),"
            " (SELECT max(id) FROM match)",
    [PERSON_HASH] = PERSON_COLUMNS "WHERE hash = $1",
    [PERSON_KEY] = PERSON_COLUMNS "WHERE key = $1",
    [PERSON_ID] = PERSON_COLUMNS "WHERE id = $1 AND key IS NOT NULL",
    [MUTES] = "SELECT m.muted, p.key FROM mute AS m JOIN person AS p ON p.id = m.muted"
              " WHERE m.person = $1 ORDER BY m.muted",
    [BANS] =
        "SELECT coalesce(b.person, 0), coalesce(b.address, ''), b.until, b.at, b.why,"
        " coalesce(p.key, ''), coalesce(p.name, '') FROM ban AS b"
        " LEFT JOIN person AS p ON p.id = b.person ORDER BY b.at, b.person, b.address LIMIT $1",
    [ROOM_CODE] = ROOM_COLUMNS "WHERE code = $1 ORDER BY over, id DESC LIMIT 1",
    [ROOMS_DUE] = ROOM_COLUMNS "WHERE NOT over AND due <> 0 AND due <= $1"
                               " AND (owner = $3 OR due < $1 - 90000 OR NOT lives(owner))"
                               " ORDER BY due LIMIT $2",
    [ROOMS_IDLE] = ROOM_COLUMNS "WHERE NOT over AND due = 0 AND touched < $1"
                                " ORDER BY touched LIMIT $2",
    [ROOMS_OF] = ROOM_COLUMNS "WHERE id IN (SELECT room FROM seat WHERE person = $1)"
                              " ORDER BY touched DESC, id DESC LIMIT 50",
    [MATCH_ID] = MATCH_COLUMNS "WHERE id = $1",
    [MATCH_KEY] = MATCH_COLUMNS "WHERE key = $1",
    [RESULTS] = "SELECT r.person, r.name, r.seat, r.points, r.won, r.at, r.rating, p.key"
                " FROM result AS r LEFT JOIN person AS p ON p.id = r.person WHERE r.match = $1"
                " ORDER BY r.seat LIMIT 10",
    [OPENING] = "SELECT n, at, person, id, text FROM event WHERE match = $1 AND n = 0",
    [EVENTS] = "SELECT n, at, person, id, text FROM event WHERE match = $1 AND n >= $2 ORDER BY n"
               " LIMIT $3",
    [HISTORY] = "SELECT m.key, m.rules, r.at, (SELECT count(*) FROM result WHERE match = r.match),"
                " r.points, r.won, r.rating FROM result AS r JOIN match AS m ON m.id = r.match"
                " WHERE r.person = $1 AND r.at < $2 ORDER BY r.at DESC LIMIT $3",
    [BEST] = PERSON_COLUMNS "WHERE matches >= 5 ORDER BY rating DESC, id LIMIT $1",
};
const int postgres_read_count = FROM_COUNT;

/* ---- asking ---- */

static struct pg_rows *ask_word(struct store *s, enum from which, const char *word)
{
    struct pg_values v = {0};
    pg_put_word(&v, word);
    return postgres_ask(s, (int)which, &v);
}

/* ---- persons ---- */

static int top(struct store *s, struct store_top *out)
{
    struct pg_values none = {0};
    struct pg_rows *rows = postgres_ask(s, TOP, &none);
    *out = (struct store_top){0};
    if (rows && pg_count(rows) > 0) {
        out->person = pg_number(rows, 0, 0);
        out->room = pg_number(rows, 0, 1);
        out->match = pg_number(rows, 0, 2);
    }
    return postgres_answered(rows);
}

static int one_person(struct pg_rows *rows, struct store_person *out)
{
    if (rows && pg_count(rows) > 0)
        postgres_get_person(rows, 0, out);
    return postgres_answered(rows);
}

static int person_by_hash(struct store *s, const uint8_t hash[STORE_HASH_SIZE],
                          struct store_person *out)
{
    struct pg_values v = {0};
    pg_put_bytes(&v, hash, STORE_HASH_SIZE);
    return one_person(postgres_ask(s, PERSON_HASH, &v), out);
}

static int person_by_key(struct store *s, const char *key, struct store_person *out)
{
    return one_person(ask_word(s, PERSON_KEY, key), out);
}

static int person_by_id(struct store *s, int64_t id, struct store_person *out)
{
    return one_person(postgres_ask_number(s, PERSON_ID, id), out);
}

static int mutes(struct store *s, int64_t person, store_mute_found *found, void *ctx)
{
    struct pg_rows *rows = postgres_ask_number(s, MUTES, person);
    for (int i = 0; rows && i < pg_count(rows); i++) {
        struct store_mute mute = {.person = person, .muted = pg_number(rows, i, 0)};
        pg_word(rows, i, 1, mute.key, sizeof mute.key);
        found(ctx, &mute);
    }
    return postgres_answered(rows);
}

static int bans(struct store *s, store_ban_found *found, void *ctx)
{
    struct pg_rows *rows = postgres_ask_number(s, BANS, INT32_MAX);
    for (int i = 0; rows && i < pg_count(rows); i++) {
        struct store_ban ban = {.person = pg_number(rows, i, 0),
                                .until = pg_number(rows, i, 2),
                                .at = pg_number(rows, i, 3)};
        pg_word(rows, i, 1, ban.address, sizeof ban.address);
        pg_word(rows, i, 4, ban.why, sizeof ban.why);
        pg_word(rows, i, 5, ban.key, sizeof ban.key);
        pg_word(rows, i, 6, ban.name, sizeof ban.name);
        found(ctx, &ban);
    }
    return postgres_answered(rows);
}

static int best(struct store *s, int most, store_person_found *found, void *ctx)
{
    struct pg_rows *rows = postgres_ask_number(s, BEST, most < 0 ? 0 : most);
    struct store_person person;
    for (int i = 0; rows && i < pg_count(rows); i++) {
        postgres_get_person(rows, i, &person);
        found(ctx, &person);
    }
    return postgres_answered(rows);
}

/* ---- rooms ---- */

static int room_by_code(struct store *s, const char *code, store_room_found *found, void *ctx)
{
    return postgres_tell_rooms(ask_word(s, ROOM_CODE, code), found, ctx);
}

static int rooms_by_time(struct store *s, enum from which, int64_t time, int most,
                         store_room_found *found, void *ctx)
{
    struct pg_values v = {0};
    pg_put_number(&v, time);
    pg_put_number(&v, most < 0 ? 0 : most);
    if (which == ROOMS_DUE)
        pg_put_number(&v, ((struct postgres *)s)->node);
    return postgres_tell_rooms(postgres_ask(s, (int)which, &v), found, ctx);
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
    return postgres_tell_rooms(postgres_ask_number(s, ROOMS_OF, person), found, ctx);
}

/* ---- matches ---- */

static bool get_results(struct store *s, struct store_found *out)
{
    struct pg_rows *rows = postgres_ask_number(s, RESULTS, out->match.id);
    for (int i = 0; rows && i < pg_count(rows) && i < STORE_SEATS_MAX; i++) {
        struct store_result *r = &out->result[out->results++];
        r->match = out->match.id;
        r->person = pg_number(rows, i, 0);
        pg_word(rows, i, 1, r->name, sizeof r->name);
        r->seat = (int32_t)pg_number(rows, i, 2);
        r->points = (int32_t)pg_number(rows, i, 3);
        r->won = pg_number(rows, i, 4);
        r->at = pg_number(rows, i, 5);
        r->rating = pg_real(rows, i, 6);
        pg_word(rows, i, 7, out->person_key[i], STORE_KEY_SIZE);
    }
    out->over = out->results > 0;
    return postgres_answered(rows) >= 0;
}

static int one_match(struct store *s, struct pg_rows *rows, struct store_found *out)
{
    if (rows && pg_count(rows) > 0) {
        *out = (struct store_found){.match = {.id = pg_number(rows, 0, 0),
                                              .room = pg_number(rows, 0, 1),
                                              .began = pg_number(rows, 0, 3)}};
        pg_word(rows, 0, 2, out->match.key, sizeof out->match.key);
        pg_word(rows, 0, 4, out->match.rules, sizeof out->match.rules);
    }
    int answer = postgres_answered(rows);
    return answer != 1 || get_results(s, out) ? answer : -1;
}

static int match_by_id(struct store *s, int64_t id, struct store_found *out)
{
    return one_match(s, postgres_ask_number(s, MATCH_ID, id), out);
}

static int match_by_key(struct store *s, const char *key, struct store_found *out)
{
    return one_match(s, ask_word(s, MATCH_KEY, key), out);
}

static int tell_lines(struct pg_rows *rows, int64_t match, store_event_found *found, void *ctx)
{
    for (int i = 0; rows && i < pg_count(rows); i++) {
        struct store_event event = {
            .match = match,
            .n = (uint32_t)pg_number(rows, i, 0),
            .at = pg_number(rows, i, 1),
            .person = pg_number(rows, i, 2),
            .id = (uint64_t)pg_number(rows, i, 3),
        };
        event.text = pg_bytes(rows, i, 4, &event.len);
        found(ctx, &event);
    }
    return postgres_answered(rows);
}

static int opening(struct store *s, int64_t match, store_event_found *found, void *ctx)
{
    struct pg_values v = {0};
    pg_put_number(&v, match);
    return tell_lines(postgres_ask(s, OPENING, &v), match, found, ctx);
}

static int some_events(struct store *s, int64_t match, uint32_t from, uint32_t most,
                       store_event_found *found, void *ctx)
{
    struct pg_values v = {0};
    pg_put_number(&v, match);
    pg_put_number(&v, from);
    pg_put_number(&v, most);
    return tell_lines(postgres_ask(s, EVENTS, &v), match, found, ctx);
}

static int events(struct store *s, int64_t match, uint32_t from, store_event_found *found,
                  void *ctx)
{
    return some_events(s, match, from, UINT32_MAX, found, ctx);
}

static int history(struct store *s, int64_t person, int64_t before, int most,
                   store_past_found *found, void *ctx)
{
    struct pg_values v = {0};
    pg_put_number(&v, person);
    pg_put_number(&v, before ? before : INT64_MAX);
    pg_put_number(&v, most < 0 ? 0 : most);
    struct pg_rows *rows = postgres_ask(s, HISTORY, &v);
    for (int i = 0; rows && i < pg_count(rows); i++) {
        struct store_past past = {
            .at = pg_number(rows, i, 2),
            .seats = (int32_t)pg_number(rows, i, 3),
            .points = (int32_t)pg_number(rows, i, 4),
            .won = pg_number(rows, i, 5),
            .rating = pg_real(rows, i, 6),
        };
        pg_word(rows, i, 0, past.match, sizeof past.match);
        pg_word(rows, i, 1, past.rules, sizeof past.rules);
        found(ctx, &past);
    }
    return postgres_answered(rows);
}

static void space(struct store *s, struct store_space *out)
{
    *out = (struct store_space){.used = postgres_size(s), .left = UINT64_MAX};
}

const struct store_ops postgres_ops = {
    .commit = postgres_commit,
    .resolve = postgres_resolve,
    .top = top,
    .reserve = postgres_reserve,
    .person_by_hash = person_by_hash,
    .person_by_key = person_by_key,
    .person_by_id = person_by_id,
    .mutes = mutes,
    .bans = bans,
    .room_by_code = room_by_code,
    .room_claim = postgres_room_claim,
    .heartbeat = postgres_heartbeat,
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
    .rooms = postgres_rooms,
    .people = postgres_people,
    .matches = postgres_matches,
    .matches_of = postgres_matches_of,
    .check = postgres_check,
    .backup = postgres_backup,
    .size = postgres_size,
    .space = space,
    .close = postgres_close,
};
