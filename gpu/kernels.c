/*
 * kernels.c - the engine and what plays on it, as one file for a graphics card; see README.md.
 */
#include "../src/engine/engine.c"
#include "../src/sim/random_player.c"

#include "kernels.h"
#include "policy.h"

static void count_round(struct mazo_gpu_tally *t, const struct mazo_game *g, uint32_t decisions,
                        uint64_t dice)
{
    bool over = g->phase >= MAZO_PHASE_round_over;
    t->rounds++;
    t->decisions += decisions;
    t->given_up += !over;
    t->hash = mazo_fast_seed(t->hash ^ g->rng.counter ^ dice);
    for (int seat = 0; over && g->round_winner < g->seats && seat < g->seats; seat++)
        t->won[seat] += mazo_side_of(g, g->round_winner) >> seat & 1;
}

/* ---- random play ---- */

struct random_games {
    struct mazo_game game;
    struct mazo_legal legal;
    struct sim_random dice;
    struct mazo_gpu_tally tally;
    uint32_t left, decisions; /* rounds to play; decisions of this one */
};

static void begin_match(struct mazo_game *g, const struct mazo_gpu_job *job)
{
    uint8_t seed[32];
    mazo_seed_from_number(job->first + thread_number(), seed);
    mazo_init(g, &job->rules, job->seats, seed, true, NULL);
    write_ideas(g, NULL);
}

/* The next round, or the next match by the same dice. */
static __attribute__((noinline)) void begin_round(struct mazo_game *g)
{
    if (g->phase == MAZO_PHASE_round_over) {
        deal_round(g, NULL);
    } else {
        restart_match(g, NULL);
        write_ideas(g, NULL);
    }
}

/* What a thread does next. */
enum task { TASK_TURN, TASK_ANSWER, TASK_DEAL, TASK_NONE };

static inline enum task task_of(const struct random_games *p)
{
    int phase = p->game.phase;
    if (phase >= MAZO_PHASE_round_over)
        return p->left ? TASK_DEAL : TASK_NONE;
    return phase == MAZO_PHASE_play || phase == MAZO_PHASE_drawn ? TASK_TURN : TASK_ANSWER;
}

/* The card to play; MAZO_CARD_NONE: the turn went on without one, or the drawn card is kept. */
static inline mazo_card card_of_turn(struct random_games *p)
{
    struct mazo_game *g = &p->game;
    if (g->phase == MAZO_PHASE_play) {
        mazo_card card = casual_card(g, &p->dice);
        if (card != MAZO_CARD_NONE)
            return card;
        if (without_card(g) == MAZO_CMD_pass) {
            do_pass(g, NULL);
            return card;
        }
        do_draw(g, NULL);
        if (g->phase != MAZO_PHASE_drawn)
            return card;
        p->decisions++;
    }
    return mazo_playable(g) ? g->drawn : MAZO_CARD_NONE;
}

/* The decisions of sim_casual, up to two: all threads choose, some draw, and those that now have a
 * card play it together. */
static inline void take_turn(struct random_games *p)
{
    struct mazo_game *g = &p->game;
    p->decisions++;
    mazo_card card = card_of_turn(p);
    if (card != MAZO_CARD_NONE) {
        struct mazo_command c = {.seat = g->turn, .color = MAZO_COLOR_NONE};
        casual_play(g, card, &p->dice, &c);
        play_card(g, c.seat, card, c.color, c.uno, NULL);
    } else if (g->phase == MAZO_PHASE_drawn) {
        do_keep(g, NULL);
    }
}

/* Strikes, colors, rule cards. */
static inline void answer(struct random_games *p)
{
    struct mazo_command c;
    p->decisions++;
    sim_casual(&p->game, &p->dice, &p->legal, &c);
    mazo_apply_legal(&p->game, &c);
}

static inline void finish_if_over(struct random_games *p)
{
    if (p->game.phase < MAZO_PHASE_round_over)
        return;
    count_round(&p->tally, &p->game, p->decisions, p->dice.state);
    p->decisions = 0;
    p->left--;
}

/* While some threads of a warp deal or answer, the others wait. So a thread that must do so waits
 * until a few can do it together, or none has a turn to take. */
