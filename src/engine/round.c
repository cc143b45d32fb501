/*
 * round.c - a match begins: setting up a round and opening it with its first card.
 */
#include "core.h"

/* `n` cards of one kind. Writes `most`, as many as there can be; what comes next
 * overwrites the rest. A loop would have its end guessed wrong each time. */
static inline mazo_card *add_copies(mazo_card *at, int card, int n, size_t most)
{
    memset(at, card, most);
    return at + n;
}

/* The cards of a color, from its zero on. */
static inline mazo_card *add_color(mazo_card *at, int zero, const struct mazo_rules *r)
{
    enum { MOST = 8 };
    const uint32_t numbers = r->numbers; /* the compiler must believe that a card overwrites it */
#pragma GCC unroll 10
    for (int value = 0; value < MAZO_SKIP; value++)
        at = add_copies(at, zero + value, (int)(numbers >> (3 * value) & 7), MOST);
    at = add_copies(at, zero + MAZO_SKIP, r->skips, MOST);
    at = add_copies(at, zero + MAZO_REVERSE, r->reverses, MOST);
    at = add_copies(at, zero + MAZO_DRAW_TWO, r->draw_twos, MOST);
    return add_copies(at, zero + MAZO_JACKPOT, r->jackpots, MOST);
}

/* Writes the whole deck in the order of kinds; returns its size. Write-only, to avoid
 * store-forwarding stalls. */
static int build_deck(const struct mazo_rules *r, mazo_card *pile)
{
    enum { MOST = MAZO_PILE_SPARE };
    mazo_card *at = pile;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        at = add_color(at, color * 16, r);
    at = add_copies(at, MAZO_WILD, r->wilds, MOST);
    at = add_copies(at, MAZO_WILD_FOUR, r->wild_fours, MOST);
    at = add_copies(at, MAZO_WILD_JACKPOT, r->wild_jackpots, MOST);
    MAZO_ASSERT(at <= pile + MAZO_CARDS_MAX);
    return (int)(at - pile);
}

/* Puts all cards into the pile; every hand is empty. */
static void gather_deck(struct mazo_game *g)
{
    g->draw_count = (uint8_t)build_deck(&g->rules, g->pile);
    g->discard_count = 0;
    g->shuffles++;
    g->ordered = 0;
    memset(g->copies, 0, g->seats * sizeof g->copies[0]);
    memset(g->have, 0, sizeof g->have);
    memset(g->twice, 0, sizeof g->twice);
    memset(g->size, 0, sizeof g->size);
}

/* S2: the seats in `among` draw a card each; returns those with the highest number. */
static uint16_t cut_cards(struct mazo_game *g, uint16_t among, struct mazo_events *ev)
{
    uint16_t best = 0;
    int highest = -1;
    for (int seat = 0; seat < g->seats; seat++) {
        if (!(among & SEAT_BIT(seat)))
            continue;
        if (g->draw_count == 0)
            gather_deck(g);
        mazo_card card = draw_card(g, ev);
        bool number = !mazo_card_is_wild(card) && mazo_card_value(card) < MAZO_SKIP;
        int value = number ? mazo_card_value(card) : 0;
        tell_card(ev, MAZO_EVENT_cut, seat, card);
        if (value > highest) {
            highest = value;
            best = 0;
        }
        if (value == highest)
            best |= SEAT_BIT(seat);
    }
    return best;
}

/* S2. A deck in which nothing is higher than the rest would never decide:
 * after enough draws the lot does. */
static void choose_first_dealer(struct mazo_game *g, struct mazo_events *ev)
{
    enum { TRIES = 40 };
    if (g->rules.first_dealer == MAZO_first_dealer_highest) {
        uint16_t among = (uint16_t)((1u << g->seats) - 1);
        gather_deck(g);
        for (int i = 0; i < TRIES && count_bits(among) > 1; i++)
            among = cut_cards(g, among, ev);
        g->dealer = lowest_card(among);
        return;
    }
    g->dealer = (uint8_t)mazo_rng_below(&g->rng, g->seats);
}

/* S2, S3: who deals this round and who begins it. */
static void choose_beginner(struct mazo_game *g, bool blocked, struct mazo_events *ev)
{
    if (g->rules.beginner == MAZO_beginner_lot) {
        g->beginner = (uint8_t)mazo_rng_below(&g->rng, g->seats);
        g->dealer = (uint8_t)(g->beginner ? g->beginner - 1 : g->seats - 1);
    } else {
        if (g->round > 1 && !blocked)
            g->dealer = (uint8_t)seat_left_of(g, g->dealer);
        g->beginner = (uint8_t)seat_left_of(g, g->dealer);
    }
    tell_count(ev, MAZO_EVENT_dealer, g->dealer, g->round);
}

/* S1: one card at a time, starting left of the dealer. The pile is whole and
 * in no fixed order, so this is draw_card without its questions; the hands are
 * taken up when all cards lie there, behind the pile. */
