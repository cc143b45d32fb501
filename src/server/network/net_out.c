/*
 * net_out.c - bytes out: at once if the system takes them, else within bounds.
 *
 * libuv has at most one block of a connection. What comes until then is gathered in a second
 * one, so that many small messages cost no more than their bytes.
 */
#include "server/network/net_inner.h"

#include <stdlib.h>
#include <string.h>

static struct net_block *block_new(size_t size)
{
    struct net_block *b = malloc(sizeof *b + size);
    if (b) {
        memset(b, 0, sizeof *b);
        b->size = size;
    }
    return b;
}

static void block_free(struct net_block *b)
{
    if (b && b->free_body)
        b->free_body(b->owned);
    free(b);
}

static void leave_crowd(struct net_conn *c)
{
    if (c->is_late) {
        c->is_late = false;
        c->net->late--;
        TAILQ_REMOVE(&c->net->crowd, c, late);
    }
}

void net_out_free(struct net_conn *c)
{
    block_free(c->flight);
    block_free(c->waits);
    c->flight = c->waits = NULL;
    leave_crowd(c);
}

bool net_out_is_empty(const struct net_conn *c) { return !c->flight && !c->waits; }

size_t net_queued(const struct net_conn *c)
{
    return uv_stream_get_write_queue_size((const uv_stream_t *)&c->tcp) +
           (c->waits ? c->waits->len : 0);
}

static void on_written(uv_write_t *write, int status);

static bool launch(struct net_conn *c, struct net_block *b)
{
    uv_buf_t buffers[2] = {uv_buf_init(b->data, (unsigned)b->len),
                           uv_buf_init((char *)(uintptr_t)b->body, (unsigned)b->body_len)};
    c->flight = b;
    b->write.data = c;
    if (uv_write(&b->write, (uv_stream_t *)&c->tcp, buffers, b->body_len ? 2 : 1, on_written) !=
        0) {
        net_drop(c); /* frees the block too */
        return false;
    }
    return true;
}

static bool launch_waiting(struct net_conn *c)
{
    struct net_block *b = c->waits;
    c->waits = NULL;
    return launch(c, b);
}

static void on_written(uv_write_t *write, int status)
{
    struct net_conn *c = write->data;
    block_free(c->flight);
    c->flight = NULL;
    if (status < 0) {
        net_drop(c);
        return;
    }
    if (c->waits)
        launch_waiting(c);
    else if (c->state == NET_REPLIES)
        c->net->calls->sent(c);
    else if (c->state == NET_LINGERS)
        net_shut(c);
}

/* How much the system took immediately; -1: the peer is gone. */
static ssize_t try_at_once(struct net_conn *c, uv_buf_t *buffers, unsigned count)
{
    int sent = uv_try_write((uv_stream_t *)&c->tcp, buffers, count);
    c->net->stats.writes++;
    if (sent == UV_EAGAIN)
        return 0;
    if (sent < 0)
        net_drop(c);
    return sent;
}

/* Append what is left of the two parts after `sent` bytes. */
static void append(struct net_block *b, const char *head, size_t head_len, const char *data,
                   size_t len, size_t sent)
{
    size_t of_head = sent < head_len ? sent : head_len;
    size_t of_data = sent - of_head;
    memcpy(b->data + b->len, head + of_head, head_len - of_head);
    b->len += head_len - of_head;
    if (len > of_data) {
        memcpy(b->data + b->len, data + of_data, len - of_data);
        b->len += len - of_data;
    }
}

/* The pending block, grown to hold `more` bytes. */
static struct net_block *waiting_block(struct net_conn *c, size_t more)
{
    struct net_block *b = c->waits;
    size_t need = (b ? b->len : 0) + more;
    if (b && b->size >= need)
        return b;
    size_t size = b ? need + need / 2 : need;
    struct net_block *bigger = realloc(b, sizeof *b + size);
    if (!bigger)
        return NULL;
    if (!b)
        memset(bigger, 0, sizeof *bigger);
    bigger->size = size;
    c->waits = bigger;
    return bigger;
}

