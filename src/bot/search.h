/*
 * search.h - looking ahead: many deals that agree with what is known, each
 * choice played out in all of them, the best mean taken.
 *
 * Nothing is allocated: the caller hands in the memory.
 */
#ifndef MAZO_SEARCH_H
#define MAZO_SEARCH_H

#include "bot/bot.h"

enum { SEARCH_DEALS = 384, SEARCH_ARMS_MAX = 48 };

/* A choice and what has been found out about it. */
struct search_arm {
    struct mazo_command command;
    double prior; /* what the policy thinks of it, in won rounds */
    double sum;   /* of the results of its playouts */
    int playouts;
    bool out; /* no longer looked at */
};

struct bot_scratch {
    struct mazo_game deals[SEARCH_DEALS];
    double weight[SEARCH_DEALS]; /* running sums after weighing */
    struct search_arm arms[SEARCH_ARMS_MAX];
    int arm_count;
    mazo_card cards[MAZO_CARDS_MAX]; /* behind the commands */
};

/* The best command for the view's seat, whose turn it is. False: the phase is
 * none to search in. s->arms tells what each choice was worth. */
bool search_choose(struct bot *bot, const struct mazo_view *view, const struct mazo_legal *legal,
                   struct bot_scratch *s, struct mazo_command *out);

/* The mean result of an arm, the policy's opinion counted as some playouts. */
double search_value(const struct search_arm *arm);

/* Chance of `seat`'s side to win the match, by the state at the end of a
 * round; a round nobody wins within reason counts by the scores so far. */
double search_equity(const struct mazo_game *g, int seat);

#endif
