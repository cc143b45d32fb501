/*
 * test_bot.c - bots play by the rules, by what they see, and the same every time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/beliefs.h"
#include "bot/deals.h"
#include "bot/policy.h"
#include "bot/search.h"
#include "bot/signs.h"
#include "bot/stakes.h"
#include "bot/value.h"
#include "bots.h"

static void start(struct bots *t, const struct mazo_rules *rules, int seats, uint64_t number)
{
    uint8_t seed[32];
    mazo_seed_from_number(number, seed);
    mazo_events_clear(&t->events);
    mazo_init(&t->game, rules, seats, seed, true, &t->events);
    bots_tell(t);
}

/* True: the seat did something. */
static bool act(struct bots *t, int seat)
{
    struct mazo_command c;
    if (!bots_choose(t, seat, &c))
        return false;
    enum mazo_error error = mazo_apply(&t->game, &c, &t->events);
    if (error) {
        fail_msg("%s: %s is refused: %s, phase %s", mazo_bot_level_name(t->bots[seat].level),
                 mazo_command_name(c.type), mazo_error_word((int)error),
                 mazo_phase_name(t->game.phase));
    }
    assert_null(mazo_check(&t->game));
    t->sum = (t->sum ^ mazo_hash(&t->game)) * UINT64_C(0x9e3779b97f4a7c15);
    bots_tell(t);
    return true;
}

static void play_round(struct bots *t)
{
    for (int i = 0; i < 20000 && t->game.phase < MAZO_PHASE_round_over; i++) {
        bool done = false;
        for (int seat = 0; seat < t->game.seats && !done; seat++)
            done = seat != t->game.turn && act(t, seat);
        if (!done)
            assert_true(act(t, t->game.turn)); /* a seat in turn always has something to do */
    }
    assert_true(t->game.phase >= MAZO_PHASE_round_over);
}

/* Any flags of the list that the sheet has off. */
static void house_rules(struct mazo_rules *rules, int seats, uint64_t *dice)
{
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) {
        if (mazo_rule_info(rule)->type != MAZO_TYPE_flag || mazo_rules_get(rules, rule) ||
            mazo_fast_below(dice, 3))
            continue;
        mazo_rules_set(rules, rule, 1);
        if (mazo_rules_check(rules, seats) != MAZO_FAULT_none) /* teams of five, say */
            mazo_rules_set(rules, rule, 0);
    }
    mazo_rules_set(rules, MAZO_RULE_scoring, mazo_fast_below(dice, 3));
}

/* Every level and style at every sheet, with house rules and without. */
static void test_all_levels_play_by_the_rules(void **state)
{
    struct bots *t = *state;
    uint64_t dice = mazo_fast_seed(1);
    for (int round = 0; round < 60; round++) {
        int sheet = round % MAZO_SHEET_COUNT, seats = 2 + (int)mazo_fast_below(&dice, 5);
        struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
        if (round >= MAZO_SHEET_COUNT)
            house_rules(&rules, seats, &dice);
        if (mazo_rules_check(&rules, seats) != MAZO_FAULT_none)
            continue;
        for (int seat = 0; seat < seats; seat++) {
            mazo_bot_init(&t->bots[seat], (round + seat) % MAZO_BOT_NAME_COUNT,
                          (int)mazo_fast_below(&dice, MAZO_BOT_STYLE_COUNT), 60,
                          (uint64_t)(round + seat));
        }
        start(t, &rules, seats, (uint64_t)round);
        play_round(t);
    }
}

/* ---- what an expert remembers, against the game ---- */

/* A choice that a card was played by, or that cards were taken by instead. */
static bool is_choice(const struct mazo_game *before, const struct mazo_command *c,
                      const struct mazo_events *ev)
{
    bool card = c->type == MAZO_CMD_play && ev->at[0].type != MAZO_EVENT_misplayed &&
                before->phase != MAZO_PHASE_drawn;
    return card || (c->type == MAZO_CMD_draw && ev->at[0].type != MAZO_EVENT_blocked) ||
           c->type == MAZO_CMD_accept;
}

