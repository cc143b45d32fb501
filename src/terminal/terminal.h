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
    PLAY_OVER,  /* to its end */
    PLAY_LEFT,  /* the person has left: the match can be resumed */
    PLAY_AGAIN, /* to its end, and once more with the same people */
    PLAY_GONE   /* hang-up, SIGTERM, end of input: leave the program too */
};

/* What is to be done after the menu. */
enum menu_choice { MENU_PLAY, MENU_RESUME, MENU_LEAVE };

/* The menu: *setup becomes what the person wants. `unfinished` is the newest match that can be
 * resumed, or NULL. After MENU_RESUME `resume` is the file of the match, this one or another
 * from the shelf. The lesson is started from here, and comes back here. */
enum menu_choice terminal_menu(struct term *term, struct game_setup *setup,
                               const struct save_info *unfinished, char resume[SAVE_PATH_MAX]);

/* Ask how the person is called, the first time. */
void terminal_name(struct term *term, struct game_setup *setup);

/* Play a match on the screen: session_new or session_resume has dealt. */
enum play_end terminal_play(struct term *term, struct session *session);

/* The same with a teacher: PLAY_OVER when the teacher says that the step is done. */
struct game_guide;
enum play_end terminal_play_guided(struct term *term, struct session *session,
                                   const struct game_guide *guide);

/* How the round or the match has ended, card by card, with a chart: shown by terminal_play when
 * a round is over. What the person wants then; nothing is done to the table. ENDING_DEALT: somebody
 * far away has dealt the next. */
enum ending_choice { ENDING_NEXT, ENDING_DEALT, ENDING_AGAIN, ENDING_MENU, ENDING_GONE };
enum ending_choice terminal_ending(struct term *term, struct session *session, int reader);

/* Somebody leaves a match. If it cannot be saved, the player is told and another place is
 * offered. True: leave. */
bool terminal_rescue(struct term *term, struct session *session);

/* `?`: the keys of the game (N_("Enter|lay the marked card"), NULL ends) and the rules of this
 * table in words. */
void terminal_help(struct term *term, enum text_lang lang, const char *const *keys,
                   const struct mazo_rules *rules);

/* The lesson for who has never played; false: the terminal is gone. *plays: and now a game. */
bool terminal_lesson(struct term *term, enum text_lang lang, bool *plays);

/* `mazo replay FILE` at a terminal: `text` is what is in the file. Returns an exit status;
 * -1: it does not replay, and nothing was shown. */
int terminal_replay(struct term *term, enum text_lang lang, const char *file, const char *text,
                    size_t len);

/* The tables of a server on the screen, and line by line: far_open has called it. Until the person
 * has had enough or the server has (far->state is FAR_ENDED then). False: the terminal is gone. */
struct far;
bool terminal_far(struct term *term, struct far *far);
bool plain_far(struct far *far);

/* A match line by line: reads file descriptor 0, writes to stdout. */
enum play_end plain_play(struct session *session);

/* The same as terminal_rescue, line by line: nobody stays. */
void plain_rescue(struct session *session);

#endif
