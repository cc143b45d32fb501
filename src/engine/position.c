/*
 * position.c - a game set up by hand.
 */
#include "core.h"

enum { MILLION = 1000000 };

void mazo_position_init(struct mazo_position *p, const struct mazo_rules *rules, int seats)
{
    memset(p, 0, sizeof *p);
    p->rules = *rules;
    p->seats = seats >= 0 && seats <= MAZO_SEATS_MAX ? (uint8_t)seats : 0; /* none: refused later */
    p->dealer = MAZO_SEAT_NONE;
    p->color = MAZO_COLOR_NONE;
    p->direction = 1;
    p->phase = MAZO_PHASE_play;
    p->drawn = MAZO_CARD_NONE;
}

static const char *check_cards(const struct mazo_position *p)
{
    int total = p->discard_count + p->draw_count;
    if (total > MAZO_CARDS_MAX)
        return "there are more than 240 cards";
    for (int i = 0; i < p->discard_count; i++)
        if (!mazo_card_is_valid(p->discard[i]))
            return "the discard pile contains something that is not a card";
    for (int i = 0; i < p->draw_count; i++)
        if (!mazo_card_is_valid(p->draw[i]))
            return "the draw pile contains something that is not a card";
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        for (int card = 0; card < MAZO_KIND_COUNT; card++) {
            if (p->hands[seat][card] && !mazo_card_is_valid((mazo_card)card))
                return "a hand contains something that is not a card";
            if (p->hands[seat][card] && seat >= p->seats)
                return "there are cards at a seat that does not exist";
            total += p->hands[seat][card];
        }
    if (total > MAZO_CARDS_MAX)
        return "there are more than 240 cards";
    return p->discard_count ? NULL : "the discard pile needs a card";
}

static const char *check_scores(const struct mazo_position *p)
{
    for (int seat = 0; seat < p->seats; seat++)
        if (p->scores[seat] < -MILLION || p->scores[seat] > MILLION)
            return "a score is beyond a million";
    return NULL;
}

static const char *check_lever(const struct mazo_position *p)
{
    if (p->spin_count > MAZO_SPINS_MAX)
        return "there are more than 32 spins";
    for (int i = 0; i < p->spin_count; i++)
        if (p->spins[i] >= MAZO_FACE_COUNT)
            return "a spin is not a face of the spinner";
    if (p->rule_card_count > MAZO_RULE_CARDS_MAX)
        return "there are more than 8 rule cards";
    for (int i = 0; i < p->rule_card_count; i++)
        if (!mazo_rule_card_is_valid(&p->rule_cards[i]))
            return "a rule card has no effect, too many, or one that is out of range";
    return NULL;
}

/* What the drawn card had to fit on. */
static uint64_t drawn_on(const struct mazo_position *p, mazo_card top)
{
    return mazo_fits_on(top, p->color < MAZO_COLOR_COUNT ? p->color : mazo_card_color(top));
}

static const char *check_moment(const struct mazo_position *p)
{
    mazo_card top = p->discard[p->discard_count - 1];
    if (p->turn >= p->seats)
        return "turn is not a seat";
    if (p->dealer != MAZO_SEAT_NONE && p->dealer >= p->seats)
        return "dealer is not a seat";
    if (p->said >> p->seats)
        return "somebody has said UNO who is not at the table";
    if (p->direction != 1 && p->direction != -1)
        return "direction must be 1 or -1";
    if (!is_truth(&p->turned_up))
        return "turned_up must be true or false";
    if (p->phase != MAZO_PHASE_play && p->phase != MAZO_PHASE_drawn &&
        p->phase != MAZO_PHASE_struck)
        return "a position can begin in phase play, drawn or struck";
    if (p->turned_up && (p->phase != MAZO_PHASE_play || p->pending))
        return "a card that has just been turned up opens the round: it cannot have phase or "
               "pending";
    if (p->phase == MAZO_PHASE_drawn && p->pending)
        return "pending cannot be combined with phase drawn: a seat that has just drawn a card "
               "owes none";
    if (p->pending > MAZO_CARDS_MAX)
        return "pending is more than 240";
    if (p->phase == MAZO_PHASE_drawn &&
        (p->drawn >= MAZO_KIND_COUNT || !p->hands[p->turn][p->drawn]))
        return "in phase drawn, the drawn card must be in the hand";
    if (p->phase == MAZO_PHASE_drawn && !(drawn_on(p, top) >> p->drawn & 1))
        return "in phase drawn, the drawn card must fit";
    if (p->color >= MAZO_COLOR_COUNT && p->color != MAZO_COLOR_NONE)
        return "color is not one of the four";
    if (mazo_card_is_wild(top) && !p->turned_up && p->color >= MAZO_COLOR_COUNT)
        return "the top card is a wild: color is needed";
    return NULL;
}

