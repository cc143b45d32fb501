/*
 * oserror.h - why the system refused something, in the reader's language.
 */
#ifndef MAZO_OSERROR_H
#define MAZO_OSERROR_H

#include "text/text.h"

/* The sentence for a value of errno; rare ones share one in all languages but English. */
const char *text_oserror(enum text_lang lang, int error);

#endif
