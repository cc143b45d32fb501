/*
 * room_text.h - a table's settings and seats as JSON, for the store. summary.h reads it for lists.
 */
#ifndef MAZO_ROOM_TEXT_H
#define MAZO_ROOM_TEXT_H

#include "server/tables/stopped.h"
#include "wire/json_out.h"

void room_text_write(const struct room *r, struct json_out *out);

/* Reads the text. FIND_NONE: it cannot be understood, and why. FIND_FAILED: no memory. Even then
 * r->now may be partly filled. */
enum find room_text_read(struct hub *h, struct room *r, const struct read_room *q,
                         struct room_stop *why);

#endif
