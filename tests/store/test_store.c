/*
 * test_store.c - what store.h promises, of every store.
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

/* ---- persons ---- */

static void same_person(const struct store_person *a, const struct store_person *b)
{
    assert_int_equal(a->id, b->id);
    assert_string_equal(a->key, b->key);
    assert_memory_equal(a->hash, b->hash, STORE_HASH_SIZE);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->lang, b->lang);
    assert_int_equal(a->since, b->since);
    assert_int_equal(a->seen, b->seen);
    assert_true(a->rating == b->rating);
    assert_int_equal(a->matches, b->matches);
    assert_int_equal(a->wins, b->wins);
}

static void persons_are_found_three_ways(void **state)
{
    struct store *s = of(state);
    struct store_person found;
    struct store_write ana = a_person(1), bea = a_person(2);
    KEEP(s, ana, bea);
    assert_int_equal(s->ops->person_by_id(s, 1, &found), 1);
    same_person(&found, &ana.person);
    assert_int_equal(s->ops->person_by_key(s, "p2", &found), 1);
    same_person(&found, &bea.person);
    assert_int_equal(s->ops->person_by_hash(s, bea.person.hash, &found), 1);
    same_person(&found, &bea.person);
    bea.person.hash[31] ^= 1;
    assert_int_equal(s->ops->person_by_hash(s, bea.person.hash, &found), 0);
    assert_int_equal(s->ops->person_by_id(s, 3, &found), 0);
    assert_int_equal(s->ops->person_by_key(s, "", &found), 0);
}

static void a_person_changes_the_name_not_the_rating(void **state)
{
    struct store *s = of(state);
    struct store_person found;
    struct store_write ana = a_person(1);
    KEEP(s, ana, a_match(1), a_result(1, 0, 1, true));
    snprintf(ana.person.name, sizeof ana.person.name, "Ana «ñandú» O'Hara; DROP TABLE");
    snprintf(ana.person.lang, sizeof ana.person.lang, "en");
    ana.person.seen = INT64_MAX;
    ana.person.rating = 9999;
    ana.person.matches = 77;
    KEEP(s, ana);
    assert_int_equal(s->ops->person_by_key(s, "p1", &found), 1);
    ana.person.rating = 1501.25;
    ana.person.matches = ana.person.wins = 1;
    same_person(&found, &ana.person);
}

static void keys_and_tokens_are_unique(void **state)
{
    struct store *s = of(state);
    struct store_write two = a_person(2), three = a_person(3);
    KEEP(s, a_person(1));
    snprintf(two.person.key, sizeof two.person.key, "p1");
    assert_string_equal(REFUSE(s, two), "it already exists");
    memcpy(three.person.hash, a_person(1).person.hash, STORE_HASH_SIZE);
    assert_string_equal(REFUSE(s, three), "it already exists");
    KEEP(s, a_person(2), a_person(3));
}

static void mutes_belong_to_a_person(void **state)
{
    struct store *s = of(state);
    struct store_write off = a_mute(1, 3);
    off.mute.off = true;
    KEEP(s, a_person(1), a_person(2), a_person(3), off);
    assert_string_equal(mutes_of(s, 1), "");
    KEEP(s, a_mute(1, 3), a_mute(1, 2), a_mute(2, 1), a_mute(1, 3));
    assert_string_equal(mutes_of(s, 1), "p2 p3");
    assert_string_equal(mutes_of(s, 2), "p1");
    assert_string_equal(mutes_of(s, 3), "");
    REFUSE(s, off, a_mute(3, 1), a_mute(1, 1), a_person(4), a_mute(1, 4), a_mute(1, 77));
    assert_string_equal(mutes_of(s, 1), "p2 p3");
    assert_string_equal(mutes_of(s, 3), "");
    assert_string_equal(REFUSE(s, a_mute(77, 1)), "it belongs to something that is missing");
    KEEP(s, off, off);
    assert_string_equal(mutes_of(s, 1), "p2");
    assert_string_equal(mutes_of(s, 2), "p1");
}

static void hear_ban(void *ctx, const struct store_ban *ban)
{
    char *list = ctx;
    size_t len = strlen(list);
    snprintf(list + len, 400 - len, "%s%s%s:%lld:%s", len ? " " : "", ban->key, ban->address,
             (long long)ban->until, ban->why);
}

static const char *bans_of(struct store *s)
{
    static char list[400];
    list[0] = '\0';
    int found = s->ops->bans(s, hear_ban, list);
    assert_int_equal(found, list[0] != '\0');
    return list;
}

static struct store_write a_ban(int64_t person, const char *address, int64_t until, int64_t at,
                                const char *why)
{
    struct store_write w = {.kind = STORE_BAN, .ban = {.person = person, .until = until, .at = at}};
    snprintf(w.ban.address, sizeof w.ban.address, "%s", address);
    snprintf(w.ban.why, sizeof w.ban.why, "%s", why);
    return w;
}

