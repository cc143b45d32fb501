/*
 * evict.c - people who lose their seats at all tables.
 */
#include "server/messages/evict.h"

#include "server/tables/emit.h"
#include "server/messages/handlers.h"
#include "server/hub/people.h"
#include "server/tables/room.h"
#include "server/tables/change.h"

/* False: a change is under way there, or salts are being opened for a deal code that names all seats. */
static bool unseat(struct hub *h, struct room *r)
{
    for (int i = 0; i < r->now.seats; i++) {
        const struct seat *s = &r->now.seat[i];
        if (s->kind != SEAT_PERSON || !s->person || !s->person->evicted)
            continue;
        if (r->now.status == ROOM_STOPPED)
            return true;
        if (room_is_busy(r) || r->now.opening == OPENING_SALTS || !change_begin(r, NULL))
            return false;
        hosts_unseat(h, r, i, 0);
        change_save_room(h, r);
        emit_table(h, r, NULL);
        change_end(h, r);
        return false; /* there may be another one at this table */
    }
    return true;
}

static void forgive(struct hub *h)
{
    for (uint32_t i = 0; i <= h->person_mask; i++)
        for (struct person *p = LIST_FIRST(&h->by_key[i]); p; p = LIST_NEXT(p, by_key))
            p->evicted = false;
}

void evict_second(struct hub *h)
{
    bool done = true;
    if (!h->evicts)
        return;
    for (uint32_t i = 0; i <= h->room_mask; i++) {
        for (struct room *r = LIST_FIRST(&h->by_code[i]), *next; r; r = next) {
            next = LIST_NEXT(r, by_code);
            done &= unseat(h, r);
        }
    }
    if (done) {
        forgive(h);
        h->evicts = false;
    }
}