KERNEL mazo_gpu_play(const struct mazo_gpu_job *job, struct mazo_gpu_tally *tallies)
{
    struct random_games p;
    memset(&p.tally, 0, sizeof p.tally);
    p.left = job->rounds;
    p.decisions = 0;
    sim_random_init(&p.dice, &job->rules, job->first + thread_number());
    begin_match(&p.game, job);
    for (;;) {
        enum task task = task_of(&p);
        uint32_t turns = warp_votes(task == TASK_TURN), answers = warp_votes(task == TASK_ANSWER);
        uint32_t deals = warp_votes(task == TASK_DEAL);
        enum task next = TASK_TURN;
        if (deals && (count_bits(deals) >= job->deal_together || !(turns | answers)))
            next = TASK_DEAL;
        else if (answers && (count_bits(answers) >= job->answer_together || !turns))
            next = TASK_ANSWER;
        else if (!turns)
            break;
        if (task != next)
            continue;
        if (next == TASK_DEAL)
            begin_round(&p.game);
        else if (next == TASK_ANSWER)
            answer(&p);
        else
            take_turn(&p);
        if (next != TASK_DEAL)
            finish_if_over(&p);
    }
    tallies[thread_number()] = p.tally;
}

/* ---- play by a policy ---- */

struct policy_games {
    struct mazo_env env;
    struct mazo_gpu_tally tally;
    uint64_t dice;
    uint32_t left, decisions;
};

static inline void follow_policy(struct policy_games *p, const struct mazo_gpu_job *job,
                                 const struct mazo_gpu_policy *policies, int32_t count)
{
    struct mazo_game *g = &p->env.game;
    mazo_env_act(&p->env, policy_choice(&policies[p->env.asked % count], &p->env, &p->dice), NULL);
    p->decisions++;
    bool given_up = job->longest && p->decisions >= job->longest;
    if (g->phase < MAZO_PHASE_round_over && !given_up)
        return;
    count_round(&p->tally, g, p->decisions, p->dice);
    p->decisions = 0;
    p->left--;
    g->phase = MAZO_PHASE_match_over; /* every round is a match of its own */
}

KERNEL mazo_gpu_play_policy(const struct mazo_gpu_job *job, const struct mazo_gpu_policy *policies,
                            int32_t count, struct mazo_gpu_tally *tallies)
{
    struct policy_games p;
    memset(&p.tally, 0, sizeof p.tally);
    p.dice = mazo_fast_seed(job->first + thread_number());
    p.left = job->rounds;
    p.decisions = 0;
    mazo_env_init(&p.env, &job->rules, job->seats, job->first + thread_number(), NULL);
    for (;;) {
        bool over = p.env.game.phase >= MAZO_PHASE_round_over;
        uint32_t plays = warp_votes(!over), deals = warp_votes(over && p.left);
        if (!(plays | deals))
            break;
        if (deals && (count_bits(deals) >= job->deal_together || !plays)) {
            if (over && p.left)
                mazo_env_restart(&p.env, NULL);
        } else if (!over) {
            follow_policy(&p, job, policies, count);
        }
    }
    tallies[thread_number()] = p.tally;
}

/* ---- envs that stay ---- */

KERNEL mazo_gpu_start(const struct mazo_gpu_job *job, const struct mazo_env_options *options,
                      struct mazo_env *envs, int32_t count)
{
    for (uint32_t i = thread_number(); i < (uint32_t)count; i += thread_count())
        mazo_env_init(&envs[i], &job->rules, job->seats, job->first + i, options);
}

KERNEL mazo_gpu_step(struct mazo_env *envs, int32_t count, const uint8_t *actions,
                     const struct mazo_env_out *out, uint32_t *wrong)
{
    size_t seats = envs->game.seats;
    for (uint32_t i = thread_number(); i < (uint32_t)count; i += thread_count()) {
        for (size_t seat = 0; out->rewards && seat < seats; seat++)
            out->rewards[i * seats + seat] = 0;
        if (out->done)
            out->done[i] = 0;
        if (actions)
            wrong[i] = !move(&envs[i], actions[i], (int)i, out);
        put_row(&envs[i], (int)i, out);
    }
}
