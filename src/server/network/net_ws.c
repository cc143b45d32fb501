/*
 * net_ws.c - a connection that speaks WebSocket: upgrade, messages, pings, close.
 */
#include "server/network/net_inner.h"

#include <stdio.h>

/* ---- out ---- */

static bool send_frame(struct net_conn *c, enum ws_opcode opcode, const void *data, size_t len)
{
    uint8_t header[WS_HEADER_MAX];
    return net_out(c, header, ws_header(header, opcode, len), data, len);
}

/* Our close frame, if it is not out yet. */
static void send_close(struct net_conn *c, int code, const char *reason)
{
    uint8_t payload[2 + WS_REASON_MAX];
    size_t len = ws_close_payload(payload, code, reason);
    net_out_hurry(c);
    if (c->state == NET_TALKS) {
        net_enter_state(c, NET_LEAVES);
        if (send_frame(c, WS_CLOSE, payload, len))
            net_farewell(c);
    }
}

void net_close(struct net_conn *c, int code, const char *reason) { send_close(c, code, reason); }

/* Is there room in the queue? Slow readers are disconnected. */
static bool can_take(struct net_conn *c, size_t len)
{
    if (c->state != NET_TALKS)
        return false;
    if (net_queued(c) + len > NET_QUEUE_MAX) {
        c->net->stats.cut_slow++;
        net_close(c, NET_CLOSE_SLOW, "does not read");
        return false;
    }
    return true;
}

void net_send(struct net_conn *c, const char *text, size_t len)
{
    if (can_take(c, len)) {
        c->net->stats.messages_out++;
        send_frame(c, WS_TEXT, text, len);
    }
}

/* ---- what it costs ---- */

/* Milliseconds until the debt is down to the credit. */
static uint64_t wait_for(uint64_t owed, uint64_t credit, uint64_t a_ms)
{
    uint64_t wait = owed > credit ? (owed - credit) / (a_ms ? a_ms : 1) : 0;
    return wait < NET_PAUSE_MS ? wait : NET_PAUSE_MS;
}

static void pause_for(struct net_conn *c, uint64_t ms)
{
    uint64_t until = uv_now(c->net->loop) + ms;
    if (ms > 0 && c->state == NET_TALKS && until > c->pauses) {
        c->net->stats.paused += c->pauses == 0;
        c->pauses = until;
        net_read_off(c);
        net_wheel_put(c, until);
    }
}

void net_spend(struct net_conn *c, uint32_t messages)
{
    const struct net_limits *limits = &c->net->limits;
    uint64_t now = uv_now(c->net->loop), cost = (uint64_t)messages * NET_MESSAGE_COST;
    uint64_t share = limits->per_address / NET_SHARE,
             credit = (uint64_t)limits->burst * NET_MESSAGE_COST;
    if (messages == 0)
        return;
    uint64_t owed = debt_add(&c->debt, now, cost, limits->rate);
    uint64_t wait = wait_for(owed, credit, limits->rate);
    if (share > 0) {
        owed = debt_add(address_debt(c->entry), now, cost, limits->rate * share);
        uint64_t longer = wait_for(owed, credit * share, limits->rate * share);
        wait = longer > wait ? longer : wait;
    }
    if (c->debt.owed > 2 * credit) { /* its later messages were expensive too */
        c->net->stats.cut_rate++;
        net_close(c, NET_CLOSE_RATE, "too much work");
    } else {
        pause_for(c, wait);
    }
}

/* ---- in ---- */

static int on_frame(void *ctx, enum ws_opcode opcode)
{
    struct net_conn *c = ctx;
    if (opcode == WS_BINARY)
        return 1003;
    if (c->state == NET_TALKS &&
        !net_pays(c, opcode == WS_MORE ? NET_FRAGMENT_COST : NET_MESSAGE_COST)) {
        c->net->stats.cut_rate++;
        return NET_CLOSE_RATE;
    }
    return 0;
}

static void on_message(void *ctx, const char *text, size_t len)
{
    struct net_conn *c = ctx;
    if (c->state == NET_TALKS) {
        c->since = c->heard; /* an unfinished message from here on is a new one */
        c->net->stats.messages_in++;
        net_spend(c, (uint32_t)(len / NET_LONG_BYTES));
    }
    if (c->state == NET_TALKS)
        c->net->handlers.message(c->net->handlers.ctx, c, text, len);
}

static void on_ping(void *ctx, const uint8_t *data, size_t len)
{
    struct net_conn *c = ctx;
    if (can_take(c, len))
        send_frame(c, WS_PONG, data, len);
}

const struct ws_handlers net_ws_handlers = {
    .frame = on_frame,
    .message = on_message,
    .pong = on_ping,
};

void net_ws_read(struct net_conn *c, const char *data, size_t len)
{
    bool begins = c->reader == NULL;
    c->pings = 0;
    struct ws_verdict verdict = ws_push(c->net->pool, &c->reader, c, data, len);
    if (begins)
        c->since = c->heard; /* start of an unfinished message, if there is one now */
    if (verdict.end == WS_GOES_ON || c->state == NET_GONE)
        return;
    if (verdict.end == WS_FAILED && verdict.code != NET_CLOSE_RATE)
        c->net->stats.cut_protocol++;
    send_close(c, verdict.code, "");
    net_linger(c);
}

/* ---- the beginning ---- */

void net_ws_open(struct net_conn *c, const struct http_request *q)
{
    struct net *n = c->net;
    char accept[WS_ACCEPT_SIZE];
    char head[256];
    ws_accept(q->key, accept);
    int len = snprintf(head, sizeof head,
                       "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                       "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n%s\r\n",
                       accept, q->speaks_us ? "Sec-WebSocket-Protocol: mazo.v1\r\n" : "");
    net_enter_state(c, NET_TALKS);
    c->spare = n->limits.per_address && address_here(c->entry) > n->limits.per_address;
    net_wheel_put(c, c->since + (c->spare ? n->limits.head_ms : n->limits.ping_ms));
    if (net_out(c, head, (size_t)len, NULL, 0)) {
        c->opened = true;
        n->stats.http--;
        n->stats.websockets++;
        n->handlers.opened(n->handlers.ctx, c, q->path, c->address);
    }
}

/* ---- time ---- */

/* A silent peer gets two pings; an unfinished message has a time limit. */
void net_ws_due(struct net_conn *c, uint64_t now)
{
    uint64_t ping_ms = c->net->limits.ping_ms;
    uint64_t next = c->heard + ping_ms * (c->pings + 1u);
    if (c->pauses > now) {
        net_wheel_put(c, c->pauses);
        return;
    }
    if (c->pauses) {
        c->pauses = 0;
        net_read_on(c);
    }
    if (c->spare) {
        c->net->stats.cut_idle++;
        net_close(c, NET_CLOSE_LATER, "too many from this address");
        return;
    }
    if (c->reader && now - c->since >= 2 * ping_ms) {
        c->net->stats.cut_idle++;
        net_close(c, NET_CLOSE_POLICY, "message without end");
        return;
    }
    if (now >= next) {
        if (c->pings == 2) {
            c->net->stats.cut_idle++;
            net_drop(c);
            return;
        }
        c->pings++;
        next += ping_ms;
        send_frame(c, WS_PING, NULL, 0);
    }
    if (c->state == NET_TALKS)
        net_wheel_put(c, next);
}
