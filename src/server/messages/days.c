/*
 * days.c - the tables of the deals of the day: match files come in, are played again, and count.
 *
 * The parts of a file are gathered at their connection. Playing it again takes some milliseconds, in the
 * pool: one file at a time, and fair between addresses and people (fair_queue.h). Then the reader says
 * whether it still counts, the writer keeps the result, and the table of that day is the answer.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/messages/handlers.h"
#include "server/hub/fair_queue.h"
#include "server/hub/hub.h"
#include "server/hub/people.h"
#include "server/network/net.h"
#include "server/stored/store_queries.h"
#include "server/tables/await_store.h"
#include "server/tables/queue.h"
#include "table/daily_check.h"
#include "table/record.h"

enum { CHECK_COST = 20 }; /* in messages */

static_assert((int)STORE_ROUNDS_SIZE > (int)RECORD_ROUNDS, "a letter for each round");

/* A match file from a guest, who owns it while it is gathered or waits; after that, the step under
 * way does. */
struct handed {
    struct turn turn; /* first */
    uv_work_t work;
    struct hub *hub;
    struct guest *guest; /* NULL: gone */
    char id[ID_MAX + 1]; /* of the last part */
    enum text_lang lang;
    int of, parts; /* how many there are, and how many have come */
    bool waits;    /* for its turn, */
    bool begun;    /* or it is being played again, looked up or stored */
    size_t len;
    char *text;
    bool fine; /* accepted, and this is the result; otherwise why not */
    struct daily day;
    struct store_daily result;
    struct wire_error why;
};

struct days {
    struct fair_queue waiting;
    bool busy; /* a file is being played again */
};

void days_init(struct hub *h) { h->days = hub_alloc(sizeof *h->days); }

/* It is finished with. */
static void drop(struct handed *d)
{
    if (d->guest)
        d->guest->handed = NULL;
    free(d->text);
    free(d);
}

void days_forget(struct guest *g)
{
    struct handed *d = g->handed;
    if (d && d->waits)
        fair_queue_drop(&d->hub->days->waiting, &d->turn);
    if (d && !d->begun)
        drop(d);
    else if (d)
        d->guest = NULL;
    g->handed = NULL;
}

/* ---- the table of a day ---- */

/* Results are accepted while it is that day somewhere on earth, and one day longer. */
static bool is_open(const struct hub *h, const struct daily *day)
{
    return abs(day->number - daily_number_at(hub_now(h))) <= 1;
}

static void put_result(struct json_out *out, int rank, const struct store_daily *r)
{
    json_out_int_at(out, "rank", rank);
    json_out_int_at(out, "place", r->place);
    json_out_int_at(out, "lead", r->lead);
    json_out_string_at(out, "rounds", r->rounds);
}

