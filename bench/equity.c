/*
 * equity.c - how well `search_equity` knows the chance to win a match between its rounds.
 *
 *     equity [SHEET [SEATS [MATCHES [SEED]]]]
 *
 * MATCHES (20,000) are played by the policy of `hard`. Before every round but the first each side is given its chance;
 * printed are how often it won in the end, by what it was given, and the mean of −log2 of the chance that
 * was given to the winner, beside that of equal chances.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot/policy.h"
#include "bot/search.h"

enum { BINS = 10, ROUNDS_MAX = 1024 };

static struct mazo_game game;
static struct mazo_events events;
static struct {
    long times;
    double given, won;
} bins[BINS];
static struct {
    double of[MAZO_SEATS_MAX];
} told[ROUNDS_MAX];
static double bits, bits_of_equal;
static long rounds;

static void count(int round)
{
    double winner = 0;
    for (int seat = 0; seat < game.seats; seat++) {
        double given = told[round].of[seat], won = search_equity(&game, seat);
        int bin = (int)(given * BINS);
        bin = bin < BINS ? bin : BINS - 1;
        bins[bin].times++;
        bins[bin].given += given;
        bins[bin].won += won;
        winner += won * given;
    }
    bits -= log2(fmax(winner, 1e-9));
    bits_of_equal += log2(game.seats);
    rounds++;
}

/* One match; false where a round has no end. */
static bool play(const struct mazo_rules *rules, int seats, uint64_t seed)
{
    uint8_t bytes[32];
    uint64_t dice = seed * 2654435769u + 1;
    const struct policy *policy = policy_for(rules, seats);
    int known = 0;
    mazo_seed_from_number(seed, bytes);
    mazo_events_clear(&events);
    mazo_init(&game, rules, seats, bytes, true, &events);
    for (;;) {
        if (policy_playout(&game, policy, &dice) == MAZO_SEAT_NONE)
            return false;
        if (game.phase == MAZO_PHASE_match_over)
            break;
        for (int seat = 0; known < ROUNDS_MAX && seat < seats; seat++)
            told[known].of[seat] = search_equity(&game, seat);
        known += known < ROUNDS_MAX;
        const struct mazo_command next = {.type = MAZO_CMD_next};
        mazo_events_clear(&events);
        if (mazo_apply(&game, &next, &events) != MAZO_ERR_ok)
            return false;
    }
    for (int round = 0; round < known; round++)
        count(round);
    return true;
}

int main(int argc, char **argv)
{
    const char *sheet = argc > 1 ? argv[1] : "oficial";
    int seats = argc > 2 ? atoi(argv[2]) : 4, matches = argc > 3 ? atoi(argv[3]) : 20000;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    int number = mazo_sheet_by_name(sheet), lost = 0;
    if (number < 0 || seats < 2 || seats > MAZO_SEATS_MAX || matches < 1) {
        fprintf(stderr, "usage: equity [SHEET [SEATS [MATCHES [SEED]]]]\n");
        return 2;
    }
    for (int i = 0; i < matches; i++)
        lost += !play(mazo_rules_of_sheet(number), seats, seed * 1000003 + (uint64_t)i);
    for (int i = 0; i < BINS; i++)
        if (bins[i].times > 0)
            printf("given %.3f  won %.3f  %9ld times\n", bins[i].given / (double)bins[i].times,
                   bins[i].won / (double)bins[i].times, bins[i].times);
    printf("bits: %.4f; with equal chances %.4f; %d matches of %d, %ld rounds\n",
           bits / (double)rounds, bits_of_equal / (double)rounds, matches - lost, matches, rounds);
    return 0;
}
