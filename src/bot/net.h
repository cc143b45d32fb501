/*
 * net.h - a small network that has learnt what a choice is worth: in whole numbers, so the same on every machine.
 *
 * A choice is described by some seventy facts that hold or do not: the hand as it will be, color by color, what has been
 * played, and what the others have done in each color. 64 sums and 32 sums of those give four numbers: by how much it
 * raises the chance to win the round, the points won, the points lost and those left in the hand.
 */
#ifndef MAZO_NET_H
#define MAZO_NET_H

#include "bot/policy.h"

/* The facts, as ranges of one list; see net.c. "color": four ranges, the first for the color that
 * will be in play. */
enum {
    NET_SEEN = 7, /* what a seat did last in a color: enum bot_sign */

    NET_AT_NEXT = 0,                             /* deed, size of the next hand */
    NET_AT_OWN = NET_AT_NEXT + POLICY_KINDS * 6, /* deed, own size */
    NET_AT_SIZE = NET_AT_OWN + POLICY_KINDS * 8, /* cards that stay in the hand */
    NET_AT_NEXT_SIZE = NET_AT_SIZE + 16,         /* of the next player */
    NET_AT_LEAST = NET_AT_NEXT_SIZE + 16,        /* fewest of the others */
    NET_AT_SECOND = NET_AT_LEAST + 8,            /* after the next player */
    NET_AT_BEFORE = NET_AT_SECOND + 8,           /* and before this one */
    NET_AT_WILDS = NET_AT_BEFORE + 8,            /* wilds that stay */
    NET_AT_FOURS = NET_AT_WILDS + 4,             /* of them Wild Draw Four */
    NET_AT_WILDS_OUT = NET_AT_FOURS + 4,         /* wilds not seen yet */
    NET_AT_SHARP = NET_AT_WILDS_OUT + 10,        /* skip, reverse, draw two: how many stay */
    NET_AT_VALUE = NET_AT_SHARP + 9,             /* of that value */
    NET_AT_FITS = NET_AT_VALUE + 4,              /* that would fit on it */
    NET_AT_AGAIN = NET_AT_FITS + 8,              /* plays again, and what fits then */
    NET_AT_COLORS = NET_AT_AGAIN + 6,            /* in the hand */
    NET_AT_VALUE_OUT = NET_AT_COLORS + 5,        /* of that value, not seen yet */
    NET_AT_PHASE = NET_AT_VALUE_OUT + 9,         /* phase, cards due */
    NET_AT_RULES = NET_AT_PHASE + 12,            /* that matter, and seats */
    NET_AT_POINTS = NET_AT_RULES + 12,           /* that stay in the hand */
    NET_AT_BRIDGES = NET_AT_POINTS + 8,          /* values held in several colors */
    NET_AT_COUNT = NET_AT_BRIDGES + 6,           /* color: cards that stay */
    NET_AT_OUT = NET_AT_COUNT + 4 * 8,           /* color: cards not seen yet */
    NET_AT_SIGN = NET_AT_OUT + 4 * 14,           /* color: what the next player did, cards since */
    NET_AT_PLAYED = NET_AT_SIGN + 4 * NET_SEEN * 4,         /* color: cards that it has played */
    NET_AT_SHARP_OF = NET_AT_PLAYED + 4 * 4,                /* color: action cards that stay */
    NET_AT_HELD = NET_AT_SHARP_OF + 4 * 3,                  /* color: each value that stays */
    NET_AT_OWN_SIGN = NET_AT_HELD + 4 * 14,                 /* color: what this seat did */
    NET_AT_SIGN_SECOND = NET_AT_OWN_SIGN + 4 * NET_SEEN,    /* color: the player after the next */
    NET_AT_SIGN_BEFORE = NET_AT_SIGN_SECOND + 4 * NET_SEEN, /* and before this one */
    NET_FACTS = NET_AT_SIGN_BEFORE + 4 * NET_SEEN,
    NET_FACTS_OF_ONE = 116,

    NET_FIRST = 64,
    NET_SECOND = 32
};

/* The outcomes of a choice. */
enum { NET_WIN, NET_GAIN, NET_LOSS, NET_HAND, NET_ENDS };

struct net {
    int8_t first[NET_FACTS][NET_FIRST]; /* in 64ths */
    int16_t first_bias[NET_FIRST];
    int8_t second[NET_SECOND][NET_FIRST]; /* in 64ths */
    int16_t second_bias[NET_SECOND];      /* in 64ths */
    int16_t third[NET_ENDS][NET_SECOND];
    int16_t of_policy[NET_ENDS]; /* in 4096ths: the share of the policy's opinion */
};

/* The network for such a table; NULL: there is none. */
BOT const struct net *net_for(const struct mazo_rules *rules, int seats);

/* What all choices of the seat in turn have in common. */
struct net_eyes {
    const struct mazo_game *g;
    const struct bot_signs *signs;
    uint8_t gone[MAZO_KIND_COUNT];       /* discards */
    uint8_t value_out[MAZO_VALUE_COUNT]; /* cards not seen, of each value */
    uint8_t color_out[MAZO_COLOR_COUNT];
    int wilds_out, next, second, before, least;
};
BOT void net_look(const struct mazo_game *g, const struct bot_signs *signs, struct net_eyes *e);

/* The facts of a choice; returns how many. */
BOT int net_facts(const struct net_eyes *e, struct policy_choice c, uint16_t out[NET_FACTS_OF_ONE]);

/* What each choice is worth: in ten-thousandths of a won round, and in hundredths of a point. */
BOT void net_values(const struct mazo_game *g, const struct net *net, const struct bot_signs *signs,
                    const struct policy_choice *choices, int count, int values[][NET_ENDS]);

#endif
