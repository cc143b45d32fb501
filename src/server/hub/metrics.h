/*
 * metrics.h - figures of a running server.
 */
#ifndef MAZO_METRICS_H
#define MAZO_METRICS_H

#include <stdint.h>

enum { METRICS_BUCKETS = 12 };

/* Durations: their sum, and a histogram. */
struct metrics_waits {
    uint64_t count[METRICS_BUCKETS], us;
};

struct metrics {
    uint64_t messages, errors; /* of clients; answered with an error */
    uint64_t commands, refused, repeated;
    uint64_t steps, steps_failed, steps_conflict;
    uint64_t unread;         /* questions that the store could not answer */
    uint64_t programs_again; /* kept running for a rematch */
    uint64_t thoughts, thoughts_short, thoughts_plain; /* of experts; with less time; without */
    uint64_t matches, matches_cut;                     /* begun; ended because they were too long */
    uint64_t rooms_made, rooms_loaded, rooms_slept, rooms_closed;
    uint64_t resumed, missed;                   /* came back; events told again, */
    uint64_t replays;                           /* and matches played again for that */
    uint64_t pushes_sent, pushes_gone, pushes_failed, pushes_private, pushes_dropped;
    struct metrics_waits durable;               /* from a change's end until it is told */
    struct metrics_waits thought;               /* of an expert, until it may think */
    uint64_t moves_before, moves_per_s, second; /* see metrics_second */
};

extern const uint32_t metrics_bounds_ms[METRICS_BUCKETS - 1];

void metrics_wait(struct metrics_waits *m, uint64_t us);

/* Once a second. */
void metrics_second(struct metrics *m);

/* Kilobytes of memory and ticks of processor that this process has used. */
uint64_t metrics_rss(void);
double metrics_cpu_seconds(void);

#endif
