/*
 * test_admin.c - what store.h promises to administrators, for every store.
 *
 * The same tests run for the store in memory, for the one in a SQLite file and, where the
 * environment names one in MAZO_TEST_POSTGRES, for the one in a PostgreSQL database.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"

/* ---- forgetting ---- */

static void a_forgotten_person_leaves_no_trace(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_person person;
    struct store_found found;
    struct store_top top;
    struct store_write room = a_room(1);
    room.room.people = 3;
    room.room.person[0] = 1, room.room.person[1] = 2, room.room.person[2] = 1;
    KEEP(s, a_person(1), a_person(2), room, a_match(1), an_event(1, 0), a_result(1, 0, 2, true),
         a_result(1, 1, 1, false));
    KEEP(s, a_mute(2, 1), a_mute(1, 2), a_mute(1, 1));
    KEEP(s, a_farewell(2));
    assert_string_equal(mutes_of(s, 1), "p1");
    assert_string_equal(mutes_of(s, 2), "");
    assert_int_equal(s->ops->person_by_id(s, 2, &person), 0);
    assert_int_equal(s->ops->person_by_key(s, "p2", &person), 0);
    assert_int_equal(s->ops->person_by_key(s, "", &person), 0);
    assert_int_equal(s->ops->person_by_hash(s, a_person(2).person.hash, &person), 0);
    assert_int_equal(s->ops->history(s, 2, 0, 10, hear_past, &h), 0);
    assert_int_equal(s->ops->rooms_of(s, 2, hear_room, &h), 0);
    assert_int_equal(s->ops->match_by_id(s, 1, &found), 1);
    assert_int_equal(found.results, 2);
    assert_int_equal(found.result[0].person, 0);
    assert_string_equal(found.result[0].name, "");
    assert_string_equal(found.person_key[0], "");
    assert_string_equal(found.person_key[1], "p1");
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_int_equal(h.room[0].people, 2);
    assert_int_equal(h.room[0].person[1], 1);
    assert_int_equal(events_of(s, 1, 0), 1); /* the match itself stays */
    s->ops->top(s, &top);
    assert_int_equal(top.person, 2); /* the number is not given away again */
}

static void what_comes_after_forgetting_is_left_out(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_person person;
    struct store_found found;
    struct store_write room = a_room(1), again = a_person(1);
    room.room.people = 2;
    room.room.person[0] = 1, room.room.person[1] = 2;
    KEEP(s, a_person(1), a_person(2));
    KEEP(s, a_farewell(1), a_farewell(77));
    KEEP(s, a_farewell(1), again, room, a_match(1), a_result(1, 0, 1, true), a_mute(1, 2),
         a_mute(2, 1));
    assert_string_equal(mutes_of(s, 1), "");
    assert_string_equal(mutes_of(s, 2), "");
    assert_int_equal(s->ops->person_by_id(s, 1, &person), 0);
    assert_int_equal(s->ops->person_by_key(s, "p1", &person), 0);
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_int_equal(h.room[0].people, 1);
    assert_int_equal(h.room[0].person[0], 2);
    assert_int_equal(s->ops->match_by_id(s, 1, &found), 1);
    assert_int_equal(found.result[0].person, 0);
    assert_string_equal(found.result[0].name, "");
    again.person.id = 3; /* key and token are free */
    KEEP(s, again);
    assert_int_equal(s->ops->person_by_key(s, "p1", &person), 1);
    assert_int_equal(person.id, 3);
}

/* In the same batch, in any order: forgotten in the end. */
static void forgetting_within_a_batch(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_found found;
    struct store_write room = a_room(1);
    room.room.people = 1;
    room.room.person[0] = 1;
    KEEP(s, a_person(1), a_match(1));
    KEEP(s, a_person(2), a_result(1, 0, 1, true), a_mute(2, 1), a_farewell(1), a_person(1), room,
         a_result(1, 1, 1, true), a_mute(1, 2));
    assert_string_equal(mutes_of(s, 1), "");
    assert_string_equal(mutes_of(s, 2), "");
    assert_int_equal(s->ops->match_by_id(s, 1, &found), 1);
    assert_int_equal(found.results, 2);
    assert_int_equal(found.result[0].person, 0);
    assert_int_equal(found.result[1].person, 0);
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_int_equal(h.room[0].people, 0);
    assert_int_equal(s->ops->best(s, 10, hear_person, &h), 0);
}

