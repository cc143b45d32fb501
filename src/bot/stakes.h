/*
 * stakes.h - what a round's result is worth in a match.
 */
#ifndef MAZO_STAKES_H
#define MAZO_STAKES_H

#include "bot/net.h"

/* The chance of a seat's side to win the match by the scores between two rounds; `first`: as the yardsticks see it. */
BOT double stakes_equity(const struct mazo_game *g, int seat, bool first);

/* The worth of winning this round with a usual number of points, in won matches; 1 if only the
 * round counts. */
BOT double stakes_of_round(const struct mazo_game *g, int seat);

/* What the ends that a network speaks of are worth, in 4096ths of such a round's ten-thousandth. */
struct stakes {
    double round; /* see stakes_of_round */
    int of[NET_ENDS];
};
BOT void stakes_of(const struct mazo_game *g, int seat, struct stakes *out);

/* The value of each choice of the seat in turn, in ten-thousandths of such a round. */
BOT void stakes_values(const struct stakes *s, int ends[][NET_ENDS], int count, int *values);

/* A bot's opinion of each choice of the seat in turn: the network's where there is one, else (and
 * always for yardsticks) the policy's. In ten-thousandths of a round. */
BOT void stakes_opinion(const struct mazo_bot *bot, const struct mazo_game *g,
                        const struct policy_choice *choices, int count, int *values);

/* The network's choice. False: it has none to make. */
BOT bool stakes_move(const struct mazo_game *g, const struct net *net,
                     const struct bot_signs *signs, const struct stakes *stakes,
                     struct mazo_command *out);

/* The square root, as every processor rounds it, without a library. */
BOT double square_root(double x);

#endif
