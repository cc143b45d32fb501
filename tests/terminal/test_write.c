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

#include "terminal/screen/term.h"
#include "terminal/game/write.h"
#include "text/utf8.h"

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

static void clear(void) { write_key(&writing, TERM_CLEAR); }

static const char *line(int number)
{
    static char buf[600];
    return write_line(&writing, number, buf, sizeof buf);
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

/* Below the ninth row there are letters; q is not among them, it leaves. */
static void every_row_has_a_key(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 1);
    press("\n");
    write_pick(&writing, WIRE_IDEA_COUNT); /* one of your own */
    press("My rule\n");
    assert_true(write_lines(&writing) > 12);
    for (int i = 0; i < write_lines(&writing); i++) {
        assert_true(write_row_key(i) != ' ' && write_row_key(i) != 'q');
        for (int j = 0; j < i; j++)
            assert_int_not_equal(write_row_key(i), write_row_key(j));
    }
    assert_int_equal(write_row_key(9), 'a');
    assert_non_null(strstr(line(9), "wild"));
    press("A"); /* capital or small */
    assert_int_equal(writing.cards[0].effect[0].type, MAZO_EFFECT_wilds);
}

static void one_card_and_no_effect_in_words(void **state)
{
    char title[200];
    (void)state;
    write_begin(&writing, TEXT_EN, 1);
    assert_string_equal(write_title(&writing, title, sizeof title), "Write your rule card");
    write_begin(&writing, TEXT_EN, 2);
    assert_string_equal(write_title(&writing, title, sizeof title), "Write your 2 rule cards");
    press("\n");
    write_pick(&writing, WIRE_IDEA_COUNT); /* one of your own */
    press("Hop  \n");
    assert_string_equal(writing.texts[0].text, "Hop");
    assert_string_equal(line(2), "No effect yet: add one below");
    write_pick(&writing, 4 + MAZO_EFFECT_reverse);
    assert_string_equal(line(2), "Remove the last effect");
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
    press("\n9\n"); /* a rule of one's own, without a text: draw … */
    press("\n3");   /* three cards */
    press("5\n");   /* and draw 2 more, the number that is offered */
    const struct mazo_rule_card *card = &writing.cards[0];
    assert_int_equal(card->count, 2);
    assert_int_equal(card->effect[0].type, MAZO_EFFECT_draw);
    assert_int_equal(card->effect[0].n, 3);
    assert_int_equal(card->effect[1].n, 2);
    assert_string_equal(writing.texts[0].text, "draw 3 cards; draw 2 cards");
    press("3"); /* take the last one away */
    assert_int_equal(card->count, 1);
    press("2");
    assert_string_equal(writing.typed, "draw 3 cards");
    clear();
    press("Three!\n\n\n"); /* a text, ready, hand in */
    assert_true(writing.ready);
    assert_string_equal(writing.texts[0].text, "Three!");
}

static void a_dare_needs_words(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 1);
    press("\n9\n");
    write_pick(&writing, 4 + MAZO_EFFECT_dare);
    press("  \n");
    assert_int_equal(writing.page, WRITE_DARE);
    press("\b\bSing\n");
    assert_int_equal(writing.cards[0].effect[0].type, MAZO_EFFECT_dare);
    assert_string_equal(writing.texts[0].dare[0], "Sing");
}

/* The text of the card is typed at once. */
static void a_rule_of_ones_own_begins_with_its_text(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 2);
    press("\n9Sing 2 songs, or draw\n");
    assert_int_equal(writing.page, WRITE_OWN);
    assert_string_equal(writing.texts[0].text, "Sing 2 songs, or draw");
    assert_int_equal(writing.cards[0].count, 0);
    press("1"); /* not without an effect */
    assert_int_equal(writing.page, WRITE_OWN);
    assert_true(writing.wrong[0]);
    press("\033"); /* the text stays, and the card says what is missing */
    assert_int_equal(writing.page, WRITE_CARDS);
    assert_string_equal(line(0), "Card 1: Sing 2 songs, or draw (no effect yet)");
    press("\n\n2"); /* the first effect is the one that is offered: draw 2 */
    assert_string_equal(writing.texts[0].text, "Sing 2 songs, or draw");
    press("\033");
    assert_string_equal(line(0), "Card 1: Sing 2 songs, or draw (draw 2 cards)");
}

