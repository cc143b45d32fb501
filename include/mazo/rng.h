/*
 * rng.h - the generator inside a game.
 *
 * Two kinds: ChaCha with eight rounds, keyed with 32 bytes, for games that
 * people play (no card seen tells anything about the next one), and a small
 * fast one for simulations. Both give the same numbers on every platform, and
 * ranges without bias.
 */
#ifndef MAZO_RNG_H
#define MAZO_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct mazo_rng {
    uint32_t key[8];     /* the seed; the fast kind does not use it after seeding */
    uint64_t counter;    /* ChaCha: the next block. Fast: the whole state */
    uint32_t block[16];  /* ChaCha: the present block */
    uint8_t left;        /* words of it not yet used */
    uint8_t fast;        /* which kind */
};

/* Start from 32 bytes; the same bytes give the same numbers. */
void mazo_rng_init(struct mazo_rng *rng, const uint8_t seed[32], bool fast);

/* The 32 bytes that stand for a small number: the number, little-endian, then zeros. */
void mazo_seed_from_number(uint64_t number, uint8_t out[32]);

/* A number below `bound` (at least 1), every one equally likely. */
uint32_t mazo_rng_below(struct mazo_rng *rng, uint32_t bound);

#endif
