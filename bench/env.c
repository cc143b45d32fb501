/*
 * env.c - steps a second of games for programs that learn.
 *
 * env [SECONDS]: random legal play of whole rounds, one after the other, in one thread. Actions are chosen from
 * the list of legal ids. Processor time; what is written in each column is added to that of the one before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "mazo/env.h"
#include "mazo/rng.h"

enum { GAMES_MAX = 4096, BLOCK = 64 };

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct mazo_env *envs;
static uint8_t observations[GAMES_MAX * MAZO_OBSERVATION_MAX], ids[GAMES_MAX * MAZO_IDS_MAX];
static uint8_t counts[GAMES_MAX], seats[GAMES_MAX], done[GAMES_MAX], actions[GAMES_MAX];
static uint64_t masks[GAMES_MAX * MAZO_MASK_WORDS];
static float rewards[GAMES_MAX * MAZO_SEATS_MAX];

/* Million steps a second. */
static double measure(int sheet, int players, int games, const struct mazo_env_out *out,
                      double seconds)
{
    uint64_t dice = mazo_fast_seed(1);
    long steps = 0;
    for (int i = 0; i < games; i++)
        if (mazo_env_init(&envs[i], mazo_rules_of_sheet(sheet), players, (uint64_t)i, NULL))
            abort();
    mazo_env_step(envs, games, NULL, out);
    double start = cpu_seconds(), spent;
    do {
        for (int n = 0; n < BLOCK; n++) {
            for (int i = 0; i < games; i++)
                actions[i] = ids[i * MAZO_IDS_MAX + (int)mazo_fast_below(&dice, counts[i])];
            if (mazo_env_step(envs, games, actions, out))
                abort();
        }
        steps += (long)games * BLOCK;
        spent = cpu_seconds() - start;
    } while (spent < seconds);
    return (double)steps / spent / 1e6;
}

static void row(const char *name, int sheet, int players, int games, double seconds)
{
    struct mazo_env_out out = {.ids = ids, .counts = counts, .rewards = rewards, .done = done};
    double speed[3];
    speed[0] = measure(sheet, players, games, &out, seconds);
    out.seats = seats;
    out.masks = masks;
    speed[1] = measure(sheet, players, games, &out, seconds);
    out.observations = observations;
    out.observation_stride = mazo_observation_size(mazo_rules_of_sheet(sheet), players);
    speed[2] = measure(sheet, players, games, &out, seconds);
    printf("%-14s %5d games  %6.2f  %6.2f  %6.2f\n", name, games, speed[0], speed[1], speed[2]);
}

int main(int argc, char **argv)
{
    static const int games[] = {1, 64, GAMES_MAX};
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    envs = aligned_alloc(1 << 21, ((size_t)GAMES_MAX * sizeof *envs | ((1 << 21) - 1)) + 1);
    if (!envs)
        return 1;
#ifdef MADV_HUGEPAGE
    madvise(envs, (size_t)GAMES_MAX * sizeof *envs, MADV_HUGEPAGE);
#endif
    puts("million steps a second            ids   masks  observations");
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        row("duelo, 2", MAZO_SHEET_DUELO, 2, games[i], seconds);
        row("oficial, 4", MAZO_SHEET_OFICIAL, 4, games[i], seconds);
        row("jackpot, 4", MAZO_SHEET_JACKPOT, 4, games[i], seconds);
    }
    return 0;
}