/* Notes on a hand end when cards leave it that were not chosen one by one. */
static bool forgets(const struct mazo_events *ev, int seat)
{
    for (int i = 0; i < ev->count; i++) {
        const struct mazo_event *e = &ev->at[i];
        bool moved = e->type == MAZO_EVENT_swapped || e->type == MAZO_EVENT_took ||
                     e->type == MAZO_EVENT_gave;
        if (e->type == MAZO_EVENT_dealer || e->type == MAZO_EVENT_rotated ||
            (moved && (e->seat == seat || e->who == seat)) ||
            ((e->type == MAZO_EVENT_threw || e->type == MAZO_EVENT_discarded) && e->seat == seat))
            return true;
    }
    return false;
}

static void memory_is_right(const struct bot_beliefs *m, const struct mazo_game *before,
                            const struct mazo_game *after, const struct mazo_command *c,
                            bool chosen)
{
    assert_int_equal(m->now.fits, after->fits);
    assert_int_equal(m->now.color, after->color);
    assert_int_equal(m->now.phase, after->phase);
    assert_int_equal(m->now.turn, after->turn);
    assert_memory_equal(m->now.size, after->size, sizeof m->now.size);
    if (chosen) {
        const struct bot_note *n = &m->notes[m->note_count - 1];
        assert_true(m->note_count > 0);
        assert_int_equal(n->seat, c->seat);
        assert_int_equal(n->card, c->type == MAZO_CMD_play ? c->card : MAZO_CARD_NONE);
        assert_int_equal(n->sight.fits, before->fits);
        assert_int_equal(n->sight.color, before->color);
        assert_int_equal(n->sight.phase, before->phase);
        assert_memory_equal(n->sight.size, before->size, sizeof n->sight.size);
    }
}

/* Any legal command of any seat, or in a game with penalties a wrong card. */
static struct mazo_command anything(struct bots *t, uint64_t *dice)
{
    const struct mazo_game *g = &t->game;
    int seat = mazo_fast_below(dice, 6) ? g->turn : (int)mazo_fast_below(dice, g->seats);
    int count = mazo_legal(g, seat, &t->legal);
    if (count == 0 || (g->rules.wrong_card && mazo_fast_below(dice, 8) == 0)) {
        return (struct mazo_command){.type = MAZO_CMD_play,
                                     .seat = (uint8_t)seat,
                                     .card = (mazo_card)__builtin_ctzll(g->have[seat] | UINT64_C(1)
                                                                                            << 63)};
    }
    return mazo_legal_at(&t->legal, (int)mazo_fast_below(dice, (uint32_t)count));
}

/* One command, and every seat's memory of it. True: the seat chose a card, or to take some. */
static bool remembered(struct bots *t, uint64_t *dice)
{
    static struct mazo_events events;
    struct mazo_game before = t->game;
    struct mazo_command c = anything(t, dice);
    if (mazo_apply(&t->game, &c, &t->events) != MAZO_ERR_ok)
        return false;
    events = t->events;
    bots_tell(t);
    bool chosen = is_choice(&before, &c, &events) && !forgets(&events, c.seat) &&
                  t->game.phase < MAZO_PHASE_round_over;
    for (int seat = 0; seat < t->game.seats; seat++)
        memory_is_right(&t->bots[seat].beliefs, &before, &t->game, &c, chosen);
    return chosen;
}

/* Any match, with mistakes, catches and rule cards: what is noted is what was so. */
static void test_memory_is_what_was_seen(void **state)
{
    struct bots *t = *state;
    uint64_t dice = mazo_fast_seed(12);
    long choices = 0;
    for (int match = 0; match < 150; match++) {
        int seats = 2 + (int)mazo_fast_below(&dice, 5);
        struct mazo_rules rules = *mazo_rules_of_sheet(match % MAZO_SHEET_COUNT);
        if (match % 2)
            house_rules(&rules, seats, &dice);
        if (mazo_rules_check(&rules, seats) != MAZO_FAULT_none)
            continue;
        for (int seat = 0; seat < seats; seat++)
            mazo_bot_init(&t->bots[seat], MAZO_BOT_EXPERT, MAZO_BOT_PLAIN, 60, 1);
        start(t, &rules, seats, (uint64_t)match);
        for (int i = 0; i < 1000 && t->game.phase != MAZO_PHASE_match_over; i++)
            choices += remembered(t, &dice);
    }
    assert_true(choices > 5000);
}

