/*
 * push.c - "your turn" for browsers without an open page.
 */
#include "server/tables/push.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub/log.h"
#include "server/hub/people.h"
#include "server/network/push_send.h"
#include "server/stored/store_queries.h"
#include "server/tables/room.h"
#include "text/text.h"
#include "wire/json_out.h"

enum {
    HOUR_MS = 3600 * 1000,
    LONGEST_S = 28 * 24 * 3600, /* push services keep messages no longer */
    LOG_EVERY_MS = 10000
};

static_assert((int)PUSH_KEY_SIZE == (int)STORE_PUSH_KEY_SIZE &&
                  (int)PUSH_SECRET_SIZE == (int)STORE_PUSH_SECRET_SIZE &&
                  (int)PUSH_ENDPOINT_SIZE == (int)READ_ENDPOINT_SIZE,
              "what is stored is what is sent to");

struct push {
    struct push_sender *sender;
    char public[PUSH_PUBLIC_SIZE];
    uint64_t logged_at;
    uint32_t failures; /* since then */
};

bool push_init(struct hub *h)
{
    const struct push_key *key = h->host->push_key;
    const struct config *c = h->config;
    if (!key)
        return true;
    struct push *p = calloc(1, sizeof *p);
    if (!p)
        return false;
    const struct push_how how = {key, c->push_contact[0] ? c->push_contact : c->url,
                                 c->push_anywhere};
    p->sender = push_sender_start(&how, hub_wake, h);
    h->push = p;
    return p->sender && push_key_text(key, p->public);
}

void push_free(struct hub *h)
{
    if (h->push)
        push_sender_end(h->push->sender);
    free(h->push);
    h->push = NULL;
}

const char *push_public(const struct hub *h) { return h->push ? h->push->public : NULL; }

/* ---- whose turn it is ---- */

/* Endpoints of the people to tell, asked from the store. */
struct telling {
    struct read_pushes read; /* first */
    uint32_t seconds;
    size_t len;
    char text[PUSH_TEXT_MAX];
};

static void send_to(struct hub *h, const struct telling *t, const struct read_push *to)
{
    struct push_message *m = calloc(1, sizeof *m);
    if (!m) {
        h->metrics.pushes_dropped++;
        return;
    }
    m->person = t->read.person;
    m->seconds = t->seconds;
    m->len = t->len;
    memcpy(m->text, t->text, t->len);
    memcpy(m->endpoint, to->endpoint, sizeof m->endpoint);
    memcpy(m->to.key, to->key, sizeof m->to.key);
    memcpy(m->to.secret, to->secret, sizeof m->to.secret);
    if (!push_sender_put(h->push->sender, m)) {
        h->metrics.pushes_dropped++;
        free(m);
    }
}

static void found(struct reading *reading, void *ctx)
{
    struct telling *t = (struct telling *)(void *)reading;
    struct hub *h = ctx;
    h->metrics.unread += t->read.failed;
    for (int i = 0; i < t->read.count && !h->stopping; i++)
        send_to(h, t, &t->read.at[i]);
    free(t);
}

/* The message says nothing about the match but whose turn it is. */
static void tell(struct hub *h, const struct room *r, struct person *p)
{
    struct telling *t = calloc(1, sizeof *t);
    struct json_out out;
    uint64_t now = hub_now(h), left = r->now.turn_ends > now ? (r->now.turn_ends - now) / 1000 : 0;
    if (!t)
        return;
    t->read.reading = (struct reading){.read = query_pushes, .done = found};
    t->read.person = p->id;
    t->seconds = (uint32_t)(left < LONGEST_S ? left : LONGEST_S);
    json_out_init(&out, t->text, sizeof t->text);
    json_out_open(&out, '{');
    json_out_string_at(&out, "table", r->code);
    json_out_string_at(&out, "title", r->now.title);
    json_out_string_at(&out, "name", p->name);
    json_out_string_at(&out, "text", text_in((enum text_lang)p->lang, N_("Your turn")));
    json_out_close(&out, '}');
    t->len = out.len;
    hub_read(h, &t->read.reading);
}

void push_turns(struct hub *h, const struct room *r)
{
    if (!h->push || !room_is_slow(r) || r->now.status != ROOM_PLAYING)
        return;
    for (int i = 0; i < r->now.seats; i++) {
        struct person *p = r->tally.turns >> i & 1 ? r->now.seat[i].person : NULL;
        if (p && LIST_EMPTY(&p->here) &&
            tally_now(&p->pushes, hub_now(h), HOUR_MS) < PUSHES_AN_HOUR) {
            p->pushes.count++;
            tell(h, r, p);
        }
    }
}

/* ---- what became of it ---- */

static void forget(struct hub *h, const struct push_message *m)
{
    struct store_write w = {.kind = STORE_PUSH};
    w.push = (struct store_push){.person = m->person,
                                 .endpoint = m->endpoint,
                                 .len = strlen(m->endpoint),
                                 .off = true};
    writer_send(h->writer); /* one group: nothing else is refused with it */
    writer_put(h->writer, &w);
    writer_send(h->writer);
}

static void log_failure(struct hub *h, const struct push_message *m)
{
    struct push *p = h->push;
    char status[12], times[12];
    p->failures++;
    if (p->logged_at && hub_now(h) < p->logged_at + LOG_EVERY_MS)
        return;
    snprintf(status, sizeof status, "%d", m->status);
    snprintf(times, sizeof times, "%u", (unsigned)p->failures);
    log_say("push_failed", "host", m->host, "status", status, "times", times, NULL);
    p->logged_at = hub_now(h);
    p->failures = 0;
}

void push_reap(struct hub *h)
{
    struct push_message *m;
    while (h->push && (m = push_sender_reap(h->push->sender))) {
        h->metrics.pushes_sent += m->end == PUSH_SENT;
        h->metrics.pushes_gone += m->end == PUSH_GONE;
        h->metrics.pushes_failed += m->end == PUSH_FAILED;
        h->metrics.pushes_private += m->end == PUSH_PRIVATE;
        if (m->end == PUSH_GONE && !h->stopping)
            forget(h, m);
        else if (m->end != PUSH_SENT && m->end != PUSH_GONE)
            log_failure(h, m);
        free(m);
    }
}
