/*
 * policy.c - facts, their sum, and playing by it.
 */
#include "bot/policy.h"

#include <stddef.h>

#include "bot/weights.h"
#include "bot/weights_jackpot.h"

static const uint8_t deed_of_value[16] = {
    DEED_LOW,      DEED_LOW,     DEED_LOW,  DEED_LOW,       DEED_LOW,  DEED_HIGH,
    DEED_HIGH,     DEED_HIGH,    DEED_HIGH, DEED_HIGH,      DEED_SKIP, DEED_REVERSE,
    DEED_DRAW_TWO, DEED_JACKPOT, DEED_WILD, DEED_WILD_FOUR,
};

/* Buckets: small counts have one each, large ones share one. */
static const uint8_t next_bucket[16] = {0, 0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5};
static const uint8_t least_bucket[16] = {0, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
static const uint8_t own_bucket[16] = {0, 0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 7, 7, 7};
static const uint8_t few_bucket[16] = {0, 0, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};

static inline int bits(uint64_t set) { return mazo_count_bits(set); }

static inline int deed_of(const struct mazo_game *g, struct policy_choice c)
{
    if (c.card >= POLICY_DRAW)
        return c.card == POLICY_DRAW ? DEED_DRAW : c.card == POLICY_KEEP ? DEED_KEEP : DEED_ACCEPT;
    if (g->phase == MAZO_PHASE_struck)
        return DEED_STACK;
    return c.card == MAZO_WILD_JACKPOT ? DEED_WILD_JACKPOT : deed_of_value[mazo_card_value(c.card)];
}

int policy_deed(const struct mazo_game *g, struct policy_choice choice)
{
    return deed_of(g, choice);
}

/* What the seat in turn sees, counted once for all choices. */
struct eyes {
    const struct mazo_game *g;
    uint64_t have, twice;
    int size;
    int next, least; /* buckets */
    int color_count[MAZO_COLOR_COUNT];
    int color_left; /* colors in the hand */
    int wilds, sharp;
    uint64_t declined;
    int since;
    bool two;      /* seats */
    uint64_t gone; /* sixteen bits per color: its cards in the discards */
};

static inline int held(const struct eyes *e, uint64_t kinds)
{
    return bits(e->have & kinds) + bits(e->twice & kinds);
}

static void look_around(struct eyes *e)
{
    const struct mazo_game *g = e->g;
    int seat = g->turn, next = mazo_seat_after(&g->pub, seat), least = 15;
    int friend = mazo_partner(&g->pub, seat);
    for (int other = 0; other < g->seats; other++)
        if (other != seat && other != friend && g->size[other] < least)
            least = g->size[other];
    e->next = next_bucket[capped(g->size[next], 15)];
    e->least = least_bucket[least];
    e->declined = g->declined[next];
    e->since = g->declined_since[next];
    e->two = g->seats == 2;
}

static inline uint64_t count_one(mazo_card card)
{
    return (uint64_t)((card & 15) < 14) << (card & 48);
}

/* Cards of each color that have been played; wilds are counted nowhere. */
static uint64_t count_gone(const struct mazo_game *g)
{
    uint64_t gone = 0;
    for (int i = 1; i <= g->discard_count; i++)
        gone += count_one(g->pile[MAZO_CARDS_MAX - i]);
    return gone;
}

static void look(const struct mazo_game *g, uint64_t gone, struct eyes *e)
{
    int seat = g->turn;
    e->g = g;
    e->have = g->have[seat];
    e->twice = g->twice[seat];
    e->size = g->size[seat];
    e->color_left = 0;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++) {
        e->color_count[color] = held(e, MAZO_OF_COLOR(color));
        e->color_left += e->color_count[color] > 0;
    }
    e->wilds = held(e, MAZO_WILDS);
    e->sharp = held(e, MAZO_OF_VALUE(MAZO_SKIP) | MAZO_OF_VALUE(MAZO_REVERSE) |
                           MAZO_OF_VALUE(MAZO_DRAW_TWO));
    e->gone = gone;
    look_around(e);
}

/* What remains after a choice. */
struct after {
    int deed, color, size;
    int same_color, same_value, color_left, wilds, sharp, again;
};

