/*
 * step.c - one change of a table: made, stored, then told.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/hub.h"

#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 500 }; /* a table whose step could not be stored tries again */

/* Copies of a state hold the people in it, so that going back is safe. */
static void hold_people(struct room_state *s)
{
    for (int i = 0; i < MAZO_SEATS_MAX; i++) {
        if (s->seat[i].person) {
            s->seat[i].person->seats++;
        }
    }
    if (s->host) {
        s->host->seats++;
    }
}

static void release_people(struct hub *h, struct room_state *s)
{
    for (int i = 0; i < MAZO_SEATS_MAX; i++) {
        rooms_set_person(h, &s->seat[i], NULL);
    }
    if (s->host) {
        s->host->seats--;
        people_let_go(h, s->host);
    }
}

bool step_begin(struct hub *h, struct room *r, const struct request *q)
{
    (void)h;
    r->before = malloc(sizeof *r->before);
    if (!r->before) {
        return false;
    }
    *r->before = r->now;
    hold_people(r->before);
    r->ticket = 0;
    r->asker = q ? q->guest : NULL;
    r->asker_id[0] = '\0';
    if (q && q->id) {
        memcpy(r->asker_id, q->id, strlen(q->id) + 1);
    }
    return true;
}

void step_put(struct hub *h, struct room *r, const struct store_write *write)
{
    r->ticket = writer_put(h->writer, write);
}

void step_save_room(struct hub *h, struct room *r)
{
    struct json_out out;
    struct store_write w = {.kind = STORE_ROOM};
    json_out_init(&out, h->line, sizeof h->line);
    room_write(r, &out);
    w.room.id = r->id;
    memcpy(w.room.code, r->code, sizeof w.room.code);
    w.room.touched = (int64_t)hub_now(h);
    w.room.listed = r->now.listed;
    w.room.match = r->now.match;
    w.room.due = play_is_slow(r) && r->now.turn_ends != TABLE_NEVER ? (int64_t)r->now.turn_ends : 0;
    for (int i = 0; i < r->now.seats; i++) {
        if (r->now.seat[i].kind == SEAT_PERSON && r->now.seat[i].person) {
            w.room.person[w.room.people++] = r->now.seat[i].person->id;
        }
    }
    w.room.text = out.buf;
    w.room.len = out.len;
    step_put(h, r, &w);
}

/* ---- messages that wait ---- */

static bool append(struct queued ***end, struct guest *g, const char *text, size_t len)
{
    struct queued *l = malloc(sizeof *l + len + 1);
    if (!l) {
        return false;
    }
    l->next = NULL;
    l->guest = g;
    l->len = len;
    memcpy(l->text, text, len);
    l->text[len] = '\0';
    **end = l;
    *end = &l->next;
    return true;
}

void step_tell(struct hub *h, struct room *r, struct guest *g, const char *text, size_t len)
{
    (void)h;
    if (!r->before) {
        net_send(g->conn, text, len);
    } else if (!append(&r->out_end, g, text, len)) {
        net_close(g->conn, NET_CLOSE_SLOW, "memory"); /* it comes back and asks for the rest */
    }
}

void step_untell(struct room *r, struct queued **mark)
{
    struct queued *l = *mark;
    while (l) {
        struct queued *next = l->next;
        free(l);
        l = next;
    }
    *mark = NULL;
    r->out_end = mark;
}

bool step_wait(struct hub *h, struct room *r, struct guest *g, const char *text, size_t len)
{
    uint32_t own = 0;
    (void)h;
    for (const struct queued *l = r->in; l; l = l->next) {
        own += l->guest == g;
    }
    if (r->in_count >= INBOX_MAX || own >= INBOX_OF_ONE_MAX || !append(&r->in_end, g, text, len)) {
        return false;
    }
    r->in_count++;
    return true;
}

void step_forget(struct room *r, const struct guest *g)
{
    for (struct queued *l = r->out; l; l = l->next) {
        l->guest = l->guest == g ? NULL : l->guest;
    }
    for (struct queued *l = r->in; l; l = l->next) {
        l->guest = l->guest == g ? NULL : l->guest;
    }
    r->asker = r->asker == g ? NULL : r->asker;
}

/* Whoever asked gets the answer and the event in one write. */
static void deliver(struct room *r, bool kept)
{
    if (r->asker) {
        net_gather(r->asker->conn);
    }
    while (r->out) {
        struct queued *l = r->out;
        r->out = l->next;
        if (l->guest && kept) {
            net_send(l->guest->conn, l->text, l->len);
        }
        free(l);
    }
    r->out_end = &r->out;
    if (r->asker) {
        net_flush(r->asker->conn);
    }
}

/* What came while the step was being stored; each may begin the next step. */
static void read_inbox(struct hub *h, struct room *r)
{
    while (r->in && !r->before) {
        struct queued *l = r->in;
        r->in = l->next;
        if (!r->in) {
            r->in_end = &r->in;
        }
        r->in_count--;
        if (l->guest) {
            protocol_message(h, l->guest, l->text, l->len);
        }
        free(l);
    }
}

/* ---- the end ---- */

static void forget_state(struct hub *h, struct room_state *s, const void *kept)
{
    if (s->packed != kept) {
        free(s->packed);
    }
    release_people(h, s);
}

static void go_back(struct hub *h, struct room *r)
{
    struct room_state failed = r->now;
    h->playing += r->before->status == ROOM_PLAYING;
    h->playing -= r->now.status == ROOM_PLAYING;
    r->now = *r->before;
    forget_state(h, &failed, r->now.packed);
    h->living = h->living == r ? NULL : h->living;
    recent_drop(r); /* it has the line that does not count */
    h->metrics.steps_failed++;
}

static void say_not_stored(struct hub *h, struct room *r)
{
    struct guest *g = r->asker;
    if (g) {
        struct request q = {.hub = h,
                            .guest = g,
                            .room = r,
                            .id = r->asker_id[0] ? r->asker_id : NULL};
        request_error(&q, "not_stored",
                      N_("It could not be stored, so it has not happened: try again"));
    }
}

void step_cancel(struct hub *h, struct room *r)
{
    go_back(h, r);
    h->metrics.steps_failed--;
    free(r->before);
    r->before = NULL;
    play_undo(h, r);
    deliver(r, false);
    r->asker = NULL;
}

void step_stored(struct hub *h, struct room *r, bool kept)
{
    bool fresh = r->before->seats == 0; /* a table that was to be opened by this step */
    if (r->ticket) {
        metrics_wait(&h->metrics.durable, (uv_hrtime() - r->ended) / 1000);
    }
    if (kept) {
        forget_state(h, r->before, r->now.packed);
    } else {
        go_back(h, r);
    }
    free(r->before);
    r->before = NULL;
    r->ticket = 0;
    deliver(r, kept);
    if (!kept) {
        play_undo(h, r);
        r->rests_until = hub_now(h) + RETRY_MS;
        say_not_stored(h, r);
    }
    r->asker = NULL;
    if (!kept && fresh) {
        rooms_drop(h, r);
        return;
    }
    play_schedule(h, r);
    read_inbox(h, r);
}

void step_end(struct hub *h, struct room *r)
{
    h->metrics.steps++;
    r->touched = hub_now(h);
    if (r->ticket) {
        writer_send(h->writer); /* a group: kept or refused as a whole, and alone */
        r->ended = uv_hrtime();
        hub_await(h, r->ticket, r, NULL);
    } else {
        step_stored(h, r, true);
    }
}
