/*
 * api.c - the public functions themselves, given anything.
 *
 * The first byte picks what is damaged: a game, a view, a position, a set of rules, a command, or
 * just numbers. The next ones say which bytes of it become what. Whatever mazo_check or
 * mazo_view_check passes must be safe with every other function; all else is refused.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mazo/mazo.h"

enum { STEPS = 60 };

static struct {
    const uint8_t *data;
    size_t left;
    uint64_t dice;
    struct mazo_game game, other;
    struct mazo_view view;
    struct mazo_position position;
    struct mazo_events events;
    struct mazo_legal legal, copy;
} s;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool truth)
{
    if (!truth)
        abort();
}

/* NULL from one of the checks, or the reason is shown. */
static void demand_none(const char *wrong)
{
    if (wrong) {
        fprintf(stderr, "%s\n", wrong);
        abort();
    }
}

static uint8_t byte(void)
{
    if (s.left == 0)
        return 0;
    s.left--;
    return *s.data++;
}

static uint16_t word(void)
{
    uint16_t low = byte();
    return (uint16_t)(low | byte() << 8);
}

/* Some bytes of the thing become others, until a zero says that it is enough. */
static void damage(void *thing, size_t size)
{
    for (int n = byte() % 24; n > 0; n--) {
        size_t at = word() % size;
        ((uint8_t *)thing)[at] = byte();
    }
}

/* ---- everything that can be asked of a game ---- */

static void ask_with_numbers(const struct mazo_game *g, int number)
{
    mazo_is_clean(g, number);
    mazo_hand_points(g, number);
    mazo_side_of(g, number);
    mazo_side_score(g, number);
    mazo_dirt(&g->rules, number);
    mazo_fits_on((mazo_card)number, number);
    struct mazo_game deal = *g;
    uint8_t hidden[MAZO_KIND_COUNT];
    mazo_count_hidden(g, number, hidden);
    mazo_take_hand(&deal, g, number, hidden);
    for (int n = 0; n <= UINT8_MAX; n++)
        mazo_put_card(&deal, number, (mazo_card)number);
    mazo_take_card(&deal, number, (mazo_card)number);
    mazo_view_of(g, number, &s.view);
    mazo_legal(g, number, &s.legal);
    mazo_legal_at(&s.legal, number);
}

static void ask(const struct mazo_game *g)
{
    static const int odd[] = {-1,  -1000,  9, 10, 16, 63, 64, 253, MAZO_SPECTATOR, MAZO_SEAT_NONE,
                              256, 1 << 20};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        ask_with_numbers(g, odd[i]);
    for (int seat = 0; seat < g->seats; seat++) {
        demand(mazo_view_of(g, seat, &s.view));
        demand_none(mazo_view_check(&s.view));
        mazo_resample(&s.view, &s.dice, &s.other);
        demand_none(mazo_check(&s.other));
        ask_with_numbers(g, seat);
    }
    demand(mazo_view_of(g, MAZO_SPECTATOR, &s.view));
    demand_none(mazo_view_check(&s.view));
    mazo_hash(g);
    mazo_playable(g);
    mazo_rule_cards_each(g);
}

static void hear(void)
{
    struct mazo_event seen;
    for (int i = 0; i < s.events.count; i++)
        mazo_event_for(&s.events.at[i], byte(), &seen);
}

/* Any bytes as a command, with pointers that lead somewhere or nowhere. */
static struct mazo_command odd_command(void)
{
    static mazo_card cards[UINT8_MAX];
    static struct mazo_rule_card rule_cards[UINT8_MAX];
    struct mazo_command c = {.type = (uint8_t)(byte() % (MAZO_CMD_COUNT + 2)),
                             .seat = (uint8_t)(byte() % 12),
                             .card = byte(),
                             .color = (uint8_t)(byte() % 6),
                             .who = (uint8_t)(byte() % 12),
                             .uno = byte() & 1,
                             .yes = byte() & 1,
                             .count = byte()};
    for (int i = 0; i < 8; i++) {
        cards[i] = byte();
        rule_cards[i] = (struct mazo_rule_card){byte(), {{byte(), byte(), byte()}}};
    }
    c.cards = byte() % 2 ? cards : NULL;
    c.rule_cards = byte() % 2 ? rule_cards : NULL;
    return c;
}

