/*
 * check.c - what must hold in every view and every game.
 *
 * Both functions take any bytes: nothing is used as an index before it has been
 * read. What passes is safe with every other function of the library.
 */
#include "mazo/view.h"
#include "core.h"

static bool is_seat_or_none(int seat, int seats) { return seat < seats || seat == MAZO_SEAT_NONE; }

static bool is_color_or_none(int color)
{
    return color < MAZO_COLOR_COUNT || color == MAZO_COLOR_NONE;
}

static bool is_card_or_none(mazo_card card)
{
    return card == MAZO_CARD_NONE || mazo_card_is_valid(card);
}

static bool is_number(int value, int most) { return value <= most; }

/* ---- views ---- */

/* IS_kind: may a member of that kind have this value? */
#define IS_seat(value, most) ((value) < p->seats)
#define IS_no_seat(value, most) is_seat_or_none(value, p->seats)
#define IS_seats(value, most) !((value) >> p->seats)
#define IS_truth(value, most) is_truth(&(value))
#define IS_way(value, most) ((value) == 1 || (value) == -1)
#define IS_color(value, most) is_color_or_none(value)
#define IS_card(value, most) is_card_or_none(value)
#define IS_phase(value, most) is_number(value, most)
#define IS_purpose(value, most) is_number(value, most)
#define IS_number(value, most) is_number(value, most)

static bool public_is_right(const struct mazo_public *p)
{
    bool right = true;
#define MAZO_X_PUBLIC(storage, name, kind, most, first, until)                                     \
    right = right && IS_##kind(p->name, most);
#include "mazo/public.def"
    return right;
}

static bool own_is_right(const struct mazo_view *v)
{
    return is_truth(&v->must) && is_card_or_none(v->drawn) &&
           (v->seat < v->seats || v->seat == MAZO_SPECTATOR);
}

static bool scores_are_right(const struct mazo_view *v)
{
    for (int seat = 0; seat < v->seats; seat++)
        if (v->scores[seat] < -SCORE_MOST || v->scores[seat] > SCORE_MOST)
            return false;
    return true;
}

/* Kinds that are cards, as many as there should be. */
static bool counts_are_right(const uint8_t counts[MAZO_KIND_COUNT], int sum)
{
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        sum -= counts[card];
        if (counts[card] && !mazo_card_is_valid((mazo_card)card))
            return false;
    }
    return sum == 0;
}

/* The kinds that a seat is known to hold, by the view's owner. They never include the card that
 * another seat has just drawn. */
static bool shown_is_right(const struct mazo_view *v, int seat)
{
    int known_max = v->size[seat] - (v->phase == MAZO_PHASE_drawn && seat == v->turn);
    uint64_t held = v->seat < v->seats ? MAZO_KINDS : 0;
    if (seat != v->seat)
        return !(v->shown[seat] & ~held) && count_bits(v->shown[seat]) <= known_max;
    for (uint64_t rest = v->shown[seat] & held; rest; rest &= rest - 1)
        if (!v->hand[lowest_card(rest)])
            return false;
    return !(v->shown[seat] & ~held);
}

static bool cards_are_right(const struct mazo_view *v)
{
    int total = v->draw_count + v->discard_count;
    for (int seat = 0; seat < v->seats; seat++) {
        total += v->size[seat];
        if (!shown_is_right(v, seat))
            return false;
    }
    return total <= MAZO_CARDS_MAX && counts_are_right(v->discards, v->discard_count) &&
           counts_are_right(v->hand, v->seat < v->seats ? v->size[v->seat] : 0);
}

static bool top_is_right(const struct mazo_view *v)
{
    if (v->top == MAZO_CARD_NONE)
        return v->discard_count == 0 && !mazo_is_running(v->phase) && v->color == MAZO_COLOR_NONE;
    return v->discards[v->top] > 0 && (v->color < MAZO_COLOR_COUNT || mazo_card_is_wild(v->top));
}

/* A seat sees only the card that it has drawn itself. */
static bool drawn_is_right(const struct mazo_view *v)
{
    if (v->phase != MAZO_PHASE_drawn || v->turn != v->seat)
        return v->drawn == MAZO_CARD_NONE && !v->must &&
               (v->phase != MAZO_PHASE_drawn ||
                (v->size[v->turn] > 0 && v->color < MAZO_COLOR_COUNT));
    return v->drawn != MAZO_CARD_NONE && v->hand[v->drawn] > 0;
}

/* Each rule card is in one place, and none anywhere while they are written. */
static bool rule_cards_are_right(const struct mazo_view *v)
{
    unsigned seen = 0, count = v->rule_card_count;
    int out = v->rule_card != MAZO_CARD_NONE;
    if (count > MAZO_RULE_CARDS_MAX || v->rules_seen >> count || (out && v->rule_card >= count) ||
        v->used_count > count ||
        v->dispenser_count + v->used_count + out != (v->phase == MAZO_PHASE_write ? 0 : (int)count))
        return false;
    seen = out ? 1u << v->rule_card : 0;
    for (int i = 0; i < v->used_count; i++) {
        if (v->used[i] >= count || seen >> v->used[i] & 1)
            return false;
        seen |= 1u << v->used[i];
    }
    if (seen & ~(unsigned)v->rules_seen) /* everybody saw what came out */
        return false;
    for (unsigned i = 0; i < MAZO_RULE_CARDS_MAX; i++) {
        const struct mazo_rule_card *card = &v->rule_cards[i];
        bool known = i < count && v->rules_seen >> i & 1;
        if (card->count ? i >= count || !mazo_rule_card_is_valid(card) : known)
            return false;
    }
    return true;
}

