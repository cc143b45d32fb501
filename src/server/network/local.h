/*
 * local.h - a socket in the file system, for programs of the user who runs the server: a line in, a
 * line out. Knows nothing of the game.
 *
 * Only that user and root may connect: by the mode of the socket (0600), and by what the kernel says
 * about the other side. A connection asks one thing at a time: its next line is read when the last one
 * has been answered. One that takes too long to send a line, or to read its answer, is ended.
 */
#ifndef MAZO_LOCAL_H
#define MAZO_LOCAL_H

#include <stddef.h>
#include <uv.h>

enum {
    LOCAL_LINE_MAX = 4096, /* bytes of a line from outside, with its end */
    LOCAL_PATH_MAX = 108,  /* of the socket's path, with the NUL: the system's limit */
    LOCAL_CONNECTIONS_MAX = 8,
    LOCAL_WAIT_MS = 10000 /* for a whole line to arrive, and for its answer to be read */
};

struct local;
struct local_conn;

struct local_handlers {
    /* A line without its terminator, any bytes: answer it with local_answer, now or later. */
    void (*line)(void *ctx, struct local_conn *c, const char *line, size_t len);
    /* The connection is closing; its user pointer is valid for the last time. */
    void (*closed)(void *ctx, struct local_conn *c);
    void *ctx;
};

/* Listen at `path`. A dead socket there is replaced, one that is in use is not.
 * NULL, and why as an error of libuv. */
struct local *local_listen(uv_loop_t *loop, const char *path, const struct local_handlers *handlers,
                           int *error);

/* Answer no more lines and remove the socket; memory is freed by the next runs of the loop. The
 * connections end with the process. */
void local_close(struct local *l);

/* One line; its end is added. */
void local_answer(struct local_conn *c, const char *text, size_t len);

void local_set_user(struct local_conn *c, void *user);
void *local_user(const struct local_conn *c);

#endif
