/*
 * stakes.h - what the end of a round is worth in a match.
 */
#ifndef MAZO_STAKES_H
#define MAZO_STAKES_H

#include "bot/net.h"

/* The chance of a seat's side to win the match by the scores between two rounds; `first`: as the yardsticks see it. */
BOT double stakes_equity(const struct mazo_game *g, int seat, bool first);

/* What winning this round with as many points as usual is worth in won matches; where the round is all that counts, 1. */
BOT double stakes_of_round(const struct mazo_game *g, int seat);

/* What the ends that a network speaks of are worth, in 4096ths of such a round's ten-thousandth. */
struct stakes {
    double round; /* see stakes_of_round */
    int of[NET_ENDS];
};
BOT void stakes_of(const struct mazo_game *g, int seat, struct stakes *out);

/* By how much each choice of the seat in turn is good, in ten-thousandths of such a round. */
BOT void stakes_values(const struct stakes *s, int ends[][NET_ENDS], int count, int *values);

/* What a bot thinks of each choice of the seat in turn: by the network where there is one, else (and the yardsticks always) by
 * the policy. In ten-thousandths of a round. */
BOT void stakes_opinion(const struct mazo_bot *bot, const struct mazo_game *g,
                        const struct policy_choice *choices, int count, int *values);

/* The network's choice. False: it has none to make. */
BOT bool stakes_move(const struct mazo_game *g, const struct net *net,
                     const struct bot_signs *signs, const struct stakes *stakes,
                     struct mazo_command *out);

/* The square root, as every processor rounds it, without a library. */
BOT double square_root(double x);

#endif
