/*
 * sql.c - reading a store in a database, and the lists for `mazo store`.
 */
#include "store/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the cursor ---- */

struct sql_rows sql_ask(struct store *s, int statement, const struct sql_value *values, int count)
{
    const struct sql_driver *driver = ((struct sql *)s)->driver;
    return (struct sql_rows){.driver = driver,
                             .answer = driver->ask(s, statement, values, count),
                             .row = -1};
}

static struct sql_rows ask_all(struct store *s, enum sql_read which)
{
    return sql_ask(s, (int)which, NULL, 0);
}

static struct sql_rows ask_number(struct store *s, enum sql_read which, int64_t number)
{
    return SQL_ASK(s, (int)which, SQL_NUMBER_OF(number));
}

static struct sql_rows ask_word(struct store *s, enum sql_read which, const char *word)
{
    return SQL_ASK(s, (int)which, SQL_WORD_OF(word));
}

bool sql_next(struct sql_rows *rows)
{
    bool more = rows->answer && !rows->failed && rows->driver->next(rows);
    rows->any |= more;
    return more;
}

int64_t sql_number(const struct sql_rows *rows, int column)
{
    return rows->driver->number(rows, column);
}

double sql_real(const struct sql_rows *rows, int column)
{
    return rows->driver->real(rows, column);
}

/* A damaged file, or another program, may have written more than fits. */
void sql_word(const struct sql_rows *rows, int column, char *out, size_t size)
{
    size_t len;
    const char *word = rows->driver->bytes(rows, column, &len);
    snprintf(out, size, "%s", word ? word : "");
}

const char *sql_text(struct sql_rows *rows, int column, size_t *len)
{
    const char *text = rows->driver->bytes(rows, column, len);
    rows->failed |= !text;
    return text;
}

int sql_end(struct sql_rows *rows)
{
    bool fine = rows->answer && rows->driver->end(rows->answer) && !rows->failed;
    return fine ? rows->any : -1;
}

static int at_least_0(int most) { return most < 0 ? 0 : most; }

/* ---- people ---- */

static int top(struct store *s, struct store_top *out)
{
    struct sql_rows rows = ask_all(s, SQL_TOP);
    *out = (struct store_top){0};
    if (sql_next(&rows)) {
        out->person = sql_number(&rows, 0);
        out->room = sql_number(&rows, 1);
        out->match = sql_number(&rows, 2);
    }
    return sql_end(&rows);
}

static void read_person(const struct sql_rows *rows, struct store_person *out)
{
    size_t len = 0;
    const char *hash = rows->driver->bytes(rows, 2, &len);
    *out = (struct store_person){
        .id = sql_number(rows, 0),
        .since = sql_number(rows, 5),
        .seen = sql_number(rows, 6),
        .rating = sql_real(rows, 7),
        .matches = (int32_t)sql_number(rows, 8),
        .wins = (int32_t)sql_number(rows, 9),
    };
    if (hash && len == STORE_HASH_SIZE)
        memcpy(out->hash, hash, STORE_HASH_SIZE);
    sql_word(rows, 1, out->key, sizeof out->key);
    sql_word(rows, 3, out->name, sizeof out->name);
    sql_word(rows, 4, out->lang, sizeof out->lang);
}

static int one_person(struct sql_rows rows, struct store_person *out)
{
    if (sql_next(&rows))
        read_person(&rows, out);
    return sql_end(&rows);
}

static int person_by_hash(struct store *s, const uint8_t hash[STORE_HASH_SIZE],
                          struct store_person *out)
{
    return one_person(SQL_ASK(s, SQL_PERSON_HASH, SQL_BYTES_OF(hash, STORE_HASH_SIZE)), out);
}

static int person_by_key(struct store *s, const char *key, struct store_person *out)
{
    return one_person(ask_word(s, SQL_PERSON_KEY, key), out);
}

static int person_by_id(struct store *s, int64_t id, struct store_person *out)
{
    return one_person(ask_number(s, SQL_PERSON_ID, id), out);
}

