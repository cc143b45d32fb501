/*
 * net_conn.c - the state of a connection: closing, budgets, what the server asks about it.
 */
#include "server/network/net_inner.h"

#include <stdlib.h>

void net_drop(struct net_conn *c)
{
    if (c->state != NET_GONE) {
        c->state = NET_GONE;
        uv_close((uv_handle_t *)&c->tcp, c->net->calls->gone);
    }
}

void net_enter_state(struct net_conn *c, enum net_state state)
{
    c->state = (uint8_t)state;
    c->since = uv_now(c->net->loop);
}

static void on_shut(uv_shutdown_t *request, int status)
{
    (void)status;
    free(request);
}

void net_shut(struct net_conn *c)
{
    uv_shutdown_t *request = c->shut ? NULL : malloc(sizeof *request);
    if (request) {
        c->shut = true;
        if (uv_shutdown(request, (uv_stream_t *)&c->tcp, on_shut) != 0) {
            free(request);
            net_drop(c);
        }
    }
}

/* ---- reading ---- */

bool net_pays(struct net_conn *c, uint32_t cost)
{
    const struct net_limits *limits = &c->net->limits;
    uint64_t now = uv_now(c->net->loop);
    uint64_t full = (uint64_t)limits->burst * NET_MESSAGE_COST;
    uint64_t filled = c->bucket + (now - c->refilled) * limits->rate;
    c->refilled = now;
    c->bucket = (uint32_t)(filled < full ? filled : full);
    if (c->bucket < cost)
        return false;
    c->bucket -= cost;
    return true;
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    struct net_conn *c = handle->data;
    (void)suggested;
    *out = uv_buf_init(c->net->buffer, sizeof c->net->buffer); /* one buffer for all: it is used immediately */
}

void net_read_on(struct net_conn *c)
{
    if (uv_read_start((uv_stream_t *)&c->tcp, on_alloc, c->net->calls->read) != 0)
        net_drop(c);
}

void net_read_off(struct net_conn *c) { uv_read_stop((uv_stream_t *)&c->tcp); }

uint32_t net_most(const struct net *n)
{
    return n->limits.per_address ? n->limits.per_address + n->limits.spare : 0;
}

/* ---- what the server wants to know ---- */

void net_set_user(struct net_conn *c, void *user) { c->user = user; }

void *net_user(const struct net_conn *c) { return c->user; }

const char *net_address(const struct net_conn *c) { return c->address; }

void net_address_group(const struct net_conn *c, char out[NET_ADDRESS_SIZE])
{
    if (!address_group(c->address, out))
        out[0] = '\0';
}

bool net_is_spare(const struct net_conn *c) { return c->spare; }

void net_keep(struct net_conn *c) { c->spare = false; }

uint64_t net_address_key(const struct net_conn *c)
{
    return address_hash(c->net->book, c->address);
}

uint32_t net_address_mark(const struct net_conn *c) { return address_mark(c->entry); }

bool net_charge(struct net_conn *c)
{
    return address_charge(c->entry, uv_now(c->net->loop), c->net->limits.makes_an_hour,
                          c->net->limits.makes_at_once);
}

struct tally *net_misses(const struct net_conn *c) { return address_misses(c->entry); }
