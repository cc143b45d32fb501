/*
 * place.h - where in a file something is wrong, in the one way to write it.
 */
#ifndef MAZO_PLACE_H
#define MAZO_PLACE_H

#include <stddef.h>
#include "text/text.h"

/* "house.ini, line 3: MESSAGE"; without a line (0) "house.ini: MESSAGE". The name is cleaned.
 * Returns `buf`. */
char *text_place(enum text_lang lang, const char *file, int line, const char *message, char *buf,
                 size_t size);

#endif
