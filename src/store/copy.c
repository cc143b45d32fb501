/*
 * copy.c - copying a store into another, using only store.h.
 *
 * First people, their mutes, pushes and days, and the bans, then matches with their lines, then rooms, which name both.
 * Results come last, with the ratings as they were: the person already has the last one. Numbers stay.
 * A forgotten person is only a number: the highest is written and forgotten again, so that no number
 * is given out twice.
 */
#include "store/copy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/oserror.h"
#include "text/text.h"

enum { BATCH = 500, BATCH_BYTES = 1 << 20 };

struct copying {
    struct store *from, *to;
    void (*on)(void *ctx, uint64_t done, uint64_t all);
    void *ctx;
    struct store_copied *out;
    char *why;
    bool failed;
    uint64_t done, all;
    int64_t highest; /* number of a person */
    int64_t *ended;  /* matches whose results are still to come */
    size_t ended_count, ended_capacity;
    struct store_write write[BATCH];
    char *text; /* of the writes */
    size_t count, used;
};

static const char unreadable[] = N_("it cannot be read");

static void fail(struct copying *c, const char *why)
{
    if (!c->failed)
        snprintf(c->why, STORE_WHY_SIZE, "%s", why);
    c->failed = true;
}

/* ---- writing ---- */

static void flush(struct copying *c)
{
    char why[STORE_WHY_SIZE];
    if (!c->failed && c->count > 0 && !store_commit(c->to, c->write, c->count, why))
        fail(c, why);
    c->count = c->used = 0;
}

/* Copies the text of the next write. */
static const char *keep_text(struct copying *c, const char *text, size_t len)
{
    if (c->count == BATCH || c->used + len > BATCH_BYTES)
        flush(c);
    if (len > BATCH_BYTES) {
        fail(c, N_("it is damaged"));
        return "";
    }
    char *kept = c->text + c->used;
    memcpy(kept, text, len);
    c->used += len;
    return kept;
}

static void put_write(struct copying *c, const struct store_write *write)
{
    if (c->count == BATCH)
        flush(c);
    c->write[c->count++] = *write;
}

static void tell_progress(struct copying *c)
{
    if (!c->failed)
        c->on(c->ctx, ++c->done, c->all);
}

/* ---- what there is ---- */

static void count_person(void *ctx, const struct store_person *person)
{
    (void)person;
    ++*(uint64_t *)ctx;
}

static void count_room(void *ctx, const struct store_entry *entry)
{
    (void)entry;
    ++*(uint64_t *)ctx;
}

static void count_match(void *ctx, const struct store_kept *match)
{
    (void)match;
    ++*(uint64_t *)ctx;
}

static bool count_all(struct store *s, uint64_t *out)
{
    *out = 0;
    return s->ops->people(s, count_person, out) >= 0 && s->ops->rooms(s, count_room, out) >= 0 &&
           s->ops->matches(s, count_match, out) >= 0;
}

/* ---- people ---- */

static void copy_person(void *ctx, const struct store_person *person)
{
    struct copying *c = ctx;
    put_write(c, &(struct store_write){.kind = STORE_PERSON, .person = *person});
    c->highest = person->id > c->highest ? person->id : c->highest;
    c->out->people++;
    tell_progress(c);
}

static void copy_mute(void *ctx, const struct store_mute *mute)
{
    put_write(ctx, &(struct store_write){.kind = STORE_MUTE, .mute = *mute});
}

static void copy_ban(void *ctx, const struct store_ban *ban)
{
    put_write(ctx, &(struct store_write){.kind = STORE_BAN, .ban = *ban});
}

static void copy_push(void *ctx, const struct store_push *push)
{
    struct store_write write = {.kind = STORE_PUSH, .push = *push};
    write.push.endpoint = keep_text(ctx, push->endpoint, push->len);
    put_write(ctx, &write);
}

static void copy_daily(void *ctx, const struct store_daily *daily)
{
    put_write(ctx, &(struct store_write){.kind = STORE_DAILY, .daily = *daily});
}

/* Mutes name another person, so this comes after all people. */
static void copy_rest_of(void *ctx, const struct store_person *person)
{
    struct copying *c = ctx;
    struct store *s = c->from;
    if (!c->failed && (s->ops->mutes(s, person->id, copy_mute, c) < 0 ||
                       s->ops->pushes(s, person->id, copy_push, c) < 0 ||
                       s->ops->days_of(s, person->id, copy_daily, c) < 0))
        fail(c, unreadable);
}

static void copy_people(struct copying *c)
{
    struct store_top top;
    if (c->from->ops->people(c->from, copy_person, c) < 0 ||
        c->from->ops->people(c->from, copy_rest_of, c) < 0 ||
        c->from->ops->bans(c->from, copy_ban, c) < 0 || c->from->ops->top(c->from, &top) < 0)
        fail(c, unreadable);
    if (!c->failed && top.person > c->highest) {
        struct store_write last = {.kind = STORE_PERSON, .person = {.id = top.person}};
        snprintf(last.person.key, sizeof last.person.key, "forgotten");
        put_write(c, &last);
        put_write(c, &(struct store_write){.kind = STORE_FORGET, .forget = top.person});
    }
    flush(c);
}

