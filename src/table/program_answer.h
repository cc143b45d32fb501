/*
 * program_answer.h - reads a program's answer, and says what is wrong with it.
 *
 * An answer is one of the commands in the list, as JSON, with or without its seat; or the place of
 * the command in the list, from 0; or {"do":"wait"} where the seat need not act.
 */
#ifndef MAZO_PROGRAM_ANSWER_H
#define MAZO_PROGRAM_ANSWER_H

#include "mazo/game.h"
#include "wire/json_read.h"

enum program_said { PROGRAM_SAID_COMMAND, PROGRAM_SAID_WAIT, PROGRAM_SAID_NONSENSE };

/* Read the answer of `seat` to a question with that list. For nonsense *why says why. *curious becomes
 * true when the answer asks for news of rounds. */
enum program_said program_answer_read(enum text_lang lang, int seat, bool may_wait,
                                      const struct mazo_legal *legal, const char *text, size_t len,
                                      struct wire_line *out, bool *curious, struct wire_error *why);

/* May the command be given now? A misplay (P2) may not. If not, *why says why. */
bool program_answer_judge(enum text_lang lang, const struct mazo_game *g,
                          const struct mazo_command *c, struct wire_error *why);

#endif
