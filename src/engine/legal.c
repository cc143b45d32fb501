/*
 * legal.c - what a seat may do now.
 *
 * judge.c decides; this lists. A test holds the two against each other.
 */
#include "core.h"

static const struct mazo_command blank = {.card = MAZO_CARD_NONE,
                                          .color = MAZO_COLOR_NONE,
                                          .who = MAZO_SEAT_NONE};

static struct mazo_command *list(struct mazo_legal *out, int type, int seat)
{
    MAZO_ASSERT(out->count < MAZO_LEGAL_MAX);
    struct mazo_command *c = &out->at[out->count++];
    *c = blank;
    c->type = (uint8_t)type;
    c->seat = (uint8_t)seat;
    return c;
}

static void list_who(struct mazo_legal *out, int type, int seat, int who)
{
    list(out, type, seat)->who = (uint8_t)who;
}

/* Adds the card; with two cards in hand and UNO not yet said, also with the call. */
HOT static struct mazo_command *put_play(struct mazo_command *at, struct mazo_command c, bool call)
{
    *at++ = c;
    if (call) {
        *at = c;
        at++->uno = true;
    }
    return at;
}

/* Most of what is listed: written through a pointer of its own, for the compiler must believe
 * that every byte it stores might be the count. */
static void list_plays(const struct mazo_game *g, int seat, uint64_t kinds, struct mazo_legal *out)
{
    bool call = g->size[seat] == 2 && !(g->said & SEAT_BIT(seat)) &&
                (g->phase != MAZO_PHASE_run || since(g, 2));
    struct mazo_command *at = &out->at[out->count], c = blank;
    c.type = MAZO_CMD_play;
    c.seat = (uint8_t)seat;
    for (uint64_t rest = kinds & ~MAZO_WILDS; rest; rest &= rest - 1) {
        c.card = lowest_card(rest);
        at = put_play(at, c, call);
    }
    for (uint64_t rest = kinds & MAZO_WILDS; rest; rest &= rest - 1) {
        c.card = lowest_card(rest);
        for (int color = 0; color < MAZO_COLOR_COUNT; color++) {
            c.color = (uint8_t)color;
            at = put_play(at, c, call);
        }
    }
    out->count = (uint16_t)(at - out->at);
    MAZO_ASSERT(out->count <= MAZO_LEGAL_MAX);
}

static mazo_card *list_throw(struct mazo_legal *out, int seat, int *used)
{
    struct mazo_command *c = list(out, MAZO_CMD_throw, seat);
    c->who = (uint8_t)*used;
    c->cards = &out->cards[*used];
    return &out->cards[*used];
}

/* The most expensive card of this color. */
static mazo_card dearest(const struct mazo_game *g, int seat, int color)
{
    uint64_t kinds = g->have[seat] & MAZO_OF_COLOR(color);
    mazo_card best = MAZO_CARD_NONE;
    for (; kinds; kinds &= kinds - 1)
        if (best == MAZO_CARD_NONE || mazo_card_points(lowest_card(kinds)) > mazo_card_points(best))
            best = lowest_card(kinds);
    return best;
}

/* J4: nothing, each color alone, and one of every color. */
static void list_color_throws(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    int used = 0;
    list_throw(out, seat, &used);
    for (int color = 0; color < MAZO_COLOR_COUNT; color++) {
        mazo_card card = dearest(g, seat, color);
        if (card == MAZO_CARD_NONE)
            continue;
        *list_throw(out, seat, &used) = card;
        out->at[out->count - 1].count = 1;
        used++;
    }
    int singles = used;
    if (singles < 2)
        return;
    mazo_card *all = list_throw(out, seat, &used);
    for (int i = 0; i < singles; i++)
        all[i] = out->cards[i];
    out->at[out->count - 1].count = (uint8_t)singles;
}

/* `owed` cards off the hand, sorted by points; dear ones first or last. */
static void list_owed_throw(const struct mazo_game *g, int seat, bool dear, int *used,
                            struct mazo_legal *out)
{
    uint8_t left[MAZO_KIND_COUNT];
    memcpy(left, g->copies[seat], sizeof left);
    mazo_card *cards = list_throw(out, seat, used);
    for (int n = 0; n < g->owed; n++) {
        mazo_card best = MAZO_CARD_NONE;
        for (uint64_t rest = g->have[seat]; rest; rest &= rest - 1) {
            mazo_card card = lowest_card(rest);
            if (left[card] == 0)
                continue;
            int points = mazo_card_points(card);
            if (best == MAZO_CARD_NONE ||
                (dear ? points > mazo_card_points(best) : points < mazo_card_points(best)))
                best = card;
        }
        left[best]--;
        cards[n] = best;
    }
    out->at[out->count - 1].count = g->owed;
    *used += g->owed;
}

static void list_throws(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    int used = 0;
    if (g->purpose == MAZO_PURPOSE_lever) {
        list_color_throws(g, seat, out);
        return;
    }
    list_owed_throw(g, seat, true, &used, out);
    if (used + g->owed <= (int)sizeof out->cards)
        list_owed_throw(g, seat, false, &used, out);
}

