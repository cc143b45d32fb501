/*
 * test_kernels.c - the kernels' source on the processor: the same games as the engine, by the same
 * decisions, in every sheet; and a policy that chooses by what its seat may know.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../../gpu/host.c"

enum { THREADS = 4, ROUNDS = 30, SEATS = 4, STEPS = 3000 };

static struct mazo_gpu_policy policy;
static struct mazo_gpu_tally tallies[THREADS];

/* Random weights, the same on every machine. */
static int set_up(void **state)
{
    uint64_t dice = mazo_fast_seed(7);
    int16_t *weight = &policy.bias[0];
    size_t count = sizeof policy.bias + sizeof policy.input + sizeof policy.action;
    (void)state;
    for (size_t i = 0; i < count / sizeof *weight; i++)
        weight[i] = (int16_t)((int)mazo_fast_below(&dice, 81) - 40);
    policy.noise = 256;
    return 0;
}

static void job_of(int sheet, uint32_t rounds, struct mazo_gpu_job *job)
{
    assert_true(host_job(job, mazo_sheet_name(sheet), SEATS, rounds, 11));
    assert_null(host_fault(job));
}

/* What a thread should come to, by the door that checks every command. */
static void play_by_the_engine(const struct mazo_gpu_job *job, uint32_t thread,
                               struct mazo_gpu_tally *out)
{
    const struct mazo_env_options whole = {.match = true};
    static struct mazo_env env;
    static struct mazo_legal legal;
    struct mazo_game *g = &env.game;
    struct mazo_command c, next = {.type = MAZO_CMD_next};
    struct sim_random dice;
    memset(out, 0, sizeof *out);
    sim_random_init(&dice, &job->rules, job->first + thread);
    mazo_env_init(&env, &job->rules, job->seats, job->first + thread, &whole);
    for (uint32_t i = 0; i < job->rounds; i++) {
        uint32_t decisions = 0;
        for (; g->phase < MAZO_PHASE_round_over; decisions++) {
            sim_casual(g, &dice, &legal, &c);
            assert_int_equal(mazo_apply(g, &c, NULL), MAZO_ERR_ok);
        }
        count_round(out, g, decisions, dice.state);
        if (g->phase == MAZO_PHASE_match_over)
            mazo_env_restart(&env, NULL);
        else
            assert_int_equal(mazo_apply(g, &next, NULL), MAZO_ERR_ok);
    }
}

static void random_play_is_the_engines(void **state)
{
    (void)state;
    for (int sheet = 0; sheet < MAZO_SHEET_COUNT; sheet++) {
        struct mazo_gpu_tally expected;
        struct mazo_gpu_job job;
        job_of(sheet, ROUNDS, &job);
        host_play(THREADS, &job, tallies);
        for (uint32_t thread = 0; thread < THREADS; thread++) {
            play_by_the_engine(&job, thread, &expected);
            assert_int_equal(tallies[thread].rounds, ROUNDS);
            assert_memory_equal(&tallies[thread], &expected, sizeof expected);
        }
    }
}

/* They do on a graphics card; on the processor a warp is one thread, which must not wait. */
static void waiting_for_each_other_changes_nothing(void **state)
{
    struct mazo_gpu_tally others[THREADS];
    struct mazo_gpu_job job;
    (void)state;
    job_of(MAZO_SHEET_JACKPOT, ROUNDS, &job);
    host_play(THREADS, &job, tallies);
    host_tune(&job, 1, 1, 0);
    host_play(THREADS, &job, others);
    assert_memory_equal(tallies, others, sizeof others);
}