static void set_cards(struct mazo_game *g, const struct mazo_position *p)
{
    for (int seat = 0; seat < p->seats; seat++)
        for (int card = 0; card < MAZO_KIND_COUNT; card++)
            for (int n = p->hands[seat][card]; n > 0; n--)
                hand_add(g, seat, (mazo_card)card);
    for (int i = 0; i < p->draw_count; i++)
        g->pile[p->draw_count - 1 - i] = p->draw[i];
    g->draw_count = g->ordered = p->draw_count;
    for (int i = 0; i < p->discard_count; i++)
        discard_push(g, p->discard[i]);
    set_top(g, p->discard[p->discard_count - 1], p->turned_up ? MAZO_COLOR_NONE : p->color);
    if (!p->turned_up && p->color < MAZO_COLOR_COUNT)
        set_color(g, p->color); /* an effect may have named one over a colored card */
}

static void set_lever(struct mazo_game *g, const struct mazo_position *p)
{
    for (int i = 0; i < p->spin_count; i++)
        g->spins[p->spin_count - 1 - i] = p->spins[i];
    g->spin_count = p->spin_count;
    for (int i = 0; i < p->rule_card_count; i++) {
        copy_rule_card(&g->rule_cards[i], &p->rule_cards[i]);
        g->dispenser[p->rule_card_count - 1 - i] = (uint8_t)i;
    }
    g->rule_card_count = g->dispenser_count = p->rule_card_count;
}

static int seat_before(const struct mazo_game *g, int seat)
{
    return mazo_seat_at(&g->pub, seat - g->direction);
}

/* W4 by hindsight: the color was that of the card under the Wild Draw Four.
 * Under another wild the color is unknown, and it counts as clean. */
static bool was_dirty(struct mazo_game *g, const struct mazo_position *p, int striker)
{
    mazo_card under = p->discard_count > 1 ? p->discard[p->discard_count - 2] : MAZO_CARD_NONE;
    if (under == MAZO_CARD_NONE || mazo_card_is_wild(under))
        return false;
    g->color_before = (uint8_t)mazo_card_color(under);
    return !is_clean_on(g, striker, g->color_before);
}

static void set_struck(struct mazo_game *g, const struct mazo_position *p)
{
    bool four = g->top == MAZO_WILD_FOUR;
    g->phase = MAZO_PHASE_struck;
    g->striker = (uint8_t)seat_before(g, g->turn);
    g->pending = p->pending ? p->pending : four ? 4 : 2;
    if (four && g->rules.wild_four != MAZO_wild_four_always && !g->rules.no_bluffing) {
        g->challengeable = true;
        memcpy(g->struck_hand, g->copies[g->striker], sizeof g->struck_hand);
        g->dirty = was_dirty(g, p, g->striker);
    }
}

/* A seat with one card that has not said it: who has just played can be caught,
 * and where that lasts as long as the card, everybody. */
static void set_uno(struct mazo_game *g, const struct mazo_position *p)
{
    int before = seat_before(g, g->turn);
    bool begun = p->phase == MAZO_PHASE_drawn || p->turned_up;
    for (int seat = 0; seat < g->seats; seat++) {
        if (p->said & SEAT_BIT(seat) && g->size[seat] <= 2)
            g->said |= SEAT_BIT(seat);
        bool late = g->rules.uno_until == MAZO_uno_until_one_card || (seat == before && !begun);
        if (late && g->size[seat] == 1 && !(g->said & SEAT_BIT(seat)) && g->rules.uno_penalty)
            g->catchable |= SEAT_BIT(seat);
    }
}

/* Does the hand hold a card of these kinds, the drawn one apart? */
static bool held_else(const struct mazo_position *p, uint64_t kinds)
{
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        if (kinds >> card & 1 && p->hands[p->turn][card] > (card == p->drawn))
            return true;
    return false;
}

static void set_moment(struct mazo_game *g, const struct mazo_position *p, struct mazo_events *ev)
{
    g->turn = p->turn;
    g->direction = p->direction;
    g->dealer = p->dealer != MAZO_SEAT_NONE ? p->dealer : (uint8_t)seat_before(g, p->turn);
    g->beginner = p->turn;
    g->round = 1;
    memcpy(g->scores, p->scores, sizeof g->scores);
    set_uno(g, p);
    if (p->turned_up) {
        open_round(g, ev);
        return;
    }
    g->phase = MAZO_PHASE_play;
    if (p->phase == MAZO_PHASE_struck || p->pending)
        set_struck(g, p);
    if (p->phase == MAZO_PHASE_drawn)
        offer_drawn(g, p->drawn, !held_else(p, g->fits));
}

const char *mazo_set_position(struct mazo_game *g, const struct mazo_position *p,
                              struct mazo_events *ev)
{
    if (p->seats < MAZO_SEATS_MIN || p->seats > MAZO_SEATS_MAX)
        return "a table has 2 to 10 seats";
    enum mazo_rules_fault fault = mazo_rules_check(&p->rules, p->seats);
    if (fault)
        return mazo_rules_fault_text(fault);
    const char *wrong = check_cards(p);
    if (!wrong)
        wrong = check_lever(p);
    if (!wrong)
        wrong = check_moment(p);
    if (!wrong)
        wrong = check_scores(p);
    if (wrong)
        return wrong;
    empty_table(g, &p->rules, p->seats, p->seed, false);
    set_cards(g, p);
    set_lever(g, p);
    set_moment(g, p, ev);
    return NULL;
}