static void bans_are_of_persons_or_addresses(void **state)
{
    struct store *s = of(state);
    struct store_write off = a_ban(0, "192.0.2.7", 0, 0, "");
    off.ban.off = true;
    KEEP(s, a_person(1), a_person(2), off);
    assert_string_equal(bans_of(s), "");
    KEEP(s, a_ban(2, "", 0, 20, "grita"), a_ban(0, "192.0.2.7", 900, 10, ""),
         a_ban(0, "2001:db8::/64", 0, 30, "x"));
    assert_string_equal(bans_of(s), "192.0.2.7:900: p2:0:grita 2001:db8::/64:0:x");
    KEEP(s, a_ban(2, "", 77, 40, "otra vez"));
    assert_string_equal(bans_of(s), "192.0.2.7:900: 2001:db8::/64:0:x p2:77:otra vez");
    REFUSE(s, off, a_ban(1, "", 1, 1, ""), a_ban(2, "", 5, 5, ""), a_ban(77, "", 0, 1, ""));
    assert_string_equal(REFUSE(s, a_ban(77, "", 0, 1, "")),
                        "it belongs to something that is missing");
    assert_string_equal(bans_of(s), "192.0.2.7:900: 2001:db8::/64:0:x p2:77:otra vez");
    KEEP(s, off, off, a_farewell(2), a_ban(2, "", 0, 50, "forgotten"));
    assert_string_equal(bans_of(s), "2001:db8::/64:0:x");
}

static void hear_push(void *ctx, const struct store_push *push)
{
    char *list = ctx;
    size_t len = strlen(list);
    uint8_t key[STORE_PUSH_KEY_SIZE], secret[STORE_PUSH_SECRET_SIZE];
    memset(key, push->endpoint[0], sizeof key);
    memset(secret, 0, sizeof secret);
    assert_memory_equal(push->key, key, sizeof key);
    assert_memory_equal(push->secret, secret, sizeof secret);
    snprintf(list + len, 400 - len, "%s%.*s:%lld", len ? " " : "", (int)push->len, push->endpoint,
             (long long)push->at);
}

static const char *pushes_of(struct store *s, int64_t person)
{
    static char list[400];
    list[0] = '\0';
    int found = s->ops->pushes(s, person, hear_push, list);
    assert_int_equal(found, list[0] != '\0');
    return list;
}

/* The address is one letter; the key is made from it. */
static struct store_write a_push(int64_t person, const char *endpoint, int64_t at)
{
    struct store_write w = {.kind = STORE_PUSH,
                            .push = {.person = person, .endpoint = endpoint, .len = 1, .at = at}};
    memset(w.push.key, endpoint[0], sizeof w.push.key);
    return w;
}

static void an_endpoint_is_of_one_person(void **state)
{
    struct store *s = of(state);
    struct store_write off = a_push(1, "a", 0);
    off.push.off = true;
    KEEP(s, a_person(1), a_person(2), off);
    assert_string_equal(pushes_of(s, 1), "");
    KEEP(s, a_push(1, "b", 20), a_push(1, "a", 10), a_push(2, "c", 5));
    assert_string_equal(pushes_of(s, 1), "a:10 b:20");
    KEEP(s, a_push(2, "a", 30));
    assert_string_equal(pushes_of(s, 1), "b:20");
    assert_string_equal(pushes_of(s, 2), "c:5 a:30");
    KEEP(s, off); /* it is no longer theirs */
    assert_string_equal(pushes_of(s, 2), "c:5 a:30");
    REFUSE(s, a_push(1, "d", 1), a_push(1, "a", 1), a_person(3), a_push(77, "e", 1));
    assert_string_equal(pushes_of(s, 1), "b:20");
    off.push.person = 2;
    KEEP(s, off, off, a_push(2, "c", 40));
    assert_string_equal(pushes_of(s, 2), "c:40");
    KEEP(s, a_farewell(2), a_push(2, "f", 50));
    assert_string_equal(pushes_of(s, 2), "");
}

static void the_oldest_pushes_go(void **state)
{
    struct store *s = of(state);
    static const char letters[] = "klmnopqrst";
    KEEP(s, a_person(1), a_person(2), a_push(2, "z", 1));
    for (int i = 0; letters[i]; i++)
        KEEP(s, a_push(1, &letters[i], 100 + i));
    assert_string_equal(pushes_of(s, 1), "m:102 n:103 o:104 p:105 q:106 r:107 s:108 t:109");
    assert_string_equal(pushes_of(s, 2), "z:1");
}

static struct store_write a_daily(int32_t day, int64_t person, int32_t place, int32_t lead)
{
    struct store_write w = {.kind = STORE_DAILY,
                            .daily = {.day = day, .person = person, .at = 100 * person,
                                      .place = place, .lead = lead,
                                      .mark = UINT64_MAX - (uint64_t)person}};
    snprintf(w.daily.rounds, sizeof w.daily.rounds, "wl%lld", (long long)person);
    return w;
}

static void hear_daily(void *ctx, const struct store_daily *d)
{
    char *list = ctx;
    size_t len = strlen(list);
    assert_true(d->mark == UINT64_MAX - (uint64_t)d->person && d->at == 100 * d->person);
    snprintf(list + len, 400 - len, "%s%s:%d:%d:%s", len ? " " : "", d->name, (int)d->place,
             (int)d->lead, d->rounds);
}

static const char *day_in(struct store *s, int32_t day, int most)
{
    static char list[400];
    list[0] = '\0';
    int found = s->ops->day(s, day, most, hear_daily, list);
    assert_int_equal(found, list[0] != '\0');
    return list;
}

static const char *days_of(struct store *s, int64_t person)
{
    static char list[400];
    list[0] = '\0';
    int found = s->ops->days_of(s, person, hear_daily, list);
    assert_int_equal(found, list[0] != '\0');
    return list;
}

