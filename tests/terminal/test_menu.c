/*
 * test_menu.c - the menu and its pages, played by scripts.
 */
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "terminal/screen/pager.h"
#include "session/save.h"
#include "terminal/menu/menu.h"
#include "terminal/game/game.h"

static struct game_setup setup;
static char resume[SAVE_PATH_MAX];

static enum menu_choice menu(const char *keys, enum text_lang lang, struct save_info *unfinished)
{
    struct term *term = term_script(keys, ".", 24, 80);
    assert_non_null(term);
    setup.lang = lang;
    enum menu_choice choice = terminal_menu(term, &setup, unfinished, resume);
    term->close(term);
    return choice;
}

/* Is this text in the shot? Then the shot is not needed any longer. */
static bool shot_has(const char *shot, const char *text)
{
    static char screen[16 * 1024];
    char path[64];
    snprintf(path, sizeof path, "./%s.screen", shot);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    screen[fread(screen, 1, sizeof screen - 1, f)] = '\0';
    fclose(f);
    remove(path);
    return strstr(screen, text) != NULL;
}

static int begin(void **state)
{
    (void)state;
    setup_init(&setup, TEXT_EN);
    return 0;
}

static void enter_plays(void **state)
{
    (void)state;
    struct game_setup before = setup;
    assert_int_equal(menu("<enter>", TEXT_EN, NULL), MENU_PLAY);
    assert_int_equal(memcmp(&before.rules, &setup.rules, sizeof before.rules), 0);
    assert_int_equal(setup.seats, before.seats);
    assert_int_equal(menu("q", TEXT_EN, NULL), MENU_LEAVE);
    assert_int_equal(menu("<esc><enter>", TEXT_EN, NULL), MENU_PLAY); /* no quit by accident */
    assert_int_equal(menu("<up><enter>", TEXT_EN, NULL), MENU_LEAVE); /* the last row: quit */
    assert_int_equal(menu("", TEXT_EN, NULL), MENU_LEAVE);            /* the terminal is gone */
}

static void going_on_comes_first(void **state)
{
    (void)state;
    struct save_info info = {.sheet = "jackpot", .round = 2, .seats = 3, .names = "Ana, Luis"};
    assert_int_equal(menu("<enter>", TEXT_EN, &info), MENU_RESUME);
    assert_int_equal(menu("<down><enter>", TEXT_ES, &info), MENU_PLAY);
}

/* Who plays the match to resume is cut only where the terminal ends. */
static void the_match_to_resume_has_the_width_there_is(void **state)
{
    (void)state;
    struct save_info info = {.sheet = "sin-reversa", .round = 12, .names = "Luis, Carmen, Diego, Ana"};
    menu("<size 30 100><shot wide>", TEXT_EN, &info);
    assert_true(shot_has("wide", " · round 12 · with Luis, Carmen, Diego, Ana\n"));
    menu("<size 30 100><shot wide>", TEXT_ES, &info);
    assert_true(shot_has("wide", " · ronda 12 · con Luis, Carmen, Diego, Ana\n"));
    menu("<size 20 60><shot narrow>", TEXT_EN, &info);
    assert_true(shot_has("narrow", "…\n"));
}

static void a_new_table(void **state)
{
    (void)state;
    /* jackpot, its seats, then one fewer; seat 2 hard and cautious; deal */
    assert_int_equal(menu("jj<enter><down><right><right><down><left><down><down><right>tg", TEXT_EN,
                          NULL),
                     MENU_PLAY);
    assert_int_equal(setup.rules.sheet, MAZO_SHEET_JACKPOT);
    assert_int_equal(setup.seats, 3);
    assert_int_equal(setup.people, 1);
    assert_int_equal(setup.player[1].level, MAZO_BOT_HARD);
    assert_int_equal(setup.player[1].style, MAZO_BOT_CAUTIOUS);
    assert_int_equal(setup_check(&setup), MAZO_FAULT_none);
}

static void a_table_that_is_given_up(void **state)
{
    (void)state;
    assert_int_equal(menu("jj<enter><down><right><esc>q", TEXT_EN, NULL), MENU_LEAVE);
    assert_int_equal(setup.rules.sheet, MAZO_SHEET_OFICIAL);
    assert_int_equal(setup.seats, 4);
}

