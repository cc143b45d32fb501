/*
 * coach_why.h - why the expert's choice was better, in words.
 *
 * Playouts know no reasons. What is said is what a strong player sees in the position, true of
 * it, and speaks for that choice against the other; where there is nothing, nothing is said.
 */
#ifndef MAZO_COACH_WHY_H
#define MAZO_COACH_WHY_H

#include <stddef.h>
#include "mazo/game.h"
#include "text/text.h"

/* The reason in the position `before` them: a sentence, or "". */
void coach_why(enum text_lang lang, const char *const *names, const struct mazo_game *before,
               const struct mazo_command *done, const struct mazo_command *best, char *buf,
               size_t size);

#endif