static int rank_of(struct store *s, int32_t day, int64_t person, int32_t played)
{
    struct store_standing out;
    assert_int_equal(s->ops->standing(s, day, person, &out), 1);
    assert_int_equal(out.played, played);
    assert_int_equal(out.own.person, out.rank ? person : 0);
    return out.rank;
}

static void one_result_for_each_person_and_day(void **state)
{
    struct store *s = of(state);
    struct store_write same = a_daily(7, 4, 1, 500);
    int64_t person = 0;
    same.daily.mark = a_daily(7, 1, 0, 0).daily.mark;
    KEEP(s, a_person(1), a_person(2), a_person(3), a_person(4), a_person(5));
    assert_int_equal(rank_of(s, 7, 1, 0), 0);
    KEEP(s, a_daily(7, 1, 2, -30), a_daily(7, 2, 1, 40), a_daily(7, 3, 1, 90), a_daily(8, 2, 3, -5));
    KEEP(s, a_daily(7, 1, 1, 300), same); /* a second one, and another's match, do not count */
    KEEP(s, a_daily(7, 5, 1, 40));
    assert_string_equal(day_in(s, 7, 9), "Person 3:1:90:wl3 Person 2:1:40:wl2 Person 5:1:40:wl5"
                                         " Person 1:2:-30:wl1");
    assert_string_equal(day_in(s, 7, 1), "Person 3:1:90:wl3");
    assert_string_equal(day_in(s, 9, 5), "");
    assert_int_equal(rank_of(s, 7, 3, 4), 1);
    assert_int_equal(rank_of(s, 7, 2, 4), 2);
    assert_int_equal(rank_of(s, 7, 5, 4), 2);
    assert_int_equal(rank_of(s, 7, 1, 4), 4);
    assert_int_equal(rank_of(s, 7, 4, 4), 0);
    assert_string_equal(days_of(s, 2), "Person 2:1:40:wl2 Person 2:3:-5:wl2");
    assert_int_equal(s->ops->day_mark(s, 7, same.daily.mark, &person), 1);
    assert_int_equal(person, 1);
    assert_int_equal(s->ops->day_mark(s, 8, same.daily.mark, &person), 0);
    assert_string_equal(REFUSE(s, a_daily(9, 1, 1, 1), a_daily(7, 77, 1, 1)),
                        "it belongs to something that is missing");
    assert_string_equal(day_in(s, 9, 5), "");
    KEEP(s, a_farewell(3), a_daily(9, 3, 1, 1));
    assert_string_equal(day_in(s, 7, 2), "Person 2:1:40:wl2 Person 5:1:40:wl5");
    assert_int_equal(rank_of(s, 7, 2, 3), 1);
    assert_string_equal(day_in(s, 9, 5), "");
}

/* ---- rooms ---- */

static void a_room_comes_back_as_it_was(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_write w = a_room(4);
    KEEP(s, a_person(1), a_person(2), a_person(3));
    w.room.due = 123456789012345;
    w.room.listed = true;
    w.room.match = 17;
    w.room.people = 3;
    w.room.person[0] = 3, w.room.person[1] = 1, w.room.person[2] = 2;
    w.room.text = "{\"título\":\"mesa\"} and more that is not read";
    w.room.len = 19;
    KEEP(s, w);
    assert_int_equal(s->ops->room_by_code(s, "R4", hear_room, &h), 1);
    assert_int_equal(h.count, 1);
    assert_int_equal(h.room[0].id, 4);
    assert_string_equal(h.room[0].code, "R4");
    assert_int_equal(h.room[0].touched, 1004);
    assert_int_equal(h.room[0].due, 123456789012345);
    assert_true(h.room[0].listed);
    assert_false(h.room[0].over);
    assert_int_equal(h.room[0].match, 17);
    assert_int_equal(h.room[0].people, 3);
    assert_memory_equal(h.room[0].person, w.room.person, 3 * sizeof(int64_t));
    assert_int_equal(h.room[0].len, 19);
    assert_memory_equal(h.text[0], w.room.text, 19);
    assert_int_equal(s->ops->room_by_code(s, "r4", hear_room, &h), 0);
}

static void a_room_changes_in_all_it_has(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_write w = a_room(1);
    KEEP(s, a_person(1), a_person(2), w);
    w.room.people = 1;
    w.room.person[0] = 2;
    snprintf(w.room.code, sizeof w.room.code, "NEW");
    w.room.text = "";
    w.room.len = 0;
    KEEP(s, w);
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 0);
    assert_int_equal(s->ops->room_by_code(s, "NEW", hear_room, &h), 1);
    assert_int_equal(h.room[0].people, 1);
    assert_int_equal(h.room[0].len, 0);
    assert_int_equal(s->ops->rooms_of(s, 2, hear_room, &h), 1);
    w.room.person[0] = 1;
    KEEP(s, w);
    assert_int_equal(s->ops->rooms_of(s, 2, hear_room, &h), 0);
    assert_int_equal(s->ops->rooms_of(s, 1, hear_room, &h), 1);
}

