/*
 * lesson.h - the lesson: prepared positions, each with one thing to learn by doing it.
 *
 * What is taught is a table of steps (lesson_steps.c). lesson.c watches one of
 * them: it lets wrong commands go to the table, which says why not, and stops
 * those that are allowed but are not what the step is about.
 */
#ifndef MAZO_LESSON_H
#define MAZO_LESSON_H

#include "mazo/game.h"
#include "terminal/guide.h"
#include "terminal/session.h"

enum { LESSON_WANTS_MAX = 3, LESSON_TEXT_MAX = 700, LESSON_SEATS = 3 };

/* A command that the step waits for. */
struct lesson_want {
    uint8_t type;    /* enum mazo_command_type */
    uint8_t card;    /* MAZO_CARD_NONE: any */
    uint8_t color;   /* MAZO_COLOR_NONE: any, or none */
    uint8_t who;     /* MAZO_SEAT_NONE: any, or none */
    bool uno;        /* UNO is said with it, or has been said */
    const char *say; /* N_ text: what to do; "%c" is the key of `key` */
    const char *key; /* the label in the key line whose first letter it is, or NULL */
};

struct lesson_step {
    const char *title;          /* N_ text */
    const char *opening;        /* a line as in docs/notation.md; the learner has seat 0 */
    struct mazo_command before; /* done before the learner sees it; type MAZO_CMD_COUNT: nothing */
    int want_count;
    struct lesson_want want[LESSON_WANTS_MAX]; /* one after the other */
    const char *wrong; /* N_ text: what is said to another command that the table would take */
    const char *after; /* N_ text: what has happened */
};

extern const struct lesson_step lesson_steps[];
extern const int lesson_step_count;

/* A step that is being learnt. */
struct lesson {
    enum text_lang lang;
    int number; /* of the step, from 0 */
    const struct lesson_step *step;
    int done;          /* commands of `want` that have been given */
    bool scolded;      /* the last one was not what the step is about */
    bool given;        /* a right one has gone to the table */
    uint32_t commands; /* the table's number then */
    char text[LESSON_TEXT_MAX];
};

/* Set up the step's position at the session's table. False: the position is not right, and why. */
bool lesson_begin(struct lesson *l, struct session *s, enum text_lang lang, int number,
                  uint64_t now, struct wire_error *why);

/* The teacher for the game screen. */
struct game_guide lesson_guide(struct lesson *l);

#endif
