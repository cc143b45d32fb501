/*
 * helper.c - people, rooms and matches for the tests of the store.
 */
#include "helper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include <ftw.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void make_folder(char out[FOLDER_SIZE])
{
    const char *base = getenv("TMPDIR");
    snprintf(out, FOLDER_SIZE, "%s/mazo-store-XXXXXX", base && base[0] ? base : "/tmp");
    assert_non_null(mkdtemp(out));
}

static int drop(const char *path, const struct stat *is, int kind, struct FTW *where)
{
    (void)is, (void)kind, (void)where;
    return remove(path);
}

void drop_folder(const char *folder) { nftw(folder, drop, 8, FTW_DEPTH | FTW_PHYS); }

void check_soundness(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(stmt, 0), "ok");
    sqlite3_finalize(stmt);
    sqlite3_close(db);
}

struct store_write a_person(int64_t id)
{
    struct store_write w = {.kind = STORE_PERSON};
    w.person = (struct store_person){.id = id, .lang = "es", .since = 100, .seen = 200 + id};
    snprintf(w.person.key, sizeof w.person.key, "p%lld", (long long)id);
    snprintf(w.person.name, sizeof w.person.name, "Person %lld", (long long)id);
    memset(w.person.hash, 0xab, sizeof w.person.hash);
    memcpy(w.person.hash, &id, sizeof id);
    w.person.rating = 1500;
    return w;
}

struct store_write a_room(int64_t id)
{
    struct store_write w = {.kind = STORE_ROOM};
    w.room = (struct store_room){.id = id, .touched = 1000 + id, .text = "{}", .len = 2};
    snprintf(w.room.code, sizeof w.room.code, "R%lld", (long long)id);
    return w;
}

struct store_write a_match(int64_t id)
{
    struct store_write w = {.kind = STORE_MATCH};
    w.match = (struct store_match){.id = id, .room = 1, .began = 5000 + id, .rules = "oficial"};
    snprintf(w.match.key, sizeof w.match.key, "m%lld", (long long)id);
    return w;
}

void event_text(int64_t match, uint32_t n, char out[64])
{
    snprintf(out, 64, "{\"match\":%lld,\"n\":%u}", (long long)match, (unsigned)n);
}

struct store_write an_event(int64_t match, uint32_t n)
{
    static char texts[64][64]; /* so that some can be used together */
    static unsigned turn;
    char *text = texts[turn++ % 64];
    event_text(match, n, text);
    struct store_write w = {.kind = STORE_EVENT};
    w.event = (struct store_event){.match = match, .n = n, .at = 7000 + n, .person = n % 3};
    w.event.id = UINT64_MAX - n;
    w.event.text = text;
    w.event.len = strlen(text);
    return w;
}

struct store_write a_result(int64_t match, int seat, int64_t person, bool won)
{
    struct store_write w = {.kind = STORE_RESULT};
    w.result = (struct store_result){.match = match, .person = person, .seat = seat, .won = won};
    w.result.points = 10 * seat;
    w.result.at = 9000 + match;
    w.result.delta = 0.25 + (double)match;
    snprintf(w.result.name, sizeof w.result.name, person ? "Person %lld" : "Bot %lld",
             person ? (long long)person : (long long)seat);
    return w;
}

struct store_write a_mute(int64_t person, int64_t muted)
{
    return (struct store_write){.kind = STORE_MUTE, .mute = {.person = person, .muted = muted}};
}

struct store_write an_old(enum store_kind kind, int64_t id, int64_t at)
{
    return (struct store_write){.kind = kind, .old = {.id = id, .at = at}};
}

struct store_write a_farewell(int64_t person)
{
    return (struct store_write){.kind = STORE_FORGET, .forget = person};
}

void keep(struct store *s, const struct store_write *writes, size_t count)
{
    char why[STORE_WHY_SIZE];
    if (!store_commit(s, writes, count, why))
        fail_msg("not kept: %s", why);
}

const char *refuse(struct store *s, const struct store_write *writes, size_t count)
{
    static char why[STORE_WHY_SIZE];
    why[0] = '\0';
    assert_false(store_commit(s, writes, count, why));
    return why;
}
