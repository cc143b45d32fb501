/*
 * number.h - reads a whole number from text.
 */
#ifndef MAZO_NUMBER_H
#define MAZO_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Read all of `text`: digits only, without a sign. False, and *out is left alone: no number in that range. */
bool text_number(const char *text, uint64_t least, uint64_t most, uint64_t *out);

/* "seven", "siete" or digits, in lower case: 0 to `most`, or -1. Not "uno", which is said with a last card. */
int text_number_word(const char *word, int most);

#endif
