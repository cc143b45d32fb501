/*
 * net_time.c - one timer for all time-outs.
 *
 * A wheel of slots, one per tick. A connection lies in the slot of its next check; until then it
 * only notes the time of what it does. Each check decides when the next one is due.
 */
#include "server/network/net_inner.h"

#include <sys/ioctl.h>

enum { EXPIRE_MS = 20 * 1000 };

static uint32_t tick_of(uint64_t ms) { return (uint32_t)(ms / NET_TICK_MS); }

void net_wheel_take(struct net_conn *c)
{
    if (c->in_wheel) {
        c->in_wheel = false;
        LIST_REMOVE(c, wheel);
    }
}

static void put_first(struct net_list *list, struct net_conn *c)
{
    LIST_INSERT_HEAD(list, c, wheel);
    c->in_wheel = true;
}

void net_wheel_put(struct net_conn *c, uint64_t at)
{
    struct net *n = c->net;
    uint32_t tick = tick_of(at) + 1; /* not before its time */
    if ((int32_t)(tick - n->tick) <= 0)
        tick = n->tick + 1;
    net_wheel_take(c);
    c->due = tick;
    put_first(&n->slot[tick % NET_SLOTS], c);
}

/* What the peer has not received yet: queued here and in the system. */
static size_t unread(const struct net_conn *c)
{
    uv_os_fd_t file;
    int queued = 0;
    if (uv_fileno((const uv_handle_t *)&c->tcp, &file) == 0)
        ioctl(file, TIOCOUTQ, &queued);
    return net_queued(c) + (size_t)(queued > 0 ? queued : 0);
}

void net_farewell(struct net_conn *c)
{
    c->seen = unread(c);
    net_wheel_put(c, uv_now(c->net->loop) + NET_LINGER_MS);
}

void net_linger(struct net_conn *c)
{
    if (c->state == NET_GONE)
        return;
    net_enter_state(c, NET_LINGERS);
    net_farewell(c);
    if (net_out_is_empty(c))
        net_shut(c);
}

/* A slow peer is fine, one that stands still is not. (Closing earlier would lose what was sent, and
 * the reason.) */
static void look_at_leaving(struct net_conn *c, uint64_t now)
{
    size_t left = unread(c);
    if (left > 0 && left < c->seen && now - c->since < NET_FAREWELL_MS)
        net_farewell(c);
    else
        net_drop(c);
}

static void look_at(struct net_conn *c, uint64_t now)
{
    if (c->state == NET_READS || c->state == NET_WAITS || c->state == NET_REPLIES ||
        c->state == NET_TALKS)
        c->net->calls->due(c, now);
    else
        look_at_leaving(c, now);
}

/* Connections that are put back into this slot are due one turn of the wheel later at the earliest. */
static void look_at_slot(struct net *n, uint32_t tick, uint64_t now)
{
    struct net_list list = LIST_HEAD_INITIALIZER(list);
    for (struct net_conn *c = LIST_FIRST(&n->slot[tick % NET_SLOTS]), *next; c; c = next) {
        next = LIST_NEXT(c, wheel);
        if ((int32_t)(c->due - tick) <= 0) {
            net_wheel_take(c);
            put_first(&list, c);
        }
    }
    while (!LIST_EMPTY(&list)) {
        struct net_conn *c = LIST_FIRST(&list);
        net_wheel_put(c, now + NET_LINGER_MS); /* a connection is always in the wheel */
        look_at(c, now);
    }
}

static void drop_all(struct net *n)
{
    for (size_t i = 0; i < NET_SLOTS; i++)
        for (struct net_conn *c = LIST_FIRST(&n->slot[i]); c; c = LIST_NEXT(c, wheel))
            net_drop(c);
}

static void on_tick(uv_timer_t *timer)
{
    struct net *n = timer->data;
    uint64_t now = uv_now(n->loop);
    uint32_t tick = tick_of(now);
    if (n->stops_at != 0 && now >= n->stops_at) {
        drop_all(n);
        return;
    }
    if (tick - n->tick > NET_SLOTS) /* the process was suspended: one round is enough */
        n->tick = tick - NET_SLOTS;
    while (n->tick != tick)
        look_at_slot(n, ++n->tick, now);
    if (now - n->expired >= EXPIRE_MS) {
        n->expired = now;
        address_expire(n->book, now);
    }
}

void net_clock_on(struct net *n)
{
    if (!uv_is_active((uv_handle_t *)&n->timer)) {
        n->tick = tick_of(uv_now(n->loop));
        uv_timer_start(&n->timer, on_tick, NET_TICK_MS, NET_TICK_MS);
    }
}
