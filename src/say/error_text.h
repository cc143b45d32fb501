/*
 * error_text.h - why a command was refused, as a sentence for the player who gave it.
 *
 * Made from the game as it was when the command came, so it can name the
 * cards. It names no card that the command's seat may not see; still, it is
 * an answer to that seat and to no other.
 */
#ifndef MAZO_ERROR_TEXT_H
#define MAZO_ERROR_TEXT_H

#include <stddef.h>
#include "mazo/game.h"
#include "text/text.h"

/* The sentence for error `e` of command `c`; returns its length as snprintf
 * would. With MAZO_ERR_ok: what was wrong with a misplay (P2) and what it
 * costs, or nothing at all if the command is not a misplay. */
int say_explain(enum text_lang lang, const struct mazo_game *g, const struct mazo_command *c,
                enum mazo_error e, char *buf, size_t size);

/* The same for a person: players by the names of their seats, cards written out, and
 * nothing in the words of the protocol. */
int say_explain_to(enum text_lang lang, const char *const *names, const struct mazo_game *g,
                   const struct mazo_command *c, enum mazo_error e, char *buf, size_t size);

/* What is wrong with a text that say_effect_read refuses. */
int say_explain_effect(enum text_lang lang, const char *text, char *buf, size_t size);

#endif
