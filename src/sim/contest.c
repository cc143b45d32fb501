/*
 * contest.c - threads take chunks of deals; finished chunks are counted in their order.
 */

#include "sim/contest.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { CHUNK_MAX = 64, CHUNKS_A_THREAD = 16, RING = 64, TICK_MS = 50 };

/* Of one deal. */
struct outcome {
    uint8_t wins[MAZO_SEATS_MAX];
    uint16_t share[MAZO_SEATS_MAX]; /* of the wins, in units of 1/SIM_SHARE */
    int32_t points[MAZO_SEATS_MAX];
    uint16_t turns[MAZO_SEATS_MAX]; /* by rotation */
    uint32_t all_turns;
    uint8_t blocked, endless;
};

/* Deals that one thread plays in one go. */
struct chunk {
    struct sim_tally tally[MAZO_SEATS_MAX];
    char bug[512];
    struct outcome deal[CHUNK_MAX];
};

struct contest_state {
    const struct sim_contest *contest;
    struct sim_score *score;
    int chunk_deals;
    int64_t first, chunks; /* the first chunk of our part, and the end */
    pthread_mutex_t lock;
    pthread_cond_t changed;           /* a chunk was counted, or all is over */
    int64_t next;                     /* chunk to be taken next */
    int64_t counted;                  /* chunks that have been counted */
    int running;                      /* threads */
    atomic_bool over;                 /* nothing more is to be played */
    int64_t offended[MAZO_SEATS_MAX]; /* the chunk of score->offence */
    bool full[RING];                  /* played, not yet counted */
    struct chunk ring[RING];
};

/* What a thread needs, allocated once. */
struct worker {
    struct contest_state *state;
    pthread_t thread;
    struct mazo_bot_scratch *scratch;
    struct sim_outside *outside[MAZO_SEATS_MAX]; /* a player's program, or NULL */
    struct sim_table table;
};

uint64_t sim_deal_seed(uint64_t seed, uint64_t deal)
{
    return mazo_fast_seed(mazo_fast_seed(seed) + deal);
}

/* ---- playing ---- */

static void note(struct outcome *o, const struct sim_contest *c, int rotation,
                 const struct sim_result *r)
{
    int shared = __builtin_popcount(r->winners);
    o->turns[rotation] = (uint16_t)(r->turns < UINT16_MAX ? r->turns : UINT16_MAX);
    o->all_turns += r->turns;
    o->blocked = (uint8_t)(o->blocked + r->blocked);
    o->endless = (uint8_t)(o->endless + r->endless);
    for (int player = 0; player < c->seats; player++) {
        int seat = (player + rotation) % c->seats;
        bool won = r->winners >> seat & 1;
        o->wins[player] = (uint8_t)(o->wins[player] + won);
        o->points[player] += r->points[seat];
        int among = shared == 0 ? c->seats : !won ? 0 : c->rules.teams ? 1 : shared;
        o->share[player] = (uint16_t)(o->share[player] + (among ? SIM_SHARE / among : 0));
    }
}

/* Rotation by rotation, not deal by deal: the same cards again at once would only warm the
 * branch predictor and make bots look faster than they are. */
static bool play_chunk(struct worker *w, int64_t number, struct chunk *chunk)
{
    const struct sim_contest *c = w->state->contest;
    struct sim_table *t = &w->table;
    int64_t first = number * w->state->chunk_deals, left = c->deals - first;
    int deals = (int)(left < w->state->chunk_deals ? left : w->state->chunk_deals);
    struct sim_result result;
    memset(chunk, 0, sizeof *chunk);
    for (int player = 0; player < c->seats; player++)
        if (w->outside[player])
            sim_outside_fresh(w->outside[player]);
    for (int rotation = 0; rotation < c->seats; rotation++) {
        for (int player = 0; player < c->seats; player++) {
            sim_table_sit(t, (player + rotation) % c->seats, c->players[player], w->outside[player],
                          &chunk->tally[player]);
        }
        for (int i = 0; i < deals; i++) {
            uint64_t seed = sim_deal_seed(c->seed, (uint64_t)(first + i));
            if (!sim_table_play(t, seed, c->matches, &result))
                return false;
            note(&chunk->deal[i], c, rotation, &result);
        }
    }
    memcpy(chunk->bug, t->bug, sizeof chunk->bug);
    return true;
}

