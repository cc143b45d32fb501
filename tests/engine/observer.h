/*
 * observer.h - what each player at a table can rightly remember.
 *
 * Fed with the events, and of each only with what the player may see by the
 * table in observer.c (not the engine's), it keeps how many cards of each kind
 * a player surely knows to be in each other hand.
 */
#ifndef MAZO_OBSERVER_H
#define MAZO_OBSERVER_H

#include "mazo/mazo.h"

typedef uint8_t observer_hand[MAZO_KIND_COUNT];

struct observer {
    int seats;
    observer_hand hand[MAZO_SEATS_MAX];                  /* what is really there */
    observer_hand known[MAZO_SEATS_MAX][MAZO_SEATS_MAX]; /* by viewer and owner, at least */
};

void observer_clear(struct observer *m, int seats);
void observer_follow(struct observer *m, const struct mazo_events *ev);

/* May this viewer (a seat or MAZO_SPECTATOR) see the cards of the event? */
bool observer_may_see(const struct mazo_event *e, int viewer);

#endif