/* Play on by what is listed, or by anything; the game stays whole. */
static void play(struct mazo_game *g)
{
    for (int i = 0; i < STEPS; i++) {
        bool listed = mazo_legal(g, g->turn, &s.legal) > 0 && byte() % 4;
        s.copy = s.legal; /* a list may be copied */
        memset(s.legal.cards, 255, sizeof s.legal.cards);
        int pick = listed ? (int)mazo_fast_below(&s.dice, s.copy.count) : 0;
        struct mazo_command c = listed ? mazo_legal_at(&s.copy, pick) : odd_command();
        bool fine = mazo_judge(g, &c) == MAZO_ERR_ok;
        demand(fine || !listed);
        mazo_is_misplay(g, &c, NULL);
        mazo_events_clear(&s.events);
        demand((mazo_apply(g, &c, &s.events) == MAZO_ERR_ok) == fine);
        demand_none(mazo_check(g));
        hear();
    }
    ask(g);
}

/* A game in the middle of a match. */
static bool begin(struct mazo_game *g)
{
    uint8_t seed[32] = {byte(), byte()};
    struct mazo_rules rules;
    int sheet = byte() % MAZO_SHEET_COUNT, seats = 2 + byte() % 9;
    mazo_rules_as_of(sheet, 1 + byte() % MAZO_REVISION, &rules);
    if (mazo_init(g, &rules, seats, seed, byte() % 2, NULL) != MAZO_FAULT_none)
        return false;
    s.dice = mazo_fast_seed(seed[0]);
    for (int n = byte(); n > 0 && mazo_legal(g, g->turn, &s.legal) > 0; n--) {
        struct mazo_command c = mazo_legal_at(&s.legal,
                                              (int)mazo_fast_below(&s.dice, s.legal.count));
        demand(mazo_apply(g, &c, NULL) == MAZO_ERR_ok);
    }
    return true;
}

/* ---- what is damaged ---- */

static void a_game(void)
{
    if (begin(&s.game)) {
        damage(&s.game, sizeof s.game);
        if (!mazo_check(&s.game)) {
            ask(&s.game);
            play(&s.game);
        }
    }
}

static void a_view(void)
{
    struct mazo_view view;
    if (begin(&s.game) && mazo_view_of(&s.game, s.game.turn, &view)) {
        damage(&view, sizeof view);
        if (!mazo_view_check(&view)) {
            mazo_resample(&view, &s.dice, &s.game);
            demand_none(mazo_check(&s.game));
            play(&s.game);
        }
    }
}

static void a_position(void)
{
    if (!begin(&s.game))
        return;
    mazo_position_init(&s.position, &s.game.rules, s.game.seats);
    memcpy(s.position.hands, s.game.copies, sizeof s.position.hands);
    s.position.discard[0] = mazo_card_is_valid(s.game.top) ? s.game.top : 1;
    s.position.discard_count = 1;
    s.position.color = s.game.color;
    damage(&s.position, sizeof s.position);
    if (!mazo_set_position(&s.game, &s.position, &s.events)) {
        demand_none(mazo_check(&s.game));
        play(&s.game);
    }
}

static void rules(void)
{
    struct mazo_rules r = *mazo_rules_of_sheet(byte() % MAZO_SHEET_COUNT);
    uint8_t seed[32] = {byte()};
    int seats = (int8_t)byte();
    damage(&r, sizeof r);
    if (mazo_init(&s.game, &r, seats, seed, false, NULL) == MAZO_FAULT_none) {
        demand_none(mazo_check(&s.game));
        play(&s.game);
    }
    mazo_position_init(&s.position, &r, seats);
    mazo_set_position(&s.game, &s.position, NULL);
    mazo_deck_size(&r);
}

static void numbers(void)
{
    for (int i = 0; i < STEPS; i++) {
        int n = (int16_t)word();
        mazo_card_points((mazo_card)n);
        mazo_deck_copies(mazo_rules_of_sheet(0), (mazo_card)n);
        mazo_rules_of_sheet(n), mazo_sheet_name(n), mazo_rule_info(n), mazo_rule_group(n);
        mazo_rule_word(n, word()), mazo_rule_meaning(n, word());
        mazo_rules_get(mazo_rules_of_sheet(0), n);
        mazo_rules_fault_text((enum mazo_rules_fault)n);
        mazo_phase_name(n), mazo_command_name(n), mazo_command_fields(n), mazo_error_word(n);
        mazo_face_name(n), mazo_effect_name(n), mazo_effect_takes(n), mazo_other_name(n);
        mazo_event_name(n), mazo_event_fields(n), mazo_reason_name(n), mazo_idea(n);
        struct mazo_event event = {.type = (uint8_t)n, .seat = byte(), .who = byte()}, seen;
        mazo_event_for(&event, word(), &seen);
        struct mazo_rule_card card = {byte(), {{byte(), byte(), byte()}}};
        mazo_rule_card_is_valid(&card);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const kinds[])(void) = {a_game, a_view, a_position, rules, numbers};
    s.data = data;
    s.left = size;
    kinds[byte() % (sizeof kinds / sizeof kinds[0])]();
    return 0;
}