static int best(struct store *s, int most, store_person_found *found, void *ctx)
{
    struct sql_rows rows = ask_number(s, SQL_BEST, at_least_0(most));
    struct store_person person;
    while (sql_next(&rows)) {
        read_person(&rows, &person);
        found(ctx, &person);
    }
    return sql_end(&rows);
}

static int mutes(struct store *s, int64_t person, store_mute_found *found, void *ctx)
{
    struct sql_rows rows = ask_number(s, SQL_MUTES, person);
    while (sql_next(&rows)) {
        struct store_mute mute = {.person = person, .muted = sql_number(&rows, 0)};
        sql_word(&rows, 1, mute.key, sizeof mute.key);
        found(ctx, &mute);
    }
    return sql_end(&rows);
}

static int bans(struct store *s, store_ban_found *found, void *ctx)
{
    struct sql_rows rows = ask_all(s, SQL_BANS);
    while (sql_next(&rows)) {
        struct store_ban ban = {.person = sql_number(&rows, 0),
                                .until = sql_number(&rows, 2),
                                .at = sql_number(&rows, 3)};
        sql_word(&rows, 1, ban.address, sizeof ban.address);
        sql_word(&rows, 4, ban.why, sizeof ban.why);
        sql_word(&rows, 5, ban.key, sizeof ban.key);
        sql_word(&rows, 6, ban.name, sizeof ban.name);
        found(ctx, &ban);
    }
    return sql_end(&rows);
}

static bool read_bytes(struct sql_rows *rows, int column, uint8_t *out, size_t size)
{
    size_t len = 0;
    const char *bytes = rows->driver->bytes(rows, column, &len);
    rows->failed |= !bytes || len != size;
    if (!rows->failed)
        memcpy(out, bytes, size);
    return !rows->failed;
}

static int pushes(struct store *s, int64_t person, store_push_found *found, void *ctx)
{
    struct sql_rows rows = ask_number(s, SQL_PUSHES, person);
    while (sql_next(&rows)) {
        struct store_push push = {.person = person, .at = sql_number(&rows, 3)};
        push.endpoint = sql_text(&rows, 0, &push.len);
        if (push.endpoint && read_bytes(&rows, 1, push.key, sizeof push.key) &&
            read_bytes(&rows, 2, push.secret, sizeof push.secret))
            found(ctx, &push);
    }
    return sql_end(&rows);
}

/* ---- deals of the day ---- */

static void read_daily(const struct sql_rows *rows, struct store_daily *out)
{
    *out = (struct store_daily){.day = (int32_t)sql_number(rows, 0),
                                .person = sql_number(rows, 1),
                                .at = sql_number(rows, 2),
                                .place = (int32_t)sql_number(rows, 3),
                                .lead = (int32_t)sql_number(rows, 4),
                                .mark = (uint64_t)sql_number(rows, 6)};
    sql_word(rows, 5, out->rounds, sizeof out->rounds);
    sql_word(rows, 7, out->key, sizeof out->key);
    sql_word(rows, 8, out->name, sizeof out->name);
}

static int tell_days(struct sql_rows rows, store_daily_found *found, void *ctx)
{
    struct store_daily daily;
    while (sql_next(&rows)) {
        read_daily(&rows, &daily);
        found(ctx, &daily);
    }
    return sql_end(&rows);
}

static int day(struct store *s, int32_t day, int most, store_daily_found *found, void *ctx)
{
    return tell_days(SQL_ASK(s, SQL_DAY, SQL_NUMBER_OF(day), SQL_NUMBER_OF(at_least_0(most))),
                     found, ctx);
}

static int days_of(struct store *s, int64_t person, store_daily_found *found, void *ctx)
{
    return tell_days(ask_number(s, SQL_DAYS_OF, person), found, ctx);
}

static bool count_rows(struct sql_rows rows, int32_t *out)
{
    *out = sql_next(&rows) ? (int32_t)sql_number(&rows, 0) : 0;
    return sql_end(&rows) == 1;
}

