/*
 * gain.c - by how much an expert's choices are better than those of `hard`, against players who are all `hard`.
 *
 *     gain SHEET SEATS MATCHES SEED PLAYOUTS [ROUNDS]
 *
 * Matches are played by `hard` at every seat. At one choice in ten an expert that has heard what the seat in turn may
 * hear is asked too. Where it would do something else, the round is played on from both, 32 times, by `hard`, with the
 * hands as they are, the same other cards to come, and its end is worth what it adds to the chance to win the match
 * (to win the round, with ROUNDS). Printed is the mean, and what it comes to for one player in a whole match. That is
 * how much more often an expert wins against players of `hard`, as long as the two see much the same games; and it takes
 * a hundredth of the time that matches need to show it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/beliefs.h"
#include "bot/search.h"
#include "bot/signs.h"
#include "bot/stakes.h"
#include "bot/style.h"

enum { ONE_IN = 10, TIMES = 32, LONGEST = 1500 };

static struct mazo_game game;
static struct mazo_events events;
static struct mazo_bot player[MAZO_SEATS_MAX];
static struct mazo_bot_scratch *scratch;
static struct mazo_legal legal;
static uint32_t playouts;

static long choices, others;
static double sum, squares;

static bool challenges(const struct mazo_game *g)
{
    struct mazo_view view;
    if (g->phase != MAZO_PHASE_struck || !g->challengeable)
        return false;
    mazo_view_of(g, g->turn, &view);
    return beliefs_bluff_chance(&player[g->turn].beliefs, &view) >= STYLE_CHALLENGED_AT;
}

static void follow(struct mazo_game *g, struct bot_signs *signs, const struct mazo_command *c)
{
    struct mazo_public before = g->pub;
    mazo_apply_legal(g, c);
    signs_follow(signs, &before, c, &g->pub);
}

/* The end of the round after a command, all playing as `hard`. */
static double play_on(const struct mazo_command *first, const struct stakes *stakes, uint64_t seed)
{
    struct mazo_game g = game;
    const struct net *net = net_for(&g.rules, g.seats);
    struct bot_signs signs[MAZO_SEATS_MAX];
    struct mazo_command c = *first;
    struct mazo_legal list;
    memcpy(signs, player[game.turn].beliefs.signs, sizeof signs);
    mazo_rng_restart(&g.rng, seed);
    follow(&g, signs, &c);
    for (int i = 0; i < LONGEST && g.phase < MAZO_PHASE_round_over; i++) {
        if (challenges(&g))
            c = (struct mazo_command){.type = MAZO_CMD_challenge, .seat = g.turn};
        else if (!net || !stakes_move(&g, net, signs, &stakes[g.turn], &c))
            policy_move(&g, policy_for(&g.rules, g.seats), &seed, &list, &c);
        follow(&g, signs, &c);
    }
    return stakes_equity(&g, game.turn, false);
}

static bool is_same(const struct mazo_command *a, const struct mazo_command *b)
{
    bool same_card = a->card == b->card && (!mazo_card_is_wild(a->card) || a->color == b->color);
    return a->type == b->type && (a->type != MAZO_CMD_play || same_card);
}

/* What an expert's choice would gain; `hard` is what the player of the seat chooses. */
static void compare(const struct mazo_view *view, struct mazo_bot *expert,
                    const struct mazo_command *hard)
{
    struct stakes stakes[MAZO_SEATS_MAX];
    struct mazo_command c;
    double gain = 0;
    mazo_legal(&game, view->seat, &legal);
    if (!mazo_bot_choose(expert, view, &legal, scratch, &c))
        return;
    player[view->seat].beliefs = expert->beliefs; /* what it has learnt of the others */
    for (int seat = 0; seat < game.seats; seat++)
        stakes_of(&game, seat, &stakes[seat]);
    choices++;
    others += !is_same(&c, hard);
    for (int i = 0; i < TIMES && !is_same(&c, hard); i++) {
        uint64_t seed = mazo_fast_seed((uint64_t)choices * TIMES + (uint64_t)i);
        gain += (play_on(&c, stakes, seed) - play_on(hard, stakes, seed)) / TIMES;
    }
    sum += gain;
    squares += gain * gain;
}

