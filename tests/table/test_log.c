/*
 * test_log.c - the log is the match file: taken up again at every line, cut, damaged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "table/helper.h"

/* One round of a sheet, played to its end: a log to take up again. */
static struct bench *kept_match_of(int revision, int sheet, int seats)
{
    struct mazo_rules rules;
    assert_true(mazo_rules_as_of(sheet, revision, &rules));
    rules.scoring = MAZO_scoring_quick;
    struct bench *b = bench_new(NULL, (uint64_t)sheet + 40);
    bench_person(b, 0, "Ana \"la única\"");
    bench_bot(b, 1, MAZO_BOT_HARD);
    bench_bot(b, 2, MAZO_BOT_EXPERT);
    bench_open_by(b, &rules, seats, 6);
    bench_play(b, UINT32_MAX);
    return b;
}

static struct bench *kept_match(int sheet, int seats)
{
    return kept_match_of(MAZO_REVISION, sheet, seats);
}

static bool take_up(struct bench *b, const char *text, size_t len, int *line)
{
    return table_resume(&b->table, text, len, b->now, &bench_why, line);
}

/* A copy that ends where the text ends, so that reading past it is seen. */
static char *exact(const char *text, size_t len)
{
    char *copy = malloc(len ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    return copy;
}

static void goes_on(struct bench *b)
{
    uint32_t most = b->table.commands + 6;
    bench_play(b, most);
    assert_true(b->table.commands >= most || b->table.play.game.phase == MAZO_PHASE_match_over);
}

static void taken_up_at_every_line(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        struct bench *played = kept_match(sheet, 3);
        for (int i = 0; i < played->lines; i++) {
            struct bench *b = bench_new(NULL, 1);
            int line = -1;
            size_t len = played->ends[i];
            char *text = exact(played->log, len);
            if (!take_up(b, text, len, &line))
                fail_msg("%s, line %d: %s", mazo_sheet_name(sheet), line, bench_why.message);
            assert_int_equal(b->lines, 0); /* `heard` hears none of it */
            assert_int_equal(b->table.kept, len);
            assert_int_equal(b->table.commands, i);
            assert_int_equal(mazo_hash(&b->table.play.game), played->hashes[i]);
            assert_string_equal(b->table.seat[0].player.name, "Ana \"la única\"");
            assert_int_equal(b->table.seat[0].player.sitter, TABLE_PERSON);
            assert_int_equal(b->table.seat[2].player.level, MAZO_BOT_EXPERT);
            assert_int_equal(b->table.seat[2].player.playouts, 60);
            if (i % 4 == 0)
                goes_on(b);
            free(text);
            bench_free(b);
        }
        bench_free(played);
    }
}

/* What is written on after a break is one match file with what was there before. */
static void file_goes_on(int revision)
{
    struct bench *played = kept_match_of(revision, MAZO_SHEET_JACKPOT, 4);
    size_t half = played->ends[played->lines / 2];
    struct bench *b = bench_new(NULL, 2), *again = bench_new(NULL, 3);
    int line;
    assert_true(take_up(b, played->log, half, &line));
    assert_int_equal(b->table.play.game.rules.revision, revision);
    bench_play(b, UINT32_MAX);
    char *whole = malloc(half + b->len);
    assert_non_null(whole);
    memcpy(whole, played->log, half);
    memcpy(whole + half, b->log, b->len);
    if (!take_up(again, whole, half + b->len, &line))
        fail_msg("line %d: %s", line, bench_why.message);
    assert_int_equal(mazo_hash(&again->table.play.game), mazo_hash(&b->table.play.game));
    assert_int_equal(again->table.play.game.phase, MAZO_PHASE_match_over);
    assert_memory_equal(&again->table.play.texts, &b->table.play.texts,
                        sizeof again->table.play.texts);
    free(whole);
    bench_free(again);
    bench_free(b);
    bench_free(played);
}

static void the_file_goes_on(void **state)
{
    (void)state;
    for (int revision = 1; revision <= MAZO_REVISION; revision++)
        file_goes_on(revision);
}

