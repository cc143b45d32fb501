/*
 * ticket.h - your identity on a server: the token it issued, kept for the next time.
 *
 * A file for each server in the folder of the matches, readable by nobody else. A ticket is in use
 * by one terminal at a time; a second terminal has a ticket of its own, HOST_PORT.2, so that two
 * people can share a computer.
 */
#ifndef MAZO_TICKET_H
#define MAZO_TICKET_H

#include <stdbool.h>
#include <stddef.h>

#include "session/save.h"

enum {
    TICKET_PATH_MAX = SAVE_PATH_MAX + 400,
    TICKETS_MAX = 10,
    TICKETS_KEPT = 12, /* replaced tokens kept per ticket */
    TICKET_LINE_MAX = 80
};

struct ticket {
    char path[TICKET_PATH_MAX]; /* "": nothing can be kept */
    int number;                 /* 1: the first of this computer */
    int lock;                   /* a file descriptor, or -1 */
};

/* The first ticket for HOST:PORT that no other terminal uses, and its token; "": none is kept. */
void ticket_take(struct ticket *t, const char *host, int port, char *token, size_t size);

/* The token of this computer's first ticket, whether or not a terminal uses it; "": none. */
void ticket_read(const char *host, int port, char *token, size_t size);

/* Keep the token; one that it replaces goes to PATH.kept. False: that cannot be done, and errno says
 * why. */
bool ticket_write(const struct ticket *t, const char *token);

/* Release it for other terminals. */
void ticket_give_back(struct ticket *t);

#endif
