/*
 * notation.h - cards, colors and effects as text: "R7", "W+4", "take 2 most".
 *
 * Reading is strict: the whole text must be the thing, with nothing before or
 * behind it. Cards and colors are read in any case and written in upper case.
 */
#ifndef MAZO_NOTATION_H
#define MAZO_NOTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mazo/save.h"

enum {
    WIRE_DARE_MAX = 240,    /* bytes of a dare's text */
    WIRE_EFFECT_SIZE = 260, /* bytes of the longest effect, with its NUL */
    WIRE_SEED_SIZE = 65     /* 64 hex digits and a NUL */
};

/* Read "draw_to 7", "take 2 most", "dare TEXT". A dare's text goes to `dare`,
 * which is empty for all others. */
bool say_effect_read(const char *text, struct mazo_effect *out, char dare[WIRE_DARE_MAX + 1]);

/* Write the effect; returns what snprintf would. `dare` is used for dares only. */
int say_effect_write(const struct mazo_effect *effect, const char *dare, char *buf, size_t size);

/* What a phase color, choose or throw was entered for: "lever". */
const char *say_purpose_name(int purpose);

/* -1, or what has that name. */
int say_purpose_by_name(const char *name);

/* Seeds are 64 hex digits, hashes 16. */
bool say_seed_read(const char *text, uint8_t out[32]);
void say_seed_write(const uint8_t seed[32], char out[WIRE_SEED_SIZE]);
bool say_hash_read(const char *text, uint64_t *out);
void say_hash_write(uint64_t hash, char out[17]);

#endif
