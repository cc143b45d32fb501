/*
 * memory_read.c - questions to the store in memory.
 */
#include "memory_inner.h"

#include <stdlib.h>
#include <string.h>

enum { ROOMS_OF_MAX = 50, RATED_FROM = 5 };

static int top(struct store *s, struct store_top *out)
{
    struct memory *m = memory_enter(s);
    *out = m->top;
    return memory_leave(m, 1);
}

static int give_person(struct memory *m, const struct person *p, struct store_person *out)
{
    bool found = p && !p->gone;
    if (found)
        *out = p->is;
    return memory_leave(m, found);
}

static int person_by_hash(struct store *s, const uint8_t hash[STORE_HASH_SIZE],
                          struct store_person *out)
{
    struct memory *m = memory_enter(s);
    return give_person(m, memory_person_hash(m, hash), out);
}

static int person_by_key(struct store *s, const char *key, struct store_person *out)
{
    struct memory *m = memory_enter(s);
    return give_person(m, memory_person_key(m, key), out);
}

static int person_by_id(struct store *s, int64_t id, struct store_person *out)
{
    struct memory *m = memory_enter(s);
    return give_person(m, memory_person(m, id), out);
}

static int bans(struct store *s, store_ban_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    size_t count = m->bans;
    for (size_t i = 0; i < count; i++) {
        struct store_ban ban = m->ban[i];
        const struct person *p = ban.person ? memory_person(m, ban.person) : NULL;
        if (p) {
            memcpy(ban.key, p->is.key, sizeof ban.key);
            memcpy(ban.name, p->is.name, sizeof ban.name);
        }
        found(ctx, &ban);
    }
    return memory_leave(m, count > 0);
}

static bool is_better(const struct store_daily *a, const struct store_daily *b)
{
    return a->place < b->place || (a->place == b->place && a->lead > b->lead);
}

/* Which of two results of a day comes first. */
static bool comes_first(const struct store_daily *a, const struct store_daily *b)
{
    return is_better(a, b) ||
           (!is_better(b, a) && (a->at < b->at || (a->at == b->at && a->person < b->person)));
}

static void tell_daily(const struct memory *m, const struct store_daily *from,
                       store_daily_found *found, void *ctx)
{
    struct store_daily daily = *from;
    const struct person *p = memory_person(m, daily.person);
    memcpy(daily.key, p->is.key, sizeof daily.key);
    memcpy(daily.name, p->is.name, sizeof daily.name);
    found(ctx, &daily);
}

/* Slow: each is the first of those that come after the last. */
static int day(struct store *s, int32_t day, int most, store_daily_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    const struct store_daily *last = NULL, *next;
    int told = 0;
    for (; told < most; told++) {
        next = NULL;
        for (size_t i = 0; i < m->dailies; i++) {
            const struct store_daily *d = &m->daily[i];
            if (d->day == day && (!last || comes_first(last, d)) && (!next || comes_first(d, next)))
                next = d;
        }
        if (!next)
            break;
        tell_daily(m, next, found, ctx);
        last = next;
    }
    return memory_leave(m, told > 0);
}

static int standing(struct store *s, int32_t day, int64_t person, struct store_standing *out)
{
    struct memory *m = memory_enter(s);
    *out = (struct store_standing){0};
    for (size_t i = 0; i < m->dailies; i++) {
        out->played += m->daily[i].day == day;
        if (m->daily[i].day == day && m->daily[i].person == person) {
            out->own = m->daily[i];
            out->rank = 1;
        }
    }
    for (size_t i = 0; out->rank && i < m->dailies; i++)
        out->rank += m->daily[i].day == day && is_better(&m->daily[i], &out->own);
    return memory_leave(m, 1);
}

static int days_of(struct store *s, int64_t person, store_daily_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    int told = 0;
    for (size_t i = 0; i < m->dailies; i++) {
        if (m->daily[i].person == person) {
            tell_daily(m, &m->daily[i], found, ctx);
            told = 1;
        }
    }
    return memory_leave(m, told);
}

static int day_mark(struct store *s, int32_t day, uint64_t mark, int64_t *person)
{
    struct memory *m = memory_enter(s);
    int found = 0;
    for (size_t i = 0; i < m->dailies && !found; i++) {
        found = m->daily[i].day == day && m->daily[i].mark == mark;
        *person = found ? m->daily[i].person : *person;
    }
    return memory_leave(m, found);
}

static int mutes(struct store *s, int64_t person, store_mute_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    const struct person *p = memory_person(m, person);
    size_t count = p ? p->mutes : 0;
    for (size_t i = 0; i < count; i++) {
        struct store_mute mute = {.person = person, .muted = p->mute[i]};
        memcpy(mute.key, memory_person(m, mute.muted)->is.key, sizeof mute.key);
        found(ctx, &mute);
    }
    return memory_leave(m, count > 0);
}

static int pushes(struct store *s, int64_t person, store_push_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    int any = 0;
    for (const struct push *p = m->pushes; p; p = p->next) {
        if (p->is.person == person) {
            any = 1;
            found(ctx, &p->is);
        }
    }
    return memory_leave(m, any);
}

static int room_by_code(struct store *s, const char *code, store_room_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    const struct room *r = memory_room_code(m, code);
    if (r)
        found(ctx, &r->is);
    return memory_leave(m, r != NULL);
}

static int by_touched(const void *left, const void *right)
{
    const struct store_room *a = &(*(struct room *const *)left)->is;
    const struct store_room *b = &(*(struct room *const *)right)->is;
    int order = (a->touched < b->touched) - (a->touched > b->touched);
    return order ? order : (a->id < b->id) - (a->id > b->id);
}

