/*
 * local.c - a socket in the file system: who may connect, lines in, lines out.
 */
#include "server/network/local.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 64, SWEEP_MS = 1000 };

LIST_HEAD(local_list, local_conn);

struct local {
    uv_pipe_t pipe;
    struct local_handlers handlers;
    struct local_list conns;
    int count;
    uv_timer_t sweep;
    int handles; /* of listener and timer: how many are still open */
};

struct local_conn {
    uv_pipe_t pipe;
    struct local *local;
    LIST_ENTRY(local_conn) all;
    void *user;
    bool asks;      /* its line has not been answered yet */
    bool last;      /* closes after the answer */
    uint64_t since; /* since when it has waited for a line, or for its answer to be read */
    uv_write_t write;
    char *answer; /* on its way */
    size_t len;   /* of what has come and is not answered */
    char in[LOCAL_LINE_MAX];
};

/* ---- the end ---- */

static void free_if_done(struct local *l)
{
    if (l->handles == 0 && l->count == 0)
        free(l);
}

static void on_gone(uv_handle_t *handle)
{
    struct local_conn *c = handle->data;
    struct local *l = c->local;
    l->handlers.closed(l->handlers.ctx, c);
    LIST_REMOVE(c, all);
    l->count--;
    free(c->answer);
    free(c);
    free_if_done(l);
}

static void drop(struct local_conn *c)
{
    if (!uv_is_closing((uv_handle_t *)&c->pipe))
        uv_close((uv_handle_t *)&c->pipe, on_gone);
}

static void on_closed(uv_handle_t *handle)
{
    struct local *l = handle->data;
    l->handles--;
    free_if_done(l);
}

/* A client that waits for the server's end must see it only when the process has ended and its
 * store is free: a copy of the descriptor keeps the connection open until then. */
static void keep_open(const struct local_conn *c)
{
    uv_os_fd_t fd;
    if (uv_fileno((const uv_handle_t *)&c->pipe, &fd) == 0)
        (void)fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

void local_close(struct local *l)
{
    struct local_conn *c;
    LIST_FOREACH(c, &l->conns, all)
    {
        keep_open(c);
        drop(c);
    }
    uv_close((uv_handle_t *)&l->pipe, on_closed); /* libuv removes the file */
    uv_close((uv_handle_t *)&l->sweep, on_closed);
}

/* Close connections that neither finish a line nor read their answer. An order may take its time. */
static void on_sweep(uv_timer_t *timer)
{
    struct local *l = timer->data;
    struct local_conn *c;
    LIST_FOREACH(c, &l->conns, all)
    {
        if ((!c->asks || c->answer) && uv_now(timer->loop) - c->since >= LOCAL_WAIT_MS)
            drop(c);
    }
}

/* ---- lines ---- */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *out);
static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer);

/* Hands over the first line, if it is complete and the previous one has been answered. */
static void take_line(struct local_conn *c)
{
    static const char too_long[] = "{\"error\":\"too_long\",\"message\":\"The line is too long\"}";
    struct local *l = c->local;
    char *end = memchr(c->in, '\n', c->len);
    if (c->asks || uv_is_closing((uv_handle_t *)&c->pipe))
        return;
    if (!end && c->len < sizeof c->in) {
        uv_read_start((uv_stream_t *)&c->pipe, on_alloc, on_read);
        return;
    }
    char line[LOCAL_LINE_MAX];
    size_t len = end ? (size_t)(end - c->in) : 0;
    memcpy(line, c->in, len);
    line[len] = '\0';
    uv_read_stop((uv_stream_t *)&c->pipe);
    c->asks = true;
    if (end) {
        c->len -= len + 1;
        memmove(c->in, end + 1, c->len);
        l->handlers.line(l->handlers.ctx, c, line, len);
    } else {
        c->last = true;
        local_answer(c, too_long, sizeof too_long - 1);
    }
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    struct local_conn *c = handle->data;
    (void)suggested;
    *out = uv_buf_init(c->in + c->len, (unsigned)(sizeof c->in - c->len));
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    struct local_conn *c = stream->data;
    (void)buffer;
    if (len < 0) {
        drop(c);
    } else if (len > 0) {
        c->len += (size_t)len;
        take_line(c);
    }
}

