/*
 * bot_match.c - matches between bots.
 */

#include "sim/bot_match.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "table/program_answer.h"
#include "table/program_seat.h"
#include "text/oserror.h"
#include "wire/json_out.h"
#include "wire/json_write.h"

enum { TIMED_ONE_IN = 256, UNSEEN = 0 };

static uint64_t clock_ns(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void sim_table_init(struct sim_table *t, const struct mazo_rules *rules, int seats,
                    struct mazo_bot_scratch *scratch, int time_limit_ms)
{
    memset(t, 0, sizeof *t);
    t->rules = *rules;
    t->seats = (uint8_t)seats;
    t->scratch = scratch;
    t->time_limit_ms = time_limit_ms;
}

void sim_table_sit(struct sim_table *t, int seat, const struct player *player,
                   struct sim_outside *outside, struct sim_tally *tally)
{
    struct sim_seat *s = &t->seat[seat];
    s->player = player;
    s->outside = outside;
    s->tally = tally;
}

/* The current view of a seat; shared by mazo_bot_hear and mazo_bot_choose. */
static const struct mazo_view *view_of(struct sim_table *t, int seat)
{
    if (t->seen[seat] != t->step) {
        mazo_view_of(&t->game, seat, &t->views[seat]);
        t->seen[seat] = t->step;
    }
    return &t->views[seat];
}

static void tell(struct sim_table *t)
{
    for (int seat = 0; seat < t->seats; seat++) {
        if (!t->seat[seat].listens)
            continue;
        const struct mazo_view *view = view_of(t, seat);
        for (int i = 0; i < t->events.count; i++) {
            struct mazo_event event;
            mazo_event_for(&t->events.at[i], seat, &event);
            mazo_bot_hear(&t->seat[seat].bot, view, &event, t->events.cards + event.first);
        }
    }
}

/* The command as the list has it, to the byte. What is not found there may still be legal. */
static bool is_listed(const struct mazo_legal *legal, const struct mazo_command *c)
{
    if (c->type == MAZO_CMD_throw || c->type == MAZO_CMD_write)
        return false;
    for (int i = 0; i < legal->count; i++)
        if (memcmp(&legal->at[i], c, offsetof(struct mazo_command, cards)) == 0)
            return true;
    return false;
}

/* Carry out a command: `known` to be legal or not. False, and nothing changed, if refused. */
static bool carry_out(struct sim_table *t, const struct mazo_command *c, bool known)
{
    t->step++;
    if (!t->listened && known) {
        mazo_apply_legal(&t->game, c);
        return true;
    }
    mazo_events_clear(&t->events);
    if (mazo_apply(&t->game, c, t->listened ? &t->events : NULL) != MAZO_ERR_ok)
        return false;
    if (t->listened)
        tell(t);
    return true;
}

/* ---- built-in bots ---- */

/* Times some cheap decisions and all expensive ones; a clock costs more than the decision of a bot
 * that does not look ahead. */
static bool choose(struct sim_table *t, struct sim_seat *s, const struct mazo_view *view,
                   struct mazo_command *out)
{
    struct sim_tally *tally = s->tally;
    bool timed = s->bot.level == MAZO_BOT_EXPERT || tally->moves % TIMED_ONE_IN == 0;
    tally->moves++;
    if (!timed)
        return mazo_bot_choose(&s->bot, view, &t->legal, t->scratch, out);
    uint64_t zero = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    uint64_t start = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    bool chosen = mazo_bot_choose(&s->bot, view, &t->legal, t->scratch, out);
    uint64_t spent = clock_ns(CLOCK_THREAD_CPUTIME_ID) - start, own = start - zero;
    tally->timed++;
    tally->ns += spent > own ? spent - own : 0;
    return chosen;
}

static void report_bug(struct sim_table *t, int seat, const struct mazo_command *c, bool chosen)
{
    t->seat[seat].tally->bugs++;
    if (t->bug[0])
        return;
    int used = snprintf(t->bug, sizeof t->bug,
                        "%.60s, seat %d, phase %s, round %d: ", t->seat[seat].player->name, seat,
                        mazo_phase_name(t->game.phase), t->game.round);
    if (!chosen) {
        snprintf(t->bug + used, sizeof t->bug - (size_t)used, "no command");
    } else if (c->type < MAZO_CMD_COUNT) {
        struct json_out out;
        json_out_init(&out, t->bug + used, sizeof t->bug - (size_t)used);
        wire_put_command(&out, TEXT_EN, c, NULL);
    }
}

static bool carry_listed(struct sim_table *t, int i, bool known)
{
    struct mazo_command c = mazo_legal_at(&t->legal, i);
    return carry_out(t, &c, known);
}

/* What to do when a bot has failed: the first legal command that is not an accusation or a vote. */
static void do_anything(struct sim_table *t, int seat)
{
    mazo_legal(&t->game, seat, &t->legal);
    for (int i = 0; i < t->legal.count; i++)
        if (!mazo_is_social(t->legal.at[i].type) && carry_listed(t, i, false))
            return;
}

/* The built-in bot of the seat decides; t->legal is its list. False: it does nothing. */
static bool ask_bot(struct sim_table *t, int seat)
{
    struct sim_seat *s = &t->seat[seat];
    struct mazo_command c;
    bool in_turn = t->game.turn == seat;
    bool chosen = choose(t, s, view_of(t, seat), &c);
    if (!chosen && !in_turn)
        return false;
    bool known = chosen && is_listed(&t->legal, &c);
    bool fine = chosen && c.seat == seat && (known || !mazo_is_misplay(&t->game, &c, NULL));
    if (!fine || !carry_out(t, &c, known)) {
        report_bug(t, seat, &c, chosen);
        if (in_turn)
            do_anything(t, seat);
        return in_turn;
    }
    return true;
}

/* ---- outside programs ---- */

static bool is_stopped(const struct sim_table *t)
{
    return (t->strict && t->offended) ||
           (t->stop && atomic_load_explicit(t->stop, memory_order_relaxed));
}

void sim_outside_fresh(struct sim_outside *o)
{
    program_finish(&o->program);
    o->failures = 0;
    o->offence.what = NULL;
}

/* Keep the first thing that a program did wrong. */
static void note_offence(struct sim_table *t, int seat, const char *what, const char *why)
{
    struct sim_outside *o = t->seat[seat].outside;
    struct sim_offence *offence = &o->offence;
    t->offended = true;
    if (offence->what)
        return;
    offence->what = what;
    snprintf(offence->why, sizeof offence->why, "%s", why);
    snprintf(offence->answer, sizeof offence->answer, "%.*s", (int)o->program.line, o->program.buf);
    snprintf(offence->question, sizeof offence->question, "%.*s", (int)strcspn(t->question, "\n"),
             t->question);
}

/* Reports an exchange to the listener; `what` is NULL if nothing is wrong. */
static void tell_exchange(struct sim_table *t, int seat, uint64_t ns, const char *what,
                          const char *why, bool waits)
{
    const struct program *p = &t->seat[seat].outside->program;
    if (t->heard) {
        t->heard(t->heard_ctx, &(struct sim_exchange){.bot = t->seat[seat].player->name,
                                                      .question = t->question,
                                                      .answer = p->line ? p->buf : NULL,
                                                      .what = what,
                                                      .why = why,
                                                      .ns = ns,
                                                      .phase = t->game.phase,
                                                      .in_turn = t->game.turn == seat,
                                                      .waits = waits,
                                                      .first = t->first});
    }
}

/* A lost move must cost something, or a failing bot would play as well as its replacement. */
static bool lose_move(struct sim_table *t, int seat)
{
    static const uint8_t harmless[] = {MAZO_CMD_draw, MAZO_CMD_keep, MAZO_CMD_accept, MAZO_CMD_pass,
                                       MAZO_CMD_done};
    if (t->game.turn != seat)
        return false;
    t->seat[seat].tally->lost++;
    mazo_legal(&t->game, seat, &t->legal);
    for (size_t i = 0; i < sizeof harmless; i++) {
        for (int j = 0; j < t->legal.count; j++)
            if (t->legal.at[j].type == harmless[i] && carry_listed(t, j, true))
                return true;
    }
    do_anything(t, seat);
    return true;
}

enum answer { ACTED, WAITS, FAILED };

/* A lie is an answer that is not a legal command, even where it would only be punished (P2). */
static enum answer take_answer(struct sim_table *t, int seat, struct program *p,
                               struct wire_error *why)
{
    const struct mazo_command *c = &t->line.command;
    enum program_said said = program_answer_read(t->lang, seat, t->game.turn != seat, &t->legal,
                                                 p->buf, p->line, &t->line, &p->curious, why);
    if (said == PROGRAM_SAID_WAIT)
        return WAITS;
    return said == PROGRAM_SAID_COMMAND && program_answer_judge(t->lang, &t->game, c, why) ? ACTED
                                                                                           : FAILED;
}

/* A program has failed: it is counted, and kept with what it was asked. */
static enum answer fail(struct sim_table *t, int seat, uint64_t ns, const char *what,
                        const char *why)
{
    tell_exchange(t, seat, ns, what, why, false);
    note_offence(t, seat, what, why);
    return FAILED;
}

static bool is_running(struct sim_table *t, int seat)
{
    struct sim_seat *s = &t->seat[seat];
    struct sim_outside *o = s->outside;
    if (s->absent || o->failures >= SIM_PATIENCE)
        return false;
    int error = o->program.pid > 0 ? 0 : program_start(&o->program);
    if (error) {
        s->absent = true;
        s->tally->died++;
        o->failures++;
        fail(t, seat, 0, "died", text_oserror(t->lang, error));
    }
    return !s->absent;
}

/* It has not answered. */
static enum answer no_answer(struct sim_table *t, int seat, enum program_reply reply, uint64_t ns)
{
    struct sim_seat *s = &t->seat[seat];
    char fate[128];
    if (reply == PROGRAM_STALLED && is_stopped(t))
        return FAILED; /* it had no time */
    s->absent = true;
    s->outside->failures++;
    s->outside->program.line = 0;
    if (reply == PROGRAM_DIED) {
        s->tally->died++;
        return fail(t, seat, ns, "died",
                    program_fate(&s->outside->program, t->lang, fate, sizeof fate));
    }
    if (reply == PROGRAM_STALLED) {
        s->tally->stalled++;
        return fail(t, seat, ns, "stalled", text_in(t->lang, "there was no answer in time"));
    }
    s->tally->lied++;
    return fail(t, seat, ns, "lied",
                text_in(t->lang, "it said something without being asked, or a line without end"));
}

static enum answer ask_program(struct sim_table *t, int seat)
{
    struct sim_seat *s = &t->seat[seat];
    struct wire_error why;
    size_t len = program_seat_question(&t->game, &t->texts, seat, &t->legal, t->question,
                                       sizeof t->question);
    if (!is_running(t, seat))
        return FAILED;
    t->first = s->outside->program.fresh;
    uint64_t start = clock_ns(CLOCK_MONOTONIC);
    enum program_reply reply = program_ask(&s->outside->program, t->question, len, t->time_limit_ms,
                                           t->stop);
    uint64_t ns = clock_ns(CLOCK_MONOTONIC) - start;
    s->tally->moves++;
    s->tally->timed++;
    s->tally->ns += ns;
    if (reply != PROGRAM_ANSWERED)
        return no_answer(t, seat, reply, ns);
    s->outside->failures = 0;
    enum answer answer = take_answer(t, seat, &s->outside->program, &why);
    if (answer != FAILED) {
        tell_exchange(t, seat, ns, NULL, NULL, answer == WAITS);
        if (answer == ACTED)
            carry_out(t, &t->line.command, false);
        return answer;
    }
    s->tally->lied++;
    return fail(t, seat, ns, "lied", why.message);
}

/* ---- the round ---- */

/* Ask a seat whose list is in t->legal. False: it does nothing. */
static bool ask_seat(struct sim_table *t, int seat)
{
    if (t->seat[seat].outside) {
        enum answer answer = ask_program(t, seat);
        return answer == FAILED ? lose_move(t, seat) : answer == ACTED;
    }
    return ask_bot(t, seat);
}

/* Does this seat have anything but accusations and votes to do out of turn? */
static bool may_interrupt(struct sim_table *t, int seat)
{
    const struct mazo_game *g = &t->game;
    bool jumps = t->rules.jump_in && g->phase == MAZO_PHASE_play && g->top < MAZO_KIND_COUNT &&
                 g->have[seat] >> g->top & 1;
    if (!g->catchable && !jumps)
        return false;
    mazo_legal(g, seat, &t->legal);
    for (int i = 0; i < t->legal.count; i++)
        if (!mazo_is_social(t->legal.at[i].type))
            return true;
    return false;
}

/* One of the others acts out of turn, or nobody. */
static bool interrupt(struct sim_table *t)
{
    uint8_t order[MAZO_SEATS_MAX];
    for (int i = 0; i < t->seats; i++) {
        int j = (int)mazo_fast_below(&t->dice, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = (uint8_t)i;
    }
    for (int i = 0; i < t->seats; i++)
        if (order[i] != t->game.turn && may_interrupt(t, order[i]) && ask_seat(t, order[i]))
            return true;
    return false;
}

static void step(struct sim_table *t)
{
    int seat = t->game.turn;
    mazo_legal(&t->game, seat, &t->legal);
    if (t->legal.count == 1 && !t->seat[seat].outside)
        carry_listed(t, 0, true);
    else
        ask_seat(t, seat);
    for (int i = 0; i < t->seats && t->game.phase < MAZO_PHASE_round_over &&
                    t->game.phase != MAZO_PHASE_write && (t->game.catchable || t->rules.jump_in);
         i++)
        if (!interrupt(t))
            break;
}

static bool play_round(struct sim_table *t, struct sim_result *out)
{
    uint64_t first = t->step;
    uint32_t turns = 0;
    while (t->game.phase < MAZO_PHASE_round_over) {
        if (t->step - first > SIM_COMMANDS_MAX) {
            out->endless = out->blocked = true;
            break;
        }
        if (is_stopped(t))
            return false;
        turns += t->game.phase == MAZO_PHASE_play;
        step(t);
    }
    out->turns += turns;
    out->rounds++;
    return true;
}

/* The round begins, or is over. */
static void tell_news(struct sim_table *t)
{
    for (int seat = 0; seat < t->seats; seat++)
        if (t->seat[seat].outside)
            program_seat_news(&t->seat[seat].outside->program, &t->game, seat);
}

/* A single round is a match of its own: the quick match (E6), so that bots play
 * for the round and not for points that nobody carries on. */
static void begin(struct sim_table *t, uint64_t seed, bool match)
{
    struct mazo_rules rules = t->rules;
    uint8_t bytes[32];
    if (!match)
        rules.scoring = MAZO_scoring_quick;
    mazo_seed_from_number(seed, bytes);
    t->dice = mazo_fast_seed(seed ^ UINT64_C(0x5bd1e995));
    t->step = UNSEEN + 1;
    t->listened = false;
    for (int i = 0; i < t->seats; i++) {
        struct sim_seat *s = &t->seat[i];
        t->seen[i] = UNSEEN;
        mazo_bot_init(&s->bot, s->player->level, s->player->style, s->player->playouts,
                      seed + ((uint64_t)i + 1) * UINT64_C(0x9e3779b97f4a7c15));
        s->listens = mazo_bot_listens(&s->bot);
        s->absent = false;
        t->listened |= s->listens;
    }
    mazo_events_clear(&t->events);
    mazo_init(&t->game, &rules, t->seats, bytes, true, t->listened ? &t->events : NULL);
    if (t->listened)
        tell(t);
}

/* What the round would have scored in a match by the table's own rules. */
static void count_round(const struct sim_table *t, struct sim_result *out)
{
    const struct mazo_game *g = &t->game;
    for (int i = 0; i < t->seats && out->winners; i++) {
        int points = mazo_hand_points(g, i);
        if (t->rules.scoring == MAZO_scoring_hands)
            out->points[i] = points;
        else if (t->rules.scoring == MAZO_scoring_winner && !(out->winners >> i & 1))
            out->points[g->round_winner] += points;
    }
}

static void finish(const struct sim_table *t, bool match, struct sim_result *out)
{
    const struct mazo_game *g = &t->game;
    if (match)
        out->winners = g->winners;
    else if (g->phase >= MAZO_PHASE_round_over && g->round_winner < g->seats)
        out->winners = mazo_side_of(g, g->round_winner);
    out->blocked = out->winners == 0;
    if (!match) {
        count_round(t, out);
        return;
    }
    for (int i = 0; i < t->seats; i++)
        out->points[i] = g->scores[i];
}

bool sim_table_play(struct sim_table *t, uint64_t seed, bool match, struct sim_result *out)
{
    static const struct mazo_command next = {.type = MAZO_CMD_next, .seat = MAZO_SEAT_NONE};
    *out = (struct sim_result){0};
    begin(t, seed, match);
    for (;;) {
        tell_news(t);
        if (!play_round(t, out))
            return false;
        tell_news(t);
        if (!match || out->endless || t->game.phase != MAZO_PHASE_round_over ||
            out->rounds >= SIM_COMMANDS_MAX)
            break;
        for (int i = 0; i < t->seats; i++)
            t->seat[i].absent = false;
        carry_out(t, &next, true);
    }
    finish(t, match, out);
    return true;
}
