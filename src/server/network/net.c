/*
 * net.c - listening, accepting, and the life of a connection.
 */
#include "server/network/net_inner.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

const struct net_limits net_limits_default = {
    .connections = 12000,
    .per_address = 64,
    .head_ms = 10 * 1000,
    .idle_ms = 30 * 1000,
    .ping_ms = 25 * 1000,
    .rate = 20,
    .burst = 60,
    .opens_a_minute = 240,
};

/* ---- the end of a connection ---- */

static void finish(struct net *n);

static void on_own_closed(uv_handle_t *handle)
{
    struct net *n = handle->data;
    n->handles--;
    finish(n);
}

/* While stopping: after the last connection the timer closes, and when everything is closed we
 * report it. */
static void finish(struct net *n)
{
    if (n->stops_at == 0 || n->count > 0)
        return;
    if (!uv_is_closing((uv_handle_t *)&n->timer)) {
        uv_close((uv_handle_t *)&n->timer, on_own_closed);
        uv_close((uv_handle_t *)&n->later, on_own_closed);
    }
    if (n->handles > 0)
        return;
    void (*done)(void *ctx) = n->done;
    void *ctx = n->done_ctx;
    address_book_free(n->book);
    ws_pool_free(n->pool);
    free(n);
    if (done)
        done(ctx);
}

static void on_gone(uv_handle_t *handle)
{
    struct net_conn *c = handle->data;
    struct net *n = c->net;
    if (c->opened) {
        n->stats.websockets--;
        n->handlers.closed(n->handlers.ctx, c);
    } else {
        n->stats.http--;
    }
    if (c->entry)
        address_leave(n->book, c->entry);
    net_wheel_take(c);
    net_out_free(c);
    ws_drop(n->pool, &c->reader);
    net_http_gone(c);
    free(c->http);
    free(c->rest);
    free(c);
    if (--n->count == 0 && n->stops_at == 0)
        uv_timer_stop(&n->timer);
    finish(n);
}

/* ---- reading ---- */

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    struct net_conn *c = stream->data;
    if (len < 0) {
        net_drop(c);
        return;
    }
    if (len == 0)
        return;
    c->heard = uv_now(c->net->loop);
    c->net->stats.bytes_in += (size_t)len;
    switch (c->state) {
    case NET_READS:
        net_http_read(c, buffer->base, (size_t)len);
        break;
    case NET_TALKS:
    case NET_LEAVES:
        net_ws_read(c, buffer->base, (size_t)len);
        break;
    default:
        break;
    }
}

static void on_due(struct net_conn *c, uint64_t now)
{
    (c->state == NET_TALKS ? net_ws_due : net_http_due)(c, now);
}

static const struct net_calls calls = {on_gone, on_read, net_http_sent, on_due};

/* ---- accepting ---- */

static bool may_connect(struct net *n, struct net_conn *c)
{
    if (n->stops_at != 0 || n->count > n->limits.connections)
        return false;
    if (n->limits.trust_forwarded)
        return true; /* counted once the proxy has said who the client is */
    c->entry = address_enter(n->book, c->address, uv_now(n->loop), net_most(n),
                             n->limits.opens_a_minute);
    return c->entry != NULL;
}

/* Sent before any request was read, so in as few bytes as possible. */
static void turn_away(struct net_conn *c)
{
    static char text[] = "HTTP/1.1 503 Service Unavailable\r\n"
                         "Retry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    uv_buf_t buffer = uv_buf_init(text, sizeof text - 1);
    c->net->stats.refused++;
    uv_try_write((uv_stream_t *)&c->tcp, &buffer, 1);
    net_drop(c);
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct net *n = listener->data;
    struct net_conn *c = status == 0 ? calloc(1, sizeof *c) : NULL;
    if (!c) { /* out of files: libuv has accepted and closed it */
        n->stats.refused++;
        return;
    }
    c->net = n;
    uv_tcp_init(n->loop, &c->tcp);
    c->tcp.data = c;
    n->count++;
    n->stats.http++;
    c->heard = c->refilled = uv_now(n->loop);
    c->bucket = n->limits.burst * NET_MESSAGE_COST;
    net_enter_state(c, NET_READS);
    net_clock_on(n);
    net_wheel_put(c, c->since + n->limits.head_ms);
    if (uv_accept(listener, (uv_stream_t *)&c->tcp) != 0) {
        n->stats.refused++;
        net_drop(c);
        return;
    }
    struct sockaddr_storage from;
    int size = sizeof from;
    if (uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&from, &size) == 0)
        address_write((const struct sockaddr *)&from, c->address);
    if (!may_connect(n, c)) {
        turn_away(c);
        return;
    }
    n->stats.accepted++;
    int kernel_queue = NET_KERNEL_QUEUE; /* otherwise it grows to megabytes for a client that does not read */
    uv_send_buffer_size((uv_handle_t *)&c->tcp, &kernel_queue);
    uv_tcp_nodelay(&c->tcp, 1);
    net_read_on(c);
}

/* ---- files ---- */

uint32_t net_raise_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur > UINT32_MAX ? UINT32_MAX : (uint32_t)limit.rlim_cur;
}

