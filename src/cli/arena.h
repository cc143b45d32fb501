/*
 * arena.h - a tournament of bots: every group of them plays at a table, and each gets a rating.
 */
#ifndef MAZO_CLI_ARENA_H
#define MAZO_CLI_ARENA_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "sim/contest.h"
#include "sim/rating.h"

/* Wins at a table, as `mazo sim` counts them: a blocked round is a win for nobody. */
struct arena_wins {
    int64_t wins[MAZO_SEATS_MAX], blocked;
};

struct arena {
    struct cli_line *line;
    uint64_t seed;
    int bots;
    struct player player[RATING_BOTS_MAX];
    struct sim_contest contest;
    int tables, played;
    struct rating_table *table; /* for the ratings, where everybody shares such a round */
    struct arena_wins *won;     /* at each table */
    struct sim_tally tally[RATING_BOTS_MAX];
    double wins[RATING_BOTS_MAX], rounds[RATING_BOTS_MAX];
    double against[RATING_BOTS_MAX][RATING_BOTS_MAX]; /* wins of one bot at tables with the other */
    double met[RATING_BOTS_MAX][RATING_BOTS_MAX];     /* rounds at these */
    struct stats_interval rating[RATING_BOTS_MAX];
    int order[RATING_BOTS_MAX]; /* the best first */
    int64_t blocked, all;       /* rounds without a winner; all rounds */
    double seconds;
    bool stopped;
    char bug[512];
};

/* List all tables; false after an error message if there are too many. */
bool arena_list_tables(struct arena *a);

/* Play them one after the other, or until interrupted. Returns 0 or an errno. */
int arena_play(struct arena *a, struct cli_meter *meter);

/* Rate the bots and sort them; false: no table has played enough. */
bool arena_rate(struct arena *a);

/* The bot rated 0; -1: the mean is 0. */
int arena_anchor(const struct arena *a);

void arena_print_text(const struct arena *a);
void arena_print_json(const struct arena *a);

#endif
