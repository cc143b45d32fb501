/*
 * match_text.c - a text that grows line by line.
 */
#include "store/match_text.h"

#include <stdlib.h>
#include <string.h>

void store_add_line(void *lines, const struct store_event *event)
{
    struct store_lines *l = lines;
    if (l->len + event->len + 1 > l->room) {
        size_t room = (l->len + event->len + 1) * 2;
        char *more = realloc(l->bytes, room);
        l->failed |= !more;
        l->bytes = more ? more : l->bytes;
        l->room = more ? room : l->room;
    }
    if (!l->failed) {
        memcpy(l->bytes + l->len, event->text, event->len);
        l->len += event->len;
        l->bytes[l->len++] = '\n';
    }
}

void store_trim_lines(struct store_lines *l)
{
    char *less = l->len > 0 ? realloc(l->bytes, l->len) : NULL;
    l->bytes = less ? less : l->bytes;
    l->room = less ? l->len : l->room;
}
