/*
 * search.c - sampled deals, weighed by what the others have done; sequential
 * halving over the choices.
 */
#include "bot/search.h"

#include <limits.h>
#include <string.h>

#include "bot/deals.h"
#include "bot/beliefs.h"
#include "bot/net.h"
#include "bot/policy.h"
#include "bot/stakes.h"
#include "bot/style.h"
#include "bot/value.h"

enum {
    PRIOR_PLAYOUTS = 2000,      /* playouts that the first opinion counts as; */
    FIRST_PRIOR_PLAYOUTS = 500, /* the same for yardsticks, and where the opinion is the policy's */
    DOUBT = 200,                /* playouts that count half: in a single round, */
    DOUBT_MATCH = 700,          /* and in a match */
    MOVES_AHEAD = 7,            /* moves per seat before a position is valued */
    RACE_EVERY = 50             /* playouts of a choice, before those clearly worse are dropped */
};

double search_equity(const struct mazo_game *g, int seat) { return stakes_equity(g, seat, false); }

static void add_arm(struct mazo_bot_scratch *s, const struct mazo_command *c, double prior)
{
    if (s->arm_count < SEARCH_ARMS_MAX)
        s->arms[s->arm_count++] = (struct search_arm){.command = *c, .prior = prior};
}

/* Adds the bot's style. */
static void taste_arms(const struct mazo_bot *bot, const struct mazo_view *view,
                       struct mazo_bot_scratch *s)
{
    int next = mazo_seat_after(&view->pub, view->seat);
    for (int i = 0; i < s->arm_count; i++)
        if (s->arms[i].command.type == MAZO_CMD_play)
            s->arms[i].taste = style_bonus(bot, s->arms[i].command.card, next) / 10000.0;
}

/* Is the first opinion the network's? */
static bool is_learnt(const struct mazo_bot *bot, const struct mazo_game *g)
{
    return !bot->first && net_for(&g->rules, g->seats);
}

/* A Wild Draw Four that the hand does not allow: in the color that it would name at best. */
static void list_bluff(const struct mazo_bot *bot, const struct mazo_game *g,
                       struct mazo_bot_scratch *s)
{
    struct policy_choice choices[MAZO_COLOR_COUNT];
    struct mazo_command c;
    int values[MAZO_COLOR_COUNT], best = 0;
    if (!(mazo_playable(g) >> MAZO_WILD_FOUR & 1) || mazo_is_clean(g, g->turn))
        return;
    for (int color = 0; color < MAZO_COLOR_COUNT; color++)
        choices[color] = (struct policy_choice){MAZO_WILD_FOUR, (uint8_t)color};
    stakes_opinion(bot, g, choices, MAZO_COLOR_COUNT, values);
    for (int color = 1; color < MAZO_COLOR_COUNT; color++)
        best = values[color] > values[best] ? color : best;
    policy_command(g, choices[best], &c);
    /* The network knows nothing of challenges: that speaks neither for a bluff nor against it. */
    double prior = is_learnt(bot, g) && s->arm_count ? -1e9 : values[best] / 10000.0;
    for (int i = 0; i < s->arm_count; i++)
        prior = is_learnt(bot, g) && s->arms[i].prior > prior ? s->arms[i].prior : prior;
    add_arm(s, &c, prior);
}

/* With nothing but wilds the policy names the present color; the search sees what the others make of it. */
static void list_colors(const struct mazo_bot *bot, const struct mazo_game *g,
                        const struct policy_choice *choices, int count, struct mazo_bot_scratch *s)
{
    for (int i = 0; i < 4 * count; i++) {
        struct policy_choice other = {choices[i / 4].card, (uint8_t)(i % 4)};
        struct mazo_command c;
        int value;
        if (other.card >= POLICY_DRAW || other.color == choices[i / 4].color)
            continue;
        stakes_opinion(bot, g, &other, 1, &value);
        policy_command(g, other, &c);
        add_arm(s, &c, value / 10000.0);
    }
}

/* With more than two seats playouts hardly tell a bluff from an honest Wild Draw Four: so much of a round was
 * lost, on the average, by a challenge that `hard` would not make (bench/bots.md). */
static const double RASH = 0.06;

