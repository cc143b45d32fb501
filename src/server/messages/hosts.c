/*
 * hosts.c - what hosts do about people: kick, send away, let in again, hand the table over.
 */
#include <string.h>

#include "server/messages/handlers.h"
#include "server/hub/hub.h"
#include "server/hub/people.h"
#include "server/play/room_match.h"
#include "server/stored/store_queries.h"
#include "server/tables/await_store.h"
#include "server/tables/change.h"
#include "server/tables/emit.h"
#include "server/tables/room.h"
#include "server/tables/seating.h"

void hosts_kick(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    int64_t at = request_number(q, "seat", 0);
    struct seat *s = &r->now.seat[at];
    if (at >= r->now.seats || s->kind != SEAT_PERSON || s->person == q->guest->who) {
        request_error(q, "no_seat", N_("That seat has no one to kick"));
        return;
    }
    if (!change_begin_for(q))
        return;
    hosts_unseat(h, r, (int)at, q->guest->who->id);
    tables_changed(q);
}

void hosts_unseat(struct hub *h, struct room *r, int at, int64_t by)
{
    struct seat *s = &r->now.seat[at];
    const struct person *was = s->person;
    char name[STORE_NAME_SIZE];
    memcpy(name, was->name, sizeof name);
    emit_unseated(h, r, was);
    if (r->now.status == ROOM_PLAYING) {
        const struct person *p = s->person;
        struct kicked who = {.id = p->id, .rating = p->rating, .matches = p->matches};
        memcpy(who.key, p->key, sizeof who.key);
        memcpy(who.name, name, sizeof who.name);
        play_replace(h, r, at);
        seat_change(h, s, SEAT_BOT);
        s->level = r->now.stand_in;
        s->kicked = who;
        s->kicked_by = by;
    } else {
        seat_clear(h, s, SEAT_OPEN);
        memcpy(s->kicked.name, name, sizeof s->kicked.name);
    }
    if (r->now.host == was)
        seat_find_host(h, r);
}

/* Takes the table off all of this person's connections. */
static void show_out(struct hub *h, struct room *r, const struct person *p)
{
    for (uint32_t i = r->guest_count; i > 0; i--) {
        struct guest *g = r->guests[i - 1];
        if (g->who == p) {
            tables_say_removed(&(struct request){.hub = h, .guest = g, .room = r});
            room_leave(h, r, g);
        }
    }
}

void hosts_remove(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    const struct person *p = people_by_key(h, request_text(q, "player"));
    if (!p || p == q->guest->who) {
        request_error(q, "no_player", N_("There is no such player"));
        return;
    }
    if (!change_begin_for(q))
        return;
    int at = room_seat_of(r, p);
    int64_t person = p->id;
    if (at >= 0)
        hosts_unseat(h, r, at, q->guest->who->id);
    show_out(h, r, p);
    r->tally.removed = person;
    room_set_removed(r, person, true);
    tables_changed(q);
}

void hosts_readmit(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    int64_t at = request_number(q, "seat", 0);
    struct seat *s = &r->now.seat[at];
    bool kicked = at < r->now.seats && s->kind == SEAT_BOT && s->kicked.id &&
                  r->now.status == ROOM_PLAYING;
    if (kicked && !q->lookup) {
        await_ask(q, query_by_id, &(struct await_for){.person = s->kicked.id});
        return;
    }
    enum find found = kicked ? q->lookup->found : FIND_NONE;
    struct person *p = found == FIND_FOUND ? people_take(h, &q->lookup->who) : NULL;
    if (!p) {
        request_missing(q, found == FIND_FOUND ? FIND_FAILED : found, "no_seat",
                        N_("Nobody was kicked from that seat in this match"));
        return;
    }
    if (!change_begin_for(q)) {
        people_release(h, p);
        return;
    }
    seat_change(h, s, SEAT_PERSON);
    people_set(h, &s->person, p);
    room_set_removed(r, p->id, false);
    play_readmit(h, r, (int)at);
    change_save_room(h, r);
    emit_table(h, r, q);
    emit_hand(h, r, p);
    change_end(h, r);
}

void hosts_host(struct request *q)
{
    struct hub *h = q->hub;
    struct room *r = q->room;
    int64_t at = request_number(q, "seat", 0);
    if (at >= r->now.seats || r->now.seat[at].kind != SEAT_PERSON) {
        request_error(q, "no_seat", N_("There is no such seat, or nobody sits there"));
        return;
    }
    if (r->now.host != q->guest->who && r->now.seat[at].person != q->guest->who) {
        request_error(q, "not_host", N_("Only the host can do that"));
        return;
    }
    if (!change_begin_for(q))
        return;
    people_set(h, &r->now.host, r->now.seat[at].person);
    tables_changed(q);
}
