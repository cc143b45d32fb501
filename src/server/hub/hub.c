/*
 * hub.c - the server's clock, and what waits for the store.
 */
#include "server/hub/hub.h"

#include <stdlib.h>

uint64_t hub_now(const struct hub *h) { return h->wall + (uv_now(h->loop) - h->start); }

void *hub_alloc(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort(); /* nothing has begun */
    return memory;
}

uint32_t hub_slot(const char *text, uint32_t mask)
{
    uint32_t sum = 2166136261u;
    for (; *text; text++)
        sum = (sum ^ (uint8_t)*text) * 16777619u;
    return sum & mask;
}

struct pending *hub_pending(const struct hub *h, uint32_t i)
{
    return &h->pending[(h->pending_at + i) % h->pending_cap];
}

bool hub_store_is_well(const struct hub *h)
{
    uint64_t now = hub_now(h);
    bool fails = h->failed_at && now < h->failed_at + 3 * HUB_FAILURES_EVERY_MS;
    bool silent = now > h->well_at + HUB_SILENCE_MS;
    bool hangs = h->pending_count > 0 && now > hub_pending(h, 0)->since + HUB_SILENCE_MS;
    return !fails && !silent && !hangs && !h->unwell;
}

void hub_read(struct hub *h, struct reading *q)
{
    h->readings++;
    reader_ask(h->reader, q);
}

void hub_wake(void *hub) { uv_async_send(&((struct hub *)hub)->woken); }

struct pending *hub_await(struct hub *h, uint64_t ticket, struct room *room, struct guest *guest)
{
    if (h->pending_count == h->pending_cap) {
        uint32_t cap = h->pending_cap ? h->pending_cap * 2 : 1024;
        struct pending *more = malloc(cap * sizeof *more);
        if (!more)
            abort();
        for (uint32_t i = 0; i < h->pending_count; i++)
            more[i] = *hub_pending(h, i);
        free(h->pending);
        h->pending = more;
        h->pending_at = 0;
        h->pending_cap = cap;
    }
    struct pending *p = hub_pending(h, h->pending_count++);
    *p = (struct pending){.ticket = ticket, .room = room, .guest = guest, .since = hub_now(h)};
    return p;
}
