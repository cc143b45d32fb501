/*
 * online.h - matches played at servers, kept among the matches of this computer.
 *
 * The server gives the file once the match is over. Its name here, DATE-SHEET-onlineSEAT-KEY.mazo, says
 * which seat was ours, for several people may have played, and by the key no match is kept twice.
 */
#ifndef MAZO_ONLINE_H
#define MAZO_ONLINE_H

#include <stdbool.h>
#include <stddef.h>
#include "session/save.h"

/* Keep the file of a match that the person called `name` has played to its end in `seat`; `path` gets
 * its place, also if it was kept before. False: not such a file, or it cannot be written. */
bool online_keep(const char *key, int seat, const char *name, const char *text, size_t len,
                 char path[SAVE_PATH_MAX]);

/* The seat in a file name, with or without folder; -1: the match was played here. */
int online_seat(const char *name);

#endif
