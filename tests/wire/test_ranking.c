/*
 * test_ranking.c - who stands where: single seats and teams, by every scoring.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "say/ranking.h"

static struct mazo_public match(int seats, int scoring, const int *points)
{
    struct mazo_public p = {.seats = (uint8_t)seats};
    p.rules = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    p.rules.scoring = (uint8_t)scoring;
    for (int seat = 0; seat < seats; seat++)
        p.scores[seat] = points[seat];
    return p;
}

/* "1:02=95 2:13=78": place, seats and points of every side. */
static void expect(const struct mazo_public *p, const char *wanted)
{
    struct say_side sides[MAZO_SEATS_MAX];
    char found[200] = "";
    int count = say_ranking(p, sides);
    for (int i = 0; i < count; i++) {
        size_t used = strlen(found);
        used += (size_t)snprintf(found + used, sizeof found - used, "%s%d:", i ? " " : "",
                                 sides[i].place);
        for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
            if (sides[i].seats >> seat & 1)
                found[used++] = (char)('0' + seat);
        snprintf(found + used, sizeof found - used, "=%d", sides[i].points);
    }
    assert_string_equal(found, wanted);
}

static void points_decide(void **state)
{
    (void)state;
    struct mazo_public p = match(4, MAZO_scoring_winner, (int[]){20, 50, 20, 0});
    expect(&p, "1:1=50 2:0=20 2:2=20 4:3=0");
}

static void few_points_are_good_where_hands_count(void **state)
{
    (void)state;
    struct mazo_public p = match(3, MAZO_scoring_hands, (int[]){90, 510, 30});
    p.winners = 1 << 2, p.losers = 1 << 1;
    expect(&p, "1:2=30 2:0=90 3:1=510");
}

static void partners_stand_together_with_their_sum(void **state)
{
    (void)state;
    struct mazo_public p = match(4, MAZO_scoring_winner, (int[]){0, 134, 160, 20});
    p.rules.teams = 1;
    expect(&p, "1:02=160 2:13=154");
    p.winners = 1 << 0 | 1 << 2;
    expect(&p, "1:02=160 2:13=154");
}

static void three_teams(void **state)
{
    (void)state;
    struct mazo_public p = match(6, MAZO_scoring_winner, (int[]){1, 2, 3, 4, 5, 6});
    p.rules.teams = 1;
    expect(&p, "1:25=9 2:14=7 3:03=5");
}

static void a_quick_match_goes_by_winner_and_cards(void **state)
{
    (void)state;
    struct mazo_public p = match(4, MAZO_scoring_quick, (int[]){0, 0, 0, 0});
    memcpy(p.size, (uint8_t[]){9, 4, 0, 1}, 4);
    p.winners = 1 << 2;
    expect(&p, "1:2=0 2:3=0 3:1=0 4:0=0");
    p.rules.teams = 1, p.winners = 1 << 0 | 1 << 2;
    expect(&p, "1:02=0 2:13=0");
}

static void all_who_tie_lose_together(void **state)
{
    (void)state;
    struct mazo_public p = match(2, MAZO_scoring_hands, (int[]){500, 500});
    p.losers = 3;
    expect(&p, "1:0=500 1:1=500");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_decide),
        cmocka_unit_test(few_points_are_good_where_hands_count),
        cmocka_unit_test(partners_stand_together_with_their_sum),
        cmocka_unit_test(three_teams),
        cmocka_unit_test(a_quick_match_goes_by_winner_and_cards),
        cmocka_unit_test(all_who_tie_lose_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