static void test_the_same_seed_gives_the_same_play(void **state)
{
    struct bots *t = *state;
    uint64_t sums[2];
    for (int i = 0; i < 2; i++) {
        t->sum = 0;
        for (int seat = 0; seat < 3; seat++)
            mazo_bot_init(&t->bots[seat], seat == 0 ? MAZO_BOT_EXPERT : MAZO_BOT_HARD,
                          MAZO_BOT_PLAIN, 100, 9);
        start(t, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 3, 11);
        play_round(t);
        sums[i] = t->sum;
    }
    assert_true(sums[0] == sums[1]);
}

/* The network thinks the same in both. */
static void check_net(const struct mazo_game *game, const struct mazo_game *dealt,
                      const struct policy_choice *choices, int n)
{
    static const struct bot_signs none[MAZO_SEATS_MAX];
    int ends[POLICY_CHOICES_MAX][NET_ENDS], same[POLICY_CHOICES_MAX][NET_ENDS];
    const struct net *net = net_for(&game->rules, game->seats);
    net_values(game, net, none, choices, n, ends);
    net_values(dealt, net, none, choices, n, same);
    assert_memory_equal(ends, same, (size_t)n * sizeof ends[0]);
}

/* What the policy thinks must not depend on cards that the seat cannot see: a
 * game dealt anew from the view gives the same values. */
static void test_the_policy_reads_only_what_the_seat_sees(void **state)
{
    struct bots *t = *state;
    uint64_t dice = mazo_fast_seed(5);
    int compared = 0;
    for (int round = 0; round < 60; round++) {
        int seats = 2 + round % 4;
        start(t, mazo_rules_of_sheet(round % 2 ? MAZO_SHEET_DUELO : MAZO_SHEET_OFICIAL), seats,
              (uint64_t)round + 100);
        while (t->game.phase < MAZO_PHASE_round_over) {
            struct policy_choice mine[POLICY_CHOICES_MAX], other[POLICY_CHOICES_MAX];
            int value[POLICY_CHOICES_MAX], same[POLICY_CHOICES_MAX];
            struct mazo_command c;
            struct mazo_game dealt;
            if (t->game.phase == MAZO_PHASE_play || t->game.phase == MAZO_PHASE_drawn) {
                mazo_view_of(&t->game, t->game.turn, &t->view);
                mazo_resample(&t->view, &dice, &dealt);
                int n = policy_choices(&t->game, mine);
                assert_int_equal(n, policy_choices(&dealt, other));
                assert_memory_equal(mine, other, (size_t)n * sizeof mine[0]);
                policy_values(&t->game, policy_for(&t->game.rules, seats), mine, n, value);
                policy_values(&dealt, policy_for(&t->game.rules, seats), other, n, same);
                assert_memory_equal(value, same, (size_t)n * sizeof value[0]);
                check_net(&t->game, &dealt, mine, n);
                compared += n;
            }
            policy_move(&t->game, policy_for(&t->game.rules, seats), &dice, &t->legal, &c);
            assert_int_equal(mazo_apply(&t->game, &c, NULL), MAZO_ERR_ok);
        }
    }
    assert_true(compared > 1000);
}

/* Signs are the same by events, as bots hear them, and by commands, as they are followed where a network learns. */
static void test_signs(void **state)
{
    struct bots *t = *state;
    int drawn = 0, named = 0;
    for (int round = 0; round < 60; round++) {
        struct bot_signs signs[MAZO_SEATS_MAX];
        int seats = round % 2 ? 4 : 2;
        for (int seat = 0; seat < seats; seat++)
            mazo_bot_init(&t->bots[seat], MAZO_BOT_HARD, MAZO_BOT_PLAIN, 0, (uint64_t)seat);
        start(t, mazo_rules_of_sheet(round % MAZO_SHEET_JACKPOT), seats, (uint64_t)round + 900);
        memcpy(signs, t->bots[0].beliefs.signs,
               sizeof signs); /* the card turned up may have made someone draw */
        while (t->game.phase < MAZO_PHASE_round_over) {
            const struct mazo_public before = t->game.pub;
            struct mazo_command c;
            assert_true(bots_choose(t, t->game.turn, &c));
            assert_int_equal(mazo_apply(&t->game, &c, &t->events), MAZO_ERR_ok);
            signs_follow(signs, &before, &c, &t->game.pub);
            bots_tell(t);
            for (int seat = 0; seat < seats && t->game.phase < MAZO_PHASE_round_over; seat++)
                assert_memory_equal(t->bots[seat].beliefs.signs, signs,
                                    (size_t)seats * sizeof signs[0]);
            drawn += c.type == MAZO_CMD_draw;
            named += c.type == MAZO_CMD_play && mazo_card_is_wild(c.card);
        }
    }
    assert_true(drawn > 100 && named > 100);
}

