/*
 * test_record.c - the deal of the day, what a match file tells of a player, and many of them together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "table/daily_check.h"
#include "table/helper.h"
#include "table/record.h"

static struct match_reader reader;
static struct daily_work work;

/* A deal of the day, played to its end; at another pace and by other dice the same cards. */
static struct bench *played(const char *date, const struct table_pace *pace, uint64_t dice)
{
    static struct wire_opening opening;
    struct daily day;
    struct bench *b = bench_new(pace, dice);
    assert_true(daily_of(date, &day));
    daily_sit(&day, "Eva");
    daily_opening(&day, &opening);
    assert_true(table_sit_as(&b->table, &day.roster, &bench_why));
    assert_true(table_open(&b->table, WIRE_NEW, &opening, b->now, &bench_why));
    return b;
}

static void dates(void **state)
{
    (void)state;
    static const char *const bad[] = {"",           "2026-11-1",  "2025-12-31", "2026-13-01",
                                      "2026-02-29", "2026-11-00", "2026/11/18", "2026-11-18 "};
    struct daily day;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(daily_of(bad[i], &day));
    assert_true(daily_of("2026-01-01", &day));
    assert_int_equal(day.number, 1);
    assert_true(daily_of("2026-11-18", &day));
    assert_int_equal(day.number, 322);
    assert_int_equal(day.strength, 3);                               /* a Wednesday */
    assert_int_equal(daily_number_at(UINT64_C(1795046399000)), 322); /* its last second */
    assert_int_equal(daily_number_at(UINT64_C(1795046400000)), 323);
    assert_true(daily_of("2028-02-29", &day));
    assert_int_equal(daily_days("2027-12-31", "2028-03-01"), 61);
}

/* The promise of version 1, kept for ever: the day's sheet, its bots and its first hand. */
static void a_day_stays_as_it_is(void **state)
{
    (void)state;
    static const char *const days[][3] = {
        {"2026-11-18", "duelo", "Clara"},        {"2026-11-19", "oficial", "Luis"},
        {"2026-11-20", "penas", "Elena"},        {"2026-11-21", "jackpot", "Bruno"},
        {"2026-11-22", "sin-reversa", "Carmen"},
    };
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        struct daily day, again;
        static struct wire_opening opening;
        assert_true(daily_of(days[i][0], &day));
        assert_string_equal(mazo_sheet_name(day.rules.sheet), days[i][1]);
        daily_opening(&day, &opening);
        assert_int_equal(mazo_rules_check(&day.rules, opening.position.seats), MAZO_FAULT_none);
        assert_true(daily_of_seed(opening.position.seed, &again));
        assert_string_equal(again.date, days[i][0]);
        assert_string_equal(day.roster.seat[1].name, days[i][2]);
    }
}

static void a_bot_gives_way(void **state)
{
    (void)state;
    struct daily day;
    assert_true(daily_of("2026-11-19", &day));
    daily_sit(&day, day.roster.seat[2].name);
    assert_string_not_equal(day.roster.seat[0].name, day.roster.seat[2].name);
}

/* The same moves at the same pace: the same game, whatever the dice of the table. */
static void bots_play_the_same_again(void **state)
{
    (void)state;
    static const char *const days[] = {"2026-11-16", "2026-11-18", "2026-11-19",
                                       "2026-11-20", "2026-11-21", "2026-11-22"};
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        struct bench *a = played(days[i], NULL, 1), *b = played(days[i], NULL, 2);
        b->dice = a->dice; /* the person's */
        bench_play(a, UINT32_MAX);
        bench_play(b, UINT32_MAX);
        assert_int_equal(a->len, b->len);
        assert_memory_equal(a->log, b->log, a->len);
        bench_free(a);
        bench_free(b);
    }
}

