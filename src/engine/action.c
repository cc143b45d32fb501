/*
 * action.c - actions: what a seat may do as bits, and commands as numbers.
 */
#include "mazo/env.h"
#include "core.h"

#define ACTION_BIT(action) (UINT64_C(1) << ((action)&63))

enum { REST = 3 }; /* the word of the mask with what is neither a card of a color nor thrown */

/* The unused corners of the numbering of cards: a Wild, or a Wild Draw Four, of each color. */
#define EACH_COLOR (MAZO_BIT(0) | MAZO_BIT(16) | MAZO_BIT(32) | MAZO_BIT(48))

static inline void add_plays(const struct mazo_game *g, int seat, uint64_t kinds, uint64_t *mask)
{
    uint64_t plays = kinds & ~MAZO_WILDS;
    uint64_t lever = kinds >> MAZO_WILD_JACKPOT & 1 ? ACTION_BIT(MAZO_ACTION_wild_jackpot) * 15 : 0;
    plays |= (EACH_COLOR << MAZO_WILD) & -(kinds >> MAZO_WILD & 1);
    plays |= (EACH_COLOR << MAZO_WILD_FOUR) & -(kinds >> MAZO_WILD_FOUR & 1);
    mask[0] |= plays;
    mask[REST] |= lever;
    if (g->size[seat] == 2 && !(g->said & SEAT_BIT(seat)) &&
        (g->phase != MAZO_PHASE_run || since(g, 2))) {
        mask[1] |= plays;
        mask[REST] |= lever << (MAZO_ACTION_wild_jackpot_uno - MAZO_ACTION_wild_jackpot);
    }
}

static inline void add(uint64_t *mask, int action) { mask[REST] |= ACTION_BIT(action); }

static inline void add_if(enum mazo_error error, uint64_t *mask, int action)
{
    if (error == MAZO_ERR_ok)
        add(mask, action);
}

/* Kinds still in the hand after those picked; J4: one of each color. */
static uint64_t still_there(const struct mazo_game *g, int seat, const mazo_card *picked, int picks)
{
    uint64_t kinds = g->have[seat];
    uint8_t gone[MAZO_KIND_COUNT] = {0};
    bool colors = g->purpose == MAZO_PURPOSE_lever;
    if (colors)
        kinds &= ~MAZO_WILDS;
    for (int i = 0; i < picks; i++) {
        mazo_card card = picked[i];
        if (++gone[card] == g->copies[seat][card])
            kinds &= ~MAZO_BIT(card);
        if (colors)
            kinds &= ~MAZO_OF_COLOR(mazo_card_color(card));
    }
    return kinds;
}

static void add_throws(const struct mazo_game *g, int seat, const mazo_card *picked, int picks,
                       uint64_t *mask)
{
    mask[MAZO_ACTION_throw / 64] |= still_there(g, seat, picked, picks);
    if (g->purpose == MAZO_PURPOSE_lever)
        add(mask, MAZO_ACTION_done);
}

static void add_choices(const struct mazo_game *g, uint64_t *mask)
{
    bool self = g->purpose == MAZO_PURPOSE_lever || g->purpose == MAZO_PURPOSE_first_card;
    for (int steps = !self; steps < g->seats; steps++)
        add(mask, MAZO_ACTION_choose + steps);
}

/* All but the phases in which a card may be played. */
static __attribute__((noinline)) void
add_answers(const struct mazo_game *g, int seat, const mazo_card *picked, int picks, uint64_t *mask)
{
    switch (g->phase) {
    case MAZO_PHASE_color:
        mask[REST] |= ACTION_BIT(MAZO_ACTION_color) * 15;
        break;
    case MAZO_PHASE_choose:
        add_choices(g, mask);
        break;
    case MAZO_PHASE_throw:
        add_throws(g, seat, picked, picks, mask);
        break;
    default: /* run, dare */
        add_if(judge_done(g), mask, MAZO_ACTION_done);
        break;
    }
}

HOT static void add_in_turn(const struct mazo_game *g, int seat, const mazo_card *picked, int picks,
                            uint64_t *mask)
{
    add_plays(g, seat, mazo_playable(g), mask);
    if (g->phase == MAZO_PHASE_play) {
        if (g->rules.draw == MAZO_draw_stuck || g->rules.must_play)
            add_if(judge_draw(g), mask, MAZO_ACTION_draw);
        else if (can_draw(g))
            add(mask, MAZO_ACTION_draw);
        if (!can_draw(g))
            add_if(judge_pass(g), mask, MAZO_ACTION_pass);
    } else if (g->phase == MAZO_PHASE_drawn) {
        add_if(judge_keep(g), mask, MAZO_ACTION_keep);
    } else if (g->phase == MAZO_PHASE_struck) {
        add(mask, MAZO_ACTION_accept);
        add_if(judge_challenge(g), mask, MAZO_ACTION_challenge);
    } else {
        add_answers(g, seat, picked, picks, mask);
    }
}

