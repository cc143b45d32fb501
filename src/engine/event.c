/*
 * event.c - lists of what happened, and what each seat may see of them.
 */
#include "core.h"

/* Who sees card and cards of an event: a all, s the seat, w `who`, b both. */
static const char sees_cards[MAZO_EVENT_COUNT] = {
#define MAZO_X_EVENT(name, fields, sees, sentence) #sees[0],
#include "mazo/events.def"
};

void mazo_event_for(const struct mazo_event *event, int seat, struct mazo_event *out)
{
    *out = *event;
    char sees = event->type < MAZO_EVENT_COUNT ? sees_cards[event->type] : 's';
    bool is_seat = seat == event->seat, is_who = seat == event->who;
    if (sees == 'a' || (is_seat && sees != 'w') || (is_who && sees != 's'))
        return;
    out->card = MAZO_CARD_NONE;
    out->has_cards = false;
    out->first = 0;
}

/* If the list is full the event is dropped, and the list says so. */
HOT struct mazo_event *event_add(struct mazo_events *ev, int type, int seat)
{
    if (ev->count >= MAZO_EVENTS_MAX) {
        ev->cut_short = true;
        return NULL;
    }
    static const struct mazo_event blank_event = {.who = MAZO_SEAT_NONE,
                                                  .card = MAZO_CARD_NONE,
                                                  .color = MAZO_COLOR_NONE};
    struct mazo_event *e = &ev->at[ev->count++];
    *e = blank_event;
    e->type = (uint8_t)type;
    e->seat = (uint8_t)seat;
    e->first = ev->card_count;
    return e;
}

void event_card(struct mazo_events *ev, mazo_card card)
{
    if (ev->cut_short || ev->card_count >= MAZO_EVENT_CARDS_MAX) {
        ev->cut_short = true;
        return;
    }
    struct mazo_event *e = &ev->at[ev->count - 1];
    ev->cards[ev->card_count++] = card;
    e->has_cards = true;
    e->count++;
}

/* The event with a whole hand: its kinds, and how many of each. */
void tell_hand(struct mazo_events *ev, int type, int seat, int who, uint64_t kinds,
               const uint8_t copies[MAZO_KIND_COUNT])
{
    struct mazo_event *e = ev ? event_add(ev, type, seat) : NULL;
    if (!e)
        return;
    e->who = (uint8_t)who;
    e->has_cards = true;
    uint64_t colored = kinds & ~MAZO_WILDS, wild = kinds & MAZO_WILDS;
    for (uint64_t rest = colored; rest || wild; rest &= rest - 1) {
        if (!rest) { /* wilds last, as people sort them */
            rest = wild;
            wild = 0;
        }
        mazo_card card = lowest_card(rest);
        for (int n = copies[card]; n > 0; n--)
            event_card(ev, card);
    }
}

HOT void tell_played(const struct mazo_game *g, int seat, bool uno, struct mazo_events *ev)
{
    struct mazo_event *e = event_add(ev, MAZO_EVENT_played, seat);
    if (!e)
        return;
    e->card = g->top;
    e->color = g->color;
    e->detail = uno && g->size[seat] == 1;
}
