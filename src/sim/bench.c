/*
 * bench.c - random play against the clock.
 */

#include "sim/bench.h"

#include <string.h>
#include <time.h>

#include "mazo/game.h"
#include "sim/random_player.h"

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Everything one measurement needs. */
struct bench {
    const struct mazo_rules *rules;
    int seats;
    enum sim_path path;
    uint64_t match; /* the seed of the next match */
    struct mazo_game game;
    struct sim_random dice;
    struct mazo_legal legal;
    struct mazo_events events;
    long turns;
};

static uint64_t stir(uint64_t sum, uint64_t word)
{
    return (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

static void start_match(struct bench *b)
{
    uint8_t seed[32];
    mazo_seed_from_number(b->match++, seed);
    mazo_init(&b->game, b->rules, b->seats, seed, true, NULL);
}

/* To the end of the round, by either path. Returns how many turns it took. */
static long play_out(struct bench *b)
{
    struct mazo_command c;
    long turns = 0;
    while (b->game.phase < MAZO_PHASE_round_over) {
        turns += b->game.phase == MAZO_PHASE_play;
        sim_casual(&b->game, &b->dice, &b->legal, &c);
        mazo_apply_legal(&b->game, &c);
    }
    return turns;
}

static long play_fully(struct bench *b)
{
    struct mazo_command c;
    long turns = 0;
    while (b->game.phase < MAZO_PHASE_round_over) {
        turns += b->game.phase == MAZO_PHASE_play;
        sim_casual(&b->game, &b->dice, &b->legal, &c);
        mazo_legal(&b->game, b->game.turn, &b->legal);
        mazo_events_clear(&b->events);
        mazo_apply(&b->game, &c, &b->events);
    }
    return turns;
}

static void play_round(struct bench *b)
{
    struct mazo_command next = {.type = MAZO_CMD_next};
    if (b->game.phase == MAZO_PHASE_match_over)
        start_match(b);
    else if (b->game.phase == MAZO_PHASE_round_over)
        mazo_apply(&b->game, &next, NULL);
    b->turns += b->path == SIM_PLAYOUT ? play_out(b) : play_fully(b);
}

/* Points that the last round brought, no matter who got them. */
static long points_of_round(const struct bench *b, long *before)
{
    long sum = 0;
    for (int seat = 0; seat < b->seats; seat++)
        sum += b->game.scores[seat];
    long won = sum - *before;
    *before = b->game.phase == MAZO_PHASE_match_over ? 0 : sum;
    return won;
}

void sim_speed_of(const struct mazo_rules *rules, int seats, enum sim_path path, long rounds,
                  struct sim_speed *out)
{
    static struct bench b;
    long points = 0, before = 0;
    memset(&b, 0, sizeof b);
    b.rules = rules;
    b.seats = seats;
    b.path = path;
    sim_random_init(&b.dice, rules, 0);
    *out = (struct sim_speed){.rounds = rounds};
    start_match(&b);
    double start = cpu_seconds();
    for (long i = 0; i < rounds; i++) {
        play_round(&b);
        out->hash = stir(out->hash, b.game.rng.counter);
        points += points_of_round(&b, &before);
    }
    out->seconds = cpu_seconds() - start;
    out->turns_per_round = (double)b.turns / (double)rounds;
    out->points_per_round = (double)points / (double)rounds;
}

/* One match with any command that is legal, its states added up. */
static uint64_t match_signature(const struct mazo_rules *rules, int seats, uint64_t number)
{
    enum { LONGEST = 3000 };
    static struct mazo_legal legal;
    struct mazo_game g;
    struct sim_random dice;
    struct mazo_command c;
    uint8_t seed[32];
    mazo_seed_from_number(number, seed);
    mazo_init(&g, rules, seats, seed, false, NULL);
    sim_random_init(&dice, rules, number);
    uint64_t sum = mazo_hash(&g);
    for (int i = 0; i < LONGEST && sim_any(&g, &dice, &legal, &c); i++) {
        mazo_apply(&g, &c, NULL);
        sum = stir(sum, mazo_hash(&g));
    }
    return sum;
}

/* A match by each of the flags that the sheet has off: whatever gets a row is played. */
static uint64_t house_signature(const struct mazo_rules *sheet, uint64_t sum)
{
    uint64_t number = 0;
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        struct mazo_rules house = *sheet;
        if (mazo_rule_info(rule)->type != MAZO_TYPE_flag || mazo_rules_get(sheet, rule))
            continue;
        mazo_rules_set(&house, rule, 1);
        if (mazo_rules_check(&house, 4) == MAZO_FAULT_none)
            sum = stir(sum, match_signature(&house, 4, number++));
    }
    return sum;
}

uint64_t sim_signature(void)
{
    uint64_t sum = 0;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        for (int seats = 2; seats <= mazo_rules_of_sheet(sheet)->seats_max; seats++)
            sum = stir(sum, match_signature(mazo_rules_of_sheet(sheet), seats, (uint64_t)seats));
        sum = house_signature(mazo_rules_of_sheet(sheet), sum);
    }
    return sum >> 12; /* what a JSON number holds exactly */
}
