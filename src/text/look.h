/*
 * look.h - what people see of a name: nothing invisible in it, and does it look like another one?
 */
#ifndef MAZO_LOOK_H
#define MAZO_LOOK_H

#include <stdbool.h>
#include <stddef.h>

enum look {
    LOOK_FINE,
    LOOK_EMPTY, /* nothing visible */
    LOOK_BAD,   /* not UTF-8, control characters, or marks that turn the direction of writing */
    LOOK_LONG   /* it does not fit */
};

/* Does any character leave ink? */
bool look_is_visible(const char *text);

/* `from` without invisible characters, accents without a letter and those beyond three on one, with
 * single blanks and none at its ends, in `size` bytes. Joiners and variation selectors stay where emoji
 * and other scripts need them. If it is not LOOK_FINE, `to` is "". */
enum look look_clean(const char *from, char *to, size_t size);

/* Why this is not a name: a key of the catalogue; NULL for LOOK_FINE. */
const char *look_why(enum look look);

/* Two names that look alike have the same fold: no case, accents, or invisible characters; letters of
 * other scripts that look like Latin ones are Latin. At least as large as the name; not for people to
 * read. */
void look_fold(const char *name, char *to, size_t size);
bool look_alike(const char *one, const char *other);

#endif
