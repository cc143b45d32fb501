/*
 * env.c - games for programs that learn: one, and a step of many.
 */
#include "mazo/env.h"
#include "core.h"

/* ---- one game ---- */

/* The discards under the top card: adds only what is new. */
HOT static void count_discards(struct mazo_env *env)
{
    const struct mazo_game *g = &env->game;
    if (env->shuffles != g->shuffles) {
        env->shuffles = g->shuffles;
        env->counted = 0;
        memset(env->below, 0, sizeof env->below);
    }
    while (env->counted + 1 < g->discard_count)
        env->below[g->pile[MAZO_CARDS_MAX - ++env->counted]]++;
}

/* Ask the next seat that could act out of turn, else the seat in turn. */
static void ask_others(struct mazo_env *env)
{
    const struct mazo_game *g = &env->game;
    for (int i = 1, seat = seat_after(g, g->turn); i < g->seats; i++, seat = seat_after(g, seat)) {
        if (!(env->waiting & SEAT_BIT(seat)))
            continue;
        make_mask(g, seat, NULL, 0, env->mask);
        if (env->mask[0] | env->mask[1] | env->mask[2] | env->mask[3]) {
            env->mask[MAZO_ACTION_wait / 64] |= UINT64_C(1) << MAZO_ACTION_wait % 64;
            env->asked = (uint8_t)seat;
            return;
        }
        env->waiting &= (uint16_t)~SEAT_BIT(seat);
    }
}

/* Could seats out of turn do anything? */
static bool concerns_others(const struct mazo_game *g)
{
    return mazo_is_running(g->phase) && (g->catchable || g->accused != MAZO_SEAT_NONE ||
                                         (g->rules.jump_in && g->phase == MAZO_PHASE_play));
}

/* Sets the asked seat and its mask. */
HOT static void ask_now(struct mazo_env *env)
{
    const struct mazo_game *g = &env->game;
    env->asked = g->turn;
    if (env->waiting) {
        ask_others(env);
        if (env->asked != g->turn)
            return;
    }
    make_mask(g, g->turn, env->picked, env->picks, env->mask);
}

/* The game has changed. */
HOT static void follow(struct mazo_env *env)
{
    const struct mazo_game *g = &env->game;
    env->picks = 0;
    env->waiting = 0;
    if (env->options.others && concerns_others(g))
        env->waiting = (uint16_t)(((1u << g->seats) - 1) & ~(unsigned)SEAT_BIT(g->turn));
    count_discards(env);
    ask_now(env);
}

bool mazo_env_over(const struct mazo_env *env)
{
    const struct mazo_game *g = &env->game;
    return g->phase == MAZO_PHASE_match_over ||
           (g->phase == MAZO_PHASE_round_over && !env->options.match);
}

static uint16_t winners(const struct mazo_env *env)
{
    const struct mazo_game *g = &env->game;
    if (g->phase == MAZO_PHASE_match_over)
        return g->winners;
    return g->round_winner < g->seats ? mazo_side_of(g, g->round_winner) : 0;
}

static void reward_points(const struct mazo_game *g, float rewards[MAZO_SEATS_MAX])
{
    int won = 0;
    uint16_t side = mazo_side_of(g, g->round_winner);
    for (int seat = 0; side && seat < g->seats; seat++) {
        int points = side & SEAT_BIT(seat) ? 0 : mazo_hand_points(g, seat);
        rewards[seat] = (float)-points;
        won += points;
    }
    for (int seat = 0; seat < g->seats; seat++)
        if (side & SEAT_BIT(seat))
            rewards[seat] = (float)won;
}

void mazo_env_rewards(const struct mazo_env *env, float rewards[MAZO_SEATS_MAX])
{
    const struct mazo_game *g = &env->game;
    for (int seat = 0; seat < g->seats; seat++)
        rewards[seat] = 0;
    if (g->phase < MAZO_PHASE_round_over)
        return;
    if (env->options.reward == MAZO_REWARD_points)
        reward_points(g, rewards);
    else if (mazo_env_over(env) && winners(env))
        for (int seat = 0; seat < g->seats; seat++)
            rewards[seat] = winners(env) & SEAT_BIT(seat) ? 1.0F : -1.0F;
}

/* J1: the ideas of the sheet, one after the other, for everybody. */
static void write_ideas(struct mazo_game *g, struct mazo_events *ev)
{
    int each = mazo_rule_cards_each(g);
    while (g->phase == MAZO_PHASE_write) {
        struct mazo_command c = {.type = MAZO_CMD_write, .seat = g->turn};
        c.count = (uint8_t)each;
        c.rule_cards = mazo_idea(g->turn * each + 1);
        mazo_apply(g, &c, ev);
    }
}

