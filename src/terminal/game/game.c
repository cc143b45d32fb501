/*
 * game.c - one match at one terminal: when to wait, when to leave.
 */
#include "terminal/game/state.h"
#include "terminal/pages/pages.h"

#include <stdio.h>
#include <stdlib.h>

#include "say/rule_house.h"

/* The last card stays visible for a moment before the round is counted. */
enum { OVER_MS = 1200 };

/* ---- time ---- */

/* Milliseconds until something happens by itself; -1: never. */
static int patience(const struct game *g)
{
    const struct table *t = g->table;
    uint64_t due = session_due(g->session, g->now);
    if (t->turn_ends != TABLE_NEVER && t->turn_ends > g->now) {
        uint64_t second = g->now + 1 + (t->turn_ends - g->now - 1) % 1000;
        due = second < due ? second : due;
    }
    if (g->view.accused != MAZO_SEAT_NONE && t->vote_ends != TABLE_NEVER && t->vote_ends > g->now) {
        uint64_t second = g->now + 1 + (t->vote_ends - g->now - 1) % 1000;
        due = second < due ? second : due;
    }
    due = motion_due(g) < due ? motion_due(g) : due;
    if (g->view.phase >= MAZO_PHASE_round_over && !g->dealing && g->over_at + OVER_MS < due)
        due = g->over_at + OVER_MS;
    if (g->dialog == DIALOG_PASSING && g->hide_at > g->now) { /* a countdown */
        uint64_t second = g->now + 1 + (g->hide_at - g->now - 1) % 1000;
        due = second < due ? second : due;
    }
    if (due == TABLE_NEVER)
        return -1;
    uint64_t wait = due > g->now ? due - g->now : 0;
    return wait > 3600000 ? 3600000 : (int)wait;
}

/* Space was pressed: bots answer at once. */
static void hurry(struct game *g)
{
    enum { DEAF_MS = 600 };
    if (!g->hurries)
        return;
    if (!game_may_hurry(g)) {
        g->hurries = false;
        g->deaf_until = g->now + DEAF_MS;
    } else if (g->hurried != g->table->commands) {
        g->hurried = g->table->commands;
        table_hurry(g->table, g->now);
    }
}

/* Do what is due at the table. True: something was. */
static bool tick(struct game *g)
{
    bool mine = game_own_turn(g);
    hurry(g);
    motion_tick(g);
    bool happened = session_tick(g->session, g->now);
    if (g->dialog == DIALOG_PASSING && g->now >= g->hide_at)
        g->dialog = DIALOG_CURTAIN;
    if (happened) {
        if (!g->refused)
            game_say(g, false, ""); /* something newer has happened */
        if (g->dialog == DIALOG_COLOR || g->dialog == DIALOG_SEAT) {
            uint16_t seats = game_seats_for(g, (enum act)g->dialog_for);
            game_look(g);
            bool gone = g->dialog == DIALOG_SEAT
                            ? seats != game_seats_for(g, (enum act)g->dialog_for)
                            : !game_own_turn(g);
            g->dialog = gone ? (uint8_t)DIALOG_NONE : g->dialog;
        }
        game_look(g);
    }
    if (!mine && game_own_turn(g)) {
        game_say(g, false, "");
        if (g->bell)
            g->term->bell(g->term);
    }
    return happened;
}

/* ---- from beginning to end ---- */

/* The first line of every log. */
static void tell_house_rules(struct game *g)
{
    const struct mazo_rules *rules = &g->table->play.game.rules;
    char list[RULE_HOUSE_SIZE], text[RULE_HOUSE_SIZE + 80];
    rule_house_list(rules, g->lang, LOG_TEXT / 2, list, sizeof list);
    if (list[0] && !g->guide) {
        snprintf(text, sizeof text, text_in(g->lang, "House rules here: %s"), list);
        game_told(g, text);
    }
}

static struct game *begin(struct term *term, struct session *session,
                          const struct game_guide *guide)
{
    struct game *g = calloc(1, sizeof *g);
    struct table *table = &session->table;
    if (!g)
        return NULL;
    g->term = term, g->session = session, g->table = table;
    g->guide = guide;
    g->lang = session->setup.lang;
    g->hints = session->setup.help == SETUP_HELP_ON ||
               (session->setup.help == SETUP_HELP_SHEET &&
                table->play.game.rules.wrong_card == 0); /* P2: mistakes are part of the game */
    g->bell = !session->setup.mute;
    g->viewer = g->next_viewer = MAZO_SPECTATOR;
    g->now = term->now(term);
    g->people = session_people(session);
    for (int seat = 0; seat < table->seats && (g->people & (g->people - 1)) == 0; seat++)
        g->viewer = g->people >> seat & 1 ? (uint8_t)seat : g->viewer;
    tell_house_rules(g);
    if (session_begins(session))
        game_hear(g, session); /* the deal */
    else
        game_recall(g);
    session->heard = game_hear, session->ctx = g;
    session->answered = game_answer, session->told = game_told;
    g->view.turn = MAZO_SEAT_NONE; /* not seen yet */
    game_look(g);
    return g;
}

