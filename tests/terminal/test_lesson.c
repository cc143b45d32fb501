/*
 * test_lesson.c - every step of the lesson can be done, and its teacher reacts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "terminal/menu/lesson.h"
#include "terminal/game/game.h"
#include "terminal/menu/menu.h"

static struct session session;

static struct tutor begin(enum text_lang lang, int number)
{
    struct tutor tutor;
    struct wire_error why = {0};
    if (!tutor_begin(&tutor, &session, lang, number, 0, &why))
        fail_msg("step %d: %s", number + 1, why.message);
    return tutor;
}

/* The command that the step waits for, filled in where it leaves something open. */
static struct mazo_command wanted(const struct lesson *l)
{
    const struct lesson_want *want = &l->step->want[l->done];
    static struct mazo_legal legal;
    mazo_legal(&session.table.play.game, 0, &legal);
    for (int i = 0; i < legal.count; i++) {
        const struct mazo_command *c = &legal.at[i];
        if (c->type == want->type && (want->card == MAZO_CARD_NONE || want->card == c->card) &&
            (want->color == MAZO_COLOR_NONE || want->color == c->color) &&
            (want->who == MAZO_SEAT_NONE || want->who == c->who) && want->uno == c->uno)
            return mazo_legal_at(&legal, i);
    }
    fail_msg("step %d: what it wants is not legal", l->number + 1);
    return (struct mazo_command){0};
}

static void give(struct tutor *tutor, const struct mazo_command *c)
{
    struct game_guide guide = tutor_guide(tutor);
    struct wire_error why = {0};
    assert_true(guide.allows(tutor, &session.table, c));
    if (table_do(&session.table, 0, c, NULL, &why) != TABLE_DONE)
        fail_msg("step %d: %s", tutor->lesson.number + 1, why.message);
}

static void every_step_can_be_done(void **state)
{
    (void)state;
    for (int i = 0; i < lesson_step_count; i++) {
        struct tutor l = begin(TEXT_EN, i);
        struct game_guide guide = tutor_guide(&l);
        assert_int_equal(session.table.play.game.turn, 0);
        assert_null(mazo_check(&session.table.play.game));
        for (int n = 0; n < l.lesson.step->want_count; n++) {
            assert_false(guide.is_over(&l, &session.table));
            assert_non_null(strstr(guide.caption(&l), l.lesson.step->title));
            struct mazo_command c = wanted(&l.lesson);
            give(&l, &c);
        }
        assert_true(guide.is_over(&l, &session.table));
        assert_non_null(strstr(guide.caption(&l), l.lesson.step->after));
    }
}

/* Whatever else the table would take is stopped, with a word about it, and changes nothing. */
static void nothing_else_gets_through(void **state)
{
    (void)state;
    static struct mazo_legal legal;
    int stopped = 0;
    for (int i = 0; i < lesson_step_count; i++) {
        struct tutor l = begin(TEXT_ES, i);
        struct game_guide guide = tutor_guide(&l);
        struct mazo_command right = wanted(&l.lesson);
        char before[TUTOR_TEXT_MAX];
        snprintf(before, sizeof before, "%s", guide.caption(&l));
        mazo_legal(&session.table.play.game, 0, &legal);
        for (int n = 0; n < legal.count; n++) {
            const struct mazo_command *c = &legal.at[n];
            const struct lesson_want *want = &l.lesson.step->want[0];
            bool same = c->type == want->type && (want->card == 255 || want->card == c->card) &&
                        (want->color == 255 || want->color == c->color) && (!want->uno || c->uno);
            if (same || c->type == MAZO_CMD_uno)
                continue;
            assert_false(guide.allows(&l, &session.table, c));
            assert_string_not_equal(guide.caption(&l), before);
            assert_false(guide.is_over(&l, &session.table));
            stopped++;
        }
        give(&l, &right); /* and after all that the right one still goes */
    }
    assert_true(stopped >= lesson_step_count);
}

/* What the table refuses goes to the table: it says why. */
static void wrong_cards_are_explained(void **state)
{
    (void)state;
    struct tutor l = begin(TEXT_EN, 0);
    struct game_guide guide = tutor_guide(&l);
    struct wire_error why = {0};
    struct mazo_command c = {.type = MAZO_CMD_play,
                             .card = mazo_card_of(MAZO_GREEN, 9),
                             .color = MAZO_COLOR_NONE};
    assert_true(guide.allows(&l, &session.table, &c));
    assert_int_equal(table_do(&session.table, 0, &c, NULL, &why), TABLE_REFUSED);
    assert_false(guide.is_over(&l, &session.table));
}

/* Saying UNO before the card is as good as with it. */
static void uno_may_come_first(void **state)
{
    (void)state;
    int number = 0;
    while (!lesson_steps[number].want[0].uno)
        number++;
    struct tutor l = begin(TEXT_EN, number);
    struct game_guide guide = tutor_guide(&l);
    struct mazo_command say = {.type = MAZO_CMD_uno};
    struct mazo_command card = {.type = MAZO_CMD_play,
                                .card = lesson_steps[number].want[0].card,
                                .color = MAZO_COLOR_NONE};
    assert_false(guide.allows(&l, &session.table, &card));
    assert_null(strstr(guide.caption(&l), "You have said UNO"));
    give(&l, &say);
    assert_non_null(strstr(guide.caption(&l), "You have said UNO. Now play the card. Choose it"));
    assert_null(strstr(guide.caption(&l), "Say UNO first"));
    assert_false(guide.is_over(&l, &session.table));
    give(&l, &card);
    assert_true(guide.is_over(&l, &session.table));
}

/* The words are those of the lesson, which the browser shows too; the keys are those of the key
 * line, in both languages. */