static void begin(struct mazo_env *env, struct mazo_events *ev)
{
    if (!env->options.write)
        write_ideas(&env->game, ev);
    env->steps = 0;
    follow(env);
}

/* As mazo_init, but with the present dice. */
static void restart_match(struct mazo_game *g, struct mazo_events *ev)
{
    clear_round(g);
    memset(g->scores, 0, sizeof g->scores);
    g->round = g->winners = g->losers = g->written = 0;
    g->rules_seen = g->dispenser_count = g->used_count = 0;
    if (g->rules.rule_cards) {
        memset(g->rule_cards, 0, sizeof g->rule_cards);
        g->phase = MAZO_PHASE_write;
        g->turn = 0;
        g->discard_count = 0;
    } else {
        start_match(g, ev);
    }
}

void mazo_env_restart(struct mazo_env *env, struct mazo_events *ev)
{
    restart_match(&env->game, ev);
    begin(env, ev);
}

enum mazo_rules_fault mazo_env_init(struct mazo_env *env, const struct mazo_rules *rules, int seats,
                                    uint64_t seed, const struct mazo_env_options *options)
{
    uint8_t bytes[32];
    enum mazo_rules_fault fault = mazo_rules_check(rules, seats);
    if (fault)
        return fault;
    memset(env, 0, sizeof *env);
    if (options)
        env->options = *options;
    mazo_seed_from_number(seed, bytes);
    mazo_init(&env->game, rules, seats, bytes, true, NULL);
    if (!env->options.match)
        env->game.rules.scoring = MAZO_scoring_quick;
    begin(env, NULL);
    return fault;
}

void mazo_env_of(struct mazo_env *env, const struct mazo_game *g,
                 const struct mazo_env_options *options)
{
    memset(env, 0, sizeof *env);
    if (options)
        env->options = *options;
    env->game = *g;
    env->shuffles = (uint8_t)(g->shuffles + 1);
    follow(env);
}

enum mazo_error mazo_env_apply(struct mazo_env *env, const struct mazo_command *c,
                               struct mazo_events *ev)
{
    enum mazo_error error = mazo_apply(&env->game, c, ev);
    if (error)
        return error;
    env->steps++;
    follow(env);
    return error;
}

/* One more card for a throw. True: it is not complete yet. */
static bool pick(struct mazo_env *env, int action)
{
    const struct mazo_game *g = &env->game;
    if (action >= MAZO_ACTION_throw && action < MAZO_ACTION_wild_jackpot) {
        env->picked[env->picks++] = (mazo_card)(action - MAZO_ACTION_throw);
        return g->purpose == MAZO_PURPOSE_lever || env->picks < g->owed;
    }
    return false;
}

/* An action that the mask has, of any kind. True: the game has changed. */
static bool take_any(struct mazo_env *env, int action, struct mazo_events *ev)
{
    struct mazo_command c;
    if (action == MAZO_ACTION_wait) {
        env->waiting &= (uint16_t)~SEAT_BIT(env->asked);
        return false;
    }
    if (pick(env, action))
        return false;
    mazo_action_command(&env->game, env->asked, action, &c);
    if (c.type == MAZO_CMD_throw) {
        c.cards = env->picked;
        c.count = env->picks;
    }
    if (ev)
        mazo_apply(&env->game, &c, ev);
    else
        mazo_apply_legal(&env->game, &c);
    return true;
}

HOT static bool is_masked(const struct mazo_env *env, int action)
{
    return action >= 0 && action < MAZO_ACTION_COUNT && env->mask[action >> 6] >> (action & 63) & 1;
}

bool mazo_env_act(struct mazo_env *env, int action, struct mazo_events *ev)
{
    if (!is_masked(env, action))
        return false;
    env->steps++;
    if (take_any(env, action, ev))
        follow(env);
    else
        ask_now(env);
    return true;
}

/* ---- many games ---- */

enum { ROUND_ON, ROUND_ENDED, ROUND_CUT_SHORT };

/* The actions of a word of the mask. Four at a time, of which the last may be too many: a predictor
 * guesses that better than how many there are. */
static inline uint8_t *put_ids(uint8_t *at, uint64_t set, int base)
{
    const uint64_t end = UINT64_C(1) << 63;
    int count = count_bits(set);
    for (int i = 0; i < count; i += 4)
        for (int j = i; j < i + 4; j++, set &= set - 1)
            at[j] = (uint8_t)(base + lowest_card(set | end));
    return at + count;
}