/* ---- matches ---- */

static void copy_line(void *ctx, const struct store_event *event)
{
    struct copying *c = ctx;
    struct store_write write = {.kind = STORE_EVENT, .event = *event};
    write.event.text = keep_text(c, event->text, event->len);
    put_write(c, &write);
    c->out->lines++;
}

static void note_ended(struct copying *c, const struct store_kept *kept)
{
    if (c->ended_count == c->ended_capacity) {
        size_t capacity = c->ended_capacity ? c->ended_capacity * 2 : 256;
        int64_t *more = realloc(c->ended, capacity * sizeof *more);
        if (!more) {
            fail(c, text_oserror(TEXT_EN, ENOMEM));
            return;
        }
        c->ended = more;
        c->ended_capacity = capacity;
    }
    c->ended[c->ended_count++] = kept->match.id;
}

static void copy_match(void *ctx, const struct store_kept *kept)
{
    struct copying *c = ctx;
    put_write(c, &(struct store_write){.kind = STORE_MATCH, .match = kept->match});
    if (!c->failed && c->from->ops->events(c->from, kept->match.id, 0, copy_line, c) < 0)
        fail(c, unreadable);
    if (kept->ended != 0)
        note_ended(c, kept);
    c->out->matches++;
    tell_progress(c);
}

/* ---- rooms ---- */

static void copy_room(void *ctx, const struct store_entry *entry)
{
    struct copying *c = ctx;
    struct store_write write = {.kind = STORE_ROOM, .room = entry->room};
    write.room.version = 0; /* new in that store */
    write.room.text = keep_text(c, entry->room.text, entry->room.len);
    put_write(c, &write);
    c->out->rooms++;
    tell_progress(c);
}

/* ---- results ---- */

static void copy_results(struct copying *c)
{
    struct store_found found;
    for (size_t i = 0; !c->failed && i < c->ended_count; i++) {
        if (c->from->ops->match_by_id(c->from, c->ended[i], &found) != 1) {
            fail(c, unreadable);
            return;
        }
        for (int k = 0; k < found.results; k++) {
            struct store_write write = {.kind = STORE_RESULT, .result = found.result[k]};
            write.result.copied = true;
            put_write(c, &write);
            c->out->results++;
        }
    }
    flush(c);
}

/* ---- is it the same? ---- */

/* Sums over all rows, in any order. */
struct sum {
    struct store *store;
    bool failed;
    uint64_t people, rooms, matches; /* with mutes, pushes and days; with lines and results */
    struct store_top top;
};

static uint64_t mixed(uint64_t sum, const void *bytes, size_t len)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < len; i++)
        sum = (sum ^ at[i]) * 0x100000001b3;
    return sum;
}

static uint64_t mixed_number(uint64_t sum, int64_t n) { return mixed(sum, &n, sizeof n); }

static void sum_mute(void *ctx, const struct store_mute *m)
{
    uint64_t sum = mixed_number(mixed_number(2, m->person), m->muted);
    ((struct sum *)ctx)->people += mixed(sum, m->key, strlen(m->key));
}

static void sum_ban(void *ctx, const struct store_ban *b)
{
    uint64_t sum = mixed_number(mixed_number(mixed_number(3, b->person), b->until), b->at);
    sum = mixed(mixed(sum, b->address, strlen(b->address)), b->why, strlen(b->why));
    ((struct sum *)ctx)->people += mixed(sum, b->key, strlen(b->key));
}

static void sum_push(void *ctx, const struct store_push *p)
{
    uint64_t sum = mixed(mixed_number(mixed_number(4, p->person), p->at), p->endpoint, p->len);
    sum = mixed(mixed(sum, p->key, sizeof p->key), p->secret, sizeof p->secret);
    ((struct sum *)ctx)->people += sum;
}

static void sum_daily(void *ctx, const struct store_daily *d)
{
    uint64_t sum = mixed_number(mixed_number(mixed_number(5, d->person), d->day), d->at);
    sum = mixed_number(mixed_number(mixed_number(sum, d->place), d->lead), (int64_t)d->mark);
    ((struct sum *)ctx)->people += mixed(sum, d->rounds, strlen(d->rounds));
}

