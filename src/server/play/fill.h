/*
 * fill.h - tables that fill up by themselves: a while after the first person has sat down the cards are
 * dealt, and bots have the free seats until people come.
 */
#ifndef MAZO_FILL_H
#define MAZO_FILL_H

struct hub;
struct room;

/* Deal, if it is time; begins and ends its own change. */
void fill_tick(struct hub *h, struct room *r);

#endif