HOT static int list_ids(const uint64_t *mask, uint8_t *ids)
{
    uint8_t *at = put_ids(ids, mask[0], 0);
    if (mask[1] | mask[2]) {
        at = put_ids(at, mask[1], 64);
        at = put_ids(at, mask[2], 128);
    }
    at = put_ids(at, mask[3], 192);
    return (int)(at - ids);
}

/* Writes the row of the asked seat. */
HOT static void put_row(const struct mazo_env *env, int i, const struct mazo_env_out *out)
{
    if (out->observations)
        observe(env, env->asked, true,
                out->observations + (size_t)i * (size_t)out->observation_stride);
    if (out->masks)
        memcpy(out->masks + (size_t)i * MAZO_MASK_WORDS, env->mask, sizeof env->mask);
    if (out->ids) {
        int count = list_ids(env->mask, out->ids + (size_t)i * MAZO_IDS_MAX);
        if (out->counts)
            out->counts[i] = (uint8_t)count;
    }
    if (out->seats)
        out->seats[i] = env->asked;
}

static void put_rewards(const struct mazo_env *env, int i, const struct mazo_env_out *out)
{
    float rewards[MAZO_SEATS_MAX];
    size_t seats = env->game.seats;
    mazo_env_rewards(env, rewards);
    if (out->rewards)
        memcpy(out->rewards + (size_t)i * seats, rewards, seats * sizeof *rewards);
}

/* After rare actions: is the round over, or the limit reached? */
static __attribute__((noinline)) void end_step(struct mazo_env *env, int i,
                                               const struct mazo_env_out *out)
{
    bool over = mazo_env_over(env), cut = env->options.limit && env->steps >= env->options.limit;
    put_rewards(env, i, out);
    if (out->done && (over || cut))
        out->done[i] = over ? ROUND_ENDED : ROUND_CUT_SHORT;
    if (over || cut)
        mazo_env_restart(env, NULL);
    else if (env->game.phase == MAZO_PHASE_round_over)
        deal_round(&env->game, NULL);
}

/* Prefetches games that are not in the cache. */
HOT static void fetch(const struct mazo_env *env)
{
    enum { LINE = 64, LINES = 10 };
    for (int i = 0; i < LINES; i++)
        __builtin_prefetch((const char *)env + i * LINE, 1);
}

HOT static void fetch_hand(const struct mazo_env *env)
{
    const struct mazo_game *g = &env->game;
    __builtin_prefetch(&g->rng.counter, 1);
    __builtin_prefetch(&g->copies[env->asked][0], 1);
    __builtin_prefetch(&g->copies[env->asked][MAZO_KIND_COUNT - 1], 1);
    __builtin_prefetch(&g->pile[0], 1);
    __builtin_prefetch(&g->pile[MAZO_KIND_COUNT], 1);
    __builtin_prefetch(&g->pile[MAZO_CARDS_MAX - g->discard_count - 1], 1);
}

/* True: the action was legal. */
HOT static bool move(struct mazo_env *env, int action, int i, const struct mazo_env_out *out)
{
    struct mazo_game *g = &env->game;
    bool changed = true;
    if (!is_masked(env, action))
        return false;
    env->steps++;
    if (action < MAZO_ACTION_throw)
        mazo_apply_play(g, env->asked, card_of(action), action >> 4 & 3, action >> 6);
    else if (action == MAZO_ACTION_draw)
        mazo_apply_draw(g);
    else
        changed = take_any(env, action, NULL);
    if (!mazo_is_running(g->phase) || (env->options.limit && env->steps >= env->options.limit)) {
        end_step(env, i, out);
        changed = true;
    }
    if (changed)
        follow(env);
    else
        ask_now(env);
    return true;
}

int mazo_env_step(struct mazo_env *envs, int count, const uint8_t *actions,
                  const struct mazo_env_out *out)
{
    enum { FAR = 8, NEAR = 4, MANY = 256 };
    int wrong = 0;
    bool many = count > MANY;
    if (count <= 0)
        return 0;
    size_t seats = envs->game.seats;
    if (out->rewards)
        memset(out->rewards, 0, (size_t)count * seats * sizeof *out->rewards);
    if (out->done)
        memset(out->done, 0, (size_t)count);
    for (int i = 0; i < count; i++) {
        if (many && i + FAR < count)
            fetch(&envs[i + FAR]);
        if (many && i + NEAR < count)
            fetch_hand(&envs[i + NEAR]);
        if (actions)
            wrong += !move(&envs[i], actions[i], i, out);
        put_row(&envs[i], i, out);
    }
    return wrong;
}
