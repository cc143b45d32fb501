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
    char *bytes; /* to be freed; NULL if there are none */
    size_t len, room;
    bool failed; /* no memory: some are missing */
};

/* One more, with its end: for `events` of a store. */
void store_add_line(void *lines, const struct store_event *event);

/* Give back the memory behind the last one. */
void store_trim_lines(struct store_lines *lines);

#endif
