/*
 * test_env.c - games for programs that learn, held against the commands and views of the library.
 *
 * test_env SHEET ROUNDS: random matches of the sheet, half of them by house rules.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/observer.h"
#include "engine/random_play.h"
#include "engine/secret.h"

static struct {
    int sheet;
    long rounds;
} args;

static struct random_play matches;

static void play(long rounds, void (*look)(struct random_play *))
{
    memset(&matches, 0, sizeof matches);
    random_play(&matches, args.sheet, rounds > 0 ? rounds : 1, look);
}

static bool has(const uint64_t mask[MAZO_MASK_WORDS], int action)
{
    return mask[action / 64] >> action % 64 & 1;
}

/* ---- the mask is the legal list ---- */

/* What a mask has beyond the list, and the list beyond a mask: throws, and accusations. */
static void mask_of_list(struct random_play *t, int seat, uint64_t mask[MAZO_MASK_WORDS])
{
    static struct mazo_legal legal;
    mazo_legal(&t->game, seat, &legal);
    memset(mask, 0, MAZO_MASK_WORDS * sizeof *mask);
    for (int i = 0; i < legal.count; i++) {
        struct mazo_command c = mazo_legal_at(&legal, i);
        if (c.type == MAZO_CMD_next)
            c.seat = (uint8_t)seat;
        int action = mazo_command_action(&t->game, &c);
        if (c.type == MAZO_CMD_accuse || c.type == MAZO_CMD_throw)
            continue;
        if (action == MAZO_ACTION_NONE || has(mask, action))
            random_fail(t, "no number of its own: %s", mazo_command_name(c.type));
        mask[action / 64] |= UINT64_C(1) << action % 64;
    }
}

/* Every action is a command, and the command that action. */
static void try_action(struct random_play *t, int seat, int action)
{
    struct mazo_command c;
    bool exists = mazo_action_command(&t->game, seat, action, &c);
    enum mazo_error error = mazo_judge(&t->game, &c);
    bool one = c.type != MAZO_CMD_throw || t->game.owed <= 1;
    if (!exists || (one && error))
        random_fail(t, "action %d: %s", action, mazo_error_word((int)error));
    if (c.type == MAZO_CMD_next)
        c.seat = (uint8_t)seat;
    if (mazo_command_action(&t->game, &c) != action)
        random_fail(t, "action %d comes back as another", action);
}

static bool is_thrown(const struct random_play *t, int seat, int action)
{
    bool throws = t->game.phase == MAZO_PHASE_throw && seat == t->game.turn;
    return throws && (action == MAZO_ACTION_done ||
                      (action >= MAZO_ACTION_throw && action < MAZO_ACTION_wild_jackpot));
}

static void look_at_masks(struct random_play *t)
{
    uint64_t mask[MAZO_MASK_WORDS], list[MAZO_MASK_WORDS];
    for (int seat = 0; seat < t->seats; seat++) {
        int count = mazo_action_mask(&t->game, seat, NULL, 0, mask), seen = 0;
        mask_of_list(t, seat, list);
        for (int action = 0; action < MAZO_ACTION_COUNT; action++) {
            if (has(mask, action) != has(list, action) && !is_thrown(t, seat, action))
                random_fail(t, "action %d of %d is %s legal", action, seat,
                            has(list, action) ? "not" : "wrongly");
            if (has(mask, action))
                try_action(t, seat, action);
            seen += has(mask, action);
        }
        if (seen != count)
            random_fail(t, "%d actions are counted as %d", seen, count);
    }
}

static void test_masks(void **state)
{
    (void)state;
    play(args.rounds, look_at_masks);
}