static void leave(struct game *g, enum play_end how)
{
    g->leaving = true;
    g->end = (uint8_t)how;
}

/* The round is over: show the result, and do what the person chooses. */
static void end_round(struct game *g)
{
    static const struct mazo_command next = {.type = MAZO_CMD_next, .seat = MAZO_SEAT_NONE};
    bool over = g->table->play.game.phase == MAZO_PHASE_match_over;
    struct wire_error why;
    enum ending_choice choice = terminal_ending(g->term, g->session,
                                                g->people & (g->people - 1) ? MAZO_SPECTATOR
                                                                            : g->viewer);
    if ((choice == ENDING_MENU || choice == ENDING_AGAIN) && !terminal_rescue(g->term, g->session))
        return; /* the ending is shown again */
    switch (choice) {
    case ENDING_NEXT:
        if (over) {
            leave(g, PLAY_OVER);
            return;
        }
        g->now = g->term->now(g->term);
        g->dealing = session_do(g->session, g->now, &next, NULL, &why) == SESSION_SENT;
        break;
    case ENDING_DEALT:
        break;
    case ENDING_AGAIN:
        leave(g, PLAY_AGAIN);
        return;
    case ENDING_ON:
        leave(g, PLAY_ON);
        return;
    case ENDING_MENU:
        leave(g, over ? PLAY_OVER : PLAY_LEFT);
        return;
    case ENDING_GONE:
        leave(g, PLAY_GONE);
        return;
    }
    if (g->people & (g->people - 1))
        g->viewer = MAZO_SPECTATOR; /* new cards: hidden until the curtain has been up */
    g->dialog = DIALOG_NONE;
    game_look(g);
}

/* Must we leave the match screen? */
static void look_for_end(struct game *g)
{
    bool over = g->table->play.game.phase >= MAZO_PHASE_round_over;
    if (g->guide)
        g->guided = g->guide->is_over(g->guide->ctx, g->table);
    else if (g->session->left)
        leave(g, PLAY_OVER);
    else if (over && g->dialog != DIALOG_SHOWN && !g->dealing && g->now >= g->over_at + OVER_MS)
        end_round(g);
}

static void warn(struct game *g)
{
    char text[sizeof g->message];
    if (session_warning(g->session, text, sizeof text))
        game_say(g, true, text);
}

static void turn_over(struct game *g)
{
    struct term_input in;
    g->now = g->term->now(g->term);
    bool busy = !g->guided && tick(g);
    look_for_end(g);
    if (g->leaving)
        return;
    warn(g);
    if (g->dialog != DIALOG_CURTAIN)
        g->curtain_at = 0;
    else if (g->curtain_at == 0)
        g->curtain_at = g->now;
    game_draw(g);
    in = g->term->read(g->term, g->guided ? -1 : busy ? 0 : patience(g));
    g->now = g->term->now(g->term);
    if (in.key == TERM_GONE) {
        leave(g, PLAY_GONE);
    } else if (g->guided && g->dialog != DIALOG_SHOWN) {
        if (in.key == TERM_ENTER || in.key == ' ' || in.key == TERM_CLICK)
            leave(g, PLAY_OVER);
        else if (in.key == 'q' || in.key == 'Q')
            leave(g, PLAY_LEFT);
    } else if (in.key != TERM_NONE && in.key != TERM_RESIZE) {
        game_key(g, in);
    }
}

enum play_end terminal_play_guided(struct term *term, struct session *session,
                                   const struct game_guide *guide)
{
    struct game *g = begin(term, session, guide);
    if (!g)
        return PLAY_GONE;
    while (!g->leaving)
        turn_over(g);
    enum play_end how = (enum play_end)g->end;
    session->heard = NULL, session->answered = NULL, session->told = NULL;
    session->ctx = NULL;
    free(g);
    return how;
}

enum play_end terminal_play(struct term *term, struct session *session)
{
    return terminal_play_guided(term, session, NULL);
}
