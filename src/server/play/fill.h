/*
 * fill.h - tables that fill up by themselves: some time after the first person sits down the cards
 * are dealt, and bots take the free seats until people come.
 */
#ifndef MAZO_FILL_H
#define MAZO_FILL_H

struct hub;
struct room;

/* Deal, if it is time; begins and ends its own change. */
void fill_tick(struct hub *h, struct room *r);

#endif
