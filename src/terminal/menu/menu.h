/*
 * menu.h - what a person chooses before a game: the menu, the lesson, the tables of a server.
 */
#ifndef MAZO_MENU_H
#define MAZO_MENU_H

#include "session/save.h"
#include "session/setup.h"
#include "terminal/screen/term.h"

/* What to do after the menu. */
enum menu_choice { MENU_PLAY, MENU_DAILY, MENU_RESUME, MENU_LEAVE };

/* Shows the menu; *setup becomes what the person wants. `unfinished` is the latest match that can
 * be resumed, or NULL. After MENU_RESUME `resume` is the file to resume, this one or another past
 * match. The lesson runs from here. */
enum menu_choice terminal_menu(struct term *term, struct game_setup *setup,
                               const struct save_info *unfinished, char resume[SAVE_PATH_MAX]);

/* Ask for the person's name, the first time. True: remember it. */
bool terminal_name(struct term *term, struct game_setup *setup);

/* The lesson for new players; false: the terminal is gone. *plays: start a match now. */
bool terminal_lesson(struct term *term, enum text_lang lang, const struct mazo_rules *next,
                     bool *plays);

/* The tables of a server on the screen, after remote_open. Returns when the person leaves or the
 * server is gone (remote->state is REMOTE_ENDED then). False: the terminal is gone. */
struct remote;
bool terminal_remote(struct term *term, struct remote *remote);

#endif
