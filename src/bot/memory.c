/*
 * memory.c - notes on what the others did, and what they tell of their cards.
 */
#include "bot/memory.h"

#include <string.h>

#include "bot/policy.h"

void memory_clear(struct bot_memory *m)
{
    memset(m, 0, sizeof *m);
    m->color = MAZO_COLOR_NONE;
    m->drew = MAZO_SEAT_NONE;
}

/* A round begins, or hands have changed owners: nothing that was noted holds. */
static void forget_round(struct bot_memory *m)
{
    m->note_count = 0;
    m->drew = MAZO_SEAT_NONE;
    memset(m->drawn, 0, sizeof m->drawn);
}

static void see_top(struct bot_memory *m, mazo_card card, int color)
{
    m->color = (uint8_t)color;
    m->fits = MAZO_WILDS;
    if (color < MAZO_COLOR_COUNT) {
        m->fits |= MAZO_OF_COLOR(color);
    }
    if (!mazo_card_is_wild(card)) {
        m->fits |= MAZO_OF_VALUE(mazo_card_value(card));
    }
}

static void note(struct bot_memory *m, int seat, mazo_card card, int color)
{
    if (m->note_count == BOT_NOTES_MAX) {
        memmove(&m->notes[0], &m->notes[1], (BOT_NOTES_MAX - 1) * sizeof m->notes[0]);
        m->note_count--;
    }
    m->notes[m->note_count++] = (struct bot_note){.fits = m->fits,
                                                  .seat = (uint8_t)seat,
                                                  .card = card,
                                                  .color = (uint8_t)color,
                                                  .before = m->color,
                                                  .drawn = m->drawn[seat]};
}

static void hear_played(struct bot_memory *m, const struct mazo_event *e)
{
    if (m->drew == e->seat) {
        m->drawn[e->seat]--; /* the drawn card itself: no choice of the hand */
    } else {
        note(m, e->seat, e->card, e->color);
    }
    see_top(m, e->card, e->color);
    m->drew = MAZO_SEAT_NONE;
}

static void hear_drew(struct bot_memory *m, const struct mazo_event *e)
{
    if (e->detail == MAZO_FOR_turn) {
        note(m, e->seat, MAZO_CARD_NONE, MAZO_COLOR_NONE);
        m->drew = e->seat;
    }
    m->drawn[e->seat] = (uint8_t)(m->drawn[e->seat] + e->count);
}

void memory_hear(struct bot_memory *m, const struct mazo_view *view, const struct mazo_event *e)
{
    switch (e->type) {
    case MAZO_EVENT_dealer:
    case MAZO_EVENT_swapped:
    case MAZO_EVENT_rotated:
    case MAZO_EVENT_took:
    case MAZO_EVENT_gave:
    case MAZO_EVENT_discarded:
        forget_round(m);
        break;
    case MAZO_EVENT_turned:
        see_top(m, e->card,
                mazo_card_is_wild(e->card) ? MAZO_COLOR_NONE : mazo_card_color(e->card));
        break;
    case MAZO_EVENT_color:
        m->fits = MAZO_WILDS | MAZO_OF_COLOR(e->color);
        m->color = e->color;
        break;
    case MAZO_EVENT_played:
        hear_played(m, e);
        break;
    case MAZO_EVENT_drew:
        hear_drew(m, e);
        break;
    case MAZO_EVENT_verdict:
        m->guilty[e->seat] = (uint8_t)(m->guilty[e->seat] + (e->detail != 0));
        m->innocent[e->seat] = (uint8_t)(m->innocent[e->seat] + (e->detail == 0));
        break;
    case MAZO_EVENT_struck:
        if (e->seat == view->seat && view->striker < view->seats) {
            m->struck_by[view->striker]++;
        }
        break;
    case MAZO_EVENT_kept:
        m->drew = MAZO_SEAT_NONE;
        break;
    default:
        break;
    }
}

/* Cards of these kinds that the view's seat has not seen, and all such cards. */
static void count_unseen(const struct mazo_view *view, uint64_t kinds, int *some, int *all)
{
    *some = *all = 0;
    for (int card = 0; card < MAZO_KIND_COUNT; card++) {
        int left = mazo_deck_copies(&view->rules, (mazo_card)card) - view->hand[card] -
                   view->discards[card];
        if (left > 0) {
            *all += left;
            *some += kinds >> card & 1 ? left : 0;
        }
    }
}

int memory_bluff_chance(const struct bot_memory *m, const struct mazo_view *view)
{
    int seat = view->striker, some, all;
    if (!view->challengeable || seat >= view->seats || view->color_before >= MAZO_COLOR_COUNT) {
        return 0;
    }
    uint64_t dirt = view->rules.wild_four == MAZO_wild_four_no_number
                        ? MAZO_NUMBERS_OF(view->color_before)
                        : MAZO_OF_COLOR(view->color_before);
    if (view->shown[seat] & dirt) {
        return 1000;
    }
    count_unseen(view, dirt, &some, &all);
    double without = 1;
    for (int i = 0; i < view->size[seat] && all > 0; i++) {
        without *= (double)(all - some) / all;
    }
    double holds = 1 - without;
    double bluffs = (0.1 + m->guilty[seat]) / (1.0 + m->guilty[seat] + m->innocent[seat]);
    double guilty = bluffs * holds;
    return (int)(1000 * guilty / (guilty + without));
}

