/*
 * view_read.h - views and events as JSON, and back.
 *
 * What wire_put_view and wire_put_event write for a seat, read into the same
 * structs: for clients that play at a table far away. The JSON of a view is
 * complete: reading it gives the view that was written, byte for byte.
 * Everything is checked; nothing that comes in can do harm.
 */
#ifndef MAZO_VIEW_READ_H
#define MAZO_VIEW_READ_H

#include <jansson.h>
#include "mazo/mazo.h"
#include "wire/json_read.h"
#include "say/rule_card_text.h"

/* `view` is the object under "view". False, and why, if it is not a view. */
bool wire_read_view(const json_t *view, struct mazo_view *out, struct say_texts *texts,
                    struct wire_error *why);

/* The list under "events", as the reader may see it. */
bool wire_read_events(const json_t *list, struct mazo_events *out, struct wire_error *why);

#endif