static inline void after_card(const struct eyes *e, struct policy_choice c, struct after *a)
{
    int value = mazo_card_value(c.card);
    bool wild = MAZO_WILDS >> c.card & 1;
    a->color = wild ? c.color : mazo_card_color(c.card);
    a->size = e->size - 1;
    a->same_color = e->color_count[a->color] - !wild;
    a->same_value = wild ? 0 : held(e, MAZO_OF_VALUE(value)) - 1;
    a->color_left = e->color_left - (!wild && a->same_color == 0);
    a->wilds = e->wilds - wild;
    bool sharp = !wild && value >= MAZO_SKIP && value <= MAZO_DRAW_TWO;
    a->sharp = e->sharp - sharp;
    a->again = -1;
    if (e->two && (sharp || c.card == MAZO_WILD_FOUR)) /* the same player plays again */
        a->again = a->same_color + a->same_value + a->wilds;
}

static inline void after_other(const struct eyes *e, struct after *a)
{
    a->color = e->g->color < MAZO_COLOR_COUNT ? e->g->color : 0;
    a->size = e->size;
    a->same_color = e->color_count[a->color];
    a->same_value = 0;
    a->color_left = e->color_left;
    a->wilds = e->wilds;
    a->sharp = e->sharp;
    a->again = -1;
}

/* 0: nothing known; else how many cards ago the next player drew on this color. */
static inline int declined_since(const struct eyes *e, int color)
{
    uint64_t all = MAZO_OF_COLOR(color);
    return (e->declined & all) == all ? capped(e->since + 1, 4) : 0;
}

/* The facts of a choice: listed in `out` and counted, or their weights added
 * up. One body for both, compiled twice. */
static inline __attribute__((always_inline)) int describe(const struct eyes *e,
                                                          struct policy_choice c, bool lists,
                                                          const int16_t *weight, uint16_t *out)
{
    struct after a;
    int sum = 0, n = 0;
    a.deed = deed_of(e->g, c);
    if (c.card < POLICY_DRAW)
        after_card(e, c, &a);
    else
        after_other(e, &a);
    int own = own_bucket[capped(a.size, 15)], few = few_bucket[capped(a.size, 15)];
    int seen = (int)(e->gone >> (16 * a.color) & 0xffff) + e->color_count[a.color];
#define FACT(index) (lists ? (void)(out[n++] = (uint16_t)(index)) : (void)(sum += weight[index]))
    FACT(POLICY_AT_NEXT + (a.deed * POLICY_NEXT + e->next) * POLICY_OWN_FEW + few);
    FACT(POLICY_AT_LEAST + a.deed * POLICY_LEAST + e->least);
    FACT(POLICY_AT_COLOR + capped(a.same_color, 7) * POLICY_OWN + own);
    FACT(POLICY_AT_VALUE + capped(a.same_value, 3) * POLICY_OWN_FEW + few);
    FACT(POLICY_AT_COLORS + a.color_left * POLICY_OWN + own);
    FACT(POLICY_AT_WILDS + capped(a.wilds, 3) * POLICY_OWN + own);
    FACT(POLICY_AT_DECLINED + declined_since(e, a.color) * POLICY_NEXT + e->next);
    FACT(POLICY_AT_SHARP + capped(a.sharp, 3) * POLICY_NEXT + e->next);
    FACT(POLICY_AT_SCARCE + capped(seen / 3, 7) * POLICY_NEXT + e->next);
    if (a.again >= 0)
        FACT(POLICY_AT_AGAIN + capped(a.again, 2) * POLICY_OWN + own);
#undef FACT
    return lists ? n : sum;
}

int policy_facts(const struct mazo_game *g, struct policy_choice choice,
                 uint16_t out[POLICY_FACTS_OF_ONE])
{
    struct eyes e;
    look(g, count_gone(g), &e);
    return describe(&e, choice, true, NULL, out);
}

uint64_t policy_gone(mazo_card card) { return count_one(card); }

/* The value of a point less in the hand, in ten-thousandths of a won round: the learnt weights know
 * won rounds only, and keep expensive cards. Tuned by `mazo sim --matches`. */
static inline int point_value(const struct mazo_rules *rules)
{
    return rules->scoring == MAZO_scoring_quick ? 0 : rules->scoring == MAZO_scoring_hands ? 16 : 8;
}

