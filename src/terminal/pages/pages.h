/*
 * pages.h - pages that open over a game and go away again.
 */
#ifndef MAZO_PAGES_H
#define MAZO_PAGES_H

#include "session/session.h"
#include "terminal/screen/term.h"

/* Show how the round or match ended, card by card, with a chart (by terminal_play). Returns what
 * the person wants; the table is not touched. ENDING_DEALT: another player has dealt the next
 * round. */
enum ending_choice {
    ENDING_NEXT,
    ENDING_DEALT,
    ENDING_AGAIN,
    ENDING_ON, /* the match of session->next */
    ENDING_MENU,
    ENDING_GONE
};
enum ending_choice terminal_ending(struct term *term, struct session *session, int reader);

/* A player leaves a match. If it cannot be saved, the player is told and another place is
 * offered. True: leave. */
bool terminal_rescue(struct term *term, struct session *session);

/* The host of a server's table: kick a player, or let one back. */
void terminal_players(struct term *term, struct session *session);

/* `?`: the keys of the game (N_("Enter|play the marked card"), NULL ends) and the rules of this
 * table in words. */
void terminal_help(struct term *term, enum text_lang lang, const char *const *keys,
                   const struct mazo_rules *rules);

#endif
