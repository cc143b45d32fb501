/*
 * hash.c - the hash of a game: match files carry one on every line.
 *
 * A file written by any release must replay in every later one, so what is
 * hashed here never changes for a match that a file may hold. From revision 2
 * on:
 *  - of the rules only what differs from the sheet counts, by name, so that a
 *    new row that is off changes nothing;
 *  - a field counts with its own number, and only when it is not zero, so that
 *    a new field that old matches leave at zero changes nothing. Numbers are
 *    never used again for something else;
 *  - what players can tell from public acts is left out: it decides nothing.
 * Revision 1 hashed everything in order; hash_first keeps doing that.
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

uint8_t phase_number(int phase)
{
    static const uint8_t numbers[MAZO_PHASE_COUNT] = {
#define MAZO_X_PHASE(name, number) number,
#include "mazo/phases.def"
    };
    return numbers[phase];
}

static void mix_hand(uint64_t *hash, const struct mazo_game *g, int seat)
{
    for (uint64_t rest = g->have[seat]; rest; rest &= rest - 1) {
        mazo_card card = lowest_card(rest);
        mix(hash, (uint64_t)card << 8 | g->copies[seat][card]);
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

static void mix_piles(uint64_t *hash, const struct mazo_game *g)
{
    mix_bytes(hash, g->pile, g->draw_count);
    mix_bytes(hash, &g->pile[MAZO_CARDS_MAX - g->discard_count], g->discard_count);
    for (int i = 0; i < 8; i++)
        mix(hash, g->rng.key[i]);
    mix(hash, g->rng.counter);
    mix(hash, (uint64_t)g->rng.left << 8 | g->rng.fast);
}

/* ---- revision 1 ---- */

/* The rows that there were then, in their order. */
static void mix_first_rules(uint64_t *hash, const struct mazo_rules *rules)
{
    static const uint8_t rows[] = {
        MAZO_RULE_seats,           MAZO_RULE_seats_max,
        MAZO_RULE_numbers,         MAZO_RULE_draw_twos,
        MAZO_RULE_skips,           MAZO_RULE_reverses,
        MAZO_RULE_wilds,           MAZO_RULE_wild_fours,
        MAZO_RULE_jackpots,        MAZO_RULE_wild_jackpots,
        MAZO_RULE_rule_cards,      MAZO_RULE_hand_size,
        MAZO_RULE_first_dealer,    MAZO_RULE_beginner,
        MAZO_RULE_first_wild_four, MAZO_RULE_draw,
        MAZO_RULE_drawn_card,      MAZO_RULE_draw_until_playable,
        MAZO_RULE_must_play,       MAZO_RULE_jump_in,
        MAZO_RULE_seven_zero,      MAZO_RULE_turn_clock,
        MAZO_RULE_wild_four,       MAZO_RULE_no_bluffing,
        MAZO_RULE_stacking,        MAZO_RULE_uno_until,
        MAZO_RULE_uno_penalty,     MAZO_RULE_uno_late,
        MAZO_RULE_wrong_card,      MAZO_RULE_suggestion,
        MAZO_RULE_last_card_draws, MAZO_RULE_scoring,
        MAZO_RULE_target_is,       MAZO_RULE_target,
        MAZO_RULE_teams,
    };
    for (size_t i = 0; i < sizeof rows; i++)
        mix(hash, mazo_rules_get(rules, rows[i]));
}