/* Keep some descriptors for others: the store, programs at tables, connections that are turned
 * away. */
static void spare_files(struct net_limits *limits)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 &&
        files.rlim_cur < (rlim_t)limits->connections + NET_FILES_SPARED) {
        limits->connections = files.rlim_cur > NET_FILES_SPARED
                                  ? (uint32_t)files.rlim_cur - NET_FILES_SPARED
                                  : 1;
    }
}

/* ---- listening ---- */

static void set_port(struct sockaddr *address, int port)
{
    uint16_t number = htons((uint16_t)port);
    if (address->sa_family == AF_INET)
        ((struct sockaddr_in *)(void *)address)->sin_port = number;
    else
        ((struct sockaddr_in6 *)(void *)address)->sin6_port = number;
}

static int port_of(const struct sockaddr_storage *address)
{
    return ntohs(address->ss_family == AF_INET
                     ? ((const struct sockaddr_in *)(const void *)address)->sin_port
                     : ((const struct sockaddr_in6 *)(const void *)address)->sin6_port);
}

/* Listen on one more address. All use the port of the first one. */
static int listen_on(struct net *n, const struct addrinfo *wanted, unsigned flags)
{
    uv_tcp_t *listener = &n->listener[n->listeners];
    struct sockaddr_storage address;
    int size = sizeof address;
    int error = uv_tcp_init(n->loop, listener);
    if (error)
        return error;
    listener->data = n;
    n->listeners++;
    n->handles++;
    memcpy(&address, wanted->ai_addr, wanted->ai_addrlen);
    set_port((struct sockaddr *)&address, n->port);
    error = uv_tcp_bind(listener, (struct sockaddr *)&address, flags);
    if (!error)
        error = uv_listen((uv_stream_t *)listener, SOMAXCONN, on_connection);
    if (!error)
        error = uv_tcp_getsockname(listener, (struct sockaddr *)&address, &size);
    if (!error)
        n->port = port_of(&address);
    return error;
}

static int listen_on_all(struct net *n, const char *host)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    uv_getaddrinfo_t request;
    int error = uv_getaddrinfo(n->loop, &request, NULL, host, "0", &hints);
    if (error)
        return error;
    /* "::" alone takes IPv4 too; beside an IPv4 address it must not. */
    bool several = request.addrinfo->ai_next != NULL;
    bool some = false;
    for (struct addrinfo *at = request.addrinfo; at && n->listeners < NET_LISTENERS_MAX;
         at = at->ai_next) {
        bool alone = several && at->ai_family == AF_INET6;
        error = listen_on(n, at, alone ? UV_TCP_IPV6ONLY : 0);
        some |= error == 0;
        if (error && error != UV_EAFNOSUPPORT && error != UV_EADDRNOTAVAIL) {
            some = false;
            break;
        }
    }
    uv_freeaddrinfo(request.addrinfo);
    return some ? 0 : error;
}

struct net *net_listen(uv_loop_t *loop, const char *host, int port, const struct net_limits *limits,
                       const struct net_handlers *handlers, int *error)
{
    struct net *n = calloc(1, sizeof *n);
    *error = UV_ENOMEM;
    if (!n)
        return NULL;
    n->loop = loop;
    n->limits = limits ? *limits : net_limits_default;
    n->handlers = *handlers;
    n->port = port;
    n->calls = &calls;
    spare_files(&n->limits);
    n->book = address_book_new();
    n->pool = ws_pool_new(WS_SERVER, &net_ws_handlers, NET_MESSAGE_MAX);
    uv_timer_init(loop, &n->timer);
    uv_timer_init(loop, &n->later);
    n->timer.data = n->later.data = n;
    n->handles += 2;
    TAILQ_INIT(&n->crowd);
    if (n->book && n->pool) {
        *error = listen_on_all(n, host);
        if (host && strcmp(host, "::") == 0 && *error == UV_EAFNOSUPPORT) /* no IPv6 here */
            *error = listen_on_all(n, "0.0.0.0");
    }
    if (*error) {
        net_stop(n, 0, NULL, NULL);
        return NULL;
    }
    return n;
}

int net_port(const struct net *n) { return n->port; }

const struct net_stats *net_stats(const struct net *n) { return &n->stats; }

/* ---- stopping ---- */

void net_stop(struct net *n, uint32_t ms, void (*done)(void *ctx), void *ctx)
{
    n->done = done;
    n->done_ctx = ctx;
    n->stops_at = uv_now(n->loop) + ms + 1; /* never 0 */
    for (int i = 0; i < n->listeners; i++)
        uv_close((uv_handle_t *)&n->listener[i], on_own_closed);
    for (size_t i = 0; i < NET_SLOTS; i++) {
        for (struct net_conn *c = LIST_FIRST(&n->slot[i]), *next; c; c = next) {
            next = LIST_NEXT(c, wheel); /* net_farewell may move it in the wheel */
            if (c->state == NET_TALKS)
                net_close(c, NET_CLOSE_GOING, "server stops");
            else if (c->state == NET_READS)
                net_drop(c);
            else
                c->keep_alive = false;
        }
    }
    finish(n);
}
