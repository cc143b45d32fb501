/*
 * coach.c - what better decisions would have been worth in a saved match.
 */
#include "sim/coach.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bot/search.h"
#include "wire/match.h"

/* All its memory besides the file. */
struct work {
    const struct coach *coach;
    struct coach_report *report;
    uint8_t *fate; /* of every command: COACH_UNO_FORGOTTEN, COACH_CAUGHT */
    int commands;  /* in the file */
    struct match_reader match;
    struct mazo_game before; /* the command that match.now is */
    struct mazo_view view;
    struct mazo_legal legal;
    struct mazo_bot bots[MAZO_SEATS_MAX];
    struct mazo_bot_scratch scratch;
    double chance[MAZO_SEATS_MAX];            /* to win, when this round began */
    struct coach_tally round[MAZO_SEATS_MAX]; /* of this round */
};

/* ---- what became of UNO ---- */

static int count_commands(struct work *w, const char *text, size_t len)
{
    match_begin(&w->match, TEXT_EN, text, len);
    while (match_next(&w->match) == MATCH_STEP) {
    }
    return w->match.commands;
}

/* Who could be caught, from which command on, and whether it was put right. */
static void follow_uno(struct work *w, int open[MAZO_SEATS_MAX], unsigned before)
{
    const struct mazo_command *c = &w->match.now.command;
    unsigned now = w->match.play.game.catchable;
    for (int seat = 0; seat < w->match.play.game.seats; seat++) {
        if (before >> seat & 1 && c->type == MAZO_CMD_uno && c->seat == seat) {
            bool punished = w->match.play.game.size[seat] > 1; /* where late is too late */
            w->fate[open[seat]] = punished ? COACH_UNO_FORGOTTEN : 0;
        } else if (before >> seat & 1 && c->type == MAZO_CMD_catch && c->who == seat) {
            w->fate[open[seat]] |= COACH_CAUGHT;
        }
        if ((now & ~before) >> seat & 1) {
            open[seat] = w->match.commands;
            w->fate[open[seat]] = c->seat == seat ? COACH_UNO_FORGOTTEN : 0;
        }
    }
}

static void find_fates(struct work *w, const char *text, size_t len)
{
    int open[MAZO_SEATS_MAX] = {0};
    match_begin(&w->match, TEXT_EN, text, len);
    match_next(&w->match);
    for (unsigned before = w->match.play.game.catchable; match_next(&w->match) == MATCH_STEP;
         before = w->match.play.game.catchable)
        follow_uno(w, open, before);
    w->fate[0] = 0; /* the opening line: a position can begin like that */
}

/* ---- a decision ---- */

static bool is_decision(const struct mazo_game *g, const struct mazo_command *c)
{
    static const uint32_t types = 1u << MAZO_CMD_play | 1u << MAZO_CMD_draw | 1u << MAZO_CMD_keep |
                                  1u << MAZO_CMD_accept | 1u << MAZO_CMD_challenge |
                                  1u << MAZO_CMD_color | 1u << MAZO_CMD_choose |
                                  1u << MAZO_CMD_throw | 1u << MAZO_CMD_done;
    return g->phase >= MAZO_PHASE_play && g->phase <= MAZO_PHASE_run && c->seat == g->turn &&
           types >> c->type & 1;
}

/* The same except for UNO. */
static bool is_same(const struct mazo_command *a, const struct mazo_command *b)
{
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case MAZO_CMD_play:
        return a->card == b->card && (!mazo_card_is_wild(a->card) || a->color == b->color);
    case MAZO_CMD_color:
        return a->color == b->color;
    case MAZO_CMD_choose:
        return a->who == b->who;
    case MAZO_CMD_throw:
        return a->count == b->count &&
               (a->count == 0 || memcmp(a->cards, b->cards, a->count * sizeof a->cards[0]) == 0);
    default:
        return true;
    }
}

