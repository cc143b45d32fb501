/*
 * bot_match.h - a table at which only bots sit: one round or one match, to its end.
 *
 * The seat in turn is asked with its view and its legal commands, unless it
 * has no choice. After every command the others are asked, in an order that
 * the table's own dice decide, but only while a player can be caught or cards
 * can be jumped in with. Bots that listen get what their seats may see.
 * Nobody accuses, so nobody votes.
 *
 * A refused command of a built-in bot is a bug. An outside program
 * that fails loses the move: it draws, keeps, accepts, passes or is done, and
 * where it must do something else it does the first thing that is legal. Out of
 * turn it does nothing.
 */
#ifndef MAZO_BOT_MATCH_H
#define MAZO_BOT_MATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "bot/bot.h"
#include "mazo/mazo.h"
#include "table/player.h"
#include "table/program.h"
#include "wire/json_read.h"

enum {
    SIM_COMMANDS_MAX = 20000, /* commands per round; then it is given up */
    SIM_PATIENCE = 5,         /* after this many failures in a row a program is not started again:
                                 see sim_outside_fresh */
    SIM_QUESTION_MAX = 128 * 1024
};

/* Counts for a player while it sits. */
struct sim_tally {
    uint64_t moves;     /* decisions it was asked for */
    uint64_t timed, ns; /* how many of these were timed, and their time */
    uint64_t lost;      /* lost moves of a program */
    uint64_t died;      /* a program ended, or could not be started */
    uint64_t stalled;   /* it did not answer in time */
    uint64_t lied;      /* its answer was not a legal command, or it talked without being asked */
    uint64_t bugs;      /* commands of a built-in bot that were refused */
};

/* A program's mistake, for its author. */
struct sim_offence {
    const char *what;    /* "died", "stalled", "lied"; NULL: nothing */
    char why[512];       /* a sentence */
    char answer[512];    /* the first bytes of it, or "" */
    char question[8192]; /* likewise, a line of JSON */
};

/* A question to a program, and its outcome. */
struct sim_exchange {
    const char *bot;
    const char *question; /* a line, its end included */
    const char *answer;   /* NULL: none */
    const char *what;     /* as in an offence; NULL: nothing is wrong */
    const char *why;
    uint64_t ns;
    uint8_t phase;
    bool in_turn; /* the seat had to act */
    bool waits;   /* it did nothing, as it may */
    bool first;   /* since the program was started: it includes the start */
};

/* A program lives on from round to round; everything else is fresh. */
struct sim_outside {
    struct program program;
    int failures;               /* in a row */
    struct sim_offence offence; /* the first since it was made fresh */
};

/* Start afresh: ends the program and forgets its failures, so that nothing depends on the past. */
void sim_outside_fresh(struct sim_outside *o);

struct sim_seat {
    const struct player *player;
    struct sim_tally *tally;
    struct sim_outside *outside; /* or NULL */
    struct mazo_bot bot;         /* a program's does nothing */
    bool listens;
    bool absent; /* the program has failed in this round and loses the rest of its moves */
};

/* How it ended. */
struct sim_result {
    uint16_t winners;               /* bits; none: blocked */
    int32_t points[MAZO_SEATS_MAX]; /* scores of the match, or what the single round would bring */
    uint32_t turns;                 /* cards played or drawn, and passes */
    uint32_t rounds;
    bool blocked; /* the last round was blocked or given up */
    bool endless; /* it was given up: SIM_COMMANDS_MAX */
};

struct sim_table {
    struct mazo_rules rules;
    uint8_t seats;
    bool listened; /* some seat listens: events are made */
    int time_limit_ms;
    enum text_lang lang;                                           /* language of sentences about programs */
    void (*heard)(void *ctx, const struct sim_exchange *exchange); /* or NULL */
    void *heard_ctx;
    bool strict;   /* stop at the first mistake of a program */
    bool offended; /* one has */
    bool first;    /* the question is the first since its program was started */
    struct mazo_bot_scratch *scratch;
    const atomic_bool *stop; /* give up at once when it turns true, or NULL */
    struct sim_seat seat[MAZO_SEATS_MAX];
    uint64_t dice;
    uint64_t step;                          /* commands so far */
    uint64_t seen[MAZO_SEATS_MAX];          /* the step of which a view is kept */
    struct mazo_view views[MAZO_SEATS_MAX]; /* of the seats */
    struct mazo_game game;
    struct mazo_legal legal;
    struct mazo_events events;
    struct say_texts texts; /* on rule cards: none */
    struct wire_line line;  /* a program's answer */
    char question[SIM_QUESTION_MAX];
    char bug[512]; /* the first command of a built-in bot that was refused; "" for none */
};

/* A table without players. `scratch` is mazo_bot_scratch_size() bytes, used by this table alone. */
void sim_table_init(struct sim_table *t, const struct mazo_rules *rules, int seats,
                    struct mazo_bot_scratch *scratch, int time_limit_ms);

/* A player takes a seat. `outside` is a program's, else NULL; `tally` gets what it does. */
void sim_table_sit(struct sim_table *t, int seat, const struct player *player,
                   struct sim_outside *outside, struct sim_tally *tally);

/* Play one round, or a match. The seed decides the cards, and with the seats the dice of the
 * bots: the same players in the same seats play the same again. False: it was stopped. */
bool sim_table_play(struct sim_table *t, uint64_t seed, bool match, struct sim_result *out);

#endif