static void only_what_bots_do_is_believed(void **state)
{
    (void)state;
    static const char *const days[] = {"2026-11-16", "2026-11-18", "2026-11-19", "2026-11-20",
                                       "2026-11-21", "2026-11-22", "2026-11-29"};
    uint64_t others = 0;
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        struct bench *b = played(days[i], NULL, 7);
        struct daily day;
        bench_play(b, UINT32_MAX);
        if (!daily_check(&work, TEXT_EN, b->log, b->len, &day, &bench_why))
            fail_msg("%s: line %d: %s", days[i], work.match.line, bench_why.message);
        assert_string_equal(day.date, days[i]);
        uint64_t mark = work.mark;
        char *name = strstr(b->log, "Eva");
        assert_non_null(name);
        memcpy(name, "Ana", 3); /* who played it makes no difference */
        assert_true(daily_check(&work, TEXT_EN, b->log, b->len, &day, &bench_why));
        assert_true(mark && work.mark == mark && mark != others);
        others = mark;
        assert_false(daily_check(&work, TEXT_EN, b->log, b->ends[b->lines - 2], &day, &bench_why));
        assert_string_equal(bench_why.message, "this match is not over yet");
        bench_free(b);

        /* The same cards among bots that help the person: not those of the day. */
        struct bench *other = played(days[i], NULL, 8);
        for (int seat = 1; seat < other->table.seats; seat++)
            other->table.seat[seat].bot.level = MAZO_BOT_RANDOM;
        bench_play(other, UINT32_MAX);
        assert_false(daily_check(&work, TEXT_EN, other->log, other->len, &day, &bench_why));
        assert_string_equal(bench_why.message, "a bot would have played otherwise");
        bench_free(other);
    }
}

static void other_matches_are_refused(void **state)
{
    (void)state;
    struct daily day;
    struct bench *b = bench_new(NULL, 3);
    bench_person(b, 0, "Eva");
    bench_open(b, MAZO_SHEET_DUELO, 2, 3);
    bench_play(b, 50);
    assert_false(daily_check(&work, TEXT_EN, b->log, b->len, &day, &bench_why));
    assert_string_equal(bench_why.message, "this is not a match of the deal of the day");
    assert_false(daily_check(&work, TEXT_EN, "", 0, &day, &bench_why));
    assert_false(daily_check(&work, TEXT_EN, "{}", 2, &day, &bench_why));
    bench_free(b);

    b = played("2026-11-19", NULL, 3);
    char *strong = strstr(b->log, "\"bot\":\"normal:bluffing\"");
    assert_non_null(strong);
    memcpy(strong, "\"bot\":\"random\"         ", 23);
    assert_false(daily_check(&work, TEXT_EN, b->log, b->len, &day, &bench_why));
    assert_string_equal(bench_why.message, "that day had another deal");
    bench_free(b);
}

/* ---- the record ---- */

static void figures_agree_with_the_game(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        struct bench *b = bench_new(NULL, (uint64_t)sheet + 5);
        struct record r, again;
        char text[RECORD_SIZE];
        struct json_out out;
        bench_person(b, 1, "Eva");
        bench_open(b, sheet, sheet == MAZO_SHEET_DUELO ? 2 : 4, 9);
        bench_play(b, UINT32_MAX);
        const struct mazo_game *g = &b->table.play.game;
        assert_false(record_read(&reader, b->log, b->ends[b->lines - 2], -1, &r));
        assert_false(record_read(&reader, b->log, b->len, 9, &r));
        assert_true(record_read(&reader, b->log, b->len, -1, &r));
        assert_int_equal(r.you, 1);
        assert_int_equal(r.seats, g->seats);
        assert_int_equal(r.rounds, g->round);
        assert_int_equal(r.points, g->scores[1]);
        assert_int_equal(r.won, g->winners >> 1 & 1);
        assert_int_equal(r.place == 1, r.won);
        assert_true(r.moves > 0 && r.most_cards >= 7 && !r.house && !r.day[0]);
        assert_int_equal(strlen(r.round), r.rounds < RECORD_ROUNDS ? r.rounds : RECORD_ROUNDS);
        json_out_init(&out, text, sizeof text);
        r.at = INT64_C(1700000000000);
        record_put(&out, &r);
        assert_false(out.full);
        json_t *json = json_loads(text, 0, NULL);
        assert_true(record_get(json, &again));
        json_decref(json);
        char back[RECORD_SIZE];
        json_out_init(&out, back, sizeof back);
        record_put(&out, &again);
        assert_string_equal(text, back);
        bench_free(b);
    }
}

