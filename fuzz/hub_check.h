/*
 * hub_check.h - is what a server counts what is there? Before it: hub_demand(truth, what),
 * which says what is wrong where it is not true.
 */
#ifndef MAZO_HUB_CHECK_H
#define MAZO_HUB_CHECK_H

#include "server/tables/queue.h"

static int refers(const struct room_state *state, const struct person *p)
{
    int count = state->host == p;
    for (int i = 0; i < MAZO_SEATS_MAX; i++) {
        count += state->seat[i].person == p;
        hub_demand(!state->seat[i].person || i < state->seats,
                   "a person in a seat that does not exist");
    }
    return count;
}

static void check_person(const struct hub *h, const struct person *p)
{
    int guests = 0, here = 0, seats = 0;
    for (const struct guest *g = LIST_FIRST(&h->guests); g; g = LIST_NEXT(g, all))
        guests += g->who == p;
    for (const struct guest *g = LIST_FIRST(&p->here); g; g = LIST_NEXT(g, same))
        here += g->who == p;
    for (uint32_t i = 0; i <= h->room_mask; i++)
        for (const struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code))
            seats += refers(&r->now, p) + (r->before ? refers(r->before, p) : 0);
    hub_demand(p->guests == guests && here == guests, "connections of a person");
    hub_demand(p->seats == seats, "seats of a person");
    hub_demand(guests + seats + p->muting > 0, "a person without a reference");
}

static bool is_guest(const struct hub *h, const struct guest *wanted)
{
    for (const struct guest *g = LIST_FIRST(&h->guests); g; g = LIST_NEXT(g, all))
        if (g == wanted)
            return true;
    return !wanted;
}

static void check_room(const struct hub *h, const struct room *r)
{
    uint32_t waits = 0, inbox = 0;
    for (uint32_t i = 0; i < h->pending_count; i++)
        waits += hub_pending(h, i)->room == r;
    hub_demand(waits == (r->before ? 1u : 0u), "steps that wait for the store");
    for (const struct queued *l = r->out; l; l = l->next)
        hub_demand(r->before && is_guest(h, l->guest), "a message for a guest who has left");
    for (const struct queued *l = r->in; l; l = l->next) {
        hub_demand(room_is_busy(r) && is_guest(h, l->guest), "a message of a guest who has left");
        inbox++;
    }
    hub_demand(inbox == r->in_count && is_guest(h, r->asker), "messages that wait");
    for (uint32_t i = 0; i < r->guest_count; i++) {
        const struct guest *g = r->guests[i];
        int looks = 0;
        hub_demand(is_guest(h, g), "a connection that has gone");
        for (int j = 0; j < g->rooms; j++)
            looks += g->room[j] == r;
        hub_demand(looks == 1, "tables of a connection");
    }
    hub_demand(!r->heap_at || h->heap.at[r->heap_at - 1] == r, "when a table is due");
    hub_demand(r->before || r->now.status != ROOM_PLAYING || r->now.packed,
               "a match without a game");
    hub_demand(r->now.seats == 0 || r->now.seats >= MAZO_SEATS_MIN, "seats of a table");
}

static void hub_check(const struct hub *h)
{
    uint32_t rooms = 0, playing = 0, people = 0, due = 0, muting = 0;
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (const struct room *r = LIST_FIRST(&h->by_code[i]); r; r = LIST_NEXT(r, by_code)) {
            rooms++;
            playing += r->now.status == ROOM_PLAYING;
            due += r->heap_at != 0;
            check_room(h, r);
        }
    }
    for (uint32_t i = 0; i <= h->person_mask; i++) {
        for (const struct person *p = LIST_FIRST(&h->by_key[i]); p; p = LIST_NEXT(p, by_key)) {
            people++;
            muting += p->muting;
            check_person(h, p);
        }
    }
    for (uint32_t i = 0; i < h->pending_count; i++)
        muting -= hub_pending(h, i)->muting != NULL;
    hub_demand(muting == 0, "mutes that wait for the store");
    hub_demand(rooms == h->rooms && playing == h->playing && people == h->people,
               "tables, matches or people");
    hub_demand(due == h->heap.count, "tables that are due");
}

#endif
