/*
 * test_node.c - what store.h promises to several nodes on one store.
 *
 * A SQLite file has one node: there only what holds for one.
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

/* ---- numbers ---- */

static void numbers_are_given_once(void **state)
{
    struct store *s = of(state);
    struct store_top first;
    assert_int_equal(s->ops->reserve(s, 10, &first), 1);
    assert_true(first.person == 1 && first.room == 1 && first.match == 1);
    assert_int_equal(s->ops->reserve(s, 5, &first), 1);
    assert_true(first.person == 11 && first.room == 11 && first.match == 11);
    KEEP(s, a_person(100), a_room(12)); /* as in a copy */
    assert_int_equal(s->ops->reserve(s, 1, &first), 1);
    assert_true(first.person == 101 && first.room == 16 && first.match == 16);
}

static void two_nodes_never_get_the_same_number(void **state)
{
    struct store *s[2] = {of(state), another(state)};
    int64_t next = 1;
    for (int i = 0; i < 50; i++) {
        struct store_top first;
        assert_int_equal(s[i % 2]->ops->reserve(s[i % 2], i + 1, &first), 1);
        assert_true(first.person == next && first.room == next && first.match == next);
        next += i + 1;
    }
    s[1]->ops->close(s[1]);
}

/* ---- fences ---- */

static void a_line_needs_the_version_of_its_room(void **state)
{
    struct store *s = of(state);
    char why[STORE_WHY_SIZE];
    struct store_write room = a_room(1), line = an_event(1, 1), next = an_event(1, 2);
    KEEP(s, room, a_match(1), an_event(1, 0));
    line.event.version = 2;
    assert_int_equal(s->ops->commit(s, &line, 1, why), STORE_CONFLICT);
    assert_string_equal(why, "somebody else has changed it");
    line.event.version = 1;
    room.room.version = 1;
    next.event.version = 1;
    struct store_write late[] = {line, room, next}; /* the room has changed between them */
    assert_int_equal(s->ops->commit(s, late, 3, why), STORE_CONFLICT);
    assert_int_equal(events_of(s, 1, 0), 1);
    late[2].event.version = 2;
    assert_int_equal(s->ops->commit(s, late, 3, why), STORE_KEPT);
    assert_int_equal(events_of(s, 1, 0), 3);
    KEEP(s, an_event(1, 3)); /* not checked */
    struct store_write stray = an_event(7, 0);
    stray.event.version = 1;
    assert_int_equal(s->ops->commit(s, &stray, 1, why), STORE_CONFLICT);
}

static void claiming_finds_the_room(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_write room = a_room(3);
    room.room.people = 2;
    room.room.person[0] = 2, room.room.person[1] = 1;
    KEEP(s, a_person(1), a_person(2), room);
    assert_int_equal(s->ops->room_claim(s, "nobody", hear_room, &h), 0);
    assert_int_equal(s->ops->room_claim(s, "R3", hear_room, &h), 1);
    assert_int_equal(h.count, 1);
    assert_true(h.room[0].id == 3 && h.room[0].people == 2 && h.room[0].person[0] == 2);
    assert_string_equal(h.text[0], "{}");
    room.room.version = h.room[0].version;
    KEEP(s, room);
}

/* ---- two nodes ---- */

struct news {
    int moved, others;
    int64_t room[10];
    char listed[10][32];
};

static void hear_moved(void *ctx, int64_t room)
{
    struct news *n = ctx;
    assert_in_range(n->moved, 0, 9);
    n->room[n->moved++] = room;
}

static void hear_other(void *ctx, const char *listed, size_t len)
{
    struct news *n = ctx;
    assert_in_range(n->others, 0, 9);
    snprintf(n->listed[n->others++], 32, "%.*s", (int)len, listed);
}

static struct news beat(struct store *s, const char *listed)
{
    struct news n = {0};
    assert_int_equal(s->ops->heartbeat(s, listed, strlen(listed), hear_moved, hear_other, &n), 1);
    return n;
}

static int64_t claim(struct store *s, const char *code)
{
    struct heard h = {0};
    assert_int_equal(s->ops->room_claim(s, code, hear_room, &h), 1);
    assert_int_equal(h.count, 1);
    return h.room[0].version;
}

static enum store_outcome put(struct store *s, struct store_write write, int64_t version)
{
    char why[STORE_WHY_SIZE];
    if (write.kind == STORE_ROOM)
        write.room.version = version;
    else
        write.event.version = version;
    return s->ops->commit(s, &write, 1, why);
}

static void anyone_who_claims_a_room_has_it(void **state)
{
    struct store *a = of(state), *b = another(state);
    KEEP(a, a_room(1), a_match(1), an_event(1, 0)); /* version 1, and it belongs to a */
    assert_int_equal(claim(b, "R1"), 2);
    assert_int_equal(put(a, a_room(1), 1), STORE_CONFLICT);
    assert_int_equal(put(a, an_event(1, 1), 1), STORE_CONFLICT);
    assert_int_equal(put(b, an_event(1, 1), 2), STORE_KEPT);
    assert_int_equal(put(b, a_room(1), 2), STORE_KEPT); /* 3 */
    assert_int_equal(claim(a, "R1"), 4);
    assert_int_equal(put(b, an_event(1, 2), 3), STORE_CONFLICT);
    assert_int_equal(put(a, an_event(1, 2), 4), STORE_KEPT);
    assert_int_equal(claim(a, "R1"), 5); /* the node that had it may have forgotten */
    struct store_write over = a_room(1);
    over.room.over = true;
    assert_int_equal(put(a, over, 5), STORE_KEPT); /* 6 */
    assert_int_equal(claim(b, "R1"), 7);           /* to be opened again */
    assert_int_equal(put(a, a_room(1), 6), STORE_CONFLICT);
    assert_int_equal(put(b, a_room(1), 7), STORE_KEPT);
    b->ops->close(b);
}

