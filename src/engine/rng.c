/*
 * rng.c - ChaCha8, PCG, and ranges without bias.
 */
#include "core.h"

static uint32_t rotate(uint32_t x, int by) { return x << by | x >> (32 - by); }

static void quarter(uint32_t x[16], int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

/* One block of ChaCha with eight rounds, a 64-bit counter and nonce zero. */
COLD static void fill_block(struct mazo_rng *rng)
{
    const uint32_t start[16] = {
        0x61707865,
        0x3320646e,
        0x79622d32,
        0x6b206574,
        rng->key[0],
        rng->key[1],
        rng->key[2],
        rng->key[3],
        rng->key[4],
        rng->key[5],
        rng->key[6],
        rng->key[7],
        (uint32_t)rng->counter,
        (uint32_t)(rng->counter >> 32),
        0,
        0,
    };
    uint32_t x[16];
    memcpy(x, start, sizeof x);
    for (int round = 0; round < 8; round += 2) {
        quarter(x, 0, 4, 8, 12);
        quarter(x, 1, 5, 9, 13);
        quarter(x, 2, 6, 10, 14);
        quarter(x, 3, 7, 11, 15);
        quarter(x, 0, 5, 10, 15);
        quarter(x, 1, 6, 11, 12);
        quarter(x, 2, 7, 8, 13);
        quarter(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        rng->block[i] = x[i] + start[i];
    rng->counter++;
    rng->left = 16;
}

void mazo_seed_from_number(uint64_t number, uint8_t out[32])
{
    memset(out, 0, 32);
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(number >> (8 * i));
}

void mazo_rng_init(struct mazo_rng *rng, const uint8_t seed[32], bool fast)
{
    memset(rng, 0, sizeof *rng);
    for (int i = 0; i < 32; i++)
        rng->key[i / 4] |= (uint32_t)seed[i] << (8 * (i % 4));
    rng->fast = fast;
    for (int i = 0; fast && i < 8; i++)
        rng->counter = mazo_fast_seed(rng->counter + rng->key[i]);
}

/* Every bit handed out is used once: reused bits bias results measurably. */
static uint32_t chacha_word(struct mazo_rng *rng)
{
    if (rng->left == 0)
        fill_block(rng);
    return rng->block[16 - rng->left--];
}

static uint32_t chacha_below(struct mazo_rng *rng, uint32_t bound)
{
    uint64_t product = (uint64_t)chacha_word(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = (0 - bound) % bound;
        while ((uint32_t)product < least)
            product = (uint64_t)chacha_word(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}

HOT uint32_t rng_below(struct mazo_rng *rng, uint32_t bound)
{
    return rng->fast ? mazo_fast_below(&rng->counter, bound) : chacha_below(rng, bound);
}

/* Nothing but the key and the counter decides it. */
void rng_resume(struct mazo_rng *rng)
{
    uint8_t left = rng->left;
    memset(rng->block, 0, sizeof rng->block);
    if (rng->fast || rng->counter == 0)
        return;
    rng->counter--;
    fill_block(rng);
    rng->left = left;
}

uint32_t mazo_rng_below(struct mazo_rng *rng, uint32_t bound) { return rng_below(rng, bound); }
