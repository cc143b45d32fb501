/*
 * screen.h - text on its way to a screen: how wide it is, and nothing in it that a
 * terminal would obey.
 */
#ifndef MAZO_SCREEN_H
#define MAZO_SCREEN_H

#include <stddef.h>

/* Columns that the text takes. */
int screen_width(const char *text);

/* Copy text from outside for a message: control characters and bad bytes become "?",
 * and what is too long for the buffer ends in "...". `size` is at least 8. Returns buf. */
char *screen_clean(const char *text, char *buf, size_t size);

#endif
