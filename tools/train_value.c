/*
 * train_value.c - learns the weights of src/bot/value.c: what a position is worth.
 *
 * Rounds are played by the `hard` policy, with a random choice now and then.
 * Positions on the way, each seen by a random seat, are noted, and whether
 * that seat won; the weights are fitted to it by least squares. Then other
 * rounds tell how much of the outcome the value foretells. The same command
 * gives the same file, whatever the number of threads.
 *
 *   build/gcc/tools/train_value 1600000 2 > build/w.h && mv build/w.h src/bot/weights_value.h
 *
 * Options: rounds, threads.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/policy.h"
#include "bot/value.h"
#include "fit.h"

enum { CHUNKS = 16, THREADS_MAX = 64, NOTES_MAX = 256, LONGEST = 800 };

static const double RIDGE = 20; /* pulls weights of rare facts to zero */

/* A position, as one seat sees it. */
struct note {
    int seat, count;
    uint16_t facts[VALUE_FACTS_OF_ONE];
};

/* What became of positions in a chunk of rounds. */
struct tally {
    double positions, won, error;
};

struct job {
    const struct mazo_rules *rules;
    int seats, rounds; /* rounds of one chunk */
    uint64_t seed;
    const struct value_weights *test; /* NULL: learn; else compare with what happened */
    struct fit sums[CHUNKS];
    struct tally tally[CHUNKS];
    atomic_int next;
};

static void make_move(const struct job *job, struct mazo_game *g, uint64_t *dice)
{
    const struct policy *policy = policy_for(job->rules, job->seats);
    struct policy_choice choices[POLICY_CHOICES_MAX];
    struct mazo_legal scratch;
    struct mazo_command c;
    bool decides = mazo_is_card_phase(g->phase);
    int n = decides ? policy_choices(g, choices) : 0;
    policy_move(g, policy, dice, &scratch, &c);
    if (n > 1 && mazo_fast_below(dice, 16) == 0)
        policy_command(g, choices[mazo_fast_below(dice, (uint32_t)n)], &c);
    mazo_apply_legal(g, &c);
}

/* Play a round; returns how many positions were noted, 0 without a winner. */
static int play_round(const struct job *job, uint64_t *dice, struct note *notes, int *winner)
{
    struct mazo_game g;
    uint8_t seed[32];
    int count = 0;
    mazo_seed_from_number((uint64_t)mazo_fast_word(dice) << 32 | mazo_fast_word(dice), seed);
    mazo_init(&g, job->rules, job->seats, seed, true, NULL);
    for (int i = 0; i < LONGEST && g.phase < MAZO_PHASE_round_over; i++) {
        if (g.phase == MAZO_PHASE_play && count < NOTES_MAX && mazo_fast_below(dice, 3) == 0) {
            struct note *n = &notes[count++];
            n->seat = (int)mazo_fast_below(dice, (uint32_t)job->seats);
            n->count = value_facts(&g, n->seat, n->facts);
        }
        make_move(job, &g, dice);
    }
    *winner = g.round_winner;
    return g.phase >= MAZO_PHASE_round_over ? count : 0;
}

static void learn_from(struct fit *f, const struct note *n, bool won)
{
    for (int i = 0; i < n->count; i++) {
        f->right[n->facts[i]] += won;
        for (int j = 0; j < n->count; j++)
            *fit_at(f, n->facts[i], n->facts[j]) += 1;
    }
}

static void compare_with(const struct value_weights *w, struct tally *t, const struct note *n,
                         bool won)
{
    double value = 0;
    for (int i = 0; i < n->count; i++)
        value += w->weight[n->facts[i]] / 10000.0;
    t->positions++;
    t->won += won;
    t->error += (won - value) * (won - value);
}

static void *work(void *payload)
{
    struct job *job = payload;
    struct note notes[NOTES_MAX];
    int winner;
    for (int chunk; (chunk = atomic_fetch_add(&job->next, 1)) < CHUNKS;) {
        uint64_t dice = mazo_fast_seed(job->seed + (uint64_t)chunk);
        for (int round = 0; round < job->rounds; round++) {
            int count = play_round(job, &dice, notes, &winner);
            for (int i = 0; i < count; i++) {
                bool won = notes[i].seat == winner;
                if (job->test)
                    compare_with(job->test, &job->tally[chunk], &notes[i], won);
                else
                    learn_from(&job->sums[chunk], &notes[i], won);
            }
        }
    }
    return NULL;
}

static void run(struct job *job, int threads)
{
    pthread_t thread[THREADS_MAX];
    atomic_store(&job->next, 0);
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, work, job);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
}

static void report(const struct job *job, const char *name)
{
    struct tally all = {0};
    for (int i = 0; i < CHUNKS; i++) {
        all.positions += job->tally[i].positions;
        all.won += job->tally[i].won;
        all.error += job->tally[i].error;
    }
    double share = all.won / all.positions;
    fprintf(stderr, "%s: foretells %.4f of the outcome in %.0f other positions\n", name,
            1 - all.error / all.positions / (share * (1 - share)), all.positions);
}

static void learn(const char *name, const struct mazo_rules *rules, int seats, int rounds,
                  int threads)
{
    static struct value_weights weights;
    struct mazo_rules alone = *rules; /* rounds by themselves: no points to play for */
    alone.scoring = MAZO_scoring_quick;
    struct job job = {.rules = &alone, .seats = seats, .rounds = rounds / CHUNKS};
    job.seed = (uint64_t)seats * 1000;
    for (int i = 0; i < CHUNKS; i++)
        job.sums[i] = fit_new(VALUE_FACTS);
    run(&job, threads);
    for (int i = 1; i < CHUNKS; i++)
        fit_add(&job.sums[0], &job.sums[i]);
    fit_solve(&job.sums[0], RIDGE, weights.weight);
    for (int i = 0; i < CHUNKS; i++)
        fit_free(&job.sums[i]);
    job.seed += 500;
    job.rounds /= 10;
    job.test = &weights;
    run(&job, threads);
    report(&job, name);
    printf("static const struct value_weights %s = {{", name);
    for (int i = 0; i < VALUE_FACTS; i++)
        printf("%s%d,", i % 16 ? " " : "\n    ", weights.weight[i]);
    printf("\n}};\n");
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 1600000;
    int threads = argc > 2 ? atoi(argv[2]) : 2;
    if (rounds < CHUNKS * 10 || threads < 1 || threads > THREADS_MAX) {
        fprintf(stderr, "usage: train_value [rounds [threads]]\n");
        return 2;
    }
    printf("/* Written by tools/train_value.c %d; do not edit. */\n/* clang-format off */\n",
           rounds);
    learn("value_two", mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2, rounds, threads);
    learn("value_more", mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 4, rounds, threads);
    return 0;
}
