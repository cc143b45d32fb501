/*
 * crowd_play.c - a match in progress: who moves when and how, and how long everybody took to see
 * it.
 */
#include <stdlib.h>
#include <string.h>

#include "client/crowd_inner.h"
#include "client/histogram.h"
#include "client/verifier.h"
#include "mazo/rng.h"
#include "wire/json_in.h"

enum { AGAIN_MS = 500 }; /* after a move that the server could not store */

/* Behavior of players, per thousand. */
enum {
    PLAYS = 920, /* play a card where it is possible */
    CALLS = 800, /* say UNO with the last card but one */
    CALLS_LATE = 400,
    CATCHES = 300,
    CATCHES_FAST = 20, /* without a pace: each catch delays its table by the grace */
    JUMPS_IN = 500,
    ADMITS = 300,
    ACCUSES = 2
};

uint32_t crowd_dice(struct crowd *c, uint32_t below)
{
    return below > 1 ? mazo_fast_below(&c->dice, below) : 0;
}

static bool chance(struct crowd *c, uint32_t of_thousand)
{
    return crowd_dice(c, 1000) < of_thousand;
}

/* ---- sending ---- */

static void send_command(struct crowd_player *p, const char *text, bool must)
{
    struct crowd_figures *f = &p->table->crowd->figures;
    p->sent_n = client_n(p->client);
    if (!client_do(p->client, text, strlen(text)))
        return;
    p->sent_at = uv_hrtime();
    p->must = must;
    p->broke = p->broke_at != 0;
    f->commands++;
}

void crowd_forget_move(struct crowd_player *p)
{
    free(p->move);
    p->move = NULL;
}

/* Sends the move, unless another command of the same player is pending. */
static void send_move(struct crowd_player *p)
{
    if (!p->move || p->sent_at || p->table->crowd->figures.stage >= CROWD_GOING)
        return;
    char *text = p->move;
    p->move = NULL;
    send_command(p, text, true);
    free(p->sent);
    p->sent = text;
}

static void on_move_time(uv_timer_t *timer)
{
    struct crowd_table *t = timer->data;
    for (int i = 0; i < t->crowd->plan->seats; i++)
        send_move(&t->players[i]);
}

/* Plans the next move, a pace after the last one. Players learn of a move one by one, so two may
 * have planned one for a moment: the timer is for all of them. */
static void plan_move(struct crowd_player *p)
{
    struct crowd_table *t = p->table;
    uint64_t pace = t->crowd->plan->pace_ms, since = (uv_hrtime() - t->moved_at) / 1000000;
    if (pace == 0) {
        send_move(p);
        return;
    }
    /* The first move anywhere in the interval, or all tables would move at once. */
    uint64_t wait = client_n(p->client) == 0 ? crowd_dice(t->crowd, (uint32_t)pace) : pace;
    uv_timer_start(&t->timer, on_move_time, wait > since ? wait - since : 0, 0);
}

/* ---- choosing ---- */

enum kind {
    KIND_PLAY,
    KIND_CALL,
    KIND_TURN,
    KIND_UNO,
    KIND_CATCH,
    KIND_TALK,
    KIND_NEXT,
    KIND_COUNT
};

static enum kind kind_of(const json_t *command)
{
    static const struct {
        const char *word;
        enum kind kind;
    } others[] = {{"uno", KIND_UNO},    {"catch", KIND_CATCH}, {"accuse", KIND_TALK},
                  {"admit", KIND_TALK}, {"vote", KIND_TALK},   {"next", KIND_NEXT}};
    const char *word = json_in_text(command, "do");
    if (strcmp(word, "play") == 0)
        return json_in_flag(command, "uno") ? KIND_CALL : KIND_PLAY;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(word, others[i].word) == 0)
            return others[i].kind;
    return KIND_TURN;
}

/* One of each kind, by chance. */
static void pick(struct crowd *c, const json_t *legal, const json_t *found[KIND_COUNT])
{
    uint32_t count[KIND_COUNT] = {0};
    size_t i;
    const json_t *command;
    memset(found, 0, KIND_COUNT * sizeof found[0]);
    json_array_foreach(legal, i, command)
    {
        enum kind kind = kind_of(command);
        if (crowd_dice(c, ++count[kind]) == 0)
            found[kind] = command;
    }
}

