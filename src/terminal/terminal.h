/*
 * terminal.h - the game in the terminal: its front ends, and how they are started.
 *
 * `mazo` looks whether there is a terminal. terminal_run shows the menu and
 * plays on the screen, plain_run plays line by line; both end when the person
 * has had enough. They return an exit status.
 */
#ifndef MAZO_TERMINAL_H
#define MAZO_TERMINAL_H

#include "terminal/session.h"
#include "terminal/setup.h"
#include "terminal/term.h"

/* How a match at the terminal ended. */
enum play_end {
    PLAY_OVER, /* to its end */
    PLAY_LEFT, /* the person has left: the match can be gone on with */
    PLAY_GONE  /* hang-up, SIGTERM, end of input: leave the program too */
};

/* What is to be done after the menu. */
enum menu_choice { MENU_PLAY, MENU_RESUME, MENU_LEAVE };

/* The menu: *setup becomes what the person wants. `unfinished` is a match that can be gone on
 * with, or NULL. The lesson is started from here, and comes back here. */
enum menu_choice terminal_menu(struct term *term, struct game_setup *setup,
                               const struct save_info *unfinished);

/* Play a match on the screen: session_new or session_resume has dealt. */
enum play_end terminal_play(struct term *term, struct session *session);

/* The same line by line: reads file descriptor 0, writes to stdout. */
enum play_end plain_play(struct session *session);

#endif