static void a_room_is_replaced_by_its_owner(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    char why[STORE_WHY_SIZE];
    struct store_write first = a_room(1), next = a_room(1), lost = a_room(7);
    KEEP(s, first);
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_int_equal(h.room[0].version, 1);
    next.room.version = 1;
    next.room.listed = true;
    KEEP(s, next); /* now 2 */
    assert_int_equal(s->ops->commit(s, &next, 1, why), STORE_CONFLICT);
    assert_string_equal(why, "somebody else has changed it");
    next.room.version = 2;
    snprintf(next.room.code, sizeof next.room.code, "R2");
    KEEP(s, next);
    lost.room.version = 3; /* it has gone */
    assert_int_equal(s->ops->commit(s, &lost, 1, why), STORE_CONFLICT);
    KEEP(s, an_old(STORE_AWAY, 1, INT64_MAX));
    next.room.version = 3;
    assert_int_equal(s->ops->commit(s, &next, 1, why), STORE_CONFLICT);
    KEEP(s, first); /* version 0 replaces whatever is there */
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_int_equal(h.room[1].version, 5);
}

static void codes_are_unique_among_the_living(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_write one = a_room(1), two = a_room(2), three = a_room(3);
    snprintf(two.room.code, sizeof two.room.code, "R1");
    snprintf(three.room.code, sizeof three.room.code, "R1");
    KEEP(s, one);
    assert_string_equal(REFUSE(s, two), "it already exists");
    one.room.over = true;
    KEEP(s, one, two);
    two.room.over = true;
    KEEP(s, two);
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_int_equal(h.room[0].id, 2); /* both are over: the newest */
    KEEP(s, three);
    one.room.over = false;
    REFUSE(s, one);
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_int_equal(h.room[1].id, 3);
}

static void rooms_are_due_in_order(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    assert_int_equal(s->ops->rooms_due(s, 1000, 50, hear_room, &h), 0);
    for (int64_t id = 1; id <= 6; id++) {
        struct store_write w = a_room(id);
        w.room.due = id == 6 ? 0 : 100 - 10 * id;
        w.room.over = id == 5;
        KEEP(s, w);
    }
    assert_int_equal(s->ops->rooms_due(s, 80, 50, hear_room, &h), 1);
    assert_int_equal(h.count, 3);
    assert_true(h.room[0].id == 4 && h.room[1].id == 3 && h.room[2].id == 2);
    h.count = 0;
    assert_int_equal(s->ops->rooms_due(s, 80, 1, hear_room, &h), 1);
    assert_int_equal(h.count, 1);
    assert_int_equal(s->ops->rooms_due(s, 59, 50, hear_room, &h), 0);
}

static void idle_rooms_are_put_away(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    KEEP(s, a_person(1));
    for (int64_t id = 1; id <= 5; id++) {
        struct store_write w = a_room(id); /* touched at 1000 + id */
        w.room.due = id == 4 ? 7 : 0;
        w.room.people = 1;
        w.room.person[0] = 1;
        KEEP(s, w);
    }
    assert_int_equal(s->ops->rooms_idle(s, 1005, 50, hear_room, &h), 1);
    assert_int_equal(h.count, 3); /* the fourth waits for its clock, the fifth is not old */
    assert_true(h.room[0].id == 1 && h.room[1].id == 2 && h.room[2].id == 3);
    h.count = 0;
    assert_int_equal(s->ops->rooms_idle(s, 1005, 2, hear_room, &h), 1);
    assert_int_equal(h.count, 2);
    KEEP(s, an_old(STORE_AWAY, 1, 1001), an_old(STORE_AWAY, 2, 1001), an_old(STORE_AWAY, 77, 1));
    h.count = 0;
    s->ops->rooms_idle(s, 1005, 50, hear_room, &h);
    assert_int_equal(h.count, 2); /* the second has been touched since */
    assert_int_equal(h.room[0].id, 2);
    h.count = 0;
    s->ops->rooms_of(s, 1, hear_room, &h);
    assert_int_equal(h.count, 4);
    h.count = 0;
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_true(h.room[0].over && h.room[0].people == 0 && h.room[0].len == 2);
    struct store_write again = a_room(1);
    again.room.people = 1;
    again.room.person[0] = 1;
    KEEP(s, again); /* it comes back as it was */
    h.count = 0;
    s->ops->rooms_of(s, 1, hear_room, &h);
    assert_int_equal(h.count, 5);
}

static void rooms_of_a_person_the_last_touched_first(void **state)
{
    struct store *s = of(state);
    static struct heard h;
    h = (struct heard){0};
    KEEP(s, a_person(1), a_person(2));
    for (int64_t id = 1; id <= 60; id++) {
        struct store_write w = a_room(id);
        w.room.people = 2;
        w.room.person[0] = 1;
        w.room.person[1] = id == 7 ? 2 : 1; /* twice at the same table counts once */
        w.room.touched = id <= 30 ? 2 * id : 2 * (60 - id) + 1;
        w.room.over = id == 30;
        KEEP(s, w);
    }
    assert_int_equal(s->ops->rooms_of(s, 1, hear_room, &h), 1);
    assert_int_equal(h.count, 50);
    assert_int_equal(h.room[0].id, 31); /* touched at 59; 30 at 60, but over */
    for (int i = 1; i < 50; i++)
        assert_true(h.room[i - 1].touched > h.room[i].touched);
    h.count = 0;
    assert_int_equal(s->ops->rooms_of(s, 2, hear_room, &h), 1);
    assert_int_equal(h.count, 1);
    assert_int_equal(s->ops->rooms_of(s, 3, hear_room, &h), 0);
}

