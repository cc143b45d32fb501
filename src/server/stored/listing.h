/*
 * listing.h - which public tables are listed, and in which order.
 *
 * First tables that wait for players (open, with a free seat), then the others; of these first those
 * with more people, then the newer ones. Of one person and of one address only a few are listed: the
 * first in that order. Opening more tables does not push others out of the list.
 */
#ifndef MAZO_LISTING_H
#define MAZO_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

struct room;

/* A public table. */
struct listed {
    int64_t id;    /* newer tables have higher ids */
    int64_t host;  /* the person, and */
    uint32_t mark; /* the address it counts for: see address_mark; 0: none */
    uint32_t people;
    bool waits;              /* for players */
    const struct room *room; /* where it is on this server; or */
    char *text;              /* a table of another server: an object in JSON, for free(), */
    int quick;               /* the sheet played there, if one can join now; or -1, */
    char code[STORE_CODE_SIZE]; /* and its code */
};

struct listing_limits {
    size_t most;            /* in all, */
    uint32_t each, of_mark; /* of one person, and of one address; 0: no limit */
};

/* Put the listed tables first, in their order. Returns how many they are. */
size_t listing_choose(struct listed *list, size_t count, const struct listing_limits *limits);

/* How well a table suits "play now": one that waits for players comes before one where a bot gives
 * its seat, and the more people, the better. */
int listing_suits(int people, bool waits);

/* Append the tables that another server lists, a JSON array, to *list. False: no memory. */
bool listing_read(const char *text, size_t len, struct listed **list, size_t *count);
void listing_free(struct listed *list, size_t count);

#endif
