/*
 * judge.c - may this command be given? Nothing here changes a game.
 */
#include "core.h"

bool mazo_is_clean(const struct mazo_game *g, int seat)
{
    return is_seat(g, seat) && is_clean(g, seat);
}

static bool may_bluff(const struct mazo_game *g, int seat)
{
    return !g->rules.no_bluffing || is_clean(g, seat);
}

/* A dirty Wild Draw Four does not fit in a run: it could not be challenged. */
static uint64_t unfit_in_run(const struct mazo_game *g, int seat)
{
    bool unfit = g->phase == MAZO_PHASE_run && since(g, 2) && !is_clean(g, seat);
    return unfit ? MAZO_BIT(MAZO_WILD_FOUR) : 0;
}

uint64_t mazo_playable(const struct mazo_game *g)
{
    int seat = g->turn;
    uint64_t kinds = 0;
    if (g->phase == MAZO_PHASE_play || g->phase == MAZO_PHASE_run)
        kinds = g->have[seat] & g->fits & ~unfit_in_run(g, seat);
    else if (g->phase == MAZO_PHASE_drawn)
        kinds = MAZO_BIT(g->drawn);
    else if (g->phase == MAZO_PHASE_struck && g->rules.stacking) /* X1 */
        kinds = g->have[seat] & (MAZO_OF_VALUE(MAZO_DRAW_TWO) | MAZO_BIT(MAZO_WILD_FOUR));
    if (g->rules.no_bluffing && g->phase != MAZO_PHASE_run && !is_clean(g, seat))
        kinds &= ~MAZO_BIT(MAZO_WILD_FOUR);
    return kinds;
}

/* T2: a card that may be played, a bluff apart. */
static bool can_play(const struct mazo_game *g)
{
    uint64_t kinds = mazo_playable(g);
    if (!is_clean(g, g->turn))
        kinds &= ~MAZO_BIT(MAZO_WILD_FOUR);
    return kinds != 0;
}

static enum mazo_error judge_wild(const struct mazo_game *g, const struct mazo_command *c)
{
    if (!mazo_card_is_wild(c->card))
        return MAZO_ERR_ok;
    if (c->color == MAZO_COLOR_NONE)
        return MAZO_ERR_color_needed;
    if (c->color >= MAZO_COLOR_COUNT)
        return MAZO_ERR_bad_color;
    if (c->card == MAZO_WILD_FOUR && g->phase != MAZO_PHASE_run && !may_bluff(g, c->seat))
        return MAZO_ERR_bluff_refused;
    return MAZO_ERR_ok;
}

/* H: identical to the top card, while the seat in turn has not begun. */
static bool is_jump_in(const struct mazo_game *g, const struct mazo_command *c)
{
    return g->rules.jump_in && g->phase == MAZO_PHASE_play && c->card == g->top;
}

static enum mazo_error judge_fit(const struct mazo_game *g, const struct mazo_command *c)
{
    uint64_t bit = MAZO_BIT(c->card);
    switch (g->phase) {
    case MAZO_PHASE_play:
    case MAZO_PHASE_run:
        return g->fits & bit & ~unfit_in_run(g, c->seat) ? MAZO_ERR_ok : MAZO_ERR_does_not_match;
    case MAZO_PHASE_drawn:
        return c->card == g->drawn ? MAZO_ERR_ok : MAZO_ERR_only_drawn_card;
    case MAZO_PHASE_struck:
        if (!g->rules.stacking)
            return MAZO_ERR_not_now;
        return bit & (MAZO_OF_VALUE(MAZO_DRAW_TWO) | MAZO_BIT(MAZO_WILD_FOUR))
                   ? MAZO_ERR_ok
                   : MAZO_ERR_cannot_stack;
    default:
        return MAZO_ERR_not_now;
    }
}

/* Before any penalty: would the play be right? */
enum mazo_error judge_play(const struct mazo_game *g, const struct mazo_command *c)
{
    if (!mazo_card_is_valid(c->card))
        return MAZO_ERR_bad_card;
    bool out_of_turn = c->seat != g->turn && !is_jump_in(g, c);
    if (g->copies[c->seat][c->card] == 0) /* P2 punishes a card that was played, not one named */
        return out_of_turn && !g->rules.wrong_card ? MAZO_ERR_not_your_turn : MAZO_ERR_not_in_hand;
    if (out_of_turn)
        return MAZO_ERR_not_your_turn;
    enum mazo_error error = c->seat == g->turn ? judge_fit(g, c) : MAZO_ERR_ok;
    return error ? error : judge_wild(g, c);
}

/* P2: a mistake that costs cards instead of being refused. */
bool is_punished(const struct mazo_game *g, enum mazo_error error)
{
    if (!g->rules.wrong_card)
        return false;
    switch (error) {
    case MAZO_ERR_not_your_turn:
        return true;
    case MAZO_ERR_does_not_match:
        return g->phase == MAZO_PHASE_play || since(g, 2);
    case MAZO_ERR_only_drawn_card:
    case MAZO_ERR_cannot_stack:
    case MAZO_ERR_not_now:
        return since(g, 2);
    default:
        return false;
    }
}

