/*
 * vitals.h - how a running server is: what /status and /metrics tell, as figures.
 */
#ifndef MAZO_VITALS_H
#define MAZO_VITALS_H

#include <stdbool.h>
#include <stdint.h>

#include "client/link.h"

enum { VITALS_TABLES_MAX = 64, VITALS_BOUNDS_MAX = 32 };

struct vitals_table {
    char code[24], rules[24], status[12];
    int seats, people, watchers, match;
    int64_t n, idle_s;
};

struct vitals {
    double at;                    /* when it was asked, in seconds of a steady clock */
    char version[24], commit[48]; /* commit: "" where an older server does not say */
    int64_t store;                /* the version of it */
    int64_t up_s, connections, people, tables, playing, moves, moves_per_s;
    int64_t commit_us, queued, rss, cpu_ms;
    bool store_fails;
    double store_full; /* from 1 on it is; from /metrics, and all below */
    double draining;   /* 1: about to stop */
    double store_bytes, bytes_in, bytes_out;
    double refused, errors, cut_slow, cut_rate, cut_idle, turned_away;
    int bound_count;                  /* until a change is stored and told: a histogram */
    double bound[VITALS_BOUNDS_MAX];  /* seconds; the last is infinite */
    double within[VITALS_BOUNDS_MAX]; /* how many stayed within it, cumulative */
    int table_count;
    struct vitals_table table[VITALS_TABLES_MAX];
};

/* Ask the server. False: `why` is a key of the catalogue, or an error of the system. */
bool vitals_ask(const struct link_address *address, int ms, struct vitals *out, const char **why);

/* From one look to the next, or since the server began (`before` NULL). */
double vitals_moves_per_s(const struct vitals *before, const struct vitals *now);
double vitals_cpu_percent(const struct vitals *before, const struct vitals *now);
double vitals_rate(const struct vitals *before, const struct vitals *now, double was, double is);

/* Milliseconds that a part of 0 to 1 of all changes needed at most until they were stored and
 * told; less than 0: there were none; infinite: longer than the histogram knows. */
double vitals_wait_ms(const struct vitals *before, const struct vitals *now, double part);

#endif
