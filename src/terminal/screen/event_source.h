/*
 * event_source.h - what is waited for besides the keyboard: a server.
 *
 * Whatever page is open, waiting for a key or a line also waits for `fd`,
 * and lets it be served. So no help page is long enough to lose a connection.
 */
#ifndef MAZO_EVENT_SOURCE_H
#define MAZO_EVENT_SOURCE_H

#include <stdbool.h>

struct event_source {
    int fd;
    int (*patience)(void *ctx); /* milliseconds until it must be served anyway; -1: none */
    bool (*serve)(void *ctx);   /* true: there is something new, stop waiting */
    void *ctx;
};

/* The shorter of two waits in milliseconds, where -1 is forever. */
static inline int event_source_sooner(int a, int b) { return a < 0 || (b >= 0 && b < a) ? b : a; }

#endif
