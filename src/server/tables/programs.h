/*
 * programs.h - programs at tables: named in the configuration, never by a client.
 *
 * The configuration limits how many play at the same time, in all and per host or address. A match
 * that needs more does not begin. Where a running match finds no place after a restart, a bot plays
 * for the program until there is one. After a match its programs are kept for a rematch, unless
 * another table needs their places.
 */
#ifndef MAZO_PROGRAMS_H
#define MAZO_PROGRAMS_H

#include "server/tables/room.h"
#include "table/program_seat.h"

/* Is there a place for every program of the table? False: why not, in `lang`. */
bool programs_fit(const struct hub *h, const struct room *r, enum text_lang lang,
                  struct wire_error *why);

/* Start those that are not running, as far as there are places. At the start of a match, kept ones
 * are reused if they still fit. */
void programs_start(struct hub *h, struct room *r, struct table *t);
void programs_again(struct hub *h, struct room *r, struct table *t);
bool programs_tick(struct hub *h, struct room *r, struct table *t); /* true: one has moved */

/* The match is over: keep its programs. Or end them. */
void programs_keep(struct hub *h, struct room *r);
void programs_end(struct hub *h, struct room *r);

#endif
