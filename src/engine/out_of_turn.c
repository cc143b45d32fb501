/*
 * out_of_turn.c - what may be done out of turn: UNO, catches, mistakes, votes.
 */
#include "core.h"

/* U1, U3: after a card is played: with one left, was UNO said? */
HOT void hear_uno(struct mazo_game *g, int seat, bool uno)
{
    uint16_t bit = SEAT_BIT(seat);
    if (g->size[seat] > 1)
        return;
    if (g->size[seat] == 0) {
        g->said &= (uint16_t)~bit;
        return;
    }
    if (uno)
        g->said |= bit;
    if (!(g->said & bit) && g->rules.uno_penalty)
        g->catchable |= bit;
}

/* U1: a call made before a card that was not played after all. */
HOT void forget_call(struct mazo_game *g, int seat)
{
    if (g->size[seat] != 1)
        g->said &= (uint16_t)~SEAT_BIT(seat);
}

/* Penalty cards. In a challenge the striker's do not count. */
static void punish(struct mazo_game *g, int seat, int n, int reason, struct mazo_events *ev)
{
    int held = g->size[seat];
    draw_cards(g, seat, n, reason, ev);
    if (seat == g->striker)
        g->struck_since = (uint8_t)(g->struck_since + g->size[seat] - held);
}

/* U1 before playing the last card but one, U5 late. */
void do_uno(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    bool late = g->catchable & SEAT_BIT(seat);
    g->said |= SEAT_BIT(seat);
    g->catchable &= (uint16_t)~SEAT_BIT(seat);
    tell(ev, MAZO_EVENT_uno, seat);
    if (late && g->rules.uno_late)
        punish(g, seat, g->rules.uno_late, MAZO_FOR_uno, ev);
}

/* U2, U4 */
void do_catch(struct mazo_game *g, int seat, int who, struct mazo_events *ev)
{
    g->catchable &= (uint16_t)~SEAT_BIT(who);
    tell_who(ev, MAZO_EVENT_caught, seat, who);
    punish(g, who, g->rules.uno_penalty, MAZO_FOR_uno, ev);
}

/* Everybody has seen the card. What one seat was shown before stays secret: it is dropped here, not
 * revealed to all. */
static void show_card(struct mazo_game *g, int seat, mazo_card card)
{
    uint16_t all = (uint16_t)((1u << g->seats) - 1);
    uint64_t known = g->shown_to[seat] == all ? g->shown[seat] : 0;
    g->shown[seat] = known | MAZO_BIT(card);
    g->shown_to[seat] = all;
}

/* P2: the card is taken back; the turn continues. */
void do_misplay(struct mazo_game *g, const struct mazo_command *c, int error,
                struct mazo_events *ev)
{
    struct mazo_event *e = ev ? event_add(ev, MAZO_EVENT_misplayed, c->seat) : NULL;
    if (e) {
        e->card = c->card;
        e->detail = (uint8_t)error;
    }
    show_card(g, c->seat, c->card);
    punish(g, c->seat, g->rules.wrong_card, MAZO_FOR_wrong_card, ev);
}

static void close_vote(struct mazo_game *g)
{
    g->accuser = g->accused = MAZO_SEAT_NONE;
    g->voted = g->voted_yes = 0;
}

static void convict(struct mazo_game *g, struct mazo_events *ev)
{
    int seat = g->accused;
    close_vote(g);
    tell(ev, MAZO_EVENT_convicted, seat);
    punish(g, seat, g->rules.suggestion, MAZO_FOR_suggestion, ev);
}

void do_accuse(struct mazo_game *g, int seat, int who, struct mazo_events *ev)
{
    g->accuser = (uint8_t)seat;
    g->accused = (uint8_t)who;
    g->voted = g->voted_yes = SEAT_BIT(seat); /* P3: counts as a yes */
    tell_who(ev, MAZO_EVENT_accused, seat, who);
}

void do_tally(struct mazo_game *g, struct mazo_events *ev)
{
    int yes = count_bits(g->voted_yes), no = count_bits(g->voted) - yes;
    if (yes >= 2 && yes > no) {
        convict(g, ev);
        return;
    }
    tell(ev, MAZO_EVENT_acquitted, g->accused);
    close_vote(g);
}

void do_vote(struct mazo_game *g, int seat, bool yes, struct mazo_events *ev)
{
    g->voted |= SEAT_BIT(seat);
    if (yes)
        g->voted_yes |= SEAT_BIT(seat);
    tell_detail(ev, MAZO_EVENT_voted, seat, yes);
    if (count_bits(g->voted) == g->seats - 1)
        do_tally(g, ev);
}

void do_admit(struct mazo_game *g, struct mazo_events *ev)
{
    tell(ev, MAZO_EVENT_admitted, g->accused);
    convict(g, ev);
}
