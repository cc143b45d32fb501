/*
 * echo.c - a server on net.h for tests: echoes messages, answers a few paths.
 *
 * usage: echo [NAME=NUMBER…]    limits of net_limits, `stop_ms`, `origin=TEXT`, `host=TEXT`
 * hog=N leaves N files free after it listens.
 * Prints its port in the first line. SIGTERM stops it as net_stop does; SIGUSR1 prints the
 * statistics in one line. Messages that begin with "/" are orders: see `orders`.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/network/net.h"

enum { BIG = 4 * 1024 * 1024 };

struct server {
    struct net *net;
    struct net_limits limits;
    const char *origins[2];
    const char *host;
    uint32_t stop_ms;
    uint32_t port;
    uint32_t hog;
    int open; /* opened and not closed */
    uv_signal_t term, usr1;
    uv_prepare_t turn;
    uint64_t writes, most; /* so far, and most in one turn of the loop */
    char *big;
};

/* ---- messages ---- */

static void flood(struct net_conn *c, const char *rest)
{
    static char text[1000];
    memset(text, 'x', sizeof text);
    for (int left = atoi(rest); left > 0; left--)
        net_send(c, text, sizeof text);
}

/* Numbers, until much waits here because nobody reads it; "full" is the last. */
static void fill(struct net_conn *c, const char *rest)
{
    char text[1000];
    (void)rest;
    memset(text, ' ', sizeof text);
    for (int n = 0; net_queued(c) < NET_QUEUE_MAX / 2; n++) {
        snprintf(text, sizeof text, "%*d", (int)sizeof text - 1, n);
        net_send(c, text, sizeof text - 1);
    }
    net_send(c, "full", 4);
}

static void close_with(struct net_conn *c, const char *rest)
{
    net_close(c, atoi(rest), "as you wish");
    net_send(c, "nobody hears this", 17);
    net_close(c, 1000, "nor this");
}

static void tell_address(struct net_conn *c, const char *rest)
{
    (void)rest;
    net_send(c, net_address(c), strlen(net_address(c)));
}

static void spend(struct net_conn *c, const char *rest)
{
    net_spend(c, (uint32_t)atoi(rest));
    net_send(c, "spent", 5);
}

static void later(struct net_conn *c, const char *rest)
{
    net_later(c);
    net_send(c, rest, strlen(rest));
}

static void tell_path(struct net_conn *c, const char *rest)
{
    const char *path = net_user(c);
    (void)rest;
    net_send(c, path, strlen(path));
}

static const struct {
    const char *name;
    void (*run)(struct net_conn *c, const char *rest);
} orders[] = {
    {"/flood ", flood},   {"/fill", fill},    {"/close ", close_with}, {"/address", tell_address},
    {"/path", tell_path}, {"/spend ", spend}, {"/later ", later},
};

static void on_opened(void *ctx, struct net_conn *c, const char *path, const char *address)
{
    struct server *s = ctx;
    char *copy = malloc(strlen(path) + 1);
    (void)address;
    if (copy)
        net_set_user(c, strcpy(copy, path));
    s->open++;
    if (strcmp(path, "/greet") == 0)
        net_send(c, "hello", 5);
}

static void on_message(void *ctx, struct net_conn *c, const char *text, size_t len)
{
    (void)ctx;
    if (text[len] != '\0')
        abort();
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        size_t name = strlen(orders[i].name);
        if (strncmp(text, orders[i].name, name) == 0) {
            orders[i].run(c, text + name);
            return;
        }
    }
    net_send(c, text, len);
}

static void on_closed(void *ctx, struct net_conn *c)
{
    struct server *s = ctx;
    net_send(c, "too late", 8);
    net_close(c, 1000, "");
    free(net_user(c));
    s->open--;
}

/* ---- requests ---- */

/* What came, so that the test sees what a handler would. */
static void tell_request(const struct net_request *r, struct net_reply *reply)
{
    char *text = malloc(NET_HEAD_MAX * 2);
    if (text) {
        int len = snprintf(text, NET_HEAD_MAX * 2,
                           "%s\n%s\n%s\n%s\ngzip %d\nlocal %d\naddress %s\nlanguage %s\n",
                           r->method, r->path, r->query, r->host, r->takes_gzip, r->local,
                           r->address, r->language);
        reply->body = text;
        reply->len = (size_t)len;
        reply->free = free;
    }
    reply->status = 200;
    reply->type = "text/plain; charset=utf-8";
}

static void on_request(void *ctx, const struct net_request *r, struct net_reply *reply)
{
    struct server *s = ctx;
    static const char page[] = "<p>page</p>";
    if (strcmp(r->path, "/page") == 0) {
        *reply = (struct net_reply){.status = 200,
                                    .type = "text/html; charset=utf-8",
                                    .cache = "max-age=60",
                                    .etag = "\"v1\"",
                                    .body = page,
                                    .len = sizeof page - 1,
                                    .keeps = true};
    } else if (strcmp(r->path, "/gzip") == 0) {
        *reply = (struct net_reply){.status = 200,
                                    .type = "text/plain",
                                    .gzip = r->takes_gzip,
                                    .body = r->takes_gzip ? "\x1f\x8b" : "plain",
                                    .len = r->takes_gzip ? 2 : 5};
    } else if (strcmp(r->path, "/big") == 0) {
        *reply = (struct net_reply){.status = 200,
                                    .type = "application/octet-stream",
                                    .body = s->big,
                                    .len = BIG,
                                    .keeps = true};
    } else if (strncmp(r->path, "/tell", 5) == 0) {
        tell_request(r, reply);
    }
}

