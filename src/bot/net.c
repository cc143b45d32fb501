/*
 * net.c - the facts of a choice, and the sums over them.
 */
#include "bot/net.h"

#include <stddef.h>
#include <string.h>

#ifndef BOT_WITHOUT_NET /* where few bytes are worth more: see tools/wasm.sh */
#include "bot/weights_net.h"
#endif

enum {
    SHARP_FIRST = MAZO_SKIP,
    VALUES = MAZO_DRAW_TWO + 1, /* 0 to 9 and the action cards */
};

static inline int bits_of(uint64_t set) { return mazo_count_bits(set); }

/* A third card of a kind does not count. */
static int points_of(uint64_t have, uint64_t twice)
{
    static const uint8_t points[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 20, 20, 50, 50, 50};
    int sum = 0;
    for (uint64_t rest = have; rest; rest &= rest - 1)
        sum += points[__builtin_ctzll(rest) & 15] << (twice >> __builtin_ctzll(rest) & 1);
    return sum;
}

void net_look(const struct mazo_game *g, const struct bot_signs *signs, struct net_eyes *e)
{
    const struct mazo_rules *r = &g->rules;
    int self = g->turn;
    e->g = g;
    e->signs = signs;
    memset(e->gone, 0, sizeof e->gone);
    for (int i = 1; i <= g->discard_count; i++)
        e->gone[g->pile[MAZO_CARDS_MAX - i] & 63]++;
    memset(e->value_out, 0, sizeof e->value_out);
    e->wilds_out = 0;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++) {
        int sum = 0;
        for (int value = 0; value < VALUES; value++) {
            int card = mazo_card_of(color, value);
            int left = mazo_deck_copies(r, (mazo_card)card) - e->gone[card] - g->copies[self][card];
            e->value_out[value] = (uint8_t)(e->value_out[value] + left);
            sum += left;
        }
        e->color_out[color] = (uint8_t)(sum > 0 ? sum : 0);
    }
    for (int card = MAZO_WILD; card <= MAZO_WILD_FOUR; card++)
        e->wilds_out += mazo_deck_copies(r, (mazo_card)card) - e->gone[card] -
                        g->copies[self][card];
    e->next = mazo_seat_after(&g->pub, self);
    e->second = mazo_seat_after(&g->pub, e->next);
    e->before = mazo_seat_at(&g->pub, self - g->direction);
    e->least = 15;
    for (int seat = 0; seat < g->seats; seat++)
        if (seat != self && g->size[seat] < e->least)
            e->least = g->size[seat];
}

/* Small hands have buckets of their own. */
static const uint8_t next_buckets[16] = {0, 0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5};
static const uint8_t own_buckets[16] = {0, 0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 7, 7, 7};

/* What stays behind. */
struct left {
    uint64_t have, twice;
    int size, deed, color, value; /* value 15: none */
    bool plays, again;
};

static void leave(const struct net_eyes *e, struct policy_choice c, struct left *l)
{
    const struct mazo_game *g = e->g;
    int self = g->turn;
    l->have = g->have[self];
    l->twice = g->twice[self];
    l->size = g->size[self];
    l->plays = c.card < POLICY_DRAW;
    l->again = false;
    l->value = 15;
    l->color = g->color < MAZO_COLOR_COUNT ? g->color : 0;
    l->deed = policy_deed(g, c);
    if (!l->plays)
        return;
    bool wild = MAZO_WILDS >> c.card & 1;
    uint64_t bit = MAZO_BIT(c.card);
    l->size--;
    if (!(l->twice & bit))
        l->have &= ~bit;
    else if (g->copies[self][c.card] == 2)
        l->twice &= ~bit;
    l->color = wild ? c.color : mazo_card_color(c.card);
    l->value = wild ? 15 : mazo_card_value(c.card);
    l->again = g->seats == 2 && g->phase != MAZO_PHASE_struck &&
               ((!wild && l->value >= SHARP_FIRST && l->value < VALUES) ||
                c.card == MAZO_WILD_FOUR);
}

#define FACT(index) (out[n++] = (uint16_t)(index))

static inline int held_of(const struct left *l, uint64_t kinds)
{
    return bits_of(l->have & kinds) + bits_of(l->twice & kinds);
}