/* ---- looking after it ---- */

struct listed {
    int rooms, people, matches, seats;
    struct store_entry entry[10];
    struct store_kept kept[10];
    int64_t match[10];
    int seat[10];
};

static void hear_entry(void *ctx, const struct store_entry *entry)
{
    struct listed *l = ctx;
    l->entry[l->rooms++] = *entry;
}

static void hear_anybody(void *ctx, const struct store_person *person)
{
    struct listed *l = ctx;
    assert_int_equal(person->id, ++l->people);
}

static void hear_kept(void *ctx, const struct store_kept *kept)
{
    struct listed *l = ctx;
    l->kept[l->matches++] = *kept;
}

static void hear_seat(void *ctx, int64_t match, int seat)
{
    struct listed *l = ctx;
    l->match[l->seats] = match;
    l->seat[l->seats++] = seat;
}

static struct listed list(struct store *s)
{
    struct listed l = {0};
    assert_true(s->ops->rooms(s, hear_entry, &l) >= 0);
    assert_true(s->ops->people(s, hear_anybody, &l) >= 0);
    assert_true(s->ops->matches(s, hear_kept, &l) >= 0);
    return l;
}

/* Three rooms: of the first, two matches, one of them over; of the second, one that runs. */
static void furnish(struct store *s)
{
    struct store_write one = a_room(1), two = a_room(2), of_two = a_match(3);
    one.room.match = 2;
    two.room.match = of_two.match.id;
    of_two.match.room = 2;
    KEEP(s, a_person(1), a_person(2), one, two, a_room(3), a_match(1), an_event(1, 0),
         an_event(1, 1), a_result(1, 0, 1, true), a_result(1, 1, 2, false), a_match(2),
         an_event(2, 0), of_two, an_event(3, 0), an_event(3, 1));
}

static void no_fault(void *ctx, const char *what)
{
    (void)ctx;
    fail_msg("%s", what);
}

static void everything_can_be_listed(void **state)
{
    struct store *s = of(state);
    char text[64];
    struct listed l = list(s);
    assert_int_equal(l.rooms + l.people + l.matches, 0);
    furnish(s);
    l = list(s);
    assert_int_equal(l.rooms, 3);
    assert_int_equal(l.people, 2);
    assert_int_equal(l.matches, 3);
    struct store_write line = an_event(3, 1);
    assert_int_equal(l.entry[0].room.id, 2); /* its match went on after all others */
    assert_int_equal(l.entry[0].used, line.event.at);
    event_text(3, 0, text);
    assert_int_equal(l.entry[0].bytes, 2 + 2 * strlen(text));
    assert_int_equal(l.entry[1].room.id, 1);
    assert_int_equal(l.entry[1].matches, 2);
    assert_int_equal(l.entry[2].used, 1003);
    assert_true(l.kept[0].ended > 0 && l.kept[1].ended == 0);
    assert_int_equal(l.kept[0].lines, 2);
    assert_int_equal(l.kept[2].match.room, 2);
    assert_string_equal(l.kept[2].match.key, "m3");
    l.seats = 0;
    assert_int_equal(s->ops->matches_of(s, 2, hear_seat, &l), 1);
    assert_true(l.match[0] == 1 && l.seat[0] == 1);
    assert_int_equal(s->ops->check(s, no_fault, NULL), 1);
}

static void hear_next_match(void *ctx, const struct store_kept *kept)
{
    struct listed *l = ctx;
    assert_int_equal(kept->match.id, ++l->matches);
}

/* More than a page of each. */
static void long_lists_are_whole(void **state)
{
    enum { COUNT = 1201 };
    struct store *s = of(state);
    struct listed l = {0};
    static struct store_write batch[COUNT * 2];
    for (int i = 0; i < COUNT; i++) {
        batch[i] = a_person(i + 1);
        batch[COUNT + i] = a_match(i + 1);
    }
    keep(s, batch, COUNT * 2);
    assert_int_equal(s->ops->people(s, hear_anybody, &l), 1);
    assert_int_equal(s->ops->matches(s, hear_next_match, &l), 1);
    assert_int_equal(l.people, COUNT);
    assert_int_equal(l.matches, COUNT);
}