/* On its own turn. */
static const json_t *choose_move(struct crowd *c, const json_t *const found[KIND_COUNT])
{
    const json_t *card = found[KIND_CALL] && chance(c, CALLS) ? found[KIND_CALL] : found[KIND_PLAY];
    if (card && (!found[KIND_TURN] || chance(c, PLAYS)))
        return card;
    return found[KIND_TURN];
}

/* At any time: UNO too late, catching, jumping in, talk. */
static const json_t *choose_reaction(struct crowd *c, const json_t *const found[KIND_COUNT],
                                     bool turn)
{
    if (found[KIND_UNO] && chance(c, CALLS_LATE))
        return found[KIND_UNO];
    if (found[KIND_CATCH] && chance(c, c->plan->pace_ms ? CATCHES : CATCHES_FAST))
        return found[KIND_CATCH];
    if (!turn && found[KIND_PLAY] && chance(c, JUMPS_IN))
        return found[KIND_PLAY];
    if (!found[KIND_TALK])
        return NULL;
    const char *word = json_in_text(found[KIND_TALK], "do");
    bool talks = strcmp(word, "vote") == 0 ||
                 chance(c, strcmp(word, "admit") == 0 ? ADMITS : ACCUSES);
    return talks ? found[KIND_TALK] : NULL;
}

static void act(struct crowd_player *p, const struct client_turn *turn)
{
    struct crowd *c = p->table->crowd;
    const json_t *found[KIND_COUNT];
    crowd_forget_move(p);
    if (json_array_size(turn->legal) == 0 || c->figures.stage >= CROWD_GOING)
        return;
    pick(c, turn->legal, found);
    const char *phase = json_in_text(turn->view, "phase");
    bool own = json_in_number(turn->view, "turn", -1) == p->seat;
    bool writes = strcmp(phase, "write") == 0;
    const json_t *reaction = p->sent_at ? NULL : choose_reaction(c, found, own);
    const json_t *move = own || writes ? choose_move(c, found) : NULL;
    if (p->index == 0 && found[KIND_NEXT])
        move = found[KIND_NEXT];
    if (reaction) {
        char *text = json_dumps(reaction, JSON_COMPACT);
        send_command(p, text, false);
        free(text);
    }
    if (move) {
        p->move = json_dumps(move, JSON_COMPACT);
        if (writes)
            send_move(p);
        else
            plan_move(p);
    }
}

/* ---- times ---- */

static struct crowd_number *number(struct crowd_table *t, int match, int64_t n)
{
    struct crowd_number *kept = &t->numbers[n % NUMBERS_KEPT];
    if (kept->match != match || kept->n != n)
        *kept = (struct crowd_number){.match = match, .n = n};
    return kept;
}

static void measure_all(struct crowd_table *t, const struct crowd_number *kept)
{
    struct crowd *c = t->crowd;
    if (kept->heard == c->per_table && kept->sent_at && c->figures.stage == CROWD_PLAYING &&
        kept->sent_at >= c->playing_at) {
        uint64_t us = (kept->last_at - kept->sent_at) / 1000;
        histogram_add(&c->figures.all, us);
        histogram_add(&c->moment, us);
    }
}

static void measure_own(struct crowd_player *p, uint64_t sent_at, uint64_t heard_at)
{
    struct crowd *c = p->table->crowd;
    if (c->figures.stage == CROWD_PLAYING && sent_at >= c->playing_at)
        histogram_add(&c->figures.own, (heard_at - sent_at) / 1000);
}

/* A number has arrived at this player. */
static void heard(struct crowd_player *p, int match, int64_t n)
{
    struct crowd_table *t = p->table;
    uint64_t now = uv_hrtime();
    struct crowd_number *kept = number(t, match, n);
    kept->heard++;
    kept->last_at = now;
    p->seen_n = n;
    p->seen_at = now;
    if (p->done_n == n && kept->sent_at)
        measure_own(p, kept->sent_at, now);
    p->done_n = p->done_n <= n ? -1 : p->done_n;
    measure_all(t, kept);
}