/* The order of the colors in the ranges: the color in play, then by the cards that stay. */
static void order_colors(const struct left *l, int order[MAZO_COLOR_COUNT], int count[])
{
    int n = 0;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        count[color] = held_of(l, MAZO_OF_COLOR(color));
    order[n++] = l->color;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++) {
        if (color == l->color)
            continue;
        int at = n++;
        for (; at > 1 && count[order[at - 1]] < count[color]; at--)
            order[at] = order[at - 1];
        order[at] = color;
    }
}

static int color_facts(const struct net_eyes *e, const struct left *l, int place, int color,
                       int count, uint16_t *out)
{
    const struct mazo_game *g = e->g;
    const struct bot_signs *next = &e->signs[e->next], *own = &e->signs[g->turn];
    int n = 0;
    uint64_t have = l->have & MAZO_OF_COLOR(color);
    uint64_t sharp = MAZO_OF_COLOR(color) &
                     (MAZO_OF_VALUE(MAZO_SKIP) | MAZO_OF_VALUE(MAZO_REVERSE) |
                      MAZO_OF_VALUE(MAZO_DRAW_TWO));
    FACT(NET_AT_COUNT + place * 8 + capped(count, 7));
    FACT(NET_AT_OUT + place * 14 + capped(e->color_out[color] / 2, 13));
    FACT(NET_AT_SIGN + (place * NET_SEEN + next->last[color]) * 4 + capped(next->since[color], 3));
    FACT(NET_AT_PLAYED + place * 4 + capped(next->played[color], 3));
    FACT(NET_AT_SHARP_OF + place * 3 + capped(held_of(l, sharp), 2));
    FACT(NET_AT_OWN_SIGN + place * NET_SEEN + own->last[color]);
    for (uint64_t rest = have >> 16 * color & 0x1fff; rest; rest &= rest - 1)
        FACT(NET_AT_HELD + place * 14 + __builtin_ctzll(rest));
    if (g->seats > 2) {
        FACT(NET_AT_SIGN_SECOND + place * NET_SEEN + e->signs[e->second].last[color]);
        FACT(NET_AT_SIGN_BEFORE + place * NET_SEEN + e->signs[e->before].last[color]);
    }
    return n;
}

/* Values of which the hand has cards in two colors or more. */
static int bridges(uint64_t have)
{
    uint64_t once = 0, more = 0;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++) {
        uint64_t values = have >> 16 * color & 0x1fff;
        more |= once & values;
        once |= values;
    }
    return bits_of(more);
}

static int rule_facts(const struct mazo_game *g, uint16_t *out)
{
    const struct mazo_rules *r = &g->rules;
    int n = 0;
    FACT(NET_AT_RULES + capped(g->seats, 5) - 2);
    FACT(NET_AT_RULES + 4 + capped(r->drawn_card, 2));
    if (r->draw == MAZO_draw_stuck || r->must_play)
        FACT(NET_AT_RULES + 7);
    if (r->stacking)
        FACT(NET_AT_RULES + 8);
    if (r->scoring != MAZO_scoring_quick)
        FACT(NET_AT_RULES + 9);
    if (r->wild_four == MAZO_wild_four_always)
        FACT(NET_AT_RULES + 10);
    return n;
}

