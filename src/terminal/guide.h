/*
 * guide.h - a teacher behind the player's back: how the lesson uses the game screen.
 *
 * game_options has a pointer to one, NULL in every match. The screen shows its
 * caption in a frame above the hand, and asks it before a command of the person
 * goes to the table. When it says that the step is done the screen is drawn
 * once more (the caption has changed: it says what happened), waits for one key
 * or click, does nothing else with it, and leaves with GAME_OVER. No bot moves,
 * no dialog of the end of a round opens meanwhile. Leaving by `q` needs no question.
 */
#ifndef MAZO_GUIDE_H
#define MAZO_GUIDE_H

#include <stdbool.h>
#include "table/table.h"

struct game_guide {
    /* What to do now, at most three lines of 76 columns; asked whenever it is drawn. */
    const char *(*caption)(void *ear);
    /* Shall the person's command go to the table? False: it is dropped, and the caption says why. */
    bool (*allows)(void *ear, const struct table *t, const struct mazo_command *c);
    /* Asked after every accepted command and every refusal: is the step done? */
    bool (*is_over)(void *ear, const struct table *t);
    void *ear;
};

#endif
