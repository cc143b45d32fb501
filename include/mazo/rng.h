/*
 * rng.h - the generator inside a game.
 *
 * Two kinds: ChaCha with eight rounds, keyed with 32 bytes, for games that
 * people play (the cards seen say nothing about the next one), and a small
 * fast one for simulations. Both give the same numbers on every platform, and
 * ranges without bias.
 */
#ifndef MAZO_RNG_H
#define MAZO_RNG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mazo_rng {
    uint32_t key[8];    /* the seed; the fast kind does not use it after seeding */
    uint64_t counter;   /* ChaCha: the next block. Fast: the whole state */
    uint32_t block[16]; /* ChaCha: the current block */
    uint8_t left;       /* words of it not yet used */
    uint8_t fast;       /* which kind */
};

/* Start from 32 bytes; the same bytes give the same numbers. */
void mazo_rng_init(struct mazo_rng *rng, const uint8_t seed[32], bool fast);

/* The 32 bytes for a small number: the number, little-endian, then zeros. */
void mazo_seed_from_number(uint64_t number, uint8_t out[32]);

/* A number below `bound` (at least 1), every one equally likely. */
uint32_t mazo_rng_below(struct mazo_rng *rng, uint32_t bound);

/* The fast kind by itself, eight bytes of state: PCG-XSH-RR 64/32. In the header,
 * because a simulation calls it all the time. */
static inline uint32_t mazo_fast_word(uint64_t *state)
{
    uint64_t old = *state;
    *state = old * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint32_t word = (uint32_t)((old >> 18 ^ old) >> 27), by = (uint32_t)(old >> 59);
    return word >> by | word << (-by & 31);
}

/* A state for any number: neighboring numbers give very different states. */
static inline uint64_t mazo_fast_seed(uint64_t number)
{
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return (number ^ number >> 31) + UINT64_C(0x9e3779b97f4a7c15);
}

/* A fast generator starts again, from any number. */
static inline void mazo_rng_restart(struct mazo_rng *rng, uint64_t number)
{
    rng->counter = mazo_fast_seed(number);
}

/* Lemire's method: the high half of a product, rejecting the few words that
 * would favor some results. */
static inline uint32_t mazo_fast_below(uint64_t *state, uint32_t bound)
{
    uint64_t product = (uint64_t)mazo_fast_word(state) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = (0 - bound) % bound;
        while ((uint32_t)product < least)
            product = (uint64_t)mazo_fast_word(state) * bound;
    }
    return (uint32_t)(product >> 32);
}

#ifdef __cplusplus
}
#endif

#endif
