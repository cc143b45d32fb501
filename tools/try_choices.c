/*
 * try_choices.c - what choices are worth, by trying them: what tools/teach.py learns from.
 *
 * Rounds are played by the `hard-1` policy or by the network, with a random choice now and then, in all sheets without
 * Jackpot cards. At some decisions every choice is tried: the round is played out from it some times, with the hands as
 * they are and other cards to come. A row of 96 numbers of 16 bits is written for each choice: up to 88 facts (the rest of them
 * 65535), how many choices the decision had (in the first row of a decision; in the others 0), the policy's opinion, the share of rounds won in
 * ten-thousandths, and points won, lost and left in the hand, in tenths.
 *
 *   build/gcc/tools/try_choices FILE SEATS DECISIONS THREADS SEED [PLAYOUTS [MOVES]]
 *
 * SEATS 2, or 4 for three to six. MOVES: how many moves of a playout are the network's. One file for each thread: FILE.0, FILE.1, …
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/signs.h"
#include "bot/stakes.h"

enum { FACTS = 88, ROW = 96, THREADS_MAX = 64 };

struct job {
    const char *path;
    int seats, decisions, number, playouts, moves, nets;
    uint64_t seed;
};

static bool is_many(const struct job *job) { return job->seats != 2; }

static bool net_move(const struct mazo_game *g, const struct bot_signs *signs,
                     const struct stakes *stakes, struct mazo_command *c)
{
    return stakes_move(g, net_for(&g->rules, g->seats), signs, stakes, c);
}

static void follow(struct mazo_game *g, struct bot_signs *signs, const struct mazo_command *c)
{
    struct mazo_public before = g->pub;
    mazo_apply_legal(g, c);
    signs_follow(signs, &before, c, &g->pub);
}

/* The ends of a round: won, points won, lost, left in the hand. */
static void add_end(const struct mazo_game *g, int self, double end[NET_ENDS])
{
    int all = 0;
    for (int seat = 0; seat < g->seats; seat++)
        all += mazo_hand_points(g, seat);
    bool won = g->round_winner == self, lost = g->round_winner < g->seats && !won;
    end[NET_WIN] += won;
    end[NET_GAIN] += won ? all : 0;
    end[NET_LOSS] += lost ? all : 0;
    end[NET_HAND] += mazo_hand_points(g, self);
}

static void play_out(const struct job *job, const struct mazo_game *from,
                     const struct bot_signs *signs, const struct stakes *stakes,
                     struct policy_choice choice, uint64_t seed, double end[NET_ENDS])
{
    const struct policy *policy = policy_for(&from->rules, from->seats);
    struct mazo_game g = *from;
    struct bot_signs seen[MAZO_SEATS_MAX];
    struct mazo_legal scratch;
    struct mazo_command c;
    uint64_t dice = mazo_fast_seed(seed);
    mazo_rng_restart(&g.rng, dice);
    policy_command(&g, choice, &c);
    memcpy(seen, signs, sizeof seen);
    if (job->moves)
        follow(&g, seen, &c);
    else
        mazo_apply_legal(&g, &c);
    for (int i = 0; i < job->moves && g.phase < MAZO_PHASE_round_over; i++) {
        if (!net_move(&g, seen, stakes, &c))
            policy_move(&g, policy, &dice, &scratch, &c);
        follow(&g, seen, &c);
    }
    policy_playout(&g, policy, &dice);
    add_end(&g, from->turn, end);
}

static uint16_t short_of(double x)
{
    return (uint16_t)(int16_t)(x > 32767 ? 32767 : x < -32768 ? -32768 : x);
}

static void try_all(const struct job *job, const struct mazo_game *g, const struct bot_signs *signs,
                    const struct stakes *stakes, const struct policy_choice *choices, int n,
                    uint64_t seed, FILE *file)
{
    struct net_eyes eyes;
    int opinion[POLICY_CHOICES_MAX];
    net_look(g, signs, &eyes);
    policy_plain_values(g, choices, n, opinion);
    for (int i = 0; i < n; i++) {
        uint16_t row[ROW], facts[NET_FACTS_OF_ONE];
        double end[NET_ENDS] = {0};
        int count = net_facts(&eyes, choices[i], facts);
        memset(row, 255, sizeof row);
        memcpy(row, facts, sizeof row[0] * (size_t)(count < FACTS ? count : FACTS));
        for (int k = 0; k < job->playouts; k++)
            play_out(job, g, signs, stakes, choices[i], seed + (uint64_t)k, end);
        row[FACTS] = (uint16_t)(i == 0 ? n : 0);
        row[FACTS + 1] = short_of(opinion[i]);
        for (int k = 0; k < NET_ENDS; k++)
            row[FACTS + 2 + k] = short_of(end[k] / job->playouts * (k == NET_WIN ? 10000 : 10));
        fwrite(row, sizeof row[0], ROW, file);
    }
}

