/*
 * search.h - looking ahead: many deals that agree with what is known, each
 * choice played out in all of them, the best mean taken.
 *
 * Nothing is allocated: the caller hands in the memory.
 */
#ifndef MAZO_SEARCH_H
#define MAZO_SEARCH_H

#include "bot/chain.h"

enum { SEARCH_DEALS = 384, SEARCH_ARMS_MAX = 48 };

/* A choice and what has been found out about it. */
struct search_arm {
    struct mazo_command command;
    double prior;        /* what the policy thinks of it, in won rounds */
    int fades;           /* playouts after which that counts half */
    int doubt;           /* this many playouts count half */
    double taste;        /* what the bot's style adds to it */
    double sum, squares; /* sums over the results of its playouts */
    int playouts;
    bool out; /* dropped */
};

struct mazo_bot_scratch {
    struct mazo_game deals[SEARCH_DEALS]; /* see deals.h */
    int deal_count;
    struct mazo_game dealt[SEARCH_DEALS];
    struct chain chain;
    double weights[MAZO_SEATS_MAX][SEARCH_DEALS]; /* of each seat's hands: running sums */
    struct search_arm arms[SEARCH_ARMS_MAX];
    int arm_count;
    mazo_card cards[MAZO_CARDS_MAX]; /* behind the commands */
};

/* Find the best command for the view's seat, whose turn it is. False: nothing to search in this
 * phase. s->arms has the value of each choice. */
BOT bool search_choose(struct mazo_bot *bot, const struct mazo_view *view,
                       const struct mazo_legal *legal, struct mazo_bot_scratch *s,
                       struct mazo_command *out);

/* By how much one command is better than another. */
struct search_gap {
    double mean;  /* in won matches, see search_equity */
    double error; /* standard error of the mean */
};

/* Compare two commands of the view's seat, whose turn it is: both get that many playouts,
 * in the same deals with the same cards to come. Other than in search_choose all deals are
 * new, nothing is dropped on the way and the policy's opinion counts nothing, so the mean
 * has no bias towards either. The next player challenges a Wild Draw Four where `hard` would;
 * `caught`: a player who gets down to one card with `done` is caught without UNO. `done` may be
 * anything that the engine accepts, a bluff or a misplay too. */
BOT void search_compare(struct mazo_bot *bot, const struct mazo_view *view,
                        struct mazo_bot_scratch *s, const struct mazo_command *best,
                        const struct mazo_command *done, bool caught, int playouts,
                        struct search_gap *out);

/* Chance of `seat`'s side to win the match, by the state at the end of a
 * round; a round nobody wins within reason counts by the scores so far. */
BOT double search_equity(const struct mazo_game *g, int seat);

#endif
