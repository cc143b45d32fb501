/*
 * engine.c - any bytes as rules, a position and commands, straight to the engine.
 *
 * The first byte picks the sheet, the second the seats and how the match
 * begins; then come rows of the rule matrix, then commands. Whatever they are:
 * a refusal changes nothing, cards are conserved, the game holds together.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mazo/mazo.h"

enum { COMMANDS_MAX = 2000, BUFFER = 256 };

static struct {
    const uint8_t *data;
    size_t left;
    struct mazo_game game, before;
    struct mazo_events events;
    struct mazo_legal legal;
    struct mazo_view view;
    mazo_card cards[BUFFER];
    struct mazo_rule_card rule_cards[BUFFER];
    int total; /* cards in the game */
} s;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool truth)
{
    if (!truth)
        abort();
}

static uint8_t byte(void)
{
    if (s.left == 0)
        return 0;
    s.left--;
    return *s.data++;
}

static void read_rules(struct mazo_rules *rules, int seats)
{
    struct mazo_rules changed = *rules;
    for (int n = byte() % 16; n > 0; n--) {
        int rule = byte() % MAZO_RULE_COUNT;
        uint32_t value = byte();
        if (mazo_rule_info(rule)->most > 255) {
            value |= (uint32_t)byte() << 8;
            value |= rule == MAZO_RULE_numbers ? (uint32_t)byte() << 16 : 0;
        }
        mazo_rules_set(&changed, rule, value);
    }
    if (mazo_rules_check(&changed, seats) == MAZO_FAULT_none)
        *rules = changed;
}

static void read_rule_card(struct mazo_rule_card *out)
{
    memset(out, 0, sizeof *out);
    out->count = byte() % 6;
    for (int i = 0; i < out->count && i < MAZO_EFFECTS_MAX; i++) {
        uint8_t first = byte(), second = byte();
        out->effect[i].type = first % 16;
        out->effect[i].other = first / 16 % 6;
        out->effect[i].n = second % 24;
    }
}

static void read_position(struct mazo_position *p)
{
    for (int n = byte() % 128; n > 0; n--) {
        uint8_t *count = &p->hands[byte() % p->seats][byte() % MAZO_KIND_COUNT];
        *count = (uint8_t)(*count + 1);
    }
    p->discard_count = byte() % 32;
    for (int i = 0; i < p->discard_count; i++)
        p->discard[i] = byte();
    p->draw_count = byte() % 64;
    for (int i = 0; i < p->draw_count; i++)
        p->draw[i] = byte();
    p->turn = byte() % 12;
    p->color = byte();
    p->phase = byte();
    p->drawn = byte();
    p->pending = byte() % 16;
    p->turned_up = byte() % 2;
    p->direction = byte() % 2 ? 1 : -1;
    p->said = byte();
    for (p->spin_count = 0; p->spin_count < 4; p->spin_count++)
        p->spins[p->spin_count] = byte() % 6;
    p->rule_card_count = byte() % 5;
    for (int i = 0; i < p->rule_card_count; i++)
        read_rule_card(&p->rule_cards[i]);
}

static int count_cards(const struct mazo_game *g)
{
    int sum = g->draw_count + g->discard_count;
    for (int seat = 0; seat < g->seats; seat++)
        sum += g->size[seat];
    return sum;
}

static void look_around(void)
{
    demand(mazo_check(&s.game) == NULL);
    demand(!s.events.cut_short);
    demand(count_cards(&s.game) == s.total);
    mazo_view_of(&s.game, s.game.turn, &s.view);
    mazo_view_of(&s.game, MAZO_SPECTATOR, &s.view);
    for (int i = 0; i < s.events.count; i++) {
        struct mazo_event seen;
        mazo_event_for(&s.events.at[i], MAZO_SPECTATOR, &seen);
        demand(seen.first + (seen.has_cards ? seen.count : 0) <= s.events.card_count);
    }
}

/* False: there is no such match. */
static bool begin(void)
{
    int sheet = byte() % MAZO_SHEET_COUNT, how = byte(), seats = 2 + how % 9;
    struct mazo_rules rules = *mazo_rules_of_sheet(sheet);
    uint8_t seed[32];
    mazo_events_clear(&s.events);
    mazo_seed_from_number((uint64_t)how, seed);
    if (seats > rules.seats_max)
        seats = rules.seats_max;
    read_rules(&rules, seats);
    if (how < 128) {
        mazo_init(&s.game, &rules, seats, seed, how % 2, &s.events);
    } else {
        static struct mazo_position p;
        mazo_position_init(&p, &rules, seats);
        read_position(&p);
        if (mazo_set_position(&s.game, &p, &s.events) != NULL)
            return false;
    }
    s.total = count_cards(&s.game);
    look_around();
    return true;
}

/* Any command at all. */
static void read_command(struct mazo_command *c)
{
    *c = (struct mazo_command){.type = byte() % (MAZO_CMD_COUNT + 1), .seat = byte() % 12};
    c->card = byte();
    c->color = byte();
    c->who = byte() % 12;
    c->uno = c->card & 1;
    c->yes = c->color & 1;
    c->cards = s.cards;
    c->rule_cards = s.rule_cards;
    if (c->type == MAZO_CMD_throw) {
        c->count = byte();
        for (int i = 0; i < c->count; i++)
            s.cards[i] = byte();
    } else if (c->type == MAZO_CMD_write) {
        c->count = byte() % 10;
        for (int i = 0; i < c->count; i++)
            read_rule_card(&s.rule_cards[i]);
    }
}

/* A listed one of any seat; false when there is none. */
static bool read_listed(uint8_t op, struct mazo_command *c)
{
    int seat = op < 96 ? s.game.turn : op % s.game.seats;
    if (mazo_legal(&s.game, seat, &s.legal) == 0)
        return false;
    *c = mazo_legal_at(&s.legal, byte() % s.legal.count);
    return true;
}

static void step(void)
{
    struct mazo_command c;
    uint8_t op = byte();
    bool listed = op < 128 && read_listed(op, &c);
    if (!listed)
        read_command(&c);
    memcpy(&s.before, &s.game, sizeof s.game);
    mazo_events_clear(&s.events);
    enum mazo_error judged = mazo_judge(&s.game, &c);
    enum mazo_error error = mazo_apply(&s.game, &c, &s.events);
    demand(judged == error && (!listed || error == MAZO_ERR_ok));
    if (error != MAZO_ERR_ok) {
        demand(memcmp(&s.before, &s.game, sizeof s.game) == 0 && s.events.count == 0);
        return;
    }
    if (c.type == MAZO_CMD_next || c.type == MAZO_CMD_write) {
        s.total = s.before.phase >= MAZO_PHASE_round_over ? mazo_deck_size(&s.game.rules)
                                                          : count_cards(&s.game);
    }
    look_around();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    s.data = data;
    s.left = size;
    if (begin())
        for (int i = 0; i < COMMANDS_MAX && s.left; i++)
            step();
    return 0;
}