/* Person, easy, normal, hard, expert and round again; people sit on the first seats. */
static void who_sits_where(void **state)
{
    (void)state;
    menu("jj<enter><down><down><down><down><down><left><left>g", TEXT_EN, NULL);
    assert_int_equal(setup.people, 2); /* seat 3 became a person, and moved up */
    for (int seat = 0; seat < setup.seats; seat++) {
        assert_int_equal(setup.player[seat].sitter, seat < 2 ? TABLE_PERSON : TABLE_BOT);
        assert_true(setup.player[seat].name[0] != '\0');
        for (int other = 0; other < seat; other++)
            assert_string_not_equal(setup.player[seat].name, setup.player[other].name);
    }
    menu("jj<enter><down><down><down><right>g", TEXT_EN, NULL);
    assert_int_equal(setup.people, 1); /* seat 1 is a bot, so the other person is first */
    menu("jj<enter><down><down><down><right>g", TEXT_EN, NULL);
    assert_int_equal(setup.people, 0); /* only to look on */
}

static void seats_and_rules_stay_possible(void **state)
{
    (void)state;
    menu("jj<enter><down><right><right><down><right><right><right><right><right><right><right>g",
         TEXT_EN, NULL);
    assert_int_equal(setup.seats, 8); /* jackpot has no more */
    setup_init(&setup, TEXT_EN);
    menu("jj<enter><down><down><left><left><left>g", TEXT_EN, NULL);
    assert_int_equal(setup.seats, 2);
    menu("jj<enter><end><up><up><enter><backspace><backspace><backspace>300<enter>g", TEXT_EN, NULL);
    assert_int_equal(setup.rules.target, 300);
    menu("jj<enter><end><up><up><up><right>g", TEXT_EN, NULL);
    assert_int_equal(setup.rules.scoring, MAZO_scoring_hands);
    menu("jj<enter><end><enter><end><right><end><left><esc>g", TEXT_EN, NULL); /* teams of two, with two */
    assert_int_equal(setup.rules.teams, 0);
}

/* House rules that were saved are one more sheet. */
static void saved_rules_stand_among_the_sheets(void **state)
{
    (void)state;
    char text[30000] = "";
    const char *folder = getenv("XDG_CONFIG_HOME");
    menu("jj<enter><end><enter><right>s<clear>friday.ini<enter><esc><esc>q", TEXT_EN, NULL);
    assert_int_equal(setup.rules.stacking, 0); /* the table was left */
    menu("jj<enter><down><right><right><right><shot set>g", TEXT_EN, NULL);
    assert_int_equal(setup.rules.stacking, 1);
    assert_int_equal(setup.rules.sheet, MAZO_SHEET_OFICIAL);
    FILE *file = fopen("./set.screen", "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_non_null(strstr(text, "friday (oficial)"));
    menu("jj<enter><down><right>g", TEXT_EN, NULL); /* and round to the first one */
    assert_int_equal(setup.rules.sheet, 0);
    char path[SAVE_PATH_MAX];
    snprintf(path, sizeof path, "%s/mazo/friday.ini", folder ? folder : ".");
    assert_int_equal(remove(path), 0);
    remove("./set.screen");
    setup_init(&setup, TEXT_EN);
}

static void names_are_typed(void **state)
{
    (void)state;
    menu("jj<enter><down><down><down><enter><backspace><backspace><backspace><backspace><backspace>"
         "<backspace><backspace><backspace><backspace>Íñigo<enter>g",
         TEXT_ES, NULL);
    assert_string_equal(setup.player[0].name, "Íñigo");
}

/* What a field with a name in it becomes by these keys. */
static const char *name_typed(const char *keys)
{
    char all[300];
    snprintf(all, sizeof all, "jj<enter><down><down><down><enter>%s<enter>g", keys);
    menu(all, TEXT_EN, NULL);
    return setup.player[0].name;
}

static void a_text_is_cleared_and_corrected_inside(void **state)
{
    (void)state;
    assert_string_equal(name_typed("<clear>Ñandú"), "Ñandú");
    assert_string_equal(name_typed("<left><left><backspace>N<right><right>!<home><right>a"),
                        "ÑaaNdú!");
    assert_string_equal(name_typed("<clear>éx<home><delete><left>é<end><left><right>z"), "éxz");
    assert_string_equal(name_typed("<delete><delete>"), "é"); /* at the end it wipes */
    assert_string_equal(name_typed("<home><clear>Eva"), "Eva");
}

/* The screen of a shot, which is not needed any longer. */
static char *shot_text(const char *shot, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "./%s.screen", shot);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, size - 1, f)] = '\0';
    fclose(f);
    remove(path);
    return text;
}

