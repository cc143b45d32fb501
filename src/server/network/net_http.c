/*
 * net_http.c - a connection while it speaks HTTP: request, reply, request, …, or an upgrade.
 */
#include "server/network/net_inner.h"

#include <stdlib.h>
#include <string.h>

/* ---- replies ---- */

static void free_body(struct net_reply *reply)
{
    if (reply->free)
        reply->free((void *)(uintptr_t)reply->body);
}

/* The reply, or a piece of it, is out or on its way. */
static void after_reply(struct net_conn *c)
{
    if (c->state == NET_GONE)
        return;
    if (!net_out_is_empty(c)) {
        net_enter_state(c, NET_REPLIES);
        c->seen = net_queued(c);
        net_wheel_put(c, c->since + c->net->limits.idle_ms);
        net_read_off(c);
    } else if (c->later) {
        net_enter_state(c, NET_WAITS);
        net_wheel_put(c, c->since + c->net->limits.idle_ms);
        net_read_off(c);
        c->later->asked = true;
        c->later->source.next(c->later->source.ctx);
    } else if (!c->keep_alive) {
        net_linger(c);
    } else {
        net_enter_state(c, NET_READS);
        net_wheel_put(c, c->since + c->net->limits.idle_ms);
    }
}

static bool is_head(const struct http_request *q) { return q && strcmp(q->method, "HEAD") == 0; }

static void answer(struct net_conn *c, const struct http_request *q, struct net_reply *reply)
{
    char head[HTTP_REPLY_HEAD_MAX];
    size_t len = http_reply_head(head, q, reply, c->keep_alive, time(NULL));
    if (len == 0) { /* our own headers are too long: a bug */
        free_body(reply);
        net_drop(c);
        return;
    }
    reply->len = reply->piece && reply->len ? reply->piece : reply->len;
    net_out_reply(c, head, len, reply, !is_head(q));
    after_reply(c);
}

/* The body is the name of the status, for people who see it in a browser. */
static void refuse_request(struct net_conn *c, const struct http_request *q, int status,
                           const char *more)
{
    const char *text = http_phrase(status);
    struct net_reply reply = {
        .status = status,
        .type = "text/plain; charset=utf-8",
        .more = more,
        .body = text,
        .len = strlen(text),
        .keeps = true,
    };
    c->net->stats.bad_requests++;
    c->keep_alive = false;
    answer(c, q, &reply);
}

void net_http_refuse(struct net_conn *c, int status)
{
    refuse_request(c, NULL, status,
                   status == HTTP_STATUS_METHOD_NOT_ALLOWED ? "Allow: GET, HEAD\r\n" : NULL);
}

/* ---- requests ---- */

/* The address of this request: of the client before our proxy, if we trust it. */
static void find_address(const struct net_conn *c, const struct http_request *q,
                         char out[NET_ADDRESS_SIZE])
{
    if (!c->net->limits.trust_forwarded || !address_read(q->forwarded, out))
        memcpy(out, c->address, NET_ADDRESS_SIZE);
}

static void ask_handler(struct net_conn *c, const struct http_request *q)
{
    struct net *n = c->net;
    struct net_request r = {
        .method = q->method,
        .path = q->path,
        .query = q->query,
        .host = q->host,
        .secure = q->secure,
        .takes_gzip = q->takes_gzip,
        .language = q->language,
        .code = q->code,
        .local = !q->proxied && address_is_loopback(c->address) && http_host_is_local(q->host),
    };
    struct net_reply reply = {0};
    /* Many people share a proxy's connection; the proxy can limit them itself. */
    if (!n->limits.trust_forwarded && !net_pays(c, NET_MESSAGE_COST)) {
        n->stats.cut_rate++;
        refuse_request(c, q, HTTP_STATUS_TOO_MANY_REQUESTS, "Retry-After: 1\r\n");
        return;
    }
    find_address(c, q, r.address);
    n->stats.requests++;
    n->asking = c;
    n->handlers.request(n->handlers.ctx, &r, &reply);
    n->asking = NULL;
    if (reply.later) {
        net_enter_state(c, NET_WAITS);
        net_wheel_put(c, c->since + n->limits.idle_ms);
        net_read_off(c);
    } else {
        answer(c, q, &reply);
    }
}

/* Behind a proxy a client is counted from here on. */
static bool is_counted(struct net_conn *c)
{
    struct net *n = c->net;
    if (!c->entry) {
        c->entry = address_enter(n->book, c->address, uv_now(n->loop), net_most(n),
                                 n->limits.opens_a_minute);
    }
    return c->entry != NULL;
}

static void upgrade(struct net_conn *c, const struct http_request *q)
{
    struct net *n = c->net;
    char accept[WS_ACCEPT_SIZE];
    if (strcmp(q->version, "13") != 0) {
        refuse_request(c, q, HTTP_STATUS_UPGRADE_REQUIRED,
                       "Sec-WebSocket-Version: 13\r\nUpgrade: websocket\r\n");
    } else if (strcmp(q->method, "GET") != 0 || !ws_accept(q->key, accept)) {
        refuse_request(c, q, HTTP_STATUS_BAD_REQUEST, NULL);
    } else if (!http_origin_is_fine(q->origin, q->host, n->limits.origins)) {
        n->stats.bad_origins++;
        refuse_request(c, q, HTTP_STATUS_FORBIDDEN, NULL);
    } else {
        find_address(c, q, c->address);
        if (is_counted(c)) {
            net_ws_open(c, q);
        } else {
            n->stats.refused++;
            refuse_request(c, q, HTTP_STATUS_TOO_MANY_REQUESTS, "Retry-After: 10\r\n");
        }
    }
}

