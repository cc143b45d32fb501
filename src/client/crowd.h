/*
 * crowd.h - thousands of players at hundreds of tables of one server, for `mazo load`.
 *
 * Every table is created by one player; the others join by its code, sit down, give their salts,
 * and whole matches are played, one after the other. Each player moves when its own view says that
 * it may, and everything that the server says is checked (verifier.h).
 */
#ifndef MAZO_CROWD_H
#define MAZO_CROWD_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "client/link.h"
#include "client/histogram.h"
#include "client/verifier.h"

enum { CROWD_TABLES_MAX = 10000, CROWD_PLAYERS_MAX = 40000, CROWD_MOMENTS_MAX = 600 };

struct crowd_plan {
    struct link_address address;
    enum text_lang lang;
    int tables, seats, watchers; /* spectators per table */
    struct mazo_rules rules;
    uint32_t pace_ms; /* between moves at a table; 0: none */
    uint32_t seconds; /* to measure, 0: until the matches are played */
    uint32_t matches; /* matches per table, 0: until the time is over */
    uint32_t rate;    /* new connections a second */
    uint32_t verify;  /* check one number in this many in full; 0: none */
    uint32_t drops;   /* connections to drop per minute, at random */
    int addresses;    /* our addresses: 127.0.0.1, 127.0.0.2, …; 0: any */
    bool breaks;      /* tolerate broken connections: the test kills the server */
    uint64_t seed;
};

enum crowd_stage {
    CROWD_COMING,  /* connecting and sitting down */
    CROWD_PLAYING, /* measured */
    CROWD_GOING,   /* waiting for the last answers */
    CROWD_GONE
};

/* An interval of the measurement. */
struct crowd_moment {
    double at; /* its end, in seconds of the measured time */
    uint64_t moves;
    uint64_t p50, p99, most; /* command to everybody's event, microseconds */
};

struct crowd_figures {
    enum crowd_stage stage;
    double coming_s, playing_s;                 /* how long the stages have taken so far */
    uint32_t wanted, opened, here, most_here;   /* connections */
    uint32_t tables_begun;                      /* tables that have begun their first match */
    uint64_t commands, moves, waits, overtaken; /* in all stages; moves are accepted commands */
    uint64_t unstored; /* refused because the server's store failed; tried again */
    uint64_t rounds, matches;
    uint64_t messages, looked_at;
    uint64_t bytes_in, bytes_out;
    uint64_t measured_moves, measured_in, measured_out, measured_messages; /* while measured */
    uint64_t breaks;
    struct histogram connect; /* until welcomed; microseconds, as below */
    struct histogram own;     /* command to own event */
    struct histogram all;     /* command to everybody's event */
    struct histogram back;    /* from a lost connection to the table again */
    struct faults faults;
    char why[LINK_WHY_SIZE]; /* the last connection could not be made, or ""; see link_reason */
    double moment_s;         /* length of a moment */
    int moment_count;
    struct crowd_moment moments[CROWD_MOMENTS_MAX];
};

struct crowd;

/* NULL: no memory. `plan` must stay. The crowd begins to come as soon as the loop runs. */
struct crowd *crowd_new(uv_loop_t *loop, const struct crowd_plan *plan);

/* The current figures. */
const struct crowd_figures *crowd_figures(struct crowd *c);

/* Stop: the crowd leaves; once the loop has ended it may be freed. */
void crowd_stop(struct crowd *c);
void crowd_free(struct crowd *c);

#endif