static void on_written(uv_write_t *write, int status)
{
    struct local_conn *c = write->data;
    free(c->answer);
    c->answer = NULL;
    c->asks = false;
    c->since = uv_now(c->pipe.loop);
    if (status < 0 || c->last)
        drop(c);
    else
        take_line(c);
}

void local_answer(struct local_conn *c, const char *text, size_t len)
{
    if (uv_is_closing((uv_handle_t *)&c->pipe))
        return;
    c->answer = malloc(len + 1);
    if (!c->answer) {
        drop(c);
        return;
    }
    memcpy(c->answer, text, len);
    c->answer[len] = '\n';
    uv_buf_t buffer = uv_buf_init(c->answer, (unsigned)len + 1);
    c->write.data = c;
    c->since = uv_now(c->pipe.loop);
    if (uv_write(&c->write, (uv_stream_t *)&c->pipe, &buffer, 1, on_written) != 0)
        drop(c);
}

void local_set_user(struct local_conn *c, void *user) { c->user = user; }

void *local_user(const struct local_conn *c) { return c->user; }

/* ---- connections ---- */

/* The user at the other end; false: unknown. */
static bool user_of(int fd, uid_t *user)
{
#ifdef SO_PEERCRED
    struct ucred peer;
    socklen_t size = sizeof peer;
    bool known = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
    *user = peer.uid;
    return known;
#else
    gid_t group;
    return getpeereid(fd, user, &group) == 0;
#endif
}

/* The mode of the socket says the same, where the file system knows modes. */
static bool may_connect(const struct local_conn *c)
{
    uv_os_fd_t fd;
    uid_t user = 0;
    return c->local->count <= LOCAL_CONNECTIONS_MAX &&
           uv_fileno((const uv_handle_t *)&c->pipe, &fd) == 0 && user_of(fd, &user) &&
           (user == 0 || user == geteuid());
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct local *l = listener->data;
    struct local_conn *c = status == 0 ? calloc(1, sizeof *c) : NULL;
    if (!c)
        return;
    uv_pipe_init(listener->loop, &c->pipe, 0);
    c->pipe.data = c;
    c->local = l;
    c->since = uv_now(listener->loop);
    LIST_INSERT_HEAD(&l->conns, c, all);
    l->count++;
    if (uv_accept(listener, (uv_stream_t *)&c->pipe) != 0 || !may_connect(c))
        drop(c);
    else
        take_line(c);
}

/* ---- listening ---- */

/* A socket that a dead server has left behind; nothing else is ever removed. */
static bool is_stale(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat there;
    if (lstat(path, &there) != 0 || !S_ISSOCK(there.st_mode))
        return false;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    memcpy(address.sun_path, path, strlen(path) + 1);
    bool refused = fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0 &&
                   errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return refused;
}

/* Bound but not listening yet, so nobody connects before the mode is right. */
static int listen_at(struct local *l, const char *path)
{
    int error = uv_pipe_bind(&l->pipe, path);
    if (error == UV_EADDRINUSE && is_stale(path) && unlink(path) == 0)
        error = uv_pipe_bind(&l->pipe, path);
    if (!error && chmod(path, 0600) != 0)
        error = uv_translate_sys_error(errno);
    return error ? error : uv_listen((uv_stream_t *)&l->pipe, BACKLOG, on_connection);
}

struct local *local_listen(uv_loop_t *loop, const char *path, const struct local_handlers *handlers,
                           int *error)
{
    struct local *l = strlen(path) < LOCAL_PATH_MAX ? calloc(1, sizeof *l) : NULL;
    *error = strlen(path) < LOCAL_PATH_MAX ? UV_ENOMEM : UV_ENAMETOOLONG;
    if (!l)
        return NULL;
    l->handlers = *handlers;
    LIST_INIT(&l->conns);
    uv_pipe_init(loop, &l->pipe, 0);
    l->pipe.data = l;
    uv_timer_init(loop, &l->sweep);
    l->sweep.data = l;
    l->handles = 2;
    uv_timer_start(&l->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    *error = listen_at(l, path);
    if (*error) {
        local_close(l);
        return NULL;
    }
    return l;
}
