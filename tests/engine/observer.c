/*
 * observer.c - what each player at a table can rightly remember.
 */
#include "engine/observer.h"

#include <string.h>

bool observer_may_see(const struct mazo_event *e, int viewer)
{
    bool is_seat = viewer < MAZO_SEATS_MAX && viewer == e->seat;
    bool is_who = viewer < MAZO_SEATS_MAX && viewer == e->who;
    switch (e->type) {
    case MAZO_EVENT_dealt: /* a hand, and what is drawn, are their owner's business */
    case MAZO_EVENT_drew:
        return is_seat;
    case MAZO_EVENT_shown: /* W5: only the challenger */
        return is_who;
    case MAZO_EVENT_gave:
    case MAZO_EVENT_took:
        return is_seat || is_who;
    default: /* all others lie on the table */
        return true;
    }
}

void observer_clear(struct observer *m, int seats)
{
    memset(m, 0, sizeof *m);
    m->seats = seats;
}

static void lose_one(uint8_t *count, int n) { *count = (uint8_t)(*count > n ? *count - n : 0); }

/* A card leaves a hand for everybody to see. */
static void card_goes(struct observer *m, int seat, mazo_card card)
{
    m->hand[seat][card]--;
    for (int viewer = 0; viewer < MAZO_SEATS_MAX; viewer++)
        lose_one(&m->known[viewer][seat][card], 1);
}

static void cards_go(struct observer *m, const struct mazo_event *e, const mazo_card *cards)
{
    for (int i = 0; i < e->count; i++)
        card_goes(m, e->seat, cards[i]);
}

static void cards_come(struct observer *m, const struct mazo_event *e, const mazo_card *cards)
{
    for (int i = 0; i < e->count; i++)
        m->hand[e->seat][cards[i]]++;
}

/* Cards go from hand to hand, and only the two see which. */
static void cards_move(struct observer *m, int from, int to, const struct mazo_event *e,
                       const mazo_card *cards)
{
    for (int i = 0; i < e->count; i++) {
        m->hand[from][cards[i]]--;
        m->hand[to][cards[i]]++;
        m->known[from][to][cards[i]]++;
        lose_one(&m->known[to][from][cards[i]], 1);
    }
    for (int viewer = 0; viewer < MAZO_SEATS_MAX; viewer++)
        for (int card = 0; viewer != to && card < MAZO_KIND_COUNT; card++)
            lose_one(&m->known[viewer][from][card], e->count); /* it may have been any of them */
}

static void hand_is_seen(struct observer *m, const struct mazo_event *e, const mazo_card *cards)
{
    uint8_t *known = m->known[e->who][e->seat];
    memset(known, 0, MAZO_KIND_COUNT);
    for (int i = 0; i < e->count; i++)
        known[cards[i]]++;
}

static void card_is_seen(struct observer *m, int seat, mazo_card card)
{
    for (int viewer = 0; viewer < MAZO_SEATS_MAX; viewer++) {
        uint8_t *known = &m->known[viewer][seat][card];
        *known = *known ? *known : 1;
    }
}

/* Every hand goes to the seat to[seat]; what is known goes with it, and
 * the player who had it knows all of it. */
static void hands_travel(struct observer *m, const int to[])
{
    static struct observer old; /* big, and tests have one thread */
    old = *m;
    for (int seat = 0; seat < m->seats; seat++) {
        memcpy(m->hand[to[seat]], old.hand[seat], sizeof(observer_hand));
        for (int viewer = 0; viewer < m->seats; viewer++) {
            bool own = viewer == seat;
            memcpy(m->known[viewer][to[seat]], own ? old.hand[seat] : old.known[viewer][seat],
                   sizeof(observer_hand));
        }
    }
}

static void hands_swap_or_rotate(struct observer *m, const struct mazo_event *e)
{
    int to[MAZO_SEATS_MAX];
    for (int seat = 0; seat < m->seats; seat++) {
        to[seat] = seat;
        if (e->type == MAZO_EVENT_rotated)
            to[seat] = (seat + (e->detail ? 1 : m->seats - 1)) % m->seats;
        else if (seat == e->seat)
            to[seat] = e->who;
        else if (seat == e->who)
            to[seat] = e->seat;
    }
    hands_travel(m, to);
}

static void follow_one(struct observer *m, const struct mazo_event *e, const mazo_card *cards)
{
    switch (e->type) {
    case MAZO_EVENT_dealer:
        observer_clear(m, m->seats);
        break;
    case MAZO_EVENT_dealt:
    case MAZO_EVENT_drew:
        cards_come(m, e, cards);
        break;
    case MAZO_EVENT_played:
        card_goes(m, e->seat, e->card);
        break;
    case MAZO_EVENT_threw:
    case MAZO_EVENT_discarded:
        cards_go(m, e, cards);
        break;
    case MAZO_EVENT_gave:
        cards_move(m, e->seat, e->who, e, cards);
        break;
    case MAZO_EVENT_took:
        cards_move(m, e->who, e->seat, e, cards);
        break;
    case MAZO_EVENT_shown:
        hand_is_seen(m, e, cards);
        break;
    case MAZO_EVENT_misplayed:
        card_is_seen(m, e->seat, e->card);
        break;
    case MAZO_EVENT_swapped:
    case MAZO_EVENT_rotated:
        hands_swap_or_rotate(m, e);
        break;
    default:
        break;
    }
}

void observer_follow(struct observer *m, const struct mazo_events *ev)
{
    for (int i = 0; i < ev->count; i++)
        follow_one(m, &ev->at[i], ev->cards + ev->at[i].first);
}