static void done(struct crowd_player *p, int64_t n)
{
    struct crowd_table *t = p->table;
    struct crowd_figures *f = &t->crowd->figures;
    struct crowd_number *kept = number(t, client_match(p->client), n);
    f->moves++;
    if (f->stage == CROWD_PLAYING) {
        f->measured_moves++;
        t->crowd->moment_moves++;
    }
    if (kept->owned)
        faults_add(&f->faults, FAULT_doubled, "%s: %d.%lld", t->code, kept->match, (long long)n);
    kept->owned = true;
    kept->sent_at = p->broke ? 0 : p->sent_at;
    if (p->seen_n >= n) {
        if (p->seen_n == n && kept->sent_at)
            measure_own(p, kept->sent_at, p->seen_at);
        measure_all(t, kept);
    } else {
        p->done_n = n;
    }
}

/* The server could not store it. A move is retried in a moment if nothing has happened since, as a
 * person would; otherwise the move that waited for the answer goes. */
static bool tries_again(struct crowd_player *p, const char *word)
{
    struct crowd_table *t = p->table;
    if (!client_store_fails(word))
        return false;
    t->crowd->figures.unstored++;
    if (p->must && !p->move && p->sent && client_n(p->client) == p->sent_n) {
        p->move = p->sent;
        p->sent = NULL;
    }
    if (p->move)
        uv_timer_start(&t->timer, on_move_time, AGAIN_MS, 0);
    return true;
}

static void refused(struct crowd_player *p, const char *word, const char *sentence)
{
    struct crowd_figures *f = &p->table->crowd->figures;
    bool alone = client_n(p->client) == p->sent_n && !p->broke;
    if (p->must && alone) {
        faults_add(&f->faults, FAULT_refused, "%s seat %d: %s: %s", p->table->code, p->seat, word,
                   sentence);
    } else {
        f->overtaken++;
    }
}

void crowd_answer(struct crowd_player *p, enum client_answer answer, int64_t n, const char *word,
                  const char *sentence)
{
    if (answer == CLIENT_DONE) {
        done(p, n);
    } else if (answer == CLIENT_REFUSED && tries_again(p, word)) {
        p->sent_at = 0;
        return;
    } else if (answer == CLIENT_REFUSED) {
        refused(p, word, sentence);
    } else {
        p->table->crowd->figures.waits++; /* the events show the outcome */
    }
    p->sent_at = 0;
    if (p->move && p->table->crowd->plan->pace_ms == 0)
        send_move(p);
    else if (p->move)
        plan_move(p);
}

/* ---- what the server tells ---- */

static void look(struct crowd_player *p, const struct client_turn *turn)
{
    struct crowd *c = p->table->crowd;
    uint32_t every = c->plan->verify;
    char name[24];
    crowd_table_name(p->table, name);
    /* Two in a row, because hands are compared with the previous message. */
    if (every && (every < 3 || turn->n % every < 2)) {
        verifier_turn(c->witness, &p->table->witness, &p->witness, p->seat, turn, name);
        c->figures.looked_at++;
    } else {
        verifier_events(c->witness, p->seat, turn, name);
    }
}

static void count_rounds(struct crowd_player *p, const struct client_turn *turn)
{
    size_t i;
    const json_t *event;
    json_array_foreach(turn->events, i, event)
    {
        const char *word = json_in_text(event, "event");
        if (p->index == 0 && (strcmp(word, "won") == 0 || strcmp(word, "blocked") == 0))
            p->table->crowd->figures.rounds++;
    }
}

void crowd_turn(struct crowd_player *p, const struct client_turn *turn, bool is_event)
{
    struct crowd_table *t = p->table;
    if (is_event) {
        heard(p, turn->match, turn->n);
        count_rounds(p, turn);
    } else {
        p->seen_n = turn->n;
        p->seen_at = uv_hrtime();
        p->done_n = -1;
    }
    /* The first to see a number sets the time for the next move. */
    if (!is_event || number(t, turn->match, turn->n)->heard == 1)
        t->moved_at = uv_hrtime();
    look(p, turn);
    act(p, turn);
}
