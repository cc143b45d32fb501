/*
 * change.c - one change of a table: made, stored, then told.
 */
#include "server/tables/change.h"

#include <stdlib.h>
#include <string.h>

#include "server/tables/timers.h"
#include "server/hub/hub.h"
#include "server/hub/log.h"
#include "server/hub/metrics.h"
#include "server/tables/names.h"
#include "server/network/net.h"
#include "server/hub/people.h"
#include "server/tables/programs.h"
#include "server/tables/push.h"
#include "server/tables/queue.h"
#include "server/tables/catch_up.h"
#include "server/tables/room.h"
#include "server/tables/room_text.h"
#include "server/tables/rooms.h"
#include "server/tables/think.h"
#include "table/expert_seat.h"

enum { RETRY_MS = 500 }; /* a table whose change could not be stored tries again */

/* Copies of a state hold references to its people, so rolling back is safe. */
static void hold_people(struct room_state *s)
{
    for (int i = 0; i < MAZO_SEATS_MAX; i++)
        if (s->seat[i].person)
            s->seat[i].person->seats++;
    if (s->host)
        s->host->seats++;
}

bool change_begin(struct room *r, const struct request *q)
{
    r->before = malloc(sizeof *r->before);
    if (!r->before)
        return false;
    *r->before = r->now;
    hold_people(r->before);
    r->ticket = 0;
    r->tally = (struct change_tally){0};
    r->asker = q ? q->guest : NULL;
    r->asker_id[0] = '\0';
    if (q && q->id)
        memcpy(r->asker_id, q->id, strlen(q->id) + 1);
    return true;
}

bool change_begin_for(const struct request *q)
{
    bool begun = change_begin(q->room, q);
    if (!begun)
        request_busy(q);
    return begun;
}

void change_put(struct hub *h, struct room *r, const struct store_write *write)
{
    r->ticket = writer_put(h->writer, write);
}

void change_save_room(struct hub *h, struct room *r)
{
    struct json_out out;
    struct store_write w = {.kind = STORE_ROOM};
    json_out_init(&out, h->line, sizeof h->line);
    room_text_write(r, &out);
    w.room.id = r->id;
    memcpy(w.room.code, r->code, sizeof w.room.code);
    w.room.touched = (int64_t)hub_now(h);
    w.room.listed = r->now.listed;
    w.room.over = r->now.closed;
    w.room.match = r->now.match;
    w.room.version = r->now.version++;
    w.room.due = room_deadline(r);
    for (int i = 0; i < r->now.seats; i++)
        if (r->now.seat[i].kind == SEAT_PERSON && r->now.seat[i].person)
            w.room.person[w.room.people++] = r->now.seat[i].person->id;
    w.room.text = out.buf;
    w.room.len = out.len;
    change_put(h, r, &w);
}

void change_news(struct room *r, enum serve_news news, const struct person *who)
{
    r->tally.news |= 1u << news;
    if (who)
        names_of(r, who, r->tally.who);
}

/* ---- the end ---- */

/* If the server has no terminal, the log gets it. */
static void announce(struct hub *h, const struct room *r, enum serve_news news)
{
    const char *word = news == NEWS_OPENED ? "table_opened"
                       : news == NEWS_OVER ? "match_over"
                       : news == NEWS_CUT  ? "match_too_long"
                                           : NULL;
    h->metrics.rooms_made += news == NEWS_OPENED;
    h->metrics.matches += news == NEWS_DEALT;
    h->metrics.matches_cut += news == NEWS_CUT;
    const char *who = news >= NEWS_DEALT ? "" : r->tally.who;
    if (!room_news(h, news, who, r) && word)
        log_say(word, "rules", mazo_sheet_name(r->now.rules.sheet), NULL);
}

/* The change is stored: count it. */
static void count(struct hub *h, const struct room *r)
{
    h->metrics.steps++;
    h->metrics.commands += r->tally.commands;
    h->metrics.programs_again += r->tally.programs_again;
    if (r->tally.turns)
        push_turns(h, r);
    if (r->ticket)
        metrics_wait(&h->metrics.durable, (uv_hrtime() - r->ended) / 1000);
    for (int i = 0; r->tally.news >> i; i++)
        if (r->tally.news >> i & 1)
            announce(h, r, (enum serve_news)i);
}

static void forget_state(struct hub *h, struct room_state *s, const void *kept)
{
    if (s->packed != kept)
        free(s->packed);
    room_release_people(h, s);
}

