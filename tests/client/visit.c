/*
 * visit.c - a client for the tests: says on standard output what its handlers hear, and does what
 * standard input says.
 *
 *   join CODE   leave   do JSON   tell TYPE   send JSON   drop   end   look
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "client/client.h"

struct visit {
    struct client *client;
    uv_pipe_t in;
    char line[20000];
    size_t len;
};

static bool tells_pauses;

static void on_state(void *ctx, enum client_state state, const char *word, int code,
                     const char *why, int ms)
{
    static const char *const names[] = {"connecting", "here", "waiting", "over"};
    (void)ctx;
    printf("state %s %s %d %s", names[state], word, code, why);
    if (tells_pauses && state == CLIENT_WAITING)
        printf(" in %d", ms);
    printf("%s\n", ms < 0 || ms > 15000 ? " and an odd pause" : "");
}

static void on_welcome(void *ctx, const struct client_self *self, const json_t *message)
{
    (void)ctx, (void)message;
    printf("welcome %s %s %s\n", self->player, self->name, self->token);
}

static void on_table(void *ctx, const struct table_info *t, const json_t *message)
{
    (void)ctx, (void)message;
    printf("table %s\n", table_info_status[t->status]);
}

static void on_view(void *ctx, const struct client_turn *turn, const json_t *message)
{
    (void)ctx, (void)message;
    printf("view %d.%lld %zu %lld\n", turn->match, (long long)turn->n, json_array_size(turn->legal),
           (long long)turn->ends_in);
}

static void on_event(void *ctx, const struct client_turn *turn, const json_t *message)
{
    (void)ctx, (void)message;
    const json_t *top = json_object_get(turn->view, "top");
    printf("event %d.%lld%s%s\n", turn->match, (long long)turn->n, top ? " " : "",
           top ? json_string_value(top) : "");
}

static void on_answer(void *ctx, enum client_answer answer, const char *id, int64_t n,
                      const char *word, const char *sentence, const json_t *message)
{
    static const char *const names[] = {"done", "waits", "refused"};
    (void)ctx, (void)message;
    printf("%s %s %lld %s %s\n", names[answer], id, (long long)n, word, sentence);
}

static void on_other(void *ctx, const char *type, const json_t *message)
{
    (void)ctx, (void)message;
    printf("other %s\n", type);
}

static void on_error(void *ctx, const char *word, const char *sentence, const char *id,
                     const json_t *message)
{
    (void)ctx, (void)message;
    printf("error %s %s %s\n", word, sentence, id);
}

static void look(const struct client *g)
{
    uint64_t in, out;
    client_bytes(g, &in, &out);
    printf("look %s %d.%lld, %d unanswered, salt of %zu, %s\n", client_table(g), client_match(g),
           (long long)client_n(g), client_unanswered(g), strlen(client_salt(g)),
           in > 0 && out > 0 ? "bytes" : "no bytes");
}

static void obey(struct visit *v, char *line)
{
    char *rest = strchr(line, ' ');
    if (rest)
        *rest++ = '\0';
    if (strcmp(line, "join") == 0) {
        client_join(v->client, rest);
    } else if (strcmp(line, "leave") == 0) {
        client_leave(v->client);
    } else if (strcmp(line, "do") == 0) {
        const char *id = client_do(v->client, rest, strlen(rest));
        printf("id %s\n", id ? id : "none");
    } else if (strcmp(line, "tell") == 0) {
        printf("%s", client_tell(v->client, rest) ? "" : "not told\n");
    } else if (strcmp(line, "send") == 0) {
        printf("%s", client_send(v->client, rest, strlen(rest)) ? "" : "not sent\n");
    } else if (strcmp(line, "drop") == 0) {
        client_drop(v->client);
    } else if (strcmp(line, "look") == 0) {
        look(v->client);
    } else if (strcmp(line, "shuffle") == 0) {
        const struct shuffle_seen *p = client_shuffle(v->client);
        printf("shuffle %d %s %s %s %d\n", p->match, p->commitment, p->deal, p->salt, p->again);
    } else if (strcmp(line, "end") == 0) {
        client_end(v->client);
        uv_close((uv_handle_t *)&v->in, NULL);
        v->client = NULL;
    }
}

static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *buf)
{
    struct visit *v = handle->data;
    (void)wanted;
    *buf = uv_buf_init(v->line + v->len, (unsigned)(sizeof v->line - 1 - v->len));
}

static void on_line(uv_stream_t *stream, ssize_t got, const uv_buf_t *buf)
{
    struct visit *v = stream->data;
    (void)buf;
    if (got < 0) {
        uv_read_stop(stream);
        return;
    }
    v->len += (size_t)got;
    v->line[v->len] = '\0';
    char *end;
    while (v->client && (end = strchr(v->line, '\n'))) {
        *end = '\0';
        obey(v, v->line);
        v->len -= (size_t)(end + 1 - v->line);
        memmove(v->line, end + 1, v->len + 1);
    }
}

int main(int argc, char **argv)
{
    static struct visit v;
    static const struct client_handlers handlers = {on_state, on_welcome, on_table, on_view,
                                                    on_event, on_answer,  on_other, on_error};
    struct client_config config = {.lang = TEXT_ES, .name = "Ana"};
    const char *why;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 2 || !link_parse(argv[1], &config.address, &why))
        return 2;
    config.token = argc > 2 ? argv[2] : NULL;
    config.stays_away = argc > 3 && strcmp(argv[3], "stays away") == 0;
    tells_pauses = argc > 3 && strcmp(argv[3], "pauses") == 0;
    uv_loop_t *loop = uv_default_loop();
    uv_pipe_init(loop, &v.in, 0);
    uv_pipe_open(&v.in, 0);
    v.in.data = &v;
    v.client = client_open(loop, &config, &handlers, &v);
    uv_read_start((uv_stream_t *)&v.in, on_alloc, on_line);
    uv_run(loop, UV_RUN_DEFAULT);
    return uv_loop_close(loop) == 0 ? 0 : 3;
}
