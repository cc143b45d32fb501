/*
 * number.h - a whole number that somebody wrote.
 */
#ifndef MAZO_NUMBER_H
#define MAZO_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Read all of `text`: digits only, without a sign. False, and *out is left alone: no number in that range. */
bool text_number(const char *text, uint64_t least, uint64_t most, uint64_t *out);

#endif