static void add_points(int each, const struct policy_choice *choices, int count, int *values)
{
    for (int i = 0; i < count; i++)
        if (choices[i].card < POLICY_DRAW)
            values[i] += each * mazo_card_points(choices[i].card);
}

void policy_values_of(const struct mazo_game *g, const struct policy *p, uint64_t gone,
                      const struct policy_choice *choices, int count, int *values)
{
    struct eyes e;
    look(g, gone, &e);
    for (int i = 0; i < count; i++)
        values[i] = describe(&e, choices[i], false, p->weight, NULL);
    int point = point_value(&g->rules);
    if (point)
        add_points(point, choices, count, values);
}

void policy_values(const struct mazo_game *g, const struct policy *p,
                   const struct policy_choice *choices, int count, int *values)
{
    policy_values_of(g, p, count_gone(g), choices, count, values);
}

void policy_plain_values(const struct mazo_game *g, const struct policy_choice *choices, int count,
                         int *values)
{
    const struct policy *p = policy_for(&g->rules, g->seats);
    struct eyes e;
    look(g, count_gone(g), &e);
    for (int i = 0; i < count; i++)
        values[i] = describe(&e, choices[i], false, p->weight, NULL);
}

static int add(struct policy_choice *out, int n, int card, int color)
{
    out[n].card = (uint8_t)card;
    out[n].color = (uint8_t)color;
    return n + 1;
}

/* A color that is not in the hand is never worth naming, but some must be. */
static int add_wild(const struct mazo_game *g, struct policy_choice *out, int n, int card)
{
    uint64_t hand = g->have[g->turn];
    int before = n;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        if (hand & MAZO_OF_COLOR(color))
            n = add(out, n, card, color);
    return n > before ? n : add(out, n, card, g->color < MAZO_COLOR_COUNT ? g->color : 0);
}

int policy_choices(const struct mazo_game *g, struct policy_choice out[POLICY_CHOICES_MAX])
{
    uint64_t kinds = mazo_playable(g);
    int n = 0;
    if (kinds >> MAZO_WILD_FOUR & 1 && !mazo_is_clean(g, g->turn))
        kinds &= ~MAZO_BIT(MAZO_WILD_FOUR);
    for (uint64_t rest = kinds & ~MAZO_WILDS; rest; rest &= rest - 1)
        n = add(out, n, __builtin_ctzll(rest), 0);
    for (uint64_t rest = kinds & MAZO_WILDS; rest; rest &= rest - 1)
        n = add_wild(g, out, n, __builtin_ctzll(rest));
    if (g->phase == MAZO_PHASE_struck)
        return add(out, n, POLICY_ACCEPT, 0);
    if (g->phase == MAZO_PHASE_drawn)
        return g->must && n ? n : add(out, n, POLICY_KEEP, 0);
    bool stuck_only = g->rules.draw == MAZO_draw_stuck || g->rules.must_play;
    bool stock = g->draw_count > 0 || g->discard_count > 1;
    return stock && !(n && stuck_only) ? add(out, n, POLICY_DRAW, 0) : n;
}

void policy_command(const struct mazo_game *g, struct policy_choice choice,
                    struct mazo_command *out)
{
    *out = (struct mazo_command){.seat = g->turn, .color = MAZO_COLOR_NONE, .who = MAZO_SEAT_NONE};
    if (choice.card < POLICY_DRAW) {
        out->type = MAZO_CMD_play;
        out->card = choice.card;
        out->uno = g->size[g->turn] == 2;
        if (MAZO_WILDS >> choice.card & 1)
            out->color = choice.color;
        return;
    }
    out->type = choice.card == POLICY_DRAW   ? MAZO_CMD_draw
                : choice.card == POLICY_KEEP ? MAZO_CMD_keep
                                             : MAZO_CMD_accept;
}

static void best_choice(const struct mazo_game *g, const struct policy *p, uint64_t gone,
                        struct mazo_command *out)
{
    struct policy_choice choices[POLICY_CHOICES_MAX];
    int values[POLICY_CHOICES_MAX], best = 0;
    int n = policy_choices(g, choices);
    if (n == 0) {
        *out = (struct mazo_command){.type = MAZO_CMD_pass, .seat = g->turn};
        return;
    }
    if (n > 1) {
        policy_values_of(g, p, gone, choices, n, values);
        for (int i = 1; i < n; i++)
            best = values[i] > values[best] ? i : best;
    }
    policy_command(g, choices[best], out);
}

