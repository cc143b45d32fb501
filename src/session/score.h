/*
 * score.h - how a round and a match ended, as lines of text.
 */
#ifndef MAZO_SCORE_H
#define MAZO_SCORE_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/game.h"
#include "text/text.h"

enum { SCORE_ROUNDS_MAX = 200, SCORE_LINES_MAX = 96, SCORE_LINE_MAX = 400 };

/* The results of a match's rounds. */
struct score_book {
    int seats;
    int rounds; /* that are over */
    int32_t total[SCORE_ROUNDS_MAX]
                 [MAZO_SEATS_MAX];    /* after each; the last ones when there are more */
    int first;                        /* number of the first one kept, from 1 */
    uint8_t winner[SCORE_ROUNDS_MAX]; /* or MAZO_SEAT_NONE: blocked */
    /* the last round: */
    int32_t gained[MAZO_SEATS_MAX];
    int32_t held_points[MAZO_SEATS_MAX]; /* -1: not counted */
    uint8_t held_count[MAZO_SEATS_MAX];
    mazo_card held[MAZO_SEATS_MAX][MAZO_CARDS_MAX / 2]; /* the cards each was left with */
};

struct score_lines {
    bool aloud; /* set by the front end: sentences to be read aloud */
    int count;
    char line[SCORE_LINES_MAX][SCORE_LINE_MAX];
};

void score_begin(struct score_book *book, int seats);

/* Join a match in progress: earlier rounds are unknown. */
void score_join(struct score_book *book, const struct mazo_game *g);

/* Follow the events of a command, and the game after it. */
void score_hear(struct score_book *book, const struct mazo_game *g, const struct mazo_events *ev);

/* All of a match file that replays; false where it does not. */
bool score_read(struct score_book *book, const char *text, size_t len);

/* Who has won the round, and the points card by card. `reader` is addressed as "you";
 * MAZO_SPECTATOR: nobody. */
void score_round(const struct score_book *book, const struct mazo_game *g, enum text_lang lang,
                 const char *const *names, int reader, struct score_lines *out);

/* The match so far, a sentence for each seat: "Ana has 547 of 500 points.". */
void score_totals(const struct score_book *book, const struct mazo_game *g, enum text_lang lang,
                  const char *const *names, int reader, struct score_lines *out);

/* "Ana, Luis and Eva": the names of these seats (bits). */
void score_names(enum text_lang lang, const char *const *names, unsigned seats, char *buf,
                 size_t size);

/* "Ana wins the match with 512 points.": who has won (and lost) it. */
void score_match(const struct score_book *book, const struct mazo_game *g, enum text_lang lang,
                 const char *const *names, int reader, struct score_lines *out);

/* And one more line, if a bot has played for some of them (bits) to the end of the match. */
void score_stood_in(const struct mazo_game *g, unsigned seats, enum text_lang lang,
                    const char *const *names, int reader, struct score_lines *out);

#endif