/* Steps write what mazo_env_step writes. */
static void steps_are_the_engines(void **state)
{
    static struct mazo_env ours[THREADS], theirs[THREADS];
    static uint8_t rows[2][THREADS][MAZO_OBSERVATION_MAX], ids[2][THREADS][MAZO_IDS_MAX];
    static uint64_t masks[2][THREADS][MAZO_MASK_WORDS];
    static uint8_t counts[2][THREADS], seats[2][THREADS], done[2][THREADS], actions[THREADS];
    static float rewards[2][THREADS][SEATS];
    const struct mazo_env_options options = {.others = true, .limit = 400};
    struct mazo_gpu_job job;
    struct mazo_env_out out[2];
    uint32_t wrong[THREADS];
    uint64_t dice = 5;
    (void)state;
    job_of(MAZO_SHEET_JACKPOT, 1, &job);
    for (int i = 0; i < 2; i++)
        out[i] = (struct mazo_env_out){rows[i][0],    MAZO_OBSERVATION_MAX,
                                       masks[i][0],   ids[i][0],
                                       counts[i],     seats[i],
                                       rewards[i][0], done[i]};
    host_start(3, &job, &options, ours, THREADS); /* fewer threads than games */
    for (uint64_t i = 0; i < THREADS; i++)
        mazo_env_init(&theirs[i], &job.rules, SEATS, job.first + i, &options);
    host_step(3, ours, THREADS, NULL, &out[0], wrong);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < THREADS; i++)
            actions[i] = ids[0][i][mazo_fast_below(&dice, counts[0][i])];
        host_step(3, ours, THREADS, actions, &out[0], wrong);
        assert_int_equal(mazo_env_step(theirs, THREADS, actions, &out[1]), 0);
        assert_int_equal(wrong[0] + wrong[1] + wrong[2] + wrong[3], 0);
        assert_memory_equal(ours, theirs, sizeof ours);
        assert_memory_equal(rows[0], rows[1], sizeof rows[0]);
        assert_memory_equal(masks[0], masks[1], sizeof masks[0]);
        assert_memory_equal(rewards[0], rewards[1], sizeof rewards[0]);
        assert_memory_equal(done[0], done[1], sizeof done[0]);
        assert_memory_equal(seats[0], seats[1], sizeof seats[0]);
    }
    memset(actions, 255, sizeof actions);
    host_step(1, ours, THREADS, actions, &out[0], wrong);
    assert_int_equal(wrong[0] + wrong[1] + wrong[2] + wrong[3], THREADS);
    assert_memory_equal(ours, theirs, sizeof ours);
}

/* All cards that the seat does not see are dealt anew: it chooses the same. */
static void a_policy_knows_what_its_seat_knows(void **state)
{
    static struct mazo_env env, other;
    static struct mazo_game game;
    struct mazo_view view;
    struct mazo_gpu_job job;
    uint64_t dice = 3, deals = 4;
    (void)state;
    job_of(MAZO_SHEET_OFICIAL, 1, &job);
    mazo_env_init(&env, &job.rules, SEATS, 2, NULL);
    for (int i = 0; i < STEPS; i++) {
        uint64_t again = dice;
        int choice = policy_choice(&policy, &env, &dice);
        mazo_view_of(&env.game, env.asked, &view);
        mazo_resample(&view, &deals, &game);
        mazo_env_of(&other, &game, NULL);
        assert_int_equal(policy_choice(&policy, &other, &again), choice);
        assert_true(mazo_env_act(&env, choice, NULL));
        if (mazo_env_over(&env))
            mazo_env_restart(&env, NULL);
    }
}

/* Two seats of four play by a policy that takes the best, two by one that takes anything. */
static void policies_sit_where_they_should(void **state)
{
    static struct mazo_gpu_policy both[2];
    struct mazo_gpu_job job;
    uint32_t won[2] = {0, 0};
    (void)state;
    memset(both, 0,
           sizeof both); /* all actions are worth the same, but the second likes to draw and keep */
    both[0].noise = both[1].noise = 256;
    both[1].offset[MAZO_ACTION_draw] = both[1].offset[MAZO_ACTION_keep] = 1 << 20;
    job_of(MAZO_SHEET_OFICIAL, ROUNDS, &job);
    host_tune(&job, 1, 1, 5000);
    host_play_policy(THREADS, &job, both, 2, tallies);
    for (int i = 0; i < THREADS; i++)
        for (int seat = 0; seat < SEATS; seat++)
            won[seat % 2] += tallies[i].won[seat];
    assert_true(won[0] > THREADS * ROUNDS * 9 / 10);
    host_tune(&job, 1, 1, 3);
    host_play_policy(THREADS, &job, both, 2, tallies);
    assert_int_equal(tallies[0].given_up, ROUNDS); /* nobody wins in three decisions */
}

static void refuses_invalid_jobs(void **state)
{
    struct mazo_gpu_job job;
    (void)state;
    assert_false(host_job(&job, "bridge", 4, 1, 0));
    assert_true(host_job(&job, "duelo", 1, 1, 0));
    assert_non_null(host_fault(&job));
    assert_false(host_rule(&job, "no-such-rule", 1));
    assert_true(host_rule(&job, "stacking", 1));
    assert_int_equal(host_size("nothing"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_play_is_the_engines),
        cmocka_unit_test(waiting_for_each_other_changes_nothing),
        cmocka_unit_test(steps_are_the_engines),
        cmocka_unit_test(a_policy_knows_what_its_seat_knows),
        cmocka_unit_test(policies_sit_where_they_should),
        cmocka_unit_test(refuses_invalid_jobs),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
