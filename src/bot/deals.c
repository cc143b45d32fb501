/*
 * deals.c - sampling, weighing and combining deals.
 */
#include "bot/deals.h"

#include <string.h>

#include "bot/beliefs.h"
#include "bot/chain.h"
#include "bot/policy.h"
#include "bot/stakes.h"

enum {
    WORTH = SEARCH_DEALS / 4, /* minimum effective number of hands per seat */
    TRIES = 8                 /* tries to find hands that go together */
};

/* The effective number of hands behind these weights. */
static double worth(const double *weight)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < SEARCH_DEALS; i++) {
        sum += weight[i];
        squares += weight[i] * weight[i];
    }
    return squares > 0 ? sum * sum / squares : 0;
}

/* With many notes a few hands would outweigh all others by chance: soften the weights by square
 * roots. */
static void weigh(struct mazo_bot *bot, const struct mazo_view *view, int seat,
                  struct mazo_bot_scratch *s)
{
    const struct policy *policy = policy_for(&view->rules, view->seats);
    double *weight = s->weights[seat];
    for (int i = 0; i < SEARCH_DEALS; i++)
        weight[i] = beliefs_likelihood(&bot->beliefs, &s->dealt[i], seat, policy, &bot->dice);
    for (int tries = 0; tries < 4 && worth(weight) < WORTH; tries++)
        for (int i = 0; i < SEARCH_DEALS; i++)
            weight[i] = square_root(weight[i]);
    for (int i = 1; i < SEARCH_DEALS; i++)
        weight[i] += weight[i - 1];
}

/* Picks a deal by weight: the one at `share` of the sum. */
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

/* Combines a deal from hands likely for each player. `share` spreads the first one evenly. */
static bool combine(struct mazo_bot *bot, const struct mazo_view *view, double share,
                    const struct mazo_bot_scratch *s, struct mazo_game *out)
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

/* Deals of hands weighed one by one, as the yardsticks see them. */
static void put_together(struct mazo_bot *bot, const struct mazo_view *view,
                         struct mazo_bot_scratch *s)
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
    s->deal_count = SEARCH_DEALS;
}

/* The effort for a decision, by its playouts. */
struct pains {
    int playouts;        /* for this many playouts or more */
    int chains, each;    /* deals taken from each chain */
    int settle, between; /* notes looked at before the first of them, and between two: about */
};
static const struct pains pains[] = {{3000, 16, SEARCH_DEALS / 16, 4800, 200},
                                     {1000, 12, 16, 2400, 100},
                                     {0, 6, 8, 1200, 50}};

static const struct pains *pains_of(const struct mazo_bot *bot)
{
    const struct pains *p = pains;
    while ((int)bot->playouts < p->playouts)
        p++;
    return p;
}

/* How many moves look at about this many notes. */
static int moves_for(const struct mazo_bot *bot, const struct mazo_view *view, int looks)
{
    int others = view->seats - 1, notes = 0;
    for (int i = 0; i < bot->beliefs.note_count; i++)
        notes += bot->beliefs.notes[i].seat != view->seat;
    return looks / (capped(notes / others, CHAIN_NOTES) + 2);
}

static void run_chains(struct mazo_bot *bot, const struct mazo_view *view,
                       struct mazo_bot_scratch *s)
{
    const struct pains *p = pains_of(bot);
    const struct policy *policy = policy_for(&view->rules, view->seats);
    struct chain *c = &s->chain;
    double strict[MAZO_SEATS_MAX] = {0};
    s->deal_count = p->chains * p->each;
    for (int i = 0; i < s->deal_count; i++) {
        bool begins = i % p->each == 0;
        mazo_resample(view, &bot->dice, &s->deals[i]);
        if (begins)
            chain_begin(c, &bot->beliefs, &s->deals[i], view->seat, policy, &bot->dice);
        chain_move(c, moves_for(bot, view, begins ? p->settle : p->between), &bot->dice);
        chain_write(c, &s->deals[i]);
        for (int j = 0; j < c->players; j++)
            strict[j] += chain_strict(c, &c->player[j]);
    }
    for (int j = 0; j < c->players; j++)
        beliefs_learn(&bot->beliefs, c->player[j].seat, strict[j] / s->deal_count);
}

void deals_sample(struct mazo_bot *bot, const struct mazo_view *view, struct mazo_bot_scratch *s)
{
    if (bot->first)
        put_together(bot, view, s);
    else
        run_chains(bot, view, s);
}