static void old_rooms_go_and_replays_stay(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    furnish(s);
    int64_t used = list(s).entry[1].used; /* of the first */
    KEEP(s, an_old(STORE_DROP, 1, used));
    assert_int_equal(list(s).rooms, 3);
    KEEP(s, an_old(STORE_DROP, 1, used + 1), an_old(STORE_DROP, 55, used));
    struct listed l = list(s);
    assert_int_equal(l.rooms, 2);
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 0);
    assert_int_equal(l.matches, 2); /* the one that was not over has gone */
    assert_int_equal(l.kept[0].match.id, 1);
    assert_int_equal(events_of(s, 1, 0), 2);
    assert_int_equal(events_of(s, 2, 0), 0);
    assert_int_equal(s->ops->check(s, no_fault, NULL), 1);
}

static void the_highest_numbers_stay(void **state)
{
    struct store *s = of(state);
    struct store_top top;
    furnish(s);
    KEEP(s, an_old(STORE_DROP, 2, INT64_MAX), an_old(STORE_DROP, 3, INT64_MAX));
    assert_int_equal(list(s).rooms, 3);
    s->ops->top(s, &top);
    assert_true(top.room == 3 && top.match == 3);
    KEEP(s, a_room(4), a_match(4), an_old(STORE_DROP, 2, INT64_MAX),
         an_old(STORE_DROP, 3, INT64_MAX));
    assert_int_equal(list(s).rooms, 2); /* the fourth, and the first, whose match is the newest */
    s->ops->top(s, &top);
    assert_true(top.room == 4 && top.match == 4);
}

static void replays_are_cut_when_asked(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    furnish(s);
    int64_t ended = list(s).kept[0].ended;
    KEEP(s, an_old(STORE_CUT, 1, ended), an_old(STORE_CUT, 2, INT64_MAX));
    assert_int_equal(events_of(s, 1, 0), 2);
    KEEP(s, an_old(STORE_CUT, 1, ended + 1));
    assert_int_equal(events_of(s, 1, 0), 0);
    assert_int_equal(events_of(s, 2, 0), 1); /* not over */
    assert_int_equal(s->ops->history(s, 1, 0, 5, hear_past, &h), 1);
    assert_string_equal(h.past[0].match, "m1");
}

static void hear_opening(void *ctx, const struct store_event *event)
{
    if (event->n == 0)
        snprintf(ctx, 64, "%.*s", (int)event->len, event->text);
}

static void an_opening_gets_another_text(void **state)
{
    struct store *s = of(state);
    struct store_write w = an_event(1, 0), absent = an_event(9, 0);
    char text[64] = "";
    furnish(s);
    w.kind = absent.kind = STORE_OPENING;
    w.event.text = "other";
    w.event.len = 5;
    KEEP(s, w, absent);
    s->ops->events(s, 1, 0, hear_opening, text);
    assert_string_equal(text, "other");
    w.event.text = "third";
    REFUSE(s, w, a_match(1));
    s->ops->events(s, 1, 0, hear_opening, text);
    assert_string_equal(text, "other");
}

#define PROMISES(WITH, kind)                                                                       \
    WITH(everything_can_be_listed, kind)                                                           \
    WITH(long_lists_are_whole, kind)                                                               \
    WITH(old_rooms_go_and_replays_stay, kind)                                                      \
    WITH(the_highest_numbers_stay, kind)                                                           \
    WITH(replays_are_cut_when_asked, kind)                                                         \
    WITH(an_opening_gets_another_text, kind)                                                       \
    WITH(a_forgotten_person_leaves_no_trace, kind)                                                   \
    WITH(what_comes_after_forgetting_is_left_out, kind)                                            \
    WITH(forgetting_within_a_batch, kind)
#define FILES(WITH, kind)

int main(void) { RUN_PROMISES(); }