/* ---- counting ---- */

static void count_deal(struct sim_score *score, const struct sim_contest *c,
                       const struct outcome *o)
{
    int64_t value[STATS_VALUES_MAX];
    for (int player = 0; player < c->seats; player++) {
        value[player] = o->share[player];
        value[c->seats + player] = o->points[player];
        value[2 * c->seats + player] = o->wins[player];
        score->wins[player] += o->wins[player];
    }
    for (int i = 0; i < 3 * c->seats; i++) {
        score->counts.sum[i] += value[i];
        for (int j = 0; j <= i; j++)
            score->counts.product[i][j] += value[i] * value[j];
    }
    for (int i = 0; i < c->seats; i++)
        score->lengths[o->turns[i] < SIM_LENGTHS ? o->turns[i] : SIM_LENGTHS - 1]++;
    score->deals++;
    score->rounds += c->seats;
    score->turns += o->all_turns;
    score->blocked += o->blocked;
    score->endless += o->endless;
}

void sim_sum_up(struct sim_score *score, int seats)
{
    struct stats_sums *s = &score->sums;
    double unit[STATS_VALUES_MAX];
    s->values = 3 * seats;
    s->deals = score->deals;
    for (int i = 0; i < s->values; i++) {
        unit[i] = (i < seats ? SIM_SHARE : 1) * (double)seats;
        s->sum[i] = (double)score->counts.sum[i] / unit[i];
        for (int j = 0; j <= i; j++)
            s->product[i][j] = (double)score->counts.product[i][j] / unit[i] / unit[j];
    }
}

void sim_tally_add(struct sim_tally *sum, const struct sim_tally *more)
{
    sum->moves += more->moves;
    sum->timed += more->timed;
    sum->ns += more->ns;
    sum->lost += more->lost;
    sum->died += more->died;
    sum->stalled += more->stalled;
    sum->lied += more->lied;
    sum->bugs += more->bugs;
}

/* Count the chunk; true when a sequential test is decided by it. */
static bool count_chunk(struct contest_state *s, int64_t number)
{
    const struct sim_contest *c = s->contest;
    struct chunk *chunk = &s->ring[number % RING];
    struct sim_score *score = s->score;
    s->full[number % RING] = false;
    for (int i = 0; i < c->seats; i++)
        sim_tally_add(&score->tally[i], &chunk->tally[i]);
    if (chunk->bug[0] && !score->bug[0])
        memcpy(score->bug, chunk->bug, sizeof score->bug);
    for (int i = 0; i < s->chunk_deals && number * s->chunk_deals + i < c->deals; i++) {
        count_deal(score, c, &chunk->deal[i]);
        if (c->sprt) {
            sim_sum_up(score, c->seats);
            score->verdict = stats_sprt(&score->sums, 0, c->elo0, c->elo1, &score->llr);
            if (score->verdict != STATS_OPEN)
                return true;
        }
    }
    return false;
}

/* Keep what programs did wrong in this chunk, unless it was done in an earlier one; with the lock. */
static void keep_offences(struct contest_state *s, const struct worker *w, int64_t number)
{
    for (int i = 0; i < s->contest->seats; i++) {
        const struct sim_offence *o = w->outside[i] ? &w->outside[i]->offence : NULL;
        if (!o || !o->what || (s->score->offence[i].what && s->offended[i] < number))
            continue;
        s->score->offence[i] = *o;
        s->offended[i] = number;
        s->over = s->over || s->contest->strict;
    }
    pthread_cond_broadcast(&s->changed);
}

/* Hands in a chunk; with the lock. Counts whatever is next in order. */
static void hand_in(struct contest_state *s, int64_t number)
{
    s->full[number % RING] = true;
    while (!s->over && s->counted < s->chunks && s->full[s->counted % RING]) {
        bool decided = count_chunk(s, s->counted);
        s->over = decided || s->counted + 1 == s->chunks;
        s->counted++;
    }
    pthread_cond_broadcast(&s->changed);
}

