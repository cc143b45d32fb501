/*
 * resample.c - a game that a view could come from, for players who look ahead.
 *
 * It takes a view and nothing else: a bot that is handed one cannot see more.
 */
#include "mazo/view.h"
#include "core.h"

/* The cards that the seat does not see: the deck without its own hand, the
 * discards and what it knows to be in other hands. */
struct unseen {
    int count;
    mazo_card cards[MAZO_CARDS_MAX];
};

/* What everybody sees, before any card is anywhere. */
static void copy_table(const struct mazo_view *v, struct mazo_game *g)
{
    copy_public(&g->pub, &v->pub);
    memset(g->size, 0, sizeof g->size);
    g->draw_count = g->discard_count = g->dispenser_count = 0;
    g->drawn = v->drawn;
    g->must = v->must;
}

/* The discards in any order: only the top card and their number matter. */
static void set_discards(const struct mazo_view *v, struct mazo_game *g)
{
    if (v->top == MAZO_CARD_NONE)
        return;
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        for (int n = v->discards[card] - (card == v->top); n > 0; n--)
            discard_push(g, (mazo_card)card);
    discard_push(g, v->top);
    set_top(g, v->top, v->color);
    if (v->color != g->color)
        set_color(g, v->color); /* named by an effect over a colored card */
}

/* Known cards go where they are; the others stay to be dealt. */
static void sort_cards(const struct mazo_view *v, struct mazo_game *g, struct unseen *rest)
{
    rest->count = 0;
    for (int kind = 0; kind < MAZO_KIND_COUNT; kind++) {
        mazo_card card = (mazo_card)kind;
        if (!mazo_card_is_valid(card))
            continue;
        int left = mazo_deck_copies(&g->rules, card) - v->discards[card] - v->hand[card];
        for (int n = v->hand[card]; n > 0; n--)
            hand_add(g, v->seat, card);
        for (int seat = 0; seat < v->seats; seat++)
            if (seat != v->seat && v->shown[seat] >> card & 1 && g->size[seat] < v->size[seat]) {
                hand_add(g, seat, card);
                left--;
            }
        for (; left > 0 && rest->count < MAZO_CARDS_MAX; left--)
            rest->cards[rest->count++] = card;
    }
}

/* A position need not be made of a whole deck: then any card may come. */
static mazo_card pick_unseen(const struct mazo_game *g, struct unseen *rest, uint64_t *dice)
{
    if (rest->count == 0) {
        mazo_card card;
        do
            card = (mazo_card)mazo_fast_below(dice, MAZO_KIND_COUNT);
        while (!mazo_deck_copies(&g->rules, card));
        return card;
    }
    uint32_t at = mazo_fast_below(dice, (uint32_t)rest->count);
    mazo_card card = rest->cards[at];
    rest->cards[at] = rest->cards[--rest->count];
    return card;
}

/* Another seat has just drawn a card: one that fits. */
static void guess_drawn(struct mazo_game *g, struct unseen *rest, uint64_t *dice)
{
    int fitting = 0, chosen = 0;
    if (g->phase != MAZO_PHASE_drawn || g->drawn != MAZO_CARD_NONE)
        return;
    for (int i = 0; i < rest->count; i++)
        if (g->fits >> rest->cards[i] & 1 && mazo_fast_below(dice, (uint32_t)++fitting) == 0)
            chosen = i;
    if (fitting) {
        g->drawn = rest->cards[chosen];
        rest->cards[chosen] = rest->cards[--rest->count];
    } else { /* no whole deck: any card of the color will do */
        g->drawn = lowest_card(g->fits & ~MAZO_WILDS);
    }
    hand_add(g, g->turn, g->drawn);
}

static void deal_unseen(const struct mazo_view *v, struct mazo_game *g, struct unseen *rest,
                        uint64_t *dice)
{
    for (int seat = 0; seat < v->seats; seat++)
        while (g->size[seat] < v->size[seat])
            hand_add(g, seat, pick_unseen(g, rest, dice));
    while (g->draw_count < v->draw_count)
        g->pile[g->draw_count++] = pick_unseen(g, rest, dice);
}

/* Unseen rule cards could say anything; the ideas stand in for them. */
static void guess_rule_cards(const struct mazo_view *v, struct mazo_game *g, uint64_t *dice)
{
    uint8_t hidden = (uint8_t)((1u << v->rule_card_count) - 1);
    memcpy(g->rule_cards, v->rule_cards, sizeof g->rule_cards);
    for (int i = 0; i < g->rule_card_count; i++)
        if (g->rule_cards[i].count == 0)
            g->rule_cards[i] = *mazo_idea(1 + (int)mazo_fast_below(dice, MAZO_RULE_CARDS_MAX));
    for (int i = 0; i < v->used_count; i++)
        hidden &= (uint8_t) ~(1u << v->used[i]);
    if (v->rule_card != MAZO_CARD_NONE)
        hidden &= (uint8_t) ~(1u << v->rule_card);
    for (; g->dispenser_count < v->dispenser_count && hidden; hidden &= (uint8_t)(hidden - 1)) {
        int at = (int)mazo_fast_below(dice, (uint32_t)g->dispenser_count + 1);
        g->dispenser[g->dispenser_count++] = g->dispenser[at];
        g->dispenser[at] = lowest_card(hidden);
    }
}