/* A window that is open while the size changes looks as if it had been opened after it. */
static void windows_follow_the_size(void **state)
{
    (void)state;
    static char opened[64 * 1024], resized[64 * 1024];
    static const char *const keys[] = {
        "jjj<enter>",                         /* servers to join */
        "jjj<enter><up><enter>",              /* the address of one */
        "j<enter>",                           /* the deal of the day */
        "jjjj<enter>",                        /* what the lesson is */
        "jjjjjj<enter>",                      /* no record yet */
        "jjjjjjjj<enter><enter>",             /* the name in the settings */
        "jj<enter><down><down><down><enter>", /* a name at the table */
        "jj<enter><up><enter>s",              /* saving house rules */
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        for (int small = 0; small < 2; small++) {
            char all[200];
            const char *before = small ? "<size 40 120>" : "<size 24 80>",
                       *after = small ? "<size 24 80>" : "<size 40 120>";
            snprintf(all, sizeof all, "%s%s<shot opened>", after, keys[i]);
            menu(all, TEXT_EN, NULL);
            snprintf(all, sizeof all, "%s%s%s<shot resized>", before, keys[i], after);
            menu(all, TEXT_EN, NULL);
            assert_string_equal(shot_text("resized", resized, sizeof resized),
                                shot_text("opened", opened, sizeof opened));
        }
    }
}

static void a_name_that_cannot_be_read_is_asked_for_again(void **state)
{
    char text[200] = "<clear>";
    (void)state;
    assert_string_equal(name_typed("<clear>\u200b\u3164<enter><shot unseen>Eva"), "Eva");
    assert_true(shot_has("unseen", "That name has no characters that can be seen"));
    assert_string_equal(name_typed("<clear>\u202eEva<enter><shot turned>Eva"), "Eva");
    assert_true(shot_has("turned", "That name has characters that cannot be shown"));
    assert_string_equal(name_typed("<clear>E\u00adva\u200b"), "Eva");
    for (int i = 0; i < 30; i++)
        strcat(text, "ñ");
    strcat(text, "<shot full>");
    assert_string_equal(name_typed(text), "ñññññññññññññññññññññññ");
    assert_true(shot_has("full", "It cannot be longer"));
}

/* The name that is typed takes the place of the one that is there, in the folder of settings. */
static void rules_are_saved_where_settings_are(void **state)
{
    (void)state;
    char path[600];
    menu("jj<enter><up><enter>sown.ini<enter><esc><esc>q", TEXT_EN, NULL);
    snprintf(path, sizeof path, "%s/mazo/own.ini", getenv("XDG_CONFIG_HOME"));
    assert_int_equal(access(path, R_OK), 0);
}

/* What is saved by a bare name is found among the sheets, and opened by that name. */
static void a_name_without_an_ending_gets_one(void **state)
{
    (void)state;
    static char text[64 * 1024];
    static const char *const kept[][2] = {{"my house", "my house.ini"},
                                          {"house 2.0", "house 2.0.ini"},
                                          {"house.txt", "house.txt"},
                                          {"./house", "../house"}};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        char all[300], path[600];
        snprintf(all, sizeof all,
                 "jj<enter><end><enter><right>s<clear>%s<enter><shot saved>Do<clear>%s<enter>"
                 "<shot opened><esc>g",
                 kept[i][0], kept[i][0]);
        menu(all, TEXT_EN, NULL);
        snprintf(path, sizeof path, "%s/mazo/%s", getenv("XDG_CONFIG_HOME"), kept[i][1]);
        assert_int_equal(remove(path), 0);
        snprintf(path, sizeof path, "/%s.", kept[i][1] + (kept[i][1][0] == '.' ? 3 : 0));
        assert_non_null(strstr(shot_text("saved", text, sizeof text), path));
        assert_non_null(strstr(shot_text("opened", text, sizeof text), path));
        assert_int_equal(setup.rules.stacking, 1);
        setup_init(&setup, TEXT_EN);
    }
}

static void settings_are_kept(void **state)
{
    (void)state;
    /* settings: Spanish, fast bots, help always, no bell, nothing moves */
    menu("jjjjjjjj<enter><down><right><down><right><down><right><down><right><down><right><esc>q",
         TEXT_EN, NULL);
    assert_int_equal(setup.lang, TEXT_ES);
    assert_true(setup.lang_chosen);
    assert_int_equal(setup.help, SETUP_HELP_ON);
    assert_true(setup.mute);
    assert_true(setup.still);
    assert_true(setup.fast);
    struct game_setup again;
    setup_init(&again, TEXT_EN);
    setup_recall(&again);
    assert_int_equal(again.lang, TEXT_ES);
    assert_int_equal(again.help, SETUP_HELP_ON);
    assert_true(again.mute);
    assert_true(again.still);
    assert_true(again.fast);
}

