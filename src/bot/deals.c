/*
 * deals.c - sampling, weighing, putting together.
 */
#include "bot/deals.h"

#include <math.h>

#include "bot/beliefs.h"
#include "bot/policy.h"

enum {
    WORTH = SEARCH_DEALS / 4, /* hands that the weights of a seat must at least amount to */
    TRIES = 8                 /* to find hands that go together */
};

/* How many hands of equal weight these weights are worth. */
static double worth(const double *weight)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < SEARCH_DEALS; i++) {
        sum += weight[i];
        squares += weight[i] * weight[i];
    }
    return squares > 0 ? sum * sum / squares : 0;
}

/* With many notes a few hands would outweigh all others by chance: then what the notes say
 * is taken less seriously, by square roots. */
static void weigh(struct bot *bot, const struct mazo_view *view, int seat, struct bot_scratch *s)
{
    const struct policy *policy = policy_for(&view->rules, view->seats);
    double *weight = s->weights[seat];
    for (int i = 0; i < SEARCH_DEALS; i++)
        weight[i] = beliefs_likelihood(&bot->beliefs, &s->dealt[i], seat, policy, &bot->dice);
    for (int tries = 0; tries < 4 && worth(weight) < WORTH; tries++)
        for (int i = 0; i < SEARCH_DEALS; i++)
            weight[i] = sqrt(weight[i]);
    for (int i = 1; i < SEARCH_DEALS; i++)
        weight[i] += weight[i - 1];
}

/* One of the deals, by weight: the one in which `share` of the sum lies. */
static int pick(const double *sums, double share)
{
    double point = share * sums[SEARCH_DEALS - 1];
    int low = 0, high = SEARCH_DEALS - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sums[middle] > point)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* A deal of hands that each player's doings suggest. `share` spreads the first one's evenly. */
static bool combine(struct bot *bot, const struct mazo_view *view, double share,
                    const struct bot_scratch *s, struct mazo_game *out)
{
    uint8_t hidden[MAZO_KIND_COUNT];
    bool first = true;
    mazo_count_hidden(&s->dealt[0], view->seat, hidden);
    for (int seat = 0; seat < view->seats; seat++) {
        if (seat == view->seat)
            continue;
        double at = first ? share : mazo_fast_word(&bot->dice) / 4294967296.0;
        const struct mazo_game *from = &s->dealt[pick(s->weights[seat], at)];
        if (first)
            *out = *from;
        if (!mazo_take_hand(out, from, seat, hidden))
            return false;
        first = false;
    }
    mazo_pile_hidden(out, hidden);
    return true;
}

void deals_sample(struct bot *bot, const struct mazo_view *view, struct bot_scratch *s)
{
    for (int i = 0; i < SEARCH_DEALS; i++)
        mazo_resample(view, &bot->dice, &s->dealt[i]);
    for (int seat = 0; seat < view->seats; seat++)
        if (seat != view->seat)
            weigh(bot, view, seat, s);
    for (int i = 0; i < SEARCH_DEALS; i++) {
        int tries = 0;
        double share;
        do {
            share = (i + mazo_fast_word(&bot->dice) / 4294967296.0) / SEARCH_DEALS;
        } while (!combine(bot, view, share, s, &s->deals[i]) && ++tries < TRIES);
        if (tries == TRIES)
            s->deals[i] = s->dealt[i]; /* hands that want the same cards: any deal will do */
    }
}