static void take_daily(void *ctx, const struct store_daily *daily)
{
    *(struct store_daily *)ctx = *daily;
}

static int standing(struct store *s, int32_t day, int64_t person, struct store_standing *out)
{
    struct store_daily *own = &out->own;
    *out = (struct store_standing){0};
    if (!count_rows(ask_number(s, SQL_PLAYED, day), &out->played))
        return -1;
    int found = tell_days(SQL_ASK(s, SQL_STANDING, SQL_NUMBER_OF(day), SQL_NUMBER_OF(person)),
                          take_daily, own);
    if (found != 1)
        return found < 0 ? -1 : 1;
    bool fine = count_rows(SQL_ASK(s, SQL_BETTER, SQL_NUMBER_OF(day), SQL_NUMBER_OF(own->place),
                                   SQL_NUMBER_OF(own->lead)),
                           &out->rank);
    out->rank++;
    return fine ? 1 : -1;
}

static int day_mark(struct store *s, int32_t day, uint64_t mark, int64_t *person)
{
    struct sql_rows rows = SQL_ASK(s, SQL_DAY_MARK, SQL_NUMBER_OF(day),
                                   SQL_NUMBER_OF((int64_t)mark));
    if (sql_next(&rows))
        *person = sql_number(&rows, 0);
    return sql_end(&rows);
}

/* ---- rooms ---- */

static bool read_room(struct sql_rows *rows, struct store_room *out)
{
    char people[STORE_SEATS_MAX * 24], *at = people;
    *out = (struct store_room){
        .id = sql_number(rows, 0),
        .touched = sql_number(rows, 2),
        .due = sql_number(rows, 3),
        .listed = sql_number(rows, 4),
        .over = sql_number(rows, 5),
        .match = sql_number(rows, 6),
        .version = sql_number(rows, 8),
    };
    sql_word(rows, 1, out->code, sizeof out->code);
    sql_word(rows, 9, people, sizeof people);
    while (*at && out->people < STORE_SEATS_MAX)
        out->person[out->people++] = strtoll(at, &at, 10);
    out->text = sql_text(rows, 7, &out->len);
    return out->text;
}

int sql_tell_rooms(struct sql_rows rows, store_room_found *found, void *ctx)
{
    struct store_room room;
    while (sql_next(&rows) && read_room(&rows, &room))
        found(ctx, &room);
    return sql_end(&rows);
}

static int room_by_code(struct store *s, const char *code, store_room_found *found, void *ctx)
{
    return sql_tell_rooms(ask_word(s, SQL_ROOM_CODE, code), found, ctx);
}

static int rooms_due(struct store *s, int64_t by, int most, store_room_found *found, void *ctx)
{
    struct sql_rows rows = SQL_ASK(s, SQL_ROOMS_DUE, SQL_NUMBER_OF(by),
                                   SQL_NUMBER_OF(at_least_0(most)),
                                   SQL_NUMBER_OF(((struct sql *)s)->node),
                                   SQL_NUMBER_OF(STORE_OVERDUE_MS), SQL_NUMBER_OF(STORE_LIVES_MS));
    return sql_tell_rooms(rows, found, ctx);
}

static int rooms_idle(struct store *s, int64_t before, int most, store_room_found *found, void *ctx)
{
    struct sql_rows rows = SQL_ASK(s, SQL_ROOMS_IDLE, SQL_NUMBER_OF(before),
                                   SQL_NUMBER_OF(at_least_0(most)));
    return sql_tell_rooms(rows, found, ctx);
}

static int rooms_of(struct store *s, int64_t person, store_room_found *found, void *ctx)
{
    return sql_tell_rooms(ask_number(s, SQL_ROOMS_OF, person), found, ctx);
}

/* ---- matches ---- */

