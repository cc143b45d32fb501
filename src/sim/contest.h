/*
 * contest.h - many deals between some bots, on several threads.
 *
 * Each deal is played once for every rotation of the bots over the seats, with
 * the same cards and, seat by seat, the same dice: every bot sits everywhere
 * equally often, and what is luck falls to all alike. Deals are counted in
 * their order, whichever thread played them, so the result depends on the seed and never
 * on the threads; only the times do.
 */
#ifndef MAZO_CONTEST_H
#define MAZO_CONTEST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "table/player.h"
#include "sim/stats.h"
#include "sim/bot_match.h"

enum { SIM_LENGTHS = 512, SIM_THREADS_MAX = 256 };

/* The contest to play. */
struct sim_contest {
    struct mazo_rules rules;
    int seats;
    const struct player *players[MAZO_SEATS_MAX]; /* one a seat; sat down in this order first */
    uint64_t seed;
    int64_t deals;
    int part, parts; /* play part 1 to `parts` of the deals; 0 of 0: all */
    bool matches;    /* whole matches, not single rounds */
    int threads;
    int time_limit_ms;   /* a move of a program */
    enum text_lang lang; /* language of sentences about programs */
    /* Called with each question and answer of a program, on any thread; or NULL. */
    void (*heard)(void *ctx, const struct sim_exchange *exchange);
    void *heard_ctx;
    bool strict; /* end at the first thing that a program does wrong */
    bool sprt;   /* stop as soon as this is decided, by the first player's score */
    double elo0, elo1;
    const atomic_bool *stop; /* becomes true: end now with what there is; or NULL */
    /* Called now and then, on the calling thread: rounds played so far, and the total. */
    void (*progress)(void *data, int64_t done, int64_t total);
    void *progress_data;
};

/* Whole numbers, so that parts add up to exactly the whole: for each player the share of the wins in
 * units of 1/SIM_SHARE (a blocked round is shared by all), then the points, then the wins. Sums over
 * the deals of a deal's rounds, and of the products of these. */
enum { SIM_SHARE = 2520 }; /* divisible by 1 to 10 */

struct sim_counts {
    int64_t sum[STATS_VALUES_MAX];
    int64_t product[STATS_VALUES_MAX][STATS_VALUES_MAX]; /* the lower half: [i][j], j <= i */
};

/* The result. "Round" means match where matches were played. */
struct sim_score {
    int64_t deals, rounds;
    int64_t wins[MAZO_SEATS_MAX]; /* of each player; a shared win counts for all who share it */
    struct sim_tally tally[MAZO_SEATS_MAX];
    struct sim_counts counts;
    struct stats_sums sums; /* of `counts`, in means over a deal's rounds */
    int64_t turns;
    int64_t blocked, endless;     /* rounds without a winner, and those of them given up */
    int64_t lengths[SIM_LENGTHS]; /* rounds by their turns; the last one: these and more */
    enum stats_verdict verdict;
    double llr;
    bool stopped;                               /* ended early by `stop` */
    double seconds;                             /* on the clock */
    double cpu_seconds;                         /* of our threads and of the programs */
    struct sim_offence offence[MAZO_SEATS_MAX]; /* of each player the first */
    char bug[512]; /* the first refused command of a built-in bot, or "" */
};

/* Play. 0, or an errno: no memory, no thread. */
int sim_contest_run(const struct sim_contest *contest, struct sim_score *out);

/* Bring score->sums up to date with its counts. */
void sim_sum_up(struct sim_score *score, int seats);

/* The seed of a deal. */
uint64_t sim_deal_seed(uint64_t seed, uint64_t deal);

/* Players of the same name form a group: bits of the players of each group, in the order of
 * the first of each. Returns how many groups there are. */
int sim_groups(const struct sim_contest *contest, unsigned groups[MAZO_SEATS_MAX]);

/* What a player wins of all rounds when nobody is better: 1/4 of four, 1/2 in teams of two. */
double sim_even(const struct sim_contest *contest);

/* Intervals: the win rate and the points a round of players whose bits are set, for each of
 * them on the average. False: no interval can be told of the points (stats_interval). */
void sim_win_rate(const struct sim_score *score, unsigned players, struct stats_interval *out);
bool sim_points(const struct sim_score *score, unsigned players, struct stats_interval *out);

/* Add one tally to another. */
void sim_tally_add(struct sim_tally *sum, const struct sim_tally *more);

/* The sum of the players' tallies, and milliseconds per move. */
void sim_tally_of(const struct sim_score *score, unsigned players, struct sim_tally *out);
double sim_ms_per_move(const struct sim_tally *tally);

#endif
