/*
 * guide.h - a teacher behind the player's back: how the lesson uses the game screen.
 *
 * terminal_play_guided has a pointer to one. The screen shows its
 * caption in a frame beside the piles, and asks it before a command of the person
 * goes to the table. When it says that the step is done the screen is drawn
 * once more (the caption has changed: it says what happened), waits for Enter
 * or a click, and leaves with PLAY_OVER. No bot moves, no page about the end of a
 * round opens until then. Leaving by `q` (PLAY_LEFT) needs no question.
 */
#ifndef MAZO_GUIDE_H
#define MAZO_GUIDE_H

#include <stdbool.h>
#include "table/table.h"

struct game_guide {
    /* The instruction, in a few lines; asked at every drawing. */
    const char *(*caption)(void *ctx);
    /* May the person's command go to the table? False: it is dropped, and the caption says why. */
    bool (*allows)(void *ctx, const struct table *t, const struct mazo_command *c);
    /* Asked after anything that may have happened: is the step done? */
    bool (*is_over)(void *ctx, const struct table *t);
    void *ctx;
};

#endif