bool net_out(struct net_conn *c, const void *head, size_t head_len, const void *data, size_t len)
{
    ssize_t sent = 0;
    if (!c->flight && !c->waits && !c->gathers) {
        uv_buf_t buffers[2] = {uv_buf_init((char *)(uintptr_t)head, (unsigned)head_len),
                               uv_buf_init((char *)(uintptr_t)data, (unsigned)len)};
        sent = try_at_once(c, buffers, len ? 2 : 1);
        if (sent < 0)
            return false;
    }
    c->net->stats.bytes_out += head_len + len;
    if ((size_t)sent == head_len + len)
        return true;
    struct net_block *b = waiting_block(c, head_len + len - (size_t)sent);
    if (!b) {
        net_drop(c);
        return false;
    }
    append(b, head, head_len, data, len, (size_t)sent);
    return c->flight || c->gathers || launch_waiting(c);
}

void net_gather(struct net_conn *c) { c->gathers = true; }

void net_flush(struct net_conn *c)
{
    struct net_block *b = c->waits;
    c->gathers = false;
    if (c->flight || !b)
        return;
    uv_buf_t buffer = uv_buf_init(b->data, (unsigned)b->len);
    ssize_t sent = try_at_once(c, &buffer, 1);
    if (sent < 0)
        return; /* dropped, and the block with it */
    b->len -= (size_t)sent;
    memmove(b->data, b->data + sent, b->len);
    if (b->len > 0) {
        launch_waiting(c);
    } else {
        c->waits = NULL;
        block_free(b);
    }
}

/* ---- a crowd ---- */

void net_out_hurry(struct net_conn *c)
{
    if (c->is_late) {
        leave_crowd(c);
        if (c->state != NET_GONE)
            net_flush(c);
    }
}

/* Connections added meanwhile wait for the next time: a timer of 0 ms would run again before any
 * input is read. */
static void on_later(uv_timer_t *timer)
{
    struct net *n = timer->data;
    n->served = n->served ? n->served : n->late;
    for (int i = 0; i < NET_LATER_SLICE && n->served > 0 && n->late > 0; i++) {
        n->served--;
        net_out_hurry(TAILQ_FIRST(&n->crowd));
    }
    if (n->late > 0)
        uv_timer_start(timer, on_later, n->served ? 1 : NET_LATER_MS, 0);
    else
        n->served = 0;
}

void net_later(struct net_conn *c)
{
    struct net *n = c->net;
    if (c->state != NET_TALKS || net_queued(c) > NET_LATER_BYTES) {
        net_out_hurry(c);
        return;
    }
    c->gathers = true;
    if (!c->is_late) {
        c->is_late = true;
        n->late++;
        TAILQ_INSERT_TAIL(&n->crowd, c, late);
    }
    if (!uv_is_active((uv_handle_t *)&n->later))
        uv_timer_start(&n->later, on_later, NET_LATER_MS, 0);
}

/* ---- replies ---- */

static void done_with(struct net_reply *reply)
{
    if (reply->free)
        reply->free((void *)(uintptr_t)reply->body);
}

/* The rest of a reply; the body is borrowed where that is allowed. */
static struct net_block *block_of(const char *head, size_t head_len, struct net_reply *reply,
                                  size_t len, size_t sent)
{
    bool borrow = reply->keeps || reply->free;
    size_t of_head = sent < head_len ? sent : head_len;
    size_t of_body = sent - of_head;
    struct net_block *b = block_new(head_len - of_head + (borrow ? 0 : len - of_body));
    if (!b)
        return NULL;
    append(b, head, head_len, reply->body, borrow ? 0 : len, borrow ? of_head : sent);
    if (borrow) {
        b->body = (const char *)reply->body + of_body;
        b->body_len = len - of_body;
        b->free_body = reply->free;
        b->owned = (void *)(uintptr_t)reply->body;
    }
    return b;
}

bool net_out_reply(struct net_conn *c, const char *head, size_t head_len, struct net_reply *reply,
                   bool with_body)
{
    size_t len = with_body ? reply->len : 0;
    uv_buf_t buffers[2] = {uv_buf_init((char *)(uintptr_t)head, (unsigned)head_len),
                           uv_buf_init((char *)(uintptr_t)reply->body, (unsigned)len)};
    ssize_t sent = try_at_once(c, buffers, len ? 2 : 1);
    if (sent < 0 || (size_t)sent == head_len + len) {
        done_with(reply);
        c->net->stats.bytes_out += sent < 0 ? 0 : (size_t)sent;
        return sent >= 0;
    }
    c->net->stats.bytes_out += head_len + len;
    struct net_block *b = block_of(head, head_len, reply, len, (size_t)sent);
    if (!b) {
        done_with(reply);
        net_drop(c);
        return false;
    }
    return launch(c, b);
}
