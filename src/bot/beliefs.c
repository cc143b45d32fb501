/*
 * beliefs.c - notes on what the others did, and what that says about their cards.
 */
#include "bot/beliefs.h"

#include <string.h>

#include "bot/policy.h"
#include "bot/signs.h"

void beliefs_clear(struct bot_beliefs *m)
{
    memset(m, 0, sizeof *m);
    m->drew = MAZO_SEAT_NONE;
    for (int seat = 0; seat < MAZO_SEATS_MAX; seat++)
        m->strict[seat] = m->strict_now[seat] = 0.5;
}

/* A round begins, or all hands have changed owners: drop all notes. */
static void forget_round(struct bot_beliefs *m)
{
    m->note_count = 0;
    m->drew = MAZO_SEAT_NONE;
    memset(m->drawn, 0, sizeof m->drawn);
    memset(m->signs, 0, sizeof m->signs);
    memcpy(m->strict, m->strict_now, sizeof m->strict);
}

/* Cards have left or joined this hand in a way that its notes cannot follow. */
static void forget_seat(struct bot_beliefs *m, int seat)
{
    int kept = 0;
    for (int i = 0; i < m->note_count; i++)
        if (m->notes[i].seat != seat)
            m->notes[kept++] = m->notes[i];
    m->note_count = (uint8_t)kept;
    m->drawn[seat] = 0;
    memset(&m->signs[seat], 0, sizeof m->signs[seat]);
    m->drew = m->drew == seat ? MAZO_SEAT_NONE : m->drew;
}

static void see_table(const struct mazo_view *view, struct bot_sight *s)
{
    int next = mazo_seat_after(&view->pub, view->turn);
    memset(s, 0, sizeof *s); /* compared as bytes */
    s->fits = mazo_fits_on(view->top, view->color);
    for (int card = 0; card < MAZO_KIND_COUNT; card++)
        s->gone += view->discards[card] * policy_gone((mazo_card)card);
    s->declined = view->declined[next];
    s->since = view->declined_since[next];
    s->color = view->color;
    s->phase = view->phase;
    s->turn = view->turn;
    s->direction = view->direction;
    memcpy(s->size, view->size, sizeof s->size);
}

/* The view is the one after the command, the same with each of its events. So when it differs from
 * the last one a command has just been given, and it was chosen by what that one showed. Anyone who
 * plays or draws changes a hand, so every choice is seen. */
static void look_on(struct bot_beliefs *m, const struct mazo_view *view)
{
    struct bot_sight sight;
    see_table(view, &sight);
    if (memcmp(&sight, &m->now, sizeof sight) != 0) {
        m->then = m->now;
        m->now = sight;
    }
}

static struct bot_note *note(struct bot_beliefs *m, int seat, mazo_card card, int color)
{
    if (m->note_count == BOT_NOTES_MAX) {
        memmove(&m->notes[0], &m->notes[1], (BOT_NOTES_MAX - 1) * sizeof m->notes[0]);
        m->note_count--;
    }
    struct bot_note *n = &m->notes[m->note_count++];
    *n = (struct bot_note){.sight = m->then,
                           .seat = (uint8_t)seat,
                           .card = card,
                           .color = (uint8_t)color,
                           .drawn = m->drawn[seat]};
    return n;
}

static void hear_played(struct bot_beliefs *m, const struct mazo_event *e)
{
    if (m->drew == e->seat) /* the drawn card itself: no choice of the hand */
        signs_joined(&m->signs[e->seat], -1);
    else
        signs_played(&m->signs[e->seat], m->then.color, e->card, e->color);
    if (m->drew == e->seat && m->note_count > 0) {
        m->drawn[e->seat]--;
        m->notes[m->note_count - 1].fresh = BOT_FRESH_ANY;
    } else {
        note(m, e->seat, e->card, e->color);
    }
    m->drew = MAZO_SEAT_NONE;
}

