/*
 * fair.h - the fair shuffle: nobody picks the cards, and everybody can check it.
 *
 * Before anybody sits down the server draws a secret and shows its commitment.
 * Every player's program then adds random bytes of its own, its salt. The seed
 * of the match comes from both. When the match is over the secret is in the
 * match file, and anyone who has kept the commitment can check the rest, even by
 * hand, for all of it is text:
 *
 *     commitment = sha256("mazo secret 1\n" secret "\n")
 *     seed       = sha256("mazo seed 1\n" secret "\n" salt of seat 0 "\n" salt of seat 1 "\n" …)
 *
 * with secret and salts in lower-case hex of 32 bytes; a seat without a salt
 * (a bot, or a client that gave none) has an empty line.
 */
#ifndef MAZO_FAIR_H
#define MAZO_FAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/rules.h"
#include "text/text.h"
#include "wire/json_out.h"

enum { FAIR_SIZE = 32, FAIR_HEX = 65 /* with the NUL */ };

struct wire_error;

struct fair {
    bool is_there;
    char commitment[FAIR_HEX], secret[FAIR_HEX];
    int seats;
    char salt[MAZO_SEATS_MAX][FAIR_HEX]; /* "": none */
};

/* Draw a secret, and its commitment. */
void fair_begin(struct fair *f);

/* The commitment of a secret. */
void fair_commit(const char secret[FAIR_HEX], char commitment[FAIR_HEX]);

/* 64 hex digits, upper case too? */
bool fair_is_salt(const char *text);

/* The seed of the match. */
void fair_seed(const struct fair *f, uint8_t seed[FAIR_SIZE]);

/* "fair":{"commitment":…,"secret":…,"salts":[…]} in the first line of a match file. */
void fair_put(struct json_out *out, const struct fair *f);
bool fair_read(enum text_lang lang, const char *line, size_t len, struct fair *out,
               struct wire_error *why);

/* Does the commitment belong to the secret? The seed to secret and salts? */
bool fair_keeps_promise(const struct fair *f);
bool fair_makes(const struct fair *f, const uint8_t seed[FAIR_SIZE]);

/* Both. */
bool fair_checks(const struct fair *f, const uint8_t seed[FAIR_SIZE]);

#endif
