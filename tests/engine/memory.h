/*
 * memory.h - what each player at a table can rightly remember.
 *
 * Fed with the events, and of each only with what the player may see by the
 * table in memory.c (not the engine's), it keeps how many cards of each kind
 * a player surely knows to be in each other hand.
 */
#ifndef MAZO_TRIAL_MEMORY_H
#define MAZO_TRIAL_MEMORY_H

#include "mazo/mazo.h"

typedef uint8_t memory_hand[MAZO_KIND_COUNT];

struct memory {
    int seats;
    memory_hand hand[MAZO_SEATS_MAX];                  /* what is really there */
    memory_hand known[MAZO_SEATS_MAX][MAZO_SEATS_MAX]; /* by viewer and owner, at least */
};

void memory_clear(struct memory *m, int seats);
void memory_follow(struct memory *m, const struct mazo_events *ev);

/* May this viewer (a seat or MAZO_SPECTATOR) see the cards of the event? */
bool memory_may_see(const struct mazo_event *e, int viewer);

#endif
