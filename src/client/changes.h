/*
 * changes.h - rebuilds whole views from changes.
 */
#ifndef MAZO_CHANGES_H
#define MAZO_CHANGES_H

#include <jansson.h>

/* The new view: `was` with the keys of `changes` replaced and those in `gone` (may be NULL)
 * removed. A new object; `was` is unchanged. NULL: not what a server sends, or no memory. */
json_t *changes_apply(json_t *was, json_t *changes, const json_t *gone);

#endif