static bool is_rash(const struct mazo_bot *bot, const struct mazo_view *view)
{
    return !bot->first && view->seats > 2 && net_for(&view->rules, view->seats) &&
           beliefs_bluff_chance(&bot->beliefs, view) < STYLE_CHALLENGED_AT;
}

/* Cards to play, to draw, to keep; bluffs; and in front of a Wild Draw Four the challenge. */
static void list_cards(const struct mazo_bot *bot, const struct mazo_view *view,
                       struct mazo_bot_scratch *s)
{
    const struct mazo_game *g = &s->deals[0]; /* any deal: it has this seat's hand */
    struct policy_choice choices[POLICY_CHOICES_MAX];
    struct mazo_command c;
    int values[POLICY_CHOICES_MAX], count = policy_choices(g, choices);
    stakes_opinion(bot, g, choices, count, values);
    for (int i = 0; i < count; i++) {
        policy_command(g, choices[i], &c);
        add_arm(s, &c, values[i] / 10000.0);
    }
    if (!bot->first && view->size[view->seat] > 1 && !(g->have[g->turn] & ~MAZO_WILDS))
        list_colors(bot, g, choices, count, s);
    list_bluff(bot, g, s);
    taste_arms(bot, view, s);
    if (view->phase == MAZO_PHASE_struck && view->challengeable) {
        double accepting = count ? values[count - 1] / 10000.0 : 0;
        c = (struct mazo_command){.type = MAZO_CMD_challenge, .seat = view->seat};
        add_arm(s, &c, accepting - (is_rash(bot, view) ? RASH : 0));
    }
}

/* Is the next command of the list the same card, with UNO? */
static bool has_call(const struct mazo_legal *legal, int i)
{
    const struct mazo_command *c = &legal->at[i];
    return c->type == MAZO_CMD_play && i + 1 < legal->count && c[1].type == MAZO_CMD_play &&
           c[1].uno && c[1].card == c->card && c[1].color == c->color;
}

/* Other phases: what the list offers, without votes and calls. */
static void list_answers(const struct mazo_legal *legal, struct mazo_bot_scratch *s)
{
    for (int i = 0; i < legal->count; i++) {
        int type = legal->at[i].type;
        if (has_call(legal, i))
            continue;
        if (type == MAZO_CMD_color || type == MAZO_CMD_choose || type == MAZO_CMD_throw ||
            type == MAZO_CMD_done || type == MAZO_CMD_play) {
            struct mazo_command c = mazo_legal_at(legal, i);
            add_arm(s, &c, 0);
        }
    }
}

/* The next player challenges a Wild Draw Four when a careful one would; the policy of the playouts
 * never does. */
static void answer_four(const struct mazo_bot *bot, int seat, struct mazo_game *g)
{
    struct mazo_command c = {.type = MAZO_CMD_challenge, .seat = g->turn};
    struct mazo_view view;
    if (g->phase == MAZO_PHASE_struck && g->challengeable && g->turn != seat) {
        mazo_view_of(g, g->turn, &view);
        if (beliefs_bluff_chance(&bot->beliefs, &view) >= STYLE_CHALLENGED_AT)
            mazo_apply_legal(g, &c);
    }
}

/* The end of a deal after one command: by playing on. Where the round is all that counts, a
 * few moves on the learnt value says the rest, with less chance in it. */
static double play_out(const struct mazo_bot *bot, const struct mazo_view *view,
                       const struct mazo_game *deal, const struct mazo_command *c, uint64_t seed)
{
    const struct policy *policy = policy_for(&view->rules, view->seats);
    const struct value_weights *values = value_for(&view->rules, view->seats);
    struct mazo_game g = *deal;
    uint64_t dice = seed;
    mazo_rng_restart(&g.rng, seed); /* the same cards to come for every choice */
    mazo_apply_legal(&g, c);
    answer_four(bot, view->seat, &g);
    if (values && view->rules.scoring == MAZO_scoring_quick && !view->rules.teams) {
        if (!policy_play(&g, policy, &dice, MOVES_AHEAD * view->seats))
            return value_of(&g, values, view->seat) / 10000.0;
    } else {
        policy_playout(&g, policy, &dice);
    }
    return stakes_equity(&g, view->seat, bot->first);
}

