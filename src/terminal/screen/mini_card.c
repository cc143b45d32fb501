/*
 * mini_card.c - a card as a few characters in a line.
 */
#include "terminal/screen/mini_card.h"

#include <stdio.h>

#include "terminal/screen/canvas.h"
#include "say/notation.h"

uint8_t mini_card_ink(int color)
{
    static const uint8_t inks[] = {INK_RED, INK_GREEN, INK_BLUE, INK_YELLOW};
    return color >= 0 && color < MAZO_COLOR_COUNT ? inks[color] : INK_PLAIN;
}

const char *mini_card_shape(const struct page *p, int color)
{
    static const char *const shapes[] = {"●", "▲", "■", "★"};
    static const char *const letters[TEXT_LANG_COUNT][MAZO_COLOR_COUNT] = {
        [TEXT_EN] = {"R", "G", "B", "Y"},
        [TEXT_ES] = {"R", "V", "A", "M"}, /* rojo, verde, azul, amarillo: as in "RGBY" of po/ */
    };
    if (color < 0 || color >= MAZO_COLOR_COUNT)
        return " ";
    return p->term->letters ? letters[p->lang][color] : shapes[color];
}

/* " ●7 ", and the style it is drawn in. */
static struct canvas_style look_of(const struct page *p, mazo_card card, char *text, size_t size)
{
    char name[MAZO_CARD_TEXT];
    if (!mazo_card_is_valid(card)) {
        snprintf(text, size, "▒▒");
        return (struct canvas_style){INK_DIM, 0};
    }
    mazo_card_write(card, name);
    if (mazo_card_is_wild(card)) {
        snprintf(text, size, " %s ", name);
        return (struct canvas_style){INK_PLAIN, CANVAS_REVERSE | CANVAS_BOLD};
    }
    int value = mazo_card_value(card);
    const char *sign = value == MAZO_SKIP ? "⊘" : value == MAZO_REVERSE ? "⇄" : name + 1;
    snprintf(text, size, " %s%s ", mini_card_shape(p, mazo_card_color(card)), sign);
    return (struct canvas_style){mini_card_ink(mazo_card_color(card)),
                                 CANVAS_REVERSE | CANVAS_BOLD};
}

int mini_card_draw(struct page *p, int row, int column, mazo_card card)
{
    char text[24];
    struct canvas_style style = look_of(p, card, text, sizeof text);
    return canvas_text(&p->canvas, row, column, 8, style, text);
}

int mini_card_draw_hand(struct page *p, int row, int column, int width, int height,
                        const uint8_t count[MAZO_KIND_COUNT])
{
    enum { WIDEST = 6, MORE = 5 };
    int at = 0, line = 0, left_out = 0;
    for (int i = 0; i < MAZO_CARD_NAMES; i++) {
        for (int copy = 0; copy < count[mazo_card_at(i)]; copy++) {
            bool last = line == height - 1;
            if (at + WIDEST > width && !last) {
                line++;
                at = 0;
            } else if (last && at + WIDEST + MORE > width) {
                left_out++;
                continue;
            }
            at += 1 + mini_card_draw(p, row + line, column + at, mazo_card_at(i));
        }
    }
    if (left_out > 0) {
        char text[16];
        snprintf(text, sizeof text, "+%d", left_out);
        canvas_text(&p->canvas, row + line, column + at, MORE, (struct canvas_style){INK_DIM, 0},
                    text);
    }
    return line + 1;
}
