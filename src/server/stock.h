/*
 * stock.h - numbers for new people, tables and matches, and codes for new tables.
 *
 * They come from the store, many at a time, so that several servers never give away the same one.
 * More are fetched before they run out.
 */
#ifndef MAZO_STOCK_H
#define MAZO_STOCK_H

#include "server/request.h"

/* Is there one of each? If not, the message waits and is handled again; or, where the store cannot
 * be read, its sender has been told so. */
bool stock_is_ready(const struct request *q);

/* Is there a number for a match? If not, more are on their way. */
bool stock_has_match(struct hub *h);

int64_t stock_person(struct hub *h);
int64_t stock_match(struct hub *h);
int64_t stock_room(struct hub *h, char code[STORE_CODE_SIZE]);

/* Fetch more if there is little left. */
void stock_fill(struct hub *h);

#endif