static void read_match(const struct sql_rows *rows, struct store_match *out)
{
    *out = (struct store_match){.id = sql_number(rows, 0),
                                .room = sql_number(rows, 1),
                                .began = sql_number(rows, 3)};
    sql_word(rows, 2, out->key, sizeof out->key);
    sql_word(rows, 4, out->rules, sizeof out->rules);
}

static bool read_results(struct store *s, struct store_found *out)
{
    struct sql_rows rows = ask_number(s, SQL_RESULTS, out->match.id);
    while (out->results < STORE_SEATS_MAX && sql_next(&rows)) {
        struct store_result *r = &out->result[out->results];
        r->match = out->match.id;
        r->person = sql_number(&rows, 0);
        sql_word(&rows, 1, r->name, sizeof r->name);
        r->seat = (int32_t)sql_number(&rows, 2);
        r->points = (int32_t)sql_number(&rows, 3);
        r->won = sql_number(&rows, 4);
        r->at = sql_number(&rows, 5);
        r->rating = sql_real(&rows, 6);
        sql_word(&rows, 7, out->person_key[out->results++], STORE_KEY_SIZE);
    }
    out->over = out->results > 0;
    return sql_end(&rows) >= 0;
}

static int one_match(struct store *s, struct sql_rows rows, struct store_found *out)
{
    if (sql_next(&rows)) {
        *out = (struct store_found){0};
        read_match(&rows, &out->match);
    }
    int answer = sql_end(&rows);
    return answer != 1 || read_results(s, out) ? answer : -1;
}

static int match_by_id(struct store *s, int64_t id, struct store_found *out)
{
    return one_match(s, ask_number(s, SQL_MATCH_ID, id), out);
}

static int match_by_key(struct store *s, const char *key, struct store_found *out)
{
    return one_match(s, ask_word(s, SQL_MATCH_KEY, key), out);
}

static int tell_lines(struct sql_rows rows, int64_t match, store_event_found *found, void *ctx)
{
    while (sql_next(&rows)) {
        struct store_event event = {
            .match = match,
            .n = (uint32_t)sql_number(&rows, 0),
            .at = sql_number(&rows, 1),
            .person = sql_number(&rows, 2),
            .id = (uint64_t)sql_number(&rows, 3),
        };
        event.text = sql_text(&rows, 4, &event.len);
        if (event.text)
            found(ctx, &event);
    }
    return sql_end(&rows);
}

static int opening(struct store *s, int64_t match, store_event_found *found, void *ctx)
{
    return tell_lines(ask_number(s, SQL_OPENING, match), match, found, ctx);
}

static int some_events(struct store *s, int64_t match, uint32_t from, uint32_t most,
                       store_event_found *found, void *ctx)
{
    struct sql_rows rows = SQL_ASK(s, SQL_EVENTS, SQL_NUMBER_OF(match), SQL_NUMBER_OF(from),
                                   SQL_NUMBER_OF(most));
    return tell_lines(rows, match, found, ctx);
}

static int events(struct store *s, int64_t match, uint32_t from, store_event_found *found,
                  void *ctx)
{
    return some_events(s, match, from, UINT32_MAX, found, ctx);
}

static int history(struct store *s, int64_t person, int64_t before, int most,
                   store_past_found *found, void *ctx)
{
    struct sql_rows rows = SQL_ASK(s, SQL_HISTORY, SQL_NUMBER_OF(person),
                                   SQL_NUMBER_OF(before ? before : INT64_MAX),
                                   SQL_NUMBER_OF(at_least_0(most)));
    while (sql_next(&rows)) {
        struct store_past past = {
            .at = sql_number(&rows, 2),
            .seats = (int32_t)sql_number(&rows, 3),
            .points = (int32_t)sql_number(&rows, 4),
            .won = sql_number(&rows, 5),
            .rating = sql_real(&rows, 6),
        };
        sql_word(&rows, 0, past.match, sizeof past.match);
        sql_word(&rows, 1, past.rules, sizeof past.rules);
        found(ctx, &past);
    }
    return sql_end(&rows);
}