static void an_unknown_person_sits_nowhere(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_write w = a_room(1);
    w.room.people = 1;
    w.room.person[0] = 5;
    assert_string_equal(REFUSE(s, w), "it belongs to something that is missing");
    w.room.people = STORE_SEATS_MAX + 1;
    assert_string_equal(REFUSE(s, w), "it is not what the store expects");
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 0);
    w.room.people = 1;
    KEEP(s, a_person(5), w);
    w.room.over = true;
    KEEP(s, w); /* a room that is over has no seats */
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_int_equal(h.room[0].people, 0);
    assert_int_equal(s->ops->rooms_of(s, 5, hear_room, &h), 0);
}

/* ---- matches ---- */

static void events_come_in_order_from_any_number(void **state)
{
    struct store *s = of(state);
    KEEP(s, a_match(1), an_event(1, 0), a_match(2), an_event(2, 0), an_event(1, 1));
    for (uint32_t n = 2; n < 300; n++)
        KEEP(s, an_event(1, n));
    assert_int_equal(events_of(s, 1, 0), 300);
    assert_int_equal(events_of(s, 1, 250), 50);
    assert_int_equal(events_of(s, 1, 300), 0);
    assert_int_equal(events_of(s, 1, UINT32_MAX), 0);
    assert_int_equal(events_of(s, 2, 0), 1);
    assert_int_equal(events_of(s, 3, 0), 0);
    struct heard some = {0}, none = {0};
    assert_int_equal(s->ops->some_events(s, 1, 1, 2, hear_event, &some), 1);
    assert_int_equal(some.first, 1);
    assert_int_equal(some.events, 2);
    assert_int_equal(s->ops->some_events(s, 3, 0, 2, hear_event, &none), 0);
}

static void hear_bytes(void *ctx, const struct store_event *event)
{
    static const char expected[] = {'a', 0, '\n', (char)0xff, '"', '\'', 'z'};
    assert_int_equal(event->len, event->n == 0 ? sizeof expected : 0);
    assert_memory_equal(event->text, expected, event->len);
    ++*(int *)ctx;
}

static void texts_are_not_looked_into(void **state)
{
    struct store *s = of(state);
    int count = 0;
    struct store_write w = an_event(1, 0), empty = an_event(1, 1);
    w.event.text = (const char[]){'a', 0, '\n', (char)0xff, '"', '\'', 'z'};
    w.event.len = 7;
    empty.event.text = NULL;
    empty.event.len = 0;
    KEEP(s, a_match(1), w, empty);
    assert_int_equal(s->ops->events(s, 1, 0, hear_bytes, &count), 1);
    assert_int_equal(count, 2);
}

static void no_event_twice_and_no_gap(void **state)
{
    struct store *s = of(state);
    assert_string_equal(REFUSE(s, an_event(1, 0)), "it belongs to something that is missing");
    KEEP(s, a_match(1), an_event(1, 0), an_event(1, 1));
    struct store_write again = an_event(1, 1);
    char why[STORE_WHY_SIZE];
    assert_int_equal(s->ops->commit(s, &again, 1, why), STORE_CONFLICT);
    assert_string_equal(REFUSE(s, an_event(1, 1)), "it already exists");
    assert_string_equal(REFUSE(s, an_event(1, 0)), "it already exists");
    assert_string_equal(REFUSE(s, an_event(1, 3)), "it belongs to something that is missing");
    assert_string_equal(REFUSE(s, an_event(1, UINT32_MAX)),
                        "it belongs to something that is missing");
    assert_int_equal(events_of(s, 1, 0), 2);
}

static void matches_are_found_with_their_results(void **state)
{
    struct store *s = of(state);
    struct store_found found;
    KEEP(s, a_person(1), a_person(2), a_match(9));
    assert_int_equal(s->ops->match_by_id(s, 9, &found), 1);
    assert_false(found.over);
    assert_int_equal(found.results, 0);
    KEEP(s, a_result(9, 2, 1, false), a_result(9, 0, 2, true), a_result(9, 1, 0, false));
    assert_int_equal(s->ops->match_by_key(s, "m9", &found), 1);
    assert_int_equal(found.match.id, 9);
    assert_int_equal(found.match.room, 1);
    assert_int_equal(found.match.began, 5009);
    assert_string_equal(found.match.key, "m9");
    assert_string_equal(found.match.rules, "oficial");
    assert_true(found.over);
    assert_int_equal(found.results, 3);
    static const char *const keys[] = {"p2", "", "p1"}, *const names[] = {"Person 2", "Bot 1",
                                                                          "Person 1"};
    for (int i = 0; i < 3; i++) { /* by seat */
        assert_int_equal(found.result[i].seat, i);
        assert_int_equal(found.result[i].points, 10 * i);
        assert_int_equal(found.result[i].won, i == 0);
        assert_int_equal(found.result[i].match, 9);
        assert_int_equal(found.result[i].at, 9009);
        assert_true(found.result[i].rating == (i == 1 ? 0 : 1509.25));
        assert_string_equal(found.person_key[i], keys[i]);
        assert_string_equal(found.result[i].name, names[i]);
    }
    assert_int_equal(s->ops->match_by_key(s, "m8", &found), 0);
    assert_int_equal(s->ops->match_by_id(s, 8, &found), 0);
}

