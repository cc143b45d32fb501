/*
 * names.h - what people and bots at a table are called: no two look alike.
 *
 * Identities have keys, but people read names. A player whose name looks like that of an earlier seat
 * gets a number, "Ana (2)", for everybody: in messages, in the match file, in the server's own lines.
 */
#ifndef MAZO_NAMES_H
#define MAZO_NAMES_H

#include "server/tables/room.h"

struct names {
    char seat[MAZO_SEATS_MAX][STORE_NAME_SIZE]; /* "": an empty seat */
};

/* The names of all seats. No person gets a bot's name. */
void names_at(const struct room *r, struct names *out);

/* The name of a player or spectator, unlike any other at the table. */
void names_of(const struct room *r, const struct person *p, char out[STORE_NAME_SIZE]);

/* The spectators, each once; 0: nobody, or a crowd of more than WATCHERS_TOLD connections. */
struct watching {
    int count;
    const struct person *who[WATCHERS_TOLD];
    char name[WATCHERS_TOLD][STORE_NAME_SIZE];
};
void names_watching(const struct room *r, const struct names *seats, struct watching *out);

#endif
