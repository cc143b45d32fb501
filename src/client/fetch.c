/*
 * fetch.c - connect, ask, read to the end; a loop of its own and a timer over all of it.
 */
#include "client/fetch.h"

#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uv.h>

#include "client/tls.h"
#include "text/number.h"
#include "text/text.h"
#include "net/http_parse.h"

enum { STOP_MS = 100, RETRY_MAX_S = 1000000 };

struct asking {
    uv_tcp_t tcp;
    uv_timer_t timer;
    uv_connect_t connect;
    const struct link_address *address;
    struct tls *tls; /* NULL: plain */
    bool asked;
    struct http_parse parse;
    const struct fetch_request *request;
    uint64_t until;
    char name[16], value[16]; /* a header, cut to what matters */
    size_t name_len, value_len;
    bool in_value;
    char read[16 * 1024], plain[16 * 1024];
    size_t cap; /* of the body */
    bool done, closing;
    struct fetch *out;
};

/* Ends with the first reason: everything is closed and the loop ends. */
static void end(struct asking *a, const char *why)
{
    if (a->closing)
        return;
    a->closing = true;
    if (!a->done) {
        a->out->status = 0;
        a->out->why = why;
    }
    uv_close((uv_handle_t *)&a->tcp, NULL);
    uv_close((uv_handle_t *)&a->timer, NULL);
}

/* A whole header has been read. */
static void take_header(struct asking *a)
{
    uint64_t seconds;
    a->name[a->name_len] = a->value[a->value_len] = '\0';
    if (strcasecmp(a->name, "retry-after") == 0 && text_number(a->value, 0, RETRY_MAX_S, &seconds))
        a->out->retry_after = (int)seconds;
    a->name_len = a->value_len = 0;
    a->in_value = false;
}

static void append(char *text, size_t size, size_t *len, const char *more, size_t more_len)
{
    size_t left = size - 1 - *len;
    size_t taken = more_len < left ? more_len : left;
    memcpy(text + *len, more, taken);
    *len += taken;
}

static int on_name(http_parser *parser, const char *at, size_t len)
{
    struct asking *a = parser->data;
    if (a->in_value)
        take_header(a);
    append(a->name, sizeof a->name, &a->name_len, at, len);
    return 0;
}

static int on_value(http_parser *parser, const char *at, size_t len)
{
    struct asking *a = parser->data;
    a->in_value = true;
    append(a->value, sizeof a->value, &a->value_len, at, len);
    return 0;
}

static int on_head(http_parser *parser)
{
    struct asking *a = parser->data;
    if (a->in_value)
        take_header(a);
    return 0;
}

static int on_body(http_parser *parser, const char *at, size_t len)
{
    struct asking *a = parser->data;
    struct fetch *out = a->out;
    out->too_long = out->len + len > a->request->most;
    if (out->too_long)
        return -1;
    if (out->len + len + 1 > a->cap) {
        a->cap = (out->len + len + 1) * 2;
        char *more = realloc(out->body, a->cap);
        if (!more)
            return -1;
        out->body = more;
    }
    memcpy(out->body + out->len, at, len);
    out->len += len;
    out->body[out->len] = '\0';
    return 0;
}

static int on_whole(http_parser *parser)
{
    struct asking *a = parser->data;
    a->done = true;
    a->out->status = (int)parser->status_code;
    return 0;
}

static const http_parser_settings settings = {.on_header_field = on_name,
                                              .on_header_value = on_value,
                                              .on_headers_complete = on_head,
                                              .on_body = on_body,
                                              .on_message_complete = on_whole};

static void on_alloc(uv_handle_t *handle, size_t wanted, uv_buf_t *buf)
{
    struct asking *a = handle->data;
    (void)wanted;
    *buf = uv_buf_init(a->read, sizeof a->read);
}

/* Small enough for any socket that has just been opened. */
static void send_bytes(struct asking *a, const char *data, size_t len)
{
    uv_buf_t buf = uv_buf_init((char *)(uintptr_t)data, (unsigned)len);
    int sent = uv_try_write((uv_stream_t *)&a->tcp, &buf, 1);
    if (sent != (int)len)
        end(a, link_error(sent < 0 ? sent : UV_ECONNRESET));
}

static void send_sealed(struct asking *a)
{
    char sealed[4096];
    size_t len;
    while (!a->closing && (len = tls_take(a->tls, sealed, sizeof sealed)) > 0)
        send_bytes(a, sealed, len);
}

/* No bytes tell the parser that the other side has closed. */
static void read_plain(struct asking *a, const char *data, size_t len)
{
    http_parse_read(&a->parse, data, len);
    if (http_parse_failed(&a->parse) || len == 0 || a->done) {
        end(a, len == 0 && a->out->len > 0 ? N_("the connection broke")
                                           : N_("there is no Mazo server at this address"));
    }
}