static void go_back(struct hub *h, struct room *r)
{
    struct room_state failed = r->now;
    h->playing += r->before->status == ROOM_PLAYING;
    h->playing -= r->now.status == ROOM_PLAYING;
    r->now = *r->before;
    forget_state(h, &failed, r->now.packed);
    room_forget_awake(h, r);
    catch_up_drop(r); /* it includes the line that does not count */
}

/* Keep the change or roll it back. */
static void settle(struct hub *h, struct room *r, bool kept)
{
    if (kept) {
        r->owed = false;
        forget_state(h, r->before, r->now.packed);
    } else {
        go_back(h, r);
    }
    free(r->before);
    r->before = NULL;
    r->ticket = 0;
    queue_deliver(r, kept);
}

/* The last change of the match was rolled back: bots that thought about it start over. */
static void think_again(struct hub *h, struct room *r)
{
    think_drop(h, r);
    if (r->now.status != ROOM_PLAYING) {
        programs_end(h, r); /* the match has not begun after all */
        return;
    }
    struct table *t = room_wake(h, r);
    programs_again(h, r, t); /* the match may have seemed to be over */
    expert_seats_forget(t);
    for (int i = 0; i < r->now.seats; i++)
        if (r->program[i])
            r->program[i]->about = 0;
    room_rest(h, r);
    r->due_now = true;
}

static void say_not_stored(struct hub *h, struct room *r)
{
    struct request q = {.hub = h,
                        .guest = r->asker,
                        .room = r,
                        .id = r->asker_id[0] ? r->asker_id : NULL};
    if (r->asker)
        request_not_stored(&q);
}

/* A person was not removed after all, and has heard nothing: their connections come back and ask. */
static void call_back(const struct hub *h, int64_t person)
{
    for (struct guest *g = LIST_FIRST(&h->guests); g && person; g = LIST_NEXT(g, all))
        if (g->who && g->who->id == person)
            net_close(g->conn, NET_CLOSE_AGAIN, "you are still at the table");
}

void change_cancel(struct hub *h, struct room *r)
{
    settle(h, r, false);
    think_again(h, r);
    r->asker = NULL;
}

void change_give_up(struct hub *h, struct room *r)
{
    h->metrics.steps_conflict++;
    for (uint32_t i = 0; i < r->guest_count; i++)
        net_close(r->guests[i]->conn, NET_CLOSE_AGAIN, "the table is elsewhere");
    if (r->asker) /* who may not be at the table yet, and asks again there */
        net_close(r->asker->conn, NET_CLOSE_AGAIN, "the table is elsewhere");
    for (const struct queued *l = r->in; l; l = l->next)
        if (l->guest)
            net_close(l->guest->conn, NET_CLOSE_AGAIN, "the table is elsewhere");
    rooms_drop(h, r);
}

/* The match is over and stored: apply the ratings. */
static void rate(const struct hub *h, struct room *r)
{
    for (int i = 0; i < r->now.seats; i++) {
        const struct seat *s = &r->now.seat[i];
        struct person *p = s->kicked.id ? people_by_key(h, s->kicked.key) : s->person;
        if (p) {
            p->rating += s->gained;
            p->matches++;
            p->wins += s->won;
        }
    }
}

bool change_stored(struct hub *h, struct room *r, enum store_outcome outcome)
{
    bool kept = outcome == STORE_KEPT;
    bool fresh = r->before->seats == 0; /* the change was to open this table */
    if (kept)
        count(h, r);
    if (kept && r->before->status == ROOM_PLAYING && r->now.status != ROOM_PLAYING)
        rate(h, r);
    settle(h, r, kept);
    if (!kept)
        call_back(h, r->tally.removed);
    if (outcome == STORE_CONFLICT) {
        change_give_up(h, r);
        return false;
    }
    if (!kept) {
        h->metrics.steps_failed++;
        think_again(h, r);
        r->not_before = hub_now(h) + RETRY_MS;
        say_not_stored(h, r);
    }
    r->asker = NULL;
    if (r->moved) {
        change_give_up(h, r);
        return false;
    }
    if (!kept && fresh) {
        rooms_drop(h, r);
        return false;
    }
    timers_schedule(h, r);
    return true;
}

void change_end(struct hub *h, struct room *r)
{
    r->touched = hub_now(h);
    if (r->ticket) {
        writer_send(h->writer); /* one group: kept or refused as a whole, by itself */
        r->ended = uv_hrtime();
        hub_await(h, r->ticket, r, NULL);
    } else {
        change_stored(h, r, STORE_KEPT);
    }
}
