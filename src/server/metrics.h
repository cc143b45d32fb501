/*
 * metrics.h - figures of a running server, and lines about what happens there.
 */
#ifndef MAZO_METRICS_H
#define MAZO_METRICS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { METRICS_BUCKETS = 12 };

struct metrics {
    uint64_t messages, errors; /* of clients; answered with an error */
    uint64_t commands, refused, repeated;
    uint64_t steps, steps_failed;
    uint64_t unread; /* questions that the store could not answer */
    uint64_t thoughts;
    uint64_t matches, rooms_made, rooms_loaded, rooms_slept, rooms_closed;
    uint64_t resumed, missed;                      /* came back; events told again, */
    uint64_t replays;                              /* and matches played again for that */
    uint64_t wait_count[METRICS_BUCKETS], wait_us; /* from a step's end until it is announced */
    uint64_t moves_before, moves_per_s, second;    /* see metrics_second */
};

extern const uint32_t metrics_bounds_ms[METRICS_BUCKETS - 1];

void metrics_wait(struct metrics *m, uint64_t us);

/* Once a second. */
void metrics_second(struct metrics *m);

/* Kilobytes of memory and ticks of processor that this process has used. */
uint64_t metrics_rss(void);
double metrics_cpu_seconds(void);

/* ---- the log ---- */

enum log_how { LOG_NONE, LOG_TEXT, LOG_JSON };
void log_open(enum log_how how);

/* What happened, then pairs of key and value, NULL at the end. Values are text; nothing
 * secret: no tokens, no cards, of table codes two letters. */
void log_say(const char *what, ...) __attribute__((sentinel));

#endif
