/*
 * random_play.c - random matches for the property tests.
 */
#include "engine/random_play.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

void random_fail(const struct random_play *t, const char *format, ...)
{
    char what[256];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    fail_msg("%s (sheet %s, match %lu, command %ld: %s by %d; phase %s, then %s)", what,
             mazo_sheet_name(t->sheet), (unsigned long)t->match, t->commands,
             t->commands ? mazo_command_name(t->order.command.type) : "deal", t->order.command.seat,
             mazo_phase_name(t->before.phase), mazo_phase_name(t->game.phase));
    __builtin_unreachable();
}

int random_below(struct random_play *t, int bound)
{
    return (int)mazo_rng_below(&t->dice, (uint32_t)bound);
}

bool random_chance(struct random_play *t, int of) { return random_below(t, of) == 0; }

mazo_card random_kind(struct random_play *t)
{
    for (;;) {
        mazo_card card = (mazo_card)random_below(t, MAZO_KIND_COUNT);
        if (mazo_card_is_valid(card))
            return card;
    }
}

void random_seed(uint64_t sheet, uint64_t number, uint8_t out[32])
{
    mazo_seed_from_number(number, out);
    out[31] = (uint8_t)sheet;
}

void order_copy(struct order *to, const struct mazo_command *from)
{
    to->command = *from;
    if (from->type == MAZO_CMD_throw && from->count) {
        memmove(to->cards, from->cards, from->count);
        to->command.cards = to->cards;
    }
    if (from->type == MAZO_CMD_write && from->count && from->count <= MAZO_RULE_CARDS_MAX) {
        memmove(to->rule_cards, from->rule_cards, from->count * sizeof *from->rule_cards);
        to->command.rule_cards = to->rule_cards;
    }
}

bool random_same_game(const struct mazo_game *a, const struct mazo_game *b)
{
    size_t piles = offsetof(struct mazo_game, pile);
    return memcmp(a, b, piles) == 0 && memcmp(a->pile, b->pile, a->draw_count) == 0 &&
           memcmp(a->pile + MAZO_CARDS_MAX - a->discard_count,
                  b->pile + MAZO_CARDS_MAX - b->discard_count, a->discard_count) == 0;
}

/* ---- rules at random ---- */

static void draw_row(struct random_play *t, int rule, struct mazo_rules *out)
{
    const struct mazo_rule_info *info = mazo_rule_info(rule);
    uint32_t span = info->most - info->least + 1;
    mazo_rules_set(out, rule, info->least + mazo_rng_below(&t->dice, span));
}

/* A deck that may be small, odd, or without whole kinds of cards. */
static void draw_deck(struct random_play *t, struct mazo_rules *out)
{
    static const int rows[] = {
        MAZO_RULE_draw_twos,  MAZO_RULE_skips,    MAZO_RULE_reverses,      MAZO_RULE_wilds,
        MAZO_RULE_wild_fours, MAZO_RULE_jackpots, MAZO_RULE_wild_jackpots,
    };
    uint32_t numbers = 0;
    int most = 1 + random_below(t, 3);
    for (int value = 0; value < 10; value++)
        numbers |= (uint32_t)random_below(t, most + 1) << (3 * value);
    mazo_rules_set(out, MAZO_RULE_numbers, numbers);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool lever = rows[i] == MAZO_RULE_jackpots || rows[i] == MAZO_RULE_wild_jackpots;
        if (!lever || out->rule_cards)
            mazo_rules_set(out, rows[i], (uint32_t)random_below(t, 4));
    }
}

static void draw_lever(struct random_play *t, struct mazo_rules *out)
{
    mazo_rules_set(out, MAZO_RULE_rule_cards, 2 + (uint32_t)random_below(t, 7));
    mazo_rules_set(out, MAZO_RULE_jackpots, (uint32_t)random_below(t, 5));
    mazo_rules_set(out, MAZO_RULE_wild_jackpots, 1 + (uint32_t)random_below(t, 4));
}