/* Took the cards of a draw card, where another could have been played on top. */
static bool accepted(const struct bot_beliefs *m, const struct mazo_event *e)
{
    return m->then.phase == MAZO_PHASE_struck && m->then.turn == e->seat &&
           (e->detail == MAZO_FOR_wild_four || e->detail == MAZO_FOR_draw_two ||
            e->detail == MAZO_FOR_stack);
}

static void hear_drew(struct bot_beliefs *m, const struct mazo_view *view,
                      const struct mazo_event *e)
{
    if (e->detail == MAZO_FOR_turn) {
        struct bot_note *n = note(m, e->seat, MAZO_CARD_NONE, MAZO_COLOR_NONE);
        bool offered = view->phase == MAZO_PHASE_drawn && view->turn == e->seat;
        m->drew = offered ? e->seat : MAZO_SEAT_NONE;
        n->fresh = offered                                          ? BOT_FRESH_KEPT
                   : view->rules.drawn_card == MAZO_drawn_card_keep ? BOT_FRESH_ANY
                                                                    : BOT_FRESH_MISFIT;
    } else if (accepted(m, e)) {
        note(m, e->seat, MAZO_CARD_NONE, MAZO_COLOR_NONE);
    }
    if (e->detail == MAZO_FOR_turn)
        signs_declined(&m->signs[e->seat], m->then.color);
    signs_joined(&m->signs[e->seat], e->count);
    m->drawn[e->seat] = (uint8_t)(m->drawn[e->seat] + e->count);
}

static void take_in(struct bot_beliefs *m, const struct mazo_view *view, const struct mazo_event *e)
{
    switch (e->type) {
    case MAZO_EVENT_dealer:
    case MAZO_EVENT_rotated:
        forget_round(m);
        break;
    case MAZO_EVENT_swapped:
    case MAZO_EVENT_took:
    case MAZO_EVENT_gave:
        forget_seat(m, e->seat);
        forget_seat(m, e->who);
        break;
    case MAZO_EVENT_threw:
    case MAZO_EVENT_discarded:
        forget_seat(m, e->seat);
        break;
    case MAZO_EVENT_played:
        hear_played(m, e);
        break;
    case MAZO_EVENT_drew:
        hear_drew(m, view, e);
        break;
    case MAZO_EVENT_verdict:
        m->guilty[e->seat] = (uint8_t)(m->guilty[e->seat] + (e->detail != 0));
        m->innocent[e->seat] = (uint8_t)(m->innocent[e->seat] + (e->detail == 0));
        break;
    case MAZO_EVENT_struck:
        if (e->seat == view->seat && view->striker < view->seats)
            m->struck_by[view->striker]++;
        break;
    case MAZO_EVENT_kept:
        m->drew = MAZO_SEAT_NONE;
        break;
    default:
        break;
    }
}

