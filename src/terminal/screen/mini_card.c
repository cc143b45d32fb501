/*
 * mini_card.c - a card as a few characters in a line.
 */
#include "terminal/screen/mini_card.h"

#include <stdio.h>
#include <string.h>

#include "terminal/screen/canvas.h"
#include "say/notation.h"
#include "say/rule_say.h"

uint8_t mini_card_ink(int color)
{
    static const uint8_t inks[] = {INK_RED, INK_GREEN, INK_BLUE, INK_YELLOW};
    return color >= 0 && color < MAZO_COLOR_COUNT ? inks[color] : INK_PLAIN;
}

static const char *shape_of(const struct term *term, enum text_lang lang, int color)
{
    static const char *const shapes[] = {"●", "▲", "■", "★"};
    static const char *const letters[TEXT_LANG_COUNT][MAZO_COLOR_COUNT] = {
        [TEXT_EN] = {"R", "G", "B", "Y"},
        [TEXT_ES] = {"R", "V", "A", "M"}, /* rojo, verde, azul, amarillo: as in "RGBY" of po/ */
        [TEXT_ES_ES] = {"R", "V", "A", "M"},
        [TEXT_ES_419] = {"R", "V", "A", "M"},
    };
    if (color < 0 || color >= MAZO_COLOR_COUNT)
        return " ";
    return term->letters ? letters[lang][color] : shapes[color];
}

const char *mini_card_shape(const struct page *p, int color)
{
    return shape_of(p->term, p->lang, color);
}

/* " ●7 ", and the style it is drawn in. */
static struct canvas_style look_of(const struct term *term, enum text_lang lang, mazo_card card,
                                   char *text, size_t size)
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
    snprintf(text, size, " %s%s ", shape_of(term, lang, mazo_card_color(card)), sign);
    return (struct canvas_style){mini_card_ink(mazo_card_color(card)),
                                 CANVAS_REVERSE | CANVAS_BOLD};
}

int mini_card_draw(struct page *p, int row, int column, mazo_card card)
{
    char text[24];
    struct canvas_style style = look_of(p->term, p->lang, card, text, sizeof text);
    return canvas_text(&p->canvas, row, column, 8, style, text);
}

/* The text of a row from there on, as long as a card's mark can be. */
static void row_text(const struct canvas *c, int row, int column, char *buf, size_t size)
{
    size_t used = 0;
    buf[0] = '\0';
    for (; column < c->columns && used + sizeof c->cell[0][0].text < size; column++)
        used += (size_t)snprintf(buf + used, size - used, "%s", c->cell[row][column].text);
}

void mini_card_chips(struct canvas *c, const struct term *term, enum text_lang lang, int row,
                     int column, int height, int width, bool filled)
{
    for (int i = row < 0 ? 0 : row; i < row + height && i < c->rows; i++) {
        for (int j = column; j < column + width && j < c->columns; j++) {
            char text[MAZO_CARD_TEXT + 2 * sizeof c->cell[0][0].text];
            mazo_card card;
            if (strcmp(c->cell[i][j].text, "{") != 0)
                continue;
            row_text(c, i, j, text, sizeof text);
            if (rule_say_mark(text, &card)) {
                struct canvas_style style = look_of(term, lang, card, text, sizeof text);
                style.flags &= (uint8_t)(filled ? ~0 : ~CANVAS_REVERSE);
                j += canvas_text(c, i, j, width, style, text) - 1;
            }
        }
    }
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
