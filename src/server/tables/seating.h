/*
 * seating.h - who sits where. Call these only within a change.
 */
#ifndef MAZO_SEATING_H
#define MAZO_SEATING_H

#include "server/tables/room.h"

/* Empty the seat: open or closed, or about to get a bot or a program. */
void seat_clear(struct hub *h, struct seat *s, enum seat_kind kind);

/* Change the player in the middle of a match; commands sent before still count once. */
void seat_change(struct hub *h, struct seat *s, enum seat_kind kind);

void seat_sit(struct hub *h, struct seat *s, struct person *p);

/* The host has gone: the first person who sits there is host now. */
void seat_find_host(struct hub *h, struct room *r);

#endif
