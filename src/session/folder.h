/*
 * folder.h - the folders where this machine keeps things, and files in them that are replaced whole.
 */
#ifndef MAZO_FOLDER_H
#define MAZO_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* The folder "mazo" in the folder that an environment variable names, or else in `below` of the home
 * directory; the XDG rules count only absolute paths. False: there is none, and errno says why. */
bool folder_find(const char *variable, const char *below, char *buf, size_t size);

/* Make it, and every folder on the way to it. False: errno says why. */
bool folder_make(char *path);

/* Replace a file: first beside it, then in its place, so never half of it. Readable by no other
 * user. False: errno says why, and the file is as it was. */
bool folder_replace(const char *path, const char *text, size_t len);

#endif