static struct record day_won(const char *day, bool won)
{
    struct record r = {.sheet = MAZO_SHEET_OFICIAL,
                       .won = won,
                       .place = won ? 1 : 2,
                       .of = 2,
                       .at = 5,
                       .points = 212,
                       .best_other = 87,
                       .round = "wnlb"};
    snprintf(r.day, sizeof r.day, "%s", day);
    return r;
}

static void streaks(void **state)
{
    (void)state;
    static const char *const days[] = {"2026-12-29", "2026-12-30", "2026-12-30",
                                       "2026-12-31", "2027-01-01", "2027-01-03"};
    static const int streak[] = {1, 2, 2, 3, 4, 1};
    struct record_totals t = {0};
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        struct record r = day_won(days[i], i != 1);
        record_add(&t, &r);
        assert_int_equal(t.daily_streak, streak[i]);
    }
    assert_int_equal(t.daily, 5);
    assert_int_equal(t.daily_best_streak, 4);
    assert_int_equal(t.streak, 4);
    assert_int_equal(t.all.wins, 5);
    assert_int_equal(record_daily_streak(&t, "2027-01-03"), 1);
    assert_int_equal(record_daily_streak(&t, "2027-01-04"), 1);
    assert_int_equal(record_daily_streak(&t, "2027-01-05"), 0);
}

static void achievements(void **state)
{
    (void)state;
    struct record_totals t = {0};
    struct record r = {.sheet = MAZO_SHEET_OFICIAL,
                       .won = true,
                       .at = 77,
                       .rounds = 2,
                       .rounds_won = 2,
                       .comeback = 100,
                       .most_cards = 20,
                       .best_round = 149};
    r.played[MAZO_WILD] = 3;
    record_add(&t, &r);
    static const bool done[RECORD_FEATS] = {true, false, true, true, true};
    for (int i = 0; i < RECORD_FEATS; i++) {
        assert_int_equal(t.feat[i], done[i] ? 77 : 0);
        assert_true(record_feat_title(i)[0] && record_feat_text(i)[0] && record_feat_id(i)[0]);
    }
    assert_int_equal(record_favorite(&t), MAZO_WILD);
    memset(&t, 0, sizeof t);
    assert_int_equal(record_favorite(&t), MAZO_CARD_NONE);
}

static void the_line_to_share(void **state)
{
    (void)state;
    char text[RECORD_SHARE_SIZE];
    struct record r = day_won("2026-11-18", true);
    record_share(&r, TEXT_EN, 4, text, sizeof text);
    assert_string_equal(
        text,
        "Mazo · Deal of the day 322\n🥇 Place 1 of 2, 125 points ahead\nRounds: 🟩🟨🟥⬜ 🔥4");
    r.sheet = MAZO_SHEET_SIN_REVERSA; /* few points are good */
    r.place = 3;
    r.of = 4;
    record_share(&r, TEXT_ES, 1, text, sizeof text);
    assert_string_equal(
        text,
        "Mazo · La partida del día 322\n🥉 Puesto 3 de 4, a 125 puntos del primero\nRondas: 🟩🟨🟥⬜");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates),
        cmocka_unit_test(a_day_stays_as_it_is),
        cmocka_unit_test(a_bot_gives_way),
        cmocka_unit_test(bots_play_the_same_again),
        cmocka_unit_test(only_what_bots_do_is_believed),
        cmocka_unit_test(other_matches_are_refused),
        cmocka_unit_test(figures_agree_with_the_game),
        cmocka_unit_test(streaks),
        cmocka_unit_test(achievements),
        cmocka_unit_test(the_line_to_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
