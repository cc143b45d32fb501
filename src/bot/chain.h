/*
 * chain.h - a deal that is changed, card by card, towards what the others' choices say.
 *
 * Of every card that another player holds, or has played where a note tells of it, the chain knows since when
 * it has been in the hand: so the hand at each noted choice is known, and how likely the choice was with it. A
 * move exchanges a hidden card with one of the pile or of another hand, or the times at which two cards of a hand
 * came; the worse it explains what was seen, the seldomer it is made (Metropolis). Moved long enough, a chain
 * stands at every deal as often as that deal is likely.
 */
#ifndef MAZO_CHAIN_H
#define MAZO_CHAIN_H

#include "bot/beliefs.h"
#include "bot/policy.h"

enum {
    CHAIN_NOTES = 24, /* the newest notes of a seat that count */
    CHAIN_HELD = 255, /* after all notes */
    CHAIN_CARDS = MAZO_CARDS_MAX + CHAIN_NOTES
};

struct chain_card {
    mazo_card card;
    uint8_t since; /* how many cards the seat had drawn when it came; 0: from the start */
    uint8_t until; /* the note with which it was played, or CHAIN_HELD */
};

/* What one note says about the hand at that time. */
struct chain_word {
    double chance[BELIEFS_MANNERS]; /* of the choice, by the manner of playing */
    double fresh;                   /* of the card that was drawn next */
};

struct chain_seat {
    int seat, notes;
    int held, count; /* cards still held, which come first; all cards */
    const struct bot_note *note[CHAIN_NOTES];
    struct chain_card cards[CHAIN_CARDS];
    struct chain_word words[CHAIN_NOTES];
    double likelihood;
};

struct chain {
    const struct bot_beliefs *beliefs;
    const struct policy *policy;
    struct mazo_game then; /* to look at a choice from */
    int players, held;     /* cards of all others */
    struct chain_seat player[MAZO_SEATS_MAX];
    int pile_count;
    mazo_card pile[MAZO_CARDS_MAX];
};

/* Start from a deal of mazo_resample's, or one made of them. */
BOT void chain_begin(struct chain *c, const struct bot_beliefs *m, const struct mazo_game *deal,
                     int self, const struct policy *policy, uint64_t *dice);

/* Make some moves. */
BOT void chain_move(struct chain *c, int moves, uint64_t *dice);

/* How likely each seat plays strictly, as the chain stands. */
BOT double chain_strict(const struct chain *c, const struct chain_seat *p);

/* Write the chain's current deal; `out` is a deal of the same view. */
BOT void chain_write(const struct chain *c, struct mazo_game *out);

#endif