static void matches_and_results_are_new(void **state)
{
    struct store *s = of(state);
    struct store_write same_key = a_match(2);
    snprintf(same_key.match.key, sizeof same_key.match.key, "m1");
    KEEP(s, a_person(1), a_match(1), a_result(1, 0, 1, true));
    assert_string_equal(REFUSE(s, a_match(1)), "it already exists");
    assert_string_equal(REFUSE(s, same_key), "it already exists");
    assert_string_equal(REFUSE(s, a_result(1, 0, 0, true)), "it already exists");
    assert_string_equal(REFUSE(s, a_result(2, 0, 0, true)),
                        "it belongs to something that is missing");
    assert_string_equal(REFUSE(s, a_result(1, 1, 2, true)),
                        "it belongs to something that is missing");
    assert_string_equal(REFUSE(s, a_result(1, 10, 0, true)), "it is not what the store expects");
    assert_string_equal(REFUSE(s, a_result(1, -1, 0, true)), "it is not what the store expects");
    for (int seat = 1; seat < STORE_SEATS_MAX; seat++)
        KEEP(s, a_result(1, seat, 0, false));
    struct store_person found;
    assert_int_equal(s->ops->person_by_id(s, 1, &found), 1);
    assert_int_equal(found.matches, 1);
    assert_int_equal(found.wins, 1);
}

static void ratings_are_added_up(void **state)
{
    struct store *s = of(state);
    struct store_person person;
    struct store_found found;
    struct store_write copied = a_result(2, 0, 1, true), late = a_result(3, 0, 2, true);
    copied.result.copied = true;
    copied.result.rating = 1234.5;
    KEEP(s, a_person(1), a_person(2), a_match(1), a_match(2), a_match(3));
    KEEP(s, a_result(1, 0, 1, true), a_result(1, 1, 2, false));
    KEEP(s, copied);
    KEEP(s, a_result(3, 1, 1, false), a_farewell(2));
    KEEP(s, late); /* of a person who is forgotten */
    assert_int_equal(s->ops->person_by_id(s, 1, &person), 1);
    assert_true(person.rating == 1500 + 1.25 + 3.25);
    assert_int_equal(person.matches, 3);
    assert_int_equal(s->ops->match_by_id(s, 2, &found), 1);
    assert_true(found.result[0].rating == 1234.5);
    assert_int_equal(s->ops->match_by_id(s, 3, &found), 1);
    assert_true(found.result[0].rating == 0 && found.result[1].rating == 1504.5);
}

static void history_in_pages_the_newest_first(void **state)
{
    struct store *s = of(state);
    static struct heard h;
    h = (struct heard){0};
    KEEP(s, a_person(1), a_person(2));
    for (int64_t id = 1; id <= 25; id++) { /* the times are 9001 to 9025, not in this order */
        int64_t match = id % 2 ? 26 - id : id;
        struct store_write r = a_result(match, 0, 1, match % 5 == 0);
        r.result.copied = true;
        r.result.rating = 1500.25 + (double)match;
        KEEP(s, a_match(match), r, a_result(match, 1, 0, match % 5 != 0));
    }
    assert_int_equal(s->ops->history(s, 1, 0, 10, hear_past, &h), 1);
    assert_int_equal(h.count, 10);
    assert_int_equal(s->ops->history(s, 1, h.past[9].at, 10, hear_past, &h), 1);
    assert_int_equal(s->ops->history(s, 1, h.past[19].at, 10, hear_past, &h), 1);
    assert_int_equal(h.count, 25);
    for (int i = 0; i < 25; i++) {
        char key[STORE_KEY_SIZE];
        snprintf(key, sizeof key, "m%d", 25 - i);
        assert_string_equal(h.past[i].match, key);
        assert_string_equal(h.past[i].rules, "oficial");
        assert_int_equal(h.past[i].at, 9025 - i);
        assert_int_equal(h.past[i].seats, 2);
        assert_int_equal(h.past[i].points, 0);
        assert_int_equal(h.past[i].won, (25 - i) % 5 == 0);
        assert_true(h.past[i].rating == 1525.25 - i);
    }
    assert_int_equal(s->ops->history(s, 1, 9001, 10, hear_past, &h), 0);
    assert_int_equal(s->ops->history(s, 1, 0, 0, hear_past, &h), 0);
    assert_int_equal(s->ops->history(s, 2, 0, 10, hear_past, &h), 0);
    assert_int_equal(s->ops->history(s, 0, 0, 10, hear_past, &h), 0); /* bots have none */
}

static void the_best_have_five_matches(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    int64_t match = 0;
    for (int64_t id = 1; id <= 6; id++) {
        KEEP(s, a_person(id));
        for (int64_t i = 0; i < (id == 6 ? 4 : 5); i++) {
            struct store_write r = a_result(++match, 0, id, true);
            r.result.delta = id == 6 ? 400 : id == 3 || id == 4 ? 40 : (double)id;
            KEEP(s, a_match(match), r);
        }
    }
    assert_int_equal(s->ops->best(s, 10, hear_person, &h), 1);
    static const int64_t order[] = {3, 4, 5, 2, 1};
    assert_int_equal(h.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(h.person[i].id, order[i]);
        assert_int_equal(h.person[i].matches, 5);
    }
    h.count = 0;
    assert_int_equal(s->ops->best(s, 2, hear_person, &h), 1);
    assert_int_equal(h.count, 2);
    assert_int_equal(s->ops->best(s, 0, hear_person, &h), 0);
}

/* ---- all or nothing ---- */