bool mazo_is_misplay(const struct mazo_game *g, const struct mazo_command *c, enum mazo_error *why)
{
    if (c->type != MAZO_CMD_play || c->seat >= g->seats || !mazo_is_running(g->phase))
        return false;
    enum mazo_error error = judge_play(g, c);
    if (why)
        *why = error;
    return is_punished(g, error);
}

enum mazo_error judge_draw(const struct mazo_game *g)
{
    if (g->phase != MAZO_PHASE_play)
        return MAZO_ERR_not_now;
    if ((g->rules.draw == MAZO_draw_stuck || g->rules.must_play) && can_play(g))
        return MAZO_ERR_can_play;
    return can_draw(g) ? MAZO_ERR_ok : MAZO_ERR_nothing_to_draw;
}

enum mazo_error judge_pass(const struct mazo_game *g)
{
    if (g->phase != MAZO_PHASE_play)
        return MAZO_ERR_not_now;
    if (can_draw(g))
        return MAZO_ERR_can_draw;
    return can_play(g) ? MAZO_ERR_can_play : MAZO_ERR_ok;
}

enum mazo_error judge_uno(const struct mazo_game *g, int seat)
{
    bool plays_card = g->phase == MAZO_PHASE_play || g->phase == MAZO_PHASE_drawn ||
                      (g->phase == MAZO_PHASE_struck && g->rules.stacking) ||
                      (g->phase == MAZO_PHASE_run && since(g, 2));
    bool before = g->size[seat] == 2 && seat == g->turn && plays_card;
    if (g->said & SEAT_BIT(seat) || (g->size[seat] != 1 && !before))
        return MAZO_ERR_uno_not_now;
    return MAZO_ERR_ok;
}

enum mazo_error judge_keep(const struct mazo_game *g)
{
    if (g->phase != MAZO_PHASE_drawn)
        return MAZO_ERR_not_now;
    /* A card that has turned into a forbidden bluff in the meantime may be kept. */
    return g->must && mazo_playable(g) ? MAZO_ERR_must_play : MAZO_ERR_ok;
}

enum mazo_error judge_challenge(const struct mazo_game *g)
{
    if (g->phase != MAZO_PHASE_struck)
        return MAZO_ERR_not_now;
    return g->challengeable ? MAZO_ERR_ok : MAZO_ERR_no_challenge;
}

static enum mazo_error judge_catch(const struct mazo_game *g, const struct mazo_command *c)
{
    if (c->who >= g->seats || c->who == c->seat)
        return MAZO_ERR_bad_choice;
    return g->catchable & SEAT_BIT(c->who) ? MAZO_ERR_ok : MAZO_ERR_nothing_to_catch;
}

static enum mazo_error judge_color(const struct mazo_game *g, const struct mazo_command *c)
{
    if (g->phase != MAZO_PHASE_color)
        return MAZO_ERR_not_now;
    if (c->color == MAZO_COLOR_NONE)
        return MAZO_ERR_color_needed;
    return c->color < MAZO_COLOR_COUNT ? MAZO_ERR_ok : MAZO_ERR_bad_color;
}

static enum mazo_error judge_choose(const struct mazo_game *g, const struct mazo_command *c)
{
    if (g->phase != MAZO_PHASE_choose)
        return MAZO_ERR_not_now;
    bool self = g->purpose == MAZO_PURPOSE_lever || g->purpose == MAZO_PURPOSE_first_card;
    if (c->who >= g->seats || (c->who == c->seat && !self))
        return MAZO_ERR_bad_choice;
    return MAZO_ERR_ok;
}

static enum mazo_error judge_throw(const struct mazo_game *g, const struct mazo_command *c)
{
    if (g->phase != MAZO_PHASE_throw)
        return MAZO_ERR_not_now;
    bool colors = g->purpose == MAZO_PURPOSE_lever;
    uint8_t thrown[MAZO_KIND_COUNT] = {0}, seen = 0;
    if ((colors ? c->count > MAZO_COLOR_COUNT : c->count != g->owed) || (c->count && !c->cards))
        return MAZO_ERR_bad_throw;
    for (int i = 0; i < c->count; i++) {
        mazo_card card = c->cards[i];
        if (!mazo_card_is_valid(card))
            return MAZO_ERR_bad_card;
        if (++thrown[card] > g->copies[c->seat][card])
            return MAZO_ERR_not_in_hand;
        if (!colors)
            continue;
        uint8_t bit = (uint8_t)(1u << mazo_card_color(card));
        if (mazo_card_is_wild(card) || seen & bit) /* J4 */
            return MAZO_ERR_bad_throw;
        seen |= bit;
    }
    return MAZO_ERR_ok;
}

/* A run continues while a card fits. */
enum mazo_error judge_done(const struct mazo_game *g)
{
    if (g->phase != MAZO_PHASE_run)
        return g->phase == MAZO_PHASE_dare ? MAZO_ERR_ok : MAZO_ERR_not_now;
    return since(g, 2) && mazo_playable(g) ? MAZO_ERR_can_play : MAZO_ERR_ok;
}

