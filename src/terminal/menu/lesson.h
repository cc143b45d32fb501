/*
 * lesson.h - the lesson (table/lesson.h) on the game screen.
 */
#ifndef MAZO_TERMINAL_LESSON_H
#define MAZO_TERMINAL_LESSON_H

#include "table/lesson.h"
#include "terminal/game/guide.h"
#include "session/session.h"

enum { TUTOR_TEXT_MAX = 700 };

/* A step, and what the frame beside the piles says of it. */
struct tutor {
    struct lesson lesson;
    enum text_lang lang;
    char text[TUTOR_TEXT_MAX];
};

/* Set up the step at the session's table. False: its position is not right, and why. */
bool tutor_begin(struct tutor *tutor, struct session *s, enum text_lang lang, int number,
                 uint64_t now, struct wire_error *why);

/* The teacher for the game screen. */
struct game_guide tutor_guide(struct tutor *tutor);

#endif