/* Out of turn: H, jump-in. */
static void add_jump_in(const struct mazo_game *g, int seat, uint64_t *mask)
{
    struct mazo_command c = {.type = MAZO_CMD_play, .seat = (uint8_t)seat, .card = g->top};
    if (judge_play(g, &c) == MAZO_ERR_ok)
        add_plays(g, seat, MAZO_BIT(g->top), mask);
}

/* P3, but nobody can accuse. */
static void add_votes(const struct mazo_game *g, int seat, uint64_t *mask)
{
    if (seat == g->accused)
        add(mask, MAZO_ACTION_admit);
    else if (!(g->voted & SEAT_BIT(seat)))
        mask[REST] |= ACTION_BIT(MAZO_ACTION_vote_yes) | ACTION_BIT(MAZO_ACTION_vote_no);
}

/* What may be done out of turn too. */
HOT static void add_any_time(const struct mazo_game *g, int seat, uint64_t *mask)
{
    if (g->size[seat] <= 2)
        add_if(judge_uno(g, seat), mask, MAZO_ACTION_uno);
    for (unsigned rest = g->catchable & ~(unsigned)SEAT_BIT(seat); rest; rest &= rest - 1)
        add(mask, MAZO_ACTION_catch + steps_to(g, seat, lowest_card(rest)));
    if (g->accused != MAZO_SEAT_NONE)
        add_votes(g, seat, mask);
}

/* Before a round and after it. */
COLD static void add_between(const struct mazo_game *g, int seat, uint64_t *mask)
{
    if (g->phase == MAZO_PHASE_round_over)
        add(mask, MAZO_ACTION_next);
    else if (g->phase == MAZO_PHASE_write && !(g->written & SEAT_BIT(seat)))
        for (int i = 0; i + mazo_rule_cards_each(g) <= MAZO_RULE_CARDS_MAX; i++)
            add(mask, MAZO_ACTION_write + i);
}

void make_mask(const struct mazo_game *g, int seat, const mazo_card *picked, int picks,
               uint64_t *mask)
{
    memset(mask, 0, MAZO_MASK_WORDS * sizeof *mask);
    if (!mazo_is_running(g->phase)) {
        add_between(g, seat, mask);
        return;
    }
    if (seat == g->turn)
        add_in_turn(g, seat, picked, picks, mask);
    else
        add_jump_in(g, seat, mask);
    add_any_time(g, seat, mask);
}

int mazo_action_mask(const struct mazo_game *g, int seat, const mazo_card *picked, int picks,
                     uint64_t mask[MAZO_MASK_WORDS])
{
    int count = 0;
    memset(mask, 0, MAZO_MASK_WORDS * sizeof *mask);
    if (is_seat(g, seat))
        make_mask(g, seat, picked, picks, mask);
    for (int i = 0; i < MAZO_MASK_WORDS; i++)
        count += count_bits(mask[i]);
    return count;
}

static void command_of_play(int action, struct mazo_command *out)
{
    bool lever = action >= MAZO_ACTION_wild_jackpot;
    out->type = MAZO_CMD_play;
    out->card = lever ? MAZO_WILD_JACKPOT : card_of(action);
    if (mazo_card_is_wild(out->card))
        out->color = (uint8_t)(lever ? action & 3 : action >> 4 & 3);
    out->uno = lever ? action >= MAZO_ACTION_wild_jackpot_uno : action >= MAZO_ACTION_play_uno;
}

static bool command_of_throw(int card, struct mazo_command *out)
{
    static const mazo_card kinds[MAZO_KIND_COUNT] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                     11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                     22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
                                                     33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
                                                     44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54,
                                                     55, 56, 57, 58, 59, 60, 61, 62, 63};
    if (!mazo_card_is_valid((mazo_card)card))
        return false;
    out->type = MAZO_CMD_throw;
    out->count = 1;
    out->cards = &kinds[card];
    return true;
}

/* The commands that need nothing but their name, from MAZO_ACTION_draw on. */
static const uint8_t plain[] = {MAZO_CMD_draw, MAZO_CMD_keep, MAZO_CMD_accept, MAZO_CMD_challenge,
                                MAZO_CMD_pass, MAZO_CMD_done, MAZO_CMD_uno,    MAZO_CMD_admit,
                                MAZO_CMD_vote, MAZO_CMD_vote, MAZO_CMD_COUNT,  MAZO_CMD_next};

static bool command_of_plain(const struct mazo_game *g, int action, struct mazo_command *out)
{
    out->type = plain[action - MAZO_ACTION_draw];
    out->yes = action == MAZO_ACTION_vote_yes;
    if (action == MAZO_ACTION_next)
        out->seat = MAZO_SEAT_NONE;
    if (action == MAZO_ACTION_done && g->phase == MAZO_PHASE_throw)
        out->type = MAZO_CMD_throw; /* of nothing */
    return out->type != MAZO_CMD_COUNT;
}

