/*
 * order.c - whose turn it is, and what the table waits for.
 */
#include "core.h"

/* The player after `seat`, skipping players who lose this turn. */
HOT int next_player(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    int next = seat_after(g, seat);
    while (g->lose_turn && g->lose_turn & SEAT_BIT(next)) { /* seldom */
        g->lose_turn &= (uint16_t)~SEAT_BIT(next);
        tell(ev, MAZO_EVENT_skipped, next);
        next = seat_after(g, next);
    }
    return next;
}

HOT void turn_to(struct mazo_game *g, int seat)
{
    g->turn = (uint8_t)seat;
    g->phase = MAZO_PHASE_play;
}

/* Wait for the seat to name a color, choose a player or throw cards. */
void ask(struct mazo_game *g, int seat, int phase, int purpose)
{
    g->turn = (uint8_t)seat;
    g->phase = (uint8_t)phase;
    g->purpose = (uint8_t)purpose;
}

HOT void pass_turn(struct mazo_game *g, int from, struct mazo_events *ev)
{
    turn_to(g, next_player(g, from, ev));
}

/* The seat's turn, unless it is one that the seat loses. */
void begin_turn(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    if (g->lose_turn & SEAT_BIT(seat)) {
        g->lose_turn &= (uint16_t)~SEAT_BIT(seat);
        tell(ev, MAZO_EVENT_skipped, seat);
        seat = next_player(g, seat, ev);
    }
    turn_to(g, seat);
}

/* A turn that is lost is lost once: one owed to a rule card goes with it. */
HOT void skip_player(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    g->lose_turn &= (uint16_t)~SEAT_BIT(seat);
    tell(ev, MAZO_EVENT_skipped, seat);
    pass_turn(g, seat, ev);
}

HOT void reverse_direction(struct mazo_game *g, struct mazo_events *ev)
{
    g->direction = (int8_t)-g->direction;
    tell_detail(ev, MAZO_EVENT_reversed, MAZO_SEAT_NONE, g->direction > 0);
}

/* Cards lie before a player, who may answer: W5, X1. */
HOT void strike(struct mazo_game *g, int striker, int n, int victim, struct mazo_events *ev)
{
    g->striker = (uint8_t)striker;
    g->struck_since = 0;
    g->pending = (uint8_t)at_most(g->pending + n, MAZO_CARDS_MAX);
    g->turn = (uint8_t)victim;
    g->phase = MAZO_PHASE_struck;
    tell_count(ev, MAZO_EVENT_struck, victim, g->pending);
}
