/*
 * effect.c - what a rule card makes its actor do, one effect at a time.
 */
#include "core.h"

/* A player who gave cards to `owner` knows that they are there. */
static void learn(struct mazo_game *g, int viewer, int owner, uint64_t kinds)
{
    if (g->shown_to[owner] != SEAT_BIT(viewer))
        g->shown[owner] = 0;
    g->shown[owner] |= kinds;
    g->shown_to[owner] = SEAT_BIT(viewer);
}

/* A card leaves a hand and only `witness` sees which one: what others knew of that hand is
 * uncertain now, and must not reveal the card. */
static void unlearn(struct mazo_game *g, int owner, int witness)
{
    if (g->shown_to[owner] == SEAT_BIT(witness))
        return;
    g->shown[owner] = 0;
    g->shown_to[owner] = 0;
}

/* Ties go to the nearest in the direction of play. */
static int by_size(const struct mazo_game *g, int actor, bool most)
{
    int best = seat_after(g, actor);
    for (int seat = seat_after(g, best); seat != actor; seat = seat_after(g, seat))
        if (most ? g->size[seat] > g->size[best] : g->size[seat] < g->size[best])
            best = seat;
    return best;
}

/* The seat an effect names; MAZO_SEAT_NONE: it has to be chosen. */
static int seat_named(const struct mazo_game *g, int other)
{
    int actor = g->actor;
    switch (other) {
    case MAZO_OTHER_most:
        return by_size(g, actor, true);
    case MAZO_OTHER_fewest:
        return by_size(g, actor, false);
    case MAZO_OTHER_left:
        return seat_left_of(g, actor);
    case MAZO_OTHER_right:
        return mazo_seat_at(&g->pub, actor - 1);
    default:
        return MAZO_SEAT_NONE;
    }
}

/* Picked blind. J9: the last card is never taken (in revision 1 a player who lost it had won). */
static void take_from(struct mazo_game *g, int n, int from, struct mazo_events *ev)
{
    int actor = g->actor, got = 0, left = since(g, 2) ? 1 : 0;
    uint64_t kinds = 0;
    struct mazo_event *e = ev ? event_add(ev, MAZO_EVENT_took, actor) : NULL;
    if (e) {
        e->who = (uint8_t)from;
        e->has_cards = true;
    }
    unlearn(g, from, actor);
    for (; got < n && g->size[from] > left; got++) {
        mazo_card card = hand_pick(g, from);
        hand_add(g, actor, card);
        kinds |= MAZO_BIT(card);
        if (ev)
            event_card(ev, card);
    }
    if (got == 0)
        return;
    hand_grew(g, actor, got);
    g->said &= (uint16_t)~SEAT_BIT(from);
    g->catchable &= (uint16_t)~SEAT_BIT(from);
    learn(g, from, actor, kinds);
    if (g->size[from] == 0)
        win_round(g, from, ev);
}

/* Wait for the actor to pick `n` cards of the hand. True: none is owed. */
static bool owe(struct mazo_game *g, int n)
{
    if (n <= 0)
        return true;
    g->owed = (uint8_t)n;
    ask(g, g->actor, MAZO_PHASE_throw, MAZO_PURPOSE_effect);
    return false;
}

/* take, give or swap with a seat. True: done. */
static bool deal_with(struct mazo_game *g, struct mazo_effect e, int who, struct mazo_events *ev)
{
    if (e.type == MAZO_EFFECT_take) {
        take_from(g, e.n, who, ev);
        return true;
    }
    if (e.type == MAZO_EFFECT_give) {
        g->target = (uint8_t)who;
        return owe(g, at_most(e.n, g->size[g->actor]));
    }
    hands_swap(g, g->actor, who);
    tell_who(ev, MAZO_EVENT_swapped, g->actor, who);
    return true;
}

static bool deal_with_named(struct mazo_game *g, struct mazo_effect e, struct mazo_events *ev)
{
    int who = seat_named(g, e.other);
    if (who != MAZO_SEAT_NONE)
        return deal_with(g, e, who, ev);
    ask(g, g->actor, MAZO_PHASE_choose, MAZO_PURPOSE_effect);
    return false;
}

/* J4: what the cards of a throw or a run say is added up for the next player;
 * a Reverse turns the direction before that player is found. */
void add_penalty(struct mazo_game *g, mazo_card card, struct mazo_events *ev)
{
    int draws = draws_of(card), value = mazo_card_value(card);
    if (value == MAZO_REVERSE)
        reverse_direction(g, ev);
    g->run_skips |= value == MAZO_SKIP || draws > 0;
    g->run_draws = (uint8_t)at_most(g->run_draws + draws, MAZO_CARDS_MAX);
}

