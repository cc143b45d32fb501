/*
 * yardstick.c - the same game as one special-purpose loop, to hold `mazo bench` against.
 *
 * Four players, 108 cards, the rules of `duelo` with nothing to choose: no
 * options, no commands, no phases, no bluff, no UNO. It is what a programmer
 * writes who wants this one game fast, and so the measure of what the rules
 * engine costs. Machines differ, but the ratio of the two in one run tells.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mazo/rng.h"

/* A hand: kinds held once and twice; each wild has a bit of its own. A card
 * is its bit, and 64 more for the second copy. */
enum { WILD = 52, WILD_FOUR = 56, CARDS = 108, SEATS = 4, SKIP = 10, REVERSE, DRAW_TWO };

struct table {
    uint64_t once[SEATS], twice[SEATS];
    int size[SEATS];
    uint8_t pile[CARDS], discards[CARDS];
    int pile_count, discard_count;
    int seat, direction, color;
    uint64_t fits, dice;
};

static const uint64_t wilds = UINT64_C(0xff) << WILD, fours = UINT64_C(0xf) << WILD_FOUR;

static uint64_t of_color(int color) { return UINT64_C(0x1fff) << (13 * color); }

static uint64_t of_value(int value) { return UINT64_C(0x0008004002001) << value; }

static int draw(struct table *t)
{
    if (t->pile_count == 0) {
        t->pile_count = t->discard_count - 1;
        memcpy(t->pile, t->discards, (size_t)t->pile_count);
        t->discards[0] = t->discards[t->discard_count - 1];
        t->discard_count = 1;
    }
    if (t->pile_count == 0)
        return -1;
    uint32_t at = mazo_fast_below(&t->dice, (uint32_t)t->pile_count);
    int card = t->pile[at];
    t->pile[at] = t->pile[--t->pile_count];
    return card;
}

static void take(struct table *t, int seat, int card)
{
    if (card < 0)
        return;
    if (card < 64)
        t->once[seat] |= UINT64_C(1) << card;
    else
        t->twice[seat] |= UINT64_C(1) << (card - 64);
    t->size[seat]++;
}

static int step(const struct table *t) { return (t->seat + t->direction) & (SEATS - 1); }

static void strike(struct table *t, int n)
{
    t->seat = step(t);
    while (n--)
        take(t, t->seat, draw(t));
}

/* What the card on top does; the next seat is one step on. */
static void act(struct table *t, int card, int named)
{
    int kind = card & 63;
    if (kind >= WILD) {
        t->color = named;
        t->fits = of_color(named) | wilds;
        if (kind >= WILD_FOUR)
            strike(t, 4);
        return;
    }
    t->color = kind / 13;
    int value = kind % 13;
    t->fits = of_color(t->color) | of_value(value) | wilds;
    if (value == SKIP)
        t->seat = step(t);
    else if (value == REVERSE)
        t->direction = -t->direction;
    else if (value == DRAW_TWO)
        strike(t, 2);
}

static int nth(uint64_t set, uint32_t n)
{
    while (n--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* The card to play, out of the hand, or -1: the drawn one did not fit. */
static int choose(struct table *t)
{
    int seat = t->seat;
    uint64_t fits = t->fits;
    if ((t->once[seat] | t->twice[seat]) & of_color(t->color))
        fits &= ~fours;
    uint64_t once = t->once[seat] & fits, twice = t->twice[seat] & fits;
    uint32_t n = (uint32_t)__builtin_popcountll(once),
             all = n + (uint32_t)__builtin_popcountll(twice);
    if (all == 0) {
        int card = draw(t);
        if (card >= 0 && fits >> (card & 63) & 1)
            return card;
        take(t, seat, card);
        return -1;
    }
    uint32_t which = mazo_fast_below(&t->dice, all);
    t->size[seat]--;
    if (which < n) {
        int card = nth(once, which);
        t->once[seat] &= ~(UINT64_C(1) << card);
        return card;
    }
    int card = nth(twice, which - n);
    t->twice[seat] &= ~(UINT64_C(1) << card);
    return card + 64;
}

static void deal(struct table *t, const uint8_t *deck)
{
    uint64_t dice = t->dice;
    memset(t, 0, sizeof *t);
    t->dice = dice;
    memcpy(t->pile, deck, CARDS);
    t->pile_count = CARDS;
    t->direction = 1;
    for (int i = 0; i < 7 * SEATS; i++)
        take(t, i % SEATS, draw(t));
    int top = draw(t);
    while ((top & 63) >= WILD_FOUR) { /* goes back, another is turned */
        t->pile[t->pile_count++] = (uint8_t)top;
        top = draw(t);
    }
    t->discards[t->discard_count++] = (uint8_t)top;
    t->seat = SEATS - 1;
    act(t, top, (int)mazo_fast_below(&t->dice, 4));
    t->seat = step(t);
}

static int points(const struct table *t)
{
    static const uint8_t worth[13] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 20, 20};
    int sum = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        for (uint64_t rest = t->once[seat]; rest; rest &= rest - 1) {
            int kind = __builtin_ctzll(rest);
            sum += kind >= WILD ? 50 : worth[kind % 13];
        }
        for (uint64_t rest = t->twice[seat]; rest; rest &= rest - 1)
            sum += worth[__builtin_ctzll(rest) % 13];
    }
    return sum;
}

static int play_round(struct table *t)
{
    for (int turns = 1;; turns++) {
        int seat = t->seat, card = choose(t);
        if (card >= 0) {
            t->discards[t->discard_count++] = (uint8_t)card;
            act(t, card, (int)mazo_fast_below(&t->dice, 4));
            if (t->size[seat] == 0)
                return turns;
        }
        t->seat = step(t);
    }
}

static int build_deck(uint8_t *deck)
{
    int n = 0;
    for (int kind = 0; kind < WILD; kind++) {
        deck[n++] = (uint8_t)kind;
        if (kind % 13)
            deck[n++] = (uint8_t)(kind + 64);
    }
    for (int i = 0; i < 8; i++)
        deck[n++] = (uint8_t)(WILD + i);
    return n;
}

int main(int argc, char **argv)
{
    static struct table t;
    uint8_t deck[CARDS];
    long rounds = argc > 1 ? atol(argv[1]) : 300000, turns = 0, score = 0;
    struct timespec a, b;
    if (build_deck(deck) != CARDS)
        return 1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (long i = 0; i < rounds; i++) {
        deal(&t, deck);
        turns += play_round(&t);
        score += points(&t);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double seconds = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    printf("%.0f rounds/s, %.2f turns/round, %.2f points/round\n", (double)rounds / seconds,
           (double)turns / (double)rounds, (double)score / (double)rounds);
    return 0;
}
