/*
 * hand.c - cards move between hands, draw pile and discards.
 *
 * Invariants: have[s] has the bit of every kind with copies[s][kind] >= 1,
 * twice[s] of every kind with two or more, and size[s] is the sum.
 *
 * The draw pile is shuffled lazily: a draw picks one of the cards that are
 * left. Only the top `ordered` cards, set by a position, come as they lie.
 */
#include "core.h"

HOT void hand_add(struct mazo_game *g, int seat, mazo_card card)
{
    uint8_t *copies = &g->copies[seat][card];
    uint64_t bit = MAZO_BIT(card);
    g->twice[seat] |= g->have[seat] & bit;
    g->have[seat] |= bit;
    (*copies)++;
    g->size[seat]++;
}

HOT void hand_remove(struct mazo_game *g, int seat, mazo_card card)
{
    MAZO_ASSERT(g->copies[seat][card] > 0);
    uint64_t bit = MAZO_BIT(card);
    int left = --g->copies[seat][card];
    g->size[seat]--;
    g->shown[seat] &= ~bit; /* others must not learn whether another copy is left */
    if (left < 2)           /* no longer two, or no longer one */
        (left ? g->twice : g->have)[seat] ^= bit;
}

/* Moves what a hand declined with it; hand_came_from sets what is shown of it. */
static void swap_knowledge(struct mazo_game *g, int a, int b)
{
    uint64_t declined = g->declined[a];
    uint8_t since = g->declined_since[a];
    g->declined[a] = g->declined[b];
    g->declined_since[a] = g->declined_since[b];
    g->declined[b] = declined;
    g->declined_since[b] = since;
}

static void swap_cards(struct mazo_game *g, int a, int b)
{
    uint64_t have = g->have[a], twice = g->twice[a];
    uint8_t size = g->size[a], copies[MAZO_KIND_COUNT];
    memcpy(copies, g->copies[a], sizeof copies);
    g->have[a] = g->have[b];
    g->twice[a] = g->twice[b];
    g->size[a] = g->size[b];
    memcpy(g->copies[a], g->copies[b], sizeof copies);
    g->have[b] = have;
    g->twice[b] = twice;
    g->size[b] = size;
    memcpy(g->copies[b], copies, sizeof copies);
}

/* A hand's last owner knows it: it is shown to them. A call or a
 * forgotten call belongs to the card played, not to the hand received. */
static void hand_came_from(struct mazo_game *g, int seat, int owner)
{
    g->shown[seat] = g->have[seat];
    g->shown_to[seat] = SEAT_BIT(owner);
    g->said &= (uint16_t)~SEAT_BIT(seat);
    g->catchable &= (uint16_t)~SEAT_BIT(seat);
}

void hands_swap(struct mazo_game *g, int a, int b)
{
    swap_cards(g, a, b);
    swap_knowledge(g, a, b);
    hand_came_from(g, a, b);
    hand_came_from(g, b, a);
}

/* Every hand goes one seat on in the direction of play. */
void hands_rotate(struct mazo_game *g)
{
    int next = seat_after(g, 0);
    for (; next != 0; next = seat_after(g, next)) { /* seat 0 holds the hand that travels */
        swap_cards(g, 0, next);
        swap_knowledge(g, 0, next);
    }
    for (int seat = 0; seat < g->seats; seat++)
        hand_came_from(g, seat_after(g, seat), seat);
}

mazo_card hand_pick(struct mazo_game *g, int seat)
{
    uint32_t left = mazo_rng_below(&g->rng, g->size[seat]);
    for (uint64_t rest = g->have[seat]; rest; rest &= rest - 1) {
        mazo_card card = lowest_card(rest);
        if (left < g->copies[seat][card]) {
            hand_remove(g, seat, card);
            return card;
        }
        left -= g->copies[seat][card];
    }
    MAZO_ASSERT(false);
    return MAZO_CARD_NONE;
}

void set_color(struct mazo_game *g, int color)
{
    g->fits = mazo_fits_on(g->top, color);
    g->color = (uint8_t)color;
}

/* FITS(c)(v): what goes on a card of that color and value. */
#define FITS(color, value) (MAZO_OF_COLOR(color) | MAZO_OF_VALUE(value) | MAZO_WILDS)
#define FITS_COLOR(c)                                                                              \
    FITS(c, 0), FITS(c, 1), FITS(c, 2), FITS(c, 3), FITS(c, 4), FITS(c, 5), FITS(c, 6),            \
        FITS(c, 7), FITS(c, 8), FITS(c, 9), FITS(c, 10), FITS(c, 11), FITS(c, 12), FITS(c, 13),    \
        MAZO_WILDS, MAZO_WILDS
static const uint64_t fits_on[MAZO_KIND_COUNT] = {FITS_COLOR(0), FITS_COLOR(1), FITS_COLOR(2),
                                                  FITS_COLOR(3)};

/* Use after putting the card on top; a colored card sets its own color. */
HOT void set_top(struct mazo_game *g, mazo_card card, int color)
{
    g->top = card;
    g->color = (uint8_t)mazo_card_color(card);
    g->fits = fits_on[card];
    if (g->fits != MAZO_WILDS)
        return;
    g->color = (uint8_t)color;
    if (color != MAZO_COLOR_NONE)
        g->fits = MAZO_WILDS | MAZO_OF_COLOR(color);
}

HOT void discard_push(struct mazo_game *g, mazo_card card)
{
    size_t n = g->discard_count + (size_t)1;
    g->discard_count = (uint8_t)n;
    g->pile[MAZO_CARDS_MAX - n] = card;
}

void discard_under(struct mazo_game *g, mazo_card card)
{
    discard_push(g, g->pile[MAZO_CARDS_MAX - g->discard_count]);
    g->pile[MAZO_CARDS_MAX - g->discard_count + 1] = card;
}

