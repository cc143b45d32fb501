/*
 * game.h - the game screen: one match, played by the people at this terminal.
 */
#ifndef MAZO_TERMINAL_GAME_H
#define MAZO_TERMINAL_GAME_H

#include "session/session.h"
#include "terminal/screen/term.h"

/* Play a match on the screen: session_new or session_resume has dealt. */
enum play_end terminal_play(struct term *term, struct session *session);

/* The same with a teacher: PLAY_OVER when the teacher says that the step is done. */
struct game_guide;
enum play_end terminal_play_guided(struct term *term, struct session *session,
                                   const struct game_guide *guide);

#endif