void beliefs_hear(struct bot_beliefs *m, const struct mazo_view *view, const struct mazo_event *e)
{
    look_on(m, view);
    take_in(m, view, e);
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

int beliefs_bluff_chance(const struct bot_beliefs *m, const struct mazo_view *view)
{
    int seat = view->striker, some, all;
    if (!view->challengeable || seat >= view->seats || view->color_before >= MAZO_COLOR_COUNT)
        return 0;
    uint64_t dirt = mazo_dirt(&view->rules, view->color_before);
    if (view->shown[seat] & dirt)
        return 1000;
    count_unseen(view, dirt, &some, &all);
    double without = 1;
    for (int i = view->struck_since; i < view->size[seat] && all > 0; i++)
        without *= (double)(all - some) / all;
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
    if (x >= 176) /* practically zero */
        return 0;
    for (; x >= 16 && value > 0; x -= 16)
        value = value * (steps[16] >> 4) >> 12;
    return x < 16 ? value * (steps[x] >> 4) >> 12 : 0;
}

enum {
    NOTES_USED = 14 /* notes used per seat, the newest */
};

/* A way of playing by the policy. */
struct manner {
    int step;     /* ten-thousandths of a round per step of decay: how strictly they play */
    int careless; /* in 65536ths: the chance of ignoring the policy */
};
static const struct manner manners[BELIEFS_MANNERS] = {
    [BELIEFS_STRICTLY] = {1, 655},
    [BELIEFS_LOOSELY] = {25, 1311},
};

/* A noted choice, with the alternatives. */
struct noted {
    struct policy_choice choices[POLICY_CHOICES_MAX];
    int values[POLICY_CHOICES_MAX];
    int count, chosen, best; /* chosen < 0: a bluff, or a color that the policy never names */
};

/* The noted choice with the hand of then's seat as it stands. False: there was none. */
static bool find_noted(const struct mazo_game *then, const struct bot_note *n,
                       const struct policy *policy, struct noted *o)
{
    o->chosen = -1;
    o->best = 0;
    o->count = policy_choices(then, o->choices);
    if (o->count == 0)
        return false;
    for (int i = 0; i < o->count; i++) {
        const struct policy_choice *c = &o->choices[i];
        bool played = c->card == n->card && (!mazo_card_is_wild(n->card) || c->color == n->color);
        if (played ||
            (n->card == MAZO_CARD_NONE && (c->card == POLICY_DRAW || c->card == POLICY_ACCEPT)))
            o->chosen = i;
    }
    o->values[0] = 0;
    if (o->chosen < 0 || o->count == 1)
        return true;
    policy_values_of(then, policy, n->sight.gone, o->choices, o->count, o->values);
    for (int i = 0; i < o->count; i++)
        o->best = o->values[i] > o->values[o->best] ? i : o->best;
    return true;
}

static double noted_chance(const struct noted *o, const struct bot_note *n, int bluffs,
                           const struct manner *m)
{
    if (o->chosen < 0)
        return (n->card == MAZO_WILD_FOUR ? bluffs : m->careless) / 65536.0;
    uint32_t sum = 0, mine = 0;
    for (int i = 0; i < o->count; i++) {
        uint32_t part = decay((o->values[o->best] - o->values[i]) / m->step);
        sum += part;
        mine = i == o->chosen ? part : mine;
    }
    return ((double)mine / sum * (65536 - m->careless) + (double)m->careless / o->count) / 65536.0;
}

/* The chance of the noted choice with the hand of deal's seat as it stands. */
static double choice_chance(const struct mazo_game *then, const struct bot_note *n,
                            const struct policy *policy, int bluffs)
{
    struct noted o;
    return find_noted(then, n, policy, &o) ? noted_chance(&o, n, bluffs, &manners[BELIEFS_LOOSELY])
                                           : 1;
}

/* In 65536ths, how often a Wild Draw Four of this seat was a bluff. */
static int bluffs_of(const struct bot_beliefs *m, int seat)
{
    return (6553 + 65536 * m->guilty[seat]) / (1 + m->guilty[seat] + m->innocent[seat]);
}

double beliefs_manner(const struct bot_beliefs *m, int seat, int manner)
{
    return manner == BELIEFS_STRICTLY ? m->strict[seat] : 1 - m->strict[seat];
}

void beliefs_learn(struct bot_beliefs *m, int seat, double strict)
{
    const double doubt = 0.05; /* anyone may change */
    m->strict_now[seat] = strict < doubt ? doubt : strict > 1 - doubt ? 1 - doubt : strict;
}

/* A jump-in was not chosen among the cards of a turn. */
void beliefs_chances(const struct bot_beliefs *m, const struct mazo_game *then,
                     const struct bot_note *n, const struct policy *policy,
                     double out[BELIEFS_MANNERS])
{
    struct noted o;
    for (int i = 0; i < BELIEFS_MANNERS; i++)
        out[i] = 1;
    if (n->seat != n->sight.turn || !find_noted(then, n, policy, &o))
        return;
    for (int i = 0; i < BELIEFS_MANNERS; i++)
        out[i] = noted_chance(&o, n, bluffs_of(m, n->seat), &manners[i]);
}

/* A hand being rewound to the start of the round. */
struct rewound {
    struct mazo_game then;
    int seat;
    int count;
    mazo_card cards[MAZO_CARDS_MAX]; /* the hand, in no order */
};

static void take_hand(struct rewound *r, const struct mazo_game *deal, int seat)
{
    r->then = *deal;
    r->seat = seat;
    r->count = 0;
    for (uint64_t rest = deal->have[seat]; rest; rest &= rest - 1) {
        mazo_card card = (mazo_card)__builtin_ctzll(rest);
        for (int i = deal->copies[seat][card]; i > 0; i--)
            r->cards[r->count++] = card;
    }
}

/* Remove a drawn card of these kinds, each in the hand equally likely. Returns how likely such a
 * card was to be drawn. */
static double undraw(struct rewound *r, uint64_t kinds, uint64_t *dice)
{
    const double hardly = 0.001; /* a player may have overlooked it */
    int some = 0, chosen = 0;
    if (r->count == 0)
        return 1;
    for (int i = 0; i < r->count; i++)
        if (kinds >> r->cards[i] & 1 && mazo_fast_below(dice, (uint32_t)++some) == 0)
            chosen = i;
    double chance = some ? (double)some / r->count : hardly;
    mazo_take_card(&r->then, r->seat, r->cards[chosen]);
    r->cards[chosen] = r->cards[--r->count];
    return chance;
}

/* Rewind to a note: cards drawn since leave the hand, the card played comes back. */
static double rewind_to(struct rewound *r, const struct bot_note *n, int since, uint64_t *dice)
{
    double chance = 1;
    for (; since > 1; since--)
        undraw(r, UINT64_MAX, dice);
    if (since == 1) {
        uint64_t kinds = n->fresh == BOT_FRESH_MISFIT ? ~n->sight.fits
                         : n->fresh == BOT_FRESH_KEPT ? n->sight.fits
                                                      : UINT64_MAX;
        chance = undraw(r, kinds, dice);
    }
    if (n->card != MAZO_CARD_NONE) {
        mazo_put_card(&r->then, r->seat, n->card);
        r->cards[r->count++] = n->card;
    }
    return chance;
}

void beliefs_restore(struct mazo_game *g, const struct bot_note *n)
{
    g->phase = n->sight.phase == MAZO_PHASE_struck ? MAZO_PHASE_struck : MAZO_PHASE_play;
    g->direction = n->sight.direction;
    int next = mazo_seat_after(&g->pub, n->seat);
    g->fits = n->sight.fits;
    g->color = n->sight.color;
    if (n->seat == n->sight.turn) { /* a player who jumps in has another one after them */
        g->declined[next] = n->sight.declined;
        g->declined_since[next] = n->sight.since;
    }
    memcpy(g->size, n->sight.size, sizeof g->size);
}

/* Walk the seat's choices backwards. */
double beliefs_likelihood(const struct bot_beliefs *m, const struct mazo_game *deal, int seat,
                          const struct policy *policy, uint64_t *dice)
{
    struct rewound r;
    int used = 0, drawn = m->drawn[seat];
    int bluffs = bluffs_of(m, seat);
    double product = 1;
    take_hand(&r, deal, seat);
    r.then.turn = (uint8_t)seat;
    for (int i = m->note_count - 1; i >= 0 && used < NOTES_USED; i--) {
        const struct bot_note *n = &m->notes[i];
        if (n->seat == seat) {
            product *= rewind_to(&r, n, drawn - n->drawn, dice);
            beliefs_restore(&r.then, n);
            product *= choice_chance(&r.then, n, policy, bluffs);
            drawn = n->drawn;
            used++;
        }
    }
    return product;
}
