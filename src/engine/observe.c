/*
 * observe.c - a game through one seat's eyes, as bytes.
 */
#include "mazo/env.h"
#include "core.h"

/* Eight bytes at once, the lowest first: a store for each byte would take as long as the game. */
static inline void put_word(uint8_t *out, uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &word, sizeof word);
#else
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(word >> (8 * i));
#endif
}

/* The byte `value` at a place of a layout, in the word that begins at `first`. */
#define AT(place, first, value) ((uint64_t)(uint8_t)(value) << (8 * ((place) - (first))))

static inline uint8_t put_seat(const struct mazo_game *g, int viewer, int seat)
{
    return (uint8_t)(seat < g->seats ? steps_to(g, viewer, seat) : MAZO_SEAT_NONE);
}

/* What everybody sees, and the card that this seat has drawn. */
HOT static void put_table(const struct mazo_env *env, int seat, bool own, uint8_t *out)
{
    enum { A = MAZO_OBSERVED_seats, B = A + 8, C = B + 8 };
    const struct mazo_game *g = &env->game;
    bool turn = own && seat == g->turn, drew = turn && g->phase == MAZO_PHASE_drawn;
    int picks = turn ? env->picks : 0;
    uint64_t a = AT(MAZO_OBSERVED_seats, A, g->seats) | AT(MAZO_OBSERVED_seat, A, seat) |
                 AT(MAZO_OBSERVED_phase, A, g->phase) | AT(MAZO_OBSERVED_purpose, A, g->purpose) |
                 AT(MAZO_OBSERVED_turn, A, steps_to(g, seat, g->turn)) |
                 AT(MAZO_OBSERVED_to_left, A, g->direction > 0) |
                 AT(MAZO_OBSERVED_color, A, g->color) | AT(MAZO_OBSERVED_top, A, g->top);
    uint64_t b = AT(MAZO_OBSERVED_draw_count, B, g->draw_count) |
                 AT(MAZO_OBSERVED_discard_count, B, g->discard_count) |
                 AT(MAZO_OBSERVED_pending, B, g->pending) |
                 AT(MAZO_OBSERVED_striker, B, put_seat(g, seat, g->striker)) |
                 AT(MAZO_OBSERVED_challengeable, B, g->challengeable) |
                 AT(MAZO_OBSERVED_color_before, B, g->color_before) |
                 AT(MAZO_OBSERVED_drawn, B, drew ? g->drawn : MAZO_CARD_NONE) |
                 AT(MAZO_OBSERVED_must, B, drew && g->must);
    uint64_t c = AT(MAZO_OBSERVED_owed, C, g->owed - (g->owed ? picks : 0)) |
                 AT(MAZO_OBSERVED_picked, C, picks) |
                 AT(MAZO_OBSERVED_beginner, C, put_seat(g, seat, g->beginner)) |
                 AT(MAZO_OBSERVED_accused, C, put_seat(g, seat, g->accused));
    put_word(out + A, a);
    put_word(out + B, b);
    put_word(out + C, c);
    put_word(out + C + 8, 0);
}

HOT static void put_player(const struct mazo_game *g, int viewer, bool own, int seat, uint8_t *out)
{
    uint64_t score = (uint64_t)at_most(g->scores[seat], 0xffff);
    bool knows = own && g->shown_to[seat] >> viewer & 1;
    uint64_t word = AT(MAZO_PLAYER_cards, 0, g->size[seat]) |
                    AT(MAZO_PLAYER_declined_since, 0, g->declined_since[seat]);
    if (g->said | g->catchable | g->lose_turn | g->passes)
        word |= AT(MAZO_PLAYER_said, 0, g->said >> seat & 1) |
                AT(MAZO_PLAYER_catchable, 0, g->catchable >> seat & 1) |
                AT(MAZO_PLAYER_loses, 0, g->lose_turn >> seat & 1) |
                AT(MAZO_PLAYER_passed, 0, g->passes >> seat & 1);
    put_word(out, word | score << (8 * MAZO_PLAYER_score));
    put_word(out + MAZO_PLAYER_declined, g->declined[seat]);
    put_word(out + MAZO_PLAYER_shown, knows ? g->shown[seat] : 0);
}