/* ---- everything, for `mazo store` ---- */

/* 0: the room has gone since it was listed. */
static int tell_entry(struct store *s, int64_t id, int64_t used, store_entry_found *found,
                      void *ctx)
{
    struct sql_rows rows = ask_number(s, SQL_ROOM_ENTRY, id);
    struct store_entry entry = {.used = used};
    if (sql_next(&rows) && read_room(&rows, &entry.room)) {
        entry.matches = (int32_t)sql_number(&rows, 10);
        entry.bytes = (uint64_t)sql_number(&rows, 11);
        found(ctx, &entry);
    }
    return sql_end(&rows);
}

/* The order first, without the texts. */
static int rooms(struct store *s, store_entry_found *found, void *ctx)
{
    struct sql_rows order = ask_all(s, SQL_ROOM_ORDER);
    int told = 0;
    bool any = false;
    while (told >= 0 && sql_next(&order)) {
        told = tell_entry(s, sql_number(&order, 0), sql_number(&order, 1), found, ctx);
        any |= told > 0;
    }
    return sql_end(&order) < 0 || told < 0 ? -1 : any;
}

static int people(struct store *s, store_person_found *found, void *ctx)
{
    struct store_person person = {0};
    bool any = false;
    int page;
    do {
        struct sql_rows rows = ask_number(s, SQL_ALL_PEOPLE, person.id);
        while (sql_next(&rows)) {
            read_person(&rows, &person);
            found(ctx, &person);
        }
        page = sql_end(&rows);
        any |= page > 0;
    } while (page > 0);
    return page < 0 ? -1 : any;
}

static int matches(struct store *s, store_kept_found *found, void *ctx)
{
    struct store_kept kept = {0};
    bool any = false;
    int page;
    do {
        struct sql_rows rows = ask_number(s, SQL_ALL_MATCHES, kept.match.id);
        while (sql_next(&rows)) {
            read_match(&rows, &kept.match);
            kept.ended = sql_number(&rows, 5);
            kept.lines = (uint32_t)sql_number(&rows, 6);
            kept.bytes = (uint64_t)sql_number(&rows, 7);
            found(ctx, &kept);
        }
        page = sql_end(&rows);
        any |= page > 0;
    } while (page > 0);
    return page < 0 ? -1 : any;
}

static int matches_of(struct store *s, int64_t person,
                      void (*found)(void *ctx, int64_t match, int seat), void *ctx)
{
    struct sql_rows rows = ask_number(s, SQL_MATCHES_OF, person);
    while (sql_next(&rows))
        found(ctx, sql_number(&rows, 0), (int)sql_number(&rows, 1));
    return sql_end(&rows);
}

void sql_begin(struct sql *s, const struct sql_driver *driver, const struct store_ops *own)
{
    s->driver = driver;
    s->ops = *own;
    s->store.ops = &s->ops;
    if (!own->room_claim)
        s->ops.room_claim = room_by_code;
    s->ops.top = top;
    s->ops.person_by_hash = person_by_hash;
    s->ops.person_by_key = person_by_key;
    s->ops.person_by_id = person_by_id;
    s->ops.mutes = mutes;
    s->ops.bans = bans;
    s->ops.pushes = pushes;
    s->ops.day = day;
    s->ops.standing = standing;
    s->ops.days_of = days_of;
    s->ops.day_mark = day_mark;
    s->ops.room_by_code = room_by_code;
    s->ops.rooms_due = rooms_due;
    s->ops.rooms_idle = rooms_idle;
    s->ops.rooms_of = rooms_of;
    s->ops.match_by_id = match_by_id;
    s->ops.match_by_key = match_by_key;
    s->ops.opening = opening;
    s->ops.events = events;
    s->ops.some_events = some_events;
    s->ops.history = history;
    s->ops.best = best;
    s->ops.rooms = rooms;
    s->ops.people = people;
    s->ops.matches = matches;
    s->ops.matches_of = matches_of;
}