static enum mazo_error judge_write(const struct mazo_game *g, const struct mazo_command *c)
{
    if (g->phase != MAZO_PHASE_write)
        return MAZO_ERR_not_now;
    if (g->written & SEAT_BIT(c->seat))
        return MAZO_ERR_already_written;
    if (c->count != mazo_rule_cards_each(g) || !c->rule_cards)
        return MAZO_ERR_bad_rule_cards;
    for (int i = 0; i < c->count; i++)
        if (!mazo_rule_card_is_valid(&c->rule_cards[i]))
            return MAZO_ERR_bad_rule_cards;
    return MAZO_ERR_ok;
}

static enum mazo_error judge_accuse(const struct mazo_game *g, const struct mazo_command *c)
{
    if (!g->rules.suggestion)
        return MAZO_ERR_no_accusations;
    if (c->who >= g->seats || c->who == c->seat)
        return MAZO_ERR_bad_choice;
    return g->accused == MAZO_SEAT_NONE ? MAZO_ERR_ok : MAZO_ERR_vote_open;
}

static enum mazo_error judge_vote(const struct mazo_game *g, int seat)
{
    if (g->accused == MAZO_SEAT_NONE)
        return MAZO_ERR_no_vote;
    if (seat == g->accused)
        return MAZO_ERR_is_accused;
    return g->voted & SEAT_BIT(seat) ? MAZO_ERR_already_voted : MAZO_ERR_ok;
}

static enum mazo_error judge_admit(const struct mazo_game *g, int seat)
{
    if (g->accused == MAZO_SEAT_NONE)
        return MAZO_ERR_no_vote;
    return seat == g->accused ? MAZO_ERR_ok : MAZO_ERR_not_accused;
}

static enum mazo_error judge_next(const struct mazo_game *g)
{
    if (g->phase == MAZO_PHASE_match_over)
        return MAZO_ERR_match_over;
    return g->phase == MAZO_PHASE_round_over ? MAZO_ERR_ok : MAZO_ERR_round_running;
}

/* Commands that only the seat in turn may give. */
static enum mazo_error judge_in_turn(const struct mazo_game *g, const struct mazo_command *c)
{
    if (c->seat != g->turn)
        return MAZO_ERR_not_your_turn;
    switch (c->type) {
    case MAZO_CMD_draw:
        return judge_draw(g);
    case MAZO_CMD_keep:
        return judge_keep(g);
    case MAZO_CMD_accept:
        return g->phase == MAZO_PHASE_struck ? MAZO_ERR_ok : MAZO_ERR_not_now;
    case MAZO_CMD_challenge:
        return judge_challenge(g);
    case MAZO_CMD_color:
        return judge_color(g, c);
    case MAZO_CMD_choose:
        return judge_choose(g, c);
    case MAZO_CMD_throw:
        return judge_throw(g, c);
    case MAZO_CMD_done:
        return judge_done(g);
    default:
        return judge_pass(g);
    }
}

/* Commands that need no running round, or that no seat gives. */
static enum mazo_error judge_apart(const struct mazo_game *g, const struct mazo_command *c)
{
    if (c->type == MAZO_CMD_next)
        return judge_next(g);
    if (c->type == MAZO_CMD_tally)
        return g->accused == MAZO_SEAT_NONE ? MAZO_ERR_no_vote : MAZO_ERR_ok;
    if (c->seat >= g->seats)
        return MAZO_ERR_bad_seat;
    if (g->phase == MAZO_PHASE_match_over)
        return MAZO_ERR_match_over;
    if (g->phase == MAZO_PHASE_round_over)
        return MAZO_ERR_round_over;
    return c->type == MAZO_CMD_write ? judge_write(g, c) : MAZO_ERR_not_now;
}

enum mazo_error mazo_judge(const struct mazo_game *g, const struct mazo_command *c)
{
    if (c->seat >= g->seats || !mazo_is_running(g->phase))
        return judge_apart(g, c);
    switch (c->type) {
    case MAZO_CMD_play: {
        enum mazo_error error = judge_play(g, c);
        return error && is_punished(g, error) ? MAZO_ERR_ok : error;
    }
    case MAZO_CMD_uno:
        return judge_uno(g, c->seat);
    case MAZO_CMD_catch:
        return judge_catch(g, c);
    case MAZO_CMD_accuse:
        return judge_accuse(g, c);
    case MAZO_CMD_vote:
        return judge_vote(g, c->seat);
    case MAZO_CMD_admit:
        return judge_admit(g, c->seat);
    case MAZO_CMD_draw:
    case MAZO_CMD_keep:
    case MAZO_CMD_accept:
    case MAZO_CMD_challenge:
    case MAZO_CMD_color:
    case MAZO_CMD_choose:
    case MAZO_CMD_throw:
    case MAZO_CMD_done:
    case MAZO_CMD_pass:
        return judge_in_turn(g, c);
    default:
        return judge_apart(g, c);
    }
}
