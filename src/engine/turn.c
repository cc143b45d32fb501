/*
 * turn.c - the commands of a turn.
 */
#include "core.h"

HOT static void forget_strike(struct mazo_game *g)
{
    g->pending = 0;
    g->striker = MAZO_SEAT_NONE;
    g->struck_since = 0;
    g->dirty = g->challengeable = false;
    g->color_before = MAZO_COLOR_NONE;
}

HOT static void draw_two(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    int victim = seat_after(g, seat);
    if (g->rules.stacking) {
        g->dirty = g->challengeable = false;
        g->color_before = MAZO_COLOR_NONE;
        strike(g, seat, 2, victim, ev);
        return;
    }
    draw_cards(g, victim, 2, MAZO_FOR_draw_two, ev); /* A1 */
    skip_player(g, victim, ev);
}

HOT static void wild_four(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    g->challengeable = g->rules.wild_four != MAZO_wild_four_always && !g->rules.no_bluffing;
    memcpy(g->struck_hand, g->copies[seat], sizeof g->struck_hand);
    strike(g, seat, 4, seat_after(g, seat), ev);
}

/* H: a seven waits for a choice, a zero passes the hands on. */
COLD static void seven_or_zero(struct mazo_game *g, int seat, int value, struct mazo_events *ev)
{
    if (value == 7) {
        ask(g, seat, MAZO_PHASE_choose, MAZO_PURPOSE_seven);
        return;
    }
    hands_rotate(g);
    tell_detail(ev, MAZO_EVENT_rotated, MAZO_SEAT_NONE, g->direction > 0);
    pass_turn(g, seat, ev);
}

HOT static void reverse(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    reverse_direction(g, ev);
    if (g->seats == 2)
        turn_to(g, seat); /* A3: the same player again */
    else
        pass_turn(g, seat, ev);
}

/* Numbers, Wild, Skip and Reverse without events and with nothing else going on: the same as
 * below in a few instructions. Most cards go one seat on, which a predictor soon knows. */
HOT static bool act_fast(struct mazo_game *g, int seat, mazo_card card)
{
    const uint64_t plain = MAZO_BIT(MAZO_WILD) | MAZO_NUMBERS | MAZO_OF_VALUE(MAZO_SKIP) |
                           MAZO_OF_VALUE(MAZO_REVERSE);
    if (g->lose_turn || g->rules.seven_zero || !(plain >> card & 1))
        return false;
    int value = mazo_card_value(card), by = g->direction;
    if (value >= MAZO_SKIP && card != MAZO_WILD) {
        if (value == MAZO_SKIP) {
            by += by;
        } else {
            g->direction = (int8_t)-by;
            by = g->seats == 2 ? 0 : -by; /* A3 */
        }
    }
    turn_to(g, mazo_seat_at(&g->pub, seat + by));
    return true;
}

HOT static void act_on(struct mazo_game *g, int seat, mazo_card card, struct mazo_events *ev)
{
    int value = mazo_card_value(card);
    if (value < MAZO_SKIP) {
        if (g->rules.seven_zero && (value == 7 || value == 0))
            seven_or_zero(g, seat, value, ev);
        else
            pass_turn(g, seat, ev);
        return;
    }
    if (card == MAZO_WILD)
        pass_turn(g, seat, ev);
    else if (card == MAZO_WILD_FOUR)
        wild_four(g, seat, ev);
    else if (value == MAZO_SKIP)
        skip_player(g, seat_after(g, seat), ev);
    else if (value == MAZO_REVERSE)
        reverse(g, seat, ev);
    else if (value == MAZO_DRAW_TWO)
        draw_two(g, seat, ev);
    else
        pull_lever(g, seat, ev); /* J2 */
}

/* What act_fast does not handle on the playout path, a few cards per round: separate, so that
 * playing a card needs few registers. */
static __attribute__((noinline)) void act_without_events(struct mazo_game *g, int seat,
                                                         mazo_card card)
{
    act_on(g, seat, card, NULL);
}

/* U3: a player has played or drawn on their own turn. */
HOT static void close_window(struct mazo_game *g)
{
    if (g->catchable && g->rules.uno_until != MAZO_uno_until_one_card)
        g->catchable = 0;
}

/* U3: or does something else in a turn, which ends it in some games. */
static void turn_lost(struct mazo_game *g)
{
    if (g->rules.uno_until == MAZO_uno_until_next_turn)
        g->catchable = 0;
}

/* E1, E2: the last card wins; what it makes the next player draw may count. */
static void play_last(struct mazo_game *g, int seat, mazo_card card, struct mazo_events *ev)
{
    int n = draws_of(card);
    if (n && g->rules.last_card_draws)
        draw_cards(g, seat_after(g, seat), g->pending + n, MAZO_FOR_last_card, ev);
    win_round(g, seat, ev);
}

HOT void play_card(struct mazo_game *g, int seat, mazo_card card, int color, bool uno,
                   struct mazo_events *ev)
{
    if (card == MAZO_WILD_FOUR) { /* W4: judged at the moment it is played */
        g->dirty = !is_clean(g, seat);
        g->color_before = g->color;
    }
    close_window(g);
    g->passes = 0;
    g->drawn = MAZO_CARD_NONE;
    g->must = false;
    if (seat != g->turn) {
        forget_call(g, g->turn);
        tell(ev, MAZO_EVENT_jumped_in, seat);
    }
    hand_remove(g, seat, card);
    discard_push(g, card);
    set_top(g, card, color);
    hear_uno(g, seat, uno);
    if (ev)
        tell_played(g, seat, uno, ev);
    if (g->size[seat] == 0)
        play_last(g, seat, card, ev);
    else if (ev)
        act_on(g, seat, card, ev);
    else if (!act_fast(g, seat, card))
        act_without_events(g, seat, card);
}

