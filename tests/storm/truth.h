/*
 * truth.h - what truth.c knows of the matches, for seen.c.
 */
#ifndef MAZO_STORM_TRUTH_H
#define MAZO_STORM_TRUTH_H

#include "mazo/mazo.h"
#include "storm.h"
#include "wire/fair.h"
#include "wire/game_driver.h"

enum { STATES_MAX = 512 };

/* A number of a match: the game after it, and what happened. */
struct number {
    struct mazo_game game;
    struct mazo_event *event;
    mazo_card *card;
    uint16_t events, cards;
    uint64_t text; /* a digest of the line */
    int64_t time;  /* when it was made, by the clock of its server */
};

struct match {
    int64_t id, room;
    uint32_t ordinal; /* at its table, from 1; 0: not known yet */
    struct number *at;
    size_t count, cap;
    struct wire_game play;
    struct fair fair;                                    /* how its seed was made */
    int64_t seat[MAZO_SEATS_MAX], first[MAZO_SEATS_MAX]; /* who sits there now, and sat at first */
    bool kicked;      /* somebody was: then a seat may be seen from outside */
    uint16_t results; /* bits */
};

struct room {
    struct store_room is; /* without its text */
    char status[12];
    uint32_t matches;
    int64_t again;              /* how often the deal has started over, */
    char secret[FAIR_HEX];      /* and its secret */
    uint64_t state[STATES_MAX]; /* digests of all that it has ever been */
    int states;
};

struct room *truth_room(const char *code);
struct match *truth_match(const struct room *r, int64_t ordinal); /* NULL: none, or `r` is */
int64_t truth_person(const char *key);                            /* or 0 */
uint64_t truth_digest(const void *data, size_t len);

/* ---- seen.c ---- */

/* A server tells number `n` of the match: is the clock in it that of the record? `text` is the rest of
 * the message. */
void seen_clock(const struct room *r, const struct match *m, int n, bool view, const char *text);

#endif
