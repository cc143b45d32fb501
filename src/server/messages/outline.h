/*
 * outline.h - a look at a message before it is parsed.
 *
 * Parsing takes some 150 instructions for each byte, and nearly all messages are short: with its type
 * and the number of its values known, one that is too large is refused without being parsed.
 */
#ifndef MAZO_OUTLINE_H
#define MAZO_OUTLINE_H

#include <stddef.h>

struct outline {
    struct outline_text {
        const char *at; /* in the message, without its quotes; NULL: none */
        size_t len;
    } type, id;
    int values; /* counted up to one more than `most` */
};

/* The texts of the keys `type` and `id` of the outermost object, with escapes unresolved. If the
 * text is not JSON, whatever it happens to find. */
void outline_read(const char *text, size_t len, int most, struct outline *out);

#endif
