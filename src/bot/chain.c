/*
 * chain.c - hands with a past, and moves between them.
 */
#include "bot/chain.h"

#include <string.h>

/* ---- what a hand explains ---- */

static int drawn_at(const struct chain_seat *p, int i) { return p->note[i]->drawn; }

/* The hand as it was when the choice was made. */
static void show_hand(const struct chain_seat *p, int i, struct mazo_game *then)
{
    uint64_t have = 0, twice = 0;
    for (int k = 0; k < p->count; k++) {
        const struct chain_card *c = &p->cards[k];
        uint64_t bit = (uint64_t)(c->since <= drawn_at(p, i) && c->until >= i) << c->card;
        twice |= have & bit;
        have |= bit;
    }
    then->have[p->seat] = have;
    then->twice[p->seat] = twice;
}

/* Did the card drawn after the choice fit, as was seen? */
static double look_fresh(const struct chain_seat *p, int i)
{
    const double hardly = 0.001;
    const struct bot_note *n = p->note[i];
    if (n->fresh == BOT_FRESH_ANY)
        return 1;
    for (int k = 0; k < p->count; k++)
        if (p->cards[k].since == n->drawn + 1) {
            bool fits = n->sight.fits >> p->cards[k].card & 1;
            return fits == (n->fresh == BOT_FRESH_KEPT) ? 1 : hardly;
        }
    return 1;
}

static void look_back(struct chain *c, const struct chain_seat *p, int i, struct chain_word *out)
{
    const struct bot_note *n = p->note[i];
    show_hand(p, i, &c->then);
    c->then.turn = (uint8_t)p->seat;
    beliefs_restore(&c->then, n);
    beliefs_chances(c->beliefs, &c->then, n, c->policy, out->chance);
    out->fresh = look_fresh(p, i);
}

/* The chance of all choices, for each manner. */
static void all_chances(const struct chain *c, const struct chain_seat *p,
                        double part[BELIEFS_MANNERS])
{
    for (int j = 0; j < BELIEFS_MANNERS; j++) {
        part[j] = beliefs_manner(c->beliefs, p->seat, j);
        for (int i = 0; i < p->notes; i++)
            part[j] *= p->words[i].chance[j];
    }
}

static double likelihood(const struct chain *c, const struct chain_seat *p)
{
    double part[BELIEFS_MANNERS], product = 0;
    all_chances(c, p, part);
    for (int j = 0; j < BELIEFS_MANNERS; j++)
        product += part[j];
    for (int i = 0; i < p->notes; i++)
        product *= p->words[i].fresh;
    return product;
}

double chain_strict(const struct chain *c, const struct chain_seat *p)
{
    double part[BELIEFS_MANNERS], sum = 0;
    all_chances(c, p, part);
    for (int j = 0; j < BELIEFS_MANNERS; j++)
        sum += part[j];
    return sum > 0 ? part[BELIEFS_STRICTLY] / sum : 0.5;
}

/* ---- the beginning ---- */

static void find_notes(struct chain_seat *p, const struct bot_beliefs *m)
{
    p->notes = 0;
    for (int i = m->note_count - 1; i >= 0 && p->notes < CHAIN_NOTES; i--)
        if (m->notes[i].seat == p->seat)
            p->note[p->notes++] = &m->notes[i];
    for (int i = 0; i < p->notes / 2; i++) {
        const struct bot_note *n = p->note[i];
        p->note[i] = p->note[p->notes - 1 - i];
        p->note[p->notes - 1 - i] = n;
    }
}

static void find_cards(struct chain_seat *p, const struct mazo_game *deal)
{
    p->count = 0;
    for (uint64_t rest = deal->have[p->seat]; rest; rest &= rest - 1) {
        mazo_card card = (mazo_card)__builtin_ctzll(rest);
        for (int n = deal->copies[p->seat][card]; n > 0; n--)
            p->cards[p->count++] = (struct chain_card){card, 0, CHAIN_HELD};
    }
    p->held = p->count;
    for (int i = 0; i < p->notes; i++)
        if (p->note[i]->card != MAZO_CARD_NONE)
            p->cards[p->count++] = (struct chain_card){p->note[i]->card, 0, (uint8_t)i};
}

/* Which card was the one that came as the `drawn`-th, after note i: any that was not yet
 * there otherwise and was played later, of these kinds if there is one. */