HOT bool can_draw(const struct mazo_game *g) { return g->draw_count > 0 || g->discard_count > 1; }

/* T5: a card goes on another when they share a color or a value. So the cards that can ever
 * be played are those linked to a card of the piles, directly or through others. */
COLD static uint64_t ever_playable(const struct mazo_game *g)
{
    uint64_t held = 0, playable = 0, before;
    for (int seat = 0; seat < g->seats; seat++)
        held |= g->have[seat];
    for (int i = 1; i <= g->discard_count; i++)
        playable |= MAZO_BIT(g->pile[MAZO_CARDS_MAX - i]);
    if ((held | playable) & MAZO_WILDS)
        return MAZO_KINDS;
    playable |= held & g->fits; /* a color may have been named over the top card */
    do {
        before = playable;
        for (uint64_t rest = playable; rest; rest &= rest - 1)
            playable |= held & fits_on[lowest_card(rest)];
    } while (playable != before);
    return playable;
}

/* T5: does everybody hold a card that can never be played? Then the same few cards would go round
 * forever. A lever that can still be pulled, or is, may change that. */
COLD static bool is_dead(const struct mazo_game *g)
{
    uint64_t playable = ever_playable(g);
    if (!since(g, 2) || g->lever != MAZO_SEAT_NONE || playable & MAZO_OF_VALUE(MAZO_JACKPOT))
        return false;
    for (int seat = 0; seat < g->seats; seat++)
        if (!(g->have[seat] & ~playable))
            return false;
    return true;
}

COLD static int smallest_hand(const struct mazo_game *g)
{
    int least = g->size[0];
    for (int seat = 1; seat < g->seats; seat++)
        least = at_most(g->size[seat], least);
    return least;
}

/* T5: counts shuffles in a row that end with no smaller hand than before. A shuffle of fewer cards
 * than there are players counts more: those go round forever. This ends every loop, and hardly
 * ever a round that could be won (docs/decisions.md). */
COLD static bool goes_in_circles(struct mazo_game *g, int back)
{
    enum { FEW = 8, ENOUGH = 31 * FEW };
    int least = smallest_hand(g);
    if (!since(g, 2))
        return false;
    if (g->idle == 0 || least < g->smallest) {
        g->smallest = (uint8_t)least;
        g->idle = 0;
    }
    if (!(g->have[g->turn] & g->fits))
        g->idle = (uint8_t)at_most(g->idle + (back < g->seats ? FEW : 1), ENOUGH);
    return g->idle == ENOUGH;
}

/* T5: the top discard stays, the others become the draw pile. */
COLD static void recycle(struct mazo_game *g, struct mazo_events *ev)
{
    int n = g->discard_count - 1;
    mazo_card top = g->pile[MAZO_CARDS_MAX - g->discard_count];
    bool circles = goes_in_circles(g, n);
    g->dead = circles || is_dead(g);
    memmove(g->pile, &g->pile[MAZO_CARDS_MAX - n], (size_t)n);
    g->pile[MAZO_CARDS_MAX - 1] = top;
    g->draw_count = (uint8_t)n;
    g->discard_count = 1;
    g->shuffles++;
    g->ordered = 0;
    tell_count(ev, MAZO_EVENT_recycled, MAZO_SEAT_NONE, n);
}

HOT mazo_card draw_card(struct mazo_game *g, struct mazo_events *ev)
{
    if (g->draw_count == 0) {
        if (g->discard_count <= 1)
            return MAZO_CARD_NONE;
        recycle(g, ev);
    }
    int last = --g->draw_count;
    if (g->ordered) {
        g->ordered--;
        return g->pile[last];
    }
    uint32_t at = rng_below(&g->rng, (uint32_t)last + 1);
    mazo_card card = g->pile[at];
    g->pile[at] = g->pile[last];
    return card;
}

HOT void hand_grew(struct mazo_game *g, int seat, int by)
{
    g->said &= (uint16_t)~SEAT_BIT(seat);
    g->catchable &= (uint16_t)~SEAT_BIT(seat);
    g->declined_since[seat] = (uint8_t)at_most(g->declined_since[seat] + by, UINT8_MAX);
}

HOT static void tell_drew(struct mazo_events *ev, int seat, const mazo_card *cards, int n,
                          int reason)
{
    struct mazo_event *e = event_add(ev, MAZO_EVENT_drew, seat);
    if (!e)
        return;
    e->detail = (uint8_t)reason;
    e->has_cards = true;
    for (int i = 0; i < n; i++)
        event_card(ev, cards[i]);
}

mazo_card draw_until(struct mazo_game *g, int seat, int n, uint64_t stop, int reason,
                     struct mazo_events *ev)
{
    mazo_card drawn[MAZO_CARDS_MAX], card = MAZO_CARD_NONE;
    int got = 0;
    while (got < n) {
        mazo_card next = draw_card(g, ev);
        if (next == MAZO_CARD_NONE)
            break;
        card = next;
        hand_add(g, seat, card);
        drawn[got++] = card;
        if (stop >> card & 1)
            break;
    }
    if (got)
        hand_grew(g, seat, got);
    if (ev)
        tell_drew(ev, seat, drawn, got, reason);
    return card;
}

void draw_cards(struct mazo_game *g, int seat, int n, int reason, struct mazo_events *ev)
{
    draw_until(g, seat, n, 0, reason, ev);
}

HOT void take_card(struct mazo_game *g, int seat, mazo_card card, int reason,
                   struct mazo_events *ev)
{
    hand_add(g, seat, card);
    hand_grew(g, seat, 1);
    if (ev)
        tell_drew(ev, seat, &card, 1, reason);
}