/* From MAZO_ACTION_catch on. */
static bool command_of_other(const struct mazo_game *g, int seat, int action,
                             struct mazo_command *out)
{
    bool catches = action < MAZO_ACTION_choose;
    int steps = action - (catches ? MAZO_ACTION_catch : MAZO_ACTION_choose);
    if (action >= MAZO_ACTION_write) {
        out->type = MAZO_CMD_write;
        out->rule_cards = mazo_idea(action - MAZO_ACTION_write + 1);
        out->count = (uint8_t)mazo_rule_cards_each(g);
        return action - MAZO_ACTION_write + out->count <= MAZO_RULE_CARDS_MAX;
    }
    out->type = catches ? MAZO_CMD_catch : MAZO_CMD_choose;
    out->who = (uint8_t)seat_from(g, seat, steps);
    return steps < g->seats;
}

static bool command_of(const struct mazo_game *g, int seat, int action, struct mazo_command *out)
{
    if (action < 0 || action >= MAZO_ACTION_COUNT || !is_seat(g, seat))
        return false;
    if (action < MAZO_ACTION_throw ||
        (action >= MAZO_ACTION_wild_jackpot && action < MAZO_ACTION_color)) {
        command_of_play(action, out);
        return true;
    }
    if (action < MAZO_ACTION_wild_jackpot)
        return command_of_throw(action - MAZO_ACTION_throw, out);
    if (action < MAZO_ACTION_draw) {
        out->type = MAZO_CMD_color;
        out->color = (uint8_t)(action - MAZO_ACTION_color);
        return true;
    }
    if (action <= MAZO_ACTION_next)
        return command_of_plain(g, action, out);
    if (action < MAZO_ACTION_catch || action >= MAZO_ACTION_write + MAZO_RULE_CARDS_MAX)
        return false;
    return command_of_other(g, seat, action, out);
}

bool mazo_action_command(const struct mazo_game *g, int seat, int action, struct mazo_command *out)
{
    *out = (struct mazo_command){.seat = (uint8_t)seat,
                                 .card = MAZO_CARD_NONE,
                                 .color = MAZO_COLOR_NONE,
                                 .who = MAZO_SEAT_NONE};
    if (command_of(g, seat, action, out))
        return true;
    out->type = MAZO_CMD_COUNT;
    return false;
}

static int action_of_play(const struct mazo_command *c)
{
    if (!mazo_card_is_valid(c->card))
        return MAZO_ACTION_NONE;
    if (!mazo_card_is_wild(c->card))
        return c->card + (c->uno ? MAZO_ACTION_play_uno : 0);
    if (c->color >= MAZO_COLOR_COUNT)
        return MAZO_ACTION_NONE;
    if (c->card == MAZO_WILD_JACKPOT)
        return (c->uno ? MAZO_ACTION_wild_jackpot_uno : MAZO_ACTION_wild_jackpot) + c->color;
    return c->color * 16 + c->card + (c->uno ? MAZO_ACTION_play_uno : 0);
}

static int action_of_write(const struct mazo_command *c)
{
    for (int i = 0; i < MAZO_RULE_CARDS_MAX; i++)
        if (c->rule_cards == mazo_idea(i + 1))
            return MAZO_ACTION_write + i;
    return MAZO_ACTION_NONE;
}

static int action_of_throw(const struct mazo_command *c)
{
    if (c->count == 0)
        return MAZO_ACTION_done;
    bool valid = c->cards && mazo_card_is_valid(c->cards[0]);
    return valid ? MAZO_ACTION_throw + c->cards[0] : MAZO_ACTION_NONE;
}

int mazo_command_action(const struct mazo_game *g, const struct mazo_command *c)
{
    bool two = is_seat(g, c->seat) && is_seat(g, c->who);
    switch (c->type) {
    case MAZO_CMD_play:
        return action_of_play(c);
    case MAZO_CMD_throw:
        return action_of_throw(c);
    case MAZO_CMD_color:
        return c->color < MAZO_COLOR_COUNT ? MAZO_ACTION_color + c->color : MAZO_ACTION_NONE;
    case MAZO_CMD_catch:
        return two ? MAZO_ACTION_catch + steps_to(g, c->seat, c->who) : MAZO_ACTION_NONE;
    case MAZO_CMD_choose:
        return two ? MAZO_ACTION_choose + steps_to(g, c->seat, c->who) : MAZO_ACTION_NONE;
    case MAZO_CMD_write:
        return action_of_write(c);
    case MAZO_CMD_vote:
        return c->yes ? MAZO_ACTION_vote_yes : MAZO_ACTION_vote_no;
    default:
        for (int i = 0; i < (int)sizeof plain; i++)
            if (plain[i] == c->type && c->type < MAZO_CMD_COUNT)
                return MAZO_ACTION_draw + i;
        return MAZO_ACTION_NONE;
    }
}
