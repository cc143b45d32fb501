/*
 * log_lines.c - the log of the table, as each person here was told it.
 */
#include "terminal/game/state.h"

#include <stdio.h>
#include <string.h>

#include "say/event_text.h"

/* ---- the logs ---- */

static void add_line(struct log *log, uint32_t command, bool waits, const char *text)
{
    int at = (log->first + log->count) % LOG_LINES;
    if (log->count == LOG_LINES)
        log->first = (log->first + 1) % LOG_LINES;
    else
        log->count++;
    snprintf(log->line[at].text, sizeof log->line[at].text, "%s", text);
    log->line[at].command = command;
    log->line[at].waits = waits;
}

const struct log_line *game_log_line(const struct log *log, int back)
{
    return back < 0 || back >= log->count
               ? NULL
               : &log->line[(log->first + log->count - 1 - back) % LOG_LINES];
}

const struct log *game_log(const struct game *g)
{
    return &g->log[g->viewer == MAZO_SPECTATOR ? MAZO_SEATS_MAX : g->viewer];
}

void game_say(struct game *g, bool refused, const char *text)
{
    snprintf(g->message, sizeof g->message, "%s", text);
    g->refused = refused;
}

/* Tell one reader all events of a command. */
static void tell(struct game *g, const struct wire_game *play, uint32_t command, int reader)
{
    const struct mazo_events *events = &play->events;
    struct mazo_event e;
    struct tell to;
    char text[LOG_TEXT];
    bool spins = g->spun_command != command && game_spins(g); /* since an earlier command */
    session_teller(g->session, play, reader, &to);
    to.chips = true;
    struct log *log = &g->log[reader == MAZO_SPECTATOR ? MAZO_SEATS_MAX : reader];
    for (int i = 0; i < events->count; i++) {
        mazo_event_for(&events->at[i], reader, &e);
        spins = spins || (e.type == MAZO_EVENT_spun && game_spins(g));
        bool dull = e.type == MAZO_EVENT_dealt && e.seat != reader; /* everybody gets seven */
        if (!dull && say_tell(&to, &e, events->cards, text, sizeof text) > 0)
            add_line(log, command, spins, text);
    }
}

/* Tell everybody at this terminal, each what they may know. */
static void tell_all(void *ctx, const struct wire_game *play, uint32_t command)
{
    struct game *g = ctx;
    for (int seat = 0; seat < g->table->seats; seat++)
        if (g->people >> seat & 1)
            tell(g, play, command, seat);
    if (g->people == 0)
        tell(g, play, command, MAZO_SPECTATOR);
}

void game_told(void *ctx, const char *line)
{
    struct game *g = ctx;
    for (int i = 0; i <= MAZO_SEATS_MAX; i++)
        if (i == MAZO_SEATS_MAX || g->people >> i & 1)
            add_line(&g->log[i], g->table->commands, false, line);
    g->log_back = 0;
}

void game_recall(struct game *g) { session_recall(g->session, tell_all, g); }

/* ---- what the screen keeps of it ---- */

/* How the vote ended, worded for everybody. */
static void keep_news(struct game *g, const struct wire_game *play)
{
    struct tell to;
    size_t used = 0;
    session_teller(g->session, play, MAZO_SPECTATOR, &to);
    for (int i = 0; i < play->events.count && used < sizeof g->news; i++) {
        char text[LOG_TEXT];
        struct mazo_event e;
        mazo_event_for(&play->events.at[i], MAZO_SPECTATOR, &e);
        if (say_tell(&to, &e, play->events.cards, text, sizeof text) > 0) {
            used += (size_t)snprintf(g->news + used, sizeof g->news - used, "%s%s",
                                     used > 0 ? ". " : "", text);
        }
    }
}

static void keep(struct game *g, const struct mazo_event *e, const mazo_card *cards)
{
    if (e->type == MAZO_EVENT_shown && e->who == g->viewer && cards) {
        g->shown_seat = e->seat;
        g->shown_count = e->count < MAZO_CARDS_MAX ? e->count : MAZO_CARDS_MAX;
        memcpy(g->shown, cards, (size_t)g->shown_count);
        g->shown_proof = mazo_dirt(&g->view.rules, g->view.color_before); /* before the answer */
        g->dialog = DIALOG_SHOWN;
    }
    if (e->type == MAZO_EVENT_convicted || e->type == MAZO_EVENT_acquitted)
        keep_news(g, &g->table->play);
    motion_hear(g, e, cards);
}

void game_hear(void *ctx, struct session *session)
{
    struct game *g = ctx;
    const struct table *t = &session->table;
    const mazo_card *cards;
    struct mazo_event e;
    motion_begin(g);
    for (int i = 0; table_event(t, i, g->viewer, &e, &cards); i++)
        keep(g, &e, cards);
    tell_all(g, &t->play, t->commands);
    g->log_back = 0;
}