/* Takes the next chunk, or -1; with the lock. No thread runs further ahead than the ring holds. */
static int64_t take(struct contest_state *s)
{
    while (!s->over && s->next < s->chunks && s->next >= s->counted + RING)
        pthread_cond_wait(&s->changed, &s->lock);
    return s->over || s->next >= s->chunks ? -1 : s->next++;
}

static void *work(void *data)
{
    struct worker *w = data;
    struct contest_state *s = w->state;
    pthread_mutex_lock(&s->lock);
    for (int64_t number; (number = take(s)) >= 0;) {
        pthread_mutex_unlock(&s->lock);
        bool played = play_chunk(w, number, &s->ring[number % RING]);
        pthread_mutex_lock(&s->lock);
        keep_offences(s, w, number);
        if (!played)
            break;
        hand_in(s, number);
    }
    s->running--;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- from beginning to end ---- */

static void free_worker(struct worker *w)
{
    if (!w)
        return;
    for (int i = 0; i < MAZO_SEATS_MAX; i++) {
        if (w->outside[i]) {
            program_finish(&w->outside[i]->program);
            free(w->outside[i]);
        }
    }
    free(w->scratch);
    free(w);
}

static struct worker *new_worker(struct contest_state *s)
{
    const struct sim_contest *c = s->contest;
    struct worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->state = s;
    bool fine = (w->scratch = calloc(1, mazo_bot_scratch_size())) != NULL;
    for (int i = 0; fine && i < c->seats; i++) {
        if (c->players[i]->outside) {
            fine = (w->outside[i] = calloc(1, sizeof *w->outside[i])) != NULL;
            if (fine)
                program_init(&w->outside[i]->program, c->players[i]);
        }
    }
    if (!fine) {
        free_worker(w);
        return NULL;
    }
    sim_table_init(&w->table, &c->rules, c->seats, w->scratch, c->time_limit_ms);
    w->table.stop = &s->over;
    w->table.lang = c->lang;
    w->table.heard = c->heard;
    w->table.heard_ctx = c->heard_ctx;
    w->table.strict = c->strict;
    return w;
}

static double now(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds_of(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

/* Processor time of ours, and of ended programs with everything they started. */
static double cpu_time(void)
{
    struct rusage programs = {0};
    getrusage(RUSAGE_CHILDREN, &programs);
    return now(CLOCK_PROCESS_CPUTIME_ID) + seconds_of(programs.ru_utime) +
           seconds_of(programs.ru_stime);
}

/* The deals of our part. */
static int64_t part_deals(const struct contest_state *s)
{
    int64_t end = s->chunks * s->chunk_deals, all = s->contest->deals;
    return (end < all ? end : all) - s->first * s->chunk_deals;
}

/* Until all threads have ended: check for a stop, report progress. */
static void watch(struct contest_state *s)
{
    const struct sim_contest *c = s->contest;
    pthread_mutex_lock(&s->lock);
    while (s->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TICK_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&s->changed, &s->lock, &until);
        if (c->stop && atomic_load(c->stop) && !s->over) {
            s->score->stopped = true;
            s->over = true;
            pthread_cond_broadcast(&s->changed);
        }
        int64_t done = s->score->rounds;
        pthread_mutex_unlock(&s->lock);
        if (c->progress)
            c->progress(c->progress_data, done, part_deals(s) * c->seats);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
}

/* Deals per chunk: small enough that all threads have work to the end. No result depends on it
 * where only built-in bots play. Programs are restarted with each chunk, and a part is a number of
 * chunks, so there it must not depend on the threads. */
static int chunk_deals(const struct sim_contest *c)
{
    int64_t threads = c->parts ? 1 : c->threads;
    for (int player = 0; player < c->seats; player++)
        threads = c->players[player]->outside ? 1 : threads;
    int64_t deals = c->deals / (threads * CHUNKS_A_THREAD);
    return deals < 1 ? 1 : deals > CHUNK_MAX ? CHUNK_MAX : (int)deals;
}

static int run_threads(struct contest_state *s)
{
    struct worker *workers[SIM_THREADS_MAX];
    int threads = s->contest->threads, started = 0, error = 0;
    for (; started < threads && !error; started++) {
        workers[started] = new_worker(s);
        if (!workers[started]) {
            error = ENOMEM;
            break;
        }
        pthread_mutex_lock(&s->lock);
        s->running++;
        pthread_mutex_unlock(&s->lock);
        error = pthread_create(&workers[started]->thread, NULL, work, workers[started]);
        if (error) {
            free_worker(workers[started]);
            s->running--;
            break;
        }
    }
    if (started > 0)
        error = 0; /* fewer threads than asked for will do */
    watch(s);
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i]->thread, NULL);
        free_worker(workers[i]);
    }
    return error;
}