static void a_space_chooses_nothing(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 2);
    press("   ");
    assert_int_equal(writing.page, WRITE_CARDS);
    press("\n sing a song for all of us ");
    assert_int_equal(writing.page, WRITE_IDEAS);
    assert_int_equal(writing.cards[0].count, 0);
    press("9\n     ");
    assert_int_equal(writing.page, WRITE_OWN);
    assert_int_equal(writing.cards[0].count, 0);
}

static void a_text_outlives_its_effects(void **state)
{
    (void)state;
    char does[200];
    write_begin(&writing, TEXT_EN, 1);
    press("\n9Boom\n52\x1b\n3"); /* draw 2; out and in again; take it away */
    assert_int_equal(writing.page, WRITE_OWN);
    assert_int_equal(writing.cards[0].count, 0);
    assert_string_equal(writing.texts[0].text, "Boom");
    assert_string_equal(write_does(&writing, 0, does, sizeof does), "no effect yet");
    press("3"); /* none left */
    assert_int_equal(writing.page, WRITE_OWN);
    assert_true(writing.wrong[0]);
    press("53");
    assert_string_equal(write_does(&writing, 0, does, sizeof does), "draw 3 cards");
    press("2!\n"); /* the old text is in the box */
    assert_string_equal(writing.texts[0].text, "Boom!");
    press("2");
    clear();
    press("\n"); /* none again: it says what it does */
    assert_string_equal(writing.texts[0].text, "draw 3 cards");
    assert_string_equal(write_does(&writing, 0, does, sizeof does), "");
}

static void an_idea_is_exchanged(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 1);
    press("\n1");
    write_pick(&writing, 0);
    press("2\n"); /* looked at the text, changed nothing */
    assert_true(writing.idea[0]);
    press("4");
    assert_int_equal(writing.page, WRITE_IDEAS);
    press("\033"); /* rather not */
    assert_int_equal(writing.page, WRITE_OWN);
    assert_memory_equal(&writing.cards[0], mazo_idea(1), sizeof *mazo_idea(1));
    press("49\033"); /* a rule of one's own, or rather not */
    assert_int_equal(writing.page, WRITE_IDEAS);
    assert_memory_equal(&writing.cards[0], mazo_idea(1), sizeof *mazo_idea(1));
    press("3\n");
    assert_true(writing.ready);
    assert_memory_equal(&writing.cards[0], mazo_idea(3), sizeof *mazo_idea(3));
    struct say_card_text text;
    say_idea_text(TEXT_EN, 3, &text);
    assert_string_equal(writing.texts[0].text, text.text);
}

/* A look at the ideas keeps the text that was written; choosing one replaces it. */
static void an_own_rule_is_exchanged(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_EN, 1);
    press("\n9Boom\n5249");
    assert_int_equal(writing.page, WRITE_OWN);
    assert_string_equal(writing.texts[0].text, "Boom");
    assert_int_equal(writing.cards[0].count, 1);
    press("42");
    assert_memory_equal(&writing.cards[0], mazo_idea(2), sizeof *mazo_idea(2));
    assert_false(writing.own[0]);
    assert_string_not_equal(writing.texts[0].text, "Boom");
}

static void texts_are_corrected_inside(void **state)
{
    (void)state;
    write_begin(&writing, TEXT_ES, 1);
    press("\n9anta");
    write_key(&writing, TERM_HOME);
    press("C");
    write_key(&writing, TERM_END);
    write_key(&writing, TERM_LEFT);
    write_key(&writing, 0xf1);
    press("\n");
    assert_string_equal(writing.texts[0].text, "Cantña");
    write_pick(&writing, 4 + MAZO_EFFECT_dare);
    press("uno");
    clear();
    press("dos\n");
    assert_string_equal(writing.texts[0].dare[0], "dos");
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
                                            TERM_HOME,  TERM_TAB,   TERM_LEFT,   TERM_DELETE,
                                            TERM_CLEAR, '4',        '5'};
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
        cmocka_unit_test(ideas_are_two_keys),
        cmocka_unit_test(every_row_has_a_key),
        cmocka_unit_test(one_card_and_no_effect_in_words),
        cmocka_unit_test(a_blank_card_is_not_handed_in),
        cmocka_unit_test(effects_are_put_together),
        cmocka_unit_test(a_dare_needs_words),
        cmocka_unit_test(a_rule_of_ones_own_begins_with_its_text),
        cmocka_unit_test(a_space_chooses_nothing),
        cmocka_unit_test(a_text_outlives_its_effects),
        cmocka_unit_test(an_idea_is_exchanged),
        cmocka_unit_test(an_own_rule_is_exchanged),
        cmocka_unit_test(texts_are_corrected_inside),
        cmocka_unit_test(nonsense_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