static int rooms_of(struct store *s, int64_t person, store_room_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    struct person *p = memory_person(m, person);
    size_t count = p ? p->rooms : 0;
    if (count > 0)
        qsort(p->room, count, sizeof(struct room *), by_touched);
    for (size_t i = 0; i < count && i < ROOMS_OF_MAX; i++)
        found(ctx, &p->room[i]->is);
    return memory_leave(m, count > 0);
}

static int by_seat(const void *left, const void *right)
{
    const struct store_result *a = left, *b = right;
    return (a->seat > b->seat) - (a->seat < b->seat);
}

static int give_match(struct memory *m, const struct match *it, struct store_found *out)
{
    if (!it)
        return memory_leave(m, 0);
    *out = (struct store_found){.match = it->is, .over = it->results > 0, .results = it->results};
    memcpy(out->result, it->result, sizeof out->result);
    qsort(out->result, (size_t)out->results, sizeof out->result[0], by_seat);
    for (int i = 0; i < out->results; i++) {
        const struct person *p = memory_person(m, out->result[i].person);
        if (p)
            memcpy(out->person_key[i], p->is.key, sizeof p->is.key);
    }
    return memory_leave(m, 1);
}

static int match_by_id(struct store *s, int64_t id, struct store_found *out)
{
    struct memory *m = memory_enter(s);
    return give_match(m, memory_match(m, id), out);
}

static int match_by_key(struct store *s, const char *key, struct store_found *out)
{
    struct memory *m = memory_enter(s);
    return give_match(m, memory_match_key(m, key), out);
}

static int opening(struct store *s, int64_t match, store_event_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    const struct match *it = memory_match(m, match);
    bool there = it && it->events > 0;
    if (there)
        found(ctx, &it->event[0]);
    return memory_leave(m, there);
}

static int some_events(struct store *s, int64_t match, uint32_t from, uint32_t most,
                       store_event_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    const struct match *it = memory_match(m, match);
    size_t count = it ? it->events : 0;
    for (size_t i = from; i < count && i - from < most; i++)
        found(ctx, &it->event[i]);
    return memory_leave(m, from < count);
}

static int events(struct store *s, int64_t match, uint32_t from, store_event_found *found,
                  void *ctx)
{
    return some_events(s, match, from, UINT32_MAX, found, ctx);
}

static void tell_past(const struct past *p, store_past_found *found, void *ctx)
{
    const struct store_result *result = &p->match->result[p->which];
    struct store_past past = {.at = result->at,
                              .seats = p->match->results,
                              .points = result->points,
                              .won = result->won,
                              .rating = result->rating};
    memcpy(past.match, p->match->is.key, sizeof past.match);
    memcpy(past.rules, p->match->is.rules, sizeof past.rules);
    found(ctx, &past);
}

static int history(struct store *s, int64_t person, int64_t before, int most,
                   store_past_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    const struct person *p = memory_person(m, person);
    int told = 0;
    for (size_t i = p ? p->pasts : 0; i > 0 && told < most; i--) {
        if (before == 0 || p->past[i - 1].at < before) {
            tell_past(&p->past[i - 1], found, ctx);
            told++;
        }
    }
    return memory_leave(m, told > 0);
}

static int by_rating(const void *left, const void *right)
{
    const struct store_person *a = &(*(struct person *const *)left)->is;
    const struct store_person *b = &(*(struct person *const *)right)->is;
    int order = (a->rating < b->rating) - (a->rating > b->rating);
    return order ? order : (a->id > b->id) - (a->id < b->id);
}

static int best(struct store *s, int most, store_person_found *found, void *ctx)
{
    struct memory *m = memory_enter(s);
    struct person **rated = malloc((m->person_id.count + 1) * sizeof(struct person *));
    size_t count = 0;
    if (!rated)
        return memory_leave(m, -1);
    for (struct hash_table_link *link = NULL; (link = hash_table_walk(&m->person_id, link));) {
        struct person *p = HOLDER(person, by_id, link);
        if (p->is.matches >= RATED_FROM)
            rated[count++] = p;
    }
    qsort(rated, count, sizeof(struct person *), by_rating);
    for (size_t i = 0; i < count && most > 0 && i < (size_t)most; i++)
        found(ctx, &rated[i]->is);
    free(rated);
    return memory_leave(m, count > 0 && most > 0);
}

static uint64_t size(struct store *s)
{
    (void)s;
    return 0;
}

static void space(struct store *s, struct store_space *out)
{
    (void)s;
    *out = (struct store_space){.left = UINT64_MAX};
}

const struct store_ops memory_ops = {
    .commit = memory_commit,
    .top = top,
    .reserve = memory_reserve,
    .person_by_hash = person_by_hash,
    .person_by_key = person_by_key,
    .person_by_id = person_by_id,
    .mutes = mutes,
    .bans = bans,
    .pushes = pushes,
    .room_by_code = room_by_code,
    .room_claim = memory_room_claim,
    .heartbeat = memory_heartbeat,
    .rooms_due = memory_rooms_due,
    .rooms_idle = memory_rooms_idle,
    .rooms_of = rooms_of,
    .match_by_id = match_by_id,
    .match_by_key = match_by_key,
    .opening = opening,
    .events = events,
    .some_events = some_events,
    .history = history,
    .best = best,
    .day = day,
    .standing = standing,
    .days_of = days_of,
    .day_mark = day_mark,
    .rooms = memory_rooms,
    .people = memory_people,
    .matches = memory_matches,
    .matches_of = memory_matches_of,
    .check = memory_check,
    .backup = memory_backup,
    .size = size,
    .space = space,
    .close = memory_close,
};
