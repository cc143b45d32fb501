/*
 * act.c - what keys and clicks mean, as commands to the table.
 */
#include "terminal/game/state.h"

#include <stdio.h>
#include <string.h>

#include "say/rule_say.h"

static struct mazo_command command(const struct game *g, int type)
{
    return (struct mazo_command){.type = (uint8_t)type,
                                 .seat = g->viewer,
                                 .card = MAZO_CARD_NONE,
                                 .color = MAZO_COLOR_NONE,
                                 .who = MAZO_SEAT_NONE};
}

static void say_refusal(struct game *g, const char *message)
{
    char text[sizeof g->message];
    snprintf(text, sizeof text, "%s", message);
    rule_say_capital(text);
    game_say(g, true, text);
}

/* Would the sentence give away which card fits, though hints are off? */
static bool names_a_hint(const struct game *g, const char *word)
{
    return !g->hints && g->view.phase != MAZO_PHASE_drawn && word &&
           (strcmp(word, mazo_error_word(MAZO_ERR_can_play)) == 0 ||
            strcmp(word, mazo_error_word(MAZO_ERR_must_play)) == 0);
}

static bool give(struct game *g, const struct mazo_command *c, const struct say_card_text *texts)
{
    struct wire_error why = {0};
    game_say(g, false, "");
    if (g->guide && !g->guide->allows(g->guide->ctx, g->table, c)) {
        g->dialog = DIALOG_NONE;
        return false;
    }
    switch (session_do(g->session, g->now, c, texts, &why)) {
    case SESSION_DONE:
        g->marked_count = 0;
        g->dialog = g->dialog == DIALOG_SHOWN || g->dialog == DIALOG_VOTE ? g->dialog : DIALOG_NONE;
        if (why.message[0]) /* a misplay */
            say_refusal(g, why.message);
        g->visiting = false;
        game_look(g);
        return true;
    case SESSION_WAITS:
        g->dialog = DIALOG_NONE;
        game_say(g, false, text_in(g->lang, "You called it: it counts in a moment"));
        return true;
    case SESSION_SENT: /* the answer comes later */
        g->dialog = DIALOG_NONE;
        return false;
    case SESSION_REFUSED:
        if (g->session->remote && g->session->remote->trouble(g->session->remote->ctx))
            return false; /* shown in the prompt while it lasts */
        break;
    }
    say_refusal(g, names_a_hint(g, why.word)
                       ? text_in(g->lang, N_("Not now: you have a card that fits"))
                       : why.message);
    return false;
}

void game_answer(void *ctx, enum session_answer answer, const char *message)
{
    struct game *g = ctx;
    if (answer == SESSION_WAITS)
        game_say(g, false, text_in(g->lang, "You called it: it counts in a moment"));
    else if (message[0])
        say_refusal(g, message);
    g->dealing = g->dealing && answer != SESSION_REFUSED;
}

static void give_plain(struct game *g, int type)
{
    struct mazo_command c = command(g, type);
    give(g, &c, NULL);
}

/* ---- cards ---- */

static void play_card(struct game *g, mazo_card card, int color)
{
    struct mazo_command c = command(g, MAZO_CMD_play);
    c.card = card;
    c.color = (uint8_t)color;
    c.uno = g->uno;
    if (give(g, &c, NULL))
        g->uno = false;
}

/* A wild needs a color first; but do not ask for one if the card would be refused or is a misplay. */
static void play_selected(struct game *g)
{
    mazo_card card = g->hand[g->selected];
    bool turn = game_own_turn(g) &&
                (mazo_is_card_phase(g->view.phase) || g->view.phase == MAZO_PHASE_run);
    if (mazo_card_is_wild(card) && turn && (g->fits & MAZO_BIT(card) || !g->hints)) {
        g->dialog = DIALOG_COLOR;
        g->dialog_at = game_main_color(g);
        g->wild = card;
        return;
    }
    play_card(g, card, mazo_card_is_wild(card) ? MAZO_RED : MAZO_COLOR_NONE);
}

/* Phase throw: mark or unmark the card. */
static void mark(struct game *g, int index)
{
    for (int i = 0; i < g->marked_count; i++) {
        if (g->marked[i] == index) {
            g->marked_count--;
            memmove(g->marked + i, g->marked + i + 1,
                    (size_t)(g->marked_count - i) * sizeof *g->marked);
            return;
        }
    }
    if (g->view.owed > 0 && g->marked_count == g->view.owed)
        return; /* enough cards: unmark one first */
    g->marked[g->marked_count++] = index;
}

static void throw_marked(struct game *g)
{
    mazo_card cards[MAZO_CARDS_MAX];
    struct mazo_command c = command(g, MAZO_CMD_throw);
    for (int i = 0; i < g->marked_count; i++)
        cards[i] = g->hand[g->marked[i]];
    c.cards = cards;
    c.count = (uint8_t)g->marked_count;
    give(g, &c, NULL);
}

static void press_card(struct game *g, int index)
{
    if (index < 0 || index >= g->hand_count)
        return;
    g->selected = index;
    if (game_own_turn(g) && g->view.phase == MAZO_PHASE_throw) {
        mark(g, index);
        game_offers(g); /* it says how many */
    } else {
        play_selected(g);
    }
}

/* ---- players ---- */

static void with_seat(struct game *g, enum act act, int seat)
{
    struct mazo_command c;
    g->dialog = DIALOG_NONE;
    if (act == ACT_OTHER) {
        g->next_viewer = (uint8_t)seat;
        g->dialog = DIALOG_CURTAIN;
        g->visiting = true;
        return;
    }
    c = command(g, act == ACT_CATCH    ? MAZO_CMD_catch
                   : act == ACT_ACCUSE ? MAZO_CMD_accuse
                                       : MAZO_CMD_choose);
    c.who = (uint8_t)seat;
    give(g, &c, NULL);
}