/* The value of an arm: its playouts, few of them discounted, and the first opinion. Arms with as
 * many playouts can be compared. */
static double arm_value(const struct search_arm *arm)
{
    double n = arm->playouts, known = n > 0 ? arm->sum / (n + arm->doubt) : 0;
    return known + arm->taste + arm->prior * arm->fades / (arm->fades + n);
}

static const struct search_arm *best_arm(const struct mazo_bot_scratch *s)
{
    const struct search_arm *best = NULL;
    for (int j = 0; j < s->arm_count; j++) {
        const struct search_arm *arm = &s->arms[j];
        if (!arm->out && (!best || arm_value(arm) > arm_value(best)))
            best = arm;
    }
    return best;
}

/* Variance of that, slightly raised if all playouts gave the same. */
static double arm_variance(const struct search_arm *arm)
{
    double n = arm->playouts, mean = arm->sum / n, sure = n / (n + arm->doubt);
    return sure * sure * (arm->squares / n - mean * mean + 0.001) / n;
}

static int arms_left(const struct mazo_bot_scratch *s)
{
    int left = 0;
    for (int j = 0; j < s->arm_count; j++)
        left += !s->arms[j].out;
    return left;
}

/* Drop choices that are worse than the best by more than three standard errors. */
static void race(struct mazo_bot_scratch *s)
{
    const struct search_arm *best = best_arm(s);
    for (int j = 0; j < s->arm_count; j++) {
        struct search_arm *arm = &s->arms[j];
        double gap = arm_value(best) - arm_value(arm);
        if (!arm->out && gap * gap > 9 * (arm_variance(best) + arm_variance(arm)))
            arm->out = true;
    }
}

/* `each` more playouts for every arm that is left, all in the same deals. */
static void try_arms(struct mazo_bot *bot, const struct mazo_view *view, struct mazo_bot_scratch *s,
                     int each)
{
    for (int i = 0; i < each && arms_left(s) > 1; i++) {
        double share = (i + mazo_fast_word(&bot->dice) / 4294967296.0) / each;
        const struct mazo_game *deal = &s->deals[(int)(share * s->deal_count)];
        uint64_t seed = mazo_fast_seed(mazo_fast_word(&bot->dice));
        if (!bot->first && i % RACE_EVERY == RACE_EVERY - 1)
            race(s);
        for (int j = 0; j < s->arm_count; j++) {
            struct search_arm *arm = &s->arms[j];
            if (!arm->out) {
                double result = play_out(bot, view, deal, &arm->command, seed);
                arm->sum += result;
                arm->squares += result * result;
                arm->playouts++;
            }
        }
    }
}

/* Drop the worse half of `left` choices, unless enough are out already. */
static int halve(struct mazo_bot_scratch *s, int left)
{
    for (int now = arms_left(s); now > left - left / 2; now--) {
        int worst = -1;
        for (int j = 0; j < s->arm_count; j++)
            if (!s->arms[j].out &&
                (worst < 0 || arm_value(&s->arms[j]) < arm_value(&s->arms[worst])))
                worst = j;
        s->arms[worst].out = true;
    }
    return arms_left(s);
}

static int rounds_of(int arms)
{
    int rounds = 0;
    for (; arms > 1; arms -= arms / 2)
        rounds++;
    return rounds;
}

/* How much the first opinion and the playouts count. In a match the opinion, which knows what points are worth, does not fade, and
 * the playouts must be many: what they differ by is small there. */
static void trust_arms(const struct mazo_bot *bot, const struct mazo_view *view,
                       struct mazo_bot_scratch *s)
{
    bool learnt = is_learnt(bot, &s->deals[0]);
    bool match = view->rules.scoring != MAZO_scoring_quick;
    for (int i = 0; i < s->arm_count; i++) {
        struct search_arm *arm = &s->arms[i];
        arm->fades = !learnt ? FIRST_PRIOR_PLAYOUTS : match ? INT_MAX : PRIOR_PLAYOUTS;
        arm->doubt = !learnt ? 0 : match ? DOUBT_MATCH : DOUBT;
    }
}