/* e to the power of -x/16, in 65536ths: integers give the same everywhere. */
static uint32_t decay(int x)
{
    static const uint32_t steps[17] = {65536, 61565, 57835, 54331, 51039, 47947,
                                       45042, 42313, 39750, 37341, 35079, 32954,
                                       30957, 29081, 27319, 25664, 24109};
    uint32_t value = 65536;
    for (; x >= 16 && value > 0; x -= 16) {
        value = value * (steps[16] >> 4) >> 12;
    }
    return x < 16 ? value * (steps[x] >> 4) >> 12 : 0;
}

enum {
    TEMPERATURE = 25, /* ten-thousandths of a round for a step of decay: how strictly others play */
    CARELESS = 1311,  /* in 65536ths: the chance of doing something else altogether */
    NOTES_USED = 14   /* the newest notes of a seat that are looked at */
};

/* The chance of the noted choice with the hand of deal's seat as it stands. */
static double choice_chance(const struct mazo_game *then, const struct bot_note *n,
                            const struct policy *policy, int bluffs)
{
    struct policy_choice choices[POLICY_CHOICES_MAX];
    int values[POLICY_CHOICES_MAX], chosen = -1, best = 0;
    int count = policy_choices(then, choices);
    if (count == 0) {
        return 1;
    }
    policy_values(then, policy, choices, count, values);
    for (int i = 0; i < count; i++) {
        bool laid = choices[i].card == n->card &&
                    (!mazo_card_is_wild(n->card) || choices[i].color == n->color);
        if (laid || (n->card == MAZO_CARD_NONE && choices[i].card == POLICY_DRAW)) {
            chosen = i;
        }
        best = values[i] > values[best] ? i : best;
    }
    if (chosen < 0) { /* a bluff, or a colour that nobody would name */
        return (n->card == MAZO_WILD_FOUR ? bluffs : CARELESS) / 65536.0;
    }
    uint32_t sum = 0, mine = 0;
    for (int i = 0; i < count; i++) {
        uint32_t part = decay((values[best] - values[i]) / TEMPERATURE);
        sum += part;
        mine = i == chosen ? part : mine;
    }
    return ((double)mine / sum * (65536 - CARELESS) + (double)CARELESS / count) / 65536.0;
}

/* The cards of a hand in the order in which they may have come, newest first. */
static int shuffle_hand(const struct mazo_game *g, int seat, uint64_t *dice, mazo_card *out)
{
    int n = 0;
    for (uint64_t rest = g->have[seat]; rest; rest &= rest - 1) {
        mazo_card card = (mazo_card)__builtin_ctzll(rest);
        for (int i = g->copies[seat][card]; i > 0; i--) {
            uint32_t at = mazo_fast_below(dice, (uint32_t)n + 1);
            out[n++] = out[at];
            out[at] = card;
        }
    }
    return n;
}

/* A hand as counts, sets and size, put into a game. */
static void put_card(struct mazo_game *g, int seat, mazo_card card, int by)
{
    int now = g->copies[seat][card] + by;
    uint64_t bit = MAZO_BIT(card);
    g->copies[seat][card] = (uint8_t)now;
    g->size[seat] = (uint8_t)(g->size[seat] + by);
    g->have[seat] = now > 0 ? g->have[seat] | bit : g->have[seat] & ~bit;
    g->twice[seat] = now > 1 ? g->twice[seat] | bit : g->twice[seat] & ~bit;
}

/* Walk one seat's choices backwards: cards laid since come back into the hand,
 * cards drawn since leave it. */
static double seat_likelihood(const struct bot_memory *m, const struct mazo_game *deal, int seat,
                              const struct policy *policy, uint64_t *dice)
{
    struct mazo_game then = *deal;
    mazo_card newest[MAZO_CARDS_MAX];
    int count = shuffle_hand(deal, seat, dice, newest), gone = 0, used = 0;
    int bluffs = (6553 + 65536 * m->guilty[seat]) / (1 + m->guilty[seat] + m->innocent[seat]);
    double product = 1;
    then.turn = (uint8_t)seat;
    then.phase = MAZO_PHASE_play;
    for (int i = m->note_count - 1; i >= 0 && used < NOTES_USED; i--) {
        const struct bot_note *n = &m->notes[i];
        if (n->seat != seat) {
            continue;
        }
        int since = m->drawn[seat] - n->drawn;
        for (; gone < since && gone < count; gone++) {
            put_card(&then, seat, newest[gone], -1);
        }
        if (gone < since) {
            break; /* cards drawn since have been laid: which, nobody knows */
        }
        if (n->card != MAZO_CARD_NONE) {
            put_card(&then, seat, n->card, 1);
        }
        then.fits = n->fits;
        then.color = n->before;
        product *= choice_chance(&then, n, policy, bluffs);
        used++;
    }
    return product;
}

double memory_likelihood(const struct bot_memory *m, const struct mazo_game *deal, int seat,
                         const struct policy *policy, uint64_t *dice)
{
    double product = 1;
    for (int other = 0; other < deal->seats; other++) {
        if (other != seat) {
            product *= seat_likelihood(m, deal, other, policy, dice);
        }
    }
    return product;
}
