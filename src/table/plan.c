/*
 * plan.c - when: pauses of bots, clocks, votes, what is due next.
 */
#include "table/inner.h"

enum { JUMP_MORE = 500 };

void table_set_time(struct table *t, uint64_t now)
{
    if (now > t->now)
        t->now = now < TABLE_NEVER ? now : TABLE_NEVER - 1;
}

uint64_t table_later(uint64_t from, uint64_t ms)
{
    return from >= TABLE_NEVER - 1 - ms ? TABLE_NEVER - 1 : from + ms;
}

static uint64_t pause(struct table *t, uint32_t ms, uint32_t more)
{
    return ms + (more ? mazo_fast_below(&t->dice, more) : 0);
}

/* ---- bots ---- */

/* When the grace of every player with one card is over. */
static uint64_t all_safe_until(const struct table *t, uint16_t seats)
{
    uint64_t last = t->now;
    for (int i = 0; i < t->seats; i++)
        if (seats & TABLE_BIT(i) && t->seat[i].safe_until > last)
            last = t->seat[i].safe_until;
    return last;
}

static uint64_t first_catch(const struct table *t, uint16_t seats)
{
    uint64_t first = TABLE_NEVER;
    for (int i = 0; i < t->seats; i++)
        if (seats & TABLE_BIT(i) && t->seat[i].safe_until < first)
            first = t->seat[i].safe_until;
    return first > t->now ? first : t->now;
}

/* Out of turn a bot may say UNO late, jump in or, after the grace, catch. */
static uint64_t reacts_at(struct table *t, int seat)
{
    const struct mazo_game *g = &t->play.game;
    uint16_t own = TABLE_BIT(seat), others = g->catchable & (uint16_t)~own;
    bool jumps = g->rules.jump_in && g->phase == MAZO_PHASE_play && g->top < MAZO_KIND_COUNT &&
                 g->have[seat] >> g->top & 1;
    if (!mazo_is_running(g->phase) || (!g->catchable && !jumps))
        return TABLE_NEVER;
    if (jumps && !(g->catchable & own)) { /* people see the card first, with as much grace as for UNO */
        return table_later(table_later(t->now, t->pace.grace),
                           pause(t, 0, t->pace.react_more ? JUMP_MORE : 0));
    }
    return table_later(g->catchable & own ? t->now : first_catch(t, others),
                       pause(t, t->pace.react, t->pace.react_more));
}

static void plan_bot(struct table *t, int seat, const struct table_change *change)
{
    struct table_seat *s = &t->seat[seat];
    uint16_t now = t->play.game.catchable;
    bool fresh = change->advanced || change->seat == seat;
    if (!table_is_played_by_bot(s)) {
        table_act_at(s, TABLE_NEVER);
    } else if (table_has_duty(t, seat)) {
        if (fresh || s->acts_at == TABLE_NEVER || now & (uint16_t)~change->before) {
            table_act_at(s, table_later(all_safe_until(t, now),
                                        pause(t, t->pace.think, t->pace.think_more)));
        }
    } else if (fresh || now != change->before) {
        table_act_at(s, reacts_at(t, seat));
    }
}

/* ---- clocks ---- */

static bool awaits_anybody(const struct table *t)
{
    for (int i = 0; i < t->seats; i++)
        if (table_awaits(t, i))
            return true;
    return false;
}

static uint64_t at_least(uint64_t ms, uint64_t least) { return ms > least ? ms : least; }

/* Time for people in this phase; 0: unlimited. */
static uint64_t clock_ms(const struct mazo_game *g)
{
    uint64_t ms = (uint64_t)g->rules.turn_clock * 1000;
    if (!ms)
        return 0;
    switch (g->phase) {
    case MAZO_PHASE_write:
        return at_least(ms, TABLE_WRITE_MS);
    case MAZO_PHASE_dare:
        return at_least(ms, TABLE_DARE_MS);
    case MAZO_PHASE_round_over:
        return at_least(ms, TABLE_NEXT_MS);
    default:
        return ms;
    }
}

static void plan_clock(struct table *t)
{
    uint64_t ms = clock_ms(&t->play.game);
    t->turn_ends = ms && awaits_anybody(t) ? table_later(t->began, ms) : TABLE_NEVER;
}

/* P3: has everybody voted who can? If only the accuser can, the accused gets the time to admit it. */
static bool all_have_voted(const struct table *t)
{
    const struct mazo_game *g = &t->play.game;
    const struct table_seat *accused = &t->seat[g->accused];
    int voters = 0;
    for (int i = 0; i < t->seats; i++) {
        const struct table_seat *s = &t->seat[i];
        if (i == g->accused || s->player.sitter != TABLE_PERSON || s->away)
            continue;
        if (!(g->voted & TABLE_BIT(i)))
            return false;
        voters++;
    }
    return voters > 1 || accused->player.sitter != TABLE_PERSON || accused->away;
}