/* Bots have heard what was said before the break. */
static void bots_remember(void **state)
{
    (void)state;
    struct bench *played = kept_match(MAZO_SHEET_OFICIAL, 3);
    struct bench *b = bench_new(NULL, 40);
    int line;
    assert_true(take_up(b, played->log, played->len, &line));
    for (int i = 0; i < 3; i++) {
        const struct bot_beliefs *was = &played->table.seat[i].bot.beliefs;
        const struct bot_beliefs *is = &b->table.seat[i].bot.beliefs;
        assert_memory_equal(&is->now, &was->now, sizeof is->now);
        assert_int_equal(is->note_count, was->note_count);
        assert_memory_equal(is->drawn, was->drawn, sizeof is->drawn);
        for (int n = 0; n < is->note_count; n++) {
            assert_int_equal(is->notes[n].sight.fits, was->notes[n].sight.fits);
            assert_int_equal(is->notes[n].card, was->notes[n].card);
        }
    }
    assert_true(b->table.seat[1].bot.beliefs.note_count > 0);
    bench_free(b);
    bench_free(played);
}

static void dice_after_a_break(void **state)
{
    (void)state;
    struct bench *played = kept_match(MAZO_SHEET_OFICIAL, 4);
    size_t half = played->ends[played->lines / 3];
    struct bench *b[3];
    for (int i = 0; i < 3; i++) {
        int line;
        b[i] = bench_new(NULL, i < 2 ? 70 : 71);
        b[i]->dice = 5;
        assert_true(take_up(b[i], played->log, half, &line));
        bench_play(b[i], UINT32_MAX);
    }
    assert_int_equal(b[0]->len, b[1]->len);
    assert_memory_equal(b[0]->log, b[1]->log, b[0]->len);
    assert_true(b[2]->len != b[0]->len || memcmp(b[2]->log, b[0]->log, b[0]->len) != 0);
    for (int i = 0; i < 3; i++)
        bench_free(b[i]);
    bench_free(played);
}

static void a_cut_last_line(void **state)
{
    (void)state;
    struct bench *played = kept_match(MAZO_SHEET_PENAS, 3);
    int last = played->lines / 2;
    size_t from = played->ends[last - 1], to = played->ends[last];
    for (size_t len = from; len <= to; len++) {
        struct bench *b = bench_new(NULL, 1);
        int line;
        char *text = exact(played->log, len);
        bool whole = len >= to - 1; /* the line feed alone may be missing */
        assert_true(take_up(b, text, len, &line));
        assert_int_equal(b->table.commands, whole ? last : last - 1);
        assert_int_equal(b->table.kept, whole ? len : from);
        assert_int_equal(mazo_hash(&b->table.play.game), played->hashes[whole ? last : last - 1]);
        free(text);
        bench_free(b);
    }
    /* A cut first line is not a match. */
    struct bench *b = bench_new(NULL, 1);
    int line;
    assert_false(take_up(b, played->log, played->ends[0] / 2, &line));
    assert_false(take_up(b, "", 0, &line));
    assert_int_equal(table_due(&b->table), TABLE_NEVER);
    assert_false(table_tick(&b->table, b->now));
    bench_free(b);
    bench_free(played);
}

/* Every single byte that is changed is either harmless or found; nothing else happens. */
static void damage_is_found(void **state)
{
    (void)state;
    struct bench *played = kept_match(MAZO_SHEET_JACKPOT, 3);
    size_t len = played->ends[played->lines < 20 ? played->lines - 1 : 19];
    char *text = exact(played->log, len);
    int found = 0;
    for (size_t i = 0; i < len; i += 1 + i % 3) {
        struct bench *b = bench_new(&table_pace_none, 1);
        int line = -1;
        char was = text[i];
        text[i] = was == 'x' ? 'y' : 'x';
        if (!take_up(b, text, len, &line)) {
            found++;
            assert_true(line >= 1 && line <= 20);
            assert_true(bench_why.message[0] != '\0');
            assert_false(b->table.play.open);
        } else {
            const char *wrong = mazo_check(&b->table.play.game);
            int last = i == len - 1 ? 18 : 19; /* without its end the last line counts as cut */
            assert_null(wrong);
            assert_int_equal(b->table.commands, last);
            assert_int_equal(mazo_hash(&b->table.play.game), played->hashes[last]);
        }
        text[i] = was;
        bench_free(b);
    }
    assert_true(found > 100);
    free(text);
    bench_free(played);
}

/* ---- who sat there ---- */

