/*
 * strays.c - finds our children and their environment in /proc.
 */
#include "table/strays.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char name[] = "MAZO_PROGRAM=";

void strays_adopt(void)
{
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

void strays_tag(uint64_t number, char tag[STRAYS_TAG_SIZE])
{
    snprintf(tag, STRAYS_TAG_SIZE, "%s%ld.%llu", name, (long)getpid(), (unsigned long long)number);
}

char **strays_environ(char *tag)
{
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **out = malloc((count + 2) * sizeof *out);
    if (!out)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], name, sizeof name - 1) != 0)
            out[kept++] = environ[i];
    out[kept++] = tag;
    out[kept] = NULL;
    return out;
}

static FILE *open_file(pid_t pid, const char *file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, file);
    return fopen(path, "re");
}

/* Is it our child? `state` is a letter; Z: it has ended. */
static bool is_child(pid_t pid, char *state)
{
    char text[512];
    long parent = 0;
    FILE *f = open_file(pid, "stat");
    size_t len = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[len] = '\0';
    const char *rest = strrchr(text, ')'); /* its name may hold anything */
    return rest && sscanf(rest + 1, " %c %ld", state, &parent) == 2 && parent == (long)getpid();
}

static bool has_tag(pid_t pid, const char *tag)
{
    char *entry = NULL;
    size_t size = 0;
    bool found = false;
    FILE *f = open_file(pid, "environ");
    while (f && !found && getdelim(&entry, &size, '\0', f) > 0)
        found = strcmp(entry, tag) == 0;
    free(entry);
    if (f)
        fclose(f);
    return found;
}

/* Scan all processes once; true: some were killed, and may have left others. */
static bool sweep(const char *tag, bool (*known)(pid_t pid))
{
    bool killed = false;
    char state;
    DIR *proc = opendir("/proc");
    const struct dirent *entry;
    while (proc && (entry = readdir(proc))) {
        pid_t pid = isdigit((unsigned char)entry->d_name[0]) ? (pid_t)atol(entry->d_name) : 0;
        if (pid <= 1 || !is_child(pid, &state) || known(pid))
            continue;
        if (state == 'Z')
            waitpid(pid, NULL, WNOHANG);
        else if (has_tag(pid, tag))
            killed |= kill(pid, SIGKILL) == 0;
    }
    if (proc)
        closedir(proc);
    return killed;
}

void strays_end(const char *tag, bool (*known)(pid_t pid), int ms)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    siginfo_t info;
    for (; ms > 0; ms--) {
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD)
            return; /* no children at all, as a rule: nothing to look for */
        if (!sweep(tag, known))
            return;
        nanosleep(&moment, NULL);
    }
}
