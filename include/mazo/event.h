/*
 * event.h - what happened, in order, for logs, screens and networks.
 *
 * The caller owns a list; the functions that change a game fill it. It holds
 * every card: before an event goes to a player it must pass through
 * mazo_event_for, which hides what that seat may not see.
 */
#ifndef MAZO_EVENT_H
#define MAZO_EVENT_H

#include <stdbool.h>
#include <stdint.h>
#include "mazo/card.h"
#include "mazo/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

enum mazo_event_type {
#define MAZO_X_EVENT(name, fields, sees, sentence) MAZO_EVENT_##name,
#include "mazo/events.def"
    MAZO_EVENT_COUNT
};

enum { MAZO_EVENTS_MAX = 640, MAZO_EVENT_CARDS_MAX = 2048 };

/* Why cards are drawn. */
enum mazo_reason {
#define MAZO_X_REASON(name, words) MAZO_FOR_##name,
#include "mazo/reasons.def"
    MAZO_REASON_COUNT
};

struct mazo_event {
    uint8_t type;   /* enum mazo_event_type */
    uint8_t seat;   /* the player it is about */
    uint8_t who;    /* the other seat, if there is one */
    uint8_t card;   /* MAZO_CARD_NONE if hidden or absent */
    uint8_t color;  /* a color */
    uint8_t detail; /* face, rule card, error, yes, uno, direction or reason */
    uint16_t count; /* of cards, or another number */
    uint16_t points;
    uint16_t first; /* where its cards begin in the list */
    bool has_cards; /* false if they are hidden: then there is only `count` */
};

struct mazo_events {
    uint16_t count;
    uint16_t card_count;
    bool cut_short; /* the list was full; the game itself is right */
    struct mazo_event at[MAZO_EVENTS_MAX];
    mazo_card cards[MAZO_EVENT_CARDS_MAX]; /* the cards of all events */
};

static inline void mazo_events_clear(struct mazo_events *ev)
{
    ev->count = ev->card_count = 0, ev->cut_short = false;
}

/* The event as `seat` (or MAZO_SPECTATOR) may see it, in *out. */
void mazo_event_for(const struct mazo_event *event, int seat, struct mazo_event *out);

/* "drew", and its field letters from events.def; NULL if there is no such type. */
const char *mazo_event_name(int type);
const char *mazo_event_fields(int type);
const char *mazo_reason_name(int reason);

#ifdef __cplusplus
}
#endif

#endif
