/*
 * proof.h - what the file of a server's match proves about its shuffle, to a player who has kept
 * what they were shown before the deal (receipt.h).
 */
#ifndef MAZO_PROOF_H
#define MAZO_PROOF_H

#include "session/receipt.h"

enum proof {
    PROOF_NONE,   /* not a match file, or it does not record how its seed was made */
    PROOF_BAD,    /* it contradicts itself, or what was kept */
    PROOF_ITSELF, /* it agrees with itself; nothing was kept to compare it with */
    PROOF_OLDER,  /* rule 1: a host who also played could choose the cards */
    PROOF_AGAIN,  /* as PROOF_FULL, but the deal started over after our salt was known */
    PROOF_FULL    /* nobody could choose the cards */
};

/* Replays the file. `key`: of the match. */
enum proof proof_find(const char *key, const char *text, size_t len);

/* One sentence for the player, in English: a key of the catalogue. */
const char *proof_sentence(enum proof proof);

#endif