static void test_nonsense(void **state)
{
    struct mazo_game g;
    struct mazo_command c;
    uint64_t mask[MAZO_MASK_WORDS];
    uint8_t seed[32] = {0}, out[MAZO_OBSERVATION_MAX];
    static struct mazo_env env;
    (void)state;
    mazo_init(&g, mazo_rules_of_sheet(args.sheet), 2, seed, true, NULL);
    for (int seat = -3; seat < 300; seat++) {
        bool exists = seat >= 0 && seat < 2;
        if (!exists)
            assert_int_equal(mazo_action_mask(&g, seat, NULL, 0, mask), 0);
        for (int action = -300; action < 600; action++)
            if (!mazo_action_command(&g, seat, action, &c))
                assert_int_not_equal(mazo_judge(&g, &c), MAZO_ERR_ok);
    }
    for (int type = 0; type < 256; type++)
        for (int i = 0; i < 256; i++) {
            c = (struct mazo_command){.type = (uint8_t)type,
                                      .seat = (uint8_t)i,
                                      .who = (uint8_t)i,
                                      .card = (mazo_card)i,
                                      .color = (uint8_t)i};
            assert_in_range(mazo_command_action(&g, &c) + 1, 0, MAZO_ACTION_COUNT);
        }
    assert_int_not_equal(mazo_env_init(&env, mazo_rules_of_sheet(args.sheet), 11, 0, NULL), 0);
    assert_int_equal(mazo_env_init(&env, mazo_rules_of_sheet(args.sheet), 2, 0, NULL), 0);
    for (int action = -300; action < 600; action++) {
        bool fits = action >= 0 && action < MAZO_ACTION_COUNT && has(env.mask, action);
        struct mazo_env other = env;
        assert_int_equal(mazo_env_act(&other, action, NULL), fits);
    }
    assert_false(mazo_observe(&env, 2, out));
    assert_false(mazo_observe(&env, -1, out));
    assert_int_equal(mazo_observation_size(mazo_rules_of_sheet(args.sheet), 11), 0);
}

/* ---- throws, card by card ---- */

static long throws;

/* Any way through the masks is a throw that the engine takes, and every throw is a way through them. */
static void look_at_throws(struct random_play *t)
{
    static struct mazo_env env;
    const struct mazo_command *c = &t->order.command;
    if (t->game.phase == MAZO_PHASE_throw) {
        mazo_env_of(&env, &t->game, NULL);
        for (int i = 0; env.game.phase == MAZO_PHASE_throw && env.asked == t->game.turn; i++) {
            int action = random_below(t, MAZO_ACTION_COUNT);
            while (!has(env.mask, action) || !is_thrown(t, t->game.turn, action))
                action = (action + 1) % MAZO_ACTION_COUNT;
            struct mazo_game before = env.game;
            mazo_env_act(&env, action, NULL);
            if (i > MAZO_CARDS_MAX)
                random_fail(t, "a throw does not end");
            const char *fault = mazo_check(&env.game);
            if (fault)
                random_fail(t, "after a throw: %s", fault);
            if (memcmp(&before, &env.game, sizeof before) != 0)
                break;
        }
        throws++;
    }
    if (!t->commands || c->type != MAZO_CMD_throw)
        return;
    mazo_env_of(&env, &t->before, NULL);
    for (int i = 0; i < c->count; i++)
        if (!mazo_env_act(&env, MAZO_ACTION_throw + c->cards[i], NULL))
            random_fail(t, "card %d of a throw is not in the mask", i);
    if (t->before.purpose == MAZO_PURPOSE_lever && !mazo_env_act(&env, MAZO_ACTION_done, NULL))
        random_fail(t, "a throw of %d cards cannot end", c->count);
    if (!random_same_game(&env.game, &t->game))
        random_fail(t, "a throw card by card is another one");
}

static void test_throws(void **state)
{
    (void)state;
    play(args.rounds / 2, look_at_throws);
    print_message("# %ld throws\n", throws);
}

/* ---- observations ---- */

static struct mazo_env along;

static uint64_t kinds_at(const uint8_t *bytes)
{
    uint64_t kinds = 0;
    for (int i = 0; i < 8; i++)
        kinds |= (uint64_t)bytes[i] << (8 * i);
    return kinds;
}