int sim_contest_run(const struct sim_contest *contest, struct sim_score *out)
{
    memset(out, 0, sizeof *out);
    struct contest_state *s = calloc(1, sizeof *s);
    if (!s)
        return ENOMEM;
    s->contest = contest;
    s->score = out;
    s->chunk_deals = chunk_deals(contest);
    s->chunks = (contest->deals + s->chunk_deals - 1) / s->chunk_deals;
    if (contest->parts) {
        s->first = s->chunks * (contest->part - 1) / contest->parts;
        s->chunks = s->chunks * contest->part / contest->parts;
    }
    s->next = s->counted = s->first;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    double start = now(CLOCK_MONOTONIC), cpu = cpu_time();
    int error = run_threads(s);
    out->seconds = now(CLOCK_MONOTONIC) - start;
    out->cpu_seconds = cpu_time() - cpu;
    sim_sum_up(out, contest->seats);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
    return error;
}

/* ---- figures ---- */

int sim_groups(const struct sim_contest *contest, unsigned groups[MAZO_SEATS_MAX])
{
    int count = 0;
    for (int i = 0; i < contest->seats; i++) {
        int same = 0;
        while (same < i && strcmp(contest->players[same]->name, contest->players[i]->name) != 0)
            same++;
        for (int group = 0; group < count; group++)
            if (groups[group] >> same & 1)
                groups[group] |= 1u << i;
        if (same == i)
            groups[count++] = 1u << i;
    }
    return count;
}

double sim_even(const struct sim_contest *contest)
{
    return (contest->rules.teams ? 2.0 : 1.0) / contest->seats;
}

enum sums_of { SUMS_SHARES, SUMS_POINTS, SUMS_WINS };

/* How much each of the sums counts for the mean of these players. */
static void weigh(const struct sim_score *score, unsigned players, enum sums_of what,
                  double weight[STATS_VALUES_MAX])
{
    int count = __builtin_popcount(players), seats = score->sums.values / 3;
    for (int i = 0; i < STATS_VALUES_MAX; i++)
        weight[i] = 0;
    for (int i = 0; i < seats; i++)
        weight[(int)what * seats + i] = players >> i & 1 ? 1.0 / count : 0;
}

void sim_win_rate(const struct sim_score *score, unsigned players, struct stats_interval *out)
{
    double weight[STATS_VALUES_MAX];
    weigh(score, players, SUMS_WINS, weight);
    stats_rate(&score->sums, weight, out);
}

bool sim_points(const struct sim_score *score, unsigned players, struct stats_interval *out)
{
    double weight[STATS_VALUES_MAX];
    weigh(score, players, SUMS_POINTS, weight);
    return stats_interval(&score->sums, weight, out);
}

void sim_tally_of(const struct sim_score *score, unsigned players, struct sim_tally *out)
{
    *out = (struct sim_tally){0};
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        if (players >> i & 1)
            sim_tally_add(out, &score->tally[i]);
}

double sim_ms_per_move(const struct sim_tally *tally)
{
    return tally->timed ? (double)tally->ns / (double)tally->timed / 1e6 : 0;
}