/* A view of a game dealt anew is the same view: so is the choice, with all that was heard. */
static void test_hidden_cards_do_not_change_a_choice(void **state)
{
    struct bots *t = *state;
    uint64_t dice = mazo_fast_seed(6);
    for (int round = 0; round < 12; round++) {
        for (int seat = 0; seat < 2; seat++)
            mazo_bot_init(&t->bots[seat], MAZO_BOT_EXPERT, MAZO_BOT_PLAIN, 50, 3);
        start(t, mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2, (uint64_t)round + 500);
        for (int step = 0; step < 25 && t->game.phase < MAZO_PHASE_round_over; step++) {
            struct mazo_command first, second, c;
            struct mazo_game dealt;
            struct mazo_view view;
            struct mazo_bot one, two;
            int seat = t->game.turn;
            mazo_view_of(&t->game, seat, &t->view);
            mazo_resample(&t->view, &dice, &dealt);
            mazo_view_of(&dealt, seat, &view);
            assert_memory_equal(&view, &t->view, sizeof view);
            one = t->bots[seat];
            one.level = step % 4 ? MAZO_BOT_EXPERT : MAZO_BOT_HARD;
            two = one;
            mazo_legal(&t->game, seat, &t->legal);
            assert_true(mazo_bot_choose(&one, &t->view, &t->legal, t->scratch, &first));
            mazo_legal(&dealt, seat, &t->legal);
            assert_true(mazo_bot_choose(&two, &view, &t->legal, t->scratch, &second));
            assert_memory_equal(&first, &second, offsetof(struct mazo_command, cards));
            policy_move(&t->game, policy_for(&t->game.rules, 2), &dice, &t->legal, &c);
            mazo_apply(&t->game, &c, &t->events);
            bots_tell(t);
        }
    }
}

/* In the deals that an expert looks ahead in it sees what it sees now. Counts the kinds that they
 * and uniform deals put rightly into the next player's hand. */
static void check_deals(struct bots *t, int seat, uint64_t *dice, int found[2])
{
    int next = mazo_seat_after(&t->game.pub, seat);
    mazo_view_of(&t->game, seat, &t->view);
    deals_sample(&t->bots[seat], &t->view, t->scratch);
    for (int i = 0; i < t->scratch->deal_count; i += 5) {
        struct mazo_game uniform, *deal = &t->scratch->deals[i];
        struct mazo_view view;
        assert_null(mazo_check(deal));
        mazo_view_of(deal, seat, &view);
        assert_memory_equal(&view, &t->view, sizeof view);
        mazo_resample(&t->view, dice, &uniform);
        found[0] += mazo_count_bits(deal->have[next] & t->game.have[next]);
        found[1] += mazo_count_bits(uniform.have[next] & t->game.have[next]);
    }
}

static void test_deals_are_what_could_be(void **state)
{
    struct bots *t = *state;
    uint64_t dice = mazo_fast_seed(8);
    int found[2] = {0, 0};
    for (int round = 0; round < 12; round++) {
        const struct mazo_rules *rules = mazo_rules_of_sheet(round % MAZO_SHEET_COUNT);
        int seats = 2 + round % 3;
        for (int seat = 0; seat < seats; seat++)
            mazo_bot_init(&t->bots[seat], MAZO_BOT_EXPERT, MAZO_BOT_PLAIN, 60, 3);
        start(t, rules, seats, (uint64_t)round + 700);
        for (int step = 0; step < 60 && t->game.phase < MAZO_PHASE_round_over; step++) {
            struct mazo_command c;
            if (step % 3 == 0 && mazo_is_card_phase(t->game.phase))
                check_deals(t, t->game.turn, &dice, found);
            policy_move(&t->game, policy_for(rules, seats), &dice, &t->legal, &c);
            assert_int_equal(mazo_apply(&t->game, &c, &t->events), MAZO_ERR_ok);
            bots_tell(t);
        }
    }
    assert_true(5 * found[0] > 6 * found[1]);
}

