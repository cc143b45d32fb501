/*
 * talk.c - a link for the tests: says on standard output what its handlers hear, and does what
 * standard input says: a line that begins with "/" is an order, any other is sent.
 *
 *   /close CODE   /flood N   (N messages of 1000 bytes, until the queue is full)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "client/link.h"

struct talk {
    struct link *link;
    uv_pipe_t in;
    char line[20000];
    size_t len;
};

static void opened(struct link *l, void *ctx)
{
    (void)l, (void)ctx;
    puts("opened");
}

static void message(struct link *l, void *ctx, const char *text, size_t len)
{
    (void)l, (void)ctx;
    if (len > 60) {
        unsigned sum = 0;
        for (size_t i = 0; i < len; i++)
            sum = sum * 31 + (unsigned char)text[i];
        printf("message of %zu: %08x\n", len, sum);
    } else {
        printf("message %s|%zu%s\n", text, len, text[len] == '\0' ? "" : " without its end");
    }
}

static void closed(struct link *l, void *ctx, int code, const char *why)
{
    struct talk *t = ctx;
    char reason[LINK_WHY_SIZE];
    uint64_t in, out;
    link_bytes(l, &in, &out);
    printf("closed %d %s\n", code, link_reason(why, TEXT_EN, reason, sizeof reason));
    t->link = NULL;
    uv_close((uv_handle_t *)&t->in, NULL);
}

static void flood(struct link *l, int count)
{
    char text[1000];
    int sent = 0;
    memset(text, 'f', sizeof text);
    while (sent < count && link_send(l, text, sizeof text))
        sent++;
    printf("flooded %s, %s\n", sent == count ? "all" : "some",
           link_queued(l) <= LINK_QUEUE_MAX + 2000 ? "bounded" : "without bound");
}

static void obey(struct talk *t, const char *line)
{
    if (strncmp(line, "/close ", 7) == 0)
        link_close(t->link, atoi(line + 7));
    else if (strncmp(line, "/flood ", 7) == 0)
        flood(t->link, atoi(line + 7));
    else
        printf("%s", link_send(t->link, line, strlen(line)) ? "" : "not sent\n");
}

static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *buf)
{
    struct talk *t = handle->data;
    (void)wanted;
    *buf = uv_buf_init(t->line + t->len, (unsigned)(sizeof t->line - 1 - t->len));
}

static void on_line(uv_stream_t *stream, ssize_t got, const uv_buf_t *buf)
{
    struct talk *t = stream->data;
    (void)buf;
    if (got < 0) {
        uv_read_stop(stream);
        return;
    }
    t->len += (size_t)got;
    t->line[t->len] = '\0';
    char *end;
    while (t->link && (end = strchr(t->line, '\n'))) {
        *end = '\0';
        obey(t, t->line);
        t->len -= (size_t)(end + 1 - t->line);
        memmove(t->line, end + 1, t->len + 1);
    }
}

int main(int argc, char **argv)
{
    static struct talk t;
    const struct link_handlers handlers = {opened, message, closed};
    struct link_address address;
    const char *why;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 2 && strcmp(argv[1], "--parse") == 0) {
        if (link_parse(argv[2], &address, &why)) {
            printf("%s%s %d %s %s\n", address.secure ? "TLS " : "", address.host, address.port,
                   address.path, address.code);
        } else {
            printf("no: %s\n", why);
        }
        return 0;
    }
    if (argc < 2 || !link_parse(argv[1], &address, &why))
        return 2;
    uv_loop_t *loop = uv_default_loop();
    uv_pipe_init(loop, &t.in, 0);
    uv_pipe_open(&t.in, 0);
    t.in.data = &t;
    t.link = link_open(loop, &address, argc > 2 ? argv[2] : NULL, &handlers, &t);
    uv_read_start((uv_stream_t *)&t.in, on_alloc, on_line);
    uv_run(loop, UV_RUN_DEFAULT);
    return uv_loop_close(loop) == 0 ? 0 : 3;
}