static bool has_verdict(const struct mazo_events *events, int guilty)
{
    for (int i = 0; i < events->count; i++)
        if (events->at[i].type == MAZO_EVENT_verdict && (events->at[i].detail != 0) == guilty)
            return true;
    return false;
}

static unsigned notes_on(const struct work *w, const struct mazo_command *c)
{
    unsigned notes = w->fate[w->match.commands];
    if (mazo_is_misplay(&w->before, c, NULL))
        return notes | COACH_MISPLAY;
    if (c->type == MAZO_CMD_play && c->card == MAZO_WILD_FOUR &&
        w->before.phase != MAZO_PHASE_run && !mazo_is_clean(&w->before, c->seat))
        notes |= COACH_BLUFF;
    if (c->type == MAZO_CMD_challenge && has_verdict(&w->match.play.events, 0))
        notes |= COACH_CHALLENGE_LOST;
    return notes;
}

static void count(struct coach_tally *t, const struct coach_decision *d)
{
    t->decisions++;
    t->agreed += d->agree;
    t->mistakes += d->cost > 0;
    t->cost += d->cost;
    t->variance += d->cost > 0 ? d->error * d->error : 0;
    t->gap += d->difference;
    t->gap_variance += d->error * d->error;
}

static void compare(struct work *w, struct mazo_bot *bot, struct coach_decision *d)
{
    struct search_gap gap;
    search_compare(bot, &w->view, &w->scratch, d->best, d->done, d->notes & COACH_UNO_FORGOTTEN,
                   (int)w->coach->playouts, &gap);
    d->difference = gap.mean;
    d->error = gap.error;
    d->cost = gap.mean > 2 * gap.error && gap.mean > 1e-9 ? gap.mean : 0;
}

/* Of the expert's choices: how far the best was ahead of all others. */
static double margin_of(const struct mazo_bot_scratch *s, const struct mazo_command *chosen)
{
    double best = -1, next = -1;
    for (int i = 0; i < s->arm_count; i++) {
        const struct search_arm *arm = &s->arms[i];
        double mean = arm->playouts > 0 ? arm->sum / arm->playouts : -1;
        if (is_same(&arm->command, chosen))
            best = mean;
        else if (mean > next)
            next = mean;
    }
    return next >= 0 && best > next ? best - next : 0;
}

/* Judges the command just carried out, from its seat's view before it. Each decision has its own
 * dice, so it is judged the same whoever else is. */
static void judge(struct work *w)
{
    const struct mazo_command *done = &w->match.now.command;
    int seat = done->seat;
    struct mazo_command best;
    if (!is_decision(&w->before, done) || (w->coach->only && w->coach->only != w->match.commands) ||
        (w->coach->seat != COACH_EVERYBODY && w->coach->seat != seat))
        return;
    struct mazo_bot *bot = &w->bots[seat];
    bot->dice = mazo_fast_seed(((uint64_t)w->match.commands << 8) + (uint64_t)seat);
    mazo_view_of(&w->before, seat, &w->view);
    mazo_legal(&w->before, seat, &w->legal);
    if (!search_choose(bot, &w->view, &w->legal, &w->scratch, &best))
        return;
    struct coach_decision d = {.round = w->before.round,
                               .command = w->match.commands,
                               .seat = seat,
                               .notes = notes_on(w, done),
                               .before = &w->before,
                               .done = done,
                               .best = &best};
    d.agree = is_same(done, &best) && !(d.notes & (COACH_UNO_FORGOTTEN | COACH_MISPLAY));
    if (d.agree && w->scratch.arm_count < 2)
        return; /* there was no choice */
    if (d.agree)
        d.margin = margin_of(&w->scratch, &best);
    else
        compare(w, bot, &d);
    count(&w->round[seat], &d);
    count(&w->report->player[seat], &d);
    if (w->coach->decided)
        w->coach->decided(w->coach->data, &d);
}

/* ---- rounds ---- */

static void look_at_scores(const struct work *w, double chance[MAZO_SEATS_MAX])
{
    for (int seat = 0; seat < w->match.play.game.seats; seat++)
        chance[seat] = search_equity(&w->match.play.game, seat);
}

