/*
 * check.c - the hash of a game, and what must hold in every game.
 */
#include "core.h"

/* One 64-bit lane, a multiplication and a shift a word. */
static void mix(uint64_t *hash, uint64_t word)
{
    *hash = (*hash ^ word) * UINT64_C(0x9fb21c651e98df25);
    *hash ^= *hash >> 32;
}

static void mix_bytes(uint64_t *hash, const uint8_t *bytes, int n)
{
    mix(hash, (uint64_t)n);
    for (int i = 0; i < n; i += 8) {
        uint64_t word = 0;
        for (int j = 0; j < 8 && i + j < n; j++)
            word |= (uint64_t)bytes[i + j] << (8 * j);
        mix(hash, word);
    }
}

static void mix_table(uint64_t *hash, const struct mazo_game *g)
{
    const uint8_t small[] = {
        g->seats,
        g->phase,
        g->turn,
        g->top,
        g->color,
        (uint8_t)g->direction,
        g->draw_count,
        g->discard_count,
        g->ordered,
        g->drawn,
        g->must,
        g->pending,
        g->striker,
        g->dirty,
        g->color_before,
        g->challengeable,
        g->dealer,
        g->beginner,
        g->round_winner,
        g->accuser,
        g->accused,
        g->purpose,
        g->lever,
        g->lever_opens,
        g->actor,
        g->rule_card,
        g->effect,
        g->target,
        g->owed,
        g->each_left,
        (uint8_t)g->each_direction,
        g->run_draws,
        g->run_skips,
        g->rule_card_count,
        g->rules_seen,
        g->dispenser_count,
        g->used_count,
        g->spin_count,
    };
    const uint16_t wide[] = {
        g->passes,  g->said,   g->catchable, g->lose_turn, g->round,
        g->winners, g->losers, g->written,   g->voted,     g->voted_yes,
    };
    mix_bytes(hash, small, (int)sizeof small);
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        mix(hash, wide[i]);
    mix(hash, g->fits);
}

static void mix_seats(uint64_t *hash, const struct mazo_game *g)
{
    for (int seat = 0; seat < g->seats; seat++) {
        mix(hash, (uint32_t)g->scores[seat]);
        mix(hash, g->declined[seat]);
        mix(hash, g->declined_since[seat]);
        mix(hash, g->shown[seat]);
        mix(hash, g->shown_to[seat]);
        for (uint64_t rest = g->have[seat]; rest; rest &= rest - 1) {
            mazo_card card = lowest_card(rest);
            mix(hash, (uint64_t)card << 8 | g->copies[seat][card]);
        }
    }
}

static void mix_rule_cards(uint64_t *hash, const struct mazo_game *g)
{
    for (int i = 0; i < g->rule_card_count; i++) {
        const struct mazo_rule_card *card = &g->rule_cards[i];
        mix(hash, card->count);
        for (int j = 0; j < card->count; j++)
            mix(hash, (uint64_t)card->effect[j].type << 16 | (uint64_t)card->effect[j].n << 8 |
                          card->effect[j].other);
    }
    mix_bytes(hash, g->dispenser, g->dispenser_count);
    mix_bytes(hash, g->used, g->used_count);
    mix_bytes(hash, g->spins, g->spin_count);
}

uint64_t mazo_hash(const struct mazo_game *g)
{
    uint64_t hash = UINT64_C(0x6d617a6f);
#define RULE(storage, type, name, ids, least, most, sr, du, of, pe, ja, sentence)                  \
    mix(&hash, g->rules.name);
#include "mazo/rules.def"
    mix_table(&hash, g);
    mix_seats(&hash, g);
    mix_rule_cards(&hash, g);
    mix_bytes(&hash, g->pile, g->draw_count);
    mix_bytes(&hash, &g->pile[MAZO_CARDS_MAX - g->discard_count], g->discard_count);
    for (int i = 0; i < 8; i++)
        mix(&hash, g->rng.key[i]);
    mix(&hash, g->rng.counter);
    mix(&hash, (uint64_t)g->rng.left << 8 | g->rng.fast);
    return hash;
}

