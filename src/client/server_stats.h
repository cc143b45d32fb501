/*
 * server_stats.h - the state of a running server: what /status and /metrics say, as figures.
 */
#ifndef MAZO_SERVER_STATS_H
#define MAZO_SERVER_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "client/link.h"

enum { VITALS_TABLES_MAX = 64, VITALS_BOUNDS_MAX = 32 };

struct server_stats_table {
    char code[24], rules[24], status[12];
    int seats, people, watchers, match;
    int64_t n, idle_s;
};

struct server_stats {
    double at;                    /* when it was asked, in seconds of a steady clock */
    char version[24], commit[48]; /* commit: "" where an older server does not say */
    int64_t store;                /* the version of the store */
    int64_t up_s, connections, people, tables, playing, moves, moves_per_s;
    int64_t commit_us, queued, rss, cpu_ms;
    bool store_fails;
    double store_full; /* 1 or more: full; from /metrics, as all below */
    double draining;   /* 1: about to stop */
    double store_bytes, bytes_in, bytes_out;
    double refused, errors, cut_slow, cut_rate, cut_idle, turned_away;
    int bound_count;                  /* time until a change is stored and announced: a histogram */
    double bound[VITALS_BOUNDS_MAX];  /* seconds; the last is infinite */
    double within[VITALS_BOUNDS_MAX]; /* changes within it, cumulative */
    int table_count;
    struct server_stats_table table[VITALS_TABLES_MAX];
};

/* Ask the server. False: `why` is a key of the catalogue, or an error of the system. */
bool server_stats_ask(const struct link_address *address, int ms, struct server_stats *out,
                      const char **why);

/* From one snapshot to the next, or since the server's start (`before` NULL). */
double server_stats_moves_per_s(const struct server_stats *before, const struct server_stats *now);
double server_stats_cpu_percent(const struct server_stats *before, const struct server_stats *now);
double server_stats_rate(const struct server_stats *before, const struct server_stats *now,
                         double was, double is);

/* Milliseconds within which a part of 0 to 1 of all changes were stored and announced; negative:
 * there were none; infinite: beyond the histogram. */
double server_stats_wait_ms(const struct server_stats *before, const struct server_stats *now,
                            double part);

#endif
