/*
 * coach.h - what better decisions would have been worth in a saved match.
 *
 * The match is replayed. An expert looks over the shoulder of every player: it
 * hears what that seat may hear, sees what it sees, and says what it would do.
 * Where the player did something else, both are played out in the same deals;
 * the difference in the chance to win is what the decision cost. What the
 * decisions do not account for is luck.
 *
 * The same match with the same playouts gives the same answers.
 */
#ifndef MAZO_COACH_H
#define MAZO_COACH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/game.h"

enum { COACH_EVERYBODY = -1, COACH_PLAYOUTS = 4000 };

/* Remarks about a decision. */
enum coach_note {
    COACH_BLUFF = 1,          /* a Wild Draw Four that was not clean */
    COACH_CHALLENGE_LOST = 2, /* a challenge, and there was no bluff */
    COACH_UNO_FORGOTTEN = 4,  /* neither with the card nor in time after it */
    COACH_CAUGHT = 8,         /* and was caught */
    COACH_MISPLAY = 16        /* a card that had to be taken back (P2) */
};

struct coach_decision {
    int round;
    int command; /* number of the command in the file, from 1 */
    int seat;
    unsigned notes; /* bits of enum coach_note */
    const struct mazo_game
        *before; /* the position: good during the call only, as what follows is */
    const struct mazo_command *done, *best;
    bool agree;        /* the expert agrees */
    double difference; /* what the best would win more, in matches */
    double error;      /* its standard error */
    double cost;       /* the difference where it is more than two standard errors, else 0 */
    /* Where they agree: by how much the next best choice seemed worse. To find the good moments with;
     * the playouts that picked the best flatter it, so it is not to be added up. */
    double margin;
};

/* Of a player, in a round or in the match. Matches won are the unit. */
struct coach_tally {
    int decisions, agreed;
    int mistakes;             /* decisions that cost something */
    double cost;              /* of all of them */
    double variance;          /* of the cost */
    double gap, gap_variance; /* the sum of all differences, and its variance: see skill */
    /* Of finished rounds: */
    double change; /* how much the chance to win the match, by the scores, has grown */
    /* What all decisions account for: the differences of the others, less those of its own side.
     * Differences, not costs: a sum of those above their noise would praise a player whose small
     * mistakes drown in it. */
    double skill;
    double skill_variance; /* from the playouts */
    double luck;           /* the rest of the change; as uncertain as the skill */
};

struct coach_report {
    int commands; /* that were judged */
    bool stopped;
    double start[MAZO_SEATS_MAX], result[MAZO_SEATS_MAX]; /* chances to win, by the scores */
    struct coach_tally player[MAZO_SEATS_MAX];
};

struct coach {
    uint32_t playouts;       /* a decision, and again for each of two commands to compare */
    int seat;                /* judge this seat's decisions, or COACH_EVERYBODY's */
    int only;                /* number of the one command to judge, from 1; 0: all */
    const atomic_bool *stop; /* end early when it turns true, or NULL */
    /* Callbacks; each may be NULL. */
    void (*decided)(void *data, const struct coach_decision *decision);
    /* A round is over; players have their tallies of this round. */
    void (*round_over)(void *data, int round, const struct coach_tally players[]);
    void (*progress)(void *data, int64_t commands, int64_t all);
    void *data;
};

/* How far skill and luck may be off: what more playouts say is nearly always within it (bench/README.md).
 * A skill that is not larger says nothing: do not show it. */
double coach_skill_error(const struct coach_tally *tally);

/* Go through a match file of `len` bytes, which replays. 0, or an errno: no memory. */
int coach_run(const struct coach *coach, const char *text, size_t len, struct coach_report *out);

#endif