static void compare_player(struct random_play *t, const struct mazo_view *view, int seat,
                           const uint8_t *at)
{
    uint32_t score = (uint32_t)view->scores[seat];
    bool same = at[MAZO_PLAYER_cards] == view->size[seat] &&
                at[MAZO_PLAYER_said] == (view->said >> seat & 1) &&
                at[MAZO_PLAYER_catchable] == (view->catchable >> seat & 1) &&
                at[MAZO_PLAYER_loses] == (view->lose_turn >> seat & 1) &&
                at[MAZO_PLAYER_passed] == (view->passes >> seat & 1) &&
                at[MAZO_PLAYER_declined_since] == view->declined_since[seat] &&
                kinds_at(at + MAZO_PLAYER_declined) == view->declined[seat] &&
                kinds_at(at + MAZO_PLAYER_shown) == view->shown[seat] &&
                (unsigned)at[MAZO_PLAYER_score] + 256u * at[MAZO_PLAYER_score + 1] == score;
    if (!same)
        random_fail(t, "an observation of seat %d by %d is not its view", seat, view->seat);
}

static void compare_view(struct random_play *t, int viewer, const uint8_t *out)
{
    struct mazo_view view;
    bool own = viewer < t->seats;
    int first = own ? viewer : 0;
    mazo_view_of(&along.game, viewer, &view);
    if (memcmp(out + MAZO_OBSERVED_hand, view.hand, MAZO_KIND_COUNT) != 0 ||
        memcmp(out + MAZO_OBSERVED_discards, view.discards, MAZO_KIND_COUNT) != 0 ||
        out[MAZO_OBSERVED_drawn] != view.drawn || out[MAZO_OBSERVED_must] != view.must ||
        out[MAZO_OBSERVED_top] != view.top || out[MAZO_OBSERVED_color] != view.color ||
        out[MAZO_OBSERVED_turn] != (view.turn - first + t->seats) % t->seats)
        random_fail(t, "the observation of %d is not its view", viewer);
    for (int i = 0; i < t->seats; i++)
        compare_player(t, &view, (first + i) % t->seats,
                       out + MAZO_OBSERVED_players + i * MAZO_OBSERVED_player_size);
}

/* An env that has followed the match sees what one that begins now sees, and what the view shows. */
static void look_at_observations(struct random_play *t)
{
    static struct mazo_env fresh;
    uint8_t out[MAZO_OBSERVATION_MAX], other[MAZO_OBSERVATION_MAX];
    if (t->commands == 0)
        mazo_env_of(&along, &t->game, NULL);
    else if (mazo_env_apply(&along, &t->order.command, NULL))
        random_fail(t, "an env refuses a command");
    if (!random_same_game(&along.game, &t->game))
        random_fail(t, "an env goes another way");
    mazo_env_of(&fresh, &t->game, NULL);
    int size = mazo_observation_size(&t->rules, t->seats);
    for (int i = 0; i <= t->seats; i++) {
        int viewer = i == t->seats ? MAZO_SPECTATOR : i;
        memset(out, 1, sizeof out);
        memset(other, 2, sizeof other);
        mazo_observe(&along, viewer, out);
        mazo_observe(&fresh, viewer, other);
        if (memcmp(out, other, (size_t)size) != 0)
            random_fail(t, "%d sees other things after a while", viewer);
        if (size < MAZO_OBSERVATION_MAX && out[size] != 1)
            random_fail(t, "an observation is longer than it says");
        compare_view(t, viewer, out);
    }
}

static void test_observations(void **state)
{
    (void)state;
    play(args.rounds / 4, look_at_observations);
}

/* Two games that differ in what a seat cannot see give it the same bytes, and the same mask. */
static struct observer memory;

