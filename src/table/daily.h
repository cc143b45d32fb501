/*
 * daily.h - the deal of the day: the same cards and the same bots for everybody, from the date alone.
 *
 * The seed of the match is a text with the date in it, so a match file says by itself which day's
 * deal it is. In such a match the dice of the bots come from the seed and from how many commands
 * there were: two people who play the same cards at the same pace see the same game, and a match file
 * can be checked by asking the bots again (daily_check.h). Only who is quicker to say UNO or to
 * catch depends on the clock.
 */
#ifndef MAZO_DAILY_H
#define MAZO_DAILY_H

#include <stdbool.h>
#include <stdint.h>
#include "mazo/rules.h"
#include "wire/json_read.h"
#include "wire/roster.h"

enum {
    DAILY_DATE_SIZE = 11,   /* "2026-11-18" with its NUL */
    DAILY_STRENGTH_MOST = 7 /* Monday's bots are weak (1), Sunday's strong */
};

struct daily {
    int number;   /* number of the day: 1 was January 1, 2026 */
    int strength; /* from 1 */
    char date[DAILY_DATE_SIZE];
    struct mazo_rules rules; /* a sheet, with a lower target: two to four rounds */
    struct roster roster;    /* the person at seat 0, without a name; then bots */
};

/* The deal of a day, "2026-11-18". False: not a date, or before the first day. */
bool daily_of(const char *date, struct daily *out);

/* Sets the person's name; a bot with the same one takes another. */
void daily_sit(struct daily *day, const char *name);

/* The deal that has this seed. */
bool daily_of_seed(const uint8_t seed[32], struct daily *out);

/* The opening of its match. */
void daily_opening(const struct daily *day, struct wire_opening *out);

/* The source of the dice in a match with this seed; 0: not a deal of the day. */
uint64_t daily_dice(const uint8_t seed[32]);

/* The number of the day in Greenwich at this time, in milliseconds since 1970; below 1: before the
 * first day. */
int daily_number_at(uint64_t ms);

/* Days from one date to another: 1 is the next day. 0 also if either is not a date. */
int daily_days(const char *from, const char *to);

#endif
