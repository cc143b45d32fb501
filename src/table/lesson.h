/*
 * lesson.h - the lesson: prepared positions, each with one thing to learn by doing it.
 *
 * What is taught is a table of steps (lesson_steps.c). lesson.c watches one of
 * them: it lets wrong commands go to the table, which says why not, and stops
 * those that are allowed but are not what the step is about.
 *
 * Terminal and browser show the same steps. Their texts say what to do; how it
 * is done there, with which key or button, each front end adds (enum lesson_how).
 */
#ifndef MAZO_LESSON_H
#define MAZO_LESSON_H

#include "table/table.h"

enum { LESSON_WANTS_MAX = 2, LESSON_SEATS = 3 };

/* What a front end must explain, because it is new. */
enum lesson_how {
    LESSON_HOW_KNOWN, /* nothing */
    LESSON_HOW_CARD,
    LESSON_HOW_DRAW,
    LESSON_HOW_CHALLENGE,
    LESSON_HOW_UNO,
    LESSON_HOW_CATCH,
    LESSON_HOW_COUNT
};

/* A command that the step waits for. */
struct lesson_want {
    uint8_t type;      /* enum mazo_command_type */
    uint8_t card;      /* MAZO_CARD_NONE: any */
    uint8_t color;     /* MAZO_COLOR_NONE: any, or none */
    uint8_t who;       /* MAZO_SEAT_NONE: any, or none */
    bool uno;          /* UNO said with it, or before */
    uint8_t how;       /* enum lesson_how */
    const char *say;   /* N_ text: what to do */
    const char *wrong; /* N_ text: the answer to another command that the table would take; NULL:
                          it is allowed too, but */
};

struct lesson_step {
    const char *title;          /* N_ text */
    const char *opening;        /* a line as in docs/notation.md; the learner has seat 0 */
    struct mazo_command before; /* given before the learner begins; type MAZO_CMD_COUNT: none */
    int want_count;
    struct lesson_want want[LESSON_WANTS_MAX]; /* in this order */
    const char *after;                         /* N_ text: what has happened */
};

extern const struct lesson_step lesson_steps[];
extern const int lesson_step_count;

/* A step in progress. */
struct lesson {
    int number; /* of the step, from 0 */
    const struct lesson_step *step;
    int done;          /* commands of `want` that have been given */
    bool scolded;      /* the last command was not what the step is about */
    bool given;        /* a right command was sent to the table */
    bool said;         /* UNO, before the card */
    uint32_t commands; /* the table's command count then */
};

/* The texts for the learner. */
struct lesson_words {
    const char *title;
    const char *answer; /* to what the learner has just done, or "" */
    const char *text;   /* what to do, or what has happened; "" where the answer says it */
    enum lesson_how how;
};

/* Set up the step's position at a table fresh from table_init. Bots never move there. False: the
 * position is invalid, and why. */
bool lesson_begin(struct lesson *l, struct table *t, int number, uint64_t now,
                  struct wire_error *why);

/* May the learner's command go to the table? False: lesson_say answers it. */
bool lesson_allows(struct lesson *l, const struct table *t, const struct mazo_command *c);

/* Is the step done? Ask whenever something may have happened. */
bool lesson_is_over(struct lesson *l, const struct table *t);

struct lesson_words lesson_say(const struct lesson *l, enum text_lang lang);

#endif