int net_facts(const struct net_eyes *e, struct policy_choice c, uint16_t out[NET_FACTS_OF_ONE])
{
    const struct mazo_game *g = e->g;
    struct left l;
    int n = 0, order[MAZO_COLOR_COUNT], count[MAZO_COLOR_COUNT], colors = 0;
    leave(e, c, &l);
    order_colors(&l, order, count);
    int next = capped(g->size[e->next], 15), size = capped(l.size, 15);
    uint64_t value = l.value < VALUES ? MAZO_OF_VALUE(l.value) : 0;
    int fits = held_of(&l, MAZO_OF_COLOR(l.color) | value | MAZO_WILDS);
    FACT(NET_AT_NEXT + l.deed * 6 + next_buckets[next]);
    FACT(NET_AT_OWN + l.deed * 8 + own_buckets[size]);
    FACT(NET_AT_SIZE + size);
    FACT(NET_AT_NEXT_SIZE + next);
    if (g->seats > 2) {
        FACT(NET_AT_LEAST + capped(e->least, 7));
        FACT(NET_AT_SECOND + capped(g->size[e->second], 7));
        FACT(NET_AT_BEFORE + capped(g->size[e->before], 7));
    }
    FACT(NET_AT_WILDS + capped(held_of(&l, MAZO_WILDS), 3));
    FACT(NET_AT_FOURS + capped(held_of(&l, MAZO_BIT(MAZO_WILD_FOUR)), 3));
    FACT(NET_AT_WILDS_OUT + capped(e->wilds_out > 0 ? e->wilds_out : 0, 9));
    for (int i = 0; i < 3; i++)
        FACT(NET_AT_SHARP + i * 3 + capped(held_of(&l, MAZO_OF_VALUE(SHARP_FIRST + i)), 2));
    FACT(NET_AT_VALUE + capped(value ? held_of(&l, value) : 0, 3));
    FACT(NET_AT_FITS + capped(fits, 7));
    FACT(NET_AT_AGAIN + (l.again ? 1 + capped(fits, 4) : 0));
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        colors += count[color] > 0;
    FACT(NET_AT_COLORS + colors);
    FACT(NET_AT_VALUE_OUT + (value ? capped(e->value_out[l.value], 8) : 0));
    FACT(NET_AT_PHASE + (g->phase == MAZO_PHASE_drawn ? 4 : 0) +
         (g->phase == MAZO_PHASE_struck ? 8 + capped(g->pending / 2, 3) : 0));
    FACT(NET_AT_POINTS + capped(points_of(l.have, l.twice) / 20, 7));
    FACT(NET_AT_BRIDGES + capped(bridges(l.have), 5));
    n += rule_facts(g, out + n);
    for (int place = 0; place < MAZO_COLOR_COUNT; place++)
        n += color_facts(e, &l, place, order[place], count[order[place]], out + n);
    return n;
}
#undef FACT

static void add_up(const struct net *net, const uint16_t *facts, int n, int out[NET_ENDS])
{
    int16_t sum[NET_FIRST], second[NET_SECOND];
    uint8_t first[NET_FIRST];
    memcpy(sum, net->first_bias, sizeof sum);
    for (int i = 0; i < n; i++) {
        const int8_t *weight = net->first[facts[i]];
        for (int k = 0; k < NET_FIRST; k++)
            sum[k] = (int16_t)(sum[k] + weight[k]);
    }
    for (int k = 0; k < NET_FIRST; k++)
        first[k] = (uint8_t)(sum[k] < 0 ? 0 : sum[k] > 127 ? 127 : sum[k]);
    for (int j = 0; j < NET_SECOND; j++) {
        int all = 0;
        for (int k = 0; k < NET_FIRST; k++)
            all += first[k] * net->second[j][k];
        all = (all + net->second_bias[j] * 64) >> 6;
        second[j] = (int16_t)(all < 0 ? 0 : all > 127 ? 127 : all);
    }
    for (int end = 0; end < NET_ENDS; end++) {
        int all = 0;
        for (int j = 0; j < NET_SECOND; j++)
            all += second[j] * net->third[end][j];
        out[end] = all / 64;
    }
}

void net_values(const struct mazo_game *g, const struct net *net, const struct bot_signs *signs,
                const struct policy_choice *choices, int count, int values[][NET_ENDS])
{
    struct net_eyes e;
    int policy[POLICY_CHOICES_MAX];
    uint16_t facts[NET_FACTS_OF_ONE];
    net_look(g, signs, &e);
    policy_plain_values(g, choices, count, policy);
    for (int i = 0; i < count; i++) {
        add_up(net, facts, net_facts(&e, choices[i], facts), values[i]);
        for (int end = 0; end < NET_ENDS; end++)
            values[i][end] += policy[i] * net->of_policy[end] / 4096;
    }
}

#ifdef BOT_WITHOUT_NET
const struct net *net_for(const struct mazo_rules *rules, int seats)
{
    (void)rules;
    (void)seats;
    return NULL;
}
#else
const struct net *net_for(const struct mazo_rules *rules, int seats)
{
    if (rules->jackpots || rules->wild_jackpots || rules->teams)
        return NULL;
    return seats == 2 ? &net_two : &net_more;
}
#endif
