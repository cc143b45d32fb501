/*
 * load_host.c - memory and processor time of a process; open files; names of this machine.
 */
#include "cli/load_host.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static bool read_line(int pid, const char *file, char *buf, size_t size)
{
    char path[64];
    if (pid > 0)
        snprintf(path, sizeof path, "/proc/%d/%s", pid, file);
    else
        snprintf(path, sizeof path, "/proc/self/%s", file);
    FILE *in = fopen(path, "r");
    bool fine = in && fgets(buf, (int)size, in) != NULL;
    if (in)
        fclose(in);
    return fine;
}

bool load_use_of(int pid, struct load_use *out)
{
    char line[1024];
    unsigned long size, pages, user, system;
    if (!read_line(pid, "statm", line, sizeof line) ||
        sscanf(line, "%lu %lu", &size, &pages) != 2 || !read_line(pid, "stat", line, sizeof line))
        return false;
    /* The name in parentheses may hold anything; behind it the fields count from the third. */
    const char *rest = strrchr(line, ')');
    if (!rest || sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                        &system) != 2)
        return false;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    out->at_s = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    out->rss = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
    out->cpu_s = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    return true;
}

uint64_t load_raise_files(uint64_t count)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return count;
    if (limit.rlim_cur < count) {
        limit.rlim_cur = limit.rlim_max < count ? limit.rlim_max : count;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur < count ? limit.rlim_cur : count;
}

bool load_is_here(const char *host)
{
    unsigned a, b, c, d;
    char end;
    return strcasecmp(host, "localhost") == 0 || strcmp(host, "::1") == 0 ||
           (sscanf(host, "%u.%u.%u.%u%c", &a, &b, &c, &d, &end) == 4 && a == 127);
}
