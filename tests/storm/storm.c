/*
 * storm.c - a whole cluster in one process, driven by a seed: see docs/storm.md.
 *
 *   storm --seed N [--verbose]    one run, told or not
 *   storm --seeds FROM COUNT      many
 *
 * With --twice every seed runs twice, and both runs must be the same. --nodes: the most servers.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "storm.h"

enum { PATIENCE_MS = 2 * HOUR, LONG_PATIENCE_MS = 8 * HOUR }; /* longer than any limit */

int storm_nodes = NODES_MAX;

struct weather weather;

static uint64_t calm_at;
static uint64_t all_ms, all_moves, all_matches, all_messages, all_promises;

bool happens(uint32_t of_a_thousand)
{
    return !weather.calm && of_a_thousand > 0 && chance(of_a_thousand);
}

/* Each kind of fault in half of the runs: many at once hide each other. */
static uint32_t often(uint32_t most) { return chance(500) ? dice(most + 1) : 0; }

/* Servers that share a store have clocks that agree to some seconds: see docs/storm.md. */
static void choose_weather(int nodes)
{
    memset(&weather, 0, sizeof weather);
    weather.slow = often(
        100); /* one after the other: compilers differ in the order within a list */
    weather.twice = often(200);
    weather.cut = often(20);
    weather.half = often(500);
    weather.refused = often(100);
    weather.unknown = often(100);
    weather.commit = often(100);
    weather.read = often(200);
    weather.unread = often(100);
    weather.skew = often(nodes > 1 ? 15 * SECOND : 5 * MINUTE);
    weather.busy = often(300);
    weather.every = often(30);
    story(
        "weather: slow %u, twice %u, cut %u, half %u, refused %u, unknown %u, slow commits %u, slow reads %u, "
        "unread %u, skew %u, blows every %u s",
        weather.slow, weather.twice, weather.cut, weather.half, weather.refused, weather.unknown,
        weather.commit, weather.read, weather.unread, weather.skew, weather.every);
}

static void blow(void *ctx, uint64_t id)
{
    (void)ctx, (void)id;
    if (!weather.calm && weather.every) {
        node_blow();
        clock_at(&outside, storm_now + between(1, 2 * weather.every * SECOND), blow, NULL, 0);
    }
}

static void calm_down(void *ctx, uint64_t id)
{
    (void)ctx, (void)id;
    story("the storm is over");
    weather.calm = true;
    calm_at = storm_now;
    nodes_calm();
}

/* A table by correspondence keeps its timers without players connected. */
static void check_late(void)
{
    int64_t table = weather.calm && storm_now > calm_at + 4 * MINUTE
                        ? truth_late((int64_t)(STORM_EPOCH_MS + storm_now))
                        : 0;
    if (table)
        broken("a sleeping table wakes when its clock runs out", "Table %lld", (long long)table);
}

static void step(void)
{
    const struct home *home = clock_step();
    check_late();
    if (home && home->index >= 0)
        node_check(home->index);
}

static void run(uint64_t seed)
{
    char why[200] = "";
    clock_begin(seed);
    int nodes = (int)between(1, (uint32_t)storm_nodes);
    choose_weather(nodes);
    truth_begin();
    disk_begin(nodes);
    wires_begin();
    nodes_begin(nodes);
    players_begin();
    uint64_t storm_ms = between(20, 180) * SECOND;
    clock_at(&outside, storm_ms, calm_down, NULL, 0);
    clock_at(&outside, 5 * SECOND, blow, NULL, 0);
    uint64_t until = storm_ms + (players_are_slow() ? LONG_PATIENCE_MS : PATIENCE_MS);
    while (!players_done(why, sizeof why)) {
        if (storm_now > until)
            broken("when the storm is over, every match ends", "Hours later %s", why);
        step();
    }
    all_ms += storm_now;
    all_moves += truth_moves();
    all_matches += truth_matches();
    all_promises += truth_promises();
    all_messages += wires_messages();
    weather.calm = true;
    players_end();
    nodes_end();
    while (clock_step()) { /* the connections of guests who have left */
    }
    wires_end();
    disk_end();
    truth_end();
    clock_end();
}

/* Of the processor: others may be using the machine, too. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void on_crash(int number)
{
    static char text[160];
    int len =
        snprintf(text, sizeof text,
                 "seed %llu: signal %d\nTo see it again: storm --nodes %d --seed %llu --verbose\n",
                 (unsigned long long)storm_seed, number, storm_nodes,
                 (unsigned long long)storm_seed);
    if (write(STDOUT_FILENO, text, (size_t)len) < 0)
        _exit(2);
    signal(number, SIG_DFL);
    raise(number);
}

static int usage(void)
{
    fputs("usage: storm --seed N [--verbose] | --seeds FROM COUNT  [--twice] [--nodes MOST]\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    uint64_t from = 0, count = 0;
    bool twice = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--verbose") == 0) {
            storm_verbose = true;
        } else if (strcmp(argv[i], "--twice") == 0) {
            twice = true;
        } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            from = strtoull(argv[++i], NULL, 10);
            count = 1;
        } else if (strcmp(argv[i], "--seeds") == 0 && i + 2 < argc) {
            from = strtoull(argv[++i], NULL, 10);
            count = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--nodes") == 0 && i + 1 < argc) {
            storm_nodes = atoi(argv[++i]);
        } else {
            return usage();
        }
    }
    if (count == 0 || storm_nodes < 1 || storm_nodes > NODES_MAX)
        return usage();
    signal(SIGSEGV, on_crash);
    signal(SIGABRT, on_crash);
    double began = seconds();
    uint64_t sum = 0;
    for (uint64_t seed = from; seed < from + count; seed++) {
        run(seed);
        uint64_t digest = run_digest();
        sum = sum * 31 + digest;
        if (twice)
            run(seed);
        if (run_digest() != digest) {
            broken("the same seed is the same run", "%016llx, then %016llx",
                   (unsigned long long)digest, (unsigned long long)run_digest());
        }
    }
    double took = seconds() - began;
    printf("%llu runs, %llu matches, %llu numbers, %llu messages: digest %016llx\n",
           (unsigned long long)count, (unsigned long long)all_matches,
           (unsigned long long)all_moves, (unsigned long long)all_messages,
           (unsigned long long)sum);
    printf("%llu times a player saw the deal that was promised\n",
           (unsigned long long)all_promises);
    printf("%.0f s in %.2f s: %.0f times as fast as real time\n", (double)all_ms / 1000, took,
           (double)all_ms / 1000 / took);
    return 0;
}