/* Chances add up, the winner takes all, and nearer to the goal is better. */
static void test_equity(void **state)
{
    struct bots *t = *state;
    struct mazo_game *g = &t->game;
    start(t, mazo_rules_of_sheet(MAZO_SHEET_OFICIAL), 4, 1);
    double sum = 0;
    for (int seat = 0; seat < 4; seat++) {
        sum += search_equity(g, seat);
        assert_true(search_equity(g, seat) == 0.25);
    }
    assert_true(sum == 1);
    g->scores[2] = 300;
    assert_true(search_equity(g, 2) > search_equity(g, 1));
    g->phase = MAZO_PHASE_match_over;
    g->winners = 1u << 3;
    assert_true(search_equity(g, 3) == 1 && search_equity(g, 2) == 0);
}

/* A striker who has been caught bluffing is believed less than one who was not. */
static void test_bluffers_are_remembered(void **state)
{
    struct bots *t = *state;
    struct bot_beliefs m;
    beliefs_clear(&m);
    start(t, mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2, 1);
    mazo_view_of(&t->game, 0, &t->view);
    t->view.phase = MAZO_PHASE_struck;
    t->view.challengeable = true;
    t->view.striker = 1;
    t->view.color_before = MAZO_RED;
    int fresh = beliefs_bluff_chance(&m, &t->view);
    m.guilty[1] = 1;
    int caught = beliefs_bluff_chance(&m, &t->view);
    m.guilty[1] = 0;
    m.innocent[1] = 2;
    int honest = beliefs_bluff_chance(&m, &t->view);
    assert_true(honest < fresh && fresh < caught);
}

/* A position at two seats of duelo; the hands are given as lists of cards. */
static void set_position(struct bots *t, const mazo_card *own, int own_count,
                         const mazo_card *other, int other_count, mazo_card top)
{
    struct mazo_position p;
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_DUELO);
    rules.scoring = MAZO_scoring_quick;
    mazo_position_init(&p, &rules, 2);
    for (int i = 0; i < own_count; i++)
        p.hands[0][own[i]]++;
    for (int i = 0; i < other_count; i++)
        p.hands[1][other[i]]++;
    p.discard[p.discard_count++] = top;
    for (int i = 0; i < 30; i++)
        p.draw[p.draw_count++] = mazo_card_of(i % MAZO_COLOR_COUNT, i % 10);
    p.turn = 0;
    p.dealer = 1;
    p.said = 1u << 1;
    mazo_events_clear(&t->events);
    assert_null(mazo_set_position(&t->game, &p, &t->events));
    bots_tell(t);
}

static void choose(struct bots *t, int level, int style, uint64_t seed, struct mazo_command *out)
{
    struct mazo_bot bot;
    mazo_bot_init(&bot, level, style, 400, seed);
    bot.beliefs.struck_by[1] = 8;
    mazo_view_of(&t->game, 0, &t->view);
    mazo_legal(&t->game, 0, &t->legal);
    assert_true(mazo_bot_choose(&bot, &t->view, &t->legal, t->scratch, out));
}

/* With a Wild Draw Four and a red card on red, and the other about to go out: nobody would
 * suspect the last card, and after four cards and a lost turn the red one goes out. */
static void test_an_expert_bluffs_where_it_wins(void **state)
{
    struct bots *t = *state;
    struct mazo_command c;
    const mazo_card own[] = {MAZO_WILD_FOUR, mazo_card_of(MAZO_RED, 3)};
    const mazo_card other[] = {mazo_card_of(MAZO_RED, 7)};
    set_position(t, own, 2, other, 1, mazo_card_of(MAZO_RED, 5));
    choose(t, MAZO_BOT_EXPERT, MAZO_BOT_PLAIN, 1, &c);
    assert_int_equal(c.type, MAZO_CMD_play);
    assert_int_equal(c.card, MAZO_WILD_FOUR);
    assert_int_equal(c.color, MAZO_RED);
    choose(t, MAZO_BOT_HARD, MAZO_BOT_PLAIN, 1, &c);
    assert_int_not_equal(c.card, MAZO_WILD_FOUR);
}

