/*
 * program.c - pipes, a clock, and no patience.
 */
#define _GNU_SOURCE /* pipe2 */

#include "table/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void program_init(struct program *p, const struct player *player)
{
    p->player = player;
    p->pid = 0;
    p->to = p->from = -1;
    p->len = p->line = 0;
}

static void close_end(int *fd)
{
    if (*fd >= 0) {
        close(*fd);
    }
    *fd = -1;
}

/* Its own group, so that what it starts ends with it and Ctrl-C is ours alone; signals as
 * a fresh program expects them. */
static int set_manners(posix_spawnattr_t *attr)
{
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    int error = posix_spawnattr_setflags(attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                   POSIX_SPAWN_SETSIGDEF);
    error = error ? error : posix_spawnattr_setpgroup(attr, 0);
    error = error ? error : posix_spawnattr_setsigmask(attr, &none);
    return error ? error : posix_spawnattr_setsigdefault(attr, &usual);
}

static int spawn(struct program *p, int input, int output)
{
    char buf[PLAYER_NAME_MAX];
    char *words[PLAYER_WORDS_MAX + 1];
    posix_spawn_file_actions_t ends;
    posix_spawnattr_t attr;
    player_words(p->player, buf, words);
    int error = posix_spawn_file_actions_init(&ends);
    if (error) {
        return error;
    }
    error = posix_spawnattr_init(&attr);
    if (!error) {
        error = set_manners(&attr);
        error = error ? error : posix_spawn_file_actions_adddup2(&ends, input, STDIN_FILENO);
        error = error ? error : posix_spawn_file_actions_adddup2(&ends, output, STDOUT_FILENO);
        error = error ? error : posix_spawnp(&p->pid, words[0], &ends, &attr, words, environ);
        posix_spawnattr_destroy(&attr);
    }
    posix_spawn_file_actions_destroy(&ends);
    return error;
}

int program_start(struct program *p)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, error = 0;
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) {
        error = errno;
    }
    error = error ? error : spawn(p, in[0], out[1]);
    close_end(&in[0]);
    close_end(&out[1]);
    if (error) {
        close_end(&in[1]);
        close_end(&out[0]);
        p->pid = 0;
        return error;
    }
    fcntl(in[1], F_SETFL, O_NONBLOCK); /* our ends only; the program's stay as it knows them */
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    p->to = in[1];
    p->from = out[0];
    p->fresh = true;
    p->len = p->line = 0;
    return 0;
}

bool program_adopt(bool on)
{
#ifdef __linux__
    int was = 0;
    prctl(PR_GET_CHILD_SUBREAPER, &was, 0, 0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, on ? 1 : 0, 0, 0, 0);
    return was != 0;
#else
    return on;
#endif
}

/* Wait for those of the group that have become our children. They have been killed, and so it is
 * a matter of moments; but not for ever, should one hang in the system. While there is a child of
 * ours in the group nobody else can get its number. */
static void wait_for_group(pid_t group)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    int64_t deadline = now_ms() + PROGRAM_MOURN_MS;
    while (now_ms() < deadline) {
        pid_t ended = waitpid(-group, NULL, WNOHANG);
        if (ended < 0 && errno != EINTR) {
            return; /* nobody is left */
        }
        if (ended == 0) {
            kill(-group, SIGKILL); /* whoever has come meanwhile */
            nanosleep(&moment, NULL);
        }
    }
}

void program_end(struct program *p)
{
    close_end(&p->to);
    close_end(&p->from);
    if (p->pid > 0) {
        kill(-p->pid, SIGKILL); /* the group */
        kill(p->pid, SIGKILL);
        while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        wait_for_group(p->pid);
    }
    p->pid = 0;
    p->len = p->line = 0;
}