static void look_at_secrets(struct random_play *t)
{
    static struct mazo_game other;
    static struct mazo_env env, secret;
    uint8_t out[MAZO_OBSERVATION_MAX], hidden[MAZO_OBSERVATION_MAX];
    uint64_t mask[MAZO_MASK_WORDS], hidden_mask[MAZO_MASK_WORDS];
    if (t->commands == 0)
        observer_clear(&memory, t->seats);
    observer_follow(&memory, &t->events);
    if (!random_chance(t, 4))
        return;
    for (int i = 0; i <= t->seats; i++) {
        int viewer = i == t->seats ? MAZO_SPECTATOR : i;
        secret_world(t, &t->game, &memory, viewer, SECRET_ALL, NULL, &other);
        mazo_env_of(&env, &t->game, NULL);
        mazo_env_of(&secret, &other, NULL);
        env.picks = t->game.turn == viewer ? 0 : 1; /* of a throw by another: a secret too */
        mazo_observe(&env, viewer, out);
        mazo_observe(&secret, viewer, hidden);
        if (memcmp(out, hidden, (size_t)mazo_observation_size(&t->rules, t->seats)) != 0)
            random_fail(t, "the observation of %d depends on what it cannot see", viewer);
        mazo_action_mask(&t->game, viewer, NULL, 0, mask);
        mazo_action_mask(&other, viewer, NULL, 0, hidden_mask);
        if (memcmp(mask, hidden_mask, sizeof mask) != 0)
            random_fail(t, "the mask of %d depends on what it cannot see", viewer);
    }
}

static void test_secrets(void **state)
{
    (void)state;
    play(args.rounds / 8, look_at_secrets);
}

/* ---- many games ---- */

enum { GAMES = 16 };

static struct {
    struct mazo_env envs[GAMES], before[GAMES];
    uint8_t observations[GAMES][MAZO_OBSERVATION_MAX], actions[GAMES], ids[GAMES][MAZO_IDS_MAX];
    uint8_t counts[GAMES], seats[GAMES], done[GAMES];
    uint64_t masks[GAMES][MAZO_MASK_WORDS];
    float rewards[GAMES * MAZO_SEATS_MAX];
    long episodes, cut, asked;
} many;

static const struct mazo_env_out many_out = {.observations = many.observations[0],
                                             .observation_stride = MAZO_OBSERVATION_MAX,
                                             .masks = many.masks[0],
                                             .ids = many.ids[0],
                                             .counts = many.counts,
                                             .seats = many.seats,
                                             .rewards = many.rewards,
                                             .done = many.done};

/* The rows are those of the game; an episode that ends pays, one that goes on does not (but for rounds). */
static void check_row(int i, int seats)
{
    struct mazo_env *env = &many.envs[i];
    uint8_t out[MAZO_OBSERVATION_MAX];
    uint64_t mask[MAZO_MASK_WORDS];
    int size = mazo_observation_size(&env->game.rules, seats), id = 0;
    int count = mazo_action_mask(&env->game, env->asked, env->picked, env->picks, mask);
    bool out_of_turn = env->asked != env->game.turn;
    if (out_of_turn)
        mask[MAZO_ACTION_wait / 64] |= UINT64_C(1) << MAZO_ACTION_wait % 64;
    many.asked += out_of_turn;
    assert_int_equal(many.counts[i], count + out_of_turn);
    assert_memory_equal(many.masks[i], mask, sizeof mask);
    for (int action = 0; action < MAZO_ACTION_COUNT; action++)
        if (has(mask, action))
            assert_int_equal(many.ids[i][id++], action);
    assert_int_equal(id, many.counts[i]);
    assert_int_equal(many.seats[i], env->asked);
    mazo_observe(env, env->asked, out);
    assert_memory_equal(many.observations[i], out, (size_t)size);
    assert_null(mazo_check(&env->game));
    many.episodes += many.done[i] == 1;
    many.cut += many.done[i] == 2;
}