/* A round of any sheet, by itself or in a match that has just begun. */
static void deal(const struct job *job, uint64_t *dice, struct mazo_game *g, struct stakes *stakes)
{
    static const int sheets[] = {MAZO_SHEET_DUELO, MAZO_SHEET_DUELO, MAZO_SHEET_OFICIAL,
                                 MAZO_SHEET_SIN_REVERSA, MAZO_SHEET_PENAS};
    static const int more[] = {3, 4, 4, 4, 4, 5, 6};
    uint8_t seed[32];
    struct mazo_rules rules = *mazo_rules_of_sheet(
        sheets[mazo_fast_below(dice, 4) + (is_many(job) ? 1 : 0)]);
    int seats = is_many(job) ? more[mazo_fast_below(dice, 7)] : 2;
    if (mazo_fast_below(dice, 2))
        rules.scoring = MAZO_scoring_quick;
    mazo_seed_from_number((uint64_t)mazo_fast_word(dice) << 32 | mazo_fast_word(dice), seed);
    if (mazo_init(g, &rules, seats, seed, true, NULL) != 0)
        abort();
    stakes_of(g, 0, stakes);
}

static void *work(void *payload)
{
    struct job *job = payload;
    uint64_t dice = mazo_fast_seed(job->seed * 1000 + (uint64_t)job->number);
    struct mazo_game g = {.phase = MAZO_PHASE_match_over};
    struct bot_signs signs[MAZO_SEATS_MAX];
    struct stakes stakes;
    struct mazo_legal scratch;
    char name[4096];
    uint32_t nets = 0; /* seats of the network */
    snprintf(name, sizeof name, "%s.%d", job->path, job->number);
    FILE *file = fopen(name, "wb");
    if (!file)
        abort();
    for (int done = 0; done < job->decisions;) {
        struct policy_choice choices[POLICY_CHOICES_MAX];
        struct mazo_command c;
        if (g.phase >= MAZO_PHASE_round_over) {
            deal(job, &dice, &g, &stakes);
            memset(signs, 0, sizeof signs);
            nets = job->nets ? mazo_fast_word(&dice) : 0;
        }
        int n = mazo_is_card_phase(g.phase) ? policy_choices(&g, choices) : 0;
        if (n > 1 && mazo_fast_below(&dice, 4) == 0) {
            try_all(job, &g, signs, &stakes, choices, n, mazo_fast_word(&dice), file);
            done++;
        }
        if (!(nets >> g.turn & 1) || !net_move(&g, signs, &stakes, &c))
            policy_move(&g, policy_for(&g.rules, g.seats), &dice, &scratch, &c);
        if (n > 1 && mazo_fast_below(&dice, 8) == 0)
            policy_command(&g, choices[mazo_fast_below(&dice, (uint32_t)n)], &c);
        follow(&g, signs, &c);
    }
    fclose(file);
    return NULL;
}

int main(int argc, char **argv)
{
    struct job jobs[THREADS_MAX];
    pthread_t thread[THREADS_MAX];
    if (argc < 6)
        return 2;
    int threads = atoi(argv[4]);
    if (threads < 1 || threads > THREADS_MAX)
        return 2;
    for (int i = 0; i < threads; i++) {
        jobs[i] = (struct job){.path = argv[1],
                               .seats = atoi(argv[2]),
                               .decisions = atoi(argv[3]) / threads,
                               .seed = strtoull(argv[5], NULL, 10),
                               .number = i,
                               .playouts = argc > 6 ? atoi(argv[6]) : 6,
                               .moves = argc > 7 ? atoi(argv[7]) : 0,
                               .nets = argc > 7};
        pthread_create(&thread[i], NULL, work, &jobs[i]);
    }
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