static void the_language_turns(void **state)
{
    (void)state;
    menu("<up><up><enter>q", TEXT_EN, NULL);
    assert_int_equal(setup.lang, TEXT_ES);
    menu("<up><up><left>q", TEXT_ES, NULL);
    assert_int_equal(setup.lang, TEXT_EN);
    menu("jjjjjjjj<enter><down><right><right><esc>q", TEXT_EN, NULL); /* the settings have all of them */
    assert_int_equal(setup.lang, TEXT_ES_ES);
    struct game_setup again;
    setup_init(&again, TEXT_EN);
    setup_recall(&again);
    assert_int_equal(again.lang, TEXT_ES_ES);
    menu("jjjjjjjj<enter><down><left><esc>q", TEXT_EN, NULL);
    assert_int_equal(setup.lang, TEXT_ES_419);
}

/* A click does what Enter does there. */
static void the_mouse(void **state)
{
    (void)state;
    assert_int_equal(menu("<click 8 10>", TEXT_EN, NULL), MENU_PLAY);
    assert_int_equal(menu("<click 0 0><click 18 10>", TEXT_EN, NULL), MENU_LEAVE);
}

/* What a sheet is like is not cut, and a click on the second line of it opens it too. */
static void the_sheets_are_said_in_full(void **state)
{
    (void)state;
    static char text[64 * 1024];
    for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
        for (int small = 0; small < 2; small++) {
            setup.rules.stacking = 1; /* the table's own are there too */
            menu(small ? "<size 20 60>?<shot sheets><click 8 30><shot read>"
                       : "?<shot sheets><click 8 30><shot read>",
                 (enum text_lang)lang, NULL);
            shot_text("sheets", text, sizeof text);
            assert_null(strstr(text, "…"));
            assert_non_null(strstr(text, text_in((enum text_lang)lang, "Your table")));
            shot_text("read", text, sizeof text);
            assert_null(strstr(text, text_in((enum text_lang)lang, "Your table")));
        }
    }
}

/* Pages that only show something come back; none of them is left with less than it takes. */
static void pages_to_read(void **state)
{
    (void)state;
    assert_int_equal(menu("jjjjjjj<enter><enter><space><space><esc><down><enter><end><esc><esc>q",
                          TEXT_ES, NULL),
                     MENU_LEAVE);
    assert_int_equal(menu("jjjj<enter><esc>q", TEXT_EN, NULL), MENU_LEAVE);
}

