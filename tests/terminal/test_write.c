/*
 * test_write.c - writing rule cards: whatever is typed, what comes out can be played.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "terminal/term.h"
#include "terminal/write.h"
#include "wire/utf8.h"

static struct writing writing;

static void press(const char *keys)
{
    for (; *keys; keys++) {
        uint32_t key = *keys == '\n'     ? TERM_ENTER
                       : *keys == '\v'   ? TERM_DOWN
                       : *keys == '\b'   ? TERM_BACKSPACE
                       : *keys == '\033' ? TERM_ESCAPE
                                         : (uint32_t)(unsigned char)*keys;
        write_key(&writing, key);
    }
}

static void ideas_are_two_keys(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 2);
    press("\n1\n8");
    assert_false(writing.ready);
    press("\n");
    assert_true(writing.ready);
    assert_memory_equal(&writing.cards[0], mazo_idea(1), sizeof *mazo_idea(1));
    assert_memory_equal(&writing.cards[1], mazo_idea(8), sizeof *mazo_idea(8));
    assert_string_equal(writing.texts[1].dare[0], "High-five everyone with your feet!");
}

static void a_blank_card_is_not_handed_in(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 2);
    press("\n1\v\n");
    assert_false(writing.ready);
    assert_true(writing.wrong[0]);
}

static void effects_are_put_together(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 1);
    press("\n9"); /* a rule of one's own: draw … */
    press("\n3"); /* three cards */
    press("4\n"); /* and draw 2 more, the number that is offered */
    const struct mazo_rule_card *card = &writing.cards[0];
    assert_int_equal(card->count, 2);
    assert_int_equal(card->effect[0].type, MAZO_EFFECT_draw);
    assert_int_equal(card->effect[0].n, 3);
    assert_int_equal(card->effect[1].n, 2);
    assert_string_equal(writing.texts[0].text, "draw 3 cards; draw 2 cards");
    press("3"); /* take the last one away */
    assert_int_equal(card->count, 1);
    press("2Three!\n\n\n"); /* a text, ready, hand in */
    assert_true(writing.ready);
    assert_string_equal(writing.texts[0].text, "Three!");
}

static void a_dare_needs_words(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 1);
    press("\n9");
    write_pick(&writing, 3 + MAZO_EFFECT_dare);
    press("  \n");
    assert_int_equal(writing.page, WRITE_DARE);
    press("\b\bSing\n");
    assert_int_equal(writing.cards[0].effect[0].type, MAZO_EFFECT_dare);
    assert_string_equal(writing.texts[0].dare[0], "Sing");
}

/* Any keys at all: the cards are always such that the engine takes them. */
static void nonsense_does_no_harm(void **state)
{
    (void)state;
    unsigned dice = 1;
    int handed_in = 0;
    for (int round = 0; round < 300; round++) {
        write_begin(&writing, round % 2 ? TEXT_ES : TEXT_EN, 1 + round % 4);
        for (int i = 0; i < 400 && !writing.ready; i++) {
            static const uint32_t keys[] = {TERM_ENTER, TERM_ENTER, TERM_ENTER,  TERM_UP,
                                            TERM_DOWN,  TERM_DOWN,  TERM_ESCAPE, TERM_BACKSPACE,
                                            TERM_END,   '1',        '2',         '7',
                                            '9',        ' ',        'x',         0xf1,
                                            TERM_HOME,  TERM_TAB};
            dice = dice * 1103515245u + 12345u;
            write_key(&writing, keys[(dice >> 16) % (sizeof keys / sizeof *keys)]);
        }
        for (int card = 0; writing.ready && card < writing.count; card++) {
            assert_true(mazo_rule_card_is_valid(&writing.cards[card]));
            assert_true(utf8_is_plain(writing.texts[card].text, WIRE_TEXT_MAX));
            for (int i = 0; i < writing.cards[card].count; i++) {
                bool dare = writing.cards[card].effect[i].type == MAZO_EFFECT_dare;
                assert_true(!dare || utf8_is_plain(writing.texts[card].dare[i], WIRE_DARE_MAX));
            }
        }
        handed_in += writing.ready;
    }
    assert_true(handed_in > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ideas_are_two_keys),       cmocka_unit_test(a_blank_card_is_not_handed_in),
        cmocka_unit_test(effects_are_put_together), cmocka_unit_test(a_dare_needs_words),
        cmocka_unit_test(nonsense_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