/* A rule card is known to the seat that wrote it and, once it has come out, to all. */
static void put_rule_cards(const struct mazo_game *g, int seat, bool own, uint8_t *out)
{
    int each = mazo_rule_cards_each(g);
    for (int i = 0; i < g->rule_card_count; i++, out += 1 + 3 * MAZO_EFFECTS_MAX) {
        const struct mazo_rule_card *card = &g->rule_cards[i];
        bool wrote = own && each && i / each == seat && g->written & SEAT_BIT(seat);
        if (!wrote && !(g->rules_seen >> i & 1))
            continue;
        out[0] = card->count;
        for (int j = 0; j < card->count; j++) {
            out[1 + 3 * j] = card->effect[j].type;
            out[2 + 3 * j] = card->effect[j].n;
            out[3 + 3 * j] = card->effect[j].other;
        }
    }
}

static void put_lever(const struct mazo_game *g, int seat, bool own, uint8_t *out)
{
    memset(out, 0, MAZO_LEVER_size);
    out[MAZO_LEVER_puller] = put_seat(g, seat, g->lever);
    out[MAZO_LEVER_actor] = put_seat(g, seat, g->actor);
    out[MAZO_LEVER_target] = put_seat(g, seat, g->target);
    out[MAZO_LEVER_rule_card] = g->rule_card;
    out[MAZO_LEVER_effect] = g->effect;
    out[MAZO_LEVER_each_left] = g->each_left;
    out[MAZO_LEVER_each_to_left] = g->each_direction > 0;
    out[MAZO_LEVER_run_draws] = g->run_draws;
    out[MAZO_LEVER_run_skips] = g->run_skips;
    out[MAZO_LEVER_rules_seen] = g->rules_seen;
    for (int i = 0; i < g->used_count; i++)
        out[MAZO_LEVER_used] |= (uint8_t)(1u << g->used[i]);
    out[MAZO_LEVER_dispenser_count] = g->dispenser_count;
    put_rule_cards(g, seat, own, out + MAZO_LEVER_cards);
}

int mazo_observation_size(const struct mazo_rules *rules, int seats)
{
    if (seats < 0 || seats > MAZO_SEATS_MAX)
        return 0;
    return MAZO_OBSERVED_players + seats * MAZO_OBSERVED_player_size +
           (rules->rule_cards ? MAZO_LEVER_size : 0);
}

void observe(const struct mazo_env *env, int seat, bool own, uint8_t *out)
{
    const struct mazo_game *g = &env->game;
    uint8_t *at = out + MAZO_OBSERVED_players;
    if (own)
        memcpy(out + MAZO_OBSERVED_hand, g->copies[seat], MAZO_KIND_COUNT);
    else
        memset(out + MAZO_OBSERVED_hand, 0, MAZO_KIND_COUNT);
    for (int i = 0; own && seat == g->turn && i < env->picks; i++)
        out[MAZO_OBSERVED_hand + env->picked[i]]--;
    memcpy(out + MAZO_OBSERVED_discards, env->below, MAZO_KIND_COUNT);
    if (g->discard_count)
        out[MAZO_OBSERVED_discards + g->pile[MAZO_CARDS_MAX - g->discard_count]]++;
    put_table(env, seat, own, out);
    for (int i = 0; i < g->seats; i++, at += MAZO_OBSERVED_player_size)
        put_player(g, seat, own, seat_from(g, seat, i), at);
    if (g->rules.rule_cards)
        put_lever(g, seat, own, at);
}

bool mazo_observe(const struct mazo_env *env, int seat, uint8_t *out)
{
    bool own = is_seat(&env->game, seat);
    if (!own && seat != MAZO_SPECTATOR)
        return false;
    observe(env, own ? seat : 0, own, out);
    return true;
}
