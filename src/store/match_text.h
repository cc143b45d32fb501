/*
 * match_text.h - the lines of a match as one text, which is its file.
 *
 *     struct store_lines lines = {0};
 *     store->ops->events(store, match, 0, store_add_line, &lines);
 */
#ifndef MAZO_MATCH_TEXT_H
#define MAZO_MATCH_TEXT_H

#include "store/store.h"

struct store_lines {
    char *bytes; /* the caller frees them; NULL if there are none */
    size_t len, room;
    bool failed; /* out of memory: lines are missing */
};

/* Append a line and its newline: a callback for `events`. */
void store_add_line(void *lines, const struct store_event *event);

/* Free the memory behind the last line. */
void store_trim_lines(struct store_lines *lines);

#endif