/* What a seat's side loses by its own decisions and gains by the others': what one side loses
 * goes to all others alike, so that the sum over the sides is nothing. */
static void find_skill(const struct work *w, int seat, struct coach_tally *out)
{
    const struct mazo_game *g = &w->match.play.game;
    unsigned side = mazo_side_of(g, seat);
    int size = __builtin_popcount(side);
    for (int other = 0; other < g->seats; other++) {
        double share = side >> other & 1 ? -1 : (double)size / (g->seats - size);
        out->skill += share * w->round[other].gap;
        out->skill_variance += share * share * w->round[other].gap_variance;
    }
}

double coach_skill_error(const struct coach_tally *tally)
{
    return 2.5 * __builtin_sqrt(tally->skill_variance);
}

static void end_round(struct work *w)
{
    double chance[MAZO_SEATS_MAX];
    look_at_scores(w, chance);
    for (int seat = 0; seat < w->match.play.game.seats; seat++) {
        struct coach_tally *round = &w->round[seat], *match = &w->report->player[seat];
        round->change = chance[seat] - w->chance[seat];
        find_skill(w, seat, round);
        round->luck = round->change - round->skill;
        match->change += round->change;
        match->skill += round->skill;
        match->skill_variance += round->skill_variance;
        match->luck += round->luck;
    }
    memcpy(w->chance, chance, sizeof chance);
    if (w->coach->round_over)
        w->coach->round_over(w->coach->data, w->match.play.game.round, w->round);
    memset(w->round, 0, sizeof w->round);
}

/* ---- the match ---- */

static void tell(struct work *w)
{
    const struct mazo_events *events = &w->match.play.events;
    for (int seat = 0; seat < w->match.play.game.seats; seat++) {
        mazo_view_of(&w->match.play.game, seat, &w->view);
        for (int i = 0; i < events->count; i++) {
            struct mazo_event event;
            mazo_event_for(&events->at[i], seat, &event);
            mazo_bot_hear(&w->bots[seat], &w->view, &event, events->cards + event.first);
        }
    }
}

static bool is_stopped(const struct coach *coach)
{
    return coach->stop && atomic_load_explicit(coach->stop, memory_order_relaxed);
}

static void go_through(struct work *w, const char *text, size_t len)
{
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        mazo_bot_init(&w->bots[seat], MAZO_BOT_EXPERT, MAZO_BOT_PLAIN, w->coach->playouts, 0);
    match_begin(&w->match, TEXT_EN, text, len);
    if (match_next(&w->match) != MATCH_STEP)
        return;
    tell(w);
    look_at_scores(w, w->chance);
    memcpy(w->report->start, w->chance, sizeof w->chance);
    for (;;) {
        if (is_stopped(w->coach)) {
            w->report->stopped = true;
            break;
        }
        w->before = w->match.play.game;
        if (match_next(&w->match) != MATCH_STEP)
            break;
        judge(w);
        if (w->match.commands == w->coach->only)
            break;
        tell(w);
        if (w->before.phase < MAZO_PHASE_round_over &&
            w->match.play.game.phase >= MAZO_PHASE_round_over)
            end_round(w);
        if (w->coach->progress)
            w->coach->progress(w->coach->data, w->match.commands, w->commands);
    }
    w->report->commands = w->match.commands;
    look_at_scores(w, w->report->result);
}

int coach_run(const struct coach *coach, const char *text, size_t len, struct coach_report *out)
{
    struct work *w = calloc(1, sizeof *w);
    memset(out, 0, sizeof *out);
    if (!w)
        return ENOMEM;
    w->coach = coach;
    w->report = out;
    w->commands = count_commands(w, text, len);
    w->fate = calloc((size_t)w->commands + 1, sizeof w->fate[0]);
    int error = w->fate ? 0 : ENOMEM;
    if (!error) {
        find_fates(w, text, len);
        go_through(w, text, len);
    }
    free(w->fate);
    free(w);
    return error;
}
