/*
 * book.h - a bookkeeper that sees only the events of a match.
 *
 * From what is told it works out every hand, both piles, the color, the
 * direction, whose turn it is, who has said UNO, the points and the end of the
 * match, by docs/sheets.md and not by the engine's code, and holds the game against
 * that after every command.
 */
#ifndef MAZO_BOOK_H
#define MAZO_BOOK_H

#include "mazo/mazo.h"

/* Where the next Reverse that is told comes from. */
enum book_reverse { BOOK_BY_EFFECT, BOOK_BY_CARD, BOOK_BY_FIRST_CARD };

struct book {
    struct mazo_rules rules;
    int seats;
    uint8_t deck[MAZO_KIND_COUNT]; /* cards of each kind in the game */
    int deck_size;
    uint8_t hands[MAZO_SEATS_MAX][MAZO_KIND_COUNT];
    int size[MAZO_SEATS_MAX];
    uint8_t played_from[MAZO_KIND_COUNT]; /* the hand that the last card was played from */
    int thrown;        /* what the cards thrown by this command make the next player draw, or -1 */
    int draw, discard; /* cards in the piles */
    int shuffles;      /* T5: of the discards in this round; one of few cards counts eight times */
    int top, color, direction;
    int cursor; /* whose turn was the last one */
    int dealer, beginner, actor, round;
    bool lever_opens; /* S9 is under way */
    enum book_reverse reverse;
    unsigned said, catchable; /* bits */
    int dispenser, rule_card; /* cards in it; one that is out, or -1 */
    int winner;               /* of the round, or -1 */
    bool match_over;
    int32_t told[MAZO_SEATS_MAX];   /* points by the events */
    int32_t scores[MAZO_SEATS_MAX]; /* points by the hands */
    char fault[160];
};

void book_open(struct book *b, const struct mazo_rules *rules, int seats);

/* Enter what a command did (NULL: the beginning of the match) and compare.
 * NULL, or what does not agree. */
const char *book_follow(struct book *b, const struct mazo_command *c,
                        const struct mazo_game *before, const struct mazo_events *ev,
                        const struct mazo_game *after);

#endif