void apply_penalty(struct mazo_game *g, int seat, int reason, struct mazo_events *ev)
{
    int victim = seat_after(g, seat);
    if (g->run_draws)
        draw_cards(g, victim, g->run_draws, reason, ev);
    if (g->run_skips)
        g->lose_turn |= SEAT_BIT(victim);
    g->run_draws = 0;
    g->run_skips = false;
}

/* J8, E2: a hand is empty; what its last card makes the next player draw may count. */
void win_by(struct mazo_game *g, int seat, mazo_card last, struct mazo_events *ev)
{
    if (draws_of(last) && g->rules.last_card_draws && since(g, 2))
        draw_cards(g, seat_after(g, seat), g->run_draws, MAZO_FOR_last_card, ev);
    win_round(g, seat, ev);
}

/* All wilds onto the pile; Draw Fours strike the next player. They come last, as J8 asks. */
static bool use_wilds(struct mazo_game *g, struct mazo_events *ev)
{
    int actor = g->actor;
    if (!(g->have[actor] & MAZO_WILDS))
        return true;
    static const mazo_card orders[][3] = {{MAZO_WILD_JACKPOT, MAZO_WILD_FOUR, MAZO_WILD},
                                          {MAZO_WILD_JACKPOT, MAZO_WILD, MAZO_WILD_FOUR}};
    const mazo_card *order = orders[since(g, 2)];
    if (ev)
        event_add(ev, MAZO_EVENT_threw, actor);
    for (int i = 0; i < 3; i++)
        while (g->copies[actor][order[i]] > 0) {
            hand_remove(g, actor, order[i]);
            discard_push(g, order[i]);
            set_top(g, order[i], MAZO_COLOR_NONE);
            add_penalty(g, order[i], NULL);
            if (ev)
                event_card(ev, order[i]);
        }
    if (g->size[actor] == 0) {
        win_by(g, actor, g->run_draws ? MAZO_WILD_FOUR : MAZO_WILD, ev);
        return true;
    }
    g->said &= (uint16_t)~SEAT_BIT(actor);
    apply_penalty(g, actor, MAZO_FOR_wild_four, ev);
    ask(g, actor, MAZO_PHASE_color, MAZO_PURPOSE_effect);
    return false;
}

static void others_draw(struct mazo_game *g, int n, struct mazo_events *ev)
{
    for (int seat = seat_after(g, g->actor); seat != g->actor; seat = seat_after(g, seat))
        draw_cards(g, seat, n, MAZO_FOR_rule_card, ev);
}

/* True: the effect is done. False: it waits for a command. */
bool start_effect(struct mazo_game *g, struct mazo_effect e, struct mazo_events *ev)
{
    int actor = g->actor, held = g->size[actor];
    switch (e.type) {
    case MAZO_EFFECT_draw:
        draw_cards(g, actor, e.n, MAZO_FOR_rule_card, ev);
        return true;
    case MAZO_EFFECT_draw_to:
        if (held < e.n)
            draw_cards(g, actor, e.n - held, MAZO_FOR_rule_card, ev);
        return true;
    case MAZO_EFFECT_discard:
        return owe(g, at_most(e.n, held));
    case MAZO_EFFECT_discard_to:
        return owe(g, held - e.n);
    case MAZO_EFFECT_run:
        ask(g, actor, MAZO_PHASE_run, MAZO_PURPOSE_effect);
        return false;
    case MAZO_EFFECT_wilds:
        return use_wilds(g, ev);
    case MAZO_EFFECT_take:
    case MAZO_EFFECT_give:
    case MAZO_EFFECT_swap:
        return deal_with_named(g, e, ev);
    case MAZO_EFFECT_others_draw:
        others_draw(g, e.n, ev);
        return true;
    case MAZO_EFFECT_skip:
        g->lose_turn |= SEAT_BIT(actor);
        return true;
    case MAZO_EFFECT_reverse:
        reverse_direction(g, ev);
        return true;
    case MAZO_EFFECT_color:
        ask(g, actor, MAZO_PHASE_color, MAZO_PURPOSE_effect);
        return false;
    default:
        tell_detail(ev, MAZO_EVENT_dared, actor, g->rule_card);
        ask(g, actor, MAZO_PHASE_dare, MAZO_PURPOSE_effect);
        return false;
    }
}

static struct mazo_effect present_effect(const struct mazo_game *g)
{
    return g->rule_cards[g->rule_card].effect[g->effect - 1];
}

bool effect_chosen(struct mazo_game *g, int who, struct mazo_events *ev)
{
    return deal_with(g, present_effect(g), who, ev);
}

