/*
 * fair.h - the fair shuffle: nobody picks the cards, and everybody can check it.
 *
 * The server draws a secret and shows its commitment. Every player's program draws random bytes of
 * its own, a salt, and shows its hash. When the host deals, the deal code fixes all of that
 * together with the rules; only then do the programs open their salts, and the seed of the match
 * comes from all of them. All of it is text, so that it can be checked by hand:
 *
 *     commitment = sha256("mazo secret 1\n" secret "\n")
 *     hash       = sha256("mazo salt 2\n" salt "\n")
 *     deal code  = sha256("mazo deal 2\n" about "\n" commitment "\n" hash of seat 0 "\n" …)
 *     seed       = sha256("mazo seed 2\n" secret "\n" salt of seat 0 "\n" salt of seat 1 "\n" …)
 *
 * with secret and salts in lower-case hex of 32 bytes; a seat without a salt (a bot, or a client
 * that gave none) has an empty line. `about` is {"rules":…,"revision":…,"options":{…}} as the
 * match file and the table's message have them, without blanks.
 *
 * That is rule 2. Matches of older servers follow rule 1: no hashes and no deal code, and
 * "mazo seed 1" in the seed. There, a server that also played could choose its own salt last.
 */
#ifndef MAZO_FAIR_H
#define MAZO_FAIR_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/rules.h"
#include "text/text.h"
#include "wire/json_out.h"

enum {
    FAIR_SIZE = 32,
    FAIR_HEX = 65, /* with the NUL */
    FAIR_RULE = 2, /* of new matches */
    FAIR_ABOUT_SIZE = 8192
};

struct wire_error;

struct fair {
    bool is_there;
    int rule; /* 1 or 2 */
    char commitment[FAIR_HEX], secret[FAIR_HEX];
    int seats;
    char salt[MAZO_SEATS_MAX][FAIR_HEX]; /* "": none */
    char hash[MAZO_SEATS_MAX][FAIR_HEX]; /* of the salts, shown before any was opened; rule 2 */
    char deal[FAIR_HEX];                 /* the deal code; "": rule 1 */
};

/* Draw a secret, and its commitment. */
void fair_begin(struct fair *f);

/* The commitment of a secret. */
void fair_commit(const char secret[FAIR_HEX], char commitment[FAIR_HEX]);

/* The hash of a salt. */
void fair_hash_salt(const char salt[FAIR_HEX], char hash[FAIR_HEX]);

/* 64 hex digits, upper case too? And those in lower case, as everything is made of them. */
bool fair_is_salt(const char *text);
bool fair_take(const char *text, char lower[FAIR_HEX]);

/* What a table's message or the first line of a file says about the rules, as the deal code has
 * it. False: it is not there, or too long. */
bool fair_about(const json_t *from, char about[FAIR_ABOUT_SIZE]);

/* Set the deal code, by rule 2. */
void fair_seal(struct fair *f, const char *about);

/* The seed of the match. */
void fair_seed(const struct fair *f, uint8_t seed[FAIR_SIZE]);

/* "fair":{"rule":2,"commitment":…,"secret":…,"hashes":[…],"salts":[…]} in the first line of a match
 * file; without `rule` it is rule 1. Reading also finds the deal code. */
void fair_put(struct json_out *out, const struct fair *f);
bool fair_read(enum text_lang lang, const char *line, size_t len, struct fair *out,
               struct wire_error *why);

/* Does the commitment belong to the secret? Every hash to a salt (rule 2)? The seed to secret and
 * salts? */
bool fair_keeps_promise(const struct fair *f);
bool fair_opens(const struct fair *f);
bool fair_makes(const struct fair *f, const uint8_t seed[FAIR_SIZE]);

/* All three: the file agrees with itself. */
bool fair_checks(const struct fair *f, const uint8_t seed[FAIR_SIZE]);

#endif
