/*
 * test_rating.c - ratings of people, of throw-away identities, and of those a host kicks.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/stored/rating.h"

enum { MANY = 1000 };

static struct rating_entry person(int64_t id, double rating, int matches, bool won)
{
    return (struct rating_entry){.person = id, .rating = rating, .matches = matches, .won = won};
}

/* As ratings were before identities had a weight: Elo by pairs, 24 points for a match. */
static void plain_elo(const struct rating_entry *entry, int count, double out[])
{
    for (int i = 0; i < count; i++) {
        out[i] = entry[i].rating;
        for (int j = 0; j < count; j++) {
            double expected = 1 / (1 + pow(10, (entry[j].rating - entry[i].rating) / 400));
            if (entry[i].won != entry[j].won)
                out[i] += (entry[i].won - expected) * 24 / (count - 1);
        }
    }
}

static void established_people_are_rated_as_ever(void **state)
{
    struct rating_entry entry[4];
    double wanted[4];
    (void)state;
    for (int i = 0; i < 4; i++)
        entry[i] = person(i + 1, 1500, RATING_ESTABLISHED + i, false);
    for (int match = 0; match < MANY; match++) {
        int seats = 2 + match % 3;
        for (int i = 0; i < 4; i++)
            entry[i].won = i == match * 7 % 11 % seats;
        plain_elo(entry, seats, wanted);
        rating_update(entry, seats);
        for (int i = 0; i < seats; i++)
            assert_true(fabs(entry[i].rating - wanted[i]) < 1e-9);
    }
    assert_true(fabs(entry[0].rating - 1500) > 20); /* the best of them has risen */
}

/* A player wins a match against each of these, one after the other or all at once. */
static double farm(int puppets, bool at_once, int matches_each)
{
    struct rating_entry all[7] = {person(1, 1500, 0, true)};
    for (int i = 1; i <= puppets; i++)
        all[i] = person(i + 1, 1500, matches_each, false);
    if (at_once) {
        rating_update(all, puppets + 1);
        return all[0].rating;
    }
    for (int i = 1; i <= puppets; i++) {
        struct rating_entry two[2] = {all[0], all[i]};
        rating_update(two, 2);
        all[0] = two[0];
        all[0].matches++;
    }
    return all[0].rating;
}

static void throw_away_identities_raise_no_rating(void **state)
{
    (void)state;
    assert_true(farm(6, false, 0) < 1502);
    assert_true(farm(6, true, 0) < 1502);
    assert_true(farm(6, false, 1) < 1508);
    assert_true(farm(6, false, RATING_ESTABLISHED) > 1560); /* six real people */
}

/* Who loses to a newcomer loses little; the newcomer is soon where it belongs. */
static void a_newcomer_rises_at_once(void **state)
{
    struct rating_entry two[2] = {person(1, 1500, 0, true), person(2, 1500, 50, false)};
    (void)state;
    rating_update(two, 2);
    assert_true(fabs(two[0].rating - 1512) < 1e-9);
    assert_true(two[1].rating > 1499.5 && two[1].rating < 1500);
}

static void bots_do_not_count(void **state)
{
    struct rating_entry three[3] = {person(1, 1500, 20, true), person(0, 0, 0, false),
                                    person(0, 0, 0, false)};
    (void)state;
    rating_update(three, 3);
    assert_true(three[0].rating == 1500 && three[1].rating == 0);
}

static void a_kicking_host_gains_nothing(void **state)
{
    for (int winner = 0; winner < 3; winner++) {
        struct rating_entry three[3];
        (void)state;
        for (int i = 0; i < 3; i++)
            three[i] = person(i + 1, 1500, 20, i == winner);
        three[1].kicked_by = 1; /* the host, at seat 0 */
        rating_update(three, 3);
        assert_true(winner == 0 ? three[0].rating == 1500 : three[0].rating < 1500);
        /* Who was kicked loses to the third only, and gains over both. */
        double kicked = winner == 0 ? 1500 : winner == 1 ? 1512 : 1494;
        assert_true(fabs(three[1].rating - kicked) < 1e-9);
        /* Who wins gains nothing over a bot that took over, be it a friend of the host's or not. */
        double third = winner == 2 ? 1506 : 1494;
        assert_true(fabs(three[2].rating - third) < 1e-9);
    }
}

static void a_host_who_only_watches_saves_nobody(void **state)
{
    struct rating_entry two[2] = {person(1, 1500, 20, true), person(2, 1500, 20, false)};
    (void)state;
    two[1].kicked_by = 99;
    rating_update(two, 2);
    assert_true(two[0].rating == 1500);
    assert_true(fabs(two[1].rating - 1488) < 1e-9);
}

static void partners_are_rated_together(void **state)
{
    struct rating_entry four[4];
    (void)state;
    for (int i = 0; i < 4; i++)
        four[i] = person(i + 1, 1500, 20, i % 2 == 0);
    four[2].kicked_by = 1; /* one's own partner */
    rating_update(four, 4);
    assert_true(four[0].rating == 1500);
    assert_true(fabs(four[2].rating - 1508) < 1e-9);
    assert_true(fabs(four[1].rating - 1492) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(established_people_are_rated_as_ever),
        cmocka_unit_test(throw_away_identities_raise_no_rating),
        cmocka_unit_test(a_newcomer_rises_at_once),
        cmocka_unit_test(bots_do_not_count),
        cmocka_unit_test(a_kicking_host_gains_nothing),
        cmocka_unit_test(a_host_who_only_watches_saves_nobody),
        cmocka_unit_test(partners_are_rated_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