static void anyone_who_had_it_hears_of_it(void **state)
{
    struct store *a = of(state), *b = another(state);
    KEEP(a, a_room(1), a_room(2), a_room(3));
    assert_int_equal(beat(a, "").moved, 0);
    claim(b, "R1");
    claim(b, "R3");
    struct news news = beat(a, "");
    assert_int_equal(news.moved, 2);
    assert_true(news.room[0] == 1 && news.room[1] == 3);
    assert_int_equal(beat(a, "").moved, 0); /* told once */
    assert_int_equal(beat(b, "").moved, 0);
    claim(b, "R1"); /* it is b's already */
    assert_int_equal(beat(a, "").moved + beat(b, "").moved, 0);
    claim(b, "R2");
    claim(a, "R2"); /* and back, before anybody has heard of it */
    assert_int_equal(beat(a, "").moved, 0);
    news = beat(b, "");
    assert_int_equal(news.moved, 1);
    assert_int_equal(news.room[0], 2);
    claim(b, "R2");
    assert_int_equal(beat(a, "").room[0], 2);
    b->ops->close(b);
}

static void ratings_of_two_nodes_add_up(void **state)
{
    struct store *a = of(state), *b = another(state);
    struct store_person person;
    KEEP(a, a_person(1), a_match(1), a_match(2));
    KEEP(a, a_result(1, 0, 1, true));
    KEEP(b, a_result(2, 0, 1, true));
    assert_int_equal(a->ops->person_by_id(a, 1, &person), 1);
    assert_true(person.rating == 1500 + 1.25 + 2.25 && person.matches == 2);
    b->ops->close(b);
}

/* ---- who lives ---- */

static int64_t clock_now;

static int64_t tell_clock(void *ctx)
{
    (void)ctx;
    return clock_now;
}

/* Nobody has been heard of for this long. */
static void pass(const struct kind *k, int ms)
{
    clock_now += ms;
    if (k->path[0]) {
        char sql[128];
        struct pg c = {.address = k->path};
        snprintf(sql, sizeof sql, "UPDATE mazo.node SET at = at - interval '%d ms'", ms);
        assert_true(pg_connect(&c, 60000));
        assert_int_equal(pg_run(&c, sql, 60000), PG_DONE);
        pg_close(&c);
    } else {
        store_memory_clock(k->store, tell_clock, NULL);
    }
}

static void nodes_hear_of_each_other(void **state)
{
    struct store *a = of(state), *b = another(state), *c = another(state);
    pass(*state, 0);
    assert_int_equal(beat(a, "[\"a\"]").others, 0);
    struct news news = beat(b, "[\"b\"]");
    assert_int_equal(news.others, 1);
    assert_string_equal(news.listed[0], "[\"a\"]");
    assert_int_equal(beat(c, "").others, 2);
    pass(*state, STORE_HEARD_MS - 1000);
    news = beat(a, "[\"a2\"]");
    assert_int_equal(news.others, 2);
    pass(*state, 2000);
    news = beat(b, "[\"b2\"]");
    assert_int_equal(news.others, 1);
    assert_string_equal(news.listed[0], "[\"a2\"]");
    b->ops->close(b);
    c->ops->close(c);
}

static int due(struct store *s, int64_t by)
{
    static struct heard h;
    h.count = 0;
    int found = s->ops->rooms_due(s, by, 50, hear_room, &h);
    assert_int_equal(found, h.count > 0);
    return h.count;
}

static void rooms_of_another_node_are_not_due(void **state)
{
    struct store *a = of(state), *b = another(state);
    struct store_write one = a_room(1), two = a_room(2);
    pass(*state, 0);
    one.room.due = 100000, two.room.due = 100001;
    KEEP(a, one, two);
    assert_int_equal(due(b, 100001), 2); /* a has never been heard of */
    beat(a, "");
    assert_int_equal(due(b, 100001), 0);
    assert_int_equal(due(a, 100001), 2);
    assert_int_equal(due(b, 100000 + STORE_OVERDUE_MS), 0);
    assert_int_equal(due(b, 100001 + STORE_OVERDUE_MS), 1); /* and does not do it */
    claim(b, "R1");
    assert_int_equal(due(b, 100001), 1);
    pass(*state, STORE_LIVES_MS - 1000);
    assert_int_equal(due(b, 100001), 1);
    pass(*state, 2000);
    assert_int_equal(due(b, 100001), 2);
    b->ops->close(b);
}

#define PROMISES(WITH, kind)                                                                       \
    WITH(numbers_are_given_once, kind)                                                             \
    WITH(a_line_needs_the_version_of_its_room, kind)                                               \
    WITH(claiming_finds_the_room, kind)
#define NODES(WITH, kind)                                                                          \
    WITH(two_nodes_never_get_the_same_number, kind)                                                \
    WITH(anyone_who_claims_a_room_has_it, kind)                                                    \
    WITH(anyone_who_had_it_hears_of_it, kind)                                                      \
    WITH(ratings_of_two_nodes_add_up, kind)                                                        \
    WITH(nodes_hear_of_each_other, kind)                                                           \
    WITH(rooms_of_another_node_are_not_due, kind)

int main(void)
{
    static const struct CMUnitTest tests[] = {PROMISES(TEST, memory) PROMISES(TEST, sqlite)
                                                  NODES(TEST, memory)};
    static const struct CMUnitTest postgres[] = {PROMISES(TEST, postgres) NODES(TEST, postgres)};
    return getenv("MAZO_TEST_POSTGRES") ? cmocka_run_group_tests(postgres, NULL, NULL)
                                        : cmocka_run_group_tests(tests, NULL, NULL);
}