static void tell(void)
{
    for (int seat = 0; seat < game.seats; seat++) {
        struct mazo_view view;
        mazo_view_of(&game, seat, &view);
        for (int i = 0; i < events.count; i++) {
            struct mazo_event event;
            mazo_event_for(&events.at[i], seat, &event);
            mazo_bot_hear(&player[seat], &view, &event, events.cards + event.first);
        }
    }
    mazo_events_clear(&events);
}

/* The first seat that wants to do something does it, the one in turn last. */
static bool act(uint64_t *dice)
{
    for (int i = 1; i <= game.seats; i++) {
        int seat = (game.turn + i) % game.seats;
        struct mazo_bot expert = player[seat];
        struct mazo_view view;
        struct mazo_command c;
        int count = mazo_legal(&game, seat, &legal);
        mazo_view_of(&game, seat, &view);
        expert.level = MAZO_BOT_EXPERT;
        expert.playouts = playouts;
        if (count == 0 || !mazo_bot_choose(&player[seat], &view, &legal, NULL, &c))
            continue;
        if (seat == game.turn && count > 1 && mazo_is_running(game.phase) &&
            mazo_fast_below(dice, ONE_IN) == 0)
            compare(&view, &expert, &c);
        return mazo_apply(&game, &c, &events) == MAZO_ERR_ok;
    }
    return false;
}

static void play(const struct mazo_rules *rules, int seats, uint64_t seed, uint64_t *dice)
{
    uint8_t bytes[32];
    mazo_seed_from_number(seed, bytes);
    for (int seat = 0; seat < seats; seat++)
        mazo_bot_init(&player[seat], MAZO_BOT_HARD, MAZO_BOT_PLAIN, 0,
                      seed * MAZO_SEATS_MAX + (uint64_t)seat);
    mazo_events_clear(&events);
    mazo_init(&game, rules, seats, bytes, true, &events);
    bool rounds = rules->scoring == MAZO_scoring_quick;
    do
        tell();
    while (game.phase != MAZO_PHASE_match_over && !(rounds && game.phase == MAZO_PHASE_round_over) &&
           act(dice));
}

int main(int argc, char **argv)
{
    int number = argc > 5 ? mazo_sheet_by_name(argv[1]) : -1, seats = argc > 5 ? atoi(argv[2]) : 0;
    int matches = argc > 5 ? atoi(argv[3]) : 0;
    if (number < 0 || seats < 2 || seats > MAZO_SEATS_MAX || matches < 1 || atoi(argv[5]) < 1) {
        fprintf(stderr, "usage: gain SHEET SEATS MATCHES SEED PLAYOUTS [ROUNDS]\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[4], NULL, 10), dice = mazo_fast_seed(seed);
    struct mazo_rules rules = *mazo_rules_of_sheet(number);
    rules.scoring = argc > 6 ? MAZO_scoring_quick : rules.scoring;
    playouts = (uint32_t)atoi(argv[5]);
    scratch = malloc(mazo_bot_scratch_size());
    if (!scratch)
        return 1;
    for (int i = 0; i < matches; i++)
        play(&rules, seats, seed * 1000003 + (uint64_t)i, &dice);
    double n = choices > 0 ? (double)choices : 1, mean = sum / n;
    double error = 1.96 * sqrt(fmax(0, squares / n - mean * mean) / n);
    double each = n * ONE_IN / matches / seats;
    printf("%ld choices, %.1f %% of them another: %.2f +- %.2f ten-thousandths each; %.1f a match: "
           "%.1f %% +- %.1f\n",
           choices, 100 * (double)others / n, 1e4 * mean, 1e4 * error, each, 100 * each * mean,
           100 * each * error);
    free(scratch);
    return 0;
}
