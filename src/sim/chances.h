/*
 * chances.h - how likely everybody is to win the match, after every command of a saved match.
 *
 * As a spectator would say who sees every hand but not the cards to come: the round is played out
 * many times from there, each time with another draw pile, and the scores after it are turned into
 * chances as the coach does (search_equity). The same file with the same playouts gives the same.
 */
#ifndef MAZO_CHANCES_H
#define MAZO_CHANCES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/game.h"

enum { CHANCES_PLAYOUTS = 200 };

/* From this position, which is at least dealt; partners each get their common chance. */
void chances_of(const struct mazo_game *g, uint32_t playouts, double chance[MAZO_SEATS_MAX]);

/* A part of that: of all the playouts those from `first` up to `end`, added to `chance`. */
void chances_add(const struct mazo_game *g, uint32_t first, uint32_t end, uint32_t playouts,
                 double chance[MAZO_SEATS_MAX]);

struct chances {
    uint32_t playouts;       /* of every position */
    const atomic_bool *stop; /* end early when it turns true, or NULL */
    /* After each command, 0 being the opening line. */
    void (*at)(void *data, int command, int seats, const double chance[]);
    void *data;
};

/* Go through a match file of `len` bytes, which replays. 0, or an errno: no memory. */
int chances_run(const struct chances *chances, const char *text, size_t len);

#endif
