/*
 * typed.h - from a typed line to a command.
 *
 * English and Spanish words count alike, whatever the language of the game;
 * capitals and accents do not. Numbers mean the cards of the hand as listed by
 * typed_hand, or the players, counted from 1.
 *
 *     3        R5        red five     5 rojo        uno 3        wild blue        4 azul uno
 *     draw   keep   accept   challenge   uno   catch ana   red   choose 2   throw 1 4   done
 */
#ifndef MAZO_TYPED_H
#define MAZO_TYPED_H

#include <stdbool.h>
#include <stddef.h>
#include "mazo/mazo.h"
#include "text/text.h"

enum { TYPED_WHY_MAX = 300 };

enum typed_kind {
    TYPED_NOTHING, /* an empty line */
    TYPED_COMMAND,
    TYPED_COLOR, /* a wild without a color; nothing else is missing */
    TYPED_WORD,  /* for the front end: see `word` */
    TYPED_WRONG  /* see `why` */
};

enum typed_word {
    TYPED_HELP,
    TYPED_HAND,
    TYPED_TABLE,
    TYPED_RULES,
    TYPED_LOG,
    TYPED_SCORE,
    TYPED_QUIT
};

/* Do not copy it: the command points into it. */
struct typed {
    enum typed_kind kind;
    enum typed_word word;
    struct mazo_command command;
    mazo_card cards[MAZO_CARDS_MAX]; /* behind the command */
    char why[TYPED_WHY_MAX];         /* a sentence */
};

/* Who types, and what they see. */
struct typed_at {
    enum text_lang lang;
    const struct mazo_view *view;
    const char *const *names; /* of the seats */
};

void typed_read(const struct typed_at *at, const char *line, struct typed *out);

/* A color, in words or letters; false: not a color, or it could be two (why says which). */
bool typed_color(enum text_lang lang, const char *line, uint8_t *out, char *why, size_t size);

/* Yes or no: 1, 0, or -1 for anything else. */
int typed_yes(const char *line);

/* Is this line nothing but a word for leaving? */
bool typed_leaves(const char *line);

/* A single word that shows something: an enum typed_word, or -1. */
int typed_word(const char *line);

/* The text after "say" (or "react", with a number), perhaps empty; NULL: another line. */
const char *typed_saying(const char *line);

/* "remove luis": who; NULL: the line says something else. */
const char *typed_removal(const char *line);

/* Are the names equal, ignoring case, accents and trailing blanks? */
bool typed_is_name(const char *typed, const char *name);

/* "kick luis", "readmit 2": which of the two, and who; NULL: another line. */
const char *typed_order(const char *line, bool *kicks);

/* The seat of that name or number (from 1), or -1 with a sentence in `why`. */
int typed_seat(const struct typed_at *at, const char *text, char *why, size_t size);

/* The hand in the order of its numbers; returns how many cards. */
int typed_hand(const struct mazo_view *view, mazo_card cards[MAZO_CARDS_MAX]);

/* Lower case, without accents; for comparing what people type. */
void typed_fold(const char *text, char *buf, size_t size);

#endif
