/*
 * test_save.c FOLDER - saved games of every version open, and what is no saved game does not.
 *
 * A file is called SHEET-HASH.txt after the game in it. `test_save --write FOLDER` adds files as
 * this version writes them; what is there is never touched.
 */
#include <glob.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

#include "mazo/mazo.h"
#include "sim/random_player.h"

static const char *folder;
static struct mazo_game game, loaded;
static char text[MAZO_SAVE_MAX + 64];
static size_t size;

/* A match of the sheet, after that many commands. */
static void set_up(int sheet, int seats, int commands)
{
    static struct mazo_legal legal;
    const struct mazo_rules *rules = mazo_rules_of_sheet(sheet);
    struct mazo_rules house = *rules;
    struct mazo_command c;
    struct sim_random dice;
    uint8_t seed[32];
    mazo_seed_from_number((uint64_t)sheet, seed);
    mazo_rules_set(&house, MAZO_RULE_hand_size, 5);
    sim_random_init(&dice, &house, 4);
    assert_int_equal(mazo_init(&game, &house, seats, seed, false, NULL), MAZO_FAULT_none);
    for (int i = 0; i < commands && game.phase != MAZO_PHASE_match_over; i++) {
        sim_any(&game, &dice, &legal, &c);
        assert_int_equal(mazo_apply(&game, &c, NULL), MAZO_ERR_ok);
    }
    size = mazo_save(&game, text, MAZO_SAVE_MAX);
    assert_in_range(size, 1, MAZO_SAVE_MAX);
    text[size] = '\0';
}

static void test_old_games_open(void **state)
{
    char pattern[1024];
    glob_t found;
    (void)state;
    snprintf(pattern, sizeof pattern, "%s/*.txt", folder);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= MAZO_SHEET_COUNT);
    for (char **name = found.gl_pathv; *name; name++) {
        FILE *file = fopen(*name, "r");
        assert_non_null(file);
        size = fread(text, 1, sizeof text, file);
        fclose(file);
        const char *wrong = mazo_load(&loaded, text, size);
        if (wrong)
            fail_msg("%s: %s", *name, wrong);
        uint64_t hash = strtoull(strrchr(*name, '-') + 1, NULL, 16);
        if (hash != mazo_hash(&loaded))
            fail_msg("%s: another game, %016" PRIx64, *name, mazo_hash(&loaded));
    }
    globfree(&found);
}

static void test_another_order_is_the_same_game(void **state)
{
    (void)state;
    set_up(MAZO_SHEET_OFICIAL, 3, 20);
    char *turn = strstr(text, "\nturn "), *top = strstr(text, "\ntop "),
         *after = strchr(top + 1, '\n');
    char other[sizeof text];
    assert_true(turn && top && turn < top);
    int length = snprintf(other, sizeof other, "%.*s%.*s%.*s%s", (int)(turn - text), text,
                          (int)(after - top), top, (int)(top - turn), turn, after);
    assert_null(mazo_load(&loaded, other, (size_t)length));
    assert_true(mazo_hash(&game) == mazo_hash(&loaded));
}

/* One piece of the text becomes another one. */
static const char *load_with(const char *was, const char *is)
{
    char other[sizeof text];
    const char *at = strstr(text, was);
    assert_non_null(at);
    int length = snprintf(other, sizeof other, "%.*s%s%s", (int)(at - text), text, is,
                          at + strlen(was));
    memset(&loaded, 7, sizeof loaded);
    const char *wrong = mazo_load(&loaded, other, (size_t)length);
    for (size_t i = 0; wrong && i < sizeof loaded; i++)
        assert_int_equal(((unsigned char *)&loaded)[i], 7);
    return wrong;
}