static void draw_house_rules(struct random_play *t, int sheet, struct mazo_rules *out)
{
    *out = *mazo_rules_of_sheet(sheet);
    for (int rule = 0; rule < MAZO_RULE_COUNT; rule++) /* those after the deck */
        if (mazo_rule_info(rule)->group > mazo_rule_info(MAZO_RULE_numbers)->group &&
            random_chance(t, 4))
            draw_row(t, rule, out);
    if (out->target > 1000 && !random_chance(t, 8))
        mazo_rules_set(out, MAZO_RULE_target, 50 + (uint32_t)random_below(t, 500));
    if (random_chance(t, 6))
        draw_lever(t, out);
    if (random_chance(t, 4))
        draw_deck(t, out);
}

void random_house_rules(struct random_play *t, int sheet, int seats, struct mazo_rules *out)
{
    do {
        draw_house_rules(t, sheet, out);
    } while (mazo_rules_check(out, seats) != MAZO_FAULT_none);
}

/* ---- commands at random ---- */

void random_rule_card(struct random_play *t, struct mazo_rule_card *out)
{
    memset(out, 0, sizeof *out);
    out->count = (uint8_t)(1 + random_below(t, random_chance(t, 2) ? 2 : MAZO_EFFECTS_MAX));
    for (int i = 0; i < out->count; i++) {
        struct mazo_effect *e = &out->effect[i];
        e->type = (uint8_t)random_below(t, MAZO_EFFECT_COUNT);
        const char *takes = mazo_effect_takes(e->type);
        if (strchr(takes, 'n'))
            e->n = (uint8_t)(1 + random_below(t, random_chance(t, 8) ? MAZO_EFFECT_N_MAX : 4));
        if (strchr(takes, 'w'))
            e->other = (uint8_t)random_below(t, MAZO_OTHER_COUNT);
    }
}

static void choose_writing(struct random_play *t)
{
    struct mazo_command *c = &t->order.command;
    c->count = (uint8_t)mazo_rule_cards_each(&t->game);
    for (int i = 0; i < c->count; i++)
        if (t->casual || random_chance(t, 4))
            t->order.rule_cards[i] = *mazo_idea(1 + random_below(t, MAZO_RULE_CARDS_MAX));
        else
            random_rule_card(t, &t->order.rule_cards[i]);
    c->rule_cards = t->order.rule_cards;
}

/* Any cards that may be thrown, in any order. */
static void choose_throw(struct random_play *t)
{
    const struct mazo_game *g = &t->game;
    struct mazo_command *c = &t->order.command;
    mazo_card hand[MAZO_CARDS_MAX];
    int n = 0, colors = 0;
    bool lever = g->purpose == MAZO_PURPOSE_lever;
    int most = lever ? random_below(t, MAZO_COLOR_COUNT + 1) : g->owed;
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        for (int i = g->copies[g->turn][card]; i > 0; i--)
            hand[n++] = (mazo_card)card;
    for (c->count = 0; n > 0 && c->count < most;) {
        int at = random_below(t, n);
        mazo_card card = hand[at];
        hand[at] = hand[--n];
        if (lever && (mazo_card_is_wild(card) || colors >> mazo_card_color(card) & 1))
            continue;
        colors |= 1 << mazo_card_color(card);
        t->order.cards[c->count++] = card;
    }
    c->cards = t->order.cards;
}

/* A card played by anyone at any time: sometimes right, sometimes a misplay. */
static bool choose_blunder(struct random_play *t)
{
    const struct mazo_game *g = &t->game;
    int seat = random_below(t, g->seats);
    struct mazo_command c = {.type = MAZO_CMD_play, .seat = (uint8_t)seat};
    c.color = (uint8_t)random_below(t, MAZO_COLOR_COUNT);
    c.card = random_kind(t);
    for (int tries = 0; tries < 64 && g->copies[seat][c.card] == 0; tries++)
        c.card = random_kind(t);
    if (mazo_judge(g, &c) != MAZO_ERR_ok)
        return false;
    t->order.command = c;
    return true;
}