/* The seats that a lever, an effect or a challenge will ask for. */
static bool lever_is_right(const struct mazo_view *v)
{
    bool pulled = v->purpose == MAZO_PURPOSE_lever || v->purpose == MAZO_PURPOSE_effect ||
                  v->lever_opens || v->rule_card != MAZO_CARD_NONE || v->each_left > 0;
    bool acts = v->rule_card != MAZO_CARD_NONE || v->each_left > 0;
    return (!v->challengeable || v->striker < v->seats) && (!pulled || v->lever < v->seats) &&
           (!acts || v->actor < v->seats) && v->each_left < v->seats;
}

/* J1: everybody has as many to write as there are for all, and the seat in turn still has to. */
static bool writing_is_open(const struct mazo_view *v)
{
    int each = v->rules.rule_cards / v->seats;
    return v->phase != MAZO_PHASE_write ||
           (each > 0 && v->rule_card_count == each * v->seats && !(v->written >> v->turn & 1));
}

/* What is asked for is what the effect before the next one asks for. */
static bool effect_is_right(const struct mazo_view *v)
{
    if (v->rule_card == MAZO_CARD_NONE || v->actor != v->turn || v->effect < 1 ||
        v->effect > v->rule_cards[v->rule_card].count)
        return false;
    switch (v->rule_cards[v->rule_card].effect[v->effect - 1].type) {
    case MAZO_EFFECT_discard:
    case MAZO_EFFECT_discard_to:
        return v->phase == MAZO_PHASE_throw;
    case MAZO_EFFECT_give:
        return v->phase == MAZO_PHASE_choose ||
               (v->phase == MAZO_PHASE_throw && v->target < v->seats && v->target != v->actor);
    case MAZO_EFFECT_take:
    case MAZO_EFFECT_swap:
        return v->phase == MAZO_PHASE_choose;
    case MAZO_EFFECT_wilds:
    case MAZO_EFFECT_color:
        return v->phase == MAZO_PHASE_color;
    case MAZO_EFFECT_run:
        return v->phase == MAZO_PHASE_run;
    case MAZO_EFFECT_dare:
        return v->phase == MAZO_PHASE_dare;
    default:
        return false;
    }
}

static bool purpose_is_right(const struct mazo_view *v)
{
    bool names = v->phase == MAZO_PHASE_color, chooses = v->phase == MAZO_PHASE_choose;
    if (v->purpose == MAZO_PURPOSE_effect)
        return effect_is_right(v);
    if (v->rule_card != MAZO_CARD_NONE)
        return false;
    switch (v->purpose) {
    case MAZO_PURPOSE_first_card:
        return names || (chooses && v->lever_opens);
    case MAZO_PURPOSE_first_four:
    case MAZO_PURPOSE_first_color:
        return names;
    case MAZO_PURPOSE_lever:
        return v->lever == v->turn && (chooses || (v->phase == MAZO_PHASE_throw && v->owed == 0));
    case MAZO_PURPOSE_seven:
        return chooses;
    default:
        return v->phase < MAZO_PHASE_color || v->phase > MAZO_PHASE_dare;
    }
}

static bool vote_is_right(const struct mazo_view *v)
{
    bool open = v->accused != MAZO_SEAT_NONE;
    return open == (v->accuser != MAZO_SEAT_NONE) && (!open || v->accused != v->accuser) &&
           !(v->voted_yes & ~v->voted) && (open || !v->voted) &&
           !(open && v->voted >> v->accused & 1);
}

static bool calls_are_right(const struct mazo_view *v)
{
    for (int seat = 0; seat < v->seats; seat++) {
        bool said = v->said >> seat & 1, open = v->catchable >> seat & 1;
        if ((said && v->size[seat] > 2) || (open && (said || v->size[seat] != 1)))
            return false;
    }
    return true;
}

static bool moment_is_right(const struct mazo_view *v)
{
    bool waits = v->phase == MAZO_PHASE_color || v->lever_opens;
    return (v->phase == MAZO_PHASE_struck) == (v->pending > 0) &&
           v->owed <= (v->phase == MAZO_PHASE_throw ? v->size[v->turn] : 0) &&
           v->struck_since <= (v->striker < v->seats ? v->size[v->striker] : 0) &&
           (v->phase != MAZO_PHASE_match_over || v->winners || v->losers) &&
           (!mazo_is_running(v->phase) || waits || v->color != MAZO_COLOR_NONE);
}

