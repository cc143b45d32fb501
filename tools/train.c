/*
 * train.c - learns the weights of src/bot/policy.c: what a choice is worth.
 *
 * Games are played by the present policy, with a random choice now and then.
 * At some decisions every choice is tried: the round is played out from it
 * many times with other cards to come, and the share of rounds won is its
 * value. Weights are fitted to those values by least squares, and the next
 * round of learning plays by them. The same command gives the same file,
 * whatever the number of threads.
 *
 *   build/gcc/tools/train 1600000 3 2 > build/w.h && mv build/w.h src/bot/weights.h
 *   build/gcc/tools/train 120000 2 2 jackpot > build/w.h && mv build/w.h src/bot/weights_jackpot.h
 *
 * Options: decisions a round of learning, rounds of learning, threads, and for
 * which: the sheets without Jackpot cards, or `jackpot`.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/policy.h"
#include "fit.h"

enum { CHUNKS = 32, PLAYOUTS = 16, THREADS_MAX = 64 };

static const double RIDGE = 40; /* pulls weights of rare facts to zero */

struct job {
    const struct mazo_rules *rules;
    int seats, decisions; /* decisions of one chunk */
    uint64_t seed;
    const struct policy *policy;
    struct fit sums[CHUNKS];
    atomic_int next;
};

/* One choice with what it is worth. */
struct sample {
    uint16_t facts[POLICY_FACTS_OF_ONE];
    int fact_count;
    double value;
};

static double try_choice(const struct job *job, const struct mazo_game *g,
                         struct policy_choice choice, uint64_t seed)
{
    int won = 0;
    for (int i = 0; i < PLAYOUTS; i++) {
        struct mazo_game copy = *g;
        struct mazo_command c;
        uint64_t dice = mazo_fast_seed(seed + (uint64_t)i);
        mazo_rng_restart(&copy.rng, dice); /* other cards to come */
        policy_command(&copy, choice, &c);
        mazo_apply_legal(&copy, &c);
        won += policy_playout(&copy, job->policy, &dice) == g->turn;
    }
    return (double)won / PLAYOUTS;
}

/* Facts and value as differences from the mean over the decision's choices. */
static void add_decision(struct fit *s, const struct sample *samples, int n)
{
    double mean_value = 0;
    static _Thread_local double mean[POLICY_FACTS];
    uint16_t seen[POLICY_CHOICES_MAX * POLICY_FACTS_OF_ONE];
    int seen_count = 0;
    for (int i = 0; i < n; i++) {
        mean_value += samples[i].value / n;
        for (int j = 0; j < samples[i].fact_count; j++) {
            uint16_t fact = samples[i].facts[j];
            if (mean[fact] == 0)
                seen[seen_count++] = fact;
            mean[fact] += 1.0 / n;
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < samples[i].fact_count; j++) {
            uint16_t fact = samples[i].facts[j];
            s->right[fact] += samples[i].value - mean_value;
            for (int k = 0; k < samples[i].fact_count; k++)
                *fit_at(s, fact, samples[i].facts[k]) += 1;
        }
    }
    for (int i = 0; i < seen_count; i++)
        for (int j = 0; j < seen_count; j++)
            *fit_at(s, seen[i], seen[j]) -= n * mean[seen[i]] * mean[seen[j]];
    for (int i = 0; i < seen_count; i++)
        mean[seen[i]] = 0;
}

static void learn_from(const struct job *job, const struct mazo_game *g,
                       const struct policy_choice *choices, int n, uint64_t seed, struct fit *s)
{
    struct sample samples[POLICY_CHOICES_MAX];
    for (int i = 0; i < n; i++) {
        samples[i].fact_count = policy_facts(g, choices[i], samples[i].facts);
        samples[i].value = try_choice(job, g, choices[i], seed);
    }
    add_decision(s, samples, n);
}

static void learn_chunk(const struct job *job, int chunk, struct fit *s)
{
    uint64_t dice = mazo_fast_seed(job->seed * 1000 + (uint64_t)chunk);
    struct mazo_game g = {.phase = MAZO_PHASE_match_over};
    struct mazo_legal scratch;
    for (int done = 0; done < job->decisions;) {
        struct policy_choice choices[POLICY_CHOICES_MAX];
        struct mazo_command c;
        uint8_t seed[32];
        if (g.phase >= MAZO_PHASE_round_over) {
            mazo_seed_from_number((uint64_t)mazo_fast_word(&dice) << 32 | mazo_fast_word(&dice),
                                  seed);
            mazo_init(&g, job->rules, job->seats, seed, true, NULL);
        }
        bool decides = mazo_is_card_phase(g.phase);
        int n = decides ? policy_choices(&g, choices) : 0;
        if (n > 1 && mazo_fast_below(&dice, 4) == 0) {
            learn_from(job, &g, choices, n, mazo_fast_word(&dice), s);
            done++;
        }
        policy_move(&g, job->policy, &dice, &scratch, &c);
        if (n > 1 && mazo_fast_below(&dice, 8) == 0)
            policy_command(&g, choices[mazo_fast_below(&dice, (uint32_t)n)], &c);
        mazo_apply_legal(&g, &c);
    }
}