static bool choose_folly(struct random_play *t)
{
    struct mazo_game *g = &t->game;
    if (g->accused != MAZO_SEAT_NONE && random_chance(t, 16)) {
        t->order.command = (struct mazo_command){.type = MAZO_CMD_tally, .seat = MAZO_SEAT_NONE};
        return true;
    }
    if (g->rules.wrong_card && g->phase > MAZO_PHASE_write && random_chance(t, 24) &&
        choose_blunder(t))
        return true;
    struct mazo_command c;
    bool any = sim_any(g, &t->die, &t->legal, &c);
    order_copy(&t->order, &c);
    return any;
}

void random_choose(struct random_play *t)
{
    struct mazo_game *g = &t->game;
    bool hurry = t->in_round > RANDOM_ROUND_LONG;
    if (!hurry && random_below(t, 16) < t->folly && choose_folly(t)) {
        if (t->order.command.type == MAZO_CMD_write)
            choose_writing(t);
        return;
    }
    struct mazo_command c;
    sim_casual(g, &t->die, &t->legal, &c);
    order_copy(&t->order, &c);
    if (c.type == MAZO_CMD_write)
        choose_writing(t);
    else if (c.type == MAZO_CMD_throw && !t->casual)
        choose_throw(t);
}

/* ---- matches ---- */

static void begin_match(struct random_play *t)
{
    static const int follies[] = {0, 1, 1, 4, 8, 16};
    random_seed((uint64_t)t->sheet, t->match, t->seed);
    mazo_rng_init(&t->dice, t->seed, true);
    t->house = !t->casual && random_chance(t, 2);
    t->folly = t->casual ? 0 : follies[random_below(t, 6)];
    t->rules = *mazo_rules_of_sheet(t->sheet);
    t->seats = 2 + random_below(t, t->rules.seats_max - 1);
    if (t->house)
        random_house_rules(t, t->sheet, t->seats, &t->rules);
    sim_random_init(&t->die, &t->rules, t->match);
    memset(&t->before, 0, sizeof t->before);
    memset(&t->order, 0, sizeof t->order);
    t->commands = t->in_round = 0;
    mazo_events_clear(&t->events);
    mazo_init(&t->game, &t->rules, t->seats, t->seed, random_chance(t, 2), &t->events);
    t->look(t);
}

static void step(struct random_play *t)
{
    random_choose(t);
    memcpy(&t->before, &t->game, sizeof t->game);
    mazo_events_clear(&t->events);
    enum mazo_error error = mazo_apply(&t->game, &t->order.command, &t->events);
    t->commands++;
    t->total++;
    t->in_round++;
    if (error != MAZO_ERR_ok)
        random_fail(t, "a legal command is refused: %s", mazo_error_word((int)error));
    t->look(t);
    if (t->order.command.type == MAZO_CMD_next)
        t->in_round = 0;
    if (t->game.phase >= MAZO_PHASE_round_over && t->before.phase < MAZO_PHASE_round_over) {
        t->rounds++;
        t->longest = t->in_round > t->longest ? t->in_round : t->longest;
    }
}

void random_play(struct random_play *t, int sheet, long rounds, void (*look)(struct random_play *))
{
    enum { ROUNDS_MOST = 200 }; /* in a match: with odd decks every round may be blocked */
    t->sheet = sheet;
    t->look = look;
    while (t->rounds < rounds) {
        long first = t->rounds;
        begin_match(t);
        while (t->game.phase != MAZO_PHASE_match_over && t->rounds - first < ROUNDS_MOST) {
            if (t->in_round > RANDOM_ROUND_MAX) {
                t->given_up++;
                break;
            }
            step(t);
        }
        if (t->over)
            t->over(t);
        t->match++;
    }
}