static bool is_stopped(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

/* Wait until the end can be used; false once the time is over. */
static bool wait_for(int fd, short what, int64_t deadline, const atomic_bool *stop)
{
    for (;;) {
        int64_t left = deadline - now_ms();
        struct pollfd end = {.fd = fd, .events = what};
        if (left <= 0 || is_stopped(stop)) {
            return false; /* even if something is there: it may be empty lines without end */
        }
        int ready = poll(&end, 1, (int)(left < PROGRAM_LOOK_MS ? left : PROGRAM_LOOK_MS));
        if (ready > 0) {
            return true;
        }
        if (ready < 0 && errno != EINTR) {
            return false;
        }
    }
}

/* Send what the pipe takes. */
static enum program_reply send_some(struct program *p)
{
    while (p->rest_len > 0) {
        ssize_t sent = write(p->to, p->rest, p->rest_len);
        if (sent > 0) {
            p->rest += sent;
            p->rest_len -= (size_t)sent;
        } else if (sent < 0 && errno == EAGAIN) {
            return PROGRAM_THINKS;
        } else if (errno != EINTR) {
            return PROGRAM_DIED;
        }
    }
    return PROGRAM_ANSWERED;
}

/* Drop empty lines in front; where the first line ends, or NULL. */
static char *end_of_line(struct program *p)
{
    size_t blank = 0;
    while (blank < p->len && (p->buf[blank] == '\n' || p->buf[blank] == '\r')) {
        blank++;
    }
    p->len -= blank;
    memmove(p->buf, p->buf + blank, p->len);
    return memchr(p->buf, '\n', p->len);
}

/* Read what is there: more bytes, or what became of the program. */
static enum program_reply receive(struct program *p, bool *empty)
{
    ssize_t got = read(p->from, p->buf + p->len, PROGRAM_LINE_MAX - p->len);
    *empty = got < 0 && (errno == EAGAIN || errno == EINTR);
    if (got > 0) {
        p->len += (size_t)got;
    }
    return got > 0 || *empty ? PROGRAM_ANSWERED : PROGRAM_DIED;
}

/* Forget the last answer. Whoever has said more than that talks without being asked. */
static enum program_reply expect_silence(struct program *p)
{
    bool empty;
    size_t past = p->line ? p->line + 1 : 0;
    p->len -= past;
    memmove(p->buf, p->buf + past, p->len);
    p->line = 0;
    enum program_reply reply = receive(p, &empty);
    end_of_line(p);
    return reply == PROGRAM_ANSWERED && p->len > 0 ? PROGRAM_FLOODED : reply;
}

bool program_is_idle(struct program *p)
{
    return p->pid > 0 && expect_silence(p) == PROGRAM_ANSWERED;
}

/* Is there a line in the buffer? */
static enum program_reply look(struct program *p)
{
    char *end = end_of_line(p);
    if (!end) {
        return p->len == PROGRAM_LINE_MAX ? PROGRAM_FLOODED : PROGRAM_THINKS;
    }
    *end = '\0';
    p->line = (size_t)(end - p->buf);
    p->fresh = false;
    return PROGRAM_ANSWERED;
}

enum program_reply program_begin(struct program *p, const char *text, size_t len)
{
    enum program_reply reply = expect_silence(p);
    p->rest = text;
    p->rest_len = len;
    return reply == PROGRAM_ANSWERED ? program_step(p) : reply;
}

/* Reads once: whoever writes empty lines without end does not keep us. */
enum program_reply program_step(struct program *p)
{
    bool empty;
    enum program_reply reply = send_some(p);
    if (reply != PROGRAM_ANSWERED) {
        return reply;
    }
    reply = look(p);
    if (reply != PROGRAM_THINKS) {
        return reply;
    }
    return receive(p, &empty) == PROGRAM_ANSWERED ? look(p) : PROGRAM_DIED;
}

enum program_reply program_ask(struct program *p, const char *text, size_t len, int limit_ms,
                               const atomic_bool *stop)
{
    int64_t deadline = now_ms() + limit_ms + (p->fresh ? PROGRAM_START_MS : 0);
    enum program_reply reply = program_begin(p, text, len);
    while (reply == PROGRAM_THINKS) {
        bool sends = p->rest_len > 0;
        reply = wait_for(sends ? p->to : p->from, sends ? POLLOUT : POLLIN, deadline, stop)
                    ? program_step(p)
                    : PROGRAM_STALLED;
    }
    if (reply != PROGRAM_ANSWERED) {
        program_end(p);
    }
    return reply;
}
