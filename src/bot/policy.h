/*
 * policy.h - the learnt evaluation: what a card is worth, from one seat's eyes.
 *
 * A choice is described by a dozen small facts (what kind of card, how many of
 * its color stay in the hand, how near the next player is to going out, ...).
 * Each fact has a weight learnt from search (tools/train.c); the value of a
 * choice is their sum, in ten-thousandths of a won round. It costs a fraction
 * of a microsecond, so playouts use it too.
 *
 * Everything here takes a game but reads only what the seat in turn may know:
 * its own hand and what is public. A test changes the rest and looks.
 */
#ifndef MAZO_POLICY_H
#define MAZO_POLICY_H

#include "bot/bot.h"

/* What is done. */
enum policy_deed {
    DEED_LOW,  /* 0 to 4 */
    DEED_HIGH, /* 5 to 9 */
    DEED_SKIP,
    DEED_REVERSE,
    DEED_DRAW_TWO,
    DEED_JACKPOT,
    DEED_WILD,
    DEED_WILD_FOUR,
    DEED_WILD_JACKPOT,
    DEED_DRAW,
    DEED_KEEP,
    DEED_ACCEPT,
    DEED_STACK, /* stacking a draw card */
    DEED_OTHER
};

/* The facts, as ranges of one list; see policy.c for what they mean. */
enum {
    POLICY_KINDS = 14, /* enum policy_deed */
    POLICY_NEXT = 6,   /* how many cards the next player holds */
    POLICY_LEAST = 4,  /* how many the one with the fewest holds */
    POLICY_OWN = 8,    /* how many stay in its hand */
    POLICY_OWN_FEW = 4,

    POLICY_AT_NEXT = 0, /* deed, next, own */
    POLICY_AT_LEAST = POLICY_AT_NEXT + POLICY_KINDS * POLICY_NEXT * POLICY_OWN_FEW,
    POLICY_AT_COLOR = POLICY_AT_LEAST + POLICY_KINDS * POLICY_LEAST, /* of that color, own */
    POLICY_AT_VALUE = POLICY_AT_COLOR + 8 * POLICY_OWN,              /* of that value, own */
    POLICY_AT_COLORS = POLICY_AT_VALUE + 4 * POLICY_OWN_FEW,         /* colors left, own */
    POLICY_AT_WILDS = POLICY_AT_COLORS + 5 * POLICY_OWN,             /* wilds left, own */
    POLICY_AT_DECLINED = POLICY_AT_WILDS + 4 * POLICY_OWN,           /* cards since, next */
    POLICY_AT_AGAIN = POLICY_AT_DECLINED + 5 * POLICY_NEXT,          /* fitting, own */
    POLICY_AT_SHARP = POLICY_AT_AGAIN + 3 * POLICY_OWN,              /* action cards left; size of the next hand */
    POLICY_AT_POINTS = POLICY_AT_SHARP + 4 * POLICY_NEXT,            /* points left, least */
    POLICY_AT_SCARCE = POLICY_AT_POINTS + 6 * POLICY_LEAST,          /* color's cards gone, next */
    POLICY_FACTS = POLICY_AT_SCARCE + 8 * POLICY_NEXT,
    POLICY_FACTS_OF_ONE = 12 /* facts that describe one choice, at most */
};

struct policy {
    int16_t weight[POLICY_FACTS];
};

/* A choice: a card to play, with a color for a wild, or one of these. */
enum { POLICY_DRAW = 64, POLICY_KEEP, POLICY_ACCEPT };

struct policy_choice {
    uint8_t card; /* a card, or POLICY_DRAW, ... */
    uint8_t color;
};

/* The learnt weights for a table of that many seats; Jackpot has its own. */
BOT const struct policy *policy_for(const struct mazo_rules *rules, int seats);

/* All choices of the seat in turn in phases play, drawn and struck, without bluffs. Returns how
 * many, at most POLICY_CHOICES_MAX. */
enum { POLICY_CHOICES_MAX = 48 };
BOT int policy_choices(const struct mazo_game *g, struct policy_choice out[POLICY_CHOICES_MAX]);

/* The facts that describe a choice; returns how many. */
BOT int policy_facts(const struct mazo_game *g, struct policy_choice choice,
                     uint16_t out[POLICY_FACTS_OF_ONE]);

/* The deed of a choice of the seat in turn. */
BOT int policy_deed(const struct mazo_game *g, struct policy_choice choice);

/* The value of each choice, in ten-thousandths. */
BOT void policy_values(const struct mazo_game *g, const struct policy *p,
                       const struct policy_choice *choices, int count, int *values);

/* The same without what points are worth in a match, by the table's own weights. */
BOT void policy_plain_values(const struct mazo_game *g, const struct policy_choice *choices,
                             int count, int *values);

/* The same where the discards are not the game's: `gone` is the sum of policy_gone over them. */
BOT void policy_values_of(const struct mazo_game *g, const struct policy *p, uint64_t gone,
                          const struct policy_choice *choices, int count, int *values);
BOT uint64_t policy_gone(mazo_card card);

/* The seat's command by this policy, in any phase of a running round. The cards of a throw lie in
 * *scratch. */
BOT void policy_move(const struct mazo_game *g, const struct policy *p, uint64_t *dice,
                     struct mazo_legal *scratch, struct mazo_command *out);

/* The choice as a command of the seat in turn. */
BOT void policy_command(const struct mazo_game *g, struct policy_choice choice,
                        struct mazo_command *out);

/* Play at least that many moves, and on until a turn begins. True: the round is over. */
BOT bool policy_play(struct mazo_game *g, const struct policy *p, uint64_t *dice, int moves);

/* Play the round to its end. Returns the winner, or MAZO_SEAT_NONE where
 * nobody has won within a sensible number of moves. */
BOT int policy_playout(struct mazo_game *g, const struct policy *p, uint64_t *dice);

#endif