/* With nothing but wilds every color is a choice. */
static void test_an_expert_names_any_color(void **state)
{
    struct bots *t = *state;
    struct mazo_command c;
    const mazo_card own[] = {MAZO_WILD, MAZO_WILD};
    const mazo_card other[] = {mazo_card_of(MAZO_RED, 7), mazo_card_of(MAZO_RED, 8)};
    unsigned colors = 0;
    set_position(t, own, 2, other, 2, mazo_card_of(MAZO_RED, 5));
    choose(t, MAZO_BOT_EXPERT, MAZO_BOT_PLAIN, 1, &c);
    for (int i = 0; i < t->scratch->arm_count; i++)
        if (t->scratch->arms[i].command.type == MAZO_CMD_play)
            colors |= 1u << t->scratch->arms[i].command.color;
    assert_int_equal(colors, 15);
}

/* Where points count, a dear card goes first; a single round is played as it was learnt. */
static void test_points_count_in_matches(void **state)
{
    struct bots *t = *state;
    const mazo_card own[] = {mazo_card_of(MAZO_RED, 1), mazo_card_of(MAZO_RED, MAZO_SKIP),
                             mazo_card_of(MAZO_BLUE, 3)};
    const mazo_card other[] = {mazo_card_of(MAZO_RED, 7), mazo_card_of(MAZO_GREEN, 7)};
    const struct policy *policy = policy_for(mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2);
    const struct policy_choice choices[] = {{mazo_card_of(MAZO_RED, 1), 0},
                                            {mazo_card_of(MAZO_RED, MAZO_SKIP), 0},
                                            {POLICY_DRAW, 0}};
    int values[3][3];
    const int scorings[3] = {MAZO_scoring_quick, MAZO_scoring_winner, MAZO_scoring_hands};
    set_position(t, own, 3, other, 2, mazo_card_of(MAZO_RED, 5));
    for (int i = 0; i < 3; i++) {
        t->game.rules.scoring = (uint8_t)scorings[i];
        policy_values(&t->game, policy, choices, 3, values[i]);
    }
    for (int i = 1; i < 3; i++) {
        assert_int_equal(values[i][2], values[0][2]);
        assert_int_equal(values[i][1] - values[0][1], 20 * (values[i][0] - values[0][0]));
        assert_true(values[i][0] > values[i - 1][0]);
    }
}

/* What the policy thinks of the choices of seat 0, from the worst to the best, in won matches. */
static double opinion(struct bots *t, int scoring)
{
    const mazo_card own[] = {mazo_card_of(MAZO_RED, 1), mazo_card_of(MAZO_RED, MAZO_SKIP),
                             mazo_card_of(MAZO_BLUE, 3)};
    const mazo_card other[] = {mazo_card_of(MAZO_RED, 7), mazo_card_of(MAZO_GREEN, 7)};
    struct mazo_command c;
    double least = 10, most = -10;
    set_position(t, own, 3, other, 2, mazo_card_of(MAZO_RED, 5));
    t->game.rules.scoring = (uint8_t)scoring;
    choose(t, MAZO_BOT_EXPERT, MAZO_BOT_PLAIN, 1, &c);
    for (int i = 0; i < t->scratch->arm_count; i++) {
        double prior = t->scratch->arms[i].prior;
        least = prior < least ? prior : least;
        most = prior > most ? prior : most;
    }
    return most - least;
}

/* A round is a small part of a match: so is what the policy thinks of a choice. */
static void test_an_opinion_is_of_the_round(void **state)
{
    struct bots *t = *state;
    double quick = opinion(t, MAZO_scoring_quick);
    assert_true(quick > 0.01);
    assert_true(opinion(t, MAZO_scoring_winner) < 0.4 * quick);
    assert_true(opinion(t, MAZO_scoring_hands) < 0.4 * quick);
}

/* In teams the partner is not a rival: how few cards it holds changes nothing. */
static void test_a_partner_is_no_rival(void **state)
{
    struct bots *t = *state;
    struct mazo_rules rules = *mazo_rules_of_sheet(MAZO_SHEET_OFICIAL);
    struct policy_choice choices[POLICY_CHOICES_MAX];
    int values[3][POLICY_CHOICES_MAX];
    rules.teams = 1;
    start(t, &rules, 4, 3);
    while (t->game.phase != MAZO_PHASE_play)
        start(t, &rules, 4, t->sum++);
    int seat = t->game.turn, count = policy_choices(&t->game, choices);
    for (int i = 0; i < 3; i++) {
        int other = (seat + (i == 2 ? 1 + (t->game.direction > 0 ? 2 : 0) : 2)) % 4;
        uint8_t size = t->game.size[other];
        t->game.size[other] = i ? 1 : size;
        policy_values(&t->game, policy_for(&rules, 4), choices, count, values[i]);
        t->game.size[other] = size;
    }
    assert_memory_equal(values[0], values[1], (size_t)count * sizeof values[0][0]);
    assert_memory_not_equal(values[0], values[2], (size_t)count * sizeof values[0][0]);
}