static void kept_matches_are_shown(void **state)
{
    (void)state;
    struct session *s = calloc(1, sizeof *s);
    struct wire_error why;
    assert_non_null(s);
    setup_set_people(&setup, 0);
    setup.has_seed = true;
    setup.seed = 3;
    setup.fast = true;
    setup.rules.scoring = MAZO_scoring_quick;
    assert_true(session_new(s, &setup, 0, &why));
    for (uint64_t now = 0; s->table.play.game.phase != MAZO_PHASE_match_over; now += 100) {
        while (table_tick(&s->table, now)) {
        }
        assert_true(now < 100000000);
    }
    session_end(s);
    free(s);
    setup_init(&setup, TEXT_EN);
    char text[30000] = "";
    menu("jjjjj<enter><enter><end><shot kept><esc><esc>q", TEXT_EN, NULL);
    FILE *file = fopen("./kept.screen", "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    remove("./kept.screen");
    assert_non_null(strstr(text, "round 1 of 1"));
    assert_non_null(strstr(text, "The match is over"));
    /* the shelf: when, who, the points; and a match that is thrown away */
    menu("jjjjj<enter><shot kept>x<down><enter><shot gone><esc>q", TEXT_EN, NULL);
    assert_true((file = fopen("./kept.screen", "r")) && fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_non_null(strstr(text, "today, "));
    assert_non_null(strstr(text, "oficial · round 1 · Ana "));
    assert_non_null(strstr(text, "oficial · "));
    assert_non_null(strstr(text, " won "));
    assert_true((file = fopen("./gone.screen", "r")) && fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_non_null(strstr(text, "No matches yet"));
    remove("./kept.screen");
    remove("./gone.screen");
}

/* Not only the newest match that is not over can be gone on with. */
static void any_match_can_be_gone_on_with(void **state)
{
    (void)state;
    struct save save;
    static const char line[] = "{\"do\":\"new\"}\n";
    save_create(&save, "penas");
    assert_int_equal(save.error, 0);
    assert_true(save_append(&save, line, sizeof line - 1, false));
    resume[0] = '\0';
    const char *choose = "<down><down><down><down><down><enter><enter><enter><esc><esc>";
    assert_int_equal(menu(choose, TEXT_EN, NULL), MENU_LEAVE); /* it is being played */
    char path[SAVE_PATH_MAX];
    snprintf(path, sizeof path, "%s", save.path);
    save_close(&save);
    assert_int_equal(menu(choose, TEXT_EN, NULL), MENU_RESUME);
    assert_string_equal(resume, path);
    assert_int_equal(unlink(path), 0);
}

static void the_pager_stays_within_its_text(void **state)
{
    (void)state;
    static struct pager pager;
    static struct page page;
    static char text[30000];
    struct term *term = term_script("<up><end><shot p1><down><space><home><shot p2><esc>", ".", 24,
                                    80);
    page_init(&page, term, TEXT_EN);
    pager_clear(&pager);
    for (int i = 1; i <= 100; i++) {
        char line[40];
        snprintf(line, sizeof line, "paragraph %d.", i);
        pager_add(&pager, PAGER_PARAGRAPH, line);
    }
    pager_show(&pager, &page, "Long");
    term->close(term);
    for (int shot = 1; shot <= 2; shot++) {
        char path[40];
        snprintf(path, sizeof path, "./p%d.screen", shot);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        memset(text, 0, sizeof text);
        assert_true(fread(text, 1, sizeof text - 1, file) > 0);
        fclose(file);
        remove(path);
        assert_non_null(strstr(text, shot == 1 ? "paragraph 100." : "paragraph 1."));
        assert_null(strstr(text, shot == 1 ? "paragraph 80." : "paragraph 21."));
    }
}

/* What is asked over it does not leave it blank after a change of size. */
static void the_pager_stays_behind_a_question(void **state)
{
    (void)state;
    static const struct page_hint offer = {'x', "x", N_("erase")};
    static const char *const answers[] = {N_("Keep it"), N_("Erase it")};
    static struct pager pager;
    static struct page page;
    struct term *term = term_script("x<size 30 100><shot behind><esc>", ".", 24, 80);
    page_init(&page, term, TEXT_EN);
    pager_clear(&pager);
    pager_add(&pager, PAGER_PARAGRAPH, "paragraph 1.");
    assert_true(pager_offer(&pager, &page, "Long", &offer));
    assert_int_equal(page_ask(&page, "Erase?", "", answers, 2), -1);
    term->close(term);
    assert_true(shot_has("behind", "paragraph 1."));
}

static int take_away(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st, (void)kind, (void)where;
    return remove(path);
}

int main(void)
{
    char home[] = "/tmp/mazo-menu-XXXXXX";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(enter_plays, begin),
        cmocka_unit_test_setup(going_on_comes_first, begin),
        cmocka_unit_test_setup(the_match_to_resume_has_the_width_there_is, begin),
        cmocka_unit_test_setup(a_new_table, begin),
        cmocka_unit_test_setup(a_table_that_is_given_up, begin),
        cmocka_unit_test_setup(who_sits_where, begin),
        cmocka_unit_test_setup(seats_and_rules_stay_possible, begin),
        cmocka_unit_test_setup(saved_rules_stand_among_the_sheets, begin),
        cmocka_unit_test_setup(names_are_typed, begin),
        cmocka_unit_test_setup(a_name_that_cannot_be_read_is_asked_for_again, begin),
        cmocka_unit_test_setup(windows_follow_the_size, begin),
        cmocka_unit_test_setup(a_text_is_cleared_and_corrected_inside, begin),
        cmocka_unit_test_setup(rules_are_saved_where_settings_are, begin),
        cmocka_unit_test_setup(a_name_without_an_ending_gets_one, begin),
        cmocka_unit_test_setup(settings_are_kept, begin),
        cmocka_unit_test_setup(the_language_turns, begin),
        cmocka_unit_test_setup(the_mouse, begin),
        cmocka_unit_test_setup(the_sheets_are_said_in_full, begin),
        cmocka_unit_test_setup(pages_to_read, begin),
        cmocka_unit_test_setup(kept_matches_are_shown, begin),
        cmocka_unit_test_setup(any_match_can_be_gone_on_with, begin),
        cmocka_unit_test(the_pager_stays_within_its_text),
        cmocka_unit_test(the_pager_stays_behind_a_question),
    };
    if (!mkdtemp(home) || chdir(home) != 0) /* nothing of the person's own is touched */
        return 1;
    setenv("HOME", home, 1);
    setenv("XDG_CONFIG_HOME", home, 1);
    setenv("XDG_STATE_HOME", home, 1);
    unsetenv("USER");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    nftw(home, take_away, 8, FTW_DEPTH | FTW_PHYS);
    return failed;
}