static void the_top_counts_what_is_kept(void **state)
{
    struct store *s = of(state);
    struct store_top top = {9, 9, 9};
    assert_int_equal(s->ops->top(s, &top), 1);
    assert_int_equal(top.person + top.room + top.match, 0);
    KEEP(s, a_person(5), a_room(6), a_match(7), a_person(2));
    REFUSE(s, a_person(50), a_room(60), a_match(70), a_match(7));
    s->ops->top(s, &top);
    assert_int_equal(top.person, 5);
    assert_int_equal(top.room, 6);
    assert_int_equal(top.match, 7);
}

static void a_refused_batch_leaves_no_trace(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_person person;
    struct store_found found;
    struct store_write ana = a_person(1), room = a_room(1), moved = a_room(1);
    room.room.people = moved.room.people = 1;
    room.room.person[0] = 1, moved.room.person[0] = 2;
    snprintf(moved.room.code, sizeof moved.room.code, "MOVED");
    moved.room.text = "[1]", moved.room.len = 3;
    snprintf(ana.person.name, sizeof ana.person.name, "Another");
    KEEP(s, a_person(1), a_person(2), room, a_match(1), an_event(1, 0), a_match(2),
         a_result(2, 0, 1, true));
    REFUSE(s, ana, a_person(3), moved, a_room(2), a_match(3), an_event(1, 1), an_event(3, 0),
           a_result(1, 0, 1, true), a_result(1, 1, 2, true), a_farewell(2), an_event(1, 1));
    assert_int_equal(s->ops->person_by_id(s, 1, &person), 1);
    assert_string_equal(person.name, "Person 1");
    assert_int_equal(person.matches, 1);
    assert_true(person.rating == 1502.25);
    assert_int_equal(s->ops->person_by_id(s, 2, &person), 1);
    assert_int_equal(person.matches, 0);
    assert_int_equal(s->ops->person_by_key(s, "p3", &person), 0);
    assert_int_equal(s->ops->room_by_code(s, "MOVED", hear_room, &h), 0);
    assert_int_equal(s->ops->room_by_code(s, "R2", hear_room, &h), 0);
    assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
    assert_int_equal(h.room[0].people, 1);
    assert_int_equal(h.room[0].person[0], 1);
    assert_memory_equal(h.text[0], "{}", 3);
    assert_int_equal(s->ops->rooms_of(s, 1, hear_room, &h), 1);
    assert_int_equal(s->ops->rooms_of(s, 2, hear_room, &h), 0);
    assert_int_equal(s->ops->match_by_id(s, 3, &found), 0);
    assert_int_equal(s->ops->match_by_id(s, 1, &found), 1);
    assert_false(found.over);
    assert_int_equal(events_of(s, 1, 0), 1);
    assert_int_equal(s->ops->history(s, 1, 0, 10, hear_past, &h), 1);
    assert_string_equal(h.past[h.count - 1].match, "m2");
    assert_int_equal(s->ops->history(s, 2, 0, 10, hear_past, &h), 0);
    KEEP(s, a_person(3), moved, a_room(2), a_match(3), an_event(1, 1), a_result(1, 0, 1, true));
}

/* A room written twice and new things used in the same batch, then all undone. */
static void undoing_a_tangle(void **state)
{
    struct store *s = of(state);
    struct heard h = {0};
    struct store_write r = a_room(1), again = a_room(1), third = a_room(1);
    r.room.people = again.room.people = third.room.people = 2;
    r.room.person[0] = 1, r.room.person[1] = 2;
    again.room.person[0] = 3, again.room.person[1] = 1;
    third.room.over = true;
    KEEP(s, a_person(1), a_person(2), r);
    for (int round = 0; round < 3; round++) {
        REFUSE(s, a_person(3), again, a_match(1), an_event(1, 0), a_result(1, 0, 3, true), third,
               a_person(3), a_result(1, 0, 1, true));
        h.count = 0;
        assert_int_equal(s->ops->room_by_code(s, "R1", hear_room, &h), 1);
        assert_int_equal(h.room[0].people, 2);
        assert_int_equal(h.room[0].person[0], 1);
        assert_false(h.room[0].over);
        assert_int_equal(s->ops->rooms_of(s, 1, hear_room, &h), 1);
        assert_int_equal(s->ops->rooms_of(s, 2, hear_room, &h), 1);
        assert_int_equal(s->ops->rooms_of(s, 3, hear_room, &h), 0);
    }
    keep(s, NULL, 0);
}

/* ---- callbacks, and many ---- */

static void ask_more(void *ctx, const struct store_room *room)
{
    struct store *s = ctx;
    struct store_person person;
    struct store_found found;
    assert_int_equal(events_of(s, room->match, 0), 2);
    assert_int_equal(s->ops->person_by_id(s, room->person[0], &person), 1);
    assert_int_equal(s->ops->match_by_id(s, room->match, &found), 1);
}

static void callbacks_may_ask_other_questions(void **state)
{
    struct store *s = of(state);
    KEEP(s, a_person(1));
    for (int64_t id = 1; id <= 3; id++) {
        struct store_write r = a_room(id);
        r.room.listed = true;
        r.room.match = id;
        r.room.people = 1;
        r.room.person[0] = 1;
        KEEP(s, r, a_match(id), an_event(id, 0), an_event(id, 1));
    }
    assert_int_equal(s->ops->rooms_idle(s, INT64_MAX, 50, ask_more, s), 1);
    assert_int_equal(s->ops->rooms_of(s, 1, ask_more, s), 1);
}