static void *work(void *payload)
{
    struct job *job = payload;
    for (int chunk; (chunk = atomic_fetch_add(&job->next, 1)) < CHUNKS;) {
        learn_chunk(job, chunk, &job->sums[chunk]);
        fprintf(stderr, ".");
    }
    return NULL;
}

static void fit_policy(struct job *job, struct policy *out)
{
    for (int chunk = 1; chunk < CHUNKS; chunk++)
        fit_add(&job->sums[0], &job->sums[chunk]);
    fit_solve(&job->sums[0], RIDGE, out->weight);
}

/* Share of rounds that `a` wins at seat 0 and 1 in turn against `b` elsewhere. */
static double versus(const struct job *job, const struct policy *a, const struct policy *b,
                     int rounds)
{
    int won = 0;
    for (int i = 0; i < rounds; i++) {
        struct mazo_game g;
        struct mazo_legal scratch;
        struct mazo_command c;
        uint8_t seed[32];
        uint64_t dice = mazo_fast_seed((uint64_t)i + 77);
        int seat = i % job->seats;
        mazo_seed_from_number((uint64_t)(i / job->seats) + 5000000, seed);
        mazo_init(&g, job->rules, job->seats, seed, true, NULL);
        while (g.phase < MAZO_PHASE_round_over) {
            policy_move(&g, g.turn == seat ? a : b, &dice, &scratch, &c);
            mazo_apply_legal(&g, &c);
        }
        won += g.round_winner == seat;
    }
    return (double)won / rounds;
}

/* The initial policy: keep wilds, stay in the color held most, do not draw. */
static void plain_policy(struct policy *p)
{
    memset(p, 0, sizeof *p);
    for (int kind = 0; kind < POLICY_KINDS; kind++) {
        static const int16_t marks[POLICY_KINDS] = {0,    50,   60,    60,    80,    90, -600,
                                                    -700, -500, -4000, -3000, -2000, 0,  0};
        for (int i = 0; i < POLICY_NEXT * POLICY_OWN_FEW; i++)
            p->weight[POLICY_AT_NEXT + kind * POLICY_NEXT * POLICY_OWN_FEW + i] = marks[kind];
    }
    for (int n = 0; n < 8; n++)
        for (int own = 0; own < POLICY_OWN; own++)
            p->weight[POLICY_AT_COLOR + n * POLICY_OWN + own] = (int16_t)(80 * n);
}

static void learn(const char *name, const struct mazo_rules *rules, int seats, int decisions,
                  int rounds, int threads)
{
    struct policy first, present, next;
    plain_policy(&first);
    present = first;
    struct mazo_rules alone = *rules; /* rounds by themselves: no points to play for */
    alone.scoring = MAZO_scoring_quick;
    struct job job = {.rules = &alone, .seats = seats, .decisions = decisions / CHUNKS};
    for (int i = 0; i < CHUNKS; i++)
        job.sums[i] = fit_new(POLICY_FACTS);
    for (int round = 0; round < rounds; round++) {
        pthread_t thread[THREADS_MAX];
        job.policy = &present;
        job.seed = (uint64_t)(round + 1) * 100 + (uint64_t)seats;
        atomic_store(&job.next, 0);
        for (int i = 0; i < CHUNKS; i++)
            fit_clear(&job.sums[i]);
        for (int i = 0; i < threads; i++)
            pthread_create(&thread[i], NULL, work, &job);
        for (int i = 0; i < threads; i++)
            pthread_join(thread[i], NULL);
        fit_policy(&job, &next);
        fprintf(stderr, "\n%s, round %d: against the one before %.4f, against the first %.4f\n",
                name, round + 1, versus(&job, &next, &present, 60000),
                versus(&job, &next, &first, 60000));
        present = next;
    }
    printf("static const struct policy %s = {{", name);
    for (int i = 0; i < POLICY_FACTS; i++)
        printf("%s%d,", i % 16 ? " " : "\n    ", present.weight[i]);
    printf("\n}};\n");
    for (int i = 0; i < CHUNKS; i++)
        fit_free(&job.sums[i]);
}

int main(int argc, char **argv)
{
    int decisions = argc > 1 ? atoi(argv[1]) : 400000;
    int rounds = argc > 2 ? atoi(argv[2]) : 3;
    int threads = argc > 3 ? atoi(argv[3]) : 2;
    if (decisions < CHUNKS || rounds < 1 || threads < 1 || threads > THREADS_MAX) {
        fprintf(stderr, "usage: train [decisions [rounds [threads [jackpot]]]]\n");
        return 2;
    }
    bool jackpot = argc > 4 && strcmp(argv[4], "jackpot") == 0;
    const char *who = jackpot ? " jackpot" : "";
    printf("/* Written by tools/train.c %d %d%s; do not edit. */\n", decisions, rounds, who);
    printf("/* clang-format off */\n");
    if (jackpot) {
        const struct mazo_rules *rules = mazo_rules_of_sheet(MAZO_SHEET_JACKPOT);
        learn("jackpot_two", rules, 2, decisions, rounds, threads);
        learn("jackpot_more", rules, 4, decisions, rounds, threads);
    } else {
        learn("learnt_two", mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2, decisions, rounds, threads);
        learn("learnt_more", mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 4, decisions, rounds,
              threads);
    }
    return 0;
}
