/*
 * test_canvas.c - text on a canvas: cut, broken, wide, framed.
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "terminal/screen/canvas.h"

static struct canvas canvas;
static const struct canvas_style plain;

static void assert_screen(const char *wanted)
{
    char text[4096];
    canvas_dump(&canvas, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void text_is_cut_with_dots(void **state)
{
    (void)state;
    canvas_clear(&canvas, 2, 10);
    assert_int_equal(canvas_text(&canvas, 0, 2, 5, plain, "corazón"), 5);
    assert_int_equal(canvas_text(&canvas, 1, 0, 10, plain, "corazón"), 7);
    assert_screen("  cora…\ncorazón\n");
}

static void program_seat_is_nowhere(void **state)
{
    (void)state;
    canvas_clear(&canvas, 2, 4);
    canvas_text(&canvas, -1, 0, 4, plain, "no");
    canvas_text(&canvas, 2, 0, 4, plain, "no");
    canvas_text(&canvas, 0, 3, 4, plain, "ab");
    canvas_text(&canvas, 1, -1, 4, plain, "ab");
    canvas_fill(&canvas, -3, -3, 2, 2, plain, "x");
    assert_screen("   a\nb\n");
}

static void wide_characters_take_two_cells(void **state)
{
    (void)state;
    canvas_clear(&canvas, 2, 6);
    assert_int_equal(canvas_text(&canvas, 0, 0, 6, plain, "日本"), 4);
    canvas_text(&canvas, 0, 1, 1, plain, "x");  /* over half of the first one */
    canvas_text(&canvas, 1, 5, 2, plain, "日"); /* no room for it */
    assert_screen(" x本\n\n");
    assert_int_equal(canvas_width("日本a"), 5);
}

static void combining_marks_join(void **state)
{
    (void)state;
    canvas_clear(&canvas, 1, 4);
    assert_int_equal(canvas_text(&canvas, 0, 0, 4, plain, "e\xcc\x81x"), 2);
    assert_screen("e\xcc\x81x\n");
}

static void control_characters_do_not_get_through(void **state)
{
    (void)state;
    canvas_clear(&canvas, 1, 8);
    canvas_text(&canvas, 0, 0, 8, plain, "a\033[2J\xff");
    assert_screen("a?[2J?\n");
}

static void words_are_broken_into_lines(void **state)
{
    (void)state;
    canvas_clear(&canvas, 4, 10);
    assert_int_equal(canvas_wrap(&canvas, 0, 0, 10, 4, plain, "uno dos tres cuatro"), 3);
    assert_screen("uno dos\ntres\ncuatro\n\n");
    canvas_clear(&canvas, 4, 10);
    assert_int_equal(canvas_wrap(&canvas, 0, 0, 10, 2, plain, "uno dos tres cuatro"), 2);
    assert_screen("uno dos\ntres cuat…\n\n\n");
    assert_int_equal(canvas_wrap_lines("abcdefghijklmno", 10), 2); /* a word longer than a line */
    assert_int_equal(canvas_wrap_lines("uno\ndos", 10), 2);
}

static void frames_have_titles(void **state)
{
    (void)state;
    canvas_clear(&canvas, 3, 12);
    canvas_box(&canvas, 0, 0, 3, 12, plain, "hola");
    assert_screen("╭─ hola ───╮\n│          │\n╰──────────╯\n");
}

static void styles_have_letters(void **state)
{
    char text[256];
    (void)state;
    canvas_clear(&canvas, 1, 5);
    canvas_text(&canvas, 0, 0, 1, (struct canvas_style){INK_RED, 0}, "a");
    canvas_text(&canvas, 0, 1, 1, (struct canvas_style){INK_BLUE, CANVAS_BOLD}, "a");
    canvas_text(&canvas, 0, 2, 1, (struct canvas_style){INK_YELLOW, CANVAS_REVERSE}, " ");
    canvas_text(&canvas, 0, 4, 1, (struct canvas_style){INK_PLAIN, 0}, "a");
    canvas_dump_styles(&canvas, text, sizeof text);
    assert_string_equal(text, "rB4 .\n");
}

static void a_dump_is_measured_like_snprintf(void **state)
{
    char text[4];
    (void)state;
    canvas_clear(&canvas, 1, 8);
    canvas_text(&canvas, 0, 0, 8, plain, "abcdef");
    assert_int_equal(canvas_dump(&canvas, text, sizeof text), 7);
    assert_string_equal(text, "abc");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_cut_with_dots),
        cmocka_unit_test(program_seat_is_nowhere),
        cmocka_unit_test(wide_characters_take_two_cells),
        cmocka_unit_test(combining_marks_join),
        cmocka_unit_test(control_characters_do_not_get_through),
        cmocka_unit_test(words_are_broken_into_lines),
        cmocka_unit_test(frames_have_titles),
        cmocka_unit_test(styles_have_letters),
        cmocka_unit_test(a_dump_is_measured_like_snprintf),
    };
    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