bool search_choose(struct mazo_bot *bot, const struct mazo_view *view,
                   const struct mazo_legal *legal, struct mazo_bot_scratch *s,
                   struct mazo_command *out)
{
    bool cards = mazo_is_card_phase(view->phase);
    bool asked = view->phase >= MAZO_PHASE_color && view->phase <= MAZO_PHASE_run;
    s->arm_count = 0;
    if (!cards && !asked)
        return false;
    mazo_resample(view, &bot->dice, &s->deals[0]);
    if (cards)
        list_cards(bot, view, s);
    else
        list_answers(legal, s);
    if (s->arm_count == 0)
        return false;
    trust_arms(bot, view, s);
    double worth = bot->first ? 1 : stakes_of_round(&s->deals[0], view->seat);
    for (int i = 0; i < s->arm_count; i++) {
        s->arms[i].prior *= worth;
        s->arms[i].taste *= worth;
    }
    int rounds = rounds_of(s->arm_count), left = s->arm_count;
    if (rounds > 0)
        deals_sample(bot, view, s);
    while (left > 1) {
        int each = (int)bot->playouts / (rounds * left);
        try_arms(bot, view, s, each > 0 ? each : 1);
        left = halve(s, left);
    }
    *out = best_arm(s)->command;
    return true;
}

/* ---- two commands side by side ---- */

/* Sums over deals. Playouts of one deal are not independent trials; the deals are. */
struct gap_sums {
    int playouts, deals;
    double sum;                          /* of the differences */
    double squares, products, multiples; /* of s*s, s*n and n*n: s a deal's sum of n playouts */
};

static double play_out_answered(const struct mazo_bot *bot, const struct mazo_view *view,
                                const struct mazo_game *deal, const struct mazo_command *c,
                                bool caught, uint64_t seed)
{
    struct mazo_game g = *deal;
    uint64_t dice = seed;
    mazo_rng_restart(&g.rng, seed);
    mazo_apply(&g, c, NULL);
    if (caught && g.catchable >> view->seat & 1) {
        struct mazo_command catch = {.type = MAZO_CMD_catch,
                                     .seat = (uint8_t)mazo_seat_at(&g.pub, view->seat + 1),
                                     .who = view->seat};
        mazo_apply(&g, &catch, NULL);
    }
    answer_four(bot, view->seat, &g);
    policy_playout(&g, policy_for(&view->rules, view->seats), &dice);
    return stakes_equity(&g, view->seat, bot->first);
}

static void add_deals(struct gap_sums *sums, const double *gap, const int *times)
{
    for (int i = 0; i < SEARCH_DEALS; i++) {
        sums->deals += times[i] > 0;
        sums->playouts += times[i];
        sums->sum += gap[i];
        sums->squares += gap[i] * gap[i];
        sums->products += gap[i] * times[i];
        sums->multiples += (double)times[i] * times[i];
    }
}

void search_compare(struct mazo_bot *bot, const struct mazo_view *view, struct mazo_bot_scratch *s,
                    const struct mazo_command *best, const struct mazo_command *done, bool caught,
                    int playouts, struct search_gap *out)
{
    struct gap_sums sums = {0};
    while (sums.playouts < playouts) {
        double gap[SEARCH_DEALS] = {0};
        int times[SEARCH_DEALS] = {0};
        int left = playouts - sums.playouts, each = left < SEARCH_DEALS ? left : SEARCH_DEALS;
        deals_sample(bot, view, s);
        for (int i = 0; i < each; i++) {
            double share = (i + mazo_fast_word(&bot->dice) / 4294967296.0) / each;
            int deal = (int)(share * s->deal_count);
            uint64_t seed = mazo_fast_seed(mazo_fast_word(&bot->dice));
            const struct mazo_game *g = &s->deals[deal];
            gap[deal] += play_out_answered(bot, view, g, best, false, seed) -
                         play_out_answered(bot, view, g, done, caught, seed);
            times[deal]++;
        }
        add_deals(&sums, gap, times);
    }
    double n = sums.playouts > 0 ? sums.playouts : 1, mean = sums.sum / n;
    double spread = sums.squares - 2 * mean * sums.products + mean * mean * sums.multiples;
    double few = sums.deals > 1 ? (double)sums.deals / (sums.deals - 1) : 1;
    out->mean = mean;
    out->error = spread > 0 ? square_root(spread * few) / n : 0;
}