static void a_file_without_players(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 1);
    int line;
    const char *text =
        "{\"mazo\":1,\"do\":\"new\",\"rules\":\"duelo\",\"revision\":2,\"options\":{},\"players\":2,\"seed\":"
        "\"0700000000000000000000000000000000000000000000000000000000000000\",\"hash\":\"%s\"}\n";
    char file[400];
    struct mazo_game g;
    uint8_t seed[32];
    mazo_seed_from_number(7, seed);
    mazo_init(&g, mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2, seed, false, NULL);
    char hash[17];
    say_hash_write(mazo_hash(&g), hash);
    snprintf(file, sizeof file, text, hash);
    bench_person(b, 1, "Eva"); /* stays where she was put */
    if (!take_up(b, file, strlen(file), &line))
        fail_msg("line %d: %s", line, bench_why.message);
    assert_int_equal(b->table.seat[0].player.sitter, TABLE_BOT);
    assert_int_equal(b->table.seat[1].player.sitter, TABLE_PERSON);
    assert_string_equal(b->table.seat[1].player.name, "Eva");
    bench_free(b);
}

static void players_are_kept(void **state)
{
    (void)state;
    struct bench *b = bench_new(NULL, 1), *again = bench_new(NULL, 1);
    struct table_player program = {.sitter = TABLE_PROGRAM,
                                   .level = MAZO_BOT_HARD,
                                   .style = MAZO_BOT_VENGEFUL,
                                   .name = "Hal",
                                   .program = "./hal.py --fast \"x\""};
    int line;
    table_sit(&b->table, 1, &program);
    bench_bot(b, 2, MAZO_BOT_RANDOM);
    bench_open(b, MAZO_SHEET_OFICIAL, 4, 1);
    assert_true(take_up(again, b->log, b->len, &line));
    for (int i = 0; i < 4; i++) {
        const struct table_player *was = &b->table.seat[i].player;
        const struct table_player *is = &again->table.seat[i].player;
        assert_int_equal(is->sitter, was->sitter);
        assert_int_equal(is->level, was->level);
        assert_int_equal(is->style, was->style);
        assert_int_equal(is->playouts, was->playouts);
        assert_string_equal(is->name, was->name);
        assert_string_equal(is->program, was->program);
    }
    /* A file must not make us run a command line. */
    assert_true(again->table.seat[1].away);
    bench_free(again);
    bench_free(b);
}

static void strange_players(void **state)
{
    (void)state;
    static const char *const seats[] = {
        "{}",
        "[]",
        "7",
        "{\"seats\":7}",
        "{\"seats\":[]}", /* names nobody: fine */
        "{\"seats\":[{\"name\":\"a\",\"sits\":\"person\"}]}",
        "{\"seats\":[{\"name\":\"a\",\"sits\":\"person\"},{\"name\":\"b\",\"sits\":\"ghost\"}]}",
        "{\"seats\":[{\"name\":\"a\",\"sits\":\"person\"},{\"name\":\"b\",\"sits\":\"bot\",\"bot\":\"cmd:rm\"}]}",
        "{\"seats\":[{\"name\":\"a\",\"sits\":\"person\"},{\"name\":7,\"sits\":\"bot\"}]}",
        "{\"seats\":[{\"name\":\"a\",\"sits\":\"person\"},[]]}",
        "{\"seats\":[{\"name\":\"a\",\"sits\":\"person\"},{\"sits\":\"bot\"}]}",
        "{\"seats\":[{\"name\":\"a\",\"sits\":\"person\"},{\"name\":\"b\",\"sits\":\"bot\",\"bot\":\"hard\"}]}",
    };
    struct bench *b = bench_new(NULL, 1);
    bench_open(b, MAZO_SHEET_DUELO, 2, 1);
    char *table = strstr(b->log, "\"table\":"), *hash = strstr(b->log, ",\"hash\"");
    assert_true(table && hash);
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        struct bench *again = bench_new(NULL, 1);
        static char file[2000];
        int line;
        snprintf(file, sizeof file, "%.*s\"table\":%s%.*s", (int)(table - b->log), b->log, seats[i],
                 (int)(b->log + b->len - hash), hash);
        bool fine = i == 4 || i == sizeof seats / sizeof seats[0] - 1;
        if (take_up(again, file, strlen(file), &line) != fine)
            fail_msg("%s: %s", seats[i], bench_why.message);
        bench_free(again);
    }
    bench_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taken_up_at_every_line), cmocka_unit_test(the_file_goes_on),
        cmocka_unit_test(bots_remember),          cmocka_unit_test(dice_after_a_break),
        cmocka_unit_test(a_cut_last_line),        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(a_file_without_players), cmocka_unit_test(players_are_kept),
        cmocka_unit_test(strange_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