static void deal_hands(struct mazo_game *g, struct mazo_events *ev)
{
    int n = g->rules.hand_size * g->seats, left = g->draw_count;
    for (int i = 0; i < n; i++) {
        uint32_t at = rng_below(&g->rng, (uint32_t)left--);
        mazo_card card = g->pile[at];
        g->pile[at] = g->pile[left];
        g->pile[left] = card;
    }
    g->draw_count = (uint8_t)left;
    for (int i = n, seat = g->beginner; i > n - g->seats; i--, seat = seat_left_of(g, seat))
        for (int at = left + i - 1; at >= left; at -= g->seats)
            hand_add(g, seat, g->pile[at]);
    for (int seat = 0; ev && seat < g->seats; seat++)
        tell_hand(ev, MAZO_EVENT_dealt, seat, MAZO_SEAT_NONE, g->have[seat], g->copies[seat]);
}

static void turn_over(struct mazo_game *g, struct mazo_events *ev)
{
    mazo_card card = draw_card(g, ev);
    discard_push(g, card);
    set_top(g, card, MAZO_COLOR_NONE);
    tell_card(ev, MAZO_EVENT_turned, MAZO_SEAT_NONE, card);
}

void deal_round(struct mazo_game *g, struct mazo_events *ev)
{
    bool blocked = g->round > 0 && g->round_winner == MAZO_SEAT_NONE;
    g->round++;
    clear_round(g);
    gather_deck(g);
    choose_beginner(g, blocked, ev);
    deal_hands(g, ev);
    turn_over(g, ev);
    open_round(g, ev);
}

/* S8: the first card goes back into the pile, which is shuffled. */
static void turn_another(struct mazo_game *g, struct mazo_events *ev)
{
    tell_card(ev, MAZO_EVENT_returned, MAZO_SEAT_NONE, g->top);
    g->discard_count--;
    g->pile[g->draw_count++] = g->top;
    g->ordered = 0;
    turn_over(g, ev);
}

/* Is there another card to turn over? mazo_rules_check sees to it in a whole
 * deck; a position may be made of Wild Draw Fours alone. */
static bool pile_can_open(const struct mazo_game *g)
{
    for (int i = 0; i < g->draw_count; i++)
        if (g->pile[i] != MAZO_WILD_FOUR)
            return true;
    return false;
}

static void open_with_draw_two(struct mazo_game *g, struct mazo_events *ev)
{
    if (g->rules.stacking) {
        strike(g, MAZO_SEAT_NONE, 2, g->beginner, ev);
        return;
    }
    draw_cards(g, g->beginner, 2, MAZO_FOR_draw_two, ev);
    tell(ev, MAZO_EVENT_skipped, g->beginner);
    pass_turn(g, g->beginner, ev);
}

/* S4 to S9, by the card on top. */
void open_round(struct mazo_game *g, struct mazo_events *ev)
{
    if (g->rules.first_wild_four == MAZO_first_wild_four_returns)
        while (g->top == MAZO_WILD_FOUR && pile_can_open(g))
            turn_another(g, ev);
    turn_to(g, g->beginner);
    if (g->top == MAZO_WILD_FOUR)
        ask(g, g->beginner, MAZO_PHASE_color, MAZO_PURPOSE_first_four);
    else if (g->top == MAZO_WILD)
        ask(g, g->beginner, MAZO_PHASE_color, MAZO_PURPOSE_first_card);
    else if (g->top == MAZO_WILD_JACKPOT)
        open_with_jackpot(g);
    else
        switch (mazo_card_value(g->top)) {
        case MAZO_DRAW_TWO:
            open_with_draw_two(g, ev);
            break;
        case MAZO_SKIP:
            tell(ev, MAZO_EVENT_skipped, g->beginner);
            pass_turn(g, g->beginner, ev);
            break;
        case MAZO_REVERSE:
            reverse_direction(g, ev);
            turn_to(g, g->dealer);
            break;
        case MAZO_JACKPOT:
            open_with_jackpot(g);
            break;
        default:
            break;
        }
}

void start_match(struct mazo_game *g, struct mazo_events *ev)
{
    choose_first_dealer(g, ev);
    deal_round(g, ev);
}

/* No card is anywhere yet. */
void empty_table(struct mazo_game *g, const struct mazo_rules *rules, int seats,
                 const uint8_t seed[32], bool fast)
{
    memset(g, 0, sizeof *g);
    g->rules = *rules;
    g->seats = (uint8_t)seats;
    mazo_rng_init(&g->rng, seed, fast);
    clear_round(g);
}

enum mazo_rules_fault mazo_init(struct mazo_game *g, const struct mazo_rules *rules, int seats,
                                const uint8_t seed[32], bool fast, struct mazo_events *ev)
{
    enum mazo_rules_fault fault = mazo_rules_check(rules, seats);
    if (fault)
        return fault;
    empty_table(g, rules, seats, seed, fast);
    if (!rules->rule_cards) {
        start_match(g, ev);
        return fault;
    }
    gather_deck(g); /* J1: first the rules are written */
    g->rule_card_count = (uint8_t)(rules->rule_cards / seats * seats);
    g->phase = MAZO_PHASE_write;
    return fault;
}