static void guess_when(struct chain_seat *p, int i, int drawn, uint64_t kinds, uint64_t *dice)
{
    int chosen = -1, count = 0;
    for (int pass = 0; pass < 2 && chosen < 0; pass++)
        for (int k = 0; k < p->count; k++) {
            const struct chain_card *c = &p->cards[k];
            if (c->since == 0 && c->until > i && (pass || kinds >> c->card & 1) &&
                mazo_fast_below(dice, (uint32_t)++count) == 0)
                chosen = k;
        }
    if (chosen >= 0)
        p->cards[chosen].since = (uint8_t)drawn;
}

static void guess_times(struct chain_seat *p, int drawn, uint64_t *dice)
{
    for (int i = p->notes - 1; i >= 0; i--) {
        const struct bot_note *n = p->note[i];
        uint64_t kinds = n->fresh == BOT_FRESH_MISFIT ? ~n->sight.fits
                         : n->fresh == BOT_FRESH_KEPT ? n->sight.fits
                                                      : UINT64_MAX;
        for (; drawn > n->drawn; drawn--)
            guess_when(p, i, drawn, drawn == n->drawn + 1 ? kinds : UINT64_MAX, dice);
    }
}

void chain_begin(struct chain *c, const struct bot_beliefs *m, const struct mazo_game *deal,
                 int self, const struct policy *policy, uint64_t *dice)
{
    c->beliefs = m;
    c->policy = policy;
    c->then = *deal;
    c->players = c->held = 0;
    for (int seat = 0; seat < deal->seats; seat++) {
        if (seat == self)
            continue;
        struct chain_seat *p = &c->player[c->players++];
        p->seat = seat;
        find_notes(p, m);
        find_cards(p, deal);
        guess_times(p, m->drawn[seat], dice);
        for (int i = 0; i < p->notes; i++)
            look_back(c, p, i, &p->words[i]);
        p->likelihood = likelihood(c, p);
        c->held += p->held;
    }
    c->pile_count = deal->draw_count;
    memcpy(c->pile, deal->pile, deal->draw_count);
}

/* ---- moves ---- */

/* Does a change of the cards that came as the `from`-th to `to`-th touch what note i says? */
static bool is_touched(const struct chain_seat *p, int i, int from, int to)
{
    int drawn = drawn_at(p, i);
    bool next = p->note[i]->fresh != BOT_FRESH_ANY && (drawn + 1 == from || drawn + 1 == to);
    return next || (drawn >= from && drawn < to);
}

/* Re-evaluate the touched notes, newest first. False as soon as the likelihood is certain to be
 * below `least`. */
static bool look_again(struct chain *c, struct chain_seat *p, int from, int to,
                       struct chain_word words[CHAIN_NOTES], double least)
{
    double part[BELIEFS_MANNERS], fresh = 1;
    for (int j = 0; j < BELIEFS_MANNERS; j++)
        part[j] = beliefs_manner(c->beliefs, p->seat, j);
    for (int anew = 0; anew < 2; anew++)
        for (int i = p->notes - 1; i >= 0; i--) {
            double sum = 0;
            if (is_touched(p, i, from, to) != anew)
                continue;
            if (anew)
                look_back(c, p, i, &words[i]);
            else
                words[i] = p->words[i];
            fresh *= words[i].fresh;
            for (int j = 0; j < BELIEFS_MANNERS; j++)
                sum += part[j] *= words[i].chance[j];
            if (sum * fresh < least)
                return false;
        }
    return true;
}

/* Accept or reject a change of a hand: at least `share` of its likelihood must remain. */
static bool settle(struct chain *c, struct chain_seat *p, int from, int to, double *share)
{
    struct chain_word words[CHAIN_NOTES];
    if (!look_again(c, p, from, to, words, p->likelihood * *share))
        return false;
    memcpy(p->words, words, sizeof words[0] * (size_t)p->notes);
    double was = p->likelihood;
    p->likelihood = likelihood(c, p);
    *share *= was / p->likelihood;
    return true;
}

static double fraction(uint64_t *dice) { return (mazo_fast_word(dice) + 0.5) / 4294967296.0; }

/* May this card leave the hand? The only copy of one that is known to be there may not. */
static bool may_leave(const struct chain *c, const struct chain_seat *p, mazo_card card)
{
    int copies = 0;
    if (!(c->then.shown[p->seat] >> card & 1))
        return true;
    for (int k = 0; k < p->held; k++)
        copies += p->cards[k].card == card;
    return copies > 1;
}

/* The n-th held card of all players, or of all but one. */
static struct chain_card *held_card(struct chain *c, int n, const struct chain_seat *but,
                                    struct chain_seat **whose)
{
    for (int i = 0; i < c->players; i++) {
        struct chain_seat *p = &c->player[i];
        if (p == but)
            continue;
        if (n < p->held) {
            *whose = p;
            return &p->cards[n];
        }
        n -= p->held;
    }
    return NULL;
}

