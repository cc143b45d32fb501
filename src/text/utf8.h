/*
 * utf8.h - is this text, and may people write it on a card?
 */
#ifndef MAZO_UTF8_H
#define MAZO_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the UTF-8 character at `text` (`left` bytes are there), 0 when it
 * is not valid: overlong forms, surrogates and numbers past 10FFFF are not. */
int utf8_length(const char *text, size_t left);

/* `len` bytes, all of them such characters. */
bool utf8_is_valid(const char *text, size_t len);

/* The number of the character at `text`, whose `n` bytes are valid; and its bytes, with a NUL: returns
 * how many. */
unsigned utf8_number(const char *text, int n);
size_t utf8_write(unsigned number, char out[5]);

/* A control character, the end of a line, or a mark that turns the direction of writing. */
bool utf8_is_control(unsigned number);

/* Valid UTF-8 of 1 to `most` bytes without control characters or marks that
 * turn the direction of writing, and not only blanks. */
bool utf8_is_plain(const char *text, size_t most);

#endif