static void captions_name_the_keys(void **state)
{
    (void)state;
    static const char *const labels[LESSON_HOW_COUNT] = {[LESSON_HOW_DRAW] = "D draw",
                                                         [LESSON_HOW_CHALLENGE] = "L challenge",
                                                         [LESSON_HOW_UNO] = "U UNO!",
                                                         [LESSON_HOW_CATCH] = "C catch!"};
    int keys = 0;
    for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
        for (int i = 0; i < lesson_step_count; i++) {
            struct tutor l = begin((enum text_lang)lang, i);
            struct lesson_words words = lesson_say(&l.lesson, l.lang);
            const char *text = tutor_guide(&l).caption(&l);
            assert_non_null(strstr(text, words.title));
            assert_non_null(strstr(text, words.text));
            if (labels[words.how]) {
                char key[4];
                snprintf(key, sizeof key, " %c", text_in(l.lang, labels[words.how])[0]);
                assert_non_null(strstr(text, key));
                keys++;
            }
        }
    }
    assert_int_equal(keys, 4 * TEXT_LANG_COUNT);
}

/* What the lesson says names no key and no button: each front end does. */
static void the_words_fit_every_front_end(void **state)
{
    (void)state;
    static const char *const never[] = {"%c",     "Enter", "Intro", "press ", "Press ", "Pulsa ",
                                        "pulsa ", "tap ",  "Tap ",  "click",  "clic ",  "◀"};
    for (int i = 0; i < lesson_step_count; i++) {
        const struct lesson_step *step = &lesson_steps[i];
        for (int n = -1; n < step->want_count; n++) {
            const char *english = n < 0 ? step->after : step->want[n].say;
            for (size_t k = 0; k < sizeof never / sizeof never[0]; k++) {
                assert_null(strstr(english, never[k]));
                assert_null(strstr(text_in(TEXT_ES, english), never[k]));
            }
        }
    }
}

/* Through the real screen. {x} is the key of a label: the languages have their own. */
static const char script[] = "<enter>"
                             "<tab><enter><enter>"
                             "<tab><enter><enter>"
                             "<tab><enter><enter>"
                             "<tab><enter><enter>"
                             "<tab><enter><enter>"
                             "{D draw}<tab><enter><enter>"
                             "<end><enter>3<enter>"
                             "<end><enter>2<enter>"
                             "{L challenge}<enter><tab><enter><enter>"
                             "<tab>{U UNO!}<enter><enter>"
                             "{C catch!}<enter>"
                             "<tab><enter><enter><shot end><enter>";

/* True: and then a game. */
static bool play_script(enum text_lang lang, const char *keys, bool *there)
{
    const struct mazo_rules *next = mazo_rules_of_sheet(MAZO_SHEET_SIN_REVERSA);
    bool plays;
    char made[1000] = "";
    const char *open;
    while ((open = strchr(keys, '{'))) {
        const char *close = strchr(open, '}');
        char label[40];
        snprintf(label, sizeof label, "%.*s", (int)(close - open - 1), open + 1);
        snprintf(made + strlen(made), sizeof made - strlen(made), "%.*s%c", (int)(open - keys),
                 keys, text_in(lang, label)[0] | 32);
        keys = close + 1;
    }
    snprintf(made + strlen(made), sizeof made - strlen(made), "%s", keys);
    struct term *term = term_script(made, ".", 24, 80);
    assert_non_null(term);
    *there = terminal_lesson(term, lang, next, &plays);
    term->close(term);
    return plays;
}

static void to_the_end_on_the_screen(void **state)
{
    (void)state;
    static const char *const words[TEXT_LANG_COUNT] = {"Now you can play", "¡Ya sabes jugar!",
                                                       "¡Ya sabes jugar!", "¡Ya sabes jugar!"};
    static const char *const differs[TEXT_LANG_COUNT] = {"There is no Reverse.", "No hay Reversa.",
                                                         "No hay Cambio de sentido.",
                                                         "No hay Reversa."};
    for (int lang = 0; lang < TEXT_LANG_COUNT; lang++) {
        char text[8000] = "";
        bool there;
        assert_true(play_script((enum text_lang)lang, script, &there));
        assert_true(there); /* the script is not over before the lesson is */
        FILE *file = fopen("./end.screen", "r");
        assert_non_null(file);
        assert_true(fread(text, 1, sizeof text - 1, file) > 0);
        fclose(file);
        remove("./end.screen");
        if (!strstr(text, words[lang]) || !strstr(text, "sin-reversa") ||
            !strstr(text, differs[lang]))
            fail_msg("the lesson has come no further than:\n%s", text);
    }
}

static void can_be_skipped_and_left(void **state)
{
    (void)state;
    bool there;
    play_script(TEXT_EN, "<enter>q<down><enter>q<down><down><enter>", &there);
    assert_true(there);
    char all[400] = "<enter>";
    for (int i = 0; i < lesson_step_count; i++)
        strcat(all, "q<down><enter>");
    strcat(all, "<down><enter>");
    assert_false(play_script(TEXT_EN, all, &there)); /* back to the menu */
    assert_true(there);
    play_script(TEXT_EN, "<enter>", &there);
    assert_false(there); /* the terminal was gone before the end */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_can_be_done),
        cmocka_unit_test(nothing_else_gets_through),
        cmocka_unit_test(wrong_cards_are_explained),
        cmocka_unit_test(uno_may_come_first),
        cmocka_unit_test(captions_name_the_keys),
        cmocka_unit_test(the_words_fit_every_front_end),
        cmocka_unit_test(to_the_end_on_the_screen),
        cmocka_unit_test(can_be_skipped_and_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
