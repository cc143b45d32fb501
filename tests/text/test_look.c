/*
 * test_look.c - names that cannot be seen, and names that look like others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "text/look.h"
#include "text/utf8.h"

static void cleaned(const char *from, const char *wanted)
{
    char to[48];
    assert_int_equal(look_clean(from, to, sizeof to), LOOK_FINE);
    assert_string_equal(to, wanted);
    assert_true(look_is_visible(from));
    char again[48];
    assert_int_equal(look_clean(to, again, sizeof again), LOOK_FINE);
    assert_string_equal(again, to);
}

static void refused(const char *from, enum look wanted)
{
    char to[48] = "x";
    assert_int_equal(look_clean(from, to, sizeof to), wanted);
    assert_string_equal(to, "");
    assert_non_null(look_why(wanted));
}

static void what_cannot_be_seen_is_no_name(void **state)
{
    static const unsigned alone[] = {0x200b, 0x2060, 0xfeff, 0x3164, 0x2800,  0xad,   0x115f,
                                     0x34f,  0xfff9, 0xffa0, 0x180e, 0xe0041, 0x200d, 0xfe0f,
                                     0xa0,   0x3000, ' ',    0x2003, 0x1d173, 0xe01ef};
    char text[16];
    (void)state;
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++) {
        utf8_write(alone[i], text);
        refused(text, LOOK_EMPTY);
        assert_false(look_is_visible(text));
        utf8_write(alone[i], text + strlen(text)); /* twice */
        refused(text, LOOK_EMPTY);
    }
    refused("", LOOK_EMPTY);
    refused("\u2060\ufeff \u200b", LOOK_EMPTY);
    refused("\ue000\U000f0000\U0010fffd", LOOK_EMPTY); /* a box in every font */
}

static void what_cannot_be_seen_is_dropped(void **state)
{
    (void)state;
    cleaned("Ana\u200b", "Ana");
    cleaned("\ufeffA\u00adn\u034fa\U000e0041", "Ana");
    cleaned("  Ana \u00a0\u2800 Mar\u00eda\u3000", "Ana Mar\u00eda");
    cleaned("Ana\u200d", "Ana");
    cleaned("A\u200dn\u200ca\ufe0f", "Ana");
    cleaned("Se\u00f1ora \u00d1", "Se\u00f1ora \u00d1");
}

/* Alone it would lie over what stands before the name; a pile of them, over the lines above. */
static void accents_need_a_letter_and_are_few(void **state)
{
    (void)state;
    refused("\u0301", LOOK_EMPTY);
    refused("\u20dd \u0301\u0301", LOOK_EMPTY);
    assert_false(look_is_visible("\u0301"));
    cleaned("\u0301Ana \u0301Mar\u00eda", "Ana Mar\u00eda");
    cleaned("A\u0300\u0301\u0302\u0303\u0304\u0305n\u0303a", "A\u0300\u0301\u0302n\u0303a");
}

static void emoji_and_scripts_keep_what_they_need(void **state)
{
    (void)state;
    cleaned("\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467");
    cleaned("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525");
    cleaned("1\ufe0f\u20e3", "1\ufe0f\u20e3");
    cleaned("\u2764\ufe0f\ufe0f\ufe0f", "\u2764\ufe0f");
    cleaned("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
            "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627");
}

static void controls_and_turned_writing_are_refused(void **state)
{
    static const char *const bad[] = {"\u202eanA", "A\u2066na", "A\u061cna", "A\x1b[1m",
                                      "A\tb",      "A\nb",      "A\u2028",   "A\xc2\x85",
                                      "A\u200f",   "A\xff",     "A\xc3"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refused(bad[i], LOOK_BAD);
}

static void what_is_too_long_is_never_cut(void **state)
{
    char text[64];
    (void)state;
    memset(text, 'x', sizeof text);
    text[47] = '\0';
    cleaned(text, text);
    memcpy(text + 46, "\u00f1", 3); /* 48 bytes */
    refused(text, LOOK_LONG);
    memcpy(text + 45, "\u00f1", 3); /* 47 */
    cleaned(text, text);
}

static void names_that_look_alike(void **state)
{
    static const char *const ana[] = {"Ana",
                                      "ana",
                                      "ANA",
                                      "\u00c1n\u00e1",
                                      "\u0410na",
                                      "An\u0430",
                                      "\u0391n\u03b1",
                                      "Ana\u200b",
                                      " Ana ",
                                      "A\u0301na",
                                      "\uff21\uff4e\uff41",
                                      "\U0001d400\U0001d427\U0001d41a",
                                      "\u13aa\u0578\u0251"};
    static const char *const others[] = {"Anna",    "An a", "Ane", "\u0410\u043d\u044f",
                                         "Ana (2)", "Ana 2"};
    (void)state;
    for (size_t i = 0; i < sizeof ana / sizeof ana[0]; i++)
        assert_true(look_alike(ana[i], "Ana"));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(look_alike(others[i], "Ana"));
    assert_true(look_alike("Illya", "IlIya"));
    assert_true(look_alike("\u0418\u0432\u0430\u043d", "\u0438\u0432\u0430\u043d"));
    assert_true(look_alike("Bob  Smith", "B0b\u00a0Smith"));
    assert_false(look_alike("\u0301", "\u0302"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_seen_is_no_name),
        cmocka_unit_test(what_cannot_be_seen_is_dropped),
        cmocka_unit_test(accents_need_a_letter_and_are_few),
        cmocka_unit_test(emoji_and_scripts_keep_what_they_need),
        cmocka_unit_test(controls_and_turned_writing_are_refused),
        cmocka_unit_test(what_is_too_long_is_never_cut),
        cmocka_unit_test(names_that_look_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
