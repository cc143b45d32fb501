/*
 * card.h - a card is one byte: what is printed on it, not which copy it is.
 *
 * The low four bits are the value, the next two the color, so a set of kinds
 * is one 64-bit word and "what may I play" is a few instructions. The values 14
 * and 15 of red and 14 of green are the wilds, which have no color.
 */
#ifndef MAZO_CARD_H
#define MAZO_CARD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint8_t mazo_card;

enum mazo_color {
    MAZO_RED,
    MAZO_GREEN,
    MAZO_BLUE,
    MAZO_YELLOW,
    MAZO_COLOR_COUNT,
    MAZO_COLOR_NONE = 255
};

enum mazo_value { /* 0 to 9 are the numbers */
                  MAZO_SKIP = 10,
                  MAZO_REVERSE,
                  MAZO_DRAW_TWO,
                  MAZO_JACKPOT,
                  MAZO_VALUE_COUNT
};

enum {
    MAZO_WILD = 14,
    MAZO_WILD_FOUR = 15,
    MAZO_WILD_JACKPOT = 30,
    MAZO_KIND_COUNT = 64, /* kinds are below this; not every number is a kind */
    MAZO_CARD_NONE = 255
};

#define MAZO_BIT(card) (UINT64_C(1) << (card))
#define MAZO_WILDS (MAZO_BIT(MAZO_WILD) | MAZO_BIT(MAZO_WILD_FOUR) | MAZO_BIT(MAZO_WILD_JACKPOT))
#define MAZO_OF_COLOR(color) (UINT64_C(0x3fff) << ((unsigned)(color)*16))
#define MAZO_OF_VALUE(value) (UINT64_C(0x0001000100010001) << (value))
#define MAZO_NUMBERS_OF(color) (UINT64_C(0x03ff) << ((unsigned)(color)*16))
#define MAZO_NUMBERS UINT64_C(0x03ff03ff03ff03ff)
#define MAZO_KINDS (UINT64_C(0x3fff3fff3fff3fff) | MAZO_WILDS)

static inline mazo_card mazo_card_of(int color, int value)
{
    return (mazo_card)(color * 16 + value);
}
static inline int mazo_card_color(mazo_card c) { return c >> 4; }
static inline int mazo_card_value(mazo_card c) { return c & 15; }
static inline bool mazo_card_is_wild(mazo_card c) { return c < 64 && (MAZO_WILDS >> c & 1); }
static inline bool mazo_card_is_valid(mazo_card c) { return c < 64 && (MAZO_KINDS >> c & 1); }

/* The bits in a set: of kinds, or of seats. Without an instruction for it the compiler would call
 * a library. */
static inline int mazo_count_bits(uint64_t set)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
#else
    return __builtin_popcountll(set);
#endif
}

/* E3, J7: what the card is worth in a hand at the end of a round. */
int mazo_card_points(mazo_card c);

#ifdef __cplusplus
}
#endif

#endif
