/*
 * history.h - the record of the matches kept here (table/record.h).
 *
 * A match that is over is read once; what is to be remembered of it is a line of record.jsonl in the
 * folder of the matches, and stays there when the match is deleted. Matches that were played on from a
 * position of another do not count, nor those before the record was erased.
 */
#ifndef MAZO_HISTORY_H
#define MAZO_HISTORY_H

#include "session/save.h"
#include "table/record.h"

enum { HISTORY_NAME_MAX = 256 };

struct history_match {
    char file[HISTORY_NAME_MAX]; /* its name in the folder */
    struct record record;
};

struct history {
    int count, capacity;
    struct history_match *at; /* in the order of their time */
    int64_t erased;           /* when, in milliseconds since 1970; 0: never */
};

/* All of them; new files are read and added. `asked` is asked before each of these whether to go on
 * (or NULL). False: no folder, or no memory; what there is can be used. */
bool history_open(struct history *h, bool (*asked)(void *ctx, int read), void *ctx);
void history_close(struct history *h);

void history_totals(const struct history *h, struct record_totals *out);

/* Start over: removes the lines; matches that are over now do not count again. The matches stay.
 * False: it cannot be written. */
bool history_erase(void);

/* The deal of that day, "2026-11-18", as it was played first; false: it was not, or not to its end. */
bool history_of_day(const char *day, struct record *out);

/* The record of a finished match; false: not remembered here. */
bool history_read(const char *path, struct record *out);

/* Note how many of the player's decisions in that match the coach has judged, and what they cost. */
void history_coached(const char *path, int decisions, double cost);

/* The date of today, here. */
void history_today(char day[DAILY_DATE_SIZE]);

#endif
