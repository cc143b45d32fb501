/*
 * strays.h - ends processes that a program leaves behind.
 *
 * A program can start others that leave its process group (setsid). When their parents end, the
 * system gives them to us. All of them carry the tag of their program in the environment, and only
 * a child of this process with that tag is ever killed: while we have not waited for it, no
 * process can get its number.
 */
#ifndef MAZO_STRAYS_H
#define MAZO_STRAYS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { STRAYS_TAG_SIZE = 48 };

extern char **environ; /* POSIX requires it, but not every header declares it */

/* From now on orphans of programs become our children. Does nothing where the system cannot do it. */
void strays_adopt(void);

/* "MAZO_PROGRAM=…", different for every program of this process. */
void strays_tag(uint64_t number, char tag[STRAYS_TAG_SIZE]);

/* The environment with `tag` in place of an older one; NULL: no memory. The caller frees the array,
 * not its strings. */
char **strays_environ(char *tag);

/* Kill and wait for all our children with this tag, for `ms` at most; also wait for those that
 * have ended by themselves, except for programs that are `known`. */
void strays_end(const char *tag, bool (*known)(pid_t pid), int ms);

#endif
