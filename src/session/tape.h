/*
 * tape.h - a saved match that can be wound forward and back.
 *
 * It is checked once from end to end. On the way the game is kept at some
 * places, so that going back means going to the last such place and on from
 * there. However long the match is, there are at most TAPE_MARKS_MAX.
 */
#ifndef MAZO_TAPE_H
#define MAZO_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include "wire/match.h"

enum { TAPE_MARKS_MAX = 256, TAPE_FIRST_GAP = 32 };

/* The match after step `step`, and where the file continues. */
struct tape_mark {
    int step, line;
    size_t at;
    struct mazo_game game;
    struct say_texts texts;
};

struct tape {
    struct match_reader reader; /* at the present step; its play.events are that step's */
    int step;                   /* 0: after the opening */
    int last;                   /* the last step */
    bool cut;                   /* the file's last line is cut off and left out */
    int rounds;                 /* rounds that were begun */
    int *round_at;              /* for each, the step that dealt it */
    int gap, mark_count;        /* a mark every `gap` steps */
    struct tape_mark *marks;
};

/* Check `len` bytes of a match file, which must stay where they are, and stand at the opening.
 * False: damaged, see reader.line and reader.why, or no memory (then reader.why is empty). */
bool tape_open(struct tape *t, enum text_lang lang, const char *text, size_t len);
void tape_close(struct tape *t);

/* Wind to a step, or to the nearest that exists. */
void tape_go(struct tape *t, int step);

/* The round of the present step, counted from 0, and where a round begins. */
int tape_round(const struct tape *t);
int tape_round_start(const struct tape *t, int round);

#endif
