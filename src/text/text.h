/*
 * text.h - the catalogue: what people read, in their language.
 *
 * The English text is the key. po/es.po holds the Spanish one; tools/po2c.py
 * turns it into a table inside the binary, so one process can speak both
 * languages at once (a server must) and nothing has to be installed.
 */
#ifndef MAZO_TEXT_H
#define MAZO_TEXT_H

enum text_lang { TEXT_EN, TEXT_ES, TEXT_LANG_COUNT };

/* Marks a text for the catalogue where it is not yet looked up. */
#define N_(english) english

/* The text in that language; the English one where it has no translation. */
const char *text_in(enum text_lang lang, const char *english);

/* A point between digits becomes the decimal comma where the language has one, but not in
 * 127.0.0.1, 0.1.0 or p99.9. Returns `text`. */
char *text_decimals(enum text_lang lang, char *text);

/* "es", "es_AR.UTF-8", "en", "English", ...: the language, or -1. */
int text_lang_by_name(const char *name);

/* The language of LC_ALL, LC_MESSAGES or LANG; English where they say nothing. */
enum text_lang text_lang_of_locale(void);

#endif