/* discard: under the top card, without effect. give: into the target's hand. */
void throw_owed(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev)
{
    int actor = g->actor, target = g->target;
    bool gives = present_effect(g).type == MAZO_EFFECT_give;
    uint64_t kinds = 0;
    if (gives) {
        unlearn(g, actor, target);
        tell_who(ev, MAZO_EVENT_gave, actor, target);
    } else {
        tell(ev, MAZO_EVENT_discarded, actor);
    }
    for (int i = 0; i < c->count; i++) {
        mazo_card card = c->cards[i];
        hand_remove(g, actor, card);
        if (gives)
            hand_add(g, target, card);
        else
            discard_under(g, card);
        kinds |= MAZO_BIT(card);
        if (ev)
            event_card(ev, card);
    }
    g->target = MAZO_SEAT_NONE;
    g->said &= (uint16_t)~SEAT_BIT(actor);
    if (gives) {
        hand_grew(g, target, c->count);
        learn(g, actor, target, kinds);
    }
    if (g->size[actor] == 0)
        win_round(g, actor, ev);
}

/* U: the call is due as in any turn; in revision 1 nobody could be caught here. */
static void hear_uno_in_run(struct mazo_game *g, int seat, bool uno)
{
    if (since(g, 2)) {
        hear_uno(g, seat, uno);
        return;
    }
    g->said &= (uint16_t)~SEAT_BIT(seat);
    if (uno && g->size[seat] == 1)
        g->said |= SEAT_BIT(seat);
}

void play_in_run(struct mazo_game *g, const struct mazo_command *c, struct mazo_events *ev)
{
    int actor = g->turn;
    hand_remove(g, actor, c->card);
    discard_push(g, c->card);
    set_top(g, c->card, c->color);
    hear_uno_in_run(g, actor, c->uno);
    if (ev)
        tell_played(g, actor, c->uno, ev);
    bool empty = g->size[actor] == 0;
    if (!empty || since(g, 2))
        add_penalty(g, c->card, ev);
    if (empty)
        win_by(g, actor, c->card, ev);
}

void end_run(struct mazo_game *g, struct mazo_events *ev)
{
    if (since(g, 2))
        forget_call(g, g->actor);
    apply_penalty(g, g->actor, MAZO_FOR_rule_card, ev);
}

/* The ideas of the sheet, 1 to 8; 6 to 8 are dares. */
const struct mazo_rule_card *mazo_idea(int number)
{
    static const struct mazo_rule_card ideas[MAZO_RULE_CARDS_MAX] = {
        {1, {{MAZO_EFFECT_discard_to, 2, 0}}},
        {1, {{MAZO_EFFECT_run, 0, 0}}},
        {1, {{MAZO_EFFECT_draw_to, 7, 0}}},
        {1, {{MAZO_EFFECT_wilds, 0, 0}}},
        {1, {{MAZO_EFFECT_take, 2, MAZO_OTHER_most}}},
        {1, {{MAZO_EFFECT_dare, 0, 0}}},
        {1, {{MAZO_EFFECT_dare, 0, 0}}},
        {1, {{MAZO_EFFECT_dare, 0, 0}}},
    };
    return number >= 1 && number <= MAZO_RULE_CARDS_MAX ? &ideas[number - 1] : NULL;
}

static bool takes(int type, char what)
{
    for (const char *t = mazo_effect_takes(type); *t; t++)
        if (*t == what)
            return true;
    return false;
}

static bool effect_is_valid(const struct mazo_effect *e)
{
    if (e->type >= MAZO_EFFECT_COUNT)
        return false;
    int least = e->type == MAZO_EFFECT_discard_to ? 0 : 1;
    if (takes(e->type, 'n') && (e->n < least || e->n > MAZO_EFFECT_N_MAX))
        return false;
    return !takes(e->type, 'w') || e->other < MAZO_OTHER_COUNT;
}

/* Clear what an effect does not take, so that equal cards are equal bytes. */
void copy_rule_card(struct mazo_rule_card *out, const struct mazo_rule_card *card)
{
    memset(out, 0, sizeof *out);
    out->count = card->count;
    for (int i = 0; i < card->count; i++) {
        int type = card->effect[i].type;
        out->effect[i].type = (uint8_t)type;
        out->effect[i].n = takes(type, 'n') ? card->effect[i].n : 0;
        out->effect[i].other = takes(type, 'w') ? card->effect[i].other : 0;
    }
}

bool mazo_rule_card_is_valid(const struct mazo_rule_card *card)
{
    if (card->count < 1 || card->count > MAZO_EFFECTS_MAX)
        return false;
    for (int i = 0; i < card->count; i++)
        if (!effect_is_valid(&card->effect[i]))
            return false;
    return true;
}
