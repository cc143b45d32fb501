/*
 * ranking.h - who stands where in a match: seats, or teams with their points together.
 *
 * The end of a round and of the match are shown in this order, on every front end.
 */
#ifndef MAZO_RANKING_H
#define MAZO_RANKING_H

#include "mazo/game.h"

/* One seat, or the two of a team. */
struct say_side {
    uint16_t seats; /* bits */
    int place;      /* from 1; equal sides share one */
    int points;     /* of both together */
    int cards;      /* in hand; of a team, the hand with fewer */
};

/* The sides, best first; returns how many. Winners come first and losers last, then the points
 * decide: few are good where each seat counts its own hand. A quick match goes by cards left. */
int say_ranking(const struct mazo_public *p, struct say_side sides[MAZO_SEATS_MAX]);

#endif
