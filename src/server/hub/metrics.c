/*
 * metrics.c - figures of a running server.
 */
#include "server/hub/metrics.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

const uint32_t metrics_bounds_ms[METRICS_BUCKETS - 1] = {1,   2,   5,   10,   20,  50,
                                                         100, 200, 500, 1000, 5000};

void metrics_wait(struct metrics_waits *m, uint64_t us)
{
    int bucket = 0;
    while (bucket < METRICS_BUCKETS - 1 && us > (uint64_t)metrics_bounds_ms[bucket] * 1000)
        bucket++;
    m->count[bucket]++;
    m->us += us;
}

void metrics_second(struct metrics *m)
{
    m->moves_per_s = m->commands - m->moves_before;
    m->moves_before = m->commands;
}

uint64_t metrics_rss(void)
{
    unsigned long pages = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f)
        return 0;
    if (fscanf(f, "%lu %lu", &pages, &resident) != 2)
        resident = 0;
    fclose(f);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

double metrics_cpu_seconds(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)use.ru_utime.tv_sec + (double)use.ru_stime.tv_sec +
           ((double)use.ru_utime.tv_usec + (double)use.ru_stime.tv_usec) / 1e6;
}
