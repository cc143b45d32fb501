/*
 * plain.h - the game line by line: for screen readers, simple terminals, pipes.
 */
#ifndef MAZO_PLAIN_H
#define MAZO_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "session/session.h"
#include "text/text.h"

/* Call before reading: from now on hang-up, SIGTERM and Ctrl-C end the game cleanly. */
void plain_begin(void);

/* The signal that has ended the game, or 0. */
int plain_signal(void);

/* Ask a yes/no question (an empty line is yes); -1: the input has ended. */
int plain_ask(enum text_lang lang, const char *question);

/* A line of text, without blanks around it. False: the input is over. */
bool plain_ask_text(const char *question, char *buf, size_t size);

/* On the first run, if a person can answer: ask for the name, as the screen does. False: the input
 * is over. */
bool plain_ask_name(struct game_setup *setup);

/* A match line by line: reads file descriptor 0, writes to stdout. */
enum play_end plain_play(struct session *session);

/* A player leaves: if the match cannot be saved in its place, save it elsewhere. */
void plain_rescue(struct session *session);

/* The tables of a server: as terminal_remote, line by line. */
struct remote;
bool plain_remote(struct remote *remote);

#endif