static const char *check_hand(const struct mazo_game *g, int seat)
{
    int sum = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        int n = g->copies[seat][card];
        sum += n;
        if (n && !mazo_card_is_valid((mazo_card)card))
            return "a hand holds what is no card";
        if ((n > 0) != (bool)(g->have[seat] >> card & 1) ||
            (n > 1) != (bool)(g->twice[seat] >> card & 1))
            return "a hand's sets do not agree with its counts";
    }
    if (sum != g->size[seat])
        return "a hand's size does not agree with its counts";
    if (g->shown[seat] & ~g->have[seat])
        return "a card is known to be in a hand where it is not";
    if (g->said & SEAT_BIT(seat) && g->size[seat] > 2)
        return "a seat with many cards has said UNO";
    if (g->catchable & SEAT_BIT(seat) && (g->size[seat] != 1 || g->said & SEAT_BIT(seat)))
        return "a seat can be caught without a reason";
    return NULL;
}

static const char *check_piles(const struct mazo_game *g)
{
    int total = g->draw_count + g->discard_count;
    if (total > MAZO_CARDS_MAX || g->ordered > g->draw_count)
        return "the piles do not fit";
    for (int i = 0; i < g->draw_count; i++)
        if (!mazo_card_is_valid(g->pile[i]))
            return "the draw pile holds what is no card";
    for (int i = 1; i <= g->discard_count; i++)
        if (!mazo_card_is_valid(g->pile[MAZO_CARDS_MAX - i]))
            return "the discards hold what is no card";
    if (g->discard_count && g->top != g->pile[MAZO_CARDS_MAX - g->discard_count])
        return "the top card is not the top card";
    for (int seat = 0; seat < g->seats; seat++)
        total += g->size[seat];
    return total <= MAZO_CARDS_MAX ? NULL : "there are too many cards";
}

/* Each phase and what it needs. */
static const char *check_phase(const struct mazo_game *g)
{
    bool struck = g->phase == MAZO_PHASE_struck, drawn = g->phase == MAZO_PHASE_drawn;
    bool asked = g->phase >= MAZO_PHASE_color && g->phase <= MAZO_PHASE_dare;
    if (struck != (g->pending > 0))
        return "a debt without a struck seat, or the other way round";
    if (drawn != (g->drawn != MAZO_CARD_NONE) || (drawn && !g->copies[g->turn][g->drawn]))
        return "the drawn card is not in the hand";
    if (asked != (g->purpose != MAZO_PURPOSE_none))
        return "a seat is asked for nothing";
    if (g->phase == MAZO_PHASE_throw && g->owed > g->size[g->turn])
        return "a seat owes more cards than it has";
    if (g->purpose == MAZO_PURPOSE_effect && g->rule_card == MAZO_CARD_NONE)
        return "an effect without a rule card";
    if (g->phase == MAZO_PHASE_match_over && !g->winners && !g->losers)
        return "a match ended without a winner or loser";
    if (round_is_running(g) && (g->phase != MAZO_PHASE_color) && g->color == MAZO_COLOR_NONE &&
        !g->lever_opens)
        return "no colour has been named";
    return NULL;
}

static const char *check_rule_cards(const struct mazo_game *g)
{
    int out = g->rule_card != MAZO_CARD_NONE;
    if (g->rule_card_count > MAZO_RULE_CARDS_MAX ||
        g->dispenser_count + g->used_count + out > g->rule_card_count)
        return "the rule cards do not add up";
    if (g->phase != MAZO_PHASE_write &&
        g->dispenser_count + g->used_count + out != g->rule_card_count)
        return "a rule card is lost";
    return NULL;
}

const char *mazo_check(const struct mazo_game *g)
{
    if (g->seats < MAZO_SEATS_MIN || g->seats > MAZO_SEATS_MAX || g->turn >= g->seats ||
        g->dealer >= g->seats || g->phase >= MAZO_PHASE_COUNT)
        return "a seat or phase is out of range";
    if (g->direction != 1 && g->direction != -1)
        return "the direction is neither left nor right";
    for (int seat = 0; seat < g->seats; seat++) {
        const char *fault = check_hand(g, seat);
        if (fault)
            return fault;
    }
    const char *fault = check_piles(g);
    if (!fault)
        fault = check_phase(g);
    return fault ? fault : check_rule_cards(g);
}