static void test_what_is_wrong_is_refused(void **state)
{
    static const struct {
        const char *was, *is;
    } edits[] = {
        {"mazo-game", "a game"},
        {"mazo-game 1", "mazo-game"},
        {"rules oficial", "rules official"},
        {"rules oficial 2", "rules oficial 9"},
        {"rule hand_size 5", "rule hand_size 50"},
        {"rule hand_size 5", "rule handsize 5"},
        {"\nseats 3", "\nseats 300"},
        {"\nseats 3", "\nseats -3"},
        {"\nseats 3", "\nseats"},
        {"\nseats 3", "\nseats 3 3"},
        {"\nseats 3", "\nseats 3x"},
        {"\nseats 3", "\nseats 2"},
        {"\nphase ", "\nphase 2"},
        {"\nturn ", "\ntern "},
        {"\ncounter ", "\ncounter 99999999999999999999"},
        {"\nhand 0", "\nhand 0 R5"},
        {"\nhand 0", "\nhand 9 R5\nhand 0"},
        {"\nhand 0", "\nhand 10"},
        {"\ndraw ", "\ndraw X9 "},
        {"\ndraw ", "\ndraw R5 "},
        {"\nend\n", "\nend"},
        {"\nend\n", "\n"},
        {"\nend\n", "\nend\nend\n"},
    };
    (void)state;
    set_up(MAZO_SHEET_OFICIAL, 3, 20);
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++)
        if (!load_with(edits[i].was, edits[i].is))
            fail_msg("%s is taken for %s", edits[i].is, edits[i].was);
    assert_string_equal(load_with("mazo-game 1", "mazo-game 2"),
                        "this game was saved by a newer Mazo");
    assert_null(load_with("\nscores", "\nscores 0\nscores"));
}

/* A field that old texts do not have is as it is at the beginning. */
static void test_missing_lines(void **state)
{
    (void)state;
    set_up(MAZO_SHEET_OFICIAL, 3, 0);
    assert_null(load_with("\nstriker 255\n", "\n"));
    assert_int_equal(loaded.striker, MAZO_SEAT_NONE);
    assert_true(mazo_hash(&game) == mazo_hash(&loaded));
    for (size_t part = 0; part < size; part++)
        assert_non_null(mazo_load(&loaded, text, part));
}

static void test_as_far_as_there_is_room(void **state)
{
    char small[100];
    (void)state;
    set_up(MAZO_SHEET_PENAS, 4, 30);
    memset(small, 'x', sizeof small);
    assert_int_equal(mazo_save(&game, small, 60), size);
    assert_memory_equal(small, text, 60);
    assert_int_equal(small[60], 'x');
    assert_int_equal(mazo_save(&game, NULL, 0), size);
}

static void test_names(void **state)
{
    char name[MAZO_CARD_TEXT];
    mazo_card card;
    (void)state;
    for (int i = 0; i < MAZO_CARD_NAMES; i++) {
        assert_true(mazo_card_is_valid(mazo_card_at(i)));
        assert_true(mazo_card_read(mazo_card_write(mazo_card_at(i), name), &card));
        assert_int_equal(card, mazo_card_at(i));
    }
    assert_int_equal(mazo_card_at(MAZO_CARD_NAMES), MAZO_CARD_NONE);
    assert_string_equal(mazo_card_write(MAZO_CARD_NONE, name), "?");
    assert_true(mazo_card_read("w+4", &card) && card == MAZO_WILD_FOUR);
    assert_false(mazo_card_read("", &card) || mazo_card_read("R", &card) ||
                 mazo_card_read("R55", &card));
    for (int error = 0; error < MAZO_ERR_COUNT; error++)
        assert_int_equal(mazo_error_by_word(mazo_error_word(error)), error);
    assert_int_equal(mazo_error_by_word("no such error"), -1);
    assert_int_equal(mazo_command_by_name("play"), MAZO_CMD_play);
    assert_int_equal(mazo_game_size(), sizeof game);
    assert_int_equal(mazo_version_number(), MAZO_VERSION_NUMBER);
    assert_string_equal(mazo_version(), MAZO_VERSION);
    snprintf(text, sizeof text, "%d.%d.%d", MAZO_VERSION_MAJOR, MAZO_VERSION_MINOR,
             MAZO_VERSION_PATCH);
    assert_string_equal(text, MAZO_VERSION);
}

static int write_files(void)
{
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        char name[256];
        set_up(sheet, sheet == MAZO_SHEET_DUELO ? 2 : 4, 25 + 8 * sheet);
        snprintf(name, sizeof name, "%s/%s-%016" PRIx64 ".txt", folder, mazo_sheet_name(sheet),
                 mazo_hash(&game));
        FILE *file = fopen(name, "w");
        if (!file || fwrite(text, 1, size, file) != size || fclose(file))
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_old_games_open),
        cmocka_unit_test(test_another_order_is_the_same_game),
        cmocka_unit_test(test_what_is_wrong_is_refused),
        cmocka_unit_test(test_missing_lines),
        cmocka_unit_test(test_as_far_as_there_is_room),
        cmocka_unit_test(test_names),
    };
    folder = argv[argc - 1];
    if (argc == 3 && strcmp(argv[1], "--write") == 0)
        return write_files();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
