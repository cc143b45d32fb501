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

/* The menu: *setup becomes what the person wants. `unfinished` is the match played last that can be
 * resumed, or NULL. After MENU_RESUME `resume` is the file of the match, this one or another
 * from the shelf. The lesson is started from here, and comes back here. */
enum menu_choice terminal_menu(struct term *term, struct game_setup *setup,
                               const struct save_info *unfinished, char resume[SAVE_PATH_MAX]);

/* Ask for the person's name, the first time. True: remember it. */
bool terminal_name(struct term *term, struct game_setup *setup);

/* The lesson for who has never played; false: the terminal is gone. *plays: and now a game. */
bool terminal_lesson(struct term *term, enum text_lang lang, const struct mazo_rules *next,
                     bool *plays);

/* The tables of a server on the screen: remote_open has called it. Until the person has had enough or
 * the server has (remote->state is REMOTE_ENDED then). False: the terminal is gone. */
struct remote;
bool terminal_remote(struct term *term, struct remote *remote);

#endif
