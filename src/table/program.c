/*
 * program.c - running a program: pipes, time limits, processes.
 */

#include "table/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
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

#include "table/strays.h"

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
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* ---- the child ---- */

struct child {
    char **words, **environ;
    int input, output, failed; /* errno goes to the last one if it cannot start */
    pid_t parent;
};

/* Reset signals to defaults. Our handlers go first: they would talk to our loop. */
static void reset_signals(void)
{
    sigset_t none;
    struct sigaction was;
    sigemptyset(&none);
    for (int i = 1; i < NSIG; i++) {
        bool usual = i == SIGPIPE || i == SIGINT || i == SIGTERM;
        if (usual || (sigaction(i, NULL, &was) == 0 && was.sa_handler != SIG_IGN))
            signal(i, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* A process group of its own, so that what it starts ends with it and Ctrl-C reaches only us; and
 * it ends if we are killed. */
static bool set_manners(const struct child *c)
{
#ifdef __linux__
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || getppid() != c->parent)
        return false;
#endif
    reset_signals();
    return setpgid(0, 0) == 0 && dup2(c->input, STDIN_FILENO) >= 0 &&
           dup2(c->output, STDOUT_FILENO) >= 0;
}

/* Between fork and exec: only calls that are safe in a signal handler. */
static _Noreturn void become(const struct child *c)
{
    environ = c->environ;
    if (set_manners(c))
        execvp(c->words[0], c->words);
    int error = errno;
    while (write(c->failed, &error, sizeof error) < 0 && errno == EINTR) {
    }
    _exit(127);
}

/* 0 once the child runs the program, or errno. All signals are blocked, or our handlers would run
 * in the child. */
static int fork_child(struct program *p, struct child *c, int told)
{
    sigset_t all, before;
    int error = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    p->pid = fork();
    if (p->pid == 0)
        become(c);
    int why = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close_end(&c->failed);
    if (p->pid < 0)
        return why;
    ssize_t got;
    while ((got = read(told, &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (got > 0)
        waitpid(p->pid, NULL, 0);
    return got > 0 ? error : 0;
}

/* A pipe closed on exec. Not pipe2, which macOS lacks: the lock keeps other threads from starting a
 * program in between. */
static bool closing_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static int spawn(struct program *p, int input, int output)
{
    static uint64_t number; /* `lock` is held */
    char buf[PLAYER_NAME_MAX];
    char *words[PLAYER_WORDS_MAX + 1];
    int told[2];
    player_words(p->player, buf, words);
    strays_adopt();
    strays_tag(++number, p->tag);
    if (!closing_pipe(told))
        return errno;
    struct child c = {words, strays_environ(p->tag), input, output, told[1], getpid()};
    int error = c.environ ? fork_child(p, &c, told[0]) : ENOMEM;
    free(c.environ);
    close_end(&c.failed);
    close_end(&told[0]);
    return error;
}

/* ---- from start to end ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* while programs start and end */
static struct program *running;

static bool is_running(pid_t pid)
{
    const struct program *p = running;
    while (p && p->pid != pid)
        p = p->next;
    return p != NULL;
}

static void forget(struct program *p)
{
    struct program **at = &running;
    while (*at && *at != p)
        at = &(*at)->next;
    if (*at)
        *at = p->next;
}

int program_start(struct program *p)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, error = 0;
    pthread_mutex_lock(&lock);
    if (!closing_pipe(in) || !closing_pipe(out))
        error = errno;
    error = error ? error : spawn(p, in[0], out[1]);
    if (!error) {
        p->next = running;
        running = p;
    }
    pthread_mutex_unlock(&lock);
    close_end(&in[0]);
    close_end(&out[1]);
    if (error) {
        close_end(&in[1]);
        close_end(&out[0]);
        p->pid = 0;
        return error;
    }
    fcntl(in[1], F_SETFL, O_NONBLOCK); /* only our ends; the program's stay blocking */
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    p->to = in[1];
    p->from = out[0];
    p->fresh = true;
    p->curious = false;
    p->len = p->line = 0;
    return 0;
}

/* Wait for members of the group that have become our children. They were killed, so it takes
 * moments; but not forever, in case one hangs in the system. While one of them is our child, no
 * process can get the group's number. */
static void wait_for_group(pid_t group)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    int64_t deadline = now_ms() + PROGRAM_MOURN_MS;
    while (now_ms() < deadline) {
        pid_t ended = waitpid(-group, NULL, WNOHANG);
        if (ended < 0 && errno != EINTR)
            return; /* none is left */
        if (ended == 0) {
            kill(-group, SIGKILL); /* those that came since */
            nanosleep(&moment, NULL);
        }
    }
}

/* Has it ended by itself? Read its status while it is still our child. */
static void look_at_end(struct program *p, int64_t deadline)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    siginfo_t end = {0};
    while (waitid(P_PID, (id_t)p->pid, &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == 0 &&
           now_ms() < deadline)
        nanosleep(&moment, NULL);
    p->status = end.si_pid == 0             ? -1
                : end.si_code == CLD_EXITED ? end.si_status << 8
                                            : end.si_status;
}

const char *program_fate(const struct program *p, enum text_lang lang, char *buf, size_t size)
{
    if (p->status < 0)
        snprintf(buf, size, "%s", text_in(lang, N_("it closed its input or output")));
    else if (p->status & 0x7f)
        snprintf(buf, size, text_in(lang, N_("it was ended by signal %d")), p->status & 0x7f);
    else
        snprintf(buf, size, text_in(lang, N_("it ended with status %d")), p->status >> 8);
    return buf;
}

void program_end(struct program *p)
{
    close_end(&p->to);
    close_end(&p->from);
    if (p->pid > 0) {
        pthread_mutex_lock(&lock);
        look_at_end(p, 0);
        kill(-p->pid, SIGKILL); /* the group */
        kill(p->pid, SIGKILL);
        while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        wait_for_group(p->pid);
        forget(p);
        strays_end(p->tag, is_running, PROGRAM_MOURN_MS);
        pthread_mutex_unlock(&lock);
    }
    p->pid = 0;
    p->len = p->line = 0;
}

void program_finish(struct program *p)
{
    if (p->pid > 0 && p->curious) {
        close_end(&p->to);
        look_at_end(p, now_ms() + PROGRAM_START_MS);
    }
    program_end(p);
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
        if (left <= 0 || is_stopped(stop))
            return false; /* even if there is input: it may be empty lines without end */
        int ready = poll(&end, 1, (int)(left < PROGRAM_LOOK_MS ? left : PROGRAM_LOOK_MS));
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
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

/* Drops leading empty lines; returns the end of the first line, or NULL. */
static char *end_of_line(struct program *p)
{
    size_t blank = 0;
    while (blank < p->len && (p->buf[blank] == '\n' || p->buf[blank] == '\r'))
        blank++;
    p->len -= blank;
    memmove(p->buf, p->buf + blank, p->len);
    return memchr(p->buf, '\n', p->len);
}

/* Reads available bytes, or what became of the program. */
static enum program_reply receive(struct program *p, bool *empty)
{
    ssize_t got = read(p->from, p->buf + p->len, PROGRAM_LINE_MAX - p->len);
    *empty = got < 0 && (errno == EAGAIN || errno == EINTR);
    if (got > 0)
        p->len += (size_t)got;
    return got > 0 || *empty ? PROGRAM_ANSWERED : PROGRAM_DIED;
}

/* Drops the last answer. If there is more, the program talks without being asked. */
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

void program_tell(struct program *p, const char *text, size_t len)
{
    if (p->pid <= 0 || len > PROGRAM_NEWS_MAX)
        return;
    while (write(p->to, text, len) < 0 && errno == EINTR) {
    }
}

bool program_is_idle(struct program *p)
{
    return p->pid > 0 && expect_silence(p) == PROGRAM_ANSWERED;
}

/* Is there a line in the buffer? */
static enum program_reply look(struct program *p)
{
    char *end = end_of_line(p);
    if (!end)
        return p->len == PROGRAM_LINE_MAX ? PROGRAM_FLOODED : PROGRAM_THINKS;
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

/* Reads only once, so a program that writes endless empty lines cannot hold us. */
enum program_reply program_step(struct program *p)
{
    bool empty;
    enum program_reply reply = send_some(p);
    if (reply != PROGRAM_ANSWERED)
        return reply;
    reply = look(p);
    if (reply != PROGRAM_THINKS)
        return reply;
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
    if (reply == PROGRAM_DIED)
        look_at_end(p, now_ms() + PROGRAM_LAST_MS);
    if (reply != PROGRAM_ANSWERED)
        program_end(p);
    return reply;
}
