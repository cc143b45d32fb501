/*
 * stakes.c - chances to win the match.
 */
#include "bot/stakes.h"

#include <float.h>
#include <string.h>

#include "bot/net.h"
#include "bot/policy.h"

/* Two bits of the radicand bring one of the root; the last one rounds. */
double square_root(double x)
{
    enum { MANTISSA = 52, BIAS = 1023 };
    uint64_t bits, root = 0, rest = 0;
    if (!(x >= DBL_MIN)) /* this small: nothing */
        return 0;
    memcpy(&bits, &x, sizeof bits);
    int power = (int)(bits >> MANTISSA) - BIAS;
    uint64_t m = (bits & ((UINT64_C(1) << MANTISSA) - 1)) | UINT64_C(1) << MANTISSA;
    m <<= power & 1 ? 11 : 10; /* at the top of 64 bits, an even power before it */
    for (int i = 0; i <= MANTISSA + 1; i++, m <<= 2) {
        rest = rest << 2 | m >> 62;
        uint64_t more = root << 2 | 1;
        root = root << 1 | (rest >= more);
        rest -= more & -(uint64_t)(rest >= more);
    }
    root = (root + 1) >> 1;
    bits = ((uint64_t)((power - (power & 1)) / 2 + BIAS - 1) << MANTISSA) + root;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* e to the power of -x/256, by squaring: the same on every machine. */
static double shrink(int x)
{
    static const double powers[] = {0.99610136947011749, 0.99221793826024351, 0.98449643700540845,
                                    0.96923323447634408, 0.93941306281347581, 0.88249690258459546,
                                    0.77880078307140487, 0.60653065971263342, 0.36787944117144233,
                                    0.1353352832366127,  0.018315638888734179};
    double value = 1;
    if (x > 2047)
        x = 2047;
    for (int i = 0; x > 0; i++, x >>= 1)
        if (x & 1)
            value *= powers[i];
    return value;
}

/* How near a side is to its goal: what is missing counts against it, more at
 * the end of a match than at its beginning. So the yardsticks see it. */
static double first_strength(const struct mazo_game *g, int points)
{
    int target = g->rules.target, scale = g->seats == 2 ? 110 : 220;
    bool low = g->rules.scoring == MAZO_scoring_hands;
    int missing = low ? points : target - points;
    if (!low && missing <= 0)
        return 1e6;
    return shrink(missing * 256 / scale);
}

/* The same, fitted to matches of `hard` (see docs/bots.md): the nearer the end, the more a point
 * is worth. `highest` is the highest score of all. */
static double strength(const struct mazo_game *g, int points, int highest)
{
    bool two = g->seats == 2;
    int target = g->rules.target, missing = target - points;
    if (g->rules.scoring == MAZO_scoring_hands) {
        int left = highest < target ? target - highest : 0;
        return shrink((int)(points * 256 / ((two ? 8 : 3) * square_root(left + 40))));
    }
    if (missing <= 0)
        return 1e6;
    double scale = (two ? 150 : 300) * (g->rules.jackpots ? 2 : 1),
           part = scale / (scale + missing);
    return two ? part * part * part : part * part * part * part;
}

double stakes_equity(const struct mazo_game *g, int seat, bool first)
{
    if (g->phase == MAZO_PHASE_match_over) {
        int side = mazo_count_bits(mazo_side_of(g, seat));
        int winners = mazo_count_bits(g->winners);
        return g->winners >> seat & 1 && winners ? (double)side / winners : 0;
    }
    double mine = 0, all = 0;
    int highest = 0;
    for (int other = 0; other < g->seats; other++) {
        int score = mazo_side_score(g, other);
        highest = score > highest ? score : highest;
    }
    for (int other = 0; other < g->seats; other++) {
        int score = mazo_side_score(g, other);
        double part = first ? first_strength(g, score) : strength(g, score, highest);
        all += part;
        if (mazo_side_of(g, seat) >> other & 1)
            mine += part;
    }
    return mine / all;
}

/* The chance to win the match when a round has ended: `winner` gets the points or, where all add up their own hands, each
 * of the others gets its part of them and `seat` has `mine`. */
static double equity_after(struct mazo_game *g, int seat, int winner, int points, int mine)
{
    int32_t scores[MAZO_SEATS_MAX];
    memcpy(scores, g->scores, sizeof scores);
    if (g->rules.scoring == MAZO_scoring_winner)
        g->scores[winner] += points;
    for (int other = 0; other < g->seats && g->rules.scoring == MAZO_scoring_hands; other++)
        g->scores[other] += other == winner ? 0 : other == seat ? mine : points / (g->seats - 1);
    double equity = stakes_equity(g, seat, false);
    memcpy(g->scores, scores, sizeof scores);
    return equity;
}

/* The same, averaged over those who may win it. */
static double equity_lost(struct mazo_game *g, int seat, int points, int mine)
{
    double lost = 0;
    int others = 0;
    for (int other = 0; other < g->seats; other++)
        if (!(mazo_side_of(g, seat) >> other & 1)) {
            lost += equity_after(g, seat, other, points, mine);
            others++;
        }
    return lost / others;
}

enum { USUAL = 27, FEW = 10, MANY = 50 }; /* typical points of a hand at the end of a round */

double stakes_of_round(const struct mazo_game *g, int seat)
{
    if (g->rules.scoring == MAZO_scoring_quick)
        return 1;
    struct mazo_game now = *g;
    int each = g->rules.jackpots ? 2 * USUAL : USUAL, all = each * (g->seats - 1);
    now.phase = MAZO_PHASE_round_over;
    return equity_after(&now, seat, seat, all, 0) - equity_lost(&now, seat, all, each);
}

static int weight(double x) { return (int)(x > 1e6 ? 1e6 : x < -1e6 ? -1e6 : x); }

void stakes_of(const struct mazo_game *g, int seat, struct stakes *out)
{
    struct mazo_game now = *g;
    int others = g->seats - 1, few = FEW * others, many = MANY * others;
    *out = (struct stakes){.round = stakes_of_round(g, seat), .of = {[NET_WIN] = 4096}};
    if (g->rules.scoring == MAZO_scoring_quick || out->round <= 0)
        return;
    now.phase = MAZO_PHASE_round_over;
    /* Straight lines through two points of each end: a hundredth of a point is worth its slope. */
    double scale = 4096 * 100 / out->round;
    double won = equity_after(&now, seat, seat, few, 0),
           won_many = equity_after(&now, seat, seat, many, 0);
    double lost = equity_lost(&now, seat, few, FEW), lost_many = equity_lost(&now, seat, many, FEW);
    double gain = (won_many - won) / (many - few), loss = (lost_many - lost) / (many - few),
           hand = 0;
    if (g->rules.scoring == MAZO_scoring_hands)
        hand = (equity_lost(&now, seat, few, MANY) - lost) / (MANY - FEW);
    double win = won - gain * few - (lost - loss * few - hand * FEW);
    out->of[NET_WIN] = weight(4096 * win / out->round);
    out->of[NET_GAIN] = weight(scale * gain);
    out->of[NET_LOSS] = weight(scale * loss);
    out->of[NET_HAND] = weight(scale * hand);
}

void stakes_values(const struct stakes *s, int ends[][NET_ENDS], int count, int *values)
{
    for (int i = 0; i < count; i++) {
        int64_t sum = 0;
        for (int end = 0; end < NET_ENDS; end++)
            sum += (int64_t)ends[i][end] * s->of[end];
        values[i] = (int)(sum / 4096);
    }
}

void stakes_opinion(const struct mazo_bot *bot, const struct mazo_game *g,
                    const struct policy_choice *choices, int count, int *values)
{
    const struct net *net = bot->first ? NULL : net_for(&g->rules, g->seats);
    int ends[POLICY_CHOICES_MAX][NET_ENDS];
    struct stakes stakes;
    if (!net) {
        policy_values(g, policy_for(&g->rules, g->seats), choices, count, values);
        return;
    }
    stakes_of(g, g->turn, &stakes);
    net_values(g, net, bot->beliefs.signs, choices, count, ends);
    stakes_values(&stakes, ends, count, values);
}

bool stakes_move(const struct mazo_game *g, const struct net *net, const struct bot_signs *signs,
                 const struct stakes *stakes, struct mazo_command *out)
{
    struct policy_choice choices[POLICY_CHOICES_MAX];
    int ends[POLICY_CHOICES_MAX][NET_ENDS], values[POLICY_CHOICES_MAX], best = 0;
    int n = mazo_is_card_phase(g->phase) ? policy_choices(g, choices) : 0;
    if (n == 0)
        return false;
    if (n > 1) {
        net_values(g, net, signs, choices, n, ends);
        stakes_values(stakes, ends, n, values);
        for (int i = 1; i < n; i++)
            best = values[i] > values[best] ? i : best;
    }
    policy_command(g, choices[best], out);
    return true;
}
