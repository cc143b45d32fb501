/*
 * kinds.c - stores of every kind for the tests of what store.h promises.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "memory_store.h"
#include "store/pg.h"

int begin_memory(void **state)
{
    struct kind *k = calloc(1, sizeof *k);
    k->store = store_memory();
    *state = k;
    return k->store ? 0 : -1;
}

int begin_temporary(void **state)
{
    struct kind *k = calloc(1, sizeof *k);
    char why[STORE_WHY_SIZE];
    k->store = store_temporary(why);
    *state = k;
    return k->store ? 0 : -1;
}

int begin_sqlite(void **state)
{
    struct kind *k = calloc(1, sizeof *k);
    char why[STORE_WHY_SIZE];
    make_folder(k->folder);
    snprintf(k->path, sizeof k->path, "%s/mazo.db", k->folder);
    k->store = store_sqlite(k->path, STORE_SERVE, why);
    *state = k;
    return k->store ? 0 : -1;
}

/* An empty database: what the test before has left goes. */
int begin_postgres(void **state)
{
    struct kind *k = calloc(1, sizeof *k);
    const char *address = getenv("MAZO_TEST_POSTGRES");
    char why[STORE_WHY_SIZE];
    *state = k;
    struct pg c = {.address = address};
    if (!pg_connect(&c, 60000) ||
        pg_run(&c, "DROP SCHEMA IF EXISTS mazo CASCADE", 60000) != PG_DONE) {
        print_error("%s: %s\n", address, c.why);
        return -1;
    }
    pg_close(&c);
    k->store = store_postgres(address, STORE_SERVE, why);
    if (!k->store)
        print_error("%s: %s\n", address, why);
    snprintf(k->path, sizeof k->path, "%s", address);
    return k->store ? 0 : -1;
}

int end(void **state)
{
    struct kind *k = *state;
    k->store->ops->close(k->store);
    if (k->folder[0])
        drop_folder(k->folder);
    free(k);
    return 0;
}

struct store *of(void **state) { return ((struct kind *)*state)->store; }

struct store *another(void **state)
{
    const struct kind *k = *state;
    char why[STORE_WHY_SIZE];
    struct store *s = k->path[0] ? store_postgres(k->path, STORE_SERVE, why) : store_memory_join(k->store);
    assert_non_null(s);
    return s;
}

void hear_room(void *ctx, const struct store_room *room)
{
    struct heard *h = ctx;
    assert_in_range(h->count, 0, 59);
    h->room[h->count] = *room;
    memcpy(h->text[h->count], room->text, room->len < 127 ? room->len : 127);
    h->count++;
}

void hear_past(void *ctx, const struct store_past *past)
{
    struct heard *h = ctx;
    assert_in_range(h->count, 0, 59);
    h->past[h->count++] = *past;
}

void hear_person(void *ctx, const struct store_person *person)
{
    struct heard *h = ctx;
    assert_in_range(h->count, 0, 59);
    h->person[h->count++] = *person;
}

void hear_event(void *ctx, const struct store_event *event)
{
    struct heard *h = ctx;
    char text[64];
    if (h->events++ == 0)
        h->first = event->n;
    struct store_write expected = an_event(event->match, event->n);
    event_text(event->match, event->n, text);
    assert_int_equal(event->n, h->first + h->events - 1);
    assert_int_equal(event->at, expected.event.at);
    assert_int_equal(event->person, expected.event.person);
    assert_true(event->id == expected.event.id);
    assert_int_equal(event->len, strlen(text));
    assert_memory_equal(event->text, text, event->len);
}

static void hear_mute(void *ctx, const struct store_mute *mute)
{
    char *list = ctx, key[STORE_KEY_SIZE];
    snprintf(key, sizeof key, "p%lld", (long long)mute->muted);
    assert_string_equal(mute->key, key);
    snprintf(list + strlen(list), 128 - strlen(list), list[0] ? " %s" : "%s", key);
}

const char *mutes_of(struct store *s, int64_t person)
{
    static char list[128];
    list[0] = '\0';
    int found = s->ops->mutes(s, person, hear_mute, list);
    assert_int_equal(found, list[0] != '\0');
    return list;
}

uint32_t events_of(struct store *s, int64_t match, uint32_t from)
{
    struct heard h = {0};
    int found = s->ops->events(s, match, from, hear_event, &h);
    assert_int_equal(found, h.events > 0);
    assert_int_equal(h.first, h.events > 0 ? from : 0);
    return h.events;
}