static void sum_person(void *ctx, const struct store_person *p)
{
    struct sum *to = ctx;
    uint64_t sum = mixed_number(1, p->id);
    sum = mixed(mixed(sum, p->key, strlen(p->key)), p->hash, sizeof p->hash);
    sum = mixed(mixed(sum, p->name, strlen(p->name)), p->lang, strlen(p->lang));
    sum = mixed(mixed_number(mixed_number(sum, p->since), p->seen), &p->rating, sizeof p->rating);
    to->people += mixed_number(mixed_number(sum, p->matches), p->wins);
    to->failed |= to->store->ops->mutes(to->store, p->id, sum_mute, to) < 0 ||
                  to->store->ops->pushes(to->store, p->id, sum_push, to) < 0 ||
                  to->store->ops->days_of(to->store, p->id, sum_daily, to) < 0;
}

static void sum_room(void *ctx, const struct store_entry *e)
{
    const struct store_room *r = &e->room;
    uint64_t sum = mixed(mixed_number(1, r->id), r->code, strlen(r->code));
    sum = mixed_number(mixed_number(mixed_number(sum, r->touched), r->due), r->match);
    sum = mixed_number(mixed(sum, r->text, r->len), r->listed + 2 * r->over + 4 * r->people);
    ((struct sum *)ctx)->rooms += mixed(sum, r->person, (size_t)r->people * sizeof r->person[0]);
}

static void sum_line(void *ctx, const struct store_event *e)
{
    uint64_t sum = mixed_number(mixed_number(mixed_number(1, e->match), e->n), e->at);
    sum = mixed_number(mixed_number(sum, e->person), (int64_t)e->id);
    ((struct sum *)ctx)->matches += mixed(sum, e->text, e->len);
}

static uint64_t sum_result(const struct store_result *r)
{
    uint64_t sum = mixed_number(mixed_number(mixed_number(1, r->match), r->person), r->seat);
    sum = mixed_number(mixed_number(mixed_number(sum, r->points), r->won), r->at);
    return mixed(mixed(sum, r->name, strlen(r->name)), &r->rating, sizeof r->rating);
}

static void sum_match(void *ctx, const struct store_kept *m)
{
    struct sum *to = ctx;
    struct store_found found;
    uint64_t sum = mixed(mixed_number(1, m->match.id), m->match.key, strlen(m->match.key));
    sum = mixed(mixed_number(sum, m->match.room), m->match.rules, strlen(m->match.rules));
    to->matches += mixed_number(sum, m->match.began);
    to->failed |= to->store->ops->events(to->store, m->match.id, 0, sum_line, to) < 0 ||
                  to->store->ops->match_by_id(to->store, m->match.id, &found) != 1;
    for (int i = 0; !to->failed && i < found.results; i++)
        to->matches += sum_result(&found.result[i]);
}

static bool sum_up(struct store *s, struct sum *out)
{
    *out = (struct sum){.store = s};
    return s->ops->people(s, sum_person, out) >= 0 && s->ops->bans(s, sum_ban, out) >= 0 &&
           s->ops->rooms(s, sum_room, out) >= 0 && s->ops->matches(s, sum_match, out) >= 0 &&
           s->ops->top(s, &out->top) >= 0 && !out->failed;
}

static bool same_sum(const struct sum *a, const struct sum *b)
{
    return a->people == b->people && a->rooms == b->rooms && a->matches == b->matches &&
           a->top.person == b->top.person && a->top.room == b->top.room &&
           a->top.match == b->top.match;
}

static void compare(struct copying *c)
{
    struct sum a, b;
    if (!sum_up(c->from, &a) || !sum_up(c->to, &b))
        fail(c, unreadable);
    else if (!same_sum(&a, &b))
        fail(c, N_("the copy is not like the original"));
}

/* ---- all of it ---- */

static void copy_all(struct copying *c)
{
    struct store_top top;
    if (!count_all(c->from, &c->all) || c->to->ops->top(c->to, &top) < 0) {
        fail(c, unreadable);
        return;
    }
    if (top.person || top.room || top.match) {
        fail(c, N_("there is something in it already"));
        return;
    }
    copy_people(c);
    if (!c->failed && c->from->ops->matches(c->from, copy_match, c) < 0)
        fail(c, unreadable);
    flush(c);
    if (!c->failed && c->from->ops->rooms(c->from, copy_room, c) < 0)
        fail(c, unreadable);
    flush(c);
    copy_results(c);
    if (!c->failed)
        compare(c);
}

bool store_copy(struct store *from, struct store *to,
                void (*on)(void *ctx, uint64_t done, uint64_t all), void *ctx,
                struct store_copied *out, char why[STORE_WHY_SIZE])
{
    struct copying *c = calloc(1, sizeof *c);
    char *text = malloc(BATCH_BYTES);
    bool fine = false;
    *out = (struct store_copied){0};
    snprintf(why, STORE_WHY_SIZE, "%s", text_oserror(TEXT_EN, ENOMEM));
    if (c && text) {
        *c = (struct copying){.from = from, .to = to, .on = on, .ctx = ctx, .out = out, .why = why};
        c->text = text;
        copy_all(c);
        fine = !c->failed;
        free(c->ended);
    }
    free(text);
    free(c);
    return fine;
}