/* Who has forgotten to say UNO is caught, by the player in turn too. */
static void test_the_next_player_catches(void **state)
{
    struct bots *t = *state;
    const mazo_card own[] = {mazo_card_of(MAZO_RED, 3), mazo_card_of(MAZO_RED, 4)};
    const mazo_card other[] = {mazo_card_of(MAZO_BLUE, 1), mazo_card_of(MAZO_GREEN, 3)};
    struct mazo_command c = {.type = MAZO_CMD_play, .seat = 0, .card = own[0]};
    for (int level = MAZO_BOT_RULE_V1; level < MAZO_BOT_NAME_COUNT; level++) {
        struct mazo_bot bot;
        set_position(t, own, 2, other, 2, mazo_card_of(MAZO_RED, 5));
        c = (struct mazo_command){.type = MAZO_CMD_play, .seat = 0, .card = own[0]};
        assert_int_equal(mazo_apply(&t->game, &c, NULL), MAZO_ERR_ok);
        mazo_view_of(&t->game, 1, &t->view);
        mazo_legal(&t->game, 1, &t->legal);
        mazo_bot_init(&bot, level, MAZO_BOT_PLAIN, 50, 1);
        assert_true(mazo_bot_choose(&bot, &t->view, &t->legal, t->scratch, &c));
        assert_int_equal(c.type, MAZO_CMD_catch);
    }
}

/* Bluffing and vengeful players do what plain ones do not, at every level. */
static void test_styles_differ_at_every_level(void **state)
{
    struct bots *t = *state;
    const mazo_card forbidden[] = {MAZO_WILD_FOUR, mazo_card_of(MAZO_RED, 3),
                                   mazo_card_of(MAZO_RED, 4)};
    const mazo_card sharp[] = {mazo_card_of(MAZO_RED, MAZO_DRAW_TWO), mazo_card_of(MAZO_RED, 9),
                               mazo_card_of(MAZO_BLUE, 5), mazo_card_of(MAZO_BLUE, 6)};
    const mazo_card other[] = {mazo_card_of(MAZO_BLUE, 1), mazo_card_of(MAZO_BLUE, 2),
                               mazo_card_of(MAZO_GREEN, 1)};
    for (int level = MAZO_BOT_EASY; level <= MAZO_BOT_HARD; level++) {
        int plain = 0, bluffing = 0, peaceful = 0, vengeful = 0;
        for (uint64_t seed = 1; seed <= 60; seed++) {
            struct mazo_command c;
            set_position(t, forbidden, 3, other, 3, mazo_card_of(MAZO_RED, 5));
            choose(t, level, MAZO_BOT_PLAIN, seed, &c);
            plain += c.type == MAZO_CMD_play && c.card == MAZO_WILD_FOUR;
            choose(t, level, MAZO_BOT_BLUFFING, seed, &c);
            bluffing += c.type == MAZO_CMD_play && c.card == MAZO_WILD_FOUR;
            set_position(t, sharp, 4, other, 3, mazo_card_of(MAZO_RED, 5));
            choose(t, level, MAZO_BOT_PLAIN, seed, &c);
            peaceful += c.type == MAZO_CMD_play && c.card == sharp[0];
            choose(t, level, MAZO_BOT_VENGEFUL, seed, &c);
            vengeful += c.type == MAZO_CMD_play && c.card == sharp[0];
        }
        assert_true(bluffing > plain || level == MAZO_BOT_EASY); /* children play it anyway */
        assert_true(vengeful >= peaceful && vengeful > 50);
    }
}

