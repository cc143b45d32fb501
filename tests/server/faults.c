/*
 * faults.c - a machine that misbehaves when a test wants it to: loaded before a server (LD_PRELOAD).
 *
 * In the folder that MAZO_FAULTS names:
 *
 *   disk   while this file is there, reading and writing files fails (EIO); a number in it is how
 *          many times it still works
 *   sync   while this file is there, fdatasync() and fsync() fail (EIO), and nothing else; the first
 *          one that fails makes a file `lost`
 *   stall  while this file is there, anyone who reads from a file waits
 *   hang   while this file is there, fdatasync() does not return
 *   wall   milliseconds by which the clock on the wall has been set forward, or back
 *   slept  milliseconds for which the machine was suspended
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The number in a file of the folder; false where there is no such file. */
static bool look(const char *name, long *out)
{
    const char *folder = getenv("MAZO_FAULTS");
    char path[4096], text[32] = "";
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "/nowhere", name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t len = read(file, text, sizeof text - 1);
    close(file);
    *out = len > 0 ? strtol(text, NULL, 10) : 0;
    return true;
}

static bool fails(void)
{
    static atomic_long worked;
    long most;
    if (!look("disk", &most) || worked++ < most)
        return false;
    errno = EIO;
    return true;
}

static void wait_while(const char *name)
{
    long unused;
    while (look(name, &unused))
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

ssize_t pread64(int file, void *to, size_t size, off64_t at)
{
    wait_while("stall");
    return fails() ? -1 : syscall(SYS_pread64, file, to, size, at);
}

ssize_t pwrite64(int file, const void *from, size_t size, off64_t at)
{
    return fails() ? -1 : syscall(SYS_pwrite64, file, from, size, at);
}

static bool sync_fails(void)
{
    long unused;
    if (!look("sync", &unused))
        return fails();
    if (!look("lost", &unused)) {
        char path[4096];
        snprintf(path, sizeof path, "%s/lost", getenv("MAZO_FAULTS"));
        close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    }
    errno = EIO;
    return true;
}

int fdatasync(int file)
{
    wait_while("hang");
    return sync_fails() ? -1 : (int)syscall(SYS_fdatasync, file);
}

int fsync(int file) { return sync_fails() ? -1 : (int)syscall(SYS_fsync, file); }

/* ---- clocks ---- */

static void add(struct timespec *to, long ms)
{
    int64_t all = (int64_t)to->tv_sec * 1000000000 + to->tv_nsec + (int64_t)ms * 1000000;
    to->tv_sec = (time_t)(all / 1000000000);
    to->tv_nsec = (long)(all % 1000000000);
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    int error = (int)syscall(SYS_clock_gettime, clock, out);
    long ms;
    if (error == 0 && clock == CLOCK_REALTIME && look("wall", &ms))
        add(out, ms);
    if (error == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_BOOTTIME) && look("slept", &ms))
        add(out, ms);
    return error;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