/* What is paid is what the same action brings in a game of its own. */
static void check_rewards(int i, int seats)
{
    struct mazo_env *env = &many.before[i];
    float rewards[MAZO_SEATS_MAX];
    assert_true(mazo_env_act(env, many.actions[i], NULL));
    mazo_env_rewards(env, rewards);
    assert_memory_equal(&many.rewards[i * seats], rewards, (size_t)seats * sizeof *rewards);
    bool cut = env->options.limit && env->steps >= env->options.limit;
    assert_int_equal(many.done[i], mazo_env_over(env) ? 1 : cut ? 2 : 0);
}

static void play_many(const struct mazo_rules *rules, int seats,
                      const struct mazo_env_options *options, struct random_play *t)
{
    for (int i = 0; i < GAMES; i++)
        if (mazo_env_init(&many.envs[i], rules, seats, (uint64_t)i, options))
            fail_msg("rules refused");
    mazo_env_step(many.envs, GAMES, NULL, &many_out);
    for (int step = 0; step < 600; step++) {
        for (int i = 0; i < GAMES; i++)
            many.actions[i] = many.ids[i][random_below(t, many.counts[i])];
        memcpy(many.before, many.envs, sizeof many.envs);
        assert_int_equal(mazo_env_step(many.envs, GAMES, many.actions, &many_out), 0);
        for (int i = 0; i < GAMES; i++) {
            check_row(i, seats);
            check_rewards(i, seats);
        }
    }
}

static void test_many(void **state)
{
    struct mazo_rules rules;
    (void)state;
    memset(&matches, 0, sizeof matches);
    mazo_rng_init(&matches.dice, (const uint8_t[32]){7}, true);
    for (int i = 0; i < 24; i++) {
        struct mazo_env_options options = {.match = i & 1, .others = i & 2, .write = i & 4};
        int seats = 2 + random_below(&matches, mazo_rules_of_sheet(args.sheet)->seats_max - 1);
        options.reward = i % 3 ? MAZO_REWARD_win : MAZO_REWARD_points;
        options.limit = i % 5 ? 0 : 100;
        rules = *mazo_rules_of_sheet(args.sheet);
        if (i >= 4)
            random_house_rules(&matches, args.sheet, seats, &rules);
        play_many(&rules, seats, &options, &matches);
    }
    print_message("# %ld episodes, %ld cut short, %ld asked out of turn\n", many.episodes, many.cut,
                  many.asked);
    assert_true(many.episodes > 100 && many.cut > 10 && many.asked > 10);
}

/* A game whose action is not legal stays as it is, and the others go on. */
static void test_wrong_actions(void **state)
{
    static struct mazo_env before;
    (void)state;
    for (int i = 0; i < GAMES; i++)
        mazo_env_init(&many.envs[i], mazo_rules_of_sheet(args.sheet), 2, (uint64_t)i, NULL);
    mazo_env_step(many.envs, GAMES, NULL, &many_out);
    for (int i = 0; i < GAMES; i++)
        many.actions[i] = i == 3 ? MAZO_ACTION_next : many.ids[i][0];
    before = many.envs[3];
    assert_int_equal(mazo_env_step(many.envs, GAMES, many.actions, &many_out), 1);
    assert_memory_equal(&before, &many.envs[3], sizeof before);
    check_row(3, 2);
    for (int i = 0; i < GAMES; i++)
        assert_int_equal(many.envs[i].steps, i != 3);
    assert_int_equal(mazo_env_step(many.envs, 0, many.actions, &many_out), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_masks),         cmocka_unit_test(test_nonsense),
        cmocka_unit_test(test_throws),        cmocka_unit_test(test_observations),
        cmocka_unit_test(test_secrets),       cmocka_unit_test(test_many),
        cmocka_unit_test(test_wrong_actions),
    };
    args.sheet = argc > 1 ? mazo_sheet_by_name(argv[1]) : -1;
    args.rounds = argc > 2 ? atol(argv[2]) : 1000;
    if (args.sheet < 0) {
        fprintf(stderr, "usage: test_env SHEET [ROUNDS]\n");
        return 2;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