/* ---- the program ---- */

static void on_done(void *ctx)
{
    struct server *s = ctx;
    s->net = NULL;
    uv_close((uv_handle_t *)&s->term, NULL);
    uv_close((uv_handle_t *)&s->usr1, NULL);
    uv_close((uv_handle_t *)&s->turn, NULL);
}

static void on_term(uv_signal_t *signal, int number)
{
    struct server *s = signal->data;
    (void)number;
    if (s->net) {
        net_stop(s->net, s->stop_ms, on_done, s);
        s->net = NULL;
    }
}

static void on_usr1(uv_signal_t *signal, int number)
{
    struct server *s = signal->data;
    (void)number;
    if (!s->net)
        return;
    const struct net_stats *x = net_stats(s->net);
    printf("open %d http %u websockets %u accepted %llu refused %llu cut_slow %llu cut_rate %llu "
           "cut_idle %llu cut_protocol %llu bad_requests %llu bad_origins %llu "
           "paused %llu most_writes %llu\n",
           s->open, x->http, x->websockets, (unsigned long long)x->accepted,
           (unsigned long long)x->refused, (unsigned long long)x->cut_slow,
           (unsigned long long)x->cut_rate, (unsigned long long)x->cut_idle,
           (unsigned long long)x->cut_protocol, (unsigned long long)x->bad_requests,
           (unsigned long long)x->bad_origins, (unsigned long long)x->paused,
           (unsigned long long)s->most);
    fflush(stdout);
}

static void on_turn(uv_prepare_t *turn)
{
    struct server *s = turn->data;
    uint64_t writes = s->net ? net_stats(s->net)->writes : 0;
    s->most = writes > s->writes && writes - s->writes > s->most ? writes - s->writes : s->most;
    s->writes = writes;
}

static void read_setting(struct server *s, const char *text)
{
    const struct {
        const char *name;
        uint32_t *number;
    } numbers[] = {
        {"connections=", &s->limits.connections},
        {"per_address=", &s->limits.per_address},
        {"head_ms=", &s->limits.head_ms},
        {"idle_ms=", &s->limits.idle_ms},
        {"ping_ms=", &s->limits.ping_ms},
        {"rate=", &s->limits.rate},
        {"burst=", &s->limits.burst},
        {"opens_a_minute=", &s->limits.opens_a_minute},
        {"stop_ms=", &s->stop_ms},
        {"port=", &s->port},
        {"hog=", &s->hog},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        size_t len = strlen(numbers[i].name);
        if (strncmp(text, numbers[i].name, len) == 0) {
            *numbers[i].number = (uint32_t)strtoul(text + len, NULL, 10);
            return;
        }
    }
    if (strncmp(text, "origin=", 7) == 0) {
        s->origins[0] = text + 7;
        s->limits.origins = s->origins;
    } else if (strncmp(text, "host=", 5) == 0) {
        s->host = text + 5;
    } else if (strcmp(text, "trust") == 0) {
        s->limits.trust_forwarded = true;
    } else {
        fprintf(stderr, "echo: unknown setting %s\n", text);
        exit(2);
    }
}

/* Take all files but a few. */
static void hog(uint32_t left)
{
    int last = 2;
    for (int next; (next = open("/dev/null", O_RDONLY)) >= 0;)
        last = next;
    for (; left > 0 && last > 2; left--)
        close(last--);
}

int main(int argc, char **argv)
{
    static struct server s = {.host = "127.0.0.1", .stop_ms = 300};
    uv_loop_t *loop = uv_default_loop();
    int error;
    s.limits = net_limits_default;
    for (int i = 1; i < argc; i++)
        read_setting(&s, argv[i]);
    s.big = malloc(BIG);
    if (!s.big)
        return 1;
    memset(s.big, 'b', BIG);
    struct net_handlers handlers = {.opened = on_opened,
                                    .message = on_message,
                                    .closed = on_closed,
                                    .request = on_request,
                                    .ctx = &s};
    signal(SIGPIPE, SIG_IGN);
    net_raise_files();
    s.net = net_listen(loop, s.host, (int)s.port, &s.limits, &handlers, &error);
    if (!s.net) {
        fprintf(stderr, "echo: %s\n", uv_strerror(error));
    } else {
        uv_signal_init(loop, &s.term);
        uv_signal_init(loop, &s.usr1);
        s.term.data = s.usr1.data = &s;
        uv_signal_start(&s.term, on_term, SIGTERM);
        uv_signal_start(&s.usr1, on_usr1, SIGUSR1);
        uv_prepare_init(loop, &s.turn);
        s.turn.data = &s;
        uv_prepare_start(&s.turn, on_turn);
        uv_unref((uv_handle_t *)&s.turn);
        if (s.hog)
            hog(s.hog);
        printf("%d\n", net_port(s.net));
        fflush(stdout);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    int left = uv_loop_close(loop);
    free(s.big);
    if (left != 0 || s.open != 0) {
        fprintf(stderr, "echo: left behind: %s, %d open\n", uv_strerror(left), s.open);
        return 1;
    }
    return error ? 1 : 0;
}
