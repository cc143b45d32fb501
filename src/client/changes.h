/*
 * changes.h - whole views from what has changed.
 */
#ifndef MAZO_CHANGES_H
#define MAZO_CHANGES_H

#include <jansson.h>

/* A view that has changed: `was` with the keys of `changes` in place of its own, without those
 * named in `gone` (NULL: none). A new object; `was` stays as it is. NULL: they are not what
 * the server sends, or there is no memory. */
json_t *changes_apply(json_t *was, json_t *changes, const json_t *gone);

#endif
