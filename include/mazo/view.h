/*
 * view.h - what one seat may know.
 *
 * A view holds no card that the seat has not been shown. Bots and clients get
 * views, never games. Two games that differ only in cards the seat cannot see
 * give it the same view, byte for byte.
 */
#ifndef MAZO_VIEW_H
#define MAZO_VIEW_H

#include "mazo/game.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mazo_view {
    struct mazo_rules rules;
    uint8_t seat; /* whose view; or MAZO_SPECTATOR */
    uint8_t seats;
    uint8_t phase, turn, dealer, beginner;
    int8_t direction;
    uint8_t top, color;
    uint8_t pending, striker;
    bool challengeable;
    uint8_t color_before;
    uint8_t draw_count, discard_count;
    uint8_t size[MAZO_SEATS_MAX];        /* cards in each hand */
    uint8_t hand[MAZO_KIND_COUNT];       /* this seat's cards, by kind */
    uint8_t discards[MAZO_KIND_COUNT];   /* the discard pile, by kind, the top card included */
    uint8_t drawn;                       /* phase drawn, this seat's turn: the card */
    bool must;                           /* and it must be played */
    uint16_t said, catchable, lose_turn; /* bits */
    uint16_t passes;                     /* bits */
    uint8_t accuser, accused;
    uint16_t voted, voted_yes;
    uint8_t purpose, lever, actor, rule_card, effect, target, owed;
    bool lever_opens;
    uint8_t each_left;
    int8_t each_direction;
    uint8_t run_draws;
    bool run_skips;
    uint16_t written;
    uint8_t rule_card_count;
    uint8_t rules_seen; /* bits */
    uint8_t dispenser_count, used_count;
    uint8_t used[MAZO_RULE_CARDS_MAX]; /* rule cards that everybody has seen */
    struct mazo_rule_card
        rule_cards[MAZO_RULE_CARDS_MAX]; /* this seat's and those seen; otherwise empty */
    uint16_t round;
    uint8_t round_winner;
    uint16_t winners, losers;
    int32_t scores[MAZO_SEATS_MAX];
    uint64_t declined[MAZO_SEATS_MAX]; /* see struct mazo_game */
    uint8_t declined_since[MAZO_SEATS_MAX];
    uint64_t shown[MAZO_SEATS_MAX]; /* kinds this seat knows the others to hold */
};

/* Fill *out with the game as `seat` (or MAZO_SPECTATOR) sees it. Returns false, and sets *out
 * to zeros, if there is no such seat. */
bool mazo_view_of(const struct mazo_game *g, int seat, struct mazo_view *out);

/* NULL, or what is wrong with this view: for views from outside. */
const char *mazo_view_check(const struct mazo_view *view);

/* A game that the seat could be in: what the view shows is as it is, what it
 * hides is dealt at random. Every deal that agrees with the counts and with
 * the cards known to be held is equally likely. *dice is a mazo_fast state.
 * The view comes from mazo_view_of, or has passed mazo_view_check. */
void mazo_resample(const struct mazo_view *view, uint64_t *dice, struct mazo_game *out);

#ifdef __cplusplus
}
#endif

#endif