/* Ask for a seat, unless there is only one. */
static void ask_seat(struct game *g, enum act act)
{
    uint16_t seats = game_seats_for(g, act);
    if (seats == 0)
        return;
    if ((seats & (seats - 1)) == 0 && act != ACT_ACCUSE) {
        int seat = 0;
        while (!(seats >> seat & 1))
            seat++;
        with_seat(g, act, seat);
        return;
    }
    g->dialog = DIALOG_SEAT;
    g->dialog_for = (uint8_t)act;
    g->dialog_at = 0;
}

/* A seat is clicked or chosen: for the open dialog, or to catch the player there. */
static void press_seat(struct game *g, int seat)
{
    uint8_t dialog = game_dialog(g);
    enum act act = g->dialog == DIALOG_SEAT ? (enum act)g->dialog_for
                   : dialog == DIALOG_SEAT  ? ACT_SEAT
                                            : ACT_CATCH;
    if (game_seats_for(g, act) >> seat & 1)
        with_seat(g, act, seat);
}

static void name_color(struct game *g, int color)
{
    if (g->dialog == DIALOG_COLOR) {
        g->dialog = DIALOG_NONE;
        play_card(g, g->wild, color);
    } else {
        struct mazo_command c = command(g, MAZO_CMD_color);
        c.color = (uint8_t)color;
        give(g, &c, NULL);
    }
}

/* ---- the rest ---- */

/* Say UNO now if possible, else with the next card. */
static void say_uno(struct game *g)
{
    for (int i = 0; i < g->legal.count; i++) {
        if (g->legal.at[i].type == MAZO_CMD_uno) {
            give_plain(g, MAZO_CMD_uno);
            return;
        }
    }
    if (g->view.size[g->viewer] != 2 || g->view.said >> g->viewer & 1) {
        give_plain(g, MAZO_CMD_uno); /* to get the reason */
        return;
    }
    g->uno = !g->uno;
    game_say(g, false,
             g->uno ? text_in(g->lang, "You will say UNO with your next card")
                    : text_in(g->lang, "You will not say UNO with your next card"));
}

static void vote(struct game *g, bool yes)
{
    struct mazo_command c = command(g, MAZO_CMD_vote);
    c.yes = yes;
    give(g, &c, NULL);
}

/* The voter answers; any other act is to abstain, or to deny it. */
static void answer_poll(struct game *g, enum act act)
{
    struct mazo_command c = command(g, act == ACT_ADMIT ? MAZO_CMD_admit : MAZO_CMD_vote);
    c.seat = g->voter;
    c.yes = act == ACT_GUILTY;
    g->polled |= (uint16_t)(1u << g->voter);
    if (act == ACT_CANCEL || !give(g, &c, NULL))
        game_look(g);
}

static void hand_in(struct game *g)
{
    struct mazo_command c = command(g, MAZO_CMD_write);
    c.rule_cards = g->writing.cards;
    c.count = g->writing.count;
    g->writing.ready = false;
    if (give(g, &c, g->writing.texts))
        g->writing.count = 0;
}

static void cancel(struct game *g)
{
    g->marked_count = 0;
    g->dialog = DIALOG_NONE;
    game_say(g, false, "");
    game_offers(g);
}

/* The command of an act that needs nothing else, or -1. */
static int command_of(enum act act)
{
    static const struct {
        uint8_t act, command;
    } plain[] = {
        {ACT_DRAW, MAZO_CMD_draw},     {ACT_KEEP, MAZO_CMD_keep},
        {ACT_ACCEPT, MAZO_CMD_accept}, {ACT_CHALLENGE, MAZO_CMD_challenge},
        {ACT_DONE, MAZO_CMD_done},     {ACT_ADMIT, MAZO_CMD_admit},
        {ACT_PASS, MAZO_CMD_pass},     {ACT_NEXT, MAZO_CMD_next},
    };
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (plain[i].act == act)
            return plain[i].command;
    return -1;
}

/* Acts that only change the screen. */
static void change_screen(struct game *g, enum act act)
{
    if (act == ACT_HINTS) {
        g->hints = !g->hints;
        game_offers(g);
    } else if (act == ACT_SAY || act == ACT_QUIT) {
        g->dialog = act == ACT_SAY ? DIALOG_SAY : DIALOG_QUIT;
        g->talk_ready = -1;
    } else if (act == ACT_CANCEL) {
        cancel(g);
    }
}

void game_act(struct game *g, enum act act, int arg)
{
    if (g->dialog == DIALOG_VOTE && act != ACT_QUIT) {
        answer_poll(g, act);
        return;
    }
    if (command_of(act) >= 0) {
        give_plain(g, command_of(act));
        return;
    }
    switch (act) {
    case ACT_CARD:
        press_card(g, arg);
        break;
    case ACT_UNO:
        say_uno(g);
        break;
    case ACT_CATCH:
    case ACT_ACCUSE:
    case ACT_OTHER:
        ask_seat(g, act);
        break;
    case ACT_COLOR:
        name_color(g, arg);
        break;
    case ACT_SEAT:
        press_seat(g, arg);
        break;
    case ACT_THROW:
        throw_marked(g);
        break;
    case ACT_GUILTY:
    case ACT_INNOCENT:
        vote(g, act == ACT_GUILTY);
        break;
    case ACT_WRITE:
        hand_in(g);
        break;
    default:
        change_screen(g, act);
    }
}
