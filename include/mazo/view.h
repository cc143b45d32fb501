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
    __extension__ union {
        struct mazo_public pub;
        __extension__ struct { /* the same bytes, so that v->turn is v->pub.turn */
#define MAZO_X_PUBLIC(storage, name, kind, most, first, until) storage name;
#define MAZO_X_PUBLIC_LIST(storage, name, count) storage name[count];
#include "mazo/public.def"
            struct mazo_rules rules;
        };
    };
    uint8_t seat;                      /* whose view; or MAZO_SPECTATOR */
    uint8_t drawn;                     /* phase drawn, this seat's turn: the card */
    bool must;                         /* and it must be played */
    uint8_t hand[MAZO_KIND_COUNT];     /* this seat's cards, by kind */
    uint8_t discards[MAZO_KIND_COUNT]; /* the discard pile, by kind, the top card included */
    struct mazo_rule_card
        rule_cards[MAZO_RULE_CARDS_MAX]; /* this seat's and those seen; otherwise empty */
    uint64_t shown[MAZO_SEATS_MAX];      /* kinds this seat knows the others to hold */
};

/* Fill *out with the game as `seat` (or MAZO_SPECTATOR) sees it. Returns false, and sets *out
 * to zeros, if there is no such seat. */
bool mazo_view_of(const struct mazo_game *g, int seat, struct mazo_view *out);

/* NULL, or what is wrong with this view: for views from outside. */
const char *mazo_view_check(const struct mazo_view *view);

/* A game that the seat could be in: what the view shows stays, what it
 * hides is dealt at random. Every deal that agrees with the counts and with
 * the cards known to be held is equally likely. *dice is a mazo_fast state.
 * The view comes from mazo_view_of, or has passed mazo_view_check. */
void mazo_resample(const struct mazo_view *view, uint64_t *dice, struct mazo_game *out);

/* A deal put together from several of the same view. Count what `seat` does not see in one of
 * them; take the others' hands out of that, from any of them (false: some of the cards are no
 * longer there, or the hands are not of one size); put the rest on the draw pile. */
void mazo_count_hidden(const struct mazo_game *deal, int seat, uint8_t hidden[MAZO_KIND_COUNT]);
bool mazo_take_hand(struct mazo_game *deal, const struct mazo_game *from, int seat,
                    uint8_t hidden[MAZO_KIND_COUNT]);
void mazo_pile_hidden(struct mazo_game *deal, const uint8_t hidden[MAZO_KIND_COUNT]);

/* Put a card into a hand of a deal, or take one out, to look back at what the hand was. They return
 * false and change nothing if the seat or the card does not exist, or the deal is full. Call
 * mazo_check before you play on from such a deal. */
bool mazo_put_card(struct mazo_game *deal, int seat, mazo_card card);
bool mazo_take_card(struct mazo_game *deal, int seat, mazo_card card);

/* May the view's seat play a Wild Draw Four cleanly now (W1 to W3)? */
bool mazo_view_is_clean(const struct mazo_view *view);

#ifdef __cplusplus
}
#endif

#endif
