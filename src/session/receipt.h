/*
 * receipt.h - what was seen of a server's shuffles (wire/fair.h), kept until the match file is
 * checked. Without it one can only see that a file agrees with itself.
 *
 * One file in the folder of the matches, readable by nobody else: one line per match, the newest
 * first.
 */
#ifndef MAZO_RECEIPT_H
#define MAZO_RECEIPT_H

#include "wire/fair.h"

enum { RECEIPTS_MAX = 200, RECEIPT_KEY_SIZE = 40 };

struct receipt {
    char commitment[FAIR_HEX];  /* of the server's secret */
    char deal[FAIR_HEX];        /* the deal code before our salt was opened; "": rule 1 */
    char salt[FAIR_HEX];        /* ours; "": none was given */
    int again;                  /* how often the deal started over after it was opened */
    char key[RECEIPT_KEY_SIZE]; /* of the match file; "": the match is not over */
};

/* Keep it, in place of the one with the same commitment. False: errno says why it cannot be kept. */
bool receipt_keep(const struct receipt *r);

/* The one of this match: by the key, or else by whatever of it is in the file. */
bool receipt_find(const char *key, const struct fair *f, struct receipt *out);

/* Does the file say the same? */
bool receipt_agrees(const struct receipt *r, const struct fair *f);

/* Is this one of the salts? */
bool receipt_has_salt(const struct fair *f, const char *salt);

#endif
