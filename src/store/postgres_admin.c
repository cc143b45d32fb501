/*
 * postgres_admin.c - looking after the database: what is in it, and whether it is sound.
 *
 * Long lists come in pages, so that a store can be larger than the memory. A copy is made with
 * `mazo store copy`, or with PostgreSQL's own tools.
 */
#include "store/postgres_inner.h"

#include <stdio.h>

#include "text/text.h"

static struct pg_rows *ask_plain(struct store *s, enum postgres_admin which)
{
    struct pg_values none = {0};
    return postgres_ask(s, (int)which, &none);
}

/* The order first, without the texts. */
int postgres_rooms(struct store *s, store_entry_found *found, void *ctx)
{
    struct pg_rows *order = ask_plain(s, POSTGRES_ROOM_ORDER);
    bool any = false, fine = order;
    for (int i = 0; fine && i < pg_count(order); i++) {
        struct store_entry entry = {.used = pg_number(order, i, 1)};
        struct pg_rows *one = postgres_ask_number(s, POSTGRES_ROOM_ENTRY, pg_number(order, i, 0));
        fine = one;
        if (one && pg_count(one) > 0) {
            postgres_get_room(one, 0, &entry.room);
            entry.matches = (int32_t)pg_number(one, 0, 10);
            entry.bytes = (uint64_t)pg_number(one, 0, 11);
            found(ctx, &entry);
            any = true;
        }
        pg_free(one);
    }
    pg_free(order);
    return fine ? any : -1;
}

/* Page after page of rows that begin with a growing number. */
static int in_pages(struct store *s, int which,
                    void (*row)(const struct pg_rows *rows, int i, void *ctx), void *ctx)
{
    bool any = false;
    for (int64_t after = 0;;) {
        struct pg_rows *rows = postgres_ask_number(s, which, after);
        int count = rows ? pg_count(rows) : 0;
        for (int i = 0; i < count; i++) {
            row(rows, i, ctx);
            after = pg_number(rows, i, 0);
            any = true;
        }
        pg_free(rows);
        if (!rows || count == 0)
            return rows ? any : -1;
    }
}

struct people {
    store_person_found *found;
    void *ctx;
};

static void tell_person(const struct pg_rows *rows, int i, void *ctx)
{
    const struct people *to = ctx;
    struct store_person person;
    postgres_get_person(rows, i, &person);
    to->found(to->ctx, &person);
}

int postgres_people(struct store *s, store_person_found *found, void *ctx)
{
    struct people to = {found, ctx};
    return in_pages(s, POSTGRES_PEOPLE, tell_person, &to);
}

struct matches {
    store_kept_found *found;
    void *ctx;
};

static void tell_match(const struct pg_rows *rows, int i, void *ctx)
{
    const struct matches *to = ctx;
    struct store_kept kept = {
        .match = {.id = pg_number(rows, i, 0),
                  .room = pg_number(rows, i, 1),
                  .began = pg_number(rows, i, 3)},
        .ended = pg_number(rows, i, 5),
        .lines = (uint32_t)pg_number(rows, i, 6),
        .bytes = (uint64_t)pg_number(rows, i, 7),
    };
    pg_word(rows, i, 2, kept.match.key, sizeof kept.match.key);
    pg_word(rows, i, 4, kept.match.rules, sizeof kept.match.rules);
    to->found(to->ctx, &kept);
}

int postgres_matches(struct store *s, store_kept_found *found, void *ctx)
{
    struct matches to = {found, ctx};
    return in_pages(s, POSTGRES_MATCHES, tell_match, &to);
}

int postgres_matches_of(struct store *s, int64_t person,
                        void (*found)(void *ctx, int64_t match, int seat), void *ctx)
{
    struct pg_rows *rows = postgres_ask_number(s, POSTGRES_MATCHES_OF, person);
    int any = rows ? pg_count(rows) > 0 : -1;
    for (int i = 0; rows && i < pg_count(rows); i++)
        found(ctx, pg_number(rows, i, 0), (int)pg_number(rows, i, 1));
    pg_free(rows);
    return any;
}

/* What the database promises by itself need not be looked for: only the lines, whose order is
 * kept by our functions. */
int postgres_check(struct store *s, void (*fault)(void *ctx, const char *what), void *ctx)
{
    struct pg_rows *rows = ask_plain(s, POSTGRES_STRAYS);
    int sound = rows ? pg_count(rows) == 0 : -1;
    for (int i = 0; rows && i < pg_count(rows); i++) {
        char what[128];
        snprintf(what, sizeof what, "line %lld of match %lld has nothing before it",
                 (long long)pg_number(rows, i, 1), (long long)pg_number(rows, i, 0));
        fault(ctx, what);
    }
    if (!rows)
        fault(ctx, ((struct postgres *)s)->read.why);
    pg_free(rows);
    return sound;
}

bool postgres_backup(struct store *s, const char *path,
                     void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                     char why[STORE_WHY_SIZE])
{
    (void)s, (void)path, (void)on, (void)ctx;
    snprintf(why, STORE_WHY_SIZE, "%s",
             N_("a database is backed up with pg_dump; see docs/operations.md"));
    return false;
}

uint64_t postgres_size(struct store *s)
{
    struct pg_rows *rows = ask_plain(s, POSTGRES_SIZE);
    uint64_t size = rows && pg_count(rows) > 0 ? (uint64_t)pg_number(rows, 0, 0) : 0;
    pg_free(rows);
    return size;
}
