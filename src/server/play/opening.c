/*
 * opening.c - between `start` and the deal.
 */
#include "server/play/opening.h"

#include "server/hub/config.h"
#include "server/tables/emit.h"
#include "server/hub/hub.h"
#include "server/play/room_match.h"
#include "server/tables/change.h"
#include "server/tables/reserve.h"

enum { RETRY_MS = 500 }; /* the numbers of matches have run out: more are on their way */

static void wait_for(struct hub *h, struct room *r, enum opening what)
{
    uint64_t ms = (uint64_t)h->config->open_s * 1000;
    r->now.opening = (uint8_t)what;
    r->now.opening_ends = hub_now(h) + (what == OPENING_SALTS ? ms : ms / 2);
}

/* Is there a salt to wait for? Players who are away count as having given none. */
static bool has_sealed(struct room *r)
{
    bool sealed = false;
    for (int i = 0; i < r->now.seats; i++) {
        struct seat *s = &r->now.seat[i];
        if (!s->salt[0] && s->hash[0] && !room_is_here(r, s->person))
            s->hash[0] = '\0';
        sealed |= s->hash[0] && !s->salt[0];
    }
    return sealed;
}

bool opening_begin(struct hub *h, struct room *r)
{
    if (!has_sealed(r)) {
        r->now.opening = OPENING_NOT;
        return false;
    }
    wait_for(h, r, OPENING_SALTS);
    return true;
}

void opening_gather(struct hub *h, struct room *r) { wait_for(h, r, OPENING_HASHES); }

/* Some did not open theirs: whatever was opened is useless now. */
static void start_over(struct hub *h, struct room *r)
{
    for (int i = 0; i < r->now.seats; i++) {
        struct seat *s = &r->now.seat[i];
        s->missed = (uint8_t)(s->missed + (s->hash[0] && !s->salt[0]));
    }
    room_new_secret(r);
    r->now.again++;
    wait_for(h, r, OPENING_HASHES);
}

static void tell(struct hub *h, struct room *r)
{
    change_save_room(h, r);
    emit_table(h, r, NULL);
    change_end(h, r);
}

static void deal(struct hub *h, struct room *r)
{
    struct wire_error why = {.word = "ok"};
    if (play_deal(h, r, NULL, &why)) {
        change_news(r, NEWS_DEALT, NULL);
        change_end(h, r);
    } else {
        change_cancel(h, r);
        r->not_before = hub_now(h) + RETRY_MS;
    }
}

void opening_tick(struct hub *h, struct room *r)
{
    bool opened = room_is_opened(r);
    if (!r->now.opening || room_is_busy(r) || h->stopping ||
        (!opened && hub_now(h) < r->now.opening_ends))
        return;
    if (!reserve_has_match(h)) {
        r->not_before = hub_now(h) + RETRY_MS;
        return;
    }
    if (!change_begin(r, NULL))
        return;
    if (r->now.opening == OPENING_SALTS && !opened) {
        start_over(h, r);
        tell(h, r);
    } else if (r->now.opening == OPENING_HASHES && opening_begin(h, r)) {
        tell(h, r);
    } else {
        deal(h, r);
    }
}

void opening_resume(struct hub *h, struct room *r)
{
    if (r->now.opening)
        wait_for(h, r, (enum opening)r->now.opening);
}
