/*
 * jackpot.c - Jackpot: the spinner, the dispenser, and who carries out what.
 *
 * While a rule card is carried out `lever` is whose turn it was, `actor` who
 * carries it out, `effect` the next of its effects. resume_effects goes through
 * them until one waits for a command or nothing is left.
 */
#include "core.h"

static int spin(struct mazo_game *g)
{
    if (g->spin_count)
        return g->spins[--g->spin_count];
    return (int)mazo_rng_below(&g->rng, MAZO_FACE_COUNT);
}

static void shuffle(struct mazo_game *g, uint8_t *list, int n)
{
    for (int i = n - 1; i > 0; i--) {
        uint32_t j = mazo_rng_below(&g->rng, (uint32_t)i + 1);
        uint8_t held = list[i];
        list[i] = list[j];
        list[j] = held;
    }
}

/* J6: used cards are shuffled back when the dispenser is empty. */
static void take_rule_card(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    g->actor = (uint8_t)seat;
    g->effect = 0;
    if (g->dispenser_count == 0 && g->used_count > 0) {
        memcpy(g->dispenser, g->used, g->used_count);
        g->dispenser_count = g->used_count;
        g->used_count = 0;
        shuffle(g, g->dispenser, g->dispenser_count);
        tell_count(ev, MAZO_EVENT_refilled, MAZO_SEAT_NONE, g->dispenser_count);
    }
    if (g->dispenser_count == 0) {
        tell(ev, MAZO_EVENT_no_rule_card, seat);
        return;
    }
    g->rule_card = g->dispenser[--g->dispenser_count];
    g->rules_seen |= (uint8_t)(1u << g->rule_card);
    tell_detail(ev, MAZO_EVENT_rule_card, seat, g->rule_card);
}

/* J5, or S9: the beginner plays, naming the color after a Wild Jackpot. */
static void finish_lever(struct mazo_game *g, struct mazo_events *ev)
{
    int seat = g->lever;
    bool opens = g->lever_opens;
    g->lever = g->actor = g->target = MAZO_SEAT_NONE;
    g->lever_opens = false;
    if (!opens)
        pass_turn(g, seat, ev);
    else if (g->color == MAZO_COLOR_NONE)
        ask(g, seat, MAZO_PHASE_color, MAZO_PURPOSE_first_color);
    else
        begin_turn(g, seat, ev);
}

/* J3 each: the next seat in the direction that was when the lever was pulled. */
static void next_of_each(struct mazo_game *g, struct mazo_events *ev)
{
    int seat = mazo_seat_at(&g->pub, g->actor + g->each_direction);
    g->each_left--;
    take_rule_card(g, seat, ev);
}

void resume_effects(struct mazo_game *g, struct mazo_events *ev)
{
    while (mazo_is_running(g->phase)) {
        if (g->rule_card == MAZO_CARD_NONE) {
            if (g->each_left == 0) {
                finish_lever(g, ev);
                return;
            }
            next_of_each(g, ev);
            continue;
        }
        const struct mazo_rule_card *card = &g->rule_cards[g->rule_card];
        if (g->effect == card->count) {
            g->used[g->used_count++] = g->rule_card;
            g->rule_card = MAZO_CARD_NONE;
        } else if (!start_effect(g, card->effect[g->effect++], ev)) {
            return;
        }
    }
}

static void rule_card_for(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    take_rule_card(g, seat, ev);
    resume_effects(g, ev);
}

/* J3 */
void pull_lever(struct mazo_game *g, int seat, struct mazo_events *ev)
{
    int face = spin(g);
    g->lever = (uint8_t)seat;
    tell_detail(ev, MAZO_EVENT_spun, seat, face);
    switch (face) {
    case MAZO_FACE_any:
        ask(g, seat, MAZO_PHASE_choose, MAZO_PURPOSE_lever);
        break;
    case MAZO_FACE_right:
        rule_card_for(g, mazo_seat_at(&g->pub, seat - 1), ev);
        break;
    case MAZO_FACE_left:
        rule_card_for(g, seat_left_of(g, seat), ev);
        break;
    case MAZO_FACE_each:
        g->each_left = (uint8_t)(g->seats - 1);
        g->each_direction = g->direction;
        rule_card_for(g, seat, ev);
        break;
    case MAZO_FACE_colors:
        ask(g, seat, MAZO_PHASE_throw, MAZO_PURPOSE_lever);
        break;
    default:
        draw_cards(g, seat, 4, MAZO_FOR_spinner, ev);
        finish_lever(g, ev);
        break;
    }
}

/* S9 */
void open_with_jackpot(struct mazo_game *g)
{
    g->lever = g->beginner;
    g->lever_opens = true;
    ask(g, g->beginner, MAZO_PHASE_choose, MAZO_PURPOSE_first_card);
}

void lever_chosen(struct mazo_game *g, int who, struct mazo_events *ev)
{
    rule_card_for(g, who, ev);
}

void throw_colors(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev)
{
    int seat = g->turn;
    if (ev)
        event_add(ev, MAZO_EVENT_threw, seat);
    for (int i = 0; i < c->count; i++) {
        hand_remove(g, seat, c->cards[i]);
        discard_push(g, c->cards[i]);
        set_top(g, c->cards[i], MAZO_COLOR_NONE);
        if (ev)
            event_card(ev, c->cards[i]);
    }
    bool empty = c->count && g->size[seat] == 0;
    if (c->count)
        g->said &= (uint16_t)~SEAT_BIT(seat);
    for (int i = 0; i < c->count && (!empty || since(g, 2)); i++)
        add_penalty(g, c->cards[i], ev);
    if (empty) {
        win_by(g, seat, c->cards[c->count - 1], ev);
        return;
    }
    apply_penalty(g, seat, MAZO_FOR_spinner, ev);
    finish_lever(g, ev);
}

int mazo_rule_cards_each(const struct mazo_game *g) { return g->rule_card_count / g->seats; }

/* J1: when all have written, the cards are shuffled into the dispenser. */
bool write_rule_cards(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev)
{
    int each = mazo_rule_cards_each(g);
    for (int i = 0; i < each; i++)
        copy_rule_card(&g->rule_cards[c->seat * each + i], &c->rule_cards[i]);
    g->written |= SEAT_BIT(c->seat);
    tell_count(ev, MAZO_EVENT_wrote, c->seat, each);
    if (g->written != (1u << g->seats) - 1) {
        while (g->written & SEAT_BIT(g->turn))
            g->turn = (uint8_t)seat_left_of(g, g->turn);
        return false;
    }
    for (int i = 0; i < g->rule_card_count; i++)
        g->dispenser[i] = (uint8_t)i;
    g->dispenser_count = g->rule_card_count;
    shuffle(g, g->dispenser, g->dispenser_count);
    return true;
}