static void put_players(struct json_out *out, const struct await *l)
{
    int rank = 1;
    json_out_open_at(out, "players", '[');
    for (int i = 0; i < l->count; i++) {
        const struct store_daily *r = &l->daily[i];
        char name[STORE_NAME_SIZE];
        if (i > 0 && (r->place != r[-1].place || r->lead != r[-1].lead))
            rank = i + 1;
        people_show_name(r->name, name);
        json_out_open(out, '{');
        json_out_string_at(out, "player", r->key);
        json_out_string_at(out, "name", name);
        put_result(out, rank, r);
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
}

void days_day(struct request *q)
{
    struct daily day;
    struct json_out out;
    if (!daily_of(request_text(q, "day"), &day)) {
        request_error(q, "no_day", N_("There was no deal on that day"));
        return;
    }
    if (!q->lookup) {
        await_ask(q, query_day,
                  &(struct await_for){.person = q->guest->who->id, .day = day.number});
        return;
    }
    const struct store_standing *own = &q->lookup->standing;
    if (q->lookup->found == FIND_FAILED) {
        request_missing(q, FIND_FAILED, "", "");
        return;
    }
    request_begin(q, &out, "day");
    json_out_string_at(&out, "day", day.date);
    json_out_bool_at(&out, "open", is_open(q->hub, &day));
    json_out_int_at(&out, "played", own->played);
    if (own->rank > 0) {
        json_out_open_at(&out, "you", '{');
        put_result(&out, own->rank, &own->own);
        json_out_close(&out, '}');
    }
    put_players(&out, q->lookup);
    request_send(q, &out);
}

/* ---- a file that is complete ---- */

/* Answers its last part, unless the guest has gone, and finishes with it. */
static void refuse(struct handed *d, const char *word, const char *message)
{
    struct request q = {.hub = d->hub, .guest = d->guest, .id = d->id[0] ? d->id : NULL};
    if (!d->guest)
        ;
    else if (word)
        request_error(&q, word, message);
    else
        request_busy(&q);
    drop(d);
}

/* The same, as if the guest had asked for the table of that day now. */
static void tell_day(struct handed *d)
{
    struct hub *h = d->hub;
    struct guest *g = d->guest;
    char text[sizeof "{'type':'day','day':'','id':''}" + DAILY_DATE_SIZE + ID_MAX];
    int len = d->id[0]
                  ? snprintf(text, sizeof text, "{\"type\":\"day\",\"day\":\"%s\",\"id\":\"%s\"}",
                             d->day.date, d->id)
                  : snprintf(text, sizeof text, "{\"type\":\"day\",\"day\":\"%s\"}", d->day.date);
    if (g && !queue_wait_guest(g, text, (size_t)len, true)) {
        refuse(d, NULL, NULL);
        return;
    }
    drop(d);
    if (g)
        h->calls->resume(h, g);
}

void days_stored(struct hub *h, const struct pending *p)
{
    struct handed *d = p->handed;
    struct request q = {.hub = h, .guest = d->guest, .id = d->id[0] ? d->id : NULL};
    if (p->outcome == STORE_KEPT) {
        tell_day(d);
        return;
    }
    if (d->guest)
        request_not_stored(&q);
    drop(d);
}

static void keep(struct handed *d)
{
    struct hub *h = d->hub;
    d->result.at = (int64_t)hub_now(h);
    writer_send(h->writer); /* a group of its own */
    uint64_t ticket = writer_put(h->writer,
                                 &(struct store_write){.kind = STORE_DAILY, .daily = d->result});
    writer_send(h->writer);
    hub_await(h, ticket, NULL, NULL)->handed = d;
}

static void on_standing(struct reading *reading, void *ctx)
{
    struct read_standing *s = (struct read_standing *)reading;
    struct handed *d = s->handed;
    (void)ctx;
    if (s->failed)
        refuse(d, "store_failed", N_("The server cannot read its store: try again in a moment"));
    else if (s->owner && s->owner != s->person)
        refuse(d, "not_yours", N_("Another player has already handed in this very match"));
    else if (s->played) /* the first one counts */
        tell_day(d);
    else
        keep(d);
    free(s);
}

static void ask_standing(struct handed *d)
{
    struct read_standing *s = calloc(1, sizeof *s);
    if (!s) {
        refuse(d, NULL, NULL);
        return;
    }
    s->reading.read = query_standing;
    s->reading.done = on_standing;
    s->handed = d;
    s->day = d->result.day;
    s->person = d->result.person;
    s->mark = d->result.mark;
    hub_read(d->hub, &s->reading);
}

/* ---- played again ---- */

/* In the pool. */
static void check(uv_work_t *work)
{
    struct handed *d = work->data;
    struct daily_work *w = malloc(sizeof *w);
    struct record r;
    if (!w)
        return;
    if (daily_check(w, d->lang, d->text, d->len, &d->day, &d->why)) {
        d->result.day = d->day.number;
        d->result.mark = w->mark;
        d->fine = record_read(&w->match, d->text, d->len, -1, &r);
        d->result.place = r.place;
        d->result.lead = record_lead(&r);
        memcpy(d->result.rounds, r.round, sizeof r.round);
    }
    free(w);
}

static void on_checked(uv_work_t *work, int status);

static void check_next(struct hub *h)
{
    struct handed *d;
    while (!h->days->busy && (d = (struct handed *)fair_queue_take(&h->days->waiting))) {
        d->waits = false;
        d->begun = h->days->busy = uv_queue_work(h->loop, &d->work, check, on_checked) == 0;
        if (!d->begun)
            refuse(d, NULL, NULL);
    }
}

static void on_checked(uv_work_t *work, int status)
{
    struct handed *d = work->data;
    struct hub *h = d->hub;
    (void)status;
    h->days->busy = false;
    if (h->stopping)
        drop(d);
    else if (!d->fine)
        refuse(d, d->why.word[0] ? "bad_match" : NULL, d->why.message);
    else if (!is_open(h, &d->day))
        refuse(d, "wrong_day", N_("Only today's deal can be handed in"));
    else
        ask_standing(d);
    if (!h->stopping)
        check_next(h);
}

/* ---- its parts ---- */

static struct handed *begin(const struct request *q)
{
    struct handed *d = calloc(1, sizeof *d);
    if (d) {
        days_forget(q->guest);
        d->hub = q->hub;
        d->guest = q->guest;
        d->work.data = d;
        d->why.word = "";
        d->of = (int)request_number(q, "of", 1);
        q->guest->handed = d;
    }
    return d;
}

static bool append(struct handed *d, const char *text)
{
    size_t len = strlen(text);
    char *more = realloc(d->text, d->len + len);
    if (!more)
        return false;
    d->text = more;
    memcpy(more + d->len, text, len);
    d->len += len;
    d->parts++;
    return true;
}

static void hand_in(const struct request *q, struct handed *d)
{
    const struct guest *g = q->guest;
    net_spend(g->conn, CHECK_COST);
    snprintf(d->id, sizeof d->id, "%s", q->id ? q->id : "");
    d->lang = (enum text_lang)g->lang;
    d->result.person = d->turn.person = g->who->id;
    d->turn.address = net_address_key(g->conn);
    d->waits = fair_queue_put(&q->hub->days->waiting, &d->turn);
    if (d->waits)
        check_next(q->hub);
    else
        refuse(d, NULL, NULL);
}

void days_played(struct request *q)
{
    struct handed *d = q->guest->handed;
    int part = (int)request_number(q, "part", 0), of = (int)request_number(q, "of", 1);
    struct json_out out;
    if (d && (d->waits || d->begun)) {
        request_busy(q);
        return;
    }
    if (part >= of || (part > 0 && (!d || d->of != of || d->parts != part))) {
        request_error(q, "bad_message", N_("This part does not follow the one before"));
        return;
    }
    if ((part == 0 && !(d = begin(q))) || !append(d, request_text(q, "text"))) {
        request_busy(q);
        return;
    }
    if (d->parts == of) {
        hand_in(q, d);
        return;
    }
    request_begin(q, &out, "part");
    json_out_int_at(&out, "part", part);
    request_send(q, &out);
}
