/*
 * random_play.h - random matches for the property tests.
 *
 * It plays matches of one sheet, half of them with house rules drawn at
 * random, between players from hurried to senseless. After the deal and after
 * every command it calls a look, which holds the game against some property.
 * Everything comes from the sheet and the number of the match: what fails
 * once fails again, and the message says where.
 */
#ifndef MAZO_RANDOM_PLAY_H
#define MAZO_RANDOM_PLAY_H

#include "mazo/mazo.h"
#include "sim/random_player.h"

enum {
    RANDOM_ROUND_LONG = 1500, /* commands after which everybody hurries */
    RANDOM_ROUND_MAX = 40000  /* and after which a match is given up */
};

/* A command with the memory behind it. Copy it with order_copy. */
struct order {
    struct mazo_command command;
    mazo_card cards[MAZO_CARDS_MAX];
    struct mazo_rule_card rule_cards[MAZO_RULE_CARDS_MAX];
};

struct random_play {
    int sheet;
    uint64_t match; /* number of the present match */
    bool house;     /* by house rules, else by the sheet alone */
    int folly;      /* of 16 commands, how many are just any legal one */
    bool casual;    /* nothing but hurried play: no folly, no house rules */
    uint8_t seed[32];
    struct mazo_rules rules;
    int seats;
    struct mazo_game before; /* the game that `order` was given in */
    struct mazo_game game;   /* and what came of it */
    struct order order;
    struct mazo_events events; /* of it, or of the deal */
    long commands;             /* in this match; 0 when the deal is looked at */
    long in_round, longest, given_up, rounds, total;
    struct mazo_rng dice;  /* everything but: */
    struct sim_random die; /* what the players throw */
    struct mazo_legal legal;
    void (*look)(struct random_play *t);
    void (*over)(struct random_play *t); /* after a match; may be NULL */
};

/* Play matches until `rounds` rounds are over. */
void random_play(struct random_play *t, int sheet, long rounds, void (*look)(struct random_play *));

/* Stop the test: the sentence, the match and the command. */
_Noreturn void random_fail(const struct random_play *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

int random_below(struct random_play *t, int bound);
bool random_chance(struct random_play *t, int of); /* one in `of` */
mazo_card random_kind(struct random_play *t);      /* any valid kind */
void random_rule_card(struct random_play *t, struct mazo_rule_card *out);
void random_seed(uint64_t sheet, uint64_t number, uint8_t out[32]);

/* Equal byte for byte, but for the unused room between the two piles. */
bool random_same_game(const struct mazo_game *a, const struct mazo_game *b);
void order_copy(struct order *to, const struct mazo_command *from);

/* Rules drawn at random that `seats` can play by. */
void random_house_rules(struct random_play *t, int sheet, int seats, struct mazo_rules *out);

/* Draw the next command: legal, or in games with P2 sometimes a misplay. */
void random_choose(struct random_play *t);

#endif
