/*
 * phrase.h - quick phrases of a chat: an id on the wire, a sentence in the reader's language.
 */
#ifndef MAZO_PHRASE_H
#define MAZO_PHRASE_H

#include "text/text.h"

enum {
    PHRASES = 0
#define PHRASE(id, sentence) +1
#include "say/phrases.def"
};

/* The i-th phrase's sentence; from 0, and round and round. */
const char *phrase_at(enum text_lang lang, int i);

/* The phrase's sentence; NULL: unknown. */
const char *phrase_text(enum text_lang lang, const char *id);

/* The phrase that has these words in that language, or NULL: "good luck" is "Good luck!". */
const char *phrase_find(enum text_lang lang, const char *text);

#endif