/* Who drew on red and could not play what came: hands with red explain it badly. */
static void test_what_was_drawn_tells_of_the_hand(void **state)
{
    struct bots *t = *state;
    const mazo_card own[] = {mazo_card_of(MAZO_RED, 3), mazo_card_of(MAZO_RED, 4)};
    const mazo_card blue[] = {mazo_card_of(MAZO_BLUE, 1), mazo_card_of(MAZO_BLUE, 2)};
    const mazo_card red[] = {mazo_card_of(MAZO_RED, 1), mazo_card_of(MAZO_BLUE, 2)};
    double chance[2];
    struct mazo_game fits;
    uint64_t dice = 1;
    struct mazo_command c = {.type = MAZO_CMD_draw, .seat = 1};
    set_position(t, own, 2, red, 2, mazo_card_of(MAZO_RED, 5));
    fits = t->game;
    set_position(t, own, 2, blue, 2, mazo_card_of(MAZO_RED, 5));
    mazo_bot_init(&t->bots[0], MAZO_BOT_EXPERT, MAZO_BOT_PLAIN, 10, 1);
    t->game.turn = fits.turn = 1;
    mazo_events_clear(&t->events);
    c.seat = 1;
    beliefs_hear(&t->bots[0].beliefs, (mazo_view_of(&t->game, 0, &t->view), &t->view),
                 &(struct mazo_event){.type = MAZO_EVENT_turned, .card = t->game.top});
    assert_int_equal(mazo_apply(&t->game, &c, &t->events), MAZO_ERR_ok);
    bots_tell(t);
    assert_int_equal(t->bots[0].beliefs.note_count, 1);
    const struct policy *policy = policy_for(&t->game.rules, 2);
    chance[0] = beliefs_likelihood(&t->bots[0].beliefs, &t->game, 1, policy, &dice);
    mazo_apply(&fits, &c, NULL);
    chance[1] = beliefs_likelihood(&t->bots[0].beliefs, &fits, 1, policy, &dice);
    assert_true(chance[0] > 10 * chance[1]);
}

/* The learnt value: two players' chances add up to about one, and fewer cards are better. */
static void test_value_of_positions(void **state)
{
    struct bots *t = *state;
    uint64_t dice = 3;
    int count = 0;
    long both = 0, ahead = 0, behind = 0;
    for (int round = 0; round < 200; round++) {
        start(t, mazo_rules_of_sheet(MAZO_SHEET_DUELO), 2, (uint64_t)round + 900);
        const struct value_weights *w = value_for(&t->game.rules, 2);
        while (!policy_play(&t->game, policy_for(&t->game.rules, 2), &dice, 5)) {
            int own = value_of(&t->game, w, 0), other = value_of(&t->game, w, 1);
            int lead = t->game.size[1] - t->game.size[0];
            both += own + other;
            ahead += lead > 2 ? own - other : 0;
            behind += lead < -2 ? own - other : 0;
            count++;
        }
    }
    assert_true(labs(both / count - 10000) < 100);
    assert_true(ahead > 0 && behind < 0);
    assert_null(value_for(mazo_rules_of_sheet(MAZO_SHEET_JACKPOT), 2));
}

static int set_up(void **state)
{
    struct bots *t = calloc(1, sizeof *t);
    t->scratch = malloc(mazo_bot_scratch_size());
    *state = t;
    return t->scratch ? 0 : -1;
}

static int tear_down(void **state)
{
    struct bots *t = *state;
    free(t->scratch);
    free(t);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_levels_play_by_the_rules),
        cmocka_unit_test(test_memory_is_what_was_seen),
        cmocka_unit_test(test_the_same_seed_gives_the_same_play),
        cmocka_unit_test(test_the_policy_reads_only_what_the_seat_sees),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_hidden_cards_do_not_change_a_choice),
        cmocka_unit_test(test_deals_are_what_could_be),
        cmocka_unit_test(test_equity),
        cmocka_unit_test(test_bluffers_are_remembered),
        cmocka_unit_test(test_an_expert_bluffs_where_it_wins),
        cmocka_unit_test(test_an_expert_names_any_color),
        cmocka_unit_test(test_points_count_in_matches),
        cmocka_unit_test(test_an_opinion_is_of_the_round),
        cmocka_unit_test(test_a_partner_is_no_rival),
        cmocka_unit_test(test_the_next_player_catches),
        cmocka_unit_test(test_styles_differ_at_every_level),
        cmocka_unit_test(test_what_was_drawn_tells_of_the_hand),
        cmocka_unit_test(test_value_of_positions),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
