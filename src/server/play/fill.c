/*
 * fill.c - the deal of a table that fills up by itself.
 */
#include "server/play/fill.h"

#include "server/play/opening.h"
#include "server/play/room_match.h"
#include "server/tables/change.h"
#include "server/tables/emit.h"

enum { RETRY_MS = 1000 }; /* the store is full */

static void tell(struct hub *h, struct room *r)
{
    change_save_room(h, r);
    emit_table(h, r, NULL);
    change_end(h, r);
}

void fill_tick(struct hub *h, struct room *r)
{
    struct wire_error why;
    if (!r->now.deals_at || room_is_busy(r) || h->stopping || hub_now(h) < r->now.deals_at)
        return;
    if (h->space_level >= 2) {
        r->not_before = hub_now(h) + RETRY_MS;
        return;
    }
    if (!change_begin(r, NULL))
        return;
    if (play_prepare(h, r, TEXT_EN, &why)) {
        opening_gather(h, r); /* includes a player who has just sat down in the shuffle */
        tell(h, r);
        return;
    }
    change_cancel(h, r);
    if (change_begin(r,
                     NULL)) { /* the rules do not allow this many seats: the host has to choose */
        r->now.fills = false;
        tell(h, r);
    }
}
