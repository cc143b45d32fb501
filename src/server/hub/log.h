/*
 * log.h - lines about what happens on a server, to standard error.
 */
#ifndef MAZO_LOG_H
#define MAZO_LOG_H

#include <stdbool.h>

enum log_how { LOG_NONE, LOG_TEXT, LOG_JSON };
void log_open(enum log_how how);

/* Called before and after every line, for a terminal that also shows something else; NULL: nothing
 * to do. */
void log_around(void (*around)(void *ctx, bool before), void *ctx);


/* What happened, then pairs of key and value, NULL at the end. Values are text and never secret: no
 * tokens, no cards, only two letters of a table code. */
void log_say(const char *what, ...) __attribute__((sentinel));

#endif