const char *mazo_view_check(const struct mazo_view *v)
{
    if (v->seats < MAZO_SEATS_MIN || v->seats > MAZO_SEATS_MAX ||
        mazo_rules_check(&v->rules, v->seats) != MAZO_FAULT_none)
        return "the rules do not allow this many players";
    if (!public_is_right(&v->pub) || !own_is_right(v) || !scores_are_right(v))
        return "a value is out of range";
    if (!cards_are_right(v) || !top_is_right(v) || !drawn_is_right(v))
        return "the cards do not add up";
    if (!rule_cards_are_right(v) || !writing_is_open(v))
        return "the rule cards do not add up";
    if (!lever_is_right(v) || !purpose_is_right(v) || !moment_is_right(v))
        return "the phase does not agree with the rest";
    if (!vote_is_right(v) || !calls_are_right(v))
        return "a vote or a call of UNO does not agree with the rest";
    return NULL;
}

/* ---- games ---- */

static bool hand_is_right(const struct mazo_game *g, int seat)
{
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        int n = g->copies[seat][card];
        if ((n > 0) != (bool)(g->have[seat] >> card & 1) ||
            (n > 1) != (bool)(g->twice[seat] >> card & 1))
            return false;
    }
    return counts_are_right(g->copies[seat], g->size[seat]) && !(g->shown[seat] & ~g->have[seat]) &&
           !(g->shown_to[seat] >> g->seats);
}

static bool piles_are_right(const struct mazo_game *g)
{
    if (g->draw_count + g->discard_count > MAZO_CARDS_MAX || g->ordered > g->draw_count)
        return false;
    for (int i = 0; i < g->draw_count; i++)
        if (!mazo_card_is_valid(g->pile[i]))
            return false;
    for (int i = 1; i <= g->discard_count; i++)
        if (!mazo_card_is_valid(g->pile[MAZO_CARDS_MAX - i]))
            return false;
    return !g->discard_count || g->top == g->pile[MAZO_CARDS_MAX - g->discard_count];
}

static bool dispenser_is_right(const struct mazo_game *g)
{
    unsigned seen = 0;
    if (g->rule_card_count > MAZO_RULE_CARDS_MAX || g->dispenser_count > g->rule_card_count ||
        g->used_count > g->rule_card_count || g->spin_count > MAZO_SPINS_MAX)
        return false;
    for (int i = 0; i < g->spin_count; i++)
        if (g->spins[i] >= MAZO_FACE_COUNT)
            return false;
    for (int i = 0; i < g->dispenser_count; i++) {
        if (g->dispenser[i] >= g->rule_card_count || seen >> g->dispenser[i] & 1)
            return false;
        seen |= 1u << g->dispenser[i];
    }
    for (int i = 0; i < g->used_count; i++)
        if (g->used[i] >= g->rule_card_count || seen >> g->used[i] & 1)
            return false;
    for (int i = 0; i < g->rule_card_count; i++)
        if (g->phase != MAZO_PHASE_write && !mazo_rule_card_is_valid(&g->rule_cards[i]))
            return false;
    return g->rule_card == MAZO_CARD_NONE ||
           (g->rule_card < g->rule_card_count && !(seen >> g->rule_card & 1));
}

/* J1: seats that have written have valid cards; the others' may be empty. */
static bool writing_is_right(const struct mazo_game *g)
{
    int each = g->rule_card_count / g->seats;
    for (int i = 0; g->phase == MAZO_PHASE_write && i < g->rule_card_count; i++) {
        const struct mazo_rule_card *card = &g->rule_cards[i];
        bool written = g->written >> i / each & 1;
        if ((written || card->count) && !mazo_rule_card_is_valid(card))
            return false;
    }
    return true;
}

static bool struck_is_right(const struct mazo_game *g)
{
    int before = 0;
    for (int card = 0; g->challengeable && card < MAZO_KIND_COUNT; card++) {
        before += g->struck_hand[card];
        if (g->struck_hand[card] > g->copies[g->striker][card])
            return false;
    }
    return !g->challengeable || before + g->struck_since == g->size[g->striker];
}

const char *mazo_check(const struct mazo_game *g)
{
    struct mazo_view v;
    if (g->seats < MAZO_SEATS_MIN || g->seats > MAZO_SEATS_MAX || g->rng.left > 16 ||
        !is_truth(&g->dirty) || !is_truth(&g->dead) || !is_truth(&g->must))
        return "a value is out of range";
    for (int seat = 0; seat < g->seats; seat++)
        if (!hand_is_right(g, seat))
            return "a hand does not agree with its counts";
    if (!piles_are_right(g))
        return "the piles do not add up";
    if (!dispenser_is_right(g))
        return "the rule cards do not add up";
    mazo_view_of(g, MAZO_SPECTATOR, &v);
    const char *wrong = mazo_view_check(&v);
    if (wrong)
        return wrong;
    if (g->fits != mazo_fits_on(g->top, g->color) || !writing_is_right(g) || !struck_is_right(g))
        return "what is hidden does not agree with the rest";
    if (g->phase != MAZO_PHASE_drawn)
        return g->drawn == MAZO_CARD_NONE && !g->must ? NULL : "a card is drawn in another phase";
    return g->drawn < MAZO_KIND_COUNT && g->copies[g->turn][g->drawn]
               ? NULL
               : "the drawn card is not in the hand";
}