/* The color held most. */
static int main_color(const struct mazo_game *g)
{
    int best = 0, most = -1;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++) {
        int n = bits(g->have[g->turn] & MAZO_OF_COLOR(color)) +
                bits(g->twice[g->turn] & MAZO_OF_COLOR(color));
        if (n > most) {
            most = n;
            best = color;
        }
    }
    return best;
}

/* The other player with the fewest cards: to swap with or to hurt. */
static int leader(const struct mazo_game *g)
{
    int best = MAZO_SEAT_NONE, friend = mazo_partner(&g->pub, g->turn);
    for (int seat = 0; seat < g->seats; seat++)
        if (seat != g->turn && seat != friend &&
            (best == MAZO_SEAT_NONE || g->size[seat] < g->size[best]))
            best = seat;
    return best;
}

static void run_move(const struct mazo_game *g, struct mazo_command *out)
{
    uint64_t kinds = mazo_playable(g);
    out->type = kinds ? MAZO_CMD_play : MAZO_CMD_done;
    if (kinds) {
        out->card = (uint8_t)__builtin_ctzll(kinds & ~MAZO_WILDS ? kinds & ~MAZO_WILDS : kinds);
        out->color = (uint8_t)main_color(g);
        out->uno = g->size[g->turn] == 2;
    }
}

/* Phases of the other sheets. */
static void other_move(const struct mazo_game *g, uint64_t *dice, struct mazo_legal *scratch,
                       struct mazo_command *out)
{
    *out = (struct mazo_command){.seat = g->turn, .color = MAZO_COLOR_NONE, .who = MAZO_SEAT_NONE};
    switch (g->phase) {
    case MAZO_PHASE_color:
        out->type = MAZO_CMD_color;
        out->color = (uint8_t)main_color(g);
        break;
    case MAZO_PHASE_choose:
        out->type = MAZO_CMD_choose;
        out->who = (uint8_t)leader(g);
        break;
    case MAZO_PHASE_run:
        run_move(g, out);
        break;
    case MAZO_PHASE_dare:
        out->type = MAZO_CMD_done;
        break;
    default: /* throw, write */
        mazo_legal(g, g->turn, scratch);
        *out = mazo_legal_at(scratch, (int)mazo_fast_below(dice, scratch->count));
        break;
    }
}

static void move(const struct mazo_game *g, const struct policy *p, uint64_t gone, uint64_t *dice,
                 struct mazo_legal *scratch, struct mazo_command *out)
{
    if (mazo_is_card_phase(g->phase))
        best_choice(g, p, gone, out);
    else
        other_move(g, dice, scratch, out);
}

void policy_move(const struct mazo_game *g, const struct policy *p, uint64_t *dice,
                 struct mazo_legal *scratch, struct mazo_command *out)
{
    move(g, p, count_gone(g), dice, scratch, out);
}

bool policy_play(struct mazo_game *g, const struct policy *p, uint64_t *dice, int moves)
{
    enum { SETTLES = 100 }; /* no turn takes this many choices */
    struct mazo_legal scratch;
    struct mazo_command c;
    uint64_t gone = count_gone(g);
    int counted = g->discard_count; /* cards that `gone` covers */
    for (int i = 0; g->phase < MAZO_PHASE_round_over; i++) {
        if (i >= moves && (g->phase == MAZO_PHASE_play || i >= moves + SETTLES))
            return false;
        move(g, p, gone, dice, &scratch, &c);
        mazo_apply_legal(g, &c);
        if (g->discard_count == counted + 1)
            gone += count_one(g->top);
        else if (g->discard_count != counted)
            gone = count_gone(g);
        counted = g->discard_count;
    }
    return true;
}

int policy_playout(struct mazo_game *g, const struct policy *p, uint64_t *dice)
{
    enum { LONGEST = 800 };
    return policy_play(g, p, dice, LONGEST) ? g->round_winner : MAZO_SEAT_NONE;
}

const struct policy *policy_for(const struct mazo_rules *rules, int seats)
{
    if (rules->jackpots || rules->wild_jackpots)
        return seats == 2 ? &jackpot_two : &jackpot_more;
    return seats == 2 ? &learnt_two : &learnt_more;
}