/* J1: the ideas of the sheet, from each of them on. */
static void list_writes(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    int each = mazo_rule_cards_each(g);
    for (int first = 1; first + each - 1 <= MAZO_RULE_CARDS_MAX; first++) {
        struct mazo_command *c = list(out, MAZO_CMD_write, seat);
        c->rule_cards = mazo_idea(first);
        c->count = (uint8_t)each;
    }
}

static void list_choices(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    bool self = g->purpose == MAZO_PURPOSE_lever || g->purpose == MAZO_PURPOSE_first_card;
    for (int who = 0; who < g->seats; who++)
        if (who != seat || self)
            list_who(out, MAZO_CMD_choose, seat, who);
}

static void list_if(enum mazo_error error, int type, int seat, struct mazo_legal *out)
{
    if (error == MAZO_ERR_ok)
        list(out, type, seat);
}

/* What the phase asks of the seat in turn. */
static void list_in_turn(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    list_plays(g, seat, mazo_playable(g), out);
    if (g->phase == MAZO_PHASE_play) {
        list_if(judge_draw(g), MAZO_CMD_draw, seat, out);
        list_if(judge_pass(g), MAZO_CMD_pass, seat, out);
        return;
    }
    switch (g->phase) {
    case MAZO_PHASE_drawn:
        list_if(judge_keep(g), MAZO_CMD_keep, seat, out);
        break;
    case MAZO_PHASE_struck:
        list(out, MAZO_CMD_accept, seat);
        list_if(judge_challenge(g), MAZO_CMD_challenge, seat, out);
        break;
    case MAZO_PHASE_color:
        for (int color = 0; color < MAZO_COLOR_COUNT; color++)
            list(out, MAZO_CMD_color, seat)->color = (uint8_t)color;
        break;
    case MAZO_PHASE_choose:
        list_choices(g, seat, out);
        break;
    case MAZO_PHASE_throw:
        list_throws(g, seat, out);
        break;
    default: /* run, dare */
        list_if(judge_done(g), MAZO_CMD_done, seat, out);
        break;
    }
}

static void list_votes(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    if (g->accused == MAZO_SEAT_NONE) {
        for (int who = 0; who < g->seats; who++)
            if (who != seat)
                list_who(out, MAZO_CMD_accuse, seat, who);
    } else if (seat == g->accused) {
        list(out, MAZO_CMD_admit, seat);
    } else if (!(g->voted & SEAT_BIT(seat))) {
        list(out, MAZO_CMD_vote, seat)->yes = true;
        list(out, MAZO_CMD_vote, seat)->yes = false;
    }
}

/* What may be done out of turn too. */
static void list_any_time(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    if (g->size[seat] <= 2)
        list_if(judge_uno(g, seat), MAZO_CMD_uno, seat, out);
    for (unsigned rest = g->catchable; rest; rest &= rest - 1)
        if (lowest_card(rest) != seat)
            list_who(out, MAZO_CMD_catch, seat, lowest_card(rest));
    if (g->rules.suggestion)
        list_votes(g, seat, out);
}

/* Out of turn: H, jump-in. */
static void list_jump_in(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    struct mazo_command c = {.type = MAZO_CMD_play, .seat = (uint8_t)seat, .card = g->top};
    if (judge_play(g, &c) == MAZO_ERR_ok)
        list_plays(g, seat, MAZO_BIT(g->top), out);
}

/* Before a round and after it. */
static void list_between(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    if (g->phase == MAZO_PHASE_round_over)
        list(out, MAZO_CMD_next, MAZO_SEAT_NONE);
    else if (g->phase == MAZO_PHASE_write && !(g->written & SEAT_BIT(seat)))
        list_writes(g, seat, out);
}

int mazo_legal(const struct mazo_game *g, int seat, struct mazo_legal *out)
{
    out->count = 0;
    if (!is_seat(g, seat))
        return 0;
    if (!mazo_is_running(g->phase)) {
        list_between(g, seat, out);
        return out->count;
    }
    if (seat == g->turn)
        list_in_turn(g, seat, out);
    else
        list_jump_in(g, seat, out);
    list_any_time(g, seat, out);
    return out->count;
}

static bool has_vote(const struct mazo_game *g, int seat)
{
    return g->accused != MAZO_SEAT_NONE && (seat == g->accused || !(g->voted & SEAT_BIT(seat)));
}

static bool may_act(const struct mazo_game *g, int seat)
{
    const struct mazo_command jump_in = {.type = MAZO_CMD_play,
                                         .seat = (uint8_t)seat,
                                         .card = g->top};
    if (!mazo_is_running(g->phase))
        return g->phase == MAZO_PHASE_round_over ||
               (g->phase == MAZO_PHASE_write && !(g->written & SEAT_BIT(seat)));
    return seat == g->turn || g->catchable & ~SEAT_BIT(seat) || has_vote(g, seat) ||
           (g->size[seat] <= 2 && judge_uno(g, seat) == MAZO_ERR_ok) ||
           judge_play(g, &jump_in) == MAZO_ERR_ok;
}

uint16_t mazo_waiting(const struct mazo_game *g)
{
    uint16_t seats = 0;
    for (int seat = 0; seat < g->seats; seat++)
        if (may_act(g, seat))
            seats |= SEAT_BIT(seat);
    return seats;
}