static void plan_vote(struct table *t)
{
    if (t->play.game.accused >= t->seats) {
        t->vote_ends = TABLE_NEVER;
        return;
    }
    if (t->vote_ends == TABLE_NEVER)
        t->vote_ends = table_later(t->now, t->pace.vote);
    if (all_have_voted(t) && t->vote_ends > t->now)
        t->vote_ends = t->now;
}

static void plan_next(struct table *t)
{
    const struct mazo_game *g = &t->play.game;
    t->next_at = TABLE_NEVER;
    if (g->phase != MAZO_PHASE_round_over)
        return;
    if (t->pace.next)
        t->next_at = table_later(t->began, t->pace.next);
    else if (!table_has_people(t))
        t->next_at = table_later(t->began, t->pace.think);
    else if (clock_ms(g))
        t->next_at = table_later(t->began, clock_ms(g));
}

void table_set_began(struct table *t, uint64_t began, uint64_t now, uint64_t grace)
{
    const struct mazo_game *g = &t->play.game;
    bool pauses = g->phase == MAZO_PHASE_round_over && t->pace.next;
    uint64_t ms = pauses ? t->pace.next : clock_ms(g);
    table_set_time(t, now);
    uint64_t most = ms > grace ? ms - grace : 0; /* this much of the clock may have passed */
    uint64_t least = ms && t->now > most ? t->now - most : 0;
    t->began = at_least(began < t->now ? began : t->now, least);
    plan_clock(t);
    plan_next(t);
}

void table_suspended(struct table *t, uint64_t slept, uint64_t now, uint64_t grace)
{
    if (t->vote_ends != TABLE_NEVER)
        t->vote_ends += slept;
    table_set_began(t, t->began, now, grace);
}

/* ---- the plan ---- */

static void plan_catches(struct table *t, uint16_t before)
{
    uint16_t now = t->play.game.catchable;
    for (int i = 0; i < t->seats; i++) {
        struct table_seat *s = &t->seat[i];
        if (now & (uint16_t)~before & TABLE_BIT(i))
            s->safe_until = table_later(t->now, t->pace.grace);
        if (before & (uint16_t)~now & TABLE_BIT(i))
            s->caught_until = table_later(t->now, t->pace.grace);
        if (s->catching < t->seats && !(now & TABLE_BIT(s->catching)))
            s->catching = MAZO_SEAT_NONE; /* said in time, or caught by another */
    }
}

void table_plan(struct table *t, const struct table_change *change)
{
    if (t->daily)
        t->dice = table_daily_dice(t, MAZO_SEATS_MAX);
    if (change->advanced) {
        t->began = t->now;
        t->asked++;
    }
    plan_catches(t, change->before);
    plan_clock(t);
    plan_vote(t);
    plan_next(t);
    for (int i = 0; i < t->seats; i++)
        plan_bot(t, i, change);
}

/* ---- what is due ---- */

static void consider(struct table_due_thing *best, uint64_t at, enum table_due_kind kind, int seat)
{
    if (at < best->at)
        *best = (struct table_due_thing){.at = at, .kind = kind, .seat = seat};
}

/* Waiting catches in order of arrival; before that, in order of their grace. */
void table_consider_catches(const struct table *t, struct table_due_thing *best)
{
    uint32_t order = 0;
    for (int i = 0; i < t->seats; i++) {
        const struct table_seat *s = &t->seat[i];
        if (s->catching >= t->seats)
            continue;
        uint64_t at = t->seat[s->catching].safe_until;
        if (at < best->at || (at == best->at && s->catch_order < order)) {
            *best = (struct table_due_thing){.at = at, .kind = TABLE_DUE_CATCH, .seat = i};
            order = s->catch_order;
        }
    }
}

static void consider_held(const struct table *t, struct table_due_thing *best)
{
    int first = -1;
    for (int i = 0; i < t->seats; i++) {
        const struct table_held *h = &t->seat[i].held;
        if (h->is_there && (first < 0 || h->order < t->seat[first].held.order))
            first = i;
    }
    if (first >= 0 && !table_robs(t, &t->seat[first].held.command, NULL))
        consider(best, t->now, TABLE_DUE_HELD, first);
}

struct table_due_thing table_next_due(const struct table *t)
{
    struct table_due_thing best = {.at = TABLE_NEVER, .seat = MAZO_SEAT_NONE};
    if (!t->play.open)
        return best;
    table_consider_catches(t, &best);
    consider_held(t, &best);
    consider(&best, t->vote_ends, TABLE_DUE_VOTE, MAZO_SEAT_NONE);
    for (int i = 0; i < t->seats; i++)
        if (!table_is_for_thought(t, i))
            consider(&best, t->seat[i].acts_at, TABLE_DUE_BOT, i);
    consider(&best, t->turn_ends, TABLE_DUE_CLOCK, MAZO_SEAT_NONE);
    consider(&best, t->next_at, TABLE_DUE_NEXT, MAZO_SEAT_NONE);
    return best;
}

uint64_t table_due(const struct table *t) { return table_next_due(t).at; }