static void mix_first_table(uint64_t *hash, const struct mazo_game *g)
{
    const uint8_t phase = phase_number(g->phase), direction = (uint8_t)g->direction,
                  each_direction = (uint8_t)g->each_direction;
    const uint8_t small[] = {
        g->seats,        phase,
        g->turn,         g->top,
        g->color,        direction,
        g->draw_count,   g->discard_count,
        g->ordered,      g->drawn,
        g->must,         g->pending,
        g->striker,      g->dirty,
        g->color_before, g->challengeable,
        g->dealer,       g->beginner,
        g->round_winner, g->accuser,
        g->accused,      g->purpose,
        g->lever,        g->lever_opens,
        g->actor,        g->rule_card,
        g->effect,       g->target,
        g->owed,         g->each_left,
        each_direction,  g->run_draws,
        g->run_skips,    g->rule_card_count,
        g->rules_seen,   g->dispenser_count,
        g->used_count,   g->spin_count,
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

static void mix_first_seats(uint64_t *hash, const struct mazo_game *g)
{
    for (int seat = 0; seat < g->seats; seat++) {
        mix(hash, (uint32_t)g->scores[seat]);
        mix(hash, g->declined[seat]);
        mix(hash, g->declined_since[seat]);
        mix(hash, g->shown[seat]);
        mix(hash, g->shown_to[seat]);
        mix_hand(hash, g, seat);
    }
}

static uint64_t hash_first(const struct mazo_game *g)
{
    uint64_t hash = UINT64_C(0x6d617a6f);
    mix_first_rules(&hash, &g->rules);
    mix_first_table(&hash, g);
    mix_first_seats(&hash, g);
    mix_rule_cards(&hash, g);
    mix_piles(&hash, g);
    return hash;
}

/* ---- from revision 2 on ---- */

static void mix_text(uint64_t *hash, const char *text)
{
    for (; *text; text++)
        mix(hash, (uint8_t)*text);
    mix(hash, 0);
}

static void mix_rules(uint64_t *hash, const struct mazo_rules *rules)
{
    struct mazo_rules sheet = {0};
    mix(hash, rules->revision);
    if (mazo_rules_as_of(rules->sheet, rules->revision, &sheet))
        mix_text(hash, mazo_sheet_name(rules->sheet));
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        uint32_t value = mazo_rules_get(rules, rule);
        if (value != mazo_rules_get(&sheet, rule)) {
            mix_text(hash, mazo_rule_info(rule)->name);
            mix(hash, value);
        }
    }
}

/* "None" of a seat, card or color is 255: as a field it is zero. */
static uint64_t or_none(int value) { return (uint8_t)(value + 1); }

/* The number of a field is its place, from `first` on. */
static void mix_fields(uint64_t *hash, uint64_t first, const uint64_t *fields, size_t size)
{
    for (size_t i = 0; i < size / sizeof *fields; i++)
        if (fields[i])
            mix(hash, (first + i) << 32 | fields[i]);
}

static void mix_turn(uint64_t *hash, const struct mazo_game *g)
{
    const uint64_t fields[] = {
        g->seats,
        phase_number(g->phase),
        g->turn,
        or_none(g->top),
        or_none(g->color),
        g->direction < 0,
        g->ordered,
        or_none(g->drawn),
        g->must,
        g->pending,
        or_none(g->striker),
        g->dirty,
        or_none(g->color_before),
        g->challengeable,
        g->dealer,
        g->beginner,
        or_none(g->round_winner),
        or_none(g->accuser),
        or_none(g->accused),
        g->purpose,
    };
    mix_fields(hash, 1, fields, sizeof fields);
}

/* What is new goes to the end of the last list. */
static void mix_rest(uint64_t *hash, const struct mazo_game *g)
{
    const uint64_t jackpot[] = {
        or_none(g->lever),
        g->lever_opens,
        or_none(g->actor),
        or_none(g->rule_card),
        g->effect,
        or_none(g->target),
        g->owed,
        g->each_left,
        g->each_direction < 0,
        g->run_draws,
        g->run_skips,
        g->rule_card_count,
        g->rules_seen,
    };
    const uint64_t match[] = {
        g->passes,  g->said,  g->catchable, g->lose_turn, g->round, g->winners,  g->losers,
        g->written, g->voted, g->voted_yes, g->dead,      g->idle,  g->smallest,
    };
    mix_fields(hash, 21, jackpot, sizeof jackpot);
    mix_fields(hash, 34, match, sizeof match);
}

uint64_t mazo_hash(const struct mazo_game *g)
{
    if (!since(g, 2))
        return hash_first(g);
    uint64_t hash = UINT64_C(0x6d617a6f);
    mix_rules(&hash, &g->rules);
    mix_turn(&hash, g);
    mix_rest(&hash, g);
    for (int seat = 0; seat < g->seats; seat++) {
        mix(&hash, (uint32_t)g->scores[seat]);
        mix_hand(&hash, g, seat);
    }
    mix_rule_cards(&hash, g);
    mix_piles(&hash, g);
    return hash;
}