/* One of the cards of a hand, each as likely as the others. */
static mazo_card pick_held(const uint8_t hand[MAZO_KIND_COUNT], uint64_t *dice)
{
    int count = 0, card = 0;
    for (int kind = 0; kind < MAZO_KIND_COUNT; kind++)
        count += hand[kind];
    for (int at = (int)mazo_fast_below(dice, (uint32_t)count); at >= hand[card]; card++)
        at -= hand[card];
    return (mazo_card)card;
}

/* W4, W5: the striker's hand without the penalty cards that have come since; which they are nobody
 * tells. What is known of the hand was there before, as far as it goes. */
static void guess_struck(const struct mazo_view *v, struct mazo_game *g, uint64_t *dice)
{
    int striker = g->striker;
    if (!g->challengeable)
        return;
    uint64_t held = 0, known = striker == v->seat ? 0 : v->shown[striker];
    if (count_bits(known) > g->size[striker] - g->struck_since)
        known = 0;
    memcpy(g->struck_hand, g->copies[striker], sizeof g->struck_hand);
    for (uint64_t rest = known; rest; rest &= rest - 1)
        g->struck_hand[lowest_card(rest)]--;
    for (int n = g->struck_since; n > 0; n--)
        g->struck_hand[pick_held(g->struck_hand, dice)]--;
    for (uint64_t rest = known; rest; rest &= rest - 1)
        g->struck_hand[lowest_card(rest)]++;
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        held |= g->struck_hand[card] ? MAZO_BIT(card) : 0;
    g->dirty = held & mazo_dirt(&g->rules, g->color_before);
}

void mazo_resample(const struct mazo_view *view, uint64_t *dice, struct mazo_game *out)
{
    uint8_t seed[32];
    struct unseen rest;
    mazo_seed_from_number((uint64_t)mazo_fast_word(dice) << 32 | mazo_fast_word(dice), seed);
    empty_table(out, &view->rules, view->seats, seed, true);
    copy_table(view, out);
    set_discards(view, out);
    sort_cards(view, out, &rest);
    guess_drawn(out, &rest, dice);
    deal_unseen(view, out, &rest, dice);
    for (int seat = 0; seat < view->seats && view->seat < view->seats; seat++)
        if (view->shown[seat]) {
            out->shown[seat] = view->shown[seat];
            out->shown_to[seat] = SEAT_BIT(view->seat);
        }
    guess_rule_cards(view, out, dice);
    guess_struck(view, out, dice);
}

void mazo_count_hidden(const struct mazo_game *deal, int seat, uint8_t hidden[MAZO_KIND_COUNT])
{
    memset(hidden, 0, MAZO_KIND_COUNT);
    for (int other = 0; other < deal->seats; other++)
        for (int card = 0; other != seat && card < MAZO_KIND_COUNT; card++)
            hidden[card] = (uint8_t)(hidden[card] + deal->copies[other][card]);
    for (int i = 0; i < deal->draw_count; i++)
        hidden[deal->pile[i]]++;
}

bool mazo_take_hand(struct mazo_game *deal, const struct mazo_game *from, int seat,
                    uint8_t hidden[MAZO_KIND_COUNT])
{
    if (!is_seat(deal, seat) || !is_seat(from, seat) || deal->size[seat] != from->size[seat])
        return false;
    for (uint64_t rest = from->have[seat]; rest; rest &= rest - 1) {
        mazo_card card = lowest_card(rest);
        if (from->copies[seat][card] > hidden[card])
            return false;
        hidden[card] = (uint8_t)(hidden[card] - from->copies[seat][card]);
    }
    deal->have[seat] = from->have[seat];
    deal->twice[seat] = from->twice[seat];
    memcpy(deal->copies[seat], from->copies[seat], sizeof deal->copies[seat]);
    if (seat == deal->striker) {
        memcpy(deal->struck_hand, from->struck_hand, sizeof deal->struck_hand);
        deal->dirty = from->dirty;
    }
    return true;
}

/* In any order: cards are drawn from the pile at random. */
void mazo_pile_hidden(struct mazo_game *deal, const uint8_t hidden[MAZO_KIND_COUNT])
{
    int count = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        for (int n = hidden[card]; n > 0 && count < deal->draw_count; n--)
            deal->pile[count++] = (mazo_card)card;
}

static int cards_in(const struct mazo_game *g)
{
    int cards = g->draw_count + g->discard_count;
    for (int seat = 0; seat < g->seats; seat++)
        cards += g->size[seat];
    return cards;
}

bool mazo_put_card(struct mazo_game *deal, int seat, mazo_card card)
{
    if (!is_seat(deal, seat) || !mazo_card_is_valid(card) || cards_in(deal) >= MAZO_CARDS_MAX)
        return false;
    hand_add(deal, seat, card);
    return true;
}

bool mazo_take_card(struct mazo_game *deal, int seat, mazo_card card)
{
    if (!is_seat(deal, seat) || !mazo_card_is_valid(card) || !deal->copies[seat][card])
        return false;
    hand_remove(deal, seat, card);
    return true;
}
