/*
 * host.c - the same kernels on the processor, one thread after the other, and what a loader must
 * know about the structs. As a shared library for mazo_gpu.py and the tests.
 */
#include <string.h>

#include "kernels.c"

_Thread_local uint32_t host_thread, host_threads;

#define EACH_THREAD(count, call)                                                                   \
    for (host_threads = (count), host_thread = 0; host_thread < host_threads; host_thread++)       \
    (call)

void host_play(uint32_t threads, const struct mazo_gpu_job *job, struct mazo_gpu_tally *tallies)
{
    EACH_THREAD(threads, mazo_gpu_play(job, tallies));
}

void host_play_policy(uint32_t threads, const struct mazo_gpu_job *job,
                      const struct mazo_gpu_policy *policies, int32_t count,
                      struct mazo_gpu_tally *tallies)
{
    EACH_THREAD(threads, mazo_gpu_play_policy(job, policies, count, tallies));
}

void host_start(uint32_t threads, const struct mazo_gpu_job *job,
                const struct mazo_env_options *options, struct mazo_env *envs, int32_t count)
{
    EACH_THREAD(threads, mazo_gpu_start(job, options, envs, count));
}

void host_step(uint32_t threads, struct mazo_env *envs, int32_t count, const uint8_t *actions,
               const struct mazo_env_out *out, uint32_t *wrong)
{
    EACH_THREAD(threads, mazo_gpu_step(envs, count, actions, out, wrong));
}

/* Size of a struct by name; 0: unknown. */
size_t host_size(const char *name)
{
    static const struct {
        const char *name;
        size_t size;
    } structs[] = {
        {"job", sizeof(struct mazo_gpu_job)},         {"tally", sizeof(struct mazo_gpu_tally)},
        {"policy", sizeof(struct mazo_gpu_policy)},   {"env", sizeof(struct mazo_env)},
        {"options", sizeof(struct mazo_env_options)}, {"out", sizeof(struct mazo_env_out)},
    };
    for (size_t i = 0; i < sizeof structs / sizeof *structs; i++)
        if (strcmp(structs[i].name, name) == 0)
            return structs[i].size;
    return 0;
}

/* A job by the rules of a sheet; host_rule changes it. False: unknown sheet. */
bool host_job(struct mazo_gpu_job *job, const char *sheet, int seats, uint32_t rounds,
              uint64_t first)
{
    int number = mazo_sheet_by_name(sheet);
    memset(job, 0, sizeof *job);
    if (number < 0)
        return false;
    job->rules = *mazo_rules_of_sheet(number);
    job->seats = seats;
    job->rounds = rounds;
    job->first = first;
    job->deal_together = 24;
    job->answer_together = 4;
    return true;
}

/* One house rule. False: there is none of this name, or it has no such value. */
bool host_rule(struct mazo_gpu_job *job, const char *name, uint32_t value)
{
    int rule = mazo_rule_by_name(name);
    return rule >= 0 && mazo_rules_set(&job->rules, rule, value);
}

void host_tune(struct mazo_gpu_job *job, int deal_together, int answer_together, uint32_t longest)
{
    job->deal_together = (uint8_t)deal_together;
    job->answer_together = (uint8_t)answer_together;
    job->longest = longest;
}

/* NULL, or what is wrong with the rules of the job. */
const char *host_fault(const struct mazo_gpu_job *job)
{
    enum mazo_rules_fault fault = mazo_rules_check(&job->rules, job->seats);
    return fault ? mazo_rules_fault_text(fault) : NULL;
}

int host_observation_size(const struct mazo_gpu_job *job)
{
    return mazo_observation_size(&job->rules, job->seats);
}
