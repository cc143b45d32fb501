/*
 * drain.c - a server that is about to stop: whom it tells and how long it waits.
 */
#include "server/cluster/drain.h"

#include "server/tables/emit.h"
#include "server/hub/log.h"
#include "server/tables/room.h"

static void tell_all(struct hub *h, const char *word, const char *english)
{
    for (struct guest *g = LIST_FIRST(&h->guests); g; g = LIST_NEXT(g, all))
        emit_notice(h, NULL, g, word, text_in((enum text_lang)g->lang, english));
}

bool drain_moves(const struct hub *h) { return h->nodes > 0; }

bool drain_refuses(const struct hub *h) { return h->drain.on && !drain_moves(h); }

void drain_begin(struct hub *h, bool at_once, uint64_t most_ms)
{
    bool fresh = !h->drain.on;
    h->drain = (struct drain){.on = true,
                              .at_once = at_once,
                              .since = fresh ? hub_now(h) : h->drain.since,
                              .stop_at = most_ms ? hub_now(h) + most_ms : 0};
    if (!fresh)
        return;
    log_say("draining", "moves", drain_moves(h) ? "yes" : "no", NULL);
    if (!at_once && !drain_moves(h)) {
        tell_all(h, "draining",
                 N_("The server is about to stop: you can finish your match. Your table is kept, "
                    "and a match that you begin now goes on when the server is back."));
    }
}

void drain_end(struct hub *h)
{
    if (h->drain.on) {
        h->drain = (struct drain){0};
        log_say("drain_ended", NULL);
        if (!drain_moves(h))
            tell_all(h, "undrained", N_("The server is not stopping after all."));
    }
}

void drain_warn(struct hub *h, struct room *r)
{
    for (uint32_t i = 0; i < r->guest_count && drain_refuses(h); i++)
        emit_notice(h, r, r->guests[i], "draining",
                    text_in((enum text_lang)r->guests[i]->lang,
                            N_("The server is about to stop: if that happens during this match, "
                               "it goes on when the server is back.")));
}

/* Also from `start` on, while the players open their salts. */
static bool is_under_way(const struct room *r)
{
    return (r->now.status == ROOM_PLAYING || r->now.opening) && room_has_company(r) &&
           !room_is_slow(r);
}

/* Started before the server began to drain; players of later matches were warned. */
static bool is_waited_for(const struct hub *h, const struct room *r)
{
    return is_under_way(r) && !(h->drain.on && r->prepared >= h->drain.since);
}

uint32_t drain_left(const struct hub *h)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i <= h->room_mask; i++)
        for (const struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code))
            count += is_waited_for(h, r);
    return count;
}

bool drain_is_over(const struct hub *h)
{
    const struct drain *d = &h->drain;
    uint64_t now = hub_now(h);
    if (!d->on)
        return false;
    if (drain_moves(h))
        return now >= d->since + DRAIN_MOVE_MS;
    return d->at_once || (d->stop_at && now >= d->stop_at) || drain_left(h) == 0;
}
