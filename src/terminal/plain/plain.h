/*
 * plain.h - the game line by line: for screen readers, simple terminals, pipes.
 */
#ifndef MAZO_PLAIN_H
#define MAZO_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "session/session.h"
#include "text/text.h"

/* Before anything is read: from now on hang-up, SIGTERM and Ctrl-C end the game in order. */
void plain_begin(void);

/* The signal that has ended the game, or 0. */
int plain_signal(void);

/* Ask a question to be answered with yes (an empty line too) or no; -1: the input has ended. */
int plain_ask(enum text_lang lang, const char *question);

/* A line of text, without blanks around it. False: the input is over. */
bool plain_ask_text(const char *question, char *buf, size_t size);

/* At the first run, if a person can answer: the name, as the screen asks for it. False: the
 * input is over. */
bool plain_ask_name(struct game_setup *setup);

/* A match line by line: reads file descriptor 0, writes to stdout. */
enum play_end plain_play(struct session *session);

/* A player leaves: if the match cannot be saved in its place, save it elsewhere. */
void plain_rescue(struct session *session);

/* The tables of a server: as terminal_remote, line by line. */
struct remote;
bool plain_remote(struct remote *remote);

#endif
