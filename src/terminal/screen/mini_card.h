/*
 * mini_card.h - a card as a few characters in a line: "●7", "■+2", in its color; "R7" where there are no
 * shapes.
 */
#ifndef MAZO_MINI_CARD_H
#define MAZO_MINI_CARD_H

#include "mazo/card.h"
#include "terminal/screen/page.h"

/* Draw the card on the page; returns the columns used. MAZO_CARD_NONE is the back of one. */
int mini_card_draw(struct page *p, int row, int column, mazo_card card);

/* Turns cards in braces, "{R7}", in this part of the canvas into chips of the same width: filled,
 * or only in their color. */
void mini_card_chips(struct canvas *c, const struct term *term, enum text_lang lang, int row,
                     int column, int height, int width, bool filled);

/* Draw `count` of each kind in order, within `width` columns and `height` rows; "+3" stands for
 * those that do not fit. Returns the rows used, at least 1. */
int mini_card_draw_hand(struct page *p, int row, int column, int width, int height,
                        const uint8_t count[MAZO_KIND_COUNT]);

/* The ink of a color. */
uint8_t mini_card_ink(int color);

/* "●" of red, and so on, or the color's letter where shapes cannot be shown; " " for none. */
const char *mini_card_shape(const struct page *p, int color);

#endif