static void swap_kinds(mazo_card *a, mazo_card *b)
{
    mazo_card kept = *a;
    *a = *b;
    *b = kept;
}

enum { END = 1000 }; /* of the cards drawn */

/* Exchange a hidden card with one of the pile or of another hand. */
static void exchange(struct chain *c, uint64_t *dice)
{
    struct chain_seat *one = c->player, *other = NULL;
    struct chain_card *a = held_card(c, (int)mazo_fast_below(dice, (uint32_t)c->held), NULL, &one);
    int rest = c->pile_count + c->held - one->held;
    if (rest == 0)
        return;
    int n = (int)mazo_fast_below(dice, (uint32_t)rest);
    struct chain_card *held = n < c->pile_count ? NULL
                                                : held_card(c, n - c->pile_count, one, &other);
    mazo_card *b = held ? &held->card : &c->pile[n];
    double share = fraction(dice);
    if (a->card == *b || !may_leave(c, one, a->card) || (other && !may_leave(c, other, *b)))
        return;
    swap_kinds(&a->card, b);
    struct chain_word words[CHAIN_NOTES];
    double was = one->likelihood;
    memcpy(words, one->words, sizeof words);
    if (!settle(c, one, a->since, END, &share)) {
        swap_kinds(&a->card, b);
    } else if (other && !settle(c, other, held->since, END, &share)) {
        swap_kinds(&a->card, b);
        memcpy(one->words, words, sizeof words);
        one->likelihood = was;
    }
}

/* Swap the arrival times of two cards of a hand. */
static void exchange_times(struct chain *c, uint64_t *dice)
{
    struct chain_seat *p = &c->player[mazo_fast_below(dice, (uint32_t)c->players)];
    if (p->count < 2 || p->notes == 0)
        return;
    struct chain_card *a = &p->cards[mazo_fast_below(dice, (uint32_t)p->count)];
    struct chain_card *b = &p->cards[mazo_fast_below(dice, (uint32_t)p->count)];
    if (a->since > b->since) {
        struct chain_card *kept = a;
        a = b;
        b = kept;
    }
    double share = fraction(dice);
    if (a->since == b->since || a->card == b->card ||
        (a->until != CHAIN_HELD && drawn_at(p, a->until) < b->since))
        return;
    uint8_t from = a->since, to = b->since;
    a->since = to;
    b->since = from;
    if (!settle(c, p, from, to, &share)) {
        a->since = from;
        b->since = to;
    }
}

void chain_move(struct chain *c, int moves, uint64_t *dice)
{
    if (c->held == 0)
        return;
    for (int i = 0; i < moves; i++)
        if (mazo_fast_below(dice, 4) == 0)
            exchange_times(c, dice);
        else
            exchange(c, dice);
}

/* ---- the deal ---- */

/* W4, W5: what the striker held when playing the card: all but the cards that have come last. */
static void write_struck(const struct chain_seat *p, struct mazo_game *out)
{
    uint64_t taken[(CHAIN_CARDS + 63) / 64] = {0}, held = 0;
    if (!out->challengeable || out->striker != p->seat)
        return;
    memcpy(out->struck_hand, out->copies[p->seat], sizeof out->struck_hand);
    for (int n = capped(out->struck_since, p->held); n > 0; n--) {
        int last = -1;
        for (int k = 0; k < p->held; k++)
            if (!(taken[k / 64] >> k % 64 & 1) &&
                (last < 0 || p->cards[k].since > p->cards[last].since))
                last = k;
        taken[last / 64] |= UINT64_C(1) << last % 64;
        out->struck_hand[p->cards[last].card]--;
    }
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        held |= out->struck_hand[card] ? MAZO_BIT(card) : 0;
    out->dirty = held & mazo_dirt(&out->rules, out->color_before);
}

void chain_write(const struct chain *c, struct mazo_game *out)
{
    for (int i = 0; i < c->players; i++) {
        const struct chain_seat *p = &c->player[i];
        uint64_t shown = out->shown[p->seat];
        for (uint64_t rest = out->have[p->seat]; rest;) {
            mazo_take_card(out, p->seat, (mazo_card)__builtin_ctzll(rest));
            rest = out->have[p->seat];
        }
        for (int k = 0; k < p->held; k++)
            mazo_put_card(out, p->seat, p->cards[k].card);
        out->shown[p->seat] = shown;
        write_struck(p, out);
    }
    memcpy(out->pile, c->pile, (size_t)c->pile_count);
}
