/*
 * text.h - the catalogue: what people read, in their language.
 *
 * The English text is the key. po/es.po holds the Spanish one, po/es_ES.po and
 * po/es_419.po what is called otherwise in Spain and in America; tools/po2c.py
 * turns them into tables inside the binary, so one process can speak both
 * languages at once (a server must) and nothing has to be installed.
 */
#ifndef MAZO_TEXT_H
#define MAZO_TEXT_H

#include <stdbool.h>

/* TEXT_ES is Spanish that is understood everywhere; the other two differ in some words of the game. */
enum text_lang { TEXT_EN, TEXT_ES, TEXT_ES_ES, TEXT_ES_419, TEXT_LANG_COUNT };

static inline bool text_is_spanish(enum text_lang lang) { return lang != TEXT_EN; }

/* Marks a text for the catalogue where it is not yet looked up. */
#define N_(english) english

/* The text in that language; the English one where it has no translation. */
const char *text_in(enum text_lang lang, const char *english);

/* A point between digits becomes the decimal comma where the language has one (Spain), but not in
 * 127.0.0.1, 0.1.0 or p99.9. Returns `text`. */
char *text_decimals(enum text_lang lang, char *text);

/* "es", "es_AR.UTF-8", "en", "English", ...: the language, or -1. */
int text_lang_by_name(const char *name);

/* "en", "es", "es-ES", "es-419", and what its speakers call it. */
const char *text_lang_tag(enum text_lang lang);
const char *text_lang_name(enum text_lang lang);

/* English or Spanish, the other one: the Spanish of the locale where that has one. */
enum text_lang text_lang_other(enum text_lang lang);

/* The language of LC_ALL, LC_MESSAGES or LANG; English where they say nothing. */
enum text_lang text_lang_of_locale(void);

#endif
