/*
 * lend.h - short codes that make another device the same person, in place of the token.
 *
 * A code works once and for five minutes. It is kept in memory only: a restart forgets all codes.
 * Its first letters are those of the address that the first device has opened (/ws/ABCD), so that a
 * proxy leads the second device to the same server; the others are drawn here and are in no address,
 * and so in no log.
 */
#ifndef MAZO_LEND_H
#define MAZO_LEND_H

#include <stddef.h>
#include <stdint.h>

#include "store/store.h"

enum {
    LEND_LETTERS = 8,        /* of a code, */
    LEND_PLACE = 4,          /* and those of the address */
    LEND_MS = 5 * 60 * 1000, /* how long a code works */
    LENDS_MAX = 512,         /* codes at the same time, */
    LENDS_EACH = 20,         /* and from one address */
    LEND_TOKEN_SIZE = 65
};

struct lend {
    uint64_t until;   /* 0: this slot is free */
    uint64_t address; /* the address it was made from */
    char code[LEND_LETTERS + 1];
    char token[LEND_TOKEN_SIZE];
    char player[STORE_KEY_SIZE], name[STORE_NAME_SIZE];
};

struct lends {
    struct lend lend[LENDS_MAX];
};

/* A new code for token, player, name and address of `whose`; the player's previous code becomes
 * invalid. `place` comes from the address, and is used if it is LEND_PLACE letters of codes. NULL:
 * too many codes. */
const struct lend *lend_make(struct lends *l, const struct lend *whose, const char *place,
                             uint64_t now);

/* The lend with this code of LEND_LETTERS, in either case; or NULL. */
struct lend *lend_find(struct lends *l, const char *code, uint64_t now);

void lend_end(struct lend *one);
void lend_expire(struct lends *l, uint64_t now);

#endif
