/*
 * reserve.h - numbers for new people, tables and matches, and codes for new tables.
 *
 * They come from the store, many at a time, so that several servers never give away the same one.
 * More are fetched before they run out.
 */
#ifndef MAZO_RESERVE_H
#define MAZO_RESERVE_H

#include "server/tables/request.h"

void reserve_init(struct hub *h);

/* Is there one of each kind? If not, the message waits and is handled again; or its sender was told
 * that the store cannot be read. */
bool reserve_is_ready(const struct request *q);

/* Is there a number for a match? If not, more are being fetched. */
bool reserve_has_match(struct hub *h);

int64_t reserve_person(struct hub *h);
int64_t reserve_match(struct hub *h);
int64_t reserve_room(struct hub *h, char code[STORE_CODE_SIZE]);

/* Fetch more if there is little left. */
void reserve_fill(struct hub *h);

#endif