/* Kinds that the seat could play at once if it drew one of them. */
HOT static uint64_t welcome(const struct mazo_game *g, int seat)
{
    uint64_t fits = g->fits;
    if (g->rules.no_bluffing && !is_clean(g, seat))
        fits &= ~MAZO_BIT(MAZO_WILD_FOUR);
    return fits;
}

/* T3 */
HOT void offer_drawn(struct mazo_game *g, mazo_card card, bool stuck)
{
    g->phase = MAZO_PHASE_drawn;
    g->drawn = card;
    g->must = g->rules.must_play || (stuck && g->rules.drawn_card == MAZO_drawn_card_must);
}

HOT static void begin_draw(struct mazo_game *g, int seat)
{
    close_window(g);
    g->passes = 0;
    g->declined[seat] = g->fits;
    g->declined_since[seat] = 0;
}

HOT static void end_draw(struct mazo_game *g, int seat, mazo_card card, uint64_t fits, bool stuck,
                         struct mazo_events *ev)
{
    if (fits >> card & 1)
        offer_drawn(g, card, stuck);
    else
        pass_turn(g, seat, ev); /* T4 */
}

/* H: until a card fits. T5: nothing that anybody draws helps. */
static void draw_on(struct mazo_game *g, struct mazo_events *ev)
{
    int seat = g->turn;
    if (g->dead) {
        block_round(g, ev);
        return;
    }
    bool stuck = !(g->have[seat] & g->fits);
    uint64_t fits = welcome(g, seat);
    begin_draw(g, seat);
    mazo_card last = draw_until(g, seat, MAZO_CARDS_MAX, fits, MAZO_FOR_turn, ev);
    end_draw(g, seat, last, fits, stuck, ev);
}

HOT void do_draw(struct mazo_game *g, struct mazo_events *ev)
{
    if (g->rules.draw_until_playable || g->dead) {
        draw_on(g, ev);
        return;
    }
    mazo_card card = draw_card(g, ev); /* before anything that a register would have to keep */
    int seat = g->turn;
    bool stuck = !(g->have[seat] & g->fits);
    uint64_t fits = g->rules.drawn_card == MAZO_drawn_card_keep ? 0 : welcome(g, seat);
    begin_draw(g, seat);
    take_card(g, seat, card, MAZO_FOR_turn, ev);
    end_draw(g, seat, card, fits, stuck, ev);
}

HOT void do_keep(struct mazo_game *g, struct mazo_events *ev)
{
    forget_call(g, g->turn);
    g->drawn = MAZO_CARD_NONE;
    g->must = false;
    tell(ev, MAZO_EVENT_kept, g->turn);
    pass_turn(g, g->turn, ev);
}

/* W8, X2 */
HOT void do_accept(struct mazo_game *g, struct mazo_events *ev)
{
    int seat = g->turn, n = g->pending;
    bool four = g->top == MAZO_WILD_FOUR, alone = n == (four ? 4 : 2);
    int reason = !alone ? MAZO_FOR_stack : four ? MAZO_FOR_wild_four : MAZO_FOR_draw_two;
    turn_lost(g);
    g->passes = 0;
    forget_strike(g);
    draw_cards(g, seat, n, reason, ev);
    forget_call(g, seat);
    skip_player(g, seat, ev);
}

/* W5: the hand as it was when the card was played, whatever has come since. */
static void show_hand(struct mazo_game *g, int seat, int to, struct mazo_events *ev)
{
    const uint8_t *hand = since(g, 2) ? g->struck_hand : g->copies[seat];
    uint64_t kinds = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        kinds |= hand[card] ? MAZO_BIT(card) : 0;
    tell_hand(ev, MAZO_EVENT_shown, seat, to, kinds, hand);
    g->shown[seat] = kinds;
    g->shown_to[seat] = SEAT_BIT(to);
}

/* W5-W7 */
void do_challenge(struct mazo_game *g, struct mazo_events *ev)
{
    int seat = g->turn, striker = g->striker, n = g->pending;
    bool guilty = g->dirty;
    if (!guilty || !since(g, 2))
        turn_lost(g);
    g->passes = 0;
    forget_strike(g);
    tell_who(ev, MAZO_EVENT_challenged, seat, striker);
    show_hand(g, striker, seat, ev);
    tell_detail(ev, MAZO_EVENT_verdict, striker, guilty);
    if (guilty) {
        draw_cards(g, striker, n, MAZO_FOR_challenge, ev);
        begin_turn(g, seat, ev);
        return;
    }
    draw_cards(g, seat, n + 2, MAZO_FOR_challenge, ev);
    skip_player(g, seat, ev);
}

/* T5 */
void do_pass(struct mazo_game *g, struct mazo_events *ev)
{
    if (!since(g, 2))
        close_window(g);
    forget_call(g, g->turn);
    tell(ev, MAZO_EVENT_passed, g->turn);
    g->passes |= SEAT_BIT(g->turn);
    if (g->passes == (1u << g->seats) - 1 || g->dead)
        block_round(g, ev);
    else
        pass_turn(g, g->turn, ev);
}