static void send_request(struct asking *a)
{
    a->asked = true;
    if (a->tls) {
        tls_write(a->tls, a->request->bytes, a->request->len);
        send_sealed(a);
    } else {
        send_bytes(a, a->request->bytes, a->request->len);
    }
}

static void read_sealed(struct asking *a, size_t len)
{
    int got = 0;
    enum tls_step step = tls_feed(a->tls, a->read, len) ? tls_shake(a->tls) : TLS_BAD;
    if (step == TLS_DONE && !a->asked)
        send_request(a);
    while (step == TLS_DONE && !a->closing &&
           (got = tls_read(a->tls, a->plain, sizeof a->plain)) > 0)
        read_plain(a, a->plain, (size_t)got);
    send_sealed(a);
    if (tls_is_whole(a->tls))
        read_plain(a, "", 0);
    else if (step == TLS_BAD || got < 0)
        end(a, tls_why(a->tls) ? tls_why(a->tls) : link_error(UV_ENOMEM));
}

static void on_read(uv_stream_t *stream, ssize_t got, const uv_buf_t *buf)
{
    struct asking *a = stream->data;
    if (got == 0)
        return;
    if (got == UV_EOF && a->tls) /* TCP ended without a TLS close: something may be missing */
        end(a, a->asked ? N_("the connection broke") : N_("it hung up during the TLS handshake"));
    else if (got < 0 && got != UV_EOF)
        end(a, link_error((int)got));
    else if (a->tls)
        read_sealed(a, (size_t)got);
    else
        read_plain(a, buf->base, got > 0 ? (size_t)got : 0);
}

static void on_time(uv_timer_t *timer)
{
    struct asking *a = timer->data;
    const atomic_bool *stop = a->request->stop;
    if (uv_now(timer->loop) >= a->until || (stop && atomic_load(stop)))
        end(a, link_error(UV_ETIMEDOUT));
}

static void on_connected(uv_connect_t *request, int status)
{
    struct asking *a = request->handle->data;
    const char *why = NULL;
    if (status == 0)
        status = uv_read_start((uv_stream_t *)&a->tcp, on_alloc, on_read);
    if (status < 0)
        end(a, link_error(status));
    else if (!a->address->secure)
        send_request(a);
    else if (!(a->tls = tls_open(a->address->host, a->address->ca, &why)))
        end(a, why);
    else
        send_sealed(a);
}

void fetch_from(const struct link_address *address, const struct sockaddr *to,
                const struct fetch_request *request, struct fetch *out)
{
    uv_loop_t loop;
    struct asking *a = calloc(1, sizeof *a);
    if (!a || uv_loop_init(&loop) != 0) {
        free(a);
        out->why = link_error(UV_ENOMEM);
        return;
    }
    uint64_t ms = (uint64_t)request->ms, every = request->stop && ms > STOP_MS ? STOP_MS : ms;
    a->out = out;
    a->request = request;
    a->until = uv_now(&loop) + ms;
    a->address = address;
    http_parse_init(&a->parse, HTTP_RESPONSE, &settings, a);
    uv_tcp_init(&loop, &a->tcp);
    uv_timer_init(&loop, &a->timer);
    a->tcp.data = a->timer.data = a;
    uv_timer_start(&a->timer, on_time, every, every);
    int error = uv_tcp_connect(&a->connect, &a->tcp, to, on_connected);
    if (error)
        end(a, link_error(error));
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    tls_free(a->tls);
    free(a);
}

static void get(const struct link_address *address, const char *path, int ms, size_t most,
                struct fetch *out)
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[12], host[LINK_URL_SIZE], request[700];
    memset(out, 0, sizeof *out);
    snprintf(port, sizeof port, "%d", address->port);
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
             path, link_host(address, host));
    const struct fetch_request asked = {.bytes = request,
                                        .len = strlen(request),
                                        .ms = ms,
                                        .most = most};
    int error = getaddrinfo(address->host, port, &hints, &found);
    out->why = error ? link_no_host : NULL;
    for (const struct addrinfo *to = found; to && out->status == 0 && !out->too_long;
         to = to->ai_next) {
        free(out->body);
        memset(out, 0, sizeof *out);
        fetch_from(address, to->ai_addr, &asked, out);
    }
    if (found)
        freeaddrinfo(found);
}

bool fetch_get(const struct link_address *address, const char *path, int ms, size_t most,
               struct fetch *out)
{
    struct link_address there = *address;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN); /* servers may hang up at any time */
    get(address, path, ms, most, out);
    if (out->status >= 301 && out->status <= 308 && link_follow(&there, link_moved)) {
        free(out->body);
        get(&there, path, ms, most, out);
    }
    signal(SIGPIPE, before);
    return out->status == 200 && out->body;
}