/* ---- bytes ---- */

/* Reads one request from the input; returns how many bytes it was. */
static size_t read_one(struct net_conn *c, const char *data, size_t len)
{
    size_t eaten;
    if (!c->http) {
        c->http = malloc(sizeof *c->http);
        if (!c->http) {
            net_drop(c);
            return len;
        }
        http_init(c->http);
        net_enter_state(c, NET_READS);
        net_wheel_put(c, c->since + c->net->limits.head_ms);
    }
    int status = http_push(c->http, data, len, &eaten);
    if (status == HTTP_MORE)
        return eaten;
    struct http_in *http = c->http;
    c->http = NULL;
    if (status != HTTP_WHOLE) {
        net_http_refuse(c, status);
    } else {
        c->keep_alive = http->request.keep_alive && c->net->stops_at == 0;
        if (http->request.websocket)
            upgrade(c, &http->request);
        else
            ask_handler(c, &http->request);
    }
    if (c->state == NET_WAITS)
        c->http = http;
    else
        free(http);
    return eaten;
}

/* Keeps bytes that follow a request whose reply is not out yet. */
static void keep_rest(struct net_conn *c, const char *data, size_t len)
{
    c->rest = malloc(len);
    if (!c->rest) {
        net_drop(c);
        return;
    }
    memcpy(c->rest, data, len);
    c->rest_len = len;
}

void net_http_read(struct net_conn *c, const char *data, size_t len)
{
    while (len > 0 && c->state == NET_READS) {
        size_t eaten = read_one(c, data, len);
        data += eaten;
        len -= eaten;
    }
    if (len > 0 && c->state == NET_TALKS)
        net_ws_read(c, data, len);
    else if (len > 0 && (c->state == NET_WAITS || c->state == NET_REPLIES) && c->keep_alive)
        keep_rest(c, data, len);
}

/* After a reply: reads what arrived before it was sent, and whatever comes next. */
static void read_on(struct net_conn *c)
{
    char *rest = c->rest;
    size_t len = c->rest_len;
    if (c->state == NET_WAITS || c->state == NET_REPLIES)
        return; /* there is more of it */
    c->rest = NULL;
    if (c->state == NET_READS && rest)
        net_http_read(c, rest, len);
    if (c->state != NET_WAITS && c->state != NET_REPLIES && c->state != NET_GONE)
        net_read_on(c);
    free(rest);
}

/* A reply that had to wait is out. */
void net_http_sent(struct net_conn *c)
{
    after_reply(c);
    read_on(c);
}

/* ---- later ---- */

struct net_later *net_wait(struct net *n)
{
    struct net_later *later = calloc(1, sizeof *later);
    if (later) {
        later->conn = n->asking;
        later->conn->later = later;
    }
    return later;
}

/* It is no longer needed. */
static void forget(struct net_later *later)
{
    if (later->conn)
        later->conn->later = NULL;
    if (later->source.end)
        later->source.end(later->source.ctx);
    free(later);
}

void net_http_gone(struct net_conn *c)
{
    struct net_later *later = c->later;
    bool idle = later && later->source.next && !later->asked;
    if (later) {
        later->conn = NULL;
        c->later = NULL;
    }
    if (idle)
        forget(later);
}

void net_answer(struct net_later *later, struct net_reply *reply)
{
    struct net_conn *c = later->conn;
    later->source = reply->source;
    if (!c || c->state != NET_WAITS) {
        free_body(reply);
        forget(later);
        return;
    }
    struct http_in *http = c->http;
    c->http = NULL;
    later->left = reply->piece ? reply->len - reply->piece : 0;
    if (later->left == 0 || is_head(&http->request))
        forget(later);
    answer(c, &http->request, reply);
    free(http);
    read_on(c);
}

void net_piece(struct net_later *later, void *body, size_t len, void (*free_piece)(void *body))
{
    struct net_conn *c = later->conn;
    struct net_reply reply = {.body = body, .len = len, .free = free_piece};
    later->asked = false;
    if (!c || c->state != NET_WAITS || len == 0 || len > later->left) {
        free_body(&reply);
        forget(later);
        if (c)
            net_drop(c);
        return;
    }
    later->left -= len;
    if (later->left == 0)
        forget(later);
    net_out_reply(c, "", 0, &reply, true);
    after_reply(c);
    read_on(c);
}

/* ---- time ---- */

void net_http_due(struct net_conn *c, uint64_t now)
{
    const struct net_limits *limits = &c->net->limits;
    if (c->state == NET_WAITS) {
        net_wheel_put(c, now + limits->idle_ms); /* the delay is ours */
    } else if (c->state == NET_REPLIES) {        /* slow is fine, standing still is not */
        size_t queued = net_queued(c);
        if (queued == c->seen) {
            c->net->stats.cut_slow++;
            net_drop(c);
            return;
        }
        c->seen = queued;
        net_wheel_put(c, now + limits->idle_ms);
    } else if (c->http) {
        free(c->http);
        c->http = NULL;
        net_http_refuse(c, HTTP_STATUS_REQUEST_TIMEOUT);
    } else { /* no request has begun: nothing to answer */
        c->net->stats.cut_idle++;
        net_drop(c);
    }
}
