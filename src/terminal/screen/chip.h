/*
 * chip.h - a card as a few characters in a line: "●7", "■+2", in its color; "R7" where there are no
 * shapes.
 */
#ifndef MAZO_CHIP_H
#define MAZO_CHIP_H

#include "mazo/card.h"
#include "terminal/screen/page.h"

/* Draw the card on the page; returns the columns used. MAZO_CARD_NONE is the back of one. */
int chip_draw(struct page *p, int row, int column, mazo_card card);

/* Draw `count` of each kind in order, within `width` columns and `height` rows; "+3" stands for
 * those that find no room. Returns the rows used, at least 1. */
int chip_draw_hand(struct page *p, int row, int column, int width, int height,
                   const uint8_t count[MAZO_KIND_COUNT]);

/* The ink of a color. */
uint8_t chip_ink(int color);

/* "●" of red, and so on, or the color's letter where shapes cannot be shown; " " for none. */
const char *chip_shape(const struct page *p, int color);

#endif
