/*
 * observe.c - a game through one seat's eyes, as bytes.
 */
#include "mazo/env.h"
#include "core.h"

static inline void put_kinds(uint8_t *out, uint64_t kinds)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(kinds >> (8 * i));
}

static inline uint8_t put_seat(const struct mazo_game *g, int viewer, int seat)
{
    return (uint8_t)(seat < g->seats ? steps_to(g, viewer, seat) : MAZO_SEAT_NONE);
}

/* What everybody sees, and the card that this seat has drawn. */
HOT static void put_table(const struct mazo_env *env, int seat, bool own, uint8_t *out)
{
    const struct mazo_game *g = &env->game;
    bool turn = own && seat == g->turn, drew = turn && g->phase == MAZO_PHASE_drawn;
    memset(out + MAZO_OBSERVED_seats, 0, MAZO_OBSERVED_players - MAZO_OBSERVED_seats);
    out[MAZO_OBSERVED_seats] = g->seats;
    out[MAZO_OBSERVED_seat] = (uint8_t)seat;
    out[MAZO_OBSERVED_phase] = g->phase;
    out[MAZO_OBSERVED_purpose] = g->purpose;
    out[MAZO_OBSERVED_turn] = (uint8_t)steps_to(g, seat, g->turn);
    out[MAZO_OBSERVED_to_left] = g->direction > 0;
    out[MAZO_OBSERVED_color] = g->color;
    out[MAZO_OBSERVED_top] = g->top;
    out[MAZO_OBSERVED_draw_count] = g->draw_count;
    out[MAZO_OBSERVED_discard_count] = g->discard_count;
    out[MAZO_OBSERVED_pending] = g->pending;
    out[MAZO_OBSERVED_striker] = put_seat(g, seat, g->striker);
    out[MAZO_OBSERVED_challengeable] = g->challengeable;
    out[MAZO_OBSERVED_color_before] = g->color_before;
    out[MAZO_OBSERVED_drawn] = drew ? g->drawn : MAZO_CARD_NONE;
    out[MAZO_OBSERVED_must] = drew && g->must;
    out[MAZO_OBSERVED_owed] = (uint8_t)(g->owed - (turn && g->owed ? env->picks : 0));
    out[MAZO_OBSERVED_picked] = turn ? env->picks : 0;
    out[MAZO_OBSERVED_beginner] = put_seat(g, seat, g->beginner);
    out[MAZO_OBSERVED_accused] = put_seat(g, seat, g->accused);
}

HOT static void put_player(const struct mazo_game *g, int viewer, bool own, int seat, uint8_t *out)
{
    int score = g->scores[seat];
    bool knows = own && g->shown_to[seat] >> viewer & 1;
    score = score > 0xffff ? 0xffff : score;
    out[MAZO_PLAYER_cards] = g->size[seat];
    out[MAZO_PLAYER_said] = g->said >> seat & 1;
    out[MAZO_PLAYER_catchable] = g->catchable >> seat & 1;
    out[MAZO_PLAYER_loses] = g->lose_turn >> seat & 1;
    out[MAZO_PLAYER_passed] = g->passes >> seat & 1;
    out[MAZO_PLAYER_declined_since] = g->declined_since[seat];
    out[MAZO_PLAYER_score] = (uint8_t)score;
    out[MAZO_PLAYER_score + 1] = (uint8_t)(score >> 8);
    put_kinds(out + MAZO_PLAYER_declined, g->declined[seat]);
    put_kinds(out + MAZO_PLAYER_shown, knows ? g->shown[seat] : 0);
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