static void a_hundred_thousand_events(void **state)
{
    struct store *s = of(state);
    enum { MATCHES = 1000, EACH = 100 };
    static struct store_write batch[MATCHES];
    static char text[MATCHES][64];
    struct store_top top;
    for (int i = 0; i < MATCHES; i++)
        batch[i] = a_match(i + 1);
    keep(s, batch, MATCHES);
    for (uint32_t n = 0; n < EACH; n++) {
        for (int i = 0; i < MATCHES; i++) {
            batch[i] = an_event(i + 1, n);
            event_text(i + 1, n, text[i]);
            batch[i].event.text = text[i];
        }
        keep(s, batch, MATCHES);
    }
    for (int i = 0; i < MATCHES; i += 97)
        assert_int_equal(events_of(s, i + 1, 0), EACH);
    s->ops->top(s, &top);
    assert_int_equal(top.match, MATCHES);
    if (((struct kind *)*state)->folder[0])
        assert_true(s->ops->size(s) > 3000000);
    struct store_space space, before;
    s->ops->space(s, &before);
    assert_int_equal(before.used > 3000000, s->ops->size(s) > 3000000);
    assert_true(before.left > 0);
    for (int i = 0; i < MATCHES; i++)
        batch[i] = (struct store_write){.kind = STORE_RESULT, .result = {.match = i + 1, .at = 1}};
    keep(s, batch, MATCHES);
    for (int i = 0; i < MATCHES; i++)
        batch[i] = (struct store_write){.kind = STORE_CUT, .old = {.id = i + 1, .at = 2}};
    keep(s, batch, MATCHES);
    s->ops->space(s, &space); /* deleted lines do not count, though the file stays as large */
    if (((struct kind *)*state)->folder[0])
        assert_true(space.used < before.used / 2);
}

/* ---- the file ---- */

static void all_is_there_after_reopening(void **state)
{
    struct kind *k = *state;
    char why[STORE_WHY_SIZE];
    struct heard h = {0};
    struct store_person person;
    struct store_found found;
    struct store_write room = a_room(1);
    room.room.people = 1;
    room.room.person[0] = 1;
    KEEP(k->store, a_person(1), room, a_match(1), an_event(1, 0), a_result(1, 0, 1, true),
         a_person(2), a_mute(1, 2), a_ban(2, "", 0, 1, "x"), a_push(1, "a", 7),
         a_daily(7, 2, 1, 40));
    k->store->ops->close(k->store);
    k->store = store_open(k->path, STORE_SERVE, why);
    assert_non_null(k->store);
    struct store *s = k->store;
    assert_int_equal(s->ops->person_by_key(s, "p1", &person), 1);
    assert_int_equal(person.wins, 1);
    assert_int_equal(s->ops->rooms_of(s, 1, hear_room, &h), 1);
    assert_int_equal(events_of(s, 1, 0), 1);
    assert_int_equal(s->ops->match_by_key(s, "m1", &found), 1);
    assert_true(found.over);
    assert_string_equal(mutes_of(s, 1), "p2");
    assert_string_equal(bans_of(s), "p2:0:x");
    assert_string_equal(pushes_of(s, 1), "a:7");
    assert_string_equal(day_in(s, 7, 9), "Person 2:1:40:wl2");
    KEEP(s, an_event(1, 1));
}

#define PROMISES(WITH, kind)                                                                       \
    WITH(persons_are_found_three_ways, kind)                                                       \
    WITH(a_person_changes_the_name_not_the_rating, kind)                                           \
    WITH(keys_and_tokens_are_unique, kind)                                                         \
    WITH(mutes_belong_to_a_person, kind)                                                           \
    WITH(bans_are_of_persons_or_addresses, kind)                                                   \
    WITH(an_endpoint_is_of_one_person, kind)                                                       \
    WITH(the_oldest_pushes_go, kind)                                                               \
    WITH(one_result_for_each_person_and_day, kind)                                                 \
    WITH(a_room_comes_back_as_it_was, kind)                                                        \
    WITH(a_room_changes_in_all_it_has, kind)                                                       \
    WITH(a_room_is_replaced_by_its_owner, kind)                                                    \
    WITH(codes_are_unique_among_the_living, kind)                                                  \
    WITH(rooms_are_due_in_order, kind)                                                             \
    WITH(idle_rooms_are_put_away, kind)                                                            \
    WITH(rooms_of_a_person_the_last_touched_first, kind)                                           \
    WITH(an_unknown_person_sits_nowhere, kind)                                                     \
    WITH(events_come_in_order_from_any_number, kind)                                               \
    WITH(texts_are_not_looked_into, kind)                                                          \
    WITH(no_event_twice_and_no_gap, kind)                                                          \
    WITH(matches_are_found_with_their_results, kind)                                               \
    WITH(matches_and_results_are_new, kind)                                                        \
    WITH(ratings_are_added_up, kind)                                                               \
    WITH(history_in_pages_the_newest_first, kind)                                                  \
    WITH(the_best_have_five_matches, kind)                                                         \
    WITH(the_top_counts_what_is_kept, kind)                                                        \
    WITH(a_refused_batch_leaves_no_trace, kind)                                                    \
    WITH(undoing_a_tangle, kind)                                                                   \
    WITH(callbacks_may_ask_other_questions, kind)                                                  \
    WITH(a_hundred_thousand_events, kind)
#define FILES(WITH, kind) WITH(all_is_there_after_reopening, kind)

int main(void) { RUN_PROMISES(); }
