/*
 * value.h - the learnt worth of a position: how likely a seat is to win the round.
 *
 * Search plays a choice a few turns on and asks here what that is worth: with
 * less chance in it than in a round played to its end, and sooner. A position
 * is described by eleven small facts about the seat and its rival, the other
 * player with the fewest cards; tools/train_value.c has learnt what each is
 * worth. Hands of others are looked into: in a deal of mazo_resample they are
 * guesses.
 */
#ifndef MAZO_VALUE_H
#define MAZO_VALUE_H

#include "bot/bot.h"

/* The facts, as ranges of one list. Distance: turns until the player is in turn. */
enum {
    VALUE_SIZES = 16,    /* hand sizes, more counts as fifteen */
    VALUE_BUCKETS = 8,   /* coarser hand sizes */
    VALUE_DISTANCES = 4, /* three and more are one */

    VALUE_AT_SIZES = 0, /* distance, own size, the rival's */
    VALUE_AT_REST = VALUE_AT_SIZES + VALUE_DISTANCES * VALUE_SIZES * VALUE_SIZES,
    VALUE_AT_FITS = VALUE_AT_REST +
                    VALUE_BUCKETS * VALUE_BUCKETS * 4, /* that fit, distance, size */
    VALUE_AT_RIVAL_FITS = VALUE_AT_FITS + 4 * VALUE_DISTANCES * VALUE_BUCKETS,
    VALUE_AT_WILDS = VALUE_AT_RIVAL_FITS + 4 * VALUE_DISTANCES * VALUE_BUCKETS, /* wilds, size */
    VALUE_AT_RIVAL_WILDS = VALUE_AT_WILDS + 4 * VALUE_BUCKETS,
    VALUE_AT_COLORS = VALUE_AT_RIVAL_WILDS + 4 * VALUE_BUCKETS, /* colors held, size */
    VALUE_AT_RIVAL_COLORS = VALUE_AT_COLORS + 5 * VALUE_BUCKETS,
    VALUE_AT_SHARP = VALUE_AT_RIVAL_COLORS + 5 * VALUE_BUCKETS, /* action cards; hand size */
    VALUE_AT_RIVAL_SHARP = VALUE_AT_SHARP + 4 * VALUE_BUCKETS,
    VALUE_AT_BOTH = VALUE_AT_RIVAL_SHARP + 4 * VALUE_BUCKETS, /* of the color: own, rival's */
    VALUE_FACTS = VALUE_AT_BOTH + 5 * 5 * 2,
    VALUE_FACTS_OF_ONE = 11
};

struct value_weights {
    int16_t weight[VALUE_FACTS];
};

/* The learnt weights for such a table; NULL: none, rounds must be played to their end. */
BOT const struct value_weights *value_for(const struct mazo_rules *rules, int seats);

/* The facts of a position in phase play, seen by a seat; returns how many. */
BOT int value_facts(const struct mazo_game *g, int seat, uint16_t out[VALUE_FACTS_OF_ONE]);

/* Their sum, in ten-thousandths of a won round. */
BOT int value_of(const struct mazo_game *g, const struct value_weights *w, int seat);

#endif
