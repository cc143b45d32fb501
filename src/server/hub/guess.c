/*
 * guess.c - wrong codes, counted per person and per address.
 */
#include "server/hub/guess.h"

#include "server/network/net.h"
#include "server/hub/people.h"

enum { MINUTE = 60 * 1000 };

bool guess_allowed(const struct hub *h, const struct guest *g)
{
    uint64_t now = uv_now(h->loop);
    uint32_t most = g->who ? GUESS_ADDRESS_MAX : GUESS_EACH_MAX;
    return tally_now(net_misses(g->conn), now, MINUTE) < most &&
           (!g->who || tally_now(&g->who->misses, now, MINUTE) < GUESS_EACH_MAX);
}

static void add(struct tally *t, uint64_t now, int more)
{
    uint32_t count = tally_now(t, now, MINUTE);
    t->count = more > 0 || count > 0 ? count + (uint32_t)more : 0;
}

static void count(const struct hub *h, struct guest *g, int more)
{
    uint64_t now = uv_now(h->loop);
    add(net_misses(g->conn), now, more);
    if (g->who)
        add(&g->who->misses, now, more);
}

void guess_begin(const struct hub *h, struct guest *g) { count(h, g, 1); }

void guess_right(const struct hub *h, struct guest *g) { count(h, g, -1); }
